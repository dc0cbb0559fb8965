//! Play line by line: for pipes, screen readers and terminals that cannot do more.

use std::io::{BufRead, Write};
use std::path::Path;

use boxwood_engine::{Chosen, Level, Seat, Viewer};
use boxwood_scene::{Scene, describe};

use super::choose::{parse_path, phrases, search, sentence};
use super::table::{Plan, Table, thinking_time};
use crate::{Trouble, guide};

/// The longest line of input that is read as one.
const LONGEST_LINE: u64 = 4096;

/// Plays a match line by line until it ends, is left, or the input ends; then saves it if asked.
pub fn play(
    input: &mut impl BufRead,
    out: &mut impl Write,
    plan: &Plan,
    save: Option<&Path>,
) -> Result<(), Trouble> {
    let heard = vec![0; plan.seating.seats() + 1];
    let mut talk = Talk { table: plan.begin()?, plan, input, out, heard, at_screen: None, answered: false };
    let played = talk.play();
    let saved = save.map_or(Ok(()), |file| talk.table.save(file));
    played.and(saved)
}

struct Talk<'a, I, O> {
    table: Table,
    plan: &'a Plan,
    input: &'a mut I,
    out: &'a mut O,
    /// How many lines of the log have been told to each seat, and last to spectators.
    heard: Vec<usize>,
    at_screen: Option<Seat>,
    /// Whether a person has answered in a race since a bot acted last.
    answered: bool,
}

/// What somebody typed.
enum Answer {
    Choose(Box<Chosen>),
    Undone,
    Waited,
    Leave,
    End,
}

impl<I: BufRead, O: Write> Talk<'_, I, O> {
    fn play(&mut self) -> Result<(), Trouble> {
        let info = self.plan.game.info();
        writeln!(self.out, "{} · {}", info.title, info.players())?;
        writeln!(self.out, "{}\n", info.pitch)?;
        while !self.table.game().status().over {
            let person = self.table.next_person(self.at_screen);
            // Nobody can race a program: then each answer of a person lets one bot act.
            let is_race = person.is_some() && !self.table.game().status().clocks.is_empty();
            if let Some((seat, level)) = self.table.next_bot().filter(|_| self.answered || !is_race) {
                self.let_bot_act(seat, level)?;
                self.answered = false;
                continue;
            }
            let Some(seat) = person else {
                self.table.expire_next().map_err(Trouble::asked)?;
                continue;
            };
            if !self.hand_over(seat)? {
                return self.say_goodbye("The input has ended, so the match stops here.");
            }
            let answer = self.ask(seat)?;
            self.answered = is_race && !matches!(answer, Answer::Undone);
            match answer {
                Answer::Choose(chosen) => self.table.act(seat, &chosen.action).map_err(Trouble::asked)?,
                Answer::Undone => self.forget(),
                Answer::Waited => {}
                Answer::Leave => return self.say_goodbye("You leave the table."),
                Answer::End => {
                    return self.say_goodbye("The input has ended, so the match stops here.");
                }
            }
        }
        let viewer = self.table.onlooker();
        self.tell(viewer)?;
        writeln!(
            self.out,
            "\n{}",
            describe(&self.table.scene(viewer), self.table.seating().names()).trim_end()
        )?;
        for (rank, name, score) in self.table.result().unwrap_or_default() {
            writeln!(self.out, "{rank}. {name} ({score})")?;
        }
        self.say_goodbye(&self.table.verdict().unwrap_or_default())
    }

    fn say_goodbye(&mut self, sentence: &str) -> Result<(), Trouble> {
        writeln!(self.out, "{sentence} (seed {})", self.table.seed())?;
        Ok(self.out.flush()?)
    }

    fn let_bot_act(&mut self, seat: Seat, level: Level) -> Result<(), Trouble> {
        let think = self.table.question(seat, level, thinking_time(level));
        let thought = think().ok_or_else(|| Trouble::asked("A bot found nothing to do."))?;
        self.table.act(seat, &thought.chosen.action).map_err(Trouble::asked)?;
        if self.table.seating().people().next().is_none() {
            self.tell(Viewer::Spectator)?;
        }
        Ok(())
    }

    /// Tells what the viewer has not heard yet.
    fn tell(&mut self, viewer: Viewer) -> Result<(), Trouble> {
        let log = self.table.log(viewer, 0);
        let place = viewer.seat().map_or(self.heard.len() - 1, Seat::index);
        for line in log.iter().skip(self.heard[place]) {
            writeln!(self.out, "- {line}")?;
        }
        self.heard[place] = log.len();
        Ok(())
    }

    /// After something was taken back nobody has heard more than there is.
    fn forget(&mut self) {
        for seat in Seat::all(self.heard.len() - 1) {
            let told = &mut self.heard[seat.index()];
            *told = (*told).min(self.table.log(Viewer::Seat(seat), 0).len());
        }
    }

    /// Draws the curtain where the next person must not see what the last one saw; false if the
    /// input ended behind it.
    fn hand_over(&mut self, seat: Seat) -> Result<bool, Trouble> {
        let last = self.at_screen.replace(seat);
        if last == Some(seat) {
            return Ok(true);
        }
        let others: Vec<Seat> = self.table.seating().people().filter(|other| *other != seat).collect();
        if others.iter().any(|other| self.table.keep_apart(*other, seat)) {
            let name = self.table.seating().name(seat).to_string();
            write!(self.out, "{}\nPass to {name}, then press Enter. ", "\n".repeat(40))?;
            self.out.flush()?;
            return Ok(self.read()?.is_some());
        }
        Ok(true)
    }

    fn ask(&mut self, seat: Seat) -> Result<Answer, Trouble> {
        let viewer = Viewer::Seat(seat);
        self.tell(viewer)?;
        let offers = self.table.offers(seat);
        writeln!(
            self.out,
            "\n{}",
            describe(&self.table.scene(viewer), self.table.seating().names()).trim_end()
        )?;
        for (number, chosen) in offers.iter().enumerate() {
            writeln!(self.out, "{:>4}  {}", number + 1, chosen.offer.label)?;
        }
        let scene = self.table.scene(viewer);
        let has_phrases = phrases(&scene, &[]).is_some();
        if has_phrases {
            writeln!(self.out, " say  Put it together phrase by phrase")?;
        }
        if !self.table.game().status().clocks.is_empty() {
            writeln!(self.out, "A clock would run here; \"wait\" lets others act, or time run out.")?;
        }
        loop {
            write!(self.out, "{}> ", self.table.seating().name(seat))?;
            self.out.flush()?;
            let Some(line) = self.read()? else {
                writeln!(self.out)?;
                return Ok(Answer::End);
            };
            let typed = line.trim().to_lowercase();
            if let Some(name) = typed.strip_prefix("? ").or_else(|| typed.strip_prefix("rules ")) {
                match guide::one_rule(self.out, self.plan.game, name, guide::WIDEST, false) {
                    Err(Trouble::Asked(sentence)) => writeln!(self.out, "{sentence}")?,
                    told => told?,
                }
                continue;
            }
            match typed.as_str() {
                "" => self.help(offers.len())?,
                "?" | "rules" | "help" => {
                    guide::rules(self.out, self.plan.game, guide::WIDEST, false)?;
                    writeln!(self.out)?;
                    self.help(offers.len())?;
                }
                "log" => {
                    self.heard[seat.index()] = 0;
                    self.tell(viewer)?;
                }
                "hint" => {
                    let think = self.table.question(seat, Level::Strong, super::HINT_TIME);
                    let thought = think();
                    let label = thought.as_ref().map(|thought| self.table.say(&thought.chosen.offer.label));
                    writeln!(self.out, "A strong bot would: {}", label.as_deref().unwrap_or("nothing"))?;
                    if let Some(why) = thought.and_then(|thought| thought.why) {
                        writeln!(self.out, "{}", self.table.say(&why))?;
                    }
                }
                "undo" => match self.table.undo(seat) {
                    Ok(()) => return Ok(Answer::Undone),
                    Err(sentence) => writeln!(self.out, "{sentence}")?,
                },
                "wait" if self.table.next_bot().is_some() => return Ok(Answer::Waited),
                "wait" => match self.table.expire_next() {
                    Ok(()) => return Ok(Answer::Waited),
                    Err(sentence) => writeln!(self.out, "{sentence}")?,
                },
                "quit" | "exit" | "leave" => return Ok(Answer::Leave),
                "say" if has_phrases => match self.compose(seat, &scene)? {
                    Some(answer) => return Ok(answer),
                    None => self.help(offers.len())?,
                },
                text => match self.understand(seat, &offers, line.trim(), text) {
                    Ok(chosen) => return Ok(Answer::Choose(Box::new(chosen))),
                    Err(sentence) => writeln!(self.out, "{sentence}")?,
                },
            }
        }
    }

    /// Lets somebody put a sentence together; `None` if it comes to nothing.
    fn compose(&mut self, seat: Seat, scene: &Scene) -> Result<Option<Answer>, Trouble> {
        let mut path = vec![];
        while let Some(next) = phrases(scene, &path).filter(|next| !next.is_empty()) {
            if let Some(sentence) = sentence(scene, &path) {
                writeln!(self.out, "\n{sentence}")?;
            }
            for (number, phrase) in next.iter().enumerate() {
                writeln!(self.out, "{:>4}  {}", number + 1, phrase.text)?;
            }
            write!(self.out, "Number of a phrase, or back> ")?;
            self.out.flush()?;
            let Some(line) = self.read()? else {
                writeln!(self.out)?;
                return Ok(Some(Answer::End));
            };
            let number = line.trim().parse::<usize>().ok();
            match (number.and_then(|number| next.get(number.checked_sub(1)?)), line.trim()) {
                (Some(phrase), _) => path.push(phrase.key.clone()),
                (None, "back") if path.pop().is_none() => return Ok(None),
                (None, "back") => {}
                (None, _) => writeln!(self.out, "Give a number from 1 to {}, or back.", next.len())?,
            }
        }
        let label = sentence(scene, &path).unwrap_or_default();
        match self.table.meaning(seat, &path) {
            Ok(action) => {
                let offer = boxwood_scene::Offer::new(label, path);
                Ok(Some(Answer::Choose(Box::new(Chosen { action, offer }))))
            }
            Err(why) => {
                writeln!(self.out, "{label}: {why}")?;
                Ok(None)
            }
        }
    }

    /// The choice that the text means, or a sentence that says why it means none.
    fn understand(&self, seat: Seat, offers: &[Chosen], line: &str, text: &str) -> Result<Chosen, String> {
        match search(offers, text).as_slice() {
            [chosen] => return Ok((*chosen).clone()),
            [first, second, ..] => {
                return Err(format!(
                    "That could be \"{}\" or \"{}\"; say more, or give the number.",
                    first.offer.label, second.offer.label
                ));
            }
            [] => {}
        }
        if let Some(path) = parse_path(line) {
            let action = self.table.meaning(seat, &path)?;
            let label = line.to_string();
            return Ok(Chosen { action, offer: boxwood_scene::Offer::new(label, path) });
        }
        Err(format!(
            "That is none of the {} choices; give a number or part of a label, or ? for the rules.",
            offers.len()
        ))
    }

    fn help(&mut self, offers: usize) -> Result<(), Trouble> {
        writeln!(
            self.out,
            "Choose by number (1 to {offers}), by part of a label, or by what is touched (cell:c4).\n\
             Or: ? for the rules, ? 4 for rule 4, log, hint, undo, quit."
        )?;
        Ok(())
    }

    /// One line of input; `None` at its end.
    fn read(&mut self) -> Result<Option<String>, Trouble> {
        let mut line = vec![];
        let read = std::io::Read::take(&mut *self.input, LONGEST_LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(None);
        }
        // What is too long is refused once, not once for each part of it.
        let mut rest = line.clone();
        while !rest.is_empty() && rest.last() != Some(&b'\n') {
            rest.clear();
            std::io::Read::take(&mut *self.input, LONGEST_LINE).read_until(b'\n', &mut rest)?;
        }
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }
}
