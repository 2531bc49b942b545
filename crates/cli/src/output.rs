//! Results on stdout, errors on stderr, and the exit code. A lost answer is an error.

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use quandary_core::InputError;
use quandary_runtime::say;
use quandary_verbs::{Answer, Page, Status, error_json};
use serde_json::Value;

/// Exit code of bad usage or input, and of an answer that could not be written.
pub(crate) const REFUSED: u8 = 2;

/// How an answer is to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    Text,
    Json,
    /// The items were printed as lines; what is left is for a person.
    Lines,
}

/// Prints an answer and gives the exit code.
pub(crate) fn answer(answer: &Answer, show: Show, quiet: bool) -> ExitCode {
    answer_on(answer, Page::default(), show, quiet)
}

/// The same at a screen.
pub(crate) fn answer_on(answer: &Answer, page: Page, show: Show, quiet: bool) -> ExitCode {
    let code = match answer.status {
        Status::Answered => 0,
        Status::Negative => 1,
        Status::Exhausted(_) => 3,
    };
    let written = match show {
        Show::Json => print(&answer.json().to_string()),
        Show::Text => print(&answer.text_on(page)),
        Show::Lines => Ok(()),
    };
    match answer.status {
        Status::Exhausted(why) if !quiet => say(format_args!("{why}; partial result printed")),
        _ => {}
    }
    match written {
        Ok(()) => ExitCode::from(code),
        // A reader who has seen enough may close the pipe; the exit code still reports the answer.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::from(code),
        Err(error) => {
            say(format_args!("the answer could not be written: {error}"));
            ExitCode::from(REFUSED)
        }
    }
}

/// Says what was wrong, and gives the exit code. `json`: on stdout too, as an object, under what was asked.
pub(crate) fn refusal(error: &InputError, json: Option<(Option<&str>, &str)>) -> ExitCode {
    say(error);
    if let Some((puzzle, verb)) = json {
        let _ = print(&error_json(puzzle, verb, error).to_string());
    }
    ExitCode::from(REFUSED)
}

/// Draws the figure of an answer into the file that `--figure` names.
pub(crate) fn figure(answer: &Answer, path: &str, quiet: bool) -> Result<(), InputError> {
    let drawn = match &answer.figure {
        Some(figure) => quandary_lab::report::write_svg(figure, Path::new(path)),
        None => Err("there is nothing to draw".into()),
    };
    drawn.map_err(|why| InputError::new(format!("`{path}` was not written: {why}")).of_option("figure"))?;
    if !quiet {
        say(format_args!("figure written to {path}"));
    }
    Ok(())
}

/// Prints text and a new line.
pub(crate) fn print(text: &str) -> std::io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}").and_then(|()| out.flush())
}

/// Prints one item as it comes. When nobody reads the rest any more, the program ends; when it is lost, it says so, too.
pub(crate) fn item(item: &Value) {
    match print(&item.to_string()) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => {
            say(format_args!("the answer could not be written: {error}"));
            std::process::exit(REFUSED.into());
        }
    }
}
