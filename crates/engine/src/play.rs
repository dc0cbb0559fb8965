//! One play of a game.

use std::any::Any;

use boxwood_kit::{Rng, Seed};
use boxwood_scene::{Beat, Key, Offer, Scene, Touch, list};
use serde_json::Value;
use thiserror::Error;

use crate::{
    Clocks, Ctx, Game, Illegal, Input, OptionsExt, Outcome, Record, Said, Seat, SeatSet, SetupError, Turn,
    Viewer,
};

/// One play of a game: options, seats, seed and inputs, and the state that follows from them.
///
/// Input number `n` draws its chance from stream `n` of the seed (the setup is number 0), so any
/// state together with its number can go on without the inputs before it.
pub struct Match<G: Game> {
    options: G::Options,
    seats: usize,
    seed: Seed,
    state: G::State,
    version: usize,
    inputs: Vec<Input<G::Action>>,
    /// Whether it was played from its setup on, so that its record is whole.
    from_setup: bool,
    log: Vec<(usize, Said)>,
    /// What came before each of the last inputs, back to the last final one.
    past: Vec<Past<G::State>>,
    /// The moments of the last input.
    moments: Vec<(Beat, G::State)>,
}

struct Past<S> {
    state: S,
    by: Seat,
    log: usize,
}

/// What follows from an input.
struct Next<S> {
    state: S,
    said: Vec<Said>,
    moments: Vec<(Beat, S)>,
    is_final: bool,
}

impl<G: Game> Clone for Match<G> {
    fn clone(&self) -> Match<G> {
        Match {
            options: self.options.clone(),
            seats: self.seats,
            seed: self.seed,
            state: self.state.clone(),
            version: self.version,
            inputs: self.inputs.clone(),
            from_setup: self.from_setup,
            log: self.log.clone(),
            past: self.past.iter().map(|past| Past { state: past.state.clone(), ..*past }).collect(),
            moments: self.moments.clone(),
        }
    }
}

/// Why a match does not take an input. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// The table has no such seat.
    #[error("There is no seat {seat}; the seats are numbered from 0 to {}.", seats - 1)]
    NoSuchSeat {
        /// The seat asked for.
        seat: usize,
        /// How many there are.
        seats: usize,
    },
    /// Nobody may decide anything any more.
    #[error("The game is over.")]
    Over,
    /// Others may decide now.
    #[error("{}", not_active(*seat, *active, why.as_ref()))]
    NotActive {
        /// Who wanted to act.
        seat: Seat,
        /// Who may.
        active: SeatSet,
        /// The rule that keeps the seat from acting, where the game names one.
        why: Option<Illegal>,
    },
    /// The rules do not allow it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// No window is open that could expire.
    #[error("No clock is running.")]
    NoClock,
    /// The last input was not this seat's, or cannot be taken back.
    #[error("{0}")]
    NoUndo(&'static str),
}

fn not_active(seat: Seat, active: SeatSet, why: Option<&Illegal>) -> String {
    if let Some(why) = why {
        return why.to_string();
    }
    let seats: Vec<String> = active.iter().map(|seat| format!("seat {}", seat.index())).collect();
    let have = if seats.len() == 1 { "has" } else { "have" };
    format!("It is not the turn of seat {}; {} {have} to decide.", seat.index(), list(&seats))
}

impl<G: Game> Match<G> {
    /// Begins a match.
    pub fn new(options: G::Options, seats: usize, seed: Seed) -> Result<Match<G>, SetupError> {
        let (low, high) = G::INFO.seats;
        if !(low..=high).contains(&seats) {
            return Err(SetupError::new(format_args!(
                "{} is for {}, not for {seats}.",
                G::INFO.title,
                G::INFO.players()
            )));
        }
        let mut said = vec![];
        let state = G::setup(&options, seats, &mut Ctx::new(&mut Rng::stream(seed, 0), &mut said))?;
        let log = said.into_iter().map(|said| (0, said)).collect();
        Ok(Match {
            options,
            seats,
            seed,
            state,
            version: 0,
            inputs: vec![],
            from_setup: true,
            log,
            past: vec![],
            moments: vec![],
        })
    }

    /// Goes on from a state that came from elsewhere; its chance begins with the seed.
    pub fn from_state(options: G::Options, state: G::State, seed: Seed) -> Match<G> {
        let seats = match G::turn(&state) {
            Turn::Over(outcome) => outcome.ranks.seats(),
            Turn::Active(_) => G::scene(&G::view(&state, Viewer::Spectator), Viewer::Spectator).players.len(),
        };
        Match {
            options,
            seats,
            seed,
            state,
            version: 0,
            inputs: vec![],
            from_setup: false,
            log: vec![],
            past: vec![],
            moments: vec![],
        }
    }

    /// How many seats the table has.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The options it is played with.
    pub fn options(&self) -> &G::Options {
        &self.options
    }

    /// Everything that is true at the table.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The inputs taken here, oldest first.
    pub fn inputs(&self) -> &[Input<G::Action>] {
        &self.inputs
    }

    /// How many inputs have been taken.
    pub fn version(&self) -> usize {
        self.version
    }

    /// The seats that may decide now.
    pub fn active(&self) -> SeatSet {
        G::turn(&self.state).active()
    }

    /// How it ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        match G::turn(&self.state) {
            Turn::Over(outcome) => Some(outcome),
            Turn::Active(_) => None,
        }
    }

    /// The windows that the rules will close.
    pub fn clocks(&self) -> Clocks {
        G::clocks(&self.state)
    }

    /// The seat of this number.
    pub fn seat(&self, number: usize) -> Result<Seat, Refused> {
        let seat = Seat::new(number).filter(|_| number < self.seats);
        seat.ok_or(Refused::NoSuchSeat { seat: number, seats: self.seats })
    }

    /// The legal actions of a seat; none if it is not active.
    pub fn actions(&self, seat: Seat) -> Vec<G::Action> {
        let mut actions = vec![];
        if self.active().contains(seat) {
            G::legal_actions(&self.state, seat, &mut actions);
        }
        actions
    }

    /// The legal actions of a seat with what to touch and what to call them.
    pub fn offers(&self, seat: Seat) -> Vec<(G::Action, Offer)> {
        let view = self.view(Viewer::Seat(seat));
        self.actions(seat)
            .into_iter()
            .map(|action| {
                let offer = G::offer(&view, seat, &action);
                (action, offer)
            })
            .collect()
    }

    /// Whether all that a seat can do is to let the game go on, so that nobody need be asked: nobody else
    /// decides at the same time, no time runs out, and it can still be taken back together with what led
    /// to it.
    pub fn is_forced(&self, seat: Seat) -> bool {
        let is_alone = self.active() == SeatSet::only(seat) && self.clocks().is_empty();
        if !is_alone || G::is_sampled(&self.state, seat) {
            return false;
        }
        let offers = self.offers(seat);
        let [(action, offer)] = offers.as_slice() else { return false };
        offer.idle && {
            let next = self.next(|state, ctx| {
                G::apply(state, seat, action, ctx);
                Ok(())
            });
            next.is_ok_and(|next| !next.is_final && !matches!(G::turn(&next.state), Turn::Over(_)))
        }
    }

    /// The action that touching these means; `None` if it means nothing.
    pub fn intent(&self, seat: Seat, path: &[Key]) -> Option<G::Action> {
        G::intent(&self.view(Viewer::Seat(seat)), seat, &Touch::path(path))
    }

    /// Whether the seat may do this now, and if not, why not.
    pub fn check(&self, seat: Seat, action: &G::Action) -> Result<(), Refused> {
        self.check_seat(seat)?;
        Ok(G::check(&self.state, seat, action)?)
    }

    fn check_seat(&self, seat: Seat) -> Result<(), Refused> {
        match G::turn(&self.state) {
            Turn::Over(_) => Err(Refused::Over),
            Turn::Active(active) if !active.contains(seat) => {
                let why = G::why_not_active(&self.view(Viewer::Seat(seat)), seat);
                Err(Refused::NotActive { seat, active, why })
            }
            Turn::Active(_) => Ok(()),
        }
    }

    /// Lets a seat act; what is said about it.
    pub fn act(&mut self, seat: Seat, action: G::Action) -> Result<&[(usize, Said)], Refused> {
        self.check(seat, &action)?;
        let next = self.next(|state, ctx| {
            G::apply(state, seat, &action, ctx);
            Ok(())
        })?;
        Ok(self.commit(next, Input::Act(seat, action)))
    }

    /// Takes an action of a seat that was overtaken on its way; what is said about it.
    pub fn late(&mut self, seat: Seat, action: G::Action) -> Result<&[(usize, Said)], Refused> {
        if self.outcome().is_some() {
            return Err(Refused::Over);
        }
        let next = self.next(|state, ctx| G::late(state, seat, &action, ctx))?;
        Ok(self.commit(next, Input::Late(seat, action)))
    }

    /// Closes the open window of this id; what is said about it.
    pub fn expire(&mut self, id: u32) -> Result<&[(usize, Said)], Refused> {
        if self.outcome().is_some() {
            return Err(Refused::Over);
        }
        if !self.clocks().iter().any(|clock| clock.id == id) {
            return Err(Refused::NoClock);
        }
        let next = self.next(|state, ctx| {
            G::expire(state, id, ctx);
            Ok(())
        })?;
        Ok(self.commit(next, Input::Expire(Some(id))))
    }

    /// What would follow from an input. Working on a copy, the match is unharmed whatever happens.
    fn next(
        &self,
        change: impl FnOnce(&mut G::State, &mut Ctx) -> Result<(), Illegal>,
    ) -> Result<Next<G::State>, Illegal> {
        let mut state = self.state.clone();
        let (mut said, mut moments) = (vec![], vec![]);
        let mut rng = Rng::stream(self.seed, self.version as u64 + 1);
        let mut witness = |state: &dyn Any, beat: Beat| {
            let state: &G::State = state.downcast_ref().expect("a game shows its own state");
            moments.push((beat, state.clone()));
        };
        let mut ctx = Ctx::new(&mut rng, &mut said).witnessed_by(&mut witness);
        change(&mut state, &mut ctx)?;
        let is_final = ctx.is_final();
        Ok(Next { state, said, moments, is_final })
    }

    fn commit(&mut self, next: Next<G::State>, input: Input<G::Action>) -> &[(usize, Said)] {
        let log = self.log.len();
        let before = std::mem::replace(&mut self.state, next.state);
        match input {
            Input::Act(by, _) if !next.is_final => self.past.push(Past { state: before, by, log }),
            _ => self.past.clear(),
        }
        self.version += 1;
        self.moments = next.moments;
        self.inputs.push(input);
        self.log.extend(next.said.into_iter().map(|said| (self.version, said)));
        &self.log[log..]
    }

    /// Takes back the last input, if it was this seat's and nothing was drawn, rolled or shown.
    pub fn undo(&mut self, seat: Seat) -> Result<(), Refused> {
        match self.past.last() {
            None => Err(Refused::NoUndo(
                "There is nothing that could be taken back: something was drawn, rolled or shown since.",
            )),
            Some(past) if past.by != seat => {
                Err(Refused::NoUndo("Only the last action can be taken back, by whoever made it."))
            }
            Some(_) => {
                let past = self.past.pop().expect("the arm above saw it");
                self.state = past.state;
                self.log.truncate(past.log);
                self.moments.clear();
                self.inputs.pop();
                self.version -= 1;
                Ok(())
            }
        }
    }

    /// Whether the seat could take back the last input.
    pub fn can_undo(&self, seat: Seat) -> bool {
        self.past.last().is_some_and(|past| past.by == seat)
    }

    /// The version before the seat's last action, if it has acted.
    pub fn before_last_of(&self, seat: Seat) -> Option<usize> {
        let last = self.inputs.iter().rposition(|input| input.by() == Some(seat))?;
        Some(self.version - self.inputs.len() + last)
    }

    /// The match as it was at an earlier version, played again from its setup.
    ///
    /// `None` for a version still to come, and for a match that began with a state from elsewhere.
    pub fn at(&self, version: usize) -> Option<Match<G>> {
        let inputs = self.inputs.get(..version).filter(|_| self.from_setup)?;
        let mut earlier = Match::new(self.options.clone(), self.seats, self.seed).ok()?;
        for input in inputs {
            earlier.input(input.clone()).ok()?;
        }
        Some(earlier)
    }

    /// What this viewer may know.
    pub fn view(&self, viewer: Viewer) -> G::View {
        G::view(&self.state, viewer)
    }

    /// The table as this viewer sees it.
    pub fn scene(&self, viewer: Viewer) -> Scene {
        G::scene(&self.view(viewer), viewer)
    }

    /// The moments of the last input, as this viewer may see them, first to last.
    pub fn moments(&self, viewer: Viewer) -> impl Iterator<Item = (&Beat, Scene)> {
        let shown = move |state| G::scene(&G::view(state, viewer), viewer);
        self.moments.iter().map(move |(beat, state)| (beat, shown(state)))
    }

    /// What this viewer has heard from version `since` on.
    pub fn log(&self, viewer: Viewer, since: usize) -> impl Iterator<Item = &str> {
        let news = self.log.partition_point(|(version, _)| *version < since);
        self.log[news..]
            .iter()
            .filter(move |(_, said)| said.to.includes(viewer))
            .map(|(_, said)| said.text.as_str())
    }

    /// What is to be stored of it; `None` for a match that began with a state from elsewhere.
    pub fn record(&self) -> Option<Record<G::Action>> {
        self.from_setup.then(|| Record {
            game: G::INFO.id.into(),
            rules: G::INFO.rules,
            options: Value::Object(self.options.to_json()),
            seats: self.seats,
            seed: self.seed,
            inputs: self.inputs.clone(),
        })
    }

    /// Takes an input as stored.
    pub fn input(&mut self, input: Input<G::Action>) -> Result<(), Refused> {
        match input {
            Input::Act(seat, action) => self.act(self.seat(seat.index())?, action).map(|_| ()),
            Input::Late(seat, action) => self.late(self.seat(seat.index())?, action).map(|_| ()),
            Input::Expire(id) => {
                let only = self.clocks().first().map(|clock| clock.id);
                self.expire(id.or(only).unwrap_or_default()).map(|_| ())
            }
        }
    }
}
