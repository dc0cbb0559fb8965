//! A table: the sum of what happened at it, and what may happen next. No clock, no network, no storage.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};

use boxwood_bots::Level;
use boxwood_engine::{AnyGame, AnyMatch, Input, OptionSpec, Outcome, Seat, SeatSet, Values, Viewer};
use boxwood_protocol::{
    Chat, Code, Fairness, Pace, Question, Refusal, SeatChange, SeatInfo, Settings, Stage, State, TableCard,
    TableRecord, Wish,
};
use boxwood_store::{PersonId, Summary, TableId};
use serde_json::{Map, Value};

use crate::event::Event;
use crate::projection::{Around, project};
use crate::refuse::{engine, no};
use crate::{names, secrets};

/// How many lines of chat a newcomer is shown.
const CHAT: usize = 100;
/// How far back an action may have been overtaken; whoever has not looked for longer looks again.
const HISTORY: usize = 64;
/// Who goes on when somebody leaves a running game.
const SUBSTITUTE: Level = Level::Medium;

/// A table.
pub struct Table {
    pub id: TableId,
    pub host: PersonId,
    pub settings: Settings,
    pub game: &'static dyn AnyGame,
    pub chairs: Vec<Chair>,
    /// The match, once it has begun.
    pub play: Option<Box<dyn AnyMatch>>,
    /// The number of the last event.
    pub number: u64,
    pub question: Option<Question>,
    pub chat: VecDeque<Chat>,
    /// How many lines of chat there ever were.
    pub lines: u64,
    pub next: Option<TableId>,
    /// When the match last changed.
    pub moved_at: i64,
    secret: String,
    began_at: i64,
    /// Who has said `enough` in the window of this id.
    enough: (u32, SeatSet),
    /// The last versions of the match and the events from which on they were seen, oldest first.
    history: VecDeque<(u64, usize)>,
}

/// A place at the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chair {
    /// Whose it is.
    pub person: Option<PersonId>,
    /// What whoever sits there is called; empty if the chair is free.
    pub name: String,
    /// The sitter's word for the shuffle.
    pub luck: String,
    /// The bot that plays here.
    pub bot: Option<Level>,
    /// Whether somebody has left it in the middle of the game, so that others may go on.
    pub left: bool,
}

impl Chair {
    fn is_free(&self) -> bool {
        self.person.is_none() && self.bot.is_none()
    }

    /// The person who plays here themselves.
    pub fn player(&self) -> Option<&PersonId> {
        self.person.as_ref().filter(|_| self.bot.is_none())
    }
}

/// What a sender wants done at a seat.
#[derive(Clone, Debug)]
pub enum Deed {
    /// This action.
    Action(Value),
    /// Whatever touching these means.
    Path(Vec<String>),
}

/// Events, and what is to be done beside the table once they are stored.
#[derive(Debug, Default)]
pub struct Decision {
    pub events: Vec<Event>,
    pub rematch: bool,
}

impl From<Event> for Decision {
    fn from(event: Event) -> Decision {
        Decision { events: vec![event], rematch: false }
    }
}

/// Reading the past.
impl Table {
    /// The table that these events make.
    pub fn from_events(id: TableId, events: &[(i64, Event)]) -> Result<Table, Refusal> {
        let (first, rest) = events.split_first().ok_or_else(|| no(Code::NotFound, NO_TABLE))?;
        let (at, Event::Opened { host, settings, seats, secret }) = first else {
            return Err(no(Code::Fault, "The table's record does not begin with its opening."));
        };
        let game = find(&settings.game)?;
        let mut table = Table {
            id,
            host: host.clone(),
            settings: settings.clone(),
            game,
            chairs: vec![Chair::default(); *seats],
            play: None,
            number: 1,
            question: None,
            chat: VecDeque::new(),
            lines: 0,
            next: None,
            moved_at: *at,
            secret: secret.clone(),
            began_at: *at,
            enough: (0, SeatSet::EMPTY),
            history: VecDeque::new(),
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
            Event::Set { settings, seats } => {
                self.game = find(&settings.game)?;
                self.settings = settings.clone();
                self.chairs.resize_with(*seats, Chair::default);
            }
            Event::Sat { seat, person, name, luck } => {
                *self.chair_mut(*seat)? = Chair {
                    person: Some(person.clone()),
                    name: name.clone(),
                    luck: luck.clone(),
                    bot: None,
                    left: false,
                };
                self.note(at, format!("{name} sits down."));
            }
            Event::Stood { seat, bot } => {
                let is_over = self.stage() == Stage::Over;
                let successor = self.bot_name(*seat);
                let chair = self.chair_mut(*seat)?;
                let before = std::mem::take(chair);
                let text = match bot {
                    Some(_) if !is_over => format!("{} leaves; {successor} goes on.", before.name),
                    _ => format!("{} leaves.", before.name),
                };
                if let Some(level) = bot {
                    // The word stays: the shuffle was made with it. Who has played to the end keeps the name.
                    let name = if is_over { before.name } else { successor };
                    *chair = Chair { name, luck: before.luck, bot: Some(*level), person: None, left: true };
                }
                self.question = None; // it was asked of other people
                self.note(at, text);
            }
            Event::Bot { seat, level } => {
                let name = self.bot_name(*seat);
                *self.chair_mut(*seat)? = Chair { name, bot: Some(*level), ..Chair::default() };
            }
            Event::Lent { seat, level } => {
                let chair = self.chair_mut(*seat)?;
                chair.bot = Some(*level);
                let text = format!("A bot plays for {} for a while.", chair.name);
                self.note(at, text);
            }
            Event::TakenBack { seat } => {
                let chair = self.chair_mut(*seat)?;
                chair.bot = None;
                let text = format!("{} is back.", chair.name);
                self.note(at, text);
            }
            Event::Hosted { host } => self.host = host.clone(),
            Event::Started { rules, options } => {
                if *rules != self.game.info().rules {
                    return Err(no(
                        Code::Fault,
                        format!(
                            "This game was begun under version {rules} of its rules, and this program plays \
                             version {}; the version of Boxwood that began it can go on with it.",
                            self.game.info().rules
                        ),
                    ));
                }
                let options_value = Value::Object(options.clone());
                let begun = self.game.begin(&options_value, self.chairs.len(), self.seed());
                self.play = Some(begun.map_err(|why| engine(&why))?);
                self.settings.options = options.clone();
                (self.began_at, self.moved_at) = (at, at);
            }
            Event::Input(input) => {
                let play = self.play.as_mut().ok_or_else(not_begun)?;
                guarded(|| play.input(input))?;
                self.moved(at);
            }
            Event::Undone { seat, to } => {
                let play = self.play.as_ref().ok_or_else(not_begun)?;
                let earlier =
                    play.at(*to).ok_or_else(|| no(Code::NoUndo, "There is no such earlier moment."))?;
                self.play = Some(earlier);
                // What was sent before cannot be told from what was sent for the same version after, nor
                // a window that was open then from one that the game opens under the same number.
                self.history.clear();
                self.enough = (0, SeatSet::EMPTY);
                self.moved(at);
                let text = format!("{} takes the last action back.", self.name(*seat));
                self.note(at, text);
            }
            Event::Enough { seat, clock } => {
                let seat = self.seat(*seat)?;
                self.enough = (*clock, self.enough_in(*clock).with(seat));
            }
            Event::Asked { by, wish } => {
                let waiting = self.concerned(*by);
                self.question = Some(Question { id: self.number + 1, by: *by, wish: *wish, waiting });
                let text = format!("{} asks {}.", self.name(*by), in_words(wish));
                self.note(at, text);
            }
            Event::Answered { seat, agree } => {
                let who = self.seat(*seat)?;
                if let Some(question) = &mut self.question {
                    question.waiting.remove(who);
                    if !agree {
                        let withdrawn = question.by == *seat;
                        self.question = None;
                        let does = if withdrawn { "takes the question back" } else { "would rather not" };
                        let text = format!("{} {does}.", self.name(*seat));
                        self.note(at, text);
                    }
                }
            }
            Event::Paced { pace, limit_s } => {
                self.settings.pace = *pace;
                self.settings.limit_s = *limit_s;
                self.question = None;
                self.moved_at = at; // the new thinking time begins now
                let how = if *pace == Pace::Live { "live" } else { "by mail" };
                self.note(at, format!("The table plays {how} now."));
            }
            Event::Chat { from, seat, text } => {
                self.keep(Chat { from: from.clone(), seat: *seat, text: text.clone(), at });
            }
            Event::Rematch { table } => {
                self.next = Some(table.clone());
                self.question = None;
            }
        }
        self.count();
        Ok(())
    }

    /// One more event has happened.
    fn count(&mut self) {
        self.number += 1;
        let version = self.play.as_ref().map(|play| play.status().version);
        if let Some(version) = version
            && self.history.back().is_none_or(|(_, last)| *last != version)
        {
            self.history.push_back((self.number, version));
            if self.history.len() > HISTORY {
                self.history.pop_front();
            }
        }
    }

    /// After a change of the match nobody has to answer what was asked before it.
    fn moved(&mut self, at: i64) {
        self.moved_at = at;
        self.question = None;
    }

    fn note(&mut self, at: i64, text: String) {
        self.keep(Chat { from: String::new(), seat: None, text, at });
    }

    fn keep(&mut self, line: Chat) {
        if self.chat.len() == CHAT {
            self.chat.pop_front();
        }
        self.lines += 1;
        self.chat.push_back(line);
    }
}

/// Asking the present.
impl Table {
    pub fn stage(&self) -> Stage {
        match &self.play {
            None => Stage::Waiting,
            Some(play) if play.status().over => Stage::Over,
            Some(_) => Stage::Running,
        }
    }

    pub fn active(&self) -> SeatSet {
        self.play.as_ref().map_or(SeatSet::EMPTY, |play| play.status().active)
    }

    /// Whether a person may decide now.
    pub fn waits_for(&self, person: &PersonId) -> bool {
        self.active().iter().any(|seat| self.chairs[seat.index()].player() == Some(person))
            || self.question.as_ref().is_some_and(|question| {
                question.waiting.iter().any(|seat| self.chairs[seat.index()].person.as_ref() == Some(person))
            })
    }

    /// The seats of a person.
    pub fn seats_of<'a>(&'a self, person: &'a PersonId) -> impl Iterator<Item = usize> + 'a {
        let own = self.chairs.iter().enumerate();
        own.filter(move |(_, chair)| chair.person.as_ref() == Some(person)).map(|(seat, _)| seat)
    }

    /// What somebody who asks to look from this seat may look from.
    pub fn viewer(&self, person: Option<&PersonId>, seat: Option<usize>) -> Viewer {
        let chair = seat.and_then(|seat| self.chairs.get(seat));
        match (chair, seat.and_then(Seat::new)) {
            (Some(chair), Some(seat)) if person.is_some() && chair.person.as_ref() == person => {
                Viewer::Seat(seat)
            }
            _ => Viewer::Spectator,
        }
    }

    /// Whether the order of arrival decides: several people may act, and time runs.
    pub fn is_race(&self) -> bool {
        self.settings.pace == Pace::Live
            && self.active().iter().filter(|seat| self.chairs[seat.index()].player().is_some()).count() > 1
    }

    pub fn names(&self) -> Vec<String> {
        let shown = |(seat, chair): (usize, &Chair)| {
            if chair.name.is_empty() { format!("Seat {}", seat + 1) } else { chair.name.clone() }
        };
        self.chairs.iter().enumerate().map(shown).collect()
    }

    fn name(&self, seat: usize) -> &str {
        self.chairs.get(seat).map_or("", |chair| &chair.name)
    }

    /// What the others are called.
    fn other_names(&self, seat: usize) -> impl Iterator<Item = &str> + Clone {
        let others = self.chairs.iter().enumerate().filter(move |(other, _)| *other != seat);
        others.map(|(_, chair)| chair.name.as_str())
    }

    fn bot_name(&self, seat: usize) -> String {
        names::unlike(names::bot(seat), self.other_names(seat))
    }

    fn seed(&self) -> boxwood_kit::Seed {
        secrets::seed(&self.secret, self.chairs.iter().map(|chair| chair.luck.as_str()))
    }

    fn fairness(&self) -> Fairness {
        Fairness {
            commitment: secrets::commitment(&self.secret),
            luck: self.chairs.iter().map(|chair| chair.luck.clone()).collect(),
            secret: (self.stage() == Stage::Over).then(|| self.secret.clone()),
        }
    }

    /// The table as this person may know it.
    pub fn info(
        &self,
        person: Option<&PersonId>,
        is_here: impl Fn(usize) -> bool,
        watchers: u32,
    ) -> boxwood_protocol::Table {
        let seats = self.chairs.iter().enumerate().map(|(seat, chair)| SeatInfo {
            name: chair.name.clone(),
            bot: chair.bot,
            person: chair.person.is_some(),
            here: chair.person.is_some() && is_here(seat),
            yours: person.is_some() && chair.person.as_ref() == person,
        });
        boxwood_protocol::Table {
            id: self.id.to_string(),
            title: self.game.info().title.into(),
            settings: self.settings.clone(),
            stage: self.stage(),
            seats: seats.collect(),
            host: Some(&self.host) == person,
            watchers,
            number: self.number,
            fairness: self.fairness(),
            question: self.question.clone(),
            next: self.next.as_ref().map(TableId::to_string),
        }
    }

    /// The match as this viewer sees it; what was said since this version, or everything.
    pub fn state(
        &self,
        viewer: Viewer,
        since: Option<usize>,
        clock_left: Option<u32>,
        think_ms: Option<u64>,
    ) -> Option<State> {
        let play = self.play.as_ref()?;
        let seat = viewer.seat().map(Seat::index);
        let around = Around {
            names: &self.names(),
            number: self.number,
            since,
            clock_left,
            think_ms,
            enough: self.enough,
            asks_others: seat.is_some_and(|seat| !self.concerned(seat).is_empty()),
        };
        Some(project(play.as_ref(), viewer, &around))
    }

    /// Who has to agree to what a seat wishes: all others who play themselves.
    fn concerned(&self, seat: usize) -> SeatSet {
        let asker = self.chairs.get(seat).and_then(|chair| chair.person.as_ref());
        let chairs = self.chairs.iter().enumerate();
        chairs
            .filter(|(_, chair)| chair.player().is_some() && chair.player() != asker)
            .filter_map(|(other, _)| Seat::new(other))
            .collect()
    }

    /// The table in a list.
    pub fn card(&self, at: i64) -> TableCard {
        TableCard {
            id: self.id.to_string(),
            game: self.settings.game.clone(),
            title: self.game.info().title.into(),
            stage: self.stage(),
            pace: self.settings.pace,
            seats: self
                .chairs
                .iter()
                .map(|chair| Some(chair.name.clone()).filter(|name| !name.is_empty()))
                .collect(),
            updated_at: at,
        }
    }

    /// What the store is to know without reading the log.
    pub fn summary(&self, at: i64) -> Summary {
        let mut people: Vec<PersonId> = vec![self.host.clone()];
        people.extend(self.chairs.iter().filter_map(|chair| chair.person.clone()));
        people.sort();
        people.dedup();
        let stage = self.stage();
        let owed = self.chairs.iter().any(|chair| chair.bot.is_some()) || self.settings.limit_s.is_some();
        Summary {
            id: self.id.clone(),
            game: self.settings.game.clone(),
            stage: match stage {
                Stage::Waiting => boxwood_store::Stage::Waiting,
                Stage::Running => boxwood_store::Stage::Running,
                Stage::Over => boxwood_store::Stage::Over,
            },
            listed: self.settings.listed,
            due: stage == Stage::Running && owed,
            people,
            body: serde_json::to_string(&self.card(at)).expect("a card is plain data"),
            updated_at: at,
        }
    }

    /// Everything about a finished game.
    pub fn record(&self) -> Result<TableRecord, Refusal> {
        let play = self.play.as_ref().ok_or_else(not_begun)?;
        let outcome: Outcome = play.outcome().ok_or_else(|| {
            no(
                Code::WrongStage,
                "The record holds what is still hidden; it can be had when the game is over.",
            )
        })?;
        Ok(TableRecord {
            table: self.id.to_string(),
            names: self.names(),
            played: (self.began_at, self.moved_at),
            fairness: self.fairness(),
            record: play.record().ok_or_else(|| no(Code::Fault, "This match has no record."))?,
            outcome,
        })
    }
}

/// Deciding about the future.
impl Table {
    /// Another game, other options, more or fewer seats.
    pub fn set(&self, person: &PersonId, settings: Settings, seats: usize) -> Result<Decision, Refusal> {
        self.only_host(person)?;
        self.only_waiting()?;
        check_settings(&settings, seats)?;
        if self.chairs.iter().skip(seats).any(|chair| chair.person.is_some()) {
            return Err(no(Code::SeatTaken, "Somebody sits on a seat that would be gone."));
        }
        Ok(Event::Set { settings, seats }.into())
    }

    /// Something with a seat.
    pub fn change_seat(
        &self,
        person: &PersonId,
        known_as: &str,
        seat: usize,
        change: &SeatChange,
    ) -> Result<Decision, Refusal> {
        let chair = self.chair(seat)?;
        let stage = self.stage();
        if stage == Stage::Over && *change != SeatChange::Stand {
            return Err(no(Code::WrongStage, "The game is over; a rematch has new seats."));
        }
        let own = || match &chair.person {
            Some(owner) if owner == person => Ok(()),
            _ => Err(no(Code::NotYourSeat, "That is not your seat.")),
        };
        match change {
            SeatChange::Sit { name, luck } => {
                let can_sit = match stage {
                    Stage::Waiting => chair.person.is_none(),
                    _ => chair.left,
                };
                if !can_sit {
                    return Err(no(Code::SeatTaken, format!("{} sits there already.", chair.name)));
                }
                let name = names::name(name.as_deref().unwrap_or(known_as))?;
                let name = names::unlike(name, self.other_names(seat));
                // Once the game has begun the shuffle is made, and its words stay.
                let luck = match stage {
                    Stage::Waiting => names::luck(luck.as_deref())?,
                    _ => chair.luck.clone(),
                };
                Ok(Event::Sat { seat, person: person.clone(), name, luck }.into())
            }
            SeatChange::Stand => {
                let may_free = stage == Stage::Waiting && *person == self.host && !chair.is_free();
                if !may_free {
                    own()?;
                }
                let bot = (stage != Stage::Waiting).then_some(chair.bot.unwrap_or(SUBSTITUTE));
                let mut decision = Decision::from(Event::Stood { seat, bot });
                if chair.person.as_ref() == Some(&self.host) && self.seats_of(&self.host).count() == 1 {
                    let others = self.chairs.iter().filter_map(|chair| chair.person.as_ref());
                    if let Some(heir) = others.into_iter().find(|other| **other != self.host) {
                        decision.events.push(Event::Hosted { host: heir.clone() });
                    }
                }
                Ok(decision)
            }
            SeatChange::Lend { level } => {
                own()?;
                self.only_running()?;
                Ok(Event::Lent { seat, level: *level }.into())
            }
            SeatChange::TakeBack => {
                own()?;
                if chair.bot.is_none() {
                    return Err(no(Code::WrongStage, "You play at this seat yourself already."));
                }
                Ok(Event::TakenBack { seat }.into())
            }
            SeatChange::Bot { level } => {
                self.only_host(person)?;
                self.only_waiting()?;
                if chair.person.is_some() {
                    return Err(no(Code::SeatTaken, format!("{} sits there already.", chair.name)));
                }
                Ok(Event::Bot { seat, level: *level }.into())
            }
        }
    }

    /// The beginning of the game.
    pub fn start(&self, person: &PersonId) -> Result<Decision, Refusal> {
        self.only_host(person)?;
        self.only_waiting()?;
        let free = self.chairs.iter().filter(|chair| chair.is_free()).count();
        if free > 0 {
            let seats = boxwood_scene::count(free as i64, "seat");
            let are = if free == 1 { "is" } else { "are" };
            return Err(no(
                Code::WrongStage,
                format!("{seats} {are} still free: invite somebody, or put a bot there."),
            ));
        }
        let options = self.paced_options();
        let given = Value::Object(options.clone());
        self.game.begin(&given, self.chairs.len(), self.seed()).map_err(|why| engine(&why))?;
        Ok(Event::Started { rules: self.game.info().rules, options }.into())
    }

    /// The options; by mail, a game that can do without clocks does, unless the host wants otherwise.
    fn paced_options(&self) -> Map<String, Value> {
        let mut options = self.settings.options.clone();
        if self.settings.pace == Pace::Mail
            && !options.contains_key(PACE)
            && let Some(slow) = self.game.options().iter().find_map(without_clocks)
        {
            options.insert(PACE.into(), slow.into());
        }
        options
    }

    /// What a seat does, judged by what its sender had seen. The table has taken the event already.
    pub fn act(&mut self, seat: usize, seen: u64, deed: &Deed, at: i64) -> Result<Event, Refusal> {
        let stage = self.stage();
        let version = self.version_at(seen);
        let play = self.play.as_mut().ok_or_else(not_begun)?;
        let stale = || no(Code::Stale, "The table has changed since you looked; please look again.");
        if stage == Stage::Over {
            return Err(no(Code::GameOver, "The game is over."));
        }
        let version = version.ok_or_else(stale)?;
        let now = play.status().version;
        let action = |play: &dyn AnyMatch| match deed {
            Deed::Action(action) => Ok(action.clone()),
            Deed::Path(path) => play.intent(seat, path),
        };
        guarded(|| {
            if version == now {
                let action = action(play.as_ref())?;
                return play.act(seat, &action);
            }
            // Others were faster. It counts if it was legal when it was sent and still is; if it
            // no longer is, the game says what being late costs.
            if play.before_last_of(seat).is_some_and(|own| own >= version) {
                return Err(boxwood_engine::Refusal::NoMeaning);
            }
            let then = play.at(version).ok_or(boxwood_engine::Refusal::NoMeaning)?;
            let action = action(then.as_ref())?;
            then.check(seat, &action)?;
            play.act(seat, &action).or_else(|_| play.late(seat, &action))
        })
        .map_err(|refusal| match refusal.code {
            Code::NoMeaning | Code::NotYourTurn if version != now => stale(),
            _ => refusal,
        })?;
        let input =
            play.last_input().ok_or_else(|| no(Code::Fault, "The match has forgotten its last input."))?;
        self.taken(at);
        Ok(Event::Input(input))
    }

    /// The plainest action for a seat whose player has run out of time.
    pub fn stand_in(&mut self, seat: usize, at: i64) -> Result<Option<Event>, Refusal> {
        let play = self.play.as_mut().ok_or_else(not_begun)?;
        let Some(action) = guarded(|| play.stand_in(seat))? else { return Ok(None) };
        guarded(|| play.act(seat, &action))?;
        let input = play.last_input();
        self.taken(at);
        Ok(input.map(Event::Input))
    }

    /// Closes the open window.
    pub fn expire(&mut self, at: i64) -> Result<Event, Refusal> {
        let play = self.play.as_mut().ok_or_else(not_begun)?;
        guarded(|| play.expire())?;
        self.taken(at);
        Ok(Event::Input(Input::Expire))
    }

    /// An input that the match has taken itself is counted like any other event.
    fn taken(&mut self, at: i64) {
        self.moved(at);
        self.count();
    }

    /// The version of the match that somebody had seen at this event; `None` if too long ago.
    fn version_at(&self, seen: u64) -> Option<usize> {
        if seen > self.number {
            return None;
        }
        self.history.iter().rev().find(|(number, _)| *number <= seen).map(|(_, version)| *version)
    }

    /// A seat has nothing more to do in the open window.
    pub fn enough(&self, seat: usize, clock: u32) -> Result<Decision, Refusal> {
        self.only_running()?;
        let open = self.play.as_ref().and_then(|play| play.status().clock);
        if open.is_none_or(|open| open.id != clock) {
            return Err(no(Code::Stale, "That window is closed already."));
        }
        if self.settings.pace == Pace::Live {
            return Err(no(Code::WrongStage, "The clock closes the window by itself."));
        }
        self.seat(seat)?;
        Ok(Event::Enough { seat, clock }.into())
    }

    /// Whether nobody who plays at the table has anything more to do in the open window.
    pub fn everybody_has_enough(&self) -> bool {
        let open = self.play.as_ref().and_then(|play| play.status().clock);
        let Some(open) = open.filter(|_| self.settings.pace == Pace::Mail) else { return false };
        let said = self.enough_in(open.id);
        !said.is_empty()
            && self.chairs.iter().enumerate().all(|(seat, chair)| {
                chair.player().is_none() || Seat::new(seat).is_some_and(|seat| said.contains(seat))
            })
    }

    /// Who has said `enough` in this window.
    fn enough_in(&self, clock: u32) -> SeatSet {
        if self.enough.0 == clock { self.enough.1 } else { SeatSet::EMPTY }
    }

    /// A seat wishes something; done at once if nobody has to be asked.
    pub fn ask(&self, seat: usize, wish: Wish) -> Result<Decision, Refusal> {
        if self.question.is_some() {
            return Err(no(Code::NoQuestion, "Another question is open; it comes first."));
        }
        let free = match wish {
            Wish::Undo => {
                self.only_running()?;
                let play = self.play.as_ref().ok_or_else(not_begun)?;
                if play.before_last_of(seat).is_none() {
                    return Err(no(Code::NoUndo, "You have not done anything that could be taken back."));
                }
                play.can_undo(seat)
            }
            Wish::Pace { pace, limit_s } => {
                check_limit(pace, limit_s)?;
                if self.stage() == Stage::Over {
                    return Err(no(Code::WrongStage, "The game is over."));
                }
                false
            }
            Wish::Rematch if self.stage() != Stage::Over => {
                return Err(no(Code::WrongStage, "A rematch comes when the game is over."));
            }
            Wish::Rematch if self.next.is_some() => {
                return Err(no(Code::WrongStage, "The rematch is open already; its link is at the table."));
            }
            Wish::Rematch => false,
        };
        if free || self.concerned(seat).is_empty() {
            return self.fulfil(seat, wish);
        }
        Ok(Event::Asked { by: seat, wish }.into())
    }

    /// A seat answers what was asked; its asker may withdraw it.
    pub fn answer(&self, seat: usize, question: u64, agree: bool) -> Result<Decision, Refusal> {
        let open = self.question.as_ref().filter(|open| open.id == question);
        let open = open.ok_or_else(|| no(Code::NoQuestion, "That question is settled already."))?;
        let who = self.seat(seat)?;
        let withdraws = open.by == seat && !agree;
        if !open.waiting.contains(who) && !withdraws {
            return Err(no(Code::NoQuestion, "That question is not for you, or you have answered it."));
        }
        let mut decision = Decision::from(Event::Answered { seat, agree });
        if agree && open.waiting.without(who).is_empty() {
            let then = self.fulfil(open.by, open.wish)?;
            decision.events.extend(then.events);
            decision.rematch = then.rematch;
        }
        Ok(decision)
    }

    fn fulfil(&self, seat: usize, wish: Wish) -> Result<Decision, Refusal> {
        match wish {
            Wish::Undo => {
                let play = self.play.as_ref().ok_or_else(not_begun)?;
                let to = play.before_last_of(seat);
                let to = to.ok_or_else(|| no(Code::NoUndo, "There is nothing that could be taken back."))?;
                Ok(Event::Undone { seat, to }.into())
            }
            Wish::Pace { pace, limit_s } => Ok(Event::Paced { pace, limit_s }.into()),
            Wish::Rematch => Ok(Decision { events: vec![], rematch: true }),
        }
    }

    /// Somebody says something: a person at the table, or one who looks on.
    pub fn say(
        &self,
        person: &PersonId,
        known_as: &str,
        seat: Option<usize>,
        text: &str,
    ) -> Result<Decision, Refusal> {
        let seat = seat
            .filter(|seat| self.chairs.get(*seat).is_some_and(|chair| chair.person.as_ref() == Some(person)));
        let from = seat.map_or(known_as, |seat| self.name(seat)).to_string();
        Ok(Event::Chat { from, seat, text: names::chat(text)? }.into())
    }

    /// The beginning of a rematch: everybody moves on by one seat, so that another begins.
    pub fn rematch(&self) -> Vec<Event> {
        let seats = self.chairs.len();
        let mut events = vec![Event::Opened {
            host: self.host.clone(),
            settings: self.settings.clone(),
            seats,
            secret: secrets::key(),
        }];
        events.extend((0..seats).map(|seat| {
            let chair = &self.chairs[(seat + 1) % seats];
            match &chair.person {
                Some(person) => Event::Sat {
                    seat,
                    person: person.clone(),
                    name: chair.name.clone(),
                    luck: chair.luck.clone(),
                },
                None => Event::Bot { seat, level: chair.bot.unwrap_or(SUBSTITUTE) },
            }
        }));
        events.push(Event::Started { rules: self.game.info().rules, options: self.paced_options() });
        events
    }

    /// The seat of this person, to do something at.
    pub fn own(&self, person: Option<&PersonId>, seat: Option<usize>) -> Result<usize, Refusal> {
        match self.viewer(person, seat) {
            Viewer::Seat(seat) => Ok(seat.index()),
            Viewer::Spectator => {
                Err(no(Code::NotYourSeat, "You look on; only those who sit at the table can do that."))
            }
        }
    }

    /// Like [`own`](Table::own), while no bot plays there.
    pub fn own_hand(&self, person: Option<&PersonId>, seat: Option<usize>) -> Result<usize, Refusal> {
        let seat = self.own(person, seat)?;
        match self.chairs[seat].bot {
            None => Ok(seat),
            Some(_) => Err(no(Code::NotYourSeat, "A bot plays at this seat; take it back first.")),
        }
    }

    fn chair(&self, seat: usize) -> Result<&Chair, Refusal> {
        self.chairs.get(seat).ok_or_else(|| no_seat(self.chairs.len()))
    }

    fn chair_mut(&mut self, seat: usize) -> Result<&mut Chair, Refusal> {
        let seats = self.chairs.len();
        self.chairs.get_mut(seat).ok_or_else(|| no_seat(seats))
    }

    fn seat(&self, seat: usize) -> Result<Seat, Refusal> {
        self.chair(seat)?;
        Seat::new(seat).ok_or_else(|| no_seat(self.chairs.len()))
    }

    fn only_host(&self, person: &PersonId) -> Result<(), Refusal> {
        if *person == self.host {
            return Ok(());
        }
        Err(no(Code::NotTheHost, "Only the host of the table can do that."))
    }

    fn only_waiting(&self) -> Result<(), Refusal> {
        if self.stage() == Stage::Waiting {
            return Ok(());
        }
        Err(no(Code::WrongStage, "The game has begun already."))
    }

    fn only_running(&self) -> Result<(), Refusal> {
        match self.stage() {
            Stage::Waiting => Err(not_begun()),
            Stage::Running => Ok(()),
            Stage::Over => Err(no(Code::GameOver, "The game is over.")),
        }
    }
}

/// The option by which a game is played with or without clocks, where it has one.
const PACE: &str = "pace";

/// The value of that option that is played without clocks.
fn without_clocks(spec: &OptionSpec) -> Option<&'static str> {
    match &spec.values {
        Values::OneOf(values) if spec.key == PACE => {
            values.iter().map(|value| value.value).find(|value| *value != "live")
        }
        _ => None,
    }
}

/// What is said of a table that does not exist.
pub const NO_TABLE: &str = "There is no such table; perhaps the link is not whole.";

fn no_seat(seats: usize) -> Refusal {
    no(
        Code::NoSuchSeat,
        format!("There is no such seat; they are numbered from 0 to {}.", seats.saturating_sub(1)),
    )
}

fn not_begun() -> Refusal {
    no(Code::WrongStage, "The game has not begun yet.")
}

fn in_words(wish: &Wish) -> &'static str {
    match wish {
        Wish::Undo => "to take the last action back",
        Wish::Pace { pace: Pace::Live, .. } => "to play live",
        Wish::Pace { pace: Pace::Mail, .. } => "to play by mail",
        Wish::Rematch => "for a rematch",
    }
}

fn find(id: &str) -> Result<&'static dyn AnyGame, Refusal> {
    let shown: String = id.chars().take(40).collect();
    boxwood_games::find(id).ok_or_else(|| no(Code::NotFound, format!("There is no game \"{shown}\".")))
}

/// Whether a table can be set like this, by laying the game out once.
pub fn check_settings(settings: &Settings, seats: usize) -> Result<(), Refusal> {
    check_limit(settings.pace, settings.limit_s)?;
    let game = find(&settings.game)?;
    let options = Value::Object(settings.options.clone());
    guarded(|| game.begin(&options, seats, boxwood_kit::Seed::from_number(0)))?;
    Ok(())
}

fn check_limit(pace: Pace, limit_s: Option<u32>) -> Result<(), Refusal> {
    const HOUR: u32 = 3600;
    match (pace, limit_s) {
        (_, None) | (Pace::Live, Some(5..=HOUR)) => Ok(()),
        (Pace::Mail, Some(limit)) if (HOUR..=30 * 24 * HOUR).contains(&limit) => Ok(()),
        (Pace::Live, _) => Err(no(Code::BadSetting, "Live, the thinking time is from 5 seconds to an hour.")),
        (Pace::Mail, _) => {
            Err(no(Code::BadSetting, "By mail, the thinking time is from an hour to 30 days."))
        }
    }
}

/// A fault in a game is that game's, not the table's: matches work on copies, so nothing has changed.
fn guarded<T>(deed: impl FnOnce() -> Result<T, boxwood_engine::Refusal>) -> Result<T, Refusal> {
    match catch_unwind(AssertUnwindSafe(deed)) {
        Ok(result) => result.map_err(|why| engine(&why)),
        Err(_) => {
            tracing::error!("a game failed; the table goes on without that input");
            Err(no(
                Code::Fault,
                "Something in the game's program failed; nothing was done, and the table goes on.",
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use boxwood_kit::Seed;
    use serde_json::json;

    use super::*;

    /// The first game that begins like this at a table for two.
    fn game(begins: impl Fn(&dyn AnyGame, &dyn AnyMatch) -> bool) -> &'static dyn AnyGame {
        let fits = |game: &&&dyn AnyGame| {
            let play = game.begin(&json!({}), 2, Seed::from_number(0));
            play.is_ok_and(|play| begins(**game, play.as_ref()))
        };
        boxwood_games::GAMES.iter().find(fits).copied().expect("there is such a game")
    }

    /// One in which somebody has the turn and no clock runs.
    fn plain() -> &'static dyn AnyGame {
        game(|_, play| play.status().active.len() == 1 && play.status().clock.is_none())
    }

    /// One that can be played with clocks and without, and begins with a window.
    fn timed() -> &'static dyn AnyGame {
        game(|game, play| {
            play.status().clock.is_some() && game.options().iter().any(|spec| without_clocks(spec).is_some())
        })
    }

    fn person(number: usize) -> PersonId {
        format!("person{number}").parse().expect("an id")
    }

    /// What happens before the first input.
    fn beginning(game: &dyn AnyGame, pace: Pace) -> Vec<(i64, Event)> {
        let settings =
            Settings { game: game.info().id.into(), options: Map::new(), listed: false, pace, limit_s: None };
        let sat = |seat: usize| Event::Sat {
            seat,
            person: person(seat),
            name: format!("Person {seat}"),
            luck: "luck".into(),
        };
        let opened = Event::Opened { host: person(0), settings, seats: 2, secret: "secret".into() };
        let started = Event::Started { rules: game.info().rules, options: Map::new() };
        [opened, sat(0), sat(1), started].map(|event| (1, event)).into()
    }

    fn begun(game: &dyn AnyGame, pace: Pace) -> Table {
        let id = "table".parse().expect("an id");
        Table::from_events(id, &beginning(game, pace)).expect("it begins")
    }

    /// Does the first thing that is offered to anybody; who did it.
    fn step(table: &mut Table) -> usize {
        let seat = table.active().first().expect("it is not over").index();
        let play = table.play.as_ref().expect("it has begun");
        let action = play.actions(seat).expect("a seat")[0].action.clone();
        table.act(seat, table.number, &Deed::Action(action), 2).expect("what is offered is allowed");
        seat
    }

    #[test]
    fn what_cannot_be_is_refused_and_changes_nothing() {
        let mut table = begun(plain(), Pace::Live);
        let seat = table.active().first().expect("somebody's turn");
        for event in [
            Event::Opened { host: person(1), settings: table.settings.clone(), seats: 2, secret: "s".into() },
            Event::Input(Input::Act(seat, json!("nonsense"))),
            Event::Input(Input::Expire),
            Event::Undone { seat: 0, to: 1 },
            Event::Sat { seat: 2, person: person(2), name: "C".into(), luck: String::new() },
            Event::Enough { seat: 9, clock: 0 },
        ] {
            let before = (table.number, table.chairs.clone(), table.lines, table.moved_at);
            assert!(table.take(&event, 9).is_err(), "{event:?}");
            assert_eq!(
                (table.number, table.chairs.clone(), table.lines, table.moved_at),
                before,
                "{event:?}"
            );
        }
    }

    #[test]
    fn a_log_that_makes_no_sense_is_refused_in_a_sentence() {
        let id = || "table".parse().expect("an id");
        let whole = beginning(plain(), Pace::Live);
        assert_eq!(Table::from_events(id(), &[]).err().map(|why| why.code), Some(Code::NotFound));
        assert_eq!(Table::from_events(id(), &whole[1..]).err().map(|why| why.code), Some(Code::Fault));
        let mut later = whole.clone();
        let rules = plain().info().rules + 1;
        later[3].1 = Event::Started { rules, options: Map::new() };
        let why = Table::from_events(id(), &later).err().expect("other rules");
        assert!(why.message.contains(&format!("version {rules} of its rules")), "{why}");
        let mut unknown = whole;
        let Event::Opened { settings, .. } = &mut unknown[0].1 else { unreachable!("it is the first") };
        settings.game = "never-heard-of".into();
        assert_eq!(Table::from_events(id(), &unknown).err().map(|why| why.code), Some(Code::NotFound));
    }

    #[test]
    fn whoever_was_overtaken_too_often_looks_again() {
        let games = boxwood_games::GAMES.iter().filter(|game| game.info().seats.0 <= 2);
        let mut long = games.filter_map(|game| {
            let mut table = begun(*game, Pace::Live);
            let mut seen = vec![table.number];
            while table.stage() == Stage::Running && seen.len() < HISTORY + 10 {
                table.take(&Event::Chat { from: "A".into(), seat: None, text: "b".into() }, 2).expect("talk");
                step(&mut table);
                seen.push(table.number);
            }
            (seen.len() == HISTORY + 10).then_some((table, seen))
        });
        let (table, seen) = long.next().expect("one of them is long enough");
        let versions: Vec<Option<usize>> = seen.iter().map(|number| table.version_at(*number)).collect();
        let kept = |version: usize| (version >= 10).then_some(version);
        assert_eq!(versions, (0..seen.len()).map(kept).collect::<Vec<_>>());
        assert_eq!(table.version_at(table.number + 1), None, "nobody has seen what is still to come");
    }

    #[test]
    fn what_was_taken_back_does_not_count_as_enough() {
        let mut table = begun(timed(), Pace::Mail);
        let clock = table.play.as_ref().and_then(|play| play.status().clock).expect("a window").id;
        let seat = step(&mut table);
        let decision = table.enough(1 - seat, clock).expect("the window is still open");
        table.take(&decision.events[0], 3).expect("it was decided");
        assert!(!table.enough_in(clock).is_empty());
        table.take(&Event::Undone { seat, to: 0 }, 4).expect("an agreed undo");
        assert!(table.enough_in(clock).is_empty());
    }

    #[test]
    fn a_window_by_mail_needs_those_who_play_and_nobody_else() {
        let mut table = begun(timed(), Pace::Mail);
        let clock = table.play.as_ref().and_then(|play| play.status().clock).expect("a window").id;
        assert!(!table.everybody_has_enough(), "nobody has said anything");
        table.take(&Event::Enough { seat: 0, clock }, 2).expect("enough");
        assert!(!table.everybody_has_enough());
        table.take(&Event::Lent { seat: 1, level: Level::Random }, 2).expect("lent");
        assert!(table.everybody_has_enough());
        table.take(&Event::TakenBack { seat: 1 }, 2).expect("taken back");
        assert!(!table.everybody_has_enough());
        table.take(&Event::Enough { seat: 1, clock }, 2).expect("enough");
        assert!(table.everybody_has_enough());
        table.take(&Event::Paced { pace: Pace::Live, limit_s: None }, 2).expect("paced");
        assert!(!table.everybody_has_enough(), "live the clock closes it");
    }

    #[test]
    fn the_rematch_of_a_table_that_went_over_to_mail_does_without_clocks() {
        let mut table = begun(timed(), Pace::Live);
        let pace = |events: &[Event]| match events.last() {
            Some(Event::Started { options, .. }) => options.get(PACE).cloned(),
            _ => panic!("a rematch has begun"),
        };
        assert_eq!(pace(&table.rematch()), None);
        table.take(&Event::Paced { pace: Pace::Mail, limit_s: None }, 2).expect("paced");
        let slow = timed().options().iter().find_map(without_clocks);
        assert_eq!(pace(&table.rematch()), slow.map(Value::from));
    }

    #[test]
    fn only_its_owner_looks_from_a_seat() {
        let table = begun(plain(), Pace::Live);
        let seat = |seat| Seat::new(seat).map(Viewer::Seat).expect("a seat");
        for (who, from, expected) in [
            (Some(0), Some(0), seat(0)),
            (Some(1), Some(1), seat(1)),
            (Some(0), Some(1), Viewer::Spectator),
            (Some(2), Some(0), Viewer::Spectator),
            (Some(0), Some(2), Viewer::Spectator),
            (Some(0), None, Viewer::Spectator),
            (None, Some(0), Viewer::Spectator),
        ] {
            assert_eq!(table.viewer(who.map(person).as_ref(), from), expected, "{who:?} from {from:?}");
        }
    }

    #[test]
    fn nobody_looks_from_a_seat_that_is_a_bot_s() {
        let mut table = begun(plain(), Pace::Live);
        table.take(&Event::Stood { seat: 0, bot: Some(Level::Random) }, 2).expect("stood");
        assert_eq!(table.viewer(None, Some(0)), Viewer::Spectator);
        assert_eq!(table.viewer(Some(&person(0)), Some(0)), Viewer::Spectator);
    }
}
