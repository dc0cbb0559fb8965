//! The rules, the rulings and the worked examples, by number.

use boxwood_conformance::testing::{self, greedy_share, json, new_match, outcome, refusal, seat, seats};
use boxwood_engine::SeatSet;
use boxwood_kit::Colour;
use boxwood_scene::{BeatKind, Figure};
use serde_json::Value;

use super::*;

/// The first explorers, by the letters of the examples.
const A: usize = 0;
const B: usize = 1;
const C: usize = 2;
const D: usize = 3;

/// A table in a round with a bite, whose explorers stand like this, the front one first.
fn table(options: Value, seats: usize, line: &[usize]) -> State {
    let mut state = new_match::<GreenBite>(options, seats, 1).state().clone();
    state.table.line = line.iter().map(|&side| seat(side)).collect();
    state.table.round = 2;
    state
}

/// The same in which these explorers have so few cubes, and those with none are out, as if bitten in this order.
fn wounded(mut state: State, health: &[(usize, u8)]) -> State {
    let table = &mut state.table;
    let full = table.options.health.get() as u8;
    for &(side, cubes) in health {
        let side = seat(side);
        table.round += full - cubes;
        table.health[side] = cubes;
        if cubes == 0 {
            table.line.take(side);
            table.out.leave(SeatSet::only(side));
            table.hands = table.hands - CardSet::of_colour(table.sides.colour(side));
        }
    }
    state.chosen = Choices::ask(table.sides.count(), table.running());
    state
}

/// The card of an explorer.
fn card(side: usize, value: u8) -> Card {
    let of_colour = CardSet::of_colour(Colour::ALL[side]) & (CardSet::PINK | CardSet::BROWN);
    (of_colour & CardSet::of_value(value)).first().expect("every explorer has it")
}

/// Lets these explorers play these values; what is said.
#[track_caller]
fn play(state: &mut State, cards: &[(usize, u8)]) -> Vec<String> {
    let mut said = vec![];
    for &(side, value) in cards {
        let owner = state.table.sides.owner(seat(side));
        let action = Action::Play(card(side, value));
        said.extend(testing::act::<GreenBite>(state, owner, &action, 0));
    }
    said.iter().map(|sentence| testing::named(sentence)).collect()
}

fn line(state: &State) -> Vec<usize> {
    state.table.line.iter().map(|side| side.index()).collect()
}

fn hand(state: &State, side: usize) -> Vec<u8> {
    let mut values: Vec<u8> = state.table.hand(seat(side)).iter().map(Card::value).collect();
    values.sort_unstable();
    values
}

#[test]
fn rule_1_everybody_has_six_cards_four_cubes_and_a_place_in_a_random_line() {
    let mut lines = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let game = new_match::<GreenBite>(json!({}), 3, seed);
        let state = game.state();
        lines.insert(line(state));
        assert_eq!((state.table.round, game.active()), (1, seats(&[0, 1, 2])));
        for side in 0..3 {
            assert_eq!(hand(state, side), [1, 2, 3, 4, 5, 6]);
            assert_eq!(state.table.health[seat(side)], 4);
        }
    }
    assert_eq!(lines.len(), 6, "every order comes up");
    for (options, cubes) in [(json!({"health": 3}), 3), (json!({"health": 5}), 5)] {
        assert_eq!(new_match::<GreenBite>(options, 4, 1).state().table.health[seat(3)], cubes);
    }
}

#[test]
fn rule_2_cards_are_down_until_all_are_and_then_shown() {
    let mut state = table(json!({}), 3, &[A, B, C]);
    assert!(play(&mut state, &[(A, 4), (C, 2)]).is_empty(), "nothing is said about a card that is down");
    assert_eq!(GreenBite::turn(&state).active(), seats(&[1]));
    for (viewer, own) in [(Viewer::Seat(seat(A)), Some(card(A, 4))), (Viewer::Spectator, None)] {
        let seen = GreenBite::view(&state, viewer).chosen;
        assert_eq!((seen.of(seat(A)), seen.of(seat(C))), (own, None));
        assert_eq!(seen.made(), seats(&[A, C]));
    }
    let said = play(&mut state, &[(B, 1)]);
    assert_eq!(
        said,
        [
            "Round 2: A 4, B 1, C 2.",
            "1: B runs to the front.",
            "2: C runs to the front.",
            "4: A runs to the front.",
            "The monster bites B: 3 cubes left.",
            "All cards are back in hand for B.",
        ]
    );
}

#[test]
fn rule_2_only_the_own_cards_in_hand_can_be_put_down() {
    let mut state = table(json!({}), 4, &[A, B, C, D]);
    play(&mut state, &[(A, 4), (B, 1), (C, 4), (D, 3)]);
    let try_card = |card| refusal::<GreenBite>(&state, seat(A), &Action::Play(card));
    assert_eq!(try_card(card(B, 2)), "That is no card of yours (rule 2).");
    assert_eq!(try_card("white Drop 1".parse().unwrap()), "That is no card of yours (rule 2).");
    assert_eq!(
        try_card(card(A, 4)),
        "The 4 is discarded; you take your discards back when two cards are left, or after a bite (rule 5)."
    );
    assert_eq!(try_card("red Wheel 1".parse().unwrap()), "Nobody plays with the red Wheel 1 (rule 1).");
    let mut pairs = table(json!({}), 2, &[A, B, C, D]);
    play(&mut pairs, &[(A, 4)]);
    let again = Action::Play(card(A, 2));
    assert_eq!(
        refusal::<GreenBite>(&pairs, seat(0), &again),
        "Your red explorer has a card down; take it back first (rule 2)."
    );
}

#[test]
fn rule_2_whoever_waits_or_is_out_is_told_so() {
    let mut state = wounded(table(json!({}), 4, &[A, B, C, D]), &[(D, 0)]);
    play(&mut state, &[(A, 4)]);
    let why = |side: usize| {
        let view = GreenBite::view(&state, Viewer::Seat(seat(side)));
        GreenBite::why_not_active(&view, seat(side)).unwrap().to_string()
    };
    assert_eq!(why(A), "You have put your card down and wait for the others (rule 2).");
    assert_eq!(why(D), "Your explorer is out, so you only watch (rule 4).");
}

#[test]
fn rule_3_the_lowest_single_number_runs_first_and_examples_1_and_2() {
    for (cards, expected, bitten) in [
        ([4, 1, 4, 3], [D, B, A, C], C),
        ([5, 5, 5, 5], [A, B, C, D], D),
        ([1, 2, 3, 4], [D, C, B, A], A),
        ([6, 1, 1, 6], [A, B, C, D], D),
        ([2, 2, 3, 2], [C, A, B, D], D),
    ] {
        let mut state = table(json!({}), 4, &[A, B, C, D]);
        let cards: Vec<(usize, u8)> = cards.into_iter().enumerate().collect();
        play(&mut state, &cards);
        assert_eq!(line(&state), expected, "{cards:?}");
        assert_eq!(state.table.bitten, Some(seat(bitten)), "{cards:?}");
        assert_eq!(state.table.health[seat(bitten)], 3);
    }
}

/// Who is bitten, found without moving anybody: the one furthest back of those who share a number, or the lowest
/// number if none is shared.
fn bitten(line: &[usize], cards: &[u8]) -> usize {
    let shares = |side: usize| cards.iter().filter(|&&value| value == cards[side]).count() > 1;
    let rearmost = line.iter().rev().copied().find(|&side| shares(side));
    rearmost.unwrap_or_else(|| (0..cards.len()).min_by_key(|&side| cards[side]).unwrap())
}

#[test]
fn rule_3_whoever_is_furthest_back_of_those_who_share_a_number_ends_up_last() {
    for line in [[A, B, C, D], [C, A, D, B], [D, C, B, A]] {
        let start = table(json!({}), 4, &line);
        for number in 0..6 * 6 * 6 * 6 {
            let cards = [number % 6, number / 6 % 6, number / 36 % 6, number / 216].map(|n| n as u8 + 1);
            let mut state = start.clone();
            for (side, &value) in cards.iter().enumerate() {
                let action = Action::Play(card(side, value));
                GreenBite::apply(&mut state, seat(side), &action, &mut Ctx::silent(&mut Rng::from_number(0)));
            }
            assert_eq!(state.table.bitten, Some(seat(bitten(&line, &cards))), "{line:?} {cards:?}");
        }
    }
}

#[test]
fn rule_4_nobody_is_bitten_in_the_first_round_and_example_3() {
    let mut game = new_match::<GreenBite>(json!({}), 4, 1);
    for side in 0..4 {
        game.act(seat(side), Action::Play(card(side, 2))).unwrap();
    }
    let state = game.state();
    assert_eq!((state.table.bitten, state.table.round), (None, 2));
    for side in 0..4 {
        assert_eq!((state.table.health[seat(side)], hand(state, side).len()), (4, 5));
    }
}

#[test]
fn rule_4_without_cubes_an_explorer_is_out_and_nobody_else_is_bitten_with_rulings_5_and_8() {
    let mut state = wounded(table(json!({}), 4, &[A, B, C, D]), &[(D, 1)]);
    let said = play(&mut state, &[(A, 4), (B, 4), (C, 4), (D, 4)]);
    assert!(said.contains(&"The monster gets D: the last cube is gone.".to_string()), "{said:?}");
    assert_eq!(line(&state), [A, B, C]);
    let cubes: Vec<u8> = state.table.health.as_slice().to_vec();
    assert_eq!(cubes, [4, 4, 4, 0]);
    assert!(hand(&state, D).is_empty(), "R5");
    assert_eq!(GreenBite::turn(&state).active(), seats(&[A, B, C]));
    assert_eq!(
        refusal::<GreenBite>(
            &wounded(table(json!({}), 2, &[A, B, C, D]), &[(C, 0)]),
            seat(0),
            &Action::Play(card(C, 1))
        ),
        "Your green explorer is out (rule 4)."
    );
}

#[test]
fn rule_5_discards_come_back_at_two_cards_and_example_4_with_ruling_4() {
    // A is never last: B and C share every number behind it.
    let mut state = table(json!({}), 3, &[A, B, C]);
    for (value, left) in [(1, 5), (2, 4), (3, 3), (4, 6)] {
        let other = value + 1;
        state.table.hands = state.table.hands | deck(&state.table.options, state.table.sides, seat(B));
        play(&mut state, &[(A, value), (B, other), (C, other)]);
        assert_eq!(hand(&state, A).len(), left, "after the {value}");
    }
    assert_eq!(hand(&state, A), [1, 2, 3, 4, 5, 6], "the 4 that was just played is among them");
}

#[test]
fn rule_5_whoever_is_bitten_takes_all_cards_back_with_ruling_4() {
    let mut state = table(json!({}), 3, &[A, B, C]);
    play(&mut state, &[(A, 5), (B, 2), (C, 2)]);
    assert_eq!((hand(&state, A).len(), hand(&state, B).len()), (5, 5));
    assert_eq!(hand(&state, C), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn rule_6_two_left_end_the_game_at_once_and_example_5() {
    let mut state = wounded(table(json!({}), 3, &[A, B, C]), &[(C, 1)]);
    let said = play(&mut state, &[(A, 3), (B, 3), (C, 3)]);
    let outcome = outcome::<GreenBite>(&state);
    assert_eq!((outcome.ranks.as_slice(), outcome.scores.as_slice()), (&[1, 2, 3][..], &[2, 1, 0][..]));
    assert_eq!(said.last().unwrap(), "Two are left, and A is in front: A wins.");
}

#[test]
fn rule_6_whoever_went_out_later_is_placed_better() {
    let mut state = wounded(table(json!({}), 5, &[A, B, C, D, 4]), &[(4, 0), (B, 0), (D, 1)]);
    play(&mut state, &[(A, 2), (C, 4), (D, 1)]);
    assert_eq!(line(&state), [C, A]);
    assert_eq!(outcome::<GreenBite>(&state).ranks.as_slice(), [2, 4, 1, 3, 5]);
}

#[test]
fn rule_7_two_players_have_two_explorers_each_and_example_7_with_ruling_1() {
    let game = new_match::<GreenBite>(json!({}), 2, 3);
    assert_eq!(game.state().table.line.len(), 4);
    assert_eq!(game.actions(seat(0)).len(), 12, "a card for either explorer");

    let mut state = table(json!({}), 2, &[A, B, C, D]);
    play(&mut state, &[(A, 1), (B, 1)]);
    assert_eq!(GreenBite::turn(&state).active(), seats(&[0, 1]), "each has a card down for one of two");
    assert_eq!(testing::actions::<GreenBite>(&state, seat(0)).len(), 6);
    play(&mut state, &[(C, 5)]);
    assert_eq!(GreenBite::turn(&state).active(), seats(&[1]));

    let mut state = wounded(table(json!({}), 2, &[A, B, C]), &[(D, 0), (B, 1)]);
    play(&mut state, &[(A, 6), (B, 1), (C, 3)]);
    assert_eq!(line(&state), [A, C], "both are the first player's");
    assert_eq!(outcome::<GreenBite>(&state).ranks.as_slice(), [1, 2]);
}

#[test]
fn rule_7_of_two_explorers_the_front_one_wins_whosever_it_is() {
    let mut state = wounded(table(json!({}), 2, &[A, B, C]), &[(D, 0), (C, 1)]);
    play(&mut state, &[(A, 2), (B, 5), (C, 1)]);
    assert_eq!(line(&state), [B, A]);
    let outcome = outcome::<GreenBite>(&state);
    assert_eq!((outcome.ranks.as_slice(), outcome.scores.as_slice()), (&[2, 1][..], &[0, 1][..]));
}

#[test]
fn ruling_1_a_duel_goes_on_until_one_is_out() {
    let duel = json!({"two_player": "duel"});
    let mut state = wounded(table(duel, 2, &[A, B]), &[(A, 2), (B, 1)]);
    play(&mut state, &[(A, 1), (B, 2)]);
    assert_eq!((line(&state), state.table.health[seat(A)]), (vec![B, A], 1));
    let said = play(&mut state, &[(A, 3), (B, 1)]);
    assert_eq!(line(&state), [A]);
    assert_eq!(outcome::<GreenBite>(&state).ranks.as_slice(), [1, 2]);
    assert_eq!(said.last().unwrap(), "A wins the duel: the other explorer is out.");
    assert_eq!(new_match::<GreenBite>(json!({"two_player": "duel"}), 4, 1).state().table.line.len(), 4);
}

#[test]
fn ruling_2_and_example_6_a_bitten_explorer_stays_last_or_sprints_to_the_front() {
    for (options, expected) in [(json!({}), [A, B, C]), (json!({"sprint": "on"}), [C, A, B])] {
        let mut state = wounded(table(options.clone(), 3, &[A, B, C]), &[(C, 2)]);
        play(&mut state, &[(A, 3), (B, 3), (C, 3)]);
        assert_eq!(state.table.health[seat(C)], 1);
        assert_eq!(hand(&state, C).len(), 6);
        assert_eq!(line(&state), expected, "{options}");
    }
}

#[test]
fn ruling_3_trimmed_hands_have_five_cards_while_few_run() {
    for (seats, cards) in [(2, 5), (3, 5), (4, 5), (5, 6), (6, 6)] {
        let game = new_match::<GreenBite>(json!({"hand": "trimmed"}), seats, 1);
        assert_eq!(hand(game.state(), 0).len(), cards, "{seats} players");
    }
    let mut state = table(json!({"hand": "trimmed"}), 3, &[A, B, C]);
    assert_eq!(
        refusal::<GreenBite>(&state, seat(A), &Action::Play(card(A, 6))),
        "Nobody plays with the red Hammers 6 (rule 1)."
    );
    for (value, left) in [(1, 4), (2, 3), (3, 5)] {
        play(&mut state, &[(A, value), (B, value + 1), (C, value + 1)]);
        assert_eq!(hand(&state, A).len(), left, "back at two cards");
    }
}

#[test]
fn ruling_6_whoever_goes_out_does_not_sprint() {
    let mut state = wounded(table(json!({"sprint": "on"}), 4, &[A, B, C, D]), &[(D, 1)]);
    play(&mut state, &[(A, 3), (B, 3), (C, 3), (D, 3)]);
    assert_eq!(line(&state), [A, B, C]);
}

#[test]
fn ruling_7_the_last_in_line_stands_next_to_the_monster() {
    let state = table(json!({}), 4, &[A, B, C, D]);
    let path = GreenBite::scene(&GreenBite::view(&state, Viewer::Spectator), Viewer::Spectator);
    let path = path.zone("path").unwrap();
    let cell = |key: &str| path.cells.iter().find(|cell| cell.key == key).unwrap();
    let meeple = path.pieces.iter().find(|piece| piece.key == "meeple:blue").unwrap();
    assert_eq!(meeple.cell.as_ref().unwrap(), &cell("cell:place1").key);
    assert_eq!(cell("cell:place1").x, cell("cell:monster").x + cell("cell:monster").size.0);
    assert_eq!((&*cell("cell:place1").label, &*cell("cell:place4").label), ("last", "in front"));
}

#[test]
fn ruling_9_a_card_can_be_taken_back_until_the_next_is_down() {
    let mut game = new_match::<GreenBite>(json!({}), 3, 1);
    game.act(seat(0), Action::Play(card(0, 1))).unwrap();
    game.undo(seat(0)).unwrap();
    game.act(seat(0), Action::Play(card(0, 6))).unwrap();
    game.act(seat(1), Action::Play(card(1, 6))).unwrap();
    assert!(game.undo(seat(0)).is_err());
    game.act(seat(2), Action::Play(card(2, 6))).unwrap();
    assert!(game.undo(seat(2)).is_err(), "all cards were shown");
}

#[test]
fn a_card_that_is_down_is_a_back_to_others_and_has_left_the_hand() {
    let mut state = table(json!({}), 3, &[A, B, C]);
    play(&mut state, &[(B, 4)]);
    for (viewer, figure, held) in [
        (Viewer::Seat(seat(B)), Figure::Card(card(B, 4).number()), 5),
        (Viewer::Seat(seat(A)), Figure::CardBack, 5),
    ] {
        let scene = GreenBite::scene(&GreenBite::view(&state, viewer), viewer);
        let played = scene.zone("path").unwrap().pieces.iter().find(|piece| piece.key == "played:1").unwrap();
        assert_eq!(played.figure, figure);
        assert_eq!(played.cell.as_ref().unwrap(), "cell:card2");
        assert_eq!(scene.zone("hand.1").unwrap().pieces.len(), held);
    }
}

#[test]
fn the_cards_the_run_and_the_bite_are_moments() {
    let mut state = wounded(table(json!({}), 4, &[A, B, C, D]), &[(D, 1)]);
    play(&mut state, &[(A, 2), (B, 5), (D, 2)]);
    let viewer = Viewer::Seat(seat(D));
    let shown = testing::moments::<GreenBite>(&mut state, seat(C), &Action::Play(card(C, 3)), 0, viewer);
    let kinds: Vec<BeatKind> = shown.iter().map(|(beat, _)| beat.kind).collect();
    assert_eq!(kinds, [BeatKind::Reveal, BeatKind::Step, BeatKind::Step, BeatKind::Blow]);
    let faces = |number: usize| {
        let path = shown[number].1.zone("path").unwrap();
        path.pieces.iter().filter(|piece| matches!(piece.figure, Figure::Card(_))).count()
    };
    assert_eq!(faces(0), 4, "all cards are open");
    let out = shown[3].1.players[D].clone();
    assert!(
        !out.out && out.facts[0].value == "0",
        "it still stands before the teeth when it loses its last cube"
    );
    let scene = GreenBite::scene(&GreenBite::view(&state, viewer), viewer);
    assert!(
        scene.players[D].out && scene.prompt.text.starts_with("Your explorer is out: watch who gets away.")
    );
}

#[test]
fn an_offer_says_who_else_holds_the_number() {
    let mut state = table(json!({}), 4, &[A, B, C, D]);
    play(&mut state, &[(A, 6), (B, 1), (C, 2), (D, 1)]);
    let why = |side: usize, value: u8| {
        let view = GreenBite::view(&state, Viewer::Seat(seat(side)));
        GreenBite::offer(&view, seat(side), &Action::Play(card(side, value))).why.unwrap()
    };
    for (side, value, expected) in [
        (A, 3, "Everybody else holds a 3 too."),
        (A, 1, "{2} and {3} hold a 1 too."),
        (C, 6, "{1} and {3} hold a 6 too."),
    ] {
        assert_eq!(why(side, value), expected, "{value}");
    }
    state.table.hands = (state.table.hands - CardSet::of_value(5)) | CardSet::only(card(B, 5));
    let offer =
        |state: &State, side: usize, value: u8| super::advice::company(&state.table, card(side, value));
    assert_eq!(offer(&state, B, 5), "Nobody else holds a 5: it is sure to run.");
    assert_eq!(offer(&state, A, 5), "Only {1} holds a 5 too.");
}

#[test]
fn touching_a_card_means_it() {
    let state = table(json!({}), 2, &[A, B, C, D]);
    let view = GreenBite::view(&state, Viewer::Seat(seat(0)));
    let touched = |keys: &[&str]| testing::intent::<GreenBite>(&view, seat(0), keys);
    assert_eq!(touched(&["card:8"]), Some(Action::Play(card(A, 6))));
    for keys in [&["card:55"][..], &["meeple:red"], &["card:8", "card:0"], &["card:hand.1.0"]] {
        assert_eq!(touched(keys), None, "{keys:?}");
    }
}

#[test]
fn states_that_cannot_be_are_refused() {
    let sound = serde_json::to_value(table(json!({}), 3, &[A, B, C])).unwrap();
    let changed = |path: &str, value: Value| {
        let mut state = sound.clone();
        *state.pointer_mut(path).unwrap_or_else(|| panic!("{path} in {sound}")) = value;
        state
    };
    for (path, value, expected) in [
        ("/table/round", json!(2), Ok(())),
        ("/table/round", json!(3), Err("the monster has bitten more often or less often than it should")),
        ("/table/round", json!(0), Err("the monster has bitten more often or less often than it should")),
        ("/table/line", json!([0, 1, 1]), Err("an explorer is in the line twice")),
        ("/table/line", json!([0, 1, 7]), Err("an explorer belongs to nobody")),
        ("/table/line", json!([]), Err("too few explorers are left")),
        ("/table/line", json!([0]), Err("too few explorers are left")),
        ("/table/line", json!([0, 1]), Err("whoever has a cube runs, and nobody else")),
        ("/table/bitten", json!(5), Err("an explorer belongs to nobody")),
        ("/table/health", json!([4, 4, 0]), Err("whoever has a cube runs, and nobody else")),
        ("/table/health", json!([4, 4, 9]), Err("an explorer has more cubes than there are")),
        ("/table/health", json!([4, 4]), Err("an explorer has more cubes than there are")),
        ("/table/sides", json!({"seats": 7, "each": 1}), Err("the run is for 2 to 6 players")),
        ("/table/sides", json!({"seats": 2, "each": 1}), Err("a player has another number of sides")),
        ("/table/out", json!([[2]]), Err("others are out than those who have left the game")),
        ("/table/hands", json!([0, 1, 2, 6, 7, 8]), Err("somebody should have taken the discards back")),
        ("/table/hands", json!([3]), Err("there are cards in hand that nobody runs with")),
        ("/chosen/asked", json!([0, 1]), Err("a card is asked for exactly those who run")),
        ("/chosen/made", json!([0, 0, null]), Err("a card is down that its explorer does not have")),
        ("/chosen/made", json!([0, 9, 18]), Err("nobody has still to choose")),
    ] {
        let state: State = serde_json::from_value(changed(path, value.clone())).unwrap();
        assert_eq!(GreenBite::audit(&state), expected, "{path} = {value}");
    }
    for (path, value) in [("/table/sides", json!({"seats": 3})), ("/table/options", json!({"health": 9}))] {
        assert!(serde_json::from_value::<State>(changed(path, value.clone())).is_err(), "{path} = {value}");
    }
}

#[test]
fn whoever_follows_the_estimate_beats_chance() {
    for (options, seats) in [(json!({}), 2), (json!({}), 4), (json!({"two_player": "duel"}), 2)] {
        let share = greedy_share::<GreenBite>(options.clone(), seats, 60);
        assert!(share > 0.5, "{options} with {seats}: {share}");
    }
}

boxwood_conformance::game_tests!(
    GreenBite,
    playthrough: &[],
    1,
    shows: ["each other's way", "the last cube is gone", "All cards are back"]
);
