//! The rules, the rulings and the worked examples, by number.

use std::collections::BTreeSet;

use boxwood_conformance::testing::{self, greedy_share, intent, json, new_match, outcome, seat, try_match};
use boxwood_engine::{Match, SeatSet};
use boxwood_kit::Card;
use boxwood_scene::{Beat, BeatKind, Figure, Key, Mark, Names, Role, render};

use super::*;

/// Hands in a notation: `D4 A1` is four cards with a Drop and one with an Arrow, `6` a card of value 6.
/// No card is used twice.
fn hands(notation: &[&str]) -> Hands<CardSet> {
    let mut deck = CardSet::FULL;
    Hands::from_fn(notation.len(), |seat| {
        let mut hand = CardSet::EMPTY;
        for word in notation[seat.index()].split_whitespace() {
            let (kind, n) = match Symbol::ALL.into_iter().find(|symbol| word.starts_with(symbol.letter())) {
                Some(symbol) => (CardSet::of_symbol(symbol), word[1..].parse().unwrap()),
                None => (CardSet::of_value(word.parse().unwrap()), 1),
            };
            for _ in 0..n {
                let card = (deck & kind).first().unwrap();
                deck.remove(card);
                hand.insert(card);
            }
        }
        hand
    })
}

/// A round that seat 0 opens, where everybody has as many cubes as cards.
fn round(notation: &[&str]) -> State {
    let hands = hands(notation);
    let lives = SeatMap::from_fn(hands.seats(), |seat| hands[seat].len() as u8);
    let table = Table {
        options: Options::default(),
        lives,
        out: out(lives.seats_where(|&lives| lives == 0).iter()),
        track: Symbol::ALL,
        phase: Phase::Open(seat(0)),
        last: None,
    };
    State { table, hands }
}

/// These have left, one after the other.
fn out(seats: impl Iterator<Item = Seat>) -> Eliminated {
    let mut out = Eliminated::default();
    seats.for_each(|seat| out.leave(SeatSet::only(seat)));
    out
}

/// Actions in a notation: `4 Wheel`, `=7`, `wild Wheel`, `liar`.
fn action(notation: &str) -> Action {
    match notation.split_once(' ') {
        Some(("wild", symbol)) => Action::ChooseWild(symbol.parse().unwrap()),
        Some((n, symbol)) => Action::Bid { n: n.parse().unwrap(), symbol: symbol.parse().unwrap() },
        None if notation == "liar" => Action::Liar,
        None => Action::BidValue(notation.strip_prefix('=').unwrap().parse().unwrap()),
    }
}

/// Whoever is to act.
fn to_act(state: &State) -> Seat {
    state.table.to_act().expect("somebody is to act")
}

/// Plays these, separated by commas, by whoever is to act.
fn play(state: &mut State, actions: &str) {
    for notation in actions.split(", ") {
        testing::act_unaudited::<LiarsCards>(state, to_act(state), &action(notation), 0);
    }
}

fn is_legal(state: &State, notation: &str) -> bool {
    testing::is_legal::<LiarsCards>(state, to_act(state), &action(notation))
}

fn refusal(state: &State, notation: &str) -> String {
    testing::refusal::<LiarsCards>(state, to_act(state), &action(notation))
}

#[test]
fn rule_1_five_cubes_the_track_in_order_and_any_player_first() {
    let starters: BTreeSet<Seat> = (0..40)
        .map(|seed| {
            let game = new_match::<LiarsCards>(json!({}), 4, seed);
            assert_eq!(game.state().table.lives.as_slice(), [5; 4]);
            assert_eq!(game.state().table.track.map(Symbol::value), [1, 2, 3, 4, 5, 6]);
            to_act(game.state())
        })
        .collect();
    assert_eq!(starters.len(), 4);
}

#[test]
fn rule_2_the_limit_falls_with_the_table_and_ruling_8_any_table_from_2_to_12() {
    for (seats, option, expected) in [
        (2, "auto", 5),
        (7, "auto", 5),
        (8, "auto", 4),
        (9, "auto", 4),
        (10, "auto", 3),
        (12, "auto", 3),
        (2, "3", 3),
        (7, "4", 4),
        (8, "5", 4),
        (9, "3", 3),
        (12, "5", 3),
        (10, "4", 3),
    ] {
        let game = new_match::<LiarsCards>(json!({ "max_cards": option }), seats, 1);
        let state = game.state();
        let sizes: Vec<usize> = state.hands.iter().map(|(_, hand)| hand.len()).collect();
        assert_eq!(sizes, vec![expected; seats], "{seats} seats, {option}");
        assert!(state.table.dealt() < 40);
        assert_eq!(state.table.lives.as_slice(), vec![5; seats], "five lives all the same");
    }
    for seats in [1, 13] {
        assert!(try_match::<LiarsCards>(json!({}), seats, 1).is_err());
    }
}

#[test]
fn rule_2_every_card_is_dealt_to_every_seat_equally_often() {
    let mut rng = Rng::from_number(4);
    let mut counts = [[0u32; Card::COUNT]; 2];
    for _ in 0..5_400 {
        let state = LiarsCards::setup(&Options::default(), 2, &mut Ctx::silent(&mut rng)).unwrap();
        for (seat, hand) in state.hands.iter() {
            hand.iter().for_each(|card| counts[seat.index()][card.number() as usize] += 1);
        }
    }
    // 500 expected, with a standard deviation of 21.
    assert!(counts.as_flattened().iter().all(|n| n.abs_diff(500) < 100), "{counts:?}");
}

#[test]
fn rule_3_the_starting_bidder_must_bid() {
    let state = round(&["D1 A2", "W2"]);
    assert_eq!(refusal(&state, "liar"), "Nobody has bid yet: the starting bidder must make a bid (rule 3).");
    let mut actions = vec![];
    LiarsCards::legal_actions(&state, seat(0), &mut actions);
    assert_eq!(actions.len(), 6 * 5, "any symbol, 1 to 5 of it");
    assert!(!is_legal(&state, "0 Drop"));
    assert_eq!(refusal(&state, "=7"), "Bid a number of cards and a symbol: touch a tile first (rule 3).");
}

#[test]
fn rule_4_example_1_and_ruling_1_what_is_higher() {
    let mut state = round(&["D3 A2", "B5", "C5"]);
    play(&mut state, "4 Bricks");
    for (next, expected) in [
        ("4 Wheel", true),
        ("4 Arrow", true),
        ("5 Drop", true),
        ("5 Bricks", true), // R1
        ("15 Circles", true),
        ("4 Circles", false),
        ("3 Arrow", false),
        ("4 Bricks", false),
        ("liar", true),
    ] {
        assert_eq!(is_legal(&state, next), expected, "4 Bricks, then {next}");
    }
    assert_eq!(
        refusal(&state, "4 Circles"),
        "4 Circles is not higher than 4 Bricks: bid more cards, or as many of a symbol further along the track (rule 4)."
    );
}

#[test]
fn rule_4_clockwise_among_those_still_in() {
    let mut state = round(&["D2", "", "D2", "", "A2"]);
    let mut turns = vec![];
    for bid in ["1 Drop", "2 Drop", "3 Drop"] {
        turns.push(to_act(&state));
        play(&mut state, bid);
    }
    turns.push(to_act(&state));
    assert_eq!(turns, [0, 2, 4, 0].map(seat));
}

#[test]
fn rules_5_to_7_rulings_3_and_4_and_examples_2_to_5_who_loses_a_cube() {
    let drops_and_wheels = &["D5", "W2 H1 C2"][..];
    for (name, table, bids, expected, loser) in [
        ("example 2", &["D4 A1", "A1 B4", "C5"][..], "6 Arrow", 6, 1),
        ("one more than example 2", &["D4 A1", "A1 B4", "C5"], "7 Arrow", 6, 0),
        ("example 3 and R3", &["D4 B1", "C5"], "3 Arrow", 0, 0),
        ("example 4", drops_and_wheels, "2 Drop, 3 Wheel", 2, 1),
        ("example 4 without switching off", drops_and_wheels, "2 Hammers, 3 Wheel", 7, 0),
        ("example 5", &["D2 H2", "D1 A4"], "2 Hammers, 3 Drop", 3, 0),
        ("R4: wild cards count only as themselves", &["D2 H2", "D1 A4"], "2 Hammers, 4 Drop", 3, 1),
        ("R4: and stay wild", &["D2 H2", "D1 A4"], "2 Hammers, 3 Drop, 7 Arrow", 7, 1),
        ("rule 7: off for the whole round", &["D2 H2", "D1 A4"], "1 Drop, 3 Drop, 5 Arrow", 4, 0),
    ] {
        let mut state = round(table);
        let cubes = state.table.lives;
        play(&mut state, bids);
        play(&mut state, "liar");
        let last = state.table.last.unwrap();
        assert_eq!((last.count(), last.loser()), (expected, seat(loser)), "{name}");
        for (seat, &lives) in state.table.lives.iter() {
            assert_eq!(lives, cubes[seat] - u8::from(seat == last.loser()), "{name}");
        }
        assert_eq!(to_act(&state), seat(loser), "{name}: the loser starts the next round");
    }
}

#[test]
fn rule_8_and_example_6_the_endgame_goes_by_values() {
    let mut state = round(&["6 3", "1"]);
    for (bid, expected) in [("=2", false), ("=3", true), ("=18", true), ("=19", false), ("1 Drop", false)] {
        assert_eq!(is_legal(&state, bid), expected, "{bid}");
    }
    play(&mut state, "=6, =8, =10");
    assert!(!is_legal(&state, "=10") && is_legal(&state, "=11"));
    play(&mut state, "liar");
    assert_eq!(
        outcome::<LiarsCards>(&state).ranks.as_slice(),
        [1, 2],
        "6 + 3 + 1 is 10, so the caller was wrong"
    );

    let mut state = round(&["5 3", "1"]);
    play(&mut state, "=6, =8, =10, liar");
    assert_eq!(state.table.lives.as_slice(), [1, 1], "5 + 3 + 1 is only 9");
    assert_eq!(to_act(&state), seat(0));
    for (bid, expected) in [("=1", false), ("=2", true), ("=12", true), ("=13", false)] {
        assert_eq!(is_legal(&state, bid), expected, "{bid}");
    }
}

#[test]
fn rule_8_and_example_7_fewer_than_four_cards() {
    for (table, expected) in
        [(&["D2", "A1", "A1"][..], false), (&["D1", "A1", "A1"], true), (&["D1", "A1", ""], true)]
    {
        assert_eq!(round(table).table.is_value_round(), expected, "{table:?}");
    }
}

#[test]
fn rule_9_the_others_rank_by_how_long_they_stayed() {
    let mut state = round(&["D1", "A1", "C1", "H1"]);
    play(&mut state, "4 Wheel, liar"); // 0 goes first
    assert_eq!(to_act(&state), seat(1), "ruling 6: then the next player on the left");
    play(&mut state, "=3, =18, liar"); // 2 is next, for nobody has three sixes
    assert_eq!(to_act(&state), seat(3));
    play(&mut state, "=2, liar"); // two cards are always worth 2, so the caller is out
    let outcome = outcome::<LiarsCards>(&state);
    assert_eq!(outcome.ranks.as_slice(), [4, 2, 3, 1]);
    assert_eq!(outcome.scores.as_slice(), [0, 2, 1, 3], "the numbers of players outlasted");
    assert!(state.hands.all().is_empty(), "nothing more is dealt");
}

#[test]
fn rule_10_as_many_lives_as_cards() {
    for (seats, max_cards, expected) in
        [(4, "auto", 5), (9, "auto", 4), (12, "auto", 3), (4, "3", 3), (12, "5", 3)]
    {
        let game = new_match::<LiarsCards>(json!({"lives": "as_cards", "max_cards": max_cards}), seats, 1);
        assert_eq!(game.state().table.lives.as_slice(), vec![expected; seats], "{seats} seats, {max_cards}");
    }
}

#[test]
fn rule_11_the_track_is_shuffled_and_the_starter_chooses() {
    let tracks: BTreeSet<_> = (0..30)
        .map(|seed| new_match::<LiarsCards>(json!({"wild": "chosen"}), 3, seed).state().table.track)
        .collect();
    assert!(tracks.len() > 20, "the order is random");

    let mut state = round(&["D1 A1", "W3", "C2"]);
    state.table.options.wild = Wild::Chosen;
    state.table.phase = Phase::ChooseWild(seat(0));
    assert_eq!(refusal(&state, "3 Wheel"), "Choose the wild symbol first (rule 11).");
    play(&mut state, "wild Wheel");
    use Symbol::*;
    assert_eq!(
        state.table.track,
        [Wheel, Drop, Hammers, Circles, Bricks, Arrow],
        "the others keep their order"
    );
    assert_eq!(refusal(&state, "wild Drop"), "The wild symbol of this round has been chosen (rule 11).");
    play(&mut state, "3 Arrow");
    assert!(!is_legal(&state, "3 Bricks"), "Arrow is still the last on the track");
    play(&mut state, "4 Wheel");
    assert!(is_legal(&state, "4 Drop"), "Wheel is the first on the track now");
    play(&mut state, "liar");
    assert_eq!(state.table.last.unwrap().loser(), seat(1), "3 Wheel are fewer than 4");
    assert_eq!(to_act(&state), seat(1));
    assert!(is_legal(&state, "wild Arrow"), "a new round, a new choice");
    assert_eq!(state.table.track[0], Wheel, "the order stays for later rounds");
}

#[test]
fn rule_11_nothing_is_chosen_in_a_value_round() {
    let mut state = round(&["D2", "A1", "C1"]);
    state.table.options.wild = Wild::Chosen;
    state.table.phase = Phase::Open(seat(0));
    play(&mut state, "4 Drop, liar");
    assert_eq!(state.table.phase, Phase::Open(seat(0)));
    assert_eq!(refusal(&state, "wild Drop"), "Nothing is wild in a value round (rule 8).");
}

#[test]
fn ruling_2_nobody_bids_more_than_there_can_be() {
    let mut state = round(&["D3", "A2"]);
    assert!(is_legal(&state, "5 Drop"));
    assert_eq!(refusal(&state, "6 Drop"), "Only 5 cards dealt (ruling R2).");
    assert!(!is_legal(&state, "255 Arrow"));
    play(&mut state, "5 Arrow");
    let mut actions = vec![];
    LiarsCards::legal_actions(&state, seat(1), &mut actions);
    assert_eq!(actions, [Action::Liar], "nothing is higher");

    let mut state = round(&["D2", "A1"]);
    play(&mut state, "=18");
    actions.clear();
    LiarsCards::legal_actions(&state, seat(1), &mut actions);
    assert_eq!(actions, [Action::Liar], "nothing is higher");
}

#[test]
fn ruling_5_the_deal_decides_about_the_whole_round() {
    let mut state = round(&["D2", "A2"]);
    play(&mut state, "4 Wheel, liar");
    assert_eq!(state.table.dealt(), 3);
    assert!(is_legal(&state, "=3") && !is_legal(&state, "1 Drop"));
}

#[test]
fn ruling_6_the_loser_is_out_and_the_next_still_in_starts() {
    let mut state = round(&["D2", "A1", "", "C3"]);
    play(&mut state, "1 Arrow, 6 Drop, liar");
    assert_eq!(state.table.last.unwrap().loser(), seat(1));
    assert_eq!(state.table.out, out([2, 1].map(seat).into_iter()));
    assert_eq!(to_act(&state), seat(3));
}

#[test]
fn ruling_7_opening_with_the_chosen_symbol_switches_it_off() {
    for (bids, expected) in [("wild Wheel, 2 Wheel, 3 Arrow", 1), ("wild Wheel, 2 Arrow, 3 Arrow", 4)] {
        let mut state = round(&["D1 A1", "W3"]);
        state.table.options.wild = Wild::Chosen;
        state.table.phase = Phase::ChooseWild(seat(0));
        play(&mut state, bids);
        play(&mut state, "liar");
        assert_eq!(state.table.last.unwrap().count(), expected, "{bids}");
    }
}

#[test]
fn ruling_9_and_example_8_five_lives_at_a_large_table() {
    let mut state = new_match::<LiarsCards>(json!({}), 9, 1).state().clone();
    assert_eq!(state.table.dealt(), 36);
    for (lives, expected) in [(5, 4), (4, 4), (3, 3), (1, 1), (0, 0)] {
        state.table.lives[seat(2)] = lives;
        assert_eq!(state.table.hand_size(seat(2)), expected, "{lives} cubes");
    }
}

#[test]
fn ruling_10_the_cubes_are_in_the_box() {
    let game = new_match::<LiarsCards>(json!({}), 12, 1);
    let inventory = LiarsCards::inventory(game.state());
    assert_eq!(inventory.cubes.iter().sum::<u16>(), 61, "five each, and the marker");
    assert_eq!(inventory.is_within(&Inventory::green_box()), Ok(()));
}

#[test]
fn actions_are_stored_as_documented() {
    for (notation, expected) in [
        ("4 Wheel", json!({"bid": {"n": 4, "symbol": "wheel"}})),
        ("=7", json!({"bid_value": 7})),
        ("wild Wheel", json!({"choose_wild": "wheel"})),
        ("liar", json!("liar")),
    ] {
        assert_eq!(serde_json::to_value(action(notation)).unwrap(), expected);
    }
    for wrong in [
        json!({"bid": {"n": 4, "symbol": "wheel", "wild": null}}),
        json!({"bid": {"n": 256, "symbol": "wheel"}}),
    ] {
        assert!(serde_json::from_value::<Action>(wrong.clone()).is_err(), "{wrong}");
    }
}

#[test]
fn a_view_has_the_own_hand_only_and_a_spectator_sees_none() {
    let state = round(&["D2 H1", "A3", "C3"]);
    for viewer in Viewer::all(3) {
        let view = LiarsCards::view(&state, viewer);
        assert_eq!(view.hands.shown(), viewer.seat().map_or(CardSet::EMPTY, |seat| state.hands[seat]));
        let scene = serde_json::to_string(&LiarsCards::scene(&view, viewer)).unwrap();
        for (seat, hand) in state.hands.iter() {
            for card in hand.iter() {
                let key = format!("\"card:{}\"", card.number());
                assert_eq!(scene.contains(&key), viewer.is(seat), "{viewer:?} and {card}");
            }
        }
    }
}

#[test]
fn a_redeal_gives_every_unseen_card_to_everybody_equally_often() {
    let state = round(&["D3 H2", "A5", "C1"]);
    let view = LiarsCards::view(&state, Viewer::Seat(seat(0)));
    let mut rng = Rng::from_number(7);
    let mut counts = [[0u32; Card::COUNT]; 3];
    for _ in 0..4_900 {
        let other = LiarsCards::redeal(&view, &mut rng);
        assert_eq!(other.hands[seat(0)], state.hands[seat(0)]);
        for (seat, hand) in other.hands.iter() {
            hand.iter().for_each(|card| counts[seat.index()][card.number() as usize] += 1);
        }
    }
    // 49 cards are unseen: 500 expected at a hand of five, 100 at a hand of one.
    for card in (CardSet::FULL - state.hands[seat(0)]).iter() {
        let number = card.number() as usize;
        assert!(counts[1][number].abs_diff(500) < 100, "{card}: {}", counts[1][number]);
        assert!(counts[2][number].abs_diff(100) < 50, "{card}: {}", counts[2][number]);
    }
}

#[test]
fn a_call_is_final_and_its_hands_stay_public_until_the_next() {
    let mut game = new_match::<LiarsCards>(json!({}), 3, 2);
    let act = |game: &mut Match<LiarsCards>, notation: &str| {
        let seat = to_act(game.state());
        game.act(seat, action(notation)).unwrap();
        seat
    };
    let held = game.state().hands;
    let bidder = act(&mut game, "15 Wheel");
    let caller = act(&mut game, "liar");
    assert!(game.undo(caller).is_err(), "what was seen stays seen");
    act(&mut game, "1 Hammers");
    for viewer in Viewer::all(3) {
        let last = game.view(viewer).table.last.unwrap();
        assert_eq!((last.bidder, last.caller, last.hands), (bidder, caller, held));
        let scene = game.scene(viewer);
        assert_eq!(scene.zone("showdown").unwrap().pieces.len(), 15);
    }
    let held = game.state().hands;
    act(&mut game, "liar");
    assert_eq!(game.view(Viewer::Spectator).table.last.unwrap().hands, held);
}

#[test]
fn the_log_of_a_call_shows_hands_by_symbol_the_count_and_the_loser() {
    let mut state = round(&["D3 A1", "A1 H2 C1"]);
    let names = ["Anna", "Ben"].map(String::from);
    let heard = |state: &mut State, notation: &str, reader: Option<Seat>| {
        let (mut said, mut rng) = (vec![], Rng::from_number(0));
        let mut ctx = Ctx::new(&mut rng, &mut said);
        LiarsCards::apply(state, to_act(state), &action(notation), &mut ctx);
        let render = |said: &boxwood_engine::Said| render(&said.text, &Names { names: &names, reader });
        said.iter().map(render).collect::<Vec<_>>()
    };
    assert_eq!(heard(&mut state, "5 Arrow", None), ["Anna bids 5 Arrow."]);
    assert_eq!(
        heard(&mut state, "liar", Some(seat(1))),
        [
            "You call Anna a liar.",
            "Anna shows 3 Drop and 1 Arrow.",
            "You show 2 Hammers, 1 Circles and 1 Arrow.",
            "Anna bid 5 Arrow. The count is 5 (2 Arrow + 3 wild Drop), so the bid is true and you lose a cube.",
            "7 cards dealt. You open the bidding.",
        ]
    );
}

/// What a viewer is shown on the way from a call to the next deal.
fn moments(state: &mut State, viewer: Viewer) -> Vec<(Beat, Scene)> {
    let caller = to_act(state);
    testing::moments::<LiarsCards>(state, caller, &Action::Liar, 0, viewer)
}

/// The cards that lie face up in somebody's hand.
fn faces(scene: &Scene, number: usize) -> usize {
    let hand = scene.zone(&format!("hand.{number}")).unwrap();
    hand.pieces.iter().filter(|piece| matches!(piece.figure, Figure::Card(_))).count()
}

#[test]
fn hands_are_turned_up_one_by_one_then_counted_and_a_cube_is_lost_before_the_next_deal() {
    let mut state = round(&["D3 A1", "A1 H2 C1", "H2"]);
    play(&mut state, "6 Arrow");
    let shown = moments(&mut state, Viewer::Spectator);
    let told: Vec<(BeatKind, &str)> = shown.iter().map(|(beat, _)| (beat.kind, beat.text.as_str())).collect();
    assert_eq!(
        told,
        [
            (BeatKind::Step, "{1:call} {0} a liar."),
            (BeatKind::Reveal, "{0:show} 3 Drop and 1 Arrow."),
            (BeatKind::Reveal, "{1:show} 2 Hammers, 1 Circles and 1 Arrow."),
            (BeatKind::Reveal, "{2:show} 2 Hammers."),
            (BeatKind::Reveal, "The count is 5 (2 Arrow + 3 wild Drop): the bid is false."),
            (BeatKind::Catch, "{0:lose a cube}."),
        ]
    );
    let open: Vec<[usize; 3]> =
        shown.iter().map(|(_, scene)| [0, 1, 2].map(|number| faces(scene, number))).collect();
    assert_eq!(open, [[0, 0, 0], [4, 0, 0], [4, 4, 0], [4, 4, 2], [4, 4, 2], [4, 4, 2]]);
    let marks = |scene: &Scene| scene.zone("bid").unwrap().pieces[0].marks.clone();
    assert_eq!([&shown[3].1, &shown[4].1].map(marks), [vec![Mark::Last], vec![Mark::Wrong]]);
    let good =
        shown[4].1.zones.iter().flat_map(|zone| &zone.pieces).filter(|piece| piece.marks == [Mark::Good]);
    assert_eq!(good.count(), 5);
    let lives = |scene: &Scene| scene.players[0].facts[0].value.clone();
    assert_eq!((lives(&shown[4].1), lives(&shown[5].1)), ("4".into(), "3".into()));
    assert!(shown.iter().all(|(_, scene)| scene.tags[0] == shown[0].1.tags[0]), "it is all one round");
}

#[test]
fn a_moment_shows_nobody_a_hand_before_its_turn() {
    let mut state = round(&["D2 A1", "A1 H2", "H3"]);
    play(&mut state, "2 Arrow");
    let shown = moments(&mut state.clone(), Viewer::Seat(seat(2)));
    let open: Vec<[usize; 3]> =
        shown.iter().map(|(_, scene)| [0, 1, 2].map(|number| faces(scene, number))).collect();
    assert_eq!(open[..4], [[0, 0, 3], [3, 0, 3], [3, 3, 3], [3, 3, 3]], "the own hand is always seen");
    let texts: Vec<String> = shown.into_iter().map(|(beat, _)| beat.text).collect();
    assert!(texts.contains(&"The count is 4 (2 Arrow + 2 wild Drop): the bid is true.".into()), "{texts:?}");
}

#[test]
fn whoever_is_out_is_told_so_and_the_others_play_on() {
    let mut state = round(&["D1", "A3", "C3"]);
    play(&mut state, "7 Wheel");
    let shown = moments(&mut state, Viewer::Spectator);
    let (beat, scene) = shown.last().unwrap();
    assert_eq!((beat.kind, beat.text.as_str()), (BeatKind::Catch, "{0:lose the last cube}."));
    assert!(scene.players[0].out);
}

#[test]
fn the_standing_bid_has_its_place_before_and_after() {
    let mut state = round(&["D3", "A3"]);
    let bid = |state: &State| {
        let scene = LiarsCards::scene(&LiarsCards::view(state, Viewer::Spectator), Viewer::Spectator);
        let zone = scene.zone("bid").unwrap().clone();
        assert_eq!((zone.role, zone.room), (Role::Board, 3));
        zone.pieces.into_iter().map(|piece| piece.figure).collect::<Vec<_>>()
    };
    assert_eq!(bid(&state), []);
    play(&mut state, "2 Wheel");
    let by = Figure::Cube(cube_colour(seat(0)));
    assert_eq!(bid(&state), [Figure::Token("2".into()), Figure::Tile(Symbol::Wheel), by.clone()]);
    let mut values = round(&["D2", "A1"]);
    play(&mut values, "=6");
    assert_eq!(bid(&values), [Figure::Token("6".into()), by]);
}

#[test]
fn offers_say_nothing_about_what_is_likely() {
    let mut state = round(&["D3", "A3"]);
    play(&mut state, "2 Wheel");
    let view = LiarsCards::view(&state, Viewer::Seat(seat(1)));
    for action in testing::actions::<LiarsCards>(&state, seat(1)) {
        assert_eq!(LiarsCards::offer(&view, seat(1), &action).why, None);
    }
}

#[test]
fn the_count_is_explained() {
    for (table, bids, expected) in [
        (
            &["D3 B1", "C4"][..],
            "3 Arrow",
            "The count is 0 (no card shows Arrow; the 3 wild Drop do not count), so",
        ),
        (
            &["D1 B3", "C4"],
            "3 Arrow",
            "The count is 0 (no card shows Arrow; the wild Drop does not count), so",
        ),
        (&["B4", "C4"], "3 Arrow", "The count is 0 (no card shows Arrow), so"),
        (&["D4", "W4"], "1 Drop, 3 Wheel", "The count is 4 (4 Wheel, nothing is wild)"),
        (&["D4", "W4"], "1 Hammers, 3 Drop", "The count is 4 (4 Drop)"),
        (&["6 3", "1"], "=10", "The sum is 10 ("),
    ] {
        let mut state = round(table);
        play(&mut state, bids);
        play(&mut state, "liar");
        let verdict = state.table.last.unwrap().verdict();
        assert!(verdict.contains(expected), "{verdict}");
    }
}

#[test]
fn the_wild_tile_lies_askew_and_the_marker_on_the_bid() {
    for (bids, askew, marked) in [
        ("", Some("tile:drop"), "cell:Drop"),
        ("2 Wheel", Some("tile:drop"), "cell:Wheel"),
        ("2 Wheel, 3 Drop", Some("tile:drop"), "cell:Drop"),
        ("2 Drop, 3 Arrow", None, "cell:Arrow"),
    ] {
        let mut state = round(&["D3", "A3"]);
        if !bids.is_empty() {
            play(&mut state, bids);
        }
        let scene = LiarsCards::scene(&LiarsCards::view(&state, Viewer::Spectator), Viewer::Spectator);
        let track = scene.zone("track").unwrap();
        let found = track.pieces.iter().find(|piece| piece.askew).map(|piece| piece.key.as_str());
        assert_eq!(found, askew, "{bids}");
        let marker = track.pieces.iter().find(|piece| piece.key == "cube:marker").unwrap();
        assert_eq!(marker.cell.as_ref().map(Key::as_str), Some(marked), "{bids}");
    }
}

#[test]
fn the_prompt_says_what_would_be_higher() {
    for (table, bids, expected) in [
        (&["D3", "A3"][..], "2 Bricks", "2 Wheel or Arrow, or at least 3 of any symbol"),
        (&["D3", "A3"], "2 Arrow", "Call, or bid higher: at least 3 of any symbol"),
        (&["D3", "A3"], "5 Arrow", "Call, or bid higher: 6 of any symbol"),
        (&["D3", "A3"], "6 Arrow", "Nothing is higher, so call."),
        (&["D2", "A1"], "=6", "Call, or bid a higher sum, 18 at most."),
        (&["D2", "A1"], "=18", "Nothing is higher, so call."),
    ] {
        let mut state = round(table);
        play(&mut state, bids);
        let viewer = Viewer::Seat(seat(1));
        let prompt = LiarsCards::scene(&LiarsCards::view(&state, viewer), viewer).prompt;
        assert!(prompt.text.contains(expected), "{bids}: {}", prompt.text);
    }
}

#[test]
fn touching_a_tile_and_a_number_in_any_order_is_a_bid() {
    let symbols = LiarsCards::view(&round(&["D3", "A3"]), Viewer::Seat(seat(0)));
    let values = LiarsCards::view(&round(&["D2", "A1"]), Viewer::Seat(seat(0)));
    for (view, path, expected) in [
        (&symbols, "tile:wheel number:4", Some("4 Wheel")),
        (&symbols, "number:4 tile:wheel", Some("4 Wheel")),
        (&symbols, "tile:wheel", None),
        (&symbols, "number:4", None),
        (&symbols, "tile:wheel number:300", None),
        (&symbols, "tile:cog number:3", None),
        (&symbols, "number:99 tile:wheel", Some("99 Wheel")),
        (&symbols, "button:liar", Some("liar")),
        (&symbols, "button:pass", None),
        (&values, "number:4", Some("=4")),
        (&values, "tile:wheel number:4", Some("4 Wheel")),
    ] {
        let path: Vec<&str> = path.split(' ').collect();
        assert_eq!(intent::<LiarsCards>(view, seat(0), &path), expected.map(action), "{path:?}");
    }
}

#[test]
fn states_that_cannot_arise_are_refused() {
    let mut game = new_match::<LiarsCards>(json!({}), 3, 5);
    for notation in ["15 Wheel", "liar", "2 Hammers"] {
        game.act(to_act(game.state()), action(notation)).unwrap();
    }
    let lawful = game.state().clone();
    assert_eq!(LiarsCards::audit(&lawful), Ok(()));
    let bidder = lawful.table.last.unwrap().loser();
    let sum = Bid::Sum(5);
    type Spoil<'a> = &'a dyn Fn(&mut State);
    let spoils: [(&str, Spoil); 22] = [
        ("there are 2 to 12 seats", &|s| s.table.lives = SeatMap::filled(1, 5)),
        ("there are 2 to 12 seats", &|s| s.table.lives = SeatMap::filled(0, 0)),
        ("there is not one hand for each seat", &|s| s.hands = Hands::empty(4)),
        ("everybody holds as many cards as cubes, up to the limit", &|s| {
            s.table.options.max_cards = MaxCards::Three;
        }),
        ("somebody has too many cubes", &|s| s.table.lives[seat(0)] = 255),
        ("everybody holds as many cards as cubes, up to the limit", &|s| s.hands[seat(0)] = CardSet::EMPTY),
        ("a card is in two places", &|s| s.hands[bidder.next(3)] = s.hands[bidder.previous(3)]),
        ("the track has each symbol once", &|s| s.table.track[0] = Symbol::Arrow),
        ("the track is only shuffled where the wild symbol is chosen", &|s| s.table.track.swap(0, 1)),
        ("others are out than those who have left the game", &|s| s.table.out = out([seat(1)].into_iter())),
        ("a call takes one player out at most", &|s| {
            s.table.lives = SeatMap::from_fn(3, |seat| u8::from(seat == bidder));
            s.table.out.leave(SeatSet::all(3).iter().filter(|&seat| seat != bidder).collect());
        }),
        ("it is over when a call leaves one player", &|s| s.table.phase = Phase::Over),
        ("somebody who is out takes part", &|s| s.table.phase = Phase::Open(seat(11))),
        ("there is no wild symbol to choose", &|s| s.table.phase = Phase::ChooseWild(seat(0))),
        ("nobody can bid that", &|s| s.table.phase = Phase::Answer { bidder: seat(0), bid: sum }),
        ("the first tile of the track is wild, or nothing is", &|s| {
            let bid = Bid::Cards { n: 1, symbol: Symbol::Drop, wild: Some(Symbol::Arrow) };
            s.table.phase = Phase::Answer { bidder: seat(0), bid };
        }),
        ("nobody loses a cube without a call", &|s| s.table.last = None),
        ("the last call was between two players with cards", &|s| {
            s.table.last.as_mut().unwrap().caller = seat(9)
        }),
        ("nobody could bid what was called last", &|s| s.table.last.as_mut().unwrap().bid = sum),
        ("the cubes do not follow from the last call", &|s| {
            s.table.last.as_mut().unwrap().bid = Bid::Cards { n: 1, symbol: Symbol::Wheel, wild: None };
        }),
        ("one player alone cannot go on", &|s| {
            s.table.lives = SeatMap::from_fn(3, |seat| u8::from(seat == bidder));
            s.table.out = out([bidder.next(3), bidder.previous(3)].into_iter());
        }),
        ("the last call shows a hand for each seat, no card twice", &|s| {
            s.table.last.as_mut().unwrap().hands = Hands::empty(2);
        }),
    ];
    for (why, spoil) in spoils {
        let mut state = lawful.clone();
        spoil(&mut state);
        assert_eq!(LiarsCards::audit(&state), Err(why));
    }
    for (field, value) in [
        ("max_cards", json!(0)),
        ("options", json!({"max_cards": 6})),
        ("options", json!({"lives": 200})),
        ("phase", json!({"answer": {"bidder": 0, "bid": {"sum": 5}, "caller": 1}})),
        ("last", json!({"bidder": 0})),
    ] {
        let mut changed = serde_json::to_value(&lawful).unwrap();
        changed["table"][field] = value;
        assert!(serde_json::from_value::<State>(changed.clone()).is_err(), "{changed}");
    }
}

#[test]
fn whoever_follows_the_estimate_beats_chance() {
    for (variant, people) in [(json!({}), 2), (json!({}), 4), (json!({"wild": "chosen"}), 10)] {
        let share = greedy_share::<LiarsCards>(variant.clone(), people, 30);
        assert!(share > 0.8, "{variant} for {people}: {share}");
    }
}

/// What the bid that stands, or the call, is worth to whoever is to act.
fn worth(state: &State, notation: &str, care: u8) -> f32 {
    let (mover, mut values) = (to_act(state), vec![]);
    let view = LiarsCards::view(state, Viewer::Seat(mover));
    LiarsCards::weigh(&view, mover, &[action(notation)], care, &mut values);
    values[0]
}

#[test]
fn a_call_is_worth_the_chance_that_the_bid_is_false() {
    // Of the five cards that seat 1 does not see, fewer than so many are among 18 of 49.
    for (bid, chance) in [("1 Wheel", 0.09), ("2 Wheel", 0.39), ("3 Wheel", 0.75)] {
        let mut state = round(&["W1 B2 C2", "A2 H2 C1"]);
        play(&mut state, bid);
        let call = worth(&state, "liar", 0);
        assert!((call - chance).abs() < 0.01, "{bid}: {call}");
        assert!(worth(&state, "liar", 2) < call, "a bidder holds some of it");
    }
    // Rule 8: one card is not seen, which must not be lower than 3.
    let mut state = round(&["4", "6"]);
    play(&mut state, "=9");
    let low = CardSet::FULL.iter().filter(|card| card.value() < 3).count() as f32;
    assert!((worth(&state, "liar", 2) - low / 53.0).abs() < 0.001);
}

#[test]
fn whoever_counts_never_bids_what_nobody_would_believe() {
    for care in 0..=2 {
        let state = round(&["W3 A2", "B2 H2 C1"]);
        let bold = worth(&state, "9 Arrow", care);
        assert!(bold < 0.2 && worth(&state, "3 Wheel", care) > bold + 0.2, "{care}: {bold}");
    }
}

boxwood_conformance::game_tests!(
    LiarsCards,
    playthrough: &[], 1334,
    shows: ["the bid is true", "the bid is false", "wild Drop)", "not wild in this round", "a value round", "The sum is"]
);

#[test]
fn the_odds_of_a_bid_are_those_of_all_deals_that_look_the_same() {
    let game = new_match::<LiarsCards>(json!({}), 3, 5);
    let starter = game.active().first().unwrap();
    let view = game.view(Viewer::Seat(starter));
    let mut rng = Rng::from_number(1);
    for symbol in [Symbol::Wheel, Symbol::Drop] {
        let wild = super::flow::wild_under(&view.table, symbol);
        let counts = CardSet::of_symbol(symbol) | wild.map_or(CardSet::EMPTY, CardSet::of_symbol);
        let n = (view.hands.shown() & counts).len() as u8 + 2;
        let action = Action::Bid { n, symbol };
        let is_true = |_: &u32| {
            let state = LiarsCards::redeal(&view, &mut rng);
            let shown: usize = Seat::all(3).map(|seat| (state.hands[seat] & counts).len()).sum();
            shown >= usize::from(n)
        };
        let share = (0..4000).filter(is_true).count() as f32 / 40.0;
        let told = LiarsCards::reason(&view, starter, &action).unwrap();
        let number: f32 = told.split("about ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        assert!((number - share).abs() < 3.0, "{told} {share}");
    }
}
