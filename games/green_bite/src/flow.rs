//! A round, once all cards are down: they are shown, explorers run, the monster bites.

use boxwood_engine::{Choices, Ctx, SeatSet, Side};
use boxwood_kit::{Card, CardSet};
use boxwood_scene::{Beat, BeatKind, count};

use super::scene::{meeple_key, monster_key, played_key};
use super::state::{State, Table, deck};
use super::words::{all_of, result, runs, who};
use super::{HIGHEST, LOW_HAND, Sprint};

/// Rules 2 to 6.
pub(super) fn play_round(state: &mut State, ctx: &mut Ctx) {
    state.table.bitten = None;
    show(state, ctx);
    run(state, ctx);
    let bitten = if state.table.round > 1 { bite(state, ctx) } else { None };
    take_cards_back(state, bitten, ctx);
    let is_over = state.table.is_over();
    let table = &mut state.table;
    table.bitten = bitten;
    if is_over {
        ctx.say(|| result(table));
    } else {
        table.round += 1;
    }
    let asked = if is_over { SeatSet::EMPTY } else { table.running() };
    state.chosen = Choices::ask(table.sides.count(), asked);
}

/// Rule 2: all cards are down.
fn show(state: &State, ctx: &mut Ctx) {
    ctx.reveal();
    ctx.say(|| {
        let shown = |(side, card): (Side, Card)| format!("{} {}", who(&state.table, side), card.value());
        let shown: Vec<String> = state.chosen.iter().map(shown).collect();
        format!("Round {}: {}.", state.table.round, shown.join(", "))
    });
    ctx.beat(state, || {
        let shown = Beat::new(BeatKind::Reveal, "All cards are shown.");
        state.chosen.iter().fold(shown, |beat, (side, _)| beat.at(played_key(side)))
    });
}

/// Rule 3.
#[inline]
fn run(state: &mut State, ctx: &mut Ctx) {
    let mut players = [SeatSet::EMPTY; HIGHEST as usize + 1];
    for (side, card) in state.chosen.iter() {
        players[usize::from(card.value())].insert(side);
    }
    for (value, players) in players.into_iter().enumerate() {
        match (players.first(), players.len()) {
            (Some(side), 1) => {
                to_front(&mut state.table, side);
                ctx.say(|| format!("{value}: {}", runs(&state.table, side)));
                ctx.beat(state, || {
                    Beat::new(BeatKind::Step, runs(&state.table, side))
                        .at(meeple_key(state.table.sides, side))
                });
            }
            (Some(_), _) => ctx.say(|| {
                format!("{value}: {} get in each other's way.", all_of(&state.table, players.iter()))
            }),
            (None, _) => {}
        }
    }
}

#[inline]
fn to_front(table: &mut Table, side: Side) {
    if let Some(place) = table.line.iter().position(|&other| other == side) {
        table.line[..=place].rotate_right(1);
    }
}

/// Rule 4, with R7: whom the monster bites.
fn bite(state: &mut State, ctx: &mut Ctx) -> Option<Side> {
    let table = &mut state.table;
    let side = table.line.top()?;
    table.health[side] -= 1;
    let left = table.health[side];
    let is_out = left == 0;
    let words = |table: &Table| match left {
        0 => format!("The monster gets {}: the last cube is gone.", who(table, side)),
        left => format!("The monster bites {}: {} left.", who(table, side), count(left, "cube")),
    };
    ctx.say(|| words(table));
    ctx.beat(state, || {
        let kind = if is_out { BeatKind::Blow } else { BeatKind::Catch };
        Beat::new(kind, words(&state.table)).at(monster_key()).at(meeple_key(state.table.sides, side))
    });
    let table = &mut state.table;
    if is_out {
        table.line.draw();
        table.out.leave(SeatSet::only(side)); // R8: nobody else is bitten
    } else if table.options.sprint == Sprint::On {
        to_front(table, side); // R2, R6
        ctx.say(|| runs(table, side));
    }
    Some(side)
}

/// Rule 5, with R4 and R5.
#[inline]
fn take_cards_back(state: &mut State, bitten: Option<Side>, ctx: &mut Ctx) {
    let State { table, chosen } = state;
    table.shown = chosen.iter().map(|(_, card)| card).collect();
    table.hands = table.hands - table.shown;
    let mut back = SeatSet::EMPTY;
    for &side in table.line.iter() {
        if table.hand(side).len() == LOW_HAND || bitten == Some(side) {
            back.insert(side);
        }
    }
    for side in back.iter() {
        table.hands = table.hands | deck(&table.options, table.sides, side);
    }
    if let Some(side) = bitten.filter(|side| table.health[*side] == 0) {
        table.hands = table.hands - CardSet::of_colour(table.sides.colour(side));
    }
    if !back.is_empty() && !table.is_over() {
        ctx.say(|| format!("All cards are back in hand for {}.", all_of(table, back.iter())));
    }
}
