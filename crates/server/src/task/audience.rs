//! The audience: who is connected to a table, and what they have been told.

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use boxwood_engine::Viewer;
use boxwood_protocol::{Code, FAIRNESS_MS, Refusal, ServerMessage};
use boxwood_store::PersonId;
use tokio::sync::mpsc;

use super::command::{Command, Member, Out};
use super::{long_message, message};
use crate::brains::Asker;
use crate::event::Event;
use crate::projection::Left;
use crate::refuse::no;
use crate::table::Table;
use crate::{now_ms, tag};

/// So many connections are a crowd: what only matters to onlookers is then told them together, a little later.
const CROWD: usize = 32;
/// How long it is between two times that a crowd hears who is there.
const PRESENCE: Duration = Duration::from_millis(500);
/// How long it is between two states that a crowd of onlookers is shown.
const SHOWN: Duration = Duration::from_millis(250);
/// How long a state that was made for one onlooker is good enough for the next one, if nothing has happened.
const FRESH: Duration = Duration::from_millis(250);

/// Everybody who is connected to the table.
pub struct Audience {
    /// By the number of their connection, so that who came first is first.
    members: BTreeMap<usize, Member>,
    /// The connections of each person.
    people: HashMap<PersonId, Vec<usize>>,
    /// When those who were there have gone.
    gone: HashMap<PersonId, Instant>,
    /// When the table was loaded: whoever was not there since may have been there before.
    since: Instant,
    /// When the last member left, or anything happened without one.
    alone_since: Instant,
    /// When the first of those who are there came, in milliseconds since 1970.
    together_since: i64,
    /// The version that the players have been told; what is said after it is news.
    told: Option<usize>,
    /// What the onlookers have been told.
    shown: Shown,
    /// How many lines of chat everybody has been told.
    lines: u64,
    /// The question that everybody has been told.
    asked: Option<u64>,
    /// When everybody was last told who is there, and when they are to be told again.
    presence: (Option<Instant>, Option<Instant>),
    /// The state that was last made for an onlooker who came.
    fresh: Option<Fresh>,
}

/// What the onlookers have been told, and what they have not been told yet.
#[derive(Default)]
struct Shown {
    version: Option<usize>,
    /// The number of the state.
    number: u64,
    at: Option<Instant>,
    /// When they are to be shown the next one.
    due: Option<Instant>,
    /// Whether what was said before is not the same any more.
    anew: bool,
}

/// A whole state for an onlooker.
struct Fresh {
    number: u64,
    held: bool,
    at: Instant,
    text: Option<Utf8Bytes>,
}

/// What has changed, and so has to be told.
#[derive(Clone, Copy, Default)]
pub struct News {
    /// Who sits where, what is asked.
    pub table: bool,
    /// The match.
    pub state: bool,
    /// What was said before is not the same any more.
    pub anew: bool,
}

/// People who come and go.
impl Audience {
    /// Nobody yet.
    pub fn of(table: &Table) -> Audience {
        Audience {
            members: BTreeMap::new(),
            people: HashMap::new(),
            gone: HashMap::new(),
            since: Instant::now(),
            alone_since: Instant::now(),
            together_since: now_ms(),
            told: table.version(),
            shown: Shown { version: table.version(), number: table.number, ..Shown::default() },
            lines: table.talk.count(),
            asked: None,
            presence: (None, None),
            fresh: None,
        }
    }

    pub fn join(&mut self, member: Member) {
        if self.members.is_empty() {
            self.together_since = now_ms();
        }
        if let Some(person) = member.person_id() {
            self.people.entry(person.clone()).or_default().push(member.connection);
        }
        self.members.insert(member.connection, member);
    }

    pub fn leave(&mut self, connection: usize) {
        let Some(member) = self.members.remove(&connection) else { return };
        if let Some(person) = member.person_id()
            && let Some(connections) = self.people.get_mut(person)
        {
            connections.retain(|other| *other != connection);
            if connections.is_empty() {
                self.people.remove(person);
                self.gone.insert(person.clone(), Instant::now());
            }
        }
        if self.members.is_empty() {
            self.alone_since = Instant::now();
        }
    }

    /// Sends everybody away with this last word.
    pub fn dismiss(&mut self, word: Out) {
        self.people.clear();
        for member in std::mem::take(&mut self.members).into_values() {
            let _ = member.outbox.try_send(word.clone()); // a member who is too slow for it sees the end
        }
    }

    /// For how long a person has been away; `None` if they are there.
    pub fn away(&self, person: &PersonId) -> Option<Duration> {
        let since = self.gone.get(person).unwrap_or(&self.since);
        (!self.people.contains_key(person)).then(|| since.elapsed())
    }

    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Since when nobody is there and nothing has happened, if nobody is.
    pub fn alone_since(&self) -> Option<Instant> {
        self.members.is_empty().then_some(self.alone_since)
    }

    /// Since when somebody is there, in milliseconds since 1970.
    pub fn together_since(&self) -> Option<i64> {
        (!self.members.is_empty()).then_some(self.together_since)
    }

    /// Notes whether something lies over the table of this connection.
    pub fn keep_busy(&mut self, connection: usize, is_busy: bool) {
        if let Some(member) = self.members.get_mut(&connection) {
            member.is_busy = is_busy;
        }
    }

    /// Whether the only person who plays is busy: then time can wait without harm to anybody.
    pub fn is_busy(&self, table: &Table) -> bool {
        let mut people = table.chairs.iter().filter_map(|chair| chair.player());
        let Some(only) = people.next() else { return false };
        people.all(|other| other == only) && self.of_person(only).any(|member| member.is_busy)
    }

    /// Notes whether somebody wants no pauses from bots.
    pub fn keep_brisk(&mut self, connection: usize, is_brisk: bool) {
        if let Some(member) = self.members.get_mut(&connection) {
            member.is_brisk = is_brisk;
        }
    }

    /// Whether all people who play and are there want no pauses from bots, and somebody is.
    pub fn is_brisk(&self, table: &Table) -> bool {
        let mut playing = self.playing(table).peekable();
        playing.peek().is_some() && playing.all(|member| member.is_brisk)
    }

    /// For whom the bots of the table think: somebody who plays there and is there, or who plays there.
    pub fn asker(&self, table: &Table) -> Asker {
        match self.playing(table).next() {
            Some(member) => Asker { person: member.person_id().cloned(), from: Some(member.from) },
            None => {
                let person = table.chairs.iter().find_map(|chair| chair.person.clone());
                Asker { person, from: self.members.values().next().map(|member| member.from) }
            }
        }
    }

    pub fn member(&self, connection: usize) -> Option<&Member> {
        self.members.get(&connection)
    }

    /// The connections of a person.
    fn of_person(&self, person: &PersonId) -> impl Iterator<Item = &Member> {
        let connections = self.people.get(person).map(Vec::as_slice).unwrap_or_default();
        connections.iter().filter_map(|connection| self.members.get(connection))
    }

    /// Those who look from a seat. However many look on, these are few and quickly found.
    fn playing<'a>(&'a self, table: &'a Table) -> impl Iterator<Item = &'a Member> {
        let owners =
            table.chairs.iter().enumerate().filter_map(|(seat, chair)| Some((seat, chair.person.as_ref()?)));
        // Somebody with several seats is met at the first of them.
        let first = owners.filter(|(seat, person)| table.seats_of(person).next() == Some(*seat));
        first
            .flat_map(|(_, person)| self.of_person(person))
            .filter(|member| matches!(member.viewer(table), Viewer::Seat(_)))
    }

    /// Whether this command comes from somebody who plays, or concerns nobody else.
    pub fn is_urgent(&self, table: &Table, command: &Command) -> bool {
        match command {
            Command::Say { connection, .. } => {
                self.member(*connection).is_some_and(|member| matches!(member.viewer(table), Viewer::Seat(_)))
            }
            Command::Join(member) => matches!(member.viewer(table), Viewer::Seat(_)),
            Command::Info { .. }
            | Command::Mine { .. }
            | Command::Review { .. }
            | Command::Record { .. }
            | Command::Leave { .. } => false,
            Command::Set { .. }
            | Command::Seat { .. }
            | Command::Ban { .. }
            | Command::Start { .. }
            | Command::Thought { .. }
            | Command::Hinted { .. }
            | Command::Stop => true,
        }
    }
}

/// How far away people are.
impl Audience {
    /// How much longer a window stays open: what the slowest player sent in time counts.
    pub fn grace(&self, table: &Table) -> Duration {
        limited(self.playing(table).map(latency_us).max().unwrap_or(0))
    }

    /// How long an action of this connection waits, so that a slower one has the same chance.
    pub fn head_start(&self, table: &Table, connection: usize) -> Duration {
        if !table.is_race() {
            return Duration::ZERO;
        }
        let active = table.active();
        let races =
            |member: &&Member| matches!(member.viewer(table), Viewer::Seat(seat) if active.contains(seat));
        let slowest = self.playing(table).filter(races).map(latency_us).max().unwrap_or(0);
        let own = self.member(connection).map_or(slowest, latency_us);
        limited(slowest.saturating_sub(own))
    }
}

fn latency_us(member: &Member) -> u32 {
    member.latency.load(Ordering::Relaxed)
}

fn limited(micros: u32) -> Duration {
    Duration::from_micros(micros.into()).min(Duration::from_millis(FAIRNESS_MS.into()))
}

/// Telling.
impl Audience {
    /// The table as this person may know it.
    pub fn info(&self, table: &Table, person: Option<&PersonId>) -> boxwood_protocol::Table {
        let is_here = |seat: usize| {
            table.chairs[seat].person.as_ref().is_some_and(|owner| self.people.contains_key(owner))
        };
        table.info(person, is_here, u32::try_from(self.watchers(table)).unwrap_or(u32::MAX))
    }

    /// How many look on.
    pub fn watchers(&self, table: &Table) -> usize {
        self.members.len() - self.playing(table).count()
    }

    /// Tells a connection something that concerns nobody else.
    pub fn send(&self, connection: usize, text: &ServerMessage) {
        if let Some(member) = self.member(connection) {
            let _ = member.outbox.try_send(Out::Text(message(text))); // a full outbox is seen at the next news
        }
    }

    /// Tells a newcomer who sits where, what was said so far, and the whole match.
    pub fn welcome(&mut self, table: &Table, connection: usize, left: &Left) {
        // A newcomer who is gone again already is no member any more.
        let Some(member) = self.member(connection) else { return };
        self.send(connection, &ServerMessage::Table(Box::new(self.info(table, member.person_id()))));
        for line in table.talk.lines() {
            self.send(connection, &ServerMessage::Chat(line.read_by(member.person.as_ref())));
        }
        self.show_whole(table, connection, left);
    }

    /// Tells a connection everything again.
    pub fn refresh(&mut self, table: &Table, connection: usize, left: &Left) {
        let Some(member) = self.member(connection) else { return };
        self.send(connection, &ServerMessage::Table(Box::new(self.info(table, member.person_id()))));
        self.show_whole(table, connection, left);
    }

    /// Shows a connection the whole match.
    fn show_whole(&mut self, table: &Table, connection: usize, left: &Left) {
        let Some(viewer) = self.member(connection).map(|member| member.viewer(table)) else { return };
        let text = match viewer {
            Viewer::Seat(_) => state(table, viewer, None, left),
            Viewer::Spectator => self.fresh(table, left),
        };
        let Some(member) = self.members.get_mut(&connection) else { return };
        member.whole = table.number;
        if let Some(text) = text {
            let _ = member.outbox.try_send(Out::Text(text));
        }
    }

    /// The whole match for an onlooker. Where many come at once, it is made once for all of them.
    fn fresh(&mut self, table: &Table, left: &Left) -> Option<Utf8Bytes> {
        let is_good = |fresh: &&Fresh| {
            fresh.number == table.number && fresh.held == left.held && fresh.at.elapsed() < FRESH
        };
        if let Some(fresh) = self.fresh.as_ref().filter(is_good) {
            return fresh.text.clone();
        }
        let text = state(table, Viewer::Spectator, None, left);
        self.fresh =
            Some(Fresh { number: table.number, held: left.held, at: Instant::now(), text: text.clone() });
        text
    }

    /// Tells everybody what is new.
    pub fn tell(&mut self, table: &Table, news: News, left: &Left) {
        let asked = table.question.as_ref().map(|question| question.id);
        let was_asked = std::mem::replace(&mut self.asked, asked);
        if news.table || asked != was_asked {
            self.tell_table(table);
        }
        self.tell_chat(table);
        if news.state {
            self.tell_state(table, news.anew, left);
        }
    }

    /// Somebody has come or gone: tells everybody, or lets a crowd wait for it a little.
    pub fn tell_presence(&mut self, table: &Table, now: Instant) {
        let soonest = self.presence.0.map(|told| told + PRESENCE).filter(|soonest| *soonest > now);
        match soonest.filter(|_| self.members.len() > CROWD) {
            Some(soonest) => self.presence.1 = Some(soonest),
            None => self.tell_table(table),
        }
    }

    /// When something that waits is to be told.
    pub fn next(&self) -> Option<Instant> {
        self.presence.1.into_iter().chain(self.shown.due).min()
    }

    /// Tells what has waited for long enough.
    pub fn tell_waiting(&mut self, table: &Table, left: impl FnOnce(&Audience) -> Left, now: Instant) {
        if self.presence.1.is_some_and(|due| due <= now) {
            self.tell_table(table);
        }
        if self.shown.due.is_some_and(|due| due <= now) {
            let left = left(self);
            self.show_crowd(table, &left);
            self.drop_slow();
        }
    }

    /// Tells everybody who sits where and who is there.
    pub fn tell_table(&mut self, table: &Table) {
        self.presence = (Some(Instant::now()), None);
        let players: Vec<usize> = self.playing(table).map(|member| member.connection).collect();
        for connection in &players {
            let person = self.member(*connection).and_then(Member::person_id);
            let info = self.info(table, person);
            self.push(*connection, message(&ServerMessage::Table(Box::new(info))));
        }
        // To those who have nothing to do with the table it looks the same.
        let mut same: Option<Utf8Bytes> = None;
        let others: Vec<usize> = self.members.keys().copied().filter(|key| !players.contains(key)).collect();
        for connection in others {
            let person = self.member(connection).and_then(Member::person_id);
            let is_known = person.is_some_and(|person| table.knows(person));
            let text = match same.as_ref().filter(|_| !is_known) {
                Some(same) => same.clone(),
                None => {
                    let text = message(&ServerMessage::Table(Box::new(self.info(table, person))));
                    if !is_known {
                        same = Some(text.clone());
                    }
                    text
                }
            };
            self.push(connection, text);
        }
        self.drop_slow();
    }

    fn tell_chat(&mut self, table: &Table) {
        for line in table.talk.since(self.lines) {
            let connections: Vec<usize> = self.members.keys().copied().collect();
            for connection in connections {
                let Some(member) = self.member(connection) else { continue };
                let read = line.read_by(member.person.as_ref());
                self.push(connection, message(&ServerMessage::Chat(read)));
            }
        }
        self.lines = table.talk.count();
        self.drop_slow();
    }

    /// Each viewer's state is made once, however many look from there; those who play see it first.
    fn tell_state(&mut self, table: &Table, anew: bool, left: &Left) {
        let since = self.told.filter(|_| !anew);
        self.told = table.version();
        let mut projections: Vec<(Viewer, Option<Utf8Bytes>)> = vec![];
        let players: Vec<(usize, Viewer)> =
            self.playing(table).map(|member| (member.connection, member.viewer(table))).collect();
        for (connection, viewer) in &players {
            let known = projections.iter().position(|(other, _)| other == viewer);
            let known = known.unwrap_or_else(|| {
                projections.push((*viewer, state(table, *viewer, since, left)));
                projections.len() - 1
            });
            if let Some(text) = &projections[known].1 {
                self.push(*connection, text.clone());
            }
        }
        self.shown.anew |= anew;
        let soonest = self.shown.at.map(|at| at + SHOWN).filter(|soonest| *soonest > Instant::now());
        match soonest.filter(|_| self.members.len() - players.len() > CROWD) {
            Some(soonest) => self.shown.due = Some(soonest),
            None => self.show_crowd(table, left),
        }
        self.drop_slow();
    }

    /// Shows the match to those who look on.
    fn show_crowd(&mut self, table: &Table, left: &Left) {
        let shown = std::mem::replace(
            &mut self.shown,
            Shown {
                version: table.version(),
                number: table.number,
                at: Some(Instant::now()),
                due: None,
                anew: false,
            },
        );
        let onlookers: Vec<(usize, u64)> = self
            .members
            .values()
            .filter(|member| member.viewer(table) == Viewer::Spectator)
            .map(|member| (member.connection, member.whole))
            .collect();
        if onlookers.is_empty() {
            return;
        }
        let since = shown.version.filter(|_| !shown.anew);
        let next = state(table, Viewer::Spectator, since, left);
        for (connection, whole) in onlookers {
            let has_waited = shown.due.is_some();
            let text = match whole {
                // Whoever came while the others waited has heard a part of it, or all of it, already.
                whole if has_waited && whole == table.number => continue,
                whole if has_waited && whole > shown.number => self.fresh(table, left),
                _ => next.clone(),
            };
            if let Some(text) = text {
                self.push(connection, text);
            }
        }
    }

    fn push(&mut self, connection: usize, text: Utf8Bytes) {
        let Some(member) = self.members.get_mut(&connection) else { return };
        if let Err(mpsc::error::TrySendError::Full(_)) = member.outbox.try_send(Out::Text(text)) {
            // A closed channel with nothing said in it is how a connection learns that it was too slow.
            member.outbox = mpsc::channel(1).0;
        }
    }

    fn drop_slow(&mut self) {
        let is_slow = |member: &&Member| member.outbox.is_closed();
        let slow: Vec<usize> =
            self.members.values().filter(is_slow).map(|member| member.connection).collect();
        if !slow.is_empty() {
            // The others hear that they are gone at the next opportunity.
            self.presence.1.get_or_insert_with(Instant::now);
        }
        for connection in slow {
            self.leave(connection);
        }
    }
}

/// The state for a viewer as it travels; what was said since this version, or everything.
fn state(table: &Table, viewer: Viewer, since: Option<usize>, left: &Left) -> Option<Utf8Bytes> {
    match catch_unwind(AssertUnwindSafe(|| table.state(viewer, since, left))) {
        Ok(state) => state.map(|state| long_message(&ServerMessage::State(Box::new(state)))),
        Err(_) => {
            tracing::error!(table = tag(&table.id), "a game failed to show itself");
            let fault = no(Code::Fault, "Something in the game's program failed to show the table.");
            let Refusal { code, message: sentence } = fault;
            Some(message(&ServerMessage::Refused { id: None, code, message: sentence }))
        }
    }
}

impl News {
    /// What these events change.
    pub fn of(events: &[Event]) -> News {
        events.iter().fold(News::default(), |news, event| {
            let more = News::of_one(event);
            News {
                table: news.table || more.table,
                state: news.state || more.state,
                anew: news.anew || more.anew,
            }
        })
    }

    fn of_one(event: &Event) -> News {
        let (table, state) = match event {
            Event::Chat { .. } | Event::Banned { .. } => (false, false),
            Event::Asked { .. }
            | Event::Knocked { .. }
            | Event::Answered { .. }
            | Event::Rematch { .. }
            | Event::Hosted { .. } => (true, false),
            Event::Input(_) | Event::Enough { .. } => (false, true),
            Event::Opened { .. }
            | Event::Set { .. }
            | Event::Sat { .. }
            | Event::Stood { .. }
            | Event::Removed { .. }
            | Event::Bot { .. }
            | Event::Lent { .. }
            | Event::TakenBack { .. }
            | Event::Started { .. }
            | Event::Undone { .. }
            | Event::Paced { .. } => (true, true), // names, or who may take something back
        };
        // A person on another seat hears what that seat has heard, and new names are in old sentences.
        let anew = matches!(
            event,
            Event::Undone { .. }
                | Event::Started { .. }
                | Event::Sat { .. }
                | Event::Stood { .. }
                | Event::Removed { .. }
        );
        News { table, state, anew }
    }
}
