//! Backgammon on the table: the ordinary board, with a bar in the middle and the homes on the right; or
//! the book's, where cubes stand on both sides of a row of tiles.

use std::fmt;

use boxwood_engine::{Game, Seat, Viewer};
use boxwood_kit::Die;
use boxwood_scene::{
    Becomes, Cell, Figure, Ground, Grow, Key, Mark, Offer, Piece, Player, Prompt, Scene, Tint, Touch, Zone,
    ZoneKind, count,
};

use super::board::{HOME, OFF, OUTSIDE, PIECES};
use super::{Action, Backgammon, Dice, MatchPoints, Phase, Picture, State, colour, outlook, playable};

/// So many turns before the last one of R8, everybody is told.
const WARNING: u16 = 50;

/// How far apart the upper and the lower edge of a space are.
const DEPTH: i16 = 5;

/// How wide the places beside the spaces are: the bar and what is taken off.
const BESIDE: i16 = 2;

/// A place for pieces. Its name in keys is nobody's number, so that it is the same for all viewers:
/// `a` to `x` from player 1's space 1 to her 24, `red.out` and `red.off` for what stands beside the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// A space, by player 1's number.
    Space(u8),
    Outside(Seat),
    Off(Seat),
}

impl Place {
    /// What a player calls by this number, 0–25.
    fn of(seat: Seat, number: u8) -> Place {
        match number {
            OUTSIDE => Place::Outside(seat),
            1..OFF if seat == Seat::FIRST => Place::Space(number),
            1..OFF => Place::Space(OFF - number),
            OFF.. => Place::Off(seat),
        }
    }

    /// What a player calls it; nothing if it is the other player's.
    fn number(self, seat: Seat) -> Option<u8> {
        match self {
            Place::Space(space) if seat == Seat::FIRST => Some(space),
            Place::Space(space) => Some(OFF - space),
            Place::Outside(owner) => (owner == seat).then_some(OUTSIDE),
            Place::Off(owner) => (owner == seat).then_some(OFF),
        }
    }

    fn all() -> impl Iterator<Item = Place> {
        let beside = Seat::all(2).flat_map(|seat| [Place::Outside(seat), Place::Off(seat)]);
        (1..OFF).map(Place::Space).chain(beside)
    }

    fn named(name: &str) -> Option<Place> {
        Place::all().find(|place| place.to_string() == name)
    }

    fn cell(self, picture: Picture, viewer: Viewer) -> Cell {
        let (x, width) = self.across(picture);
        let ground = match (self, picture) {
            (Place::Space(space), Picture::Points) => Ground::Point { shaded: space % 2 == 0 },
            (Place::Space(_), Picture::Tiles) => Ground::Bare,
            (Place::Outside(_) | Place::Off(_), _) => Ground::Hollow,
        };
        // Pieces line up from the edge of the board, or from the row of tiles.
        let is_upper = self.is_upper();
        let grow = if is_upper == (picture == Picture::Points) { Grow::Down } else { Grow::Up };
        let y = if is_upper { 0 } else { DEPTH + 1 };
        let label = match self {
            Place::Space(space) => {
                let own = self.number(viewer.seat().unwrap_or_default()).unwrap_or(space);
                own.to_string()
            }
            Place::Outside(owner) => format!("{} out", colour(owner).letter()),
            Place::Off(owner) => format!("{} off", colour(owner).letter()),
        };
        let cell =
            Cell::new(self.to_string(), x, y, ground).labelled(label).sized(width, DEPTH).growing(grow);
        // Nothing has been caught or taken off for most of a game.
        let cell = if matches!(self, Place::Space(_)) { cell } else { cell.quietly() };
        match self.tint() {
            Some(tint) => cell.tinted(tint),
            None => cell,
        }
    }

    /// Whose home it is, and where all pieces want to get to.
    fn tint(self) -> Option<Tint> {
        let is_home = |seat: &Seat| self.number(*seat).is_some_and(|number| (HOME..OFF).contains(&number));
        match self {
            Place::Space(_) => Seat::all(2).find(is_home).map(Tint::Of),
            Place::Outside(_) => None,
            Place::Off(_) => Some(Tint::Goal),
        }
    }

    /// How far to the right it lies, and how wide it is.
    fn across(self, picture: Picture) -> (i16, i16) {
        match (self, picture) {
            (Place::Space(space), _) => {
                // Player 1 goes along the lower edge to the left, then along the upper one to the right.
                let column = i16::from(if space <= 12 { 12 - space } else { space - 13 });
                let bar = if picture == Picture::Points && column >= 6 { BESIDE } else { 0 };
                (column + bar, 1)
            }
            (Place::Outside(_), Picture::Points) => (6, BESIDE),
            (Place::Outside(_), Picture::Tiles) => (12, BESIDE),
            (Place::Off(_), _) => (12 + BESIDE, BESIDE),
        }
    }

    /// What is outside is on the side where its owner enters, what is off beside the owner's home:
    /// player 1 enters below and has her home above.
    fn is_upper(self) -> bool {
        match self {
            Place::Space(space) => space > 12,
            Place::Outside(owner) => owner != Seat::FIRST,
            Place::Off(owner) => owner == Seat::FIRST,
        }
    }
}

/// The row of tiles between the spaces; the homes are on the darker half.
fn tiles() -> impl Iterator<Item = Cell> {
    (0..12).map(|column| {
        let ground = Ground::TileBack { shaded: column >= 6 };
        Cell::new(format!("tile{}", column + 1), column, DEPTH, ground)
            .labelled(format!("tile {}", column + 1))
    })
}

impl fmt::Display for Place {
    /// Its name in keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Place::Space(space) => write!(f, "{}", char::from(b'a' + space - 1)),
            Place::Outside(owner) => write!(f, "{}.out", colour(owner)),
            Place::Off(owner) => write!(f, "{}.off", colour(owner)),
        }
    }
}

pub(super) fn scene(state: &State, viewer: Viewer) -> Scene {
    Scene {
        zones: vec![board(state, viewer), dice(state)],
        players: Seat::all(2).map(|seat| player(state, seat)).collect(),
        prompt: Prompt::new(prompt(state, viewer)),
        banner: warning(state),
        tags: tag(state).into_iter().collect(),
        ..Scene::default()
    }
}

fn board(state: &State, viewer: Viewer) -> Zone {
    let stack = |owner: Seat, number: u8| {
        let place = Place::of(owner, number);
        let label = match place {
            Place::Space(space) => {
                let own = place.number(viewer.seat().unwrap_or_default()).unwrap_or(space);
                format!("{} piece on {own}", colour(owner))
            }
            Place::Outside(_) => format!("{} piece outside", colour(owner)),
            Place::Off(_) => format!("{} piece taken off", colour(owner)),
        };
        (1..=state.sides[owner.index()].count(number)).map(move |height| {
            Piece::new(cube(owner, place, height), Figure::Cube(colour(owner)))
                .labelled(label.clone())
                .owned_by(owner)
                .in_cell(place)
        })
    };
    let stacks = Seat::all(2).flat_map(|owner| (OUTSIDE..=OFF).flat_map(move |number| stack(owner, number)));
    let picture = state.options.picture;
    let dividers = tiles().filter(|_| picture == Picture::Tiles);
    Zone::new(ZoneKind::Board, "board", "Board")
        .with_cells(Place::all().map(|place| place.cell(picture, viewer)).chain(dividers))
        .with_pieces(stacks)
}

fn cube(owner: Seat, place: Place, height: u8) -> Key {
    match place {
        Place::Space(_) => Key::piece("cube", format_args!("{}.{place}.{height}", colour(owner))),
        Place::Outside(_) | Place::Off(_) => Key::piece("cube", format_args!("{place}.{height}")),
    }
}

/// Where the dice lie.
pub(super) fn dice_key() -> Key {
    Key::zone("dice")
}

fn dice(state: &State) -> Zone {
    let die = |key: Key, value: Die, dark, is_played| {
        let piece = Piece::new(key, Figure::Die { value: value.value(), dark });
        if is_played { piece.marked(Mark::Dim) } else { piece }
    };
    let zone =
        Zone::new(ZoneKind::Row, "dice", "Dice").with_room(4).shown_as(Figure::Die { value: 6, dark: false });
    let Phase::Move { dice, .. } = state.phase else { return zone };
    let shown = match dice {
        Dice::Both { high, low } => {
            vec![
                die(Key::piece("die", high), high, false, false),
                die(Key::piece("die", low), low, true, false),
            ]
        }
        Dice::One { left, played } => {
            let (high, low) = (left.max(played), left.min(played));
            vec![
                die(Key::piece("die", high), high, false, high == played),
                die(Key::piece("die", low), low, true, low == played),
            ]
        }
        // Each of the two dice counts twice, so it is shown twice.
        Dice::Doubles { die: value, left } => (1..=4)
            .map(|number| {
                die(
                    Key::piece("die", format_args!("{value}.{number}")),
                    value,
                    number % 2 == 0,
                    number > left,
                )
            })
            .collect(),
    };
    zone.with_pieces(shown)
}

fn player(state: &State, seat: Seat) -> Player {
    let side = state.sides[seat.index()];
    let active = Backgammon::turn(state).active().contains(seat);
    let cube = || Figure::Cube(colour(seat));
    let player = Player::new(seat, active)
        .wearing(cube())
        .with("distance", side.distance())
        .having(cube(), "taken off", side.count(OFF))
        .having(cube(), "outside", side.count(OUTSIDE));
    if state.options.match_points == MatchPoints::One {
        player
    } else {
        player.scoring(state.series.wins()[seat])
    }
}

/// "Game 2, first to 3 wins"
fn tag(state: &State) -> Option<String> {
    let wins = state.games().most() / 2 + 1;
    let number = state.series.played() + u32::from(state.phase != Phase::Over);
    (wins > 1).then(|| format!("Game {number}, first to {wins} wins"))
}

fn warning(state: &State) -> Option<String> {
    let left = state.move_cap().saturating_sub(state.turns);
    let is_near = left <= WARNING && state.phase != Phase::Over;
    is_near.then(|| format!("{} left, then the shorter distance wins", count(left, "turn")))
}

fn prompt(state: &State, viewer: Viewer) -> String {
    let (seat, dice) = match state.phase {
        Phase::Move { seat, dice } => (seat, dice),
        Phase::Over if !state.series.is_over(state.games()) => return "The next game begins.".into(),
        Phase::Over => return format!("{} {}", why_over(state), state.series.result(state.games())),
    };
    let numbers = dice.left_in_words();
    if !viewer.is(seat) {
        return format!("{} to play {numbers}.", seat.does("be"));
    }
    let colour = colour(seat);
    if state.sides[seat.index()].count(OUTSIDE) > 0 {
        return format!("Play {numbers}: first bring in what you have outside. Touch it, then a space.");
    }
    let mut text = format!("Play {numbers}: touch a {colour} piece, then where it goes.");
    if outlook(state, seat).is_home() {
        text.push_str(" All of yours are home, so you may take them off.");
    }
    if (1..OFF).any(|from| needs_die(state, seat, from)) {
        text.push_str(" Where both dice would do, touch the die last.");
    }
    text
}

/// What decided the last game: all pieces are off, or the turns have run out (R8).
fn why_over(state: &State) -> String {
    let is_done = |seat: &Seat| state.sides[seat.index()].count(OFF) == PIECES;
    match Seat::all(2).find(is_done) {
        Some(winner) => format!("All of {} pieces are off.", winner.owns()),
        None => "The last turn is over, and the shorter distance wins.".into(),
    }
}

/// Whether both dice could take off the same piece, so that a person must say which.
fn needs_die(state: &State, seat: Seat, from: u8) -> bool {
    dice_off(state, seat, from).count() == 2
}

/// The dice that may take off a piece from here.
fn dice_off(state: &State, seat: Seat, from: u8) -> impl Iterator<Item = Die> {
    let moves = match state.phase {
        Phase::Move { seat: mover, dice } if mover == seat => Some(playable(state, seat, dice)),
        Phase::Move { .. } | Phase::Over => None,
    };
    let takes_off = move |&(die, sources): &(Die, u32)| sources >> from & 1 == 1 && from + die.value() >= OFF;
    moves.into_iter().flatten().filter(takes_off).map(|(die, _)| die)
}

pub(super) fn offer(state: &State, seat: Seat, action: Action) -> Offer {
    let Action::Move { from, die } = action;
    let to = (from + die.value()).min(OFF);
    let (source, target) = (Place::of(seat, from), Place::of(seat, to));
    let (own, enemy) = (state.sides[seat.index()], state.sides[seat.other().index()]);
    let hits = to < OFF && enemy.count(OFF - to) > 0;
    let hit = if hits { " and hit" } else { "" };
    let label = match (from, to) {
        (_, OFF) => format!("Take off from {from} with the {die}"),
        (OUTSIDE, _) => format!("Enter on {to}{hit}"),
        (_, _) => format!("Move {from} to {to}{hit}"),
    };
    let mut path = vec![cube(seat, source, own.count(from)), Key::cell(target)];
    if to == OFF && needs_die(state, seat, from) {
        path.push(Key::piece("die", die));
    }
    let offer = Offer::new(label, path);
    if hits {
        let victim = seat.other();
        let outside = Becomes::At(outside(victim));
        offer
            .changing(cube(victim, target, 1), outside)
            .because(format!("It hits: the {} piece must start again.", colour(victim)))
    } else {
        offer
    }
}

/// Where the pieces of a seat go that are hit.
pub(super) fn outside(seat: Seat) -> Key {
    Key::cell(Place::Outside(seat))
}

/// A piece or a cell, then where to: the cell or a piece in it; then perhaps a die.
pub(super) fn intent(state: &State, seat: Seat, path: &[Touch]) -> Option<Action> {
    let (source, target, die) = match *path {
        [source, target] => (source, target, None),
        [source, target, die] => (source, target, Some(touched_die(die)?)),
        _ => return None,
    };
    let from = touched_place(source)?.number(seat).filter(|&from| from < OFF)?;
    let to = touched_place(target)?.number(seat)?;
    let exact = || Die::new(to.checked_sub(from)?);
    let die = match die {
        Some(die) => Some(die).filter(|die| (from + die.value()).min(OFF) == to)?,
        None if to == OFF && needs_die(state, seat, from) => return None,
        None if to == OFF => dice_off(state, seat, from).next().or_else(exact)?,
        None => exact()?,
    };
    Some(Action::Move { from, die })
}

fn touched_place(touch: Touch) -> Option<Place> {
    match touch {
        Touch::Cell(name) => Place::named(name),
        Touch::Piece("cube", name) => {
            let (name, _height) = name.rsplit_once('.')?;
            // A piece beside the board is called after its place, a piece on the board after its colour too.
            Place::named(name).or_else(|| Place::named(name.split_once('.')?.1))
        }
        _ => None,
    }
}

fn touched_die(touch: Touch) -> Option<Die> {
    let Touch::Piece("die", name) = touch else { return None };
    Die::new(name.split('.').next()?.parse().ok()?)
}
