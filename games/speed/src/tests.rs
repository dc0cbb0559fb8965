//! The rules, the rulings and the worked examples, by number.

use boxwood_conformance::testing::{self, intent, json, named, new_match, seat};
use boxwood_engine::{Clock, Match};
use boxwood_kit::Seed;
use boxwood_scene::{Key, Names, render};

use super::flow::Wait;
use super::state::Race;
use super::*;

/// The clock that waits for this, if it runs.
fn clock(state: &State, wait: Wait) -> Option<Clock> {
    let clocks = Speed::clocks(state);
    let ids: std::collections::BTreeSet<u32> = clocks.iter().map(|clock| clock.id).collect();
    assert_eq!(ids.len(), clocks.len(), "each clock has its own id: {clocks:?}");
    clocks.iter().copied().find(|clock| flow::wait(clock.id) == wait)
}

fn card(number: u8) -> Card {
    Card::new(number).unwrap()
}

fn set(numbers: &[u8]) -> CardSet {
    numbers.iter().map(|&number| card(number)).collect()
}

fn race() -> Phase {
    Phase::Race(Race::new())
}

/// These hands, tops and sizes of decks; all other cards are covered.
fn position(hands: [&[u8]; 2], tops: [u8; 2], decks: [u8; 2], phase: Phase) -> State {
    let pace = if matches!(phase, Phase::Turn(_)) { Pace::Turns } else { Pace::Live };
    let table = Table {
        decks: SeatMap::from_fn(SEATS, |seat| decks[seat.index()]),
        tops: Some(tops.map(card)),
        covered: CardSet::EMPTY,
        stuck: SeatSet::EMPTY,
        phase,
        options: Options { pace, ..Options::default() },
    };
    let mut state = State { table, hands: Hands::from_fn(SEATS, |seat| set(hands[seat.index()])) };
    let in_decks = state.in_decks();
    let covered = in_decks.len() - usize::from(decks[0] + decks[1]);
    state.table.covered = in_decks.iter().take(covered).collect();
    assert_eq!(Speed::audit(&state), Ok(()));
    state
}

/// Nothing in either hand fits on #17 yellow Drop 6 and #44 white Bricks 6.
const TOPS: [u8; 2] = [17, 44];
const BAD_0: [u8; 3] = [0, 3, 4]; // red Circles 1, red Wheel 1, red Arrow 1
const BAD_1: [u8; 3] = [20, 21, 22]; // green Wheel 3, green Hammers 1, green Arrow 1

fn act(state: &mut State, number: usize, action: Action) -> Vec<String> {
    testing::act::<Speed>(state, seat(number), &action, 3).iter().map(|said| named(said)).collect()
}

/// Lets this clock run out; what is said about it.
#[track_caller]
fn expire(state: &mut State, wait: Wait) -> Vec<String> {
    let clock = clock(state, wait).unwrap_or_else(|| panic!("nobody waits for {wait:?}"));
    let (mut said, mut rng) = (vec![], Rng::from_number(3));
    Speed::expire(state, clock.id, &mut Ctx::new(&mut rng, &mut said));
    assert_eq!(Speed::audit(state), Ok(()));
    said.iter().map(|said| named(&said.text)).collect()
}

/// How many cards are in each hand.
fn held(state: &State) -> Vec<u8> {
    state.sizes().as_slice().to_vec()
}

fn play(number: u8, pile: Side) -> Action {
    Action::Play { card: card(number), pile }
}

fn refusal(state: &State, number: usize, action: Action) -> String {
    testing::refusal::<Speed>(state, seat(number), &action)
}

fn actions(state: &State, number: usize) -> Vec<Action> {
    testing::actions::<Speed>(state, seat(number))
}

fn active(state: &State) -> Vec<usize> {
    Speed::turn(state).active().iter().map(|seat| seat.index()).collect()
}

fn ms(state: &State, wait: Wait) -> Option<u32> {
    clock(state, wait).map(|clock| clock.ms)
}

fn ranks(state: &State) -> Option<Vec<u8>> {
    match Speed::turn(state) {
        Turn::Over(outcome) => Some(outcome.ranks.as_slice().to_vec()),
        Turn::Active(_) => None,
    }
}

#[test]
fn rule_1_three_cards_in_hand_and_a_countdown() {
    let mut game = new_match::<Speed>(json!({"countdown": "5"}), 2, 1);
    let state = game.state();
    assert_eq!(held(state), [3, 3]);
    assert_eq!(state.table.decks.as_slice(), [23, 23]);
    assert_eq!((state.table.tops, state.in_decks().len()), (None, 48));
    assert_eq!(Speed::clocks(state).len(), 1, "and no other clock");
    assert_eq!(ms(state, Wait::Countdown), Some(5_000));
    let held = state.hands[seat(0)].first().unwrap();
    let early = game.act(seat(0), Action::Play { card: held, pile: Side::Left }).unwrap_err();
    assert_eq!(early.to_string(), "Wait until the start cards are turned up (rule 1).");
    game.expire(clock(game.state(), Wait::Countdown).unwrap().id).unwrap();
    assert!(game.state().table.tops.is_some());
    assert_eq!(game.active(), SeatSet::all(2), "both at once");
}

#[test]
fn rule_1_and_ruling_9_two_ready_players_need_no_countdown() {
    let mut game = new_match::<Speed>(json!({}), 2, 1);
    game.act(seat(1), Action::Ready).unwrap();
    assert_eq!((game.active(), ms(game.state(), Wait::Countdown)), (SeatSet::only(seat(0)), Some(3_000)));
    game.act(seat(0), Action::Ready).unwrap();
    assert!(matches!(game.state().table.phase, Phase::Race(_)));
    assert!(game.act(seat(0), Action::Ready).is_err());
}

#[test]
fn rule_2_and_example_1_what_fits() {
    for (number, top, expected) in [
        (44, 17, true), // a 6
        (2, 17, true),  // a Drop
        (9, 17, true),  // yellow
        (0, 17, false),
        (7, 26, false),
        (23, 26, true),
    ] {
        assert_eq!(fits(card(number), card(top)), expected, "{number} on {top}");
    }
    for left in Card::all() {
        for right in Card::all() {
            let either = Card::all().filter(|&card| fits(card, left) || fits(card, right)).collect();
            assert_eq!(fitting([left, right]), either, "{left} and {right}");
        }
    }
}

#[test]
fn rule_2_a_played_card_is_the_new_top() {
    let mut state = position([&[9, 0], &BAD_1], TOPS, [5, 5], race());
    assert_eq!(actions(&state, 0), [play(9, Side::Left), Action::Draw]);
    assert_eq!(
        refusal(&state, 0, play(9, Side::Right)),
        "Number, symbol and border of yellow Wheel 1 all differ from white Bricks 6 (rule 2)."
    );
    assert_eq!(refusal(&state, 0, play(20, Side::Left)), "You do not hold green Wheel 3 (rule 2).");
    act(&mut state, 0, play(9, Side::Left));
    assert_eq!(state.table.tops, Some([card(9), card(44)]));
    assert!(state.table.covered.contains(card(17)));
    assert_eq!(state.hands[seat(0)], set(&[0]));
    assert!(fits(card(20), card(9)), "now the other player's Wheel fits");
}

#[test]
fn examples_2_and_3_the_first_to_arrive_decides() {
    let sent_second = |number: u8| {
        let mut state = position([&[26], &[7, 23]], [8, 44], [5, 5], race());
        act(&mut state, 0, play(26, Side::Left));
        let mut rng = Rng::from_number(0);
        let late = Speed::late(&mut state, seat(1), &play(number, Side::Left), &mut Ctx::silent(&mut rng));
        (late.is_ok(), state.table.tops.unwrap()[0], state.hands[seat(1)].len())
    };
    assert_eq!(sent_second(7), (false, card(26), 2), "the red Arrow 5 goes back to the hand");
    assert_eq!(sent_second(23), (true, card(23), 1), "the green Circles 2 fits on the green Circles 6");
}

#[test]
fn rule_3_and_example_4_drawing() {
    let mut state = position([&[9, 0, 3], &[20, 21]], TOPS, [5, 0], race());
    assert_eq!(refusal(&state, 0, Action::Draw), "Your hand is full with 3 cards (rule 3).");
    assert_eq!(refusal(&state, 1, Action::Draw), "Your deck is empty (rule 3).");
    act(&mut state, 0, play(9, Side::Left));
    act(&mut state, 0, Action::Draw);
    assert_eq!((state.hands[seat(0)].len(), state.table.decks[seat(0)]), (3, 4));
    assert!(state.in_decks().len() == 4);
}

#[test]
fn rule_4_ruling_1_and_example_5_a_stalemate_after_a_second() {
    let mut state = position([&BAD_0, &BAD_1], TOPS, [5, 0], race());
    assert_eq!(ms(&state, Wait::Stalemate), Some(1_000));
    let said = expire(&mut state, Wait::Stalemate);
    assert_eq!(said[0], "Nobody can go on, so new cards are turned up.");
    let tops = state.table.tops.unwrap();
    assert_ne!(tops[0], card(17), "player 1 turns up a card on the left pile");
    assert_eq!(tops[1], card(44), "player 2 has no deck, and the right pile is unchanged");
    assert_eq!(state.table.decks.as_slice(), [4, 0]);
    assert_eq!(held(&state), [3, 3]);
}

#[test]
fn rule_4_nothing_is_turned_up_while_somebody_could_play() {
    let mut state = position([&[0, 3, 9], &BAD_1], TOPS, [5, 5], race());
    assert_eq!(ms(&state, Wait::Stalemate), Some(1_000), "the clock does not betray what the hands are");
    let minute = clock(&state, Wait::Idle).unwrap();
    assert_eq!(minute.ms, 60_000);
    expire(&mut state, Wait::Stalemate);
    assert_eq!(state.table.tops, Some(TOPS.map(card)));
    assert_eq!(clock(&state, Wait::Stalemate), None);
    assert_eq!(clock(&state, Wait::Idle), Some(minute), "the minute of rule 5 runs on");
    let mut state = position([&[0, 3, 9], &BAD_1], TOPS, [0, 5], race());
    expire(&mut state, Wait::Stalemate);
    act(&mut state, 0, play(9, Side::Left));
    assert_eq!(ms(&state, Wait::Stalemate), Some(1_000), "after a move the second begins anew");
    assert_ne!(clock(&state, Wait::Idle).unwrap().id, minute.id, "and so does the minute");
}

#[test]
fn ruling_8_both_may_say_that_they_are_stuck() {
    let mut state = position([&BAD_0, &BAD_1], TOPS, [5, 5], race());
    assert_eq!((actions(&state, 0), actions(&state, 1)), (vec![Action::Pass], vec![Action::Pass]));
    let before = Speed::clocks(&state);
    act(&mut state, 0, Action::Pass);
    assert_eq!(active(&state), [1]);
    assert_eq!(Speed::clocks(&state), before, "the second runs on");
    act(&mut state, 1, Action::Pass);
    assert_eq!(state.table.decks.as_slice(), [4, 4]);
    assert_eq!((active(&state), state.table.stuck), (vec![0, 1], SeatSet::EMPTY));
}

#[test]
fn ruling_8_nobody_passes_who_can_go_on() {
    let mut state = position([&[0, 9], &BAD_1], TOPS, [5, 5], race());
    assert_eq!(refusal(&state, 0, Action::Pass), "You can draw (ruling R8).");
    act(&mut state, 0, Action::Draw);
    assert_eq!(refusal(&state, 0, Action::Pass), "One of your cards fits (ruling R8).");
}

#[test]
fn a_stalemate_is_seen_before_new_cards_come() {
    let state = position([&BAD_0, &BAD_1], TOPS, [5, 5], race());
    let mut game = Match::<Speed>::from_state(Options::default(), state, Seed::from_number(1));
    game.expire(clock(game.state(), Wait::Stalemate).unwrap().id).unwrap();
    let moments: Vec<_> = game.moments(Viewer::Spectator).collect();
    let [(beat, scene)] = &moments[..] else { panic!("{} moments", moments.len()) };
    assert_eq!((beat.text.as_str(), beat.at.len()), ("Nobody can go on.", 2));
    assert!(TOPS.iter().all(|&top| scene.has(&Key::card(card(top)))), "the old cards still lie on top");
}

#[test]
fn offers_say_why_a_card_fits() {
    let state = position([&[9, 41], &BAD_1], TOPS, [5, 5], race());
    let view = Speed::view(&state, Viewer::Seat(seat(0)));
    let whys = actions(&state, 0).into_iter().filter_map(|action| Speed::offer(&view, seat(0), &action).why);
    assert_eq!(whys.collect::<Vec<_>>(), ["The same border colour.", "The same symbol and border colour."]);
}

#[test]
fn rule_4_a_new_top_frees_who_was_stuck() {
    let mut state = position([&BAD_0, &[9, 20, 21]], TOPS, [5, 5], race());
    act(&mut state, 0, Action::Pass);
    act(&mut state, 1, play(9, Side::Left));
    assert_eq!((active(&state), state.table.stuck), (vec![0, 1], SeatSet::EMPTY));
}

#[test]
fn rule_4_and_example_6_without_decks_fewer_cards_win() {
    for (hands, expected) in [
        ([&BAD_0[..1], &BAD_1[..]], [1, 2]),
        ([&BAD_0[..], &BAD_1[..1]], [2, 1]),
        ([&BAD_0[..2], &BAD_1[..2]], [1, 1]),
    ] {
        let mut state = position(hands, TOPS, [0, 0], race());
        let said = expire(&mut state, Wait::Stalemate);
        assert_eq!(said[0], "Nobody can go on, and both decks are empty.");
        assert_eq!(ranks(&state), Some(expected.to_vec()), "{hands:?}");
        assert!(Speed::clocks(&state).is_empty());
    }
}

#[test]
fn rule_5_after_a_minute_hands_are_filled() {
    let mut state = position([&[9], &[20, 21]], TOPS, [5, 5], race());
    state.table.options.auto_draw = AutoDraw::Off;
    assert_eq!(ms(&state, Wait::Idle), Some(60_000));
    let said = expire(&mut state, Wait::Idle);
    assert_eq!(said[0], "Nothing has happened for a minute, so hands are filled.");
    assert_eq!(held(&state), [3, 3]);
    assert_eq!(state.table.decks.as_slice(), [3, 4]);
    assert_eq!(state.table.tops, Some(TOPS.map(card)), "no card is turned up");
}

#[test]
fn rule_5_after_a_minute_cards_are_turned_up_although_plays_exist() {
    for (decks, is_over) in [([5, 5], false), ([0, 0], true)] {
        let mut state = position([&[0, 3, 9], &BAD_1], TOPS, decks, race());
        expire(&mut state, Wait::Stalemate); // nobody is stuck
        let said = expire(&mut state, Wait::Idle);
        let then = if is_over { "and both decks are empty" } else { "so new cards are turned up" };
        assert_eq!(said[0], format!("Nothing has happened for a minute, {then}."));
        assert_eq!(ranks(&state), is_over.then(|| vec![1, 1]));
        assert_eq!(state.table.tops == Some(TOPS.map(card)), is_over);
    }
}

#[test]
fn rule_6_and_example_7_the_last_card_wins_at_once() {
    let mut state = position([&[9], &[2]], TOPS, [0, 5], race());
    act(&mut state, 0, play(9, Side::Left));
    assert_eq!(ranks(&state), Some(vec![1, 2]));
    let mut rng = Rng::from_number(0);
    let late = Speed::late(&mut state, seat(1), &play(2, Side::Left), &mut Ctx::silent(&mut rng));
    assert!(late.is_err(), "a millisecond too late");
    assert_eq!(state.hands[seat(1)], set(&[2]));
}

#[test]
fn rule_7_and_ruling_3_a_card_comes_by_itself_after_the_own_last_move() {
    let (own, others) = (Wait::AutoDraw(seat(0)), Wait::AutoDraw(seat(1)));
    let mut state = position([&[0, 9], &[20, 2]], TOPS, [5, 5], race());
    for (option, expected) in [(AutoDraw::S0, 0), (AutoDraw::S3, 3_000), (AutoDraw::S10, 10_000)] {
        state.table.options.auto_draw = option;
        assert_eq!((ms(&state, own), ms(&state, others)), (Some(expected), Some(expected)));
    }
    let both = [own, others].map(|wait| clock(&state, wait).unwrap());
    assert_eq!(both.map(|clock| clock.seat), [Some(seat(0)), Some(seat(1))], "each has their own");
    act(&mut state, 0, play(9, Side::Left));
    assert_ne!(clock(&state, own).unwrap().id, both[0].id, "after a move one's own wait begins anew");
    assert_eq!(clock(&state, others), Some(both[1]), "the clock of the one runs on while the other acts");
    act(&mut state, 0, Action::Draw);
    assert_eq!(clock(&state, others), Some(both[1]));
    // Both waits run at once: what one of them brings leaves the other as it is.
    let before = clock(&state, own);
    expire(&mut state, others);
    assert_eq!((held(&state), state.table.decks.as_slice()), (vec![2, 3], &[4, 4][..]));
    assert_eq!(clock(&state, others), None, "the hand is full");
    assert_eq!(clock(&state, own), before);
    expire(&mut state, own);
    assert_eq!(held(&state), [3, 3]);
}

#[test]
fn rule_7_one_card_at_a_time_comes_by_itself() {
    let wait = Wait::AutoDraw(seat(0));
    let mut state = position([&[0], &BAD_1], TOPS, [5, 5], race());
    let before = clock(&state, wait).unwrap();
    expire(&mut state, wait);
    assert_eq!(held(&state), [2, 3]);
    let next = clock(&state, wait).unwrap();
    assert!(next.id != before.id && next.ms == 3_000, "the next one comes as much later");
    state.table.options.auto_draw = AutoDraw::Off;
    assert_eq!(clock(&state, wait), None);
}

#[test]
fn ruling_4_a_card_that_does_not_fit_costs_nothing() {
    let state = position([&[0, 9], &BAD_1], TOPS, [5, 5], race());
    assert!(refusal(&state, 0, play(0, Side::Left)).contains("rule 2"), "it is refused, and that is all");
    assert_eq!((active(&state), clock(&state, Wait::Block(seat(0)))), (vec![0, 1], None));
    assert_eq!(actions(&state, 0), [play(9, Side::Left), Action::Draw]);
}

/// A race in which a miss costs so much.
fn strict(hands: [&[u8]; 2], decks: [u8; 2], penalty: MissPenalty) -> State {
    let mut state = position(hands, TOPS, decks, race());
    state.table.options.miss_penalty = penalty;
    state
}

#[test]
fn rule_7_a_miss_blocks_plays_but_not_draws() {
    let block = Wait::Block(seat(0));
    let mut state = strict([&[0, 9], &BAD_1], [5, 5], MissPenalty::OneAndHalf);
    act(&mut state, 0, play(0, Side::Left));
    assert_eq!(state.hands[seat(0)], set(&[0, 9]), "the card stays in the hand");
    assert_eq!(ms(&state, block), Some(1_500));
    assert_eq!(clock(&state, block).unwrap().seat, Some(seat(0)));
    assert_eq!((active(&state), actions(&state, 0)), (vec![0, 1], vec![Action::Draw]));
    assert_eq!(
        refusal(&state, 0, play(9, Side::Left)),
        "Your last card did not fit: wait a moment (rule 7)."
    );
    let before = clock(&state, block);
    act(&mut state, 0, Action::Draw);
    assert_eq!(clock(&state, block), before, "the block is no longer for that");
    assert_eq!(active(&state), [1], "with a full hand there is nothing to do but wait");
    assert_eq!(expire(&mut state, block), ["A may play again."]);
    assert_eq!(active(&state), [0, 1]);
    act(&mut state, 0, play(9, Side::Left));
}

#[test]
fn rule_7_every_miss_has_its_price() {
    let block = Wait::Block(seat(0));
    let mut state = strict([&[0, 9], &BAD_1], [5, 5], MissPenalty::Half);
    let mut ids = std::collections::BTreeSet::new();
    for miss in 1..=20 {
        act(&mut state, 0, play(0, Side::Left));
        assert!(ids.insert(clock(&state, block).unwrap().id), "each block has its own clock");
        assert!(refusal(&state, 0, play(9, Side::Left)).contains("rule 7"), "miss {miss}");
        expire(&mut state, block);
    }
}

#[test]
fn rule_7_a_blocked_opponents_miss_is_not_free() {
    let mut state = strict([&[0, 9], &[2, 20, 21]], [5, 5], MissPenalty::Two);
    act(&mut state, 0, play(0, Side::Left));
    act(&mut state, 1, play(20, Side::Left));
    for number in 0..2 {
        assert_eq!(ms(&state, Wait::Block(seat(number))), Some(2_000), "both are blocked");
    }
    assert!(refusal(&state, 0, play(9, Side::Left)).contains("rule 7"));
    assert!(refusal(&state, 1, play(2, Side::Left)).contains("rule 7"));
    expire(&mut state, Wait::Block(seat(0)));
    act(&mut state, 0, play(9, Side::Left));
    assert!(refusal(&state, 1, play(20, Side::Left)).contains("rule 7"), "each block ends for itself");
}

#[test]
fn ruling_10_what_is_tried_during_a_block_does_not_make_it_longer() {
    let mut state = strict([&[0, 3, 9], &BAD_1], [5, 5], MissPenalty::Two);
    act(&mut state, 0, play(0, Side::Left));
    let before = state.clone();
    for tried in [play(3, Side::Left), play(9, Side::Left)] {
        let mut rng = Rng::from_number(0);
        let late = Speed::late(&mut state, seat(0), &tried, &mut Ctx::silent(&mut rng));
        assert!(late.is_err() && state == before, "{tried:?}");
    }
}

#[test]
fn rule_7_a_miss_leaves_all_other_clocks_alone() {
    let mut state = strict([&[0, 9], &[2, 20]], [5, 5], MissPenalty::Three);
    let before = Speed::clocks(&state);
    act(&mut state, 0, play(0, Side::Left));
    let mut after = Speed::clocks(&state);
    after.retain(|clock| flow::wait(clock.id) != Wait::Block(seat(0)));
    assert_eq!(after, before, "a card comes as soon to either player");
    expire(&mut state, Wait::Block(seat(0)));
    assert_eq!(Speed::clocks(&state), before);
    // Nor does it stop the second of rule 4.
    let mut state = strict([&BAD_0, &BAD_1], [5, 5], MissPenalty::Three);
    act(&mut state, 0, play(0, Side::Left));
    let block = clock(&state, Wait::Block(seat(0)));
    expire(&mut state, Wait::Stalemate);
    assert_eq!(state.table.decks.as_slice(), [4, 4]);
    assert_eq!(clock(&state, Wait::Block(seat(0))), block, "the block outlasts it");
}

#[test]
fn ruling_8_a_pass_ends_no_block() {
    let mut state = strict([&[0, 3, 9], &BAD_1], [5, 5], MissPenalty::Two);
    act(&mut state, 0, play(0, Side::Left));
    let block = clock(&state, Wait::Block(seat(0)));
    assert_eq!(act(&mut state, 1, Action::Pass), ["B can neither play nor draw."]);
    assert_eq!(clock(&state, Wait::Block(seat(0))), block);
    assert!(refusal(&state, 0, play(9, Side::Left)).contains("rule 7"));
    // Somebody must be asked; the player may pass, but need not, and says nothing about the hand.
    assert_eq!((active(&state), actions(&state, 0)), (vec![0], vec![Action::Pass]));
    let said = act(&mut state, 0, Action::Pass);
    assert_eq!(said[..2], ["A passes while blocked.", "Both pass, so new cards are turned up."]);
    assert_eq!(state.table.decks.as_slice(), [4, 4]);
    assert_eq!(clock(&state, Wait::Block(seat(0))), block, "not even that ends it");
    assert_eq!(active(&state), [1]);
}

#[test]
fn ruling_8_two_blocked_players_may_pass() {
    let mut state = strict([&[0, 3, 9], &[2, 20, 21]], [5, 5], MissPenalty::Two);
    act(&mut state, 0, play(0, Side::Left));
    act(&mut state, 1, play(20, Side::Left));
    assert_eq!(active(&state), [0, 1]);
    act(&mut state, 1, Action::Pass);
    assert_eq!(active(&state), [0]);
    expire(&mut state, Wait::Block(seat(1)));
    assert_eq!((active(&state), actions(&state, 1)), (vec![1], vec![play(2, Side::Left)]));
    act(&mut state, 1, play(2, Side::Left));
    assert!(state.table.is_blocked(seat(0)));
}

#[test]
fn rule_7_nobody_else_sees_the_card_that_did_not_fit() {
    let mut state = position([&[0, 9], &BAD_1], TOPS, [5, 5], race());
    state.table.options.miss_penalty = MissPenalty::Half;
    let mut other = state.clone();
    other.hands[seat(0)] = set(&[3, 9]);
    other.table.covered = (other.table.covered - set(&[3])) | set(&[0]);
    let seen = |mut state: State, number: u8| {
        let (mut log, mut rng) = (vec![], Rng::from_number(0));
        Speed::apply(&mut state, seat(0), &play(number, Side::Left), &mut Ctx::new(&mut rng, &mut log));
        log.retain(|said: &boxwood_engine::Said| said.to.includes(Viewer::Seat(seat(1))));
        let names = ["Kari".to_string(), "Ola".to_string()];
        render(&log[0].text, &Names { names: &names, reader: Some(seat(1)) })
    };
    assert_eq!(seen(state, 0), "Kari tries a card that does not fit.");
    assert_eq!(seen(other, 3), "Kari tries a card that does not fit.");
}

#[test]
fn rule_8_turns_alternate_without_clocks() {
    let mut state = position([&[9, 0, 3], &[2, 20]], TOPS, [5, 5], Phase::Turn(seat(0)));
    assert_eq!((active(&state), Speed::clocks(&state)), (vec![0], Clocks::new()));
    act(&mut state, 0, play(9, Side::Left));
    assert_eq!(active(&state), [1]);
    assert_eq!(actions(&state, 1), [play(20, Side::Left), Action::Draw], "a play or a draw, as one likes");
    act(&mut state, 1, Action::Draw);
    assert_eq!(active(&state), [0]);
}

#[test]
fn rule_8_a_pass_only_if_neither_is_possible() {
    let mut state = position([&BAD_0, &[9, 20]], TOPS, [5, 5], Phase::Turn(seat(0)));
    assert_eq!(actions(&state, 0), [Action::Pass]);
    act(&mut state, 0, Action::Pass);
    assert_eq!(active(&state), [1]);
    assert_eq!(refusal(&state, 1, Action::Pass), "You can draw (rule 8).");
    act(&mut state, 1, Action::Draw);
    assert_eq!(state.table.stuck, SeatSet::only(seat(0)), "still true: no top has changed");
    act(&mut state, 0, Action::Pass);
    assert_eq!(refusal(&state, 1, Action::Pass), "One of your cards fits (rule 8).");
}

#[test]
fn rule_8_a_stalemate_is_resolved_at_once_and_the_order_goes_on() {
    // After the yellow Bricks 5 on the white Bricks 6, nobody has anything.
    let mut state = position([&[16, 3, 4], &BAD_1], TOPS, [0, 5], Phase::Turn(seat(0)));
    act(&mut state, 0, play(16, Side::Right));
    assert!(state.table.decks[seat(1)] < 5, "cards were turned up");
    assert_eq!(active(&state), [1]);
    let mut state = position([&[16, 3, 4], &BAD_1[..2]], TOPS, [0, 0], Phase::Turn(seat(0)));
    act(&mut state, 0, play(16, Side::Right));
    assert_eq!(ranks(&state), Some(vec![1, 1]), "2 cards each, and no deck to turn up from");
}

#[test]
fn rule_8_and_ruling_6_lots_decide_who_begins_and_it_ends() {
    let mut beginners = SeatSet::EMPTY;
    for seed in 0..40 {
        let mut game = new_match::<Speed>(json!({"pace": "turns"}), 2, seed);
        beginners = beginners.with(game.active().first().unwrap());
        let mut counts = [0; 4];
        while let Some(seat) = game.active().first() {
            let action = game.actions(seat)[0];
            counts[match action {
                Action::Ready => 0,
                Action::Play { .. } => 1,
                Action::Draw => 2,
                Action::Pass => 3,
            }] += 1;
            game.act(seat, action).unwrap();
        }
        assert!(counts[0] == 0 && counts[1] <= 52 && counts[2] <= 46, "{counts:?}");
    }
    assert_eq!(beginners, SeatSet::all(2));
}

#[test]
fn ruling_2_turned_up_cards_do_not_win() {
    let mut state = position([&BAD_0[..1], &BAD_1], TOPS, [1, 1], race());
    state.table.options.auto_draw = AutoDraw::Off;
    // Seat 0 could draw, so it is no stalemate; fill its hand by the idle rule instead.
    expire(&mut state, Wait::Idle);
    assert_eq!(state.hands[seat(0)].len(), 2);
    let mut state = position([&BAD_0, &BAD_1], TOPS, [1, 1], race());
    expire(&mut state, Wait::Stalemate);
    assert_eq!((state.table.decks.as_slice(), ranks(&state)), (&[0, 0][..], None));
}

#[test]
fn ruling_5_an_empty_hand_with_a_deck_is_no_win() {
    let mut state = position([&[9, 10], &BAD_1], TOPS, [1, 5], race());
    act(&mut state, 0, play(9, Side::Left));
    act(&mut state, 0, play(10, Side::Left));
    assert_eq!(ranks(&state), None);
    assert_eq!(actions(&state, 0), [Action::Draw]);
}

#[test]
fn ruling_7_both_piles_are_common() {
    for (number, pile) in [(0, Side::Right), (1, Side::Left)] {
        let hands: [&[u8]; 2] = if number == 0 { [&[41, 9], &BAD_1] } else { [&BAD_0, &[9, 41]] };
        let mut state = position(hands, TOPS, [5, 5], race());
        act(&mut state, number, play(if pile == Side::Left { 9 } else { 41 }, pile));
    }
}

/// Misses are not listed, so the laws do not try them.
#[test]
fn races_with_many_misses_end_and_always_go_on() {
    for seed in 0..200 {
        let mut game = new_match::<Speed>(json!({"miss_penalty": "0.5"}), 2, seed);
        let mut rng = Rng::from_number(seed);
        while game.outcome().is_none() {
            assert!(game.version() as u32 <= Speed::longest(game.options(), 2));
            assert_eq!(Speed::audit(game.state()), Ok(()));
            let seats: Vec<Seat> = game.active().iter().collect();
            let seat = *rng.choose(&seats);
            let hand = game.state().hands[seat];
            let tries = hand
                .iter()
                .flat_map(|card| [Side::Left, Side::Right].map(|pile| Action::Play { card, pile }));
            let mut all = game.actions(seat);
            assert!(!all.is_empty());
            all.extend(tries.filter(|action| game.check(seat, action).is_ok()));
            match rng.below(4) {
                0 => game.expire(rng.choose(&game.clocks()).id).map(|_| ()).unwrap(),
                _ => game.act(seat, *rng.choose(&all)).map(|_| ()).unwrap(),
            }
        }
    }
}

#[test]
fn touching_a_card_and_a_pile_or_its_top_plays_it() {
    let state = position([&[9, 0], &BAD_1], TOPS, [5, 5], race());
    let view = Speed::view(&state, Viewer::Seat(seat(0)));
    for (path, expected) in [
        (&["card:9", "zone:left"][..], Some(play(9, Side::Left))),
        (&["card:9", "card:17"], Some(play(9, Side::Left))),
        (&["card:0", "card:44"], Some(play(0, Side::Right))), // to be told why not
        (&["card:0", "card:9"], None),
        (&["card:99", "zone:left"], None),
        (&["card:9"], None),
        (&["zone:deck.0"], Some(Action::Draw)),
        (&["zone:deck.1"], None),
    ] {
        assert_eq!(intent::<Speed>(&view, seat(0), path), expected, "{path:?}");
    }
}

#[test]
fn covered_cards_are_not_shown() {
    let mut state = position([&[9, 0], &BAD_1], TOPS, [5, 5], race());
    act(&mut state, 0, play(9, Side::Left));
    for viewer in Viewer::all(SEATS) {
        let scene = Speed::scene(&Speed::view(&state, viewer), viewer);
        let shown = |number: u8| scene.has(&Key::piece("card", number));
        assert!(shown(9) && shown(44) && !shown(17), "{viewer:?}");
        assert!(!state.table.covered.iter().any(|card| shown(card.number())), "{viewer:?}");
    }
}

fn damage_race(state: &mut State, damage: fn(&mut Race)) {
    let Phase::Race(race) = &mut state.table.phase else { panic!("it is a race") };
    damage(race);
}

#[test]
fn states_that_cannot_be_are_refused() {
    type Damage = fn(&mut State);
    let damages: [(&str, Damage); 15] = [
        ("one hand for each seat", |state| state.hands = Hands::empty(3)),
        ("two seats", |state| state.table.stuck.insert(seat(2))),
        ("in two places", |state| state.table.covered.extend([card(9)])),
        ("in two places", |state| state.table.covered.extend([card(17)])),
        ("nowhere else", |state| state.table.decks[seat(0)] = 6),
        ("not both are", |state| state.table.stuck.insert(seat(0))),
        ("cards on both piles", |state| {
            state.table.tops = None;
            state.table.decks = SeatMap::filled(SEATS, 5);
        }),
        ("before the start", |state| state.table.phase = Phase::Countdown { ready: SeatSet::EMPTY }),
        ("nothing has ended", |state| state.table.phase = Phase::Over),
        ("nobody waits for a turn", |state| state.table.phase = Phase::Turn(seat(0))),
        ("nobody races", |state| state.table.options.pace = Pace::Turns),
        ("nobody races", |state| {
            state.table.options.pace = Pace::Turns;
            state.table.phase = Phase::Countdown { ready: SeatSet::EMPTY };
        }),
        ("two seats", |state| {
            state.table.options.pace = Pace::Turns;
            state.table.phase = Phase::Turn(seat(5));
        }),
        ("so many misses", |state| damage_race(state, |race| race.blocks[seat(0)] = 1)),
        ("blocked without a miss", |state| damage_race(state, |race| race.blocked.insert(seat(0)))),
    ];
    for (expected, damage) in damages {
        let mut state = position([&[9, 0, 3], &BAD_1], TOPS, [5, 5], race());
        damage(&mut state);
        let refused = Speed::audit(&state).expect_err(expected);
        assert!(refused.contains(expected), "{expected}: {refused}");
    }
}

/// Without a race most of it is luck: every play and every draw is needed once, and only passes are lost.
#[test]
fn whoever_follows_the_estimate_wins_more_often() {
    let share = testing::greedy_share::<Speed>(json!({"pace": "turns"}), 2, 400);
    assert!(share > 0.5, "{share}");
}

/// Random play decides whether the estimate is right about who is ahead.
#[test]
fn whom_the_estimate_favours_usually_wins() {
    let mut right = [0, 0];
    for seed in 0..400 {
        let mut game = new_match::<Speed>(json!({"pace": "turns"}), 2, seed);
        let mut rng = Rng::from_number(seed);
        let mut favourite = None;
        while let Some(seat) = game.active().first() {
            let few = |seat| game.state().table.decks[seat] < 6;
            if favourite.is_none() && Seat::all(SEATS).any(few) {
                let value = Speed::estimate(&game.view(Viewer::Seat(seat)), seat).unwrap();
                favourite = Some(if value > 0.5 { seat } else { seat.other() });
            }
            let action = *rng.choose(&game.actions(seat));
            game.act(seat, action).unwrap();
        }
        let utility = favourite.map_or(0.5, |seat| game.outcome().unwrap().utility(seat));
        right[0] += usize::from(utility > 0.5);
        right[1] += usize::from(utility < 0.5);
    }
    assert!(right[0] >= 2 * right[1], "{right:?}");
}

#[test]
fn a_hint_says_why() {
    let told = |hand: &[u8], action: Action| {
        let state = position([hand, &BAD_1], TOPS, [5, 5], race());
        Speed::reason(&Speed::view(&state, Viewer::Seat(seat(0))), seat(0), &action)
    };
    // Another yellow card, or another white one, and three that fit nowhere.
    let (yellow, white) = (15, 40);
    assert_eq!(card(yellow).colour(), card(TOPS[0]).colour());
    assert_eq!(card(white).colour(), card(TOPS[1]).colour());
    for (hand, action, said) in [
        (&[yellow][..], play(yellow, Side::Left), Some("It is the last card of your hand.")),
        (&[yellow, white], play(yellow, Side::Left), Some("Everything else in your hand will fit, too.")),
        (&BAD_0, Action::Draw, Some("None of your cards fits now.")),
        (&[yellow], Action::Draw, None),
    ] {
        assert_eq!(told(hand, action).as_deref(), said, "{hand:?}");
    }
}

boxwood_conformance::game_tests!(Speed, playthrough: &[], 91, shows: ["Nobody can go on, so new cards", "rid of all cards"]);
