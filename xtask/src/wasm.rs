//! The promise that everything but the faces runs in a browser: build it, and let node answer what we answer.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{cargo, run};

const TARGET: &str = "wasm32-unknown-unknown";

/// What this machine lacks to check it, if anything.
pub(crate) fn missing() -> Option<&'static str> {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let libraries = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output();
    let installed = libraries.is_ok_and(|output| {
        output.status.success() && Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir()
    });
    // Who builds the standard library along needs no installed one.
    if !installed && std::env::var_os("CARGO_UNSTABLE_BUILD_STD").is_none() {
        return Some("`rustup target add wasm32-unknown-unknown` would build it");
    }
    let bindgen = Command::new("wasm-bindgen").arg("--version").stdout(Stdio::null()).status();
    if !bindgen.is_ok_and(|status| status.success()) {
        return Some(
            "there is no `wasm-bindgen`; `cargo install wasm-bindgen-cli` with the crate's version installs it",
        );
    }
    let node = Command::new("node").arg("--version").stdout(Stdio::null()).status();
    (!node.is_ok_and(|status| status.success())).then_some("there is no `node` to run it")
}

/// Builds the module for the browser; gives its place.
pub(crate) fn build() -> Result<PathBuf, String> {
    run(cargo().args(["build", "--release", "--target", TARGET, "-p", "quandary-wasm"]))?;
    Ok(target().join(TARGET).join("release/quandary_wasm.wasm"))
}

fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from)
}

/// Lets a command build for this machine, whatever points at a toolchain for the browser; gives where it builds.
pub(crate) fn native(command: &mut Command) -> PathBuf {
    for name in ["RUSTC", "RUSTC_BOOTSTRAP", "CARGO_UNSTABLE_BUILD_STD", "LD_LIBRARY_PATH"] {
        command.env_remove(name);
    }
    let folder = target().join("native");
    command.env("CARGO_TARGET_DIR", &folder);
    folder
}

/// Writes what JavaScript needs to call the module, and the module without what only debuggers need.
pub(crate) fn bind(module: &Path, folder: &Path) -> Result<(), String> {
    let mut command = Command::new("wasm-bindgen");
    command.args(["--target", "web", "--no-typescript", "--out-dir"]).arg(folder).arg(module);
    println!("> wasm-bindgen {}", module.display());
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`wasm-bindgen` failed ({status}); {}", how_to_bind())),
        Err(error) => Err(format!("`wasm-bindgen` cannot be run: {error}; {}", how_to_bind())),
    }
}

/// The program has to have the version of the crate.
fn how_to_bind() -> String {
    let lock = std::fs::read_to_string("Cargo.lock").unwrap_or_default();
    let mut lines = lock.lines().skip_while(|line| *line != "name = \"wasm-bindgen\"");
    let version = lines.nth(1).and_then(|line| line.split('"').nth(1)).unwrap_or("?").to_owned();
    format!("`cargo install wasm-bindgen-cli --version {version}` installs it")
}

/// Builds for the browser and compares its answers with the native ones.
pub(crate) fn check() -> Result<(), String> {
    let module = build()?;
    let bound = target().join("lab");
    bind(&module, &bound)?;
    let requests =
        std::fs::read_to_string("crates/wasm/requests.jsonl").map_err(|error| error.to_string())?;

    let mut ours = cargo();
    ours.args(["run", "--quiet", "--release", "-p", "quandary-wasm", "--example", "answer"]);
    native(&mut ours);
    println!("> node crates/wasm/answer.mjs {}", bound.display());
    let ours = answers(&mut ours, &requests)?;
    let theirs = answers(Command::new("node").arg("crates/wasm/answer.mjs").arg(&bound), &requests)?;
    let (ours, theirs): (Vec<&str>, Vec<&str>) = (ours.lines().collect(), theirs.lines().collect());
    if ours.len() != requests.lines().count() || ours.len() != theirs.len() {
        return Err(format!(
            "{} requests, {} native answers, {} in node",
            requests.lines().count(),
            ours.len(),
            theirs.len()
        ));
    }
    for ((request, ours), theirs) in requests.lines().zip(ours).zip(theirs) {
        if ours != theirs {
            return Err(format!("{request}\n  native: {ours}\n  node:   {theirs}"));
        }
    }
    let size = std::fs::metadata(bound.join("quandary_wasm_bg.wasm")).map_or(0, |metadata| metadata.len());
    println!("wasm-check: {} answers equal; {} kB", requests.lines().count(), size / 1000);
    Ok(())
}

fn answers(command: &mut Command, requests: &str) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let fail = |error: std::io::Error| format!("`{name}`: {error}");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(fail)?;
    child.stdin.take().expect("it was piped").write_all(requests.as_bytes()).map_err(fail)?;
    let output = child.wait_with_output().map_err(fail)?;
    if !output.status.success() {
        return Err(format!("`{name}` failed ({})", output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}
