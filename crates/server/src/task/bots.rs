//! Bots at the table, and hints to people.

use super::*;

/// Bots.
impl Task {
    pub(super) fn think(&mut self, seat: usize) {
        let (Some(play), Some(level), Some(which)) =
            (self.table.play.as_ref(), self.table.chairs[seat].bot, Seat::new(seat))
        else {
            return;
        };
        self.thinking.insert(which);
        let (play, seen, inbox, hub) =
            (play.copy(), self.table.number, self.inbox.clone(), Arc::clone(&self.hub));
        tokio::spawn(async move {
            let chosen = ponder(&hub, play, which, level).await;
            let action = chosen.map(|chosen| chosen.action);
            let _ = inbox.send(Command::Thought { seat, seen, action }).await; // the table may have ended
        });
    }

    pub(super) async fn thought(&mut self, seat: usize, seen: u64, action: Option<Value>) {
        let Some(which) = Seat::new(seat) else { return };
        self.thinking.remove(which);
        let is_asked = self.table.active().contains(which) && self.table.chairs[seat].bot.is_some();
        if !is_asked {
            return self.settle();
        }
        let at = now_ms();
        let event = match action {
            Some(action) => self.table.act(seat, seen, &Deed::Action(action), at),
            None => Err(no(Code::Fault, "The bot has no idea.")),
        };
        match event {
            // The table has moved on while the bot was thinking: it thinks again.
            Err(refusal) if self.table.number != seen && refusal.code != Code::Fault => self.settle(),
            Err(refusal) => {
                tracing::error!(table = tag(&self.table.id), %refusal, "a bot's action was refused");
                if let Ok(Some(event)) = self.table.stand_in(seat, at) {
                    let _ = self.played(Ok(event), Instant::now()).await; // a failure is in `broken`
                }
            }
            Ok(event) => {
                let _ = self.played(Ok(event), Instant::now()).await; // a failure is in `broken`
            }
        }
    }

    pub(super) fn hint(&mut self, connection: usize, id: u32, level: Level) {
        let Some(member) = self.member(connection) else { return };
        let person = member.person.as_ref().map(|person| &person.id);
        let seat = self.table.own(person, self.seat(member)).and_then(|seat| match Seat::new(seat) {
            Some(which) if self.table.active().contains(which) => Ok(which),
            _ => Err(no(Code::NotYourTurn, "It is not your turn.")),
        });
        let busy = self.hints.contains(&connection);
        match (seat, self.table.play.as_ref()) {
            (Err(refusal), _) => self.refuse(connection, Some(id), &refusal),
            (Ok(_), _) if busy => {
                self.refuse(connection, Some(id), &no(Code::TooFast, "A bot is still thinking about it."));
            }
            (Ok(seat), Some(play)) => {
                let (play, inbox, hub) = (play.copy(), self.inbox.clone(), Arc::clone(&self.hub));
                self.hints.push(connection);
                tokio::spawn(async move {
                    let chosen = ponder(&hub, play, seat, level).await;
                    let _ = inbox.send(Command::Hinted { connection, id, chosen }).await;
                });
            }
            (Ok(_), None) => {}
        }
    }

    pub(super) fn hinted(&mut self, connection: usize, id: u32, chosen: Option<Chosen>) {
        self.hints.retain(|other| *other != connection);
        match chosen {
            Some(Chosen { action, mut offer }) => {
                let names = self.table.names();
                let reader = self.member(connection).and_then(|member| self.viewer(member).seat());
                offer.label =
                    boxwood_scene::render(&offer.label, &boxwood_scene::Names { names: &names, reader });
                self.send(connection, message(&ServerMessage::Hint { id, action, offer }));
            }
            None => self.refuse(connection, Some(id), &no(Code::Fault, "The bot has no idea.")),
        }
    }
}

/// Lets a bot think beside the server's own work.
async fn ponder(hub: &Hub, play: Box<dyn AnyMatch>, seat: Seat, level: Level) -> Option<Chosen> {
    let _thought = hub.brains.acquire().await.ok()?;
    let start = Instant::now();
    let thinking = tokio::task::spawn_blocking(move || {
        let mut rng = Rng::new(Seed::from_bytes(secrets::bytes()));
        bot::choose(play.as_ref(), seat, level, THOUGHT, &mut rng)
    });
    let chosen = thinking.await.ok().flatten(); // a bot that fails has no idea
    hub.metrics.thought.observe(start.elapsed().as_secs_f64());
    chosen
}
