//! What nobody is told: the shuffle while it matters, keys, and what others have chosen.

use std::collections::BTreeSet;

use boxwood_protocol::TableRecord;
use serde_json::{Value, json};

use crate::harness::{House, Key, Person, Socket, chance, play_out, play_until};

/// Everything that somebody has received so far, as one text.
fn received(person: &Person) -> String {
    person.received.lock().unwrap().join("\n")
}

#[tokio::test]
async fn nobody_receives_the_shuffle_before_the_end_or_anybody_else_s_keys_ever() {
    for (seed, game) in [
        (1, json!({"game": "liars-cards"})),
        (2, json!({"game": "cambio", "options": {"pace": "turns", "max_rounds": 1}})),
    ] {
        let house = House::open().await;
        let (id, people, sockets) = house.game(game, ["Anna", "Ben", "Cleo"]).await;
        let stranger = house.stranger();
        let watcher = stranger.look(&id).await;
        watcher.state().await;
        let all: Vec<&Socket> = sockets.iter().collect();
        play_until(&all, &mut chance(seed), |state| state["version"].as_u64() >= Some(6)).await;
        for (seat, person) in people.iter().enumerate() {
            person.review(&id, &format!("as={seat}&count=100")).await;
            person.record(&id).await;
            person.table(&id).await;
            person.lobby().await;
            sockets[seat].say(json!({"type": "refresh"}));
            sockets[seat].settle().await;
        }
        let is_running = watcher.heard().table()["stage"] == "running";
        assert!(is_running, "there is something left to hide");
        let before: Vec<String> = people.iter().chain([&stranger]).map(received).collect();

        play_out(&all, &mut chance(seed)).await;
        let record: TableRecord = serde_json::from_value(people[0].record(&id).await.ok()).unwrap();
        let secret = record.fairness.secret.unwrap();
        let seed = serde_json::to_value(record.record.seed).unwrap();
        let seed = seed.as_str().expect("a seed is text");
        for text in &before {
            assert!(!text.contains(&secret) && !text.contains("\"secret\"") && !text.contains(seed));
        }
        for (one, person) in people.iter().chain([&stranger]).enumerate() {
            let text = received(person);
            for (other, somebody) in people.iter().enumerate() {
                let Some(Key::Cookie(cookie)) = &somebody.key else { unreachable!("they have devices") };
                assert!(!text.contains(cookie.strip_prefix("boxwood=").unwrap()), "keys are in headers only");
                assert!(one == other || !text.contains(&somebody.id), "{one} is told the id of {other}");
            }
        }
    }
}

#[tokio::test]
async fn messages_have_no_other_parts_than_those_that_are_promised() {
    let house = House::open().await;
    let (_, _, sockets) = house.game(json!({"game": "liars-cards"}), ["Anna", "Ben"]).await;
    play_until(&[&sockets[0], &sockets[1]], &mut chance(3), |state| state["version"].as_u64() >= Some(5))
        .await;
    let parts =
        |message: &Value| -> BTreeSet<String> { message.as_object().unwrap().keys().cloned().collect() };
    let names =
        |names: &[&str]| -> BTreeSet<String> { names.iter().map(|name| (*name).to_string()).collect() };
    let state = names(&[
        "type", "number", "version", "seat", "scene", "offers", "more", "said", "anew", "active", "clocks",
        "think_ms", "held", "forced", "undo", "outcome",
    ]);
    let table = names(&[
        "type", "id", "title", "settings", "stage", "seats", "host", "watchers", "number", "fairness",
    ]);
    for socket in &sockets {
        let heard = socket.heard();
        let mut without_moments = heard.of_type("state").map(parts);
        // What should be seen on the way is there only where there is something.
        assert!(without_moments.all(|parts| parts == state || parts == &state | &names(&["moments"])));
        assert!(heard.of_type("table").all(|message| parts(message) == table));
        let kinds: BTreeSet<&str> =
            heard.messages.iter().map(|message| message["type"].as_str().unwrap()).collect();
        assert!(kinds.is_subset(&["table", "state", "chat", "done", "refused"].into()), "{kinds:?}");
    }
}

#[tokio::test]
async fn what_somebody_chose_at_once_with_others_is_in_no_byte_before_all_have_chosen() {
    let house = House::open().await;
    let (id, people, _) = house.game(json!({"game": "gold-mine"}), ["Anna", "Ben"]).await;
    // The same table with the same shuffle twice: only what Anna chooses differs.
    let (house, one) = house.reopen_with_copy(&id, |_, _| {}).await;
    let (house, other) = house.reopen_with_copy(&id, |_, _| {}).await;
    let [anna, ben] = people.map(|person| person.at(&house));
    let mut heard = vec![];
    for (table, action) in [(&one, "stay"), (&other, "run")] {
        let [anna, ben, watcher] =
            [anna.look(table).await, ben.look(table).await, house.stranger().look(table).await];
        ben.state().await;
        watcher.state().await;
        let done = anna.act(&json!(action)).await.unwrap();
        let states = async |socket: &Socket| -> Vec<String> {
            socket.state_at(done).await;
            socket.heard().of_type("state").map(Value::to_string).collect()
        };
        heard.push([states(&anna).await, states(&ben).await, states(&watcher).await]);
    }
    assert_ne!(heard[0][0], heard[1][0], "she knows what she chose");
    assert_eq!(heard[0][1], heard[1][1], "the other player does not");
    assert_eq!(heard[0][2], heard[1][2], "nor does anybody who looks on");
}
