//! The rules, the rulings and the worked examples, by number.

use boxwood_conformance::testing::{self, greedy_share, json, new_match, options, seat, seats};
use boxwood_engine::{Match, Refused};
use boxwood_scene::{Cell, Emblem, Figure, Mark, Names, Tint, render};

use super::*;
use Action::{Run, Stay};

/// A first round in which this card was turned up for so many players.
fn start(options: &Options, people: usize, first: &str) -> State {
    with_card(first, |ctx| GoldMine::setup(options, people, ctx).unwrap()).0
}

/// Those inside choose, lowest seat first, and then this card is turned up; what is said about it.
fn choose(state: &mut State, choices: &[Action], next: &str) -> Vec<String> {
    let before = state.clone();
    let inside = before.choices.asked();
    assert_eq!(inside.len(), choices.len(), "a choice for everybody inside");
    let (after, log) = with_card(next, |ctx| {
        let mut state = before.clone();
        for (seat, action) in inside.iter().zip(choices) {
            assert!(GoldMine::turn(&state).active().contains(seat));
            GoldMine::apply(&mut state, seat, action, ctx);
        }
        state
    });
    *state = after;
    log
}

/// Tries one stream of chance after the other until the first card that turns up is this one.
fn with_card(wanted: &str, mut play: impl FnMut(&mut Ctx) -> State) -> (State, Vec<String>) {
    for number in 0..5000 {
        let mut said = vec![];
        let state = play(&mut Ctx::new(&mut Rng::from_number(number), &mut said));
        let people = ["A", "B", "C", "D"].map(String::from);
        let names = Names { names: &people, reader: None };
        let log: Vec<String> = said.iter().map(|said| render(&said.text, &names)).collect();
        let is_card = |line: &&String| Symbol::ALL.iter().any(|symbol| line.starts_with(symbol.name()));
        if log.iter().find(is_card).is_some_and(|line| line.starts_with(&format!("{wanted}:"))) {
            return (state, log);
        }
    }
    panic!("{wanted} never turns up");
}

/// Three players who have stayed for the cards of the book's example.
fn book_example() -> State {
    let mut state = start(&Options::default(), 3, "Arrow 5");
    for next in ["Drop 4", "Bricks 2", "Circles 1", "Arrow 1", "Drop 3"] {
        choose(&mut state, &[Stay; 3], next);
    }
    state
}

/// A first round with these cards in the row and this gold in the mine; everybody inside chooses.
fn mine(row: &[u8], loose: u16, bags: &[u16]) -> State {
    let row: Pile<Card, LONGEST_ROW> = row.iter().map(|&number| Card::new(number).unwrap()).collect();
    let people = bags.len();
    let table = Table {
        options: Options::default(),
        deck: CardSet::FULL - row.iter().copied().collect(),
        set_aside: CardSet::EMPTY,
        row,
        loose,
        bags: SeatMap::from_fn(people, |seat| bags[seat.index()]),
        banks: SeatMap::filled(people, 0),
        endings: Pile::new(),
        banked: Pile::new(),
    };
    State { table, choices: Choices::ask(people, SeatSet::all(people)) }
}

/// Two cards of each symbol, the highest.
fn two_of_each() -> Vec<u8> {
    let two = |symbol| {
        let mut cards: Vec<Card> = CardSet::of_symbol(symbol).iter().collect();
        cards.sort_by_key(|card| card.value());
        cards[7..].iter().map(|card| card.number()).collect::<Vec<_>>()
    };
    Symbol::ALL.into_iter().flat_map(two).collect()
}

#[test]
fn rule_1_a_round_begins_with_everybody_inside() {
    for people in 2..=8 {
        let state = start(&Options::default(), people, "Hammers 1");
        assert_eq!(state.choices.asked(), SeatSet::all(people));
        assert_eq!(GoldMine::turn(&state), Turn::Active(SeatSet::all(people)));
        assert_eq!((state.table.row.len(), state.table.deck.len()), (1, 53));
        assert_eq!(state.table.banks, SeatMap::filled(people, 0));
    }
}

#[test]
fn rule_2_every_unseen_card_can_come_next_and_no_other() {
    let state = start(&Options::default(), 3, "Arrow 5");
    let mut came = CardSet::EMPTY;
    for number in 0..2000 {
        let mut state = state.clone();
        dig(&mut state, seats(&[0]), &mut Ctx::silent(&mut Rng::from_number(number)));
        came.extend(state.table.row.top());
    }
    assert_eq!(came, state.table.deck);
}

#[test]
fn rule_4_what_cannot_be_divided_lies_loose_and_ruling_6_by_those_inside() {
    for (gold, people, part, rest) in
        [(5, 3, 1, 2), (4, 3, 1, 1), (3, 3, 1, 0), (2, 3, 0, 2), (6, 8, 0, 6), (5, 6, 0, 5), (5, 1, 5, 0)]
    {
        let mut table = mine(&[], 0, &[0; 8]).table;
        let card = CardSet::of_value(gold).first().unwrap();
        share(&mut table, card, SeatSet::all(people), &mut Ctx::silent(&mut Rng::from_number(0)));
        let expected = SeatMap::from_fn(8, |seat| if seat.index() < people { part } else { 0 });
        assert_eq!((table.bags, table.loose), (expected, rest), "{gold} for {people} inside, 8 at the table");
    }
}

#[test]
fn rule_5_nothing_shows_until_the_last_choice_is_in() {
    let mut game = new_match::<GoldMine>(json!({}), 3, 4);
    let table = game.state().table.clone();
    for (number, action) in [(2, Run), (0, Stay)] {
        assert!(game.act(seat(number), action).unwrap().is_empty(), "nothing is said");
        assert_eq!(game.state().table, table);
    }
    for (viewer, knows) in [
        (Viewer::Seat(seat(0)), [Some(Stay), None, None]),
        (Viewer::Seat(seat(1)), [None; 3]),
        (Viewer::Seat(seat(2)), [None, None, Some(Run)]),
        (Viewer::Spectator, [None; 3]),
    ] {
        let choices = game.view(viewer).choices;
        assert_eq!(choices.made(), seats(&[0, 2]), "everybody sees that");
        assert_eq!([0, 1, 2].map(|number| choices.of(seat(number))), knows, "{viewer:?}");
    }
    game.act(seat(1), Stay).unwrap();
    assert_eq!(game.state().choices.asked(), seats(&[0, 1]));
    assert!(game.undo(seat(1)).is_err(), "what was shown cannot be hidden again");
}

#[test]
fn rule_5_a_choice_cannot_be_changed_and_who_is_outside_has_none() {
    let mut game = new_match::<GoldMine>(json!({}), 3, 4);
    game.act(seat(0), Stay).unwrap();
    assert!(matches!(game.act(seat(0), Run), Err(Refused::NotActive { .. })));
    let refusal = |game: &Match<GoldMine>, number| game.check(seat(number), &Stay).unwrap_err().to_string();
    assert_eq!(refusal(&game, 0), "You have chosen, and a choice cannot be changed (rule 5).");
    game.act(seat(1), Run).unwrap();
    game.act(seat(2), Stay).unwrap();
    assert_eq!(game.active(), seats(&[0, 2]));
    assert!(matches!(game.act(seat(1), Stay), Err(Refused::NotActive { .. })));
    assert_eq!(refusal(&game, 1), "You are outside until the next round (rule 6).");
}

#[test]
fn rule_5_a_redeal_guesses_the_choices_of_others_evenly() {
    let mut state = start(&Options::default(), 3, "Arrow 5");
    let mut rng = Rng::from_number(1);
    for number in [0, 1] {
        GoldMine::apply(&mut state, seat(number), &Run, &mut Ctx::silent(&mut rng));
    }
    let view = GoldMine::view(&state, Viewer::Seat(seat(0)));
    let guesses: Vec<State> = (0..1000).map(|_| GoldMine::redeal(&view, &mut rng)).collect();
    assert!(guesses.iter().all(|guess| guess.choices.of(seat(0)) == Some(Run)), "the own one is known");
    assert!(guesses.iter().all(|guess| guess.choices.of(seat(2)).is_none()), "nobody chooses by guessing");
    let runs = guesses.iter().filter(|guess| guess.choices.of(seat(1)) == Some(Run)).count();
    assert!((430..570).contains(&runs), "{runs} of 1000");
}

#[test]
fn rule_6_runners_divide_the_loose_nuggets_and_ruling_3_the_rest_stays() {
    for (loose, runners, part, rest) in [
        (7, &[0, 2][..], 3, 1),
        (6, &[0, 1], 3, 0),
        (1, &[0, 1], 0, 1),
        (1, &[1], 1, 0),
        (0, &[0, 1, 2], 0, 0),
    ] {
        let mut table = mine(&[], loose, &[3; 3]).table;
        run(&mut table, seats(runners), &mut Ctx::silent(&mut Rng::from_number(0)));
        let runs = |seat: Seat| runners.contains(&seat.index());
        assert_eq!(table.banks, SeatMap::from_fn(3, |seat| if runs(seat) { 3 + part } else { 0 }));
        assert_eq!(table.bags, SeatMap::from_fn(3, |seat| if runs(seat) { 0 } else { 3 }));
        assert_eq!(table.loose, rest, "{loose} among {runners:?}");
    }
}

#[test]
fn rule_7_an_empty_mine_ends_the_round_and_everybody_goes_in_again() {
    let mut state = start(&Options::default(), 3, "Arrow 5");
    choose(&mut state, &[Run, Stay, Run], "Drop 4");
    assert_eq!(state.choices.asked(), seats(&[1]));
    choose(&mut state, &[Run], "Bricks 3");
    assert_eq!(state.choices.asked(), seats(&[0, 1, 2]));
    assert_eq!(state.table.endings[..], [Ending::Empty]);
    assert_eq!(state.table.banks.as_slice(), [2, 5, 2]);
    assert_eq!(state.table.bags.as_slice(), [1, 1, 1], "of the new card only");
}

#[test]
fn rule_8_it_is_over_after_four_rounds() {
    let mut game = new_match::<GoldMine>(json!({}), 2, 9);
    for round in 1..=4 {
        assert_eq!(game.state().table.endings.len() + 1, round);
        game.act(seat(1), Run).unwrap();
        game.act(seat(0), Run).unwrap();
    }
    assert!(game.outcome().is_some());
    assert_eq!(game.act(seat(0), Run).unwrap_err(), Refused::Over);
    assert_eq!(game.state().table.row.len(), 1, "the last row stays on the table");
}

#[test]
fn ruling_1_shown_cards_are_set_aside_or_all_are_shuffled_again() {
    for (chosen, set_aside, deck) in [(json!({}), 3, 50), (json!({"deck": "reshuffle"}), 0, 53)] {
        let mut state = start(&options::<GoldMine>(chosen.clone()), 2, "Arrow 5");
        choose(&mut state, &[Stay, Stay], "Drop 4");
        choose(&mut state, &[Stay, Stay], "Wheel 4");
        let first_row: CardSet = state.table.row.iter().copied().collect();
        choose(&mut state, &[Run, Run], "Bricks 3");
        assert_eq!((state.table.set_aside.len(), state.table.deck.len()), (set_aside, deck), "{chosen}");
        assert!(state.table.set_aside.is_empty() || state.table.set_aside == first_row);
        assert_eq!(GoldMine::audit(&state), Ok(()));
    }
}

#[test]
fn ruling_1_a_round_has_at_most_13_cards_and_66_nuggets() {
    assert_eq!(LONGEST_ROW, 13);
    let best: u32 = two_of_each().iter().map(|&number| u32::from(Card::new(number).unwrap().value())).sum();
    assert_eq!(best, RICHEST_ROUND);
}

#[test]
fn rule_3_the_third_of_a_symbol_collapses_and_ruling_2_brings_nothing() {
    let mut state = start(&Options::default(), 2, "Arrow 5");
    choose(&mut state, &[Stay, Stay], "Arrow 1");
    choose(&mut state, &[Run, Stay], "Arrow 6");
    assert_eq!(state.table.banks.as_slice(), [4, 0], "2 from the bag and 2 loose; then nobody gets anything");
    assert_eq!(state.table.endings[..], [Ending::Collapse { symbol: Symbol::Arrow, buried: seats(&[1]) }]);
}

#[test]
fn ruling_4_and_example_6_equal_banks_share_the_victory() {
    let mut state = mine(&[0], 0, &[0; 4]);
    state.table.endings = Pile::from_iter([Ending::Empty; ROUNDS]);
    state.table.banks = SeatMap::from_fn(4, |seat| [17, 21, 21, 8][seat.index()]);
    let Turn::Over(outcome) = GoldMine::turn(&state) else { panic!("four rounds are over") };
    assert_eq!(outcome.ranks.as_slice(), [3, 1, 1, 4]);
    assert_eq!(outcome.scores.as_slice(), [17, 21, 21, 8]);
    assert_eq!(result(&state.table), "{1} and {2} share the victory with 21 nuggets each.");
}

#[test]
fn ruling_5_nuggets_are_counters_without_a_limit() {
    let mut state = mine(&[8], 0, &[3, 3]);
    state.table.banks = SeatMap::from_fn(2, |_| 130);
    choose(&mut state, &[Run, Run], "Drop 4");
    assert_eq!(state.table.banks.as_slice(), [133, 133], "far more than the cubes of the box");
    let mut cards = Inventory::EMPTY;
    cards.add_cards(CardSet::FULL);
    assert_eq!(GoldMine::inventory(&state), cards);
}

#[test]
fn ruling_7_and_example_4_all_run_at_once() {
    let mut state = mine(&[8, 17], 5, &[4, 2]);
    let log = choose(&mut state, &[Run, Run], "Drop 2");
    assert_eq!(state.table.banks.as_slice(), [6, 4]);
    assert_eq!((state.table.endings.len(), state.table.loose), (1, 0), "the 1 left over does not wait");
    assert_eq!(
        log,
        [
            "A runs with 6 nuggets, 4 from the bag and 2 loose.",
            "B runs with 4 nuggets, 2 from the bag and 2 loose.",
            "The mine is empty. Loose nuggets left behind: 1.",
            "Round 2 of 4: everybody goes in.",
            "Drop 2: 1 nugget for each of the 2 inside.",
        ]
    );
}

#[test]
fn example_1_the_book() {
    let mut state = start(&Options::default(), 3, "Arrow 5");
    assert_eq!((state.table.bags.as_slice(), state.table.loose), (&[1; 3][..], 2));
    for (next, bag, loose) in
        [("Drop 4", 2, 3), ("Bricks 2", 2, 5), ("Circles 1", 2, 6), ("Arrow 1", 2, 7), ("Drop 3", 3, 7)]
    {
        choose(&mut state, &[Stay; 3], next);
        assert_eq!((state.table.bags.as_slice(), state.table.loose), (&[bag; 3][..], loose), "{next}");
    }
    let log = choose(&mut state, &[Run, Stay, Run], "Wheel 5");
    assert_eq!(
        log,
        [
            "A runs with 6 nuggets, 3 from the bag and 3 loose.",
            "C runs with 6 nuggets, 3 from the bag and 3 loose.",
            "B stays inside.",
            "Wheel 5: B bags 5 nuggets. Loose nuggets: 1.",
        ]
    );
    assert_eq!(state.table.bags.as_slice(), [0, 8, 0]);
    choose(&mut state, &[Run], "Hammers 3");
    assert_eq!(state.table.banks.as_slice(), [6, 9, 6]);
}

#[test]
fn example_2_another_card_buries_the_last_player() {
    for third in ["Arrow 3", "Drop 6"] {
        let mut state = book_example();
        let log = choose(&mut state, &[Run, Stay, Run], third);
        assert_eq!(state.table.banks.as_slice(), [6, 0, 6], "{third}");
        assert_eq!(state.table.endings.len(), 1);
        let symbol = third.split(' ').next().unwrap();
        let expected = format!(
            "{third}: the third card with {symbol}, and the mine collapses. B loses 3 nuggets. Loose nuggets lost: 1."
        );
        assert_eq!(log[3..5], [expected, "Round 2 of 4: everybody goes in.".into()]);
    }
}

#[test]
fn example_3_eight_players() {
    let mut state = start(&Options::default(), 8, "Wheel 6");
    assert_eq!((state.table.bags, state.table.loose), (SeatMap::filled(8, 0), 6));
    let log = choose(&mut state, &[Run, Stay, Stay, Run, Stay, Stay, Stay, Stay], "Circles 5");
    assert_eq!(state.table.banks.as_slice(), [3, 0, 0, 3, 0, 0, 0, 0]);
    assert_eq!((state.table.bags, state.table.loose), (SeatMap::filled(8, 0), 5));
    assert_eq!(log.last().unwrap(), "Circles 5: too little to share among 6. Loose nuggets: 5.");
}

#[test]
fn example_5_only_the_current_row_counts() {
    let mut state = start(&Options::default(), 2, "Arrow 5");
    choose(&mut state, &[Stay, Stay], "Arrow 1");
    choose(&mut state, &[Run, Run], "Arrow 3");
    choose(&mut state, &[Stay, Stay], "Arrow 2");
    assert_eq!(state.table.endings[..], [Ending::Empty], "the fourth Arrow, but the second of its row");
    choose(&mut state, &[Stay, Stay], "Arrow 4");
    assert_eq!(state.table.endings.len(), 2);
}

#[test]
fn example_7_the_thirteenth_card_always_collapses() {
    let mut state = mine(&two_of_each(), 0, &[40, 0]);
    state.choices = Choices::ask(2, seats(&[0]));
    for card in state.table.deck {
        let mut state = state.clone();
        choose(&mut state, &[Stay], &name(card));
        let ending = Ending::Collapse { symbol: card.symbol(), buried: seats(&[0]) };
        assert_eq!(state.table.endings[..], [ending], "{card}");
        assert_eq!((state.table.banks[seat(0)], state.table.set_aside.len()), (0, LONGEST_ROW));
    }
}

#[test]
fn symbols_that_stand_at_two_are_marked_and_named() {
    let scene =
        GoldMine::scene(&GoldMine::view(&book_example(), Viewer::Seat(seat(1))), Viewer::Seat(seat(1)));
    let cells = &scene.zone("row").unwrap().cells;
    let cracked =
        |cell: &&Cell| cell.tint == Some(Tint::Danger) && cell.marks == [Mark::Note("2: cracked".into())];
    assert_eq!(
        cells.iter().filter(cracked).map(|cell| cell.label.as_str()).collect::<Vec<_>>(),
        ["Drop", "Arrow"]
    );
    assert_eq!(cells.iter().filter(|cell| cell.tint.is_some()).count(), 2);
    assert_eq!(
        scene.prompt.text,
        "Stay, or run to the bank with 3 nuggets and your part of the loose ones? \
         A third card with Drop or Arrow brings the mine down, and whoever is inside loses the bag."
    );
    assert_eq!(scene.zone("loose").unwrap().pieces.len(), 7);
}

/// What lies before a seat to show its choice.
fn signal(scene: &Scene, number: usize) -> Vec<Figure> {
    let zone = scene.zone(&format!("signal.{number}")).unwrap();
    assert_eq!((zone.owner, zone.room), (Some(seat(number)), 1));
    zone.pieces.iter().map(|piece| piece.figure.clone()).collect()
}

#[test]
fn a_signal_shows_that_somebody_has_chosen_and_only_to_the_chooser_what() {
    let hidden = Figure::Emblem(Emblem::Fist);
    for (chosen, own) in [
        (json!({"signal": "thumb"}), Figure::Emblem(Emblem::ThumbDown)),
        (json!({"signal": "tile"}), Figure::TileBack),
    ] {
        let mut game = new_match::<GoldMine>(chosen.clone(), 3, 4);
        game.act(seat(1), Run).unwrap();
        for (viewer, expected) in
            [(Viewer::Seat(seat(1)), &own), (Viewer::Seat(seat(0)), &hidden), (Viewer::Spectator, &hidden)]
        {
            let scene = game.scene(viewer);
            let signals = [0, 1, 2].map(|number| signal(&scene, number));
            assert_eq!(signals, [vec![], vec![expected.clone()], vec![]], "{chosen} {viewer:?}");
        }
    }
}

#[test]
fn the_thumb_of_a_runner_stays_down() {
    let mut state = start(&Options::default(), 3, "Arrow 5");
    choose(&mut state, &[Run, Stay, Stay], "Drop 4");
    let scene = GoldMine::scene(&GoldMine::view(&state, Viewer::Spectator), Viewer::Spectator);
    assert_eq!(signal(&scene, 0), [Figure::Emblem(Emblem::ThumbDown)]);
    assert_eq!(signal(&scene, 1), []);
}

#[test]
fn a_banner_tells_how_the_last_round_ended() {
    let told = |state: &State| {
        let scene = GoldMine::scene(&GoldMine::view(state, Viewer::Spectator), Viewer::Spectator);
        (scene.tags.concat(), scene.banner.unwrap_or_default())
    };
    let expected = |tag: &str, banner: &str| (tag.to_string(), banner.to_string());
    let mut state = start(&Options::default(), 2, "Arrow 5");
    assert_eq!(told(&state), expected("Round 1 of 4", ""));
    choose(&mut state, &[Stay, Stay], "Arrow 1");
    assert_eq!(told(&state), expected("Round 1 of 4", ""));
    choose(&mut state, &[Stay, Stay], "Arrow 2");
    let collapse = "The third card with Arrow brings the mine down on {0} and {1}. A new round begins.";
    assert_eq!(told(&state), expected("Round 2 of 4", collapse));
    choose(&mut state, &[Run, Run], "Drop 1");
    let empty = "Everybody is out of the mine. A new round begins.";
    assert_eq!(told(&state), expected("Round 3 of 4", empty));
}

/// The moments of a last choice with the chance of this seed, as a spectator sees them.
fn moments(state: &mut State, last: (usize, Action), seed: u64) -> Vec<(Beat, Scene)> {
    testing::moments::<GoldMine>(state, seat(last.0), &last.1, seed, Viewer::Spectator)
}

#[test]
fn choices_are_shown_then_runners_paid_and_the_fatal_card_lands_before_the_next_round() {
    let mut state = book_example();
    for (number, action) in [(0, Run), (1, Stay)] {
        GoldMine::apply(&mut state, seat(number), &action, &mut Ctx::silent(&mut Rng::from_number(0)));
    }
    let before = state.clone();
    let is_collapse = |seed: &u64| {
        let mut after = before.clone();
        GoldMine::apply(&mut after, seat(2), &Run, &mut Ctx::silent(&mut Rng::from_number(*seed)));
        !after.table.endings.is_empty()
    };
    let seed = (0..100).find(is_collapse).expect("some card brings the mine down");
    let shown = moments(&mut state, (2, Run), seed);
    let told: Vec<(BeatKind, &str)> = shown.iter().map(|(beat, _)| (beat.kind, beat.text.as_str())).collect();
    let Ending::Collapse { symbol, .. } = state.table.endings[0] else { panic!("the mine came down") };
    assert_eq!(
        told,
        [
            (BeatKind::Reveal, "Running: {0} and {2}. Staying: {1}."),
            (BeatKind::Step, "Safe in the bank: {0} and {2}."),
            (BeatKind::Blow, &format!("The third card with {symbol}: the mine comes down.")),
            (BeatKind::Round, "Round 1 of 4 is over: the mine has buried {1}."),
        ]
    );
    let scores = |scene: &Scene| scene.players.iter().map(|player| player.score.unwrap()).collect::<Vec<_>>();
    let scenes: Vec<&Scene> = shown.iter().map(|(_, scene)| scene).collect();
    let thumbs = [0, 1, 2].map(|number| signal(scenes[0], number)[0].clone());
    let [up, down] = [Emblem::ThumbUp, Emblem::ThumbDown].map(Figure::Emblem);
    assert_eq!(thumbs, [down.clone(), up, down]);
    assert_eq!((scores(scenes[0]), scores(scenes[1])), (vec![0, 0, 0], vec![6, 0, 6]));
    let fatal = scenes[2].zone("row").unwrap();
    let third = shown[2].0.at[0].clone();
    assert!(fatal.pieces.iter().any(|piece| piece.key == third), "the card lies there");
    assert_eq!(fatal.pieces.len(), 7, "and the row with it");
    assert_eq!(scenes[3].tags, ["Round 1 of 4"]);
    let after = GoldMine::scene(&GoldMine::view(&state, Viewer::Spectator), Viewer::Spectator);
    assert_eq!((after.zone("row").unwrap().pieces.len(), &after.tags[0][..]), (1, "Round 2 of 4"));
}

#[test]
fn nothing_is_shown_before_the_last_choice() {
    let mut state = start(&Options::default(), 3, "Arrow 5");
    for number in [1, 0] {
        assert!(moments(&mut state, (number, Run), 0).is_empty());
    }
    let told: Vec<String> = moments(&mut state, (2, Run), 0).into_iter().map(|(beat, _)| beat.text).collect();
    assert_eq!(told[0], "Everybody runs.");
    assert_eq!(told.last().unwrap(), "Round 1 of 4 is over: everybody got out.");
}

#[test]
fn a_score_is_told_round_by_round() {
    let mut state = start(&Options::default(), 2, "Arrow 5");
    choose(&mut state, &[Run, Run], "Drop 4");
    choose(&mut state, &[Run, Stay], "Hammers 3");
    choose(&mut state, &[Run], "Wheel 6");
    let rounds = |state: &State| {
        let scene = GoldMine::scene(&GoldMine::view(state, Viewer::Spectator), Viewer::Spectator);
        scene.players.into_iter().map(|player| player.rounds).collect::<Vec<_>>()
    };
    assert_eq!(rounds(&state), [[2, 2], [2, 5]]);
    state.table.banked.clear();
    assert_eq!(rounds(&state).concat(), Vec::<i32>::new(), "a state of earlier days does not know");
    assert_eq!(GoldMine::audit(&state), Ok(()));
}

#[test]
fn states_that_cannot_be_are_refused() {
    type Change = fn(&mut State);
    let cases: [(&str, Change); 17] = [
        ("each of the 54 cards is in one place", |s| {
            s.table.deck.draw_random(&mut Rng::from_number(0));
        }),
        ("each of the 54 cards is in one place", |s| s.table.row.push(s.table.row[0])),
        ("more cards are set aside than earlier rounds can have shown", |s| {
            s.table.set_aside.extend(s.table.deck.draw_random(&mut Rng::from_number(0)));
        }),
        ("cards are set aside, but all are shuffled again", |s| {
            s.table.options.deck = Deck::Reshuffle;
            s.table.set_aside.extend(s.table.deck.draw_random(&mut Rng::from_number(0)));
        }),
        ("the mine is for 2 to 8 players", |s| *s = mine(&[0], 0, &[0])),
        ("the mine is for 2 to 8 players", |s| s.table.bags = SeatMap::filled(2, 0)),
        ("somebody outside carries a bag", |s| s.choices = Choices::ask(3, seats(&[0, 1]))),
        ("there is more gold in the mine than the row has brought", |s| s.table.loose = u16::MAX),
        ("there is more gold in the banks than these rounds can bring", |s| s.table.banks[seat(0)] = 67),
        ("somebody must choose, but no card is turned up", |s| *s = mine(&[], 0, &[0; 3])),
        ("the mine has collapsed, but the round goes on", |s| *s = mine(&[3, 6, 9], 0, &[0; 3])),
        ("nobody has still to choose", |s| {
            *s = State { choices: Choices::ask(2, SeatSet::EMPTY), ..mine(&[0], 0, &[0; 2]) }
        }),
        ("it is over, but somebody is inside", |s| {
            *s = mine(&[0], 0, &[0; 2]);
            s.table.endings = Pile::from_iter([Ending::Empty; ROUNDS]);
        }),
        ("it is over, but there is gold in the mine", |s| {
            s.table.endings = Pile::from_iter([Ending::Empty; ROUNDS]);
        }),
        ("the banks of a round do not fit those of a later one", |s| {
            s.table.endings.push(Ending::Empty);
            s.table.banked.push(SeatMap::filled(3, 1));
        }),
        ("there are banks of rounds that are not over", |s| s.table.banked.push(s.table.banks)),
        ("somebody without a seat was buried", |s| {
            s.table.endings.push(Ending::Collapse { symbol: Symbol::Drop, buried: seats(&[3]) });
        }),
    ];
    assert_eq!(GoldMine::audit(&book_example()), Ok(()));
    for (expected, change) in cases {
        let mut state = book_example();
        change(&mut state);
        assert_eq!(GoldMine::audit(&state), Err(expected));
    }
}

#[test]
fn whoever_follows_the_estimate_beats_chance() {
    for (variant, people) in [(json!({}), 2), (json!({}), 4), (json!({"deck": "reshuffle"}), 8)] {
        let share = greedy_share::<GoldMine>(variant.clone(), people, 48);
        assert!(share > 0.7, "{variant} for {people}: {share}");
    }
}

boxwood_conformance::game_tests!(
    GoldMine,
    playthrough: &[], 2786,
    shows: ["collapses. Ben loses 1 nugget and Cleo loses 1 nugget", "The mine is empty", "Loose nuggets left behind"]
);

#[test]
fn a_hint_says_how_many_cards_are_dangerous() {
    let game = new_match::<GoldMine>(json!({}), 3, 1);
    let view = game.view(Viewer::Seat(seat(0)));
    let told = |action: Action| GoldMine::reason(&view, seat(0), &action).unwrap();
    assert_eq!(told(Action::Stay), "No card that is left can bring the mine down yet.");
    let mut later = view.clone();
    let two: Vec<Card> =
        later.table.deck.iter().filter(|card| card.symbol() == Symbol::Wheel).take(2).collect();
    for card in two {
        later.table.deck.remove(card);
        later.table.row.push(card);
    }
    let left = later.table.deck.len();
    let deadly = later.table.deck.iter().filter(|card| card.symbol() == Symbol::Wheel).count();
    let told = GoldMine::reason(&later, seat(0), &Action::Run).unwrap();
    assert!(told.starts_with(&format!("{deadly} of the {left} cards")), "{told}");
}
