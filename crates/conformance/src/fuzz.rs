//! Actions that do not belong: seen elsewhere, damaged, or extreme, as a stranger could send them.

use std::collections::HashSet;

use boxwood_kit::Rng;
use boxwood_scene::Key;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::kinds::variants_at;

/// So many different actions are remembered.
const REMEMBERED: usize = 4000;
/// So many times one of them is damaged, for all positions.
const DAMAGED: usize = 4000;
/// So many parts of actions are remembered, to be put elsewhere.
const PARTS: usize = 600;

/// Actions from all over the game, to be tried where they do not belong.
pub(crate) struct Pool<A> {
    /// Legal somewhere.
    pub foreign: Vec<A>,
    /// Made from those; most are legal nowhere.
    pub damaged: Vec<A>,
    damage: Damage,
}

impl<A: Clone + Eq + std::hash::Hash + serde::Serialize + DeserializeOwned> Pool<A> {
    /// These actions, and what becomes of them.
    pub fn new(seen: impl IntoIterator<Item = A>) -> Pool<A> {
        let mut known = HashSet::new();
        let foreign: Vec<A> =
            seen.into_iter().filter(|action| known.insert(action.clone())).take(REMEMBERED).collect();
        let damage = Damage::of(variants_at::<A>(&[]), foreign.iter().map(as_json));
        let mut rng = Rng::from_number(11);
        let mut damaged = vec![];
        for _ in 0..if foreign.is_empty() { 0 } else { DAMAGED } {
            let action: Option<A> = damage.done_to(rng.choose(&foreign), &mut rng);
            damaged.extend(action.filter(|action| known.insert(action.clone())));
        }
        Pool { foreign, damaged, damage }
    }

    /// One of these actions damaged, if what comes out still reads as an action.
    pub fn damage(&self, actions: &[A], rng: &mut Rng) -> Option<A> {
        self.damage.done_to(rng.choose(actions), rng)
    }
}

fn as_json(action: &impl serde::Serialize) -> Value {
    serde_json::to_value(action).expect("plain data has a JSON form")
}

/// What can be done to the JSON of an action.
struct Damage {
    variants: &'static [&'static str],
    /// Values that stand anywhere in actions.
    parts: Vec<Value>,
}

const NUMBERS: [i64; 22] = [
    0,
    1,
    2,
    -1,
    7,
    10,
    40,
    63,
    64,
    100,
    127,
    128,
    -128,
    255,
    256,
    i16::MIN as i64,
    i16::MAX as i64,
    u16::MAX as i64,
    i32::MIN as i64,
    i32::MAX as i64,
    u32::MAX as i64,
    i64::MAX,
];
const DIGITS: [&str; 9] = ["0", "1", "5", "9", "10", "40", "127", "255", "4294967296"];

impl Damage {
    fn of(variants: &'static [&'static str], actions: impl Iterator<Item = Value>) -> Damage {
        let (mut known, mut parts) = (HashSet::new(), vec![]);
        for action in actions {
            note_parts(&action, &mut |part| {
                if parts.len() < PARTS && known.insert(part.to_string()) {
                    parts.push(part.clone());
                }
            });
        }
        Damage { variants, parts }
    }

    fn done_to<A: serde::Serialize + DeserializeOwned>(&self, action: &A, rng: &mut Rng) -> Option<A> {
        let mut json = as_json(action);
        for _ in 0..=rng.below(3) {
            self.once(&mut json, rng);
        }
        serde_json::from_value(json).ok()
    }

    fn once(&self, json: &mut Value, rng: &mut Rng) {
        if !self.variants.is_empty() && rng.below(8) == 0 {
            self.exchange_variant(json, rng);
            return;
        }
        // The whole is the first of its parts, and damage to it is rarely an action still.
        let number = if rng.below(8) == 0 { 0 } else { rng.index(size(json)) };
        let part = nth(json, &mut { number }).expect("counted before");
        *part = match &*part {
            Value::Object(fields) if rng.below(2) == 0 => self.other_fields(fields, rng),
            Value::Array(items) if rng.below(2) == 0 => self.other_items(items, rng),
            _ => self.other_value(part, rng),
        };
    }

    /// The same content under another name.
    fn exchange_variant(&self, json: &mut Value, rng: &mut Rng) {
        let name = *rng.choose(self.variants);
        let content = match json.take() {
            Value::Object(fields) => fields.into_iter().next().map_or(Value::Null, |(_, content)| content),
            _ if self.parts.is_empty() || rng.below(2) == 0 => Value::Null,
            _ => rng.choose(&self.parts).clone(),
        };
        *json = if content.is_null() { json!(name) } else { json!({ name: content }) };
    }

    fn other_fields(&self, fields: &Map<String, Value>, rng: &mut Rng) -> Value {
        let mut fields = fields.clone();
        let keys: Vec<String> = fields.keys().cloned().collect();
        match rng.below(3) {
            0 => {
                fields.insert("extra".into(), json!(1));
            }
            1 if !keys.is_empty() => {
                fields.remove(rng.choose(&keys));
            }
            _ if !keys.is_empty() => {
                let (one, other) = (rng.choose(&keys).clone(), rng.choose(&keys).clone());
                let (of_one, of_other) = (fields[&one].clone(), fields[&other].clone());
                fields.insert(one, of_other);
                fields.insert(other, of_one);
            }
            _ => {}
        }
        Value::Object(fields)
    }

    fn other_items(&self, items: &[Value], rng: &mut Rng) -> Value {
        let mut items = items.to_vec();
        match rng.below(4) {
            0 => items.clear(),
            1 => {
                items.pop();
            }
            2 if !items.is_empty() => items.push(rng.choose(&items).clone()),
            _ => {
                let many = items.iter().cycle().take(items.len() * 40).cloned().collect();
                items = many;
            }
        }
        Value::Array(items)
    }

    fn other_value(&self, value: &Value, rng: &mut Rng) -> Value {
        // Something that stands in a like place somewhere is most likely to be read.
        let alike: Vec<&Value> = self
            .parts
            .iter()
            .filter(|part| std::mem::discriminant(*part) == std::mem::discriminant(value))
            .collect();
        match (rng.below(8), value) {
            (0, _) => Value::Null,
            (1, _) if !self.parts.is_empty() => rng.choose(&self.parts).clone(),
            (2 | 3, _) if !alike.is_empty() => (*rng.choose(&alike)).clone(),
            (4, Value::Number(number)) => {
                let number = number.as_i64().unwrap_or(0);
                json!(number.saturating_add(if rng.below(2) == 0 { 1 } else { -1 }))
            }
            (_, Value::Number(_)) => json!(rng.choose(&NUMBERS)),
            (_, Value::String(name)) => json!(other_name(name, rng)),
            (_, Value::Bool(yes)) => json!(!yes),
            (_, Value::Array(_)) => json!([]),
            (_, Value::Object(_)) => json!({}),
            (_, Value::Null) => json!(rng.choose(&NUMBERS)),
        }
    }
}

/// A name that looks like this one: far away, or not quite a name.
pub(crate) fn other_name(name: &str, rng: &mut Rng) -> String {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let rest = name.get(1..).unwrap_or("");
    match rng.below(8) {
        0 => String::new(),
        1 => format!("{name}{name}"),
        2 => format!("-{name}"),
        3 => format!("{}{rest}", rng.choose(&["a", "j", "m", "z", "é"])),
        4 => format!("{}{}", rng.choose(&["a", "j", "z"]), rng.choose(&DIGITS)),
        5 => format!("{},{}", rng.choose(&NUMBERS), rng.choose(&NUMBERS)),
        _ => format!("{stem}{}", rng.choose(&DIGITS)),
    }
}

/// Some of these keys, some of them damaged, as somebody could touch them.
pub(crate) fn touches(keys: &[Key], rng: &mut Rng) -> Vec<Key> {
    let touch = |rng: &mut Rng| -> Option<Key> {
        let key = rng.choose(keys);
        if rng.below(2) == 0 {
            return Some(key.clone());
        }
        let (kind, name) = key.as_str().split_once(':')?;
        format!("{kind}:{}", other_name(name, rng)).parse().ok()
    };
    let number = if keys.is_empty() { 0 } else { 1 + rng.below(3) };
    (0..number).filter_map(|_| touch(rng)).collect()
}

fn note_parts(json: &Value, note: &mut impl FnMut(&Value)) {
    note(json);
    match json {
        Value::Array(items) => items.iter().for_each(|item| note_parts(item, note)),
        Value::Object(fields) => fields.values().for_each(|field| note_parts(field, note)),
        _ => {}
    }
}

/// How many parts there are, the whole included.
fn size(json: &Value) -> usize {
    let mut size = 0;
    note_parts(json, &mut |_| size += 1);
    size
}

/// The part of this number, in the order of [`note_parts`].
fn nth<'a>(json: &'a mut Value, number: &mut usize) -> Option<&'a mut Value> {
    if *number == 0 {
        return Some(json);
    }
    *number -= 1;
    match json {
        Value::Array(items) => items.iter_mut().find_map(|item| nth(item, number)),
        Value::Object(fields) => fields.values_mut().find_map(|field| nth(field, number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_can_be_reached() {
        let mut json = json!({"step": {"from": "a1", "to": [3, 4]}});
        let wanted = ["{", "{", "\"a1\"", "[3,4]", "3", "4"];
        assert_eq!(size(&json), wanted.len());
        for (number, wanted) in wanted.iter().enumerate() {
            let part = nth(&mut json, &mut { number }).unwrap().to_string();
            assert!(part.starts_with(wanted), "{part}");
        }
        assert_eq!(nth(&mut json, &mut { wanted.len() }), None);
    }

    #[test]
    fn damage_finds_far_squares_other_variants_and_extremes() {
        let seen = [json!({"step": {"from": "a1", "to": "a2"}}), json!({"wait": 3}), json!("rest")];
        let damage = Damage::of(&["step", "wait", "rest"], seen.iter().cloned());
        let mut rng = Rng::from_number(1);
        let mut found: HashSet<String> = HashSet::new();
        for _ in 0..20_000 {
            let damaged: Option<Value> = damage.done_to(rng.choose(&seen), &mut rng);
            found.insert(damaged.expect("any JSON is JSON").to_string());
        }
        for wanted in [
            json!({"step": {"from": "a1", "to": "a40"}}),
            json!({"step": {"from": "a2", "to": "a2"}}),
            json!({"step": {"from": "a1", "to": null}}),
            json!({"step": {"from": "a1"}}),
            json!({"step": {"from": "a1", "to": "a2", "extra": 1}}),
            json!({"rest": {"from": "a1", "to": "a2"}}),
            json!({"wait": 255}),
            json!({"wait": -1}),
            json!({"wait": i32::MAX}),
            json!("wait"),
        ] {
            assert!(found.contains(&wanted.to_string()), "{wanted}");
        }
    }
}
