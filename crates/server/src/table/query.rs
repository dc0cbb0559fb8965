//! Querying: what a table shows to whom.

use boxwood_bots::Style;
use boxwood_engine::{Clock, Seat, SeatSet, Viewer};
use boxwood_protocol::{Code, Fairness, Pace, Refusal, SeatInfo, Stage, State, TableCard, TableRecord, Wish};
use boxwood_store::{PersonId, Summary, TableId};

use super::{Chair, Kept, Table, not_begun};
use crate::names;
use crate::projection::{Around, Left, project};
use crate::refuse::no;

impl Table {
    pub fn stage(&self) -> Stage {
        match &self.play {
            None if self.stopped.is_some() => Stage::Over,
            None => Stage::Waiting,
            Some(play) if play.status().over => Stage::Over,
            Some(_) => Stage::Running,
        }
    }

    pub fn active(&self) -> SeatSet {
        self.play.as_ref().map_or(SeatSet::EMPTY, |play| play.status().active)
    }

    /// How many inputs the match has taken, once it has begun.
    pub fn version(&self) -> Option<usize> {
        self.play.as_ref().map(|play| play.status().version)
    }

    /// The windows that the rules will close.
    pub fn clocks(&self) -> Vec<Clock> {
        self.play.as_ref().map_or(vec![], |play| play.status().clocks.to_vec())
    }

    /// Whether a person may decide now.
    pub fn waits_for(&self, person: &PersonId) -> bool {
        self.active().iter().any(|seat| self.chairs[seat.index()].player() == Some(person))
            || self.question.as_ref().is_some_and(|question| {
                question.waiting.iter().any(|seat| self.chairs[seat.index()].person.as_ref() == Some(person))
            })
    }

    /// The names of those who may decide now, the seats in order.
    pub fn deciding(&self) -> Vec<String> {
        self.active().iter().map(|seat| self.name(seat.index()).to_string()).collect()
    }

    /// Whether a person is told something else about the table than everybody: the host, and who sits there.
    pub fn knows(&self, person: &PersonId) -> bool {
        self.host == *person || self.seats_of(person).next().is_some()
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

    pub(super) fn name(&self, seat: usize) -> &str {
        self.chairs.get(seat).map_or("", |chair| &chair.name)
    }

    /// What the others are called.
    pub(super) fn other_names(&self, seat: usize) -> impl Iterator<Item = &str> + Clone {
        let others = self.chairs.iter().enumerate().filter(move |(other, _)| *other != seat);
        others.map(|(_, chair)| chair.name.as_str())
    }

    pub(super) fn bot_name(&self, seat: usize) -> String {
        names::unlike(names::bot(seat), self.other_names(seat))
    }

    pub(super) fn seed(&self) -> boxwood_kit::Seed {
        boxwood_fair::seed(&self.secret, self.chairs.iter().map(|chair| chair.luck.as_str()))
    }

    pub(super) fn fairness(&self) -> Fairness {
        Fairness {
            commitment: boxwood_fair::commitment(&self.secret),
            luck: self.chairs.iter().map(|chair| chair.luck.clone()).collect(),
            secret: self.is_open().then(|| self.secret.clone()),
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
            style: chair.has_bot().then(|| Style::at(seat).line.into()),
            person: chair.person.is_some(),
            here: chair.person.is_some() && is_here(seat),
            yours: person.is_some() && chair.person.as_ref() == person,
            left: chair.left && self.stage() == Stage::Running,
            guest_of: chair
                .person
                .as_ref()
                .and_then(|person| self.seats_of(person).next())
                .filter(|first| *first < seat),
            host: chair.person.as_ref() == Some(&self.host),
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
            trouble: self.trouble(),
        }
    }

    /// The match as this viewer sees it; what was said since this version, or everything.
    pub fn state(&self, viewer: Viewer, since: Option<usize>, left: &Left) -> Option<State> {
        let play = self.play.as_ref()?;
        let seat = viewer.seat().map(Seat::index);
        let around = Around {
            names: &self.names(),
            number: self.number,
            since,
            left,
            enough: &self.enough,
            asks_others: seat.is_some_and(|seat| !self.concerned(seat, Wish::Undo).is_empty()),
            only_free: seat.is_some_and(|seat| self.has_had_others(seat)),
        };
        Some(project(play.as_ref(), viewer, &around))
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

    /// What is kept beside the log.
    fn kept(&self, at: i64) -> Kept {
        let people = self.chairs.iter().filter_map(|chair| chair.person.clone());
        let mut waits: Vec<PersonId> = people.filter(|person| self.waits_for(person)).collect();
        waits.dedup();
        Kept { card: self.card(at), deciding: Some(self.deciding()), waits, trouble: self.trouble() }
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
            body: serde_json::to_string(&self.kept(at)).expect("a card is plain data"),
            updated_at: at,
        }
    }

    /// Everything about a finished game, or one that was given up.
    pub fn record(&self) -> Result<TableRecord, Refusal> {
        if !self.is_open() {
            self.only_playable()?;
            self.play.as_ref().ok_or_else(not_begun)?;
            let why = "The record holds what is still hidden; it can be had when the game is over.";
            return Err(no(Code::WrongStage, why));
        }
        let record = self.play.as_ref().and_then(|play| play.record()).or_else(|| self.stopped_record());
        Ok(TableRecord {
            table: self.id.to_string(),
            names: self.names(),
            played: (self.began_at, self.moved_at),
            fairness: self.fairness(),
            record: record.ok_or_else(|| no(Code::Fault, "This match has no record."))?,
            outcome: self.play.as_ref().and_then(|play| play.outcome()),
        })
    }
}
