//! A race to the top that random play never finishes, and what can be wrong with it.

use boxwood_conformance::check;
use boxwood_engine::{
    Book, Ctx, Erased, Game, GameInfo, Illegal, Outcome, Position, Seat, SeatMap, SetupError, Team, Turn,
    Viewer, choice, options,
};
use boxwood_kit::{Card, Inventory, Rng, Square};
use boxwood_scene::{Control, Key, Offer, Player, Prompt, Scene, Tone, Touch};
use serde::{Deserialize, Serialize};

use crate::Planted;

/// All climb from row 1 to the top, a row up or down in a turn; who is there helps the others. All win
/// together once everybody is up, unless night falls first.
struct Hop<const SECOND_RULE: u8 = 2>;

static FAULT: Planted = Planted::new();

const NONE: u8 = 0;
const FAR_SQUARE_PANICS: u8 = 1;
const STRANGE_TOUCH_PANICS: u8 = 2;
const STAND_STILL_IS_ALLOWED: u8 = 3;
const SAMPLE_IS_UNSOUND: u8 = 4;
const LATE_CHANGES: u8 = 5;
const WINNING_LOSES_A_PIECE: u8 = 6;
const NEVER_LEGAL: u8 = 7;
const NO_ESTIMATE: u8 = 8;
const ESTIMATE_TOO_HIGH: u8 = 9;
const TWO_OPTIONS_LOSE_A_PIECE: u8 = 10;
const RULE_NOT_IN_GUIDE: u8 = 11;

/// The top row, from 0.
const TOP: i8 = 11;
/// After so many turns, night falls.
const NIGHT: u8 = 90;

choice! {
    /// A switch.
    pub enum Switch { Off = "off", "no"; On = "on", "yes"; }
}

options! {
    /// Nothing of this changes the game.
    pub struct Options {
        "wind" wind: Switch = Switch::Off, "Wind";
        "rain" rain: Switch = Switch::Off, "Rain";
        "snow" snow: Switch = Switch::Off, "Snow";
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct State {
    options: Options,
    at: SeatMap<Square>,
    mover: Seat,
    turns: u8,
    is_lost: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    /// Steps a row up or down.
    Step { from: Square, to: Square },
    /// Stays at the top.
    Rest,
    /// Jumps down.
    Jump,
}

const FREE: [bool; TOP as usize + 1] = [true; TOP as usize + 1];

impl State {
    fn seats(&self) -> usize {
        self.at.seats()
    }

    fn is_won(&self) -> bool {
        self.at.iter().all(|(_, at)| at.row == TOP)
    }
}

fn steps(from: Square) -> impl Iterator<Item = Square> {
    let rows = [from.row - 1, from.row + 1].into_iter().filter(|row| (0..=TOP).contains(row));
    rows.map(move |row| Square { row, col: from.col })
}

/// The guide, whose second rule has this number.
macro_rules! guide {
    ($number:literal) => {
        concat!(
            "# Hop\n\n## In short\n\nEverybody climbs in a column of squares, a row in each turn, up or down. ",
            "All of you win together once everybody is at the top before the night falls.\n\n",
            "## Rules\n\n1. Step a row up or down.\n",
            $number,
            ". At the top, rest.\n\n## The rest\n\n",
            include_str!("hop.rs")
        )
    };
}

impl<const SECOND_RULE: u8> Game for Hop<SECOND_RULE> {
    type State = State;
    type View = State;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "hop",
        title: "Hop",
        pitch: "Climb to the top together.",
        book: Book::GreenBox,
        designers: &[],
        origin: "",
        seats: (2, 3),
        best: 2,
        quick: &[],
        minutes: (1, 1),
        complexity: 1,
        tags: &["co-operative"],
        theme: boxwood_scene::Theme::Forest,
        rules: 1,
        replays_since: 1,
        guide: if SECOND_RULE == 2 { guide!("2") } else { guide!("3") },
        lesson: "",
        art: boxwood_engine::Art::new(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 330 165\"/>",
            b"\xff\xd8\xff",
        ),
    };

    fn setup(options: &Options, seats: usize, _: &mut Ctx) -> Result<State, SetupError> {
        let at = SeatMap::from_fn(seats, |seat| Square { row: 0, col: seat.index() as i8 });
        Ok(State { options: options.clone(), at, mover: Seat::default(), turns: 0, is_lost: false })
    }

    fn turn(state: &State) -> Turn {
        let score = state.at.iter().filter(|(_, at)| at.row == TOP).count() as i32;
        let end = |won| Turn::Over(Outcome::team(state.seats(), Team { won, score }));
        match state.turns {
            _ if state.is_won() => end(true),
            NIGHT.. => end(false),
            _ => Turn::of(state.mover),
        }
    }

    fn legal_actions(state: &State, seat: Seat, out: &mut Vec<Action>) {
        let from = state.at[seat];
        out.extend(steps(from).map(|to| Action::Step { from, to }));
        if from.row == TOP {
            out.push(Action::Rest);
        }
        if from.row == 1 && FAULT.get() != NEVER_LEGAL {
            out.push(Action::Jump);
        }
    }

    fn is_sampled(_: &State, _: Seat) -> bool {
        FAULT.get() == SAMPLE_IS_UNSOUND
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        let at = state.at[seat];
        match action {
            Action::Step { from, .. } if *from != at => Err(Illegal::new("rule 1", "You are not there")),
            Action::Step { to, .. }
                if FAULT.get() == FAR_SQUARE_PANICS && !FREE[to.row.unsigned_abs() as usize] =>
            {
                Err(Illegal::new("rule 1", "It is not free"))
            }
            Action::Step { to, .. } if FAULT.get() == STAND_STILL_IS_ALLOWED && *to == at => Ok(()),
            Action::Step { to, .. } if FAULT.get() == SAMPLE_IS_UNSOUND && to.col == at.col => Ok(()),
            Action::Step { to, .. } if !steps(at).any(|step| step == *to) => {
                Err(Illegal::new("rule 1", format!("{to} is not the row above or below")))
            }
            Action::Rest if at.row != TOP && FAULT.get() == RULE_NOT_IN_GUIDE => {
                Err(Illegal::new("rule 9", "You are not at the top"))
            }
            Action::Rest if at.row != TOP => Err(Illegal::new("rule 2", "You are not at the top")),
            Action::Jump if at.row != 1 || FAULT.get() == NEVER_LEGAL => {
                Err(Illegal::new("rule 1", "It is too high to jump"))
            }
            _ => Ok(()),
        }
    }

    fn apply(state: &mut State, seat: Seat, action: &Action, _: &mut Ctx) {
        match action {
            Action::Step { to, .. } => state.at[seat] = *to,
            Action::Rest => {}
            Action::Jump => state.at[seat].row = 0,
        }
        state.mover = seat.next(state.seats());
        state.turns += 1;
        let both = state.options.wind == Switch::On && state.options.snow == Switch::On;
        state.is_lost = FAULT.get() == TWO_OPTIONS_LOSE_A_PIECE && both
            || FAULT.get() == WINNING_LOSES_A_PIECE && state.is_won();
    }

    fn late(state: &mut State, _: Seat, _: &Action, _: &mut Ctx) -> Result<(), Illegal> {
        if FAULT.get() == LATE_CHANGES {
            state.turns += 1;
        }
        Err(Illegal::new("rule 1", "One after the other"))
    }

    fn view(state: &State, _: Viewer) -> State {
        state.clone()
    }

    fn redeal(view: &State, _: &mut Rng) -> State {
        view.clone()
    }

    fn scene(view: &State, _: Viewer) -> Scene {
        let active = Self::turn(view).active();
        let from = view.at[view.mover];
        let prompt = steps(from).fold(Prompt::new("Step up or down."), |prompt, to| {
            prompt.with(Control::button(&to.name(), to.name(), Tone::Plain))
        });
        Scene {
            zones: vec![],
            players: Seat::all(view.seats()).map(|seat| Player::new(seat, active.contains(seat))).collect(),
            prompt: prompt.with(Control::button("rest", "Rest", Tone::Plain)).with(Control::button(
                "jump",
                "Jump",
                Tone::Plain,
            )),
            ..Scene::default()
        }
    }

    fn offer(_: &State, _: Seat, action: &Action) -> Offer {
        match action {
            Action::Step { to, .. } => Offer::new(format!("Step to {to}"), [Key::button(to)]),
            Action::Rest => Offer::new("Rest", [Key::button("rest")]),
            Action::Jump => Offer::new("Jump", [Key::button("jump")]),
        }
    }

    fn intent(view: &State, seat: Seat, path: &[Touch]) -> Option<Action> {
        let from = view.at[seat];
        match path.first()? {
            Touch::Button("rest") => Some(Action::Rest),
            Touch::Button("jump") => Some(Action::Jump),
            Touch::Button(name) if FAULT.get() == STRANGE_TOUCH_PANICS => {
                Some(Action::Step { from, to: name.parse().expect("a button for each square") })
            }
            Touch::Button(name) => Some(Action::Step { from, to: name.parse().ok()? }),
            _ => None,
        }
    }

    fn inventory(state: &State) -> Inventory {
        let mut inventory = Inventory::EMPTY;
        if !state.is_lost {
            inventory.add_card(Card::default());
        }
        inventory
    }

    fn estimate(view: &State, _: Seat) -> Option<f32> {
        let rows: i32 = view.at.iter().map(|(_, at)| i32::from(at.row)).sum();
        let most = i32::from(TOP) * view.seats() as i32;
        match FAULT.get() {
            NO_ESTIMATE => None,
            ESTIMATE_TOO_HIGH => Some(rows as f32),
            _ => Some(rows as f32 / most as f32),
        }
    }

    fn longest(_: &Options, _: usize) -> u32 {
        NIGHT.into()
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        let inside = state.at.iter().all(|(_, at)| (0..=TOP).contains(&at.row));
        if inside { Ok(()) } else { Err("somebody is off the board") }
    }
}

#[test]
fn a_sound_game_passes() {
    FAULT.with(NONE, check::<Hop>);
}

#[test]
fn actions_from_outside_are_judged_without_harm() {
    FAULT.assert_caught::<Hop>(FAR_SQUARE_PANICS, "index out of bounds");
    FAULT.assert_caught::<Hop>(STRANGE_TOUCH_PANICS, "a button for each square");
    FAULT.assert_caught::<Hop>(STAND_STILL_IS_ALLOWED, "but not listed");
    FAULT.assert_caught::<Hop>(SAMPLE_IS_UNSOUND, "somebody is off the board");
    FAULT.assert_caught::<Hop>(LATE_CHANGES, "is refused as late and changes something\n  turns is 1, not 0");
}

#[test]
fn what_only_a_real_end_shows_is_caught() {
    FAULT.assert_caught::<Hop>(WINNING_LOSES_A_PIECE, "pieces are lost or invented");
    FAULT.assert_caught::<Hop>(NEVER_LEGAL, "never legal in any match of the laws: jump");
    FAULT.assert_caught::<Hop>(NO_ESTIMATE, "nobody has won any of");
    FAULT.assert_caught::<Hop>(ESTIMATE_TOO_HIGH, "stands at");
}

#[test]
fn what_only_two_options_together_show_is_caught() {
    let message = FAULT.objection::<Hop>(TWO_OPTIONS_LOSE_A_PIECE).unwrap();
    assert!(message.contains("wind = on"), "{message}");
    assert!(message.contains("snow = on"), "{message}");
}

#[test]
fn rules_that_nobody_finds_in_the_guide_are_caught() {
    FAULT.assert_caught::<Hop>(RULE_NOT_IN_GUIDE, "refusals name what the guide does not have: rule 9");
    FAULT.assert_caught::<Hop<3>>(NONE, "the guide has rule 3 where rule 2 should be");
}

#[test]
fn a_failure_names_things_as_players_read_them_and_its_position_opens() {
    let message = FAULT.objection::<Hop>(FAR_SQUARE_PANICS).unwrap();
    let tried =
        message.lines().find_map(|line| line.trim().strip_prefix("seat 0 tried ")).expect("what was tried");
    let action: Action = serde_json::from_str(tried).unwrap();
    let Action::Step { from, to } = action else { panic!("{tried}") };
    assert!(to.row > TOP && tried.contains(&format!("\"{to}\"")), "{tried}");
    let file = message.lines().find_map(|line| line.split_once("boxwood play --from ")).expect("a command").1;
    let position = Position::parse(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(position.game(), "hop");
    let opened = FAULT.with(NONE, || position.open(&Erased::<Hop>::GAME)).unwrap();
    let state: State = serde_json::from_value(opened.state()).unwrap();
    assert_eq!(state.at[Seat::default()], from, "the seat stands where it wanted to leave from");
}
