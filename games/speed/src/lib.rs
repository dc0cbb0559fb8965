//! Speed: be the first to throw all your cards on two common piles.
//!
//! 2 seats · hidden hands · real time · Green Box of Games, base book.
//!
//! # Rules
//! 1. Each player has a face-down deck of 27 of the 54 cards, puts the top card face down in the middle (the left
//!    pile is player 1's, the right one player 2's) and draws 3 cards. After a countdown of 1 to 5 seconds both
//!    start cards are turned up at once, and play is open.
//! 2. There are no turns. Whoever wants to plays a card of the hand on either pile: it must share the
//!    number, the symbol or the border colour with the top card. Each play is judged when it arrives,
//!    against the top at that moment. A card that does not fit stays in the hand.
//! 3. With fewer than 3 cards in hand, a player may draw from the own deck.
//! 4. When nobody has a card that fits and nobody can draw, each player with a deck turns up its top card after
//!    a second, on the own pile. If both decks are empty, fewer cards in hand win; equally many are a draw.
//! 5. After 60 seconds without a play or a draw, all hands are filled. If nothing can be drawn, cards are turned
//!    up as in rule 4, although somebody could play.
//! 6. The first player with no cards in deck and hand wins at once.
//! 7. Options: a player who can draw gets a card by itself so many seconds after her last play or draw; a card
//!    that does not fit blocks her plays, but not her draws, for a while.
//! 8. Without clocks, players alternate: a turn is one play or one draw, as one likes, or a pass if neither is
//!    possible. Lots decide who begins, and rule 4 follows at once.
//!
//! # Rulings
//! - R1 (rule 4): the book is silent about a stalemate; this is the usual way.
//! - R2 (rule 4): cards turned up are got rid of, but never win by themselves: whoever is stuck holds cards.
//! - R3 (rules 3 and 7): drawing is voluntary in the book; that a card comes by itself stops anybody from
//!   refusing to draw in order to block.
//! - R4 (rule 2): a card that does not fit costs nothing, unless the option says so.
//! - R5 (rules 2 and 6): several cards may be played in a row without drawing; an empty hand alone is no win.
//! - R6 (rule 8): for simulation, mail and slow connections.
//! - R7 (rule 2): the two piles are common.
//! - R8 (rules 4 and 5), ours: in a race a player who can neither play nor draw may say so (`pass`). When both
//!   have, cards are turned up without waiting. Whoever is blocked is asked only while the other player has
//!   nothing to do either, and need not answer: a block lasts its time, whoever passes.
//! - R9 (rule 1), ours: both players may cut the countdown short (`ready`).
//! - R10 (rule 7), ours: cards tried during a block are not taken, and do not make it longer.
//!
//! # Time
//! Each player has clocks of her own, for her next card and for her block; the second of rule 4 and the minute
//! of rule 5 are everybody's. None of them waits for another.
//!
//! # Versions
//! In version 1 there was one clock for all. Hence only one player could be blocked at a time and only three
//! times between two moves, a pass ended the other player's block, a miss made everybody's wait begin anew, and
//! cards came by themselves to one player after the other.

mod advice;
mod audit;
mod effects;
mod estimate;
mod flow;
mod judge;
mod scene;
mod state;
#[cfg(test)]
mod tests;

use boxwood_engine::{
    Art, Book, Clocks, Ctx, Game, GameInfo, Hands, Illegal, Number, Seat, SeatMap, SeatSet, Secret,
    SeenHands, SetupError, Turn, Viewer, choice, options,
};
use boxwood_kit::{Card, CardSet, Inventory, Rng};
use boxwood_scene::{Offer, Scene, Theme, Touch};
use serde::{Deserialize, Serialize};

use judge::{fits, fitting};
use state::{Phase, Table};

const HAND: usize = 3; // rule 1
const DECK: u8 = 23; // rule 1: without the start card and the hand
const SEATS: usize = 2;
const STALEMATE_MS: u32 = 1_000; // rule 4
const IDLE_MS: u32 = 60_000; // rule 5
const SHORTEST_BLOCK_MS: u32 = 500; // rule 7
/// How often a card can move: the first hands to a pile, each deck card to a hand and then to a pile.
const MOVES: u32 = (SEATS * (HAND + 2 * DECK as usize)) as u32;
/// How often a player can be blocked: something moves at least once a minute (rule 5).
const MOST_BLOCKS: u32 = (MOVES + 1) * (IDLE_MS / SHORTEST_BLOCK_MS + 1);

/// The game.
pub struct Speed;

choice! {
    /// R3: when a card comes by itself.
    pub enum AutoDraw {
        Off = "off", "never";
        S0 = "0", "at once";
        S1 = "1", "after 1 second";
        S2 = "2", "after 2 seconds";
        S3 = "3", "after 3 seconds";
        S4 = "4", "after 4 seconds";
        S5 = "5", "after 5 seconds";
        S6 = "6", "after 6 seconds";
        S7 = "7", "after 7 seconds";
        S8 = "8", "after 8 seconds";
        S9 = "9", "after 9 seconds";
        S10 = "10", "after 10 seconds";
    }
}

choice! {
    /// Rule 7: what a card costs that does not fit.
    pub enum MissPenalty {
        Off = "off", "nothing";
        Half = "0.5", "no play for half a second";
        One = "1", "no play for 1 second";
        OneAndHalf = "1.5", "no play for 1.5 seconds";
        Two = "2", "no play for 2 seconds";
        TwoAndHalf = "2.5", "no play for 2.5 seconds";
        Three = "3", "no play for 3 seconds";
    }
}

choice! {
    /// Whether it is a race.
    pub enum Pace {
        Live = "live", "a race, as in the book";
        Turns = "turns", "without clocks, one after the other";
    }
}

options! {
    /// What can be chosen before the game.
    pub struct Options {
        "auto_draw" auto_draw: AutoDraw = AutoDraw::S3, "A card comes by itself";
        "miss_penalty" miss_penalty: MissPenalty = MissPenalty::Off, "What a card costs that does not fit";
        "pace" pace: Pace = Pace::Live, "Pace";
        "countdown" countdown: Number<1, 5> = Number::new(3), "Seconds before the start";
    }
}

/// Everything that is true at the table. All cards that are nowhere else are in the two decks: which card
/// is in which, and where, is chance, decided when it comes up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    table: Table,
    hands: Hands<CardSet>,
}

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    table: Table,
    viewer: Viewer,
    hands: SeenHands<CardSet>,
}

/// One of the two piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Begun with player 1's card.
    Left,
    /// Begun with player 2's card.
    Right,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// R9: cuts the countdown short, when both players do.
    Ready,
    /// Rule 2: plays a card of the hand on a pile.
    Play {
        /// The card.
        card: Card,
        /// The pile.
        pile: Side,
    },
    /// Rule 3: draws a card.
    Draw,
    /// Rule 8 and R8: can neither play nor draw.
    Pass,
}

impl Game for Speed {
    type State = State;
    type View = View;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "speed",
        title: "Speed",
        pitch: "Throw matching cards on two piles as fast as you can; the first player without cards wins.",
        book: Book::GreenBox,
        designers: &[],
        origin: "traditional game, adapted in the book",
        seats: (2, 2),
        best: 2,
        quick: &[],
        minutes: (2, 2),
        complexity: 1,
        tags: &["real-time", "hidden hands", "shedding"],
        theme: Theme::Space,
        rules: 2,
        replays_since: 2,
        guide: include_str!("../guide.md"),
        lesson: include_str!("../lesson.json"),
        art: Art::new(include_str!("../art/cover.svg"), include_bytes!("../art/cover.jpg"))
            .on_stage(include_str!("../art/wide.svg"), include_str!("../art/tall.svg")),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let mut cards = CardSet::FULL;
        let hands = Hands::deal(seats, &mut cards, HAND, ctx.rng());
        let table = Table {
            decks: SeatMap::filled(seats, DECK),
            tops: None,
            covered: CardSet::EMPTY,
            stuck: SeatSet::EMPTY,
            phase: Phase::Countdown { ready: SeatSet::EMPTY },
            options: options.clone(),
        };
        let mut state = State { table, hands };
        flow::begin(&mut state, ctx);
        Ok(state)
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        match state.table.phase {
            Phase::Over => Turn::Over(flow::outcome(&state.table, state.sizes())),
            _ => Turn::Active(state.table.active(state.sizes())),
        }
    }

    #[inline]
    fn legal_actions(state: &State, seat: Seat, out: &mut Vec<Action>) {
        let table = &state.table;
        let Some(tops) = table.tops else {
            return out.push(Action::Ready);
        };
        let before = out.len();
        if !table.is_blocked(seat) {
            for card in state.hands[seat] & fitting(tops) {
                let fits =
                    [Side::Left, Side::Right].into_iter().filter(|&pile| fits(card, tops[pile as usize]));
                out.extend(fits.map(|pile| Action::Play { card, pile }));
            }
        }
        if table.can_draw(seat, state.hands[seat].len()) {
            out.push(Action::Draw);
        }
        if out.len() == before {
            out.push(Action::Pass);
        }
    }

    /// Where a card that does not fit has its price, it may be tried; it is not listed.
    fn is_sampled(state: &State, seat: Seat) -> bool {
        judge::can_miss(state, seat)
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        judge::check(state, seat, *action)
    }

    /// Rules 1 and 7, with R8.
    fn why_not_active(view: &View, seat: Seat) -> Option<Illegal> {
        judge::why_not_active(&view.table, seat)
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        ctx.settle(); // in a race nothing is taken back
        match *action {
            Action::Ready => effects::ready(state, seat, ctx),
            Action::Play { card, pile } => effects::play(state, seat, card, pile, ctx),
            Action::Draw => effects::draw_one(state, seat, ctx),
            Action::Pass => effects::pass(state, seat, ctx),
        }
    }

    fn clocks(state: &State) -> Clocks {
        flow::clocks(state)
    }

    fn expire(state: &mut State, id: u32, ctx: &mut Ctx) {
        flow::expire(state, id, ctx);
    }

    /// Whoever was overtaken is judged by the table as it is now.
    fn late(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) -> Result<(), Illegal> {
        if !state.table.active(state.sizes()).contains(seat) {
            return Err(Illegal::new("rule 2", "Somebody else was faster"));
        }
        Speed::check(state, seat, action)?;
        Speed::apply(state, seat, action, ctx);
        Ok(())
    }

    fn view(state: &State, viewer: Viewer) -> View {
        View { table: state.table.clone(), viewer, hands: state.hands.seen_by(viewer) }
    }

    fn redeal(view: &View, rng: &mut Rng) -> State {
        let View { table, hands, .. } = view;
        loop {
            let mut unseen = CardSet::FULL - table.open_cards() - hands.shown();
            // Everybody knows that nothing fits in a stuck hand, so it is dealt first, from what is possible.
            let stuck = table.stuck.iter().find(|&seat| hands.of(seat).is_none());
            let stuck = stuck.map(|seat| {
                let hand = (unseen - table.impossible(seat)).draw_many(hands.size(seat), rng);
                unseen = unseen - hand;
                (seat, hand)
            });
            let hands = hands.redeal_with(|seat, [held]| match stuck {
                Some((stuck, hand)) if stuck == seat => hand,
                _ => unseen.draw_many(held.into(), rng),
            });
            let state = State { table: table.clone(), hands };
            // Rule 8: with turns, a stalemate never lasts.
            if !matches!(table.phase, Phase::Turn(_)) || !judge::is_stalemate(&state) {
                return state;
            }
        }
    }

    fn secrets(state: &State, viewer: Viewer) -> Vec<Secret> {
        let table = &state.table;
        // Where something is known about fitting, only cards that fit alike can be exchanged.
        let can_draw = |seat| table.can_draw(seat, state.hands[seat].len());
        let is_turn = matches!(table.phase, Phase::Turn(_));
        let known = !table.stuck.is_empty() || is_turn && !Seat::all(SEATS).any(can_draw);
        let fitting = table.tops.filter(|_| known).map_or(CardSet::EMPTY, fitting);
        state.hands.secrets_in_pools(viewer, state.in_decks(), [CardSet::FULL - fitting, fitting])
    }

    fn scene(view: &View, _viewer: Viewer) -> Scene {
        scene::scene(view)
    }

    fn offer(view: &View, seat: Seat, action: &Action) -> Offer {
        scene::offer(view, seat, *action)
    }

    fn intent(view: &View, seat: Seat, path: &[Touch]) -> Option<Action> {
        scene::intent(view, seat, path)
    }

    fn inventory(state: &State) -> Inventory {
        let mut inventory = Inventory::EMPTY;
        inventory.add_cards(state.in_decks()).add_cards(state.table.open_cards());
        for (_, hand) in state.hands.iter() {
            inventory.add_cards(hand);
        }
        inventory
    }

    fn estimate(view: &View, seat: Seat) -> Option<f32> {
        Some(estimate::estimate(view, seat))
    }

    fn reason(view: &View, seat: Seat, action: &Action) -> Option<String> {
        advice::reason(view, seat, *action)
    }

    fn is_live(options: &Options) -> bool {
        options.pace == Pace::Live
    }

    fn longest(options: &Options, _seats: usize) -> u32 {
        // After each move: two passes for each player, a second one after a block, and the second of rule 4.
        let moves = (MOVES + 1) * 6 + 2;
        // Each block and its end, and a pass during it.
        moves + if options.miss_penalty == MissPenalty::Off { 0 } else { 3 * MOST_BLOCKS * SEATS as u32 }
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}

impl AutoDraw {
    fn ms(self) -> Option<u32> {
        (self as u32).checked_sub(1).map(|seconds| 1_000 * seconds)
    }
}

impl MissPenalty {
    fn ms(self) -> Option<u32> {
        (self != MissPenalty::Off).then_some(SHORTEST_BLOCK_MS * self as u32)
    }
}

impl Side {
    const fn name(self) -> &'static str {
        match self {
            Side::Left => "left",
            Side::Right => "right",
        }
    }
}
