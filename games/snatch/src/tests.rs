//! The rules, the rulings and the worked examples, by number.

use std::collections::BTreeSet;

use boxwood_conformance::testing::{self, greedy_share, intent, json, moments, named, new_match, seat};
use boxwood_engine::Outcome;
use boxwood_scene::{Beat, BeatKind, Becomes, Key, Mark};

use super::solve::how_many;
use super::*;

const ALL: &[u8] = &[1, 2, 3, 4, 5];

fn column(number: u8) -> Column {
    Column::new(number).unwrap()
}

fn die(value: u8) -> Die {
    Die::new(value).unwrap()
}

fn side(snatchers: [u8; 2], home: &[u8]) -> Side {
    let home = std::array::from_fn(|index| home.contains(&(index as u8 + 1)));
    Side::new(snatchers.map(column), home)
}

/// Seat 0 has rolled this; the own Snatchers and home cubes, and the enemy's.
fn table(roll: u8, own: ([u8; 2], &[u8]), enemy: ([u8; 2], &[u8])) -> State {
    let own = side(own.0, own.1);
    let phase = match own.asked(die(roll)) {
        Asked::Penalty => Phase::Surrender,
        _ => Phase::Move(die(roll)),
    };
    State {
        options: Options::default(),
        sides: [own, side(enemy.0, enemy.1)],
        phase,
        opener: seat(0),
        turns: 10,
        last: None,
        series: Series::new(2),
    }
}

fn by_own_turn(mut state: State) -> State {
    state.options.timing = Timing::OwnTurn;
    state
}

/// The same a moment earlier: this is rolled, and what it forces is done, but nothing that comes after.
fn rolled(state: &State, roll: u8) -> State {
    let seed = (0..).find(|&seed| Die::roll(&mut Rng::from_number(seed)) == die(roll)).unwrap();
    let (mut then, mut said, mut rng) = (state.clone(), vec![], Rng::from_number(seed));
    let mut seen = vec![];
    let mut witness = |moment: &dyn std::any::Any, _: Beat| {
        seen.push(moment.downcast_ref::<State>().unwrap().clone());
    };
    flow::next_turn(&mut then, &mut Ctx::new(&mut rng, &mut said).witnessed_by(&mut witness));
    seen.into_iter().rfind(|moment| moment.turns == state.turns).unwrap_or(then)
}

fn go(from: u8, to: u8) -> Action {
    Action::Move { from: column(from), to: column(to) }
}

fn give(number: u8) -> Action {
    Action::Surrender(column(number))
}

fn actions(state: &State) -> Vec<Action> {
    testing::actions::<Snatch>(state, seat(0))
}

fn refusal(state: &State, action: Action) -> String {
    testing::refusal::<Snatch>(state, seat(0), &action)
}

/// What is left after an action of seat 0, before anybody rolls again.
fn after(state: &State, action: Action) -> [Side; 2] {
    match solve::next(state.side(seat(0)), state.side(seat(1)), action, state.options.timing) {
        solve::Next::Goes(own, enemy) => [own, enemy],
        solve::Next::Won | solve::Next::Lost => panic!("{action:?} ends the game"),
    }
}

/// The columns with home cubes.
fn home(side: Side) -> Vec<u8> {
    side.home().map(Column::number).collect()
}

fn sentences(state: &State, action: Action, seed: u64) -> Vec<String> {
    let said = testing::act::<Snatch>(&mut state.clone(), seat(0), &action, seed);
    said.iter().map(|sentence| named(sentence)).collect()
}

fn outcome(state: &State) -> Outcome {
    testing::outcome::<Snatch>(state)
}

// ---- The rules ----

#[test]
fn rule_1_the_board_at_the_start() {
    assert_eq!(Side::START, side([1, 5], ALL));
    let openers: BTreeSet<_> = (0..20)
        .map(|seed| {
            let game = new_match::<Snatch>(json!({}), 2, seed);
            let log: Vec<&str> = game.log(Viewer::Spectator, 0).collect();
            assert_eq!(log[0], format!("{}.", game.state().opener.does("begin")));
            game.state().opener
        })
        .collect();
    assert_eq!(openers.len(), 2, "either may begin");
}

#[test]
fn rule_2_the_die_sends_a_snatcher_to_its_column() {
    let state = table(3, ([1, 5], ALL), ([1, 5], ALL));
    assert_eq!(actions(&state), [go(1, 3), go(5, 3)]);
    assert_eq!(refusal(&state, go(1, 2)), "The die says that a Snatcher goes to column 3 (rule 2).");
    assert_eq!(refusal(&state, go(2, 3)), "None of your Snatchers stands in column 2 (rule 2).");
    assert_eq!(after(&state, go(5, 3))[0], side([1, 3], ALL));
    for state in [Phase::Over, Phase::Played(die(3))].map(|phase| State { phase, ..state.clone() }) {
        assert!(Snatch::check(&state, seat(0), &go(1, 3)).is_err_and(|why| why.rule == "rule 7"));
    }
}

#[test]
fn rule_2_whatever_leaves_no_choice_is_done_at_once() {
    // One of the two is in column 1 already, so the other must go there.
    let start = table(6, ([1, 5], ALL), ([2, 5], ALL));
    let state = rolled(&start, 1);
    assert_eq!(state.sides[0], side([1, 1], ALL));
    assert_eq!((state.phase, state.last), (Phase::Played(die(1)), Some((column(5), column(1)))));
    // Two together are alike.
    let state = rolled(&table(6, ([2, 2], ALL), ([2, 5], ALL)), 4);
    assert_eq!(state.sides[0].standing(column(4)), 1);
}

#[test]
fn rule_2_every_roll_is_judged_as_a_plain_list_would() {
    for side in Side::all() {
        for roll in Die::all() {
            let mut plain = BTreeSet::new();
            for from in Column::all().filter(|&from| side.protects(from)) {
                for to in Column::all().filter(|&to| to != from) {
                    if roll.value() == 6 || to.number() == roll.value() {
                        plain.insert((from, to));
                    }
                }
            }
            let moves: Vec<_> = side.moves(roll).collect();
            assert_eq!(moves.iter().copied().collect::<BTreeSet<_>>(), plain);
            assert_eq!(moves.len(), plain.len(), "each once");
            let expected = match moves[..] {
                [] => Asked::Penalty,
                [(from, to)] => Asked::Forced { from, to },
                _ => Asked::Move,
            };
            assert_eq!(side.asked(roll), expected, "{side:?} with {roll}");
            for (from, to) in plain {
                let mut then = side;
                then.shift(from, to);
                assert!(then.is_sorted() && then.protects(to));
                assert_eq!(then.cubes(), side.cubes());
            }
        }
    }
}

#[test]
fn rule_3_both_there_already_costs_a_home_cube() {
    let state = table(3, ([3, 3], &[1, 3, 4]), ([1, 5], ALL));
    assert_eq!(actions(&state), [give(1), give(3), give(4)]);
    assert_eq!(refusal(&state, give(2)), "Your cube of column 2 is gone already (rule 3).");
    assert_eq!(refusal(&state, go(3, 1)), "Both Snatchers are there already: give up a home cube (rule 3).");
    assert_eq!(home(after(&state, give(4))[0]), [1, 3]);
    let free = table(6, ([3, 3], ALL), ([1, 5], ALL));
    assert_eq!(
        refusal(&free, give(1)),
        "A home cube is given up only if both Snatchers stand where the die sends them (rule 3)."
    );
    assert!(sentences(&state, give(4), 0).contains(&"A gives up the home cube of column 4.".into()));
}

#[test]
fn rule_4_a_6_goes_anywhere_else() {
    let state = table(6, ([2, 4], ALL), ([1, 5], ALL));
    let expected: Vec<Action> =
        [1, 3, 4, 5].map(|to| go(2, to)).into_iter().chain([1, 2, 3, 5].map(|to| go(4, to))).collect();
    assert_eq!(actions(&state), expected);
    assert_eq!(refusal(&state, go(2, 2)), "A Snatcher may not stay where it is (rule 4).");
}

#[test]
fn rule_5_one_snatcher_protects() {
    for (enemy, taken) in [([1, 5], true), ([3, 5], false), ([3, 3], false)] {
        let state = table(6, ([3, 1], ALL), (enemy, ALL));
        let [_, left] = after(&state, go(1, 3));
        assert_eq!(left.cubes() == 4, taken, "{enemy:?}");
    }
    let scene = |own, enemy| scene::scene(&table(6, own, enemy), Viewer::Spectator);
    let scene = scene(([1, 5], ALL), ([1, 2], ALL));
    let marks =
        |key: &str| scene.zones[0].pieces.iter().find(|piece| piece.key == *key).unwrap().marks.clone();
    assert_eq!(
        [marks("cube:red.1"), marks("cube:red.2"), marks("cube:red.3"), marks("cube:blue.5")],
        [vec![Mark::Good], vec![Mark::Danger], vec![], vec![Mark::Danger]]
    );
}

#[test]
fn rule_6_a_pair_snatches_for_whoever_acted_and_then_for_the_other() {
    // Seat 0 makes a pair in 1 and leaves 4, before which the enemy's pair stands.
    let state = table(6, ([1, 4], ALL), ([4, 4], ALL));
    let [own, enemy] = after(&state, go(4, 1));
    assert_eq!((home(own), home(enemy)), (vec![1, 2, 3, 5], vec![2, 3, 4, 5]));
    let said = sentences(&state, go(4, 1), 0);
    assert_eq!(
        said[..3],
        [
            "A moves a Snatcher from 4 to 1.",
            "A snatches B's cube of column 1.",
            "B snatches A's cube of column 4."
        ]
    );
    // Whose last cube is gone does not snatch any more.
    let state = table(6, ([1, 4], &[4]), ([4, 4], &[1]));
    let mut then = state.clone();
    testing::act::<Snatch>(&mut then, seat(0), &go(4, 1), 0);
    assert_eq!(outcome(&then).winners(), testing::seats(&[0]));
    assert_eq!(home(then.sides[0]), [4]);
}

#[test]
fn rule_6_a_snatch_is_a_moment_and_so_is_a_move_without_choice() {
    let state = table(6, ([1, 4], ALL), ([2, 5], ALL));
    let seed = (0..).find(|&seed| Die::roll(&mut Rng::from_number(seed)) == die(2)).unwrap();
    let shown = moments::<Snatch>(&mut state.clone(), seat(0), &go(4, 1), seed, Viewer::Spectator);
    assert_eq!(
        (shown[0].0.kind, named(&shown[0].0.text)),
        (BeatKind::Catch, "A snatches B's cube of column 1.".into())
    );
    assert_eq!(shown[0].0.at, [Key::cell("red.trophies")]);
    assert_eq!(named(&shown[0].1.prompt.text), "A has rolled 6.");
    assert_eq!(
        (shown[1].0.kind, named(&shown[1].0.text)),
        (BeatKind::Step, "B rolls 2: the Snatcher of column 5 must go there.".into())
    );
    assert_eq!(shown[1].0.at, [Key::cell("blue.2")]);
}

#[test]
fn rule_7_whoever_has_no_home_cube_left_loses() {
    let mut state = table(6, ([1, 4], ALL), ([2, 5], &[1]));
    testing::act::<Snatch>(&mut state, seat(0), &go(4, 1), 0);
    assert_eq!(outcome(&state).winners(), testing::seats(&[0]));
    assert_eq!(outcome(&state).scores.as_slice(), [1, 0]);
    assert_eq!(
        named(&scene::scene(&state, Viewer::Spectator).prompt.text),
        "A wins. B has no home cube left."
    );
}

#[test]
fn rule_8_the_winner_begins_the_next_game() {
    for (wins, over) in [([0, 0], false), ([1, 0], true), ([0, 1], false)] {
        let mut state = table(6, ([1, 4], ALL), ([2, 5], &[1]));
        (state.options.length, state.opener) = (Length::Three, seat(0));
        for (number, &won) in wins.iter().enumerate() {
            (0..won).for_each(|_| state.series.finish_game(Some(seat(number))));
        }
        let mut then = state.clone();
        let said = testing::act::<Snatch>(&mut then, seat(0), &go(4, 1), 0);
        assert_eq!(then.phase == Phase::Over, over, "{wins:?}");
        if over {
            assert_eq!(named(said.last().unwrap()), "A wins the match, 2 to 0.");
        } else {
            assert_eq!(then.opener, seat(0));
            assert_eq!(then.series.wins()[seat(0)], 1);
            assert!(then.turns < 10, "a new game");
            assert_eq!(
                scene::scene(&then, Viewer::Spectator).tags,
                [format!("Game {} of at most 3", 2 + wins[1])]
            );
        }
    }
    assert_eq!([Length::One, Length::Three, Length::Five].map(|length| length.games().most()), [1, 3, 5]);
}

// ---- The rulings ----

#[test]
fn ruling_1_snatchers_are_not_snatched_and_ruling_2_trophies_stay() {
    let state = table(6, ([1, 4], &[2]), ([1, 5], &[2, 3, 4, 5]));
    let [own, enemy] = after(&state, go(4, 1));
    assert_eq!((own.cubes(), enemy.cubes()), (1, 4), "only a Snatcher is across");
    assert_eq!([seat(0), seat(1)].map(|seat| state.trophies(seat)), [1, 4]);
    assert_eq!(
        Snatch::inventory(&state).cubes,
        Snatch::inventory(&table(6, ([1, 5], ALL), ([1, 5], ALL))).cubes
    );
    let scene = scene::scene(&state, Viewer::Spectator);
    let cell = |key: &str| scene.zones[0].pieces.iter().find(|piece| piece.key == *key).unwrap().cell.clone();
    assert_eq!(cell("cube:blue.1"), Some(Key::cell("red.trophies")));
    assert_eq!(cell("cube:red.2"), Some(Key::cell("red.home.2")));
}

#[test]
fn ruling_3_a_pair_snatches_by_itself() {
    let state = table(1, ([5, 4], ALL), ([2, 5], ALL));
    assert!(actions(&state).iter().all(|action| matches!(action, Action::Move { .. })));
    assert_eq!(rolled(&table(6, ([1, 4], ALL), ([2, 5], ALL)), 1).trophies(seat(0)), 1);
}

#[test]
fn ruling_4_at_any_time_or_in_the_own_turn() {
    let state = table(5, ([3, 4], ALL), ([3, 3], ALL));
    assert_eq!(home(after(&state, go(3, 5))[0]), [1, 2, 4, 5]);
    assert_eq!(home(after(&by_own_turn(state.clone()), go(3, 5))[0]), ALL);
    assert_eq!(home(after(&state, go(4, 5))[0]), ALL);
}

#[test]
fn ruling_5_a_pair_stays_only_if_its_own_column_is_rolled() {
    let pair = side([2, 2], ALL);
    for roll in Die::all() {
        let parts = pair.moves(roll).all(|(from, to)| {
            let mut then = pair;
            then.shift(from, to);
            then.pair().is_none()
        });
        assert!(parts);
        assert_eq!(pair.moves(roll).count() == 0, roll.value() == 2);
    }
}

#[test]
fn ruling_6_after_400_turns_more_home_cubes_win() {
    for (own, enemy, winner) in [(ALL, &[1, 2][..], Some(0)), (&[3], &[1, 2], Some(1)), (&[3], &[1], None)] {
        let mut state = table(6, ([2, 4], own), ([1, 5], enemy));
        state.turns = MOST_TURNS - 1;
        state.opener = seat(1);
        let mut match_of_three =
            State { options: Options { length: Length::Three, ..Options::default() }, ..state.clone() };
        let said = testing::act::<Snatch>(&mut state, seat(0), &go(2, 3), 0);
        assert!(said[1].starts_with("That was turn 400"), "{said:?}");
        let winners = winner.map_or(testing::seats(&[0, 1]), |winner| testing::seats(&[winner]));
        assert_eq!(outcome(&state).winners(), winners);
        // After a draw whoever went second begins.
        testing::act::<Snatch>(&mut match_of_three, seat(0), &go(2, 3), 0);
        assert_eq!(match_of_three.opener, seat(winner.unwrap_or(0)));
    }
}

#[test]
fn ruling_6_everybody_is_told_when_the_end_is_near() {
    let mut state = table(6, ([2, 4], ALL), ([1, 5], ALL));
    assert_eq!(scene::scene(&state, Viewer::Spectator).banner, None);
    state.turns = MOST_TURNS - 2;
    let banner = scene::scene(&state, Viewer::Spectator).banner;
    assert_eq!(banner.as_deref(), Some("2 turns left, then more home cubes win"));
}

#[test]
fn ruling_7_the_last_cube_given_up_loses_and_example_7() {
    let mut state = table(6, ([2, 2], &[4]), ([1, 5], ALL));
    let seed = (0..).find(|&seed| Die::roll(&mut Rng::from_number(seed)) == die(2)).unwrap();
    flow::next_turn(&mut state, &mut Ctx::silent(&mut Rng::from_number(seed)));
    assert_eq!(outcome(&state).winners(), testing::seats(&[1]));
    assert_eq!(state.trophies(seat(1)), 5);
}

// ---- The worked examples ----

#[test]
fn example_1_a_protected_cube_stays() {
    let state = rolled(&table(6, ([1, 5], ALL), ([1, 5], ALL)), 1);
    assert_eq!(state.sides[0].pair(), Some(column(1)));
    assert_eq!(state.sides[1].cubes(), 5);
}

#[test]
fn example_2_an_unprotected_one_is_taken() {
    let state = rolled(&table(6, ([1, 5], ALL), ([2, 5], ALL)), 1);
    assert_eq!(home(state.sides[1]), [2, 3, 4, 5]);
}

#[test]
fn example_3_the_penalty_may_be_a_protected_cube_and_then_the_check_runs() {
    let state = table(3, ([3, 3], ALL), ([3, 4], ALL));
    assert_eq!(actions(&state).len(), 5);
    let [own, enemy] = after(&state, give(3));
    assert_eq!((home(own), home(enemy)), (vec![1, 2, 4, 5], ALL.to_vec()));
    // What the enemy left open meanwhile is taken then, if not before.
    let state = by_own_turn(table(3, ([3, 3], ALL), ([1, 4], ALL)));
    assert_eq!(home(after(&state, give(1))[1]), [1, 2, 4, 5]);
}

#[test]
fn example_4_leaving_a_cube_before_a_pair() {
    let state = table(5, ([3, 4], ALL), ([3, 3], ALL));
    assert_eq!(actions(&state), [go(3, 5), go(4, 5)]);
    let offer = scene::offer(&state, seat(0), go(3, 5));
    assert_eq!(offer.why.as_deref(), Some("Your cube of column 3 is left to the pair in front of it."));
    assert_eq!(offer.changes[0].to, Becomes::At(Key::cell("blue.trophies")));
    assert_eq!(scene::offer(&state, seat(0), go(4, 5)).why, None);
    assert_eq!(scene::offer(&by_own_turn(state), seat(0), go(3, 5)).why, None);
}

#[test]
fn example_5_a_pair_with_a_6() {
    let state = table(6, ([2, 2], ALL), ([1, 5], ALL));
    assert_eq!(actions(&state), [go(2, 1), go(2, 3), go(2, 4), go(2, 5)]);
    let offer = scene::offer(&state, seat(0), go(2, 1));
    assert_eq!(offer.path, [Key::cell("red.2"), Key::cell("red.1")], "either of the two");
}

#[test]
fn example_6_a_pair_in_either_column_and_nothing_left_to_take() {
    let state = table(6, ([2, 4], ALL), ([1, 5], &[1, 2, 3, 5]));
    assert!(actions(&state).contains(&go(2, 4)) && actions(&state).contains(&go(4, 2)));
    assert_eq!(after(&state, go(2, 4))[1].cubes(), 4);
    assert_eq!(after(&state, go(4, 2))[1].cubes(), 3);
}

// ---- The table ----

#[test]
fn touches_are_read_in_every_sensible_way() {
    let state = table(6, ([2, 4], ALL), ([1, 5], ALL));
    let read = |player: usize, keys: &[&str]| intent::<Snatch>(&state, seat(player), keys);
    for keys in [["snatcher:red.2.1", "cell:red.3"], ["cell:red.2", "cell:middle.3"]] {
        assert_eq!(read(0, &keys), Some(go(2, 3)), "{keys:?}");
    }
    assert_eq!(read(0, &["cube:red.3"]), Some(give(3)));
    assert_eq!(read(0, &["cell:red.home.3"]), Some(give(3)));
    for keys in [
        &["cube:blue.3"][..],
        &["cell:blue.home.3"],
        &["cell:red.2"],
        &["snatcher:blue.1.1", "cell:red.3"],
        &["snatcher:red.2.1", "cell:blue.3"],
        &["snatcher:red.2.1", "cell:red.trophies"],
        &["snatcher:red.9.1", "cell:red.3"],
        &["snatcher:red", "cell:red.3"],
    ] {
        assert_eq!(read(0, keys), None, "{keys:?}");
    }
}

#[test]
fn everybody_has_the_own_side_below() {
    let state = table(6, ([2, 4], ALL), ([1, 5], ALL));
    for (viewer, lower) in
        [(Viewer::Seat(seat(0)), "red"), (Viewer::Seat(seat(1)), "blue"), (Viewer::Spectator, "red")]
    {
        let scene = scene::scene(&state, viewer);
        let y =
            |name: String| scene.zones[0].cells.iter().find(|cell| cell.key == Key::cell(&name)).unwrap().y;
        let upper = if lower == "red" { "blue" } else { "red" };
        let ys = [
            format!("{upper}.home.1"),
            format!("{upper}.1"),
            "middle.1".into(),
            format!("{lower}.1"),
            format!("{lower}.home.1"),
        ]
        .map(y);
        assert!(ys.is_sorted() && ys[0] < ys[4], "{ys:?}");
    }
}

#[test]
fn states_that_cannot_be_are_refused() {
    type Damage = fn(&mut State);
    let damages: [(&str, Damage); 12] = [
        ("there are two seats", |state| state.opener = seat(2)),
        ("both have lost their last cube", |state| state.sides = [side([1, 5], &[]); 2]),
        ("somebody has lost the last cube already", |state| state.sides[0] = side([1, 5], &[])),
        ("nobody is to decide anything", |state| state.phase = Phase::Played(die(3))),
        ("the game has had all its turns", |state| state.turns = MOST_TURNS),
        ("a pair has not snatched what it could", |state| state.sides[1] = side([2, 2], ALL)),
        ("somebody is to choose a move, but there is no choice", |state| state.phase = Phase::Move(die(1))),
        ("a cube is to be given up, but the Snatchers do not stand together", |state| {
            state.phase = Phase::Surrender;
        }),
        ("somebody is to choose a cube, but has only one", |state| {
            state.phase = Phase::Surrender;
            state.sides[0] = side([1, 1], &[2]);
        }),
        ("nobody has won the match", |state| state.phase = Phase::Over),
        ("no Snatcher stands where the last one went", |state| state.last = Some((column(1), column(2)))),
        ("it is over, but everybody has a cube left", |state| {
            state.phase = Phase::Over;
            state.series.finish_game(Some(seat(0)));
        }),
    ];
    let sound = table(3, ([1, 5], ALL), ([1, 5], ALL));
    assert_eq!(Snatch::audit(&sound), Ok(()));
    for (expected, damage) in damages {
        let mut state = sound.clone();
        damage(&mut state);
        assert_eq!(Snatch::audit(&state), Err(expected));
    }
    let mut lost = State { phase: Phase::Over, ..sound.clone() };
    lost.sides[0] = side([1, 5], &[]);
    lost.series.finish_game(Some(seat(0)));
    assert_eq!(Snatch::audit(&lost), Err("somebody else has won the last game"));
    let json = serde_json::to_string(&sound).unwrap();
    let unsorted = json.replacen("\"snatchers\":[1,5]", "\"snatchers\":[5,1]", 1);
    assert_eq!(
        Snatch::audit(&serde_json::from_str(&unsorted).unwrap()),
        Err("the Snatchers are not told in order")
    );
    for wrong in ["\"snatchers\":[0,5]", "\"snatchers\":[1,6]"] {
        let damaged = json.replacen("\"snatchers\":[1,5]", wrong, 1);
        assert!(serde_json::from_str::<State>(&damaged).is_err(), "{wrong}");
    }
}

// ---- Good play ----

/// What whoever looks so far ahead does.
fn best(state: &State, player: Seat, care: u8) -> Action {
    let actions = testing::actions::<Snatch>(state, player);
    let mut values = vec![];
    Snatch::weigh(state, player, &actions, care, &mut values);
    let most = (0..actions.len()).max_by(|&a, &b| values[a].total_cmp(&values[b])).unwrap();
    actions[most]
}

/// How often seat 0 wins if the seats look so far ahead, and what was expected on average.
fn play(cares: [u8; 2], options: serde_json::Value, matches: u64) -> (f32, f32) {
    let (mut won, mut expected) = (0.0, 0.0);
    for seed in 0..matches {
        let mut game = new_match::<Snatch>(options.clone(), 2, seed);
        expected += Snatch::estimate(game.state(), seat(0)).unwrap();
        while let Some(player) = game.active().first() {
            let action = best(game.state(), player, cares[player.index()]);
            game.act(player, action).unwrap();
        }
        won += outcome(game.state()).utility(seat(0));
    }
    (won / matches as f32, expected / matches as f32)
}

#[test]
fn the_solved_chances_are_those_of_best_play() {
    assert_eq!(how_many(), 2_853);
    for timing in ["any_time", "own_turn"] {
        let (won, expected) = play([2, 2], json!({"snatch_timing": timing}), 2_000);
        assert!((won - expected).abs() < 0.03, "{timing}: {won} won, {expected} expected");
    }
}

#[test]
fn chances_agree_with_all_that_can_be_rolled_next() {
    // Whoever is about to roll has what all rolls together bring, each played as well as possible.
    for timing in [Timing::AnyTime, Timing::OwnTurn] {
        for (number, own) in Side::all().enumerate().filter(|(_, side)| side.cubes() > 0) {
            let enemy = Side::all().filter(|side| side.cubes() > 0).nth(number * 131 % 465).unwrap();
            let worth = |action| match solve::next(&own, &enemy, action, timing) {
                solve::Next::Won => 1.0,
                solve::Next::Lost => 0.0,
                solve::Next::Goes(own, enemy) => 1.0 - solve::chance(&enemy, &own, timing),
            };
            let best = |roll| solve::deeds(own, roll).map(worth).fold(0.0, f32::max);
            let expected = Die::all().map(best).sum::<f32>() / 6.0;
            assert!((solve::chance(&own, &enemy, timing) - expected).abs() < 1e-4);
        }
    }
}

#[test]
fn whoever_looks_further_ahead_wins_more_often() {
    for (cares, least) in [([1, 0], 0.52), ([2, 1], 0.5), ([2, 0], 0.55)] {
        let (won, _) = play(cares, json!({}), 1_500);
        assert!(won > least, "{cares:?}: {won}");
    }
}

#[test]
fn whoever_follows_the_estimate_beats_chance() {
    for variant in [json!({}), json!({"snatch_timing": "own_turn"}), json!({"match": 3})] {
        let share = greedy_share::<Snatch>(variant.clone(), 2, 200);
        assert!(share > 0.6, "{variant}: {share}");
    }
}

#[test]
fn hints_say_why() {
    for (state, action, expected) in [
        (table(6, ([1, 4], ALL), ([2, 5], &[1])), go(4, 1), Some("It takes the last cube, and you win.")),
        (table(6, ([1, 4], ALL), ([2, 5], ALL)), go(4, 1), Some("It snatches B's cube of column 1.")),
        (
            table(5, ([3, 4], ALL), ([3, 3], ALL)),
            go(4, 5),
            Some("It keeps your cube of column 3 from the pair."),
        ),
        (
            table(6, ([1, 4], ALL), ([1, 5], ALL)),
            go(4, 1),
            Some("If B moves the Snatcher away from column 1, the cube behind it is yours."),
        ),
        (
            table(3, ([1, 4], ALL), ([1, 5], ALL)),
            go(1, 3),
            Some("Each of your Snatchers then faces a cube without protection."),
        ),
        (
            table(2, ([1, 4], ALL), ([2, 4], &[2, 4])),
            go(4, 2),
            Some("It protects your cube of column 2, which a Snatcher faces."),
        ),
        (table(3, ([3, 3], ALL), ([3, 5], ALL)), give(5), Some("B has a Snatcher before this cube already.")),
        (table(3, ([3, 3], ALL), ([3, 5], ALL)), give(2), None),
    ] {
        let reason = Snatch::reason(&state, seat(0), &action).map(|reason| named(&reason));
        assert_eq!(reason.as_deref(), expected, "{action:?}");
    }
}

boxwood_conformance::game_tests!(
    Snatch,
    playthrough: &[],
    1,
    shows: ["must go there", "snatches Ben's cube", "gives up", "wins the game"]
);
