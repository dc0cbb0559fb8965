//! Who one is: a name, devices, programs.

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use boxwood_protocol::{Code, Link, Me, NewMe, NewToken, Refusal, Token};
use boxwood_store::{Key, KeyKind, Person};
use std::time::Instant;

use super::caller::{Caller, Known, new_device};
use super::{Answer, App, Body, Path, qr};
use crate::limits::Network;
use crate::refuse::{no, storage};
use crate::{names, now_ms, secrets};

/// How long a link to another device works.
const LINK_MS: i64 = 10 * 60 * 1000;
/// The most keys of a person.
const KEYS: usize = 50;

fn me(person: &Person) -> Me {
    Me { id: person.id.to_string(), name: person.name.clone() }
}

/// Who the caller is; `null` for somebody who has no name yet.
#[utoipa::path(get, path = "/api/me", tag = "people", responses((status = 200, body = Option<Me>)))]
pub async fn who(Caller(caller): Caller) -> Answer<Option<Me>> {
    Answer(Ok(caller.as_ref().map(me)))
}

/// Takes a name: a new person, with a cookie for this device; or another name for the same person.
#[utoipa::path(post, path = "/api/me", tag = "people", request_body = NewMe,
    responses((status = 200, body = Me), (status = 422, body = Refusal)))]
pub async fn become_somebody(
    State(app): State<App>,
    Caller(caller): Caller,
    Extension(from): Extension<Network>,
    headers: HeaderMap,
    Body(wanted): Body<NewMe>,
) -> Response {
    let name = match names::name(&wanted.name) {
        Ok(name) => name,
        Err(refusal) => return Answer::<()>(Err(refusal)).into_response(),
    };
    if let Some(person) = caller {
        let renamed = app.hub.store.rename(&person.id, &name).await;
        return Answer(renamed.map(|_| me(&Person { name, ..person })).map_err(|error| storage(&error)))
            .into_response();
    }
    let welcome = app.hub.only_with_room().and_then(|()| app.hub.gates.newcomer(from, Instant::now()));
    if let Err(refusal) = welcome {
        return Answer::<()>(Err(refusal)).into_response();
    }
    let person = match secrets::id().parse() {
        Ok(id) => Person { id, name, made_at: now_ms() },
        Err(_) => return Answer::<()>(Err(no(Code::Fault, "An id could not be made."))).into_response(),
    };
    if let Err(error) = app.hub.store.add_person(&person).await {
        return Answer::<()>(Err(storage(&error))).into_response();
    }
    introduce(&app, &person, &headers).await
}

/// Answers with the person and a cookie for the device.
async fn introduce(app: &App, person: &Person, headers: &HeaderMap) -> Response {
    let is_https = headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https")
        || app.hub.config.public_url.as_deref().is_some_and(|url| url.starts_with("https:"));
    match new_device(app, person, is_https).await {
        Ok(cookie) => ([(header::SET_COOKIE, cookie)], Answer(Ok(me(person)))).into_response(),
        Err(refusal) => refusal.into_response(),
    }
}

async fn add_key(app: &App, key: &Key) -> Result<(), Refusal> {
    app.hub.only_with_room()?;
    let known = app.hub.store.keys_of(&key.person).await.map_err(|error| storage(&error))?;
    if known.len() >= KEYS {
        return Err(no(
            Code::TooFast,
            "You have 50 devices and programs already; remove some of them first.",
        ));
    }
    app.hub.store.add_key(key).await.map_err(|error| storage(&error))
}

/// Makes a link that lets another device be the same person, once, within ten minutes.
#[utoipa::path(post, path = "/api/me/links", tag = "people", responses((status = 200, body = Link), (status = 401, body = Refusal)))]
pub async fn make_link(State(app): State<App>, Known(person): Known, headers: HeaderMap) -> Answer<Link> {
    let (code, now) = (secrets::key(), now_ms());
    let key = Key {
        hash: secrets::hash(&code),
        person: person.id,
        kind: KeyKind::Link,
        label: "a link".into(),
        made_at: now,
        expires_at: Some(now + LINK_MS),
    };
    let url = link_url(&app, &headers, &code);
    Answer(add_key(&app, &key).await.map(|()| Link { code, url }))
}

/// Where another device opens a link: it needs an address that it can reach.
fn link_url(app: &App, headers: &HeaderMap, code: &str) -> String {
    format!("{}/link/{code}", app.invite_url(headers))
}

/// The link as a QR code, for the other device's camera.
#[utoipa::path(get, path = "/api/me/links/{code}/qr.svg", tag = "people", params(("code" = String, Path)),
    responses((status = 200, content_type = "image/svg+xml"), (status = 404, body = Refusal)))]
pub async fn link_picture(State(app): State<App>, headers: HeaderMap, Path(code): Path<String>) -> Response {
    let found = app.hub.store.person_by_link(&secrets::hash(&code), now_ms()).await;
    qr(match found {
        Ok(Some(_)) => Ok(link_url(&app, &headers, &code)),
        Ok(None) => Err(no_link()),
        Err(error) => Err(storage(&error)),
    })
}

/// Who made a link: the person that its device would be. It is not used up by asking.
#[utoipa::path(get, path = "/api/me/links/{code}", tag = "people", params(("code" = String, Path)),
    responses((status = 200, body = Me), (status = 404, body = Refusal)))]
pub async fn look_at_link(State(app): State<App>, Path(code): Path<String>) -> Answer<Me> {
    let found = app.hub.store.person_by_link(&secrets::hash(&code), now_ms()).await;
    Answer(match found {
        Ok(Some(person)) => Ok(me(&person)),
        Ok(None) => Err(no_link()),
        Err(error) => Err(storage(&error)),
    })
}

fn no_link() -> Refusal {
    no(Code::NotFound, "The link has been used, or is older than ten minutes; make a new one.")
}

/// Makes this device the person who made the link.
#[utoipa::path(post, path = "/api/me/links/{code}", tag = "people", params(("code" = String, Path)),
    responses((status = 200, body = Me), (status = 404, body = Refusal)))]
pub async fn use_link(State(app): State<App>, headers: HeaderMap, Path(code): Path<String>) -> Response {
    match app.hub.store.take_link(&secrets::hash(&code), now_ms()).await {
        Ok(Some(person)) => introduce(&app, &person, &headers).await,
        Ok(None) => Answer::<()>(Err(no_link())).into_response(),
        Err(error) => Answer::<()>(Err(storage(&error))).into_response(),
    }
}

/// The caller's devices and programs.
#[utoipa::path(get, path = "/api/me/tokens", tag = "people", responses((status = 200, body = Vec<Token>), (status = 401, body = Refusal)))]
pub async fn tokens(State(app): State<App>, Known(person): Known) -> Answer<Vec<Token>> {
    let keys = app.hub.store.keys_of(&person.id).await.map_err(|error| storage(&error));
    let shown = |key: &Key| Token {
        id: secrets::hex(&key.hash[..8]),
        label: key.label.clone(),
        program: key.kind == KeyKind::Program,
        made_at: key.made_at,
        token: None,
    };
    Answer(keys.map(|keys| keys.iter().filter(|key| key.kind != KeyKind::Link).map(shown).collect()))
}

/// Makes a key with which a program acts for the caller. It is told only now.
#[utoipa::path(post, path = "/api/me/tokens", tag = "people", request_body = NewToken,
    responses((status = 200, body = Token), (status = 401, body = Refusal)))]
pub async fn make_token(
    State(app): State<App>,
    Known(person): Known,
    Body(wanted): Body<NewToken>,
) -> Answer<Token> {
    let label: String = wanted.label.chars().filter(|c| !c.is_control()).take(40).collect();
    let (secret, now) = (secrets::key(), now_ms());
    let key = Key {
        hash: secrets::hash(&secret),
        person: person.id,
        kind: KeyKind::Program,
        label: label.clone(),
        made_at: now,
        expires_at: None,
    };
    let id = secrets::hex(&key.hash[..8]);
    let made = add_key(&app, &key).await;
    Answer(made.map(|()| Token { id, label, program: true, made_at: now, token: Some(secret) }))
}

/// Takes a key away from a device or program.
#[utoipa::path(delete, path = "/api/me/tokens/{id}", tag = "people", params(("id" = String, Path)),
    responses((status = 200, body = bool, content_type = "application/json"), (status = 404, body = Refusal)))]
pub async fn remove_token(
    State(app): State<App>,
    Known(person): Known,
    Path(id): Path<String>,
) -> Answer<bool> {
    let removed = async {
        let keys = app.hub.store.keys_of(&person.id).await?;
        match keys.iter().find(|key| secrets::hex(&key.hash[..8]) == id) {
            Some(key) => {
                let removed = app.hub.store.remove_key(&person.id, &key.hash).await?;
                let _ = app.hub.revoked.send(key.hash); // nobody may be connected at all
                Ok(removed)
            }
            None => Ok(false),
        }
    };
    Answer(match removed.await {
        Ok(true) => Ok(true),
        Ok(false) => Err(no(Code::NotFound, "You have no such key.")),
        Err(error) => Err(storage(&error)),
    })
}
