//! `quandary run`, `merge`, `table` and `plot`: studies from a file to a figure.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint};
use quandary_core::InputError;
use quandary_core::face::{Answer, Reply};
use quandary_core::words::{count, thousands};
use quandary_runtime::Desk;
use quandary_studies::{CellSummary, Cost, Folder, Layout, Merged, Plan, Ran, Share, Zone};
use serde::Serialize;

use crate::input;

/// What is asked of a study.
pub(crate) enum Wanted {
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
        .about("Play the games of a study file into a folder; interrupted, it goes on where it was")
        .arg(Arg::new("STUDY").help("A study file in TOML").value_hint(ValueHint::FilePath).required(true))
        .arg(
            Arg::new("out")
                .long("out")
                .value_name("DIR")
                .help("The folder: a new one, or the same study's")
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
                .help("Only say what it will cost, from a few games")
                .action(ArgAction::SetTrue),
        )
        .after_help(
            "A study file:\n  puzzle = \"minesweeper\"\n  games = 10000          # of each cell\n  seed = 1\n  [settings]             # any option of              simulate: a value, a list, a range\n  board = \"9x9/{1..72}\"\n  strategy = [\"best\", \"pafg\"]\n  [stop]                 # optional: width = 0.01, or              compare = \"strategy\"\n  width = 0.01\n\nExamples:\n  quandary run study.toml --out results --threads 2\n  quandary run study.toml --out results --chunk 3/100\n  \
             quandary run study.toml --estimate",
        );
    let merge = Command::new("merge")
        .about("Verify that every block of a study is there, once, and write its rows and its summary")
        .arg(folder())
        .after_help("Examples:\n  quandary merge results");
    let table = Command::new("table")
        .about("What the rows of a study say: win rates, v, m, E_p, GR, class and zone, with intervals")
        .arg(folder())
        .arg(
            Arg::new("as")
                .long("as")
                .value_name("LAYOUT")
                .help("How it is laid out")
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
                .help("The setting across; the one with most values"),
        )
        .arg(
            Arg::new("y")
                .long("y")
                .value_name("MEASURE")
                .help("win_rate, guesses, length, options, v, m, p1, E_p, p2, GR1, GR2 or GR3")
                .default_value("win_rate"),
        )
        .arg(file("figure").help("Where the SVG goes").default_value("plot.svg"))
        .after_help("Examples:\n  quandary plot results --y m --figure mass.svg");
    [run, merge, table, plot]
}

/// What the command line asks for.
pub(crate) fn wanted(verb: &str, matches: &ArgMatches) -> Wanted {
    let word = |name: &str| matches.get_one::<String>(name).cloned();
    let path = |name: &str| PathBuf::from(word(name).unwrap_or_default());
    match verb {
        "run" => Wanted::Run {
            file: word("STUDY").unwrap_or_default(),
            out: word("out").map(PathBuf::from),
            share: *matches.get_one("chunk").expect("it has a default"),
            estimate: matches.get_flag("estimate"),
        },
        "merge" => Wanted::Merge { folder: path("DIR") },
        "table" => {
            let name = word("as").unwrap_or_default();
            let index = Layout::NAMES.iter().position(|known| *known == name).unwrap_or(0);
            Wanted::Table { folder: path("DIR"), layout: Layout::ALL[index] }
        }
        _ => Wanted::Plot {
            folder: path("DIR"),
            x: word("x"),
            y: word("y").unwrap_or_default(),
            figure: path("figure"),
        },
    }
}

/// The name of what is asked for.
pub(crate) fn verb(wanted: &Wanted) -> &'static str {
    match wanted {
        Wanted::Run { .. } => "run",
        Wanted::Merge { .. } => "merge",
        Wanted::Table { .. } => "table",
        Wanted::Plot { .. } => "plot",
    }
}

/// Does it.
pub(crate) fn answer(wanted: &Wanted, desk: &Desk) -> Result<Answer, InputError> {
    match wanted {
        Wanted::Run { file, out, share, estimate } => run(file, out.as_deref(), *share, *estimate, desk),
        Wanted::Merge { folder } => merge(folder, desk),
        Wanted::Table { folder, layout } => table(folder, *layout, desk),
        Wanted::Plot { folder, x, y, figure } => plot(folder, x.as_deref(), y, figure, desk),
    }
}

/// What a run did, or what it would cost.
#[derive(Serialize)]
struct Run {
    study: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<Cost>,
    #[serde(flatten)]
    ran: Option<Ran>,
    #[serde(skip_serializing_if = "Option::is_none")]
    merged: Option<Merged>,
    #[serde(skip)]
    folder: Option<PathBuf>,
}

/// Plays a study, or its share of it; merges it when everything is there.
fn run(
    file: &str,
    out: Option<&Path>,
    share: Share,
    only_estimate: bool,
    desk: &Desk,
) -> Result<Answer, InputError> {
    let context = desk.context();
    let before = (context.cpu_seconds)();
    let text = input::text(file, &context.budget)?;
    let plan = Plan::read(&text).map_err(|error| error.in_source(file))?;
    let folder = out.map(|path| Folder::open(path, &plan)).transpose()?;
    let cost = quandary_studies::estimate(&plan, &context)?;
    let mut answer = Run { study: plan.hash(), cost, ran: None, merged: None, folder: out.map(Into::into) };
    let mut stopped = None;
    if let (Some(folder), false) = (&folder, only_estimate) {
        if let Some(cost) = &cost {
            context.progress.note(&cost_told(cost));
        }
        let ran = quandary_studies::run(&plan, folder, share, &context)?;
        stopped = ran.stopped;
        answer.ran = Some(ran);
        // A share cannot know whether the others are done; who ran everything has everything.
        if stopped.is_none() && share == Share::WHOLE {
            answer.merged = Some(quandary_studies::merge(&plan, folder, &context)?);
        }
    }
    let cpu_seconds = (context.cpu_seconds)() - before;
    Ok(Answer::general("run", Reply::from(answer).cut(stopped), cpu_seconds))
}

fn cost_told(cost: &Cost) -> String {
    format!(
        "{} of {} in {}: about {} CPU seconds and {:.1} MB, from {} tried",
        count(cost.games, "game"),
        count(cost.cells, "cell"),
        count(cost.blocks, "block"),
        thousands(cost.cpu_seconds.ceil() as u64),
        cost.bytes / 1e6,
        count(cost.tried, "game"),
    )
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.ran, &self.merged, &self.cost) {
            (_, Some(merged), _) => {
                merged_told(merged, self.folder.as_deref(), f)?;
                write!(f, "\n\n{}", quandary_studies::table(&merged.cells, Layout::Text))
            }
            (Some(ran), None, _) => write!(
                f,
                "{} of this share are there, {} played now ({})",
                count(ran.blocks, "block"),
                thousands(ran.blocks_played),
                count(ran.games_played, "game")
            ),
            (None, None, Some(cost)) => f.write_str(&cost_told(cost)),
            (None, None, None) => f.write_str("nothing is known of its cost"),
        }
    }
}

fn merged_told(merged: &Merged, folder: Option<&Path>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(
        f,
        "{} in {}, {:.1} MB{}\nBLAKE3 {}",
        count(merged.rows, "game"),
        count(merged.blocks, "block"),
        merged.bytes as f64 / 1e6,
        folder.map_or_else(String::new, |folder| format!(", {}", folder.join("rows.parquet").display())),
        merged.hash
    )
}

/// A merged study.
#[derive(Serialize)]
struct Whole {
    #[serde(flatten)]
    merged: Merged,
    #[serde(skip)]
    folder: PathBuf,
}

/// Verifies and merges the blocks of a folder.
fn merge(folder: &Path, desk: &Desk) -> Result<Answer, InputError> {
    let context = desk.context();
    let before = (context.cpu_seconds)();
    let (plan, store) = Folder::reopen(folder)?;
    let merged = quandary_studies::merge(&plan, &store, &context)?;
    let answer = Whole { merged, folder: folder.into() };
    Ok(Answer::general("merge", answer.into(), (context.cpu_seconds)() - before))
}

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        merged_told(&self.merged, Some(&self.folder), f)
    }
}

/// The table of a study.
#[derive(Serialize)]
struct Table {
    cells: Vec<CellSummary>,
    /// The cells whose game refinement lies in the engaging zone for certain, and those that may.
    inside: Vec<usize>,
    undecided: Vec<usize>,
    #[serde(skip)]
    text: String,
}

/// What the rows of a folder say, as a table.
fn table(folder: &Path, layout: Layout, desk: &Desk) -> Result<Answer, InputError> {
    let context = desk.context();
    let before = (context.cpu_seconds)();
    let cells = cells(folder, desk)?;
    let of = |zone| cells.iter().filter(|cell| cell.zone == Some(zone)).map(|cell| cell.cell).collect();
    let text = quandary_studies::table(&cells, layout);
    let answer = Table { inside: of(Zone::Inside), undecided: of(Zone::Undecided), text, cells };
    Ok(Answer::general("table", answer.into(), (context.cpu_seconds)() - before))
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A chart that was drawn.
#[derive(Serialize)]
struct Drawn {
    title: String,
    series: usize,
    points: usize,
    figure: PathBuf,
}

/// Draws a measure over a setting.
fn plot(folder: &Path, x: Option<&str>, y: &str, place: &Path, desk: &Desk) -> Result<Answer, InputError> {
    let figure = quandary_studies::plot(&cells(folder, desk)?, x, y)?;
    quandary_lab::report::write_svg(&figure, place).map_err(|why| {
        InputError::new(format!("`{}` was not written: {why}", place.display())).of_option("figure")
    })?;
    let points = figure.series.iter().map(|series| series.points.len()).sum();
    let answer = Drawn { title: figure.title, series: figure.series.len(), points, figure: place.into() };
    Ok(Answer::general("plot", answer.into(), 0.0))
}

impl fmt::Display for Drawn {
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

fn cells(folder: &Path, desk: &Desk) -> Result<Vec<CellSummary>, InputError> {
    let (plan, store) = Folder::reopen(folder)?;
    quandary_studies::summary(&plan, &store, &desk.context())
}
