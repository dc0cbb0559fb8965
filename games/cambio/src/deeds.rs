//! What action cards do: rules 12 and 13.

use boxwood_engine::{Ctx, Illegal, Seat, SeatSet};
use boxwood_kit::{Pile, RuneCard};

use super::judge::{is_there, is_unlocked};
use super::state::{Deed, Eyes, Laid, Phase, Power, Spot, Table};
use super::words::{a, card_of, name, whose};
use super::{Action, State, turn};

pub(super) fn allowed<F>(table: &Table<F>) -> Result<Deed, Illegal> {
    match table.phase {
        Phase::Action(deed) => Ok(deed),
        Phase::NameCards { .. } => {
            Err(Illegal::new("ruling R12", "A Blue King must show a card of each player"))
        }
        _ => Err(Illegal::new("rule 12", "Only an action card that was drawn and discarded allows that")),
    }
}

pub(super) fn can_peek<F: Copy>(table: &Table<F>, seat: Seat, spot: Spot) -> Result<(), Illegal> {
    let deed = allowed(table)?;
    match spot.owner == seat {
        true if !deed.peeks_mine() => {
            return Err(Illegal::new("rule 12", "This card does not let you look at your own cards"));
        }
        false if !deed.peeks_yours() => {
            return Err(Illegal::new("rule 12", "This card does not let you look at other players' cards"));
        }
        _ => {}
    }
    is_unlocked(table, spot)?;
    is_there(table, spot)
}

/// Rule 12, with R12.
pub(super) fn can_swap<F: Copy>(table: &Table<F>, a: Spot, b: Spot) -> Result<(), Illegal> {
    if !allowed(table)?.swaps() {
        return Err(Illegal::new("rule 12", "This card does not let you swap"));
    }
    if a.owner == b.owner {
        return Err(Illegal::new("ruling R12", "A swap needs cards of two different players"));
    }
    if a.owner > b.owner {
        return Err(Illegal::new("ruling R21", "Name the card of the lower seat first"));
    }
    [a, b].into_iter().try_for_each(|spot| is_unlocked(table, spot).and_then(|()| is_there(table, spot)))
}

pub(super) fn can_choose<F: Copy>(table: &Table<F>, seat: Seat, spot: Spot) -> Result<(), Illegal> {
    let Phase::NameCards { chosen } = &table.phase else {
        return Err(Illegal::new("rule 13", "Only a Blue King lets you show cards"));
    };
    if spot.owner == seat {
        return Err(Illegal::new("rule 13", "A Blue King shows the cards of the others, not your own"));
    }
    if chosen.iter().any(|other| other.owner == spot.owner) {
        return Err(Illegal::new("rule 13", "You have named a card of this player"));
    }
    is_unlocked(table, spot)?;
    is_there(table, spot)
}

/// Rule 12: everything the deed allows.
pub(super) fn list_deeds(table: &Table<RuneCard>, seat: Seat, deed: Deed, out: &mut Vec<Action>) {
    let spots = || table.unlocked().map(|laid| laid.spot);
    out.push(Action::Decline);
    let peeks = |spot: &Spot| if spot.owner == seat { deed.peeks_mine() } else { deed.peeks_yours() };
    out.extend(spots().filter(peeks).map(Action::Peek));
    if deed.swaps() {
        for a in spots() {
            out.extend(spots().filter(|b| a.owner < b.owner).map(|b| Action::Swap { a, b }));
        }
    }
}

/// Rule 12: what the discarded card lets the active player do now, if anything.
pub(super) fn begin_action(state: &mut State, power: Option<Power>, ctx: &mut Ctx) {
    let has_targets = || !state.table.targets().is_empty();
    match power {
        None => turn::end_turn(state, ctx),
        Some(Power::Deed(deed)) if deed.peeks_mine() || has_targets() => {
            state.table.phase = Phase::Action(deed);
        }
        Some(Power::BlueKing) if has_targets() => {
            state.table.phase = Phase::NameCards { chosen: Pile::new() };
        }
        Some(_) => {
            ctx.say(|| "The action lapses: there is no card it could be used on.");
            turn::end_turn(state, ctx);
        }
    }
}

/// Rule 12, with R13: a Red King's second action, or the next turn.
pub(super) fn after_deed(state: &mut State, again: bool, ctx: &mut Ctx) {
    let next = again.then_some(Power::Deed(Deed::Any { again: false }));
    begin_action(state, next, ctx);
}

/// Whether the deed of the moment may be followed by another.
fn has_second(table: &Table<RuneCard>) -> bool {
    matches!(table.phase, Phase::Action(deed) if deed.again())
}

pub(super) fn peek(state: &mut State, seat: Seat, spot: Spot, ctx: &mut Ctx) {
    ctx.reveal();
    let table = &mut state.table;
    let index = table.find(spot).expect("a card is there");
    table.laid[index].seen_by.insert(seat);
    table.phase = Phase::Peek { at: spot, again: has_second(table) };
    table.start_clock();
    ctx.say(|| format!("{} at {}.", seat.does("peek"), whose(spot, seat)));
}

pub(super) fn swap(state: &mut State, seat: Seat, a: Spot, b: Spot, ctx: &mut Ctx) {
    let table = &mut state.table;
    let (first, second) = (table.find(a).expect("a card is there"), table.find(b).expect("a card is there"));
    let (one, other) = (table.laid[first], table.laid[second]);
    table.laid[first] = Laid { spot: a, ..other };
    table.laid[second] = Laid { spot: b, ..one };
    let again = has_second(table);
    ctx.say(|| format!("{} {} with {}.", seat.does("swap"), whose(a, seat), whose(b, seat)));
    after_deed(state, again, ctx);
}

pub(super) fn decline(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    ctx.say(|| format!("{} the action.", seat.does("decline")));
    turn::end_turn(state, ctx);
}

/// Rule 13.
pub(super) fn choose(state: &mut State, seat: Seat, spot: Spot, ctx: &mut Ctx) {
    let table = &mut state.table;
    let targets = table.targets();
    let Phase::NameCards { chosen } = &mut table.phase else { return };
    chosen.push(spot);
    let shown = *chosen;
    ctx.say(|| format!("{} {}.", seat.does("name"), card_of(spot)));
    if shown.len() < targets.len() {
        return;
    }
    ctx.reveal();
    table.phase = Phase::Show { shown, looking: SeatSet::all(table.seats()) };
    table.start_clock();
    for &spot in &shown {
        let index = table.find(spot).expect("a card is there");
        table.laid[index].seen_by = Eyes::All;
        let card = table.laid[index].face;
        let remembers = table.remembers();
        ctx.say(|| match remembers {
            true => format!("{} is {}.", card_of(spot), a(name(card))),
            false => format!("{} is shown.", card_of(spot)),
        });
    }
}
