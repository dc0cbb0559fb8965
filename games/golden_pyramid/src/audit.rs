//! What cannot be true of a table, whatever somebody sends.

use boxwood_engine::{Choices, Game, Seat, SeatSet};
use boxwood_kit::{Colour, Symbol};

use super::board::{LEVELS, Place};
use super::building::can_be_building;
use super::judge::refuges;
use super::trading::{Answered, spare_cubes};
use super::{
    DECK, GoldenPyramid, HAND_LIMIT, KEEP_CARDS, Phase, State, Switch, TILES_EACH, Table, cubes_each,
    market_size,
};

/// No score gets so far from zero: 1000 turns cost 2 points each at most, and 30 tiles bring few.
const FARTHEST: i16 = 4000;

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    let table = &state.table;
    audit_seats(state)?;
    audit_pyramid(table)?;
    audit_cubes(table)?;
    audit_builders(table)?;
    audit_cards(state)?;
    let strangers = |who: SeatSet| who.iter().any(|seat| seat.index() >= table.seats());
    let is_possible = |last: Answered| {
        !strangers(last.accepted) && !strangers(last.declined) && !strangers(SeatSet::only(last.by))
    };
    if !table.last_offer.is_none_or(|last| is_possible(last) && last.turn <= table.turns) {
        return Err("the last offer was not made at this table");
    }
    if table.scores.iter().any(|(_, score)| !(-FARTHEST..=FARTHEST).contains(score)) {
        return Err("nobody has so many points");
    }
    let is_over = table.turns >= table.max_turns() || table.pyramid.built().contains(Place::TOP);
    if is_over != (table.phase == Phase::Over) || table.turns > table.max_turns() {
        return Err("it is over exactly when the top lies or all turns are over");
    }
    audit_phase(state)
}

fn audit_seats(state: &State) -> Result<(), &'static str> {
    let (table, seats) = (&state.table, state.hands.seats());
    let (low, high) = GoldenPyramid::INFO.seats;
    let maps = [table.cubes.seats(), table.builders.seats(), table.scores.seats()];
    if !(low..=high).contains(&seats) || maps != [seats; 3] || table.on_turn.index() >= seats {
        return Err("the pyramid is built by 2 to 6 players");
    }
    Ok(())
}

/// Tiles lie on tiles, and none is lost.
fn audit_pyramid(table: &Table) -> Result<(), &'static str> {
    let built = table.pyramid.built();
    if built.iter().any(|place| !place.supports().is_subset(built)) {
        return Err("a tile lies on nothing");
    }
    let laid = |symbol| built.iter().filter(|&place| table.pyramid.symbol(place) == Some(symbol)).count();
    let all = |symbol: Symbol| usize::from(table.stacks[symbol.id()]) + laid(symbol);
    if Symbol::ALL.into_iter().any(|symbol| all(symbol) != usize::from(TILES_EACH)) {
        return Err("there are six tiles of each symbol");
    }
    Ok(())
}

fn audit_cubes(table: &Table) -> Result<(), &'static str> {
    let each = u16::from(cubes_each(table.seats()));
    if Colour::ALL.into_iter().any(|colour| table.all_cubes(colour) != each) {
        return Err("there are 15 cubes of each colour, or 18 with 5 or 6 players");
    }
    if table.market.total() as usize != market_size(table.seats()) {
        return Err("the market has 3 cubes, or 4 with 5 or 6 players");
    }
    Ok(())
}

/// A builder stands alone, on a level that its owner has built on; and there is one for each who has.
fn audit_builders(table: &Table) -> Result<(), &'static str> {
    let built = table.pyramid.built();
    for (level, who) in (1..=LEVELS as u8).zip(&table.contributors) {
        let tiles = built.on_level(level).len();
        if who.len() > tiles || who.is_empty() != (tiles == 0) {
            return Err("the tiles of a level have been built by somebody");
        }
        if who.iter().any(|seat| seat.index() >= table.seats()) {
            return Err("somebody without a seat has built");
        }
    }
    for (seat, &builder) in table.builders.iter() {
        let stands_well = match builder {
            None => table.highest(seat) == 0,
            Some(place) => {
                let alone = table.builders.iter().filter(|(_, other)| **other == builder).count() == 1;
                let contributed = table.contributors[usize::from(place.level()) - 1].contains(seat);
                built.contains(place) && alone && contributed
            }
        };
        if !stands_well {
            return Err("a builder stands alone on a tile of a level that its owner has built on");
        }
    }
    Ok(())
}

/// Each card is in one place, and the deck holds none from before the last shuffle.
fn audit_cards(state: &State) -> Result<(), &'static str> {
    let table = &state.table;
    let open = table.shown() | state.drawn;
    state.hands.audit(table.seats(), open)?;
    let seen = open | state.hands.all();
    if open.len() != number_shown(table) + state.drawn.len() || !seen.is_subset(DECK) {
        return Err("each of the 42 cards is in one place");
    }
    if !table.old.is_subset(seen) {
        return Err("a card from before the last shuffle is in the deck");
    }
    let limit = |seat: Seat| match table.phase {
        Phase::Discard if seat == table.on_turn => HAND_LIMIT - 1 + KEEP_CARDS,
        _ => HAND_LIMIT,
    };
    if state.hands.iter().any(|(seat, hand)| hand.len() > limit(seat)) {
        return Err("a hand has more than 7 cards");
    }
    Ok(())
}

/// How many cards lie open, should one of them be in two places.
fn number_shown(table: &Table) -> usize {
    let played = match table.phase {
        Phase::KeepCubes { .. } | Phase::KeepCards { .. } | Phase::TakeTile { .. } => 1,
        Phase::Columns { cards, .. } => 1 + cards.len(),
        _ => 0,
    };
    table.discards.len() + played
}

fn audit_phase(state: &State) -> Result<(), &'static str> {
    let (table, seat) = (&state.table, state.table.on_turn);
    let own = table.cubes[seat];
    let is_site = |place| table.pyramid.built().sites().contains(place);
    let nobody = Choices::ask(table.seats(), SeatSet::EMPTY);
    if state.answers != nobody && !matches!(table.phase, Phase::Answer { .. }) {
        return Err("somebody is asked, but there is no offer");
    }
    if !state.drawn.is_empty() && !matches!(table.phase, Phase::KeepCards { .. }) {
        return Err("cards are drawn that nobody chooses from");
    }
    if table.is_building() && !can_be_building(table, state.hands[seat]) {
        return Err("nobody can be building this with such a hand");
    }
    let is_sound = match table.phase {
        Phase::Act { offers } => offers <= table.offers_per_turn(),
        Phase::Answer { give, want, offers } => {
            state.answers.audit(table.seats())?;
            let asked = table.cubes.seats_where(|cubes| cubes[want] > 0).without(seat);
            (1..=table.offers_per_turn()).contains(&offers)
                && give != want
                && own[give] > 0
                && state.answers.asked() == asked
        }
        Phase::Refreshed => table.options.market_refresh == Switch::On && own.total() >= 2,
        Phase::ToBag { take, add, refreshed } => {
            table.market[take] > 0
                && own[add] > 0
                && !spare_cubes(table, seat, add).is_empty()
                && (!refreshed || table.options.market_refresh == Switch::On)
        }
        Phase::KeepCubes { card, drawn } => !drawn.is_empty() && drawn.total() <= u32::from(card.value()),
        Phase::KeepCards { card } => {
            !state.drawn.is_empty() && state.drawn.len() <= usize::from(card.value()) + 1
        }
        Phase::TakeTile { card, site } => {
            is_site(site) && table.stacks[card.symbol().id()] == 0 && table.symbols_left().count() > 1
        }
        Phase::Columns { plan, cards } => {
            let card_tiles = table.stacks[plan.card.symbol().id()];
            is_site(plan.site)
                && plan.site.level() > 1
                && table.stacks[plan.symbol.id()] > 0
                && (plan.symbol == plan.card.symbol() || card_tiles == 0)
                && !cards.is_full()
        }
        Phase::Climb { site } => {
            table.pyramid.built().contains(site)
                && table.builders.iter().all(|(_, &builder)| builder != Some(site))
                && table.contributors[usize::from(site.level()) - 1].contains(seat)
                && table.builders[seat].is_some_and(|builder| builder.level() <= site.level())
        }
        Phase::Relocate { seat } => {
            seat.index() < table.seats()
                && table.builders[seat].is_some_and(|builder| table.pyramid.built().full().contains(builder))
                && !refuges(table, seat).is_empty()
        }
        Phase::Discard => state.hands[seat].len() > HAND_LIMIT,
        Phase::Over => true,
    };
    if is_sound { Ok(()) } else { Err("what is to be decided does not fit the table") }
}
