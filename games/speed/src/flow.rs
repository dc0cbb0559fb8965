//! The start, the clocks, and the end.

use boxwood_engine::{Clock, Clocks, Ctx, Outcome, Seat, SeatMap, SeatSet};
use boxwood_kit::CardSet;
use boxwood_scene::{Beat, BeatKind, Key, count};

use super::effects::{any_card, cover, draw, draw_one};
use super::judge::is_stalemate;
use super::state::{Phase, Race, Table};
use super::{HAND, IDLE_MS, Pace, SEATS, STALEMATE_MS, Side, State};

/// Why cards are turned up, or why it ends.
pub(super) const STUCK: &str = "Nobody can go on";
pub(super) const PASSED: &str = "Both pass";
const IDLE: &str = "Nothing has happened for a minute";

/// What a clock waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wait {
    /// Rule 1.
    Countdown,
    /// Rule 7: this seat may play again.
    Block(Seat),
    /// Rule 7, with R3: this seat gets a card.
    AutoDraw(Seat),
    /// Rule 4.
    Stalemate,
    /// Rule 5.
    Idle,
}

/// All of them. The place of one is part of its clock's id.
const WAITS: [Wait; 7] = [
    Wait::Countdown,
    Wait::Block(Seat::FIRST),
    Wait::Block(Seat::SECOND),
    Wait::AutoDraw(Seat::FIRST),
    Wait::AutoDraw(Seat::SECOND),
    Wait::Stalemate,
    Wait::Idle,
];

/// Begins with the countdown of rule 1, or with the first turn of rule 8.
pub(super) fn begin(state: &mut State, ctx: &mut Ctx) {
    match state.table.options.pace {
        Pace::Live => ctx.say(|| format!("Everybody has {HAND} cards. The countdown begins.")),
        Pace::Turns => {
            let first = Seat::random(SEATS, ctx.rng());
            turn_start_cards(state, ctx);
            ctx.say(|| format!("{}.", first.does("begin")));
            pass_turn(state, first, ctx);
        }
    }
}

/// Rule 1: the countdown is over.
pub(super) fn start_race(state: &mut State, ctx: &mut Ctx) {
    turn_start_cards(state, ctx);
    state.table.phase = Phase::Race(Race::new());
}

/// Rule 1: both start cards are turned up.
fn turn_start_cards(state: &mut State, ctx: &mut Ctx) {
    let left = any_card(state, ctx);
    state.table.covered = CardSet::only(left); // so that it does not come up twice
    let right = any_card(state, ctx);
    state.table.covered = CardSet::EMPTY;
    state.table.tops = Some([left, right]);
    ctx.say(|| format!("The start cards are {left} and {right}."));
}

/// Every clock that runs: one for each thing that somebody waits for.
pub(super) fn clocks(state: &State) -> Clocks {
    let clock = |(place, &wait): (usize, &Wait)| {
        let (number, ms) = running(state, wait)?;
        let clock = Clock::new(number * WAITS.len() as u32 + place as u32, ms);
        Some(match wait {
            Wait::Block(seat) | Wait::AutoDraw(seat) => clock.of(seat),
            Wait::Countdown | Wait::Stalemate | Wait::Idle => clock,
        })
    };
    WAITS.iter().enumerate().filter_map(clock).collect()
}

/// What the clock of this id waits for.
pub(super) fn wait(id: u32) -> Wait {
    WAITS[id as usize % WAITS.len()]
}

/// How long this is waited for, if it is; with a number that changes when the wait starts anew.
///
/// Nothing in it depends on what the hands are: clocks are seen by everybody.
fn running(state: &State, wait: Wait) -> Option<(u32, u32)> {
    let table = &state.table;
    let can_draw = |seat: Seat| table.can_draw(seat, state.hands[seat].len());
    match (wait, table.phase) {
        (Wait::Countdown, Phase::Countdown { .. }) => Some((0, 1_000 * table.options.countdown.get() as u32)),
        (Wait::Block(seat), Phase::Race(race)) if race.blocked.contains(seat) => {
            Some((race.blocks[seat], table.options.miss_penalty.ms()?))
        }
        (Wait::AutoDraw(seat), Phase::Race(race)) if can_draw(seat) => {
            Some((race.last[seat], table.options.auto_draw.ms()?))
        }
        (Wait::Stalemate, Phase::Race(race)) if !race.checked && !Seat::all(SEATS).any(can_draw) => {
            Some((race.moves, STALEMATE_MS))
        }
        (Wait::Idle, Phase::Race(race)) => Some((race.moves, IDLE_MS)),
        _ => None,
    }
}

pub(super) fn expire(state: &mut State, id: u32, ctx: &mut Ctx) {
    let is_stalemate = is_stalemate(state);
    match (wait(id), &mut state.table.phase) {
        (Wait::Countdown, _) => start_race(state, ctx),
        (Wait::Block(seat), Phase::Race(race)) => {
            race.blocked.remove(seat);
            race.waiting.remove(seat);
            ctx.say(|| format!("{seat} may play again."));
        }
        (Wait::AutoDraw(seat), _) => draw_one(state, seat, ctx),
        (Wait::Stalemate, _) if is_stalemate => turn_up(state, STUCK, ctx),
        (Wait::Stalemate, Phase::Race(race)) => race.checked = true,
        (Wait::Idle, _) => fill_or_turn_up(state, ctx),
        (Wait::Block(_) | Wait::Stalemate, _) => {}
    }
}

/// The clocks of the move begin anew in a race, and otherwise the turn passes. `by` is who played or drew.
#[inline]
pub(super) fn moved(state: &mut State, by: Option<Seat>, ctx: &mut Ctx) {
    match &mut state.table.phase {
        Phase::Race(race) => {
            race.moves += 1;
            if let Some(seat) = by {
                race.last[seat] = race.moves;
            }
            race.checked = false;
            race.waiting = SeatSet::EMPTY;
        }
        Phase::Turn(seat) => {
            let next = seat.other();
            pass_turn(state, next, ctx);
        }
        Phase::Countdown { .. } | Phase::Over => {}
    }
}

/// Rule 8: the next turn; before it, a stalemate is resolved at once.
fn pass_turn(state: &mut State, next: Seat, ctx: &mut Ctx) {
    state.table.phase = Phase::Turn(next);
    while state.table.phase != Phase::Over && is_stalemate(state) {
        turn_up(state, STUCK, ctx);
    }
}

/// Rule 4, with R1 and R2: each deck gives a card, both at the same time; without decks it is over.
pub(super) fn turn_up(state: &mut State, why: &str, ctx: &mut Ctx) {
    if state.table.decks.iter().all(|(_, &deck)| deck == 0) {
        ctx.say(|| format!("{why}, and both decks are empty."));
        return end(state, ctx);
    }
    ctx.say(|| format!("{why}, so new cards are turned up."));
    ctx.beat(state, || {
        let piles = [Side::Left, Side::Right].map(|pile| Key::zone(pile.name()));
        piles.into_iter().fold(Beat::new(BeatKind::Step, format!("{why}.")), Beat::at)
    });
    for (seat, pile) in Seat::all(SEATS).zip([Side::Left, Side::Right]) {
        if state.table.decks[seat] > 0 {
            let card = any_card(state, ctx);
            state.table.decks[seat] -= 1;
            cover(&mut state.table, pile, card);
            ctx.say(|| format!("{} {card} up on the {} pile.", seat.does("turn"), pile.name()));
        }
    }
    if let Phase::Race(_) = state.table.phase {
        moved(state, None, ctx);
    }
}

/// Rule 5.
fn fill_or_turn_up(state: &mut State, ctx: &mut Ctx) {
    let can_draw = |state: &State, seat: Seat| state.table.can_draw(seat, state.hands[seat].len());
    if !Seat::all(SEATS).any(|seat| can_draw(state, seat)) {
        return turn_up(state, IDLE, ctx);
    }
    ctx.say(|| format!("{IDLE}, so hands are filled."));
    for seat in Seat::all(SEATS) {
        while can_draw(state, seat) {
            draw(state, seat, ctx);
        }
    }
    moved(state, None, ctx);
}

pub(super) fn end(state: &mut State, ctx: &mut Ctx) {
    state.table.phase = Phase::Over;
    state.table.stuck = SeatSet::EMPTY;
    ctx.say(|| result(&state.table, state.sizes()));
}

/// Rules 4 and 6.
pub(super) fn outcome(table: &Table, sizes: SeatMap<u8>) -> Outcome {
    match winner(table, sizes) {
        Some(seat) => Outcome::winner(SEATS, seat),
        None => Outcome::by_score(SeatMap::filled(SEATS, 0)),
    }
}

/// Rules 4 and 6: fewer cards win, and nobody if there are equally many.
fn winner(table: &Table, sizes: SeatMap<u8>) -> Option<Seat> {
    let left = |seat| sizes[seat] + table.decks[seat];
    Seat::all(SEATS).find(|&seat| left(seat) < left(seat.other()))
}

/// Who has won, in a sentence.
pub(super) fn result(table: &Table, sizes: SeatMap<u8>) -> String {
    match winner(table, sizes) {
        Some(winner) if sizes[winner] == 0 => format!("{}, rid of all cards.", winner.does("win")),
        Some(winner) => {
            let (own, other) = (count(sizes[winner], "card"), sizes[winner.other()]);
            SeatSet::only(winner).victory(&format!("{own} against {other}"))
        }
        None => format!("{} each: a draw.", count(sizes[Seat::default()], "card")),
    }
}
