//! What is legal, and why not: what belongs to no single part of a turn.

use boxwood_engine::{Illegal, Seat};
use boxwood_kit::RuneCard;

use super::state::{Phase, Source, Spot, Stage, Table, Window};
use super::words::slot_name;
use super::{Action, Pace, TOUCHES, deeds, turn, window};

/// Every legal action of a seat that may decide.
#[inline]
pub(super) fn list(table: &Table<RuneCard>, seat: Seat, out: &mut Vec<Action>) {
    let own = || table.cards_of(seat).map(|laid| laid.spot.slot);
    match &table.phase {
        Phase::InitialPeek { .. }
        | Phase::Peek { .. }
        | Phase::Show { .. }
        | Phase::RoundEnd { .. }
        | Phase::Window(Window { stage: Stage::Closing { .. }, .. }) => out.push(Action::Done),
        Phase::Start => {
            out.push(Action::DrawMain);
            out.extend(turn::can_draw_discard(table).is_ok().then_some(Action::DrawDiscard));
            out.extend(table.caller.is_none().then_some(Action::Call));
        }
        Phase::Place { from, .. } => {
            out.extend((*from == Source::Main).then_some(Action::DiscardDrawn));
            out.extend(own().map(Action::Exchange));
        }
        Phase::Window(Window { stage: Stage::Gift { .. }, .. }) => {
            out.push(Action::Keep);
            out.extend(own().map(Action::Give));
        }
        Phase::Window(window) => {
            let leads = matches!(window.stage, Stage::Led { .. });
            out.push(if leads { Action::Done } else { Action::Pass });
            out.extend(table.unlocked().map(|laid| Action::Snap(laid.spot)));
            if table.options.pace == Pace::Live && window.touches(seat) < TOUCHES {
                out.extend(table.unlocked().map(|laid| Action::Touch(laid.spot)));
            }
        }
        Phase::Action(deed) => deeds::list_deeds(table, seat, *deed, out),
        Phase::NameCards { chosen } => {
            let open = |spot: &Spot| spot.owner != seat && chosen.iter().all(|c| c.owner != spot.owner);
            out.extend(table.unlocked().map(|laid| laid.spot).filter(open).map(Action::Choose));
        }
        Phase::Over => {}
    }
}

pub(super) fn check(table: &Table<RuneCard>, seat: Seat, action: Action) -> Result<(), Illegal> {
    match action {
        Action::Done => can_be_done(table, seat),
        Action::Call => turn::can_call(table),
        Action::DrawMain => turn::is_start(table),
        Action::DrawDiscard => turn::can_draw_discard(table),
        Action::DiscardDrawn => turn::can_discard_drawn(table),
        Action::Exchange(slot) => turn::can_exchange(table, seat, slot),
        Action::Snap(spot) => window::can_snap(table, seat, spot),
        Action::Touch(spot) => window::can_touch(table, seat, spot),
        Action::Pass => window::can_pass(table, seat),
        Action::Give(slot) => {
            let (leader, _) = window::gift(table)?;
            is_there(table, Spot::new(leader, slot))
        }
        Action::Keep => window::gift(table).map(|_| ()),
        Action::Peek(spot) => deeds::can_peek(table, seat, spot),
        Action::Swap { a, b } => deeds::can_swap(table, a, b),
        Action::Decline => deeds::allowed(table).map(|_| ()),
        Action::Choose(spot) => deeds::can_choose(table, seat, spot),
    }
}

/// Whether a card lies there.
pub(super) fn is_there<F: Copy>(table: &Table<F>, spot: Spot) -> Result<(), Illegal> {
    match table.find(spot) {
        Some(_) => Ok(()),
        None => Err(Illegal::new(
            "rule 2",
            format!("No card lies there: the {} place is empty", slot_name(spot.slot)),
        )),
    }
}

/// Rule 14: locked cards stay as they are.
pub(super) fn is_unlocked<F>(table: &Table<F>, spot: Spot) -> Result<(), Illegal> {
    match table.caller {
        Some(caller) if caller == spot.owner => {
            Err(Illegal::new("rule 14", "The cards of whoever called Cambio are locked"))
        }
        _ => Ok(()),
    }
}

fn can_be_done<F>(table: &Table<F>, seat: Seat) -> Result<(), Illegal> {
    let looks = match &table.phase {
        Phase::InitialPeek { looking } | Phase::Show { looking, .. } | Phase::RoundEnd { looking } => {
            looking.contains(seat)
        }
        Phase::Peek { .. } => true,
        Phase::Window(window) => match window.stage {
            Stage::Led { leader } => leader == seat,
            Stage::Closing { looking } => looking.contains(seat),
            Stage::Gift { .. } => return Err(Illegal::new("rule 8", "Give one of your cards, or keep them")),
            Stage::Open => return Err(Illegal::new("rule 11", "Nobody leads yet: snap a card, or pass")),
        },
        Phase::Start | Phase::Place { .. } | Phase::Action(_) | Phase::NameCards { .. } | Phase::Over => {
            false
        }
    };
    if looks { Ok(()) } else { Err(Illegal::new("rule 11", "Nothing is shown to you, and you lead no race")) }
}
