//! What the people at a table ask of each other: taking something back, another pace, a rematch.

use boxwood_engine::{Seat, SeatSet};
use boxwood_protocol::{Code, Pace, Question, Refusal, Stage, Wish};
use boxwood_store::PersonId;

use super::{Chair, Decision, SUBSTITUTE, Table, check_limit, not_begun};
use crate::event::Event;
use crate::refuse::no;

/// Deciding.
impl Table {
    /// A seat wishes something; done at once if nobody has to be asked. Whoever is absent is not asked where it is
    /// about somebody who is.
    pub fn ask(&self, seat: usize, wish: Wish, absent: SeatSet) -> Result<Decision, Refusal> {
        // Somebody from outside who asks to sit down can wait.
        if self.question.as_ref().is_some_and(|question| question.wish != Wish::Sit) {
            return Err(no(Code::NoQuestion, "Another question is open; it comes first."));
        }
        if self.is_free(seat, wish)? {
            return self.fulfil(seat, wish);
        }
        if let Wish::Substitute { .. } = wish {
            let asked: SeatSet =
                self.concerned(seat, wish).iter().filter(|other| !absent.contains(*other)).collect();
            return match asked.is_empty() {
                true => self.fulfil(seat, wish),
                false => Ok(Event::Asked { by: seat, wish, of: Some(asked) }.into()),
            };
        }
        if !self.concerned(seat, wish).is_empty() {
            return Ok(Event::Asked { by: seat, wish, of: None }.into());
        }
        if wish == Wish::Undo && self.has_had_others(seat) {
            let why = "Whoever else has played here has left and cannot be asked, so only what has shown nothing \
                       can be taken back.";
            return Err(no(Code::NoUndo, why));
        }
        self.fulfil(seat, wish)
    }

    /// Whether the seat may have its wish without asking anybody; or why it cannot have it at all.
    fn is_free(&self, seat: usize, wish: Wish) -> Result<bool, Refusal> {
        match wish {
            Wish::Undo => {
                self.only_running()?;
                let play = self.play.as_ref().ok_or_else(not_begun)?;
                if play.before_last_of(seat).is_none() {
                    return Err(no(Code::NoUndo, "You have not done anything that could be taken back."));
                }
                Ok(play.can_undo(seat))
            }
            Wish::Pace { pace, limit_s } => {
                self.only_playable()?;
                check_limit(pace, limit_s)?;
                match self.stage() {
                    Stage::Over => Err(no(Code::WrongStage, "The game is over.")),
                    _ => Ok(false),
                }
            }
            Wish::Rematch if self.stage() != Stage::Over => {
                Err(no(Code::WrongStage, "A rematch comes when the game is over."))
            }
            Wish::Rematch if self.next.is_some() => {
                Err(no(Code::WrongStage, "The rematch is open already; its link is at the table."))
            }
            Wish::Rematch => Ok(false),
            Wish::Substitute { seat: absent } => {
                self.only_running()?;
                let own = self.chairs.get(seat).and_then(|chair| chair.person.as_ref());
                match self.chairs.get(absent).and_then(|chair| chair.player()) {
                    Some(person) if Some(person) != own => Ok(false),
                    _ => Err(no(Code::WrongStage, "At that seat nobody plays for whom a bot could.")),
                }
            }
            Wish::Sit => {
                Err(no(Code::NoQuestion, "To sit down, take the seat; those who play are asked then."))
            }
        }
    }

    /// A person answers what was asked, for all their seats; who asked may withdraw the question by
    /// disagreeing.
    pub fn answer(&self, person: Option<&PersonId>, question: u64, agree: bool) -> Result<Decision, Refusal> {
        let own: SeatSet =
            person.map_or(SeatSet::EMPTY, |person| self.seats_of(person).filter_map(Seat::new).collect());
        if own.is_empty() {
            return Err(no(Code::NoQuestion, "Only those who sit at the table are asked."));
        }
        let open = self.question.as_ref().filter(|open| open.id == question);
        let open = open.ok_or_else(|| no(Code::NoQuestion, "That question is settled already."))?;
        let asked: Vec<Seat> = own.iter().filter(|seat| open.waiting.contains(*seat)).collect();
        let Some(first) = asked.first() else {
            let asks = open.wish != Wish::Sit && Seat::new(open.by).is_some_and(|by| own.contains(by));
            if asks && !agree {
                return Ok(Event::Answered { seat: open.by, agree }.into());
            }
            return Err(no(Code::NoQuestion, "That question is not for you, or you have answered it."));
        };
        if !agree {
            return Ok(Event::Answered { seat: first.index(), agree }.into());
        }
        let answered = |seat: &Seat| Event::Answered { seat: seat.index(), agree };
        let mut decision = Decision { events: asked.iter().map(answered).collect(), rematch: None };
        if open.waiting.iter().all(|seat| asked.contains(&seat)) {
            let then = self.fulfil(open.by, open.wish)?;
            decision.events.extend(then.events);
            decision.rematch = then.rematch;
        }
        Ok(decision)
    }

    fn fulfil(&self, seat: usize, wish: Wish) -> Result<Decision, Refusal> {
        match wish {
            Wish::Undo => {
                let play = self.play.as_ref().ok_or_else(not_begun)?;
                let to = play.before_last_of(seat);
                let to = to.ok_or_else(|| no(Code::NoUndo, "There is nothing that could be taken back."))?;
                Ok(Event::Undone { seat, to }.into())
            }
            Wish::Pace { pace, limit_s } => Ok(Event::Paced { pace, limit_s }.into()),
            Wish::Rematch => Ok(Decision { events: vec![], rematch: Some(seat) }),
            Wish::Substitute { seat: absent } => Ok(Event::Lent { seat: absent, level: SUBSTITUTE }.into()),
            Wish::Sit => {
                let knock = self.knock.clone();
                let (person, name) = knock.ok_or_else(|| no(Code::NoQuestion, "Nobody asks to sit down."))?;
                let luck = self.chairs.get(seat).map(|chair| chair.luck.clone()).unwrap_or_default();
                Ok(Event::Sat { seat, person, name, luck }.into())
            }
        }
    }

    /// Who has to agree to what a seat wishes: all others who play themselves. To take something back, also those
    /// for whom a bot plays: it is their game too, and they come back.
    pub(super) fn concerned(&self, seat: usize, wish: Wish) -> SeatSet {
        let asker = self.chairs.get(seat).and_then(|chair| chair.person.as_ref());
        let counts = |chair: &Chair| {
            let person = if wish == Wish::Undo { chair.person.as_ref() } else { chair.player() };
            person.is_some() && person != asker
        };
        let chairs = self.chairs.iter().enumerate();
        chairs.filter(|(_, chair)| counts(chair)).filter_map(|(other, _)| Seat::new(other)).collect()
    }

    /// Whether anybody but the person of this seat has played in this match.
    pub(super) fn has_had_others(&self, seat: usize) -> bool {
        let own = self.chairs.get(seat).and_then(|chair| chair.person.as_ref());
        self.seen.iter().any(|(person, _)| Some(person) != own)
    }

    /// Whether this person has looked from this seat since the match began.
    pub(super) fn has_seen(&self, person: &PersonId, seat: usize) -> bool {
        self.seen.iter().any(|(eyes, from)| eyes == person && *from == seat)
    }
}

/// Applying.
impl Table {
    pub(super) fn open_question(&mut self, at: i64, by: usize, wish: Wish, of: Option<SeatSet>) {
        let waiting = of.unwrap_or_else(|| self.concerned(by, wish));
        self.question = Some(Question { id: self.number + 1, by, wish, waiting, guest: None });
        self.note_on(at, by, &format!("{{0:ask}} {}.", in_words(wish)));
    }

    /// Somebody from outside asks to go on at a seat that was left.
    pub(super) fn knock(
        &mut self,
        at: i64,
        seat: usize,
        person: &PersonId,
        name: &str,
    ) -> Result<(), Refusal> {
        self.seat(seat)?;
        let chairs = self.chairs.iter().enumerate().filter(|(_, chair)| chair.player().is_some());
        let waiting = chairs.filter_map(|(other, _)| Seat::new(other)).collect();
        let guest = Some(name.to_string());
        self.question = Some(Question { id: self.number + 1, by: seat, wish: Wish::Sit, waiting, guest });
        self.knock = Some((person.clone(), name.to_string()));
        let bot = self.name(seat);
        self.talk.note(at, format!("{name} asks to go on in place of {bot}."));
        Ok(())
    }

    pub(super) fn note_answer(&mut self, at: i64, seat: usize, agree: bool) -> Result<(), Refusal> {
        let who = self.seat(seat)?;
        let Some(question) = &mut self.question else { return Ok(()) };
        question.waiting.remove(who);
        if !agree {
            let is_knock = question.wish == Wish::Sit;
            let is_withdrawn = question.by == seat && !is_knock;
            self.question = None;
            if let Some((person, _)) = self.knock.take().filter(|_| is_knock) {
                self.turned_away.push(person);
            }
            let text = if is_withdrawn { "{0:take} the question back." } else { "{0} would rather not." };
            self.note_on(at, seat, text);
        }
        Ok(())
    }
}

fn in_words(wish: Wish) -> &'static str {
    match wish {
        Wish::Undo => "to take the last action back",
        Wish::Pace { pace: Pace::Live, .. } => "to play live",
        Wish::Pace { pace: Pace::Mail, .. } => "to play by mail",
        Wish::Rematch => "for a rematch",
        Wish::Sit => "to sit down",
        Wish::Substitute { .. } => "to let a bot play for somebody who is away",
    }
}
