//! The rules, the rulings and the worked examples, by number.

use std::collections::BTreeSet;

use boxwood_conformance::testing::{self, intent, json, new_match, seat};
use boxwood_engine::{Match, playout};
use boxwood_kit::Seed;
use boxwood_scene::{Mark, Tint};

use super::board::Tiles;
use super::doom::{Blow, Strike, end_round, hand_size, next_strike, verdict};
use super::*;
use Colour::{Black, Blue, Green, Red, White, Yellow};
use Symbol::{Arrow, Bricks, Circles, Drop, Wheel};

fn card(number: u8) -> Card {
    Card::new(number).unwrap()
}

fn cards(numbers: &[u8]) -> CardSet {
    numbers.iter().map(|&number| card(number)).collect()
}

fn on(row: i8, x: i8) -> Place {
    Place::Tile(Hex::new(row, x))
}

fn tiles(places: &[(i8, i8)]) -> Tiles {
    places.iter().map(|&(row, x)| Hex::new(row, x)).collect()
}

/// Round 1 with the symbols in reading order, over and over, everybody in the forecourt, no cards
/// turned up and none dealt; the card in play is this one, of seat 0.
fn playing(number: u8) -> State {
    let layout = Layout::Standard;
    let mut symbols = [Tiles::NONE; 6];
    for (number, place) in layout.places().enumerate() {
        symbols[number % 6].insert(place);
    }
    let temple = Temple { symbols, up: layout.places().collect(), down: Tiles::NONE };
    let card = card(number);
    let table = Table {
        options: Options::default(),
        temple,
        cubes: [Place::Forecourt; CUBES],
        relics: Deck { deck: RELIC_CARDS, shown: CardSet::EMPTY },
        temple_cards: Deck { deck: TEMPLE_CARDS, shown: CardSet::EMPTY },
        used: CardSet::only(card),
        surely_dealt: CardSet::EMPTY,
        start: seat(0),
        round: 1,
        phase: Phase::Points { seat: seat(0), card, left: card.value() },
    };
    State { table, hands: Hands::empty(2) }
}

/// The same with only these tiles left, all face up.
fn ruins(number: u8, left: &[(i8, i8, Symbol)]) -> State {
    let mut state = playing(number);
    let temple = &mut state.table.temple;
    temple.up = Tiles::NONE;
    for &(row, x, symbol) in left {
        let place = tiles(&[(row, x)]);
        temple.symbols = temple.symbols.map(|places| places - place);
        temple.symbols[symbol.id()].insert(Hex::new(row, x));
        temple.up = temple.up | place;
    }
    state
}

/// Puts a cube of this colour, 0 or 1, somewhere.
fn put(state: &mut State, colour: Colour, number: usize, place: Place) {
    state.table.cubes[named_by(colour)][number] = place;
}

fn show(state: &mut State, relics: &[u8], temple_cards: &[u8]) {
    for (deck, shown) in
        [(&mut state.table.relics, cards(relics)), (&mut state.table.temple_cards, cards(temple_cards))]
    {
        *deck = Deck { deck: deck.deck - shown, shown };
    }
}

fn point(cube: Colour, from: Place, to: Place) -> Action {
    Action::Point { cube, from, to }
}

fn act(state: &mut State, action: Action) {
    let seat = TempleOfDoom::turn(state).active().first().expect("somebody is to act");
    testing::act_unaudited::<TempleOfDoom>(state, seat, &action, 0);
}

fn end(state: &mut State) {
    end_round(state, &mut Ctx::silent(&mut Rng::from_number(0)));
}

fn refusal(state: &State, action: Action) -> String {
    TempleOfDoom::check(state, seat(0), &action).expect_err("it is against the rules").to_string()
}

fn actions(state: &State) -> Vec<Action> {
    let seat = TempleOfDoom::turn(state).active().first().expect("somebody is to act");
    testing::actions::<TempleOfDoom>(state, seat)
}

/// Plays all cards of a round and wastes all points; the cards that were dealt, in order of seats.
fn waste_round(game: &mut Match<TempleOfDoom>) -> Hands<CardSet> {
    let dealt = game.state().hands;
    let round = game.state().table.round;
    while game.state().table.round == round {
        let seat = game.active().first().expect("a cube is in the temple while a tile is left");
        let action = game.actions(seat).into_iter().rfind(|action| !matches!(action, Action::Point { .. }));
        game.act(seat, action.unwrap()).unwrap();
    }
    dealt
}

#[test]
fn rule_1_rows_are_centred_and_shifted_by_half_a_tile() {
    for (layout, rows, last) in
        [("standard", &[6, 5, 4, 5, 4, 3, 4, 3, 2][..], 9), ("easy", &[6, 5, 4, 5, 4, 5, 4, 3], 8)]
    {
        let game = new_match::<TempleOfDoom>(json!({"layout": layout}), 1, 1);
        let temple = &game.state().table.temple;
        let found: Vec<u8> = (1..=last).map(|row| (temple.up & Tiles::row(row)).len()).collect();
        assert_eq!((found.as_slice(), temple.up.len()), (rows, 36), "{layout}");
        assert_eq!(game.options().layout.last_row(), last);
        for tiles in temple.symbols {
            assert_eq!((tiles.len(), (tiles & Tiles::row(1)).len()), (6, 1), "{layout}");
        }
    }
    let rows = |seed| new_match::<TempleOfDoom>(json!({}), 1, seed).state().table.temple.symbols;
    assert_ne!(rows(1), rows(2), "the tiles are shuffled");
}

#[test]
fn rule_1_a_tile_touches_up_to_six_others() {
    for (place, around) in [
        ((1, -5), vec![(1, -3), (2, -4)]),
        ((2, 0), vec![(1, -1), (1, 1), (2, -2), (2, 2), (3, -1), (3, 1)]),
        ((3, 3), vec![(2, 2), (2, 4), (3, 1), (4, 2), (4, 4)]),
        ((6, 2), vec![(5, 1), (5, 3), (6, 0), (7, 1), (7, 3)]),
        ((9, 1), vec![(8, 0), (8, 2), (9, -1)]),
    ] {
        let all: Tiles = Layout::Standard.places().collect();
        assert_eq!(Tiles::around(Hex::new(place.0, place.1)) & all, tiles(&around), "{place:?}");
    }
}

#[test]
fn places_have_names_by_row_and_letter() {
    for (layout, place, name) in [
        (Layout::Standard, (1, -5), "1a"),
        (Layout::Standard, (2, 0), "2c"),
        (Layout::Standard, (9, 1), "9b"),
        (Layout::Standard, (6, -2), "6a"),
        (Layout::Easy, (6, -2), "6b"),
    ] {
        let place = Hex::new(place.0, place.1);
        assert_eq!((layout.name(place), layout.named(name)), (name.to_string(), Some(place)));
    }
    assert_eq!(Layout::Easy.named("9a"), None);
}

#[test]
fn rules_2_and_3_the_start() {
    let game = new_match::<TempleOfDoom>(json!({}), 3, 4);
    let table = &game.state().table;
    assert_eq!(table.cubes, [Place::Forecourt; 8]);
    assert_eq!((table.relics.shown.len(), table.relics.deck.len()), (3, 15));
    assert_eq!((table.temple_cards.shown.len(), table.temple_cards.deck.len()), (6, 12));
    let relics = [6, 7, 8, 15, 16, 17, 24, 25, 26, 33, 34, 35, 36, 37, 38, 42, 43, 44];
    let temple = [0, 1, 2, 9, 10, 11, 18, 19, 20, 27, 28, 29, 45, 46, 47, 51, 52, 53];
    assert_eq!((RELIC_CARDS, TEMPLE_CARDS), (cards(&relics), cards(&temple)));
    for deck in [RELIC_CARDS, TEMPLE_CARDS, MOVEMENT_CARDS] {
        assert!(Symbol::ALL.iter().all(|&symbol| (deck & CardSet::of_symbol(symbol)).len() == 3));
    }
    let starters: BTreeSet<Seat> =
        (0..40).map(|seed| new_match::<TempleOfDoom>(json!({}), 3, seed).state().table.start).collect();
    assert_eq!(starters.len(), 3, "the start player is random");
}

#[test]
fn rule_4_and_example_8_how_many_cards_are_dealt() {
    for (seats, each) in [(1, 9), (2, 6), (3, 4), (4, 3), (6, 2)] {
        let hands = new_match::<TempleOfDoom>(json!({}), seats, 2).state().hands;
        assert!(hands.iter().all(|(_, hand)| hand.len() == each), "{seats} seats");
    }
    // The first start player is seat 3, so the book's seats 1 to 5 are 3, 4, 0, 1 and 2.
    for (round, more) in [(1, [3, 4]), (2, [0, 1]), (3, [2, 3]), (4, [4, 0]), (5, [1, 2]), (6, [3, 4])] {
        let start = seat((3 + usize::from(round) - 1) % 5);
        for number in 0..5 {
            let expected = if more.contains(&number) { 3 } else { 2 };
            assert_eq!(hand_size(5, seat(number), start, round), expected, "round {round}, seat {number}");
        }
    }
}

#[test]
fn rule_4_and_example_7_used_cards_are_shuffled_when_the_deck_runs_out() {
    let mut solo = new_match::<TempleOfDoom>(json!({}), 1, 3);
    let first = waste_round(&mut solo).all();
    let second = waste_round(&mut solo).all();
    assert_eq!((first.len(), first | second), (9, CardSet::GREEN));
    assert_eq!((solo.state().table.used, solo.state().hands.all().len()), (CardSet::EMPTY, 9));

    let mut four = new_match::<TempleOfDoom>(json!({}), 4, 3);
    let first = waste_round(&mut four).all();
    let second = four.state().hands.all();
    assert_eq!((first.len(), second.len(), (second - first).len()), (12, 12, 6));
    assert_eq!(four.state().table.surely_dealt, second - first);
    assert_eq!(four.state().table.used, CardSet::EMPTY);
}

#[test]
fn rule_4_the_start_goes_round_to_the_left() {
    let mut game = new_match::<TempleOfDoom>(json!({}), 3, 1);
    let first = game.state().table.start;
    for steps in 1..4 {
        waste_round(&mut game);
        assert_eq!(game.state().table.start.index(), (first.index() + steps) % 3);
        assert_eq!(game.active(), SeatSet::only(game.state().table.start));
    }
}

#[test]
fn rule_5_clockwise_past_empty_hands_until_all_cards_are_played() {
    let mut state = playing(3);
    state.hands = Hands::empty(3);
    state.hands[seat(0)] = cards(&[4]);
    state.hands[seat(2)] = cards(&[12, 13]);
    let mut order = vec![];
    while state.table.round == 1 {
        let on_turn = TempleOfDoom::turn(&state).active();
        assert_eq!(on_turn.len(), 1);
        order.push(on_turn.first().unwrap().index());
        let waste = actions(&state).pop().unwrap();
        act(&mut state, waste);
        if state.table.phase == Phase::Over {
            break;
        }
    }
    // Everybody but seat 1 plays and wastes; seat 2 has two cards.
    assert_eq!(order, [0, 2, 2, 0, 0, 2, 2]);
}

#[test]
fn rule_5_in_free_order_whoever_holds_cards_plays_next() {
    let mut game = new_match::<TempleOfDoom>(json!({"order": "free"}), 3, 1);
    assert_eq!(game.active(), SeatSet::all(3));
    while !game.state().hands[seat(2)].is_empty() {
        let card = game.state().hands[seat(2)].first().unwrap();
        game.act(seat(2), Action::Play(card)).unwrap();
        assert_eq!(game.active(), SeatSet::only(seat(2)), "while points are open only their player acts");
        for _ in 0..card.value() {
            game.act(seat(2), Action::Waste).unwrap();
        }
    }
    assert_eq!(game.active(), SeatSet::all(2));
}

#[test]
fn rule_6_by_colour_anywhere_by_symbol_onto_the_symbol() {
    // In reading order from (1,-5): D H C B W A | D H C B W | A D H C | B W A D H | …
    for (number, colour, from, to, legal) in [
        (3, Red, Place::Forecourt, on(1, -5), true), // red Wheel: by colour
        (3, Blue, Place::Forecourt, on(1, -5), false), // … and blue neither so
        (3, Blue, Place::Forecourt, on(1, 3), true), // … nor otherwise but onto the Wheel
        (3, Red, Place::Forecourt, on(2, 0), false), // the forecourt touches row 1 only
        (3, Red, on(2, 0), on(3, 1), true),          // by colour
        (3, Red, on(2, 0), on(1, -1), true),         // … also back
        (3, Red, on(2, 0), on(2, 4), false),         // not a neighbour
        (3, Red, on(2, 0), Place::Forecourt, false), // no way back
        (3, Red, on(1, -5), Place::Forecourt, false),
        (3, Red, on(2, 0), on(2, 0), false),   // a move moves
        (3, Green, on(2, 2), on(2, 4), true),  // Wheel lies at (2,4)
        (3, Green, on(2, 2), on(3, 1), false), // Hammers lies at (3,1)
        (39, Green, on(2, 2), on(3, 3), true), // white Hammers: any cube by colour
        (49, Red, on(2, 2), on(2, 4), true),   // black Wheel: by symbol
        (49, Red, on(2, 2), on(3, 3), false),  // … and no cube by colour
    ] {
        let mut state = playing(number);
        put(&mut state, colour, 0, from);
        let action = point(colour, from, to);
        assert_eq!(TempleOfDoom::check(&state, seat(0), &action).is_ok(), legal, "{number}: {action:?}");
        assert_eq!(actions(&state).contains(&action), legal, "{number}: {action:?}");
    }
}

#[test]
fn rule_6_both_points_of_a_2_may_move_one_cube_or_two() {
    let mut state = playing(5); // red Hammers 2
    act(&mut state, point(Red, Place::Forecourt, on(1, -5)));
    act(&mut state, point(Blue, Place::Forecourt, on(1, -3)));
    assert_eq!((state.table.cubes[0], state.table.cubes[6]), (on(1, -5), on(1, -3)));
    assert_eq!(state.table.round, 2, "the last card of the round is used up");

    let mut state = playing(5);
    act(&mut state, point(Red, Place::Forecourt, on(1, -1)));
    act(&mut state, point(Red, on(1, -1), on(2, 0)));
    assert_eq!(state.table.cubes[..2], [on(2, 0), Place::Forecourt]);
}

#[test]
fn rule_6_any_number_may_share_a_tile_and_gaps_cannot_be_crossed() {
    let mut state = playing(41);
    for number in 0..CUBES {
        state.table.cubes[number] = if number == 0 { on(2, 0) } else { on(3, 1) };
    }
    act(&mut state, point(Red, on(2, 0), on(3, 1)));
    assert_eq!(state.table.cubes_in(on(3, 1)), 8);

    state.table.temple.remove(tiles(&[(4, 2)]));
    assert_eq!(
        refusal(&state, point(Red, on(3, 1), on(4, 2))),
        "There is no tile, and gaps cannot be crossed (rule 6)."
    );
}

#[test]
fn rule_7_and_ruling_10_out_by_colour_from_the_last_row() {
    for (number, colour, from, legal) in [
        (3, Red, on(9, 1), true),
        (3, Red, on(8, 0), false),  // not yet
        (3, Blue, on(9, 1), false), // not its colour
        (40, Blue, on(9, 1), true), // white, also example 3
        (48, Blue, on(9, 1), false),
        (3, Red, Place::Forecourt, false),
    ] {
        let mut state = playing(number);
        put(&mut state, colour, 0, from);
        let action = point(colour, from, Place::Exit);
        assert_eq!(TempleOfDoom::check(&state, seat(0), &action).is_ok(), legal, "{number}: {action:?}");
    }
    let mut easy = playing(3);
    easy.table.options.layout = Layout::Easy;
    put(&mut easy, Red, 0, on(8, 2));
    act(&mut easy, point(Red, on(8, 2), Place::Exit));
    assert_eq!(easy.table.cubes_in(Place::Exit), 1);
}

#[test]
fn rule_8_a_relic_needs_a_cube_of_its_colour_on_its_symbol() {
    // Relics red Wheel 4, blue Bricks 4 and white Hammers 4; Wheel lies at (2,4), Hammers at (2,-2).
    for (colour, place, saved) in [
        (Red, on(2, 4), vec![6]),
        (Blue, on(2, 4), vec![]),
        (Yellow, on(2, -2), vec![42]), // white: any cube
        (Blue, Place::Forecourt, vec![]),
        (Red, Place::Exit, vec![]),
    ] {
        let mut state = playing(3);
        show(&mut state, &[6, 33, 42], &[]);
        put(&mut state, colour, 0, place);
        end(&mut state);
        assert_eq!(state.table.relics.gone(RELIC_CARDS), cards(&saved), "{colour} on {place:?}");
        assert_eq!((state.table.relics.shown.len(), state.table.relics.deck.len()), (3, 15 - saved.len()));
    }
}

#[test]
fn rule_9_face_down_tiles_fall_with_their_cubes() {
    let mut state = playing(3);
    state.table.temple.flip(tiles(&[(1, -5), (2, 0)]));
    put(&mut state, Red, 0, on(2, 0));
    put(&mut state, Red, 1, on(2, 2));
    end(&mut state);
    assert_eq!(state.table.cubes[..2], [Place::Dead, on(2, 2)]);
    assert_eq!((state.table.temple.present().len(), state.table.temple.down), (34, Tiles::NONE));
}

#[test]
fn rule_10_without_a_choice_damage_needs_nobody() {
    let mut state = playing(3);
    show(&mut state, &[], &[51, 48 + 4]); // black Drop 4, black Wheel 5
    end(&mut state);
    assert_eq!(state.table.temple.down, tiles(&[(1, -5), (1, 3)]), "the lowest Drop and Wheel");
    assert!(matches!(state.table.phase, Phase::Play(_)));
}

#[test]
fn rule_10_and_ruling_7_the_start_player_chooses_one_tile_of_the_lowest_row_at_a_time() {
    let left = [(1, -5, Arrow), (1, -3, Arrow), (1, -1, Arrow), (2, 0, Drop)];
    let mut state = ruins(3, &left);
    show(&mut state, &[], &[10, 27, 53]); // three Arrow cards, of which one is matched
    put(&mut state, Yellow, 0, on(1, -1));
    state.table.start = seat(1);
    end(&mut state);
    assert_eq!(state.table.phase, Phase::Damage([0, 0, 0, 0, 0, 2]));
    assert_eq!(TempleOfDoom::turn(&state), Turn::of(seat(1)));
    assert_eq!(actions(&state), [-5, -3, -1].map(|x| Action::ChooseTile(Hex::new(1, x))));
    let wrong = Action::ChooseTile(Hex::new(2, 0));
    assert_eq!(
        refusal(&state, wrong),
        "Choose a face-up Arrow tile of row 1, the lowest that has one (ruling R7)."
    );
    act(&mut state, Action::ChooseTile(Hex::new(1, -3)));
    assert_eq!(actions(&state), [-5, -1].map(|x| Action::ChooseTile(Hex::new(1, x))));
    act(&mut state, Action::ChooseTile(Hex::new(1, -5)));
    assert_eq!(state.table.temple.down, tiles(&[(1, -5), (1, -3)]));
    assert_eq!((state.table.round, state.table.start), (2, seat(0)));
}

#[test]
fn rule_10_with_nothing_face_up_tiles_fall_at_once() {
    let mut state = ruins(3, &[(8, 0, Drop), (9, -1, Drop), (9, 1, Wheel)]);
    show(&mut state, &[], &[45, 46, 47, 53]); // four black cards
    put(&mut state, Red, 0, on(8, 0));
    put(&mut state, Blue, 0, on(9, 1));
    end(&mut state);
    // Two passes turn all three tiles down; the fourth card removes the lowest.
    assert_eq!(state.table.temple.down, tiles(&[(9, -1), (9, 1)]));
    assert_eq!((state.table.cubes[0], state.table.cubes[6]), (Place::Dead, on(9, 1)));

    let mut state = ruins(3, &[(9, -1, Drop), (9, 1, Wheel)]);
    show(&mut state, &[], &[45, 46, 47]);
    put(&mut state, Blue, 0, on(9, 1));
    end(&mut state);
    let Phase::Damage(left) = state.table.phase else { panic!("a tile of row 9 is to be removed") };
    let both = tiles(&[(9, -1), (9, 1)]);
    let expected = Strike { tiles: both, cards: 1, kind: Blow::Remove };
    assert_eq!(next_strike(&state.table.temple, left), Some(expected));
    act(&mut state, Action::ChooseTile(Hex::new(9, -1)));
    assert_eq!((state.table.temple.down, state.table.round), (tiles(&[(9, 1)]), 2));
}

#[test]
fn rule_11_and_ruling_8_unmatched_cards_stay_and_six_come() {
    let mut game = new_match::<TempleOfDoom>(json!({}), 1, 5);
    let mut shown = vec![game.state().table.temple_cards.shown.len()];
    for _ in 0..3 {
        waste_round(&mut game);
        shown.push(game.state().table.temple_cards.shown.len());
    }
    assert_eq!(shown, [6, 12, 18, 18], "nothing is matched from the forecourt");

    // Sixteen cards are out, two of them matched now: the deck's two come up, then the two discards.
    let mut state = playing(3);
    let all: Vec<u8> = TEMPLE_CARDS.iter().map(Card::number).collect();
    show(&mut state, &[], &all[..16]);
    put(&mut state, Red, 0, on(2, 0)); // red Circles 1
    put(&mut state, Yellow, 0, on(2, 4)); // yellow Wheel 1
    end(&mut state);
    while let Phase::Damage(_) = state.table.phase {
        let choice = actions(&state)[0];
        act(&mut state, choice);
    }
    assert_eq!(state.table.temple_cards, Deck { deck: CardSet::EMPTY, shown: TEMPLE_CARDS });
}

#[test]
fn rule_11_relics_are_filled_up_while_the_deck_lasts() {
    let mut state = playing(3);
    show(&mut state, &[6, 33, 42], &[]);
    state.table.relics.deck = cards(&[7]);
    put(&mut state, Red, 0, on(2, 4)); // saves the red Wheel 4
    put(&mut state, Yellow, 0, on(2, -2)); // … and the white Hammers 4
    end(&mut state);
    assert_eq!(state.table.relics, Deck { deck: CardSet::EMPTY, shown: cards(&[7, 33]) });
}

#[test]
fn rule_12_example_1_and_ruling_12_the_score() {
    for (escaped, relics, score, won) in
        [(5, 16, 3, true), (8, 18, 8, true), (1, 18, 1, true), (4, 14, 0, false), (0, 0, -18, false)]
    {
        let mut state = playing(3);
        state.table.cubes = [Place::Dead; CUBES];
        state.table.cubes[..escaped].fill(Place::Exit);
        state.table.relics.deck = RELIC_CARDS.iter().skip(relics).collect();
        state.table.phase = Phase::Over;
        let Turn::Over(outcome) = TempleOfDoom::turn(&state) else { panic!("it is over") };
        assert_eq!(outcome.team, Some(Team { won, score }), "{escaped} out, {relics} relics");
        assert_eq!(outcome.winners().len(), if won { 2 } else { 0 });
        // Whether relics are face up or in the deck makes no difference.
        state.table.relics = Deck { deck: CardSet::EMPTY, shown: state.table.relics.deck };
        assert_eq!(state.table.score(), score);
    }
}

#[test]
fn rule_12_a_player_alone_is_not_called_everybody() {
    let mut state = playing(3);
    for (escaped, seats, expected) in [
        (5, 3, "5 cubes escaped and 2 relics were not saved: 3 points, everybody wins."),
        (5, 1, "5 cubes escaped and 2 relics were not saved: 3 points, the game is won."),
        (1, 3, "1 cube escaped and 2 relics were not saved: -1 points, everybody loses."),
        (1, 1, "1 cube escaped and 2 relics were not saved: -1 points, the game is lost."),
    ] {
        state.table.cubes = [Place::Dead; CUBES];
        state.table.cubes[..escaped].fill(Place::Exit);
        state.table.relics.deck = RELIC_CARDS.iter().take(2).collect();
        assert_eq!(verdict(&state.table, seats), expected);
    }
}

#[test]
fn rule_12_it_ends_at_once_when_nobody_is_left_inside() {
    let mut state = playing(41); // white Bricks 2
    state.table.cubes = [Place::Dead; CUBES];
    put(&mut state, Red, 0, on(9, 1));
    show(&mut state, &[44], &[]); // white Bricks 6, which lies where the cube stands
    state.hands[seat(1)] = cards(&[3]);
    act(&mut state, point(Red, on(9, 1), Place::Exit));
    assert_eq!(state.table.phase, Phase::Over, "with a point left, and cards in hands");
    assert_eq!(state.table.relics_saved(), 0, "no further round end");
}

#[test]
fn rule_12_the_last_tile_ends_it_and_ruling_1_the_forecourt_is_lost() {
    let mut state = ruins(3, &[(9, 1, Drop)]);
    state.table.temple.flip(tiles(&[(9, 1)]));
    assert_eq!(actions(&state), [Action::Waste], "no way leads from the forecourt");
    act(&mut state, Action::Waste);
    assert_eq!(state.table.phase, Phase::Over);
    assert_eq!(state.table.cubes_in(Place::Forecourt), 8);
    assert_eq!(state.table.score(), -18);
}

#[test]
fn rule_12_damage_ends_it_in_the_middle_of_a_round_end() {
    // The first card turns the last tile down, the second removes it.
    let mut state = ruins(3, &[(9, 1, Drop)]);
    show(&mut state, &[], &[45, 46]);
    end(&mut state);
    assert_eq!((state.table.phase, state.table.round), (Phase::Over, 1));
    assert_eq!(state.table.temple_cards.shown, cards(&[45, 46]), "nothing more is dealt");

    // The last cube falls by choice, and a tile is left.
    let mut state = ruins(3, &[(9, -1, Drop), (9, 1, Wheel)]);
    show(&mut state, &[], &[45, 46, 47]);
    state.table.cubes = [Place::Dead; CUBES];
    put(&mut state, Blue, 0, on(9, 1));
    end(&mut state);
    act(&mut state, Action::ChooseTile(Hex::new(9, 1)));
    assert_eq!((state.table.phase, state.table.round), (Phase::Over, 1));
    assert_eq!(state.table.temple.present(), tiles(&[(9, -1)]));
}

#[test]
fn rule_12_at_most_nine_rounds() {
    let mut buffer = vec![];
    let mut most = 0;
    for seed in 0..300 {
        let mut rng = Rng::from_number(seed);
        let seats = 1 + seed as usize % 6;
        let options = Options { layout: Layout::Easy, ..Options::default() };
        let mut state = TempleOfDoom::setup(&options, seats, &mut Ctx::silent(&mut rng)).unwrap();
        playout::<TempleOfDoom>(&mut state, &mut rng, &mut buffer);
        most = most.max(state.table.round);
    }
    assert!((5..=ROUNDS).contains(&most), "{most}");
}

#[test]
fn ruling_2_a_face_down_tile_is_entered_and_left_by_colour_only() {
    let mut state = playing(3); // red Wheel 1
    state.table.temple.flip(tiles(&[(2, 4)])); // a Wheel
    put(&mut state, Red, 0, on(2, 2));
    put(&mut state, Blue, 0, on(2, 2));
    assert_eq!(
        refusal(&state, point(Blue, on(2, 2), on(2, 4))),
        "2e is face down and shows no symbol, and the red Wheel 1 does not name blue cubes (ruling R2)."
    );
    act(&mut state, point(Red, on(2, 2), on(2, 4)));

    let mut state = playing(3);
    state.table.temple.flip(tiles(&[(2, 4)]));
    put(&mut state, Red, 0, on(2, 4));
    act(&mut state, point(Red, on(2, 4), on(3, 3)));
}

#[test]
fn ruling_3_points_can_be_wasted_but_not_saved() {
    let mut state = playing(5); // red Hammers 2
    state.hands[seat(0)] = cards(&[3]);
    state.hands[seat(1)] = cards(&[4]);
    assert_eq!(
        refusal(&state, Action::Play(card(3))),
        "Use or waste the points of red Hammers 2 first (rule 6)."
    );
    act(&mut state, Action::Waste);
    act(&mut state, Action::Waste);
    assert_eq!(state.table.phase, Phase::Play(SeatSet::only(seat(1))));
}

#[test]
fn ruling_3_a_waste_that_leaves_no_choice_is_told_and_can_be_taken_back() {
    let mut forced = 0;
    for seed in 0..12 {
        let seed = Seed::from_number(seed);
        let mut game = Match::<TempleOfDoom>::new(Options::default(), 3, seed).expect("a match");
        let mut rng = Rng::stream(seed, u64::MAX);
        while let Some(player) = game.active().first() {
            let offers = game.actions(player);
            if game.is_forced(player) {
                assert_eq!(offers, [Action::Waste]);
                let before = game.state().clone();
                game.act(player, Action::Waste).expect("it is offered");
                game.undo(player).expect("it ends nothing");
                assert_eq!(*game.state(), before);
                forced += 1;
            }
            game.act(player, *rng.choose(&offers)).expect("it is offered");
        }
    }
    assert!(forced > 10, "only {forced} in twelve careless matches");
}

#[test]
fn ruling_4_one_cube_matches_several_cards_and_a_card_needs_one_cube() {
    let mut state = playing(3);
    show(&mut state, &[6, 37], &[]); // red Wheel 4, white Wheel 2
    put(&mut state, Red, 0, on(2, 4));
    put(&mut state, Red, 1, on(1, 3)); // a second red cube on a Wheel
    end(&mut state);
    assert_eq!(state.table.relics.gone(RELIC_CARDS), cards(&[6, 37]));
}

#[test]
fn ruling_5_relics_come_before_the_damage() {
    let mut state = playing(3);
    show(&mut state, &[6], &[52]); // red Wheel 4; black Wheel 5
    put(&mut state, Red, 0, on(1, 3)); // the lowest Wheel
    end(&mut state);
    assert_eq!(state.table.relics_saved(), 1);
    assert!(state.table.temple.down.contains(Hex::new(1, 3)), "turned down all the same");
    assert_eq!(state.table.cubes[0], on(1, 3), "the cube has a round to get away");
}

#[test]
fn ruling_9_clockwise_is_the_default() {
    assert_eq!(Options::default().order, Order::Clockwise);
}

#[test]
fn ruling_11_six_relics_are_white_and_none_is_black() {
    let of = |colour| (RELIC_CARDS & CardSet::of_colour(colour)).len();
    assert_eq!([Red, Yellow, Green, Blue, White, Black].map(of), [3, 3, 3, 3, 6, 0]);
}

#[test]
fn ruling_13_anybody_may_hold_the_rest_of_the_old_deck() {
    let mut holders = BTreeSet::new();
    for seed in 0..100 {
        let mut game = new_match::<TempleOfDoom>(json!({}), 4, seed);
        waste_round(&mut game);
        let State { table, hands } = game.state();
        for (seat, hand) in hands.iter() {
            holders.insert((seat, (hand & table.surely_dealt).len()));
        }
        // Everybody knows that these cards are in hands, but not in whose.
        let view = game.view(Viewer::Seat(seat(0)));
        let mut rng = Rng::from_number(seed);
        for _ in 0..20 {
            let other = TempleOfDoom::redeal(&view, &mut rng);
            assert!(table.surely_dealt.is_subset(other.hands.all()));
        }
    }
    assert_eq!(holders.len(), 16, "each of four holds 0, 1, 2 or 3 of them: {holders:?}");
}

#[test]
fn example_2_a_black_arrow_pulls_two_cubes_onto_an_arrow() {
    let mut state = ruins(50, &[(2, 0, Drop), (2, 2, Wheel), (3, 1, Arrow), (3, -1, Bricks), (4, 2, Drop)]);
    put(&mut state, Yellow, 0, on(2, 0));
    put(&mut state, Green, 0, on(2, 2));
    let pull = [point(Yellow, on(2, 0), on(3, 1)), point(Green, on(2, 2), on(3, 1))];
    assert_eq!(actions(&state), [pull[0], pull[1], Action::Waste]);
    act(&mut state, pull[0]);
    act(&mut state, pull[1]);
    assert_eq!(state.table.cubes_in(on(3, 1)), 2);
}

#[test]
fn example_3_a_white_card_moves_any_cube_anywhere() {
    let mut state = playing(40);
    put(&mut state, Green, 0, on(2, 0));
    let moves: Vec<Action> = actions(&state)
        .into_iter()
        .filter(|action| matches!(action, Action::Point { cube: Green, .. }))
        .collect();
    assert_eq!(moves.len(), 6 + 6, "one from its tile and its twin from the forecourt");
    let mut state = playing(40);
    put(&mut state, Green, 0, on(9, -1));
    assert!(actions(&state).contains(&point(Green, on(9, -1), Place::Exit)));
}

#[test]
fn example_4_and_the_book_what_is_matched_is_discarded_and_the_rest_does_damage() {
    for (on_bricks, discarded, down) in [
        (false, vec![0, 10, 28], vec![(1, -5), (1, 1), (1, 3)]), // Drop, Bricks, Wheel
        (true, vec![0, 1, 10, 28], vec![(1, -5), (1, 3)]),
    ] {
        let mut state = playing(3);
        show(&mut state, &[], &[51, 52, 0, 1, 10, 28]);
        put(&mut state, Red, 0, on(2, 0)); // Circles
        put(&mut state, Yellow, 0, on(1, 5)); // Arrow
        put(&mut state, Blue, 0, on(2, -2)); // Hammers
        put(&mut state, Red, 1, if on_bricks { on(2, 2) } else { Place::Forecourt });
        let deck = state.table.temple_cards.deck;
        end(&mut state);
        let cards_now = state.table.temple_cards;
        assert_eq!(cards_now.gone(TEMPLE_CARDS), cards(&discarded));
        assert_eq!(state.table.temple.down, tiles(&down));
        assert_eq!(cards_now.shown.len(), 6 - discarded.len() + 6);
        assert_eq!((deck - cards_now.deck).len(), 6);
    }
}

#[test]
fn example_5_a_cube_on_a_face_down_tile_saves_nothing_and_dies() {
    let mut state = playing(3);
    show(&mut state, &[33], &[]); // blue Bricks 4
    state.table.temple.flip(tiles(&[(2, 2)])); // Bricks
    put(&mut state, Blue, 0, on(2, 2));
    end(&mut state);
    assert_eq!((state.table.relics_saved(), state.table.cubes[6]), (0, Place::Dead));
    assert!(!state.table.temple.present().contains(Hex::new(2, 2)));
}

#[test]
fn example_6_two_arrows_hit_row_1_then_a_choice_in_row_2() {
    let mut state = ruins(3, &[(1, 1, Arrow), (2, 0, Arrow), (2, 2, Arrow), (2, 4, Drop)]);
    show(&mut state, &[], &[10, 53]);
    end(&mut state);
    assert_eq!(state.table.temple.down, tiles(&[(1, 1)]));
    assert_eq!(actions(&state), [0, 2].map(|x| Action::ChooseTile(Hex::new(2, x))));
    act(&mut state, Action::ChooseTile(Hex::new(2, 2)));
    assert_eq!(state.table.temple.down, tiles(&[(1, 1), (2, 2)]));
}

#[test]
fn example_9_and_ruling_6_own_symbols_first_then_the_lowest_tile() {
    let mut state = ruins(3, &[(3, 1, Drop), (3, 3, Bricks), (4, 2, Wheel), (5, 1, Circles)]);
    show(&mut state, &[], &[9, 20, 51]); // two Wheel cards and a Drop card
    end(&mut state);
    assert_eq!(state.table.temple.down, tiles(&[(3, 1), (3, 3), (4, 2)]));
    assert_eq!(state.table.temple.up, tiles(&[(5, 1)]));
}

#[test]
fn example_10_colour_then_symbol_then_colour() {
    let left = [(1, 1, Drop), (2, 2, Arrow), (2, 0, Bricks), (3, 1, Wheel), (3, 3, Drop)];
    let mut state = ruins(3, &left); // red Wheel 1
    put(&mut state, Green, 0, on(2, 2));
    state.hands[seat(0)] = cards(&[21]); // green Hammers 1
    state.hands[seat(1)] = cards(&[22]); // green Arrow 1
    act(&mut state, point(Red, Place::Forecourt, on(1, 1)));
    act(&mut state, Action::Play(card(22)));
    act(&mut state, point(Red, on(1, 1), on(2, 2)));
    act(&mut state, Action::Play(card(21)));
    let around = [on(1, 1), on(2, 0), on(3, 1), on(3, 3)];
    for to in around.into_iter().filter(|&to| to != on(2, 0)) {
        assert!(actions(&state).contains(&point(Green, on(2, 2), to)), "{to:?}");
    }
    act(&mut state, point(Green, on(2, 2), on(3, 3)));
    assert_eq!((state.table.cubes[0], state.table.cubes[4]), (on(2, 2), on(3, 3)));
}

#[test]
fn cubes_of_a_colour_in_one_place_are_alike_and_listed_once() {
    let mut state = playing(4); // red Arrow 1
    let red = |state: &State| {
        actions(state).iter().filter(|action| matches!(action, Action::Point { cube: Red, .. })).count()
    };
    assert_eq!(red(&state), 6);
    put(&mut state, Red, 1, on(1, -5));
    assert_eq!(red(&state), 6 + 2);

    // Touching either of the two means the same.
    let state = playing(4);
    let view = TempleOfDoom::view(&state, Viewer::Seat(seat(0)));
    let touch = |key: &str| intent::<TempleOfDoom>(&view, seat(0), &[key, "cell:1a"]);
    assert_eq!(touch("cube:red.1"), touch("cube:red.2"));
    assert_eq!(touch("cube:red.1"), Some(point(Red, Place::Forecourt, on(1, -5))));
}

#[test]
fn refusals_name_the_thing_and_the_rule() {
    let mut state = playing(3); // red Wheel 1
    put(&mut state, Blue, 0, on(2, 2));
    put(&mut state, Red, 0, on(8, 0));
    put(&mut state, Red, 1, Place::Exit);
    for (action, expected) in [
        (point(Blue, on(2, 2), on(3, 1)), "The red Wheel 1 moves blue cubes onto Wheel tiles only (rule 6)."),
        (point(Blue, on(2, 2), on(4, 0)), "2d does not touch 4c (rule 6)."),
        (
            point(Blue, Place::Forecourt, on(2, 2)),
            "From the forecourt a cube enters a tile of row 1 (rule 6).",
        ),
        (point(Red, Place::Forecourt, on(1, 1)), "No red cube is in the forecourt (rule 6)."),
        (point(White, on(2, 2), on(3, 1)), "No white cube is on 2d (rule 6)."),
        (point(Red, on(60, 60), on(3, 1)), "No red cube is on (60,60) (rule 6)."),
        (point(Red, Place::Exit, on(9, 1)), "Only cubes in the forecourt or on a tile can move (rule 6)."),
        (point(Red, on(8, 0), Place::Exit), "A cube can leave the temple from row 9 only (rule 7)."),
        (
            point(Blue, on(2, 2), Place::Exit),
            "The red Wheel 1 does not name blue cubes, and symbols lead nobody out (ruling R10).",
        ),
        (point(Red, on(8, 0), Place::Forecourt), "No cube returns to the forecourt (rule 6)."),
        (point(Red, on(8, 0), Place::Dead), "A cube moves to a tile, or out of the temple (rule 6)."),
        (Action::ChooseTile(Hex::new(1, 1)), "Tiles are hit at the end of a round only (rule 10)."),
    ] {
        assert_eq!(refusal(&state, action), expected);
    }
    state.hands[seat(0)] = cards(&[4]);
    state.table.phase = Phase::Play(SeatSet::only(seat(0)));
    for (action, expected) in [
        (Action::Play(card(6)), "The red Wheel 4 is a relic, not a movement card (rule 5)."),
        (Action::Play(card(0)), "The red Circles 1 is a temple card, not a movement card (rule 5)."),
        (Action::Play(card(12)), "The yellow Circles 1 is not in your hand (rule 5)."),
        (Action::Waste, "Play a movement card first: it says what can be moved (rule 5)."),
    ] {
        assert_eq!(refusal(&state, action), expected);
    }
}

#[test]
fn points_can_be_taken_back_but_not_a_card_that_others_have_seen() {
    for (options, seats, can_take_back_card) in
        [(json!({}), 2, false), (json!({"show_hands": "on"}), 2, true), (json!({}), 1, true)]
    {
        let mut game = new_match::<TempleOfDoom>(options.clone(), seats, 1);
        let seat = game.active().first().unwrap();
        let play = game.actions(seat)[0];
        game.act(seat, play).unwrap();
        let before = game.state().clone();
        game.act(seat, Action::Waste).unwrap();
        game.undo(seat).unwrap();
        assert_eq!(*game.state(), before);
        assert_eq!(game.undo(seat).is_ok(), can_take_back_card, "{options:?}, {seats} seats");
    }
}

#[test]
fn hands_are_private_unless_shown() {
    for (show, viewer, sees) in [
        ("off", Viewer::Seat(seat(1)), [false, true, false]),
        ("off", Viewer::Spectator, [false; 3]),
        ("on", Viewer::Seat(seat(1)), [true; 3]),
        ("on", Viewer::Spectator, [true; 3]),
    ] {
        let game = new_match::<TempleOfDoom>(json!({"show_hands": show}), 3, 1);
        let scene = game.scene(viewer);
        for (number, sees) in sees.into_iter().enumerate() {
            let zone = scene.zone(&format!("hand.{number}")).unwrap();
            let backs = zone.pieces.iter().filter(|piece| piece.key.as_str().contains("hand")).count();
            assert_eq!((zone.pieces.len(), backs), (4, if sees { 0 } else { 4 }), "{show}, {viewer:?}");
        }
    }
}

#[test]
fn the_scene_ticks_what_is_matched_now_and_warns_of_falling_tiles() {
    let mut state = playing(3);
    show(&mut state, &[6, 33], &[0, 51]);
    put(&mut state, Red, 0, on(2, 4)); // a Wheel
    state.table.temple.flip(tiles(&[(1, 1)]));
    put(&mut state, Blue, 0, on(1, 1));
    let scene = TempleOfDoom::scene(&TempleOfDoom::view(&state, Viewer::Spectator), Viewer::Spectator);
    let marks = |zone: &str| -> Vec<Vec<Mark>> {
        scene.zone(zone).unwrap().pieces.iter().map(|piece| piece.marks.clone()).collect()
    };
    assert_eq!(marks("relics"), [vec![], vec![Mark::Good]]);
    assert_eq!(marks("temple_cards"), [vec![], vec![]]);
    let note = |zone: &str| scene.zone(zone).unwrap().note.clone();
    assert_eq!(note("relics").as_deref(), Some("1 ready"));
    assert_eq!(note("temple_cards").as_deref(), Some("2 would strike"));
    let temple = scene.zone("temple").unwrap();
    let warned: Vec<&str> = temple
        .cells
        .iter()
        .filter(|cell| cell.marks.contains(&Mark::Danger))
        .map(|cell| cell.label.as_str())
        .collect();
    assert_eq!(warned, ["1d"]);
}

#[test]
fn the_temple_keeps_its_size_and_shows_what_is_in_danger() {
    let mut state = ruins(3, &[(1, -5, Arrow), (1, -3, Arrow), (2, 0, Drop), (9, 1, Wheel)]);
    show(&mut state, &[], &[10, 27, 53]); // three Arrow cards: yellow, blue and black
    let tints = |state: &State| -> Vec<(String, Tint)> {
        let scene = TempleOfDoom::scene(&TempleOfDoom::view(state, Viewer::Spectator), Viewer::Spectator);
        let temple = scene.zone("temple").unwrap();
        assert_eq!(temple.cells.len(), 36, "places stay when tiles fall");
        let tinted = temple.cells.iter().filter_map(|cell| Some((cell.label.clone(), cell.tint?)));
        tinted.filter(|(_, tint)| *tint != Tint::Lost).collect()
    };
    // Two Arrows, and then any tile of the lowest row.
    let danger =
        |names: &[&str]| names.iter().map(|name| (name.to_string(), Tint::Danger)).collect::<Vec<_>>();
    let goal = [("9b".to_string(), Tint::Goal)];
    assert_eq!(tints(&state), [danger(&["1a", "1b", "2c"]), goal.to_vec()].concat());
    put(&mut state, Yellow, 0, on(1, -5));
    assert_eq!(tints(&state), [danger(&["1a", "1b"]), goal.to_vec()].concat(), "one card is stopped");
    put(&mut state, Blue, 0, on(1, -5));
    assert_eq!(tints(&state), [danger(&["1a", "1b"]), goal.to_vec()].concat(), "one of both, by choice");
    end(&mut state);
    assert_eq!(tints(&state), [danger(&["1a", "1b"]), goal.to_vec()].concat(), "while it is chosen");
}

#[test]
fn the_end_of_a_round_is_seen_step_by_step() {
    let mut state = ruins(3, &[(1, -5, Arrow), (1, -3, Wheel), (2, 0, Drop), (9, 1, Wheel)]);
    show(&mut state, &[6], &[0, 10, 27]); // a red Wheel; red Circles, yellow and blue Arrows
    put(&mut state, Red, 0, on(1, -3));
    put(&mut state, Blue, 0, on(1, -5));
    state.table.temple.flip(tiles(&[(2, 0)]));
    let mut game =
        Match::<TempleOfDoom>::from_state(Options::default(), state, boxwood_kit::Seed::from_number(1));
    game.act(seat(0), Action::Waste).unwrap();
    let told: Vec<String> = game.moments(Viewer::Spectator).map(|(beat, _)| beat.text.clone()).collect();
    assert_eq!(
        told,
        [
            "Saved: red Wheel 4.",
            "The face-down tiles fall.",
            "Matched: blue Arrow 1.",
            "1a (Arrow) turns face down.",
            "1b turns face down.", // the Circles find no tile of theirs
        ]
    );
    let (_, first) = game.moments(Viewer::Spectator).next().unwrap();
    assert_eq!(first.zone("relics").unwrap().pieces.len(), 1, "the relic is still there");
}

#[test]
fn an_offered_step_says_what_it_is_good_for() {
    let mut state = playing(3); // red Wheel 1
    show(&mut state, &[6], &[0, 53]);
    state.table.temple.flip(tiles(&[(1, 1)]));
    let why =
        |action| TempleOfDoom::offer(&TempleOfDoom::view(&state, Viewer::Spectator), seat(0), &action).why;
    assert_eq!(why(point(Red, Place::Forecourt, on(1, 3))).as_deref(), Some("Saves red Wheel 4."));
    assert_eq!(why(point(Red, Place::Forecourt, on(1, -1))).as_deref(), Some("Stops red Circles 1."));
    let falls = "The tile falls when the round ends.";
    assert_eq!(why(point(Red, Place::Forecourt, on(1, 1))).as_deref(), Some(falls));
    assert_eq!(why(point(Red, Place::Forecourt, on(1, -5))), None);
}

#[test]
fn states_that_cannot_be_are_refused() {
    type Damage = fn(&mut State);
    let sound = || new_match::<TempleOfDoom>(json!({}), 2, 1).state().clone();
    assert_eq!(TempleOfDoom::audit(&sound()), Ok(()));
    let damages: [(Damage, &str); 12] = [
        (|state| state.table.start = seat(2), "there are 1 to 6 seats, and one of them starts"),
        (|state| state.table.round = 10, "there are at most 9 rounds"),
        (|state| state.table.temple.symbols.swap(0, 1), "sound"),
        (
            |state| state.table.temple.symbols[0] = state.table.temple.symbols[1],
            "there are 6 tiles of each symbol, one in each place",
        ),
        (|state| state.table.temple.down = tiles(&[(1, 1)]), "a tile lies face up, or face down, or is gone"),
        (|state| put(state, Red, 0, on(1, 0)), "a cube stands where no tile is"),
        (
            |state| state.table.relics.shown = cards(&[0]),
            "a card of the decks is in two places, or in the wrong deck",
        ),
        (
            |state| {
                state.table.temple_cards = Deck { deck: CardSet::EMPTY, shown: CardSet::EMPTY };
            },
            "a black temple card is never matched",
        ),
        (|state| state.hands[seat(0)] = state.hands[seat(1)], "a card is in two places"),
        (|state| state.hands[seat(0)] = CardSet::EMPTY, "sound"),
        (|state| state.table.phase = Phase::Play(SeatSet::only(seat(5))), "somebody is to play who cannot"),
        (
            |state| state.table.phase = Phase::Over,
            "it is over when no tile, or no cube in the temple, is left",
        ),
    ];
    for (damage, expected) in damages {
        let mut state = sound();
        // The seat whose turn it is keeps its cards.
        state.table.start = seat(1);
        state.table.phase = Phase::Play(SeatSet::only(seat(1)));
        damage(&mut state);
        let verdict = TempleOfDoom::audit(&state).err().unwrap_or("sound");
        assert_eq!(verdict, expected);
    }
    let mut state = sound();
    state.hands = Hands::empty(2);
    for phase in [Phase::Damage([0; 6]), Phase::Damage([200; 6]), Phase::Play(SeatSet::EMPTY)] {
        state.table.phase = phase;
        assert!(TempleOfDoom::audit(&state).is_err(), "{phase:?}");
    }
    for (number, left) in [(3, 2), (3, 0), (4, 1)] {
        state.table.used = cards(&[3]);
        state.table.phase = Phase::Points { seat: seat(0), card: card(number), left };
        assert!(TempleOfDoom::audit(&state).is_err(), "{left} points of card {number}");
    }
}

/// How 20 matches end, all seats playing like this: the sum of the scores, escaped cubes and victories.
fn twenty(seats: usize, mut player: impl FnMut(&State, Seat, &mut Rng) -> Action) -> (i32, i32, i32) {
    (0..20).fold((0, 0, 0), |(score, escaped, won), seed| {
        let (mut game, mut rng) = (new_match::<TempleOfDoom>(json!({}), seats, seed), Rng::from_number(seed));
        testing::play_on(&mut game, 10_000, |state, seat| player(state, seat, &mut rng));
        let team = game.outcome().expect("a game has nine rounds at most").team.unwrap();
        let out = i32::from(game.state().table.cubes_in(Place::Exit));
        (score + team.score, escaped + out, won + i32::from(team.won))
    })
}

#[test]
fn the_estimate_leads_cubes_out_and_wins_games() {
    let (random, ..) = twenty(3, testing::random::<TempleOfDoom>);
    assert!(random < 20 * -15, "{random}");
    let (score, escaped, won) =
        twenty(3, |state, seat, rng| testing::greedy::<TempleOfDoom>(state, seat, 1, rng));
    assert!(score > 20 * -4 && escaped >= 20 && won > 0, "{score}, {escaped} out, {won} won");
    let (score, escaped, _) =
        twenty(1, |state, seat, rng| testing::greedy::<TempleOfDoom>(state, seat, 1, rng));
    assert!(score > 20 * -8 && escaped >= 5, "alone: {score}, {escaped} out");
}

#[test]
fn a_hint_says_why() {
    let mut state = playing((CardSet::of_colour(Red) & MOVEMENT_CARDS).first().unwrap().number());
    let tile = Layout::Standard.places().find(|tile| tile.row == 2).unwrap();
    let around = Tiles::around(tile) & state.table.temple.present();
    let next = around.iter().find(|near| near.row == 3).unwrap();
    let told = |state: &State, action: Action| {
        TempleOfDoom::reason(&TempleOfDoom::view(state, Viewer::Seat(seat(0))), seat(0), &action).unwrap()
    };
    let step = |colour: Colour| point(colour, Place::Tile(tile), Place::Tile(next));
    CUBE_COLOURS.into_iter().for_each(|colour| put(&mut state, colour, 0, Place::Tile(tile)));
    assert_eq!(told(&state, step(Red)), "From there, 6 rows lie before the last one.");
    let asked = CardSet::of_symbol(state.table.temple.symbol_at(next).unwrap());
    let in_colour = |cards: CardSet| (asked & cards).iter().find(|card| card.colour().is_base()).unwrap();
    let (relic, card) = (in_colour(RELIC_CARDS), in_colour(TEMPLE_CARDS));
    show(&mut state, &[], &[card.number()]);
    let said = told(&state, step(card.colour()));
    assert_eq!(said, format!("Left there, it matches the {card}, which then turns no tile down."));
    state.table.temple.flip(tiles(&[(tile.row, tile.x)]));
    let said = told(&state, step(card.colour()));
    assert_eq!(said, "The tile that it leaves falls at the end of this round.");
    show(&mut state, &[relic.number()], &[]);
    let (said, colour) = (told(&state, step(relic.colour())), relic.colour());
    assert_eq!(said, format!("A {colour} cube that ends the round there saves the {relic}."));
    let out = told(&state, point(Red, Place::Tile(tile), Place::Exit));
    assert_eq!(out, "A cube that is out is a point, whatever happens.");
}

boxwood_conformance::game_tests!(
    TempleOfDoom,
    playthrough: &[("layout", "easy"), ("order", "free")], 32,
    shows: ["Remove ", " fall.", "cube is lost", "out of the temple", "everybody wins"]
);
