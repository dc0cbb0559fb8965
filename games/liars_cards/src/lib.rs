//! Liar's Cards: bid how many cards of a symbol all players hold together, or call the bidder a liar.
//!
//! 2–12 seats · hidden hands · Green Box of Games.
//!
//! # Rules
//! 1. Everybody has 5 cubes as lives. Six tiles, one of each symbol in the order of their values, make
//!    a track; the first one, the Drop, is wild. A random player is the first starting bidder.
//! 2. A round: shuffle all 54 cards and deal each player still in as many as she has cubes, up to a
//!    limit: 5 cards with up to 7 players, 4 with 8 or 9, 3 with more.
//! 3. The starting bidder bids a number and a symbol: at least so many of all cards dealt show it.
//! 4. Then clockwise: raise, or call the last bidder a liar. A raise names a greater number with any
//!    symbol, or the same number with a symbol further along the track.
//! 5. A call ends the round: all hands are shown. If the bid is true the caller loses a cube, if it
//!    is false the bidder does.
//! 6. A card that shows the wild symbol counts for the symbol bid, unless no card shows that one itself.
//! 7. If the first bid of a round names the wild symbol, nothing is wild in this round.
//! 8. With fewer than 4 cards dealt, a bid is what all their values add up to at least; each must be
//!    higher than the last. Track and wild symbol mean nothing.
//! 9. Whoever lost the cube is the next starting bidder. A player without cubes is out; the last
//!    player in wins, the others rank by how long they stayed.
//! 10. Lives can be as many as the most cards instead, for a quicker game.
//! 11. Variation: the track is shuffled at the start, and each round the starting bidder, knowing her
//!     cards, moves one tile to the start of the track; that symbol is wild.
//!
//! # Rulings
//! - R1 (rule 4): a greater number of the same symbol is a raise like any other.
//! - R2 (rules 3 and 8): nobody bids more cards than are dealt, nor a sum of more than six for each
//!   card, nor one that cannot be false.
//! - R3 (rule 6): without a card that shows the symbol bid, the count is 0.
//! - R4 (rule 7): later bids on the wild symbol are ordinary; they count the cards showing it, and
//!   it stays wild for the bids after them.
//! - R5 (rule 8): the cards are counted at the deal and the whole round goes by that.
//! - R6 (rule 9): if the loser is out, the next player on the left starts.
//! - R7 (rules 7 and 11): opening with the symbol just chosen switches it off all the same.
//! - R8: 2 to 12 players; the book says 3–10 in one place and deals for 12 in another.
//! - R9 (rule 2): a hand has as many cards as cubes or as the limit, whichever is less; at large
//!   tables the first cubes lost cost no card.
//! - R10 (rule 1): the colours of the cubes mean nothing; 60 are enough for 12 players.
//!
//! Scores are the numbers of players outlasted.

mod advice;
mod audit;
mod estimate;
mod flow;
mod judge;
mod scene;
mod showdown;
mod state;
#[cfg(test)]
mod tests;
mod weigh;

use boxwood_engine::{
    Art, Book, Ctx, Eliminated, Game, GameInfo, Hands, Illegal, Seat, SeatMap, SeatSet, Secret, SeenHands,
    SetupError, Turn, Viewer, choice, options,
};
use boxwood_kit::{CardSet, Colour, Inventory, Rng, Symbol};
use boxwood_scene::{Offer, Scene, Theme, Touch};
use serde::{Deserialize, Serialize};

pub use showdown::{Bid, Showdown};

const CUBES: u8 = 5; // rule 1
const VALUE_ROUND: u8 = 3; // rule 8: with so many cards or fewer
const HIGHEST_VALUE: u8 = 6;
const MARKER: Colour = Colour::Black; // R10: any would do

/// The game.
pub struct LiarsCards;

choice! {
    /// The most cards a player is dealt.
    pub enum MaxCards {
        Auto = "auto", "5, with 8 or 9 players 4, with more 3";
        Three = "3", "3 cards";
        Four = "4", "4 cards, 3 with 10 or more players";
        Five = "5", "5 cards, or what the table allows";
    }
}

choice! {
    /// How many cubes a player has.
    pub enum Lives {
        Five = "five", "5 cubes each";
        AsCards = "as_cards", "as many cubes as cards (quicker)";
    }
}

choice! {
    /// Which symbol is wild.
    pub enum Wild {
        Drop = "drop", "the Drop, always";
        Chosen = "chosen", "the starting bidder's choice, on a shuffled track";
    }
}

options! {
    /// What can be chosen before the game.
    pub struct Options {
        "max_cards" max_cards: MaxCards = MaxCards::Auto, "Most cards in a hand";
        "lives" lives: Lives = Lives::Five, "Lives of each player";
        "wild" wild: Wild = Wild::Drop, "Wild symbol";
    }
}

/// Everything that is true at the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    table: Table,
    /// The cards of this round, all of them still secret; the rest of the 54 is undealt.
    hands: Hands<CardSet>,
}

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    table: Table,
    /// The viewer's own cards, and how many the others have.
    hands: SeenHands<CardSet>,
}

/// What everybody may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    options: Options,
    /// The cubes each player has left.
    lives: SeatMap<u8>,
    /// The players without cubes.
    out: Eliminated,
    /// The tiles from position 1 on.
    track: [Symbol; 6],
    phase: Phase,
    /// The last call, until the next.
    last: Option<Showdown>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Phase {
    /// Rule 11: this seat starts the round and names the wild symbol.
    ChooseWild(Seat),
    /// Rule 3: this seat makes the first bid.
    Open(Seat),
    /// Rule 4: a bid stands, and the next seat raises or calls.
    Answer { bidder: Seat, bid: Bid },
    /// Rule 5: a call is being settled, these hands are turned up, and perhaps the cards are counted.
    /// Only moments on the way from a call to the next deal show it.
    Showdown { round: u8, bidder: Seat, bid: Bid, shown: SeatSet, is_counted: bool },
    /// Rule 9: one player is left, and nothing is dealt.
    Over,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Rule 11: makes this symbol wild.
    ChooseWild(Symbol),
    /// Rules 3 and 4: at least `n` of all cards show the symbol.
    Bid {
        /// How many cards.
        n: u8,
        /// Which symbol.
        symbol: Symbol,
    },
    /// Rule 8: all values add up to at least this.
    BidValue(u8),
    /// Rule 5: calls the last bidder a liar.
    Liar,
}

impl Game for LiarsCards {
    type State = State;
    type View = View;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "liars-cards",
        title: "Liar's Cards",
        pitch: "Bid how many cards of a symbol all players hold together, or call the last bidder a liar.",
        book: Book::GreenBox,
        designers: &[],
        origin: "traditional game (Liar's Dice), adapted in the book",
        seats: (2, 12), // R8
        best: 5,
        quick: &[],
        minutes: (30, 30),
        complexity: 1,
        tags: &["bluffing", "hidden hands", "elimination", "bidding"],
        theme: Theme::Parlour,
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
        lesson: include_str!("../lesson.json"),
        art: Art::new(include_str!("../art/cover.svg"), include_bytes!("../art/cover.jpg")),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        Ok(flow::set_up(options, seats, ctx))
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        match state.table.to_act() {
            Some(seat) => Turn::of(seat),
            None => Turn::Over(state.table.out.outcome(state.table.seats())),
        }
    }

    #[inline]
    fn legal_actions(state: &State, _seat: Seat, out: &mut Vec<Action>) {
        let table = &state.table;
        let dealt = table.dealt();
        let bids_of = |n| table.track.map(|symbol| Action::Bid { n, symbol });
        match table.phase {
            Phase::ChooseWild(_) => out.extend(table.track.map(Action::ChooseWild)),
            Phase::Open(_) if table.is_value_round() => {
                out.extend((dealt..=HIGHEST_VALUE * dealt).map(Action::BidValue));
            }
            Phase::Open(_) => (1..=dealt).for_each(|n| out.extend(bids_of(n))),
            Phase::Answer { bid: Bid::Cards { n, symbol, .. }, .. } => {
                out.push(Action::Liar);
                out.extend(table.beyond(symbol).iter().map(|&symbol| Action::Bid { n, symbol }));
                (n + 1..=dealt).for_each(|n| out.extend(bids_of(n)));
            }
            Phase::Answer { bid: Bid::Sum(sum), .. } => {
                out.push(Action::Liar);
                out.extend((sum + 1..=HIGHEST_VALUE * dealt).map(Action::BidValue));
            }
            Phase::Showdown { .. } | Phase::Over => {}
        }
    }

    fn check(state: &State, _seat: Seat, action: &Action) -> Result<(), Illegal> {
        judge::check(&state.table, *action)
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        match *action {
            Action::ChooseWild(symbol) => flow::choose_wild(&mut state.table, seat, symbol, ctx),
            Action::Bid { n, symbol } => {
                let wild = flow::wild_under(&state.table, symbol);
                flow::bid(&mut state.table, seat, Bid::Cards { n, symbol, wild }, ctx);
            }
            Action::BidValue(sum) => flow::bid(&mut state.table, seat, Bid::Sum(sum), ctx),
            Action::Liar => flow::call_liar(state, seat, ctx),
        }
    }

    fn view(state: &State, viewer: Viewer) -> View {
        let hands = match state.table.phase {
            Phase::Showdown { shown, .. } => {
                state.hands.seen_where(|seat| viewer.is(seat) || shown.contains(seat), [CardSet::FULL])
            }
            _ => state.hands.seen_by(viewer),
        };
        View { table: state.table.clone(), hands }
    }

    fn redeal(view: &View, rng: &mut Rng) -> State {
        let mut unseen = CardSet::FULL - view.hands.shown();
        State { table: view.table.clone(), hands: view.hands.redeal(&mut unseen, rng) }
    }

    fn secrets(state: &State, viewer: Viewer) -> Vec<Secret> {
        state.hands.secrets(viewer, undealt(&state.hands))
    }

    fn scene(view: &View, viewer: Viewer) -> Scene {
        scene::scene(view, viewer)
    }

    fn offer(_view: &View, _seat: Seat, action: &Action) -> Offer {
        scene::offer(*action)
    }

    fn intent(view: &View, _seat: Seat, path: &[Touch]) -> Option<Action> {
        scene::intent(view, path)
    }

    fn inventory(state: &State) -> Inventory {
        let mut inventory = Inventory::EMPTY;
        inventory.add_cards(undealt(&state.hands));
        for (seat, hand) in state.hands.iter() {
            inventory.add_cards(hand);
            inventory.add_cubes(cube_colour(seat), state.table.cubes_each().into());
        }
        for symbol in state.table.track {
            inventory.add_tile(symbol);
        }
        inventory.add_cubes(MARKER, 1);
        inventory
    }

    fn prefer(state: &State, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        advice::prefer(state, seat, actions, weights);
    }

    fn estimate(view: &View, seat: Seat) -> Option<f32> {
        Some(estimate::estimate(view, seat))
    }

    fn longest(options: &Options, seats: usize) -> u32 {
        // Each round takes a cube, and has at most every bid once, one call and one choice.
        let (max_cards, cubes) = (options.max_cards(seats), options.cubes_each(seats));
        let seats = seats as u32;
        (seats * u32::from(cubes) - 1) * (6 * seats * u32::from(max_cards) + 2)
    }

    fn weigh(view: &View, seat: Seat, actions: &[Action], care: u8, values: &mut Vec<f32>) {
        weigh::weigh(view, seat, actions, care, values);
    }

    fn reason(view: &View, _seat: Seat, action: &Action) -> Option<String> {
        advice::reason(view, *action)
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}

/// The cards of the 54 that nobody holds.
fn undealt(hands: &Hands<CardSet>) -> CardSet {
    CardSet::FULL - hands.all()
}

/// R10: any colours do, as long as the box has enough of them and the marker has its own.
fn cube_colour(seat: Seat) -> Colour {
    Colour::ALL[seat.index() % (Colour::ALL.len() - 1)]
}
