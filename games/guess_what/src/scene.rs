//! Guess What! on the table: the row with its verdicts, the wrong guesses, and everybody's hand.

use boxwood_engine::Seat;
use boxwood_kit::{Card, Colour};
use boxwood_scene::{
    Control, Emblem, Figure, Key, Mark, Offer, Piece, Player, Prompt, Role, Scene, Tone, Touch, Zone,
    ZoneKind, count,
};

use super::flow::result;
use super::idea::{Idea, LONGEST_TEXT, Text};
use super::rule::Rule;
use super::state::{Guess, Past, Phase, Played, Table};
use super::{Action, Judgement, Judging, Verdict, View, WrongCards, phrases};

pub(super) fn scene(view: &View) -> Scene {
    let table = &view.table;
    let in_seat_order = || Seat::all(table.seats());
    let mut zones = vec![row(table)];
    if table.options.wrong_cards == WrongCards::Aside {
        let aside = table.row.iter().filter(|played| !played.correct).map(|played| Piece::card(played.card));
        zones.push(Zone::new(ZoneKind::Row, "aside", "Laid aside as incorrect").with_pieces(aside));
    }
    zones.push(wrong_guesses(table));
    let in_hands: usize = in_seat_order().map(|seat| view.hands.size(seat)).sum();
    let left = Card::COUNT - table.open_cards().len() - in_hands;
    zones.push(Zone::new(ZoneKind::Stack, "pile", "Pile").counting(left));
    zones.extend(in_seat_order().filter(|&seat| table.is_student(seat)).map(|seat| hand(view, seat)));
    Scene {
        zones,
        players: in_seat_order().map(|seat| player(table, seat)).collect(),
        prompt: prompt(view),
        banner: banner(view),
        tags: tags(table),
        ..Scene::default()
    }
}

/// "Round 2 of 4", "Card 7 of 12".
fn tags(table: &Table) -> Vec<String> {
    if table.phase == Phase::Over {
        return vec![];
    }
    let played = table.row.len() + usize::from(matches!(table.phase, Phase::Play(_)));
    let mut tags = vec![format!("Round {} of {}", table.round + 1, table.rounds())];
    if played > 0 {
        tags.push(format!("Card {played} of {}", table.cards_per_round()));
    }
    tags
}

fn player(table: &Table, seat: Seat) -> Player {
    let player = Player::new(seat, table.to_act() == Some(seat)).scoring(table.cubes[seat]).having(
        Figure::Cube(Colour::White),
        "cubes",
        table.cubes[seat],
    );
    let is_professor = table.phase != Phase::Over && !table.is_student(seat);
    let player = match is_professor {
        true => player.with("role", "Professor").having(Figure::Emblem(Emblem::Letter), "secret rule", 1u8),
        false => player,
    };
    match table.right[seat] {
        0 => player,
        right => player.with("right guesses", right),
    }
}

/// The starting card and what was played after it, each with its verdict.
fn row(table: &Table) -> Zone {
    let stays = |played: &&Played| played.correct || table.options.wrong_cards == WrongCards::Stay;
    let newest = table.row.last().map(|played| played.card);
    let judged = table.judged().map(|card| Piece::card(card).marked(Mark::Note("to be judged".into())));
    let piece = |played: &Played| {
        let verdict = if played.correct { Mark::Right } else { Mark::Wrong };
        let piece = Piece::card(played.card).marked(verdict);
        if newest == Some(played.card) { piece.marked(Mark::Last) } else { piece }
    };
    let start = Piece::card(table.start).marked(Mark::Note("start".into()));
    let label = match table.phase {
        Phase::Over => "The last row".into(),
        _ => format!("Row, {} beside it", count(table.cubes_beside(), "cube")),
    };
    Zone::new(ZoneKind::Row, "row", label)
        .as_role(Role::Board)
        .with_pieces([start].into_iter().chain(table.row.iter().filter(stays).map(piece)).chain(judged))
}

/// There is room for so many slips side by side; more lie closer together.
const SLIPS: u16 = 3;

fn wrong_guesses(table: &Table) -> Zone {
    let piece = |(number, guess): (usize, &Guess)| {
        let text = guess.idea.english();
        Piece::new(Key::piece("guess", number), Figure::Note(text.clone()))
            .labelled(format!("{text} ({})", guess.by))
            .owned_by(guess.by)
            .marked(Mark::Wrong)
    };
    Zone::new(ZoneKind::Row, "wrong", "Wrong guesses")
        .with_room(SLIPS)
        .shown_as(Figure::Note(String::new()))
        .with_pieces(table.wrong.iter().enumerate().map(piece))
}

/// The own cards sorted by colour, or the backs of somebody else's.
fn hand(view: &View, seat: Seat) -> Zone {
    let hand = match view.hands.of(seat) {
        Some(cards) => Zone::hand(seat, cards.iter().map(Piece::card)),
        None => Zone::hidden_hand(seat, view.hands.size(seat), Figure::CardBack),
    };
    hand.dealt_from(&Key::zone("pile"))
}

/// The secret, for the Professor; and what the last rule was while a new round begins.
fn banner(view: &View) -> Option<String> {
    let table = &view.table;
    let last =
        table.last.filter(|_| table.row.is_empty() || table.phase == Phase::Over).map(|last| revealed(&last));
    let own = view.rule.map(|rule| format!("Your rule: {}.", rule.english()));
    let parts: Vec<String> = last.into_iter().chain(own).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

fn revealed(last: &Past) -> String {
    let found = last.found_by.map_or("Nobody found it.".into(), |seat| format!("{seat} found it."));
    format!("The last rule was: {}. {found}", last.rule.english())
}

fn prompt(view: &View) -> Prompt {
    let table = &view.table;
    let Some(seat) = table.to_act() else {
        return Prompt::new(result(table));
    };
    if view.viewer.is(seat) {
        return asked(table, seat);
    }
    Prompt::new(match table.phase {
        Phase::SetRule => format!("{} a secret rule.", seat.does("choose")),
        Phase::Play(_) => format!("{} a card.", seat.does("play")),
        Phase::Guess(_) => format!("{} whether to guess the rule.", seat.does("decide")),
        Phase::Verdict { student, .. } => format!("{} {} card.", seat.does("judge"), student.owns()),
        Phase::Judge(guess) => {
            format!("{} {} guess: {}.", seat.does("judge"), guess.by.owns(), guess.idea.english())
        }
        Phase::Over => "The game is over.".into(),
    })
}

/// What whoever is to decide is asked.
fn asked(table: &Table, seat: Seat) -> Prompt {
    let say = |label: &str| Control::Text { label: label.into(), longest: LONGEST_TEXT as u16 };
    match (table.phase, table.options.judge) {
        (Phase::SetRule, Judging::Formal) => Prompt::new(format!(
            "You are the Professor: set a secret rule. The starting card is {}. The rule has at most {}, and if \
             somebody finds it, you win half of the cubes beside the row.",
            table.start,
            count(table.limits().max_atoms, "part")
        ))
        .with(phrases::control("Secret rule")),
        (Phase::SetRule, Judging::Human) => Prompt::new(format!(
            "You are the Professor: write down a secret rule. The starting card is {}. You will judge every card \
             and every guess by your rule.",
            table.start
        ))
        .with(say("Secret rule")),
        (Phase::Play(_), _) => Prompt::new(format!(
            "Play a card to the end of the row: touch it. If it is correct, you get a cube. {}",
            match usize::from(table.cards_per_round()) - table.row.len() {
                1 => "It is the last card of the round.".into(),
                left => format!("{left} cards are left in this round."),
            }
        )),
        (Phase::Guess(_), judging) => {
            // R8: an odd cube goes to the Student.
            let wins = table.cubes_beside().div_ceil(2);
            let stakes = format!(
                "Do you know the rule? Right ends the round and wins you {}, wrong costs you one.",
                count(wins, "cube")
            );
            let (prompt, weight) = match (table.cubes[seat], judging) {
                (0, _) => (Prompt::new("You have no cube, so you cannot guess the rule."), Tone::Main),
                (_, Judging::Formal) => (Prompt::new(stakes).with(phrases::control("Guess")), Tone::Plain),
                (_, Judging::Human) => (Prompt::new(stakes).with(say("Guess")), Tone::Plain),
            };
            prompt.with(Control::button("no-guess", "No guess", weight))
        }
        (Phase::Verdict { student, card }, _) => {
            Prompt::new(format!("{student} played {card}. Is it correct by your rule?"))
                .with(Control::button("correct", "Correct", Tone::Plain))
                .with(Control::button("incorrect", "Incorrect", Tone::Plain))
        }
        (Phase::Judge(guess), _) => {
            Prompt::new(format!("{} guessed: {}. Does it mean the same as your rule?", guess.by, guess.idea.english()))
                .with(Control::button("right", "Right", Tone::Plain))
                .with(Control::button("wrong", "Wrong", Tone::Plain))
        }
        (Phase::Over, _) => Prompt::new("The game is over."),
    }
}

pub(super) fn offer(table: &Table, action: &Action) -> Offer {
    match action {
        Action::SetRule(idea) => Offer::new(format!("Rule: {}", idea.english()), idea_path(idea)),
        Action::Play(card) => Offer::new(format!("Play {card}"), [Key::card(*card)]),
        Action::Guess(idea) => {
            let offer = Offer::new(format!("Guess: {}", idea.english()), idea_path(idea));
            match idea {
                Idea::Rule(rule) if !table.row.is_empty() => offer.because(agreement(table, rule)),
                _ => offer,
            }
        }
        Action::NoGuess => Offer::new("No guess", [Key::button("no-guess")]),
        Action::Verdict(Verdict::Correct) => Offer::new("Correct", [Key::button("correct")]),
        Action::Verdict(Verdict::Incorrect) => Offer::new("Incorrect", [Key::button("incorrect")]),
        Action::Judge(Judgement::Right) => Offer::new("Right", [Key::button("right")]),
        Action::Judge(Judgement::Wrong) => Offer::new("Wrong", [Key::button("wrong")]),
    }
}

/// How a guess fits what everybody has heard.
fn agreement(table: &Table, rule: &Rule) -> String {
    let (moments, _) = table.moments();
    let wrong = moments
        .iter()
        .zip(&table.row)
        .filter(|(moment, played)| rule.allows(moment) != played.correct)
        .count();
    match (wrong, table.row.len()) {
        (0, 1) => "Agrees with the verdict in the row".into(),
        (0, all) => format!("Agrees with all {all} verdicts in the row"),
        (wrong, all) => format!("Disagrees with {wrong} of the {all} verdicts in the row"),
    }
}

fn idea_path(idea: &Idea) -> Vec<Key> {
    match idea {
        Idea::Rule(rule) => phrases::path(rule),
        Idea::Text(text) => vec![Key::text(text)],
    }
}

pub(super) fn intent(view: &View, path: &[Touch]) -> Option<Action> {
    let idea = |idea| match view.table.phase {
        Phase::SetRule => Action::SetRule(idea),
        _ => Action::Guess(idea),
    };
    match *path {
        [Touch::Phrase(_), ..] => Some(idea(Idea::Rule(phrases::read(path)?))),
        [Touch::Text(words)] => Some(idea(Idea::Text(Text::new(words)?))),
        [Touch::Card(number)] => Some(Action::Play(Card::new(number)?)),
        [Touch::Button("no-guess")] => Some(Action::NoGuess),
        [Touch::Button("correct")] => Some(Action::Verdict(Verdict::Correct)),
        [Touch::Button("incorrect")] => Some(Action::Verdict(Verdict::Incorrect)),
        [Touch::Button("right")] => Some(Action::Judge(Judgement::Right)),
        [Touch::Button("wrong")] => Some(Action::Judge(Judgement::Wrong)),
        _ => None,
    }
}
