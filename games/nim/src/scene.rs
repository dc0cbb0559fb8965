//! Nim on the table: heaps as columns of cubes; touching a cube takes it and all above it.

use boxwood_engine::{Game, Seat, Viewer};
use boxwood_kit::Colour;
use boxwood_scene::{
    Cell, Control, Figure, Ground, Grow, Key, Offer, Piece, Player, Prompt, Scene, Tone, Touch, Zone,
    ZoneKind, count, numbers,
};

use super::{Action, Length, Nim, Phase, State, largest_heap};

pub(super) fn scene(state: &State, viewer: Viewer) -> Scene {
    let active = Nim::turn(state).active();
    let player = |seat| {
        let player = Player::new(seat, active.contains(seat));
        if state.options.length == Length::Two { player.scoring(state.series.wins()[seat]) } else { player }
    };
    Scene {
        zones: vec![
            heaps(state),
            Zone::new(ZoneKind::Pile, "supply", "Cubes in no heap").counting(state.supply),
        ],
        players: Seat::all(2).map(player).collect(),
        prompt: prompt(state, viewer),
        ..Scene::default()
    }
}

fn heaps(state: &State) -> Zone {
    let heaps = || state.heaps.iter().enumerate().filter(|(_, cubes)| **cubes > 0);
    let cell = |(heap, _): (usize, &u8)| {
        Cell::new(format!("heap{}", heap + 1), heap as i16, 0, Ground::Bare)
            .labelled(format!("{}", heap + 1))
            .sized(1, 4)
            .growing(Grow::Up)
    };
    let cubes = |(heap, cubes): (usize, &u8)| {
        // Colours mean nothing; one for each heap tells neighbours apart.
        let colour = Colour::ALL[heap % 4];
        (1..=*cubes).map(move |height| {
            Piece::new(Key::piece("cube", format_args!("{}.{height}", heap + 1)), Figure::Cube(colour))
                .in_cell(format_args!("heap{}", heap + 1))
        })
    };
    Zone::new(ZoneKind::Board, "heaps", "Heaps")
        .with_cells(heaps().map(cell))
        .with_pieces(heaps().flat_map(cubes))
}

fn prompt(state: &State, viewer: Viewer) -> Prompt {
    match state.phase {
        Phase::Build if viewer.is(state.opener) => {
            let mut prompt = Prompt::new("Build a heap, or say that you are ready.");
            let largest = largest_heap(state);
            if largest > 0 {
                prompt = prompt.with(Control::Number { label: "Cubes".into(), min: 1, max: largest.into() });
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
        Phase::Over => Prompt::new(state.series.result(state.options.length.games())),
    }
}

pub(super) fn offer(state: &State, action: Action) -> Offer {
    match action {
        Action::AddHeap(n) => Offer::new(format!("Build a heap of {}", count(n, "cube")), [Key::number(n)]),
        Action::Ready => Offer::new("Ready", [Key::button("ready")]),
        Action::Take { heap, n } => {
            let lowest = state.heaps[usize::from(heap)] - n + 1;
            Offer::new(
                format!("Take {n} from heap {}", heap + 1),
                [Key::piece("cube", format_args!("{}.{lowest}", heap + 1))],
            )
        }
    }
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
