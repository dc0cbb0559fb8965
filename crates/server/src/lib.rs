//! The table server: HTTP, WebSockets, one task per table.
//!
//! It knows no game by name. A table is an append-only log of [`event::Event`]s in the store; the task
//! that owns it takes inputs one by one, stores each, and tells every viewer what that viewer may
//! know.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use boxwood_store::{Store, StoreError};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;

mod brains;
mod event;
mod http;
mod hub;
mod limits;
mod metrics;
mod names;
pub mod network;
pub mod projection;
mod refuse;
pub mod secrets;
mod serve;
mod socket;
mod table;
mod task;

pub use http::openapi;
pub use limits::{ABSENT, Limits, Most, Rate, Shares};

use hub::Hub;
use metrics::Metrics;

/// How the server is to run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The file of the database.
    pub file: PathBuf,
    /// The address under which others reach it, where it is not the one they ask for: `https://games.example`.
    pub public_url: Option<String>,
    /// Whether a proxy in front of it tells the callers' addresses (`X-Forwarded-For`).
    pub trust_proxy: bool,
    /// How long a bot waits before it thinks, so that people see what happens.
    pub bot_pause: Duration,
    /// How long a table without anybody stays in memory.
    pub idle: Duration,
    /// How long somebody has to be away from a live table before the others may let a bot play for them.
    pub absent: Duration,
    /// How much and how often everything may be done.
    pub limits: Limits,
    /// What a caller has to say to read the metrics; without it nobody reads them.
    pub metrics_token: Option<String>,
}

impl Config {
    /// On a loopback port of the system's choice, with everything in this file; for tests.
    pub fn on_loopback(file: PathBuf) -> Config {
        Config {
            listen: ([127, 0, 0, 1], 0).into(),
            file,
            public_url: None,
            trust_proxy: false,
            bot_pause: Duration::from_millis(600),
            idle: Duration::from_secs(30),
            absent: ABSENT,
            limits: Limits::default(),
            metrics_token: None,
        }
    }
}

/// Why the server cannot run.
#[derive(Debug, Error)]
pub enum ServerError {
    /// Nobody can listen there.
    #[error("Nothing can listen on {address}: {why}; another address can be given with --listen.")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why not.
        why: std::io::Error,
    },
    /// The database is not usable.
    #[error("The tables cannot be opened: {0}.")]
    Store(#[from] StoreError),
}

/// A running server.
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    hub: Arc<Hub>,
    stop: watch::Sender<bool>,
    listening: tokio::task::JoinHandle<()>,
}

impl Server {
    /// Starts one. It answers when this returns.
    pub async fn start(config: Config) -> Result<Server, ServerError> {
        let listen = |why| ServerError::Listen { address: config.listen, why };
        let listener = TcpListener::bind(config.listen).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let store = Store::open(&config.file).await?;
        if config.limits.disk < u64::MAX {
            store.bound(config.limits.disk).await?;
        }
        tracing::info!(%address, "the server is ready");
        let hub = Hub::new(store, config, Metrics::default());
        let (stop, stopped) = watch::channel(false);
        let app = http::app(Arc::clone(&hub), address);
        let listening = tokio::spawn(serve::serve(listener, app, hub.config.limits, stopped));
        hub.look_at_room().await;
        tokio::spawn(look_around(Arc::clone(&hub)));
        tokio::spawn(tidy(Arc::clone(&hub)));
        Ok(Server { address, hub, stop, listening })
    }

    /// Stops it: what was begun is finished, connections are closed, the file is whole.
    pub async fn stop(self) {
        let _ = self.stop.send(true); // nobody listens any more if it has already ended
        let grace = Duration::from_secs(5);
        if tokio::time::timeout(grace, self.hub.stop()).await.is_err() {
            tracing::warn!("some tables did not end in time; what they had stored is safe");
        }
        let sockets = async {
            while self.hub.metrics.sockets.get() > 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        if tokio::time::timeout(grace, sockets).await.is_err() {
            tracing::warn!("some sockets did not end in time");
        }
        if tokio::time::timeout(grace, self.listening).await.is_err() {
            tracing::warn!("some connections did not end in time");
        }
        self.hub.store.clone().close().await;
    }
}

/// Wakes tables that wait for the server, and forgets keys that have expired, now and then.
async fn tidy(hub: Arc<Hub>) {
    if let Err(error) = Arc::clone(&hub).wake().await {
        tracing::error!(%error, "waiting tables could not be woken");
    }
    let mut hourly = tokio::time::interval(Duration::from_secs(3600));
    loop {
        hourly.tick().await;
        if let Err(error) = hub.store.forget_expired(now_ms()).await {
            tracing::warn!(%error, "expired keys could not be removed");
            if hub.is_stopping() {
                return;
            }
        }
    }
}

/// How often the server looks around.
const LOOK: Duration = Duration::from_secs(5);

/// Looks how much room there is, and which tables are to be woken, now and then.
async fn look_around(hub: Arc<Hub>) {
    let mut often = tokio::time::interval(LOOK);
    loop {
        often.tick().await;
        if hub.is_stopping() {
            return;
        }
        hub.look_at_room().await;
        for table in hub.alarmed(now_ms()) {
            if hub.table(&table).await.is_err() {
                return;
            }
        }
    }
}

/// What a log may call a table: its whole id would invite everybody who reads the log.
fn tag(table: &boxwood_store::TableId) -> &str {
    table.as_str().get(..6).unwrap_or_default()
}

/// The time, in milliseconds since 1970.
fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
