//! The contract between a game and everything else.

use std::borrow::Cow;
use std::fmt::{Debug, Display};
use std::hash::Hash;

use boxwood_kit::{Inventory, Rng};
use boxwood_scene::{Offer, Scene, Touch};
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::{Beginning, CannotTrain, Clocks, Ctx, GameInfo, Options, Seat, Solver, Train, Turn, Viewer};

/// A game: a pure, deterministic state machine over plain data.
///
/// The same inputs give the same states on every machine; chance comes only through [`Ctx`], and
/// no state contains it, so a copy of a state never knows the future.
///
/// Secrecy is a matter of types: `State` → `View` → scene, offers, bots, `redeal`. Only [`view`],
/// [`legal_actions`] and [`check`] look at the true state on behalf of somebody.
///
/// The laws that every implementation must pass are in the crate `boxwood-conformance`.
///
/// [`view`]: Game::view
/// [`legal_actions`]: Game::legal_actions
/// [`check`]: Game::check
pub trait Game: Sized + Send + Sync + 'static {
    /// Everything that is true at the table, hidden or not; each phase with exactly its data.
    type State: Clone + Debug + Eq + Hash + Send + Sync + Serialize + DeserializeOwned + 'static;
    /// Everything one viewer may know. For open games, the state itself.
    type View: Clone + Debug + Eq + Hash + Send + Sync + Serialize + DeserializeOwned;
    /// One small decision.
    type Action: Clone + Debug + Eq + Hash + Send + Sync + Serialize + DeserializeOwned;
    /// What can be chosen before the game; made with [`options!`](crate::options!).
    type Options: Options;

    /// What a gallery says about the game.
    const INFO: GameInfo;

    /// Whether players decide in turn, see everything, and leave nothing after the setup to chance.
    /// Where two of them play, bots then look ahead exactly instead of playing samples.
    const IS_CERTAIN: bool = false;

    /// Lays out the game. Refuses combinations of options and seats that cannot be played.
    fn setup(options: &Self::Options, seats: usize, ctx: &mut Ctx) -> Result<Self::State, SetupError>;

    /// Who may decide now, or how it ended.
    fn turn(state: &Self::State) -> Turn;

    /// Adds every legal action of an active seat to `out`, each once, always in the same order.
    ///
    /// Where [`is_sampled`](Game::is_sampled) says so, a fair sample of them.
    /// What is offered may depend only on what the seat may know.
    fn legal_actions(state: &Self::State, seat: Seat, out: &mut Vec<Self::Action>);

    /// Whether an active seat has more legal actions than `legal_actions` lists, because it aims at
    /// a point or composes something.
    fn is_sampled(_state: &Self::State, _seat: Seat) -> bool {
        false
    }

    /// The one judge of legality, asked about active seats only. The error names the rule and why.
    fn check(state: &Self::State, seat: Seat, action: &Self::Action) -> Result<(), Illegal>;

    /// Which rule keeps a seat from acting that is not active, where there is more to say than that
    /// others have to decide: it has chosen already, or is out for this round.
    ///
    /// It is told to that seat, and knows no more than its view.
    fn why_not_active(_view: &Self::View, _seat: Seat) -> Option<Illegal> {
        None
    }

    /// Carries out an action that `check` allows, and whatever follows without a decision.
    fn apply(state: &mut Self::State, seat: Seat, action: &Self::Action, ctx: &mut Ctx);

    /// The windows that the rules will close, as many as are open; each with an id of its own.
    fn clocks(_state: &Self::State) -> Clocks {
        Clocks::new()
    }

    /// Closes the window of this id. Called only while [`clocks`](Game::clocks) has it.
    fn expire(_state: &mut Self::State, _id: u32, _ctx: &mut Ctx) {}

    /// Takes an action that was legal when its seat sent it, but has been overtaken by another
    /// seat's. Most games refuse; in a race, being late may have its price.
    ///
    /// The state is unchanged if this is refused.
    fn late(
        _state: &mut Self::State,
        _seat: Seat,
        _action: &Self::Action,
        _ctx: &mut Ctx,
    ) -> Result<(), Illegal> {
        Err(Illegal::new("order of arrival", "Somebody else was faster"))
    }

    /// What is done for an active seat whose player is absent; the plainest thing unless the rules
    /// name another.
    fn stand_in(state: &Self::State, seat: Seat) -> Option<Self::Action> {
        let mut actions = vec![];
        Self::legal_actions(state, seat, &mut actions);
        actions.into_iter().next()
    }

    /// What this viewer may know: an allow-list, built field by field.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;

    /// A whole state that the view's owner cannot tell from the real one, at random among them.
    fn redeal(view: &Self::View, rng: &mut Rng) -> Self::State;

    /// What this viewer cannot see: each hidden place and what it holds. Empty for open games.
    ///
    /// View and secrets together determine the state. For the laws only; bots never see it.
    fn secrets(_state: &Self::State, _viewer: Viewer) -> Vec<Secret> {
        vec![]
    }

    /// The table as this viewer sees it.
    fn scene(view: &Self::View, viewer: Viewer) -> Scene;

    /// What a person touches to choose this action, and what to call it.
    fn offer(view: &Self::View, seat: Seat, action: &Self::Action) -> Offer;

    /// The action that touching these means, legal or not; `None` if it means nothing (yet).
    ///
    /// The inverse of [`offer`](Game::offer), and wider: a person who touches something that cannot
    /// be played is told why by `check`.
    fn intent(view: &Self::View, seat: Seat, path: &[Touch]) -> Option<Self::Action>;

    /// Every physical piece that is in play, wherever it is. The same throughout a match.
    fn inventory(state: &Self::State) -> Inventory;

    /// How well a seat stands as far as the view tells, from 0 (lost) to 1 (won), for a game that has
    /// an opinion. Bots judge unfinished games by it; the laws follow it to reach real ends.
    ///
    /// In a game of all against the box, how well all stand.
    fn estimate(_view: &Self::View, _seat: Seat) -> Option<f32> {
        None
    }

    /// What somebody who knows the game thinks of first: a weight for each of these legal actions of an
    /// active seat, added to `weights` in their order. 1 is ordinary, 0 is never worth a try. A game
    /// without an opinion adds nothing.
    ///
    /// Bots are led by it, in the tree and when they play on. As with `legal_actions`, it may depend only
    /// on what the seat may know; a law checks that.
    fn prefer(_state: &Self::State, _seat: Seat, _actions: &[Self::Action], _weights: &mut Vec<f32>) {}

    /// What each of these legal actions of an active seat is worth to it as far as the view tells, from 0
    /// (lost) to 1 (won), added to `values` in their order: for a game that knows better than a search
    /// would. `care` is how many turns beyond this one it looks ahead. A game without an opinion adds
    /// nothing.
    ///
    /// Bots then choose by it alone, the strongest always the best. A law checks that it depends on
    /// nothing else.
    fn weigh(_view: &Self::View, _seat: Seat, _actions: &[Self::Action], _care: u8, _values: &mut Vec<f32>) {}

    /// What somebody with a poor memory still knows: takes out of a seat's view what it has seen and what now
    /// lies covered again, each with so many chances in a hundred. For games of memory; which actions are
    /// legal must not depend on it.
    fn forget(_view: &mut Self::View, _percent: u32, _rng: &mut Rng) {}

    /// Why this legal action of an active seat is a good idea, as far as the view tells: a whole sentence
    /// for a hint, with `{0}` for people, where the game can say more than that it looked best.
    fn reason(_view: &Self::View, _seat: Seat, _action: &Self::Action) -> Option<String> {
        None
    }

    /// What finds out how a position of two players ends, quicker than a general search would, in a game that
    /// is [certain](Game::IS_CERTAIN); it may remember 2 to the power of `bits` positions.
    ///
    /// Strong bots ask it when the end is near, and `boxwood solve` from the start.
    fn solver(_bits: u32) -> Option<Box<dyn Solver<Self>>> {
        None
    }

    /// Somebody who improves what the game thinks of positions, for a game whose opinion is learned.
    fn trainer(_from: Beginning) -> Result<Box<dyn Train>, CannotTrain> {
        Err(CannotTrain(format!("{} has nothing to learn.", Self::INFO.title)))
    }

    /// Whether a match with these options is played by the clock, everybody at once.
    fn is_live(_options: &Self::Options) -> bool {
        false
    }

    /// The most inputs a match can take, clocks included.
    fn longest(options: &Self::Options, seats: usize) -> u32;

    /// Refuses a state that came from outside and could not have arisen by the rules.
    fn audit(_state: &Self::State) -> Result<(), &'static str> {
        Ok(())
    }
}

/// Something hidden: where, and what.
///
/// Within one pool, everything could be everywhere, as far as the viewer knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Secret {
    /// Hidden places whose contents could be exchanged without the viewer noticing.
    pub pool: u32,
    /// A place of the pool.
    pub place: u32,
    /// What is there.
    pub holds: u32,
}

/// Why an action is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{why} ({rule}).")]
pub struct Illegal {
    /// The rule that forbids it: "rule 3", "ruling R2".
    pub rule: &'static str,
    /// A sentence to the player, without its full stop.
    pub why: Cow<'static, str>,
}

impl Illegal {
    /// This rule forbids it, for this reason.
    pub fn new(rule: &'static str, why: impl Into<Cow<'static, str>>) -> Illegal {
        Illegal { rule, why: why.into() }
    }
}

/// Why a game cannot be laid out like this.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SetupError(pub Cow<'static, str>);

impl SetupError {
    /// For this reason, a whole sentence.
    pub fn new(why: impl Display) -> SetupError {
        SetupError(why.to_string().into())
    }
}
