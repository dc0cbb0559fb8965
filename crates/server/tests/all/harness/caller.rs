//! People who call the server: over HTTP in exactly the bytes they are told to say, and over a WebSocket
//! of which they keep every byte they hear. The tests of the program use this file too.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use boxwood_kit::Rng;
use boxwood_protocol::{Code, Refusal};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::http::header::{AUTHORIZATION, COOKIE, SET_COOKIE};
use tokio_tungstenite::tungstenite::http::{HeaderMap, HeaderName};
use tokio_tungstenite::tungstenite::{Error, Message};

/// How long anything may take before a test fails; nothing waits for it to pass.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// How a person is known again.
#[derive(Clone, Debug)]
pub enum Key {
    Cookie(String),
    Token(String),
}

/// Somebody on a device.
#[derive(Clone, Debug)]
pub struct Person {
    pub address: SocketAddr,
    pub id: String,
    pub key: Option<Key>,
    /// Everything ever received, as it came.
    pub received: Arc<Mutex<Vec<String>>>,
}

/// What the server answers.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// The answer to something that works.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text);
        serde_json::from_str(&self.text).expect("an answer is JSON")
    }

    /// The sentence with which it is refused, for this reason.
    #[track_caller]
    pub fn refused(&self, code: Code) -> String {
        let refusal: Refusal = serde_json::from_str(&self.text)
            .unwrap_or_else(|error| panic!("{error}: {} {}", self.status, self.text));
        assert_eq!(refusal.code, code, "{}", self.text);
        assert!((400..600).contains(&self.status), "{} {}", self.status, self.text);
        assert_sentence(&refusal.message);
        refusal.message
    }

    /// The caller has no name: an answer, not a refusal, since every newcomer's page asks.
    pub fn is_nobody(&self) {
        assert_eq!((self.status, self.text.as_str()), (200, "null"));
    }

    fn cookie(&self) -> Key {
        let cookie = self.headers[SET_COOKIE].to_str().expect("a cookie is text");
        Key::Cookie(cookie.split(';').next().expect("there is a first part").to_string())
    }
}

/// People are spoken to in whole sentences.
#[track_caller]
pub fn assert_sentence(text: &str) {
    let begins = text.chars().next().is_some_and(|c| !c.is_lowercase());
    assert!(begins && text.ends_with('.') && text.contains(' '), "{text:?} is no sentence");
}

impl Person {
    /// Somebody without a name.
    pub fn stranger(address: SocketAddr) -> Person {
        Person { address, id: String::new(), key: None, received: Arc::default() }
    }

    /// A new person with a device.
    pub async fn new(address: SocketAddr, name: &str) -> Person {
        let mut person = Person::stranger(address);
        let reply = person.post("/api/me", json!({ "name": name })).await;
        person.id = reply.ok()["id"].as_str().expect("an id").to_string();
        person.key = Some(reply.cookie());
        person
    }

    /// The same person with another key.
    pub fn with(&self, key: Key) -> Person {
        Person { key: Some(key), received: Arc::default(), ..self.clone() }
    }

    /// The same person over another line.
    pub fn over(&self, line: SocketAddr) -> Person {
        Person { address: line, ..self.clone() }
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.request("GET", path, b"").await
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.request("POST", path, body.to_string().as_bytes()).await
    }

    pub async fn delete(&self, path: &str) -> Reply {
        self.request("DELETE", path, b"").await
    }

    async fn request(&self, method: &str, path: &str, body: &[u8]) -> Reply {
        let reply = self.send(method, path, body).await;
        let reply = reply.unwrap_or_else(|error| panic!("no answer to {method} {path}: {error}"));
        self.received.lock().expect("no test panics meanwhile").push(reply.text.clone());
        reply
    }

    fn credentials(&self) -> Option<(HeaderName, String)> {
        Some(match self.key.as_ref()? {
            Key::Cookie(cookie) => (COOKIE, cookie.clone()),
            Key::Token(token) => (AUTHORIZATION, format!("Bearer {token}")),
        })
    }

    /// A second device of the same person, by a link.
    pub async fn second_device(&self) -> Person {
        let code = self.post("/api/me/links", json!({})).await.ok()["code"].clone();
        let link = format!("/api/me/links/{}", code.as_str().expect("a code"));
        let reply = Person { key: None, ..self.clone() }.post(&link, json!({})).await;
        reply.ok();
        self.with(reply.cookie())
    }

    /// Opens a table; its id.
    pub async fn open(&self, table: Value) -> String {
        let table = self.post("/api/tables", table).await.ok();
        table["id"].as_str().expect("an id").to_string()
    }

    /// The table as this person may know it.
    pub async fn table(&self, table: &str) -> Value {
        self.get(&format!("/api/tables/{table}")).await.ok()
    }

    pub async fn seat(&self, table: &str, seat: usize, change: Value) -> Reply {
        self.post(&format!("/api/tables/{table}/seats/{seat}"), change).await
    }

    pub async fn sit(&self, table: &str, seat: usize) -> Reply {
        self.seat(table, seat, json!({"do": "sit"})).await
    }

    pub async fn start(&self, table: &str) -> Reply {
        self.post(&format!("/api/tables/{table}/start"), json!({})).await
    }

    pub async fn review(&self, table: &str, query: &str) -> Reply {
        self.get(&format!("/api/tables/{table}/review?{query}")).await
    }

    pub async fn record(&self, table: &str) -> Reply {
        self.get(&format!("/api/tables/{table}/record")).await
    }

    pub async fn lobby(&self) -> Value {
        self.get("/api/lobby").await.ok()
    }

    pub fn socket_request(&self, table: &str, query: &str) -> Request {
        let url = format!("ws://{}/api/tables/{table}/socket{query}", self.address);
        let mut request = url.into_client_request().expect("an address");
        if let Some((name, value)) = self.credentials() {
            request.headers_mut().insert(name, value.parse().expect("a header"));
        }
        request
    }
}

impl Person {
    /// The headers by which the person is known, as they are sent.
    pub fn headers(&self) -> String {
        let known = self.credentials().map(|(name, value)| format!("{name}: {value}\r\n"));
        format!("Content-Type: application/json\r\n{}", known.unwrap_or_default())
    }

    /// Sends a request with this body, whatever it is.
    pub async fn send(&self, method: &str, path: &str, body: &[u8]) -> io::Result<Reply> {
        let bytes = request(self.address, method, path, &self.headers(), body);
        Reply::parse(&exchange(self.address, &bytes).await?)
            .ok_or_else(|| io::Error::other("the answer is not whole"))
    }

    /// Opens a table at which these people sit in this order, and begins.
    pub async fn play(&self, game: &str, options: Value, pace: &str, others: &[Person]) -> String {
        let mut seats = vec![json!("me")];
        seats.resize(1 + others.len(), json!("free"));
        let id = self.open(json!({"game": game, "options": options, "pace": pace, "seats": seats})).await;
        for (other, seat) in others.iter().zip(1..) {
            other.sit(&id, seat).await.ok();
        }
        self.start(&id).await.ok();
        id
    }

    /// Looks at a table and hears only when told to: from one's own seat, or as the query says.
    pub async fn join(&self, table: &str, query: &str) -> Result<Client, Error> {
        let stream = TcpStream::connect(self.address).await.map_err(Error::Io)?;
        stream.set_nodelay(true).map_err(Error::Io)?;
        let (socket, _) = tokio_tungstenite::client_async(self.socket_request(table, query), stream).await?;
        Ok(Client {
            socket,
            received: vec![],
            state: Value::Null,
            table: Value::Null,
            closed: None,
            asked: 0,
        })
    }
}

impl Reply {
    /// What the bytes of an answer say; `None` if they are no whole answer.
    pub fn parse(bytes: &[u8]) -> Option<Reply> {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        let lines = head.lines().filter_map(|line| line.split_once(": "));
        let headers = lines.filter_map(|(name, value)| Some((name.parse().ok()?, value.parse().ok()?)));
        Some(Reply { status, headers: headers.collect(), text: body.into() })
    }
}

/// Says these bytes and hears everything until the other side ends it.
pub async fn exchange(address: SocketAddr, bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(address).await?;
    // The server may have heard enough before the end; its answer counts.
    let _ = stream.write_all(bytes).await;
    let mut heard = vec![];
    match timeout(PATIENCE, stream.read_to_end(&mut heard)).await {
        Err(_) => Err(io::Error::other("the server does not end it")),
        Ok(Err(error)) if heard.is_empty() => Err(error),
        Ok(_) => Ok(heard),
    }
}

/// A request, with these headers beside the necessary ones.
pub fn request(address: SocketAddr, method: &str, path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let mut bytes = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n"
    )
    .into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

/// A connection to a table.
pub struct Client {
    pub socket: WebSocketStream<TcpStream>,
    /// Every message, as it came.
    pub received: Vec<String>,
    /// The last `state`.
    pub state: Value,
    /// The last `table`.
    pub table: Value,
    /// How the server closed it; 1006 if it only ended.
    pub closed: Option<u16>,
    asked: u32,
}

impl Client {
    /// The next message; `None` when the connection has ended.
    pub async fn next(&mut self) -> Option<Value> {
        let waited = timeout(PATIENCE, self.heard()).await;
        waited.unwrap_or_else(|_| panic!("nothing more comes after {:?}", self.received.last()))
    }

    async fn heard(&mut self) -> Option<Value> {
        while self.closed.is_none() {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(&text).expect("the server speaks JSON");
                    self.received.push(text.to_string());
                    match message["type"].as_str() {
                        Some("state") => self.state = message.clone(),
                        Some("table") => self.table = message.clone(),
                        _ => {}
                    }
                    return Some(message);
                }
                Some(Ok(Message::Close(frame))) => {
                    self.closed = Some(frame.map_or(1005, |frame| frame.code.into()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => self.closed = Some(1006),
            }
        }
        None
    }

    /// Hears until this holds; whether it does, since the connection may end before.
    pub async fn until(&mut self, mut holds: impl FnMut(&Client) -> bool) -> bool {
        while !holds(self) {
            if self.next().await.is_none() {
                return false;
            }
        }
        true
    }

    /// Says this, whatever it is.
    pub async fn say(&mut self, message: &Value) {
        // Whether the connection has ended is noticed by hearing.
        let _ = self.socket.send(Message::text(message.to_string())).await;
    }

    /// Says this under a number of its own; the number of the event that came of it, or the refusal,
    /// or nothing if the connection ended before the answer.
    pub async fn ask(&mut self, mut message: Value) -> Option<Result<u64, Value>> {
        self.asked += 1;
        let id = self.asked;
        message["id"] = json!(id);
        self.say(&message).await;
        loop {
            let heard = self.next().await?;
            if heard["id"] != json!(id) {
                continue;
            }
            match heard["type"].as_str() {
                Some("done") => return Some(Ok(heard["number"].as_u64().expect("an event has a number"))),
                Some("refused") => return Some(Err(heard)),
                _ => {}
            }
        }
    }

    pub fn number(&self) -> u64 {
        self.state["number"].as_u64().unwrap_or(0)
    }

    pub fn version(&self) -> usize {
        self.state["version"].as_u64().map_or(0, |version| version as usize)
    }

    pub fn is_over(&self) -> bool {
        !self.state["outcome"].is_null()
    }

    /// The open windows.
    fn clocks(&self) -> impl Iterator<Item = &Value> {
        self.state["clocks"].as_array().into_iter().flatten()
    }

    /// How many windows close next, because everybody whom they concern has said `enough`.
    fn closing(&self) -> u64 {
        let everybody = self.state["scene"]["players"].as_array().map_or(0, Vec::len);
        let closes = |clock: &&Value| {
            let said = clock["enough"].as_array().expect("a list of seats");
            said.len() == everybody || said.contains(&clock["seat"])
        };
        self.clocks().filter(closes).count() as u64
    }

    /// Something that may be done now: one of the offers, or `enough` of an open window.
    pub fn idea(&self, rng: &mut Rng) -> Option<Value> {
        let offers = self.state["offers"].as_array().filter(|offers| !offers.is_empty());
        let seat = &self.state["seat"];
        let is_mine = |clock: &&Value| {
            let has_said = clock["enough"].as_array().is_some_and(|said| said.contains(seat));
            let concerns = clock["seat"].is_null() || clock["seat"] == *seat;
            clock["left_ms"].is_null() && !seat.is_null() && concerns && !has_said
        };
        let window = self.clocks().find(is_mine).map(|clock| &clock["id"]);
        match (offers, window) {
            (Some(_), Some(id)) | (None, Some(id)) if offers.is_none() || rng.below(3) == 0 => {
                Some(json!({ "type": "enough", "clock": id }))
            }
            (Some(offers), _) => {
                let action = &rng.choose(offers)["action"];
                Some(json!({ "type": "act", "seen": self.number(), "action": action }))
            }
            (None, _) => None,
        }
    }
}

/// One thing is done by one of these clients, and all of them have seen what came of it; what was done.
/// `None` if nobody can do anything.
pub async fn step(clients: &mut [Client], rng: &mut Rng) -> Option<Value> {
    let able: Vec<(usize, Value)> =
        clients.iter().enumerate().filter_map(|(index, client)| Some((index, client.idea(rng)?))).collect();
    if able.is_empty() {
        return None;
    }
    let (who, idea) = able[rng.index(able.len())].clone();
    let number = match clients[who].ask(idea.clone()).await.expect("the connection lives") {
        Ok(number) => number + clients[who].closing(),
        Err(refusal) => panic!("{idea} was offered and refused: {refusal}"),
    };
    catch_up(clients, number).await;
    Some(idea)
}

/// Everybody hears until they have seen what happened last.
pub async fn catch_up(clients: &mut [Client], number: u64) {
    for client in clients.iter_mut() {
        assert!(client.until(|client| client.number() >= number).await, "the connection lives");
    }
}
