//! Requests over a connection that is kept.

use std::net::SocketAddr;

use http_body_util::{BodyExt as _, Full};
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{COOKIE, HOST, SET_COOKIE};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use tokio::net::TcpStream;

use crate::Trouble;

/// A connection for one request after the other.
pub struct Http {
    host: String,
    sender: SendRequest<Full<Bytes>>,
}

/// A person who plays: the cookie of their device.
#[derive(Clone, Debug)]
pub struct Person {
    /// `name=value`, as it is sent.
    pub cookie: String,
}

#[derive(Deserialize)]
struct Opened {
    id: String,
}

impl Http {
    /// Connects.
    pub async fn connect(address: SocketAddr) -> Result<Http, Trouble> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection); // it ends when the sender does
        Ok(Http { host: address.to_string(), sender })
    }

    /// Asks for something.
    pub async fn get(&mut self, path: &str) -> Result<(u16, String), Trouble> {
        let request = Request::get(path).header(HOST, &self.host).body(Full::default())?;
        let response = self.sender.send_request(request).await?;
        let status = response.status().as_u16();
        let body = response.into_body().collect().await?.to_bytes();
        Ok((status, String::from_utf8_lossy(&body).into_owned()))
    }

    /// Sends something; the answer, and the cookie that came with it.
    async fn post(
        &mut self,
        path: &str,
        as_whom: Option<&Person>,
        body: String,
    ) -> Result<(Bytes, Option<String>), Trouble> {
        let mut request =
            Request::post(path).header(HOST, &self.host).header("content-type", "application/json");
        if let Some(person) = as_whom {
            request = request.header(COOKIE, &person.cookie);
        }
        self.sender.ready().await?;
        let response = self.sender.send_request(request.body(Full::from(body))?).await?;
        let status = response.status();
        let cookie = response.headers().get(SET_COOKIE).and_then(|cookie| cookie.to_str().ok());
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()).map(String::from);
        let body = response.into_body().collect().await?.to_bytes();
        if !status.is_success() {
            return Err(
                format!("POST {path} was answered {status}: {}", String::from_utf8_lossy(&body)).into()
            );
        }
        Ok((body, cookie))
    }

    /// Becomes somebody new.
    pub async fn person(&mut self, name: &str) -> Result<Person, Trouble> {
        let wanted = serde_json::json!({ "name": name }).to_string();
        let (_, cookie) = self.post("/api/me", None, wanted).await?;
        Ok(Person { cookie: cookie.ok_or("A new person got no cookie.")? })
    }

    /// Opens a table of this game, fills it with these people, and begins.
    pub async fn table(&mut self, game: &str, people: &[Person]) -> Result<String, Trouble> {
        let host = people.first().ok_or("A table needs people.")?;
        let mut seats = vec!["free"; people.len()];
        seats[0] = "me";
        let id = self.open(host, &serde_json::json!({ "game": game, "seats": seats })).await?;
        for (seat, person) in people.iter().enumerate().skip(1) {
            let sit = r#"{"do":"sit"}"#.to_string();
            self.post(&format!("/api/tables/{id}/seats/{seat}"), Some(person), sit).await?;
        }
        self.post(&format!("/api/tables/{id}/start"), Some(host), String::new()).await?;
        Ok(id)
    }

    /// Opens a table; its id.
    pub async fn open(&mut self, host: &Person, wanted: &serde_json::Value) -> Result<String, Trouble> {
        let (body, _) = self.post("/api/tables", Some(host), wanted.to_string()).await?;
        Ok(serde_json::from_slice::<Opened>(&body)?.id)
    }
}
