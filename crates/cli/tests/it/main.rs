//! The command as a user runs it: output, exit codes, schemas, games and messages. One test binary.

mod boards;
mod checking;
mod commands;
mod documents;
mod engines;
mod faults;
mod manual;
mod playing;
mod printing;
mod reproducing;
mod schemas;
mod serving;
mod studying;

use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

/// The program, with a cache of its own so that a test finds what a new user finds.
fn program() -> Command {
    let mut command = Command::cargo_bin("quandary").unwrap();
    command.env("XDG_CACHE_HOME", std::env::temp_dir().join("quandary-test-cache"));
    command
}

fn quandary(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

/// The same with lines on standard input.
fn quandary_with(arguments: &[&str], lines: &str) -> Output {
    program().args(arguments).write_stdin(lines).output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", stdout(output)))
}
