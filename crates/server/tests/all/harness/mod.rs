//! A server of one's own and people who use it, for tests.
//!
//! Everything listens on the loopback address, waits by condition and never for longer than
//! [`PATIENCE`], and is gone when the test ends.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use boxwood_kit::{Rng, Seed};
use boxwood_protocol::{Code, Refusal};
use boxwood_server::{Config, Limits, Server};
use boxwood_store::{Store, TableId, Write};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

pub mod caller;

pub use caller::{Key, PATIENCE, Person, Reply, assert_sentence};

/// A server with its files.
pub struct House {
    pub address: SocketAddr,
    server: Server,
    config: Config,
    folder: TempDir,
}

impl House {
    /// One with bots that do not dawdle and without limits.
    pub async fn open() -> House {
        House::with(|_| {}).await
    }

    /// Like [`open`](House::open), with something changed.
    pub async fn with(change: impl FnOnce(&mut Config)) -> House {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut config = Config::on_loopback(folder.path().join("boxwood.db"));
        config.bot_pause = Duration::ZERO;
        config.limits = Limits::NONE;
        change(&mut config);
        House::start(config, folder).await
    }

    async fn start(config: Config, folder: TempDir) -> House {
        let server = Server::start(config.clone()).await.expect("the server starts");
        House { address: server.address, server, config, folder }
    }

    /// Stops the server and starts another one on the same file.
    pub async fn reopen(self) -> House {
        self.reopen_after(async |_| {}).await
    }

    /// Like [`reopen`](House::reopen), with something changed.
    pub async fn with_config(self, change: impl FnOnce(&mut Config)) -> House {
        let House { server, mut config, folder, .. } = self;
        server.stop().await;
        change(&mut config);
        House::start(config, folder).await
    }

    /// Like [`reopen`](House::reopen); does something with the file in between.
    pub async fn reopen_after(self, meanwhile: impl AsyncFnOnce(PathBuf)) -> House {
        self.server.stop().await;
        meanwhile(self.config.file.clone()).await;
        House::start(self.config, self.folder).await
    }

    /// Like [`reopen`](House::reopen); in between a table's log is copied under another id, each event and
    /// its time changed as wanted. The copy's id.
    pub async fn reopen_with_copy(
        self,
        table: &str,
        change: impl Fn(&mut i64, &mut Value),
    ) -> (House, String) {
        let id: TableId = table.parse().expect("an id");
        static COPIES: AtomicU32 = AtomicU32::new(1);
        let number = COPIES.fetch_add(1, Ordering::Relaxed);
        let copy: TableId = format!("copy-{number}-of-{}", &table[..12]).parse().expect("an id");
        let named = copy.clone();
        let house = self.reopen_after(async move |file| {
            let store = Store::open(&file).await.expect("the file is whole");
            let mut events = store.events(&id).await.expect("the log");
            for stored in &mut events {
                let mut event = serde_json::from_str(&stored.event).expect("an event is JSON");
                change(&mut stored.at, &mut event);
                stored.event = event.to_string();
            }
            let mut summary = store.summary(&id).await.expect("the store reads").expect("the table");
            summary.body = summary.body.replace(id.as_str(), named.as_str());
            summary.id = named.clone();
            let write = Write { table: named, events, summary: Some(summary) };
            store.write(write).await.expect("it is stored");
            store.close().await;
        });
        (house.await, copy.to_string())
    }

    /// Stops the server; what it has stored of a table.
    pub async fn into_log(self, table: &str) -> Vec<Value> {
        self.server.stop().await;
        let store = Store::open(&self.config.file).await.expect("the file is whole");
        let events = store.events(&table.parse().expect("an id")).await.expect("the log");
        store.close().await;
        events.iter().map(|stored| serde_json::from_str(&stored.event).expect("an event is JSON")).collect()
    }

    /// A game that runs, with one of these people on each seat and looking from there.
    pub async fn game<const N: usize>(
        &self,
        mut table: Value,
        names: [&str; N],
    ) -> (String, [Person; N], [Socket; N]) {
        let people = self.people(names).await;
        table["seats"] = (0..N).map(|seat| if seat == 0 { json!("me") } else { json!("free") }).collect();
        let id = people[0].open(table).await;
        let mut sockets = vec![];
        for (seat, person) in people.iter().enumerate() {
            if seat > 0 {
                person.sit(&id, seat).await.ok();
            }
            sockets.push(person.look(&id).await);
        }
        people[0].start(&id).await.ok();
        for socket in &sockets {
            socket.state().await;
        }
        let sockets = sockets.try_into().unwrap_or_else(|_| unreachable!("one for each name"));
        (id, people, sockets)
    }

    /// Somebody without a name.
    pub fn stranger(&self) -> Person {
        Person::stranger(self.address)
    }

    /// A new person with a device.
    pub async fn person(&self, name: &str) -> Person {
        Person::new(self.address, name).await
    }

    /// Several new people.
    pub async fn people<const N: usize>(&self, names: [&str; N]) -> [Person; N] {
        let mut people = vec![];
        for name in names {
            people.push(self.person(name).await);
        }
        people.try_into().unwrap_or_else(|_| unreachable!("one for each name"))
    }
}

/// At a house of one's own.
impl Person {
    /// The same person, at a server that was started again.
    pub fn at(&self, house: &House) -> Person {
        Person { address: house.address, ..self.clone() }
    }

    /// Looks at a table from one's first seat.
    pub async fn look(&self, table: &str) -> Socket {
        self.look_with(table, "").await
    }

    /// Looks at a table from there: a seat, or `spectator`.
    pub async fn look_as(&self, table: &str, eye: impl std::fmt::Display) -> Socket {
        self.look_with(table, &format!("?as={eye}")).await
    }

    async fn look_with(&self, table: &str, query: &str) -> Socket {
        let request = self.socket_request(table, query);
        let connected = timeout(PATIENCE, async {
            let stream = TcpStream::connect(self.address).await.expect("the server listens");
            stream.set_nodelay(true).expect("a socket without delay");
            tokio_tungstenite::client_async(request, stream).await.expect("it speaks WebSocket").0
        });
        let stream = connected.await.expect("it answers");
        let (hears, heard) = watch::channel(Heard::default());
        let (out, said) = mpsc::unbounded_channel();
        tokio::spawn(carry(stream, hears, said, Arc::clone(&self.received)));
        Socket { out, heard, ids: AtomicU32::new(1) }
    }
}

/// What came over a socket.
#[derive(Default)]
pub struct Heard {
    /// All messages, oldest first.
    pub messages: Vec<Value>,
    /// How often the server asked whether the client is still there, and was answered.
    pub pings: usize,
    /// The code with which it ended.
    pub closed: Option<u16>,
    table: usize,
    state: Option<usize>,
}

impl Heard {
    /// The last message about the game; null if there was none.
    pub fn state(&self) -> &Value {
        self.state.map_or(&Value::Null, |index| &self.messages[index])
    }

    /// The last message about the table.
    pub fn table(&self) -> &Value {
        self.messages.get(self.table).unwrap_or(&Value::Null)
    }

    pub fn of_type<'a>(&'a self, kind: &'a str) -> impl DoubleEndedIterator<Item = &'a Value> {
        self.messages.iter().filter(move |message| message["type"] == kind)
    }

    fn hear(&mut self, text: &str) {
        let message: Value = serde_json::from_str(text).expect("the server speaks JSON");
        match message["type"].as_str() {
            Some("table") => self.table = self.messages.len(),
            Some("state") => self.state = Some(self.messages.len()),
            _ => {}
        }
        self.messages.push(message);
    }
}

async fn carry(
    mut stream: WebSocketStream<TcpStream>,
    hears: watch::Sender<Heard>,
    mut said: mpsc::UnboundedReceiver<Message>,
    received: Arc<Mutex<Vec<String>>>,
) {
    loop {
        tokio::select! {
            next = stream.next() => match next {
                Some(Ok(Message::Text(text))) => {
                    received.lock().expect("no test panics meanwhile").push(text.to_string());
                    hears.send_modify(|heard| heard.hear(&text));
                }
                Some(Ok(Message::Ping(_))) => {
                    let _ = stream.flush().await; // the answer leaves before anything else does
                    hears.send_modify(|heard| heard.pings += 1);
                }
                Some(Ok(Message::Close(frame))) => {
                    let code = frame.map_or(1005, |frame| frame.code.into());
                    hears.send_modify(|heard| heard.closed = Some(code));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => {
                    hears.send_modify(|heard| heard.closed = heard.closed.or(Some(1006)));
                    return;
                }
            },
            message = said.recv() => match message {
                Some(message) => {
                    let _ = stream.send(message).await; // the end is heard above
                }
                None => {
                    let _ = stream.close(None).await;
                    return;
                }
            },
        }
    }
}

/// A connection to a table. It ends when this is dropped.
pub struct Socket {
    out: mpsc::UnboundedSender<Message>,
    heard: watch::Receiver<Heard>,
    ids: AtomicU32,
}

impl Socket {
    /// Says something, whatever it is.
    pub fn say(&self, message: Value) {
        let _ = self.out.send(Message::text(message.to_string())); // the end shows in what is heard
    }

    /// Waits until something can be found in what was heard.
    pub async fn until<T>(&self, what: &str, mut find: impl FnMut(&Heard) -> Option<T>) -> T {
        let mut heard = self.heard.clone();
        let mut found = None;
        let waiting = heard.wait_for(|heard| {
            found = find(heard);
            found.is_some()
        });
        let ended = timeout(PATIENCE, waiting).await.map(|ended| ended.is_ok());
        if ended == Ok(true) {
            return found.expect("it was found");
        }
        let heard = self.heard.borrow();
        let last: Vec<String> =
            heard.messages.iter().rev().take(5).map(|m| m.to_string().chars().take(600).collect()).collect();
        panic!("waited in vain: {what}; closed: {:?}; the last messages: {last:#?}", heard.closed);
    }

    /// Everything heard so far. Nothing more is heard while this is held, so nobody waits for anything meanwhile.
    pub fn heard(&self) -> watch::Ref<'_, Heard> {
        self.heard.borrow()
    }

    /// Waits until the last message about the game is like this.
    pub async fn until_state(&self, what: &str, is: impl Fn(&Value) -> bool) -> Value {
        self.until(what, |heard| Some(heard.state()).filter(|state| !state.is_null() && is(state)).cloned())
            .await
    }

    /// Waits until the last message about the table is like this.
    pub async fn until_table(&self, what: &str, is: impl Fn(&Value) -> bool) -> Value {
        self.until(what, |heard| Some(heard.table()).filter(|table| !table.is_null() && is(table)).cloned())
            .await
    }

    /// The game, as it was last shown.
    pub async fn state(&self) -> Value {
        self.until_state("the game", |_| true).await
    }

    /// Waits for what happened up to this number.
    pub async fn state_at(&self, number: u64) -> Value {
        self.until_state(&format!("number {number}"), |state| state["number"].as_u64() >= Some(number)).await
    }

    /// Waits until the server has closed the connection; with which code.
    pub async fn until_closed(&self) -> u16 {
        self.until("the end", |heard| heard.closed).await
    }

    /// Says something that is answered, and waits for the answer: the number of what happened.
    pub async fn ask(&self, mut message: Value) -> Result<u64, Refusal> {
        let id = self.ids.fetch_add(1, Ordering::Relaxed);
        message["id"] = id.into();
        let what = message.to_string();
        self.say(message);
        self.answer(id, &what).await
    }

    async fn answer(&self, id: u32, what: &str) -> Result<u64, Refusal> {
        let is_answer = |message: &&Value| message["id"] == id && message["type"] != "hint";
        let answer = self.until(what, |heard| heard.messages.iter().rev().find(is_answer).cloned()).await;
        match answer["type"].as_str() {
            Some("done") => Ok(answer["number"].as_u64().expect("a number")),
            _ => {
                let refusal: Refusal = serde_json::from_value(answer).expect("a refusal");
                assert_sentence(&refusal.message);
                Err(refusal)
            }
        }
    }

    /// Does something, as somebody who has seen the last state.
    pub async fn act(&self, action: &Value) -> Result<u64, Refusal> {
        let seen = self.state().await["number"].clone();
        self.ask(json!({"type": "act", "seen": seen, "action": action})).await
    }

    /// Does the first thing that it is offered.
    pub async fn act_first(&self) -> Result<u64, Refusal> {
        let state = self.state().await;
        self.ask(json!({"type": "act", "seen": state["number"], "action": state["offers"][0]["action"]}))
            .await
    }

    /// Does something that it is offered, at random.
    pub async fn act_randomly(&self, rng: &mut Rng) -> Result<u64, Refusal> {
        let state = self.state().await;
        let offers = state["offers"].as_array().expect("a list");
        let action = &rng.choose(offers)["action"];
        self.ask(json!({"type": "act", "seen": state["number"], "action": action})).await
    }

    /// Asks the table for something.
    pub async fn wish(&self, wish: Value) -> Result<u64, Refusal> {
        self.ask(json!({"type": "ask", "wish": wish})).await
    }

    /// Answers the open question.
    pub async fn agree(&self, agree: bool) -> Result<u64, Refusal> {
        let table = self.until_table("a question", |table| table["question"].is_object()).await;
        self.ask(json!({"type": "answer", "question": table["question"]["id"], "agree": agree})).await
    }

    /// Waits until everything that this client has said so far has been heard and answered.
    pub async fn settle(&self) {
        let refusal = self.ask(json!({"type": "answer", "question": u64::MAX, "agree": false})).await;
        assert_eq!(refusal.expect_err("no such question").code, Code::NoQuestion);
    }

    /// Waits for a line of chat.
    pub async fn until_chat(&self, text: &str) -> Value {
        self.until(&format!("the line {text:?}"), |heard| {
            heard.of_type("chat").find(|line| line["text"] == text).cloned()
        })
        .await
    }
}

/// The reason of a refusal.
#[track_caller]
pub fn code<T: std::fmt::Debug>(answer: Result<T, Refusal>) -> Code {
    answer.expect_err("it should be refused").code
}

/// A generator for a test.
pub fn chance(seed: u64) -> Rng {
    Rng::new(Seed::from_number(seed))
}

/// Whose turn it is, where it is one seat's.
pub async fn mover(sockets: &[Socket]) -> usize {
    sockets[0].state().await["active"][0].as_u64().expect("somebody's turn") as usize
}

/// Lets whoever has the turn do the first thing offered, and waits until everybody has seen it; who it was.
pub async fn step(sockets: &[Socket]) -> usize {
    let mover = mover(sockets).await;
    let done = sockets[mover].act_first().await.expect("what is offered is allowed");
    for socket in sockets {
        socket.state_at(done).await;
    }
    mover
}

/// Whether the game of this state is over.
pub fn is_over(state: &Value) -> bool {
    !state["outcome"].is_null()
}

/// Lets these seats do what they are offered, at random, until the game is over; how many actions that took.
pub async fn play_out(seats: &[&Socket], rng: &mut Rng) -> usize {
    play_until(seats, rng, |_| false).await
}

/// Like [`play_out`], or until the game is like this for the first of them.
pub async fn play_until(seats: &[&Socket], rng: &mut Rng, is: impl Fn(&Value) -> bool) -> usize {
    for actions in 0..5_000 {
        let state = seats[0].state().await;
        if is_over(&state) || is(&state) {
            return actions;
        }
        let number = state["number"].as_u64().expect("a number");
        let mut able = vec![];
        for seat in seats {
            let state = seat.state_at(number).await;
            if !state["offers"].as_array().expect("a list").is_empty() {
                able.push(seat);
            }
        }
        if able.is_empty() {
            // Bots are to move.
            seats[0].state_at(number + 1).await;
            continue;
        }
        match rng.choose(&able).act_randomly(rng).await {
            Ok(done) => {
                seats[0].state_at(done).await;
            }
            // A bot was faster.
            Err(refusal) if refusal.code == Code::Stale => {
                seats[0].state_at(number + 1).await;
            }
            Err(refusal) => panic!("an offered action was refused: {refusal}"),
        }
    }
    panic!("the game does not end");
}

/// A line to the server on which everything takes so long, in each direction.
pub async fn slow_line(to: SocketAddr, delay: Duration) -> SocketAddr {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let Ok(far) = TcpStream::connect(to).await else { return };
            let _ = (near.set_nodelay(true), far.set_nodelay(true));
            let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
            tokio::spawn(delayed(near_in, far_out, delay));
            tokio::spawn(delayed(far_in, near_out, delay));
        }
    });
    address
}

async fn delayed(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    delay: Duration,
) {
    let (travels, mut arrives) = mpsc::unbounded_channel::<(Instant, Vec<u8>)>();
    tokio::spawn(async move {
        while let Some((due, bytes)) = arrives.recv().await {
            sleep_until(due).await;
            if to.write_all(&bytes).await.is_err() {
                return;
            }
        }
    });
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        if travels.send((Instant::now() + delay, buffer[..read].to_vec())).is_err() {
            return;
        }
    }
}
