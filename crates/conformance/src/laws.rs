//! Everything but secrecy: play ends, lists and judge agree, nothing is lost, records replay.

use std::collections::HashSet;
use std::fmt::Debug;

use boxwood_engine::{AnyMatch, Ctx, Game, Illegal, Match, OptionsExt, Outcome, Seat, SeatSet, Turn, Viewer};
use boxwood_kit::{Inventory, Rng, Seed};
use boxwood_scene::Touch;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::secrecy;
use crate::variants::{Variant, variants};

/// How many random matches of a variant are played; of large tables, with their many eyes, only one.
const fn matches(seats: usize) -> u64 {
    if seats <= 4 { 3 } else { 1 }
}

/// In a long match, about this many positions are held against all laws; the others against the cheap ones.
const THOROUGH: u32 = 60;
/// How many foreign actions are tried in a position.
const FOREIGN: usize = 40;

/// Holds a game against all laws.
///
/// # Panics
/// With the law, the variant, the seed and the position, if it breaks one.
pub fn check<G: Game>() {
    check_info::<G>();
    let mut foreign = Foreign::<G>::default();
    let mut playable = HashSet::new();
    // The first round only collects actions, so that the second has foreign ones from the start.
    for round in 0..2 {
        for variant in variants::<G>() {
            for number in 0..matches(variant.seats) {
                let seed = Seed::from_number(1000 * round + number);
                match Match::<G>::new(variant.options.clone(), variant.seats, seed) {
                    Ok(game) if round == 0 => collect(game, &mut foreign),
                    Ok(game) => {
                        playable.insert(variant.seats);
                        Run { variant: &variant, seed, rng: Rng::stream(seed, u64::MAX), foreign: &foreign }
                            .play(game);
                    }
                    Err(error) => {
                        assert!(!error.to_string().is_empty(), "{}: a refusal without a reason", variant.name)
                    }
                }
            }
        }
    }
    let (low, high) = G::INFO.seats;
    assert!((low..=high).all(|seats| playable.contains(&seats)), "only playable with {playable:?} seats");
}

fn check_info<G: Game>() {
    let info = G::INFO;
    assert!(
        !info.id.is_empty()
            && info.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    );
    assert!(!info.title.is_empty() && !info.pitch.is_empty() && !info.tags.is_empty());
    assert!(info.pitch.ends_with('.'), "the pitch is a sentence");
    assert!((1..=5).contains(&info.complexity));
    assert!(1 <= info.seats.0 && info.seats.0 <= info.seats.1 && info.minutes.0 <= info.minutes.1);
    assert!(info.guide.starts_with("# ") && info.guide.len() > 500, "the guide is a whole page");
    let short = info.guide.split("\n## ").nth(1).and_then(|part| part.strip_prefix("In short\n"));
    let words = short.expect("a guide tells a newcomer the game in short first").split_whitespace().count();
    assert!((20..=120).contains(&words), "{words} words are not what somebody reads before the first move");
}

/// Actions seen anywhere, to be tried where they do not belong.
struct Foreign<G: Game> {
    actions: Vec<G::Action>,
    known: HashSet<G::Action>,
}

impl<G: Game> Default for Foreign<G> {
    fn default() -> Self {
        Foreign { actions: vec![], known: HashSet::new() }
    }
}

fn collect<G: Game>(game: Match<G>, foreign: &mut Foreign<G>) {
    let mut rng = Rng::from_number(5);
    let mut state = game.state().clone();
    let mut buffer = vec![];
    let longest = G::longest(game.options(), game.seats());
    for step in 0.. {
        assert!(step <= longest, "{}: more than {longest} inputs", G::INFO.id);
        let Turn::Active(active) = G::turn(&state) else { break };
        let seat = any(active, &mut rng);
        buffer.clear();
        G::legal_actions(&state, seat, &mut buffer);
        assert!(!buffer.is_empty(), "seat {} is active without a legal action in {state:?}", seat.index());
        for action in &buffer {
            if foreign.known.len() < 3000 && foreign.known.insert(action.clone()) {
                foreign.actions.push(action.clone());
            }
        }
        let action = rng.choose(&buffer).clone();
        G::apply(&mut state, seat, &action, &mut Ctx::silent(&mut rng));
    }
}

pub(crate) fn any(seats: SeatSet, rng: &mut Rng) -> Seat {
    seats.random(rng).expect("an active turn has active seats")
}

/// One random match under observation.
struct Run<'a, G: Game> {
    variant: &'a Variant<G::Options>,
    seed: Seed,
    rng: Rng,
    foreign: &'a Foreign<G>,
}

impl<G: Game> Run<'_, G> {
    fn play(&mut self, mut game: Match<G>) {
        let longest = G::longest(&self.variant.options, self.variant.seats);
        let whole = G::inventory(game.state());
        self.check_box(&whole);
        // Longer matches are looked at more rarely, so that each costs about the same.
        let mut period = 1;
        loop {
            let version = game.version() as u32;
            assert!(version <= longest, "{}: more than {longest} inputs", self.place(&game));
            if version > THOROUGH * period {
                period *= 2;
            }
            let thorough = version < 10 || self.rng.below(period) == 0;
            assert_eq!(
                G::inventory(game.state()),
                whole,
                "{}: pieces are lost or invented",
                self.place(&game)
            );
            assert_eq!(G::audit(game.state()), Ok(()), "{}: a lawful state is refused", self.place(&game));
            let active = match G::turn(game.state()) {
                Turn::Over(outcome) => {
                    self.check_outcome(&game, &outcome);
                    self.check_position(&game);
                    break;
                }
                Turn::Active(active) => active,
            };
            assert!(!active.is_empty(), "{}: nobody is active, yet it is not over", self.place(&game));
            assert!(
                active.iter().all(|seat| seat.index() < game.seats()),
                "{}: {active:?}",
                self.place(&game)
            );
            if thorough {
                self.check_lists(&game);
                self.check_position(&game);
                let place = self.place(&game);
                secrecy::check(&game, &mut self.rng, &place);
            }
            self.step(&mut game, active, thorough);
        }
        self.check_replay(&game);
    }

    fn step(&mut self, game: &mut Match<G>, active: SeatSet, thorough: bool) {
        let clocks = game.clocks();
        if !clocks.is_empty() && self.rng.below(4) == 0 {
            game.expire(self.rng.choose(&clocks).id).expect("a running clock can expire");
            return;
        }
        let seat = any(active, &mut self.rng);
        let actions = game.actions(seat);
        let action = self.rng.choose(&actions).clone();
        let before = game.state().clone();
        game.act(seat, action.clone()).expect("what is listed is legal");
        if thorough {
            let after = game.state().clone();
            if game.undo(seat).is_ok() {
                assert_eq!(
                    *game.state(),
                    before,
                    "{}: {action:?} is not taken back exactly",
                    self.place(game)
                );
                game.act(seat, action).expect("what was legal before is legal again");
                assert_eq!(
                    *game.state(),
                    after,
                    "{}: an action done again has another effect",
                    self.place(game)
                );
            }
        }
    }

    /// The list is exactly what the judge allows, each action once.
    fn check_lists(&mut self, game: &Match<G>) {
        for seat in Seat::all(game.seats()) {
            let actions = game.actions(seat);
            let listed: HashSet<&G::Action> = actions.iter().collect();
            assert_eq!(listed.len(), actions.len(), "{}: an action is listed twice", self.place(game));
            for action in &actions {
                assert_eq!(game.check(seat, action), Ok(()), "{}: {action:?} is listed", self.place(game));
                round_trip(action);
            }
            let is_active = game.active().contains(seat);
            assert_eq!(actions.is_empty(), !is_active, "{}: seat {}", self.place(game), seat.index());
            if is_active {
                let stand_in = G::stand_in(game.state(), seat);
                let legal = stand_in.as_ref().is_some_and(|action| game.check(seat, action).is_ok());
                assert!(legal, "{}: {stand_in:?} cannot stand in", self.place(game));
            }
            for _ in 0..FOREIGN.min(self.foreign.actions.len()) {
                let action = self.rng.choose(&self.foreign.actions);
                if listed.contains(action) {
                    continue;
                }
                match G::check(game.state(), seat, action) {
                    Ok(()) if is_active => assert!(
                        G::is_sampled(game.state(), seat),
                        "{}: {action:?} is allowed to seat {} but not listed",
                        self.place(game),
                        seat.index()
                    ),
                    Ok(()) => {}
                    Err(Illegal { rule, why }) => {
                        assert!(!rule.is_empty() && !why.is_empty(), "{}: no reason", self.place(game));
                        assert!(
                            !why.ends_with('.'),
                            "{}: the full stop comes by itself: {why}",
                            self.place(game)
                        );
                    }
                }
                assert!(is_active || game.check(seat, action).is_err(), "{}: out of turn", self.place(game));
            }
        }
    }

    /// Plain data survives; scenes are sound; offers can be touched and mean what they say.
    fn check_position(&self, game: &Match<G>) {
        let place = self.place(game);
        round_trip(game.state());
        let open = AnyMatch::open_scene(game);
        assert_eq!(open.flaws(), Vec::<String>::new(), "{place}: the scene with everything open");
        for viewer in Viewer::all(game.seats()) {
            let view = game.view(viewer);
            round_trip(&view);
            let scene = G::scene(&view, viewer);
            round_trip(&scene);
            assert_eq!(scene.flaws(), Vec::<String>::new(), "{place}: the scene of {viewer:?}");
            assert_eq!(scene.players.len(), game.seats(), "{place}: players of the scene");
            let shown: SeatSet =
                scene.players.iter().filter(|player| player.active).map(|player| player.seat).collect();
            assert_eq!(shown, game.active(), "{place}: who is active in the scene of {viewer:?}");
            let Some(seat) = viewer.seat() else { continue };
            let (mut paths, mut labels) = (HashSet::new(), HashSet::new());
            for (action, offer) in game.offers(seat) {
                assert!(
                    !offer.label.is_empty() && !offer.path.is_empty(),
                    "{place}: {action:?} offers {offer:?}"
                );
                for key in &offer.path {
                    assert!(scene.has(key), "{place}: {key} of {offer:?} is nowhere in the scene");
                }
                assert_eq!(
                    G::intent(&view, seat, &Touch::path(&offer.path)).as_ref(),
                    Some(&action),
                    "{place}: the path of {offer:?} means something else"
                );
                assert!(labels.insert(offer.label.clone()), "{place}: two offers say {:?}", offer.label);
                assert!(
                    paths.insert(offer.path.clone()),
                    "{place}: two offers have the path {:?}",
                    offer.path
                );
            }
            assert_eq!(G::intent(&view, seat, &[]), None, "{place}: no touch means nothing");
            assert_eq!(
                G::intent(&view, seat, &[Touch::Piece("nothing", "here")]),
                None,
                "{place}: nonsense means nothing"
            );
        }
    }

    fn check_outcome(&self, game: &Match<G>, outcome: &Outcome) {
        let place = self.place(game);
        assert_eq!(outcome.ranks.seats(), game.seats(), "{place}: a rank for each seat");
        assert_eq!(outcome.scores.seats(), game.seats(), "{place}: a score for each seat");
        for (seat, &rank) in outcome.ranks.iter() {
            let better = outcome.ranks.iter().filter(|(_, other)| **other < rank).count();
            let lost_together = outcome.team.is_some_and(|team| !team.won) && rank == 2;
            assert!(
                lost_together || usize::from(rank) == 1 + better,
                "{place}: rank of seat {}",
                seat.index()
            );
        }
        round_trip(outcome);
        assert!(Seat::all(game.seats()).all(|seat| game.actions(seat).is_empty()), "{place}: it is over");
    }

    fn check_box(&self, whole: &Inventory) {
        let boxes = [Inventory::green_box(), Inventory::the_deck()];
        let fits = boxes.iter().any(|all| whole.is_within(all).is_ok());
        assert!(fits, "{}: {whole} is in neither box", self.variant.name);
    }

    fn check_replay(&self, game: &Match<G>) {
        let record = game.record().expect("played from the setup on");
        round_trip(&record);
        let options = OptionsExt::from_json(&record.options).expect("recorded options read back");
        let mut again = Match::<G>::new(options, record.seats, record.seed).expect("it began before");
        for input in record.inputs {
            again.input(input).expect("it was taken before");
        }
        assert_eq!(again.state(), game.state(), "{}: the record replays differently", self.place(game));
        for viewer in Viewer::all(game.seats()) {
            assert!(again.log(viewer, 0).eq(game.log(viewer, 0)), "{}: another log", self.place(game));
        }
    }

    fn place(&self, game: &Match<G>) -> String {
        format!("{} ({}, seed {}, version {})", G::INFO.id, self.variant.name, self.seed, game.version())
    }
}

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = serde_json::to_string(value).expect("plain data has a JSON form");
    let again: T =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text} does not read back: {error}"));
    assert_eq!(again, *value, "{text} reads back as something else");
}
