//! How the game goes on: the deal, bids, calls, and what they cost.

use boxwood_engine::{Ctx, Eliminated, Hands, Seat, SeatMap, SeatSet};
use boxwood_kit::{Card, CardSet, Rng, Symbol};
use boxwood_scene::{Beat, BeatKind, Key, count};

use super::{Bid, Options, Phase, Showdown, State, Table, Wild, scene};

/// Rules 1 and 11.
pub(super) fn set_up(options: &Options, seats: usize, ctx: &mut Ctx) -> State {
    let starter = Seat::random(seats, ctx.rng());
    let mut track = Symbol::ALL;
    if options.wild == Wild::Chosen {
        ctx.rng().shuffle(&mut track);
    }
    let table = Table {
        options: options.clone(),
        lives: SeatMap::filled(seats, options.cubes_each(seats)),
        out: Eliminated::default(),
        track,
        phase: Phase::Open(starter),
        last: None,
    };
    let mut state = State { table, hands: Hands::empty(seats) };
    deal(&mut state, starter, ctx);
    state
}

/// Rule 2: begins a round.
fn deal(state: &mut State, starter: Seat, ctx: &mut Ctx) {
    let State { table, hands } = state;
    table.phase = Phase::Open(starter);
    let mut deck = CardSet::FULL;
    *hands = Hands::from_fn(table.seats(), |seat| draw_hand(&mut deck, table.hand_size(seat), ctx.rng()));
    let dealt = table.dealt();
    if table.is_value_round() {
        ctx.say(|| {
            let cards = count(dealt, "card");
            format!("Only {cards} dealt: a value round. {} the bidding.", starter.does("open"))
        });
        return;
    }
    ctx.say(|| format!("{} dealt. {} the bidding.", count(dealt, "card"), starter.does("open")));
    if table.options.wild == Wild::Chosen {
        table.phase = Phase::ChooseWild(starter);
    }
}

/// Takes so many cards from the deck, every choice equally likely. Stored matches were dealt in just
/// this way, so it stays.
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

/// Rule 11.
pub(super) fn choose_wild(table: &mut Table, seat: Seat, symbol: Symbol, ctx: &mut Ctx) {
    let position = table.position(symbol);
    table.track[..=position].rotate_right(1);
    table.phase = Phase::Open(seat);
    ctx.say(|| format!("{} {symbol} wild.", seat.does("make")));
}

/// Rule 7, with R4 and R7: what is wild in this round if this symbol is bid now.
#[inline]
pub(super) fn wild_under(table: &Table, symbol: Symbol) -> Option<Symbol> {
    match table.phase {
        Phase::Answer { bid: Bid::Cards { wild, .. }, .. } => wild,
        _ => Some(table.track[0]).filter(|&wild| wild != symbol),
    }
}

/// Rules 3, 4 and 8.
#[inline]
pub(super) fn bid(table: &mut Table, seat: Seat, bid: Bid, ctx: &mut Ctx) {
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
pub(super) fn call_liar(state: &mut State, caller: Seat, ctx: &mut Ctx) {
    let Phase::Answer { bidder, bid } = state.table.phase else {
        unreachable!("check allows a call only while a bid stands")
    };
    let showdown = Showdown { bidder, caller, bid, hands: state.hands };
    ctx.reveal();
    let mut shown = SeatSet::EMPTY;
    let round = state.table.round();
    let show = |shown, is_counted| Phase::Showdown { round, bidder, bid, shown, is_counted };
    state.table.phase = show(shown, false);
    let calls = || format!("{} {bidder} a liar.", caller.does("call"));
    ctx.say(calls);
    ctx.beat(state, || Beat::new(BeatKind::Step, calls()).at(scene::bid_key()));
    for seat in Seat::all(state.table.seats()).filter(|&seat| !showdown.hands[seat].is_empty()) {
        shown.insert(seat);
        state.table.phase = show(shown, false);
        let shows = || format!("{} {}.", seat.does("show"), showdown.shown_by(seat));
        ctx.say(shows);
        ctx.beat(state, || Beat::new(BeatKind::Reveal, shows()).at(Key::hand(seat)));
    }
    state.table.phase = show(shown, true);
    state.table.last = Some(showdown);
    ctx.say(|| showdown.verdict());
    ctx.beat(state, || Beat::new(BeatKind::Reveal, showdown.judgement()).at(scene::bid_key()));
    lose_cube(state, showdown, ctx);
}

/// Rule 9, with R6.
fn lose_cube(state: &mut State, showdown: Showdown, ctx: &mut Ctx) {
    let (loser, table) = (showdown.loser(), &mut state.table);
    table.lives[loser] -= 1;
    let mut starter = loser;
    let is_out = !table.is_in(loser);
    if is_out {
        table.out.leave(SeatSet::only(loser));
        ctx.say(|| format!("{} out.", loser.does("be")));
        starter = table.next_in(loser);
    }
    ctx.beat(state, || {
        let kind = if loser == showdown.bidder { BeatKind::Catch } else { BeatKind::Blow };
        let cube = if is_out { "lose the last cube" } else { "lose a cube" };
        Beat::new(kind, format!("{}.", loser.does(cube))).at(Key::hand(loser))
    });
    let table = &mut state.table;
    if table.out.all().len() + 1 == table.seats() {
        table.phase = Phase::Over;
        state.hands = Hands::empty(table.seats());
        ctx.say(|| format!("{} the game.", starter.does("win")));
    } else {
        deal(state, starter, ctx);
    }
}
