//! The times of Inria's report: seconds on another machine, judged by the work that the same report prints.
//!
//! A game costs `a` for each pair of an uncovered cell and a cell of its board (the simple rules scan the board again
//! after every probe) and `b` for each enumerated solution. Two constants, fitted to all mean durations of tables 5, 8
//! and 12, give each of the 43 within a factor of about one and a half, over three orders of magnitude.

use std::sync::LazyLock;

use quandary_core::stats::Interval;

use crate::judge::{AGREE, LEVEL, NumericTest, POWER, Settled, Test, agreeing, student};
use crate::papers::compare::place_of;
use crate::papers::{Table, tables};
use crate::reproduction::{Cell, Verdict, number};

/// Tables of durations and problems, each with the table that has the rest of the same experiment.
const EXPERIMENTS: [(&str, &str); 3] =
    [("inria.T5", "inria.T6"), ("inria.T8", "inria.T9"), ("inria.T12", "inria.T13")];

/// Games behind a total time.
const GAMES: f64 = 10_000.0;

/// A strategy on a board from a first cell, as a table of statistics prints it.
struct Row {
    strategy: String,
    lines: f64,
    cols: f64,
    /// `r`, `c` or `m`, as the strategies' names begin.
    first: char,
    /// Cells scanned, and solutions enumerated.
    mean_work: [f64; 2],
    median_work: [f64; 2],
    mean_ms: f64,
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let table = |id: &str| tables().iter().find(|table| table.id == id);
    let both = EXPERIMENTS.iter().filter_map(|(times, rest)| Some((table(times)?, table(rest)?)));
    both.flat_map(|(times, rest)| (0..times.rows.len()).map(move |row| Row::new(times, rest, row))).collect()
});

impl Row {
    fn new(times: &Table, rest: &Table, row: usize) -> Row {
        let of = |table: &Table, column: &str| table.number(row, column).unwrap_or(f64::NAN);
        let (lines, cols) = (of(times, "lines"), of(times, "cols"));
        let work = |which: &str| {
            let uncovered = of(rest, &format!("nbUncoveredCells_{which}"));
            let problems = of(times, &format!("nbSolvedCSPs_{which}"));
            [uncovered * lines * cols, problems * of(times, &format!("totNbSolutions_{which}"))]
        };
        Row {
            strategy: times.row_name(row).to_owned(),
            lines,
            cols,
            first: match (of(times, "first_x") as i64, of(times, "first_y") as i64) {
                (-1, _) => 'r',
                (0, 0) => 'c',
                _ => 'm',
            },
            mean_work: work("avg"),
            median_work: work("median"),
            mean_ms: of(times, "GameDuration_ms_avg"),
        }
    }
}

/// The machine of the report.
struct Machine {
    /// Milliseconds per cell scanned, and per solution.
    costs: [f64; 2],
    /// The standard deviation of the mean durations from the fit, in logarithms.
    spread: f64,
    /// The number of durations in the fit.
    rows: usize,
}

static MACHINE: LazyLock<Machine> = LazyLock::new(|| Machine::fitted(&ROWS));

impl Machine {
    /// Least squares of relative errors.
    fn fitted(rows: &[Row]) -> Machine {
        let (mut xx, mut xy, mut yy, mut x, mut y) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for row in rows {
            let [a, b] = row.mean_work.map(|work| work / row.mean_ms);
            (xx, xy, yy, x, y) = (xx + a * a, xy + a * b, yy + b * b, x + a, y + b);
        }
        let scale = xx * yy - xy * xy;
        let costs = [(x * yy - y * xy) / scale, (y * xx - x * xy) / scale];
        let mut machine = Machine { costs, spread: 0.0, rows: rows.len() };
        let squares: f64 =
            rows.iter().map(|row| (row.mean_ms / machine.ms(row.mean_work)).ln().powi(2)).sum();
        machine.spread = (squares / (rows.len() as f64 - 2.0).max(1.0)).sqrt();
        machine
    }

    fn ms(&self, work: [f64; 2]) -> f64 {
        self.costs[0] * work[0] + self.costs[1] * work[1]
    }

    /// The range of times for such work at a quantile; `clock` is the resolution of the report's clock.
    fn within(&self, ms: f64, z: f64, clock: f64) -> Interval {
        let factor = (student(z, (self.rows as f64 - 2.0).max(3.0)) * self.spread).exp();
        Interval { low: ms / factor - clock, high: ms * factor + clock }
    }
}

/// The row of statistics behind a time, and which time it is; none if no work is printed for it.
fn row_of(table: &Table, row: usize, column: &str) -> Option<(&'static Row, &'static str)> {
    let find = |strategy: &str, (lines, cols): (f64, f64), first: char| {
        ROWS.iter().find(|known| {
            known.strategy == strategy && (known.lines, known.cols) == (lines, cols) && known.first == first
        })
    };
    let name = table.row_name(row);
    if let Some(which) = column.strip_prefix("GameDuration_ms_") {
        let at = EXPERIMENTS.iter().position(|(times, _)| *times == table.id)?;
        let length =
            |id: &str| tables().iter().find(|table| table.id == id).map_or(0, |table| table.rows.len());
        let before: usize = EXPERIMENTS[..at].iter().map(|(times, _)| length(times)).sum();
        let which = ["min", "median", "avg"].into_iter().find(|known| *known == which)?;
        return Some((ROWS.get(before + row)?, which));
    }
    let mut letters = name.chars();
    let (letter, bare) = (letters.next()?, letters.as_str());
    let found = match column.strip_suffix("_ms")? {
        "total" => find(bare, (9.0, 9.0), letter),
        "random" => find(name, (9.0, 9.0), 'r'),
        "corner" => find(name, (9.0, 9.0), 'c'),
        "middle" => find(name, (9.0, 9.0), 'm'),
        "beginner" if table.id == "inria.T10" => find(bare, (9.0, 9.0), letter),
        "intermediate" if table.id == "inria.T10" => find(bare, (16.0, 16.0), letter),
        "expert" => find(bare, (16.0, 30.0), letter),
        _ => None,
    };
    Some((found?, "total"))
}

/// A printed time beside the time that the machine would take for the printed work.
pub(super) fn cell(table: &Table, row: usize, column: &str) -> Cell {
    let printed = table.printed(row, column);
    let name = table.row_name(row);
    let Some((of, which)) = row_of(table, row, column) else {
        let note = "time on another machine, for work that is not printed";
        return Cell::without_ours(name, column, printed, Verdict::NotReproducible, note)
            .about(place_of(row, column));
    };
    let machine = &MACHINE;
    // The report's clock has steps of a millisecond, which do not matter for means and totals of many games.
    let (work, unit, clock) = match which {
        "total" => (of.mean_work, GAMES, 0.0),
        "avg" => (of.mean_work, 1.0, 0.0),
        "median" => (of.median_work, 1.0, 1.0),
        // A game may end with its second probe.
        _ => ([of.lines * of.cols, 0.0], 1.0, 1.0),
    };
    let ms = machine.ms(work);
    let matters = ms.max(2.0 * clock);
    let [accepts, likely, wide] = [LEVEL, AGREE, AGREE + POWER].map(|z| machine.within(ms, z, clock));
    let held = NumericTest {
        ours: Some(ms),
        accepts,
        agrees: agreeing(ms, likely, matters, 0.0),
        sees: Some((wide.high - ms).max(ms - wide.low)),
        matters,
        enough: true,
        settled: Settled::Never,
    };
    let reading = format!(
        "{:.2e} ms for each uncovered cell and cell of the board, {:.2e} ms for each solution",
        machine.costs[0], machine.costs[1]
    );
    let test = Test::Number(held.times(unit));
    let mut cell = Cell::judged((name, column), printed, number(unit * ms), test, Some(&reading));
    cell.interval = Some(Interval { low: unit * likely.low.max(0.0), high: unit * likely.high });
    cell.about(place_of(row, column)).saying("two constants for the machine, and the work that is printed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_constants_explain_the_mean_durations_within_a_factor_of_two() {
        assert_eq!(MACHINE.rows, 43);
        assert!(MACHINE.spread < 0.2, "{}", MACHINE.spread);
        for row in ROWS.iter() {
            let ratio = row.mean_ms / MACHINE.ms(row.mean_work);
            assert!((0.5..2.0).contains(&ratio), "{} {}x{}: {ratio}", row.strategy, row.lines, row.cols);
        }
    }

    #[test]
    fn a_time_without_printed_work_is_not_judged_and_a_wrong_one_is_noticed() {
        let table = |id: &str| tables().iter().find(|table| table.id == id).unwrap();
        let longest = cell(table("inria.T5"), 0, "GameDuration_ms_max");
        assert_eq!(longest.verdict, Verdict::NotReproducible);
        let mut mean = cell(table("inria.T5"), 1, "GameDuration_ms_avg");
        assert_eq!(mean.verdict, Verdict::AgreesAs);
        mean.printed = Some("477.8".into());
        mean.judge_again();
        assert_eq!(mean.verdict, Verdict::Disagrees);
    }
}
