//! Othellino on the table: the board, and one cube on each space that is taken.

use boxwood_engine::{Game, Seat, Viewer};
use boxwood_kit::Square;
use boxwood_scene::{
    Becomes, Cell, Figure, Ground, Key, Mark, Offer, Piece, Player, Prompt, Scene, Touch, Zone, ZoneKind,
    count,
};

use super::{Action, Othellino, Phase, Space, State, captured, is_centre_full, passing, result, sides};

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
        let piece = Piece::new(cube_key(space), figure).in_cell(space).owned_by(seat);
        if state.last == Some(space) { piece.marked(Mark::Last) } else { piece }
    };
    let owner = |space: Space| Seat::all(2).find(|seat| state.cubes[seat.index()].contains(space));
    Zone::new(ZoneKind::Board, "board", "Board")
        .with_coordinates()
        .with_cells(Space::all().map(cell))
        .with_pieces(Space::all().filter_map(|space| Some((owner(space)?, space))).map(cube))
}

fn cube_key(space: Space) -> Key {
    Key::piece("cube", space)
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
            "Place a {own} cube. The {enemy} ones in a line between it and another {own} one turn {own}."
        ),
        (true, false) => {
            format!("Place a {own} cube on a free space of the centre. Nothing is captured until it is full.")
        }
        (false, true) => format!("{} to place a {own} cube.", seat.does("be")),
        (false, false) => format!("{} to place a {own} cube in the centre.", seat.does("be")),
    }
}

/// The cube that would stand there, and those that would turn.
pub(super) fn offer(state: &State, seat: Seat, Action::Place(space): Action) -> Offer {
    let (own, enemy) = sides(state, seat);
    let turned = captured(own, enemy, space);
    let cube = || Becomes::Figure(Figure::Cube(state.colour(seat)));
    let offer = Offer::new(space.to_string(), [Key::cell(space)]).changing(Key::cell(space), cube());
    let offer = turned.iter().fold(offer, |offer, turned| offer.changing(cube_key(turned), cube()));
    match turned.len() {
        0 => offer,
        number => offer.because(format!("It turns {}.", count(number as i64, "cube"))),
    }
}

/// Touching a space, or the cube on it: then `check` says that it is taken.
pub(super) fn intent(path: &[Touch]) -> Option<Action> {
    match *path {
        [Touch::Cell(space) | Touch::Piece("cube", space)] => Some(Action::Place(space.parse().ok()?)),
        _ => None,
    }
}
