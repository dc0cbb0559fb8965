//! War 2.0: spend cards to buy actions and to carry them out, and bluff with cards in battle.
//!
//! 2–4 seats · committed battle cards, all else open · Green Box of Games, base book.
//!
//! # Rules
//! 1. Four players use 36 tiles: three of each symbol face up ("symbol tiles") and as many face down
//!    ("brown tiles"). Three players leave the Arrow out (30 tiles), two the Hammers too (24). Everybody
//!    has the nine cards of a colour (four players: red, yellow, green, blue; three: blue, yellow,
//!    white; two: blue, yellow) and 20 cubes as units.
//! 2. The tiles make a map on the half-shifted grid, on which a tile touches up to six others: a world
//!    that grows from three tiles, cell by cell where two tiles touch it; or rows of six; or the
//!    players' own. Symbols can lie apart, together or anywhere.
//! 3. The hand is the six cards of value 1 to 3; 4, 5 and 6 are the reserve.
//! 4. Placement, counter-clockwise, the start player last in each round: four rounds of one unit on an
//!    unoccupied brown tile that touches no tile of one's own, then two rounds of one unit on a tile
//!    of one's own.
//! 5. Turns go clockwise from the start player. A turn begins with a card, the count card: its value is
//!    how many actions may follow. One may stop early.
//! 6. Each action takes another card. Reinforce at most once a turn, move and attack as often as one likes.
//! 7. Whoever needs a card and has an empty hand first takes back all played cards and adds the lowest
//!    card of the reserve.
//! 8. Reinforce: one unit from the supply on each of up to as many own tiles as the card's value.
//! 9. Move: units leave up to as many tiles as the card's value, each a step to a neighbour that is
//!    unoccupied or one's own. From one tile they may go several ways. One finishes with a tile before units
//!    leave the next, and does not come back to it with the same card; units that arrived may go on if that
//!    tile is left later. At least one unit stays.
//! 10. Attack a neighbouring tile of somebody else's. Both sides commit a card, then both are shown.
//! 11. A side's total: its units on the tile, the value of its card, and 1 more if the card shows the
//!     symbol of the attacked tile. The higher total wins; a draw is the defender's.
//! 12. If the defender wins, the attacker removes one unit.
//! 13. If the attacker wins, the defender removes one unit, and the rest flees together to a
//!     neighbouring tile of the defender's, or else to an unoccupied one, or else stays. If the tile is
//!     empty then, the attacker may advance into it.
//! 14. As soon as everybody on the map has taken the 6 into hand, the turn is completed, and then
//!     everybody has one final turn; whoever was on turn comes last.
//! 15. Whoever has no unit on the map is out and scores nothing. If one player is left, the game ends
//!     at once.
//! 16. Score: 1 for each tile; 1 + 2 + … + k for k different symbols; 5 for each symbol of which one
//!     holds all three tiles. Ties go to more tiles, then to more units, then they are shared.
//! 17. Guard: when everybody on the map has completed a chosen number of turns, the final turns begin.
//!
//! # Rulings
//! - R1 (rule 1): white cubes are in the expansion; any free colour serves as well.
//! - R2 (rule 4): the distance to own tiles is kept in the first four rounds. If no brown tile
//!   qualifies, any unoccupied brown tile does.
//! - R3 (rule 11): all units on the attacking tile count.
//! - R4 (rule 13): whoever can flee must; any kind of tile will do.
//! - R5 (rule 13): a lone unit that is removed leaves nothing to flee; the attacker may advance.
//! - R6 (rule 13): where units stay, nobody advances.
//! - R7 (rule 13): one unit stays behind an advance too, so a lone unit can kill but not conquer; an
//!   option lets all go.
//! - R8 (rule 14): a final turn is a whole extra turn after the one in which the last 6 was taken.
//! - R9 (rule 7): hands are open, for they follow from what has been played. A committed card is still
//!   shown in the hand to all others until both are in.
//! - R10 (rule 1): the colours of the book's pictures change nothing.
//! - R11 (rules 15 and 16): ties and players who are out are our rules 15 and 16.
//! - R12 (rules 8 and 15): whoever is out does not come back.
//! - R13 (rule 5): nobody's turn is skipped; it ends by itself when no action is possible.
//! - R14 (rule 6): a card is played only for an action that does something.
//! - R15 (rule 2): own maps are written `row,x,s;…` with row + x even, neither farther from 0 than 60,
//!   and s one of D H C B W A, or `-` for brown. A `;` behind the last tile does no harm.

mod advice;
mod audit;
mod battle;
mod board;
mod estimate;
mod flow;
mod judge;
mod march;
mod scene;
mod state;
#[cfg(test)]
mod tests;
mod world;

use boxwood_engine::{
    Art, Book, Choices, Ctx, Game, GameInfo, Illegal, Number, OrOff, Seat, SeatMap, SeatSet, Secret,
    SeenChoices, SetupError, Turn, Viewer, Words, choice, options,
};
use boxwood_kit::{Card, CardSet, Colour, Inventory, Pile, Rng, Symbol};
use boxwood_scene::{Offer, Scene, Theme, Touch};
use serde::{Deserialize, Serialize};

use battle::{Battle, can_advance, can_attack, can_flee, commit, most_advance, refuges};
pub use board::Tile;
use board::{MOST_TILES, Map, Tiles};
use judge::{can_place, can_play, is_on_map, list_choices, not_now, places};
use march::{can_leave, can_move, can_reinforce, can_reinforce_tile, can_step, departures, list_steps};

const OF_EACH: usize = 3; // rule 1: face-up tiles of each symbol
const UNITS: u8 = 20; // rule 1
const APART: u8 = 4; // rule 4: rounds on brown tiles
const TO_PLACE: u8 = 6; // rule 4: rounds in all
const TRIPLE: i32 = 5; // rule 16
/// Six, seven and eight cards are played out in 21 turns at the latest, so the 6 is in hand in turn 22.
const LAST_SIX: u32 = 22;

/// The game.
pub struct War2;

choice! {
    /// Rule 2: where the map comes from.
    pub enum MapKind {
        World = "world", "a world grown at random";
        Compact = "compact", "rows of six tiles, symbols and brown in turn";
        Custom = "custom", "your own, from the text of the map";
    }
}

choice! {
    /// Rule 2: how symbols lie.
    pub enum SymbolLayout {
        Spread = "spread", "equal symbols apart";
        Random = "random", "anywhere";
        Grouped = "grouped", "equal symbols together";
    }
}

choice! {
    /// R7: whether a unit stays where an attack came from.
    pub enum LeaveOne {
        On = "on", "one unit stays behind";
        Off = "off", "all units may advance";
    }
}

options! {
    /// What can be chosen before the game.
    pub struct Options {
        "map" map: MapKind = MapKind::World, "Map";
        "map_text" map_text: Words<400> = Words::default(), "Text of your own map";
        "symbol_layout" symbol_layout: SymbolLayout = SymbolLayout::Spread, "Symbols";
        "conquest_leave_one" conquest_leave_one: LeaveOne = LeaveOne::On, "After a won attack";
        "turn_cap" turn_cap: OrOff<Number<10, 60>> = OrOff::On(Number::new(40)), "Final turns after so many turns";
    }
}

/// Everything that is true: the table, and the battle cards of the moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    table: Table,
    /// Rule 10; nobody is asked outside a battle. A committed card stays in its hand until it is shown.
    committed: Choices<Card>,
}

/// What one viewer knows: the table, and of the battle cards only the own one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    table: Table,
    committed: SeenChoices<Card>,
}

/// What lies open for all to see. Put nothing secret here: every view shows it whole.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    options: Options,
    map: Map,
    /// How many units are on each tile.
    units: Pile<u8, MOST_TILES>,
    /// The tiles on which somebody's units are.
    held: SeatMap<Tiles>,
    hands: SeatMap<CardSet>,
    /// What everybody has played; the rest of her nine cards is the reserve.
    played: SeatMap<CardSet>,
    /// How many turns everybody has completed.
    turns: SeatMap<u8>,
    phase: Phase,
    ending: Ending,
    /// The last battle, until the next.
    last: Option<Battle>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Phase {
    /// Rule 4: this seat places its next unit.
    Place(Seat),
    /// Rule 5: this seat plays a count card.
    Count(Seat),
    /// Rule 6: somebody acts.
    Acting(Acting),
    /// It has been scored.
    Over,
}

/// A turn after its count card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Acting {
    seat: Seat,
    /// How many actions may still be begun.
    left: u8,
    reinforced: bool,
    step: Step,
}

/// How far an action is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Step {
    /// No action is half done.
    Choose,
    /// Rule 8: with a card of this value; these tiles have their unit.
    Reinforce { value: u8, named: Tiles },
    /// Rule 9: with a card of this value; units have left these tiles, at last this one.
    Move { value: u8, sources: Tiles, last: Option<Tile> },
    /// Rule 10: both sides commit a card.
    Battle { from: Tile, to: Tile },
    /// Rule 13: the defender chooses where to flee.
    Flee { from: Tile, to: Tile },
    /// Rule 13: the attacker chooses how many units advance.
    Advance { from: Tile, to: Tile },
}

/// Rule 14: how near the end is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Ending {
    /// Somebody on the map has not taken the 6.
    Open,
    /// Everybody has; this turn is completed first.
    Triggered,
    /// These seats, whoever is on turn included, have their final turn.
    FinalTurns(SeatSet),
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Rule 4: places a unit here.
    Place(Tile),
    /// Rule 5: plays this card to count the actions.
    Count(Card),
    /// Rule 8: plays this card to reinforce.
    Reinforce(Card),
    /// Rule 8: puts a unit here.
    ReinforceTile(Tile),
    /// Rule 8: that is enough.
    ReinforceDone,
    /// Rule 9: plays this card to move.
    Move(Card),
    /// Rule 9: `n` units take a step.
    MoveUnits {
        /// The tile they leave.
        from: Tile,
        /// The tile they enter.
        to: Tile,
        /// How many.
        n: u8,
    },
    /// Rule 9: that is enough.
    MoveDone,
    /// Rule 10: attacks a tile from a neighbouring one.
    Attack {
        /// The attacker's tile.
        from: Tile,
        /// The defender's tile.
        to: Tile,
    },
    /// Rule 10: commits this card to the battle.
    Commit(Card),
    /// Rule 13: the beaten units flee to this tile.
    Flee(Tile),
    /// Rule 13: so many units advance.
    Advance(u8),
    /// Rule 5: stops acting.
    EndTurn,
}

impl Game for War2 {
    type State = State;
    type View = View;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "war-2",
        title: "War 2.0",
        pitch: "Hold tiles and many different symbols of the world; cards buy your actions and decide the battles.",
        book: Book::GreenBox,
        designers: &[],
        origin: "written for the Green Box",
        seats: (2, 4),
        best: 3,
        quick: &[],
        minutes: (45, 45),
        complexity: 3,
        tags: &["area control", "hand cycling", "simultaneous", "no dice", "open information"],
        theme: Theme::Sea,
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
        lesson: include_str!("../lesson.json"),
        art: Art::new(include_str!("../art/cover.svg"), include_bytes!("../art/cover.jpg")),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let (kind, layout) = (options.map, options.symbol_layout);
        let map = world::build(kind, options.map_text.as_str(), layout, symbols(seats), ctx.rng())
            .map_err(SetupError::new)?;
        let start = Seat::random(seats, ctx.rng());
        ctx.say(|| format!("{} the first turn, after placing last.", start.does("have")));
        let table = Table {
            options: options.clone(),
            units: (0..map.len()).map(|_| 0).collect(),
            map,
            held: SeatMap::filled(seats, Tiles::EMPTY),
            hands: SeatMap::from_fn(seats, |seat| CardSet::of_colour(colour(seats, seat)) - CardSet::BROWN),
            played: SeatMap::filled(seats, CardSet::EMPTY),
            turns: SeatMap::filled(seats, 0),
            phase: Phase::Place(start.previous(seats)),
            ending: Ending::Open,
            last: None,
        };
        Ok(State { table, committed: Choices::ask(seats, SeatSet::EMPTY) })
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        match state.table.to_act(state.committed.pending()) {
            SeatSet::EMPTY => Turn::Over(state.table.outcome()),
            active => Turn::Active(active),
        }
    }

    #[inline]
    fn legal_actions(state: &State, seat: Seat, out: &mut Vec<Action>) {
        let table = &state.table;
        let acting = match table.phase {
            Phase::Place(_) => return out.extend(places(table, seat).iter().map(Action::Place)),
            Phase::Count(_) => return out.extend(table.hands[seat].iter().map(Action::Count)),
            Phase::Acting(acting) => acting,
            Phase::Over => return,
        };
        match acting.step {
            Step::Choose => list_choices(table, acting, out),
            Step::Reinforce { named, .. } => {
                out.extend(table.held[seat].without(named).iter().map(Action::ReinforceTile));
                out.extend((!named.is_empty()).then_some(Action::ReinforceDone));
            }
            Step::Move { value, sources, last } => {
                list_steps(table, seat, departures(table, seat, value, sources, last), out);
                out.extend((!sources.is_empty()).then_some(Action::MoveDone));
            }
            Step::Battle { .. } => out.extend(table.hands[seat].iter().map(Action::Commit)),
            Step::Flee { to, .. } => out.extend(refuges(table, to).iter().map(Action::Flee)),
            Step::Advance { from, .. } => out.extend((0..=most_advance(table, from)).map(Action::Advance)),
        }
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        let table = &state.table;
        is_on_map(table, *action)?;
        let acting = match (table.phase, *action) {
            (Phase::Place(_), Action::Place(tile)) => return can_place(table, seat, tile),
            (Phase::Count(_), Action::Count(card)) => return can_play(table, seat, card),
            (Phase::Acting(acting), _) => acting,
            (Phase::Place(_) | Phase::Count(_) | Phase::Over, _) => return Err(not_now(table)),
        };
        match (acting.step, *action) {
            (Step::Choose, Action::Reinforce(card)) => {
                can_reinforce(table, acting).and(can_play(table, seat, card))
            }
            (Step::Choose, Action::Move(card)) => can_move(table, seat).and(can_play(table, seat, card)),
            (Step::Choose, Action::Attack { from, to }) => can_attack(table, seat, from, to),
            (Step::Choose, Action::EndTurn) => Ok(()),
            (Step::Reinforce { named, .. }, Action::ReinforceTile(tile)) => {
                can_reinforce_tile(table, seat, named, tile)
            }
            (Step::Reinforce { named, .. }, Action::ReinforceDone) if named.is_empty() => {
                Err(Illegal::new("ruling R14", "Put at least one unit on a tile first"))
            }
            (Step::Reinforce { .. }, Action::ReinforceDone) => Ok(()),
            (Step::Move { value, sources, last }, Action::MoveUnits { from, to, n }) => {
                can_leave(table, seat, value, sources, last, from).and(can_step(table, seat, from, to, n))
            }
            (Step::Move { sources, .. }, Action::MoveDone) if sources.is_empty() => {
                Err(Illegal::new("ruling R14", "Move at least one unit first"))
            }
            (Step::Move { .. }, Action::MoveDone) => Ok(()),
            (Step::Battle { .. }, Action::Commit(card)) => can_play(table, seat, card),
            (Step::Flee { to, .. }, Action::Flee(tile)) => can_flee(table, to, tile),
            (Step::Advance { from, .. }, Action::Advance(n)) => can_advance(table, from, n),
            (_, _) => Err(not_now(table)),
        }
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        let table = &mut state.table;
        match (table.phase, *action) {
            (_, Action::Place(tile)) => flow::place(table, seat, tile, ctx),
            (_, Action::Count(card)) => flow::count_actions(table, seat, card, ctx),
            (Phase::Acting(acting), Action::Commit(card)) => commit(state, acting, seat, card, ctx),
            (Phase::Acting(acting), action) => flow::act(state, acting, action, ctx),
            (Phase::Place(_) | Phase::Count(_) | Phase::Over, _) => {
                unreachable!("check allows no such thing")
            }
        }
    }

    fn view(state: &State, viewer: Viewer) -> View {
        View { table: state.table.clone(), committed: state.committed.seen_by(viewer) }
    }

    fn redeal(view: &View, rng: &mut Rng) -> State {
        let table = view.table.clone();
        let guess = |seat| table.hands[seat].random(rng).expect("whoever has committed a card holds it");
        State { committed: view.committed.redeal(table.seats(), guess), table }
    }

    fn secrets(state: &State, viewer: Viewer) -> Vec<Secret> {
        // The second card in shows both, so at most one is ever hidden.
        state.committed.secrets(viewer, 0, |card| card.number().into())
    }

    fn scene(view: &View, viewer: Viewer) -> Scene {
        scene::scene(view, viewer)
    }

    fn offer(view: &View, seat: Seat, action: &Action) -> Offer {
        scene::offer(&view.table, seat, *action)
    }

    fn intent(view: &View, _seat: Seat, path: &[Touch]) -> Option<Action> {
        scene::intent(&view.table, path)
    }

    fn inventory(state: &State) -> Inventory {
        let table = &state.table;
        let mut inventory = Inventory::EMPTY;
        for seat in Seat::all(table.seats()) {
            let cards = table.hands[seat] | table.played[seat] | table.reserve(seat);
            let units = u16::from(table.on_tiles(seat)) + u16::from(table.supply(seat));
            inventory.add_cards(cards).add_cubes(colour(table.seats(), seat), units);
        }
        let faces = table.map.all().iter().filter_map(|tile| table.map.face(tile));
        // The brown tiles are the other three of each symbol.
        let backs = table.map.brown().iter().zip(symbols(table.seats()).iter().cycle());
        for symbol in faces.chain(backs.map(|(_, &symbol)| symbol)) {
            inventory.add_tile(symbol);
        }
        inventory
    }

    fn estimate(view: &View, seat: Seat) -> Option<f32> {
        Some(estimate::estimate(view, seat))
    }

    fn reason(view: &View, seat: Seat, action: &Action) -> Option<String> {
        advice::reason(view, seat, *action)
    }

    fn longest(options: &Options, seats: usize) -> u32 {
        let cap = options.turn_cap.on().map_or(LAST_SIX, |cap| cap.get() as u32);
        let turns = cap.min(LAST_SIX) + 1;
        // The longest action is a move with a 6: the card, six tiles left unit by unit, done.
        let action = 1 + 6 * u32::from(UNITS - 1) + 1;
        seats as u32 * (u32::from(TO_PLACE) + turns * (1 + 6 * action + 1))
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}

/// Rule 1.
fn symbols(seats: usize) -> &'static [Symbol] {
    use Symbol::{Arrow, Bricks, Circles, Drop, Hammers, Wheel};
    match seats {
        2 => &[Drop, Circles, Bricks, Wheel],
        3 => &[Drop, Hammers, Circles, Bricks, Wheel],
        _ => &[Drop, Hammers, Circles, Bricks, Wheel, Arrow],
    }
}

/// Rule 1, with R1.
#[inline]
fn colour(seats: usize, seat: Seat) -> Colour {
    use Colour::{Blue, Green, Red, White, Yellow};
    match seats {
        2 | 3 => [Blue, Yellow, White][seat.index() % 3],
        _ => [Red, Yellow, Green, Blue][seat.index() % 4],
    }
}

/// What a card is called where its owner is known: "Wheel 5".
fn name(card: Card) -> String {
    format!("{} {}", card.symbol(), card.value())
}
