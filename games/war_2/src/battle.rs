//! Rules 10 to 13, and who is out by rule 15.

use boxwood_engine::{Choices, Ctx, Illegal, Seat, SeatSet};
use boxwood_kit::Card;
use boxwood_scene::{Beat, BeatKind, Key, count};
use serde::{Deserialize, Serialize};

use super::board::{Map, Tile, Tiles};
use super::flow::{end_turn, finish, go_on, lay_open, take_back, watch_sixes};
use super::{Acting, Ending, LeaveOne, Phase, State, Step, Table, name, scene};

/// A battle that has been fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Battle {
    pub(super) from: Tile,
    pub(super) to: Tile,
    pub(super) attacker: Side,
    pub(super) defender: Side,
}

/// What a side fought with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Side {
    pub(super) seat: Seat,
    pub(super) units: u8,
    pub(super) card: Card,
}

#[inline]
pub(super) fn has_attack(table: &Table, seat: Seat) -> bool {
    let enemies = table.enemies(seat);
    table.held[seat].iter().any(|from| !table.map.near(from).and(enemies).is_empty())
}

/// Rule 10.
pub(super) fn can_attack(table: &Table, seat: Seat, from: Tile, to: Tile) -> Result<(), Illegal> {
    if !table.held[seat].contains(from) {
        return Err(Illegal::new("rule 10", "Attack from a tile you hold"));
    }
    if !table.enemies(seat).contains(to) {
        return Err(Illegal::new("rule 10", "Only a tile with units of somebody else can be attacked"));
    }
    if !table.map.near(from).contains(to) {
        return Err(Illegal::new("rule 10", "The tiles do not touch"));
    }
    Ok(())
}

/// Rule 10, with rule 7: the attack is named, and both sides have cards to choose from.
pub(super) fn attack(state: &mut State, seat: Seat, from: Tile, to: Tile, ctx: &mut Ctx) {
    let table = &mut state.table;
    let defender = table.owner(to).expect("an attacked tile is somebody's");
    ctx.say(|| {
        let (from, to) = (table.name(from), table.name(to));
        format!("{} {} {to} from {from}.", seat.does("attack"), defender.owns())
    });
    take_back(table, seat, ctx);
    take_back(table, defender, ctx);
    state.committed = Choices::ask(table.seats(), SeatSet::only(seat).with(defender));
}

/// Rule 10: a card is committed; the second one shows both.
#[inline]
pub(super) fn commit(state: &mut State, acting: Acting, seat: Seat, card: Card, ctx: &mut Ctx) {
    ctx.settle(); // a committed card cannot be changed
    let Step::Battle { from, to } = acting.step else { unreachable!("check allows it in a battle only") };
    if !state.committed.commit(seat, card) {
        return ctx.say(|| format!("{} a battle card.", seat.does("choose")));
    }
    ctx.reveal();
    let side = |seat, tile| {
        let card = state.committed.of(seat).expect("both cards are in");
        Side { seat, units: state.table.units(tile), card }
    };
    let defender = state.table.owner(to).expect("an attacked tile is somebody's");
    let battle = Battle { from, to, attacker: side(acting.seat, from), defender: side(defender, to) };
    state.committed = Choices::ask(state.table.seats(), SeatSet::EMPTY);
    for side in [battle.attacker, battle.defender] {
        lay_open(&mut state.table, side.seat, side.card);
    }
    fight(state, acting, battle, ctx);
}

/// Rule 11, with R3: a side's total.
#[inline]
pub(super) fn total(map: &Map, side: Side, attacked: Tile) -> u8 {
    side.units + side.card.value() + u8::from(shows_symbol(map, side.card, attacked))
}

#[inline]
pub(super) fn shows_symbol(map: &Map, card: Card, attacked: Tile) -> bool {
    map.face(attacked) == Some(card.symbol())
}

/// Rule 11: whether the attacker wins.
#[inline]
pub(super) fn is_won(map: &Map, battle: &Battle) -> bool {
    total(map, battle.attacker, battle.to) > total(map, battle.defender, battle.to)
}

/// Rules 11 to 13, with R5 and R6.
#[inline]
pub(super) fn fight(state: &mut State, acting: Acting, battle: Battle, ctx: &mut Ctx) {
    let Battle { from, to, attacker, defender } = battle;
    state.table.last = Some(battle);
    ctx.say(|| {
        let map = &state.table.map;
        let shows = |side: Side| {
            format!("{} {} = {}", side.seat.does("show"), parts(map, side, to), total(map, side, to))
        };
        format!("{}; {}.", shows(attacker), shows(defender))
    });
    ctx.beat(state, || {
        let map = &state.table.map;
        let sum = |side| format!("{} = {}", parts(map, side, to), total(map, side, to));
        let totals = format!("{} against {}.", total(map, attacker, to), total(map, defender, to));
        Beat::new(BeatKind::Reveal, format!("{totals} {}, {}.", sum(attacker), sum(defender)))
            .at(scene::shown_key(attacker.card))
            .at(scene::shown_key(defender.card))
            .at(Key::cell(state.table.name(to)))
    });
    state.table.phase = Phase::Acting(Acting { step: Step::Choose, ..acting }); // the battle is decided
    let is_won = is_won(&state.table.map, &battle);
    let (loser, lost) = if is_won { (defender.seat, to) } else { (attacker.seat, from) };
    let result = || match is_won {
        true => format!("{}; {} a unit.", attacker.seat.does("win"), defender.seat.does("lose")),
        false => format!("{} the tile; {} a unit.", defender.seat.does("hold"), attacker.seat.does("lose")),
    };
    ctx.say(result);
    state.table.take(loser, lost, 1);
    ctx.beat(state, || Beat::new(BeatKind::Blow, result()).at(Key::cell(state.table.name(lost))));
    let table = &mut state.table;
    knock_out(table, loser, ctx);
    if !is_won {
        return match (table.phase, table.held[attacker.seat].is_empty()) {
            (Phase::Over, _) => {}
            (_, true) => end_turn(table, attacker.seat, ctx),
            (_, false) => go_on(table, acting, ctx),
        };
    }
    if table.phase == Phase::Over {
        return;
    }
    if table.units(to) > 0 {
        let refuges = refuges(table, to);
        match refuges.iter().next() {
            Some(_) if refuges.len() > 1 => {
                table.phase = Phase::Acting(Acting { step: Step::Flee { from, to }, ..acting });
                return;
            }
            Some(refuge) => flee(table, to, refuge, ctx),
            None => {
                ctx.say(|| format!("{} no way to flee from {}.", defender.seat.does("have"), table.name(to)));
                return go_on(table, acting, ctx); // R6
            }
        }
    }
    conquer(table, acting, from, to, ctx);
}

/// Rule 15: notices when somebody has lost the last unit.
#[inline]
pub(super) fn knock_out(table: &mut Table, seat: Seat, ctx: &mut Ctx) {
    if !table.held[seat].is_empty() {
        return;
    }
    ctx.say(|| format!("{} out: no unit is left on the map.", seat.does("be")));
    if let Ending::FinalTurns(seats) = &mut table.ending {
        seats.remove(seat);
    }
    if table.on_map().len() < 2 {
        finish(table, ctx);
    } else {
        watch_sixes(table, ctx);
    }
}

/// Rule 13, with R4: where the units on a beaten tile may flee.
#[inline]
pub(super) fn refuges(table: &Table, tile: Tile) -> Tiles {
    let near = table.map.near(tile);
    let own = table.owner(tile).map_or(Tiles::EMPTY, |seat| near.and(table.held[seat]));
    if own.is_empty() { near.and(table.unoccupied()) } else { own }
}

/// Rule 13.
pub(super) fn can_flee(table: &Table, tile: Tile, refuge: Tile) -> Result<(), Illegal> {
    if refuges(table, tile).contains(refuge) {
        return Ok(());
    }
    let why = if !table.map.near(tile).contains(refuge) {
        "Beaten units flee to a tile that touches theirs"
    } else if table.unoccupied().contains(refuge) {
        "Beaten units flee to a tile of your own while one touches theirs"
    } else {
        "Beaten units cannot flee to a tile of somebody else"
    };
    Err(Illegal::new("rule 13", why))
}

/// Rule 13.
pub(super) fn flee(table: &mut Table, tile: Tile, refuge: Tile, ctx: &mut Ctx) {
    let seat = table.owner(tile).expect("only somebody's units flee");
    let units = table.units(tile);
    table.take(seat, tile, units);
    table.put(seat, refuge, units);
    ctx.say(|| {
        let (tile, refuge) = (table.name(tile), table.name(refuge));
        format!("{} with {} from {tile} to {refuge}.", seat.does("flee"), count(units, "unit"))
    });
}

/// Rule 13: the beaten tile is empty, and the attacker may advance.
#[inline]
pub(super) fn conquer(table: &mut Table, acting: Acting, from: Tile, to: Tile, ctx: &mut Ctx) {
    if most_advance(table, from) > 0 {
        table.phase = Phase::Acting(Acting { step: Step::Advance { from, to }, ..acting });
    } else {
        go_on(table, acting, ctx); // R7
    }
}

/// Rule 13, with R7: the most units that may advance.
#[inline]
pub(super) fn most_advance(table: &Table, from: Tile) -> u8 {
    match table.options.conquest_leave_one {
        LeaveOne::On => table.units(from) - 1,
        LeaveOne::Off => table.units(from),
    }
}

/// Rule 13.
pub(super) fn can_advance(table: &Table, from: Tile, n: u8) -> Result<(), Illegal> {
    let most = most_advance(table, from);
    if n <= most {
        return Ok(());
    }
    Err(Illegal::new("rule 13", format!("No more than {} can advance", count(most, "unit"))))
}

/// Rule 13.
pub(super) fn advance(table: &mut Table, seat: Seat, from: Tile, to: Tile, n: u8, ctx: &mut Ctx) {
    if n == 0 {
        return ctx.say(|| format!("{} on {}.", seat.does("stay"), table.name(from)));
    }
    table.take(seat, from, n);
    table.put(seat, to, n);
    ctx.say(|| format!("{} to {} with {}.", seat.does("advance"), table.name(to), count(n, "unit")));
}

/// What a side's total is made of: "2 units + Wheel 1".
pub(super) fn parts(map: &Map, side: Side, attacked: Tile) -> String {
    let symbol = if shows_symbol(map, side.card, attacked) { " + 1 for the symbol" } else { "" };
    format!("{} + {}{symbol}", count(side.units, "unit"), name(side.card))
}
