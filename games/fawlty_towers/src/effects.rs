//! What placing, rebuilding and taking do.

use boxwood_engine::Ctx;
use boxwood_kit::{Centre, Colour};
use boxwood_scene::{Beat, BeatKind, Key, count, list};

use super::flow::{end_game, end_turn_without_card, next_turn};
use super::reach::{cards_in_reach, just_placed};
use super::tower::{self, Cube};
use super::{Phase, State, capital};

/// R1: towers up to this height practically never fall, so that one stands is nothing to look at.
pub(super) const STEADY: usize = 5;

/// "20 to the left and 5 to the back": where on the top of a tower, in hundredths of a cube.
fn from_the_middle((x, y): (i32, i32)) -> String {
    let side = |off: i32, before, behind| {
        (off != 0).then(|| format!("{} to the {}", off.abs(), if off < 0 { before } else { behind }))
    };
    let sides: Vec<String> =
        [side(x, "left", "right"), side(y, "back", "front")].into_iter().flatten().collect();
    if sides.is_empty() { "at its middle".into() } else { list(&sides) }
}

/// Rules 5 and 6.
#[inline]
pub(super) fn place(state: &mut State, colour: Colour, number: u8, (dx, dy): (i16, i16), ctx: &mut Ctx) {
    let tower = state.tower(number);
    let (top, room) = (tower::middle_of_top(tower), tower::room(tower));
    let radius = state.options.tremor.radius(tower.len());
    // A hand that does not tremble draws no chance, so its placement can be taken back.
    let (error_x, error_y) = if radius == 0 { (0, 0) } else { tower::tremble(radius, ctx.rng()) };
    let (off_x, off_y) = (i32::from(dx) + error_x, i32::from(dy) + error_y);
    let (x, y) = (i32::from(top.x) + off_x, i32::from(top.y) + off_y);
    let seat = state.seat;
    ctx.say(|| {
        let aimed = from_the_middle((dx.into(), dy.into()));
        let landed =
            if (error_x, error_y) == (0, 0) { "just there".into() } else { from_the_middle((off_x, off_y)) };
        format!("{} a {colour} cube on tower {number}, aimed {aimed}. It lands {landed}.", seat.does("place"))
    });
    // It is at most an aim and an error from the top cube, so the numbers are small.
    state.tower_mut(number).push(Cube { colour, at: Centre::new(x as i16, y as i16) });
    let cubes = state.tower(number).len();
    if room.contains(x, y) {
        ctx.say(|| format!("Tower {number} stands, {cubes} cubes high."));
        if cubes > STEADY {
            ctx.beat(state, || {
                of_tower(BeatKind::Step, format!("Tower {number} sways, and stands."), number)
            });
        }
        offer_card(state, number, ctx);
    } else {
        ctx.say(|| format!("Tower {number} falls: {} go back to the supply.", count(cubes as u32, "cube")));
        ctx.beat(state, || of_tower(BeatKind::Blow, format!("Tower {number} falls."), number));
        state.tower_mut(number).clear(); // R3
        state.phase = Phase::Rebuild { tower: number };
    }
}

/// A moment of a tower.
fn of_tower(kind: BeatKind, text: String, number: u8) -> Beat {
    Beat::new(kind, text).at(Key::cell(format_args!("tower{number}")))
}

/// Rule 8, with R4.
pub(super) fn rebuild(state: &mut State, colour: Colour, number: u8, ctx: &mut Ctx) {
    *state.tower_mut(number) = tower::base(colour);
    let seat = state.seat;
    ctx.say(|| format!("{} tower {number} on a {colour} cube.", seat.does("rebuild")));
    offer_card(state, number, ctx);
}

/// Rules 7 and 8: if there is a card to take, its taking is the next decision.
#[inline]
fn offer_card(state: &mut State, tower: u8, ctx: &mut Ctx) {
    let (colour, below) = just_placed(state, tower);
    if cards_in_reach(state, colour, below).next().is_some() {
        state.phase = Phase::Take { tower };
    } else {
        ctx.say(|| "No card is in reach.");
        end_turn_without_card(state, ctx);
    }
}

/// Rules 9 and 10.
#[inline]
pub(super) fn take(state: &mut State, column: u8, level: u8, ctx: &mut Ctx) {
    let seat = state.seat;
    let cards = &mut state.columns[usize::from(column) - 1];
    let card = cards.remove(usize::from(level) - 1);
    state.taken[seat].insert(card);
    ctx.say(|| format!("{} the {card} from column {column}, level {level}.", seat.does("take")));
    // Only a draw is chance; once the deck is empty, a take can be taken back.
    if !state.deck.is_empty() {
        cards.extend(state.deck.draw_random(ctx.rng()));
    }
    let next = cards.top();
    ctx.say(|| match next {
        Some(next) if cards.is_full() => {
            format!("{} comes on top of column {column}.", capital(&next.to_string()))
        }
        Some(_) => format!("Column {column} has {} left.", count(cards.len() as u32, "card")),
        None => format!("Column {column} is empty."),
    });
    state.idle = 0;
    if state.empty_columns() >= 2 {
        return end_game(state, ctx);
    }
    next_turn(state, ctx);
}
