//! Games and matches without their types, for the edge of the program: server, protocol, terminal.

use std::any::Any;
use std::convert::Infallible;
use std::marker::PhantomData;

use boxwood_kit::{Inventory, Rng, Seed};
use boxwood_scene::{Beat, Key, Offer, Scene};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use thiserror::Error;
use ts_rs::TS;

use crate::{
    Clocks, Game, GameInfo, Input, Match, NotAReplay, OptionError, OptionSpec, Options, OptionsExt, Outcome,
    Record, Refused, Seat, SeatSet, SetupError, Viewer,
};

/// A game without its types.
pub trait AnyGame: Send + Sync {
    /// What a gallery says about it.
    fn info(&self) -> &'static GameInfo;
    /// What can be chosen before it.
    fn options(&self) -> Vec<OptionSpec>;
    /// Begins a match.
    fn begin(&self, options: &Value, seats: usize, seed: Seed) -> Result<Box<dyn AnyMatch>, Refusal>;
    /// Goes on from a state that came from elsewhere.
    fn load(&self, state: &Value, seed: Seed) -> Result<Box<dyn AnyMatch>, Refusal>;
    /// Whether a match with these options is played by the clock, everybody at once.
    fn is_live(&self, options: &Value) -> Result<bool, Refusal>;
    /// The option, and its value, with which a live game goes turn by turn; `None` for other games.
    fn by_turns(&self) -> Option<(&'static str, String)>;
    /// Plays a record again, up to its last input.
    fn replay(&self, record: &Record) -> Result<Box<dyn AnyMatch>, NotAReplay>;
}

/// A match without its types. Whatever is refused leaves it unchanged.
pub trait AnyMatch: Send {
    /// What a gallery says about the game.
    fn info(&self) -> &'static GameInfo;
    /// How many seats the table has.
    fn seats(&self) -> usize;
    /// Where the match stands.
    fn status(&self) -> Status;
    /// How it ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// What a seat may do now.
    fn actions(&self, seat: usize) -> Result<Vec<Chosen>, Refusal>;
    /// Whether a seat has more to choose from than [`actions`](AnyMatch::actions) lists.
    fn is_sampled(&self, seat: usize) -> bool;
    /// Whether all that a seat can do is to let the game go on, so that nobody need be asked.
    fn is_forced(&self, seat: usize) -> bool;
    /// The action as it is stored, if the seat may do it now; otherwise why not.
    fn check(&self, seat: usize, action: &Value) -> Result<Value, Refusal>;
    /// Lets a seat act.
    fn act(&mut self, seat: usize, action: &Value) -> Result<(), Refusal>;
    /// The legal action that touching these means; otherwise why not.
    fn intent(&self, seat: usize, path: &[Key]) -> Result<Value, Refusal>;
    /// Takes an action that was legal when its seat sent it, and was overtaken on its way.
    fn late(&mut self, seat: usize, action: &Value) -> Result<(), Refusal>;
    /// What is done for an active seat whose player is absent.
    fn stand_in(&self, seat: usize) -> Result<Option<Value>, Refusal>;
    /// Closes the open window of this id.
    fn expire(&mut self, id: u32) -> Result<(), Refusal>;
    /// Takes an input as stored.
    fn input(&mut self, input: &Input<Value>) -> Result<(), Refusal>;
    /// The last input, as it is to be stored.
    fn last_input(&self) -> Option<Input<Value>>;
    /// Takes back the seat's last input.
    fn undo(&mut self, seat: usize) -> Result<(), Refusal>;
    /// Whether the seat could take back the last input.
    fn can_undo(&self, seat: usize) -> bool;
    /// The version before the seat's last action, if it has acted.
    fn before_last_of(&self, seat: usize) -> Option<usize>;
    /// The match as it was at an earlier version, if it was played from its setup on.
    fn at(&self, version: usize) -> Option<Box<dyn AnyMatch>>;
    /// What the viewer has heard from version `since` on, with placeholders for people.
    fn log(&self, viewer: Viewer, since: usize) -> Vec<String>;
    /// The table as the viewer sees it.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// The moments of the last input, as the viewer may see them, first to last.
    fn moments(&self, viewer: Viewer) -> Vec<(Beat, Scene)>;
    /// The table with everything open that anybody at it knows.
    fn open_scene(&self) -> Scene;
    /// What the viewer may know.
    fn view(&self, viewer: Viewer) -> Value;
    /// A whole state that the viewer cannot tell from the real one.
    fn redeal(&self, viewer: Viewer, seed: Seed) -> Value;
    /// Everything that is true, for trusted tools.
    fn state(&self) -> Value;
    /// Every physical piece in play.
    fn inventory(&self) -> Inventory;
    /// What is to be stored of it, unless it began with a state from elsewhere.
    fn record(&self) -> Option<Record>;
    /// The match with its types, for code that knows them: a [`Match`].
    fn as_any(&self) -> &dyn Any;
    /// A copy.
    fn copy(&self) -> Box<dyn AnyMatch>;
}

/// Where a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Status {
    /// The seats that may decide now.
    pub active: SeatSet,
    /// Whether it has ended.
    pub over: bool,
    /// The open windows.
    #[ts(as = "Vec<crate::Clock>")]
    pub clocks: Clocks,
    /// How many inputs have been taken.
    pub version: usize,
}

/// An action with what to touch and what to call it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Chosen {
    /// The action, as [`AnyMatch::act`] takes it.
    #[ts(type = "unknown")]
    pub action: Value,
    /// What to touch and what to call it.
    #[serde(flatten)]
    pub offer: Offer,
}

/// Why something from outside was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The options make no sense.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// The game cannot be laid out like this.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The match does not take the input.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// This is no action of the game.
    #[error("That is no action of {game}. Its actions look like {}.", examples.join(", "))]
    NotAnAction {
        /// The game's title.
        game: &'static str,
        /// Some that are, one of each kind.
        examples: Vec<String>,
    },
    /// This is no state of the game.
    #[error("That is no state of {game}: {why}.")]
    NotAState {
        /// The game's title.
        game: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// Touching these does not mean anything.
    #[error("There is nothing to do with that now.")]
    NoMeaning,
}

impl Refusal {
    /// A stable name of the kind of refusal, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::Options(_) => "bad_options",
            Refusal::Setup(_) => "bad_setup",
            Refusal::NotAnAction { .. } => "not_an_action",
            Refusal::NotAState { .. } => "not_a_state",
            Refusal::NoMeaning => "no_meaning",
            Refusal::Refused(refused) => match refused {
                Refused::NoSuchSeat { .. } => "no_such_seat",
                Refused::Over => "game_over",
                Refused::NotActive { .. } => "not_your_turn",
                Refused::Illegal(_) => "illegal_action",
                Refused::NoClock => "no_clock",
                Refused::NoUndo(_) => "no_undo",
            },
        }
    }
}

/// Something to do with a game that needs its types: simulate it, let a bot play it.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<G: Game>(self) -> Self::Output;
}

/// A game as [`AnyGame`].
pub struct Erased<G>(PhantomData<fn() -> G>);

impl<G: Game> Erased<G> {
    /// The game without its types.
    pub const GAME: Erased<G> = Erased(PhantomData);
}

impl<G: Game> AnyGame for Erased<G> {
    fn info(&self) -> &'static GameInfo {
        const { &G::INFO }
    }

    fn options(&self) -> Vec<OptionSpec> {
        G::Options::specs()
    }

    fn begin(&self, options: &Value, seats: usize, seed: Seed) -> Result<Box<dyn AnyMatch>, Refusal> {
        Ok(Box::new(Match::<G>::new(OptionsExt::from_json(options)?, seats, seed)?))
    }

    fn load(&self, state: &Value, seed: Seed) -> Result<Box<dyn AnyMatch>, Refusal> {
        let not_a_state = |why: String| Refusal::NotAState { game: G::INFO.title, why };
        let state: G::State = parse(state).map_err(not_a_state)?;
        G::audit(&state).map_err(|why| not_a_state(why.into()))?;
        Ok(Box::new(Match::<G>::from_state(G::Options::default(), state, seed)))
    }

    fn is_live(&self, options: &Value) -> Result<bool, Refusal> {
        Ok(G::is_live(&OptionsExt::from_json(options)?))
    }

    fn by_turns(&self) -> Option<(&'static str, String)> {
        if !G::is_live(&G::Options::default()) {
            return None;
        }
        let values =
            |spec: OptionSpec| spec.values.examples().into_iter().map(move |value| (spec.key, value));
        G::Options::specs().into_iter().flat_map(values).find(|(key, value)| {
            let mut options = G::Options::default();
            options.set(key, value).is_ok() && !G::is_live(&options)
        })
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn AnyMatch>, NotAReplay> {
        if !G::INFO.replays(record.rules) {
            return Err(NotAReplay::OtherRules { found: record.rules, known: G::INFO.rules });
        }
        let mut game = OptionsExt::from_json(&record.options)
            .map_err(Refusal::from)
            .and_then(|options| Ok(Match::<G>::new(options, record.seats, record.seed)?))
            .map_err(NotAReplay::Setup)?;
        for (index, input) in record.inputs.iter().enumerate() {
            AnyMatch::input(&mut game, input).map_err(|why| NotAReplay::Input { number: index + 1, why })?;
        }
        Ok(Box::new(game))
    }
}

fn parse<T: DeserializeOwned>(json: &Value) -> Result<T, String> {
    T::deserialize(json).map_err(|error| error.to_string().chars().take(200).collect())
}

/// How many kinds of actions a refusal shows.
const MOST_EXAMPLES: usize = 5;

/// Reads an action of the seat. Whoever sent something else is shown what actions look like now:
/// those of the seat itself or, while others decide, what theirs could be as far as the seat knows.
fn parse_action<G: Game>(played: &Match<G>, seat: Seat, sent: &Value) -> Result<G::Action, Refusal> {
    if let Ok(action) = parse(sent) {
        return Ok(action);
    }
    let mut actions = played.actions(seat);
    if actions.is_empty() {
        // Not the true state: the actions of others may tell what they hide.
        let supposed = G::redeal(&played.view(Viewer::Seat(seat)), &mut Rng::new(Seed::from_number(0)));
        let active = G::turn(&supposed).active().first().ok_or(Refused::Over)?;
        G::legal_actions(&supposed, active, &mut actions);
    }
    Err(Refusal::NotAnAction { game: G::INFO.title, examples: examples(&actions) })
}

/// The shortest action of each kind: a word by itself, or what an object calls its content.
fn examples(actions: &[impl Serialize]) -> Vec<String> {
    let mut kinds: Vec<(String, String)> = vec![];
    for action in actions.iter().map(json) {
        let kind = match &action {
            Value::Object(fields) => fields.keys().next().cloned().unwrap_or_default(),
            other => other.to_string(),
        };
        let text = action.to_string();
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, shortest)) if text.len() < shortest.len() => *shortest = text,
            Some(_) => {}
            None => kinds.push((kind, text)),
        }
    }
    kinds.into_iter().map(|(_, text)| text).take(MOST_EXAMPLES).collect()
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("plain data always has a JSON form")
}

/// An input as it is stored.
fn stored<A: Serialize>(input: &Input<A>) -> Input<Value> {
    let Ok(input) = input.try_map(|action| Ok::<Value, Infallible>(json(action)));
    input
}

impl<G: Game> AnyMatch for Match<G> {
    fn info(&self) -> &'static GameInfo {
        const { &G::INFO }
    }

    fn seats(&self) -> usize {
        Match::seats(self)
    }

    fn status(&self) -> Status {
        let active = self.active();
        Status { active, over: active.is_empty(), clocks: self.clocks(), version: self.version() }
    }

    fn outcome(&self) -> Option<Outcome> {
        Match::outcome(self)
    }

    fn actions(&self, seat: usize) -> Result<Vec<Chosen>, Refusal> {
        let offers = self.offers(self.seat(seat)?);
        Ok(offers.into_iter().map(|(action, offer)| Chosen { action: json(&action), offer }).collect())
    }

    fn is_sampled(&self, seat: usize) -> bool {
        let active = Seat::new(seat).filter(|seat| self.active().contains(*seat));
        active.is_some_and(|seat| G::is_sampled(Match::state(self), seat))
    }

    fn is_forced(&self, seat: usize) -> bool {
        Seat::new(seat).is_some_and(|seat| Match::is_forced(self, seat))
    }

    fn check(&self, seat: usize, action: &Value) -> Result<Value, Refusal> {
        let seat = self.seat(seat)?;
        let action = parse_action(self, seat, action)?;
        Match::check(self, seat, &action)?;
        Ok(json(&action))
    }

    fn act(&mut self, seat: usize, action: &Value) -> Result<(), Refusal> {
        let seat = self.seat(seat)?;
        Match::act(self, seat, parse_action(self, seat, action)?)?;
        Ok(())
    }

    fn intent(&self, seat: usize, path: &[Key]) -> Result<Value, Refusal> {
        let seat: Seat = self.seat(seat)?;
        let action = Match::intent(self, seat, path).ok_or(Refusal::NoMeaning)?;
        Match::check(self, seat, &action)?;
        Ok(json(&action))
    }

    fn late(&mut self, seat: usize, action: &Value) -> Result<(), Refusal> {
        let seat = self.seat(seat)?;
        Match::late(self, seat, parse_action(self, seat, action)?)?;
        Ok(())
    }

    fn stand_in(&self, seat: usize) -> Result<Option<Value>, Refusal> {
        let seat = Some(self.seat(seat)?).filter(|seat| self.active().contains(*seat));
        Ok(seat.and_then(|seat| G::stand_in(Match::state(self), seat)).as_ref().map(json))
    }

    fn expire(&mut self, id: u32) -> Result<(), Refusal> {
        Match::expire(self, id)?;
        Ok(())
    }

    fn input(&mut self, input: &Input<Value>) -> Result<(), Refusal> {
        let by = input.by().map_or(Ok(Seat::default()), |seat| self.seat(seat.index()))?;
        Ok(Match::input(self, input.try_map(|action| parse_action(self, by, action))?)?)
    }

    fn last_input(&self) -> Option<Input<Value>> {
        self.inputs().last().map(stored)
    }

    fn undo(&mut self, seat: usize) -> Result<(), Refusal> {
        let seat = self.seat(seat)?;
        Ok(Match::undo(self, seat)?)
    }

    fn can_undo(&self, seat: usize) -> bool {
        Seat::new(seat).is_some_and(|seat| Match::can_undo(self, seat))
    }

    fn before_last_of(&self, seat: usize) -> Option<usize> {
        Match::before_last_of(self, Seat::new(seat)?)
    }

    fn at(&self, version: usize) -> Option<Box<dyn AnyMatch>> {
        Some(Box::new(Match::at(self, version)?))
    }

    fn log(&self, viewer: Viewer, since: usize) -> Vec<String> {
        Match::log(self, viewer, since).map(String::from).collect()
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        Match::scene(self, viewer)
    }

    fn moments(&self, viewer: Viewer) -> Vec<(Beat, Scene)> {
        Match::moments(self, viewer).map(|(beat, scene)| (beat.clone(), scene)).collect()
    }

    fn open_scene(&self) -> Scene {
        let seen = Seat::all(Match::seats(self)).map(|seat| Match::scene(self, Viewer::Seat(seat)));
        Match::scene(self, Viewer::Spectator).opened_by(seen)
    }

    fn view(&self, viewer: Viewer) -> Value {
        json(&Match::view(self, viewer))
    }

    fn redeal(&self, viewer: Viewer, seed: Seed) -> Value {
        json(&G::redeal(&Match::view(self, viewer), &mut Rng::new(seed)))
    }

    fn state(&self) -> Value {
        json(Match::state(self))
    }

    fn inventory(&self) -> Inventory {
        G::inventory(Match::state(self))
    }

    fn record(&self) -> Option<Record> {
        let record = Match::record(self)?;
        Some(Record {
            game: record.game,
            rules: record.rules,
            options: record.options,
            seats: record.seats,
            seed: record.seed,
            inputs: record.inputs.iter().map(stored).collect(),
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn copy(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }
}
