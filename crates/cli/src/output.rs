//! Results on stdout, errors on stderr, and the exit code. A closed pipe is not an error.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use quandary_core::InputError;
use quandary_core::face::{Answer, OptionSpec, Request, Status};

/// Prints an answer, or what was wrong, and gives the exit code.
pub(crate) fn exit(result: Result<(Answer, bool), InputError>) -> ExitCode {
    match result {
        Ok((answer, json)) => {
            if json {
                line(&answer.json.to_string());
            } else if !answer.text.is_empty() {
                line(&answer.text);
            }
            match answer.status {
                Status::Answered => ExitCode::SUCCESS,
                Status::Negative => ExitCode::from(1),
                Status::Exhausted(why) => {
                    eprintln!("quandary: {why}; what was found so far is printed");
                    ExitCode::from(3)
                }
            }
        }
        Err(error) => {
            eprintln!("quandary: {error}");
            ExitCode::from(2)
        }
    }
}

/// Draws the figure of an answer, where `--figure` asks for it.
pub(crate) fn figure(answer: &Answer, request: &Request) -> Result<(), InputError> {
    let Some(path) = request.text(OptionSpec::FIGURE.name) else { return Ok(()) };
    let drawn = match &answer.figure {
        Some(figure) => quandary_lab::report::write_svg(figure, Path::new(path)),
        None => Err("there is nothing to draw".into()),
    };
    drawn.map_err(|why| InputError::new(format!("--figure: `{path}` was not written: {why}")))?;
    eprintln!("quandary: figure written to {path}");
    Ok(())
}

/// Prints one line. When nobody reads any more, the program ends well.
pub(crate) fn line(text: &str) {
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}
