//! What may be done now, and why not.

use boxwood_engine::{Illegal, Seat};
use boxwood_kit::Card;

use super::battle::has_attack;
use super::board::{Tile, Tiles};
use super::march::{can_reinforce, has_step};
use super::{APART, Acting, Action, Phase, Step, Table, name};

/// What is awaited instead of an action that does not belong here.
pub(super) fn not_now(table: &Table) -> Illegal {
    match table.phase {
        Phase::Place(_) => Illegal::new("rule 4", "The first units are still being placed"),
        Phase::Count(_) => Illegal::new("rule 5", "A turn begins with a count card"),
        Phase::Acting(acting) => match acting.step {
            Step::Choose => {
                Illegal::new("rule 6", "Choose an action: reinforce, move, attack or end the turn")
            }
            Step::Reinforce { .. } => Illegal::new("rule 8", "Finish the reinforcement first"),
            Step::Move { .. } => Illegal::new("rule 9", "Finish the move first"),
            Step::Battle { .. } => Illegal::new("rule 10", "Both sides choose a battle card now"),
            Step::Flee { .. } => Illegal::new("rule 13", "The beaten units must flee first"),
            Step::Advance { .. } => Illegal::new("rule 13", "Choose first how many units advance"),
        },
        Phase::Over => Illegal::new("rule 14", "The final turns have been played"),
    }
}

/// Rule 2: an action names tiles of the map only.
pub(super) fn is_on_map(table: &Table, action: Action) -> Result<(), Illegal> {
    let tiles = match action {
        Action::Place(tile) | Action::ReinforceTile(tile) | Action::Flee(tile) => [tile; 2],
        Action::MoveUnits { from, to, .. } | Action::Attack { from, to } => [from, to],
        Action::Count(_)
        | Action::Reinforce(_)
        | Action::ReinforceDone
        | Action::Move(_)
        | Action::MoveDone
        | Action::Commit(_)
        | Action::Advance(_)
        | Action::EndTurn => return Ok(()),
    };
    match tiles.into_iter().find(|&tile| !table.map.all().contains(tile)) {
        None => Ok(()),
        Some(tile) => {
            let (number, tiles) = (tile.index() + 1, table.map.len());
            let why = format!("There is no tile number {number} on the map, which has {tiles}");
            Err(Illegal::new("rule 2", why))
        }
    }
}

/// Rule 4, with R2: where somebody may place the next unit.
#[inline]
pub(super) fn places(table: &Table, seat: Seat) -> Tiles {
    if table.on_tiles(seat) >= APART {
        return table.held[seat];
    }
    let free = table.map.brown().and(table.unoccupied());
    let beside = table.held[seat].iter().fold(Tiles::EMPTY, |all, tile| all.or(table.map.near(tile)));
    let apart = free.without(beside);
    if apart.is_empty() { free } else { apart }
}

pub(super) fn can_place(table: &Table, seat: Seat, tile: Tile) -> Result<(), Illegal> {
    if places(table, seat).contains(tile) {
        return Ok(());
    }
    let why = if table.on_tiles(seat) >= APART {
        "The last two units go on tiles you hold already"
    } else if !table.map.brown().contains(tile) {
        "The first four units go on brown tiles"
    } else if !table.unoccupied().contains(tile) {
        "This tile is occupied"
    } else {
        "This tile touches one of yours"
    };
    Err(Illegal::new("rule 4", why))
}

/// Whether somebody could play this card now.
pub(super) fn can_play(table: &Table, seat: Seat, card: Card) -> Result<(), Illegal> {
    if table.playable(seat).contains(card) {
        return Ok(());
    }
    let why = if table.played[seat].contains(card) {
        format!("The {} has been played; it comes back when the hand is empty", name(card))
    } else if table.reserve(seat).contains(card) {
        format!("The {} is still in the reserve", name(card))
    } else {
        format!("The {card} is not one of your cards")
    };
    Err(Illegal::new("rule 7", why))
}

#[inline]
pub(super) fn can_act(table: &Table, acting: Acting) -> bool {
    can_reinforce(table, acting).is_ok()
        || has_step(table, acting.seat, table.held[acting.seat])
        || has_attack(table, acting.seat)
}

/// All actions that can be begun.
#[inline]
pub(super) fn list_choices(table: &Table, acting: Acting, out: &mut Vec<Action>) {
    let seat = acting.seat;
    let cards = table.playable(seat);
    if can_reinforce(table, acting).is_ok() {
        out.extend(cards.iter().map(Action::Reinforce));
    }
    if has_step(table, seat, table.held[seat]) {
        out.extend(cards.iter().map(Action::Move));
    }
    let enemies = table.enemies(seat);
    for from in table.held[seat].iter() {
        out.extend(table.map.near(from).and(enemies).iter().map(|to| Action::Attack { from, to }));
    }
    out.push(Action::EndTurn);
}
