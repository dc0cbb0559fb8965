//! Cambio: swap, peek at and throw away face-down cards, and have the least when somebody calls.
//!
//! 2–8 seats · memory and a race · The Deck.
//!
//! # Rules
//! 1. The 76 rune cards. A card is worth its corner: numbers their value, Red Kings −2, Blue Kings 13,
//!    all others 10. Cards are identical if they show the same rune, whatever their points and colours.
//! 2. A round: shuffle all cards and deal 4 to each player, face down in two rows of two. The rest is
//!    the main pile. Seat 0 is the first dealer, then the next one clockwise for each round.
//! 3. Everybody looks once at the two lower own cards. From then on all cards lie face down.
//! 4. The dealer has the first turn. On a turn call Cambio (rule 14), or draw the top card of the
//!    main pile, unseen by the others, or that of the discard pile.
//! 5. Put the drawn card onto the discard pile, or exchange it for one of your table cards, which
//!    then goes onto the discard pile. After the race and the action the next player has a turn.
//! 6. The card that lands on the discard pile leads a race: whoever sees an identical card on the table,
//!    their own or another player's, snaps it. Claims count in the order in which they arrive.
//! 7. The first right claim takes the lead: its card goes onto the discard pile, which is frozen for the
//!    next player. The leader alone may go on snapping identical cards.
//! 8. For another player's card the leader may give that player one of their own, unseen, into the
//!    emptied place; or keep them all.
//! 9. A wrong claim shows the card to all until the window closes. The claimant takes a penalty card from
//!    the main pile, unseen, and claims no more in this window; a leader loses the lead.
//! 10. A claim that another one was faster than is late: a right card is shown and stays, a wrong one is
//!     wrong as ever. The claimant is out of this window, and pays as the option says.
//! 11. The window closes when time is up or everybody has passed; once somebody leads, when the leader
//!     is done, or too slow.
//! 12. An action card drawn from the main pile and put straight onto the discard pile acts after the race:
//!     Peek Mine looks at an own card, Peek Yours at another player's, Swap exchanges two cards of
//!     different owners unseen, a Red King does up to two of these. All may be declined.
//! 13. A Blue King must name one card of each other player; all of them are shown to everybody.
//! 14. One player a round may call Cambio at the start of a turn: their cards are locked, and everybody
//!     else has one more turn.
//! 15. A round ends at once when somebody has no card left, or when all turns after the call are over.
//! 16. All cards are turned up, and everybody scores the points of their cards. The caller scores 5 less
//!     with the fewest points, and 5 more otherwise.
//! 17. The game ends after the round in which somebody reaches the target. The fewest points win.
//!
//! # Rulings
//! - R1 (rule 6): every card that lands on the discard pile leads a race, discarded or exchanged.
//! - R2 (rule 5): a card drawn from the discard pile must be exchanged.
//! - R3 (rule 4): as long as there is no discard pile, draw from the main pile or call.
//! - R4 (rule 7): it is the discard pile that is frozen. It thaws when the next card lands on it.
//! - R5 (rule 12): first the race, then the action; what it shows cannot be claimed on the same card.
//! - R6 (rule 9): a wrong claim of an own card costs a penalty card, too.
//! - R7 (rule 10): a late own card costs nothing, another player's a penalty card, if no option says otherwise.
//! - R8 (rules 9, 10): one wrong or late claim for each player and window. What a leader has snapped before
//!   a mistake stays snapped.
//! - R9 (rules 8, 15): the gift goes to whoever owned the snapped card; giving the last own card ends the round.
//! - R10 (rules 8, 15): a player whose last card was snapped is out of cards only if the leader keeps.
//! - R11 (rules 6, 14): the caller takes no part in the race, for every claim could change locked cards.
//! - R12 (rules 12, 13): a Swap needs two different owners. Single actions are optional, the Blue King is not.
//! - R13 (rule 12): the two actions of a Red King may be of one kind; the second is chosen after the first.
//! - R14 (rules 4, 9, 15): an empty main pile is made anew, once a round, from all discards but the top one, when
//!   a turn starts or a penalty is due. If that cannot be, the penalty is waived and the round ends
//!   instead of the turn. It also ends after 40 turns for each player.
//! - R15 (rule 17): the rounds are limited, for totals could stay low for ever.
//! - R16 (rule 16): the caller's points are compared before the 5 are counted.
//! - R17 (rule 12): Energy has no action.
//! - R18 (rule 8): a leader may give an identical card away and snap it again.
//! - R19 (rules 9, 11), ours: with clocks, if nobody is left to claim after a wrong claim, its card stays
//!   up as long as a peek, or until everybody is done. Otherwise nobody would have seen it.
//! - R20 (rule 10), ours: a late claim is not taken if its card was snapped in the meantime, whatever lies
//!   in its place now.
//! - R21 (rule 12), ours: the two cards of a Swap are named in the order of their owners' seats, so that
//!   each exchange has one name. On a screen they can be touched in either order.
//! - R22 (rule 3), ours: unless the screen remembers for the players, the log names no card. What is shown is seen
//!   on the table, as long as it lies there; without clocks, the card of a wrong claim that closes its
//!   window at once lies open until the next decision.

mod advice;
mod audit;
mod deeds;
mod estimate;
mod flow;
mod judge;
mod round;
mod scene;
mod state;
#[cfg(test)]
mod tests;
mod turn;
mod window;
mod words;

use boxwood_engine::{
    Art, Book, Clocks, Ctx, Game, GameInfo, Illegal, Number, Outcome, Seat, SeatMap, Secret, SetupError,
    Turn, Viewer, choice, options,
};
use boxwood_kit::{Inventory, Pile, Rng, RuneCard, RuneSet};
use boxwood_scene::{Offer, Scene, Theme, Touch};
use serde::{Deserialize, Serialize};

pub use state::Spot;
use state::{MOST_SEATS, Phase, Sight, Source, Table};

const SLOTS: u8 = 4; // rule 2
const PEEKED: u8 = 2; // rule 3: from this slot on
const TOUCHES: usize = 3; // for each player and window
const TURNS: u16 = 40; // R14: for each player and round
const REWARD: i32 = 5; // rule 16
/// No window has more right claims: there are 20 Energy cards, and one of them leads.
const MOST_SNAPS: u32 = 19;

/// The game.
pub struct Cambio;

choice! {
    /// How claims are settled.
    pub enum Pace {
        Live = "live", "a race by the clock";
        Turns = "turns", "no clocks, everybody is asked in turn";
    }
}

choice! {
    /// What a caller scores who shares the fewest points.
    pub enum CambioTie {
        Reward = "reward", "5 points less";
        Nothing = "nothing", "neither more nor less";
        Punish = "punish", "5 points more";
    }
}

choice! {
    /// R7: for which late claims a penalty card is due.
    pub enum LatePenalty {
        Others = "others", "only for another player's card";
        All = "all", "for any card";
        None = "none", "never";
    }
}

choice! {
    /// Whether the screen remembers for you.
    pub enum MemoryAid {
        Auto = "auto", "only without clocks";
        Off = "off", "no, remember yourself";
        On = "on", "yes, what you have seen stays visible to you";
    }
}

options! {
    /// What can be chosen before the game.
    pub struct Options {
        "pace" pace: Pace = Pace::Live, "Pace";
        "target" target: Number<20, 200> = Number::new(50), "Points that end the game";
        "max_rounds" max_rounds: Number<1, 50> = Number::new(20), "Most rounds";
        "cambio_tie" cambio_tie: CambioTie = CambioTie::Reward, "A caller who shares the fewest points";
        "late_penalty" late_penalty: LatePenalty = LatePenalty::Others, "Penalty for late claims";
        "memory_aid" memory_aid: MemoryAid = MemoryAid::Auto, "Show cards you have seen";
        "initial_peek_s" initial_peek_s: Number<1, 60> = Number::new(8), "Seconds for the first look";
        "peek_s" peek_s: Number<1, 60> = Number::new(4), "Seconds for a peek";
        "king_show_s" king_show_s: Number<1, 60> = Number::new(3), "Seconds a Blue King shows cards";
        "window_s" window_s: Number<1, 60> = Number::new(4), "Seconds for the first claim";
        "follow_s" follow_s: Number<1, 60> = Number::new(3), "Seconds for the leader's next claim";
        "give_s" give_s: Number<1, 60> = Number::new(8), "Seconds for a gift";
    }
}

/// Everything that is true at the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    table: Table<RuneCard>,
    /// The main pile. Nobody knows its order, so it has none: which card is next is decided by
    /// drawing, and that is as fair as shuffling first.
    main: RuneSet,
}

/// What one viewer may know: the same table with only those faces the viewer has seen.
///
/// A scene shows even of these only what lies open just now, unless the memory aid is on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    table: Table<Sight>,
    viewer: Viewer,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Has seen enough, or as a leader ends the race (rules 3, 11, 12, 13, 15).
    Done,
    /// Rule 14: calls Cambio.
    Call,
    /// Rule 4: draws from the main pile.
    DrawMain,
    /// Rule 4: draws from the discard pile.
    DrawDiscard,
    /// Rule 5: puts the drawn card onto the discard pile.
    DiscardDrawn,
    /// Rule 5: exchanges the drawn card for the own one in this slot.
    Exchange(u8),
    /// Rule 6: claims that this card is identical to the lead card.
    Snap(Spot),
    /// Rule 11: claims nothing in this window.
    Pass,
    /// Rule 8: gives the own card of this slot.
    Give(u8),
    /// Rule 8: gives nothing.
    Keep,
    /// Rule 12: looks at this card.
    Peek(Spot),
    /// Rule 12: exchanges two cards of different owners, that of the lower seat named first.
    Swap {
        /// One card.
        a: Spot,
        /// The other.
        b: Spot,
    },
    /// Rule 12: gives up whatever the action card still allows.
    Decline,
    /// Rule 13: names this card to be shown.
    Choose(Spot),
    /// Rule 6: reaches for this card, as a bluff.
    Touch(Spot),
}

impl Game for Cambio {
    type State = State;
    type View = View;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "cambio",
        title: "Cambio",
        pitch: "Swap, peek at and throw away face-down cards, so that yours are worth the least when somebody calls.",
        book: Book::TheDeck,
        designers: &["Cambio Unlimited"],
        origin: "",
        seats: (2, MOST_SEATS),
        best: 4,
        quick: &[("target", "30")],
        minutes: (20, 40),
        complexity: 2,
        tags: &["memory", "real-time race", "hidden table cards", "push-your-luck", "several rounds"],
        theme: Theme::Parlour,
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
        lesson: include_str!("../lesson.json"),
        art: Art::new(include_str!("../art/cover.svg"), include_bytes!("../art/cover.jpg")),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let table = Table {
            options: options.clone(),
            totals: SeatMap::filled(seats, 0),
            rounds: vec![],
            round: 0,
            turn: 0,
            caller: None,
            frozen: false,
            last_shown: None,
            laid: Pile::new(),
            discard: Pile::new(),
            reshuffled: RuneSet::EMPTY,
            clocks: 0,
            phase: Phase::Over,
        };
        let mut state = State { table, main: RuneSet::EMPTY };
        round::begin(&mut state, ctx);
        Ok(state)
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        match state.table.phase {
            Phase::Over => Turn::Over(Outcome::by_lowest(state.table.totals)),
            _ => Turn::Active(state.table.to_act()),
        }
    }

    #[inline]
    fn legal_actions(state: &State, seat: Seat, out: &mut Vec<Action>) {
        judge::list(&state.table, seat, out);
    }

    /// Rule 11, with R8 and R11.
    fn why_not_active(view: &View, seat: Seat) -> Option<Illegal> {
        window::why_out(&view.table, seat)
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        judge::check(&state.table, seat, *action)
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        state.table.last_shown = None;
        match *action {
            Action::Done => flow::done(state, seat, ctx),
            Action::Call => turn::call(state, seat, ctx),
            Action::DrawMain => turn::draw_main(state, seat, ctx),
            Action::DrawDiscard => turn::draw_discard(state, seat, ctx),
            Action::DiscardDrawn => turn::discard_drawn(state, seat, ctx),
            Action::Exchange(slot) => turn::exchange(state, seat, slot, ctx),
            Action::Snap(spot) => window::snap(state, seat, spot, ctx),
            Action::Touch(spot) => window::touch(state, seat, spot, ctx),
            Action::Pass => window::pass(state, seat, ctx),
            Action::Give(slot) => window::give(state, slot, ctx),
            Action::Keep => window::keep(state, ctx),
            Action::Peek(spot) => deeds::peek(state, seat, spot, ctx),
            Action::Swap { a, b } => deeds::swap(state, seat, a, b, ctx),
            Action::Decline => deeds::decline(state, seat, ctx),
            Action::Choose(spot) => deeds::choose(state, seat, spot, ctx),
        }
    }

    fn clocks(state: &State) -> Clocks {
        flow::clocks(&state.table)
    }

    fn expire(state: &mut State, _id: u32, ctx: &mut Ctx) {
        flow::expire(state, ctx);
    }

    fn late(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) -> Result<(), Illegal> {
        match *action {
            Action::Snap(spot) => window::late(state, seat, spot, ctx),
            _ => Err(Illegal::new("rule 10", "Only a claim can be late")),
        }
    }

    fn view(state: &State, viewer: Viewer) -> View {
        let table = &state.table;
        let table = table.with_faces(|card, seen_by| match seen_by.includes(viewer) {
            true => Sight::Known(card),
            false => Sight::Hidden { reshuffled: table.reshuffled.contains(card) },
        });
        View { table, viewer }
    }

    fn redeal(view: &View, rng: &mut Rng) -> State {
        // Cards of the second main pile were discards before, so they cannot be in older places.
        let unknown = unknown(&view.table);
        let mut second = unknown & view.table.reshuffled;
        let mut first = unknown - second;
        let table = view.table.with_faces(|sight, _| match sight {
            Sight::Known(card) => card,
            Sight::Hidden { reshuffled } => {
                let pool = if reshuffled { &mut second } else { &mut first };
                pool.draw_random(rng).expect("as many cards are unknown as hidden")
            }
        });
        State { table, main: first | second }
    }

    fn reason(view: &View, seat: Seat, action: &Action) -> Option<String> {
        advice::reason(view, seat, *action)
    }

    /// Cards that everybody can see are not forgotten.
    fn forget(view: &mut View, percent: u32, rng: &mut Rng) {
        advice::forget(view, percent, rng);
    }

    fn secrets(state: &State, viewer: Viewer) -> Vec<Secret> {
        const MAIN: u32 = 1000;
        const DRAWN: u32 = 1001;
        let table = &state.table;
        let secret = |place: u32, card: RuneCard| Secret {
            pool: table.reshuffled.contains(card).into(),
            place,
            holds: card.number().into(),
        };
        let hidden = table.laid.iter().filter(|laid| !laid.seen_by.includes(viewer));
        let drawn = match table.phase {
            Phase::Place { drawn, from: Source::Main } if !viewer.is(table.active()) => Some(drawn),
            _ => None,
        };
        (hidden
            .map(|laid| secret(100 * laid.spot.owner.index() as u32 + u32::from(laid.spot.slot), laid.face)))
        .chain(state.main.iter().map(|card| secret(MAIN, card)))
        .chain(drawn.map(|card| secret(DRAWN, card)))
        .collect()
    }

    fn scene(view: &View, _viewer: Viewer) -> Scene {
        scene::scene(view)
    }

    fn offer(view: &View, _seat: Seat, action: &Action) -> Offer {
        scene::offer(view, *action)
    }

    fn intent(view: &View, seat: Seat, path: &[Touch]) -> Option<Action> {
        scene::intent(view, seat, path)
    }

    fn inventory(state: &State) -> Inventory {
        let mut inventory = Inventory::EMPTY;
        for card in all_cards(state) {
            inventory.add_rune(card);
        }
        inventory
    }

    fn prefer(state: &State, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        advice::prefer(&state.table, seat, actions, weights);
    }

    fn estimate(view: &View, seat: Seat) -> Option<f32> {
        Some(estimate::estimate(&view.table, seat))
    }

    fn is_live(options: &Options) -> bool {
        options.pace == Pace::Live
    }

    fn longest(options: &Options, seats: usize) -> u32 {
        let (seats, rounds) = (seats as u32, options.max_rounds.get() as u32);
        // Everybody touches, then passes or errs once; the leader snaps, decides a gift each time, and
        // ends it; everybody looks at a last card.
        let window = (TOUCHES as u32 + 1) * seats + 2 * MOST_SNAPS + 1 + seats;
        // A Red King with two peeks, or a Blue King with its show.
        let action = 4.max(seats - 1 + seats);
        let turns = u32::from(TURNS) * seats;
        rounds * (seats + turns * (2 + window + action) + seats)
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}

/// Every card, wherever it is.
fn all_cards(state: &State) -> impl Iterator<Item = RuneCard> {
    let drawn = match state.table.phase {
        Phase::Place { drawn, .. } => Some(drawn),
        _ => None,
    };
    (state.table.laid.iter().map(|laid| laid.face))
        .chain(state.table.discard.iter().copied())
        .chain(state.main.iter())
        .chain(drawn)
}

/// The cards a viewer has not seen, or cannot trace.
fn unknown(table: &Table<Sight>) -> RuneSet {
    let mut unknown = RuneSet::FULL;
    let drawn = match table.phase {
        Phase::Place { drawn, .. } => Some(drawn),
        _ => None,
    };
    for sight in table.laid.iter().map(|laid| laid.face).chain(drawn) {
        if let Sight::Known(card) = sight {
            unknown.remove(card);
        }
    }
    for &card in &table.discard {
        unknown.remove(card);
    }
    unknown
}
