//! How a broken law is told: things by the names that players read, and a position that opens with one
//! command.

use std::any::Any;
use std::path::{Path, PathBuf};

use boxwood_engine::{AnyMatch, Position, Seat, Viewer};
use boxwood_kit::Seed;
use serde::Serialize;
use serde_json::Value;

/// So many differences are told.
const DIFFERENCES: usize = 6;
/// Longer values are cut.
const LONGEST: usize = 160;

/// A viewer in a sentence.
pub(crate) fn who(viewer: Viewer) -> String {
    match viewer {
        Viewer::Seat(seat) => format!("seat {}", seat.index()),
        Viewer::Spectator => "a spectator".into(),
    }
}

/// Plain data as it is stored, which is how people read it: squares and cards have their names.
pub(crate) fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data has a JSON form")
}

/// Holds two values against one another.
///
/// # Panics
/// With the law and where they differ, if they do.
#[track_caller]
pub(crate) fn same<T: PartialEq + Serialize>(found: &T, wanted: &T, law: impl FnOnce() -> String) {
    if found != wanted {
        panic!("{}{}", law(), differences(found, wanted));
    }
}

fn differences(found: &impl Serialize, wanted: &impl Serialize) -> String {
    let json = |value: Result<Value, _>| value.expect("plain data has a JSON form");
    let (found, wanted) = (json(serde_json::to_value(found)), json(serde_json::to_value(wanted)));
    let mut told = vec![];
    compare(&found, &wanted, "", &mut told);
    match told.len() {
        0 => "\n  (only in what is not written)".into(),
        number => {
            let more = number.saturating_sub(DIFFERENCES);
            let more = if more > 0 { format!("\n  … and {more} more differences") } else { String::new() };
            told.iter().take(DIFFERENCES).map(|line| format!("\n  {line}")).collect::<String>() + &more
        }
    }
}

fn compare(found: &Value, wanted: &Value, path: &str, told: &mut Vec<String>) {
    match (found, wanted) {
        _ if found == wanted => {}
        (Value::Object(found), Value::Object(wanted)) => {
            let missing = wanted.keys().filter(|key| !found.contains_key(*key));
            for key in found.keys().chain(missing) {
                let (found, wanted) = (found.get(key), wanted.get(key));
                let (found, wanted) = (found.unwrap_or(&Value::Null), wanted.unwrap_or(&Value::Null));
                compare(found, wanted, &format!("{path}.{key}"), told);
            }
        }
        (Value::Array(found), Value::Array(wanted)) if found.len() == wanted.len() => {
            for (index, (found, wanted)) in found.iter().zip(wanted).enumerate() {
                compare(found, wanted, &format!("{path}[{index}]"), told);
            }
        }
        _ => {
            let path = if path.is_empty() { "it" } else { path.trim_start_matches('.') };
            told.push(format!("{path} is {}, not {}", cut(&written(found)), cut(&written(wanted))));
        }
    }
}

fn cut(text: &str) -> String {
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// What a panic said.
pub(crate) fn words_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".into())
}

/// Writes the match into a file, and says how to look at it.
pub(crate) fn how_to_open(played: &dyn AnyMatch, seed: Seed) -> String {
    let names: Vec<String> = Seat::all(played.seats()).map(|seat| format!("Seat {}", seat.index())).collect();
    let position = Position::of(played, &names, seed);
    let name = format!("{}-{}-{seed}-{}.json", played.info().id, played.seats(), played.status().version);
    let folder = folder();
    let file = folder.join(name);
    match std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, written(&position))) {
        Ok(()) => format!("see it with: boxwood play --from {}", file.display()),
        Err(error) => format!("its position could not be written to {}: {error}", file.display()),
    }
}

/// Where failing positions go: into the target folder that the tests were built in, if it can be found.
fn folder() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    let target = program.ancestors().find(|folder| folder.join("CACHEDIR.TAG").exists());
    target.map_or_else(std::env::temp_dir, Path::to_path_buf).join("laws")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn differences_are_told_by_their_place() {
        let (found, wanted) =
            (json!({"a": [1, 2], "b": {"c": "i6"}}), json!({"a": [1, 3], "b": {"c": "i7"}}));
        assert_eq!(differences(&found, &wanted), "\n  a[1] is 2, not 3\n  b.c is \"i6\", not \"i7\"");
        assert_eq!(
            differences(&json!({"a": 1}), &json!({"b": 1})),
            "\n  a is 1, not null\n  b is null, not 1"
        );
        assert_eq!(differences(&json!([1]), &json!([1, 2])), "\n  it is [1], not [1,2]");
        assert_eq!(differences(&0, &0), "\n  (only in what is not written)");
        let (many, others) = (vec![0; 8], vec![1; 8]);
        assert!(differences(&many, &others).ends_with("… and 2 more differences"));
    }
}
