//! What a position is worth to everybody: played on for a while, then judged.

use boxwood_engine::{Ctx, Game, Outcome, Seat, SeatMap, SeatSet, Turn, Viewer};
use boxwood_kit::Rng;

/// How a position is judged that the tree has not got to yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Played to the end at random.
    ToTheEnd,
    /// Played on for so many actions, then estimated; to the end in a game that has no estimate.
    After(u32),
}

/// Working space that is used again and again.
pub(crate) struct Scratch<A> {
    pub actions: Vec<A>,
    pub weights: Vec<f32>,
}

impl<A> Scratch<A> {
    pub fn new() -> Scratch<A> {
        Scratch { actions: vec![], weights: vec![] }
    }

    /// Notes what a seat may do, and what the game prefers of it.
    #[inline]
    pub fn fill<G: Game<Action = A>>(&mut self, state: &G::State, seat: Seat) {
        self.actions.clear();
        self.weights.clear();
        G::legal_actions(state, seat, &mut self.actions);
        if self.actions.len() > 1 {
            G::prefer(state, seat, &self.actions, &mut self.weights);
        }
    }
}

/// The results of a table of so many, for these seats; the others' are 0.
pub(crate) fn judge<G: Game>(
    state: &mut G::State,
    seats: SeatSet,
    judgement: Judgement,
    scratch: &mut Scratch<G::Action>,
    rng: &mut Rng,
) -> Values {
    let mut left = match judgement {
        Judgement::ToTheEnd => u32::MAX,
        Judgement::After(actions) => actions,
    };
    loop {
        let active = match G::turn(state) {
            Turn::Active(active) => active,
            Turn::Over(outcome) => return at_the_end::<G>(state, &outcome, seats),
        };
        if left == 0 {
            match estimates::<G>(state, seats) {
                Some(values) => return values,
                None => left = u32::MAX,
            }
        }
        left -= 1;
        let seat = any(active, rng);
        let action = match judgement {
            Judgement::ToTheEnd => {
                scratch.actions.clear();
                G::legal_actions(state, seat, &mut scratch.actions);
                rng.choose(&scratch.actions).clone()
            }
            Judgement::After(_) => {
                scratch.fill::<G>(state, seat);
                scratch.actions[weighted(&scratch.weights, scratch.actions.len(), rng)].clone()
            }
        };
        G::apply(state, seat, &action, &mut Ctx::silent(rng));
    }
}

/// A result from 0 to 1 for each seat.
pub(crate) type Values = SeatMap<f32>;

/// How it ended. Whoever plays alone or all together wants more than to have won: as much as the game's
/// own estimate makes of it.
fn at_the_end<G: Game>(state: &G::State, outcome: &Outcome, seats: SeatSet) -> Values {
    let table = outcome.ranks.seats();
    let is_shared = outcome.team.is_some() || table == 1;
    if is_shared && let Some(values) = estimates::<G>(state, seats) {
        return values;
    }
    let mut values = SeatMap::filled(table, 0.0);
    for seat in seats.iter() {
        values[seat] = outcome.utility(seat);
    }
    values
}

/// What an action leads to at once, as its seat sees it; `None` in a game without an estimate.
pub(crate) fn glance<G: Game>(
    state: &G::State,
    seat: Seat,
    action: &G::Action,
    rng: &mut Rng,
) -> Option<f32> {
    let mut next = state.clone();
    G::apply(&mut next, seat, action, &mut Ctx::silent(rng));
    let seats = SeatSet::only(seat);
    match G::turn(&next) {
        Turn::Over(outcome) => Some(at_the_end::<G>(&next, &outcome, seats)[seat]),
        Turn::Active(_) => estimates::<G>(&next, seats).map(|values| values[seat]),
    }
}

/// What the game itself thinks, as each seat sees it.
pub(crate) fn estimates<G: Game>(state: &G::State, seats: SeatSet) -> Option<Values> {
    let mut values = SeatMap::filled(boxwood_engine::MAX_SEATS, 0.0);
    for seat in seats.iter() {
        values[seat] = G::estimate(&G::view(state, Viewer::Seat(seat)), seat)?;
    }
    Some(values)
}

#[inline]
pub(crate) fn any(active: SeatSet, rng: &mut Rng) -> Seat {
    match active.len() {
        1 => active.first(),
        _ => active.random(rng),
    }
    .expect("somebody is active while the match runs")
}

/// A number below `len`, by weight; any, where there are no weights.
pub(crate) fn weighted(weights: &[f32], len: usize, rng: &mut Rng) -> usize {
    let sum: f32 = weights.iter().sum();
    if weights.len() != len || sum <= 0.0 {
        return rng.index(len);
    }
    let mut left = sum * fraction(rng);
    for (number, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return number;
        }
    }
    weights.iter().rposition(|&weight| weight > 0.0).unwrap_or(0)
}

/// A number from 0 to 1, the latter excluded.
pub(crate) fn fraction(rng: &mut Rng) -> f32 {
    (rng.bits() >> 8) as f32 / (1 << 24) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_odds() {
        let mut rng = Rng::from_number(3);
        let mut counts = [0; 3];
        (0..4000).for_each(|_| counts[weighted(&[1.0, 0.0, 3.0], 3, &mut rng)] += 1);
        assert!(counts[1] == 0 && (900..1100).contains(&counts[0]), "{counts:?}");
        (0..3000).for_each(|_| counts[weighted(&[], 3, &mut rng)] += 1);
        assert!((900..1100).contains(&counts[1]), "{counts:?}");
    }
}
