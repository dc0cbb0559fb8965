//! `boxwood protocol`: one JSON object a line in, one a line out.
//!
//! For tests, bots of others and research. Nothing that comes in can end the session or harm the
//! match: what is wrong is answered with one clear sentence, and nothing has changed.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use boxwood_bots::Thought;
use boxwood_engine::{AnyMatch, Level, Refusal, Refused, Seat, Viewer};
use boxwood_kit::{Rng, Seed};
use boxwood_scene::{Names, render};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

use crate::think;

/// The longest line that is read; far more than any state of any game needs.
const LONGEST_LINE: usize = 1 << 20;
/// The longest a bot may think.
const LONGEST_THOUGHT: Duration = Duration::from_secs(60);
/// The most steps a bot may think.
const MOST_STEPS: u32 = 1_000_000;
/// How long a bot thinks if nobody says.
const USUAL_THOUGHT: Duration = Duration::from_millis(500);

/// What can be asked; `boxwood protocol` with `{"op":"help"}` answers with examples.
const EXAMPLES: [&str; 15] = [
    r#"{"op":"games"}"#,
    r#"{"op":"new","game":"nim","seats":2,"options":{},"seed":"42"}"#,
    r#"{"op":"actions","seat":0}"#,
    r#"{"op":"act","seat":0,"action":{"add_heap":3}}"#,
    r#"{"op":"expire","clock":3}"#,
    r#"{"op":"outcome"}"#,
    r#"{"op":"scene","viewer":0}"#,
    r#"{"op":"view","viewer":"spectator"}"#,
    r#"{"op":"redeal","viewer":0,"seed":"7"}"#,
    r#"{"op":"state"}"#,
    r#"{"op":"load","game":"nim","state":{},"seed":"42"}"#,
    r#"{"op":"bot","seat":0,"level":"strong","budget_ms":500,"seed":"7"}"#,
    r#"{"op":"inventory"}"#,
    r#"{"op":"record"}"#,
    r#"{"op":"help"}"#,
];

/// The codes of refusals, each with a row in docs/protocol.md.
pub const CODES: [&str; 18] = [
    "bad_json",
    "too_long",
    "unknown_op",
    "bad_field",
    "no_match",
    "no_such_game",
    "bad_options",
    "bad_setup",
    "no_such_seat",
    "not_your_turn",
    "game_over",
    "not_an_action",
    "illegal_action",
    "not_a_state",
    "no_clock",
    "bad_level",
    "no_record",
    "internal",
];

/// A refusal: a stable code for programs and a sentence for people.
struct Error {
    code: &'static str,
    message: String,
}

impl Error {
    fn new(code: &'static str, message: impl Into<String>) -> Error {
        Error { code, message: message.into() }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        Error::new(refusal.code(), refusal.to_string())
    }
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Error {
        Refusal::from(refused).into()
    }
}

/// One conversation, with at most one match at a time.
#[derive(Default)]
pub struct Session {
    game: Option<Box<dyn AnyMatch>>,
}

impl Session {
    /// Answers one line; the answer has no line break in it.
    pub fn answer(&mut self, line: &[u8]) -> String {
        let answer = if line.len() > LONGEST_LINE {
            Err(too_long())
        } else {
            // A bug in a game must not cost anybody the session. A match works on copies, so it is unharmed.
            catch_unwind(AssertUnwindSafe(|| self.request(line))).unwrap_or_else(|_| {
                Err(Error::new(
                    "internal",
                    "That did not work and nothing was changed; it is a bug of this program.",
                ))
            })
        };
        match answer {
            Ok(value) => json!({ "ok": value }),
            Err(Error { code, message }) => json!({"error": {"code": code, "message": message}}),
        }
        .to_string()
    }

    fn request(&mut self, line: &[u8]) -> Result<Value, Error> {
        let request: Map<String, Value> = serde_json::from_slice(line).map_err(|error| {
            Error::new(
                "bad_json",
                format!("A request is one JSON object a line, like {}: {error}.", EXAMPLES[0]),
            )
        })?;
        let mut fields = Fields(request);
        let op: String = fields.needed("op", "the name of what to do")?;
        match op.as_str() {
            "games" => {
                fields.no_more()?;
                Ok(json!(boxwood_games::GAMES.iter().map(|game| game.info()).collect::<Vec<_>>()))
            }
            "help" => {
                fields.no_more()?;
                Ok(json!(EXAMPLES))
            }
            "new" => self.begin(fields),
            "load" => self.load(fields),
            "actions" => {
                let seat = fields.needed::<usize>("seat", "a seat's number")?;
                fields.no_more()?;
                let mut actions = self.game()?.actions(seat)?;
                let names = self.names();
                for chosen in &mut actions {
                    chosen.offer.name_people(&Names { names: &names, reader: None });
                }
                Ok(json!(actions))
            }
            "act" => {
                let seat = fields.needed::<usize>("seat", "a seat's number")?;
                let action = fields.needed::<Value>("action", "an action, as \"actions\" lists them")?;
                fields.no_more()?;
                self.game_mut()?.act(seat, &action)?;
                Ok(self.status(true, Seat::new(seat).map_or(Viewer::Spectator, Viewer::Seat)))
            }
            "expire" => {
                let id: Option<u32> = fields.optional("clock", "the id of an open window")?;
                fields.no_more()?;
                let game = self.game_mut()?;
                let first = game.status().clocks.iter().min_by_key(|clock| clock.ms).map(|clock| clock.id);
                game.expire(id.or(first).unwrap_or_default())?;
                Ok(self.status(true, Viewer::Spectator))
            }
            "outcome" => {
                fields.no_more()?;
                Ok(json!(self.game()?.outcome()))
            }
            "scene" => {
                let viewer = self.viewer(&mut fields)?;
                fields.no_more()?;
                let names = self.names();
                Ok(json!(self.game()?.scene(viewer).named(&Names { names: &names, reader: viewer.seat() })))
            }
            "view" => {
                let viewer = self.viewer(&mut fields)?;
                fields.no_more()?;
                Ok(self.game()?.view(viewer))
            }
            "redeal" => {
                let viewer = self.viewer(&mut fields)?;
                let seed = fields.seed()?;
                fields.no_more()?;
                Ok(self.game()?.redeal(viewer, seed))
            }
            "state" => {
                fields.no_more()?;
                Ok(self.game()?.state())
            }
            "inventory" => {
                fields.no_more()?;
                Ok(json!(self.game()?.inventory()))
            }
            "record" => {
                fields.no_more()?;
                let why = "A match that was loaded as a state has no record.";
                Ok(json!(self.game()?.record().ok_or_else(|| Error::new("no_record", why))?))
            }
            "bot" => self.bot(fields),
            _ => {
                let known = "games, new, actions, act, expire, outcome, scene, view, redeal, state, load, bot, inventory, record, help";
                Err(Error::new(
                    "unknown_op",
                    format!("There is no op \"{}\"; the ops are: {known}.", shorten(&op)),
                ))
            }
        }
    }

    fn begin(&mut self, mut fields: Fields) -> Result<Value, Error> {
        let game = fields.game()?;
        let seats = fields.optional::<usize>("seats", "the number of seats")?.unwrap_or(game.info().seats.0);
        let options = fields.optional::<Value>("options", "an object of options")?.unwrap_or(Value::Null);
        let seed = fields.seed()?;
        fields.no_more()?;
        self.game = Some(game.begin(&options, seats, seed)?);
        Ok(self.status(false, Viewer::Spectator))
    }

    fn load(&mut self, mut fields: Fields) -> Result<Value, Error> {
        let game = fields.game()?;
        let state = fields.needed::<Value>("state", "a state, as the op \"state\" gives it")?;
        let seed = fields.seed()?;
        fields.no_more()?;
        let loaded = game.load(&state, seed)?;
        // Whatever the audit missed shows here, before the match of the session is replaced.
        for viewer in Viewer::all(loaded.seats()) {
            loaded.scene(viewer);
            viewer.seat().map(|seat| loaded.actions(seat.index())).transpose()?;
        }
        self.game = Some(loaded);
        Ok(self.status(false, Viewer::Spectator))
    }

    fn bot(&mut self, mut fields: Fields) -> Result<Value, Error> {
        let seat = fields.needed::<usize>("seat", "a seat's number")?;
        let level = fields.optional::<String>("level", "a level")?.unwrap_or_else(|| "medium".into());
        let budget = fields.optional::<u64>("budget_ms", "a number of milliseconds")?;
        let steps = fields.optional::<u32>("budget", "a number of steps")?;
        let seed = fields.seed()?;
        fields.no_more()?;
        let level: Level = level.parse().map_err(|why| Error::new("bad_level", format!("No, {why}.")))?;
        if budget.is_some_and(|ms| Duration::from_millis(ms) > LONGEST_THOUGHT) {
            return Err(Error::new("bad_field", "A bot may think for 60000 ms at most."));
        }
        if steps.is_some_and(|steps| steps > MOST_STEPS) {
            let why = format!("A bot may think for {MOST_STEPS} steps at most.");
            return Err(Error::new("bad_field", why));
        }
        // Whoever counts in steps wants the same answer whatever the clock says.
        let usual = if steps.is_some() { Duration::MAX } else { USUAL_THOUGHT };
        let budget = budget.map_or(usual, Duration::from_millis);
        let game = self.game()?;
        game.actions(seat)?;
        let status = game.status();
        let thought = Seat::new(seat)
            .filter(|&seat| status.active.contains(seat))
            .and_then(|seat| think(game, seat, level, steps, budget, &mut Rng::new(seed)));
        match thought {
            Some(Thought { chosen, why }) => {
                let names = self.names();
                let told = |words: &str| render(words, &Names { names: &names, reader: None });
                let mut answer = json!({"action": chosen.action, "label": told(&chosen.offer.label)});
                if let Some(why) = why {
                    answer["why"] = told(&why).into();
                }
                Ok(answer)
            }
            None if status.over => Err(Refused::Over.into()),
            None => {
                let seat = Seat::new(seat).unwrap_or_default();
                Err(Refused::NotActive { seat, active: status.active, why: None }.into())
            }
        }
    }

    fn game(&self) -> Result<&dyn AnyMatch, Error> {
        self.game.as_deref().ok_or_else(no_match)
    }

    fn game_mut(&mut self) -> Result<&mut (dyn AnyMatch + 'static), Error> {
        self.game.as_deref_mut().ok_or_else(no_match)
    }

    fn viewer(&self, fields: &mut Fields) -> Result<Viewer, Error> {
        let viewer = fields.needed::<Viewer>("viewer", "a seat's number or \"spectator\"")?;
        let seats = self.game()?.seats();
        match viewer.seat() {
            Some(seat) if seat.index() >= seats => {
                Err(Refused::NoSuchSeat { seat: seat.index(), seats }.into())
            }
            _ => Ok(viewer),
        }
    }

    fn names(&self) -> Vec<String> {
        (0..self.game.as_ref().map_or(0, |game| game.seats())).map(|seat| format!("Seat {seat}")).collect()
    }

    fn status(&self, with_log: bool, viewer: Viewer) -> Value {
        let Some(game) = &self.game else { return Value::Null };
        let status = game.status();
        let first = status.clocks.iter().map(|clock| clock.ms).min();
        let mut answer = json!({"active": status.active, "over": status.over, "clock_ms": first});
        if !status.clocks.is_empty() {
            answer["clocks"] = json!(status.clocks);
        }
        if with_log {
            let names = self.names();
            let names = Names { names: &names, reader: None };
            let lines: Vec<String> =
                game.log(viewer, status.version).iter().map(|line| render(line, &names)).collect();
            answer["log"] = json!(lines);
        }
        answer
    }
}

fn no_match() -> Error {
    Error::new("no_match", format!("No match is running; begin one like this: {}.", EXAMPLES[1]))
}

fn too_long() -> Error {
    Error::new("too_long", format!("A request has at most {LONGEST_LINE} bytes."))
}

fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

/// The fields of a request, taken out one by one, so that what is left over was misspelt.
struct Fields(Map<String, Value>);

impl Fields {
    fn optional<T: for<'de> Deserialize<'de>>(&mut self, name: &str, what: &str) -> Result<Option<T>, Error> {
        let Some(value) = self.0.remove(name) else { return Ok(None) };
        let read = T::deserialize(value);
        read.map(Some).map_err(|_| Error::new("bad_field", format!("The field \"{name}\" must be {what}.")))
    }

    fn needed<T: for<'de> Deserialize<'de>>(&mut self, name: &str, what: &str) -> Result<T, Error> {
        let value = self.optional(name, what)?;
        value.ok_or_else(|| Error::new("bad_field", format!("The field \"{name}\" is missing: {what}.")))
    }

    fn game(&mut self) -> Result<&'static dyn boxwood_engine::AnyGame, Error> {
        let id: String = self.needed("game", "the id of a game")?;
        crate::trouble::find_game(&id).map_err(|trouble| Error::new("no_such_game", trouble.to_string()))
    }

    /// The seed, as text or number; 0 if there is none.
    fn seed(&mut self) -> Result<Seed, Error> {
        struct Flexible(Seed);
        impl<'de> Deserialize<'de> for Flexible {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Flexible, D::Error> {
                let text = match Value::deserialize(deserializer)? {
                    Value::String(text) => text,
                    Value::Number(number) => number.to_string(),
                    _ => String::new(),
                };
                text.parse().map(Flexible).map_err(serde::de::Error::custom)
            }
        }
        let wanted = "a whole number from 0 to 18446744073709551615 or 64 hexadecimal digits";
        Ok(self.optional::<Flexible>("seed", wanted)?.map_or(Seed::from_number(0), |seed| seed.0))
    }

    fn no_more(self) -> Result<(), Error> {
        match self.0.keys().next() {
            None => Ok(()),
            Some(name) => {
                let name = shorten(name);
                Err(Error::new(
                    "bad_field",
                    format!(
                        "There is no field \"{name}\" in this request; {{\"op\":\"help\"}} shows examples."
                    ),
                ))
            }
        }
    }
}

/// Answers every line of the input until it ends.
pub fn serve(input: impl Read, output: &mut impl Write) -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut session = Session::default();
    let mut line = vec![];
    while let Some(whole) = read_line(&mut input, &mut line)? {
        if whole && line.trim_ascii().is_empty() {
            continue;
        }
        let answer = session.answer(&line);
        output.write_all(answer.as_bytes())?;
        output.write_all(b"\n")?;
        // Whoever sends many requests at once gets the answers together; whoever waits, at once.
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
    }
    output.flush()
}

/// Reads a line without its end; `None` at the end of the input, `Some(false)` if it was cut short.
///
/// Of a line that is too long only the beginning is kept, one byte more than is allowed.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    let mut any = false;
    loop {
        let buffered = match input.fill_buf() {
            Ok(buffered) => buffered,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffered.is_empty() {
            return Ok(any.then_some(line.len() <= LONGEST_LINE));
        }
        any = true;
        let end = buffered.iter().position(|&byte| byte == b'\n');
        let part = &buffered[..end.unwrap_or(buffered.len())];
        let room = (LONGEST_LINE + 1).saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = end.map_or(buffered.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(Some(line.len() <= LONGEST_LINE));
        }
    }
}
