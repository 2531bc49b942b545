//! The project's own chores. `cargo xtask test` is what a change must pass; CI runs exactly that.

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("test") => run_all(TEST),
        _ => {
            eprintln!(
                "usage: cargo xtask test    formatting, lints, every test and every documented example"
            );
            ExitCode::from(2)
        }
    }
}

/// Each line is a cargo command. Clippy comes before the tests: it fails fast and cheaply.
const TEST: &[&[&str]] = &[
    &["fmt", "--all", "--", "--check"],
    &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"],
    &["test", "--workspace"],
];

fn run_all(commands: &[&[&str]]) -> ExitCode {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    for arguments in commands {
        println!("> cargo {}", arguments.join(" "));
        match Command::new(&cargo).args(*arguments).status() {
            Ok(status) if status.success() => {}
            Ok(status) => {
                eprintln!("xtask: `cargo {}` failed ({status})", arguments.join(" "));
                return ExitCode::FAILURE;
            }
            Err(error) => {
                eprintln!("xtask: cannot run `{cargo}`: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    println!("xtask: all passed");
    ExitCode::SUCCESS
}
