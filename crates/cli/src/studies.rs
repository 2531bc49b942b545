//! `quandary run`, `merge`, `table` and `plot`: studies from a file to a figure.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint};
use quandary_core::InputError;
use quandary_core::words::count;
use quandary_runtime::Runtime;
use quandary_studies::{Folder, Layout, Plan, Share};
use quandary_verbs::Answer;
use serde::Serialize;

use crate::input;

/// What is asked of a study.
pub(crate) enum StudyCommand {
    Run { file: String, out: Option<PathBuf>, share: Share, estimate: bool },
    Merge { folder: PathBuf },
    Table { folder: PathBuf, layout: Layout },
    Plot { folder: PathBuf, x: Option<String>, y: String, figure: PathBuf },
}

/// The commands, as the command line knows them.
pub(crate) fn commands() -> [Command; 4] {
    let folder =
        || Arg::new("DIR").help("The folder of a study").value_hint(ValueHint::DirPath).required(true);
    let file =
        |name: &'static str| Arg::new(name).long(name).value_name("FILE").value_hint(ValueHint::FilePath);
    let run = Command::new("run")
        .about("Play the games of a study file into a folder; run it again to continue after an interruption")
        .arg(Arg::new("STUDY").help("A study file in TOML").value_hint(ValueHint::FilePath).required(true))
        .arg(
            Arg::new("out")
                .long("out")
                .value_name("DIR")
                .help("A new folder, or the folder of the same study")
                .value_hint(ValueHint::DirPath)
                .required_unless_present("estimate"),
        )
        .arg(
            Arg::new("chunk")
                .long("chunk")
                .value_name("I/N")
                .help("Play one part of N only, as for a job array; merge when all are done")
                .default_value("1/1")
                .value_parser(|text: &str| text.parse::<Share>().map_err(|error| error.to_string())),
        )
        .arg(
            Arg::new("estimate")
                .long("estimate")
                .help("Only estimate the cost, from a few games")
                .action(ArgAction::SetTrue),
        )
        .after_help(
            "A study file:\n  puzzle = \"minesweeper\"\n  games = 10000          # of each cell\n  seed = 1\n  [settings]             # any option of simulate: a value, a list, a range\n  board = \"9x9/{1..72}\"\n  strategy = [\"best\", \"pafg\"]\n  [stop]                 # optional: width = 0.01, or compare = \"strategy\"\n  width = 0.01\n\nExamples:\n  quandary run study.toml --out results --threads 2\n  quandary run study.toml --out results --chunk 3/100\n  \
             quandary run study.toml --estimate",
        );
    let merge = Command::new("merge")
        .about("Verify that every block of a study is present exactly once, and write its rows and summary")
        .arg(folder())
        .after_help("Examples:\n  quandary merge results");
    let table = Command::new("table")
        .about("Summarise the rows of a study: win rates, v, m, E_p, GR, class and zone, with intervals")
        .arg(folder())
        .arg(
            Arg::new("as")
                .long("as")
                .value_name("LAYOUT")
                .help("Layout of the table")
                .default_value("text")
                .value_parser(Layout::NAMES),
        )
        .after_help("Examples:\n  quandary table results\n  quandary table results --as latex");
    let plot = Command::new("plot")
        .about("Draw a measure of a study over one of its settings")
        .arg(folder())
        .arg(
            Arg::new("x")
                .long("x")
                .value_name("SETTING")
                .help("The setting on the x axis [default: the one with the most values]"),
        )
        .arg(
            Arg::new("y")
                .long("y")
                .value_name("MEASURE")
                .help("win_rate, guesses, length, options, v, m, p1, E_p, p2, GR1, GR2 or GR3")
                .default_value("win_rate"),
        )
        .arg(file("figure").help("Write the SVG to this file").default_value("plot.svg"))
        .after_help("Examples:\n  quandary plot results --y m --figure mass.svg");
    [run, merge, table, plot]
}

/// What the command line asks for.
pub(crate) fn wanted(verb: &str, matches: &ArgMatches) -> StudyCommand {
    let word = |name: &str| matches.get_one::<String>(name).cloned();
    let path = |name: &str| PathBuf::from(word(name).unwrap_or_default());
    match verb {
        "run" => StudyCommand::Run {
            file: word("STUDY").unwrap_or_default(),
            out: word("out").map(PathBuf::from),
            share: *matches.get_one("chunk").expect("it has a default"),
            estimate: matches.get_flag("estimate"),
        },
        "merge" => StudyCommand::Merge { folder: path("DIR") },
        "table" => {
            let name = word("as").unwrap_or_default();
            let index = Layout::NAMES.iter().position(|known| *known == name).unwrap_or(0);
            StudyCommand::Table { folder: path("DIR"), layout: Layout::ALL[index] }
        }
        _ => StudyCommand::Plot {
            folder: path("DIR"),
            x: word("x"),
            y: word("y").unwrap_or_default(),
            figure: path("figure"),
        },
    }
}

/// The name of what is asked for.
pub(crate) fn verb(wanted: &StudyCommand) -> &'static str {
    match wanted {
        StudyCommand::Run { .. } => "run",
        StudyCommand::Merge { .. } => "merge",
        StudyCommand::Table { .. } => "table",
        StudyCommand::Plot { .. } => "plot",
    }
}

/// Does it.
pub(crate) fn answer(wanted: &StudyCommand, runtime: &Runtime) -> Result<Answer, InputError> {
    match wanted {
        StudyCommand::Run { file, out, share, estimate } => {
            run(file, out.as_deref(), *share, *estimate, runtime)
        }
        StudyCommand::Merge { folder } => quandary_studies::answer_merge(folder, &runtime.context()),
        StudyCommand::Table { folder, layout } => {
            quandary_studies::answer_table(folder, *layout, &runtime.context())
        }
        StudyCommand::Plot { folder, x, y, figure } => plot(folder, x.as_deref(), y, figure, runtime),
    }
}

/// Plays a study, or its share of it.
fn run(
    file: &str,
    out: Option<&Path>,
    share: Share,
    only_estimate: bool,
    runtime: &Runtime,
) -> Result<Answer, InputError> {
    let context = runtime.context();
    let text = input::text(file, &context.budget)?;
    let plan = Plan::read(&text).map_err(|error| error.in_source(file))?;
    // An estimate leaves nothing behind.
    let folder = out.filter(|_| !only_estimate).map(|path| Folder::open(path, &plan)).transpose()?;
    quandary_studies::answer_run(&plan, folder.as_ref(), share, &context)
}

/// A chart that was drawn.
#[derive(Serialize)]
struct PlotAnswer {
    title: String,
    series: usize,
    points: usize,
    figure: PathBuf,
}

/// Draws a measure over a setting.
fn plot(
    folder: &Path,
    x: Option<&str>,
    y: &str,
    place: &Path,
    runtime: &Runtime,
) -> Result<Answer, InputError> {
    let (plan, store) = Folder::look_into(folder)?;
    let figure =
        quandary_studies::plot(&quandary_studies::summary(&plan, &store, &runtime.context())?, x, y)?;
    quandary_lab::report::write_svg(&figure, place).map_err(|why| {
        InputError::new(format!("`{}` was not written: {why}", place.display())).of_option("figure")
    })?;
    let points = figure.series.iter().map(|series| series.points.len()).sum();
    let answer =
        PlotAnswer { title: figure.title, series: figure.series.len(), points, figure: place.into() };
    Ok(Answer::general("plot", answer.into(), 0.0))
}

impl fmt::Display for PlotAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} in {}, written to {}",
            self.title,
            count(self.points as u64, "point"),
            if self.series == 1 { "1 series".into() } else { format!("{} series", self.series) },
            self.figure.display()
        )
    }
}
