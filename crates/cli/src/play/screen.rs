//! The state of the full-screen table: what is shown, what is asked, what the cursor is on.
//!
//! Nothing here draws or reads a terminal, so tests press keys and look at the state.

use std::time::{Duration, Instant};

use boxwood_bots::Thought;
use boxwood_engine::{Chosen, Clock, Seat, Viewer};
use boxwood_scene::{Key, Scene};

use super::choose::{Narrowing, Stop, Touch, key_name, phrases, sentence};
use super::draw::Hit;
use super::table::{Plan, Table};
use super::thinking::Work;
use crate::Trouble;

/// What the keys mean at the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The cursor moves over what can be touched.
    Table,
    /// The offers as a list, with what has been typed and the line the cursor is on.
    List {
        /// What has been typed.
        typed: String,
        /// The line, among those that fit.
        at: usize,
    },
    /// The cursor moves over everything, to ask what it is and why not.
    Look(Key),
    /// The rules, from this line on.
    Guide(usize),
    /// The log, so many lines back from its end.
    Log(usize),
    /// The keys.
    Keys,
    /// Really leave?
    Leave,
    /// Hides everything until this person is at the screen.
    Curtain(Seat),
}

/// A sentence that stays until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// Something was refused.
    Refused(String),
    /// Something worth knowing.
    Told(String),
}

/// The whole screen.
pub struct Screen {
    pub(super) plan: Plan,
    pub(super) table: Table,
    pub(super) at_screen: Option<Seat>,
    pub(super) asked: Option<Seat>,
    pub(super) viewer: Viewer,
    pub(super) scene: Scene,
    pub(super) log: Vec<String>,
    pub(super) fresh: usize,
    pub(super) narrowing: Narrowing,
    pub(super) stops: Vec<Stop>,
    pub(super) at: usize,
    pub(super) number: i32,
    pub(super) typed: String,
    pub(super) aim: (i32, i32),
    pub(super) mode: Mode,
    pub(super) notice: Option<Notice>,
    pub(super) hint: Option<Thought>,
    pub(super) hits: Vec<Hit>,
    pub(super) skip: bool,
    pub(super) clocks: Vec<(Clock, Instant)>,
    pub(super) work: Option<Work>,
    pub(super) hinting: Option<Work>,
    pub(super) changed: Instant,
}

impl Screen {
    /// Begins a match as planned.
    pub fn new(plan: &Plan) -> Result<Screen, Trouble> {
        Ok(Screen::at(plan, plan.begin()?))
    }

    /// Shows a match that is already running.
    pub fn at(plan: &Plan, table: Table) -> Screen {
        let mut screen = Screen {
            plan: plan.clone(),
            table,
            at_screen: None,
            asked: None,
            viewer: Viewer::Spectator,
            scene: Scene::default(),
            log: vec![],
            fresh: 0,
            narrowing: Narrowing::default(),
            stops: vec![],
            at: 0,
            number: 0,
            typed: String::new(),
            aim: (0, 0),
            mode: Mode::Table,
            notice: None,
            hint: None,
            hits: vec![],
            skip: false,
            clocks: vec![],
            work: None,
            hinting: None,
            changed: Instant::now(),
        };
        screen.refresh();
        let version = screen.table.game().status().version;
        screen.fresh = screen.log.len() - screen.table.log(screen.viewer, version).len();
        screen
    }

    /// The match and those around it.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// What the keys mean at the moment.
    pub fn mode(&self) -> &Mode {
        &self.mode
    }

    /// Where the cursor can stop now.
    pub fn stops(&self) -> &[Stop] {
        &self.stops
    }

    /// What the cursor is on.
    pub fn stop(&self) -> Option<&Stop> {
        self.stops.get(self.at)
    }

    /// Remembers where everything was drawn, for the arrow keys.
    pub fn set_hits(&mut self, hits: Vec<Hit>) {
        self.hits = hits;
    }

    /// Looks at the match again after something has changed.
    pub(super) fn refresh(&mut self) {
        let status = self.table.game().status();
        self.asked = self.table.next_person(self.at_screen);
        if let Some(seat) = self.asked
            && self.at_screen != Some(seat)
        {
            let mut others = self.table.seating().people();
            if others.any(|other| self.table.keep_apart(other, seat)) {
                self.mode = Mode::Curtain(seat);
            }
            self.at_screen = Some(seat);
            self.narrowing = Narrowing::default();
        }
        self.viewer = match self.at_screen.filter(|_| !status.over) {
            Some(seat) => Viewer::Seat(seat),
            None => self.table.onlooker(),
        };
        self.scene = self.table.scene(self.viewer).flattened();
        let names = self.table.seating();
        for zone in &mut self.scene.zones {
            if let Some(owner) = zone.owner {
                zone.label = super::draw::owned_label(zone, names.name(owner), self.viewer.is(owner));
            }
        }
        self.log = self.table.log(self.viewer, 0);
        self.fresh = self.fresh.min(self.log.len());
        let offers = self.asked.map(|seat| self.table.offers(seat)).unwrap_or_default();
        self.narrowing.renew(offers);
        self.find_stops();
        self.changed = Instant::now();
        self.skip = false;
        let running = std::mem::take(&mut self.clocks);
        let since = |id| running.iter().find(|(clock, _)| clock.id == id).map(|(_, since)| *since);
        let started = |clock: &Clock| (*clock, since(clock.id).unwrap_or_else(Instant::now));
        self.clocks = status.clocks.iter().map(started).collect();
    }

    /// Finds out where the cursor can stop; it stays where it is, if it can.
    pub(super) fn find_stops(&mut self) {
        let before = self.stop().cloned();
        self.stops = if self.asked.is_some() { self.narrowing.stops(&self.scene) } else { vec![] };
        self.at = before.and_then(|stop| self.stops.iter().position(|other| *other == stop)).unwrap_or(0);
        self.typed.clear();
        for stop in &self.stops {
            match stop {
                Stop::Number(values) if !values.contains(&self.number) => {
                    self.number = values.first().copied().unwrap_or(0);
                }
                Stop::Aim(x, y) => self.aim = (self.aim.0.clamp(x.0, x.1), self.aim.1.clamp(y.0, y.1)),
                _ => {}
            }
        }
        if self.stops.is_empty() && self.narrowing.remaining().count() > 1 && self.mode == Mode::Table {
            self.mode = Mode::List { typed: String::new(), at: 0 };
        }
    }

    /// The key that touching the stop under the cursor would touch.
    pub(super) fn stop_key(&self) -> Option<Key> {
        Some(match self.stop()? {
            Stop::Key(key) => key.clone(),
            Stop::Number(_) => Key::number(self.number),
            Stop::Aim(..) => Key::point(self.aim.0, self.aim.1),
            Stop::Text(_) => Key::text(&self.typed),
        })
    }

    /// Touches something: narrows, chooses, or learns why not.
    pub(super) fn touch(&mut self, key: &Key) {
        let Some(seat) = self.asked else {
            self.notice = Some(Notice::Told("Wait until you are asked.".into()));
            return;
        };
        match self.narrowing.touch(key, &self.scene) {
            Touch::Done(chosen) => self.act(seat, &chosen),
            Touch::Further => {
                self.mode = Mode::Table;
                self.find_stops();
            }
            Touch::Ask(path) => self.ask(seat, path),
        }
    }

    /// Does what a path means that was not touched step by step, or learns why it means nothing.
    pub(super) fn ask(&mut self, seat: Seat, path: Vec<Key>) {
        match self.table.meaning(seat, &path) {
            Ok(action) => {
                let label = path.join(" ");
                self.act(seat, &Chosen { action, offer: boxwood_scene::Offer::new(label, path) });
            }
            Err(why) if sentence(&self.scene, &path).is_some() => {
                self.notice = Some(Notice::Refused(format!("{why} Esc goes one phrase back.")));
            }
            Err(sentence) => self.notice = Some(Notice::Refused(sentence)),
        }
    }

    /// Lets the person act.
    pub(super) fn act(&mut self, seat: Seat, chosen: &Chosen) {
        match self.table.act(seat, &chosen.action) {
            Ok(()) => {
                self.fresh = self.log.len();
                self.mode = Mode::Table;
                self.after_input();
            }
            Err(sentence) => self.notice = Some(Notice::Refused(sentence)),
        }
    }

    pub(super) fn after_input(&mut self) {
        self.hint = None;
        self.hinting = None;
        self.narrowing = Narrowing::default();
        self.refresh();
    }

    /// Takes back the last action of whoever is at the screen.
    pub(super) fn undo(&mut self) {
        let Some(seat) = self.at_screen else {
            self.notice = Some(Notice::Told("Only those who play can take something back.".into()));
            return;
        };
        match self.table.undo(seat) {
            Ok(()) => {
                self.after_input();
                self.notice = Some(Notice::Told("Taken back.".into()));
            }
            Err(sentence) => self.notice = Some(Notice::Refused(sentence)),
        }
    }

    /// The open windows and what is left of each, the one that closes next first.
    pub fn times_left(&self) -> Vec<(Clock, Duration)> {
        let left = |(clock, since): &(Clock, Instant)| {
            (*clock, Duration::from_millis(clock.ms.into()).saturating_sub(since.elapsed()))
        };
        let mut times: Vec<_> = self.clocks.iter().map(left).collect();
        times.sort_by_key(|(_, left)| *left);
        times
    }

    /// The offers that the list shows: those left, and among them those that fit what was typed.
    pub(super) fn listed(&self, typed: &str) -> Vec<&Chosen> {
        super::choose::search(self.narrowing.remaining(), typed)
    }

    /// The sentence that has been begun, gaps and all.
    pub(super) fn sentence(&self) -> Option<String> {
        sentence(&self.scene, self.narrowing.touched())
    }

    /// What Enter would do now, in words.
    pub(super) fn preview(&self) -> Option<String> {
        let key = self.stop_key()?;
        if let Some(next) = phrases(&self.scene, &self.narrowing.with(&key)) {
            let name = key_name(&self.scene, &key);
            return Some(if next.is_empty() { format!("{name} · this completes it") } else { name });
        }
        let mut after = self.narrowing.after(&key);
        match (after.next(), after.next()) {
            (Some(only), None) => Some(only.offer.label.clone()),
            (Some(_), Some(_)) => {
                Some(format!("{}, then choose among {}", key_name(&self.scene, &key), 2 + after.count()))
            }
            (None, _) => Some(key_name(&self.scene, &key)),
        }
    }

    /// The letters that press the buttons and chips below the prompt.
    pub(super) fn shortcuts(&self) -> Vec<(Key, char)> {
        const TAKEN: &str = "luhqwojk";
        let mut given: Vec<(Key, char)> = vec![];
        for stop in &self.stops {
            let Stop::Key(key) = stop else { continue };
            if is_on_table(&self.scene, key) {
                continue;
            }
            let name = key_name(&self.scene, key).to_lowercase();
            let free = |c: &char| {
                c.is_ascii_lowercase() && !TAKEN.contains(*c) && !given.iter().any(|(_, other)| other == c)
            };
            if let Some(letter) = name.chars().find(free).or_else(|| ('a'..='z').find(free)) {
                given.push((key.clone(), letter));
            }
        }
        given
    }
}

/// Whether the key belongs to the table rather than to a control below the prompt.
pub(super) fn is_on_table(scene: &Scene, key: &Key) -> bool {
    scene.zones.iter().any(|zone| {
        zone.key == *key
            || zone.cells.iter().any(|cell| cell.key == *key)
            || zone.pieces.iter().any(|piece| piece.key == *key)
    })
}
