//! The project's own tasks. `cargo xtask test` is what a change must pass; CI runs exactly that.

mod attack;
mod examples;
mod new_puzzle;
mod page;
mod python;
mod site;
mod tools;
mod types;
mod wasm;

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use tools::{Missing, Toolchain};
use wasm::Module;

const USAGE: &str = "usage:
  cargo xtask test         formatting, lints, every test, every documented example, WebAssembly, Python and the page
                           where this machine can run them
  cargo xtask new-puzzle NAME
                           a copy of Lights Out under this name, registered and ready to be changed
  cargo xtask wasm-check   builds the puzzles for wasm32-unknown-unknown; node must answer as the native build does
  cargo xtask site         writes site/: the page with the WebAssembly, for any host of files
  cargo xtask page         drives the page in Chromium, on the static site and on `quandary serve`
  cargo xtask python       builds the Python package and holds it against the program, in target/python
  cargo xtask examples     runs the programs in examples/, which use the libraries from outside
  cargo xtask types        writes web/src/lib/types.ts and docs/openapi.json from the Rust types
  cargo xtask attack       forged certificates, hostile commands, damaged caches, killed runs and fuzzed parsers for
                           --minutes N (30), drawn from --seed S (1); --program PATH attacks a program built before
  cargo xtask shapes       every claim on every board of up to ten cells; --every N takes every Nth board
  cargo xtask mutants      changes crates/check in thousands of places, one at a time, and says which changes no test
                           notices; --minutes N tries an even sample, --from N goes on with it, --only TEXT tries the files
                           whose path contains it";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let done = match arguments.next().as_deref() {
        Some("test") => test(),
        Some("wasm-check") => {
            Toolchain::find(Missing::Fetch).and_then(|found| wasm::check(&found)).map(|_| ())
        }
        Some("page") => tools::browser().and_then(|()| built()).and_then(|module| page::check(&module)),
        Some("site") => built().and_then(|module| site::write(&module)),
        Some("python") => python::check(),
        Some("examples") => examples::check(),
        Some("new-puzzle") => new_puzzle::make(arguments),
        Some("types") => types::write(),
        Some("attack") => attack::all(arguments),
        Some("shapes") => attack::shapes(arguments),
        Some("mutants") => attack::mutants(arguments),
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

/// Each line is a cargo command. Clippy comes before the tests, since it fails early.
const TEST: &[&[&str]] = &[
    &["fmt", "--all", "--", "--check"],
    &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"],
    &["test", "--workspace"],
];

fn test() -> Result<(), String> {
    let python = python::missing().map_or(Ok(()), |what| Err(what.to_owned()));
    // What Python needs comes over the network while cargo compiles.
    std::thread::scope(|scope| {
        let fetched = python.is_ok().then(|| scope.spawn(python::prepare));
        for arguments in TEST {
            run(cargo().args(*arguments))?;
        }
        examples::check()?;
        fetched.map_or(Ok(()), |thread| thread.join().expect("it does not panic"))
    })?;
    unless("the Python package", python, |()| python::check())?;
    let browser = tools::browser().and_then(|()| Toolchain::find(Missing::of_test()));
    unless("WebAssembly and the page in a browser", browser, |toolchain| {
        page::check(&wasm::check(&toolchain)?)
    })
}

/// Runs a part of the tests with the tools it needs. If they are missing, a line says so; in CI nothing may be left
/// out.
fn unless<T>(
    part: &str,
    needs: Result<T, String>,
    check: impl FnOnce(T) -> Result<(), String>,
) -> Result<(), String> {
    match needs {
        Ok(found) => check(found),
        Err(what) if tools::in_ci() => Err(format!("{part} cannot be tested: {what}")),
        Err(what) => {
            println!("> {part} left out: {what}");
            Ok(())
        }
    }
}

/// Builds everything as `cargo test` does. A package alone would be compiled again, with other features of its
/// dependencies; after the tests, only what other programs need is left to build.
fn as_tested() -> Result<(), String> {
    run(cargo().args(["build", "--quiet", "--workspace", "--lib", "--bins", "--tests", "--examples"]))
}

/// The module for the browser, with the tools that build it.
fn built() -> Result<Module, String> {
    Module::build(&Toolchain::find(Missing::Fetch)?)
}

/// The cargo that runs us.
fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    if tools::in_ci() {
        // Incremental data costs time in this build and helps only the next one, which does not exist in CI.
        cargo.env("CARGO_INCREMENTAL", "0");
    }
    cargo
}

/// Runs a command and prints it and how long it took.
fn run(command: &mut Command) -> Result<(), String> {
    let words: Vec<String> = command.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
    let program = command.get_program().to_string_lossy().into_owned();
    let shown = format!("{program} {}", words.join(" "));
    let name =
        Path::new(&program).file_name().map_or(program.clone(), |name| name.to_string_lossy().into_owned());
    let step = format!("{name} {}", words.iter().take(3).map(String::as_str).collect::<Vec<_>>().join(" "));
    println!("> {shown}");
    let begun = Instant::now();
    match command.status() {
        Ok(status) if status.success() => {
            println!("> {step}: done after {:.0} s", begun.elapsed().as_secs_f64());
            Ok(())
        }
        Ok(status) => Err(format!("`{shown}` failed ({status})")),
        Err(error) => Err(format!("`{shown}` cannot be run: {error}")),
    }
}
