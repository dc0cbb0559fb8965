//! The WebSocket of a table.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use boxwood_protocol::{ClientMessage, Code, LONGEST_MESSAGE, Refusal, ServerMessage, close};
use boxwood_store::{Person, TableId};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::sync::{broadcast, mpsc};
use tungstenite::error::ProtocolError;

use crate::hub::Hub;
use crate::limits::{Budget, Network, Payer, Places};
use crate::refuse::no;
use crate::task::{Command, Member, Out, Place};
use crate::{now_ms, tag};

/// How many messages may wait for a client before it counts as too slow.
const OUTBOX: usize = 160;
/// How often a connection is asked whether it is still there; sooner in the beginning.
const PING: Duration = Duration::from_secs(5);
/// How long a connection may be silent.
const SILENCE: Duration = Duration::from_secs(20);
/// How long a message may take to leave.
const SENDING: Duration = Duration::from_secs(10);
/// How long the end of a connection may take.
const PARTING: Duration = Duration::from_secs(1);
/// How many messages too many it takes to be shown the door.
const STRIKES: u32 = 200;

/// Who comes in over a socket.
pub struct Guest {
    pub person: Option<Person>,
    /// From where.
    pub from: Network,
    /// The hash of the key with which the person came in.
    pub key: Option<[u8; 32]>,
    /// The places that the socket takes while it is open.
    pub places: Places,
}

/// Carries messages between a client and its table until either ends it.
pub async fn run(hub: Arc<Hub>, mut socket: WebSocket, table: TableId, guest: Guest, place: Place) {
    let Guest { person, from, key, places: _places } = guest;
    // Whatever is taken away from now on is heard; what was before is seen by asking once.
    let revoked = hub.revoked.subscribe();
    let Ok(inbox) = hub.table(&table).await else {
        end(&mut socket, 1001, "the server stops; come again soon").await;
        return;
    };
    hub.metrics.sockets.inc();
    let connection = hub.connection();
    let (outbox, out) = mpsc::channel(OUTBOX);
    let latency = Arc::new(AtomicU32::new(0));
    let member = Member {
        connection,
        person: person.clone(),
        from,
        place,
        outbox,
        latency: Arc::clone(&latency),
        is_busy: false,
        is_brisk: false,
        whole: 0,
    };
    let (code, why) = match inbox.send(Command::Join(member)).await {
        Ok(()) => {
            let carrier = Carrier {
                hub: &hub,
                socket: &mut socket,
                inbox: &inbox,
                connection,
                table: &table,
                person: person.as_ref(),
                from,
                key,
                revoked,
                latency: &latency,
                budget: Budget::full(hub.config.limits.messages, Instant::now()),
                strikes: 0,
                heard: Instant::now(),
                round_trips: RoundTrips::default(),
            };
            carrier.carry(out).await
        }
        Err(_) => end(&mut socket, close::STORAGE, "the table is being loaded; come again").await,
    };
    tracing::debug!(table = tag(&table), connection, code, "a socket ends: {why}");
    let _ = inbox.send(Command::Leave { connection }).await; // a table that has ended knows
    hub.metrics.sockets.dec();
}

/// How a connection ended: the code, and why.
type End = (u16, &'static str);

/// Between a client and its table.
struct Carrier<'a> {
    hub: &'a Hub,
    socket: &'a mut WebSocket,
    inbox: &'a mpsc::Sender<Command>,
    connection: usize,
    table: &'a TableId,
    person: Option<&'a Person>,
    from: Network,
    key: Option<[u8; 32]>,
    /// Keys that are taken away.
    revoked: broadcast::Receiver<[u8; 32]>,
    /// What the table knows of how long messages travel, in microseconds.
    latency: &'a AtomicU32,
    /// How many messages the client may still send.
    budget: Budget,
    /// How many it has sent beyond that.
    strikes: u32,
    /// When the client was last heard.
    heard: Instant,
    round_trips: RoundTrips,
}

impl Carrier<'_> {
    /// Carries messages until either side ends it.
    async fn carry(mut self, mut out: mpsc::Receiver<Out>) -> End {
        let mut pings = tokio::time::interval(PING);
        if !is_welcome(self.hub, self.key).await {
            return end(self.socket, close::REVOKED, GONE_KEY).await;
        }
        loop {
            let carried = tokio::select! {
                revoked = self.revoked.recv() => self.lose_key(revoked).await,
                next = out.recv() => self.deliver(next, &mut out).await,
                next = self.socket.next() => self.hear(next).await,
                _ = pings.tick() => self.ping().await,
            };
            if let Err(end) = carried {
                return end;
            }
        }
    }

    /// Ends the connection if its key was taken away.
    async fn lose_key(&mut self, revoked: Result<[u8; 32], broadcast::error::RecvError>) -> Result<(), End> {
        let is_lost = match revoked {
            Ok(revoked) => self.key == Some(revoked),
            // Too many to hear of each.
            Err(_) => !is_welcome(self.hub, self.key).await,
        };
        if is_lost { self.end(close::REVOKED, GONE_KEY).await } else { Ok(()) }
    }

    /// Sends what the table says; whatever else waits leaves with it.
    async fn deliver(&mut self, mut next: Option<Out>, out: &mut mpsc::Receiver<Out>) -> Result<(), End> {
        while let Some(Out::Text(text)) = next {
            in_time(self.socket.feed(Message::Text(text))).await?;
            next = out.try_recv().ok();
        }
        match next {
            Some(Out::Close(code, why)) => self.end(code, why).await,
            _ if out.is_closed() && out.is_empty() => self.end(SLOW.0, SLOW.1).await,
            _ => in_time(self.socket.flush()).await,
        }
    }

    /// Takes what the client sends.
    async fn hear(&mut self, next: Option<Result<Message, axum::Error>>) -> Result<(), End> {
        let arrived = Instant::now();
        let message = match next {
            Some(Ok(message)) => message,
            Some(Err(error)) => return self.end_unreadable(error).await,
            None => return Err(GONE),
        };
        self.heard = arrived;
        match message {
            Message::Text(text) => self.pass_on(&text, arrived).await,
            Message::Pong(payload) if self.round_trips.pong(&payload, arrived, self.latency) => Ok(()),
            // Nobody has asked for these, and each is answered or read.
            Message::Pong(_) | Message::Ping(_) => {
                match self.budget.take(self.hub.config.limits.messages, arrived) {
                    true => Ok(()),
                    false => self.strike().await,
                }
            }
            Message::Close(_) => {
                // The answer to it leaves while the end is being read.
                let rest = async { while let Some(Ok(_)) = self.socket.next().await {} };
                let _ = tokio::time::timeout(PARTING, rest).await;
                Err((1000, "the client closes"))
            }
            Message::Binary(_) => self.end(1003, "only text is understood").await,
        }
    }

    /// Passes a message on to the table, or refuses it.
    async fn pass_on(&mut self, text: &str, arrived: Instant) -> Result<(), End> {
        let person = self.person.map(|person| person.id.as_str());
        let payer = Payer { person, from: self.from, table: Some(self.table.as_str()) };
        let is_in_time = self.budget.take(self.hub.config.limits.messages, arrived);
        if !is_in_time || self.hub.gates.message(payer, arrived).is_err() {
            self.strike().await?;
            let refusal = no(Code::TooFast, "That was too fast and was not done; please slow down.");
            return self.refuse(None, refusal).await;
        }
        let message = match parse(text) {
            Ok(message) => message,
            Err(refusal) => return self.refuse(None, refusal).await,
        };
        if let Err(refusal) = self.may(&message, payer, text.len(), arrived) {
            return self.refuse(message.id(), refusal).await;
        }
        let said = Command::Say { connection: self.connection, message, arrived };
        if self.inbox.send(said).await.is_err() {
            return self.end(close::STORAGE, "the table is being loaded; come again").await;
        }
        Ok(())
    }

    /// Whether the sender can pay for what a message may make the server store.
    fn may(
        &self,
        message: &ClientMessage,
        payer: Payer,
        bytes: usize,
        arrived: Instant,
    ) -> Result<(), Refusal> {
        let gates = &self.hub.gates;
        match message {
            ClientMessage::Chat { .. } => {
                self.hub.only_with_room()?;
                gates.chat(payer, arrived)?;
                gates.store(payer, bytes + FRAME, false, arrived)?;
            }
            ClientMessage::Act { .. } | ClientMessage::Enough { .. } => {
                gates.store(payer, bytes + FRAME, true, arrived)?;
            }
            ClientMessage::Ask { .. } | ClientMessage::Answer { .. } => {
                gates.store(payer, bytes + FRAME, false, arrived)?;
            }
            ClientMessage::Hint { .. }
            | ClientMessage::Busy { .. }
            | ClientMessage::Brisk { .. }
            | ClientMessage::Refresh => {}
        }
        Ok(())
    }

    /// Counts something that was too much; too much of that ends the connection.
    async fn strike(&mut self) -> Result<(), End> {
        self.strikes += 1;
        if self.strikes > STRIKES {
            return self.end(close::TOO_FAST, "too many messages").await;
        }
        Ok(())
    }

    async fn refuse(&mut self, id: Option<u32>, refusal: Refusal) -> Result<(), End> {
        self.hub.metrics.refused(&refusal);
        let Refusal { code, message } = refusal;
        let refused = ServerMessage::Refused { id, code, message };
        let text = serde_json::to_string(&refused).expect("a message is plain data");
        in_time(self.socket.send(Message::Text(text.into()))).await
    }

    /// Asks the client whether it is still there.
    async fn ping(&mut self) -> Result<(), End> {
        if self.heard.elapsed() > SILENCE {
            return self.end(1001, "nothing was heard for too long").await;
        }
        let payload = self.round_trips.ping();
        in_time(self.socket.send(Message::Ping(payload.to_vec().into()))).await
    }

    /// Ends a connection of which the rest cannot be read.
    async fn end_unreadable(&mut self, error: axum::Error) -> Result<(), End> {
        tracing::debug!(%error, "a socket could not be read");
        let Some((code, why)) = fault(error) else { return Err(GONE) };
        let ended = self.end(code, why).await;
        // The last word needs a moment to arrive before the connection is cut.
        tokio::time::sleep(PARTING).await;
        ended
    }

    async fn end(&mut self, code: u16, why: &'static str) -> Result<(), End> {
        Err(end(self.socket, code, why).await)
    }
}

/// Whether a key still opens the door.
async fn is_welcome(hub: &Hub, key: Option<[u8; 32]>) -> bool {
    let Some(key) = key else { return true };
    // A store that cannot be read has taken nothing away.
    !matches!(hub.store.person_by_key(&key, now_ms()).await, Ok(None))
}

/// What is stored around a message, about, in bytes.
const FRAME: usize = 64;

/// Why a connection ends whose key was taken away.
const GONE_KEY: &str = "this device or program was removed";

/// The end that nobody announced.
const GONE: End = (1006, "the client is gone");

/// The end of a client that does not read. There is no use in telling it.
const SLOW: End = (close::TOO_SLOW, "too slow; come again");

/// Sends something, unless the client takes too long to read.
async fn in_time(sending: impl Future<Output = Result<(), axum::Error>>) -> Result<(), End> {
    match tokio::time::timeout(SENDING, sending).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(GONE),
        Err(_) => Err(SLOW),
    }
}

/// Says the last word, and waits a moment for the client's.
async fn end(socket: &mut WebSocket, code: u16, why: &'static str) -> End {
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static(why) };
    let parting = async {
        socket.send(Message::Close(Some(frame))).await?;
        // What is still on its way is read: a connection that is cut with something unread in it
        // takes the last word back.
        while let Some(Ok(_)) = socket.next().await {}
        Ok::<(), axum::Error>(())
    };
    // A client that does not read it in time will notice the end all the same.
    let _ = tokio::time::timeout(PARTING, parting).await;
    (code, why)
}

/// With which code a socket ends that cannot be read; `None` if the client is only gone.
fn fault(error: axum::Error) -> Option<End> {
    let error = error.into_inner().downcast::<tungstenite::Error>().ok()?;
    match *error {
        tungstenite::Error::Capacity(_) => Some((1009, "too large")),
        tungstenite::Error::Utf8(_) => Some((1007, "not UTF-8")),
        tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        tungstenite::Error::Protocol(_) => Some((1002, "not how WebSockets speak")),
        _ => None,
    }
}

/// Reads a message, or says in one sentence what is wrong with it.
fn parse(text: &str) -> Result<ClientMessage, Refusal> {
    if text.len() > LONGEST_MESSAGE {
        return Err(no(Code::TooLarge, "The message is too long: 16 kB are the most."));
    }
    serde_json::from_str(text).map_err(|error| {
        let why: String = error.to_string().chars().take(200).collect();
        no(Code::Malformed, format!("The message cannot be read: {why}."))
    })
}

/// How long messages travel: the shortest of the last few round trips, halved.
#[derive(Default)]
struct RoundTrips {
    sent: Option<(u64, Instant)>,
    number: u64,
    last: [Option<u32>; 5],
}

impl RoundTrips {
    fn ping(&mut self) -> [u8; 8] {
        self.number += 1;
        self.sent = Some((self.number, Instant::now()));
        self.number.to_be_bytes()
    }

    /// Takes an answer; false for one that nobody asked for.
    fn pong(&mut self, payload: &[u8], arrived: Instant, latency: &AtomicU32) -> bool {
        let Some((number, sent)) = self.sent.filter(|(number, _)| payload == number.to_be_bytes()) else {
            return false;
        };
        self.sent = None;
        let micros =
            u32::try_from(arrived.saturating_duration_since(sent).as_micros() / 2).unwrap_or(u32::MAX);
        self.last[number as usize % self.last.len()] = Some(micros);
        if let Some(best) = self.last.iter().flatten().min() {
            latency.store(*best, Ordering::Relaxed);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latency_is_half_of_the_best_recent_round_trip() {
        let latency = AtomicU32::new(0);
        let mut trips = RoundTrips::default();
        for (ms, expected) in [(40, 20_000), (20, 10_000), (90, 10_000)] {
            let payload = trips.ping();
            let sent = trips.sent.unwrap().1;
            trips.pong(&payload, sent + Duration::from_millis(ms), &latency);
            assert_eq!(latency.load(Ordering::Relaxed), expected);
            trips.pong(&payload, sent, &latency);
            assert_eq!(latency.load(Ordering::Relaxed), expected, "a pong counts once");
        }
        trips.pong(b"nonsense", Instant::now(), &latency);
        assert_eq!(latency.load(Ordering::Relaxed), 10_000);
    }
}
