//! Liar's Cards: bid how many cards of a symbol all players hold together, or call the bidder a liar.
//!
//! 2–12 seats · hidden hands · Green Box of Games.
//!
//! # Rules
//! 1. Everybody has 5 cubes as lives. Six tiles, one of each symbol in the order of their values, make
//!    a track; the first one, the Drop, is wild. A random player is the first starting bidder.
//! 2. A round: shuffle all 54 cards and deal each player still in as many as she has cubes, up to a
//!    limit: 5 cards with up to 7 players, 4 with 8 or 9, 3 with more.
//! 3. The starting bidder bids a number and a symbol: at least so many of all cards dealt show it.
//! 4. Then clockwise: raise, or call the last bidder a liar. A raise names a greater number with any
//!    symbol, or the same number with a symbol further along the track.
//! 5. A call ends the round: all hands are shown. If the bid is true the caller loses a cube, if it
//!    is false the bidder does.
//! 6. A card that shows the wild symbol counts for the symbol bid, unless no card shows that one itself.
//! 7. If the first bid of a round names the wild symbol, nothing is wild in this round.
//! 8. With fewer than 4 cards dealt, a bid is what all their values add up to at least; each must be
//!    higher than the last. Track and wild symbol mean nothing.
//! 9. Whoever lost the cube is the next starting bidder. A player without cubes is out; the last
//!    player in wins, the others rank by how long they stayed.
//! 10. Lives can be as many as the most cards instead, for a quicker game.
//! 11. Variation: the track is shuffled at the start, and each round the starting bidder, knowing her
//!     cards, moves one tile to the start of the track; that symbol is wild.
//!
//! # Rulings
//! - R1 (rule 4): a greater number of the same symbol is a raise like any other.
//! - R2 (rules 3 and 8): nobody bids more cards than are dealt, nor a sum of more than six for each
//!   card, nor one that cannot be false.
//! - R3 (rule 6): without a card that shows the symbol bid, the count is 0.
//! - R4 (rule 7): later bids on the wild symbol are ordinary; they count the cards showing it, and
//!   it stays wild for the bids after them.
//! - R5 (rule 8): the cards are counted at the deal and the whole round goes by that.
//! - R6 (rule 9): if the loser is out, the next player on the left starts.
//! - R7 (rules 7 and 11): opening with the symbol just chosen switches it off all the same.
//! - R8: 2 to 12 players; the book says 3–10 in one place and deals for 12 in another.
//! - R9 (rule 2): a hand has as many cards as cubes or as the limit, whichever is less; at large
//!   tables the first cubes lost cost no card.
//! - R10 (rule 1): the colours of the cubes mean nothing; 60 are enough for 12 players.
//!
//! Scores are the numbers of players outlasted.

mod audit;
mod scene;
mod showdown;
#[cfg(test)]
mod tests;

use boxwood_engine::{
    Book, Ctx, Game, GameInfo, Illegal, MAX_SEATS, Outcome, Seat, SeatMap, Secret, SetupError, Turn, Viewer,
    choice, options,
};
use boxwood_kit::{Card, CardSet, Colour, Inventory, Pile, Rng, Symbol};
use boxwood_scene::{Offer, Scene, Touch, count};
use serde::{Deserialize, Serialize};

pub use showdown::{Bid, Showdown};

const CUBES: u8 = 5; // rule 1
const VALUE_ROUND: u8 = 3; // rule 8: with so many cards or fewer
const HIGHEST_VALUE: u8 = 6;
const MARKER: Colour = Colour::Black; // R10: any would do

/// The game.
pub struct LiarsCards;

choice! {
    /// The most cards a player is dealt.
    pub enum MaxCards {
        Auto = "auto", "5, with 8 or 9 players 4, with more 3";
        Three = "3", "3 cards";
        Four = "4", "4 cards, 3 with 10 or more players";
        Five = "5", "5 cards, or what the table allows";
    }
}

choice! {
    /// How many cubes a player has.
    pub enum Lives {
        Five = "five", "5 cubes each";
        AsCards = "as_cards", "as many cubes as cards (quicker)";
    }
}

choice! {
    /// Which symbol is wild.
    pub enum Wild {
        Drop = "drop", "the Drop, always";
        Chosen = "chosen", "the starting bidder's choice, on a shuffled track";
    }
}

options! {
    /// What can be chosen before the game.
    pub struct Options {
        "max_cards" max_cards: MaxCards = MaxCards::Auto, "Most cards in a hand";
        "lives" lives: Lives = Lives::Five, "Lives of each player";
        "wild" wild: Wild = Wild::Drop, "Wild symbol";
    }
}

/// Everything that is true at the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    table: Table,
    /// The cards of this round, all of them still secret; the rest of the 54 is undealt.
    hands: SeatMap<CardSet>,
}

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    table: Table,
    viewer: Viewer,
    /// The viewer's own cards.
    hand: CardSet,
}

/// What everybody may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Table {
    /// The cubes each player has left.
    lives: SeatMap<u8>,
    /// The players without cubes, in the order in which they lost the last one.
    out: Pile<Seat, MAX_SEATS>,
    /// The tiles from position 1 on.
    track: [Symbol; 6],
    phase: Phase,
    /// The last call, until the next.
    last: Option<Showdown>,
    /// How many cubes everybody began with.
    cubes_each: u8,
    max_cards: u8,
    wild: Wild,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Phase {
    /// Rule 11: this seat starts the round and names the wild symbol.
    ChooseWild(Seat),
    /// Rule 3: this seat makes the first bid.
    Open(Seat),
    /// Rule 4: a bid stands, and the next seat raises or calls.
    Answer { bidder: Seat, bid: Bid },
    /// Rule 9: one player is left, and nothing is dealt.
    Over,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Rule 11: makes this symbol wild.
    ChooseWild(Symbol),
    /// Rules 3 and 4: at least `n` of all cards show the symbol.
    Bid {
        /// How many cards.
        n: u8,
        /// Which symbol.
        symbol: Symbol,
    },
    /// Rule 8: all values add up to at least this.
    BidValue(u8),
    /// Rule 5: calls the last bidder a liar.
    Liar,
}

impl Game for LiarsCards {
    type State = State;
    type View = View;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "liars-cards",
        title: "Liar's Cards",
        pitch: "Bid how many cards of a symbol all players hold together, or call the last bidder a liar.",
        book: Book::GreenBox,
        designers: &[],
        origin: "traditional game (Liar's Dice), adapted in the book",
        seats: (2, 12), // R8
        minutes: (30, 30),
        complexity: 1,
        tags: &["bluffing", "hidden hands", "elimination", "bidding"],
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let max_cards = max_cards(options.max_cards, seats);
        let cubes_each = cubes_each(options.lives, max_cards);
        let starter = Seat::new(ctx.rng().index(seats)).expect("one of the seats");
        let mut track = Symbol::ALL;
        if options.wild == Wild::Chosen {
            ctx.rng().shuffle(&mut track);
        }
        let table = Table {
            lives: SeatMap::filled(seats, cubes_each),
            out: Pile::new(),
            track,
            phase: Phase::Open(starter),
            last: None,
            cubes_each,
            max_cards,
            wild: options.wild,
        };
        let mut state = State { table, hands: SeatMap::filled(seats, CardSet::EMPTY) };
        deal(&mut state, starter, ctx);
        Ok(state)
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        match state.table.to_act() {
            Some(seat) => Turn::of(seat),
            None => Turn::Over(Outcome::by_score(outlasted(&state.table))),
        }
    }

    #[inline]
    fn legal_actions(state: &State, _seat: Seat, out: &mut Vec<Action>) {
        let table = &state.table;
        let dealt = table.dealt();
        let bids_of = |n| table.track.map(|symbol| Action::Bid { n, symbol });
        match table.phase {
            Phase::ChooseWild(_) => out.extend(table.track.map(Action::ChooseWild)),
            Phase::Open(_) if table.is_value_round() => {
                out.extend((dealt..=HIGHEST_VALUE * dealt).map(Action::BidValue));
            }
            Phase::Open(_) => (1..=dealt).for_each(|n| out.extend(bids_of(n))),
            Phase::Answer { bid: Bid::Cards { n, symbol, .. }, .. } => {
                out.push(Action::Liar);
                out.extend(table.beyond(symbol).iter().map(|&symbol| Action::Bid { n, symbol }));
                (n + 1..=dealt).for_each(|n| out.extend(bids_of(n)));
            }
            Phase::Answer { bid: Bid::Sum(sum), .. } => {
                out.push(Action::Liar);
                out.extend((sum + 1..=HIGHEST_VALUE * dealt).map(Action::BidValue));
            }
            Phase::Over => {}
        }
    }

    fn check(state: &State, _seat: Seat, action: &Action) -> Result<(), Illegal> {
        let table = &state.table;
        match (table.phase, *action) {
            (Phase::Over, _) => Err(Illegal::new("rule 9", "Only one player has cubes left")),
            (Phase::ChooseWild(_), Action::ChooseWild(_)) => Ok(()),
            (Phase::ChooseWild(_), Action::Bid { .. } | Action::BidValue(_) | Action::Liar) => {
                Err(Illegal::new("rule 11", "Choose the wild symbol first"))
            }
            (Phase::Open(_) | Phase::Answer { .. }, Action::ChooseWild(symbol)) => {
                Err(cannot_choose(table, symbol))
            }
            (Phase::Open(_) | Phase::Answer { .. }, Action::Bid { n, symbol }) => can_bid(table, n, symbol),
            (Phase::Open(_) | Phase::Answer { .. }, Action::BidValue(sum)) => can_bid_value(table, sum),
            (Phase::Open(_), Action::Liar) => {
                Err(Illegal::new("rule 3", "Nobody has bid yet: the starting bidder must make a bid"))
            }
            (Phase::Answer { .. }, Action::Liar) => Ok(()),
        }
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        match *action {
            Action::ChooseWild(symbol) => choose_wild(&mut state.table, seat, symbol, ctx),
            Action::Bid { n, symbol } => {
                let wild = wild_under(&state.table, symbol);
                bid(&mut state.table, seat, Bid::Cards { n, symbol, wild }, ctx);
            }
            Action::BidValue(sum) => bid(&mut state.table, seat, Bid::Sum(sum), ctx),
            Action::Liar => call_liar(state, seat, ctx),
        }
    }

    fn view(state: &State, viewer: Viewer) -> View {
        let hand = viewer.seat().map_or(CardSet::EMPTY, |seat| state.hands[seat]);
        View { table: state.table.clone(), viewer, hand }
    }

    fn redeal(view: &View, rng: &mut Rng) -> State {
        let mut unseen = CardSet::FULL - view.hand;
        let hands = SeatMap::from_fn(view.table.seats(), |seat| match view.viewer.is(seat) {
            true => view.hand,
            false => draw_hand(&mut unseen, view.table.hand_size(seat), rng),
        });
        State { table: view.table.clone(), hands }
    }

    fn secrets(state: &State, viewer: Viewer) -> Vec<Secret> {
        if state.table.phase == Phase::Over {
            return vec![];
        }
        // Any unseen card may be in any other hand, or undealt: the place after the last seat.
        let undealt = CardSet::FULL - all_cards(&state.hands);
        let others = state.hands.iter().filter(|(seat, _)| !viewer.is(*seat));
        (others.map(|(seat, hand)| (seat.index(), *hand)))
            .chain([(state.hands.seats(), undealt)])
            .flat_map(|(place, cards)| {
                cards.iter().map(move |card| Secret {
                    pool: 0,
                    place: place as u32,
                    holds: u32::from(card.number()),
                })
            })
            .collect()
    }

    fn scene(view: &View, _viewer: Viewer) -> Scene {
        scene::scene(view)
    }

    fn offer(_view: &View, _seat: Seat, action: &Action) -> Offer {
        scene::offer(*action)
    }

    fn intent(view: &View, _seat: Seat, path: &[Touch]) -> Option<Action> {
        scene::intent(view, path)
    }

    fn inventory(state: &State) -> Inventory {
        let mut inventory = Inventory::EMPTY;
        inventory.add_cards(CardSet::FULL - all_cards(&state.hands));
        for (seat, hand) in state.hands.iter() {
            inventory.add_cards(*hand);
            inventory.add_cubes(cube_colour(seat), state.table.cubes_each.into());
        }
        for symbol in state.table.track {
            inventory.add_tile(symbol);
        }
        inventory.add_cubes(MARKER, 1);
        inventory
    }

    fn longest(options: &Options, seats: usize) -> u32 {
        // Each round takes a cube, and has at most every bid once, one call and one choice.
        let max_cards = max_cards(options.max_cards, seats);
        let (seats, cubes) = (seats as u32, u32::from(cubes_each(options.lives, max_cards)));
        (seats * cubes - 1) * (6 * seats * u32::from(max_cards) + 2)
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}

/// Rule 2: the most cards of a hand at a table of so many.
fn max_cards(option: MaxCards, seats: usize) -> u8 {
    let most = match seats {
        0..=7 => 5,
        8..=9 => 4,
        _ => 3,
    };
    match option {
        MaxCards::Auto | MaxCards::Five => most,
        MaxCards::Four => most.min(4),
        MaxCards::Three => 3,
    }
}

/// Rules 1 and 10.
fn cubes_each(option: Lives, max_cards: u8) -> u8 {
    match option {
        Lives::Five => CUBES,
        Lives::AsCards => max_cards,
    }
}

impl Table {
    #[inline]
    fn seats(&self) -> usize {
        self.lives.seats()
    }

    /// Whoever is to decide.
    #[inline]
    fn to_act(&self) -> Option<Seat> {
        match self.phase {
            Phase::ChooseWild(seat) | Phase::Open(seat) => Some(seat),
            Phase::Answer { bidder, .. } => Some(self.next_in(bidder)),
            Phase::Over => None,
        }
    }

    #[inline]
    fn is_in(&self, seat: Seat) -> bool {
        self.lives[seat] > 0
    }

    /// The next player on the left who is still in.
    #[inline]
    fn next_in(&self, seat: Seat) -> Seat {
        let mut next = seat.next(self.seats());
        while !self.is_in(next) && next != seat {
            next = next.next(self.seats());
        }
        next
    }

    /// Rule 2, with R9: how many cards this seat is dealt.
    #[inline]
    fn hand_size(&self, seat: Seat) -> u8 {
        if matches!(self.phase, Phase::Over) { 0 } else { self.lives[seat].min(self.max_cards) }
    }

    /// How many cards are dealt to all players together.
    #[inline]
    fn dealt(&self) -> u8 {
        Seat::all(self.seats()).map(|seat| self.hand_size(seat)).sum()
    }

    /// Rule 8, with R5.
    #[inline]
    fn is_value_round(&self) -> bool {
        self.dealt() <= VALUE_ROUND
    }

    /// Where on the track the symbol lies, from 0.
    #[inline]
    fn position(&self, symbol: Symbol) -> usize {
        self.track.iter().position(|&tile| tile == symbol).expect("the track has every symbol")
    }

    /// The symbols further along the track than this one.
    #[inline]
    fn beyond(&self, symbol: Symbol) -> &[Symbol] {
        &self.track[self.position(symbol) + 1..]
    }
}

fn all_cards(hands: &SeatMap<CardSet>) -> CardSet {
    hands.as_slice().iter().fold(CardSet::EMPTY, |all, &hand| all | hand)
}

/// Rule 2: begins a round.
fn deal(state: &mut State, starter: Seat, ctx: &mut Ctx) {
    let State { table, hands } = state;
    table.phase = Phase::Open(starter);
    let mut deck = CardSet::FULL;
    for (seat, hand) in hands.iter_mut() {
        *hand = draw_hand(&mut deck, table.hand_size(seat), ctx.rng());
    }
    let dealt = table.dealt();
    if table.is_value_round() {
        ctx.say(|| {
            let cards = count(dealt, "card");
            format!("Only {cards} dealt: a value round. {} the bidding.", starter.does("open"))
        });
        return;
    }
    ctx.say(|| format!("{} dealt. {} the bidding.", count(dealt, "card"), starter.does("open")));
    if table.wild == Wild::Chosen {
        table.phase = Phase::ChooseWild(starter);
    }
}

/// Takes so many cards from the deck, every choice equally likely.
#[inline]
fn draw_hand(deck: &mut CardSet, cards: u8, rng: &mut Rng) -> CardSet {
    let mut hand = CardSet::EMPTY;
    while hand.len() < usize::from(cards) {
        // Most cards are still in the deck, so trying again is quicker than counting along it.
        let card = Card::new(rng.below(Card::COUNT as u32) as u8).expect("there are so many cards");
        if deck.remove(card) {
            hand.insert(card);
        }
    }
    hand
}

/// Rules 3 and 4, with R1 and R2.
fn can_bid(table: &Table, n: u8, symbol: Symbol) -> Result<(), Illegal> {
    let dealt = table.dealt();
    if table.is_value_round() {
        let only = count(dealt, "card");
        return Err(Illegal::new("rule 8", format!("With only {only} dealt, bid a sum of values")));
    }
    if n == 0 {
        return Err(Illegal::new("rule 3", "Bid at least 1 card"));
    }
    if n > dealt {
        return Err(Illegal::new("ruling R2", format!("Only {} dealt", count(dealt, "card"))));
    }
    match table.phase {
        Phase::Answer { bid: bid @ Bid::Cards { n: standing, symbol: on, .. }, .. }
            if (n, table.position(symbol)) <= (standing, table.position(on)) =>
        {
            let why = format!(
                "{n} {symbol} is not higher than {bid}: bid more cards, or as many of a symbol further along the track"
            );
            Err(Illegal::new("rule 4", why))
        }
        _ => Ok(()),
    }
}

/// Rule 8, with R2.
fn can_bid_value(table: &Table, sum: u8) -> Result<(), Illegal> {
    let (lowest, highest) = (table.dealt(), HIGHEST_VALUE.saturating_mul(table.dealt()));
    if !table.is_value_round() {
        return Err(Illegal::new("rule 3", "Bid a number of cards and a symbol: touch a tile first"));
    }
    if !(lowest..=highest).contains(&sum) {
        let cards = count(lowest, "card");
        let why = format!("The values of {cards} add up to something from {lowest} to {highest}");
        return Err(Illegal::new("ruling R2", why));
    }
    match table.phase {
        Phase::Answer { bid: Bid::Sum(standing), .. } if sum <= standing => {
            Err(Illegal::new("rule 8", format!("{sum} is not higher than {standing}")))
        }
        _ => Ok(()),
    }
}

/// Why no symbol can be made wild now.
fn cannot_choose(table: &Table, symbol: Symbol) -> Illegal {
    match table.wild {
        Wild::Drop => Illegal::new("rule 1", format!("{symbol} cannot be made wild: Drop always is")),
        Wild::Chosen if table.is_value_round() => Illegal::new("rule 8", "Nothing is wild in a value round"),
        Wild::Chosen => Illegal::new("rule 11", "The wild symbol of this round has been chosen"),
    }
}

/// Rule 11.
fn choose_wild(table: &mut Table, seat: Seat, symbol: Symbol, ctx: &mut Ctx) {
    let position = table.position(symbol);
    table.track[..=position].rotate_right(1);
    table.phase = Phase::Open(seat);
    ctx.say(|| format!("{} {symbol} wild.", seat.does("make")));
}

/// Rule 7, with R4 and R7: what is wild in this round if this symbol is bid now.
#[inline]
fn wild_under(table: &Table, symbol: Symbol) -> Option<Symbol> {
    match table.phase {
        Phase::Answer { bid: Bid::Cards { wild, .. }, .. } => wild,
        _ => Some(table.track[0]).filter(|&wild| wild != symbol),
    }
}

/// Rules 3, 4 and 8.
#[inline]
fn bid(table: &mut Table, seat: Seat, bid: Bid, ctx: &mut Ctx) {
    let opens = matches!(table.phase, Phase::Open(_));
    table.phase = Phase::Answer { bidder: seat, bid };
    ctx.say(|| match bid {
        Bid::Cards { symbol, wild: None, .. } if opens => {
            format!("{} {bid}: {symbol} is not wild in this round.", seat.does("bid"))
        }
        Bid::Cards { .. } | Bid::Sum(_) => format!("{} {bid}.", seat.does("bid")),
    });
}

/// Rule 5.
fn call_liar(state: &mut State, caller: Seat, ctx: &mut Ctx) {
    let Phase::Answer { bidder, bid } = state.table.phase else {
        unreachable!("check allows a call only while a bid stands")
    };
    let showdown = Showdown { bidder, caller, bid, hands: state.hands };
    state.table.last = Some(showdown);
    ctx.reveal();
    ctx.say(|| format!("{} {bidder} a liar.", caller.does("call")));
    for seat in Seat::all(state.table.seats()).filter(|&seat| state.table.is_in(seat)) {
        ctx.say(|| format!("{} {}.", seat.does("show"), showdown.shown_by(seat)));
    }
    ctx.say(|| showdown.verdict());
    lose_cube(state, showdown.loser(), ctx);
}

/// Rule 9, with R6.
fn lose_cube(state: &mut State, loser: Seat, ctx: &mut Ctx) {
    let table = &mut state.table;
    table.lives[loser] -= 1;
    let mut starter = loser;
    if !table.is_in(loser) {
        table.out.push(loser);
        ctx.say(|| format!("{} out.", loser.does("be")));
        starter = table.next_in(loser);
    }
    if table.out.len() + 1 == table.seats() {
        table.phase = Phase::Over;
        state.hands = SeatMap::filled(table.seats(), CardSet::EMPTY);
        ctx.say(|| format!("{} the game.", starter.does("win")));
    } else {
        deal(state, starter, ctx);
    }
}

/// Rule 9: how many others were out before each player, or at the end.
fn outlasted(table: &Table) -> SeatMap<i32> {
    SeatMap::from_fn(table.seats(), |seat| {
        let place = table.out.iter().position(|&out| out == seat);
        place.unwrap_or(table.out.len()) as i32
    })
}

/// R10: any colours do, as long as the box has enough of them and the marker has its own.
fn cube_colour(seat: Seat) -> Colour {
    Colour::ALL[seat.index() % (Colour::ALL.len() - 1)]
}
