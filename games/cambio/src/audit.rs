//! What a state from outside must be so that the rules can go on from it.

use boxwood_engine::{Seat, SeatMap, SeatSet};
use boxwood_kit::{RuneCard, RuneSet};

use super::state::{Eyes, Phase, Source, Spot, Stage, Table, Window};
use super::{MOST_SEATS, SLOTS, State, TOUCHES, TURNS, all_cards, round};

/// No card can lie further: all of them would be penalty cards of one player.
const SLOTS_END: u8 = SLOTS + RuneCard::COUNT as u8;
/// No round brings more points: all cards of the box, and 5 for the caller.
const MOST_POINTS: i32 = 600;

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    let table = &state.table;
    if !(2..=MOST_SEATS).contains(&table.seats()) {
        return Err("there are 2 to 8 seats");
    }
    audit_progress(table)?;
    audit_cards(state)?;
    audit_phase(state)
}

fn audit_progress(table: &Table<RuneCard>) -> Result<(), &'static str> {
    let is_seat = |seat: Seat| seat.index() < table.seats();
    if !(1..=table.options.max_rounds.get()).contains(&table.round.into()) {
        return Err("there is no such round");
    }
    let limit = i32::from(table.round) * MOST_POINTS;
    if table.totals.iter().any(|(_, total)| !(-limit..=limit).contains(total)) {
        return Err("nobody can have so many points");
    }
    let is_fit = |points: &SeatMap<i32>| {
        points.seats() == table.seats() && points.iter().all(|(_, points)| points.abs() <= MOST_POINTS)
    };
    if table.rounds.len() > usize::from(table.round) || !table.rounds.iter().all(is_fit) {
        return Err("there are points of rounds that cannot have been");
    }
    if table.caller.is_some_and(|caller| !is_seat(caller)) {
        return Err("somebody without a seat has called");
    }
    let is_ended = matches!(table.phase, Phase::RoundEnd { .. } | Phase::Over);
    let turns = TURNS * table.seats() as u16;
    if table.turn > turns || !is_ended && (table.turn == turns || table.caller == Some(table.active())) {
        return Err("the round should be over");
    }
    Ok(())
}

fn audit_cards(state: &State) -> Result<(), &'static str> {
    let table = &state.table;
    if all_cards(state).count() != RuneCard::COUNT || all_cards(state).collect::<RuneSet>() != RuneSet::FULL {
        return Err("each card is in one place");
    }
    if !table.laid.is_sorted_by(|one, other| one.spot < other.spot) {
        return Err("the places are in order, and each holds one card");
    }
    let all = SeatSet::all(table.seats());
    let within = |seats: SeatSet| seats.iter().all(|seat| all.contains(seat));
    for laid in &table.laid {
        if !all.contains(laid.spot.owner) || laid.spot.slot >= SLOTS_END {
            return Err("a card lies where there is no place");
        }
        if !matches!(laid.seen_by, Eyes::All) && !matches!(laid.seen_by, Eyes::Of(seats) if within(seats)) {
            return Err("somebody without a seat has seen a card");
        }
    }
    if !is_shown(table, table.last_shown.as_slice()) {
        return Err("a card lies open that was not shown");
    }
    if !table.reshuffled.is_empty() && !state.main.is_subset(table.reshuffled) {
        return Err("the second main pile was made of discards");
    }
    Ok(())
}

fn audit_phase(state: &State) -> Result<(), &'static str> {
    let table = &state.table;
    let all = SeatSet::all(table.seats());
    let look = |looking: SeatSet| !looking.is_empty() && looking.iter().all(|seat| all.contains(seat));
    let is_there = |spot: Spot| table.find(spot).is_some();
    let emptied = match table.phase {
        Phase::Window(Window { stage: Stage::Gift { emptied, .. }, .. }) => Some(emptied.owner),
        Phase::RoundEnd { .. } | Phase::Over => return audit_end(table, look),
        _ => None,
    };
    if all.iter().any(|seat| !table.has_cards(seat) && emptied != Some(seat)) {
        return Err("somebody has no card, but the round goes on");
    }
    let is_sound = match table.phase {
        Phase::InitialPeek { looking } => look(looking),
        Phase::Start => !state.main.is_empty(),
        Phase::Place { drawn, from: Source::Main } => {
            table.reshuffled.is_empty() || table.reshuffled.contains(drawn)
        }
        Phase::Place { from: Source::Discard, .. } => true,
        Phase::Window(window) => return audit_window(table, &window),
        Phase::Action(deed) => deed.peeks_mine() || !table.targets().is_empty(),
        Phase::Peek { at, .. } => {
            let seen = table.find(at).map(|index| table.laid[index].seen_by);
            seen.is_some_and(|eyes| eyes.includes(boxwood_engine::Viewer::Seat(table.active())))
        }
        Phase::NameCards { chosen } => {
            let named: SeatSet = chosen.iter().map(|spot| spot.owner).collect();
            let targets = table.targets();
            chosen.iter().all(|&spot| is_there(spot) && targets.contains(spot.owner))
                && named.len() == chosen.len()
                && named.len() < targets.len()
        }
        Phase::Show { shown, looking } => look(looking) && is_shown(table, &shown),
        Phase::RoundEnd { .. } | Phase::Over => true,
    };
    if is_sound { Ok(()) } else { Err("what is going on cannot be") }
}

/// Cards that lie open for all are there, once each, and seen by all.
fn is_shown(table: &Table<RuneCard>, shown: &[Spot]) -> bool {
    shown.iter().enumerate().all(|(index, &spot)| {
        let seen = table.find(spot).map(|found| table.laid[found].seen_by);
        seen == Some(Eyes::All) && !shown[..index].contains(&spot)
    })
}

fn audit_end(table: &Table<RuneCard>, look: impl Fn(SeatSet) -> bool) -> Result<(), &'static str> {
    if table.laid.iter().any(|laid| laid.seen_by != Eyes::All) {
        return Err("at the end of a round all cards lie open");
    }
    let is_sound = match table.phase {
        Phase::RoundEnd { looking } => look(looking) && !round::is_last(table),
        _ => round::is_last(table),
    };
    if is_sound { Ok(()) } else { Err("the game ends with its last round") }
}

fn audit_window(table: &Table<RuneCard>, window: &Window) -> Result<(), &'static str> {
    let all = SeatSet::all(table.seats());
    let eligible = match table.caller {
        Some(caller) => all.without(caller),
        None => all,
    };
    let Some(top) = table.discard.top() else {
        return Err("a race needs a lead card");
    };
    if window.passed.iter().chain(window.barred.iter()).any(|seat| !eligible.contains(seat)) {
        return Err("somebody takes part in the race who may not");
    }
    if window.passed.iter().any(|seat| window.barred.contains(seat)) {
        return Err("nobody passes and claims");
    }
    if window.shown.len() > window.barred.len() || !is_shown(table, &window.shown) {
        return Err("cards are only shown by wrong and late claims");
    }
    // A penalty may have made a new main pile of all discards but the top one.
    let discarded = table.discard.iter().copied().chain(table.reshuffled.iter());
    let identical = discarded.filter(|card| card.rune() == top.rune()).count();
    if window.emptied.len() + 1 > identical {
        return Err("a place is emptied by a snapped card");
    }
    if window.touched.iter().any(|touch| !eligible.contains(touch.by) || window.touches(touch.by) > TOUCHES) {
        return Err("somebody has reached for too many cards");
    }
    let may_lead = |seat: Seat| {
        eligible.contains(seat) && !window.passed.contains(seat) && !window.barred.contains(seat)
    };
    let is_sound = match window.stage {
        Stage::Open => !table.claimants(window).is_empty() && window.emptied.is_empty(),
        Stage::Led { leader } => may_lead(leader) && table.frozen,
        Stage::Gift { leader, emptied } => {
            may_lead(leader)
                && table.frozen
                && leader != emptied.owner
                && eligible.contains(emptied.owner)
                && emptied.slot < SLOTS_END
                && table.has_cards(leader)
                && table.find(emptied).is_none()
        }
        Stage::Closing { looking } => !looking.is_empty() && looking.iter().all(|seat| all.contains(seat)),
    };
    if is_sound { Ok(()) } else { Err("this race cannot be") }
}
