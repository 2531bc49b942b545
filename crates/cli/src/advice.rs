//! `explain --engine COMMAND`: what an external program says, beside our own answer.

use std::process::ExitCode;

use quandary_core::{InputError, Seed, Stop};
use quandary_games::protocol::ask::Limits;
use quandary_games::protocol::outside::{self, Word};
use quandary_runtime::{Runtime, Started};
use quandary_verbs::{Entry, Verb};
use serde_json::json;

use crate::arguments::{Common, OptionValues, Outsider};
use crate::play::start_of;
use crate::{input, output};

/// Our own answer, and then the program's. Two JSON objects with `--json`, a line each.
pub(crate) fn puzzle(
    entry: &'static Entry,
    verb: &'static Verb,
    given: OptionValues,
    input: Option<&str>,
    whole: bool,
    adviser: &Outsider,
    common: Common,
) -> ExitCode {
    if input == Some("-") {
        let error = InputError::new("standard input can be read once, and --engine needs the position, too")
            .expected("a file or the position itself")
            .of_option("engine");
        return output::refusal(&error, common.json.then_some((Some(entry.name), verb.spec.name)));
    }
    let asked = ask(entry, given.clone(), input, adviser, &common);
    let code = crate::puzzle(entry, verb, given, input, whole, common);
    match asked {
        Ok(word) => {
            let text = if common.json {
                json!({"engine": adviser.command, "best": word.best, "said": word.said}).to_string()
            } else {
                in_words(&adviser.command, &word)
            };
            if output::print(&text).is_err() { ExitCode::from(output::REFUSED) } else { code }
        }
        Err(error) => output::refusal(&error.of_option("engine"), None),
    }
}

fn in_words(command: &str, Word { best, said }: &Word) -> String {
    let said = said.as_ref().map_or_else(String::new, |said| format!("; it says: {}", shown(said)));
    format!("\n`{command}` plays {best}{said}")
}

/// Words of others as they may stand on a terminal: one line, not too long.
fn shown(text: &str) -> String {
    const MOST: usize = 200;
    let clean = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    let line: String = clean.take(MOST).collect();
    if line.len() < text.len() { line + "…" } else { line }
}

fn ask(
    entry: &'static Entry,
    given: OptionValues,
    input: Option<&str>,
    adviser: &Outsider,
    common: &Common,
) -> Result<Word, InputError> {
    let runtime = Runtime::open(&common.limits);
    runtime.obey_signals();
    let budget = &runtime.context().budget;
    // Of the options only those that belong to the game: how deep we look is nothing to the program.
    let offers = |name: &str| entry.setup.iter().any(|option| option.name == name);
    let given = given.into_iter().filter(|(name, _)| offers(name)).collect();
    let setup = entry.options(input::files(entry.setup, given, budget)?)?;
    let read = input::read(input, budget)?;
    let text = read.as_ref().map_or(Ok("start"), quandary_verbs::Input::text)?;
    let session = entry.begin_at(&setup, text, Seed(1))?;
    let programs = Started(runtime.stop().clone());
    let asked = outside::start(entry.name, &setup, &adviser.command, &programs)
        .and_then(|mut program| program.ask(&start_of(&*session), &[], Limits { seconds: adviser.seconds }));
    asked.map_err(|stop| match stop {
        Stop::Input(error) => error,
        Stop::Exhausted(why) => InputError::new(format!("`{}` gave no answer: {why}", adviser.command)),
    })
}
