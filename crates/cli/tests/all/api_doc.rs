//! What docs/api.md shows is what the server does: its commands are run, its messages are sent, its
//! program plays.
#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use boxwood_protocol::{ClientMessage, FAIRNESS_MS, LONGEST_CHAT, LONGEST_NAME, close};
use boxwood_server::{Config, Limits, Server};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

const DOC: &str = include_str!("../../../../docs/api.md");
/// Where the document's server is.
const SERVER: &str = "127.0.0.1:7531";
/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(60);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_session_is_what_happens() {
    if !is_there("curl", &["--version"]) {
        eprintln!("skipped: there is no curl on this machine");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    // The document tells of a game in which the lot falls on Anna; here it may need some tables.
    let mut is_told = false;
    for _ in 0..40 {
        is_told = session(server.address).await;
        if is_told {
            break;
        }
    }
    assert!(is_told, "the lot never fell on Anna");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_program_takes_a_seat_and_plays_to_the_end() {
    if !is_there("python3", &["-c", "import websockets.sync.client"]) {
        eprintln!("skipped: there is no python3 with websockets on this machine");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let mut shell = Shell::start(server.address, folder.path());
    shell.run("JSON='Content-Type: application/json'");
    shell.run(&format!(
        "curl -s -c jar -H \"$JSON\" -d '{{\"name\":\"Cleo\"}}' http://{}/api/me",
        server.address
    ));
    let token: Value = json(&shell.run(&format!(
        "curl -s -b jar -H \"$JSON\" -d '{{\"label\":\"test\"}}' http://{}/api/me/tokens",
        server.address
    )));
    // That of docs/bots.md is the same with a mind of its own.
    crate::bots_doc::save_program(folder.path());
    let programs = [blocks("python").concat(), crate::bots_doc::socket_program().to_string()];
    let [program, own] = programs.map(|program| program.replace(SERVER, &server.address.to_string()));
    for (game, seats, program) in
        [("nim", 2, &program), ("liars-cards", 3, &program), ("gold-mine", 4, &program), ("nim", 2, &own)]
    {
        let mut plans = vec![serde_json::json!({"bot": "random"}); seats];
        plans[seats - 1] = "free".into();
        let table = serde_json::json!({"game": game, "seats": plans});
        let table: Value =
            json(&shell.run(&format!(
                "curl -s -b jar -H \"$JSON\" -d '{table}' http://{}/api/tables",
                server.address
            )));
        let run = tokio::process::Command::new("python3")
            .args(["-c", program])
            .current_dir(folder.path())
            .env("TOKEN", text(&token["token"]))
            .env("TABLE", text(&table["id"]))
            .kill_on_drop(true)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The host begins as soon as the program has sat down.
        let table = format!("http://{}/api/tables/{}", server.address, text(&table["id"]));
        let start = format!("curl -s -b jar -X POST {table}/start");
        let sat = Instant::now();
        while json(&shell.run(&start))["stage"] != "running" {
            assert!(sat.elapsed() < PATIENCE, "the program sits down");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let run =
            tokio::time::timeout(PATIENCE, run.wait_with_output()).await.expect("the program ends").unwrap();
        let (said, complained) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        assert!(run.status.success(), "{game}: {complained}");
        let last = said.lines().last().unwrap_or_default();
        assert!(last.starts_with("place "), "{game}: {said}\n{complained}");
    }
    drop(shell);
    server.stop().await;
}

#[test]
fn every_message_a_client_can_say_is_shown() {
    let mut shown = BTreeMap::new();
    for line in blocks("json")[0].lines() {
        let message: ClientMessage = serde_json::from_str(line).unwrap_or_else(|why| panic!("{line}: {why}"));
        let written = serde_json::to_value(&message).unwrap();
        assert_eq!(written, serde_json::from_str::<Value>(line).unwrap(), "nothing in it is ignored");
        shown.insert(text(&written["type"]).to_string(), message);
    }
    // A new kind of message makes the compiler point here.
    let name = |message: &ClientMessage| match message {
        ClientMessage::Act { .. } => "act",
        ClientMessage::Enough { .. } => "enough",
        ClientMessage::Ask { .. } => "ask",
        ClientMessage::Answer { .. } => "answer",
        ClientMessage::Chat { .. } => "chat",
        ClientMessage::Hint { .. } => "hint",
        ClientMessage::Busy { .. } => "busy",
        ClientMessage::Brisk { .. } => "brisk",
        ClientMessage::Refresh => "refresh",
    };
    assert_eq!(shown.len(), 9, "{:?}", shown.keys());
    assert!(shown.iter().all(|(kind, message)| name(message) == kind));
}

#[test]
fn requests_refusals_and_limits_are_all_there() {
    let api = serde_json::to_value(boxwood_server::openapi()).unwrap();
    for (path, methods) in api["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let request = format!("| `{} {path}` |", method.to_uppercase());
            assert!(DOC.contains(&request), "{request} is missing");
        }
    }
    for code in api["components"]["schemas"]["Code"]["enum"].as_array().unwrap() {
        assert!(DOC.contains(&format!("`{}`", text(code))), "{code} is missing");
    }
    for code in [close::TOO_SLOW, close::TOO_FAST, close::NO_TABLE, close::STORAGE] {
        assert!(DOC.contains(&format!("{code} (")), "{code} is missing");
    }
    assert!(DOC.contains(&format!("{FAIRNESS_MS} ms at most")));
    assert!(DOC.contains(&format!("{LONGEST_NAME}, {LONGEST_CHAT}, 64, 40 characters")));
    let Limits { requests, messages, .. } = Limits::default();
    assert!(DOC.contains(&format!("{} a second, {} at once", requests.per_second, requests.burst)));
    assert!(DOC.contains(&format!("{} a second, {} at once", messages.per_second, messages.burst)));
}

#[test]
fn what_is_left_out_fits_anything_and_the_rest_only_itself() {
    for (pattern, line, expected) in [
        (r#"{"a":1}"#, r#"{"a":1}"#, true),
        (r#"{"a":1}"#, r#"{"a":2}"#, false),
        (r#"{"a":1}"#, r#"{"a":1,"b":2}"#, false),
        (r#"{"a":1,…}"#, r#"{"b":2,"a":1}"#, true),
        (r#"{"a":…,…}"#, r#"{"b":2}"#, false),
        (r#"{"a":"x…"}"#, r#"{"a":"xyz"}"#, true),
        (r#"{"a":"x…"}"#, r#"{"a":"yz"}"#, false),
        (r#"{"a":[1,…]}"#, r#"{"a":[1,2,3]}"#, true),
        (r#"{"a":[1]}"#, r#"{"a":[1,2,3]}"#, false),
        ("committed to: ….", "committed to: 5f.", true),
        ("committed to: ….", "committed to 5f.", false),
    ] {
        assert_eq!(fits(pattern, line), expected, "{pattern} and {line}");
    }
}

/// Plays the document's session once; false if the lot has fallen on Ben.
async fn session(address: SocketAddr) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let mut shell = Shell::start(address, folder.path());
    // What would connect is only asked where to.
    shell.run("websocat() { printf '%s\\n' \"$@\"; }");
    let mut sockets: BTreeMap<String, Socket> = BTreeMap::new();
    let mut last: BTreeMap<String, Value> = BTreeMap::new();
    let mut lines = blocks("console").concat();
    lines = lines.replace(" \\\n", " ").replace(SERVER, &address.to_string());
    let mut lines = lines.lines().peekable();
    let mut steps = 0;
    while let Some(line) = lines.next() {
        steps += 1;
        if let Some(command) = line.strip_prefix("$ ") {
            let said = shell.run(command);
            for said in said.lines() {
                let expected = lines.next().unwrap_or_default();
                assert!(fits(expected, said), "{command}\nthe document: {expected}\nthe server: {said}");
            }
        } else if let Some((who, command)) = line.split_once("$ ") {
            let said = shell.run(command);
            let [_, header, url]: [&str; 3] = said.lines().collect::<Vec<_>>().try_into().unwrap();
            sockets.insert(who.into(), connect(address, url, header).await);
        } else if let Some((who, message)) = line.split_once(" > ") {
            let socket = sockets.get_mut(who).expect(who);
            socket.send(Message::text(message)).await.unwrap();
        } else if let Some((who, expected)) = line.split_once(" < ") {
            let socket = sockets.get_mut(who).expect(who);
            let heard = hear(socket, text(&pattern(expected)["type"]), &mut last).await;
            if !fits(expected, &heard) {
                let value = json(&heard);
                if value["type"] == "state" && value["version"] == 0 && value["active"][0] == 1 {
                    return false;
                }
                panic!("the document: {who} < {expected}\nthe server: {heard}");
            }
        } else {
            panic!("{line} is neither a command nor what it says");
        }
    }
    assert!(steps > 30, "the document has lost its session");
    // Each kind of message was heard, and has the fields that the document shows.
    for line in blocks("json")[1].lines() {
        let shown = pattern(line);
        let heard = last.remove(text(&shown["type"])).unwrap_or_default();
        let fields = |value: &Value| -> BTreeSet<String> {
            let names = value.as_object().into_iter().flat_map(|object| object.keys().cloned());
            names.filter(|name| name != "why").collect() // a hint has a reason where the game can say one
        };
        assert_eq!(fields(&shown), fields(&heard), "{line}");
    }
    assert!(last.is_empty(), "the document does not show {last:?}");
    true
}

/// The next message that is not about who is there, or something said in passing; and the last of
/// each kind.
async fn hear(socket: &mut Socket, kind: &str, last: &mut BTreeMap<String, Value>) -> String {
    loop {
        let next = tokio::time::timeout(PATIENCE, socket.next()).await.expect("a message comes in time");
        if let Message::Text(heard) = next.expect("the socket is open").unwrap() {
            let value = json(&heard);
            last.insert(text(&value["type"]).into(), value.clone());
            let is_noise = value["type"] == "table" || (value["type"] == "chat" && kind != "chat");
            // People who sit down are told to whoever comes later.
            let is_greeting = value["type"] == "chat" && text(&value["text"]).ends_with("sits down.");
            if !is_noise && !is_greeting {
                return heard.to_string();
            }
        }
    }
}

type Socket = WebSocketStream<TcpStream>;

async fn connect(address: SocketAddr, url: &str, header: &str) -> Socket {
    let mut request = url.into_client_request().unwrap();
    let token = header.strip_prefix("Authorization: ").unwrap();
    request.headers_mut().insert("authorization", token.parse().unwrap());
    let stream = TcpStream::connect(address).await.unwrap();
    tokio_tungstenite::client_async(request, stream).await.unwrap().0
}

/// A shell that stays, as in a terminal.
struct Shell {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Shell {
    fn start(address: SocketAddr, folder: &Path) -> Shell {
        // Whatever goes wrong ends some time; and the program is the one that was just built.
        std::fs::write(folder.join(".curlrc"), format!("max-time = {}\n", PATIENCE.as_secs())).unwrap();
        let built = Path::new(env!("CARGO_BIN_EXE_boxwood")).parent().unwrap();
        let path = format!("{}:{}", built.display(), std::env::var("PATH").unwrap_or_default());
        let mut child = Command::new("sh")
            .current_dir(folder)
            .env("PATH", path)
            .env("CURL_HOME", folder)
            .env("no_proxy", address.ip().to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Shell { child, input, output }
    }

    /// What a command says. It must not fail.
    fn run(&mut self, command: &str) -> String {
        writeln!(self.input, "{command}\nprintf '\\n@done %s\\n' $?").unwrap();
        let mut said = String::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the shell has ended after {command}");
            if let Some(status) = line.strip_prefix("@done ") {
                assert_eq!(status.trim(), "0", "{command} failed: {said}");
                return said.trim_end().to_string();
            }
            said += &line;
        }
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        let _ = self.child.kill(); // it may have ended already
        let _ = self.child.wait();
    }
}

async fn start(folder: &Path) -> Server {
    let config = Config::on_loopback(folder.join("boxwood.db"));
    let config = Config { limits: Limits::NONE, bot_pause: Duration::ZERO, ..config };
    Server::start(config).await.unwrap()
}

fn is_there(program: &str, arguments: &[&str]) -> bool {
    let tried = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    tried.is_ok_and(|status| status.success())
}

/// The document's fenced blocks of this kind.
fn blocks(kind: &str) -> Vec<&'static str> {
    let fence = format!("\n```{kind}\n");
    let starts = DOC.split(fence.as_str()).skip(1);
    starts.map(|rest| &rest[..rest.find("```").expect("a block ends")]).collect()
}

/// Whether a line is what the document says, where `…` stands for anything.
fn fits(expected: &str, line: &str) -> bool {
    if !expected.starts_with(['{', '[']) {
        return fits_text(expected, line);
    }
    serde_json::from_str::<Value>(line).is_ok_and(|value| fits_value(&pattern(expected), &value))
}

/// The document's JSON with its gaps as text.
fn pattern(expected: &str) -> Value {
    let mut gaps = 0;
    let mut text = String::new();
    let mut rest = expected;
    while let Some((before, after)) = rest.split_once('…') {
        text += before;
        match (before.chars().last(), after.chars().next()) {
            (Some('{' | ','), Some('}' | ',')) if !is_in_list(&text) => {
                gaps += 1;
                text += &format!("\"… {gaps}\":0");
            }
            (Some('[' | ',' | ':'), Some(']' | ',' | '}')) => text += "\"…\"",
            _ => text.push('…'),
        }
        rest = after;
    }
    serde_json::from_str(&(text + rest)).unwrap_or_else(|why| panic!("{expected}: {why}"))
}

/// Whether the innermost bracket that is open at the end is a square one.
fn is_in_list(text: &str) -> bool {
    let mut open = vec![];
    let mut in_text = false;
    for c in text.chars() {
        match c {
            '"' => in_text = !in_text,
            '[' | '{' if !in_text => open.push(c),
            ']' | '}' if !in_text => {
                open.pop();
            }
            _ => {}
        }
    }
    open.last() == Some(&'[')
}

fn fits_value(expected: &Value, value: &Value) -> bool {
    match (expected, value) {
        (Value::String(expected), _) if expected == "…" => true,
        (Value::String(expected), Value::String(value)) => fits_text(expected, value),
        (Value::Object(expected), Value::Object(value)) => {
            let is_gap = |name: &&String| name.starts_with('…');
            let named = expected.iter().filter(|(name, _)| !is_gap(name));
            let has_gap = expected.keys().any(|name| is_gap(&name));
            let mut count = 0;
            let all = named.into_iter().all(|(name, expected)| {
                count += 1;
                value.get(name).is_some_and(|value| fits_value(expected, value))
            });
            all && (has_gap || count == value.len())
        }
        (Value::Array(expected), Value::Array(value)) => {
            let is_open = expected.last().is_some_and(|last| last == "…");
            let count = expected.len() - usize::from(is_open);
            (if is_open { value.len() >= count } else { value.len() == count })
                && expected[..count].iter().zip(value).all(|(expected, value)| fits_value(expected, value))
        }
        _ => expected == value,
    }
}

fn fits_text(expected: &str, text: &str) -> bool {
    match expected.split_once('…') {
        Some((start, end)) => {
            text.len() >= start.len() + end.len() && text.starts_with(start) && text.ends_with(end)
        }
        None => expected == text,
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
