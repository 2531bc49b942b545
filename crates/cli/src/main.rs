//! The `quandary` command.
//!
//! Arguments in, one call, output out: results on stdout, progress and notes on stderr. Exit codes:
//! 0 answered, 1 the answer is no, 2 bad usage or input, 3 the budget ran out.

mod arguments;
mod bench;
mod certificates;
mod desk;
mod input;
mod output;
mod reproduce;

use std::process::ExitCode;

use quandary_core::InputError;
use quandary_core::face::{Answer, Entry, Request, VerbSpec};

use crate::arguments::Invocation;
use crate::desk::Desk;

fn main() -> ExitCode {
    let invocation = match Invocation::from_command_line() {
        Ok(invocation) => invocation,
        Err(code) => return code,
    };
    output::exit(run(invocation))
}

/// Runs what was asked; the answer is printed by the caller of this, except where it comes line by line.
fn run(invocation: Invocation) -> Result<(Answer, bool), InputError> {
    match invocation {
        Invocation::Puzzle { entry, verb, given, input, common } => {
            let desk = Desk::open(&common);
            let request = Request::new(verb, input::read(input.as_deref())?, input::files(verb, given)?)?;
            let answer = ask(entry, verb, &request, &desk)?;
            output::figure(&answer, &request)?;
            Ok((answer, common.json))
        }
        Invocation::BenchAll { common } => Ok((bench::all(&Desk::open(&common))?, common.json)),
        Invocation::Check { file, json } => Ok((certificates::check(&file)?, json)),
        Invocation::Reproduce { wanted, common } => {
            let desk = Desk::open(&common);
            Ok((reproduce::run(&wanted, common.json, &desk)?, common.json))
        }
        Invocation::Completions { shell } => Ok((arguments::completions(shell), false)),
    }
}

fn ask(entry: &dyn Entry, verb: &VerbSpec, request: &Request, desk: &Desk) -> Result<Answer, InputError> {
    let source = request.input().map(|input| input.source.clone());
    desk.with_context(|context| entry.run(verb.name, request, context)).map_err(|mut error| {
        // A place without a file is no help when the input came from one.
        if let (Some(source), Some(_)) = (source, error.place) {
            error.what = format!("{} (in {source})", error.what);
        }
        error
    })
}
