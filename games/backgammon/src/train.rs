//! How the networks learn: they play against themselves, and what they think before a roll moves towards what
//! they think after it (temporal differences), the end of the game first.
//!
//! The same seed and number of games give the same weights, in one go or in several.

use boxwood_engine::{Beginning, Train};
use boxwood_kit::{Die, Rng, Seed};

use super::board::Side;
use super::network::{LEARNED, Networks, Unfit, take};
use super::turns::{End, Turns};
use super::{Dice, StrictDice};

/// What a checkpoint begins with.
const MAGIC: [u8; 8] = *b"boxwgam\n";
/// A game between players who know nothing may never end.
const LONGEST: usize = 2000;
/// After so many games the average is brought up to date.
const BATCH: u64 = 100;
/// The average reaches back over this part of all games, but not over more than so many.
const AVERAGED: (u64, u64) = (4, 400_000);

/// Networks on their way.
pub struct Trainer {
    seed: u64,
    games: u64,
    networks: Networks,
    /// What the networks were over the last games, on average: steadier, and better, than what they are now.
    average: Networks,
    turns: Turns,
    /// What the player saw who was about to roll, turn by turn.
    seen: Vec<(Side, Side)>,
}

impl Trainer {
    /// Somebody who knows nothing, or what a checkpoint holds.
    pub fn new(from: Beginning) -> Result<Trainer, Unfit> {
        match from {
            Beginning::Fresh(seed) => Ok(Trainer::fresh(seed)),
            Beginning::Checkpoint(bytes) => Trainer::resume(bytes),
        }
    }

    fn fresh(seed: u64) -> Trainer {
        let mut rng = Rng::stream(Seed::from_number(seed), u64::MAX);
        let networks = Networks::new(|| rng.bits() as i32 as f32 / (1u32 << 31) as f32);
        Trainer { seed, games: 0, average: networks.clone(), networks, turns: Turns::default(), seen: vec![] }
    }

    fn resume(checkpoint: &[u8]) -> Result<Trainer, Unfit> {
        let mut rest = checkpoint;
        if take(&mut rest).ok_or(Unfit::Magic)? != MAGIC {
            return Err(Unfit::Magic);
        }
        let mut number = || take(&mut rest).map(u64::from_le_bytes).ok_or(Unfit::Size);
        let (seed, games) = (number()?, number()?);
        if !rest.len().is_multiple_of(2) {
            return Err(Unfit::Size);
        }
        let (networks, average) = rest.split_at(rest.len() / 2);
        let (networks, average) = (Networks::read(networks)?, Networks::read(average)?);
        Ok(Trainer { seed, games, networks, average, turns: Turns::default(), seen: vec![] })
    }

    /// How far the answers move: less and less.
    fn rate(&self) -> f32 {
        0.03 / (1.0 + self.games as f32 / 20_000.0).sqrt()
    }

    /// How much the end of a game counts in the middle of it, against what is thought there: less and less.
    fn trust_in_the_end(&self) -> f32 {
        (0.7 / (1.0 + self.games as f32 / 50_000.0)).max(0.1)
    }

    fn play_one(&mut self) {
        let mut rng = Rng::stream(Seed::from_number(self.seed), self.games);
        self.seen.clear();
        let (mut roller, mut other) = (Side::START, Side::START);
        let mut dice = opening(&mut rng);
        while self.seen.len() < LONGEST {
            self.seen.push((roller, other));
            let end = best(&self.networks, &mut self.turns, roller, other, dice);
            (roller, other) = (end.enemy, end.own);
            if other.is_done() {
                break;
            }
            dice = Dice::of(Die::roll(&mut rng), Die::roll(&mut rng));
        }
        self.learn(if other.is_done() { 0.0 } else { self.networks.chance(roller, other) });
    }

    /// From the last roll, after which this is what the next player has to expect, back to the first.
    fn learn(&mut self, mut expected: f32) {
        let (rate, trust) = (self.rate(), self.trust_in_the_end());
        for &(roller, other) in self.seen.iter().rev() {
            let wanted = 1.0 - expected;
            let thought = self.networks.learn(roller, other, rate, |_| wanted);
            expected = trust * wanted + (1.0 - trust) * thought;
        }
    }
}

impl Train for Trainer {
    fn games(&self) -> u64 {
        self.games
    }

    fn play(&mut self, games: u64) {
        for _ in 0..games {
            self.play_one();
            self.games += 1;
            if self.games.is_multiple_of(BATCH) {
                let reach = (self.games / AVERAGED.0).clamp(BATCH, AVERAGED.1);
                self.average.approach(&self.networks, BATCH as f32 / reach as f32);
            }
        }
    }

    fn checkpoint(&self) -> Vec<u8> {
        let mut bytes = Vec::from(MAGIC);
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.games.to_le_bytes());
        bytes.extend(self.networks.write());
        bytes.extend(self.average.write());
        bytes
    }

    fn weights(&self) -> Vec<u8> {
        self.average.write()
    }

    fn compare(&self, pairs: u64) -> f64 {
        let mut turns = Turns::default();
        let mut wins = 0;
        for pair in 0..pairs {
            for is_first in [true, false] {
                let mut rng = Rng::stream(Seed::from_number(!self.seed), pair);
                wins += u64::from(wins_against(&self.average, &LEARNED, is_first, &mut turns, &mut rng));
            }
        }
        wins as f64 / (2 * pairs) as f64
    }
}

/// Whether `one` wins a game against `another`.
fn wins_against(
    one: &Networks,
    another: &Networks,
    is_first: bool,
    turns: &mut Turns,
    rng: &mut Rng,
) -> bool {
    let (mut roller, mut other, mut is_ones) = (Side::START, Side::START, is_first);
    let mut dice = opening(rng);
    for _ in 0..LONGEST {
        let end = best(if is_ones { one } else { another }, turns, roller, other, dice);
        if end.own.is_done() {
            return is_ones;
        }
        (roller, other, is_ones) = (end.enemy, end.own, !is_ones);
        dice = Dice::of(Die::roll(rng), Die::roll(rng));
    }
    false
}

/// Rule 2: two different numbers.
fn opening(rng: &mut Rng) -> Dice {
    loop {
        let (first, second) = (Die::roll(rng), Die::roll(rng));
        if first != second {
            return Dice::of(first, second);
        }
    }
}

/// The end of the turn that these networks like best.
fn best(networks: &Networks, turns: &mut Turns, roller: Side, other: Side, dice: Dice) -> End {
    let ends = turns.of(roller, other, dice, StrictDice::On);
    let (mut best, mut least) = (ends[0], f32::INFINITY);
    for end in ends {
        if end.own.is_done() {
            return *end;
        }
        let expected = if ends.len() == 1 { 0.0 } else { networks.chance(end.enemy, end.own) };
        if expected < least {
            (best, least) = (*end, expected);
        }
    }
    best
}
