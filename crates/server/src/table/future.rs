//! Deciding about the future: what may happen next, and what follows from it.

use super::*;

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
    pub(super) fn paced_options(&self) -> Map<String, Value> {
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
    pub(super) fn taken(&mut self, at: i64) {
        self.moved(at);
        self.count();
    }

    /// The version of the match that somebody had seen at this event; `None` if too long ago.
    pub(super) fn version_at(&self, seen: u64) -> Option<usize> {
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
    pub(super) fn enough_in(&self, clock: u32) -> SeatSet {
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

    pub(super) fn fulfil(&self, seat: usize, wish: Wish) -> Result<Decision, Refusal> {
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

    pub(super) fn chair(&self, seat: usize) -> Result<&Chair, Refusal> {
        self.chairs.get(seat).ok_or_else(|| no_seat(self.chairs.len()))
    }

    pub(super) fn chair_mut(&mut self, seat: usize) -> Result<&mut Chair, Refusal> {
        let seats = self.chairs.len();
        self.chairs.get_mut(seat).ok_or_else(|| no_seat(seats))
    }

    pub(super) fn seat(&self, seat: usize) -> Result<Seat, Refusal> {
        self.chair(seat)?;
        Seat::new(seat).ok_or_else(|| no_seat(self.chairs.len()))
    }

    pub(super) fn only_host(&self, person: &PersonId) -> Result<(), Refusal> {
        if *person == self.host {
            return Ok(());
        }
        Err(no(Code::NotTheHost, "Only the host of the table can do that."))
    }

    pub(super) fn only_waiting(&self) -> Result<(), Refusal> {
        if self.stage() == Stage::Waiting {
            return Ok(());
        }
        Err(no(Code::WrongStage, "The game has begun already."))
    }

    pub(super) fn only_running(&self) -> Result<(), Refusal> {
        match self.stage() {
            Stage::Waiting => Err(not_begun()),
            Stage::Running => Ok(()),
            Stage::Over => Err(no(Code::GameOver, "The game is over.")),
        }
    }
}
