//! The command line, built from the registry: `quandary VERB PUZZLE [INPUT] [--options]`.

use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use quandary_core::face::{Answer, Entry, InputSpec, OptionSpec, VerbSpec};
use quandary_lab::{Scale, Wanted};

/// Options that every working command has.
pub(crate) struct Common {
    pub(crate) json: bool,
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Option<f64>,
    pub(crate) threads: usize,
    pub(crate) no_cache: bool,
}

/// What the user asked for.
pub(crate) enum Invocation {
    Puzzle {
        entry: &'static dyn Entry,
        verb: &'static VerbSpec,
        given: Vec<(&'static str, String)>,
        input: Option<String>,
        common: Common,
    },
    BenchAll {
        common: Common,
    },
    Check {
        file: String,
        json: bool,
    },
    Reproduce {
        wanted: Wanted,
        common: Common,
    },
    Completions {
        shell: clap_complete::Shell,
    },
}

impl Invocation {
    /// Parses the arguments; on help, version or a mistake it prints and gives the exit code.
    pub(crate) fn from_command_line() -> Result<Invocation, ExitCode> {
        let matches = command().try_get_matches().map_err(|error| {
            let _ = error.print();
            ExitCode::from(if error.use_stderr() { 2 } else { 0 })
        })?;
        let (verb, below) = matches.subcommand().expect("clap demands a verb");
        Ok(match verb {
            "check" => Invocation::Check { file: text(below, "FILE"), json: below.get_flag("json") },
            "completions" => {
                Invocation::Completions { shell: *below.get_one("SHELL").expect("clap demands a shell") }
            }
            "reproduce" => Invocation::Reproduce { wanted: wanted(below), common: common(below) },
            _ => match below.subcommand() {
                Some((puzzle, leaf)) => puzzle_invocation(verb, puzzle, leaf),
                None => Invocation::BenchAll { common: common(below) },
            },
        })
    }
}

fn puzzle_invocation(verb: &str, puzzle: &str, leaf: &ArgMatches) -> Invocation {
    let entry = quandary_registry::find(puzzle).expect("clap knows only registered puzzles");
    let verb = entry.verbs().iter().find(|v| v.name == verb).expect("clap knows only declared verbs");
    let given = verb
        .options
        .iter()
        .filter(|option| leaf.value_source(option.name) == Some(clap::parser::ValueSource::CommandLine))
        .map(|option| (option.name, if option.is_switch() { String::new() } else { text(leaf, option.name) }))
        .collect();
    let input = match verb.input {
        InputSpec::None => None,
        _ => leaf.get_one::<String>("INPUT").cloned(),
    };
    Invocation::Puzzle { entry, verb, given, input, common: common(leaf) }
}

fn wanted(matches: &ArgMatches) -> Wanted {
    let report = matches.get_one::<String>("report").cloned();
    let asked = matches.value_source("report") == Some(clap::parser::ValueSource::CommandLine);
    Wanted {
        ids: matches.get_many::<String>("ID").map(|ids| ids.cloned().collect()).unwrap_or_default(),
        scale: *matches.get_one::<Scale>("scale").expect("it has a default"),
        seed: *matches.get_one::<u64>("seed").expect("it has a default"),
        // A program that reads JSON did not ask for a folder; a person who reads the table gets one.
        report: report.filter(|_| asked || !matches.get_flag("json")).map(Into::into),
        strict: matches.get_flag("strict"),
    }
}

fn common(matches: &ArgMatches) -> Common {
    Common {
        json: matches.get_flag("json"),
        nodes: matches.get_one("nodes").copied(),
        time: matches.get_one("time").copied(),
        threads: matches.get_one::<u64>("threads").map_or(1, |&threads| threads as usize),
        no_cache: matches.get_flag("no-cache"),
    }
}

fn text(matches: &ArgMatches, name: &str) -> String {
    let words: Vec<&str> =
        matches.get_many::<String>(name).into_iter().flatten().map(String::as_str).collect();
    words.join(" ")
}

/// The completion script of a shell.
pub(crate) fn completions(shell: clap_complete::Shell) -> Answer {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "quandary", &mut script);
    Answer::new(serde_json::Value::Null, String::from_utf8_lossy(&script).trim_end())
}

fn command() -> Command {
    let mut root = Command::new("quandary")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Solves puzzles, proves its answers, and measures how they feel to play")
        .after_help(
            "Exit codes: 0 answered, 1 the answer is no, 2 bad usage or input, 3 the budget ran out.\n\
             INPUT is a file, `-` for standard input, or the text itself.",
        )
        .subcommand_required(true)
        .arg_required_else_help(true);
    for verb in verbs() {
        root = root.subcommand(verb_command(verb));
    }
    root.subcommand(reproduce_command()).subcommand(check_command()).subcommand(completions_command())
}

/// Every verb that some puzzle has, in the order in which they first appear.
fn verbs() -> Vec<&'static str> {
    let mut names = Vec::new();
    for verb in quandary_registry::all().iter().flat_map(|entry| entry.verbs()) {
        if !names.contains(&verb.name) {
            names.push(verb.name);
        }
    }
    names
}

fn verb_command(verb: &'static str) -> Command {
    let mut command = Command::new(verb).about(about(verb)).arg_required_else_help(true);
    if verb == "bench" {
        command = with_common(command).arg_required_else_help(false).args_conflicts_with_subcommands(true);
    } else {
        command = command.subcommand_required(true);
    }
    for entry in quandary_registry::all() {
        if let Some(spec) = entry.verbs().iter().find(|spec| spec.name == verb) {
            command = command.subcommand(puzzle_command(entry.name(), spec));
        }
    }
    command
}

fn about(verb: &str) -> &'static str {
    match verb {
        "solve" => "Solve an instance or a position, with a certificate",
        "explain" => "The next move and why",
        "generate" => "Make puzzles",
        "simulate" => "Play many seeded games of a strategy",
        "measure" => "Measure a puzzle: how hard, how engaging",
        "bench" => "Fixed work: one signature, node counts and CPU seconds (of everything, without PUZZLE)",
        _ => quandary_registry::all()
            .iter()
            .flat_map(|entry| entry.verbs())
            .find(|spec| spec.name == verb)
            .map_or("", |spec| spec.about),
    }
}

fn puzzle_command(name: &'static str, spec: &'static VerbSpec) -> Command {
    let examples: Vec<String> = spec.examples.iter().map(|example| format!("  quandary {example}")).collect();
    let mut command = Command::new(name).about(spec.about).args(spec.options.iter().map(option));
    if !examples.is_empty() {
        command = command.after_help(format!("Examples:\n{}", examples.join("\n")));
    }
    command = match spec.input {
        InputSpec::None => command,
        InputSpec::Optional(what) => command.arg(input(what)),
        InputSpec::Required(what) => command.arg(input(what).required(true)),
    };
    with_common(command)
}

fn input(what: &'static str) -> Arg {
    Arg::new("INPUT").help(what).allow_hyphen_values(true)
}

fn option(spec: &'static OptionSpec) -> Arg {
    let mut arg = Arg::new(spec.name).long(spec.name).help(spec.help);
    if spec.is_switch() {
        return arg.action(ArgAction::SetTrue);
    }
    // An option whose value has several names takes that many words.
    arg = arg.value_names(spec.value.split(' ').collect::<Vec<_>>()).allow_hyphen_values(true);
    match spec.default {
        // The default itself is filled in by the request; here it is only shown.
        Some(default) => arg.help(format!("{} [default: {default}]", spec.help)),
        None => arg,
    }
}

fn json() -> Arg {
    Arg::new("json").long("json").help("Print one JSON object").action(ArgAction::SetTrue)
}

fn with_common(command: Command) -> Command {
    command.arg(json()).args([
        Arg::new("nodes").long("nodes").value_name("N").help("Stop after N nodes").value_parser(nodes),
        Arg::new("time")
            .long("time")
            .value_name("SECONDS")
            .help("Stop after this many seconds")
            .value_parser(seconds),
        Arg::new("threads")
            .long("threads")
            .value_name("N")
            .help("Threads to use; the result is the same for any number")
            .default_value("1")
            .value_parser(value_parser!(u64).range(1..=1024)),
        Arg::new("no-cache")
            .long("no-cache")
            .help("Neither read nor write tables in the user's cache folder")
            .action(ArgAction::SetTrue),
    ])
}

fn nodes(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) => Err("a budget of 0 nodes answers nothing; expected at least 1".into()),
        Ok(nodes) => Ok(nodes),
        Err(_) => Err("expected a whole number above 0".into()),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e9 => Ok(seconds),
        _ => Err("expected a number of seconds above 0".into()),
    }
}

fn reproduce_command() -> Command {
    let command = Command::new("reproduce")
        .about("Every published value again, beside the printed one, with intervals and a verdict")
        .arg(Arg::new("ID").help("Entries such as thesis.T3.2; all of them without").num_args(0..))
        .arg(
            Arg::new("scale")
                .long("scale")
                .value_name("SCALE")
                .help("quick, paper (the documents' own run counts), or a number of runs")
                .default_value("quick")
                .value_parser(|text: &str| text.parse::<Scale>()),
        )
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("SEED")
                .help("Seed of everything that is sampled")
                .default_value("1")
                .value_parser(value_parser!(u64)),
        )
        .arg(
            Arg::new("report")
                .long("report")
                .value_name("FOLDER")
                .help("Where index.html goes; with --json only when given")
                .default_value("report"),
        )
        .arg(
            Arg::new("strict")
                .long("strict")
                .help("Exit with 1 when a cell disagrees")
                .action(ArgAction::SetTrue),
        )
        .after_help(
            "Examples:\n  quandary reproduce\n  quandary reproduce thesis.T3.1 thesis.T3.2 --json\n  \
             quandary reproduce --scale paper --threads 2",
        );
    with_common(command)
}

fn check_command() -> Command {
    Command::new("check")
        .about("Verify certificates with code that shares nothing with the solvers")
        .arg(
            Arg::new("FILE")
                .help(
                    "A certificate, a solver's --json answer, or one of them a line; `-` for standard input",
                )
                .required(true),
        )
        .arg(json())
        .after_help(
            "Examples:\n  quandary solve sliding \"8 6 7 2 5 4 3 0 1\" --json > answer.json\n  \
             quandary check answer.json",
        )
}

fn completions_command() -> Command {
    Command::new("completions")
        .about("Print a shell's completion script")
        .arg(Arg::new("SHELL").required(true).value_parser(value_parser!(clap_complete::Shell)))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_well_formed() {
        super::command().debug_assert();
    }
}
