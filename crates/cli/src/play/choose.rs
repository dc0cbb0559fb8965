//! Narrowing offers touch by touch, without any screen.

use std::collections::BTreeMap;

use boxwood_engine::Chosen;
use boxwood_scene::{Control, Key, Phrase, Scene, Touch as Touched};

type PhraseLists = BTreeMap<String, Vec<Phrase>>;

/// The offers of one person, and what they have touched so far.
#[derive(Clone, Debug, Default)]
pub struct Narrowing {
    offers: Vec<Chosen>,
    touched: Vec<Key>,
}

/// What a touch led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Touch {
    /// Only this is left.
    Done(Chosen),
    /// Something more is to be touched.
    Further,
    /// No offer says this; the game must be asked what it means.
    Ask(Vec<Key>),
}

/// Something the cursor can stop at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A piece, a cell, a zone, a button, a chip.
    Key(Key),
    /// A stepper through these numbers, in order.
    Number(Vec<i32>),
    /// A pad with its ranges.
    Aim((i32, i32), (i32, i32)),
    /// A line to write on, at most so long.
    Text(u16),
}

impl Narrowing {
    /// Begins with nothing touched.
    pub fn new(offers: Vec<Chosen>) -> Narrowing {
        Narrowing { offers, touched: vec![] }
    }

    /// The same touches among other offers, as far as they still lead somewhere.
    pub fn renew(&mut self, offers: Vec<Chosen>) {
        if self.offers != offers {
            self.offers = offers;
            self.touched.clear();
        }
    }

    /// What has been touched, in order.
    pub fn touched(&self) -> &[Key] {
        &self.touched
    }

    /// All offers.
    pub fn offers(&self) -> &[Chosen] {
        &self.offers
    }

    /// The offers that begin with what has been touched.
    pub fn remaining(&self) -> impl Iterator<Item = &Chosen> {
        self.offers.iter().filter(|chosen| chosen.offer.path.starts_with(&self.touched))
    }

    /// The offers that would remain after touching this.
    pub fn after<'a>(&'a self, key: &'a Key) -> impl Iterator<Item = &'a Chosen> {
        let depth = self.touched.len();
        self.remaining().filter(move |chosen| chosen.offer.path.get(depth).is_some_and(|next| next == key))
    }

    /// What can be touched next, each once, in the order of the offers.
    pub fn next_keys(&self) -> Vec<&Key> {
        let mut keys: Vec<&Key> = vec![];
        for key in self.remaining().filter_map(|chosen| chosen.offer.path.get(self.touched.len())) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        keys
    }

    /// Touches something.
    pub fn touch(&mut self, key: &Key, scene: &Scene) -> Touch {
        // A sentence is put together to its end: an offer that begins like it is not what is meant.
        if let Some(next) = phrases(scene, &self.with(key)) {
            let path = self.with(key);
            if !next.is_empty() {
                self.touched = path;
                return Touch::Further;
            }
            let said = self.remaining().find(|chosen| chosen.offer.path == path);
            return said.map_or(Touch::Ask(path), |chosen| Touch::Done(chosen.clone()));
        }
        let mut after = self.after(key);
        match (after.next(), after.next()) {
            (Some(only), None) => Touch::Done(only.clone()),
            (Some(_), Some(_)) => {
                drop(after);
                self.touched.push(key.clone());
                Touch::Further
            }
            (None, _) => {
                drop(after);
                Touch::Ask(self.with(key))
            }
        }
    }

    /// What has been touched, and then this.
    pub fn with(&self, key: &Key) -> Vec<Key> {
        self.touched.iter().cloned().chain([key.clone()]).collect()
    }

    /// Goes one touch back; false if there was none.
    pub fn back(&mut self) -> bool {
        self.touched.pop().is_some()
    }

    /// Where the cursor can stop now, in the order of the scene.
    pub fn stops(&self, scene: &Scene) -> Vec<Stop> {
        let mut keys = self.next_keys();
        if let Some(next) = phrases(scene, &self.touched) {
            keys.retain(|key| !matches!(key.touch(), Touched::Phrase(_)));
            keys.extend(next.iter().map(|phrase| &phrase.key));
        }
        let order = places(scene);
        let place = |key: &Key| order.iter().position(|known| *known == key).unwrap_or(usize::MAX);
        let mut stops: Vec<(usize, Stop)> = keys
            .iter()
            .filter(|key| !is_stepped(key, scene))
            .map(|key| (place(key), Stop::Key((*key).clone())))
            .collect();
        stops.sort_by_key(|(place, _)| *place);
        let mut stops: Vec<Stop> = stops.into_iter().map(|(_, stop)| stop).collect();
        let mut numbers: Vec<i32> = keys.iter().filter_map(|key| number(key)).collect();
        numbers.sort_unstable();
        if !numbers.is_empty() {
            stops.push(Stop::Number(numbers));
        }
        for control in &scene.prompt.controls {
            match control {
                Control::Aim { x, y, .. } => stops.push(Stop::Aim(*x, *y)),
                Control::Text { longest, .. } => stops.push(Stop::Text(*longest)),
                _ => {}
            }
        }
        stops
    }
}

/// Whether the key is one of many values of a stepper, a pad or a line.
fn is_stepped(key: &Key, scene: &Scene) -> bool {
    let mut controls = scene.prompt.controls.iter();
    match key.touch() {
        Touched::Number(_) => true,
        Touched::Point(..) => controls.any(|control| matches!(control, Control::Aim { .. })),
        Touched::Text(_) => controls.any(|control| matches!(control, Control::Text { .. })),
        _ => false,
    }
}

/// The number that a key is.
fn number(key: &Key) -> Option<i32> {
    if let Touched::Number(number) = key.touch() { Some(number) } else { None }
}

/// The lists of the sentence that can be put together, and the one it begins with.
fn phrase_lists(scene: &Scene) -> Option<(&str, &PhraseLists)> {
    scene.prompt.controls.iter().find_map(|control| match control {
        Control::Phrases { start, lists, .. } => Some((start.as_str(), lists)),
        _ => None,
    })
}

/// The phrases that can come after these touches; empty when the sentence is complete, `None`
/// where no sentence is being put together.
pub fn phrases<'a>(scene: &'a Scene, touched: &[Key]) -> Option<&'a [Phrase]> {
    let (start, lists) = phrase_lists(scene)?;
    let mut wanted = vec![start];
    for key in touched {
        let list = lists.get(wanted.pop()?)?;
        let phrase = list.iter().find(|phrase| phrase.key == *key)?;
        wanted.extend(phrase.gaps.iter().rev().map(String::as_str));
    }
    match wanted.pop() {
        None => Some(&[]),
        Some(list) => lists.get(list).map(Vec::as_slice),
    }
}

/// The sentence that these touches have begun: "…" is the gap to fill next, "_" one for later.
pub fn sentence(scene: &Scene, touched: &[Key]) -> Option<String> {
    let (start, lists) = phrase_lists(scene)?;
    phrases(scene, touched).filter(|_| !touched.is_empty())?;
    let mut gaps = ["…"].into_iter();
    Some(filled(lists, start, &mut touched.iter(), &mut gaps))
}

/// A gap with what fills it, from the left.
fn filled<'a>(
    lists: &PhraseLists,
    list: &str,
    keys: &mut impl Iterator<Item = &'a Key>,
    gaps: &mut impl Iterator<Item = &'static str>,
) -> String {
    let phrase = keys.next().and_then(|key| lists.get(list)?.iter().find(|phrase| phrase.key == *key));
    let Some(phrase) = phrase else { return gaps.next().unwrap_or("_").into() };
    let mut pieces = phrase.text.split('_');
    let mut text = pieces.next().unwrap_or_default().to_string();
    for (gap, piece) in phrase.gaps.iter().zip(pieces) {
        text += &filled(lists, gap, keys, gaps);
        text += piece;
    }
    text
}

/// Every key of the scene in reading order, controls last.
fn places(scene: &Scene) -> Vec<&Key> {
    let mut keys: Vec<&Key> = vec![];
    for zone in &scene.zones {
        keys.push(&zone.key);
        keys.extend(zone.cells.iter().map(|cell| &cell.key));
        keys.extend(zone.pieces.iter().map(|piece| &piece.key));
    }
    for control in &scene.prompt.controls {
        match control {
            Control::Button { key, .. } => keys.push(key),
            Control::Choices { choices, .. } => keys.extend(choices.iter().map(|choice| &choice.key)),
            Control::Phrases { lists, .. } => {
                keys.extend(lists.values().flatten().map(|phrase| &phrase.key));
            }
            _ => {}
        }
    }
    keys
}

/// What people call the thing of this key.
pub fn key_name(scene: &Scene, key: &Key) -> String {
    for zone in &scene.zones {
        if zone.key == *key {
            return zone.label.clone();
        }
        if let Some(cell) = zone.cells.iter().find(|cell| cell.key == *key) {
            return format!("{} {}", zone.label, cell.label);
        }
        if let Some(piece) = zone.pieces.iter().find(|piece| piece.key == *key) {
            return piece.label.clone();
        }
    }
    for control in &scene.prompt.controls {
        match control {
            Control::Button { key: own, label, .. } if own == key => return label.clone(),
            Control::Choices { choices, .. } => {
                if let Some(choice) = choices.iter().find(|choice| choice.key == *key) {
                    return choice.label.clone();
                }
            }
            Control::Phrases { lists, .. } => {
                if let Some(phrase) = lists.values().flatten().find(|phrase| phrase.key == *key) {
                    return phrase.text.clone();
                }
            }
            _ => {}
        }
    }
    match key.touch() {
        Touched::Symbol(symbol) => symbol.to_string(),
        _ => short(key).into(),
    }
}

/// A key without its kind.
pub fn short(key: &Key) -> &str {
    key.as_str().split_once(':').map_or(key.as_str(), |(_, name)| name)
}

/// The offers that a typed text means: the one of that number (from 1), else those whose label or
/// path contains it, whatever the case; an exact label or path wins.
pub fn search<'a>(offers: impl IntoIterator<Item = &'a Chosen>, text: &str) -> Vec<&'a Chosen> {
    let offers: Vec<&Chosen> = offers.into_iter().collect();
    let text = text.trim().to_lowercase();
    if let Ok(number) = text.parse::<usize>() {
        return number.checked_sub(1).and_then(|index| offers.get(index)).copied().into_iter().collect();
    }
    let path = |chosen: &Chosen| {
        let keys: Vec<&str> = chosen.offer.path.iter().map(Key::as_str).collect();
        keys.join(" ").to_lowercase()
    };
    let exact: Vec<&Chosen> = offers
        .iter()
        .copied()
        .filter(|chosen| chosen.offer.label.to_lowercase() == text || path(chosen) == text)
        .collect();
    if !exact.is_empty() {
        return exact;
    }
    let fits = |chosen: &&Chosen| {
        chosen.offer.label.to_lowercase().contains(&text) || path(chosen).starts_with(&text)
    };
    offers.into_iter().filter(fits).collect()
}

/// Longer paths are not read; a sentence may have many phrases.
const LONGEST_PATH: usize = 200;

/// A path as somebody types it: keys with a colon each, separated by spaces or commas.
pub fn parse_path(text: &str) -> Option<Vec<Key>> {
    let keys: Vec<Key> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    (!keys.is_empty() && keys.len() <= LONGEST_PATH).then_some(keys)
}

#[cfg(test)]
mod tests {
    use super::*;
    use boxwood_scene::{Cell, Figure, Ground, Offer, Piece, Prompt, Zone, ZoneKind};
    use serde_json::Value;

    fn offers(paths: &[&str]) -> Vec<Chosen> {
        paths
            .iter()
            .map(|path| Chosen {
                action: Value::Null,
                offer: Offer::new(format!("Do {path}"), path.split(' ').map(key)),
            })
            .collect()
    }

    fn key(text: &str) -> Key {
        text.parse().unwrap()
    }

    fn scene() -> Scene {
        let zone = Zone::new(ZoneKind::Board, "board", "Board")
            .with_cells([Cell::new("a1", 0, 0, Ground::Bare), Cell::new("a2", 0, 1, Ground::Bare)])
            .with_pieces([Piece::new(key("cube:1"), Figure::Bag).in_cell("a1")]);
        Scene { zones: vec![zone], prompt: Prompt::new("Go."), ..Scene::default() }
    }

    fn keys(stops: &[Stop]) -> Vec<&str> {
        stops.iter().map(|stop| if let Stop::Key(key) = stop { key.as_str() } else { "-" }).collect()
    }

    #[test]
    fn touches_narrow_until_one_is_left() {
        let scene = scene();
        let mut narrowing = Narrowing::new(offers(&["cube:1 cell:a2", "cube:1 cell:a1", "button:pass"]));
        assert_eq!(keys(&narrowing.stops(&scene)), ["cube:1", "button:pass"]);
        assert_eq!(narrowing.touch(&key("cube:1"), &scene), Touch::Further);
        assert_eq!(keys(&narrowing.stops(&scene)), ["cell:a1", "cell:a2"], "in the order of the scene");
        let Touch::Done(chosen) = narrowing.touch(&key("cell:a2"), &scene) else { panic!("one is left") };
        assert_eq!(chosen.offer.label, "Do cube:1 cell:a2");
        assert!(narrowing.back() && !narrowing.back());
        assert_eq!(narrowing.remaining().count(), 3);
    }

    #[test]
    fn the_last_one_left_needs_no_more_touches() {
        let mut narrowing = Narrowing::new(offers(&["cube:1 cell:a1 cell:a2", "button:pass"]));
        assert!(matches!(narrowing.touch(&key("cube:1"), &scene()), Touch::Done(_)));
    }

    #[test]
    fn what_is_not_offered_is_asked_about() {
        let mut narrowing = Narrowing::new(offers(&["cube:1 cell:a2", "cube:1 cell:a1"]));
        let asked = |path: &[&str]| Touch::Ask(path.iter().map(|text| key(text)).collect());
        assert_eq!(narrowing.touch(&key("cell:a1"), &scene()), asked(&["cell:a1"]));
        narrowing.touch(&key("cube:1"), &scene());
        assert_eq!(narrowing.touch(&key("cube:1"), &scene()), asked(&["cube:1", "cube:1"]));
        assert_eq!(narrowing.touched(), ["cube:1"], "asking leaves it as it was");
    }

    #[test]
    fn numbers_make_one_stepper() {
        let narrowing = Narrowing::new(offers(&["number:10", "number:9", "number:-1", "button:pass"]));
        let stops = narrowing.stops(&scene());
        assert_eq!(stops, [Stop::Key(key("button:pass")), Stop::Number(vec![-1, 9, 10])]);
    }

    #[test]
    fn sentences_are_put_together_gap_by_gap() {
        let phrase = |text: &str, gaps: &[&str]| Phrase::new(Key::phrase(text), text, gaps);
        let lists = BTreeMap::from([
            ("rule".to_string(), vec![phrase("_ and _", &["colour", "value"]), phrase("any", &[])]),
            ("colour".to_string(), vec![phrase("red", &[])]),
            ("value".to_string(), vec![phrase("high", &[]), phrase("low", &[])]),
        ]);
        let mut scene = scene();
        let (label, start) = ("Rule".into(), "rule".into());
        scene.prompt = scene.prompt.with(Control::Phrases { label, start, lists, asks: BTreeMap::new() });
        let offer = |path: &[&str]| Chosen {
            action: Value::Null,
            offer: Offer::new(path.join(", "), path.iter().map(|text| key(text))),
        };
        let offered = ["phrase:_ and _", "phrase:red", "phrase:low"];
        let mut narrowing = Narrowing::new(vec![offer(&["phrase:any"]), offer(&offered)]);
        let said = |narrowing: &Narrowing| sentence(&scene, narrowing.touched());
        assert_eq!(keys(&narrowing.stops(&scene)), ["phrase:_ and _", "phrase:any"]);
        assert_eq!(said(&narrowing), None);
        assert_eq!(
            narrowing.touch(&key("phrase:_ and _"), &scene),
            Touch::Further,
            "though one offer is left"
        );
        assert_eq!(keys(&narrowing.stops(&scene)), ["phrase:red"]);
        assert_eq!(said(&narrowing).as_deref(), Some("… and _"));
        assert_eq!(narrowing.touch(&key("phrase:red"), &scene), Touch::Further);
        assert_eq!(said(&narrowing).as_deref(), Some("red and …"));
        let Touch::Ask(path) = narrowing.touch(&key("phrase:high"), &scene) else { panic!("it is complete") };
        assert_eq!(path, ["phrase:_ and _", "phrase:red", "phrase:high"]);
        assert_eq!(sentence(&scene, &path).as_deref(), Some("red and high"));
        let Touch::Done(chosen) = narrowing.touch(&key("phrase:low"), &scene) else {
            panic!("it is offered")
        };
        assert_eq!(chosen, offer(&offered));
    }

    #[test]
    fn typed_text_finds_by_number_label_or_path() {
        let offers = offers(&["cell:a1", "cell:a2", "cell:a10"]);
        for (text, expected) in [
            ("2", &["Do cell:a2"][..]),
            ("9", &[]),
            ("0", &[]),
            ("A2", &["Do cell:a2"]),
            ("do cell:a1", &["Do cell:a1"]),
            ("cell:a1", &["Do cell:a1"]),
            ("a1", &["Do cell:a1", "Do cell:a10"]),
            ("", &["Do cell:a1", "Do cell:a2", "Do cell:a10"]),
        ] {
            let found: Vec<&str> =
                search(&offers, text).iter().map(|chosen| chosen.offer.label.as_str()).collect();
            assert_eq!(found, expected, "{text:?}");
        }
        assert_eq!(parse_path("card:17 cell:c4"), Some(vec![key("card:17"), key("cell:c4")]));
        assert_eq!(parse_path("take it"), None);
    }
}
