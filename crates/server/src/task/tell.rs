//! From a change to everybody's screen: make it, store it, tell it.

use super::*;

/// From a change to everybody's screen.
impl Task {
    /// Makes, stores and tells what was decided.
    pub(super) async fn carry_out(&mut self, decision: Result<Decision, Refusal>) -> Result<(), Refusal> {
        let decision = decision?;
        let at = now_ms();
        for (index, event) in decision.events.iter().enumerate() {
            if let Err(refusal) = self.table.take(event, at) {
                if index > 0 {
                    self.broken = Some(refusal.clone()); // half of it is in memory and none is stored
                }
                return Err(refusal);
            }
        }
        self.store(&decision.events, at).await?;
        self.tell(decision.events.iter().fold(News::default(), News::and));
        if decision.rematch {
            self.rematch().await?;
        }
        Ok(())
    }

    /// Stores and tells an input that the table has taken already.
    pub(super) async fn played(
        &mut self,
        event: Result<Event, Refusal>,
        arrived: Instant,
    ) -> Result<(), Refusal> {
        let event = event?;
        let is_over = self.table.stage() == Stage::Over;
        self.store(std::slice::from_ref(&event), self.table.moved_at).await?;
        self.hub.metrics.inputs.inc();
        if is_over {
            tracing::info!(table = tag(&self.table.id), game = self.table.settings.game, "a game is over");
        }
        self.tell(News { table: is_over, state: true, anew: false });
        self.hub.metrics.told.observe(arrived.elapsed().as_secs_f64());
        Ok(())
    }

    pub(super) async fn store(&mut self, events: &[Event], at: i64) -> Result<(), Refusal> {
        if events.is_empty() {
            return Ok(());
        }
        let start = Instant::now();
        let first = self.table.number + 1 - events.len() as u64;
        let stage = self.table.stage();
        let only_play = events.iter().all(|event| event.leaves_summary()) && stage != Stage::Over;
        let write = Write {
            table: self.table.id.clone(),
            events: (first..).zip(events).map(|(number, event)| stored(number, at, event)).collect(),
            summary: (!only_play).then(|| self.table.summary(at)),
        };
        let written = self.hub.store.write(write).await;
        self.hub.metrics.stored.observe(start.elapsed().as_secs_f64());
        written.map_err(|error| {
            let refusal = storage(&error);
            self.broken = Some(refusal.clone());
            refusal
        })
    }

    pub(super) fn tell(&mut self, news: News) {
        self.settle();
        let asked = self.table.question.as_ref().map(|question| question.id);
        let was_asked = std::mem::replace(&mut self.asked, asked);
        if news.table || asked != was_asked {
            self.tell_table();
        }
        self.tell_chat();
        if !news.state {
            return;
        }
        let since = self.told.filter(|_| !news.anew);
        self.told = self.table.play.as_ref().map(|play| play.status().version);
        let mut projections: Vec<(Viewer, Option<Utf8Bytes>)> = vec![];
        for index in 0..self.members.len() {
            let viewer = self.viewer(&self.members[index]);
            let known = projections.iter().position(|(other, _)| *other == viewer);
            let known = known.unwrap_or_else(|| {
                projections.push((viewer, self.state_for(viewer, since)));
                projections.len() - 1
            });
            if let Some(text) = &projections[known].1 {
                self.push(index, text.clone());
            }
        }
        self.drop_slow();
    }

    pub(super) fn tell_table(&mut self) {
        for index in 0..self.members.len() {
            let info = self.info(self.members[index].person.as_ref().map(|person| &person.id));
            self.push(index, message(&ServerMessage::Table(Box::new(info))));
        }
        self.drop_slow();
    }

    pub(super) fn tell_chat(&mut self) {
        let new = usize::try_from(self.table.lines - self.lines).unwrap_or(0).min(self.table.chat.len());
        self.lines = self.table.lines;
        let lines: Vec<Line> = self.table.chat.iter().skip(self.table.chat.len() - new).cloned().collect();
        for line in lines {
            for index in 0..self.members.len() {
                let read = line.read_by(self.members[index].person.as_ref());
                self.push(index, message(&ServerMessage::Chat(read)));
            }
        }
        self.drop_slow();
    }

    pub(super) fn push(&mut self, index: usize, text: Utf8Bytes) {
        let member = &mut self.members[index];
        if let Err(mpsc::error::TrySendError::Full(_)) = member.outbox.try_send(Out::Text(text)) {
            // A closed channel with nothing said in it is how a connection learns that it was too slow.
            member.outbox = mpsc::channel(1).0;
        }
    }

    pub(super) fn drop_slow(&mut self) {
        self.members.retain(|member| !member.outbox.is_closed());
        if self.members.is_empty() {
            self.alone_since = Instant::now();
        }
    }

    /// The state for a viewer as it travels; what was said since this version, or everything.
    pub(super) fn state_for(&self, viewer: Viewer, since: Option<usize>) -> Option<Utf8Bytes> {
        let left = self.clock_deadline().map(|deadline| {
            u32::try_from(deadline.saturating_duration_since(Instant::now()).as_millis()).unwrap_or(u32::MAX)
        });
        let think = self.think_deadline().map(|at| u64::try_from(at - now_ms()).unwrap_or(0));
        let state = catch_unwind(AssertUnwindSafe(|| self.table.state(viewer, since, left, think)));
        match state {
            Ok(state) => state.map(|state| long_message(&ServerMessage::State(Box::new(state)))),
            Err(_) => {
                tracing::error!(table = tag(&self.table.id), "a game failed to show itself");
                let fault = no(Code::Fault, "Something in the game's program failed to show the table.");
                let Refusal { code, message: sentence } = fault;
                Some(message(&ServerMessage::Refused { id: None, code, message: sentence }))
            }
        }
    }

    pub(super) async fn rematch(&mut self) -> Result<(), Refusal> {
        let table = self.hub.create(self.table.rematch(), None).await?;
        let at = now_ms();
        let event = Event::Rematch { table };
        self.table.take(&event, at)?;
        self.store(&[event], at).await?;
        self.tell(News { table: true, ..News::default() });
        Ok(())
    }
}

impl News {
    /// The news, with what this event changes.
    pub(super) fn and(self, event: &Event) -> News {
        let (table, state) = match event {
            Event::Chat { .. } => (false, false),
            Event::Asked { .. } | Event::Answered { .. } | Event::Rematch { .. } | Event::Hosted { .. } => {
                (true, false)
            }
            Event::Input(_) | Event::Enough { .. } => (false, true),
            _ => (true, true), // names, or who may take something back
        };
        News {
            table: self.table || table,
            state: self.state || state,
            // Whoever has changed seats hears what that seat has heard, and new names are in old sentences.
            anew: self.anew
                || matches!(
                    event,
                    Event::Undone { .. } | Event::Started { .. } | Event::Sat { .. } | Event::Stood { .. }
                ),
        }
    }
}
