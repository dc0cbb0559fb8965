//! The rules, the rulings and the worked examples, by number.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use boxwood_conformance::testing::{self, json, new_match, seat, try_match};
use boxwood_engine::Team;
use boxwood_kit::{Colour, Symbol};
use boxwood_scene::{Control, Names, render};

use super::effects::share;
use super::equality::{are_equal, is_constant, shortest_difference};
use super::flow::{outcome, result};
use super::library::library;
use super::limits::{Limits, density};
use super::memory::Memory;
use super::rule::Moment;
use super::state::Played;
use super::worlds::agrees;
use super::*;

fn rule(text: &str) -> Rule {
    text.parse().unwrap_or_else(|_| panic!("{text} is a rule"))
}

/// Cards that show this: `3`, `Drop`, `red`.
fn showing(word: &str) -> CardSet {
    if let Ok(number) = word.parse() {
        return CardSet::of_value(number);
    }
    match (word.parse::<Colour>(), word.parse::<Symbol>()) {
        (Ok(colour), _) => CardSet::of_colour(colour),
        (_, Ok(symbol)) => CardSet::of_symbol(symbol),
        _ => panic!("{word} is on no card"),
    }
}

/// A card that shows all of these: `red`, `red 3`.
fn card(words: &str) -> Card {
    words.split(' ').map(showing).fold(CardSet::FULL, |all, set| all & set).first().expect(words)
}

/// A first round of three in which seat 0 is Professor and has set this rule.
fn round(text: &str, start: &str) -> State {
    round_with(json!({}), text, start)
}

fn round_with(options: serde_json::Value, text: &str, start: &str) -> State {
    let mut state = new_match::<GuessWhat>(options, 3, 0).state().clone();
    state.table.leader = seat(0);
    state.table.start = card(start);
    state.table.phase = Phase::Play(seat(1));
    state.rule = Some(Idea::Rule(rule(text)));
    state.hands = Hands::empty(3);
    deal_around(&mut state, CardSet::EMPTY);
    state
}

/// Fills the Students' hands up, without these cards.
fn deal_around(state: &mut State, without: CardSet) {
    for student in [1, 2] {
        let size = HAND - usize::from(state.table.phase == Phase::Guess(seat(student)));
        while state.hands[seat(student)].len() < size {
            let card = (state.pile() - without).first().unwrap();
            state.hands[seat(student)].insert(card);
        }
    }
}

fn act(state: &mut State, action: Action) -> Vec<String> {
    let by = state.table.to_act().expect("somebody is to act");
    testing::act::<GuessWhat>(state, by, &action, 7)
}

/// Lets whoever is to play play a card that shows this, which comes into the hand if need be.
fn play_showing(state: &mut State, words: &str) {
    let Phase::Play(student) = state.table.phase else { panic!("nobody is to play") };
    let kind = words.split(' ').map(showing).fold(CardSet::FULL, |all, set| all & set);
    let wanted = (kind - state.table.open_cards()).first().expect("there is one left");
    for seat in Seat::all(3) {
        state.hands[seat].remove(wanted);
    }
    let given = state.hands[student];
    if given.len() == HAND {
        state.hands[student].remove(given.first().unwrap());
    }
    state.hands[student].insert(wanted);
    deal_around(state, CardSet::only(wanted));
    act(state, Action::Play(wanted));
}

/// Plays such cards without guessing: what is said about each.
fn verdicts(state: &mut State, cards: &[&str]) -> Vec<bool> {
    for words in cards {
        play_showing(state, words);
        act(state, Action::NoGuess);
    }
    state.table.row.iter().map(|played| played.correct).collect()
}

fn guess_of(text: &str) -> Action {
    Action::Guess(Idea::Rule(rule(text)))
}

fn refusal(state: &State, action: Action) -> String {
    let by = state.table.to_act().expect("somebody is to act");
    testing::refusal::<GuessWhat>(state, by, &action)
}

fn limits() -> Limits {
    Limits { max_atoms: 3, density: true, cards_per_round: 12 }
}

fn is_right(secret: &str, guess: &str, start: &str) -> bool {
    are_equal(&rule(secret), &rule(guess), card(start), 12)
}

// The rules.

#[test]
fn rule_1_any_player_is_the_first_professor() {
    let first: BTreeSet<Seat> =
        (0..60).map(|seed| new_match::<GuessWhat>(json!({}), 4, seed).state().table.leader).collect();
    assert_eq!(first.len(), 4);
}

#[test]
fn rule_2_five_cards_for_each_student_none_for_the_professor_and_a_starting_card() {
    for seats in 2..=6 {
        let game = new_match::<GuessWhat>(json!({}), seats, 3);
        let State { table, hands, .. } = game.state();
        for (seat, hand) in hands.iter() {
            assert_eq!(hand.len(), if table.is_student(seat) { 5 } else { 0 });
            assert!(!hand.contains(table.start));
        }
        assert_eq!(game.state().pile().len(), 54 - 1 - 5 * (seats - 1));
    }
}

#[test]
fn rule_3_the_rule_is_committed_and_only_the_professor_knows_it() {
    let mut game = new_match::<GuessWhat>(json!({}), 3, 1);
    let professor = game.state().table.leader;
    let secret = Idea::Rule(rule("NOT Same(colour, prev)"));
    game.act(professor, Action::SetRule(secret)).unwrap();
    assert!(game.undo(professor).is_err(), "it cannot be changed");
    for viewer in Viewer::all(3) {
        let knows = viewer.is(professor);
        assert_eq!(game.view(viewer).rule, Some(secret).filter(|_| knows), "{viewer:?}");
        let scene = format!("{:?}", game.scene(viewer));
        assert_eq!(scene.contains("the colour is different from the previous card's"), knows, "{viewer:?}");
        let log: String = game.log(viewer, 0).collect();
        assert_eq!(log.contains("the colour is different"), knows, "{viewer:?}");
    }
}

#[test]
fn rule_4_students_play_from_the_left_of_the_professor() {
    let mut state = round("In(number, {1}, this)", "red 4");
    let mut order = vec![];
    for _ in 0..4 {
        order.extend(state.table.to_act());
        play_showing(&mut state, "2");
        act(&mut state, Action::NoGuess);
    }
    assert_eq!(order, [1, 2, 1, 2].map(seat));
}

#[test]
fn rule_4_a_correct_card_is_worth_a_cube_and_one_beside_the_row() {
    let mut state = round("In(number, {1}, this)", "red 4");
    play_showing(&mut state, "1");
    assert_eq!((state.table.cubes.as_slice(), state.table.cubes_beside()), (&[0, 1, 0][..], 1));
    act(&mut state, Action::NoGuess);
    play_showing(&mut state, "2");
    assert_eq!((state.table.cubes.as_slice(), state.table.cubes_beside()), (&[0, 1, 0][..], 1));
}

#[test]
fn rule_4_only_own_cards_can_be_played() {
    let state = round("In(number, {1}, this)", "red 4");
    let not_own = state.pile().first().unwrap();
    assert_eq!(
        refusal(&state, Action::Play(not_own)),
        format!("The {not_own} is not in your hand (rule 4).")
    );
    assert_eq!(refusal(&state, Action::NoGuess), "Play a card first (rule 4).");
}

#[test]
fn rule_5_a_wrong_guess_costs_a_cube_and_then_a_card_is_drawn() {
    let mut state = round("In(number, {1}, this)", "red 4");
    play_showing(&mut state, "1");
    assert_eq!(state.hands[seat(1)].len(), 4);
    let said = act(&mut state, guess_of("In(number, {2}, this)"));
    assert_eq!(said[0], "{1:guess}: the number is 2.");
    assert_eq!(state.table.cubes[seat(1)], 0);
    assert_eq!(state.table.wrong.len(), 1);
    assert_eq!((state.hands[seat(1)].len(), state.table.phase), (5, Phase::Play(seat(2))));
    assert_eq!(state.table.cubes_beside(), 1, "the cube beside the card stays");
}

#[test]
fn rule_6_the_rule_is_revealed_with_a_shortest_row_for_each_wrong_guess() {
    let mut state = round("NOT Same(parity, prev)", "red 1");
    play_showing(&mut state, "2");
    act(&mut state, guess_of("IF(Pos(2, {1}), In(number, {2, 4, 6}, this), In(number, {1, 3, 5}, this))"));
    play_showing(&mut state, "3");
    let said = act(&mut state, guess_of("Sum({3, 5, 7, 9, 11}, prev)")).join(" ");
    assert!(said.contains("The rule was: odd and even numbers alternate."), "{said}");
    assert!(said.contains("otherwise the number is odd\" differs: after red Circles 1, "), "{said}");
    assert_eq!(state.table.last.unwrap().found_by, Some(seat(2)));
    assert!(
        format!("{:?}", scene::scene(&GuessWhat::view(&state, Viewer::Spectator)).banner)
            .contains("The last rule was: odd and even numbers alternate. {2} found it.")
    );
}

#[test]
fn rule_7_everybody_is_professor_once() {
    for seats in 2..=6 {
        let mut game = new_match::<GuessWhat>(json!({"cards_per_round": 8}), seats, 5);
        let mut rng = Rng::from_number(1);
        let mut professors = vec![];
        while let Some(seat) = game.active().first() {
            if game.state().table.phase == Phase::SetRule {
                professors.push(seat);
            }
            let actions = game.actions(seat);
            game.act(seat, *rng.choose(&actions)).unwrap();
        }
        let all: BTreeSet<Seat> = professors.iter().copied().collect();
        assert_eq!((professors.len(), all.len()), (seats, seats));
        assert!(
            professors.windows(2).all(|two| two[0].next(seats) == two[1]),
            "the player on the left is next"
        );
    }
}

#[test]
fn rule_7_most_cubes_then_right_guesses_then_shared() {
    for (cubes, right, ranks) in [
        ([5, 3, 4], [0, 2, 0], [1, 3, 2]),
        ([4, 4, 3], [0, 1, 2], [2, 1, 3]),
        ([4, 4, 3], [1, 1, 0], [1, 1, 3]),
    ] {
        let mut table = round("In(number, {1}, this)", "red").table;
        table.cubes = SeatMap::from_fn(3, |seat| cubes[seat.index()]);
        table.right = SeatMap::from_fn(3, |seat| right[seat.index()]);
        assert_eq!(outcome(&table).ranks.as_slice(), ranks);
    }
}

#[test]
fn rule_7_the_end_in_words() {
    for (cubes, right, expected) in [
        ([5, 3, 4], [0, 2, 0], "{0:win} with 5 cubes."),
        ([4, 4, 3], [0, 1, 2], "{1:win} with 4 cubes and 1 right guess."),
        ([4, 4, 3], [1, 1, 0], "{0} and {1} share the victory with 4 cubes each."),
    ] {
        let mut table = round("In(number, {1}, this)", "red").table;
        table.cubes = SeatMap::from_fn(3, |seat| cubes[seat.index()]);
        table.right = SeatMap::from_fn(3, |seat| right[seat.index()]);
        assert_eq!(result(&table), expected);
    }
}

#[test]
fn rule_8_hands_are_kept_on_request_and_otherwise_dealt_anew() {
    for (option, kept) in [("yes", true), ("no", false)] {
        let mut state = round_with(json!({"keep_hands": option}), "In(number, {1}, this)", "red 4");
        play_showing(&mut state, "1");
        let before = state.hands;
        act(&mut state, guess_of("In(number, {1}, this)"));
        assert_eq!(state.table.leader, seat(1));
        assert_eq!(before[seat(2)].is_subset(state.hands[seat(2)]), kept);
        assert_eq!(
            Seat::all(3).map(|seat| state.hands[seat].len()).collect::<Vec<_>>(),
            [5, 0, 5],
            "the new Professor has no hand"
        );
    }
}

#[test]
fn rule_8_a_round_has_so_many_cards() {
    let mut state = round_with(json!({"cards_per_round": 8}), "In(number, {1}, this)", "red 4");
    verdicts(&mut state, &["2"; 7]);
    assert_eq!(state.table.round, 0);
    play_showing(&mut state, "2");
    act(&mut state, Action::NoGuess);
    assert_eq!((state.table.round, state.table.phase), (1, Phase::SetRule));
}

#[test]
fn rule_9_an_automatic_professor_sets_allowed_rules_and_everybody_is_a_student() {
    for (seats, rounds) in [(1, 3), (2, 3), (3, 3), (4, 4), (6, 6)] {
        for seed in 0..10 {
            let game = new_match::<GuessWhat>(json!({"professor": "automatic"}), seats, seed);
            let State { table, hands, rule, .. } = game.state();
            assert_eq!((table.rounds(), table.phase), (rounds, Phase::Play(table.leader)));
            assert!(hands.iter().all(|(_, hand)| hand.len() == 5));
            let Some(Idea::Rule(rule)) = rule else { panic!("a rule is set") };
            assert_eq!(table.limits().check(rule, table.start), Ok(()), "{rule}");
            assert!(Viewer::all(seats).all(|viewer| game.view(viewer).rule.is_none()), "nobody knows it");
        }
    }
}

#[test]
fn rule_9_the_first_rule_is_an_easy_one() {
    for first in Card::all() {
        let easy = library().easy(limits(), first).count();
        assert!(easy >= 12, "{easy} after {first}");
        assert!(library().easy(limits(), first).all(|rule| rule.size() == 1));
    }
    for seed in 0..40 {
        let game = new_match::<GuessWhat>(json!({"professor": "automatic"}), 2, seed);
        let State { table, rule, .. } = game.state();
        let is_easy = |idea: Option<Idea>| {
            library().easy(limits(), table.start).any(|easy| idea == Some(Idea::Rule(easy)))
        };
        assert!(is_easy(*rule), "{rule:?}");
        let imagined = GuessWhat::redeal(&game.view(Viewer::Spectator), &mut Rng::from_number(seed)).rule;
        assert!(is_easy(imagined), "everybody knows that");
    }
    let offered = testing::actions::<GuessWhat>(new_match::<GuessWhat>(json!({}), 2, 0).state(), seat(0));
    assert!(offered.len() <= 18, "whoever takes an offered rule begins easily, too: {}", offered.len());
}

#[test]
fn rule_9_the_first_student_moves_on_and_nobody_gets_the_professors_half() {
    let mut state = round_with(json!({"professor": "automatic"}), "In(number, {1}, this)", "red 4");
    state.table.phase = Phase::Play(seat(0));
    state.table.row.extend([7, 8].map(|number| Played { card: Card::new(number).unwrap(), correct: true }));
    let used = state.table.open_cards();
    state.hands = Hands::empty(3);
    for number in 0..3 {
        let hand: CardSet = (state.pile() - used).iter().take(5).collect();
        state.hands[seat(number)] = hand;
    }
    play_card_of_value(&mut state, 1);
    act(&mut state, guess_of("In(number, {1}, this)"));
    assert_eq!(state.table.cubes.as_slice(), [1 + 2, 0, 0], "one for the card, two of three beside the row");
    assert_eq!((state.table.round, state.table.phase), (1, Phase::Play(seat(1))));
}

/// Puts a card of this value into the hand of whoever is to play, and plays it.
fn play_card_of_value(state: &mut State, value: u8) {
    let Phase::Play(student) = state.table.phase else { panic!("nobody is to play") };
    let wanted = (CardSet::of_value(value) - state.table.open_cards()).first().unwrap();
    let holder = state.hands.iter().find(|(_, hand)| hand.contains(wanted)).map(|(seat, _)| seat);
    let given = state.hands[student].iter().find(|card| *card != wanted).unwrap();
    state.hands[student].remove(given);
    if let Some(holder) = holder {
        state.hands[holder].remove(wanted);
        state.hands[holder].insert(given);
    }
    state.hands[student].insert(wanted);
    act(state, Action::Play(wanted));
}

#[test]
fn rule_10_the_professor_judges_cards_and_guesses_in_free_words() {
    let mut game = new_match::<GuessWhat>(json!({"judge": "human"}), 3, 2);
    let professor = game.state().table.leader;
    let student = professor.next(3);
    let said = |text: &str| Idea::Text(Text::new(text).unwrap());
    assert_eq!(
        game.check(professor, &Action::SetRule(Idea::Rule(rule("Seen(symbol)")))).unwrap_err().to_string(),
        "Say it in free words: the Professor judges here (rule 10)."
    );
    game.act(professor, Action::SetRule(said("only pretty cards"))).unwrap();
    for (correct, cubes) in [(Verdict::Correct, 1), (Verdict::Incorrect, 0)] {
        let by = game.active().first().unwrap();
        let card = game.state().hands[by].first().unwrap();
        game.act(by, Action::Play(card)).unwrap();
        assert_eq!(game.active().first(), Some(professor));
        game.act(professor, Action::Verdict(correct)).unwrap();
        assert_eq!(game.state().table.cubes[by], cubes);
        if correct == Verdict::Correct {
            game.act(by, Action::Guess(said("only ugly cards"))).unwrap();
            game.act(professor, Action::Judge(Judgement::Wrong)).unwrap();
            assert_eq!(game.state().table.cubes[by], 0);
        } else {
            game.act(by, Action::NoGuess).unwrap();
        }
    }
    let card = game.state().hands[student].first().unwrap();
    game.act(student, Action::Play(card)).unwrap();
    game.act(professor, Action::Verdict(Verdict::Correct)).unwrap();
    game.act(student, Action::Guess(said("pretty ones"))).unwrap();
    game.act(professor, Action::Judge(Judgement::Right)).unwrap();
    assert_eq!((game.state().table.cubes[student], game.state().table.cubes[professor]), (2, 1));
    assert_eq!(game.state().table.last.unwrap().rule, said("only pretty cards"));
}

#[test]
fn rule_10_free_words_are_short_and_without_braces() {
    for (words, fine) in [
        ("only red cards", true),
        ("  nur grüne Karten ", true),
        ("", false),
        ("   ", false),
        ("{0} wins", false),
        ("two\nlines", false),
        (&"x".repeat(120)[..], true),
        (&"x".repeat(121)[..], false),
    ] {
        assert_eq!(Text::new(words).is_some(), fine, "{words:?}");
    }
}

#[test]
fn rule_10_needs_a_player_as_professor() {
    for (seats, options) in
        [(3, json!({"judge": "human", "professor": "automatic"})), (1, json!({"judge": "human"}))]
    {
        let refused = try_match::<GuessWhat>(options, seats, 0).err().unwrap().to_string();
        assert!(refused.starts_with("A human judge needs a player as Professor"), "{refused}");
    }
}

#[test]
fn rule_11_limits_of_secret_rules() {
    for (text, start, expected) in [
        ("NOT Same(colour, prev)", "red", ""),
        (
            "AND(OR(Same(colour, prev), Same(symbol, prev)), OR(Same(number, prev), Seen(colour)))",
            "red",
            "limit L1",
        ),
        ("Same({red, yellow, green, blue, white | black}, prev)", "red", ""),
        ("In(number, {6}, this)", "6", "limit L2"),
        ("Diff(number, {-5..5}, prev)", "red", "limit L3"),
        ("OR(Same(colour, prev), NOT Same(colour, prev))", "red", "limit L3"),
        ("AND(In(colour, {red}, this), In(colour, {blue}, this))", "red", "limit L3"),
        ("In(colour, {red}, first)", "red", "limit L3"),
        ("In(colour, {red}, first)", "blue", "limit L3"),
        ("Pos(2, {1})", "blue", ""),
    ] {
        let refused = limits().check(&rule(text), card(start)).map_or_else(|why| why.rule, |()| "");
        assert_eq!(refused, expected, "{text} after {start}");
    }
    for (allowed, fair) in [(9, false), (10, true), (90, true), (91, false)] {
        assert_eq!(limits::Density { allowed, of: 100 }.is_fair(), fair, "L2 with {allowed} of 100");
    }
    let lax = Limits { density: false, ..limits() };
    assert_eq!(lax.check(&rule("In(number, {6}, this)"), card("6")), Ok(()));
    assert_eq!(lax.check(&rule("Diff(number, {-5..5}, prev)"), card("6")).unwrap_err().rule, "limit L3");
}

#[test]
fn rule_11_a_constant_rule_is_one_for_this_starting_card_and_this_length_of_rounds() {
    for (text, start, cards, expected) in [
        ("Same(colour, first)", "red", 12, None),
        ("OR(In(colour, {red}, this), In(colour, {blue}, first))", "blue", 12, Some(true)),
        ("OR(In(colour, {red}, this), In(colour, {blue}, first))", "green", 12, None),
        // Three backgrounds have 18 cards each: a new one can come after 18 others at most.
        ("IF(Pos(2, {1}), Seen({pink | green, brown}), Seen({pink | green, brown}))", "red", 12, None),
        ("AND(Seen(number), NOT Seen(parity))", "red", 12, Some(false)),
    ] {
        assert_eq!(is_constant(&rule(text), card(start), cards), expected, "{text} after {start}");
    }
}

#[test]
fn rule_12_guesses_have_no_limits() {
    let mut state = round("In(number, {1}, this)", "red 4");
    play_showing(&mut state, "1");
    for text in [
        "Diff(number, {-5..5}, prev)",
        "IF(Seen(colour), AND(Same(colour, prev), Same(symbol, prev)), OR(Seen(number), Seen(symbol)))",
    ] {
        assert_eq!(GuessWhat::check(&state, seat(1), &guess_of(text)), Ok(()), "{text}");
    }
    let words = Action::Guess(Idea::Text(Text::new("ones").unwrap()));
    assert_eq!(
        refusal(&state, words),
        "Free words cannot be judged: put a rule together from phrases (ruling R2)."
    );
}

// The rulings.

#[test]
fn ruling_1_incorrect_cards_stay_or_are_laid_aside() {
    for (option, expected) in [("stay", [false, true]), ("aside", [false, false])] {
        let mut state = round_with(json!({"wrong_cards": option}), "Diff(number, {1..5}, prev)", "4");
        // The second card follows the incorrect 3, or still the starting 4.
        assert_eq!(verdicts(&mut state, &["3", "4"]), expected, "{option}");
    }
    let mut state = round_with(
        json!({"wrong_cards": "aside"}),
        "IF(Pos(2, {1}), In(number, {2, 4, 6}, this), In(number, {1, 3, 5}, this))",
        "red 1",
    );
    // Places count correct cards only: 1, still 1, then 2.
    assert_eq!(verdicts(&mut state, &["1", "2", "1"]), [false, true, true]);
}

#[test]
fn ruling_2_free_words_need_a_human_judge() {
    let game = new_match::<GuessWhat>(json!({}), 3, 0);
    let words = Action::SetRule(Idea::Text(Text::new("only red cards").unwrap()));
    let why = game.check(game.state().table.leader, &words).unwrap_err().to_string();
    assert_eq!(why, "Free words cannot be judged: put a rule together from phrases (ruling R2).");
}

#[test]
fn ruling_3_meaning_counts_not_wording() {
    assert!(is_right("NOT In(number, {1, 3, 5}, this)", "In(number, {2, 4, 6}, this)", "red"));
    assert!(is_right(
        "Same(size, prev)",
        "OR(AND(In(number, {4..6}, this), In(number, {4..6}, prev)), AND(In(number, {1..3}, this), In(number, {1..3}, prev)))",
        "red"
    ));
    assert!(is_right("In(background, {brown}, this)", "In(number, {4..6}, this)", "red"), "the same cards");
}

#[test]
fn ruling_4_no_guess_without_a_cube_and_ruling_5_also_after_an_incorrect_card() {
    let mut state = round("In(number, {1}, this)", "red 4");
    play_showing(&mut state, "2");
    assert_eq!(
        refusal(&state, guess_of("In(number, {1}, this)")),
        "A wrong guess costs a cube, and you have none (ruling R4)."
    );
    state.table.cubes[seat(1)] = 1;
    act(&mut state, guess_of("In(number, {1}, this)"));
    assert_eq!(state.table.right[seat(1)], 1, "after an incorrect card");
}

#[test]
fn ruling_6_twelve_cards_of_all_students_together_without_the_starting_card() {
    let mut state = round("In(number, {1}, this)", "red 4");
    verdicts(&mut state, &["2"; 11]);
    assert_eq!((state.table.round, state.table.row.len()), (0, 11));
    play_showing(&mut state, "3");
    act(&mut state, Action::NoGuess);
    assert_eq!(state.table.round, 1);
}

#[test]
fn ruling_7_the_professor_sees_the_starting_card() {
    let game = new_match::<GuessWhat>(json!({}), 3, 0);
    let professor = game.state().table.leader;
    let prompt = game.scene(Viewer::Seat(professor)).prompt;
    assert!(prompt.text.contains(&format!("The starting card is {}.", game.state().table.start)));
    assert!(matches!(prompt.controls[..], [Control::Phrases { .. }]));
}

#[test]
fn ruling_8_and_9_the_odd_cube_goes_to_the_student_and_own_cubes_are_kept() {
    for (correct, student, professor) in [(0, 0, 0), (1, 1, 0), (2, 1, 1), (7, 4, 3)] {
        let mut state = round("In(number, {1}, this)", "red 4");
        let cards = CardSet::of_value(1).iter().take(correct);
        state.table.row.extend(cards.map(|card| Played { card, correct: true }));
        state.table.cubes[seat(2)] = 5;
        share(&mut state.table, Some(seat(1)), &mut Ctx::silent(&mut Rng::from_number(0)));
        assert_eq!(state.table.cubes.as_slice(), [professor, student, 5], "{correct} beside the row");
        let before = state.table.cubes;
        share(&mut state.table, None, &mut Ctx::silent(&mut Rng::from_number(0)));
        assert_eq!(state.table.cubes, before);
    }
}

#[test]
fn ruling_10_and_13_one_to_six_players_a_single_one_against_the_table() {
    assert_eq!(GuessWhat::INFO.seats, (1, 6));
    let game = new_match::<GuessWhat>(json!({}), 1, 0);
    assert_eq!(game.state().table.the_professor(), None);
    assert!(game.state().rule.is_some());
}

#[test]
fn ruling_11_verdicts_are_computed() {
    let mut state = round("In(number, {1}, this)", "red 4");
    assert_eq!(refusal(&state, Action::Verdict(Verdict::Correct)), "Play a card first (rule 4).");
    play_showing(&mut state, "1");
    assert_eq!(refusal(&state, Action::Judge(Judgement::Wrong)), "Guess the rule, or do not (rule 5).");
}

#[test]
fn ruling_12_a_short_hand_is_filled_up_for_the_next_round() {
    let mut state = round_with(json!({"keep_hands": "yes"}), "In(number, {1}, this)", "red 4");
    verdicts(&mut state, &["2"]);
    play_showing(&mut state, "1");
    let before = state.hands[seat(2)];
    assert_eq!(before.len(), 4);
    act(&mut state, guess_of("In(number, {1}, this)"));
    assert!(before.is_subset(state.hands[seat(2)]));
    assert_eq!(state.hands[seat(2)].len(), 5);
}

#[test]
fn ruling_14_a_single_player_wins_by_finding_most_of_the_rules() {
    for (right, won, words) in [
        (0, false, "{0:have} found none of the 3 rules, and {0:have} 7 cubes."),
        (1, false, "{0:have} found 1 of 3 rules, and {0:have} 7 cubes."),
        (2, true, "{0:have} found 2 of 3 rules, and {0:have} 7 cubes."),
    ] {
        let mut table = new_match::<GuessWhat>(json!({}), 1, 0).state().table.clone();
        (table.cubes, table.right) = (SeatMap::filled(1, 7), SeatMap::filled(1, right));
        let outcome = outcome(&table);
        assert_eq!((outcome.team, outcome.winners().is_empty()), (Some(Team { won, score: 7 }), !won));
        assert_eq!(result(&table), words);
    }
}

// The worked examples.

#[test]
fn examples_1_to_3_rows_and_their_verdicts() {
    for (options, text, start, cards, expected) in [
        (
            json!({}),
            "NOT Same(parity, prev)",
            "red 1",
            vec!["2", "4", "3", "5"],
            vec![true, false, true, false],
        ),
        (
            json!({}),
            "Diff(number, {1..5}, prev)",
            "4",
            vec!["6", "6", "1", "2"],
            vec![true, false, false, true],
        ),
        (json!({}), "Seen(symbol)", "Wheel", vec!["Drop", "Drop", "Wheel"], vec![false, true, true]),
        (json!({"wrong_cards": "aside"}), "Seen(symbol)", "Wheel", vec!["Drop", "Drop"], vec![false, false]),
    ] {
        let mut state = round_with(options, text, start);
        assert_eq!(verdicts(&mut state, &cards), expected, "{text} after {start}");
        let correct = expected.iter().filter(|&&correct| correct).count();
        assert_eq!(usize::from(state.table.cubes_beside()), correct);
    }
}

#[test]
fn examples_4_to_7_right_and_wrong_guesses() {
    let parity = "NOT Same(parity, prev)";
    let places = "IF(Pos(2, {1}), In(number, {2, 4, 6}, this), In(number, {1, 3, 5}, this))";
    for (secret, guess, start, expected) in [
        (parity, "Sum({3, 5, 7, 9, 11}, prev)", "1", true),
        (parity, places, "1", false),
        ("Same(colour, first)", "In(colour, {red}, this)", "red", true),
        ("Same(colour, first)", "In(colour, {red}, this)", "blue", false),
        ("Next(number, 1→2→3→4→5→6, prev)", "Diff(number, {1, −5}, prev)", "3", true),
        ("Seen(symbol)", "OR(Same(symbol, prev), Same(symbol, first))", "Wheel", false),
    ] {
        assert_eq!(is_right(secret, guess, start), expected, "{secret} or {guess} after {start}");
    }
    let differs = shortest_difference(&rule(parity), &rule(places), card("1"), 12).unwrap();
    assert_eq!(differs.row.len(), 1, "after one card");
    assert_eq!(differs.row[0].value() % 2, 1, "an incorrect one");
    let differs = shortest_difference(
        &rule("Seen(symbol)"),
        &rule("OR(Same(symbol, prev), Same(symbol, first))"),
        card("Wheel"),
        12,
    );
    assert_eq!(differs.unwrap().row.len(), 2, "they differ from the third place on");
}

#[test]
fn example_8_seven_cubes_are_shared_four_and_three() {
    let mut state = round("In(number, {1}, this)", "red 4");
    verdicts(&mut state, &["1"; 6]);
    play_showing(&mut state, "1");
    let before = state.table.cubes;
    act(&mut state, guess_of("In(number, {1}, this)"));
    assert_eq!(state.table.cubes[seat(1)] - before[seat(1)], 4);
    assert_eq!(state.table.cubes[seat(0)] - before[seat(0)], 3);

    let mut state = round("In(number, {1}, this)", "red 4");
    state.table.cubes[seat(1)] = 1;
    play_showing(&mut state, "2");
    act(&mut state, guess_of("In(number, {1}, this)"));
    assert_eq!(state.table.cubes.as_slice(), [0, 1, 0], "nothing to share");
}

#[test]
fn example_9_how_likely_a_card_is_correct() {
    let exactly = |text: &str, start: &str| {
        let density = density(&rule(text), card(start));
        (density.allowed as f64 / density.of as f64 * 53.0, density.is_fair())
    };
    for (text, start, of_53, is_fair) in [
        ("NOT Same(colour, prev)", "red", 45.0, true),
        ("In(number, {6}, this)", "1", 6.0, true),
        ("In(number, {6}, this)", "6", 5.0, false),
        ("AND(In(colour, {red}, this), In(number, {2, 4, 6}, this))", "blue", 4.0, false),
    ] {
        let (found, fair) = exactly(text, start);
        assert!((found - of_53).abs() < 1e-9, "{text} after {start}: {found}");
        assert_eq!(fair, is_fair, "{text} after {start}");
    }
    let (seen, fair) = exactly("Seen(symbol)", "Wheel");
    assert!((seen / 53.0 - 0.62).abs() < 0.01 && fair, "{seen}");
}

#[test]
fn example_10_a_wrong_guess_after_the_last_card() {
    let mut state = round("In(number, {1}, this)", "red 4");
    verdicts(&mut state, &["2"; 11]);
    state.table.cubes[seat(1)] = 3;
    play_showing(&mut state, "1");
    let by = state.table.row.len();
    assert_eq!(by, 12);
    let guesser = state.table.to_act().unwrap();
    let before = state.table.cubes;
    act(&mut state, guess_of("In(number, {2}, this)"));
    assert_eq!(state.table.round, 1);
    assert_eq!(state.table.cubes[guesser], before[guesser] - 1);
    let others = Seat::all(3).filter(|seat| *seat != guesser);
    assert!(others.into_iter().all(|seat| state.table.cubes[seat] == before[seat]));
}

// The language.

#[test]
fn rules_read_back_as_written() {
    for text in [
        "In(colour, {red}, this)",
        "NOT In(symbol, {Drop, Arrow}, this)",
        "In(number, {2, 4, 6}, prev)",
        "Same({red, yellow, white | green, blue, black}, prev)",
        "Same({pink | green, brown}, first)",
        "NOT Same(parity, prev2)",
        "Seen(size)",
        "Diff(number, {-5..-1, 1}, prev, prev2)",
        "Next(symbol, Drop->Arrow->Wheel, first)",
        "Sum({2..6, 12}, prev)",
        "Pos(4, {0, 3})",
        "AND(Seen(colour), OR(Seen(symbol), NOT Seen(number)))",
        "IF(Pos(2, {1}), AND(Seen(colour), Seen(symbol)))",
        "IF(Diff(number, {1..5}, prev, prev2), Diff(number, {-5..-1}, prev), Diff(number, {1..5}, prev))",
    ] {
        let written = if text.contains("2, 4, 6") { "In(number, {2, 4, 6}, prev)" } else { text };
        assert_eq!(rule(text).to_string(), written);
    }
    assert_eq!(rule("next( NUMBER,3→1→2,prev )").to_string(), "Next(number, 1->2->3, prev)");
    assert_eq!(rule("Same({1,3,5|2,4,6}, prev)"), rule("Same(parity, prev)"));
    assert_eq!(rule("In(number, {1..3}, this)").to_string(), "In(number, {1, 2, 3}, this)");
    for text in [
        "",
        "Seen",
        "Seen(",
        "Seen(taste)",
        "Seen(colour))",
        "In(colour, {}, this)",
        "In(colour, {red, yellow, green, blue, white, black}, this)",
        "In(number, {7}, this)",
        "In(number, {red}, this)",
        "Same({red | blue}, prev)",
        "Same({1, 2, 3, 4, 5, 6}, prev)",
        "Same(colour, this)",
        "Same(colour, prev2, prev)",
        "Diff(colour, {1}, prev)",
        "Diff(number, {6}, prev)",
        "Next(background, pink->green, prev)",
        "Next(number, 1, prev)",
        "Next(number, 1->1, prev)",
        "Sum({1}, prev)",
        "Pos(2, {0, 1})",
        "Pos(5, {1})",
        "NOT NOT Seen(colour)",
        "AND(Seen(colour))",
        "AND(AND(AND(Seen(colour), Seen(colour)), Seen(colour)), Seen(colour))",
        "IF(AND(Seen(colour), Seen(symbol)), Seen(colour))",
    ] {
        assert!(text.parse::<Rule>().is_err(), "{text}");
    }
}

#[test]
fn rules_in_english() {
    for (text, english) in [
        ("In(colour, {red}, this)", "the card is red"),
        ("NOT In(symbol, {Drop, Arrow}, this)", "the symbol is none of Drop, Arrow"),
        ("In(number, {2, 4, 6}, prev)", "the previous card's number is even"),
        ("In(number, {1}, prev2)", "the number of the card before the previous one is 1"),
        ("Same(colour, prev)", "the colour is the same as the previous card's"),
        ("NOT Same(colour, first)", "the colour is different from the starting card's"),
        ("NOT Same(parity, prev)", "odd and even numbers alternate"),
        (
            "NOT Same({red, yellow, white | green, blue, black}, prev)",
            "the colour changes between the groups red/yellow/white and green/blue/black",
        ),
        ("Seen(symbol)", "the symbol matches an earlier card"),
        ("NOT Seen(symbol)", "the symbol does not match any earlier card"),
        ("Diff(number, {1..5}, prev)", "the number is higher than the previous card's"),
        (
            "Diff(number, {-5..-1}, prev2)",
            "the number is lower than that of the card before the previous one",
        ),
        ("Diff(number, {-1, 1}, first)", "the number is one away from the starting card's"),
        ("Diff(symbol, {2, 3}, prev)", "the symbol value minus the previous card's is 2 or 3"),
        (
            "Next(symbol, Drop->Arrow, prev)",
            "the symbol follows the previous card's in the circle Drop, Arrow",
        ),
        ("Sum({2..6}, prev)", "the number plus the previous card's is at most 6"),
        (
            "IF(Pos(2, {1}), Seen(colour))",
            "on odd places the colour matches an earlier card, otherwise anything",
        ),
        (
            "IF(In(colour, {red}, prev), In(number, {1}, this), NOT In(number, {1}, this))",
            "if the previous card is red then the number is 1, otherwise the number is not 1",
        ),
        (
            "AND(OR(Seen(colour), Seen(symbol)), In(number, {1}, this))",
            "(the colour matches an earlier card or the symbol matches an earlier card) and the number is 1",
        ),
    ] {
        assert_eq!(rule(text).english(), english);
    }
}

#[test]
fn different_rules_read_differently() {
    let mut rng = Rng::from_number(11);
    let random = (0..4000).map(|_| obvious::any_rule(&mut rng));
    let mut known: BTreeMap<String, Rule> = BTreeMap::new();
    for rule in random.chain(library().rules().iter().copied()) {
        let other = *known.entry(rule.english()).or_insert(rule);
        assert_eq!(other, rule, "{}", rule.english());
    }
}

#[test]
fn every_rule_has_a_text_and_a_path_of_phrases_that_read_back() {
    let Control::Phrases { start, lists, .. } = phrases::control("Rule") else { panic!("phrases") };
    let mut keys = HashSet::new();
    for (name, list) in &lists {
        for phrase in list {
            assert!(keys.insert(&phrase.key), "{} is there twice", phrase.key);
            assert!(phrase.gaps.iter().all(|gap| lists.contains_key(gap)), "{name}: {phrase:?}");
            assert_eq!(phrase.text.matches('_').count(), phrase.gaps.len(), "{name}: {phrase:?}");
        }
        let texts: HashSet<&str> = list.iter().map(|phrase| phrase.text.as_str()).collect();
        assert_eq!(texts.len(), list.len(), "two phrases of {name} say the same");
    }
    let mut rng = Rng::from_number(5);
    let random: Vec<Rule> = (0..4000).map(|_| obvious::any_rule(&mut rng)).collect();
    for rule in random.iter().chain(library().rules()) {
        assert_eq!(rule.to_string().parse::<Rule>(), Ok(*rule), "{rule}");
        let path = phrases::path(rule);
        assert_eq!(phrases::read(&Touch::path(&path)), Some(*rule), "{rule}: {path:?}");
        // Filling the gaps from the left must lead through the lists.
        let mut open = vec![start.clone()];
        for key in &path {
            let list = open.pop().expect("a gap is open");
            let phrase = lists[&list].iter().find(|phrase| phrase.key == *key);
            let phrase = phrase.unwrap_or_else(|| panic!("{key} is not in {list}"));
            open.extend(phrase.gaps.iter().rev().cloned());
        }
        assert!(open.is_empty(), "{rule}: gaps are left");
        assert_eq!(
            phrases::read(&Touch::path(&path[..path.len() - 1])),
            None,
            "{rule} is not complete without its end"
        );
    }
}

#[test]
fn phrases_that_make_no_rule_are_not_read() {
    fn keys<'a>(tokens: &[&'a str]) -> Vec<Touch<'a>> {
        tokens.iter().map(|token| Touch::Phrase(token)).collect()
    }
    assert!(phrases::read(&keys(&["rule.is", "part.place", "is-place.is", "places.2-1"])).is_some());
    let two = ["rule.and", "clause.number-change", "change-number.sum", "sums.to-4", "pair.prev"];
    let with_either =
        ["clause.or", "part.place", "is-place.not", "places.2-1", "part.symbol-seen", "seen-symbol.same!"];
    assert_eq!(
        phrases::read(&keys(&[&two[..], &with_either].concat())),
        Some(rule("AND(Sum({2..4}, prev), OR(NOT Pos(2, {0}), NOT Seen(symbol)))")),
        "a clause begins with a part, or with two"
    );
    for path in [
        vec![],
        keys(&["rule.is"]),
        keys(&["rule.is", "part.place", "is-place.is", "places.2-3"]),
        keys(&["rule.is", "part.place", "is-place.is", "places.9-999"]),
        keys(&["rule.is", "part.colour-this", "is-colour.is", "values-colour.taste"]),
        keys(&["rule.is", "part.place", "is-place.is", "places.2-1", "pair.prev"]),
        keys(&["part.place", "is-place.is", "places.2-1"]),
        keys(&vec!["rule.is"; 10_000]),
        keys(&["rule.is", "part.colour-change", "change-colour.rises", "pair.prev"]),
        keys(&["rule.is", "part.number-change", "change-number.by", "steps.99", "pair.prev"]),
    ] {
        assert_eq!(phrases::read(&path), None, "{:?}", path.iter().take(5).collect::<Vec<_>>());
    }
}

/// Another way to say the same.
fn reworded(rule: &Rule) -> Rule {
    let other = |lit: Lit| match lit.atom {
        Atom::In { attr, set, card } => {
            Lit { not: !lit.not, atom: Atom::In { attr, set: Values(attr.all().0 & !set.0), card } }
        }
        Atom::Pos { m, set } => Lit { not: !lit.not, atom: Atom::Pos { m, set: ((1 << m) - 1) & !set } },
        Atom::Diff { ord, set, pair } if set.0 != Steps::ALL => {
            Lit { not: !lit.not, atom: Atom::Diff { ord, set: Steps(Steps::ALL & !set.0), pair } }
        }
        _ => lit,
    };
    let clause = |clause: Clause| match clause {
        Clause::Lit(lit) => Clause::Lit(other(lit)),
        Clause::And(one, two) => Clause::And(other(two), other(one)),
        Clause::Or(one, two) => Clause::Or(other(two), other(one)),
    };
    match *rule {
        Rule::One(one) => Rule::One(clause(one)),
        Rule::And(one, two) => Rule::And(clause(two), clause(one)),
        Rule::Or(one, two) => Rule::Or(clause(two), clause(one)),
        Rule::If(guard, Clause::Lit(lit)) => Rule::One(Clause::Or(other(lit), other(guard).negated())),
        Rule::If(guard, one) => Rule::If(other(guard), clause(one)),
        Rule::IfElse(guard, one, two) => Rule::IfElse(other(guard).negated(), clause(two), clause(one)),
    }
}

#[test]
fn equality_agrees_with_the_obvious_procedure() {
    let mut rng = Rng::from_number(3);
    let mut equal = 0;
    for number in 0..45 {
        let first = Card::new(rng.below(54) as u8).unwrap();
        let one = obvious::any_rule(&mut rng);
        // Random pairs are hardly ever equal, so two of three are the same in other words, or nearly so.
        let two = match number % 3 {
            0 => obvious::any_rule(&mut rng),
            1 => reworded(&one),
            _ => Rule::or(
                Clause::Lit(one.lits().next().unwrap()),
                Clause::Lit(obvious::any_rule(&mut rng).lits().next().unwrap()),
            ),
        };
        let cards = 8 + rng.below(5) as u8;
        let expected = obvious::first_difference(&one, &two, first, cards);
        assert_eq!(are_equal(&one, &two, first, cards), expected.is_none(), "{one} / {two} after {first}");
        let shortest = shortest_difference(&one, &two, first, cards);
        assert_eq!(
            shortest.map(|differs| differs.row.len() as u8 + 1),
            expected,
            "{one} / {two} after {first}"
        );
        equal += usize::from(expected.is_none());
    }
    assert!((12..33).contains(&equal), "{equal} of 45 were equal");
}

#[test]
fn a_difference_is_one() {
    let mut rng = Rng::from_number(4);
    let mut found = 0;
    for _ in 0..3000 {
        let first = Card::new(rng.below(54) as u8).unwrap();
        let (one, two) = (obvious::any_rule(&mut rng), obvious::any_rule(&mut rng));
        let Some(differs) = shortest_difference(&one, &two, first, 12) else { continue };
        found += 1;
        let row: Vec<Card> = [first].iter().chain(&differs.row).copied().collect();
        let all: CardSet = row.iter().copied().chain([differs.this]).collect();
        assert_eq!(all.len(), row.len() + 1, "all cards are different");
        let k = row.len() as u8;
        assert!(k <= 12);
        let judge = |rule| obvious::holds(rule, &row, differs.this, k, &|_| false);
        assert_ne!(judge(&one), judge(&two), "{one} / {two} on {row:?} and {}", differs.this);
        let mut moment = Moment::after(first);
        differs.row.iter().for_each(|card| moment.join(*card));
        assert_eq!(one.allows(&moment.with(differs.this)), judge(&one), "{one}");
    }
    assert!(found > 2500, "{found}");
}

#[test]
fn cards_in_between_are_counted() {
    // Nothing but sixes before, and there are only six of them: possible at place 6, not at place 7.
    let only_sixes = "AND(NOT Seen({1, 2, 3, 4, 5 | 6}), NOT In(number, {6}, this))";
    for (places, expected) in
        [("AND(Pos(4, {2}), Pos(3, {0}))", None), ("AND(Pos(4, {3}), Pos(3, {1}))", Some(false))]
    {
        let rule = rule(&format!("AND({only_sixes}, {places})"));
        assert_eq!(is_constant(&rule, card("6"), 12), expected, "{places}");
    }
    // There is one red Circles card, so its colour and symbol must be seen on two others; there are two red Wheels.
    let never = "AND(In(number, {1}, this), In(number, {2}, this))";
    for (symbol, cards) in [("Circles", 2), ("Wheel", 1)] {
        let text = format!(
            "AND(AND(In(colour, {{red}}, this), In(symbol, {{{symbol}}}, this)), AND(Seen(colour), Seen(symbol)))"
        );
        let differs = shortest_difference(&rule(&text), &rule(never), card("green Hammers"), 12);
        assert_eq!(differs.unwrap().row.len(), cards, "{symbol}");
    }
}

#[test]
fn a_rule_as_a_table_gives_the_same_verdicts() {
    let mut rng = Rng::from_number(8);
    let mut simple = 0;
    for _ in 0..2000 {
        let rule = obvious::any_rule(&mut rng);
        let Some(quick) = rule::Quick::new(&rule) else { continue };
        simple += 1;
        let mut pile = CardSet::FULL;
        let mut draw = || pile.draw_random(&mut rng).unwrap();
        let mut moment = Moment::after(draw());
        for _ in 0..20 {
            let this = draw();
            assert_eq!(quick.allows(&moment.with(this)), rule.allows(&moment.with(this)), "{rule}");
            moment.join(this);
        }
    }
    assert!(simple > 200, "{simple}");
}

#[test]
fn the_density_is_what_random_rows_show() {
    let mut rng = Rng::from_number(9);
    for _ in 0..25 {
        let first = Card::new(rng.below(54) as u8).unwrap();
        let rule = obvious::any_rule(&mut rng);
        let (mut allowed, mut of) = (0, 0);
        for _ in 0..1500 {
            let mut pile = CardSet::FULL - CardSet::only(first);
            let mut row = vec![first];
            for k in 1..=12 {
                let this = pile.draw_random(&mut rng).unwrap();
                allowed += u32::from(obvious::holds(&rule, &row, this, k, &|_| false));
                of += 1;
                row.push(this);
            }
        }
        let found = density(&rule, first);
        let (found, played) = (found.allowed as f64 / found.of as f64, f64::from(allowed) / f64::from(of));
        assert!((found - played).abs() < 0.025, "{rule}: {found} but {played}");
    }
}

#[test]
fn the_library_has_thousands_of_rules_and_its_favourites_are_mostly_allowed() {
    let rules = library().rules();
    assert!((2000..4000).contains(&rules.len()), "{}", rules.len());
    assert_eq!(rules.iter().collect::<HashSet<_>>().len(), rules.len());
    assert!(rules.iter().all(|rule| rule.size() <= 3));
    assert!(rules[THOUGHT_OF - 10].size() == 2 && rules[300].size() == 1, "the simple ones come first");
    for first in Card::all() {
        let allowed: Vec<Rule> = library().favourites(limits(), first).collect();
        assert!((35..=40).contains(&allowed.len()), "{} after {first}", allowed.len());
    }
    let small = Limits { max_atoms: 1, ..limits() };
    assert!(library().favourites(small, card("red")).all(|rule| rule.size() == 1));
}

/// The library does not measure these each time.
#[test]
fn rules_of_the_library_about_cards_seen_are_fair_after_every_starting_card() {
    let about_seen = |rule: &&Rule| rule.lits().any(|lit| matches!(lit.atom, Atom::Seen { .. }));
    let rules: Vec<&Rule> = library().rules().iter().filter(about_seen).collect();
    assert_eq!(rules.len(), 4);
    for rule in rules {
        for first in Card::all() {
            assert_eq!(limits().check(rule, first), Ok(()), "{rule} after {first}");
        }
    }
}

#[test]
fn a_rule_is_drawn_by_its_weight() {
    let mut rng = Rng::from_number(2);
    let mut sizes = [0u32; 3];
    for _ in 0..8000 {
        sizes[usize::from(library().any(4, &mut rng).size()) - 1] += 1;
    }
    let mut rules = [0u32; 3];
    library().rules().iter().for_each(|rule| rules[usize::from(rule.size()) - 1] += 1);
    let weights = [16 * rules[0], 4 * rules[1], rules[2]];
    let all: u32 = weights.iter().sum();
    for (found, weight) in sizes.into_iter().zip(weights) {
        let expected = f64::from(weight) / f64::from(all);
        assert!((f64::from(found) / 8000.0 - expected).abs() < 0.03, "{sizes:?} for {weights:?}");
    }
    assert!((0..300).all(|_| library().any(1, &mut rng).size() == 1));
}

// Offers and redeals.

#[test]
fn guesses_offered_agree_with_the_row() {
    let mut state = round("In(number, {1}, this)", "red 4");
    verdicts(&mut state, &["1", "2", "1", "3"]);
    play_showing(&mut state, "1");
    let mut offered = vec![];
    GuessWhat::legal_actions(&state, seat(1), &mut offered);
    assert_eq!(offered[0], Action::NoGuess);
    assert!(offered.contains(&guess_of("In(number, {1}, this)")));
    assert!(!offered.contains(&guess_of("In(number, {2, 4, 6}, this)")));
    assert!(offered.len() <= GUESSES + 1);
    let (moments, _) = state.table.moments();
    for action in &offered[1..] {
        let Action::Guess(Idea::Rule(rule)) = action else { panic!("{action:?}") };
        assert!(agrees(&state.table, &moments, rule), "{rule}");
    }
}

#[test]
fn guesses_offered_never_mean_a_wrong_one() {
    // "Not odd" and "odd and even alternate" fit the row as well as "even" does, and so do other words for it.
    let mut state = round("In(number, {2, 4}, this)", "red 3");
    verdicts(&mut state, &["4", "1"]);
    play_showing(&mut state, "2");
    let wrong = rule("In(number, {2, 4, 6}, this)");
    let means_it = |state: &State| {
        let actions = testing::actions::<GuessWhat>(state, state.table.to_act().unwrap());
        let rules = actions.into_iter().filter_map(|action| match action {
            Action::Guess(Idea::Rule(rule)) => Some(rule),
            _ => None,
        });
        rules.filter(|rule| are_equal(rule, &wrong, state.table.start, 12)).count()
    };
    assert!(means_it(&state) >= 2, "in other words, too");
    act(&mut state, Action::Guess(Idea::Rule(wrong)));
    play_showing(&mut state, "2");
    state.table.cubes = SeatMap::filled(3, 1);
    assert_eq!(means_it(&state), 0);

    let mut state = round_with(json!({"judge": "human"}), "In(number, {1}, this)", "red 4");
    let words: Vec<Idea> = judge::canned().map(Idea::Text).collect();
    state.table.phase = Phase::Guess(seat(1));
    state.table.cubes[seat(1)] = 1;
    state.table.wrong.push(Guess { by: seat(2), idea: words[0] });
    let offered = testing::actions::<GuessWhat>(&state, seat(1));
    assert!(!offered.contains(&Action::Guess(words[0])) && offered.contains(&Action::Guess(words[1])));
}

#[test]
fn redealt_rules_agree_with_what_was_heard() {
    let mut state = round("In(number, {1}, this)", "red 4");
    verdicts(&mut state, &["1", "2", "1"]);
    play_showing(&mut state, "1");
    act(&mut state, guess_of("In(number, {1, 3, 5}, this)"));
    let mut rng = Rng::from_number(6);
    let mut different = HashSet::new();
    for viewer in [Viewer::Seat(seat(1)), Viewer::Spectator] {
        let view = GuessWhat::view(&state, viewer);
        for _ in 0..40 {
            let other = GuessWhat::redeal(&view, &mut rng);
            let Some(Idea::Rule(other)) = other.rule else { panic!("there is a rule") };
            assert!(agrees(&state.table, &state.table.moments().0, &other), "{other}");
            assert!(
                !are_equal(&other, &rule("In(number, {1, 3, 5}, this)"), state.table.start, 12),
                "{other}"
            );
            assert_eq!(limits().check(&other, state.table.start), Ok(()), "{other}");
            different.insert(other);
        }
    }
    assert!(different.len() > 20, "{}", different.len());
}

/// Plays rounds with kept hands, mostly without guesses; after each action the match and, of each seat, the
/// cards that it has held since the end of each earlier round.
fn with_kept_hands(
    options: &serde_json::Value,
    seats: usize,
    mut look: impl FnMut(&State, &[Hands<CardSet>]),
) {
    for seed in 0..4 {
        let mut game = new_match::<GuessWhat>(options.clone(), seats, seed);
        let mut rng = Rng::from_number(seed);
        let mut kept: Vec<Hands<CardSet>> = vec![];
        while let Some(seat) = game.active().first() {
            let before = game.state().clone();
            let actions = game.actions(seat);
            let some = if rng.below(8) == 0 { actions.len() } else { 1 };
            let action = match before.table.phase {
                Phase::Guess(_) => actions[rng.index(some)],
                _ => *rng.choose(&actions),
            };
            game.act(seat, action).unwrap();
            let after = game.state();
            if after.table.round > before.table.round {
                kept.push(before.hands);
            }
            for hands in &mut kept {
                *hands = Hands::from_fn(seats, |seat| hands[seat] & after.hands[seat]);
            }
            look(after, &kept);
        }
    }
}

#[test]
fn rule_8_a_redeal_remembers_the_rounds_before() {
    let mut rng = Rng::from_number(3);
    let mut looked = 0;
    for (options, seats) in [
        (json!({"keep_hands": "yes", "cards_per_round": 8}), 4),
        (json!({"keep_hands": "yes", "cards_per_round": 10, "professor": "automatic"}), 3),
    ] {
        with_kept_hands(&options, seats, |state, kept| {
            let table = &state.table;
            for viewer in Viewer::all(seats) {
                let other = GuessWhat::redeal(&GuessWhat::view(state, viewer), &mut rng);
                let own = viewer.seat().map_or(CardSet::EMPTY, |seat| state.returned[seat]);
                assert_eq!(own, viewer.seat().map_or(CardSet::EMPTY, |seat| other.returned[seat]));
                for seat in Seat::all(seats).filter(|&seat| table.is_student(seat) && !viewer.is(seat)) {
                    // Until the first turn of a round everything in a hand but a fifth card is kept.
                    let is_fresh = table.row.is_empty() && table.judged().is_none();
                    let (Some(last), Some(lay)) = (kept.last(), table.earlier(1)) else { continue };
                    if is_fresh && table.was_professor(seat) != Some(1) {
                        let mut seen = lay.cards();
                        if viewer.seat().is_some_and(|seat| table.was_professor(seat) == Some(0)) {
                            seen = seen | own;
                        }
                        let size = last[seat].len();
                        assert!(size >= HAND - 1);
                        assert!((other.hands[seat] - seen).len() >= size, "{viewer:?} and {seat}");
                        looked += 1;
                    }
                }
            }
        });
    }
    assert!(looked > 100, "{looked}");
}

/// Whatever a viewer remembers about kept cards is true.
#[test]
fn rule_8_memories_are_true() {
    let mut sure = 0;
    with_kept_hands(&json!({"keep_hands": "yes", "cards_per_round": 8}), 4, |state, kept| {
        for viewer in Viewer::all(4) {
            let own = viewer.seat().map_or(CardSet::EMPTY, |seat| state.returned[seat]);
            let memory = Memory::new(&state.table, viewer, own);
            for (seat, hand) in state.hands.iter().filter(|(seat, _)| !viewer.is(*seat)) {
                assert!(memory.allows(seat, hand), "{viewer:?} and {seat}");
                for (ago, hands) in (1..).zip(kept.iter().rev()) {
                    assert!(memory.kept_since(ago, seat) <= hands[seat].len(), "{viewer:?} and {seat}");
                    sure += memory.kept_since(ago, seat);
                }
            }
        }
    });
    assert!(sure > 1000, "{sure}");
}

/// A Professor may think of a rule that is in no library; what was heard stays what it was.
#[test]
fn a_redeal_of_a_strange_rule_keeps_the_verdicts() {
    let strange = "IF(Pos(4, {1, 2}), Same({Drop, Arrow, Wheel | Hammers | Circles, Bricks}, prev2), Sum({2, 5, 9, 12}, prev))";
    let mut state = round(strange, "red 4");
    verdicts(&mut state, &["1", "2", "1", "3", "6", "1", "5", "2", "1", "4"]);
    let view = GuessWhat::view(&state, Viewer::Seat(seat(2)));
    let other = GuessWhat::redeal(&view, &mut Rng::from_number(0));
    assert_eq!(GuessWhat::view(&other, Viewer::Seat(seat(2))), view);
}

#[test]
fn following_the_estimate_beats_chance() {
    for (seats, least) in [(2, 0.9), (4, 0.7)] {
        let share = testing::greedy_share::<GuessWhat>(json!({}), seats, 24);
        assert!(share > least, "{share} of {seats} seats");
    }
}

/// Chance guesses whenever it can and finds as many rules alone, but each guess costs.
#[test]
fn following_the_estimate_brings_more_cubes_alone() {
    let mut rng = Rng::from_number(4);
    let mut cubes = |greedy: bool| -> u16 {
        let matches = (0..20).map(|seed| {
            let mut game = new_match::<GuessWhat>(json!({}), 1, seed);
            testing::play_on(&mut game, 1000, |state, seat| match greedy {
                true => testing::greedy::<GuessWhat>(state, seat, 8, &mut rng),
                false => testing::random::<GuessWhat>(state, seat, &mut rng),
            });
            assert!(game.outcome().is_some());
            game.state().table.cubes[seat(0)]
        });
        matches.sum()
    };
    let (greedy, random) = (cubes(true), cubes(false));
    assert!(2 * greedy > 3 * random, "{greedy}, at random {random}");
}

#[test]
fn prompts_speak_to_the_reader() {
    let names = ["Anna".to_string(), "Ben".to_string(), "Cleo".to_string()];
    let mut state = round("In(number, {1}, this)", "red 4");
    let prompt = |state: &State, reader: usize| {
        let scene = scene::scene(&GuessWhat::view(state, Viewer::Seat(seat(reader))));
        render(&scene.prompt.text, &Names { names: &names, reader: Some(seat(reader)) })
    };
    assert_eq!(prompt(&state, 0), "Ben plays a card.");
    assert!(prompt(&state, 1).starts_with("Play a card to the end of the row: touch it."));
    play_showing(&mut state, "2");
    assert_eq!(prompt(&state, 1), "You have no cube, so you cannot guess the rule.");
    assert_eq!(prompt(&state, 2), "Ben decides whether to guess the rule.");
}

#[test]
fn states_from_outside_that_cannot_be_are_refused() {
    type Damage = fn(&mut State);
    let damages: [(&str, Damage); 13] = [
        ("there are 1 to 6 seats", |state| state.table.right = SeatMap::filled(2, 0)),
        ("the Professor has a seat", |state| state.table.leader = seat(9)),
        ("a human judge is a player", |state| {
            (state.table.options.professor, state.table.options.judge) =
                (Professor::Automatic, Judging::Human);
        }),
        ("it is over after the last round", |state| state.table.round = 3),
        ("every round but the first has one before it", |state| state.table.round = 1),
        ("nobody can have won so much", |state| state.table.cubes[seat(0)] = 60_000),
        ("nobody can be asked this now", |state| state.table.phase = Phase::Play(seat(0))),
        ("nobody can be asked this now", |state| state.table.phase = Phase::Guess(seat(1))),
        ("there is a secret rule from when it is set until it is revealed", |state| state.rule = None),
        ("rules are all free words, or none of them", |state| {
            state.rule = Some(Idea::Text(Text::new("red").unwrap()));
        }),
        ("a card is in two places", |state| {
            state.hands[seat(1)] = state.hands[seat(2)];
        }),
        ("the rounds before are remembered while hands are kept", |state| {
            state.table.earlier.push(memory::Earlier::default());
        }),
        ("whoever becomes Professor gives a hand back", |state| {
            state.returned[seat(1)] = state.hands[seat(2)];
        }),
    ];
    let sound = round("In(number, {1}, this)", "red 4");
    assert_eq!(GuessWhat::audit(&sound), Ok(()));
    for (expected, damage) in damages {
        let mut state = sound.clone();
        damage(&mut state);
        assert_eq!(GuessWhat::audit(&state), Err(expected));
    }
    let mut kept = round_with(json!({"keep_hands": "yes"}), "In(number, {1}, this)", "red 4");
    play_showing(&mut kept, "1");
    act(&mut kept, guess_of("In(number, {1}, this)"));
    let lay = (kept.table.earlier[0].cards() & kept.pile()).first().unwrap();
    kept.hands[seat(2)] = CardSet::only(lay) | kept.hands[seat(2)].iter().skip(1).collect();
    assert_eq!(GuessWhat::audit(&kept), Err("a kept card lay in a row"));
    let mut json = serde_json::to_value(&sound).unwrap();
    json["table"]["options"] = json!({"cards_per_round": 99});
    assert!(serde_json::from_value::<State>(json).is_err(), "a round has 8 to 24 cards");
    let mut state = sound;
    state.hands[seat(1)] = CardSet::EMPTY;
    assert_eq!(GuessWhat::audit(&state), Err("each Student has 5 cards in hand, or 4 after playing one"));
}

#[test]
fn actions_as_json() {
    for (action, expected) in [
        (Action::SetRule(Idea::Rule(rule("Seen(symbol)"))), json!({"set_rule": {"rule": "Seen(symbol)"}})),
        (Action::Play(Card::new(7).unwrap()), json!({"play": 7})),
        (Action::Guess(Idea::Text(Text::new("red").unwrap())), json!({"guess": {"text": "red"}})),
        (Action::NoGuess, json!("no_guess")),
        (Action::Verdict(Verdict::Incorrect), json!({"verdict": "incorrect"})),
        (Action::Judge(Judgement::Right), json!({"judge": "right"})),
    ] {
        assert_eq!(serde_json::to_value(action).unwrap(), expected);
        assert_eq!(serde_json::from_value::<Action>(expected).unwrap(), action);
    }
}

#[test]
fn a_hint_says_why_and_harder_rules_are_for_those_who_look_further() {
    let mut state = round("In(colour, {red}, this)", "red 4");
    let student = state.table.first_student();
    let view = GuessWhat::view(&state, Viewer::Seat(student));
    let told = |view: &View, action: Action| GuessWhat::reason(view, student, &action).unwrap();
    let hand = state.hands[student];
    let card = hand.first().unwrap();
    let said = told(&view, Action::Play(card));
    assert!(said.starts_with("Of 360 rules that one might think of"), "{said}");
    let said = told(&view, Action::NoGuess);
    assert_eq!(said, "360 simple rules still fit the row.");
    act(&mut state, Action::Play(card));
    let later = told(&GuessWhat::view(&state, Viewer::Seat(student)), Action::NoGuess);
    let fewer: usize = later.split(' ').next().unwrap().parse().unwrap();
    assert!((1..360).contains(&fewer), "{later}");

    let game = new_match::<GuessWhat>(json!({}), 3, 1);
    let professor = game.active().first().unwrap();
    let actions = game.actions(professor);
    let places = [0, 1, 2].map(|care| {
        let mut values = vec![];
        GuessWhat::weigh(&game.view(Viewer::Seat(professor)), professor, &actions, care, &mut values);
        let most = values.iter().copied().fold(0.0, f32::max);
        (0..values.len()).find(|&place| values[place] == most).unwrap()
    });
    assert!(places[0] == 0 && places[0] < places[1] && places[1] < places[2], "{places:?}");
}

boxwood_conformance::game_tests!(GuessWhat, playthrough: &[], 140); // rules found early, late and not at all, and wrong guesses
