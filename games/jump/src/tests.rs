//! The rules, the rulings and the worked examples, by number; and the bits against a plain board.

use std::collections::BTreeSet;

use boxwood_conformance::perft;
use boxwood_conformance::testing::{self, greedy_share, intent, named, new_match, refusal};
use boxwood_scene::{Becomes, Figure, Key, Mark, Tint};
use serde_json::{Value, json};

use super::*;

const SOUTH: Seat = Seat::FIRST;
const NORTH: Seat = Seat::SECOND;

fn space(name: &str) -> Space {
    name.parse().unwrap()
}

fn spaces(names: &str) -> Spaces {
    names.split_whitespace().map(space).collect()
}

/// "a1 a2"
fn action(names: &str) -> Action {
    let (from, to) = names.split_once(' ').unwrap();
    Action::Move { from: space(from), to: space(to) }
}

fn over(jump_over: JumpOver) -> Options {
    Options { jump_over }
}

/// The start, with South to move.
fn beginning(jump_over: JumpOver) -> State {
    let cubes = [start(SOUTH), start(NORTH)];
    State { options: over(jump_over), cubes, phase: Phase::Move(SOUTH), last: None }
}

/// A position as one sees it from South's side, row 6 first, in which this seat is to move. It need not
/// have all cubes.
fn position(rows: [&str; 6], seat: Seat) -> State {
    let of = |owner: char| {
        let is_owned = |space: &Space| {
            let square = space.square();
            rows[5 - square.row as usize].chars().nth(square.col as usize) == Some(owner)
        };
        Space::all().filter(is_owned).collect::<Spaces>()
    };
    State { cubes: [of('S'), of('N')], phase: Phase::Move(seat), ..beginning(JumpOver::One) }
}

/// The same as it would be with a last move, which the audit asks for.
fn moved(state: &State) -> State {
    let other = testing::mover::<Jump>(state).other();
    let back = |to: Space| to.offset(-forward(other), 0).filter(|from| !occupied(state).contains(*from));
    let mut moves = state.cubes[other.index()].iter().filter_map(|to| Some((back(to)?, to)));
    let (from, to) = moves.next().unwrap();
    State { last: Some(Action::Move { from, to }), ..state.clone() }
}

fn with_rows(state: &State) -> State {
    State { options: over(JumpOver::Row), ..state.clone() }
}

fn mover(state: &State) -> Option<Seat> {
    Jump::turn(state).active().first()
}

/// What the mover may do, as from–to in words, sorted.
fn offered(state: &State) -> Vec<String> {
    let actions = testing::actions::<Jump>(state, testing::mover::<Jump>(state));
    let mut names: Vec<String> =
        actions.iter().map(|Action::Move { from, to }| format!("{from}-{to}")).collect();
    names.sort();
    names
}

/// Where the cube on this space may go.
fn ways_of(state: &State, from: &str) -> Vec<String> {
    let start = format!("{from}-");
    offered(state).iter().filter_map(|name| name.strip_prefix(&start).map(String::from)).collect()
}

/// Moves for whoever is to move: "a2 a3, b6 b4"; what was said.
fn play(state: &mut State, moves: &str) -> Vec<String> {
    let play = |names| {
        let mover = testing::mover::<Jump>(state);
        testing::act_unaudited::<Jump>(state, mover, &action(names), 0)
    };
    moves.split(", ").flat_map(play).collect()
}

fn refused(state: &State, names: &str) -> String {
    refusal::<Jump>(state, testing::mover::<Jump>(state), &action(names))
}

#[test]
fn rule_1_eight_cubes_each_in_two_rows() {
    let state = beginning(JumpOver::One);
    assert_eq!(state.cubes, [spaces("a1 b1 c1 d1 a2 b2 c2 d2"), spaces("a5 b5 c5 d5 a6 b6 c6 d6")]);
    assert_eq!(Space::all().count(), 24);
    for name in ["e1", "a7", "a0", "", "b"] {
        assert!(name.parse::<Space>().is_err(), "{name:?}");
    }
    let inventory = Jump::inventory(&state);
    assert_eq!((inventory.tiles, inventory.cubes[..4].to_vec()), ([4; 6], vec![0, 8, 0, 8]));
}

#[test]
fn rule_1_either_seat_may_begin() {
    let begins = |seed| mover(new_match::<Jump>(json!({}), 2, seed).state()).unwrap();
    assert_eq!((0..20).map(begins).collect::<BTreeSet<Seat>>().len(), 2);
}

#[test]
fn rule_2_forward_is_up_for_south_and_down_for_north() {
    for (seat, rows, ways) in [
        (SOUTH, ["....", "....", ".S..", "....", "....", "...N"], ["b5", "c5", "a5"]),
        (NORTH, ["S...", "....", ".N..", "....", "....", "...."], ["b3", "c3", "a3"]),
    ] {
        let state = position(rows, seat);
        assert_eq!(
            ways_of(&state, "b4").iter().collect::<BTreeSet<_>>(),
            ways.map(String::from).iter().collect()
        );
        let up = if seat == SOUTH { "up" } else { "down" };
        for to in ["b4", "a4", "c4", if seat == SOUTH { "b3" } else { "b5" }, "d1", "d5"] {
            if !ways.contains(&to) {
                let expected =
                    format!("Cubes go {up} the board, straight or diagonally, not from b4 to {to} (rule 2).");
                assert_eq!(refused(&state, &format!("b4 {to}")), expected);
            }
        }
    }
}

#[test]
fn rule_3_the_players_alternate_and_move_their_own() {
    let mut state = beginning(JumpOver::One);
    assert_eq!(refused(&state, "a5 a4"), "Move one of your yellow cubes (rule 3).");
    assert_eq!(refused(&state, "a3 a4"), "Move one of your yellow cubes (rule 3).");
    let told = play(&mut state, "a2 b3, a6 a4");
    assert_eq!(
        told.iter().map(|text| named(text)).collect::<Vec<_>>(),
        ["A steps from a2 to b3.", "B jumps from a6 to a4."]
    );
    assert_eq!(refused(&state, "a4 a3"), "Move one of your yellow cubes (rule 3).");
}

#[test]
fn rule_4_a_step_goes_to_a_vacant_space() {
    let state = position(["....", "....", ".SN.", "S...", "....", "...."], SOUTH);
    assert_eq!(ways_of(&state, "a3"), ["a4", "c5"]);
    assert_eq!(refused(&state, "a3 b4"), "There is a cube on b4 already (rule 4).");
}

#[test]
fn rule_5_and_ruling_2_a_jump_passes_over_anybodys_cube_and_captures_nothing() {
    let mut state = position(["....", "....", "NS..", ".S..", "....", "...N"], SOUTH);
    assert_eq!(ways_of(&state, "b3"), ["b5", "c4"], "over its own; to a5 the line leaves the board");
    assert_eq!(refused(&state, "b4 b6"), "A jump needs a cube to pass over, and b5 is vacant (rule 5).");
    let before = state.cubes;
    play(&mut state, "b3 b5");
    assert_eq!(state.cubes[1], before[1]);
    assert_eq!(state.cubes[0], spaces("b4 b5"));
}

#[test]
fn rule_6_ruling_4_and_example_6_a_cube_in_its_goal_stays() {
    let state = position(["....", "...S", "S...", "....", "....", "..N."], SOUTH);
    assert_eq!(refused(&state, "d5 d6"), "The cube on d5 is in its goal and stays there (rule 6).");
    assert_eq!(ways_of(&state, "d5"), [""; 0]);
}

#[test]
fn rule_7_and_example_7_the_eighth_cube_wins_at_once() {
    let mut state = position(["SSSS", "SSS.", "...S", "N...", "NNNN", "NNN."], SOUTH);
    assert_eq!(home(&state, NORTH).len(), 7);
    let told = play(&mut state, "d4 d5");
    assert_eq!(
        told,
        ["{0:step} from d4 to d5: 8 of 8 cubes are home.", "All 8 yellow cubes are home, so {0:win}."]
    );
    assert_eq!(testing::outcome::<Jump>(&state).winners(), testing::seats(&[0]));
    assert_eq!(Jump::audit(&state), Ok(()));
    let why = Jump::check(&state, NORTH, &action("a3 d1")).unwrap_err().to_string();
    assert_eq!(why, "The game has been won (rule 7).");
}

#[test]
fn rule_8_whoever_cannot_move_has_lost_at_once() {
    let mut state = position(["SSSS", "..SS", "..S.", ".N.S", "NNN.", "NNNN"], SOUTH);
    assert_eq!(Jump::audit(&moved(&state)), Ok(()));
    assert_eq!(
        Jump::scene(&state, Viewer::Spectator).banner.as_deref(),
        Some("{1:have} no cube that could move now."),
        "as long as South leaves it like that"
    );
    let moments =
        testing::moments::<Jump>(&mut state.clone(), SOUTH, &action("c4 b5"), 0, Viewer::Seat(NORTH));
    let texts: Vec<_> = moments.iter().map(|(beat, _)| (beat.kind, named(&beat.text))).collect();
    assert_eq!(texts, [(BeatKind::Catch, "B has no cube that can move.".to_string())]);
    let told = play(&mut state, "c4 b5");
    assert_eq!(told.last().map(|text| named(text)).unwrap(), "B has no cube that can move. A wins.");
    assert_eq!(testing::outcome::<Jump>(&state).ranks.as_slice(), [1, 2]);
    assert_eq!(Jump::audit(&state), Ok(()));
}

#[test]
fn ruling_1_and_example_4_with_an_option_a_jump_passes_over_a_row() {
    let state = position(["....", ".N..", ".S..", ".S..", "....", "...N"], SOUTH);
    assert_eq!(ways_of(&state, "b3"), ["a4", "c4"]);
    assert_eq!(refused(&state, "b3 b6"), "A jump passes over one cube only (ruling R1).");
    let state = with_rows(&state);
    assert_eq!(ways_of(&state, "b3"), ["a4", "b6", "c4"]);
    // Only the first space behind the row, and no gap in it.
    let state = with_rows(&position(["....", "....", ".N..", "....", ".N..", ".S.."], SOUTH));
    assert_eq!(ways_of(&state, "b1"), ["a2", "b3", "c2"]);
    assert_eq!(refused(&state, "b1 b5"), "A jump needs a cube to pass over, and b3 is vacant (rule 5).");
    let longest = with_rows(&position(["....", "S...", "N...", "S...", "N...", "S..."], SOUTH));
    assert_eq!(ways_of(&longest, "a1"), ["a6", "b2"]);
}

#[test]
fn ruling_3_one_jump_a_turn() {
    let mut state = position(["....", "....", ".N..", "....", ".N..", ".S.."], SOUTH);
    play(&mut state, "b1 b3");
    assert_eq!(mover(&state), Some(NORTH), "although b3 could go on to b5");
}

#[test]
fn ruling_5_and_example_5_no_move_loses_with_seven_cubes_at_home() {
    // Of the ways from c4, two lead over a cube to an occupied space, and one off the board.
    let mut state = position(["SSSS", ".SSS", "N.S.", ".N..", "NN..", "NNNN"], NORTH);
    assert_eq!(home(&state, SOUTH).len(), 7);
    let told = play(&mut state, "b3 c2");
    assert_eq!(named(told.last().unwrap()), "A has no cube that can move. B wins.");
    assert_eq!(testing::outcome::<Jump>(&state).winners(), testing::seats(&[1]));
    assert_eq!(Jump::scene(&state, Viewer::Spectator).prompt.text, *told.last().unwrap());
}

#[test]
fn example_1_eighteen_moves_at_the_start() {
    let state = beginning(JumpOver::One);
    let steps = "a2-a3 a2-b3 b2-a3 b2-b3 b2-c3 c2-b3 c2-c3 c2-d3 d2-c3 d2-d3";
    let jumps = "a1-a3 b1-b3 c1-c3 d1-d3 a1-c3 b1-d3 c1-a3 d1-b3";
    let expected: BTreeSet<String> = steps.split(' ').chain(jumps.split(' ')).map(String::from).collect();
    assert_eq!(offered(&state).into_iter().collect::<BTreeSet<_>>(), expected);
    assert_eq!(expected.len(), 18);
}

#[test]
fn example_2_a_diagonal_jump_into_the_goal() {
    let free = position(["....", "..N.", ".S..", "....", "....", "...."], SOUTH);
    assert!(ways_of(&free, "b4").contains(&"d6".to_string()));
    let offer = Jump::offer(&free, SOUTH, &action("b4 d6"));
    assert_eq!(offer.why.as_deref(), Some("It is home there, and stays."));
    let taken = position(["...N", "..N.", ".S..", "....", "....", "...."], SOUTH);
    assert_eq!(refused(&taken, "b4 d6"), "There is a cube on d6 already (rule 5).");
}

#[test]
fn example_3_two_jumps_from_the_edge() {
    let state = position([".N..", "NS..", "S...", "....", "....", "...."], SOUTH);
    assert_eq!(ways_of(&state, "a4"), ["a6", "c6"]);
}

#[test]
fn audit_refuses_what_cannot_be() {
    let start = beginning(JumpOver::One);
    let begun = {
        let mut state = start.clone();
        play(&mut state, "a2 b3");
        state
    };
    let won = {
        let mut state = position(["SSSS", "SSS.", "...S", "N...", "NNNN", "NNN."], SOUTH);
        play(&mut state, "d4 d5");
        state
    };
    for state in [&start, &begun, &won] {
        assert_eq!(Jump::audit(state), Ok(()));
    }
    let full = |state: &State| serde_json::to_value(state).unwrap();
    let eight = |cubes: &str| json!(cubes.split(' ').collect::<Vec<_>>());
    let (south, north) = ("a1 b1 c1 d1 a2 b2 c2 d2", "a5 b5 c5 d5 a6 b6 c6 d6");
    for (state, field, value, expected) in [
        (&start, "cubes", json!([eight(south), eight(south)]), "two cubes stand on one space"),
        (&start, "cubes", json!([eight("a1 b1"), eight(north)]), "each player has eight cubes"),
        (&start, "phase", json!({"move": 2}), "jump has two seats"),
        (&start, "phase", json!({"over": 3}), "jump has two seats"),
        (&start, "last", json!({"move": {"from": "a1", "to": "a2"}}), "somebody has moved, but no cube has"),
        (&begun, "last", Value::Null, "cubes have moved, but nobody moved them"),
        (&begun, "last", json!({"move": {"from": "a1", "to": "b3"}}), "the last move was another one"),
        (&begun, "last", json!({"move": {"from": "a2", "to": "a3"}}), "the last move was another one"),
        (&begun, "last", json!({"move": {"from": "a4", "to": "b3"}}), "the last move was another one"),
        (&begun, "phase", json!({"move": 0}), "the last move was another one"),
        (&begun, "phase", json!({"over": 0}), "it is over, but the other player can move"),
        (&won, "phase", json!({"move": 1}), "it is not over, but all cubes of a player are home"),
        (&won, "phase", json!({"over": 1}), "the last move was another one"),
    ] {
        let mut changed = full(state);
        changed[field] = value;
        let changed: State = serde_json::from_value(changed).unwrap();
        assert_eq!(Jump::audit(&changed), Err(expected), "{changed:?}");
    }
    let stuck = moved(&position(["SSSS", ".SSS", "N.S.", "....", "NNN.", "NNNN"], SOUTH));
    assert_eq!(Jump::audit(&stuck), Err("somebody must move, but cannot"));
    let stolen =
        State { phase: Phase::Over(NORTH), ..moved(&State { phase: Phase::Move(SOUTH), ..won.clone() }) };
    assert_eq!(Jump::audit(&stolen), Err("somebody else has won"));
    for (field, value) in
        [("options", json!({"jump_over": "two"})), ("cubes", json!([["e1"], []])), ("winner", json!(0))]
    {
        let mut changed = full(&start);
        changed[field] = value;
        assert!(serde_json::from_value::<State>(changed.clone()).is_err(), "{changed}");
    }
}

#[test]
fn the_viewers_goal_is_tinted_and_what_is_home_is_ticked() {
    let state = moved(&position(["S...", "....", "NSNN", "NNS.", "SSSS", "NS.N"], NORTH));
    let tinted = |viewer: Viewer| -> Spaces {
        let scene = Jump::scene(&state, viewer);
        let cells = scene.zones[0].cells.iter().filter(|cell| cell.tint == Some(Tint::Goal));
        cells.map(|cell| space(&cell.label)).collect()
    };
    assert_eq!(tinted(Viewer::Seat(SOUTH)), goal(SOUTH));
    assert_eq!(tinted(Viewer::Seat(NORTH)), goal(NORTH));
    assert_eq!(tinted(Viewer::Spectator), Spaces::EMPTY);
    let scene = Jump::scene(&state, Viewer::Spectator);
    let is_ticked = |piece: &&boxwood_scene::Piece| piece.marks.contains(&Mark::Good);
    let ticked: Vec<&str> =
        scene.zones[0].pieces.iter().filter(is_ticked).map(|piece| piece.key.as_str()).collect();
    assert_eq!(ticked, ["cube:a6", "cube:a1", "cube:d1"]);
    let homes: Vec<_> = scene.players.iter().map(|player| player.facts[0].value.as_str()).collect();
    assert_eq!(homes, ["1", "2"]);
    let row = |name: &str| scene.zones[0].cells.iter().find(|cell| cell.label == name).unwrap().y;
    assert_eq!((row("a1"), row("a6")), (5, 0), "South sits below");
}

#[test]
fn a_move_is_seen_from_where_to_where() {
    let mut state = beginning(JumpOver::One);
    play(&mut state, "a1 c3");
    let scene = Jump::scene(&state, Viewer::Seat(NORTH));
    let piece = scene.zones[0].pieces.iter().find(|piece| piece.key == "cube:c3").unwrap();
    assert_eq!((piece.from.clone(), &piece.marks), (Some(Key::cell("a1")), &vec![Mark::Last]));
    let cell = scene.zones[0].cells.iter().find(|cell| cell.label == "a1").unwrap();
    assert_eq!(cell.marks, [Mark::Last]);
    assert_eq!(scene.ways[0].through, [Key::cell("a1"), Key::cell("c3")]);
}

#[test]
fn touching_a_cube_and_a_space_means_a_move() {
    let state = beginning(JumpOver::One);
    let intent = |path: &[&str]| intent::<Jump>(&state, SOUTH, path);
    assert_eq!(intent(&["cube:a2", "cell:a3"]), Some(action("a2 a3")));
    assert_eq!(intent(&["cell:a2", "cell:a3"]), Some(action("a2 a3")));
    assert_eq!(intent(&["cube:a1", "cube:a2"]), Some(action("a1 a2")), "so that `check` can say why not");
    for path in [
        &["cube:a2"][..],
        &["cube:a2", "cell:a3", "cell:a4"],
        &["cube:e1", "cell:a2"],
        &["button:a2", "cell:a3"],
    ] {
        assert_eq!(intent(path), None, "{path:?}");
    }
    let offer = Jump::offer(&state, SOUTH, &action("a1 c3"));
    assert_eq!(offer.label, "Jump from a1 to c3");
    assert_eq!(offer.path, [Key::piece("cube", "a1"), Key::cell("c3")]);
    assert_eq!(offer.changes[0].to, Becomes::At(Key::cell("c3")));
    assert_eq!(Jump::offer(&state, SOUTH, &action("a2 a3")).label, "Step from a2 to a3");
    let badge = Jump::scene(&state, Viewer::Spectator).players[1].badge.clone();
    assert_eq!(badge, Some(Figure::Cube(Colour::Blue)));
}

#[test]
fn a_hint_says_what_is_good_about_a_move() {
    let told = |rows, names: &str| {
        let Action::Move { from, to } = action(names);
        advice::reason(&position(rows, SOUTH), SOUTH, from, to)
    };
    let won = ["SSSS", "SSS.", "...S", "N...", "NNNN", "NNN."];
    assert_eq!(told(won, "d4 d5").unwrap(), "It brings your last cube home.");
    let caught = ["SSSS", "..SS", "..S.", ".N.S", "NNN.", "NNNN"];
    assert_eq!(told(caught, "c4 b5").unwrap(), "It leaves {1} no move.");
    let quiet = ["NNNN", "NNNN", "....", "....", "SSSS", "SSSS"];
    assert_eq!(told(quiet, "b2 b3"), None);
    let blocked = ["....", "N...", "....", ".S..", "S..S", "...."];
    assert_eq!(told(blocked, "b3 a4").unwrap(), "It leaves {1} only 2 moves, and you have 6.");
    let narrow = ["NNNN", "NNNN", "....", ".S..", "S.SS", "SSSS"];
    assert_eq!(told(narrow, "b3 b4").unwrap(), "It takes 2 moves away from {1}.");
}

/// The rules once more, slowly and obviously: a square of owners, and walking from space to space.
#[derive(Clone)]
struct Plain {
    owners: [[Option<Seat>; 4]; 6],
    mover: Seat,
    over: JumpOver,
}

type Place = (i8, i8);

impl Plain {
    fn start(over: JumpOver) -> Plain {
        let mut owners = [[None; 4]; 6];
        owners[..2].fill([Some(SOUTH); 4]);
        owners[4..].fill([Some(NORTH); 4]);
        Plain { owners, mover: SOUTH, over }
    }

    /// Nothing if it is off the board.
    fn at(&self, (row, col): Place) -> Option<Option<Seat>> {
        let is_inside = (0..6).contains(&row) && (0..4).contains(&col);
        is_inside.then(|| self.owners[row as usize][col as usize])
    }

    fn is_home(seat: Seat, row: i8) -> bool {
        if seat == SOUTH { row >= 4 } else { row <= 1 }
    }

    fn moves(&self, seat: Seat) -> BTreeSet<(Place, Place)> {
        let up = if seat == SOUTH { 1 } else { -1 };
        let mut moves = BTreeSet::new();
        for row in 0..6 {
            for col in 0..4 {
                if self.at((row, col)) != Some(Some(seat)) || Plain::is_home(seat, row) {
                    continue;
                }
                for aside in [-1, 0, 1] {
                    let place = |steps: i8| (row + steps * up, col + steps * aside);
                    let mut passed = 0;
                    while matches!(self.at(place(passed + 1)), Some(Some(_))) {
                        passed += 1;
                    }
                    let is_short = passed <= 1 || self.over == JumpOver::Row;
                    if is_short && self.at(place(passed + 1)) == Some(None) {
                        moves.insert(((row, col), place(passed + 1)));
                    }
                }
            }
        }
        moves
    }

    fn go(&mut self, from: Place, to: Place) {
        self.owners[from.0 as usize][from.1 as usize] = None;
        self.owners[to.0 as usize][to.1 as usize] = Some(self.mover);
        self.mover = self.mover.other();
    }

    /// Whether the last mover has won, once nobody is to move.
    fn is_over(&self) -> bool {
        let last = self.mover.other();
        let is_away = |row: usize| !Plain::is_home(last, row as i8) && self.owners[row].contains(&Some(last));
        !(0..6).any(is_away) || self.moves(self.mover).is_empty()
    }

    fn perft(&self, depth: u32) -> u64 {
        if self.is_over() {
            return 0;
        }
        let moves = self.moves(self.mover);
        if depth == 1 {
            return moves.len() as u64;
        }
        let after = |(from, to)| {
            let mut next = self.clone();
            next.go(from, to);
            next.perft(depth - 1)
        };
        moves.into_iter().map(after).sum()
    }

    /// Whether the mover wins.
    fn wins(&self) -> bool {
        self.moves(self.mover).into_iter().any(|(from, to)| {
            let mut next = self.clone();
            next.go(from, to);
            next.is_over() || !next.wins()
        })
    }
}

fn place(space: Space) -> Place {
    (space.square().row, space.square().col)
}

fn listed(state: &State, seat: Seat) -> BTreeSet<(Place, Place)> {
    moves(state.cubes, seat, state.options.jump_over).map(|(from, to)| (place(from), place(to))).collect()
}

fn step(state: &mut State, plain: &mut Plain, rng: &mut Rng) {
    let seat = testing::mover::<Jump>(state);
    let action = testing::random::<Jump>(state, seat, rng);
    let Action::Move { from, to } = action;
    Jump::apply(state, seat, &action, &mut Ctx::silent(rng));
    plain.go(place(from), place(to));
}

#[test]
fn bits_and_plain_board_agree_in_random_games() {
    let mut rng = Rng::from_number(6);
    let (mut positions, mut ends) = (0, [0; 2]);
    for number in 0..300 {
        let over = if number % 2 == 0 { JumpOver::One } else { JumpOver::Row };
        let (mut state, mut plain) = (beginning(over), Plain::start(over));
        while let Some(seat) = mover(&state) {
            assert_eq!((seat, plain.is_over()), (plain.mover, false));
            for seat in Seat::all(2) {
                assert_eq!(listed(&state, seat), plain.moves(seat), "{state:?}");
                assert_eq!(can_move(state.cubes, seat, over), !plain.moves(seat).is_empty());
            }
            positions += 1;
            step(&mut state, &mut plain, &mut rng);
        }
        assert!(plain.is_over(), "{state:?}");
        let Phase::Over(winner) = state.phase else { panic!("it is over") };
        assert_eq!(winner, plain.mover.other());
        ends[usize::from(home(&state, winner).len() == 8)] += 1;
    }
    assert!(positions > 8000 && ends.iter().all(|&number| number > 50), "{positions} {ends:?}");
}

#[test]
fn list_and_judge_agree_on_every_pair_of_spaces() {
    let mut rng = Rng::from_number(7);
    for over in [JumpOver::One, JumpOver::Row] {
        for _ in 0..20 {
            let (mut state, mut plain) = (beginning(over), Plain::start(over));
            for _ in 0..rng.below(30) {
                if mover(&state).is_some() {
                    step(&mut state, &mut plain, &mut rng);
                }
            }
            let Some(seat) = mover(&state) else { continue };
            for from in Space::all() {
                for to in Space::all() {
                    testing::is_legal::<Jump>(&state, seat, &Action::Move { from, to });
                }
            }
        }
    }
}

/// How many ways there are to move so many times from the start. Depth 1 is example 1, and depth 2 its square:
/// nobody is in the other's way yet.
const PERFT: [(JumpOver, [u64; 6]); 2] = [
    (JumpOver::One, [18, 324, 5_196, 78_496, 1_090_190, 14_039_568]),
    (JumpOver::Row, [18, 324, 5_496, 90_426, 1_401_986, 20_989_386]),
];
/// The plain board counts so far, here and now.
const COUNTED_TWICE: u32 = 4;

#[test]
fn perft_from_the_start() {
    for (over, counts) in PERFT {
        let (state, plain) = (beginning(over), Plain::start(over));
        for (depth, expected) in (1..).zip(counts) {
            let counted = perft::<Jump>(&state, depth, &Rng::from_number(0));
            assert_eq!(counted, expected, "{over:?}, depth {depth}");
            assert!(
                depth > COUNTED_TWICE || plain.perft(depth) == expected,
                "plain, {over:?}, depth {depth}"
            );
        }
    }
}

fn wins(solver: &dyn Solver<Jump>, state: &State) -> bool {
    solver.margin(state, (-1, 1), &mut |_| true).unwrap() > 0
}

/// A position of a random game with so many rows to go, in which somebody is to move.
fn late_position(over: JumpOver, rows: u32, rng: &mut Rng) -> (State, Plain) {
    loop {
        let (mut state, mut plain) = (beginning(over), Plain::start(over));
        while mover(&state).is_some() {
            if Seat::all(2).map(|seat| rows_to_go(&state, seat)).sum::<u32>() <= rows {
                return (state, plain);
            }
            step(&mut state, &mut plain, rng);
        }
    }
}

#[test]
fn solved_endgames_are_those_of_a_plain_search() {
    let mut rng = Rng::from_number(20);
    let mut won = 0;
    for over in [JumpOver::One, JumpOver::Row] {
        // A small memory forgets much, and must still be right.
        for (bits, rows, positions) in [(14, 6, 60), (14, 10, 60), (4, 10, 30), (14, 14, 20)] {
            let solver = Jump::solver(bits).unwrap();
            for _ in 0..positions {
                let (state, plain) = late_position(over, rows, &mut rng);
                assert!(solver.is_near(&state));
                assert_eq!(wins(&*solver, &state), plain.wins(), "{state:?}");
                won += u32::from(plain.wins());
            }
        }
    }
    assert!((80..260).contains(&won), "{won}");
}

#[test]
fn a_position_is_won_if_one_of_its_moves_is() {
    let mut rng = Rng::from_number(5);
    for _ in 0..10 {
        let (state, _) = late_position(JumpOver::One, 26, &mut rng);
        let [whole, parts] = [(); 2].map(|()| Jump::solver(16).unwrap());
        let seat = testing::mover::<Jump>(&state);
        let is_good = |action: &Action| {
            let mut next = state.clone();
            Jump::apply(&mut next, seat, action, &mut Ctx::silent(&mut Rng::from_number(0)));
            next.phase == Phase::Over(seat) || !wins(&*parts, &next)
        };
        let any = testing::actions::<Jump>(&state, seat).iter().any(is_good);
        assert_eq!(wins(&*whole, &state), any, "{state:?}");
    }
}

#[test]
fn a_solver_stops_when_it_is_told_to_and_remembers_what_it_has_found() {
    let solver = Jump::solver(10).unwrap();
    let mut seen = 0;
    let stop = &mut |positions| {
        seen += positions;
        seen < 20_000
    };
    assert_eq!(solver.margin(&beginning(JumpOver::One), (-1, 0), stop), None);
    assert!(seen < 40_000, "{seen}");
    assert!(!solver.is_near(&beginning(JumpOver::One)));
    let (state, _) = late_position(JumpOver::One, 26, &mut Rng::from_number(3));
    let solver = Jump::solver(16).unwrap();
    let expected = wins(&*solver, &state);
    assert!((0..4).all(|_| wins(&*solver, &state) == expected));
}

#[test]
fn whoever_follows_the_estimate_beats_chance() {
    for variant in [json!({}), json!({"jump_over": "row"})] {
        let share = greedy_share::<Jump>(variant.clone(), 2, 60);
        assert!(share > 0.75, "{variant}: {share}");
    }
}

boxwood_conformance::game_tests!(Jump, playthrough: &[], 1, shows: ["jumps from", "are home", "wins."]);
