//! The browser's copy of the messages is the one this crate describes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use boxwood_protocol::*;
use ts_rs::{Config, TS, TypeVisitor};

const FILE: &str = "web/src/generated/messages.ts";
const HEADER: &str = "\
// The messages between the table server and its clients, written by `cargo xtask types`.
// Change crates/protocol (or the crate a type comes from), never this file.
";

/// Set by `cargo xtask types`: the file is written, not checked.
fn is_writing() -> bool {
    std::env::var_os("BOXWOOD_WRITE_TYPES").is_some()
}

#[test]
fn the_browser_has_the_types_of_this_crate() {
    let (file, expected) = (root().join(FILE), typescript());
    if is_writing() {
        fs::create_dir_all(file.parent().expect("a folder")).expect("the folder can be made");
        fs::write(&file, expected).expect("the types can be written");
        return;
    }
    let found = fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
    let differs = expected.lines().zip(found.lines()).find(|(expected, found)| expected != found);
    assert!(
        expected == found,
        "{FILE} is stale; `cargo xtask types` renews it. The first difference: {differs:?}"
    );
}

#[test]
fn nothing_public_is_forgotten() {
    let text = typescript();
    let mut count = 0;
    for file in ["lib.rs", "refusal.rs", "rest.rs", "socket.rs"] {
        let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(file));
        for line in source.expect("a source file").lines().map(str::trim) {
            let exported = ["pub struct ", "pub enum ", "pub const "].iter().find_map(|start| {
                let rest = line.strip_prefix(start)?;
                rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
            });
            if let Some(name) = exported {
                let is_there =
                    [format!("export type {name} "), format!("{name}: "), format!("const {name} ")];
                assert!(
                    is_there.iter().any(|start| text.contains(start)),
                    "{name} of {file} is not exported"
                );
                count += 1;
            }
        }
    }
    assert!(count > 40, "only {count} things were found in the sources");
}

/// The whole file: first the constants, then the types by name.
fn typescript() -> String {
    let mut types = Types { config: Config::new().with_large_int("number"), found: BTreeMap::new() };
    types.visit::<ClientMessage>();
    types.visit::<ServerMessage>();
    types.visit::<Refusal>();
    types.visit::<Me>();
    types.visit::<NewMe>();
    types.visit::<Link>();
    types.visit::<NewToken>();
    types.visit::<Token>();
    types.visit::<GameCard>();
    types.visit::<Guide>();
    types.visit::<NewTable>();
    types.visit::<NewSettings>();
    types.visit::<NewBan>();
    types.visit::<SeatChange>();
    types.visit::<TableCard>();
    types.visit::<MyTable>();
    types.visit::<Lobby>();
    types.visit::<Review>();
    types.visit::<Lesson>();
    types.visit::<Diagram>();
    types.visit::<TableRecord>();
    types.visit::<Health>();
    let constants = [
        ("LONGEST_NAME", LONGEST_NAME, "The longest name of a person, in characters."),
        ("LONGEST_CHAT", LONGEST_CHAT, "The longest line of chat, in characters."),
        ("LONGEST_MESSAGE", LONGEST_MESSAGE, "The longest message over a socket, in bytes."),
        ("LONGEST_BODY", LONGEST_BODY, "The longest body of a request, in bytes."),
        (
            "FAIRNESS_MS",
            FAIRNESS_MS as usize,
            "The most that a faster connection's action waits for a slower one's in a race, in milliseconds.",
        ),
    ];
    let mut text = HEADER.to_owned();
    for (name, value, docs) in constants {
        text += &format!("\n/** {docs} */\nexport const {name} = {value};\n");
    }
    text += "\n/** Why the server closes a socket, beside the ordinary codes of WebSockets. */\n";
    text += "export const CLOSE = {\n";
    for (name, code, docs) in [
        ("TOO_SLOW", close::TOO_SLOW, "The client reads too slowly; it may come again."),
        ("TOO_FAST", close::TOO_FAST, "The client sends too fast and does not stop when told."),
        ("REVOKED", close::REVOKED, "The key with which the client came in was taken away."),
        ("NO_TABLE", close::NO_TABLE, "There is no such table."),
        ("STORAGE", close::STORAGE, "The table could not be stored or loaded; the client may come again."),
    ] {
        text += &format!("  /** {docs} */\n  {name}: {code},\n");
    }
    text += "} as const;\n";
    for declaration in types.found.values() {
        text += &format!("\n{declaration}\n");
    }
    text
}

/// Gathers the declarations of types and of all that they mention.
struct Types {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // What has no file of its own needs no declaration: numbers, lists, texts.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(&self.config);
        let docs = T::docs().unwrap_or_default();
        let declaration = tidy(&format!("{docs}export {}", T::decl(&self.config)));
        match self.found.get(&name) {
            Some(other) => assert_eq!(*other, declaration, "two types are called {name}"),
            None => {
                self.found.insert(name, declaration);
                T::visit_dependencies(self);
                T::visit_generics(self);
            }
        }
    }
}

/// The same declaration as a person would have laid it out.
fn tidy(declaration: &str) -> String {
    let mut out = String::new();
    let mut rest = declaration;
    // For each open brace, whether its contents stand on lines of their own.
    let mut open: Vec<bool> = vec![];
    while let Some(c) = rest.chars().next() {
        let lines = open.last().copied().unwrap_or(true);
        if rest.starts_with("/**") {
            let (comment, after) = rest.split_at(rest.find("*/").expect("comments end") + 2);
            out += &tidy_comment(comment, open.len());
            rest = after;
            start_line(&mut out, open.len());
            rest = rest.trim_start();
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            '{' => {
                let is_long = rest[..matching(rest)].contains('\n');
                open.push(is_long);
                out.push(c);
                if is_long {
                    start_line(&mut out, open.len());
                    rest = rest.trim_start();
                }
            }
            '}' => {
                if open.pop().unwrap_or(false) {
                    start_line(&mut out, open.len());
                }
                out.push(c);
            }
            ',' if lines && !open.is_empty() && depth(&out) == 0 => {
                out.push(c);
                start_line(&mut out, open.len());
                rest = rest.trim_start();
            }
            '\n' => {}
            _ => out.push(c),
        }
    }
    let out = out.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    // Rust's links mean nothing here.
    let out = out.replace("[`", "`").replace("`]", "`");
    if out.lines().any(|line| line.len() > 110 && line.contains(" | ") && !line.contains('{')) {
        return out.replace(" = \"", " =\n  | \"").replace("\" | \"", "\"\n  | \"");
    }
    out
}

/// A comment of one sentence takes one line.
fn tidy_comment(comment: &str, indent: usize) -> String {
    let lines: Vec<&str> = comment.lines().map(str::trim).collect();
    match lines[..] {
        [_, only, _] => format!("/** {} */", only.trim_start_matches("* ")),
        _ => lines.join(&format!("\n{} ", "  ".repeat(indent))),
    }
}

/// Begins a line, unless one has just begun.
fn start_line(out: &mut String, indent: usize) {
    let end = out.trim_end().len();
    out.truncate(end);
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(&"  ".repeat(indent));
}

/// How many square or pointed brackets are open in the last line.
fn depth(out: &str) -> usize {
    let line = out.lines().last().unwrap_or_default();
    line.matches(['[', '<']).count().saturating_sub(line.matches([']', '>']).count())
}

/// Where the brace that was just opened is closed.
fn matching(rest: &str) -> usize {
    let mut depth = 1;
    for (at, c) in rest.char_indices() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
