//! The rules, the rulings and the worked examples, by number.

use boxwood_conformance::testing::{self, intent, json, named, new_match, seat};
use boxwood_engine::Match;
use boxwood_kit::Seed;
use boxwood_scene::{BeatKind, Becomes, Change, Figure, Key, Names, Zone, render};

use super::state::Row;
use super::*;
use Colour::{Blue, Green, Red, White, Yellow};

/// "3 Wheel green": value, symbol, colour.
fn card(name: &str) -> Card {
    let written = |card: &Card| format!("{} {} {}", card.value(), card.symbol(), card.colour());
    CardSet::FULL.iter().find(|card| written(card) == name).unwrap_or_else(|| panic!("no card {name}"))
}

/// "3 Wheel green, 1 Wheel yellow"
fn cards(names: &str) -> Vec<Card> {
    names.split(", ").filter(|name| !name.is_empty()).map(card).collect()
}

/// Seat 0 is to choose; seats hold these cards, rows lie in the shop, all other cards in the draw pile.
fn position(hands: &[&str], rows: &[&str]) -> State {
    let mut table = Table {
        rows: Pile::new(),
        started: rows.len() as u16,
        discard: CardSet::EMPTY,
        shuffled: Pile::new(),
        supply: Cubes::new([FLOWERS, FLOWERS, FLOWERS, FLOWERS, 0, 0]),
        gardens: SeatMap::filled(hands.len(), Garden::default()),
        phase: Phase::Choose(seat(0)),
    };
    for (id, row) in (1..).zip(rows) {
        table.rows.push(Row { id, cards: cards(row).into_iter().collect() });
    }
    let hands = Hands::from_fn(hands.len(), |seat| cards(hands[seat.index()]).into_iter().collect());
    let pile = CardSet::FULL - table.open_cards() - hands.all();
    State { table, hands, pile }
}

/// Moves all but so many cards of the draw pile to the discard pile.
fn keep_in_pile(state: &mut State, n: usize) {
    let kept = state.pile.iter().take(n).collect();
    state.table.discard = state.table.discard | (state.pile - kept);
    state.pile = kept;
}

/// Gives a seat loose flowers from the supply.
fn give(state: &mut State, to: usize, colour: Colour, n: u8) {
    assert!(state.table.supply.take(colour, n));
    state.table.gardens[seat(to)].loose.put(colour, n);
}

fn act(state: &mut State, actions: &[Action]) {
    assert_eq!(FlowerGarden::audit(state), Ok(()));
    for action in actions {
        let seat = state.table.to_act().expect("somebody is to act");
        testing::act::<FlowerGarden>(state, seat, action, 7);
    }
}

fn start(name: &str) -> Action {
    Action::Shop { card: card(name), row: None }
}

fn add(name: &str, row: u16) -> Action {
    Action::Shop { card: card(name), row: Some(row) }
}

fn plant(name: &str, colour: Option<Colour>) -> Action {
    Action::Plant { card: card(name), colour }
}

fn exchange(name: &str) -> Action {
    Action::Exchange(card(name))
}

const TAKE: Action = Action::Take(None);

fn refusal(state: &State, action: Action) -> String {
    testing::refusal::<FlowerGarden>(state, state.table.to_act().expect("somebody is to act"), &action)
}

fn loose(state: &State, of: usize, colour: Colour) -> u8 {
    state.table.gardens[seat(of)].loose.count(colour)
}

fn actions(state: &State) -> Vec<Action> {
    testing::actions::<FlowerGarden>(state, state.table.to_act().unwrap())
}

fn row_cards(state: &State, id: u16) -> Vec<Card> {
    state.table.row(id).map_or_else(Vec::new, |row| row.cards.to_vec())
}

#[test]
fn rule_1_six_cards_each_twenty_flowers_and_any_beginner() {
    for seats in 2..=5 {
        let beginners: std::collections::BTreeSet<Seat> = (0..60)
            .map(|seed| {
                let game = new_match::<FlowerGarden>(json!({}), seats, seed);
                let state = game.state();
                assert!(state.hands.iter().all(|(_, hand)| hand.len() == 6));
                assert_eq!(state.pile.len(), 54 - 6 * seats);
                assert_eq!(state.table.supply, Cubes::new([20, 20, 20, 20, 0, 0]));
                game.active().first().unwrap()
            })
            .collect();
        assert_eq!(beginners.len(), seats);
    }
}

#[test]
fn rule_2_one_thing_a_turn_then_draw_and_the_next_player() {
    let hand = "3 Wheel green, 1 Wheel yellow, 5 Arrow red, 2 Bricks red, 1 Circles red, 2 Hammers red";
    let other = "6 Wheel blue, 4 Wheel red, 1 Drop white, 2 Drop green, 6 Drop yellow, 5 Drop blue";
    for (turn, used) in [
        (&[start("3 Wheel green"), TAKE][..], 1),
        (&[start("3 Wheel green"), add("1 Wheel yellow", 1), TAKE], 2),
        (&[plant("2 Bricks red", None)], 1),
        (&[exchange("5 Arrow red"), exchange("1 Circles red"), exchange("3 Wheel green"), Action::Draw], 3),
    ] {
        let mut state = position(&[hand, other], &[]);
        give(&mut state, 0, Red, 2);
        let pile = state.pile.len();
        act(&mut state, turn);
        assert_eq!(state.table.phase, Phase::Choose(seat(1)), "{turn:?}");
        assert_eq!((state.hands[seat(0)].len(), state.pile.len()), (6, pile - used), "{turn:?}");
    }
}

#[test]
fn rule_2_a_turn_once_begun_is_finished() {
    let state = position(&["3 Wheel green, 1 Wheel yellow, 5 Arrow red", "1 Drop white"], &["6 Wheel blue"]);
    assert!(refusal(&state, TAKE).contains("rule 4"));
    assert!(refusal(&state, Action::Draw).contains("rule 2"));
    assert_eq!(refusal(&state, start("1 Drop white")), "White Drop 1 is not in your hand (rule 2).");
    let mut shopping = state.clone();
    act(&mut shopping, &[add("3 Wheel green", 1)]);
    for action in [plant("5 Arrow red", None), exchange("5 Arrow red"), Action::Draw] {
        assert!(refusal(&shopping, action).starts_with("You are shopping"), "{action:?}");
    }
    let mut exchanging = state;
    act(&mut exchanging, &[exchange("3 Wheel green")]);
    for action in [plant("5 Arrow red", None), start("5 Arrow red"), add("1 Wheel yellow", 1)] {
        assert!(refusal(&exchanging, action).starts_with("You are exchanging"), "{action:?}");
    }
    assert!(refusal(&exchanging, TAKE).contains("rule 4"));
}

#[test]
fn rule_3_one_symbol_and_never_higher() {
    let hand = "4 Wheel red, 3 Wheel green, 2 Wheel white, 2 Wheel blue, 5 Arrow red, 1 Wheel black";
    let row = |row: &str| Row { id: 1, cards: cards(row).into_iter().collect() };
    for (on_row, next, expected) in [
        ("3 Wheel green", "2 Wheel white", true),
        ("3 Wheel green", "1 Wheel black", true), // numbers may be skipped
        ("2 Wheel blue", "2 Wheel white", true),  // equal numbers are allowed
        ("3 Wheel green", "4 Wheel red", false),
        ("5 Wheel black", "5 Arrow red", false),
        ("5 Wheel black, 1 Wheel red", "2 Wheel blue", false), // only the last card counts
    ] {
        assert_eq!(row(on_row).fits(card(next)), expected, "{on_row}, then {next}");
    }
    // The same while cards are laid in one turn.
    let mut state = position(&[hand, "1 Drop white"], &[]);
    act(&mut state, &[start("3 Wheel green")]);
    assert_eq!(
        refusal(&state, add("4 Wheel red", 1)),
        "Red Wheel 4 is higher than the last card of row 1, a 3 (rule 3)."
    );
    assert_eq!(
        refusal(&state, add("5 Arrow red", 1)),
        "Red Arrow 5 does not fit row 1, which is Wheel (rule 3)."
    );
    assert_eq!(
        actions(&state),
        [TAKE, add("2 Wheel blue", 1), add("2 Wheel white", 1), add("1 Wheel black", 1)]
    );
}

#[test]
fn rule_3_rows_that_are_not_there() {
    let state = position(&["1 Wheel yellow", "1 Drop white"], &["6 Wheel blue"]);
    for row in [0, 2, u16::MAX] {
        assert_eq!(
            refusal(&state, add("1 Wheel yellow", row)),
            format!("There is no row {row} in the shop (rule 3).")
        );
    }
}

#[test]
fn rule_3_an_id_is_not_used_again() {
    let mut state = position(&["1 Wheel yellow, 1 Wheel red", "5 Arrow red, 1 Arrow red"], &[]);
    act(&mut state, &[start("1 Wheel yellow"), add("1 Wheel red", 1), TAKE]);
    assert!(state.table.rows.is_empty(), "two 1s clear row 1");
    act(&mut state, &[start("5 Arrow red"), TAKE]);
    assert_eq!(state.table.rows[0].id, 2);
}

#[test]
fn rule_4_flowers_follow_the_last_card() {
    for (turn, colour, n) in [
        (&[start("4 Wheel red"), TAKE][..], Red, 1),
        (&[start("4 Wheel red"), add("3 Wheel green", 3), TAKE], Green, 2),
        (&[add("3 Wheel green", 1), TAKE], Green, 2),
        (&[add("3 Wheel green", 1), add("1 Wheel yellow", 1), TAKE], Yellow, 3),
        (&[add("2 Wheel white", 1), Action::Take(Some(Blue))], Blue, 2),
    ] {
        let hand = "4 Wheel red, 3 Wheel green, 1 Wheel yellow, 2 Wheel white";
        let mut state = position(&[hand, "1 Drop white"], &["6 Wheel blue", "5 Arrow red"]);
        act(&mut state, turn);
        assert_eq!(state.table.gardens[seat(0)].loose, Cubes::of(colour, n), "{turn:?}");
        assert_eq!(state.table.supply.count(colour), FLOWERS - n, "{turn:?}");
    }
}

#[test]
fn rule_4_a_colour_is_named_exactly_for_wild_cards() {
    let hand = "2 Wheel white, 1 Wheel black, 1 Wheel yellow";
    let mut state = position(&[hand, "1 Drop white"], &[]);
    act(&mut state, &[start("2 Wheel white")]);
    let named = COLOURS.map(|colour| Action::Take(Some(colour)));
    assert_eq!(actions(&state)[..4], named);
    assert_eq!(refusal(&state, TAKE), "White Wheel 2 is wild: name a colour (ruling R4).");
    assert_eq!(refusal(&state, Action::Take(Some(White))), "There are no white flowers (rule 1).");
    act(&mut state, &[add("1 Wheel yellow", 1)]);
    assert_eq!(
        refusal(&state, Action::Take(Some(Red))),
        "Yellow Wheel 1 decides the colour itself: yellow (rule 4)."
    );
    assert!(refusal(&state, Action::Take(Some(Yellow))).contains("decides the colour itself"));
}

#[test]
fn rule_5_equal_values_clear_the_row() {
    for (row, laid, stays) in [
        ("6 Wheel blue", &["3 Wheel green", "1 Wheel yellow"][..], true),
        ("6 Wheel blue, 1 Wheel red", &["1 Wheel yellow"], false),
        ("6 Wheel blue, 2 Wheel blue", &["2 Wheel white"], false),
        ("6 Wheel blue, 2 Wheel blue", &["2 Wheel white", "1 Wheel yellow"], false), // in the middle
    ] {
        let mut state = position(&["3 Wheel green, 1 Wheel yellow, 2 Wheel white", "1 Drop white"], &[row]);
        let before = cards(row).len();
        let mut turn: Vec<Action> = laid.iter().map(|card| add(card, 1)).collect();
        let wild = laid.last() == Some(&"2 Wheel white");
        turn.push(Action::Take(wild.then_some(Red)));
        act(&mut state, &turn);
        let all = before + laid.len();
        assert_eq!(row_cards(&state, 1).len(), if stays { all } else { 0 }, "{row} and {laid:?}");
        assert_eq!(state.table.discard.len(), if stays { 0 } else { all }, "{row} and {laid:?}");
    }
}

#[test]
fn rule_6_planted_flowers_stay_on_their_card() {
    let mut state = position(&["2 Bricks red, 3 Arrow white", "1 Drop white"], &[]);
    give(&mut state, 0, Red, 3);
    give(&mut state, 0, Blue, 3);
    act(&mut state, &[plant("2 Bricks red", None)]);
    state.table.phase = Phase::Choose(seat(0));
    act(&mut state, &[plant("3 Arrow white", Some(Blue))]);
    let garden = state.table.gardens[seat(0)];
    assert_eq!(garden.loose, Cubes::of(Red, 1));
    assert_eq!(garden.beds[Red.id()], CardSet::only(card("2 Bricks red")));
    assert_eq!(garden.beds[Blue.id()], CardSet::only(card("3 Arrow white")));
    assert_eq!((garden.planted(), garden.score()), (5, 4));
}

#[test]
fn rule_6_a_colour_is_named_exactly_for_wild_cards() {
    let mut state = position(&["2 Bricks red, 3 Arrow white", "1 Drop white"], &[]);
    give(&mut state, 0, Red, 3);
    for colour in [Red, Blue] {
        assert_eq!(
            refusal(&state, plant("2 Bricks red", Some(colour))),
            "Red Bricks 2 decides the colour itself: red (rule 6)."
        );
    }
    assert_eq!(
        refusal(&state, plant("3 Arrow white", None)),
        "White Arrow 3 is wild: name a colour (ruling R4)."
    );
}

#[test]
fn rule_7_one_to_four_cards_are_exchanged() {
    let hand = "3 Wheel green, 1 Wheel yellow, 5 Arrow red, 2 Bricks red, 1 Circles red";
    let mut state = position(&[hand, "1 Drop white"], &[]);
    let names = ["3 Wheel green", "1 Wheel yellow", "5 Arrow red", "2 Bricks red"];
    act(&mut state, &names.map(exchange));
    assert_eq!(refusal(&state, exchange("1 Circles red")), "No more than 4 cards are exchanged (rule 7).");
    assert_eq!(actions(&state), [Action::Draw]);
    act(&mut state, &[Action::Draw]);
    assert_eq!(state.table.discard, names.map(card).into_iter().collect());
    assert_eq!(state.hands[seat(0)].len(), 5);
}

#[test]
fn rule_8_the_discards_become_the_draw_pile_when_a_card_is_needed() {
    let hand = "3 Wheel green, 1 Wheel yellow, 5 Arrow red, 2 Bricks red";
    let mut state = position(&[hand, "1 Drop blue"], &[]);
    keep_in_pile(&mut state, 3);
    act(&mut state, &cards(hand).iter().map(|&card| Action::Exchange(card)).collect::<Vec<_>>());
    let discarded = state.table.discard.len();
    let said = testing::act::<FlowerGarden>(&mut state, seat(0), &Action::Draw, 3);
    // The cards themselves are told to whoever draws them only.
    let is_public = |said: &String| !said.starts_with("A draws") || said.contains(" card");
    let public: Vec<String> = said.iter().map(|said| named(said)).filter(is_public).collect();
    assert_eq!(
        public,
        [
            "A draws 3 cards.",
            "That empties the draw pile for the first of 2 times.",
            &format!("The discard pile is shuffled into a new draw pile of {discarded} cards."),
            "A draws 1 card.",
        ]
    );
    // Without discards, too, hands stay smaller.
    let mut state = bare(&["1 Wheel yellow, 1 Wheel red", "1 Drop blue"]);
    let said = testing::act::<FlowerGarden>(&mut state, seat(0), &start("1 Wheel yellow"), 3);
    assert_eq!(named(&said[0]), "A starts row 52 with yellow Wheel 1.");
    let said = testing::act::<FlowerGarden>(&mut state, seat(0), &TAKE, 3);
    assert_eq!(named(&said[1]), "A draws nothing: there are no cards to draw.");
    assert_eq!(state.hands[seat(0)].len(), 1);
}

#[test]
fn rule_9_the_limit_is_two_and_with_five_players_three() {
    assert_eq!([2, 3, 4, 5].map(limit), [2, 2, 2, 3]);
    // Everybody exchanges four cards again and again, so nothing but the draw pile can end it.
    for seats in 2..=5 {
        let mut game = new_match::<FlowerGarden>(json!({}), seats, 4);
        let mut shuffles = 0;
        while let Some(seat) = game.active().first() {
            let actions = game.actions(seat);
            let exchanges = |action: &&Action| matches!(action, Action::Exchange(_));
            let action = *actions.iter().find(exchanges).unwrap_or(&Action::Draw);
            game.act(seat, action).unwrap();
            shuffles = game.state().table.shuffled.len();
        }
        let state = game.state();
        assert!(state.pile.is_empty(), "it ends with the last card");
        assert_eq!((state.emptied(), shuffles), (limit(seats), limit(seats) - 1));
        assert_eq!(state.table.why_over(0), "The draw pile was emptied for the last time");
    }
}

#[test]
fn rule_10_and_ruling_10_equal_scores_share_the_victory() {
    let mut state = position(&["1 Wheel yellow", "1 Drop white", "1 Circles red"], &[]);
    give(&mut state, 2, Blue, 4);
    state.table.phase = Phase::Over;
    let Turn::Over(outcome) = FlowerGarden::turn(&state) else { panic!("the phase says so") };
    assert_eq!((outcome.scores.as_slice(), outcome.ranks.as_slice()), (&[0, 0, -4][..], &[1, 1, 3][..]));
    assert_eq!(state.table.result(), "{0} and {1} share the victory with 0 points each.");
}

#[test]
fn ruling_1_and_11_several_rows_of_one_symbol() {
    let mut state = position(&["2 Wheel white", "1 Drop white"], &["6 Wheel blue", "5 Wheel black"]);
    assert_eq!(
        actions(&state)[..3],
        [start("2 Wheel white"), add("2 Wheel white", 1), add("2 Wheel white", 2)]
    );
    act(&mut state, &[start("2 Wheel white"), Action::Take(Some(Red))]);
    assert_eq!(state.table.rows.len(), 3);
}

#[test]
fn ruling_2_one_row_in_a_turn() {
    let mut state =
        position(&["3 Wheel green, 1 Wheel yellow", "1 Drop white"], &["6 Wheel blue", "5 Wheel black"]);
    act(&mut state, &[add("3 Wheel green", 1)]);
    for other in [start("1 Wheel yellow"), add("1 Wheel yellow", 2)] {
        assert_eq!(refusal(&state, other), "All cards of a turn go to one row, here row 1 (ruling R2).");
    }
}

#[test]
fn ruling_3_an_empty_pile_may_be_named() {
    let mut state = position(&["2 Wheel white", "1 Drop white"], &[]);
    give(&mut state, 1, Blue, FLOWERS);
    act(&mut state, &[start("2 Wheel white"), Action::Take(Some(Blue))]);
    assert_eq!(state.table.gardens[seat(0)].loose, Cubes::EMPTY);
    assert_eq!(state.table.phase, Phase::Choose(seat(1)), "one empty pile does not end it");
}

#[test]
fn ruling_3_an_offer_promises_no_more_flowers_than_are_left() {
    for (given, expected) in [
        (17, "Add yellow Wheel 1 to row 1 (3 yellow flowers)"),
        (18, "Add yellow Wheel 1 to row 1 (2 yellow flowers)"),
        (20, "Add yellow Wheel 1 to row 1 (0 yellow flowers)"),
    ] {
        let mut state = position(&["1 Wheel yellow", "1 Drop blue"], &["6 Wheel blue, 3 Wheel green"]);
        give(&mut state, 1, Yellow, given);
        let view = FlowerGarden::view(&state, Viewer::Seat(seat(0)));
        assert_eq!(FlowerGarden::offer(&view, seat(0), &add("1 Wheel yellow", 1)).label, expected);
    }
}

#[test]
fn ruling_4_a_wild_bed_is_of_one_colour() {
    let mut state = position(&["3 Arrow white", "1 Drop white"], &[]);
    give(&mut state, 0, Red, 2);
    give(&mut state, 0, Blue, 1);
    assert_eq!(
        refusal(&state, plant("3 Arrow white", Some(Red))),
        "White Arrow 3 needs 3 loose flowers of one colour (rule 6)."
    );
    assert!(!actions(&state).iter().any(|action| matches!(action, Action::Plant { .. })));
    give(&mut state, 0, Red, 1);
    assert!(refusal(&state, plant("3 Arrow white", None)).contains("name a colour"));
    act(&mut state, &[plant("3 Arrow white", Some(Red))]);
    assert_eq!(state.table.gardens[seat(0)].loose, Cubes::of(Blue, 1));
}

#[test]
fn ruling_5_shuffled_only_when_a_card_is_needed() {
    let mut state = position(&["3 Wheel green, 5 Arrow red", "1 Drop white", "2 Drop green"], &[]);
    keep_in_pile(&mut state, 1);
    act(&mut state, &[exchange("3 Wheel green"), Action::Draw]);
    assert_eq!((state.pile.len(), state.emptied(), state.table.shuffled.len()), (0, 1, 0));
    assert!(!state.table.discard.is_empty(), "nobody has needed a card yet");
    act(&mut state, &[exchange("1 Drop white"), Action::Draw]);
    assert_eq!((state.emptied(), state.table.shuffled.len()), (1, 1));
    assert!(state.table.discard.is_empty());
}

/// Two players with so few cards that all others lie in rows of the shop; both piles are empty.
fn bare(hands: &[&str]) -> State {
    let mut state = position(hands, &[]);
    for card in std::mem::take(&mut state.pile) {
        state.table.started += 1;
        state.table.rows.push(Row { id: state.table.started, cards: Pile::from_iter([card]) });
    }
    state
}

#[test]
fn ruling_6_hands_shrink_and_players_without_cards_are_skipped() {
    let mut state = bare(&["1 Wheel yellow, 1 Wheel red", "1 Drop blue", "1 Arrow green"]);
    assert_eq!(state.emptied(), 1);
    act(&mut state, &[start("1 Wheel yellow"), TAKE]);
    assert_eq!(state.hands[seat(0)].len(), 1);
    act(&mut state, &[start("1 Drop blue"), TAKE, start("1 Arrow green"), TAKE]);
    assert_eq!(state.table.phase, Phase::Choose(seat(0)));
    act(&mut state, &[start("1 Wheel red"), TAKE]);
    assert_eq!(state.table.phase, Phase::Over);
    assert_eq!(state.table.why_over(0), "Nobody has a card left");
    let mut state = bare(&["1 Wheel yellow, 1 Wheel red", "", "1 Arrow green"]);
    act(&mut state, &[start("1 Wheel yellow"), TAKE]);
    assert_eq!(state.table.phase, Phase::Choose(seat(2)), "seat 1 has no card");
}

#[test]
fn ruling_7_an_exchange_can_bring_back_its_own_discards() {
    let mut state = bare(&["1 Wheel yellow, 1 Wheel red", "1 Drop blue", "", "", "1 Drop white"]);
    let hand = state.hands[seat(0)];
    assert_eq!(refusal(&state, Action::Draw), "Shop, plant or exchange before you draw (rule 2).");
    act(&mut state, &[exchange("1 Wheel yellow"), exchange("1 Wheel red"), Action::Draw]);
    assert_eq!(state.hands[seat(0)], hand, "there were no other cards");
    assert_eq!((state.emptied(), state.table.phase), (2, Phase::Choose(seat(1))));
}

#[test]
fn ruling_9_two_empty_piles_end_it_at_once() {
    let mut state = position(&["1 Wheel yellow, 1 Wheel red", "1 Drop blue"], &[]);
    give(&mut state, 1, Red, 20);
    give(&mut state, 1, Yellow, 18);
    let pile = state.pile.len();
    act(&mut state, &[start("1 Wheel red"), add("1 Wheel yellow", 1), TAKE]);
    assert_eq!(state.table.phase, Phase::Over);
    assert_eq!(row_cards(&state, 1).len(), 2, "the row stays");
    assert_eq!((state.hands[seat(0)].len(), state.pile.len()), (0, pile), "and nobody draws");
    assert_eq!(state.table.outcome().scores.as_slice(), [-2, -38]);
}

#[test]
fn example_1_kari_and_ola() {
    let mut state = position(&["3 Wheel green, 1 Wheel yellow, 2 Arrow yellow", "1 Wheel black"], &[]);
    act(&mut state, &[start("3 Wheel green"), add("1 Wheel yellow", 1), TAKE]);
    assert_eq!((loose(&state, 0, Yellow), row_cards(&state, 1).len()), (2, 2));
    act(&mut state, &[add("1 Wheel black", 1), Action::Take(Some(Red))]);
    assert_eq!((loose(&state, 1, Red), state.table.discard.len()), (3, 3));
    assert!(state.table.rows.is_empty());
    act(&mut state, &[plant("2 Arrow yellow", None)]);
    assert_eq!(state.table.outcome().scores[seat(0)], 2);
}

#[test]
fn example_2_and_ruling_8_the_order_of_equals() {
    let hand = "4 Wheel red, 3 Wheel green, 1 Wheel red, 1 Wheel yellow";
    for (last_two, colour) in
        [(["1 Wheel red", "1 Wheel yellow"], Yellow), (["1 Wheel yellow", "1 Wheel red"], Red)]
    {
        let mut state = position(&[hand, "1 Drop blue"], &[]);
        let pile = state.pile.len();
        act(&mut state, &[start("4 Wheel red"), add("3 Wheel green", 1)]);
        act(&mut state, &[add(last_two[0], 1), add(last_two[1], 1), TAKE]);
        assert_eq!(state.table.gardens[seat(0)].loose, Cubes::of(colour, 4));
        assert_eq!((state.table.discard.len(), state.pile.len()), (4, pile - 4));
    }
}

#[test]
fn example_3_a_duplicate_in_the_middle() {
    let hand = "2 Arrow black, 2 Arrow yellow, 1 Arrow green";
    let mut state = position(&[hand, "1 Drop blue"], &["5 Arrow red"]);
    act(&mut state, &[add("2 Arrow black", 1), add("2 Arrow yellow", 1), add("1 Arrow green", 1), TAKE]);
    assert_eq!((loose(&state, 0, Green), state.table.discard.len()), (4, 4));
    assert!(state.table.rows.is_empty());
}

#[test]
fn example_4_an_illegal_continuation() {
    let mut state = position(&["2 Wheel blue", "1 Drop blue"], &["3 Wheel green, 1 Wheel yellow"]);
    assert_eq!(
        refusal(&state, add("2 Wheel blue", 1)),
        "Blue Wheel 2 is higher than the last card of row 1, a 1 (rule 3)."
    );
    act(&mut state, &[start("2 Wheel blue"), TAKE]);
    assert_eq!((state.table.rows.len(), loose(&state, 0, Blue)), (2, 1));
}

#[test]
fn example_5_a_short_pile() {
    for (yellow_is_empty, is_over) in [(false, false), (true, true)] {
        let row = "6 Drop yellow, 5 Drop blue, 4 Drop black, 3 Drop red";
        let mut state = position(&["1 Drop blue", "1 Wheel red"], &[row]);
        give(&mut state, 1, Blue, 18);
        if yellow_is_empty {
            give(&mut state, 1, Yellow, 20);
        }
        act(&mut state, &[add("1 Drop blue", 1), TAKE]);
        assert_eq!((loose(&state, 0, Blue), state.table.supply.count(Blue)), (2, 0));
        assert_eq!(state.table.phase == Phase::Over, is_over);
        assert_eq!(state.hands[seat(0)].len(), usize::from(!is_over), "the card is drawn unless it is over");
    }
}

#[test]
fn example_6_enough_flowers_or_not() {
    let hands = [
        "1 Wheel red, 2 Hammers red, 3 Drop red, 1 Arrow green, 3 Arrow white",
        "4 Wheel red, 4 Hammers white",
    ];
    let mut state = position(&hands, &[]);
    for number in [0, 1] {
        give(&mut state, number, Red, 3);
        give(&mut state, number, Green, 1);
    }
    let plants = |state: &State| -> Vec<Action> {
        actions(state).into_iter().filter(|action| matches!(action, Action::Plant { .. })).collect()
    };
    assert_eq!(
        plants(&state),
        [
            plant("3 Drop red", None),
            plant("1 Wheel red", None),
            plant("2 Hammers red", None),
            plant("1 Arrow green", None),
            plant("3 Arrow white", Some(Red)),
        ]
    );
    state.table.phase = Phase::Choose(seat(1));
    assert!(plants(&state).is_empty());
    for (action, why) in [
        (plant("4 Wheel red", None), "Red Wheel 4 needs 4 red flowers, and you have 3 (rule 6)."),
        (
            plant("4 Hammers white", Some(Red)),
            "White Hammers 4 needs 4 loose flowers of one colour (rule 6).",
        ),
    ] {
        assert_eq!(refusal(&state, action), why);
    }
}

#[test]
fn example_7_the_draw_pile_runs_out() {
    let hand = "3 Wheel green, 1 Wheel yellow, 5 Arrow red, 2 Bricks red";
    let mut state = position(&[hand, "1 Drop blue", "1 Wheel red"], &[]);
    keep_in_pile(&mut state, 2);
    let discarded = state.table.discard.len();
    let all = cards(hand);
    act(&mut state, &all.iter().map(|&card| Action::Exchange(card)).collect::<Vec<_>>());
    act(&mut state, &[Action::Draw]);
    assert_eq!((state.hands[seat(0)].len(), state.emptied()), (4, 1));
    assert_eq!(state.pile.len(), discarded + 4 - 2, "the discards were shuffled, then two drawn");
    assert_eq!(state.table.phase, Phase::Choose(seat(1)));
    // Later the pile runs out again, in the middle of a draw.
    keep_in_pile(&mut state, 1);
    let drawn = state.pile.first().unwrap();
    act(&mut state, &[exchange("1 Drop blue"), Action::Draw]);
    assert_eq!((state.emptied(), state.table.phase), (2, Phase::Over));
    assert_eq!(state.hands[seat(1)], CardSet::only(drawn));
}

#[test]
fn example_7_the_second_time_ends_a_draw_in_the_middle() {
    let hand = "3 Wheel green, 1 Wheel yellow, 5 Arrow red, 2 Bricks red";
    let mut state = position(&[hand, "1 Drop blue"], &[]);
    keep_in_pile(&mut state, 2);
    // As if all had been shuffled once before.
    state.table.shuffled.push(state.pile | CardSet::only(card("3 Wheel green")));
    act(&mut state, &cards(hand).iter().map(|&card| Action::Exchange(card)).collect::<Vec<_>>());
    act(&mut state, &[Action::Draw]);
    assert_eq!((state.hands[seat(0)].len(), state.table.phase), (2, Phase::Over));
}

#[test]
fn example_8_the_score() {
    let mut state = position(&["1 Drop blue", "1 Wheel red"], &[]);
    give(&mut state, 0, Red, 5);
    give(&mut state, 0, Blue, 4);
    state.hands[seat(0)] = cards("4 Wheel red, 2 Wheel white").into_iter().collect();
    state.pile = (state.pile - state.hands[seat(0)]) | cards("1 Drop blue").into_iter().collect();
    act(&mut state, &[plant("4 Wheel red", None)]);
    state.table.phase = Phase::Choose(seat(0));
    act(&mut state, &[plant("2 Wheel white", Some(Blue))]);
    assert_eq!(state.table.gardens[seat(0)].score(), 6 - 3);
}

/// After a shuffle everybody knows which cards the draw pile holds and which only hands can hold.
#[test]
fn what_was_seen_before_a_shuffle_is_remembered() {
    let hands = ["3 Wheel green, 5 Arrow red", "1 Drop blue, 6 Drop yellow", "1 Wheel red"];
    let mut state = position(&hands, &[]);
    keep_in_pile(&mut state, 1);
    act(&mut state, &[exchange("3 Wheel green"), exchange("5 Arrow red"), Action::Draw]);
    assert_eq!(state.table.shuffled.len(), 1);
    let old = state.hands[seat(1)] | state.hands[seat(2)];
    let view = FlowerGarden::view(&state, Viewer::Seat(seat(0)));
    let mut held = vec![];
    view.hands.redeal_with(|_, batches| {
        held.push(batches);
        CardSet::EMPTY
    });
    assert_eq!(held, [[2, 0, 0], [1, 0, 0]], "all cards of the others are older than the shuffle");
    let mut rng = Rng::from_number(1);
    for _ in 0..50 {
        let other = FlowerGarden::redeal(&view, &mut rng);
        assert_eq!(other.hands[seat(1)] | other.hands[seat(2)], old);
        assert_eq!(other.pile, state.pile);
    }
    // A spectator does not know which of the old cards is whose, nor what seat 0 has drawn.
    let view = FlowerGarden::view(&state, Viewer::Spectator);
    let seen: std::collections::BTreeSet<CardSet> =
        (0..50).map(|_| FlowerGarden::redeal(&view, &mut rng).hands[seat(2)]).collect();
    assert_eq!(seen.len(), 4, "the card of seat 2 is one of four that were not shuffled");
}

#[test]
fn a_draw_is_told_to_whoever_draws() {
    let mut game = new_match::<FlowerGarden>(json!({}), 2, 1);
    let me = game.active().first().unwrap();
    let card = game.state().hands[me].first().unwrap();
    game.act(me, Action::Exchange(card)).unwrap();
    game.undo(me).expect("a discard can be taken back");
    game.act(me, Action::Exchange(card)).unwrap();
    let before = game.state().hands[me];
    game.act(me, Action::Draw).unwrap();
    let drawn = (game.state().hands[me] - before).first().unwrap();
    let names = ["Kari".to_string(), "Ola".to_string()];
    let heard = |viewer: Viewer| -> Vec<String> {
        let reader = Names { names: &names, reader: None };
        game.log(viewer, game.version()).map(|said| render(said, &reader)).collect()
    };
    let name = &names[me.index()];
    assert_eq!(heard(Viewer::Seat(me)), [format!("{name} draws {drawn}.")]);
    for viewer in [Viewer::Seat(me.other()), Viewer::Spectator] {
        assert_eq!(heard(viewer), [format!("{name} draws 1 card.")]);
    }
    assert!(game.undo(me).is_err(), "a card was drawn");
}

#[test]
fn touching_a_card_and_a_place_means_what_it_looks_like() {
    let mut state =
        position(&["2 Wheel white, 2 Bricks red, 1 Wheel yellow", "1 Drop blue"], &["6 Wheel blue"]);
    give(&mut state, 0, Blue, 2);
    let intent = |state: &State, path: &[&str]| {
        intent::<FlowerGarden>(&FlowerGarden::view(state, Viewer::Seat(seat(0))), seat(0), path)
    };
    let [white, red, yellow] = ["2 Wheel white", "2 Bricks red", "1 Wheel yellow"]
        .map(|name| format!("card:{}", card(name).number()));
    for (path, expected) in [
        (&[white.as_str()][..], None),
        (&[&white, "zone:row.wheel"], Some(add("2 Wheel white", 1))),
        (&[&red, "zone:row.wheel"], Some(add("2 Bricks red", 1))), // to be told why not
        (&[&red, "zone:row.bricks"], Some(start("2 Bricks red"))),
        (&[&white, "zone:further.1"], Some(start("2 Wheel white"))),
        (&[&white, "zone:discard"], Some(exchange("2 Wheel white"))),
        (&[&white, "cell:new_bed"], None), // which colour?
        (&[&white, "cell:new_bed", "colour:blue"], Some(plant("2 Wheel white", Some(Blue)))),
        (&[&red, "cell:new_bed"], Some(plant("2 Bricks red", None))), // to be told why not
        (&[&red, "zone:garden.0"], Some(plant("2 Bricks red", None))),
        (&[&red, "zone:row.x"], None),
        (&[&red, "zone:pile"], None),
        (&["card:99", "zone:further.1"], None),
        (&["zone:flowers.blue"], None),
    ] {
        assert_eq!(intent(&state, path), expected, "{path:?}");
    }
    act(&mut state, &[add("2 Wheel white", 1)]);
    for (path, expected) in [
        (&[yellow.as_str()][..], Some(add("1 Wheel yellow", 1))),
        (&["colour:red"], Some(Action::Take(Some(Red)))),
        (&["zone:flowers.red"], Some(Action::Take(Some(Red)))),
        (&["flower:blue"], Some(Action::Take(Some(Blue)))),
        (&["colour:mauve"], None),
    ] {
        assert_eq!(intent(&state, path), expected, "{path:?}");
    }
    act(&mut state, &[add("1 Wheel yellow", 1)]);
    assert_eq!(intent(&state, &["zone:flowers.yellow"]), Some(TAKE));
}

#[test]
fn prompts_say_what_can_be_done_and_banners_what_may_end_it() {
    let text = |state: &State, viewer| FlowerGarden::scene(&FlowerGarden::view(state, viewer), viewer);
    let me = Viewer::Seat(seat(0));
    let mut state =
        position(&["1 Wheel black, 2 Bricks red", "1 Drop blue"], &["3 Wheel green, 1 Wheel yellow"]);
    give(&mut state, 0, Red, 2);
    assert!(text(&state, me).prompt.text.ends_with("You can plant red Bricks 2 and black Wheel 1."));
    assert_eq!(text(&state, me).banner, None);
    act(&mut state, &[add("1 Wheel black", 1)]);
    assert_eq!(
        text(&state, me).prompt.text,
        "Row 1 has 3 cards, the last one wild: name the colour of your 3 flowers. Its equal cards clear the row."
    );
    assert_eq!(text(&state, Viewer::Spectator).prompt.text, "{0:shop} in row 1.");
    give(&mut state, 1, Blue, 20);
    assert_eq!(
        text(&state, me).banner.as_deref(),
        Some("No blue flowers are left: one more empty flower pile ends the game.")
    );
}

#[test]
fn offers_show_what_they_bring_and_say_why() {
    let mut state =
        position(&["1 Wheel red, 2 Bricks red", "1 Drop blue"], &["3 Wheel green, 1 Wheel yellow"]);
    give(&mut state, 0, Red, 2);
    let offer = |state: &State, action| {
        FlowerGarden::offer(&FlowerGarden::view(state, Viewer::Seat(seat(0))), seat(0), &action)
    };
    let (row, bed) = (Key::zone("row.wheel"), Key::cell("new_bed"));
    let shop = offer(&state, add("1 Wheel red", 1));
    assert!(shop.changes.contains(&Change { at: row, to: Becomes::Worth(3) }), "{shop:?}");
    assert_eq!(
        shop.why.as_deref(),
        Some("The row has 3 cards then, so it brings 3 red flowers. Its equal cards then clear it.")
    );
    let plant = offer(&state, plant("2 Bricks red", None));
    assert!(plant.changes.contains(&Change { at: bed.clone(), to: Becomes::Worth(4) }), "{plant:?}");
    assert_eq!(plant.changes.iter().filter(|change| change.to == Becomes::At(bed.clone())).count(), 1 + 2);
    act(&mut state, &[add("1 Wheel red", 1)]);
    let take = offer(&state, TAKE);
    let flower = Change { at: Key::zone("loose.0"), to: Becomes::Figure(Figure::Cube(Red)) };
    assert_eq!(take.changes.iter().filter(|change| **change == flower).count(), 3);
    let cleared = take.changes.iter().filter(|change| change.to == Becomes::At(Key::zone("discard")));
    assert_eq!(cleared.count(), 3, "{take:?}");
}

#[test]
fn a_row_with_equal_cards_is_seen_before_it_goes() {
    let mut state = position(&["1 Wheel red", "1 Drop blue"], &["3 Wheel green, 1 Wheel yellow"]);
    act(&mut state, &[add("1 Wheel red", 1)]);
    let mut game = Match::<FlowerGarden>::from_state(Options::default(), state, Seed::from_number(1));
    game.act(seat(0), TAKE).unwrap();
    let moments: Vec<_> = game.moments(Viewer::Spectator).collect();
    let [(beat, scene)] = &moments[..] else { panic!("{} moments", moments.len()) };
    assert_eq!((beat.kind, beat.text.as_str()), (BeatKind::Blow, "Row 1 has equal cards."));
    assert_eq!(beat.at, ["1 Wheel yellow", "1 Wheel red"].map(|name| Key::card(card(name))));
    assert_eq!(scene.zone("row.wheel").unwrap().pieces.len(), 3);
    assert_eq!(scene.zone("loose.0").unwrap().pieces.len(), 3, "the flowers are taken");
    assert!(game.scene(Viewer::Spectator).zone("row.wheel").unwrap().pieces.is_empty());
}

#[test]
fn rows_lie_in_stalls_that_are_always_there() {
    let rows = ["6 Wheel blue", "1 Drop white", "5 Wheel black"];
    let places = |rows: &[&str]| -> Vec<(String, usize)> {
        let state = position(&["1 Wheel yellow", "1 Drop blue"], rows);
        let scene = FlowerGarden::scene(&FlowerGarden::view(&state, Viewer::Spectator), Viewer::Spectator);
        let is_shop =
            |zone: &&Zone| zone.key.as_str().contains("row") || zone.key.as_str().contains("further");
        scene.zones.iter().filter(is_shop).map(|zone| (zone.key.to_string(), zone.pieces.len())).collect()
    };
    let keys = |rows: &[&str]| places(rows).into_iter().map(|(key, _)| key).collect::<Vec<_>>();
    assert_eq!(keys(&[]), keys(&rows));
    let filled: Vec<String> =
        places(&rows).into_iter().filter(|(_, cards)| *cards > 0).map(|(key, _)| key).collect();
    assert_eq!(filled, ["zone:row.drop", "zone:row.wheel", "zone:further.1"]);
}

#[test]
fn scores_are_the_sum_of_their_parts() {
    let mut state = position(&["2 Bricks red", "1 Drop blue"], &[]);
    give(&mut state, 0, Red, 5);
    act(&mut state, &[plant("2 Bricks red", None)]);
    let scene = FlowerGarden::scene(&FlowerGarden::view(&state, Viewer::Spectator), Viewer::Spectator);
    let parts: Vec<i32> = scene.players[0].parts.iter().map(|part| part.points).collect();
    assert_eq!((parts, scene.players[0].score), (vec![2, -3], Some(-1)));
}

#[test]
fn states_that_cannot_be_are_refused() {
    let sound = || {
        let mut state = position(&["2 Wheel white, 2 Bricks red", "1 Drop blue"], &["6 Wheel blue"]);
        give(&mut state, 0, Blue, 2);
        state
    };
    assert_eq!(FlowerGarden::audit(&sound()), Ok(()));
    type Damage = fn(&mut State);
    let damages: [(&str, Damage); 12] = [
        ("every card is somewhere", |state| state.pile = CardSet::EMPTY),
        ("in two places", |state| state.table.discard = CardSet::only(card("1 Drop blue"))),
        ("one hand for each seat", |state| state.hands = Hands::empty(1)),
        ("rows are numbered", |state| state.table.started = 0),
        ("rows are numbered", |state| state.table.started = u16::MAX),
        ("20 flowers each", |state| state.table.supply.put(Red, 1)),
        ("20 flowers each", |state| state.table.supply.put(White, 1)),
        ("not shuffled so often", |state| state.table.shuffled = Pile::from_iter([CardSet::FULL; 2])),
        ("only cards of the last shuffle", |state| {
            state.table.shuffled.push(CardSet::only(card("1 Drop blue")));
        }),
        ("without a seat", |state| state.table.phase = Phase::Choose(seat(2))),
        ("the cards of this turn", |state| {
            state.table.phase = Phase::Shop { seat: seat(0), row: 1, laid: 2 };
        }),
        ("nothing has ended", |state| state.table.phase = Phase::Over),
    ];
    for (expected, damage) in damages {
        let mut state = sound();
        damage(&mut state);
        let refused = FlowerGarden::audit(&state).expect_err(expected);
        assert!(refused.contains(expected), "{expected}: {refused}");
    }
}

#[test]
fn whoever_follows_the_estimate_wins() {
    let share = testing::greedy_share::<FlowerGarden>(json!({}), 2, 20);
    assert!(share >= 0.9, "{share}");
}

#[test]
fn a_hint_says_why() {
    let of = |colour, value| (CardSet::of_colour(colour) & CardSet::of_value(value)).first().unwrap();
    let (three, four, wild) = (of(Red, 3), of(Yellow, 4), of(White, 2));
    let mut state = position(&["", ""], &[]);
    state.hands[seat(0)] = [three, four, wild].into_iter().collect();
    give(&mut state, 0, Red, 3);
    let view = FlowerGarden::view(&state, Viewer::Seat(seat(0)));
    for (action, said) in [
        (
            Action::Plant { card: three, colour: None },
            Some("3 flowers that cost a point each will bring one each: 6 points in all.".to_string()),
        ),
        (
            Action::Shop { card: three, row: None },
            Some(format!("It brings 1 red flower, and your {wild} is a bed for 2.")),
        ),
        (
            Action::Shop { card: four, row: None },
            Some("It brings 1 yellow flower; you hold no bed for them yet.".to_string()),
        ),
        (Action::Exchange(four), None),
    ] {
        assert_eq!(FlowerGarden::reason(&view, seat(0), &action), said, "{action:?}");
    }
}

boxwood_conformance::game_tests!(
    FlowerGarden,
    playthrough: &[], 53,
    shows: ["has equal cards", "That empties the draw pile for the first", "shuffled into a new draw pile", "Exchange"]
);
