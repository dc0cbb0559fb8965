//! The rules, the rulings and the worked examples, by number.

use std::collections::{BTreeMap, BTreeSet};

use boxwood_conformance::testing::{self, greedy, greedy_share, intent, json, new_match, seat};
use boxwood_engine::Match;
use boxwood_kit::{Centre, Seed, Symbol};
use boxwood_scene::{Becomes, Control, Key, Mark};
use proptest::prelude::{ProptestConfig, prop, prop_assert_eq, prop_assume, proptest};

use super::flow::{balance, deal, most_idle};
use super::judge::can_aim;
use super::reach::Uncounted;
use super::state::{bonus, score};
use super::tower::{Cube, Risk, aims, risk, tremble};
use super::*;
use Colour::{Black, Blue, Green, Red, White, Yellow};

/// The lowest card of this colour and value.
fn card(colour: Colour, value: u8) -> Card {
    (CardSet::of_colour(colour) & CardSet::of_value(value)).first().unwrap()
}

fn colours(letters: &str) -> impl Iterator<Item = Colour> {
    letters.chars().map(|letter| Colour::ALL.into_iter().find(|colour| colour.letter() == letter).unwrap())
}

/// A straight tower, the base first: "RYB".
fn tower_of(letters: &str) -> Tower {
    colours(letters).map(|colour| Cube { colour, at: Centre::default() }).collect()
}

/// A tower of red cubes that leans to the right.
fn leaning(xs: &[i16]) -> Tower {
    xs.iter().map(|&x| Cube { colour: Red, at: Centre::new(x, 0) }).collect()
}

/// Two players, seat 0 to choose. Columns that are not given, and the levels above those that are,
/// are filled from the rest of the cards, lowest number first.
fn table(towers: [&str; 4], columns: &[&[Card]]) -> State {
    let mut deck = CardSet::FULL;
    columns
        .iter()
        .flat_map(|column| column.iter())
        .for_each(|&card| assert!(deck.remove(card), "{card} twice"));
    let columns = std::array::from_fn(|column| {
        let given = columns.get(column).copied().unwrap_or_default();
        let mut cards: Pile<Card, LEVELS> = given.iter().copied().collect();
        while !cards.is_full() {
            let next = deck.first().unwrap();
            deck.remove(next);
            cards.push(next);
        }
        cards
    });
    let state = State {
        options: Options { tremor: Tremor::None, ..Options::default() },
        towers: towers.map(tower_of),
        columns,
        deck,
        taken: SeatMap::filled(2, CardSet::EMPTY),
        seat: seat(0),
        phase: Phase::Choose,
        idle: 0,
    };
    assert_eq!(FawltyTowers::audit(&state), Ok(()));
    state
}

/// The table after the deck and the tops of the columns went to seat 1: so many cards are left in each.
fn late_table(towers: [&str; 4], left: [usize; 4]) -> State {
    let mut state = table(towers, &[]);
    let taken = &mut state.taken[seat(1)];
    taken.extend(std::mem::take(&mut state.deck));
    for (column, left) in state.columns.iter_mut().zip(left) {
        taken.extend(column[left..].iter().copied());
        column.truncate(left);
    }
    state
}

/// Lets the player on turn do this; what is said about it.
fn play(state: &mut State, action: Action) -> Vec<String> {
    testing::act::<FawltyTowers>(state, state.seat, &action, 3)
        .iter()
        .map(|said| testing::named(said))
        .collect()
}

/// Chooses a cube and a tower, and aims.
fn put(state: &mut State, colour: Colour, tower: u8, dx: i16) -> Vec<String> {
    let mut said = play(state, Action::Choose { colour, tower });
    said.extend(play(state, Action::Place { dx, dy: 0 }));
    said
}

fn take(column: u8, level: u8) -> Action {
    Action::Take { column, level }
}

fn refusal(state: &State, action: Action) -> String {
    testing::refusal::<FawltyTowers>(state, state.seat, &action)
}

fn actions(state: &State) -> Vec<Action> {
    testing::actions::<FawltyTowers>(state, state.seat)
}

/// The towers from which a cube of this colour reaches the card of this place.
fn towers_that_reach(state: &State, colour: Colour, column: u8, level: u8) -> Vec<u8> {
    let reaches = |&tower: &u8| {
        let mut state = state.clone();
        put(&mut state, colour, tower, 0);
        matches!(state.phase, Phase::Take { .. })
            && FawltyTowers::check(&state, state.seat, &take(column, level)).is_ok()
    };
    (1..=4).filter(reaches).collect()
}

fn reaches_over(cards: &[Card], tower: &str) -> bool {
    let mut uncounted = Uncounted::of(&tower_of(tower));
    cards.iter().all(|&card| uncounted.reach_over(card))
}

#[test]
fn rule_1_four_columns_of_six_and_the_rest_is_the_deck() {
    for (options, deck, black) in [(json!({}), 30, true), (json!({"black_cards": "remove"}), 21, false)] {
        let mut seen = CardSet::EMPTY;
        for seed in 0..40 {
            let game = new_match::<FawltyTowers>(options.clone(), 3, seed);
            let State { columns, deck: rest, .. } = game.state();
            assert!(columns.iter().all(Pile::is_full));
            assert_eq!(rest.len(), deck);
            seen.extend(columns.iter().flatten().copied());
        }
        assert_eq!(
            seen,
            if black { CardSet::FULL } else { CardSet::FULL - CardSet::of_colour(Black) },
            "{options}"
        );
    }
}

#[test]
fn rule_2_four_bases_and_76_cubes_in_supply() {
    let game = new_match::<FawltyTowers>(json!({}), 3, 1);
    let bases: Vec<_> = game.state().towers.iter().map(|tower| (tower.len(), tower[0])).collect();
    let base = |colour| (1, Cube { colour, at: Centre::new(0, 0) });
    assert_eq!(bases, [Red, Yellow, Green, Blue].map(base));
    assert_eq!(game.state().supply(), Cubes::new([19, 19, 19, 19, 0, 0]));
    for colour in [White, Black] {
        let why =
            FawltyTowers::check(game.state(), seat(0), &Action::Choose { colour, tower: 1 }).unwrap_err();
        assert!(why.to_string().ends_with("cubes are not used (rule 2)."), "{why}");
    }
}

#[test]
fn rule_3_a_balanced_start_has_no_high_cards_in_the_low_levels() {
    let mut above = BTreeSet::new();
    for seed in 0..60 {
        for options in [json!({"balanced": "on"}), json!({"balanced": "on", "black_cards": "remove"})] {
            let game = new_match::<FawltyTowers>(options, 3, seed);
            assert_eq!(FawltyTowers::audit(game.state()), Ok(()));
            for column in &game.state().columns {
                assert!(column[..3].iter().all(|card| card.value() <= 3), "{column:?}");
                above.extend(column[3..].iter().map(|card| card.value()));
            }
        }
    }
    assert_eq!(above, (1..=6).collect(), "levels 4 to 6 are not touched");
}

/// The balanced deal with a shuffled deck, step by step as the rule says.
fn balanced_with_a_real_deck(rng: &mut Rng) -> ([Pile<Card, LEVELS>; COLUMNS], CardSet) {
    let mut deck: Vec<Card> = Card::all().collect();
    rng.shuffle(&mut deck);
    let mut columns: [Pile<Card, LEVELS>; COLUMNS] =
        std::array::from_fn(|_| (0..LEVELS).map(|_| deck.pop().unwrap()).collect());
    let mut set_aside = vec![];
    for column in &mut columns {
        for level in 0..3 {
            while column[level].value() >= 4 {
                set_aside.push(std::mem::replace(&mut column[level], deck.pop().unwrap()));
            }
        }
    }
    (columns, deck.into_iter().chain(set_aside).collect())
}

#[test]
fn rule_3_deals_as_often_as_a_shuffled_deck_would() {
    type Deal = ([Pile<Card, LEVELS>; COLUMNS], CardSet);
    let ours = |rng: &mut Rng| -> Deal {
        let mut deck = CardSet::FULL;
        let mut columns = deal(&mut deck, rng);
        balance(&mut columns, &mut deck, rng);
        (columns, deck)
    };
    let (mut rng, runs) = (Rng::from_number(8), 20_000);
    let mut statistics = |deal: &mut dyn FnMut(&mut Rng) -> Deal| {
        let mut high_in_deck = BTreeMap::new();
        let (mut ones_at_the_bottom, mut high_at_the_top) = (0, 0);
        for _ in 0..runs {
            let (columns, deck) = deal(&mut rng);
            *high_in_deck.entry(deck.iter().filter(|card| card.value() >= 4).count()).or_insert(0) += 1;
            ones_at_the_bottom += i32::from(columns[3][2].value() == 1);
            high_at_the_top += i32::from(columns[0][5].value() >= 4);
        }
        (high_in_deck, ones_at_the_bottom, high_at_the_top)
    };
    let one = statistics(&mut |rng| ours(rng));
    let other = statistics(&mut balanced_with_a_real_deck);
    for high in 6..=18 {
        let count = |counts: &BTreeMap<usize, i32>| counts.get(&high).copied().unwrap_or(0);
        let (one, other) = (count(&one.0), count(&other.0));
        assert!((one - other).abs() < 400, "{high} high cards in the deck: {one} and {other} times");
    }
    assert!((one.1 - other.1).abs() < 400 && (one.2 - other.2).abs() < 400, "{one:?} {other:?}");
}

#[test]
fn rule_4_any_player_may_begin_and_play_goes_clockwise() {
    let beginners: BTreeSet<_> =
        (0..30).map(|seed| new_match::<FawltyTowers>(json!({}), 3, seed).active().first()).collect();
    assert_eq!(beginners.len(), 3);
    let mut state = table(["R", "Y", "G", "B"], &[]);
    put(&mut state, Red, 4, 0);
    play(&mut state, Action::Decline);
    assert_eq!((state.seat, state.phase), (seat(1), Phase::Choose));
    put(&mut state, Red, 4, 0);
    play(&mut state, Action::Decline);
    assert_eq!(state.seat, seat(0));
}

#[test]
fn rule_4_a_choice_can_be_taken_back_until_the_cube_is_placed() {
    let mut game = new_match::<FawltyTowers>(json!({}), 3, 2);
    let (player, before) = (game.active().first().unwrap(), game.state().clone());
    game.act(player, Action::Choose { colour: Blue, tower: 3 }).unwrap();
    assert_eq!(game.active().first(), Some(player));
    assert_eq!(game.state().towers, before.towers, "nothing is placed yet");
    game.undo(player).unwrap();
    assert_eq!(*game.state(), before);
    game.act(player, Action::Choose { colour: Red, tower: 1 }).unwrap();
    game.act(player, Action::Place { dx: 0, dy: 0 }).unwrap();
    assert!(game.undo(player).is_err(), "the hand has trembled");
}

#[test]
fn rule_4_only_cubes_of_the_supply_and_the_four_towers() {
    let state = table([&"R".repeat(20), "Y", "G", "B"], &[]);
    let choose = |colour, tower| Action::Choose { colour, tower };
    assert_eq!(refusal(&state, choose(Red, 2)), "No red cube is left in the supply (rule 4).");
    for tower in [0, 5, 255] {
        assert!(refusal(&state, choose(Yellow, tower)).contains("There is no tower"), "{tower}");
    }
    assert_eq!(actions(&state).len(), 12, "three colours on four towers");
}

#[test]
fn rule_5_the_tremor_grows_with_the_height() {
    for (height, steady, normal, shaky) in [(1, 3, 6, 7), (5, 7, 14, 19), (12, 14, 28, 40)] {
        let radii =
            [Tremor::None, Tremor::Steady, Tremor::Normal, Tremor::Shaky].map(|tremor| tremor.radius(height));
        assert_eq!(radii, [0, steady, normal, shaky], "{height}");
    }
}

#[test]
fn rule_5_the_error_is_the_sum_of_two_even_draws_in_each_direction() {
    let mut rng = Rng::from_number(7);
    let mut counts = BTreeMap::new();
    for _ in 0..25_000 {
        let (x, y) = tremble(2, &mut rng);
        *counts.entry(x).or_insert(0) += 1;
        *counts.entry(y).or_insert(0) += 1;
    }
    for (error, ways) in (-4..=4).zip([1, 2, 3, 4, 5, 4, 3, 2, 1]) {
        let n: i32 = counts.remove(&error).unwrap();
        assert!((n - 2000 * ways).abs() < 350, "{error}: {n}");
    }
    assert!(counts.is_empty(), "{counts:?}");
}

#[test]
fn rule_5_the_draws_come_in_order_after_the_aim() {
    let mut state = table(["R", "Y", "GG", "B"], &[]);
    state.options.tremor = Tremor::Normal;
    state.phase = Phase::Aim { colour: Red, tower: 3 };
    FawltyTowers::apply(
        &mut state,
        seat(0),
        &Action::Place { dx: 5, dy: -7 },
        &mut Ctx::silent(&mut Rng::from_number(9)),
    );
    let mut rng = Rng::from_number(9);
    let [a, b, c, d] = [(); 4].map(|()| rng.between(-8, 8) as i16);
    assert_eq!(state.towers[2].top().unwrap().at, Centre::new(5 + a + b, -7 + c + d));
}

#[test]
fn rule_5_a_hand_that_does_not_tremble_lands_where_it_aims_and_can_be_taken_back() {
    let mut game = new_match::<FawltyTowers>(json!({"tremor": "none"}), 3, 1);
    let player = game.active().first().unwrap();
    game.act(player, Action::Choose { colour: Green, tower: 1 }).unwrap();
    let before = game.state().clone();
    game.act(player, Action::Place { dx: 33, dy: -12 }).unwrap();
    assert_eq!(game.state().towers[0].top().unwrap().at, Centre::new(33, -12));
    game.undo(player).unwrap();
    assert_eq!(*game.state(), before);
}

#[test]
fn rule_5_aims_end_at_40_and_ruling_9_a_poor_aim_is_allowed() {
    let mut state = table(["R", "Y", "G", "B"], &[]);
    play(&mut state, Action::Choose { colour: Red, tower: 2 });
    for (dx, dy, legal) in [
        (40, -40, true),
        (-40, 40, true),
        (17, 3, true),
        (41, 0, false),
        (0, -41, false),
        (i16::MIN, i16::MAX, false),
    ] {
        assert_eq!(
            FawltyTowers::check(&state, seat(0), &Action::Place { dx, dy }).is_ok(),
            legal,
            "{dx}, {dy}"
        );
    }
    assert!(FawltyTowers::is_sampled(&state, seat(0)));
    assert!(!actions(&state).contains(&Action::Place { dx: 17, dy: 3 }), "not all 6561 are listed");
}

#[test]
fn rule_5_the_aims_offered_are_few_different_and_allowed() {
    for xs in [&[0][..], &[0, 30, 60], &[0, 11, 23, 39, 63, 112], &[0, -40, -80, -110]] {
        let mut listed = vec![];
        aims(&leaning(xs), |dx, dy| listed.push((dx, dy)));
        assert!((33..=38).contains(&listed.len()), "{xs:?}: {}", listed.len());
        assert_eq!(listed.iter().collect::<BTreeSet<_>>().len(), listed.len());
        assert!(listed.iter().all(|&(dx, dy)| can_aim(dx, dy).is_ok()));
        let top = xs[xs.len() - 1];
        for back in [0, top / 4, top / 2] {
            assert!(listed.contains(&((-back).clamp(-40, 40), 0)), "{xs:?}: {back} back");
        }
    }
}

#[test]
fn rule_7_a_card_goes_with_its_colour_and_wild_ones_with_all() {
    let bottoms = [card(Red, 1), card(Blue, 1), card(White, 1), card(Black, 1)];
    let columns: Vec<&[Card]> = bottoms.iter().map(std::slice::from_ref).collect();
    let state = table(["R", "Y", "G", "B"], &columns);
    for (colour, expected) in [(Red, &[1, 3, 4][..]), (Yellow, &[3, 4]), (Green, &[3, 4]), (Blue, &[2, 3, 4])]
    {
        let mut state = state.clone();
        // Higher cards may be in reach too; here the colour of those at level 1 counts.
        put(&mut state, colour, 3, 0);
        let level_1: Vec<Action> = expected.iter().map(|&column| take(column, 1)).collect();
        let listed: Vec<Action> =
            actions(&state).into_iter().filter(|a| matches!(a, Action::Take { level: 1, .. })).collect();
        assert_eq!(listed, level_1, "{colour}");
    }
    let mut state = state;
    put(&mut state, Red, 3, 0);
    assert_eq!(
        refusal(&state, take(2, 1)),
        format!("The {} does not go with a red cube (rule 7).", bottoms[1])
    );
    for (column, level) in [(0, 1), (5, 1), (1, 0), (1, 7), (255, 255)] {
        assert!(refusal(&state, take(column, level)).starts_with("There is no card"), "{column} {level}");
    }
}

#[test]
fn rule_7_each_cube_counts_once_and_white_below_takes_any_one() {
    for (below, tower, expected) in [
        (&[White][..], "R", true),
        (&[White, Red], "RY", true),
        (&[White, Red], "R", false),
        (&[White, Red], "YY", false),
        (&[White, White, White], "RRR", true),
        (&[White, White, White], "RR", false),
        (&[Red, Red], "RYGB", false),
        (&[Red, Red], "RYR", true),
        (&[], "", true),
    ] {
        let cards: Vec<Card> = below.iter().map(|&colour| card(colour, 2)).collect();
        assert_eq!(reaches_over(&cards, tower), expected, "{below:?} with {tower}");
    }
}

/// The reach rule as it is written: enough of each colour, and enough in all.
fn reaches_obviously(cards: &[Card], tower: &[Cube]) -> bool {
    let of = |colour: Colour| cards.iter().filter(|card| card.colour() == colour).count();
    let base = [Red, Yellow, Green, Blue];
    base.iter().all(|&colour| tower.iter().filter(|cube| cube.colour == colour).count() >= of(colour))
        && tower.len() >= base.iter().map(|&colour| of(colour)).sum::<usize>() + of(White) + 3 * of(Black)
}

#[test]
fn rule_7_counting_cubes_up_the_column_is_the_rule_as_written() {
    let mut rng = Rng::from_number(6);
    let mut answers = [0; 2];
    for _ in 0..3_000 {
        let mut deck = CardSet::FULL;
        let cards: Vec<Card> = (0..rng.index(LEVELS)).filter_map(|_| deck.draw_random(&mut rng)).collect();
        let tower: String = (0..=rng.index(12)).map(|_| Colour::ALL[rng.index(4)].letter()).collect();
        let expected = reaches_obviously(&cards, &tower_of(&tower));
        assert_eq!(reaches_over(&cards, &tower), expected, "{cards:?} with {tower}");
        answers[usize::from(expected)] += 1;
    }
    assert!(answers.iter().all(|&n| n > 500), "{answers:?}");
}

#[test]
fn rule_7_if_no_card_is_in_reach_nobody_is_asked() {
    let bottoms = [card(Red, 1), card(Red, 2), card(Red, 3), card(Red, 4)];
    let columns: Vec<&[Card]> = bottoms.iter().map(std::slice::from_ref).collect();
    let mut state = table(["Y", "Y", "G", "B"], &columns);
    let said = put(&mut state, Blue, 2, 0);
    assert_eq!(said.last().unwrap(), "No card is in reach.");
    assert_eq!((state.seat, state.phase, state.idle), (seat(1), Phase::Choose, 1));
}

#[test]
fn rule_8_after_a_fall_a_base_is_chosen_before_anything_else_and_ruling_4() {
    let mut state = table(["R", "Y", "GGGGGGGGGGGG", "B"], &[]);
    state.towers[2] = leaning(&[0, 30, 60]);
    let said = put(&mut state, Blue, 3, 40);
    assert_eq!(said.last().unwrap(), "Tower 3 falls: 4 cubes go back to the supply.");
    assert_eq!(state.phase, Phase::Rebuild { tower: 3 });
    assert_eq!(actions(&state), [Red, Yellow, Green, Blue].map(|colour| Action::Rebuild { colour }));
    assert_eq!(refusal(&state, Action::Decline), "First choose a new base for the fallen tower (rule 8).");
    play(&mut state, Action::Rebuild { colour: Green });
    assert_eq!(state.towers[2], tower_of("G"));
}

#[test]
fn rule_9_the_column_closes_up_and_is_filled_from_the_deck() {
    let column = [card(Red, 1), card(Yellow, 1), card(Green, 1), card(Blue, 1)];
    let mut state = table(["R", "Y", "G", "B"], &[&column]);
    let (before, deck) = (state.columns[0], state.deck);
    put(&mut state, Yellow, 1, 0);
    let said = play(&mut state, take(1, 2));
    assert_eq!(state.taken[seat(0)].iter().collect::<Vec<_>>(), [column[1]]);
    let expected = [before[0], before[2], before[3], before[4], before[5]];
    assert_eq!(state.columns[0][..5], expected);
    let new = state.columns[0][5];
    assert!(deck.contains(new) && !state.deck.contains(new));
    assert_eq!(said[0], format!("A takes the {} from column 1, level 2.", column[1]));
    assert_eq!(said[1].to_lowercase(), format!("{new} comes on top of column 1.").to_lowercase());
}

#[test]
fn rule_9_every_card_of_the_deck_can_come_next() {
    let mut state = table(["R", "Y", "G", "B"], &[&[card(Red, 1)]]);
    put(&mut state, Red, 1, 0);
    let mut came = CardSet::EMPTY;
    for number in 0..1500 {
        let mut state = state.clone();
        FawltyTowers::apply(
            &mut state,
            seat(0),
            &take(1, 1),
            &mut Ctx::silent(&mut Rng::from_number(number)),
        );
        came.extend(state.columns[0].top());
    }
    assert_eq!(came, state.deck);
}

#[test]
fn rule_9_an_empty_deck_fills_nothing_and_a_take_can_be_taken_back() {
    let mut state = late_table(["R", "Y", "G", "B"], [2, 2, 2, 2]);
    let colour = state.columns[0][0].colour();
    put(&mut state, colour, 1, 0);
    let mut game = Match::<FawltyTowers>::from_state(Options::default(), state.clone(), Seed::from_number(0));
    game.act(seat(0), take(1, 1)).unwrap();
    assert_eq!(game.state().columns[0].len(), 1);
    game.undo(seat(0)).unwrap();
    assert_eq!(*game.state(), state);
}

#[test]
fn rule_11_and_ruling_5_the_best_division_into_threes_and_fives() {
    for (n, &expected) in BONUS.iter().enumerate() {
        let best = (0..=3).flat_map(|threes| (0..=1).map(move |fives| (threes, fives)));
        let best = best
            .filter(|(threes, fives)| 3 * threes + 5 * fives <= n)
            .map(|(threes, fives)| 5 * threes + 10 * fives);
        assert_eq!(best.max(), Some(expected as usize), "{n} cards of a symbol");
    }
    assert!(Symbol::ALL.into_iter().all(|symbol| CardSet::of_symbol(symbol).len() < BONUS.len()));
}

#[test]
fn rule_11_equals_share_the_victory() {
    let mut state = late_table(["R", "Y", "G", "B"], [0, 0, 1, 1]);
    state.taken = SeatMap::filled(2, CardSet::EMPTY);
    state.taken[seat(0)].insert(card(Red, 5));
    state.taken[seat(1)].insert(card(Blue, 5));
    assert_eq!(state.outcome().ranks.as_slice(), [1, 1]);
    assert_eq!(state.result(), "{0} and {1} share the victory with 5 points each.");
}

/// How often, of so many towers, a placement on each height brought it down.
fn falls(trials: u32, highest: usize, tremor: Tremor, lean: i16, rng: &mut Rng) -> Vec<f64> {
    let (mut placed, mut fallen) = (vec![0; highest + 1], vec![0; highest + 1]);
    for _ in 0..trials {
        let mut state = table(["R", "Y", "G", "B"], &[]);
        state.options.tremor = tremor;
        for height in 1..=highest {
            let top = tower::middle_of_top(&state.towers[0]);
            let (dx, dy) = if lean == 0 { (0, 0) } else { (-top.x / lean, -top.y / lean) };
            let colour = Colour::ALL[height % 4];
            state.phase = Phase::Aim { colour, tower: 1 };
            let aim = Action::Place { dx: dx.clamp(-40, 40), dy: dy.clamp(-40, 40) };
            FawltyTowers::apply(&mut state, seat(0), &aim, &mut Ctx::silent(rng));
            placed[height] += 1;
            if matches!(state.phase, Phase::Rebuild { .. }) {
                fallen[height] += 1;
                break;
            }
            state.idle = 0;
        }
    }
    placed
        .into_iter()
        .zip(fallen)
        .map(|(placed, fallen)| f64::from(fallen) / f64::from(placed.max(1)))
        .collect()
}

#[test]
fn ruling_1_how_often_towers_fall() {
    let mut rng = Rng::from_number(12);
    for (lean, nine, twelve) in [(0, 0.05, 0.22), (4, 0.02, 0.17)] {
        let falls = falls(8_000, 12, Tremor::Normal, lean, &mut rng);
        assert_eq!(falls[1..=5], [0.0; 5], "towers up to 5 practically never fall");
        for (height, expected) in [(9, nine), (12, twelve)] {
            let found = falls[height];
            assert!((found - expected).abs() < 0.02, "leaning 1/{lean} on {height}: {found}, not {expected}");
        }
    }
    let none = falls(50, 40, Tremor::None, 0, &mut rng);
    assert_eq!(none, [0.0; 41], "without tremor nobody would ever fail");
}

#[test]
fn ruling_1_a_shakier_hand_fails_more_often() {
    let mut rng = Rng::from_number(4);
    let on_nine =
        [Tremor::Steady, Tremor::Normal, Tremor::Shaky].map(|tremor| falls(2_000, 9, tremor, 4, &mut rng)[9]);
    assert!(on_nine[0] < on_nine[1] && on_nine[1] < on_nine[2], "{on_nine:?}");
}

#[test]
fn ruling_2_the_placed_cube_does_not_count() {
    let column = [card(Red, 1), card(Red, 2)];
    let mut state = table(["R", "Y", "G", "B"], &[&column]);
    put(&mut state, Red, 2, 0);
    assert_eq!(
        refusal(&state, take(1, 2)),
        format!("Below the {}, tower 2 needed 1 red, but had 0 before your cube (rule 7).", column[1])
    );
    assert_eq!(towers_that_reach(&table(["R", "Y", "G", "B"], &[&column]), Red, 1, 2), [1]);
}

#[test]
fn ruling_3_cubes_of_a_fallen_tower_go_back_and_other_towers_stand() {
    let mut state = table(["RR", "YY", "G", "BB"], &[]);
    state.towers[2] = leaning(&[0, 30, 60]);
    let (others, before) = ([state.towers[0], state.towers[1], state.towers[3]], state.supply());
    put(&mut state, Blue, 3, 40);
    assert_eq!([state.towers[0], state.towers[1], state.towers[3]], others);
    let mut expected = before;
    expected.put(Red, 3);
    assert_eq!(state.supply(), expected, "and the blue one never left it");
}

#[test]
fn ruling_4_a_new_base_may_take_wild_cards_too() {
    let bottoms = [card(White, 1), card(Black, 1), card(Red, 1), card(Blue, 1)];
    let columns: Vec<&[Card]> = bottoms.iter().map(std::slice::from_ref).collect();
    let mut state = table(["R", "Y", "G", "B"], &columns);
    state.towers[2] = leaning(&[0, 30, 60]);
    put(&mut state, Blue, 3, 40);
    play(&mut state, Action::Rebuild { colour: Blue });
    assert_eq!(actions(&state), [take(1, 1), take(2, 1), take(4, 1), Action::Decline]);
}

#[test]
fn ruling_6_black_below_needs_three_more() {
    for (below, tower, expected) in [
        (&[Black][..], "RR", false),
        (&[Black], "RRR", true),
        (&[Black, Blue], "RRB", false),
        (&[Black, Blue], "RRBB", true),
        (&[Black, White, Black], "RRRRRR", false),
        (&[Black, White, Black], "RRRRRRR", true),
    ] {
        let cards: Vec<Card> = below.iter().map(|&colour| card(colour, 2)).collect();
        assert_eq!(reaches_over(&cards, tower), expected, "{below:?} with {tower}");
    }
}

#[test]
fn ruling_7_an_empty_supply_ends_the_game_before_somebody_must_place() {
    let towers = [&"R".repeat(20), &"Y".repeat(20), &"G".repeat(20), &"B".repeat(19)];
    let mut state = table(towers.map(String::as_str), &[&[card(Blue, 1)]]);
    put(&mut state, Blue, 4, 0);
    assert!(matches!(state.phase, Phase::Take { .. }), "the last cube may still earn a card");
    let said = play(&mut state, Action::Decline);
    assert!(said.last().unwrap().starts_with("No cube is left to place: the game is over."), "{said:?}");
    assert_eq!(state.phase, Phase::Over);
}

#[test]
fn ruling_7_a_tower_may_hold_all_cubes_but_three() {
    let tower = ["R".repeat(19), "Y".repeat(19), "G".repeat(19), "B".repeat(19)].concat();
    let mut state = table(["R", "Y", "G", "B"], &[]);
    state.towers[0] = tower_of(&tower);
    put(&mut state, Red, 1, 0);
    assert_eq!(state.towers[0].len(), TALLEST);
    play(&mut state, Action::Decline);
    assert_eq!(state.phase, Phase::Over, "80 cubes are in the towers");
}

#[test]
fn ruling_7_idle_turns_end_the_game() {
    for (seats, most) in [(2, 12), (6, 12), (7, 14), (8, 16)] {
        assert_eq!(most_idle(seats), most);
    }
    let mut state = table(["R", "Y", "G", "B"], &[]);
    state.idle = 10;
    put(&mut state, Red, 1, 0);
    play(&mut state, Action::Decline);
    assert_eq!((state.phase, state.idle), (Phase::Choose, 11));
    let mut with_card = state.clone();
    put(&mut with_card, Red, 1, 0);
    play(&mut with_card, take(1, 1));
    assert_eq!((with_card.phase, with_card.idle), (Phase::Choose, 0), "a card begins the count anew");
    put(&mut state, Red, 1, 0);
    let said = play(&mut state, Action::Decline);
    assert!(said[1].starts_with("Nobody has taken a card in 12 turns: the game is over."), "{said:?}");
}

#[test]
fn ruling_8_the_book_names_two_playing_times() {
    assert_eq!(FawltyTowers::INFO.minutes, (15, 30));
}

#[test]
fn example_1_the_book() {
    let column = [card(Yellow, 1), card(Blue, 1), card(Blue, 2), card(Green, 1), card(Red, 6)];
    for (tower, expected) in [("BYRB", vec![]), ("BGBY", vec![1])] {
        let state = table([tower, "Y", "G", "B"], &[&column]);
        assert_eq!(towers_that_reach(&state, Red, 1, 5), expected, "{tower}");
    }
}

#[test]
fn example_2_and_ruling_10_the_cards_a_b_and_c() {
    let one = [card(Blue, 4)];
    let two = [card(Yellow, 1), card(Green, 2), card(Red, 6)];
    let three = [card(Black, 1), card(Blue, 2), card(Yellow, 5)];
    let state = table(["R", "YG", "GYBR", "B"], &[&one, &two, &three]);
    assert_eq!(towers_that_reach(&state, Blue, 1, 1), [1, 2, 3, 4], "A");
    assert_eq!(towers_that_reach(&state, Red, 2, 3), [2, 3], "B");
    assert_eq!(towers_that_reach(&state, Yellow, 3, 3), [3], "C");
}

#[test]
fn example_3_black_first() {
    let column = [card(Black, 3), card(Green, 4)];
    let mut state = table(["RR", "RRR", "G", "B"], &[&column]);
    assert_eq!(towers_that_reach(&state, Green, 1, 1), [1, 2, 3, 4]);
    assert_eq!(towers_that_reach(&state, Green, 1, 2), [2]);
    put(&mut state, Green, 1, 0);
    assert_eq!(
        refusal(&state, take(1, 2)),
        format!("Below the {}, tower 1 needed 3 cubes, but had 2 before your cube (rule 7).", column[1])
    );
}

#[test]
fn example_4_and_rule_6_statics() {
    for (dx, stands) in [(-1, true), (0, false)] {
        let mut state = table(["R", "Y", "G", "B"], &[]);
        state.towers[0] = leaning(&[0, 30, 60]);
        put(&mut state, Red, 1, dx);
        assert_eq!(state.towers[0].len() == 4, stands, "landing at {}", 60 + dx);
        assert_eq!(matches!(state.phase, Phase::Rebuild { .. }), !stands);
    }
}

#[test]
fn example_5_base_and_one_cube() {
    let room = tower::room(&tower_of("R"));
    for (x, stands) in [(49, true), (50, false), (-49, true), (-50, false)] {
        assert_eq!(room.contains(x, 0), stands, "{x}");
        assert_eq!(room.contains(0, x), stands, "{x} the other way");
    }
}

#[test]
fn example_6_fall() {
    let bottoms =
        [[card(Blue, 4), card(Blue, 1)], [card(White, 1), card(Red, 1)], [card(Black, 1), card(Red, 2)]];
    let columns: Vec<&[Card]> = bottoms.iter().map(|column| &column[..]).collect();
    let mut state = table(["R", "Y", "G", "B"], &columns);
    state.towers[1] = colours("RBBG")
        .zip([0, 30, 60, 59])
        .map(|(colour, x)| Cube { colour, at: Centre::new(x, 0) })
        .collect();
    let before = state.supply();
    put(&mut state, Yellow, 2, 40);
    let mut after = before;
    after += colours("RBBG").collect();
    assert_eq!(state.supply(), after, "with the yellow one five cubes are back");
    play(&mut state, Action::Rebuild { colour: Blue });
    assert!([take(1, 1), take(2, 1), take(3, 1)].iter().all(|action| actions(&state).contains(action)));
    assert_eq!(
        refusal(&state, take(1, 2)),
        format!("A new base reaches level 1 only, and the {} is higher up (rule 8).", bottoms[0][1])
    );
}

#[test]
fn example_7_bonus() {
    let of = |symbol, values: &[u8]| {
        let mut left = CardSet::of_symbol(symbol);
        let mut pick = |&value| {
            let card = (left & CardSet::of_value(value)).first().unwrap();
            left.remove(card);
            card
        };
        values.iter().map(&mut pick).collect::<CardSet>()
    };
    let cards = of(Symbol::Wheel, &[6, 4, 3, 2, 1]) | of(Symbol::Drop, &[1, 1, 1]);
    assert_eq!(cards.len(), 8);
    assert_eq!((score(cards), bonus(cards)), (34, 15));
    assert_eq!(bonus(of(Symbol::Wheel, &[1, 1, 1, 2, 2, 3, 4, 5])), 15);
    assert_eq!(bonus(of(Symbol::Wheel, &[1, 1, 1, 2, 2, 3])), 10);
}

#[test]
fn example_8_and_rule_10_the_second_empty_column_ends_the_game_at_once() {
    let mut state = late_table(["R", "Y", "G", "B"], [0, 1, 2, 3]);
    let colour = state.columns[1][0].colour();
    assert!(colour.is_base());
    put(&mut state, colour, 1, 0);
    let said = play(&mut state, take(2, 1));
    assert_eq!(said[1], "Column 2 is empty.");
    assert!(said[2].starts_with("Two columns are empty: the game is over."));
    assert_eq!((state.phase, state.seat), (Phase::Over, seat(0)), "nobody gets another turn");
    assert_eq!(actions(&state), []);
}

/// The risk by trying every possible error.
fn risk_obviously(tower: &[Cube], (dx, dy): (i16, i16), radius: i16) -> Risk {
    let (top, all) = (tower::middle_of_top(tower), || -radius..=radius);
    let (mut falls, mut of) = (0, 0);
    for (a, b, c, d) in
        all().flat_map(|a| all().flat_map(move |b| all().flat_map(move |c| all().map(move |d| (a, b, c, d)))))
    {
        let mut tower = tower.to_vec();
        tower.push(Cube { colour: Red, at: Centre::new(top.x + dx + a + b, top.y + dy + c + d) });
        falls += u64::from(!tower::stands(&tower));
        of += 1;
    }
    Risk { falls, of }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_risk_shown_is_exact(steps in prop::collection::vec((-30i16..=30, -30i16..=30), 0..4), dx in -40i16..=40, dy in -40i16..=40) {
        let mut at = Centre::default();
        let mut tower = tower_of("R");
        for (x, y) in steps {
            at = Centre::new(at.x + x, at.y + y);
            tower.push(Cube { colour: Blue, at });
        }
        prop_assume!(tower::stands(&tower));
        let radius = Tremor::Steady.radius(tower.len());
        prop_assert_eq!(risk(&tower, (dx, dy), Tremor::Steady), risk_obviously(&tower, (dx, dy), radius as i16));
    }
}

#[test]
fn the_risk_reads_well() {
    for (falls, of, expected) in [
        (0, 81, "safe"),
        (81, 81, "sure to fall"),
        (1, 1000, "risk below 1 %"),
        (5, 1000, "risk 1 %"),
        (333, 1000, "risk 33 %"),
        (999, 1000, "risk above 99 %"),
    ] {
        assert_eq!(Risk { falls, of }.to_string(), expected);
    }
}

#[test]
fn cards_in_reach_are_marked_before_and_after_placing() {
    let two = [card(Yellow, 1), card(Green, 2), card(Red, 6)];
    let mut state = table(["R", "YG", "G", "B"], &[&[card(Red, 1)], &two]);
    let marked = |state: &State| {
        let scene = FawltyTowers::scene(state, Viewer::Spectator);
        let pieces = &scene.zone("columns").unwrap().pieces;
        pieces
            .iter()
            .filter(|piece| piece.marks.contains(&Mark::Good))
            .map(|piece| piece.key.clone())
            .collect::<BTreeSet<_>>()
    };
    assert!(marked(&state).is_empty());
    play(&mut state, Action::Choose { colour: Red, tower: 2 });
    let before = marked(&state);
    assert!(before.contains(&Key::card(two[2])));
    play(&mut state, Action::Place { dx: 0, dy: 0 });
    assert_eq!(marked(&state), before);
    let listed = actions(&state).len() - 1;
    assert_eq!(before.len(), listed, "exactly those that may be taken");
}

#[test]
fn the_prompt_tells_what_the_hand_can_do() {
    let mut state = table(
        ["R", "Y", "G", "B"],
        &[&[card(Blue, 1)], &[card(Red, 1)], &[card(Green, 1)], &[card(Green, 2)]],
    );
    state.towers[0] = leaning(&[0, 30, 60]);
    state.options.tremor = Tremor::Normal;
    play(&mut state, Action::Choose { colour: Blue, tower: 1 });
    let scene = FawltyTowers::scene(&state, Viewer::Seat(seat(0)));
    assert_eq!(
        scene.prompt.text,
        "Aim the blue cube at the top of tower 1 (a 1 in reach). Your hand errs by up to 20 each way. At the middle: \
         risk 52 %. Further left is safer."
    );
    let Control::Aim { over, safe, error, .. } = &scene.prompt.controls[0] else { panic!("it is an aim") };
    assert_eq!((safe, error), (&Some(((-49, -1), (-49, 49))), &Some(20)));
    assert_eq!(over, &Some(Key::piece("cube", "1.3")), "the top cube");
    assert!(scene.has(&Key::point(-40, 40)) && !scene.has(&Key::point(-41, 0)));
    let corners = scene
        .zone("above")
        .unwrap()
        .pieces
        .iter()
        .filter(|piece| matches!(piece.key.touch(), Touch::Piece("corner", _)));
    assert_eq!(
        corners.map(|piece| piece.at.unwrap()).collect::<Vec<_>>(),
        [(-49, -49), (-1, -49), (-49, 49), (-1, 49)]
    );
    let shaky = &scene.zone("towers").unwrap().cells[0].marks;
    assert!(shaky.contains(&Mark::Danger) && shaky.contains(&Mark::Note("3 high, top at 60, 0".into())));
    assert_eq!(FawltyTowers::scene(&state, Viewer::Spectator).prompt.text, "{0:aim} a blue cube at tower 1.");
}

#[test]
fn offers_show_what_is_in_reach_and_what_it_is_worth() {
    let column = [card(Yellow, 1), card(Green, 2), card(Red, 6)];
    let state = table(["R", "YG", "G", "B"], &[&[card(Red, 1)], &column]);
    let choose = FawltyTowers::offer(&state, seat(0), &Action::Choose { colour: Red, tower: 2 });
    let worth: Vec<(Key, i32)> = choose
        .changes
        .iter()
        .filter_map(
            |change| if let Becomes::Worth(n) = change.to { Some((change.at.clone(), n)) } else { None },
        )
        .collect();
    assert_eq!(worth, [(Key::card(card(Red, 1)), 1), (Key::card(column[2]), 6)]);
    assert_eq!(choose.why.as_deref(), Some("2 cards in reach, best 6."));
}

#[test]
fn a_fall_is_seen_with_the_cube_that_brought_it() {
    let mut state = table(["R", "Y", "G", "B"], &[]);
    state.towers[0] = leaning(&[0, 30, 60]);
    state.phase = Phase::Aim { colour: Blue, tower: 1 };
    let mut game = Match::<FawltyTowers>::from_state(Options::default(), state, Seed::from_number(1));
    game.act(seat(0), Action::Place { dx: 40, dy: 0 }).unwrap();
    let moments: Vec<_> = game.moments(Viewer::Spectator).collect();
    let [(beat, scene)] = &moments[..] else { panic!("{} moments", moments.len()) };
    assert_eq!((beat.text.as_str(), &beat.at[..]), ("Tower 1 falls.", &[Key::cell("tower1")][..]));
    let tower = |scene: &Scene| scene.zone("towers").unwrap().pieces.len() - 3;
    assert_eq!((tower(scene), tower(&game.scene(Viewer::Spectator))), (4, 0));
}

#[test]
fn touching_means_what_it_says() {
    let mut state = table(["R", "YG", "G", "B"], &[&[card(Red, 1)]]);
    let intent = |state: &State, path: &[&str]| intent::<FawltyTowers>(state, seat(0), path);
    let on_two = Some(Action::Choose { colour: Red, tower: 2 });
    assert_eq!(intent(&state, &["cube:red", "cell:tower2"]), on_two);
    assert_eq!(intent(&state, &["cube:red", "cube:2.1"]), on_two, "a cube of the tower means the tower");
    for path in [
        &["cube:red"][..],
        &["cube:red", "cell:tower5"],
        &["cube:red", "cell:c1.1"],
        &["cube:pink", "cell:tower1"],
        &["cube:2.1", "cell:tower1"],
        &["aim:1"],
        &["aim:1,x"],
        &["aim:99999,0"],
        &["card:60"],
        &["card:x"],
        &["cell:tower1"],
        &["button:run"],
        &["decline"],
    ] {
        assert_eq!(intent(&state, path), None, "{path:?}");
    }
    assert_eq!(
        intent(&state, &["aim:-7,99"]),
        Some(Action::Place { dx: -7, dy: 99 }),
        "`check` says why not"
    );
    assert_eq!(intent(&state, &[&format!("card:{}", card(Red, 1).number())]), Some(take(1, 1)));
    state.towers[2].clear();
    state.phase = Phase::Rebuild { tower: 3 };
    let rebuild = Some(Action::Rebuild { colour: Blue });
    assert_eq!(intent(&state, &["cube:blue"]), rebuild);
    assert_eq!(intent(&state, &["cube:blue", "cell:tower3"]), rebuild, "dragged to its place");
}

#[test]
fn what_comes_out_of_turn_is_told_what_is_next() {
    let mut state = table(["R", "Y", "G", "B"], &[]);
    assert_eq!(refusal(&state, Action::Decline), "First choose a cube and a tower (rule 4).");
    play(&mut state, Action::Choose { colour: Red, tower: 1 });
    assert_eq!(refusal(&state, take(1, 1)), "First aim the chosen cube and place it (rule 5).");
    play(&mut state, Action::Place { dx: 0, dy: 0 });
    assert_eq!(refusal(&state, Action::Place { dx: 0, dy: 0 }), "First take a card, or decline (rule 7).");
}

#[test]
fn a_banner_warns_before_the_game_ends_by_idleness() {
    let mut state = table(["R", "Y", "G", "B"], &[]);
    let banner = |state: &State| FawltyTowers::scene(state, Viewer::Spectator).banner;
    for (idle, expected) in [
        (7, None),
        (8, Some("4 more turns without a card and the game is over.")),
        (11, Some("1 more turn without a card and the game is over.")),
    ] {
        state.idle = idle;
        assert_eq!(banner(&state).as_deref(), expected, "{idle}");
    }
}

#[test]
fn states_that_cannot_be_are_refused() {
    type Change = fn(&mut State);
    let cases: [(&str, Change); 21] = [
        ("the game is for 2 to 8 players", |s| s.taken = SeatMap::filled(9, CardSet::EMPTY)),
        ("the game is for 2 to 8 players", |s| s.taken = SeatMap::filled(1, CardSet::EMPTY)),
        ("it is the turn of somebody without a seat", |s| s.seat = seat(2)),
        ("a card is in two places", |s| s.columns[0][1] = s.columns[0][0]),
        ("a card is in two places", |s| s.deck.extend(s.columns[0].top())),
        ("all cards are in play, or all but the black ones", |s| s.deck = CardSet::EMPTY),
        ("all cards are in play, or all but the black ones", |s| s.options.black_cards = BlackCards::Remove),
        ("a column is short, but the deck is not empty", |s| s.deck.extend(s.columns[0].draw())),
        ("exactly a tower that has just fallen is empty", |s| s.towers[0].clear()),
        ("exactly a tower that has just fallen is empty", |s| s.phase = Phase::Rebuild { tower: 1 }),
        ("the base of a tower stands at 0, 0", |s| s.towers[3][0].at.x = 1),
        ("a tower cannot stand like this", |s| {
            s.towers[0].push(Cube { colour: Red, at: Centre::new(0, 50) })
        }),
        ("a tower cannot stand like this", |s| {
            s.towers[0].push(Cube { colour: Red, at: Centre::new(i16::MAX, i16::MIN) });
        }),
        ("there are 20 cubes of a colour", |s| s.towers[1] = tower_of(&"R".repeat(20))),
        ("white and black cubes are not used", |s| s.towers[1] = tower_of("W")),
        ("it has long been over", |s| s.idle = 13),
        ("it is over, but somebody is to decide", |s| s.idle = 12),
        ("there is no such tower", |s| s.phase = Phase::Aim { colour: Red, tower: 0 }),
        ("there is no such tower", |s| s.phase = Phase::Take { tower: 5 }),
        ("the chosen cube is not there", |s| s.phase = Phase::Aim { colour: White, tower: 1 }),
        ("it is over for no reason", |s| s.phase = Phase::Over),
    ];
    for (expected, change) in cases {
        let mut state = table(["R", "Y", "G", "B"], &[]);
        change(&mut state);
        assert_eq!(FawltyTowers::audit(&state), Err(expected));
    }
    let full =
        [&"R".repeat(20), &"Y".repeat(20), &"G".repeat(20), &"B".repeat(20)].map(|tower| tower_of(tower));
    let mut state = State { towers: full, ..table(["R", "Y", "G", "B"], &[]) };
    assert_eq!(FawltyTowers::audit(&state), Err("somebody is to place, but no cube is left"));
    state.phase = Phase::Over;
    assert_eq!(FawltyTowers::audit(&state), Ok(()));
    let reds = [card(Red, 1), card(Red, 2), card(Red, 3), card(Red, 4)];
    let columns: Vec<&[Card]> = reds.iter().map(std::slice::from_ref).collect();
    let state = State { phase: Phase::Take { tower: 4 }, ..table(["R", "Y", "G", "B"], &columns) };
    assert_eq!(FawltyTowers::audit(&state), Err("somebody is to take a card, but none is in reach"));
}

#[test]
fn whoever_follows_the_estimate_beats_chance() {
    for (variant, people) in [(json!({}), 2), (json!({"tremor": "shaky"}), 4)] {
        let share = greedy_share::<FawltyTowers>(variant.clone(), people, 12);
        assert!(share > 0.9, "{variant} for {people}: {share}");
    }
}

#[test]
fn whoever_follows_the_estimate_empties_two_columns() {
    for people in [2, 5] {
        let mut rng = Rng::from_number(1);
        let mut state = new_match::<FawltyTowers>(json!({}), people, 1).state().clone();
        while state.phase != Phase::Over {
            let action = greedy::<FawltyTowers>(&state, state.seat, 4, &mut rng);
            let seat = state.seat;
            testing::act::<FawltyTowers>(&mut state, seat, &action, rng.bits().into());
        }
        assert_eq!(state.empty_columns(), 2, "the end of rule 10, not of R7");
    }
}

// A tall tower falls by the trembling of a hand.
#[test]
fn a_hint_says_why() {
    let (low, high) = (card(Red, 2), card(Red, 5));
    let mut state = table(["R", "Y", "G", "B"], &[&[low, high]]);
    let told = |state: &State, action: Action| FawltyTowers::reason(state, seat(0), &action);
    let said = told(&state, Action::Choose { colour: Red, tower: 1 }).unwrap();
    assert_eq!(
        said,
        format!("It reaches the {high}, which adds 5 points to your score, and hardly ever falls.")
    );
    state.options.tremor = Tremor::Shaky;
    state.towers[0] = leaning(&[0, 20, 40]);
    state.phase = Phase::Aim { colour: Red, tower: 1 };
    let percent = risk(&state.towers[0], (30, 0), Tremor::Shaky).percent();
    let said = told(&state, Action::Place { dx: 30, dy: 0 }).unwrap();
    assert!(
        percent > 1 && said == format!("Aimed there, the tower falls about {percent} times in 100."),
        "{said}"
    );
    let two = (CardSet::of_symbol(low.symbol()) - CardSet::only(low)).iter().take(2);
    state.taken[seat(0)] = two.collect();
    state.phase = Phase::Take { tower: 1 };
    let said = told(&state, take(1, 1)).unwrap();
    assert_eq!(said, "It adds 7 points to your score, 5 of them because it completes a set.");
}

boxwood_conformance::game_tests!(FawltyTowers, playthrough: &[], 2442, shows: ["risk 16 %", "falls: 13 cubes", "Rebuild on"]);
