//! Nim on the table: heaps of cubes on stands; touching a cube takes it and all above it.

use boxwood_engine::{Game, Seat, Viewer};
use boxwood_kit::Colour;
use boxwood_scene::{
    Becomes, Cell, Control, Figure, Ground, Grow, Key, Mark, Offer, Piece, Player, Prompt, Scene, Tone,
    Touch, Zone, ZoneKind, count, numbers,
};

use super::{Action, Heaps, Length, Nim, Phase, State, cubes_left, largest_heap, most_heaps};

/// The place of a heap is so many steps wide; a tile would be narrower.
const WIDTH: i16 = 5;
const TILE: u16 = 3;
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

/// How many heaps stand beside each other if there may be so many, and how high the place of each is: few have a
/// row to themselves, more share the height.
const fn arrangement(most: usize) -> (usize, i16) {
    match most {
        0..=5 => (5, 16),
        6 => (3, 9),
        7..=12 => (4, 8),
        _ => (5, 8),
    }
}

/// Every heap has its place from the start, and keeps it when its cubes are gone. Where a setter builds, the
/// places that were not used are gone once the heaps are built.
fn heaps(state: &State) -> Zone {
    let most = if state.options.heaps == Heaps::Setter { most_heaps(state) } else { state.heaps.len() };
    let places = if state.phase == Phase::Build { most } else { state.heaps.len() };
    let (across, height) = arrangement(most);
    let cell = |heap: usize| {
        let (x, y) = (WIDTH * (heap % across) as i16, height * (heap / across) as i16);
        let cell = Cell::new(format!("heap{}", heap + 1), x, y, Ground::Stand)
            .labelled(format!("Heap {}", heap + 1))
            .sized(WIDTH, height)
            .growing(Grow::Up);
        let is_gone = state.phase != Phase::Build && state.heaps[heap] == 0;
        if is_gone { cell.marked(Mark::Dim) } else { cell }
    };
    let cubes = |(heap, &cubes): (usize, &u8)| {
        (1..=cubes).map(move |height| {
            Piece::new(cube(heap, height), Figure::Cube(colour(heap)))
                .in_cell(format_args!("heap{}", heap + 1))
        })
    };
    Zone::new(ZoneKind::Board, "heaps", "Heaps")
        .with_unit(TILE)
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
        Phase::Over => {
            let result = state.series.result(state.options.length.games());
            Prompt::new(format!("The last cube is taken. {result}"))
        }
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
    let offer = offer.changing(Key::cell(format_args!("heap{number}")), Becomes::Worth(-i32::from(n)));
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
