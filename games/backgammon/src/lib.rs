//! Backgammon: race fifteen pieces round 24 spaces and hit single enemies on the way.
//!
//! 2 seats · open information · Green Box of Games.
//!
//! # Rules
//! 1. Each player numbers the 24 spaces in her own direction, so that one's space k is the other's 25 − k;
//!    0 is outside, 25 is off. Both begin with 2 pieces on 1, 5 on 12, 3 on 17 and 5 on 19.
//! 2. Each rolls one die, again while they are equal; the higher begins and plays these two numbers.
//!    Afterwards they alternate, rolling both dice.
//! 3. Two different numbers are played once each, in either order; doubles four times.
//! 4. Whatever can be played must be: as many dice as possible, and if only one of two can, the higher
//!    one where possible. The turn ends when no die that is left can be played.
//! 5. A move takes a piece forward by the number of a die, to a space with at most one enemy piece; that one
//!    is hit and goes outside.
//! 6. Who has a piece outside must first bring it in, a die d to space d.
//! 7. When all pieces that are left are on 19–24, they can be taken off: with the exact number, or the rearmost
//!    with a higher one.
//! 8. Whoever has taken off all fifteen first wins.
//! 9. A match goes on with new games until somebody has won as many as agreed.
//!
//! # Rulings
//! - R1 (rule 1): the book's "12 cards" are the 12 tiles of its picture; they only divide the spaces.
//! - R2 (rule 4): "if possible" is read strictly, the higher die included. As an option, any sequence of moves
//!   that cannot be continued is enough. A last piece is no exception: it must be moved by both dice if it can.
//! - R3 (rule 6): once nothing is left outside, the other die is free for any piece.
//! - R4 (rule 7): a piece hit while taking off stops it until it is home again.
//! - R5 (rule 7): a number higher than needed takes off the rearmost piece; which die comes first is free.
//! - R6 (rule 5): moving one piece by both dice is two moves; the space in between must be open.
//! - R7 (rule 8): no doubling and no double wins; the book has neither.
//! - R8 (rule 8): after as many turns as agreed, of both together and passes included, the shorter distance left
//!   wins (outside counts 25); if equal, who did not make the opening move.

mod advice;
mod audit;
mod board;
mod features;
mod network;
#[cfg(test)]
mod obvious;
mod scene;
#[cfg(test)]
mod tests;
mod train;
mod turns;
mod weigh;

use std::cmp::Ordering;

use boxwood_engine::{
    Art, Beginning, Book, CannotTrain, Ctx, Game, GameInfo, Games, Illegal, Number, Seat, Series, SetupError,
    Train, Turn, Viewer, choice, options,
};
use boxwood_kit::{Colour, Die, Inventory, Rng, Symbol};
use boxwood_scene::{Beat, BeatKind, Offer, Scene, Theme, Touch, list};
use serde::{Deserialize, Serialize};

use board::{HOME, OFF, OUTSIDE, Outlook, Side};
use train::Trainer;

/// The game.
pub struct Backgammon;

choice! {
    /// How much of the dice must be played (R2).
    pub enum StrictDice {
        On = "on", "as many dice as possible, of two the higher";
        Off = "off", "any moves, until none is possible";
    }
}

choice! {
    /// How many games win the match (rule 9).
    pub enum MatchPoints {
        One = "1", "a single game";
        Three = "3", "first to win 3 games";
        Five = "5", "first to win 5 games";
        Seven = "7", "first to win 7 games";
    }
}

impl MatchPoints {
    fn games(self) -> Games {
        Games::first_to(match self {
            MatchPoints::One => 1,
            MatchPoints::Three => 3,
            MatchPoints::Five => 5,
            MatchPoints::Seven => 7,
        })
    }
}

choice! {
    /// What the board looks like. The rules are the same.
    pub enum Picture {
        Points = "points", "the ordinary board with its points";
        Tiles = "tiles", "cubes on both sides of a row of tiles, as in the book";
    }
}

options! {
    /// What can be chosen before the game.
    pub struct Options {
        "strict_dice" strict_dice: StrictDice = StrictDice::On, "Dice that must be played";
        "match_points" match_points: MatchPoints = MatchPoints::One, "Games to win";
        "move_cap" move_cap: Number<200, 2000> = Number::new(1000), "Most turns in one game";
        "board" picture: Picture = Picture::Points, "What the board looks like";
    }
}

/// The table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    options: Options,
    /// By seat. An array and not a `SeatMap`, because searches copy it all the time.
    sides: [Side; 2],
    phase: Phase,
    /// Who made the opening move of this game (R8).
    opener: Seat,
    /// How many turns of this game are finished, passes included (R8).
    turns: u16,
    series: Series,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Phase {
    /// This seat plays what is left of its dice; there is something it can play.
    Move { seat: Seat, dice: Dice },
    /// The match has been played.
    Over,
}

/// The dice of a turn: rule 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Dice {
    /// Two different numbers, none of them played.
    Both { high: Die, low: Die },
    /// Two different numbers, one of them played.
    One { left: Die, played: Die },
    /// The same number, 1–4 times.
    Doubles { die: Die, left: u8 },
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Rules 5 to 7: moves, enters or takes off a piece.
    Move {
        /// Where the piece stands, by the mover's numbers; 0 is outside.
        from: u8,
        /// The die it is moved by.
        die: Die,
    },
}

impl Game for Backgammon {
    type State = State;
    type View = State;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "backgammon",
        title: "Backgammon",
        pitch: "Race fifteen pieces round the board, hit single enemies on the way, and be the first to take all off.",
        book: Book::GreenBox,
        designers: &[],
        origin: "traditional",
        seats: (2, 2),
        best: 2,
        quick: &[],
        minutes: (15, 15),
        complexity: 1,
        tags: &["dice", "race", "open information"],
        theme: Theme::Arena,
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
        lesson: include_str!("../lesson.json"),
        art: Art::new(include_str!("../art/cover.svg"), include_bytes!("../art/cover.jpg")),
    };

    fn setup(options: &Options, _seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let mut state = State {
            options: options.clone(),
            sides: [Side::START; 2],
            phase: Phase::Over,
            opener: Seat::FIRST,
            turns: 0,
            series: Series::new(2),
        };
        // The second player's screen has her own numbers.
        let [zero, one] = [Seat::FIRST, Seat::SECOND];
        ctx.tell_others(one, || format!("All spaces are told by {} numbers.", zero.owns()));
        begin_game(&mut state, ctx);
        Ok(state)
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        match state.phase {
            Phase::Move { seat, .. } => Turn::of(seat),
            Phase::Over => Turn::Over(state.series.outcome()),
        }
    }

    #[inline]
    fn legal_actions(state: &State, _seat: Seat, out: &mut Vec<Action>) {
        let Phase::Move { seat, dice } = state.phase else { return };
        for (die, sources) in playable(state, seat, dice) {
            let mut rest = sources;
            while rest != 0 {
                out.push(Action::Move { from: rest.trailing_zeros() as u8, die });
                rest &= rest - 1;
            }
        }
    }

    fn check(state: &State, _seat: Seat, action: &Action) -> Result<(), Illegal> {
        let Action::Move { from, die } = *action;
        match state.phase {
            Phase::Move { seat, dice } => can_move(state, seat, dice, from, die),
            Phase::Over => Err(Illegal::new("rule 8", "The game is over")),
        }
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        let Action::Move { from, die } = *action;
        let Phase::Move { dice, .. } = state.phase else { return };
        let has_hit = move_piece(state, seat, from, die, ctx);
        let left = dice.without(die);
        if let Some(dice) = left {
            state.phase = Phase::Move { seat, dice };
        }
        if has_hit {
            ctx.beat(state, || {
                let victim = seat.other();
                let text = format!("{} a {} piece.", seat.does("hit"), colour(victim));
                Beat::new(BeatKind::Catch, text).at(scene::outside(victim))
            });
        }
        if state.sides[seat.index()].is_done() {
            ctx.say(|| format!("All {} pieces are off.", colour(seat)));
            return end_game(state, seat, ctx);
        }
        match left {
            Some(dice) if has_move(state, seat, dice) => {}
            Some(dice) => {
                let stuck = || format!("No piece can be moved by {}.", dice.left_in_words());
                ctx.say(stuck);
                ctx.beat(state, || Beat::new(BeatKind::Step, stuck()).at(scene::dice_key()));
                end_turn(state, seat, ctx);
            }
            None => end_turn(state, seat, ctx),
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

    fn offer(view: &State, seat: Seat, action: &Action) -> Offer {
        scene::offer(view, seat, *action)
    }

    fn intent(view: &State, seat: Seat, path: &[Touch]) -> Option<Action> {
        scene::intent(view, seat, path)
    }

    fn inventory(state: &State) -> Inventory {
        let mut inventory = Inventory::EMPTY;
        for seat in Seat::all(2) {
            let pieces: u8 = state.sides[seat.index()].counts().iter().sum();
            inventory.add_cubes(colour(seat), pieces.into());
        }
        for symbol in Symbol::ALL {
            inventory.add_tiles(symbol, 2); // R1: twelve, face down
        }
        inventory.add_dice(2);
        inventory
    }

    fn longest(options: &Options, _seats: usize) -> u32 {
        // In each turn at most the four moves of doubles.
        u32::from(options.match_points.games().most()) * 4 * options.move_cap.get() as u32
    }

    fn estimate(view: &State, seat: Seat) -> Option<f32> {
        Some(weigh::estimate(view, seat))
    }

    fn weigh(view: &State, _seat: Seat, actions: &[Action], care: u8, values: &mut Vec<f32>) {
        weigh::weigh(view, actions, care, values);
    }

    fn reason(view: &State, seat: Seat, action: &Action) -> Option<String> {
        advice::reason(view, seat, *action)
    }

    fn trainer(from: Beginning) -> Result<Box<dyn Train>, CannotTrain> {
        Ok(Box::new(Trainer::new(from).map_err(|unfit| CannotTrain(unfit.to_string()))?))
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}

impl State {
    /// R8: after so many turns the game is decided.
    #[inline]
    fn move_cap(&self) -> u16 {
        self.options.move_cap.get() as u16
    }

    /// Rule 9.
    fn games(&self) -> Games {
        self.options.match_points.games()
    }
}

/// The colour of a seat's pieces.
fn colour(seat: Seat) -> Colour {
    if seat == Seat::FIRST { Colour::Red } else { Colour::Blue }
}

/// Rules 1 and 2: the pieces are set up, and the higher of two dice begins.
fn begin_game(state: &mut State, ctx: &mut Ctx) {
    let [zero, one] = [Seat::FIRST, Seat::SECOND];
    let (mut first, mut second) = (Die::roll(ctx.rng()), Die::roll(ctx.rng()));
    while first == second {
        ctx.say(|| format!("Both roll {first} and roll again."));
        (first, second) = (Die::roll(ctx.rng()), Die::roll(ctx.rng()));
    }
    let opener = if first > second { zero } else { one };
    ctx.say(|| format!("{} {first}, {} {second}.", zero.does("roll"), one.does("roll")));
    ctx.say(|| format!("{} the game with these two numbers.", opener.does("begin")));
    state.sides = [Side::START; 2];
    state.opener = opener;
    state.turns = 0;
    // No two different numbers are blocked in the position at the start.
    state.phase = Phase::Move { seat: opener, dice: Dice::of(first, second) };
}

impl Dice {
    /// The dice as rolled.
    #[inline]
    fn of(first: Die, second: Die) -> Dice {
        match first.cmp(&second) {
            Ordering::Less => Dice::Both { high: second, low: first },
            Ordering::Equal => Dice::Doubles { die: first, left: 4 },
            Ordering::Greater => Dice::Both { high: first, low: second },
        }
    }

    /// Whether a roll can leave these.
    fn are_possible(self) -> bool {
        match self {
            Dice::Both { high, low } => high > low,
            Dice::One { left, played } => left != played,
            Dice::Doubles { left, .. } => (1..=4).contains(&left),
        }
    }

    /// The numbers that are left, each once, the higher first.
    fn left(self) -> impl Iterator<Item = Die> {
        let (first, second) = match self {
            Dice::Both { high, low } => (high, Some(low)),
            Dice::One { left, .. } | Dice::Doubles { die: left, .. } => (left, None),
        };
        [Some(first), second].into_iter().flatten()
    }

    /// "6 and 3", "5", "4, 4 and 4".
    fn left_in_words(self) -> String {
        match self {
            Dice::Both { high, low } => format!("{high} and {low}"),
            Dice::One { left, .. } => left.to_string(),
            Dice::Doubles { die, left } => list(&vec![die.to_string(); usize::from(left)]),
        }
    }

    /// What is left after one of them is played.
    #[inline]
    fn without(self, die: Die) -> Option<Dice> {
        match self {
            Dice::Both { high, low } if die == high => Some(Dice::One { left: low, played: high }),
            Dice::Both { high, low } => Some(Dice::One { left: high, played: low }),
            Dice::One { .. } | Dice::Doubles { left: 1, .. } => None,
            Dice::Doubles { die, left } => Some(Dice::Doubles { die, left: left - 1 }),
        }
    }
}

#[inline]
fn outlook(state: &State, seat: Seat) -> Outlook {
    Outlook::new(state.sides[seat.index()], state.sides[seat.other().index()])
}

/// Whether any die that is left can be played.
#[inline]
fn has_move(state: &State, seat: Seat, dice: Dice) -> bool {
    let outlook = outlook(state, seat);
    match dice {
        Dice::Both { high, low } => outlook.sources(high) | outlook.sources(low) != 0,
        Dice::One { left, .. } | Dice::Doubles { die: left, .. } => outlook.sources(left) != 0,
    }
}

/// Every legal move: each die with the spaces it may be played from. Rules 4 to 7.
#[inline]
fn playable(state: &State, seat: Seat, dice: Dice) -> [(Die, u32); 2] {
    first_moves(outlook(state, seat), dice, state.options.strict_dice)
}

#[inline]
fn first_moves(outlook: Outlook, dice: Dice, strict: StrictDice) -> [(Die, u32); 2] {
    match dice {
        // One number needs no look ahead, not even four times. Moves by the same number never stop each other:
        // spaces stay open, home stays home, and where the rearmost goes off with a number higher than needed,
        // there is no other move. Whichever of two moves comes first, both can be made and lead to the same
        // position; hence all ways to go on until nothing moves are equally long.
        Dice::One { left, .. } | Dice::Doubles { die: left, .. } => {
            [(left, outlook.sources(left)), (left, 0)]
        }
        Dice::Both { high, low } => {
            let (highs, lows) = (outlook.sources(high), outlook.sources(low));
            let (highs, lows) = match strict {
                StrictDice::On => most_dice(outlook, (high, highs), (low, lows)),
                StrictDice::Off => (highs, lows),
            };
            [(high, highs), (low, lows)]
        }
    }
}

/// Rule 4, with R2: the moves that begin a sequence of both dice; if there is none, those of the higher die;
/// if there is none either, those of the lower.
#[inline]
fn most_dice(outlook: Outlook, (high, highs): (Die, u32), (low, lows): (Die, u32)) -> (u32, u32) {
    let high_first = outlook.continuing(high, highs, low, lows);
    let low_first = outlook.continuing(low, lows, high, highs);
    if high_first | low_first != 0 {
        (high_first, low_first)
    } else if highs != 0 {
        (highs, 0)
    } else {
        (0, lows)
    }
}

/// Rules 3 to 7.
fn can_move(state: &State, seat: Seat, dice: Dice, from: u8, die: Die) -> Result<(), Illegal> {
    let is_in = |sources: u32| from < OFF && sources >> from & 1 == 1;
    if playable(state, seat, dice).iter().any(|&(own, sources)| own == die && is_in(sources)) {
        return Ok(());
    }
    let (own, enemy) = (state.sides[seat.index()], state.sides[seat.other().index()]);
    let outlook = Outlook::new(own, enemy);
    let (rule, why) = if dice.left().all(|left| left != die) {
        ("rule 3", format!("There is no {die} to play, only {}", dice.left_in_words()))
    } else if from >= OFF {
        ("rule 1", "Pieces in the game stand on 1 to 24, or outside on 0".into())
    } else if own.count(from) == 0 && from == OUTSIDE {
        ("rule 6", "None of your pieces is outside".into())
    } else if own.count(from) == 0 {
        ("rule 5", format!("None of your pieces stands on {from}"))
    } else if from != OUTSIDE && own.count(OUTSIDE) > 0 {
        ("rule 6", "First bring in what you have outside".into())
    } else if let to = from + die.value()
        && outlook.is_closed(to)
    {
        ("rule 5", format!("Space {to} is closed by {} enemy pieces", enemy.count(OFF - to)))
    } else if is_in(outlook.sources(die)) {
        ("rule 4", why_not_first(state, seat, dice, die))
    } else if outlook.is_home() {
        ("rule 7", format!("A {die} takes off a piece from {from} only if none of yours is further back"))
    } else {
        ("rule 7", format!("Pieces are taken off only while all of yours are on {HOME} to 24"))
    };
    Err(Illegal::new(rule, why))
}

/// Why rule 4 forbids a move by this die that would otherwise be possible.
fn why_not_first(state: &State, seat: Seat, dice: Dice, die: Die) -> String {
    let other = dice.left().find(|&other| other != die).unwrap_or(die);
    let outlook = outlook(state, seat);
    let can_play_both = [(die, other), (other, die)].into_iter().any(|(first, second)| {
        outlook.continuing(first, outlook.sources(first), second, outlook.sources(second)) != 0
    });
    if can_play_both {
        format!("After that the {other} could not be played, but both dice can")
    } else {
        format!("Only one die can be played, and it must be the higher one, the {other}")
    }
}

/// Rules 5 to 7; whether it hits.
#[inline]
fn move_piece(state: &mut State, seat: Seat, from: u8, die: Die, ctx: &mut Ctx) -> bool {
    let to = (from + die.value()).min(OFF);
    state.sides[seat.index()].shift(from, to);
    let enemy = &mut state.sides[seat.other().index()];
    let hit = to < OFF && enemy.held() >> (OFF - to) & 1 == 1;
    if hit {
        enemy.shift(OFF - to, OUTSIDE);
    }
    let is_off = to == OFF;
    let told = |listener: Seat| {
        let [start, end] = [from, to].map(|space| if listener == seat { space } else { OFF - space });
        let what = match from {
            _ if is_off => format!("{} a piece from {start} with the {die}", seat.does("take off")),
            OUTSIDE => format!("{} a piece in on {end}", seat.does("bring")),
            _ => format!("{} from {start} to {end}", seat.does("move")),
        };
        let hitting = if hit { format!(", hitting a {} piece", colour(seat.other())) } else { String::new() };
        format!("{what}{hitting}.")
    };
    // Everybody hears the numbers of the board as seen: player 2 her own, all others player 1's.
    let [zero, one] = [Seat::FIRST, Seat::SECOND];
    ctx.tell_others(one, || told(zero));
    ctx.tell(one, || told(one));
    hit
}

/// Rules 2 and 4, with R8: on to the next turn in which something can be played.
#[inline]
fn end_turn(state: &mut State, mut seat: Seat, ctx: &mut Ctx) {
    let before = state.turns;
    loop {
        state.turns += 1;
        if state.turns >= state.move_cap() {
            return end_by_distance(state, ctx);
        }
        seat = seat.other();
        let (first, second) = (Die::roll(ctx.rng()), Die::roll(ctx.rng()));
        let dice = Dice::of(first, second);
        state.phase = Phase::Move { seat, dice };
        let rolls = || format!("{} {first} and {second}", seat.does("roll"));
        if has_move(state, seat, dice) {
            ctx.say(|| format!("{}.", rolls()));
            if first == second {
                ctx.beat(state, || {
                    let text = format!("{} double {first}: four moves.", seat.does("roll"));
                    Beat::new(BeatKind::Step, text).at(scene::dice_key())
                });
            }
            return;
        }
        let passes = || format!("{}: no move is possible.", rolls());
        ctx.say(passes);
        // Two players who block each other may pass a thousand times; once is seen.
        if state.turns == before + 1 {
            ctx.beat(state, || Beat::new(BeatKind::Step, passes()).at(scene::dice_key()));
        }
    }
}

/// R8.
#[cold]
fn end_by_distance(state: &mut State, ctx: &mut Ctx) {
    let [zero, one] = state.sides.map(Side::distance);
    let winner = match zero.cmp(&one) {
        Ordering::Less => Seat::FIRST,
        Ordering::Equal => state.opener.other(),
        Ordering::Greater => Seat::SECOND,
    };
    ctx.say(|| {
        let cap = state.move_cap();
        format!("That was turn {cap}, the last one. Red has a distance of {zero} left, blue of {one}.")
    });
    end_game(state, winner, ctx);
}

/// Rules 8 and 9.
fn end_game(state: &mut State, winner: Seat, ctx: &mut Ctx) {
    state.series.finish_game(Some(winner));
    state.phase = Phase::Over;
    if !state.series.is_over(state.games()) {
        let wins = || format!("{} this game.", winner.does("win"));
        ctx.say(wins);
        ctx.beat(state, || Beat::new(BeatKind::Round, wins()));
        begin_game(state, ctx);
    } else {
        let what = if state.options.match_points == MatchPoints::One { "game" } else { "match" };
        ctx.say(|| format!("{} the {what}.", winner.does("win")));
    }
}
