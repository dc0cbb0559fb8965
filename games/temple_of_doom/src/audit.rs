//! What a state from outside must be so that the rules can go on from it.

use boxwood_engine::Seat;
use boxwood_kit::{CardSet, Colour, Hex, Symbol};

use super::board::{Temple, Tiles};
use super::doom::{hand_size, next_strike};
use super::flow::who_plays;
use super::{
    Deck, Layout, MOVEMENT_CARDS, Phase, Place, RELIC_CARDS, RELICS_SHOWN, ROUNDS, State, TEMPLE_CARDS, Table,
};

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    let State { table, hands } = state;
    if !(1..=6).contains(&hands.seats()) || table.start.index() >= hands.seats() {
        return Err("there are 1 to 6 seats, and one of them starts");
    }
    if !(1..=ROUNDS).contains(&table.round) {
        return Err("there are at most 9 rounds");
    }
    audit_temple(&table.temple, table.options.layout)?;
    audit_cubes(table)?;
    audit_deck(table.relics, RELIC_CARDS)?;
    audit_deck(table.temple_cards, TEMPLE_CARDS)?;
    if table.relics.shown.len() > RELICS_SHOWN {
        return Err("at most 3 relics lie face up");
    }
    // They would come up again and do no damage meanwhile, and the game might not end.
    if !(CardSet::of_colour(Colour::Black) & table.temple_cards.gone(TEMPLE_CARDS)).is_empty() {
        return Err("a black temple card is never matched");
    }
    audit_movement(state)?;
    audit_phase(state)
}

fn audit_temple(temple: &Temple, layout: Layout) -> Result<(), &'static str> {
    let all: Tiles = layout.places().collect();
    let lying = temple.symbols.iter().fold(Tiles::NONE, |lying, &tiles| lying | tiles);
    if lying != all || temple.symbols.iter().any(|tiles| tiles.len() != 6) {
        return Err("there are 6 tiles of each symbol, one in each place");
    }
    if temple.symbols.iter().any(|&tiles| (tiles & Tiles::row(1)).len() != 1) {
        return Err("the starting row has each symbol once");
    }
    if !(temple.present() - all).is_empty() || !(temple.up & temple.down).is_empty() {
        return Err("a tile lies face up, or face down, or is gone");
    }
    Ok(())
}

fn audit_cubes(table: &Table) -> Result<(), &'static str> {
    let stands = |tile: Hex| table.temple.present().contains(tile);
    let is_sound = |place: &Place| !matches!(place, Place::Tile(tile) if !stands(*tile));
    if table.cubes.iter().all(is_sound) { Ok(()) } else { Err("a cube stands where no tile is") }
}

fn audit_deck(deck: Deck, all: CardSet) -> Result<(), &'static str> {
    let is_sound = (deck.deck & deck.shown).is_empty() && (deck.deck | deck.shown).is_subset(all);
    if is_sound { Ok(()) } else { Err("a card of the decks is in two places, or in the wrong deck") }
}

fn audit_movement(state: &State) -> Result<(), &'static str> {
    let State { table, hands } = state;
    hands.audit(hands.seats(), table.used)?;
    let held = hands.all();
    if !(held | table.used).is_subset(MOVEMENT_CARDS) {
        return Err("movement cards have a green background");
    }
    if !table.surely_dealt.is_subset(held | table.used) {
        return Err("a card that was surely dealt is in the deck");
    }
    let size = |seat: Seat| hand_size(hands.seats(), seat, table.start, table.round);
    if hands.iter().any(|(seat, hand)| hand.len() > size(seat)) {
        return Err("somebody holds more cards than were dealt");
    }
    Ok(())
}

fn audit_phase(state: &State) -> Result<(), &'static str> {
    let State { table, hands } = state;
    if table.goes_on() == (table.phase == Phase::Over) {
        return Err("it is over when no tile, or no cube in the temple, is left");
    }
    let are_played = hands.all().is_empty();
    let all_damage = |symbol: Symbol| (table.temple_cards.shown & CardSet::of_symbol(symbol)).len();
    match table.phase {
        Phase::Play(seats) => {
            let turn = seats.first().filter(|seat| seat.index() < hands.seats()).unwrap_or_default();
            let is_sound = !are_played && seats == who_plays(table.options.order, hands, turn);
            if is_sound { Ok(()) } else { Err("somebody is to play who cannot") }
        }
        Phase::Points { seat, card, left } => {
            let is_sound = seat.index() < hands.seats()
                && table.used.contains(card)
                && (1..=card.value()).contains(&left)
                && hands[seat].len() < hand_size(hands.seats(), seat, table.start, table.round);
            if is_sound { Ok(()) } else { Err("the points are not those of a card just played") }
        }
        Phase::Damage(left) => {
            let are_cards =
                Symbol::ALL.iter().all(|&symbol| usize::from(left[symbol.id()]) <= all_damage(symbol));
            let is_choice = are_cards
                && next_strike(&table.temple, left).is_some_and(|strike| strike.tiles.len() > strike.cards);
            match (are_played, is_choice) {
                (true, true) => Ok(()),
                (false, _) => Err("there is no damage while cards are to be played"),
                (true, false) => Err("there is no tile to choose"),
            }
        }
        Phase::Over => Ok(()),
    }
}
