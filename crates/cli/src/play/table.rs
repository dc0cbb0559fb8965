//! A match with people and bots around it: what every way of playing it shares.

use std::fs;
use std::path::Path;
use std::time::Duration;

use boxwood_bots::Thought;
use boxwood_engine::{AnyGame, AnyMatch, Chosen, Level, Outcome, Position, Refusal, Seat, Viewer};
use boxwood_kit::{Rng, Seed};
use boxwood_scene::{Key, Names, Scene, render};
use serde_json::Value;

use super::seating::{Seating, Sitter};
use crate::Trouble;

/// What is to be played, by whom.
#[derive(Clone)]
pub struct Plan {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// Who sits where.
    pub seating: Seating,
    /// How it begins.
    pub start: Start,
}

/// How a match begins.
#[derive(Clone)]
pub enum Start {
    /// As the game is laid out.
    Setup {
        /// The options that differ from the default, as an object.
        options: Value,
        /// What chance grows from; fresh for each match if not said.
        seed: Option<Seed>,
    },
    /// Where a file left it.
    From(Box<Position>),
}

impl Plan {
    /// A match from its setup on.
    pub fn new(game: &'static dyn AnyGame, seating: Seating, options: Value, seed: Option<Seed>) -> Plan {
        Plan { game, seating, start: Start::Setup { options, seed } }
    }

    /// Begins a match as planned.
    pub fn begin(&self) -> Result<Table, Trouble> {
        let (game, seed) = match &self.start {
            Start::Setup { options, seed } => {
                let seed = seed.unwrap_or_else(fresh_seed);
                (self.game.begin(options, self.seating.seats(), seed).map_err(Trouble::asked)?, seed)
            }
            Start::From(position) => (position.open(self.game).map_err(Trouble::asked)?, position.seed()),
        };
        Ok(Table { game, seating: self.seating.clone(), seed, questions: 0 })
    }

    /// The same once more, with other chance where it begins with its setup.
    pub fn again(&mut self) {
        if let Start::Setup { seed, .. } = &mut self.start {
            *seed = Some(fresh_seed());
        }
    }
}

/// A seed that nobody can foresee, short enough to be written down.
pub fn fresh_seed() -> Seed {
    use std::hash::{BuildHasher, Hasher};
    // The standard library keys each hasher with entropy of the system.
    let number = std::collections::hash_map::RandomState::new().build_hasher().finish();
    Seed::from_number(number % 1_000_000_000)
}

/// A running match and those around it.
pub struct Table {
    game: Box<dyn AnyMatch>,
    seating: Seating,
    seed: Seed,
    questions: u64,
}

impl Table {
    /// The match.
    pub fn game(&self) -> &dyn AnyMatch {
        &*self.game
    }

    /// Who sits where.
    pub fn seating(&self) -> &Seating {
        &self.seating
    }

    /// What chance grows from.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// What people are called by whoever reads here.
    pub fn words(&self) -> Names<'_> {
        Names { names: self.seating.names(), reader: self.seating.only_person() }
    }

    /// A sentence with the names filled in.
    pub fn say(&self, sentence: &str) -> String {
        render(sentence, &self.words())
    }

    /// The table as the viewer sees it, with names.
    pub fn scene(&self, viewer: Viewer) -> Scene {
        self.game.scene(viewer).named(&self.words())
    }

    /// What the viewer has heard from version `since` on, with names.
    pub fn log(&self, viewer: Viewer, since: usize) -> Vec<String> {
        self.game.log(viewer, since).iter().map(|line| self.say(line)).collect()
    }

    /// What the seat may do now, with names.
    pub fn offers(&self, seat: Seat) -> Vec<Chosen> {
        let mut offers = self.game.actions(seat.index()).unwrap_or_default();
        for chosen in &mut offers {
            chosen.offer.name_people(&self.words());
        }
        offers
    }

    /// The first bot that may decide now.
    pub fn next_bot(&self) -> Option<(Seat, Level)> {
        self.game.status().active.iter().find_map(|seat| match self.seating.sitter(seat) {
            Sitter::Bot(level) => Some((seat, level)),
            Sitter::Person => None,
        })
    }

    /// The person that is to decide now: whoever is at the screen, if they may, or the first one.
    pub fn next_person(&self, at_screen: Option<Seat>) -> Option<Seat> {
        let active = self.game.status().active;
        at_screen
            .filter(|seat| active.contains(*seat))
            .or_else(|| self.seating.people().find(|seat| active.contains(*seat)))
    }

    /// Whether one of the two must not see what the other sees.
    pub fn keep_apart(&self, one: Seat, other: Seat) -> bool {
        let sees = |seat| self.game.scene(Viewer::Seat(seat)).zones;
        let heard = |seat| self.game.log(Viewer::Seat(seat), 0);
        one != other && (sees(one) != sees(other) || heard(one) != heard(other))
    }

    /// Through whose eyes the table is shown while nobody in particular is asked.
    pub fn onlooker(&self) -> Viewer {
        self.seating.only_person().map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// Lets the seat act.
    pub fn act(&mut self, seat: Seat, action: &Value) -> Result<(), String> {
        self.game.act(seat.index(), action).map_err(|refusal| self.explain(&refusal))
    }

    /// Closes the open window of this id.
    pub fn expire(&mut self, id: u32) -> Result<(), String> {
        self.game.expire(id).map_err(|refusal| self.explain(&refusal))
    }

    /// Closes the window that would be the first to close.
    pub fn expire_next(&mut self) -> Result<(), String> {
        let clocks = self.game.status().clocks;
        let next = clocks.iter().min_by_key(|clock| clock.ms).map_or(0, |clock| clock.id);
        self.expire(next)
    }

    /// What touching these means for the seat: an offered action or, where people aim and compose,
    /// whatever the game makes of it; otherwise why it means nothing.
    pub fn meaning(&self, seat: Seat, path: &[Key]) -> Result<Value, String> {
        let offers = self.game.actions(seat.index()).unwrap_or_default();
        if let Some(offered) = offers.into_iter().find(|chosen| chosen.offer.path == path) {
            return Ok(offered.action);
        }
        self.game.intent(seat.index(), path).map_err(|refusal| self.explain(&refusal))
    }

    /// Takes back the seat's last action, with whatever bots did since; or, among people who may
    /// see the same, the last action of any of them.
    pub fn undo(&mut self, seat: Seat) -> Result<(), String> {
        let mut back = self.game.copy();
        let first = match back.undo(seat.index()) {
            Ok(()) => {
                self.game = back;
                return Ok(());
            }
            Err(refusal) => refusal,
        };
        let (people, bots): (Vec<Seat>, Vec<Seat>) =
            Seat::all(self.seating.seats()).partition(|seat| self.seating.sitter(*seat) == Sitter::Person);
        loop {
            let open = |other: &Seat| !self.keep_apart(*other, seat);
            if people.iter().filter(|other| open(other)).any(|person| back.undo(person.index()).is_ok()) {
                self.game = back;
                return Ok(());
            }
            if !bots.iter().any(|bot| back.undo(bot.index()).is_ok()) {
                return Err(self.explain(&first));
            }
        }
    }

    fn explain(&self, refusal: &Refusal) -> String {
        self.say(&refusal.to_string())
    }

    /// What a bot would do at the seat; to be asked on another thread.
    pub fn question(
        &mut self,
        seat: Seat,
        level: Level,
        budget: Duration,
    ) -> impl FnOnce() -> Option<Thought> + Send + 'static {
        // Matches draw from low streams, so that a bot's chance never repeats theirs.
        self.questions += 1;
        let mut rng = Rng::stream(self.seed, u64::MAX - self.questions);
        let game = self.game.copy();
        move || crate::think(&*game, seat, level, None, budget, &mut rng)
    }

    /// The places at the end: rank, name, score; best first. None where all win or lose together.
    pub fn result(&self) -> Option<Vec<(u8, String, i32)>> {
        let outcome = self.game.outcome().filter(|outcome| outcome.team.is_none())?;
        Some(places(&outcome, self.seating.names()))
    }

    /// One sentence that says how it ended.
    pub fn verdict(&self) -> Option<String> {
        let outcome = self.game.outcome()?;
        if let Some(team) = outcome.team {
            // Nobody is there to win or lose together with.
            let verb = if team.won { "win" } else { "lose" };
            let alone = || format!("{} with a score of {}.", Seat::FIRST.does(verb), team.score);
            return Some(if self.seating.seats() == 1 { self.say(&alone()) } else { team.to_string() });
        }
        let winners: Vec<Seat> = outcome.winners().iter().collect();
        Some(match winners.as_slice() {
            [one] => self.say(&format!("{}.", one.does("win"))),
            many if many.len() == self.seating.seats() => "A draw.".into(),
            many => {
                let names: Vec<String> = many.iter().map(|seat| self.say(&seat.to_string())).collect();
                format!("{} share the win.", boxwood_scene::list(&names))
            }
        })
    }

    /// Writes the match into the file, with the names.
    pub fn save(&self, file: &Path) -> Result<(), Trouble> {
        let position = Position::of(&*self.game, self.seating.names(), self.seed);
        let mut text = serde_json::to_string_pretty(&position).expect("a position has a JSON form");
        text.push('\n');
        fs::write(file, text).map_err(|error| {
            Trouble::asked(format_args!("The match cannot be written to {}: {error}.", file.display()))
        })
    }
}

/// The places at the end: rank, name, score; best first.
pub fn places(outcome: &Outcome, names: &[String]) -> Vec<(u8, String, i32)> {
    let name = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_default();
    let mut places: Vec<_> =
        outcome.ranks.iter().map(|(seat, rank)| (*rank, name(seat), outcome.scores[seat])).collect();
    places.sort_by_key(|(rank, ..)| *rank);
    places
}

/// How long a bot of this level may think.
pub fn thinking_time(level: Level) -> Duration {
    Duration::from_millis(boxwood_bots::thinking_ms(level))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(seats: &str) -> Table {
        let game = boxwood_games::find("nim").unwrap();
        let seating = Seating::parse(game.info(), Some(seats), None).unwrap();
        let options = serde_json::json!({"heaps": "3-5-7"});
        Plan::new(game, seating, options, Some(Seed::from_number(1))).begin().unwrap()
    }

    #[test]
    fn undo_takes_back_what_bots_did_since() {
        let mut table = table("Anna,bot");
        let (anna, bot) = (Seat::new(0).unwrap(), Seat::new(1).unwrap());
        if table.next_person(None).is_none() {
            let action = table.offers(bot)[0].action.clone();
            table.act(bot, &action).unwrap();
        }
        let before = table.game().state();
        for seat in [anna, bot] {
            let action = table.offers(seat)[0].action.clone();
            table.act(seat, &action).unwrap();
        }
        table.undo(anna).unwrap();
        assert_eq!(table.game().state(), before);
    }

    #[test]
    fn what_is_offered_is_taken_by_value_and_the_rest_is_explained() {
        let table = table("Anna,Ben");
        let seat = table.next_person(None).unwrap();
        for chosen in table.offers(seat) {
            assert_eq!(table.meaning(seat, &chosen.offer.path), Ok(chosen.action));
        }
        let why = table.meaning(seat, &[Key::cell("zz")]).unwrap_err();
        assert_eq!(why, "There is nothing to do with that now.");
    }

    #[test]
    fn open_games_need_no_curtain() {
        let table = table("Anna,Ben");
        assert!(!table.keep_apart(Seat::new(0).unwrap(), Seat::new(1).unwrap()));
    }
}
