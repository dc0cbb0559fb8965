//! Othellino on the table: the board, and one cube on each space that is taken.

use boxwood_engine::{Game, Seat, Viewer};
use boxwood_kit::Square;
use boxwood_scene::{
    Cell, Figure, Ground, Key, Mark, Offer, Piece, Player, Prompt, Scene, Touch, Zone, ZoneKind,
};

use super::{Action, Othellino, Phase, Space, State, is_centre_full, passing, result};

pub(super) fn scene(state: &State, viewer: Viewer) -> Scene {
    let active = Othellino::turn(state).active();
    let player = |seat: Seat| {
        Player::new(seat, active.contains(seat))
            .scoring(state.cubes[seat.index()].len() as i32)
            .wearing(Figure::Cube(state.colour(seat)))
    };
    Scene {
        zones: vec![board(state)],
        players: Seat::all(2).map(player).collect(),
        prompt: Prompt::new(prompt(state, viewer)),
        banner: who_passed(state).map(passing),
        ..Scene::default()
    }
}

fn board(state: &State) -> Zone {
    let cell = |space: Space| {
        let Square { row, col } = space.square();
        Cell::new(
            space.to_string(),
            col.into(),
            row.into(),
            Ground::TileBack { shaded: (row + col) % 2 == 1 },
        )
    };
    // A cube is named by its space, so that one that changes sides is seen turning.
    let cube = |(seat, space): (Seat, Space)| {
        let figure = Figure::Cube(state.colour(seat));
        let piece = Piece::new(Key::piece("cube", space), figure).in_cell(space).owned_by(seat);
        if state.last == Some(space) { piece.marked(Mark::Last) } else { piece }
    };
    let owner = |space: Space| Seat::all(2).find(|seat| state.cubes[seat.index()].contains(space));
    Zone::new(ZoneKind::Board, "board", "Board")
        .with_cells(Space::all().map(cell))
        .with_pieces(Space::all().filter_map(|space| Some((owner(space)?, space))).map(cube))
}

/// Who has just passed: if the last cube is the mover's own, the other player could not answer.
fn who_passed(state: &State) -> Option<Seat> {
    match (state.phase, state.last) {
        (Phase::Place { seat, .. }, Some(last)) if state.cubes[seat.index()].contains(last) => {
            Some(seat.other())
        }
        _ => None,
    }
}

fn prompt(state: &State, viewer: Viewer) -> String {
    let Phase::Place { seat, .. } = state.phase else { return result(state) };
    let (own, enemy) = (state.colour(seat), state.colour(seat.other()));
    match (viewer.is(seat), is_centre_full(state)) {
        (true, true) => format!(
            "Place a {own} cube so that {enemy} ones lie in a straight line between it and another {own} one: \
             they turn {own}."
        ),
        (true, false) => {
            format!("Place a {own} cube on a free space of the centre. Nothing is captured until it is full.")
        }
        (false, true) => format!("{} to place a {own} cube.", seat.does("be")),
        (false, false) => format!("{} to place a {own} cube in the centre.", seat.does("be")),
    }
}

pub(super) fn offer(Action::Place(space): Action) -> Offer {
    Offer::new(space.to_string(), [Key::cell(space)])
}

/// Touching a space, or the cube on it: then `check` says that it is taken.
pub(super) fn intent(path: &[Touch]) -> Option<Action> {
    match *path {
        [Touch::Cell(space) | Touch::Piece("cube", space)] => Some(Action::Place(space.parse().ok()?)),
        _ => None,
    }
}
