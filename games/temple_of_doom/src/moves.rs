//! What a point does: a cube moves by colour or by symbol.

use boxwood_engine::{Ctx, Illegal, Seat};
use boxwood_kit::{Card, Colour};

use super::board::Tiles;
use super::state::{colour_of, named_by};
use super::{Action, CUBE_COLOURS, Place, Table};

/// Rules 6 and 7: where a card takes a cube of this colour from here, and whether out of the temple.
#[inline]
fn reach(table: &Table, card: Card, cube: Colour, from: Place) -> (Tiles, bool) {
    let (around, is_last_row) = match from {
        Place::Forecourt => (Tiles::row(1), false),
        Place::Tile(tile) => (Tiles::around(tile), tile.row == table.options.layout.last_row()),
        Place::Exit | Place::Dead => (Tiles::NONE, false),
    };
    if is_by_colour(card, cube) {
        (around & table.temple.present(), is_last_row)
    } else {
        (around & table.temple.showing(card.symbol()), false)
    }
}

#[inline]
fn is_by_colour(card: Card, cube: Colour) -> bool {
    card.colour() == cube || card.colour() == Colour::White
}

/// Every way to use a point, cube by cube.
#[inline]
pub(super) fn each(table: &Table, card: Card, mut way: impl FnMut(Action)) {
    for (number, &from) in table.cubes.iter().enumerate() {
        let is_twin = number % 2 == 1 && table.cubes[number - 1] == from;
        if is_twin {
            continue;
        }
        let cube = colour_of(number);
        let (tiles, exit) = reach(table, card, cube, from);
        tiles.iter().for_each(|tile| way(Action::Point { cube, from, to: Place::Tile(tile) }));
        if exit {
            way(Action::Point { cube, from, to: Place::Exit });
        }
    }
}

/// Rules 6 and 7, with R2 and R10.
pub(super) fn check(table: &Table, card: Card, cube: Colour, from: Place, to: Place) -> Result<(), Illegal> {
    let name = |place| table.name(place);
    if matches!(from, Place::Exit | Place::Dead) {
        return Err(Illegal::new("rule 6", "Only cubes in the forecourt or on a tile can move"));
    }
    if !CUBE_COLOURS.contains(&cube) || !table.cubes[named_by(cube)].contains(&from) {
        let place = if from == Place::Forecourt { "in" } else { "on" };
        return Err(Illegal::new("rule 6", format!("No {cube} cube is {place} {}", name(from))));
    }
    let (tiles, exit) = reach(table, card, cube, from);
    let target = match to {
        Place::Tile(target) if tiles.contains(target) => return Ok(()),
        Place::Exit if exit => return Ok(()),
        Place::Tile(target) => target,
        Place::Exit if !is_by_colour(card, cube) => {
            let why = format!("The {card} does not name {cube} cubes, and symbols lead nobody out");
            return Err(Illegal::new("ruling R10", why));
        }
        Place::Exit => {
            let last = table.options.layout.last_row();
            return Err(Illegal::new("rule 7", format!("A cube can leave the temple from row {last} only")));
        }
        Place::Forecourt => return Err(Illegal::new("rule 6", "No cube returns to the forecourt")),
        Place::Dead => return Err(Illegal::new("rule 6", "A cube moves to a tile, or out of the temple")),
    };
    if !table.temple.present().contains(target) {
        return Err(Illegal::new("rule 6", "There is no tile, and gaps cannot be crossed"));
    }
    let around = if let Place::Tile(tile) = from { Tiles::around(tile) } else { Tiles::row(1) };
    if !around.contains(target) {
        let why = match from {
            Place::Forecourt => "From the forecourt a cube enters a tile of row 1".into(),
            _ => format!("{} does not touch {}", name(from), name(to)),
        };
        return Err(Illegal::new("rule 6", why));
    }
    if table.temple.down.contains(target) {
        let why = format!(
            "{} is face down and shows no symbol, and the {card} does not name {cube} cubes",
            name(to)
        );
        return Err(Illegal::new("ruling R2", why));
    }
    let symbol = card.symbol();
    Err(Illegal::new("rule 6", format!("The {card} moves {cube} cubes onto {symbol} tiles only")))
}

/// Rules 6 and 7.
#[inline]
pub(super) fn make(table: &mut Table, seat: Seat, cube: Colour, from: Place, to: Place, ctx: &mut Ctx) {
    table.carry(cube, from, to);
    ctx.say(|| match to {
        Place::Exit => {
            format!("{} a {cube} cube out of the temple from {}.", seat.does("lead"), table.name(from))
        }
        _ => {
            format!("{} a {cube} cube from {} to {}.", seat.does("move"), table.name(from), table.name(to))
        }
    });
}
