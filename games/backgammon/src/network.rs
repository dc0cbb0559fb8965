//! What a position is worth: two small networks, learned by playing (`train.rs`).
//!
//! Both answer how likely the player wins who is about to roll; one while the players can still meet, the other
//! once they have passed each other. All arithmetic is single additions and multiplications in a fixed order,
//! the exponential included, so that every machine gets the same numbers.

use std::fmt;
use std::sync::LazyLock;

use super::board::Side;
use super::features::{self, CONTACT_INPUTS, Inputs, RACE_INPUTS};

const CONTACT_HIDDEN: usize = 80;
const RACE_HIDDEN: usize = 40;

/// How many sums are kept in registers at once, so that none has to wait for another; a part of each hidden layer.
const AT_ONCE: usize = 40;
/// How many sums the output is added up in.
const LANES: usize = 8;

/// What a file of weights begins with.
const MAGIC: [u8; 8] = *b"boxwnet\n";
/// The version of the features and of the file's shape.
const VERSION: u32 = 1;

/// The networks that bots play with.
pub static LEARNED: LazyLock<Networks> = LazyLock::new(|| {
    Networks::read(include_bytes!("../weights.bin")).expect("a test reads the weights of this folder")
});

/// One network for each kind of position.
#[derive(Clone, PartialEq)]
pub struct Networks {
    contact: Network<CONTACT_HIDDEN>,
    race: Network<RACE_HIDDEN>,
}

/// Inputs, one hidden layer, one output; all of them through the same curve.
#[derive(Clone, PartialEq)]
struct Network<const HIDDEN: usize> {
    /// One row for each input.
    rows: Vec<[f32; HIDDEN]>,
    bias: [f32; HIDDEN],
    out: [f32; HIDDEN],
    out_bias: f32,
}

impl Networks {
    /// Networks that know nothing; `chance` gives numbers from -1 to 1.
    pub fn new(mut chance: impl FnMut() -> f32) -> Networks {
        Networks {
            contact: Network::new(CONTACT_INPUTS, &mut chance),
            race: Network::new(RACE_INPUTS, &mut chance),
        }
    }

    /// How likely the player wins who is about to roll.
    #[inline]
    pub fn chance(&self, roller: Side, other: Side) -> f32 {
        let mut inputs = Inputs::NONE;
        if features::is_race(roller, other) {
            features::race(roller, other, &mut inputs);
            self.race.answer(&inputs).1
        } else {
            features::contact(roller, other, &mut inputs);
            self.contact.answer(&inputs).1
        }
    }

    /// Moves the answer of this position towards `wanted`; what it was before.
    pub fn learn(&mut self, roller: Side, other: Side, rate: f32, wanted: impl FnOnce(f32) -> f32) -> f32 {
        let mut inputs = Inputs::NONE;
        if features::is_race(roller, other) {
            features::race(roller, other, &mut inputs);
            self.race.learn(&inputs, rate, wanted)
        } else {
            features::contact(roller, other, &mut inputs);
            self.contact.learn(&inputs, rate, wanted)
        }
    }

    /// Goes a part of the way to other networks.
    pub fn approach(&mut self, others: &Networks, part: f32) {
        self.contact.approach(&others.contact, part);
        self.race.approach(&others.race, part);
    }

    /// As a file holds them.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::from(MAGIC);
        for number in [VERSION, 2] {
            bytes.extend(number.to_le_bytes());
        }
        self.contact.write(&mut bytes);
        self.race.write(&mut bytes);
        bytes
    }

    /// What [`write`](Networks::write) wrote.
    pub fn read(bytes: &[u8]) -> Result<Networks, Unfit> {
        let mut rest = bytes;
        if take(&mut rest).ok_or(Unfit::Magic)? != MAGIC {
            return Err(Unfit::Magic);
        }
        match take(&mut rest).map(u32::from_le_bytes) {
            Some(VERSION) => {}
            version => return Err(Unfit::Version(version.unwrap_or(0))),
        }
        if take(&mut rest).map(u32::from_le_bytes) != Some(2) {
            return Err(Unfit::Size);
        }
        let networks = Networks {
            contact: Network::read(CONTACT_INPUTS, &mut rest)?,
            race: Network::read(RACE_INPUTS, &mut rest)?,
        };
        if rest.is_empty() { Ok(networks) } else { Err(Unfit::Size) }
    }
}

/// Why a file holds no networks for this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// It begins with something else.
    Magic,
    /// It was written for other features.
    Version(u32),
    /// It has too few or too many weights.
    Size,
    /// A weight is no number.
    Weight,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::Magic => write!(f, "This is no file of learned weights."),
            Unfit::Version(version) => {
                write!(f, "These weights are of version {version}, and only version {VERSION} is understood.")
            }
            Unfit::Size => write!(f, "These weights are for networks of another size."),
            Unfit::Weight => write!(f, "One of these weights is not a number."),
        }
    }
}

impl<const HIDDEN: usize> Network<HIDDEN> {
    fn new(inputs: usize, mut chance: impl FnMut() -> f32) -> Network<HIDDEN> {
        let mut row = |scale: f32| std::array::from_fn(|_| scale * chance());
        let rows = (0..inputs).map(|_| row(0.1)).collect();
        Network { rows, bias: row(0.1), out: row(0.1), out_bias: 0.0 }
    }

    /// The hidden layer and the answer.
    #[inline]
    fn answer(&self, inputs: &Inputs) -> ([f32; HIDDEN], f32) {
        let mut hidden = self.bias;
        let (parts, _) = hidden.as_chunks_mut::<AT_ONCE>();
        for (part, sums) in parts.iter_mut().enumerate() {
            let mut kept = *sums;
            for (index, value) in inputs.iter() {
                let weights = &self.rows[index].as_chunks::<AT_ONCE>().0[part];
                for (sum, weight) in kept.iter_mut().zip(weights) {
                    *sum += value * weight;
                }
            }
            *sums = kept;
        }
        for unit in &mut hidden {
            *unit = curve(*unit);
        }
        let mut sums = [0.0; LANES];
        for (units, weights) in hidden.chunks_exact(LANES).zip(self.out.chunks_exact(LANES)) {
            for ((sum, unit), weight) in sums.iter_mut().zip(units).zip(weights) {
                *sum += unit * weight;
            }
        }
        let sum = sums.iter().fold(self.out_bias, |all, sum| all + sum);
        (hidden, curve(sum))
    }

    fn learn(&mut self, inputs: &Inputs, rate: f32, wanted: impl FnOnce(f32) -> f32) -> f32 {
        let (hidden, answer) = self.answer(inputs);
        let step = rate * (wanted(answer) - answer);
        let mut steps = [0.0; HIDDEN];
        for ((to, unit), weight) in steps.iter_mut().zip(&hidden).zip(&mut self.out) {
            *to = step * *weight * unit * (1.0 - unit);
            *weight += step * unit;
        }
        self.out_bias += step;
        for (weight, step) in self.bias.iter_mut().zip(&steps) {
            *weight += step;
        }
        for (index, value) in inputs.iter() {
            for (weight, step) in self.rows[index].iter_mut().zip(&steps) {
                *weight += value * step;
            }
        }
        answer
    }

    fn approach(&mut self, other: &Network<HIDDEN>, part: f32) {
        for (own, others) in self.weights_mut().zip(other.weights()) {
            *own += part * (others - *own);
        }
    }

    fn weights(&self) -> impl Iterator<Item = f32> + '_ {
        let rows = self.rows.iter().flatten();
        rows.chain(&self.bias).chain(&self.out).chain([&self.out_bias]).copied()
    }

    fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let rows = self.rows.iter_mut().flatten();
        rows.chain(&mut self.bias).chain(&mut self.out).chain([&mut self.out_bias])
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        for size in [self.rows.len(), HIDDEN] {
            bytes.extend((size as u32).to_le_bytes());
        }
        bytes.extend(self.weights().flat_map(f32::to_le_bytes));
    }

    fn read(inputs: usize, rest: &mut &[u8]) -> Result<Network<HIDDEN>, Unfit> {
        for size in [inputs, HIDDEN] {
            if take(rest).map(u32::from_le_bytes) != Some(size as u32) {
                return Err(Unfit::Size);
            }
        }
        let mut network = Network::new(inputs, || 0.0);
        for weight in network.weights_mut() {
            *weight = f32::from_le_bytes(take(rest).ok_or(Unfit::Size)?);
            if !weight.is_finite() {
                return Err(Unfit::Weight);
            }
        }
        Ok(network)
    }
}

/// The next so many bytes.
pub fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, left) = rest.split_first_chunk::<N>()?;
    *rest = left;
    Some(*taken)
}

/// From 0 to 1: 1 / (1 + e⁻ˣ), with an exponential of our own, which is the same everywhere and can be computed for
/// many numbers at once.
#[inline]
fn curve(x: f32) -> f32 {
    const ROUND: f32 = 12_582_912.0; // 1.5 · 2²³: adding it leaves whole numbers, in the lowest bits
    let power = (-x * std::f32::consts::LOG2_E).clamp(-60.0, 60.0);
    let shifted = power + ROUND;
    let part = power - (shifted - ROUND); // from -1/2 to 1/2
    let whole = f32::from_bits((shifted.to_bits() << 23).wrapping_add(1f32.to_bits()));
    let root = part * 0.001_333_56 + 0.009_618_13;
    let root = root * part + 0.055_504_11;
    let root = root * part + 0.240_226_5;
    let root = root * part + std::f32::consts::LN_2;
    let root = root * part + 1.0;
    1.0 / (1.0 + root * whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weights from a simple rule.
    fn sample() -> Networks {
        let mut state = 1u32;
        Networks::new(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state as i32 as f32 / (1u32 << 31) as f32
        })
    }

    fn racing() -> (Side, Side) {
        let mut counts = [0; 26];
        (counts[20], counts[22], counts[25]) = (4, 3, 8);
        let roller = counts.try_into().unwrap();
        (counts[19], counts[24], counts[20], counts[22]) = (5, 2, 0, 0);
        (roller, counts.try_into().unwrap())
    }

    /// The same on every machine: bots choose by these numbers.
    #[test]
    fn known_answers() {
        let networks = sample();
        let (roller, other) = racing();
        let mut behind = Side::START;
        behind.shift(12, 0);
        let answers =
            [(Side::START, Side::START), (roller, other), (behind, Side::START), (Side::START, behind)]
                .map(|(roller, other)| networks.chance(roller, other).to_bits());
        assert_eq!(answers, [0x3f07_744a, 0x3f0e_6de5, 0x3f07_62ef, 0x3f07_e5d8]);
    }

    #[test]
    fn the_curve_is_what_it_says() {
        for step in -4000..=4000 {
            let x = step as f32 / 200.0;
            let exact = 1.0 / (1.0 + (-f64::from(x)).exp());
            let relative = (f64::from(curve(x)) - exact) / exact;
            assert!(relative.abs() < 1e-5, "{x}: {} instead of {exact}", curve(x));
        }
        assert!(curve(1000.0) == 1.0 && curve(-1000.0) < 1e-15 && curve(0.0) == 0.5);
    }

    #[test]
    fn what_is_learned_is_known_better() {
        let mut networks = sample();
        for (roller, other) in [(Side::START, Side::START), racing()] {
            let before = networks.chance(roller, other);
            assert_eq!(networks.learn(roller, other, 0.02, |answer| answer + 0.1), before);
            let gained = networks.chance(roller, other) - before;
            assert!((0.001..0.1).contains(&gained), "{gained}");
        }
    }

    #[test]
    fn weights_survive_a_file_and_others_are_refused() {
        let networks = sample();
        let good = networks.write();
        assert!(Networks::read(&good) == Ok(networks));
        let with = |at: usize, bytes: &[u8]| {
            let mut changed = good.clone();
            changed[at..at + bytes.len()].copy_from_slice(bytes);
            changed
        };
        for (bytes, why, sentence) in [
            (vec![], Unfit::Magic, "This is no file of learned weights."),
            (with(0, b"x"), Unfit::Magic, "This is no file of learned weights."),
            (
                with(8, &[9]),
                Unfit::Version(9),
                "These weights are of version 9, and only version 1 is understood.",
            ),
            (with(12, &[3]), Unfit::Size, "These weights are for networks of another size."),
            (with(16, &[1, 1]), Unfit::Size, "These weights are for networks of another size."),
            (good[..good.len() - 1].to_vec(), Unfit::Size, "These weights are for networks of another size."),
            ([&good[..], &[0]].concat(), Unfit::Size, "These weights are for networks of another size."),
            (with(100, &f32::NAN.to_le_bytes()), Unfit::Weight, "One of these weights is not a number."),
        ] {
            assert!(Networks::read(&bytes) == Err(why), "{why}");
            assert_eq!(why.to_string(), sentence);
        }
    }

    #[test]
    fn the_learned_networks_know_who_is_ahead() {
        let start = LEARNED.chance(Side::START, Side::START);
        assert!((0.5..0.56).contains(&start), "{start}"); // to roll is worth a little
        let (roller, other) = racing();
        let (ahead, behind) = (LEARNED.chance(roller, other), LEARNED.chance(other, roller));
        assert!(ahead > 0.5 && ahead + behind > 1.0, "{ahead} and {behind}");
        assert!(include_bytes!("../weights.bin").len() < 200_000);
    }
}
