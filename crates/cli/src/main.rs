//! The `quandary` command: arguments in, one call, output out.

#![deny(clippy::print_stderr, clippy::print_stdout)] // answers are for `output`, notes for `say`

mod advice;
mod arguments;
mod bench;
mod engine;
mod explain;
mod input;
mod man;
mod output;
mod play;
mod print;
mod reproduce;
mod schema;
mod serve;
mod sink;
mod studies;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use quandary_core::InputError;
use quandary_runtime::{RowFile, Runtime, Started, bear_file_limits, say, tell};
use quandary_verbs::{Answer, Entry, FIGURE, Input, ROWS, Request, Status, Verb};

use crate::arguments::{Common, Invocation, OptionValues, Refusal};
use crate::output::Show;
use crate::sink::Outlet;

fn main() -> ExitCode {
    bear_file_limits();
    quandary_identity::register();
    match Invocation::from_command_line() {
        Ok(invocation) => run(invocation),
        Err(Refusal { message, json }) => {
            let printed = message.print();
            if json && message.use_stderr() {
                // clap's first line says what is wrong; the rest is help for a person.
                let text = message.to_string();
                let what = text.lines().next().unwrap_or("").trim_start_matches("error: ").to_owned();
                let words: Vec<String> =
                    std::env::args_os().skip(1).take(2).map(|word| word.to_string_lossy().into()).collect();
                let puzzle =
                    words.get(1).and_then(|name| quandary_registry::find(name)).map(|entry| entry.name);
                let verb = words.first().map_or("", String::as_str);
                let error = quandary_verbs::error_json(puzzle, verb, &InputError::new(what));
                let _ = output::print(&error.to_string());
            }
            match printed {
                _ if message.use_stderr() => ExitCode::from(output::REFUSED),
                printed => written(printed),
            }
        }
    }
}

fn run(invocation: Invocation) -> ExitCode {
    match invocation {
        Invocation::Puzzle { entry, verb, given, input, whole, adviser: None, common } => {
            puzzle(entry, verb, given, input.as_deref(), whole, common)
        }
        Invocation::Puzzle { entry, verb, given, input, whole, adviser: Some(adviser), common } => {
            advice::puzzle(entry, verb, given, input.as_deref(), whole, &adviser, common)
        }
        Invocation::Engine { entry, given, options, common } => engine::serve(entry, given, &options, common),
        Invocation::Play { entry, given, session, common } => play::play(entry, given, &session, common),
        Invocation::BenchAll { common } => general("bench", common, bench::all),
        Invocation::Check { file, sample, common } => general("check", common, |runtime| {
            let context = runtime.context();
            if Path::new(&file).is_dir() {
                return quandary_api::check_stored(input::answers(&file, &context.budget)?, sample, &context);
            }
            if sample.is_some() {
                return Err(InputError::new("it has no effect here")
                    .expected("a folder of answers")
                    .of_option("sample"));
            }
            let read = input::read(Some(&file), &context.budget)?.expect("a file was named");
            quandary_api::check(&read, &context)
        }),
        Invocation::Reproduce { wanted, common } => {
            general("reproduce", common, |runtime| reproduce::run(&wanted, &common, runtime))
        }
        Invocation::Study { wanted, common } => {
            general(studies::verb(&wanted), common, |runtime| studies::answer(&wanted, runtime))
        }
        Invocation::ListPublished { common } => general("reproduce", common, |_| Ok(reproduce::list())),
        Invocation::Errata { common } => {
            general("reproduce", common, |runtime| Ok(reproduce::errata(runtime)))
        }
        Invocation::Print { wanted, common } => {
            general("print", common, |runtime| print::answer(&wanted, runtime))
        }
        Invocation::Serve { wanted } => serve::serve(wanted),
        Invocation::Schema { what } => plainly(&schema::print(&what)),
        Invocation::Completions { shell } => plainly(&arguments::completions(shell)),
        Invocation::Man { wanted } => match man::print(&wanted, arguments::command()) {
            Ok(text) => plainly(&text),
            Err(error) => output::refusal(&error, None),
        },
    }
}

/// A verb of a puzzle.
fn puzzle(
    entry: &'static Entry,
    verb: &'static Verb,
    given: OptionValues,
    input: Option<&str>,
    whole: bool,
    common: Common,
) -> ExitCode {
    let explains = verb.spec.name == arguments::EXPLAIN;
    let (common, patient) = if explains { explain::patiently(common) } else { (common, false) };
    let lines = arguments::wants_lines(&given);
    let show = match (lines, common.json) {
        (true, _) => Show::Lines,
        (false, true) => Show::Json,
        (false, false) => Show::Text,
    };
    match ask(entry, verb, given, input, &common, lines) {
        Ok(answers) => {
            let count = answers.len();
            let mut worst = (0, ExitCode::SUCCESS);
            for (index, answer) in answers.into_iter().enumerate() {
                if count > 1 && show == Show::Text {
                    let line = format!("{}board {} of {count}", if index > 0 { "\n" } else { "" }, index + 1);
                    let _ = output::print(&line);
                }
                let rank = match answer.status {
                    Status::Answered => 0,
                    Status::Negative => 1,
                    Status::Exhausted(_) => 2,
                };
                let quiet = common.limits.quiet;
                let code = match explains {
                    true if patient => explain::print(&answer.patiently(), show, whole, quiet),
                    true => explain::print(&answer, show, whole, quiet),
                    false => shown(&answer, show, quiet),
                };
                if index == 0 || rank > worst.0 {
                    worst = (rank, code);
                }
            }
            worst.1
        }
        Err(error) => {
            output::refusal(&error, (show != Show::Text).then_some((Some(entry.name), verb.spec.name)))
        }
    }
}

/// Prints what a verb answered.
fn shown(answer: &Answer, show: Show, quiet: bool) -> ExitCode {
    if show == Show::Lines && !quiet {
        let text = answer.text();
        if !text.is_empty() {
            tell(text);
        }
    }
    output::answer(answer, show, quiet)
}

/// The answer to a request; one for each board where INPUT holds several and the verb takes one.
fn ask(
    entry: &'static Entry,
    verb: &'static Verb,
    given: OptionValues,
    input: Option<&str>,
    common: &Common,
    lines: bool,
) -> Result<Vec<Answer>, InputError> {
    let runtime = common.runtime();
    let budget = &runtime.context().budget;
    let files: Vec<_> =
        given.iter().filter(|(name, _)| input::is_file(verb.spec.options, name)).cloned().collect();
    let input = input::read(input, budget)?;
    let given = input::files(verb.spec.options, given, budget)?;
    let request = |input: Option<Input>| {
        Request::new(&verb.spec, input, given.clone()).map_err(|error| in_file(&files, error))
    };
    let first = request(input.clone())?;
    let written = |name: &str| if first.offers(name) { first.text(name) } else { None };
    let rows =
        written(ROWS.spec.name).map(|path| RowFile::create(Path::new(path))).transpose()?.map(Arc::new);
    let outlet = Outlet { puzzle: entry.name, verb: verb.spec.name, lines, rows: rows.clone() };
    // A person typed this command: they asked for the external programs in it.
    let programs = Started(runtime.stop().clone());
    let runtime = runtime.with_sink(outlet).with_programs(programs);
    let run = |request: &Request| {
        if verb.spec.name == arguments::EXPLAIN {
            explain::run(entry, verb, request, &runtime, &common.limits)
        } else {
            verb.run(entry.name, request, &runtime.context())
        }
    };
    let answers = match run(&first) {
        Ok(answer) => Ok(vec![answer]),
        Err(error) => several(entry, input.as_ref(), error, |board| run(&request(Some(board))?)),
    };
    runtime.clear();
    let answers = answers.map_err(|error| in_file(&files, error))?;
    drop(runtime);
    if let Some(rows) = rows.and_then(Arc::into_inner) {
        let path = rows.finish()?;
        if !common.limits.quiet {
            say(format_args!("rows written to {}", path.display()));
        }
    }
    if let (Some(path), [answer]) = (written(FIGURE.spec.name), answers.as_slice()) {
        output::figure(answer, path, common.limits.quiet)?;
    }
    Ok(answers)
}

/// Answers about the boards of an input that was refused as one board. What is wrong with a single board is said as before.
fn several(
    entry: &Entry,
    input: Option<&Input>,
    refused: InputError,
    run: impl Fn(Input) -> Result<Answer, InputError>,
) -> Result<Vec<Answer>, InputError> {
    let Some(input) = input.filter(|_| refused.option.is_none()) else { return Err(refused) };
    let boards = entry.several(input);
    if boards.len() < 2 {
        return Err(refused);
    }
    let mut answers = Vec::new();
    for (index, board) in boards.iter().enumerate() {
        let source = format!("{}, board {}", input.source, index + 1);
        match run(Input { source, bytes: board.as_bytes().to_vec() }) {
            Ok(answer) => answers.push(answer),
            // Not a file of boards after all.
            Err(_) if index == 0 => return Err(refused),
            Err(error) => return Err(error),
        }
    }
    Ok(answers)
}

/// An error about an option whose value is a file names the file.
fn in_file(files: &[(&'static str, String)], mut error: InputError) -> InputError {
    let file = files.iter().find(|(name, _)| error.option.as_deref() == Some(name));
    error.source = file.map(|(_, path)| path.clone()).or(error.source);
    error
}

/// A command about no puzzle in particular.
fn general(
    verb: &str,
    common: Common,
    work: impl FnOnce(&Runtime) -> Result<Answer, InputError>,
) -> ExitCode {
    let runtime = common.runtime();
    let answer = work(&runtime);
    runtime.clear();
    match answer {
        Ok(answer) => {
            let show = if common.json { Show::Json } else { Show::Text };
            output::answer(&answer, show, common.limits.quiet)
        }
        Err(error) => output::refusal(&error, common.json.then_some((None, verb))),
    }
}

fn plainly(text: &str) -> ExitCode {
    written(output::print(text))
}

/// The exit code of text that is not an answer to anything: help, a schema, a completion script.
fn written(printed: std::io::Result<()>) -> ExitCode {
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            say(format_args!("the answer could not be written: {error}"));
            ExitCode::from(output::REFUSED)
        }
    }
}
