//! People who come and go, and what they say.

use super::*;

/// People who come and go.
impl Task {
    pub(super) fn join(&mut self, member: Member) {
        if self.members.is_empty() {
            self.awake_at = now_ms();
        }
        let connection = member.connection;
        self.members.push(member);
        self.settle(); // somebody is there, so clocks run
        self.tell_table();
        // Whoever is gone again already is no member any more.
        if let Some(member) = self.member(connection) {
            for line in &self.table.chat {
                let _ = member
                    .outbox
                    .try_send(Out::Text(message(&ServerMessage::Chat(line.read_by(member.person.as_ref())))));
            }
            if let Some(text) = self.state_for(self.viewer(member), None) {
                let _ = member.outbox.try_send(Out::Text(text));
            }
        }
    }

    pub(super) fn leave(&mut self, connection: usize) {
        self.members.retain(|member| member.connection != connection);
        if self.members.is_empty() {
            self.alone_since = Instant::now();
        }
        self.settle();
        self.tell_table();
    }

    pub(super) fn member(&self, connection: usize) -> Option<&Member> {
        self.members.iter().find(|member| member.connection == connection)
    }

    pub(super) fn viewer(&self, member: &Member) -> Viewer {
        self.table.viewer(member.person.as_ref().map(|person| &person.id), self.seat(member))
    }

    /// The seat from which somebody wants to look and act.
    pub(super) fn seat(&self, member: &Member) -> Option<usize> {
        match member.place {
            Place::Own => self.table.seats_of(&member.person.as_ref()?.id).next(),
            Place::Seat(seat) => Some(seat),
            Place::Spectator => None,
        }
    }

    pub(super) fn info(&self, person: Option<&PersonId>) -> boxwood_protocol::Table {
        let is_here = |seat: usize| {
            let owner = &self.table.chairs[seat].person;
            self.members.iter().any(|member| {
                member.person.as_ref().map(|person| &person.id) == owner.as_ref() && owner.is_some()
            })
        };
        let watchers = self.members.iter().filter(|member| self.viewer(member) == Viewer::Spectator).count();
        self.table.info(person, is_here, u32::try_from(watchers).unwrap_or(u32::MAX))
    }

    pub(super) fn reviewed(&self, person: Option<&PersonId>) -> Result<Reviewed, Refusal> {
        let play = self.table.play.as_ref();
        let play = play.ok_or_else(|| no(Code::WrongStage, "The game has not begun yet."))?;
        Ok(Reviewed {
            play: play.copy(),
            names: self.table.names(),
            is_over: self.table.stage() == Stage::Over,
            own: person.map_or(vec![], |person| self.table.seats_of(person).collect()),
        })
    }
}

/// What people say.
impl Task {
    pub(super) async fn hear(&mut self, connection: usize, said: ClientMessage, arrived: Instant) {
        let Some(member) = self.member(connection) else { return };
        let person = member.person.clone();
        let (person_id, seat) = (person.as_ref().map(|person| &person.id), self.seat(member));
        match said {
            ClientMessage::Act { id, seen, action, path } => {
                let deed = match (action, path) {
                    (Some(action), None) => Deed::Action(action),
                    (None, Some(path)) => Deed::Path(path),
                    _ => {
                        let wanted = "An act has either an action or a path.";
                        return self.refuse(connection, id, &no(Code::Malformed, wanted));
                    }
                };
                let wait = self.fairness(connection);
                if wait.is_zero() && self.held.is_empty() {
                    return self.act(connection, id, seen, &deed, arrived).await;
                }
                self.held.push(Held { due: arrived + wait, connection, id, seen, deed, arrived });
            }
            ClientMessage::Enough { id, clock } => {
                let decided = self.table.own_hand(person_id, seat);
                let done = self.carry_out(decided.and_then(|seat| self.table.enough(seat, clock))).await;
                self.answer(connection, id, done);
            }
            ClientMessage::Ask { id, wish } => {
                let decision = self.table.own(person_id, seat).and_then(|seat| self.table.ask(seat, wish));
                let done = self.carry_out(decision).await;
                self.answer(connection, id, done);
            }
            ClientMessage::Answer { id, question, agree } => {
                // A person with several seats answers for all of them.
                let own: Vec<usize> =
                    person_id.map_or(vec![], |person| self.table.seats_of(person).collect());
                let asked = |seat: &usize| {
                    let open = self.table.question.as_ref();
                    open.is_some_and(|open| Seat::new(*seat).is_some_and(|seat| open.waiting.contains(seat)))
                };
                let for_all: Vec<usize> = own.iter().copied().filter(asked).collect();
                let seats = if for_all.is_empty() { own.into_iter().take(1).collect() } else { for_all };
                let mut done = Err(no(Code::NoQuestion, "Only those who sit at the table are asked."));
                for seat in seats {
                    let decision = self.table.answer(seat, question, agree);
                    done = self.carry_out(decision).await;
                    if !agree || done.is_err() {
                        break;
                    }
                }
                self.answer(connection, id, done);
            }
            ClientMessage::Chat { text } => {
                let decision = match &person {
                    Some(person) => self.table.say(&person.id, &person.name, seat, &text),
                    None => Err(no(Code::Unknown, "Whoever wants to say something has a name.")),
                };
                if let Err(refusal) = self.carry_out(decision).await {
                    self.refuse(connection, None, &refusal);
                }
            }
            ClientMessage::Hint { id, level } => self.hint(connection, id, level.unwrap_or(Level::Medium)),
            ClientMessage::Refresh => {
                if let Some(member) = self.member(connection) {
                    let info = self.info(member.person.as_ref().map(|person| &person.id));
                    let _ = member.outbox.try_send(Out::Text(message(&ServerMessage::Table(Box::new(info)))));
                    if let Some(text) = self.state_for(self.viewer(member), None) {
                        let _ = member.outbox.try_send(Out::Text(text));
                    }
                }
            }
        }
    }

    pub(super) async fn act(
        &mut self,
        connection: usize,
        id: Option<u32>,
        seen: u64,
        deed: &Deed,
        arrived: Instant,
    ) {
        let Some(member) = self.member(connection) else { return };
        let person = member.person.as_ref().map(|person| person.id.clone());
        let seat = self.table.own_hand(person.as_ref(), self.seat(member));
        let event = seat.and_then(|seat| self.table.act(seat, seen, deed, now_ms()));
        let done = self.played(event, arrived).await;
        self.answer(connection, id, done);
    }

    pub(super) fn answer(&mut self, connection: usize, id: Option<u32>, done: Result<(), Refusal>) {
        match (done, id) {
            (Ok(()), Some(id)) => {
                let done = message(&ServerMessage::Done { id, number: self.table.number });
                self.send(connection, done);
            }
            (Ok(()), None) => {}
            (Err(refusal), id) => self.refuse(connection, id, &refusal),
        }
    }

    pub(super) fn refuse(&mut self, connection: usize, id: Option<u32>, refusal: &Refusal) {
        self.hub.metrics.refused(refusal);
        let Refusal { code, message: sentence } = refusal.clone();
        self.send(connection, message(&ServerMessage::Refused { id, code, message: sentence }));
    }

    pub(super) fn send(&mut self, connection: usize, text: Utf8Bytes) {
        if let Some(member) = self.member(connection) {
            let _ = member.outbox.try_send(Out::Text(text)); // a full outbox is seen at the next news
        }
    }

    /// How long an action of this connection waits, so that a slower one has the same chance.
    pub(super) fn fairness(&self, connection: usize) -> Duration {
        if !self.table.is_race() {
            return Duration::ZERO;
        }
        let active = self.table.active();
        let racing = self
            .members
            .iter()
            .filter(|member| matches!(self.viewer(member), Viewer::Seat(seat) if active.contains(seat)));
        let latency = |member: &Member| member.latency.load(Ordering::Relaxed);
        let slowest = racing.map(latency).max().unwrap_or(0);
        let own = self.member(connection).map_or(slowest, latency);
        Duration::from_micros(slowest.saturating_sub(own).into())
            .min(Duration::from_millis(FAIRNESS_MS.into()))
    }
}
