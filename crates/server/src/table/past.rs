//! Reading the past: what each event does to a table.

use super::*;

/// Reading the past.
impl Table {
    /// The table that these events make.
    pub fn from_events(id: TableId, events: &[(i64, Event)]) -> Result<Table, Refusal> {
        let (first, rest) = events.split_first().ok_or_else(|| no(Code::NotFound, NO_TABLE))?;
        let (at, Event::Opened { host, settings, seats, secret }) = first else {
            return Err(no(Code::Fault, "The table's record does not begin with its opening."));
        };
        let game = find(&settings.game)?;
        let mut table = Table {
            id,
            host: host.clone(),
            settings: settings.clone(),
            game,
            chairs: vec![Chair::default(); *seats],
            play: None,
            number: 1,
            question: None,
            chat: VecDeque::new(),
            lines: 0,
            next: None,
            moved_at: *at,
            secret: secret.clone(),
            began_at: *at,
            enough: (0, SeatSet::EMPTY),
            history: VecDeque::new(),
        };
        for (at, event) in rest {
            table.take(event, *at)?;
        }
        Ok(table)
    }

    /// Takes the next event. If it is refused, nothing has changed.
    pub fn take(&mut self, event: &Event, at: i64) -> Result<(), Refusal> {
        match event {
            Event::Opened { .. } => return Err(no(Code::Fault, "A table is opened only once.")),
            Event::Set { settings, seats } => {
                self.game = find(&settings.game)?;
                self.settings = settings.clone();
                self.chairs.resize_with(*seats, Chair::default);
            }
            Event::Sat { seat, person, name, luck } => {
                *self.chair_mut(*seat)? = Chair {
                    person: Some(person.clone()),
                    name: name.clone(),
                    luck: luck.clone(),
                    bot: None,
                    left: false,
                };
                self.note_on(at, *seat, "{0:sit} down.");
            }
            Event::Stood { seat, bot } => {
                let is_over = self.stage() == Stage::Over;
                let successor = self.bot_name(*seat);
                let chair = self.chair_mut(*seat)?;
                let before = std::mem::take(chair);
                let text = match bot {
                    Some(_) if !is_over => format!("{{0:leave}}; {successor} goes on."),
                    _ => "{0:leave}.".to_string(),
                };
                let leaver = before.clone();
                if let Some(level) = bot {
                    // The word stays: the shuffle was made with it. Who has played to the end keeps the name.
                    let name = if is_over { before.name } else { successor };
                    *chair = Chair { name, luck: before.luck, bot: Some(*level), person: None, left: true };
                }
                self.question = None; // it was asked of other people
                self.note_about(at, &leaver, &text);
            }
            Event::Bot { seat, level } => {
                let name = self.bot_name(*seat);
                *self.chair_mut(*seat)? = Chair { name, bot: Some(*level), ..Chair::default() };
            }
            Event::Lent { seat, level } => {
                let chair = self.chair_mut(*seat)?;
                chair.bot = Some(*level);
                self.note_on(at, *seat, "A bot plays for {0} for a while.");
            }
            Event::TakenBack { seat } => {
                let chair = self.chair_mut(*seat)?;
                chair.bot = None;
                self.note_on(at, *seat, "{0:be} back.");
            }
            Event::Hosted { host } => self.host = host.clone(),
            Event::Started { rules, options } => {
                if *rules != self.game.info().rules {
                    return Err(no(
                        Code::Fault,
                        format!(
                            "This game was begun under version {rules} of its rules, and this program plays \
                             version {}; the version of Boxwood that began it can go on with it.",
                            self.game.info().rules
                        ),
                    ));
                }
                let options_value = Value::Object(options.clone());
                let begun = self.game.begin(&options_value, self.chairs.len(), self.seed());
                self.play = Some(begun.map_err(|why| engine(&why))?);
                self.settings.options = options.clone();
                (self.began_at, self.moved_at) = (at, at);
            }
            Event::Input(input) => {
                let play = self.play.as_mut().ok_or_else(not_begun)?;
                guarded(|| play.input(input))?;
                self.moved(at);
            }
            Event::Undone { seat, to } => {
                let play = self.play.as_ref().ok_or_else(not_begun)?;
                let earlier =
                    play.at(*to).ok_or_else(|| no(Code::NoUndo, "There is no such earlier moment."))?;
                self.play = Some(earlier);
                // What was sent before cannot be told from what was sent for the same version after, nor
                // a window that was open then from one that the game opens under the same number.
                self.history.clear();
                self.enough = (0, SeatSet::EMPTY);
                self.moved(at);
                self.note_on(at, *seat, "{0:take} the last action back.");
            }
            Event::Enough { seat, clock } => {
                let seat = self.seat(*seat)?;
                self.enough = (*clock, self.enough_in(*clock).with(seat));
            }
            Event::Asked { by, wish } => {
                let waiting = self.concerned(*by);
                self.question = Some(Question { id: self.number + 1, by: *by, wish: *wish, waiting });
                self.note_on(at, *by, &format!("{{0:ask}} {}.", in_words(wish)));
            }
            Event::Answered { seat, agree } => {
                let who = self.seat(*seat)?;
                if let Some(question) = &mut self.question {
                    question.waiting.remove(who);
                    if !agree {
                        let withdrawn = question.by == *seat;
                        self.question = None;
                        let text =
                            if withdrawn { "{0:take} the question back." } else { "{0} would rather not." };
                        self.note_on(at, *seat, text);
                    }
                }
            }
            Event::Paced { pace, limit_s } => {
                self.settings.pace = *pace;
                self.settings.limit_s = *limit_s;
                self.question = None;
                self.moved_at = at; // the new thinking time begins now
                let how = if *pace == Pace::Live { "live" } else { "by mail" };
                self.note(at, format!("The table plays {how} now."));
            }
            Event::Chat { from, seat, text } => {
                let chat = Chat { from: from.clone(), seat: *seat, text: text.clone(), at };
                self.keep(Line { chat, to: None });
            }
            Event::Rematch { table } => {
                self.next = Some(table.clone());
                self.question = None;
            }
        }
        self.count();
        Ok(())
    }

    /// One more event has happened.
    pub(super) fn count(&mut self) {
        self.number += 1;
        let version = self.play.as_ref().map(|play| play.status().version);
        if let Some(version) = version
            && self.history.back().is_none_or(|(_, last)| *last != version)
        {
            self.history.push_back((self.number, version));
            if self.history.len() > HISTORY {
                self.history.pop_front();
            }
        }
    }

    /// After a change of the match nobody has to answer what was asked before it.
    pub(super) fn moved(&mut self, at: i64) {
        self.moved_at = at;
        self.question = None;
    }

    pub(super) fn note(&mut self, at: i64, text: String) {
        self.keep(Line { chat: Chat { from: String::new(), seat: None, text, at }, to: None });
    }

    /// Tells what whoever sits at a seat has done; `{0}` stands for them.
    fn note_on(&mut self, at: i64, seat: usize, sentence: &str) {
        let chair = self.chairs.get(seat).cloned().unwrap_or_default();
        self.note_about(at, &chair, sentence);
    }

    fn note_about(&mut self, at: i64, chair: &Chair, sentence: &str) {
        let names = std::slice::from_ref(&chair.name);
        let told = |reader| boxwood_scene::render(sentence, &Names { names, reader });
        let chat = Chat { from: String::new(), seat: None, text: told(None), at };
        let to = chair.person.clone().map(|person| Address {
            person,
            name: chair.name.clone(),
            text: told(Seat::new(0)),
        });
        self.keep(Line { chat, to });
    }

    pub(super) fn keep(&mut self, line: Line) {
        if self.chat.len() == CHAT {
            self.chat.pop_front();
        }
        self.lines += 1;
        self.chat.push_back(line);
    }
}
