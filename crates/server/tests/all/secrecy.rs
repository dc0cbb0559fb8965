//! No client ever receives a byte that depends on what its viewer may not know.
//!
//! The conformance laws hold every game's views against redeals. Here the same is asked of the bytes
//! that really went over the wire: whatever a viewer could not know is dealt again, and the message
//! made from that other world must be the one that the client has received.
//!
//! A world cannot be dealt again together with its past. So there are two comparisons. The table as it
//! stands (scene, offers, who may decide, clocks, outcome) is compared in redealt worlds of that moment.
//! What one input adds (the lines said about it, whether it can be taken back) is compared by letting
//! that input happen in the true and in a redealt world of the moment before, with the same chance;
//! wherever the viewer still cannot tell them apart afterwards, both must say the same.

use std::collections::BTreeSet;

use boxwood_engine::{AnyGame, AnyMatch, Input, Refused, Seat, SeatSet, Viewer};
use boxwood_kit::{Rng, Seed};
use boxwood_protocol::{ServerMessage, State, Undo};
use boxwood_server::projection::{Around, Left, project};
use serde_json::{Value, json};

use crate::harness::caller::{Client, catch_up, step};
use crate::harness::{House, Key, Person};

/// How many things are done at a table.
const STEPS: usize = 160;
/// How many redeals each message is compared with.
const REDEALS: u64 = 3;

/// What becomes of a match on its way to a client.
type Projection = dyn Fn(&dyn AnyMatch, Viewer, &Around) -> State;

/// What really happened at a table.
struct Truth {
    game: &'static dyn AnyGame,
    options: Value,
    seats: usize,
    seed: Seed,
    inputs: Vec<Input<Value>>,
    names: Vec<String>,
}

/// A `state` that a client has received.
struct Seen {
    viewer: Viewer,
    /// What it had been told before.
    since: Option<usize>,
    text: String,
    message: Value,
}

/// A message that was refused.
struct Probe {
    viewer: Viewer,
    version: usize,
    message: Value,
    refusal: Value,
}

/// How much was compared.
#[derive(Debug, Default)]
struct Tally {
    worlds: usize,
    steps: usize,
    probes: usize,
}

fn text(state: State) -> String {
    serde_json::to_string(&ServerMessage::State(Box::new(state))).expect("a message is plain data")
}

/// What the server had noted about time when it sent this message.
struct Noted {
    left: Left,
    enough: Vec<(u32, SeatSet)>,
}

impl Noted {
    fn of(message: &Value) -> Noted {
        let clocks: Vec<&Value> = message["clocks"].as_array().into_iter().flatten().collect();
        let id = |clock: &Value| clock["id"].as_u64().expect("a clock has an id") as u32;
        let said = |clock: &Value| {
            let seats = clock["enough"].as_array().into_iter().flatten();
            seats.filter_map(|seat| Seat::new(seat.as_u64()? as usize)).collect()
        };
        let left = |clock: &&Value| Some((id(clock), clock["left_ms"].as_u64()? as u32));
        Noted {
            left: Left {
                clocks: clocks.iter().filter_map(left).collect(),
                think_ms: message["think_ms"].as_u64(),
                held: message["held"] == true,
            },
            enough: clocks.iter().map(|clock| (id(clock), said(clock))).collect(),
        }
    }
}

fn around<'a>(seen: &Seen, names: &'a [String], noted: &'a Noted) -> Around<'a> {
    Around {
        names,
        number: seen.message["number"].as_u64().expect("a state has a number"),
        since: seen.since,
        left: &noted.left,
        enough: &noted.enough,
        asks_others: true, // a person sits at every seat
        only_free: true,
    }
}

/// Compares everything that was seen and refused with what redealt worlds show and refuse.
fn compare(truth: &Truth, seen: &[Seen], probes: &[Probe], projection: &Projection) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let begun = truth.game.begin(&truth.options, truth.seats, truth.seed);
    let mut play = begun.map_err(|why| format!("it cannot begin again: {why}"))?;
    let mut before: Option<Box<dyn AnyMatch>> = None;
    for version in 0..=truth.inputs.len() {
        if let Some(last) = version.checked_sub(1) {
            before = Some(play.copy());
            play.input(&truth.inputs[last]).map_err(|why| format!("input {version}: {why}"))?;
        }
        for seen in seen.iter().filter(|seen| seen.message["version"] == json!(version)) {
            let told = |what: &str, found: &str| {
                format!(
                    "version {version}, {:?}: {what}\n  received {}\n  found    {found}",
                    seen.viewer, seen.text
                )
            };
            let noted = Noted::of(&seen.message);
            let around = around(seen, &truth.names, &noted);
            let true_state = projection(play.as_ref(), seen.viewer, &around);
            let shown = text(true_state.clone());
            if shown != seen.text {
                return Err(told("the client received something else than the projection", &shown));
            }
            for number in 0..REDEALS {
                let seed = Seed::from_number(1000 * version as u64 + number);
                let Some(other) = redealt(truth, play.as_ref(), seen.viewer, seed) else { continue };
                let mut shown = projection(other.as_ref(), seen.viewer, &around);
                // These come from the past, which a redealt world does not have; see `compare_step`.
                (shown.version, shown.said, shown.undo) = (version, true_state.said.clone(), true_state.undo);
                shown.moments = true_state.moments.clone();
                let shown = text(shown);
                if shown != seen.text {
                    return Err(told("the bytes betray something hidden", &shown));
                }
                tally.worlds += 1;
            }
            if let Some(before) = &before {
                let input = &truth.inputs[version - 1];
                tally.steps += compare_step(truth, before.as_ref(), play.as_ref(), input, seen, projection)
                    .map_err(|why| told(&why, ""))?;
            }
        }
        for probe in probes.iter().filter(|probe| probe.version == version) {
            tally.probes += compare_probe(truth, play.as_ref(), probe)?;
        }
    }
    Ok(tally)
}

/// Another world that the viewer cannot tell from this one; `None` if it happens to be the same.
fn redealt(truth: &Truth, play: &dyn AnyMatch, viewer: Viewer, seed: Seed) -> Option<Box<dyn AnyMatch>> {
    let other = play.redeal(viewer, seed);
    (other != play.state()).then(|| truth.game.load(&other, seed).expect("a redeal is a state"))
}

/// What the last input added, in the true world and in redealt ones.
fn compare_step(
    truth: &Truth,
    before: &dyn AnyMatch,
    after: &dyn AnyMatch,
    input: &Input<Value>,
    seen: &Seen,
    projection: &Projection,
) -> Result<usize, String> {
    let version = after.status().version;
    let noted = Noted::of(&seen.message);
    let around = Around { since: Some(0), ..around(seen, &truth.names, &noted) };
    let mut compared = 0;
    for number in 0..REDEALS {
        let seed = Seed::from_number(1_000_000 + 1000 * version as u64 + number);
        let Some(mut other) = redealt(truth, before, seen.viewer, seed) else { continue };
        let mut same = truth.game.load(&before.state(), seed).expect("the truth is a state");
        same.input(input).map_err(|why| format!("the input is refused in its own world: {why}"))?;
        if other.input(input).is_err() || other.view(seen.viewer) != same.view(seen.viewer) {
            continue; // something has come out by this input, as the rules want it
        }
        let (one, two) = (
            projection(same.as_ref(), seen.viewer, &around),
            projection(other.as_ref(), seen.viewer, &around),
        );
        if text(one) != text(two.clone()) {
            return Err(format!("what {input:?} adds betrays something hidden: {}", text(two)));
        }
        compared += 1;
        // Without chance, what came of it is what the client really received.
        if same.state() == after.state() && seen.since == Some(version - 1) {
            let mut shown = two;
            shown.version = version;
            if input.by() != seen.viewer.seat() {
                // Whether the viewer has ever acted is not known to a world without a past.
                shown.undo = undo(&seen.message["undo"]);
            }
            let shown = text(shown);
            if shown != seen.text {
                return Err(format!("another world would have sent {shown}"));
            }
        }
    }
    Ok(compared)
}

fn undo(json: &Value) -> Undo {
    match json.as_str() {
        Some("free") => Undo::Free,
        Some("ask") => Undo::Ask,
        _ => Undo::No,
    }
}

/// The same message is refused with the same words in every world.
fn compare_probe(truth: &Truth, play: &dyn AnyMatch, probe: &Probe) -> Result<usize, String> {
    let said = probe.refusal["message"].as_str().unwrap_or_default();
    if said.contains(['{', '}']) || !said.ends_with('.') {
        return Err(format!("that is no sentence for people: {said}"));
    }
    let Some(seat) = probe.viewer.seat().map(Seat::index) else {
        let is_plain = probe.refusal["code"] == "not_your_seat";
        return if is_plain { Ok(0) } else { Err(format!("a spectator hears {said}")) };
    };
    let mut compared = 0;
    for number in 0..REDEALS {
        let seed = Seed::from_number(2_000_000 + 1000 * probe.version as u64 + number);
        let Some(other) = redealt(truth, play, probe.viewer, seed) else { continue };
        let judged = match probe.message.get("path") {
            Some(path) => {
                let path: Vec<boxwood_scene::Key> =
                    serde_json::from_value(path.clone()).expect("paths are keys");
                other.intent(seat, &path).and_then(|action| other.check(seat, &action))
            }
            None => other.check(seat, &probe.message["action"]),
        };
        let expected = match judged {
            Ok(_) => "nothing: it is legal there".to_string(),
            Err(boxwood_engine::Refusal::Refused(Refused::NotActive { why: None, .. })) => {
                "It is not your turn.".into()
            }
            Err(why) => why.to_string(),
        };
        if expected != said {
            return Err(format!(
                "version {}, {:?}: {} is refused with \"{said}\", in another world with \"{expected}\"",
                probe.version, probe.viewer, probe.message
            ));
        }
        compared += 1;
    }
    Ok(compared)
}

/// A table that was played over the real server.
struct Played {
    truth: Truth,
    seen: Vec<Seen>,
    probes: Vec<Probe>,
    /// What each client received while the game ran, everything, in order.
    running: Vec<(Viewer, Vec<String>)>,
    /// The server's secret of the table.
    secret: String,
    /// Names of people and their keys, by seat; the last one only looks on.
    people: Vec<Person>,
}

async fn play(game: &'static dyn AnyGame, options: Value, pace: &str, number: u64) -> Played {
    let house = House::open().await;
    let seats = 3.clamp(game.info().seats.0, game.info().seats.1);
    let mut people = vec![];
    for name in ["Anna", "Ben", "Cleo", "Dora"].iter().take(seats).chain([&"Otto"]) {
        people.push(house.person(name).await);
    }
    let table = people[0].play(game.info().id, options, pace, &people[1..seats]).await;
    let mut clients = vec![];
    for person in &people {
        clients.push(person.join(&table, "").await.expect("the table can be joined"));
    }
    catch_up(&mut clients, 1).await;

    let mut rng = Rng::from_number(number);
    let mut probes = vec![];
    let mut tried: Vec<Value> = vec![];
    for done in 0..STEPS {
        if clients[0].is_over() {
            break;
        }
        if done % 4 == 0 {
            for who in 0..clients.len() {
                probes.extend(probe(&mut clients, who, seats, &mut tried, &mut rng).await);
            }
        }
        if !clients[0].is_over() {
            step(&mut clients, &mut rng).await.expect("somebody can do something");
        }
    }

    let (mut seen, mut running) = (vec![], vec![]);
    for (index, client) in clients.iter().enumerate() {
        let viewer = Seat::new(index).filter(|_| index < seats).map_or(Viewer::Spectator, Viewer::Seat);
        let mut since = None;
        let mut so_far = vec![];
        let mut is_over = false;
        for text in &client.received {
            let message: Value = serde_json::from_str(text).expect("it was read before");
            is_over |= message["stage"] == "over" || message["outcome"].is_object();
            if !is_over {
                so_far.push(text.clone());
            }
            if message["type"] == "state" {
                assert_eq!(message["seat"], json!(viewer.seat().map(Seat::index)));
                let since_now = if message["anew"] == true { None } else { since };
                since = message["version"].as_u64().map(|version| version as usize);
                seen.push(Seen { viewer, since: since_now, text: text.clone(), message });
            }
        }
        running.push((viewer, so_far));
    }
    drop(clients);
    let (truth, secret) = read(game, &house.into_log(&table).await);
    Played { truth, seen, probes, running, secret, people }
}

/// Somebody tries what they are not offered; the refusal, if it is one.
async fn probe(
    clients: &mut [Client],
    who: usize,
    seats: usize,
    tried: &mut Vec<Value>,
    rng: &mut Rng,
) -> Option<Probe> {
    let own = clients[who].state["offers"].clone();
    let all = clients.iter().filter_map(|client| client.state["offers"].as_array()).flatten();
    tried.extend(all.map(|offer| offer["action"].clone()));
    let is_own =
        |action: &Value| own.as_array().is_some_and(|own| own.iter().any(|o| o["action"] == *action));
    let mut message = json!({ "type": "act", "seen": clients[who].number() });
    let scene = &clients[who].state["scene"];
    let parts = scene["zones"].as_array().into_iter().flatten().flat_map(|zone| {
        let inside = [&zone["pieces"], &zone["cells"]].map(|list| list.as_array());
        inside.into_iter().flatten().flatten().chain([zone]).map(|part| part["key"].clone())
    });
    let keys: Vec<Value> = parts.collect();
    if rng.below(2) == 0 && !keys.is_empty() {
        let path: Vec<&Value> = (0..=rng.below(2)).map(|_| rng.choose(&keys)).collect();
        message["path"] = json!(path);
    } else {
        let foreign: Vec<&Value> = tried.iter().filter(|action| !is_own(action)).collect();
        if foreign.is_empty() {
            return None;
        }
        message["action"] = (*rng.choose(&foreign)).clone();
    }
    let version = clients[who].version();
    match clients[who].ask(message.clone()).await.expect("the connection lives") {
        Ok(number) => {
            catch_up(clients, number).await; // it was legal after all
            None
        }
        Err(refusal) => {
            let viewer = Seat::new(who).filter(|_| who < seats).map_or(Viewer::Spectator, Viewer::Seat);
            Some(Probe { viewer, version, message, refusal })
        }
    }
}

/// What the log says about a table.
fn read(game: &'static dyn AnyGame, events: &[Value]) -> (Truth, String) {
    let secret = events[0]["opened"]["secret"].as_str().expect("a table has a secret").to_string();
    let mut sat: Vec<&Value> = events.iter().filter_map(|event| event.get("sat")).collect();
    sat.sort_by_key(|sat| sat["seat"].as_u64());
    let words = sat.iter().filter_map(|sat| sat["luck"].as_str());
    let truth = Truth {
        game,
        options: events.iter().find_map(|event| event.get("started")).expect("it began")["options"].clone(),
        seats: sat.len(),
        seed: boxwood_fair::seed(&secret, words),
        inputs: events
            .iter()
            .filter_map(|event| event.get("input"))
            .map(|input| serde_json::from_value(input.clone()).expect("an input"))
            .collect(),
        names: sat.iter().map(|sat| sat["name"].as_str().expect("a name").to_string()).collect(),
    };
    (truth, secret)
}

/// What nobody may be sent while the game runs, whatever it means.
fn plain_words(played: &Played) -> Result<(), String> {
    for (client, (viewer, received)) in played.running.iter().enumerate() {
        let others = played.people.iter().enumerate().filter(|(other, _)| *other != client);
        let mut never: Vec<&str> = vec![&played.secret];
        never.extend(others.flat_map(|(_, person)| [key(person), person.id.as_str()]));
        let seed = played.truth.seed.to_string();
        never.extend([key(&played.people[client]), seed.as_str()]);
        for text in received {
            if let Some(found) = never.iter().find(|word| text.contains(**word)) {
                return Err(format!("{viewer:?} was sent {found} in {text}"));
            }
        }
    }
    Ok(())
}

/// The key in a person's cookie.
fn key(person: &Person) -> &str {
    match &person.key {
        Some(Key::Cookie(cookie)) => cookie.strip_prefix("boxwood=").expect("it is the server's cookie"),
        _ => panic!("a device has a cookie"),
    }
}

/// A card that lies open before somebody else only has neither key nor face in a viewer's bytes.
fn foreign_cards(seen: &[Seen]) -> Result<usize, String> {
    let mut compared = 0;
    for message in seen {
        let number = &message.message["number"];
        let own = open_cards(&message.message);
        // A card that lay open on the way may be shuffled and dealt to somebody by now.
        let mut rest = message.message.clone();
        let had_moments = rest.as_object_mut().is_some_and(|state| state.shift_remove("moments").is_some());
        let now = if had_moments { rest.to_string() } else { message.text.clone() };
        let others = seen.iter().filter(|other| other.message["number"] == *number);
        for card in others.flat_map(|other| open_cards(&other.message)) {
            if own.contains(&card) {
                continue;
            }
            for leak in [format!("\"card:{card}\""), format!("{{\"card\":{card}}}")] {
                if now.contains(&leak) {
                    return Err(format!("{:?} was sent {leak} in {}", message.viewer, message.text));
                }
            }
            compared += 1;
        }
    }
    Ok(compared)
}

fn open_cards(state: &Value) -> Vec<u64> {
    let zones = state["scene"]["zones"].as_array().into_iter().flatten();
    let pieces = zones.filter_map(|zone| zone["pieces"].as_array()).flatten();
    pieces.filter_map(|piece| piece["figure"]["card"].as_u64()).collect()
}

/// Every game as it is, and those with clocks also with windows that wait for everybody's `enough`.
fn variants() -> Vec<(&'static dyn AnyGame, Value, &'static str)> {
    let mut variants: Vec<(&'static dyn AnyGame, Value, &str)> = vec![];
    for &game in boxwood_games::GAMES {
        let Some((option, _)) = game.by_turns() else {
            variants.push((game, json!({}), "live"));
            continue;
        };
        variants.push((game, json!({}), "mail"));
        let live = game.options().into_iter().find(|spec| spec.key == option).expect("its own option");
        variants.push((game, json!({ option: live.default }), "mail"));
    }
    variants
}

/// Plays a table and judges it.
fn judge(
    game: &'static dyn AnyGame,
    options: Value,
    pace: &str,
    number: u64,
) -> Result<(Tally, String), String> {
    let name = format!("{} {options}", game.info().id);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let played = runtime.expect("a runtime").block_on(play(game, options, pace, number));
    plain_words(&played)?;
    let cards = foreign_cards(&played.seen)?;
    let tally = compare(&played.truth, &played.seen, &played.probes, &project)?;
    let (seen, probes) = (played.seen.len(), played.probes.len());
    if seen <= 3 || probes <= 3 {
        return Err(format!("hardly anything happened: {seen} states, {probes} refusals"));
    }
    Ok((tally, format!("{name}: {seen} states, {probes} refusals, {cards} foreign cards")))
}

#[test]
fn redealing_what_a_client_cannot_know_leaves_its_bytes_unchanged() {
    let tables: Vec<_> = variants()
        .into_iter()
        .zip(0..)
        .map(|((game, options, pace), number)| {
            (game.info().id, std::thread::spawn(move || judge(game, options, pace, number)))
        })
        .collect();
    let (mut games, mut all) = (BTreeSet::new(), Tally::default());
    for (id, table) in tables {
        let judged = table.join().unwrap_or_else(|_| panic!("{id}: the table does not end well"));
        let (tally, what) = judged.unwrap_or_else(|why| panic!("{id}: {why}"));
        println!("{what}; {tally:?}");
        if tally.worlds > 0 {
            games.insert(id);
        }
        all.worlds += tally.worlds;
        all.steps += tally.steps;
        all.probes += tally.probes;
    }
    // Nine games have secrets; of one they are so short-lived that a table may have none.
    assert!(games.len() >= 8, "only {games:?} had anything to redeal");
    assert!(
        all.worlds > 1000 && all.steps > 500 && all.probes > 100,
        "hardly anything was compared: {all:?}"
    );
}

/// A few inputs at random, and what every viewer is shown of them by this projection.
fn without_a_server(id: &str, projection: &Projection) -> (Truth, Vec<Seen>) {
    let game = boxwood_games::find(id).expect("the game is registered");
    let (seats, seed) = (3.clamp(game.info().seats.0, game.info().seats.1), Seed::from_number(5));
    let mut play = game.begin(&json!({}), seats, seed).expect("it begins");
    let names: Vec<String> =
        ["Anna", "Ben", "Cleo"].iter().take(seats).map(|name| name.to_string()).collect();
    let mut rng = Rng::from_number(6);
    let (mut seen, mut inputs) = (vec![], vec![]);
    for number in 0..40 {
        for viewer in Viewer::all(seats) {
            let around = Around {
                names: &names,
                number,
                since: number.checked_sub(1).map(|since| since as usize),
                left: &Left::default(),
                enough: &[],
                asks_others: true,
                only_free: true,
            };
            let text = text(projection(play.as_ref(), viewer, &around));
            let message = serde_json::from_str(&text).expect("it is JSON");
            seen.push(Seen { viewer, since: around.since, text, message });
        }
        let active: Vec<Seat> = play.status().active.iter().collect();
        if active.is_empty() {
            break;
        }
        let seat = rng.choose(&active).index();
        let actions = play.actions(seat).expect("an active seat");
        let action = rng.choose(&actions).action.clone();
        play.act(seat, &action).expect("it was offered");
        inputs.extend(play.last_input());
    }
    (Truth { game, options: json!({}), seats, seed, inputs, names }, seen)
}

/// Something that depends on the whole truth.
fn truth_bit(play: &dyn AnyMatch) -> bool {
    play.state().to_string().bytes().enumerate().map(|(at, byte)| (at + 1) * usize::from(byte)).sum::<usize>()
        % 2
        == 0
}

#[test]
fn a_leaking_projection_is_caught() {
    type Leak = fn(&dyn AnyMatch, &mut State);
    let leaks: [(&str, Leak); 7] = [
        ("scene", |play, state| state.scene.banner = truth_bit(play).then(|| "Aha.".into())),
        ("key", |play, state| {
            let key = &mut state.scene.zones[0].key;
            *key = boxwood_scene::Key::zone(format_args!("{key}{}", if truth_bit(play) { "!" } else { "" }));
        }),
        ("offers", |play, state| {
            if truth_bit(play) {
                state.offers.pop();
            }
        }),
        ("more", |play, state| state.more |= truth_bit(play)),
        ("active", |play, state| {
            if truth_bit(play) {
                state.active = SeatSet::EMPTY;
            }
        }),
        ("said", |play, state| state.said.extend(truth_bit(play).then(|| "Aha.".to_string()))),
        ("undo", |play, state| state.undo = if truth_bit(play) { Undo::Free } else { state.undo }),
    ];
    for id in ["liars-cards", "flower-garden", "gold-mine"] {
        let (truth, seen) = without_a_server(id, &project);
        let honest = compare(&truth, &seen, &[], &project).unwrap_or_else(|why| panic!("{id}: {why}"));
        assert!(honest.worlds > 0 && honest.steps > 0, "{id}: {honest:?}");
        for (name, leak) in leaks {
            let leaking = move |play: &dyn AnyMatch, viewer: Viewer, around: &Around| {
                let mut state = project(play, viewer, around);
                leak(play, &mut state);
                state
            };
            let (truth, seen) = without_a_server(id, &leaking);
            let judged = compare(&truth, &seen, &[], &leaking);
            let why = judged.expect_err(&format!("{id}: a leak through {name} was not noticed"));
            assert!(why.contains("betrays") || why.contains("betray"), "{id}, {name}: {why}");
        }
    }
}

#[test]
fn a_telling_refusal_is_caught() {
    let (truth, _) = without_a_server("liars-cards", &project);
    let play = truth.game.begin(&truth.options, truth.seats, truth.seed).expect("it begins");
    let seat = play.status().active.iter().next().expect("somebody begins");
    let inactive = Seat::all(truth.seats).find(|other| *other != seat).expect("there are others");
    let probe = |message: &str| Probe {
        viewer: Viewer::Seat(inactive),
        version: 0,
        message: json!({ "action": play.actions(seat.index()).expect("offers")[0].action }),
        refusal: json!({ "code": "not_your_turn", "message": message }),
    };
    assert!(compare_probe(&truth, play.as_ref(), &probe("It is not your turn.")).expect("it is fine") > 0);
    assert!(compare_probe(&truth, play.as_ref(), &probe("Ben has the green star.")).is_err());
    assert!(compare_probe(&truth, play.as_ref(), &probe("{0} has it.")).is_err());
}

#[test]
fn plain_secrets_are_found() {
    let people = [("k1", "p1"), ("k2", "p2")];
    let (truth, _) = without_a_server("liars-cards", &project);
    let played = |text: &str| Played {
        truth: Truth { inputs: vec![], names: vec![], options: json!({}), ..truth },
        seen: vec![],
        probes: vec![],
        running: vec![(Viewer::Spectator, vec![text.into()])],
        secret: "the secret".into(),
        people: people
            .map(|(key, id)| Person {
                address: ([127, 0, 0, 1], 1).into(),
                id: id.into(),
                key: Some(Key::Cookie(format!("boxwood={key}"))),
                received: Default::default(),
            })
            .to_vec(),
    };
    assert_eq!(plain_words(&played("nothing, and one's own id: p1")), Ok(()));
    let seed = truth.seed.to_string();
    for leak in ["the secret", "k1", "k2", "p2", &format!("seed {seed}.")] {
        assert!(plain_words(&played(&format!("something with {leak} in it"))).is_err(), "{leak}");
    }
    let seen = |seat: usize, card: u64, text: &str| Seen {
        viewer: Seat::new(seat).map_or(Viewer::Spectator, Viewer::Seat),
        since: None,
        text: text.into(),
        message: json!({ "number": 1, "scene": { "zones": [{ "pieces": [{ "figure": { "card": card } }] }] } }),
    };
    assert_eq!(foreign_cards(&[seen(0, 7, "\"card:8\""), seen(1, 9, "")]), Ok(2));
    assert!(foreign_cards(&[seen(0, 7, "\"card:9\""), seen(1, 9, "")]).is_err());
    assert!(foreign_cards(&[seen(0, 7, "{\"card\":9}"), seen(1, 9, "")]).is_err());
}
