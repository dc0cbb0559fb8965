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
//! 8. Reinforce: one unit from the supply on each of as many own tiles as the card's value.
//! 9. Move: units leave as many tiles as the card's value, each a step to a neighbour that is
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
mod board;
mod scene;
#[cfg(test)]
mod tests;
mod world;

use boxwood_engine::{
    Book, Choices, Ctx, Game, GameInfo, Illegal, Number, OrOff, Outcome, Seat, SeatMap, SeatSet, Secret,
    SeenChoices, SetupError, Turn, Viewer, Words, choice, options,
};
use boxwood_kit::{Card, CardSet, Colour, Inventory, Pile, Rng, Symbol};
use boxwood_scene::{Key, Offer, Scene, count};
use serde::{Deserialize, Serialize};

pub use board::Tile;
use board::{MOST_TILES, Map, Tiles};

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

/// A battle that has been fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Battle {
    from: Tile,
    to: Tile,
    attacker: Side,
    defender: Side,
}

/// What a side fought with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Side {
    seat: Seat,
    units: u8,
    card: Card,
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
        pitch: "Spend cards to buy actions and to carry them out, and bluff in battle for the symbols of the world.",
        book: Book::GreenBox,
        designers: &[],
        origin: "",
        seats: (2, 4),
        minutes: (45, 45),
        complexity: 3,
        tags: &["area control", "hand cycling", "simultaneous", "no dice", "open information"],
        rules: 1,
        guide: include_str!("guide.md"),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let (kind, layout) = (options.map, options.symbol_layout);
        let map = world::build(kind, options.map_text.as_str(), layout, symbols(seats), ctx.rng())
            .map_err(SetupError::new)?;
        let start = Seat::new(ctx.rng().index(seats)).expect("one of the seats");
        ctx.say(|| format!("{} the first turn and places last.", start.does("have")));
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

    fn intent(view: &View, _seat: Seat, path: &[Key]) -> Option<Action> {
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

impl Table {
    #[inline]
    fn seats(&self) -> usize {
        self.held.seats()
    }

    /// Who may decide now; nobody when it is over.
    #[inline]
    fn to_act(&self, to_commit: SeatSet) -> SeatSet {
        match self.phase {
            Phase::Place(seat) | Phase::Count(seat) => SeatSet::only(seat),
            Phase::Acting(Acting { seat, step, .. }) => match step {
                Step::Battle { .. } => to_commit,
                Step::Flee { to, .. } => self.owner(to).map_or(SeatSet::EMPTY, SeatSet::only),
                Step::Choose | Step::Reinforce { .. } | Step::Move { .. } | Step::Advance { .. } => {
                    SeatSet::only(seat)
                }
            },
            Phase::Over => SeatSet::EMPTY,
        }
    }

    /// Whose units are on the tile.
    #[inline]
    fn owner(&self, tile: Tile) -> Option<Seat> {
        Seat::all(self.seats()).find(|&seat| self.held[seat].contains(tile))
    }

    #[inline]
    fn units(&self, tile: Tile) -> u8 {
        self.units.get(tile.index()).copied().unwrap_or(0)
    }

    #[inline]
    fn unoccupied(&self) -> Tiles {
        let held = self.held.as_slice().iter();
        self.map.all().without(held.fold(Tiles::EMPTY, |all, held| all.or(*held)))
    }

    /// The tiles of everybody else.
    #[inline]
    fn enemies(&self, seat: Seat) -> Tiles {
        self.map.all().without(self.unoccupied()).without(self.held[seat])
    }

    /// How many units somebody has on the map.
    #[inline]
    fn on_tiles(&self, seat: Seat) -> u8 {
        self.held[seat].iter().map(|tile| self.units(tile)).sum()
    }

    #[inline]
    fn supply(&self, seat: Seat) -> u8 {
        UNITS - self.on_tiles(seat)
    }

    /// Rule 15: who is still in the game once the units are placed.
    #[inline]
    fn on_map(&self) -> SeatSet {
        self.held.seats_where(|held| !held.is_empty())
    }

    /// Rule 3: the cards that somebody has not taken into hand yet.
    #[inline]
    fn reserve(&self, seat: Seat) -> CardSet {
        CardSet::of_colour(colour(self.seats(), seat)) - self.hands[seat] - self.played[seat]
    }

    /// Rule 7: the cards somebody may play: the hand, or if it is empty what it will be.
    #[inline]
    fn playable(&self, seat: Seat) -> CardSet {
        if !self.hands[seat].is_empty() {
            return self.hands[seat];
        }
        let lowest = self.reserve(seat).first().map_or(CardSet::EMPTY, CardSet::only);
        self.played[seat] | lowest
    }

    /// Rule 14: the players on the map whose 6 is still in the reserve.
    #[inline]
    fn without_six(&self) -> SeatSet {
        let mut seats = self.on_map();
        for seat in seats.iter().filter(|&seat| self.reserve(seat).is_empty()) {
            seats.remove(seat);
        }
        seats
    }

    #[inline]
    fn put(&mut self, seat: Seat, tile: Tile, n: u8) {
        if n > 0 {
            self.units[tile.index()] += n;
            self.held[seat].insert(tile);
        }
    }

    #[inline]
    fn take(&mut self, seat: Seat, tile: Tile, n: u8) {
        self.units[tile.index()] -= n;
        if self.units[tile.index()] == 0 {
            self.held[seat].remove(tile);
        }
    }

    /// Rule 16.
    fn outcome(&self) -> Outcome {
        let scores = SeatMap::from_fn(self.seats(), |seat| score(self, seat).sum());
        let standing = |seat| (scores[seat], self.held[seat].len(), self.on_tiles(seat));
        Outcome::by(scores, standing)
    }

    fn name(&self, tile: Tile) -> String {
        self.map.name(tile)
    }
}

/// Rule 16: what somebody's tiles are worth.
struct Score {
    tiles: usize,
    /// Different symbols.
    symbols: usize,
    triples: usize,
}

impl Score {
    /// 1 + 2 + … + k for k different symbols.
    fn ladder(&self) -> i32 {
        (self.symbols * (self.symbols + 1) / 2) as i32
    }

    fn sum(&self) -> i32 {
        self.tiles as i32 + self.ladder() + TRIPLE * self.triples as i32
    }
}

fn score(table: &Table, seat: Seat) -> Score {
    let mut of_symbol = [0; 6];
    let held = table.held[seat];
    for symbol in held.iter().filter_map(|tile| table.map.face(tile)) {
        of_symbol[symbol.id()] += 1;
    }
    let with = |least| of_symbol.iter().filter(|&&n| n >= least).count();
    Score { tiles: held.len(), symbols: with(1), triples: with(OF_EACH) }
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
    let (card_name, rule) = (name(card), "rule 7");
    let why = if table.played[seat].contains(card) {
        format!("The {card_name} has been played; it comes back when the hand is empty")
    } else if table.reserve(seat).contains(card) {
        format!("The {card_name} is still in the reserve")
    } else {
        format!("The {card} is not one of your cards")
    };
    Err(Illegal::new(rule, why))
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

/// Rule 8, with R14.
#[inline]
fn can_reinforce(table: &Table, acting: Acting) -> Result<(), Illegal> {
    if acting.reinforced {
        return Err(Illegal::new("rule 6", "You have already reinforced in this turn"));
    }
    if table.supply(acting.seat) == 0 {
        return Err(Illegal::new("ruling R14", "All your units are on the map already"));
    }
    Ok(())
}

/// Rule 8.
fn can_reinforce_tile(table: &Table, seat: Seat, named: Tiles, tile: Tile) -> Result<(), Illegal> {
    if !table.held[seat].contains(tile) {
        return Err(Illegal::new("rule 8", "Reinforcements go on tiles you hold"));
    }
    if named.contains(tile) {
        return Err(Illegal::new("rule 8", "This tile has its unit already; each gets only one"));
    }
    Ok(())
}

/// Rule 8: one more unit, until no further one may be placed.
#[inline]
fn reinforce(table: &mut Table, acting: Acting, value: u8, named: Tiles, tile: Tile, ctx: &mut Ctx) {
    let seat = acting.seat;
    table.put(seat, tile, 1);
    ctx.say(|| format!("{} {}.", seat.does("reinforce"), table.name(tile)));
    let mut named = named;
    named.insert(tile);
    if may_reinforce_more(table, seat, value, named) {
        table.phase = Phase::Acting(Acting { step: Step::Reinforce { value, named }, ..acting });
    } else {
        go_on(table, Acting { reinforced: true, ..acting }, ctx);
    }
}

#[inline]
fn may_reinforce_more(table: &Table, seat: Seat, value: u8, named: Tiles) -> bool {
    named.len() < usize::from(value) && table.supply(seat) > 0 && !table.held[seat].without(named).is_empty()
}

/// Rule 9: the tiles that units may leave under a card.
#[inline]
fn departures(table: &Table, seat: Seat, value: u8, sources: Tiles, last: Option<Tile>) -> Tiles {
    let mut tiles = match sources.len() < usize::from(value) {
        true => table.held[seat].without(sources),
        false => Tiles::EMPTY,
    };
    last.into_iter().for_each(|tile| tiles.insert(tile));
    tiles
}

/// Rule 9: where units may step.
#[inline]
fn steps(table: &Table, seat: Seat, from: Tile) -> Tiles {
    table.map.near(from).and(table.unoccupied().or(table.held[seat]))
}

/// Whether units can leave one of these tiles of somebody's.
#[inline]
fn has_step(table: &Table, seat: Seat, departures: Tiles) -> bool {
    let free = table.unoccupied().or(table.held[seat]);
    departures.iter().any(|from| table.units(from) > 1 && !table.map.near(from).and(free).is_empty())
}

#[inline]
fn list_steps(table: &Table, seat: Seat, departures: Tiles, out: &mut Vec<Action>) {
    for from in departures.iter().filter(|&from| table.units(from) > 1) {
        for to in steps(table, seat, from).iter() {
            out.extend((1..table.units(from)).map(|n| Action::MoveUnits { from, to, n }));
        }
    }
}

/// R14.
fn can_move(table: &Table, seat: Seat) -> Result<(), Illegal> {
    match has_step(table, seat, table.held[seat]) {
        true => Ok(()),
        false => Err(Illegal::new("ruling R14", "None of your units can move: one stays on every tile")),
    }
}

/// Rule 9: whether units may leave this tile under this card.
fn can_leave(
    table: &Table,
    seat: Seat,
    value: u8,
    sources: Tiles,
    last: Option<Tile>,
    from: Tile,
) -> Result<(), Illegal> {
    if !table.held[seat].contains(from) {
        return Err(Illegal::new("rule 9", "Move your own units"));
    }
    if departures(table, seat, value, sources, last).contains(from) {
        return Ok(());
    }
    Err(match sources.contains(from) {
        true => Illegal::new("rule 9", "Units have left this tile before; go on with another one"),
        false => {
            let tiles = count(value, "tile");
            Illegal::new("rule 9", format!("With this card units leave only {tiles}"))
        }
    })
}

/// Rule 9.
fn can_step(table: &Table, seat: Seat, from: Tile, to: Tile, n: u8) -> Result<(), Illegal> {
    if !table.map.near(from).contains(to) {
        return Err(Illegal::new("rule 9", "Units go one step, to a tile that touches theirs"));
    }
    if table.enemies(seat).contains(to) {
        return Err(Illegal::new("rule 9", "Units cannot move to a tile of somebody else: attack it"));
    }
    if n == 0 {
        return Err(Illegal::new("rule 9", "Move at least one unit"));
    }
    if n >= table.units(from) {
        return Err(Illegal::new("rule 9", "At least one unit stays on the tile"));
    }
    Ok(())
}

/// Rule 9.
#[inline]
fn step(table: &mut Table, seat: Seat, from: Tile, to: Tile, n: u8, ctx: &mut Ctx) {
    table.take(seat, from, n);
    table.put(seat, to, n);
    ctx.say(|| {
        let (from, to) = (table.name(from), table.name(to));
        format!("{} {} from {from} to {to}.", seat.does("move"), count(n, "unit"))
    });
}

#[inline]
fn has_attack(table: &Table, seat: Seat) -> bool {
    let enemies = table.enemies(seat);
    table.held[seat].iter().any(|from| !table.map.near(from).and(enemies).is_empty())
}

/// Rule 10.
fn can_attack(table: &Table, seat: Seat, from: Tile, to: Tile) -> Result<(), Illegal> {
    if !table.held[seat].contains(from) {
        return Err(Illegal::new("rule 10", "Attack from a tile you hold"));
    }
    if !table.enemies(seat).contains(to) {
        return Err(Illegal::new("rule 10", "Only a tile with units of somebody else can be attacked"));
    }
    if !table.map.near(from).contains(to) {
        return Err(Illegal::new("rule 10", "The tiles do not touch"));
    }
    Ok(())
}

/// Rule 10, with rule 7: the attack is named, and both sides have cards to choose from.
fn attack(state: &mut State, seat: Seat, from: Tile, to: Tile, ctx: &mut Ctx) {
    let table = &mut state.table;
    let defender = table.owner(to).expect("an attacked tile is somebody's");
    ctx.say(|| {
        let (from, to) = (table.name(from), table.name(to));
        format!("{} {} {to} from {from}.", seat.does("attack"), defender.owns())
    });
    take_back(table, seat, ctx);
    take_back(table, defender, ctx);
    state.committed = Choices::ask(table.seats(), SeatSet::only(seat).with(defender));
}

/// Rule 10: a card is committed; the second one shows both.
#[inline]
fn commit(state: &mut State, acting: Acting, seat: Seat, card: Card, ctx: &mut Ctx) {
    ctx.settle(); // a committed card cannot be changed
    let Step::Battle { from, to } = acting.step else { unreachable!("check allows it in a battle only") };
    if !state.committed.commit(seat, card) {
        return ctx.say(|| format!("{} a battle card.", seat.does("choose")));
    }
    ctx.reveal();
    let side = |seat, tile| {
        let card = state.committed.of(seat).expect("both cards are in");
        Side { seat, units: state.table.units(tile), card }
    };
    let defender = state.table.owner(to).expect("an attacked tile is somebody's");
    let battle = Battle { from, to, attacker: side(acting.seat, from), defender: side(defender, to) };
    state.committed = Choices::ask(state.table.seats(), SeatSet::EMPTY);
    for side in [battle.attacker, battle.defender] {
        lay_open(&mut state.table, side.seat, side.card);
    }
    fight(&mut state.table, acting, battle, ctx);
}

/// Rule 11, with R3: a side's total.
#[inline]
fn total(map: &Map, side: Side, attacked: Tile) -> u8 {
    side.units + side.card.value() + u8::from(shows_symbol(map, side.card, attacked))
}

#[inline]
fn shows_symbol(map: &Map, card: Card, attacked: Tile) -> bool {
    map.face(attacked) == Some(card.symbol())
}

/// Rule 11: whether the attacker wins.
#[inline]
fn is_won(map: &Map, battle: &Battle) -> bool {
    total(map, battle.attacker, battle.to) > total(map, battle.defender, battle.to)
}

/// Rules 11 to 13, with R5 and R6.
#[inline]
fn fight(table: &mut Table, acting: Acting, battle: Battle, ctx: &mut Ctx) {
    let Battle { from, to, attacker, defender } = battle;
    table.last = Some(battle);
    ctx.say(|| {
        let map = &table.map;
        let shows = |side: Side| {
            format!("{} {} = {}", side.seat.does("show"), parts(map, side, to), total(map, side, to))
        };
        format!("{}; {}.", shows(attacker), shows(defender))
    });
    if !is_won(&table.map, &battle) {
        ctx.say(|| {
            format!("{} the tile; {} a unit.", defender.seat.does("hold"), attacker.seat.does("lose"))
        });
        table.take(attacker.seat, from, 1);
        knock_out(table, attacker.seat, ctx);
        return match (table.phase, table.held[attacker.seat].is_empty()) {
            (Phase::Over, _) => {}
            (_, true) => end_turn(table, attacker.seat, ctx),
            (_, false) => go_on(table, acting, ctx),
        };
    }
    ctx.say(|| format!("{}; {} a unit.", attacker.seat.does("win"), defender.seat.does("lose")));
    table.take(defender.seat, to, 1);
    knock_out(table, defender.seat, ctx);
    if table.phase == Phase::Over {
        return;
    }
    if table.units(to) > 0 {
        let refuges = refuges(table, to);
        match refuges.iter().next() {
            Some(_) if refuges.len() > 1 => {
                table.phase = Phase::Acting(Acting { step: Step::Flee { from, to }, ..acting });
                return;
            }
            Some(refuge) => flee(table, to, refuge, ctx),
            None => {
                ctx.say(|| format!("{} no way to flee from {}.", defender.seat.does("have"), table.name(to)));
                return go_on(table, acting, ctx); // R6
            }
        }
    }
    conquer(table, acting, from, to, ctx);
}

/// Rule 15: notices when somebody has lost the last unit.
#[inline]
fn knock_out(table: &mut Table, seat: Seat, ctx: &mut Ctx) {
    if !table.held[seat].is_empty() {
        return;
    }
    ctx.say(|| format!("{} out: no unit is left on the map.", seat.does("be")));
    if let Ending::FinalTurns(seats) = &mut table.ending {
        seats.remove(seat);
    }
    if table.on_map().len() < 2 {
        finish(table, ctx);
    } else {
        watch_sixes(table, ctx);
    }
}

/// Rule 13, with R4: where the units on a beaten tile may flee.
#[inline]
fn refuges(table: &Table, tile: Tile) -> Tiles {
    let near = table.map.near(tile);
    let own = table.owner(tile).map_or(Tiles::EMPTY, |seat| near.and(table.held[seat]));
    if own.is_empty() { near.and(table.unoccupied()) } else { own }
}

/// Rule 13.
fn can_flee(table: &Table, tile: Tile, refuge: Tile) -> Result<(), Illegal> {
    if refuges(table, tile).contains(refuge) {
        return Ok(());
    }
    let why = if !table.map.near(tile).contains(refuge) {
        "Beaten units flee to a tile that touches theirs"
    } else if table.unoccupied().contains(refuge) {
        "Beaten units flee to a tile of your own while one touches theirs"
    } else {
        "Beaten units cannot flee to a tile of somebody else"
    };
    Err(Illegal::new("rule 13", why))
}

/// Rule 13.
fn flee(table: &mut Table, tile: Tile, refuge: Tile, ctx: &mut Ctx) {
    let seat = table.owner(tile).expect("only somebody's units flee");
    let units = table.units(tile);
    table.take(seat, tile, units);
    table.put(seat, refuge, units);
    ctx.say(|| {
        let (tile, refuge) = (table.name(tile), table.name(refuge));
        format!("{} with {} from {tile} to {refuge}.", seat.does("flee"), count(units, "unit"))
    });
}

/// Rule 13: the beaten tile is empty, and the attacker may advance.
#[inline]
fn conquer(table: &mut Table, acting: Acting, from: Tile, to: Tile, ctx: &mut Ctx) {
    if most_advance(table, from) > 0 {
        table.phase = Phase::Acting(Acting { step: Step::Advance { from, to }, ..acting });
    } else {
        go_on(table, acting, ctx); // R7
    }
}

/// Rule 13, with R7: the most units that may advance.
#[inline]
fn most_advance(table: &Table, from: Tile) -> u8 {
    match table.leave_one {
        LeaveOne::On => table.units(from) - 1,
        LeaveOne::Off => table.units(from),
    }
}

/// Rule 13.
fn can_advance(table: &Table, from: Tile, n: u8) -> Result<(), Illegal> {
    let most = most_advance(table, from);
    if n <= most {
        return Ok(());
    }
    Err(Illegal::new("rule 13", format!("No more than {} can advance", count(most, "unit"))))
}

/// Rule 13.
fn advance(table: &mut Table, seat: Seat, from: Tile, to: Tile, n: u8, ctx: &mut Ctx) {
    if n == 0 {
        return ctx.say(|| format!("{} on {}.", seat.does("stay"), table.name(from)));
    }
    table.take(seat, from, n);
    table.put(seat, to, n);
    ctx.say(|| format!("{} to {} with {}.", seat.does("advance"), table.name(to), count(n, "unit")));
}

/// What a side's total is made of: "2 units + Wheel 1".
fn parts(map: &Map, side: Side, attacked: Tile) -> String {
    let symbol = if shows_symbol(map, side.card, attacked) { " + 1 for the symbol" } else { "" };
    format!("{} + {}{symbol}", count(side.units, "unit"), name(side.card))
}

/// What a card is called where its owner is known: "Wheel 5".
fn name(card: Card) -> String {
    format!("{} {}", card.symbol(), card.value())
}
