//! A game with hidden hands, and what can be wrong with it.

use std::sync::atomic::{AtomicU8, Ordering};

use boxwood_engine::{
    Book, Ctx, Game, GameInfo, Illegal, Outcome, Seat, SeatMap, SeatSet, Secret, SetupError, Turn, Viewer,
    options,
};
use boxwood_kit::{Card, CardSet, Inventory, Rng};
use boxwood_scene::{Control, Figure, Key, Offer, Piece, Player, Prompt, Scene, Tone, Touch, Zone, ZoneKind};
use serde::{Deserialize, Serialize};

use crate::Planted;

/// Everybody holds a card; one after the other shows it or not; the highest number wins.
struct Peep;

static FAULT: Planted = Planted::new();

const NONE: u8 = 0;
const VIEW_LEAKS: u8 = 1;
const REDEAL_CHANGES_OWN_CARD: u8 = 2;
const LIST_MISSES: u8 = 3;
const LISTED_TWICE: u8 = 4;
const LIST_TELLS: u8 = 5;
const LOG_TELLS: u8 = 6;
const REVEAL_NOT_NOTED: u8 = 7;
const PIECE_LOST: u8 = 8;
const NEVER_ENDS: u8 = 9;
const PATH_NOT_IN_SCENE: u8 = 10;
const INTENT_DIFFERS: u8 = 11;
const NOT_STORED: u8 = 12;
const TWO_OF_A_NAME: u8 = 13;
const NO_REASON: u8 = 14;
const RANKS_WRONG: u8 = 15;
const SECRET_FORGOTTEN: u8 = 16;
const PREFERENCE_TELLS: u8 = 17;
const WORTH_MISSES: u8 = 18;
const WORTH_TOO_HIGH: u8 = 19;
const WORTH_CHANGES: u8 = 20;

options! {
    /// None.
    pub struct Options {}
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct State {
    hands: SeatMap<u8>,
    shown: SeatSet,
    /// How many seats have decided.
    decided: usize,
    lost: bool,
    #[serde(skip)]
    not_stored: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct View {
    viewer: Viewer,
    /// The cards that the viewer knows.
    hands: SeatMap<Option<u8>>,
    shown: SeatSet,
    decided: usize,
    lost: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Action {
    Show,
    Hide,
}

fn on_turn(seats: usize, decided: usize) -> Option<Seat> {
    Seat::new(decided).filter(|_| decided < seats)
}

impl Game for Peep {
    type State = State;
    type View = View;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "peep",
        title: "Peep",
        pitch: "Show your card or not.",
        book: Book::GreenBox,
        designers: &[],
        origin: "",
        seats: (2, 3),
        best: 2,
        quick: &[],
        minutes: (1, 1),
        complexity: 1,
        tags: &["hidden hands"],
        theme: boxwood_scene::Theme::Forest,
        rules: 1,
        replays_since: 1,
        guide: concat!(
            "# Peep\n\n## In short\n\nEverybody has one card that nobody else can see. ",
            "On your turn show it to all, or keep it to yourself; then the next player decides.\n\n## Rules\n\n1. Show it or hide it.\n\n## The rest\n\n",
            include_str!("peep.rs")
        ),
        lesson: "",
        art: boxwood_engine::Art::new(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 330 165\"/>",
            b"\xff\xd8\xff",
        ),
    };

    fn setup(_: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let mut deck = CardSet::of_colour(boxwood_kit::Colour::Red);
        let hands = SeatMap::from_fn(seats, |_| deck.draw_random(ctx.rng()).map_or(0, Card::number));
        Ok(State { hands, shown: SeatSet::EMPTY, decided: 0, lost: false, not_stored: 0 })
    }

    fn turn(state: &State) -> Turn {
        match on_turn(state.hands.seats(), state.decided) {
            Some(seat) => Turn::of(seat),
            None => {
                let mut outcome = Outcome::by_score(state.hands.map(i32::from));
                if FAULT.get() == RANKS_WRONG {
                    outcome.ranks = outcome.ranks.map(|rank| rank + 1);
                }
                Turn::Over(outcome)
            }
        }
    }

    fn legal_actions(state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::Show);
        let other = state.hands[seat.next(state.hands.seats())];
        match FAULT.get() {
            LIST_MISSES if seat.index() == 1 => {}
            LIST_TELLS if other.is_multiple_of(2) => {}
            LISTED_TWICE => out.extend([Action::Hide, Action::Hide]),
            _ => out.push(Action::Hide),
        }
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        let other = state.hands[seat.next(state.hands.seats())];
        match FAULT.get() {
            LIST_TELLS if other.is_multiple_of(2) && *action == Action::Hide => {
                Err(Illegal::new("rule 1", "No"))
            }
            NO_REASON if seat.index() == 1 && *action == Action::Hide => Err(Illegal::new("", "")),
            _ => Ok(()),
        }
    }

    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        let card = state.hands[seat];
        if *action == Action::Show {
            state.shown.insert(seat);
            if FAULT.get() != REVEAL_NOT_NOTED {
                ctx.reveal();
            }
        }
        if *action == Action::Show || FAULT.get() == LOG_TELLS {
            ctx.say(|| format!("{} card {card}.", seat.does("hold")));
        }
        match FAULT.get() {
            NEVER_ENDS => state.decided = (state.decided + 1) % state.hands.seats(),
            PIECE_LOST => {
                state.lost = true;
                state.decided += 1;
            }
            NOT_STORED => {
                state.not_stored += 1;
                state.decided += 1;
            }
            _ => state.decided += 1,
        }
        if state.decided == state.hands.seats() {
            ctx.reveal(); // at the end all cards are turned up
        }
    }

    fn view(state: &State, viewer: Viewer) -> View {
        let is_over = state.decided == state.hands.seats();
        let known = |seat: Seat| {
            is_over || viewer.is(seat) || state.shown.contains(seat) || FAULT.get() == VIEW_LEAKS
        };
        View {
            viewer,
            hands: SeatMap::from_fn(state.hands.seats(), |seat| known(seat).then_some(state.hands[seat])),
            shown: state.shown,
            decided: state.decided,
            lost: state.lost,
        }
    }

    fn redeal(view: &View, rng: &mut Rng) -> State {
        let mut deck = CardSet::of_colour(boxwood_kit::Colour::Red);
        view.hands.iter().filter_map(|(_, card)| Card::new((*card)?)).for_each(|card| {
            deck.remove(card);
        });
        let mut deal = || deck.draw_random(rng).map_or(0, Card::number);
        let hands = SeatMap::from_fn(view.hands.seats(), |seat| match view.hands[seat] {
            Some(_) if FAULT.get() == REDEAL_CHANGES_OWN_CARD && view.viewer.is(seat) => deal(),
            Some(card) => card,
            None => deal(),
        });
        State { hands, shown: view.shown, decided: view.decided, lost: view.lost, not_stored: 0 }
    }

    fn secrets(state: &State, viewer: Viewer) -> Vec<Secret> {
        let is_over = state.decided == state.hands.seats();
        let hidden = |seat: &Seat| !is_over && !viewer.is(*seat) && !state.shown.contains(*seat);
        let listed = |seat: &Seat| FAULT.get() != SECRET_FORGOTTEN || seat.index() != 0;
        Seat::all(state.hands.seats())
            .filter(hidden)
            .filter(listed)
            .map(|seat| Secret { pool: 0, place: seat.index() as u32, holds: state.hands[seat].into() })
            .collect()
    }

    fn scene(view: &View, _viewer: Viewer) -> Scene {
        let seats = view.hands.seats();
        let active = on_turn(seats, view.decided);
        let hand = |seat: Seat| {
            let place = if FAULT.get() == TWO_OF_A_NAME { 0 } else { seat.index() };
            let figure = view.hands[seat].map_or(Figure::CardBack, Figure::Card);
            Zone::new(ZoneKind::Fan, &format!("hand.{}", seat.index()), "Hand")
                .owned_by(seat)
                .with_pieces([Piece::new(Key::hidden("hand", place), figure)])
        };
        Scene {
            zones: Seat::all(seats).map(hand).collect(),
            players: Seat::all(seats).map(|seat| Player::new(seat, active == Some(seat))).collect(),
            prompt: Prompt::new("Show your card or hide it.")
                .with(Control::button("show", "Show", Tone::Plain))
                .with(Control::button("hide", "Hide", Tone::Plain)),
            ..Scene::default()
        }
    }

    fn offer(_: &View, _: Seat, action: &Action) -> Offer {
        match action {
            Action::Show if FAULT.get() == PATH_NOT_IN_SCENE => Offer::new("Show", [Key::button("flash")]),
            Action::Show => Offer::new("Show", [Key::button("show")]),
            Action::Hide => Offer::new("Hide", [Key::button("hide")]),
        }
    }

    fn intent(_: &View, _: Seat, path: &[Touch]) -> Option<Action> {
        match path.first()? {
            Touch::Button("show" | "flash") => Some(Action::Show),
            Touch::Button("hide") if FAULT.get() == INTENT_DIFFERS => Some(Action::Show),
            Touch::Button("hide") => Some(Action::Hide),
            _ => None,
        }
    }

    fn inventory(state: &State) -> Inventory {
        let mut inventory = Inventory::EMPTY;
        if !state.lost {
            inventory.add_card(Card::default());
        }
        inventory
    }

    fn prefer(state: &State, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        if FAULT.get() == PREFERENCE_TELLS {
            let other = state.hands[seat.next(state.hands.seats())];
            weights.extend(actions.iter().map(|_| f32::from(other)));
        }
    }

    fn weigh(_: &View, _: Seat, actions: &[Action], _: u8, values: &mut Vec<f32>) {
        static ASKED: AtomicU8 = AtomicU8::new(0);
        match FAULT.get() {
            WORTH_MISSES => values.push(0.5),
            WORTH_TOO_HIGH => values.extend(actions.iter().map(|_| 1.5)),
            WORTH_CHANGES => {
                let asked = ASKED.fetch_add(1, Ordering::Relaxed);
                values.extend(actions.iter().map(|_| f32::from(asked) / 255.0));
            }
            _ => {}
        }
    }

    fn longest(_: &Options, seats: usize) -> u32 {
        seats as u32
    }
}

#[test]
fn a_sound_game_passes() {
    FAULT.with(NONE, boxwood_conformance::check::<Peep>);
}

#[test]
fn every_fault_is_caught() {
    FAULT.assert_caught::<Peep>(VIEW_LEAKS, "never finds");
    FAULT.assert_caught::<Peep>(REDEAL_CHANGES_OWN_CARD, "can tell the redealt world from the real one");
    FAULT.assert_caught::<Peep>(LIST_MISSES, "is allowed to seat 1 but not listed");
    FAULT.assert_caught::<Peep>(LISTED_TWICE, "is listed twice");
    FAULT.assert_caught::<Peep>(LIST_TELLS, "what seat 0 is offered betrays something");
    FAULT.assert_caught::<Peep>(LOG_TELLS, "tells");
    FAULT.assert_caught::<Peep>(REVEAL_NOT_NOTED, "is not noted as final");
    FAULT.assert_caught::<Peep>(PIECE_LOST, "pieces are lost or invented");
    FAULT.assert_caught::<Peep>(NEVER_ENDS, "more than");
    FAULT.assert_caught::<Peep>(PATH_NOT_IN_SCENE, "is nowhere in the scene");
    FAULT.assert_caught::<Peep>(INTENT_DIFFERS, "means something else");
    FAULT.assert_caught::<Peep>(NOT_STORED, "reads back as something else");
    FAULT.assert_caught::<Peep>(TWO_OF_A_NAME, "two things are called");
    FAULT.assert_caught::<Peep>(NO_REASON, "is listed");
    FAULT.assert_caught::<Peep>(RANKS_WRONG, "rank of seat");
    FAULT.assert_caught::<Peep>(SECRET_FORGOTTEN, "misses more than its secrets tell");
    FAULT.assert_caught::<Peep>(PREFERENCE_TELLS, "prefers betrays something");
    FAULT.assert_caught::<Peep>(WORTH_MISSES, "1 values for 2");
    FAULT.assert_caught::<Peep>(WORTH_TOO_HIGH, "values of [1.5, 1.5]");
    FAULT.assert_caught::<Peep>(WORTH_CHANGES, "what actions are worth to seat 0 changes");
}
