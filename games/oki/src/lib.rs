//! OKI: spread cubes in straight lines over a loose patch of tiles; whoever fills the last tile wins.
//!
//! 2–4 seats · open information · Green Box contest 2018.
//!
//! # Rules
//! 1. 25 tiles lie on the table as one loose patch: each touches another at an edge or a corner. There are
//!    as many cubes as tiles, and each player has a colour. Who begins is drawn by lot.
//! 2. The first turn of the game places one cube, on any tile.
//! 3. Every other turn places one cube or more, one after the other. Each goes to a vacant tile that touches
//!    a tile with a cube, whosever it is; cubes of the same turn count.
//! 4. All cubes of a turn lie on one straight line: along a row, a column or a diagonal.
//! 5. Who has placed at least one cube may end the turn. Then the next player is to place.
//! 6. When all tiles are filled, the game is over. Whoever filled the last one wins; everybody else shares
//!    the second place.
//! 7. With an option, points decide: one for each of a player's cubes, and five for the last of all.
//! 8. With an option, the cubes of a turn lie side by side, without a gap between them.
//! 9. With options, there are more or fewer tiles, and they lie in a square, a diamond or a ring.
//!
//! # Rulings
//! - R1 (rule 1): the book asks only that each tile touches another; a board in two parts could never be
//!   filled, so all tiles hang together.
//! - R2 (rule 1): the book wants plenty of open space. Each tile is put at random where it touches at least
//!   one tile and at most three, on a square with about twice as many places as there are tiles.
//! - R3 (rule 3): cubes are placed one after the other, and each needs a neighbour at that moment.
//! - R4 (rule 4): the cubes of a turn may have anything between them: vacant tiles, filled ones, or none.
//! - R5 (rule 4): two cubes are on a line only if they share a row, a column or a diagonal. One always is.
//! - R6: two players, as the game was made for; up to four can play. Minutes are our estimate.
//! - R7 (rule 4): a line goes on over places without a tile.

mod advice;
mod audit;
mod board;
mod estimate;
mod scene;
mod solve;
#[cfg(test)]
mod tests;

use boxwood_engine::{
    Art, Book, Ctx, Game, GameInfo, Illegal, Outcome, Seat, SeatMap, SetupError, Solver, Turn, Viewer,
    choice, options,
};
use boxwood_kit::{Colour, Inventory, Rng, Symbol};
use boxwood_scene::{Offer, Scene, Theme, Touch, count};
use serde::{Deserialize, Serialize};

pub use board::{Space, Spaces};
use board::{in_line, lay_out};

/// Rule 7.
const LAST_BONUS: i32 = 5;

/// The game.
pub struct Oki;

choice! {
    /// Who wins.
    pub enum Goal {
        Last = "last", "whoever fills the last tile";
        Points = "points", "most points: 1 for each cube, 5 for the last";
    }
}

choice! {
    /// How many tiles there are.
    pub enum Tiles {
        Twelve = "12", "12";
        Sixteen = "16", "16";
        Twenty = "20", "20";
        TwentyFive = "25", "25";
        Thirty = "30", "30";
        ThirtySix = "36", "36";
    }
}

impl Tiles {
    const fn number(self) -> usize {
        match self {
            Tiles::Twelve => 12,
            Tiles::Sixteen => 16,
            Tiles::Twenty => 20,
            Tiles::TwentyFive => 25,
            Tiles::Thirty => 30,
            Tiles::ThirtySix => 36,
        }
    }
}

choice! {
    /// How they lie.
    pub enum Layout {
        Scatter = "scatter", "scattered at random";
        Square = "square", "in a square";
        Diamond = "diamond", "in a diamond";
        Ring = "ring", "in a ring";
    }
}

choice! {
    /// What the cubes of a turn may have between them.
    pub enum Line {
        Loose = "loose", "with gaps as you like";
        Contiguous = "contiguous", "side by side, without a gap";
    }
}

options! {
    /// What can be chosen before the game.
    pub struct Options {
        "goal" goal: Goal = Goal::Last, "Who wins";
        "tiles" tiles: Tiles = Tiles::TwentyFive, "Tiles";
        "layout" layout: Layout = Layout::Scatter, "Board";
        "line" line: Line = Line::Loose, "Cubes of a turn";
    }
}

/// The table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    options: Options,
    /// Where tiles lie.
    tiles: Spaces,
    /// Where each seat has placed cubes.
    cubes: SeatMap<Spaces>,
    phase: Phase,
    /// The cubes of the turn before.
    last: Spaces,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Phase {
    /// Rules 2 to 5: this seat places cubes, and has placed these in this turn.
    Place { seat: Seat, placed: Spaces },
    /// Rule 6: this seat has filled the last tile.
    Over { last: Seat },
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Rules 2 and 3: places a cube here.
    Place(Space),
    /// Rule 5: lets the next player place.
    End,
}

impl Game for Oki {
    type State = State;
    type View = State;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "oki",
        title: "OKI",
        pitch: "Spread cubes in straight lines over a patch of tiles, and fill the last one.",
        book: Book::Contest2018,
        designers: &["Mitsuo Yamamoto"],
        origin: "designed for the contest",
        seats: (2, 4),
        best: 2,
        quick: &[],
        minutes: (10, 10),
        complexity: 1,
        tags: &["perfect information", "abstract"],
        theme: Theme::Sea,
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
        lesson: include_str!("../lesson.json"),
        art: Art::new(include_str!("../art/cover.svg"), include_bytes!("../art/cover.jpg")),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let tiles = lay_out(options.layout, options.tiles.number(), ctx.rng());
        let first = Seat::random(seats, ctx.rng());
        ctx.say(|| format!("{} with one cube on any tile.", first.does("begin")));
        Ok(State {
            options: options.clone(),
            tiles,
            cubes: SeatMap::filled(seats, Spaces::EMPTY),
            phase: Phase::Place { seat: first, placed: Spaces::EMPTY },
            last: Spaces::EMPTY,
        })
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        match state.phase {
            Phase::Place { seat, .. } => Turn::of(seat),
            Phase::Over { last } => Turn::Over(outcome(state, last)),
        }
    }

    fn is_certain(state: &State) -> bool {
        state.cubes.seats() == 2
    }

    #[inline]
    fn legal_actions(state: &State, _seat: Seat, out: &mut Vec<Action>) {
        let Phase::Place { placed, .. } = state.phase else { return };
        out.extend(open(state, placed).iter().map(Action::Place));
        if !placed.is_empty() {
            out.push(Action::End);
        }
    }

    fn check(state: &State, _seat: Seat, action: &Action) -> Result<(), Illegal> {
        match (state.phase, *action) {
            (Phase::Place { placed, .. }, Action::Place(space)) => can_place(state, placed, space),
            (Phase::Place { placed, .. }, Action::End) if placed.is_empty() => {
                Err(Illegal::new("rule 5", "Place at least one cube first"))
            }
            (Phase::Place { .. }, Action::End) => Ok(()),
            (Phase::Over { .. }, _) => Err(Illegal::new("rule 6", "All tiles are filled")),
        }
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        match *action {
            Action::Place(space) => place(state, seat, space, ctx),
            Action::End => {
                if let Phase::Place { placed, .. } = state.phase {
                    pass_on(state, seat, placed);
                }
            }
        }
    }

    fn view(state: &State, _viewer: Viewer) -> State {
        state.clone()
    }

    fn redeal(view: &State, _rng: &mut Rng) -> State {
        view.clone()
    }

    fn scene(view: &State, viewer: Viewer) -> Scene {
        scene::scene(view, viewer)
    }

    fn offer(view: &State, seat: Seat, action: &Action) -> Offer {
        scene::offer(view, seat, *action)
    }

    fn intent(_view: &State, _seat: Seat, path: &[Touch]) -> Option<Action> {
        scene::intent(path)
    }

    fn inventory(state: &State) -> Inventory {
        let (mut inventory, tiles) = (Inventory::EMPTY, state.options.tiles.number());
        for symbol in Symbol::ALL {
            let before = symbol.id() * 6;
            inventory.add_tiles(symbol, tiles.saturating_sub(before).min(6) as u8);
        }
        // Whoever fills more tiles than there are cubes of a colour takes cubes that nobody plays with.
        for seat in state.cubes.iter().map(|(seat, _)| seat) {
            inventory.add_cubes(colour(seat), tiles.min(20) as u16);
        }
        inventory.add_cubes(Colour::White, tiles.saturating_sub(20) as u16);
        inventory
    }

    fn longest(options: &Options, _seats: usize) -> u32 {
        // Every turn but the first and the last may have an end that is said.
        2 * options.tiles.number() as u32
    }

    fn estimate(view: &State, seat: Seat) -> Option<f32> {
        estimate::estimate(view, seat)
    }

    fn reason(view: &State, seat: Seat, action: &Action) -> Option<String> {
        advice::reason(view, seat, *action)
    }

    fn solver(bits: u32) -> Option<Box<dyn Solver<Oki>>> {
        Some(Box::new(solve::Endgame::new(bits)))
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}

/// What a seat's cubes look like.
const fn colour(seat: Seat) -> Colour {
    [Colour::Yellow, Colour::Red, Colour::Green, Colour::Blue][seat.index() % 4]
}

/// Where cubes lie.
#[inline]
fn filled(state: &State) -> Spaces {
    state.cubes.as_slice().iter().fold(Spaces::EMPTY, |sum, cubes| sum | *cubes)
}

fn vacant(state: &State) -> Spaces {
    state.tiles - filled(state)
}

/// Rules 2 to 4: the tiles where one more cube may be placed in this turn.
#[inline]
fn open(state: &State, placed: Spaces) -> Spaces {
    let filled = filled(state);
    if filled.is_empty() {
        return state.tiles;
    }
    (state.tiles - filled) & filled.neighbours() & in_line(placed, state.options.line)
}

/// Rules 2 to 4.
fn can_place(state: &State, placed: Spaces, space: Space) -> Result<(), Illegal> {
    let filled = filled(state);
    if open(state, placed).contains(space) {
        Ok(())
    } else if !state.tiles.contains(space) {
        Err(Illegal::new("rule 3", format!("There is no tile on {space}")))
    } else if filled.contains(space) {
        Err(Illegal::new("rule 3", format!("There is a cube on {space} already")))
    } else if !filled.neighbours().contains(space) {
        Err(Illegal::new("rule 3", format!("{space} touches no tile with a cube")))
    } else if in_line(placed, Line::Loose).contains(space) {
        Err(Illegal::new("rule 8", format!("{space} is not right beside this turn's cubes")))
    } else {
        Err(Illegal::new("rule 4", format!("{space} is not on one line with this turn's cubes")))
    }
}

/// Rules 2, 3 and 6.
#[inline]
fn place(state: &mut State, seat: Seat, space: Space, ctx: &mut Ctx) {
    let Phase::Place { mut placed, .. } = state.phase else { return };
    let before = filled(state);
    state.cubes[seat].insert(space);
    placed.insert(space);
    ctx.say(|| format!("{} a cube on {space}.", seat.does("place")));
    if before.is_empty() {
        pass_on(state, seat, placed); // rule 2
    } else if before.len() + 1 == state.tiles.len() {
        (state.phase, state.last) = (Phase::Over { last: seat }, placed);
        ctx.say(|| result(state, seat));
    } else {
        state.phase = Phase::Place { seat, placed };
    }
}

/// Rule 5: after this seat, which has placed these cubes, comes the next.
#[inline]
fn pass_on(state: &mut State, seat: Seat, placed: Spaces) {
    let next = seat.next(state.cubes.seats());
    (state.phase, state.last) = (Phase::Place { seat: next, placed: Spaces::EMPTY }, placed);
}

/// Rules 6 and 7.
fn outcome(state: &State, last: Seat) -> Outcome {
    match state.options.goal {
        Goal::Last => Outcome::winner(state.cubes.seats(), last),
        Goal::Points => Outcome::by_score(SeatMap::from_fn(state.cubes.seats(), |seat| points(state, seat))),
    }
}

/// Rule 7: a seat's points so far.
fn points(state: &State, seat: Seat) -> i32 {
    let bonus = if state.phase == (Phase::Over { last: seat }) { LAST_BONUS } else { 0 };
    state.cubes[seat].len() as i32 + bonus
}

/// The sentence about rules 6 and 7.
fn result(state: &State, last: Seat) -> String {
    match state.options.goal {
        Goal::Last => format!("{} the last tile, so {}.", last.does("fill"), last.does("win")),
        Goal::Points => {
            let outcome = outcome(state, last);
            let most = outcome.winners().first().map_or(0, |seat| outcome.scores[seat]);
            let won = outcome.winners().victory(&count(most, "point"));
            format!("{} the last tile. {won}", last.does("fill"))
        }
    }
}
