//! The summary of each cell.

use quandary_core::stats::{Estimate, Rate, Summary};
use quandary_core::study::{Column, Wins};
use quandary_core::{Outcome, Seed};
use quandary_measures::solvability::{Classification, classify};
use quandary_measures::{Gathered, TraceMeasures, refinement};
use serde::Serialize;
use std::fmt;

use crate::parquet::Rows;
use crate::plan::Plan;
use crate::run::outcomes;

/// Below this win rate a puzzle counts as a game, above 1 minus it as deterministic.
const EPSILON: f64 = 0.01;
const CONFIDENCE: f64 = 0.95;

/// Whether a cell lies in the zone of engaging games in the literature: GR = √(2v/D) from 0.07 to 0.08.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Zone {
    /// The whole interval of GR is in the zone.
    Inside,
    /// No part of the interval is.
    Outside,
    /// The games do not decide it.
    Undecided,
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Zone::Inside => "inside",
            Zone::Outside => "outside",
            Zone::Undecided => "undecided",
        })
    }
}

impl Zone {
    fn of(refinement: Estimate) -> Zone {
        let (low, high) = refinement::ZONE;
        let interval = refinement.interval;
        if interval.low >= low && interval.high <= high {
            Zone::Inside
        } else if interval.high < low || interval.low > high {
            Zone::Outside
        } else {
            Zone::Undecided
        }
    }
}

/// The summary of a cell's rows. Intervals are at 95 %.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CellSummary {
    /// Its number.
    pub cell: usize,
    /// Its settings.
    pub settings: Vec<(&'static str, String)>,
    /// Games, wins and the win rate with its Wilson interval.
    #[serde(flatten)]
    pub won: Wins,
    /// Guesses per game.
    pub guesses: Estimate,
    /// Puzzle, game or in between, by the win rate.
    pub class: Classification,
    /// Whether it is engaging by its game refinement.
    pub zone: Option<Zone>,
    /// The measures of its games; none if no game had a decision.
    pub measures: Option<TraceMeasures>,
}

/// Collects the part of the rows that the summaries need.
pub(crate) struct Gathering<'p> {
    plan: &'p Plan,
    columns: Vec<Column>,
    cells: Vec<Sums>,
}

#[derive(Clone, Default)]
struct Sums {
    games: u64,
    wins: u64,
    guesses: Summary,
    traces: Gathered,
}

impl<'p> Gathering<'p> {
    pub(crate) fn new(plan: &'p Plan, columns: &[Column]) -> Gathering<'p> {
        Gathering { plan, columns: columns.to_vec(), cells: vec![Sums::default(); plan.cells().len()] }
    }

    /// Adds the next games of a cell.
    pub(crate) fn take(&mut self, cell: usize, rows: &Rows) {
        self.take_range(cell, rows, 0..rows.len());
    }

    /// Adds merged rows, which are in the order of their cells.
    pub(crate) fn take_sorted(&mut self, rows: &Rows) {
        let cells = rows.column(self.index("cell")).whole();
        let mut first = 0;
        while first < cells.len() {
            let past = first + cells[first..].partition_point(|cell| *cell == cells[first]);
            if let Ok(cell) = usize::try_from(cells[first])
                && cell < self.cells.len()
            {
                self.take_range(cell, rows, first..past);
            }
            first = past;
        }
    }

    fn index(&self, name: &str) -> usize {
        self.columns.iter().position(|column| column.name == name).expect("every game says it")
    }

    fn take_range(&mut self, cell: usize, rows: &Rows, range: std::ops::Range<usize>) {
        let won: Vec<bool> = outcomes(&self.columns, rows)
            .skip(range.start)
            .take(range.len())
            .map(|outcome| outcome == Outcome::Won.name().as_bytes())
            .collect();
        let of = |name: &str| &rows.column(self.index(name)).whole()[range.clone()];
        let (lengths, options) = (of("length"), of("options"));
        let (progress, guesses) = (of("progress_ppb"), of("guesses"));
        let sums = &mut self.cells[cell];
        for game in 0..range.len() {
            sums.games += 1;
            sums.wins += u64::from(won[game]);
            sums.guesses.add(guesses[game] as f64);
            sums.traces.add_game(lengths[game] as u64, options[game] as u64, progress[game] as f64 / 1e9);
        }
    }

    pub(crate) fn summaries(&self) -> Vec<CellSummary> {
        let summaries = self.plan.cells().iter().zip(&self.cells).map(|(cell, sums)| {
            let rate = Rate::new(sums.wins, sums.games);
            let measures = sums.traces.measures(Seed(self.plan.seed));
            CellSummary {
                cell: cell.number,
                settings: cell.settings.clone(),
                won: rate.into(),
                guesses: sums.guesses.estimate(),
                class: classify(rate, EPSILON, CONFIDENCE),
                zone: measures.as_ref().map(|measures| Zone::of(measures.gr_velocity)),
                measures,
            }
        });
        summaries.collect()
    }
}
