//! Fawlty Towers: put a cube on a shaky tower to earn a card; taller towers reach better cards.
//!
//! 2–8 seats · open information · dexterity · Green Box of Games, base book.
//!
//! # Rules
//! 1. The 54 cards are shuffled; without the black ones there are 45. Four columns of six lie face
//!    up, level 1 at the bottom; the rest is the deck.
//! 2. Four towers begin with one cube each: red, yellow, green and blue. The other 76 cubes of these
//!    colours are the supply.
//! 3. A balanced start lets no 4, 5 or 6 lie in levels 1 to 3: column by column from the bottom,
//!    such cards are set aside and replaced from the deck, then shuffled into it.
//! 4. A random player begins; play goes clockwise. On a turn, choose a cube of the supply and a
//!    tower, and place the cube on its top.
//! 5. One aims at a point up to 40 hundredths of a cube's edge from the middle of the top cube, in
//!    both directions. The hand trembles: in each direction the cube lands off by the sum of two
//!    random numbers from −r to r, where r grows with the height h before placing (none: 0, steady:
//!    2 + h, normal: 4 + 2h, shaky: 4 + 3h).
//! 6. The tower stands if, at every joint, the centre of mass of all cubes above lies strictly
//!    inside the area where the two cubes touch. Otherwise it falls.
//! 7. If it stands, one may take a card that is white, black or of the cube's colour, if the tower
//!    already held what the cards below it in its column ask for: a cube of its colour for each red,
//!    yellow, green or blue card, any one cube for a white, any three for a black; each cube counts
//!    once.
//! 8. If it falls, all its cubes go back to the supply. The player chooses a cube as its new base
//!    and may take a card from level 1 that is white, black or of the base's colour.
//! 9. When a card is taken, those above it move down, and the next card of the deck comes on top.
//! 10. The game ends at once when two columns are empty.
//! 11. A card scores its value. Three cards of one symbol score 5 more, five of them 10. The highest
//!     score wins.
//!
//! # Rulings
//! - R1 (rules 5 and 6): the hand's error is random and grows with the height, or nobody would ever
//!   fail. On `normal`, towers up to 5 practically never fall; aiming at the middle, a cube on a
//!   tower of 9 brings it down about 5 times in 100, on 12 about 22 times.
//! - R2 (rule 7): the cube just placed does not count for what the tower holds.
//! - R3 (rule 8): cubes of a fallen tower go back to the supply; other towers are never hit.
//! - R4 (rule 8): rebuilding is compulsory, so that there are always four towers; taking is not.
//! - R5 (rule 11): a set of five grown from three is worth 10 in all; the best division counts.
//! - R6 (rule 7): a black card below asks for three cubes beyond those for the other cards.
//! - R7 (rule 10): it also ends when somebody must place and the supply is empty, and after
//!   max(12, 2 × players) turns in a row in which no card was taken.
//! - R8: the book names 15 minutes in one place and 30 in another.
//! - R9 (rule 5): a poor aim on purpose is allowed.
//! - R10: the book's picture is lost; its example is reconstructed in the tests.
//!
//! Placing is two small decisions: `choose` a cube and a tower, then `place` it with an aim. So the
//! cards in reach can be shown before anything is at stake, the first half can be taken back, and
//! lists stay short. If no card may be taken, nobody is asked. Towers, columns and levels are counted
//! from 1, as at the table.

mod advice;
mod audit;
mod effects;
mod estimate;
mod flow;
mod judge;
mod reach;
mod scene;
mod state;
#[cfg(test)]
mod tests;
mod tower;

use boxwood_engine::{
    Art, Book, Ctx, Game, GameInfo, Illegal, Seat, SeatMap, SetupError, Turn, Viewer, choice, options,
};
use boxwood_kit::{Card, CardSet, Colour, Cubes, Inventory, Pile, Rng};
use boxwood_scene::{Offer, Scene, Theme, Touch};
use serde::{Deserialize, Serialize};

use reach::{cards_in_reach, just_placed};
pub use tower::Tremor;
use tower::{TALLEST, Tower};

const TOWERS: usize = 4; // rule 2
const COLUMNS: usize = 4; // rule 1
const LEVELS: usize = 6; // rule 1
const LOW_LEVELS: usize = 3; // rule 3
const HIGH: u8 = 4; // rule 3: the lowest value that counts as high
/// Rule 2: the colours of the cubes, and of the bases in the order of the towers.
const COLOURS: [Colour; TOWERS] = [Colour::Red, Colour::Yellow, Colour::Green, Colour::Blue];
const BOX: Cubes = Cubes::new([20, 20, 20, 20, 0, 0]);
const CUBES: usize = 4 * 20;
const _: () = assert!(TALLEST == CUBES - (TOWERS - 1));
/// Rule 11, with R5: what so many cards of one symbol are worth beyond their values.
const BONUS: [i32; 10] = [0, 0, 0, 5, 5, 10, 10, 10, 15, 15];
/// Rule 10: two columns are empty then, and the other two hold a card at least.
const MOST_TAKEN: u32 = Card::COUNT as u32 - 2;

/// The game.
pub struct FawltyTowers;

choice! {
    /// Rule 1: whether the black cards are played with.
    pub enum BlackCards {
        Keep = "keep", "all 54 cards";
        Remove = "remove", "45 cards without the black ones";
    }
}

choice! {
    /// Rule 3: whether the low levels begin with low cards.
    pub enum Balanced {
        Off = "off", "as the cards fall";
        On = "on", "no 4, 5 or 6 in levels 1 to 3";
    }
}

options! {
    /// What can be chosen before the game.
    pub struct Options {
        "black_cards" black_cards: BlackCards = BlackCards::Keep, "Black cards";
        "balanced" balanced: Balanced = Balanced::Off, "Start of the columns";
        "tremor" tremor: Tremor = Tremor::Normal, "How much hands tremble";
    }
}

/// The table. Everything is open: of the deck, everybody can work out which cards are in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    options: Options,
    /// Of each tower the base first. What is in no tower is the supply.
    towers: [Tower; TOWERS],
    /// Of each column level 1 first.
    columns: [Pile<Card, LEVELS>; COLUMNS],
    /// A set has no order: which card comes next is chance, decided when it comes, and that is as
    /// fair as shuffling first.
    deck: CardSet,
    /// The cards that each has taken.
    taken: SeatMap<CardSet>,
    /// Whose turn it is; when it is over, whose it was.
    seat: Seat,
    phase: Phase,
    /// R7: turns in a row in which no card was taken.
    idle: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Phase {
    /// Rule 4: choose a cube and a tower.
    Choose,
    /// Rule 5: aim this cube at this tower.
    Aim { colour: Colour, tower: u8 },
    /// Rule 7: take a card, or not, for the top cube of this tower. If it is a single cube it is a
    /// new base (rule 8): nothing was below it, so it reaches level 1 and no more.
    Take { tower: u8 },
    /// Rule 8: choose a new base for this tower, which is gone.
    Rebuild { tower: u8 },
    /// Rule 10, with R7.
    Over,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Rule 4: takes a cube of the supply for this tower. Nothing is at stake yet.
    Choose {
        /// The cube's colour.
        colour: Colour,
        /// The tower, from 1.
        tower: u8,
    },
    /// Rule 5: places the chosen cube, aimed so far from the middle of the top cube.
    Place {
        /// To the right, in hundredths of a cube's edge.
        dx: i16,
        /// Towards the viewer, in hundredths of a cube's edge.
        dy: i16,
    },
    /// Rules 7 and 8: takes a card.
    Take {
        /// The column, from 1.
        column: u8,
        /// The level, from 1 at the bottom.
        level: u8,
    },
    /// Rule 8: puts a new base where the tower fell.
    Rebuild {
        /// The cube's colour.
        colour: Colour,
    },
    /// Takes no card.
    Decline,
}

impl Game for FawltyTowers {
    type State = State;
    type View = State;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "fawlty-towers",
        title: "Fawlty Towers",
        pitch: "Put a cube on a shaky tower to earn a card: taller towers reach better cards and fall more easily.",
        book: Book::GreenBox,
        designers: &[],
        origin: "",
        seats: (2, 8),
        best: 4,
        quick: &[],
        minutes: (15, 30), // R8
        complexity: 2,
        tags: &["dexterity", "open information", "set collection"],
        theme: Theme::City,
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
        lesson: include_str!("../lesson.json"),
        art: Art::new(include_str!("../art/cover.svg"), include_bytes!("../art/cover.jpg")),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        Ok(flow::set_up(options, seats, ctx))
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        match state.phase {
            Phase::Choose | Phase::Aim { .. } | Phase::Take { .. } | Phase::Rebuild { .. } => {
                Turn::of(state.seat)
            }
            Phase::Over => Turn::Over(state.outcome()),
        }
    }

    #[inline]
    fn legal_actions(state: &State, _seat: Seat, out: &mut Vec<Action>) {
        match state.phase {
            Phase::Choose => {
                for (colour, _) in state.supply().iter() {
                    out.extend((1..=TOWERS as u8).map(|tower| Action::Choose { colour, tower }));
                }
            }
            Phase::Aim { tower, .. } => {
                tower::aims(state.tower(tower), |dx, dy| out.push(Action::Place { dx, dy }))
            }
            Phase::Take { tower } => {
                let (colour, below) = just_placed(state, tower);
                let reached = cards_in_reach(state, colour, below);
                out.extend(reached.map(|(column, level, _)| Action::Take { column, level }));
                out.push(Action::Decline);
            }
            Phase::Rebuild { .. } => {
                out.extend(state.supply().iter().map(|(colour, _)| Action::Rebuild { colour }));
            }
            Phase::Over => {}
        }
    }

    fn is_sampled(state: &State, _seat: Seat) -> bool {
        matches!(state.phase, Phase::Aim { .. })
    }

    fn check(state: &State, _seat: Seat, action: &Action) -> Result<(), Illegal> {
        judge::check(state, *action)
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        match (*action, state.phase) {
            (Action::Choose { colour, tower }, _) => state.phase = Phase::Aim { colour, tower },
            (Action::Place { dx, dy }, Phase::Aim { colour, tower }) => {
                effects::place(state, colour, tower, (dx, dy), ctx)
            }
            (Action::Rebuild { colour }, Phase::Rebuild { tower }) => {
                effects::rebuild(state, colour, tower, ctx)
            }
            (Action::Take { column, level }, _) => effects::take(state, column, level, ctx),
            (Action::Decline, _) => {
                ctx.say(|| format!("{} no card.", seat.does("take")));
                flow::end_turn_without_card(state, ctx);
            }
            (Action::Place { .. } | Action::Rebuild { .. }, _) => {
                unreachable!("`check` allows it in its phase only")
            }
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
        inventory
            .add_cards(state.cards_on_table())
            .add_cards(state.taken.iter().flat_map(|(_, cards)| *cards));
        let mut cubes = state.supply();
        state.towers.iter().for_each(|tower| cubes += tower::colours(tower));
        for (colour, n) in cubes.iter() {
            inventory.add_cubes(colour, n.into());
        }
        inventory
    }

    fn estimate(view: &State, seat: Seat) -> Option<f32> {
        Some(estimate::estimate(view, seat))
    }

    fn reason(view: &State, _seat: Seat, action: &Action) -> Option<String> {
        advice::reason(view, *action)
    }

    fn longest(_options: &Options, seats: usize) -> u32 {
        // A turn is at most choose, place, rebuild, take. Each card taken may be preceded, and the
        // last one followed, by idle turns.
        4 * (MOST_TAKEN + 1) * u32::from(flow::most_idle(seats))
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
