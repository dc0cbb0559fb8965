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
//!    unoccupied or one's own. From one tile they may go several ways; units that arrived may go on
//!    if that tile is left later. At least one unit stays.
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
//! - R11: ties and players who are out are our rules 15 and 16.
//! - R12 (rules 8 and 15): whoever is out does not come back.
//! - R13 (rule 5): nobody's turn is skipped; it ends by itself when no action is possible.
//! - R14 (rule 6): a card is played only for an action that does something.
//! - R15 (rule 2): own maps are written `row,x,s;…` with row + x even and s one of D H C B W A, or `-`
//!   for brown.

mod audit;
mod battle;
mod board;
mod march;
mod scene;
mod table;
#[cfg(test)]
mod tests;
mod world;

use boxwood_engine::{
    Book, Choices, Ctx, Game, GameInfo, Illegal, Number, OrOff, Seat, SeatMap, SeatSet, Secret, SeenChoices,
    SetupError, Turn, Viewer, Words, choice, options,
};
use boxwood_kit::{Card, CardSet, Colour, Inventory, Pile, Rng, Symbol};
use boxwood_scene::{Offer, Scene, Touch, count};
use serde::{Deserialize, Serialize};

use battle::{
    Battle, advance, attack, can_advance, can_attack, can_flee, commit, conquer, flee, has_attack,
    most_advance, refuges,
};
pub use board::Tile;
use board::{MOST_TILES, Map, Tiles};
use march::{
    can_leave, can_move, can_reinforce, can_reinforce_tile, can_step, departures, has_step, list_steps,
    reinforce, step,
};

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
    leave_one: LeaveOne,
    turn_cap: Option<u8>,
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
        minutes: (45, 45),
        complexity: 3,
        tags: &["area control", "hand cycling", "simultaneous", "no dice", "open information"],
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let (kind, layout) = (options.map, options.symbol_layout);
        let map = world::build(kind, options.map_text.as_str(), layout, symbols(seats), ctx.rng())
            .map_err(SetupError::new)?;
        let start = Seat::new(ctx.rng().index(seats)).expect("one of the seats");
        ctx.say(|| format!("{} the first turn, after placing last.", start.does("have")));
        let table = Table {
            units: (0..map.len()).map(|_| 0).collect(),
            map,
            held: SeatMap::filled(seats, Tiles::EMPTY),
            hands: SeatMap::from_fn(seats, |seat| CardSet::of_colour(colour(seats, seat)) - CardSet::BROWN),
            played: SeatMap::filled(seats, CardSet::EMPTY),
            turns: SeatMap::filled(seats, 0),
            phase: Phase::Place(start.previous(seats)),
            ending: Ending::Open,
            last: None,
            leave_one: options.conquest_leave_one,
            turn_cap: options.turn_cap.on().map(|cap| cap.get() as u8),
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
            (_, Action::Place(tile)) => place(table, seat, tile, ctx),
            (_, Action::Count(card)) => count_actions(table, seat, card, ctx),
            (Phase::Acting(acting), Action::Commit(card)) => commit(state, acting, seat, card, ctx),
            (Phase::Acting(acting), action) => act(state, acting, action, ctx),
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

/// What is awaited instead of an action that does not belong here.
fn not_now(table: &Table) -> Illegal {
    match table.phase {
        Phase::Place(_) => Illegal::new("rule 4", "The first units are still being placed"),
        Phase::Count(_) => Illegal::new("rule 5", "A turn begins with a count card"),
        Phase::Acting(acting) => match acting.step {
            Step::Choose => {
                Illegal::new("rule 6", "Choose an action: reinforce, move, attack or end the turn")
            }
            Step::Reinforce { .. } => Illegal::new("rule 8", "Finish the reinforcement first"),
            Step::Move { .. } => Illegal::new("rule 9", "Finish the move first"),
            Step::Battle { .. } => Illegal::new("rule 10", "Both sides choose a battle card now"),
            Step::Flee { .. } => Illegal::new("rule 13", "The beaten units must flee first"),
            Step::Advance { .. } => Illegal::new("rule 13", "Choose first how many units advance"),
        },
        Phase::Over => Illegal::new("rule 14", "The final turns have been played"),
    }
}

/// Rule 4, with R2: where somebody may place the next unit.
#[inline]
fn places(table: &Table, seat: Seat) -> Tiles {
    if table.on_tiles(seat) >= APART {
        return table.held[seat];
    }
    let free = table.map.brown().and(table.unoccupied());
    let beside = table.held[seat].iter().fold(Tiles::EMPTY, |all, tile| all.or(table.map.near(tile)));
    let apart = free.without(beside);
    if apart.is_empty() { free } else { apart }
}

fn can_place(table: &Table, seat: Seat, tile: Tile) -> Result<(), Illegal> {
    if places(table, seat).contains(tile) {
        return Ok(());
    }
    let why = if table.on_tiles(seat) >= APART {
        "The last two units go on tiles you hold already"
    } else if !table.map.brown().contains(tile) {
        "The first four units go on brown tiles"
    } else if !table.unoccupied().contains(tile) {
        "This tile is occupied"
    } else {
        "This tile touches one of yours"
    };
    Err(Illegal::new("rule 4", why))
}

/// Rule 4.
#[inline]
fn place(table: &mut Table, seat: Seat, tile: Tile, ctx: &mut Ctx) {
    table.put(seat, tile, 1);
    ctx.say(|| format!("{} a unit on {}.", seat.does("place"), table.name(tile)));
    let next = seat.previous(table.seats());
    if table.on_tiles(next) < TO_PLACE {
        table.phase = Phase::Place(next);
    } else {
        begin_turn(table, seat, ctx); // the start player places last
    }
}

/// Rules 5 and 7.
fn begin_turn(table: &mut Table, seat: Seat, ctx: &mut Ctx) {
    take_back(table, seat, ctx);
    table.phase = Phase::Count(seat);
}

/// Rule 7: whoever has an empty hand and needs a card takes back what was played.
#[inline]
fn take_back(table: &mut Table, seat: Seat, ctx: &mut Ctx) {
    if !table.hands[seat].is_empty() {
        return;
    }
    let lowest = table.reserve(seat).first();
    table.hands[seat] = table.playable(seat);
    table.played[seat] = CardSet::EMPTY;
    ctx.say(|| {
        let added =
            lowest.map_or(String::new(), |card| format!(", with the {} from the reserve", name(card)));
        format!("{} all played cards{added}.", seat.does("take back"))
    });
    watch_sixes(table, ctx);
}

/// Rule 14: notices when nobody on the map lacks the 6.
fn watch_sixes(table: &mut Table, ctx: &mut Ctx) {
    if table.ending == Ending::Open && table.without_six().is_empty() {
        table.ending = Ending::Triggered;
        ctx.say(|| "Everybody on the map has taken the 6: after this turn come the final turns.");
    }
}

/// Whether somebody could play this card now.
fn can_play(table: &Table, seat: Seat, card: Card) -> Result<(), Illegal> {
    if table.playable(seat).contains(card) {
        return Ok(());
    }
    let why = if table.played[seat].contains(card) {
        format!("The {} has been played; it comes back when the hand is empty", name(card))
    } else if table.reserve(seat).contains(card) {
        format!("The {} is still in the reserve", name(card))
    } else {
        format!("The {card} is not one of your cards")
    };
    Err(Illegal::new("rule 7", why))
}

/// Plays a card face up, taking back first if need be, and says its value.
#[inline]
fn play(table: &mut Table, seat: Seat, card: Card, ctx: &mut Ctx) -> u8 {
    take_back(table, seat, ctx);
    lay_open(table, seat, card);
    card.value()
}

#[inline]
fn lay_open(table: &mut Table, seat: Seat, card: Card) {
    table.hands[seat].remove(card);
    table.played[seat].insert(card);
}

/// Rule 5.
#[inline]
fn count_actions(table: &mut Table, seat: Seat, card: Card, ctx: &mut Ctx) {
    let left = play(table, seat, card, ctx);
    ctx.say(|| format!("{} the {} for {}.", seat.does("play"), name(card), count(left, "action")));
    go_on(table, Acting { seat, left, reinforced: false, step: Step::Choose }, ctx);
}

/// Rules 5 and 6, with R13: the next action, or the next turn.
#[inline]
fn go_on(table: &mut Table, acting: Acting, ctx: &mut Ctx) {
    if acting.left > 0 && can_act(table, acting) {
        table.phase = Phase::Acting(Acting { step: Step::Choose, ..acting });
    } else {
        end_turn(table, acting.seat, ctx);
    }
}

#[inline]
fn can_act(table: &Table, acting: Acting) -> bool {
    can_reinforce(table, acting).is_ok()
        || has_step(table, acting.seat, table.held[acting.seat])
        || has_attack(table, acting.seat)
}

/// Rules 5, 14 and 17.
fn end_turn(table: &mut Table, seat: Seat, ctx: &mut Ctx) {
    table.turns[seat] += 1;
    table.ending = match table.ending {
        Ending::Open if is_capped(table) => {
            ctx.say(|| "Everybody has had enough turns: now come the final ones.");
            Ending::FinalTurns(table.on_map())
        }
        Ending::Open => Ending::Open,
        Ending::Triggered => Ending::FinalTurns(table.on_map()),
        Ending::FinalTurns(seats) => Ending::FinalTurns(seats.without(seat)),
    };
    let waiting = match table.ending {
        Ending::Open | Ending::Triggered => table.on_map(),
        Ending::FinalTurns(seats) => seats,
    };
    match seat.next(table.seats()).round(table.seats()).find(|&next| waiting.contains(next)) {
        Some(next) => begin_turn(table, next, ctx),
        None => finish(table, ctx),
    }
}

/// Rule 17.
#[inline]
fn is_capped(table: &Table) -> bool {
    table.turn_cap.is_some_and(|cap| table.on_map().iter().all(|seat| table.turns[seat] >= cap))
}

fn finish(table: &mut Table, ctx: &mut Ctx) {
    table.phase = Phase::Over;
    ctx.say(|| format!("The war is over. {}", result(table)));
}

/// Who has won, in a sentence.
fn result(table: &Table) -> String {
    let outcome = table.outcome();
    let winners = outcome.winners();
    let points = winners.first().map_or(0, |seat| outcome.scores[seat]);
    let is_tied = outcome.scores.iter().filter(|(_, score)| **score == points).count() > winners.len();
    let how = if is_tied { ", after a tie" } else { "" };
    match winners.first() {
        Some(seat) if winners.len() == 1 => {
            format!("{} with {}{how}.", seat.does("win"), count(points, "point"))
        }
        _ => format!("{} share the victory with {} each.", winners.names(), count(points, "point")),
    }
}

/// All actions that can be begun.
#[inline]
fn list_choices(table: &Table, acting: Acting, out: &mut Vec<Action>) {
    let seat = acting.seat;
    let cards = table.playable(seat);
    if can_reinforce(table, acting).is_ok() {
        out.extend(cards.iter().map(Action::Reinforce));
    }
    if has_step(table, seat, table.held[seat]) {
        out.extend(cards.iter().map(Action::Move));
    }
    let enemies = table.enemies(seat);
    for from in table.held[seat].iter() {
        out.extend(table.map.near(from).and(enemies).iter().map(|to| Action::Attack { from, to }));
    }
    out.push(Action::EndTurn);
}

/// Carries out an action of somebody's turn.
#[inline]
fn act(state: &mut State, acting: Acting, action: Action, ctx: &mut Ctx) {
    let table = &mut state.table;
    let seat = acting.seat;
    let begun = |step| Phase::Acting(Acting { left: acting.left - 1, step, ..acting });
    match (acting.step, action) {
        (_, Action::Reinforce(card)) => {
            let value = play(table, seat, card, ctx);
            ctx.say(|| format!("{} the {} to reinforce.", seat.does("play"), name(card)));
            table.phase = begun(Step::Reinforce { value, named: Tiles::EMPTY });
        }
        (Step::Reinforce { value, named }, Action::ReinforceTile(tile)) => {
            reinforce(table, acting, value, named, tile, ctx);
        }
        (_, Action::ReinforceDone) => go_on(table, Acting { reinforced: true, ..acting }, ctx),
        (_, Action::Move(card)) => {
            let value = play(table, seat, card, ctx);
            ctx.say(|| format!("{} the {} to move.", seat.does("play"), name(card)));
            table.phase = begun(Step::Move { value, sources: Tiles::EMPTY, last: None });
        }
        (Step::Move { value, sources, .. }, Action::MoveUnits { from, to, n }) => {
            step(table, seat, from, to, n, ctx);
            let (mut sources, last) = (sources, Some(from));
            sources.insert(from);
            table.phase = Phase::Acting(Acting { step: Step::Move { value, sources, last }, ..acting });
            if !has_step(table, seat, departures(table, seat, value, sources, last)) {
                go_on(table, acting, ctx);
            }
        }
        (_, Action::MoveDone) => go_on(table, acting, ctx),
        (_, Action::Attack { from, to }) => {
            table.phase = begun(Step::Battle { from, to });
            attack(state, seat, from, to, ctx);
        }
        (Step::Flee { from, to }, Action::Flee(tile)) => {
            flee(table, to, tile, ctx);
            conquer(table, acting, from, to, ctx);
        }
        (Step::Advance { from, to }, Action::Advance(n)) => {
            advance(table, seat, from, to, n, ctx);
            go_on(table, acting, ctx);
        }
        (_, Action::EndTurn) => {
            ctx.say(|| format!("{} the turn.", seat.does("end")));
            end_turn(table, seat, ctx);
        }
        (_, _) => unreachable!("check allows no such thing"),
    }
}

/// What a card is called where its owner is known: "Wheel 5".
fn name(card: Card) -> String {
    format!("{} {}", card.symbol(), card.value())
}
