//! How well a player stands: the fewest points in all, with the cards on the table as far as they are known.

use boxwood_engine::{Outcome, Seat};

use super::REWARD;
use super::state::{Phase, Sight, Source, Table};

/// Everything is counted in parts of a point.
const POINT: i32 = 8;
/// What an unknown card is worth: the mean of the box for an own one, and less for the others', who are
/// trying to get rid of theirs.
const UNKNOWN: i32 = 57;
const OTHERS_UNKNOWN: i32 = 46;
/// A lead of so many points is as good as a victory.
const DECISIVE: i32 = 60 * POINT;

pub(super) fn estimate(table: &Table<Sight>, seat: Seat) -> f32 {
    if table.phase == Phase::Over {
        return Outcome::by_lowest(table.totals).utility(seat);
    }
    let others = || Seat::all(table.seats()).filter(|&other| other != seat);
    let sum: i32 = others().map(|other| standing(table, other, seat)).sum();
    let lead = sum / (table.seats() as i32 - 1) - standing(table, seat, seat);
    (0.5 + lead as f32 / (2 * DECISIVE) as f32).clamp(0.01, 0.99)
}

/// The points that a player will probably have after this round, as `viewer` sees it.
fn standing(table: &Table<Sight>, seat: Seat, viewer: Seat) -> i32 {
    let total = POINT * table.totals[seat];
    if let Phase::RoundEnd { .. } = table.phase {
        return total;
    }
    let own = cards(table, seat, viewer);
    // Rule 16: what a call brings, the more surely the greater the difference.
    let call = if table.caller == Some(seat) {
        let others = Seat::all(table.seats()).filter(|&other| other != seat);
        let fewest = others.map(|other| cards(table, other, viewer)).min().unwrap_or(own);
        (REWARD * (own - fewest) / 10).clamp(-REWARD * POINT, REWARD * POINT)
    } else {
        0
    };
    total + own + call + drawn(table, seat, viewer)
}

/// What the cards in front of a player are worth. To know one's own is worth a little, too.
fn cards(table: &Table<Sight>, seat: Seat, viewer: Seat) -> i32 {
    table.cards_of(seat).map(|laid| worth(laid.face, seat == viewer)).sum()
}

fn worth(face: Sight, is_own: bool) -> i32 {
    match face {
        Sight::Known(card) if is_own => POINT * i32::from(card.corner()) - 1,
        Sight::Known(card) => POINT * i32::from(card.corner()),
        Sight::Hidden { .. } if is_own => UNKNOWN,
        Sight::Hidden { .. } => OTHERS_UNKNOWN,
    }
}

/// What a drawn card changes if it is put where it does most good.
fn drawn(table: &Table<Sight>, seat: Seat, viewer: Seat) -> i32 {
    let Phase::Place { drawn, from } = table.phase else { return 0 };
    if table.active() != seat {
        return 0;
    }
    let is_own = seat == viewer;
    let worst = table.cards_of(seat).map(|laid| worth(laid.face, is_own)).max().unwrap_or(0);
    let exchange = worth(drawn, is_own) - worst;
    if from == Source::Main { exchange.min(0) } else { exchange }
}
