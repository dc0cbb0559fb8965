//! A table that a game has drawn: each of its places is for something that the game has, and whatever lies on
//! the table has a place, at every seat count and with every option.

use std::collections::BTreeSet;

use boxwood_engine::{Game, Match, Seat, Viewer};
use boxwood_kit::Seed;
use boxwood_scene::{Key, Role, Scene, Zone, ZoneKind};

use crate::art;
use crate::variants::Variant;

/// Places for what no scene names: the players, the tray of what has no place, what is put together from phrases,
/// and the part of the drawing that is seen where the players sit elsewhere.
const OTHERS: [&str; 5] = ["player:*", "player:me", "tray", "control", "core"];
/// So long each variant is played to see what comes onto its table.
const MOVES: usize = 80;

/// # Panics
/// If a drawing has what it must not have, or its places are not those of the game.
pub(crate) fn check<G: Game>(variants: &[Variant<G::Options>]) {
    let Some(stage) = G::INFO.art.stage else { return };
    let seen: Vec<Seen> = variants.iter().filter_map(|variant| look::<G>(variant)).collect();
    for (file, svg) in [("wide.svg", stage.wide), ("tall.svg", stage.tall)] {
        let places = art::places(svg).unwrap_or_else(|fault| panic!("art/{file}: {fault}"));
        if let Err(fault) = agree(&places, &seen) {
            panic!("art/{file}: {fault}");
        }
    }
}

/// What comes onto the table of a variant, by the names that a place can have.
struct Seen {
    variant: String,
    /// What lies there from the beginning and is not for the tray.
    first: Vec<Vec<String>>,
    /// Whatever is seen later.
    all: BTreeSet<String>,
}

fn look<G: Game>(variant: &Variant<G::Options>) -> Option<Seen> {
    let mut game = Match::<G>::new(variant.options.clone(), variant.seats, Seed::from_number(7)).ok()?;
    let mut seen = Seen { variant: variant.name.clone(), first: vec![], all: BTreeSet::new() };
    let viewers = [Viewer::Seat(Seat::default()), Viewer::Spectator];
    for viewer in viewers {
        let scene = game.scene(viewer);
        let lying = scene.zones.iter().filter(|zone| needs_place(zone, viewer));
        seen.first.extend(lying.map(|zone| names(zone, viewer)));
    }
    for number in 0..MOVES {
        for viewer in viewers {
            seen.all.extend(all_names(&game.scene(viewer), viewer));
        }
        let Some(seat) = game.active().iter().next() else { break };
        let actions = game.actions(seat);
        let Some(action) = actions.get(number * 7 % actions.len().max(1)).cloned() else { break };
        if game.act(seat, action).is_err() {
            break;
        }
    }
    Some(seen)
}

/// Supplies and discards have the tray, a hand its edge of the screen, and the others' things their owners.
fn needs_place(zone: &Zone, viewer: Viewer) -> bool {
    let is_small = matches!(zone.role, Role::Supply | Role::Discard);
    match zone.owner {
        None => !is_small,
        owner => owner == viewer.seat() && zone.kind != ZoneKind::Fan && !is_small,
    }
}

/// The names under which a zone can have a place: its key, its family, and for what is the viewer's own `own:…`.
fn names(zone: &Zone, viewer: Viewer) -> Vec<String> {
    let key = zone.key.as_str();
    let mut names = vec![key.to_string()];
    if let Some((family, _)) = key.rsplit_once('.') {
        names.push(format!("{family}.*"));
        if zone.owner.is_some() && zone.owner == viewer.seat() {
            names.push(family.replacen("zone:", "own:", 1));
        }
    }
    names
}

fn all_names(scene: &Scene, viewer: Viewer) -> impl Iterator<Item = String> {
    scene.zones.iter().flat_map(move |zone| {
        let cells = zone.cells.iter().map(|cell| Key::as_str(&cell.key).to_string());
        names(zone, viewer).into_iter().chain(cells)
    })
}

fn agree(places: &[String], seen: &[Seen]) -> Result<(), String> {
    let is_known = |place: &String| {
        OTHERS.contains(&place.as_str()) || seen.iter().any(|variant| variant.all.contains(place))
    };
    if let Some(place) = places.iter().find(|place| !is_known(place)) {
        return Err(format!("nothing of the game is called {place}"));
    }
    for variant in seen {
        if let Some(names) =
            variant.first.iter().find(|names| !names.iter().any(|name| places.contains(name)))
        {
            return Err(format!("{} has no place ({})", names[0], variant.variant));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_things_belong_together() {
        let text = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        let seen = [Seen {
            variant: "2 seats".into(),
            first: vec![text(&["zone:row"]), text(&["zone:bed.0", "zone:bed.*", "own:bed"])],
            all: text(&["zone:row", "zone:bed.0", "zone:bed.*", "own:bed", "cell:a1"]).into_iter().collect(),
        }];
        assert_eq!(agree(&text(&["zone:row", "own:bed", "cell:a1", "player:*", "tray"]), &seen), Ok(()));
        assert_eq!(agree(&text(&["zone:row", "zone:bed.*"]), &seen), Ok(()));
        assert!(agree(&text(&["zone:row"]), &seen).is_err_and(|fault| fault.contains("zone:bed.0")));
        assert!(agree(&text(&["zone:row", "own:bed", "cell:b2"]), &seen).is_err());
    }
}
