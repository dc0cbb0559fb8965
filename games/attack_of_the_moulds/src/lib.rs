//! Attack of the Moulds: grow, spread and take over what you touch, until the sandwich is yours.
//!
//! 2–6 seats · open information · Contest X.
//!
//! # Rules
//! 1. 36 face-down tiles around the yellow star card make a hexagon with sides of four: 37 spaces in rows
//!    1–7 from the top, each space next to up to six others. Everybody has 20 cubes of one colour. Who
//!    begins is drawn by lot, then it goes clockwise.
//! 2. Four to six players choose a free corner each, in turn order, and put three cubes there: on the corner
//!    and its two neighbours on the rim.
//! 3. Two or three players choose a free pair of opposite corners each: one cube goes to the corner that is
//!    named, two to the other one, on the corner and the next space of the rim clockwise.
//! 4. A turn is one move. To grow, put a cube from your supply on an empty space next to a cube of yours.
//! 5. Or spread: move one of your cubes to an empty space exactly two steps away. What is between does not
//!    matter.
//! 6. Then every cube of somebody else next to the cube that was put down or moved goes back to its owner,
//!    and one of yours takes its place. Cubes that were taken over take over nothing in turn.
//! 7. Who has no cube on the board is out. Who has cubes but no move is skipped.
//! 8. Whoever has all 20 cubes on the board wins at once, even between two cubes that are taken over; so
//!    does whoever alone has cubes on the board.
//! 9. Otherwise it ends when the board is full, when nobody can move, or when the board has not got fuller
//!    for so many rounds: the most cubes win, equals share the victory.
//! 10. On the square board of 6×6 a space is next to the four that share an edge with it. Four players have a
//!     cube in one corner each, clockwise; of two, whoever begins has a1 and f6, the other f1 and a6.
//!
//! # Rulings
//! - R1 (rule 1): the picture of the board is lost; 37 spaces with the star in the middle are a hexagon with
//!   sides of four.
//! - R2 (rule 10): the book invites other layouts; this one is the community's, for two or four players.
//! - R3 (rules 2 and 3): three cubes "in a corner" are the corner and its neighbours on the rim; two are the
//!   corner and the next one clockwise, so that nobody's start is better.
//! - R4 (rule 5): two steps mean a distance of exactly two, whatever lies between.
//! - R5 (rule 4): whoever can move must; nobody passes.
//! - R6 (rule 9): spreading alone could go on for ever. The cubes are counted once as many moves in a row
//!   have only spread as `stall_limit` rounds of the players with cubes on the board have.
//! - R7 (rule 8): since 20 cubes win, nobody ever needs a 21st, and whoever plays has one to grow with.
//! - R8 (rule 1): instead of whoever last ate something mouldy, a player drawn by lot begins.
//! - R9 (rule 2): corners are chosen in turn order. A pair of opposite corners is one player's, so pairs
//!   never clash.

mod advice;
mod audit;
mod board;
mod estimate;
mod flow;
mod scene;
#[cfg(test)]
mod tests;

use boxwood_engine::{
    Art, Book, Ctx, Game, GameInfo, Illegal, Number, Outcome, Seat, SeatMap, SetupError, Turn, Viewer,
    choice, options,
};
use boxwood_kit::{Colour, Inventory, Rng, Star, Symbol, Tile};
use boxwood_scene::{Offer, Scene, Theme, Touch};
use serde::{Deserialize, Serialize};

pub use board::{Space, Spaces};
use board::{corner, corners, one_and_two, three_in};

/// The game.
pub struct AttackOfTheMoulds;

/// Rule 1.
const CUBES: usize = 20;
/// Rules 2 and 3: so many players or more have one corner each.
const ONE_CORNER_EACH: usize = 4;

choice! {
    /// What the moulds grow on.
    pub enum Board {
        Hex37 = "hex37", "a hexagon of 37 spaces";
        Square36 = "square36", "a square of 36 spaces, for 2 or 4";
    }
}

options! {
    /// What can be chosen before the game.
    pub struct Options {
        "board" board: Board = Board::Hex37, "Board";
        "stall_limit" stall_limit: Number<5, 20> = Number::new(10), "Rounds without growth before cubes are counted";
    }
}

/// The table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    options: Options,
    /// Where each seat's cubes stand.
    cubes: SeatMap<Spaces>,
    phase: Phase,
    /// R6: how many moves in a row have only spread.
    quiet: u8,
    last: Option<Move>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Phase {
    /// Rules 2 and 3: this seat chooses where it begins.
    Choose(Seat),
    /// Rules 4 and 5: this seat moves, and can.
    Move(Seat),
    /// Rules 8 and 9.
    Over,
}

/// What was moved last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Move {
    /// Where a cube spread from; one that grew came from the supply.
    from: Option<Space>,
    to: Space,
}

impl Move {
    /// What an action moves, if it does.
    #[inline]
    const fn of(action: Action) -> Option<Move> {
        match action {
            Action::ChooseCorner(_) | Action::ChoosePair(_) => None,
            Action::Grow(to) => Some(Move { from: None, to }),
            Action::Spread { from, to } => Some(Move { from: Some(from), to }),
        }
    }
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Rule 2: three cubes in this corner.
    ChooseCorner(Space),
    /// Rule 3: one cube in this corner, two in the opposite one.
    ChoosePair(Space),
    /// Rule 4: a cube from the supply here.
    Grow(Space),
    /// Rule 5: a cube moves two steps.
    Spread {
        /// The cube's space.
        from: Space,
        /// Where it goes.
        to: Space,
    },
}

impl Game for AttackOfTheMoulds {
    type State = State;
    type View = State;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "attack-of-the-moulds",
        title: "Attack of the Moulds",
        pitch: "Grow, spread and take over what you touch, until the whole sandwich is yours.",
        book: Book::ContestX,
        designers: &["Vegard Farstad"],
        origin: "",
        seats: (2, 6),
        best: 3,
        quick: &[],
        minutes: (10, 10),
        complexity: 1,
        tags: &["abstract", "perfect information", "area control"],
        theme: Theme::Forest,
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
        lesson: include_str!("../lesson.json"),
        art: Art::new(include_str!("../art/cover.svg"), include_bytes!("../art/cover.jpg"))
            .on_stage(include_str!("../art/wide.svg"), include_str!("../art/tall.svg")),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        if options.board == Board::Square36 && seats != 2 && seats != 4 {
            return Err(SetupError::new("The square board is for 2 or 4 players."));
        }
        let first = Seat::random(seats, ctx.rng());
        let state = lay_out(options, seats, first);
        ctx.say(|| match state.phase {
            Phase::Choose(_) => format!("{} first where to begin.", first.does("choose")),
            Phase::Move(_) | Phase::Over => format!("{}.", first.does("begin")),
        });
        Ok(state)
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        match state.phase {
            Phase::Choose(seat) | Phase::Move(seat) => Turn::of(seat),
            // Whoever wins by rule 8 has the most cubes, too.
            Phase::Over => Turn::Over(Outcome::by_score(score(state))),
        }
    }

    fn is_certain(state: &State) -> bool {
        state.cubes.seats() == 2
    }

    #[inline]
    fn legal_actions(state: &State, seat: Seat, out: &mut Vec<Action>) {
        match state.phase {
            Phase::Choose(_) => {
                let free = corners().filter(|&corner| is_free(state, corner));
                out.extend(free.map(|corner| choice_of(state, corner)));
            }
            Phase::Move(_) => {
                let (board, own, free) = (state.options.board, state.cubes[seat], free(state));
                out.extend((board.beside(own) & free).iter().map(Action::Grow));
                for from in own.iter() {
                    out.extend((board.two_away(from) & free).iter().map(|to| Action::Spread { from, to }));
                }
            }
            Phase::Over => {}
        }
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        match (state.phase, *action) {
            (Phase::Choose(_), Action::ChooseCorner(corner) | Action::ChoosePair(corner)) => {
                can_choose(state, corner, *action)
            }
            (Phase::Choose(_), Action::Grow(_) | Action::Spread { .. }) => {
                Err(Illegal::new(choosing_rule(state), "First everybody chooses where to begin"))
            }
            (Phase::Move(_), Action::ChooseCorner(_) | Action::ChoosePair(_)) => {
                Err(Illegal::new(choosing_rule(state), "Everybody has begun already"))
            }
            (Phase::Move(_), Action::Grow(space)) => can_grow(state, seat, space),
            (Phase::Move(_), Action::Spread { from, to }) => can_spread(state, seat, from, to),
            (Phase::Over, _) => Err(Illegal::new("rule 9", "The game is over")),
        }
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        match *action {
            Action::ChooseCorner(corner) | Action::ChoosePair(corner) => {
                flow::choose(state, seat, corner, ctx);
            }
            Action::Grow(to) => flow::make(state, seat, Move { from: None, to }, ctx),
            Action::Spread { from, to } => flow::make(state, seat, Move { from: Some(from), to }, ctx),
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

    fn intent(view: &State, _seat: Seat, path: &[Touch]) -> Option<Action> {
        scene::intent(view, path)
    }

    fn inventory(state: &State) -> Inventory {
        let mut inventory = Inventory::EMPTY;
        for symbol in Symbol::ALL {
            inventory.add_tiles(symbol, Tile::COPIES);
        }
        if state.options.board == Board::Hex37 {
            inventory.add_star(Star::Yellow); // rule 1
        }
        for seat in Seat::all(state.cubes.seats()) {
            inventory.add_cubes(colour(seat), CUBES as u16);
        }
        inventory
    }

    fn longest(options: &Options, seats: usize) -> u32 {
        // A move grows, which happens less than once for each space, or is one of so many in a row that do not.
        let spaces = options.board.spaces().len() as u32;
        seats as u32 + spaces * options.stall_limit.get() as u32 * seats as u32
    }

    fn estimate(view: &State, seat: Seat) -> Option<f32> {
        Some(estimate::estimate(view, seat))
    }

    fn prefer(state: &State, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        estimate::prefer(state, seat, actions, weights);
    }

    fn reason(view: &State, seat: Seat, action: &Action) -> Option<String> {
        advice::reason(view, seat, *action)
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}

/// What a seat's cubes look like.
const fn colour(seat: Seat) -> Colour {
    Colour::ALL[seat.index()]
}

/// Rules 1 and 10.
fn lay_out(options: &Options, seats: usize, first: Seat) -> State {
    let (cubes, phase) = match options.board {
        Board::Hex37 => (SeatMap::filled(seats, Spaces::EMPTY), Phase::Choose(first)),
        Board::Square36 => (in_the_corners(seats, first), Phase::Move(first)),
    };
    State { options: options.clone(), cubes, phase, quiet: 0, last: None }
}

/// Rule 10.
fn in_the_corners(seats: usize, first: Seat) -> SeatMap<Spaces> {
    const CORNERS: [(i8, i8); 4] = [(0, 0), (0, 5), (5, 5), (5, 0)];
    SeatMap::from_fn(seats, |seat| match seats {
        2 if seat == first => Spaces::of(&[CORNERS[0], CORNERS[2]]),
        2 => Spaces::of(&[CORNERS[1], CORNERS[3]]),
        _ => Spaces::of(&[CORNERS[seat.index()]]),
    })
}

/// Rule 9.
fn score(state: &State) -> SeatMap<i32> {
    state.cubes.map(|cubes| cubes.len() as i32)
}

#[inline]
fn occupied(state: &State) -> Spaces {
    state.cubes.as_slice().iter().fold(Spaces::EMPTY, |all, cubes| all | *cubes)
}

#[inline]
fn free(state: &State) -> Spaces {
    state.options.board.spaces() - occupied(state)
}

/// Who has cubes on the board (rule 7).
#[inline]
fn growing(state: &State) -> usize {
    state.cubes.as_slice().iter().filter(|cubes| !cubes.is_empty()).count()
}

/// Whether a seat can grow or spread, given the free spaces.
#[inline]
fn can_move(state: &State, seat: Seat, free: Spaces) -> bool {
    let (board, near) = (state.options.board, state.options.board.beside(state.cubes[seat]));
    !(near & free).is_empty() || !(board.beside(near) & free).is_empty()
}

/// R6: after so many moves in a row that only spread, the cubes are counted.
#[inline]
fn patience(state: &State) -> usize {
    state.options.stall_limit.get() as usize * growing(state)
}

/// Rule 2 or rule 3, whichever the table is played by.
fn choosing_rule(state: &State) -> &'static str {
    match state.options.board {
        Board::Square36 => "rule 10",
        Board::Hex37 if state.cubes.seats() < ONE_CORNER_EACH => "rule 3",
        Board::Hex37 => "rule 2",
    }
}

/// Rules 2 and 3: what choosing this corner is called.
fn choice_of(state: &State, corner: Space) -> Action {
    if state.cubes.seats() < ONE_CORNER_EACH {
        Action::ChoosePair(corner)
    } else {
        Action::ChooseCorner(corner)
    }
}

/// Rules 2 and 3: where the cubes go.
fn begun_in(seats: usize, corner: usize) -> Spaces {
    if seats < ONE_CORNER_EACH { one_and_two(corner) } else { three_in(corner) }
}

/// Of a pair, both corners are taken at once (R9).
fn is_free(state: &State, corner: Space) -> bool {
    !occupied(state).contains(corner)
}

/// Rules 2 and 3.
fn can_choose(state: &State, space: Space, action: Action) -> Result<(), Illegal> {
    let rule = choosing_rule(state);
    if corner(space).is_none() {
        Err(Illegal::new(rule, format!("{space} is no corner of the board")))
    } else if action != choice_of(state, space) {
        let why = match action {
            Action::ChooseCorner(_) => "Two or three players choose a pair of opposite corners",
            _ => "Four players or more choose one corner each",
        };
        Err(Illegal::new(rule, why))
    } else if !is_free(state, space) {
        Err(Illegal::new(rule, format!("Somebody has begun in {space} already")))
    } else {
        Ok(())
    }
}

/// Rules 1 and 4: a cube can be put here at all.
fn is_open(state: &State, space: Space, rule: &'static str) -> Result<(), Illegal> {
    if !state.options.board.spaces().contains(space) {
        let rule = match state.options.board {
            Board::Hex37 => "rule 1",
            Board::Square36 => "rule 10",
        };
        Err(Illegal::new(rule, format!("The board has no space {space}")))
    } else if occupied(state).contains(space) {
        Err(Illegal::new(rule, format!("There is a cube on {space} already")))
    } else {
        Ok(())
    }
}

/// Rule 4.
fn can_grow(state: &State, seat: Seat, space: Space) -> Result<(), Illegal> {
    is_open(state, space, "rule 4")?;
    let (board, own) = (state.options.board, state.cubes[seat]);
    if !(board.next_to(space) & own).is_empty() {
        Ok(())
    } else if (board.two_away(space) & own).is_empty() {
        Err(Illegal::new("rule 4", format!("{space} is not next to a cube of yours")))
    } else {
        let why = format!("{space} is two steps from your cubes: choose the one that is to spread there");
        Err(Illegal::new("rule 5", why))
    }
}

/// Rule 5, with R4.
fn can_spread(state: &State, seat: Seat, from: Space, to: Space) -> Result<(), Illegal> {
    let board = state.options.board;
    if !state.cubes[seat].contains(from) {
        return Err(Illegal::new("rule 5", format!("There is no cube of yours on {from}")));
    }
    is_open(state, to, "rule 5")?;
    if board.two_away(from).contains(to) {
        Ok(())
    } else if board.next_to(from).contains(to) {
        Err(Illegal::new("rule 4", format!("{to} is next to {from}: a new cube grows there, none moves")))
    } else {
        Err(Illegal::new("ruling R4", format!("{to} is farther than two steps from {from}")))
    }
}
