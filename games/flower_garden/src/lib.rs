//! Flower Garden: lay rows of cards to buy flowers, and plant them on cards in your garden.
//!
//! 2–5 seats · hidden hands · Green Box of Games, base book.
//!
//! # Rules
//! 1. Everybody is dealt 6 of the 54 cards; the rest is the draw pile. Four piles hold 20 flowers each:
//!    red, yellow, green and blue. A random player begins, then clockwise.
//! 2. On a turn, do exactly one of three things: shop, plant or exchange. Then draw as many cards
//!    as have left your hand.
//! 3. Shop: lay one or more cards of one symbol, none higher than the one before it, as a new row or at the
//!    end of a row of that symbol whose last card is not lower. Numbers may be skipped or repeated.
//! 4. Then take as many flowers as the row has cards, in the colour of the card laid last. White and
//!    black cards are wild: name one of the four colours.
//! 5. A row that then has two cards of equal value goes to the discard pile, all of it.
//! 6. Plant: lay a card into your garden with as many flowers of its colour on it as its value. On a white or
//!    black card, all flowers have one colour of your choice. They stay there.
//! 7. Exchange: discard 1 to 4 cards.
//! 8. Cards are drawn one at a time. When one is needed and the draw pile is empty, the discard pile is
//!    shuffled and becomes the draw pile. If that is empty too, the hand stays smaller.
//! 9. The game ends at once when the last card of the draw pile is drawn for the second time (with
//!    5 players the third), or when two flower piles are empty.
//! 10. Each planted flower is worth a point, each loose one costs a point. The highest score wins.
//!
//! # Rulings
//! - R1 (rule 3): several rows of one symbol may lie in the shop, so whoever has a card can always
//!   start a row.
//! - R2 (rule 3): all cards of one turn go to one row.
//! - R3 (rule 4): where there are too few flowers, take what is left. A wild card may name a colour of
//!   which none is left.
//! - R4 (rules 4 and 6): a wild card is one colour at a time; its symbol is not wild.
//! - R5 (rules 8 and 9): the draw pile counts as emptied when its last card is drawn, and is shuffled anew
//!   only when a card is needed.
//! - R6 (rules 8 and 9): players without cards are skipped. When nobody has cards, the game is over.
//! - R7 (rule 7): at least one card; the discards lie on the discard pile before the draw, so they can
//!   come back through a shuffle.
//! - R8 (rule 3): of equal cards laid in one turn the player chooses the last, and that sets the colour.
//! - R9 (rule 9): two empty piles end the game right after the flowers are taken; the row stays, and nobody draws.
//! - R10 (rule 10): equal scores share the victory.
//! - R11 (rule 3): that the book's example has one row for each symbol is chance; see R1.
//!
//! A turn is made of small steps: cards are laid or discarded one by one, and taking the flowers or
//! drawing ends it. Until then a step can be taken back.

mod advice;
mod audit;
mod effects;
mod estimate;
mod flow;
mod judge;
mod scene;
mod state;
#[cfg(test)]
mod tests;
mod words;

use boxwood_engine::{
    Art, Book, Ctx, Game, GameInfo, Hands, Illegal, Seat, SeatMap, Secret, SeenHands, SetupError, Turn,
    Viewer, options,
};
use boxwood_kit::{Card, CardSet, Colour, Cubes, Inventory, Pile, Rng};
use boxwood_scene::{Offer, Scene, Theme, Touch};
use serde::{Deserialize, Serialize};

use state::{Garden, Phase, Table, limit};

const HAND: usize = 6; // rule 1
const FLOWERS: u8 = 20; // rule 1: of each colour
const COLOURS: [Colour; 4] = [Colour::Red, Colour::Yellow, Colour::Green, Colour::Blue];
const MOST_EXCHANGED: u8 = 4; // rule 7
const EMPTY_PILES: usize = 2; // rule 9
const MOST_SHUFFLES: usize = 2; // rule 9: the third emptying is the last
/// The first draw pile, the second and the third.
const BATCHES: usize = MOST_SHUFFLES + 1;
/// No symbol is on more cards, so no row is longer.
const LONGEST_ROW: usize = 9;

/// The game.
pub struct FlowerGarden;

options! {
    /// The book offers no variants.
    pub struct Options {}
}

/// Everything that is true at the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    table: Table,
    hands: Hands<CardSet>,
    /// The draw pile. A set has no order: which card comes next is chance, decided when it is drawn.
    pile: CardSet,
}

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    table: Table,
    viewer: Viewer,
    /// Everybody knows how many cards of each batch a hand has; see [`Table::by_batch`].
    hands: SeenHands<CardSet, BATCHES>,
    /// How many cards the draw pile has.
    pile: u8,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Rule 3: lays a card at the end of the row of this id, or starts a new row with it.
    Shop {
        /// A card of the hand.
        card: Card,
        /// The row; a new one if none is named.
        row: Option<u16>,
    },
    /// Rule 4: takes the flowers of the row, and names their colour if the last card is wild.
    Take(Option<Colour>),
    /// Rule 6: plants a card, and names the colour of its flowers if it is wild.
    Plant {
        /// A card of the hand.
        card: Card,
        /// The flowers for a white or black card.
        colour: Option<Colour>,
    },
    /// Rule 7: discards a card.
    Exchange(Card),
    /// Rules 7 and 8: draws as many as were discarded.
    Draw,
}

impl Game for FlowerGarden {
    type State = State;
    type View = View;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "flower-garden",
        title: "Flower Garden",
        pitch: "Lay rows of cards to buy flowers, and plant them; flowers without a bed cost points.",
        book: Book::GreenBox,
        designers: &[],
        origin: "",
        seats: (2, 5),
        best: 3,
        quick: &[],
        minutes: (30, 30),
        complexity: 3,
        tags: &["hidden hands", "hand management", "set collection"],
        theme: Theme::Garden,
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
        lesson: include_str!("../lesson.json"),
        art: Art::new(include_str!("../art/cover.svg"), include_bytes!("../art/cover.jpg"))
            .on_stage(include_str!("../art/wide.svg"), include_str!("../art/tall.svg")),
    };

    fn setup(_options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let starter = Seat::random(seats, ctx.rng());
        let mut pile = CardSet::FULL;
        let hands = Hands::deal(seats, &mut pile, HAND, ctx.rng());
        let table = Table {
            rows: Pile::new(),
            started: 0,
            discard: CardSet::EMPTY,
            shuffled: Pile::new(),
            supply: Cubes::new([FLOWERS, FLOWERS, FLOWERS, FLOWERS, 0, 0]),
            gardens: SeatMap::filled(seats, Garden::default()),
            phase: Phase::Choose(starter),
        };
        ctx.say(|| format!("Everybody has {HAND} cards. {}.", starter.does("begin")));
        Ok(State { table, hands, pile })
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        match state.table.to_act() {
            Some(seat) => Turn::of(seat),
            None => Turn::Over(state.table.outcome()),
        }
    }

    #[inline]
    fn legal_actions(state: &State, seat: Seat, out: &mut Vec<Action>) {
        judge::list(&state.table, state.hands[seat], seat, out);
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        judge::check(&state.table, state.hands[seat], seat, *action)
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        match *action {
            Action::Shop { card, row } => effects::lay(state, seat, card, row, ctx),
            Action::Take(colour) => effects::take(state, seat, colour, ctx),
            Action::Plant { card, colour } => effects::plant(state, seat, card, colour, ctx),
            Action::Exchange(card) => effects::exchange(state, seat, card, ctx),
            Action::Draw => {
                if let Phase::Exchange { discarded, .. } = state.table.phase {
                    flow::draw(state, seat, discarded, ctx);
                }
            }
        }
    }

    fn view(state: &State, viewer: Viewer) -> View {
        View {
            table: state.table.clone(),
            viewer,
            hands: state.hands.seen_in_pools(viewer, state.table.by_batch(CardSet::FULL)),
            pile: state.pile.len() as u8,
        }
    }

    fn redeal(view: &View, rng: &mut Rng) -> State {
        let View { table, hands, .. } = view;
        let mut unseen = table.by_batch(CardSet::FULL - table.open_cards() - hands.shown());
        let hands = hands.redeal_from_pools(&mut unseen, rng);
        // What nobody holds is in the draw pile; only cards of the latest batch are left by now.
        let pile = unseen.into_iter().fold(CardSet::EMPTY, CardSet::union);
        State { table: table.clone(), hands, pile }
    }

    fn secrets(state: &State, viewer: Viewer) -> Vec<Secret> {
        // Cards of one batch could be anywhere that cards of this batch have gone.
        state.hands.secrets_in_pools(viewer, state.pile, state.table.by_batch(CardSet::FULL))
    }

    fn scene(view: &View, _viewer: Viewer) -> Scene {
        scene::scene(view)
    }

    fn offer(view: &View, seat: Seat, action: &Action) -> Offer {
        scene::offer(view, seat, *action)
    }

    fn intent(view: &View, _seat: Seat, path: &[Touch]) -> Option<Action> {
        scene::intent(view, path)
    }

    fn inventory(state: &State) -> Inventory {
        let mut inventory = Inventory::EMPTY;
        inventory.add_cards(state.pile).add_cards(state.table.discard);
        for (seat, garden) in state.table.gardens.iter() {
            inventory.add_cards(state.hands[seat]);
            garden.beds.iter().for_each(|&beds| {
                inventory.add_cards(beds);
            });
        }
        for row in &state.table.rows {
            inventory.add_cards(row.cards);
        }
        for colour in COLOURS {
            inventory.add_cubes(colour, state.table.flowers(colour));
        }
        inventory
    }

    fn estimate(view: &View, seat: Seat) -> Option<f32> {
        Some(estimate::estimate(view, seat))
    }

    fn reason(view: &View, seat: Seat, action: &Action) -> Option<String> {
        advice::reason(view, seat, *action)
    }

    fn longest(_options: &Options, seats: usize) -> u32 {
        // Each step takes a card from a hand or ends a turn that has done so; each card was dealt, or
        // drawn from one of the few piles, which have at most 54 cards.
        2 * (HAND * seats + limit(seats) * Card::COUNT) as u32
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}
