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

mod audit;
mod scene;
#[cfg(test)]
mod tests;

use boxwood_engine::{
    Book, Ctx, Game, GameInfo, Illegal, Outcome, Seat, SeatMap, Secret, SetupError, Turn, Viewer, options,
};
use boxwood_kit::{Card, CardSet, Colour, Cubes, Inventory, Pile, Rng};
use boxwood_scene::{Offer, Scene, Touch, count, list};
use serde::{Deserialize, Serialize};

const HAND: usize = 6; // rule 1
const FLOWERS: u8 = 20; // rule 1: of each colour
const COLOURS: [Colour; 4] = [Colour::Red, Colour::Yellow, Colour::Green, Colour::Blue];
const MOST_EXCHANGED: u8 = 4; // rule 7
const EMPTY_PILES: usize = 2; // rule 9
const MOST_SHUFFLES: usize = 2; // rule 9: the third emptying is the last
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
    hands: SeatMap<CardSet>,
    /// The draw pile. A set has no order: which card comes next is chance, decided when it is drawn.
    pile: CardSet,
}

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    table: Table,
    viewer: Viewer,
    /// The viewer's own cards.
    hand: CardSet,
    /// How many cards of each batch everybody holds; see [`Table::by_batch`].
    held: SeatMap<Batches<u8>>,
    /// How many cards the draw pile has.
    pile: u8,
}

/// What everybody may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// The rows in the shop, in the order in which they were started.
    rows: Pile<Row, { Card::COUNT }>,
    /// How many rows have been started; their ids count from 1 and are not used again.
    started: u16,
    discard: CardSet,
    /// Rule 8: the cards that were shuffled into the draw pile, each time. Everybody saw them before.
    shuffled: Pile<CardSet, MOST_SHUFFLES>,
    /// Flowers that nobody has.
    supply: Cubes,
    gardens: SeatMap<Garden>,
    phase: Phase,
}

/// Something for the first draw pile, the second and the third.
type Batches<T> = [T; MOST_SHUFFLES + 1];

/// Rule 3: cards of one symbol, none higher than the one before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: u16,
    cards: Pile<Card, LONGEST_ROW>,
}

/// Rule 6: a player's flowers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Garden {
    /// The cards that hold flowers of each colour; each holds as many as its value.
    beds: [CardSet; COLOURS.len()],
    /// Flowers that are not planted.
    loose: Cubes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Phase {
    /// Rule 2: this seat, which has cards, begins its turn.
    Choose(Seat),
    /// Rule 3: so many cards are laid at the end of this row; lay more, or take the flowers.
    Shop { seat: Seat, row: u16, laid: u8 },
    /// Rule 7: so many cards are discarded; discard more, or draw.
    Exchange { seat: Seat, discarded: u8 },
    /// Rule 9.
    Over,
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
        minutes: (30, 30),
        complexity: 3,
        tags: &["hidden hands", "hand management", "set collection"],
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
    };

    fn setup(_options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let starter = Seat::new(ctx.rng().index(seats)).expect("one of the seats");
        let mut pile = CardSet::FULL;
        let hands = SeatMap::from_fn(seats, |_| draw_hand(&mut pile, HAND, ctx.rng()));
        let table = Table {
            rows: Pile::new(),
            started: 0,
            discard: CardSet::EMPTY,
            shuffled: Pile::new(),
            supply: COLOURS.into_iter().map(|colour| Cubes::of(colour, FLOWERS)).fold(Cubes::EMPTY, both),
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
        let (table, hand) = (&state.table, state.hands[seat]);
        match table.phase {
            Phase::Choose(_) => {
                for card in hand {
                    out.push(Action::Shop { card, row: None });
                    let fitting = table.rows.iter().filter(|row| row.fits(card));
                    out.extend(fitting.map(|row| Action::Shop { card, row: Some(row.id) }));
                    let loose = &table.gardens[seat].loose;
                    let enough = colours(card).iter().filter(|&&colour| loose.count(colour) >= card.value());
                    out.extend(enough.map(|&colour| Action::Plant { card, colour: named(card, colour) }));
                    out.push(Action::Exchange(card));
                }
            }
            Phase::Shop { row, .. } => {
                let row = table.row(row).expect("the row of this turn lies in the shop");
                let last = row.last();
                out.extend(colours(last).iter().map(|&colour| Action::Take(named(last, colour))));
                let more = (hand & CardSet::of_symbol(last.symbol())).iter().filter(|&card| row.fits(card));
                out.extend(more.map(|card| Action::Shop { card, row: Some(row.id) }));
            }
            Phase::Exchange { discarded, .. } => {
                out.push(Action::Draw);
                if discarded < MOST_EXCHANGED {
                    out.extend(hand.iter().map(Action::Exchange));
                }
            }
            Phase::Over => {}
        }
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        let (table, hand) = (&state.table, state.hands[seat]);
        if let Action::Shop { card, .. } | Action::Plant { card, .. } | Action::Exchange(card) = *action
            && !hand.contains(card)
        {
            return Err(Illegal::new("rule 2", format!("{} is not in your hand", capital(card))));
        }
        match (table.phase, *action) {
            (Phase::Over, _) => Err(Illegal::new("rule 9", "The game is over")),
            (Phase::Choose(_), Action::Shop { row: None, .. }) => Ok(()),
            (Phase::Choose(_), Action::Shop { card, row: Some(row) }) => can_lay(table, card, row),
            (Phase::Choose(_), Action::Plant { card, colour }) => {
                can_plant(&table.gardens[seat], card, colour)
            }
            (Phase::Choose(_), Action::Exchange(_)) => Ok(()),
            (Phase::Choose(_) | Phase::Exchange { .. }, Action::Take(_)) => {
                Err(Illegal::new("rule 4", "Flowers are for those who have laid a card in the shop"))
            }
            (Phase::Choose(_), Action::Draw) => {
                Err(Illegal::new("rule 2", "Shop, plant or exchange before you draw"))
            }
            (Phase::Shop { row, .. }, Action::Shop { card, row: Some(other) }) if other == row => {
                can_lay(table, card, row)
            }
            (Phase::Shop { row, .. }, Action::Shop { .. }) => {
                Err(Illegal::new("ruling R2", format!("All cards of a turn go to one row, here row {row}")))
            }
            (Phase::Shop { row, .. }, Action::Take(colour)) => {
                let last = table.row(row).expect("the row of this turn lies in the shop").last();
                decides(last, colour).map(|_| ())
            }
            (Phase::Shop { .. }, Action::Plant { .. } | Action::Exchange(_) | Action::Draw) => {
                Err(Illegal::new("rule 2", "You are shopping: lay another card, or take the flowers"))
            }
            (Phase::Exchange { discarded, .. }, Action::Exchange(_)) if discarded >= MOST_EXCHANGED => {
                Err(Illegal::new("rule 7", format!("No more than {MOST_EXCHANGED} cards are exchanged")))
            }
            (Phase::Exchange { .. }, Action::Exchange(_) | Action::Draw) => Ok(()),
            (Phase::Exchange { .. }, Action::Shop { .. } | Action::Plant { .. }) => {
                Err(Illegal::new("rule 2", "You are exchanging: discard another card, or draw"))
            }
        }
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        match *action {
            Action::Shop { card, row } => lay(state, seat, card, row, ctx),
            Action::Take(colour) => take(state, seat, colour, ctx),
            Action::Plant { card, colour } => plant(state, seat, card, colour, ctx),
            Action::Exchange(card) => exchange(state, seat, card, ctx),
            Action::Draw => {
                if let Phase::Exchange { discarded, .. } = state.table.phase {
                    draw(state, seat, discarded, ctx);
                }
            }
        }
    }

    fn view(state: &State, viewer: Viewer) -> View {
        View {
            table: state.table.clone(),
            viewer,
            hand: viewer.seat().map_or(CardSet::EMPTY, |seat| state.hands[seat]),
            held: state.hands.map(|hand| state.table.by_batch(hand).map(|cards| cards.len() as u8)),
            pile: state.pile.len() as u8,
        }
    }

    fn redeal(view: &View, rng: &mut Rng) -> State {
        let table = &view.table;
        let mut unseen = table.by_batch(CardSet::FULL - table.open_cards() - view.hand);
        let hands = SeatMap::from_fn(table.seats(), |seat| match view.viewer.is(seat) {
            true => view.hand,
            false => unseen
                .iter_mut()
                .zip(view.held[seat])
                .fold(CardSet::EMPTY, |hand, (batch, held)| hand | draw_hand(batch, held.into(), rng)),
        });
        // What nobody holds is in the draw pile; only cards of the latest batch are left by now.
        let pile = unseen.into_iter().fold(CardSet::EMPTY, CardSet::union);
        State { table: table.clone(), hands, pile }
    }

    fn secrets(state: &State, viewer: Viewer) -> Vec<Secret> {
        let others = state.hands.iter().filter(|(seat, _)| !viewer.is(*seat));
        let pile = (state.hands.seats(), state.pile);
        (others.map(|(seat, hand)| (seat.index(), *hand)))
            .chain([pile])
            .flat_map(|(place, cards)| {
                // Cards of one batch could be anywhere that cards of this batch have gone.
                (0..).zip(state.table.by_batch(cards)).flat_map(move |(pool, cards)| {
                    let holds = cards.iter().map(|card| u32::from(card.number()));
                    holds.map(move |holds| Secret { pool, place: place as u32, holds })
                })
            })
            .collect()
    }

    fn scene(view: &View, _viewer: Viewer) -> Scene {
        scene::scene(view)
    }

    fn offer(view: &View, _seat: Seat, action: &Action) -> Offer {
        scene::offer(view, *action)
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

    fn longest(_options: &Options, seats: usize) -> u32 {
        // Each step takes a card from a hand or ends a turn that has done so; each card was dealt, or
        // drawn from one of the few piles, which have at most 54 cards.
        2 * (HAND * seats + limit(seats) * Card::COUNT) as u32
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}

impl Table {
    #[inline]
    fn seats(&self) -> usize {
        self.gardens.seats()
    }

    /// Whoever is to decide.
    #[inline]
    fn to_act(&self) -> Option<Seat> {
        match self.phase {
            Phase::Choose(seat) | Phase::Shop { seat, .. } | Phase::Exchange { seat, .. } => Some(seat),
            Phase::Over => None,
        }
    }

    #[inline]
    fn row(&self, id: u16) -> Option<&Row> {
        self.rows.iter().find(|row| row.id == id)
    }

    /// The cards that everybody sees.
    fn open_cards(&self) -> CardSet {
        let rows = self.rows.iter().flat_map(|row| row.cards.iter().copied()).collect::<CardSet>();
        let gardens = self.gardens.as_slice().iter();
        gardens.fold(rows | self.discard, |open, garden| open | garden.cards())
    }

    /// The cards by the shuffle through which they came last; the first were never shuffled again.
    ///
    /// Who draws from which batch is seen by all, and so is which cards each shuffle brings back.
    #[inline]
    fn by_batch(&self, cards: CardSet) -> Batches<CardSet> {
        let mut batches = [CardSet::EMPTY; MOST_SHUFFLES + 1];
        let mut older = cards;
        for (number, &shuffled) in self.shuffled.iter().enumerate().rev() {
            batches[number + 1] = older & shuffled;
            older = older - shuffled;
        }
        batches[0] = older;
        batches
    }

    /// R5: how often the draw pile was emptied, now that it has so many cards.
    #[inline]
    fn emptied(&self, pile: usize) -> usize {
        self.shuffled.len() + usize::from(pile == 0)
    }

    /// How many flower piles are empty.
    #[inline]
    fn empty_piles(&self) -> usize {
        COLOURS.iter().filter(|&&colour| self.supply.count(colour) == 0).count()
    }

    /// All flowers of a colour, wherever they are.
    fn flowers(&self, colour: Colour) -> u16 {
        let gardens = self.gardens.as_slice().iter();
        let held =
            gardens.map(|garden| u16::from(garden.loose.count(colour)) + values(garden.beds[colour.id()]));
        u16::from(self.supply.count(colour)) + held.sum::<u16>()
    }

    /// Rule 10, with R10.
    fn outcome(&self) -> Outcome {
        Outcome::by_score(self.gardens.map(|garden| garden.score()))
    }

    /// Rule 9, with R6: why the game is over, now that the draw pile has so many cards.
    fn why_over(&self, pile: usize) -> &'static str {
        if self.empty_piles() >= EMPTY_PILES {
            "Two flower piles are empty"
        } else if self.emptied(pile) >= limit(self.seats()) {
            "The draw pile was emptied for the last time"
        } else {
            "Nobody has a card left"
        }
    }

    /// Who has won, in a sentence.
    fn result(&self) -> String {
        let outcome = self.outcome();
        let winners = outcome.winners();
        let points = winners.first().map_or(0, |seat| outcome.scores[seat]);
        let points = format!("{points} point{}", if points == 1 { "" } else { "s" });
        match winners.first() {
            Some(winner) if winners.len() == 1 => format!("{} with {points}.", winner.does("win")),
            _ => format!("{} share the victory with {points} each.", winners.names()),
        }
    }
}

impl Row {
    #[inline]
    fn last(&self) -> Card {
        self.cards.top().expect("a row has cards")
    }

    /// Rule 3.
    #[inline]
    fn fits(&self, card: Card) -> bool {
        let last = self.last();
        card.symbol() == last.symbol() && card.value() <= last.value()
    }

    /// Rule 5: a value that is there twice. As values fall, equal ones are neighbours.
    #[inline]
    fn twin(&self) -> Option<u8> {
        let twins = self.cards.windows(2).find(|pair| pair[0].value() == pair[1].value());
        twins.map(|pair| pair[0].value())
    }
}

impl Garden {
    fn cards(&self) -> CardSet {
        self.beds.into_iter().fold(CardSet::EMPTY, CardSet::union)
    }

    fn planted(&self) -> u16 {
        values(self.cards())
    }

    /// Rule 10.
    fn score(&self) -> i32 {
        i32::from(self.planted()) - self.loose.total() as i32
    }
}

/// What the cards are worth together.
fn values(cards: CardSet) -> u16 {
    cards.iter().map(|card| u16::from(card.value())).sum()
}

fn both(mut some: Cubes, others: Cubes) -> Cubes {
    some += others;
    some
}

/// Rule 9: how often the draw pile is emptied at a table of so many.
#[inline]
const fn limit(seats: usize) -> usize {
    if seats < 5 { 2 } else { 3 }
}

/// Takes so many cards from a set that has them, every choice equally likely.
#[inline]
fn draw_hand(cards: &mut CardSet, n: usize, rng: &mut Rng) -> CardSet {
    (0..n).filter_map(|_| cards.draw_random(rng)).collect()
}

#[inline]
fn is_wild(card: Card) -> bool {
    !card.colour().is_base()
}

/// Rule 4, with R4: the colours of flowers this card can stand for.
#[inline]
fn colours(card: Card) -> &'static [Colour] {
    if is_wild(card) { &COLOURS } else { std::slice::from_ref(&COLOURS[card.colour().id()]) }
}

/// What an action says about the colour: it is named only where the card leaves it open.
#[inline]
fn named(card: Card, colour: Colour) -> Option<Colour> {
    is_wild(card).then_some(colour)
}

/// The colour that the card and the name given for it decide on.
fn decides(card: Card, colour: Option<Colour>) -> Result<Colour, Illegal> {
    match colour {
        None if is_wild(card) => {
            Err(Illegal::new("ruling R4", format!("{} is wild: name a colour", capital(card))))
        }
        None => Ok(card.colour()),
        Some(colour) if !colour.is_base() => {
            Err(Illegal::new("rule 1", format!("There are no {colour} flowers")))
        }
        Some(colour) if is_wild(card) => Ok(colour),
        Some(_) => {
            let why = format!("{} decides the colour itself: {}", capital(card), card.colour());
            Err(Illegal::new("rule 4", why))
        }
    }
}

/// The card's name at the beginning of a sentence.
fn capital(card: Card) -> String {
    let name = card.to_string();
    name[..1].to_uppercase() + &name[1..]
}

/// "3 red flowers".
fn flowers(n: impl Into<i64>, colour: Colour) -> String {
    count(n, &format!("{colour} flower"))
}

/// Rule 3.
fn can_lay(table: &Table, card: Card, row: u16) -> Result<(), Illegal> {
    let Some(row) = table.row(row) else {
        return Err(Illegal::new("rule 3", format!("There is no row {row} in the shop")));
    };
    let (id, last) = (row.id, row.last());
    if card.symbol() != last.symbol() {
        let why = format!("{} does not fit row {id}, which is {}", capital(card), last.symbol());
        return Err(Illegal::new("rule 3", why));
    }
    if card.value() > last.value() {
        let why = format!("{} is higher than the last card of row {id}, a {}", capital(card), last.value());
        return Err(Illegal::new("rule 3", why));
    }
    Ok(())
}

/// Rule 6, with R4.
fn can_plant(garden: &Garden, card: Card, colour: Option<Colour>) -> Result<(), Illegal> {
    let (value, most) = (card.value(), COLOURS.map(|colour| garden.loose.count(colour)).into_iter().max());
    if is_wild(card) && most.is_none_or(|most| most < value) {
        let wants =
            if value == 1 { "1 loose flower".into() } else { format!("{value} loose flowers of one colour") };
        return Err(Illegal::new("rule 6", format!("{} needs {wants}", capital(card))));
    }
    let colour = decides(card, colour)?;
    match garden.loose.count(colour) {
        loose if loose < value => {
            let (wants, has) =
                (flowers(value, colour), if loose == 0 { "none".into() } else { loose.to_string() });
            Err(Illegal::new("rule 6", format!("{} needs {wants}, and you have {has}", capital(card))))
        }
        _ => Ok(()),
    }
}

/// Rule 3, with R1 and R2.
#[inline]
fn lay(state: &mut State, seat: Seat, card: Card, row: Option<u16>, ctx: &mut Ctx) {
    let table = &mut state.table;
    state.hands[seat].remove(card);
    let laid = if let Phase::Shop { laid, .. } = table.phase { laid + 1 } else { 1 };
    match row.and_then(|id| table.rows.iter_mut().find(|row| row.id == id)) {
        Some(row) => {
            row.cards.push(card);
            table.phase = Phase::Shop { seat, row: row.id, laid };
            ctx.say(|| format!("{} {card} to row {}.", seat.does("add"), row.id));
        }
        None => {
            table.started += 1;
            let row = Row { id: table.started, cards: Pile::from_iter([card]) };
            table.rows.push(row);
            table.phase = Phase::Shop { seat, row: row.id, laid };
            ctx.say(|| format!("{} row {} with {card}.", seat.does("start"), row.id));
        }
    }
}

/// Rules 4 and 5, with R3 and R9.
#[inline]
fn take(state: &mut State, seat: Seat, colour: Option<Colour>, ctx: &mut Ctx) {
    let table = &mut state.table;
    let Phase::Shop { row: id, laid, .. } = table.phase else { return };
    let place =
        table.rows.iter().position(|row| row.id == id).expect("the row of this turn lies in the shop");
    let row = table.rows[place];
    let colour = colour.unwrap_or(row.last().colour());
    let (earned, left) = (row.cards.len() as u8, table.supply.count(colour));
    let got = earned.min(left);
    table.supply.take(colour, got);
    table.gardens[seat].loose.put(colour, got);
    ctx.say(|| {
        let short =
            if got < earned { format!(", not {earned}, because there are no more") } else { String::new() };
        format!("{} {}{short}.", seat.does("take"), flowers(got, colour))
    });
    if table.empty_piles() >= EMPTY_PILES {
        return end(state, ctx);
    }
    if let Some(twin) = row.twin() {
        table.rows.remove(place);
        table.discard.extend(row.cards);
        ctx.say(|| format!("Row {id} has two {twin}s and goes to the discard pile."));
    }
    draw(state, seat, laid, ctx);
}

/// Rule 6.
#[inline]
fn plant(state: &mut State, seat: Seat, card: Card, colour: Option<Colour>, ctx: &mut Ctx) {
    let colour = colour.unwrap_or(card.colour());
    state.hands[seat].remove(card);
    let garden = &mut state.table.gardens[seat];
    garden.loose.take(colour, card.value());
    garden.beds[colour.id()].insert(card);
    ctx.say(|| format!("{} {} on {card}.", seat.does("plant"), flowers(card.value(), colour)));
    draw(state, seat, 1, ctx);
}

/// Rule 7, with R7.
#[inline]
fn exchange(state: &mut State, seat: Seat, card: Card, ctx: &mut Ctx) {
    let table = &mut state.table;
    state.hands[seat].remove(card);
    table.discard.insert(card);
    let discarded = if let Phase::Exchange { discarded, .. } = table.phase { discarded + 1 } else { 1 };
    table.phase = Phase::Exchange { seat, discarded };
    ctx.say(|| format!("{} {card}.", seat.does("discard")));
}

/// Rules 8 and 9, with R5: draws so many cards, and passes the turn on.
fn draw(state: &mut State, seat: Seat, n: u8, ctx: &mut Ctx) {
    let limit = limit(state.table.seats());
    let mut drawn = CardSet::EMPTY;
    while drawn.len() < usize::from(n) && emptied(state) < limit {
        if state.pile.is_empty() && !shuffle(state, ctx) {
            break;
        }
        let card = state.pile.draw_random(ctx.rng()).expect("a card was there or shuffled in");
        drawn.insert(card);
        if state.pile.is_empty() {
            let emptied = emptied(state);
            ctx.say(|| format!("The draw pile is empty: {emptied} of {limit} times."));
        }
    }
    state.hands[seat] = state.hands[seat] | drawn;
    say_drawn(seat, drawn, n, ctx);
    if emptied(state) >= limit { end(state, ctx) } else { end_turn(state, seat, ctx) }
}

#[inline]
fn emptied(state: &State) -> usize {
    state.table.emptied(state.pile.len())
}

/// Rule 8: the discard pile becomes the draw pile; false if it has no cards.
fn shuffle(state: &mut State, ctx: &mut Ctx) -> bool {
    let table = &mut state.table;
    if table.discard.is_empty() {
        return false;
    }
    state.pile = std::mem::take(&mut table.discard);
    table.shuffled.push(state.pile);
    let cards = state.pile.len() as i64;
    ctx.say(|| format!("The discard pile is shuffled into a new draw pile of {}.", count(cards, "card")));
    true
}

/// Who draws sees the cards, the others see how many.
#[inline]
fn say_drawn(seat: Seat, drawn: CardSet, wanted: u8, ctx: &mut Ctx) {
    if drawn.is_empty() {
        return ctx.say(|| format!("{} nothing: there are no cards to draw.", seat.does("draw")));
    }
    ctx.tell(seat, || {
        let cards: Vec<String> = drawn.iter().map(|card| card.to_string()).collect();
        format!("{} {}.", seat.does("draw"), list(&cards))
    });
    ctx.tell_others(seat, || {
        let all = drawn.len() == usize::from(wanted);
        let short = if all { String::new() } else { format!(" instead of {wanted}") };
        format!("{} {}{short}.", seat.does("draw"), count(drawn.len() as i64, "card"))
    });
}

/// The next player who has cards, with R6.
#[inline]
fn end_turn(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    let seats = state.table.seats();
    let next = seat.next(seats).round(seats).find(|&next| !state.hands[next].is_empty());
    match next {
        Some(next) => state.table.phase = Phase::Choose(next),
        None => end(state, ctx),
    }
}

/// Rule 9.
fn end(state: &mut State, ctx: &mut Ctx) {
    state.table.phase = Phase::Over;
    let (table, pile) = (&state.table, state.pile.len());
    ctx.say(|| format!("{}: the game is over.", table.why_over(pile)));
    for (seat, garden) in table.gardens.iter() {
        ctx.say(|| {
            let (planted, loose) = (garden.planted(), garden.loose.total());
            format!("{} {planted} planted and {loose} loose: {}.", seat.does("have"), garden.score())
        });
    }
    ctx.say(|| table.result());
}
