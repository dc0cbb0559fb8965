//! What the compiler cannot check: who may use what, which files a game has, what no file says.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Which crates a crate may use. A new arrow here changes ARCHITECTURE.md too.
const ARROWS: [(&str, &[&str]); 12] = [
    ("kit", &[]),
    ("scene", &["kit"]),
    ("engine", &["kit", "scene"]),
    ("games", &["engine"]),
    ("bots", &["kit", "engine"]),
    ("conformance", &["kit", "scene", "engine", "bots"]),
    ("protocol", &["scene", "engine"]),
    ("fair", &["kit", "engine", "protocol"]),
    ("store", &[]),
    ("server", &["kit", "scene", "engine", "games", "bots", "protocol", "fair", "store"]),
    ("cli", &["kit", "scene", "engine", "games", "bots", "protocol", "fair", "store", "server"]),
    ("load", &["store"]),
];

/// What a game may use; in `crates/games`, the list, every game is allowed besides.
const OF_A_GAME: [&str; 3] = ["kit", "scene", "engine"];
/// Crates whose results depend on their inputs alone; so do the games.
const PURE: [&str; 6] = ["kit", "scene", "engine", "games", "bots", "fair"];
/// What a pure crate does not mention: files, clocks, entropy, threads, the network.
const IMPURE: [&str; 7] =
    ["std::fs", "std::time", "std::net", "std::env", "std::thread", "SystemTime", "thread_rng"];
/// Crates that know no game by name.
const NAMELESS: [&str; 9] =
    ["kit", "scene", "engine", "bots", "conformance", "protocol", "fair", "store", "server"];
/// What every game's folder has.
const PARTS: [&str; 9] = [
    "Cargo.toml",
    "art/cover.jpg",
    "art/cover.svg",
    "guide.md",
    "playthrough.txt",
    "records.jsonl",
    "src/lib.rs",
    "src/scene.rs",
    "src/tests.rs",
];

/// Everything at once; the error lists all that is wrong.
pub fn tidy(root: &Path) -> Result<(), String> {
    let mut wrong = vec![];
    wrong.extend(arrows(root));
    wrong.extend(purity(root));
    wrong.extend(game_folders(root));
    wrong.extend(namelessness(root));
    wrong.extend(machine_paths(root));
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Crates use only what the design lets them; a game uses no other game.
fn arrows(root: &Path) -> Vec<String> {
    let mut wrong = vec![];
    let games = game_modules(root);
    for (name, allowed) in ARROWS {
        let folder = format!("crates/{name}");
        let is_allowed = |used: &str| {
            allowed.contains(&used) || name == "games" && games.contains(&used.replace('-', "_"))
        };
        wrong.extend(forbidden(root, &folder, is_allowed));
    }
    for game in &games {
        wrong.extend(forbidden(root, &format!("games/{game}"), |used| OF_A_GAME.contains(&used)));
    }
    let known: BTreeSet<&str> = ARROWS.iter().map(|(name, _)| *name).collect();
    for folder in folders(&root.join("crates")) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !known.contains(name.as_str()) {
            wrong.push(format!("crates/{name}: say in xtask/src/tidy.rs what it may use"));
        }
    }
    wrong
}

/// What the crate in this folder uses of ours and may not.
fn forbidden(root: &Path, folder: &str, is_allowed: impl Fn(&str) -> bool) -> Vec<String> {
    let manifest = read(&root.join(folder).join("Cargo.toml"));
    let ordinary = manifest.split("[dev-dependencies]").next().unwrap_or_default();
    let ours = ordinary.lines().filter_map(|line| line.strip_prefix("boxwood-"));
    let used = ours.filter_map(|rest| rest.split(['.', ' ', '=']).next());
    used.filter(|used| !is_allowed(used))
        .map(|used| format!("{folder}/Cargo.toml: it may not use {used}"))
        .collect()
}

/// Pure crates do no IO, read no clock and draw no entropy.
fn purity(root: &Path) -> Vec<String> {
    let mut wrong = vec![];
    let pure = PURE.iter().flat_map(|name| sources(&root.join("crates").join(name).join("src")));
    let games = game_modules(root);
    let games = games.iter().flat_map(|game| sources(&root.join("games").join(game).join("src")));
    for file in pure.chain(games) {
        for (number, line) in read(&file).lines().enumerate() {
            if let Some(found) = IMPURE.iter().find(|word| line.contains(**word)) {
                wrong.push(format!("{}:{}: {found} in a pure crate", short(root, &file), number + 1));
            }
        }
    }
    wrong
}

/// Every game has the same files.
fn game_folders(root: &Path) -> Vec<String> {
    let games = game_modules(root);
    let files = games.iter().flat_map(|game| PARTS.map(|part| format!("games/{game}/{part}")));
    files.filter(|file| !root.join(file).is_file()).map(|file| format!("{file} is missing")).collect()
}

/// Games whose names are words that every program uses.
const ORDINARY: [&str; 2] = ["jump", "push"];

/// Whether a text with these words speaks of a game.
fn names(text: &str, words: &BTreeSet<&str>, game: &str) -> bool {
    let id = game.replace('_', "-");
    if ORDINARY.contains(&game) {
        let quoted = ['"', '\'', '`'].map(|quote| format!("{quote}{id}{quote}"));
        let is_quoted = quoted.iter().any(|quoted| text.contains(quoted));
        return is_quoted || words.contains(format!("boxwood_{game}").as_str());
    }
    words.contains(game) || words.contains(id.as_str())
}

/// What serves all games knows none of them.
fn namelessness(root: &Path) -> Vec<String> {
    let mut wrong = vec![];
    let games = game_modules(root);
    let crates = NAMELESS.iter().flat_map(|name| sources(&root.join("crates").join(name).join("src")));
    for file in crates.chain(all_files(&root.join("web/src"))) {
        let text = read(&file);
        let words: BTreeSet<&str> =
            text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').collect();
        for game in &games {
            if names(&text, &words, game) {
                wrong.push(format!("{} names a game: {game}", short(root, &file)));
            }
        }
    }
    wrong
}

/// No file speaks of the machine it was written on.
fn machine_paths(root: &Path) -> Vec<String> {
    let mut wrong = vec![];
    let places = ["/wo", "/ro", "/ho"].iter().zip(["rk/", "ot/", "me/"]).map(|(a, b)| format!("{a}{b}"));
    let places: Vec<String> = places.collect();
    let mut files: Vec<PathBuf> =
        ["crates", "games", "xtask", "docs"].iter().flat_map(|name| all_files(&root.join(name))).collect();
    files.extend(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].iter().map(|name| root.join(name)));
    for file in files {
        for (number, line) in read(&file).lines().enumerate() {
            if places.iter().any(|place| line.contains(place.as_str())) {
                wrong.push(format!("{}:{}: a path of somebody's machine", short(root, &file), number + 1));
            }
        }
    }
    wrong
}

/// The modules of the registered games.
pub fn game_modules(root: &Path) -> Vec<String> {
    let folders = folders(&root.join("games"));
    let mut names: Vec<String> = folders
        .iter()
        .filter_map(|folder| Some(folder.file_name()?.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    names
}

fn read(file: &Path) -> String {
    fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

fn short(root: &Path, file: &Path) -> String {
    file.strip_prefix(root).unwrap_or(file).display().to_string()
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    entries(folder).into_iter().filter(|path| path.is_dir()).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// Every file below the folder, in order.
pub fn all_files(folder: &Path) -> Vec<PathBuf> {
    entries(folder)
        .into_iter()
        .flat_map(|path| if path.is_dir() { all_files(&path) } else { vec![path] })
        .collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    all_files(folder)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_in_its_place() {
        let done = tidy(&crate::root());
        assert!(done.is_ok(), "\n{}", done.unwrap_err());
    }

    #[test]
    fn every_game_folder_is_registered() {
        let mut ids: Vec<String> =
            boxwood_games::GAMES.iter().map(|game| game.info().id.replace('-', "_")).collect();
        ids.sort();
        assert_eq!(game_modules(&crate::root()), ids);
    }

    #[test]
    fn untidiness_is_found() {
        let root = std::env::temp_dir().join(format!("boxwood-tidy-{}", std::process::id()));
        let write = |path: &str, text: &str| {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("crates/kit/Cargo.toml", "[dependencies]\nboxwood-engine.workspace = true\n");
        write("crates/kit/src/lib.rs", "use std::time::Instant;\n");
        write("games/lantern_row/Cargo.toml", "[dependencies]\nboxwood-other-game.workspace = true\n");
        write("games/other_game/src/lib.rs", "use std::fs;\n");
        write("crates/engine/src/lib.rs", "// as in lantern-row\n");
        write("crates/extra/src/lib.rs", &format!("// {}rk/main\n", "/wo"));
        let wrong = tidy(&root).unwrap_err();
        fs::remove_dir_all(&root).unwrap();
        for expected in [
            "crates/kit/Cargo.toml: it may not use engine",
            "std::time in a pure crate",
            "games/lantern_row/guide.md is missing",
            "games/lantern_row/playthrough.txt is missing",
            "games/lantern_row/Cargo.toml: it may not use other-game",
            "games/other_game/src/lib.rs:1: std::fs in a pure crate",
            "names a game: lantern_row",
            "crates/extra: say in",
            "a path of somebody's machine",
        ] {
            assert!(wrong.contains(expected), "{expected} is not in\n{wrong}");
        }
    }
}
