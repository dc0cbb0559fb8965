//! What a builder thinks of first, among very many things that could be done, and why it is good.

use boxwood_engine::Seat;
use boxwood_kit::{Card, CardSet, Colour, Cubes};
use boxwood_scene::count;

use super::board::{Place, QUARTERS};
use super::building::{Points, columns_possible, is_far};
use super::{Action, Draw, KEEP_CARDS, Phase, Plan, Table, View};

/// Weights by how often an action is the right one; what never brings anybody nearer to a tile has none.
pub(super) fn prefer(table: &Table, hand: CardSet, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
    match table.phase {
        Phase::Act { .. } => {
            let store = Store { table, seat, hand, cubes: &table.cubes[seat] };
            weights.extend(actions.iter().map(|&action| store.weight(action)));
        }
        Phase::KeepCards { .. } => {
            // Whoever draws cards keeps as many as allowed; which ones is the question.
            let most = actions.iter().map(|&action| kept(action)).max().unwrap_or(KEEP_CARDS);
            weights.extend(actions.iter().map(|&action| if kept(action) == most { 1.0 } else { 0.0 }));
        }
        _ => {}
    }
}

fn kept(action: Action) -> usize {
    if let Action::KeepCards(cards) = action { cards.len() } else { 0 }
}

struct Store<'a> {
    table: &'a Table,
    seat: Seat,
    hand: CardSet,
    cubes: &'a Cubes,
}

impl Store<'_> {
    fn weight(&self, action: Action) -> f32 {
        match action {
            Action::Build { cell, .. } if cell.level() > 1 => 4.0,
            // A tile of level 1 is worth its point only near the builder, and not the last card.
            Action::Build { card, cell } if !is_far(self.table, self.seat, cell) && self.hand.len() > 1 => {
                if self.is_spare(card) {
                    1.5
                } else {
                    0.5
                }
            }
            Action::Build { .. } => 0.3,
            Action::DrawCards(card) => {
                let by_value = [0.4, 1.0, 0.8, 0.6][usize::from(card.value() - 1)];
                if self.is_spare(card) { 1.5 * by_value } else { 0.7 * by_value }
            }
            Action::DrawCubes { card, how: Draw::Random } => {
                let by_value = [0.0, 0.2, 1.2, 1.0][usize::from(card.value() - 1)];
                if self.is_spare(card) { by_value } else { 0.6 * by_value }
            }
            Action::DrawCubes { card, how: Draw::Colour } => {
                let others = self.cards(card.colour()) - 1;
                if others > self.cubes[card.colour()].into() { 1.0 } else { 0.0 }
            }
            Action::Offer { give, want } if self.is_missing(want) && self.is_left_over(give) => 0.5,
            Action::MarketTrade { take, add } if self.is_missing(take) && self.is_left_over(add) => 0.4,
            Action::MoveBuilder(place) if self.brings_nearer(place) => 0.3,
            Action::DrawCardsUnpaid(2) => 1.0,
            Action::DrawCardsUnpaid(_) => 0.2,
            Action::RefreshMarket => 0.1,
            _ => 0.0,
        }
    }

    fn cards(&self, colour: Colour) -> usize {
        (self.hand & CardSet::of_colour(colour)).len()
    }

    /// Whether a card has no cube of its colour to go with.
    fn is_spare(&self, card: Card) -> bool {
        self.cards(card.colour()) > self.cubes[card.colour()].into()
    }

    /// Whether a cube of this colour would make one more column.
    fn is_missing(&self, colour: Colour) -> bool {
        self.cards(colour) > self.cubes[colour].into()
    }

    /// Whether a cube of this colour has no card to go with.
    fn is_left_over(&self, colour: Colour) -> bool {
        self.cards(colour) < self.cubes[colour].into()
    }

    /// Whether some open place above is near this one, while none is near the builder.
    fn brings_nearer(&self, place: Place) -> bool {
        let sites = self.table.pyramid.built().sites();
        let mut upper = (2..=4).flat_map(|level| sites.on_level(level).iter());
        let near = |site: Place| site.adjacent().contains(place) || site.supports().contains(place);
        upper.clone().all(|site| is_far(self.table, self.seat, site)) && upper.any(near)
    }
}

/// A tile is explained by its points, and a draw by what a higher tile still lacks.
pub(super) fn reason(view: &View, seat: Seat, action: Action) -> Option<String> {
    let (table, hand) = (&view.table, view.hands.of(seat)?);
    let cubes = &table.cubes[seat];
    let columns = columns_possible(hand, cubes);
    let (store, missing) = (Store { table, seat, hand, cubes }, QUARTERS.saturating_sub(columns));
    match action {
        Action::Build { card, cell } => {
            let points = Points::of(table, seat, Plan { card, site: cell, symbol: card.symbol() }, &[]);
            let total = count(points.total(), "point");
            Some(match cell.level() {
                1 => format!("It brings {total}, and takes no columns."),
                _ => format!("It brings {total}, and its columns may bring more."),
            })
        }
        Action::DrawCards(card) if missing > 0 && store.is_spare(card) => Some(format!(
            "You have no cube for the {card}, and a higher tile still lacks {}.",
            count(missing as i64, "column")
        )),
        Action::DrawCubes { .. } if missing > 0 => {
            let waiting: usize = Colour::ALL
                .into_iter()
                .map(|colour| store.cards(colour).saturating_sub(cubes[colour].into()))
                .sum();
            Some(format!("There is no cube yet for {} of your hand.", count(waiting as i64, "card")))
        }
        Action::Offer { want, .. } if store.is_missing(want) => {
            Some(format!("A {want} cube would make one more column."))
        }
        Action::MarketTrade { take, .. } if store.is_missing(take) => {
            Some(format!("A {take} cube makes one more column."))
        }
        Action::MoveBuilder(place) if store.brings_nearer(place) => {
            Some("From there, your builder is near a place of a higher level.".into())
        }
        _ => None,
    }
}
