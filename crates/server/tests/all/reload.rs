//! Whatever people do at a table, sensible or not: what is stored is what they were shown.

use std::collections::BTreeMap;

use boxwood_kit::Rng;
use serde_json::{Value, json};

use crate::harness::{House, Person, Socket, chance};

/// How many things are done before the table is loaded again: before the game begins, and then.
const DEEDS: [usize; 3] = [15, 80, 80];

/// What was done how often.
type Tally = BTreeMap<String, usize>;

/// Does something at the table, whatever comes to mind; what it was, if it was allowed.
async fn meddle(
    rng: &mut Rng,
    table: &str,
    people: &[Person],
    sockets: &[Socket],
    seats: usize,
) -> Option<String> {
    let has_offers = |who: &usize| {
        let heard = sockets[*who].heard();
        heard.state()["offers"].as_array().is_some_and(|offers| !offers.is_empty())
    };
    let is_asked = |who: &usize| {
        let heard = sockets[*who].heard();
        let table = heard.table();
        let waiting = table["question"]["waiting"].as_array().cloned().unwrap_or_default();
        waiting.iter().any(|seat| table["seats"][seat.as_u64().unwrap_or(0) as usize]["yours"] == true)
    };
    let able: Vec<usize> = (0..people.len()).filter(has_offers).collect();
    let asked: Vec<usize> = (0..people.len()).filter(is_asked).collect();
    let answers = rng.below(2) == 0 && !asked.is_empty();
    let plays = !answers && rng.below(5) < 3 && !able.is_empty();
    let who = match (answers, plays) {
        (true, _) => *rng.choose(&asked),
        (_, true) => *rng.choose(&able),
        _ => rng.index(people.len()),
    };
    let (person, socket) = (&people[who], &sockets[who]);
    let (state, info) = (socket.heard().state().clone(), socket.heard().table().clone());
    let number = state["number"].as_u64().unwrap_or(0);
    let own = info["seats"].as_array().and_then(|seats| seats.iter().position(|seat| seat["yours"] == true));
    let any = rng.index(seats + 1);
    let seat = own.filter(|_| rng.below(2) == 0).unwrap_or(any);
    let act = |action: &Value, seen: u64| json!({"type": "act", "seen": seen, "action": action});
    let message = match rng.below(18) {
        _ if plays => {
            let offers = state["offers"].as_array().expect("there are some");
            act(&rng.choose(offers)["action"], number - u64::from(rng.below(8) / 7))
        }
        _ if answers => {
            json!({"type": "answer", "question": info["question"]["id"], "agree": rng.below(4) > 0})
        }
        0 => act(&json!({"castle": seat}), number),
        1 => json!({"type": "act", "seen": number, "path": ["cell:a1"]}),
        2..=4 => json!({"type": "ask", "wish": "undo"}),
        5 => json!({"type": "ask", "wish": {"pace": {"pace": "mail", "limit_s": 3600 * rng.below(3)}}}),
        6 => json!({"type": "ask", "wish": {"pace": {"pace": "live"}}}),
        7 => json!({"type": "ask", "wish": "rematch"}),
        8 => json!({"type": "answer", "question": number, "agree": true}),
        9 | 10 => json!({"type": "enough", "clock": state["clocks"][0]["id"].as_u64().unwrap_or(1)}),
        11 => {
            socket.say(json!({"type": "chat", "text": format!("I say {seat}")}));
            socket.settle().await;
            return Some("chat".into());
        }
        12 => {
            let settings = json!({"game": info["settings"]["game"], "listed": seat == 0, "pace": "mail"});
            let path = format!("/api/tables/{table}/settings");
            let reply = person.post(&path, json!({"settings": settings, "seats": seats})).await;
            return (reply.status == 200).then(|| "settings".into());
        }
        _ => {
            let change = *rng.choose(&["sit", "stand", "lend", "take_back", "bot"]);
            let body = match change {
                "lend" | "bot" => json!({"do": change, "level": "random"}),
                _ => json!({"do": change}),
            };
            let reply = person.seat(table, seat, body).await;
            return (reply.status == 200).then(|| change.into());
        }
    };
    // Done or refused: both are right as long as everybody is told the same now and later.
    let answer = socket.ask(message.clone()).await;
    let wish = message["wish"].as_str().or(message["type"].as_str()).expect("it has a type");
    answer.ok().map(|_| wish.to_string())
}

/// Everything that a table shows, but who is connected and what clocks say.
async fn shown(table: &str, people: &[Person], seats: usize) -> Vec<Value> {
    let mut all = vec![];
    for person in people {
        let mut info = person.table(table).await;
        info["watchers"] = json!(null);
        for seat in info["seats"].as_array_mut().unwrap() {
            seat["here"] = json!(null);
        }
        let is_begun = info["stage"] != "waiting";
        all.push(info);
        for seat in 0..=seats {
            let socket = person.look_as(table, seat).await;
            socket.settle().await;
            all.extend(socket.heard().of_type("chat").cloned());
            if is_begun {
                let mut state = socket.state().await;
                state["think_ms"] = json!(null);
                for clock in state["clocks"].as_array_mut().expect("a list of windows") {
                    clock["left_ms"] = json!(null);
                }
                all.push(state);
            }
        }
    }
    all
}

/// Waits until no bot has anything to do.
async fn until_quiet(socket: &Socket) {
    socket.say(json!({"type": "refresh"}));
    socket.settle().await;
    socket
        .until("no bot's turn", |heard| {
            let (state, table) = (heard.state(), heard.table());
            let is_bot = |seat: &Value| {
                let seat = &table["seats"][seat.as_u64().unwrap_or(0) as usize];
                !seat["bot"].is_null()
            };
            let waits = state["active"].as_array().is_some_and(|active| active.iter().any(is_bot));
            (!waits).then_some(())
        })
        .await;
}

/// Meddles with a table, loads it again in between, and compares; what was done how often.
async fn what_is_shown_is_what_is_stored(seed: u64, game: Value, seats: usize) -> Tally {
    let mut house = House::open().await;
    let (mut rng, mut tally) = (chance(seed), Tally::new());
    let mut people = house.people(["Anna", "Ben", "Cleo"]).await.to_vec();
    let mut wanted = game.clone();
    wanted["seats"] = (0..seats).map(|seat| if seat == 0 { json!("me") } else { json!("free") }).collect();
    let id = people[0].open(wanted).await;
    for (round, deeds) in DEEDS.into_iter().enumerate() {
        if round > 0 {
            // By now the game has begun, and at least two of them play.
            for seat in 0..seats {
                people[seat % 2].sit(&id, seat).await;
            }
            for person in &people {
                person.start(&id).await;
            }
        }
        let mut sockets = vec![];
        for person in &people {
            sockets.push(person.look(&id).await);
        }
        for _ in 0..deeds {
            if let Some(done) = meddle(&mut rng, &id, &people, &sockets, seats).await {
                *tally.entry(done).or_default() += 1;
            }
        }
        // Bots that go on for somebody think for a while; where they have the turn, somebody takes over.
        for seat in 0..seats {
            if round > 0 {
                people[seat % 3].sit(&id, seat).await;
            }
        }
        until_quiet(&sockets[0]).await;
        let before = shown(&id, &people, seats).await;
        drop(sockets);
        house = house.reopen().await;
        people = people.iter().map(|person| person.at(&house)).collect();
        let after = shown(&id, &people, seats).await;
        for (then, now) in before.iter().zip(&after) {
            assert_eq!(then, now, "{game}, seed {seed}");
        }
        assert_eq!(before.len(), after.len(), "{game}, seed {seed}");
    }
    tally
}

/// Several tables, at which enough was done to be worth comparing.
async fn holds(seeds: std::ops::Range<u64>, games: &[(Value, usize)]) {
    let mut tally = Tally::new();
    for seed in seeds {
        for (game, seats) in games {
            for (done, times) in what_is_shown_is_what_is_stored(seed, game.clone(), *seats).await {
                *tally.entry(done).or_default() += times;
            }
        }
    }
    for deed in COMMON {
        assert!(tally.contains_key(deed), "nobody ever did {deed}: {tally:?}");
    }
}

/// What is done often enough to be sure of it, though bots play whenever they are ready.
const COMMON: [&str; 5] = ["act", "undo", "ask", "answer", "chat"];

#[tokio::test]
async fn an_open_game() {
    let games =
        [(json!({"game": "nim", "options": {"heaps": "random"}}), 2), (json!({"game": "othellino"}), 2)];
    holds(0..4, &games).await;
}

#[tokio::test]
async fn a_game_of_simultaneous_choices() {
    holds(10..16, &[(json!({"game": "gold-mine"}), 3)]).await;
}

#[tokio::test]
async fn a_game_of_hidden_hands() {
    holds(20..26, &[(json!({"game": "liars-cards"}), 3)]).await;
}

#[tokio::test]
async fn a_game_with_windows() {
    let options = json!({
        "pace": "live", "initial_peek_s": 60, "window_s": 60, "follow_s": 60, "give_s": 60, "peek_s": 60,
        "king_show_s": 60,
    });
    let live = json!({"game": "cambio", "options": options});
    let by_mail = json!({"game": "cambio", "options": options, "pace": "mail"});
    holds(30..34, &[(live, 2), (by_mail, 2)]).await;
}

#[tokio::test]
async fn a_long_game_of_many_small_steps() {
    let games = [(json!({"game": "golden-pyramid"}), 2), (json!({"game": "war-2"}), 2)];
    holds(40..42, &games).await;
}
