//! The browser in which the client is tried: found, or installed where that is ours to do.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What it is called in different places.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Where Chromium is; a new machine of ours that has none is given one.
pub fn chromium() -> Result<PathBuf, String> {
    if let Some(told) = env::var_os("BOXWOOD_CHROMIUM") {
        return Ok(told.into());
    }
    let path = env::var_os("PATH").unwrap_or_default();
    if let Some(found) = find(&path) {
        return Ok(found);
    }
    if may_install(&path) {
        apt_get(&["update"])?;
        apt_get(&["install", "--yes", "chromium"])?;
    }
    find(&path).ok_or_else(|| {
        "Chromium is missing, in which the browser client is tried: install it (`apt-get install chromium`), \
         or say with BOXWOOD_CHROMIUM where it is."
            .into()
    })
}

fn find(path: &OsStr) -> Option<PathBuf> {
    NAMES.iter().find_map(|name| program(path, name))
}

/// A program on the path.
fn program(path: &OsStr, name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(path).map(|folder| folder.join(&name)).find(|file| file.is_file())
}

/// Only on a machine like Debian, and only for somebody who may anyway.
fn may_install(path: &OsStr) -> bool {
    let who = Command::new("id").arg("-u").output();
    let is_root = who.is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    is_root && Path::new("/etc/debian_version").exists() && program(path, "apt-get").is_some()
}

fn apt_get(arguments: &[&str]) -> Result<(), String> {
    crate::run::run(
        "Chromium",
        Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_name_on_the_path_is_taken() {
        let folder = env::temp_dir().join(format!("boxwood-chromium-{}", std::process::id()));
        let (first, second) = (folder.join("a"), folder.join("b"));
        let file = |folder: &Path, name: &str| folder.join(format!("{name}{}", env::consts::EXE_SUFFIX));
        let path = env::join_paths([&first, &second]).unwrap();
        std::fs::create_dir_all(&first).unwrap();
        std::fs::create_dir_all(second.join("chromium")).unwrap(); // a folder is no program
        assert_eq!(find(&path), None);
        std::fs::write(file(&first, "google-chrome"), "").unwrap();
        assert_eq!(find(&path), Some(file(&first, "google-chrome")));
        std::fs::write(file(&second, "chromium-browser"), "").unwrap();
        assert_eq!(find(&path), Some(file(&second, "chromium-browser")));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
