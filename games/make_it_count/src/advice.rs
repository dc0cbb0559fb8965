//! What hands are worth, and why it is a good idea to lay or to discard certain cards.
//!
//! For a number to come, what counts is the chance to make it with the cards that are kept and those that will be
//! drawn, of which everybody knows as much as has been seen of the rest. Which number it will be at the next turn
//! depends on the others: each is thought to hold any six of the cards not seen.

use boxwood_engine::Seat;
use boxwood_kit::CardSet;
use boxwood_scene::count;

use super::sets::{numbers, sums};
use super::{Action, HAND, HIGHEST, Phase, View};

/// A chance for each number; one more than can be made, at which everything ends.
pub(super) type Chances = [f32; HIGHEST + 2];

/// If no more cards than these could be drawn, they are as good as shuffled with the used ones.
const FEW: usize = 8;
/// What a chance is worth at a turn after the next one.
const LATER: f32 = 1.0;
/// More than anybody can hope for.
const MOST: f32 = 40.0;
/// So many passes may follow each other.
const LONGEST_RUN: usize = 8;
/// So many others may be to lay before one's next turn.
const MOST_OTHERS: usize = 5;

/// How far all may get, as far as this seat's hand tells.
pub(super) fn estimate(view: &View, seat: Seat) -> f32 {
    let table = &view.table;
    let hope = match (table.phase, view.hands.of(seat)) {
        (Phase::Turn(turn), Some(hand)) => {
            let next = next_number(view, turn, seat, table.target(), table.passes);
            hope(&next, &chances(hand, 0, CardSet::EMPTY), view.hands.seats())
        }
        _ => 0.0,
    };
    (f32::from(table.score()) + hope) / MOST
}

/// What each of these actions leaves to hope for; whoever looks no further only counts cards.
pub(super) fn weigh(view: &View, seat: Seat, actions: &[Action], care: u8, values: &mut Vec<f32>) {
    let (Some(hand), Some(first)) = (view.hands.of(seat), actions.first()) else { return };
    if care == 0 {
        return values.extend(actions.iter().map(|&action| by_counting(action)));
    }
    let (table, seats) = (&view.table, view.hands.seats());
    // Who can lay must, so all actions are of one kind.
    let (target, passes) = match first {
        Action::Lay(_) => (table.target() + 1, 0),
        Action::Pass(_) => (table.target(), table.passes + 1),
    };
    let next = next_number(view, seat.next(seats), seat, target, passes);
    let pile = drawable(view);
    values.extend(actions.iter().map(|&(Action::Lay(cards) | Action::Pass(cards))| {
        hope(&next, &chances(hand - cards, cards.len(), pile), seats) / (1.0 + LATER)
    }));
}

/// Whoever lays many cards keeps the high ones and draws many; and low ones are the first to go.
fn by_counting(action: Action) -> f32 {
    match action {
        Action::Lay(cards) => cards.len() as f32 / HAND as f32,
        Action::Pass(cards) => {
            let worth = |number: u8| if number < 3 { 3 - i32::from(number) } else { -i32::from(number) };
            0.5 + 0.03 * numbers(cards).map(worth).sum::<i32>() as f32
        }
    }
}

/// The cards of which the next one may be drawn, as far as the view tells.
fn drawable(view: &View) -> CardSet {
    let unseen = CardSet::FULL - view.table.held - view.hands.shown();
    let pile = unseen - view.table.used;
    if pile.len() < FEW { unseen } else { pile }
}

/// The chance to make each number with these cards and so many others of the pile.
pub(super) fn chances(kept: CardSet, draws: usize, pile: CardSet) -> Chances {
    let mut tally = Tally { pile: [0; 7], made: [0.0; HIGHEST + 2], all: 0.0 };
    for number in 1..=6 {
        tally.pile[usize::from(number)] = (pile & CardSet::of_value(number)).len();
    }
    tally.draw(1, draws, sums(kept), 1.0);
    tally.made.map(|ways| if tally.all > 0.0 { (ways / tally.all) as f32 } else { 0.0 })
}

/// In how many ways cards can be drawn, and each number made with them.
struct Tally {
    /// How many cards of each number there are.
    pile: [usize; 7],
    made: [f64; HIGHEST + 2],
    all: f64,
}

impl Tally {
    /// Draws so many more cards of this number or higher ones, with `ways` to have come so far.
    fn draw(&mut self, number: usize, left: usize, sums: u64, ways: f64) {
        if left == 0 {
            self.all += ways;
            for (number, made) in self.made.iter_mut().enumerate() {
                *made += if sums >> number & 1 == 1 { ways } else { 0.0 };
            }
        } else if number <= 6 {
            let (mut sums, mut ways) = (sums, ways);
            for taken in 0..=left.min(self.pile[number]) {
                self.draw(number + 1, left - taken, sums, ways);
                sums |= sums << number;
                ways *= (self.pile[number] - taken) as f64 / (taken + 1) as f64;
            }
        }
    }
}

/// How likely each number is to be the one that `seat` has to make at its next turn, if this number is now to be made
/// by `turn`, after so many passes.
pub(super) fn next_number(view: &View, turn: Seat, seat: Seat, target: u8, passes: u8) -> Chances {
    let seats = view.hands.seats();
    let others = turn.round(seats).take_while(|&other| other != seat).count().min(MOST_OTHERS);
    let most = usize::from(view.table.options.most_passes(seats)).min(LONGEST_RUN);
    let usual = chances(CardSet::EMPTY, HAND, drawable(view));
    let target = usize::from(target);
    // By how many numbers it has gone on, and how many have passed since.
    let mut now = [[0.0; LONGEST_RUN]; MOST_OTHERS + 1];
    if usize::from(passes) < most {
        now[0][usize::from(passes)] = 1.0;
    }
    for _ in 0..others {
        let mut then = [[0.0; LONGEST_RUN]; MOST_OTHERS + 1];
        for (gone, runs) in now.iter().enumerate() {
            let made = usual.get(target + gone).copied().unwrap_or(0.0);
            for (run, &chance) in runs.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
                if gone < MOST_OTHERS {
                    then[gone + 1][0] += chance * made;
                }
                if run + 1 < most {
                    then[gone][run + 1] += chance * (1.0 - made);
                }
            }
        }
        now = then;
    }
    let mut next = [0.0; HIGHEST + 2];
    for (gone, runs) in now.iter().enumerate() {
        if let Some(chance) = next.get_mut(target + gone) {
            *chance = runs.iter().sum();
        }
    }
    next
}

/// What these chances are worth at the next turn and at those after it.
fn hope(next: &Chances, chances: &Chances, seats: usize) -> f32 {
    let worth = |number: usize| {
        let later = chances.iter().skip(number + 1).take(2 * seats);
        chances[number] + LATER * later.sum::<f32>() / (2 * seats) as f32
    };
    next.iter().enumerate().map(|(number, likely)| likely * worth(number)).sum()
}

/// What can be said of why an action is good.
pub(super) fn reason(view: &View, seat: Seat, action: Action) -> Option<String> {
    let hand = view.hands.of(seat)?;
    match action {
        Action::Lay(cards) => {
            let highest = numbers(hand - cards).last();
            let drawn = count(cards.len() as i64, "new card");
            Some(match highest {
                Some(number) if number > 3 && cards.len() > 2 => {
                    format!("It keeps the {number} for higher numbers and brings {drawn}.")
                }
                _ => format!("It brings {drawn}, and leaves what is useful next."),
            })
        }
        Action::Pass(cards) if cards.is_empty() => {
            Some("These cards may be just right for the next number.".into())
        }
        Action::Pass(cards) => {
            let is_high = numbers(cards).all(|number| number > 3);
            let what = if is_high { "Lower cards fit more numbers" } else { "Higher cards reach further" };
            Some(format!("{what}, and {} is not far.", view.table.target()))
        }
    }
}
