//! Tables: open, sit, begin, invite, look again.

use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::extract::{FromRequestParts, State, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use boxwood_engine::{Input, Seat, Viewer};
use boxwood_protocol::{
    Code, Eye, LONGEST_MESSAGE, Link, Lobby, MyTable, NewBan, NewSettings, NewTable, Refusal, Review,
    SeatChange, Stage, Step, Table, TableRecord,
};
use boxwood_scene::Names;
use boxwood_store::{Person, Summary, TableId};
use serde::Deserialize;

use super::caller::{Caller, Known, key};
use super::{Answer, App, Body, Path, Query, qr};
use crate::limits::{Network, Payer};
use crate::refuse::{no, storage};
use crate::secrets;
use crate::socket::{self, Guest};
use crate::table::{Kept, NO_TABLE};
use crate::task::{Command, Place, Reviewed};

/// How many tables a list shows.
const LIST: u32 = 100;
/// Among how many tables the lobby chooses, if there are that many.
const CHOICE: u32 = 2000;
/// What a game says of itself in which players have to remember what they have seen.
const MEMORY: &str = "memory";
/// The most steps in one answer.
const STEPS: usize = 100;
/// What a new table takes in the store, about, in bytes: its first events and its summary.
const NEW_TABLE: usize = 2000;
/// What a change to seats or settings takes.
const CHANGE: usize = 600;

/// The table that an address names, whatever follows in the address.
pub struct At(TableId);

impl<S: Send + Sync> FromRequestParts<S> for At {
    type Rejection = Answer<()>;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<At, Answer<()>> {
        #[derive(Deserialize)]
        struct Named {
            id: String,
        }
        let Path(Named { id }) = Path::from_request_parts(parts, state).await?;
        id.parse().map(At).map_err(|_| Answer(Err(no(Code::NotFound, NO_TABLE))))
    }
}

/// The listed tables, and the caller's own.
#[utoipa::path(get, path = "/api/lobby", tag = "tables", responses((status = 200, body = Lobby)))]
pub async fn lobby(State(app): State<App>, Caller(caller): Caller) -> Answer<Lobby> {
    let read = |summary: &Summary| serde_json::from_str::<Kept>(&summary.body).ok();
    let listed = async {
        let listed = app.hub.store.listed(LIST + 1).await?;
        // Only where they are too many, the choice is made among more of them.
        if listed.len() > LIST as usize { app.hub.store.listed(CHOICE).await } else { Ok(listed) }
    };
    let listed = match listed.await {
        Ok(listed) => app.hub.fair_choice(listed, LIST as usize),
        Err(error) => return Answer(Err(storage(&error))),
    };
    let open = listed.iter().filter_map(read).map(|kept| kept.card).collect();
    let mut lobby = Lobby { open, mine: vec![] };
    let Some(person) = caller else { return Answer(Ok(lobby)) };
    let own = match app.hub.store.tables_of(&person.id, LIST).await {
        Ok(own) => own,
        Err(error) => return Answer(Err(storage(&error))),
    };
    // Tables that are in memory know best who decides, and are asked all at once; the others have noted it when
    // they left, and are not woken.
    let mut asked = tokio::task::JoinSet::new();
    let mut mine: Vec<(usize, MyTable)> = vec![];
    for (place, summary) in own.into_iter().enumerate() {
        let Some(kept) = read(&summary) else { continue };
        if kept.card.stage != Stage::Running || !app.hub.is_awake(&summary.id) && kept.deciding.is_some() {
            mine.push((place, kept.of(&person.id)));
            continue;
        }
        let (hub, person) = (Arc::clone(&app.hub), person.id.clone());
        asked.spawn(async move {
            let answer = hub.ask(&summary.id, |reply| Command::Mine { person, reply }).await;
            (place, answer, kept)
        });
    }
    while let Some(answered) = asked.join_next().await {
        let Ok((place, answer, kept)) = answered else { continue };
        mine.push((
            place,
            answer.unwrap_or_else(|refusal| MyTable {
                table: kept.card,
                your_turn: false,
                deciding: vec![],
                trouble: Some(refusal.message),
            }),
        ));
    }
    mine.sort_by_key(|(place, _)| *place);
    lobby.mine = mine.into_iter().map(|(_, table)| table).collect();
    Answer(Ok(lobby))
}

/// Opens a table, and begins the game if wanted.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = NewTable,
    responses((status = 200, body = Table), (status = 422, body = Refusal)))]
pub async fn open(
    State(app): State<App>,
    Known(person): Known,
    Extension(from): Extension<Network>,
    Body(wanted): Body<NewTable>,
) -> Answer<Table> {
    let now = Instant::now();
    let payer = Payer { person: Some(person.id.as_str()), from, table: None };
    let gates = &app.hub.gates;
    if let Err(refusal) = gates.open(payer, now).and_then(|()| gates.store(payer, NEW_TABLE, false, now)) {
        return Answer(Err(refusal));
    }
    let opened = match app.hub.open(&person, &wanted).await {
        Ok(id) => {
            app.hub.note_origin(&id, from);
            app.hub.ask(&id, |reply| Command::Info { person: Some(person.id), reply }).await
        }
        Err(refusal) => Err(refusal),
    };
    Answer(opened)
}

/// A table, as the caller may know it.
#[utoipa::path(get, path = "/api/tables/{id}", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = Table), (status = 404, body = Refusal)))]
pub async fn table(State(app): State<App>, Caller(caller): Caller, At(table): At) -> Answer<Table> {
    let person = caller.map(|person| person.id);
    Answer(app.hub.ask(&table, |reply| Command::Info { person, reply }).await)
}

/// Changes what the table is to play, before it begins; for the host.
#[utoipa::path(post, path = "/api/tables/{id}/settings", tag = "tables", params(("id" = String, Path)),
    request_body = NewSettings, responses((status = 200, body = Table), (status = 422, body = Refusal)))]
pub async fn set(
    State(app): State<App>,
    Known(person): Known,
    Extension(from): Extension<Network>,
    At(table): At,
    Body(NewSettings { settings, seats }): Body<NewSettings>,
) -> Answer<Table> {
    if let Err(refusal) = pays(&app, &person, from, &table) {
        return Answer(Err(refusal));
    }
    let person = person.id;
    Answer(app.hub.ask(&table, |reply| Command::Set { person, settings, seats, reply }).await)
}

/// Whether a person may have another change to a table stored.
fn pays(app: &App, person: &Person, from: Network, table: &TableId) -> Result<(), Refusal> {
    let payer = Payer { person: Some(person.id.as_str()), from, table: Some(table.as_str()) };
    app.hub.gates.store(payer, CHANGE, false, Instant::now())
}

/// The seat that an address names.
#[derive(Deserialize)]
pub struct Seated {
    seat: usize,
}

/// Sits down, stands up, lends the seat to a bot, takes it back, puts a bot there.
#[utoipa::path(post, path = "/api/tables/{id}/seats/{seat}", tag = "tables",
    params(("id" = String, Path), ("seat" = usize, Path)), request_body = SeatChange,
    responses((status = 200, body = Table), (status = 409, body = Refusal)))]
pub async fn seat(
    State(app): State<App>,
    Known(person): Known,
    Extension(from): Extension<Network>,
    At(table): At,
    Path(Seated { seat }): Path<Seated>,
    Body(change): Body<SeatChange>,
) -> Answer<Table> {
    if let Err(refusal) = pays(&app, &person, from, &table) {
        return Answer(Err(refusal));
    }
    Answer(app.hub.ask(&table, |reply| Command::Seat { person, seat, change, reply }).await)
}

/// Lets somebody who has said something be silent at this table; for the host.
#[utoipa::path(post, path = "/api/tables/{id}/bans", tag = "tables", params(("id" = String, Path)), request_body = NewBan,
    responses((status = 200, body = Table), (status = 403, body = Refusal)))]
pub async fn ban(
    State(app): State<App>,
    Known(person): Known,
    Extension(from): Extension<Network>,
    At(table): At,
    Body(NewBan { speaker }): Body<NewBan>,
) -> Answer<Table> {
    if let Err(refusal) = pays(&app, &person, from, &table) {
        return Answer(Err(refusal));
    }
    let person = person.id;
    Answer(app.hub.ask(&table, |reply| Command::Ban { person, speaker, reply }).await)
}

/// Begins the game; for the host.
#[utoipa::path(post, path = "/api/tables/{id}/start", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = Table), (status = 409, body = Refusal)))]
pub async fn start(State(app): State<App>, Known(person): Known, At(table): At) -> Answer<Table> {
    let person = person.id;
    Answer(app.hub.ask(&table, |reply| Command::Start { person, reply }).await)
}

/// The link that invites to a table.
#[utoipa::path(get, path = "/api/tables/{id}/invite", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = Link), (status = 404, body = Refusal)))]
pub async fn invite(State(app): State<App>, headers: HeaderMap, At(table): At) -> Answer<Link> {
    let url = invitation(&app, &headers, &table).await;
    Answer(url.map(|url| Link { code: table.to_string(), url }))
}

/// Where to look at the table, if there is one. It is not woken for that.
async fn invitation(app: &App, headers: &HeaderMap, table: &TableId) -> Result<String, Refusal> {
    match app.hub.store.summary(table).await {
        Ok(Some(_)) => Ok(format!("{}/t/{table}", app.invite_url(headers))),
        Ok(None) => Err(no(Code::NotFound, NO_TABLE)),
        Err(error) => Err(storage(&error)),
    }
}

/// The same link as a QR code, for a camera.
#[utoipa::path(get, path = "/api/tables/{id}/invite.svg", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, content_type = "image/svg+xml"), (status = 404, body = Refusal)))]
pub async fn invite_picture(State(app): State<App>, headers: HeaderMap, At(table): At) -> Response {
    qr(invitation(&app, &headers, &table).await)
}

/// From where and what to look at again.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Look {
    /// `open`, `spectator`, or the number of a seat; one's own seat if absent.
    #[serde(rename = "as")]
    eye: Option<String>,
    /// The first step wanted; 0 if absent.
    #[serde(default)]
    #[param(required = false)]
    from: usize,
    /// How many steps, at most 100; 1 if absent.
    count: Option<usize>,
}

/// Looks at a game step by step: a finished one from anywhere, a running one from one's own seat.
#[utoipa::path(get, path = "/api/tables/{id}/review", tag = "records", params(("id" = String, Path), Look),
    responses((status = 200, body = Review), (status = 409, body = Refusal)))]
pub async fn review(
    State(app): State<App>,
    Caller(caller): Caller,
    At(table): At,
    Query(look): Query<Look>,
) -> Answer<Review> {
    let person = caller.map(|person| person.id);
    let reviewed = match app.hub.ask(&table, |reply| Command::Review { person, reply }).await {
        Ok(reviewed) => reviewed,
        Err(refusal) => return Answer(Err(refusal)),
    };
    // Playing a long game again takes a while; the server has other things to do meanwhile.
    let steps = tokio::task::spawn_blocking(move || steps(&reviewed, &look)).await;
    Answer(steps.unwrap_or_else(|_| Err(no(Code::Fault, "The game could not be played again."))))
}

fn steps(reviewed: &Reviewed, look: &Look) -> Result<Review, Refusal> {
    let seats = reviewed.play.seats();
    let eye = match look.eye.as_deref() {
        None => reviewed.own.first().map_or(Eye::Spectator, |seat| Eye::Seat(*seat)),
        Some("spectator") => Eye::Spectator,
        Some("open") => Eye::Open,
        Some(seat) => match seat.parse() {
            Ok(seat) if seat < seats => Eye::Seat(seat),
            _ => {
                return Err(no(
                    Code::NoSuchSeat,
                    format!("One looks as open, spectator, or a seat from 0 to {}.", seats - 1),
                ));
            }
        },
    };
    let may_look = match eye {
        Eye::Spectator => true,
        Eye::Seat(seat) => reviewed.is_over || reviewed.own.contains(&seat),
        Eye::Open => reviewed.is_over,
    };
    if !may_look {
        return Err(no(Code::WrongStage, "While the game runs, only your own seat's view can be looked at."));
    }
    let last = reviewed.play.status().version;
    let gone = || no(Code::NotFound, format!("The steps are numbered from 0 to {last}."));
    if look.from > last {
        return Err(gone());
    }
    let viewer = match eye {
        Eye::Seat(seat) => Seat::new(seat).map_or(Viewer::Spectator, Viewer::Seat),
        _ => Viewer::Spectator,
    };
    let names = Names { names: &reviewed.names, reader: viewer.seat() };
    let is_memory = reviewed.play.info().tags.contains(&MEMORY);
    let inputs = reviewed.play.record().ok_or_else(gone)?.inputs;
    let mut play = reviewed.play.at(look.from).ok_or_else(gone)?;
    let mut steps = vec![];
    for step in (look.from..=last).take(look.count.unwrap_or(1).clamp(1, STEPS)) {
        if step > look.from {
            play.input(&inputs[step - 1]).map_err(|why| crate::refuse::engine(&why))?;
        }
        let scene = match eye {
            Eye::Open => play.open_scene(),
            // In a game of memory nobody looks again at what they have to remember.
            _ if is_memory && !reviewed.is_over => reviewed.play.scene(viewer),
            _ => play.scene(viewer),
        };
        let said = play.log(viewer, step);
        steps.push(Step {
            step,
            by: step.checked_sub(1).and_then(|input| Input::by(&inputs[input])).map(Seat::index),
            said: said.iter().map(|line| boxwood_scene::render(line, &names)).collect(),
            scene: scene.named(&names),
            outcome: play.outcome(),
        });
    }
    Ok(Review { eye, last, steps })
}

/// Everything about a finished game, to keep, replay and verify.
#[utoipa::path(get, path = "/api/tables/{id}/record", tag = "records", params(("id" = String, Path)),
    responses((status = 200, body = TableRecord), (status = 409, body = Refusal)))]
pub async fn record(State(app): State<App>, At(table): At) -> Answer<TableRecord> {
    Answer(app.hub.ask(&table, |reply| Command::Record { reply }).await)
}

/// From where to look at the table.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct From {
    /// `spectator`, or the number of one's own seat; one's first seat if absent.
    #[serde(rename = "as")]
    eye: Option<String>,
}

/// The table's WebSocket, over which it is played; docs/api.md has the messages.
#[utoipa::path(get, path = "/api/tables/{id}/socket", tag = "tables", params(("id" = String, Path), From),
    responses((status = 101, description = "The connection is a WebSocket from now on."), (status = 400, body = Refusal)))]
pub async fn socket(
    State(app): State<App>,
    Caller(caller): Caller,
    Extension(from): Extension<Network>,
    headers: HeaderMap,
    At(table): At,
    Query(From { eye }): Query<From>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    // A browser tells a page nothing about a socket that was refused: there it asks again without one.
    let sockets = usize::try_from(app.hub.metrics.sockets.get()).unwrap_or(0);
    if sockets >= app.hub.config.limits.connections {
        let refusal = no(Code::TooFast, "The server is full; please come again later.");
        return Answer::<()>(Err(refusal)).into_response();
    }
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(_) => {
            return Answer::<()>(Err(no(Code::Malformed, "This address is a WebSocket."))).into_response();
        }
    };
    let place = match eye.as_deref().map(str::parse) {
        None => Place::Own,
        Some(Ok(seat)) => Place::Seat(seat),
        Some(Err(_)) if eye.as_deref() == Some("spectator") => Place::Spectator,
        Some(Err(_)) => {
            return Answer::<()>(Err(no(Code::NoSuchSeat, "One looks as spectator or as a seat.")))
                .into_response();
        }
    };
    let hub = app.hub;
    let person = caller.as_ref().map(|person| person.id.as_str());
    let places = match hub.gates.socket(person, from) {
        Ok(places) => places,
        Err(refusal) => return Answer::<()>(Err(refusal)).into_response(),
    };
    let key = caller.as_ref().and_then(|_| key(&headers)).map(secrets::hash);
    let guest = Guest { person: caller, from, key, places };
    upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .read_buffer_size(1024) // what clients say is short
        .write_buffer_size(0)
        .on_upgrade(move |socket| socket::run(hub, socket, table, guest, place))
}
