//! Othellino: enclose enemy cubes in straight lines to turn them into yours.
//!
//! 2 seats · open information · Green Box of Games.
//!
//! # Rules
//! 1. 36 face-down tiles make a board of 6×6 spaces: columns a–f from the left, rows 1–6 from the
//!    top. Each player has cubes of one colour. Who begins is drawn by lot.
//! 2. Whoever begins starts with cubes on d3 and c4, the other with cubes on c3 and d4.
//! 3. The players alternate. A turn places one cube on an empty space where it captures at least
//!    one enemy cube.
//! 4. From the new cube look in all 8 directions: enemy cubes in an unbroken run that ends at a
//!    cube of one's own are captured. All such runs are, at once, and become one's own; a cube that
//!    has just been turned captures nothing.
//! 5. Who cannot capture passes, without being asked. Only then.
//! 6. When neither player can capture, the game is over. More cubes on the board win, equally many
//!    are a draw, empty spaces count for nobody.
//! 7. With a free centre, the four spaces of rule 2 are empty at first. The players fill them by
//!    turns, one space of their choice each time, and nothing is captured; then rule 3 applies, and
//!    whoever began is to move.
//!
//! # Rulings
//! - R1 (rule 6): the book does not say who wins; the majority does, as usual.
//! - R2 (rule 1): one colour has 20 cubes, but a player can own up to 36 spaces. Beyond 20, cubes of
//!   the two unused base colours stand in: the first in the order red, yellow, green, blue for
//!   whoever began, the second for the other. They count, and are shown, as the player's colour.
//! - R3 (rule 2): the book lets each player have a diagonal of the centre; we fix which. The mirror
//!   image would be the same game. The free centre is not in the book.
//! - R4 (rule 5): nobody may pass who can capture.

mod advice;
mod audit;
mod board;
mod estimate;
mod scene;
mod solve;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;

use boxwood_engine::{
    Art, Book, Ctx, Game, GameInfo, Illegal, Outcome, Seat, SeatMap, SetupError, Solver, Turn, Viewer,
    choice, options,
};
use boxwood_kit::{Colour, Inventory, Rng, Symbol, Tile};
use boxwood_scene::{Beat, BeatKind, Offer, Scene, Theme, Touch, list};
use serde::{Deserialize, Serialize};

use board::{CENTRE, DOWNWARD_DIAGONAL, UPWARD_DIAGONAL, captured, capturing};
pub use board::{Space, Spaces};

/// The game.
pub struct Othellino;

choice! {
    /// What the centre looks like at first.
    pub enum StartShape {
        Diagonal = "diagonal", "two cubes each on the diagonals of the centre";
        FreeCentre = "free_centre", "an empty centre that the players fill by turns";
    }
}

choice! {
    /// A colour that cubes of the base box have.
    pub enum CubeColour {
        Red = "red", "red";
        Yellow = "yellow", "yellow";
        Green = "green", "green";
        Blue = "blue", "blue";
    }
}

options! {
    /// What can be chosen before the game.
    pub struct Options {
        "start_shape" start_shape: StartShape = StartShape::Diagonal, "Start";
        "colour_a" colour_a: CubeColour = CubeColour::Yellow, "Cubes of whoever begins";
        "colour_b" colour_b: CubeColour = CubeColour::Red, "Cubes of the other player";
    }
}

/// The table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    options: Options,
    /// Who began (rule 1).
    first: Seat,
    /// Where each seat's cubes stand.
    cubes: [Spaces; 2],
    phase: Phase,
    /// Where the last cube was placed.
    last: Option<Space>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Phase {
    /// Rules 3 and 7: this seat places a cube on one of these spaces.
    ///
    /// The spaces follow from the cubes. They are kept because whoever places finds them for the
    /// next player anyway, to know whether that one passes; found again for the list of actions,
    /// they would cost a fifth of the speed of random play. [`Game::audit`] compares them.
    Place { seat: Seat, spaces: Spaces },
    /// Rule 6.
    Over,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Rules 3 and 7: places a cube here.
    Place(Space),
}

impl Game for Othellino {
    type State = State;
    type View = State;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "othellino",
        title: "Othellino",
        pitch: "Enclose enemy cubes in straight lines to turn them into yours.",
        book: Book::GreenBox,
        designers: &[],
        origin: "traditional (Reversi, Othello), a compact version",
        seats: (2, 2),
        best: 2,
        quick: &[],
        minutes: (15, 15),
        complexity: 1,
        tags: &["abstract", "perfect information"],
        theme: Theme::Forest,
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
        lesson: include_str!("../lesson.json"),
        art: Art::new(include_str!("../art/cover.svg"), include_bytes!("../art/cover.jpg")),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let (colour_a, colour_b) = (colour(options.colour_a), colour(options.colour_b));
        if colour_a == colour_b {
            return Err(SetupError::new(format_args!(
                "Both players would have {colour_a} cubes; choose two different colours."
            )));
        }
        let first = Seat::random(seats, ctx.rng());
        ctx.say(|| {
            let (begins, has) = (first.does("begin"), first.other().does("have"));
            format!("{begins} with {colour_a} cubes; {has} {colour_b} ones.")
        });
        Ok(lay_out(options, first))
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        match state.phase {
            Phase::Place { seat, .. } => Turn::of(seat),
            Phase::Over => Turn::Over(Outcome::by_score(score(state))),
        }
    }

    fn is_certain(_state: &State) -> bool {
        true
    }

    #[inline]
    fn legal_actions(state: &State, _seat: Seat, out: &mut Vec<Action>) {
        match state.phase {
            Phase::Place { spaces, .. } => out.extend(spaces.iter().map(Action::Place)),
            Phase::Over => {}
        }
    }

    fn check(state: &State, _seat: Seat, action: &Action) -> Result<(), Illegal> {
        let Action::Place(space) = *action;
        match state.phase {
            Phase::Place { seat, spaces } => can_place(state, seat, spaces, space),
            Phase::Over => Err(Illegal::new("rule 6", "Neither player can capture any more")),
        }
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        let Action::Place(space) = *action;
        let sides = place(state, seat, space, ctx);
        pass_on(state, seat, sides, ctx);
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

    fn offer(view: &State, seat: Seat, action: &Action) -> Offer {
        scene::offer(view, seat, *action)
    }

    fn intent(_view: &State, _seat: Seat, path: &[Touch]) -> Option<Action> {
        scene::intent(path)
    }

    fn inventory(state: &State) -> Inventory {
        let mut inventory = Inventory::EMPTY;
        for symbol in Symbol::ALL {
            inventory.add_tiles(symbol, Tile::COPIES); // rule 1
        }
        // R2. Which stand-in is whose makes no difference here.
        let colours = [Seat::FIRST, Seat::SECOND].map(|seat| state.colour(seat));
        for (colour, stand_in) in colours.into_iter().zip(stand_ins(colours)) {
            inventory.add_cubes_with_stand_ins(colour, 36, &[stand_in]);
        }
        inventory
    }

    fn longest(options: &Options, _seats: usize) -> u32 {
        // Every turn fills a space, and a pass is no input.
        match options.start_shape {
            StartShape::Diagonal => 32,
            StartShape::FreeCentre => 36,
        }
    }

    fn estimate(view: &State, seat: Seat) -> Option<f32> {
        Some(estimate::estimate(view, seat))
    }

    fn reason(view: &State, seat: Seat, Action::Place(space): &Action) -> Option<String> {
        advice::reason(view, seat, *space)
    }

    fn solver(bits: u32) -> Option<Box<dyn Solver<Othellino>>> {
        Some(Box::new(solve::Endgame::new(bits)))
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}

impl State {
    /// What a seat's cubes look like.
    fn colour(&self, seat: Seat) -> Colour {
        colour(if seat == self.first { self.options.colour_a } else { self.options.colour_b })
    }
}

const fn colour(chosen: CubeColour) -> Colour {
    match chosen {
        CubeColour::Red => Colour::Red,
        CubeColour::Yellow => Colour::Yellow,
        CubeColour::Green => Colour::Green,
        CubeColour::Blue => Colour::Blue,
    }
}

/// Rules 2 and 7.
fn lay_out(options: &Options, first: Seat) -> State {
    let (a, b) = match options.start_shape {
        StartShape::Diagonal => (UPWARD_DIAGONAL, DOWNWARD_DIAGONAL),
        StartShape::FreeCentre => (Spaces::EMPTY, Spaces::EMPTY),
    };
    State {
        options: options.clone(),
        first,
        cubes: if first == Seat::FIRST { [a, b] } else { [b, a] },
        phase: Phase::Place { seat: first, spaces: open_spaces(a, b) },
        last: None,
    }
}

/// Rule 6.
fn score(state: &State) -> SeatMap<i32> {
    SeatMap::from_fn(2, |seat| state.cubes[seat.index()].len() as i32)
}

/// Rules 3 and 7, where `spaces` are the ones that they allow.
fn can_place(state: &State, seat: Seat, spaces: Spaces, space: Space) -> Result<(), Illegal> {
    let enemy = state.colour(seat.other());
    if spaces.contains(space) {
        Ok(())
    } else if occupied(state).contains(space) {
        Err(Illegal::new("rule 3", format!("There is a cube on {space} already")))
    } else if !is_centre_full(state) {
        Err(Illegal::new("rule 7", format!("The centre is filled first; still free: {}", all(spaces))))
    } else {
        Err(Illegal::new("rule 3", format!("A cube on {space} would capture no {enemy} cube")))
    }
}

/// The spaces where rules 3 and 7 let the owner of some cubes place one more.
#[inline]
fn open_spaces(own: Spaces, enemy: Spaces) -> Spaces {
    let free_centre = CENTRE - (own | enemy);
    if free_centre.is_empty() { capturing(own, enemy) } else { free_centre }
}

/// The same, whether or not it is this seat's turn.
fn spaces_of(state: &State, seat: Seat) -> Spaces {
    let (own, enemy) = sides(state, seat);
    open_spaces(own, enemy)
}

/// Whether rule 7 has been done with; a space once filled stays filled.
fn is_centre_full(state: &State) -> bool {
    CENTRE.is_subset(occupied(state))
}

fn occupied(state: &State) -> Spaces {
    state.cubes[0] | state.cubes[1]
}

/// This seat's cubes, and the other's.
#[inline]
fn sides(state: &State, seat: Seat) -> (Spaces, Spaces) {
    (state.cubes[seat.index()], state.cubes[seat.other().index()])
}

/// Rule 4: places a cube; whose cubes stand where then, the placer's first.
///
/// While the centre is being filled (rule 7) no line is long enough to capture anything.
#[inline]
fn place(state: &mut State, seat: Seat, space: Space, ctx: &mut Ctx) -> (Spaces, Spaces) {
    let (own, enemy) = sides(state, seat);
    let turned = captured(own, enemy, space);
    let (own, enemy) = (own | turned | Spaces::only(space), enemy - turned);
    state.cubes[seat.index()] = own;
    state.cubes[seat.other().index()] = enemy;
    state.last = Some(space);
    ctx.say(|| match turned.len() {
        0 => format!("{} a cube on {space}.", seat.does("place")),
        _ => format!("{} a cube on {space}, turning {}.", seat.does("place"), all(turned)),
    });
    (own, enemy)
}

/// Rules 3, 5 and 6: after this seat's turn comes the other's, or its own again, or none.
#[inline]
fn pass_on(state: &mut State, seat: Seat, (own, enemy): (Spaces, Spaces), ctx: &mut Ctx) {
    let other = seat.other();
    let spaces = open_spaces(enemy, own);
    if !spaces.is_empty() {
        state.phase = Phase::Place { seat: other, spaces };
        return;
    }
    let spaces = open_spaces(own, enemy);
    if !spaces.is_empty() {
        state.phase = Phase::Place { seat, spaces };
        ctx.say(|| passing(other));
        ctx.beat(state, || Beat::new(BeatKind::Step, passing(other)));
        return;
    }
    state.phase = Phase::Over;
    ctx.say(|| format!("Neither player can capture any more. {}", result(state)));
}

/// The sentence about rule 5.
fn passing(seat: Seat) -> String {
    format!("{}: no space would capture anything.", seat.does("pass"))
}

/// The sentence about rule 6.
fn result(state: &State) -> String {
    let [zero, one] = state.cubes.map(Spaces::len);
    match zero.cmp(&one) {
        Ordering::Equal => format!("It is a draw, {zero} to {one}."),
        Ordering::Greater => format!("{} by {zero} to {one}.", Seat::FIRST.does("win")),
        Ordering::Less => format!("{} by {one} to {zero}.", Seat::SECOND.does("win")),
    }
}

/// "c3, d3 and c4"
fn all(spaces: Spaces) -> String {
    list(&spaces.iter().map(|space| space.to_string()).collect::<Vec<_>>())
}

/// R2: the two base colours that nobody plays, in their order.
fn stand_ins(colours: [Colour; 2]) -> impl Iterator<Item = Colour> {
    Colour::ALL.into_iter().filter(move |colour| colour.is_base() && !colours.contains(colour))
}
