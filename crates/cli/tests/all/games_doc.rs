//! docs/games.md lists every game, and the README says how many there are. `cargo xtask games` writes both.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use boxwood_engine::{Book, GameInfo};
use boxwood_games::GAMES;

/// How many games the books have.
const BOOKS: [(Book, usize); 4] =
    [(Book::GreenBox, 16), (Book::Contest2018, 13), (Book::ContestX, 11), (Book::TheDeck, 4)];

#[test]
fn the_list_of_games_is_as_kept() {
    is_as_kept("docs/games.md", |_| list());
}

#[test]
fn the_number_of_games_is_right() {
    is_as_kept("README.md", |readme| {
        let is_number = |line: &&str| line.ends_with("can be played today.");
        let old = readme.lines().find(is_number).expect("README.md says how many games can be played today.");
        readme.replace(old, &number())
    });
}

/// Compares a document with what it should be, or writes it.
fn is_as_kept(name: &str, should_be: impl FnOnce(&str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let expected = should_be(&kept);
    if env::var_os("BOXWOOD_WRITE_GAMES").is_some() {
        fs::write(&path, expected).expect("the document can be written");
    } else {
        assert!(kept == expected, "{name} is stale: run `cargo xtask games`.");
    }
}

fn number() -> String {
    let (all, there) = (BOOKS.iter().map(|(_, games)| games).sum::<usize>(), GAMES.len());
    match all - there {
        0 => format!("All {all} games of the two boxes can be played today."),
        missing => format!("{missing} of the {all} games of the two boxes; {there} can be played today."),
    }
}

fn list() -> String {
    let mut text = String::from(
        "# The games\n\n\
         Every game that can be played here, by the book it is from; `cargo xtask games` writes this page.\n\
         [docs/pictures](pictures/README.md) shows their tables, `boxwood rules <id>` explains one of them.\n",
    );
    for (book, games) in BOOKS {
        let here: Vec<&GameInfo> =
            GAMES.iter().map(|game| game.info()).filter(|info| info.book == book).collect();
        let much =
            if here.len() == games { format!("all {games}") } else { format!("{} of {games}", here.len()) };
        write!(
            text,
            "\n## {}: {much}\n\n\
             | game | players | time | complexity | what it is about | by |\n|---|---|---|---|---|---|\n",
            book.title()
        )
        .expect("a string takes everything");
        for info in here {
            writeln!(
                text,
                "| [{}](../games/{}/guide.md) `{}` | {}, best {} | {} | {} of 5 | {} | {} |",
                info.title,
                info.id.replace('-', "_"),
                info.id,
                info.players(),
                info.best,
                info.time(),
                info.complexity,
                info.pitch,
                info.credit()
            )
            .expect("a string takes everything");
        }
    }
    text
}
