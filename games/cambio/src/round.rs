//! A round from the deal to the scores: rules 2, 3, 15 to 17.

use boxwood_engine::{Ctx, Seat, SeatMap, SeatSet};
use boxwood_kit::{RuneCard, RuneSet};
use boxwood_scene::{Beat, BeatKind, count};

use super::state::{Eyes, Laid, Phase, Spot, Table};
use super::{CambioTie, PEEKED, REWARD, SLOTS, State, scene};

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
    state.table.phase = Phase::RoundEnd { looking: SeatSet::all(state.table.seats()) };
    for seat in Seat::all(state.table.seats()) {
        for laid in state.table.laid.iter_mut().filter(|laid| laid.spot.owner == seat) {
            laid.seen_by = Eyes::All;
        }
        ctx.beat(state, || {
            let text = format!("{} {}.", seat.does("turn up"), reckoned(&state.table, seat));
            Beat::new(BeatKind::Reveal, text).at(scene::cards_key(seat))
        });
    }
    let table = &mut state.table;
    let (sums, bonus) = (sums(table), bonus(table));
    let points = points(table);
    table.rounds.push(points);
    for (seat, total) in table.totals.iter_mut() {
        *total += points[seat];
        let (total, points) = (*total, count(points[seat], "point"));
        ctx.say(|| match bonus {
            Some((caller, extra)) if caller == seat => {
                let cards = sums[seat];
                format!(
                    "{} {points} ({cards} and {}), {total} in all.",
                    seat.does("score"),
                    call_worth(extra)
                )
            }
            _ => format!("{} {points}, {total} in all.", seat.does("score")),
        });
    }
    ctx.beat(state, || {
        let call = bonus.map(|(caller, extra)| format!(" {} {}.", caller.does("get"), call_worth(extra)));
        let text = format!("Round {} is over.{}", state.table.round, call.unwrap_or_default());
        Beat::new(BeatKind::Round, text)
    });
    if is_last(&state.table) {
        state.table.phase = Phase::Over;
    }
}

/// What somebody's cards are worth, one by one: "3 + 1 − 2 = 2 points".
fn reckoned(table: &Table<RuneCard>, seat: Seat) -> String {
    let mut text = String::new();
    for (number, laid) in table.cards_of(seat).enumerate() {
        let corner = laid.face.corner();
        let sign = match (number, corner < 0) {
            (0, false) => "",
            (0, true) => "−",
            (_, false) => " + ",
            (_, true) => " − ",
        };
        text += &format!("{sign}{}", corner.unsigned_abs());
    }
    match table.cards_of(seat).count() {
        0 => "no card".into(),
        1 => format!("one card, {}", count(sums(table)[seat], "point")),
        _ => format!("{text} = {}", count(sums(table)[seat], "point")),
    }
}

/// Rule 16: "5 less for the call".
fn call_worth(extra: i32) -> String {
    match extra {
        0 => "nothing for the call".into(),
        extra if extra < 0 => format!("{} less for the call", -extra),
        extra => format!("{extra} more for the call"),
    }
}

/// Rule 17, with R15.
pub(super) fn is_last<F>(table: &Table<F>) -> bool {
    i64::from(table.round) >= table.options.max_rounds.get()
        || table.totals.iter().any(|(_, &total)| i64::from(total) >= table.options.target.get())
}

/// What everybody's cards are worth (rule 1).
pub(super) fn sums(table: &Table<RuneCard>) -> SeatMap<i32> {
    SeatMap::from_fn(table.seats(), |seat| {
        table.cards_of(seat).map(|laid| i32::from(laid.face.corner())).sum()
    })
}

/// Rule 16, with R16: what the caller scores besides.
pub(super) fn bonus(table: &Table<RuneCard>) -> Option<(Seat, i32)> {
    let (caller, sums) = (table.caller?, sums(table));
    let fewest = sums.iter().filter(|(seat, _)| *seat != caller).map(|(_, &sum)| sum).min();
    let extra = match fewest.map(|fewest| sums[caller].cmp(&fewest)) {
        None | Some(std::cmp::Ordering::Less) => -REWARD,
        Some(std::cmp::Ordering::Greater) => REWARD,
        Some(std::cmp::Ordering::Equal) => match table.options.cambio_tie {
            CambioTie::Reward => -REWARD,
            CambioTie::Nothing => 0,
            CambioTie::Punish => REWARD,
        },
    };
    Some((caller, extra))
}

/// Rule 16.
pub(super) fn points(table: &Table<RuneCard>) -> SeatMap<i32> {
    let mut points = sums(table);
    if let Some((caller, extra)) = bonus(table) {
        points[caller] += extra;
    }
    points
}
