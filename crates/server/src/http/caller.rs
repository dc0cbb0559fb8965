//! Who calls: a name and a key, in a cookie or a header.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use boxwood_protocol::Code;
use boxwood_store::{Key, KeyKind, Person};

use super::{Answer, App};
use crate::refuse::{no, storage};
use crate::{now_ms, secrets};

/// The name of the cookie.
const COOKIE: &str = "boxwood";
/// How long a device is known, in seconds: 400 days, the most that browsers allow.
const YEAR: i64 = 400 * 24 * 3600;

/// The caller, if they are known.
pub struct Caller(pub Option<Person>);

/// Somebody who is known.
pub struct Known(pub Person);

impl FromRequestParts<App> for Caller {
    type Rejection = Answer<()>;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Caller, Answer<()>> {
        let Some(key) = key(&parts.headers) else { return Ok(Caller(None)) };
        let found = app.hub.store.person_by_key(&secrets::hash(key), now_ms()).await;
        match found {
            Ok(found) => Ok(Caller(found.map(|(person, _)| person))),
            Err(error) => Err(Answer(Err(storage(&error)))),
        }
    }
}

impl FromRequestParts<App> for Known {
    type Rejection = Answer<()>;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Known, Answer<()>> {
        let Caller(person) = Caller::from_request_parts(parts, app).await?;
        person.map(Known).ok_or_else(|| {
            Answer(Err(no(
                Code::Unknown,
                "Nobody is known under this cookie or token; POST /api/me with a name comes first.",
            )))
        })
    }
}

/// The key of a request: a program's token, or a device's cookie.
pub fn key(headers: &HeaderMap) -> Option<&str> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let token = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let cookie = cookies.flat_map(|line| line.split(';')).find_map(|pair| {
        let (name, value) = pair.trim().split_once('=')?;
        (name == COOKIE).then_some(value)
    });
    token.or(cookie).filter(|key| key.len() <= 64)
}

/// Makes a key for a person; the header that gives it to the device.
pub async fn new_device(app: &App, person: &Person, is_https: bool) -> Result<String, Answer<()>> {
    let (secret, now) = (secrets::key(), now_ms());
    let key = Key {
        hash: secrets::hash(&secret),
        person: person.id.clone(),
        kind: KeyKind::Device,
        label: "a device".into(),
        made_at: now,
        expires_at: Some(now + YEAR * 1000),
    };
    app.hub.store.add_key(&key).await.map_err(|error| Answer(Err(storage(&error))))?;
    let secure = if is_https { "; Secure" } else { "" };
    Ok(format!("{COOKIE}={secret}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_found_among_other_cookies_and_a_token_comes_first() {
        let mut headers = HeaderMap::new();
        assert_eq!(key(&headers), None);
        headers.insert(header::COOKIE, "a=b; boxwood=abc; c=d".parse().unwrap());
        assert_eq!(key(&headers), Some("abc"));
        headers.insert(header::AUTHORIZATION, "Bearer xyz".parse().unwrap());
        assert_eq!(key(&headers), Some("xyz"));
        headers.insert(header::AUTHORIZATION, format!("Bearer {}", "x".repeat(65)).parse().unwrap());
        assert_eq!(key(&headers), None);
    }
}
