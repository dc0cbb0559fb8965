//! The people of one table: they play at random, and note how long each move takes to reach everybody.

use std::future::poll_fn;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::Poll;
use std::time::{Duration, Instant};

use crate::Trouble;
use crate::client::Client;
use crate::http::Person;

/// How long anything at a table may take before the table counts as stuck.
const PATIENCE: Duration = Duration::from_secs(30);

/// What all tables share.
pub struct Shared {
    /// Where the server is.
    pub server: SocketAddr,
    /// Moves of all tables, for the progress bar.
    pub moves: AtomicU64,
    /// Whether it is time to stop.
    pub stop: AtomicBool,
}

/// The people of a table.
pub struct Table {
    shared: Arc<Shared>,
    /// From where they connect.
    from: SocketAddr,
    people: Vec<Person>,
    clients: Vec<Client>,
    /// What they choose with.
    dice: u64,
}

/// What was seen at a table.
#[derive(Debug, Default)]
pub struct Tally {
    /// From sending a move until everybody had the new state, in microseconds.
    pub latencies: Vec<u32>,
    /// What was refused.
    pub refusals: Vec<String>,
    /// Games that came to an end.
    pub games: u64,
}

/// When a table moves.
#[derive(Clone, Copy, Debug)]
pub enum Tempo {
    /// Whenever everybody has seen the last move.
    FlatOut,
    /// At this time, and then once in so long.
    Steady(Instant, Duration),
}

impl Table {
    /// Sits down at a table that has begun, and waits until everybody sees it.
    pub async fn join(
        shared: &Arc<Shared>,
        number: usize,
        id: &str,
        people: Vec<Person>,
    ) -> Result<Table, Trouble> {
        // A machine has some 28,000 ports for the connections from one address to another; several
        // addresses of the loopback network have more, and those of ended connections stay taken for a while.
        let from = SocketAddr::from((Ipv4Addr::new(127, 0, 1, (number % 100) as u8 + 1), 0));
        let mut table =
            Table { shared: Arc::clone(shared), from, people, clients: vec![], dice: number as u64 * 2 + 1 };
        table.connect(id).await?;
        Ok(table)
    }

    async fn connect(&mut self, id: &str) -> Result<(), Trouble> {
        for (seat, person) in self.people.iter().enumerate() {
            self.clients.push(Client::connect(self.shared.server, self.from, id, seat, person).await?);
        }
        self.until(|clients| clients.iter().all(|client| client.number > 0)).await
    }

    /// Makes so many moves as fast as they go.
    pub async fn warm_up(&mut self, moves: usize) -> Result<(), Trouble> {
        let mut tally = Tally::default();
        for _ in 0..moves {
            self.step(&mut tally).await?;
        }
        tally.refusals.into_iter().next().map_or(Ok(()), |refusal| Err(refusal.into()))
    }

    /// Plays the game to its end, if that is not further than so many moves.
    pub async fn finish(&mut self, moves: usize) -> Result<(), Trouble> {
        let mut tally = Tally::default();
        for _ in 0..moves {
            if self.clients.iter().any(Client::is_over) {
                return Ok(());
            }
            self.step(&mut tally).await?;
        }
        Err(format!("The game was not over after {moves} moves.").into())
    }

    /// Plays game after game until it is time to stop.
    pub async fn play(mut self, tempo: Tempo, until: Instant) -> Result<Tally, Trouble> {
        let mut tally = Tally::default();
        let mut tempo = tempo;
        loop {
            if let Tempo::Steady(due, pause) = &mut tempo {
                self.idle(*due).await?;
                *due += *pause;
            }
            if Instant::now() >= until || self.shared.stop.load(Ordering::Relaxed) {
                break;
            }
            self.step(&mut tally).await?;
        }
        for client in self.clients {
            tally.refusals.extend(client.refused);
        }
        Ok(tally)
    }

    /// One move; the next game comes first if this one is over.
    async fn step(&mut self, tally: &mut Tally) -> Result<(), Trouble> {
        if self.clients.iter().any(Client::is_over) {
            self.rematch().await?;
            tally.games += 1;
        }
        let before: Vec<u64> = self.clients.iter().map(|client| client.number).collect();
        let (seat, action) = loop {
            match self.choose()? {
                Some(chosen) => break chosen,
                None => self.hear().await?, // a clock of the rules is running
            }
        };
        let refused = self.clients[seat].refused.len();
        let act = format!(r#"{{"type":"act","seen":{},"action":{action}}}"#, self.clients[seat].number);
        let start = Instant::now();
        self.clients[seat].say(act).await?;
        self.until(|clients| {
            clients.iter().zip(&before).all(|(client, before)| client.number > *before)
                || clients[seat].refused.len() > refused
        })
        .await?;
        if self.clients[seat].refused.len() == refused {
            tally.latencies.push(u32::try_from(start.elapsed().as_micros()).unwrap_or(u32::MAX));
            self.shared.moves.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Any offered action of anybody who may act.
    fn choose(&mut self) -> Result<Option<(usize, String)>, Trouble> {
        let first = self.below(self.clients.len());
        for index in 0..self.clients.len() {
            let seat = (first + index) % self.clients.len();
            let count = self.clients[seat].offers()?.len();
            if count > 0 {
                let chosen = self.below(count);
                return Ok(Some((seat, self.clients[seat].offers()?[chosen].to_string())));
            }
        }
        Ok(None)
    }

    /// Asks for a rematch, agrees to it, and moves to its table.
    async fn rematch(&mut self) -> Result<(), Trouble> {
        self.clients[0].say(r#"{"type":"ask","wish":"rematch"}"#.into()).await?;
        for seat in 1..self.clients.len() {
            self.until(|clients| clients[seat].question.is_some()).await?;
            let question = self.clients[seat].question.unwrap_or_default();
            let agree = format!(r#"{{"type":"answer","question":{question},"agree":true}}"#);
            self.clients[seat].say(agree).await?;
        }
        self.until(|clients| clients.iter().all(|client| client.next.is_some())).await?;
        let next = self.clients[0].next.take().unwrap_or_default();
        for client in self.clients.drain(..) {
            client.leave().await;
        }
        self.people.rotate_left(1); // in a rematch everybody moves on by one seat
        self.connect(&next).await
    }

    /// Waits until something is true of the clients.
    async fn until(&mut self, is_so: impl Fn(&[Client]) -> bool) -> Result<(), Trouble> {
        let wait = async {
            while !is_so(&self.clients) {
                self.hear().await?;
            }
            Ok(())
        };
        let waited = tokio::time::timeout(PATIENCE, wait).await;
        waited.unwrap_or_else(|_| Err(format!("A table was stuck for {} s.", PATIENCE.as_secs()).into()))
    }

    /// Listens until a moment has come.
    async fn idle(&mut self, until: Instant) -> Result<(), Trouble> {
        let sleep = tokio::time::sleep_until(until.into());
        let mut sleep = std::pin::pin!(sleep);
        loop {
            tokio::select! {
                biased;
                () = &mut sleep => return Ok(()),
                heard = self.hear() => heard?,
            }
        }
    }

    /// Waits until somebody has heard something.
    async fn hear(&mut self) -> Result<(), Trouble> {
        let clients = &mut self.clients;
        poll_fn(|cx| {
            let mut heard = false;
            for client in clients.iter_mut() {
                while let Poll::Ready(result) = client.poll_hear(cx) {
                    result?;
                    heard = true;
                }
            }
            if heard { Poll::Ready(Ok(())) } else { Poll::Pending }
        })
        .await
    }

    /// A number below this one, from a generator that is good enough for choosing moves (xorshift64).
    fn below(&mut self, bound: usize) -> usize {
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 7;
        self.dice ^= self.dice << 17;
        (self.dice >> 16) as usize % bound.max(1)
    }
}
