//! The rules, the rulings and the worked examples, by number.

use std::collections::BTreeSet;

use boxwood_conformance::testing::{self, intent, new_match, seat, try_match};
use boxwood_engine::{Match, OptionsExt};
use boxwood_kit::{Hex, Seed};
use boxwood_scene::Mark;
use serde_json::{Value, json};

use super::battle::{is_won, total};
use super::flow::result;
use super::state::{Score, score};
use super::*;

/// Two players' tiles in rows of six, symbols and brown in turn:
///
/// ```text
/// a1 D  a2 .  a3 C  a4 .  a5 B  a6 .
///    b1 .  b2 W  b3 .  b4 D  b5 .  b6 C
/// c1 B  c2 .  c3 W  c4 .  c5 D  c6 .
///    d1 .  d2 C  d3 .  d4 B  d5 .  d6 W
/// ```
const FIELD: &str = "0,0,D;0,2,-;0,4,C;0,6,-;0,8,B;0,10,-;1,1,-;1,3,W;1,5,-;1,7,D;1,9,-;1,11,C;\
                     2,0,B;2,2,-;2,4,W;2,6,-;2,8,D;2,10,-;3,1,-;3,3,C;3,5,-;3,7,B;3,9,-;3,11,W";

fn card(number: u8) -> Card {
    Card::new(number).unwrap()
}

fn cards(numbers: &[u8]) -> CardSet {
    numbers.iter().map(|&number| card(number)).collect()
}

/// A war in which seat 0 is to play a count card, with units like `a2:0*3` (three of seat 0 on a2).
/// Two players are on the field above, more on a compact map.
fn war(seats: usize, units: &str) -> State {
    let options =
        if seats == 2 { json!({"map": "custom", "map_text": FIELD}) } else { json!({"map": "compact"}) };
    let mut state = new_match::<War2>(options, seats, 1).state().clone();
    for word in units.split_whitespace() {
        let (name, rest) = word.split_once(':').unwrap();
        let (owner, n) = rest.split_once('*').unwrap();
        let place = tile(name);
        assert_eq!(state.table.name(place), name);
        state.table.put(seat(owner.parse().unwrap()), place, n.parse().unwrap());
    }
    state.table.phase = Phase::Count(seat(0));
    assert_eq!(War2::audit(&state), Ok(()), "{units}");
    state
}

/// As [`war`], but seat 0 has so many actions already.
fn acting(seats: usize, units: &str, left: u8) -> State {
    let mut state = war(seats, units);
    state.table.phase = Phase::Acting(Acting { seat: seat(0), left, reinforced: false, step: Step::Choose });
    state
}

/// The tile of this name on a map with rows of six.
fn tile(name: &str) -> Tile {
    let (row, place) = name.split_at(1);
    let (row, place) = (row.as_bytes()[0] - b'a', place.parse::<u8>().unwrap() - 1);
    Tile::try_from(6 * row + place).unwrap()
}

fn units(state: &State, name: &str) -> u8 {
    state.table.units(tile(name))
}

fn owner(state: &State, name: &str) -> Option<usize> {
    state.table.owner(tile(name)).map(Seat::index)
}

/// Somebody's hand, and how many of 4, 5 and 6 have been taken; all other cards have been played.
fn give(state: &mut State, number: usize, hand: &[u8], taken: usize) {
    let table = &mut state.table;
    let own = CardSet::of_colour(colour(table.seats(), seat(number)));
    let reserve: CardSet = own.iter().skip(6 + taken).collect();
    table.hands[seat(number)] = cards(hand);
    table.played[seat(number)] = own - reserve - cards(hand);
}

fn active(state: &State) -> Vec<usize> {
    War2::turn(state).active().iter().map(Seat::index).collect()
}

fn act_as(state: &mut State, number: usize, action: Action) {
    testing::act::<War2>(state, seat(number), &action, 0);
}

/// Whoever is to act does this.
fn act(state: &mut State, action: Action) {
    act_as(state, active(state)[0], action);
}

fn actions(state: &State, number: usize) -> Vec<Action> {
    testing::actions::<War2>(state, seat(number))
}

fn refusal(state: &State, action: Action) -> String {
    testing::refusal::<War2>(state, seat(active(state)[0]), &action)
}

fn attack(from: &str, to: &str) -> Action {
    Action::Attack { from: tile(from), to: tile(to) }
}

fn step(from: &str, to: &str, n: u8) -> Action {
    Action::MoveUnits { from: tile(from), to: tile(to), n }
}

/// The whole of an attack with these cards, up to what somebody has to choose then.
fn fight(state: &mut State, from: &str, to: &str, attack_card: u8, defence_card: u8) {
    let (attacker, defender) = (active(state)[0], owner(state, to).unwrap());
    act(state, attack(from, to));
    act_as(state, attacker, Action::Commit(card(attack_card)));
    act_as(state, defender, Action::Commit(card(defence_card)));
}

fn values(cards: CardSet) -> Vec<u8> {
    let mut values: Vec<u8> = cards.iter().map(Card::value).collect();
    values.sort_unstable();
    values
}

fn end_turn(state: &mut State) {
    if let Phase::Count(on_turn) = state.table.phase {
        let lowest = state.table.hands[on_turn].iter().min_by_key(|card| card.value()).unwrap();
        act(state, Action::Count(lowest));
    }
    if matches!(state.table.phase, Phase::Acting(_)) {
        act(state, Action::EndTurn);
    }
}

fn scores(state: &State) -> (Vec<i32>, Vec<u8>) {
    let Turn::Over(outcome) = War2::turn(state) else { panic!("it goes on: {:?}", state.table.phase) };
    (outcome.scores.as_slice().to_vec(), outcome.ranks.as_slice().to_vec())
}

#[test]
fn rule_1_tiles_cards_and_units_for_two_three_and_four() {
    use Colour::{Blue, Green, Red, White, Yellow};
    for (seats, tiles, colours) in
        [(2, 24, &[Blue, Yellow][..]), (3, 30, &[Blue, Yellow, White]), (4, 36, &[Red, Yellow, Green, Blue])]
    {
        let game = new_match::<War2>(json!({}), seats, 3);
        let table = &game.state().table;
        assert_eq!(table.map.len(), tiles);
        assert_eq!(table.map.suits(symbols(seats)), Ok(()));
        assert_eq!(table.map.brown().len(), tiles / 2);
        for (number, &colour) in colours.iter().enumerate() {
            assert_eq!(super::colour(seats, seat(number)), colour);
            assert!(table.hands[seat(number)].iter().all(|card| card.colour() == colour));
            assert_eq!(table.supply(seat(number)), 20);
        }
    }
    assert!(!symbols(3).contains(&Symbol::Arrow) && symbols(3).contains(&Symbol::Hammers));
    assert!(!symbols(2).contains(&Symbol::Arrow) && !symbols(2).contains(&Symbol::Hammers));
}

#[test]
fn rule_1_the_left_out_symbols_are_on_one_card_of_each_colour_only() {
    for (seats, left_out) in [(2, &[Symbol::Arrow, Symbol::Hammers][..]), (3, &[Symbol::Arrow])] {
        for (number, symbol) in (0..seats).flat_map(|number| left_out.iter().map(move |s| (number, s))) {
            let own = CardSet::of_colour(colour(seats, seat(number)));
            assert_eq!((own & CardSet::of_symbol(*symbol)).len(), 1, "seat {number}, {symbol}");
        }
    }
}

#[test]
fn rule_2_a_compact_map_has_rows_of_six_with_symbols_in_turn() {
    for (seats, rows) in [(2, 4), (3, 5), (4, 6)] {
        let game = new_match::<War2>(json!({"map": "compact"}), seats, 1);
        let map = &game.state().table.map;
        let mut tiles = map.all().iter();
        for (row, k) in (0..rows).flat_map(|row| (0..6).map(move |k| (row, k))) {
            let tile = tiles.next().unwrap();
            assert_eq!(map.cell(tile), Hex::new(row, 2 * k + row % 2));
            assert_eq!(map.face(tile).is_some(), (row + k) % 2 == 0, "row {row}, place {k}");
        }
        assert_eq!(tiles.next(), None);
    }
}

#[test]
fn rule_2_no_tile_of_a_world_is_the_only_way_into_a_region() {
    let mut shapes = BTreeSet::new();
    for (seats, seed) in (2..=4).flat_map(|seats| (0..40).map(move |seed| (seats, seed))) {
        let game = new_match::<War2>(json!({}), seats, seed);
        let map = &game.state().table.map;
        let around = |tiles: Tiles| tiles.iter().fold(tiles, |all, tile| all.or(map.near(tile)));
        for closed in map.all().iter() {
            let mut open = map.all();
            open.remove(closed);
            let mut reached: Tiles = open.iter().take(1).collect();
            while around(reached).and(open) != reached {
                reached = around(reached).and(open);
            }
            assert_eq!(reached, open, "{seats} seats, seed {seed}, without {}", map.name(closed));
        }
        shapes.insert(map.to_string());
    }
    assert_eq!(shapes.len(), 120, "every world is different");
}

#[test]
fn rule_2_a_world_grows_where_exactly_two_tiles_touch() {
    for (seats, seed) in (2..=4).flat_map(|seats| (0..40).map(move |seed| (seats, seed))) {
        let game = new_match::<War2>(json!({}), seats, seed);
        let map = &game.state().table.map;
        let borders = map.all().iter().map(|tile| map.near(tile).len()).sum::<usize>() / 2;
        assert_eq!(borders, 3 + 2 * (map.len() - 3), "{seats} seats, seed {seed}");
    }
}

#[test]
fn rule_2_in_a_world_symbol_and_brown_tiles_touch() {
    for (seats, seed) in (2..=4).flat_map(|seats| (0..40).map(move |seed| (seats, seed))) {
        let game = new_match::<War2>(json!({}), seats, seed);
        let map = &game.state().table.map;
        let (brown, green) = (map.brown(), map.all().without(map.brown()));
        assert!(brown.iter().all(|tile| !map.near(tile).and(green).is_empty()), "seed {seed}");
        assert!(green.iter().all(|tile| !map.near(tile).and(brown).is_empty()), "seed {seed}");
    }
}

#[test]
fn rule_2_equal_symbols_lie_apart_together_or_anywhere() {
    let touching = |map: &str, layout: &str, seed: u64| -> usize {
        let game = new_match::<War2>(json!({"map": map, "symbol_layout": layout}), 4, seed);
        let map = &game.state().table.map;
        let pairs = |symbol| {
            let alike = map.showing(symbol);
            alike.iter().map(|tile| map.near(tile).and(alike).len()).sum::<usize>() / 2
        };
        Symbol::ALL.into_iter().map(pairs).sum()
    };
    for map in ["world", "compact"] {
        let sum = |layout| (0..30).map(|seed| touching(map, layout, seed)).sum::<usize>();
        let (apart, anywhere, together) = (sum("spread"), sum("random"), sum("grouped"));
        assert_eq!(apart, 0, "{map}");
        assert!(0 < anywhere && 2 * anywhere < together, "{map}: {anywhere} anywhere, {together} together");
    }
}

#[test]
fn rule_2_and_ruling_15_own_maps() {
    let game = new_match::<War2>(json!({"map": "custom", "map_text": FIELD}), 2, 5);
    let map = &game.state().table.map;
    assert_eq!(map.to_string(), FIELD.replace(char::is_whitespace, ""));
    let loose = format!(" {} ; ", FIELD.replace(';', " ;\n").replace(',', " , "));
    assert_eq!(Map::read(&loose).as_ref(), Ok(map), "a semicolon behind the last tile and blanks are fine");
    let shown = |name: &str| map.face(map.named(name).unwrap());
    assert_eq!((shown("a1"), shown("a2"), shown("d6")), (Some(Symbol::Drop), None, Some(Symbol::Wheel)));

    let without = |tile: &str, other: &str| FIELD.replace(tile, other);
    for (seats, text, expected) in [
        (
            2,
            without("0,0,D;", "0,0;"),
            "\"0,0\" is no tile: it should be row,x,symbol like 0,2,W or 1,3,- (brown).",
        ),
        (
            2,
            without("0,0,D;", "0,0,X;"),
            "\"0,0,X\" is no tile: it should be row,x,symbol like 0,2,W or 1,3,- (brown).",
        ),
        (2, without("0,0,D;", "99,0,D;"), "\"99,0,D\" is too far away: row and x go from -60 to 60."),
        (
            2,
            without("0,0,D;", "-61,300000000000,D;"),
            "\"-61,300000000000,D\" is too far away: row and x go from -60 to 60.",
        ),
        (2, without("0,0,D;", "60,-60,D;"), "The map falls apart: no way leads from 0,2 to 60,-60."),
        (
            2,
            without("0,0,D;", "0,0,D;;"),
            "A tile of the map is missing: nothing stands between two semicolons.",
        ),
        (2, ";".into(), "A tile of the map is missing: nothing stands between two semicolons."),
        (
            2,
            without("0,0,D;", "0,1,D;"),
            "Row and x of \"0,1,D\" add up to an odd number, so it is between two places.",
        ),
        (2, without("0,0,D;", "0,2,D;"), "The map names the place 0,2 twice."),
        (2, without("0,0,D;", "9,9,D;"), "The map falls apart: no way leads from 0,2 to 9,9."),
        (2, without("0,0,D;", "0,0,C;"), "The map has 2 Drop tiles, but needs 3."),
        (2, without("0,0,D;", ""), "The map has 2 Drop tiles, but needs 3."),
        (2, without("0,2,-;", ""), "The map has 11 brown tiles, but needs 12."),
        (3, FIELD.to_string(), "The map has 0 Hammers tiles, but needs 3."),
        (2, "0,0,-;".repeat(50), "A map has at most 36 tiles, not 50."),
    ] {
        let refused = try_match::<War2>(json!({"map": "custom", "map_text": text}), seats, 1).err();
        assert_eq!(refused.map(|error| error.to_string()).as_deref(), Some(expected), "{text}");
    }

    // What lies on the table, whatever was chosen to get it there.
    let table = |options: Value| Table {
        options: Options::default(),
        ..new_match::<War2>(options, 3, 8).state().table.clone()
    };
    assert_eq!(table(json!({"map": "custom"})), table(json!({"map": "compact"})), "no text: compact");
    assert_eq!(table(json!({"map_text": "nonsense"})), table(json!({})), "the text is for own maps only");
}

#[test]
fn rule_3_low_cards_in_hand_and_high_ones_in_the_reserve() {
    let game = new_match::<War2>(json!({}), 4, 2);
    for seat in Seat::all(4) {
        assert_eq!(values(game.state().table.hands[seat]), [1, 1, 1, 2, 2, 3]);
        assert_eq!(values(game.state().table.reserve(seat)), [4, 5, 6]);
    }
}

#[test]
fn rule_4_counter_clockwise_with_the_start_player_last() {
    let mut starters = BTreeSet::new();
    for seed in 0..20 {
        let mut state = new_match::<War2>(json!({}), 3, seed).state().clone();
        let mut order = vec![];
        while let Phase::Place(on_turn) = state.table.phase {
            order.push(on_turn.index());
            let action = actions(&state, on_turn.index())[0];
            act(&mut state, action);
        }
        let Phase::Count(start) = state.table.phase else { panic!("the first turn begins") };
        let start = start.index();
        let round = [(start + 2) % 3, (start + 1) % 3, start];
        assert_eq!(order, round.repeat(6));
        for player in Seat::all(3) {
            assert_eq!((state.table.on_tiles(player), state.table.held[player].len()), (6, 4));
            assert_eq!(state.table.supply(player), 14);
        }
        starters.insert(start);
    }
    assert_eq!(starters.len(), 3, "anybody may be the start player");
}

#[test]
fn rule_4_where_units_are_placed() {
    // Seat 0 has placed on a2, seat 1 on b3.
    let mut state = war(2, "a2:0*1 b3:1*1");
    state.table.phase = Phase::Place(seat(0));
    for (name, expected) in [
        ("a4", Ok(())),
        ("b1", Err("This tile touches one of yours (rule 4).")),
        ("a3", Err("The first four units go on brown tiles (rule 4).")),
        ("b3", Err("This tile is occupied (rule 4).")),
        ("a2", Err("This tile is occupied (rule 4).")),
    ] {
        let answer = War2::check(&state, seat(0), &Action::Place(tile(name)));
        assert_eq!(answer.map_err(|why| why.to_string()), expected.map_err(str::to_string), "{name}");
    }
    // Two players have 24 tiles, so no map of theirs has a twenty-fifth.
    let off = Action::Place(Tile::try_from(24).unwrap());
    assert_eq!(refusal(&state, off), "There is no tile number 25 on the map, which has 24 (rule 2).");
    // After four units, both others may go to the same own tile, and nowhere else.
    let mut state = war(2, "a2:0*1 a4:0*1 a6:0*1 c2:0*1 b3:1*1 d1:1*1 d3:1*1 d5:1*1");
    state.table.phase = Phase::Place(seat(0));
    let unowned = Action::Place(tile("c6"));
    assert_eq!(refusal(&state, unowned), "The last two units go on tiles you hold already (rule 4).");
    for other in ["b3", "d1"] {
        let own = Action::Place(tile("a4"));
        act_as(&mut state, 0, own);
        let own = Action::Place(tile(other));
        act_as(&mut state, 1, own);
    }
    assert_eq!(units(&state, "a4"), 3);
    assert_eq!(state.table.phase, Phase::Count(seat(1)), "seat 1 placed last, so it begins");
}

#[test]
fn ruling_2_any_brown_tile_if_all_of_them_touch_own_tiles() {
    let mut state = war(2, "b1:0*1 b3:0*1 b5:0*1 d1:1*1 d3:1*1 d5:1*1");
    state.table.phase = Phase::Place(seat(0));
    let free = ["a2", "a4", "a6", "c2", "c4", "c6"].map(|name| Action::Place(tile(name)));
    assert_eq!(actions(&state, 0), free);
    let prompt = War2::scene(&War2::view(&state, Viewer::Seat(seat(0))), Viewer::Seat(seat(0))).prompt;
    assert_eq!(prompt.text, "Place unit 4 of 6 on any empty brown tile, since all of them touch yours.");
}

#[test]
fn rule_5_the_count_card_buys_actions_and_one_may_stop_early() {
    let mut state = war(3, "a2:0*2 c2:1*2 e2:2*2");
    for (number, count_card, left) in [(0, 29, 3), (1, 14, 2), (2, 36, 1)] {
        assert_eq!(active(&state), [number], "clockwise");
        act(&mut state, Action::Count(card(count_card)));
        let Phase::Acting(acting) = state.table.phase else { panic!("actions follow") };
        assert_eq!((acting.seat.index(), acting.left), (number, left));
        assert!(state.table.played[seat(number)].contains(card(count_card)));
        act(&mut state, Action::EndTurn);
    }
    assert_eq!(state.table.turns.as_slice(), [1, 1, 1]);
    assert_eq!(state.table.phase, Phase::Count(seat(0)));
    for action in [Action::EndTurn, Action::Reinforce(card(30)), Action::Commit(card(30))] {
        assert_eq!(refusal(&state, action), "A turn begins with a count card (rule 5).");
    }
}

#[test]
fn rule_5_the_turn_ends_by_itself_after_the_last_action() {
    let mut state = acting(2, "a2:0*3 d5:1*2", 2);
    for (to, left) in [("a3", Some(1)), ("b1", None)] {
        let any = state.table.hands[seat(0)].first().unwrap();
        act(&mut state, Action::Move(any));
        act(&mut state, step("a2", to, 1));
        if matches!(state.table.phase, Phase::Acting(Acting { step: Step::Move { .. }, .. })) {
            act(&mut state, Action::MoveDone);
        }
        match (state.table.phase, left) {
            (Phase::Acting(acting), Some(left)) => assert_eq!(acting.left, left),
            (phase, _) => assert_eq!(phase, Phase::Count(seat(1))),
        }
    }
}

#[test]
fn rule_6_reinforce_once_move_and_attack_often() {
    let mut state = acting(2, "b1:0*6 a2:1*6 d5:1*1", 6);
    act(&mut state, Action::Reinforce(card(30)));
    act(&mut state, Action::ReinforceTile(tile("b1")));
    assert_eq!(
        refusal(&state, Action::Reinforce(card(27))),
        "You have already reinforced in this turn (rule 6)."
    );
    for number in [27, 31] {
        act(&mut state, Action::Move(card(number)));
        act(&mut state, step("b1", "c1", 1));
        act(&mut state, Action::MoveDone);
    }
    for (attack_card, defence_card) in [(28, 9), (32, 12)] {
        fight(&mut state, "b1", "a2", attack_card, defence_card);
    }
    assert_eq!(units(&state, "b1"), 3, "7 units, 2 moved away and 2 lost");
    let Phase::Acting(acting) = state.table.phase else { panic!("one action is left") };
    assert_eq!(acting.left, 1);
}

#[test]
fn example_1_karis_first_turn() {
    let mut state = war(2, "b1:0*3 c4:0*1 d1:0*2 a2:1*2 a4:1*1 c6:1*3");
    act(&mut state, Action::Count(card(29)));
    act(&mut state, Action::Reinforce(card(28)));
    act(&mut state, Action::ReinforceTile(tile("c4")));
    act(&mut state, Action::ReinforceTile(tile("d1")));
    act(&mut state, Action::Move(card(27)));
    act(&mut state, step("d1", "c1", 1));
    act(&mut state, step("d1", "d2", 1));
    fight(&mut state, "b1", "a2", 30, 12);
    // 3 + 1 = 4 against 2 + 1 = 3. Two tiles are open to Ola's other unit.
    assert_eq!(active(&state), [1]);
    act(&mut state, Action::Flee(tile("a3")));
    assert_eq!((units(&state, "a2"), units(&state, "a3")), (0, 1));
    act(&mut state, Action::Advance(2));
    assert_eq!((units(&state, "b1"), units(&state, "a2")), (1, 2));
    assert_eq!(values(state.table.hands[seat(0)]), [1, 2]);
    assert_eq!(state.table.phase, Phase::Count(seat(1)), "all three actions are done");
}

#[test]
fn example_3_and_rule_7_an_empty_hand_comes_back_when_a_card_is_needed() {
    let mut state = war(2, "b1:0*3 d5:1*3");
    give(&mut state, 0, &[30, 32], 0); // a 1 and a 2
    act(&mut state, Action::Count(card(32)));
    act(&mut state, Action::Reinforce(card(30)));
    act(&mut state, Action::ReinforceTile(tile("b1")));
    assert!(state.table.hands[seat(0)].is_empty(), "not when the hand becomes empty");
    assert_eq!(state.table.reserve(seat(0)).len(), 3);

    let mut stopped = state.clone();
    act(&mut stopped, Action::EndTurn);
    assert!(stopped.table.hands[seat(0)].is_empty(), "nor for the end of the turn");

    let moves = actions(&state, 0).iter().filter(|action| matches!(action, Action::Move(_))).count();
    assert_eq!(moves, 7, "any of the seven");
    act(&mut state, Action::Move(card(33)));
    assert_eq!(values(state.table.hands[seat(0)]), [1, 1, 1, 2, 2, 3]);
    assert_eq!(values(state.table.played[seat(0)]), [4]);
    let Phase::Acting(acting) = state.table.phase else { panic!("a move has begun") };
    assert_eq!(acting.left, 0, "the number of actions is unaffected");
}

#[test]
fn rule_7_the_reserve_comes_in_order_and_then_nothing() {
    for (taken, expected) in [
        (0, vec![1, 1, 1, 2, 2, 3, 4]),
        (1, vec![1, 1, 1, 2, 2, 3, 4, 5]),
        (3, vec![1, 1, 1, 2, 2, 3, 4, 5, 6]),
    ] {
        let mut state = war(2, "b1:0*3 d5:1*3");
        give(&mut state, 1, &[], taken);
        end_turn(&mut state);
        assert_eq!(state.table.phase, Phase::Count(seat(1)));
        assert_eq!(values(state.table.hands[seat(1)]), expected, "a count card is needed");
        assert!(state.table.played[seat(1)].is_empty());
    }
}

#[test]
fn rule_7_both_sides_of_an_attack_take_back_when_it_is_named() {
    let mut state = acting(2, "b1:0*3 a2:1*3", 2);
    give(&mut state, 0, &[], 0);
    give(&mut state, 1, &[], 1);
    act(&mut state, attack("b1", "a2"));
    assert_eq!((state.table.hands[seat(0)].len(), state.table.hands[seat(1)].len()), (7, 8));
    assert_eq!(active(&state), [0, 1]);
}

#[test]
fn rule_7_other_cards_are_refused() {
    let mut state = war(2, "b1:0*3 d5:1*3");
    give(&mut state, 0, &[30], 1);
    for (number, expected) in [
        (27, "The Arrow 1 has been played; it comes back when the hand is empty (rule 7)."),
        (34, "The Drop 5 is still in the reserve (rule 7)."),
        (9, "The yellow Wheel 1 is not one of your cards (rule 7)."),
    ] {
        assert_eq!(refusal(&state, Action::Count(card(number))), expected);
    }
}

#[test]
fn rule_8_one_unit_on_each_named_tile() {
    let mut state = acting(2, "b1:0*3 c4:0*1 d5:0*1 a6:1*1", 2);
    act(&mut state, Action::Reinforce(card(28)));
    assert_eq!(refusal(&state, Action::ReinforceDone), "Put at least one unit on a tile first (ruling R14).");
    act(&mut state, Action::ReinforceTile(tile("c4")));
    for (name, expected) in [
        ("c4", "This tile has its unit already; each gets only one (rule 8)."),
        ("a6", "Reinforcements go on tiles you hold (rule 8)."),
        ("a1", "Reinforcements go on tiles you hold (rule 8)."),
    ] {
        assert_eq!(refusal(&state, Action::ReinforceTile(tile(name))), expected, "{name}");
    }
    assert_eq!(refusal(&state, Action::EndTurn), "Finish the reinforcement first (rule 8).");
    let mut fewer = state.clone();
    act(&mut fewer, Action::ReinforceDone);
    assert!(matches!(
        fewer.table.phase,
        Phase::Acting(Acting { reinforced: true, left: 1, step: Step::Choose, .. })
    ));
    act(&mut state, Action::ReinforceTile(tile("b1")));
    assert_eq!((units(&state, "b1"), units(&state, "c4"), units(&state, "d5")), (4, 2, 1));
    assert!(
        matches!(state.table.phase, Phase::Acting(Acting { step: Step::Choose, .. })),
        "the 2 is used up"
    );
}

#[test]
fn rule_8_it_ends_by_itself_without_supply_or_tiles() {
    for (units, placed) in
        [("b1:0*18 c4:0*1 d5:0*1 a6:1*1", 0), ("b1:0*18 c4:0*1 a6:1*1", 1), ("b1:0*3 c4:0*1 a6:1*1", 2)]
    {
        let mut state = acting(2, units, 2);
        if placed == 0 {
            assert_eq!(
                refusal(&state, Action::Reinforce(card(29))),
                "All your units are on the map already (ruling R14)."
            );
            continue;
        }
        act(&mut state, Action::Reinforce(card(29)));
        for name in ["b1", "c4"].into_iter().take(placed) {
            assert!(matches!(state.table.phase, Phase::Acting(Acting { step: Step::Reinforce { .. }, .. })));
            act(&mut state, Action::ReinforceTile(tile(name)));
        }
        assert!(
            matches!(state.table.phase, Phase::Acting(Acting { step: Step::Choose, reinforced: true, .. })),
            "{units}"
        );
    }
}

#[test]
fn rule_9_where_and_how_many() {
    let mut state = acting(2, "b1:0*3 c1:0*1 a2:1*1 d5:1*1", 1);
    act(&mut state, Action::Move(card(28)));
    assert_eq!(refusal(&state, Action::MoveDone), "Move at least one unit first (ruling R14).");
    for (from, to, n, expected) in [
        ("b1", "b2", 3, "At least one unit stays on the tile (rule 9)."),
        ("b1", "b2", 0, "Move at least one unit (rule 9)."),
        ("b1", "b3", 1, "Units go one step, to a tile that touches theirs (rule 9)."),
        ("b1", "b1", 1, "Units go one step, to a tile that touches theirs (rule 9)."),
        ("b1", "a2", 1, "Units cannot move to a tile of somebody else: attack it (rule 9)."),
        ("a2", "a3", 1, "Move your own units (rule 9)."),
        ("a5", "a6", 1, "Move your own units (rule 9)."),
        ("c1", "d1", 1, "At least one unit stays on the tile (rule 9)."),
    ] {
        assert_eq!(refusal(&state, step(from, to, n)), expected, "{n} from {from} to {to}");
    }
    assert_eq!(refusal(&state, Action::EndTurn), "Finish the move first (rule 9).");
    let targets = ["a1", "b2", "c1", "c2"];
    let listed: Vec<Action> = targets.iter().flat_map(|to| [1, 2].map(|n| step("b1", to, n))).collect();
    assert_eq!(actions(&state, 0), listed);
}

#[test]
fn rule_9_sources_in_sequence() {
    let mut state = acting(2, "b1:0*6 c4:0*2 d5:1*1", 1);
    act(&mut state, Action::Move(card(28))); // two sources
    act(&mut state, step("b1", "a1", 1)); // several ways from one source
    act(&mut state, step("b1", "b2", 3));
    act(&mut state, step("b2", "b3", 1)); // units that arrived go on
    for (from, to, expected) in [
        ("b1", "c1", "Units have left this tile before; go on with another one (rule 9)."),
        ("c4", "c5", "With this card units leave only 2 tiles (rule 9)."),
    ] {
        assert_eq!(refusal(&state, step(from, to, 1)), expected);
    }
    act(&mut state, step("b2", "a3", 1));
    assert_eq!(["b1", "a1", "b2", "b3", "a3"].map(|name| units(&state, name)), [2, 1, 1, 1, 1]);
    assert_eq!(state.table.phase, Phase::Count(seat(1)), "no step is possible, so the move ends by itself");
}

#[test]
fn rule_9_the_last_source_stays_open_until_another_is_used() {
    let mut state = acting(2, "b1:0*4 c4:0*3 d5:1*1", 2);
    act(&mut state, Action::Move(card(28)));
    act(&mut state, step("b1", "a1", 1));
    act(&mut state, step("c4", "c5", 1));
    assert!(War2::check(&state, seat(0), &step("b1", "a1", 1)).is_err());
    act(&mut state, step("c4", "b4", 1));
    assert!(
        matches!(state.table.phase, Phase::Acting(Acting { step: Step::Choose, left: 1, .. })),
        "c4 is used up"
    );
}

#[test]
fn rule_10_who_can_be_attacked() {
    let mut state = acting(2, "b1:0*3 c1:0*1 a2:1*1 d5:1*1", 1);
    for (from, to, expected) in [
        ("a2", "b1", "Attack from a tile you hold (rule 10)."),
        ("b1", "c1", "Only a tile with units of somebody else can be attacked (rule 10)."),
        ("b1", "b2", "Only a tile with units of somebody else can be attacked (rule 10)."),
        ("b1", "d5", "The tiles do not touch (rule 10)."),
    ] {
        assert_eq!(refusal(&state, attack(from, to)), expected, "{from} to {to}");
    }
    act(&mut state, attack("b1", "a2"));
    for action in [Action::EndTurn, Action::Advance(1), Action::Count(card(30))] {
        assert_eq!(refusal(&state, action), "Both sides choose a battle card now (rule 10).");
    }
}

#[test]
fn rule_10_and_ruling_9_a_committed_card_is_hidden_and_still_shown_in_the_hand() {
    let mut state = acting(3, "b1:0*3 a2:1*3 e1:2*1", 1);
    act(&mut state, attack("b1", "a2"));
    let before = state.table.hands;
    act_as(&mut state, 0, Action::Commit(card(29)));
    assert_eq!(active(&state), [1]);
    assert_eq!(state.table.hands, before);
    for (viewer, in_hand, in_battle) in [
        (Viewer::Seat(seat(0)), false, "card:29"),
        (Viewer::Seat(seat(1)), true, "card:battle.0"),
        (Viewer::Seat(seat(2)), true, "card:battle.0"),
        (Viewer::Spectator, true, "card:battle.0"),
    ] {
        let view = War2::view(&state, viewer);
        let scene = War2::scene(&view, viewer);
        let keys = |zone: &str| -> Vec<&str> {
            scene.zone(zone).unwrap().pieces.iter().map(|piece| piece.key.as_str()).collect()
        };
        assert_eq!(keys("hand.0").contains(&"card:29"), in_hand, "{viewer:?}");
        assert_eq!(keys("battle"), [in_battle], "{viewer:?}");
        let worlds: BTreeSet<Option<Card>> =
            (0..200).map(|n| War2::redeal(&view, &mut Rng::from_number(n)).committed.of(seat(0))).collect();
        assert_eq!(worlds.len(), if in_hand { 6 } else { 1 }, "{viewer:?}");
    }
    act_as(&mut state, 1, Action::Commit(card(12)));
    assert!(state.table.played[seat(0)].contains(card(29)) && state.table.played[seat(1)].contains(card(12)));
    assert!(!state.table.hands[seat(0)].contains(card(29)) && !state.table.hands[seat(1)].contains(card(12)));
}

#[test]
fn rule_10_a_committed_card_cannot_be_taken_back_but_a_named_attack_can() {
    let state = acting(2, "b1:0*3 a2:1*3", 1);
    let mut game = Match::<War2>::from_state(Options::default(), state.clone(), Seed::from_number(1));
    game.act(seat(0), attack("b1", "a2")).unwrap();
    game.undo(seat(0)).unwrap();
    assert_eq!(*game.state(), state);
    game.act(seat(0), attack("b1", "a2")).unwrap();
    game.act(seat(0), Action::Commit(card(29))).unwrap();
    assert!(game.undo(seat(0)).is_err());
}

#[test]
fn rule_11_ruling_3_and_examples_2_and_4_totals() {
    // c1 shows Bricks, c2 is brown; all units of the attacking tile count (R3).
    for (units, to, cards, totals) in [
        ("b1:0*2 c1:1*2", "c1", (31, 9), (4, 3)),   // example 2
        ("b1:0*2 c1:1*2", "c1", (31, 13), (4, 4)),  // example 2, a draw
        ("b1:0*3 c2:1*2", "c2", (30, 12), (4, 3)),  // example 1
        ("b1:0*1 c1:1*1", "c1", (31, 9), (3, 2)),   // example 4
        ("b1:0*2 c2:1*2", "c2", (31, 13), (3, 3)),  // a brown tile matches nothing
        ("b1:0*9 c1:1*1", "c1", (27, 11), (10, 4)), // ruling R3
    ] {
        let mut state = acting(2, &format!("{units} c5:0*1 a6:1*1"), 3);
        fight(&mut state, "b1", to, cards.0, cards.1);
        let battle = state.table.last.unwrap();
        let total = |side| total(&state.table.map, side, battle.to);
        assert_eq!((total(battle.attacker), total(battle.defender)), totals, "{units}, {cards:?}");
        assert_eq!(is_won(&state.table.map, &battle), totals.0 > totals.1, "a draw is the defender's");
    }
}

#[test]
fn rule_12_a_lost_attack_costs_one_unit_and_may_empty_the_tile() {
    let mut state = acting(2, "b1:0*1 c5:0*1 c1:1*2 a6:1*1", 3);
    fight(&mut state, "b1", "c1", 31, 13);
    assert_eq!((units(&state, "b1"), owner(&state, "b1"), units(&state, "c1")), (0, None, 2));
    assert_eq!(state.table.supply(seat(0)), 19);
    assert!(matches!(state.table.phase, Phase::Acting(Acting { seat, left: 2, .. }) if seat.index() == 0));
}

#[test]
fn example_4_and_rulings_5_and_7_a_lone_unit_kills_but_does_not_conquer() {
    let mut state = acting(2, "b1:0*1 c1:1*1 a6:1*1", 3);
    fight(&mut state, "b1", "c1", 31, 9);
    assert_eq!((units(&state, "c1"), owner(&state, "c1"), units(&state, "b1")), (0, None, 1));
    assert!(
        matches!(state.table.phase, Phase::Acting(Acting { step: Step::Choose, .. })),
        "no choice to make"
    );

    state = acting(2, "b1:0*1 c1:1*1 a6:1*1", 3);
    state.table.options.conquest_leave_one = LeaveOne::Off;
    fight(&mut state, "b1", "c1", 31, 9);
    assert_eq!(actions(&state, 0), [Action::Advance(0), Action::Advance(1)]);
    act(&mut state, Action::Advance(1));
    assert_eq!((owner(&state, "c1"), owner(&state, "b1")), (Some(0), None));
}

#[test]
fn ruling_5_and_7_after_a_kill_all_but_one_may_advance() {
    let mut state = acting(2, "b1:0*4 c1:1*1 a6:1*1", 3);
    fight(&mut state, "b1", "c1", 31, 9);
    assert_eq!(actions(&state, 0), (0..=3).map(Action::Advance).collect::<Vec<_>>());
    assert_eq!(refusal(&state, Action::Advance(4)), "No more than 3 units can advance (rule 13).");
    assert_eq!(refusal(&state, Action::EndTurn), "Choose first how many units advance (rule 13).");
    let mut stays = state.clone();
    act(&mut stays, Action::Advance(0));
    assert_eq!((units(&stays, "b1"), owner(&stays, "c1")), (4, None));
    act(&mut state, Action::Advance(2));
    assert_eq!((units(&state, "b1"), units(&state, "c1"), owner(&state, "c1")), (2, 2, Some(0)));
}

#[test]
fn rule_13_and_rulings_4_and_6_where_the_beaten_flee() {
    // Around a1: a2 and b1, where the attack comes from. Around c1: b1, c2 and d1.
    for (board, from, to, choices, fled_to) in [
        // Example 5: one unoccupied neighbour, a symbol tile.
        ("a2:0*6 a3:0*1 b2:0*1 b1:1*3 c1:0*1 c2:0*1 d6:1*1", "a2", "b1", &[][..], Some("a1")),
        // Own tiles come first, even if others are free.
        ("b1:0*6 c1:1*3 d1:1*1", "b1", "c1", &[], Some("d1")),
        ("b1:0*6 c1:1*3 d1:1*1 c2:1*1", "b1", "c1", &["c2", "d1"], None),
        // Without an own tile, any unoccupied one.
        ("b1:0*6 c1:1*3 d6:1*1", "b1", "c1", &["c2", "d1"], None),
        ("b1:0*6 c1:1*3 c2:0*1 d6:1*1", "b1", "c1", &[], Some("d1")),
        // Ruling R6: without either they stay, and nobody advances.
        ("b1:0*6 c1:1*3 c2:0*1 d1:0*1 d6:1*1", "b1", "c1", &[], None),
    ] {
        let mut state = acting(2, board, 2);
        let before = fled_to.map_or(0, |name| units(&state, name));
        fight(&mut state, from, to, 29, 9);
        let named: Vec<Action> = choices.iter().map(|name| Action::Flee(tile(name))).collect();
        if !named.is_empty() {
            assert_eq!((active(&state), actions(&state, 1)), (vec![1], named.clone()), "{board}");
            act(&mut state, named[0]);
        }
        match fled_to.or(choices.first().copied()) {
            Some(refuge) => {
                let grown = units(&state, refuge) - if choices.is_empty() { before } else { 0 };
                assert!(grown >= 2 && owner(&state, refuge) == Some(1), "{board}");
                assert_eq!(owner(&state, to), None, "{board}");
                assert_eq!(actions(&state, 0).len(), 6, "{board}: 0 to 5 may advance");
            }
            None => {
                assert_eq!((units(&state, to), owner(&state, to)), (2, Some(1)), "{board}");
                assert!(
                    matches!(state.table.phase, Phase::Acting(Acting { step: Step::Choose, .. })),
                    "{board}"
                );
            }
        }
    }
}

#[test]
fn example_5_two_units_must_flee_to_the_free_drop_tile() {
    let mut state = acting(2, "a2:0*4 b1:1*3 c1:0*1 c2:0*1 b2:0*1 d6:1*1", 1);
    // The neighbours of b1 are a1 (Drop, free), a2, b2, c1 and c2; only a1 is not blue.
    fight(&mut state, "a2", "b1", 29, 9);
    assert_eq!((units(&state, "a1"), owner(&state, "a1")), (2, Some(1)));
    assert_eq!(state.table.map.face(tile("a1")), Some(Symbol::Drop));
    assert_eq!(state.table.supply(seat(1)), 20 - 3);
    act(&mut state, Action::Advance(1));
    assert_eq!(state.table.phase, Phase::Count(seat(1)));
}

#[test]
fn rule_13_flight_to_a_wrong_tile_is_refused() {
    let mut state = acting(2, "b1:0*6 c1:1*3 d1:1*1 c2:1*1", 2);
    fight(&mut state, "b1", "c1", 29, 9);
    for (name, expected) in [
        ("b1", "Beaten units cannot flee to a tile of somebody else (rule 13)."),
        ("d2", "Beaten units flee to a tile that touches theirs (rule 13)."),
    ] {
        assert_eq!(refusal(&state, Action::Flee(tile(name))), expected);
    }
    let mut state = acting(2, "c4:0*6 b4:1*3 b5:1*1 a4:1*1", 2);
    fight(&mut state, "c4", "b4", 29, 9);
    let free = Action::Flee(tile("a5"));
    assert_eq!(
        refusal(&state, free),
        "Beaten units flee to a tile of your own while one touches theirs (rule 13)."
    );
}

#[test]
fn example_7_and_ruling_8_the_final_turns_of_two() {
    let mut state = acting(2, "b1:0*2 c5:0*1 c1:1*2 a6:1*1", 2);
    give(&mut state, 0, &[30, 31, 27], 3);
    give(&mut state, 1, &[], 2);
    act(&mut state, attack("b1", "c1"));
    assert_eq!(state.table.hands[seat(1)].len(), 9, "eight cards and the 6");
    assert_eq!(state.table.ending, Ending::Triggered);
    act_as(&mut state, 1, Action::Commit(card(17)));
    act_as(&mut state, 0, Action::Commit(card(30)));
    assert!(matches!(state.table.phase, Phase::Acting(Acting { left: 1, .. })), "blue finishes this turn");
    let mut order = vec![];
    while state.table.phase != Phase::Over {
        order.push(active(&state)[0]);
        end_turn(&mut state);
    }
    assert_eq!(order, [0, 1, 0], "the rest of this turn, then a final turn for each");
}

#[test]
fn rule_14_the_final_turns_of_four_end_with_whoever_was_on_turn() {
    for on_turn in 0..4 {
        let mut state = war(4, "a2:0*2 c2:1*2 e2:2*2 f5:3*2");
        for number in 0..4 {
            let low: Vec<u8> =
                CardSet::of_colour(colour(4, seat(number))).iter().take(6).map(Card::number).collect();
            give(&mut state, number, &low, 3);
        }
        give(&mut state, on_turn, &[], 2);
        state.table.turns = SeatMap::from_fn(4, |seat| if seat.index() < on_turn { 9 } else { 8 });
        let before = seat((on_turn + 3) % 4);
        state.table.phase =
            Phase::Acting(Acting { seat: before, left: 1, reinforced: true, step: Step::Choose });
        act(&mut state, Action::EndTurn); // whoever is next needs a count card
        assert_eq!((state.table.ending, active(&state)), (Ending::Triggered, vec![on_turn]));
        end_turn(&mut state);
        let mut order = vec![];
        while state.table.phase != Phase::Over {
            order.push(active(&state)[0]);
            end_turn(&mut state);
        }
        assert_eq!(order, [1, 2, 3, 4].map(|step| (on_turn + step) % 4));
    }
}

#[test]
fn rule_15_the_last_one_on_the_map_ends_the_game_at_once() {
    // The defender's last unit falls: no advance any more.
    let mut state = acting(2, "b1:0*4 c1:1*1", 3);
    fight(&mut state, "b1", "c1", 31, 9);
    assert_eq!(scores(&state), (vec![1, 0], vec![1, 2]));
    assert_eq!(owner(&state, "c1"), None);
    // The attacker's last unit falls.
    let mut state = acting(2, "b1:0*1 c1:1*2", 3);
    fight(&mut state, "b1", "c1", 31, 13);
    assert_eq!(scores(&state), (vec![0, 2], vec![2, 1]), "a tile and its symbol");
}

#[test]
fn rule_15_and_ruling_12_whoever_is_out_has_no_turns() {
    let mut state = acting(3, "b1:0*4 a2:1*1 e2:2*2", 2);
    fight(&mut state, "b1", "a2", 29, 9);
    act(&mut state, Action::Advance(1));
    assert_eq!(state.table.on_map(), SeatSet::only(seat(0)).with(seat(2)));
    act(&mut state, Action::EndTurn);
    assert_eq!(active(&state), [2], "seat 1 is out");
    let scene = War2::scene(&War2::view(&state, Viewer::Spectator), Viewer::Spectator);
    assert_eq!(scene.players.iter().map(|player| player.out).collect::<Vec<_>>(), [false, true, false]);
    end_turn(&mut state);
    assert_eq!(active(&state), [0]);
    state.table.phase = Phase::Over;
    state.table.ending = Ending::FinalTurns(SeatSet::EMPTY);
    assert_eq!(scores(&state).1[1], 3, "and is last with nothing");
}

#[test]
fn rule_15_an_attacker_who_is_out_has_no_further_action() {
    let mut state = acting(3, "b1:0*1 a2:1*2 e2:2*2", 4);
    fight(&mut state, "b1", "a2", 30, 9);
    assert_eq!(state.table.phase, Phase::Count(seat(1)), "the turn ends at once");
    assert!(!state.table.on_map().contains(seat(0)));
}

#[test]
fn rule_15_somebodys_leaving_can_bring_on_the_final_turns() {
    // Seats 0 and 2 have the 6, seat 1 has not and is beaten.
    let mut state = acting(3, "b1:0*4 a2:1*1 e2:2*2", 3);
    give(&mut state, 0, &[29, 30, 31], 3);
    give(&mut state, 2, &[36, 37], 3);
    fight(&mut state, "b1", "a2", 29, 9);
    assert_eq!(state.table.ending, Ending::Triggered);
    act(&mut state, Action::Advance(1));
    act(&mut state, Action::EndTurn);
    let mut order = vec![];
    while state.table.phase != Phase::Over {
        order.push(active(&state)[0]);
        end_turn(&mut state);
    }
    assert_eq!(order, [2, 0]);

    // The same if she beats herself: her turn ends, and the others have their final turns.
    let mut state = acting(3, "b1:0*1 a2:1*4 e2:2*2", 3);
    give(&mut state, 1, &[9, 12], 3);
    give(&mut state, 2, &[36, 37], 3);
    fight(&mut state, "b1", "a2", 30, 9);
    assert_eq!(state.table.ending, Ending::FinalTurns(SeatSet::only(seat(1)).with(seat(2))));
    end_turn(&mut state);
    end_turn(&mut state);
    assert_eq!(state.table.phase, Phase::Over);
}

#[test]
fn rule_15_a_final_turn_not_yet_taken_is_lost() {
    let mut state = acting(3, "b1:0*4 a2:1*1 e2:2*2", 3);
    for (number, hand) in [(0, [29, 30]), (1, [9, 12]), (2, [36, 37])] {
        give(&mut state, number, &hand, 3);
    }
    state.table.ending = Ending::FinalTurns(SeatSet::all(3));
    fight(&mut state, "b1", "a2", 29, 9);
    act(&mut state, Action::Advance(0));
    act(&mut state, Action::EndTurn);
    assert_eq!(active(&state), [2]);
    end_turn(&mut state);
    assert_eq!(state.table.phase, Phase::Over);

    // Seat 1 is beaten in the last final turn of all.
    let mut state = acting(3, "b1:0*4 a2:1*1 e2:2*2", 1);
    for (number, hand) in [(0, [29, 30]), (1, [9, 12]), (2, [36, 37])] {
        give(&mut state, number, &hand, 3);
    }
    state.table.ending = Ending::FinalTurns(SeatSet::only(seat(0)));
    fight(&mut state, "b1", "a2", 29, 9);
    act(&mut state, Action::Advance(3));
    assert_eq!(state.table.phase, Phase::Over);
}

#[test]
fn rule_16_and_example_6_scores() {
    for (units, tiles, ladder, triples, sum) in [
        // Example 6: Drop ×3, Wheel, Circles ×2 and three brown tiles.
        ("a1:0*1 b4:0*1 c5:0*1 b2:0*1 a3:0*1 b6:0*1 a2:0*5 a4:0*1 a6:0*1", 9, 6, 1, 20),
        ("a2:0*3", 1, 0, 0, 1),
        ("a1:0*1", 1, 1, 0, 2),
        ("a1:0*1 b2:0*1 a3:0*1 a5:0*1", 4, 10, 0, 14),
        ("a1:0*1 b4:0*1 c5:0*1 a3:0*1 b6:0*1 d2:0*1", 6, 3, 2, 19),
    ] {
        let state = war(2, &format!("{units} d5:1*1"));
        let score = score(&state.table, seat(0));
        assert_eq!(
            (score.tiles, score.ladder(), score.triples, score.sum()),
            (tiles, ladder, triples, sum),
            "{units}"
        );
    }
    let ladder = |symbols| Score { tiles: 0, symbols, triples: 0 }.ladder();
    assert_eq!([1, 2, 3, 4, 5, 6].map(ladder), [1, 3, 6, 10, 15, 21]);
}

#[test]
fn rule_16_and_ruling_11_ties() {
    for (units, ranks) in [
        ("a2:0*1 a4:0*1 b1:1*1 b3:1*1", [1, 1]), // shared
        ("a2:0*1 a4:0*2 b1:1*1 b3:1*1", [1, 2]), // more units
        ("a2:0*1 a4:0*1 c1:1*9", [1, 2]),        // 2 points each, more tiles
        ("a2:0*5 c1:1*1", [2, 1]),               // 1 point against 2
    ] {
        let mut state = war(2, units);
        state.table.phase = Phase::Over;
        assert_eq!(scores(&state).1, ranks, "{units}");
    }
    for (units, expected) in [
        ("a2:0*1 a4:0*1 c1:1*9", "{0:win} with 2 points, after a tie."),
        ("a2:0*1 b1:1*1", "{0} and {1} share the victory with 1 point each."),
        ("a1:0*1 b1:1*1", "{0:win} with 2 points."),
    ] {
        assert_eq!(result(&war(2, units).table), expected);
    }
}

#[test]
fn rule_17_the_guard_starts_the_final_turns() {
    for (cap, turns, ends) in [(Some(10), [9, 9], true), (Some(10), [8, 9], false), (None, [60, 60], false)] {
        let mut state = acting(2, "a2:0*2 d5:1*2", 1);
        state.table.options.turn_cap = cap.map_or(OrOff::Off, |cap| OrOff::On(Number::new(cap)));
        // Seat 1 ends its turn.
        state.table.turns = SeatMap::from_fn(2, |seat| turns[seat.index()] + u8::from(seat.index() == 0));
        state.table.phase =
            Phase::Acting(Acting { seat: seat(1), left: 1, reinforced: false, step: Step::Choose });
        act(&mut state, Action::EndTurn);
        let expected = if ends { Ending::FinalTurns(SeatSet::all(2)) } else { Ending::Open };
        assert_eq!(state.table.ending, expected, "{cap:?}, {turns:?}");
        if ends {
            end_turn(&mut state);
            end_turn(&mut state);
            assert_eq!(state.table.phase, Phase::Over);
        }
    }
    // Whoever is out does not delay it.
    let mut state = acting(3, "a2:0*2 e2:2*2", 1);
    state.table.options.turn_cap = OrOff::On(Number::new(10));
    state.table.turns = SeatMap::from_fn(3, |seat| [9, 3, 10][seat.index()]);
    act(&mut state, Action::EndTurn);
    assert_eq!(state.table.ending, Ending::FinalTurns(SeatSet::only(seat(0)).with(seat(2))));
}

#[test]
fn rule_17_without_a_guard_the_slowest_play_lasts_22_turns_and_a_final_one() {
    for (options, turns) in [(json!({"turn_cap": "off"}), 23), (json!({}), 23), (json!({"turn_cap": 10}), 11)]
    {
        let mut state = new_match::<War2>(options.clone(), 2, 4).state().clone();
        while let Phase::Place(on_turn) = state.table.phase {
            let action = actions(&state, on_turn.index())[0];
            act(&mut state, action);
        }
        while state.table.phase != Phase::Over {
            end_turn(&mut state);
        }
        assert_eq!(state.table.turns.as_slice(), [turns, turns], "{options}");
    }
}

#[test]
fn ruling_1_white_cubes_for_the_white_cards() {
    let game = new_match::<War2>(json!({}), 3, 1);
    let inventory = War2::inventory(game.state());
    let expected = json!({
        "cards": 27,
        "tiles": {"drop": 6, "hammers": 6, "circles": 6, "bricks": 6, "wheel": 6},
        "cubes": {"yellow": 20, "blue": 20, "white": 20},
    });
    assert_eq!(serde_json::to_value(inventory).unwrap(), expected);
}

#[test]
fn ruling_10_two_players_are_blue_and_yellow() {
    assert_eq!([0, 1].map(|number| colour(2, seat(number))), [Colour::Blue, Colour::Yellow]);
}

#[test]
fn ruling_13_a_turn_without_a_possible_action_ends_after_the_count_card() {
    // All 20 units stand alone, and none of them beside d6.
    let names = "a1 a2 a3 a4 a5 a6 b1 b2 b3 b4 b5 b6 c1 c2 c3 c4 c5 d1 d2 d3";
    let alone: Vec<String> = names.split(' ').map(|name| format!("{name}:0*1")).collect();
    let mut state = war(2, &format!("{} d6:1*1", alone.join(" ")));
    act(&mut state, Action::Count(card(29)));
    assert_eq!(state.table.phase, Phase::Count(seat(1)));
    assert_eq!(state.table.turns.as_slice(), [1, 0], "it was a turn all the same");
}

#[test]
fn ruling_14_cards_are_played_only_for_what_does_something() {
    let state = acting(2, "b1:0*1 c5:0*1 a6:1*1", 2);
    assert_eq!(
        refusal(&state, Action::Move(card(30))),
        "None of your units can move: one stays on every tile (ruling R14)."
    );
}

#[test]
fn a_unit_touched_means_its_tile_and_buttons_may_come_first() {
    let state = acting(2, "b1:0*2 a2:1*1 d5:1*1", 2);
    let view = War2::view(&state, Viewer::Seat(seat(0)));
    let intent = |path: &[&str]| intent::<War2>(&view, seat(0), path);
    for (path, expected) in [
        (&["cube:blue.b1.1", "cube:yellow.a2.1"][..], Some(attack("b1", "a2"))),
        (&["cell:b1", "cell:d5"], Some(attack("b1", "d5"))), // check will say why not
        (&["button:move", "card:30"], Some(Action::Move(card(30)))),
        (&["card:9", "button:reinforce"], Some(Action::Reinforce(card(9)))),
        (&["card:30"], None),
        (&["cell:b1"], None),
        (&["cell:z9", "cell:a2"], None),
        (&["cube:blue", "cell:a2"], None),
        (&["card:99", "button:move"], None),
    ] {
        assert_eq!(intent(path), expected, "{path:?}");
    }
}

#[test]
fn the_banner_warns_of_the_end() {
    let mut state = acting(2, "b1:0*2 d5:1*1", 2);
    let banner = |state: &State| War2::scene(&War2::view(state, Viewer::Spectator), Viewer::Spectator).banner;
    assert_eq!(banner(&state), None);
    give(&mut state, 1, &[9], 3);
    assert_eq!(banner(&state).unwrap(), "Only {0:have} still to take the 6; then come the final turns.");
    give(&mut state, 0, &[30], 3);
    state.table.ending = Ending::Triggered;
    assert_eq!(banner(&state).unwrap(), "All have their 6: after this turn everybody has one final turn.");
    state.table.ending = Ending::FinalTurns(SeatSet::only(seat(0)));
    assert_eq!(banner(&state).unwrap(), "Final turns, this one included: 1.");
}

#[test]
fn the_last_battle_spells_out_its_totals() {
    let mut state = acting(2, "b1:0*2 c1:1*2 c5:0*1 a6:1*1", 3);
    fight(&mut state, "b1", "c1", 31, 9);
    let scene = War2::scene(&War2::view(&state, Viewer::Spectator), Viewer::Spectator);
    let battle = scene.zone("battle").unwrap();
    assert_eq!(battle.label, "Last battle: b1 attacked c1, {0} won");
    let labels: Vec<&str> = battle.pieces.iter().map(|piece| piece.label.as_str()).collect();
    assert_eq!(labels, ["{0:'s} 2 units + Bricks 1 + 1 for the symbol", "{1:'s} 2 units + Wheel 1"]);
}

#[test]
fn a_battle_is_seen_card_by_card_and_then_its_result() {
    let mut state = acting(2, "b1:0*2 c1:1*2 c5:0*1 a6:1*1", 3);
    act(&mut state, attack("b1", "c1"));
    act(&mut state, Action::Commit(card(31)));
    let mut game = Match::<War2>::from_state(Options::default(), state, Seed::from_number(1));
    game.act(seat(1), Action::Commit(card(9))).unwrap();
    let moments: Vec<_> = game.moments(Viewer::Spectator).collect();
    let told: Vec<&str> = moments.iter().map(|(beat, _)| beat.text.as_str()).collect();
    let sums = "4 against 3. 2 units + Bricks 1 + 1 for the symbol = 4, 2 units + Wheel 1 = 3.";
    assert_eq!(told, [sums, "{0:win}; {1:lose} a unit."]);
    let units = |scene: &Scene| scene.zone("map").unwrap().pieces.len();
    assert_eq!((units(&moments[0].1), units(&moments[1].1)), (6, 5));
    let battle = moments[0].1.zone("battle").unwrap();
    assert_eq!((battle.label.as_str(), battle.pieces.len()), ("Battle: b1 attacks c1", 2));
    assert!(battle.pieces.iter().all(|piece| !piece.marks.contains(&Mark::Good)), "not decided yet");
    assert_eq!(moments[0].1.ways.len(), 1, "the attack is drawn");
}

#[test]
fn offers_say_what_they_bring_and_how_strong_they_are() {
    let mut state = acting(2, "b1:0*3 c1:1*2 c6:0*1 a6:1*1", 3);
    let offer = |state: &State, number, action| {
        War2::offer(&War2::view(state, Viewer::Seat(seat(number))), seat(number), &action)
    };
    let why = |state: &State, number, action| offer(state, number, action).why.unwrap();
    assert_eq!(
        why(&state, 0, attack("b1", "c1")),
        "3 units against 2, and a card of each side; a draw is the defender's."
    );
    let mut moving = state.clone();
    act(&mut moving, Action::Move(card(29)));
    let step = offer(&moving, 0, step("b1", "a1", 2)); // a Drop
    assert_eq!(step.why.unwrap(), "It brings 1 for the tile and 1 for a symbol you have not got yet.");
    let units: Vec<&str> = step.changes.iter().map(|change| change.at.as_str()).collect();
    assert_eq!(units, ["cube:blue.b1.2", "cube:blue.b1.3", "cell:a1"]);
    act(&mut state, attack("b1", "c1")); // c1 shows Bricks
    assert_eq!(
        why(&state, 0, Action::Commit(card(31))),
        "3 + 1 + 1 for the symbol = 5, against 2 units and a card."
    );
    assert_eq!(why(&state, 1, Action::Commit(card(9))), "2 + 1 = 3, against 3 units and a card.");
}

#[test]
fn the_move_prompt_names_only_tiles_that_units_can_leave() {
    let prompt = |state: &State| {
        let viewer = Viewer::Seat(seat(0));
        War2::scene(&War2::view(state, viewer), viewer).prompt.text
    };
    for (units, card_played, first, tiles) in [
        ("a2:0*3 c4:0*2 d5:1*1", 29, step("a2", "a3", 1), "a2 or up to 2 more tiles"),
        ("a2:0*2 c4:0*2 d5:1*1", 29, step("a2", "a3", 1), "up to 2 more tiles"),
        ("a2:0*3 c4:0*2 d5:1*1", 30, step("a2", "a3", 1), "a2"),
        ("a2:0*3 d5:1*1", 29, step("a2", "a3", 1), "a2"),
    ] {
        let mut state = acting(2, units, 2);
        act(&mut state, Action::Move(card(card_played)));
        act(&mut state, first);
        let expected =
            format!("Move units from {tiles}. Touch a tile, then where they go; one unit always stays.");
        assert_eq!(prompt(&state), expected, "{units}");
    }
}

#[test]
fn the_estimate_leads_to_victories() {
    for (seats, matches, least) in [(2, 20, 18), (4, 20, 16)] {
        let mut won = 0;
        for seed in 0..matches {
            let mut game = new_match::<War2>(json!({}), seats, seed);
            let (greedy, mut rng) = (seat(seed as usize % seats), Rng::from_number(seed));
            testing::play_on(&mut game, 100_000, |state, seat| match seat == greedy {
                true => testing::greedy::<War2>(state, seat, 1, &mut rng),
                false => testing::random::<War2>(state, seat, &mut rng),
            });
            won += i32::from(game.outcome().expect("it ends by itself").winners().contains(greedy));
        }
        assert!(won >= least, "{won} of {matches} among {seats}");
    }
}

#[test]
fn states_that_cannot_be_are_refused() {
    let mut battle = acting(2, "b1:0*3 a2:1*3 d5:1*1", 2);
    act(&mut battle, attack("b1", "a2"));
    act_as(&mut battle, 1, Action::Commit(card(9)));
    let sound = serde_json::to_value(&battle).unwrap();
    for (place, value, expected) in [
        (
            "/table/held/1",
            json!([1, 6, 22]),
            "units of one player only are on a tile, and all are on the map",
        ),
        ("/table/held/1", json!([1]), "exactly the tiles with units are held"),
        ("/table/units/22", json!(21), "nobody has more than 20 units"),
        ("/table/hands/0", json!([30, 9]), "everybody has each card of the own colour once"),
        ("/table/hands/0", json!([30]), "the reserve is the highest of 4, 5 and 6"),
        ("/table/turns/0", json!(200), "nobody has so many turns"),
        (
            "/table/options/map_text",
            json!(FIELD.replace("0,0,D", "0,0,W")),
            "the map is not the one of the options",
        ),
        ("/table/phase", json!({"count": 5}), "somebody who is out has the turn"),
        ("/table/phase", json!("over"), "it is over, but somebody has a turn"),
        ("/table/phase", json!({"place": 1}), "the units are placed one by one, counter-clockwise"),
        ("/table/phase", json!({"count": 0}), "a battle card is chosen without a battle"),
        ("/table/phase/acting/left", json!(7), "nobody has so many actions"),
        (
            "/table/phase/acting/step",
            json!({"battle": {"from": 6, "to": 22}}),
            "an attack goes from an own tile to a neighbour of somebody else",
        ),
        ("/table/phase/acting/step", json!({"battle": {"from": 6, "to": 0}}), "nobody is attacked"),
        (
            "/table/phase/acting/step",
            json!({"advance": {"from": 6, "to": 1}}),
            "the attacker advances only into an empty tile",
        ),
        (
            "/table/phase/acting/step",
            json!({"reinforce": {"value": 1, "named": [6]}}),
            "the reinforcement has ended",
        ),
        (
            "/table/phase/acting/step",
            json!({"move": {"value": 1, "sources": [], "last": 6}}),
            "the move has ended",
        ),
        ("/table/ending", json!("triggered"), "somebody lacks the 6"),
        ("/table/ending", json!({"final_turns": [1]}), "somebody plays after the final turn"),
        ("/committed/made/1", json!(17), "a battle card comes from the hand"),
        ("/committed/asked", json!([1]), "nobody has still to choose"),
        (
            "/table/last",
            json!({"from": 6, "to": 1, "attacker": {"seat": 0, "units": 0, "card": 30}, "defender": {"seat": 1, "units": 1, "card": 9}}),
            "both sides fought with 1 to 20 units",
        ),
        (
            "/table/last",
            json!({"from": 6, "to": 1, "attacker": {"seat": 0, "units": 1, "card": 30}, "defender": {"seat": 7, "units": 1, "card": 9}}),
            "both sides fought with their own cards",
        ),
    ] {
        let mut damaged = sound.clone();
        *damaged.pointer_mut(place).unwrap_or_else(|| panic!("{place} in {sound}")) = value.clone();
        let state: State = serde_json::from_value(damaged).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert_eq!(War2::audit(&state), Err(expected), "{place} = {value}");
    }
    for (place, value) in [
        ("/table/map", json!("0,0,D;9,9,D")),
        ("/table/held/0/0", json!(36)),
        ("/table/options", json!({"turn_cap": 3})),
    ] {
        let mut damaged: Value = sound.clone();
        *damaged.pointer_mut(place).unwrap() = value;
        assert!(serde_json::from_value::<State>(damaged).is_err(), "{place}");
    }
}

#[test]
fn options_read_as_in_the_lobby() {
    let chosen = Options::from_json(&json!({"turn_cap": "off", "conquest_leave_one": false})).unwrap();
    assert_eq!((chosen.turn_cap, chosen.conquest_leave_one), (OrOff::Off, LeaveOne::Off));
    assert!(Options::from_json(&json!({"turn_cap": 9})).is_err());
}

#[test]
fn a_hint_says_why() {
    let state = acting(2, "a1:0*3 a2:0*1 b2:1*2 b5:1*4", 2);
    let told = |state: &State, action: Action| {
        War2::reason(&War2::view(state, Viewer::Seat(seat(0))), seat(0), &action)
    };
    let near = state.table.map.near(tile("a1"));
    let free = near.and(state.table.unoccupied()).iter().next().unwrap();
    let step = Action::MoveUnits { from: tile("a1"), to: free, n: 1 };
    let mut then = state.table.clone();
    then.take(seat(0), tile("a1"), 1);
    then.put(seat(0), free, 1);
    let points = score(&then, seat(0)).sum() - score(&state.table, seat(0)).sum();
    let said = told(&state, step).unwrap();
    assert!(points > 0 && said.starts_with(&format!("It brings {points} point")), "{said}");
    let said = told(&state, Action::ReinforceTile(tile("a2"))).unwrap();
    assert_eq!(said, "{1} has 2 units beside it, more than you have there.");
    assert_eq!(told(&state, Action::ReinforceTile(tile("a1"))), None);
    for (from, said) in [
        ("a1", "With 3 against 2, a card as good as that of {1} is enough."),
        ("a2", "With 1 against 2, your card has to be better by 2; {1} may not expect it."),
    ] {
        assert_eq!(told(&state, attack(from, "b2")).unwrap(), said);
    }
}

boxwood_conformance::game_tests!(
    War2,
    playthrough: &[("map", "compact")], 127,
    shows: [" wins; ", " the tile; ", " flees with ", " advances to ", "after this turn come the final turns"]
);
