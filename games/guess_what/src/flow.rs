//! Rounds, turns, and the end.

use boxwood_engine::{Ctx, Hands, Outcome, Seat, Team};
use boxwood_kit::CardSet;
use boxwood_scene::count;

use super::effects::{explain, share};
use super::idea::Idea;
use super::library::library;
use super::memory::Earlier;
use super::state::{Past, Phase, Table};
use super::{HAND, State};

/// Rule 2, with R12.
pub(super) fn begin_round(state: &mut State, ctx: &mut Ctx) {
    let State { table, hands, returned, rule } = state;
    table.row.clear();
    table.wrong.clear();
    if !table.keeps_hands() {
        *hands = Hands::empty(table.seats());
    } else if let Some(professor) = table.the_professor() {
        returned[professor] = std::mem::take(&mut hands[professor]);
    }
    let mut pile = CardSet::FULL - hands.all();
    for seat in Seat::all(table.seats()).filter(|&seat| table.is_student(seat)) {
        let hand = &mut hands[seat];
        *hand = *hand | pile.draw_many(HAND - hand.len(), ctx.rng());
    }
    table.start = pile.draw_random(ctx.rng()).expect("54 cards are enough for 6 hands");
    let (number, rounds, start) = (table.round + 1, table.rounds(), table.start);
    match table.the_professor() {
        Some(professor) => {
            *rule = None;
            table.phase = Phase::SetRule;
            ctx.say(|| {
                format!(
                    "Round {number} of {rounds}. {} the Professor. The starting card is {start}.",
                    professor.does("be")
                )
            });
        }
        None => {
            let (library, limits) = (library(), table.limits());
            let easy = table.is_easy().then(|| library.draw_easy(limits, start, ctx.rng(), |_| true));
            let drawn = easy.flatten().unwrap_or_else(|| library.draw(limits, start, ctx.rng()));
            *rule = Some(Idea::Rule(drawn));
            table.phase = Phase::Play(table.first_student());
            ctx.say(|| {
                format!("Round {number} of {rounds}. A secret rule is set. The starting card is {start}.")
            });
        }
    }
}

/// Rules 5 and 6.
#[inline]
pub(super) fn end_turn(state: &mut State, student: Seat, ctx: &mut Ctx) {
    if state.table.row.len() >= usize::from(state.table.cards_per_round()) {
        return end_round(state, None, ctx);
    }
    let mut pile = state.pile();
    if !pile.is_empty() {
        state.hands[student].extend(pile.draw_random(ctx.rng()));
    }
    state.table.phase = Phase::Play(state.table.next_student(student));
}

/// Rules 6 and 7, with R8 and R9.
pub(super) fn end_round(state: &mut State, found_by: Option<Seat>, ctx: &mut Ctx) {
    ctx.reveal();
    share(&mut state.table, found_by, ctx);
    let rule = state.rule.take().expect("a round has a rule");
    ctx.say(|| format!("The rule was: {}.", rule.english()));
    explain(&state.table, &rule, ctx);
    let table = &mut state.table;
    table.last = Some(Past { rule, found_by });
    if table.round + 1 == table.rounds() {
        table.phase = Phase::Over;
        ctx.say(|| result(table));
    } else {
        if table.keeps_hands() {
            let row = table.row.iter().map(|played| played.card).collect();
            table.earlier.push(Earlier { start: table.start, row });
        }
        table.round += 1;
        table.leader = table.leader.next(table.seats());
        begin_round(state, ctx);
    }
}

/// Rule 7, with R14.
pub(super) fn outcome(table: &Table) -> Outcome {
    if table.seats() == 1 {
        let (cubes, right) = (table.cubes[Seat::FIRST], table.right[Seat::FIRST]);
        return Outcome::team(1, Team { won: 2 * right > table.rounds(), score: cubes.into() });
    }
    Outcome::by(table.cubes.map(i32::from), |seat| (table.cubes[seat], table.right[seat]))
}

/// How it ended, in words.
pub(super) fn result(table: &Table) -> String {
    if table.seats() == 1 {
        return alone(table);
    }
    let winners = outcome(table).winners();
    let best = winners.first().unwrap_or_default();
    let cubes = count(table.cubes[best], "cube");
    // Others had as many, and fewer right guesses.
    let is_tie_broken = table.cubes.seats_where(|&cubes| cubes == table.cubes[best]) != winners;
    match table.right[best] {
        right if is_tie_broken => winners.victory(&format!("{cubes} and {}", count(right, "right guess"))),
        _ => winners.victory(&cubes),
    }
}

/// R14.
fn alone(table: &Table) -> String {
    let (player, rounds) = (Seat::FIRST, table.rounds());
    let found = match table.right[player] {
        0 => format!("none of the {rounds} rules"),
        right => format!("{right} of {rounds} rules"),
    };
    let has = player.does("have");
    format!("{has} found {found}, and {has} {}.", count(table.cubes[player], "cube"))
}
