//! What can be chosen before a game, in a form that describes itself.
//!
//! A game names its options once, with [`choice!`](crate::choice!) and [`options!`](crate::options!);
//! the form in the lobby, the command line, the protocol, the laws and the record all read that.

use std::fmt::Debug;
use std::hash::Hash;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;
use ts_rs::TS;

/// One option, as a form shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct OptionSpec {
    /// Its name in links and records.
    pub key: &'static str,
    /// What it decides, in a few words.
    pub label: &'static str,
    /// What it can be.
    pub values: Values,
    /// What it is if nobody says anything.
    pub default: String,
}

/// What an option can be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Values {
    /// One of these.
    OneOf(Vec<ValueSpec>),
    /// A whole number in a range.
    Number {
        /// The smallest.
        #[ts(type = "number")]
        min: i64,
        /// The largest.
        #[ts(type = "number")]
        max: i64,
    },
    /// Free words, at most so many characters.
    Words {
        /// The most characters.
        longest: usize,
    },
    /// `off`, or one of these.
    OrOff(Box<Values>),
}

/// One value of an option, as a form shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ValueSpec {
    /// Its name in links and records.
    pub value: &'static str,
    /// What it means.
    pub label: &'static str,
}

impl Values {
    /// What would be right, for an error message.
    fn wanted(&self) -> String {
        match self {
            Values::OneOf(values) => values.iter().map(|value| value.value).collect::<Vec<_>>().join(", "),
            Values::Number { min, max } => format!("a whole number from {min} to {max}"),
            Values::Words { longest } => format!("a text of at most {longest} characters"),
            Values::OrOff(values) => format!("{OFF}, {}", values.wanted()),
        }
    }

    /// Values worth trying: all of a list, the ends of a range, the empty text.
    pub fn examples(&self) -> Vec<String> {
        match self {
            Values::OneOf(values) => values.iter().map(|value| value.value.to_string()).collect(),
            Values::Number { min, max } => vec![min.to_string(), max.to_string()],
            Values::Words { .. } => vec![String::new()],
            Values::OrOff(values) => [vec![OFF.to_string()], values.examples()].concat(),
        }
    }
}

/// The type of one option.
pub trait OptionValue: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// What it can be.
    fn values() -> Values;
    /// Reads a value; `None` if it is none.
    fn parse(text: &str) -> Option<Self>;
    /// Writes it so that `parse` reads it again.
    fn text(&self) -> String;
}

/// A whole number from `MIN` to `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Number<const MIN: i64, const MAX: i64>(i64);

impl<const MIN: i64, const MAX: i64> Number<MIN, MAX> {
    /// The number; out of range it does not compile in a constant and panics elsewhere.
    pub const fn new(number: i64) -> Number<MIN, MAX> {
        assert!(MIN <= number && number <= MAX, "a number out of its range");
        Number(number)
    }

    /// The number.
    pub const fn get(self) -> i64 {
        self.0
    }
}

impl<const MIN: i64, const MAX: i64> OptionValue for Number<MIN, MAX> {
    fn values() -> Values {
        Values::Number { min: MIN, max: MAX }
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|number| (MIN..=MAX).contains(number)).map(Number)
    }

    fn text(&self) -> String {
        self.0.to_string()
    }
}

/// Free words, at most `LONGEST` characters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Words<const LONGEST: usize>(String);

impl<const LONGEST: usize> Words<LONGEST> {
    /// The words.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<const LONGEST: usize> OptionValue for Words<LONGEST> {
    fn values() -> Values {
        Values::Words { longest: LONGEST }
    }

    fn parse(text: &str) -> Option<Self> {
        (text.chars().count() <= LONGEST).then(|| Words(text.to_string()))
    }

    fn text(&self) -> String {
        self.0.clone()
    }
}

/// A value, or `off`: a limit that need not be, a time that does not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrOff<T> {
    /// Nothing of the kind.
    Off,
    /// This.
    On(T),
}

const OFF: &str = "off";

impl<T> OrOff<T> {
    /// The value, if it is not off.
    pub fn on(self) -> Option<T> {
        match self {
            OrOff::Off => None,
            OrOff::On(value) => Some(value),
        }
    }
}

impl<T: OptionValue> OptionValue for OrOff<T> {
    fn values() -> Values {
        Values::OrOff(Box::new(T::values()))
    }

    fn parse(text: &str) -> Option<Self> {
        if text == OFF { Some(OrOff::Off) } else { T::parse(text).map(OrOff::On) }
    }

    fn text(&self) -> String {
        match self {
            OrOff::Off => OFF.to_string(),
            OrOff::On(value) => value.text(),
        }
    }
}

/// All options of a game; implemented by [`options!`](crate::options!).
///
/// A game keeps its options in its state: they are written as the values that differ from the
/// default, and nothing else is read.
pub trait Options:
    Clone + Debug + Default + Eq + Hash + Send + Sync + Serialize + DeserializeOwned + 'static
{
    /// How a form shows them.
    fn specs() -> Vec<OptionSpec>;
    /// Sets one of them from its text.
    fn set(&mut self, key: &str, text: &str) -> Result<(), OptionError>;
    /// The text of one of them.
    fn get(&self, key: &str) -> Option<String>;
}

/// Why options are not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is no option of this name.
    #[error("There is no option \"{key}\"; {}.", known_options(known))]
    Unknown {
        /// The name given.
        key: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The option cannot be that.
    #[error("The option \"{key}\" cannot be {given}; it is one of: {wanted}.")]
    Value {
        /// The option.
        key: &'static str,
        /// What was given, shortened.
        given: String,
        /// What would be right.
        wanted: String,
    },
    /// Options are an object.
    #[error("Options are an object like {{\"key\": \"value\"}}.")]
    NotAnObject,
}

fn known_options(known: &[&str]) -> String {
    match known {
        [] => "this game has no options".into(),
        known => format!("the options are: {}", known.join(", ")),
    }
}

impl OptionError {
    /// For the code that [`options!`](crate::options!) makes: an unknown key.
    pub fn unknown(key: &str, known: &[&'static str]) -> OptionError {
        OptionError::Unknown { key: shorten(key), known: known.to_vec() }
    }

    /// For the code that [`options!`](crate::options!) makes: a value out of its range.
    pub fn value(key: &'static str, given: &str, values: &Values) -> OptionError {
        OptionError::Value { key, given: format!("\"{}\"", shorten(given)), wanted: values.wanted() }
    }
}

/// Enough of what somebody sent to recognise it, and no more.
fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// What follows from [`Options`] alone.
pub trait OptionsExt: Options {
    /// Reads options from JSON; what is not mentioned has its default.
    ///
    /// Numbers may be written as text; `true` and `false` mean on or yes, off or no.
    fn from_json(json: &Value) -> Result<Self, OptionError> {
        let mut options = Self::default();
        let object = match json {
            Value::Null => return Ok(options),
            Value::Object(object) => object,
            _ => return Err(OptionError::NotAnObject),
        };
        for (key, value) in object {
            options.set_json(key, value)?;
        }
        Ok(options)
    }

    /// Sets one option from JSON.
    fn set_json(&mut self, key: &str, value: &Value) -> Result<(), OptionError> {
        match value {
            Value::String(text) => self.set(key, text),
            Value::Bool(on) => {
                let words = if *on { ["on", "yes"] } else { ["off", "no"] };
                self.set(key, words[0]).or_else(|error| self.set(key, words[1]).map_err(|_| error))
            }
            other => self.set(key, &other.to_string()),
        }
    }

    /// The options that differ from the default, numbers as numbers.
    fn to_json(&self) -> Map<String, Value> {
        let default = Self::default();
        Self::specs()
            .iter()
            .filter_map(|spec| {
                let text = self.get(spec.key)?;
                let value = || text.parse::<i64>().map_or_else(|_| Value::from(text.as_str()), Value::from);
                (default.get(spec.key).as_ref() != Some(&text)).then(|| (spec.key.to_string(), value()))
            })
            .collect()
    }
}

impl<O: Options> OptionsExt for O {}

/// For the code that [`options!`](crate::options!) makes: options as part of a state.
#[doc(hidden)]
pub fn read_options<'de, O: Options, D: Deserializer<'de>>(deserializer: D) -> Result<O, D::Error> {
    let object = Map::deserialize(deserializer)?;
    O::from_json(&Value::Object(object)).map_err(D::Error::custom)
}

/// Makes the type of an option that is one of a few named values.
///
/// ```
/// boxwood_engine::choice! {
///     /// How long the game is.
///     pub enum Length {
///         Short = "short", "one round";
///         Long = "long", "four rounds";
///     }
/// }
/// ```
#[macro_export]
macro_rules! choice {
    ($(#[$about:meta])* $vis:vis enum $Name:ident { $($Value:ident = $value:literal, $label:literal;)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize)]
        $vis enum $Name { $(#[doc = $label] #[serde(rename = $value)] $Value,)+ }

        impl $crate::OptionValue for $Name {
            fn values() -> $crate::Values {
                $crate::Values::OneOf(vec![$($crate::ValueSpec { value: $value, label: $label },)+])
            }

            fn parse(text: &str) -> Option<Self> {
                match text {
                    $($value => Some($Name::$Value),)+
                    _ => None,
                }
            }

            fn text(&self) -> String {
                match self { $($Name::$Value => $value,)+ }.to_string()
            }
        }
    };
}

/// Makes the type of all options of a game.
///
/// ```
/// # boxwood_engine::choice! { pub enum Length { Short = "short", "one round"; Long = "long", "four rounds"; } }
/// use boxwood_engine::Number;
/// boxwood_engine::options! {
///     /// What can be chosen before the game.
///     pub struct Options {
///         "length" length: Length = Length::Short, "How long the game is";
///         "lives" lives: Number<1, 9> = Number::new(5), "Lives of each player";
///     }
/// }
/// ```
#[macro_export]
macro_rules! options {
    ($(#[$about:meta])* $vis:vis struct $Name:ident {
        $($key:literal $field:ident: $Type:ty = $default:expr, $label:literal;)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        $vis struct $Name { $(#[doc = $label] pub $field: $Type,)* }

        impl Default for $Name {
            fn default() -> Self {
                $Name { $($field: $default,)* }
            }
        }

        impl $crate::serde::Serialize for $Name {
            fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::serde::Serialize::serialize(&$crate::OptionsExt::to_json(self), serializer)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $Name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::read_options(deserializer)
            }
        }

        impl $crate::Options for $Name {
            fn specs() -> Vec<$crate::OptionSpec> {
                vec![$($crate::OptionSpec {
                    key: $key,
                    label: $label,
                    values: <$Type as $crate::OptionValue>::values(),
                    default: {
                        let default: $Type = $default;
                        $crate::OptionValue::text(&default)
                    },
                },)*]
            }

            #[allow(unused_variables)]
            fn set(&mut self, key: &str, text: &str) -> Result<(), $crate::OptionError> {
                match key {
                    $($key => {
                        self.$field = <$Type as $crate::OptionValue>::parse(text).ok_or_else(|| {
                            $crate::OptionError::value($key, text, &<$Type as $crate::OptionValue>::values())
                        })?;
                        Ok(())
                    })*
                    _ => Err($crate::OptionError::unknown(key, &[$($key,)*])),
                }
            }

            fn get(&self, key: &str) -> Option<String> {
                match key {
                    $($key => Some($crate::OptionValue::text(&self.$field)),)*
                    _ => None,
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    choice! {
        /// A list.
        pub enum Pace { Live = "live", "by the clock"; Turns = "turns", "one by one"; }
    }
    choice! {
        /// A switch.
        pub enum Aid { On = "on", "shown"; Off = "off", "hidden"; }
    }
    options! {
        /// Every kind of option.
        pub struct Sample {
            "pace" pace: Pace = Pace::Live, "Pace";
            "aid" aid: Aid = Aid::Off, "Memory aid";
            "match" games: Number<1, 3> = Number::new(1), "Games";
            "map" map: Words<5> = Words::default(), "Map";
            "cap" cap: OrOff<Number<10, 60>> = OrOff::On(Number::new(40)), "Cap";
        }
    }

    #[test]
    fn what_is_not_mentioned_has_its_default_and_is_not_recorded() {
        let options = Sample::from_json(&json!({})).unwrap();
        assert_eq!(options, Sample::default());
        assert!(options.to_json().is_empty());
        assert_eq!(Sample::from_json(&Value::Null), Ok(options));
    }

    #[test]
    fn options_read_back_as_recorded() {
        let options =
            Sample::from_json(&json!({"pace": "turns", "aid": true, "match": "2", "map": "a,b"})).unwrap();
        assert_eq!(
            Value::Object(options.to_json()),
            json!({"pace": "turns", "aid": "on", "match": 2, "map": "a,b"})
        );
        assert_eq!(Sample::from_json(&Value::Object(options.to_json())), Ok(options));
    }

    #[test]
    fn a_limit_can_be_a_number_or_off() {
        for (json, number, text) in [
            (json!({}), Some(40), "40"),
            (json!({"cap": "off"}), None, "off"),
            (json!({"cap": false}), None, "off"),
            (json!({"cap": 10}), Some(10), "10"),
        ] {
            let options = Sample::from_json(&json).unwrap();
            assert_eq!(options.cap.on().map(Number::get), number, "{json}");
            assert_eq!(options.get("cap").unwrap(), text, "{json}");
        }
        assert_eq!(OrOff::<Number<10, 60>>::values().examples(), ["off", "10", "60"]);
    }

    #[test]
    fn wrong_options_are_told_what_would_be_right() {
        for (json, expected) in [
            (
                json!({"pac": "live"}),
                "There is no option \"pac\"; the options are: pace, aid, match, map, cap.",
            ),
            (json!({"pace": "slow"}), "The option \"pace\" cannot be \"slow\"; it is one of: live, turns."),
            (
                json!({"match": 4}),
                "The option \"match\" cannot be \"4\"; it is one of: a whole number from 1 to 3.",
            ),
            (
                json!({"map": "abcdef"}),
                "The option \"map\" cannot be \"abcdef\"; it is one of: a text of at most 5 characters.",
            ),
            (
                json!({"cap": 9}),
                "The option \"cap\" cannot be \"9\"; it is one of: off, a whole number from 10 to 60.",
            ),
            (json!([]), "Options are an object like {\"key\": \"value\"}."),
        ] {
            assert_eq!(Sample::from_json(&json).unwrap_err().to_string(), expected);
        }
        let long = "x".repeat(1000);
        assert!(Sample::from_json(&json!({ long: 1 })).unwrap_err().to_string().len() < 200);
    }
}
