//! How a position on a small board ends if both play their best.
//!
//! A board of 4×4 has 12,870 arrangements of its tiles, one of 5×5 has 5.2 million: few enough to look at all
//! of them, from the lines that are complete backwards. What is neither won nor lost then goes round in circles,
//! which is a draw by rule 6.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use boxwood_engine::Solver;
use boxwood_kit::Quarter;

use super::board::{Board, SIDE};
use super::{Action, Diagonals, MOST_PUSHES, Phase, Push, Size, Spaces, State, TOO_OFTEN};

/// Whoever may remember 2 to the power of this many positions has room for 5×5.
const ENOUGH_FOR_FIVE: u32 = 23;
/// About so many positions are looked at between two questions whether to go on.
const BATCH: u64 = 1 << 16;

/// Remembers what has been found out.
pub(super) struct Table {
    bits: u32,
    known: Mutex<Vec<Known>>,
}

/// What has been found out for one board.
struct Known {
    side: usize,
    diagonals: Diagonals,
    /// The positions that would be a draw because they have been there too often.
    drawn: Vec<Place>,
    values: Values,
}

/// A position: the green tiles in as few bits as the board has spaces, and whether green is to push.
type Place = (u32, bool);

impl Table {
    pub fn new(bits: u32) -> Table {
        Table { bits, known: Mutex::new(vec![]) }
    }

    fn is_small(&self, state: &State) -> bool {
        match state.options.size {
            Size::Four => true,
            Size::Five => self.bits >= ENOUGH_FOR_FIVE,
            Size::Six => false,
        }
    }
}

impl Solver<Push> for Table {
    fn is_near(&self, state: &State) -> bool {
        state.options.size == Size::Four
    }

    fn margin(&self, state: &State, _: (i32, i32), go_on: &mut dyn FnMut(u64) -> bool) -> Option<i32> {
        let Phase::Push(seat) = state.phase else { return None };
        if !self.is_small(state) {
            return None;
        }
        let (side, diagonals) = (state.board().side(), state.options.diagonals);
        let place = (compact(side, state.green), state.is_green(seat));
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut value = |drawn: Vec<Place>| {
            let is_it =
                |known: &Known| (known.side, known.diagonals) == (side, diagonals) && known.drawn == drawn;
            let number = match known.iter().position(is_it) {
                Some(number) => number,
                None => {
                    let values = Values::find(side, diagonals, &drawn, go_on)?;
                    // One without a past, which is asked again and again, and one with the latest.
                    known.truncate(1);
                    known.push(Known { side, diagonals, drawn, values });
                    known.len() - 1
                }
            };
            Some(known[number].values.get(place))
        };
        // Whoever can neither win nor lose cannot where more is drawn, either.
        let mut steps = value(vec![])?;
        let drawn = nearly_drawn(state);
        if steps != 0 && !drawn.is_empty() {
            steps = value(drawn)?;
        }
        let left = MOST_PUSHES - state.pushes.len();
        Some(if usize::from(steps.unsigned_abs()) > left { 0 } else { i32::from(steps.signum()) })
    }
}

/// Rule 6: the positions that would be a draw if they came once more.
///
/// Whoever wins by the shortest way never comes to a position twice, so all others make no difference.
pub(super) fn nearly_drawn(state: &State) -> Vec<Place> {
    let (board, mut green, mut seat) = (state.board(), state.green, state.first);
    if state.pushes.len() % 2 == 1 {
        seat = seat.other();
    }
    let mut places = vec![(compact(board.side(), green), state.is_green(seat))];
    for &Action::Push { at, from } in state.pushes.iter().rev() {
        (green, seat) = (board.unpushed(green, at, from), seat.other());
        places.push((compact(board.side(), green), state.is_green(seat)));
    }
    places.sort_unstable();
    let often = places.chunk_by(|one, other| one == other).filter(|same| same.len() + 1 >= TOO_OFTEN);
    often.map(|same| same[0]).collect()
}

/// The rows of a small board, one right behind the other.
fn compact(side: usize, tiles: Spaces) -> u32 {
    let row = |row: usize| (tiles.bits() >> (row * SIDE) & ((1 << side) - 1)) << (row * side);
    (0..side).map(row).sum::<u64>() as u32
}

/// Every position of a small board: above 0 in how many pushes whoever is to push wins, below 0 in how many
/// that one loses, and 0 for neither. Green is to push in the first list, yellow in the second.
struct Values([Vec<i16>; 2]);

/// A push in few bits.
#[derive(Clone, Copy)]
struct Stretch {
    all: u32,
    gap: u32,
    end: u32,
    by: u32,
    is_upwards: bool,
}

struct Rules {
    full: u32,
    pushes: Vec<Stretch>,
    lines: Vec<u32>,
    diagonals: Vec<u32>,
}

impl Rules {
    fn new(side: usize, diagonals: Diagonals) -> Rules {
        let board = Board::new(side);
        let mut pushes = vec![];
        for at in board.rim() {
            for from in Quarter::ALL.into_iter().filter(|&from| board.is_another_end(at, from)) {
                let only = |space| compact(side, Spaces::only(space));
                pushes.push(Stretch {
                    all: compact(side, board.moved(at, from).collect()),
                    gap: only(at),
                    end: only(board.end(at, from)),
                    by: if matches!(from, Quarter::Left | Quarter::Right) { 1 } else { side as u32 },
                    is_upwards: matches!(from, Quarter::Left | Quarter::Up),
                });
            }
        }
        let mut lines: Vec<u32> = board.lines().map(|(_, line)| compact(side, line)).collect();
        let mut long = lines.split_off(2 * side);
        if diagonals == Diagonals::No {
            long.clear();
        }
        Rules { full: compact(side, board.spaces()), pushes, lines, diagonals: long }
    }

    /// Rule 4.
    #[inline(always)]
    fn pushed(green: u32, Stretch { all, gap, end, by, is_upwards }: Stretch) -> u32 {
        let rest = green & all & !gap;
        let moved = if is_upwards { rest << by } else { rest >> by };
        green & !all | moved | if green & gap == 0 { 0 } else { end }
    }

    /// The same backwards.
    #[inline(always)]
    fn unpushed(green: u32, Stretch { all, gap, end, by, is_upwards }: Stretch) -> u32 {
        let rest = green & all & !end;
        let moved = if is_upwards { rest >> by } else { rest << by };
        green & !all | moved | if green & end == 0 { 0 } else { gap }
    }

    /// Rule 5: who has a line after a push, if anybody: whoever pushed, or the other one.
    #[inline(always)]
    fn winner(&self, green: u32, before: u32, is_green: bool) -> Option<bool> {
        let own = |green: u32| if is_green { green } else { self.full & !green };
        let (now, before) = (own(green), own(before));
        if self.has_line(self.full & !now, self.full & !before) {
            Some(false)
        } else {
            self.has_line(now, before).then_some(true)
        }
    }

    /// Rules 5 and 7.
    #[inline(always)]
    fn has_line(&self, tiles: u32, before: u32) -> bool {
        self.lines.iter().any(|line| tiles & line == *line)
            || self.diagonals.iter().any(|line| tiles & line == *line && before & line != *line)
    }

    /// Rule 3: the pushes of a colour.
    fn pushes_of(&self, green: u32, is_green: bool) -> impl Iterator<Item = Stretch> {
        self.pushes.iter().copied().filter(move |push| (green & push.gap != 0) == is_green)
    }

    /// Whether somebody has won already, whoever is to push.
    fn is_over(&self, green: u32) -> bool {
        let has_line = |tiles: u32| self.lines.iter().any(|line| tiles & line == *line);
        has_line(green) || has_line(self.full & !green)
    }
}

impl Values {
    #[inline(always)]
    fn get(&self, (green, is_green): Place) -> i16 {
        self.0[usize::from(!is_green)][green as usize]
    }

    /// Goes backwards from where somebody wins at once; `None` once told to stop.
    ///
    /// A position is won if one push leads to a lost one. It is lost once every push has been found to lead
    /// to a won one, so those that have not are counted.
    fn find(
        side: usize,
        diagonals: Diagonals,
        drawn: &[Place],
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Values> {
        let rules = Rules::new(side, diagonals);
        let many = compact(side, Board::new(side).chequered()).count_ones();
        let is_open = |green: u32| green.count_ones() == many && !rules.is_over(green);
        let none = || vec![0_i16; rules.full as usize + 1];
        let mut values = Values([none(), none()]);
        let mut good = [true, false].map(|_| vec![0_u8; rules.full as usize + 1]);
        let (mut found, mut untold) = (VecDeque::new(), 0);
        let mut is_told_to_stop = || {
            untold += 1;
            untold >= BATCH && !go_on(std::mem::take(&mut untold))
        };
        for green in (0..=rules.full).filter(|green| is_open(*green)) {
            for is_green in [true, false] {
                if is_told_to_stop() {
                    return None;
                }
                let (mut can_win, mut goes_on) = (false, 0);
                for push in rules.pushes_of(green, is_green) {
                    match rules.winner(Rules::pushed(green, push), green, is_green) {
                        Some(is_own) => can_win |= is_own,
                        None => goes_on += 1,
                    }
                }
                let at = usize::from(!is_green);
                good[at][green as usize] = goes_on;
                let value = i16::from(can_win) - i16::from(!can_win && goes_on == 0);
                if value != 0 {
                    values.0[at][green as usize] = value;
                    found.push_back((green, is_green));
                }
            }
        }
        // The quickest first, so that everything is found by the quickest way.
        while let Some(place) = found.pop_front() {
            if is_told_to_stop() {
                return None;
            }
            if drawn.contains(&place) {
                continue; // whoever comes here ends the game
            }
            let ((green, is_green), value) = (place, values.get(place));
            for push in rules.pushes.iter().filter(|push| (green & push.end == 0) == is_green) {
                let before = Rules::unpushed(green, *push);
                let at = usize::from(is_green); // the other colour's
                if values.0[at][before as usize] != 0
                    || !is_open(before)
                    || rules.winner(green, before, !is_green).is_some()
                {
                    continue;
                }
                let good = &mut good[at][before as usize];
                *good -= u8::from(value > 0);
                if value < 0 || *good == 0 {
                    values.0[at][before as usize] = if value < 0 { 1 - value } else { -1 - value };
                    found.push_back((before, !is_green));
                }
            }
        }
        Some(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_to_win_that_has_been_there_too_often_is_a_draw() {
        let find = |drawn: &[Place]| Values::find(4, Diagonals::No, drawn, &mut |_| true).unwrap();
        let (values, rules) = (find(&[]), Rules::new(4, Diagonals::No));
        let winning = |(green, is_green): Place| -> Vec<Place> {
            let pushes = rules.pushes_of(green, is_green);
            let nexts = pushes.map(|push| (Rules::pushed(green, push), !is_green));
            nexts.filter(|next| !rules.is_over(next.0) && values.get(*next) < 0).collect()
        };
        let takes_three = |place: &Place| values.get(*place) == 3;
        let places = (0..=rules.full).flat_map(|green| [(green, true), (green, false)]);
        let tried: Vec<Place> = places.filter(takes_three).step_by(97).collect();
        assert!(tried.len() > 3);
        for place in tried {
            let drawn = winning(place);
            assert!(!drawn.is_empty());
            assert_eq!(find(&drawn).get(place), 0, "{place:?}");
        }
    }

    #[test]
    fn rows_of_a_small_board_are_one_behind_the_other() {
        let board = Board::new(4);
        assert_eq!(compact(4, board.spaces()), 0xffff);
        assert_eq!(compact(4, Spaces::of(&[(0, 0), (1, 0), (3, 3)])), 1 | 1 << 4 | 1 << 15);
    }
}
