//! Nim on the table: heaps as columns of cubes; touching a cube takes it and all above it.

use boxwood_engine::{Game, Seat, Viewer};
use boxwood_kit::Colour;
use boxwood_scene::{
    Becomes, Cell, Control, Figure, Ground, Grow, Key, Offer, Piece, Player, Prompt, Scene, Tint, Tone,
    Touch, Zone, ZoneKind, count, numbers,
};

use super::{Action, Heaps, Length, Nim, Phase, State, cubes_left, largest_heap, most_heaps};

/// So many heaps stand beside each other.
const ACROSS: usize = 6;
/// How much higher than wide the place of a heap is.
const HEIGHT: i16 = 4;
/// An offer to take more cubes than these says so, and does not list them.
const LISTED: u8 = 20;

pub(super) fn scene(state: &State, viewer: Viewer) -> Scene {
    let active = Nim::turn(state).active();
    let player = |seat| {
        let player = Player::new(seat, active.contains(seat));
        if state.options.length == Length::Two { player.scoring(state.series.wins()[seat]) } else { player }
    };
    Scene {
        zones: vec![heaps(state), supply(state)],
        players: Seat::all(2).map(player).collect(),
        prompt: prompt(state, viewer),
        tags: tag(state).into_iter().collect(),
        ..Scene::default()
    }
}

/// Every heap has its place from the start, and keeps it when its cubes are gone.
fn heaps(state: &State) -> Zone {
    let places = if state.options.heaps == Heaps::Setter { most_heaps(state) } else { state.heaps.len() };
    let cell = |heap: usize| {
        let (x, y) = ((heap % ACROSS) as i16, HEIGHT * (heap / ACROSS) as i16);
        let cell = Cell::new(format!("heap{}", heap + 1), x, y, Ground::Bare)
            .labelled(format!("{}", heap + 1))
            .sized(1, HEIGHT)
            .growing(Grow::Up);
        let is_gone = state.phase != Phase::Build && state.heaps.get(heap).is_none_or(|&cubes| cubes == 0);
        if is_gone { cell.tinted(Tint::Lost) } else { cell }
    };
    let cubes = |(heap, &cubes): (usize, &u8)| {
        (1..=cubes).map(move |height| {
            Piece::new(cube(heap, height), Figure::Cube(colour(heap)))
                .in_cell(format_args!("heap{}", heap + 1))
        })
    };
    Zone::new(ZoneKind::Board, "heaps", "Heaps")
        .with_cells((0..places).map(cell))
        .with_pieces(state.heaps.iter().enumerate().flat_map(cubes))
}

/// Colours mean nothing; one for each heap tells neighbours apart.
fn colour(heap: usize) -> Colour {
    Colour::ALL[heap % 4]
}

/// The cube at this height, counted from 1, of the heap at this place.
fn cube(heap: usize, height: u8) -> Key {
    Key::piece("cube", format_args!("{}.{height}", heap + 1))
}

fn supply(state: &State) -> Zone {
    Zone::new(ZoneKind::Pile, "supply", "Cubes in no heap")
        .titled("In no heap")
        .counting(state.supply)
        .shown_as(Figure::Cube(colour(state.heaps.len())))
}

/// "Game 1 of 2"
fn tag(state: &State) -> Option<String> {
    let games = u32::from(state.options.length.games().most());
    let is_running = state.phase != Phase::Over;
    (games > 1).then(|| format!("Game {} of {games}", state.series.played() + u32::from(is_running)))
}

fn prompt(state: &State, viewer: Viewer) -> Prompt {
    match state.phase {
        Phase::Build if viewer.is(state.opener) => {
            let mut prompt = Prompt::new("Build a heap, or say that you are ready.");
            let largest = largest_heap(state);
            if largest > 0 {
                prompt = prompt.with(Control::number("Cubes", 1, largest.into()));
            } else {
                prompt.text = "No more heaps can be built. Say that you are ready.".into();
            }
            if state.heaps.is_empty() {
                prompt.text = "Build the first heap: choose how many cubes.".into();
                return prompt;
            }
            prompt.with(Control::button("ready", "Ready", Tone::Main))
        }
        Phase::Build => Prompt::new(format!("{} the heaps.", state.opener.does("build"))),
        Phase::Take(seat) if viewer.is(seat) => {
            Prompt::new("Touch a cube: you take it and all above it. Whoever takes the last cube wins.")
        }
        Phase::Take(seat) => Prompt::new(format!("{} to move.", seat.does("be"))),
        Phase::Over if !state.series.is_over(state.options.length.games()) => {
            Prompt::new("No cube is left. The second game begins.")
        }
        Phase::Over => Prompt::new(state.series.result(state.options.length.games())),
    }
}

pub(super) fn offer(state: &State, action: Action) -> Offer {
    match action {
        Action::AddHeap(n) => Offer::new(format!("Build a heap of {}", count(n, "cube")), [Key::number(n)]),
        Action::Ready => Offer::new("Ready", [Key::button("ready")]),
        Action::Take { heap, n } => take(state, heap, n),
    }
}

/// The cubes that would go, and what would be left.
fn take(state: &State, heap: u8, n: u8) -> Offer {
    let (place, cubes) = (usize::from(heap), state.heaps[usize::from(heap)]);
    let (number, left) = (heap + 1, cubes - n);
    let offer =
        Offer::new(format!("Take {n} from heap {number}"), [cube(place, left + 1)]).because(match left {
            _ if cubes_left(state) == n => "No cube is left then: you win.".into(),
            0 => format!("Heap {number} is gone then."),
            1 => format!("1 cube stays in heap {number}."),
            left => format!("{left} cubes stay in heap {number}."),
        });
    let gone = left + 1..=cubes;
    let listed = gone.filter(|_| n <= LISTED);
    listed.fold(offer, |offer, height| offer.changing(cube(place, height), Becomes::Gone))
}

pub(super) fn intent(state: &State, path: &[Touch]) -> Option<Action> {
    match *path {
        [Touch::Number(n)] => Some(Action::AddHeap(n.try_into().ok()?)),
        [Touch::Button("ready")] => Some(Action::Ready),
        [Touch::Piece("cube", name)] => {
            let [heap, lowest] = numbers(name)?;
            let heap = heap.checked_sub(1)?;
            let n = (state.heaps.get(heap)? + 1).checked_sub(lowest.try_into().ok()?)?;
            Some(Action::Take { heap: heap.try_into().ok()?, n })
        }
        _ => None,
    }
}
