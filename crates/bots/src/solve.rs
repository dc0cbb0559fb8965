//! How a match of an open game ends if both play their best, found out whole.
//!
//! A game's own [`Solver`] is asked; where there is none, [`Minimax`] follows
//! every line to its end, which says who wins, but not by how much.

use boxwood_engine::{Ctx, Game, Outcome, Seat, Solver, Turn};
use boxwood_kit::Rng;

use crate::budget::BATCH;
use crate::{Budget, Minimax};

/// No margin is larger.
const LARGEST: i32 = 1_000;

/// The general search remembers no more positions than 2 to the power of this.
const MOST_BITS: u32 = 20;

/// What is certain about a position.
#[derive(Clone, Debug)]
pub struct Solved<A> {
    /// Who was to decide.
    pub seat: Seat,
    /// Best play: what each does, as far as it was found out; at least the first action.
    pub line: Vec<A>,
    /// How it ends.
    pub end: End,
}

/// How best play ends.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// Like this, and nobody can do better.
    Exactly(Outcome),
    /// This seat wins; by how much was not asked.
    Won(Seat),
    /// Nobody wins.
    Drawn,
}

/// Puts a question about a position to a game's own solver: which margin lies in this window, like
/// [`Solver::margin`].
pub type Ask<'a, G> = dyn FnMut(&dyn Solver<G>, &<G as Game>::State, (i32, i32)) -> Option<i32> + 'a;

/// Finds out how a position ends, with a memory of 2 to the power of `bits` positions.
///
/// `ask` puts a question to the game's own solver, like [`Solver::margin`], from as many threads as its caller
/// likes. `go_on` hears of the general search now and then how many positions were looked at since; once it
/// says no, there is no answer. `None` also where nobody is to decide, or the game is not
/// [certain](Game::is_certain).
pub fn solve<G: Game>(
    state: &G::State,
    bits: u32,
    ask: &mut Ask<G>,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Option<Solved<G::Action>> {
    let seat = G::turn(state).active().first().filter(|_| G::is_certain(state))?;
    match G::solver(bits) {
        Some(solver) => {
            let mut ask = |state: &G::State, window: (i32, i32)| ask(&*solver, state, window);
            let (line, outcome) = best_line::<G>(state, &mut ask)?;
            Some(Solved { seat, line, end: End::Exactly(outcome) })
        }
        None => {
            let mut budget = Budget::new(u32::MAX, || go_on(BATCH.into()));
            let line = Minimax::<G>::new(bits.min(MOST_BITS), u8::MAX).solve(state, &mut budget)?;
            let rest = budget.spent() % BATCH;
            go_on(rest.into());
            let end = match () {
                () if line.is_won() => End::Won(seat),
                () if line.is_lost() => End::Won(seat.other()),
                () => End::Drawn,
            };
            Some(Solved { seat, line: vec![line.action], end })
        }
    }
}

/// Both players' best actions up to the end, and how that is.
fn best_line<G: Game>(
    state: &G::State,
    ask: &mut impl FnMut(&G::State, (i32, i32)) -> Option<i32>,
) -> Option<(Vec<G::Action>, Outcome)> {
    let (mut line, mut state) = (vec![], state.clone());
    let first = G::turn(&state).active().first()?;
    let value = exactly(|window| ask(&state, window))?;
    loop {
        let seat = match G::turn(&state) {
            Turn::Over(outcome) => return Some((line, outcome)),
            Turn::Active(active) => active.first()?,
        };
        let mut actions = vec![];
        G::legal_actions(&state, seat, &mut actions);
        let value = if seat == first { value } else { -value };
        let number = reaching::<G>(&state, seat, &actions, value, ask)?;
        let action = actions.swap_remove(number);
        apply::<G>(&mut state, seat, &action);
        line.push(action);
    }
}

/// The number of the best of these actions. `ask` answers like [`Solver::margin`].
pub(crate) fn best<G: Game>(
    state: &G::State,
    seat: Seat,
    actions: &[G::Action],
    ask: &mut impl FnMut(&G::State, (i32, i32)) -> Option<i32>,
) -> Option<usize> {
    let value = exactly(|window| ask(state, window))?;
    reaching::<G>(state, seat, actions, value, ask)
}

/// What lies between the bounds that narrow questions give, each about a single step more or less.
fn exactly(mut ask: impl FnMut((i32, i32)) -> Option<i32>) -> Option<i32> {
    let (mut low, mut high, mut guess) = (-LARGEST, LARGEST, 0);
    while low < high {
        let asked = if guess == low { guess + 1 } else { guess };
        guess = ask((asked - 1, asked))?;
        if guess >= asked {
            low = guess;
        } else {
            high = guess;
        }
    }
    Some(low)
}

/// The number of the first of these actions that leads to this margin: the position is worth no more, so one
/// question is enough for each.
fn reaching<G: Game>(
    state: &G::State,
    seat: Seat,
    actions: &[G::Action],
    value: i32,
    ask: &mut impl FnMut(&G::State, (i32, i32)) -> Option<i32>,
) -> Option<usize> {
    for (number, action) in actions.iter().enumerate() {
        let mut next = state.clone();
        apply::<G>(&mut next, seat, action);
        let worth = match G::turn(&next) {
            Turn::Over(outcome) => margin(&outcome, seat),
            Turn::Active(active) if active.contains(seat) => ask(&next, (value - 1, value))?,
            Turn::Active(_) => -ask(&next, (-value, 1 - value))?,
        };
        if worth >= value {
            return Some(number);
        }
    }
    None
}

/// Nothing is left to chance in these games.
fn apply<G: Game>(state: &mut G::State, seat: Seat, action: &G::Action) {
    G::apply(state, seat, action, &mut Ctx::silent(&mut Rng::from_number(0)));
}

fn margin(outcome: &Outcome, seat: Seat) -> i32 {
    outcome.scores[seat].saturating_sub(outcome.scores[seat.other()]).clamp(-LARGEST, LARGEST)
}
