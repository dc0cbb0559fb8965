//! What the networks see of a position: every piece, and what a player counts.
//!
//! A position is always seen by the player who is about to roll. Numbers are about 0 to 1.

use super::board::{HOME, OFF, OUTSIDE, PIECES, SPACES, Side, mirrored};

/// Spaces 0–24, four inputs each: one piece, two, three or more, and how many more.
const PIECE_INPUTS: usize = 4 * OFF as usize;
/// Taken off: three fives.
const OFF_INPUTS: usize = 3;
/// What is counted of each player while they can still meet.
const CONTACT_COUNTS: usize = 20;
/// What is counted of each player in a race.
const RACE_COUNTS: usize = 6;
/// What is compared between both.
const COMPARED: usize = 2;

/// How many inputs a position has while both players can still meet.
pub const CONTACT_INPUTS: usize = 2 * (PIECE_INPUTS + OFF_INPUTS + CONTACT_COUNTS) + COMPARED;
/// How many inputs a position has once they have passed each other.
pub const RACE_INPUTS: usize = 2 * (PIECE_INPUTS + OFF_INPUTS + RACE_COUNTS) + COMPARED;

/// No position has more inputs than this that are not 0.
const MOST: usize = 128;

/// The inputs that are not 0.
pub struct Inputs {
    len: usize,
    index: [u16; MOST],
    value: [f32; MOST],
}

impl Inputs {
    /// All are 0.
    pub const NONE: Inputs = Inputs { len: 0, index: [0; MOST], value: [0.0; MOST] };

    #[inline]
    fn add(&mut self, index: usize, value: f32) {
        if value != 0.0 {
            self.index[self.len] = index as u16;
            self.value[self.len] = value;
            self.len += 1;
        }
    }

    /// Each with its number.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (usize, f32)> + '_ {
        let both = self.index[..self.len].iter().zip(&self.value[..self.len]);
        both.map(|(&index, &value)| (usize::from(index), value))
    }
}

/// Whether the players have passed each other, so that only the dice decide.
#[inline]
pub fn is_race(roller: Side, other: Side) -> bool {
    roller.rearmost() + other.rearmost() > u32::from(OFF)
}

/// What is seen while both can still meet.
pub fn contact(roller: Side, other: Side, inputs: &mut Inputs) {
    inputs.len = 0;
    let players = [Player::new(roller), Player::new(other)];
    for (seat, player) in players.iter().enumerate() {
        let start = seat * (PIECE_INPUTS + OFF_INPUTS + CONTACT_COUNTS);
        add_pieces(player, start, inputs);
        let counts = contact_counts(player, &players[1 - seat]);
        add_all(&counts, start + PIECE_INPUTS + OFF_INPUTS, inputs);
    }
    add_all(&compared(&players), CONTACT_INPUTS - COMPARED, inputs);
}

/// What is seen in a race.
pub fn race(roller: Side, other: Side, inputs: &mut Inputs) {
    inputs.len = 0;
    let players = [Player::new(roller), Player::new(other)];
    for (seat, player) in players.iter().enumerate() {
        let start = seat * (PIECE_INPUTS + OFF_INPUTS + RACE_COUNTS);
        add_pieces(player, start, inputs);
        add_all(&race_counts(player), start + PIECE_INPUTS + OFF_INPUTS, inputs);
    }
    add_all(&compared(&players), RACE_INPUTS - COMPARED, inputs);
}

#[inline]
fn add_all(values: &[f32], start: usize, inputs: &mut Inputs) {
    for (number, &value) in values.iter().enumerate() {
        inputs.add(start + number, value);
    }
}

/// A side with what is asked about it again and again.
struct Player {
    side: Side,
    counts: [u8; 26],
    /// Spaces 0–24 with a piece.
    held: u32,
    /// Spaces 1–24 with two or more.
    many: u32,
    /// Spaces 1–24 with exactly one.
    lone: u32,
    distance: u32,
}

impl Player {
    #[inline]
    fn new(side: Side) -> Player {
        let held = side.held() & !(1 << OFF);
        let many = side.many() & SPACES;
        let mut counts = [0; 26];
        let (mut rest, mut distance) = (side.held(), 0);
        while rest != 0 {
            let space = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let count = side.count(space);
            counts[usize::from(space)] = count;
            distance += u32::from(OFF - space) * u32::from(count);
        }
        Player { side, counts, held, many, lone: held & SPACES & !many, distance }
    }

    #[inline]
    fn count(&self, space: u8) -> f32 {
        f32::from(self.counts[usize::from(space)])
    }
}

/// Where the pieces stand.
#[inline]
fn add_pieces(player: &Player, start: usize, inputs: &mut Inputs) {
    let mut rest = player.held;
    while rest != 0 {
        let space = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let (count, at) = (player.counts[space], start + 4 * space);
        match count {
            1 => inputs.add(at, 1.0),
            2 => inputs.add(at + 1, 1.0),
            _ => {
                inputs.add(at + 2, 1.0);
                inputs.add(at + 3, f32::from(count - 3) / 2.0);
            }
        }
    }
    let off = player.counts[usize::from(OFF)];
    for five in 0..OFF_INPUTS as u8 {
        let part = off.saturating_sub(5 * five).min(5);
        inputs.add(start + PIECE_INPUTS + usize::from(five), f32::from(part) / 5.0);
    }
}

/// The lead, as a part of what is left, and in units of what the dice make of it.
#[inline]
fn compared([roller, other]: &[Player; 2]) -> [f32; COMPARED] {
    // Who rolls is half a roll ahead.
    let lead = other.distance as f32 - roller.distance as f32 + 4.0;
    let left = (roller.distance + other.distance) as f32;
    [2.0 * lead / (left + 20.0), (lead / (left + 10.0).sqrt() / 3.0).clamp(-3.0, 3.0)]
}

/// What an experienced player counts while both can still meet.
#[inline]
fn contact_counts(own: &Player, enemy: &Player) -> [f32; CONTACT_COUNTS] {
    let closed = mirrored(enemy.many);
    let danger = danger(own, enemy);
    let rearmost = own.side.rearmost();
    let at_home = own.many & HOME_SPACES;
    let shut = square(at_home.count_ones() as f32 / 6.0);
    let enemy_shut = square((enemy.many & HOME_SPACES).count_ones() as f32 / 6.0);
    let hold = hold(own, enemy);
    let anchors = own.many & 0xff << 1;
    let back = u32::from((0..=6).map(|space| own.counts[space]).sum::<u8>());
    let is_back_game = (own.many & 0x3f << 1).count_ones() >= 2;
    let limit = OFF - enemy.side.rearmost() as u8;
    let (mut mobility, mut entangled, mut to_spare, mut sum, mut squares, mut piled) =
        (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    let mut rest = own.held;
    while rest != 0 {
        let space = rest.trailing_zeros() as u8;
        rest &= rest - 1;
        let (count, place) = (own.count(space), f32::from(space));
        sum += count * place;
        squares += count * place * place;
        piled += (count - 3.0).max(0.0);
        if space < limit {
            entangled += count * f32::from(limit - space);
        }
        if space < HOME {
            mobility += count * f32::from(HOME - space) * f32::from(escapes(space, closed));
            if space > 6 {
                to_spare += count * f32::from(HOME - space);
            }
        }
    }
    let pieces = f32::from(PIECES - own.counts[usize::from(OFF)]).max(1.0);
    let mean = sum / pieces;
    let is_outside = own.held & 1 == 1;
    [
        own.distance as f32 / 167.0,
        danger.rolls as f32 / 36.0,
        danger.loss as f32 / (36.0 * 12.0),
        shut,
        f32::from(escapes(rearmost as u8, closed)) / 36.0,
        hold,
        square(hold),
        mobility / 3600.0,
        ((squares / pieces - mean * mean) / 80.0).max(0.0),
        rearmost as f32 / 24.0,
        back as f32 / 5.0,
        entangled / 150.0,
        longest_wall(own.many) as f32 / 6.0,
        if anchors == 0 { 0.0 } else { (31 - anchors.leading_zeros()) as f32 / 8.0 },
        if anchors == 0 { 0.0 } else { anchors.trailing_zeros() as f32 / 8.0 },
        own.lone.count_ones() as f32 / 4.0,
        to_spare / 60.0,
        if is_back_game { back as f32 / 7.0 } else { 0.0 },
        if is_outside { enemy_shut } else { 0.0 },
        piled / 8.0,
    ]
}

/// What somebody counts who only races.
#[inline]
fn race_counts(own: &Player) -> [f32; RACE_COUNTS] {
    let quarter = |from: u8, to: u8| (from..to).map(|space| own.count(space)).sum::<f32>();
    let (first, second, third) = (quarter(1, 7), quarter(7, 13), quarter(13, 19));
    let home = quarter(HOME, OFF);
    let gaps = 6 - (own.held & HOME_SPACES).count_ones();
    [
        own.distance as f32 / 100.0,
        (3.0 * first + 2.0 * second + third) / 20.0,
        (first + second + third) / 10.0,
        (first + second + third + home) / 15.0,
        gaps as f32 / 6.0,
        (quarter(23, OFF) - 3.0).max(0.0) / 6.0, // deep pieces waste their dice
    ]
}

const HOME_SPACES: u32 = 0x3f << HOME;

#[inline]
fn square(x: f32) -> f32 {
    x * x
}

/// How many spaces in a row are closed at most.
#[inline]
fn longest_wall(many: u32) -> u32 {
    let (mut left, mut length) = (many, 0);
    while left != 0 {
        left &= left >> 1;
        length += 1;
    }
    length
}

/// How well the enemy's pieces that are still behind are held: the fewest rolls with which one gets away.
#[inline]
fn hold(own: &Player, enemy: &Player) -> f32 {
    let closed = mirrored(own.many); // by the enemy's numbers
    let from = enemy.side.rearmost() as u8;
    let fewest = (from..9).map(|space| escapes(space, closed)).min().unwrap_or(36);
    f32::from(36 - fewest) / 36.0
}

/// What the enemy's next roll can do to lone pieces.
#[derive(Default)]
struct Danger {
    /// How many of the 36 rolls hit.
    rolls: u32,
    /// The way lost with all of them together.
    loss: u32,
}

/// Which of the enemy's rolls hit, as if it were the enemy's turn.
#[inline]
fn danger(own: &Player, enemy: &Player) -> Danger {
    let mut danger = Danger::default();
    let targets = mirrored(own.lone); // all by the enemy's numbers
    // Nothing to hit, or everything is behind the enemy.
    if targets == 0 || 31 - targets.leading_zeros() <= enemy.side.rearmost() {
        return danger;
    }
    let open = SPACES & !mirrored(own.many);
    let (movers, outside) = (enemy.held & SPACES, enemy.counts[usize::from(OUTSIDE)]);
    for high in 1..=6 {
        for low in 1..=high {
            let hit = targets & reached(movers, outside, open, high, low);
            if hit != 0 {
                let weight = if high == low { 1 } else { 2 };
                danger.rolls += weight;
                danger.loss += weight * (u32::from(OFF) - hit.trailing_zeros());
            }
        }
    }
    danger
}

/// Where a piece may come to with this roll.
#[inline]
fn reached(movers: u32, outside: u8, open: u32, high: u32, low: u32) -> u32 {
    let (by_high, by_low) = (1 << high & open, 1 << low & open);
    match outside {
        0 if high == low => {
            let once = movers << high & open;
            let twice = once << high & open;
            let thrice = twice << high & open;
            once | twice | thrice | thrice << high & open
        }
        0 => {
            let (first, second) = (movers << high & open, movers << low & open);
            first | second | (first << low | second << high) & open
        }
        1 if high == low => {
            let once = if by_high == 0 { 0 } else { (movers | by_high) << high & open };
            let twice = once << high & open;
            by_high | once | twice | twice << high & open
        }
        1 => {
            let after_high = if by_high == 0 { 0 } else { (movers | by_high) << low & open };
            let after_low = if by_low == 0 { 0 } else { (movers | by_low) << high & open };
            by_high | by_low | after_high | after_low
        }
        _ => by_high | by_low,
    }
}

/// How many of the 36 rolls one piece can play whole, past the closed spaces before it.
#[inline]
fn escapes(space: u8, closed: u32) -> u8 {
    ESCAPES[(closed >> (space + 1) & 0xfff) as usize]
}

/// By the twelve spaces ahead, nearest first.
static ESCAPES: [u8; 4096] = {
    let mut table = [0; 4096];
    let mut closed = 0;
    while closed < 4096 {
        let mut high = 1;
        while high <= 6 {
            let mut low = 1;
            while low <= high {
                let is_blocked = closed >> (high - 1) & closed >> (low - 1) & 1 == 1;
                if !is_blocked && closed >> (high + low - 1) & 1 == 0 {
                    table[closed] += if high == low { 1 } else { 2 };
                }
                low += 1;
            }
            high += 1;
        }
        closed += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    /// A side with these pieces, and the rest of the fifteen off.
    fn side(pieces: &[(usize, u8)]) -> Side {
        let mut counts = [0; 26];
        pieces.iter().for_each(|&(space, count)| counts[space] = count);
        counts[25] = PIECES - pieces.iter().map(|&(_, count)| count).sum::<u8>();
        counts.try_into().unwrap()
    }

    #[test]
    fn a_lone_piece_is_hit_by_as_many_rolls_as_every_player_knows() {
        let known = [11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3];
        for (away, rolls) in (1..).zip(known) {
            let own = Player::new(side(&[(20 - away, 1)]));
            let enemy = Player::new(side(&[(5, 1)])); // on the owner's 20, coming down
            let danger = danger(&own, &enemy);
            assert_eq!(danger.rolls, rolls, "{away} away");
            assert_eq!(danger.loss, rolls * (20 - away as u32), "{away} away");
        }
    }

    #[test]
    fn who_must_enter_first_hits_less_and_behind_a_piece_it_is_safe() {
        for (enemy, rolls) in [
            (side(&[(0, 1)]), 14),         // by 3, or by 1 and 2 in either order, or three ones
            (side(&[(0, 2)]), 11),         // only by entering
            (side(&[(4, 2), (10, 3)]), 0), // all have passed
        ] {
            let own = Player::new(side(&[(22, 1)]));
            assert_eq!(danger(&own, &Player::new(enemy)).rolls, rolls, "{enemy:?}");
        }
    }

    #[test]
    fn nobody_escapes_from_behind_six_in_a_row() {
        assert_eq!((escapes(3, 0), escapes(3, 0x3f << 4), escapes(3, 0x1f << 4)), (36, 0, 11));
        assert_eq!((longest_wall(0), longest_wall(0b110_1110), longest_wall(0x3f << 7)), (0, 3, 6));
    }

    #[test]
    fn inputs_are_small_numbers_in_their_places_and_seats_see_the_same() {
        let all_alone =
            side(&[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1), (8, 1), (9, 1)]);
        let far = side(&[(1, 3), (3, 1), (5, 1), (7, 1), (9, 1), (11, 1), (13, 1), (15, 1), (16, 4)]);
        for (roller, other) in [
            (Side::START, Side::START),
            (all_alone, far),
            (far, all_alone),
            (side(&[(24, 1)]), side(&[(19, 5)])),
        ] {
            let (mut seen, mut raced) = (Inputs::NONE, Inputs::NONE);
            contact(roller, other, &mut seen);
            race(roller, other, &mut raced);
            for (inputs, most) in [(&seen, CONTACT_INPUTS), (&raced, RACE_INPUTS)] {
                let mut indices: Vec<usize> = inputs.iter().map(|(index, _)| index).collect();
                assert!(inputs.iter().all(|(index, value)| index < most && value.abs() <= 8.0));
                indices.dedup();
                assert_eq!(indices.len(), inputs.len);
            }
            let mut turned = Inputs::NONE;
            contact(other, roller, &mut turned);
            let half = (CONTACT_INPUTS - COMPARED) / 2;
            let part = |inputs: &Inputs, from: usize| -> Vec<(usize, f32)> {
                let own = inputs.iter().filter(|&(index, _)| (from..from + half).contains(&index));
                own.map(|(index, value)| (index - from, value)).collect()
            };
            assert_eq!(part(&seen, 0), part(&turned, half));
        }
        assert!(
            is_race(side(&[(13, 15)]), side(&[(13, 15)]))
                && !is_race(side(&[(13, 14), (11, 1)]), side(&[(13, 15)]))
        );
    }
}
