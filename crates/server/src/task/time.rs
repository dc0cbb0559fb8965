//! What the table waits for: clocks, thinking time, bots.

use super::*;

/// Time.
impl Task {
    /// Notes what the present state of the table waits for: clocks and bots.
    pub(super) fn settle(&mut self) {
        let now = Instant::now();
        let status = self.table.play.as_ref().map(|play| play.status());
        let open = status.and_then(|status| status.clock);
        let runs = self.table.settings.pace == Pace::Live && !self.members.is_empty();
        self.clock = match (open, self.clock) {
            (Some(open), Some((id, since))) if open.id == id && runs => Some((id, since)),
            (Some(open), _) if runs => Some((open.id, now)),
            _ => None,
        };
        let active = status.map_or(SeatSet::EMPTY, |status| status.active);
        let anybody =
            !self.members.is_empty() || self.table.chairs.iter().any(|chair| chair.player().is_some());
        let plays = |seat: usize| {
            anybody
                && Seat::new(seat).is_some_and(|seat| active.contains(seat))
                && self.table.chairs[seat].bot.is_some()
        };
        self.bots.retain(|(seat, _)| plays(*seat));
        let fresh: Vec<usize> = (0..self.table.chairs.len())
            .filter(|seat| plays(*seat))
            .filter(|seat| Seat::new(*seat).is_some_and(|seat| !self.thinking.contains(seat)))
            .filter(|seat| self.bots.iter().all(|(other, _)| other != seat))
            .collect();
        for seat in fresh {
            let pause = self.pause(seat);
            self.bots.push((seat, now + pause));
        }
    }

    /// How long a bot waits before it thinks: people want to see what it does, and to have a chance in a race.
    pub(super) fn pause(&mut self, seat: usize) -> Duration {
        let racing = self.table.active().len() > 1
            && self.table.play.as_ref().is_some_and(|play| play.status().clock.is_some());
        let base = self.hub.config.bot_pause.as_millis() as u64;
        let base = match self.table.chairs[seat].bot {
            Some(Level::Strong) | None => base,
            Some(Level::Medium) => base * if racing { 2 } else { 1 },
            Some(Level::Easy | Level::Random) => base * if racing { 3 } else { 1 },
        };
        let spread = u32::try_from(base / 2 + 1).unwrap_or(1);
        Duration::from_millis(base + u64::from(self.rng.below(spread)))
    }

    pub(super) fn clock_deadline(&self) -> Option<Instant> {
        let (_, since) = self.clock?;
        let open = self.table.play.as_ref()?.status().clock?;
        // What was sent in time counts, even if it has a long way.
        let slowest = self.members.iter().map(|member| member.latency.load(Ordering::Relaxed)).max();
        let grace = Duration::from_micros(slowest.unwrap_or(0).into());
        let grace = grace.min(Duration::from_millis(FAIRNESS_MS.into()));
        Some(since + Duration::from_millis(open.ms.into()) + grace)
    }

    /// When the thinking time of whoever may decide is over, if they are people and have a limit.
    pub(super) fn think_deadline(&self) -> Option<i64> {
        let limit = i64::from(self.table.settings.limit_s?) * 1000;
        let active = self.table.active();
        let person = active.iter().any(|seat| self.table.chairs[seat.index()].player().is_some());
        let since = match self.table.settings.pace {
            // While nobody was there, or the server was away, nobody could play.
            Pace::Live if self.members.is_empty() => return None,
            Pace::Live => self.table.moved_at.max(self.awake_at),
            Pace::Mail => self.table.moved_at,
        };
        (person && self.clock.is_none()).then_some(since + limit)
    }

    /// Closes the open window.
    pub(super) async fn expire(&mut self, now: Instant) {
        let expired = self.table.expire(now_ms());
        if let Err(refusal) = self.played(expired, now).await {
            tracing::error!(table = tag(&self.table.id), %refusal, "a window could not be closed");
        }
    }

    /// Does the plainest thing for everybody who has run out of time.
    pub(super) async fn stand_in(&mut self, now: Instant) {
        for seat in self.table.active().iter() {
            let is_late =
                self.table.active().contains(seat) && self.table.chairs[seat.index()].player().is_some();
            if !is_late {
                continue;
            }
            match self.table.stand_in(seat.index(), now_ms()) {
                Ok(Some(event)) => {
                    if self.played(Ok(event), now).await.is_err() {
                        return;
                    }
                }
                Ok(None) => self.table.moved_at = now_ms(), // not again at once
                Err(refusal) => {
                    tracing::error!(table = tag(&self.table.id), %refusal, "nobody could stand in");
                    self.table.moved_at = now_ms();
                }
            }
        }
    }
}
