//! Speed: be the first to throw all your cards on two common piles.
//!
//! 2 seats · hidden hands · real time · Green Box of Games, base book.
//!
//! # Rules
//! 1. Each player has a face-down deck of 27 of the 54 cards, puts the top card face down in the middle (the left
//!    pile is player 1's, the right one player 2's) and draws 3 cards. After a countdown both start cards
//!    are turned up at once, and play is open.
//! 2. There are no turns. Whoever wants to plays a card of the hand on either pile: it must share the
//!    number, the symbol or the border colour with the top card. Each play is judged when it arrives,
//!    against the top at that moment. A card that does not fit stays in the hand.
//! 3. With fewer than 3 cards in hand, a player may draw from the own deck.
//! 4. When nobody has a card that fits and nobody can draw, each player with a deck turns up its top card after
//!    a second, on the own pile. If both decks are empty, fewer cards in hand win; equally many are a draw.
//! 5. After 60 seconds in which nothing happens, all hands are filled. If nothing can be drawn, cards are turned
//!    up as in rule 4, although somebody could play.
//! 6. The first player with no cards in deck and hand wins at once.
//! 7. Options: a player who can draw gets a card by itself some seconds after her last play or draw; a card that
//!    does not fit blocks her plays for a while; the countdown takes 1 to 5 seconds.
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
//! - R6 (rule 8): for simulation, mail and slow connections; see below for how bots see the race.
//! - R7 (rule 2): the two piles are common.
//!
//! # Time
//! The rules see the order in which inputs arrive, and one clock at a time. Hence:
//! - In a race a player without any play or draw may say so (`pass`); when both have, rule 4 follows
//!   without waiting for its second. Both may also cut the countdown short (`ready`).
//! - If both could get a card by itself, whoever has waited longer is first, and the other's wait begins anew.
//! - Only one player is blocked at a time, and at most three times until the next play or draw; other
//!   misses cost nothing. While somebody is blocked, the other clocks wait and then begin anew; a block ends
//!   early if the other player is stuck.

mod audit;
mod scene;
#[cfg(test)]
mod tests;

use boxwood_engine::{
    Book, Clock, Clocks, Ctx, Game, GameInfo, Illegal, Number, Outcome, Seat, SeatMap, SeatSet, Secret,
    SetupError, Turn, Viewer, choice, options,
};
use boxwood_kit::{Card, CardSet, Inventory, Rng};
use boxwood_scene::{Offer, Scene, Touch, count};
use serde::{Deserialize, Serialize};

const HAND: usize = 3; // rule 1
const DECK: u8 = 23; // rule 1: without the start card and the hand
const SEATS: usize = 2;
const STALEMATE_MS: u32 = 1_000; // rule 4
const IDLE_MS: u32 = 60_000; // rule 5
const MOST_MISSES: u8 = 3; // see "Time"
/// How often a card can move: the first hands to a pile, each deck card to a hand and then to a pile.
const MOVES: u32 = (SEATS * (HAND + 2 * DECK as usize)) as u32;

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
    hands: SeatMap<CardSet>,
}

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    table: Table,
    viewer: Viewer,
    /// The viewer's own cards.
    hand: CardSet,
    hand_sizes: SeatMap<u8>,
}

/// What everybody may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// How many cards each deck has.
    decks: SeatMap<u8>,
    /// The top cards of the left and the right pile, once they are turned up.
    tops: Option<[Card; 2]>,
    /// The cards below them. They may not be looked at, but everybody has seen them.
    covered: CardSet,
    /// Who has said that nothing fits, since the tops last changed.
    stuck: SeatSet,
    phase: Phase,
    auto_draw: AutoDraw,
    miss_penalty: MissPenalty,
    countdown: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Phase {
    /// Rule 1: the start cards lie face down.
    Countdown { ready: SeatSet },
    /// Rule 2.
    Race(Race),
    /// Rule 8: this seat's turn.
    Turn(Seat),
    /// Rules 4 to 6.
    Over,
}

/// How the clocks of a race stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Race {
    /// How many plays, draws and cards turned up there have been.
    moves: u32,
    /// The number of each player's last play or draw.
    last: SeatMap<u32>,
    /// Rule 4: the second has passed since the last move, and somebody could go on.
    checked: bool,
    /// Rule 7: who may not play just now.
    blocked: Option<Seat>,
    /// How often each player was blocked since the last move.
    misses: SeatMap<u8>,
    /// How often anybody was blocked; tells one block from the next.
    blocks: u32,
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
    /// Cuts the countdown short, when both players do.
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
    /// Rules 4 and 8: can neither play nor draw.
    Pass,
}

/// What the clock of a race waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wait {
    Countdown,
    /// Rule 7: this seat may play again.
    Penalty(Seat),
    /// Rule 7, with R3: this seat gets a card.
    AutoDraw(Seat),
    /// Rule 4.
    Stalemate,
    /// Rule 5.
    Idle,
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
        minutes: (2, 2),
        complexity: 1,
        tags: &["real-time", "hidden hands", "shedding"],
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let mut cards = CardSet::FULL;
        let hands = SeatMap::from_fn(seats, |_| draw_hand(&mut cards, HAND, ctx.rng()));
        let table = Table {
            decks: SeatMap::filled(seats, DECK),
            tops: None,
            covered: CardSet::EMPTY,
            stuck: SeatSet::EMPTY,
            phase: Phase::Countdown { ready: SeatSet::EMPTY },
            auto_draw: options.auto_draw,
            miss_penalty: options.miss_penalty,
            countdown: options.countdown.get() as u8,
        };
        let mut state = State { table, hands };
        if options.pace == Pace::Turns {
            let first = Seat::new(ctx.rng().index(seats)).expect("one of the seats");
            turn_start_cards(&mut state, ctx);
            ctx.say(|| format!("{}.", first.does("begin")));
            pass_turn(&mut state, first, ctx);
        } else {
            ctx.say(|| format!("Everybody has {HAND} cards. The countdown begins."));
        }
        Ok(state)
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        match state.table.phase {
            Phase::Over => Turn::Over(outcome(&state.table, sizes(state))),
            _ => Turn::Active(state.table.active(sizes(state))),
        }
    }

    #[inline]
    fn legal_actions(state: &State, seat: Seat, out: &mut Vec<Action>) {
        let table = &state.table;
        let Some(tops) = table.tops else {
            return out.push(Action::Ready);
        };
        let before = out.len();
        if table.blocked() != Some(seat) {
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
        can_miss(state, seat)
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        let (table, hand) = (&state.table, state.hands[seat]);
        let can_draw = table.can_draw(seat, hand.len());
        let Some(tops) = table.tops else {
            return match *action {
                Action::Ready => Ok(()),
                Action::Play { .. } | Action::Draw | Action::Pass => {
                    Err(Illegal::new("rule 1", "Wait until the start cards are turned up"))
                }
            };
        };
        match *action {
            _ if table.phase == Phase::Over => Err(Illegal::new("rule 6", "The game is over")),
            Action::Ready => Err(Illegal::new("rule 1", "The start cards are turned up already")),
            Action::Play { card, .. } if !hand.contains(card) => {
                Err(Illegal::new("rule 2", format!("You do not hold {card}")))
            }
            Action::Play { .. } if table.blocked() == Some(seat) => {
                Err(Illegal::new("rule 7", "Your last card did not fit: wait a moment"))
            }
            Action::Play { card, pile } if !fits(card, tops[pile as usize]) && !can_miss(state, seat) => {
                let top = tops[pile as usize];
                let why = format!("Number, symbol and border of {card} all differ from {top}");
                Err(Illegal::new("rule 2", why))
            }
            Action::Play { .. } => Ok(()),
            Action::Draw if can_draw => Ok(()),
            Action::Draw if table.decks[seat] == 0 => Err(Illegal::new("rule 3", "Your deck is empty")),
            Action::Draw => Err(Illegal::new("rule 3", format!("Your hand is full with {HAND} cards"))),
            Action::Pass if can_draw => Err(Illegal::new("rule 8", "You can draw")),
            Action::Pass if !(hand & fitting(tops)).is_empty() => {
                Err(Illegal::new("rule 8", "One of your cards fits"))
            }
            Action::Pass => Ok(()),
        }
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        ctx.settle(); // in a race nothing is taken back
        match *action {
            Action::Ready => ready(state, seat, ctx),
            Action::Play { card, pile } => play(state, seat, card, pile, ctx),
            Action::Draw => {
                draw(state, seat, ctx);
                moved(state, Some(seat), ctx);
            }
            Action::Pass => pass(state, seat, ctx),
        }
    }

    fn clocks(state: &State) -> Clocks {
        let Some(wait) = wait(state) else { return Clocks::new() };
        let table = &state.table;
        let (kind, number, ms) = match (wait, table.phase) {
            (Wait::Penalty(_), Phase::Race(race)) => (1, race.blocks, table.miss_penalty.ms().unwrap_or(0)),
            (Wait::AutoDraw(seat), Phase::Race(race)) => {
                (2 + seat.index() as u32, race.last[seat], table.auto_draw.ms().unwrap_or(0))
            }
            (Wait::Stalemate, Phase::Race(race)) => (4, race.moves, STALEMATE_MS),
            // The second of rule 4 is part of the minute.
            (Wait::Idle, Phase::Race(Race { checked: true, moves, .. })) => {
                (5, moves, IDLE_MS - STALEMATE_MS)
            }
            (Wait::Idle, Phase::Race(race)) => (5, race.moves, IDLE_MS),
            _ => (0, 0, 1_000 * u32::from(table.countdown)),
        };
        Clocks::from_iter([Clock::new(8 * number + kind, ms)])
    }

    fn expire(state: &mut State, _id: u32, ctx: &mut Ctx) {
        match wait(state) {
            None => {}
            Some(Wait::Countdown) => start_race(state, ctx),
            Some(Wait::Penalty(seat)) => {
                if let Phase::Race(race) = &mut state.table.phase {
                    race.blocked = None;
                }
                ctx.say(|| format!("{seat} may play again."));
            }
            Some(Wait::AutoDraw(seat)) => {
                draw(state, seat, ctx);
                moved(state, Some(seat), ctx);
            }
            Some(Wait::Stalemate) if is_stalemate(state) => turn_up(state, ctx),
            Some(Wait::Stalemate) => {
                if let Phase::Race(race) = &mut state.table.phase {
                    race.checked = true;
                }
            }
            Some(Wait::Idle) => fill_or_turn_up(state, ctx),
        }
    }

    /// Whoever was overtaken is judged by the table as it is now.
    fn late(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) -> Result<(), Illegal> {
        if !state.table.active(sizes(state)).contains(seat) {
            return Err(Illegal::new("rule 2", "Somebody else was faster"));
        }
        Speed::check(state, seat, action)?;
        Speed::apply(state, seat, action, ctx);
        Ok(())
    }

    fn view(state: &State, viewer: Viewer) -> View {
        View {
            table: state.table.clone(),
            viewer,
            hand: viewer.seat().map_or(CardSet::EMPTY, |seat| state.hands[seat]),
            hand_sizes: sizes(state),
        }
    }

    fn redeal(view: &View, rng: &mut Rng) -> State {
        let table = &view.table;
        // Who is stuck is dealt first, from the cards that do not fit.
        let others = || Seat::all(table.seats()).filter(|&seat| !view.viewer.is(seat));
        let (stuck, free) =
            (|seat: &Seat| table.stuck.contains(*seat), |seat: &Seat| !table.stuck.contains(*seat));
        let in_order = || others().filter(stuck).chain(others().filter(free));
        loop {
            let mut unseen = CardSet::FULL - table.open_cards() - view.hand;
            let mut hands = SeatMap::filled(table.seats(), view.hand);
            for seat in in_order() {
                let mut possible = unseen - table.impossible(seat);
                hands[seat] = draw_hand(&mut possible, view.hand_sizes[seat].into(), rng);
                unseen = unseen - hands[seat];
            }
            let state = State { table: table.clone(), hands };
            // Rule 8: with turns, a stalemate never lasts.
            if !matches!(table.phase, Phase::Turn(_)) || !is_stalemate(&state) {
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
        let others = state.hands.iter().filter(|(seat, _)| !viewer.is(*seat));
        (others.map(|(seat, hand)| (seat.index(), *hand)))
            .chain([(state.hands.seats(), in_decks(state))])
            .flat_map(|(place, cards)| {
                cards.iter().map(move |card| Secret {
                    pool: u32::from(fitting.contains(card)),
                    place: place as u32,
                    holds: u32::from(card.number()),
                })
            })
            .collect()
    }

    fn scene(view: &View, _viewer: Viewer) -> Scene {
        scene::scene(view)
    }

    fn offer(_view: &View, seat: Seat, action: &Action) -> Offer {
        scene::offer(seat, *action)
    }

    fn intent(view: &View, seat: Seat, path: &[Touch]) -> Option<Action> {
        scene::intent(view, seat, path)
    }

    fn inventory(state: &State) -> Inventory {
        let mut inventory = Inventory::EMPTY;
        inventory.add_cards(in_decks(state)).add_cards(state.table.open_cards());
        for (_, hand) in state.hands.iter() {
            inventory.add_cards(*hand);
        }
        inventory
    }

    fn is_live(options: &Options) -> bool {
        options.pace == Pace::Live
    }

    fn longest(options: &Options, _seats: usize) -> u32 {
        // After each move: two passes, the second of rule 4, the penalties and their ends.
        let penalties = if options.miss_penalty == MissPenalty::Off { 0 } else { 4 * u32::from(MOST_MISSES) };
        (MOVES + 1) * (4 + penalties) + 2
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
        (self != MissPenalty::Off).then_some(500 * self as u32)
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

impl Table {
    #[inline]
    fn seats(&self) -> usize {
        self.decks.seats()
    }

    /// Who may act, with hands of these sizes. Nothing in it depends on what the hands are.
    #[inline]
    fn active(&self, sizes: SeatMap<u8>) -> SeatSet {
        match self.phase {
            Phase::Countdown { ready } => Seat::all(SEATS).filter(|&seat| !ready.contains(seat)).collect(),
            Phase::Turn(seat) => SeatSet::only(seat),
            Phase::Race(race) => {
                let is_free =
                    |seat: Seat| race.blocked != Some(seat) || self.can_draw(seat, sizes[seat].into());
                Seat::all(SEATS).filter(|&seat| !self.stuck.contains(seat) && is_free(seat)).collect()
            }
            Phase::Over => SeatSet::EMPTY,
        }
    }

    /// Rule 7: who may not play just now.
    #[inline]
    fn blocked(&self) -> Option<Seat> {
        if let Phase::Race(race) = self.phase { race.blocked } else { None }
    }

    /// Rule 3.
    #[inline]
    fn can_draw(&self, seat: Seat, hand: usize) -> bool {
        hand < HAND && self.decks[seat] > 0
    }

    /// The cards that everybody has seen.
    #[inline]
    fn open_cards(&self) -> CardSet {
        self.covered | self.tops.into_iter().flatten().collect()
    }

    /// The cards that this seat cannot hold, because it is stuck.
    fn impossible(&self, seat: Seat) -> CardSet {
        self.tops.filter(|_| self.stuck.contains(seat)).map_or(CardSet::EMPTY, fitting)
    }
}

#[inline]
fn sizes(state: &State) -> SeatMap<u8> {
    state.hands.map(|hand| hand.len() as u8)
}

/// The cards of both decks, and the start cards while they lie face down.
#[inline]
fn in_decks(state: &State) -> CardSet {
    state.hands.as_slice().iter().fold(CardSet::FULL - state.table.open_cards(), |rest, &hand| rest - hand)
}

/// Takes so many cards from a set that has them, every choice equally likely.
fn draw_hand(cards: &mut CardSet, n: usize, rng: &mut Rng) -> CardSet {
    (0..n).filter_map(|_| cards.draw_random(rng)).collect()
}

/// Any card of the decks: as good as the top one, since nobody knows their order.
#[inline]
fn any_card(state: &State, ctx: &mut Ctx) -> Card {
    in_decks(state).random(ctx.rng()).expect("a deck that has cards")
}

/// Rule 2.
#[inline]
fn fits(card: Card, top: Card) -> bool {
    card.value() == top.value() || card.symbol() == top.symbol() || card.colour() == top.colour()
}

/// The cards that fit on either top.
#[inline]
fn fitting(tops: [Card; 2]) -> CardSet {
    tops.into_iter().fold(CardSet::EMPTY, |all, top| {
        all | CardSet::of_value(top.value())
            | CardSet::of_symbol(top.symbol())
            | CardSet::of_colour(top.colour())
    })
}

/// Rule 7: whether a card that does not fit has its price now.
fn can_miss(state: &State, seat: Seat) -> bool {
    let table = &state.table;
    let Phase::Race(race) = table.phase else { return false };
    table.miss_penalty != MissPenalty::Off
        && race.blocked.is_none()
        && race.misses[seat] < MOST_MISSES
        && !state.hands[seat].is_empty()
        && !table.stuck.contains(seat.other())
}

/// Rule 4.
#[inline]
fn is_stalemate(state: &State) -> bool {
    let fitting = state.table.tops.map_or(CardSet::FULL, fitting);
    state
        .hands
        .iter()
        .all(|(seat, &hand)| !state.table.can_draw(seat, hand.len()) && (hand & fitting).is_empty())
}

/// What the clock waits for, if it is a race.
fn wait(state: &State) -> Option<Wait> {
    let table = &state.table;
    let race = match table.phase {
        Phase::Countdown { .. } => return Some(Wait::Countdown),
        Phase::Race(race) => race,
        Phase::Turn(_) | Phase::Over => return None,
    };
    if let Some(seat) = race.blocked {
        return Some(Wait::Penalty(seat));
    }
    let can_draw = |seat: &Seat| table.can_draw(*seat, state.hands[*seat].len());
    match Seat::all(SEATS).filter(can_draw).min_by_key(|&seat| race.last[seat]) {
        Some(seat) if table.auto_draw != AutoDraw::Off => Some(Wait::AutoDraw(seat)),
        None if !race.checked => Some(Wait::Stalemate),
        Some(_) | None => Some(Wait::Idle),
    }
}

/// Rules 4 and 6.
fn outcome(table: &Table, sizes: SeatMap<u8>) -> Outcome {
    match winner(table, sizes) {
        Some(seat) => Outcome::winner(SEATS, seat),
        None => Outcome::by_score(SeatMap::filled(SEATS, 0)),
    }
}

/// Rules 4 and 6: fewer cards win, and nobody if there are equally many.
fn winner(table: &Table, sizes: SeatMap<u8>) -> Option<Seat> {
    let left = |seat| sizes[seat] + table.decks[seat];
    Seat::all(SEATS).find(|&seat| left(seat) < left(seat.other()))
}

fn result(table: &Table, sizes: SeatMap<u8>) -> String {
    match winner(table, sizes) {
        Some(winner) if sizes[winner] == 0 => format!("{}, rid of all cards.", winner.does("win")),
        Some(winner) => {
            let (own, other) = (count(sizes[winner], "card"), sizes[winner.other()]);
            format!("{} with {own} against {other}.", winner.does("win"))
        }
        None => format!("{} each: a draw.", count(sizes[Seat::default()], "card")),
    }
}

fn ready(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    let Phase::Countdown { ready } = &mut state.table.phase else { return };
    ready.insert(seat);
    let both = ready.len() == SEATS;
    ctx.say(|| format!("{} ready.", seat.does("be")));
    if both {
        start_race(state, ctx);
    }
}

/// Rule 1: the countdown is over.
fn start_race(state: &mut State, ctx: &mut Ctx) {
    turn_start_cards(state, ctx);
    state.table.phase = Phase::Race(Race {
        moves: 0,
        last: SeatMap::filled(SEATS, 0),
        checked: false,
        blocked: None,
        misses: SeatMap::filled(SEATS, 0),
        blocks: 0,
    });
}

/// Rule 1: both start cards are turned up.
fn turn_start_cards(state: &mut State, ctx: &mut Ctx) {
    let left = any_card(state, ctx);
    state.table.covered = CardSet::only(left); // so that it does not come up twice
    let right = any_card(state, ctx);
    state.table.covered = CardSet::EMPTY;
    state.table.tops = Some([left, right]);
    ctx.say(|| format!("The start cards are {left} and {right}."));
}

/// Rule 2, with R4, R5 and R7.
#[inline]
fn play(state: &mut State, seat: Seat, card: Card, pile: Side, ctx: &mut Ctx) {
    let table = &mut state.table;
    let top = table.tops.map_or(card, |tops| tops[pile as usize]);
    if !fits(card, top) {
        return miss(table, seat, card, top, ctx);
    }
    state.hands[seat].remove(card);
    cover(table, pile, card);
    ctx.say(|| format!("{} {card} on {top}, on the {} pile.", seat.does("play"), pile.name()));
    if state.hands[seat].is_empty() && table.decks[seat] == 0 {
        end(state, ctx);
    } else {
        moved(state, Some(seat), ctx);
    }
}

/// Rule 7: the other player does not see the card.
fn miss(table: &mut Table, seat: Seat, card: Card, top: Card, ctx: &mut Ctx) {
    if let Phase::Race(race) = &mut table.phase {
        race.blocked = Some(seat);
        race.misses[seat] += 1;
        race.blocks += 1;
    }
    ctx.tell(seat, || format!("{} a moment: {card} does not fit on {top}.", seat.does("wait")));
    ctx.tell_others(seat, || format!("{} a card that does not fit.", seat.does("try")));
}

/// Puts a card on a pile; what fitted before may not fit any more, and the other way round.
#[inline]
fn cover(table: &mut Table, pile: Side, card: Card) {
    if let Some(tops) = &mut table.tops {
        let top = std::mem::replace(&mut tops[pile as usize], card);
        table.covered.insert(top);
    }
    table.stuck = SeatSet::EMPTY;
}

/// Rule 3. The caller says that something has moved.
#[inline]
fn draw(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    let card = any_card(state, ctx);
    state.hands[seat].insert(card);
    state.table.decks[seat] -= 1;
    ctx.tell(seat, || format!("{} {card}.", seat.does("draw")));
    ctx.tell_others(seat, || format!("{} a card.", seat.does("draw")));
}

/// Clocks begin anew in a race, and otherwise the turn passes. `by` is who played or drew.
#[inline]
fn moved(state: &mut State, by: Option<Seat>, ctx: &mut Ctx) {
    match &mut state.table.phase {
        Phase::Race(race) => {
            race.moves += 1;
            if let Some(seat) = by {
                race.last[seat] = race.moves;
            }
            race.checked = false;
            race.misses = SeatMap::filled(SEATS, 0);
        }
        Phase::Turn(seat) => {
            let next = seat.other();
            pass_turn(state, next, ctx);
        }
        Phase::Countdown { .. } | Phase::Over => {}
    }
}

/// Rule 8: the next turn; before it, a stalemate is resolved at once.
fn pass_turn(state: &mut State, next: Seat, ctx: &mut Ctx) {
    state.table.phase = Phase::Turn(next);
    while state.table.phase != Phase::Over && is_stalemate(state) {
        turn_up(state, ctx);
    }
}

/// Rules 4 and 8.
fn pass(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    state.table.stuck.insert(seat);
    ctx.say(|| format!("{seat} can neither play nor draw."));
    match &mut state.table.phase {
        Phase::Turn(turn) => *turn = seat.other(),
        Phase::Race(race) => race.blocked = None, // somebody must be able to go on
        Phase::Countdown { .. } | Phase::Over => {}
    }
    if state.table.stuck.len() == SEATS {
        turn_up(state, ctx);
    }
}

/// Rule 4, with R1 and R2: each deck gives a card, both at the same time; without decks it is over.
fn turn_up(state: &mut State, ctx: &mut Ctx) {
    if state.table.decks.iter().all(|(_, &deck)| deck == 0) {
        ctx.say(|| "Nobody can go on, and both decks are empty.");
        return end(state, ctx);
    }
    ctx.say(|| "Nobody goes on, so new cards are turned up.");
    for (seat, pile) in Seat::all(SEATS).zip([Side::Left, Side::Right]) {
        if state.table.decks[seat] > 0 {
            let card = any_card(state, ctx);
            state.table.decks[seat] -= 1;
            cover(&mut state.table, pile, card);
            ctx.say(|| format!("{} {card} up on the {} pile.", seat.does("turn"), pile.name()));
        }
    }
    if let Phase::Race(_) = state.table.phase {
        moved(state, None, ctx);
    }
}

/// Rule 5.
fn fill_or_turn_up(state: &mut State, ctx: &mut Ctx) {
    let mut drawn = 0;
    for seat in Seat::all(SEATS) {
        while state.table.can_draw(seat, state.hands[seat].len()) {
            draw(state, seat, ctx);
            drawn += 1;
        }
    }
    if drawn == 0 { turn_up(state, ctx) } else { moved(state, None, ctx) }
}

fn end(state: &mut State, ctx: &mut Ctx) {
    state.table.phase = Phase::Over;
    state.table.stuck = SeatSet::EMPTY;
    let (table, sizes) = (&state.table, sizes(state));
    ctx.say(|| result(table, sizes));
}
