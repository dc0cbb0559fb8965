//! The rules, the rulings and the worked examples, by number; and the bits against a plain board.

use std::collections::{BTreeMap, BTreeSet};

use boxwood_conformance::perft;
use boxwood_conformance::testing::{
    self, actions, greedy_share, intent, is_legal, new_match, outcome, seat, try_match,
};
use boxwood_scene::{BeatKind, Becomes, Figure, Key, Mark};
use serde_json::{Value, json};

use super::flow::{Ending, ending, result};
use super::*;

const A: Seat = Seat::FIRST;
const B: Seat = Seat::SECOND;

fn space(name: &str) -> Space {
    name.parse().unwrap()
}

fn spaces(names: &str) -> Spaces {
    names.split_whitespace().map(space).collect()
}

/// The space at these coordinates, which go from the middle to the right and down to the right.
fn axial(q: i8, r: i8) -> Space {
    Space::new(boxwood_kit::Square::new(r + 3, q + r + 3)).unwrap()
}

/// A table of so many on which the first seat is to choose or to move.
fn start(options: Value, seats: usize) -> State {
    lay_out(&testing::options::<AttackOfTheMoulds>(options), seats, A)
}

/// A position with these cubes, the first seat's first, in which it is to move.
fn position(cubes: &[&str]) -> State {
    let state = start(json!({}), cubes.len());
    State {
        cubes: SeatMap::from_fn(cubes.len(), |seat| spaces(cubes[seat.index()])),
        phase: Phase::Move(A),
        ..state
    }
}

fn mover(state: &State) -> Option<Seat> {
    AttackOfTheMoulds::turn(state).active().first()
}

fn grow(name: &str) -> Action {
    Action::Grow(space(name))
}

fn spread(from: &str, to: &str) -> Action {
    Action::Spread { from: space(from), to: space(to) }
}

/// Lets whoever is to act do this; what was said. Positions here show what matters to a rule only.
fn act(state: &mut State, action: Action) -> Vec<String> {
    testing::act_unaudited::<AttackOfTheMoulds>(state, mover(state).unwrap(), &action, 0)
}

fn refusal(state: &State, action: Action) -> String {
    testing::refusal::<AttackOfTheMoulds>(state, mover(state).unwrap_or(A), &action)
}

fn offered(state: &State) -> Vec<Action> {
    actions::<AttackOfTheMoulds>(state, mover(state).unwrap())
}

fn counts(state: &State) -> Vec<i32> {
    score(state).as_slice().to_vec()
}

/// Everything but these spaces, dealt out to so many in turn.
fn all_but(names: &str, seats: usize) -> Vec<String> {
    let mut cubes = vec![String::new(); seats];
    for (number, space) in (Board::Hex37.spaces() - spaces(names)).iter().enumerate() {
        cubes[number % seats] += &format!("{space} ");
    }
    cubes
}

#[test]
fn rule_1_and_ruling_1_the_board_is_a_hexagon_with_sides_of_four() {
    let board = Board::Hex37.spaces();
    let rows: Vec<usize> =
        (0..7).map(|row| board.iter().filter(|space| space.square().row == row).count()).collect();
    assert_eq!(rows, [4, 5, 6, 7, 6, 5, 4]);
    for (name, next) in [
        ("d4", "c3 d3 c4 e4 d5 e5"), // the middle
        ("a1", "b1 a2 b2"),          // a corner
        ("b1", "a1 c1 b2 c2"),       // the rim
        ("g4", "f3 g5 f4"),
    ] {
        assert_eq!(Board::Hex37.next_to(space(name)), spaces(next), "{name}");
    }
    // The rows lie in the middle above each other.
    let scene = AttackOfTheMoulds::scene(&start(json!({}), 2), Viewer::Spectator);
    let ends = |name: &str| scene.zones[0].cells.iter().find(|cell| cell.label == name).unwrap().x;
    let middles = [("a1", "d1"), ("a4", "g4"), ("d7", "g7")].map(|(left, right)| ends(left) + ends(right));
    assert_eq!(middles, [middles[0]; 3]);
    assert_eq!(ends("b2") - ends("a1"), 1, "half a tile");
}

#[test]
fn rule_1_and_ruling_8_anybody_may_begin_and_then_it_goes_clockwise() {
    let mut beginners = BTreeSet::new();
    for seed in 0..40 {
        let mut game = new_match::<AttackOfTheMoulds>(json!({}), 5, seed);
        let first = game.active().first().unwrap();
        beginners.insert(first);
        for number in 0..10 {
            let seat = game.active().first().unwrap();
            assert_eq!(seat, first.after(number % 5, 5));
            let action = game.actions(seat)[0];
            game.act(seat, action).unwrap();
        }
    }
    assert_eq!(beginners.len(), 5);
}

#[test]
fn rule_2_and_rulings_3_and_9_four_and_more_have_a_corner_each() {
    for seats in 4..=6 {
        let mut state = start(json!({}), seats);
        for (number, corner) in ["g4", "g7", "d7", "a4", "a1", "d1"].into_iter().take(seats).enumerate() {
            assert_eq!(mover(&state), Some(seat(number)));
            assert_eq!(offered(&state).len(), 6 - number, "the corners that are free");
            act(&mut state, Action::ChooseCorner(space(corner)));
        }
        let expected = ["f3 g4 g5", "g6 g7 f7", "e7 d7 c6", "b5 a4 a3", "a2 a1 b1", "c1 d1 e2"];
        for (number, cubes) in expected.into_iter().take(seats).enumerate() {
            assert_eq!(state.cubes[seat(number)], spaces(cubes));
        }
        assert_eq!((state.phase, AttackOfTheMoulds::audit(&state)), (Phase::Move(A), Ok(())));
    }
    let mut state = start(json!({}), 4);
    act(&mut state, Action::ChooseCorner(space("a1")));
    for (action, expected) in [
        (Action::ChooseCorner(space("a1")), "Somebody has begun in a1 already (rule 2)."),
        (Action::ChooseCorner(space("b1")), "b1 is no corner of the board (rule 2)."),
        (Action::ChoosePair(space("d1")), "Four players or more choose one corner each (rule 2)."),
        (grow("b2"), "First everybody chooses where to begin (rule 2)."),
        (spread("a1", "c1"), "First everybody chooses where to begin (rule 2)."),
    ] {
        assert_eq!(refusal(&state, action), expected);
    }
}

#[test]
fn rule_3_and_example_1_two_have_a_pair_of_opposite_corners() {
    // The book's coordinates: A on C0 alone and twice at C3.
    let mut state = start(json!({}), 2);
    act(&mut state, Action::ChoosePair(axial(3, 0)));
    assert_eq!(state.cubes[A], [(3, 0), (-3, 0), (-2, -1)].into_iter().map(|(q, r)| axial(q, r)).collect());
    assert_eq!(offered(&state).len(), 4, "two pairs are left, each either way round");
    assert_eq!(
        refusal(&state, Action::ChoosePair(axial(-3, 0))),
        "Somebody has begun in a4 already (rule 3)."
    );
    act(&mut state, Action::ChoosePair(space("a1")));
    assert_eq!((counts(&state), mover(&state)), (vec![3, 3], Some(A)));
    assert_eq!(refusal(&state, Action::ChoosePair(space("d1"))), "Everybody has begun already (rule 3).");
}

#[test]
fn rule_3_and_rulings_3_and_9_three_have_the_three_pairs() {
    for order in ["g4 g7 d7", "a4 a1 d1", "g4 a1 d1"] {
        let mut state = start(json!({}), 3);
        let corners: Vec<Space> = order.split(' ').map(space).collect();
        for corner in &corners {
            act(&mut state, Action::ChoosePair(*corner));
        }
        assert_eq!(counts(&state), [3, 3, 3]);
        assert_eq!(occupied(&state).len(), 9, "pairs never clash");
    }
    let state = start(json!({}), 3);
    let why = "Two or three players choose a pair of opposite corners (rule 3).";
    assert_eq!(refusal(&state, Action::ChooseCorner(space("g4"))), why);
    // Turned by a sixth of the board, a start is the start of the next corner (R3).
    let turned = |space: Space| {
        let place = board::RIM.iter().position(|other| *other == space).unwrap();
        board::RIM[(place + 3) % 18]
    };
    for corner in 0..6 {
        let next = (corner + 1) % 6;
        assert_eq!(one_and_two(corner).iter().map(turned).collect::<Spaces>(), one_and_two(next));
        assert_eq!(three_in(corner).iter().map(turned).collect::<Spaces>(), three_in(next));
    }
}

#[test]
fn rule_4_a_cube_grows_next_to_ones_own() {
    let mut state = position(&["c3", "g7"]);
    for (action, expected) in [
        (grow("c3"), "There is a cube on c3 already (rule 4)."),
        (grow("g7"), "There is a cube on g7 already (rule 4)."),
        (grow("g1"), "The board has no space g1 (rule 1)."),
        (grow("f6"), "f6 is not next to a cube of yours (rule 4)."),
        (grow("e5"), "e5 is two steps from your cubes: choose the one that is to spread there (rule 5)."),
    ] {
        assert_eq!(refusal(&state, action), expected);
    }
    let grown: Spaces = offered(&state)
        .iter()
        .filter_map(|action| if let Action::Grow(to) = action { Some(*to) } else { None })
        .collect();
    assert_eq!(grown, spaces("b2 c2 b3 d3 c4 d4"));
    assert_eq!(act(&mut state, grow("d4")), ["{0:grow} to d4."]);
    assert_eq!((state.cubes[A], mover(&state)), (spaces("c3 d4"), Some(B)));
}

#[test]
fn rule_5_and_ruling_4_a_cube_spreads_exactly_two_steps() {
    let mut state = position(&["d4", "d3 g7 c5"]);
    let spreads: Spaces = offered(&state)
        .iter()
        .filter_map(|action| if let Action::Spread { to, .. } = action { Some(*to) } else { None })
        .collect();
    assert_eq!(spreads, spaces("b2 c2 d2 b3 e3 b4 f4 f5 d6 e6 f6"), "but for c5, which is taken");
    assert!(is_legal::<AttackOfTheMoulds>(&state, A, &spread("d4", "d2")), "over d3, which is taken");
    for (action, expected) in [
        (spread("d4", "d5"), "d5 is next to d4: a new cube grows there, none moves (rule 4)."),
        (spread("d4", "d7"), "d7 is farther than two steps from d4 (ruling R4)."),
        (spread("d4", "c5"), "There is a cube on c5 already (rule 5)."),
        (spread("d4", "g2"), "The board has no space g2 (rule 1)."),
        (spread("d3", "d1"), "There is no cube of yours on d3 (rule 5)."),
        (spread("b2", "d2"), "There is no cube of yours on b2 (rule 5)."),
    ] {
        assert_eq!(refusal(&state, action), expected);
    }
    assert_eq!(act(&mut state, spread("d4", "f6")), ["{0:spread} from d4 to f6, taking over g7."]);
    assert_eq!(state.cubes[A], spaces("f6 g7"));
}

#[test]
fn rule_5_and_ruling_4_on_the_rim_nothing_need_lie_between() {
    // From corner to corner of a side it is three steps; along the rim two.
    let state = position(&["a1", "g7"]);
    assert!(is_legal::<AttackOfTheMoulds>(&state, A, &spread("a1", "c1")));
    assert_eq!(refusal(&state, spread("a1", "d1")), "d1 is farther than two steps from a1 (ruling R4).");
}

#[test]
fn rule_6_and_example_2_what_a_grown_cube_touches_is_taken_over() {
    let mut state = position(&["", ""]);
    state.cubes[A] = Spaces::only(axial(3, 0));
    state.cubes[B] = [(1, 0), (2, -1), (-3, 0)].into_iter().map(|(q, r)| axial(q, r)).collect();
    act(&mut state, Action::Grow(axial(2, 0)));
    assert_eq!(counts(&state), [4, 1], "three more for A, two fewer for B");
}

#[test]
fn rule_6_and_example_3_a_cube_that_spreads_leaves_nothing_behind_and_takes_nothing_there() {
    let mut state = position(&["", ""]);
    state.cubes[A] = Spaces::only(axial(3, 0));
    // Next to where it goes; and next to where it comes from only.
    state.cubes[B] = [(0, 0), (3, -1), (-3, 0)].into_iter().map(|(q, r)| axial(q, r)).collect();
    act(&mut state, Action::Spread { from: axial(3, 0), to: axial(1, 0) });
    assert_eq!(state.cubes[A], [(1, 0), (0, 0)].into_iter().map(|(q, r)| axial(q, r)).collect());
    assert_eq!(state.cubes[B], [(3, -1), (-3, 0)].into_iter().map(|(q, r)| axial(q, r)).collect());
}

#[test]
fn rule_6_cubes_that_were_taken_over_take_over_nothing() {
    let mut state = position(&["a1", "c3 d4 g7"]);
    act(&mut state, grow("b2"));
    assert_eq!(state.cubes[A], spaces("a1 b2 c3"), "d4 is next to c3, but not to b2");
}

#[test]
fn rule_6_cubes_of_everybody_else_are_taken_over() {
    let mut state = position(&["a1", "c2 g7", "b3 g4"]);
    assert_eq!(act(&mut state, grow("b2")), ["{0:grow} to b2, taking over c2 and b3."]);
    assert_eq!(counts(&state), [4, 1, 1]);
}

#[test]
fn rule_7_who_has_no_cube_is_out() {
    let mut state = position(&["a1", "c3", "g7"]);
    let told = act(&mut state, grow("b2"));
    assert_eq!(told, ["{0:grow} to b2, taking over c3.", "{1:have} no cube left on the board."]);
    assert_eq!(mover(&state), Some(seat(2)));
    let players = AttackOfTheMoulds::scene(&state, Viewer::Spectator).players;
    assert_eq!(players.iter().map(|player| player.out).collect::<Vec<_>>(), [false, true, false]);
    assert_eq!(AttackOfTheMoulds::audit(&state), Err("the board never gets emptier"), "nine cubes begin");
}

#[test]
fn rule_7_and_example_7_who_cannot_move_is_skipped() {
    // Two holes at the top, one beside A's cubes and one beside B's; C is at the bottom.
    let mut state = position(&["", "", "d7"]);
    let rest = Board::Hex37.spaces() - spaces("a1 d1 d7");
    state.cubes[B] = rest.iter().filter(|space| space.square().col - space.square().row >= 1).collect();
    state.cubes[B] |= spaces("b2 c3 d4");
    state.cubes[A] = rest - state.cubes[B];
    assert_eq!((counts(&state), free(&state)), (vec![17, 17, 1], spaces("a1 d1")));
    state.phase = Phase::Move(B);
    assert_eq!(AttackOfTheMoulds::audit(&state), Ok(()));
    let told = act(&mut state, grow("d1"));
    assert_eq!(told, ["{1:grow} to d1.", "{2:have} no move this time."]);
    assert_eq!(mover(&state), Some(A));
    let mut state =
        State { last: None, phase: Phase::Move(B), cubes: SeatMap::from_fn(3, |_| Spaces::EMPTY), ..state };
    state.cubes[B] = rest.iter().take(17).collect();
    state.cubes[A] = rest - state.cubes[B];
    state.cubes[seat(2)] = spaces("d7");
    let moments = testing::moments::<AttackOfTheMoulds>(&mut state, B, &grow("d1"), 0, Viewer::Spectator);
    assert_eq!(moments[0].0.text, "{2:have} no move this time.");
}

#[test]
fn rule_7_and_example_7_nobody_can_move_on_a_full_board_only() {
    // A free space beside a cube is where that cube can grow.
    let mut rng = Rng::from_number(7);
    for board in [Board::Hex37, Board::Square36] {
        for number in 0..500 {
            let cubes: Spaces = board.spaces().iter().filter(|_| rng.below(20) <= number % 20).collect();
            let free = board.spaces() - cubes;
            assert_eq!((board.beside(cubes) & free).is_empty(), cubes.is_empty() || free.is_empty());
        }
    }
    // Further than two steps from somebody's cubes, there is nothing to be had.
    let nothing = Spaces::only(space("g7"));
    assert!(!can_move(&position(&["a1", "b1"]), A, nothing));
    assert!(can_move(&position(&["f6", "b1"]), A, nothing) && can_move(&position(&["e5", "b1"]), A, nothing));
}

#[test]
fn rule_8_and_example_4_and_ruling_7_the_twentieth_cube_wins_in_the_middle_of_a_move() {
    // 17 of A's; growing to d4 touches four of B's.
    let mut state = position(&["", ""]);
    state.cubes[B] = spaces("c3 d3 c4 e4");
    state.cubes[A] = spaces("d5 e5");
    let far: Spaces = (Board::Hex37.spaces() - spaces("d4 c3 d3 c4 e4 d5 e5")).iter().take(15).collect();
    state.cubes[A] |= far;
    assert_eq!(counts(&state), [17, 4]);
    act(&mut state, grow("d4"));
    // In the order of the spec's coordinates: c4, c3, d3, e4 by q, then r.
    assert_eq!((counts(&state), state.cubes[B]), (vec![20, 2], spaces("d3 e4")));
    assert_eq!(state.phase, Phase::Over);
    assert_eq!(outcome::<AttackOfTheMoulds>(&state).ranks.as_slice(), [1, 2]);
    assert_eq!(result(&state), "All 20 cubes are on the board. {0:win} with 20 cubes.");
    assert_eq!(AttackOfTheMoulds::audit(&state), Ok(()));
}

#[test]
fn rule_8_the_twentieth_cube_may_be_grown_and_takes_over_nothing_more() {
    let mut state = position(&["", "d3"]);
    state.cubes[A] = (Board::Hex37.spaces() - spaces("d3 d4")).iter().take(19).collect();
    let action = Action::Grow(space("d4"));
    let offer = AttackOfTheMoulds::offer(&state, A, &action);
    assert_eq!((offer.changes.len(), offer.why), (1, None), "the offer says so, too");
    act(&mut state, action);
    assert_eq!(counts(&state), [20, 1]);
    // Spreading needs no cube from the supply, so one cube can still be taken over.
    let mut state = position(&["", "d3 g7"]);
    state.cubes[A] = (Board::Hex37.spaces() - spaces("d3 d4 g7")).iter().take(19).collect();
    act(&mut state, spread("b2", "d4"));
    assert_eq!(counts(&state), [20, 1]);
}

#[test]
fn rule_8_whoever_alone_has_cubes_wins() {
    let mut state = position(&["a1", "c3"]);
    let told = act(&mut state, grow("b2"));
    assert_eq!(told.last().unwrap(), "Nobody else is left. {0:win} with 3 cubes.");
    assert_eq!(outcome::<AttackOfTheMoulds>(&state).winners(), boxwood_engine::SeatSet::only(A));
}

#[test]
fn rule_9_and_example_5_the_most_cubes_win_on_a_full_board() {
    for (cubes, ranks, told) in [
        (&[19, 18][..], &[1, 2][..], "The board is full. {0:win} with 19 cubes."),
        (&[13, 12, 12], &[1, 2, 2], "The board is full. {0:win} with 13 cubes."),
        (&[15, 15, 7], &[1, 1, 3], "The board is full. {0} and {1} share the victory with 15 cubes each."),
    ] {
        let mut left = Board::Hex37.spaces().iter();
        let mut state = start(json!({}), cubes.len());
        state.cubes = SeatMap::from_fn(cubes.len(), |seat| left.by_ref().take(cubes[seat.index()]).collect());
        state.phase = Phase::Over;
        assert_eq!(AttackOfTheMoulds::audit(&state), Ok(()));
        assert_eq!(outcome::<AttackOfTheMoulds>(&state).ranks.as_slice(), ranks);
        assert_eq!(result(&state), told);
        assert_eq!(AttackOfTheMoulds::scene(&state, Viewer::Spectator).prompt.text, told);
        assert_eq!(refusal(&state, grow("a1")), "The game is over (rule 9).");
    }
}

#[test]
fn rule_9_and_example_7_the_last_space_ends_the_game() {
    let cubes = all_but("d4", 2);
    let mut state = position(&[&cubes[0], &cubes[1]]);
    assert_eq!(counts(&state), [18, 18]);
    let told = act(&mut state, grow("d4"));
    assert_eq!(
        ending(&state, A),
        Some(Ending::AllOut),
        "three of the six around d4 would be B's: 18 + 1 + 1"
    );
    assert!(told[1].starts_with("All 20"));
}

#[test]
fn rule_9_and_ruling_6_a_board_that_does_not_get_fuller_is_counted() {
    for (options, cubes, moves) in [
        (json!({}), &["a1", "g7"][..], 20),
        (json!({"stall_limit": 5}), &["a1", "g7"], 10),
        (json!({"stall_limit": 5}), &["a1", "g7", "d7"], 15),
        (json!({"stall_limit": 5}), &["a1", "g7", ""], 10), // only those who have cubes count
    ] {
        let mut state = position(cubes);
        state.options = testing::options::<AttackOfTheMoulds>(options.clone());
        // To and fro, far from each other.
        let ways = [["a1", "c1"], ["g7", "g5"], ["d7", "b5"]];
        let (mut made, mut banner) = (0, None);
        while let Some(seat) = mover(&state) {
            let [home, away] = ways[seat.index()];
            let is_home = state.cubes[seat].contains(space(home));
            banner = AttackOfTheMoulds::scene(&state, Viewer::Spectator).banner;
            act(&mut state, if is_home { spread(home, away) } else { spread(away, home) });
            made += 1;
        }
        assert_eq!(made, moves, "{options} {cubes:?}");
        assert!(result(&state).starts_with("The board has not got fuller for too long."));
        assert_eq!(banner.as_deref(), Some("If nobody grows, the cubes are counted after 1 move."));
    }
    let mut state = position(&["a1", "g7"]);
    act(&mut state, spread("a1", "c1"));
    assert_eq!(state.quiet, 1);
    assert_eq!(AttackOfTheMoulds::scene(&state, Viewer::Spectator).banner, None, "it does not matter yet");
    act(&mut state, grow("g6"));
    assert_eq!(state.quiet, 0, "growing makes the board fuller");
}

#[test]
fn rule_10_and_ruling_2_the_square_is_for_two_or_four() {
    for seats in 2..=6 {
        let tried = try_match::<AttackOfTheMoulds>(json!({"board": "square36"}), seats, 1);
        assert_eq!(tried.is_ok(), seats == 2 || seats == 4, "{seats}");
        if let Err(error) = tried {
            assert_eq!(error.to_string(), "The square board is for 2 or 4 players.");
        }
    }
    let four = start(json!({"board": "square36"}), 4);
    let corners: Vec<Spaces> = four.cubes.as_slice().to_vec();
    assert_eq!(corners, ["a1", "f1", "f6", "a6"].map(spaces));
    for first in Seat::all(2) {
        let two = lay_out(&four.options, 2, first);
        assert_eq!((two.cubes[first], two.cubes[first.other()]), (spaces("a1 f6"), spaces("f1 a6")));
        assert_eq!(two.phase, Phase::Move(first));
    }
    assert_eq!(refusal(&four, Action::ChooseCorner(space("a4"))), "Everybody has begun already (rule 10).");
}

#[test]
fn rule_10_the_square_has_edges_only() {
    let state = start(json!({"board": "square36"}), 2);
    let board = Board::Square36;
    assert_eq!(board.next_to(space("c3")), spaces("c2 b3 d3 c4"));
    assert_eq!(board.two_away(space("c3")), spaces("c1 b2 d2 a3 e3 b4 d4 c5"));
    assert_eq!(board.next_to(space("f6")), spaces("f5 e6"));
    assert_eq!(refusal(&state, grow("g1")), "The board has no space g1 (rule 10).");
    assert!(is_legal::<AttackOfTheMoulds>(&state, A, &spread("a1", "b2")), "two steps round the corner");
}

#[test]
fn ruling_5_nobody_passes() {
    let mut rng = Rng::from_number(5);
    for seed in 0..20 {
        let mut game = new_match::<AttackOfTheMoulds>(json!({}), 2 + seed as usize % 5, seed);
        testing::play_on(&mut game, 5000, |state, seat| {
            assert!(!actions::<AttackOfTheMoulds>(state, seat).is_empty(), "whoever is asked can move");
            testing::random::<AttackOfTheMoulds>(state, seat, &mut rng)
        });
    }
}

#[test]
fn example_6_six_players_fill_the_rim() {
    let mut state = start(json!({}), 6);
    for corner in corners() {
        act(&mut state, Action::ChooseCorner(corner));
    }
    let rim: Spaces = board::RIM.into_iter().collect();
    assert_eq!((occupied(&state), rim.len()), (rim, 18));
    let inner: Vec<Space> = offered(&state)
        .iter()
        .filter_map(|action| if let Action::Grow(to) = action { Some(*to) } else { None })
        .collect();
    assert!(!inner.is_empty() && inner.iter().all(|space| !rim.contains(*space)));
}

#[test]
fn a_table_has_36_tiles_the_star_and_20_cubes_each() {
    let inventory = AttackOfTheMoulds::inventory(&start(json!({}), 6));
    assert_eq!((inventory.tiles, inventory.cubes, inventory.cards[55]), ([6; 6], [20; 6], 1));
    let inventory = AttackOfTheMoulds::inventory(&start(json!({"board": "square36"}), 2));
    assert_eq!(
        (inventory.tiles, inventory.cubes[..3].to_vec(), inventory.cards[55]),
        ([6; 6], vec![20, 20, 0], 0)
    );
}

#[test]
fn states_that_cannot_be_are_refused() {
    let sound = serde_json::to_value(new_match::<AttackOfTheMoulds>(json!({}), 3, 1).state()).unwrap();
    let mut played = position(&["a1 a2 b2", "g7 g6 f6", "d4 d5 d6"]);
    act(&mut played, spread("b2", "c4"));
    assert_eq!(AttackOfTheMoulds::audit(&played), Ok(()));
    let played = serde_json::to_value(&played).unwrap();
    let with = |state: &Value, field: &str, value: Value| {
        let mut state = state.clone();
        state[field] = value;
        serde_json::from_value::<State>(state)
            .map_err(|_| "no state")
            .and_then(|state| AttackOfTheMoulds::audit(&state))
    };
    let over = json!("over");
    for (result, expected) in [
        (with(&sound, "phase", json!({"choose": 3})), "that seat is not taken"),
        (with(&sound, "phase", json!({"move": 0})), "the board never gets emptier"),
        (with(&sound, "cubes", json!([])), "two to six play"),
        (with(&sound, "cubes", json!([["a1"], ["d4"], ["d7"]])), "the corners are chosen in turn"),
        (with(&sound, "quiet", json!(1)), "nobody has moved yet"),
        (with(&sound, "options", json!({"board": "square36"})), "two or four play on the square"),
        (with(&played, "phase", over.clone()), "it is over, but somebody can move"),
        (with(&played, "quiet", json!(0)), "something has spread"),
        (with(&played, "quiet", json!(30)), "it is over by now"),
        (with(&played, "last", json!(null)), "nothing has spread"),
        (with(&played, "last", json!({"from": "c1", "to": "c4"})), "cubes spread two steps"),
        (with(&played, "last", json!({"from": "a1", "to": "c4"})), "what spread last is still there"),
        (with(&played, "last", json!({"from": "c1", "to": "e4"})), "what was moved last is not there"),
        (
            with(&played, "cubes", json!([["a1", "a2", "g1"], ["g7", "g6", "f6"], ["c4", "d4", "d5"]])),
            "a cube stands beside the board",
        ),
        (
            with(&played, "cubes", json!([["a1", "a2", "c4"], ["g7", "g6", "a1"], ["d4", "d5", "d6"]])),
            "two cubes stand on one space",
        ),
        (with(&played, "surplus", json!(1)), "no state"),
    ] {
        assert_eq!(result, Err(expected));
    }
}

#[test]
fn touching_a_space_grows_and_touching_a_cube_first_spreads() {
    let state = position(&["c3", "g7"]);
    let intent = |path: &[&str]| intent::<AttackOfTheMoulds>(&state, A, path);
    assert_eq!(intent(&["cell:d4"]), Some(grow("d4")));
    assert_eq!(intent(&["cube:g7"]), Some(grow("g7")), "so that `check` can say it is taken");
    assert_eq!(intent(&["cube:c3", "cell:e5"]), Some(spread("c3", "e5")));
    assert_eq!(intent(&["cell:c3", "cube:g7"]), Some(spread("c3", "g7")));
    for path in [&["cell:h8"][..], &["cell:c2", "cell:c2", "cell:c2"], &["button:c2"], &["cell"]] {
        assert_eq!(intent(path), None, "{path:?}");
    }
    let choosing = start(json!({}), 2);
    let chosen = testing::intent::<AttackOfTheMoulds>(&choosing, A, &["cell:a1"]);
    assert_eq!(chosen, Some(Action::ChoosePair(space("a1"))));
}

#[test]
fn an_offer_shows_what_would_stand_where() {
    let red = || Becomes::Figure(Figure::Cube(Colour::Red));
    let offer = |state: &State, action: Action| {
        let offer = AttackOfTheMoulds::offer(state, A, &action);
        let changes: Vec<(String, Becomes)> =
            offer.changes.into_iter().map(|change| (change.at.to_string(), change.to)).collect();
        (offer.label, changes, offer.why)
    };
    let state = position(&["c3", "e4 e5 g7"]);
    let (label, changes, why) = offer(&state, grow("d4"));
    assert_eq!((label.as_str(), why.as_deref()), ("Grow to d4", Some("It takes over 2 cubes.")));
    assert_eq!(changes, [("cell:d4".into(), red()), ("cube:e4".into(), red()), ("cube:e5".into(), red())]);
    let (label, changes, why) = offer(&state, spread("c3", "c1"));
    assert_eq!((label.as_str(), why), ("Spread from c3 to c1", None));
    assert_eq!(changes, [("cube:c3".into(), Becomes::At(Key::cell("c1")))]);
    let (label, changes, _) = offer(&start(json!({}), 4), Action::ChooseCorner(space("a1")));
    assert_eq!((label.as_str(), changes.len()), ("Begin in a1", 3));
}

#[test]
fn the_table_shows_the_last_move_and_everybodys_colour() {
    let mut state = position(&["c3", "e4 g7"]);
    act(&mut state, spread("c3", "d5"));
    let scene = AttackOfTheMoulds::scene(&state, Viewer::Seat(B));
    let marked: Vec<_> = scene.zones[0].pieces.iter().filter(|piece| piece.marks == [Mark::Last]).collect();
    assert_eq!(marked.len(), 1);
    assert_eq!((marked[0].key.as_str(), marked[0].from.clone()), ("cube:d5", Some(Key::cell("c3"))));
    let left = scene.zones[0].cells.iter().filter(|cell| cell.marks == [Mark::Last]);
    assert_eq!(left.map(|cell| cell.label.as_str()).collect::<Vec<_>>(), ["c3"]);
    let badges: Vec<_> = scene.players.iter().map(|player| (player.score, player.badge.clone())).collect();
    let badge = |colour| Some(Figure::Cube(colour));
    assert_eq!(badges, [(Some(1), badge(Colour::Red)), (Some(2), badge(Colour::Yellow))]);
}

#[test]
fn losing_the_last_cube_is_a_moment() {
    let mut state = position(&["a1", "c3", "g7"]);
    let moments = testing::moments::<AttackOfTheMoulds>(&mut state, A, &grow("b2"), 0, Viewer::Spectator);
    let told: Vec<_> = moments.iter().map(|(beat, _)| (beat.kind, beat.text.as_str())).collect();
    assert_eq!(told, [(BeatKind::Blow, "{1:have} no cube left on the board.")]);
}

#[test]
fn a_hint_says_what_is_good_about_a_move() {
    let reason = |cubes: &[&str], action: Action| AttackOfTheMoulds::reason(&position(cubes), A, &action);
    let told = |cubes: &[&str], action: Action| reason(cubes, action).unwrap();
    assert_eq!(told(&["a1", "g7"], grow("b2")), "It grows where nobody can take anything over.");
    assert_eq!(told(&["a1", "c3"], grow("b2")), "It ends the game, and you have the most cubes.");
    assert_eq!(told(&["a1", "c2 c3 g7"], grow("b2")), "It takes over 2 cubes, and none can be taken back.");
    assert_eq!(
        told(&["a1", "c2 c3 b3 e4"], grow("b2")),
        "It takes over 3 cubes, and at most 2 can be taken back."
    );
    assert_eq!(reason(&["a1", "g7"], spread("a1", "c1")), None);
}

/// The rules once more, slowly and obviously: owners by coordinates, and distances by counting steps.
#[derive(Clone, Debug)]
struct Plain {
    is_hex: bool,
    seats: usize,
    /// On the hexagon (q, r), on the square (row, column).
    owners: BTreeMap<(i8, i8), usize>,
    mover: usize,
    spreads_in_a_row: usize,
    stall_limit: usize,
    is_over: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PlainMove {
    Grow((i8, i8)),
    Spread((i8, i8), (i8, i8)),
}

impl Plain {
    fn of(state: &State) -> Plain {
        let is_hex = state.options.board == Board::Hex37;
        let mut owners = BTreeMap::new();
        for (seat, cubes) in state.cubes.iter() {
            owners.extend(cubes.iter().map(|space| (place(is_hex, space), seat.index())));
        }
        Plain {
            is_hex,
            seats: state.cubes.seats(),
            owners,
            mover: mover(state).map_or(0, Seat::index),
            spreads_in_a_row: state.quiet.into(),
            stall_limit: state.options.stall_limit.get() as usize,
            is_over: state.phase == Phase::Over,
        }
    }

    fn places(&self) -> Vec<(i8, i8)> {
        let all = (-6..=6).flat_map(|a| (-6..=6).map(move |b| (a, b)));
        if self.is_hex {
            all.filter(|(q, r): &(i8, i8)| q.abs() <= 3 && r.abs() <= 3 && (q + r).abs() <= 3).collect()
        } else {
            all.filter(|(row, col)| (0..6).contains(row) && (0..6).contains(col)).collect()
        }
    }

    fn distance(&self, (a, b): (i8, i8), (c, d): (i8, i8)) -> i8 {
        let (x, y) = (c - a, d - b);
        if self.is_hex { (x.abs() + y.abs() + (x + y).abs()) / 2 } else { x.abs() + y.abs() }
    }

    fn moves(&self, seat: usize) -> Vec<PlainMove> {
        let mut moves = vec![];
        for to in self.places().into_iter().filter(|to| !self.owners.contains_key(to)) {
            let own = || self.owners.iter().filter(|(_, owner)| **owner == seat).map(|(place, _)| *place);
            if own().any(|from| self.distance(from, to) == 1) {
                moves.push(PlainMove::Grow(to));
            }
            moves.extend(
                own().filter(|from| self.distance(*from, to) == 2).map(|from| PlainMove::Spread(from, to)),
            );
        }
        moves.sort();
        moves
    }

    fn cubes(&self, seat: usize) -> usize {
        self.owners.values().filter(|owner| **owner == seat).count()
    }

    fn make(&mut self, made: PlainMove) {
        let seat = self.mover;
        let to = match made {
            PlainMove::Grow(to) => {
                self.spreads_in_a_row = 0;
                to
            }
            PlainMove::Spread(from, to) => {
                self.owners.remove(&from);
                self.spreads_in_a_row += 1;
                to
            }
        };
        self.owners.insert(to, seat);
        // The keys of the map are in the order in which cubes are taken over.
        for (place, owner) in self.owners.clone() {
            if self.cubes(seat) < 20 && owner != seat && self.distance(place, to) == 1 {
                self.owners.insert(place, seat);
            }
        }
        let playing = (0..self.seats).filter(|seat| self.cubes(*seat) > 0).count();
        let is_full = self.owners.len() == self.places().len();
        let is_stalled = self.spreads_in_a_row >= self.stall_limit * playing;
        self.is_over = self.cubes(seat) == 20 || playing == 1 || is_full || is_stalled;
        if !self.is_over {
            let next = (1..=self.seats).map(|steps| (seat + steps) % self.seats);
            match next.into_iter().find(|next| !self.moves(*next).is_empty()) {
                Some(next) => self.mover = next,
                None => self.is_over = true,
            }
        }
    }

    fn perft(&self, depth: u32) -> u64 {
        if self.is_over {
            return 0;
        }
        let moves = self.moves(self.mover);
        if depth == 1 {
            return moves.len() as u64;
        }
        let after = |made| {
            let mut next = self.clone();
            next.make(made);
            next.perft(depth - 1)
        };
        moves.into_iter().map(after).sum()
    }
}

fn place(is_hex: bool, space: Space) -> (i8, i8) {
    let (row, col) = (space.square().row, space.square().col);
    if is_hex { (col - row, row - 3) } else { (row, col) }
}

fn plainly(is_hex: bool, action: Action) -> PlainMove {
    match action {
        Action::Grow(to) => PlainMove::Grow(place(is_hex, to)),
        Action::Spread { from, to } => PlainMove::Spread(place(is_hex, from), place(is_hex, to)),
        Action::ChooseCorner(_) | Action::ChoosePair(_) => panic!("nobody moves yet"),
    }
}

/// The moves of both are the same; then both make one.
fn step_both(state: &mut State, plain: &mut Plain, rng: &mut Rng) {
    let seat = mover(state).unwrap();
    assert_eq!(seat.index(), plain.mover, "{state:?}");
    let all = offered(state);
    let mut moves: Vec<PlainMove> = all.iter().map(|action| plainly(plain.is_hex, *action)).collect();
    moves.sort();
    assert_eq!(moves, plain.moves(plain.mover), "{state:?}");
    // Rather often what takes over the most, so that big boards and early ends are met.
    let taken = |action: &Action| flow::taken_over(state, seat, Move::of(*action).unwrap()).len();
    let action = if rng.below(2) == 0 {
        *rng.choose(&all)
    } else {
        *all.iter().max_by_key(|action| taken(action)).unwrap()
    };
    testing::act_unaudited::<AttackOfTheMoulds>(state, seat, &action, 0);
    plain.make(plainly(plain.is_hex, action));
    assert_eq!(Plain::of(state).owners, plain.owners, "{action:?} in {state:?}");
    assert_eq!(state.phase == Phase::Over, plain.is_over, "{action:?} in {state:?}");
}

#[test]
fn bits_and_plain_board_agree_in_random_games() {
    let mut rng = Rng::from_number(37);
    let (mut positions, mut ends) = (0, BTreeMap::new());
    for number in 0..120 {
        let square = number % 3 == 0;
        let seats = if square { [2, 4][number % 2] } else { 2 + number % 5 };
        let options =
            if square { json!({"board": "square36", "stall_limit": 5}) } else { json!({"stall_limit": 5}) };
        let mut game = new_match::<AttackOfTheMoulds>(options, seats, number as u64);
        while let Phase::Choose(seat) = game.state().phase {
            let action = *rng.choose(&game.actions(seat));
            game.act(seat, action).unwrap();
        }
        let mut state = game.state().clone();
        let mut plain = Plain::of(&state);
        while !plain.is_over {
            positions += 1;
            step_both(&mut state, &mut plain, &mut rng);
        }
        let last = result(&state).split(". ").next().unwrap().to_string();
        *ends.entry(last).or_insert(0) += 1;
    }
    assert!(positions > 3000 && ends.len() >= 3, "{positions} {ends:?}");
}

#[test]
fn bits_and_plain_board_agree_on_any_board() {
    let mut rng = Rng::from_number(36);
    for number in 0..3000 {
        let square = number % 2 == 0;
        let seats = if square { 4 } else { 2 + number % 5 };
        let mut state = start(if square { json!({"board": "square36"}) } else { json!({}) }, seats);
        let fullness = 1 + number as u32 % 12;
        let mut cubes = SeatMap::filled(seats, Spaces::EMPTY);
        for space in state.options.board.spaces().iter() {
            let owner = Seat::random(seats, &mut rng);
            if rng.below(13) < fullness && cubes[owner].len() < 19 {
                cubes[owner].insert(space);
            }
        }
        state.cubes = cubes;
        state.phase = Phase::Move(A);
        if growing(&state) > 1 && can_move(&state, A, free(&state)) {
            let mut plain = Plain::of(&state);
            step_both(&mut state, &mut plain, &mut rng);
        }
    }
}

/// The table says itself how it is read.
const PERFT: &str = include_str!("../perft.txt");
/// Larger numbers take a while.
const COUNTED: u64 = 1_500_000;
/// The plain board is slow.
const COUNTED_PLAINLY: u64 = 40_000;

/// The start of a game in which everybody has chosen the first corner that was free.
fn chosen(board: &str, seats: usize) -> State {
    let mut state = start(json!({"board": board}), seats);
    while matches!(state.phase, Phase::Choose(_)) {
        let first = offered(&state)[0];
        act(&mut state, first);
    }
    state
}

/// Every number of the table that is below the limit is right.
fn check_perft(limit: u64) {
    for line in PERFT.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let (board, seats) = (words.next().unwrap(), words.next().unwrap().parse().unwrap());
        let state = chosen(board, seats);
        let plain = Plain::of(&state);
        for (depth, kept) in (1..).zip(words.map(|number| number.parse::<u64>().unwrap())) {
            if kept < limit {
                assert_eq!(perft::<AttackOfTheMoulds>(&state, depth, &Rng::from_number(0)), kept, "{line}");
            }
            if kept < COUNTED_PLAINLY {
                assert_eq!(plain.perft(depth), kept, "plain, {line}");
            }
        }
    }
}

#[test]
fn perft_is_as_kept_and_the_plain_board_counts_the_same() {
    check_perft(COUNTED);
}

#[test]
#[ignore = "counts hundreds of millions of moves"]
fn perft_is_as_kept_however_deep() {
    check_perft(u64::MAX);
}

#[test]
fn whoever_follows_the_estimate_beats_chance() {
    for (variant, seats) in [(json!({}), 2), (json!({}), 4), (json!({"board": "square36"}), 2)] {
        let share = greedy_share::<AttackOfTheMoulds>(variant.clone(), seats, 30);
        assert!(share > 0.9, "{variant}, {seats}: {share}");
    }
}

boxwood_conformance::game_tests!(AttackOfTheMoulds, playthrough: &[], 1, shows: ["taking over", "wins with"]);
