//! Snatch: shift one of your two Snatchers as the die says, and grab the cube across when both stand together.
//!
//! 2 seats · open information · Green Box contest 2018.
//!
//! # Rules
//! 1. Five columns, each with a symbol tile in the middle (Drop 1 to Wheel 5) and a plain tile for each player.
//!    Behind each of her plain tiles a player has a home cube; her two Snatchers begin on those of columns 1 and 5.
//!    A random player begins the first game.
//! 2. A turn begins with a roll of the die. A 1–5 sends one of the own Snatchers to that column. One that is there
//!    already cannot be the one that moves, so then the other must.
//! 3. If both are there already, nothing moves: the player gives up one of her home cubes, whichever she likes.
//! 4. A 6 sends either Snatcher to any column but its own.
//! 5. A home cube is protected while a Snatcher of its owner stands in its column.
//! 6. A player whose Snatchers both stand in one column snatches the home cube across, if there is one and it is not
//!    protected. That is looked at whenever somebody has moved or given up a cube, first for her, then for the
//!    other; or, as an option, for her alone.
//! 7. Whoever has no home cube left loses at once.
//! 8. A match can have up to three or five games, until somebody has won more than half of them. The winner of a game
//!    begins the next, after a draw whoever went second. Then more wins are better, equally many a draw.
//!
//! # Rulings
//! - R1 (rule 6): Snatchers are not snatched, and the cubes to be taken are the five at home.
//! - R2 (rules 3 and 6): cubes taken or given up are trophies; they never come back.
//! - R3 (rule 6): a pair snatches by itself, since that never hurts.
//! - R4 (rule 6): the designer's page lets a pair snatch at any time, the book does not say when. At any time is the
//!   default: who moves a protector away before a pair loses the cube at once.
//! - R5 (rule 2): a pair mostly stays for one turn of the enemy, since the next own roll parts it or costs a cube.
//! - R6 (rule 7): after 400 turns of both together, more home cubes win; equally many are a draw.
//! - R7 (rule 3): giving up the last cube loses the game as well.

mod advice;
mod audit;
mod board;
mod flow;
mod scene;
mod solve;
#[cfg(test)]
mod tests;

use boxwood_engine::{
    Art, Book, Ctx, Game, GameInfo, Games, Illegal, Seat, Series, SetupError, Turn, Viewer, choice, options,
};
use boxwood_kit::{Colour, Die, Inventory, Rng};
use boxwood_scene::{Offer, Scene, Theme, Touch};
use serde::{Deserialize, Serialize};

pub use board::Column;
use board::{Asked, Side};

const MOST_TURNS: u16 = 400; // R6

/// The game.
pub struct Snatch;

choice! {
    /// When a pair snatches (R4).
    pub enum Timing {
        AnyTime = "any_time", "at once, also in the other player's turn";
        OwnTurn = "own_turn", "only in its owner's turn";
    }
}

choice! {
    /// How many games a match has (rule 8).
    pub enum Length {
        One = "1", "one game";
        Three = "3", "best of 3 games";
        Five = "5", "best of 5 games";
    }
}

impl Length {
    const fn games(self) -> Games {
        Games::BestOf(match self {
            Length::One => 1,
            Length::Three => 3,
            Length::Five => 5,
        })
    }
}

options! {
    /// What can be chosen before the game.
    pub struct Options {
        "snatch_timing" timing: Timing = Timing::AnyTime, "When a pair snatches";
        "match" length: Length = Length::One, "Games in the match";
    }
}

/// The table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    options: Options,
    /// By seat. An array and not a `SeatMap`, because searches copy it all the time.
    sides: [Side; 2],
    phase: Phase,
    /// Who began this game.
    opener: Seat,
    /// How many turns of this game are over.
    turns: u16,
    /// Where the last Snatcher came from and went to; nothing if a cube was given up instead.
    last: Option<(Column, Column)>,
    series: Series,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Phase {
    /// Rules 2 and 4: whoever's turn it is has rolled this and can move in several ways.
    Move(Die),
    /// Rule 3: whoever's turn it is has rolled the column of both Snatchers, and has several home cubes.
    Surrender,
    /// This was rolled, and has been played. Only moments on the way to the next decision show it.
    Played(Die),
    /// The match has been played.
    Over,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Rules 2 and 4: moves a Snatcher.
    Move {
        /// The column it stands in.
        from: Column,
        /// The column it goes to.
        to: Column,
    },
    /// Rule 3: gives up the home cube of this column.
    Surrender(Column),
}

impl Game for Snatch {
    type State = State;
    type View = State;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "snatch",
        title: "Snatch",
        pitch: "Two Snatchers on one tile take the cube across. The die says where they go; you say which of them.",
        book: Book::Contest2018,
        designers: &["Yury Milovidov"],
        origin: "",
        seats: (2, 2),
        best: 2,
        quick: &[],
        minutes: (10, 10),
        complexity: 1,
        tags: &["dice", "perfect information"],
        theme: Theme::Arena,
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
        lesson: include_str!("../lesson.json"),
        art: Art::new(include_str!("../art/cover.svg"), include_bytes!("../art/cover.jpg")),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let mut state = State {
            options: options.clone(),
            sides: [Side::START; 2],
            phase: Phase::Over,
            opener: Seat::random(seats, ctx.rng()),
            turns: 0,
            last: None,
            series: Series::new(seats),
        };
        flow::begin_game(&mut state, ctx);
        Ok(state)
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        match state.phase {
            Phase::Move(_) | Phase::Surrender => Turn::of(state.mover()),
            Phase::Played(_) | Phase::Over => Turn::Over(state.series.outcome()),
        }
    }

    #[inline]
    fn legal_actions(state: &State, seat: Seat, out: &mut Vec<Action>) {
        let side = state.side(seat);
        match state.phase {
            Phase::Move(roll) => out.extend(side.moves(roll).map(|(from, to)| Action::Move { from, to })),
            Phase::Surrender => out.extend(side.home().map(Action::Surrender)),
            Phase::Played(_) | Phase::Over => {}
        }
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        let side = state.side(seat);
        match (state.phase, *action) {
            (Phase::Played(_) | Phase::Over, _) => Err(Illegal::new("rule 7", "The game is over")),
            (Phase::Move(roll), Action::Move { from, to }) => can_move(side, roll, from, to),
            (Phase::Move(_), Action::Surrender(_)) => Err(Illegal::new(
                "rule 3",
                "A home cube is given up only if both Snatchers stand where the die sends them",
            )),
            (Phase::Surrender, Action::Move { .. }) => {
                Err(Illegal::new("rule 3", "Both Snatchers are there already: give up a home cube"))
            }
            (Phase::Surrender, Action::Surrender(column)) if !side.has_home(column) => {
                Err(Illegal::new("rule 3", format!("Your cube of column {column} is gone already")))
            }
            (Phase::Surrender, Action::Surrender(_)) => Ok(()),
        }
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        match *action {
            Action::Move { from, to } => flow::shift(state, seat, from, to, ctx),
            Action::Surrender(column) => flow::surrender(state, seat, column, ctx),
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

    fn offer(view: &State, seat: Seat, action: &Action) -> Offer {
        scene::offer(view, seat, *action)
    }

    fn intent(_view: &State, seat: Seat, path: &[Touch]) -> Option<Action> {
        scene::intent(seat, path)
    }

    fn inventory(state: &State) -> Inventory {
        let mut inventory = Inventory::EMPTY;
        for column in Column::all() {
            inventory.add_tiles(column.symbol(), 3); // one face up, two face down
        }
        for seat in Seat::all(2) {
            let taken = state.trophies(seat.other());
            inventory.add_cubes(colour(seat), u16::from(2 + state.side(seat).cubes() + taken));
        }
        inventory.add_dice(1);
        inventory
    }

    fn longest(options: &Options, _seats: usize) -> u32 {
        u32::from(options.length.games().most()) * u32::from(MOST_TURNS)
    }

    fn estimate(view: &State, seat: Seat) -> Option<f32> {
        Some(advice::estimate(view, seat))
    }

    fn weigh(view: &State, seat: Seat, actions: &[Action], care: u8, values: &mut Vec<f32>) {
        advice::weigh(view, seat, actions, care, values);
    }

    fn reason(view: &State, seat: Seat, action: &Action) -> Option<String> {
        advice::reason(view, seat, *action)
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}

impl State {
    /// Whose turn it is: they alternate.
    #[inline]
    fn mover(&self) -> Seat {
        if self.turns.is_multiple_of(2) { self.opener } else { self.opener.other() }
    }

    /// Who moved last.
    fn last_mover(&self) -> Seat {
        if matches!(self.phase, Phase::Played(_)) { self.mover() } else { self.mover().other() }
    }

    #[inline]
    fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index()]
    }

    /// R2: how many cubes of the other player a seat has.
    fn trophies(&self, seat: Seat) -> u8 {
        Side::START.cubes() - self.side(seat.other()).cubes()
    }

    /// What the die shows.
    fn roll(&self) -> Option<Die> {
        match self.phase {
            Phase::Move(roll) | Phase::Played(roll) => Some(roll),
            Phase::Surrender => self.side(self.mover()).pair().and_then(|column| Die::new(column.number())),
            Phase::Over => None,
        }
    }
}

/// The colour of a seat's cubes.
const fn colour(seat: Seat) -> Colour {
    if seat.index() == 0 { Colour::Red } else { Colour::Blue }
}

/// Rules 2 and 4.
fn can_move(side: &Side, roll: Die, from: Column, to: Column) -> Result<(), Illegal> {
    if side.standing(from) == 0 {
        let rule = if Column::of(roll).is_some() { "rule 2" } else { "rule 4" };
        return Err(Illegal::new(rule, format!("None of your Snatchers stands in column {from}")));
    }
    match Column::of(roll) {
        Some(sent) if to != sent => {
            Err(Illegal::new("rule 2", format!("The die says that a Snatcher goes to column {sent}")))
        }
        _ if to == from => Err(Illegal::new("rule 4", "A Snatcher may not stay where it is")),
        _ => Ok(()),
    }
}
