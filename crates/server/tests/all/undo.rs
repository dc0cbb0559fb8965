//! Taking back: at once where nothing was shown, otherwise if the others agree.

use boxwood_protocol::Code;
use serde_json::{Value, json};

use crate::harness::{House, chance, code, mover, play_out, step};

fn nim() -> Value {
    json!({"game": "nim", "options": {"heaps": "3-4-5"}})
}

#[tokio::test]
async fn the_last_action_is_taken_back_at_once_while_it_showed_nothing() {
    let house = House::open().await;
    let (_, _, sockets) = house.game(nim(), ["Anna", "Ben"]).await;
    let before = [sockets[0].state().await, sockets[1].state().await];
    let who = step(&sockets).await;
    assert_eq!(sockets[who].state().await["undo"], json!("free"));
    assert_eq!(sockets[1 - who].state().await["undo"], json!("no"));
    let done = sockets[who].wish(json!("undo")).await.unwrap();
    for (socket, before) in sockets.iter().zip(&before) {
        let state = socket.state_at(done).await;
        assert_eq!((&state["anew"], &state["version"]), (&json!(true), &json!(0)));
        for part in ["scene", "offers", "said", "active", "undo"] {
            assert_eq!(state[part], before[part], "{part}");
        }
        assert_eq!(socket.heard().table()["question"], json!(null));
    }
}

#[tokio::test]
async fn nothing_is_taken_back_before_anything_was_done_and_after_the_end() {
    let house = House::open().await;
    let (id, people, sockets) = house.game(nim(), ["Anna", "Ben"]).await;
    assert_eq!(code(sockets[0].wish(json!("undo")).await), Code::NoUndo);
    assert_eq!(code(sockets[1].wish(json!("undo")).await), Code::NoUndo);
    let who = step(&sockets).await;
    assert_eq!(code(sockets[1 - who].wish(json!("undo")).await), Code::NoUndo, "that was not theirs");
    play_out(&[&sockets[0], &sockets[1]], &mut chance(1)).await;
    for socket in &sockets {
        assert_eq!(socket.state().await["undo"], json!("no"));
        assert_eq!(code(socket.wish(json!("undo")).await), Code::GameOver);
    }
    assert_eq!(people[0].table(&id).await["stage"], json!("over"));
    let waiting = people[0].open(json!({"game": "nim", "seats": ["me", "free"]})).await;
    assert_eq!(code(people[0].look(&waiting).await.wish(json!("undo")).await), Code::WrongStage);
}

#[tokio::test]
async fn what_somebody_has_answered_is_taken_back_if_they_agree() {
    let house = House::open().await;
    let (_, people, sockets) = house.game(nim(), ["Anna", "Ben"]).await;
    let start = sockets[0].state().await["scene"].clone();
    let first = step(&sockets).await;
    let second = step(&sockets).await;
    assert_eq!(second, 1 - first);
    assert_eq!(sockets[first].state().await["undo"], json!("ask"));
    assert_eq!(sockets[second].state().await["undo"], json!("free"));

    sockets[first].wish(json!("undo")).await.unwrap();
    for socket in &sockets {
        let table = socket.until_table("a question", |table| table["question"].is_object()).await;
        let question = &table["question"];
        assert_eq!((&question["by"], &question["wish"]), (&json!(first), &json!("undo")));
        assert_eq!(question["waiting"], json!([second]), "only the other is asked");
    }
    assert_eq!(sockets[0].state().await["version"], json!(2), "nothing is done yet");
    assert_eq!(people[second].lobby().await["mine"][0]["your_turn"], json!(true), "an answer is waited for");
    let done = sockets[second].agree(true).await.unwrap();
    for socket in &sockets {
        let state = socket.state_at(done).await;
        assert_eq!((&state["anew"], &state["version"]), (&json!(true), &json!(0)));
        socket.until_table("it is settled", |table| table["question"].is_null()).await;
    }
    assert_eq!(sockets[0].state().await["scene"], start);
}

#[tokio::test]
async fn whoever_is_asked_may_refuse() {
    let house = House::open().await;
    let (_, _, sockets) = house.game(nim(), ["Anna", "Ben"]).await;
    let first = step(&sockets).await;
    let second = step(&sockets).await;
    sockets[first].wish(json!("undo")).await.unwrap();
    sockets[second].agree(false).await.unwrap();
    let names = ["Anna", "Ben"];
    for (seat, socket) in sockets.iter().enumerate() {
        socket.until_table("it is settled", |table| table["question"].is_null()).await;
        let name = if seat == second { "You" } else { names[second] };
        socket.until_chat(&format!("{name} would rather not.")).await;
        socket.settle().await;
        assert_eq!(socket.state().await["version"], json!(2));
    }
    // It may be asked again.
    sockets[first].wish(json!("undo")).await.unwrap();
}

#[tokio::test]
async fn whoever_asked_may_withdraw_and_nobody_else_may_answer_for_others() {
    let house = House::open().await;
    let (id, _, sockets) = house.game(nim(), ["Anna", "Ben"]).await;
    let first = step(&sockets).await;
    let second = step(&sockets).await;
    sockets[first].wish(json!("undo")).await.unwrap();
    assert_eq!(code(sockets[second].wish(json!("undo")).await), Code::NoQuestion, "one question at a time");
    assert_eq!(code(sockets[first].agree(true).await), Code::NoQuestion, "nobody agrees with themselves");
    let watcher = house.person("Cleo").await.look(&id).await;
    assert_eq!(code(watcher.agree(true).await), Code::NoQuestion);
    let question = watcher.heard().table()["question"]["id"].clone();
    let wrong = json!({"type": "answer", "question": question.as_u64().unwrap() - 1, "agree": true});
    assert_eq!(code(sockets[second].ask(wrong).await), Code::NoQuestion);
    sockets[first].agree(false).await.unwrap();
    sockets[second].until_table("it is settled", |table| table["question"].is_null()).await;
    let late = json!({"type": "answer", "question": question, "agree": true});
    assert_eq!(code(sockets[second].ask(late).await), Code::NoQuestion);
    assert_eq!(sockets[second].state().await["version"], json!(2));
}

#[tokio::test]
async fn a_move_makes_the_question_void() {
    let house = House::open().await;
    let (_, _, sockets) = house.game(nim(), ["Anna", "Ben"]).await;
    let first = step(&sockets).await;
    let second = step(&sockets).await;
    sockets[first].wish(json!("undo")).await.unwrap();
    let table = sockets[second].until_table("a question", |table| table["question"].is_object()).await;
    assert_eq!(step(&sockets).await, first, "the asker plays on instead of waiting");
    for socket in &sockets {
        socket.until_table("it is void", |table| table["question"].is_null()).await;
    }
    let late = json!({"type": "answer", "question": table["question"]["id"], "agree": true});
    assert_eq!(code(sockets[second].ask(late).await), Code::NoQuestion);
    assert_eq!(sockets[second].state().await["version"], json!(3));
}

#[tokio::test]
async fn everybody_else_who_plays_has_to_agree() {
    let house = House::open().await;
    let (_, _, sockets) = house.game(json!({"game": "gold-mine"}), ["Anna", "Ben", "Cleo"]).await;
    let done = sockets[1].act_first().await.unwrap();
    assert_eq!(sockets[1].state().await["undo"], json!("ask"), "a choice is a commitment");
    sockets[1].wish(json!("undo")).await.unwrap();
    sockets[0].agree(true).await.unwrap();
    let waits = |table: &Value| table["question"]["waiting"] == json!([2]);
    sockets[2].until_table("one answer is missing", waits).await;
    assert_eq!(code(sockets[0].agree(true).await), Code::NoQuestion, "once is enough");
    assert_eq!(sockets[0].state_at(done).await["version"], json!(1));
    let done = sockets[2].agree(true).await.unwrap();
    for socket in &sockets {
        assert_eq!(socket.state_at(done).await["version"], json!(0));
    }
    assert_eq!(sockets[1].state().await["offers"].as_array().unwrap().len(), 2, "a new choice");
}

#[tokio::test]
async fn whoever_plays_several_seats_is_asked_once_and_not_by_themselves() {
    let house = House::open().await;
    let [anna, ben] = house.people(["Anna", "Ben"]).await;
    let id =
        anna.open(json!({"game": "gold-mine", "seats": ["me", "free", "free", {"guest": "Aunt"}]})).await;
    ben.sit(&id, 1).await.ok();
    ben.seat(&id, 2, json!({"do": "sit", "name": "Uncle"})).await.ok();
    anna.start(&id).await.ok();
    let (anna_looks, ben_looks) = (anna.look(&id).await, ben.look(&id).await);
    anna_looks.act_first().await.unwrap();
    anna_looks.wish(json!("undo")).await.unwrap();
    let table = ben_looks.until_table("a question", |table| table["question"].is_object()).await;
    assert_eq!(table["question"]["waiting"], json!([1, 2]), "the asker's guest is not asked");
    let done = ben_looks.agree(true).await.unwrap();
    assert_eq!(anna_looks.state_at(done).await["version"], json!(0), "one answer for both seats");
    // Alone at the table, nobody is asked.
    let id = anna.open(json!({"game": "gold-mine", "seats": ["me", {"guest": "Aunt"}], "start": true})).await;
    let own = anna.look(&id).await;
    own.act_first().await.unwrap();
    assert_eq!(own.state().await["undo"], json!("free"));
    own.wish(json!("undo")).await.unwrap();
    assert_eq!(own.state().await["version"], json!(0));
}

#[tokio::test]
async fn bots_let_everything_be_taken_back_at_once() {
    let house = House::open().await;
    let anna = house.person("Anna").await;
    let table = json!({"game": "othellino", "seats": ["me", {"bot": "random"}], "start": true});
    let id = anna.open(table).await;
    let own = anna.look(&id).await;
    let is_own_turn = |state: &Value| state["active"] == json!([0]);
    let before = own.until_state("her turn", is_own_turn).await;
    let done = own.act_first().await.unwrap();
    let after = own
        .until_state("the bot has moved", |state| state["number"].as_u64() > Some(done) && is_own_turn(state))
        .await;
    assert_eq!(after["undo"], json!("free"));
    own.wish(json!("undo")).await.unwrap();
    let undone = own.state().await;
    for part in ["version", "scene", "offers"] {
        assert_eq!(undone[part], before[part], "{part}");
    }
    play_out(&[&own], &mut chance(2)).await;
}

#[tokio::test]
async fn whoever_has_lent_the_seat_is_asked_too() {
    let house = House::open().await;
    let (id, people, sockets) = house.game(json!({"game": "gold-mine"}), ["Anna", "Ben", "Cleo"]).await;
    people[1].seat(&id, 1, json!({"do": "lend", "level": "random"})).await.ok();
    sockets[0].until_state("the bot has chosen", |state| state["version"] == 1).await;
    sockets[0].act_first().await.unwrap();
    sockets[0].wish(json!("undo")).await.unwrap();
    let table = sockets[0].until_table("a question", |table| table["question"].is_object()).await;
    assert_eq!(table["question"]["waiting"], json!([1, 2]));
    sockets[2].agree(true).await.unwrap();
    sockets[1].agree(true).await.unwrap();
    assert_eq!(sockets[0].state().await["version"], json!(1));
}

#[tokio::test]
async fn when_all_others_have_left_only_what_showed_nothing_is_taken_back() {
    let house = House::open().await;
    let (id, people, sockets) = house.game(json!({"game": "othellino"}), ["Anna", "Ben"]).await;
    // Once the other has answered, a move is final.
    let first = crate::harness::step(&sockets).await;
    crate::harness::step(&sockets).await;
    assert_eq!(sockets[first].state().await["undo"], json!("ask"));
    people[1 - first].seat(&id, 1 - first, json!({"do": "stand"})).await.ok();
    let state = sockets[first].until_state("the other has left", |state| state["undo"] != "ask").await;
    assert_eq!(state["undo"], json!("no"));
    assert_eq!(code(sockets[first].wish(json!("undo")).await), Code::NoUndo);
    // What nobody has answered yet is free, as ever.
    sockets[first].until_state("her turn", |state| state["active"] == json!([first])).await;
}

#[tokio::test]
async fn whoever_leaves_takes_the_question_along() {
    let house = House::open().await;
    let (id, people, sockets) = house.game(json!({"game": "gold-mine"}), ["Anna", "Ben", "Cleo"]).await;
    sockets[0].act_first().await.unwrap();
    sockets[0].wish(json!("undo")).await.unwrap();
    sockets[1].agree(true).await.unwrap();
    people[2].seat(&id, 2, json!({"do": "stand"})).await.ok();
    sockets[0].until_table("no question", |table| table["question"].is_null()).await;
    assert_eq!(
        code(sockets[1].ask(json!({"type": "answer", "question": 0, "agree": true})).await),
        Code::NoQuestion
    );
}

#[tokio::test]
async fn an_action_sent_before_something_was_taken_back_is_stale() {
    let house = House::open().await;
    let (_, _, sockets) = house.game(nim(), ["Anna", "Ben"]).await;
    let who = mover(&sockets).await;
    let before = sockets[who].state().await;
    let action = &before["offers"][0]["action"];
    step(&sockets).await;
    let other = sockets[1 - who].state().await;
    let undone = sockets[who].wish(json!("undo")).await.unwrap();

    let act = |seen: &Value, action: &Value| json!({"type": "act", "seen": seen, "action": action});
    // The version is the same as before the first move, but what was meant may not be.
    assert_eq!(code(sockets[who].ask(act(&before["number"], action)).await), Code::Stale);
    let answer = &other["offers"][0]["action"];
    assert_eq!(code(sockets[1 - who].ask(act(&other["number"], answer)).await), Code::Stale);
    assert_eq!(code(sockets[who].ask(act(&json!(undone + 1), action)).await), Code::Stale, "not seen yet");
    assert_eq!(sockets[who].state().await["version"], json!(0));
    sockets[who].ask(act(&json!(undone), action)).await.expect("whoever has looked again may act");
}
