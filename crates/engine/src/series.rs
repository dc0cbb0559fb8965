//! A match of several games.
//!
//! A game keeps a [`Series`] in its state, what has been won so far; how many [`Games`] there are
//! follows from its options. Who begins the next game is for the game's rules to say.

use boxwood_scene::count;
use serde::{Deserialize, Serialize};

use crate::{Outcome, Seat, SeatMap};

/// How many games a match has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Games {
    /// So many, whoever wins them.
    All(u8),
    /// At most so many, until somebody has won more than half of them.
    BestOf(u8),
}

impl Games {
    /// The match is a single game.
    pub const ONE: Games = Games::All(1);

    /// Until somebody has won so many games, none of which can be drawn.
    pub const fn first_to(wins: u8) -> Games {
        Games::BestOf(2 * wins - 1)
    }

    /// The most games that can be played, for [`Game::longest`](crate::Game::longest).
    pub const fn most(self) -> u8 {
        let (Games::All(most) | Games::BestOf(most)) = self;
        most
    }
}

/// Who has won how many games of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    wins: SeatMap<u8>,
    draws: u8,
}

impl Series {
    /// No game has been played yet.
    pub fn new(seats: usize) -> Series {
        Series { wins: SeatMap::filled(seats, 0), draws: 0 }
    }

    /// Notes that a game has ended: this seat has won it, or it was a draw.
    #[inline]
    pub fn finish_game(&mut self, winner: Option<Seat>) {
        match winner {
            Some(winner) => self.wins[winner] += 1,
            None => self.draws += 1,
        }
    }

    /// The games that each seat has won.
    #[inline]
    pub fn wins(&self) -> SeatMap<u8> {
        self.wins
    }

    /// How many games have ended.
    pub fn played(&self) -> u32 {
        u32::from(self.draws) + self.wins.as_slice().iter().map(|&wins| u32::from(wins)).sum::<u32>()
    }

    /// Whether no further game is played.
    pub fn is_over(&self, games: Games) -> bool {
        let all = self.played() >= u32::from(games.most());
        match games {
            Games::All(_) => all,
            Games::BestOf(most) => all || self.most_wins() > most / 2,
        }
    }

    /// How the match ended: more wins are better, equals share their place.
    pub fn outcome(&self) -> Outcome {
        Outcome::by_score(self.wins.map(i32::from))
    }

    /// How the match ended, in a sentence: "Anna wins." after a single game, "Anna wins the match, 3 to 1.",
    /// "One win each: a draw."
    pub fn result(&self, games: Games) -> String {
        let (winners, most) = (self.outcome().winners(), self.most_wins());
        match winners.first() {
            Some(_) if winners.len() == 1 && games.most() == 1 => winners.victory(""),
            Some(winner) if winners.len() == 1 && self.wins.seats() == 2 => {
                format!("{} the match, {most} to {}.", winner.does("win"), self.wins[winner.other()])
            }
            _ if winners.len() < self.wins.seats() => winners.victory(&count(most, "win")),
            _ if games.most() == 1 => "It is a draw.".into(),
            _ if most == 1 => "One win each: a draw.".into(),
            _ => format!("{} each: a draw.", count(most, "win")),
        }
    }

    fn most_wins(&self) -> u8 {
        self.wins.as_slice().iter().copied().max().unwrap_or(0)
    }

    /// Refuses a series from outside that a table of so many seats could not have reached.
    ///
    /// For [`Game::audit`](crate::Game::audit); `is_over` says whether the match is.
    pub fn audit(&self, seats: usize, games: Games, is_over: bool) -> Result<(), &'static str> {
        if self.wins.seats() != seats {
            return Err("there is not one number of wins for each seat");
        }
        // The last game was won by one of those who have won any, or it was a draw.
        let before = |seat: Seat| {
            let mut before = *self;
            before.wins[seat] -= 1;
            before
        };
        let winners = self.wins.seats_where(|&wins| wins > 0);
        let drawn = (self.draws > 0).then(|| Series { draws: self.draws - 1, ..*self });
        let mut lasts = winners.iter().map(before).chain(drawn);
        if self.played() > 0 && lasts.all(|before| before.is_over(games)) {
            return Err("the match was won before");
        }
        match (is_over, self.is_over(games)) {
            (true, false) => Err("nobody has won the match"),
            (false, true) => Err("the match is won already"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Seat = Seat::FIRST;
    const B: Seat = Seat::SECOND;

    /// What was won, game by game: "A", "B", or "-" for a draw.
    fn series(games: &str) -> Series {
        let mut series = Series::new(2);
        for game in games.chars() {
            series.finish_game(match game {
                'A' => Some(A),
                'B' => Some(B),
                _ => None,
            });
        }
        series
    }

    #[test]
    fn a_match_is_over_after_all_games_or_when_more_than_half_are_won() {
        for (games, going_on, over) in [
            (Games::ONE, "", "A"),
            (Games::ONE, "", "-"),
            (Games::All(2), "A", "AA"),
            (Games::All(3), "AA", "AA-"),
            (Games::BestOf(3), "A", "AA"),
            (Games::BestOf(3), "A-", "A--"),
            (Games::BestOf(4), "AAB", "AABA"),
            (Games::BestOf(5), "ABBA", "ABBAB"),
            (Games::first_to(3), "ABAB", "ABABA"),
        ] {
            assert!(!series(going_on).is_over(games), "{games:?} after {going_on}");
            assert!(series(over).is_over(games), "{games:?} after {over}");
            assert_eq!(series(going_on).audit(2, games, false), Ok(()));
            assert_eq!(series(over).audit(2, games, true), Ok(()));
        }
    }

    #[test]
    fn the_result_is_told_and_more_wins_are_better() {
        for (games, won, ranks, expected) in [
            (Games::ONE, "B", [2, 1], "{1:win}."),
            (Games::ONE, "-", [1, 1], "It is a draw."),
            (Games::All(2), "AA", [1, 2], "{0:win} the match, 2 to 0."),
            (Games::All(2), "AB", [1, 1], "One win each: a draw."),
            (Games::BestOf(3), "BAB", [2, 1], "{1:win} the match, 2 to 1."),
            (Games::BestOf(5), "A-B-B", [2, 1], "{1:win} the match, 2 to 1."),
            (Games::BestOf(5), "ABAB-", [1, 1], "2 wins each: a draw."),
        ] {
            let series = series(won);
            assert_eq!(series.outcome().ranks.as_slice(), ranks, "{won}");
            assert_eq!(series.result(games), expected, "{won}");
        }
        let mut three = Series::new(3);
        [A, B, A].into_iter().for_each(|winner| three.finish_game(Some(winner)));
        assert_eq!(three.result(Games::All(3)), "{0:win} with 2 wins.");
    }

    #[test]
    fn a_series_that_cannot_be_is_refused() {
        for (games, won, is_over, expected) in [
            (Games::ONE, "AA", true, "the match was won before"),
            (Games::BestOf(3), "AAA", true, "the match was won before"),
            (Games::BestOf(5), "AAABBB", true, "the match was won before"),
            (Games::BestOf(3), "---A", true, "the match was won before"),
            (Games::BestOf(3), "AA", false, "the match is won already"),
            (Games::All(2), "A", true, "nobody has won the match"),
        ] {
            assert_eq!(series(won).audit(2, games, is_over), Err(expected), "{games:?} after {won}");
        }
        assert!(series("A").audit(3, Games::ONE, true).is_err(), "two seats of three");
        let full: Series = serde_json::from_str(r#"{"wins":[255,255],"draws":255}"#).unwrap();
        assert_eq!(full.audit(2, Games::BestOf(3), true), Err("the match was won before"));
    }
}
