//! What is asked of a person, and the ways to answer.

use std::collections::BTreeMap;

use boxwood_kit::{Colour, Symbol};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Figure, Key, Touch};

/// What is asked, and what it may be answered with besides touching pieces and cells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Prompt {
    /// One or two sentences.
    pub text: String,
    /// The buttons, steppers, chips and pads below it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub controls: Vec<Control>,
}

impl Prompt {
    /// A prompt without controls.
    pub fn new(text: impl Into<String>) -> Prompt {
        Prompt { text: text.into(), controls: vec![] }
    }

    /// The prompt with one more control.
    #[must_use]
    pub fn with(mut self, control: Control) -> Prompt {
        self.controls.push(control);
        self
    }
}

/// A way to say something that is no piece and no cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Control {
    /// One press: `button:stay`.
    Button {
        /// `button:…`
        key: Key,
        /// A verb with its object.
        label: String,
        /// How much it weighs.
        tone: Tone,
    },
    /// A whole number: `number:5`.
    Number {
        /// What is counted.
        label: String,
        /// The smallest.
        min: i32,
        /// The largest.
        max: i32,
        /// The pieces that it can be a number of, in order, where the two make one choice: "5 Wheels".
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        of: Vec<Key>,
    },
    /// One of these symbols: `symbol:wheel`.
    Symbols(Vec<Symbol>),
    /// One of these colours: `colour:red`.
    Colours(Vec<Colour>),
    /// One of these: the keys are the game's own.
    Choices {
        /// What is chosen.
        label: String,
        /// Among what.
        choices: Vec<Choice>,
    },
    /// A point on a plane or above a piece: `aim:12,-7`.
    Aim {
        /// What is aimed at.
        label: String,
        /// The smallest and largest first coordinate.
        x: (i32, i32),
        /// The smallest and largest second coordinate.
        y: (i32, i32),
        /// The piece or cell on the table that is aimed at; 0, 0 is its middle.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        over: Option<Key>,
        /// Within which first and second coordinates all is well.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        safe: Option<((i32, i32), (i32, i32))>,
        /// How far from the point it may end up, each way.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        error: Option<i32>,
        /// In how many ways each error comes about, from the farthest one way to the farthest the other, the
        /// same along both coordinates.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(as = "Option<Vec<u32>>", optional)]
        spread: Vec<u32>,
        /// What is held there until it is let go.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        holding: Option<Figure>,
    },
    /// A sentence put together phrase by phrase: `phrase:…`, `phrase:…`, …
    ///
    /// Each phrase may have gaps, which are filled from the left, each from the list of its name.
    Phrases {
        /// What is said.
        label: String,
        /// The name of the list that the first phrase is from.
        start: String,
        /// The lists.
        lists: BTreeMap<String, Vec<Phrase>>,
        /// What is asked where a gap is filled from the list of this name: "Which colours?"
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        asks: BTreeMap<String, String>,
    },
    /// What the pieces that are touched count together: "5 of 7". It is looked at, not touched.
    Tally {
        /// What is counted.
        label: String,
        /// What they should make.
        goal: i32,
        /// The pieces that can be touched, each with what it counts.
        worth: Vec<(Key, i32)>,
    },
    /// Free words: `text:…`
    Text {
        /// What is written.
        label: String,
        /// The most characters.
        longest: u16,
    },
}

/// How much a button weighs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// One of several equals.
    #[default]
    Plain,
    /// What most people will want.
    Main,
    /// A cry, a challenge, something that cannot be taken back.
    Bold,
}

/// One of several named choices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Choice {
    /// What touching it means.
    pub key: Key,
    /// What it says.
    pub label: String,
}

/// A phrase with gaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Phrase {
    /// `phrase:…`
    pub key: Key,
    /// What it says, each gap written `_`.
    pub text: String,
    /// For each gap the name of the list that fills it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<String>,
    /// Phrases of a long list that are shown together: the name of their group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub group: Option<String>,
    /// What it looks like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub figure: Option<Figure>,
    /// The phrase of the same list that says it where another one follows: "red or _" for "red". Such phrases
    /// are ticked, one or more of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub more: Option<Key>,
}

impl Phrase {
    /// A phrase whose gaps are filled from these lists.
    pub fn new(key: Key, text: impl Into<String>, gaps: &[&str]) -> Phrase {
        let gaps = gaps.iter().map(ToString::to_string).collect();
        Phrase { key, text: text.into(), gaps, group: None, figure: None, more: None }
    }
}

impl Control {
    /// A button; the key is completed to `button:…`.
    pub fn button(key: &str, label: impl Into<String>, tone: Tone) -> Control {
        Control::Button { key: Key::button(key), label: label.into(), tone }
    }

    /// A whole number between these.
    pub fn number(label: impl Into<String>, min: i32, max: i32) -> Control {
        Control::Number { label: label.into(), min, max, of: vec![] }
    }

    /// A point between these bounds.
    pub fn aim(label: impl Into<String>, x: (i32, i32), y: (i32, i32)) -> Control {
        Control::Aim {
            label: label.into(),
            x,
            y,
            over: None,
            safe: None,
            error: None,
            spread: vec![],
            holding: None,
        }
    }

    /// Whether touching this key is something the control allows.
    pub(crate) fn allows(&self, key: &Key) -> bool {
        match (self, key.touch()) {
            (Control::Button { key: own, .. }, _) => own == key,
            (Control::Choices { choices, .. }, _) => choices.iter().any(|choice| choice.key == *key),
            (Control::Phrases { lists, .. }, _) => {
                lists.values().flatten().any(|phrase: &Phrase| phrase.key == *key)
            }
            (Control::Number { min, max, .. }, Touch::Number(number)) => (*min..=*max).contains(&number),
            (Control::Symbols(symbols), Touch::Symbol(symbol)) => symbols.contains(&symbol),
            (Control::Colours(colours), Touch::Colour(colour)) => colours.contains(&colour),
            (Control::Aim { x, y, .. }, Touch::Point(first, second)) => {
                (x.0..=x.1).contains(&first) && (y.0..=y.1).contains(&second)
            }
            (Control::Text { longest, .. }, Touch::Text(words)) => {
                words.chars().count() <= usize::from(*longest)
            }
            (
                Control::Number { .. }
                | Control::Symbols(_)
                | Control::Colours(_)
                | Control::Aim { .. }
                | Control::Tally { .. }
                | Control::Text { .. },
                _,
            ) => false,
        }
    }
}

/// Something a person may choose now: what to touch, in order, and what to call it.
///
/// A client narrows the offers touch by touch until one is left, or shows the labels as a list;
/// dragging from the first to the last is the same choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Offer {
    /// A short verb phrase: "Take 3 from heap 2".
    pub label: String,
    /// The keys to touch; never empty.
    pub path: Vec<Key>,
    /// What it would change, to be shown before it is final.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// Why it is worth what it is, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub why: Option<String>,
    /// Whether it does nothing but let the game go on: to pass, to waste a point. Where it is all there is,
    /// a client may do it for the player.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub idle: bool,
    /// Whether its keys are chosen together, in any order and until the last one, which says that it is done;
    /// before that, each of them can be let go again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub together: bool,
    /// Keys that stand for each other, list by list: of cards with the same number, any will do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Vec<Key>>>")]
    pub alike: Vec<Vec<Key>>,
    /// Keys of the path that need not be touched once nothing else can be meant: the card that a move takes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Key>>")]
    pub implied: Vec<Key>,
}

/// Something that an offer would change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Change {
    /// The zone, cell or piece that it happens to.
    pub at: Key,
    /// What happens to it.
    pub to: Becomes,
}

/// What would happen to a place or a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Becomes {
    /// It brings so much, or costs it: points, or whatever is gained there, such as flowers.
    Worth(i32),
    /// This stands there then, or it looks like this.
    Figure(Figure),
    /// It leaves the table.
    Gone,
    /// It goes to this place.
    At(Key),
}

impl Offer {
    /// Fills in the names of people, for the eyes of one reader.
    pub fn name_people(&mut self, names: &crate::Names) {
        for text in [&mut self.label].into_iter().chain(&mut self.why) {
            if text.contains('{') {
                *text = crate::render(text, names);
            }
        }
    }

    /// An offer of one or more touches.
    pub fn new(label: impl Into<String>, path: impl IntoIterator<Item = Key>) -> Offer {
        Offer {
            label: label.into(),
            path: path.into_iter().collect(),
            changes: vec![],
            why: None,
            idle: false,
            together: false,
            alike: vec![],
            implied: vec![],
        }
    }

    /// The offer with something it would change.
    #[must_use]
    pub fn changing(mut self, at: Key, to: Becomes) -> Offer {
        self.changes.push(Change { at, to });
        self
    }

    /// The offer with a reason.
    #[must_use]
    pub fn because(self, why: impl Into<String>) -> Offer {
        Offer { why: Some(why.into()), ..self }
    }

    /// The offer as one whose keys are touched in any order, but for the last.
    #[must_use]
    pub fn together(self) -> Offer {
        Offer { together: true, ..self }
    }

    /// The offer with keys that stand for each other, list by list.
    #[must_use]
    pub fn alike(self, alike: impl IntoIterator<Item = Vec<Key>>) -> Offer {
        Offer { alike: alike.into_iter().filter(|keys| keys.len() > 1).collect(), ..self }
    }

    /// The offer with keys of its path that need not be touched.
    #[must_use]
    pub fn implying(self, keys: impl IntoIterator<Item = Key>) -> Offer {
        Offer { implied: keys.into_iter().collect(), ..self }
    }

    /// The offer as one that does nothing but let the game go on.
    #[must_use]
    pub fn idle(self) -> Offer {
        Offer { idle: true, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_filled_into_an_offer_and_its_reason() {
        let mut offer = Offer::new("Give it to {0}", [Key::zone("hand")]).because("Only {0} holds a 5 too.");
        let names = ["Anna".to_string()];
        offer.name_people(&crate::Names { names: &names, reader: None });
        assert_eq!(
            (offer.label.as_str(), offer.why.as_deref()),
            ("Give it to Anna", Some("Only Anna holds a 5 too."))
        );
    }

    #[test]
    fn controls_allow_what_they_show_and_nothing_else() {
        let phrases = BTreeMap::from([(
            "rule".to_string(),
            vec![Phrase::new(Key::phrase("red"), "the card is red", &[])],
        )]);
        for (control, yes, no) in [
            (Control::button("stay", "Stay", Tone::Main), "button:stay", "button:run"),
            (Control::number("Bid", 2, 5), "number:5", "number:6"),
            (Control::Symbols(vec![Symbol::Wheel]), "symbol:wheel", "symbol:drop"),
            (Control::Colours(vec![Colour::Red]), "colour:red", "colour:blue"),
            (Control::aim("Aim", (-40, 40), (-40, 40)), "aim:12,-7", "aim:12,41"),
            (
                Control::Phrases {
                    label: "Rule".into(),
                    start: "rule".into(),
                    lists: phrases,
                    asks: BTreeMap::new(),
                },
                "phrase:red",
                "phrase:x",
            ),
            (Control::Text { label: "Say".into(), longest: 3 }, "text:abc", "text:abcd"),
        ] {
            let (yes, no): (Key, Key) = (yes.parse().unwrap(), no.parse().unwrap());
            assert!(control.allows(&yes) && !control.allows(&no), "{control:?}");
        }
        let card: Key = "card:3".parse().unwrap();
        let tally = Control::Tally { label: "Sum".into(), goal: 7, worth: vec![(card.clone(), 2)] };
        assert!(!tally.allows(&card), "a sum is looked at");
    }
}
