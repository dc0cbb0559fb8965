//! The Golden Pyramid: build one pyramid together and score for tiles, colonnades and neighbours.
//!
//! 2–6 seats · hidden hands, open cubes, trade offers · Green Box Contest X (2019).
//!
//! # Rules
//! 1. The deck has the 42 cards of value 1 to 4. The 36 tiles lie in six open stacks by symbol. The bag
//!    holds 15 cubes of each colour, 18 with 5 or 6 players. Everybody has a builder, off the board.
//! 2. The market has 3 cubes from the bag, 4 with 5 or 6 players. While 3 or more of them share a
//!    colour, all go back and as many are drawn again; after 20 times they stay.
//! 3. Deal everybody 4 cubes and 4 cards, with 4 or more players 3 of each. A random player begins.
//! 4. A turn is one action (rules 5–10). Afterwards, discard down to 7 cards.
//! 5. Cubes: play a card. Either draw as many cubes as its value, keep half of them, rounded up, and
//!    return the rest to the bag; or take one cube of the card's colour.
//! 6. Cards: play a card, draw one more than its value and keep up to 3 of them. Without cards, draw
//!    1 or 2 and lose a point for each.
//! 7. Offer one of your cubes for one of another colour. Whoever owns such a cube accepts or declines,
//!    all at once; the first on your left who accepts exchanges with you, and that was your action.
//! 8. Market: take a cube from it; put one of yours there and another one of yours into the bag.
//!    Optional rule: renew all cubes of the market first, then trade there for a point, or do nothing.
//! 9. Move your builder to another tile of its level without a builder and with fewer than 4 columns.
//! 10. Build a tile of the symbol of a card whose value is at least the level: on a free place of
//!     level 1, or above four tiles. Above level 1 four more cards go with it, and four of your cubes
//!     in their colours are the columns, one on the inner quarter of each of the four tiles below.
//! 11. If the stack of the symbol is empty, take any tile, a substitute; only if you hold no card that
//!     could be used for a tile that is there.
//! 12. A tile scores its level (a substitute 0), for its columns one pair 1, three alike 2, two pairs
//!     3, four alike 4, and 1 for each standing neighbour of the same colour of each new column. It
//!     costs 1 if your builder is on the board, but neither next to the tile nor on a tile below it.
//! 13. Unless your builder stands higher, it may climb onto the new tile; onto your first tile of a
//!     level it must.
//! 14. A builder on a tile with four columns then moves as in rule 9, and its owner loses a point; in
//!     the order of turns, beginning with whoever has built.
//! 15. The tile of level 4 ends the game. The highest level that you built on brings 2, 3 or 4 points.
//!     Most points win; then the higher level, then fewer cards and cubes left; then it is shared.
//!
//! # Rulings
//! - R1 (rule 3): a random player begins, and turns go clockwise.
//! - R2 (rule 12): neighbours are orthogonally next to each other on the same level.
//! - R3 (rule 12): no builder on the board, no penalty.
//! - R4 (rule 6): the card played reaches the discards after the draw and cannot come back with it.
//! - R5 (rule 7): offers are public, and a turn has a limited number of them; only an accepted one is
//!   the action.
//! - R6 (rule 11): a card that is too low for the level could not be used.
//! - R7 (rules 6, 8, 12 and 14): points may fall below zero.
//! - R8 (rule 9): nobody moves to a tile with four columns.
//! - R9 (rule 15): level 1 brings nothing at the end; an option gives it a point.
//! - R10 (rule 15): after a fixed number of turns the game ends all the same, with the same scoring.
//! - R11 (rule 14): a builder that has nowhere to go stays and costs nothing. With 6 players or fewer
//!   this cannot happen.
//! - R12 (rule 8): the old cubes of the market go into the bag before new ones are drawn.
//! - R13 (rule 5): half of the cubes that were drawn, should the bag have held fewer.
//! - R14 (rule 10): each column has its own card.
//! - R15 (rule 14): a builder that has climbed onto the new tile is not on a full tile any more.
//! - R16 (rule 11): a substitute counts for rules 13 and 15 as any tile.
//!
//! Where there is nothing to choose, no choice is asked for.

mod audit;
mod board;
mod building;
mod drawing;
mod scene;
#[cfg(test)]
mod tests;
mod trading;

use std::cmp::Reverse;

use boxwood_engine::{
    Book, Choices, Ctx, Game, GameInfo, Illegal, Number, Outcome, Seat, SeatMap, SeatSet, Secret,
    SeenChoices, SetupError, Turn, Viewer, choice, options,
};
use boxwood_kit::{Bag, Card, CardSet, Colour, Cubes, Inventory, MeepleColour, Pile, Rng, Symbol};
use boxwood_scene::{Offer, Scene, Touch, count, list};
use serde::{Deserialize, Serialize};

use board::{LEVELS, Place, Places, Pyramid};
use building::Plan;
use trading::Answered;

const HAND_LIMIT: usize = 7; // rule 4
const KEEP_CARDS: usize = 3; // rule 6
const TILES_EACH: u8 = 6; // rule 1
const MARKET_REPEATS: u32 = 20; // rule 2
/// Rule 1: the cards without the fives and sixes.
const DECK: CardSet = CardSet::FULL.difference(CardSet::of_value(5)).difference(CardSet::of_value(6));

/// The game.
pub struct GoldenPyramid;

choice! {
    /// Whether the market can be renewed.
    pub enum Switch {
        Off = "off", "the market changes only by trades";
        On = "on", "a player may renew it, and then trade for a point";
    }
}

choice! {
    /// R9.
    pub enum GroundBonus {
        Nothing = "0", "no points";
        One = "1", "1 point";
    }
}

options! {
    /// What can be chosen before the game.
    pub struct Options {
        "market_refresh" market_refresh: Switch = Switch::Off, "Renewing the market";
        "level1_bonus" level1_bonus: GroundBonus = GroundBonus::Nothing, "End bonus for level 1";
        "offers_per_turn" offers_per_turn: Number<1, 5> = Number::new(3), "Offers in one turn";
        "max_turns" max_turns: Number<300, 1000> = Number::new(600), "Most turns of all players together";
    }
}

/// Everything that is true. What is neither in a hand nor shown is in the deck, whose order is decided
/// when a card is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    table: Table,
    hands: SeatMap<CardSet>,
    /// Rule 6: the cards that the player on turn has drawn and is choosing from.
    drawn: CardSet,
    /// Rule 7: the answers to an offer. Nobody is asked otherwise.
    answers: Choices<bool>,
}

/// What one viewer knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    table: Table,
    viewer: Viewer,
    /// The viewer's cards.
    hand: CardSet,
    /// What the viewer has drawn and is choosing from.
    drawn: CardSet,
    held: SeatMap<Held>,
    held_drawn: Held,
    answers: SeenChoices<bool>,
}

/// How many cards somebody holds. Since the discards are open, everybody knows which cards were in
/// the hands when they became the deck, and how many of those a hand still has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Held {
    /// From before the discards were last shuffled.
    old: u8,
    /// From the deck of now.
    new: u8,
}

/// What lies open for all to see. Put nothing secret here: every view shows it whole.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    pyramid: Pyramid,
    /// The tiles that are left of each symbol.
    stacks: [u8; 6],
    bag: Bag,
    market: Cubes,
    cubes: SeatMap<Cubes>,
    builders: SeatMap<Option<Place>>,
    /// Who has built on level 1, 2, 3 and 4.
    contributors: [SeatSet; LEVELS],
    scores: SeatMap<i16>,
    discards: CardSet,
    /// The cards that were not in the deck when the discards were last shuffled into a new one.
    old: CardSet,
    /// How many turns are over.
    turns: u16,
    on_turn: Seat,
    phase: Phase,
    /// The last offer that all have answered, until the next.
    last_offer: Option<Answered>,
    market_refresh: Switch,
    level1_bonus: GroundBonus,
    offers_per_turn: u8,
    max_turns: u16,
}

/// What is decided now, by the player on turn unless it says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Phase {
    /// Rule 4: an action, after so many offers in this turn.
    Act { offers: u8 },
    /// Rule 7: others answer, this being the offer of that number in this turn.
    Answer { give: Colour, want: Colour, offers: u8 },
    /// Rule 8: the market is renewed; a trade for a point, or nothing.
    Refreshed,
    /// Rule 8: which cube goes into the bag; a trade after a renewal costs a point.
    ToBag { take: Colour, add: Colour, refreshed: bool },
    /// Rule 5: which half of the drawn cubes is kept.
    KeepCubes { card: Card, drawn: Cubes },
    /// Rule 6: which of the drawn cards are kept.
    KeepCards { card: Card },
    /// Rule 11: which tile is the substitute.
    TakeTile { card: Card, site: Place },
    /// Rule 10: which cards give the columns of the next quarters.
    Columns { plan: Plan, cards: Pile<Card, 4> },
    /// Rule 13: whether the builder climbs onto the new tile.
    Climb { site: Place },
    /// Rule 14: where this seat's builder goes.
    Relocate { seat: Seat },
    /// Rule 4: too many cards.
    Discard,
    /// Rule 15.
    Over,
}

/// How a card brings cubes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Draw {
    /// Blindly, as many as its value.
    Random,
    /// One of its colour.
    Colour,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Rule 5: plays a card for cubes.
    DrawCubes {
        /// The card.
        card: Card,
        /// Which of both ways.
        how: Draw,
    },
    /// Rule 5: keeps these of the drawn cubes.
    KeepCubes(Cubes),
    /// Rule 6: plays this card for cards.
    DrawCards(Card),
    /// Rule 6: keeps these of the drawn cards.
    KeepCards(CardSet),
    /// Rule 6: draws 1 or 2 cards for points.
    DrawCardsUnpaid(u8),
    /// Rule 7: offers a cube for another.
    Offer {
        /// One's own cube.
        give: Colour,
        /// Somebody else's.
        want: Colour,
    },
    /// Rule 7: agrees to the offer.
    Accept,
    /// Rule 7: does not.
    Decline,
    /// Rule 8: takes a cube from the market and puts one there.
    MarketTrade {
        /// From the market.
        take: Colour,
        /// One's own cube.
        add: Colour,
    },
    /// Rule 8: the cube of the trade that goes into the bag.
    ToBag(Colour),
    /// Rule 8: renews the market.
    RefreshMarket,
    /// Rule 8: does not trade after renewing.
    EndTurn,
    /// Rule 9: moves the builder.
    MoveBuilder(Place),
    /// Rule 10: builds with this tile card.
    Build {
        /// The tile card.
        card: Card,
        /// Where, level included.
        cell: Place,
    },
    /// Rule 11: takes this tile as a substitute.
    TakeTile(Symbol),
    /// Rule 10: the card whose colour the next column has.
    Column(Card),
    /// Rule 13: the builder climbs onto the new tile.
    PlaceBuilder,
    /// Rule 13: the builder stays where it is.
    KeepBuilder,
    /// Rule 14: moves the builder off a full tile.
    RelocateBuilder(Place),
    /// Rule 4: discards a card that is too many.
    Discard(Card),
    /// Does nothing, where nothing else is possible.
    ///
    /// That does not occur: only in a world that somebody imagines can a builder lack column cards.
    Pass,
}

impl Game for GoldenPyramid {
    type State = State;
    type View = View;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "golden-pyramid",
        title: "The Golden Pyramid",
        pitch: "Build one pyramid together, level by level, and score for tiles, colonnades and colours side by side.",
        book: Book::ContestX,
        designers: &["André Heines"],
        origin: "",
        seats: (2, 6),
        minutes: (30, 30),
        complexity: 3,
        tags: &["hand management", "building", "hidden hands", "trading", "3-D board"],
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let first = Seat::new(ctx.rng().index(seats)).expect("one of the seats"); // R1
        let mut table = Table {
            pyramid: Pyramid::default(),
            stacks: [TILES_EACH; 6],
            bag: Bag::new([cubes_each(seats); 6]),
            market: Cubes::EMPTY,
            cubes: SeatMap::filled(seats, Cubes::EMPTY),
            builders: SeatMap::filled(seats, None),
            contributors: [SeatSet::EMPTY; LEVELS],
            scores: SeatMap::filled(seats, 0),
            discards: CardSet::EMPTY,
            old: CardSet::EMPTY,
            turns: 0,
            on_turn: first,
            phase: Phase::Act { offers: 0 },
            last_offer: None,
            market_refresh: options.market_refresh,
            level1_bonus: options.level1_bonus,
            offers_per_turn: options.offers_per_turn.get() as u8,
            max_turns: options.max_turns.get() as u16,
        };
        table.market = drawing::draw_cubes(&mut table.bag, market_size(seats), ctx);
        trading::settle_market(&mut table, ctx);
        let dealt = if seats <= 3 { 4 } else { 3 }; // rule 3
        for seat in Seat::all(seats) {
            table.cubes[seat] = drawing::draw_cubes(&mut table.bag, dealt, ctx);
        }
        let nobody = Choices::ask(seats, SeatSet::EMPTY);
        let hands = SeatMap::filled(seats, CardSet::EMPTY);
        let mut state = State { table, hands, drawn: CardSet::EMPTY, answers: nobody };
        for seat in Seat::all(seats) {
            state.hands[seat] = drawing::draw_cards(&mut state, dealt, ctx);
        }
        ctx.say(|| format!("The market begins with {}.", colours(&state.table.market)));
        ctx.say(|| format!("{}.", first.does("begin")));
        Ok(state)
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        match state.table.phase {
            Phase::Answer { .. } => Turn::Active(state.answers.pending()),
            Phase::Relocate { seat } => Turn::of(seat),
            Phase::Over => Turn::Over(outcome(&state.table, |seat| state.hands[seat].len())),
            _ => Turn::of(state.table.on_turn),
        }
    }

    #[inline]
    fn legal_actions(state: &State, seat: Seat, out: &mut Vec<Action>) {
        let table = &state.table;
        match table.phase {
            Phase::Act { offers } => list_actions(state, seat, offers, out),
            Phase::Answer { .. } => out.extend([Action::Accept, Action::Decline]),
            Phase::Refreshed => {
                trading::list_trades(table, seat, out);
                out.push(Action::EndTurn);
            }
            Phase::ToBag { add, .. } => {
                out.extend(
                    trading::spare_cubes(table, seat, add).iter().map(|(colour, _)| Action::ToBag(colour)),
                );
            }
            Phase::KeepCubes { drawn, .. } => {
                drawing::each_half(drawn, |kept| out.push(Action::KeepCubes(kept)))
            }
            Phase::KeepCards { .. } => {
                drawing::each_selection(state.drawn, KEEP_CARDS, |kept| out.push(Action::KeepCards(kept)));
            }
            Phase::TakeTile { .. } => out.extend(table.symbols_left().map(Action::TakeTile)),
            Phase::Columns { .. } => {
                out.extend(building::column_cards(state).iter().map(Action::Column));
                if out.is_empty() {
                    out.push(Action::Pass);
                }
            }
            Phase::Climb { .. } => out.extend([Action::PlaceBuilder, Action::KeepBuilder]),
            Phase::Relocate { seat } => {
                out.extend(refuges(table, seat).iter().map(Action::RelocateBuilder));
            }
            Phase::Discard => out.extend(state.hands[seat].iter().map(Action::Discard)),
            Phase::Over => {}
        }
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        let table = &state.table;
        match (table.phase, *action) {
            (Phase::Over, _) => Err(Illegal::new("rule 15", "The game is over")),
            (Phase::Act { .. }, Action::DrawCubes { card, how }) => {
                drawing::can_draw_cubes(state, seat, card, how)
            }
            (Phase::Act { .. }, Action::DrawCards(card)) => holds(state, seat, card),
            (Phase::Act { .. }, Action::DrawCardsUnpaid(n)) => drawing::can_draw_unpaid(state, seat, n),
            (Phase::Act { offers }, Action::Offer { give, want }) => {
                trading::can_offer(table, seat, offers, give, want)
            }
            (Phase::Act { .. } | Phase::Refreshed, Action::MarketTrade { take, add }) => {
                trading::can_trade(table, seat, take, add)
            }
            (Phase::Act { .. }, Action::RefreshMarket) if table.market_refresh == Switch::Off => {
                Err(Illegal::new("rule 8", "The market is not renewed in this game"))
            }
            (Phase::Act { .. }, Action::RefreshMarket) | (Phase::Refreshed, Action::EndTurn) => Ok(()),
            (Phase::Act { .. }, Action::MoveBuilder(place)) => can_move(table, seat, place),
            (Phase::Act { .. }, Action::Build { card, cell }) => building::can_build(state, seat, card, cell),
            (Phase::Act { .. }, Action::Pass) => {
                Err(Illegal::new("rule 4", "You can always draw cards, so you cannot pass"))
            }
            (Phase::Refreshed, Action::RefreshMarket) => {
                Err(Illegal::new("rule 8", "The market is renewed once in a turn"))
            }
            (Phase::Answer { .. }, Action::Accept | Action::Decline) => Ok(()),
            (Phase::ToBag { add, .. }, Action::ToBag(colour)) => {
                if trading::spare_cubes(table, seat, add)[colour] > 0 {
                    return Ok(());
                }
                Err(Illegal::new("rule 8", format!("You have no {colour} cube left for the bag")))
            }
            (Phase::KeepCubes { drawn, .. }, Action::KeepCubes(kept)) => drawing::can_keep_cubes(drawn, kept),
            (Phase::KeepCards { .. }, Action::KeepCards(kept)) => drawing::can_keep_cards(state.drawn, kept),
            (Phase::TakeTile { .. }, Action::TakeTile(symbol)) => {
                if table.stacks[symbol.id()] > 0 {
                    return Ok(());
                }
                Err(Illegal::new("rule 11", format!("No {symbol} tile is left")))
            }
            (Phase::Columns { .. }, Action::Column(card)) => building::can_place_column(state, seat, card),
            (Phase::Columns { .. }, Action::Pass) if building::column_cards(state).is_empty() => Ok(()),
            (Phase::Climb { .. }, Action::PlaceBuilder | Action::KeepBuilder) => Ok(()),
            (Phase::Relocate { .. }, Action::RelocateBuilder(place)) => can_move(table, seat, place),
            (Phase::Discard, Action::Discard(card)) => holds(state, seat, card),
            (phase, _) => Err(phase.wants()),
        }
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        match *action {
            Action::DrawCubes { card, how: Draw::Random } => drawing::draw_blindly(state, seat, card, ctx),
            Action::DrawCubes { card, how: Draw::Colour } => drawing::take_one(state, seat, card, ctx),
            Action::KeepCubes(kept) => drawing::keep_cubes(state, seat, kept, ctx),
            Action::DrawCards(card) => drawing::draw_for_card(state, seat, card, ctx),
            Action::KeepCards(kept) => drawing::keep_cards(state, seat, kept, ctx),
            Action::DrawCardsUnpaid(n) => drawing::draw_unpaid(state, seat, n, ctx),
            Action::Offer { give, want } => trading::offer(state, seat, give, want, ctx),
            Action::Accept => trading::answer(state, seat, true, ctx),
            Action::Decline => trading::answer(state, seat, false, ctx),
            Action::MarketTrade { take, add } => trading::market_trade(state, seat, take, add, ctx),
            Action::ToBag(colour) => trading::to_bag(state, seat, colour, ctx),
            Action::RefreshMarket => trading::refresh_market(state, seat, ctx),
            Action::EndTurn => {
                ctx.say(|| format!("{} not trade.", seat.does("do")));
                end_turn(state, ctx);
            }
            Action::MoveBuilder(place) => {
                state.table.builders[seat] = Some(place);
                ctx.say(|| format!("{} the builder to {place}.", seat.does("move")));
                end_turn(state, ctx);
            }
            Action::Build { card, cell } => building::build(state, seat, card, cell, ctx),
            Action::TakeTile(symbol) => building::take_tile(state, seat, symbol, ctx),
            Action::Column(card) => building::place_column(state, seat, card, ctx),
            Action::PlaceBuilder => building::climb(state, seat, true, ctx),
            Action::KeepBuilder => building::climb(state, seat, false, ctx),
            Action::RelocateBuilder(place) => building::relocate(state, seat, place, ctx),
            Action::Discard(card) => drawing::discard(state, seat, card, ctx),
            Action::Pass => building::give_up(state, seat, ctx),
        }
    }

    fn view(state: &State, viewer: Viewer) -> View {
        let own = |seat: Seat| viewer.is(seat);
        let on_turn = own(state.table.on_turn);
        View {
            table: state.table.clone(),
            viewer,
            hand: viewer.seat().map_or(CardSet::EMPTY, |seat| state.hands[seat]),
            drawn: if on_turn { state.drawn } else { CardSet::EMPTY },
            held: state.hands.map(|hand| state.table.held(hand)),
            held_drawn: state.table.held(state.drawn),
            answers: state.answers.seen_by(viewer),
        }
    }

    fn redeal(view: &View, rng: &mut Rng) -> State {
        let table = view.table.clone();
        let hidden = DECK - view.hand - view.drawn - table.shown();
        let (mut old, mut new) = (hidden & table.old, hidden - table.old);
        let mut deal = |held: Held, rng: &mut Rng| {
            let old: CardSet = (0..held.old).filter_map(|_| old.draw_random(rng)).collect();
            old | (0..held.new).filter_map(|_| new.draw_random(rng)).collect()
        };
        let hands = SeatMap::from_fn(table.seats(), |seat| match view.viewer.is(seat) {
            true => view.hand,
            false => deal(view.held[seat], rng),
        });
        let drawn = match view.viewer.is(table.on_turn) {
            true => view.drawn,
            false => deal(view.held_drawn, rng),
        };
        let answers = view.answers.redeal(table.seats(), |_| rng.below(2) == 0);
        State { table, hands, drawn, answers }
    }

    fn secrets(state: &State, viewer: Viewer) -> Vec<Secret> {
        let table = &state.table;
        let seats = table.seats() as u32;
        let hands = state.hands.iter().filter(|(seat, _)| !viewer.is(*seat));
        let mut places: Vec<(u32, CardSet)> =
            hands.map(|(seat, &hand)| (seat.index() as u32, hand)).collect();
        places.push((seats, state.deck()));
        if !viewer.is(table.on_turn) {
            places.push((seats + 1, state.drawn));
        }
        // Pool 0 is what the deck of now brought, pool 1 what was held before.
        let secret = |place, card: Card| Secret {
            pool: u32::from(table.old.contains(card)),
            place,
            holds: u32::from(card.number()),
        };
        let cards = places.into_iter().flat_map(|(place, cards)| cards.iter().map(move |c| secret(place, c)));
        cards.chain(state.answers.secrets(viewer, 2, u32::from)).collect()
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
        let table = &state.table;
        let mut inventory = Inventory::EMPTY;
        inventory.add_cards(table.shown()).add_cards(state.deck()).add_cards(state.drawn);
        for (seat, hand) in state.hands.iter() {
            inventory.add_cards(*hand);
            inventory.add_meeple(builder_colour(seat));
        }
        for symbol in Symbol::ALL {
            inventory.add_tiles(symbol, table.stacks[symbol.id()]);
        }
        for place in Place::all() {
            if let Some(symbol) = table.pyramid.symbol(place) {
                inventory.add_tile(symbol);
            }
        }
        for colour in Colour::ALL {
            inventory.add_cubes(colour, table.all_cubes(colour));
        }
        inventory.add_bag();
        inventory
    }

    fn longest(options: &Options, seats: usize) -> u32 {
        // An offer and its answers are as many inputs as there are seats. The longest action builds:
        // the tile card, the tile, four columns, the builder, and every builder evicted.
        let (turns, offers) = (options.max_turns.get() as u32, options.offers_per_turn.get() as u32);
        turns * (offers * seats as u32 + 7 + seats as u32)
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}

/// Rule 1: how many cubes of each colour take part.
const fn cubes_each(seats: usize) -> u8 {
    if seats <= 4 { 15 } else { 18 }
}

/// Rule 2.
const fn market_size(seats: usize) -> usize {
    if seats <= 4 { 3 } else { 4 }
}

/// The meeple that is a seat's builder.
fn builder_colour(seat: Seat) -> MeepleColour {
    MeepleColour::ALL[seat.index() % MeepleColour::ALL.len()]
}

impl State {
    /// The cards that can be drawn.
    #[inline]
    fn deck(&self) -> CardSet {
        let held = self.hands.as_slice().iter().fold(self.drawn, |all, &hand| all | hand);
        DECK - held - self.table.shown()
    }
}

impl Table {
    #[inline]
    fn seats(&self) -> usize {
        self.cubes.seats()
    }

    /// The cards that lie open: the discards, and what is being played.
    #[inline]
    fn shown(&self) -> CardSet {
        let mut shown = self.discards;
        match self.phase {
            Phase::KeepCubes { card, .. } | Phase::KeepCards { card } | Phase::TakeTile { card, .. } => {
                shown.insert(card);
            }
            Phase::Columns { plan, cards } => {
                shown.insert(plan.card);
                shown.extend(cards);
            }
            _ => {}
        }
        shown
    }

    fn held(&self, cards: CardSet) -> Held {
        Held { old: (cards & self.old).len() as u8, new: (cards - self.old).len() as u8 }
    }

    /// The symbols of which tiles are left.
    fn symbols_left(&self) -> impl Iterator<Item = Symbol> + use<> {
        let stacks = self.stacks;
        Symbol::ALL.into_iter().filter(move |symbol| stacks[symbol.id()] > 0)
    }

    /// All cubes of a colour, wherever they are.
    fn all_cubes(&self, colour: Colour) -> u16 {
        let columns = Place::all().filter_map(|place| self.pyramid.columns(place));
        let mut all = columns.flatten().filter(|&column| column == colour).count() as u16;
        match self.phase {
            Phase::KeepCubes { drawn, .. } => all += u16::from(drawn[colour]),
            Phase::Columns { cards, .. } => {
                all += cards.iter().filter(|card| card.colour() == colour).count() as u16;
            }
            _ => {}
        }
        let owned = self.cubes.as_slice().iter();
        owned.chain([&self.bag, &self.market]).fold(all, |all, cubes| all + u16::from(cubes[colour]))
    }

    /// The highest level this seat has built on, 0 if none.
    fn highest(&self, seat: Seat) -> u8 {
        let levels = (1..).zip(&self.contributors);
        levels.filter(|(_, who)| who.contains(seat)).map(|(level, _)| level).last().unwrap_or(0)
    }

    /// Rule 15, with R9.
    fn bonus(&self, seat: Seat) -> i16 {
        match (self.highest(seat), self.level1_bonus) {
            (0, _) | (1, GroundBonus::Nothing) => 0,
            (level, _) => level.into(),
        }
    }
}

/// Rule 15: points, then the higher level, then fewer cards and cubes.
fn outcome(table: &Table, cards: impl Fn(Seat) -> usize) -> Outcome {
    let scores =
        SeatMap::from_fn(table.seats(), |seat| i32::from(table.scores[seat]) + i32::from(table.bonus(seat)));
    Outcome::by(scores, |seat| {
        let left = cards(seat) as u32 + table.cubes[seat].total();
        (scores[seat], table.highest(seat), Reverse(left))
    })
}

impl Phase {
    /// Why something else cannot be done now.
    fn wants(self) -> Illegal {
        let (rule, why) = match self {
            Phase::Act { .. } => ("rule 4", "This is not one of the actions of a turn"),
            Phase::Answer { .. } => ("rule 7", "Accept or decline the offer first"),
            Phase::Refreshed => {
                ("rule 8", "After renewing the market you can only trade there or end your turn")
            }
            Phase::ToBag { .. } => ("rule 8", "First choose the cube that goes into the bag"),
            Phase::KeepCubes { .. } => ("rule 5", "First choose which of the drawn cubes you keep"),
            Phase::KeepCards { .. } => ("rule 6", "First choose which of the drawn cards you keep"),
            Phase::TakeTile { .. } => ("rule 11", "First choose the tile you take as a substitute"),
            Phase::Columns { .. } => ("rule 10", "First choose a card for the next column"),
            Phase::Climb { .. } => ("rule 13", "First say whether your builder climbs onto the new tile"),
            Phase::Relocate { .. } => ("rule 14", "First move your builder off the tile with four columns"),
            Phase::Discard => ("rule 4", "First discard down to 7 cards"),
            Phase::Over => ("rule 15", "The game is over"),
        };
        Illegal::new(rule, why)
    }
}

/// Rule 4.
#[inline]
fn list_actions(state: &State, seat: Seat, offers: u8, out: &mut Vec<Action>) {
    let (table, hand) = (&state.table, state.hands[seat]);
    let bag_is_empty = table.bag.is_empty();
    for card in hand {
        if !bag_is_empty {
            out.push(Action::DrawCubes { card, how: Draw::Random });
        }
        if table.bag[card.colour()] > 0 {
            out.push(Action::DrawCubes { card, how: Draw::Colour });
        }
        out.push(Action::DrawCards(card));
    }
    if hand.is_empty() {
        out.extend([Action::DrawCardsUnpaid(1), Action::DrawCardsUnpaid(2)]);
    }
    trading::list_offers(table, seat, offers, out);
    trading::list_trades(table, seat, out);
    if table.market_refresh == Switch::On {
        out.push(Action::RefreshMarket);
    }
    let built = table.pyramid.built();
    out.extend(refuges_among(table, seat, built).iter().map(Action::MoveBuilder));
    building::list_builds(state, seat, built, out);
}

/// Rules 9 and 14: where the builder can go on its level. Nowhere if it is off the board.
fn refuges(table: &Table, seat: Seat) -> Places {
    refuges_among(table, seat, table.pyramid.built())
}

/// The same where it is known which places have tiles.
#[inline]
fn refuges_among(table: &Table, seat: Seat, built: Places) -> Places {
    let Some(place) = table.builders[seat] else { return Places::EMPTY };
    let mut free = built.on_level(place.level()).difference(built.full());
    for builder in table.builders.as_slice().iter().flatten() {
        free.remove(*builder);
    }
    free
}

fn holds(state: &State, seat: Seat, card: Card) -> Result<(), Illegal> {
    if state.hands[seat].contains(card) {
        return Ok(());
    }
    Err(Illegal::new("rule 4", format!("The {card} is not in your hand")))
}

/// Rules 9 and 14, with R8.
fn can_move(table: &Table, seat: Seat, place: Place) -> Result<(), Illegal> {
    let rule = "rule 9";
    let Some(from) = table.builders[seat] else {
        return Err(Illegal::new(rule, "Your builder comes onto the board with your first tile"));
    };
    if place.level() != from.level() {
        return Err(Illegal::new(rule, format!("Your builder stays on level {}", from.level())));
    }
    if !table.pyramid.built().contains(place) {
        return Err(Illegal::new(rule, format!("There is no tile on {place}")));
    }
    if place == from {
        return Err(Illegal::new(rule, format!("Your builder is on {place} already")));
    }
    if table.builders.iter().any(|(_, &builder)| builder == Some(place)) {
        return Err(Illegal::new(rule, format!("Another builder stands on {place}")));
    }
    if table.pyramid.built().full().contains(place) {
        return Err(Illegal::new("ruling R8", format!("The tile on {place} carries four columns")));
    }
    Ok(())
}

/// Takes a card out of the hand for all to see.
fn play(state: &mut State, seat: Seat, card: Card, ctx: &mut Ctx) {
    ctx.reveal();
    state.hands[seat].remove(card);
}

/// The next player, or the end by R10.
fn end_turn(state: &mut State, ctx: &mut Ctx) {
    let table = &mut state.table;
    table.turns += 1;
    if table.turns >= table.max_turns {
        let turns = table.turns;
        ctx.say(|| format!("{turns} turns are over, and the pyramid stays as it is."));
        return end_game(state, ctx);
    }
    table.on_turn = table.on_turn.next(table.seats());
    table.phase = Phase::Act { offers: 0 };
}

/// Rule 15.
fn end_game(state: &mut State, ctx: &mut Ctx) {
    state.table.phase = Phase::Over;
    let table = &state.table;
    for seat in Seat::all(table.seats()) {
        ctx.say(|| {
            let (earned, bonus) = (table.scores[seat], table.bonus(seat));
            let highest = match table.highest(seat) {
                0 => "without a tile".into(),
                level => format!("for level {level}"),
            };
            let total = points(i32::from(earned + bonus));
            format!("{} {} and {bonus} {highest}: {total}.", seat.does("have"), signed(earned.into()))
        });
    }
    ctx.say(|| result(table, |seat| state.hands[seat].len()));
}

/// Who has won, in a sentence.
fn result(table: &Table, cards: impl Fn(Seat) -> usize) -> String {
    let outcome = outcome(table, cards);
    let winners = outcome.winners();
    match winners.first() {
        Some(seat) if winners.len() == 1 => {
            format!("{} with {}.", seat.does("win"), points(outcome.scores[seat]))
        }
        first => {
            let score = first.map_or(0, |seat| outcome.scores[seat]);
            format!("{} share the victory with {} each.", winners.names(), points(score))
        }
    }
}

/// "2 red and 1 blue".
fn colours(cubes: &Cubes) -> String {
    match cubes.iter().map(|(colour, n)| format!("{n} {colour}")).collect::<Vec<_>>() {
        none if none.is_empty() => "nothing".into(),
        some => list(&some),
    }
}

/// "1 point", "−2 points".
fn points(n: i32) -> String {
    count(n, "point").replace('-', "−")
}

/// A number with a proper minus.
fn signed(n: i32) -> String {
    n.to_string().replace('-', "−")
}

/// "a Wheel tile", "an Arrow tile".
fn a_tile(symbol: Symbol) -> String {
    format!("{} {symbol} tile", if symbol == Symbol::Arrow { "an" } else { "a" })
}
