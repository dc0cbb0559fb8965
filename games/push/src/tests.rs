//! The rules, the rulings and the worked examples, by number; and the bits against plain lists.

use std::collections::{BTreeMap, BTreeSet};

use boxwood_conformance::perft;
use boxwood_conformance::testing::{self, greedy_share, intent, named, new_match, refusal};
use boxwood_scene::{Becomes, Figure, Key, Mark};
use serde_json::{Value, json};

use super::*;

const A: Seat = Seat::FIRST;
const B: Seat = Seat::SECOND;
const SIZES: [Size; 3] = [Size::Four, Size::Five, Size::Six];

fn space(name: &str) -> Space {
    name.parse().unwrap()
}

/// "c1 left"
fn push(text: &str) -> Action {
    let (at, from) = text.split_once(' ').unwrap();
    Action::Push { at: space(at), from: from.parse().unwrap() }
}

fn options(size: Size, diagonals: Diagonals) -> Options {
    Options { size, diagonals }
}

/// The start of a game in which A begins.
fn start(size: Size) -> State {
    lay_out(&options(size, Diagonals::No), A)
}

/// A position, row by row, in which this seat is to push; A plays green.
fn position(rows: &[&str], seat: Seat) -> State {
    let size = SIZES[rows.len() - 4];
    let first = if size == Size::Five { B } else { A };
    let is_green = |space: &Space| {
        let square = space.square();
        rows.get(square.row as usize).and_then(|row| row.chars().nth(square.col as usize)) == Some('G')
    };
    let green = Space::all().filter(is_green).collect();
    State { green, first, phase: Phase::Push(seat), ..start(size) }
}

fn with_diagonals(state: State) -> State {
    State { options: options(state.options.size, Diagonals::Yes), ..state }
}

fn rows(state: &State) -> Vec<String> {
    let side = state.board().side() as i8;
    let tile = |row, col| {
        let space = Space::new(boxwood_kit::Square::new(row, col)).unwrap();
        if state.green.contains(space) { 'G' } else { 'Y' }
    };
    (0..side).map(|row| (0..side).map(|col| tile(row, col)).collect()).collect()
}

fn column(state: &State, col: usize) -> String {
    rows(state).iter().map(|row| row.as_bytes()[col] as char).collect()
}

fn act(state: &mut State, text: &str) -> Vec<String> {
    let mover = testing::mover::<Push>(state);
    testing::act_unaudited::<Push>(state, mover, &push(text), 0)
}

fn after(state: &State, text: &str) -> State {
    let mut next = state.clone();
    act(&mut next, text);
    next
}

fn refused(state: &State, text: &str) -> String {
    refusal::<Push>(state, testing::mover::<Push>(state), &push(text))
}

#[test]
fn rule_1_green_and_plain_tiles_alternate() {
    assert_eq!(rows(&start(Size::Six))[..2], ["GYGYGY", "YGYGYG"]);
    for (size, greens) in SIZES.into_iter().zip([8, 13, 18]) {
        let state = start(size);
        assert_eq!(state.green.len(), greens);
        assert!(state.green.contains(space("a1")));
    }
    assert_eq!(Push::inventory(&start(Size::Six)).tiles, [6; 6]);
    assert_eq!(Push::inventory(&start(Size::Four)).tiles.iter().sum::<u8>(), 16);
}

#[test]
fn rule_2_whoever_begins_plays_green() {
    let mut beginners = BTreeSet::new();
    for seed in 0..20 {
        let game = new_match::<Push>(json!({}), 2, seed);
        let first = testing::mover::<Push>(game.state());
        beginners.insert(first);
        assert_eq!((game.state().colour(first), game.state().colour(first.other())), ("green", "yellow"));
    }
    assert_eq!(beginners.len(), 2);
}

#[test]
fn rule_3_and_example_4_one_takes_ones_own_tile_from_the_rim() {
    let mut state = start(Size::Six);
    assert_eq!(refused(&state, "b1 left"), "The tile on b1 is not green; take one of yours (rule 3).");
    assert_eq!(refused(&state, "c3 left"), "c3 is not at the rim of the board (rule 3).");
    let told = act(&mut state, "c1 left");
    assert_eq!(named(&told[0]), "A pushes c1 in at a1.");
    assert_eq!(testing::mover::<Push>(&state), B);
    assert_eq!(refused(&state, "a1 right"), "The tile on a1 is not yellow; take one of yours (rule 3).");
}

#[test]
fn rule_4_and_example_1_what_a_push_does() {
    let state = start(Size::Six);
    assert_eq!(rows(&after(&state, "c1 left"))[0], "GGYYGY");
    assert_eq!(rows(&after(&state, "c1 right"))[0], "GYYGYG");
    assert_eq!(column(&state, 2), "GYGYGY");
    assert_eq!(column(&after(&state, "c1 down"), 2), "YGYGYG");
    assert_eq!(
        refused(&state, "c1 up"),
        "The tile cannot go back to c1, where it was taken out (ruling R4)."
    );
}

#[test]
fn rule_4_ruling_4_and_example_2_a_corner_has_two_other_ends() {
    let state = start(Size::Six);
    assert_eq!(rows(&after(&state, "a1 right"))[0], "YGYGYG");
    assert!(refused(&state, "a1 left").ends_with("(ruling R4)."));
    let of = |at: &str| {
        let actions = testing::actions::<Push>(&state, A);
        actions.iter().filter(|Action::Push { at: other, .. }| *other == space(at)).count()
    };
    assert_eq!((of("a1"), of("f6"), of("c1"), of("f2"), of("c3")), (2, 2, 3, 3, 0));
}

#[test]
fn rule_5_a_full_row_or_column_wins() {
    for (rows, text, line) in [
        (["GGGGYG", "YYGYGY", "GYYGGY", "YGYGYY", "GYGYYG", "YGYYGG"], "e6 up", "Row 1"),
        (["GGGYYG", "GYYGGY", "GYYYGY", "GGYGYY", "GYGYYG", "YYGGYG"], "f6 left", "Column a"),
    ] {
        let mut state = position(&rows, A);
        let told = act(&mut state, text);
        assert_eq!(told.last().unwrap(), &format!("{line} is all green, so {{0:win}}."));
        assert_eq!(testing::outcome::<Push>(&state).winners(), testing::seats(&[0]));
        let scene = Push::scene(&state, Viewer::Spectator);
        let ticked = scene.zones[0].pieces.iter().filter(|piece| piece.marks.contains(&Mark::Good));
        assert_eq!(ticked.count(), 6);
        let why = Push::check(&state, B, &push("f6 left")).unwrap_err().to_string();
        assert_eq!(why, "A line is complete (rule 5).");
    }
}

#[test]
fn rule_5_ruling_2_and_example_5_a_line_for_the_other_player_loses() {
    let state = position(&["YGYGYG", "GYGYGY", "YGYGYG", "GGGGGY", "YGYYYG", "YGYYYG"], B);
    assert_eq!(state.green.len(), 18);
    let mut next = state.clone();
    let offer = Push::offer(&state, B, &push("f4 up"));
    assert_eq!(offer.why.as_deref(), Some("It completes row 4 for {0}, who wins."));
    let told = act(&mut next, "f4 up");
    assert_eq!(rows(&next)[3], "GGGGGG");
    assert_eq!(told.last().unwrap(), "Row 4 is all green, so {0:win}.");
    assert_eq!(testing::outcome::<Push>(&next).winners(), testing::seats(&[0]));
}

#[test]
fn rule_5_and_example_6_the_other_players_line_counts_first() {
    // The tile that leaves f3 completes row 3 for green as it completes row 1 for yellow.
    let state = position(&["YYYYYG", "GYGYGY", "GGGGGY", "YGYGYG", "GYGYGG", "YGYGYG"], B);
    let next = after(&state, "f3 up");
    assert_eq!((rows(&next)[0].as_str(), rows(&next)[2].as_str()), ("YYYYYY", "GGGGGY"));
    let state = position(&["YYYYYG", "GYGYGG", "GGGGGY", "YGYGYG", "GYGYGG", "YGYGYY"], B);
    let next = after(&state, "f3 up");
    assert_eq!((rows(&next)[0].as_str(), rows(&next)[2].as_str()), ("YYYYYY", "GGGGGG"));
    assert_eq!(next.phase, Phase::Won(A));
    assert_eq!(Push::offer(&state, B, &push("f3 up")).why.unwrap(), "It completes row 3 for {0}, who wins.");
}

#[test]
fn rule_6_and_ruling_5_a_third_time_is_a_draw_and_undoing_is_allowed() {
    // Whatever turns a whole row of the chequered board by one is undone by the same push.
    let mut state = start(Size::Six);
    for number in 0..4 {
        assert_eq!(times(&state), 1 + number / 2, "before push {number}");
        act(&mut state, "a1 right");
        assert_eq!(Push::audit(&state), Ok(()));
        let banner = Push::scene(&state, Viewer::Spectator).banner;
        let expected = "The tiles lay like this before. A third time is a draw.";
        assert_eq!(banner.as_deref(), (number == 1 || number == 2).then_some(expected));
    }
    assert_eq!(state.phase, Phase::Drawn);
    assert_eq!(testing::outcome::<Push>(&state).ranks.as_slice(), [1, 1]);
    assert_eq!(
        Push::scene(&state, Viewer::Spectator).prompt.text,
        "The same position for the third time: it is a draw."
    );
    let why = Push::check(&state, A, &push("a1 right")).unwrap_err().to_string();
    assert_eq!(why, "The game has ended in a draw (rule 6).");
}

#[test]
fn rule_6_after_200_pushes_it_is_a_draw() {
    // Whoever never completes a line and never repeats a position, as far as that can be seen.
    let mut rng = Rng::from_number(3);
    let mut state = start(Size::Six);
    while let Phase::Push(seat) = state.phase {
        let mut actions = testing::actions::<Push>(&state, seat);
        rng.shuffle(&mut actions);
        let goes_on = |action: &&Action| {
            let mut next = state.clone();
            Push::apply(&mut next, seat, action, &mut Ctx::silent(&mut Rng::from_number(0)));
            matches!(next.phase, Phase::Push(_)) && times(&next) == 1 || next.pushes.is_full()
        };
        let action = *actions.iter().find(goes_on).unwrap();
        testing::act_unaudited::<Push>(&mut state, seat, &action, 0);
        if state.pushes.len() == 185 && matches!(state.phase, Phase::Push(_)) {
            let banner = Push::scene(&state, Viewer::Spectator).banner.unwrap();
            assert!(
                banner == "15 more pushes, then it is a draw." || banner.starts_with("One tile"),
                "{banner}"
            );
        }
    }
    assert_eq!((state.pushes.len(), state.phase), (200, Phase::Drawn));
    assert_eq!(result(&state), "After 200 pushes without a line it is a draw.");
    assert_eq!(Push::audit(&state), Ok(()));
}

#[test]
fn rule_7_ruling_1_and_example_7_a_diagonal_counts_if_it_is_new() {
    for size in SIZES {
        let state = with_diagonals(start(size));
        let complete = state.board().diagonals().map(|line| line.is_subset(state.green));
        assert_eq!(complete, [true, size == Size::Five], "{size:?}");
        let yellow = state.board().spaces() - state.green;
        assert_eq!(state.board().diagonals()[1].is_subset(yellow), size != Size::Five);
        // A push that leaves them alone does not win.
        let action = if size == Size::Five { "b1 left" } else { "c1 right" };
        let next = after(&state, action);
        assert!(matches!(next.phase, Phase::Push(_)), "{size:?}");
    }
    // Green breaks yellow's, which yellow completes again.
    let mut state = with_diagonals(start(Size::Six));
    act(&mut state, "c1 right");
    assert!(matches!(state.phase, Phase::Push(B)) && state.green.contains(space("f1")), "broken");
    assert!(matches!(after(&state, "b1 left").phase, Phase::Push(A)), "not by just any push");
    let told = act(&mut state, "e1 right");
    assert_eq!(told.last().unwrap(), "The diagonal from a6 is all yellow, so {1:win}.");
    // A push that completes both is the other player's victory (rule 5).
    let mut state = with_diagonals(start(Size::Six));
    for text in ["a1 right", "c6 left", "f1 left"] {
        act(&mut state, text);
    }
    assert_eq!(state.phase, Phase::Won(B));
    assert_eq!(completed(&state, A).len(), 1);
}

#[test]
fn rule_8_on_five_by_five_whoever_begins_plays_yellow() {
    let state = start(Size::Five);
    assert_eq!((state.colour(A), state.tiles(A).len(), state.tiles(B).len()), ("yellow", 12, 13));
    assert_eq!(testing::mover::<Push>(&state), A);
    assert_eq!(refused(&state, "a1 right"), "The tile on a1 is not yellow; take one of yours (rule 3).");
    assert_eq!(refused(&state, "f1 left"), "The board has no f1 (rule 8).");
    assert_eq!(Push::scene(&state, Viewer::Spectator).zones[0].cells.len(), 25);
}

#[test]
fn ruling_3_a_tile_keeps_its_side() {
    let mut rng = Rng::from_number(1);
    for size in SIZES {
        let mut state = start(size);
        let greens = state.green.len();
        for _ in 0..30 {
            let Phase::Push(seat) = state.phase else { break };
            let action = testing::random::<Push>(&state, seat, &mut rng);
            testing::act::<Push>(&mut state, seat, &action, 0);
            assert_eq!(state.green.len(), greens);
        }
    }
}

#[test]
fn example_3_twenty_eight_pushes_at_the_start() {
    assert_eq!(testing::actions::<Push>(&start(Size::Six), A).len(), 28);
}

#[test]
fn everybody_can_always_push() {
    // However the tiles lie: inside the rim there is not room for all of one colour.
    for size in SIZES {
        let board = start(size).board();
        let inside = (board.spaces() - board.rim()).len();
        let fewest = start(size).green.len().min(board.spaces().len() - start(size).green.len());
        assert!(inside < fewest, "{size:?}");
    }
}

#[test]
fn audit_refuses_what_cannot_be() {
    let fresh = start(Size::Six);
    let begun = after(&fresh, "c1 left");
    assert_eq!((Push::audit(&fresh), Push::audit(&begun)), (Ok(()), Ok(())));
    let full = |state: &State| serde_json::to_value(state).unwrap();
    let one = |at: &str, from: &str| json!({"push": {"at": at, "from": from}});
    for (state, field, value, expected) in [
        (&fresh, "first", json!(2), "push has two seats"),
        (&begun, "first", json!(1), "it is somebody else's turn, or over, or not"),
        (&fresh, "green", json!(["a1"]), "the tiles are not where the pushes lead"),
        (&fresh, "options", json!({"size": "4"}), "the tiles are not where the pushes lead"),
        (&fresh, "phase", json!({"push": 1}), "it is somebody else's turn, or over, or not"),
        (&fresh, "phase", json!({"push": 7}), "it is somebody else's turn, or over, or not"),
        (&begun, "phase", json!({"won": 0}), "it is somebody else's turn, or over, or not"),
        (&begun, "phase", json!("drawn"), "it is somebody else's turn, or over, or not"),
        (&begun, "pushes", json!([]), "the tiles are not where the pushes lead"),
        (&begun, "pushes", json!([one("c3", "left")]), "a push is not allowed"),
        (&begun, "pushes", json!([one("c1", "up")]), "a push is not allowed"),
        (&begun, "pushes", json!([one("b1", "left")]), "a push is not allowed"),
    ] {
        let mut changed = full(state);
        changed[field] = value;
        let changed: State = serde_json::from_value(changed).unwrap();
        assert_eq!(Push::audit(&changed), Err(expected), "{changed:?}");
    }
    let mut won = fresh.clone();
    let mut rng = Rng::from_number(0);
    while let Phase::Push(seat) = won.phase {
        let action = testing::random::<Push>(&won, seat, &mut rng);
        testing::act::<Push>(&mut won, seat, &action, 0);
    }
    won.pushes.push(push("a1 right"));
    assert_eq!(Push::audit(&won), Err("there are pushes after the end"));
    for (field, value) in [
        ("options", json!({"size": "7"})),
        ("green", json!(["g1"])),
        ("pushes", Value::Array(vec![one("c1", "left"); 201])),
        ("moves", json!([])),
    ] {
        let mut changed = full(&fresh);
        changed[field] = value;
        assert!(serde_json::from_value::<State>(changed).is_err(), "{field}");
    }
}

#[test]
fn a_tile_keeps_its_key_wherever_it_is_pushed() {
    let mut state = start(Size::Six);
    let cells = |state: &State| -> BTreeMap<String, String> {
        let scene = Push::scene(state, Viewer::Spectator);
        let cell = |piece: &boxwood_scene::Piece| piece.cell.as_ref().unwrap().as_str()[5..].to_string();
        scene.zones[0].pieces.iter().map(|piece| (piece.key.as_str()[5..].to_string(), cell(piece))).collect()
    };
    assert!(cells(&state).iter().all(|(tile, cell)| tile == cell));
    act(&mut state, "c1 left");
    let now = cells(&state);
    assert_eq!(
        (&now["c1"], &now["a1"], &now["b1"], &now["d1"]),
        (&"a1".into(), &"b1".into(), &"c1".into(), &"d1".into())
    );
    act(&mut state, "c1 down"); // that is tile b1
    let now = cells(&state);
    assert_eq!((&now["b1"], &now["c2"], &now["c6"]), (&"c6".into(), &"c1".into(), &"c5".into()));
    assert_eq!(now.values().collect::<BTreeSet<_>>().len(), 36);
    let scene = Push::scene(&state, Viewer::Spectator);
    let last = scene.zones[0].pieces.iter().find(|piece| piece.marks.contains(&Mark::Last)).unwrap();
    assert_eq!((last.key.as_str(), last.figure.clone()), ("tile:b1", Figure::TileBack));
}

#[test]
fn touching_a_tile_and_an_end_means_a_push() {
    let state = after(&start(Size::Six), "c1 left");
    let intent = |path: &[&str]| intent::<Push>(&state, B, path);
    // The tile that began on b1 lies on c1 now.
    assert_eq!(intent(&["tile:b1", "cell:f1"]), Some(push("c1 right")));
    assert_eq!(intent(&["cell:c1", "tile:f1"]), Some(push("c1 right")));
    assert_eq!(intent(&["tile:b1", "cell:c6"]), Some(push("c1 down")));
    assert_eq!(intent(&["tile:b1", "cell:c1"]), Some(push("c1 up")), "so that `check` can say why not");
    for path in
        [&["tile:b1"][..], &["tile:b1", "cell:d4"], &["tile:g1", "cell:a1"], &["button:b1", "cell:a1"]]
    {
        assert_eq!(intent(path), None, "{path:?}");
    }
    let offer = Push::offer(&state, B, &push("c1 right"));
    assert_eq!(offer.label, "Push c1 in at f1");
    assert_eq!(offer.path, [Key::piece("tile", "b1"), Key::piece("tile", "f1")]);
    let changes: Vec<(String, Becomes)> =
        offer.changes.iter().map(|change| (change.at.to_string(), change.to.clone())).collect();
    let to = |cell: &str| Becomes::At(Key::cell(cell));
    assert_eq!(
        changes,
        [("tile:d1".into(), to("c1")), ("tile:e1".into(), to("d1")), ("tile:f1".into(), to("e1")),]
    );
}

#[test]
fn lines_that_lack_one_tile_are_told_and_marked() {
    let state = position(&["GGGGYG", "YYGYGY", "GYYGGY", "YGYGYY", "GYGYYG", "YGYYGG"], B);
    let scene = Push::scene(&state, Viewer::Seat(B));
    assert_eq!(scene.banner.as_deref(), Some("One tile is missing: green row 1."));
    let marked: Vec<&str> = scene.zones[0]
        .pieces
        .iter()
        .filter(|piece| piece.marks.contains(&Mark::Danger))
        .map(|piece| piece.key.as_str())
        .collect();
    assert_eq!(marked, ["tile:e1"]);
    assert_eq!(scene.players[0].facts[0].value, "5 of 6 tiles");
}

#[test]
fn a_hint_says_what_is_good_about_a_push() {
    let state = position(&["GGGGYG", "YYGYGY", "GYYGGY", "YGYGYY", "GYGYYG", "YGYYGG"], A);
    assert_eq!(Push::reason(&state, A, &push("e6 up")).unwrap(), "It completes row 1.");
    assert_eq!(Push::reason(&state, A, &push("f1 left")), None);
    // Green could win next; some pushes of yellow's prevent it.
    let state = State { phase: Phase::Push(B), ..state };
    let mut kept = [0; 2];
    for action in testing::actions::<Push>(&state, B) {
        let mut next = state.clone();
        testing::act_unaudited::<Push>(&mut next, B, &action, 0);
        let wins = |reply: &Action| {
            let mut end = next.clone();
            testing::act_unaudited::<Push>(&mut end, A, reply, 0);
            end.phase == Phase::Won(A)
        };
        let is_safe = next.phase == Phase::Push(A) && !testing::actions::<Push>(&next, A).iter().any(wins);
        let expected = is_safe.then_some("It keeps {0} from completing a line.");
        assert_eq!(Push::reason(&state, B, &action).as_deref(), expected, "{action:?}");
        kept[usize::from(is_safe)] += 1;
    }
    assert!(kept[0] > 5 && kept[1] > 2, "{kept:?}");
    let quiet = position(&["GGGYYY", "YYGYGY", "GYYGGY", "YGYGYY", "GYGYGG", "YGYGGG"], A);
    let reasons: BTreeSet<String> = testing::actions::<Push>(&quiet, A)
        .iter()
        .filter_map(|action| Push::reason(&quiet, A, action))
        .collect();
    assert_eq!(
        reasons.into_iter().collect::<Vec<_>>(),
        ["Then row 5 lacks one tile.", "Then row 6 lacks one tile."]
    );
}

/// The rules once more, slowly and obviously: rows of tiles, from which one is taken out and put in again.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Plain {
    rows: Vec<Vec<bool>>,
    is_green_to_push: bool,
}

impl Plain {
    fn of(state: &State) -> Plain {
        let rows = rows(state).iter().map(|row| row.chars().map(|tile| tile == 'G').collect()).collect();
        let Phase::Push(seat) = state.phase else { panic!("somebody is to push") };
        Plain { rows, is_green_to_push: state.is_green(seat) }
    }

    fn side(&self) -> usize {
        self.rows.len()
    }

    fn turned(&self) -> Vec<Vec<bool>> {
        (0..self.side()).map(|col| self.rows.iter().map(|row| row[col]).collect()).collect()
    }

    /// Takes a tile out of a line, closes the gap, and puts the tile in at an end.
    fn shift(line: &mut Vec<bool>, at: usize, is_at_the_beginning: bool) {
        let tile = line.remove(at);
        line.insert(if is_at_the_beginning { 0 } else { line.len() }, tile);
    }

    fn pushes(&self) -> Vec<(usize, usize, Quarter)> {
        let last = self.side() - 1;
        let mut pushes = vec![];
        for row in 0..=last {
            for col in 0..=last {
                let is_rim = [row, col].iter().any(|n| *n == 0 || *n == last);
                if !is_rim || self.rows[row][col] != self.is_green_to_push {
                    continue;
                }
                for (from, end) in [
                    (Quarter::Up, (0, col)),
                    (Quarter::Right, (row, last)),
                    (Quarter::Down, (last, col)),
                    (Quarter::Left, (row, 0)),
                ] {
                    if end != (row, col) {
                        pushes.push((row, col, from));
                    }
                }
            }
        }
        pushes
    }

    fn pushed(&self, (row, col, from): (usize, usize, Quarter)) -> Plain {
        let mut next = Plain { rows: self.rows.clone(), is_green_to_push: !self.is_green_to_push };
        match from {
            Quarter::Left | Quarter::Right => Plain::shift(&mut next.rows[row], col, from == Quarter::Left),
            Quarter::Up | Quarter::Down => {
                let mut columns = self.turned();
                Plain::shift(&mut columns[col], row, from == Quarter::Up);
                next.rows = Plain { rows: columns, ..next.clone() }.turned();
            }
        }
        next
    }

    fn has_line(&self, is_green: bool) -> bool {
        let is_full = |line: &Vec<bool>| line.iter().all(|tile| *tile == is_green);
        self.rows.iter().any(is_full) || self.turned().iter().any(is_full)
    }

    fn diagonal(&self, is_down: bool, is_green: bool) -> bool {
        let last = self.side() - 1;
        (0..=last).all(|n| self.rows[n][if is_down { n } else { last - n }] == is_green)
    }

    /// Whether a colour has won by this push.
    fn wins(&self, before: &Plain, is_green: bool, diagonals: Diagonals) -> bool {
        let is_new = |is_down| self.diagonal(is_down, is_green) && !before.diagonal(is_down, is_green);
        self.has_line(is_green) || diagonals == Diagonals::Yes && (is_new(true) || is_new(false))
    }

    fn perft(&self, depth: u32, diagonals: Diagonals) -> u64 {
        let pushes = self.pushes();
        if depth == 1 {
            return pushes.len() as u64;
        }
        let nexts = pushes.into_iter().map(|push| self.pushed(push));
        let goes_on = |next: &Plain| [true, false].iter().all(|colour| !next.wins(self, *colour, diagonals));
        nexts.filter(goes_on).map(|next| next.perft(depth - 1, diagonals)).sum()
    }
}

/// Tiles anywhere, as many of each colour as there are, without a line.
fn any_tiles(size: Size, rng: &mut Rng) -> State {
    loop {
        let mut state = start(size);
        let mut spaces: Vec<Space> = state.board().spaces().iter().collect();
        rng.shuffle(&mut spaces);
        let greens = state.green.len();
        state.green = spaces.into_iter().take(greens).collect();
        state.phase = Phase::Push(if rng.below(2) == 0 { A } else { B });
        let yellow = state.board().spaces() - state.green;
        if !state.board().has_line(state.green) && !state.board().has_line(yellow) {
            return state;
        }
    }
}

#[test]
fn bits_and_plain_rows_agree_on_any_tiles() {
    let mut rng = Rng::from_number(36);
    let mut ends = BTreeMap::new();
    for number in 0..3000 {
        let mut state = any_tiles(SIZES[number % 3], &mut rng);
        if number % 2 == 0 {
            state = with_diagonals(state);
        }
        let (seat, plain) = (testing::mover::<Push>(&state), Plain::of(&state));
        let listed = testing::actions::<Push>(&state, seat);
        let expected = plain.pushes();
        assert_eq!(listed.len(), expected.len());
        for (row, col, from) in expected {
            let at = Space::new(boxwood_kit::Square::new(row as i8, col as i8)).unwrap();
            let action = Action::Push { at, from };
            assert!(listed.contains(&action), "{action:?} in {state:?}");
            let (mut next, next_plain) = (state.clone(), plain.pushed((row, col, from)));
            Push::apply(&mut next, seat, &action, &mut Ctx::silent(&mut rng));
            assert_eq!(rows(&next), rows_of(&next_plain), "{action:?} in {state:?}");
            assert_eq!(state.board().unpushed(next.green, at, from), state.green, "and back");
            let won = |seat: Seat| next_plain.wins(&plain, state.is_green(seat), state.options.diagonals);
            let phase = match (won(seat.other()), won(seat)) {
                (true, _) => Phase::Won(seat.other()),
                (false, true) => Phase::Won(seat),
                (false, false) => Phase::Push(seat.other()),
            };
            assert_eq!(next.phase, phase, "{action:?} in {state:?}");
            *ends.entry(phase == Phase::Push(seat.other())).or_insert(0) += 1;
        }
    }
    assert!(ends[&true] > 40_000 && ends[&false] > 1000, "{ends:?}");
}

fn rows_of(plain: &Plain) -> Vec<String> {
    let row = |row: &Vec<bool>| row.iter().map(|tile| if *tile { 'G' } else { 'Y' }).collect();
    plain.rows.iter().map(row).collect()
}

#[test]
fn repetition_is_what_a_list_of_all_positions_says() {
    let mut rng = Rng::from_number(9);
    let mut drawn = 0;
    for number in 0..60 {
        // On a small board, and mostly to and fro, so that positions come again.
        let mut state = start(SIZES[number % 2]);
        let mut seen: BTreeMap<Plain, usize> = BTreeMap::from([(Plain::of(&state), 1)]);
        while let Phase::Push(seat) = state.phase {
            let actions: Vec<Action> = testing::actions::<Push>(&state, seat).into_iter().take(2).collect();
            let action = *rng.choose(&actions);
            Push::apply(&mut state, seat, &action, &mut Ctx::silent(&mut rng));
            let plain = Plain::of(&State { phase: Phase::Push(seat.other()), ..state.clone() });
            let times = seen.entry(plain).or_insert(0);
            *times += 1;
            assert_eq!(super::times(&state), *times);
            if !matches!(state.phase, Phase::Won(_)) {
                assert_eq!(state.phase == Phase::Drawn, *times == 3 || state.pushes.is_full());
            }
            drawn += usize::from(*times == 3);
        }
    }
    assert!(drawn > 10, "{drawn}");
}

/// How many ways there are to push so many times from the start. Depth 1 of the largest board is example 3.
const PERFT: [(Size, Diagonals, [u64; 4]); 6] = [
    (Size::Four, Diagonals::No, [16, 260, 3_816, 54_604]),
    (Size::Four, Diagonals::Yes, [16, 260, 3_360, 42_044]),
    (Size::Five, Diagonals::No, [24, 520, 11_672, 251_272]),
    (Size::Five, Diagonals::Yes, [24, 520, 9_608, 199_120]),
    (Size::Six, Diagonals::No, [28, 792, 22_292, 625_664]),
    (Size::Six, Diagonals::Yes, [28, 792, 20_372, 527_572]),
];
/// The plain rows count so far, here and now.
const COUNTED_TWICE: u32 = 3;

#[test]
fn perft_from_the_start() {
    for (size, diagonals, counts) in PERFT {
        let state = lay_out(&options(size, diagonals), A);
        for (depth, expected) in (1..).zip(counts) {
            let counted = perft::<Push>(&state, depth, &Rng::from_number(0));
            assert_eq!(counted, expected, "{size:?}, {diagonals:?}, depth {depth}");
            let is_the_same = || Plain::of(&state).perft(depth, diagonals) == expected;
            assert!(depth > COUNTED_TWICE || is_the_same(), "plain, {size:?}, {diagonals:?}, depth {depth}");
        }
    }
}

fn margin(solver: &dyn Solver<Push>, state: &State) -> i32 {
    solver.margin(state, (-1, 1), &mut |_| true).unwrap()
}

/// The result for the mover, looking so many pushes ahead; nothing if that is not far enough.
fn slow_margin(state: &State, depth: u32) -> Option<i32> {
    let Phase::Push(seat) = state.phase else { panic!("somebody is to push") };
    let mut best = Some(-1);
    for action in testing::actions::<Push>(state, seat) {
        let mut next = state.clone();
        Push::apply(&mut next, seat, &action, &mut Ctx::silent(&mut Rng::from_number(0)));
        let value = match next.phase {
            Phase::Won(winner) => Some(if winner == seat { 1 } else { -1 }),
            Phase::Drawn => Some(0),
            Phase::Push(_) if depth == 1 => None,
            Phase::Push(_) => slow_margin(&next, depth - 1).map(|value| -value),
        };
        match value {
            Some(1) => return Some(1),
            Some(value) => best = best.map(|best| best.max(value)),
            None => best = None,
        }
    }
    best
}

#[test]
fn four_by_four_is_a_draw() {
    for diagonals in [Diagonals::No, Diagonals::Yes] {
        let solver = Push::solver(10).unwrap();
        assert_eq!(margin(&*solver, &lay_out(&options(Size::Four, diagonals), A)), 0, "{diagonals:?}");
        assert!(solver.is_near(&start(Size::Four)) && !solver.is_near(&start(Size::Five)));
        assert_eq!(solver.margin(&start(Size::Six), (-1, 1), &mut |_| true), None, "too large");
    }
}

#[test]
fn what_is_solved_is_what_a_search_finds() {
    let mut rng = Rng::from_number(4);
    let solver = Push::solver(10).unwrap();
    let mut found = BTreeMap::new();
    for number in 0..300 {
        let mut state = any_tiles(Size::Four, &mut rng);
        if number % 2 == 0 {
            state = with_diagonals(state);
        }
        // Some pushes of the past, so that there is one.
        if let Some(expected) = slow_margin(&state, 3) {
            assert_eq!(margin(&*solver, &state), expected, "{state:?}");
            *found.entry(expected).or_insert(0) += 1;
        }
    }
    assert!(found[&1] > 100 && found[&-1] > 2, "{found:?}");
}

#[test]
fn a_win_must_come_before_the_last_push() {
    let mut rng = Rng::from_number(8);
    let solver = Push::solver(10).unwrap();
    // A position that takes three pushes to win, after so many pushes that led to it.
    let state = loop {
        let state = any_tiles(Size::Four, &mut rng);
        if slow_margin(&state, 1).is_none() && slow_margin(&state, 3) == Some(1) {
            break state;
        }
    };
    let mut after = |pushes: usize| {
        let (mut green, mut past) = (state.green, vec![]);
        let mut seen = BTreeSet::from([(green.bits(), 0)]);
        while past.len() < pushes {
            let at = *rng.choose(&state.board().rim().iter().collect::<Vec<_>>());
            let from = *rng.choose(&Quarter::ALL);
            let before = state.board().unpushed(green, at, from);
            if state.board().is_another_end(at, from) && seen.insert((before.bits(), (past.len() + 1) % 2)) {
                green = before;
                past.push(Action::Push { at, from });
            }
        }
        past.reverse();
        margin(&*solver, &State { pushes: past.into_iter().collect(), ..state.clone() })
    };
    assert_eq!([0, 2, 196].map(&mut after), [1, 1, 1]);
    assert_eq!(after(198), 0, "two pushes are left, and the third would win");
}

#[test]
fn a_solver_stops_when_it_is_told_to() {
    let solver = Push::solver(24).unwrap();
    assert_eq!(solver.margin(&start(Size::Five), (-1, 1), &mut |_| false), None);
}

#[test]
fn whoever_follows_the_estimate_beats_chance() {
    for variant in [json!({}), json!({"size": "4"}), json!({"size": "5", "diagonals": "yes"})] {
        let share = greedy_share::<Push>(variant.clone(), 2, 60);
        assert!(share > 0.8, "{variant}: {share}");
    }
}

boxwood_conformance::game_tests!(Push, playthrough: &[], 1, shows: ["in at", "is all"]);
