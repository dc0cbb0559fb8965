//! Snatch on the table: five columns between two players, their trophies beside them, and the die.

use std::fmt;

use boxwood_engine::{Game, Seat, Viewer};
use boxwood_scene::{
    Becomes, Cell, Figure, Ground, Grow, Key, Mark, Offer, Piece, Player, Prompt, Scene, Tint, Touch, Way,
    WayKind, Zone, ZoneKind, count,
};

use super::solve::{Next, next};
use super::{Action, Column, Length, MOST_TURNS, Phase, Snatch, State, colour};

/// So many turns before the last one of R6, everybody is told.
const WARNING: u16 = 50;

/// The board is measured in quarters of a tile. A home cube needs less room than a tile, and trophies lie beside.
const TILE: i16 = 4;
const HOME: i16 = 3;
const GAP: i16 = 1;
const HEIGHT: i16 = 2 * HOME + 3 * TILE;

/// A place on the table. Its name in keys is the same for both players, wherever they see it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The plain tile that a player's Snatchers stand on.
    Tile(Seat, Column),
    /// Where a player's home cube is.
    Home(Seat, Column),
    /// The symbol tile.
    Middle(Column),
    /// What a player has taken.
    Trophies(Seat),
}

impl Place {
    fn all() -> impl Iterator<Item = Place> {
        let of_column = |column| {
            let of_seat = move |seat| [Place::Tile(seat, column), Place::Home(seat, column)];
            [Place::Middle(column)].into_iter().chain(Seat::all(2).flat_map(of_seat))
        };
        Column::all().flat_map(of_column).chain(Seat::all(2).map(Place::Trophies))
    }

    fn named(name: &str) -> Option<Place> {
        Place::all().find(|place| place.to_string() == name)
    }

    fn key(self) -> Key {
        Key::cell(self)
    }

    /// Where it lies: everybody has the own side below, and whoever watches that of the first player.
    fn cell(self, state: &State, viewer: Viewer) -> Cell {
        let is_below = |seat: Seat| seat == viewer.seat().unwrap_or_default();
        let across = |column: Column| TILE * column.index() as i16;
        let mirrored = |seat: Seat, y: i16, height: i16| if is_below(seat) { HEIGHT - y - height } else { y };
        match self {
            Place::Tile(seat, column) => {
                let shaded = column.index() % 2 == 1;
                let y = mirrored(seat, HOME, TILE);
                let cell = Cell::new(self.to_string(), across(column), y, Ground::TileBack { shaded })
                    .labelled(format!("{} tile {column}", colour(seat)))
                    .sized(TILE, TILE);
                self.signed(state, cell)
            }
            Place::Home(seat, column) => {
                Cell::new(self.to_string(), across(column), mirrored(seat, 0, HOME), Ground::Hollow)
                    .labelled(column.to_string())
                    .sized(TILE, HOME)
                    .tinted(Tint::Of(seat))
            }
            Place::Middle(column) => {
                Cell::new(self.to_string(), across(column), HOME + TILE, Ground::Tile(column.symbol()))
                    .labelled(format!("column {column}"))
                    .sized(TILE, TILE)
                    .marked(Mark::Note(column.to_string()))
            }
            Place::Trophies(seat) => {
                let (y, height) = (mirrored(seat, 0, HEIGHT / 2), HEIGHT / 2);
                Cell::new(self.to_string(), 5 * TILE + GAP, y, Ground::Hollow)
                    .labelled("won")
                    .sized(HOME, height)
                    .growing(if is_below(seat) { Grow::Up } else { Grow::Down })
            }
        }
    }

    /// A tile as the goal of the roll, or as part of the last move.
    fn signed(self, state: &State, cell: Cell) -> Cell {
        let Place::Tile(seat, column) = self else { return cell };
        let moved = state.last.filter(|_| seat == state.last_mover());
        let is_last = moved.is_some_and(|(from, to)| column == from || column == to);
        let cell = if is_last { cell.marked(Mark::Last) } else { cell };
        match state.phase {
            Phase::Move(roll) if seat == state.mover() && Column::of(roll) == Some(column) => {
                cell.tinted(Tint::Goal)
            }
            _ => cell,
        }
    }
}

impl fmt::Display for Place {
    /// Its name in keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Place::Tile(seat, column) => write!(f, "{}.{column}", colour(seat)),
            Place::Home(seat, column) => write!(f, "{}.home.{column}", colour(seat)),
            Place::Middle(column) => write!(f, "middle.{column}"),
            Place::Trophies(seat) => write!(f, "{}.trophies", colour(seat)),
        }
    }
}

/// The tile of a player in a column.
pub(super) fn tile(seat: Seat, column: Column) -> Key {
    Place::Tile(seat, column).key()
}

/// Where a player keeps what was taken.
pub(super) fn trophies(seat: Seat) -> Key {
    Place::Trophies(seat).key()
}

/// The home cube of a column, at home or taken.
fn cube(seat: Seat, column: Column) -> Key {
    Key::piece("cube", format_args!("{}.{column}", colour(seat)))
}

/// The Snatchers of a column are counted from 1.
fn snatcher(seat: Seat, column: Column, number: u8) -> Key {
    Key::piece("snatcher", format_args!("{}.{column}.{number}", colour(seat)))
}

pub(super) fn scene(state: &State, viewer: Viewer) -> Scene {
    Scene {
        zones: vec![board(state, viewer), die(state)],
        players: Seat::all(2).map(|seat| player(state, seat)).collect(),
        prompt: Prompt::new(prompt(state, viewer)),
        banner: warning(state),
        tags: tag(state).into_iter().collect(),
        ways: last_way(state).into_iter().collect(),
    }
}

fn board(state: &State, viewer: Viewer) -> Zone {
    let snatchers = |seat: Seat| {
        Column::all().flat_map(move |column| {
            (1..=state.side(seat).standing(column)).map(move |number| {
                Piece::new(snatcher(seat, column, number), Figure::Cube(colour(seat)))
                    .labelled(format!("{} Snatcher", colour(seat)))
                    .owned_by(seat)
                    .in_cell(Place::Tile(seat, column))
            })
        })
    };
    let cubes = |seat: Seat| Column::all().map(move |column| home_cube(state, seat, column));
    Zone::new(ZoneKind::Board, "board", "Board")
        .with_unit(TILE as u16)
        .with_cells(Place::all().map(|place| place.cell(state, viewer)))
        .with_pieces(Seat::all(2).flat_map(|seat| cubes(seat).chain(snatchers(seat))))
}

/// A home cube, or the trophy that it has become.
fn home_cube(state: &State, seat: Seat, column: Column) -> Piece {
    let (own, enemy) = (state.side(seat), state.side(seat.other()));
    let piece = Piece::new(cube(seat, column), Figure::Cube(colour(seat))).owned_by(seat);
    if !own.has_home(column) {
        let label = format!("{} cube of column {column}, taken", colour(seat));
        return piece.labelled(label).in_cell(Place::Trophies(seat.other()));
    }
    let piece =
        piece.labelled(format!("{} home cube {column}", colour(seat))).in_cell(Place::Home(seat, column));
    if own.protects(column) {
        piece.marked(Mark::Good).explained("Protected: a Snatcher stands in front of it.")
    } else if enemy.protects(column) {
        piece
            .marked(Mark::Danger)
            .explained("An enemy Snatcher stands in front of it. With a second one it is gone.")
    } else {
        piece
    }
}

/// The die belongs to nobody; each throw is another one, so that the same number twice is seen twice.
fn die(state: &State) -> Zone {
    let die = state.roll().map(|roll| {
        let key = Key::piece("die", state.turns % 2 + 1);
        Piece::new(key, Figure::Die { value: roll.value(), dark: false })
    });
    Zone::new(ZoneKind::Row, "die", "Die").with_room(1).with_pieces(die)
}

fn player(state: &State, seat: Seat) -> Player {
    let active = Snatch::turn(state).active().contains(seat);
    let player = Player::new(seat, active)
        .wearing(Figure::Cube(colour(seat)))
        .having(Figure::Cube(colour(seat)), "home cubes", state.side(seat).cubes())
        .having(Figure::Cube(colour(seat.other())), "trophies", state.trophies(seat));
    if state.options.length == Length::One { player } else { player.scoring(state.series.wins()[seat]) }
}

/// "Game 2 of 3"
fn tag(state: &State) -> Option<String> {
    let games = u32::from(state.options.length.games().most());
    let number = state.series.played() + u32::from(state.phase != Phase::Over);
    (games > 1).then(|| format!("Game {number} of at most {games}"))
}

fn warning(state: &State) -> Option<String> {
    let left = MOST_TURNS.saturating_sub(state.turns);
    let is_near = left <= WARNING && state.phase != Phase::Over;
    is_near.then(|| format!("{} left, then more home cubes win", count(left, "turn")))
}

fn last_way(state: &State) -> Option<Way> {
    let (seat, (from, to)) = (state.last_mover(), state.last?);
    Some(Way { through: vec![tile(seat, from), tile(seat, to)], kind: WayKind::Went })
}

fn prompt(state: &State, viewer: Viewer) -> String {
    let games = state.options.length.games();
    let (seat, roll) = match (state.phase, state.roll()) {
        (Phase::Over, _) if !state.series.is_over(games) => return "The next game begins.".into(),
        (_, Some(roll)) => (state.mover(), roll),
        _ => return ending(state),
    };
    let is_own = viewer.is(seat);
    match (state.phase, Column::of(roll)) {
        (Phase::Move(_), Some(column)) if is_own => {
            format!(
                "You rolled {roll}: which of your Snatchers goes to column {column}? Touch it, then the tile."
            )
        }
        (Phase::Move(_), None) if is_own => {
            "You rolled 6: touch either Snatcher, then any other tile of yours.".into()
        }
        (Phase::Surrender, _) if is_own => {
            format!("You rolled {roll}, where both your Snatchers stand: touch a home cube to give it up.")
        }
        (Phase::Surrender, _) => format!("{} {roll} and must give up a home cube.", seat.does("have rolled")),
        _ => format!("{} {roll}.", seat.does("have rolled")),
    }
}

/// Why the last game ended, and who has won the match.
fn ending(state: &State) -> String {
    let result = state.series.result(state.options.length.games());
    match Seat::all(2).find(|&seat| state.side(seat).cubes() == 0) {
        Some(loser) => format!("{result} {} no home cube left.", loser.does("have")),
        None => format!("{result} After {MOST_TURNS} turns more home cubes win."),
    }
}

pub(super) fn offer(state: &State, seat: Seat, action: Action) -> Offer {
    let (own, victim) = (state.side(seat), seat.other());
    let offer = match action {
        Action::Move { from, to } => {
            // Of two that stand together, either will do.
            let is_pair = own.standing(from) == 2;
            let source = if is_pair { tile(seat, from) } else { snatcher(seat, from, 1) };
            Offer::new(format!("Move from {from} to {to}"), [source, tile(seat, to)])
        }
        Action::Surrender(column) => {
            Offer::new(format!("Give up the cube of column {column}"), [cube(seat, column)])
                .changing(cube(seat, column), Becomes::At(trophies(victim)))
        }
    };
    let enemy = state.side(victim);
    let (then, left) = match next(own, enemy, action, state.options.timing) {
        Next::Won => return offer.because("It takes the last cube: you win."),
        Next::Lost => {
            return offer.because(match action {
                Action::Move { .. } => "Your last cube is left to the pair in front of it: you lose.",
                Action::Surrender(_) => "It is your last cube: you lose.",
            });
        }
        Next::Goes(then, left) => (then, left),
    };
    let is_given = |column| action == Action::Surrender(column);
    let taken = Column::all().find(|&column| enemy.has_home(column) && !left.has_home(column));
    let lost =
        Column::all().find(|&column| own.has_home(column) && !then.has_home(column) && !is_given(column));
    let gain = taken.map(|column| format!("It snatches the cube of column {column}."));
    let loss = lost.map(|column| format!("Your cube of column {column} is left to the pair in front of it."));
    let taken = taken.map(|column| (cube(victim, column), trophies(seat)));
    let lost = lost.map(|column| (cube(seat, column), trophies(victim)));
    let moved = taken.into_iter().chain(lost);
    let offer = moved.fold(offer, |offer, (cube, to)| offer.changing(cube, Becomes::At(to)));
    match gain.into_iter().chain(loss).collect::<Vec<String>>() {
        none if none.is_empty() => offer,
        why => offer.because(why.join(" ")),
    }
}

/// A Snatcher or its tile, then the tile or the column where it goes; or a home cube.
pub(super) fn intent(seat: Seat, path: &[Touch]) -> Option<Action> {
    match *path {
        [source, target] => {
            let from = touched(source).filter(|&(owner, _)| owner == Some(seat))?.1;
            let (owner, to) = touched(target)?;
            owner.is_none_or(|owner| owner == seat).then_some(Action::Move { from, to })
        }
        [Touch::Piece("cube", name)] => {
            let column = Column::all().find(|column| name == format!("{}.{column}", colour(seat)))?;
            Some(Action::Surrender(column))
        }
        [Touch::Cell(name)] => match Place::named(name)? {
            Place::Home(owner, column) if owner == seat => Some(Action::Surrender(column)),
            _ => None,
        },
        _ => None,
    }
}

/// Whose Snatchers' tile was touched, or that of both for a symbol, and in which column.
fn touched(touch: Touch) -> Option<(Option<Seat>, Column)> {
    let name = match touch {
        Touch::Cell(name) => name,
        Touch::Piece("snatcher", name) => name.rsplit_once('.')?.0,
        _ => return None,
    };
    match Place::named(name)? {
        Place::Tile(seat, column) => Some((Some(seat), column)),
        Place::Middle(column) => Some((None, column)),
        Place::Home(..) | Place::Trophies(_) => None,
    }
}
