//! Options without an effect are refused: tested for every verb, every example of its help and every option.

use quandary_core::{Budget, Context};
use quandary_registry::all;
use quandary_verbs::{Entry, Input, InputSpec, Kind, OptionSpec, Request, Status, Verb, VerbSpec};

/// The node budget of an example; one that needs more is not tested.
const NODES: u64 = 3000;

/// Options that say how often: here once or twice is enough.
const OFTEN: [&str; 4] = ["count", "games", "positions", "samples"];

/// The INPUT and the options of an example; none if its input is a file.
type ExampleCommand = (Option<String>, Vec<(&'static str, String)>);

/// The words of an example, as a shell would split them.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (number, part) in line.split(['"', '\'']).enumerate() {
        if number % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

fn asked(spec: &VerbSpec, example: &str) -> Option<ExampleCommand> {
    let mut words = words(example).into_iter().skip(2).peekable();
    let (mut input, mut given) = (None, Vec::new());
    while let Some(word) = words.next() {
        match word.strip_prefix("--") {
            None if word == ">" => break,
            None => input = Some(word),
            Some("json") => {}
            Some("nodes" | "time" | "memory" | "threads") => drop(words.next()),
            Some(name) => {
                let option = spec.options.iter().find(|option| option.name == name)?;
                let count = if option.is_switch() { 0 } else { option.value.split(' ').count() };
                let value: Vec<String> = words.by_ref().take(count).collect();
                if matches!(option.kind, Kind::File) {
                    return None;
                }
                if !matches!(option.kind, Kind::Output) {
                    given.push((option.name, value.join(" ")));
                }
            }
        }
    }
    let is_file = |text: &String| text == "-" || text.contains('.') && !text.contains(' ');
    if input.as_ref().is_some_and(is_file) {
        return None;
    }
    Some((input, given))
}

/// The same with counts of at most two.
fn briefly(spec: &'static VerbSpec, (input, given): ExampleCommand) -> ExampleCommand {
    let mut brief = given;
    for option in spec.options.iter().filter(|option| OFTEN.contains(&option.name)) {
        let others = brief.iter().filter(|(name, _)| *name != option.name).cloned();
        let fewer: Vec<_> = others.chain([(option.name, "2".to_owned())]).collect();
        if Request::new(spec, input.as_deref().map(Input::inline), fewer.iter().cloned()).is_ok() {
            brief = fewer;
        }
    }
    (input, brief)
}

/// A value that is not the default.
fn other_value(option: &OptionSpec) -> Option<String> {
    let other = |name: &&&str| Some(**name) != option.default;
    match option.kind {
        Kind::Switch => Some(String::new()),
        Kind::Whole { least, most } => {
            let mut values =
                [least.saturating_add(1), least, most].into_iter().map(|value| value.to_string());
            values.find(|value| Some(value.as_str()) != option.default && option.check(value).is_ok())
        }
        Kind::Real { low, high } => Some((low + (high - low).min(1.0) / 3.0).to_string()),
        Kind::Choice(names) => names.iter().find(|name| other(name)).map(|name| (*name).to_owned()),
        Kind::Text { known, .. } => known.iter().find(|name| other(name)).map(|name| (*name).to_owned()),
        // Reading and writing files is the interface's work.
        Kind::File | Kind::Output => None,
    }
}

/// Whether the verb completes its work without ever reading the given option.
fn is_ignored(
    puzzle: &'static str,
    verb: &Verb,
    (input, given): &ExampleCommand,
    option: &OptionSpec,
) -> bool {
    let Some(value) = other_value(option) else { return false };
    let given = given.iter().cloned().chain([(option.name, value)]);
    let input = input.as_deref().map(Input::inline);
    let Ok(request) = Request::new(&verb.spec, input, given) else { return false };
    let budget = Budget::nodes(NODES).with_memory(1 << 26);
    let Ok(answer) = verb.run(puzzle, &request, &Context { budget, ..Context::bare() }) else { return false };
    !matches!(answer.status, Status::Exhausted(_)) && request.unused().contains(&option.name)
}

/// The options of an entry that are ignored, and how many were tried.
fn ignored_by(entry: &'static Entry) -> (Vec<String>, usize) {
    let (mut ignored, mut tried) = (Vec::new(), 0);
    for verb in entry.verbs {
        let examples = verb.spec.examples.iter().filter_map(|example| asked(&verb.spec, example));
        // The verb without options, too, if it needs none.
        let alone = (!matches!(verb.spec.input, InputSpec::Required(_))).then(ExampleCommand::default);
        for asked in examples.chain(alone).map(|asked| briefly(&verb.spec, asked)) {
            for option in verb.spec.options {
                // Lines are printed by the interface.
                if asked.1.iter().any(|(name, _)| *name == option.name) || option.name == "json-lines" {
                    continue;
                }
                tried += 1;
                if is_ignored(entry.name, verb, &asked, option) {
                    ignored.push(format!("{} {} {asked:?} --{}", verb.spec.name, entry.name, option.name));
                }
            }
        }
    }
    (ignored, tried)
}

#[test]
fn an_option_without_an_effect_is_refused() {
    let all: Vec<(Vec<String>, usize)> = std::thread::scope(|scope| {
        let works: Vec<_> = all().iter().map(|entry| scope.spawn(|| ignored_by(entry))).collect();
        works.into_iter().map(|work| work.join().expect("a verb panicked")).collect()
    });
    let tried: usize = all.iter().map(|(_, tried)| tried).sum();
    let ignored: Vec<String> = all.into_iter().flat_map(|(ignored, _)| ignored).collect();
    assert!(tried > 300, "{tried}");
    assert!(ignored.is_empty(), "{} of {tried}:\n{}", ignored.len(), ignored.join("\n"));
}
