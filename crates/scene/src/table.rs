//! The whole scene: what is wrong with one, and how names are filled in.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Control, Key, Mark, Player, Prompt, Touch, Zone, ZoneKind};

/// One viewer's table at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Scene {
    /// Where things lie; shared zones in reading order, then those that belong to seats.
    pub zones: Vec<Zone>,
    /// One for each seat, in order.
    pub players: Vec<Player>,
    /// What is asked of the viewer, or what everybody waits for.
    pub prompt: Prompt,
    /// Something everybody should notice now ("The wild symbol is switched off").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub banner: Option<String>,
    /// How far the game is, in a few words each: "Round 3 of 4".
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Ways that are drawn over the boards: a march, an attack, the flow of a river.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<Way>,
}

/// A way from cell to cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Way {
    /// The cells, first to last; at least two.
    pub through: Vec<Key>,
    /// What it tells.
    pub kind: WayKind,
}

/// What a way tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum WayKind {
    /// Somebody went here.
    Went,
    /// Somebody attacks.
    Attack,
    /// Things go on this way by themselves.
    Flow,
    /// So far something reaches: a line along the upper edges of these cells.
    Reach,
}

impl Scene {
    /// The zone of this name (without `zone:`).
    pub fn zone(&self, name: &str) -> Option<&Zone> {
        self.zones.iter().find(|zone| zone.key.touch() == Touch::Zone(name))
    }

    /// The scene with every zone as the one of these viewers sees it who sees the most of it.
    #[must_use]
    pub fn opened_by(mut self, others: impl IntoIterator<Item = Scene>) -> Scene {
        for other in others {
            for seen in other.zones {
                match self.zones.iter_mut().find(|zone| zone.key == seen.key) {
                    Some(zone) if zone.open_pieces() < seen.open_pieces() => *zone = seen,
                    Some(_) => {}
                    None => self.zones.push(seen),
                }
            }
        }
        // A card on its way may lie in one zone for its owner and still in another for the rest.
        let mut keys = BTreeSet::new();
        for zone in &mut self.zones {
            zone.pieces.retain(|piece| keys.insert(piece.key.clone()));
        }
        self
    }

    /// The scene with every board that rises as one flat board for each of its levels, for those who draw
    /// no heights.
    #[must_use]
    pub fn flattened(self) -> Scene {
        Scene { zones: self.zones.into_iter().flat_map(Zone::flattened).collect(), ..self }
    }

    /// Whether the scene has something to touch under this key.
    pub fn has(&self, key: &Key) -> bool {
        self.zones.iter().any(|zone| {
            zone.key == *key
                || zone.cells.iter().any(|cell| cell.key == *key)
                || zone.pieces.iter().any(|piece| piece.key == *key)
        }) || self.prompt.controls.iter().any(|control| control.allows(key))
    }

    /// Whether there is a zone or cell under this key.
    fn has_place(&self, key: &Key) -> bool {
        self.zones.iter().any(|zone| zone.key == *key || zone.cells.iter().any(|cell| cell.key == *key))
    }

    /// What is wrong with the scene, if anything: keys that are not unique or not of their kind,
    /// pieces in cells that do not exist, players that are not one for each seat.
    pub fn flaws(&self) -> Vec<String> {
        let mut flaws = vec![];
        let mut keys = BTreeSet::new();
        let mut unique = |key: &Key, kind: &str, is_of_kind: fn(Touch) -> bool, flaws: &mut Vec<String>| {
            if !keys.insert(key.clone()) {
                flaws.push(format!("two things are called {key}"));
            }
            if !key.is_sound() || !is_of_kind(key.touch()) {
                flaws.push(format!("{key} is not the name of a {kind}"));
            }
        };
        let is_any = |_: Touch| true;
        for zone in &self.zones {
            unique(&zone.key, "zone", |touch| matches!(touch, Touch::Zone(_)), &mut flaws);
            for cell in &zone.cells {
                unique(&cell.key, "cell", |touch| matches!(touch, Touch::Cell(_)), &mut flaws);
                if cell.size.0 <= 0 || cell.size.1 <= 0 {
                    flaws.push(format!("{} has no area", cell.key));
                }
            }
            for piece in &zone.pieces {
                unique(&piece.key, "piece", is_any, &mut flaws);
            }
        }
        for control in &self.prompt.controls {
            match control {
                Control::Aim { over: Some(over), .. } if !self.has(over) => {
                    flaws.push(format!("{over}, which is aimed at, is nowhere"));
                }
                Control::Tally { worth, .. } if !worth.iter().all(|(key, _)| self.has(key)) => {
                    flaws.push("something is counted that is nowhere".into());
                }
                Control::Button { key, .. } => {
                    unique(key, "button", |touch| matches!(touch, Touch::Button(_)), &mut flaws);
                }
                Control::Choices { choices, .. } => {
                    choices.iter().for_each(|choice| unique(&choice.key, "choice", is_any, &mut flaws));
                }
                _ => {}
            }
        }
        for zone in &self.zones {
            for piece in &zone.pieces {
                let cell_is_there = match (&piece.cell, zone.kind) {
                    (Some(cell), _) => zone.cells.iter().any(|own| own.key == *cell),
                    (None, ZoneKind::Board | ZoneKind::Track) => false,
                    (None, _) => true,
                };
                if !cell_is_there {
                    flaws.push(format!("{} stands in no cell of {}", piece.key, zone.key));
                }
                if (zone.kind == ZoneKind::Plane) != piece.at.is_some() {
                    flaws.push(format!("{} has coordinates exactly if it is on a plane", piece.key));
                }
                if piece.off.is_some() && piece.cell.is_none() {
                    flaws.push(format!("{} is off the middle of no cell", piece.key));
                }
                if piece.from.as_ref().is_some_and(|from| !self.has_place(from)) {
                    flaws.push(format!("{} comes from no place of the scene", piece.key));
                }
            }
        }
        for way in &self.ways {
            if way.through.len() < 2 || !way.through.iter().all(|key| self.has_place(key)) {
                flaws.push(format!(
                    "a way leads through {:?}, which are not at least two places",
                    way.through
                ));
            }
        }
        if self.players.iter().enumerate().any(|(number, player)| player.seat.index() != number) {
            flaws.push("the players are not one for each seat in order".into());
        }
        if self.prompt.text.is_empty() {
            flaws.push("the prompt says nothing".into());
        }
        flaws
    }

    /// Fills in the names of people, for the eyes of one reader.
    #[must_use]
    pub fn named(mut self, names: &crate::Names) -> Scene {
        let fill = |text: &mut String| {
            if text.contains('{') {
                *text = crate::render(text, names);
            }
        };
        fill(&mut self.prompt.text);
        self.banner.iter_mut().for_each(fill);
        self.tags.iter_mut().for_each(fill);
        for control in &mut self.prompt.controls {
            match control {
                Control::Button { label, .. }
                | Control::Number { label, .. }
                | Control::Aim { label, .. }
                | Control::Phrases { label, .. }
                | Control::Tally { label, .. }
                | Control::Text { label, .. } => fill(label),
                Control::Choices { label, choices } => {
                    fill(label);
                    choices.iter_mut().for_each(|choice| fill(&mut choice.label));
                }
                Control::Symbols(_) | Control::Colours(_) => {}
            }
        }
        for player in &mut self.players {
            player.facts.iter_mut().for_each(|fact| fill(&mut fact.value));
            player.parts.iter_mut().for_each(|part| fill(&mut part.label));
        }
        for zone in &mut self.zones {
            fill(&mut zone.label);
            zone.title.iter_mut().chain(&mut zone.note).for_each(fill);
            for cell in &mut zone.cells {
                fill(&mut cell.label);
                fill_marks(&mut cell.marks, fill);
            }
            for piece in &mut zone.pieces {
                fill(&mut piece.label);
                piece.about.iter_mut().for_each(fill);
                fill_marks(&mut piece.marks, fill);
            }
        }
        self
    }
}

fn fill_marks(marks: &mut [Mark], fill: impl Fn(&mut String)) {
    for mark in marks {
        if let Mark::Note(note) = mark {
            fill(note);
        }
    }
}

#[cfg(test)]
mod tests {
    use boxwood_kit::Colour;

    use super::*;
    use crate::{Cell, Figure, Ground, Piece};

    fn board() -> Scene {
        let zone = Zone::new(ZoneKind::Board, "board", "Board")
            .with_cells([Cell::new("a1", 0, 0, Ground::Bare)])
            .with_pieces([Piece::new(Key::piece("cube", 1), Figure::Cube(Colour::Red)).in_cell("a1")]);
        Scene { zones: vec![zone], prompt: Prompt::new("Place a cube."), ..Scene::default() }
    }

    #[test]
    fn a_sound_scene_has_no_flaws() {
        assert_eq!(board().flaws(), Vec::<String>::new());
    }

    #[test]
    fn every_kind_of_flaw_is_found() {
        type Damage = fn(&mut Scene);
        let damages: [(&str, Damage); 7] = [
            ("stands in no cell", |scene| scene.zones[0].pieces[0].cell = None),
            ("stands in no cell", |scene| scene.zones[0].cells.clear()),
            ("is off the middle of no cell", |scene| {
                scene.zones[0].pieces[0].cell = None;
                scene.zones[0].pieces[0].off = Some((3, 0));
            }),
            ("two things are called", |scene| {
                scene.zones[0].pieces = vec![scene.zones[0].pieces[0].clone(); 2]
            }),
            ("is not the name of a zone", |scene| scene.zones[0].key = Key::cell("board")),
            ("comes from no place", |scene| scene.zones[0].pieces[0].from = Some(Key::zone("bag"))),
            ("the prompt says nothing", |scene| scene.prompt.text.clear()),
        ];
        for (expected, damage) in damages {
            let mut scene = board();
            damage(&mut scene);
            assert!(
                scene.flaws().iter().any(|flaw| flaw.contains(expected)),
                "{expected}: {:?}",
                scene.flaws()
            );
        }
    }

    #[test]
    fn a_board_that_rises_has_its_levels_side_by_side() {
        let mut scene = board();
        scene.zones[0].rises = true;
        scene.zones[0].cells.push(Cell::new("a1.2", 0, 0, Ground::Bare).on_level(1));
        assert_eq!(scene.flaws(), Vec::<String>::new());
        let flat = scene.flattened();
        assert_eq!(flat.flaws(), Vec::<String>::new());
        let told: Vec<_> = flat
            .zones
            .iter()
            .map(|zone| (zone.label.as_str(), zone.cells.len(), zone.pieces.len()))
            .collect();
        assert_eq!(told, [("Level 1", 1, 1), ("Level 2", 1, 0)]);
    }

    #[test]
    fn names_are_filled_in_everywhere() {
        let mut scene = board();
        scene.zones[0].label = "{0:'s} board".into();
        scene.zones[0].pieces[0].marks.push(Mark::Note("{0}".into()));
        scene.prompt.text = "{0:move}".into();
        let names = ["Anna".to_string()];
        let named = scene.named(&crate::Names { names: &names, reader: None });
        assert_eq!(named.zones[0].label, "Anna's board");
        assert_eq!(named.zones[0].pieces[0].marks, [Mark::Note("Anna".into())]);
        assert_eq!(named.prompt.text, "Anna moves");
    }
}
