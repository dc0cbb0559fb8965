//! The rules, the rulings and the worked examples, by number.

use boxwood_conformance::testing::{
    self, greedy_share, is_legal, json, mover, named, new_match, outcome, refusal, seat, seats,
};
use boxwood_scene::Tint;
use serde_json::Value;

use super::score::{holder, score, standing};
use super::*;

const RED: usize = 0;
const YELLOW: usize = 1;
const GREEN: usize = 2;
const BLUE: usize = 3;

fn spot(name: &str) -> Spot {
    name.parse().unwrap()
}

/// A land whose tiles have these values, row by row.
fn land(seats: usize, values: &str) -> State {
    let mut state = new_match::<LordsOfTheGreen>(json!({}), seats, 1).state().clone();
    let symbols = values.chars().filter_map(|value| Symbol::from_value(value.to_digit(10)? as u8));
    state.land = Land::of(symbols);
    state.phase = Phase::Place(seat(RED));
    state
}

/// The usual land of four colours.
fn sixteen(seats: usize) -> State {
    land(seats, "1234 1234 1234 1234")
}

/// The state with so many knights of a colour on a tile.
fn with(mut state: State, side: usize, name: &str, knights: u8) -> State {
    *state.land.knights_mut(spot(name), seat(side)) = knights;
    state
}

/// The state with the lord of a colour on a tile.
fn lord(mut state: State, side: usize, name: &str) -> State {
    state.lords[seat(side)] = Some(spot(name));
    state
}

/// All lords of four colours in the corners, each with one knight, and the first of them on turn.
fn corners(seats: usize) -> State {
    [(RED, "a1"), (YELLOW, "d1"), (GREEN, "a4"), (BLUE, "d4")]
        .into_iter()
        .fold(sixteen(seats), |state, (side, name)| lord(with(state, side, name, 1), side, name))
}

fn place(name: &str, n: u8) -> Action {
    Action::Place { tile: spot(name), n }
}

fn lead(name: &str, k: u8) -> Action {
    Action::MoveLord { tile: spot(name), k }
}

#[track_caller]
fn act(state: &mut State, action: Action) -> Vec<String> {
    let said = testing::act::<LordsOfTheGreen>(state, mover::<LordsOfTheGreen>(state), &action, 0);
    said.iter().map(|sentence| named(sentence)).collect()
}

#[track_caller]
fn refused(state: &State, action: Action) -> String {
    refusal::<LordsOfTheGreen>(state, mover::<LordsOfTheGreen>(state), &action)
}

fn held_by(state: &State, name: &str) -> Option<usize> {
    holder(state, spot(name)).map(|side| side.index())
}

#[test]
fn rule_1_the_land_has_as_many_sets_as_there_are_colours() {
    for (players, tiles) in [(2, 16), (3, 12), (4, 16), (5, 20)] {
        let game = new_match::<LordsOfTheGreen>(json!({}), players, 7);
        let state = game.state();
        assert_eq!(state.land.tiles().count(), tiles, "{players} players");
        for symbol in SET {
            let number = state.land.tiles().filter(|tile| tile.symbol == symbol).count();
            assert_eq!(number, tiles / 4, "{symbol}");
        }
        assert!(state.sides.all().all(|side| state.supply(side) == 16));
    }
    let lands: std::collections::BTreeSet<Vec<Symbol>> = (0..20)
        .map(|seed| {
            new_match::<LordsOfTheGreen>(json!({}), 3, seed)
                .state()
                .land
                .tiles()
                .map(|tile| tile.symbol)
                .collect()
        })
        .collect();
    assert!(lands.len() > 15, "the land is random");
}

#[test]
fn rule_1_the_stronger_holds_a_tile_and_example_1_with_ruling_1() {
    let red = lord(with(with(sixteen(4), RED, "b2", 2), BLUE, "b2", 2), RED, "b2");
    assert_eq!(held_by(&red, "b2"), Some(RED), "example 1: 3 to 2");
    assert_eq!(
        held_by(&with(with(sixteen(4), RED, "b2", 2), BLUE, "b2", 2), "b2"),
        None,
        "example 2: 2 to 2"
    );
    let three = with(with(with(sixteen(4), RED, "b2", 3), BLUE, "b2", 2), GREEN, "b2", 2);
    assert_eq!(held_by(&three, "b2"), Some(RED), "R1: 3 to 2 and 2, not to 4");
    assert_eq!(held_by(&with(three, GREEN, "b2", 3), "b2"), None, "R1: one equal is enough");
}

#[test]
fn rule_2_one_to_three_knights_on_a_tile_that_is_open_and_not_held_with_examples_1_and_2() {
    let state = with(with(corners(4), RED, "b2", 2), BLUE, "b2", 2);
    let state = with(with(state, RED, "c3", 1), BLUE, "c2", 3);
    for (name, expected) in
        [("b2", true), ("c2", true), ("b3", true), ("c3", false), ("a1", false), ("d1", false)]
    {
        for n in 1..=3 {
            assert_eq!(
                is_legal::<LordsOfTheGreen>(&state, seat(RED), &place(name, n)),
                expected,
                "{n} on {name}"
            );
        }
    }
    assert_eq!(refused(&state, place("c3", 1)), "Red holds c3 already (rule 2).");
    assert_eq!(refused(&state, place("d1", 1)), "The yellow lord keeps d1 closed (rule 2).");
    assert_eq!(refused(&state, place("b2", 0)), "Place one to three knights (rule 2).");
    assert_eq!(refused(&state, place("b2", 4)), "Place one to three knights (rule 2).");
    assert_eq!(refused(&state, place("a5", 1)), "There is no tile a5 (rule 1).");
    assert_eq!(refused(&state, lead("b3", 1)), "First place knights from the supply (rule 2).");
    let mut then = state;
    act(&mut then, place("b2", 1));
    assert_eq!(held_by(&then, "b2"), Some(RED), "example 2: with one more it is 3 to 2");
}

#[test]
fn rule_3_the_first_turn_brings_the_lord_with_ruling_2() {
    let mut state = sixteen(4);
    for (side, name) in [(RED, "a1"), (YELLOW, "b1"), (GREEN, "c1"), (BLUE, "d1")] {
        assert_eq!(state.phase, Phase::Place(seat(side)));
        let open = judge::open_to(&state, seat(side));
        assert!(open.iter().all(|tile| state.land.tile(tile).knights == [0; 5]), "R2: only empty tiles");
        let said = act(&mut state, place(name, 3));
        assert_eq!(state.lords[seat(side)], Some(spot(name)));
        assert!(said[0].ends_with(&format!("with their lord on {name}.")), "{said:?}");
    }
    assert_eq!(state.phase, Phase::Place(seat(RED)), "nobody moves a lord in the first round");
}

#[test]
fn rule_3_the_lord_must_hold_where_he_goes_and_example_3() {
    let state = with(with(with(corners(4), RED, "a1", 4), BLUE, "b2", 1), BLUE, "c2", 2);
    let state = State { phase: Phase::Lead(seat(RED)), ..state };
    for (name, k, expected) in [
        ("b2", 1, true),
        ("c2", 1, false),
        ("c2", 2, true),
        ("c2", 3, true),
        ("c2", 4, false),
        ("b1", 1, true),
        ("d1", 3, false),
        ("a1", 1, false),
    ] {
        assert_eq!(is_legal::<LordsOfTheGreen>(&state, seat(RED), &lead(name, k)), expected, "{k} to {name}");
    }
    assert_eq!(
        refused(&state, lead("c2", 1)),
        "You would not hold c2: 2 against 2, the lord counted (rule 3)."
    );
    assert_eq!(refused(&state, lead("d1", 1)), "The yellow lord keeps d1 closed (ruling R3).");
    assert_eq!(refused(&state, lead("a1", 1)), "The lord moves to a different tile (rule 3).");
    assert_eq!(refused(&state, lead("b2", 4)), "The lord takes one to three knights along (rule 3).");
    assert_eq!(
        refused(&with(state.clone(), RED, "a1", 1), lead("b2", 2)),
        "Only 1 knight stands with the lord (rule 3)."
    );
    assert_eq!(
        refused(&state, place("b2", 1)),
        "The knights of this turn are placed; now the lord moves (rule 3)."
    );
}

#[test]
fn rule_3_knights_go_with_the_lord_and_examples_3_and_4_with_ruling_4() {
    let state = with(with(corners(4), RED, "a1", 4), BLUE, "b2", 1);
    let mut state = State { phase: Phase::Lead(seat(RED)), ..state };
    let said = act(&mut state, lead("b2", 1));
    assert_eq!(said, ["A leads the red lord with 1 knight from a1 to b2.", "D loses b2 with blue."]);
    assert_eq!(
        (held_by(&state, "b2"), held_by(&state, "a1")),
        (Some(RED), Some(RED)),
        "example 4: 3 knights stay"
    );
    assert_eq!((state.land.knights(spot("a1"), seat(RED)), state.lords[seat(RED)]), (3, Some(spot("b2"))));

    let state = with(with(corners(4), RED, "a1", 2), BLUE, "a1", 2);
    let mut state = State { phase: Phase::Lead(seat(RED)), ..state };
    assert_eq!(held_by(&state, "a1"), Some(RED));
    let said = act(&mut state, lead("d3", 2));
    assert_eq!(said, ["A leads the red lord with 2 knights from a1 to d3. That leaves a1 to blue."]);
    assert_eq!(held_by(&state, "a1"), Some(BLUE), "R4");
}

#[test]
fn rule_4_whoever_has_no_knights_left_is_passed_over_and_example_7_with_ruling_10() {
    // Red has two knights left, and nobody else any but yellow.
    let state = with(with(corners(4), RED, "a2", 13), YELLOW, "d2", 14);
    let mut state = with(with(state, GREEN, "b4", 15), BLUE, "c4", 15);
    assert_eq!((state.supply(seat(RED)), state.supply(seat(YELLOW))), (2, 1));
    assert!(is_legal::<LordsOfTheGreen>(&state, seat(RED), &place("b2", 2)));
    assert_eq!(refused(&state, place("b2", 3)), "Only 2 knights are left in the supply (rule 2).");
    act(&mut state, place("b2", 2));
    assert_eq!(state.phase, Phase::Lead(seat(RED)), "the lord still moves");
    act(&mut state, lead("b2", 1));
    assert_eq!(state.phase, Phase::Place(seat(YELLOW)));
    act(&mut state, place("c2", 1));
    assert_eq!(state.phase, Phase::Lead(seat(YELLOW)), "the last turn has its lord's move");
    act(&mut state, lead("c2", 1));
    assert_eq!(state.phase, Phase::Over, "R10: nobody moves a lord without a knight to place");
}

#[test]
fn rule_5_values_and_the_largest_group_count_and_example_5() {
    let state = land(4, "4311 1111 2222 3333");
    let state = with(with(with(state, RED, "a1", 1), RED, "b1", 1), RED, "d3", 1);
    let red = score(&state, seat(RED));
    assert_eq!((red.values, red.group, red.sum()), (9, 2, 13));
    assert_eq!(score(&with(state, RED, "c2", 1), seat(RED)).group, 2, "corners do not connect");
    assert_eq!(score(&sixteen(4), seat(RED)).sum(), 0);
}

#[test]
fn rule_5_equal_points_go_to_the_larger_group_then_to_more_tiles() {
    let over = |state: State| outcome::<LordsOfTheGreen>(&State { phase: Phase::Over, ..state }).ranks;
    // Red: 1 + 3 side by side and 4; yellow: 4 + 2 apart, so 8 to 8 points.
    let state = land(3, "1321 4114 2323");
    let red = with(with(state, RED, "a1", 1), RED, "b1", 1);
    let yellow = with(with(red.clone(), YELLOW, "a3", 1), YELLOW, "d2", 1);
    assert_eq!((standing(&yellow, seat(RED)).points, standing(&yellow, seat(YELLOW)).points), (8, 8));
    assert_eq!(over(yellow).as_slice(), [1, 2, 3], "the larger group");
    // Yellow: 4 alone and green: 3 + 1 apart; 6 points each.
    let state = with(with(land(3, "1321 4114 2323"), YELLOW, "d2", 1), GREEN, "b1", 1);
    let state = with(state, GREEN, "d1", 1);
    assert_eq!((standing(&state, seat(YELLOW)).points, standing(&state, seat(GREEN)).points), (6, 6));
    assert_eq!(over(state).as_slice(), [3, 2, 1], "more tiles");
    assert_eq!(over(land(3, "1321 4114 2323")).as_slice(), [1, 1, 1], "shared");
}

#[test]
fn rule_6_two_players_play_two_colours_by_turns_with_ruling_8() {
    let mut state = sixteen(2);
    let mut order = vec![];
    for name in ["a1", "d1", "a4", "d4"] {
        order.push(mover::<LordsOfTheGreen>(&state).index());
        act(&mut state, place(name, 1));
    }
    assert_eq!(order, [0, 1, 0, 1]);
    assert_eq!(state.phase, Phase::Place(seat(RED)));
    assert_eq!(
        refused(&state, place("a4", 1)),
        "The green lord keeps a4 closed (rule 2).",
        "R8: it is the own one"
    );
    let starts: SeatSetOfStarts = (0..20)
        .map(|seed| {
            testing::mover::<LordsOfTheGreen>(new_match::<LordsOfTheGreen>(json!({}), 2, seed).state())
        })
        .collect();
    assert_eq!(starts, seats(&[0, 1]), "either player may begin");
}

type SeatSetOfStarts = boxwood_engine::SeatSet;

/// Two players whose four colours have these points: red and green are the first player's.
fn points(options: Value, wanted: [i32; 4]) -> State {
    let mut state = sixteen(2);
    state.options = testing::options::<LordsOfTheGreen>(options);
    // A tile alone is worth its value and 2 more; the columns of the land are worth 1 to 4, and corners do not connect.
    let apart = [["a1", "c1"], ["b2", "d2"], ["a3", "c3"], ["b4", "d4"]];
    for (side, points) in wanted.into_iter().enumerate() {
        let values = if side % 2 == 0 { [1, 3] } else { [2, 4] };
        let which = (0..4).find(|n| {
            let sum: i32 = (0..2).filter(|bit| n >> bit & 1 == 1).map(|bit| values[bit]).sum();
            sum + if *n > 0 { 2 } else { 0 } == points
        });
        for bit in (0..2).filter(|bit| which.expect("a sum of two tiles") >> bit & 1 == 1) {
            state = with(state, side, apart[side][bit], 1);
        }
        assert_eq!(score(&state, seat(side)).sum(), points);
    }
    State { phase: Phase::Over, ..state }
}

#[test]
fn rule_6_both_colours_count_or_only_the_weaker_one_and_example_6() {
    // As in the example, with smaller numbers: 6 + 3 against 4 + 4, and 5 + 0 against 4 + 0.
    for (wanted, sum, lowest) in
        [([6, 4, 3, 4], [1, 2], [2, 1]), ([5, 6, 3, 4], [2, 1], [2, 1]), ([6, 4, 0, 0], [1, 2], [1, 2])]
    {
        let ranks = |options| outcome::<LordsOfTheGreen>(&points(options, wanted)).ranks;
        assert_eq!(ranks(json!({})).as_slice(), sum, "{wanted:?}");
        assert_eq!(ranks(json!({"two_player_score": "lowest"})).as_slice(), lowest, "{wanted:?}");
    }
    // The numbers of the example itself.
    let decide = |own: [i32; 2], other: [i32; 2]| {
        (own[0] + own[1] > other[0] + other[1], own[0].min(own[1]) > other[0].min(other[1]))
    };
    assert_eq!(decide([15, 9], [13, 12]), (false, false));
    assert_eq!(decide([20, 8], [13, 12]), (true, false));
}

#[test]
fn ruling_3_a_lord_goes_any_distance_also_where_he_holds_already() {
    let state = with(with(corners(4), RED, "a1", 2), RED, "c3", 2);
    let state = State { phase: Phase::Lead(seat(RED)), ..state };
    for name in ["c3", "d3", "b1"] {
        assert!(is_legal::<LordsOfTheGreen>(&state, seat(RED), &lead(name, 1)), "{name}");
    }
    assert!(!is_legal::<LordsOfTheGreen>(&state, seat(RED), &lead("d4", 2)));
}

#[test]
fn ruling_5_a_lord_always_has_a_knight_to_take_along() {
    for number in 0..30 {
        let mut rng = Rng::from_number(number);
        let mut game = new_match::<LordsOfTheGreen>(json!({}), 2 + number as usize % 4, number);
        while game.outcome().is_none() {
            let state = game.state();
            for (side, lord) in state.lords.iter() {
                assert!(lord.is_none_or(|spot| state.land.knights(spot, side) > 0));
            }
            testing::play_on(&mut game, 1, |state, seat| {
                testing::random::<LordsOfTheGreen>(state, seat, &mut rng)
            });
        }
    }
}

/// Once green has left c1 for d1 with all its knights, red holds every tile on which no other lord stands.
fn closed() -> State {
    let state = lord(with(land(3, "1234 1234 1234"), RED, "a1", 1), RED, "a1");
    let state = lord(with(state, YELLOW, "b1", 1), YELLOW, "b1");
    let state = lord(with(state, GREEN, "c1", 3), GREEN, "c1");
    ["c1", "d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3"]
        .into_iter()
        .fold(state, |state, name| with(state, RED, name, 1))
}

#[test]
fn ruling_6_whoever_cannot_place_goes_on_with_the_lord() {
    // Green has just placed its last knight but one and moves its lord; then red, who can only move.
    let mut state = closed();
    state.phase = Phase::Lead(seat(GREEN));
    let said = act(&mut state, lead("d1", 3));
    assert_eq!(said.last().unwrap(), "No tile is open to red knights.");
    assert_eq!((state.phase, state.idle), (Phase::Lead(seat(RED)), 1));
    act(&mut state, lead("a2", 1));
    assert_eq!(
        (state.phase, state.idle),
        (Phase::Place(seat(YELLOW)), 1),
        "yellow can place where red holds"
    );
    act(&mut state, place("d3", 1));
    assert_eq!(state.idle, 0);
}

#[test]
fn ruling_6_a_lord_who_cannot_move_stays() {
    // Blue has two knights wherever no lord stands, and red's lord has one.
    let names = ["b1", "c1", "a2", "b2", "c2", "d2"];
    let state = names.into_iter().fold(corners(4), |state, name| with(state, BLUE, name, 2));
    let state = with(with(state, YELLOW, "a3", 3), YELLOW, "b3", 3);
    let state = with(with(state, YELLOW, "c3", 3), YELLOW, "d3", 3);
    let mut state = with(with(state, GREEN, "b4", 3), GREEN, "c4", 3);
    let said = act(&mut state, place("a3", 1));
    assert_eq!(said.last().unwrap(), "The red lord cannot move, so he stays.");
    assert_eq!(state.phase, Phase::Place(seat(YELLOW)));
}

#[test]
fn ruling_7_a_round_without_a_knight_ends_the_game() {
    let mut state = closed();
    // Only red has knights left; those of the others stand where the yellow lord keeps everybody out.
    state = with(with(state, YELLOW, "b1", 16), GREEN, "b1", 13);
    state.phase = Phase::Lead(seat(GREEN));
    act(&mut state, lead("d1", 3));
    assert_eq!((state.phase, state.idle), (Phase::Lead(seat(RED)), 1));
    let said = act(&mut state, lead("a2", 1));
    assert_eq!(said[said.len() - 2], "Nobody could place a knight in a whole round.");
    assert_eq!(state.phase, Phase::Over);
}

#[test]
fn ruling_9_the_fifth_colour_is_white() {
    let sides = sides_of(5);
    assert_eq!(sides.all().next_back().map(|side| sides.colour(side).name()), Some("white"));
}

#[test]
fn ruling_11_equal_players_are_told_apart_by_the_other_total() {
    let ranks = |options, wanted| outcome::<LordsOfTheGreen>(&points(options, wanted)).ranks;
    assert_eq!(ranks(json!({}), [5, 4, 3, 4]).as_slice(), [2, 1], "8 to 8, and of the weaker ones 3 to 4");
    let lowest = json!({"two_player_score": "lowest"});
    assert_eq!(ranks(lowest.clone(), [6, 4, 0, 0]).as_slice(), [1, 2], "0 to 0, and together 6 to 4");
    assert_eq!(ranks(lowest, [0, 0, 0, 0]).as_slice(), [1, 1]);
}

#[test]
fn tiles_are_tinted_by_whoever_holds_them() {
    let tint = |state: &State, name: &str| {
        let scene = LordsOfTheGreen::scene(state, Viewer::Spectator);
        let land = scene.zone("land").unwrap();
        land.cells.iter().find(|cell| cell.label == name).unwrap().tint
    };
    let four = with(corners(4), BLUE, "b2", 1);
    assert_eq!((tint(&four, "b2"), tint(&four, "c2")), (Some(Tint::Of(seat(3))), None));
    let two = with(corners(2), BLUE, "b2", 1);
    assert_eq!(tint(&two, "b2"), Some(Tint::In(boxwood_kit::Colour::Blue)), "a player has two colours");
}

#[test]
fn an_offer_says_what_the_tile_is_worth_and_who_loses_it() {
    let state = with(with(corners(4), BLUE, "b1", 1), RED, "a1", 3);
    let why = |state: &State, action| LordsOfTheGreen::offer(state, seat(RED), &action).why.unwrap();
    assert_eq!(why(&state, place("b1", 1)), "1 to 1: blue no longer holds b1, and neither do you.");
    assert_eq!(why(&state, place("b1", 2)), "You take b1 from blue, 2 to 1.");
    assert_eq!(why(&state, place("c2", 2)), "You hold c2 then.");
    let state = State { phase: Phase::Lead(seat(RED)), ..state };
    assert_eq!(why(&state, lead("c2", 3)), "You hold c2 then. a1 is no longer yours.");
    assert_eq!(advice::gain(&state, lead("b1", 1)), 4, "the value of b1, and 2 for the group");
    let two = with(with(corners(2), GREEN, "b1", 1), RED, "a1", 3);
    assert_eq!(why(&two, place("b1", 2)), "You take b1 from your own green, 2 to 1.");
    assert_eq!(advice::gain(&two, place("b1", 2)), 2, "what red gains is lost by green, but for its group");
}

#[test]
fn a_tile_and_a_number_are_touched_in_any_order() {
    let state = corners(4);
    let touched = |state: &State, keys: &[&str]| testing::intent::<LordsOfTheGreen>(state, seat(0), keys);
    for keys in [["cell:b2", "number:2"], ["number:2", "cell:b2"]] {
        assert_eq!(touched(&state, &keys), Some(place("b2", 2)));
    }
    assert_eq!(touched(&state, &["cube:blue.d4.1", "number:1"]), Some(place("d4", 1)));
    assert_eq!(touched(&state, &["meeple:yellow", "number:1"]), Some(place("d1", 1)));
    let lead_now = State { phase: Phase::Lead(seat(RED)), ..state };
    assert_eq!(touched(&lead_now, &["cell:b2", "number:1"]), Some(lead("b2", 1)));
    for keys in
        [&["cell:b2"][..], &["cell:z9", "number:1"], &["number:1", "number:2"], &["cell:b2", "number:300"]]
    {
        assert_eq!(touched(&lead_now, keys), None, "{keys:?}");
    }
}

#[test]
fn the_score_is_told_with_its_parts() {
    for players in 2..=5 {
        let mut game = new_match::<LordsOfTheGreen>(json!({}), players, 3);
        let mut rng = Rng::from_number(3);
        testing::play_on(&mut game, 40, |state, seat| {
            testing::random::<LordsOfTheGreen>(state, seat, &mut rng)
        });
        for player in game.scene(Viewer::Spectator).players {
            let sum: i32 = player.parts.iter().map(|part| part.points).sum();
            assert_eq!(player.score, Some(sum), "{player:?}");
        }
    }
}

#[test]
fn states_that_cannot_be_are_refused() {
    let sound = serde_json::to_value(corners(4)).unwrap();
    let changed = |path: &str, value: Value| {
        let mut state = sound.clone();
        *state.pointer_mut(path).unwrap_or_else(|| panic!("{path} in {sound}")) = value;
        state
    };
    for (path, value, expected) in [
        ("/idle", json!(0), Ok(())),
        ("/idle", json!(9), Err("nobody could place for longer than a round")),
        ("/sides", json!({"seats": 4, "each": 2}), Err("the land is for 2 to 5 players")),
        ("/sides", json!({"seats": 0, "each": 1}), Err("the land is for 2 to 5 players")),
        (
            "/sides",
            json!({"seats": 3, "each": 1}),
            Err("there are not as many tiles of each value as there are colours"),
        ),
        (
            "/land/1/symbol",
            json!("wheel"),
            Err("there are not as many tiles of each value as there are colours"),
        ),
        (
            "/land/1/knights",
            json!([17, 0, 0, 0, 0]),
            Err("there are more knights on the land than there are"),
        ),
        (
            "/land/1/knights",
            json!([255, 255, 255, 255, 0]),
            Err("there are more knights on the land than there are"),
        ),
        ("/land/1/knights", json!([0, 0, 0, 0, 1]), Err("there are more knights on the land than there are")),
        ("/lords", json!(["a1", "d1", "a4"]), Err("there is not one lord for each colour")),
        ("/lords/0", json!("a5"), Err("a lord stands beyond the land")),
        ("/lords/1", json!("a1"), Err("two lords stand on the same tile")),
        ("/lords/0", json!("b1"), Err("a lord stands without his knights")),
        ("/lords/0", Value::Null, Err("knights are on the land before their lord")),
        ("/land/0/knights", json!([1, 2, 0, 0, 0]), Err("a lord stands on a tile that he does not hold")),
        ("/placed", json!("a5"), Err("something happened beyond the land")),
        ("/went", json!({"from": "a1", "to": "a5"}), Err("something happened beyond the land")),
        ("/phase", json!({"place": 7}), Err("nobody has the colour that is on turn")),
        ("/phase", json!("over"), Err("it is over, but knights can be placed")),
    ] {
        let state: State = serde_json::from_value(changed(path, value.clone())).unwrap();
        assert_eq!(LordsOfTheGreen::audit(&state), expected, "{path} = {value}");
    }
    for (path, value) in
        [("/lords/0", json!("z9")), ("/phase", json!("pause")), ("/land/0/knights", json!([1]))]
    {
        assert!(serde_json::from_value::<State>(changed(path, value.clone())).is_err(), "{path} = {value}");
    }
    let mut first = corners(4);
    first.lords[seat(BLUE)] = None;
    first = with(with(first, BLUE, "d4", 0), RED, "b2", 1);
    assert_eq!(LordsOfTheGreen::audit(&first), Err("somebody has had no first turn"));
}

/// The points of a colour, counted tile by tile without any of the game's own helpers.
fn plain_score(state: &State, side: usize) -> i32 {
    let rows = state.land.tiles().count() / 4;
    let strength = |row: usize, col: usize, side: usize| {
        let spot = Spot::new(boxwood_kit::Square::new(row as i8, col as i8)).unwrap();
        let knights = i32::from(state.land.knights(spot, seat(side)));
        knights + i32::from(state.lords[seat(side)] == Some(spot))
    };
    let sides = state.sides.count();
    let holds = |row: usize, col: usize| {
        (0..sides).all(|other| other == side || strength(row, col, side) > strength(row, col, other))
    };
    let held: Vec<(usize, usize)> = (0..rows)
        .flat_map(|row| (0..4).map(move |col| (row, col)))
        .filter(|&(row, col)| holds(row, col))
        .collect();
    let value = |&(row, col): &(usize, usize)| {
        i32::from(state.land.tiles().nth(row * 4 + col).unwrap().symbol.value())
    };
    let mut largest = 0;
    for &start in &held {
        let (mut group, mut open) = (vec![], vec![start]);
        while let Some((row, col)) = open.pop() {
            if group.contains(&(row, col)) || !held.contains(&(row, col)) {
                continue;
            }
            group.push((row, col));
            open.extend([
                (row + 1, col),
                (row, col + 1),
                (row.wrapping_sub(1), col),
                (row, col.wrapping_sub(1)),
            ]);
        }
        largest = largest.max(group.len() as i32);
    }
    held.iter().map(value).sum::<i32>() + 2 * largest
}

#[test]
fn bits_count_as_a_plain_search_does() {
    for number in 0..40 {
        let mut rng = Rng::from_number(number);
        let mut game = new_match::<LordsOfTheGreen>(json!({}), 2 + number as usize % 4, number);
        while testing::play_on(&mut game, 5, |state, seat| {
            testing::random::<LordsOfTheGreen>(state, seat, &mut rng)
        }) == 5
        {
            let state = game.state();
            for side in state.sides.all() {
                assert_eq!(score(state, side).sum(), plain_score(state, side.index()));
            }
        }
    }
}

#[test]
fn whoever_follows_the_estimate_beats_chance() {
    for (options, seats) in [(json!({}), 2), (json!({"two_player_score": "lowest"}), 2), (json!({}), 4)] {
        let share = greedy_share::<LordsOfTheGreen>(options.clone(), seats, 30);
        assert!(share > 0.9, "{options} with {seats}: {share}");
    }
}

boxwood_conformance::game_tests!(LordsOfTheGreen, playthrough: &[], 1, shows: ["loses", "That leaves", "wins"]);
