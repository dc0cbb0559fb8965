//! The rules, the rulings and the worked examples, by number.

use std::collections::HashMap;

use boxwood_conformance::testing::{self, greedy_share, intent, json, new_match, seat};
use boxwood_engine::Turn;
use boxwood_scene::{Becomes, Mark};
use serde_json::Value;

use super::*;

/// A game in which seat 0 is to take from these heaps, which seat 1 has built.
fn heaps(heaps: &[u8]) -> State {
    let heaps: Pile<u8, MAX_HEAPS> = heaps.iter().copied().collect();
    State {
        options: Options::default(),
        heaps,
        supply: BASE_CUBES - heaps.iter().sum::<u8>(),
        phase: Phase::Take(seat(0)),
        opener: seat(1),
        series: Series::new(2),
        first: Pile::new(),
    }
}

fn play(state: &mut State, action: Action) {
    testing::act::<Nim>(state, testing::mover::<Nim>(state), &action, 0);
}

fn take(heap: u8, n: u8) -> Action {
    Action::Take { heap, n }
}

/// Whether whoever is to move can force the last cube: plain search, for the examples.
fn wins(heaps: &[u8]) -> bool {
    heaps.iter().enumerate().any(|(heap, &cubes)| {
        (1..=cubes).any(|n| {
            let mut rest = heaps.to_vec();
            rest[heap] -= n;
            !wins(&rest)
        })
    })
}

#[test]
fn rule_1_the_setter_builds_and_rule_2_the_other_moves_first() {
    let mut game = new_match::<Nim>(json!({}), 2, 1);
    let setter = game.active().first().unwrap();
    for action in [Action::AddHeap(3), Action::AddHeap(1), Action::Ready] {
        assert_eq!(game.active().first(), Some(setter));
        game.act(setter, action).unwrap();
    }
    assert_eq!(game.state().heaps[..], [3, 1]);
    assert_eq!(game.active().first(), Some(setter.other()));
}

#[test]
fn rule_1_either_seat_may_be_the_setter() {
    let setters: std::collections::BTreeSet<_> =
        (0..20).map(|seed| new_match::<Nim>(json!({}), 2, seed).active().first()).collect();
    assert_eq!(setters.len(), 2);
}

#[test]
fn rule_3_cubes_come_from_one_heap_and_example_4() {
    let state = heaps(&[3, 5, 7]);
    for (action, legal) in [
        (take(1, 0), false),
        (take(1, 6), false),
        (take(1, 5), true),
        (take(3, 1), false),
        (take(200, 1), false),
    ] {
        assert_eq!(Nim::check(&state, seat(0), &action).is_ok(), legal, "{action:?}");
    }
}

#[test]
fn rule_3_an_empty_heap_is_gone() {
    let mut state = heaps(&[2, 1]);
    play(&mut state, take(0, 2));
    assert!(Nim::check(&state, seat(1), &take(0, 1)).is_err());
    let mut actions = vec![];
    Nim::legal_actions(&state, seat(1), &mut actions);
    assert_eq!(actions, [take(1, 1)]);
}

#[test]
fn rule_4_the_last_cube_wins_and_example_3() {
    let mut state = heaps(&[9]);
    play(&mut state, take(0, 9));
    let Turn::Over(outcome) = Nim::turn(&state) else { panic!("no cube is left") };
    assert_eq!((outcome.scores.as_slice(), outcome.ranks.as_slice()), (&[1, 0][..], &[1, 2][..]));
}

#[test]
fn rule_5_random_heaps_are_three_to_five_of_one_to_nine() {
    let mut lengths = std::collections::BTreeSet::new();
    let mut sizes = std::collections::BTreeSet::new();
    for seed in 0..300 {
        let game = new_match::<Nim>(json!({"heaps": "random"}), 2, seed);
        lengths.insert(game.state().heaps.len());
        sizes.extend(game.state().heaps.iter().copied());
    }
    assert_eq!((lengths, sizes), ((3..=5).collect(), (1..=9).collect()));
}

#[test]
fn rule_5_fixed_heaps() {
    for (value, expected) in [("3-5-7", &[3, 5, 7][..]), ("1-3-5-7", &[1, 3, 5, 7]), ("3-4-5", &[3, 4, 5])] {
        assert_eq!(new_match::<Nim>(json!({"heaps": value}), 2, 1).state().heaps[..], *expected);
    }
}

#[test]
fn rule_6_the_second_game_exchanges_the_roles() {
    let mut game = new_match::<Nim>(json!({"match": "2"}), 2, 3);
    let setter = game.active().first().unwrap();
    game.act(setter, Action::AddHeap(2)).unwrap();
    game.act(setter, Action::Ready).unwrap();
    game.act(setter.other(), take(0, 2)).unwrap();
    assert_eq!(game.active().first(), Some(setter.other()), "the other player builds now");
    game.act(setter.other(), Action::AddHeap(1)).unwrap();
    game.act(setter.other(), Action::Ready).unwrap();
    game.act(setter, take(0, 1)).unwrap();
    assert_eq!(game.outcome().unwrap().ranks.as_slice(), [1, 1], "one win each is a draw");
}

#[test]
fn rule_6_random_heaps_come_again_with_the_other_beginner() {
    let mut game = new_match::<Nim>(json!({"match": "2", "heaps": "random"}), 2, 3);
    let (beginner, laid_out) = (game.active().first().unwrap(), game.state().heaps);
    while game.state().series.played() == 0 {
        let seat = game.active().first().unwrap();
        let action = game.actions(seat)[0];
        game.act(seat, action).unwrap();
    }
    assert_eq!(game.state().heaps, laid_out);
    assert_eq!(game.active().first(), Some(beginner.other()));
}

#[test]
fn ruling_1_limits_and_example_6() {
    let mut game = new_match::<Nim>(json!({"max_heaps": "3"}), 2, 1);
    let setter = game.active().first().unwrap();
    assert!(game.check(setter, &Action::AddHeap(81)).is_err());
    game.act(setter, Action::AddHeap(80)).unwrap();
    assert!(game.check(setter, &Action::AddHeap(1)).is_err());
    assert_eq!(game.actions(setter), [Action::Ready], "at the limit only this is left");

    let mut game = new_match::<Nim>(json!({"max_heaps": "2"}), 2, 1);
    for _ in 0..2 {
        game.act(setter, Action::AddHeap(1)).unwrap();
    }
    assert_eq!(game.actions(setter), [Action::Ready]);
    assert_eq!(
        game.check(setter, &Action::AddHeap(1)).unwrap_err().to_string(),
        "There may be no more than 2 heaps (ruling R1)."
    );
}

#[test]
fn ruling_1_the_limit_of_cubes_can_be_changed() {
    for (most, one_more) in [(1, 2), (120, 121)] {
        let mut game = new_match::<Nim>(json!({"max_cubes": most}), 2, 1);
        let setter = game.active().first().unwrap();
        assert_eq!(
            game.check(setter, &Action::AddHeap(one_more)).unwrap_err().to_string(),
            format!("Only {} can still be used (ruling R1).", count(most, "cube"))
        );
        game.act(setter, Action::AddHeap(most)).unwrap();
        assert_eq!(game.actions(setter), [Action::Ready]);
        assert_eq!(Nim::audit(game.state()), Ok(()));
    }
}

#[test]
fn rule_4_the_winner_is_told_once() {
    let said = testing::act::<Nim>(&mut heaps(&[1]), seat(0), &take(0, 1), 0);
    assert_eq!(
        said.iter().map(|sentence| testing::named(sentence)).collect::<Vec<_>>(),
        ["A takes 1 cube from heap 1.", "That was the last cube, and A wins the game."]
    );
}

#[test]
fn ruling_2_an_empty_table_is_not_ready() {
    let game = new_match::<Nim>(json!({}), 2, 1);
    let setter = game.active().first().unwrap();
    assert!(game.check(setter, &Action::Ready).is_err());
    assert!(game.check(setter, &Action::AddHeap(0)).is_err());
}

#[test]
fn examples_1_2_and_5_who_can_force_the_win() {
    for (heaps, expected) in [
        (&[3, 5, 7][..], true),
        (&[2, 5, 7], false),
        (&[3, 4, 7], false),
        (&[3, 5, 6], false),
        (&[4, 4], false),
        (&[1, 1, 1], true),
    ] {
        assert_eq!(wins(heaps), expected, "{heaps:?}");
    }
}

#[test]
fn example_5_three_single_cubes_last_three_turns() {
    let mut state = heaps(&[1, 1, 1]);
    for heap in [2, 0, 1] {
        play(&mut state, take(heap, 1));
    }
    let Turn::Over(outcome) = Nim::turn(&state) else { panic!("no cube is left") };
    assert_eq!(outcome.ranks.as_slice(), [1, 2]);
}

#[test]
fn touching_a_cube_means_it_and_all_above() {
    let state = heaps(&[3, 5, 7]);
    let intent = |key: &str| intent::<Nim>(&state, seat(0), &[key]);
    assert_eq!(intent("cube:2.5"), Some(take(1, 1)));
    assert_eq!(intent("cube:2.1"), Some(take(1, 5)));
    for key in ["cube:2.7", "cube:0.1", "cube:9.1", "cube:2", "cube:x.y", "cube:300.1"] {
        assert_eq!(intent(key), None, "{key}");
    }
}

#[test]
fn an_offer_says_which_cubes_go_and_what_is_left() {
    for (left, heap, n, why) in [
        (&[3, 5][..], 1, 2, "3 cubes stay in heap 2."),
        (&[3, 5], 0, 2, "1 cube stays in heap 1."),
        (&[3, 5], 0, 3, "Heap 1 is gone then."),
        (&[3, 0], 0, 3, "No cube is left then: you win."),
    ] {
        let state = heaps(left);
        let offer = Nim::offer(&state, seat(0), &take(heap, n));
        assert_eq!(offer.why.as_deref(), Some(why));
        let highest = left[usize::from(heap)];
        let gone = (highest - n + 1..=highest).map(|height| format!("cube:{}.{height}", heap + 1));
        let [number, others @ ..] = &offer.changes[..] else { panic!("the heap has its number") };
        assert_eq!(
            (number.at.as_str(), &number.to),
            (&*format!("cell:heap{}", heap + 1), &Becomes::Worth(-i32::from(n)))
        );
        assert_eq!(
            others.iter().map(|change| change.at.to_string()).collect::<Vec<_>>(),
            gone.collect::<Vec<_>>()
        );
    }
    assert_eq!(Nim::offer(&heaps(&[80]), seat(0), &take(0, 80)).changes.len(), 1, "too many cubes to list");
}

#[test]
fn heaps_keep_their_places_while_they_are_built_and_taken() {
    let cells = |state: &State| Nim::scene(state, Viewer::Spectator).zone("heaps").unwrap().cells.clone();
    let mut game = new_match::<Nim>(json!({}), 2, 1);
    let setter = game.active().first().unwrap();
    let places = |state: &State| cells(state).iter().map(|cell| (cell.x, cell.y)).collect::<Vec<_>>();
    let first = places(game.state());
    assert_eq!(first.len(), 12);
    for (seat, action, seen) in
        [(setter, Action::AddHeap(2), 12), (setter, Action::Ready, 1), (setter.other(), take(0, 1), 1)]
    {
        game.act(seat, action).unwrap();
        assert_eq!(places(game.state()), first[..seen], "those that were never built are not there");
    }
    let gone: Vec<bool> = cells(&heaps(&[3, 0, 7])).iter().map(|cell| cell.marks == [Mark::Dim]).collect();
    assert_eq!(gone, [false, true, false]);
}

#[test]
fn the_end_of_the_first_game_is_seen_before_the_second_is_laid_out() {
    let mut game = new_match::<Nim>(json!({"match": 2, "heaps": "3-4-5"}), 2, 3);
    let first = game.active().first().unwrap();
    for (seat, heap, n) in [(first, 0, 3), (first.other(), 1, 4), (first, 2, 5)] {
        assert_eq!(game.moments(Viewer::Spectator).count(), 0);
        game.act(seat, take(heap, n)).unwrap();
    }
    let [(beat, scene)] = &game.moments(Viewer::Spectator).collect::<Vec<_>>()[..] else {
        panic!("one moment")
    };
    assert_eq!(beat.text, format!("{} the first game.", first.does("win")));
    assert!(scene.zone("heaps").unwrap().pieces.is_empty());
    assert_eq!(scene.tags, ["Game 1 of 2"]);
    assert_eq!(game.scene(Viewer::Spectator).zone("heaps").unwrap().pieces.len(), 12);
}

#[test]
fn states_that_cannot_be_are_refused() {
    let heaps = |heaps: Value, supply: u8| json!({"heaps": heaps, "supply": supply});
    let fixed = json!({"options": {"heaps": "3-5-7"}, "heaps": [3, 5, 7], "supply": 65, "first": [3, 5, 7]});
    let fixed = |more: Value| merged(fixed.clone(), more);
    for (change, expected) in [
        (heaps(json!([3, 5, 7]), 65), Ok(())),
        (heaps(json!([255]), 0), Err("there are not as many cubes as are played with")),
        (heaps(json!([255, 255]), 255), Err("there are not as many cubes as are played with")),
        (heaps(json!(vec![1; 13]), 67), Err("there are more heaps than may be built")),
        (heaps(json!([]), 80), Err("no heap was built")),
        (heaps(json!([0]), 80), Err("somebody is to take, but no cube is left")),
        (json!({"phase": "over"}), Err("nobody has won the match")),
        (json!({"phase": {"take": 2}}), Err("there are two seats")),
        (json!({"opener": 7}), Err("there are two seats")),
        (json!({"phase": "build", "heaps": [3, 0], "supply": 77}), Err("a heap was built without cubes")),
        (json!({"first": [3, 5, 7]}), Err("the game did not begin with the heaps that were chosen")),
        (json!({"series": {"wins": [1, 0], "draws": 0}}), Err("the match is won already")),
        (json!({"options": {"match": 2}, "series": {"wins": [0, 0], "draws": 1}}), Err("no game is a draw")),
        (heaps(json!([80]), 0), Ok(())),
        (json!({"heaps": [80], "supply": 0, "phase": {"take": 1}}), Err("it is the other player's turn")),
        (fixed(json!({"opener": 0})), Ok(())),
        (fixed(json!({})), Err("it is the other player's turn")),
        (fixed(json!({"heaps": [2, 5, 7], "supply": 66})), Ok(())),
        (fixed(json!({"heaps": [4, 4, 7]})), Err("a heap has grown")),
        (fixed(json!({"heaps": [3, 5], "supply": 72})), Err("a heap has grown")),
        (fixed(json!({"phase": "build"})), Err("nobody builds heaps")),
        (
            json!({"options": {"heaps": "random"}, "heaps": [9], "supply": 71, "first": [9]}),
            Err("random heaps are three to five of one to nine cubes"),
        ),
        (
            json!({"phase": "over", "heaps": [2], "supply": 78, "series": {"wins": [1, 0], "draws": 0}}),
            Err("it is over, but a cube is left"),
        ),
        (
            json!({"options": {"max_cubes": 1}, "phase": "over", "heaps": [0], "supply": 1,
                   "series": {"wins": [0, 1], "draws": 0}}),
            Err("somebody else has taken the last cube"),
        ),
    ] {
        let state: State = serde_json::from_value(changed(change.clone())).unwrap();
        assert_eq!(Nim::audit(&state), expected, "{change}");
    }
    for unreadable in [
        json!({"wild": true}),
        json!({"options": {"max_heaps": 255}}),
        json!({"options": {"heap": "setter"}}),
        json!({"heaps": vec![1; 255]}),
        json!({"phase": {"take": 0, "build": null}}),
        json!({"phase": "pause"}),
        json!({"series": {"wins": [0, 0], "draws": 0, "points": 1}}),
    ] {
        assert!(serde_json::from_value::<State>(changed(unreadable.clone())).is_err(), "{unreadable}");
    }
}

/// The state of a game with other values of these fields.
fn changed(fields: Value) -> Value {
    merged(serde_json::to_value(heaps(&[3, 5, 7])).unwrap(), fields)
}

fn merged(mut object: Value, fields: Value) -> Value {
    for (field, value) in fields.as_object().unwrap() {
        object[field] = value.clone();
    }
    object
}

/// By how many games a seat wins the rest of the match if both play their best, tried out to the end.
fn lead(state: &State, known: &mut HashMap<State, i32>) -> i32 {
    let mover = match Nim::turn(state) {
        Turn::Over(outcome) => return outcome.scores[seat(0)] - outcome.scores[seat(1)],
        Turn::Active(active) => active.first().unwrap(),
    };
    if let Some(lead) = known.get(state) {
        return *lead;
    }
    let after = testing::actions::<Nim>(state, mover).into_iter().map(|action| {
        let mut next = state.clone();
        testing::act_unaudited::<Nim>(&mut next, mover, &action, 0);
        self::lead(&next, known)
    });
    let lead = if mover == seat(0) { after.max() } else { after.min() }.unwrap();
    known.insert(state.clone(), lead);
    lead
}

#[test]
fn whoever_sees_everything_plays_perfectly_at_every_option() {
    for options in [
        json!({"max_cubes": 9, "max_heaps": 3}),
        json!({"max_cubes": 7}),
        json!({"max_cubes": 5, "max_heaps": 1}),
        json!({"max_cubes": 1}),
        json!({"max_cubes": 5, "max_heaps": 2, "match": 2}),
        json!({"heaps": "3-4-5"}),
        json!({"heaps": "1-3-5-7"}),
        json!({"heaps": "3-4-5", "match": 2}),
    ] {
        let mut known = HashMap::new();
        let game = new_match::<Nim>(options.clone(), 2, 1);
        lead(game.state(), &mut known);
        assert!(known.len() > 2, "{options}");
        for (state, lead) in known.clone() {
            let mover = testing::mover::<Nim>(&state);
            let actions = testing::actions::<Nim>(&state, mover);
            let mut values = vec![];
            Nim::weigh(&state, mover, &actions, 2, &mut values);
            let most = values.iter().copied().fold(0.0, f32::max);
            for (action, value) in actions.iter().zip(values) {
                let mut next = state.clone();
                testing::act_unaudited::<Nim>(&mut next, mover, action, 0);
                let is_best = self::lead(&next, &mut known) == lead;
                assert!(value < most || is_best, "{action:?} of {state:?}");
                // Every action wins or loses this game; what is worth as much as the best is seen, too.
                assert_eq!((value - most).abs() < 0.1, is_best, "{action:?} is worth {value} in {state:?}");
            }
        }
    }
}

#[test]
fn a_perfect_setter_builds_heaps_that_one_can_think_about() {
    for seed in 0..50 {
        let mut game = new_match::<Nim>(json!({}), 2, seed);
        let (mut rng, setter) = (Rng::from_number(seed), game.active().first().unwrap());
        while game.active().first() == Some(setter) {
            let actions = game.actions(setter);
            let mut values = vec![];
            Nim::weigh(game.state(), setter, &actions, 2, &mut values);
            let most = values.iter().copied().fold(0.0, f32::max);
            let best: Vec<_> = actions.iter().zip(values).filter(|(_, value)| *value == most).collect();
            game.act(setter, *rng.choose(&best).0).unwrap();
        }
        let heaps = &game.state().heaps;
        assert!((3..=5).contains(&heaps.len()) && heaps.iter().all(|&cubes| cubes <= 15), "{heaps:?}");
        assert_eq!(heaps.iter().fold(0, |sum, cubes| sum ^ cubes), 0, "{heaps:?}");
    }
}

#[test]
fn whoever_sees_less_sees_the_end() {
    let values = |state: &State, care| {
        let mut values = vec![];
        Nim::weigh(state, seat(0), &[take(0, 1), take(0, 2)], care, &mut values);
        values.into_iter().map(|value| (value * 2.0).round() / 2.0).collect::<Vec<f32>>()
    };
    assert_eq!(values(&heaps(&[4, 3]), 0), [1.0, 0.0]);
    assert_eq!(values(&heaps(&[9, 8]), 0), [0.5, 0.5]);
    assert_eq!(values(&heaps(&[8, 7]), 1), [1.0, 0.0]);
    assert_eq!(values(&heaps(&[9, 8]), 1), [0.5, 0.5]);
    assert_eq!(values(&heaps(&[30, 29]), 2), [1.0, 0.0]);
}

#[test]
fn a_hint_says_why() {
    for (piles, action, said) in [
        (&[2][..], take(0, 2), "It takes the last cube."),
        (&[5, 3], take(0, 2), "Two equal heaps are left: what {1} takes from one, take from the other."),
        (&[3, 5, 7], take(0, 1), "Of ones, twos, fours and eights, each is in an even number of heaps"),
        (&[1, 2, 3], take(2, 1), "Nothing wins if {1} makes no mistake"),
    ] {
        let told = Nim::reason(&heaps(piles), seat(0), &action).unwrap();
        assert!(told.starts_with(said), "{piles:?}: {told}");
    }
}

#[test]
fn whoever_follows_the_estimate_beats_chance() {
    for variant in [json!({}), json!({"heaps": "random"}), json!({"match": 2})] {
        let share = greedy_share::<Nim>(variant.clone(), 2, 40);
        assert!(share > 0.8, "{variant}: {share}");
    }
}

boxwood_conformance::game_tests!(Nim, playthrough: &[], 1, shows: ["is ready", "the last cube"]);
