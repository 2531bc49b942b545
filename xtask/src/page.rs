//! The page in a real browser: `web/test` drives it through both transports.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{cargo, run, site, wasm};

/// What this machine lacks to drive the page, if anything, and how to get it.
pub(crate) fn missing() -> Option<String> {
    if let Some(what) = wasm::missing() {
        return Some(what.to_owned());
    }
    let works = |program: &str| {
        Command::new(program)
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    };
    let browser = std::env::var_os("CHROMIUM").is_some_and(|path| Path::new(&path).exists())
        || ["chromium", "chromium-browser", "google-chrome"].into_iter().any(works);
    if !browser {
        return Some("there is no Chromium; `apt-get install chromium` installs one".to_owned());
    }
    (!works("npm")).then(|| "there is no `npm`; `apt-get install npm` installs it".to_owned())
}

/// Builds the site and the program, and plays every puzzle in both.
pub(crate) fn check() -> Result<(), String> {
    site::site()?;
    let mut build = cargo();
    build.args(["build", "--release", "-p", "quandary-cli"]);
    let native = wasm::native(&mut build);
    run(&mut build)?;
    let program = native.join("release/quandary");
    let program = std::path::absolute(&program).map_err(|error| error.to_string())?;
    if !Path::new("web/node_modules").exists() {
        said(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir("web"), "npm ci")?;
    }
    let site: PathBuf = std::path::absolute("site").map_err(|error| error.to_string())?;
    let mut drive = Command::new("node");
    drive.arg("test/all.mjs").arg("--site").arg(site).arg("--program").arg(program).current_dir("web");
    said(&mut drive, "node test/all.mjs")
}

fn said(command: &mut Command, words: &str) -> Result<(), String> {
    println!("> {words}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{words}` failed ({status})")),
        Err(error) => Err(format!("`{words}` cannot be run: {error}")),
    }
}
