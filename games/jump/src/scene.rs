//! Jump on the table: the board, seen from South's side, and the cubes on it.

use boxwood_engine::{Game, Seat, Viewer};
use boxwood_kit::Square;
use boxwood_scene::{
    Becomes, Cell, Figure, Ground, Key, Mark, Offer, Piece, Player, Prompt, Scene, Tint, Touch, Way, WayKind,
    Zone, ZoneKind,
};

use super::board::{Spaces, goal, moves};
use super::{Action, CUBES, Jump, Phase, Space, State, colour, home, of_eight, passed_over, result};

pub(super) fn scene(state: &State, viewer: Viewer) -> Scene {
    Scene {
        zones: vec![board(state, viewer)],
        players: Seat::all(2).map(|seat| player(state, seat)).collect(),
        prompt: Prompt::new(prompt(state, viewer)),
        banner: warning(state),
        ways: last_way(state).into_iter().collect(),
        ..Scene::default()
    }
}

fn player(state: &State, seat: Seat) -> Player {
    let cube = || Figure::Cube(colour(seat));
    Player::new(seat, Jump::turn(state).active().contains(seat)).wearing(cube()).having(
        cube(),
        "home",
        home(state, seat).len(),
    )
}

fn board(state: &State, viewer: Viewer) -> Zone {
    let cell = |space: Space| {
        let Square { row, col } = space.square();
        let ground = if matches!(row, 2 | 3) {
            Ground::TileBack { shaded: (row + col) % 2 == 1 }
        } else {
            Ground::TileFace
        };
        // Row 1 is South's, and South sits below.
        let cell = Cell::new(space.to_string(), col.into(), 5 - i16::from(row), ground);
        let cell = if is_goal_of(viewer, space) { cell.tinted(Tint::Goal) } else { cell };
        match state.last {
            Some(Action::Move { from, .. }) if from == space => cell.marked(Mark::Last),
            _ => cell,
        }
    };
    let cubes = Seat::all(2).flat_map(|seat| state.cubes[seat.index()].iter().map(move |at| (seat, at)));
    Zone::new(ZoneKind::Board, "board", "Board")
        .with_coordinates()
        .with_cells(Space::all().map(cell))
        .with_pieces(cubes.map(|(seat, at)| cube(state, seat, at)))
}

/// Whether the viewer wants to get there.
fn is_goal_of(viewer: Viewer, space: Space) -> bool {
    viewer.seat().is_some_and(|seat| goal(seat).contains(space))
}

fn cube_key(space: Space) -> Key {
    Key::piece("cube", space)
}

fn cube(state: &State, seat: Seat, at: Space) -> Piece {
    let piece = Piece::new(cube_key(at), Figure::Cube(colour(seat))).in_cell(at).owned_by(seat);
    let piece = if goal(seat).contains(at) { piece.marked(Mark::Good) } else { piece };
    match state.last {
        Some(Action::Move { from, to }) if to == at => piece.marked(Mark::Last).coming_from(Key::cell(from)),
        _ => piece,
    }
}

/// The last move, as an arrow.
fn last_way(state: &State) -> Option<Way> {
    let Action::Move { from, to } = state.last?;
    Some(Way { through: vec![Key::cell(from), Key::cell(to)], kind: WayKind::Went })
}

/// A seat's cubes that can move.
fn movable(state: &State, seat: Seat) -> Spaces {
    moves(state.cubes, seat, state.options.jump_over).map(|(from, _)| from).collect()
}

/// Rule 8 is near.
fn warning(state: &State) -> Option<String> {
    let Phase::Move(mover) = state.phase else { return None };
    let is_short = |seat: &Seat| movable(state, *seat).len() <= 1;
    let seat = [mover, mover.other()].into_iter().find(is_short)?;
    Some(match movable(state, seat).len() {
        0 => format!("{} no cube that could move now.", seat.does("have")),
        _ => format!("{} only one cube that can move.", seat.does("have")),
    })
}

fn prompt(state: &State, viewer: Viewer) -> String {
    let seat = match state.phase {
        Phase::Move(seat) => seat,
        Phase::Over(winner) => return result(state, winner),
    };
    let colour = colour(seat);
    if !viewer.is(seat) {
        return format!("{} to move a {colour} cube.", seat.does("be"));
    }
    match home(state, seat).len() {
        0 => format!(
            "Move a {colour} cube forward. Touch it, then where it goes: one step, or a jump over the cube in front of it."
        ),
        home => format!("Move a {colour} cube forward. {} home; whoever cannot move loses.", of_eight(home)),
    }
}

pub(super) fn offer(state: &State, seat: Seat, Action::Move { from, to }: Action) -> Offer {
    let verb = if passed_over(seat, from, to).next().is_some() { "Jump" } else { "Step" };
    let offer = Offer::new(format!("{verb} from {from} to {to}"), [cube_key(from), Key::cell(to)])
        .changing(cube_key(from), Becomes::At(Key::cell(to)));
    if !goal(seat).contains(to) {
        offer
    } else if home(state, seat).len() + 1 == usize::from(CUBES) {
        offer.because("It is your last cube: you win.")
    } else {
        offer.because("It is home there, and stays.")
    }
}

/// A cube or its space, then where to: a space or what stands on it.
pub(super) fn intent(path: &[Touch]) -> Option<Action> {
    let space = |touch: Touch| match touch {
        Touch::Cell(space) | Touch::Piece("cube", space) => space.parse().ok(),
        _ => None,
    };
    match *path {
        [from, to] => Some(Action::Move { from: space(from)?, to: space(to)? }),
        _ => None,
    }
}
