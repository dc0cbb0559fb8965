//! The real program loses nothing: killed at any moment, it goes on with everything it had told anybody.
//!
//! `BOXWOOD_SOAK=200` kills it 200 times instead of eight; `cargo xtask soak` does that.

#[allow(dead_code, reason = "the server's tests use the rest")]
#[path = "../../../server/tests/all/harness/caller.rs"]
mod caller;

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use boxwood_kit::Rng;
use boxwood_protocol::TableRecord;
use caller::{Client, PATIENCE, Person, Reply, catch_up, step};
use serde_json::{Value, json};

const BOXWOOD: &str = env!("CARGO_BIN_EXE_boxwood");
/// How often the program is killed, unless somebody says otherwise.
const KILLS: usize = 8;
/// How long the last games may take.
const LAST_GAMES: Duration = Duration::from_secs(180);

/// A running `boxwood serve`, and its folder.
struct House {
    folder: PathBuf,
    child: Child,
    /// Held, so that the program can go on talking.
    _talk: Option<BufReader<ChildStdout>>,
}

impl House {
    /// Starts it; it answers when this returns.
    fn open(folder: &Path, address: SocketAddr) -> House {
        let mut house = House::begin(folder, address);
        let mut talk = BufReader::new(house.child.stdout.take().expect("its output is ours"));
        let mut line = String::new();
        talk.read_line(&mut line).expect("it can be heard");
        assert_eq!(line.trim(), format!("Boxwood is ready: http://{address}"), "{}", house.complaints());
        house._talk = Some(talk);
        house
    }

    /// Starts it without waiting for anything.
    fn begin(folder: &Path, address: SocketAddr) -> House {
        let complaints = File::options().create(true).append(true).open(folder.join("complaints"));
        let child = Command::new(BOXWOOD)
            .args(["serve", "--no-open", "--no-limits", "--bot-pause", "0", "--listen", &address.to_string()])
            .arg("--data")
            .arg(folder.join("data"))
            .stdout(Stdio::piped())
            .stderr(complaints.expect("a file for its complaints"))
            .spawn()
            .expect("the program starts");
        House { folder: folder.into(), child, _talk: None }
    }

    /// Ends it as a power cut would.
    fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Asks it to stop.
    fn signal(mut self, signal: &str) -> ExitStatus {
        let told = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
        assert!(told.expect("there is a kill command").success());
        self.child.wait().expect("it ends")
    }

    fn complaints(&self) -> String {
        fs::read_to_string(self.folder.join("complaints")).unwrap_or_default()
    }
}

impl Drop for House {
    fn drop(&mut self) {
        // A test that fails leaves nothing running; one that has ended already cannot be ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A port that stays ours between two starts: none of those that the system gives to callers, since a
/// caller that tries for long enough would be given the very one and talk to itself.
fn quiet_address() -> SocketAddr {
    static TRIED: AtomicU16 = AtomicU16::new(0); // tests run side by side
    let start = 20_000 + std::process::id() as u16 % 5000;
    let mut ports = (0..1000).map(|_| start + TRIED.fetch_add(1, Ordering::Relaxed));
    let free = ports.find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok());
    ([127, 0, 0, 1], free.expect("a free port")).into()
}

/// What the people at a table remember.
#[derive(Default)]
struct Memory {
    /// The last thing that anybody was told.
    told: u64,
    version: usize,
    /// What each seat was shown at each version, with everything said until then.
    shown: HashMap<(Value, usize), String>,
    /// What was acknowledged: the version after it, the seat, the action.
    acted: Vec<(usize, usize, Value)>,
    commitment: String,
}

/// A table, the people at it and their next tables.
#[derive(Clone)]
struct Pit {
    game: &'static str,
    options: Value,
    pace: &'static str,
    bots: usize,
    people: Vec<Person>,
    memory: Arc<Mutex<Memory>>,
    /// How many inputs anybody here has ever seen.
    progress: Arc<AtomicU64>,
    /// Whether this game is the last.
    is_last: Arc<AtomicBool>,
    folder: PathBuf,
}

impl Pit {
    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().expect("nobody has failed before")
    }

    /// Plays game after game; how many.
    async fn run(self, seed: u64) -> usize {
        let mut rng = Rng::from_number(seed);
        for finished in 1.. {
            let is_last = self.is_last.load(Ordering::Relaxed);
            *self.memory() = Memory::default();
            let table = self.open().await;
            let mut seats = tokio::task::JoinSet::new();
            for person in self.people.clone() {
                seats.spawn(self.clone().sit(person, table.clone(), Rng::from_number(rng.bits().into())));
            }
            while let Some(seat) = seats.join_next().await {
                seat.unwrap_or_else(|why| panic!("{}: {why}", self.game));
            }
            self.check_record(&table, is_last).await;
            if is_last {
                return finished;
            }
        }
        unreachable!("there is always a last game")
    }

    /// An answer, however often the server has to be asked.
    async fn insist(&self, person: &Person, method: &str, path: &str, body: &Value) -> Reply {
        let start = Instant::now();
        loop {
            match person.send(method, path, body.to_string().as_bytes()).await {
                Ok(reply) if reply.status != 503 => return reply,
                _ => tokio::time::sleep(Duration::from_millis(5)).await,
            }
            assert!(start.elapsed() < PATIENCE, "{method} {path}: nobody answers");
        }
    }

    /// Opens a table, sits everybody down and begins, whatever of it is lost on the way.
    async fn open(&self) -> String {
        let mut seats = vec![json!("me")];
        seats.resize(self.people.len(), json!("free"));
        seats.resize(self.people.len() + self.bots, json!({ "bot": "random" }));
        let wanted = json!({ "game": self.game, "options": self.options, "pace": self.pace, "seats": seats });
        let opened = self.insist(&self.people[0], "POST", "/api/tables", &wanted).await;
        assert_eq!(opened.status, 200, "{opened:?}");
        let id = opened.json()["id"].as_str().expect("a table has an id").to_string();
        let path = format!("/api/tables/{id}");
        for (seat, person) in self.people.iter().enumerate() {
            let known = self.insist(person, "GET", &path, &json!(null)).await;
            assert_eq!(known.status, 200, "an acknowledged table is gone: {known:?}");
            if known.json()["seats"][seat]["yours"] == false {
                let sat = self
                    .insist(person, "POST", &format!("{path}/seats/{seat}"), &json!({ "do": "sit" }))
                    .await;
                // Whoever was not told that they sit may sit all the same.
                assert!(matches!(sat.status, 200 | 409), "{sat:?}");
            }
        }
        let begun = self.insist(&self.people[0], "POST", &format!("{path}/start"), &json!(null)).await;
        assert!(matches!(begun.status, 200 | 409), "{begun:?}");
        let known = self.insist(&self.people[0], "GET", &path, &json!(null)).await.json();
        assert_ne!(known["stage"], "waiting", "{known}");
        self.memory().commitment = known["fairness"]["commitment"].as_str().expect("a commitment").into();
        id
    }

    /// Plays at a seat until the game is over, and comes back whenever the connection is lost.
    async fn sit(self, person: Person, table: String, mut rng: Rng) {
        let mut last_heard = Instant::now();
        loop {
            assert!(last_heard.elapsed() < PATIENCE, "{}: the table cannot be joined", self.game);
            let (told, version) = {
                let memory = self.memory();
                (memory.told, memory.version)
            };
            let Ok(mut client) = person.join(&table, "").await else {
                tokio::time::sleep(Duration::from_millis(5)).await;
                continue;
            };
            let mut log = vec![];
            let mut is_new = true;
            while client.closed.is_none() {
                if self.hear(&mut client, &mut log) {
                    last_heard = Instant::now();
                }
                if !client.state.is_null() && std::mem::take(&mut is_new) {
                    let now = (client.number(), client.version());
                    assert!(
                        now.0 >= told && now.1 >= version,
                        "{}: {now:?} after {told}, {version}",
                        self.game
                    );
                }
                if client.is_over() {
                    return;
                }
                let Some(idea) = client.idea(&mut rng) else {
                    client.next().await;
                    continue;
                };
                let seen = client.number();
                match client.ask(idea.clone()).await {
                    None => {}
                    Some(Ok(number)) => {
                        let mut memory = self.memory();
                        memory.told = memory.told.max(number);
                        if idea["type"] == "act" {
                            assert_eq!(client.number(), number, "what is done was shown before");
                            let seat = client.state["seat"].as_u64().expect("a seat") as usize;
                            memory.acted.push((client.version(), seat, idea["action"].clone()));
                        }
                    }
                    Some(Err(refusal)) => {
                        // Somebody was faster, and that has been told, or will be.
                        let code = refusal["code"].as_str().unwrap_or_default();
                        let known = ["stale", "illegal", "not_your_turn", "game_over", "storage", "stopping"];
                        assert!(known.contains(&code), "{}: {idea}: {refusal}", self.game);
                        if client.number() == seen {
                            client.next().await;
                        }
                    }
                }
            }
            self.hear(&mut client, &mut log);
        }
    }

    /// Remembers what a client has received, and compares it with what was known; whether it was anything.
    fn hear(&self, client: &mut Client, log: &mut Vec<Value>) -> bool {
        let received = std::mem::take(&mut client.received);
        for text in &received {
            let mut message: Value = serde_json::from_str(text).expect("it was read before");
            let mut memory = self.memory();
            memory.told = memory.told.max(message["number"].as_u64().unwrap_or(0));
            if message["type"] != "state" {
                continue;
            }
            if message["anew"] == true {
                log.clear();
            }
            log.extend(message["said"].as_array().expect("lines").iter().cloned());
            let version = message["version"].as_u64().expect("a version") as usize;
            if version > memory.version {
                memory.version = version;
                self.progress.fetch_add(1, Ordering::Relaxed);
            }
            // These belong to the moment and to the connection; everything else to the version.
            for (key, value) in [("number", Value::Null), ("anew", Value::Null), ("said", json!(log))] {
                message[key] = value;
            }
            // What happened on the way is told once, to whoever saw the state before.
            message.as_object_mut().expect("an object").shift_remove("moments");
            for clock in message["clocks"].as_array_mut().expect("a list of windows") {
                clock["left_ms"] = Value::Null;
                clock["enough"] = Value::Null;
            }
            let shown = message.to_string();
            let known =
                memory.shown.entry((message["seat"].clone(), version)).or_insert_with(|| shown.clone());
            assert_eq!(*known, shown, "{}: version {version} has changed", self.game);
        }
        !received.is_empty()
    }

    /// Everything acknowledged is in the record, and the record is honest.
    async fn check_record(&self, table: &str, with_the_program: bool) {
        let path = format!("/api/tables/{table}/record");
        let reply = self.insist(&self.people[0], "GET", &path, &json!(null)).await;
        assert_eq!(reply.status, 200, "{}: {reply:?}", self.game);
        let record: TableRecord = serde_json::from_value(reply.json()).expect("a record");
        let (acted, commitment) = {
            let mut memory = self.memory();
            (std::mem::take(&mut memory.acted), memory.commitment.clone())
        };
        for (version, seat, action) in acted {
            let input =
                serde_json::to_value(&record.record.inputs[version - 1]).expect("an input is plain data");
            let known = input.get("act").or(input.get("late")).cloned().unwrap_or_default();
            assert_eq!(known, json!([seat, action]), "{}: version {version} was acknowledged", self.game);
        }
        let file = self.folder.join(format!("{table}.json"));
        fs::write(&file, reply.text).expect("the record can be kept");
        let verified = boxwood_cli::verify::verify(&mut vec![], &file, Some(&commitment));
        verified.unwrap_or_else(|why| panic!("{}: {why}", self.game));
        if with_the_program {
            let verify =
                Command::new(BOXWOOD).arg("verify").arg(&file).args(["--commitment", &commitment]).output();
            let verify = verify.expect("the program starts");
            assert!(verify.status.success(), "{}: {}", self.game, String::from_utf8_lossy(&verify.stderr));
        }
        fs::remove_file(&file).expect("the record can be removed");
    }
}

async fn pits(address: SocketAddr, folder: &Path) -> Vec<Pit> {
    let mut pits = vec![];
    for (game, options, pace, people, bots) in [
        ("othellino", json!({}), "live", 2, 0),
        ("othellino", json!({}), "mail", 2, 0),
        ("nim", json!({}), "live", 1, 1),
        ("backgammon", json!({}), "live", 2, 0),
        ("gold-mine", json!({}), "live", 3, 1),
        ("liars-cards", json!({}), "live", 2, 2),
        ("flower-garden", json!({}), "mail", 3, 0),
        ("cambio", json!({}), "mail", 2, 1),
        ("cambio", json!({ "pace": "live" }), "mail", 3, 0),
        ("speed", json!({ "pace": "live" }), "mail", 2, 0),
    ] {
        let mut pit = Pit {
            game,
            options,
            pace,
            bots,
            people: vec![],
            memory: Arc::default(),
            progress: Arc::default(),
            is_last: Arc::default(),
            folder: folder.into(),
        };
        for name in ["Anna", "Ben", "Cleo"].iter().take(people) {
            pit.people.push(Person::new(address, name).await);
        }
        pits.push(pit);
    }
    pits
}

/// Waits until every table has moved on since then.
async fn all_move(pits: &[Pit], what: &str) {
    let before: Vec<u64> = pits.iter().map(|pit| pit.progress.load(Ordering::Relaxed)).collect();
    let start = Instant::now();
    for (pit, before) in pits.iter().zip(before) {
        while pit.progress.load(Ordering::Relaxed) == before {
            assert!(start.elapsed() < PATIENCE, "{what}: {} is stuck", pit.game);
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_any_moment_it_keeps_what_it_has_told() {
    let kills = match std::env::var("BOXWOOD_SOAK") {
        Ok(number) => number.parse().expect("BOXWOOD_SOAK is a number of kills"),
        Err(_) => KILLS,
    };
    let start = Instant::now();
    let folder = tempfile::tempdir().expect("a folder");
    let (folder, address) = (folder.path(), quiet_address());
    let mut house = House::open(folder, address);
    let pits = pits(address, folder).await;
    let mut games = tokio::task::JoinSet::new();
    for (pit, seed) in pits.iter().zip(1..) {
        games.spawn(pit.clone().run(seed));
    }
    let mut rng = Rng::from_number(kills as u64);
    for kill in 1..=kills {
        all_move(&pits, &format!("after {} kills", kill - 1)).await;
        tokio::time::sleep(Duration::from_millis(rng.below(120).into())).await;
        house.kill();
        // Now and then it does not even get ready.
        for _ in 0..rng.below(3) {
            let early = House::begin(folder, address);
            tokio::time::sleep(Duration::from_millis(rng.below(60).into())).await;
            early.kill();
        }
        house = House::open(folder, address);
        if let Some(ended) = games.try_join_next() {
            panic!("a table has ended: {ended:?}");
        }
    }
    all_move(&pits, "at last").await;
    pits.iter().for_each(|pit| pit.is_last.store(true, Ordering::Relaxed));
    let mut finished = 0;
    let ends = async {
        while let Some(ended) = games.join_next().await {
            finished += ended.expect("every table finishes");
        }
    };
    tokio::time::timeout(LAST_GAMES, ends).await.expect("every table finishes in time");
    let inputs: u64 = pits.iter().map(|pit| pit.progress.load(Ordering::Relaxed)).sum();
    let complaints = house.complaints();
    assert!(!complaints.contains("panicked") && !complaints.contains("ERROR"), "{complaints}");
    println!("{kills} kills, {finished} games, {inputs} inputs, {} s", start.elapsed().as_secs());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn asked_to_stop_in_the_middle_of_play_it_says_goodbye_and_goes_on_later() {
    let folder = tempfile::tempdir().expect("a folder");
    let (folder, address) = (folder.path(), quiet_address());
    let mut house = House::open(folder, address);
    let people = [Person::new(address, "Anna").await, Person::new(address, "Ben").await];
    let table = people[0].play("backgammon", json!({}), "live", &people[1..]).await;
    let mut rng = Rng::from_number(3);
    let mut last: Option<(u64, Value)> = None;
    for signal in ["-INT", "-TERM", "-INT"] {
        let mut clients = vec![];
        for person in &people {
            clients.push(person.join(&table, "").await.expect("the table can be joined"));
        }
        catch_up(&mut clients, 1).await;
        if let Some((number, scene)) = last.take() {
            assert_eq!((number, scene), (clients[0].number(), clients[0].state["scene"].clone()));
        }
        for _ in 0..5 {
            step(&mut clients, &mut rng).await.expect("the table goes on");
        }
        last = Some((clients[0].number(), clients[0].state["scene"].clone()));
        let stopped = tokio::task::spawn_blocking(move || house.signal(signal));
        for client in &mut clients {
            while client.next().await.is_some() {}
            assert_eq!(client.closed, Some(1001), "{signal}");
        }
        assert_eq!(stopped.await.expect("it ends").code(), Some(0), "{signal}");
        let left: Vec<String> = fs::read_dir(folder.join("data"))
            .expect("the folder is there")
            .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
            .filter(|name| name.ends_with("-wal") || name.ends_with("-shm") || name.ends_with("-journal"))
            .collect();
        assert_eq!(left, [""; 0], "{signal}: the database is one whole file");
        house = House::open(folder, address);
    }
    let complaints = house.complaints();
    assert_eq!(complaints, "", "nothing to complain about");
}

/// How it refuses to start: one sentence, and the code for what was asked wrongly.
fn refuses(data: &Path, listen: SocketAddr) -> String {
    let output = Command::new(BOXWOOD)
        .args(["serve", "--no-open", "--listen", &listen.to_string(), "--data"])
        .arg(data)
        .output()
        .expect("the program starts");
    let said = String::from_utf8(output.stderr).expect("it speaks UTF-8");
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(output.stdout, b"", "{said}");
    let sentence = said.trim_end();
    assert!(sentence.ends_with('.') && !sentence.contains(". ") && !sentence.contains('\n'), "{said}");
    sentence.into()
}

#[test]
fn whatever_keeps_it_from_starting_is_said_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let (folder, address) = (folder.path(), quiet_address());
    let house = House::open(folder, address);
    let any: SocketAddr = ([127, 0, 0, 1], 0).into();
    let said = refuses(&folder.join("data"), any);
    assert!(said.contains("running already") && said.contains(&address.to_string()), "{said}");

    let said = refuses(&folder.join("other"), address);
    assert!(said.contains(&address.to_string()) && said.contains("--listen"), "{said}");
    assert_eq!(house.signal("-TERM").code(), Some(0));

    let foreign = folder.join("foreign");
    let (database, words) =
        (foreign.join("boxwood.db"), "These are my recipes, not your database. ".repeat(50));
    fs::create_dir(&foreign).expect("a folder");
    fs::write(&database, &words).expect("a file");
    let said = refuses(&foreign, any);
    assert!(said.contains("not a store of Boxwood"), "{said}");
    assert_eq!(fs::read_to_string(&database).expect("it is still there"), words, "it is left as it was");

    let said = refuses(&database, any);
    assert!(said.contains("--data"), "a file is no folder: {said}");

    // The system's own list of what a process is: nobody can write there, whoever they are.
    #[cfg(target_os = "linux")]
    {
        let said = refuses(Path::new("/proc/self"), any);
        assert!(said.contains("/proc/self") && said.contains("--data"), "{said}");
    }
    let locked = folder.join("locked");
    fs::create_dir(&locked).expect("a folder");
    let mut rights = fs::metadata(&locked).expect("it is there").permissions();
    rights.set_readonly(true);
    fs::set_permissions(&locked, rights).expect("it is ours");
    // Those who may do everything may write there too.
    if File::create(locked.join("probe")).is_err() {
        let said = refuses(&locked, any);
        assert!(said.contains("locked") && said.contains("--data"), "{said}");
    }
}

/// Lets the files of a process grow to this size and no further; false where the system has no tool for it.
#[cfg(target_os = "linux")]
fn limit_files(house: &House, size: &str) -> bool {
    let told = Command::new("prlimit")
        .args(["--pid", &house.child.id().to_string(), &format!("--fsize={size}:unlimited")])
        .stderr(Stdio::null())
        .status();
    told.is_ok_and(|status| status.success())
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_may_not_grow_is_like_a_full_disk_and_no_restart_is_needed() {
    let (folder, address) = (tempfile::tempdir().expect("a folder"), quiet_address());
    let mut house = House::open(folder.path(), address);
    let anna = Person::new(address, "Anna").await;
    if !limit_files(&house, "400000") {
        return; // nothing can be shown here
    }
    let table = json!({"game": "nim", "seats": ["me", "free"]});
    let mut acknowledged = vec![];
    let refused = loop {
        let reply = anna.post("/api/tables", table.clone()).await;
        if reply.status != 200 {
            break reply;
        }
        acknowledged.push(reply.ok()["id"].as_str().expect("an id").to_string());
        assert!(acknowledged.len() < 2000, "the limit holds");
    };
    assert_eq!(refused.status, 503, "{}", refused.text);
    assert_eq!(house.child.try_wait().expect("it can be asked"), None, "it lives");
    assert_eq!(anna.get("/health").await.status, 503);
    assert!(limit_files(&house, "unlimited"));
    assert_eq!(anna.get("/health").await.ok()["well"], json!(true));
    acknowledged.push(anna.open(table).await);
    house.kill();
    let _house = House::open(folder.path(), address);
    for table in &acknowledged {
        anna.table(table).await;
    }
}
