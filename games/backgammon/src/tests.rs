//! The rules, the rulings and the worked examples, by number.

use std::collections::BTreeSet;

use boxwood_conformance::testing::{self, greedy, greedy_share, intent, json, mover, new_match, seat};
use boxwood_engine::{SeatMap, playout};
use boxwood_scene::{Becomes, Change, Ground, Grow, Key, Mark};

use super::obvious::{positions, rolls, turn_of};
use super::*;

pub(super) fn die(value: u8) -> Die {
    Die::new(value).unwrap()
}

pub(super) fn go(from: u8, value: u8) -> Action {
    Action::Move { from, die: die(value) }
}

pub(super) fn dice(first: u8, second: u8) -> Dice {
    Dice::of(die(first), die(second))
}

/// Pieces on these numbers, the others taken off.
fn side(pieces: &[(u8, u8)]) -> Side {
    let mut counts = [0; 26];
    for &(space, count) in pieces {
        counts[usize::from(space)] += count;
    }
    counts[25] += 15 - counts.iter().sum::<u8>();
    Side::try_from(counts).unwrap()
}

pub(super) const START: &[(u8, u8)] = &[(1, 2), (12, 5), (17, 3), (19, 5)];

/// Player 1 has these pieces and dice; each player's pieces by her own numbers.
pub(super) fn table(own: &[(u8, u8)], enemy: &[(u8, u8)], roll: (u8, u8)) -> State {
    State {
        options: Options::default(),
        sides: [side(own), side(enemy)],
        phase: Phase::Move { seat: seat(0), dice: dice(roll.0, roll.1) },
        opener: seat(0),
        turns: 10,
        series: Series::new(2),
    }
}

pub(super) fn actions(state: &State) -> BTreeSet<(u8, u8)> {
    let actions = testing::actions::<Backgammon>(state, mover::<Backgammon>(state));
    let listed: BTreeSet<_> = actions
        .iter()
        .map(|&action| {
            let Action::Move { from, die } = action;
            (from, die.value())
        })
        .collect();
    assert_eq!(listed.len(), actions.len(), "a move is listed twice: {actions:?}");
    listed
}

fn play(state: &mut State, action: Action) {
    testing::act::<Backgammon>(state, mover::<Backgammon>(state), &action, 0);
}

fn refusal(state: &State, action: Action) -> String {
    testing::refusal::<Backgammon>(state, mover::<Backgammon>(state), &action)
}

fn winner(state: &State) -> Option<Seat> {
    match Backgammon::turn(state) {
        Turn::Over(outcome) => outcome.winners().first(),
        Turn::Active(_) => None,
    }
}

// ---- The rules ----

#[test]
fn rule_1_the_position_at_the_start() {
    assert_eq!(Side::START, side(START));
    assert_eq!(Side::START.distance(), 167);
    assert_eq!(new_match::<Backgammon>(json!({}), 2, 1).state().sides, [Side::START; 2]);
}

#[test]
fn rule_2_the_higher_die_begins_with_both_numbers() {
    let (mut openers, mut rolls, mut repeated) = (BTreeSet::new(), BTreeSet::new(), 0);
    for seed in 0..400 {
        let game = new_match::<Backgammon>(json!({}), 2, seed);
        let Phase::Move { seat: opener, dice: Dice::Both { high, low } } = game.state().phase else {
            panic!("{:?}", game.state().phase)
        };
        let log: Vec<&str> = game.log(Viewer::Spectator, 0).collect();
        let [first, second] = if opener == seat(0) { [high, low] } else { [low, high] };
        assert_eq!(log[log.len() - 2], format!("{{0:roll}} {first}, {{1:roll}} {second}."));
        repeated += u32::from(log.iter().any(|line| line.ends_with("roll again.")));
        assert_eq!(game.state().opener, opener);
        openers.insert(opener);
        rolls.insert((first, second));
    }
    assert_eq!((openers.len(), rolls.len()), (2, 30));
    assert!(repeated.abs_diff(400 / 6) < 30, "{repeated} of 400 rolled again");
}

#[test]
fn rule_2_afterwards_they_alternate_and_roll_everything() {
    let mut rolls = BTreeSet::new();
    for seed in 0..300 {
        let mut game = new_match::<Backgammon>(json!({}), 2, seed);
        let opener = mover::<Backgammon>(game.state());
        while game.state().turns == 0 {
            let action = game.actions(opener)[0];
            game.act(opener, action).unwrap();
        }
        let Phase::Move { seat, dice } = game.state().phase else { panic!("nobody wins in one turn") };
        assert_eq!((seat, game.state().turns), (opener.other(), 1));
        rolls.insert(match dice {
            Dice::Both { high, low } => (high, low),
            Dice::Doubles { die, left: 4 } => (die, die),
            Dice::One { .. } | Dice::Doubles { .. } => panic!("{dice:?} at the beginning of a turn"),
        });
    }
    assert_eq!(rolls.len(), 21);
}

#[test]
fn rule_3_two_numbers_once_each_and_doubles_four_times() {
    let far = &[(20, 2)];
    for (roll, moves) in [((2, 1), vec![(1, 2), (3, 1)]), ((1, 1), vec![(1, 1), (2, 1), (3, 1), (1, 1)])] {
        let mut state = table(&[(1, 2)], far, roll);
        for (step, &(from, value)) in moves.iter().enumerate() {
            assert_eq!((mover::<Backgammon>(&state), state.turns), (seat(0), 10), "{roll:?}, move {step}");
            play(&mut state, go(from, value));
        }
        assert_eq!((mover::<Backgammon>(&state), state.turns), (seat(1), 11), "{roll:?}");
    }
}

#[test]
fn rule_3_a_die_is_played_only_once() {
    let mut state = table(&[(1, 2)], &[(20, 2)], (2, 1));
    play(&mut state, go(1, 2));
    assert_eq!(refusal(&state, go(1, 2)), "There is no 2 to play, only 1 (rule 3).");
    assert_eq!(actions(&state), [(1, 1), (3, 1)].into());
}

#[test]
fn rule_4_a_turn_ends_when_nothing_can_be_played() {
    // From 1 the 2 leads to 3; from there the 1 is closed.
    let enemy = &[(21, 2), (23, 2), (1, 1)]; // player 1's 4 and 2
    let mut state = table(&[(1, 1)], enemy, (2, 1));
    assert_eq!(actions(&state), [(1, 2)].into());
    play(&mut state, go(1, 2));
    assert_eq!((mover::<Backgammon>(&state), state.turns), (seat(1), 11));
}

#[test]
fn rule_4_a_turn_without_moves_passes_by_itself() {
    // Blue is outside and red's home is closed, so red moves on and on.
    let home: Vec<(u8, u8)> = (19..=24).map(|space| (space, 2)).chain([(1, 3)]).collect();
    let mut state = table(&home, &[(0, 1), (10, 1)], (2, 1));
    let mut said = vec![];
    let mut rng = Rng::from_number(5);
    for action in [go(1, 2), go(1, 1)] {
        Backgammon::apply(&mut state, seat(0), &action, &mut Ctx::new(&mut rng, &mut said));
    }
    assert_eq!(
        (mover::<Backgammon>(&state), state.turns),
        (seat(0), 12),
        "blue's turn counts although it passed"
    );
    let passed = |said: &boxwood_engine::Said| said.text.ends_with(": no move is possible.");
    assert!(said.iter().any(|said| said.text.starts_with("{1:roll}") && passed(said)), "{said:?}");
}

#[test]
fn rule_5_closed_open_and_hit() {
    // Player 1's space 7 is player 2's 18.
    for (enemies, open, hit) in [(0, true, false), (1, true, true), (2, false, false), (3, false, false)] {
        let mut state = table(&[(1, 2)], &[(18, enemies), (3, 2)], (6, 6));
        assert_eq!(actions(&state).contains(&(1, 6)), open, "{enemies} enemies");
        if open {
            Backgammon::apply(&mut state, seat(0), &go(1, 6), &mut Ctx::silent(&mut Rng::from_number(0)));
            assert_eq!((state.sides[1].count(0), state.sides[1].count(18)), (u8::from(hit), 0));
            assert_eq!((state.sides[0].count(1), state.sides[0].count(7)), (1, 1));
        }
    }
}

#[test]
fn rule_6_what_is_outside_comes_first() {
    let state = table(&[(0, 2), (12, 5)], &[(1, 2)], (4, 2));
    assert_eq!(actions(&state), [(0, 4), (0, 2)].into());
    let mut one_in = state.clone();
    play(&mut one_in, go(0, 4));
    assert_eq!(actions(&one_in), [(0, 2)].into(), "the second is still outside");
    assert_eq!(refusal(&state, go(12, 2)), "First bring in what you have outside (rule 6).");
}

#[test]
fn rule_7_taking_off() {
    for (own, roll, expected) in [
        // Exactly, or moving on inside.
        (&[(19, 1), (21, 1)][..], (6, 6), &[(19, 6)][..]),
        (&[(19, 1), (21, 1)], (4, 4), &[(21, 4), (19, 4)]),
        // A higher number takes off only the rearmost.
        (&[(21, 1), (23, 1)], (6, 6), &[(21, 6)]),
        // A piece that needs more than the die shows stops others from going off with it.
        (&[(20, 1), (23, 1)], (4, 4), &[(20, 4)]),
        // Not all home.
        (&[(18, 1), (24, 3)], (1, 1), &[(18, 1)]),
        (&[(18, 1), (24, 3)], (6, 6), &[(18, 6)]),
        // Outside is not home.
        (&[(0, 1), (24, 3)], (1, 1), &[(0, 1)]),
    ] {
        let state = table(own, &[(10, 2)], roll);
        assert_eq!(actions(&state), expected.iter().copied().collect(), "{own:?}, {roll:?}");
    }
}

#[test]
fn rule_8_the_last_piece_off_wins_at_once() {
    let mut state = table(&[(24, 1)], &[(24, 1)], (3, 3));
    play(&mut state, go(24, 3));
    let Turn::Over(outcome) = Backgammon::turn(&state) else { panic!("all are off") };
    assert_eq!((outcome.scores.as_slice(), outcome.ranks.as_slice()), (&[1, 0][..], &[1, 2][..]));
}

#[test]
fn rule_9_a_match_goes_on_with_new_games() {
    for points in [1, 3, 5, 7u8] {
        let mut lengths = BTreeSet::new();
        for seed in 0..30 {
            let mut game = new_match::<Backgammon>(json!({"match_points": points.to_string()}), 2, seed);
            let mut rng = Rng::from_number(seed);
            let mut wins = SeatMap::filled(2, 0);
            while let Some(seat) = game.active().first() {
                let action = *rng.choose(&game.actions(seat));
                game.act(seat, action).unwrap();
                if game.state().series.wins() != wins {
                    wins = game.state().series.wins();
                    if game.outcome().is_none() {
                        assert_eq!((game.state().sides, game.state().turns), ([Side::START; 2], 0));
                        assert!(matches!(game.state().phase, Phase::Move { dice: Dice::Both { .. }, .. }));
                        assert_eq!(game.state().opener, mover::<Backgammon>(game.state()));
                    }
                }
            }
            let wins = wins.as_slice();
            assert_eq!(wins.iter().filter(|&&wins| wins == points).count(), 1, "{wins:?}");
            assert!(wins.iter().sum::<u8>() < 2 * points);
            lengths.insert(wins.iter().sum::<u8>());
        }
        assert!(lengths.len() > 1 || points == 1, "some matches to {points} are close: {lengths:?}");
    }
}

// ---- The rulings ----

#[test]
fn ruling_1_twelve_tiles_and_no_cards() {
    let inventory = Backgammon::inventory(new_match::<Backgammon>(json!({}), 2, 1).state());
    assert_eq!(inventory.tiles.iter().sum::<u8>(), 12);
    assert_eq!(inventory.cards.iter().sum::<u8>(), 0);
    assert_eq!((inventory.cubes[Colour::Red.id()], inventory.cubes[Colour::Blue.id()]), (15, 15));
    assert_eq!(inventory.dice, 2);
}

/// Own pieces, enemy pieces by the mover's numbers, roll, the moves with strict dice, and those without.
type Forced = (&'static [(u8, u8)], &'static [u8], (u8, u8), &'static [(u8, u8)], &'static [(u8, u8)]);

#[test]
fn ruling_2_as_many_dice_as_possible_and_the_higher_one() {
    let rows: &[Forced] = &[
        // Both dice, but only if the 2 is not wasted on 21.
        (&[(1, 1), (21, 1)], &[5], (4, 2), &[(1, 2)], &[(1, 2), (21, 2)]),
        // Either die, but not both: the higher.
        (&[(10, 1)], &[18], (6, 2), &[(10, 6)], &[(10, 6), (10, 2)]),
        // Only the lower.
        (&[(10, 1)], &[16, 18], (6, 2), &[(10, 2)], &[(10, 2)]),
        // One outside: after entering with the 4 no 3 is left, after entering with the 3 there is a 4.
        (&[(0, 1), (20, 1)], &[7, 23], (4, 3), &[(0, 3)], &[(0, 4), (0, 3)]),
        // Both outside, only one number enters.
        (&[(0, 2), (12, 3)], &[5], (5, 2), &[(0, 2)], &[(0, 2)]),
        // A last piece goes by both dice if it can.
        (&[(23, 1)], &[], (2, 1), &[(23, 1)], &[(23, 2), (23, 1)]),
        (&[(24, 1)], &[], (6, 5), &[(24, 6)], &[(24, 6), (24, 5)]),
    ];
    for &(own, closed, roll, strict, loose) in rows {
        let enemy: Vec<(u8, u8)> = closed.iter().map(|&space| (25 - space, 2)).collect();
        let mut state = table(own, &enemy, roll);
        assert_eq!(
            actions(&state),
            strict.iter().copied().collect(),
            "{own:?}, {closed:?}, {roll:?}, strict"
        );
        state.options.strict_dice = StrictDice::Off;
        assert_eq!(actions(&state), loose.iter().copied().collect(), "{own:?}, {closed:?}, {roll:?}");
    }
}

#[test]
fn ruling_3_after_entering_any_piece_may_move() {
    let mut state = table(&[(0, 1), (12, 2)], &[(1, 2)], (4, 2));
    play(&mut state, go(0, 4));
    assert_eq!(actions(&state), [(4, 2), (12, 2)].into());
}

#[test]
fn ruling_4_a_hit_stops_taking_off() {
    // Blue enters on player 1's 24 and hits the single piece there.
    let mut state = table(&[(24, 1), (22, 2)], &[(0, 1), (10, 2)], (1, 1));
    state.phase = Phase::Move { seat: seat(1), dice: Dice::Doubles { die: die(1), left: 1 } };
    play(&mut state, go(0, 1));
    assert_eq!(state.sides[0].count(0), 1);
    state.phase = Phase::Move { seat: seat(0), dice: dice(3, 2) };
    assert_eq!(actions(&state), [(0, 3), (0, 2)].into(), "nothing is taken off");
    play(&mut state, go(0, 3));
    assert_eq!(actions(&state), [(3, 2), (22, 2)].into(), "22 moves, but does not go off");
    assert!(refusal(&state, go(22, 3)).ends_with("(rule 3)."));
}

#[test]
fn ruling_6_the_space_in_between_must_be_open() {
    // From 1 to 10 by 6 and 3: over 7 or over 4.
    for (closed, expected) in [
        (&[][..], &[(1, 6), (1, 3)][..]),
        (&[7], &[(1, 3)]),
        (&[4], &[(1, 6)]),
        (&[7, 4], &[]),
        (&[10], &[(1, 6)]), // then only one die, the higher
    ] {
        let enemy: Vec<(u8, u8)> = closed.iter().map(|&space: &u8| (25 - space, 2)).collect();
        let state = table(&[(1, 1)], &enemy, (6, 3));
        assert_eq!(actions(&state), expected.iter().copied().collect(), "{closed:?}");
    }
}

#[test]
fn ruling_7_every_game_counts_one() {
    let mut state = table(&[(24, 1)], &[(0, 15)], (6, 5));
    state.options.match_points = MatchPoints::Three;
    play(&mut state, go(24, 6));
    assert_eq!(state.series.wins().as_slice(), [1, 0], "although blue has not taken off a single piece");
}

#[test]
fn ruling_8_after_the_last_turn_the_shorter_distance_wins() {
    // Player 1 has 3 left after her move in the last turn.
    for (enemy, opener, expected) in [
        (&[(21, 1)][..], 0, 0),
        (&[(23, 1)], 0, 1),
        (&[(22, 1)], 0, 1), // equal: who did not open
        (&[(22, 1)], 1, 0),
        (&[(24, 3)], 1, 0),
        (&[(0, 1)], 0, 0), // outside counts 25
    ] {
        for cap in [200, 1000, 2000] {
            let mut state = table(&[(20, 1)], enemy, (1, 1));
            (state.opener, state.turns) = (seat(opener), cap - 1);
            state.options.move_cap = Number::new(cap.into());
            state.phase = Phase::Move { seat: seat(0), dice: Dice::Doubles { die: die(1), left: 2 } };
            play(&mut state, go(20, 1));
            assert_eq!(winner(&state), None, "the turn is not over");
            play(&mut state, go(21, 1));
            assert_eq!(winner(&state), Some(seat(expected)), "{enemy:?}, opened by seat {opener}");
        }
    }
    let outside = side(&[(0, 2), (24, 1)]);
    assert_eq!(outside.distance(), 51);
}

#[test]
fn ruling_8_the_turn_before_the_last_one_is_not_the_last() {
    let mut state = table(&[(1, 1)], &[(1, 1)], (2, 1));
    state.turns = 198;
    state.options.move_cap = Number::new(200);
    play(&mut state, go(1, 2));
    play(&mut state, go(3, 1));
    assert_eq!((winner(&state), state.turns), (None, 199));
}

#[test]
fn ruling_8_two_blocked_players_come_to_an_end() {
    let home: Vec<(u8, u8)> = (19..=24).map(|space| (space, 2)).chain([(0, 3)]).collect();
    let mut state = table(&home, &home, (6, 5));
    state.sides[1] = side(&home[..5]); // so that somebody is ahead
    state.sides[1].shift(25, 24);
    state.sides[1].shift(25, 24);
    state.sides[1].shift(25, 0);
    let (mut rng, mut seen) = (Rng::from_number(1), vec![]);
    let mut witness = |_: &dyn std::any::Any, beat: Beat| seen.push(beat.text);
    end_turn(&mut state, seat(0), &mut Ctx::silent(&mut rng).witnessed_by(&mut witness));
    assert_eq!((state.turns, winner(&state)), (1000, Some(seat(1))));
    assert_eq!(seen.len(), 1, "the first of a thousand passes is shown: {seen:?}");
}

#[test]
fn ruling_8_there_is_always_a_winner() {
    let mut buffer = vec![];
    let mut rng = Rng::from_number(8);
    let mut capped = 0;
    for _ in 0..300 {
        let options = Options { move_cap: Number::new(200), ..Options::default() };
        let mut state = Backgammon::setup(&options, 2, &mut Ctx::silent(&mut rng)).unwrap();
        let outcome = playout::<Backgammon>(&mut state, &mut rng, &mut buffer).outcome;
        assert_eq!(outcome.winners().len(), 1);
        assert!(state.turns <= 200);
        capped += u32::from(state.turns == 200);
    }
    assert!(capped > 0, "some random games are long");
}

// ---- The worked examples ----

#[test]
fn example_1_closed_spaces_at_the_start() {
    let state = table(START, START, (6, 3));
    let closed: Vec<u8> = (0..=25).filter(|&space| outlook(&state, seat(0)).is_closed(space)).collect();
    assert_eq!(closed, [6, 8, 13, 24]);
    let enemies: Vec<u8> = closed.iter().map(|space| state.sides[1].count(25 - space)).collect();
    assert_eq!(enemies, [5, 3, 5, 2]);
}

#[test]
fn example_2_the_opening_roll_6_3() {
    for second in [go(7, 3), go(17, 3)] {
        let mut state = table(START, START, (6, 3));
        play(&mut state, go(1, 6));
        play(&mut state, second);
        assert_eq!(mover::<Backgammon>(&state), seat(1));
    }
}

#[test]
fn example_3_double_fives_at_the_start() {
    let mut state = table(START, START, (5, 5));
    assert_eq!(actions(&state), [(12, 5), (17, 5)].into());
    assert_eq!(refusal(&state, go(1, 5)), "Space 6 is closed by 5 enemy pieces (rule 5).");
    assert_eq!(refusal(&state, go(19, 5)), "Space 24 is closed by 2 enemy pieces (rule 5).");
    for action in [go(12, 5), go(12, 5), go(17, 5), go(17, 5)] {
        assert_eq!(mover::<Backgammon>(&state), seat(0));
        play(&mut state, action);
    }
    assert_eq!(state.sides[0], side(&[(1, 2), (12, 3), (17, 3), (19, 5), (22, 2)]));
    assert_eq!(mover::<Backgammon>(&state), seat(1));
}

#[test]
fn example_4_entering_with_6_5() {
    let mut state = table(&[(0, 1), (1, 1), (12, 5), (17, 3), (19, 5)], START, (6, 5));
    assert_eq!(actions(&state), [(0, 5)].into());
    play(&mut state, go(0, 5));
    assert!(actions(&state).contains(&(12, 6)));
    play(&mut state, go(12, 6));
    assert_eq!(mover::<Backgammon>(&state), seat(1));
}

#[test]
fn example_5_only_one_die_and_the_higher() {
    let state = table(&[(10, 1)], &[(7, 2)], (6, 2));
    assert_eq!(actions(&state), [(10, 6)].into());
    assert_eq!(
        refusal(&state, go(10, 2)),
        "Only one die can be played, and it must be the higher one, the 6 (rule 4)."
    );
}

#[test]
fn example_6_and_ruling_5_the_rearmost_goes_first_by_either_die() {
    for (first, second) in [(6, 5), (5, 6)] {
        let mut state = table(&[(20, 1), (21, 1), (24, 3)], &[(2, 2)], (6, 5));
        assert_eq!(actions(&state), [(20, 6), (20, 5)].into());
        assert_eq!(
            refusal(&state, go(21, 6)),
            "A 6 takes off a piece from 21 only if none of yours is further back (rule 7)."
        );
        play(&mut state, go(20, first));
        assert_eq!(actions(&state), [(21, second)].into());
        play(&mut state, go(21, second));
        assert_eq!(state.sides[0], side(&[(24, 3)]));
    }
}

#[test]
fn example_7_taking_off_with_4_1() {
    for moves in [[go(21, 4), go(24, 1)], [go(24, 1), go(21, 4)], [go(21, 1), go(22, 4)]] {
        let mut state = table(&[(21, 1), (24, 1)], &[(2, 2)], (4, 1));
        assert_eq!(actions(&state), [(21, 4), (21, 1), (24, 1)].into());
        moves.into_iter().for_each(|action| play(&mut state, action));
    }
}

#[test]
fn example_8_a_hit_piece_must_enter() {
    let mut state = table(&[(1, 2)], &[(18, 1), (3, 2)], (6, 1));
    play(&mut state, go(1, 6));
    assert_eq!((state.sides[1].count(0), state.sides[1].count(18)), (1, 0));
    for value in 1..=6 {
        let blue = turn_of(state.sides, seat(1), (value, value), StrictDice::On);
        assert_eq!(actions(&blue), [(0, value)].into());
        let mut entered = blue.clone();
        entered.phase = Phase::Move { seat: seat(1), dice: Dice::Doubles { die: die(value), left: 1 } };
        play(&mut entered, go(0, value));
        let scene = Backgammon::scene(&entered, Viewer::Seat(seat(0)));
        let label = format!("blue piece on {}", 25 - value);
        assert!(scene.zone("board").unwrap().pieces.iter().any(|piece| piece.label == label), "{label}");
    }
}

// ---- The judge ----

#[test]
fn the_judge_allows_what_is_listed_and_says_why_not_to_everything_else() {
    let mut rng = Rng::from_number(31);
    for sides in positions(150, &mut rng) {
        for roll in rolls() {
            let state = turn_of(sides, seat(1), roll, StrictDice::On);
            let listed = actions(&state);
            let nonsense = [31, 32, 250, 255];
            let froms = (0..=26).chain(nonsense);
            for (from, value) in froms.flat_map(|from| (1..=6).map(move |value| (from, value))) {
                match Backgammon::check(&state, seat(1), &go(from, value)) {
                    Ok(()) => assert!(listed.contains(&(from, value))),
                    Err(illegal) => {
                        assert!(!listed.contains(&(from, value)), "{illegal}");
                        assert!(!illegal.why.is_empty());
                    }
                }
            }
        }
    }
}

#[test]
fn refusals_name_the_thing_and_the_rule() {
    let start = table(START, START, (6, 3));
    // 5 is closed, so the 4 can only be played after the 2 from 1 to 3.
    let forced = table(&[(1, 1), (21, 1)], &[(20, 2)], (4, 2));
    for (state, action, expected) in [
        (&start, go(1, 5), "There is no 5 to play, only 6 and 3 (rule 3)."),
        (&start, go(2, 3), "None of your pieces stands on 2 (rule 5)."),
        (&start, go(0, 3), "None of your pieces is outside (rule 6)."),
        (&start, go(25, 3), "Pieces in the game stand on 1 to 24, or outside on 0 (rule 1)."),
        (&start, go(19, 6), "Pieces are taken off only while all of yours are on 19 to 24 (rule 7)."),
        (&forced, go(21, 2), "After that the 4 could not be played, but both dice can (rule 4)."),
    ] {
        assert_eq!(refusal(state, action), expected);
    }
}

// ---- The board ----

#[test]
fn pieces_read_back_as_the_numbers_on_each_space() {
    let json = serde_json::to_string(&Side::START).unwrap();
    assert_eq!(json, "[0,2,0,0,0,0,0,0,0,0,0,0,5,0,0,0,0,3,0,5,0,0,0,0,0,0]");
    assert_eq!(serde_json::from_str::<Side>(&json).unwrap(), Side::START);
    for counts in [[0; 26], [1; 26], [255; 26]] {
        assert!(Side::try_from(counts).is_err());
    }
    let mut rng = Rng::from_number(4);
    let mut side = Side::START;
    let mut counts = side.counts();
    for _ in 0..2000 {
        let (from, to) = (rng.below(26) as u8, rng.below(26) as u8);
        if counts[usize::from(from)] == 0 {
            continue;
        }
        counts[usize::from(from)] -= 1;
        counts[usize::from(to)] += 1;
        side.shift(from, to);
        assert_eq!(side.counts(), counts);
        assert_eq!(Side::try_from(counts), Ok(side));
        assert_eq!(side.is_done(), counts[25] == 15);
    }
}

#[test]
fn an_action_is_written_as_move_from_and_die() {
    let json = serde_json::to_string(&go(12, 5)).unwrap();
    assert_eq!(json, r#"{"move":{"from":12,"die":5}}"#);
    for wrong in [
        r#"{"move":{"from":12,"die":7}}"#,
        r#"{"move":{"from":-1,"die":1}}"#,
        r#"{"move":{"from":1,"die":1,"to":2}}"#,
    ] {
        assert!(serde_json::from_str::<Action>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn states_that_cannot_arise_are_refused() {
    type Damage = fn(&mut State);
    let damages: [(&str, Damage); 14] = [
        ("pieces of both players stand on one space", |state| state.sides[1].shift(1, 24)),
        ("backgammon has two seats", |state| state.opener = seat(2)),
        ("backgammon has two seats", |state| {
            state.phase = Phase::Move { seat: seat(5), dice: dice(6, 3) };
        }),
        ("no game is a draw", |state| {
            state.options.match_points = MatchPoints::Three;
            state.series.finish_game(None);
        }),
        ("only one player takes off all pieces", |state| {
            state.series.finish_game(Some(seat(1)));
            (state.sides, state.phase) = ([side(&[]); 2], Phase::Over);
        }),
        ("it is over, but nobody has taken off all pieces", |state| {
            state.series.finish_game(Some(seat(1)));
            state.phase = Phase::Over;
        }),
        ("the match was won before", |state| {
            state.series.finish_game(Some(seat(0)));
            state.series.finish_game(Some(seat(0)));
        }),
        ("the match is won already", |state| state.series.finish_game(Some(seat(1)))),
        ("nobody has won the match", |state| state.phase = Phase::Over),
        ("the game has had all its turns", |state| state.turns = 1000),
        ("all pieces of a player are off already", |state| state.sides[1] = side(&[])),
        ("no roll leaves such dice", |state| {
            state.phase = Phase::Move { seat: seat(0), dice: Dice::Doubles { die: die(1), left: 5 } };
        }),
        ("no roll leaves such dice", |state| {
            state.phase = Phase::Move { seat: seat(0), dice: Dice::Both { high: die(1), low: die(1) } };
        }),
        ("somebody must move, but no die can be played", |state| {
            state.sides[0] = side(&[(1, 1)]);
            state.phase = Phase::Move { seat: seat(0), dice: dice(5, 5) };
        }),
    ];
    assert_eq!(Backgammon::audit(&table(START, START, (6, 3))), Ok(()));
    for (expected, damage) in damages {
        let mut state = table(START, START, (6, 3));
        damage(&mut state);
        assert_eq!(Backgammon::audit(&state), Err(expected));
    }
    for (field, value) in [
        ("options", json!({"move_cap": 199})),
        ("move_cap", json!(1000)),
        ("phase", json!({"move": {"seat": 0, "dice": {"one": {"left": 1, "played": 2}}, "again": true}})),
        ("phase", json!({"move": {"seat": 0, "dice": {"one": {"left": 1, "played": 2, "high": 2}}}})),
    ] {
        let mut changed = serde_json::to_value(table(START, START, (6, 3))).unwrap();
        changed[field] = value;
        assert!(serde_json::from_value::<State>(changed.clone()).is_err(), "{changed}");
    }
}

// ---- The table ----

fn offer_of(state: &State, action: Action) -> (String, Vec<String>) {
    let offer = Backgammon::offer(state, mover::<Backgammon>(state), &action);
    (offer.label, offer.path.iter().map(Key::to_string).collect())
}

#[test]
fn offers_use_the_movers_numbers_and_keys_that_are_nobodys() {
    let mut state = table(START, START, (6, 3));
    assert_eq!(
        offer_of(&state, go(1, 6)),
        ("Move 1 to 7".into(), vec!["cube:red.a.2".into(), "cell:g".into()])
    );
    state.phase = Phase::Move { seat: seat(1), dice: dice(6, 3) };
    assert_eq!(
        offer_of(&state, go(1, 6)),
        ("Move 1 to 7".into(), vec!["cube:blue.x.2".into(), "cell:r".into()])
    );
    let outside = table(&[(0, 1)], &[(20, 1)], (5, 5));
    assert_eq!(
        offer_of(&outside, go(0, 5)),
        ("Enter on 5 and hit".into(), vec!["cube:red.out.1".into(), "cell:e".into()])
    );
}

#[test]
fn an_offer_that_hits_shows_where_the_enemy_goes() {
    let outside = table(&[(0, 1)], &[(20, 1), (3, 1)], (5, 4));
    let changes = |action| Backgammon::offer(&outside, seat(0), &action).changes;
    let hit = Change { at: Key::piece("cube", "blue.e.1"), to: Becomes::At(Key::cell("blue.out")) };
    assert_eq!(changes(go(0, 5)), [hit]);
    assert_eq!(changes(go(0, 4)), []);
}

/// What is shown on the way while red does this.
fn moments(state: &mut State, action: Action, seed: u64) -> Vec<(Beat, Scene)> {
    testing::moments::<Backgammon>(state, seat(0), &action, seed, Viewer::Spectator)
}

#[test]
fn a_hit_is_a_moment_before_the_next_roll() {
    let mut state = table(&[(1, 2)], &[(18, 1), (3, 2)], (6, 5));
    let [(beat, scene)] = &moments(&mut state, go(1, 6), 0)[..] else { panic!("one moment") };
    assert_eq!((beat.kind, beat.text.as_str()), (BeatKind::Catch, "{0:hit} a blue piece."));
    let board = scene.zone("board").unwrap();
    assert!(board.pieces.iter().any(|piece| piece.key == "cube:blue.out.1"));
    let dim = scene.zone("dice").unwrap().pieces.iter().filter(|die| die.marks == [Mark::Dim]);
    assert_eq!(dim.map(|die| die.key.to_string()).collect::<Vec<_>>(), ["die:6"]);
}

/// Red has only this number left to play.
fn last_die(state: State, value: u8) -> State {
    let dice = Dice::One { left: die(value), played: die(7 - value) };
    State { phase: Phase::Move { seat: seat(0), dice }, ..state }
}

#[test]
fn doubles_are_a_moment() {
    let told = |seed| moments(&mut last_die(table(START, START, (6, 1)), 1), go(17, 1), seed);
    let told: BTreeSet<String> = (0..200).flat_map(told).map(|(beat, _)| beat.text).collect();
    assert_eq!(told, (1..=6).map(|n| format!("{{1:roll}} double {n}: four moves.")).collect());
}

#[test]
fn the_end_of_a_game_is_seen_before_the_next_begins() {
    let mut state = table(&[(24, 1)], &[(1, 2)], (6, 3));
    state.options = testing::options::<Backgammon>(json!({"match_points": 3}));
    let told = moments(&mut state, go(24, 6), 0);
    let [(beat, scene)] = &told[..] else { panic!("one moment") };
    assert_eq!((beat.kind, beat.text.as_str()), (BeatKind::Round, "{0:win} this game."));
    assert_eq!(scene.tags, ["Game 1, first to 3 wins"]);
    assert_eq!((scene.prompt.text.as_str(), state.turns), ("The next game begins.", 0));
}

#[test]
fn where_both_dice_take_off_a_piece_the_die_is_touched_too() {
    let state = table(&[(20, 1), (21, 1)], &[(1, 2)], (6, 5));
    let touch = |keys: &[&str]| intent::<Backgammon>(&state, seat(0), keys);
    assert_eq!(offer_of(&state, go(20, 5)).1, ["cube:red.t.1", "cell:red.off", "die:5"]);
    assert_eq!(touch(&["cube:red.t.1", "cell:red.off"]), None, "not yet");
    assert_eq!(touch(&["cell:t", "cell:red.off", "die:6"]), Some(go(20, 6)));
    let one_die = table(&[(21, 1), (24, 1)], &[(1, 2)], (4, 1));
    assert_eq!(offer_of(&one_die, go(21, 4)).1, ["cube:red.u.1", "cell:red.off"]);
}

#[test]
fn touching_a_piece_and_its_target_means_the_move_between_them() {
    let state = table(START, START, (6, 3));
    for (seat_number, path, expected) in [
        (0, vec!["cube:red.a.2", "cell:g"], Some(go(1, 6))),
        (0, vec!["cube:red.a.1", "cell:g"], Some(go(1, 6))),
        (0, vec!["cell:a", "cell:g"], Some(go(1, 6))),
        (0, vec!["cell:a", "cube:blue.f.1"], Some(go(1, 5))), // closed, and no such die: `check` says why
        (0, vec!["cell:a", "cell:g", "die:6"], Some(go(1, 6))),
        (0, vec!["cell:a", "cell:g", "die:3"], None),
        (0, vec!["cell:a"], None),
        (0, vec!["cell:a", "cell:a"], None),
        (0, vec!["cell:g", "cell:a"], None),                 // backwards
        (0, vec!["cell:a", "cell:j"], None),                 // both dice at once are two moves (R6)
        (0, vec!["cell:red.out", "cell:c"], Some(go(0, 3))), // nothing is there: `check` says so
        (0, vec!["cell:blue.out", "cell:c"], None),
        (0, vec!["cell:s", "cell:red.off"], Some(go(19, 6))), // not home: `check` says so
        (0, vec!["cell:red.off", "cell:red.off"], None),
        (0, vec!["cell:z", "cell:a"], None),
        (0, vec!["cube:", "cube:red"], None),
        (1, vec!["cell:x", "cell:r"], Some(go(1, 6))),
        (1, vec!["cube:blue.x.2", "cell:u"], Some(go(1, 3))),
    ] {
        assert_eq!(intent::<Backgammon>(&state, seat(seat_number), &path), expected, "{path:?}");
    }
}

#[test]
fn everybody_sees_the_same_board_under_her_own_numbers() {
    let state = table(START, START, (6, 3));
    let corners = |viewer| {
        let scene = Backgammon::scene(&state, viewer);
        let board = scene.zone("board").expect("there is a board");
        let at = |x, y| board.cells.iter().find(|cell| (cell.x, cell.y) == (x, y)).unwrap().label.clone();
        [at(0, 0), at(13, 0), at(0, 6), at(13, 6)]
    };
    assert_eq!(corners(Viewer::Seat(seat(0))), ["13", "24", "12", "1"]);
    assert_eq!(corners(Viewer::Seat(seat(1))), ["12", "1", "13", "24"]);
    assert_eq!(corners(Viewer::Spectator), ["13", "24", "12", "1"]);
}

#[test]
fn everybody_hears_of_moves_in_the_numbers_on_her_board() {
    for (mover, expected) in [
        (0, ["{0:move} from 1 to 7.", "{0:move} from 24 to 18.", "{0:move} from 1 to 7."]),
        (1, ["{1:move} from 24 to 18.", "{1:move} from 1 to 7.", "{1:move} from 24 to 18."]),
    ] {
        let mut state = table(START, START, (6, 3));
        state.phase = Phase::Move { seat: seat(mover), dice: dice(6, 3) };
        let mut said = vec![];
        let mut rng = Rng::from_number(0);
        Backgammon::apply(&mut state, seat(mover), &go(1, 6), &mut Ctx::new(&mut rng, &mut said));
        for (viewer, sentence) in Viewer::all(2).zip(expected) {
            let heard: Vec<&str> =
                said.iter().filter(|said| said.to.includes(viewer)).map(|said| said.text.as_str()).collect();
            assert_eq!(heard, [sentence], "{viewer:?}");
        }
    }
}

#[test]
fn everybody_but_the_second_player_is_told_whose_numbers_those_are() {
    let game = new_match::<Backgammon>(json!({}), 2, 1);
    for (viewer, is_told) in Viewer::all(2).zip([true, false, true]) {
        let told = game.log(viewer, 0).any(|line| line == "All spaces are told by {0:'s} numbers.");
        assert_eq!(told, is_told, "{viewer:?}");
    }
}

#[test]
fn played_dice_are_dim_and_doubles_lie_there_four_times() {
    let dim = |dice| {
        let mut state = table(START, START, (6, 3));
        state.phase = Phase::Move { seat: seat(0), dice };
        let scene = Backgammon::scene(&state, Viewer::Spectator);
        let zone = scene.zone("dice").expect("there are dice");
        zone.pieces.iter().map(|piece| (piece.key.to_string(), !piece.marks.is_empty())).collect::<Vec<_>>()
    };
    let expected = |dice: &[(&str, bool)]| {
        dice.iter().map(|&(key, is_dim)| (key.to_string(), is_dim)).collect::<Vec<_>>()
    };
    assert_eq!(dim(dice(3, 6)), expected(&[("die:6", false), ("die:3", false)]));
    assert_eq!(
        dim(Dice::One { left: die(3), played: die(6) }),
        expected(&[("die:6", true), ("die:3", false)])
    );
    assert_eq!(
        dim(Dice::Doubles { die: die(5), left: 3 }),
        expected(&[("die:5.1", false), ("die:5.2", false), ("die:5.3", false), ("die:5.4", true)])
    );
}

#[test]
fn a_warning_comes_before_the_last_turns() {
    let banner = |turns| {
        let mut state = table(START, START, (6, 3));
        state.turns = turns;
        Backgammon::scene(&state, Viewer::Spectator).banner
    };
    assert_eq!(banner(949), None);
    assert_eq!(banner(950).as_deref(), Some("50 turns left, then the shorter distance wins"));
    assert_eq!(banner(999).as_deref(), Some("1 turn left, then the shorter distance wins"));
}

/// Where a space's cell lies, and in which direction its pieces line up.
fn cell_of(state: &State, name: &str) -> (i16, i16, Grow) {
    let scene = Backgammon::scene(state, Viewer::Spectator);
    let cell =
        scene.zone("board").unwrap().cells.iter().find(|cell| cell.key == Key::cell(name)).unwrap().clone();
    (cell.x, cell.y, cell.grow)
}

#[test]
fn the_second_picture_has_twelve_tiles_and_the_same_keys() {
    let points = table(START, START, (6, 3));
    let mut tiles = points.clone();
    tiles.options.picture = Picture::Tiles;
    let [plain, book] = [&points, &tiles].map(|state| Backgammon::scene(state, Viewer::Seat(seat(0))));
    let [plain, book] = [&plain, &book].map(|scene| scene.zone("board").unwrap());
    assert_eq!(plain.pieces, book.pieces, "every piece has its key, its name and its cell");
    let (places, dividers) = book.cells.split_at(plain.cells.len());
    for (one, other) in plain.cells.iter().zip(places) {
        assert_eq!((&one.key, &one.label), (&other.key, &other.label));
    }
    assert_eq!(dividers.len(), 12);
    assert!(dividers.iter().all(|tile| matches!(tile.ground, Ground::TileBack { .. })));
    for (from, value) in actions(&points) {
        assert_eq!(offer_of(&points, go(from, value)), offer_of(&tiles, go(from, value)));
    }
    assert_eq!(intent::<Backgammon>(&tiles, seat(0), &["cube:red.a.2", "cell:tile1"]), None);
    // Red's space 1 is below on the right, 12 below on the left, 13 above it, 24 above on the right.
    for (name, x, is_upper) in [("a", 11, false), ("l", 0, false), ("m", 0, true), ("x", 11, true)] {
        let (y, grow) = if is_upper { (0, Grow::Up) } else { (6, Grow::Down) };
        assert_eq!(cell_of(&tiles, name), (x, y, grow), "cubes stand along the tiles");
    }
    assert_eq!(cell_of(&points, "x"), (13, 0, Grow::Down), "on the ordinary board from the edge");
}

#[test]
fn whoever_follows_the_estimate_beats_chance() {
    for variant in [json!({}), json!({"strict_dice": "off"})] {
        let share = greedy_share::<Backgammon>(variant.clone(), 2, 40);
        assert!(share > 0.85, "{variant}: {share}");
    }
}

#[test]
fn whoever_follows_the_estimate_takes_off_all_pieces() {
    for seed in 0..10 {
        let mut rng = Rng::from_number(seed);
        let mut state = new_match::<Backgammon>(json!({}), 2, seed).state().clone();
        while winner(&state).is_none() {
            let seat = mover::<Backgammon>(&state);
            let action = greedy::<Backgammon>(&state, seat, 4, &mut rng);
            testing::act::<Backgammon>(&mut state, seat, &action, rng.bits().into());
        }
        assert!(state.sides.iter().any(|side| side.is_done()), "long before the last turn");
        assert!(state.turns < 200, "{}", state.turns);
    }
}

boxwood_conformance::game_tests!(Backgammon, playthrough: &[], 1, shows: ["hitting", "no move is possible", "takes off", "rolls 4 and 4"]);
