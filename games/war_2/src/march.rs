//! Rules 8 and 9: units come to the map and move on it.

use boxwood_engine::{Ctx, Illegal, Seat};
use boxwood_scene::count;

use super::board::{Tile, Tiles};
use super::flow::go_on;
use super::{Acting, Action, Phase, Step, Table};

/// Rule 8, with R14.
#[inline]
pub(super) fn can_reinforce(table: &Table, acting: Acting) -> Result<(), Illegal> {
    if acting.reinforced {
        return Err(Illegal::new("rule 6", "You have already reinforced in this turn"));
    }
    if table.supply(acting.seat) == 0 {
        return Err(Illegal::new("ruling R14", "All your units are on the map already"));
    }
    Ok(())
}

/// Rule 8.
pub(super) fn can_reinforce_tile(table: &Table, seat: Seat, named: Tiles, tile: Tile) -> Result<(), Illegal> {
    if !table.held[seat].contains(tile) {
        return Err(Illegal::new("rule 8", "Reinforcements go on tiles you hold"));
    }
    if named.contains(tile) {
        return Err(Illegal::new("rule 8", "This tile has its unit already; each gets only one"));
    }
    Ok(())
}

/// Rule 8: one more unit, until no further one may be placed.
#[inline]
pub(super) fn reinforce(
    table: &mut Table,
    acting: Acting,
    value: u8,
    named: Tiles,
    tile: Tile,
    ctx: &mut Ctx,
) {
    let seat = acting.seat;
    table.put(seat, tile, 1);
    ctx.say(|| format!("{} {}.", seat.does("reinforce"), table.name(tile)));
    let mut named = named;
    named.insert(tile);
    if may_reinforce_more(table, seat, value, named) {
        table.phase = Phase::Acting(Acting { step: Step::Reinforce { value, named }, ..acting });
    } else {
        go_on(table, Acting { reinforced: true, ..acting }, ctx);
    }
}

#[inline]
pub(super) fn may_reinforce_more(table: &Table, seat: Seat, value: u8, named: Tiles) -> bool {
    named.len() < usize::from(value) && table.supply(seat) > 0 && !table.held[seat].without(named).is_empty()
}

/// Rule 9: the tiles that units may leave under a card.
#[inline]
pub(super) fn departures(table: &Table, seat: Seat, value: u8, sources: Tiles, last: Option<Tile>) -> Tiles {
    let mut tiles = match sources.len() < usize::from(value) {
        true => table.held[seat].without(sources),
        false => Tiles::EMPTY,
    };
    last.into_iter().for_each(|tile| tiles.insert(tile));
    tiles
}

/// Rule 9: where units may step.
#[inline]
pub(super) fn steps(table: &Table, seat: Seat, from: Tile) -> Tiles {
    table.map.near(from).and(table.unoccupied().or(table.held[seat]))
}

/// Whether units can leave one of these tiles of somebody's.
#[inline]
pub(super) fn has_step(table: &Table, seat: Seat, departures: Tiles) -> bool {
    let free = table.unoccupied().or(table.held[seat]);
    departures.iter().any(|from| table.units(from) > 1 && !table.map.near(from).and(free).is_empty())
}

#[inline]
pub(super) fn list_steps(table: &Table, seat: Seat, departures: Tiles, out: &mut Vec<Action>) {
    for from in departures.iter().filter(|&from| table.units(from) > 1) {
        for to in steps(table, seat, from).iter() {
            out.extend((1..table.units(from)).map(|n| Action::MoveUnits { from, to, n }));
        }
    }
}

/// R14.
pub(super) fn can_move(table: &Table, seat: Seat) -> Result<(), Illegal> {
    match has_step(table, seat, table.held[seat]) {
        true => Ok(()),
        false => Err(Illegal::new("ruling R14", "None of your units can move: one stays on every tile")),
    }
}

/// Rule 9: whether units may leave this tile under this card.
pub(super) fn can_leave(
    table: &Table,
    seat: Seat,
    value: u8,
    sources: Tiles,
    last: Option<Tile>,
    from: Tile,
) -> Result<(), Illegal> {
    if !table.held[seat].contains(from) {
        return Err(Illegal::new("rule 9", "Move your own units"));
    }
    if departures(table, seat, value, sources, last).contains(from) {
        return Ok(());
    }
    Err(match sources.contains(from) {
        true => Illegal::new("rule 9", "Units have left this tile before; go on with another one"),
        false => {
            let tiles = count(value, "tile");
            Illegal::new("rule 9", format!("With this card units leave only {tiles}"))
        }
    })
}

/// Rule 9.
pub(super) fn can_step(table: &Table, seat: Seat, from: Tile, to: Tile, n: u8) -> Result<(), Illegal> {
    if !table.map.near(from).contains(to) {
        return Err(Illegal::new("rule 9", "Units go one step, to a tile that touches theirs"));
    }
    if table.enemies(seat).contains(to) {
        return Err(Illegal::new("rule 9", "Units cannot move to a tile of somebody else: attack it"));
    }
    if n == 0 {
        return Err(Illegal::new("rule 9", "Move at least one unit"));
    }
    if n >= table.units(from) {
        return Err(Illegal::new("rule 9", "At least one unit stays on the tile"));
    }
    Ok(())
}

/// Rule 9.
#[inline]
pub(super) fn step(table: &mut Table, seat: Seat, from: Tile, to: Tile, n: u8, ctx: &mut Ctx) {
    table.take(seat, from, n);
    table.put(seat, to, n);
    ctx.say(|| {
        let (from, to) = (table.name(from), table.name(to));
        format!("{} {} from {from} to {to}.", seat.does("move"), count(n, "unit"))
    });
}
