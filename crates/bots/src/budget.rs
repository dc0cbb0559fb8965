//! How long a bot may think: so many steps, or until somebody says that it is enough.

/// A step is a world looked into, or a position looked at; this many go by between two questions.
const BATCH: u32 = 16;

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
