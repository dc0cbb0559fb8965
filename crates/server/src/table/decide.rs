//! Deciding: what may happen next, and which events it makes. Nothing changes until they are taken.

use boxwood_engine::{AnyMatch, Clock, Input, Level, Seat, SeatSet, Viewer};
use boxwood_protocol::{Code, Pace, Refusal, SeatChange, Settings, Stage};
use boxwood_store::PersonId;
use serde_json::{Map, Value};

use super::{Chair, Decision, Deed, SUBSTITUTE, Table, check_settings, guarded, no_seat, not_begun};
use crate::event::Event;
use crate::refuse::{NOT_YOUR_TURN, engine, no};
use crate::{names, secrets};

/// How many seats somebody who was invited may take, with guests on the same device.
const GUESTS: usize = 2;

/// Before the game.
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
            self.only_playable()?;
            return Err(no(Code::WrongStage, "The game is over; a rematch has new seats."));
        }
        let own = || match &chair.person {
            Some(owner) if owner == person => Ok(()),
            _ => Err(no(Code::NotYourSeat, "That is not your seat.")),
        };
        match change {
            SeatChange::Sit { name, luck } => {
                let name = name.as_deref().unwrap_or(known_as);
                self.sit_down(person, seat, name, luck.as_deref())
            }
            SeatChange::Stand => {
                let may_free = stage == Stage::Waiting && *person == self.host && !chair.is_free();
                if !may_free {
                    own()?;
                }
                Ok(self.stand_up(seat, chair))
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
            SeatChange::Bot { level } => self.seat_bot(person, seat, *level),
            SeatChange::Remove { ban } => self.send_away(person, seat, *ban),
        }
    }

    fn send_away(&self, person: &PersonId, seat: usize, ban: bool) -> Result<Decision, Refusal> {
        self.only_host(person)?;
        let chair = self.chair(seat)?;
        match &chair.person {
            None => Err(no(Code::SeatTaken, "Nobody sits there who could be sent away.")),
            Some(owner) if owner == person => {
                Err(no(Code::SeatTaken, "That is your own seat; you can give it up instead."))
            }
            Some(_) => {
                let bot = (self.stage() != Stage::Waiting).then_some(chair.bot.unwrap_or(SUBSTITUTE));
                Ok(Event::Removed { seat, bot, ban }.into())
            }
        }
    }

    /// The host wants somebody who has said something to be silent.
    pub fn silence(&self, person: &PersonId, speaker: usize) -> Result<Decision, Refusal> {
        self.only_host(person)?;
        let spoken = self.talk.spoken(speaker);
        let (who, name) =
            spoken.ok_or_else(|| no(Code::NotFound, "Nobody of that number has said anything lately."))?;
        if self.seats_of(who).next().is_some() {
            return Err(no(Code::SeatTaken, "Whoever sits at the table is removed from the seat instead."));
        }
        Ok(Event::Banned { person: who.clone(), name: name.to_string() }.into())
    }

    fn only_wanted(&self, person: &PersonId) -> Result<(), Refusal> {
        if self.banned.contains(person) {
            return Err(no(Code::NotYourSeat, "The host of this table has sent you away; you can look on."));
        }
        Ok(())
    }

    fn sit_down(
        &self,
        person: &PersonId,
        seat: usize,
        name: &str,
        luck: Option<&str>,
    ) -> Result<Decision, Refusal> {
        self.only_wanted(person)?;
        let (chair, is_waiting) = (self.chair(seat)?, self.stage() == Stage::Waiting);
        let can_sit = if is_waiting { chair.person.is_none() } else { chair.left };
        if !can_sit {
            return Err(taken_by(chair));
        }
        if is_waiting && *person != self.host {
            self.only_as_a_visitor(person, chair)?;
        }
        let name = names::unlike(names::name(name)?, self.other_names(seat));
        if !is_waiting && !self.may_go_on(person, seat)? {
            return Ok(Event::Knocked { seat, person: person.clone(), name }.into());
        }
        // Once the game has begun the shuffle is made, and its words stay.
        let luck = if is_waiting { names::luck(luck)? } else { chair.luck.clone() };
        Ok(Event::Sat { seat, person: person.clone(), name, luck }.into())
    }

    /// A visitor takes a free seat, and one more for somebody on the same device where only invited people come;
    /// all others are the host's to give.
    fn only_as_a_visitor(&self, person: &PersonId, chair: &Chair) -> Result<(), Refusal> {
        if chair.has_bot() {
            return Err(no(
                Code::SeatTaken,
                format!("{} sits there; the host can free the seat.", chair.name),
            ));
        }
        let most = if self.settings.listed { 1 } else { GUESTS };
        if self.seats_of(person).count() >= most {
            let why = "You have a seat already, and others want to play too; the host can free seats.";
            return Err(no(Code::SeatTaken, why));
        }
        Ok(())
    }

    /// Whether somebody may go on at a seat that was left without asking anybody; an error if not even then.
    ///
    /// Nobody plays with the knowledge of two hands. And since one person can have two names, those who play are
    /// asked about everybody who has not sat there before.
    fn may_go_on(&self, person: &PersonId, seat: usize) -> Result<bool, Refusal> {
        let mut seen = self.seen.iter().filter(|(eyes, _)| eyes == person).map(|(_, from)| *from).peekable();
        if seen.peek().is_some() {
            if seen.any(|from| from == seat) {
                return Ok(true);
            }
            let why = "You have seen another hand in this game, so you cannot play this one as well.";
            return Err(no(Code::NotYourSeat, why));
        }
        if self.chairs.iter().all(|chair| chair.player().is_none()) {
            return Ok(true);
        }
        if self.turned_away.contains(person) {
            let why = "Those who play would rather go on without another player; you can look on.";
            return Err(no(Code::NotYourSeat, why));
        }
        if self.question.is_some() {
            return Err(no(
                Code::NoQuestion,
                "The players are being asked something already; please wait for it.",
            ));
        }
        Ok(false)
    }

    fn stand_up(&self, seat: usize, chair: &Chair) -> Decision {
        let bot = (self.stage() != Stage::Waiting).then_some(chair.bot.unwrap_or(SUBSTITUTE));
        let mut decision = Decision::from(Event::Stood { seat, bot });
        if chair.person.as_ref() == Some(&self.host) && self.seats_of(&self.host).count() == 1 {
            let mut others = self.chairs.iter().filter_map(|chair| chair.person.as_ref());
            if let Some(heir) = others.find(|other| **other != self.host) {
                decision.events.push(Event::Hosted { host: heir.clone() });
            }
        }
        decision
    }

    fn seat_bot(&self, person: &PersonId, seat: usize, level: Level) -> Result<Decision, Refusal> {
        self.only_host(person)?;
        self.only_waiting()?;
        let chair = self.chair(seat)?;
        if chair.person.is_some() {
            return Err(taken_by(chair));
        }
        Ok(Event::Bot { seat, level }.into())
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

    /// The options; by mail, a live game goes turn by turn if it can, unless the host wants otherwise.
    fn paced_options(&self) -> Map<String, Value> {
        let mut options = self.settings.options.clone();
        if self.settings.pace == Pace::Mail
            && let Some((option, by_turns)) = self.game.by_turns()
            && !options.contains_key(option)
        {
            options.insert(option.into(), by_turns.into());
        }
        options
    }
}

/// Inputs of the game.
impl Table {
    /// What a seat does, judged by what its sender had seen.
    pub fn act(&self, seat: usize, seen: u64, deed: &Deed) -> Result<Decision, Refusal> {
        let play = self.running()?;
        let stale = || no(Code::Stale, "The table has changed since you looked; please look again.");
        let version = self.version_at(seen).ok_or_else(stale)?;
        let is_current = version == play.status().version;
        let who = self.seat(seat)?;
        let input = guarded(|| {
            if is_current {
                Ok(Input::Act(who, meant(play, seat, deed)?))
            } else {
                overtaken(play, who, version, deed)
            }
        });
        let input = input.map_err(|refusal| match refusal.code {
            Code::NoMeaning if !is_current => stale(),
            // Where the rules have more to say than that, they say it.
            Code::NotYourTurn if !is_current && refusal.message == NOT_YOUR_TURN => stale(),
            _ => refusal,
        })?;
        Ok(Event::Input(input).into())
    }

    /// The plainest action for a seat whose player has run out of time; `None` if the game has none for it.
    pub fn stand_in(&self, seat: usize) -> Result<Option<Decision>, Refusal> {
        let play = self.running()?;
        let (who, action) = (self.seat(seat)?, guarded(|| play.stand_in(seat))?);
        Ok(action.map(|action| Event::Input(Input::Act(who, action)).into()))
    }

    /// Closes the window of this id.
    pub fn expire(&self, clock: u32) -> Result<Decision, Refusal> {
        self.running()?;
        self.only_open(clock)?;
        Ok(Event::Input(Input::Expire(Some(clock))).into())
    }

    /// The version of the match that a sender had seen at this event; `None` if that is too long ago.
    pub(super) fn version_at(&self, seen: u64) -> Option<usize> {
        self.history.version_at(seen).filter(|_| seen <= self.number)
    }

    /// A seat has nothing more to do in the window of this id.
    pub fn enough(&self, seat: usize, clock: u32) -> Result<Decision, Refusal> {
        self.only_running()?;
        self.only_open(clock)?;
        if self.settings.pace == Pace::Live {
            return Err(no(Code::WrongStage, "The clock closes the window by itself."));
        }
        self.seat(seat)?;
        Ok(Event::Enough { seat, clock }.into())
    }

    /// The open windows in which nobody has anything more to do: those who play at the table have all said so,
    /// or, in a window of one seat, the person who plays there.
    pub fn exhausted(&self) -> Vec<u32> {
        if self.settings.pace == Pace::Live {
            return vec![];
        }
        let plays = |seat: Seat| self.chairs[seat.index()].player().is_some();
        let players: SeatSet = Seat::all(self.chairs.len()).filter(|seat| plays(*seat)).collect();
        let is_exhausted = |clock: &&Clock| {
            let said = self.enough_in(clock.id);
            let has_enough = |seat: Seat| said.contains(seat);
            match clock.seat.filter(|seat| players.contains(*seat)) {
                Some(seat) => has_enough(seat),
                None => !said.is_empty() && players.iter().all(has_enough),
            }
        };
        self.clocks().iter().filter(is_exhausted).map(|clock| clock.id).collect()
    }

    /// Who has said `enough` in this window.
    pub(super) fn enough_in(&self, clock: u32) -> SeatSet {
        self.enough.iter().find(|(id, _)| *id == clock).map_or(SeatSet::EMPTY, |(_, said)| *said)
    }

    fn only_open(&self, clock: u32) -> Result<(), Refusal> {
        if self.clocks().iter().any(|open| open.id == clock) {
            return Ok(());
        }
        Err(no(Code::Stale, "That window is closed already."))
    }
}

/// Around the game.
impl Table {
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
        // Whoever looks on does not speak under the name of somebody who plays.
        let from = match seat {
            Some(seat) => self.name(seat).to_string(),
            None => names::unlike(known_as.to_string(), self.chairs.iter().map(|chair| chair.name.as_str())),
        };
        self.only_wanted(person)?;
        Ok(Event::Chat { from, seat, text: names::chat(text)?, person: Some(person.clone()) }.into())
    }

    /// The beginning of a rematch: everybody moves on by one seat, so that another begins.
    ///
    /// Whoever has lent the seat and is not the one who wished for it is not taken along: a bot plays there.
    pub fn rematch(&self, asker: usize) -> Vec<Event> {
        let seats = self.chairs.len();
        let asks = self.chairs.get(asker).and_then(|chair| chair.person.as_ref());
        let comes = |chair: &Chair| match &chair.person {
            Some(person) if chair.bot.is_none() || Some(person) == asks => Some(person.clone()),
            _ => None,
        };
        let mut people = self.chairs.iter().filter_map(comes);
        let first = people.next();
        let host_comes = first.as_ref() == Some(&self.host) || people.any(|person| person == self.host);
        let mut events = vec![Event::Opened {
            host: first.filter(|_| !host_comes).unwrap_or_else(|| self.host.clone()),
            settings: self.settings.clone(),
            seats,
            secret: secrets::key(),
        }];
        events.extend((0..seats).map(|seat| {
            let chair = &self.chairs[(seat + 1) % seats];
            match comes(chair) {
                Some(person) => {
                    Event::Sat { seat, person, name: chair.name.clone(), luck: chair.luck.clone() }
                }
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
}

/// Who may do what when.
impl Table {
    fn chair(&self, seat: usize) -> Result<&Chair, Refusal> {
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

    pub(super) fn only_running(&self) -> Result<(), Refusal> {
        match self.stage() {
            Stage::Waiting => Err(not_begun()),
            Stage::Running => Ok(()),
            Stage::Over => {
                self.only_playable()?;
                Err(no(Code::GameOver, "The game is over."))
            }
        }
    }

    /// The match, once it has begun.
    pub fn begun(&self) -> Result<&dyn AnyMatch, Refusal> {
        self.only_playable()?;
        self.play.as_deref().ok_or_else(not_begun)
    }

    /// The match, while it runs.
    fn running(&self) -> Result<&dyn AnyMatch, Refusal> {
        self.only_running()?;
        self.begun()
    }
}

fn taken_by(chair: &Chair) -> Refusal {
    no(Code::SeatTaken, format!("{} sits there already.", chair.name))
}

/// The action that a deed means in this match, as it is stored; or why it cannot be done.
fn meant(play: &dyn AnyMatch, seat: usize, deed: &Deed) -> Result<Value, boxwood_engine::Refusal> {
    match deed {
        Deed::Action(action) => play.check(seat, action),
        Deed::Path(path) => play.intent(seat, path),
    }
}

/// What becomes of a deed whose sender had seen an earlier version, because others were faster.
///
/// It counts if it was legal when it was sent and still is; if it no longer is, the game says what being
/// late costs. Where the game judges by arrival, it counts if it is legal now, whatever was seen; so do two quick
/// ones of the same player. The same one twice counts once: it was sent again.
fn overtaken(
    play: &dyn AnyMatch,
    seat: Seat,
    version: usize,
    deed: &Deed,
) -> Result<Input<Value>, boxwood_engine::Refusal> {
    let gone = || boxwood_engine::Refusal::NoMeaning;
    let now = meant(play, seat.index(), deed);
    let has_acted = play.before_last_of(seat.index()).is_some_and(|own| own >= version);
    if has_acted && is_repeated(play, seat, version, deed) {
        return Err(gone());
    }
    if let Ok(action) = &now
        && play.copy().late(seat.index(), action).is_ok()
    {
        return Ok(Input::Act(seat, action.clone()));
    }
    if has_acted {
        return Err(now.err().filter(is_about_the_rules).unwrap_or_else(gone));
    }
    let then = play.at(version).ok_or_else(gone)?;
    // What is wrong with it now is of more use than what was wrong with it then.
    let action = meant(then.as_ref(), seat.index(), deed).map_err(|then| match &now {
        Err(now) if is_about_the_rules(now) => now.clone(),
        _ => then,
    })?;
    if play.check(seat.index(), &action).is_ok() {
        return Ok(Input::Act(seat, action));
    }
    play.copy().late(seat.index(), &action)?; // only the game itself can say whether it takes it
    Ok(Input::Late(seat, action))
}

/// Whether the rules forbid it, and say why.
fn is_about_the_rules(refusal: &boxwood_engine::Refusal) -> bool {
    matches!(refusal, boxwood_engine::Refusal::Refused(boxwood_engine::Refused::Illegal(_)))
}

/// Whether this seat has done the same since that version.
fn is_repeated(play: &dyn AnyMatch, seat: Seat, version: usize, deed: &Deed) -> bool {
    let sent = match deed {
        Deed::Action(action) => action,
        // What touching the same twice means depends on what it meant the first time.
        Deed::Path(_) => return true,
    };
    let inputs = play.record().map(|record| record.inputs).unwrap_or_default();
    inputs.iter().skip(version).any(|input| match input {
        Input::Act(by, action) | Input::Late(by, action) => *by == seat && action == sent,
        Input::Expire(_) => false,
    })
}
