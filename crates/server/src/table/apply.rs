//! Applying: what each event does to a table.

use boxwood_engine::{Input, Level};
use boxwood_protocol::{Chat, Code, Pace, Refusal, Settings, Stage, Wish};
use boxwood_store::{PersonId, TableId};
use serde_json::{Map, Value};

use super::stopped::Stopped;
use super::{Chair, NO_TABLE, Table, find, guarded, not_begun};
use crate::event::Event;
use crate::refuse::{engine, no};

impl Table {
    /// The table that these events make.
    pub fn from_events(id: TableId, events: &[(i64, Event)]) -> Result<Table, Refusal> {
        let (first, rest) = events.split_first().ok_or_else(|| no(Code::NotFound, NO_TABLE))?;
        let (at, Event::Opened { host, settings, seats, secret }) = first else {
            return Err(no(Code::Fault, "The table's record does not begin with its opening."));
        };
        let mut table = Table {
            id,
            host: host.clone(),
            game: find(&settings.game)?,
            settings: settings.clone(),
            chairs: vec![Chair::default(); *seats],
            play: None,
            stopped: None,
            number: 1,
            question: None,
            knock: None,
            turned_away: vec![],
            banned: vec![],
            seen: vec![],
            talk: Default::default(),
            next: None,
            moved_at: *at,
            secret: secret.clone(),
            began_at: *at,
            enough: vec![],
            history: Default::default(),
        };
        for (at, event) in rest {
            table.take(event, *at)?;
        }
        Ok(table)
    }

    /// Takes the next event. If it is refused, nothing has changed.
    pub fn take(&mut self, event: &Event, at: i64) -> Result<(), Refusal> {
        match event {
            Event::Opened { .. } => return Err(no(Code::Fault, "A table is opened only once.")),
            Event::Set { settings, seats } => self.set_anew(settings, *seats)?,
            Event::Sat { seat, person, name, luck } => {
                let (person, name, luck) = (Some(person.clone()), name.clone(), luck.clone());
                self.sit(at, *seat, Chair { person, name, luck, ..Chair::default() })?;
            }
            Event::Knocked { seat, person, name } => self.knock(at, *seat, person, name)?,
            Event::Stood { seat, bot } => self.stand(at, *seat, *bot)?,
            Event::Removed { seat, bot, ban } => self.remove(at, *seat, *bot, *ban)?,
            Event::Banned { person, name } => self.ban(at, person, name),
            Event::Bot { seat, level } => {
                let name = self.bot_name(*seat);
                *self.chair_mut(*seat)? = Chair { name, bot: Some(*level), ..Chair::default() };
            }
            Event::Lent { seat, level } => {
                self.chair_mut(*seat)?.bot = Some(*level);
                self.note_on(at, *seat, "A bot plays for {0} for a while.");
            }
            Event::TakenBack { seat } => {
                self.chair_mut(*seat)?.bot = None;
                self.note_on(at, *seat, "{0:be} back.");
            }
            Event::Hosted { host } => self.host = host.clone(),
            Event::Started { rules, options } => self.begin(at, *rules, options)?,
            Event::Input(input) => self.input(at, input)?,
            Event::Undone { seat, to } => self.go_back(at, *seat, *to)?,
            Event::Enough { seat, clock } => self.note_enough(*seat, *clock)?,
            Event::Asked { by, wish, of } => self.open_question(at, *by, *wish, *of),
            Event::Answered { seat, agree } => self.note_answer(at, *seat, *agree)?,
            Event::Paced { pace, limit_s } => self.change_pace(at, *pace, *limit_s),
            Event::Chat { from, seat, text, person } => {
                let speaker = person.as_ref().map(|person| self.talk.speaker(person));
                self.talk.say(Chat { from: from.clone(), seat: *seat, speaker, text: text.clone(), at });
            }
            Event::Rematch { table } => {
                self.next = Some(table.clone());
                self.question = None;
            }
        }
        self.number += 1;
        if let Some(version) = self.version() {
            self.history.note(self.number, version);
        }
        Ok(())
    }

    fn set_anew(&mut self, settings: &Settings, seats: usize) -> Result<(), Refusal> {
        self.game = find(&settings.game)?;
        self.settings = settings.clone();
        self.chairs.resize_with(seats, Chair::default);
        Ok(())
    }

    fn sit(&mut self, at: i64, seat: usize, sitter: Chair) -> Result<(), Refusal> {
        let person = sitter.person.clone();
        *self.chair_mut(seat)? = sitter;
        if let Some(person) = person.filter(|_| self.stage() == Stage::Running) {
            self.note_seen(person, seat);
        }
        if self.question.as_ref().is_some_and(|question| question.wish == Wish::Sit && question.by == seat) {
            self.question = None;
        }
        self.note_on(at, seat, "{0:sit} down.");
        Ok(())
    }

    /// The host sends somebody away.
    fn remove(&mut self, at: i64, seat: usize, bot: Option<Level>, ban: bool) -> Result<(), Refusal> {
        let chair = self.chair_mut(seat)?.clone();
        self.leave(seat, bot)?;
        let host = self.seats_of(&self.host).next().map_or("The host", |seat| self.name(seat)).to_string();
        if let Some(person) = chair.person.filter(|_| ban) {
            self.banned.push(person);
        }
        self.talk.note(at, format!("{host} has removed {} from the table.", chair.name));
        Ok(())
    }

    fn ban(&mut self, at: i64, person: &PersonId, name: &str) {
        self.banned.push(person.clone());
        self.talk.note(at, format!("{name} may not speak here any more."));
    }

    /// Somebody leaves the chair; in a game that has begun, this bot goes on.
    fn stand(&mut self, at: i64, seat: usize, bot: Option<Level>) -> Result<(), Refusal> {
        let is_over = self.stage() == Stage::Over;
        let successor = self.bot_name(seat);
        let leaver = self.leave(seat, bot)?;
        let text = match bot {
            Some(_) if !is_over => format!("{{0:leave}}; {successor} goes on."),
            _ => "{0:leave}.".to_string(),
        };
        self.talk.note_about(at, &leaver, &text);
        Ok(())
    }

    /// The chair is left, whatever is said about it; who has left it.
    fn leave(&mut self, seat: usize, bot: Option<Level>) -> Result<Chair, Refusal> {
        let is_over = self.stage() == Stage::Over;
        let successor = self.bot_name(seat);
        let chair = self.chair_mut(seat)?;
        let leaver = std::mem::take(chair);
        if bot.is_some() {
            // The word stays: the shuffle was made with it. A person who has played to the end keeps the name.
            let name = if is_over { leaver.name.clone() } else { successor };
            *chair = Chair { name, luck: leaver.luck.clone(), bot, person: None, left: true };
        }
        self.question = None; // it was asked of other people
        Ok(leaver)
    }

    fn begin(&mut self, at: i64, rules: u16, options: &Map<String, Value>) -> Result<(), Refusal> {
        if self.game.info().replays(rules) {
            let begun = self.game.begin(&Value::Object(options.clone()), self.chairs.len(), self.seed());
            self.play = Some(begun.map_err(|why| engine(&why))?);
        } else {
            self.stopped = Some(Stopped::under(rules));
        }
        let sitters: Vec<(PersonId, usize)> = (0..self.chairs.len())
            .filter_map(|seat| Some((self.chairs[seat].person.clone()?, seat)))
            .collect();
        for (person, seat) in sitters {
            self.note_seen(person, seat);
        }
        self.settings.options = options.clone();
        (self.began_at, self.moved_at) = (at, at);
        Ok(())
    }

    fn input(&mut self, at: i64, input: &Input<Value>) -> Result<(), Refusal> {
        if let Some(stopped) = &mut self.stopped {
            stopped.input(input);
            self.moved(at);
            return Ok(());
        }
        let play = self.play.as_mut().ok_or_else(not_begun)?;
        guarded(|| play.input(input))?;
        let open = self.clocks();
        self.enough.retain(|(clock, _)| open.iter().any(|open| open.id == *clock));
        self.moved(at);
        Ok(())
    }

    fn go_back(&mut self, at: i64, seat: usize, to: usize) -> Result<(), Refusal> {
        if let Some(stopped) = &mut self.stopped {
            stopped.go_back(to);
        } else {
            let play = self.play.as_ref().ok_or_else(not_begun)?;
            let earlier = play.at(to).ok_or_else(|| no(Code::NoUndo, "There is no such earlier moment."))?;
            self.play = Some(earlier);
        }
        // An action that was sent for the version before the undo looks like one for the same version after
        // it, and a window that was open then like one that the game opens again under the same id.
        self.history.forget();
        self.enough.clear();
        self.moved(at);
        self.note_on(at, seat, "{0:take} the last action back.");
        Ok(())
    }

    fn note_enough(&mut self, seat: usize, clock: u32) -> Result<(), Refusal> {
        let said = self.enough_in(clock).with(self.seat(seat)?);
        self.enough.retain(|(other, _)| *other != clock);
        self.enough.push((clock, said));
        Ok(())
    }

    fn change_pace(&mut self, at: i64, pace: Pace, limit_s: Option<u32>) {
        self.settings.pace = pace;
        self.settings.limit_s = limit_s;
        self.question = None;
        self.moved_at = at; // the new thinking time begins now
        let how = if pace == Pace::Live { "live" } else { "by mail" };
        self.talk.note(at, format!("The table plays {how} now."));
    }

    /// The match has changed: a question about the match before is settled. Whoever asks to sit down still does.
    fn moved(&mut self, at: i64) {
        self.moved_at = at;
        self.question.take_if(|question| question.wish != Wish::Sit);
    }

    /// From now on this person has looked from there.
    fn note_seen(&mut self, person: PersonId, seat: usize) {
        if !self.has_seen(&person, seat) {
            self.seen.push((person, seat));
        }
    }

    /// Tells what the sitter of this seat has done; `{0}` stands for them.
    pub(super) fn note_on(&mut self, at: i64, seat: usize, sentence: &str) {
        let chair = self.chairs.get(seat).cloned().unwrap_or_default();
        self.talk.note_about(at, &chair, sentence);
    }
}
