//! The race for a lead card: rules 6 to 11.

use boxwood_engine::{Ctx, Illegal, Seat, SeatSet};
use boxwood_kit::{Rune, RuneCard};
use boxwood_scene::{Beat, BeatKind, Key};

use super::judge::{is_there, is_unlocked};
use super::state::{Eyes, Laid, Phase, Power, Spot, Stage, Table, Touch, Window};
use super::words::{a, name, slot_name, whose};
use super::{LatePenalty, Pace, State, TOUCHES, deeds, round};

/// Rule 6: a card lands face up on the discard pile, and the race for its like begins.
pub(super) fn lead(state: &mut State, card: RuneCard, then: Option<Power>, ctx: &mut Ctx) {
    ctx.reveal();
    state.table.discard.push(card);
    state.table.frozen = false; // R4
    state.table.phase = Phase::Window(Window::new(then));
    state.table.start_clock();
}

/// Rule 6, with R8 and R11: whether the seat may claim this card.
pub(super) fn can_snap<F: Copy>(table: &Table<F>, seat: Seat, spot: Spot) -> Result<(), Illegal> {
    let window = open_window(table)?;
    match window.stage {
        Stage::Open => is_eligible(table, window, seat)?,
        Stage::Led { leader } if leader == seat => {}
        Stage::Led { .. } => {
            return Err(Illegal::new("rule 7", "Somebody else leads: only the leader may go on claiming"));
        }
        Stage::Gift { .. } => {
            return Err(Illegal::new("rule 8", "First comes the gift: give one of your cards, or keep them"));
        }
        Stage::Closing { .. } => {
            return Err(Illegal::new("rule 11", "Nothing can be claimed any more in this race"));
        }
    }
    is_claimable(table, spot)
}

/// A bluff is for whoever could claim as well, without clocks there is none.
pub(super) fn can_touch<F: Copy>(table: &Table<F>, seat: Seat, spot: Spot) -> Result<(), Illegal> {
    can_snap(table, seat, spot)?;
    if table.options.pace == Pace::Turns {
        return Err(Illegal::new("rule 6", "Without clocks nobody reaches for cards: snap or pass"));
    }
    if open_window(table)?.touches(seat) >= TOUCHES {
        return Err(Illegal::new("rule 6", format!("You have reached for {TOUCHES} cards in this race")));
    }
    Ok(())
}

pub(super) fn can_pass<F: Copy>(table: &Table<F>, seat: Seat) -> Result<(), Illegal> {
    let window = open_window(table)?;
    match window.stage {
        Stage::Open => is_eligible(table, window, seat),
        Stage::Led { .. } => Err(Illegal::new("rule 11", "The leader says done instead of passing")),
        Stage::Gift { .. } => Err(Illegal::new("rule 8", "Give one of your cards, or keep them")),
        Stage::Closing { .. } => Err(Illegal::new("rule 11", "Nothing can be claimed any more")),
    }
}

/// Rule 8: who decides about a gift, and the place for it.
pub(super) fn gift<F: Copy>(table: &Table<F>) -> Result<(Seat, Spot), Illegal> {
    match table.window().map(|window| window.stage) {
        Some(Stage::Gift { leader, emptied }) => Ok((leader, emptied)),
        _ => Err(Illegal::new("rule 8", "A gift only follows the snap of another player's card")),
    }
}

/// Rule 10: whether a claim of this seat that was overtaken can be settled now.
fn can_be_late(table: &Table<RuneCard>, seat: Seat, spot: Spot) -> Result<(), Illegal> {
    let window = open_window(table)?;
    if table.options.pace == Pace::Turns {
        return Err(Illegal::new("rule 10", "Without clocks nobody can be late"));
    }
    match window.stage {
        Stage::Led { leader } if leader != seat => {}
        Stage::Gift { leader, .. } if leader != seat => {
            return Err(Illegal::new(
                "rule 8",
                "No claim is taken before the leader has decided about the gift",
            ));
        }
        _ => return Err(Illegal::new("rule 10", "Nobody was faster in this race")),
    }
    is_eligible(table, window, seat)?;
    is_claimable(table, spot)?;
    // R20: a gift or a penalty card may lie there now.
    if window.emptied.contains(&spot) {
        return Err(Illegal::new("ruling R20", "The card you meant has been snapped already"));
    }
    Ok(())
}

fn open_window<F: Copy>(table: &Table<F>) -> Result<&Window, Illegal> {
    table.window().ok_or(Illegal::new("rule 6", "No race is on: wait until a card is discarded"))
}

fn is_eligible<F: Copy>(table: &Table<F>, window: &Window, seat: Seat) -> Result<(), Illegal> {
    if table.caller == Some(seat) {
        return Err(Illegal::new("ruling R11", "Whoever has called Cambio takes no part in the race"));
    }
    if window.barred.contains(seat) {
        return Err(Illegal::new("ruling R8", "After a wrong or late claim you are out of this race"));
    }
    if window.passed.contains(seat) {
        return Err(Illegal::new("rule 11", "You have passed in this race"));
    }
    Ok(())
}

/// Which rule keeps a player out of the race that is on.
pub(super) fn why_out<F: Copy>(table: &Table<F>, seat: Seat) -> Option<Illegal> {
    is_eligible(table, table.window()?, seat).err()
}

fn is_claimable<F: Copy>(table: &Table<F>, spot: Spot) -> Result<(), Illegal> {
    is_unlocked(table, spot)?;
    is_there(table, spot)
}

/// Rules 7 and 9.
pub(super) fn snap(state: &mut State, seat: Seat, spot: Spot, ctx: &mut Ctx) {
    ctx.reveal();
    let card = card_at(state, spot);
    if card.rune() == wanted(state) {
        snap_right(state, seat, spot, ctx);
    } else {
        ctx.say(|| format!("{} {}: wrong.", seat.does("snap"), whose(spot, seat)));
        show(state, spot, ctx);
        bar(state, seat);
        take_penalty(state, seat, ctx);
        let table = &state.table;
        let window = open_window(table).expect("the window is open");
        let led = matches!(window.stage, Stage::Led { .. });
        if led || table.claimants(window).is_empty() {
            stop_claims(state, spot, ctx);
        }
    }
}

/// Rule 10: a claim that somebody else's was faster than.
pub(super) fn late(state: &mut State, seat: Seat, spot: Spot, ctx: &mut Ctx) -> Result<(), Illegal> {
    can_be_late(&state.table, seat, spot)?;
    ctx.reveal();
    let is_right = card_at(state, spot).rune() == wanted(state);
    ctx.say(|| {
        let fault = if is_right { "right, but late" } else { "late, and wrong" };
        format!("{} {}: {fault}.", seat.does("snap"), whose(spot, seat))
    });
    show(state, spot, ctx);
    bar(state, seat);
    let is_punished = match state.table.options.late_penalty {
        _ if !is_right => true,
        LatePenalty::Others => spot.owner != seat, // R7
        LatePenalty::All => true,
        LatePenalty::None => false,
    };
    if is_punished {
        take_penalty(state, seat, ctx);
    }
    Ok(())
}

/// The rune that is wanted.
fn wanted(state: &State) -> Rune {
    state.table.discard.top().expect("a lead card is on the discard pile").rune()
}

fn card_at(state: &State, spot: Spot) -> RuneCard {
    let index = state.table.find(spot).expect("a card is there");
    state.table.laid[index].face
}

/// Rule 7, also by the leader again.
fn snap_right(state: &mut State, seat: Seat, spot: Spot, ctx: &mut Ctx) {
    let table = &mut state.table;
    let index = table.find(spot).expect("a card is there");
    let card = table.laid.remove(index).face;
    table.discard.push(card);
    table.frozen = true;
    let remembers = table.remembers();
    ctx.say(|| {
        let snap = format!("{} {}", seat.does("snap"), whose(spot, seat));
        if remembers { format!("{snap}, {}: right.", a(name(card))) } else { format!("{snap}: right.") }
    });
    ctx.beat(state, || {
        let text = format!("{} {}.", seat.does("snap"), whose(spot, seat));
        Beat::new(BeatKind::Catch, text).at(Key::zone("discard"))
    });
    let window = window_mut(state);
    window.shown.take(spot);
    if !window.emptied.contains(&spot) {
        window.emptied.push(spot);
    }
    if spot.owner == seat {
        go_on_leading(state, seat, spot.owner, ctx);
    } else {
        window.stage = Stage::Gift { leader: seat, emptied: spot };
        state.table.start_clock();
    }
}

/// Rule 8, with R9: a card of the leader's into the place just emptied.
pub(super) fn give(state: &mut State, slot: u8, ctx: &mut Ctx) {
    ctx.settle();
    let Ok((leader, emptied)) = gift(&state.table) else { return };
    let from = Spot::new(leader, slot);
    let index = state.table.find(from).expect("a card is there");
    let given = state.table.laid.remove(index);
    state.table.lay(Laid { spot: emptied, ..given });
    let window = window_mut(state);
    window.shown.take(from);
    ctx.say(|| {
        let (from, to) = (slot_name(slot), slot_name(emptied.slot));
        format!("{} {} the {from} card; it goes to the {to} place.", leader.does("give"), emptied.owner)
    });
    go_on_leading(state, leader, emptied.owner, ctx);
}

/// Rule 8: no gift.
pub(super) fn keep(state: &mut State, ctx: &mut Ctx) {
    ctx.settle();
    let Ok((leader, emptied)) = gift(&state.table) else { return };
    ctx.say(|| format!("{} nothing for it.", leader.does("give")));
    go_on_leading(state, leader, emptied.owner, ctx);
}

/// After a success and its gift: the round is over (rule 15, with R9 and R10), or the leader goes on.
fn go_on_leading(state: &mut State, leader: Seat, owner: Seat, ctx: &mut Ctx) {
    if let Some(out) = [owner, leader].into_iter().find(|&seat| !state.table.has_cards(seat)) {
        ctx.say(|| format!("{} no card left: the round is over.", out.does("have")));
        round::end(state, ctx);
    } else {
        window_mut(state).stage = Stage::Led { leader };
        state.table.start_clock();
    }
}

/// Turns the card up in its place until the window closes.
fn show(state: &mut State, spot: Spot, ctx: &mut Ctx) {
    let table = &mut state.table;
    let index = table.find(spot).expect("a card is there");
    table.laid[index].seen_by = Eyes::All;
    let card = table.laid[index].face;
    let remembers = table.remembers();
    ctx.say(|| match remembers {
        true => format!("It is {}.", a(name(card))),
        false => "It is shown to everybody.".to_string(),
    });
    let window = window_mut(state);
    if !window.shown.contains(&spot) {
        window.shown.push(spot);
    }
}

/// R8.
fn bar(state: &mut State, seat: Seat) {
    window_mut(state).barred.insert(seat);
}

/// Rule 9, with R6 and R14: the next card of the main pile, unseen.
fn take_penalty(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    if state.main.is_empty() && !round::reshuffle(state, ctx) {
        ctx.say(|| "There is no card left for a penalty.");
        return;
    }
    let card = state.main.draw_random(ctx.rng()).expect("the main pile has cards");
    let spot = state.table.penalty_spot(seat);
    state.table.lay(Laid { spot, face: card, seen_by: Eyes::default() });
    ctx.say(|| format!("{} a penalty card.", seat.does("take")));
}

/// Rule 11: there is nobody left to claim. Without clocks the window closes at once; with them
/// the card just shown can be looked at for a while (R19).
fn stop_claims(state: &mut State, shown: Spot, ctx: &mut Ctx) {
    if state.table.options.pace == Pace::Turns {
        state.table.last_shown = Some(shown); // R22
        return close(state, ctx);
    }
    let looking = SeatSet::all(state.table.seats());
    window_mut(state).stage = Stage::Closing { looking };
    state.table.start_clock();
}

/// Rule 11.
pub(super) fn pass(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    ctx.settle();
    ctx.say(|| format!("{}.", seat.does("pass")));
    window_mut(state).passed.insert(seat);
    let table = &state.table;
    if table.window().is_some_and(|window| table.claimants(window).is_empty()) {
        close(state, ctx);
    }
}

/// A bluff.
pub(super) fn touch(state: &mut State, seat: Seat, at: Spot, ctx: &mut Ctx) {
    ctx.settle();
    ctx.say(|| format!("{} for {}.", seat.does("reach"), whose(at, seat)));
    window_mut(state).touched.push(Touch { by: seat, at });
}

/// Rule 11: the action card is next, or the next turn.
pub(super) fn close(state: &mut State, ctx: &mut Ctx) {
    let then = window_mut(state).then;
    deeds::begin_action(state, then, ctx);
}

fn window_mut(state: &mut State) -> &mut Window {
    match &mut state.table.phase {
        Phase::Window(window) => window,
        _ => unreachable!("only called while a window is open"),
    }
}
