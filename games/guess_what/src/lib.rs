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
//! 9. Option: an automatic Professor draws rules from a library. All players are Students, there
//!    are as many rounds as players but at least 3, the first Student moves on clockwise, and nobody
//!    gets the Professor's half.
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

mod audit;
mod english;
mod equality;
mod idea;
mod library;
mod limits;
mod notation;
#[cfg(test)]
mod obvious;
mod phrases;
mod rule;
mod scene;
#[cfg(test)]
mod tests;

use boxwood_engine::{
    Book, Ctx, Game, GameInfo, Illegal, Number, Outcome, Seat, SeatMap, Secret, SetupError, Turn, Viewer,
    choice, options,
};
use boxwood_kit::{Card, CardSet, Inventory, Pile, Rng};
use boxwood_scene::{Offer, Scene, Theme, Touch, count};
use serde::{Deserialize, Serialize};

use equality::{are_equal, shortest_difference};
pub use idea::{Idea, Text};
use library::library;
use limits::Limits;
use rule::Moment;
pub use rule::{At, Atom, Attr, Clause, Cycle, Lit, Ord, Pair, Part, Rule, Steps, Sums, Values};

const HAND: usize = 5; // rule 2
const MOST_CARDS: usize = 24; // rule 8
const FEWEST_ROUNDS: u8 = 3; // rule 9
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
pub struct State {
    table: Table,
    /// The cards in hand; those neither here nor on the table are the pile.
    hands: SeatMap<CardSet>,
    /// The secret, from when it is set until it is revealed.
    rule: Option<Idea>,
}

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    table: Table,
    viewer: Viewer,
    /// The viewer's own cards.
    hand: CardSet,
    hand_sizes: SeatMap<u8>,
    /// The secret, for the Professor.
    rule: Option<Idea>,
}

/// What everybody may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Table {
    /// The cubes each player has.
    cubes: SeatMap<u16>,
    /// The right guesses each player has made.
    right: SeatMap<u8>,
    /// The rounds before this one.
    round: u8,
    /// The Professor of this round; its first Student where the Professor is automatic.
    leader: Seat,
    start: Card,
    /// The cards played in this round and what was said about them.
    row: Pile<Played, MOST_CARDS>,
    /// The wrong guesses of this round.
    wrong: Pile<Guess, MOST_CARDS>,
    phase: Phase,
    /// How the round before ended.
    last: Option<Past>,
    keep_hands: KeepHands,
    wrong_cards: WrongCards,
    professor: Professor,
    judge: Judging,
    max_atoms: u8,
    density_limits: DensityLimits,
    cards_per_round: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Played {
    card: Card,
    correct: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Guess {
    by: Seat,
    idea: Idea,
}

impl Default for Guess {
    /// Only fills the empty places of a pile.
    fn default() -> Guess {
        Guess { by: Seat::default(), idea: Idea::Text(Text::default()) }
    }
}

/// A round that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Past {
    rule: Idea,
    found_by: Option<Seat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Phase {
    /// Rule 3: the Professor sets the rule.
    SetRule,
    /// Rule 4: this Student plays a card.
    Play(Seat),
    /// Rule 10: the Professor judges the card this Student has played.
    Verdict { student: Seat, card: Card },
    /// Rule 5: this Student may guess.
    Guess(Seat),
    /// Rule 10: the Professor judges what this Student has guessed.
    Judge(Guess),
    /// Rule 7.
    Over,
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
        minutes: (30, 30),
        complexity: 3,
        tags: &["induction", "hidden rule", "hidden hands"],
        theme: Theme::Night,
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
        lesson: include_str!("../lesson.json"),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        // R13: nobody is left to be a Student of a single player.
        let professor = if seats == 1 { Professor::Automatic } else { options.professor };
        if professor == Professor::Automatic && options.judge == Judging::Human {
            return Err(SetupError::new(
                "A human judge needs a player as Professor: choose the rotating Professor and at least 2 players.",
            ));
        }
        let leader = Seat::new(ctx.rng().index(seats)).expect("one of the seats");
        let table = Table {
            cubes: SeatMap::filled(seats, 0),
            right: SeatMap::filled(seats, 0),
            round: 0,
            leader,
            start: Card::default(),
            row: Pile::new(),
            wrong: Pile::new(),
            phase: Phase::Over,
            last: None,
            keep_hands: options.keep_hands,
            wrong_cards: options.wrong_cards,
            professor,
            judge: options.judge,
            max_atoms: options.max_atoms.get() as u8,
            density_limits: options.density_limits,
            cards_per_round: options.cards_per_round.get() as u8,
        };
        let mut state = State { table, hands: SeatMap::filled(seats, CardSet::EMPTY), rule: None };
        begin_round(&mut state, ctx);
        Ok(state)
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        match state.table.to_act() {
            Some(seat) => Turn::of(seat),
            None => Turn::Over(outcome(&state.table)),
        }
    }

    #[inline]
    fn legal_actions(state: &State, seat: Seat, out: &mut Vec<Action>) {
        let table = &state.table;
        match table.phase {
            Phase::SetRule => match table.judge {
                Judging::Formal => {
                    let rules = library().favourites(table.limits(), table.start);
                    out.extend(rules.map(|rule| Action::SetRule(Idea::Rule(rule))));
                }
                Judging::Human => out.extend(canned().map(|text| Action::SetRule(Idea::Text(text)))),
            },
            Phase::Play(student) => out.extend(state.hands[student].iter().map(Action::Play)),
            Phase::Guess(_) => {
                out.push(Action::NoGuess);
                if table.cubes[seat] > 0 {
                    thinkable(table, |idea| out.push(Action::Guess(idea)));
                }
            }
            Phase::Verdict { .. } => {
                out.extend([Verdict::Correct, Verdict::Incorrect].map(Action::Verdict));
            }
            Phase::Judge(_) => out.extend([Judgement::Right, Judgement::Wrong].map(Action::Judge)),
            Phase::Over => {}
        }
    }

    fn is_sampled(state: &State, seat: Seat) -> bool {
        match state.table.phase {
            Phase::SetRule => true,
            Phase::Guess(_) => state.table.cubes[seat] > 0,
            Phase::Play(_) | Phase::Verdict { .. } | Phase::Judge(_) | Phase::Over => false,
        }
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        let table = &state.table;
        match (table.phase, action) {
            (Phase::SetRule, Action::SetRule(idea)) => can_set(table, idea),
            (Phase::Play(student), Action::Play(card)) if state.hands[student].contains(*card) => Ok(()),
            (Phase::Play(_), Action::Play(card)) => {
                Err(Illegal::new("rule 4", format!("The {card} is not in your hand")))
            }
            (Phase::Guess(_), Action::NoGuess) => Ok(()),
            (Phase::Guess(_), Action::Guess(idea)) => can_guess(table, seat, idea),
            (Phase::Verdict { .. }, Action::Verdict(_)) | (Phase::Judge(_), Action::Judge(_)) => Ok(()),
            (Phase::SetRule, _) => Err(Illegal::new("rule 3", "Set the secret rule first")),
            (Phase::Play(_), _) => Err(Illegal::new("rule 4", "Play a card first")),
            (Phase::Guess(_), Action::Play(_)) => {
                Err(Illegal::new("rule 5", "You have played your card: guess the rule, or do not"))
            }
            (Phase::Guess(_), _) => Err(Illegal::new("rule 5", "Guess the rule, or do not")),
            (Phase::Verdict { .. }, _) => Err(Illegal::new("rule 10", "Say whether the card is correct")),
            (Phase::Judge(_), _) => Err(Illegal::new("rule 10", "Say whether the guess is right")),
            (Phase::Over, _) => Err(Illegal::new("rule 7", "The last round has been played")),
        }
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        match action {
            Action::SetRule(idea) => set_rule(state, seat, *idea, ctx),
            Action::Play(card) => play(state, seat, *card, ctx),
            Action::Guess(idea) => guess(state, Guess { by: seat, idea: *idea }, ctx),
            Action::NoGuess => {
                ctx.say(|| format!("{} no guess.", seat.does("make")));
                end_turn(state, seat, ctx);
            }
            Action::Verdict(verdict) => {
                if let Phase::Verdict { student, card } = state.table.phase {
                    hear(&mut state.table, student, card, *verdict == Verdict::Correct, ctx);
                }
            }
            Action::Judge(judgement) => {
                if let Phase::Judge(guess) = state.table.phase {
                    ctx.settle();
                    judge(state, guess, *judgement == Judgement::Right, ctx);
                }
            }
        }
    }

    fn view(state: &State, viewer: Viewer) -> View {
        let is_professor = state.table.the_professor().is_some_and(|seat| viewer.is(seat));
        View {
            table: state.table.clone(),
            viewer,
            hand: viewer.seat().map_or(CardSet::EMPTY, |seat| state.hands[seat]),
            hand_sizes: state.hands.map(|hand| hand.len() as u8),
            rule: state.rule.filter(|_| is_professor),
        }
    }

    fn redeal(view: &View, rng: &mut Rng) -> State {
        let table = &view.table;
        let mut unseen = CardSet::FULL - table.open_cards() - view.hand;
        let hands = SeatMap::from_fn(table.seats(), |seat| match view.viewer.is(seat) {
            true => view.hand,
            false => (0..view.hand_sizes[seat]).filter_map(|_| unseen.draw_random(rng)).collect(),
        });
        let rule = match view.rule {
            None if table.has_secret() => Some(imagine_rule(table, rng)),
            known => known,
        };
        State { table: table.clone(), hands, rule }
    }

    fn secrets(state: &State, viewer: Viewer) -> Vec<Secret> {
        let table = &state.table;
        let pile = (table.seats(), state.pile());
        let hands = state.hands.iter().filter(|(seat, _)| !viewer.is(*seat));
        let cards =
            hands.map(|(seat, hand)| (seat.index(), *hand)).chain([pile]).flat_map(|(place, cards)| {
                cards.iter().map(move |card| Secret {
                    pool: 0,
                    place: place as u32,
                    holds: card.number().into(),
                })
            });
        let knows = table.the_professor().is_some_and(|seat| viewer.is(seat));
        // There are thousands of rules. Each bit of a rule's fingerprint is a secret of its own, so that
        // a few redeals show whether the rule is really unknown.
        let rule = state.rule.filter(|_| !knows).map(|idea| idea.fingerprint());
        let bits = rule.into_iter().flat_map(|sum| {
            (0..64).map(move |bit| Secret { pool: bit + 1, place: 0, holds: (sum >> bit & 1) as u32 })
        });
        cards.chain(bits).collect()
    }

    fn scene(view: &View, _viewer: Viewer) -> Scene {
        scene::scene(view)
    }

    fn offer(_view: &View, _seat: Seat, action: &Action) -> Offer {
        scene::offer(action)
    }

    fn intent(view: &View, _seat: Seat, path: &[Touch]) -> Option<Action> {
        scene::intent(view, path)
    }

    fn inventory(state: &State) -> Inventory {
        // The cubes are counters without limit (rule 1), so only the cards are pieces.
        let mut inventory = Inventory::EMPTY;
        inventory.add_cards(state.table.open_cards()).add_cards(state.pile());
        for (_, hand) in state.hands.iter() {
            inventory.add_cards(*hand);
        }
        inventory
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

impl State {
    /// The cards that nobody has seen in this round.
    fn pile(&self) -> CardSet {
        self.hands.as_slice().iter().fold(CardSet::FULL - self.table.open_cards(), |pile, &hand| pile - hand)
    }
}

impl Table {
    #[inline]
    fn seats(&self) -> usize {
        self.cubes.seats()
    }

    /// Whoever is Professor, if it is a player.
    #[inline]
    fn the_professor(&self) -> Option<Seat> {
        (self.professor == Professor::Rotating).then_some(self.leader)
    }

    #[inline]
    fn is_student(&self, seat: Seat) -> bool {
        self.the_professor() != Some(seat)
    }

    /// Rules 4 and 9: the Student who begins a round.
    fn first_student(&self) -> Seat {
        self.the_professor().map_or(self.leader, |professor| professor.next(self.seats()))
    }

    /// The next Student clockwise.
    #[inline]
    fn next_student(&self, student: Seat) -> Seat {
        let next = student.next(self.seats());
        if self.is_student(next) { next } else { next.next(self.seats()) }
    }

    /// Rules 7 and 9.
    fn rounds(&self) -> u8 {
        let seats = self.seats() as u8;
        if self.professor == Professor::Automatic { seats.max(FEWEST_ROUNDS) } else { seats }
    }

    /// Whoever is to decide.
    #[inline]
    fn to_act(&self) -> Option<Seat> {
        match self.phase {
            Phase::SetRule | Phase::Verdict { .. } | Phase::Judge(_) => Some(self.leader),
            Phase::Play(student) | Phase::Guess(student) => Some(student),
            Phase::Over => None,
        }
    }

    /// Whether there is a rule that is not revealed yet.
    fn has_secret(&self) -> bool {
        !matches!(self.phase, Phase::SetRule | Phase::Over)
    }

    fn limits(&self) -> Limits {
        Limits {
            max_atoms: self.max_atoms,
            density: self.density_limits == DensityLimits::On,
            cards_per_round: self.cards_per_round,
        }
    }

    /// The cards that lie face up.
    fn open_cards(&self) -> CardSet {
        let judged = match self.phase {
            Phase::Verdict { card, .. } => Some(card),
            _ => None,
        };
        self.row.iter().map(|played| played.card).chain([self.start]).chain(judged).collect()
    }

    /// Rule 4: the cubes beside the row.
    fn cubes_beside(&self) -> u16 {
        self.row.iter().filter(|played| played.correct).count() as u16
    }

    /// The row as a rule sees it: the moment of each card played, and the one of the next card.
    fn moments(&self) -> (Pile<Moment, MOST_CARDS>, Moment) {
        let mut moments = Pile::new();
        let mut next = Moment::after(self.start);
        for played in &self.row {
            moments.push(next.with(played.card));
            // R1
            if played.correct || self.wrong_cards == WrongCards::Stay {
                next.join(played.card);
            }
        }
        (moments, next)
    }
}

/// How the game ended, in words.
fn end_words(table: &Table) -> String {
    let winners = outcome(table).winners();
    let mut seats = winners.iter();
    match (seats.next(), seats.next()) {
        (Some(winner), None) => format!("The game is over: {}.", winner.does("win")),
        _ => format!("The game is over: {} share the win.", winners.names()),
    }
}

/// Rule 7.
fn outcome(table: &Table) -> Outcome {
    Outcome::by(table.cubes.map(i32::from), |seat| (table.cubes[seat], table.right[seat]))
}

/// Rule 2, with R12.
fn begin_round(state: &mut State, ctx: &mut Ctx) {
    let State { table, hands, rule } = state;
    table.row.clear();
    table.wrong.clear();
    for (seat, hand) in hands.iter_mut() {
        if table.keep_hands == KeepHands::No || !table.is_student(seat) {
            *hand = CardSet::EMPTY;
        }
    }
    let mut pile = hands.as_slice().iter().fold(CardSet::FULL, |pile, &hand| pile - hand);
    for (_, hand) in hands.iter_mut().filter(|(seat, _)| table.is_student(*seat)) {
        while hand.len() < HAND {
            hand.extend(pile.draw_random(ctx.rng()));
        }
    }
    table.start = pile.draw_random(ctx.rng()).expect("54 cards are enough for 6 hands");
    let (number, rounds, start) = (table.round + 1, table.rounds(), table.start);
    match table.the_professor() {
        Some(professor) => {
            *rule = None;
            table.phase = Phase::SetRule;
            ctx.say(|| {
                format!(
                    "Round {number} of {rounds}. {} the Professor. The starting card is {start}.",
                    professor.does("be")
                )
            });
        }
        None => {
            *rule = Some(Idea::Rule(library().draw(table.limits(), start, ctx.rng())));
            table.phase = Phase::Play(table.first_student());
            ctx.say(|| {
                format!("Round {number} of {rounds}. A secret rule is set. The starting card is {start}.")
            });
        }
    }
}

/// Rule 3, with L1 to L3.
fn can_set(table: &Table, idea: &Idea) -> Result<(), Illegal> {
    match (table.judge, idea) {
        (Judging::Formal, Idea::Rule(rule)) => table.limits().check(rule, table.start),
        (Judging::Human, Idea::Text(_)) => Ok(()),
        (judging, _) => Err(wrong_kind(judging)),
    }
}

/// Rule 5, with R4 and R5.
fn can_guess(table: &Table, seat: Seat, idea: &Idea) -> Result<(), Illegal> {
    if table.cubes[seat] == 0 {
        return Err(Illegal::new("ruling R4", "A wrong guess costs a cube, and you have none"));
    }
    match (table.judge, idea) {
        (Judging::Formal, Idea::Rule(_)) | (Judging::Human, Idea::Text(_)) => Ok(()),
        (judging, _) => Err(wrong_kind(judging)),
    }
}

fn wrong_kind(judging: Judging) -> Illegal {
    match judging {
        Judging::Formal => {
            Illegal::new("ruling R2", "Free words cannot be judged: put a rule together from phrases")
        }
        Judging::Human => Illegal::new("rule 10", "Say it in free words: the Professor judges here"),
    }
}

/// Ideas for a table where people judge; they may have any others.
fn canned() -> impl Iterator<Item = Text> {
    let texts = [
        "No two neighbours have the same colour",
        "Each number is higher than the one before",
        "Odd and even numbers alternate",
        "The symbol has been seen before",
        "Only even numbers",
    ];
    texts.into_iter().filter_map(Text::new)
}

/// Guesses that agree with everything heard in this round, the simplest first.
fn thinkable(table: &Table, mut think: impl FnMut(Idea)) {
    if table.judge == Judging::Human {
        canned().map(Idea::Text).for_each(think);
        return;
    }
    let (moments, _) = table.moments();
    let verdicts = moments.iter().zip(&table.row).map(|(moment, played)| (moment, played.correct));
    (library().agreeing(THOUGHT_OF, verdicts))
        .filter(|rule| rule.size() <= table.max_atoms)
        .map(|rule| Idea::Rule(*rule))
        .filter(|idea| table.wrong.iter().all(|guess| guess.idea != *idea))
        .take(GUESSES)
        .for_each(&mut think);
}

/// Whether the rule would have said the same about every card.
#[inline]
fn agrees(table: &Table, moments: &[Moment], rule: &Rule) -> bool {
    moments.iter().zip(&table.row).all(|(moment, played)| rule.allows(moment) == played.correct)
}

/// A rule that could be the secret, by the weights of the library: it agrees with all verdicts and with
/// none of the wrong guesses. If the library has none, the nearest one: verdicts are facts of
/// the table and stay as they are.
fn imagine_rule(table: &Table, rng: &mut Rng) -> Idea {
    if table.judge == Judging::Human {
        let texts: Vec<Text> = canned().collect();
        return Idea::Text(*rng.choose(&texts));
    }
    let (moments, _) = table.moments();
    let is_wrong_guess = |rule: &Rule| {
        let means = |guess: &Guess| match &guess.idea {
            Idea::Rule(idea) => are_equal(idea, rule, table.start, table.cards_per_round),
            Idea::Text(_) => false,
        };
        table.wrong.iter().any(means)
    };
    let could_be = |rule: &Rule| agrees(table, &moments, rule) && !is_wrong_guess(rule);
    let found = library().draw_where(table.limits(), table.start, rng, could_be);
    Idea::Rule(found.unwrap_or_else(|| {
        let agreement = |rule: &&Rule| {
            moments
                .iter()
                .zip(&table.row)
                .filter(|(moment, played)| rule.allows(moment) == played.correct)
                .count()
        };
        *library().rules().iter().max_by_key(agreement).expect("the library is not empty")
    }))
}

/// Rule 3.
fn set_rule(state: &mut State, seat: Seat, idea: Idea, ctx: &mut Ctx) {
    state.rule = Some(idea);
    let student = state.table.first_student();
    state.table.phase = Phase::Play(student);
    ctx.settle();
    ctx.say(|| format!("{} a secret rule. {} first.", seat.does("set"), student.does("play")));
    ctx.tell(seat, || format!("Your rule: {}.", idea.english()));
}

/// Rule 4.
#[inline]
fn play(state: &mut State, seat: Seat, card: Card, ctx: &mut Ctx) {
    state.hands[seat].remove(card);
    ctx.reveal();
    match &state.rule {
        Some(Idea::Rule(rule)) => {
            let (_, next) = state.table.moments();
            let correct = rule.allows(&next.with(card));
            hear(&mut state.table, seat, card, correct, ctx);
        }
        Some(Idea::Text(_)) | None => {
            state.table.phase = Phase::Verdict { student: seat, card };
            ctx.say(|| format!("{} {card}.", seat.does("play")));
        }
    }
}

/// Rule 4, with R1 and R9: what is said about a card.
#[inline]
fn hear(table: &mut Table, student: Seat, card: Card, correct: bool, ctx: &mut Ctx) {
    table.row.push(Played { card, correct });
    table.phase = Phase::Guess(student);
    if correct {
        table.cubes[student] += 1;
        ctx.say(|| format!("{} {card}: correct, and {} a cube.", student.does("play"), student.does("get")));
    } else {
        ctx.say(|| format!("{} {card}: incorrect.", student.does("play")));
    }
}

/// Rules 5 and 12.
fn guess(state: &mut State, guess: Guess, ctx: &mut Ctx) {
    let table = &mut state.table;
    ctx.reveal();
    ctx.say(|| format!("{}: {}.", guess.by.does("guess"), guess.idea.english()));
    match (&state.rule, &guess.idea) {
        (Some(Idea::Rule(rule)), Idea::Rule(idea)) => {
            let right = are_equal(rule, idea, table.start, table.cards_per_round);
            judge(state, guess, right, ctx);
        }
        _ => table.phase = Phase::Judge(guess),
    }
}

/// Rule 5.
fn judge(state: &mut State, guess: Guess, right: bool, ctx: &mut Ctx) {
    let table = &mut state.table;
    if right {
        table.right[guess.by] += 1;
        end_round(state, Some(guess.by), ctx);
    } else {
        table.wrong.push(guess);
        table.cubes[guess.by] -= 1;
        ctx.say(|| format!("Wrong: {} a cube.", guess.by.does("return")));
        end_turn(state, guess.by, ctx);
    }
}

/// Rules 5 and 6.
#[inline]
fn end_turn(state: &mut State, student: Seat, ctx: &mut Ctx) {
    if state.table.row.len() >= usize::from(state.table.cards_per_round) {
        return end_round(state, None, ctx);
    }
    let mut pile = state.pile();
    if !pile.is_empty() {
        state.hands[student].extend(pile.draw_random(ctx.rng()));
    }
    state.table.phase = Phase::Play(state.table.next_student(student));
}

/// Rules 6 and 7, with R8 and R9.
fn end_round(state: &mut State, found_by: Option<Seat>, ctx: &mut Ctx) {
    ctx.reveal();
    share(&mut state.table, found_by, ctx);
    let rule = state.rule.take().expect("a round has a rule");
    ctx.say(|| format!("The rule was: {}.", rule.english()));
    explain(&state.table, &rule, ctx);
    let table = &mut state.table;
    table.last = Some(Past { rule, found_by });
    if table.round + 1 == table.rounds() {
        table.phase = Phase::Over;
        ctx.say(|| end_words(table));
    } else {
        table.round += 1;
        table.leader = table.leader.next(table.seats());
        begin_round(state, ctx);
    }
}

/// Rule 6, with R8: what becomes of the cubes beside the row.
fn share(table: &mut Table, found_by: Option<Seat>, ctx: &mut Ctx) {
    let cubes = table.cubes_beside();
    let Some(student) = found_by else {
        let cards = count(table.cards_per_round, "card");
        ctx.say(|| {
            format!(
                "{cards} are played, and nobody has found the rule. {} beside the row go back.",
                count(cubes, "cube")
            )
        });
        return;
    };
    if cubes == 0 {
        ctx.say(|| "Right, but no cubes are beside the row.");
        return;
    }
    let most = cubes.div_ceil(2);
    table.cubes[student] += most;
    match table.the_professor() {
        Some(professor) => {
            table.cubes[professor] += cubes - most;
            ctx.say(|| {
                let (one, other) = (count(most, "cube"), cubes - most);
                format!("Right: {} {one}, {} {other}.", student.does("get"), professor.does("get"))
            });
        }
        None => ctx.say(|| format!("Right: {} {}.", student.does("get"), count(most, "cube"))),
    }
}

/// For each wrong guess of the round, a shortest row on which it differs from the rule.
fn explain(table: &Table, rule: &Idea, ctx: &mut Ctx) {
    for guess in &table.wrong {
        if let (Idea::Rule(rule), Idea::Rule(idea)) = (rule, &guess.idea) {
            ctx.say(|| {
                let differs = shortest_difference(rule, idea, table.start, table.cards_per_round);
                differs.map_or_else(String::new, |differs| {
                    let row: Vec<String> =
                        [table.start].iter().chain(&differs.row).map(ToString::to_string).collect();
                    let mut moment = Moment::after(table.start);
                    differs.row.iter().for_each(|card| moment.join(*card));
                    let by_rule = rule.allows(&moment.with(differs.this));
                    let says = if by_rule {
                        "correct by the rule, incorrect"
                    } else {
                        "incorrect by the rule, correct"
                    };
                    format!(
                        "The guess \"{}\" differs: after {}, a {} is {says} by the guess.",
                        idea.english(),
                        row.join(", "),
                        differs.this
                    )
                })
            });
        }
    }
}
