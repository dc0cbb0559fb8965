//! Towers of cubes: which stand and which fall, decided in whole numbers.
//!
//! Cubes lie squarely one on the other, all turned the same way. A tower stands exactly if, at each
//! joint, the centre of mass of everything above lies strictly inside the area where the two cubes
//! touch. Both directions are independent, so each is a sum and two comparisons.
//!
//! Lengths are counted in hundredths of a cube's edge. Towers up to 10,000 cubes are within range.

use serde::{Deserialize, Serialize};

/// The edge of a cube.
pub const EDGE: i16 = 100;

const HALF: i32 = EDGE as i32 / 2;

/// Where the centre of a cube is, seen from above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Centre {
    /// To the right.
    pub x: i16,
    /// Towards the viewer.
    pub y: i16,
}

impl Centre {
    /// Both coordinates.
    pub const fn new(x: i16, y: i16) -> Centre {
        Centre { x, y }
    }
}

/// The whole numbers from `low` to `high`, both included; none if `low` is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The smallest.
    pub low: i32,
    /// The largest.
    pub high: i32,
}

impl Span {
    /// Every number.
    pub const ALL: Span = Span { low: i32::MIN, high: i32::MAX };

    /// Whether there is no number in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.low > self.high
    }

    /// Whether the number is in it.
    #[inline]
    pub const fn contains(self, number: i32) -> bool {
        self.low <= number && number <= self.high
    }

    /// The number in the middle, if there is one; the lower of two.
    #[inline]
    pub fn middle(self) -> Option<i32> {
        (!self.is_empty()).then(|| i64::midpoint(self.low.into(), self.high.into()) as i32)
    }

    /// Leaves only what lies strictly between the two.
    #[inline]
    fn cut(&mut self, below: i32, above: i32) {
        self.low = self.low.max(below + 1);
        self.high = self.high.min(above - 1);
    }
}

/// Where the centre of the next cube may come to lie so that a tower stands: a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Room {
    /// From left to right.
    pub x: Span,
    /// From the far side to the near side.
    pub y: Span,
}

impl Room {
    /// Whether the tower cannot be added to.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.x.is_empty() || self.y.is_empty()
    }

    /// Whether the tower stands with a cube here.
    #[inline]
    pub const fn contains(self, x: i32, y: i32) -> bool {
        self.x.contains(x) && self.y.contains(y)
    }
}

/// Whether a tower stands, given from the bottom to the top. A single cube does, and so does none.
#[inline]
pub fn stands(tower: impl DoubleEndedIterator<Item = Centre>) -> bool {
    let mut downwards = tower.rev();
    let Some(mut above) = downwards.next() else { return true };
    let (mut n, mut x, mut y) = (1, i32::from(above.x), i32::from(above.y));
    downwards.all(|below| {
        let holds = holds(below.x, above.x, n, x) && holds(below.y, above.y, n, y);
        n += 1;
        x += i32::from(below.x);
        y += i32::from(below.y);
        above = below;
        holds
    })
}

/// Whether the joint of two cubes holds, if the `n` cubes above it have this sum of coordinates.
#[inline]
fn holds(below: i16, above: i16, n: i32, sum: i32) -> bool {
    let contact = contact(below, above);
    n * contact.low < sum && sum < n * contact.high
}

/// The edges of the area in which two cubes touch.
#[inline]
fn contact(below: i16, above: i16) -> Span {
    Span { low: i32::from(below.max(above)) - HALF, high: i32::from(below.min(above)) + HALF }
}

/// Where the next cube of a tower may come to lie, given from the bottom to the top.
///
/// The tower with that cube stands exactly if the cube's centre is in the room. There may be none:
/// a tower that leans far can fall whatever is put on it. The first cube may lie anywhere.
#[inline]
pub fn room(tower: impl DoubleEndedIterator<Item = Centre>) -> Room {
    let mut downwards = tower.rev();
    let mut room = Room { x: Span::ALL, y: Span::ALL };
    let Some(mut above) = downwards.next() else { return room };
    let (mut n, mut x, mut y) = (2, i32::from(above.x), i32::from(above.y));
    room.x.cut(x - HALF, x + HALF);
    room.y.cut(y - HALF, y + HALF);
    for below in downwards {
        let (across, along) = (contact(below.x, above.x), contact(below.y, above.y));
        room.x.cut(n * across.low - x, n * across.high - x);
        room.y.cut(n * along.low - y, n * along.high - y);
        n += 1;
        x += i32::from(below.x);
        y += i32::from(below.y);
        above = below;
    }
    room
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn is_standing(tower: &[Centre]) -> bool {
        stands(tower.iter().copied())
    }

    /// A tower that leans in one direction only.
    fn line(xs: &[i16]) -> Vec<Centre> {
        xs.iter().map(|&x| Centre::new(x, 0)).collect()
    }

    #[test]
    fn a_cube_holds_by_less_than_half_its_edge() {
        for (x, expected) in [(0, true), (49, true), (50, false), (-49, true), (-50, false), (200, false)] {
            assert_eq!(is_standing(&line(&[0, x])), expected, "{x}");
            assert_eq!(is_standing(&[Centre::new(7, 0), Centre::new(7, x)]), expected, "the other way, {x}");
        }
        assert!(is_standing(&[]) && is_standing(&line(&[30_000])));
    }

    #[test]
    fn the_lowest_joint_can_be_the_one_that_breaks() {
        assert!(is_standing(&line(&[0, 30, 60, 59])));
        assert!(!is_standing(&line(&[0, 30, 60, 60])), "exactly on the edge falls");
        assert!(is_standing(&line(&[30, 60, 60])), "without the base it would stand");
    }

    /// The well-known overhang: from the top, each part reaches out by 1/2, 1/4, 1/6 … of an edge.
    #[test]
    fn a_harmonic_overhang_passes_the_edge_of_the_base() {
        assert!(is_standing(&line(&[0, 12, 28, 52, 101])), "the top is wholly beyond the base");
        assert!(!is_standing(&line(&[0, 13, 29, 54, 104])), "exactly on the edges of all joints");
    }

    #[test]
    fn a_tower_that_leans_too_far_has_no_room() {
        assert_eq!(room(line(&[0, 30, 60]).into_iter()).x, Span { low: 11, high: 59 });
        let leaning = line(&[0, 11, 23, 39, 63, 112]);
        assert!(is_standing(&leaning) && room(leaning.into_iter()).is_empty());
        assert_eq!(room([].into_iter()), Room { x: Span::ALL, y: Span::ALL });
    }

    #[test]
    fn a_span_has_a_middle_unless_it_is_empty() {
        for (low, high, middle) in
            [(0, 0, Some(0)), (-3, 4, Some(0)), (5, 4, None), (i32::MIN, i32::MAX, Some(0))]
        {
            assert_eq!(Span { low, high }.middle(), middle, "{low} to {high}");
        }
    }

    /// The definition, joint by joint: a centre of mass as a fraction, and the edges of two cubes.
    fn stands_obviously(tower: &[Centre]) -> bool {
        let inside = |cubes: &[i64], joint: usize| {
            let above = &cubes[joint + 1..];
            let (mass, sum) = (above.len() as i64, above.iter().sum::<i64>());
            [cubes[joint], cubes[joint + 1]]
                .iter()
                .all(|cube| (cube - 50) * mass < sum && sum < (cube + 50) * mass)
        };
        let xs: Vec<i64> = tower.iter().map(|cube| cube.x.into()).collect();
        let ys: Vec<i64> = tower.iter().map(|cube| cube.y.into()).collect();
        (1..tower.len()).all(|joint| inside(&xs, joint - 1) && inside(&ys, joint - 1))
    }

    /// Towers of which many stand and many fall: each cube not far from the one below.
    fn tower() -> impl Strategy<Value = Vec<Centre>> {
        (1i16..70).prop_flat_map(|error| {
            prop::collection::vec((-error..=error, -error..=error), 0..14).prop_map(|steps| {
                let mut at = Centre::default();
                let climb = |(x, y): (i16, i16)| {
                    at = Centre::new(at.x + x, at.y + y);
                    at
                };
                steps.into_iter().map(climb).collect()
            })
        })
    }

    proptest! {
        #[test]
        fn the_fast_way_down_agrees_with_the_definition(tower in tower()) {
            prop_assert_eq!(is_standing(&tower), stands_obviously(&tower));
        }

        #[test]
        fn a_tower_stands_exactly_if_its_top_is_in_the_room_of_the_rest(tower in tower()) {
            if let Some((top, rest)) = tower.split_last() {
                let room = room(rest.iter().copied());
                let fits = room.contains(top.x.into(), top.y.into());
                prop_assert_eq!(stands_obviously(&tower), fits);
            }
        }

        #[test]
        fn mirrored_turned_and_moved_towers_do_the_same(tower in tower(), x in -9000i16..9000, y in -9000i16..9000) {
            let changed = |change: fn(Centre) -> Centre| {
                tower.iter().map(|&cube| { let c = change(cube); Centre::new(c.x + x, c.y + y) }).collect::<Vec<_>>()
            };
            for other in [
                changed(|c| c),
                changed(|c| Centre::new(-c.x, c.y)),
                changed(|c| Centre::new(c.x, -c.y)),
                changed(|c| Centre::new(c.y, c.x)),
            ] {
                prop_assert_eq!(is_standing(&other), is_standing(&tower));
            }
        }

        #[test]
        fn the_upper_part_of_a_standing_tower_stands(tower in tower()) {
            prop_assume!(is_standing(&tower));
            for from in 0..tower.len() {
                prop_assert!(is_standing(&tower[from..]), "from cube {}", from);
            }
        }

        #[test]
        fn a_straight_tower_stands_at_any_height(height in 0usize..300, x in any::<i16>(), y in any::<i16>()) {
            prop_assert!(is_standing(&vec![Centre::new(x, y); height]));
        }
    }
}
