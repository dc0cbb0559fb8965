//! Nim: take cubes from one heap at a time; whoever takes the last cube wins.
//!
//! 2 seats · open information · Green Box contest 2018.
//!
//! # Rules
//! 1. One player, the setter, builds heaps of cubes, one heap after the other.
//! 2. The other player moves first; then they alternate.
//! 3. A move takes one or more cubes from a single heap. An empty heap is gone.
//! 4. Whoever takes the last cube wins.
//! 5. Instead of a setter, heaps can be random (3–5 heaps of 1–9 cubes) or fixed; then the beginner
//!    is random.
//! 6. In a match of two games the roles are exchanged for the second one; random heaps are laid out
//!    once more as they were at the start of the first. Each win is a point.
//!
//! # Rulings
//! - R1 (rule 1): the setter builds at most 12 heaps and uses at most the 80 cubes of the base box;
//!   both can be changed.
//! - R2 (rule 1): at least one heap must be built.
//! - R3 (rule 1): a perfect setter wins; rules 5 and 6 are there for fairness.
//! - R4: two seats; playing time and complexity are our estimates.
//! - R5 (rule 4): what the book prints after the rule of the winner belongs to another game.
//! - R6 (rule 1): a heap once built stays.

mod advice;
mod audit;
mod estimate;
mod scene;
#[cfg(test)]
mod tests;
mod weigh;

use boxwood_engine::{
    Art, Book, Ctx, Game, GameInfo, Games, Illegal, Number, Seat, Series, SetupError, Turn, Viewer, choice,
    options,
};
use boxwood_kit::{Colour, Inventory, Pile, Rng};
use boxwood_scene::{Beat, BeatKind, Offer, Scene, Theme, Touch, count};
use serde::{Deserialize, Serialize};

const MAX_HEAPS: usize = 20;
const BASE_CUBES: u8 = 80; // R1

/// The game.
pub struct Nim;

choice! {
    /// Where the heaps come from.
    pub enum Heaps {
        Setter = "setter", "one player builds them, the other begins";
        Random = "random", "3–5 heaps of 1–9 cubes";
        ThreeFiveSeven = "3-5-7", "3, 5 and 7 cubes";
        OneThreeFiveSeven = "1-3-5-7", "1, 3, 5 and 7 cubes";
        ThreeFourFive = "3-4-5", "3, 4 and 5 cubes";
    }
}

choice! {
    /// How many games a match has.
    pub enum Length {
        One = "1", "one game";
        Two = "2", "two games with the roles exchanged";
    }
}

impl Length {
    fn games(self) -> Games {
        match self {
            Length::One => Games::ONE,
            Length::Two => Games::All(2),
        }
    }
}

options! {
    /// What can be chosen before the game.
    pub struct Options {
        "heaps" heaps: Heaps = Heaps::Setter, "Heaps";
        "max_heaps" max_heaps: Number<1, 20> = Number::new(12), "Most heaps the setter may build";
        "max_cubes" max_cubes: Number<1, 120> = Number::new(80), "Most cubes the setter may use";
        "match" length: Length = Length::One, "Games in the match";
    }
}

/// The table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    options: Options,
    /// The cubes of each heap; a heap that is gone keeps its place with no cubes.
    heaps: Pile<u8, MAX_HEAPS>,
    /// Cubes that are in no heap.
    supply: u8,
    phase: Phase,
    /// Who is setter, or beginner where there is none, in this game.
    opener: Seat,
    series: Series,
    /// The heaps that each game of the match begins with: none where a setter builds them.
    first: Pile<u8, MAX_HEAPS>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Phase {
    /// Rule 1: the opener builds.
    Build,
    /// Rule 3: this seat takes.
    Take(Seat),
    /// The match has been played.
    Over,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Rule 1: builds a heap of so many cubes.
    AddHeap(u8),
    /// Rule 2: the heaps are built.
    Ready,
    /// Rule 3: takes `n` cubes from the heap at this place, counted from 0.
    Take {
        /// The heap's place.
        heap: u8,
        /// How many cubes.
        n: u8,
    },
}

impl Game for Nim {
    type State = State;
    type View = State;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "nim",
        title: "Nim",
        pitch: "Take cubes from one heap at a time; whoever takes the last cube wins.",
        book: Book::Contest2018,
        designers: &["Vegard Farstad"],
        origin: "traditional game, rules as written for the contest",
        seats: (2, 2),
        best: 2,
        quick: &[("heaps", "random")],
        minutes: (5, 5),
        complexity: 1,
        tags: &["perfect information", "abstract", "solved"],
        theme: Theme::Ice,
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
        lesson: include_str!("../lesson.json"),
        art: Art::new(include_str!("../art/cover.svg"), include_bytes!("../art/cover.jpg")),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let opener = Seat::random(seats, ctx.rng());
        let first = match options.heaps {
            Heaps::Random => random_heaps(ctx.rng()),
            fixed => fixed_heaps(fixed).iter().copied().collect(),
        };
        let mut state = State {
            options: options.clone(),
            heaps: Pile::new(),
            supply: cubes_in_play(options),
            phase: Phase::Over,
            opener,
            series: Series::new(seats),
            first,
        };
        lay_out(&mut state, ctx);
        Ok(state)
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        match state.phase {
            Phase::Build => Turn::of(state.opener),
            Phase::Take(seat) => Turn::of(seat),
            Phase::Over => Turn::Over(state.series.outcome()),
        }
    }

    fn is_certain(_state: &State) -> bool {
        true
    }

    #[inline]
    fn legal_actions(state: &State, _seat: Seat, out: &mut Vec<Action>) {
        match state.phase {
            Phase::Build => {
                out.extend((1..=largest_heap(state)).map(Action::AddHeap));
                if !state.heaps.is_empty() {
                    out.push(Action::Ready);
                }
            }
            Phase::Take(_) => {
                for (heap, &cubes) in (0..).zip(state.heaps.iter()) {
                    out.extend((1..=cubes).map(|n| Action::Take { heap, n }));
                }
            }
            Phase::Over => {}
        }
    }

    fn check(state: &State, _seat: Seat, action: &Action) -> Result<(), Illegal> {
        match (state.phase, *action) {
            (Phase::Build, Action::AddHeap(n)) => can_add(state, n),
            (Phase::Build, Action::Ready) if state.heaps.is_empty() => {
                Err(Illegal::new("ruling R2", "Build at least one heap first"))
            }
            (Phase::Build, Action::Ready) => Ok(()),
            (Phase::Build, Action::Take { .. }) => {
                Err(Illegal::new("rule 1", "The heaps are still being built"))
            }
            (Phase::Take(_), Action::Take { heap, n }) => can_take(state, heap, n),
            (Phase::Take(_), Action::AddHeap(_) | Action::Ready) => {
                Err(Illegal::new("rule 1", "The heaps are built already"))
            }
            (Phase::Over, _) => Err(Illegal::new("rule 4", "The last cube has been taken")),
        }
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        match *action {
            Action::AddHeap(n) => {
                state.heaps.push(n);
                state.supply -= n;
                ctx.say(|| format!("{} a heap of {}.", seat.does("build"), count(n, "cube")));
            }
            Action::Ready => {
                state.phase = Phase::Take(seat.other());
                ctx.say(|| format!("{} ready. {} first.", seat.does("be"), seat.other().does("move")));
            }
            Action::Take { heap, n } => take(state, seat, heap, n, ctx),
        }
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

    fn offer(view: &State, _seat: Seat, action: &Action) -> Offer {
        scene::offer(view, *action)
    }

    fn intent(view: &State, _seat: Seat, path: &[Touch]) -> Option<Action> {
        scene::intent(view, path)
    }

    fn inventory(state: &State) -> Inventory {
        let mut inventory = Inventory::EMPTY;
        let mut cubes = u16::from(cubes_left(state)) + u16::from(state.supply);
        for colour in Colour::ALL {
            inventory.add_cubes(colour, cubes.min(20));
            cubes = cubes.saturating_sub(20);
        }
        inventory
    }

    fn longest(options: &Options, _seats: usize) -> u32 {
        // Each game: at most 20 heaps built, then each move takes at least one cube.
        let cubes = u32::from(BASE_CUBES).max(options.max_cubes.get() as u32);
        2 * (MAX_HEAPS as u32 + 1 + cubes)
    }

    fn estimate(view: &State, seat: Seat) -> Option<f32> {
        Some(estimate::estimate(view, seat))
    }

    fn weigh(view: &State, _seat: Seat, actions: &[Action], care: u8, values: &mut Vec<f32>) {
        weigh::weigh(view, actions, care, values);
    }

    fn reason(view: &State, seat: Seat, action: &Action) -> Option<String> {
        advice::reason(view, seat, *action)
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}

/// Rule 5: the heaps that need no chance; none for a setter, who builds them.
fn fixed_heaps(heaps: Heaps) -> &'static [u8] {
    match heaps {
        Heaps::Setter | Heaps::Random => &[],
        Heaps::ThreeFiveSeven => &[3, 5, 7],
        Heaps::OneThreeFiveSeven => &[1, 3, 5, 7],
        Heaps::ThreeFourFive => &[3, 4, 5],
    }
}

/// R1: the cubes on the table, in heaps or not.
fn cubes_in_play(options: &Options) -> u8 {
    if options.heaps == Heaps::Setter { options.max_cubes.get() as u8 } else { BASE_CUBES }
}

/// Rule 5.
fn random_heaps(rng: &mut Rng) -> Pile<u8, MAX_HEAPS> {
    let heaps = rng.between(3, 5);
    (0..heaps).map(|_| rng.between(1, 9) as u8).collect()
}

/// Begins a game of the match: rules 1 and 5.
fn lay_out(state: &mut State, ctx: &mut Ctx) {
    state.supply += cubes_left(state);
    state.heaps = state.first;
    state.supply -= cubes_left(state);
    let opener = state.opener;
    if state.options.heaps == Heaps::Setter {
        state.phase = Phase::Build;
        ctx.say(|| format!("{} the heaps; {} first.", opener.does("build"), opener.other().does("move")));
    } else {
        state.phase = Phase::Take(opener);
        ctx.say(|| format!("{}.", opener.does("begin")));
    }
}

/// The largest heap that can still be built (R1); 0 when no heap can.
#[inline]
fn largest_heap(state: &State) -> u8 {
    if state.heaps.len() < most_heaps(state) { state.supply } else { 0 }
}

/// R1.
#[inline]
fn most_heaps(state: &State) -> usize {
    state.options.max_heaps.get() as usize
}

/// Rule 1, with R1.
fn can_add(state: &State, n: u8) -> Result<(), Illegal> {
    if n == 0 {
        return Err(Illegal::new("rule 1", "A heap has at least one cube"));
    }
    if state.heaps.len() >= most_heaps(state) {
        let heaps = count(state.options.max_heaps.get(), "heap");
        return Err(Illegal::new("ruling R1", format!("There may be no more than {heaps}")));
    }
    if n > state.supply {
        let left = count(state.supply, "cube");
        return Err(Illegal::new("ruling R1", format!("Only {left} can still be used")));
    }
    Ok(())
}

/// Rule 3.
fn can_take(state: &State, heap: u8, n: u8) -> Result<(), Illegal> {
    match state.heaps.get(usize::from(heap)) {
        None | Some(0) => Err(Illegal::new("rule 3", format!("Heap {} has no cubes", u16::from(heap) + 1))),
        Some(_) if n == 0 => Err(Illegal::new("rule 3", "Take at least one cube")),
        Some(&cubes) if n > cubes => {
            let cubes = count(cubes, "cube");
            Err(Illegal::new("rule 3", format!("Heap {} has only {cubes}", heap + 1)))
        }
        Some(_) => Ok(()),
    }
}

#[inline]
fn cubes_left(state: &State) -> u8 {
    state.heaps.iter().sum()
}

/// Rules 3 and 4.
#[inline]
fn take(state: &mut State, seat: Seat, heap: u8, n: u8, ctx: &mut Ctx) {
    state.heaps[usize::from(heap)] -= n;
    state.supply += n;
    ctx.say(|| format!("{} {} from heap {}.", seat.does("take"), count(n, "cube"), heap + 1));
    if cubes_left(state) == 0 {
        end_game(state, seat, ctx);
    } else {
        state.phase = Phase::Take(seat.other());
    }
}

/// Rules 4 and 6.
fn end_game(state: &mut State, winner: Seat, ctx: &mut Ctx) {
    state.series.finish_game(Some(winner));
    state.phase = Phase::Over;
    ctx.say(|| format!("That was the last cube, and {} the game.", winner.does("win")));
    if !state.series.is_over(state.options.length.games()) {
        ctx.beat(state, || Beat::new(BeatKind::Round, format!("{} the first game.", winner.does("win"))));
        state.opener = state.opener.other();
        lay_out(state, ctx);
    }
}
