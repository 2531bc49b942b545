//! The project's own chores. `cargo xtask test` is what a change must pass; CI runs exactly that.

mod attack;
mod page;
mod python;
mod site;
mod types;
mod wasm;

use std::process::{Command, ExitCode};

const USAGE: &str = "usage:
  cargo xtask test         formatting, lints, every test, every documented example, WebAssembly, Python and the page
                           where this machine can run them
  cargo xtask wasm-check   builds the puzzles for wasm32-unknown-unknown; node must answer as the native build does
  cargo xtask site         writes site/: the page with the WebAssembly, for any host of files
  cargo xtask page         drives the page in Chromium, on the static site and on `quandary serve`
  cargo xtask python       builds the Python package and holds it against the program, in target/python
  cargo xtask types        writes web/src/lib/types.ts and docs/openapi.json from the Rust types
  cargo xtask attack       forged certificates, hostile commands, damaged caches, killed runs and fuzzed parsers for
                           --minutes N (30), drawn from --seed S (1); --program PATH attacks a program built before";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let done = match arguments.next().as_deref() {
        Some("test") => test(),
        Some("wasm-check") => wasm::check(),
        Some("page") => page::check(),
        Some("python") => python::check(),
        Some("site") => site::site(),
        Some("types") => types::write(),
        Some("attack") => attack::all(arguments),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => {
            println!("xtask: all passed");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Each line is a cargo command. Clippy comes before the tests: it fails fast and cheaply.
const TEST: &[&[&str]] = &[
    &["fmt", "--all", "--", "--check"],
    &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"],
    &["test", "--workspace"],
];

fn test() -> Result<(), String> {
    for arguments in TEST {
        run(cargo().args(*arguments))?;
    }
    match wasm::missing() {
        None => wasm::check()?,
        Some(what) => println!("> wasm-check left out: {what}"),
    }
    unless("the Python package", python::missing().map(ToOwned::to_owned), python::check)?;
    unless("the page in a browser", page::missing(), page::check)
}

/// Does a part of the tests unless this machine lacks something. Where a change is judged, nothing may be left out.
fn unless(
    part: &str,
    missing: Option<String>,
    check: impl FnOnce() -> Result<(), String>,
) -> Result<(), String> {
    match missing {
        None => check(),
        Some(what) if std::env::var_os("CI").is_some() => Err(format!("{part} cannot be tested: {what}")),
        Some(what) => {
            println!("> {part} left out: {what}");
            Ok(())
        }
    }
}

/// The cargo that runs us.
fn cargo() -> Command {
    Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()))
}

/// Runs a command and says what it is.
fn run(command: &mut Command) -> Result<(), String> {
    let words: Vec<String> = command.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
    let program = command.get_program().to_string_lossy().into_owned();
    let shown = format!("{program} {}", words.join(" "));
    println!("> {shown}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` failed ({status})")),
        Err(error) => Err(format!("`{shown}` cannot be run: {error}")),
    }
}
