//! The rules, the rulings and the worked examples, by number.

use std::collections::BTreeSet;

use boxwood_conformance::testing::{self, intent, json, moments, named, new_match, seat};
use boxwood_kit::Card;
use boxwood_scene::{BeatKind, Control, Figure, Key, Mark, Tint};

use super::*;

/// Cards with these numbers, other ones each time that a number comes up, and none of those excluded.
fn cards_but(numbers: &[u8], excluded: CardSet) -> CardSet {
    let mut free = CardSet::FULL - excluded;
    let mut take = |&number: &u8| {
        let card = (free & CardSet::of_value(number)).first().expect("so many cards of this number");
        free.remove(card);
        card
    };
    numbers.iter().map(&mut take).collect()
}

/// A hand in the middle of the game: the number to make, and the numbers that everybody holds, seat 0 first, who is
/// to move; nothing has been used.
fn table(target: u8, hands: &[[u8; HAND]]) -> State {
    let mut dealt = CardSet::EMPTY;
    let hands = Hands::from_fn(hands.len(), |seat| {
        let hand = cards_but(&hands[seat.index()], dealt);
        dealt = dealt | hand;
        hand
    });
    let laid = (1..target).map(|number| seat(usize::from(number) % hands.seats())).collect();
    let table = Table {
        options: Options::default(),
        laid,
        set: CardSet::EMPTY,
        used: CardSet::EMPTY,
        held: CardSet::EMPTY,
        passes: 0,
        phase: Phase::Turn(seat(0)),
    };
    State { table, hands }
}

/// Cards of the seat's hand with these numbers.
fn held(state: &State, player: usize, numbers: &[u8]) -> CardSet {
    cards_but(numbers, CardSet::FULL - state.hands[seat(player)])
}

fn lay(state: &State, numbers: &[u8]) -> Action {
    Action::Lay(held(state, 0, numbers))
}

fn pass(state: &State, numbers: &[u8]) -> Action {
    Action::Pass(held(state, 0, numbers))
}

/// What seat 0 is offered, as numbers.
fn offered(state: &State) -> BTreeSet<(bool, Vec<u8>)> {
    let actions = testing::actions::<MakeItCount>(state, seat(0));
    let told = |action: &Action| match *action {
        Action::Lay(cards) => (true, numbers(cards).collect()),
        Action::Pass(cards) => (false, numbers(cards).collect()),
    };
    let listed: BTreeSet<_> = actions.iter().map(told).collect();
    assert_eq!(listed.len(), actions.len(), "the same numbers are listed twice: {actions:?}");
    listed
}

fn laying(sets: &[&[u8]]) -> BTreeSet<(bool, Vec<u8>)> {
    sets.iter().map(|set| (true, set.to_vec())).collect()
}

fn refusal(state: &State, action: Action) -> String {
    testing::refusal::<MakeItCount>(state, seat(0), &action)
}

fn act(state: &mut State, player: usize, action: Action) -> Vec<String> {
    let said = testing::act::<MakeItCount>(state, seat(player), &action, 3);
    said.iter().map(|sentence| named(sentence)).collect()
}

/// Lets whoever's turn it is pass without discarding.
fn pass_on(state: &mut State) -> Vec<String> {
    let player = testing::mover::<MakeItCount>(state);
    act(state, player.index(), Action::Pass(CardSet::EMPTY))
}

const SIXES: [u8; HAND] = [6; HAND];
const ONES: [u8; HAND] = [1; HAND];
const FIVES: [u8; HAND] = [5; HAND];
const LOW: [u8; HAND] = [1, 1, 1, 1, 2, 2];

// ---- The rules ----

#[test]
fn rule_1_the_deck_and_the_deal() {
    let copies: Vec<usize> = (1..=6).map(|number| CardSet::of_value(number).len()).collect();
    assert_eq!(copies, [18, 12, 6, 6, 6, 6]);
    for seats in 1..=6 {
        let game = new_match::<MakeItCount>(json!({}), seats, 7);
        assert!(game.state().hands.iter().all(|(_, hand)| hand.len() == 6));
        assert_eq!(game.state().table.target(), 1);
        assert_eq!(game.state().draw_pile().len(), 54 - 6 * seats);
    }
}

#[test]
fn rule_1_whoever_has_the_most_ones_begins() {
    let mut ties = 0;
    for seed in 0..100 {
        let game = new_match::<MakeItCount>(json!({}), 4, seed);
        let starter = testing::mover::<MakeItCount>(game.state());
        let ones = |seat| (game.state().hands[seat] & CardSet::of_value(1)).len();
        assert!(Seat::all(4).all(|other| ones(other) <= ones(starter)));
        ties += usize::from(flow::with_most_ones(&game.state().hands).len() > 1);
        let log: Vec<String> = game.log(Viewer::Spectator, 0).map(named).collect();
        let name = ["A", "B", "C", "D"][starter.index()];
        assert_eq!(log, [format!("{name} has the most ones. {name} begins with 1.")]);
    }
    assert!(ties > 20, "{ties} of 100");
}

#[test]
fn rule_2_a_set_makes_the_number_exactly() {
    let mut state = table(7, &[[1, 1, 3, 4, 5, 6], ONES]);
    assert_eq!(refusal(&state, lay(&state, &[3, 5])), "3 and 5 make 8, not 7 (rule 2).");
    assert_eq!(refusal(&state, lay(&state, &[6])), "That is 6, not 7 (rule 2).");
    assert_eq!(refusal(&state, Action::Lay(CardSet::EMPTY)), "Choose cards that make 7 (rule 2).");
    let foreign = cards_but(&[1, 6], state.hands[seat(0)]);
    assert_eq!(refusal(&state, Action::Lay(foreign)), "Only cards of your own hand can be used (rule 2).");
    let laid = held(&state, 0, &[1, 6]);
    let kept = state.hands[seat(0)] - laid;
    assert_eq!(act(&mut state, 0, Action::Lay(laid)), ["A lays 7: 1 and 6."]);
    assert_eq!((state.table.target(), state.table.set, state.table.used), (8, laid, laid));
    assert!(kept.is_subset(state.hands[seat(0)]) && state.hands[seat(0)].len() == 6, "two new cards");
    assert_eq!(state.table.laid.last(), Some(&seat(0)));
    let mut single = table(6, &[SIXES, ONES]);
    assert_eq!(act(&mut single, 0, lay(&table(6, &[SIXES, ONES]), &[6])), ["A lays 6."]);
}

#[test]
fn rule_2_every_set_is_found_and_no_other() {
    // Against all subsets of the hand, in real positions.
    for seed in 0..60 {
        let mut rng = Rng::from_number(seed);
        let mut game = new_match::<MakeItCount>(json!({}), 1 + seed as usize % 6, seed);
        while let Some(player) = game.active().first() {
            let (hand, target) = (game.state().hands[player], game.state().table.target());
            let cards: Vec<Card> = hand.iter().collect();
            let subsets = (0..1u32 << cards.len())
                .map(|bits| (0..6).filter(|n| bits >> n & 1 == 1).map(|n| cards[n]).collect::<CardSet>());
            let sets: Vec<CardSet> = subsets.clone().filter(|&set| sum(set) == target).collect();
            let expected: Vec<Action> = match sets.is_empty() {
                true => subsets.filter(|set| set.len() <= 2).map(Action::Pass).collect(),
                false => sets.into_iter().map(Action::Lay).collect(),
            };
            for action in &expected {
                assert_eq!(MakeItCount::check(game.state(), player, action), Ok(()));
            }
            // One of each choice of the same numbers is listed.
            let told = |action: &Action| {
                let (Action::Lay(cards) | Action::Pass(cards)) = *action;
                numbers(cards).collect::<Vec<u8>>()
            };
            let actions = game.actions(player);
            let all: BTreeSet<Vec<u8>> = expected.iter().map(told).collect();
            assert_eq!(actions.iter().map(told).collect::<BTreeSet<_>>(), all);
            assert_eq!(actions.len(), all.len());
            assert!(actions.iter().all(|action| expected.contains(action)));
            assert_eq!(MakeItCount::is_sampled(game.state(), player), sets::has_equals(hand));
            game.act(player, *rng.choose(&expected)).unwrap();
        }
    }
}

#[test]
fn rule_3_whoever_has_no_set_passes_and_may_discard_two() {
    let state = table(9, &[LOW, SIXES]);
    let expected: [&[u8]; 6] = [&[], &[1], &[2], &[1, 1], &[1, 2], &[2, 2]];
    assert_eq!(offered(&state), expected.iter().map(|cards| (false, cards.to_vec())).collect());
    assert_eq!(refusal(&state, pass(&state, &[1, 1, 2])), "Discard at most two cards (rule 3).");
    for (discarded, sentence) in [
        (vec![], "A passes."),
        (vec![2], "A passes, with 2 exchanged."),
        (vec![1, 1], "A passes, with 1 and 1 exchanged."),
    ] {
        let (mut then, cards) = (state.clone(), held(&state, 0, &discarded));
        assert_eq!(act(&mut then, 0, Action::Pass(cards)), [sentence]);
        assert_eq!((then.table.used, then.table.passes, then.table.target()), (cards, 1, 9));
        assert!((state.hands[seat(0)] - cards).is_subset(then.hands[seat(0)]));
        assert!((then.hands[seat(0)] & cards).is_empty() && then.hands[seat(0)].len() == 6);
    }
}

#[test]
fn rule_4_the_next_player_has_the_same_number_after_a_pass_and_the_next_after_a_set() {
    let mut state = table(9, &[LOW, [3, 3, 3, 4, 4, 5], SIXES]);
    pass_on(&mut state);
    assert_eq!((state.table.phase, state.table.target()), (Phase::Turn(seat(1)), 9));
    let set = held(&state, 1, &[4, 5]);
    act(&mut state, 1, Action::Lay(set));
    assert_eq!((state.table.phase, state.table.target()), (Phase::Turn(seat(2)), 10));
    pass_on(&mut state);
    assert_eq!(state.table.phase, Phase::Turn(seat(0)));
}

#[test]
fn rule_5_an_empty_pile_is_made_of_what_was_used() {
    let mut state = table(9, &[LOW, SIXES]);
    // All others but one are used.
    let last = cards_but(&[5], state.hands.all());
    state.table.used = CardSet::FULL - state.hands.all() - last;
    let (used, cards) = (state.table.used, held(&state, 0, &[1, 2]));
    let before = state.hands.all() - cards;
    let said = act(&mut state, 0, Action::Pass(cards));
    assert_eq!(said[1], "The draw pile is empty, and all used cards are shuffled.");
    let new = state.hands.all() - before;
    assert!(new.len() == 2 && last.is_subset(new), "the last one, and one of the shuffled");
    assert!((new - last).is_subset(used | cards));
    assert_eq!(state.table.used, CardSet::EMPTY);
    // What was in hands then is known to be there.
    assert_eq!(state.table.held, before | last);
    assert_eq!(state.draw_pile(), (used | cards) - new);
}

#[test]
fn rule_5_what_was_held_stays_in_hands_when_all_is_dealt_again() {
    let mut state = table(9, &[LOW, SIXES, [3, 3, 3, 4, 4, 5]]);
    state.table.held = state.hands.all();
    let cards = held(&state, 0, &[1, 2]);
    act(&mut state, 0, Action::Pass(cards));
    for viewer in Viewer::all(3) {
        let view = MakeItCount::view(&state, viewer);
        for seed in 0..40 {
            let other = MakeItCount::redeal(&view, &mut Rng::from_number(seed));
            assert!(other.table.held.is_subset(other.hands.all()));
            assert_eq!((other.hands[seat(1)] & other.table.held).len(), 6);
            assert_eq!((other.hands[seat(0)] & other.table.held).len(), 4);
            assert_eq!(MakeItCount::view(&other, viewer), view);
        }
    }
}

#[test]
fn rule_6_it_ends_when_everybody_has_passed() {
    let mut state = table(37, &[LOW, SIXES, [5; HAND]]);
    pass_on(&mut state);
    pass_on(&mut state);
    let said = pass_on(&mut state);
    assert_eq!(said, ["C passes.", "Nobody makes 37, so the game is over."]);
    let outcome = testing::outcome::<MakeItCount>(&state);
    assert_eq!(outcome.team, Some(Team { won: true, score: 36 }));
    assert_eq!(outcome.scores.as_slice(), [36; 3]);
    assert!(MakeItCount::check(&state, seat(0), &Action::Pass(CardSet::EMPTY)).is_err());
}

#[test]
fn rule_6_the_end_is_a_moment_with_all_hands_turned_up() {
    let mut state = table(22, &[LOW, [1, 1, 1, 3, 3, 3]]);
    pass_on(&mut state);
    let shown =
        moments::<MakeItCount>(&mut state, seat(1), &Action::Pass(CardSet::EMPTY), 0, Viewer::Spectator);
    let [(beat, scene)] = &shown[..] else { panic!("{shown:?}") };
    assert_eq!((beat.kind, &beat.at[..]), (BeatKind::Round, &[Key::zone("numbers")][..]));
    assert!(scene.zone("hand.0").unwrap().pieces.iter().all(|piece| matches!(piece.figure, Figure::Card(_))));
    assert_eq!(scene.prompt.text, "You counted to 21 together. A great count.");
}

// ---- The rulings ----

#[test]
fn ruling_1_who_can_lay_must() {
    let state = table(7, &[[1, 1, 3, 4, 5, 6], ONES]);
    assert_eq!(refusal(&state, pass(&state, &[])), "You have cards that make 7, so lay them (ruling R1).");
    assert!(offered(&state).iter().all(|(is_set, _)| *is_set));
}

#[test]
fn ruling_2_any_number_of_cards() {
    for (target, set) in [(6, &[1, 1, 1, 1, 1, 1][..]), (5, &[1, 1, 1, 1, 1]), (1, &[1])] {
        let state = table(target, &[ONES, SIXES]);
        assert_eq!(offered(&state), laying(&[set]));
    }
}

#[test]
fn ruling_3_any_set_begins_the_run_anew_and_example_5() {
    for (rounds, most) in [(PassRounds::One, 3), (PassRounds::Two, 6)] {
        let mut state = table(22, &[LOW, LOW, LOW]);
        state.table.options.pass_rounds = rounds;
        for number in 1..=most {
            assert_eq!(state.table.passes + 1, number);
            pass_on(&mut state);
        }
        assert_eq!(testing::outcome::<MakeItCount>(&state).team, Some(Team { won: true, score: 21 }));
    }
    let mut state = table(22, &[LOW, [6, 6, 6, 4, 5, 1], LOW]);
    state.table.options.pass_rounds = PassRounds::Two;
    (state.table.passes, state.table.phase) = (3, Phase::Turn(seat(1)));
    let set = held(&state, 1, &[6, 6, 6, 4]);
    act(&mut state, 1, Action::Lay(set));
    assert_eq!(state.table.passes, 0);
}

#[test]
fn ruling_4_two_rounds_are_for_two_or_three_and_ruling_7_alone_it_is_always_two() {
    let most = |rounds| {
        let options = Options { pass_rounds: rounds, ..Options::default() };
        (1..=6).map(|seats| options.most_passes(seats)).collect::<Vec<u8>>()
    };
    assert_eq!(most(PassRounds::One), [2, 2, 3, 4, 5, 6]);
    assert_eq!(most(PassRounds::Two), [2, 4, 6, 4, 5, 6]);
}

#[test]
fn ruling_5_hands_are_closed_unless_agreed_otherwise() {
    let mut state = table(7, &[[1, 1, 3, 4, 5, 5], SIXES]);
    let seen = |state: &State, viewer| MakeItCount::view(state, viewer).hands.of(seat(1)).is_some();
    assert!(!seen(&state, Viewer::Seat(seat(0))) && !seen(&state, Viewer::Spectator));
    assert!(seen(&state, Viewer::Seat(seat(1))));
    state.table.options.hands = HandsShown::Open;
    assert!(seen(&state, Viewer::Seat(seat(0))) && seen(&state, Viewer::Spectator));
    let scene = scene::scene(&MakeItCount::view(&state, Viewer::Spectator), Viewer::Spectator);
    assert_eq!(
        scene.zone("hand.1").unwrap().pieces[0].figure,
        Figure::Card(held(&state, 1, &[6]).first().unwrap().number())
    );
}

#[test]
fn ruling_6_whoever_ends_the_game_need_not_discard() {
    let mut state = table(30, &[LOW, LOW]);
    pass_on(&mut state);
    for cards in [CardSet::EMPTY, held(&state, 1, &[1])] {
        let mut then = state.clone();
        act(&mut then, 1, Action::Pass(cards));
        assert_eq!(testing::outcome::<MakeItCount>(&then).team, Some(Team { won: true, score: 29 }));
    }
    let banner = scene::scene(&MakeItCount::view(&state, Viewer::Spectator), Viewer::Spectator).banner;
    assert_eq!(banner.as_deref(), Some("One more pass and it is over. 30 is still to be made."));
}

#[test]
fn ruling_8_a_discarded_card_comes_back_only_by_a_shuffle() {
    for seed in 0..30 {
        let mut state = table(9, &[LOW, SIXES]);
        let cards = held(&state, 0, &[1, 2]);
        testing::act::<MakeItCount>(&mut state, seat(0), &Action::Pass(cards), seed);
        assert!((state.hands[seat(0)] & cards).is_empty());
    }
}

// ---- The worked examples ----

#[test]
fn example_1_two_ones_make_2() {
    let mut state = table(2, &[[1, 1, 3, 4, 5, 6], LOW]);
    assert_eq!(offered(&state), laying(&[&[1, 1]]));
    let set = lay(&state, &[1, 1]);
    act(&mut state, 0, set);
    assert_eq!(state.draw_pile().len(), 54 - 12 - 2);
}

#[test]
fn example_2_two_ways_to_make_7() {
    let state = table(7, &[[1, 1, 1, 2, 2, 6], FIVES]);
    assert_eq!(offered(&state), laying(&[&[1, 6], &[1, 1, 1, 2, 2]]));
    let mut then = state.clone();
    act(&mut then, 0, lay(&state, &[1, 1, 1, 2, 2]));
    assert_eq!(then.draw_pile().len(), 54 - 12 - 5);
}

#[test]
fn example_3_the_whole_hand_is_not_enough() {
    let state = table(9, &[LOW, SIXES]);
    assert_eq!(sum(state.hands[seat(0)]), 8);
    assert!(offered(&state).iter().all(|(is_set, _)| !is_set));
}

#[test]
fn example_4_no_subset_makes_4() {
    let state = table(4, &[[1, 6, 6, 5, 5, 6], ONES]);
    assert!(!can_make(state.hands[seat(0)], 4));
    assert!(offered(&state).contains(&(false, vec![])));
}

#[test]
fn example_6_without_a_one_nobody_scores() {
    let mut state = table(1, &[[2, 2, 3, 3, 4, 4], SIXES]);
    pass_on(&mut state);
    pass_on(&mut state);
    assert_eq!(testing::outcome::<MakeItCount>(&state).team, Some(Team { won: false, score: 0 }));
    let scene = scene::scene(&MakeItCount::view(&state, Viewer::Spectator), Viewer::Spectator);
    assert_eq!(scene.prompt.text, "Nobody could make even 1. It happens.");
}

#[test]
fn example_7_a_tie_for_the_start_is_drawn_by_lot() {
    let hands = [[1, 1, 3, 4, 5, 6], [1, 1, 2, 2, 2, 2], [1, 2, 2, 3, 3, 3]];
    assert_eq!(flow::with_most_ones(&table(1, &hands).hands), testing::seats(&[0, 1]));
    let starters: BTreeSet<Option<Seat>> = (0..300)
        .map(|seed| new_match::<MakeItCount>(json!({}), 2, seed))
        .filter(|game| flow::with_most_ones(&game.state().hands).len() == 2)
        .map(|game| game.active().first())
        .collect();
    assert_eq!(starters.len(), 2);
}

#[test]
fn example_8_nothing_is_higher_than_36() {
    let mut state = table(36, &[SIXES, LOW]);
    assert_eq!(offered(&state), laying(&[&SIXES]));
    let set = lay(&state, &SIXES);
    act(&mut state, 0, set);
    assert_eq!(state.table.score(), 36);
    pass_on(&mut state);
    pass_on(&mut state);
    assert_eq!(testing::outcome::<MakeItCount>(&state).team, Some(Team { won: true, score: 36 }));
}

// ---- The table ----

#[test]
fn cards_are_chosen_together_and_counted() {
    let state = table(7, &[[1, 1, 1, 2, 2, 6], FIVES]);
    let view = MakeItCount::view(&state, Viewer::Seat(seat(0)));
    let offer = scene::offer(&view, seat(0), lay(&state, &[1, 6]));
    assert_eq!((offer.label.as_str(), offer.together), ("Lay 1 and 6", true));
    assert_eq!(offer.path.last(), Some(&Key::button("lay")));
    assert_eq!(offer.alike.iter().map(Vec::len).collect::<Vec<_>>(), [3, 2], "ones and twos");
    let prompt = scene::scene(&view, Viewer::Seat(seat(0))).prompt;
    let Control::Tally { goal, worth, .. } = &prompt.controls[0] else { panic!("{prompt:?}") };
    assert_eq!(
        (*goal, worth.iter().map(|(_, worth)| *worth).collect::<Vec<_>>()),
        (7, vec![1, 1, 1, 2, 2, 6])
    );
    let stuck = MakeItCount::view(&table(9, &[LOW, SIXES]), Viewer::Seat(seat(0)));
    let prompt = scene::scene(&stuck, Viewer::Seat(seat(0))).prompt;
    assert!(prompt.text.starts_with("No cards of yours make 9, so pass."));
    assert_eq!(scene::offer(&stuck, seat(0), Action::Pass(CardSet::EMPTY)).label, "Pass");
}

#[test]
fn touches_are_read_whichever_cards_they_are() {
    let state = table(7, &[[1, 1, 1, 2, 2, 6], FIVES]);
    let view = MakeItCount::view(&state, Viewer::Seat(seat(0)));
    let ones: Vec<Card> = (state.hands[seat(0)] & CardSet::of_value(1)).iter().collect();
    let six = held(&state, 0, &[6]).first().unwrap();
    let read = |keys: &[&str]| intent::<MakeItCount>(&view, seat(0), keys);
    for one in ones {
        let [one_key, six_key] = [one, six].map(|card| Key::card(card).to_string());
        let set = Action::Lay([one, six].into_iter().collect());
        assert_eq!(read(&[&six_key, &one_key, "button:lay"]), Some(set));
        assert_eq!(MakeItCount::check(&state, seat(0), &set), Ok(()));
        assert_eq!(read(&[&six_key, &one_key]), None, "it has still to be said");
    }
    let six_key = Key::card(six).to_string();
    assert_eq!(read(&[&six_key]), Some(Action::Lay(CardSet::only(six))), "so that the game says why not");
    assert_eq!(read(&["button:pass"]), Some(Action::Pass(CardSet::EMPTY)));
    assert_eq!(read(&["button:nothing"]), None);
    assert_eq!(read(&["cell:7"]), None);
}

#[test]
fn who_laid_what_and_who_has_passed_is_seen() {
    let mut state = table(9, &[LOW, LOW, [4, 4, 4, 5, 5, 5], LOW]);
    pass_on(&mut state);
    pass_on(&mut state);
    let passes = |state: &State| Seat::all(4).map(|seat| state.table.passes_of(seat, 4)).collect::<Vec<u8>>();
    assert_eq!(passes(&state), [1, 1, 0, 0]);
    let set = held(&state, 2, &[4, 5]);
    act(&mut state, 2, Action::Lay(set));
    assert_eq!(passes(&state), [0; 4]);
    let scene = scene::scene(&MakeItCount::view(&state, Viewer::Spectator), Viewer::Spectator);
    let cell = |number: usize| scene.zones[0].cells[number - 1].clone();
    assert_eq!((cell(9).tint, cell(9).marks), (Some(Tint::Of(seat(2))), vec![Mark::Last]));
    assert_eq!((cell(10).tint, cell(11).tint), (Some(Tint::Goal), None));
    assert_eq!(named(&scene.zone("set").unwrap().label), "C has laid 9");
    assert_eq!(scene.tags, ["Counted to 9"]);
    let two = State {
        table: Table {
            options: Options { pass_rounds: PassRounds::Two, ..Options::default() },
            passes: 3,
            phase: Phase::Turn(seat(1)),
            ..state.table.clone()
        },
        ..table(9, &[LOW, LOW])
    };
    assert_eq!(Seat::all(2).map(|seat| two.table.passes_of(seat, 2)).collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn states_that_cannot_be_are_refused() {
    type Damage = fn(&mut State);
    let damages: [(&str, Damage); 9] = [
        ("a card is in two places", |state| state.table.used = state.hands[seat(0)]),
        ("everybody has six cards", |state| {
            let card = state.hands[seat(0)].first().unwrap();
            state.hands[seat(0)].remove(card);
        }),
        ("a card that was held is in no hand", |state| state.table.held = state.draw_pile()),
        ("somebody takes part who does not sit here", |state| state.table.phase = Phase::Turn(seat(2))),
        ("somebody takes part who does not sit here", |state| {
            state.table.laid.push(seat(5));
        }),
        ("the last set does not make the last number", |state| {
            state.table.set = cards_but(&[1], state.hands.all());
        }),
        ("the last set does not make the last number", |state| {
            state.table.set = cards_but(&[1], state.hands.all());
            state.table.used = state.table.set;
        }),
        ("everybody has passed already", |state| state.table.passes = 2),
        ("it is over, but not everybody has passed", |state| state.table.phase = Phase::Over(seat(0))),
    ];
    let sound = table(9, &[LOW, SIXES]);
    assert_eq!(MakeItCount::audit(&sound), Ok(()));
    for (expected, damage) in damages {
        let mut state = sound.clone();
        damage(&mut state);
        assert_eq!(MakeItCount::audit(&state), Err(expected));
    }
    let crowd = State { hands: Hands::empty(7), ..sound };
    assert_eq!(MakeItCount::audit(&crowd), Err("one to six can play"));
}

// ---- Good play ----

/// The mean score of so many games by players who look so far ahead; at random for `None`.
fn mean(options: serde_json::Value, seats: usize, care: Option<u8>, games: u64) -> f32 {
    let mut sum = 0;
    for seed in 0..games {
        let mut rng = Rng::from_number(seed);
        let mut game = new_match::<MakeItCount>(options.clone(), seats, seed);
        while let Some(player) = game.active().first() {
            let actions = game.actions(player);
            let action = match care {
                None => *rng.choose(&actions),
                Some(care) => {
                    let mut values = vec![];
                    MakeItCount::weigh(&game.view(Viewer::Seat(player)), player, &actions, care, &mut values);
                    actions[(0..actions.len()).max_by(|&a, &b| values[a].total_cmp(&values[b])).unwrap()]
                }
            };
            game.act(player, action).unwrap();
        }
        sum += u32::from(game.state().table.score());
    }
    sum as f32 / games as f32
}

#[test]
fn whoever_looks_ahead_gets_further() {
    for (options, seats, more) in [
        (json!({}), 1, 2.0),
        (json!({}), 2, 0.8),
        (json!({"pass_rounds": 2}), 2, 1.5),
        (json!({}), 3, 0.5),
        (json!({}), 6, 0.4),
    ] {
        let [random, best] = [None, Some(2)].map(|care| mean(options.clone(), seats, care, 300));
        assert!(best > random + more, "{seats} seats: {best} against {random} at random");
    }
}

#[test]
fn chances_are_those_of_all_draws() {
    let pile = cards_but(&[1, 1, 2, 3, 5, 6], CardSet::EMPTY);
    let kept = cards_but(&[2, 4], pile);
    let cards: Vec<Card> = pile.iter().collect();
    let chances = advice::chances(kept, 2, pile);
    for number in 0..=HIGHEST as u8 {
        let mut made = 0;
        for first in 0..6 {
            for second in 0..first {
                let drawn: CardSet = [cards[first], cards[second]].into_iter().collect();
                made += u32::from(can_make(kept | drawn, number));
            }
        }
        assert!((chances[usize::from(number)] - made as f32 / 15.0).abs() < 1e-6, "{number}");
    }
}

#[test]
fn the_next_number_depends_on_how_likely_the_others_are_to_make_theirs() {
    let state = table(4, &[LOW, SIXES, FIVES]);
    let view = MakeItCount::view(&state, Viewer::Seat(seat(0)));
    let next = advice::next_number(&view, seat(1), seat(0), 5, 0);
    assert!((next.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    assert!(next[7] > next[6] && next[6] > next[5], "nearly everybody makes 5: {next:?}");
    // Nobody makes 37: after the others have passed, it is the same.
    let next = advice::next_number(&view, seat(1), seat(0), 37, 0);
    assert_eq!(next[37], 1.0);
    // And with a pass of one's own before, it is over.
    let next = advice::next_number(&view, seat(1), seat(0), 37, 1);
    assert_eq!(next.iter().sum::<f32>(), 0.0);
}

#[test]
fn hints_say_why() {
    let state = table(7, &[[1, 1, 1, 2, 2, 6], FIVES]);
    let view = |state: &State| MakeItCount::view(state, Viewer::Seat(seat(0)));
    let reason = |state: &State, action| MakeItCount::reason(&view(state), seat(0), &action).unwrap();
    assert_eq!(
        reason(&state, lay(&state, &[1, 1, 1, 2, 2])),
        "It keeps the 6 for higher numbers and brings 5 new cards."
    );
    assert_eq!(
        reason(&state, lay(&state, &[1, 6])),
        "It brings 2 new cards, and leaves what is useful next."
    );
    let stuck = table(9, &[LOW, SIXES]);
    assert_eq!(reason(&stuck, pass(&stuck, &[1, 1])), "Higher cards reach further, and 9 is not far.");
    assert_eq!(reason(&stuck, pass(&stuck, &[])), "These cards may be just right for the next number.");
    let high = table(4, &[[1, 6, 6, 5, 5, 6], ONES]);
    assert_eq!(reason(&high, pass(&high, &[5, 6])), "Lower cards fit more numbers, and 4 is not far.");
}

boxwood_conformance::game_tests!(
    MakeItCount,
    playthrough: &[],
    1,
    shows: ["lays 7", "exchanged", "used cards are shuffled", "so the game is over"]
);
