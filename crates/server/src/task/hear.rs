//! What people say to a table.

use std::time::{Duration, Instant};

use boxwood_bots::Thought;
use boxwood_engine::{Chosen, Level, Seat, SeatSet};
use boxwood_protocol::{ClientMessage, Code, Pace, Refusal, ServerMessage, Wish};
use boxwood_scene::{Key, Names, render};
use serde_json::Value;

use super::Task;
use super::audience::News;
use super::timers::Held;
use crate::brains::Asker;
use crate::limits::ABSENT_BY_MAIL_MS;
use crate::now_ms;
use crate::refuse::no;
use crate::table::{Chair, Deed};

impl Task {
    pub(super) async fn hear(&mut self, connection: usize, said: ClientMessage, arrived: Instant) {
        let Some(member) = self.audience.member(connection) else { return };
        let (person, seat) = (member.person.clone(), member.seat(&self.table));
        let person_id = person.as_ref().map(|person| &person.id);
        match said {
            ClientMessage::Act { id, seen, action, path } => {
                let deed = match deed(action, path) {
                    Ok(deed) => deed,
                    Err(refusal) => return self.refuse(connection, id, &refusal),
                };
                let wait = self.audience.head_start(&self.table, connection);
                if wait.is_zero() && !self.timers.holds_any() {
                    return self.act(connection, id, seen, &deed, arrived).await;
                }
                self.timers.hold(Held { due: arrived + wait, connection, id, seen, deed, arrived });
            }
            ClientMessage::Enough { id, clock } => {
                let seat = self.table.own_hand(person_id, seat);
                let decision = seat.and_then(|seat| self.table.enough(seat, clock));
                let done = self.carry_out(decision, arrived).await;
                self.answer(connection, id, done);
            }
            ClientMessage::Ask { id, wish } => {
                let decision = self.table.own(person_id, seat).and_then(|seat| {
                    self.only_if_away(wish)?;
                    self.table.ask(seat, wish, self.absent())
                });
                let done = self.carry_out(decision, arrived).await;
                self.answer(connection, id, done);
            }
            ClientMessage::Answer { id, question, agree } => {
                let decision = self.table.answer(person_id, question, agree);
                let done = self.carry_out(decision, arrived).await;
                self.answer(connection, id, done);
            }
            ClientMessage::Chat { text } => {
                let decision = match &person {
                    Some(person) => self.table.say(&person.id, &person.name, seat, &text),
                    None => Err(no(Code::Unknown, "To say something, you need a name.")),
                };
                if let Err(refusal) = self.carry_out(decision, arrived).await {
                    self.refuse(connection, None, &refusal);
                }
            }
            ClientMessage::Hint { id, level } => {
                let seat = self.table.own(person_id, seat);
                let hinted =
                    seat.and_then(|seat| self.hint(connection, id, seat, level.unwrap_or(Level::Strong)));
                if let Err(refusal) = hinted {
                    self.refuse(connection, Some(id), &refusal);
                }
            }
            ClientMessage::Busy { busy } => {
                self.audience.keep_busy(connection, busy);
                let was_stopped = self.timers.are_stopped();
                self.settle();
                if self.timers.are_stopped() != was_stopped {
                    let news = News { state: true, ..News::default() };
                    self.audience.tell(&self.table, news, &self.timers.left(&self.table, &self.audience));
                }
            }
            ClientMessage::Brisk { brisk } => {
                self.audience.keep_brisk(connection, brisk);
                self.bots.hurry(&self.table, self.audience.is_brisk(&self.table));
            }
            ClientMessage::Refresh => {
                let left = self.timers.left(&self.table, &self.audience);
                self.audience.refresh(&self.table, connection, &left);
            }
        }
    }

    /// Those who play and are not there.
    fn absent(&self) -> SeatSet {
        let chairs = self.table.chairs.iter().enumerate();
        let is_away =
            |chair: &Chair| chair.player().is_some_and(|person| self.audience.away(person).is_some());
        chairs.filter(|(_, chair)| is_away(chair)).filter_map(|(seat, _)| Seat::new(seat)).collect()
    }

    /// A bot plays for somebody only after they have been away for long enough.
    fn only_if_away(&self, wish: Wish) -> Result<(), Refusal> {
        let Wish::Substitute { seat } = wish else { return Ok(()) };
        let Some(chair) = self.table.chairs.get(seat) else { return Ok(()) };
        let away = chair.player().map_or(Some(Duration::MAX), |person| self.audience.away(person));
        let Some(away) = away else {
            return Err(no(Code::WrongStage, format!("{} is here.", chair.name)));
        };
        match self.table.settings.pace {
            Pace::Live if away < self.hub.config.absent => {
                let minutes = boxwood_scene::count(self.hub.config.absent.as_secs() as i64 / 60, "minute");
                let why =
                    format!("A bot can play for {} after {minutes} of absence; please wait.", chair.name);
                Err(no(Code::WrongStage, why))
            }
            Pace::Mail if now_ms() - self.table.moved_at < ABSENT_BY_MAIL_MS => {
                let why = format!("By mail, a bot can play for {} after a week without a move.", chair.name);
                Err(no(Code::WrongStage, why))
            }
            _ => Ok(()),
        }
    }

    /// What a connection wants done at its seat.
    pub(super) async fn act(
        &mut self,
        connection: usize,
        id: Option<u32>,
        seen: u64,
        deed: &Deed,
        arrived: Instant,
    ) {
        let Some(member) = self.audience.member(connection) else { return };
        let seat = self.table.own_hand(member.person_id(), member.seat(&self.table));
        let decision = seat.and_then(|seat| self.table.act(seat, seen, deed));
        let done = self.carry_out(decision, arrived).await;
        self.answer(connection, id, done);
    }

    fn hint(&mut self, connection: usize, id: u32, seat: usize, level: Level) -> Result<(), Refusal> {
        let seat = Seat::new(seat).filter(|seat| self.table.active().contains(*seat));
        match (seat, &self.table.play) {
            (Some(seat), Some(play)) => {
                let member = self.audience.member(connection);
                let asker = member.map_or_else(Asker::default, |member| Asker {
                    person: member.person_id().cloned(),
                    from: Some(member.from),
                });
                self.bots.hint(&self.table, play.as_ref(), seat, level, (connection, id), asker)
            }
            _ => Err(no(Code::NotYourTurn, "It is not your turn.")),
        }
    }

    /// Tells a connection what a bot would do for it.
    pub(super) fn hinted(&mut self, connection: usize, id: u32, thought: Option<Thought>) {
        self.bots.hinted(connection);
        let Some(Thought { chosen: Chosen { action, mut offer }, why }) = thought else {
            return self.refuse(connection, Some(id), &no(Code::Fault, "The bot has no idea."));
        };
        let names = self.table.names();
        let member = self.audience.member(connection);
        let reader = member.and_then(|member| member.viewer(&self.table).seat());
        let names = Names { names: &names, reader };
        offer.name_people(&names);
        let why = why.map(|why| render(&why, &names));
        self.audience.send(connection, &ServerMessage::Hint { id, action, offer, why });
    }

    fn answer(&self, connection: usize, id: Option<u32>, done: Result<(), Refusal>) {
        match (done, id) {
            (Ok(()), Some(id)) => {
                self.audience.send(connection, &ServerMessage::Done { id, number: self.table.number });
            }
            (Ok(()), None) => {}
            (Err(refusal), id) => self.refuse(connection, id, &refusal),
        }
    }

    fn refuse(&self, connection: usize, id: Option<u32>, refusal: &Refusal) {
        self.hub.metrics.refused(refusal);
        let Refusal { code, message } = refusal.clone();
        self.audience.send(connection, &ServerMessage::Refused { id, code, message });
    }
}

/// What the sender of an `act` wants done.
fn deed(action: Option<Value>, path: Option<Vec<String>>) -> Result<Deed, Refusal> {
    match (action, path) {
        (Some(action), None) => Ok(Deed::Action(action)),
        (None, Some(path)) => {
            let keys: Result<Vec<Key>, _> = path.iter().map(|key| key.parse()).collect();
            keys.map(Deed::Path).map_err(|why| no(Code::NoMeaning, format!("{why}.")))
        }
        _ => Err(no(Code::Malformed, "An act has either an action or a path.")),
    }
}
