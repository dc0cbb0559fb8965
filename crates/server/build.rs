//! Builds the browser client and lists its files, so that one program is all a host needs.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// What the client is made of; a change of any of it builds it again.
const SOURCES: [&str; 8] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

fn main() {
    let crate_folder = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let web = crate_folder.join("../../web");
    let out = PathBuf::from(variable("OUT_DIR"));
    let built = out.join("web");
    for source in SOURCES {
        println!("cargo:rerun-if-changed={}", web.join(source).display());
    }
    if is_older(&web.join("node_modules/.package-lock.json"), &web.join("package-lock.json")) {
        npm(&web, &["ci", "--no-audit", "--no-fund"]);
    }
    npm(
        &web,
        &["run", "build", "--", "--outDir", &built.to_string_lossy(), "--emptyOutDir", "--logLevel", "warn"],
    );
    let mut files = vec![];
    collect(&built, &mut files);
    files.sort();
    fs::write(out.join("assets.rs"), listing(&built, &files)).expect("the list of files can be written");
}

fn variable(name: &str) -> String {
    env::var(name).expect("cargo tells a build script where it is")
}

/// Whether the first file is missing or was written before the second.
fn is_older(first: &Path, second: &Path) -> bool {
    let written = |path: &Path| fs::metadata(path).and_then(|data| data.modified());
    match (written(first), written(second)) {
        (Ok(first), Ok(second)) => first < second,
        _ => true,
    }
}

fn npm(folder: &Path, arguments: &[&str]) {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let ran = Command::new(program).args(arguments).current_dir(folder).output();
    let Ok(output) = ran else {
        fail(
            "The browser client is built with npm, which is not there: install Node.js 20 or newer (nodejs.org).",
        );
    };
    if !output.status.success() {
        let said = [output.stdout, output.stderr].concat();
        fail(&format!("npm {} failed: {}", arguments.join(" "), String::from_utf8_lossy(&said)));
    }
}

fn fail(why: &str) -> ! {
    eprintln!("{why}");
    std::process::exit(1)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the client was built into this folder").flatten() {
        let path = entry.path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}

/// The files as a Rust expression; the compressed ones beside their originals.
fn listing(root: &Path, files: &[PathBuf]) -> String {
    let mut text = String::from("&[\n");
    for file in files.iter().filter(|file| file.extension().is_none_or(|ending| ending != "gz")) {
        let name = file.strip_prefix(root).expect("it was found there").to_string_lossy().replace('\\', "/");
        let squeezed = PathBuf::from(format!("{}.gz", file.display()));
        let gzip = match files.contains(&squeezed) {
            true => format!("Some(include_bytes!({squeezed:?}))"),
            false => "None".into(),
        };
        writeln!(text, "    Asset {{ path: \"/{name}\", body: include_bytes!({file:?}), gzip: {gzip} }},")
            .expect("a text grows");
    }
    text + "]\n"
}
