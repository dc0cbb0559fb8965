//! The drawings in a game's folder: plain shapes, the colours of the theme, our own pieces; nothing that acts
//! and nothing from elsewhere, because they are drawn inside the page.

use boxwood_engine::Art;
use boxwood_scene::Figure;
use roxmltree::{Document, Node};
use serde_json::{Value, json};

const COVER: &str = "0 0 330 165";
/// More is no cover but a painting, and a lobby loads dozens of them.
const LARGEST: usize = 16_000;
const LARGEST_PREVIEW: usize = 80_000;
/// A table has more on it, and only its own game loads it.
const LARGEST_STAGE: usize = 64_000;

const ELEMENTS: [&str; 8] = ["svg", "g", "path", "rect", "circle", "ellipse", "text", "use"];
const PLAIN: [&str; 24] = [
    "viewBox",
    "x",
    "y",
    "width",
    "height",
    "rx",
    "ry",
    "cx",
    "cy",
    "r",
    "d",
    "transform",
    "opacity",
    "fill-opacity",
    "stroke-opacity",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-dasharray",
    "font-size",
    "text-anchor",
    "fill",
    "stroke",
    "class",
];
const PLACE: &str = "data-place";
/// What is written at a place while nothing lies there.
const EMPTY: &str = "data-empty";
const TOKENS: [&str; 7] = ["ground", "floor", "far", "haze", "near", "tray", "accent"];

/// # Panics
/// If a picture is missing or has what it must not have.
pub(crate) fn check(art: &Art) {
    if let Err(fault) = cover(art.cover) {
        panic!("art/cover.svg: {fault}");
    }
    let size = art.preview.len();
    assert!(
        art.preview.starts_with(b"\xff\xd8\xff"),
        "art/cover.jpg is no JPEG; `cargo xtask covers` takes it"
    );
    assert!(size <= LARGEST_PREVIEW, "art/cover.jpg: {size} bytes, and {LARGEST_PREVIEW} are the most");
}

fn cover(svg: &str) -> Result<(), String> {
    let drawing = parse(svg, LARGEST)?;
    if drawing.root_element().attribute("viewBox") != Some(COVER) {
        return Err(format!("a cover is an <svg> with the viewBox \"{COVER}\""));
    }
    match drawing.descendants().find(|node| node.has_attribute(PLACE)) {
        Some(_) => Err("a cover has no places".into()),
        None => Ok(()),
    }
}

/// The names of the places of a table.
pub(crate) fn places(svg: &str) -> Result<Vec<String>, String> {
    let drawing = parse(svg, LARGEST_STAGE)?;
    let view = drawing.root_element().attribute("viewBox").unwrap_or_default();
    let size = view.strip_prefix("0 0 ").and_then(|size| size.split_once(' '));
    if !size.is_some_and(|(w, h)| [w, h].iter().all(|side| side.parse().is_ok_and(|side: u16| side > 0))) {
        return Err("a table has a viewBox that begins with \"0 0\"".into());
    }
    Ok(drawing.descendants().filter_map(|node| node.attribute(PLACE)).map(str::to_string).collect())
}

/// The drawing, if there is nothing in it that it must not have.
fn parse(svg: &str, most: usize) -> Result<Document<'_>, String> {
    if svg.len() > most {
        return Err(format!("{} bytes, and {most} are the most", svg.len()));
    }
    let drawing = Document::parse(svg).map_err(|error| error.to_string())?;
    if !drawing.root_element().has_tag_name(("http://www.w3.org/2000/svg", "svg")) {
        return Err("a drawing is an <svg>".into());
    }
    drawing.descendants().filter(Node::is_element).try_for_each(element)?;
    Ok(drawing)
}

fn element(node: Node) -> Result<(), String> {
    let name = node.tag_name().name();
    if !ELEMENTS.contains(&name) {
        return Err(format!("<{name}> is not for drawings"));
    }
    for attribute in node.attributes() {
        let (key, value) = (attribute.name(), attribute.value());
        let is_fine = match key {
            _ if attribute.namespace().is_some() => false,
            "href" => name == "use" && value.strip_prefix('#').is_some_and(|id| piece(id).is_some()),
            "fill" | "stroke" => is_colour(value),
            "class" => matches!(value, "day" | "night"),
            // Nothing is seen of a place itself.
            PLACE => {
                name == "rect" && node.attribute("fill") == Some("none") && node.attribute("stroke").is_none()
            }
            EMPTY => node.has_attribute(PLACE) && !value.is_empty(),
            _ => PLAIN.contains(&key) && !value.contains("url("),
        };
        if !is_fine {
            return Err(format!("<{name}> has {key}=\"{value}\""));
        }
    }
    match name {
        "use" if node.attribute("href").is_none() => Err("<use> without href".into()),
        _ => Ok(()),
    }
}

/// A colour of the theme, or one of its own.
fn is_colour(value: &str) -> bool {
    let token = value.strip_prefix("var(--").and_then(|rest| rest.strip_suffix(')'));
    let digits = value.strip_prefix('#').filter(|digits| matches!(digits.len(), 3 | 6));
    value == "none"
        || token.is_some_and(|token| TOKENS.contains(&token))
        || digits.is_some_and(|digits| digits.chars().all(|c| c.is_ascii_hexdigit()))
}

/// The piece that a drawing places by this name: `cube-red`, `card-12`, `die-5-dark`.
fn piece(id: &str) -> Option<Figure> {
    let (kind, which) = id.split_once('-').unwrap_or((id, ""));
    let number =
        |most: u8| which.parse().ok().filter(|number: &u8| *number <= most && which == number.to_string());
    let figure: Value = match (kind, which) {
        ("bag", "") => json!("bag"),
        ("tile", "face") => json!("tile_face"),
        ("card" | "tile" | "rune", "back") => json!(format!("{kind}_back")),
        ("card", _) => json!({ kind: number(55)? }),
        ("rune", _) => json!({ kind: { "card": number(75)?, "role": "" } }),
        ("die", _) => {
            let shown = which.strip_suffix("-dark").unwrap_or(which);
            let value: u8 = shown.parse().ok().filter(|value| (1..=6).contains(value))?;
            json!({ kind: { "value": value, "dark": shown != which } })
        }
        ("tile" | "cube" | "meeple" | "emblem", _) => json!({ kind: which.replace('-', "_") }),
        _ => return None,
    };
    serde_json::from_value(figure).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(inside: &str) -> Result<(), String> {
        cover(&format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{COVER}\">{inside}</svg>"))
    }

    #[test]
    fn shapes_tokens_and_pieces_are_fine() {
        for inside in [
            "",
            "<rect width=\"330\" height=\"165\" fill=\"var(--far)\" class=\"day\"/>",
            "<g transform=\"rotate(4)\"><path d=\"M0 0H9\" stroke=\"#3A2414\" fill=\"none\"/></g>",
            "<text x=\"4\" y=\"9\" font-size=\"20\">6</text>",
            "<use href=\"#cube-red\" x=\"1\" y=\"2\" width=\"40\" height=\"44\"/>",
        ] {
            assert_eq!(drawn(inside), Ok(()), "{inside}");
        }
    }

    #[test]
    fn what_acts_or_comes_from_elsewhere_is_caught() {
        for inside in [
            "<script>alert(1)</script>",
            "<style>rect { fill: red }</style>",
            "<foreignObject/>",
            "<image href=\"cat.png\"/>",
            "<a href=\"#cube-red\"/>",
            "<rect onclick=\"alert(1)\"/>",
            "<rect style=\"fill: red\"/>",
            "<rect id=\"main\"/>",
            "<rect class=\"panel\"/>",
            "<rect fill=\"url(#piece-gold)\"/>",
            "<rect fill=\"var(--paper)\"/>",
            "<rect fill=\"red\"/>",
            "<use/>",
            "<use href=\"other.svg#cube-red\"/>",
            "<use href=\"#cube-plum\"/>",
            "<use xmlns:xlink=\"http://www.w3.org/1999/xlink\" xlink:href=\"#cube-red\"/>",
            "<rect",
        ] {
            assert!(drawn(inside).is_err(), "{inside}");
        }
        assert!(cover("<svg viewBox=\"0 0 330 165\"/>").is_err(), "the namespace is missing");
        assert!(cover("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"/>").is_err());
        assert!(drawn(&" ".repeat(LARGEST)).is_err());
    }

    #[test]
    fn a_table_has_places_and_a_cover_has_none() {
        let place = "<rect data-place=\"zone:row\" width=\"9\" height=\"9\" fill=\"none\"/>";
        let table = |inside: &str| {
            places(&format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">{inside}</svg>"))
        };
        assert_eq!(table(place), Ok(vec!["zone:row".to_string()]));
        assert!(drawn(place).is_err());
        for seen in ["<rect data-place=\"zone:row\"/>", "<g data-place=\"zone:row\"/>", "<script/>"] {
            assert!(table(seen).is_err(), "{seen}");
        }
        assert!(
            table("<rect data-place=\"zone:row\" data-empty=\"A row grows here.\" fill=\"none\"/>").is_ok()
        );
        assert!(table("<rect data-empty=\"A row grows here.\" fill=\"none\"/>").is_err(), "it is no place");
        assert!(
            places("<svg xmlns=\"http://www.w3.org/2000/svg\"/>").is_err(),
            "nothing says how large it is"
        );
    }

    #[test]
    fn pieces_have_names() {
        for id in [
            "card-0",
            "card-55",
            "card-back",
            "tile-wheel",
            "tile-face",
            "tile-back",
            "cube-black",
            "meeple-grey",
        ] {
            assert!(piece(id).is_some(), "{id}");
        }
        for id in ["die-1", "die-6-dark", "bag", "rune-75", "rune-back", "emblem-nugget", "emblem-thumb-up"] {
            assert!(piece(id).is_some(), "{id}");
        }
        for id in
            ["card-56", "card-07", "card", "rune-76", "cube-grey", "die-7", "bag-1", "token-x", "die-0", ""]
        {
            assert!(piece(id).is_none(), "{id}");
        }
    }
}
