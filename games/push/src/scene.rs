//! Push on the table: the tiles, each known by where it lay at first, so that one sees them move.

use boxwood_engine::{Game, Seat, Viewer};
use boxwood_kit::{Quarter, Square};
use boxwood_scene::{
    Becomes, Cell, Figure, Ground, Key, Mark, Offer, Piece, Player, Prompt, Scene, Touch, Way, WayKind, Zone,
    ZoneKind, list,
};

use super::board::{Board, SIDE, Space, Spaces};
use super::{Action, MOST_PUSHES, Phase, Push, State, TOO_OFTEN, completed, lines, result, times};

/// So many pushes before the last one of rule 6, everybody is told.
const WARNING: usize = 20;

pub(super) fn scene(state: &State, viewer: Viewer) -> Scene {
    let table = Scene {
        zones: vec![board(state)],
        players: Seat::all(2).map(|seat| player(state, seat)).collect(),
        prompt: Prompt::new(prompt(state, viewer)),
        ..Scene::default()
    };
    let (tags, ways) = (tag(state).into_iter().collect(), last_way(state).into_iter().collect());
    Scene { banner: warning(state), tags, ways, ..table }
}

fn player(state: &State, seat: Seat) -> Player {
    let longest = lines(state).map(|(_, line)| (line & state.tiles(seat)).len()).max().unwrap_or(0);
    Player::new(seat, Push::turn(state).active().contains(seat))
        .wearing(side_of(state, seat))
        .with("fullest line", state.board().out_of(longest))
}

/// What the tiles of a seat look like.
fn side_of(state: &State, seat: Seat) -> Figure {
    if state.is_green(seat) { Figure::TileFace } else { Figure::TileBack }
}

/// Which tile lies where: for each space where its tile lay at first.
fn tiles(state: &State) -> [Space; SIDE * SIDE] {
    let board = state.board();
    let mut lying = [Space::default(); SIDE * SIDE];
    for space in Space::all() {
        lying[space.number()] = space;
    }
    for &Action::Push { at, from } in &state.pushes {
        let (mut free, taken) = (at, lying[at.number()]);
        for next in board.moved(at, from) {
            lying[free.number()] = lying[next.number()];
            free = next;
        }
        lying[free.number()] = taken;
    }
    lying
}

fn tile_key(first: Space) -> Key {
    Key::piece("tile", first)
}

fn board(state: &State) -> Zone {
    let (board, lying) = (state.board(), tiles(state));
    let cell = |space: Space| {
        let Square { row, col } = space.square();
        Cell::new(space.to_string(), col.into(), row.into(), Ground::Hollow)
    };
    let (won, lacking) = (won_with(state), lacking(state));
    let last = state.pushes.top().map(|Action::Push { at, from }| board.end(at, from));
    let piece = |space: Space| {
        let first = lying[space.number()];
        let seat = Seat::all(2).find(|seat| state.tiles(*seat).contains(space)).unwrap_or_default();
        let mut piece = Piece::new(tile_key(first), side_of(state, seat))
            .labelled(format!("{} tile", state.colour(seat)))
            .in_cell(space)
            .owned_by(seat);
        if last == Some(space) {
            piece = piece.marked(Mark::Last);
        }
        if won.contains(space) {
            piece = piece.marked(Mark::Good);
        } else if lacking.iter().any(|(_, missing)| missing.contains(space)) {
            piece = piece.marked(Mark::Danger);
        }
        piece
    };
    Zone::new(ZoneKind::Board, "board", "Board")
        .with_coordinates()
        .with_cells(board.spaces().iter().map(cell))
        .with_pieces(board.spaces().iter().map(piece))
}

/// The last push, as an arrow from where its tile was taken out to where it went in.
fn last_way(state: &State) -> Option<Way> {
    let Action::Push { at, from } = state.pushes.top()?;
    let end = state.board().end(at, from);
    Some(Way { through: vec![Key::cell(at), Key::cell(end)], kind: WayKind::Went })
}

/// The spaces of the lines that have won.
fn won_with(state: &State) -> Spaces {
    match state.phase {
        Phase::Won(winner) => {
            completed(state, winner).into_iter().fold(Spaces::EMPTY, |sum, (_, line)| sum | line)
        }
        Phase::Push(_) | Phase::Drawn => Spaces::EMPTY,
    }
}

/// The lines that lack one tile of a colour, and where.
fn lacking(state: &State) -> Vec<(String, Spaces)> {
    if !matches!(state.phase, Phase::Push(_)) {
        return vec![];
    }
    let lacking = |seat: Seat| {
        let missing = move |(name, line): (String, Spaces)| {
            let missing = line - state.tiles(seat);
            (missing.len() == 1).then(|| (format!("{} {name}", state.colour(seat)), missing))
        };
        lines(state).filter_map(missing)
    };
    Seat::all(2).flat_map(lacking).collect()
}

fn warning(state: &State) -> Option<String> {
    let Phase::Push(_) = state.phase else { return None };
    let left = MOST_PUSHES - state.pushes.len();
    let lines: Vec<String> = lacking(state).into_iter().map(|(name, _)| name).collect();
    if !lines.is_empty() {
        Some(format!("One tile is missing: {}.", list(&lines)))
    } else if times(state) + 1 == TOO_OFTEN {
        Some("The tiles lay like this before. A third time is a draw.".into())
    } else {
        (left <= WARNING).then(|| format!("{left} more pushes, then it is a draw."))
    }
}

/// "Push 12"
fn tag(state: &State) -> Option<String> {
    let is_on = matches!(state.phase, Phase::Push(_));
    is_on.then(|| format!("Push {}", state.pushes.len() + 1))
}

fn prompt(state: &State, viewer: Viewer) -> String {
    let Phase::Push(seat) = state.phase else { return result(state) };
    let colour = state.colour(seat);
    if viewer.is(seat) {
        format!(
            "Take a {colour} tile from the rim, then touch the end of its row or column where it goes in."
        )
    } else {
        format!("{} to push a {colour} tile.", seat.does("be"))
    }
}

/// What would move on, and what comes of it.
pub(super) fn offer(state: &State, seat: Seat, at: Space, from: Quarter) -> Offer {
    let (board, lying) = (state.board(), tiles(state));
    let end = board.end(at, from);
    let key = |space: Space| tile_key(lying[space.number()]);
    let offer = Offer::new(format!("Push {at} in at {end}"), [key(at), key(end)]);
    let moved: Vec<Space> = board.moved(at, from).collect();
    let offer = moved
        .windows(2)
        .fold(offer, |offer, pair| offer.changing(key(pair[1]), Becomes::At(Key::cell(pair[0]))));
    match consequence(state, seat, board, at, from) {
        Some(why) => offer.because(why),
        None => offer,
    }
}

/// What is to be known about a push before it is made.
fn consequence(state: &State, seat: Seat, board: Board, at: Space, from: Quarter) -> Option<String> {
    let mut next = State { green: board.pushed(state.green, at, from), ..state.clone() };
    next.pushes.try_push(Action::Push { at, from }).ok()?;
    let names = |seat: Seat| {
        let names: Vec<String> = completed(&next, seat).into_iter().map(|(name, _)| name).collect();
        (!names.is_empty()).then(|| list(&names))
    };
    match (names(seat.other()), names(seat)) {
        (Some(theirs), _) => Some(format!("It completes {theirs} for {}, who wins.", seat.other())),
        (None, Some(ours)) => Some(format!("It completes {ours}: you win.")),
        (None, None) => None,
    }
}

/// A tile or its space, then where it is pushed in: a space or the tile that lies there.
pub(super) fn intent(state: &State, path: &[Touch]) -> Option<Action> {
    let lying = tiles(state);
    let space = |touch: Touch| match touch {
        Touch::Cell(space) => space.parse().ok(),
        Touch::Piece("tile", first) => {
            let first: Space = first.parse().ok()?;
            state.board().spaces().iter().find(|space| lying[space.number()] == first)
        }
        _ => None,
    };
    match *path {
        [at, end] => {
            let (at, end) = (space(at)?, space(end)?);
            Some(Action::Push { at, from: state.board().side_of(at, end)? })
        }
        _ => None,
    }
}
