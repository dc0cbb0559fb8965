//! The audience: who is connected to a table, and what they have been told.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use boxwood_engine::Viewer;
use boxwood_protocol::{Code, FAIRNESS_MS, Refusal, ServerMessage};
use boxwood_store::PersonId;
use tokio::sync::mpsc;

use super::command::{Member, Out};
use super::{long_message, message};
use crate::event::Event;
use crate::projection::Left;
use crate::refuse::no;
use crate::table::Table;
use crate::{now_ms, tag};

/// Everybody who is connected to the table.
pub struct Audience {
    members: Vec<Member>,
    /// When the last member left, or anything happened without one.
    alone_since: Instant,
    /// When the first of those who are there came, in milliseconds since 1970.
    together_since: i64,
    /// The version that everybody has been told; what is said after it is news.
    told: Option<usize>,
    /// How many lines of chat everybody has been told.
    lines: u64,
    /// The question that everybody has been told.
    asked: Option<u64>,
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
            members: vec![],
            alone_since: Instant::now(),
            together_since: now_ms(),
            told: table.version(),
            lines: table.talk.count(),
            asked: None,
        }
    }

    pub fn join(&mut self, member: Member) {
        if self.members.is_empty() {
            self.together_since = now_ms();
        }
        self.members.push(member);
    }

    pub fn leave(&mut self, connection: usize) {
        self.keep_only(|member| member.connection != connection);
    }

    /// Sends everybody away with this last word.
    pub fn dismiss(&mut self, word: Out) {
        for member in self.members.drain(..) {
            let _ = member.outbox.try_send(word.clone()); // a member who is too slow for it sees the end
        }
    }

    fn keep_only(&mut self, is_kept: impl Fn(&Member) -> bool) {
        self.members.retain(is_kept);
        if self.members.is_empty() {
            self.alone_since = Instant::now();
        }
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
        if let Some(member) = self.members.iter_mut().find(|member| member.connection == connection) {
            member.is_busy = is_busy;
        }
    }

    /// Whether the only person who plays is busy: then time can wait without harm to anybody.
    pub fn is_busy(&self, table: &Table) -> bool {
        let mut people = table.chairs.iter().filter_map(|chair| chair.player());
        let Some(only) = people.next() else { return false };
        let is_theirs = |member: &Member| member.person_id() == Some(only);
        people.all(|other| other == only)
            && self.members.iter().any(|member| member.is_busy && is_theirs(member))
    }

    /// Notes whether somebody wants no pauses from bots.
    pub fn keep_brisk(&mut self, connection: usize, is_brisk: bool) {
        if let Some(member) = self.members.iter_mut().find(|member| member.connection == connection) {
            member.is_brisk = is_brisk;
        }
    }

    /// Whether all people who play and are there want no pauses from bots, and somebody is.
    pub fn is_brisk(&self, table: &Table) -> bool {
        let plays = |member: &&Member| matches!(member.viewer(table), Viewer::Seat(_));
        let mut playing = self.members.iter().filter(plays).peekable();
        playing.peek().is_some() && playing.all(|member| member.is_brisk)
    }

    pub fn member(&self, connection: usize) -> Option<&Member> {
        self.members.iter().find(|member| member.connection == connection)
    }
}

/// How far away people are.
impl Audience {
    /// How much longer a window stays open: what the slowest member sent in time counts.
    pub fn grace(&self) -> Duration {
        limited(self.members.iter().map(latency_us).max().unwrap_or(0))
    }

    /// How long an action of this connection waits, so that a slower one has the same chance.
    pub fn head_start(&self, table: &Table, connection: usize) -> Duration {
        if !table.is_race() {
            return Duration::ZERO;
        }
        let active = table.active();
        let races =
            |member: &&Member| matches!(member.viewer(table), Viewer::Seat(seat) if active.contains(seat));
        let slowest = self.members.iter().filter(races).map(latency_us).max().unwrap_or(0);
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
            let owner = table.chairs[seat].person.as_ref();
            owner.is_some() && self.members.iter().any(|member| member.person_id() == owner)
        };
        let watchers = self.members.iter().filter(|member| member.viewer(table) == Viewer::Spectator).count();
        table.info(person, is_here, u32::try_from(watchers).unwrap_or(u32::MAX))
    }

    /// Tells a connection something that concerns nobody else.
    pub fn send(&self, connection: usize, text: &ServerMessage) {
        if let Some(member) = self.member(connection) {
            let _ = member.outbox.try_send(Out::Text(message(text))); // a full outbox is seen at the next news
        }
    }

    /// Tells a newcomer what was said so far, and the whole match.
    pub fn welcome(&self, table: &Table, connection: usize, left: &Left) {
        // A newcomer who is gone again already is no member any more.
        let Some(member) = self.member(connection) else { return };
        for line in table.talk.lines() {
            self.send(connection, &ServerMessage::Chat(line.read_by(member.person.as_ref())));
        }
        if let Some(text) = state(table, member.viewer(table), None, left) {
            let _ = member.outbox.try_send(Out::Text(text));
        }
    }

    /// Tells a connection everything again.
    pub fn refresh(&self, table: &Table, connection: usize, left: &Left) {
        let Some(member) = self.member(connection) else { return };
        self.send(connection, &ServerMessage::Table(Box::new(self.info(table, member.person_id()))));
        if let Some(text) = state(table, member.viewer(table), None, left) {
            let _ = member.outbox.try_send(Out::Text(text));
        }
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

    /// Tells everybody who sits where and who is there.
    pub fn tell_table(&mut self, table: &Table) {
        for index in 0..self.members.len() {
            let info = self.info(table, self.members[index].person_id());
            self.push(index, message(&ServerMessage::Table(Box::new(info))));
        }
        self.drop_slow();
    }

    fn tell_chat(&mut self, table: &Table) {
        for line in table.talk.since(self.lines) {
            for index in 0..self.members.len() {
                let read = line.read_by(self.members[index].person.as_ref());
                self.push(index, message(&ServerMessage::Chat(read)));
            }
        }
        self.lines = table.talk.count();
        self.drop_slow();
    }

    /// Each viewer's state is made once, however many look from there.
    fn tell_state(&mut self, table: &Table, anew: bool, left: &Left) {
        let since = self.told.filter(|_| !anew);
        self.told = table.version();
        let mut projections: Vec<(Viewer, Option<Utf8Bytes>)> = vec![];
        for index in 0..self.members.len() {
            let viewer = self.members[index].viewer(table);
            let known = projections.iter().position(|(other, _)| *other == viewer);
            let known = known.unwrap_or_else(|| {
                projections.push((viewer, state(table, viewer, since, left)));
                projections.len() - 1
            });
            if let Some(text) = &projections[known].1 {
                self.push(index, text.clone());
            }
        }
        self.drop_slow();
    }

    fn push(&mut self, index: usize, text: Utf8Bytes) {
        let member = &mut self.members[index];
        if let Err(mpsc::error::TrySendError::Full(_)) = member.outbox.try_send(Out::Text(text)) {
            // A closed channel with nothing said in it is how a connection learns that it was too slow.
            member.outbox = mpsc::channel(1).0;
        }
    }

    fn drop_slow(&mut self) {
        self.keep_only(|member| !member.outbox.is_closed());
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
            Event::Chat { .. } => (false, false),
            Event::Asked { .. } | Event::Answered { .. } | Event::Rematch { .. } | Event::Hosted { .. } => {
                (true, false)
            }
            Event::Input(_) | Event::Enough { .. } => (false, true),
            Event::Opened { .. }
            | Event::Set { .. }
            | Event::Sat { .. }
            | Event::Stood { .. }
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
            Event::Undone { .. } | Event::Started { .. } | Event::Sat { .. } | Event::Stood { .. }
        );
        News { table, state, anew }
    }
}
