//! Who somebody is: devices, links, programs, and a server that comes back.

use boxwood_protocol::Code;
use boxwood_server::secrets;
use boxwood_store::{Key as StoredKey, KeyKind, PersonId, Store};
use serde_json::{Value, json};

use crate::harness::{House, Key, chance, code, play_until, step};

#[tokio::test]
async fn a_name_is_all_it_takes_and_a_cookie_that_no_script_reads_keeps_it() {
    let house = House::open().await;
    house.stranger().get("/api/me").await.is_nobody();
    let reply = house.stranger().post("/api/me", json!({"name": "  Anna \u{200b} "})).await;
    assert_eq!(reply.ok()["name"], json!("Anna"));
    let cookie = reply.headers["set-cookie"].to_str().unwrap();
    for part in ["boxwood=", "HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="] {
        assert!(cookie.contains(part), "{cookie} has no {part}");
    }
    assert!(!cookie.contains("Secure"), "there is no HTTPS here");
    let anna = house.person("Anna").await;
    assert_eq!(anna.get("/api/me").await.ok(), json!({"id": anna.id, "name": "Anna"}));
    for wrong in ["boxwood=", "boxwood=nobody", "other=1"] {
        anna.with(Key::Cookie(wrong.into())).get("/api/me").await.is_nobody();
    }
    for wrong in ["", " ", "\u{202e}", "a name that is much too long to read"] {
        house.stranger().post("/api/me", json!({"name": wrong})).await.refused(Code::BadSetting);
    }
}

#[tokio::test]
async fn behind_https_the_cookie_stays_there() {
    let house = House::with(|config| config.public_url = Some("https://games.example".into())).await;
    let reply = house.stranger().post("/api/me", json!({"name": "Anna"})).await;
    assert!(reply.headers["set-cookie"].to_str().unwrap().contains("; Secure"));
}

#[tokio::test]
async fn another_name_is_the_same_person() {
    let house = House::open().await;
    let anna = house.person("Anna").await;
    let old = anna.open(json!({"game": "nim", "seats": ["me", "free"]})).await;
    let reply = anna.post("/api/me", json!({"name": "Anne"})).await;
    assert_eq!(reply.ok(), json!({"id": anna.id, "name": "Anne"}));
    assert!(reply.headers.get("set-cookie").is_none(), "the device has a key already");
    assert_eq!(anna.get("/api/me").await.ok()["name"], json!("Anne"));
    assert_eq!(anna.table(&old).await["seats"][0]["name"], json!("Anna"), "at a table one keeps the name");
    assert_eq!(anna.table(&old).await["seats"][0]["yours"], json!(true));
    let new = anna.open(json!({"game": "nim", "seats": ["me", "free"]})).await;
    assert_eq!(anna.table(&new).await["seats"][0]["name"], json!("Anne"));
}

#[tokio::test]
async fn a_link_makes_a_second_device_the_same_person_once() {
    let house = House::open().await;
    let anna = house.person("Anna").await;
    let link = anna.post("/api/me/links", json!({})).await.ok();
    let code = link["code"].as_str().unwrap();
    assert_eq!(link["url"], json!(format!("http://{}/link/{code}", house.address)));
    // The code in it is no key.
    for key in [Key::Token(code.into()), Key::Cookie(format!("boxwood={code}"))] {
        anna.with(key).get("/api/me").await.is_nobody();
    }
    let path = format!("/api/me/links/{code}");
    let picture = house.stranger().get(&format!("{path}/qr.svg")).await;
    assert_eq!((picture.status, picture.text.contains("<svg")), (200, true), "{}", picture.text);
    let reply = house.stranger().post(&path, json!({})).await;
    assert_eq!(reply.ok(), json!({"id": anna.id, "name": "Anna"}));
    let cookie = reply.headers["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_string();
    let phone = anna.with(Key::Cookie(cookie));
    assert_eq!(phone.get("/api/me").await.ok()["id"], json!(anna.id));
    house.stranger().post(&path, json!({})).await.refused(Code::NotFound);
    house.stranger().get(&format!("{path}/qr.svg")).await.refused(Code::NotFound);
    house.stranger().post("/api/me/links/guessed", json!({})).await.refused(Code::NotFound);
    house.stranger().post("/api/me/links", json!({})).await.refused(Code::Unknown);
    anna.get("/api/me").await.ok();
}

#[tokio::test]
async fn a_link_works_for_a_while_only() {
    let house = House::open().await;
    let anna = house.person("Anna").await;
    let person: PersonId = anna.id.parse().unwrap();
    let house = house
        .reopen_after(async move |file| {
            let store = Store::open(&file).await.unwrap();
            let now = i64::try_from(std::time::UNIX_EPOCH.elapsed().unwrap().as_millis()).unwrap();
            for (code, expires_at) in [("too-old", now - 1), ("still-good", now + 60_000)] {
                let key = StoredKey {
                    hash: secrets::hash(code),
                    person: person.clone(),
                    kind: KeyKind::Link,
                    label: String::new(),
                    made_at: now - 600_000,
                    expires_at: Some(expires_at),
                };
                store.add_key(&key).await.unwrap();
            }
            store.close().await;
        })
        .await;
    house.stranger().post("/api/me/links/too-old", json!({})).await.refused(Code::NotFound);
    house.stranger().post("/api/me/links/still-good", json!({})).await.ok();
}

#[tokio::test]
async fn a_program_acts_for_a_person_until_its_token_is_revoked() {
    let house = House::open().await;
    let [anna, ben] = house.people(["Anna", "Ben"]).await;
    let made = anna.post("/api/me/tokens", json!({"label": "my bot\n"})).await.ok();
    assert_eq!((&made["label"], &made["program"]), (&json!("my bot"), &json!(true)));
    let program = anna.with(Key::Token(made["token"].as_str().unwrap().into()));
    assert_eq!(program.get("/api/me").await.ok()["id"], json!(anna.id));

    let listed = anna.get("/api/me/tokens").await;
    assert!(!listed.text.contains(made["token"].as_str().unwrap()), "it is told only once");
    let listed = listed.ok();
    let kinds: Vec<&Value> = listed.as_array().unwrap().iter().map(|token| &token["program"]).collect();
    assert_eq!(kinds.len(), 2, "a device and a program");
    assert!(listed.as_array().unwrap().iter().any(|token| token["id"] == made["id"]));

    // It opens a table and plays.
    let table = json!({"game": "nim", "seats": ["me", {"guest": "Other"}], "options": {"heaps": "3-4-5"}, "start": true});
    let id = program.open(table).await;
    let sockets = [program.look_as(&id, 0).await, program.look_as(&id, 1).await];
    step(&sockets).await;

    let path = format!("/api/me/tokens/{}", made["id"].as_str().unwrap());
    ben.delete(&path).await.refused(Code::NotFound);
    program.get("/api/me").await.ok();
    assert_eq!(anna.delete(&path).await.ok(), json!(true));
    program.get("/api/me").await.is_nobody();
    program.post("/api/tables", json!({"game": "nim", "seats": ["me", "free"]})).await.refused(Code::Unknown);
    assert_eq!(program.look(&id).await.state().await["seat"], json!(null), "it is nobody now");
    anna.delete(&path).await.refused(Code::NotFound);
    anna.get("/api/me").await.ok();
}

#[tokio::test]
async fn a_person_has_fifty_keys_at_most() {
    let house = House::open().await;
    let anna = house.person("Anna").await;
    for key in 1..50 {
        anna.post("/api/me/tokens", json!({"label": format!("program {key}")})).await.ok();
    }
    anna.post("/api/me/tokens", json!({"label": "one more"})).await.refused(Code::TooFast);
    anna.post("/api/me/links", json!({})).await.refused(Code::TooFast);
}

#[tokio::test]
async fn a_seat_belongs_to_the_person_and_survives_the_connection() {
    let house = House::open().await;
    let (id, people, sockets) = house.game(json!({"game": "liars-cards"}), ["Anna", "Ben"]).await;
    let before = sockets[1].state().await;
    drop(sockets);
    let again = people[1].look(&id).await;
    let after = again.state().await;
    for part in ["seat", "scene", "offers", "said", "version", "undo"] {
        assert_eq!(after[part], before[part], "{part}");
    }
}

#[tokio::test]
async fn two_devices_of_one_person_see_and_play_the_same_seat() {
    let house = House::open().await;
    let (id, people, sockets) = house.game(json!({"game": "liars-cards"}), ["Anna", "Ben"]).await;
    let phone = people[0].second_device().await.look(&id).await;
    let (mut rng, both) = (chance(3), [&phone, &sockets[1]]);
    // The phone plays, the laptop looks.
    play_until(&both, &mut rng, |state| state["version"].as_u64() >= Some(6)).await;
    let number = phone.state().await["number"].as_u64().unwrap();
    sockets[0].state_at(number).await;
    let (laptop, phone_heard) = (sockets[0].heard(), phone.heard());
    let on = |heard: &crate::harness::Heard| -> Vec<String> {
        heard.of_type("state").skip(1).map(Value::to_string).collect()
    };
    assert_eq!(on(&laptop), on(&phone_heard), "byte for byte, after what each saw first");
    assert_eq!(laptop.state()["seat"], json!(0));
    drop((laptop, phone_heard));
    let watchers = phone.heard().table()["watchers"].clone();
    assert_eq!(watchers, json!(0), "a second device of a player does not look on");
    // Then the laptop plays.
    play_until(&[&sockets[0], &sockets[1]], &mut rng, |state| state["version"].as_u64() >= Some(9)).await;
}

#[tokio::test]
async fn everything_goes_on_after_the_server_was_stopped() {
    let house = House::open().await;
    let (id, people, sockets) = house.game(json!({"game": "liars-cards"}), ["Anna", "Ben", "Cleo"]).await;
    let [anna, ben, cleo] = &sockets;
    play_until(&[anna, ben, cleo], &mut chance(4), |state| state["version"].as_u64() >= Some(7)).await;
    anna.say(json!({"type": "chat", "text": "Back in a minute"}));
    for socket in &sockets {
        socket.until_chat("Back in a minute").await;
    }
    ben.wish(json!({"pace": {"pace": "mail"}})).await.unwrap();
    anna.agree(true).await.unwrap();
    let mut before = vec![];
    for (seat, person) in people.iter().enumerate() {
        before.push((person.table(&id).await, person.look_as(&id, seat).await.state().await));
    }
    let lines =
        |socket: &crate::harness::Socket| -> Vec<Value> { socket.heard().of_type("chat").cloned().collect() };
    let said = lines(anna);

    let house = house.reopen().await;
    for socket in &sockets {
        assert_eq!(socket.until_closed().await, 1001, "the server says that it stops");
    }
    let people: Vec<_> = people.iter().map(|person| person.at(&house)).collect();
    let mut sockets = vec![];
    for (seat, person) in people.iter().enumerate() {
        let (mut table, state) = (person.table(&id).await, person.look_as(&id, seat).await.state().await);
        // Who is connected is not kept, everything else is.
        let mut then = before[seat].0.clone();
        for part in ["seats", "watchers"] {
            let (now, then) = (table[part].take(), then[part].take());
            assert_eq!(without_presence(now), without_presence(then), "{part}");
        }
        assert_eq!(table, then);
        assert_eq!(state, before[seat].1);
        assert_eq!(table["question"]["waiting"], json!([2]));
        sockets.push(person.look_as(&id, seat).await);
    }
    sockets[0].state().await;
    assert_eq!(lines(&sockets[0]), said);
    // The question is still open, and the game goes on.
    sockets[2].agree(true).await.unwrap();
    assert_eq!(people[0].table(&id).await["settings"]["pace"], json!("mail"));
    let all: Vec<&crate::harness::Socket> = sockets.iter().collect();
    play_until(&all, &mut chance(5), |state| state["version"].as_u64() >= Some(12)).await;
    assert_eq!(
        code(sockets[2].ask(json!({"type": "answer", "question": 1, "agree": true})).await),
        Code::NoQuestion
    );
}

fn without_presence(mut part: Value) -> Value {
    match part.as_array_mut() {
        Some(seats) => seats.iter_mut().for_each(|seat| seat["here"] = json!(null)),
        None => part = json!(null),
    }
    part
}

#[tokio::test]
async fn a_table_nobody_looks_at_leaves_the_memory_and_comes_back() {
    let house = House::with(|config| config.idle = std::time::Duration::from_millis(1)).await;
    let (id, people, sockets) = house.game(json!({"game": "othellino"}), ["Anna", "Ben"]).await;
    step(&sockets).await;
    let before = sockets[0].state().await;
    drop(sockets);
    // Asking for the health wakes no table.
    let in_memory = async || house.stranger().get("/health").await.ok()["tables"].clone();
    let forgotten = async {
        while in_memory().await != json!(0) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(crate::harness::PATIENCE, forgotten).await.expect("it is forgotten");
    let after = people[0].look(&id).await.state().await;
    for part in ["number", "version", "scene", "offers", "undo"] {
        assert_eq!(after[part], before[part], "{part}");
    }
}

#[tokio::test]
async fn bots_go_on_by_themselves_after_a_restart_where_somebody_waits_for_them() {
    let pause = std::time::Duration::from_secs(3600);
    let house = House::with(|config| config.bot_pause = pause).await;
    let anna = house.person("Anna").await;
    let seats = json!(["me", {"bot": "random"}, {"bot": "random"}, {"bot": "random"}]);
    let id = anna.open(json!({"game": "gold-mine", "seats": seats, "start": true})).await;
    assert_eq!(anna.review(&id, "").await.ok()["last"], json!(0), "the bots have not begun to think");
    let house = house.with_config(|config| config.bot_pause = std::time::Duration::ZERO).await;
    let last = async || anna.at(&house).review(&id, "").await.ok()["last"].clone();
    let moved = async {
        while last().await != json!(3) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(crate::harness::PATIENCE, moved)
        .await
        .expect("all three have chosen, and nobody looked");
}
