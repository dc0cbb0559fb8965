//! The WebSocket of a table.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use boxwood_protocol::{ClientMessage, Code, LONGEST_MESSAGE, Refusal, ServerMessage, close};
use boxwood_store::{Person, TableId};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::sync::mpsc;
use tungstenite::error::ProtocolError;

use crate::hub::Hub;
use crate::limits::Budget;
use crate::refuse::no;
use crate::tag;
use crate::task::{Command, Member, Out, Place};

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

/// Carries messages between a client and its table until either ends it.
pub async fn run(hub: Arc<Hub>, mut socket: WebSocket, table: TableId, person: Option<Person>, place: Place) {
    let Ok(inbox) = hub.table(&table).await else {
        end(&mut socket, 1001, "the server stops; come again soon").await;
        return;
    };
    hub.metrics.sockets.inc();
    let connection = hub.connection();
    let (outbox, out) = mpsc::channel(OUTBOX);
    let latency = Arc::new(AtomicU32::new(0));
    let member = Member { connection, person, place, outbox, latency: Arc::clone(&latency) };
    let (code, why) = match inbox.send(Command::Join(member)).await {
        Ok(()) => carry(&hub, &mut socket, &inbox, out, &latency, connection).await,
        Err(_) => end(&mut socket, close::STORAGE, "the table is being loaded; come again").await,
    };
    tracing::debug!(table = tag(&table), connection, code, "a socket ends: {why}");
    let _ = inbox.send(Command::Leave { connection }).await; // a table that has ended knows
    hub.metrics.sockets.dec();
}

async fn carry(
    hub: &Hub,
    socket: &mut WebSocket,
    inbox: &mpsc::Sender<Command>,
    mut out: mpsc::Receiver<Out>,
    latency: &AtomicU32,
    connection: usize,
) -> (u16, &'static str) {
    let rate = hub.config.limits.messages;
    let mut budget = Budget::full(rate, Instant::now());
    let mut strikes = 0;
    let mut heard = Instant::now();
    let mut round_trips = RoundTrips::default();
    let mut pings = tokio::time::interval(PING);
    loop {
        tokio::select! {
            next = out.recv() => {
                let mut next = next;
                // Whatever else waits leaves with it.
                while let Some(Out::Text(text)) = next {
                    if let Err(end) = in_time(socket.feed(Message::Text(text))).await {
                        return end;
                    }
                    next = out.try_recv().ok();
                }
                match next {
                    Some(Out::Close(code, why)) => return end(socket, code, why).await,
                    _ if out.is_closed() && out.is_empty() => {
                        return end(socket, close::TOO_SLOW, "too slow; come again").await;
                    }
                    _ => {}
                }
                if let Err(end) = in_time(socket.flush()).await {
                    return end;
                }
            }
            next = socket.next() => {
                let arrived = Instant::now();
                let message = match next {
                    Some(Ok(message)) => message,
                    Some(Err(error)) => {
                        tracing::debug!(%error, "a socket could not be read");
                        return match fault(error) {
                            Some((code, why)) => {
                                let ended = end(socket, code, why).await;
                                // The rest cannot be read any more, so the last word needs a moment to
                                // arrive before the connection is cut.
                                tokio::time::sleep(PARTING).await;
                                ended
                            }
                            None => GONE,
                        };
                    }
                    None => return GONE,
                };
                heard = arrived;
                let text = match message {
                    Message::Text(text) => text,
                    Message::Pong(payload) => {
                        round_trips.pong(&payload, arrived, latency);
                        continue;
                    }
                    Message::Ping(_) => continue,
                    Message::Close(_) => {
                        // The answer to it leaves while the end is being read.
                        let rest = async { while let Some(Ok(_)) = socket.next().await {} };
                        let _ = tokio::time::timeout(PARTING, rest).await;
                        return (1000, "the client closes");
                    }
                    Message::Binary(_) => return end(socket, 1003, "only text is understood").await,
                };
                let refusal = match parse(&text) {
                    _ if !budget.take(rate, arrived) => {
                        strikes += 1;
                        if strikes > STRIKES {
                            return end(socket, close::TOO_FAST, "too many messages").await;
                        }
                        no(Code::TooFast, "That was too fast and was not done; please slow down.")
                    }
                    Ok(message) => {
                        let said = Command::Say { connection, message, arrived };
                        if inbox.send(said).await.is_err() {
                            return end(socket, close::STORAGE, "the table is being loaded; come again").await;
                        }
                        continue;
                    }
                    Err(refusal) => refusal,
                };
                hub.metrics.refused(&refusal);
                let Refusal { code, message } = refusal;
                let refused = ServerMessage::Refused { id: None, code, message };
                let text = serde_json::to_string(&refused).expect("a message is plain data");
                if let Err(end) = in_time(socket.send(Message::Text(text.into()))).await {
                    return end;
                }
            }
            _ = pings.tick() => {
                if heard.elapsed() > SILENCE {
                    return end(socket, 1001, "nothing was heard for too long").await;
                }
                let payload = round_trips.ping();
                if let Err(end) = in_time(socket.send(Message::Ping(payload.to_vec().into()))).await {
                    return end;
                }
            }
        }
    }
}

/// The end that nobody announced.
const GONE: (u16, &str) = (1006, "the client is gone");

/// The end of a client that does not read. There is no use in telling it.
const SLOW: (u16, &str) = (close::TOO_SLOW, "too slow; come again");

/// Sends something, unless the client takes too long to read.
async fn in_time(sending: impl Future<Output = Result<(), axum::Error>>) -> Result<(), (u16, &'static str)> {
    match tokio::time::timeout(SENDING, sending).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(GONE),
        Err(_) => Err(SLOW),
    }
}

/// Says the last word, and waits a moment for the client's.
async fn end(socket: &mut WebSocket, code: u16, why: &'static str) -> (u16, &'static str) {
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static(why) };
    let parting = async {
        socket.send(Message::Close(Some(frame))).await?;
        // What is still on its way is read: a connection that is cut with something unread in it
        // takes the last word back.
        while let Some(Ok(_)) = socket.next().await {}
        Ok::<(), axum::Error>(())
    };
    // Whoever does not read it in time will notice the end all the same.
    let _ = tokio::time::timeout(PARTING, parting).await;
    (code, why)
}

/// With which code a socket ends that cannot be read; `None` if the client is only gone.
fn fault(error: axum::Error) -> Option<(u16, &'static str)> {
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

    fn pong(&mut self, payload: &[u8], arrived: Instant, latency: &AtomicU32) {
        let Some((number, sent)) = self.sent.filter(|(number, _)| payload == number.to_be_bytes()) else {
            return; // one that nobody asked for
        };
        self.sent = None;
        let micros =
            u32::try_from(arrived.saturating_duration_since(sent).as_micros() / 2).unwrap_or(u32::MAX);
        self.last[number as usize % self.last.len()] = Some(micros);
        if let Some(best) = self.last.iter().flatten().min() {
            latency.store(*best, Ordering::Relaxed);
        }
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
