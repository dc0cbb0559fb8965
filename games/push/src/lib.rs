//! Push: take a tile from the rim, push it in at another end of its row or column, and complete a line.
//!
//! 2 seats · open information · Green Box contest 2018.
//!
//! # Rules
//! 1. 36 tiles make a board of 6×6: columns a–f from the left, rows 1–6 from the top. Tiles with their
//!    green side up and with their plain side up alternate as on a chessboard; a1 is green.
//! 2. Who begins is drawn by lot and plays green; the other plays yellow, the plain side.
//! 3. The players alternate. A turn is one push: a tile of one's own colour is taken from the rim of the
//!    board.
//! 4. It is pushed in again at another end of its row or of its column. The tiles between the gap and that
//!    end move on by one, and the tile takes the space at the end, with the same side up.
//! 5. Whoever has a whole row or column in one's own colour wins. If a push leaves such a line of the other
//!    player's, that one wins, even if the pusher has completed a line, too.
//! 6. It is a draw when the same position with the same player to move comes for the third time, and after
//!    200 pushes.
//! 7. With an option, the two long diagonals count as well, but only if the push has completed them.
//! 8. With an option, the board is smaller, and a line as long as its side. On 5×5 green has a tile more
//!    than yellow, so whoever begins plays yellow.
//!
//! # Rulings
//! - R1 (rule 7): the book has rows and columns only. On 6×6 and 4×4 both diagonals are complete from the
//!   start, one in each colour, and on 5×5 both are green, so only new ones count.
//! - R2 (rule 5): that a line for the other player loses is from the designer; the book is silent.
//! - R3 (rule 4): a tile is never turned over.
//! - R4 (rule 4): it cannot go back to where it was taken out.
//! - R5 (rule 6): repetition and the limit are added, since the game could go round in circles. Undoing the
//!   other player's push is allowed.
//! - R6: two players as the designer says; minutes and complexity are our estimates.

mod advice;
mod audit;
mod board;
mod estimate;
mod scene;
mod solve;
#[cfg(test)]
mod tests;

use std::hash::{Hash, Hasher};

use boxwood_engine::{
    Art, Book, Ctx, Game, GameInfo, Illegal, Outcome, Seat, SeatMap, SetupError, Solver, Turn, Viewer,
    choice, options,
};
use boxwood_kit::{Inventory, Pile, Quarter, Rng, Tile};
use boxwood_scene::{Offer, Scene, Theme, Touch, list};
use serde::{Deserialize, Serialize};

use board::Board;
pub use board::{Space, Spaces};

/// Rule 6.
const MOST_PUSHES: usize = 200;
/// Rule 6: a position that comes so often is a draw.
const TOO_OFTEN: usize = 3;

/// The game.
pub struct Push;

choice! {
    /// How large the board is.
    pub enum Size {
        Four = "4", "4×4";
        Five = "5", "5×5, whoever begins plays yellow";
        Six = "6", "6×6";
    }
}

choice! {
    /// Whether diagonals count.
    pub enum Diagonals {
        No = "no", "rows and columns only";
        Yes = "yes", "the two long diagonals as well";
    }
}

options! {
    /// What can be chosen before the game.
    pub struct Options {
        "size" size: Size = Size::Six, "Board";
        "diagonals" diagonals: Diagonals = Diagonals::No, "Lines";
    }
}

/// The table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    options: Options,
    /// Who began.
    first: Seat,
    /// All that was done: rule 6 asks for the past, and whoever looks wants to see tiles move.
    pushes: Pile<Action, MOST_PUSHES>,
    /// Where tiles show their green side. It follows from the pushes, and the audit compares.
    green: Spaces,
    phase: Phase,
}

/// For whoever remembers positions, the same tiles with the same player to move are one position, whatever
/// was before.
impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.options.size, self.options.diagonals, self.first, self.green, self.phase).hash(hasher);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Phase {
    /// Rule 3: this seat pushes.
    Push(Seat),
    /// Rule 5: this seat has won.
    Won(Seat),
    /// Rule 6: nobody has.
    Drawn,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Rules 3 and 4: takes a tile out and pushes it in again.
    Push {
        /// Where it is taken out.
        at: Space,
        /// From which side of the board it is pushed in.
        from: Quarter,
    },
}

/// Only so that a [`Pile`] has something to fill its empty places with.
impl Default for Action {
    fn default() -> Action {
        Action::Push { at: Space::default(), from: Quarter::Up }
    }
}

impl Game for Push {
    type State = State;
    type View = State;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "push",
        title: "Push",
        pitch: "Take a tile from the rim, push it in elsewhere, and complete a line of your colour.",
        book: Book::Contest2018,
        designers: &["Vegard Farstad"],
        origin: "designed for the contest",
        seats: (2, 2),
        best: 2,
        quick: &[],
        minutes: (15, 15),
        complexity: 1,
        tags: &["perfect information", "abstract"],
        theme: Theme::Mine,
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
        lesson: include_str!("../lesson.json"),
        art: Art::new(include_str!("../art/cover.svg"), include_bytes!("../art/cover.jpg")),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let first = Seat::random(seats, ctx.rng());
        let state = lay_out(options, first);
        ctx.say(|| {
            let (begins, has) = (first.does("begin"), first.other().does("have"));
            format!(
                "{begins} with the {} tiles; {has} the {} ones.",
                state.colour(first),
                state.colour(first.other())
            )
        });
        Ok(state)
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        match state.phase {
            Phase::Push(seat) => Turn::of(seat),
            Phase::Won(winner) => Turn::Over(Outcome::winner(2, winner)),
            Phase::Drawn => Turn::Over(Outcome::by_score(SeatMap::filled(2, 0))),
        }
    }

    fn is_certain(_state: &State) -> bool {
        true
    }

    #[inline]
    fn legal_actions(state: &State, _seat: Seat, out: &mut Vec<Action>) {
        let Phase::Push(seat) = state.phase else { return };
        let board = state.board();
        for at in state.tiles(seat) & board.rim() {
            let sides = Quarter::ALL.into_iter().filter(|&from| board.is_another_end(at, from));
            out.extend(sides.map(|from| Action::Push { at, from }));
        }
    }

    fn check(state: &State, _seat: Seat, &Action::Push { at, from }: &Action) -> Result<(), Illegal> {
        match state.phase {
            Phase::Push(seat) => can_push(state, seat, at, from),
            Phase::Won(_) => Err(Illegal::new("rule 5", "A line is complete")),
            Phase::Drawn => Err(Illegal::new("rule 6", "The game has ended in a draw")),
        }
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        let (Action::Push { at, from }, before) = (*action, state.green);
        state.green = state.board().pushed(before, at, from);
        state.pushes.push(*action);
        ctx.say(|| format!("{} {at} in at {}.", seat.does("push"), state.board().end(at, from)));
        pass_on(state, seat, before, ctx);
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

    fn offer(view: &State, seat: Seat, &Action::Push { at, from }: &Action) -> Offer {
        scene::offer(view, seat, at, from)
    }

    fn intent(view: &State, _seat: Seat, path: &[Touch]) -> Option<Action> {
        scene::intent(view, path)
    }

    fn inventory(state: &State) -> Inventory {
        let mut inventory = Inventory::EMPTY;
        for tile in Tile::all().take(state.board().spaces().len()) {
            inventory.add_tile(tile.symbol()); // rules 1 and 8, whatever they show
        }
        inventory
    }

    fn longest(_options: &Options, _seats: usize) -> u32 {
        MOST_PUSHES as u32
    }

    fn estimate(view: &State, seat: Seat) -> Option<f32> {
        Some(estimate::estimate(view, seat))
    }

    fn reason(view: &State, seat: Seat, action: &Action) -> Option<String> {
        advice::reason(view, seat, *action)
    }

    fn solver(bits: u32) -> Option<Box<dyn Solver<Push>>> {
        Some(Box::new(solve::Table::new(bits)))
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}

impl State {
    #[inline]
    fn board(&self) -> Board {
        Board::new(match self.options.size {
            Size::Four => 4,
            Size::Five => 5,
            Size::Six => 6,
        })
    }

    /// Rules 2 and 8.
    #[inline]
    fn is_green(&self, seat: Seat) -> bool {
        (seat == self.first) == (self.options.size != Size::Five)
    }

    /// What a seat's tiles are called.
    fn colour(&self, seat: Seat) -> &'static str {
        if self.is_green(seat) { "green" } else { "yellow" }
    }

    /// Where a seat's tiles lie.
    #[inline]
    fn tiles(&self, seat: Seat) -> Spaces {
        if self.is_green(seat) { self.green } else { self.board().spaces() - self.green }
    }
}

/// Rules 1 and 8.
fn lay_out(options: &Options, first: Seat) -> State {
    let state = State {
        options: options.clone(),
        first,
        pushes: Pile::new(),
        green: Spaces::EMPTY,
        phase: Phase::Push(first),
    };
    State { green: state.board().chequered(), ..state }
}

/// Rules 3 and 4.
fn can_push(state: &State, seat: Seat, at: Space, from: Quarter) -> Result<(), Illegal> {
    let board = state.board();
    if !board.spaces().contains(at) {
        Err(Illegal::new("rule 8", format!("The board has no {at}")))
    } else if !state.tiles(seat).contains(at) {
        let colour = state.colour(seat);
        Err(Illegal::new("rule 3", format!("The tile on {at} is not {colour}; take one of yours")))
    } else if !board.rim().contains(at) {
        Err(Illegal::new("rule 3", format!("{at} is not at the rim of the board")))
    } else if !board.is_another_end(at, from) {
        Err(Illegal::new("ruling R4", format!("The tile cannot go back to {at}, where it was taken out")))
    } else {
        Ok(())
    }
}

/// Rules 3, 5 and 6: after this seat's push the other one is to push, or it is over.
#[inline]
fn pass_on(state: &mut State, seat: Seat, before: Spaces, ctx: &mut Ctx) {
    let other = seat.other();
    state.phase = if has_won(state, other, before) {
        Phase::Won(other)
    } else if has_won(state, seat, before) {
        Phase::Won(seat)
    } else if state.pushes.is_full() || times(state) >= TOO_OFTEN {
        Phase::Drawn
    } else {
        Phase::Push(other)
    };
    if !matches!(state.phase, Phase::Push(_)) {
        ctx.say(|| result(state));
    }
}

/// Rules 5 and 7: whether a seat has a line, where the tiles were like this before the push.
#[inline]
fn has_won(state: &State, seat: Seat, before: Spaces) -> bool {
    let (board, tiles) = (state.board(), state.tiles(seat));
    board.has_line(tiles)
        || state.options.diagonals == Diagonals::Yes && {
            let before = if state.is_green(seat) { before } else { board.spaces() - before };
            board.diagonals().iter().any(|line| line.is_subset(tiles) && !line.is_subset(before))
        }
}

/// Rule 6: how often these tiles have lain like this before the same player, now included.
#[inline]
fn times(state: &State) -> usize {
    let (board, mut green, mut times) = (state.board(), state.green, 1);
    for pair in state.pushes.rchunks_exact(2) {
        for &Action::Push { at, from } in pair.iter().rev() {
            green = board.unpushed(green, at, from);
        }
        times += usize::from(green == state.green);
    }
    times
}

/// The lines that a seat has completed with the last push, by their names.
fn completed(state: &State, seat: Seat) -> Vec<(String, Spaces)> {
    let Some(Action::Push { at, from }) = state.pushes.top() else { return vec![] };
    let (board, tiles) = (state.board(), state.tiles(seat));
    let before = board.unpushed(state.green, at, from);
    let before = if state.is_green(seat) { before } else { board.spaces() - before };
    let is_new = |(_, line): &(String, Spaces)| line.is_subset(tiles) && !line.is_subset(before);
    lines(state).filter(is_new).collect()
}

/// Rules 5 and 7: the lines that count, with their names.
fn lines(state: &State) -> impl Iterator<Item = (String, Spaces)> {
    let side = state.board().side();
    let many = if state.options.diagonals == Diagonals::Yes { 2 * side + 2 } else { 2 * side };
    state.board().lines().take(many)
}

/// The sentence about rules 5 and 6.
fn result(state: &State) -> String {
    match state.phase {
        Phase::Won(winner) => {
            let names: Vec<String> = completed(state, winner).into_iter().map(|(name, _)| name).collect();
            let (all, won, colour) = (list(&names), winner.does("win"), state.colour(winner));
            let are = if names.len() == 1 { "is" } else { "are" };
            format!("{} {are} all {colour}, so {won}.", capital(&all))
        }
        Phase::Drawn if state.pushes.is_full() => {
            format!("After {MOST_PUSHES} pushes without a line it is a draw.")
        }
        Phase::Push(_) | Phase::Drawn => "The same position for the third time: it is a draw.".into(),
    }
}

/// "Row 3" of "row 3".
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
