//! OKI on the table: islands in the water, and the cubes on them.

use boxwood_engine::{Game, Seat, Viewer};
use boxwood_kit::Square;
use boxwood_scene::{
    Becomes, Cell, Control, Figure, Ground, Key, Mark, Offer, Piece, Player, Prompt, Scene, Tone, Touch, Way,
    WayKind, Zone, ZoneKind, count,
};

use super::{
    Action, Goal, LAST_BONUS, Oki, Phase, Space, Spaces, State, colour, filled, open, points, result, vacant,
};

pub(super) fn scene(state: &State, viewer: Viewer) -> Scene {
    Scene {
        zones: vec![board(state)],
        players: Seat::all(state.cubes.seats()).map(|seat| player(state, seat)).collect(),
        prompt: prompt(state, viewer),
        tags: tag(state).into_iter().collect(),
        ways: line_of_turn(state).into_iter().collect(),
        ..Scene::default()
    }
}

fn player(state: &State, seat: Seat) -> Player {
    let cubes = state.cubes[seat].len();
    let player =
        Player::new(seat, Oki::turn(state).active().contains(seat)).wearing(Figure::Cube(colour(seat)));
    match state.options.goal {
        Goal::Last => player.with("cubes", cubes),
        Goal::Points => {
            let bonus = points(state, seat) - cubes as i32;
            let player = player.scoring(points(state, seat)).scored("cubes", cubes as i32);
            if bonus > 0 { player.scored("the last tile", bonus) } else { player }
        }
    }
}

fn board(state: &State) -> Zone {
    let cell = |space: Space| {
        let Square { row, col } = space.square();
        let ground = Ground::TileBack { shaded: (row + col) % 2 == 1 };
        Cell::new(space.to_string(), col.into(), row.into(), ground)
    };
    let last = if placed(state).is_empty() { state.last } else { placed(state) };
    let cube = |(seat, space): (Seat, Space)| {
        let piece = Piece::new(cube_key(space), Figure::Cube(colour(seat))).in_cell(space).owned_by(seat);
        if last.contains(space) { piece.marked(Mark::Last) } else { piece }
    };
    let cubes = state.cubes.iter().flat_map(|(seat, cubes)| cubes.iter().map(move |space| (seat, space)));
    Zone::new(ZoneKind::Board, "board", "Board")
        .with_coordinates()
        .with_shores()
        .with_cells(state.tiles.iter().map(cell))
        .with_pieces(cubes.map(cube))
}

fn cube_key(space: Space) -> Key {
    Key::piece("cube", space)
}

/// The cubes of the turn that is going on.
fn placed(state: &State) -> Spaces {
    match state.phase {
        Phase::Place { placed, .. } => placed,
        Phase::Over { .. } => Spaces::EMPTY,
    }
}

/// The line that a turn of several cubes lies on.
fn line_of_turn(state: &State) -> Option<Way> {
    let cells: Vec<Key> = placed(state).iter().map(Key::cell).collect();
    (cells.len() > 1).then_some(Way { through: cells, kind: WayKind::Flow })
}

/// "7 tiles vacant"
fn tag(state: &State) -> Option<String> {
    let left = vacant(state).len();
    (left > 0).then(|| format!("{} vacant", count(left as i64, "tile")))
}

fn prompt(state: &State, viewer: Viewer) -> Prompt {
    let (seat, placed) = match state.phase {
        Phase::Place { seat, placed } => (seat, placed),
        Phase::Over { last } => return Prompt::new(result(state, last)),
    };
    let colour = colour(seat);
    if !viewer.is(seat) {
        return Prompt::new(format!("{} to place {colour} cubes.", seat.does("be")));
    }
    if filled(state).is_empty() {
        return Prompt::new(format!("Place the first {colour} cube on any tile."));
    }
    let goal = match state.options.goal {
        Goal::Last => "Whoever fills the last tile wins.".to_string(),
        Goal::Points => format!("Each cube is a point, the last one {} more.", LAST_BONUS),
    };
    if placed.is_empty() {
        return Prompt::new(format!(
            "Place one or more {colour} cubes on a line, each beside another cube. {goal}"
        ));
    }
    let end = Control::button("end", "End the turn", Tone::Main);
    let more = open(state, placed).len();
    let text = match (more, placed.len()) {
        (0, _) => "No other tile on a line with these can be filled now. End the turn.".into(),
        (_, 1) => format!("Place another {colour} cube on a line with this one, or end the turn."),
        (_, _) => format!("Place another {colour} cube on the same line, or end the turn."),
    };
    Prompt::new(text).with(end)
}

pub(super) fn offer(state: &State, seat: Seat, action: Action) -> Offer {
    match action {
        Action::Place(space) => {
            let cube = Becomes::Figure(Figure::Cube(colour(seat)));
            let offer = Offer::new(space.to_string(), [Key::cell(space)]).changing(Key::cell(space), cube);
            if vacant(state).len() == 1 { offer.because("It is the last tile.") } else { offer }
        }
        Action::End => {
            let offer = Offer::new("End the turn", [Key::button("end")]);
            if open(state, placed(state)).is_empty() { offer.idle() } else { offer }
        }
    }
}

/// A tile or the cube on it, or the button.
pub(super) fn intent(path: &[Touch]) -> Option<Action> {
    match *path {
        [Touch::Cell(space) | Touch::Piece("cube", space)] => Some(Action::Place(space.parse().ok()?)),
        [Touch::Button("end")] => Some(Action::End),
        _ => None,
    }
}
