//! `quandary print`: puzzles on paper, several to a page, the solutions at the back.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, ValueHint, value_parser};
use quandary_core::words::count;
use quandary_core::{InputError, Seed, Stop};
use quandary_print::{Paper, lay_out, pdf, svg};
use quandary_runtime::Runtime;
use quandary_verbs::sheet::{Printed, Prints};
use quandary_verbs::{Answer, Entry};
use serde::Serialize;

use crate::input;

/// What is asked for.
pub(crate) struct Wanted {
    what: Vec<String>,
    to: PathBuf,
    paper: Paper,
    per_page: usize,
    seed: u64,
}

/// The command, as the command line knows it.
pub(crate) fn command() -> Command {
    Command::new("print")
        .about("Print puzzles: several to a page, with their grades, the solutions at the back, as PDF or SVG")
        .arg(
            Arg::new("WHAT")
                .help("PUZZLE:COUNT, PUZZLE/SETTING:COUNT or PUZZLE:FILE, such as nonogram:4, minesweeper/beginner:2, sliding:boards.txt")
                .num_args(1..)
                .required(true),
        )
        .arg(
            Arg::new("to")
                .long("to")
                .value_name("FILE")
                .help("Where it goes: .pdf, or .svg with the pages one below the other")
                .default_value("puzzles.pdf")
                .value_hint(ValueHint::FilePath),
        )
        .arg(
            Arg::new("paper")
                .long("paper")
                .value_name("PAPER")
                .help("a4 or letter")
                .default_value("a4")
                .value_parser(|text: &str| text.parse::<Paper>().map_err(|error| error.to_string())),
        )
        .arg(
            Arg::new("per-page")
                .long("per-page")
                .value_name("N")
                .help("Puzzles to a page")
                .default_value("4")
                .value_parser(value_parser!(u64).range(1..=40)),
        )
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("SEED")
                .help("Seed of the puzzles that are drawn: the same seed, the same sheet")
                .default_value("1")
                .value_parser(value_parser!(u64)),
        )
        .after_help(
            "Examples:\n  quandary print nonogram:4\n  \
             quandary print nonogram/colour-pictures:4 minesweeper:4 sliding:2 lights-out:2 --per-page 6 --to sheet.pdf\n  \
             quandary print nonogram:puzzle.non --paper letter --to page.svg",
        )
}

/// What the command line asks for.
pub(crate) fn wanted(matches: &ArgMatches) -> Wanted {
    Wanted {
        what: matches.get_many::<String>("WHAT").into_iter().flatten().cloned().collect(),
        to: matches.get_one::<String>("to").map(PathBuf::from).unwrap_or_default(),
        paper: *matches.get_one("paper").expect("it has a default"),
        per_page: *matches.get_one::<u64>("per-page").expect("it has a default") as usize,
        seed: *matches.get_one("seed").expect("it has a default"),
    }
}

/// Draws the puzzles and writes the file.
pub(crate) fn answer(wanted: &Wanted, runtime: &Runtime) -> Result<Answer, InputError> {
    let write: fn(&[quandary_verbs::sheet::Art]) -> String = match ending(&wanted.to).as_deref() {
        Some("pdf") => pdf,
        Some("svg") => svg,
        _ => {
            return Err(InputError::new(format!("`{}` has another ending", wanted.to.display()))
                .expected(".pdf or .svg")
                .of_option("to"));
        }
    };
    let mut all: Vec<Printed> = Vec::new();
    for (index, what) in wanted.what.iter().enumerate() {
        // Each part has a seed of its own: adding one changes no other.
        let seed = Seed(wanted.seed).stream(index as u64).next_u64();
        all.extend(part(what, Seed(seed), runtime)?);
    }
    let pages = lay_out(&all, wanted.paper, wanted.per_page);
    std::fs::write(&wanted.to, write(&pages)).map_err(|why| {
        InputError::new(format!("`{}` was not written: {why}", wanted.to.display())).of_option("to")
    })?;
    let items = all.into_iter().zip(1..).map(|(one, number)| Item {
        number,
        title: one.title,
        grade: one.grade,
        answer: one.answer,
    });
    let answer = PrintAnswer { file: wanted.to.clone(), pages: pages.len(), items: items.collect() };
    Ok(Answer::general("print", answer.into(), 0.0))
}

fn ending(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_lowercase())
}

/// The puzzles of `nonogram:4`, `minesweeper/beginner:2` or `sliding:boards.txt`.
fn part(what: &str, seed: Seed, runtime: &Runtime) -> Result<Vec<Printed>, InputError> {
    let (which, rest) = what.split_once(':').unwrap_or((what, "1"));
    let (name, setting) =
        which.split_once('/').map_or((which, None), |(name, setting)| (name, Some(setting)));
    let (entry, prints) = printable(name)?;
    let context = runtime.context();
    let printed = match rest.parse::<usize>() {
        Ok(0) => return Err(InputError::new(format!("`{what}` asks for no puzzle")).expected("one at least")),
        Ok(number) => {
            let usual = entry.presets.first().map_or("", |preset| preset.setup);
            let setup = entry.read_setup(setting.unwrap_or(usual))?;
            (prints.draw)(&setup, number, seed, &context)
        }
        Err(_) => {
            if setting.is_some() {
                return Err(InputError::new(format!("`{what}` has a setting and a file"))
                    .expected("PUZZLE/SETTING:COUNT or PUZZLE:FILE"));
            }
            let read = input::read(Some(rest), &context.budget)?;
            let bytes = read.map(|input| input.bytes).unwrap_or_default();
            (prints.read)(&bytes, &context).map_err(|stop| match stop {
                Stop::Input(error) => Stop::Input(error.in_source(rest)),
                Stop::Exhausted(limit) => Stop::Exhausted(limit),
            })
        }
    };
    runtime.clear();
    printed.map_err(|stop| match stop {
        Stop::Input(error) => error,
        Stop::Exhausted(why) => InputError::new(format!("`{what}` was not drawn to its end: {why}")),
    })
}

/// A puzzle by name, and how it is printed.
fn printable(name: &str) -> Result<(&'static Entry, &'static Prints), InputError> {
    let found = quandary_registry::find(name).and_then(|entry| Some((entry, entry.prints?)));
    found.ok_or_else(|| {
        let all = quandary_registry::all().iter().filter(|entry| entry.prints.is_some());
        let names: Vec<&str> = all.map(|entry| entry.name).collect();
        InputError::new(format!("`{name}` cannot be printed"))
            .expected(format!("one of {}", names.join(", ")))
    })
}

/// What was printed.
#[derive(Serialize)]
struct PrintAnswer {
    file: PathBuf,
    /// Those of the puzzles and those of the solutions.
    pages: usize,
    items: Vec<Item>,
}

/// A puzzle of a sheet.
#[derive(Serialize)]
struct Item {
    number: usize,
    title: String,
    grade: String,
    answer: String,
}

impl fmt::Display for PrintAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (puzzles, pages) = (count(self.items.len() as u64, "puzzle"), count(self.pages as u64, "page"));
        write!(f, "{puzzles} on {pages}, written to {}", self.file.display())?;
        self.items
            .iter()
            .try_for_each(|Item { number, title, grade, .. }| write!(f, "\n{number:>3}. {title}: {grade}"))
    }
}
