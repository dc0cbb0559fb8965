//! Time: windows of the rules live and by mail, and how long somebody may think.

use boxwood_protocol::Code;
use serde_json::{Value, json};

use crate::harness::{House, Socket, code, mover};

/// A game that begins with a window of one second.
fn short() -> Value {
    json!({"game": "cambio", "options": {"pace": "live", "initial_peek_s": 1}})
}

fn by_mail() -> Value {
    let mut table = short();
    table["pace"] = json!("mail");
    table
}

async fn until_version(socket: &Socket, version: u64) -> Value {
    socket
        .until_state(&format!("version {version}"), |state| state["version"].as_u64() >= Some(version))
        .await
}

fn enough(clock: &Value) -> Value {
    json!({"type": "enough", "clock": clock})
}

#[tokio::test]
async fn live_the_clock_closes_a_window_by_itself() {
    let house = House::open().await;
    let (_, _, sockets) = house.game(short(), ["Anna", "Ben"]).await;
    for socket in &sockets {
        let heard = socket.heard();
        let first = heard.of_type("state").next().unwrap();
        assert_eq!((&first["version"], &first["clocks"][0]["ms"]), (&json!(0), &json!(1000)));
        assert!(
            first["clocks"][0]["left_ms"].as_u64().unwrap()
                <= 1000 + u64::from(boxwood_protocol::FAIRNESS_MS)
        );
    }
    for socket in &sockets {
        let state = until_version(socket, 1).await;
        assert_eq!((&state["version"], &state["clocks"][0]), (&json!(1), &json!(null)));
        assert_eq!(state["active"], json!([0]), "the first turn has begun");
    }
    let clock = sockets[0].heard().of_type("state").next().unwrap()["clocks"][0]["id"].clone();
    assert_eq!(code(sockets[0].ask(enough(&clock)).await), Code::Stale);
}

#[tokio::test]
async fn live_nobody_has_to_say_that_it_is_enough() {
    let house = House::open().await;
    let mut table = short();
    table["options"]["initial_peek_s"] = json!(60);
    let (_, _, sockets) = house.game(table, ["Anna", "Ben"]).await;
    let clock = sockets[0].state().await["clocks"][0]["id"].clone();
    assert_eq!(code(sockets[0].ask(enough(&clock)).await), Code::WrongStage);
}

#[tokio::test]
async fn clocks_run_only_while_somebody_is_there() {
    let house = House::open().await;
    let anna = house.person("Anna").await;
    let mut table = short();
    table["seats"] = json!(["me", {"guest": "Aunt"}]);
    table["start"] = json!(true);
    let alone = anna.open(table).await;
    let last = async || anna.review(&alone, "as=0").await.ok()["last"].clone();
    // Meanwhile the same window passes at two other tables, one after the other.
    for _ in 0..2 {
        let (_, _, others) = house.game(short(), ["Dora", "Emil"]).await;
        until_version(&others[0], 1).await;
    }
    assert_eq!(last().await, json!(0), "nobody was there to see it pass");
    let socket = house.stranger().look(&alone).await;
    assert!(socket.state().await["clocks"][0]["left_ms"].as_u64() > Some(0), "it begins when somebody comes");
    until_version(&socket, 1).await;
}

#[tokio::test]
async fn by_mail_a_window_closes_when_every_person_has_had_enough() {
    let house = House::open().await;
    let mut table = by_mail();
    table["seats"] = json!(["me", "free", {"bot": "random"}]);
    let [anna, ben, cleo] = house.people(["Anna", "Ben", "Cleo"]).await;
    let id = anna.open(table).await;
    ben.sit(&id, 1).await.ok();
    anna.start(&id).await.ok();
    let sockets = [anna.look(&id).await, ben.look(&id).await];
    // The bot looks at its cards, and is not waited for.
    let state = until_version(&sockets[0], 1).await;
    assert_eq!((&state["clocks"][0]["left_ms"], &state["clocks"][0]["enough"]), (&json!(null), &json!([])));
    let clock = state["clocks"][0]["id"].clone();
    let unknown = json!(clock.as_u64().unwrap() + 1);
    assert_eq!(code(sockets[0].ask(enough(&unknown)).await), Code::Stale);
    assert_eq!(code(cleo.look(&id).await.ask(enough(&clock)).await), Code::NotYourSeat);
    sockets[0].ask(enough(&clock)).await.unwrap();
    sockets[0].ask(enough(&clock)).await.expect("twice is as good as once");
    for socket in &sockets {
        socket.until_state("one has had enough", |state| state["clocks"][0]["enough"] == json!([0])).await;
    }
    sockets[1].ask(enough(&clock)).await.unwrap();
    for socket in &sockets {
        let state = until_version(socket, 2).await;
        assert_eq!((&state["clocks"][0], &state["active"]), (&json!(null), &json!([0])));
    }
    let steps = anna.review(&id, "as=0&count=100").await.ok();
    assert_eq!(steps["steps"][2]["by"], json!(null), "nobody's action closed it");
}

#[tokio::test]
async fn by_mail_nobody_waits_for_whoever_leaves_or_lends_the_seat() {
    let house = House::open().await;
    for change in [json!({"do": "stand"}), json!({"do": "lend", "level": "random"})] {
        let mut table = by_mail();
        // Without a bot's `done`: whoever has looked already has nothing to lend.
        table["options"]["initial_peek_s"] = json!(60);
        let (id, people, sockets) = house.game(table, ["Anna", "Ben"]).await;
        let clock = sockets[0].state().await["clocks"][0]["id"].clone();
        sockets[0].ask(enough(&clock)).await.unwrap();
        people[1].seat(&id, 1, change).await.ok();
        sockets[0].until_state("the window is closed", |state| state["clocks"][0]["id"] != clock).await;
    }
}

#[tokio::test]
async fn what_was_enough_is_remembered_over_a_restart() {
    let house = House::open().await;
    let (id, people, sockets) = house.game(by_mail(), ["Anna", "Ben"]).await;
    let clock = sockets[0].state().await["clocks"][0]["id"].clone();
    sockets[1].ask(enough(&clock)).await.unwrap();
    let house = house.reopen().await;
    let socket = people[0].at(&house).look(&id).await;
    assert_eq!(socket.state().await["clocks"][0]["enough"], json!([1]));
    socket.ask(enough(&clock)).await.unwrap();
    until_version(&socket, 1).await;
}

#[tokio::test]
async fn by_mail_a_game_that_can_do_without_clocks_does() {
    let house = House::open().await;
    for (game, pace, chosen, expected) in [
        ("cambio", "mail", json!({}), json!({"pace": "turns"})),
        ("speed", "mail", json!({}), json!({"pace": "turns"})),
        ("cambio", "mail", json!({"pace": "live"}), json!({"pace": "live"})),
        ("cambio", "live", json!({}), json!({})),
        ("cambio", "live", json!({"pace": "turns"}), json!({"pace": "turns"})),
        ("nim", "mail", json!({"heaps": "3-4-5"}), json!({"heaps": "3-4-5"})),
    ] {
        let table = json!({"game": game, "options": chosen, "pace": pace});
        let (id, people, sockets) = house.game(table, ["Anna", "Ben"]).await;
        let table = people[1].table(&id).await;
        assert_eq!(table["settings"]["options"], expected, "{game} {pace} {chosen}");
        let is_timed = sockets[0].state().await["clocks"][0].is_object();
        assert_eq!(is_timed, game != "nim" && expected["pace"] != "turns", "{game} {pace} {chosen}");
    }
}

#[tokio::test]
async fn the_table_changes_its_pace_if_all_agree() {
    let house = House::open().await;
    let mut table = short();
    table["options"]["initial_peek_s"] = json!(60);
    let (_, _, sockets) = house.game(table, ["Anna", "Ben"]).await;
    let mail = json!({"pace": {"pace": "mail", "limit_s": 7200}});
    sockets[0].wish(mail.clone()).await.unwrap();
    sockets[1].agree(false).await.unwrap();
    assert_eq!(sockets[1].heard().table()["settings"]["pace"], json!("live"));

    sockets[0].wish(mail).await.unwrap();
    sockets[1].agree(true).await.unwrap();
    for socket in &sockets {
        let table = socket.until_table("by mail", |table| table["settings"]["pace"] == "mail").await;
        assert_eq!((&table["settings"]["limit_s"], &table["question"]), (&json!(7200), &json!(null)));
        let state =
            socket.until_state("no clock runs", |state| state["clocks"][0]["left_ms"].is_null()).await;
        assert!(state["clocks"][0].is_object(), "the window is still open");
        let think = state["think_ms"].as_u64().unwrap();
        assert!((1..=7_200_000).contains(&think), "{think}");
    }
    sockets[1].wish(json!({"pace": {"pace": "live"}})).await.unwrap();
    sockets[0].agree(true).await.unwrap();
    for socket in &sockets {
        let state =
            socket.until_state("the clock runs", |state| state["clocks"][0]["left_ms"].is_u64()).await;
        assert_eq!(state["think_ms"], json!(null));
    }
}

#[tokio::test]
async fn thinking_times_out_of_range_are_refused() {
    let house = House::open().await;
    let (_, [anna, ..], sockets) = house.game(json!({"game": "nim"}), ["Anna", "Ben"]).await;
    const MONTH: u32 = 30 * 24 * 3600;
    for (pace, limit, is_allowed) in [
        ("live", 0, false),
        ("live", 4, false),
        ("live", 5, true),
        ("live", 3600, true),
        ("live", 3601, false),
        ("mail", 3599, false),
        ("mail", 3600, true),
        ("mail", MONTH, true),
        ("mail", MONTH + 1, false),
        ("mail", u32::MAX, false),
    ] {
        let table = json!({"game": "nim", "seats": ["me", "free"], "pace": pace, "limit_s": limit});
        let opened = anna.post("/api/tables", table.clone()).await;
        let id = anna.open(json!({"game": "nim", "seats": ["me", "free"]})).await;
        let settings = json!({"settings": {"game": "nim", "pace": pace, "limit_s": limit}, "seats": 2});
        let set = anna.post(&format!("/api/tables/{id}/settings"), settings).await;
        let wished = sockets[0].wish(json!({"pace": {"pace": pace, "limit_s": limit}})).await;
        if is_allowed {
            assert_eq!(opened.ok()["settings"]["limit_s"], json!(limit));
            set.ok();
            wished.unwrap();
            sockets[0].agree(false).await.unwrap();
        } else {
            opened.refused(Code::BadSetting);
            set.refused(Code::BadSetting);
            assert_eq!(code(wished), Code::BadSetting, "{pace} {limit}");
        }
    }
}

#[tokio::test]
async fn live_the_plainest_thing_is_done_for_whoever_thinks_too_long() {
    let house = House::open().await;
    let table = json!({"game": "nim", "options": {"heaps": "3-4-5"}, "limit_s": 5});
    let (id, people, sockets) = house.game(table, ["Anna", "Ben"]).await;
    let first = mover(&sockets).await;
    let state = sockets[first].state().await;
    assert!((1..=5000).contains(&state["think_ms"].as_u64().unwrap()), "{}", state["think_ms"]);
    let after = until_version(&sockets[0], 1).await;
    assert_eq!(after["active"], json!([1 - first]));
    assert!(after["think_ms"].as_u64().unwrap() <= 5000, "the other has the same time");
    let steps = people[0].review(&id, "count=2").await.ok();
    assert_eq!(steps["steps"][1]["by"], json!(first), "it counts as theirs");
}

#[tokio::test]
async fn by_mail_time_goes_on_while_the_server_is_away_and_live_it_does_not() {
    let house = House::open().await;
    let (mail, [anna, ..], _) = house
        .game(
            json!({"game": "nim", "options": {"heaps": "3-4-5"}, "pace": "mail", "limit_s": 3600}),
            ["Anna", "Ben"],
        )
        .await;
    let (live, ..) = house
        .game(json!({"game": "nim", "options": {"heaps": "3-4-5"}, "limit_s": 60}), ["Cleo", "Dora"])
        .await;
    let two_hours_ago = |at: &mut i64, _: &mut Value| *at -= 2 * 3600 * 1000;
    let (house, live) = house.reopen_with_copy(&live, two_hours_ago).await;
    let (house, mail) = house.reopen_with_copy(&mail, two_hours_ago).await;

    // Whoever had the turn has let an hour pass; whoever has it now has an hour from now on.
    let socket = anna.at(&house).look(&mail).await;
    let state = until_version(&socket, 1).await;
    assert!(state["think_ms"].as_u64() > Some(3_000_000), "{}", state["think_ms"]);
    socket.settle().await;
    assert_eq!(socket.state().await["version"], json!(1));
    let state = house.stranger().look(&live).await.state().await;
    assert_eq!(state["version"], json!(0), "nobody could play while the server was away");
    assert!(state["think_ms"].as_u64() <= Some(60_000));
}

#[tokio::test]
async fn bots_have_no_thinking_time_and_a_lent_seat_none_either() {
    let house = House::with(|config| config.bot_pause = std::time::Duration::from_secs(3600)).await;
    let anna = house.person("Anna").await;
    let table =
        json!({"game": "othellino", "seats": ["me", {"bot": "random"}], "limit_s": 60, "start": true});
    let id = anna.open(table).await;
    let socket = anna.look(&id).await;
    let state = socket.state().await;
    let is_own = state["active"] == json!([0]);
    assert_eq!(state["think_ms"].is_u64(), is_own);
    anna.seat(&id, 0, json!({"do": "lend", "level": "random"})).await.ok();
    socket.until_state("nobody's time runs", |state| state["think_ms"].is_null()).await;
}

#[tokio::test]
async fn bots_make_no_pauses_where_everybody_who_plays_wants_none() {
    let house = House::with(|config| config.bot_pause = std::time::Duration::from_secs(3600)).await;
    let (anna, ben) = (house.person("Anna").await, house.person("Ben").await);
    let table = json!({"game": "gold-mine", "seats": ["me", "free", {"bot": "random"}]});
    let id = anna.open(table).await;
    ben.seat(&id, 1, json!({"do": "sit"})).await.ok();
    anna.start(&id).await.ok();
    let (at_anna, at_ben) = (anna.look(&id).await, ben.look(&id).await);
    at_anna.state().await;
    at_anna.say(json!({"type": "brisk", "brisk": true}));
    at_anna.settle().await;
    assert_eq!(at_anna.state().await["version"], json!(0), "Ben wants to see what a bot does");
    at_ben.say(json!({"type": "brisk", "brisk": true}));
    until_version(&at_anna, 1).await;
}
