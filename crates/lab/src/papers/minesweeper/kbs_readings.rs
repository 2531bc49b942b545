//! Win rates of the thesis and the kbs paper under every reading of their players: each printed cell of a table.

use quandary_core::Seed;
use quandary_core::stats::Rate;
use quandary_minesweeper::FirstClick;
use quandary_minesweeper::strategy::FirstMove;

use super::Setting;
use super::inria_readings::read;
use crate::papers::{Bench, Printed};
use crate::reading::{Reading, RowFit, StatisticFit, TableFit, TableReadings};

/// A reading: its name, the readings of a strategy's name that it consists of, and its description.
pub(super) struct ReadingSpec(
    pub(super) &'static str,
    pub(super) &'static [&'static str],
    pub(super) &'static str,
);

/// What is open about R, and the slips in the algorithms that all players of the documents share.
pub(super) const OF_R: [ReadingSpec; 9] = [
    ReadingSpec("anywhere", &[], "R guesses among all cells that are not known"),
    ReadingSpec("beside", &["beside"], "R guesses among the cells beside a number"),
    ReadingSpec("beyond", &["beyond"], "R guesses among the cells that no number touches"),
    ReadingSpec("printed-sign", &["printed-sign"], "conjecture 3 as printed"),
    ReadingSpec(
        "both",
        &["both"],
        "algorithm 1 as printed: cells are opened only in a round that also finds mines",
    ),
    ReadingSpec("always-guess", &["always-guess"], "algorithm 1 as printed: every round ends with a guess"),
    ReadingSpec(
        "overwrite",
        &["overwrite"],
        "algorithm 2 as printed: only what the last number settles counts",
    ),
    ReadingSpec(
        "as printed",
        &["both", "always-guess", "overwrite"],
        "algorithms 1 and 2 as printed: the last three together",
    ),
    ReadingSpec(
        "beside+printed-sign",
        &["beside", "printed-sign"],
        "R beside a number, and conjecture 3 as printed",
    ),
];

/// What is open about R and G together.
pub(super) const OF_R_AND_G: [ReadingSpec; 8] = [
    ReadingSpec("as named", &[], "R anywhere; G on the frontier, solutions of equal weight, ties by Inf"),
    ReadingSpec("beside", &["beside"], "R guesses among the cells beside a number"),
    ReadingSpec("everywhere", &["everywhere"], "G looks beyond the frontier too"),
    ReadingSpec("weights", &["weights"], "G weighs a solution by the mines left"),
    ReadingSpec("weights+everywhere", &["weights", "everywhere"], "both of these"),
    ReadingSpec("no-inf", &["no-inf"], "G does not ask which cell tells most"),
    ReadingSpec("everywhere+no-inf", &["everywhere", "no-inf"], "G beyond the frontier too, and without Inf"),
    ReadingSpec("as printed", &["both", "always-guess", "overwrite"], "algorithms 1 and 2 as printed"),
];

/// A printed percentage, and the games played for it.
pub(super) struct Place {
    pub(super) column: String,
    pub(super) board: &'static str,
    pub(super) rule: FirstClick,
    pub(super) first: Option<FirstMove>,
    pub(super) printed: Printed,
    /// Games of the first reading.
    pub(super) games: u64,
}

/// A printed row: its name, its player and its cells.
pub(super) struct Line {
    pub(super) row: String,
    pub(super) strategy: String,
    pub(super) places: Vec<Place>,
}

/// Games behind a printed percentage.
const PRINTED_GAMES: u64 = 10_000;

impl Line {
    fn fit(&self, strategy: &str, other_games: u64, bench: &Bench<'_>) -> RowFit {
        let games = |place: &Place| if strategy == self.strategy { place.games } else { other_games };
        let asked: Vec<String> = self
            .places
            .iter()
            .map(|place| {
                format!(
                    "{} {} {:?} {} {}",
                    place.board,
                    place.rule,
                    place.first,
                    games(place),
                    place.printed.text
                )
            })
            .collect();
        let Seed(seed) = bench.seed;
        let name = format!("{} under {strategy} {seed} {}", self.row, asked.join(", "));
        bench.cached_value(&name, || {
            let cells = self.places.iter().filter_map(|place| place.compare(strategy, games(place), bench));
            let cells: Vec<StatisticFit> = cells.collect();
            let most = self.places.iter().map(games).max().unwrap_or(0);
            RowFit::independent(&self.row, strategy, most, cells)
        })
    }
}

impl Place {
    fn compare(&self, strategy: &str, games: u64, bench: &Bench<'_>) -> Option<StatisticFit> {
        let mut setting = Setting::new(self.board, self.rule, strategy);
        setting.first = self.first;
        let wins = setting.wins_shared(games, bench);
        let printed = self.printed.number?;
        (wins.trials > 0).then(|| StatisticFit {
            column: self.column.clone(),
            printed,
            ours: 100.0 * wins.value(),
            deviations: deviations(printed / 100.0, self.printed.rounding() / 100.0, wins),
            joint: true,
        })
    }
}

/// Standard errors between a printed share and ours.
fn deviations(printed: f64, rounding: f64, wins: Rate) -> f64 {
    let (ours, theirs) = (wins.trials as f64, PRINTED_GAMES as f64);
    let pooled = (wins.successes as f64 + printed * theirs) / (ours + theirs);
    let variance = pooled * (1.0 - pooled) * (1.0 / ours + 1.0 / theirs) + rounding.powi(2) / 3.0;
    (printed - wins.value()) / variance.sqrt()
}

/// A table under readings of its players.
pub(super) fn fit(
    lines: &[Line],
    readings: &[ReadingSpec],
    other_games: u64,
    bench: &Bench<'_>,
) -> Option<TableReadings> {
    let fits = readings.iter().map(|ReadingSpec(name, parts, about)| {
        let rows = lines.iter().map(|line| line.fit(&read(&line.strategy, parts), other_games, bench));
        TableFit::new(Reading::new(*name, *about), rows.collect())
    });
    TableReadings::of(fits.collect())
}

/// A strategy under the reading with this name; none if the reading does not change it.
pub(super) fn under(strategy: &str, reading: &str, readings: &[ReadingSpec]) -> Option<String> {
    let named = readings.iter().find(|named| named.0 == reading)?;
    let read = read(strategy, named.1);
    (read != strategy).then_some(read)
}
