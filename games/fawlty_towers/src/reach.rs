//! Which cards a tower reaches: rule 7.

use boxwood_engine::Illegal;
use boxwood_kit::{Card, Colour, Cubes};
use boxwood_scene::{count, list};

use super::State;
use super::tower::{self, Cube};

/// What was just placed, and what its tower held before (R2): rules 7 and 8.
#[inline]
pub(super) fn just_placed(state: &State, tower: u8) -> (Colour, &[Cube]) {
    let (top, below) = state.tower(tower).split_last().expect("the cube just placed is there");
    (top.colour, below)
}

/// The cubes of a tower that have not been counted yet for a card below: rule 7.
#[derive(Clone, Copy, Debug)]
pub(super) struct Uncounted {
    cubes: Cubes,
    /// How many there are, and any of them still count for white and black cards.
    any: u32,
}

impl Uncounted {
    #[inline]
    pub fn of(tower: &[Cube]) -> Uncounted {
        Uncounted { cubes: tower::colours(tower), any: tower.len() as u32 }
    }

    /// Counts cubes for one more card, if there are enough; R6.
    #[inline]
    pub fn reach_over(&mut self, card: Card) -> bool {
        let colour = card.colour();
        let has_colour = !colour.is_base() || self.cubes.take(colour, 1);
        let left = self.any.checked_sub(cubes_for(card));
        self.any = left.unwrap_or(0);
        has_colour && left.is_some()
    }
}

/// Rule 7: how many cubes a card asks of a tower that reaches over it.
#[inline]
fn cubes_for(card: Card) -> u32 {
    if card.colour() == Colour::Black { 3 } else { 1 }
}

/// Rule 7: whether the card goes with a cube of this colour.
#[inline]
fn matches(card: Card, colour: Colour) -> bool {
    card.colour() == colour || !card.colour().is_base()
}

/// Every card that a cube of this colour on this tower reaches, with its column and level.
#[inline]
pub(super) fn cards_in_reach(
    state: &State,
    colour: Colour,
    tower: &[Cube],
) -> impl Iterator<Item = (u8, u8, Card)> {
    let uncounted = Uncounted::of(tower);
    (1..).zip(&state.columns).flat_map(move |(column, cards)| {
        let (mut uncounted, mut is_reached) = (uncounted, true);
        let climb = move |(level, &card): (u8, &Card)| {
            let here = is_reached.then_some((column, level, card));
            is_reached = is_reached && uncounted.reach_over(card);
            here
        };
        (1..).zip(cards).map_while(climb).filter(move |&(_, _, card)| matches(card, colour))
    })
}

/// The highest level that a tower reaches in each column that has cards, whatever their colours.
pub(super) fn highest_in_reach(state: &State, tower: &[Cube]) -> impl Iterator<Item = (u8, u8)> {
    let uncounted = Uncounted::of(tower);
    (1..).zip(&state.columns).filter(|(_, cards)| !cards.is_empty()).map(move |(column, cards)| {
        let mut uncounted = uncounted;
        let over = cards.iter().take_while(|&&card| uncounted.reach_over(card)).count();
        (column, cards.len().min(over + 1) as u8)
    })
}

/// Rules 7 and 8.
pub(super) fn can_take(state: &State, tower: u8, column: u8, level: u8) -> Result<(), Illegal> {
    let Some((card, cards_below)) = find_card(state, column, level) else {
        return Err(Illegal::new("rule 1", format!("There is no card in column {column} at level {level}")));
    };
    let (colour, cubes) = just_placed(state, tower);
    if !matches(card, colour) {
        return Err(Illegal::new("rule 7", format!("The {card} does not go with a {colour} cube")));
    }
    if cubes.is_empty() && !cards_below.is_empty() {
        let why = format!("A new base reaches level 1 only, and the {card} is higher up");
        return Err(Illegal::new("rule 8", why));
    }
    let mut uncounted = Uncounted::of(cubes);
    if !cards_below.iter().all(|&below| uncounted.reach_over(below)) {
        let lack = what_is_lacking(cards_below, cubes);
        let why = format!("Below the {card}, tower {tower} needed {lack} before your cube");
        return Err(Illegal::new("rule 7", why));
    }
    Ok(())
}

/// The card at this place, and those below it.
fn find_card(state: &State, column: u8, level: u8) -> Option<(Card, &[Card])> {
    let cards = state.columns.get(usize::from(column).checked_sub(1)?)?;
    let (card, below) = cards.get(..usize::from(level))?.split_last()?;
    Some((*card, below))
}

/// "2 blue, but had 1": what a tower would have needed to reach over these cards.
fn what_is_lacking(cards: &[Card], tower: &[Cube]) -> String {
    let held = tower::colours(tower);
    let needed: Cubes = cards.iter().map(|card| card.colour()).filter(|colour| colour.is_base()).collect();
    let lacking: Vec<String> = (needed.iter().filter(|&(colour, n)| held[colour] < n))
        .map(|(colour, n)| format!("{n} {colour}, but had {}", held[colour]))
        .collect();
    if lacking.is_empty() {
        let height: u32 = cards.iter().map(|&card| cubes_for(card)).sum();
        return format!("{}, but had {}", count(height, "cube"), tower.len());
    }
    list(&lacking)
}
