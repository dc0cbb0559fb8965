//! What serde knows of a type without a value of it: how the variants of an enum are written.

use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Value;

/// The names of the variants of the enum that stands at this path of fields in the type; none if there
/// is something else. An empty path is the type itself.
pub(crate) fn variants_at<T: DeserializeOwned>(path: &'static [&'static str]) -> &'static [&'static str] {
    match T::deserialize(Question { path }) {
        Err(Answer(variants)) => variants,
        Ok(_) => &[],
    }
}

/// The name of the variant that is written like this: `"stay"`, or `{"bid": …}`.
pub(crate) fn variant_of(json: &Value) -> Option<&str> {
    match json {
        Value::String(name) => Some(name),
        Value::Object(fields) if fields.len() == 1 => fields.keys().next().map(String::as_str),
        _ => None,
    }
}

/// Input that only wants to know what it should have been: it answers as an error.
struct Question {
    path: &'static [&'static str],
}

#[derive(Debug)]
struct Answer(&'static [&'static str]);

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

impl std::error::Error for Answer {}

impl de::Error for Answer {
    fn custom<T: fmt::Display>(_: T) -> Answer {
        Answer(&[])
    }
}

impl<'de> Deserializer<'de> for Question {
    type Error = Answer;

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Answer> {
        Err(Answer(if self.path.is_empty() { variants } else { &[] }))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Answer> {
        match self.path.split_first() {
            Some((field, path)) if fields.contains(field) => {
                visitor.visit_map(OneField { field: Some(field), path })
            }
            _ => Err(Answer(&[])),
        }
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Answer> {
        Err(Answer(&[]))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map identifier ignored_any
    }
}

/// A struct of which only one field is there.
struct OneField {
    field: Option<&'static str>,
    path: &'static [&'static str],
}

impl<'de> MapAccess<'de> for OneField {
    type Error = Answer;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Answer> {
        let read = |field: &'static str| {
            let name: StrDeserializer<Answer> = field.into_deserializer();
            seed.deserialize(name)
        };
        self.field.take().map(read).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Answer> {
        seed.deserialize(Question { path: self.path })
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Deserialize)]
    #[serde(rename_all = "snake_case")]
    #[allow(dead_code)]
    enum Phase {
        BuildHeaps,
        Take { seat: u8 },
        Over(u8),
    }

    #[derive(Deserialize)]
    #[allow(dead_code)]
    struct Table {
        heaps: Vec<u8>,
        phase: Phase,
    }

    #[derive(Deserialize)]
    #[allow(dead_code)]
    struct State {
        table: Table,
    }

    #[test]
    fn an_enum_tells_its_variants_wherever_it_is() {
        let phases = ["build_heaps", "take", "over"];
        assert_eq!(variants_at::<Phase>(&[]), phases);
        assert_eq!(variants_at::<Table>(&["phase"]), phases);
        assert_eq!(variants_at::<State>(&["table", "phase"]), phases);
        assert!(variants_at::<State>(&["phase"]).is_empty(), "no such field");
        assert!(variants_at::<State>(&["table", "heaps"]).is_empty(), "no enum");
        assert!(variants_at::<Vec<Phase>>(&[]).is_empty());
    }

    #[test]
    fn a_written_variant_has_its_name() {
        assert_eq!(variant_of(&json!("stay")), Some("stay"));
        assert_eq!(variant_of(&json!({"take": {"seat": 1}})), Some("take"));
        assert_eq!(variant_of(&json!({"a": 1, "b": 2})), None);
        assert_eq!(variant_of(&json!(3)), None);
    }
}
