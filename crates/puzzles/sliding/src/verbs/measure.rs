use std::fmt;

use quandary_core::{Context, InputError, Seed, Stop};
use quandary_measures::{Measures, of_traces};
use quandary_verbs::{Command, InputSpec, Opt, Reply, Request, SEED, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use super::{SHAPE, board_and_puzzle};
use crate::notation::{draw_board, format_board};
use crate::play::GOAL;
use crate::progress::{exact_within, perfect_trace};
use crate::rules::{Board, Size, Sliding};
use crate::solvability;
use crate::solve::distances::Distances;
use crate::solve::oracle::Oracle;

const SAMPLES: Opt<u64> =
    Opt::whole("samples", "N", 1, 10_000_000, "Solutions sampled for one board").or("1000").formerly("runs");

pub(super) struct Measure;

/// A measurement of all boards of a size, or of one.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Measurement {
    All(Census),
    One(Box<OneBoard>),
}

/// How many boards need how many moves, for every kind of goal.
#[derive(Serialize, JsonSchema)]
pub(super) struct Census {
    /// Rows and columns.
    board: String,
    /// One for each place of the goal's empty cell that is worth comparing.
    goals: Vec<OneGoal>,
}

/// The boards of one goal.
#[derive(Serialize, JsonSchema)]
struct OneGoal {
    /// Where the empty cell of the goal is.
    blank: &'static str,
    /// Solvable boards.
    states: u64,
    /// Mean length of a shortest solution.
    mean: f64,
    /// The longest.
    longest: usize,
    /// n: options a player considers, averaged.
    options_mean: f64,
    /// v: best slides among all, averaged.
    progress_mean: f64,
    /// Boards by the length of their shortest solution.
    by_length: Vec<u64>,
}

/// The motion in mind of one board.
#[derive(Serialize, JsonSchema)]
pub(super) struct OneBoard {
    /// Rows and columns.
    board: String,
    /// The tiles along the rows, 0 for the empty cell.
    position: String,
    /// Shortest solutions sampled.
    runs: u64,
    seed: u64,
    #[serde(flatten)]
    measured: Measures,
    #[serde(skip)]
    drawn: String,
}

impl Command for Measure {
    const SPEC: VerbSpec = VerbSpec {
        name: "measure",
        about: "How many boards need how many moves; with INPUT, the motion in mind of one board",
        input: InputSpec::Optional("A board to measure instead"),
        options: &[
            SHAPE.with_help("Rows and columns [default: 3x3]").spec,
            GOAL.spec,
            SAMPLES.spec,
            SEED.spec,
        ],
        examples: &["measure sliding --board 2x4", "measure sliding \"8 6 7 2 5 4 3 0 1\" --json"],
        conventions: &[
            ("length", "number of slides of a shortest solution"),
            (
                "options_mean",
                "all slides at the first step, all but the undo afterwards; mean along a solution of uniformly drawn \
                 best slides, then over all boards",
            ),
            ("progress_mean", "best slides / all slides, averaged the same way"),
            ("b", "slides that begin a shortest solution"),
            ("B", "all slides, the undo included"),
            ("D", "slides of a shortest solution; the thesis counts one fewer, and `reproduce` with it"),
            (
                "n",
                "in GR1 it is B, the undo included; the n of the thesis (1.94), and of `reproduce`, leaves the undo out \
                 (options_mean)",
            ),
            (
                "F",
                "m 2v/D with v = b/B and this D; tables 3.2 and 3.3 have the success rate within D moves for v",
            ),
        ],
    };
    type Answer = Measurement;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Measurement>, Stop> {
        if request.input().is_some() { one_board(request, context) } else { all_boards(request, context) }
    }
}

/// The goals worth comparing: the empty cell in a corner, on an edge, in the centre, where they differ.
fn goals(size: Size) -> Vec<(&'static str, usize)> {
    let (rows, columns) = (size.rows(), size.columns());
    let mut goals = vec![("corner", size.cells() - 1)];
    if rows > 2 || columns > 2 {
        goals.push(("edge", if columns > 2 { size.cells() - 2 } else { size.cells() - 1 - columns }));
    }
    if rows > 2 && columns > 2 {
        goals.push(("centre", (rows / 2) * columns + columns / 2));
    }
    goals
}

fn all_boards(request: &Request, context: &Context<'_>) -> Result<Reply<Measurement>, Stop> {
    let size = super::puzzle_of(request)?.size();
    let mut census = Census { board: size.to_string(), goals: Vec::new() };
    let mut budget = context.budget.clone();
    for (blank, cell) in goals(size) {
        // A board that is looked at is a node. All of them are looked at, so what cannot be paid for is not begun.
        if let Err(why) = budget.spend(Distances::price(size).unwrap_or(0)) {
            return Ok(Reply::from(Measurement::All(census)).cut(Some(why)));
        }
        let puzzle = Sliding::new(Board::with_blank_at(size, cell));
        let stop = context.budget.stop();
        let made = Distances::within(&puzzle, &budget).and_then(|made| match made {
            Some(distances) => Ok(Some((exact_within(&distances, stop)?, distances))),
            None => Ok(None),
        });
        let (means, distances) = match made {
            Ok(Some(both)) => both,
            Ok(None) => {
                return Err(InputError::new(format!("exact measures of {size} are not available"))
                    .expected(format!("a board of at most {} cells", Distances::MAX_CELLS))
                    .into());
            }
            Err(why) => return Ok(Reply::from(Measurement::All(census)).cut(Some(why))),
        };
        let average = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / means.len() as f64;
        let by_length = distances.by_length();
        census.goals.push(OneGoal {
            blank,
            states: distances.states(),
            mean: distances.mean(),
            longest: by_length.len() - 1,
            options_mean: average(&mut means.iter().map(|mean| mean.options)),
            progress_mean: average(&mut means.iter().map(|mean| mean.progress)),
            by_length: by_length.to_vec(),
        });
    }
    Ok(Measurement::All(census).into())
}

fn one_board(request: &Request, context: &Context<'_>) -> Result<Reply<Measurement>, Stop> {
    let (board, puzzle) = board_and_puzzle(request)?;
    solvability::check(&puzzle, &board)?;
    let oracle = Oracle::new(&puzzle, context.budget.remaining(), context)?;
    let seed = Seed(request.get(SEED));
    let mut traces = Vec::new();
    let (_, stopped) = context.fold(
        "solutions",
        request.get(SAMPLES),
        |run| Ok(perfect_trace(&oracle, &board, &mut seed.stream(run))?),
        |_, trace| traces.extend(trace),
    );
    let cut = Stop::cut(stopped)?;
    if let Some(why) = cut.filter(|_| traces.is_empty()) {
        return Err(why.into());
    }
    let measures = of_traces(&traces, seed).ok_or_else(|| {
        InputError::new("a solved board has no steps to measure")
            .expected("a board that needs at least one move")
    })?;
    let one = OneBoard {
        board: board.size().to_string(),
        position: format_board(&board),
        runs: request.get(SAMPLES),
        seed: seed.0,
        measured: Measures::from(&measures),
        drawn: draw_board(&board),
    };
    Ok(Reply::from(Measurement::One(Box::new(one))).cut(cut))
}

impl fmt::Display for Measurement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Measurement::All(census) => census.goals.iter().try_for_each(|goal| goal.fmt(f)),
            Measurement::One(one) => {
                let traces = one.measured.traces;
                write!(f, "{}\n\n{traces} sampled shortest solutions\n{}", one.drawn, one.measured)
            }
        }
    }
}

impl fmt::Display for OneGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "empty cell of the goal: {}\n  states {}, mean length {:.4}, longest {} ({} states), n = {:.4} (options \
             considered), v = b/B = {:.4} (share of best ones)",
            self.blank,
            self.states,
            self.mean,
            self.longest,
            self.by_length[self.longest],
            self.options_mean,
            self.progress_mean
        )?;
        let widest = *self.by_length.iter().max().unwrap_or(&1);
        for (length, states) in self.by_length.iter().enumerate() {
            let bar = "▪".repeat((states * 48).div_ceil(widest) as usize);
            writeln!(f, "  {length:>3} {states:>7} {bar}")?;
        }
        writeln!(f)
    }
}
