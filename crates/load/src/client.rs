//! A connection to a table that understands just enough to play.
//!
//! The states of a table are long, and thousands of them arrive each second. Reading them whole would cost
//! more than the server takes to make them; so only the few parts that matter are looked for. A name in
//! quotes cannot be part of a text in JSON, where the quotes would be escaped.

use std::fmt::Display;
use std::net::SocketAddr;
use std::task::{Context, Poll};

use futures_util::{SinkExt as _, StreamExt as _};
use memchr::memmem;
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::http::header::COOKIE;
use tokio_tungstenite::tungstenite::protocol::{Message, WebSocketConfig};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::Trouble;
use crate::http::Person;

/// How a message with a state begins, up to its number.
const STATE: &str = r#"{"type":"state","number":"#;
/// How the state of a running game ends.
const RUNNING: &str = r#""outcome":null}"#;
/// Where the offers begin.
const OFFERS: &str = r#""offers":["#;

/// Somebody at a table.
pub struct Client {
    socket: WebSocketStream<TcpStream>,
    /// What they know.
    pub knows: Knowledge,
}

/// What somebody at a table has heard, as far as it matters.
#[derive(Debug, Default)]
pub struct Knowledge {
    /// The last state, as it came.
    state: Utf8Bytes,
    /// Its number.
    pub number: u64,
    /// The question that is open.
    pub question: Option<u64>,
    /// The table of the rematch.
    pub next: Option<String>,
    /// What was refused.
    pub refused: Vec<String>,
}

/// The messages that are not states, as far as they matter.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Told {
    Table {
        #[serde(default)]
        question: Option<Asked>,
        #[serde(default)]
        next: Option<String>,
    },
    Refused {
        code: String,
        message: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Asked {
    id: u64,
}

#[derive(Deserialize)]
struct Offer<'a> {
    #[serde(borrow)]
    action: &'a RawValue,
}

impl Client {
    /// Connects to a table, looking from this seat, or as a `spectator`.
    pub async fn connect(
        server: SocketAddr,
        from: SocketAddr,
        table: &str,
        from_where: impl Display,
        person: &Person,
    ) -> Result<Client, Trouble> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(from)?;
        let stream = socket.connect(server).await?;
        stream.set_nodelay(true)?;
        let mut request =
            format!("ws://{server}/api/tables/{table}/socket?as={from_where}").into_client_request()?;
        request.headers_mut().insert(COOKIE, HeaderValue::from_str(&person.cookie)?);
        let config = WebSocketConfig::default().read_buffer_size(16 * 1024).write_buffer_size(0);
        let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
        Ok(Client { socket, knows: Knowledge::default() })
    }

    /// Hears the next message, if there is one.
    pub fn poll_hear(&mut self, cx: &mut Context) -> Poll<Result<(), Trouble>> {
        let Poll::Ready(next) = self.socket.poll_next_unpin(cx) else { return Poll::Pending };
        Poll::Ready(match next {
            Some(Ok(Message::Text(text))) => self.knows.hear(text),
            Some(Ok(Message::Close(frame))) => Err(format!("The server closed a socket: {frame:?}.").into()),
            Some(Ok(_)) => Ok(()), // pings are answered underneath
            Some(Err(error)) => Err(error.into()),
            None => Err("The server ended a connection.".into()),
        })
    }

    /// Says something.
    pub async fn say(&mut self, text: String) -> Result<(), Trouble> {
        Ok(self.socket.send(Message::text(text)).await?)
    }

    /// Leaves.
    pub async fn leave(mut self) {
        let _ = self.socket.close(None).await; // whoever leaves does not mind being gone
    }
}

impl Knowledge {
    fn hear(&mut self, text: Utf8Bytes) -> Result<(), Trouble> {
        if let Some(rest) = text.strip_prefix(STATE) {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            self.number = rest[..digits].parse()?;
            self.state = text;
            return Ok(());
        }
        match serde_json::from_str(&text)? {
            Told::Table { question, next } => {
                self.question = question.map(|question| question.id);
                self.next = next;
            }
            Told::Refused { code, message } => self.refused.push(format!("{code}: {message}")),
            Told::Other => {}
        }
        Ok(())
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        !self.state.is_empty() && !self.state.ends_with(RUNNING)
    }

    /// The actions that are offered, as they are sent back.
    pub fn offers(&self) -> Result<Vec<&str>, Trouble> {
        let Some(place) = memmem::find(self.state.as_bytes(), OFFERS.as_bytes()) else { return Ok(vec![]) };
        let list = &self.state[place + OFFERS.len() - 1..];
        if list.starts_with("[]") {
            return Ok(vec![]);
        }
        let mut lists = serde_json::Deserializer::from_str(list).into_iter::<Vec<Offer>>();
        let offers = lists.next().transpose()?.unwrap_or_default();
        Ok(offers.into_iter().map(|offer| offer.action.get()).collect())
    }
}

#[cfg(test)]
mod tests {
    use boxwood_engine::{Chosen, Outcome};
    use boxwood_protocol::{Code, ServerMessage, State, Undo};
    use boxwood_scene::{Offer, Prompt, Scene, SeatMap, SeatSet};
    use serde_json::json;

    use super::*;

    fn told(knows: &mut Knowledge, message: &ServerMessage) {
        knows.hear(serde_json::to_string(message).unwrap().into()).unwrap();
    }

    /// A state in whose texts everything turns up that is looked for.
    fn state(offers: &[serde_json::Value], outcome: Option<Outcome>) -> ServerMessage {
        let trap = r#"{"type":"state","number":7,"offers":["x"],"outcome":null}"#;
        ServerMessage::State(Box::new(State {
            number: 1234,
            version: 9,
            seat: Some(0),
            scene: Scene { prompt: Prompt::new(trap), ..Scene::default() },
            moments: vec![],
            offers: offers
                .iter()
                .map(|action| Chosen {
                    action: action.clone(),
                    offer: Offer::new(trap, [boxwood_scene::Key::cell("a1")]),
                })
                .collect(),
            more: false,
            forced: false,
            said: vec![trap.into()],
            anew: false,
            active: SeatSet::EMPTY,
            clocks: vec![],
            think_ms: None,
            held: false,
            undo: Undo::No,
            outcome,
        }))
    }

    #[test]
    fn what_matters_is_found_in_the_messages_of_the_server() {
        let mut knows = Knowledge::default();
        assert!(!knows.is_over() && knows.offers().unwrap().is_empty(), "nothing is known yet");
        told(&mut knows, &state(&[json!({ "place": "a1" }), json!("pass")], None));
        assert_eq!((knows.number, knows.is_over()), (1234, false));
        assert_eq!(knows.offers().unwrap(), [r#"{"place":"a1"}"#, r#""pass""#]);
        told(&mut knows, &state(&[], None));
        assert!(knows.offers().unwrap().is_empty());
        let outcome = Outcome::by_score(SeatMap::from_fn(2, |_| 1));
        told(&mut knows, &state(&[], Some(outcome)));
        assert!(knows.is_over());
        let refused = ServerMessage::Refused { id: None, code: Code::Stale, message: "No.".into() };
        told(&mut knows, &refused);
        assert_eq!(knows.refused, ["stale: No."]);
    }
}
