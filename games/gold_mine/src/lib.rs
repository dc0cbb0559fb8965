//! Gold Mine: share the gold that each card brings, and run before the mine collapses.
//!
//! 2–8 seats · simultaneous choices · Green Box of Games, base book.
//!
//! # Rules
//! 1. Four rounds with the 54 cards; of a card only value and symbol matter. A round begins with
//!    everybody inside the mine, all bags empty and no card in the row.
//! 2. A card is turned up and joins the row of this round.
//! 3. If it is the third of its symbol in the row, the mine collapses: everybody inside loses what
//!    is in the bag, the loose nuggets are lost too, and the round is over.
//! 4. Otherwise it brings as many nuggets as its value. Everybody inside puts an equal part into
//!    the bag; what cannot be divided lies loose on the cards.
//! 5. Everybody inside secretly chooses to stay or to run. A choice cannot be changed. The choices
//!    are shown together.
//! 6. The runners divide the loose nuggets equally, bring them and their bags to the bank, and are
//!    outside for the rest of the round.
//! 7. When nobody is inside any more, the round is over. Otherwise go on with rule 2.
//! 8. After the fourth round the fullest bank wins.
//!
//! # Rulings
//! - R1 (rule 1): cards once shown are set aside, and the next round goes on with the rest of the
//!   deck; 54 cards are enough for four rounds of at most 13. To shuffle all cards before each
//!   round is an option.
//! - R2 (rule 3): the third card of a symbol brings no gold to anybody.
//! - R3 (rule 6): what runners cannot divide stays loose, for whoever runs later.
//! - R4 (rule 8): equally full banks share the victory.
//! - R5 (rule 4): the supply of nuggets has no limit. They are counters, not cubes of the box, so
//!   the inventory is the 54 cards.
//! - R6 (rule 4): the gold is divided by the number of players inside, not at the table.
//! - R7 (rule 7): if all run at once, they divide the loose nuggets first; the rest goes back to
//!   the supply and not into the next round.
//!
//! Thumbs and covered tiles, the two ways to show a choice, differ only on the screen.

mod advice;
mod audit;
mod estimate;
mod scene;
#[cfg(test)]
mod tests;

use boxwood_engine::{
    Art, Book, Choices, Ctx, Game, GameInfo, Illegal, Outcome, Seat, SeatMap, SeatSet, Secret, SeenChoices,
    SetupError, Turn, Viewer, choice, options,
};
use boxwood_kit::{Card, CardSet, Inventory, Pile, Rng, Symbol};
use boxwood_scene::{Beat, BeatKind, Key, Offer, Scene, Theme, Touch, count, list};
use serde::{Deserialize, Serialize};

const ROUNDS: usize = 4; // rule 1
const TOO_MANY: usize = 3; // rule 3: so many cards of one symbol
/// Two of each symbol, and one that collapses.
const LONGEST_ROW: usize = (TOO_MANY - 1) * Symbol::ALL.len() + 1;
const _: () = assert!(ROUNDS * LONGEST_ROW <= Card::COUNT, "R1: the deck cannot run out");
/// The value of the two best cards of each symbol: no round brings more gold.
const RICHEST_ROUND: u32 = 6 * (6 + 5);

/// The game.
pub struct GoldMine;

choice! {
    /// R1: which cards a new round is played with.
    pub enum Deck {
        Continue = "continue", "shown cards are set aside, the next round goes on with the rest";
        Reshuffle = "reshuffle", "all 54 cards are shuffled before each round";
    }
}

choice! {
    /// How people show what they have chosen. The rules are the same.
    pub enum Signal {
        Thumb = "thumb", "thumb up to stay, thumb down to run";
        Tile = "tile", "a covered tile: green to stay, brown to run";
    }
}

options! {
    /// What can be chosen before the game.
    pub struct Options {
        "deck" deck: Deck = Deck::Continue, "Cards between the rounds";
        "signal" signal: Signal = Signal::Thumb, "How choices are shown";
    }
}

/// Everything that is true: the table, and the choices of the moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    table: Table,
    /// Rule 5; whoever is inside is asked. Nobody is when the game is over.
    choices: Choices<Action>,
}

/// What one viewer knows: the table, and of the choices only the own one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    table: Table,
    choices: SeenChoices<Action>,
}

/// What lies open for all to see. Put nothing secret here: every view shows it whole.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    options: Options,
    /// The cards nobody has seen yet. A set has no order: which one comes next is chance, decided
    /// when it is turned up, and that is as fair as shuffling first.
    deck: CardSet,
    /// R1: the cards of earlier rounds.
    set_aside: CardSet,
    /// The cards of this round in the order in which they came.
    row: Pile<Card, LONGEST_ROW>,
    /// Nuggets that lie on the cards.
    loose: u16,
    bags: SeatMap<u16>,
    banks: SeatMap<u16>,
    /// How each round that is over ended.
    endings: Pile<Ending, ROUNDS>,
    /// The banks at the end of each of these rounds. States of earlier days do not have it.
    #[serde(default)]
    banked: Pile<SeatMap<u16>, ROUNDS>,
}

/// How a round ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Ending {
    /// Rule 7: everybody got out.
    #[default]
    Empty,
    /// Rule 3: one card too many of this symbol buried these seats.
    Collapse { symbol: Symbol, buried: SeatSet },
}

/// A decision of rule 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Stays inside for the next card.
    Stay,
    /// Brings the bag and a part of the loose nuggets to the bank.
    Run,
}

impl Game for GoldMine {
    type State = State;
    type View = View;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "gold-mine",
        title: "Gold Mine",
        pitch: "Dig for gold together, share what each card brings, and run before the mine collapses on you.",
        book: Book::GreenBox,
        designers: &[],
        origin: "inspired by Diamant (Incan Gold) by Bruno Faidutti and Alan R. Moon",
        seats: (2, 8),
        best: 5,
        quick: &[],
        minutes: (15, 15),
        complexity: 2,
        tags: &["push-your-luck", "simultaneous", "open information"],
        theme: Theme::Mine,
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
        lesson: include_str!("../lesson.json"),
        art: Art::new(include_str!("../art/cover.svg"), include_bytes!("../art/cover.jpg"))
            .on_stage(include_str!("../art/wide.svg"), include_str!("../art/tall.svg")),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let table = Table {
            options: options.clone(),
            deck: CardSet::FULL,
            set_aside: CardSet::EMPTY,
            row: Pile::new(),
            loose: 0,
            bags: SeatMap::filled(seats, 0),
            banks: SeatMap::filled(seats, 0),
            endings: Pile::new(),
            banked: Pile::new(),
        };
        let mut state = State { table, choices: Choices::ask(seats, SeatSet::EMPTY) };
        begin_round(&mut state, ctx);
        Ok(state)
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        if state.table.is_over() {
            Turn::Over(state.table.outcome())
        } else {
            Turn::Active(state.choices.pending())
        }
    }

    #[inline]
    fn legal_actions(_state: &State, _seat: Seat, out: &mut Vec<Action>) {
        out.extend([Action::Stay, Action::Run]);
    }

    fn check(_state: &State, _seat: Seat, _action: &Action) -> Result<(), Illegal> {
        // Rule 5: whoever is inside and has not chosen yet is active, and may choose either.
        Ok(())
    }

    /// Rules 5 and 6.
    fn why_not_active(view: &View, seat: Seat) -> Option<Illegal> {
        if view.choices.made().contains(seat) {
            Some(Illegal::new("rule 5", "You have chosen, and a choice cannot be changed"))
        } else {
            Some(Illegal::new("rule 6", "You are outside until the next round"))
        }
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        ctx.settle(); // rule 5: a committed choice cannot be changed
        let all_are_in = state.choices.commit(seat, *action);
        if all_are_in {
            show_choices(state, ctx);
        }
    }

    fn view(state: &State, viewer: Viewer) -> View {
        View { table: state.table.clone(), choices: state.choices.seen_by(viewer) }
    }

    fn redeal(view: &View, rng: &mut Rng) -> State {
        let guess = |_| *rng.choose(&[Action::Stay, Action::Run]);
        State { table: view.table.clone(), choices: view.choices.redeal(view.table.seats(), guess) }
    }

    fn secrets(state: &State, viewer: Viewer) -> Vec<Secret> {
        state.choices.secrets(viewer, 0, |action| action as u32)
    }

    fn scene(view: &View, viewer: Viewer) -> Scene {
        scene::scene(view, viewer)
    }

    fn offer(view: &View, _seat: Seat, action: &Action) -> Offer {
        scene::offer(view, *action)
    }

    fn intent(_view: &View, _seat: Seat, path: &[Touch]) -> Option<Action> {
        scene::intent(path)
    }

    fn inventory(state: &State) -> Inventory {
        let mut inventory = Inventory::EMPTY;
        let Table { deck, set_aside, row, .. } = &state.table;
        inventory.add_cards(*deck).add_cards(*set_aside).add_cards(row.iter().copied());
        inventory
    }

    fn longest(_options: &Options, seats: usize) -> u32 {
        // The last card of the longest row collapses, so nobody chooses after it.
        (ROUNDS * (LONGEST_ROW - 1) * seats) as u32
    }

    fn estimate(view: &View, seat: Seat) -> Option<f32> {
        Some(estimate::estimate(view, seat))
    }

    fn reason(view: &View, seat: Seat, action: &Action) -> Option<String> {
        Some(advice::reason(view, seat, *action))
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}

impl Table {
    fn seats(&self) -> usize {
        self.banks.seats()
    }

    /// Rule 8.
    #[inline]
    fn is_over(&self) -> bool {
        self.endings.is_full()
    }

    /// Rule 8, with R4.
    fn outcome(&self) -> Outcome {
        Outcome::by_score(self.banks.map(i32::from))
    }
}

/// How many cards of the row have this symbol.
#[inline]
fn shown(row: &[Card], symbol: Symbol) -> usize {
    row.iter().filter(|card| card.symbol() == symbol).count()
}

/// Rule 1, with R1.
fn begin_round(state: &mut State, ctx: &mut Ctx) {
    let table = &mut state.table;
    match table.options.deck {
        Deck::Continue => table.set_aside.extend(table.row.iter().copied()),
        Deck::Reshuffle => table.deck.extend(table.row.iter().copied()),
    }
    table.row.clear();
    let (round, between) = (table.endings.len() + 1, table.options.deck);
    ctx.say(|| match between {
        Deck::Reshuffle if round > 1 => {
            format!("Round {round} of {ROUNDS}: all cards are shuffled, and everybody goes in.")
        }
        Deck::Continue | Deck::Reshuffle => format!("Round {round} of {ROUNDS}: everybody goes in."),
    });
    dig(state, SeatSet::all(state.table.seats()), ctx);
}

/// Rules 2 to 4: turns up a card for those inside.
fn dig(state: &mut State, inside: SeatSet, ctx: &mut Ctx) {
    let table = &mut state.table;
    let card = table.deck.draw_random(ctx.rng()).expect("54 cards are enough for four rounds (R1)");
    table.row.push(card);
    if shown(&table.row, card.symbol()) < TOO_MANY {
        share(table, card, inside, ctx);
        state.choices = Choices::ask(table.seats(), inside);
    } else {
        ctx.beat(state, || {
            let text = format!("The third card with {}: the mine comes down.", card.symbol());
            Beat::new(BeatKind::Blow, text).at(Key::card(card))
        });
        collapse(&mut state.table, card, inside, ctx);
        end_round(state, Ending::Collapse { symbol: card.symbol(), buried: inside }, ctx);
    }
}

/// Rule 4, with R6.
#[inline]
fn share(table: &mut Table, card: Card, inside: SeatSet, ctx: &mut Ctx) {
    let (gold, people) = (u16::from(card.value()), inside.len() as u16);
    let (part, rest) = (gold / people, gold % people);
    for seat in inside.iter() {
        table.bags[seat] += part;
    }
    table.loose += rest;
    let loose = table.loose;
    ctx.say(|| {
        let shared = match (inside.first(), part) {
            (Some(seat), _) if people == 1 => seat.does(&format!("bag {}", count(gold, "nugget"))),
            (_, 0) => format!("too little to share among {people}"),
            (_, part) => format!("{} for each of the {people} inside", count(part, "nugget")),
        };
        format!("{}: {shared}.{}", name(card), note("Loose nuggets", loose))
    });
}

/// Rule 3, with R2.
fn collapse(table: &mut Table, card: Card, buried: SeatSet, ctx: &mut Ctx) {
    ctx.say(|| {
        let lost = |seat: Seat| seat.does(&format!("lose {}", nuggets(table.bags[seat])));
        let lost: Vec<String> = buried.iter().map(lost).collect();
        let third = format!("{}: the third card with {}, and the mine collapses.", name(card), card.symbol());
        format!("{third} {}.{}", list(&lost), note("Loose nuggets lost", table.loose))
    });
    for seat in buried.iter() {
        table.bags[seat] = 0;
    }
    table.loose = 0;
}

/// Rule 5: all choices are in.
fn show_choices(state: &mut State, ctx: &mut Ctx) {
    ctx.reveal();
    let (runners, inside) = (state.choices.who_chose(Action::Run), state.choices.who_chose(Action::Stay));
    ctx.beat(state, || {
        let shown = Beat::new(BeatKind::Reveal, chosen(runners, inside));
        state.choices.asked().iter().fold(shown, |beat, seat| beat.at(scene::signal_key(seat)))
    });
    if !runners.is_empty() {
        run(&mut state.table, runners, ctx);
        ctx.beat(state, || Beat::new(BeatKind::Step, format!("Safe in the bank: {}.", runners.names())));
    }
    if inside.is_empty() {
        let left = std::mem::take(&mut state.table.loose); // R7
        ctx.say(|| format!("The mine is empty.{}", note("Loose nuggets left behind", left)));
        return end_round(state, Ending::Empty, ctx);
    }
    ctx.say(|| match inside.first() {
        Some(seat) if inside.len() == 1 => format!("{} inside.", seat.does("stay")),
        _ if runners.is_empty() => "Everybody stays inside.".to_string(),
        _ => format!("Still inside: {}.", inside.names()),
    });
    dig(state, inside, ctx);
}

/// What everybody has chosen, in a few words.
fn chosen(runners: SeatSet, inside: SeatSet) -> String {
    match (runners.is_empty(), inside.is_empty()) {
        (true, _) => "Everybody stays.".into(),
        (_, true) => "Everybody runs.".into(),
        _ => format!("Running: {}. Staying: {}.", runners.names(), inside.names()),
    }
}

/// Rule 6, with R3. There is at least one runner.
#[inline]
fn run(table: &mut Table, runners: SeatSet, ctx: &mut Ctx) {
    let people = runners.len() as u16;
    let (part, rest) = (table.loose / people, table.loose % people);
    table.loose = rest;
    for seat in runners.iter() {
        let bag = std::mem::take(&mut table.bags[seat]);
        table.banks[seat] += bag + part;
        ctx.say(|| {
            let loot = match (bag, part) {
                (bag, 0) => nuggets(bag),
                (0, part) => count(part, "loose nugget"),
                (bag, part) => format!("{}, {bag} from the bag and {part} loose", nuggets(bag + part)),
            };
            format!("{} with {loot}.", seat.does("run"))
        });
    }
}

/// Rules 7 and 8: the next round, or the end.
fn end_round(state: &mut State, ending: Ending, ctx: &mut Ctx) {
    state.table.banked.push(state.table.banks);
    let is_last = state.table.endings.len() + 1 == ROUNDS;
    if !is_last {
        ctx.beat(state, || Beat::new(BeatKind::Round, round_over(&state.table, ending)));
    }
    state.table.endings.push(ending);
    if !is_last {
        return begin_round(state, ctx);
    }
    state.choices = Choices::ask(state.table.seats(), SeatSet::EMPTY);
    ctx.say(|| format!("The game is over. {}", result(&state.table)));
}

/// How a round ended, in a few words.
fn round_over(table: &Table, ending: Ending) -> String {
    let how = match ending {
        Ending::Empty => "everybody got out".into(),
        Ending::Collapse { buried, .. } => format!("the mine has buried {}", buried.names()),
    };
    format!("Round {} of {ROUNDS} is over: {how}.", table.endings.len() + 1)
}

/// Who has won, in a sentence.
fn result(table: &Table) -> String {
    let winners = table.outcome().winners();
    let gold = winners.first().map_or(0, |seat| table.banks[seat]);
    let place = if winners.len() == 1 { " in the bank" } else { "" };
    winners.victory(&format!("{}{place}", nuggets(gold)))
}

/// What a card is called where its colour means nothing: "Arrow 5".
fn name(card: Card) -> String {
    format!("{} {}", card.symbol(), card.value())
}

/// "nothing", "1 nugget", "3 nuggets".
fn nuggets(number: u16) -> String {
    if number == 0 { "nothing".into() } else { count(number, "nugget") }
}

/// " Loose nuggets: 3.", or nothing worth saying.
fn note(what: &str, number: u16) -> String {
    if number == 0 { String::new() } else { format!(" {what}: {number}.") }
}
