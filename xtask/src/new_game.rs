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
    let (old, new) = (Name::new(like), Name::new(module));
    let old_title = title_of(&model)?;
    for path in crate::tidy::all_files(&model) {
        let inside = path.strip_prefix(&model).unwrap_or(&path);
        if NOT_COPIED.iter().any(|name| inside == Path::new(name)) {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(said(&path))?;
        let text = text
            .replace(&format!("\"{old_title}\""), &format!("\"{}\"", new.title))
            .replace(&format!("\"{old_title}:"), &format!("\"{}:", new.title))
            .replace(&format!("# {old_title}"), &format!("# {}", new.title))
            .replace(&format!("//! {old_title}:"), &format!("//! {}:", new.title))
            .replace(&format!("\"{}\"", old.id), &format!("\"{}\"", new.id))
            .replace(&format!("\"boxwood-{}\"", old.id), &format!("\"boxwood-{}\"", new.id))
            .replace(&old.kind, &new.kind);
        let copy = games.join(module).join(inside);
        if let Some(folder) = copy.parent() {
            fs::create_dir_all(folder).map_err(said(folder))?;
        }
        fs::write(&copy, text).map_err(said(&copy))?;
    }
    register(&root.join("crates/games"), module, &new)?;
    Ok(format!(
        "games/{module} is a copy of {like}, registered and playable.\n\
         Next: cargo xtask playthroughs {module}, then cargo run -- play {}\n\
         docs/add-a-game.md goes on from here.",
        new.id
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
        let root = std::env::temp_dir().join(format!("boxwood-{name}-{}", std::process::id()));
        let real = crate::root();
        for folder in ["crates/games", "games/nim"] {
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
