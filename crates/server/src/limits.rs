//! How often something may be done.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A budget that fills up again: so much at once, and so much a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// At once.
    pub burst: f64,
    /// A second.
    pub per_second: f64,
}

impl Rate {
    /// As good as no limit.
    pub const UNLIMITED: Rate = Rate { burst: f64::INFINITY, per_second: f64::INFINITY };
}

/// What is left of a budget.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    left: f64,
    at: Instant,
}

impl Budget {
    /// A full one.
    pub fn full(rate: Rate, now: Instant) -> Budget {
        Budget { left: rate.burst, at: now }
    }

    /// Takes one from it, if there is one.
    pub fn take(&mut self, rate: Rate, now: Instant) -> bool {
        let seconds = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = rate.burst.min(self.left + seconds * rate.per_second);
        self.at = now;
        let enough = self.left >= 1.0;
        if enough {
            self.left -= 1.0;
        }
        enough
    }

    fn is_full(&self, rate: Rate, now: Instant) -> bool {
        self.left + now.saturating_duration_since(self.at).as_secs_f64() * rate.per_second >= rate.burst
    }
}

/// Budgets for many.
pub struct Budgets<K> {
    rate: Rate,
    budgets: Mutex<HashMap<K, Budget>>,
}

/// How many budgets are kept before full ones are forgotten.
const CROWD: usize = 10_000;

impl<K: Eq + Hash> Budgets<K> {
    /// This much for each.
    pub fn new(rate: Rate) -> Budgets<K> {
        Budgets { rate, budgets: Mutex::default() }
    }

    /// Takes one from this one's budget, if there is one.
    pub fn take(&self, whose: K, now: Instant) -> bool {
        if self.rate.burst.is_infinite() {
            return true;
        }
        let mut budgets = self.budgets.lock().unwrap_or_else(PoisonError::into_inner);
        if budgets.len() >= CROWD {
            budgets.retain(|_, budget| !budget.is_full(self.rate, now));
        }
        budgets.entry(whose).or_insert_with(|| Budget::full(self.rate, now)).take(self.rate, now)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_budget_is_spent_and_fills_up_again() {
        let rate = Rate { burst: 3.0, per_second: 2.0 };
        let start = Instant::now();
        let mut budget = Budget::full(rate, start);
        assert_eq!([(); 4].map(|()| budget.take(rate, start)), [true, true, true, false]);
        let later = start + Duration::from_millis(600);
        assert!(budget.take(rate, later) && !budget.take(rate, later));
        let much_later = start + Duration::from_secs(3600);
        assert_eq!([(); 4].map(|()| budget.take(rate, much_later)), [true, true, true, false]);
    }

    #[test]
    fn each_has_a_budget_of_its_own_and_full_ones_are_forgotten() {
        let budgets = Budgets::new(Rate { burst: 1.0, per_second: 1000.0 });
        let start = Instant::now();
        assert!(budgets.take(0, start) && !budgets.take(0, start) && budgets.take(1, start));
        let later = start + Duration::from_secs(1);
        (0..2 * CROWD).for_each(|whose| {
            budgets.take(whose, later + Duration::from_millis(whose as u64));
        });
        assert!(budgets.budgets.lock().unwrap().len() <= CROWD + 1);
    }
}
