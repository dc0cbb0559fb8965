//! What a table does with time, without a network.

use std::sync::atomic::AtomicU32;
use std::time::Duration;

use boxwood_kit::Seed;
use boxwood_protocol::Settings;
use boxwood_store::{Person, Store};
use serde_json::json;

use super::*;
use crate::limits::Network;
use crate::metrics::Metrics;
use crate::{Config, secrets};

/// A connection without a network.
struct Line {
    connection: usize,
    inbox: mpsc::Sender<Command>,
    out: mpsc::Receiver<Out>,
}

impl Line {
    async fn join(
        inbox: &mpsc::Sender<Command>,
        person: &Person,
        connection: usize,
        latency_us: u32,
    ) -> Line {
        let (outbox, out) = mpsc::channel(100);
        let latency = Arc::new(AtomicU32::new(latency_us));
        let person = Some(person.clone());
        let member = Member {
            connection,
            person,
            from: Network::of([127, 0, 0, 1].into()),
            place: Place::Own,
            outbox,
            latency,
            is_busy: false,
            is_brisk: false,
            whole: 0,
        };
        inbox.send(Command::Join(member)).await.expect("the table listens");
        Line { connection, inbox: inbox.clone(), out }
    }

    /// Waits for a message of this type.
    async fn until(&mut self, kind: &str) -> Value {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(30), self.out.recv()).await;
            let Ok(Some(Out::Text(text))) = next else { panic!("waited in vain for {kind}") };
            let message: Value = serde_json::from_str(&text).expect("a message is JSON");
            if message["type"] == kind {
                return message;
            }
        }
    }

    async fn say(&self, message: Value) {
        let message = serde_json::from_value(message).expect("a message");
        let said = Command::Say { connection: self.connection, message, arrived: Instant::now() };
        self.inbox.send(said).await.expect("the table listens");
    }
}

/// Who is first if a fast connection's action arrives just before a slow one's.
async fn winner(pace: Pace) -> &'static str {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tables.db");
    let store = Store::open(&file).await.expect("a store");
    let hub = Hub::new(store, Config::on_loopback(file), Metrics::default());
    let person =
        |name: &str| Person { id: secrets::id().parse().expect("an id"), name: name.into(), made_at: 0 };
    let people = [person("Slow"), person("Fast")];
    let is_open_to_both = |game: &&&dyn boxwood_engine::AnyGame| {
        let play = game.begin(&json!({}), 2, Seed::from_number(0));
        play.is_ok_and(|play| play.status().active.len() == 2 && play.status().clocks.is_empty())
    };
    let game = boxwood_games::GAMES.iter().find(is_open_to_both).expect("a game of choices made at once");
    let settings = Settings {
        game: game.info().id.into(),
        options: serde_json::Map::new(),
        listed: false,
        pace,
        limit_s: None,
    };
    let mut events =
        vec![Event::Opened { host: people[0].id.clone(), settings, seats: 2, secret: secrets::key() }];
    events.extend(people.iter().enumerate().map(|(seat, person)| Event::Sat {
        seat,
        person: person.id.clone(),
        name: person.name.clone(),
        luck: String::new(),
    }));
    let id = hub.create(events, Some(&people[0])).await.expect("a table");
    let inbox = hub.table(&id).await.expect("its task");
    let mut slow = Line::join(&inbox, &people[0], 1, 140_000).await;
    let mut fast = Line::join(&inbox, &people[1], 2, 0).await;
    let (one, other) = (slow.until("state").await, fast.until("state").await);
    let act = |state: &Value| json!({"type": "act", "id": 1, "seen": state["number"], "action": state["offers"][0]["action"]});
    fast.say(act(&other)).await;
    slow.say(act(&one)).await;
    let (slow, fast) = (slow.until("done").await, fast.until("done").await);
    hub.stop().await;
    hub.store.clone().close().await;
    if slow["number"].as_u64() < fast["number"].as_u64() { "Slow" } else { "Fast" }
}

#[tokio::test]
async fn live_a_faster_connection_waits_for_a_slower_one() {
    assert_eq!(winner(Pace::Live).await, "Slow");
}

#[tokio::test]
async fn by_mail_nobody_waits() {
    assert_eq!(winner(Pace::Mail).await, "Fast");
}
