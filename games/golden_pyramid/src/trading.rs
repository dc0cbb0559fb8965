//! Rules 2, 7 and 8: the market, and offers to the others.

use boxwood_engine::{Choices, Ctx, Illegal, Seat, SeatSet};
use boxwood_kit::{Colour, Cubes};
use boxwood_scene::{Beat, BeatKind, Key, count};
use serde::{Deserialize, Serialize};

use super::drawing::draw_cubes;
use super::flow::end_turn;
use super::words::colours;
use super::{Action, MARKET_REPEATS, Phase, State, Table};

/// Rule 7: an offer with its answers, shown when all were in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answered {
    pub by: Seat,
    pub give: Colour,
    pub want: Colour,
    pub accepted: SeatSet,
    pub declined: SeatSet,
    /// How many turns were over then.
    pub turn: u16,
}

/// The colours that others own.
#[inline]
pub(super) fn others_cubes(table: &Table, seat: Seat) -> [bool; 6] {
    let mut owned = [false; 6];
    for (other, cubes) in table.cubes.iter() {
        for colour in Colour::ALL {
            owned[colour.id()] |= other != seat && cubes[colour] > 0;
        }
    }
    owned
}

#[inline]
pub(super) fn list_offers(table: &Table, seat: Seat, offers: u8, out: &mut Vec<Action>) {
    if offers < table.offers_per_turn() {
        let others = others_cubes(table, seat);
        for (give, _) in table.cubes[seat].iter() {
            let wanted = Colour::ALL.into_iter().filter(|&want| want != give && others[want.id()]);
            out.extend(wanted.map(|want| Action::Offer { give, want }));
        }
    }
}

#[inline]
pub(super) fn list_trades(table: &Table, seat: Seat, out: &mut Vec<Action>) {
    let own = table.cubes[seat];
    if own.total() >= 2 {
        for (take, _) in table.market.iter() {
            out.extend(own.iter().map(|(add, _)| Action::MarketTrade { take, add }));
        }
    }
}

/// Rule 7, with R5.
pub(super) fn can_offer(
    table: &Table,
    seat: Seat,
    offers: u8,
    give: Colour,
    want: Colour,
) -> Result<(), Illegal> {
    if offers >= table.offers_per_turn() {
        let most = count(table.offers_per_turn(), "offer");
        return Err(Illegal::new("ruling R5", format!("A turn has no more than {most}")));
    }
    if give == want {
        return Err(Illegal::new("rule 7", "Ask for another colour than you give"));
    }
    if table.cubes[seat][give] == 0 {
        return Err(Illegal::new("rule 7", format!("You have no {give} cube to give")));
    }
    if !others_cubes(table, seat)[want.id()] {
        return Err(Illegal::new("rule 7", format!("Nobody else has a {want} cube")));
    }
    Ok(())
}

/// Rule 8.
pub(super) fn can_trade(table: &Table, seat: Seat, take: Colour, add: Colour) -> Result<(), Illegal> {
    if table.market[take] == 0 {
        return Err(Illegal::new("rule 8", format!("There is no {take} cube in the market")));
    }
    if table.cubes[seat][add] == 0 {
        return Err(Illegal::new("rule 8", format!("You have no {add} cube")));
    }
    if table.cubes[seat].total() < 2 {
        return Err(Illegal::new("rule 8", "A trade in the market costs two cubes"));
    }
    Ok(())
}

/// What could go into the bag if this cube goes to the market.
pub(super) fn spare_cubes(table: &Table, seat: Seat, add: Colour) -> Cubes {
    let mut spare = table.cubes[seat];
    spare.take(add, 1);
    spare
}

/// Rule 2, with R12: as many new cubes as there were.
fn renew_market(table: &mut Table, ctx: &mut Ctx) {
    let cubes = table.market.total() as usize;
    table.bag += std::mem::take(&mut table.market);
    table.market = draw_cubes(&mut table.bag, cubes, ctx);
}

/// Rule 2: no three of a colour.
pub(super) fn settle_market(table: &mut Table, ctx: &mut Ctx) {
    for _ in 0..MARKET_REPEATS {
        let Some((colour, _)) = table.market.iter().find(|&(_, n)| n >= 3) else { return };
        renew_market(table, ctx);
        ctx.say(|| {
            format!("Too much {colour} in the market: it is renewed and has {}.", colours(&table.market))
        });
    }
}

/// Rule 7.
pub(super) fn offer(state: &mut State, seat: Seat, give: Colour, want: Colour, ctx: &mut Ctx) {
    ctx.settle(); // what was offered was heard
    let Phase::Act { offers } = state.table.phase else { return };
    let asked = state.table.cubes.seats_where(|cubes| cubes[want] > 0).without(seat);
    state.answers = Choices::ask(state.table.seats(), asked);
    state.table.phase = Phase::Answer { give, want, offers: offers + 1 };
    ctx.say(|| format!("{} a {give} cube for a {want} one.", seat.does("offer")));
}

/// Rule 7: one answer, and when all are in, the exchange.
pub(super) fn answer(state: &mut State, seat: Seat, accepts: bool, ctx: &mut Ctx) {
    ctx.settle();
    let Phase::Answer { give, want, offers } = state.table.phase else { return };
    if !state.answers.commit(seat, accepts) {
        return;
    }
    ctx.reveal();
    let (table, seats) = (&mut state.table, state.hands.seats());
    let (accepted, declined) = (state.answers.who_chose(true), state.answers.who_chose(false));
    state.answers = Choices::ask(seats, SeatSet::EMPTY);
    let (giver, turn) = (table.on_turn, table.turns);
    let answered = Answered { by: giver, give, want, accepted, declined, turn };
    table.last_offer = Some(answered);
    ctx.say(|| answered.report(seats));
    table.phase = Phase::Act { offers };
    ctx.beat(state, || {
        let purse = Key::zone_of("cubes", giver);
        Beat::new(BeatKind::Reveal, answered.report(seats)).at(purse)
    });
    let Some(partner) = answered.partner(seats) else { return };
    let table = &mut state.table;
    for (from, to, colour) in [(giver, partner, give), (partner, giver, want)] {
        table.cubes[from].take(colour, 1);
        table.cubes[to].put(colour, 1);
    }
    end_turn(state, ctx);
}

impl Answered {
    /// Whoever exchanges: the first on the left who accepts.
    fn partner(&self, seats: usize) -> Option<Seat> {
        self.by.round(seats).find(|&seat| self.accepted.contains(seat))
    }

    pub(super) fn report(&self, seats: usize) -> String {
        let Answered { give, want, .. } = self;
        let mut sentences = vec![];
        if let Some(partner) = self.partner(seats) {
            sentences.push(format!("{}: a {want} cube for a {give} one.", partner.does("accept")));
            let others = self.accepted.without(partner);
            if !others.is_empty() {
                sentences.push(format!("{} would have done so too.", others.names()));
            }
        }
        match self.declined.first() {
            Some(seat) if self.declined.len() == 1 => sentences.push(format!("{}.", seat.does("decline"))),
            Some(_) => sentences.push(format!("{} decline.", self.declined.names())),
            None => {}
        }
        sentences.join(" ")
    }
}

/// Rule 8: take and add; then the cube for the bag.
pub(super) fn market_trade(state: &mut State, seat: Seat, take: Colour, add: Colour, ctx: &mut Ctx) {
    let refreshed = matches!(state.table.phase, Phase::Refreshed);
    state.table.phase = Phase::ToBag { take, add, refreshed };
    let spare = spare_cubes(&state.table, seat, add);
    let mut left = spare.iter();
    if let (Some((only, _)), None) = (left.next(), left.next()) {
        to_bag(state, seat, only, ctx);
    }
}

pub(super) fn to_bag(state: &mut State, seat: Seat, colour: Colour, ctx: &mut Ctx) {
    let table = &mut state.table;
    let Phase::ToBag { take, add, refreshed } = table.phase else { return };
    table.cubes[seat].take(add, 1);
    table.cubes[seat].take(colour, 1);
    table.cubes[seat].put(take, 1);
    table.market.take(take, 1);
    table.market.put(add, 1);
    table.bag.put(colour, 1);
    table.scores[seat] -= i16::from(refreshed); // R7
    ctx.say(|| {
        let price = if refreshed { " It costs a point." } else { "" };
        format!(
            "{} a {take} cube from the market for a {add} one; a {colour} one goes into the bag.{price}",
            seat.does("take")
        )
    });
    settle_market(table, ctx);
    end_turn(state, ctx);
}

/// Rule 8, optional.
pub(super) fn refresh_market(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    renew_market(&mut state.table, ctx);
    ctx.say(|| format!("{} the market. It has {}.", seat.does("renew"), colours(&state.table.market)));
    settle_market(&mut state.table, ctx);
    if state.table.cubes[seat].total() >= 2 {
        state.table.phase = Phase::Refreshed;
    } else {
        end_turn(state, ctx);
    }
}
