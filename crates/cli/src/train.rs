//! `boxwood train`: lets a game learn by playing against itself.
//!
//! What was learned so far is kept in a checkpoint, from which it goes on the next time, and as weights, which the
//! game's folder takes over.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use boxwood_engine::{Beginning, CannotTrain, Game, Train, Visitor};
use indicatif::{ProgressBar, ProgressStyle};

use crate::Trouble;

/// How many games are played between two looks at the clock.
const BATCH: u64 = 100;
/// How often the files are written and the strength is measured.
const PAUSE: Duration = Duration::from_secs(60);
/// How many seeds it is measured on, each from both sides.
const PAIRS: u64 = 100;

/// What is to be learned.
#[derive(Clone, Debug)]
pub struct Plan {
    /// When it is enough.
    pub until: Until,
    /// What chance grows from, unless there is a checkpoint.
    pub seed: u64,
    /// Where to go on from, and where to leave off.
    pub checkpoint: PathBuf,
    /// Where the weights go.
    pub weights: PathBuf,
}

/// When it is enough.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    /// After so many games more, which makes it repeatable.
    Games(u64),
    /// After this time.
    Time(Duration),
}

struct Begin<'a>(Beginning<'a>);

impl Visitor for Begin<'_> {
    type Output = Result<Box<dyn Train>, CannotTrain>;

    fn visit<G: Game>(self) -> Self::Output {
        G::trainer(self.0)
    }
}

/// Trains the game of this id.
pub fn train(out: &mut impl Write, id: &str, plan: &Plan) -> Result<(), Trouble> {
    crate::trouble::find_game(id)?;
    let kept = match fs::read(&plan.checkpoint) {
        Ok(bytes) => Some(bytes),
        Err(why) if why.kind() == ErrorKind::NotFound => None,
        Err(why) => return Err(unusable(&plan.checkpoint, why)),
    };
    let beginning = kept.as_deref().map_or(Beginning::Fresh(plan.seed), Beginning::Checkpoint);
    let trainer = boxwood_games::visit(id, Begin(beginning)).expect("it was found a moment ago");
    let mut trainer = trainer.map_err(|why| match kept {
        Some(_) => unusable(&plan.checkpoint, why),
        None => Trouble::asked(why),
    })?;
    let before = trainer.games();
    run(trainer.as_mut(), plan)?;
    let (games, percent) = (trainer.games(), 100.0 * trainer.compare(PAIRS));
    writeln!(out, "{id}: {} games more, {games} in all", games - before)?;
    writeln!(out, "  {percent:.1} % of {} games won against what this program was built with", 2 * PAIRS)?;
    writeln!(out, "  weights in {}, checkpoint in {}", plan.weights.display(), plan.checkpoint.display())?;
    Ok(())
}

fn unusable(file: &Path, why: impl std::fmt::Display) -> Trouble {
    Trouble::File(format!("{} cannot be used: {why}", file.display()))
}

/// Plays until it is enough; whatever was learned is on the disk then, and now and then before.
fn run(trainer: &mut dyn Train, plan: &Plan) -> Result<(), Trouble> {
    let (start, first) = (Instant::now(), trainer.games());
    let bar = progress(plan.until);
    let mut paused = Instant::now();
    loop {
        let (played, time) = (trainer.games() - first, start.elapsed());
        let left = match plan.until {
            Until::Games(games) => games - played,
            Until::Time(all) if time < all => BATCH,
            Until::Time(_) => 0,
        };
        bar.set_position(if let Until::Games(_) = plan.until { played } else { time.as_secs() });
        if left == 0 || paused.elapsed() >= PAUSE {
            save(&plan.checkpoint, &trainer.checkpoint())?;
            save(&plan.weights, &trainer.weights())?;
        }
        if left == 0 {
            bar.finish_and_clear();
            return Ok(());
        }
        if paused.elapsed() >= PAUSE {
            let speed = played as f64 / time.as_secs_f64();
            let percent = 100.0 * trainer.compare(PAIRS);
            bar.set_message(format!(
                "{} games, {speed:.0} a second, {percent:.1} % against the old weights",
                trainer.games()
            ));
            paused = Instant::now();
        }
        trainer.play(left.min(BATCH));
    }
}

/// Whoever is stopped while writing leaves the old file as it was.
fn save(file: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    let mut fresh = file.as_os_str().to_owned();
    fresh.push(".new");
    let written = fs::write(&fresh, bytes).and_then(|()| fs::rename(&fresh, file));
    written.map_err(|why| Trouble::File(format!("{} cannot be written: {why}.", file.display())))
}

/// Drawn only where somebody looks.
fn progress(until: Until) -> ProgressBar {
    let (all, template) = match until {
        Until::Games(games) => (games, "{bar:30} {pos} of {len} games, {eta} left; {msg}"),
        Until::Time(time) => (time.as_secs(), "{bar:30} {eta} left; {msg}"),
    };
    let bar = ProgressBar::new(all);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trained(folder: &Path, games: &[u64]) -> Vec<u8> {
        let file = |name: &str| folder.join(name);
        for &games in games {
            let plan = Plan {
                until: Until::Games(games),
                seed: 5,
                checkpoint: file("checkpoint"),
                weights: file("weights"),
            };
            train(&mut vec![], "backgammon", &plan).unwrap();
        }
        fs::read(file("weights")).unwrap()
    }

    #[test]
    fn the_same_games_teach_the_same_in_one_go_or_in_several() {
        let [one, two, three] = [(); 3].map(|()| tempfile::tempdir().unwrap());
        let all = trained(one.path(), &[130]);
        assert!(all == trained(two.path(), &[30, 100]));
        assert!(all != trained(three.path(), &[30]));
    }

    #[test]
    fn what_cannot_be_learned_from_is_refused_in_one_sentence() {
        let folder = tempfile::tempdir().unwrap();
        let plan = Plan {
            until: Until::Games(1),
            seed: 1,
            checkpoint: folder.path().join("checkpoint"),
            weights: folder.path().join("weights"),
        };
        let refusal = train(&mut vec![], "nim", &plan).unwrap_err().to_string();
        assert_eq!(refusal, "Nim has nothing to learn.");
        fs::write(&plan.checkpoint, "something else").unwrap();
        let refusal = train(&mut vec![], "backgammon", &plan).unwrap_err().to_string();
        assert!(refusal.ends_with("cannot be used: This is no file of learned weights."), "{refusal}");
        assert!(!plan.weights.exists());
    }
}
