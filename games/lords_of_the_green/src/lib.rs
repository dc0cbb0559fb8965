//! Lords of the Green: send knights, lead them with your lord, hold the richest connected land.
//!
//! 2–5 seats · open information · Green Box Contest X.
//!
//! # Rules
//! 1. The land is a random grid of tiles worth 1 to 4 (Drop, Hammers, Circles, Bricks): twelve of them for three
//!    players, sixteen for two or four, twenty for five. Everybody has sixteen knights of a colour, which are cubes,
//!    and a lord. A colour is as strong on a tile as it has knights there, and one stronger with its lord; the one that
//!    is stronger than every other holds the tile.
//! 2. A turn begins with one to three knights from the supply, placed on one tile: one that you do not hold, and on
//!    which no other lord stands.
//! 3. In your first turn your lord then joins them. In all later turns your lord moves to any other tile on which no
//!    other lord stands, and takes along one to three knights from the tile he leaves. You must hold the new tile then.
//! 4. Whoever has no knights left in the supply is passed over. The game ends when nobody has any.
//! 5. Every tile you hold scores its value, and your largest group of connected tiles scores 2 for each of them.
//!    Most points win; then the larger group, then more tiles; otherwise the victory is shared.
//! 6. Two players have two colours each, which play by turns: the first player's, the second player's, and the other
//!    one of each. The points of both colours count together, or only those of the weaker one.
//!
//! # Rulings
//! - R1 (rule 1): a tile is held against each other colour alone; whoever only equals another one holds nothing.
//! - R2 (rule 2): in the first round every tile with knights has a lord on it, so everybody begins on an empty one.
//! - R3 (rule 3): a lord moves any distance, also to a tile that he holds already; but his knights, too, keep away from
//!   another lord.
//! - R4 (rule 3): the tile that a lord leaves may be lost by it.
//! - R5 (rule 3): with a lord stands at least one of his knights: he came with one, nobody else may come, and only he
//!   takes any away. So he can always take one along.
//! - R6 (rules 2 and 3): whoever cannot place goes on with the lord, and a lord who cannot move stays. Nobody has to
//!   place so that he can.
//! - R7 (rule 4): if a whole round goes by and nobody can place, the game ends.
//! - R8 (rule 6): the two colours of a player are opponents in everything but the score.
//! - R9 (rule 1): the fifth colour is white.
//! - R10 (rule 4): whoever is passed over does not move the lord either.
//! - R11 (rule 6): equal results of two players are decided by the other total (weaker colour or sum), then by the
//!   largest group of either colour, then by the tiles of both colours together.

mod advice;
mod audit;
mod estimate;
mod flow;
mod judge;
mod land;
mod scene;
mod score;
#[cfg(test)]
mod tests;

use boxwood_engine::{
    Art, Book, Ctx, Game, GameInfo, Illegal, Seat, SeatMap, SetupError, Side, Sides, Turn, Viewer, choice,
    options,
};
use boxwood_kit::{Inventory, Rng, Symbol};
use boxwood_scene::{Offer, Scene, Theme, Touch};
use serde::{Deserialize, Serialize};

use land::{Land, Spot};

const KNIGHTS: u8 = 16; // rule 1
const MOST_AT_ONCE: u8 = 3; // rules 2 and 3
const PER_CONNECTED: i32 = 2; // rule 5
/// Rule 1: a set has one tile of each of these values.
const SET: [Symbol; 4] = [Symbol::Drop, Symbol::Hammers, Symbol::Circles, Symbol::Bricks];

/// The game.
pub struct LordsOfTheGreen;

choice! {
    /// Rule 6: what counts of two colours.
    pub enum TwoPlayerScore {
        Sum = "sum", "the points of both colours together";
        Lowest = "lowest", "only the weaker colour of each player";
    }
}

options! {
    /// What can be chosen before the game.
    pub struct Options {
        "two_player_score" two_player_score: TwoPlayerScore = TwoPlayerScore::Sum, "Score of two players";
    }
}

/// The table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    options: Options,
    /// Rule 6: whose the colours are.
    sides: Sides,
    land: Land,
    /// Where the lord of each colour stands, once it has had its first turn.
    lords: SeatMap<Option<Spot>>,
    phase: Phase,
    /// R7: so many turns in a row went by in which nobody could place.
    idle: u8,
    /// Where knights were placed last, and the way that a lord went last.
    placed: Option<Spot>,
    went: Option<Went>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Phase {
    /// Rule 2: this colour places.
    Place(Side),
    /// Rule 3: its lord moves.
    Lead(Side),
    /// Everybody has placed all knights, or nobody can.
    Over,
}

/// The way of a lord.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Went {
    from: Spot,
    to: Spot,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Rule 2: so many knights from the supply to this tile.
    Place {
        /// The tile.
        tile: Spot,
        /// How many knights.
        n: u8,
    },
    /// Rule 3: the lord goes to this tile and takes so many knights along.
    MoveLord {
        /// The tile.
        tile: Spot,
        /// How many knights.
        k: u8,
    },
}

impl Game for LordsOfTheGreen {
    type State = State;
    type View = State;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "lords-of-the-green",
        title: "Lords of the Green",
        pitch: "Send out knights, lead them with your lord, and hold the richest connected land.",
        book: Book::ContestX,
        designers: &["Jørgen Brunborg-Næss"],
        origin: "",
        seats: (2, 5),
        best: 4,
        quick: &[],
        minutes: (10, 10),
        complexity: 1,
        tags: &["area majority", "perfect information"],
        theme: Theme::Garden,
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
        lesson: include_str!("../lesson.json"),
        art: Art::new(include_str!("../art/cover.svg"), include_bytes!("../art/cover.jpg")),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let sides = sides_of(seats);
        let land = Land::random(sides.count(), ctx.rng());
        let first = Seat::random(seats, ctx.rng());
        ctx.say(|| format!("{}.", first.does("begin")));
        Ok(State {
            options: options.clone(),
            sides,
            land,
            lords: SeatMap::filled(sides.count(), None),
            phase: Phase::Place(first), // the first colour of a player has the number of the seat
            idle: 0,
            placed: None,
            went: None,
        })
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        match state.phase {
            Phase::Place(side) | Phase::Lead(side) => Turn::of(state.sides.owner(side)),
            Phase::Over => Turn::Over(score::outcome(state)),
        }
    }

    #[inline]
    fn legal_actions(state: &State, _seat: Seat, out: &mut Vec<Action>) {
        match state.phase {
            Phase::Place(side) => {
                let most = state.supply(side).min(MOST_AT_ONCE);
                for tile in judge::open_to(state, side).iter() {
                    out.extend((1..=most).map(|n| Action::Place { tile, n }));
                }
            }
            Phase::Lead(side) => {
                judge::for_each_march(state, side, |tile, fewest, most| {
                    out.extend((fewest..=most).map(|k| Action::MoveLord { tile, k }));
                });
            }
            Phase::Over => {}
        }
    }

    fn check(state: &State, _seat: Seat, action: &Action) -> Result<(), Illegal> {
        match (state.phase, *action) {
            (Phase::Place(side), Action::Place { tile, n }) => judge::can_place(state, side, tile, n),
            (Phase::Lead(side), Action::MoveLord { tile, k }) => judge::can_lead(state, side, tile, k),
            (Phase::Place(_), Action::MoveLord { .. }) => {
                Err(Illegal::new("rule 2", "First place knights from the supply"))
            }
            (Phase::Lead(_), Action::Place { .. }) => {
                Err(Illegal::new("rule 3", "The knights of this turn are placed; now the lord moves"))
            }
            (Phase::Over, _) => Err(Illegal::new("rule 4", "The game is over")),
        }
    }

    #[inline]
    fn apply(state: &mut State, _seat: Seat, action: &Action, ctx: &mut Ctx) {
        match (state.phase, *action) {
            (Phase::Place(side), Action::Place { tile, n }) => flow::place(state, side, tile, n, ctx),
            (Phase::Lead(side), Action::MoveLord { tile, k }) => flow::lead(state, side, tile, k, ctx),
            _ => {}
        }
    }

    fn view(state: &State, _viewer: Viewer) -> State {
        state.clone()
    }

    fn redeal(view: &State, _rng: &mut Rng) -> State {
        view.clone()
    }

    fn scene(view: &State, viewer: Viewer) -> Scene {
        scene::scene(view, viewer)
    }

    fn offer(view: &State, _seat: Seat, action: &Action) -> Offer {
        scene::offer(view, *action)
    }

    fn intent(view: &State, _seat: Seat, path: &[Touch]) -> Option<Action> {
        scene::intent(view, path)
    }

    fn inventory(state: &State) -> Inventory {
        let mut inventory = Inventory::EMPTY;
        for tile in state.land.tiles() {
            inventory.add_tile(tile.symbol);
        }
        for side in state.sides.all() {
            let colour = state.sides.colour(side);
            let knights = state.land.placed(side) + state.supply(side);
            inventory.add_cubes(colour, knights.into()).add_meeple(colour);
        }
        inventory
    }

    fn longest(_options: &Options, seats: usize) -> u32 {
        // Every knight may be placed alone, followed by a lord's move; and before each, everybody else may have had a
        // turn without one (R7).
        let sides = sides_of(seats).count() as u32;
        let placings = u32::from(KNIGHTS) * sides;
        (placings + 1) * (sides + 1)
    }

    fn estimate(view: &State, seat: Seat) -> Option<f32> {
        Some(estimate::estimate(view, seat))
    }

    fn reason(view: &State, _seat: Seat, action: &Action) -> Option<String> {
        advice::reason(view, *action)
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}

/// Rule 6.
fn sides_of(seats: usize) -> Sides {
    Sides::new(seats, if seats == 2 { 2 } else { 1 })
}

impl State {
    /// The knights of a colour that are not on the land yet.
    #[inline]
    fn supply(&self, side: Side) -> u8 {
        KNIGHTS.saturating_sub(self.land.placed(side))
    }

    /// The colour whose lord stands on a tile.
    #[inline]
    fn lord_on(&self, tile: Spot) -> Option<Side> {
        self.sides.all().find(|&side| self.lords[side] == Some(tile))
    }
}
