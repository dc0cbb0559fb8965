//! What happens by itself: clocks, and the end of every look.

use boxwood_engine::{Clock, Clocks, Ctx, Seat, SeatSet};
use boxwood_kit::RuneCard;

use super::state::{Phase, Stage, Table, Window};
use super::{Pace, State, deeds, round, turn, window};

/// The one clock that runs: each moment waits for one thing.
pub(super) fn clocks(table: &Table<RuneCard>) -> Clocks {
    let Table { options, phase, clocks, .. } = table;
    let seconds = match phase {
        _ if options.pace == Pace::Turns => return Clocks::new(),
        Phase::InitialPeek { .. } => options.initial_peek_s,
        Phase::Window(window) => match window.stage {
            Stage::Open => options.window_s,
            Stage::Gift { .. } => options.give_s,
            Stage::Led { .. } => options.follow_s,
            Stage::Closing { .. } => options.peek_s,
        },
        Phase::Peek { .. } => options.peek_s,
        Phase::Show { .. } => options.king_show_s,
        Phase::Start
        | Phase::Place { .. }
        | Phase::Action(_)
        | Phase::NameCards { .. }
        | Phase::RoundEnd { .. }
        | Phase::Over => return Clocks::new(),
    };
    Clocks::from_iter([Clock::new(*clocks, 1000 * seconds.get() as u32)])
}

pub(super) fn expire(state: &mut State, ctx: &mut Ctx) {
    match &state.table.phase {
        Phase::InitialPeek { .. } => turn::start_turn(state, ctx),
        Phase::Window(Window { stage: Stage::Gift { .. }, .. }) => window::keep(state, ctx),
        Phase::Window(Window { stage: Stage::Closing { .. }, .. }) => window::close(state, ctx),
        Phase::Window(Window { stage: Stage::Open | Stage::Led { .. }, .. }) => {
            ctx.say(|| "Time is up.");
            window::close(state, ctx);
        }
        Phase::Peek { again, .. } => deeds::after_deed(state, *again, ctx),
        Phase::Show { .. } => turn::end_turn(state, ctx),
        Phase::Start
        | Phase::Place { .. }
        | Phase::Action(_)
        | Phase::NameCards { .. }
        | Phase::RoundEnd { .. }
        | Phase::Over => {}
    }
}

/// Has seen enough of whatever is shown; as a leader, ends the race.
pub(super) fn done(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    ctx.settle(); // whoever has looked away may not look again
    let still = |looking: &mut SeatSet| {
        looking.remove(seat);
        !looking.is_empty()
    };
    match &mut state.table.phase {
        Phase::InitialPeek { looking } => {
            if !still(looking) {
                turn::start_turn(state, ctx);
            }
        }
        Phase::Peek { again, .. } => {
            let again = *again;
            deeds::after_deed(state, again, ctx);
        }
        Phase::Show { looking, .. } => {
            if !still(looking) {
                turn::end_turn(state, ctx);
            }
        }
        Phase::RoundEnd { looking } => {
            if !still(looking) {
                round::begin(state, ctx);
            }
        }
        Phase::Window(Window { stage: Stage::Closing { looking }, .. }) => {
            if !still(looking) {
                window::close(state, ctx);
            }
        }
        Phase::Window(_) => window::close(state, ctx),
        Phase::Start | Phase::Place { .. } | Phase::Action(_) | Phase::NameCards { .. } | Phase::Over => {}
    }
}
