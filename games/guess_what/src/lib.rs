//! Guess What!: find the Professor's secret rule by playing cards and hearing whether they are correct.
//!
//! 1–6 seats · hidden rule, hidden hands · Green Box contest 2018.
//!
//! # Rules
//! 1. The 54 cards; cubes are counters, as many as needed. A random player is the first Professor, the
//!    others are Students.
//! 2. A round: shuffle all cards, deal 5 to each Student and turn up a starting card, the beginning of
//!    the row.
//! 3. The Professor commits a secret rule that says which cards are correct, depending on the row.
//! 4. From the Professor's left, the Students take turns. A Student plays a card to the end of the row and
//!    hears whether it is correct. If it is, the Student gets a cube, and one is put beside the card.
//! 5. Then the Student may guess the rule, for all to hear. A wrong guess costs a cube; a right one
//!    ends the round. Then the Student draws a card.
//! 6. After a right guess the cubes beside the row are shared: half to the Student, half to the Professor.
//!    After 12 played cards without one, they go back. Either way the rule is revealed.
//! 7. The player on the left is the next Professor. When everybody has been Professor once, the most
//!    cubes win; ties: more right guesses, then shared.
//! 8. Options: Students keep their hands for the next round; incorrect cards are laid aside and do not
//!    belong to the row; another number of cards in a round.
//! 9. Option: an automatic Professor draws rules from a library, an easy one for the first round. All
//!    players are Students, there are as many rounds as players but at least 3, the first Student moves on
//!    clockwise, and nobody gets the Professor's half.
//! 10. Option: a human judge. Rules and guesses are free words, and the Professor judges cards and guesses.
//! 11. The language of rules is in `rule.rs`. Limits for secret rules: L1, at most so many atoms; L2, on
//!     average over 12 places 10 to 90 of 100 cards are correct; L3, it leaves a choice.
//! 12. A guess is right if it gives the same verdict as the rule on every row of different cards that
//!     begins with this starting card and has at most as many cards as a round.
//!
//! # Rulings
//! - R1 (rule 4): an incorrect card stays in the row and is the next card's predecessor; option `aside`.
//! - R2 (rules 3 and 11): a machine cannot judge free words, so there is a language; option `human`.
//! - R3 (rule 12): a guess is judged by its meaning for this starting card, not by its wording.
//! - R4 (rule 5): a Student without a cube may not guess.
//! - R5 (rule 5): a guess may follow an incorrect card, too.
//! - R6 (rule 6): the twelve cards are those of all Students together, without the starting card.
//! - R7 (rule 3): the Professor sees the starting card before choosing.
//! - R8 (rule 6): an odd cube goes to the Student.
//! - R9 (rules 4 and 6): a Student keeps the cubes of correct cards whatever happens.
//! - R10: 2–6 players; the book names no number and no time.
//! - R11 (rule 4): the Professor cannot misjudge; verdicts are computed.
//!
//! Ours:
//! - R12 (rules 7 and 8): a Student who ended a round with a hand of 4 is dealt a fifth card.
//! - R13 (rule 9): a single player always has the automatic Professor.
//! - R14 (rule 7): a single player wins by finding more than half of the rules; the cubes are the score.

mod advice;
mod audit;
mod effects;
mod english;
mod equality;
mod estimate;
mod flow;
mod idea;
mod judge;
mod library;
mod limits;
mod memory;
mod notation;
#[cfg(test)]
mod obvious;
mod phrases;
mod rule;
mod scene;
mod state;
#[cfg(test)]
mod tests;
mod worlds;

use boxwood_engine::{
    Art, Book, Ctx, Game, GameInfo, Hands, Illegal, Number, Seat, SeatMap, Secret, SeenHands, SetupError,
    Turn, Viewer, choice, options,
};
use boxwood_kit::{Card, CardSet, Inventory, Pile, Rng};
use boxwood_scene::{Offer, Scene, Theme, Touch};
use serde::{Deserialize, Serialize};

pub use idea::{Idea, Text};
pub use rule::{At, Atom, Attr, Clause, Cycle, Lit, Ord, Pair, Part, Rule, Steps, Sums, Values};
use state::{Guess, Phase, Table};

const HAND: usize = 5; // rule 2
const MOST_CARDS: usize = 24; // rule 8
const FEWEST_ROUNDS: u8 = 3; // rule 9
const MOST_ROUNDS: usize = 6; // rule 7
/// So many guesses are offered to whoever does not put one together.
const GUESSES: usize = 20;
/// They are sought among the first so many rules of the library: the favourites and the simple ones.
const THOUGHT_OF: usize = 360;

/// The game.
pub struct GuessWhat;

choice! {
    /// Whether Students keep their hands for the next round.
    pub enum KeepHands {
        No = "no", "dealt anew each round";
        Yes = "yes", "kept for the next round";
    }
}

choice! {
    /// Where incorrect cards go.
    pub enum WrongCards {
        Stay = "stay", "they stay in the row";
        Aside = "aside", "they are laid aside and do not count";
    }
}

choice! {
    /// Who sets the rules.
    pub enum Professor {
        Rotating = "rotating", "each player in turn";
        Automatic = "automatic", "the table, and everybody guesses";
    }
}

choice! {
    /// Who judges cards and guesses.
    pub enum Judging {
        Formal = "formal", "the table, for rules put together from phrases";
        Human = "human", "the Professor, for rules in free words";
    }
}

choice! {
    /// Limit L2.
    pub enum DensityLimits {
        On = "on", "10 to 90 of 100 cards must be correct";
        Off = "off", "any share of correct cards";
    }
}

options! {
    /// What can be chosen before the game.
    pub struct Options {
        "keep_hands" keep_hands: KeepHands = KeepHands::No, "Hands";
        "wrong_cards" wrong_cards: WrongCards = WrongCards::Stay, "Incorrect cards";
        "professor" professor: Professor = Professor::Rotating, "Professor";
        "judge" judge: Judging = Judging::Formal, "Judge";
        "max_atoms" max_atoms: Number<1, 4> = Number::new(3), "Most parts of a secret rule";
        "density_limits" density_limits: DensityLimits = DensityLimits::On, "Strict and lax rules";
        "cards_per_round" cards_per_round: Number<8, 24> = Number::new(12), "Cards in a round";
    }
}

/// Everything that is true at the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    table: Table,
    /// The cards in hand; those neither here nor on the table are the pile.
    hands: Hands<CardSet>,
    /// The hand each player gave back on becoming Professor, if hands are kept. Only that player knows it.
    returned: Hands<CardSet>,
    /// The secret, from when it is set until it is revealed.
    rule: Option<Idea>,
}

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    table: Table,
    viewer: Viewer,
    hands: SeenHands<CardSet>,
    returned: SeenHands<CardSet>,
    /// The secret, for the Professor.
    rule: Option<Idea>,
}

/// What is said about a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It follows the rule.
    Correct,
    /// It does not.
    Incorrect,
}

/// What is said about a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// It means the same as the rule.
    Right,
    /// It does not.
    Wrong,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Rule 3: commits the secret.
    SetRule(Idea),
    /// Rule 4: plays this card.
    Play(Card),
    /// Rule 5: guesses the secret.
    Guess(Idea),
    /// Rule 5: makes no guess.
    NoGuess,
    /// Rule 10: judges a card.
    Verdict(Verdict),
    /// Rule 10: judges a guess.
    Judge(Judgement),
}

impl Game for GuessWhat {
    type State = State;
    type View = View;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "guess-what",
        title: "Guess What!",
        pitch: "Play cards, hear right or wrong, and be the first to name the Professor's secret rule.",
        book: Book::Contest2018,
        designers: &["Jørgen Brunborg-Næss"],
        origin: "after Eleusis, 1956",
        seats: (1, 6), // R10, R13
        best: 4,
        quick: &[("professor", "automatic"), ("max_atoms", "1")],
        minutes: (30, 30),
        complexity: 3,
        tags: &["induction", "hidden rule", "hidden hands"],
        theme: Theme::Night,
        rules: 2,
        replays_since: 2,
        guide: include_str!("../guide.md"),
        lesson: include_str!("../lesson.json"),
        art: Art::new(include_str!("../art/cover.svg"), include_bytes!("../art/cover.jpg"))
            .on_stage(include_str!("../art/wide.svg"), include_str!("../art/tall.svg")),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let table = Table {
            options: options.clone(),
            cubes: SeatMap::filled(seats, 0),
            right: SeatMap::filled(seats, 0),
            round: 0,
            leader: Seat::default(),
            start: Card::default(),
            row: Pile::new(),
            wrong: Pile::new(),
            phase: Phase::Over,
            last: None,
            earlier: Pile::new(),
        };
        if table.is_automatic() && table.is_human() {
            return Err(SetupError::new(
                "A human judge needs a player as Professor: choose the rotating Professor and at least 2 players.",
            ));
        }
        let hands = Hands::empty(seats);
        let mut state = State { table, hands, returned: hands, rule: None };
        state.table.leader = Seat::random(seats, ctx.rng()); // rule 1
        flow::begin_round(&mut state, ctx);
        Ok(state)
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        match state.table.to_act() {
            Some(seat) => Turn::of(seat),
            None => Turn::Over(flow::outcome(&state.table)),
        }
    }

    #[inline]
    fn legal_actions(state: &State, seat: Seat, out: &mut Vec<Action>) {
        judge::list(state, seat, out);
    }

    fn is_sampled(state: &State, seat: Seat) -> bool {
        judge::is_sampled(&state.table, seat)
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        judge::check(state, seat, action)
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        match *action {
            Action::SetRule(idea) => effects::set_rule(state, seat, idea, ctx),
            Action::Play(card) => effects::play(state, seat, card, ctx),
            Action::Guess(idea) => effects::guess(state, Guess { by: seat, idea }, ctx),
            Action::NoGuess => effects::no_guess(state, seat, ctx),
            Action::Verdict(verdict) => effects::give_verdict(state, verdict, ctx),
            Action::Judge(judgement) => effects::give_judgement(state, judgement, ctx),
        }
    }

    fn view(state: &State, viewer: Viewer) -> View {
        let is_professor = state.table.the_professor().is_some_and(|seat| viewer.is(seat));
        View {
            table: state.table.clone(),
            viewer,
            hands: state.hands.seen_by(viewer),
            returned: state.returned.seen_by(viewer),
            rule: state.rule.filter(|_| is_professor),
        }
    }

    fn redeal(view: &View, rng: &mut Rng) -> State {
        worlds::redeal(view, rng)
    }

    fn secrets(state: &State, viewer: Viewer) -> Vec<Secret> {
        worlds::secrets(state, viewer)
    }

    fn scene(view: &View, _viewer: Viewer) -> Scene {
        scene::scene(view)
    }

    fn offer(view: &View, _seat: Seat, action: &Action) -> Offer {
        scene::offer(&view.table, action)
    }

    fn intent(view: &View, _seat: Seat, path: &[Touch]) -> Option<Action> {
        scene::intent(view, path)
    }

    fn inventory(state: &State) -> Inventory {
        // The cubes are counters without limit (rule 1), so only the cards are pieces.
        let mut inventory = Inventory::EMPTY;
        inventory.add_cards(state.table.open_cards()).add_cards(state.pile());
        for (_, hand) in state.hands.iter() {
            inventory.add_cards(hand);
        }
        inventory
    }

    fn estimate(view: &View, seat: Seat) -> Option<f32> {
        Some(estimate::estimate(view, seat))
    }

    fn weigh(view: &View, _seat: Seat, actions: &[Action], care: u8, values: &mut Vec<f32>) {
        advice::weigh(view, actions, care, values);
    }

    fn reason(view: &View, _seat: Seat, action: &Action) -> Option<String> {
        advice::reason(view, *action)
    }

    fn longest(options: &Options, seats: usize) -> u32 {
        // Each round: the rule, and for each card play, verdict, guess and judgement.
        let rounds = (seats as u32).max(FEWEST_ROUNDS.into());
        rounds * (1 + 4 * options.cards_per_round.get() as u32)
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}
