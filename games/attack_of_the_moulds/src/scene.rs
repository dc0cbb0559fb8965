//! Attack of the Moulds on the table: the board, and one cube on each space that is taken.

use boxwood_engine::{Game, Seat, Viewer};
use boxwood_kit::Square;
use boxwood_scene::{
    Becomes, Cell, Figure, Ground, Key, Mark, Offer, Piece, Player, Prompt, Scene, Touch, Zone, ZoneKind,
    count,
};

use super::board::corner;
use super::flow::{result, taken_over};
use super::{
    Action, AttackOfTheMoulds, Board, CUBES, Move, ONE_CORNER_EACH, Phase, Space, State, begun_in, choice_of,
    colour, growing, patience,
};

/// Tiles are two steps wide, so that rows can be shifted by half a tile.
const TILE: i16 = 2;

pub(super) fn scene(state: &State, viewer: Viewer) -> Scene {
    let active = AttackOfTheMoulds::turn(state).active();
    let player = |seat: Seat| {
        let cubes = state.cubes[seat].len();
        let is_out = cubes == 0 && !matches!(state.phase, Phase::Choose(_));
        let player = Player::new(seat, active.contains(seat))
            .scoring(cubes as i32)
            .wearing(Figure::Cube(colour(seat)))
            .with("in supply", CUBES - cubes);
        Player { out: is_out, ..player }
    };
    Scene {
        zones: vec![board(state)],
        players: Seat::all(state.cubes.seats()).map(player).collect(),
        prompt: Prompt::new(prompt(state, viewer)),
        banner: impatience(state),
        ..Scene::default()
    }
}

fn board(state: &State) -> Zone {
    let cell = |space: Space| {
        let Square { row, col } = space.square();
        let hex = space.half_shifted();
        let (x, shaded) = match state.options.board {
            // Rings around the star in the middle.
            Board::Hex37 => (i16::from(hex.x), hex.distance(star().half_shifted()).is_multiple_of(2)),
            Board::Square36 => (TILE * i16::from(col), (row + col) % 2 == 1),
        };
        let cell = Cell::new(space.to_string(), x, TILE * i16::from(row), Ground::TileBack { shaded });
        let cell = cell.sized(TILE, TILE);
        match state.last {
            Some(last) if last.from == Some(space) => cell.marked(Mark::Last),
            _ => cell,
        }
    };
    // A cube is named by its space, so that one that changes sides is seen turning.
    let cube = |(seat, space): (Seat, Space)| {
        let piece = Piece::new(cube_key(space), Figure::Cube(colour(seat))).in_cell(space).owned_by(seat);
        match state.last {
            Some(last) if last.to == space => {
                let from = last.from.map(Key::cell);
                Piece { from, ..piece.marked(Mark::Last) }
            }
            _ => piece,
        }
    };
    let owner = |space: Space| Seat::all(state.cubes.seats()).find(|&seat| state.cubes[seat].contains(space));
    let spaces = || state.options.board.spaces().iter();
    Zone::new(ZoneKind::Board, "board", "Board")
        .with_unit(TILE as u16)
        .with_coordinates()
        .with_cells(spaces().map(cell))
        .with_pieces(spaces().filter_map(|space| Some((owner(space)?, space))).map(cube))
}

/// Rule 1: the middle of the hexagon.
fn star() -> Space {
    Space::new(Square::new(3, 3)).expect("the middle is on the board")
}

fn cube_key(space: Space) -> Key {
    Key::piece("cube", space)
}

/// R6, once it matters: in the last two rounds before the cubes are counted.
fn impatience(state: &State) -> Option<String> {
    let left = patience(state).saturating_sub(state.quiet.into());
    let matters = matches!(state.phase, Phase::Move(_)) && left <= 2 * growing(state);
    matters.then(|| format!("If nobody grows, the cubes are counted after {}.", count(left as i64, "move")))
}

fn prompt(state: &State, viewer: Viewer) -> String {
    match state.phase {
        Phase::Choose(seat) if !viewer.is(seat) => format!("{} where to begin.", seat.does("choose")),
        Phase::Choose(_) if state.cubes.seats() < ONE_CORNER_EACH => {
            "Choose a corner for one cube. Two more begin in the opposite corner.".into()
        }
        Phase::Choose(_) => "Choose a corner: your first three cubes begin there.".into(),
        Phase::Move(seat) if viewer.is(seat) => {
            format!("Grow next to a {} cube; or touch one, and spread it two steps.", colour(seat))
        }
        Phase::Move(seat) => format!("{} to grow or to spread.", seat.does("be")),
        Phase::Over => result(state),
    }
}

/// The cubes that would stand there, and those that would be taken over.
pub(super) fn offer(state: &State, seat: Seat, action: Action) -> Offer {
    let cube = || Becomes::Figure(Figure::Cube(colour(seat)));
    let offer = match action {
        Action::ChooseCorner(space) | Action::ChoosePair(space) => {
            let cubes = corner(space).map(|corner| begun_in(state.cubes.seats(), corner)).unwrap_or_default();
            let offer = Offer::new(format!("Begin in {space}"), [Key::cell(space)]);
            return cubes.iter().fold(offer, |offer, cube_at| offer.changing(Key::cell(cube_at), cube()));
        }
        Action::Grow(to) => {
            Offer::new(format!("Grow to {to}"), [Key::cell(to)]).changing(Key::cell(to), cube())
        }
        Action::Spread { from, to } => {
            let offer = Offer::new(format!("Spread from {from} to {to}"), [cube_key(from), Key::cell(to)]);
            offer.changing(cube_key(from), Becomes::At(Key::cell(to)))
        }
    };
    let taken = Move::of(action).map(|made| taken_over(state, seat, made)).unwrap_or_default();
    let offer = taken.iter().fold(offer, |offer, taken| offer.changing(cube_key(taken), cube()));
    match taken.len() {
        0 => offer,
        number => offer.because(format!("It takes over {}.", count(number as i64, "cube"))),
    }
}

/// A space, or the cube on it, to begin or to grow; two of them to spread. Then `check` says what is wrong.
pub(super) fn intent(state: &State, path: &[Touch]) -> Option<Action> {
    let space = |touch: Touch| match touch {
        Touch::Cell(name) | Touch::Piece("cube", name) => name.parse::<Space>().ok(),
        _ => None,
    };
    match *path {
        [one] if matches!(state.phase, Phase::Choose(_)) => Some(choice_of(state, space(one)?)),
        [one] => Some(Action::Grow(space(one)?)),
        [from, to] => {
            let (from, to) = (space(from)?, space(to)?);
            let is_near = state.options.board.next_to(from).contains(to);
            Some(if is_near { Action::Grow(to) } else { Action::Spread { from, to } })
        }
        _ => None,
    }
}
