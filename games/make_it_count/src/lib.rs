//! Make it Count: lay sets of cards that make 1, 2, 3 and so on exactly, and see together how far you get.
//!
//! 1–6 seats, all together · hidden hands · Green Box contest 2018.
//!
//! # Rules
//! 1. The 54 cards, of which only the numbers matter: 18 ones, 12 twos and 6 each of 3 to 6. Everybody is dealt 6.
//!    Whoever has the most ones begins; among several it is drawn by lot. The first number to make is 1.
//! 2. Whoever's turn it is and has cards that add up exactly to the number must lay such a set, and draws as many
//!    new cards. The next number is one higher.
//! 3. Whoever has none must pass, and may first discard one or two cards and draw as many.
//! 4. Then it is the turn of the next player, clockwise.
//! 5. When a card is to be drawn and the draw pile is empty, all cards laid and discarded are shuffled.
//! 6. It ends when everybody has passed in an unbroken run, or twice if so agreed. The last number laid is the score
//!    of all.
//!
//! # Rulings
//! - R1 (rule 2): who can lay must; passing is for those who cannot.
//! - R2 (rule 2): a set can have any number of cards.
//! - R3 (rule 6): any set begins the run of passes anew, also where everybody may pass twice.
//! - R4 (rule 6): one round of passes is the default. Two are for 2 or 3 players; with more it is always one.
//! - R5: the book does not say whether hands are open; they are closed unless agreed otherwise.
//! - R6 (rule 3): whoever ends the game by passing need not discard anything.
//! - R7: up to 6 players, or one alone, who has to pass twice in a row to end it. The book names no number.
//! - R8 (rule 3): cards are discarded before others are drawn, and come back only when all are shuffled.
//!
//! Whoever has laid something has won, together with all others; how far they got is what counts.

mod advice;
mod audit;
mod flow;
mod scene;
mod sets;
mod state;
#[cfg(test)]
mod tests;

use boxwood_engine::{
    Art, Book, Ctx, Game, GameInfo, Hands, Illegal, Outcome, Seat, Secret, SeenHands, SetupError, Team, Turn,
    Viewer, choice, options,
};
use boxwood_kit::{CardSet, Inventory, Pile, Rng};
use boxwood_scene::{Offer, Scene, Theme, Touch, list};
use serde::{Deserialize, Serialize};

use sets::{can_make, numbers, sum};

const HAND: usize = 6; // rule 1
const MOST_DISCARDED: usize = 2; // rule 3
const HIGHEST: usize = 36; // six sixes

/// The game.
pub struct MakeItCount;

choice! {
    /// How often everybody must have passed for the game to end.
    pub enum PassRounds {
        One = "1", "everybody has passed once";
        Two = "2", "everybody has passed twice (2 or 3 players)";
    }
}

choice! {
    /// Whether everybody sees all hands.
    pub enum HandsShown {
        Closed = "closed", "each player sees only her own";
        Open = "open", "open to all";
    }
}

options! {
    /// What can be chosen before the game.
    pub struct Options {
        "pass_rounds" pass_rounds: PassRounds = PassRounds::One, "The game ends when";
        "hands" hands: HandsShown = HandsShown::Closed, "Hands";
    }
}

/// Everything that is true at the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    table: Table,
    /// What everybody holds; the cards neither here nor used are the draw pile.
    hands: Hands<CardSet>,
}

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    table: Table,
    /// The hands that are seen, and of the others how many cards, those `held` apart.
    hands: SeenHands<CardSet, 2>,
}

/// What everybody may know. The order of the draw pile is nobody's knowledge: it is a set, drawn from at random.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    options: Options,
    /// Who has laid each number, from 1 on.
    laid: Pile<Seat, HIGHEST>,
    /// The last set, unless it has been shuffled since.
    set: CardSet,
    /// All cards laid and discarded since they were last shuffled.
    used: CardSet,
    /// The cards that were in somebody's hand when the others were last shuffled, and still are: everybody knows that
    /// they are in none but a hand, since all others were seen.
    held: CardSet,
    /// How many have passed since the last set.
    passes: u8,
    phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Phase {
    /// Rules 2 and 3: this seat lays or passes. Which of the two, only its hand tells.
    Turn(Seat),
    /// Rule 6: this seat was the last to pass.
    Over(Seat),
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Rule 2: lays these cards.
    Lay(CardSet),
    /// Rule 3: passes, after having discarded these cards.
    Pass(CardSet),
}

impl Game for MakeItCount {
    type State = State;
    type View = View;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "make-it-count",
        title: "Make it Count",
        pitch: "Together lay sets of cards that make 1, 2, 3 and so on exactly, and see how far you get.",
        book: Book::Contest2018,
        designers: &["Jørgen Brunborg-Næss"],
        origin: "",
        seats: (1, 6), // R7
        best: 3,
        quick: &[],
        minutes: (10, 10),
        complexity: 1,
        tags: &["co-operative", "solo", "hand management", "hidden hands"],
        theme: Theme::Space,
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
        match state.table.phase {
            Phase::Turn(seat) => Turn::of(seat),
            Phase::Over(_) => {
                let score = i32::from(state.table.score());
                Turn::Over(Outcome::team(state.hands.seats(), Team { won: score > 0, score }))
            }
        }
    }

    #[inline]
    fn legal_actions(state: &State, seat: Seat, out: &mut Vec<Action>) {
        if let Phase::Turn(_) = state.table.phase {
            sets::each(state.hands[seat], state.table.target(), |action| out.push(action));
        }
    }

    fn is_sampled(state: &State, seat: Seat) -> bool {
        matches!(state.table.phase, Phase::Turn(_)) && sets::has_equals(state.hands[seat])
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        let (hand, target) = (state.hands[seat], state.table.target());
        match (state.table.phase, *action) {
            (Phase::Over(_), _) => Err(Illegal::new("rule 6", "Everybody has passed")),
            (Phase::Turn(_), Action::Lay(cards) | Action::Pass(cards)) if !cards.is_subset(hand) => {
                Err(Illegal::new("rule 2", "Only cards of your own hand can be used"))
            }
            (Phase::Turn(_), Action::Lay(cards)) => can_lay(cards, target),
            (Phase::Turn(_), Action::Pass(cards)) => can_pass(hand, cards, target),
        }
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        match *action {
            Action::Lay(cards) => flow::lay(state, seat, cards, ctx),
            Action::Pass(cards) => flow::pass(state, seat, cards, ctx),
        }
    }

    fn view(state: &State, viewer: Viewer) -> View {
        let all = state.table.shows_hands();
        let hands = state.hands.seen_where(|seat| all || viewer.is(seat), state.table.pools());
        View { table: state.table.clone(), hands }
    }

    fn redeal(view: &View, rng: &mut Rng) -> State {
        let unseen = CardSet::FULL - view.table.used - view.hands.shown();
        let mut pools = view.table.pools().map(|pool| pool & unseen);
        State { table: view.table.clone(), hands: view.hands.redeal_from_pools(&mut pools, rng) }
    }

    fn secrets(state: &State, viewer: Viewer) -> Vec<Secret> {
        if state.table.shows_hands() {
            return vec![]; // then the draw pile is known, too
        }
        state.hands.secrets_in_pools(viewer, state.draw_pile(), state.table.pools())
    }

    fn scene(view: &View, viewer: Viewer) -> Scene {
        scene::scene(view, viewer)
    }

    fn offer(view: &View, seat: Seat, action: &Action) -> Offer {
        scene::offer(view, seat, *action)
    }

    fn intent(view: &View, seat: Seat, path: &[Touch]) -> Option<Action> {
        scene::intent(view, seat, path)
    }

    fn inventory(state: &State) -> Inventory {
        let mut inventory = Inventory::EMPTY;
        inventory.add_cards(state.draw_pile()).add_cards(state.table.used);
        for (_, hand) in state.hands.iter() {
            inventory.add_cards(hand);
        }
        inventory
    }

    fn longest(options: &Options, seats: usize) -> u32 {
        // Each number is laid at most once, and before each of them and the one after the last there are at most as
        // many passes as end the game.
        let highest = HIGHEST as u32;
        highest + (highest + 1) * u32::from(options.most_passes(seats))
    }

    fn estimate(view: &View, seat: Seat) -> Option<f32> {
        Some(advice::estimate(view, seat))
    }

    fn weigh(view: &View, seat: Seat, actions: &[Action], care: u8, values: &mut Vec<f32>) {
        advice::weigh(view, seat, actions, care, values);
    }

    fn reason(view: &View, seat: Seat, action: &Action) -> Option<String> {
        advice::reason(view, seat, *action)
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}

/// Rule 2, with R2.
fn can_lay(cards: CardSet, target: u8) -> Result<(), Illegal> {
    match sum(cards) {
        made if made == target => Ok(()),
        0 => Err(Illegal::new("rule 2", format!("Choose cards that make {target}"))),
        made => {
            let sum = if cards.len() == 1 { "That is".into() } else { format!("{} make", in_words(cards)) };
            Err(Illegal::new("rule 2", format!("{sum} {made}, not {target}")))
        }
    }
}

/// Rule 3, with R1.
fn can_pass(hand: CardSet, cards: CardSet, target: u8) -> Result<(), Illegal> {
    if can_make(hand, target) {
        return Err(Illegal::new("ruling R1", format!("You have cards that make {target}, so lay them")));
    }
    if cards.len() > MOST_DISCARDED {
        return Err(Illegal::new("rule 3", "Discard at most two cards"));
    }
    Ok(())
}

/// The numbers of the cards, the lowest first: "1, 1 and 5".
fn in_words(cards: CardSet) -> String {
    list(&numbers(cards).map(|number| number.to_string()).collect::<Vec<_>>())
}
