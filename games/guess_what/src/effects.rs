//! What actions do.

use boxwood_engine::{Ctx, Seat};
use boxwood_kit::Card;
use boxwood_scene::count;

use super::equality::{are_equal, shortest_difference};
use super::flow::{end_round, end_turn};
use super::idea::Idea;
use super::rule::Moment;
use super::state::{Guess, Phase, Played, Table};
use super::{Judgement, State, Verdict};

/// Rule 3.
pub(super) fn set_rule(state: &mut State, seat: Seat, idea: Idea, ctx: &mut Ctx) {
    state.rule = Some(idea);
    let student = state.table.first_student();
    state.table.phase = Phase::Play(student);
    ctx.settle();
    ctx.say(|| format!("{} a secret rule. {} first.", seat.does("set"), student.does("play")));
    ctx.tell(seat, || format!("Your rule: {}.", idea.english()));
}

/// Rule 4.
#[inline]
pub(super) fn play(state: &mut State, seat: Seat, card: Card, ctx: &mut Ctx) {
    state.hands[seat].remove(card);
    ctx.reveal();
    match &state.rule {
        Some(Idea::Rule(rule)) => {
            let (_, next) = state.table.moments();
            let correct = rule.allows(&next.with(card));
            hear(&mut state.table, seat, card, correct, ctx);
        }
        Some(Idea::Text(_)) | None => {
            state.table.phase = Phase::Verdict { student: seat, card };
            ctx.say(|| format!("{} {card}.", seat.does("play")));
        }
    }
}

/// Rule 4, with R1 and R9: what is said about a card.
#[inline]
fn hear(table: &mut Table, student: Seat, card: Card, correct: bool, ctx: &mut Ctx) {
    table.row.push(Played { card, correct });
    table.phase = Phase::Guess(student);
    if correct {
        table.cubes[student] += 1;
        ctx.say(|| format!("{} {card}: correct, and {} a cube.", student.does("play"), student.does("get")));
    } else {
        ctx.say(|| format!("{} {card}: incorrect.", student.does("play")));
    }
}

/// Rules 5 and 12.
pub(super) fn guess(state: &mut State, guess: Guess, ctx: &mut Ctx) {
    let table = &mut state.table;
    ctx.reveal();
    ctx.say(|| format!("{}: {}.", guess.by.does("guess"), guess.idea.english()));
    match (&state.rule, &guess.idea) {
        (Some(Idea::Rule(rule)), Idea::Rule(idea)) => {
            let right = are_equal(rule, idea, table.start, table.cards_per_round());
            answer(state, guess, right, ctx);
        }
        _ => table.phase = Phase::Judge(guess),
    }
}

/// Rule 5.
pub(super) fn no_guess(state: &mut State, student: Seat, ctx: &mut Ctx) {
    ctx.say(|| format!("{} no guess.", student.does("make")));
    end_turn(state, student, ctx);
}

/// Rule 10: the Professor judges a card.
pub(super) fn give_verdict(state: &mut State, verdict: Verdict, ctx: &mut Ctx) {
    if let Phase::Verdict { student, card } = state.table.phase {
        hear(&mut state.table, student, card, verdict == Verdict::Correct, ctx);
    }
}

/// Rule 10: the Professor judges a guess.
pub(super) fn give_judgement(state: &mut State, judgement: Judgement, ctx: &mut Ctx) {
    if let Phase::Judge(guess) = state.table.phase {
        ctx.settle();
        answer(state, guess, judgement == Judgement::Right, ctx);
    }
}

/// Rule 5: what comes of a guess.
fn answer(state: &mut State, guess: Guess, right: bool, ctx: &mut Ctx) {
    let table = &mut state.table;
    if right {
        table.right[guess.by] += 1;
        end_round(state, Some(guess.by), ctx);
    } else {
        table.wrong.push(guess);
        table.cubes[guess.by] -= 1;
        ctx.say(|| format!("Wrong: {} a cube.", guess.by.does("return")));
        end_turn(state, guess.by, ctx);
    }
}

/// Rule 6, with R8: what becomes of the cubes beside the row.
pub(super) fn share(table: &mut Table, found_by: Option<Seat>, ctx: &mut Ctx) {
    let cubes = table.cubes_beside();
    let Some(student) = found_by else {
        let cards = count(table.cards_per_round(), "card");
        ctx.say(|| {
            format!(
                "{cards} are played, and nobody has found the rule. {} beside the row go back.",
                count(cubes, "cube")
            )
        });
        return;
    };
    if cubes == 0 {
        ctx.say(|| "Right, but no cubes are beside the row.");
        return;
    }
    let most = cubes.div_ceil(2);
    table.cubes[student] += most;
    match table.the_professor() {
        Some(professor) => {
            table.cubes[professor] += cubes - most;
            ctx.say(|| {
                let (one, other) = (count(most, "cube"), cubes - most);
                format!("Right: {} {one}, {} {other}.", student.does("get"), professor.does("get"))
            });
        }
        None => ctx.say(|| format!("Right: {} {}.", student.does("get"), count(most, "cube"))),
    }
}

/// For each wrong guess of the round, a shortest row on which it differs from the rule.
pub(super) fn explain(table: &Table, rule: &Idea, ctx: &mut Ctx) {
    for guess in &table.wrong {
        if let (Idea::Rule(rule), Idea::Rule(idea)) = (rule, &guess.idea) {
            ctx.say(|| {
                let differs = shortest_difference(rule, idea, table.start, table.cards_per_round());
                differs.map_or_else(String::new, |differs| {
                    let row: Vec<String> =
                        [table.start].iter().chain(&differs.row).map(ToString::to_string).collect();
                    let mut moment = Moment::after(table.start);
                    differs.row.iter().for_each(|card| moment.join(*card));
                    let by_rule = rule.allows(&moment.with(differs.this));
                    let says = if by_rule {
                        "correct by the rule, incorrect"
                    } else {
                        "incorrect by the rule, correct"
                    };
                    format!(
                        "The guess \"{}\" differs: after {}, a {} is {says} by the guess.",
                        idea.english(),
                        row.join(", "),
                        differs.this
                    )
                })
            });
        }
    }
}
