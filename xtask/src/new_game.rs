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
    let games = root.join("crates/games/src");
    if games.join(module).exists() {
        return Err(format!("There is a game {module} already."));
    }
    let model = games.join(like);
    if !model.join("mod.rs").is_file() {
        let known = crate::tidy::game_modules(root).join(", ");
        return Err(format!("There is no game {like} to copy; there are: {known}."));
    }
    let (old, new) = (Name::new(like), Name::new(module));
    let old_title = title_of(&model)?;
    fs::create_dir_all(games.join(module)).map_err(said(&games))?;
    for entry in fs::read_dir(&model).map_err(said(&model))?.flatten() {
        let path = entry.path();
        let text = fs::read_to_string(&path).map_err(said(&path))?;
        let text = text
            .replace(&format!("\"{old_title}\""), &format!("\"{}\"", new.title))
            .replace(&format!("# {old_title}"), &format!("# {}", new.title))
            .replace(&format!("//! {old_title}:"), &format!("//! {}:", new.title))
            .replace(&format!("\"{}\"", old.id), &format!("\"{}\"", new.id))
            .replace(&old.kind, &new.kind);
        let copy = games.join(module).join(entry.file_name());
        fs::write(&copy, text).map_err(said(&copy))?;
    }
    register(&games.join("lib.rs"), module, &new)?;
    Ok(format!(
        "crates/games/src/{module} is a copy of {like}, registered and playable.\n\
         Next: cargo xtask playthroughs, then cargo run -- play {}\n\
         docs/add-a-game.md goes on from here.",
        new.id
    ))
}

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
    let file = model.join("mod.rs");
    let text = fs::read_to_string(&file).map_err(said(&file))?;
    let title = text.split_once("title: \"").and_then(|(_, rest)| rest.split_once('"'));
    title.map(|(title, _)| title.to_string()).ok_or_else(|| format!("{} has no title.", file.display()))
}

/// Adds the module and the line in the list of games; both are sorted.
fn register(file: &Path, module: &str, name: &Name) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(said(file))?;
    let text = add_line(&text, |line| line.starts_with("pub mod "), format!("pub mod {module};"));
    let text =
        add_line(&text, |line| line.ends_with(';') && is_entry(line), format!("{module}::{};", name.kind));
    fs::write(file, text).map_err(said(file))
}

/// `lantern_row::LanternRow;`
fn is_entry(line: &str) -> bool {
    line.split_once("::").is_some_and(|(module, _)| {
        module.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit())
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

    /// A copy of the games' sources to work on.
    fn copy(name: &str) -> std::path::PathBuf {
        let root = std::env::temp_dir().join(format!("boxwood-{name}-{}", std::process::id()));
        let (from, to) = (crate::root().join("crates/games/src"), root.join("crates/games/src"));
        fs::create_dir_all(to.join("nim")).unwrap();
        fs::copy(from.join("lib.rs"), to.join("lib.rs")).unwrap();
        for entry in fs::read_dir(from.join("nim")).unwrap().flatten() {
            fs::copy(entry.path(), to.join("nim").join(entry.file_name())).unwrap();
        }
        root
    }

    #[test]
    fn a_new_game_is_a_renamed_and_registered_copy() {
        let root = copy("new-game");
        new_game(&root, "lantern_row", "nim").unwrap();
        let games = root.join("crates/games/src");
        let text = fs::read_to_string(games.join("lantern_row/mod.rs")).unwrap();
        for expected in [
            "pub struct LanternRow;",
            "id: \"lantern-row\"",
            "title: \"Lantern Row\"",
            "impl Game for LanternRow",
        ] {
            assert!(text.contains(expected), "{expected}");
        }
        assert!(
            fs::read_to_string(games.join("lantern_row/guide.md")).unwrap().starts_with("# Lantern Row\n")
        );
        let list = fs::read_to_string(games.join("lib.rs")).unwrap();
        assert!(list.contains("\npub mod lantern_row;\n"));
        let (new, nim) = (list.find("lantern_row::LanternRow;").unwrap(), list.find("nim::Nim;").unwrap());
        assert!(new < nim, "the list stays sorted");
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
