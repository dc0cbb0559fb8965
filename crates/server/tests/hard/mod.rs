//! What the hard tests share: a caller that says exactly the bytes it is told to, and a client that
//! keeps every byte it hears.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use boxwood_kit::Rng;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};

/// Far longer than anything takes; whoever waits for longer waits for nothing.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    /// What the bytes of an answer say; `None` if they are no whole answer.
    pub fn parse(bytes: &[u8]) -> Option<Reply> {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Reply { status, head: head.into(), body: body.into() })
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
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

/// Somebody with a name and a key.
#[derive(Clone, Debug)]
pub struct Person {
    pub address: SocketAddr,
    pub id: String,
    pub key: String,
}

impl Person {
    pub async fn new(address: SocketAddr, name: &str) -> Person {
        let mut person = Person { address, id: String::new(), key: String::new() };
        let reply = person.try_post("/api/me", &json!({ "name": name })).await.expect("the server answers");
        person.id = reply.json()["id"].as_str().expect("a person has an id").into();
        let cookie = reply.head.split("set-cookie: boxwood=").nth(1).expect("a device gets a cookie");
        person.key = cookie.split(';').next().unwrap_or_default().into();
        person
    }

    pub fn headers(&self) -> String {
        if self.key.is_empty() {
            return "Content-Type: application/json\r\n".into();
        }
        format!("Content-Type: application/json\r\nCookie: boxwood={}\r\n", self.key)
    }

    pub async fn try_post(&self, path: &str, body: &Value) -> io::Result<Reply> {
        self.ask("POST", path, body.to_string().as_bytes()).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Value {
        let reply = self.try_post(path, body).await.expect("the server answers");
        assert_eq!(reply.status, 200, "POST {path} {body}: {}", reply.body);
        reply.json()
    }

    pub async fn get(&self, path: &str) -> Value {
        let reply = self.ask("GET", path, b"").await.expect("the server answers");
        assert_eq!(reply.status, 200, "GET {path}: {}", reply.body);
        reply.json()
    }

    pub async fn ask(&self, method: &str, path: &str, body: &[u8]) -> io::Result<Reply> {
        let bytes = request(self.address, method, path, &self.headers(), body);
        Reply::parse(&exchange(self.address, &bytes).await?)
            .ok_or_else(|| io::Error::other("the answer is not whole"))
    }

    /// Opens a table at which these people sit in this order, and begins.
    pub async fn open(&self, game: &str, options: Value, pace: &str, others: &[Person]) -> String {
        let mut seats = vec![json!("me")];
        seats.resize(1 + others.len(), json!("free"));
        let wanted = json!({ "game": game, "options": options, "pace": pace, "seats": seats });
        let table = self.post("/api/tables", &wanted).await;
        let id = table["id"].as_str().expect("a table has an id").to_string();
        for (other, seat) in others.iter().zip(1..) {
            other.post(&format!("/api/tables/{id}/seats/{seat}"), &json!({ "do": "sit" })).await;
        }
        self.post(&format!("/api/tables/{id}/start"), &json!(null)).await;
        id
    }

    /// Looks at a table, from one's own seat if one has one.
    pub async fn join(&self, table: &str) -> Result<Client, Error> {
        self.look(table, "").await
    }

    pub async fn look(&self, table: &str, query: &str) -> Result<Client, Error> {
        let url = format!("ws://{}/api/tables/{table}/socket{query}", self.address);
        let mut request = url.into_client_request()?;
        if !self.key.is_empty() {
            let cookie = format!("boxwood={}", self.key).parse().expect("a key is plain");
            request.headers_mut().insert("cookie", cookie);
        }
        let stream = TcpStream::connect(self.address).await.map_err(Error::Io)?;
        stream.set_nodelay(true).map_err(Error::Io)?;
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await?;
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

    /// Whether everybody has said `enough`, so that the end of the window is the next thing to happen.
    fn window_closes(&self) -> bool {
        let said = self.state["clock"]["enough"].as_array().map(Vec::len);
        said.is_some() && said == self.state["scene"]["players"].as_array().map(Vec::len)
    }

    /// Something that may be done now: one of the offers, or `enough` of an open window.
    pub fn idea(&self, rng: &mut Rng) -> Option<Value> {
        let offers = self.state["offers"].as_array().filter(|offers| !offers.is_empty());
        let clock = &self.state["clock"];
        let window = (clock["left_ms"].is_null() && !self.state["seat"].is_null()).then_some(&clock["id"]);
        let window = window.filter(|id| {
            !id.is_null()
                && !clock["enough"].as_array().is_some_and(|said| said.contains(&self.state["seat"]))
        });
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
        Ok(number) => number + u64::from(clients[who].window_closes()),
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
