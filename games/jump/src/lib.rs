//! Jump: a race of eight cubes each, forward only, in which running out of moves loses.
//!
//! 2 seats · open information · Green Box contest 2018.
//!
//! # Rules
//! 1. 24 tiles make a board 4 wide and 6 long: columns a–d, rows 1–6. Rows 1, 2, 5 and 6 show their
//!    symbols, rows 3 and 4 lie face down. South has a cube on each space of rows 1 and 2, North on each
//!    of rows 5 and 6. Who begins is drawn by lot.
//! 2. Forward is up the rows for South and down for North, straight or diagonally. A player's goal is the
//!    two rows in which the other one began.
//! 3. The players alternate. A turn moves one cube, by one step or one jump. Nobody passes.
//! 4. A step goes to a vacant space one row forward.
//! 5. A jump goes forward over a neighbouring cube to the space right behind it on the same line, which
//!    must be vacant. Nothing is captured.
//! 6. A cube in its goal never moves again.
//! 7. Whose last cube reaches its goal wins at once.
//! 8. Who is to move and cannot has lost at once. There is no draw.
//!
//! # Rulings
//! - R1 (rule 5): the book jumps over one cube; with an option, a jump passes over any unbroken row of
//!   cubes, to the first space behind it, as in an older description of the designer's.
//! - R2 (rule 5): one's own cubes may be jumped over as well as the other player's.
//! - R3 (rule 3): one jump a turn; the book does not speak of chains.
//! - R4 (rule 6): a cube does not even move from the first row of its goal to the second.
//! - R5 (rule 8): having no move loses with seven cubes in the goal, too.
//! - R6: two seats, playing time and complexity are not printed; they follow from what the designer says,
//!   and from play.

mod advice;
mod audit;
mod board;
mod estimate;
mod scene;
mod solve;
#[cfg(test)]
mod tests;

use boxwood_engine::{
    Art, Book, Ctx, Game, GameInfo, Illegal, Outcome, Seat, SetupError, Solver, Turn, Viewer, choice, options,
};
use boxwood_kit::{Colour, Inventory, Rng, Symbol};
use boxwood_scene::{Beat, BeatKind, Offer, Scene, Theme, Touch};
use serde::{Deserialize, Serialize};

pub use board::{Space, Spaces};
use board::{can_move, forward, goal, moves, start};

/// Rule 1.
const CUBES: u8 = 8;

/// The game.
pub struct Jump;

choice! {
    /// What a jump passes over.
    pub enum JumpOver {
        One = "one", "one cube";
        Row = "row", "any row of cubes without a gap";
    }
}

options! {
    /// What can be chosen before the game.
    pub struct Options {
        "jump_over" jump_over: JumpOver = JumpOver::One, "A jump passes over";
    }
}

/// The table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    options: Options,
    /// Where each seat's cubes stand; seat 0 is South.
    cubes: [Spaces; 2],
    phase: Phase,
    /// The move before.
    last: Option<Action>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Phase {
    /// Rule 3: this seat moves.
    Move(Seat),
    /// Rules 7 and 8: this seat has won.
    Over(Seat),
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Rule 3: moves a cube.
    Move {
        /// Where it stands.
        from: Space,
        /// Where it goes.
        to: Space,
    },
}

impl Game for Jump {
    type State = State;
    type View = State;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "jump",
        title: "Jump",
        pitch: "Step and jump into the opponent's rows before you run out of moves.",
        book: Book::Contest2018,
        designers: &["Mitsuo Yamamoto"],
        origin: "",
        seats: (2, 2),
        best: 2,
        quick: &[],
        minutes: (15, 15),
        complexity: 1,
        tags: &["perfect information", "abstract", "race"],
        theme: Theme::Forest,
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
        lesson: include_str!("../lesson.json"),
        art: Art::new(include_str!("../art/cover.svg"), include_bytes!("../art/cover.jpg")),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let first = Seat::random(seats, ctx.rng());
        ctx.say(|| format!("{} with the {} cubes.", first.does("begin"), colour(first)));
        Ok(State {
            options: options.clone(),
            cubes: [Seat::FIRST, Seat::SECOND].map(start),
            phase: Phase::Move(first),
            last: None,
        })
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        match state.phase {
            Phase::Move(seat) => Turn::of(seat),
            Phase::Over(winner) => Turn::Over(Outcome::winner(2, winner)),
        }
    }

    fn is_certain(_state: &State) -> bool {
        true
    }

    #[inline]
    fn legal_actions(state: &State, _seat: Seat, out: &mut Vec<Action>) {
        if let Phase::Move(seat) = state.phase {
            let moves = moves(state.cubes, seat, state.options.jump_over);
            out.extend(moves.map(|(from, to)| Action::Move { from, to }));
        }
    }

    fn check(state: &State, _seat: Seat, action: &Action) -> Result<(), Illegal> {
        let Action::Move { from, to } = *action;
        match state.phase {
            Phase::Move(seat) => can_go(state, seat, from, to),
            Phase::Over(_) => Err(Illegal::new("rule 7", "The game has been won")),
        }
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        let Action::Move { from, to } = *action;
        state.cubes[seat.index()].remove(from);
        state.cubes[seat.index()].insert(to);
        state.last = Some(*action);
        ctx.say(|| told(state, seat, from, to));
        pass_on(state, seat, ctx);
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
        let mut inventory = Inventory::EMPTY;
        for symbol in Symbol::ALL {
            inventory.add_tiles(symbol, 4); // rule 1, whatever they show
        }
        for seat in Seat::all(2) {
            inventory.add_cubes(colour(seat), state.cubes[seat.index()].len() as u16);
        }
        inventory
    }

    fn longest(_options: &Options, _seats: usize) -> u32 {
        // Every move takes a cube at least one row forward, and the goal is four rows away, or three.
        2 * (4 * 4 + 4 * 3)
    }

    fn estimate(view: &State, seat: Seat) -> Option<f32> {
        Some(estimate::estimate(view, seat))
    }

    fn reason(view: &State, seat: Seat, Action::Move { from, to }: &Action) -> Option<String> {
        advice::reason(view, seat, *from, *to)
    }

    fn solver(bits: u32) -> Option<Box<dyn Solver<Jump>>> {
        Some(Box::new(solve::Proof::new(bits)))
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}

/// South plays yellow, North blue: the pair that most people tell apart most easily.
const fn colour(seat: Seat) -> Colour {
    if seat.index() == 0 { Colour::Yellow } else { Colour::Blue }
}

/// Rules 2 to 6.
fn can_go(state: &State, seat: Seat, from: Space, to: Space) -> Result<(), Illegal> {
    let own = state.cubes[seat.index()];
    if !own.contains(from) {
        return Err(Illegal::new("rule 3", format!("Move one of your {} cubes", colour(seat))));
    }
    if goal(seat).contains(from) {
        return Err(Illegal::new("rule 6", format!("The cube on {from} is in its goal and stays there")));
    }
    let Some((rows, aside)) = way(seat, from, to) else {
        let up = if forward(seat) > 0 { "up" } else { "down" };
        return Err(Illegal::new(
            "rule 2",
            format!("Cubes go {up} the board, straight or diagonally, not from {from} to {to}"),
        ));
    };
    if occupied(state).contains(to) {
        let rule = if rows > 1 { "rule 5" } else { "rule 4" };
        return Err(Illegal::new(rule, format!("There is a cube on {to} already")));
    }
    if let Some(gap) = between(seat, from, rows, aside).find(|space| !occupied(state).contains(*space)) {
        return Err(Illegal::new("rule 5", format!("A jump needs a cube to pass over, and {gap} is vacant")));
    }
    match state.options.jump_over {
        JumpOver::One if rows > 2 => Err(Illegal::new("ruling R1", "A jump passes over one cube only")),
        JumpOver::One | JumpOver::Row => Ok(()),
    }
}

/// Rule 2: how many rows forward it is from here to there, and in which direction; nothing if it is not
/// straight or diagonally forward.
fn way(seat: Seat, from: Space, to: Space) -> Option<(i8, i8)> {
    let (from, to) = (from.square(), to.square());
    let (rows, cols) = ((to.row - from.row) * forward(seat), to.col - from.col);
    (rows > 0 && (cols == 0 || cols.abs() == rows)).then_some((rows, cols.signum()))
}

/// The spaces that a move of so many rows in this direction passes over.
fn between(seat: Seat, from: Space, rows: i8, aside: i8) -> impl Iterator<Item = Space> {
    (1..rows).filter_map(move |row| from.offset(row * forward(seat), row * aside))
}

/// The spaces that a move passes over: none if it is a step.
fn passed_over(seat: Seat, from: Space, to: Space) -> impl Iterator<Item = Space> {
    way(seat, from, to).into_iter().flat_map(move |(rows, aside)| between(seat, from, rows, aside))
}

fn occupied(state: &State) -> Spaces {
    state.cubes[0] | state.cubes[1]
}

/// A seat's cubes that are in its goal.
fn home(state: &State, seat: Seat) -> Spaces {
    state.cubes[seat.index()] & goal(seat)
}

/// How many rows a seat's cubes are still away from its goal, all together.
fn rows_to_go(state: &State, seat: Seat) -> u32 {
    // The nearest row of the goal is the fifth one forward.
    let to_go = |space: Space| {
        let row = space.square().row as u32;
        let done = if forward(seat) > 0 { row } else { 5 - row };
        4_u32.saturating_sub(done)
    };
    state.cubes[seat.index()].iter().map(to_go).sum()
}

/// The sentence about a move.
fn told(state: &State, seat: Seat, from: Space, to: Space) -> String {
    let verb = if passed_over(seat, from, to).next().is_some() { "jump" } else { "step" };
    let moved = format!("{} from {from} to {to}", seat.does(verb));
    if goal(seat).contains(to) {
        format!("{moved}: {} home.", of_eight(home(state, seat).len()))
    } else {
        format!("{moved}.")
    }
}

/// "1 of 8 cubes is", "3 of 8 cubes are"
fn of_eight(cubes: usize) -> String {
    format!("{cubes} of {CUBES} cubes {}", if cubes == 1 { "is" } else { "are" })
}

/// Rules 3, 7 and 8: after this seat's move the other one is to move, or it is over.
#[inline]
fn pass_on(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    let other = seat.other();
    if state.cubes[seat.index()].is_subset(goal(seat)) {
        state.phase = Phase::Over(seat);
        ctx.say(|| result(state, seat));
    } else if can_move(state.cubes, other, state.options.jump_over) {
        state.phase = Phase::Move(other);
    } else {
        state.phase = Phase::Move(other); // for the moment that is shown
        ctx.beat(state, || Beat::new(BeatKind::Catch, stuck(other)));
        state.phase = Phase::Over(seat);
        ctx.say(|| result(state, seat));
    }
}

/// Rule 8, in a sentence.
fn stuck(seat: Seat) -> String {
    format!("{} no cube that can move.", seat.does("have"))
}

/// The sentence about rules 7 and 8.
fn result(state: &State, winner: Seat) -> String {
    let won = winner.does("win");
    if home(state, winner).len() == usize::from(CUBES) {
        format!("All {CUBES} {} cubes are home, so {won}.", colour(winner))
    } else {
        format!("{} {won}.", stuck(winner.other()))
    }
}
