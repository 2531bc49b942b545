//! The command line, built from the registry: `quandary VERB PUZZLE [INPUT] [--options]`.

use std::ffi::{OsStr, OsString};

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint, value_parser};
use quandary_api::Sample;
use quandary_core::Seed;
use quandary_games::levels::Level;
use quandary_games::protocol::SPOKEN;
use quandary_lab::{RunRequest, Scale};
use quandary_runtime::{Limits, Runtime};
use quandary_verbs::{Entry, InputSpec, JSON_LINES, Kind, OptionSpec, SEED, Verb, VerbSpec};

use crate::engine::EngineOptions;
use crate::man;
use crate::print;
use crate::serve::Serve;
use crate::studies;

/// Options that every working command has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Common {
    pub(crate) json: bool,
    pub(crate) limits: Limits,
    /// Seconds of CPU time, all threads together; none: as much as it needs.
    pub(crate) cpu_seconds: Option<f64>,
}

impl Common {
    /// Where the work of a command is done, under all its limits.
    pub(crate) fn runtime(&self) -> Runtime {
        let runtime = Runtime::open(&self.limits);
        if let Some(seconds) = self.cpu_seconds {
            runtime.end_after_cpu(seconds);
        }
        runtime.obey_signals();
        runtime
    }
}

/// Values of a puzzle's options, as given: name and text.
pub(crate) type OptionValues = Vec<(&'static str, String)>;

/// What the user asked for.
pub(crate) enum Invocation {
    Puzzle {
        entry: &'static Entry,
        verb: &'static Verb,
        given: OptionValues,
        input: Option<String>,
        /// Whether long lists are shown whole.
        whole: bool,
        /// An external program that is asked, too.
        adviser: Option<Outsider>,
        common: Common,
    },
    Play {
        entry: &'static Entry,
        given: OptionValues,
        session: PlayOptions,
        common: Common,
    },
    /// An engine for the field's boards.
    Engine {
        entry: &'static Entry,
        given: OptionValues,
        options: EngineOptions,
        common: Common,
    },
    BenchAll {
        common: Common,
    },
    /// A file of answers, or a folder of them and how many are drawn.
    Check {
        file: String,
        sample: Option<Sample>,
        common: Common,
    },
    Reproduce {
        wanted: RunRequest,
        common: Common,
    },
    Study {
        wanted: studies::StudyCommand,
        common: Common,
    },
    ListPublished {
        common: Common,
    },
    Errata {
        common: Common,
    },
    Print {
        wanted: print::Wanted,
        common: Common,
    },
    Serve {
        wanted: Serve,
    },
    Schema {
        what: Schema,
    },
    Completions {
        shell: clap_complete::Shell,
    },
    Man {
        wanted: man::ManRequest,
    },
}

/// An external program.
#[derive(Clone, Debug)]
pub(crate) struct Outsider {
    /// Its command line.
    pub(crate) command: String,
    /// Seconds that it gets for a move.
    pub(crate) seconds: f64,
}

/// How a game begins and is shown.
pub(crate) struct PlayOptions {
    /// Seconds for a move of an opponent that is an external program.
    pub(crate) move_seconds: f64,
    pub(crate) seed: u64,
    /// A position, or a file that holds one.
    pub(crate) at: Option<String>,
    /// A saved game.
    pub(crate) load: Option<String>,
    pub(crate) plain: bool,
}

/// What `schema` is asked for.
pub(crate) enum Schema {
    /// The answer of a verb.
    Answer(&'static Entry, &'static Verb),
    /// The options of a verb, as a form needs them.
    Options(&'static Verb),
    /// The page that describes all of them.
    Page,
}

/// What a refused command line was about, as far as it is known.
pub(crate) struct Refusal {
    /// What to print; help and version are refusals of nothing.
    pub(crate) message: clap::Error,
    /// Whether JSON was asked for.
    pub(crate) json: bool,
}

impl Invocation {
    /// Parses the arguments.
    pub(crate) fn from_command_line() -> Result<Invocation, Refusal> {
        let arguments: Vec<OsString> = std::env::args_os().collect();
        let parsed = match arguments.iter().position(|argument| argument.to_str().is_none()) {
            None => command().try_get_matches_from(&arguments),
            Some(index) => Err(not_text(index, &arguments[index])),
        };
        let matches = parsed.map_err(|message| Refusal {
            message,
            json: arguments.iter().any(|argument| argument == "--json"),
        })?;
        let (verb, below) = matches.subcommand().expect("clap demands a verb");
        Ok(match verb {
            "check" => {
                let seed = Seed(*below.get_one("seed").expect("it has a default"));
                let sample = below.get_one("sample").map(|&size| Sample { size, seed });
                Invocation::Check { file: text(below, "FILE"), sample, common: common(below) }
            }
            "completions" => {
                Invocation::Completions { shell: *below.get_one("SHELL").expect("clap demands a shell") }
            }
            "reproduce" if below.get_flag("list") => Invocation::ListPublished { common: common(below) },
            "reproduce" if below.get_flag("errata") => Invocation::Errata { common: common(below) },
            "reproduce" => Invocation::Reproduce { wanted: wanted(below), common: common(below) },
            "run" | "merge" | "table" | "plot" => {
                Invocation::Study { wanted: studies::wanted(verb, below), common: common(below) }
            }
            "man" => Invocation::Man { wanted: man::wanted(below) },
            "print" => Invocation::Print { wanted: print::wanted(below), common: common(below) },
            "serve" => Invocation::Serve { wanted: wanted_server(below) },
            "schema" => Invocation::Schema { what: schema(below) },
            "play" => {
                let (puzzle, leaf) = below.subcommand().expect("clap demands a puzzle");
                let entry = quandary_registry::find(puzzle).expect("clap knows only registered puzzles");
                let word = |name: &str| leaf.get_one::<String>(name).cloned();
                let session = PlayOptions {
                    move_seconds: leaf.try_get_one("move-time").ok().flatten().copied().unwrap_or(1.0),
                    seed: *leaf.get_one::<u64>("seed").expect("it has a default"),
                    at: word("INPUT"),
                    load: word("load"),
                    plain: leaf.get_flag("plain"),
                };
                Invocation::Play { entry, given: given(leaf, entry.setup), session, common: common(leaf) }
            }
            "engine" => {
                let (puzzle, leaf) = below.subcommand().expect("clap demands a game");
                let entry = quandary_registry::find(puzzle).expect("clap knows only registered games");
                let level = leaf.get_one::<String>("level").and_then(|level| level.parse().ok());
                let seed = *leaf.get_one::<u64>("seed").expect("it has a default");
                let given = given(leaf, entry.setup);
                Invocation::Engine {
                    entry,
                    given,
                    options: EngineOptions { level, seed },
                    common: common(leaf),
                }
            }
            _ => match below.subcommand() {
                Some((puzzle, leaf)) => puzzle_invocation(verb, puzzle, leaf),
                None => Invocation::BenchAll { common: common(below) },
            },
        })
    }
}

/// What is said about an argument that is not text.
fn not_text(index: usize, argument: &OsStr) -> clap::Error {
    let what = format!("argument {index}, `{}`, is not UTF-8 text", argument.to_string_lossy());
    command().error(clap::error::ErrorKind::InvalidUtf8, what)
}

fn schema(matches: &ArgMatches) -> Schema {
    let word = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let found = word("VERB").zip(word("PUZZLE")).and_then(|(verb, puzzle)| {
        let entry = quandary_registry::find(puzzle)?;
        Some((entry, entry.verb(verb)?))
    });
    match found {
        Some((_, verb)) if matches.get_flag("options") => Schema::Options(verb),
        Some((entry, verb)) => Schema::Answer(entry, verb),
        None if word("PUZZLE").is_none() => Schema::Page,
        None => {
            let what =
                format!("{} has no verb `{}`", word("PUZZLE").unwrap_or(""), word("VERB").unwrap_or(""));
            command().error(clap::error::ErrorKind::InvalidValue, what).exit()
        }
    }
}

fn puzzle_invocation(verb: &str, puzzle: &str, leaf: &ArgMatches) -> Invocation {
    let entry = quandary_registry::find(puzzle).expect("clap knows only registered puzzles");
    let verb = entry.verb(verb).expect("clap knows only declared verbs");
    let input = match verb.spec.input {
        InputSpec::None => None,
        _ => leaf.get_one::<String>("INPUT").cloned(),
    };
    let whole = lists_alternatives(&verb.spec) && leaf.get_flag(ALL);
    let adviser = leaf.try_get_one::<String>("engine").ok().flatten().map(|command| Outsider {
        command: command.clone(),
        seconds: leaf.try_get_one("move-time").ok().flatten().copied().unwrap_or(1.0),
    });
    let given = given(leaf, verb.spec.options);
    Invocation::Puzzle { entry, verb, given, input, whole, adviser, common: common(leaf) }
}

/// Shows everything there is to list.
const ALL: &str = "all";

/// The verb that says what to do in a position: a person waits for it.
pub(crate) const EXPLAIN: &str = "explain";

/// How long it thinks, in seconds, where no limit is given.
pub(crate) const PATIENCE: f64 = 5.0;

/// Whether a verb lists moves of which a person wants to see the first few. Where an option of its own is called so, it does
/// not.
fn lists_alternatives(spec: &VerbSpec) -> bool {
    spec.name == EXPLAIN && spec.options.iter().all(|option| option.name != ALL)
}

fn given(matches: &ArgMatches, options: &'static [OptionSpec]) -> OptionValues {
    let names = options.iter().map(|option| (option.name, option.is_switch()));
    names
        .chain(former(options).map(|(name, option)| (name, option.is_switch())))
        // Not every command offers all of them: an engine has no opponent.
        .filter(|(name, _)| matches.try_contains_id(name).is_ok())
        .filter(|(name, _)| matches.value_source(name) == Some(clap::parser::ValueSource::CommandLine))
        .map(|(name, is_switch)| (name, if is_switch { String::new() } else { text(matches, name) }))
        .collect()
}

fn wanted(matches: &ArgMatches) -> RunRequest {
    let report = matches.get_one::<String>("report").cloned();
    let asked = matches.value_source("report") == Some(clap::parser::ValueSource::CommandLine);
    RunRequest {
        ids: matches.get_many::<String>("ID").map(|ids| ids.cloned().collect()).unwrap_or_default(),
        scale: *matches.get_one::<Scale>("scale").expect("it has a default"),
        seed: *matches.get_one::<u64>("seed").expect("it has a default"),
        positions: matches
            .get_many::<String>("positions")
            .map(|all| all.cloned().collect())
            .unwrap_or_default(),
        // A program that reads JSON did not ask for a folder; a person at a terminal gets one.
        report: report.filter(|_| asked || !matches.get_flag("json")).map(Into::into),
        markdown: matches.get_one::<String>("markdown").map(Into::into),
        research_object: matches.get_one::<String>("crate").map(Into::into),
        against: matches.get_one::<String>("against").map(Into::into),
        strict: matches.get_flag("strict"),
    }
}

fn wanted_server(matches: &ArgMatches) -> Serve {
    let threads = matches.value_source("threads") == Some(clap::parser::ValueSource::CommandLine);
    let limits = common(matches).limits;
    Serve {
        host: matches.get_one("host").copied(),
        port: *matches.get_one("port").expect("it has a default"),
        open: matches.get_flag("open"),
        token: matches.get_one::<String>("token").cloned(),
        data: matches.get_one::<String>("data").map(Into::into),
        threads: threads.then_some(limits.threads),
        limits,
    }
}

fn common(matches: &ArgMatches) -> Common {
    Common {
        json: matches.get_flag("json"),
        limits: Limits {
            nodes: matches.get_one("nodes").copied(),
            seconds: matches.get_one("time").copied(),
            bytes: matches.get_one::<u64>("memory").map(|&mebibytes| (mebibytes << 20) as usize),
            threads: matches.get_one::<u64>("threads").map_or(1, |&threads| threads as usize),
            no_cache: matches.get_flag("no-cache"),
            quiet: matches.get_flag("quiet"),
            no_clock: matches.get_flag("no-clock"),
        },
        // Games and servers have none.
        cpu_seconds: matches.try_get_one("cpu-time").ok().flatten().copied(),
    }
}

fn text(matches: &ArgMatches, name: &str) -> String {
    let words: Vec<&str> =
        matches.get_many::<String>(name).into_iter().flatten().map(String::as_str).collect();
    words.join(" ")
}

/// The completion script of a shell.
pub(crate) fn completions(shell: clap_complete::Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "quandary", &mut script);
    String::from_utf8_lossy(&script).trim_end().to_owned()
}

/// The build, and the commit of its sources where there is one.
fn version() -> String {
    let build = quandary_identity::BUILD;
    build.commit.map_or_else(|| build.to_string(), |commit| format!("{build} (commit {commit})"))
}

/// Every command with its options.
pub(crate) fn command() -> Command {
    let mut root = Command::new("quandary")
        .version(version())
        .about("Solve puzzles, prove the answers, and measure how the puzzles feel to play")
        .after_help(
            "Exit codes: 0 answered, 1 the answer is no, 2 bad usage or input, 3 the budget ran out.\n\
             Ctrl-C, SIGTERM and SIGHUP stop the work and print the partial result (3); a second signal stops at once (128 + its number).\n\
             INPUT is a file, `-` for standard input, or the text itself.",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(play_command());
    for verb in verbs() {
        root = root.subcommand(verb_command(verb));
    }
    root.subcommand(engine_command())
        .subcommand(with_limits(print::command()))
        .subcommand(serve_command())
        .subcommands(studies::commands().map(with_limits))
        .subcommand(reproduce_command())
        .subcommand(check_command())
        .subcommand(schema_command())
        .subcommand(completions_command())
        .subcommand(man::command())
}

/// Every verb that some puzzle has, in the order in which they first appear.
fn verbs() -> Vec<&'static str> {
    let mut names = Vec::new();
    for verb in quandary_registry::all().iter().flat_map(|entry| entry.verbs) {
        if !names.contains(&verb.spec.name) {
            names.push(verb.spec.name);
        }
    }
    names
}

fn verb_command(verb: &'static str) -> Command {
    let mut command = Command::new(verb).about(about(verb)).arg_required_else_help(true);
    if verb == "bench" {
        command = with_limits(command).arg_required_else_help(false).args_conflicts_with_subcommands(true);
    } else {
        command = command.subcommand_required(true);
    }
    for entry in quandary_registry::all() {
        if let Some(verb) = entry.verb(verb) {
            command = command.subcommand(puzzle_command(entry.name, verb));
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
            .find_map(|entry| entry.verb(verb))
            .map_or("", |verb| verb.spec.about),
    }
}

fn puzzle_command(name: &'static str, verb: &'static Verb) -> Command {
    let spec = &verb.spec;
    let examples: Vec<String> = spec.examples.iter().map(|example| format!("  quandary {example}")).collect();
    let mut command = Command::new(name)
        .about(spec.about)
        .args(spec.options.iter().map(option))
        .args(former(spec.options).map(former_option));
    if !examples.is_empty() {
        command = command.after_help(format!("Examples:\n{}", examples.join("\n")));
    }
    command = match spec.input {
        InputSpec::None => command,
        InputSpec::Optional(what) => command.arg(input(what)),
        InputSpec::Required(what) => command.arg(input(what).required(true)),
    };
    if lists_alternatives(spec) {
        let all = Arg::new(ALL).long(ALL).action(ArgAction::SetTrue);
        command = command.arg(all.help("List all moves that were weighed, not only the best ten"));
    }
    if spec.name != EXPLAIN {
        return with_limits(command);
    }
    if has_protocol(name) {
        command = command
            .arg(
                Arg::new("engine")
                    .long("engine")
                    .value_name("COMMAND")
                    .help("Also ask this program for its move, in the protocol of its game")
                    .value_hint(ValueHint::CommandString),
            )
            .arg(move_time().requires("engine"));
    }
    let about = format!(
        "Stop after this many seconds of wall time [default: {PATIENCE}, without --nodes and --cpu-time]"
    );
    with_limits(command).mut_arg("time", |arg| arg.help(about))
}

/// Whether programs of this game talk with others.
fn has_protocol(game: &str) -> bool {
    SPOKEN.iter().any(|(name, _)| *name == game)
}

/// Time per move of another engine.
fn move_time() -> Arg {
    Arg::new("move-time")
        .long("move-time")
        .value_name("SECONDS")
        .help("Seconds per move for --engine")
        .default_value("1")
        .value_parser(seconds)
}

fn engine_command() -> Command {
    let mut command = Command::new("engine")
        .about("Act as an engine for other programs, such as boards and tournament managers")
        .subcommand_required(true)
        .arg_required_else_help(true);
    for (game, protocol) in SPOKEN {
        let Some(entry) = quandary_registry::find(game) else { continue };
        let setup = entry.setup.iter().filter(|option| !["side", "opponent"].contains(&option.name));
        let leaf = Command::new(game)
            .about(format!("Play {game} in {protocol}, on standard input and output"))
            .args(setup.map(option))
            .arg(
                Arg::new("level")
                    .long("level")
                    .value_name("LEVEL")
                    .help("Play at a level [default: at full strength]")
                    .value_parser(clap::builder::PossibleValuesParser::new(Level::NAMES)),
            )
            .arg(
                option(&SEED.spec)
                    .value_parser(value_parser!(u64))
                    .default_value("1")
                    .help("Seed of what a level overlooks"),
            );
        let leaf = with_common(leaf)
            .mut_arg("json", |arg| arg.hide(true))
            .mut_arg("nodes", |arg| arg.hide(true))
            .mut_arg("time", |arg| arg.hide(true))
            .mut_arg("threads", |arg| arg.hide(true))
            .mut_arg("memory", |arg| {
                arg.help("Use at most this many mebibytes for the engine's tables [default: 64]")
            });
        command = command.subcommand(leaf);
    }
    command
}

fn play_command() -> Command {
    let mut command = Command::new("play")
        .about("Play a puzzle in the terminal, with hints, undo and what every move is worth")
        .subcommand_required(true)
        .arg_required_else_help(true);
    for entry in quandary_registry::all() {
        let presets: Vec<String> =
            entry.presets.iter().map(|preset| format!("  {:<14} {}", preset.name, preset.setup)).collect();
        let leaf = Command::new(entry.name)
            .about(entry.about)
            .args(entry.setup.iter().map(option))
            .args(former(entry.setup).map(former_option))
            .arg(input("A position or a puzzle file to begin with, instead of a random one"))
            .arg(
                option(&SEED.spec)
                    .value_parser(value_parser!(u64))
                    .default_value("1")
                    .help("Seed of the game: the same seed and the same moves give the same game"),
            )
            .arg(
                Arg::new("load")
                    .long("load")
                    .value_name("FILE")
                    .value_hint(ValueHint::FilePath)
                    .help("Continue a saved game"),
            )
            .arg(
                Arg::new("plain")
                    .long("plain")
                    .help("Play line by line, on any terminal or pipe; type `help` in the game")
                    .action(ArgAction::SetTrue),
            )
            .args(has_protocol(entry.name).then(move_time))
            .after_help(format!("Common settings:\n{}", presets.join("\n")));
        command = command.subcommand(with_common(leaf));
    }
    command
}

fn input(what: &'static str) -> Arg {
    Arg::new("INPUT").help(what).allow_hyphen_values(true).value_hint(ValueHint::AnyPath)
}

/// Offers some values to a shell and takes any: what is wrong with one is said where all options are checked.
#[derive(Clone)]
struct KnownValues(&'static [&'static str]);

impl TypedValueParser for KnownValues {
    type Value = String;

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        value.to_str().map(ToOwned::to_owned).ok_or_else(|| {
            clap::Error::raw(clap::error::ErrorKind::InvalidUtf8, "a value is not UTF-8 text\n")
                .with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(PossibleValue::new)))
    }
}

/// The names that options had before and that no other option has now.
fn former(options: &'static [OptionSpec]) -> impl Iterator<Item = (&'static str, &'static OptionSpec)> {
    let named = options.iter().filter_map(|option| Some((option.formerly?, option)));
    named.filter(move |(name, _)| options.iter().all(|option| option.name != *name))
}

/// A name that an option had before: taken and not shown, so that the error can name the new one.
fn former_option((name, spec): (&'static str, &'static OptionSpec)) -> Arg {
    let arg = Arg::new(name).long(name).hide(true);
    if spec.is_switch() {
        return arg.action(ArgAction::SetTrue);
    }
    arg.num_args(0..=spec.value.split(' ').count()).allow_hyphen_values(true)
}

fn option(spec: &'static OptionSpec) -> Arg {
    let arg = Arg::new(spec.name).long(spec.name);
    let help = match spec.default {
        // The default itself is filled in where options are checked; here it is only shown.
        Some(default) => format!("{} [default: {default}]", spec.help),
        None => spec.help.to_owned(),
    };
    let arg = arg.help(help);
    if spec.is_switch() {
        return arg.action(ArgAction::SetTrue);
    }
    // An option whose value has several names takes that many words.
    let arg = arg.value_names(spec.value.split(' ').collect::<Vec<_>>()).allow_hyphen_values(true);
    match spec.kind {
        Kind::Choice(names) => arg.value_parser(KnownValues(names)),
        Kind::Text { known, .. } if !known.is_empty() => {
            arg.value_parser(KnownValues(known)).hide_possible_values(true)
        }
        Kind::File | Kind::Output => arg.value_hint(ValueHint::FilePath),
        _ => arg,
    }
}

fn with_common(command: Command) -> Command {
    command.args([
        Arg::new("json").long("json").help("Print one JSON object").action(ArgAction::SetTrue),
        Arg::new("nodes").long("nodes").value_name("N").help("Stop after N nodes").value_parser(nodes),
        Arg::new("time")
            .long("time")
            .value_name("SECONDS")
            .help("Stop after this many seconds of wall time")
            .value_parser(seconds),
        Arg::new("memory")
            .long("memory")
            .value_name("MIB")
            .help("Use at most this many mebibytes for the tables and trees of a search")
            .value_parser(value_parser!(u64).range(1..=1 << 30)),
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
        Arg::new("quiet")
            .long("quiet")
            .short('q')
            .help("Print only the answer: no progress, no notes")
            .action(ArgAction::SetTrue),
        Arg::new("no-clock")
            .long("no-clock")
            .help("Report all CPU times as 0, so that two runs can be compared byte for byte")
            .action(ArgAction::SetTrue),
    ])
}

/// What a command that does one piece of work has, too.
fn with_limits(command: Command) -> Command {
    with_common(command).arg(
        Arg::new("cpu-time")
            .long("cpu-time")
            .value_name("SECONDS")
            .help(
                "Stop after this many seconds of CPU time, all threads together: the same on a busy machine",
            )
            .value_parser(seconds),
    )
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
    let ids: &'static [&'static str] = quandary_lab::papers::ids();
    let command = Command::new("reproduce")
        .about("Recompute the published values: each beside the printed one, with an interval and a verdict")
        .arg(
            Arg::new("ID")
                .help("Entries to reproduce, such as thesis.T3.2 [default: all]")
                .num_args(0..)
                .value_parser(KnownValues(ids))
                .hide_possible_values(true),
        )
        .arg(
            Arg::new("list")
                .long("list")
                .help("List the documents and their entries instead")
                .action(ArgAction::SetTrue),
        )
        .arg(
            Arg::new("scale")
                .long("scale")
                .value_name("SCALE")
                .help("quick (two CPU minutes; what takes many runs stays open), usual (the documents' run counts where they are cheap), paper (everywhere), or a number of runs")
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
                .help("Folder for index.html; entries that are not made again are kept; with --json only when given")
                .default_value("report"),
        )
        .arg(
            Arg::new("markdown")
                .long("markdown")
                .value_name("FILE")
                .help("Also write all cells as one Markdown page")
                .value_hint(ValueHint::FilePath),
        )
        .arg(
            Arg::new("crate")
                .long("crate")
                .value_name("FOLDER")
                .help("Also write everything into one folder as a research object (RO-Crate 1.2): inputs, commands, hashes, verdicts, machine")
                .value_hint(ValueHint::DirPath),
        )
        .arg(
            Arg::new("against")
                .long("against")
                .value_name("EARLIER")
                .help("Compare cell by cell with an earlier run: a folder of --crate, or a file saved with --json")
                .value_hint(ValueHint::AnyPath),
        )
        .arg(
            Arg::new("positions")
                .long("positions")
                .value_name("FILE")
                .action(ArgAction::Append)
                .help(
                    "Positions for access.F2 (42 characters *XO per line, X to move) or access.T1 (64 characters *01, black 0 to \
                     move) instead of random ones",
                )
                .value_hint(ValueHint::FilePath),
        )
        .arg(
            Arg::new("errata")
                .long("errata")
                .help("List the documents' own arithmetic slips instead")
                .conflicts_with_all(["list", "ID"])
                .action(ArgAction::SetTrue),
        )
        .arg(
            Arg::new("strict")
                .long("strict")
                .help("Exit with 1 when a cell disagrees")
                .action(ArgAction::SetTrue),
        )
        .after_help(
            "Examples:\n  quandary reproduce\n  quandary reproduce --list\n  quandary reproduce --errata --json\n  quandary reproduce thesis.T3.1 thesis.T3.2 --json\n  \
             quandary reproduce --scale paper --threads 2\n  quandary reproduce --crate run --scale usual\n  quandary reproduce --against run",
        );
    with_limits(command)
}

fn serve_command() -> Command {
    let command = Command::new("serve")
        .about("Serve the lab as a web page, on localhost only")
        .arg(
            Arg::new("port")
                .long("port")
                .value_name("N")
                .help("Port; 0 picks a free one")
                .default_value("8377")
                .value_parser(value_parser!(u16)),
        )
        .arg(
            Arg::new("host")
                .long("host")
                .value_name("ADDRESS")
                .help("Address to listen on; anything but loopback lets others in and needs a token [default: 127.0.0.1]")
                .value_parser(value_parser!(std::net::IpAddr)),
        )
        .arg(
            Arg::new("token")
                .long("token")
                .value_name("TOKEN")
                .env("QUANDARY_TOKEN")
                .hide_env_values(true)
                .help("Token that callers must send; the printed address contains it [default: a random one]"),
        )
        .arg(Arg::new("open").long("open").help("Open the page in the browser").action(ArgAction::SetTrue))
        .arg(
            Arg::new("data")
                .long("data")
                .value_name("FOLDER")
                .help("Where the experiment is kept [default: the user's data folder]")
                .value_hint(ValueHint::DirPath),
        )
        .after_help(
            "Open the printed address: it contains the token, and requests without the token are refused. On a server \
             beyond loopback, callers without the token are participants of the experiment: they play, and reach only their \
             own attempts. Other users of the machine can see a program's options but not its environment, so QUANDARY_TOKEN \
             is the safer place for a token.\n\n\
             Two solvers, studies or imports run at a time, within --time and --memory each; the next ones wait. A hint or an \
             explanation gets 20 seconds and 256 MiB. All work ends when its client leaves.\n\n\
             Examples:\n  quandary serve --open\n  quandary serve --port 0 --time 60\n  quandary serve --host 0.0.0.0 --token class-of-2026",
        );
    // A server answers many questions: the limits hold for each of the long ones.
    with_common(command)
        .mut_arg("json", |arg| arg.hide(true))
        .mut_arg("nodes", |arg| arg.hide(true))
        .mut_arg("time", |arg| {
            arg.help(
                "Stop a solver, a study or an import after this many seconds of wall time [default: 600]",
            )
        })
        .mut_arg("memory", |arg| {
            arg.help("Limit a solver, a study or an import to this many mebibytes [default: 1024]")
        })
        .mut_arg("threads", |arg| {
            arg.help("Threads of a solver or a study; the result is the same for any number [default: all]")
                .hide_default_value(true)
        })
}

fn check_command() -> Command {
    let command = Command::new("check")
        .about("Verify certificates with code that shares nothing with the solvers")
        .arg(
            Arg::new("FILE")
                .help(
                    "A certificate, a solver's --json answer, or one of them per line; `-` for standard input; \
                     or a folder of such files (.json, .jsonl)",
                )
                .value_hint(ValueHint::AnyPath)
                .required(true),
        )
        .arg(
            Arg::new("sample")
                .long("sample")
                .value_name("N")
                .help("In a folder, check this many answers, drawn at random, instead of all")
                .value_parser(value_parser!(u64).range(1..)),
        )
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("SEED")
                .help("Seed of the sample")
                .default_value("1")
                .value_parser(value_parser!(u64)),
        )
        .after_help(
            "Examples:\n  quandary solve sliding \"8 6 7 2 5 4 3 0 1\" --json > answer.json\n  \
             quandary check answer.json\n  quandary check answers --sample 100",
        );
    // A small certificate may ask for much: the checker has limits of its own.
    with_limits(command)
        .mut_arg("nodes", |arg| arg.help("Stop after N nodes [default: 100000000000 for each certificate]"))
        .mut_arg("memory", |arg| {
            arg.help("Use at most this many mebibytes for the tables of the checker [default: 1024]")
        })
}

fn schema_command() -> Command {
    let puzzles: Vec<&'static str> = quandary_registry::all().iter().map(|entry| entry.name).collect();
    Command::new("schema")
        .about("The JSON Schema of what a verb prints with --json [default: a page about all of them]")
        .arg(Arg::new("VERB").value_parser(clap::builder::PossibleValuesParser::new(verbs())))
        .arg(
            Arg::new("PUZZLE")
                .requires("VERB")
                .value_parser(clap::builder::PossibleValuesParser::new(puzzles)),
        )
        .arg(
            Arg::new("options")
                .long("options")
                .help("Print the verb's options instead, as data for a form")
                .requires("PUZZLE")
                .action(ArgAction::SetTrue),
        )
        .after_help("Examples:\n  quandary schema solve sliding\n  quandary schema solve sliding --options")
}

fn completions_command() -> Command {
    Command::new("completions")
        .about("Print a shell's completion script")
        .arg(Arg::new("SHELL").required(true).value_parser(value_parser!(clap_complete::Shell)))
}

/// Whether the items of this command are printed as they come.
pub(crate) fn wants_lines(given: &OptionValues) -> bool {
    given.iter().any(|(name, _)| *name == JSON_LINES.spec.name)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_well_formed() {
        super::command().debug_assert();
    }
}
