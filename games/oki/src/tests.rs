//! The rules, the rulings and the worked examples, by number; and turns against a plain enumeration.

use std::collections::{BTreeMap, BTreeSet};

use boxwood_conformance::testing::{self, greedy_share, intent, named, new_match, refusal, seat};
use boxwood_kit::Square;
use boxwood_scene::{Figure, Key, Mark};
use serde_json::{Value, json};

use super::*;

const A: Seat = Seat::FIRST;
const B: Seat = Seat::SECOND;
const SIZES: [Tiles; 6] =
    [Tiles::Twelve, Tiles::Sixteen, Tiles::Twenty, Tiles::TwentyFive, Tiles::Thirty, Tiles::ThirtySix];
const LAYOUTS: [Layout; 4] = [Layout::Scatter, Layout::Square, Layout::Diamond, Layout::Ring];

/// The place at this x and y.
fn at(x: i8, y: i8) -> Space {
    Space::new(Square::new(y, x)).unwrap()
}

fn space(name: &str) -> Space {
    name.parse().unwrap()
}

fn spaces(names: &str) -> Spaces {
    names.split_whitespace().map(space).collect()
}

/// A board, row by row: `#` is a vacant tile, `a` and `b` are cubes. This seat is to place. The number of
/// tiles need not be one that can be chosen.
fn position(rows: &[&str], mover: Seat) -> State {
    let of = |wanted: &dyn Fn(char) -> bool| -> Spaces {
        let is_it = |space: &Space| {
            let Square { row, col } = space.square();
            rows.get(row as usize).and_then(|row| row.chars().nth(col as usize)).is_some_and(wanted)
        };
        Space::all().filter(is_it).collect()
    };
    let mut cubes = SeatMap::filled(2, Spaces::EMPTY);
    (cubes[A], cubes[B]) = (of(&|c| c == 'a'), of(&|c| c == 'b'));
    State {
        options: Options::default(),
        tiles: of(&|c| c != '.'),
        cubes,
        phase: Phase::Place { seat: mover, placed: Spaces::EMPTY },
        last: cubes[mover.other()],
    }
}

fn with(state: &State, options: Options) -> State {
    State { options, ..state.clone() }
}

fn contiguous() -> Options {
    Options { line: Line::Contiguous, ..Options::default() }
}

fn for_points() -> Options {
    Options { goal: Goal::Points, ..Options::default() }
}

fn act(state: &mut State, action: Action) -> Vec<String> {
    testing::act_unaudited::<Oki>(state, testing::mover::<Oki>(state), &action, 0)
}

/// Places cubes one after the other; what was said.
fn place_all(state: &mut State, names: &str) -> Vec<String> {
    names.split_whitespace().flat_map(|name| act(state, Action::Place(space(name)))).collect()
}

fn offered(state: &State) -> Spaces {
    let actions = testing::actions::<Oki>(state, testing::mover::<Oki>(state));
    let place = |action: &Action| if let Action::Place(space) = action { Some(*space) } else { None };
    actions.iter().filter_map(place).collect()
}

fn refused(state: &State, name: &str) -> String {
    refusal::<Oki>(state, testing::mover::<Oki>(state), &Action::Place(space(name)))
}

#[test]
fn rule_1_and_ruling_1_all_tiles_hang_together() {
    for layout in LAYOUTS {
        for size in SIZES {
            for seed in 0..20 {
                let tiles = lay_out(layout, size.number(), &mut Rng::from_number(seed));
                assert_eq!(tiles.len(), size.number());
                let mut reached = Spaces::only(tiles.first().unwrap());
                for _ in 0..40 {
                    reached |= reached.neighbours() & tiles;
                }
                assert_eq!(reached, tiles, "{layout:?} {size:?} {seed}");
            }
        }
    }
}

#[test]
fn rule_1_anybody_may_begin() {
    for seats in 2..=4 {
        let begins = |seed| testing::mover::<Oki>(new_match::<Oki>(json!({}), seats, seed).state());
        assert_eq!((0..40).map(begins).collect::<BTreeSet<Seat>>().len(), seats);
    }
}

#[test]
fn rule_2_and_example_1_the_first_turn_is_one_cube_on_any_tile() {
    let mut state = position(&["###", "###", "###"], A);
    assert_eq!(offered(&state), state.tiles);
    assert_eq!(refusal::<Oki>(&state, A, &Action::End), "Place at least one cube first (rule 5).");
    let told = act(&mut state, Action::Place(at(1, 1)));
    assert_eq!(named(&told[0]), "A places a cube on b2.");
    assert_eq!(testing::mover::<Oki>(&state), B, "nothing more");
}

#[test]
fn rule_3_ruling_3_and_example_3_each_cube_touches_another() {
    let state = position(&["....", ".a..", "..#.", "...#", "....#"], B);
    let mut diagonal = state.clone();
    place_all(&mut diagonal, "c3 d4 e5");
    assert_eq!(diagonal.phase, Phase::Over { last: B });
    assert_eq!(refused(&state, "d4"), "d4 touches no tile with a cube (rule 3).");
    assert_eq!(refused(&state, "b2"), "There is a cube on b2 already (rule 3).");
    assert_eq!(refused(&state, "a1"), "There is no tile on a1 (rule 3).");
}

#[test]
fn rule_4_and_example_2_all_cubes_of_a_turn_are_on_one_line() {
    // The tile on (1, 1) has a cube.
    let mut state = position(&["....", "#a##", "...#"], B);
    place_all(&mut state, "c2 d2");
    assert_eq!(refused(&state, "d3"), "d3 is not on one line with this turn's cubes (rule 4).");
    assert_eq!(offered(&state), spaces("a2"), "same row, and touching b2");
    place_all(&mut state, "a2");
    act(&mut state, Action::End);
    assert_eq!((testing::mover::<Oki>(&state), state.last), (A, spaces("a2 c2 d2")));
}

#[test]
fn rule_4_ruling_4_and_example_4_gaps_are_allowed_unless_chosen_otherwise() {
    let state = position(&["##a##"], B);
    let mut loose = state.clone();
    place_all(&mut loose, "b1 d1");
    let mut strict = with(&state, contiguous());
    place_all(&mut strict, "b1");
    assert_eq!(refused(&strict, "d1"), "d1 is not right beside this turn's cubes (rule 8).");
    assert_eq!(offered(&strict), spaces("a1"));
    place_all(&mut strict, "a1");
    assert_eq!(offered(&strict), Spaces::EMPTY);
}

#[test]
fn rule_5_and_rule_6_and_example_5_turns_end_and_the_last_tile_wins() {
    let mut state = position(&["a#b"], A);
    let told = place_all(&mut state, "b1");
    assert_eq!(told.last().unwrap(), "{0:fill} the last tile, so {0:win}.");
    assert_eq!(testing::outcome::<Oki>(&state).ranks.as_slice(), [1, 2]);
    let why = Oki::check(&state, A, &Action::End).unwrap_err().to_string();
    assert_eq!(why, "All tiles are filled (rule 6).");
    let mut three = SeatMap::filled(3, Spaces::EMPTY);
    three[seat(2)] = spaces("a1 c1");
    let mut state = State {
        cubes: three,
        phase: Phase::Place { seat: seat(1), placed: Spaces::EMPTY },
        ..position(&["a#b"], A)
    };
    place_all(&mut state, "b1");
    assert_eq!(
        testing::outcome::<Oki>(&state).ranks.as_slice(),
        [2, 1, 2],
        "the others share the second place"
    );
}

#[test]
fn rule_6_and_example_6_three_in_a_row_or_two_and_one() {
    let mut state = position(&["aaa", "###"], A);
    place_all(&mut state, "a2 b2 c2");
    assert_eq!(state.phase, Phase::Over { last: A });
    let solver = Oki::solver(10).unwrap();
    let state = position(&["aaaa", "##.a", "..#a"], A);
    let mut two = state.clone();
    place_all(&mut two, "a2 b2");
    assert_eq!(refused(&two, "c3"), "c3 is not on one line with this turn's cubes (rule 4).");
    act(&mut two, Action::End);
    assert_eq!(margin(&*solver, &two), 1, "the other player fills the last one");
}

#[test]
fn rule_7_and_example_7_points() {
    let mut state = with(&position(&["aaaaaaaaa", "aabbbbbbb", "bbbbbb#.."], A), for_points());
    assert_eq!((state.cubes[A].len(), state.cubes[B].len()), (11, 13));
    let told = place_all(&mut state, "g3");
    assert_eq!(testing::outcome::<Oki>(&state).scores.as_slice(), [17, 13]);
    assert_eq!(told.last().unwrap(), "{0:fill} the last tile. {0:win} with 17 points.");
    let parts: Vec<_> = Oki::scene(&state, Viewer::Spectator).players[0].parts.clone();
    assert_eq!(parts.iter().map(|part| part.points).collect::<Vec<_>>(), [12, 5]);
    let mut drawn = with(&position(&["aaa", "bbb", "bbb", "bb#"], A), for_points());
    drawn.cubes[A].insert(space("c4"));
    drawn.cubes[A].remove(space("c4"));
    place_all(&mut drawn, "c4");
    assert_eq!(testing::outcome::<Oki>(&drawn).scores.as_slice(), [9, 8]);
    let mut drawn = with(&position(&["aa", "bb", "bb", "bb", "bb", "#."], A), for_points());
    place_all(&mut drawn, "a6");
    assert_eq!(testing::outcome::<Oki>(&drawn).ranks.as_slice(), [1, 1]);
}

#[test]
fn rule_8_cubes_side_by_side_along_every_line() {
    let state = with(&position(&["####", "#a##", "####", "####"], B), contiguous());
    for (turn, more) in [
        ("a1 b1", "c1"),
        ("c3 d4", ""),
        ("c2 c3", "c1 c4"),
        ("a2 a3", "a1 a4"),
        ("c1 d2", ""),
        ("c3", "d2 b4 c2 d3 b3 c4 d4"),
    ] {
        let mut state = state.clone();
        place_all(&mut state, turn);
        assert_eq!(offered(&state), spaces(more), "{turn}");
    }
}

#[test]
fn rule_9_layouts() {
    let drawn = |layout: Layout, tiles: usize| -> Vec<String> {
        let tiles = lay_out(layout, tiles, &mut Rng::from_number(1));
        let rows = (0..9).map(|y| {
            let row: String = (0..9).map(|x| if tiles.contains(at(x, y)) { '#' } else { '.' }).collect();
            row.trim_end_matches('.').to_string()
        });
        let rows: Vec<String> = rows.collect();
        rows.into_iter().filter(|row| !row.is_empty()).collect()
    };
    assert_eq!(drawn(Layout::Square, 12), ["####", "####", "####"]);
    assert_eq!(drawn(Layout::Square, 20), ["#####", "#####", "#####", "#####"]);
    assert_eq!(drawn(Layout::Square, 30), ["######"; 5]);
    assert_eq!(
        drawn(Layout::Diamond, 25),
        ["....#", "...###", "..#####", ".#######", "..#####", "...###", "....#"]
    );
    assert_eq!(
        drawn(Layout::Diamond, 12),
        ["....#", "...###", "..#####", "...###"],
        "ties by row, then column"
    );
    assert_eq!(drawn(Layout::Ring, 12), ["######", "#....#", "#....#", "#....#"]);
    assert_eq!(drawn(Layout::Ring, 25)[..3], ["#######", "##....#", "#.....#"]);
    assert_eq!(drawn(Layout::Ring, 36)[..3], ["########", "########", "##....##"]);
}

#[test]
fn ruling_2_scattered_tiles_leave_open_space() {
    for (size, side) in SIZES.into_iter().zip([5, 6, 7, 8, 8, 9]) {
        let mut crowded = 0;
        for seed in 0..50 {
            let tiles = lay_out(Layout::Scatter, size.number(), &mut Rng::from_number(seed));
            assert!(tiles.is_subset(Spaces::rectangle(side, side)), "{size:?}");
            assert!(tiles.contains(at(side as i8 / 2, side as i8 / 2)));
            crowded += tiles.iter().filter(|tile| (tile.neighbours() & tiles).len() > 6).count();
        }
        assert!(crowded < 10, "{size:?}: {crowded}");
    }
}

/// The same by counting, tile by tile.
fn plain_scatter(tiles: usize, rng: &mut Rng) -> BTreeSet<(i8, i8)> {
    let side = (2.0 * tiles as f64).sqrt().ceil() as i8;
    let mut laid = BTreeSet::from([(side / 2, side / 2)]);
    while laid.len() < tiles {
        let touched = |(row, col): (i8, i8)| {
            laid.iter().filter(|tile| (tile.0 - row).abs() <= 1 && (tile.1 - col).abs() <= 1).count()
        };
        let places = (0..side).flat_map(|row| (0..side).map(move |col| (row, col)));
        let empty: Vec<(i8, i8)> = places.filter(|place| !laid.contains(place)).collect();
        let touching = |most: usize| -> Vec<(i8, i8)> {
            empty.iter().filter(|place| (1..=most).contains(&touched(**place))).copied().collect()
        };
        let mut open = touching(3);
        if open.is_empty() {
            open = touching(8);
        }
        let next = open[rng.index(open.len())];
        laid.insert(next);
    }
    laid
}

#[test]
fn ruling_2_every_tile_touches_one_to_three_when_it_is_laid() {
    for size in SIZES {
        for seed in 0..100 {
            let tiles = lay_out(Layout::Scatter, size.number(), &mut Rng::from_number(seed));
            let places: BTreeSet<(i8, i8)> =
                tiles.iter().map(|tile| (tile.square().row, tile.square().col)).collect();
            let expected = plain_scatter(size.number(), &mut Rng::from_number(seed));
            assert_eq!(places, expected, "{size:?} {seed}");
        }
    }
}

#[test]
fn ruling_5_two_cubes_share_a_row_a_column_or_a_diagonal() {
    let mut state = position(&["aaaa", "####", "####", "aaaa"], B);
    place_all(&mut state, "b2");
    assert_eq!(offered(&state), spaces("a2 c2 d2 b3 a3 c3"), "but d3 is a knight's move away");
}

#[test]
fn ruling_6_two_to_four_can_play() {
    for seats in 2..=4 {
        let game = new_match::<Oki>(json!({"tiles": "36"}), seats, 1);
        let inventory = Oki::inventory(game.state());
        assert_eq!((inventory.tiles, inventory.cubes[4]), ([6; 6], 16));
        assert_eq!(inventory.cubes[..4].iter().sum::<u16>(), 20 * seats as u16);
    }
    assert_eq!(
        Oki::inventory(new_match::<Oki>(json!({"tiles": "16"}), 2, 1).state()).tiles,
        [6, 6, 4, 0, 0, 0]
    );
}

#[test]
fn ruling_7_a_line_goes_on_where_there_is_no_tile() {
    let mut state = position(&["#.#", "aaa"], B);
    place_all(&mut state, "a1");
    assert_eq!(offered(&state), spaces("c1"));
}

#[test]
fn audit_refuses_what_cannot_be() {
    let game = new_match::<Oki>(json!({"layout": "square", "tiles": "12"}), 2, 3);
    let start = game.state().clone();
    let mut begun = start.clone();
    let first = testing::mover::<Oki>(&start);
    for action in [Action::Place(space("b2")), Action::Place(space("b1")), Action::Place(space("c1"))] {
        act(&mut begun, action);
    }
    for state in [&start, &begun] {
        assert_eq!(Oki::audit(state), Ok(()));
    }
    let (one, two) = (first.index(), first.other().index());
    let cubes = |pairs: [(usize, &str); 2]| {
        let mut cubes = json!([[], []]);
        for (seat, names) in pairs {
            cubes[seat] = json!(names.split_whitespace().collect::<Vec<_>>());
        }
        cubes
    };
    let place = |seat: usize, placed: &str| json!({"place": {"seat": seat, "placed": placed.split_whitespace().collect::<Vec<_>>()}});
    let all = "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3";
    for (state, field, value, expected) in [
        (&start, "tiles", json!(["a1"]), "there are not as many tiles as were chosen"),
        (&start, "options", json!({"tiles": "12", "layout": "ring"}), "the tiles do not lie as was chosen"),
        (&start, "phase", place(2, ""), "oki has two to four seats"),
        (&start, "cubes", json!([[]]), "oki has two to four seats"),
        (&start, "cubes", json!([[], [], [], [], []]), "oki has two to four seats"),
        (&start, "cubes", cubes([(0, "e5"), (1, "")]), "a cube lies beside the tiles"),
        (&begun, "cubes", cubes([(0, "b2 b1 c1"), (1, "b2 b1 c1")]), "two cubes lie on one tile"),
        (&begun, "cubes", cubes([(one, "a1"), (two, "c1 b1 d3")]), "the cubes do not hang together"),
        (&begun, "cubes", cubes([(one, all), (two, "")]), "all tiles are filled, but it is not over"),
        (&begun, "phase", json!({"over": {"last": one}}), "it is over, but a tile is vacant"),
        (&begun, "phase", place(two, "b1 d1"), "this turn's cubes are somebody else's"),
        (&begun, "last", json!([]), "the turn before was another one"),
        (&begun, "last", json!(["b1", "b2"]), "the turn before was another one"),
    ] {
        let mut changed = serde_json::to_value(state).unwrap();
        changed[field] = value;
        let changed: State = serde_json::from_value(changed).unwrap();
        assert_eq!(Oki::audit(&changed), Err(expected), "{field} {changed:?}");
    }
    let alone = State {
        cubes: SeatMap::from_fn(2, |seat| if seat == first { spaces("b2") } else { Spaces::EMPTY }),
        phase: Phase::Place { seat: first, placed: spaces("b2") },
        ..begun.clone()
    };
    assert!(Oki::audit(&alone).is_err());
    for (field, value) in
        [("options", json!({"tiles": "13"})), ("tiles", json!(["j1"])), ("turns", Value::Null)]
    {
        let mut changed = serde_json::to_value(&start).unwrap();
        changed[field] = value;
        assert!(serde_json::from_value::<State>(changed.clone()).is_err(), "{changed}");
    }
}

#[test]
fn the_table_shows_this_turn_and_what_is_left() {
    let mut state = position(&["#####", "aab##"], A);
    let scene = Oki::scene(&state, Viewer::Seat(A));
    assert_eq!(scene.tags, ["7 tiles vacant"]);
    assert!(scene.prompt.controls.is_empty() && scene.zones[0].shores);
    place_all(&mut state, "b1 d1");
    let scene = Oki::scene(&state, Viewer::Seat(A));
    assert_eq!(scene.prompt.controls.len(), 1);
    assert_eq!(scene.ways[0].through, [Key::cell("b1"), Key::cell("d1")]);
    let is_marked = |piece: &&boxwood_scene::Piece| piece.marks.contains(&Mark::Last);
    let marked: Vec<&str> =
        scene.zones[0].pieces.iter().filter(is_marked).map(|piece| piece.key.as_str()).collect();
    assert_eq!(marked, ["cube:b1", "cube:d1"]);
    assert_eq!(scene.players[1].badge, Some(Figure::Cube(Colour::Red)));
    assert!(!Oki::offer(&state, A, &Action::End).idle);
    assert!(Oki::scene(&state, Viewer::Seat(B)).prompt.controls.is_empty());
}

#[test]
fn touching_a_tile_or_its_cube_means_placing_there() {
    let state = position(&["a#"], B);
    let intent = |path: &[&str]| intent::<Oki>(&state, B, path);
    assert_eq!(intent(&["cell:b1"]), Some(Action::Place(space("b1"))));
    assert_eq!(intent(&["cube:a1"]), Some(Action::Place(space("a1"))), "so that `check` can say it is taken");
    assert_eq!(intent(&["button:end"]), Some(Action::End));
    for path in [&["cell:j1"][..], &["cell:b1", "cell:a1"], &["button:go"]] {
        assert_eq!(intent(path), None, "{path:?}");
    }
    assert_eq!(
        Oki::offer(&state, B, &Action::Place(space("b1"))).why.as_deref(),
        Some("It is the last tile.")
    );
}

/// Every set of tiles that a turn can fill, found by trying one tile after the other.
fn plain_turns(state: &State) -> BTreeSet<BTreeSet<(i8, i8)>> {
    type Place = (i8, i8);
    let places = |spaces: Spaces| -> BTreeSet<Place> {
        spaces.iter().map(|space| (space.square().row, space.square().col)).collect()
    };
    let (tiles, cubes) = (places(state.tiles), places(filled(state)));
    let touches = |one: Place, other: Place| {
        one != other && (one.0 - other.0).abs() <= 1 && (one.1 - other.1).abs() <= 1
    };
    let on_a_line = |turn: &BTreeSet<Place>| {
        let all_same = |of: &dyn Fn(Place) -> i8| {
            turn.iter().map(|place| of(*place)).collect::<BTreeSet<_>>().len() <= 1
        };
        all_same(&|(row, _)| row)
            || all_same(&|(_, col)| col)
            || all_same(&|(row, col)| row + col)
            || all_same(&|(row, col)| row - col)
    };
    let side_by_side = |turn: &BTreeSet<Place>| {
        let (first, last) = (*turn.first().unwrap(), *turn.last().unwrap());
        let length = (last.0 - first.0).abs().max((last.1 - first.1).abs());
        length as usize + 1 == turn.len()
    };
    let mut found = BTreeSet::new();
    let mut open = vec![BTreeSet::new()];
    while let Some(turn) = open.pop() {
        for &tile in tiles.difference(&cubes) {
            let mut next = turn.clone();
            let is_beside = cubes.iter().chain(&turn).any(|cube| touches(*cube, tile));
            if !is_beside || !next.insert(tile) || !on_a_line(&next) {
                continue;
            }
            if state.options.line == Line::Contiguous && !side_by_side(&next) {
                continue;
            }
            if found.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    found
}

/// The same by the rules of the game, one action after the other.
fn turns(state: &State) -> BTreeSet<BTreeSet<(i8, i8)>> {
    let Phase::Place { seat, .. } = state.phase else { panic!("somebody is to place") };
    let mut found = BTreeSet::new();
    let mut open = vec![state.clone()];
    while let Some(state) = open.pop() {
        for space in offered(&state) {
            let mut next = state.clone();
            Oki::apply(&mut next, seat, &Action::Place(space), &mut Ctx::silent(&mut Rng::from_number(0)));
            let placed = match next.phase {
                Phase::Place { placed, .. } => placed,
                Phase::Over { .. } => next.last,
            };
            let is_over = matches!(next.phase, Phase::Over { .. });
            let turn: BTreeSet<(i8, i8)> =
                placed.iter().map(|space| (space.square().row, space.square().col)).collect();
            if found.insert(turn) && !is_over {
                open.push(next);
            }
        }
    }
    found
}

/// A position before a turn of a random match, with at most so many vacant tiles.
fn random_position(options: &Value, most: usize, rng: &mut Rng) -> State {
    loop {
        let mut game = new_match::<Oki>(options.clone(), 2, rng.bits().into());
        let wanted = 1 + rng.index(most);
        while let Some(seat) = game.active().first() {
            let is_before_turn =
                matches!(game.state().phase, Phase::Place { placed, .. } if placed.is_empty());
            if is_before_turn && !filled(game.state()).is_empty() && vacant(game.state()).len() <= wanted {
                return game.state().clone();
            }
            let action = testing::random::<Oki>(game.state(), seat, rng);
            game.act(seat, action).unwrap();
        }
    }
}

#[test]
fn turns_are_those_of_a_plain_enumeration() {
    let mut rng = Rng::from_number(5);
    let mut many = 0;
    for number in 0..2400 {
        let layout = ["scatter", "square", "diamond", "ring"][number % 4];
        let line = ["loose", "contiguous"][number / 4 % 2];
        let tiles = ["12", "16", "20"][number / 8 % 3];
        let options = json!({"layout": layout, "line": line, "tiles": tiles});
        let state = random_position(&options, 20, &mut rng);
        let expected = plain_turns(&state);
        assert_eq!(turns(&state), expected, "{state:?}");
        assert_eq!(solve::turns(&state), expected.len(), "{state:?}");
        many += expected.len();
    }
    assert!(many > 20_000, "{many}");
}

fn margin(solver: &dyn Solver<Oki>, state: &State) -> i32 {
    solver.margin(state, (-100, 100), &mut |_| true).unwrap()
}

/// What whoever is to act wins by, by the rules alone, one action after the other.
fn slow_margin(state: &State, known: &mut BTreeMap<String, i32>) -> i32 {
    let Phase::Place { seat, .. } = state.phase else {
        panic!("somebody is to place");
    };
    let name = serde_json::to_string(&State { last: Spaces::EMPTY, ..state.clone() }).unwrap();
    if let Some(margin) = known.get(&name) {
        return *margin;
    }
    let after = |action: &Action| {
        let mut next = state.clone();
        Oki::apply(&mut next, seat, action, &mut Ctx::silent(&mut Rng::from_number(0)));
        match Oki::turn(&next) {
            Turn::Over(outcome) => outcome.scores[seat] - outcome.scores[seat.other()],
            Turn::Active(active) if active.contains(seat) => slow_margin(&next, known),
            Turn::Active(_) => -slow_margin(&next, known),
        }
    };
    let best = testing::actions::<Oki>(state, seat).iter().map(after).max().unwrap();
    known.insert(name, best);
    best
}

#[test]
fn solved_positions_are_those_of_a_plain_search() {
    let mut rng = Rng::from_number(20);
    let mut won = BTreeMap::new();
    for number in 0..160 {
        let goal = ["last", "points"][number % 2];
        let line = ["loose", "contiguous"][number / 2 % 2];
        let options = json!({"goal": goal, "line": line, "tiles": "12"});
        let mut state = random_position(&options, 8, &mut rng);
        let (solver, mut known) = (Oki::solver(12).unwrap(), BTreeMap::new());
        for _ in 0..3 {
            let expected = slow_margin(&state, &mut known);
            assert_eq!(margin(&*solver, &state), expected, "{state:?}");
            let bound = solver.margin(&state, (0, 1), &mut |_| true).unwrap();
            assert_eq!(bound > 0, expected > 0, "{state:?}");
            *won.entry(expected > 0).or_insert(0) += 1;
            // Then in the middle of the turn.
            let action = testing::random::<Oki>(&state, testing::mover::<Oki>(&state), &mut rng);
            act(&mut state, action);
            if !matches!(state.phase, Phase::Place { .. }) {
                break;
            }
        }
    }
    assert!(won[&true] > 100 && won[&false] > 60, "{won:?}");
}

#[test]
fn a_solver_stops_when_it_is_told_to_and_leaves_three_alone() {
    let solver = Oki::solver(10).unwrap();
    let state = new_match::<Oki>(json!({"layout": "square", "tiles": "36"}), 2, 1).state().clone();
    assert_eq!(solver.margin(&state, (-1, 1), &mut |_| false), None);
    assert!(!solver.is_near(&state));
    let three = new_match::<Oki>(json!({"tiles": "12"}), 3, 1).state().clone();
    assert_eq!(solver.margin(&three, (-1, 1), &mut |_| true), None);
}

#[test]
fn a_hint_says_what_is_good_about_an_action() {
    let told = |state: &State, action: Action| Oki::reason(state, A, &action);
    let place = |name: &str| Action::Place(space(name));
    let lost = position(&["aaaa", "##.a", "..#a"], A);
    assert_eq!((told(&lost, place("a2")), told(&lost, place("c3"))), (None, None));
    assert_eq!(told(&position(&["aa#"], A), place("c1")).unwrap(), "It fills the last tile.");
    let mut row = position(&["aaaaa", "#a#a#"], A);
    assert_eq!(told(&row, place("a2")).unwrap(), "You can fill all that is left in this turn.");
    place_all(&mut row, "a2");
    assert_eq!(told(&row, place("c2")).unwrap(), "You can fill all that is left in this turn.");
    assert_eq!(told(&row, Action::End), None);
    let mut parted = position(&["aaaaa", "#a#aa", "aaaaa", "aaaaa", "aaaa#"], A);
    assert_eq!(
        told(&parted, place("a2")).unwrap(),
        "With it you can still be the one who fills the last tile."
    );
    place_all(&mut parted, "a2");
    assert_eq!(
        told(&parted, Action::End).unwrap(),
        "It leaves 2 tiles, and whatever {1} fills, you can fill the last."
    );
    assert_eq!(told(&with(&parted, for_points()), Action::End), None);
}

#[test]
fn whoever_follows_the_estimate_beats_chance() {
    for variant in [json!({}), json!({"goal": "points"}), json!({"tiles": "12", "line": "contiguous"})] {
        let share = greedy_share::<Oki>(variant.clone(), 2, 80);
        assert!(share > 0.6, "{variant}: {share}");
    }
}

boxwood_conformance::game_tests!(Oki, playthrough: &[], 1, shows: ["places a cube", "the last tile"]);
