//! A round from the deal to the scores: rules 2, 3, 15 to 17.

use boxwood_engine::{Ctx, Seat, SeatMap, SeatSet};
use boxwood_kit::{RuneCard, RuneSet};
use boxwood_scene::count;

use super::state::{Eyes, Laid, Phase, Spot, Table};
use super::{CambioTie, PEEKED, REWARD, SLOTS, State};

/// Rules 2 and 3.
pub(super) fn begin(state: &mut State, ctx: &mut Ctx) {
    let State { table, main } = state;
    table.round += 1;
    table.turn = 0;
    table.caller = None;
    table.frozen = false;
    table.laid.clear();
    table.discard.clear();
    table.reshuffled = RuneSet::EMPTY;
    *main = RuneSet::FULL;
    for owner in Seat::all(table.seats()) {
        for slot in 0..SLOTS {
            let face = main.draw_random(ctx.rng()).expect("76 cards are enough for 8 players");
            let seen_by = if slot < PEEKED { SeatSet::EMPTY } else { SeatSet::only(owner) };
            table.laid.push(Laid { spot: Spot::new(owner, slot), face, seen_by: Eyes::Of(seen_by) });
        }
    }
    table.phase = Phase::InitialPeek { looking: SeatSet::all(table.seats()) };
    table.start_clock();
    let (round, dealer) = (table.round, table.active());
    ctx.say(|| {
        format!("Round {round}: {} 4 cards to everybody. All look at their lower two.", dealer.does("deal"))
    });
}

/// R14: makes a new main pile of the discards under the top one; false if that cannot be.
pub(super) fn reshuffle(state: &mut State, ctx: &mut Ctx) -> bool {
    let State { table, main } = state;
    let top = match table.discard.top() {
        Some(top) if table.discard.len() > 1 && table.reshuffled.is_empty() => top,
        _ => return false,
    };
    ctx.settle();
    ctx.say(|| "The main pile is used up: the discards under the top one are shuffled.");
    table.discard.draw();
    table.reshuffled = table.discard.iter().copied().collect();
    *main = table.reshuffled;
    table.discard.clear();
    table.discard.push(top);
    true
}

/// Rules 16 and 17.
pub(super) fn end(state: &mut State, ctx: &mut Ctx) {
    ctx.reveal();
    let table = &mut state.table;
    for laid in table.laid.iter_mut() {
        laid.seen_by = Eyes::All;
    }
    let points = points(table);
    for (seat, total) in table.totals.iter_mut() {
        *total += points[seat];
        let total = *total;
        ctx.say(|| format!("{} {}, {total} in all.", seat.does("score"), count(points[seat], "point")));
    }
    table.phase =
        if is_last(table) { Phase::Over } else { Phase::RoundEnd { looking: SeatSet::all(table.seats()) } };
}

/// Rule 17, with R15.
pub(super) fn is_last<F>(table: &Table<F>) -> bool {
    i64::from(table.round) >= table.options.max_rounds.get()
        || table.totals.iter().any(|(_, &total)| i64::from(total) >= table.options.target.get())
}

/// What everybody's cards are worth (rule 1).
fn sums(table: &Table<RuneCard>) -> SeatMap<i32> {
    SeatMap::from_fn(table.seats(), |seat| {
        table.cards_of(seat).map(|laid| i32::from(laid.face.corner())).sum()
    })
}

/// Rule 16, with R16.
pub(super) fn points(table: &Table<RuneCard>) -> SeatMap<i32> {
    let mut points = sums(table);
    if let Some(caller) = table.caller {
        let own = points[caller];
        let fewest = points.iter().filter(|(seat, _)| *seat != caller).map(|(_, &sum)| sum).min();
        points[caller] += match fewest.map(|fewest| own.cmp(&fewest)) {
            None | Some(std::cmp::Ordering::Less) => -REWARD,
            Some(std::cmp::Ordering::Greater) => REWARD,
            Some(std::cmp::Ordering::Equal) => match table.options.cambio_tie {
                CambioTie::Reward => -REWARD,
                CambioTie::Nothing => 0,
                CambioTie::Punish => REWARD,
            },
        };
    }
    points
}
