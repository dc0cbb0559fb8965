//! What a match promises, shown on a small race: windows and clocks, late claims, undo, audiences,
//! records, and that nothing refused or broken harms it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use boxwood_engine::{
    AnyGame, AnyMatch, Book, Clock, Clocks, Ctx, Erased, Game, GameInfo, Illegal, Input, Match, Outcome,
    Position, Record, Refused, Seat, SeatMap, SeatSet, SetupError, Turn, Viewer, options,
};
use boxwood_kit::{Die, Inventory, Rng, Seed};
use boxwood_scene::{Control, Key, Offer, Player, Prompt, Scene, Tone, Touch};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Three windows of two seconds: whoever grabs first gets a point, whoever grabs late loses one.
/// One may also whisper, which changes nothing but a counter, or roll a die for luck.
struct Grab;

options! {
    /// None.
    pub struct Options {}
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct State {
    points: SeatMap<i32>,
    /// Who has grabbed in this window.
    leader: Option<Seat>,
    window: u32,
    whispers: u32,
    luck: Option<Die>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    Grab,
    Whisper,
    Roll,
    Break,
}

impl Game for Grab {
    type State = State;
    type View = State;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "grab",
        title: "Grab",
        pitch: "Be first.",
        book: Book::TheDeck,
        designers: &["Nobody"],
        origin: "",
        seats: (2, 3),
        best: 2,
        quick: &[],
        minutes: (1, 1),
        complexity: 1,
        tags: &["race"],
        theme: boxwood_scene::Theme::Forest,
        rules: 4,
        replays_since: 3,
        guide: "",
        lesson: "",
        art: boxwood_engine::Art::new("", b""),
    };

    fn setup(_: &Options, seats: usize, _: &mut Ctx) -> Result<State, SetupError> {
        Ok(State { points: SeatMap::filled(seats, 0), leader: None, window: 0, whispers: 0, luck: None })
    }

    fn turn(state: &State) -> Turn {
        match (state.window, state.leader) {
            (3.., _) => Turn::Over(Outcome::by_score(state.points)),
            (_, Some(leader)) => Turn::of(leader),
            (_, None) => Turn::Active(SeatSet::all(state.points.seats())),
        }
    }

    fn legal_actions(_: &State, _: Seat, out: &mut Vec<Action>) {
        out.extend([Action::Grab, Action::Whisper, Action::Roll, Action::Break]);
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        match action {
            Action::Grab if state.leader == Some(seat) => {
                Err(Illegal::new("rule 1", "You have grabbed already"))
            }
            _ => Ok(()),
        }
    }

    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        match action {
            Action::Grab => {
                state.leader = Some(seat);
                state.points[seat] += 1;
                ctx.settle();
                ctx.say(|| format!("{} first.", seat.does("grab")));
            }
            Action::Whisper => {
                state.whispers += 1;
                ctx.tell(seat, || "You whisper.");
                ctx.tell_others(seat, || format!("{} something.", seat.does("whisper")));
            }
            Action::Roll => state.luck = Some(Die::roll(ctx.rng())),
            Action::Break => {
                state.whispers = 1000;
                panic!("a bug of the game");
            }
        }
    }

    fn clocks(state: &State) -> Clocks {
        (state.window < 3).then_some(Clock::new(state.window, 2000)).into_iter().collect()
    }

    fn expire(state: &mut State, _id: u32, ctx: &mut Ctx) {
        state.window += 1;
        state.leader = None;
        ctx.say(|| "The window closes.");
    }

    fn late(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) -> Result<(), Illegal> {
        match (action, state.leader) {
            (Action::Grab, Some(leader)) if leader != seat => {
                state.points[seat] -= 1;
                ctx.say(|| format!("{} too late.", seat.does("grab")));
                Ok(())
            }
            _ => Err(Illegal::new("rule 2", "Only a grab can be late")),
        }
    }

    fn view(state: &State, _: Viewer) -> State {
        state.clone()
    }

    fn redeal(view: &State, _: &mut Rng) -> State {
        view.clone()
    }

    fn scene(view: &State, _: Viewer) -> Scene {
        let active = Grab::turn(view).active();
        Scene {
            players: Seat::all(view.points.seats())
                .map(|seat| Player::new(seat, active.contains(seat)))
                .collect(),
            prompt: Prompt::new("Grab.").with(Control::button("grab", "Grab", Tone::Bold)),
            ..Scene::default()
        }
    }

    fn offer(_: &State, _: Seat, action: &Action) -> Offer {
        Offer::new(format!("{action:?}"), [Key::button(format!("{action:?}").to_lowercase())])
    }

    fn intent(_: &State, _: Seat, path: &[Touch]) -> Option<Action> {
        (path == [Touch::Button("grab")]).then_some(Action::Grab)
    }

    fn inventory(_: &State) -> Inventory {
        Inventory::EMPTY
    }

    fn longest(_: &Options, _: usize) -> u32 {
        u32::MAX
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        if state.window > 3 { Err("there are three windows") } else { Ok(()) }
    }
}

fn seat(number: usize) -> Seat {
    Seat::new(number).unwrap()
}

fn grab(seats: usize) -> Match<Grab> {
    Match::new(Options {}, seats, Seed::from_number(1)).unwrap()
}

/// Closes the window that is open.
fn expire(game: &mut Match<Grab>) -> Result<(), Refused> {
    let id = game.clocks().first().map_or(u32::MAX, |clock| clock.id);
    game.expire(id).map(|_| ())
}

#[test]
fn windows_close_by_expiry_and_clocks_tell_them_apart() {
    let mut game = grab(2);
    assert_eq!(game.clocks()[..], [Clock::new(0, 2000)]);
    game.act(seat(1), Action::Grab).unwrap();
    assert_eq!(game.clocks()[..], [Clock::new(0, 2000)], "the same window runs on");
    expire(&mut game).unwrap();
    assert_eq!(game.clocks().first().map(|clock| clock.id), Some(1));
    expire(&mut game).unwrap();
    expire(&mut game).unwrap();
    assert_eq!(game.outcome().unwrap().ranks.as_slice(), [2, 1]);
    assert_eq!(game.expire(2).unwrap_err(), Refused::Over);
    assert_eq!(game.act(seat(0), Action::Grab).unwrap_err(), Refused::Over);
}

#[test]
fn an_overtaken_claim_is_late_and_has_its_price() {
    let mut game = grab(2);
    assert!(game.late(seat(1), Action::Grab).is_err(), "nobody was faster");
    game.act(seat(0), Action::Grab).unwrap();
    let refused = game.act(seat(1), Action::Grab).unwrap_err();
    assert_eq!(refused.to_string(), "It is not the turn of seat 1; seat 0 has to decide.");
    let said = game.late(seat(1), Action::Grab).unwrap();
    assert_eq!(said[0].1.text, "{1:grab} too late.");
    assert_eq!(game.state().points.as_slice(), [1, -1]);
    assert!(game.late(seat(1), Action::Whisper).is_err());
    assert_eq!(game.version(), 2, "what was refused is not an input");
}

#[test]
fn only_what_shows_nothing_can_be_taken_back_and_only_by_its_maker() {
    let mut game = grab(2);
    let before = game.state().clone();
    assert!(game.undo(seat(0)).is_err(), "nothing has happened yet");
    game.act(seat(0), Action::Whisper).unwrap();
    assert!(game.undo(seat(1)).is_err(), "it was not seat 1");
    game.undo(seat(0)).unwrap();
    assert_eq!((game.state(), game.version()), (&before, 0));
    assert_eq!(game.log(Viewer::Spectator, 0).count(), 0, "nobody speaks of it any more");
    game.act(seat(0), Action::Whisper).unwrap();
    for last in [Action::Roll, Action::Grab] {
        game.act(seat(0), last).unwrap();
        assert!(game.undo(seat(0)).is_err(), "{last:?} is final, and so is what came before");
    }
}

#[test]
fn the_same_input_has_the_same_chance_whatever_came_before() {
    let roll = |before: &[Action]| {
        let mut game = grab(2);
        for action in before {
            game.act(seat(0), *action).unwrap();
        }
        game.act(seat(0), Action::Roll).unwrap();
        game.state().luck
    };
    assert_eq!(roll(&[Action::Whisper]), roll(&[Action::Roll]), "input 2 draws from stream 2");
}

#[test]
fn everybody_hears_what_is_meant_for_them() {
    let mut game = grab(3);
    game.act(seat(1), Action::Whisper).unwrap();
    let heard = |viewer| game.log(viewer, 1).map(String::from).collect::<Vec<_>>();
    assert_eq!(heard(Viewer::Seat(seat(1))), ["You whisper."]);
    assert_eq!(heard(Viewer::Seat(seat(0))), ["{1:whisper} something."]);
    assert_eq!(heard(Viewer::Spectator), ["{1:whisper} something."]);
}

#[test]
fn a_record_with_every_kind_of_input_replays() {
    let mut game = grab(3);
    game.act(seat(2), Action::Roll).unwrap();
    game.act(seat(0), Action::Grab).unwrap();
    game.late(seat(1), Action::Grab).unwrap();
    expire(&mut game).unwrap();
    let record = AnyMatch::record(&game).unwrap();
    let text = serde_json::to_string(&record).unwrap();
    assert_eq!(
        serde_json::from_str::<Value>(&text).unwrap()["inputs"],
        json!([{"act": [2, "roll"]}, {"act": [0, "grab"]}, {"late": [1, "grab"]}, {"expire": 0}])
    );
    // Records from when there was only one window did not say which one closed.
    let earlier = text.replace(r#"{"expire":0}"#, r#""expire""#);
    assert_ne!(earlier, text);
    for text in [text, earlier] {
        let again = Erased::<Grab>::GAME.replay(&serde_json::from_str(&text).unwrap()).unwrap();
        assert_eq!(again.state(), AnyMatch::state(&game));
        assert_eq!(again.status(), AnyMatch::status(&game));
    }
}

#[test]
fn records_that_cannot_be_are_refused() {
    let record = |change: fn(&mut Record)| {
        let mut record = AnyMatch::record(&grab(2)).unwrap();
        change(&mut record);
        Erased::<Grab>::GAME.replay(&record).err().map(|error| error.to_string()).unwrap_or_default()
    };
    for (change, expected) in [
        (
            (|record| record.rules = 2) as fn(&mut Record),
            "version 2 of the rules, but this program plays version 4",
        ),
        (|record| record.rules = 5, "version 5 of the rules, but this program plays version 4"),
        (|record| record.rules = 3, ""), // which replays as it did
        (|record| record.seats = 9, "Grab is for 2–3 players, not for 9."),
        (|record| record.options = json!({"x": 1}), "There is no option \"x\""),
        (|record| record.inputs = vec![Input::Act(Seat::default(), json!("dance"))], "input 1 of the record"),
        (
            |record| record.inputs = vec![Input::Act(Seat::new(7).unwrap(), json!("grab"))],
            "There is no seat 7",
        ),
        (
            |record| record.inputs = vec![Input::Expire(None); 4],
            "input 4 of the record is not allowed: The game is over.",
        ),
    ] {
        let error = record(change);
        assert!(error.contains(expected), "{error:?} does not say {expected:?}");
    }
}

#[test]
fn a_bug_in_a_game_leaves_the_match_unharmed() {
    let mut game = grab(2);
    game.act(seat(0), Action::Whisper).unwrap();
    let before = (game.state().clone(), game.version());
    let broken = catch_unwind(AssertUnwindSafe(|| drop(game.act(seat(0), Action::Break))));
    assert!(broken.is_err());
    assert_eq!((game.state().clone(), game.version()), before);
    game.act(seat(1), Action::Grab).unwrap();
}

#[test]
fn touches_mean_actions_or_why_not() {
    let mut game = grab(2);
    let touch = |game: &Match<Grab>, key: &str| AnyMatch::intent(game, 0, &[key.parse().unwrap()]);
    assert_eq!(touch(&game, "button:grab"), Ok(json!("grab")));
    assert_eq!(touch(&game, "button:sing").unwrap_err().code(), "no_meaning");
    game.act(seat(0), Action::Grab).unwrap();
    let why = touch(&game, "button:grab").unwrap_err();
    assert_eq!(
        (why.code(), why.to_string().as_str()),
        ("illegal_action", "You have grabbed already (rule 1).")
    );
}

#[test]
fn a_state_from_elsewhere_goes_on_if_it_can_be() {
    let load = |state: Value| Erased::<Grab>::GAME.load(&state, Seed::from_number(0));
    let state = json!({"points": [1, 0], "leader": null, "window": 2, "whispers": 0, "luck": null});
    let mut game = load(state.clone()).unwrap();
    assert_eq!((game.seats(), game.record()), (2, None));
    game.expire(game.status().clocks[0].id).unwrap();
    assert!(game.status().over);
    for (field, value) in [("window", json!(9)), ("luck", json!(7)), ("points", json!("many"))] {
        let mut state = state.clone();
        state[field] = value;
        assert_eq!(load(state).err().map(|refusal| refusal.code()), Some("not_a_state"), "{field}");
    }
}

#[test]
fn an_earlier_version_can_be_looked_at_again() {
    let mut game = grab(2);
    assert_eq!((game.before_last_of(seat(0)), game.can_undo(seat(0))), (None, false));
    game.act(seat(0), Action::Whisper).unwrap();
    let whispered = game.state().clone();
    game.act(seat(0), Action::Roll).unwrap();
    game.act(seat(1), Action::Whisper).unwrap();
    assert_eq!((game.before_last_of(seat(0)), game.before_last_of(seat(1))), (Some(1), Some(2)));
    assert!(!game.can_undo(seat(0)) && game.can_undo(seat(1)));
    let earlier = game.at(1).unwrap();
    assert_eq!((earlier.state(), earlier.version()), (&whispered, 1));
    assert!(earlier.can_undo(seat(0)), "what could be taken back then still can");
    assert!(game.at(4).is_none(), "no version is known before it comes");
    assert_eq!(game.at(3).unwrap().state(), game.state());
}

#[test]
fn without_types_a_match_does_the_same() {
    let mut game: Box<dyn AnyMatch> = Box::new(grab(2));
    assert_eq!(game.stand_in(1).unwrap(), Some(json!("grab")));
    game.act(0, &json!("grab")).unwrap();
    assert_eq!(game.stand_in(1).unwrap(), None, "only active seats need one");
    assert_eq!(game.check(1, &json!("grab")).unwrap_err().code(), "not_your_turn");
    game.late(1, &json!("grab")).unwrap();
    let late = game.last_input().unwrap();
    assert_eq!(serde_json::to_value(&late).unwrap(), json!({"late": [1, "grab"]}));
    let mut again = game.at(1).unwrap();
    again.input(&late).unwrap();
    assert_eq!(again.state(), game.state());
}

#[test]
fn what_is_no_action_is_answered_with_actions_that_are() {
    let mut game = grab(2);
    let sent = json!({"grab": 1});
    let why = AnyMatch::act(&mut game, 0, &sent).unwrap_err().to_string();
    assert_eq!(
        why,
        "That is no action of Grab. Its actions look like \"grab\", \"whisper\", \"roll\", \"break\"."
    );
    game.act(seat(1), Action::Grab).unwrap();
    assert_eq!(AnyMatch::check(&game, 0, &sent).unwrap_err().to_string(), why, "while others decide");
    for _ in 0..3 {
        expire(&mut game).unwrap();
    }
    assert_eq!(AnyMatch::act(&mut game, 0, &sent).unwrap_err().code(), "game_over");
}

#[test]
fn a_position_is_a_match_or_a_state_with_names() {
    let grabbing = &Erased::<Grab>::GAME;
    let mut game = grab(2);
    game.act(seat(1), Action::Grab).unwrap();
    let names = ["Anna".to_string(), "Ben".to_string()];
    let state = AnyMatch::state(&game);
    let loaded = grabbing.load(&state, Seed::from_number(3)).unwrap();
    for (played, has_record) in [(&game as &dyn AnyMatch, true), (&*loaded, false)] {
        let position = Position::of(played, &names, Seed::from_number(3));
        let text = serde_json::to_string(&position).unwrap();
        let read = Position::parse(&text).unwrap();
        assert_eq!((&read, read.game()), (&position, "grab"));
        let opened = read.open(grabbing).unwrap();
        assert_eq!((opened.state(), opened.record().is_some()), (state.clone(), has_record));
    }
    let record = AnyMatch::record(&game).unwrap();
    let bare = Position::parse(&serde_json::to_string(&record).unwrap()).unwrap();
    assert_eq!((bare.open(grabbing).unwrap().state(), bare.names.len()), (state, 0));
}

#[test]
fn a_file_without_a_position_is_told_why() {
    let state = json!({"points": [1, 0], "leader": null, "window": 2, "whispers": 0, "luck": null});
    let with = |field: &str, value: Value| {
        let mut file = json!({"game": "grab", "state": state});
        file[field] = value;
        file.to_string()
    };
    for (text, expected) in [
        ("nonsense".to_string(), "neither the record of a match nor a state"),
        ("[]".into(), "neither the record of a match nor a state"),
        (json!({"game": "grab"}).to_string(), "missing field `state`"),
        (json!({"record": {"game": "grab"}}).to_string(), "missing field `rules`"),
        (with("sed", json!("1")), "unknown field `sed`"),
        (with("names", json!(["\u{1b}[2J", "Ben"])), "one of its names cannot be written"),
        (with("names", json!(["Anna"])), "it has 1 name for 2 seats"),
        (with("state", json!({})), "That is no state of Grab"),
    ] {
        let opened = Position::parse(&text).and_then(|position| position.open(&Erased::<Grab>::GAME));
        let why = opened.err().map(|why| why.to_string()).unwrap_or_default();
        assert!(why.contains(expected), "{text}: {why}");
    }
}
