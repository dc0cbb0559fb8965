//! Looking again: step by step, as a record, and once more as a rematch.

use boxwood_protocol::{Code, TableRecord};
use serde_json::{Value, json};

use crate::harness::{Heard, House, Person, chance, code, play_out, play_until};

/// All steps of a game as seen from there.
async fn steps(person: &Person, table: &str, eye: &str) -> Vec<Value> {
    let mut steps: Vec<Value> = vec![];
    loop {
        let part = person.review(table, &format!("as={eye}&from={}&count=100", steps.len())).await.ok();
        let eye: Value = serde_json::from_str(eye).unwrap_or_else(|_| json!(eye));
        assert_eq!(part["eye"], eye);
        let part_steps = part["steps"].as_array().unwrap();
        assert!(!part_steps.is_empty() && part_steps.len() <= 100);
        steps.extend(part_steps.iter().cloned());
        if steps.len() as u64 > part["last"].as_u64().unwrap() {
            return steps;
        }
    }
}

/// Compares what was seen live, version by version, with what a review shows.
fn assert_same(heard: &Heard, steps: &[Value], what: &str) {
    let mut said: Vec<&Value> = vec![];
    let mut versions = 0;
    for state in heard.of_type("state") {
        let step = &steps[state["version"].as_u64().unwrap() as usize];
        assert_eq!(
            state["scene"].to_string(),
            step["scene"].to_string(),
            "{what}, version {}",
            state["version"]
        );
        if state["anew"] == true {
            said.clear();
        }
        said.extend(state["said"].as_array().unwrap());
        versions += 1;
    }
    assert_eq!(versions, steps.len(), "{what}: each version was seen once");
    let told: Vec<&Value> = steps.iter().flat_map(|step| step["said"].as_array().unwrap()).collect();
    assert_eq!(said, told, "{what}");
}

#[tokio::test]
async fn a_review_shows_every_seat_exactly_what_it_saw() {
    for (seed, game) in [
        (1, json!({"game": "liars-cards"})),
        (2, json!({"game": "gold-mine"})),
        (3, json!({"game": "flower-garden"})),
    ] {
        let house = House::open().await;
        let (id, people, sockets) = house.game(game.clone(), ["Anna", "Ben", "Cleo"]).await;
        let watcher = house.stranger().look(&id).await;
        watcher.state().await;
        play_out(&[&sockets[0], &sockets[1], &sockets[2]], &mut chance(seed)).await;
        let stranger = house.stranger();
        for (seat, socket) in sockets.iter().enumerate() {
            socket.until_table("the end", |table| table["stage"] == "over").await;
            // When it is over, everybody may look from everywhere.
            for person in [&people[seat], &people[(seat + 1) % 3], &stranger] {
                let steps = steps(person, &id, &seat.to_string()).await;
                assert_same(&socket.heard(), &steps, &format!("{game} seat {seat}"));
            }
        }
        watcher.until_table("the end", |table| table["stage"] == "over").await;
        let seen = steps(&stranger, &id, "spectator").await;
        assert_same(&watcher.heard(), &seen, "a spectator");
        let open = steps(&stranger, &id, "open").await;
        assert_eq!(open.last().unwrap()["outcome"], watcher.state().await["outcome"]);
        assert!(open[..open.len() - 1].iter().all(|step| step["outcome"].is_null()));
    }
}

#[tokio::test]
async fn an_open_review_shows_what_was_hidden() {
    let house = House::open().await;
    let (id, people, sockets) = house.game(json!({"game": "liars-cards"}), ["Anna", "Ben"]).await;
    play_out(&[&sockets[0], &sockets[1]], &mut chance(4)).await;
    let view = async |eye: &str| {
        people[0].review(&id, &format!("as={eye}")).await.ok()["steps"][0]["scene"].to_string()
    };
    let all = [view("0").await, view("1").await, view("spectator").await, view("open").await];
    for (one, scene) in all.iter().enumerate() {
        for other in &all[one + 1..] {
            assert_ne!(scene, other, "everybody sees something else in the beginning");
        }
    }
}

#[tokio::test]
async fn while_a_game_runs_one_looks_from_the_own_seat_only() {
    let house = House::open().await;
    let (id, people, sockets) = house.game(json!({"game": "liars-cards"}), ["Anna", "Ben"]).await;
    play_until(&[&sockets[0], &sockets[1]], &mut chance(5), |state| state["version"].as_u64() >= Some(5))
        .await;
    let (anna, stranger) = (&people[0], house.stranger());
    for (person, eye, is_allowed) in [
        (anna, "0", true),
        (anna, "1", false),
        (anna, "open", false),
        (anna, "spectator", true),
        (&people[1], "0", false),
        (&people[1], "1", true),
        (&stranger, "0", false),
        (&stranger, "open", false),
        (&stranger, "spectator", true),
    ] {
        let reply = person.review(&id, &format!("as={eye}")).await;
        if is_allowed {
            reply.ok();
        } else {
            reply.refused(Code::WrongStage);
        }
    }
    assert_eq!(anna.review(&id, "").await.ok()["eye"], json!(0), "the own seat, if nothing else is said");
    assert_eq!(stranger.review(&id, "").await.ok()["eye"], json!("spectator"));
    let number = sockets[0].state().await["number"].as_u64().unwrap();
    for socket in &sockets {
        socket.state_at(number).await;
    }
    let so_far = steps(&people[1], &id, "1").await;
    assert_same(&sockets[1].heard(), &so_far, "so far");
    for (query, expected) in [
        ("as=2", Code::NoSuchSeat),
        ("as=nobody", Code::NoSuchSeat),
        ("from=1000000", Code::NotFound),
        ("from=x", Code::Malformed),
        ("from=-1", Code::Malformed),
        ("back=1", Code::Malformed),
    ] {
        anna.review(&id, query).await.refused(expected);
    }
    let waiting = anna.open(json!({"game": "nim", "seats": ["me", "free"]})).await;
    anna.review(&waiting, "").await.refused(Code::WrongStage);
}

#[tokio::test]
async fn a_review_forgets_what_was_taken_back() {
    let house = House::open().await;
    let (id, people, sockets) = house.game(json!({"game": "othellino"}), ["Anna", "Ben"]).await;
    let who = crate::harness::step(&sockets).await;
    sockets[who].wish(json!("undo")).await.unwrap();
    let offers = sockets[who].state().await["offers"].clone();
    let other = offers.as_array().unwrap().last().unwrap()["action"].clone();
    sockets[who].act(&other).await.unwrap();
    let scene = sockets[who].state().await["scene"].clone();
    let steps = steps(&people[who], &id, &who.to_string()).await;
    assert_eq!(steps.len(), 2);
    assert_eq!(steps[1]["scene"], scene);
}

#[tokio::test]
async fn a_record_is_whole_and_proves_the_shuffle() {
    let house = House::open().await;
    let people = house.people(["Anna", "Ben"]).await;
    let table = json!({"game": "liars-cards", "seats": ["me", "free"], "luck": "four-leaf clover"});
    let id = people[0].open(table).await;
    let fairness = house.stranger().table(&id).await["fairness"].clone();
    assert_eq!(fairness["commitment"].as_str().unwrap().len(), 64, "before anybody else sits down");
    people[1].seat(&id, 1, json!({"do": "sit", "luck": "horse shoe"})).await.ok();
    people[0].record(&id).await.refused(Code::WrongStage);
    people[0].start(&id).await.ok();
    people[0].record(&id).await.refused(Code::WrongStage);
    let sockets = [people[0].look(&id).await, people[1].look(&id).await];
    play_until(&[&sockets[0], &sockets[1]], &mut chance(6), |state| state["version"] == 3).await;
    people[0].record(&id).await.refused(Code::WrongStage);
    play_out(&[&sockets[0], &sockets[1]], &mut chance(7)).await;

    let record: TableRecord = serde_json::from_value(house.stranger().record(&id).await.ok()).unwrap();
    assert_eq!((record.table, record.names), (id.clone(), vec!["Anna".into(), "Ben".into()]));
    assert!(record.played.0 <= record.played.1);
    assert_eq!(json!(record.fairness.commitment), fairness["commitment"]);
    assert_eq!(record.fairness.luck, ["four-leaf clover", "horse shoe"]);
    assert!(boxwood_fair::verify_shuffle(&record.fairness, record.record.seed).is_ok());
    let mut forged = record.fairness.clone();
    forged.luck[1] = "horseshoe".into();
    assert!(boxwood_fair::verify_shuffle(&forged, record.record.seed).is_err());
    let game = boxwood_games::find(&record.record.game).unwrap();
    let replayed = game.replay(&record.record).unwrap();
    assert_eq!(replayed.outcome(), record.outcome);
    let table = people[0].table(&id).await;
    assert_eq!(table["fairness"]["secret"], json!(record.fairness.secret));
    // A server that has forgotten the table gives the same record.
    let house = house.reopen().await;
    let again: TableRecord = serde_json::from_value(house.stranger().record(&id).await.ok()).unwrap();
    assert_eq!((again.record, again.outcome), (record.record, record.outcome));
}

#[tokio::test]
async fn a_rematch_moves_everybody_on_by_one_seat_and_goes_on() {
    let house = House::open().await;
    let game = json!({"game": "gold-mine", "options": {"deck": "reshuffle"}});
    let (id, people, sockets) = house.game(game, ["Anna", "Ben", "Cleo"]).await;
    assert_eq!(code(sockets[0].wish(json!("rematch")).await), Code::WrongStage);
    play_out(&[&sockets[0], &sockets[1], &sockets[2]], &mut chance(8)).await;
    sockets[1].wish(json!("rematch")).await.unwrap();
    sockets[2].agree(true).await.unwrap();
    assert_eq!(people[0].table(&id).await["next"], json!(null), "one has not answered");
    sockets[0].agree(true).await.unwrap();
    let mut next = String::new();
    for socket in &sockets {
        let table = socket.until_table("the rematch", |table| table["next"].is_string()).await;
        assert_eq!(table["question"], json!(null));
        next = table["next"].as_str().unwrap().to_string();
    }
    let (old, new) = (people[0].table(&id).await, people[0].table(&next).await);
    let names: Vec<&Value> = new["seats"].as_array().unwrap().iter().map(|seat| &seat["name"]).collect();
    assert_eq!(names, ["Ben", "Cleo", "Anna"]);
    assert_eq!((&new["stage"], &new["settings"]), (&json!("running"), &old["settings"]));
    assert_ne!(new["fairness"]["commitment"], old["fairness"]["commitment"], "another shuffle");
    assert_eq!(new["host"], json!(true));
    assert_eq!(code(sockets[0].wish(json!("rematch")).await), Code::WrongStage, "there is one already");

    let sockets = [people[1].look(&next).await, people[2].look(&next).await, people[0].look(&next).await];
    for (seat, socket) in sockets.iter().enumerate() {
        assert_eq!(socket.state().await["seat"], json!(seat));
    }
    play_out(&[&sockets[0], &sockets[1], &sockets[2]], &mut chance(9)).await;
    let record: TableRecord = serde_json::from_value(people[0].record(&next).await.ok()).unwrap();
    assert!(boxwood_fair::verify_shuffle(&record.fairness, record.record.seed).is_ok());
}

#[tokio::test]
async fn against_bots_a_rematch_begins_at_once() {
    let house = House::open().await;
    let anna = house.person("Anna").await;
    let id = anna.open(json!({"game": "nim", "seats": ["me", {"bot": "random"}], "start": true})).await;
    let socket = anna.look(&id).await;
    play_out(&[&socket], &mut chance(10)).await;
    socket.wish(json!("rematch")).await.unwrap();
    let next = socket.until_table("the rematch", |table| table["next"].is_string()).await["next"].clone();
    let table = anna.table(next.as_str().unwrap()).await;
    assert_eq!((&table["seats"][0]["bot"], &table["seats"][1]["name"]), (&json!("random"), &json!("Anna")));
    play_out(&[&anna.look(next.as_str().unwrap()).await], &mut chance(11)).await;
}

#[tokio::test]
async fn a_rematch_is_played_at_the_pace_of_the_table() {
    let house = House::open().await;
    let (id, people, sockets) = house
        .game(json!({"game": "cambio", "options": {"max_rounds": 1}, "pace": "mail"}), ["Anna", "Ben"])
        .await;
    play_out(&[&sockets[0], &sockets[1]], &mut chance(12)).await;
    sockets[0].wish(json!("rematch")).await.unwrap();
    sockets[1].agree(true).await.unwrap();
    let next = sockets[0].until_table("the rematch", |table| table["next"].is_string()).await["next"].clone();
    let table = people[0].table(next.as_str().unwrap()).await;
    assert_eq!(table["settings"], people[0].table(&id).await["settings"]);
    assert_eq!(table["settings"]["options"]["pace"], json!("turns"));
}

#[tokio::test]
async fn in_a_game_of_memory_nobody_looks_back_while_it_runs() {
    let house = House::open().await;
    let table = json!({"game": "cambio", "options": {"initial_peek_s": 60, "window_s": 60}});
    let (id, people, sockets) = house.game(table, ["Anna", "Ben"]).await;
    let peeked = sockets[0].state().await["scene"].clone();
    for seat in 0..2 {
        let done = sockets[seat].act(&json!("done")).await.unwrap();
        for socket in &sockets {
            socket.state_at(done).await;
        }
    }
    for eye in ["0", "spectator"] {
        let review = people[0].review(&id, &format!("as={eye}&count=100")).await.ok();
        let steps = review["steps"].as_array().unwrap();
        assert_eq!(steps.len(), 3);
        for step in steps {
            assert_eq!(step["scene"], steps[2]["scene"], "step {}", step["step"]);
        }
        assert_ne!(steps[0]["scene"], peeked, "what she saw is for her to remember");
    }
}
