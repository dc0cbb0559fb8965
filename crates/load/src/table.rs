//! The people of one table: they play at random, and note how long each move takes to reach everybody.

use std::future::poll_fn;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::Trouble;
use crate::client::Client;
use crate::http::Person;

/// How long anything at a table may take before the table counts as stuck.
const PATIENCE: Duration = Duration::from_secs(30);

/// What all tables share.
pub struct Shared {
    /// Where the server is.
    pub server: SocketAddr,
    /// Moves of all tables.
    pub moves: AtomicU64,
    /// Tables that have warmed up.
    pub warm: AtomicU64,
    /// Moves of bots, at tables of their own.
    pub bot_moves: AtomicU64,
}

/// What the tables are to do.
#[derive(Clone, Copy, Debug)]
pub enum Stage {
    /// To wait until all have come.
    Gather,
    /// To make some moves, each table another number of them.
    WarmUp,
    /// To play.
    Play {
        /// From then on.
        start: Instant,
        /// Until then.
        end: Instant,
        /// Each once in so long; as fast as they can if absent.
        pause: Option<Duration>,
    },
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

impl Table {
    /// Sits down at a table that has begun, and waits until everybody sees it.
    pub async fn join(
        shared: &Arc<Shared>,
        number: u32,
        id: &str,
        people: Vec<Person>,
    ) -> Result<Table, Trouble> {
        // A machine has some 28,000 ports for the connections from one address to another; several
        // addresses of the loopback network have more, and those of ended connections stay taken for a while.
        let from = SocketAddr::from((Ipv4Addr::new(127, 0, 1, (number % 100) as u8 + 1), 0));
        let mut table = Table {
            shared: Arc::clone(shared),
            from,
            people,
            clients: vec![],
            dice: u64::from(number) * 2 + 1,
        };
        table.connect(id).await?;
        Ok(table)
    }

    async fn connect(&mut self, id: &str) -> Result<(), Trouble> {
        for (seat, person) in self.people.iter().enumerate() {
            self.clients.push(Client::connect(self.shared.server, self.from, id, seat, person).await?);
        }
        self.until(|clients| clients.iter().all(|client| client.knows.number > 0)).await
    }

    /// Does what the stages say until the last is over. This table's moves come at `share` of each pause.
    pub async fn run(
        mut self,
        mut stages: watch::Receiver<Stage>,
        warm_up: u32,
        share: f64,
    ) -> Result<Tally, Trouble> {
        self.listen_during(stages.wait_for(|stage| !matches!(stage, Stage::Gather))).await??;
        for _ in 0..warm_up {
            self.step(&mut Tally::default()).await?;
        }
        self.shared.warm.fetch_add(1, Ordering::Relaxed);
        let is_play = |stage: &Stage| matches!(stage, Stage::Play { .. });
        let play = *self.listen_during(stages.wait_for(is_play)).await??;
        match play {
            Stage::Play { start, end, pause } => {
                let first = start + pause.unwrap_or_default().mul_f64(share);
                self.play(first, end, pause).await
            }
            _ => Err("A table was not told when to play.".into()),
        }
    }

    /// Plays the game to its end, if that is not further than so many moves.
    pub async fn finish(&mut self, moves: usize) -> Result<(), Trouble> {
        let mut tally = Tally::default();
        for _ in 0..moves {
            if self.clients.iter().any(|client| client.knows.is_over()) {
                return Ok(());
            }
            self.step(&mut tally).await?;
        }
        Err(format!("The game was not over after {moves} moves.").into())
    }

    /// Plays game after game until it is time to stop.
    async fn play(mut self, first: Instant, end: Instant, pause: Option<Duration>) -> Result<Tally, Trouble> {
        let mut tally = Tally::default();
        let mut due = first;
        loop {
            self.listen_during(tokio::time::sleep_until(due.min(end).into())).await?;
            if Instant::now() >= end {
                break;
            }
            self.step(&mut tally).await?;
            due += pause.unwrap_or_default();
        }
        for client in self.clients {
            tally.refusals.extend(client.knows.refused);
        }
        Ok(tally)
    }

    /// One move; the next game comes first if this one is over.
    async fn step(&mut self, tally: &mut Tally) -> Result<(), Trouble> {
        if self.clients.iter().any(|client| client.knows.is_over()) {
            self.rematch().await?;
            tally.games += 1;
        }
        let before: Vec<u64> = self.clients.iter().map(|client| client.knows.number).collect();
        let (seat, action) = loop {
            match self.choose()? {
                Some(chosen) => break chosen,
                None => self.hear().await?, // a clock of the rules is running
            }
        };
        let refused = self.clients[seat].knows.refused.len();
        let act = format!(r#"{{"type":"act","seen":{},"action":{action}}}"#, self.clients[seat].knows.number);
        let start = Instant::now();
        self.clients[seat].say(act).await?;
        self.until(|clients| {
            clients.iter().zip(&before).all(|(client, before)| client.knows.number > *before)
                || clients[seat].knows.refused.len() > refused
        })
        .await?;
        if self.clients[seat].knows.refused.len() == refused {
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
            let count = self.clients[seat].knows.offers()?.len();
            if count > 0 {
                let chosen = self.below(count);
                return Ok(Some((seat, self.clients[seat].knows.offers()?[chosen].to_string())));
            }
        }
        Ok(None)
    }

    /// Asks for a rematch, agrees to it, and moves to its table.
    async fn rematch(&mut self) -> Result<(), Trouble> {
        self.clients[0].say(r#"{"type":"ask","wish":"rematch"}"#.into()).await?;
        for seat in 1..self.clients.len() {
            self.until(|clients| clients[seat].knows.question.is_some()).await?;
            let question = self.clients[seat].knows.question.unwrap_or_default();
            let agree = format!(r#"{{"type":"answer","question":{question},"agree":true}}"#);
            self.clients[seat].say(agree).await?;
        }
        self.until(|clients| clients.iter().all(|client| client.knows.next.is_some())).await?;
        let next = self.clients[0].knows.next.take().unwrap_or_default();
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

    /// Listens while something else goes on: a connection that is silent for long counts as gone.
    async fn listen_during<F: Future>(&mut self, something: F) -> Result<F::Output, Trouble> {
        let mut something = std::pin::pin!(something);
        loop {
            tokio::select! {
                biased;
                done = &mut something => return Ok(done),
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
