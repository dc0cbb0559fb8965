//! A new game as a copy of an old one, already playable.

use std::fs;
use std::path::Path;

/// Copies the game, renames it and registers it; what to do next.
pub fn new_game(root: &Path, module: &str, like: &str) -> Result<String, String> {
    let is_word =
        |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    if !module.split('_').all(is_word) || module.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(format!("\"{module}\" is no name for a module; write it like lantern_row."));
    }
    let games = root.join("games");
    if games.join(module).exists() {
        return Err(format!("There is a game {module} already."));
    }
    let model = games.join(like);
    if !model.join("src/lib.rs").is_file() {
        let known = crate::tidy::game_modules(root).join(", ");
        return Err(format!("There is no game {like} to copy; there are: {known}."));
    }
    let (old, new) = (Name { title: title_of(&model)?, ..Name::new(like) }, Name::new(module));
    for path in crate::tidy::all_files(&model) {
        let inside = path.strip_prefix(&model).unwrap_or(&path);
        if NOT_COPIED.iter().any(|name| inside == Path::new(name)) {
            continue;
        }
        let copy = games.join(module).join(inside);
        if let Some(folder) = copy.parent() {
            fs::create_dir_all(folder).map_err(said(folder))?;
        }
        let is_source = path.extension().is_some_and(|ending| ending == "rs");
        let written = match String::from_utf8(fs::read(&path).map_err(said(&path))?) {
            Ok(text) if is_source => fs::write(&copy, renamed_source(&text, &old, &new)),
            Ok(text) => fs::write(&copy, renamed_prose(&text, &old, &new)),
            // Pictures and learned weights name nobody.
            Err(bytes) => fs::write(&copy, bytes.as_bytes()),
        };
        written.map_err(said(&copy))?;
    }
    register(&root.join("crates/games"), module, &new)?;
    Ok(format!(
        "games/{module} is a copy of {like}, registered and playable.\n\
         It still has the rules and words of {}: its first comment, INFO, guide.md and tests come next.\n\
         docs/add-a-game.md goes on from here.",
        old.title
    ))
}

/// What tells of matches of the old game; the new one's are written when its tests first run.
const NOT_COPIED: [&str; 2] = ["playthrough.txt", "records.jsonl"];

/// A game's name in its three forms.
struct Name {
    id: String,
    kind: String,
    title: String,
}

impl Name {
    fn new(module: &str) -> Name {
        let words: Vec<String> =
            module.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect();
        Name { id: module.replace('_', "-"), kind: words.concat(), title: words.join(" ") }
    }
}

/// A source with the new names: the title in comments and texts, the type in code. Whom the old game
/// is by is not copied.
fn renamed_source(text: &str, old: &Name, new: &Name) -> String {
    let mut renamed = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("//") {
            // Names in backticks are code.
            let parts: Vec<String> = (0..)
                .zip(line.split('`'))
                .map(|(n, part)| if n % 2 == 1 { in_code(part, old, new) } else { in_prose(part, old, new) })
                .collect();
            renamed += &parts.join("`");
        } else {
            let parts: Vec<String> = (0..)
                .zip(line.split('"'))
                .map(|(n, part)| match n % 2 {
                    1 if part == old.id => new.id.clone(),
                    1 => in_prose(part, old, new),
                    _ => in_code(part, old, new),
                })
                .collect();
            renamed += &parts.join("\"");
        }
    }
    let renamed = set_field(&renamed, "designers: ", "&[]");
    set_field(&renamed, "origin: ", &format!("\"after {}\"", old.title))
}

fn renamed_prose(text: &str, old: &Name, new: &Name) -> String {
    in_prose(text, old, new).replace(&format!("\"boxwood-{}\"", old.id), &format!("\"boxwood-{}\"", new.id))
}

fn in_prose(text: &str, old: &Name, new: &Name) -> String {
    replace_word(text, &old.title, &new.title)
}

fn in_code(text: &str, old: &Name, new: &Name) -> String {
    replace_word(text, &old.kind, &new.kind)
}

/// Replaces the word where it is not a part of another one.
fn replace_word(text: &str, old: &str, new: &str) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(old) {
        let (before, after) = (&rest[..at], &rest[at + old.len()..]);
        let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let is_word = !is_part(before.chars().next_back().or(replaced.chars().next_back()))
            && !is_part(after.chars().next());
        replaced.push_str(before);
        replaced.push_str(if is_word { new } else { old });
        rest = after;
    }
    replaced + rest
}

/// Sets a field of INFO, whose value ends at the end of its line or of its list.
fn set_field(text: &str, field: &str, value: &str) -> String {
    let Some((before, after)) = text.split_once(field) else { return text.into() };
    let end = if after.starts_with("&[") { after.find("],").map(|end| end + 1) } else { after.find(",\n") };
    let Some(end) = end else { return text.into() };
    format!("{before}{field}{value}{}", &after[end..])
}

/// The title that the model's module says it has.
fn title_of(model: &Path) -> Result<String, String> {
    let file = model.join("src/lib.rs");
    let text = fs::read_to_string(&file).map_err(said(&file))?;
    let title = text.split_once("title: \"").and_then(|(_, rest)| rest.split_once('"'));
    title.map(|(title, _)| title.to_string()).ok_or_else(|| format!("{} has no title.", file.display()))
}

/// Adds the game to what the list of games uses, and to the list; both are sorted.
fn register(list: &Path, module: &str, name: &Name) -> Result<(), String> {
    let edit = |file: &str, edit: &dyn Fn(&str) -> String| {
        let file = list.join(file);
        let text = fs::read_to_string(&file).map_err(said(&file))?;
        fs::write(&file, edit(&text)).map_err(said(&file))
    };
    let dependency = format!("boxwood-{} = {{ path = \"../../games/{module}\" }}", name.id);
    edit("Cargo.toml", &|text| add_line(text, |line| line.contains("/games/"), dependency.clone()))?;
    let entry = format!("boxwood_{module}::{};", name.kind);
    edit("src/lib.rs", &|text| add_line(text, |line| line.ends_with(';') && is_entry(line), entry.clone()))
}

/// `boxwood_lantern_row::LanternRow;`
fn is_entry(line: &str) -> bool {
    line.split_once("::").is_some_and(|(game, _)| {
        game.starts_with("boxwood_")
            && game.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit())
    }) && line.matches("::").count() == 1
}

/// Adds a line to the first run of lines like it, indented as they are, in its place in the order.
fn add_line(text: &str, is_like: impl Fn(&str) -> bool, line: String) -> String {
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let start = lines.iter().position(|line| is_like(line.trim())).unwrap_or(0);
    let run = lines[start..].iter().take_while(|line| is_like(line.trim())).count();
    let indent: String = lines[start].chars().take_while(|c| c.is_whitespace()).collect();
    let place = lines[start..start + run].iter().take_while(|other| *other.trim() < *line).count();
    lines.insert(start + place, indent + &line);
    lines.join("\n") + "\n"
}

fn said(path: &Path) -> impl Fn(std::io::Error) -> String {
    let path = path.display().to_string();
    move |error| format!("{path}: {error}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A copy of the list and of one game to work on.
    fn copy(name: &str) -> std::path::PathBuf {
        copy_of(name, "nim")
    }

    fn copy_of(name: &str, game: &str) -> std::path::PathBuf {
        let root = std::env::temp_dir().join(format!("boxwood-{name}-{}", std::process::id()));
        let real = crate::root();
        for folder in ["crates/games", &format!("games/{game}")] {
            for file in crate::tidy::all_files(&real.join(folder)) {
                let copy = root.join(file.strip_prefix(&real).unwrap());
                fs::create_dir_all(copy.parent().unwrap()).unwrap();
                fs::copy(file, copy).unwrap();
            }
        }
        root
    }

    #[test]
    fn a_new_game_is_a_renamed_and_registered_copy() {
        let root = copy("new-game");
        new_game(&root, "lantern_row", "nim").unwrap();
        let read = |file: &str| fs::read_to_string(root.join(file)).unwrap();
        let text = read("games/lantern_row/src/lib.rs");
        for expected in [
            "pub struct LanternRow;",
            "id: \"lantern-row\"",
            "title: \"Lantern Row\"",
            "impl Game for LanternRow",
        ] {
            assert!(text.contains(expected), "{expected}");
        }
        assert!(read("games/lantern_row/Cargo.toml").contains("name = \"boxwood-lantern-row\""));
        assert!(read("games/lantern_row/guide.md").starts_with("# Lantern Row\n"));
        assert!(!root.join("games/lantern_row/records.jsonl").exists());
        for (file, line, next) in [
            ("crates/games/src/lib.rs", "boxwood_lantern_row::LanternRow;", "boxwood_nim::Nim;"),
            (
                "crates/games/Cargo.toml",
                "boxwood-lantern-row = { path = \"../../games/lantern_row\" }",
                "boxwood-nim =",
            ),
        ] {
            let list = read(file);
            assert!(list.find(line).unwrap() < list.find(next).unwrap(), "{file} stays sorted");
        }
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn nothing_in_a_copy_speaks_of_the_old_game() {
        for game in crate::tidy::game_modules(&crate::root()) {
            let root = copy_of(&format!("copy-of-{game}"), &game);
            new_game(&root, "lantern_row", &game).unwrap();
            let old = Name { title: title_of(&root.join("games").join(&game)).unwrap(), ..Name::new(&game) };
            for file in crate::tidy::all_files(&root.join("games/lantern_row")) {
                // A picture that is no text names nobody.
                let Ok(text) = String::from_utf8(fs::read(&file).unwrap()) else { continue };
                let text = text.replace(&format!("origin: \"after {}\"", old.title), "");
                for word in [&old.title, &old.kind] {
                    assert_eq!(replace_word(&text, word, ""), text, "{word} in {}", file.display());
                }
            }
            let source = fs::read_to_string(root.join("games/lantern_row/src/lib.rs")).unwrap();
            assert!(source.contains("designers: &[],"), "{game}");
            fs::remove_dir_all(root).unwrap();
        }
    }

    #[test]
    fn names_are_replaced_as_words_in_comments_texts_and_code() {
        let (old, new) = (Name::new("gold_mine"), Name::new("lantern_row"));
        for (line, expected) in [
            (
                "//! Gold Mine on the table, a `GoldMine`.\n",
                "//! Lantern Row on the table, a `LanternRow`.\n",
            ),
            ("impl Game for GoldMine {\n", "impl Game for LanternRow {\n"),
            ("    id: \"gold-mine\", // of GoldMines\n", "    id: \"lantern-row\", // of GoldMines\n"),
            ("    say(\"Gold Mine, the Gold Miner\");\n", "    say(\"Lantern Row, the Gold Miner\");\n"),
        ] {
            assert_eq!(renamed_source(line, &old, &new), expected);
        }
    }

    #[test]
    fn what_cannot_be_added_is_refused() {
        let root = copy("no-new-game");
        for (module, like, expected) in [
            ("Lantern", "nim", "no name for a module"),
            ("", "nim", "no name for a module"),
            ("3d_chess", "nim", "no name for a module"),
            ("../x", "nim", "no name for a module"),
            ("nim", "nim", "already"),
            ("lantern_row", "chess", "no game chess to copy"),
        ] {
            let error = new_game(&root, module, like).unwrap_err();
            assert!(error.contains(expected), "{module} {like}: {error}");
        }
        fs::remove_dir_all(root).unwrap();
    }
}
