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
    let node = Command::new("node").arg("--version").stdout(Stdio::null()).status();
    (!node.is_ok_and(|status| status.success())).then_some("there is no `node` to run it")
}

/// Builds for the browser and compares its answers with the native ones.
pub(crate) fn check() -> Result<(), String> {
    run(cargo().args(["build", "--release", "--target", TARGET, "-p", "quandary-wasm"]))?;
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let module = folder.join(TARGET).join("release/quandary_wasm.wasm");
    let requests =
        std::fs::read_to_string("crates/wasm/requests.jsonl").map_err(|error| error.to_string())?;

    let mut native = cargo();
    native.args(["run", "--quiet", "--release", "-p", "quandary-wasm", "--example", "answer"]);
    // What points at a toolchain for the browser does not build for this machine.
    for name in ["RUSTC", "RUSTC_BOOTSTRAP", "CARGO_UNSTABLE_BUILD_STD", "LD_LIBRARY_PATH"] {
        native.env_remove(name);
    }
    native.env("CARGO_TARGET_DIR", folder.join("native"));
    println!("> node crates/wasm/answer.mjs {}", module.display());
    let ours = answers(&mut native, &requests)?;
    let theirs = answers(Command::new("node").arg("crates/wasm/answer.mjs").arg(&module), &requests)?;
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
    let size = std::fs::metadata(&module).map_or(0, |metadata| metadata.len());
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
