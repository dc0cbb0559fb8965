//! Tables: opened, listed, sat down at, played at, left, and talked at.

use boxwood_protocol::Code;
use serde_json::{Value, json};

use crate::harness::{House, Key, Person, chance, code, play_out, play_until};

/// A table for two where the first seat is the opener's.
fn nim() -> Value {
    json!({"game": "nim", "seats": ["me", "free"], "options": {"heaps": "3-4-5"}})
}

fn names(table: &Value) -> Vec<&str> {
    let seats = table["seats"].as_array().expect("seats");
    seats.iter().map(|seat| seat["name"].as_str().expect("a name")).collect()
}

#[tokio::test]
async fn a_table_is_opened_with_options_that_everybody_reads() {
    let house = House::open().await;
    let anna = house.person("Anna").await;
    let id = anna.open(nim()).await;
    let table = house.stranger().table(&id).await;
    assert_eq!(table["settings"]["options"], json!({"heaps": "3-4-5"}));
    assert_eq!((&table["title"], &table["stage"]), (&json!("Nim"), &json!("waiting")));
    assert_eq!(names(&table), ["Anna", ""]);
    assert_eq!((&table["host"], &table["seats"][0]["yours"]), (&json!(false), &json!(false)));
    let own = anna.table(&id).await;
    assert_eq!((&own["host"], &own["seats"][0]["yours"]), (&json!(true), &json!(true)));
}

#[tokio::test]
async fn bad_settings_are_refused_in_a_sentence_that_says_what_would_be_right() {
    let house = House::open().await;
    let anna = house.person("Anna").await;
    for (table, expected, hint) in [
        (
            json!({"game": "nim", "seats": ["me", "free"], "options": {"heaps": "9-9-9"}}),
            Code::BadOptions,
            "3-4-5",
        ),
        (
            json!({"game": "nim", "seats": ["me", "free"], "options": {"heap": "random"}}),
            Code::BadOptions,
            "heaps",
        ),
        (
            json!({"game": "nim", "seats": ["me", "free"], "options": {"max_heaps": 21}}),
            Code::BadOptions,
            "20",
        ),
        (json!({"game": "nim", "seats": ["me", "free", "free"]}), Code::BadOptions, "2 players"),
        (json!({"game": "nim", "seats": []}), Code::BadOptions, "2 players"),
        (json!({"game": "chess", "seats": ["me", "free"]}), Code::NotFound, "chess"),
        (json!({"game": "nim", "seats": ["me", {"guest": "   "}]}), Code::BadSetting, "24"),
        (json!({"game": "nim", "seats": ["me", {"guest": "x".repeat(25)}]}), Code::BadSetting, "24"),
        (json!({"game": "nim", "seats": ["me", {"bot": "godlike"}]}), Code::Malformed, "godlike"),
        (json!({"game": "nim", "seats": ["me", "free"], "luck": "x".repeat(65)}), Code::BadSetting, "64"),
        (json!({"game": "nim", "seats": ["me", "free"], "prize": 1}), Code::Malformed, "prize"),
        (
            json!({"game": "nim", "seats": ["me", "free"], "start": true}),
            Code::WrongStage,
            "1 seat is still free",
        ),
    ] {
        let message = anna.post("/api/tables", table.clone()).await.refused(expected);
        assert!(message.contains(hint), "{table} is refused with {message:?}, without {hint:?}");
    }
    assert_eq!(anna.lobby().await["mine"], json!([]), "nothing was opened");
}

#[tokio::test]
async fn whoever_has_no_name_is_asked_for_one() {
    let house = House::open().await;
    let stranger = house.stranger();
    stranger.post("/api/tables", nim()).await.refused(Code::Unknown);
    let id = house.person("Anna").await.open(nim()).await;
    stranger.sit(&id, 1).await.refused(Code::Unknown);
    stranger.start(&id).await.refused(Code::Unknown);
    assert_eq!(stranger.lobby().await["mine"], json!([]));
}

#[tokio::test]
async fn the_lobby_lists_open_tables_to_all_and_private_ones_to_those_who_sit_there() {
    let house = House::open().await;
    let [anna, ben, cleo] = house.people(["Anna", "Ben", "Cleo"]).await;
    let private = anna.open(nim()).await;
    let listed = anna.open(json!({"game": "othellino", "seats": ["me", "free"], "listed": true})).await;
    ben.sit(&private, 1).await.ok();

    let ids = |list: &Value| -> Vec<String> {
        let mut ids: Vec<String> =
            list.as_array().unwrap().iter().map(|card| card["id"].as_str().unwrap().into()).collect();
        ids.sort();
        ids
    };
    let mut both = [private.clone(), listed.clone()];
    both.sort();
    assert_eq!(ids(&anna.lobby().await["mine"]), both);
    assert_eq!(ids(&ben.lobby().await["mine"]), std::slice::from_ref(&private));
    for person in [&anna, &ben, &cleo] {
        assert_eq!(ids(&person.lobby().await["open"]), std::slice::from_ref(&listed));
    }
    assert_eq!(cleo.lobby().await["mine"], json!([]));
    let card = &cleo.lobby().await["open"][0];
    assert_eq!((&card["title"], &card["seats"]), (&json!("Othellino"), &json!(["Anna", null])));

    // Whoever gives the seat up has nothing to do with the table any more.
    ben.seat(&private, 1, json!({"do": "stand"})).await.ok();
    assert_eq!(ben.lobby().await["mine"], json!([]));
}

#[tokio::test]
async fn the_lobby_says_whose_turn_it_is() {
    let house = House::open().await;
    let [anna, ben] = house.people(["Anna", "Ben"]).await;
    let id = anna
        .open(json!({"game": "nim", "seats": ["me", "free"], "options": {"heaps": "3-4-5"}, "listed": true}))
        .await;
    ben.sit(&id, 1).await.ok();
    assert_eq!(anna.lobby().await["mine"][0]["your_turn"], json!(false), "it has not begun");
    anna.start(&id).await.ok();
    let sockets = [anna.look(&id).await, ben.look(&id).await];
    let mut seen = [false, false];
    let mut rng = chance(1);
    for _ in 0..3 {
        let active = sockets[0].state().await["active"].clone();
        let turns =
            [&anna, &ben].map(|person| async { person.lobby().await["mine"][0]["your_turn"].clone() });
        for (seat, turn) in turns.into_iter().enumerate() {
            let expected = active == json!([seat]);
            assert_eq!(turn.await, json!(expected), "seat {seat}, active {active}");
            seen[seat] |= expected;
        }
        let names = ["Anna", "Ben"];
        let deciding: Vec<&str> =
            (0..2).filter(|seat| active == json!([seat])).map(|seat| names[seat]).collect();
        assert_eq!(anna.lobby().await["mine"][0]["deciding"], json!(deciding));
        let seat = active[0].as_u64().unwrap() as usize;
        // One cube at a time, so that it does not end at once.
        let action = sockets[seat].state().await["offers"][0]["action"].clone();
        let done = sockets[seat].act(&action).await.unwrap();
        sockets[0].state_at(done).await;
        sockets[1].state_at(done).await;
    }
    assert_eq!(seen, [true, true]);
    play_out(&[&sockets[0], &sockets[1]], &mut rng).await;
    let lobby = anna.lobby().await;
    assert_eq!((&lobby["mine"][0]["stage"], &lobby["mine"][0]["your_turn"]), (&json!("over"), &json!(false)));
    assert_eq!(lobby["open"], json!([]), "what is over is listed no more");
}

#[tokio::test]
async fn a_seat_is_taken_once_and_given_up_by_its_owner() {
    let house = House::open().await;
    let [anna, ben, cleo] = house.people(["Anna", "Ben", "Cleo"]).await;
    let id = anna.open(nim()).await;
    ben.sit(&id, 1).await.ok();
    let message = cleo.sit(&id, 1).await.refused(Code::SeatTaken);
    assert!(message.contains("Ben"), "{message}");
    cleo.sit(&id, 2).await.refused(Code::NoSuchSeat);
    cleo.sit(&id, usize::MAX).await.refused(Code::NoSuchSeat);
    cleo.seat(&id, 1, json!({"do": "stand"})).await.refused(Code::NotYourSeat);
    let table = ben.seat(&id, 1, json!({"do": "stand"})).await.ok();
    assert_eq!(names(&table), ["Anna", ""]);
    cleo.sit(&id, 1).await.ok();
    ben.sit(&id, 1).await.refused(Code::SeatTaken);
}

#[tokio::test]
async fn everybody_at_the_table_sees_who_comes_and_goes() {
    let house = House::open().await;
    let [anna, ben] = house.people(["Anna", "Ben"]).await;
    let id = anna.open(nim()).await;
    let socket = anna.look(&id).await;
    ben.sit(&id, 1).await.ok();
    socket.until_table("Ben sits down", |table| table["seats"][1]["name"] == "Ben").await;
    socket.until_chat("Ben sits down.").await;
    ben.look(&id).await.until_chat("You sit down.").await;
    socket.until_table("Ben is away again", |table| table["seats"][1]["here"] == false).await;
    assert_eq!(socket.heard().table()["seats"][1]["here"], json!(false));
    let there = ben.look(&id).await;
    socket.until_table("Ben is here", |table| table["seats"][1]["here"] == true).await;
    drop(there);
    socket.until_table("Ben is away", |table| table["seats"][1]["here"] == false).await;
    let watcher = house.stranger().look(&id).await;
    socket.until_table("somebody looks on", |table| table["watchers"] == 1).await;
    drop(watcher);
    socket.until_table("nobody looks on", |table| table["watchers"] == 0).await;
}

#[tokio::test]
async fn whoever_sits_down_at_a_table_they_look_at_plays_there() {
    let house = House::open().await;
    let [anna, ben] = house.people(["Anna", "Ben"]).await;
    let id = anna.open(json!({"game": "othellino", "seats": ["free", "free"]})).await;
    let (anna_looks, ben_looks) = (anna.look(&id).await, ben.look(&id).await);
    anna.sit(&id, 1).await.ok();
    anna.seat(&id, 0, json!({"do": "bot", "level": "random"})).await.ok();
    anna.start(&id).await.ok();
    assert_eq!(anna_looks.state().await["seat"], json!(1));
    assert_eq!(ben_looks.state().await["seat"], json!(null));
    play_until(&[&anna_looks], &mut chance(8), |state| state["version"].as_u64() >= Some(2)).await;
    // In the middle of the game it is the same: she leaves, he goes on, and hears the log of the seat.
    anna.seat(&id, 1, json!({"do": "stand"})).await.ok();
    anna_looks.until_state("she looks on", |state| state["seat"].is_null()).await;
    ben.sit(&id, 1).await.ok();
    let state = ben_looks.until_state("he plays", |state| state["seat"] == 1).await;
    assert_eq!(state["anew"], json!(true));
    play_out(&[&ben_looks], &mut chance(9)).await;
}

#[tokio::test]
async fn the_host_frees_seats_and_nobody_else_does() {
    let house = House::open().await;
    let [anna, ben, cleo] = house.people(["Anna", "Ben", "Cleo"]).await;
    let id = anna.open(json!({"game": "gold-mine", "seats": ["me", "free", {"bot": "easy"}, "free"]})).await;
    ben.sit(&id, 1).await.ok();
    cleo.sit(&id, 3).await.ok();
    cleo.seat(&id, 1, json!({"do": "stand"})).await.refused(Code::NotYourSeat);
    cleo.seat(&id, 2, json!({"do": "stand"})).await.refused(Code::NotYourSeat);
    anna.seat(&id, 1, json!({"do": "stand"})).await.ok();
    let table = anna.seat(&id, 2, json!({"do": "stand"})).await.ok();
    assert_eq!(names(&table), ["Anna", "", "", "Cleo"]);
    anna.seat(&id, 1, json!({"do": "stand"})).await.refused(Code::NotYourSeat);
}

#[tokio::test]
async fn when_the_host_leaves_somebody_else_is_the_host() {
    let house = House::open().await;
    let [anna, ben, cleo] = house.people(["Anna", "Ben", "Cleo"]).await;
    let id =
        anna.open(json!({"game": "gold-mine", "seats": ["me", {"guest": "Aunt"}, "free", "free"]})).await;
    ben.sit(&id, 2).await.ok();
    cleo.sit(&id, 3).await.ok();
    anna.seat(&id, 0, json!({"do": "stand"})).await.ok();
    assert_eq!(anna.table(&id).await["host"], json!(true), "her guest still sits there");
    anna.seat(&id, 1, json!({"do": "stand"})).await.ok();
    assert_eq!(anna.table(&id).await["host"], json!(false));
    assert_eq!(ben.table(&id).await["host"], json!(true));
    assert_eq!(cleo.table(&id).await["host"], json!(false));
    anna.start(&id).await.refused(Code::NotTheHost);
    for seat in 0..2 {
        ben.seat(&id, seat, json!({"do": "bot", "level": "random"})).await.ok();
    }
    ben.start(&id).await.ok();
    // The last person at the table keeps it, seat or not.
    let alone = anna.open(nim()).await;
    anna.seat(&alone, 0, json!({"do": "stand"})).await.ok();
    assert_eq!(anna.table(&alone).await["host"], json!(true));
}

#[tokio::test]
async fn only_the_host_puts_bots_on_seats_and_gives_their_seats_to_people() {
    let house = House::open().await;
    let [anna, ben] = house.people(["Anna", "Ben"]).await;
    let id = anna.open(nim()).await;
    ben.seat(&id, 1, json!({"do": "bot", "level": "easy"})).await.refused(Code::NotTheHost);
    anna.seat(&id, 0, json!({"do": "bot", "level": "easy"})).await.refused(Code::SeatTaken);
    let table = anna.seat(&id, 1, json!({"do": "bot", "level": "easy"})).await.ok();
    assert_eq!((&table["seats"][1]["bot"], &table["seats"][1]["person"]), (&json!("easy"), &json!(false)));
    assert_ne!(table["seats"][1]["name"], json!(""));
    let table = anna.seat(&id, 1, json!({"do": "bot", "level": "strong"})).await.ok();
    assert_eq!(table["seats"][1]["bot"], json!("strong"), "another one");
    let message = ben.sit(&id, 1).await.refused(Code::SeatTaken);
    assert!(message.contains("the host can free"), "{message}");
    anna.seat(&id, 1, json!({"do": "stand"})).await.ok();
    let table = ben.sit(&id, 1).await.ok();
    assert_eq!((&table["seats"][1]["bot"], &table["seats"][1]["name"]), (&json!(null), &json!("Ben")));
}

#[tokio::test]
async fn a_visitor_leaves_seats_for_others() {
    let house = House::open().await;
    let [anna, ben] = house.people(["Anna", "Ben"]).await;
    let seats = json!(["me", "free", "free", "free"]);
    // Where anybody may come, everybody has one seat; where people were invited, there may be a guest with them.
    for (listed, most) in [(true, 1), (false, 2)] {
        let id = anna.open(json!({"game": "gold-mine", "seats": seats, "listed": listed})).await;
        for seat in 1..=most {
            ben.seat(&id, seat, json!({"do": "sit", "name": format!("Ben {seat}")})).await.ok();
        }
        ben.sit(&id, most + 1).await.refused(Code::SeatTaken);
        for seat in most + 1..4 {
            anna.seat(&id, seat, json!({"do": "sit", "name": format!("Aunt {seat}")})).await.ok();
        }
    }
}

#[tokio::test]
async fn nobody_plays_with_the_knowledge_of_two_hands() {
    let house = House::open().await;
    let (id, [anna, ben, cleo], sockets) =
        house.game(json!({"game": "liars-cards"}), ["Anna", "Ben", "Cleo"]).await;
    let dora = house.person("Dora").await;
    ben.seat(&id, 1, json!({"do": "stand"})).await.ok();
    let message = anna.sit(&id, 1).await.refused(Code::NotYourSeat);
    assert!(message.contains("another hand"), "{message}");
    cleo.sit(&id, 1).await.refused(Code::NotYourSeat);
    // Somebody from outside is asked about, and sits down when both agree.
    let table = dora.sit(&id, 1).await.ok();
    assert_eq!(table["seats"][1]["yours"], json!(false));
    assert_eq!(table["question"]["guest"], json!("Dora"));
    let dora_looks = dora.look(&id).await;
    sockets[0].agree(true).await.unwrap();
    assert_eq!(dora_looks.state().await["seat"], json!(null));
    sockets[2].agree(true).await.unwrap();
    dora_looks.until_state("she plays", |state| state["seat"] == 1).await;
    // Whoever has left comes back to no other hand than the own one.
    anna.seat(&id, 0, json!({"do": "stand"})).await.ok();
    ben.sit(&id, 0).await.refused(Code::NotYourSeat);
    anna.sit(&id, 0).await.ok();
    // Whoever is not wanted is told so, and does not ask again and again.
    dora.seat(&id, 1, json!({"do": "stand"})).await.ok();
    let eve = house.person("Eve").await;
    eve.sit(&id, 1).await.ok();
    sockets[2].until_table("the question", |table| table["question"]["guest"] == "Eve").await;
    sockets[2].agree(false).await.unwrap();
    eve.sit(&id, 1).await.refused(Code::NotYourSeat);
    ben.sit(&id, 1).await.ok();
}

#[tokio::test]
async fn a_rematch_leaves_those_behind_who_have_lent_their_seat() {
    let house = House::open().await;
    let (id, people, sockets) = house.game(json!({"game": "gold-mine"}), ["Anna", "Ben", "Cleo"]).await;
    people[0].seat(&id, 0, json!({"do": "lend", "level": "random"})).await.ok();
    play_out(&[&sockets[1], &sockets[2]], &mut chance(4)).await;
    sockets[1].wish(json!("rematch")).await.unwrap();
    sockets[2].agree(true).await.unwrap();
    let table = sockets[1].until_table("the rematch", |table| table["next"].is_string()).await;
    let next = people[1].table(table["next"].as_str().unwrap()).await;
    let people_there = next["seats"].as_array().unwrap().iter().filter(|seat| seat["person"] == true).count();
    assert_eq!((people_there, names(&next).contains(&"Anna")), (2, false), "{next}");
    assert_eq!(next["host"], json!(true), "somebody who is there is the host");
    assert_eq!(people[0].table(table["next"].as_str().unwrap()).await["host"], json!(false));
}

#[tokio::test]
async fn whoever_looks_on_does_not_speak_under_a_player_s_name() {
    let house = House::open().await;
    let (id, _, sockets) = house.game(nim(), ["Anna", "Ben"]).await;
    let namesake = house.person("Аnnа").await; // two of the letters are Cyrillic
    let onlooker = namesake.look(&id).await;
    onlooker.say(json!({"type": "chat", "text": "I give up."}));
    let line = sockets[1].until_chat("I give up.").await;
    assert_eq!(line["from"], json!("Аnnа 2"));
}

#[tokio::test]
async fn a_seat_says_who_plays_on_the_same_device() {
    let house = House::open().await;
    let anna = house.person("Anna").await;
    let id = anna.open(json!({"game": "gold-mine", "seats": ["me", "free", {"guest": "Grandma"}]})).await;
    let seats = house.stranger().table(&id).await["seats"].clone();
    assert_eq!([&seats[0]["guest_of"], &seats[2]["guest_of"]], [&Value::Null, &json!(0)]);
}

#[tokio::test]
async fn the_lobby_knows_whose_turn_it_is_without_waking_a_table() {
    let house = House::with(|config| config.idle = std::time::Duration::ZERO).await;
    let (id, [anna, ben], sockets) = house.game(nim(), ["Anna", "Ben"]).await;
    let mover = crate::harness::step(&sockets).await;
    let active = sockets[0].state().await["active"].clone();
    drop(sockets);
    let asleep = async {
        while anna.get("/health").await.ok()["tables"] != 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(crate::harness::PATIENCE, asleep).await.expect("the table leaves memory");
    for (seat, person) in [&anna, &ben].into_iter().enumerate() {
        let mine = person.lobby().await["mine"][0].clone();
        assert_eq!(
            (&mine["id"], &mine["your_turn"]),
            (&json!(id), &json!(active == json!([seat]))),
            "{mover}"
        );
        assert_eq!(mine["deciding"].as_array().map(Vec::len), Some(1));
    }
    assert_eq!(anna.get("/health").await.ok()["tables"], json!(0), "nobody has woken it");
}

#[tokio::test]
async fn a_table_by_mail_with_a_limit_does_not_stay_in_memory() {
    let house = House::with(|config| config.idle = std::time::Duration::ZERO).await;
    let table = json!({"game": "nim", "options": {"heaps": "3-4-5"}, "pace": "mail", "limit_s": 86_400});
    let (_, [anna, _], sockets) = house.game(table, ["Anna", "Ben"]).await;
    drop(sockets);
    let asleep = async {
        while anna.get("/health").await.ok()["tables"] != 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(crate::harness::PATIENCE, asleep).await.expect("the table leaves memory");
}

#[tokio::test]
async fn the_host_removes_and_bans_before_and_during_a_game() {
    let house = House::open().await;
    let (id, [anna, ben, cleo], sockets) =
        house.game(json!({"game": "liars-cards"}), ["Anna", "Ben", "Cleo"]).await;
    ben.seat(&id, 2, json!({"do": "remove"})).await.refused(Code::NotTheHost);
    anna.seat(&id, 0, json!({"do": "remove"})).await.refused(Code::SeatTaken);
    anna.seat(&id, 2, json!({"do": "remove", "ban": true})).await.ok();
    sockets[1].until_chat("Anna has removed Cleo from the table.").await;
    sockets[2].until_state("she looks on", |state| state["seat"].is_null()).await;
    let table = ben.table(&id).await;
    assert_eq!((&table["seats"][2]["person"], &table["seats"][2]["left"]), (&json!(false), &json!(true)));
    cleo.sit(&id, 2).await.refused(Code::NotYourSeat);
    sockets[2].say(json!({"type": "chat", "text": "Let me in."}));
    let refused = sockets[2].until("a refusal", |heard| heard.of_type("refused").next().cloned()).await;
    assert_eq!(refused["code"], json!("not_your_seat"));
    // Somebody who only looks on and talks can be banned by what they have said.
    let eve = house.person("Eve").await;
    let eve_looks = eve.look(&id).await;
    eve_looks.say(json!({"type": "chat", "text": "Nonsense."}));
    let speaker = sockets[0].until_chat("Nonsense.").await["speaker"].clone();
    let path = format!("/api/tables/{id}/bans");
    ben.post(&path, json!({"speaker": speaker})).await.refused(Code::NotTheHost);
    anna.post(&path, json!({"speaker": 99})).await.refused(Code::NotFound);
    anna.post(&path, json!({"speaker": speaker})).await.ok();
    eve_looks.say(json!({"type": "chat", "text": "More nonsense."}));
    eve_looks.until("a refusal", |heard| heard.of_type("refused").next().cloned()).await;
    eve.sit(&id, 2).await.refused(Code::NotYourSeat);
    // Before the game a seat that was freed like that is free for others.
    let waiting = anna.open(nim()).await;
    ben.sit(&waiting, 1).await.ok();
    let table = anna.seat(&waiting, 1, json!({"do": "remove", "ban": true})).await.ok();
    assert_eq!(names(&table), ["Anna", ""]);
    ben.sit(&waiting, 1).await.refused(Code::NotYourSeat);
}

#[tokio::test]
async fn for_somebody_who_stays_away_a_bot_can_play() {
    let house = House::with(|config| config.absent = std::time::Duration::ZERO).await;
    let (id, [_, ben, _], sockets) = house.game(json!({"game": "gold-mine"}), ["Anna", "Ben", "Cleo"]).await;
    let wish = |seat: usize| json!({"substitute": {"seat": seat}});
    assert_eq!(code(sockets[0].wish(wish(1)).await), Code::WrongStage, "he is there");
    let [anna_looks, ben_looks, cleo_looks] = sockets;
    drop(ben_looks);
    anna_looks.until_table("he is away", |table| table["seats"][1]["here"] == false).await;
    anna_looks.wish(wish(1)).await.unwrap();
    let table = cleo_looks.until_table("a question", |table| table["question"].is_object()).await;
    assert_eq!(table["question"]["waiting"], json!([2]), "whoever is away is not asked");
    cleo_looks.agree(true).await.unwrap();
    let table = anna_looks.until_table("a bot plays", |table| table["seats"][1]["bot"].is_string()).await;
    assert_eq!((&table["seats"][1]["name"], &table["seats"][1]["person"]), (&json!("Ben"), &json!(true)));
    // It is still his seat.
    ben.seat(&id, 1, json!({"do": "take_back"})).await.ok();
}

#[tokio::test]
async fn nobody_is_replaced_who_was_away_for_a_moment() {
    let house = House::open().await;
    let (_, _, sockets) = house.game(json!({"game": "gold-mine"}), ["Anna", "Ben", "Cleo"]).await;
    let [anna_looks, ben_looks, _cleo_looks] = sockets;
    drop(ben_looks);
    anna_looks.until_table("he is away", |table| table["seats"][1]["here"] == false).await;
    let refusal = anna_looks.wish(json!({"substitute": {"seat": 1}})).await.unwrap_err();
    assert_eq!(refusal.code, Code::WrongStage);
    assert!(refusal.message.contains("2 minutes"), "{}", refusal.message);
}

#[tokio::test]
async fn a_game_begins_when_the_host_says_so_and_every_seat_is_taken() {
    let house = House::open().await;
    let [anna, ben] = house.people(["Anna", "Ben"]).await;
    let id = anna.open(json!({"game": "gold-mine", "seats": ["me", "free", "free"]})).await;
    let message = anna.start(&id).await.refused(Code::WrongStage);
    assert!(message.starts_with("2 seats are still free"), "{message}");
    ben.sit(&id, 2).await.ok();
    let message = anna.start(&id).await.refused(Code::WrongStage);
    assert!(message.starts_with("1 seat is still free"), "{message}");
    anna.seat(&id, 1, json!({"do": "bot", "level": "random"})).await.ok();
    ben.start(&id).await.refused(Code::NotTheHost);
    let socket = ben.look(&id).await;
    socket.settle().await;
    assert!(socket.heard().state().is_null(), "there is no game yet");
    let table = anna.start(&id).await.ok();
    assert_eq!(table["stage"], json!("running"));
    socket.until_table("it runs", |table| table["stage"] == "running").await;
    let state = socket.state().await;
    assert_eq!((&state["seat"], &state["anew"]), (&json!(2), &json!(true)));
    anna.start(&id).await.refused(Code::WrongStage);
}

#[tokio::test]
async fn whole_games_are_played_by_clients_that_know_no_rules() {
    for (seed, game, options) in [
        (1, json!({"game": "othellino", "seats": ["me", "free"]}), 2),
        (2, json!({"game": "liars-cards", "seats": ["me", "free", "free"]}), 3),
        (3, json!({"game": "gold-mine", "seats": ["me", "free", "free", "free"]}), 4),
        (4, json!({"game": "flower-garden", "seats": ["me", "free"]}), 2),
    ] {
        let house = House::open().await;
        let anna = house.person("Anna").await;
        let id = anna.open(game.clone()).await;
        let mut people = vec![anna];
        for seat in 1..options {
            people.push(house.person(&format!("Guest {seat}")).await);
            people[seat].sit(&id, seat).await.ok();
        }
        let mut sockets = vec![];
        for (seat, person) in people.iter().enumerate() {
            sockets.push(person.look_as(&id, seat).await);
        }
        let watcher = house.stranger().look(&id).await;
        people[0].start(&id).await.ok();
        let all: Vec<_> = sockets.iter().collect();
        let actions = play_out(&all, &mut chance(seed)).await;
        assert!(actions > 10, "{game}: {actions} actions");
        for socket in sockets.iter().chain([&watcher]) {
            let state = socket.until_state("the end", |state| !state["outcome"].is_null()).await;
            assert_eq!((&state["active"], &state["offers"]), (&json!([]), &json!([])));
            assert_eq!(state["version"].as_u64(), Some(actions as u64));
            socket.until_table("it is over", |table| table["stage"] == "over").await;
            // Numbers grow, and what is said is said once.
            let heard = socket.heard();
            let numbers: Vec<u64> =
                heard.of_type("state").map(|state| state["number"].as_u64().unwrap()).collect();
            assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
        }
        // Whoever comes afterwards hears all of it at once, and it is the same.
        let late = people[0].look_as(&id, 0).await.state().await;
        let heard = sockets[0].heard();
        let said: Vec<&Value> =
            heard.of_type("state").flat_map(|state| state["said"].as_array().unwrap()).collect();
        assert_eq!(late["said"].as_array().unwrap().iter().collect::<Vec<_>>(), said);
    }
}

#[tokio::test]
async fn a_spectator_sees_everything_open_and_can_do_nothing() {
    let house = House::open().await;
    let [anna, ben] = house.people(["Anna", "Ben"]).await;
    let id = anna.open(json!({"game": "othellino", "seats": ["me", {"guest": "Bob"}], "start": true})).await;
    let players = [anna.look_as(&id, 0).await, anna.look_as(&id, 1).await];
    // Without a name, with one, from a seat of somebody else's, and a player who wants to look on.
    for watcher in [
        house.stranger().look(&id).await,
        ben.look(&id).await,
        ben.look_as(&id, 0).await,
        ben.look_as(&id, 77).await,
        anna.look_as(&id, "spectator").await,
    ] {
        let state = watcher.state().await;
        assert_eq!((&state["seat"], &state["offers"]), (&json!(null), &json!([])));
        assert_eq!((&state["undo"], &state["more"]), (&json!("no"), &json!(false)));
        let active = state["active"][0].as_u64().unwrap() as usize;
        let action =
            players[active].state_at(state["number"].as_u64().unwrap()).await["offers"][0]["action"].clone();
        for refused in [
            json!({"type": "act", "seen": state["number"], "action": action}),
            json!({"type": "act", "seen": state["number"], "path": ["cell:c4"]}),
            json!({"type": "ask", "wish": "undo"}),
            json!({"type": "hint"}),
            json!({"type": "enough", "clock": 0}),
        ] {
            assert_eq!(code(watcher.ask(refused.clone()).await), Code::NotYourSeat, "{refused}");
        }
        let done = players[active].act(&action).await.unwrap();
        let after = watcher.state_at(done).await;
        assert_eq!(after["version"].as_u64(), state["version"].as_u64().map(|version| version + 1));
    }
}

#[tokio::test]
async fn a_guest_plays_on_the_same_device() {
    let house = House::open().await;
    let anna = house.person("Anna").await;
    let id = anna.open(json!({"game": "nim", "seats": ["me", {"guest": "Grandma"}], "options": {"heaps": "3-4-5"}, "start": true})).await;
    let table = anna.table(&id).await;
    assert_eq!(names(&table), ["Anna", "Grandma"]);
    assert_eq!((&table["seats"][0]["yours"], &table["seats"][1]["yours"]), (&json!(true), &json!(true)));
    let sockets = [anna.look_as(&id, 0).await, anna.look_as(&id, 1).await];
    for (seat, socket) in sockets.iter().enumerate() {
        assert_eq!(socket.state().await["seat"], json!(seat));
    }
    assert_eq!(
        anna.look(&id).await.state().await["seat"],
        json!(0),
        "the first seat, unless another is named"
    );
    play_out(&[&sockets[0], &sockets[1]], &mut chance(5)).await;
    // Another guest sits down later.
    let id = anna.open(nim()).await;
    let table = anna.seat(&id, 1, json!({"do": "sit", "name": "Grandpa"})).await.ok();
    assert_eq!(names(&table), ["Anna", "Grandpa"]);
}

#[tokio::test]
async fn the_same_name_twice_gets_a_number() {
    let house = House::open().await;
    let people = house.people(["Anna", "Anna", "Anna"]).await;
    let id = people[0]
        .open(json!({"game": "gold-mine", "seats": ["me", "free", "free", {"guest": "Anna"}]}))
        .await;
    people[1].sit(&id, 1).await.ok();
    let table = people[2].sit(&id, 2).await.ok();
    assert_eq!(names(&table), ["Anna", "Anna 3", "Anna 4", "Anna 2"]);
}

#[tokio::test]
async fn a_name_is_told_apart_from_those_of_bots() {
    let house = House::open().await;
    let bot = house.person("Anna").await.open(json!({"game": "nim", "seats": ["me", {"bot": "easy"}]})).await;
    let bot = house.stranger().table(&bot).await["seats"][1]["name"].as_str().unwrap().to_string();
    let namesake = house.person(&bot).await;
    for seats in [json!(["me", {"bot": "easy"}]), json!(["free", {"bot": "easy"}])] {
        let id = namesake.open(json!({"game": "nim", "seats": seats})).await;
        namesake.sit(&id, 0).await;
        let table = namesake.table(&id).await;
        assert_ne!(table["seats"][0]["name"], table["seats"][1]["name"]);
    }
    let id = namesake.open(nim()).await;
    let table = namesake.seat(&id, 1, json!({"do": "bot", "level": "easy"})).await.ok();
    assert_ne!(table["seats"][0]["name"], table["seats"][1]["name"]);
}

#[tokio::test]
async fn whoever_leaves_a_running_game_is_replaced_by_a_bot_and_somebody_may_take_over() {
    let house = House::open().await;
    let [anna, ben, cleo] = house.people(["Anna", "Ben", "Cleo"]).await;
    let id = anna.open(json!({"game": "othellino", "seats": ["me", "free"]})).await;
    ben.sit(&id, 1).await.ok();
    anna.start(&id).await.ok();
    let (anna_looks, ben_looks) = (anna.look(&id).await, ben.look(&id).await);
    let mut rng = chance(6);
    play_until(&[&anna_looks, &ben_looks], &mut rng, |state| state["version"] == 4).await;
    let words = anna.table(&id).await["fairness"]["luck"].clone();

    ben.seat(&id, 1, json!({"do": "stand"})).await.ok();
    let table = anna_looks.until_table("a bot goes on", |table| !table["seats"][1]["bot"].is_null()).await;
    assert_eq!(table["seats"][1]["person"], json!(false));
    let state = ben_looks.until_state("Ben looks on", |state| state["seat"].is_null()).await;
    assert_eq!(state["offers"], json!([]));
    assert_eq!(code(ben_looks.act(&json!({"place": 0})).await), Code::NotYourSeat);
    // The bot makes its moves.
    play_until(&[&anna_looks], &mut rng, |state| state["version"].as_u64() >= Some(7)).await;

    cleo.sit(&id, 0).await.refused(Code::SeatTaken);
    cleo.sit(&id, 1).await.ok();
    anna_looks.agree(true).await.unwrap();
    let table = anna_looks.until_table("Cleo plays", |table| table["seats"][1]["name"] == "Cleo").await;
    assert_eq!((&table["seats"][1]["bot"], &table["seats"][1]["person"]), (&json!(null), &json!(true)));
    assert_eq!(table["fairness"]["luck"], words, "the shuffle was made with these words");
    let cleo_looks = cleo.look(&id).await;
    assert_eq!(cleo_looks.state().await["seat"], json!(1));
    play_out(&[&anna_looks, &cleo_looks], &mut rng).await;
    assert_eq!(anna.record(&id).await.ok()["names"], json!(["Anna", "Cleo"]));
}

#[tokio::test]
async fn a_seat_is_lent_to_a_bot_and_taken_back() {
    let house = House::open().await;
    let [anna, ben] = house.people(["Anna", "Ben"]).await;
    let id = anna.open(json!({"game": "othellino", "seats": ["me", "free"]})).await;
    ben.sit(&id, 1).await.ok();
    anna.seat(&id, 0, json!({"do": "lend", "level": "easy"})).await.refused(Code::WrongStage);
    anna.start(&id).await.ok();
    let (anna_looks, ben_looks) = (anna.look(&id).await, ben.look(&id).await);
    anna.seat(&id, 1, json!({"do": "lend", "level": "easy"})).await.refused(Code::NotYourSeat);
    anna.seat(&id, 0, json!({"do": "take_back"})).await.refused(Code::WrongStage);

    let table = anna.seat(&id, 0, json!({"do": "lend", "level": "random"})).await.ok();
    let seat = &table["seats"][0];
    assert_eq!(
        (&seat["name"], &seat["bot"], &seat["person"], &seat["yours"]),
        (&json!("Anna"), &json!("random"), &json!(true), &json!(true))
    );
    let mut rng = chance(7);
    play_until(&[&ben_looks], &mut rng, |state| state["version"].as_u64() >= Some(4)).await;
    // She sees what her bot sees, but does not play.
    let state =
        anna_looks.until_state("her bot has played", |state| state["version"].as_u64() >= Some(4)).await;
    assert_eq!(state["seat"], json!(0));
    assert_eq!(code(anna_looks.act(&json!({"place": 0})).await), Code::NotYourSeat);
    ben.sit(&id, 0).await.refused(Code::SeatTaken);

    let table = anna.seat(&id, 0, json!({"do": "take_back"})).await.ok();
    assert_eq!(table["seats"][0]["bot"], json!(null));
    play_out(&[&anna_looks, &ben_looks], &mut rng).await;
}

#[tokio::test]
async fn the_host_changes_the_settings_until_the_game_begins() {
    let house = House::open().await;
    let [anna, ben] = house.people(["Anna", "Ben"]).await;
    let id = anna.open(nim()).await;
    ben.sit(&id, 1).await.ok();
    let socket = ben.look(&id).await;
    let path = format!("/api/tables/{id}/settings");
    let gold = |seats: usize| json!({"settings": {"game": "gold-mine", "options": {"deck": "reshuffle"}, "listed": true}, "seats": seats});
    ben.post(&path, gold(3)).await.refused(Code::NotTheHost);
    anna.post(&path, gold(9)).await.refused(Code::BadOptions);
    anna.post(&path, json!({"settings": {"game": "nim", "options": {"heaps": 3}}, "seats": 2}))
        .await
        .refused(Code::BadOptions);
    anna.post(&path, json!({"settings": {"game": "nothing"}, "seats": 2})).await.refused(Code::NotFound);
    assert_eq!(anna.table(&id).await["title"], json!("Nim"), "nothing has changed");

    let table = anna.post(&path, gold(4)).await.ok();
    assert_eq!(names(&table), ["Anna", "Ben", "", ""], "everybody keeps the seat");
    socket.until_table("another game", |table| table["title"] == "Gold Mine").await;
    assert_eq!(ben.lobby().await["open"][0]["id"], json!(id));
    ben.seat(&id, 1, json!({"do": "stand"})).await.ok();
    ben.sit(&id, 3).await.ok();
    anna.post(&path, gold(2)).await.refused(Code::SeatTaken);
    let table = anna.post(&path, json!({"settings": {"game": "gold-mine"}, "seats": 4})).await.ok();
    assert_eq!((&table["settings"]["options"], &table["settings"]["listed"]), (&json!({}), &json!(false)));
    for seat in [1, 2] {
        anna.seat(&id, seat, json!({"do": "bot", "level": "random"})).await.ok();
    }
    anna.start(&id).await.ok();
    anna.post(&path, gold(4)).await.refused(Code::WrongStage);
}

#[tokio::test]
async fn an_invitation_is_a_link_and_the_same_link_for_a_camera() {
    let house = House::with(|config| config.public_url = Some("https://games.example/".into())).await;
    let anna = house.person("Anna").await;
    let id = anna.open(nim()).await;
    let link = anna.get(&format!("/api/tables/{id}/invite")).await.ok();
    assert_eq!(link["url"], json!(format!("https://games.example/t/{id}")));
    let picture = anna.get(&format!("/api/tables/{id}/invite.svg")).await;
    assert_eq!((picture.status, picture.headers["content-type"].to_str().unwrap()), (200, "image/svg+xml"));
    assert_eq!(link["url"], json!(read_qr(&picture.text)));
    house.stranger().get("/api/tables/no-such-table/invite").await.refused(Code::NotFound);
    house.stranger().get("/api/tables/no-such-table/invite.svg").await.refused(Code::NotFound);
}

#[tokio::test]
async fn a_messenger_is_shown_the_game_behind_a_link_and_nobody_who_sits_there() {
    let house = House::with(|config| config.public_url = Some("https://games.example/".into())).await;
    let anna = house.person("Anna").await;
    let id = anna.open(nim()).await;
    let about = |page: &str| -> Vec<String> {
        page.lines().map(str::trim).filter(|line| line.contains("property=\"og:")).map(String::from).collect()
    };
    let table = house.stranger().get(&format!("/t/{id}")).await;
    assert_eq!(
        (table.status, table.headers["content-type"].to_str().unwrap()),
        (200, "text/html; charset=utf-8")
    );
    let told = about(&table.text).join("\n");
    assert!(told.contains("content=\"A table of Nim\""), "{told}");
    assert!(told.contains("content=\"https://games.example/api/games/nim/art/cover.jpg\""), "{told}");
    assert!(!table.text.contains("Anna"), "{told}");
    let game = house.stranger().get("/games/nim").await;
    assert!(about(&game.text).join("\n").contains("property=\"og:title\" content=\"Nim\""), "{}", game.text);
    // What is not there has the page that says so, without a preview.
    for nowhere in ["/t/no-such-table", "/t/%22%3E", "/games/no-such-game"] {
        let page = house.stranger().get(nowhere).await;
        assert_eq!((page.status, about(&page.text)), (200, vec![]), "{nowhere}");
    }
}

#[tokio::test]
async fn without_a_public_address_an_invitation_leads_to_where_the_caller_is() {
    let house = House::open().await;
    let anna = house.person("Anna").await;
    let id = anna.open(nim()).await;
    let link = anna.get(&format!("/api/tables/{id}/invite")).await.ok();
    assert_eq!(link["url"], json!(format!("http://{}/t/{id}", house.address)));
}

/// What a camera reads: the picture's dark squares (`M x y h w v w H x V y`) painted, and decoded.
fn read_qr(svg: &str) -> String {
    let attribute =
        |name: &str| svg.split(&format!("{name}=\"")).nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let size: usize = attribute("width").parse().expect("a width");
    let path = svg.split(" d=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a path");
    let mut dark = vec![false; size * size];
    for square in path.split('M').skip(1) {
        let numbers: Vec<usize> =
            square.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect();
        let (x, y, width, height) = (numbers[0], numbers[1], numbers[2], numbers[3]);
        for row in y..y + height {
            dark[row * size + x..row * size + x + width].fill(true);
        }
    }
    let mut image =
        rqrr::PreparedImage::prepare_from_greyscale(
            size,
            size,
            |x, y| if dark[y * size + x] { 0 } else { 255 },
        );
    let codes = image.detect_grids();
    assert_eq!(codes.len(), 1, "one code");
    codes[0].decode().expect("it can be read").1
}

#[tokio::test]
async fn chat_reaches_everybody_and_is_tidied() {
    let house = House::open().await;
    let [anna, ben] = house.people(["Anna", "Ben"]).await;
    let id = anna.open(nim()).await;
    let (player, watcher) = (anna.look(&id).await, ben.look(&id).await);
    player.say(json!({"type": "chat", "text": "  Hello\n\u{202e}there\u{200b}  <b>you</b> "}));
    for socket in [&player, &watcher] {
        let line = socket.until_chat("Hello there <b>you</b>").await;
        assert_eq!((&line["from"], &line["seat"]), (&json!("Anna"), &json!(0)));
        assert!(line["at"].as_i64() > Some(1_700_000_000_000));
    }
    watcher.say(json!({"type": "chat", "text": "x".repeat(280)}));
    let line = player.until_chat(&"x".repeat(280)).await;
    assert_eq!((&line["from"], &line["seat"]), (&json!("Ben"), &json!(null)));

    // Whoever comes later reads what was said.
    let late = house.stranger().look(&id).await;
    late.until_chat("Hello there <b>you</b>").await;
    for (text, expected) in
        [("", Code::BadSetting), (" \u{200b}\n", Code::BadSetting), (&"x".repeat(281), Code::BadSetting)]
    {
        let refusals = |heard: &crate::harness::Heard| {
            heard.of_type("refused").filter(|refusal| refusal["id"].is_null()).count()
        };
        let before = refusals(&player.heard());
        player.say(json!({"type": "chat", "text": text}));
        let refusal = player.until("a refusal", |heard| {
            (refusals(heard) > before).then(|| heard.of_type("refused").next_back().cloned())
        });
        assert_eq!(refusal.await.unwrap()["code"], json!(expected), "{text:?}");
    }
    late.say(json!({"type": "chat", "text": "I have no name"}));
    let refusal = late.until("a refusal", |heard| heard.of_type("refused").next().cloned()).await;
    assert_eq!(refusal["code"], json!(Code::Unknown));
}

#[tokio::test]
async fn a_newcomer_reads_the_last_hundred_lines() {
    let house = House::open().await;
    let anna = house.person("Anna").await;
    let id = anna.open(nim()).await;
    let socket = anna.look(&id).await;
    for line in 0..130 {
        socket.say(json!({"type": "chat", "text": format!("line {line}")}));
    }
    socket.until_chat("line 129").await;
    let late = anna.look(&id).await;
    late.until_chat("line 129").await;
    late.settle().await;
    let heard = late.heard();
    let lines: Vec<&str> = heard.of_type("chat").filter_map(|line| line["text"].as_str()).collect();
    assert_eq!(lines.len(), 100);
    assert_eq!((lines[0], lines[99]), ("line 30", "line 129"));
}

#[tokio::test]
async fn whoever_talks_too_fast_is_told_and_then_shown_the_door() {
    let house = House::with(|config| {
        config.limits.messages = boxwood_server::Rate { burst: 3.0, per_second: 0.0 };
    })
    .await;
    let anna = house.person("Anna").await;
    let id = anna.open(nim()).await;
    let (fast, other) = (anna.look(&id).await, anna.look(&id).await);
    for line in 0..300 {
        fast.say(json!({"type": "chat", "text": format!("line {line}")}));
    }
    assert_eq!(fast.until_closed().await, boxwood_protocol::close::TOO_FAST);
    let refused = fast.heard().of_type("refused").filter(|refusal| refusal["code"] == "too_fast").count();
    assert!(refused > 0, "it was told first");
    // Others at the table have heard no more than was allowed, and go on.
    other.settle().await;
    let lines = other.heard().of_type("chat").filter(|line| line["from"] == "Anna").count();
    assert!((1..=3).contains(&lines), "{lines} lines");
}

#[tokio::test]
async fn long_talk_does_not_make_a_player_s_screen_stale() {
    let house = House::open().await;
    let [anna, ben] = house.people(["Anna", "Ben"]).await;
    let id = anna.open(nim()).await;
    ben.sit(&id, 1).await.ok();
    anna.start(&id).await.ok();
    let sockets = [anna.look(&id).await, ben.look(&id).await];
    let active = sockets[0].state().await["active"][0].as_u64().unwrap() as usize;
    sockets[1].state().await;
    for line in 0..100 {
        sockets[0].say(json!({"type": "chat", "text": format!("line {line}")}));
    }
    sockets[active].until_chat("line 99").await;
    let action = sockets[active].state().await["offers"][0]["action"].clone();
    sockets[active].act(&action).await.expect("nothing has changed but what was said");
}

#[tokio::test]
async fn a_bot_gives_a_hint_to_whoever_may_move() {
    let house = House::open().await;
    let anna = house.person("Anna").await;
    let id = anna.open(json!({"game": "nim", "seats": ["me", {"guest": "Bob"}], "options": {"heaps": "3-4-5"}, "start": true})).await;
    let sockets = [anna.look_as(&id, 0).await, anna.look_as(&id, 1).await];
    let active = sockets[0].state().await["active"][0].as_u64().unwrap() as usize;
    assert_eq!(code(sockets[1 - active].ask(json!({"type": "hint"})).await), Code::NotYourTurn);
    sockets[active].say(json!({"type": "hint", "id": 900, "level": "random"}));
    let hint = sockets[active].until("a hint", |heard| heard.of_type("hint").next().cloned()).await;
    assert_eq!(hint["id"], json!(900));
    let offered = sockets[active].state().await["offers"]
        .as_array()
        .unwrap()
        .iter()
        .any(|offer| offer["action"] == hint["action"]);
    assert!(offered, "{hint} is one of the offers");
}

#[tokio::test]
async fn touching_things_means_an_action_or_is_refused_with_the_rule() {
    let house = House::open().await;
    let anna = house.person("Anna").await;
    let id = anna.open(json!({"game": "othellino", "seats": ["me", {"guest": "Bob"}], "start": true})).await;
    let sockets = [anna.look_as(&id, 0).await, anna.look_as(&id, 1).await];
    let state = sockets[0].state().await;
    let active = state["active"][0].as_u64().unwrap() as usize;
    let own = sockets[active].state().await;
    let touch =
        |path: Value| sockets[active].ask(json!({"type": "act", "seen": own["number"], "path": path}));
    assert_eq!(code(touch(json!(["no-such-thing"])).await), Code::NoMeaning);
    assert_eq!(code(touch(json!(["cell:a1"])).await), Code::Illegal);
    for bad in [
        json!({"type": "act", "seen": own["number"]}),
        json!({"type": "act", "seen": own["number"], "path": [], "action": {}}),
    ] {
        assert_eq!(code(sockets[active].ask(bad).await), Code::Malformed);
    }
    assert_eq!(code(sockets[active].act(&json!({"jump": 3})).await), Code::NotAnAction);
    let waiting = &sockets[1 - active];
    assert_eq!(code(waiting.act(&own["offers"][0]["action"]).await), Code::NotYourTurn);
    assert_eq!(sockets[active].state().await["version"], json!(0), "nothing has changed");
    touch(own["offers"][0]["path"].clone()).await.expect("an offered path means its action");
}

#[tokio::test]
async fn there_is_nothing_behind_a_link_that_is_not_whole() {
    let house = House::open().await;
    let anna: Person = house.person("Anna").await;
    for id in ["nothing", "x", "aaaaaaaaaaaaaaaaaaaaaa"] {
        anna.get(&format!("/api/tables/{id}")).await.refused(Code::NotFound);
        anna.sit(id, 0).await.refused(Code::NotFound);
        let socket = anna.look(id).await;
        assert_eq!(socket.until_closed().await, boxwood_protocol::close::NO_TABLE);
        assert_eq!(socket.heard().messages[0]["code"], json!(Code::NotFound));
    }
    anna.get("/api/tables/%2e%2e%2f").await.refused(Code::NotFound);
    let program = anna.with(Key::Token("wrong".into()));
    program.get("/api/me").await.is_nobody();
}

#[tokio::test]
async fn a_table_begun_under_other_rules_is_told_clearly_and_its_people_go_on_together() {
    let house = House::open().await;
    let (id, people, sockets) = house.game(json!({"game": "liars-cards"}), ["Anna", "Ben"]).await;
    let seats: Vec<&crate::harness::Socket> = sockets.iter().collect();
    play_until(&seats, &mut chance(3), |state| state["version"] == 4).await;
    sockets[0].say(json!({"type": "chat", "text": "Until tomorrow."}));
    sockets[1].until_chat("Until tomorrow.").await;
    drop(sockets);
    let (house, old) = house
        .reopen_with_copy(&id, |_, event| {
            if let Some(started) = event.get_mut("started") {
                started["rules"] = json!(99);
            }
        })
        .await;
    let people: Vec<Person> = people.iter().map(|person| person.at(&house)).collect();

    let table = people[0].table(&old).await;
    let trouble = table["trouble"].as_str().expect("a sentence").to_string();
    crate::harness::assert_sentence(&trouble);
    assert!(trouble.contains("version 99 of the rules of Liar's Cards"), "{trouble}");
    assert_eq!((&table["stage"], &table["seats"][1]["name"]), (&json!("over"), &json!("Ben")));
    assert_eq!(people[0].record(&old).await.refused(Code::WrongStage), trouble);
    assert_eq!(people[0].review(&old, "").await.refused(Code::WrongStage), trouble);
    assert!(people[0].table(&id).await["trouble"].is_null(), "the table beside it goes on");
    let mine = people[0].lobby().await["mine"].clone();
    let listed = mine.as_array().expect("a list").iter().find(|table| table["id"] == old.as_str());
    assert_eq!(listed.expect("it is in the list")["trouble"], trouble.as_str());

    let (anna, ben) = (people[0].look(&old).await, people[1].look(&old).await);
    anna.until_chat("Until tomorrow.").await;
    let late = anna.ask(json!({"type": "act", "seen": table["number"], "action": "call"})).await;
    assert_eq!(late.expect_err("nothing can be done").message, trouble);
    anna.wish(json!("rematch")).await.expect("it is asked");
    ben.agree(true).await.expect("Ben agrees");
    let table = ben.until_table("the rematch", |table| table["next"].is_string()).await;
    let next = people[1].table(table["next"].as_str().expect("an id")).await;
    assert_eq!((&next["stage"], &next["trouble"]), (&json!("running"), &json!(null)));
    let record = people[0].record(&old).await.ok();
    assert_eq!(record["record"]["inputs"].as_array().map(Vec::len), Some(4));
    assert_eq!((&record["record"]["rules"], &record["outcome"]), (&json!(99), &json!(null)));
}
