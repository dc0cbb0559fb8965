//! A share of points with its 95 % interval.

use std::fmt;

/// A mean of shares from 0 to 1, and where the true one lies with a probability of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The mean.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Share {
    /// The share that these independent samples show.
    pub fn of(samples: &[f64]) -> Share {
        let n = samples.len().max(1) as f64;
        let mean = samples.iter().sum::<f64>() / n;
        let squares: f64 = samples.iter().map(|sample| (sample - mean).powi(2)).sum();
        // Few samples that happen to be alike prove little: the rule of three bounds what was never seen.
        let half = (1.96 * (squares / (n - 1.0).max(1.0) / n).sqrt()).max(if squares == 0.0 {
            3.0 / n
        } else {
            0.0
        });
        Share { mean, low: (mean - half).max(0.0), high: (mean + half).min(1.0) }
    }
}

impl fmt::Display for Share {
    /// "63.2 % (60.1 to 66.3)"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Share { mean, low, high } = *self;
        write!(f, "{:.1} % ({:.1} to {:.1})", 100.0 * mean, 100.0 * low, 100.0 * high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_shrinks_with_more_samples() {
        let half = |n: usize| {
            let samples: Vec<f64> = (0..n).map(|i| (i % 2) as f64).collect();
            let share = Share::of(&samples);
            assert_eq!(share.mean, 0.5);
            share.high - share.mean
        };
        assert!((half(100) - 0.0985).abs() < 0.001, "{}", half(100));
        assert!(half(400) < half(100) / 1.9);
    }

    #[test]
    fn samples_that_are_all_alike_leave_some_doubt() {
        assert_eq!(Share::of(&[1.0; 30]), Share { mean: 1.0, low: 0.9, high: 1.0 });
        assert_eq!(Share::of(&[1.0]).low, 0.0);
    }
}
