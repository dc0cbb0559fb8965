//! Visitors who are not honest, or are too many; and what honest people notice of them.

use std::time::Duration;

use boxwood_protocol::{Code, close};
use boxwood_server::{Most, Rate};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::harness::caller::{exchange, request};
use crate::harness::{House, Key, Person, Reply, step};

/// A budget that is not filled up again while a test runs.
fn only(burst: f64) -> Rate {
    Rate { burst, per_second: 0.0 }
}

fn nim() -> Value {
    json!({"game": "nim", "seats": ["me", "free"], "options": {"heaps": "3-4-5"}})
}

/// The sentence with which a socket is not opened.
async fn turned_away(person: &Person, table: &str) -> String {
    match person.join(table, "").await {
        Err(Error::Http(response)) => {
            let body = response.body().as_ref().map(|body| String::from_utf8_lossy(body).into_owned());
            Reply {
                status: response.status().as_u16(),
                headers: Default::default(),
                text: body.unwrap_or_default(),
            }
            .refused(Code::TooFast)
        }
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("the socket was opened"),
    }
}

#[tokio::test]
async fn with_little_room_only_games_that_run_go_on() {
    let house = House::open().await;
    let (id, [anna, ben], sockets) = house.game(nim(), ["Anna", "Ben"]).await;
    assert_eq!(anna.get("/health").await.ok()["trouble"], Value::Null);
    drop(sockets);
    let house = house.with_config(|config| config.limits.reserve = u64::MAX).await;
    let (anna, ben) = (anna.at(&house), ben.at(&house));
    let health = anna.get("/health").await.ok();
    assert_eq!(health["well"], json!(true));
    assert!(health["trouble"].as_str().is_some_and(|trouble| trouble.contains("nearly full")), "{health}");
    house.stranger().post("/api/me", json!({"name": "Cleo"})).await.refused(Code::Storage);
    anna.post("/api/tables", nim()).await.refused(Code::Storage);
    anna.post("/api/me/tokens", json!({"label": "a program"})).await.refused(Code::Storage);
    let sockets = [anna.look(&id).await, ben.look(&id).await];
    sockets[0].say(json!({"type": "chat", "text": "Is there room?"}));
    let refused = sockets[0].until("a refusal", |heard| heard.of_type("refused").next().cloned()).await;
    assert_eq!(refused["code"], json!("storage"));
    for _ in 0..2 {
        step(&sockets).await;
    }
}

#[tokio::test]
async fn nobody_has_more_sockets_than_anybody_needs() {
    let most = Most { person: 3, address: 6, table: usize::MAX };
    let house = House::with(|config| config.limits.sockets = most).await;
    let [anna, ben] = house.people(["Anna", "Ben"]).await;
    let id = anna.open(nim()).await;
    let mut open = vec![];
    for _ in 0..3 {
        open.push(anna.look(&id).await);
    }
    let message = turned_away(&anna, &id).await;
    assert!(message.starts_with("You have very many tables open"), "{message}");
    for person in [&ben, &ben, &house.stranger()] {
        open.push(person.look(&id).await);
    }
    let message = turned_away(&ben, &id).await;
    assert!(message.starts_with("Your address has very many"), "{message}");
    // A place is free again as soon as the server has noticed that its socket is closed.
    open.remove(0);
    let again = async {
        while anna.join(&id, "").await.is_err() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(crate::harness::PATIENCE, again).await.expect("there is a place again");
}

#[tokio::test]
async fn players_are_let_in_however_many_look_on() {
    let most = Most { person: usize::MAX, address: usize::MAX, table: 2 };
    let house = House::with(|config| config.limits.sockets = most).await;
    let (id, [anna, _], _sockets) = house.game(nim(), ["Anna", "Ben"]).await;
    let _watchers = [house.stranger().look(&id).await, house.stranger().look(&id).await];
    for watcher in &_watchers {
        watcher.state().await;
    }
    let third = house.stranger().look(&id).await;
    third.until_closed().await;
    assert_eq!(third.heard().of_type("refused").count(), 1);
    assert_eq!(anna.look(&id).await.state().await["seat"], json!(0));
}

#[tokio::test]
async fn however_many_sockets_somebody_has_they_say_no_more() {
    let house = House::with(|config| config.limits.chat.person = only(3.0)).await;
    let (id, [anna, _], sockets) = house.game(nim(), ["Anna", "Ben"]).await;
    let more = [anna.look(&id).await, anna.look(&id).await, anna.look(&id).await];
    for (number, socket) in more.iter().cycle().take(9).enumerate() {
        socket.say(json!({"type": "chat", "text": format!("line {number}")}));
    }
    for socket in &more {
        socket.settle().await;
    }
    sockets[1].say(json!({"type": "chat", "text": "I can still speak."}));
    sockets[1].until_chat("I can still speak.").await;
    let lines = sockets[1].heard().of_type("chat").filter(|line| line["from"] == "Anna").count();
    assert_eq!(lines, 3);
    let refused: usize = more.iter().map(|socket| socket.heard().of_type("refused").count()).sum();
    assert_eq!(refused, 6 + more.len(), "beside what was asked to settle");
    step(&sockets).await; // play goes on
}

#[tokio::test]
async fn whoever_has_stored_too_much_may_finish_the_game_and_no_more() {
    let house = House::with(|config| config.limits.bytes.person = only(8000.0)).await;
    let (_, [anna, _], sockets) = house.game(nim(), ["Anna", "Ben"]).await;
    for _ in 0..40 {
        sockets[0].say(json!({"type": "chat", "text": "x".repeat(250)}));
    }
    sockets[0].until("a refusal", |heard| heard.of_type("refused").next().cloned()).await;
    let message = anna.post("/api/tables", nim()).await.refused(Code::TooFast);
    assert!(message.contains("more to keep"), "{message}");
    for _ in 0..2 {
        step(&sockets).await;
    }
}

#[tokio::test]
async fn nobody_fills_the_lobby() {
    let house = House::with(|config| config.trust_proxy = true).await;
    let listed = json!({"game": "nim", "seats": ["me", "free"], "listed": true});
    let open = async |person: &Person, from: &str| {
        let headers = format!("{}X-Forwarded-For: {from}\r\n", person.headers());
        let bytes = request(house.address, "POST", "/api/tables", &headers, listed.to_string().as_bytes());
        let reply = Reply::parse(&exchange(house.address, &bytes).await.expect("an answer"));
        reply.expect("a whole answer").ok()["id"].as_str().expect("an id").to_string()
    };
    let [anna, ben] = house.people(["Anna", "Ben"]).await;
    let honest = [open(&anna, "192.0.2.1").await, open(&ben, "192.0.2.2").await];
    // Many people, all of them from one household.
    for number in 0..12 {
        let mallory = house.person(&format!("Mallory {number}")).await;
        for _ in 0..9 {
            open(&mallory, &format!("2001:db8::{number}")).await;
        }
    }
    let lobby = house.stranger().lobby().await;
    let open = lobby["open"].as_array().expect("a list");
    assert_eq!(open.len(), 100);
    for table in &honest {
        assert!(open.iter().any(|card| card["id"] == **table), "an honest table is not in the lobby");
    }
    let times: Vec<i64> = open.iter().map(|card| card["updated_at"].as_i64().expect("a time")).collect();
    assert!(times.is_sorted_by(|a, b| a >= b), "the newest first");
}

#[tokio::test]
async fn a_proxy_s_last_word_counts_and_one_that_cannot_be_read_is_refused() {
    let house = House::with(|config| {
        config.trust_proxy = true;
        config.limits.people = only(1.0);
    })
    .await;
    let ask = async |headers: &str| {
        let headers = format!("Content-Type: application/json\r\n{headers}");
        let bytes = request(house.address, "POST", "/api/me", &headers, br#"{"name":"Eve"}"#);
        Reply::parse(&exchange(house.address, &bytes).await.expect("an answer")).expect("a whole answer")
    };
    // What the caller has said in lines of its own comes before the proxy's.
    ask("X-Forwarded-For: 10.0.0.1\r\nX-Forwarded-For: 10.0.0.9\r\n").await.ok();
    ask("X-Forwarded-For: 10.0.0.2\r\nX-Forwarded-For: 10.0.0.9\r\n").await.refused(Code::TooFast);
    ask("X-Forwarded-For: 10.0.0.3, 10.0.0.8\r\n").await.ok();
    for unreadable in ["unknown", "10.0.0.1, ?", "127.0.0.1, \u{e4}"] {
        ask(&format!("X-Forwarded-For: {unreadable}\r\n")).await.refused(Code::Malformed);
    }
}

#[tokio::test]
async fn the_metrics_are_for_whoever_has_their_token() {
    let house = House::with(|config| config.metrics_token = Some("a token of the host's".into())).await;
    let ask = async |headers: &str| {
        let bytes = request(house.address, "GET", "/metrics", headers, b"");
        Reply::parse(&exchange(house.address, &bytes).await.expect("an answer")).expect("a whole answer")
    };
    // From this very machine, as a proxy on it would ask for anybody.
    ask("").await.refused(Code::ForeignOrigin);
    ask("Authorization: Bearer something else\r\n").await.refused(Code::ForeignOrigin);
    let reply = ask("Authorization: Bearer a token of the host's\r\n").await;
    assert!(reply.status == 200 && reply.text.contains("boxwood_tables"), "{reply:?}");
    let house = house.with_config(|config| config.metrics_token = None).await;
    house.stranger().get("/metrics").await.refused(Code::ForeignOrigin);
}

#[tokio::test]
async fn whoever_loses_the_key_loses_the_connection() {
    let house = House::open().await;
    let anna = house.person("Anna").await;
    let id = anna.open(nim()).await;
    let token = anna.post("/api/me/tokens", json!({"label": "a program"})).await.ok();
    let program = anna.with(Key::Token(token["token"].as_str().expect("a token").into()));
    let (device, program) = (anna.look(&id).await, program.look(&id).await);
    device.settle().await;
    program.settle().await;
    anna.delete(&format!("/api/me/tokens/{}", token["id"].as_str().expect("an id"))).await.ok();
    assert_eq!(program.until_closed().await, close::REVOKED);
    device.settle().await;
    assert_eq!(device.heard().closed, None, "the other key still holds");
}

#[tokio::test]
async fn pings_without_end_are_too_many_messages() {
    let house = House::with(|config| config.limits.messages = only(50.0)).await;
    let anna = house.person("Anna").await;
    let id = anna.open(nim()).await;
    let honest = anna.look(&id).await;
    honest.settle().await;
    for unasked in [Message::Ping(vec![1; 100].into()), Message::Pong(vec![1; 100].into())] {
        let mut client = anna.join(&id, "").await.expect("the table can be joined");
        for _ in 0..2000 {
            if futures_util::SinkExt::feed(&mut client.socket, unasked.clone()).await.is_err() {
                break;
            }
        }
        let _ = futures_util::SinkExt::flush(&mut client.socket).await; // it may be closed already
        while client.next().await.is_some() {}
        assert_eq!(client.closed, Some(close::TOO_FAST), "{unasked:?}");
    }
    honest.settle().await;
}

#[tokio::test]
async fn nothing_is_read_faster_than_is_allowed() {
    // Fragments with nothing in them are no message, however many there are; but they are bytes.
    let house = House::with(|config| {
        config.limits.incoming = Rate { burst: 2000.0, per_second: 20_000.0 };
    })
    .await;
    let anna = house.person("Anna").await;
    let id = anna.open(nim()).await;
    let mut client = anna.join(&id, "").await.expect("the table can be joined");
    let begun = std::time::Instant::now();
    // The first fragment of a text, then 2,000 that continue it with nothing, then the last one.
    let mut bytes = vec![0x01, 0x80, 0, 0, 0, 0];
    for _ in 0..2000 {
        bytes.extend([0x00, 0x80, 0, 0, 0, 0]);
    }
    bytes.extend([0x80, 0x80, 0, 0, 0, 0]);
    tokio::io::AsyncWriteExt::write_all(client.socket.get_mut(), &bytes).await.expect("it can be written");
    while client.next().await.expect("an answer")["type"] != "refused" {}
    // 12 kB at 20 kB a second; on a busy machine it takes longer still.
    assert!(begun.elapsed() >= Duration::from_millis(300), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_crowd_of_onlookers_hears_everything_once_and_in_order() {
    let house = House::open().await;
    let (id, _, sockets) = house.game(json!({"game": "othellino"}), ["Anna", "Ben"]).await;
    let mut crowd = vec![];
    for _ in 0..40 {
        crowd.push(house.stranger().look(&id).await);
    }
    for watcher in &crowd {
        watcher.state().await;
    }
    for round in 0..12 {
        step(&sockets).await;
        if round % 4 == 2 {
            // Some come in the middle of it, when the others may not have been shown the last state yet.
            crowd.push(house.stranger().look(&id).await);
        }
    }
    let last = sockets[0].state().await;
    let late = house.stranger().look(&id).await.state().await;
    for watcher in &crowd {
        let state = watcher.until_state("the last", |state| state["number"] == last["number"]).await;
        assert_eq!(state["scene"], late["scene"]);
        let heard = watcher.heard();
        let states: Vec<&Value> = heard.of_type("state").collect();
        let numbers: Vec<u64> = states.iter().filter_map(|state| state["number"].as_u64()).collect();
        assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
        let mut said: Vec<Value> = vec![];
        for state in states {
            if state["anew"] == true {
                said.clear();
            }
            said.extend(state["said"].as_array().expect("a list").iter().cloned());
        }
        assert_eq!(json!(said), late["said"]);
    }
    // All of them are counted in the end.
    sockets[0].until_table("the crowd", |table| table["watchers"] == crowd.len()).await;
}

#[tokio::test]
async fn who_comes_and_goes_in_a_crowd_is_told_together() {
    let house = House::open().await;
    let (id, _, sockets) = house.game(nim(), ["Anna", "Ben"]).await;
    let mut crowd = vec![];
    for _ in 0..150 {
        crowd.push(house.stranger().join(&id, "").await.expect("it can be joined"));
    }
    sockets[0].until_table("all are there", |table| table["watchers"] == 150).await;
    let told = sockets[0].heard().of_type("table").count();
    // One for each of the first, and then one for each half of a second; a slow machine takes some seconds.
    assert!(told < 110, "{told} times for 150 people");
    drop(crowd);
    sockets[0].until_table("all are gone", |table| table["watchers"] == 0).await;
    step(&sockets).await;
}
