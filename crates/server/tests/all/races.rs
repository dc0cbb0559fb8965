//! Who was first: slow lines, claims that were overtaken, choices made at once.

use std::time::Duration;

use boxwood_engine::{AnyMatch, Viewer};
use boxwood_protocol::Code;
use serde_json::{Value, json};

use crate::harness::{House, Person, Socket, code, slow_line};

/// A race in which nobody is hurried by the clock.
fn race() -> Value {
    let longest = 60;
    json!({"game": "cambio", "options": {
        "initial_peek_s": longest, "window_s": longest, "follow_s": longest, "give_s": longest, "peek_s": longest,
    }})
}

/// Looks at the first cards, draws and discards: now everybody may snap.
async fn open_window(sockets: &[&Socket]) -> Value {
    for (seat, action) in [(0, "done"), (1, "done"), (0, "draw_main"), (0, "discard_drawn")] {
        let done = sockets[seat].act(&json!(action)).await.unwrap();
        for socket in sockets {
            socket.state_at(done).await;
        }
    }
    let state = sockets[0].state().await;
    assert_eq!(state["active"], json!([0, 1]));
    state
}

/// Who acted, input by input.
async fn order(person: &Person, table: &str) -> Vec<Option<u64>> {
    let steps = person.review(table, "count=100").await.ok()["steps"].clone();
    steps.as_array().unwrap().iter().skip(1).map(|step| step["by"].as_u64()).collect()
}

#[tokio::test]
async fn on_a_slow_line_one_has_the_same_chance() {
    let house = House::open().await;
    let (id, [anna, ben], [_, ben_looks]) = house.game(race(), ["Anna", "Ben"]).await;
    let delay = Duration::from_millis(120);
    let line = slow_line(house.address, delay).await;
    let anna_looks = anna.over(line).look(&id).await;
    // The server knows the line when its question has been answered.
    anna_looks.until("a ping", |heard| (heard.pings > 0).then_some(())).await;
    anna_looks.settle().await;
    open_window(&[&anna_looks, &ben_looks]).await;

    let mut firsts = vec![];
    for slot in 0..3 {
        // Anna reaches first. Her message needs 120 ms, and Ben, who reaches half of that later,
        // would be there long before it.
        let seen = ben_looks.state().await["number"].clone();
        let touch = |owner: usize| json!({"type": "act", "seen": seen, "action": {"touch": {"owner": owner, "slot": slot}}});
        let before = order(&ben, &id).await.len();
        anna_looks.say(touch(0));
        tokio::time::sleep(delay / 2).await;
        ben_looks.ask(touch(1)).await.unwrap();
        let both = async {
            while order(&ben, &id).await.len() < before + 2 {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(crate::harness::PATIENCE, both).await.expect("both have reached");
        firsts.push(order(&ben, &id).await[before]);
    }
    // On a machine that stands still for a while now and then, one of three is proof enough: without
    // the fairness window Ben is always the first.
    assert!(firsts.contains(&Some(0)), "{firsts:?}");
}

/// A match that the test can look into, beside the one of the server: the same seed, the same actions.
struct Oracle {
    play: Box<dyn AnyMatch>,
    /// The secret it follows from.
    secret: String,
}

impl Oracle {
    /// The right snaps of a seat now, and a wrong one.
    fn snaps(&self, seat: usize) -> (Vec<Value>, Option<Value>) {
        let actions = self.play.actions(seat).expect("a seat");
        let snaps =
            actions.into_iter().map(|chosen| chosen.action).filter(|action| action.get("snap").is_some());
        let (right, wrong): (Vec<Value>, Vec<Value>) = snaps.partition(|snap| {
            let mut next = self.play.copy();
            next.act(seat, snap).expect("it is offered");
            next.log(Viewer::Spectator, next.status().version).iter().any(|line| line.ends_with(": right."))
        });
        (right, wrong.into_iter().next())
    }

    /// A secret with which both seats have a card to snap when the first card is discarded.
    fn find(options: &Value, luck: &[String]) -> Oracle {
        let game = boxwood_games::find("cambio").expect("the game");
        for number in 0..10_000 {
            let secret = format!("{number:064x}");
            let seed = boxwood_fair::seed(&secret, luck.iter().map(String::as_str));
            let mut play = game.begin(options, 2, seed).expect("a match");
            for (seat, action) in [(0, "done"), (1, "done"), (0, "draw_main"), (0, "discard_drawn")] {
                play.act(seat, &json!(action)).expect("a legal beginning");
            }
            let oracle = Oracle { play, secret };
            let (right, _) = oracle.snaps(1);
            let owners: Vec<&Value> = right.iter().map(|snap| &snap["snap"]["owner"]).collect();
            if owners.contains(&&json!(1)) && owners.iter().filter(|owner| **owner == 0).count() >= 2 {
                return oracle;
            }
        }
        panic!("one of ten thousand deals is like that");
    }
}

/// A table with the window open, where seat 0 holds two cards that can be snapped and seat 1 holds one.
async fn claims(options: Value) -> (House, String, Person, [Socket; 2], Oracle) {
    let house = House::open().await;
    let mut table = race();
    for (key, value) in options.as_object().unwrap() {
        table["options"][key] = value.clone();
    }
    let (id, people, _) = house.game(table.clone(), ["Anna", "Ben"]).await;
    let luck = people[0].table(&id).await["fairness"]["luck"].clone();
    let luck: Vec<String> = serde_json::from_value(luck).unwrap();
    let oracle = Oracle::find(&table["options"], &luck);
    let secret = json!(oracle.secret);
    let (house, id) = house
        .reopen_with_copy(&id, |_, event| {
            if let Some(opened) = event.get_mut("opened") {
                opened["secret"] = secret.clone();
            }
        })
        .await;
    let people = people.map(|person| person.at(&house));
    let sockets = [people[0].look(&id).await, people[1].look(&id).await];
    open_window(&[&sockets[0], &sockets[1]]).await;
    let [anna, _] = people;
    (house, id, anna, sockets, oracle)
}

fn of_owner(snaps: &[Value], owner: usize) -> Vec<&Value> {
    snaps.iter().filter(|snap| snap["snap"]["owner"] == owner).collect()
}

#[tokio::test]
async fn a_claim_that_was_overtaken_is_late_and_costs_what_the_rules_say() {
    for (target, penalty, late_penalty) in [
        (1, false, "others"), // an own card
        (0, true, "others"),  // the other's second one
        (1, true, "all"),
        (0, false, "none"),
    ] {
        let (_house, id, anna, sockets, oracle) = claims(json!({"late_penalty": late_penalty})).await;
        let (right, _) = oracle.snaps(1);
        let seen = sockets[1].state().await["number"].clone();
        let led = sockets[0].act(of_owner(&right, 0)[0]).await.unwrap();
        sockets[1].state_at(led).await;
        // Ben had not seen it when he claimed.
        let own = of_owner(&right, target);
        let claim = own.last().unwrap();
        let done = sockets[1].ask(json!({"type": "act", "seen": seen, "action": claim})).await.unwrap();
        let state = sockets[0].state_at(done).await;
        let said = state["said"].to_string();
        assert!(said.contains("right, but late"), "{said}");
        assert_eq!(said.contains("penalty card"), penalty, "{target} {late_penalty}: {said}");
        assert_eq!(state["active"], json!([0]), "Anna still leads");
        assert_eq!(order(&anna, &id).await[4..], [Some(0), Some(1)]);
        // Out of this window, he is not asked again, and the same claim again is stale.
        let again = sockets[1].ask(json!({"type": "act", "seen": seen, "action": claim})).await;
        assert_eq!(code(again), Code::Stale);
    }
}

#[tokio::test]
async fn a_late_and_wrong_claim_is_as_wrong_as_ever() {
    let (_house, _, _, sockets, oracle) = claims(json!({"late_penalty": "none"})).await;
    let ((right, wrong), seen) = (oracle.snaps(1), sockets[1].state().await["number"].clone());
    sockets[0].act(of_owner(&right, 0)[0]).await.unwrap();
    let claim = json!({"type": "act", "seen": seen, "action": wrong.unwrap()});
    let done = sockets[1].ask(claim).await.unwrap();
    let said = sockets[1].state_at(done).await["said"].to_string();
    assert!(said.contains("late, and wrong") && said.contains("penalty card"), "{said}");
}

#[tokio::test]
async fn whoever_snaps_the_same_card_later_gets_nothing_and_pays_nothing() {
    let (_house, _, _, sockets, oracle) = claims(json!({"late_penalty": "all"})).await;
    let ((right, _), seen) = (oracle.snaps(1), sockets[1].state().await["number"].clone());
    let same = of_owner(&right, 0)[0];
    let led = sockets[0].act(same).await.unwrap();
    let before = sockets[1].state_at(led).await;
    let refusal = sockets[1].ask(json!({"type": "act", "seen": seen, "action": same})).await.unwrap_err();
    assert_eq!(refusal.code, Code::Illegal);
    sockets[1].settle().await;
    assert_eq!(sockets[1].state().await, before, "nothing has happened");
}

#[tokio::test]
async fn whoever_has_seen_the_leader_is_not_late_but_wrong_to_claim() {
    let (_house, _, _, sockets, oracle) = claims(json!({})).await;
    let (right, _) = oracle.snaps(1);
    let led = sockets[0].act(of_owner(&right, 0)[0]).await.unwrap();
    sockets[1].state_at(led).await;
    assert_eq!(code(sockets[1].act(of_owner(&right, 1)[0]).await), Code::NotYourTurn);
}

#[tokio::test]
async fn choices_made_at_once_all_count() {
    let house = House::open().await;
    let (_, _, sockets) = house.game(json!({"game": "gold-mine"}), ["Anna", "Ben", "Cleo", "Dora"]).await;
    let seen = sockets[0].state().await["number"].clone();
    let choose = json!({"type": "act", "seen": seen, "action": "stay"});
    for (version, socket) in (1..).zip(&sockets) {
        let done = socket.ask(choose.clone()).await.expect("nobody has seen the others choose");
        assert_eq!(socket.state_at(done).await["version"], json!(version));
    }
}

#[tokio::test]
async fn a_message_sent_twice_counts_once() {
    let house = House::open().await;
    let (_, _, sockets) = house.game(json!({"game": "gold-mine"}), ["Anna", "Ben", "Cleo"]).await;
    let first = json!({"type": "act", "seen": sockets[0].state().await["number"], "action": "stay"});
    sockets[0].ask(first.clone()).await.unwrap();
    assert_eq!(code(sockets[0].ask(first.clone()).await), Code::Stale);
    for socket in &sockets[1..] {
        socket.act(&json!("stay")).await.unwrap();
    }
    let state = sockets[0].until_state("the next choice", |state| state["version"] == 3).await;
    if !state["offers"].as_array().unwrap().is_empty() {
        assert_eq!(code(sockets[0].ask(first).await), Code::Stale, "it was meant for the card before");
    }
}

#[tokio::test]
async fn an_action_that_others_made_impossible_is_refused_and_changes_nothing() {
    let house = House::open().await;
    let table = json!({"game": "nim", "options": {"heaps": "3-4-5"}});
    let (_, _, sockets) = house.game(table, ["Anna", "Ben"]).await;
    let seen = sockets[0].state().await["number"].clone();
    let waiting = 1 - crate::harness::step(&sockets).await;
    // It was not this seat's turn when the sender last looked.
    let action = sockets[waiting].state().await["offers"][0]["action"].clone();
    let early = json!({"type": "act", "seen": seen, "action": action});
    assert_eq!(code(sockets[waiting].ask(early).await), Code::Stale);
    for seen in [json!(0), json!(1), json!(u64::MAX)] {
        let odd = json!({"type": "act", "seen": seen, "action": action});
        assert_eq!(code(sockets[waiting].ask(odd).await), Code::Stale, "seen {seen}");
    }
    assert_eq!(sockets[waiting].state().await["version"], json!(1));
}

#[tokio::test]
async fn where_arrival_decides_two_quick_plays_with_the_same_sight_both_count() {
    let house = House::open().await;
    // Not every deal has two cards for two piles, and new cards may be turned up between the two plays.
    for _ in 0..30 {
        let (_, _, sockets) = house.game(json!({"game": "speed"}), ["Anna", "Ben"]).await;
        for socket in &sockets {
            socket.act(&json!("ready")).await.expect("everybody is ready");
        }
        let state = sockets[0].until_state("the race", |state| state["version"].as_u64() >= Some(2)).await;
        let offers = state["offers"].as_array().expect("a list");
        let plays: Vec<&Value> =
            offers.iter().map(|offer| &offer["action"]).filter(|action| action["play"].is_object()).collect();
        let pairs = plays.iter().flat_map(|one| plays.iter().map(move |other| (*one, *other)));
        let mut fitting = pairs.filter(|(one, other)| {
            one["play"]["card"] != other["play"]["card"] && one["play"]["pile"] != other["play"]["pile"]
        });
        let Some((one, other)) = fitting.next() else { continue };
        let play = |action: &Value| json!({"type": "act", "seen": state["number"], "action": action});
        let (first, second) = (sockets[0].ask(play(one)).await, sockets[0].ask(play(other)).await);
        if first.is_ok() && second.is_ok() {
            let again = sockets[0].ask(play(one)).await;
            assert!(again.is_err(), "the same one twice counts once");
            return;
        }
    }
    panic!("the second play never counted");
}
