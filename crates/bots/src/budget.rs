//! How long a bot may think: so many steps, or until somebody says that it is enough.

/// A step is a world looked into, or a position looked at; this many go by between two questions.
pub(crate) const BATCH: u32 = 16;

/// What a bot may spend. The same budget in steps and the same seed give the same choice on every machine;
/// where a clock has a say, they need not.
pub struct Budget<F> {
    most: u32,
    spent: u32,
    is_used_up: bool,
    go_on: F,
}

impl Budget<fn() -> bool> {
    /// So many steps, however long they take.
    pub fn steps(most: u32) -> Budget<fn() -> bool> {
        Budget::new(most, || true)
    }
}

impl<F: FnMut() -> bool> Budget<F> {
    /// At most so many steps. `go_on` is asked now and then, and never again once it has said no.
    pub fn new(most: u32, go_on: F) -> Budget<F> {
        Budget { most, spent: 0, is_used_up: false, go_on }
    }

    /// The same for somebody who takes at most so many steps.
    #[must_use]
    pub fn at_most(self, most: u32) -> Budget<F> {
        Budget { most: self.most.min(most), ..self }
    }

    /// Spends a step; whether there was one left.
    #[inline]
    pub fn spend(&mut self) -> bool {
        if self.is_used_up || self.spent >= self.most {
            return false;
        }
        if self.spent > 0 && self.spent.is_multiple_of(BATCH) && !(self.go_on)() {
            self.is_used_up = true;
            return false;
        }
        self.spent += 1;
        true
    }

    /// Spends so many steps at once that have been taken already; whether there are any left.
    pub fn spend_many(&mut self, steps: u64) -> bool {
        self.spent = u32::try_from(steps).map_or(self.most, |steps| self.spent.saturating_add(steps));
        self.is_used_up = self.is_used_up || self.spent >= self.most || !(self.go_on)();
        !self.is_used_up
    }

    /// At most so many steps of this budget, for something that need not use all of it. What is spent of the
    /// part is not yet spent of the whole.
    pub fn part(&mut self, most: u32) -> Budget<&mut F> {
        let left = self.most.saturating_sub(self.spent);
        let is_used_up = self.is_used_up;
        Budget { most: left.min(most), spent: 0, is_used_up, go_on: &mut self.go_on }
    }

    /// The most steps it could be.
    pub(crate) fn most(&self) -> u32 {
        self.most
    }

    /// How many steps have been spent.
    pub fn spent(&self) -> u32 {
        self.spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_many_steps_at_once_count_like_single_ones() {
        let mut whole = Budget::steps(100);
        let mut part = whole.part(30);
        assert_eq!((0..100).filter(|_| part.spend()).count(), 30);
        assert!(whole.spend_many(30) && whole.spend_many(60));
        assert_eq!(whole.part(30).most(), 10);
        assert!(!whole.spend_many(10) && !whole.spend());
        assert!(!Budget::new(u32::MAX, || false).spend_many(1));
    }

    #[test]
    fn it_ends_with_its_steps_or_with_the_first_no() {
        let mut steps = Budget::steps(40);
        assert_eq!((0..100).filter(|_| steps.spend()).count(), 40);
        let mut asked = 0;
        let mut timed = Budget::new(1000, || {
            asked += 1;
            asked < 3
        });
        assert_eq!((0..2000).filter(|_| timed.spend()).count(), 3 * BATCH as usize);
        assert_eq!(asked, 3);
    }
}
