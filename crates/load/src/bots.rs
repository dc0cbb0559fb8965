//! Tables at which bots play among themselves, so that one of each table always thinks.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::json;
use tokio::task::JoinSet;

use crate::Trouble;
use crate::client::Client;
use crate::http::Http;
use crate::table::Shared;

/// How long the first moves of all bots may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// Lets strong bots play at so many tables until the set is dropped; they are at it when this returns.
pub async fn think(
    shared: &Arc<Shared>,
    game: &str,
    seats: usize,
    tables: u32,
) -> Result<JoinSet<Trouble>, Trouble> {
    let mut thinking = JoinSet::new();
    for number in 0..tables {
        let (shared, game) = (Arc::clone(shared), game.to_string());
        thinking.spawn(async move {
            match play(&shared, &game, seats, number).await {
                Ok(never) => match never {},
                Err(trouble) => trouble,
            }
        });
    }
    let all_have_begun = async {
        while shared.bot_moves.load(Ordering::Relaxed) < u64::from(tables) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::select! {
        () = all_have_begun => Ok(thinking),
        Some(ended) = thinking.join_next() => Err(ended?),
        () = tokio::time::sleep(PATIENCE) => Err("The bots did not begin.".into()),
    }
}

/// One game after the other, each watched by one person, without whom bots would not play.
async fn play(
    shared: &Shared,
    game: &str,
    seats: usize,
    number: u32,
) -> Result<std::convert::Infallible, Trouble> {
    let from = SocketAddr::from((Ipv4Addr::new(127, 0, 2, (number % 100) as u8 + 1), 0));
    let mut http = Http::connect(shared.server).await?;
    let watcher = http.person(&format!("Watcher {number}")).await?;
    let bots = vec![json!({ "bot": "strong" }); seats];
    loop {
        let id = http.open(&watcher, &json!({ "game": game, "seats": bots, "start": true })).await?;
        let mut client = Client::connect(shared.server, from, &id, "spectator", &watcher).await?;
        while !client.knows.is_over() {
            let before = client.knows.number;
            std::future::poll_fn(|cx| client.poll_hear(cx)).await?;
            if before > 0 && client.knows.number > before {
                shared.bot_moves.fetch_add(1, Ordering::Relaxed);
            }
        }
        client.leave().await;
    }
}
