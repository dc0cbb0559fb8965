//! A connection to a table that understands just enough to play.
//!
//! The states of a table are long, and thousands of them arrive each second. Reading them whole would cost
//! more than the server takes to make them; so only the few parts that matter are looked for. A name in
//! quotes cannot be part of a text in JSON, where the quotes would be escaped.

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
    /// Connects to a table.
    pub async fn connect(
        server: SocketAddr,
        from: SocketAddr,
        table: &str,
        seat: usize,
        person: &Person,
    ) -> Result<Client, Trouble> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(from)?;
        let stream = socket.connect(server).await?;
        stream.set_nodelay(true)?;
        let mut request =
            format!("ws://{server}/api/tables/{table}/socket?as={seat}").into_client_request()?;
        request.headers_mut().insert(COOKIE, HeaderValue::from_str(&person.cookie)?);
        let config = WebSocketConfig::default().read_buffer_size(16 * 1024).write_buffer_size(0);
        let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
        let state = Utf8Bytes::from_static("");
        Ok(Client { socket, state, number: 0, question: None, next: None, refused: vec![] })
    }

    /// Hears the next message, if there is one.
    pub fn poll_hear(&mut self, cx: &mut Context) -> Poll<Result<(), Trouble>> {
        let Poll::Ready(next) = self.socket.poll_next_unpin(cx) else { return Poll::Pending };
        Poll::Ready(match next {
            Some(Ok(Message::Text(text))) => self.hear(text),
            Some(Ok(Message::Close(frame))) => Err(format!("The server closed a socket: {frame:?}.").into()),
            Some(Ok(_)) => Ok(()), // pings are answered underneath
            Some(Err(error)) => Err(error.into()),
            None => Err("The server ended a connection.".into()),
        })
    }

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

    /// Says something.
    pub async fn say(&mut self, text: String) -> Result<(), Trouble> {
        Ok(self.socket.send(Message::text(text)).await?)
    }

    /// Leaves.
    pub async fn leave(mut self) {
        let _ = self.socket.close(None).await; // whoever leaves does not mind being gone
    }
}
