//! Green Bite: a monster chases explorers through the jungle and bites whoever falls behind.
//!
//! 2–6 seats · simultaneous cards, elimination · Green Box Contest X.
//!
//! # Rules
//! 1. Everybody has an explorer: a pawn, four health cubes and the six cards 1 to 6 of its colour, all in hand.
//!    The pawns stand in a random line, and the monster, a tile, stands behind the last.
//! 2. Each round everybody secretly puts down one card of the hand. When all are down they are shown.
//! 3. From the lowest number to the highest: whoever is the only one with a number runs to the front of the line.
//!    Explorers with the same number stay where they are.
//! 4. Then the monster bites the last in line, but not in the first round: it costs a cube. An explorer without
//!    cubes is out and leaves the line. Nobody else is bitten in that round.
//! 5. The cards that were played join the open discards of their explorers. Whoever has just two cards left in
//!    hand takes all discards back, and so does whoever was bitten.
//! 6. When only two explorers are left, the game ends at once: the one in front wins, the other one is second,
//!    and the later the others went out, the better their place.
//! 7. With two players, each runs with two explorers, and whoever has the one in front at the end wins. Or they
//!    run with one each until one of them has no cubes left.
//!
//! # Rulings
//! - R1 (rule 7): the book allows two players but ends with two explorers. Pairs have a hand and cubes for each
//!   explorer, and a card is put down for each; the duel goes on until one explorer is out.
//! - R2 (rule 4): as printed, the bitten pawn stays where it is. In the older game that this one follows it runs
//!   to the front; that is the option *sprint*.
//! - R3 (rule 1): everybody has six cards, as printed. With the option *trimmed* up to four explorers have the
//!   cards 1 to 5 only.
//! - R4 (rule 5): the card just played is among those that are taken back.
//! - R5 (rule 4): the cards of an explorer who is out leave the game.
//! - R6 (rule 4): with *sprint*, whoever goes out does not run.
//! - R7 (rule 1): the last in line is the one next to the monster.
//! - R8 (rule 4): whoever is last once somebody has gone out is not bitten in the same round.
//! - R9 (rule 2): a card that is down can be taken back until the next one is put down by anybody.

mod advice;
mod audit;
mod estimate;
mod flow;
mod scene;
mod state;
#[cfg(test)]
mod tests;
mod words;

use boxwood_engine::{
    Art, Book, Choices, Ctx, Eliminated, Game, GameInfo, Illegal, Number, Seat, SeatMap, Secret, SetupError,
    Side, Turn, Viewer, choice, options,
};
use boxwood_kit::{Card, CardSet, Inventory, Pile, Rng, Symbol};
use boxwood_scene::{Offer, Scene, Theme, Touch};
use serde::{Deserialize, Serialize};

use state::{MOST_EXPLORERS, Table};
pub use state::{State, View};
use state::{deck, sides_of};

/// Rule 1: the tile with teeth.
const MONSTER: Symbol = Symbol::Wheel;
const HIGHEST: u8 = 6; // rule 1
const FEW_EXPLORERS: usize = 4; // R3
const LOW_HAND: usize = 2; // rule 5
const LAST_LEFT: usize = 2; // rule 6

/// The game.
pub struct GreenBite;

choice! {
    /// R1: what two players run with.
    pub enum TwoPlayer {
        Pairs = "pairs", "two explorers each, until two are left";
        Duel = "duel", "one explorer each, until one is out";
    }
}

choice! {
    /// R2: what a bitten explorer does.
    pub enum Sprint {
        Off = "off", "stays last in line";
        On = "on", "runs to the front";
    }
}

choice! {
    /// R3: which cards an explorer has.
    pub enum Hand {
        Full = "full", "1 to 6";
        Trimmed = "trimmed", "1 to 5 with up to four explorers";
    }
}

options! {
    /// What can be chosen before the game.
    pub struct Options {
        "two_player" two_player: TwoPlayer = TwoPlayer::Pairs, "Two players";
        "sprint" sprint: Sprint = Sprint::Off, "Whoever is bitten";
        "hand" hand: Hand = Hand::Full, "Cards of an explorer";
        "health" health: Number<3, 5> = Number::new(4), "Cubes of an explorer";
    }
}

/// A decision of rule 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Puts this card down for the explorer of its colour.
    Play(Card),
}

impl Game for GreenBite {
    type State = State;
    type View = View;
    type Action = Action;
    type Options = Options;

    const REWARDS_SURPRISE: bool = true;
    const INFO: GameInfo = GameInfo {
        id: "green-bite",
        title: "Green Bite",
        pitch: "A hungry monster is behind you. You need not outrun it, only the others.",
        book: Book::ContestX,
        designers: &["Pedro Dias"],
        origin: "after Get Bit! by Dave Chalker",
        seats: (2, 6),
        best: 5,
        quick: &[],
        minutes: (10, 10),
        complexity: 1,
        tags: &["simultaneous", "bluffing", "elimination"],
        theme: Theme::Temple,
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
        lesson: include_str!("../lesson.json"),
        art: Art::new(include_str!("../art/cover.svg"), include_bytes!("../art/cover.jpg"))
            .on_stage(include_str!("../art/wide.svg"), include_str!("../art/tall.svg")),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let sides = sides_of(options, seats);
        let mut line: Pile<Side, MOST_EXPLORERS> = sides.all().collect();
        line.shuffle(ctx.rng());
        let table = Table {
            options: options.clone(),
            sides,
            round: 1,
            line,
            health: SeatMap::filled(sides.count(), options.health.get() as u8),
            hands: sides.all().map(|side| deck(options, sides, side)).collect(),
            out: Eliminated::default(),
            shown: CardSet::EMPTY,
            bitten: None,
        };
        ctx.say(|| words::lined_up(&table));
        Ok(State { chosen: Choices::ask(sides.count(), table.running()), table })
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        let State { table, chosen } = state;
        if table.is_over() {
            Turn::Over(table.outcome())
        } else {
            Turn::Active(table.sides.owners(chosen.pending()))
        }
    }

    #[inline]
    fn legal_actions(state: &State, seat: Seat, out: &mut Vec<Action>) {
        let State { table, chosen } = state;
        for side in chosen.pending().iter().filter(|&side| table.sides.owner(side) == seat) {
            out.extend(table.hand(side).iter().map(Action::Play));
        }
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        let Action::Play(card) = *action;
        state.can_play(seat, card)
    }

    fn why_not_active(view: &View, seat: Seat) -> Option<Illegal> {
        let own = view.table.sides.of(seat);
        if own.iter().any(|side| view.table.line.contains(&side)) {
            Some(Illegal::new("rule 2", "You have put your card down and wait for the others"))
        } else {
            Some(Illegal::new("rule 4", "Your explorer is out, so you only watch"))
        }
    }

    #[inline]
    fn apply(state: &mut State, _seat: Seat, action: &Action, ctx: &mut Ctx) {
        let Action::Play(card) = *action;
        let Some(side) = state.table.sides.of_colour(card.colour()) else { return };
        let all_are_down = state.chosen.commit(side, card);
        if all_are_down {
            flow::play_round(state, ctx);
        }
    }

    fn view(state: &State, viewer: Viewer) -> View {
        let State { table, chosen } = state;
        let is_own = |side| viewer.is(table.sides.owner(side));
        View { table: table.clone(), chosen: chosen.seen_where(is_own) }
    }

    fn redeal(view: &View, rng: &mut Rng) -> State {
        let View { table, chosen } = view;
        let guess = |side| table.hand(side).random(rng).unwrap_or_default();
        State { table: table.clone(), chosen: chosen.redeal(table.sides.count(), guess) }
    }

    /// Which card of a hand is down: a pool for each explorer, and a place for either half of its hand.
    fn secrets(state: &State, viewer: Viewer) -> Vec<Secret> {
        const DOWN: u32 = 0;
        const HELD: u32 = 1;
        let State { table, chosen } = state;
        let is_hidden = |&(side, _): &(Side, Card)| !viewer.is(table.sides.owner(side));
        let hidden = chosen.iter().filter(is_hidden).filter(|_| !chosen.pending().is_empty());
        let halves = |(side, down): (Side, Card)| {
            table.hand(side).iter().map(move |card| Secret {
                pool: side.index() as u32,
                place: if card == down { DOWN } else { HELD },
                holds: card.number().into(),
            })
        };
        hidden.flat_map(halves).collect()
    }

    fn scene(view: &View, viewer: Viewer) -> Scene {
        scene::scene(view, viewer)
    }

    fn offer(view: &View, _seat: Seat, action: &Action) -> Offer {
        let Action::Play(card) = *action;
        scene::offer(&view.table, card)
    }

    fn intent(_view: &View, _seat: Seat, path: &[Touch]) -> Option<Action> {
        match *path {
            [touch] => touch.as_card().map(Action::Play),
            _ => None,
        }
    }

    fn inventory(state: &State) -> Inventory {
        let Table { options, sides, .. } = &state.table;
        let mut inventory = Inventory::EMPTY;
        inventory.add_tile(MONSTER);
        for side in sides.all() {
            let colour = sides.colour(side);
            // The cubes that were bitten off and the discards lie beside the explorers.
            inventory.add_cubes(colour, options.health.get() as u16).add_meeple(colour);
            inventory.add_cards(deck(options, *sides, side));
        }
        inventory
    }

    fn longest(options: &Options, seats: usize) -> u32 {
        // From the second round on, each costs a cube.
        let explorers = sides_of(options, seats).count() as u32;
        (explorers * options.health.get() as u32 + 1) * explorers
    }

    fn estimate(view: &View, seat: Seat) -> Option<f32> {
        Some(estimate::estimate(&view.table, seat))
    }

    fn reason(view: &View, _seat: Seat, action: &Action) -> Option<String> {
        let Action::Play(card) = *action;
        advice::reason(&view.table, card)
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}
