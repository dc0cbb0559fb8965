//! One match under observation: play ends, lists and judge agree, nothing is lost, the record replays.

use std::collections::HashSet;
use std::mem::{Discriminant, discriminant};
use std::panic::{AssertUnwindSafe, catch_unwind};

use boxwood_engine::{AnyMatch, Ctx, Game, Illegal, Match, OptionsExt, Outcome, Seat, SeatSet, Turn, Viewer};
use boxwood_kit::{Inventory, Rng};
use boxwood_scene::{Key, Touch};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::fuzz::{self, Pool};
use crate::kinds::variant_of;
use crate::laws::Plan;
use crate::reached::Reached;
use crate::telling::{how_to_open, same, who, words_of, written};
use crate::{guided, secrecy, thinking};

/// How many actions a match contributes to those that are tried elsewhere.
const COLLECTED: usize = 400;
/// How many actions from elsewhere, how many damaged ones from elsewhere, and how many damaged ones of its
/// own a seat tries in a position.
const FOREIGN: usize = 30;
const DAMAGED: usize = 20;
const OWN_DAMAGED: usize = 30;
/// How many listed actions are tried out in a position, besides the one that is chosen.
const TRIED_OUT: usize = 4;
/// How many strange paths are touched in a position.
const TOUCHED: usize = 10;

/// One match under observation.
pub(crate) struct Run<'a, G: Game> {
    plan: Plan<'a, G>,
    rng: Rng,
    game: Match<G>,
    pool: Option<&'a Pool<G::Action>>,
    /// In a long match, about so many positions are held against all laws; the others against the cheap
    /// ones.
    thorough: u32,
    reached: Reached,
    kinds: HashSet<Discriminant<G::Action>>,
    /// What is being tried, in case it panics.
    trying: Option<(Seat, G::Action)>,
}

impl<'a, G: Game> Run<'a, G> {
    /// A match in which the actions of this pool are tried.
    pub fn new(plan: Plan<'a, G>, pool: &'a Pool<G::Action>, thorough: u32) -> Result<Self, String> {
        Ok(Run { pool: Some(pool), thorough, ..Run::collecting(plan)? })
    }

    /// A match that is only played to see its actions.
    pub fn collecting(plan: Plan<'a, G>) -> Result<Self, String> {
        let game = plan.begin()?;
        let rng = Rng::stream(plan.seed, u64::MAX);
        let reached = Reached::default();
        Ok(Run { plan, rng, game, pool: None, thorough: 0, reached, kinds: HashSet::new(), trying: None })
    }

    /// Plays to the end and tells which actions were legal on the way.
    pub fn collect(mut self) -> Result<(Vec<G::Action>, Reached), String> {
        let (mut known, mut seen) = (HashSet::new(), vec![]);
        self.guarded(|run| {
            while !run.game.active().is_empty() {
                run.check_length();
                for action in run.step(false) {
                    if known.len() < COLLECTED && known.insert(action.clone()) {
                        seen.push(action);
                    }
                }
            }
        })?;
        Ok((seen, self.reached))
    }

    /// Plays to the end, and holds what comes on the way against the laws.
    pub fn play(mut self) -> Result<Reached, String> {
        self.guarded(Self::play_to_the_end)?;
        Ok(self.reached)
    }

    /// Does something, and tells a panic together with the position that it comes from.
    fn guarded(&mut self, what: impl FnOnce(&mut Self)) -> Result<(), String> {
        catch_unwind(AssertUnwindSafe(|| what(self))).map_err(|panic| {
            let tried = self.trying.as_ref().map_or(String::new(), |(seat, action)| {
                format!("\n  seat {} tried {}", seat.index(), written(action))
            });
            let (plan, version) = (&self.plan, self.game.version());
            let open = how_to_open(&self.game, plan.seed);
            format!("{plan} after {version} inputs: {}{tried}\n  {open}", words_of(&*panic))
        })
    }

    fn play_to_the_end(&mut self) {
        let whole = G::inventory(self.game.state());
        check_box(&whole);
        // Longer matches are looked at more rarely, so that each costs about the same.
        let mut period = 1;
        loop {
            self.check_length();
            let version = self.game.version() as u32;
            if version > self.thorough * period {
                period *= 2;
            }
            let thorough = version < 10 || self.rng.below(period) == 0;
            self.check_sound(self.game.state(), &whole);
            let active = match G::turn(self.game.state()) {
                Turn::Over(outcome) => {
                    self.check_outcome(&outcome);
                    self.check_position();
                    break;
                }
                Turn::Active(active) => active,
            };
            assert!(!active.is_empty(), "nobody is active, yet it is not over");
            let seats = self.game.seats();
            assert!(active.iter().all(|seat| seat.index() < seats), "an active seat is not at the table");
            if thorough {
                self.reached.thorough += 1;
                self.check_lists(&whole);
                self.check_position();
                secrecy::check(&self.game, &mut self.rng);
                thinking::check(&self.game, &mut self.rng);
            }
            self.step(thorough);
        }
        self.reached.note_end(&self.game);
        self.check_replay();
    }

    fn check_length(&self) {
        let longest = G::longest(&self.plan.variant.options, self.plan.variant.seats);
        assert!(self.game.version() <= longest as usize, "more than {longest} inputs");
    }

    fn check_sound(&self, state: &G::State, whole: &Inventory) {
        let inventory = G::inventory(state);
        assert!(inventory == *whole, "pieces are lost or invented: {inventory}, not {whole}");
        assert_eq!(G::audit(state), Ok(()), "a lawful state is refused");
    }

    /// Somebody does something; returns what could have been chosen.
    fn step(&mut self, thorough: bool) -> Vec<G::Action> {
        let clocks = self.game.clocks();
        if !clocks.is_empty() && self.rng.below(4) == 0 {
            self.game.expire(self.rng.choose(&clocks).id).expect("a running clock can expire");
            return vec![];
        }
        let seat = any(self.game.active(), &mut self.rng);
        let actions = self.game.actions(seat);
        assert!(!actions.is_empty(), "seat {} is active without a legal action", seat.index());
        actions.iter().for_each(|action| self.note_kind(action));
        let chosen = if self.plan.is_guided {
            guided::choose::<G>(self.game.state(), seat, &actions, &mut self.rng)
        } else {
            self.rng.index(actions.len())
        };
        let action = &actions[chosen];
        let before = self.game.state().clone();
        self.trying = Some((seat, action.clone()));
        if let Err(why) = self.game.act(seat, action.clone()) {
            panic!("{} is listed, but refused: {why}", self.named(seat, action));
        }
        if thorough {
            let after = self.game.state().clone();
            if self.game.undo(seat).is_ok() {
                same(self.game.state(), &before, || format!("{} is not taken back exactly", written(action)));
                self.game.act(seat, action.clone()).expect("what was legal before is legal again");
                same(self.game.state(), &after, || {
                    format!("{} has another effect when done again", written(action))
                });
            }
        }
        self.trying = None;
        actions
    }

    fn note_kind(&mut self, action: &G::Action) {
        if self.kinds.insert(discriminant(action)) {
            let json = serde_json::to_value(action).expect("plain data has a JSON form");
            self.reached.legal.extend(variant_of(&json).map(String::from));
        }
    }

    /// The list is exactly what the judge allows, each action once.
    fn check_lists(&mut self, whole: &Inventory) {
        for seat in Seat::all(self.game.seats()) {
            let actions = self.game.actions(seat);
            let mut listed: HashSet<&G::Action> = HashSet::new();
            for action in &actions {
                assert!(listed.insert(action), "{} is listed twice", self.named(seat, action));
                let judged = self.trying(seat, action, |game| game.check(seat, action));
                if let Err(why) = judged {
                    panic!("{} is listed, but refused: {why}", self.named(seat, action));
                }
                round_trip(action);
            }
            let is_active = self.game.active().contains(seat);
            assert_eq!(actions.is_empty(), !is_active, "seat {} is active or has actions", seat.index());
            if is_active {
                self.check_stand_in(seat);
                for _ in 0..TRIED_OUT.min(actions.len()) {
                    let action = self.rng.choose(&actions).clone();
                    self.try_out(seat, &action, whole);
                }
            }
            let Some(pool) = self.pool else { continue };
            for action in some(&pool.foreign, FOREIGN, &mut self.rng) {
                self.judge(seat, action, &listed, whole);
                self.check_late(seat, action);
            }
            for action in some(&pool.damaged, DAMAGED, &mut self.rng) {
                self.judge(seat, action, &listed, whole);
                self.check_late(seat, action);
            }
            for _ in 0..if is_active { OWN_DAMAGED } else { 0 } {
                if let Some(action) = pool.damage(&actions, &mut self.rng) {
                    self.judge(seat, &action, &listed, whole);
                }
            }
            self.check_touches(seat, &actions, &listed, whole);
        }
    }

    fn check_stand_in(&self, seat: Seat) {
        let action = G::stand_in(self.game.state(), seat);
        let legal = action.as_ref().is_some_and(|action| self.game.check(seat, action).is_ok());
        assert!(legal, "{} cannot stand in for seat {}", written(&action), seat.index());
    }

    /// Whatever somebody sends, it is judged without a panic; what is not listed is refused with a reason,
    /// unless the list is only a sample, and what is allowed can be done.
    fn judge(&mut self, seat: Seat, action: &G::Action, listed: &HashSet<&G::Action>, whole: &Inventory) {
        if listed.contains(action) {
            return;
        }
        if !self.game.active().contains(seat) {
            let judged = self.trying(seat, action, |game| game.check(seat, action));
            assert!(judged.is_err(), "{} is allowed to seat {} out of turn", written(action), seat.index());
            return;
        }
        match self.trying(seat, action, |game| G::check(game.state(), seat, action)) {
            Ok(()) => {
                assert!(
                    G::is_sampled(self.game.state(), seat),
                    "{} is allowed to seat {} but not listed",
                    written(action),
                    seat.index()
                );
                self.try_out(seat, action, whole);
            }
            Err(Illegal { rule, why }) => {
                let action = || written(action);
                assert!(!rule.is_empty() && !why.is_empty(), "{} is refused without a reason", action());
                assert!(!why.ends_with('.'), "the full stop comes by itself: {why} ({})", action());
                self.reached.rules.insert(rule);
            }
        }
    }

    /// What is allowed can be done, and leaves a sound state.
    fn try_out(&mut self, seat: Seat, action: &G::Action, whole: &Inventory) {
        let mut chance = Rng::from_number(self.rng.bits().into());
        let state = self.trying(seat, action, |game| {
            let mut state = game.state().clone();
            G::apply(&mut state, seat, action, &mut Ctx::silent(&mut chance));
            state
        });
        self.trying = Some((seat, action.clone()));
        self.check_sound(&state, whole);
        self.trying = None;
    }

    /// What comes late is refused and changes nothing, or is taken and leaves a sound state.
    fn check_late(&mut self, seat: Seat, action: &G::Action) {
        let mut chance = Rng::from_number(self.rng.bits().into());
        let (state, taken) = self.trying(seat, action, |game| {
            let mut state = game.state().clone();
            let taken = G::late(&mut state, seat, action, &mut Ctx::silent(&mut chance));
            (state, taken)
        });
        match taken {
            Ok(()) => assert_eq!(G::audit(&state), Ok(()), "after {}, taken late", written(action)),
            Err(_) => same(&state, self.game.state(), || {
                format!("{} is refused as late and changes something", written(action))
            }),
        }
    }

    /// Whatever somebody touches, it means nothing, or an action that can be judged.
    fn check_touches(
        &mut self,
        seat: Seat,
        actions: &[G::Action],
        listed: &HashSet<&G::Action>,
        whole: &Inventory,
    ) {
        let view = self.game.view(Viewer::Seat(seat));
        let offered = some(actions, TOUCHED, &mut self.rng).map(|action| G::offer(&view, seat, action));
        let keys: Vec<Key> = offered.flat_map(|offer| offer.path).collect();
        for _ in 0..TOUCHED {
            let path = fuzz::touches(&keys, &mut self.rng);
            if let Some(action) = G::intent(&view, seat, &Touch::path(&path)) {
                self.judge(seat, &action, listed, whole);
            }
        }
    }

    fn trying<T>(&mut self, seat: Seat, action: &G::Action, what: impl FnOnce(&Match<G>) -> T) -> T {
        self.trying = Some((seat, action.clone()));
        let result = what(&self.game);
        self.trying = None;
        result
    }

    /// What a listed action is called on the table and in records.
    fn named(&self, seat: Seat, action: &G::Action) -> String {
        let label = G::offer(&self.game.view(Viewer::Seat(seat)), seat, action).label;
        format!("\"{label}\" of seat {} ({})", seat.index(), written(action))
    }

    /// Plain data survives; scenes are sound; offers can be touched and mean what they say.
    fn check_position(&mut self) {
        round_trip(self.game.state());
        self.reached.note_phase(self.game.state());
        let game = &self.game;
        let open = AnyMatch::open_scene(game);
        assert_eq!(open.flaws(), Vec::<String>::new(), "the scene with everything open");
        for viewer in Viewer::all(game.seats()) {
            let view = game.view(viewer);
            round_trip(&view);
            let scene = G::scene(&view, viewer);
            round_trip(&scene);
            assert_eq!(scene.flaws(), Vec::<String>::new(), "the scene of {}", who(viewer));
            assert_eq!(scene.players.len(), game.seats(), "players of the scene");
            let shown: SeatSet =
                scene.players.iter().filter(|player| player.active).map(|player| player.seat).collect();
            assert!(shown == game.active(), "others are active in the scene of {}", who(viewer));
            for (beat, scene) in game.moments(viewer) {
                let moment = &beat.text;
                assert_eq!(scene.flaws(), Vec::<String>::new(), "the moment \"{moment}\" of {}", who(viewer));
                for key in &beat.at {
                    assert!(scene.has(key), "{key} of the moment \"{moment}\" is nowhere in its scene");
                }
            }
            let Some(seat) = viewer.seat() else { continue };
            if let Some(estimate) = G::estimate(&view, seat) {
                assert!((0.0..=1.0).contains(&estimate), "seat {} stands at {estimate}", seat.index());
            }
            let (mut paths, mut labels) = (HashSet::new(), HashSet::new());
            for (action, offer) in game.offers(seat) {
                let what = || written(&action);
                assert!(!offer.label.is_empty() && !offer.path.is_empty(), "{} has an empty offer", what());
                for key in &offer.path {
                    let label = &offer.label;
                    assert!(scene.has(key), "{key} of \"{label}\" ({}) is nowhere in the scene", what());
                }
                for change in &offer.changes {
                    let at = &change.at;
                    assert!(scene.has(at), "{at}, which \"{}\" would change, is nowhere", offer.label);
                }
                let meant = G::intent(&view, seat, &Touch::path(&offer.path));
                assert!(
                    meant.as_ref() == Some(&action),
                    "the path of \"{}\" means something else: {}, not {}",
                    offer.label,
                    written(&meant),
                    what()
                );
                assert!(labels.insert(offer.label.clone()), "two offers say \"{}\"", offer.label);
                assert!(
                    paths.insert(offer.path.clone()),
                    "two offers have the path {}",
                    offer.path.join(" ")
                );
            }
            assert!(G::intent(&view, seat, &[]).is_none(), "no touch means something");
            let nonsense = G::intent(&view, seat, &[Touch::Piece("nothing", "here")]);
            assert!(nonsense.is_none(), "nonsense means something: {}", written(&nonsense));
        }
    }

    fn check_outcome(&self, outcome: &Outcome) {
        let game = &self.game;
        assert_eq!(outcome.ranks.seats(), game.seats(), "a rank for each seat");
        assert_eq!(outcome.scores.seats(), game.seats(), "a score for each seat");
        for (seat, &rank) in outcome.ranks.iter() {
            let better = outcome.ranks.iter().filter(|(_, other)| **other < rank).count();
            let lost_together = outcome.team.is_some_and(|team| !team.won) && rank == 2;
            assert!(lost_together || usize::from(rank) == 1 + better, "rank of seat {}", seat.index());
        }
        round_trip(outcome);
        assert!(Seat::all(game.seats()).all(|seat| game.actions(seat).is_empty()), "it is over");
    }

    fn check_replay(&self) {
        let record = self.game.record().expect("played from the setup on");
        round_trip(&record);
        let options = OptionsExt::from_json(&record.options).expect("recorded options read back");
        let mut again = Match::<G>::new(options, record.seats, record.seed).expect("it began before");
        for input in record.inputs {
            again.input(input).expect("it was taken before");
        }
        same(again.state(), self.game.state(), || "the record replays differently".into());
        for viewer in Viewer::all(self.game.seats()) {
            let same_log = again.log(viewer, 0).eq(self.game.log(viewer, 0));
            assert!(same_log, "the record replays with another log for {}", who(viewer));
        }
    }
}

fn check_box(whole: &Inventory) {
    let boxes = [Inventory::green_box(), Inventory::the_deck()];
    let fits = boxes.iter().any(|all| whole.is_within(all).is_ok());
    assert!(fits, "{whole} is in neither box");
}

/// One of these seats.
pub(crate) fn any(seats: SeatSet, rng: &mut Rng) -> Seat {
    seats.random(rng).expect("an active turn has active seats")
}

/// Some of these things, at most so many.
fn some<'a, T>(things: &'a [T], most: usize, rng: &mut Rng) -> impl Iterator<Item = &'a T> + use<'a, T> {
    let chosen: Vec<&T> = (0..most.min(things.len())).map(|_| rng.choose(things)).collect();
    chosen.into_iter()
}

/// Holds a value against what comes back after it was stored.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq>(value: &T) {
    let text = written(value);
    let again: T =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text} does not read back: {error}"));
    same(&again, value, || format!("{text} reads back as something else"));
}
