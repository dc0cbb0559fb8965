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
//!    Optional rule: renew all cubes of the market first, then trade there, which costs a point, or do nothing.
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
//! - R6 (rule 11): a card that is too low for the level could not be used, nor one without which four cards
//!   with cubes would not be left for the columns.
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

mod advice;
mod audit;
mod board;
mod building;
mod drawing;
mod estimate;
mod flow;
mod judge;
mod scene;
mod state;
#[cfg(test)]
mod tests;
mod trading;
mod words;

use boxwood_engine::{
    Art, Book, Choices, Ctx, Game, GameInfo, Hands, Illegal, Number, Seat, SeatMap, SeatSet, Secret,
    SeenChoices, SeenHands, SetupError, Turn, Viewer, choice, options,
};
use boxwood_kit::{Bag, Card, CardSet, Colour, Cubes, Inventory, MeepleColour, Pile, Rng, Symbol};
use boxwood_scene::{Offer, Scene, Theme, Touch};
use serde::{Deserialize, Serialize};

use board::{LEVELS, Place, Pyramid};
use building::Plan;
use flow::end_turn;
use judge::{can_move, holds, list_actions, refuges};
use state::outcome;
use trading::Answered;
use words::colours;

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
        On = "on", "a player may renew it; a trade after that costs a point";
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
    hands: Hands<CardSet>,
    /// Rule 6: the cards that the player on turn has drawn and is choosing from.
    drawn: CardSet,
    /// Rule 7: the answers to an offer. Nobody is asked otherwise.
    answers: Choices<bool>,
}

/// What one viewer knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    table: Table,
    /// In the pools of [`Table::pools`].
    hands: SeenHands<CardSet, 2>,
    /// What was drawn to choose from, if the viewer chooses; nobody else sees it.
    drawn: Option<CardSet>,
    /// How many cards of each pool were drawn to choose from.
    drawn_held: [u8; 2],
    answers: SeenChoices<bool>,
}

/// What lies open for all to see. Put nothing secret here: every view shows it whole.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    options: Options,
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
}

/// What is decided now, by the player on turn unless it says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Phase {
    /// Rule 4: an action, after so many offers in this turn.
    Act { offers: u8 },
    /// Rule 7: others answer, this being the offer of that number in this turn.
    Answer { give: Colour, want: Colour, offers: u8 },
    /// Rule 8: the market is renewed; a trade, which costs a point, or nothing.
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
        best: 3,
        quick: &[],
        minutes: (30, 30),
        complexity: 3,
        tags: &["hand management", "building", "hidden hands", "trading", "3-D board"],
        theme: Theme::Desert,
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
        lesson: include_str!("../lesson.json"),
        art: Art::new(include_str!("../art/cover.svg"), include_bytes!("../art/cover.jpg")),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let first = Seat::random(seats, ctx.rng()); // R1
        let mut table = Table {
            options: options.clone(),
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
        };
        table.market = drawing::draw_cubes(&mut table.bag, market_size(seats), ctx);
        trading::settle_market(&mut table, ctx);
        let dealt = if seats <= 3 { 4 } else { 3 }; // rule 3
        for seat in Seat::all(seats) {
            table.cubes[seat] = drawing::draw_cubes(&mut table.bag, dealt, ctx);
        }
        let nobody = Choices::ask(seats, SeatSet::EMPTY);
        let mut state = State { table, hands: Hands::empty(seats), drawn: CardSet::EMPTY, answers: nobody };
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
            Phase::Columns { .. } => out.extend(building::column_cards(state).iter().map(Action::Column)),
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
            (Phase::Act { .. }, Action::RefreshMarket) if table.options.market_refresh == Switch::Off => {
                Err(Illegal::new("rule 8", "The market is not renewed in this game"))
            }
            (Phase::Act { .. }, Action::RefreshMarket) | (Phase::Refreshed, Action::EndTurn) => Ok(()),
            (Phase::Act { .. }, Action::MoveBuilder(place)) => can_move(table, seat, place),
            (Phase::Act { .. }, Action::Build { card, cell }) => building::can_build(state, seat, card, cell),
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
        }
    }

    fn view(state: &State, viewer: Viewer) -> View {
        let pools = state.table.pools();
        View {
            table: state.table.clone(),
            hands: state.hands.seen_in_pools(viewer, pools),
            drawn: viewer.is(state.table.on_turn).then_some(state.drawn),
            drawn_held: pools.map(|pool| (state.drawn & pool).len() as u8),
            answers: state.answers.seen_by(viewer),
        }
    }

    fn redeal(view: &View, rng: &mut Rng) -> State {
        let table = view.table.clone();
        let seen = view.hands.shown() | view.drawn.unwrap_or(CardSet::EMPTY) | table.shown();
        let mut unseen = table.pools().map(|pool| pool - seen);
        // Whoever is building has cards that give the tile and its columns: not every hand will do, so
        // this one is dealt first.
        let builder = table.on_turn;
        let hidden = table.is_building() && view.hands.of(builder).is_none();
        let building = hidden.then(|| {
            let hand = building::imagine_hand(&table, view.hands.held(builder), unseen, rng);
            unseen = unseen.map(|pool| pool - hand);
            hand
        });
        let hands = view.hands.redeal_with(|seat, held| match building {
            Some(hand) if seat == builder => hand,
            _ => drawing::deal(&mut unseen, held, rng),
        });
        let drawn = view.drawn.unwrap_or_else(|| drawing::deal(&mut unseen, view.drawn_held, rng));
        let answers = view.answers.redeal(table.seats(), |_| rng.below(2) == 0);
        State { table, hands, drawn, answers }
    }

    fn secrets(state: &State, viewer: Viewer) -> Vec<Secret> {
        let table = &state.table;
        let mut secrets = state.hands.secrets_in_pools(viewer, state.deck(), table.pools());
        if table.is_building() {
            // Not every card could be in the hand of whoever is building; it is a pool of its own.
            let builder = table.on_turn.index() as u32;
            secrets.iter_mut().filter(|secret| secret.place == builder).for_each(|secret| secret.pool = 3);
        }
        if !viewer.is(table.on_turn) {
            secrets.extend(state.drawn.iter().map(|card| Secret {
                pool: table.old.contains(card).into(),
                place: table.seats() as u32 + 1,
                holds: card.number().into(),
            }));
        }
        secrets.extend(state.answers.secrets(viewer, 2, u32::from));
        secrets
    }

    fn scene(view: &View, viewer: Viewer) -> Scene {
        scene::scene(view, viewer)
    }

    fn offer(view: &View, seat: Seat, action: &Action) -> Offer {
        scene::offer(view, seat, *action)
    }

    fn intent(view: &View, seat: Seat, path: &[Touch]) -> Option<Action> {
        scene::intent(view, seat, path)
    }

    fn inventory(state: &State) -> Inventory {
        let table = &state.table;
        let mut inventory = Inventory::EMPTY;
        inventory.add_cards(table.shown()).add_cards(state.deck()).add_cards(state.drawn);
        for (seat, hand) in state.hands.iter() {
            inventory.add_cards(hand);
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

    fn estimate(view: &View, seat: Seat) -> Option<f32> {
        Some(estimate::estimate(view, seat))
    }

    fn reason(view: &View, seat: Seat, action: &Action) -> Option<String> {
        advice::reason(view, seat, *action)
    }

    fn prefer(state: &State, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        advice::prefer(&state.table, state.hands[seat], seat, actions, weights);
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
