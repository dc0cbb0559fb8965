//! Whatever anybody sends, the server answers with a typed refusal or a documented close code, and the
//! table beside it is played on.

use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use boxwood_kit::Rng;
use boxwood_protocol::{Code, LONGEST_BODY, LONGEST_MESSAGE, Refusal, close};
use boxwood_server::{Limits, Rate};
use futures_util::SinkExt as _;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::harness::caller::{Client, catch_up, exchange, request, step};
use crate::harness::{House, Key, PATIENCE, Person, Reply};

/// How the server may close a socket.
const CLOSES: [u16; 10] =
    [1000, 1001, 1002, 1003, 1007, 1009, close::TOO_SLOW, close::TOO_FAST, close::NO_TABLE, close::STORAGE];

static PANICS: AtomicUsize = AtomicUsize::new(0);

/// A server, and a table at which two honest people play.
struct Arena {
    house: House,
    people: Vec<Person>,
    table: String,
    clients: Vec<Client>,
    rng: Rng,
}

impl Arena {
    async fn new(limits: Limits) -> Arena {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let usual = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                // The tests themselves fail in threads of other names.
                if std::thread::current().name() == Some("tokio-rt-worker") {
                    PANICS.fetch_add(1, Ordering::Relaxed);
                }
                usual(panic);
            }));
        });
        let house = House::with(|config| {
            config.limits = limits;
            // The proxy's word makes strangers of callers on the same machine.
            config.trust_proxy = true;
        });
        let house = house.await;
        let people = house.people(["Anna", "Ben"]).await.to_vec();
        let (table, clients) = sit_down(&people).await;
        Arena { house, people, table, clients, rng: Rng::from_number(1) }
    }

    /// The honest table is played on, the server says that it is well, and nothing has panicked.
    async fn is_well(&mut self) {
        for _ in 0..3 {
            if self.clients[0].is_over() {
                (self.table, self.clients) = sit_down(&self.people).await;
            }
            step(&mut self.clients, &mut self.rng).await.expect("the honest table goes on");
        }
        assert_eq!(self.people[0].get("/health").await.ok()["well"], true);
        assert_eq!(PANICS.load(Ordering::Relaxed), 0, "something panicked");
    }

    async fn sockets(&self) -> u64 {
        self.people[0].get("/health").await.ok()["sockets"].as_u64().expect("a number of sockets")
    }

    /// Waits until only the honest sockets are open; they are heard meanwhile.
    async fn alone(&mut self, patience: Duration) {
        let start = Instant::now();
        while self.sockets().await > self.clients.len() as u64 {
            assert!(start.elapsed() < patience, "{} sockets are still open", self.sockets().await);
            self.is_well().await;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

async fn sit_down(people: &[Person]) -> (String, Vec<Client>) {
    let table = people[0].play("othellino", json!({}), "live", &people[1..]).await;
    let mut clients = vec![];
    for person in people {
        clients.push(person.join(&table, "").await.expect("the table can be joined"));
    }
    catch_up(&mut clients, 1).await;
    (table, clients)
}

/// The cookie by which a person is known.
fn cookie(person: &Person) -> &str {
    match &person.key {
        Some(Key::Cookie(cookie)) => cookie,
        _ => panic!("a device has a cookie"),
    }
}

/// The refusal in this JSON: two fields, a known code, and one sentence with its full stop.
fn typed(json: &Value) -> Refusal {
    let refusal: Refusal = serde_json::from_value(json.clone()).unwrap_or_else(|_| panic!("untyped: {json}"));
    let said = &refusal.message;
    let is_sentence =
        said.ends_with('.') && !said.ends_with("..") && !said.contains(". ") && !said.contains('\n');
    assert!(is_sentence && !said.starts_with(char::is_lowercase), "no sentence: {json}");
    refusal
}

/// An answer is what was asked for, or a typed refusal; never a fault of the server.
fn fine(asked: &str, reply: &Reply) {
    match reply.status {
        200..=299 => {}
        400..=499 => {
            let refusal = typed(&reply.json());
            assert_ne!(refusal.code, Code::Fault, "{asked}: {reply:?}");
        }
        _ => panic!("{asked}: {reply:?}"),
    }
}

/// The same with each part replaced, removed, or accompanied by something unknown.
fn mutations(valid: &Value) -> Vec<Value> {
    let deep = (0..100).fold(json!(0), |inner, _| json!([inner]));
    let strange = [
        json!(null),
        json!(true),
        json!(-1),
        json!(0.5),
        json!(1e300),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(""),
        json!("\u{202e}\u{0}x"),
        json!("é".repeat(3000)),
        json!([]),
        json!([null, {}, "x"]),
        json!({}),
        json!({ "bot": { "bot": 1 } }),
        deep,
    ];
    let mut all: Vec<Value> = strange.to_vec();
    match valid {
        Value::Object(fields) => {
            for (key, value) in fields {
                let with = |inner: Value| {
                    let mut copy = fields.clone();
                    copy.insert(key.clone(), inner);
                    Value::Object(copy)
                };
                all.extend(mutations(value).into_iter().map(with));
                let mut without = fields.clone();
                without.shift_remove(key);
                all.push(without.into());
            }
            let mut more = fields.clone();
            more.insert("surprise".into(), json!(1));
            all.push(more.into());
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                all.extend(mutations(item).into_iter().map(|inner| {
                    let mut copy = items.clone();
                    copy[index] = inner;
                    copy.into()
                }));
            }
            all.push(items.iter().cycle().take(2000).cloned().collect());
        }
        _ => {}
    }
    all
}

/// Texts that are no JSON, or none that anybody should have to read.
fn nonsense(valid: &str) -> Vec<Vec<u8>> {
    let mut texts: Vec<Vec<u8>> = (0..valid.len()).map(|end| valid.as_bytes()[..end].to_vec()).collect();
    texts.extend(
        [
            "nonsense",
            "\u{0}",
            "\u{feff}{}",
            "NaN",
            "{\"type\":\"act\",\"seen\":1e400}",
            "{\"type\":\"act\",\"type\":\"act\",\"seen\":1,\"seen\":2}",
            "{\"name\":\"A\",\"name\":\"B\"}",
            "{\"name\":\"\\ud800\"}",
            &"[".repeat(10_000),
            &"{\"a\":".repeat(2_500),
            &format!("{valid}{valid}"),
        ]
        .map(|text| text.as_bytes().to_vec()),
    );
    texts
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_requests_are_refused_in_a_sentence() {
    let mut arena = Arena::new(Limits::NONE).await;
    let (address, table) = (arena.house.address, arena.table.clone());
    let mallory = arena.house.person("Mallory").await;
    let own = mallory.open(json!({ "game": "nim", "seats": ["me", "free"] })).await;
    let settings = json!({ "game": "nim", "options": {}, "listed": true, "pace": "mail", "limit_s": 3600 });
    let wanted = json!({
        "game": "cambio", "options": { "pace": "live" }, "listed": false, "pace": "live", "limit_s": 60,
        "seats": ["me", { "guest": "Eve" }, { "bot": "easy" }, "free"], "start": false, "luck": "x",
    });
    for (path, valid) in [
        ("/api/me".to_string(), json!({ "name": "Mallory" })),
        ("/api/me/tokens".into(), json!({ "label": "x" })),
        ("/api/tables".into(), wanted),
        (format!("/api/tables/{own}/settings"), json!({ "settings": settings, "seats": 2 })),
        (format!("/api/tables/{own}/seats/1"), json!({ "do": "sit", "name": "Eve", "luck": "y" })),
        (format!("/api/tables/{own}/seats/1"), json!({ "do": "bot", "level": "easy" })),
        (format!("/api/tables/{table}/seats/0"), json!({ "do": "stand" })),
    ] {
        let mut bodies: Vec<Vec<u8>> =
            mutations(&valid).iter().map(|body| body.to_string().into_bytes()).collect();
        bodies.extend(nonsense(&valid.to_string()));
        bodies.push(vec![0xff, 0xfe, b'"']);
        for body in bodies {
            let reply = mallory.send("POST", &path, &body).await.expect("an answer");
            fine(&format!("POST {path} {}", String::from_utf8_lossy(&body)), &reply);
        }
        let large = format!("{{\"name\":\"{}\"}}", "x".repeat(LONGEST_BODY));
        let reply = mallory.send("POST", &path, large.as_bytes()).await.expect("an answer");
        assert_eq!(typed(&reply.json()).code, Code::TooLarge);
        for kind in [
            "",
            "Content-Type: text/plain\r\n",
            "Content-Type: application/json; charset=utf-16\r\n",
            "Content-Type: \u{e9}\r\n",
        ] {
            let headers = format!("Cookie: {}\r\n{kind}", cookie(&mallory));
            let bytes = request(address, "POST", &path, &headers, valid.to_string().as_bytes());
            let reply =
                Reply::parse(&exchange(address, &bytes).await.expect("an answer")).expect("a whole one");
            fine(&format!("POST {path} with {kind:?}"), &reply);
        }
    }
    arena.is_well().await;

    let long = "x".repeat(20_000);
    let paths = [
        "/",
        "/api",
        "/api/",
        "//",
        "/api/me/",
        "/api//me",
        "/../../etc/passwd",
        "/%2e%2e/%00",
        "/%ff",
        "/%",
        "*",
        "/api/games/no-such-game",
        "/api/games/%00",
        "/api/tables/short",
        "/api/tables/AAAAAAAAAAAAAAAAAAAAAA",
        "/api/tables/AAAAAAAAAAAAAAAAAAAAAA/review",
        "/api/tables/AAAAAAAAAAAAAAAAAAAAAA/record",
        "/api/tables/AAAAAAAAAAAAAAAAAAAAAA/seats/0",
        "/api/tables/AAAAAAAAAAAAAAAAAAAAAA/socket",
        "/api/me/links/x",
        "/api/me/tokens/x",
        "/health?x=1",
        "/metrics",
        "/t/x",
        "/link/x",
        &format!("/api/tables/{table}/seats/-1"),
        &format!("/api/tables/{table}/seats/99999999999999999999"),
        &format!("/api/tables/{table}/seats/200"),
        &format!("/api/tables/{table}/review?from=99999999"),
        &format!("/api/tables/{table}/review?from=-1"),
        &format!("/api/tables/{table}/review?as=7"),
        &format!("/api/tables/{table}/review?count=18446744073709551615"),
        &format!("/api/tables/{table}/record"),
        &format!("/api/tables/{table}/review?as=open"),
        &format!("/api/tables/{table}/review?surprise=1"),
        &format!("/api/tables/{table}/socket?as=x"),
        &format!("/api/tables/{table}/invite.svg"),
        &format!("/{long}"),
    ];
    for path in paths {
        for method in ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW"] {
            let bytes = request(address, method, path, &mallory.headers(), b"{}");
            let reply = Reply::parse(&exchange(address, &bytes).await.expect("an answer"));
            let reply = reply.unwrap_or_else(|| panic!("{method} {path}: no answer"));
            // An answer to HEAD has no body, and what is no address at all never gets as far as a page.
            if method != "HEAD" && reply.status != 414 && !reply.text.is_empty() && reply.status != 200 {
                fine(&format!("{method} {path}"), &reply);
            } else {
                assert!(reply.status < 500, "{method} {path}: {reply:?}");
            }
        }
    }
    arena.is_well().await;

    // What is no HTTP gets the bare status, or nothing.
    let floods = (0..2000).map(|n| format!("X-{n}: y\r\n")).collect::<String>();
    for bytes in [
        b"\r\n\r\n\r\n".to_vec(),
        b"nonsense\r\n\r\n".to_vec(),
        b"GET / HTTP/9.9\r\n\r\n".to_vec(),
        b"GET / HTTP/1.1\r\nHost\r\n\r\n".to_vec(),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(),
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".repeat(20),
        vec![0; 40_000],
        request(address, "GET", "/health", &floods, b""),
        request(address, "GET", "/health", &format!("X: {}\r\n", "y".repeat(100_000)), b""),
        b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n".to_vec(),
        b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx".to_vec(),
        b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n".to_vec(),
    ] {
        // A connection that is reset has had no answer either.
        if let Some(reply) = exchange(address, &bytes).await.ok().and_then(|heard| Reply::parse(&heard)) {
            assert!((400..500).contains(&reply.status), "{reply:?}");
        }
    }
    arena.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_are_turned_away() {
    let mut arena = Arena::new(Limits::NONE).await;
    let (address, table) = (arena.house.address, arena.table.clone());
    let ask = async |method: &str, path: &str, host: &str, headers: &str| {
        let bytes = format!(
            "{method} {path} HTTP/1.1\r\n{host}Connection: close\r\nContent-Length: 2\r\n{headers}\r\n{{}}"
        );
        let heard = exchange(address, bytes.as_bytes()).await.expect("an answer");
        Reply::parse(&heard).expect("a whole answer")
    };
    for host in [
        "Host: evil.example\r\n",
        "Host: localhost.evil.example\r\n",
        "Host: 192.168.0.1\r\n",
        "Host: \r\n",
        "",
    ] {
        for path in ["/", "/health", "/api/me", &format!("/api/tables/{table}/socket")] {
            let reply = ask("GET", path, host, "").await;
            assert_eq!(typed(&reply.json()).code, Code::ForeignOrigin, "{host}{path}");
        }
    }
    let own_host = format!("Host: {address}\r\n");
    let upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    for origin in
        ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", "file://", "://", "\u{e9}"]
    {
        let headers = format!("Origin: {origin}\r\nContent-Type: application/json\r\n");
        let reply = ask("POST", "/api/me", &own_host, &headers).await;
        assert_eq!(typed(&reply.json()).code, Code::ForeignOrigin, "{origin}");
        let socket = format!("/api/tables/{table}/socket");
        let reply = ask("GET", &socket, &own_host, &format!("Origin: {origin}\r\n{upgrade}")).await;
        assert_eq!(typed(&reply.json()).code, Code::ForeignOrigin, "{origin}");
    }
    arena.is_well().await;

    // Somebody else's seat, table, question; whoever asks for a foreign seat only looks on.
    let mallory = arena.house.person("Mallory").await;
    for query in ["?as=0", "?as=1", "?as=7", "?as=spectator", ""] {
        for person in [&mallory, &mallory.with(Key::Cookie(format!("boxwood={}", "x".repeat(43))))] {
            let mut client = person.join(&table, query).await.expect("everybody may look");
            assert!(client.until(|client| !client.state.is_null()).await);
            assert!(client.state["seat"].is_null() && client.state["offers"] == json!([]));
            let act = json!({ "type": "act", "seen": client.number(), "action": "pass" });
            for message in [
                act,
                json!({ "type": "enough", "clock": 1 }),
                json!({ "type": "ask", "wish": "undo" }),
                json!({ "type": "ask", "wish": "rematch" }),
                json!({ "type": "answer", "question": 1, "agree": true }),
                json!({ "type": "hint" }),
            ] {
                let refusal = client.ask(message.clone()).await.expect("it lives").expect_err("a stranger");
                let code = refused(&refusal).code;
                assert!(matches!(code, Code::NotYourSeat | Code::NoQuestion), "{message}: {refusal}");
            }
        }
    }
    for (path, body) in [
        (format!("/api/tables/{table}/seats/0"), json!({ "do": "stand" })),
        (format!("/api/tables/{table}/seats/0"), json!({ "do": "lend", "level": "easy" })),
        (format!("/api/tables/{table}/seats/0"), json!({ "do": "sit" })),
        (format!("/api/tables/{table}/start"), json!(null)),
        (format!("/api/tables/{table}/settings"), json!({ "settings": { "game": "nim" }, "seats": 2 })),
    ] {
        let reply = mallory.post(&path, body.clone()).await;
        assert!(reply.status >= 400, "{path} {body}: {reply:?}");
        fine(&path, &reply);
    }
    let mut client = mallory.join("AAAAAAAAAAAAAAAAAAAAAA", "").await.expect("the socket opens");
    let heard = client.next().await.expect("a refusal comes first");
    assert_eq!(refused(&heard).code, Code::NotFound);
    assert!(client.next().await.is_none() && client.closed == Some(close::NO_TABLE));

    // What was seen too long ago, or not yet; what was sent twice.
    let mover = arena.clients.iter().position(|client| client.idea(&mut Rng::from_number(1)).is_some());
    let mover = &mut arena.clients[mover.expect("somebody can move")];
    let mut idea = mover.idea(&mut Rng::from_number(1)).expect("an idea");
    for seen in [0, mover.number() + 1, u64::MAX] {
        let early = json!({ "type": "act", "seen": seen, "action": idea["action"] });
        let refusal = mover.ask(early).await.expect("it lives").expect_err("nobody has seen that");
        assert_eq!(refused(&refusal).code, Code::Stale);
    }
    let number = mover.ask(idea.clone()).await.expect("it lives").expect("it was offered");
    for _ in 0..3 {
        idea["id"] = json!(77);
        mover.say(&idea).await;
        let twice = loop {
            let heard = mover.next().await.expect("it lives");
            if heard["id"] == 77 {
                break heard;
            }
        };
        assert_eq!(refused(&twice).code, Code::Stale, "the same move twice");
    }
    catch_up(&mut arena.clients, number).await;
    arena.is_well().await;
}

/// The refusal in a message over a socket.
fn refused(message: &Value) -> Refusal {
    assert_eq!(message["type"], "refused", "{message}");
    typed(&json!({ "code": message["code"], "message": message["message"] }))
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_messages_are_refused_or_close_the_socket() {
    let mut arena = Arena::new(Limits::NONE).await;
    let people = arena.house.people(["Mallory", "Eve"]).await;
    // At a table of their own, since a mutation may well be a move.
    let own = people[0].play("cambio", json!({ "pace": "live" }), "mail", &people[1..]).await;
    for table in [own, arena.table.clone()] {
        for person in [&people[0], &Person { key: None, ..people[0].clone() }] {
            let mut client = person.join(&table, "").await.expect("the table can be joined");
            assert!(client.until(|client| !client.state.is_null()).await);
            let offered = client.state["offers"][0]["action"].clone();
            let seen = client.number();
            let valid = [
                json!({ "type": "act", "id": 1, "seen": seen, "action": offered }),
                json!({ "type": "act", "id": 1, "seen": seen, "action": { "snap": { "owner": 1, "slot": 2 } } }),
                json!({ "type": "act", "id": 1, "seen": seen, "path": ["zone:x", "card:1"] }),
                json!({ "type": "enough", "id": 1, "clock": 1 }),
                json!({ "type": "ask", "id": 1, "wish": "undo" }),
                json!({ "type": "ask", "id": 1, "wish": { "pace": { "pace": "mail", "limit_s": 3600 } } }),
                json!({ "type": "answer", "id": 1, "question": 1, "agree": true }),
                json!({ "type": "chat", "text": "x" }),
                json!({ "type": "hint", "id": 1, "level": "easy" }),
                json!({ "type": "refresh" }),
            ];
            for message in &valid {
                let mut texts: Vec<String> = mutations(message).iter().map(Value::to_string).collect();
                let broken = nonsense(&message.to_string());
                texts.extend(broken.into_iter().filter_map(|text| String::from_utf8(text).ok()));
                texts.retain(|text| text.len() <= LONGEST_MESSAGE);
                for texts in texts.chunks(40) {
                    for text in texts {
                        client.socket.send(Message::text(text.as_str())).await.expect("the socket is open");
                    }
                    hear_all(&mut client).await;
                }
            }
            for text in client.received.iter().filter(|text| text.starts_with("{\"type\":\"refused\"")) {
                let refusal = refused(&serde_json::from_str(text).expect("it was read before"));
                assert_ne!(refusal.code, Code::Fault, "{text}");
            }
            assert!(client.received.iter().any(|text| text.contains("\"malformed\"")));
        }
        arena.is_well().await;
    }
}

/// Hears the answers to everything that was said so far.
async fn hear_all(client: &mut Client) {
    // Whatever is no message is answered by the connection at once, everything else by the table in turn.
    client.say(&json!({ "type": "hint", "id": 4242 })).await;
    loop {
        let heard = client.next().await.expect("the socket is open");
        if heard["id"] == 4242 {
            return;
        }
    }
}

/// A frame with a mask of zeros, so that its content can be read here.
fn frame(first: u8, content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match content.len() {
        short @ 0..=125 => bytes.push(0x80 | short as u8),
        middle @ 126..=0xffff => {
            bytes.push(0x80 | 126);
            bytes.extend((middle as u16).to_be_bytes());
        }
        long => {
            bytes.push(0x80 | 127);
            bytes.extend((long as u64).to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend_from_slice(content);
    bytes
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_frames_close_the_socket_with_a_documented_code() {
    let mut arena = Arena::new(Limits::NONE).await;
    let table = arena.table.clone();
    let mallory = arena.house.person("Mallory").await;
    let refresh = br#"{"type":"refresh"}"#;
    let announced = [&[0x81, 0xff][..], &u64::MAX.to_be_bytes(), &[0; 4]].concat();
    let in_parts = [
        frame(0x01, &refresh[..5]),
        frame(0x00, &refresh[5..9]),
        frame(0x89, b"ping"),
        frame(0x80, &refresh[9..]),
    ];
    for (what, bytes, expected) in [
        ("binary", frame(0x82, refresh), Some(1003)),
        ("empty binary", frame(0x82, b""), Some(1003)),
        ("too large", frame(0x81, &vec![b' '; LONGEST_MESSAGE + 1]), Some(1009)),
        ("far too large", frame(0x81, &vec![b' '; 1 << 20]), Some(1009)),
        ("announced far too large", announced, Some(1009)),
        ("too large in parts", [frame(0x01, &[b' '; 9000]), frame(0x80, &[b' '; 9000])].concat(), Some(1009)),
        ("invalid UTF-8", frame(0x81, &[b'"', 0xff, 0xfe, b'"']), Some(1007)),
        ("half a character", frame(0x81, &[0xe2, 0x82]), Some(1007)),
        ("no mask", [&[0x81, refresh.len() as u8][..], refresh].concat(), Some(1002)),
        ("unknown kind", frame(0x83, refresh), Some(1002)),
        ("reserved bits", frame(0xf1, refresh), Some(1002)),
        ("a part of nothing", frame(0x80, refresh), Some(1002)),
        ("a long ping", frame(0x89, &[b'x'; 126]), Some(1002)),
        ("a ping in parts", frame(0x09, b"x"), Some(1002)),
        ("closing", frame(0x88, &1000u16.to_be_bytes()), Some(1000)),
        ("closing without a reason", frame(0x88, b""), None),
        ("closing with nonsense", frame(0x88, &[0, 1, 0xff]), None),
        ("in parts, which is fine", in_parts.concat(), None),
    ] {
        let mut client = mallory.join(&table, "").await.expect("the table can be joined");
        assert!(client.until(|client| !client.state.is_null()).await);
        let before = client.received.len();
        client.socket.get_mut().write_all(&bytes).await.expect("it can be written");
        if what == "in parts, which is fine" {
            assert!(client.until(|client| client.received.len() >= before + 2).await, "{what}");
            continue;
        }
        while client.next().await.is_some() {}
        let closed = client.closed.expect("it has ended");
        match expected {
            Some(expected) => assert_eq!(closed, expected, "{what}"),
            // The client's own library may answer a close by itself.
            None => {
                assert!(CLOSES.contains(&closed) || matches!(closed, 1002 | 1005 | 1006), "{what}: {closed}")
            }
        }
        arena.is_well().await;
    }
    arena.alone(PATIENCE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn floods_are_slowed_down_and_then_shut_out() {
    // On a busy machine the requests below may take a while, in which no new ones are granted.
    let slowly = Rate { per_second: 1.0, ..Limits::default().requests };
    let mut arena = Arena::new(Limits { requests: slowly, ..Limits::default() }).await;
    let (address, table) = (arena.house.address, arena.table.clone());
    let mallory = arena.house.person("Mallory").await;
    let mut client = mallory.join(&table, "").await.expect("the table can be joined");
    for number in 0..2000u32 {
        let text = match number % 3 {
            0 => r#"{"type":"refresh"}"#,
            1 => r#"{"type":"act","seen":0,"action":null}"#,
            _ => "nonsense",
        };
        if client.socket.feed(Message::text(text)).await.is_err() {
            break;
        }
    }
    let _ = client.socket.flush().await; // it may be closed already
    while client.next().await.is_some() {}
    assert_eq!(client.closed, Some(close::TOO_FAST));
    let refusals: Vec<&String> =
        client.received.iter().filter(|text| text.contains("\"too_fast\"")).collect();
    assert!(refusals.len() >= 100, "it was told {} times", refusals.len());
    for text in refusals {
        refused(&serde_json::from_str(text).expect("it was read before"));
    }
    arena.is_well().await;

    // Requests, new people and tables, each from an address of its own.
    let ask = async |from: u32, path: &str, headers: &str, body: &str| {
        let headers =
            format!("X-Forwarded-For: 1.2.3.4, 10.0.0.{from}\r\nContent-Type: application/json\r\n{headers}");
        let method = if body.is_empty() { "GET" } else { "POST" };
        let bytes = request(address, method, path, &headers, body.as_bytes());
        Reply::parse(&exchange(address, &bytes).await.expect("an answer")).expect("a whole answer")
    };
    let mut slowed = [0; 3];
    for number in 0..400 {
        let reply = ask(1, "/api/games/nim", "", "").await;
        fine("GET", &reply);
        slowed[0] += usize::from(reply.status == 429);
        if number < 90 {
            let reply = ask(2, "/api/me", "", r#"{"name":"Eve"}"#).await;
            fine("POST /api/me", &reply);
            slowed[1] += usize::from(reply.status == 429);
            let cookie = format!("Cookie: {}\r\n", cookie(&mallory));
            let reply = ask(3, "/api/tables", &cookie, r#"{"game":"nim","seats":["me","free"]}"#).await;
            fine("POST /api/tables", &reply);
            slowed[2] += usize::from(reply.status == 429);
        }
    }
    assert!(slowed.iter().all(|slowed| *slowed > 0), "{slowed:?}");
    let reply = ask(4, "/api/me", "", r#"{"name":"Otto"}"#).await;
    assert_eq!(reply.status, 200, "somebody from elsewhere is welcome: {reply:?}");
    assert_eq!(ask(4, "/metrics", "", "").await.status, 403, "the metrics are for the host");
    arena.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn half_open_connections_are_cut_off() {
    let mut arena = Arena::new(Limits::NONE).await;
    let (address, table) = (arena.house.address, arena.table.clone());
    let mallory = arena.house.person("Mallory").await;
    let mut halves = vec![];
    for bytes in [
        String::new(),
        "GET /health HTT".into(),
        format!("GET /health HTTP/1.1\r\nHost: {address}\r\nX-Half: "),
        format!(
            "POST /api/me HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{"
        ),
        // A caller that is done, and stays.
        format!("GET /health HTTP/1.1\r\nHost: {address}\r\n\r\n"),
    ] {
        let mut stream = TcpStream::connect(address).await.expect("it connects");
        stream.write_all(bytes.as_bytes()).await.expect("it can be written");
        halves.push((bytes, stream));
    }
    // Sockets whose clients say nothing more, not even that they are there.
    let mut silent = vec![];
    for half in [&b""[..], &frame(0x81, br#"{"type":"refresh"}"#)[..9], &frame(0x01, b"{")] {
        let mut client = mallory.join(&table, "").await.expect("the table can be joined");
        client.socket.get_mut().write_all(half).await.expect("it can be written");
        silent.push(client);
    }
    let ends = halves.into_iter().map(|(bytes, mut stream)| {
        tokio::spawn(async move {
            let mut heard = vec![];
            let end = tokio::time::timeout(2 * PATIENCE, stream.read_to_end(&mut heard)).await;
            assert!(end.is_ok(), "nobody ends {bytes:?}");
            if let Some(reply) = Reply::parse(&heard).filter(|reply| !reply.text.is_empty()) {
                fine(&bytes, &reply);
            }
        })
    });
    let ends: Vec<_> = ends.collect();
    arena.alone(2 * PATIENCE).await;
    for end in ends {
        end.await.expect("it is cut off");
    }
    arena.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_does_not_read_is_dropped_and_the_table_goes_on() {
    let mut arena = Arena::new(Limits::NONE).await;
    let mallory = arena.house.person("Mallory").await;
    let mut deaf = vec![];
    for _ in 0..3 {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4096).expect("a small buffer");
        let stream = socket.connect(arena.house.address).await.expect("it connects");
        let url = format!("ws://{}/api/tables/{}/socket", arena.house.address, arena.table);
        let (mut socket, _) = tokio_tungstenite::client_async(url, stream).await.expect("it opens");
        // It asks for more than fits anywhere, and never reads.
        for _ in 0..1500 {
            let asked = socket.send(Message::text(r#"{"type":"refresh"}"#));
            if !matches!(tokio::time::timeout(Duration::from_millis(200), asked).await, Ok(Ok(()))) {
                break;
            }
        }
        deaf.push(socket);
    }
    arena.alone(2 * PATIENCE).await;
    drop(deaf);
    arena.is_well().await;
    assert_eq!(mallory.get("/health").await.ok()["well"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn thousands_come_and_go() {
    let mut arena = Arena::new(Limits::NONE).await;
    let (address, table) = (arena.house.address, arena.table.clone());
    let mallory = arena.house.person("Mallory").await;
    let mut visitors = tokio::task::JoinSet::new();
    for visitor in 0..20 {
        let (mallory, table) = (mallory.clone(), table.clone());
        visitors.spawn(async move {
            for number in 0..100 {
                drop(TcpStream::connect(address).await.expect("it connects"));
                if (number + visitor) % 5 == 0 {
                    let mut client = match mallory.join(&table, "").await {
                        Ok(client) => client,
                        Err(Error::Io(_)) => continue,
                        Err(error) => panic!("{error}"),
                    };
                    if number % 2 == 0 {
                        client.say(&json!({ "type": "refresh" })).await;
                    }
                    if number % 3 == 0 {
                        assert!(client.until(|client| !client.state.is_null()).await);
                    }
                }
            }
        });
    }
    while let Some(visitor) = visitors.join_next().await {
        visitor.expect("a visitor comes and goes");
        arena.is_well().await;
    }
    arena.alone(PATIENCE).await;
    arena.is_well().await;
}
