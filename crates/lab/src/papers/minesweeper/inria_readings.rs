//! Inria's tables under every reading of the report: each strategy of a table, every column.
//!
//! The report leaves open how the last ties are broken, how many of the cells that an enumeration proves safe are
//! opened, whether areas open by themselves (footnote 1), and where the distances of algorithm 1 begin; and its tables
//! show that closeness before the lowest probability had no effect (errata I5). A reading is applied to every row of a
//! table as far as the row's strategy has these options.

use quandary_core::Seed;
use quandary_minesweeper::simulate::GameRecord;
use quandary_minesweeper::strategy::Strategy;

use super::Setting;
use super::inria::{OfGame, PRINTED_GAMES, RULE, statistic};
use crate::papers::Bench;
use crate::reading::{
    Measurements, PrintedStatistic, Reading, RowFit, StatisticFit, TableFit, TableReadings,
};

/// A reading: its name, the readings of a strategy's name that it consists of, and its description.
struct ReadingSpec(&'static str, &'static [&'static str], &'static str);

/// The readings of all tables; the first is the report's text as we understand it.
const READINGS: [ReadingSpec; 7] = [
    ReadingSpec("as named", &[], "last ties at random; an enumeration opens every cell that it proves safe"),
    ReadingSpec("scan", &["scan"], "of equally good cells the first one, row by row"),
    ReadingSpec("one-pick", &["one-pick"], "an enumeration opens one safe cell, not all it found"),
    ReadingSpec("scan+one-pick", &["scan", "one-pick"], "both of these"),
    ReadingSpec(
        "no-flood+scan+one-pick",
        &["no-flood", "scan", "one-pick"],
        "and areas do not open by themselves (footnote 1)",
    ),
    ReadingSpec(
        "fringe+scan+one-pick",
        &["fringe", "scan", "one-pick"],
        "scan+one-pick, and distances begin at the cells beside open ones (algorithm 1)",
    ),
    ReadingSpec(
        "no-close+scan+one-pick",
        &["no-close", "scan", "one-pick"],
        "scan+one-pick, and Cl before Lo has no effect",
    ),
];

/// If enumerations are cut, section 2.2's estimate in addition.
const LAPLACE: ReadingSpec = ReadingSpec(
    "scan+one-pick+laplace",
    &["scan", "one-pick", "laplace"],
    "scan+one-pick, and an enumeration that was cut leaves (mined + 1) / (met + 2)",
);

/// A strategy under a reading, as far as it has these options.
pub(super) fn read(strategy: &str, parts: &[&str]) -> String {
    parts.iter().fold(strategy.to_owned(), |name, part| {
        let read = format!("{name}+{part}");
        if read.parse::<Strategy>().is_ok() { read } else { name }
    })
}

/// One experiment of a table: the strategy, the board, and the printed values.
pub(super) struct Line {
    /// Its name in reports.
    pub(super) row: String,
    pub(super) strategy: String,
    pub(super) board: String,
    /// Columns of the statistics tables, or the name of a win rate, with the printed values.
    pub(super) printed: Vec<(String, f64, f64)>,
    /// Games of the first reading.
    pub(super) games: u64,
}

impl Line {
    fn cells(&self) -> usize {
        Setting::new(&self.board, RULE, "rSimRan").board.cells()
    }

    /// Games of another reading: fewer on the expert board, where a game takes long.
    fn other_games(&self, bench: &Bench<'_>) -> u64 {
        let usual = if self.cells() > 300 { PRINTED_GAMES / 5 } else { PRINTED_GAMES };
        bench.scale.runs(usual, PRINTED_GAMES)
    }

    fn fit(&self, strategy: &str, seed: Seed, bench: &Bench<'_>) -> RowFit {
        let games = if strategy == self.strategy { self.games } else { self.other_games(bench) };
        let setting = Setting::new(&self.board, RULE, strategy);
        bench.played(games, setting.command(seed, games));
        let name = format!("{} under {strategy} {games} {} {:?}", self.row, seed.0, self.printed);
        bench.cached_value(&name, || {
            let records = setting.play_shared(seed, games, bench);
            self.compare(&format!("{strategy} {}", self.board), &records)
        })
    }

    fn compare(&self, run: &str, records: &[GameRecord]) -> RowFit {
        let known: Vec<(PrintedStatistic, OfGame)> = self
            .printed
            .iter()
            .filter_map(|(column, printed, rounding)| {
                let (share, joint, value) = of_column(column)?;
                let (column, printed, rounding) = (column.clone(), *printed, *rounding);
                Some((PrintedStatistic { column, printed, rounding, share, joint }, value))
            })
            .collect();
        let values = |record: &GameRecord| known.iter().map(|(_, value)| value(record)).collect::<Vec<f64>>();
        let measured = Measurements::of(records.iter().map(values));
        let printed: Vec<PrintedStatistic> = known.iter().map(|(printed, _)| printed.clone()).collect();
        let mut fit = RowFit::of(&self.row, run, &printed, Some(PRINTED_GAMES), &measured);
        if !records.is_empty() {
            fit.cells.extend(self.printed.iter().filter_map(|(column, printed, rounding)| {
                let value = statistic(column.strip_suffix("_median")?)?;
                Some(median(column, (*printed, *rounding), records.iter().map(value).collect()))
            }));
        }
        fit
    }
}

/// Whether a column is a share, whether it counts in the joint test, and its value for a game.
///
/// The means of the numbers of solutions depend on a few games, and timeouts on the speed of another machine: they are
/// compared separately.
fn of_column(column: &str) -> Option<(bool, bool, OfGame)> {
    match column {
        "P_w" | "P_win" => Some((true, true, |record| f64::from(u8::from(record.won)))),
        "P_t" => Some((true, false, |record| f64::from(u8::from(record.csps.timeouts > 0)))),
        _ => {
            let name = column.strip_suffix("_avg")?;
            Some((false, !name.ends_with("NbSolutions"), statistic(name)?))
        }
    }
}

/// A printed median: the distance from a half of the shares of our games below it and up to it.
fn median(column: &str, (printed, rounding): (f64, f64), mut values: Vec<f64>) -> StatisticFit {
    values.sort_by(f64::total_cmp);
    let count = values.len() as f64;
    let below = values.iter().filter(|value| **value < printed - rounding).count() as f64 / count;
    let up_to = values.iter().filter(|value| **value <= printed + rounding).count() as f64 / count;
    let error = 0.5 * (1.0 / count + 1.0 / PRINTED_GAMES as f64).sqrt();
    let deviations = if below > 0.5 {
        (below - 0.5) / error
    } else if up_to < 0.5 {
        (up_to - 0.5) / error
    } else {
        0.0
    };
    let ours = values[values.len() / 2];
    StatisticFit { column: column.into(), printed, ours, deviations, joint: false }
}

/// A table, or the experiment that two tables share, under all readings.
pub(super) fn fit(lines: &[Line], seed: Seed, bench: &Bench<'_>) -> Option<TableReadings> {
    let cut = lines.iter().any(|line| line.cells() > 300).then_some(&LAPLACE);
    let fits = READINGS.iter().chain(cut).map(|ReadingSpec(name, parts, about)| {
        let rows = lines.iter().map(|line| line.fit(&read(&line.strategy, parts), seed, bench));
        TableFit::new(Reading::new(*name, *about), rows.collect())
    });
    TableReadings::of(fits.collect())
}

/// A strategy under the reading with this name; none if the reading does not change it.
pub(super) fn under(strategy: &str, reading: &str) -> Option<String> {
    let named = READINGS.iter().chain([&LAPLACE]).find(|named| named.0 == reading)?;
    let read = read(strategy, named.1);
    (read != strategy).then_some(read)
}
