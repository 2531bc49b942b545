//! Table 6 and figures 7 to 10 and 13: single conspiracy numbers as motion in mind.

use quandary_core::stats::{Interval, Summary, mean};
use quandary_twenty48::measure::motion::{Motion, energy, momentum, motion};
use quandary_twenty48::measure::reading::{Cuts, milestones, traps};
use quandary_twenty48::measure::turns::{Over, Turn, normalise};
use serde::{Deserialize, Serialize};

use super::games::{
    CANDIDATE, MANY, P4, PILOT_GAMES, Setting, WEIGHTS, conventions, rules, threshold, threshold_with,
    weights,
};
use super::sweep::{self, Reach};
use crate::judge::{Evidence, NumericTest, Print, Settled, Test};
use crate::papers::conclusions::tally;
use crate::papers::{Bench, Formula, Judge, Printed, Table};
use crate::reproduction::{Cell, Figure, Marks, Point, Reproduced, Series, Verdict, number};

/// Games at each depth, usually and at the scale of the documents. The deep ones are expensive.
pub(super) const GAMES: [(u32, u64, u64); 4] =
    [(2, MANY, MANY), (3, 500, MANY), (4, 120, MANY), (5, 12, MANY)];

/// The difference that matters: a tenth of the whole range of v.
const MATTERS: f64 = 0.1;

/// The article's games that ended at 1024 and 2048 (table 4); for d = 5 it does not say.
const PRINTED_GAMES: [(u32, [u64; 2]); 4] = [(2, [7, 7]), (3, [9, 10]), (4, [4, 10]), (5, [7, 7])];

/// The data of a game.
#[derive(Serialize, Deserialize)]
pub(super) struct Game {
    pub(super) largest: u64,
    pub(super) course: Course,
    pub(super) by_turn: Averages,
    /// The exponent of the largest tile during each milestone, and its mean velocity.
    milestones: Vec<(u8, f64)>,
    /// The same game normalised within each milestone.
    pub(super) within_milestones: Averages,
    infinite: usize,
    turns: usize,
}

/// How the normalised number goes through a game.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Course {
    /// Its standard deviation over the turns.
    pub(super) deviation: f64,
    /// The shares of the turns with a number in the lowest and in the highest third.
    pub(super) low: f64,
    pub(super) high: f64,
    /// The mean change from the turn before a new largest tile to the turn after.
    pub(super) after_milestone: f64,
    /// Stability traps, and those that were escaped.
    pub(super) traps: u32,
    pub(super) escaped: u32,
}

impl Course {
    fn new(turns: &[Turn], numbers: &[f64]) -> Course {
        let share = |is: &dyn Fn(f64) -> bool| {
            numbers.iter().filter(|&&number| is(number)).count() as f64 / numbers.len().max(1) as f64
        };
        let summary: Summary = numbers.iter().copied().collect();
        let changes: Summary = turns
            .windows(2)
            .zip(numbers.windows(2))
            .filter(|(turns, _)| turns[1].largest > turns[0].largest)
            .map(|(_, numbers)| numbers[1] - numbers[0])
            .collect();
        let traps = traps(turns, numbers, Cuts::DECLARED);
        Course {
            deviation: summary.deviation(),
            low: share(&|number| number < 1.0 / 3.0),
            high: share(&|number| number >= 2.0 / 3.0),
            after_milestone: if changes.count() == 0 { 0.0 } else { changes.mean() },
            traps: traps.len() as u32,
            escaped: traps.iter().filter(|trap| trap.escaped.is_some()).count() as u32,
        }
    }
}

/// Means over the turns of a game.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Averages {
    pub(super) v: f64,
    pub(super) mean_momentum: f64,
    mean_energy: f64,
}

impl From<Motion> for Averages {
    fn from(Motion { v, mean_momentum, mean_energy, .. }: Motion) -> Averages {
        Averages { v, mean_momentum, mean_energy }
    }
}

impl Game {
    pub(super) fn new(turns: &[Turn]) -> Game {
        let numbers = normalise(turns, Over::Game);
        let within = normalise(turns, Over::Milestone);
        Game {
            largest: turns.last().map_or(0, |turn| 1 << turn.largest),
            course: Course::new(turns, &numbers),
            by_turn: motion(&numbers).into(),
            milestones: milestones(turns, &numbers).iter().map(|part| (part.largest, part.v)).collect(),
            within_milestones: motion(&within).into(),
            infinite: turns.iter().filter(|turn| turn.scn.finite().is_none()).count(),
            turns: turns.len(),
        }
    }

    /// The largest v(1 - v) of any milestone.
    pub(super) fn peak_momentum(&self) -> f64 {
        self.milestones.iter().map(|(_, v)| momentum(*v)).fold(0.0, f64::max)
    }

    /// Mean of v(1 - v) over the milestones.
    fn momentum_over_milestones(&self) -> f64 {
        motion(&self.milestones.iter().map(|(_, v)| *v).collect::<Vec<_>>()).mean_momentum
    }
}

/// The games of table 6 at a depth. Other entries meet the same ones.
pub(super) fn games_at(depth: u32, bench: &Bench<'_>) -> Vec<Game> {
    let Some((_, usual, paper)) = GAMES.into_iter().find(|(of, ..)| *of == depth) else { return Vec::new() };
    let (matrix, tables) = weights(WEIGHTS);
    let own = bench.of_entry("access.T6");
    let c0 = threshold_with(matrix, &tables, PILOT_GAMES, own, bench);
    let setting = Setting { rules: rules(P4), weights: matrix, linear: &tables, depth };
    let seed = own.named(&format!("d{depth}"));
    let name = format!("2048 SCN, depth {depth}, seed {}, threshold {c0}", seed.0);
    let count = bench.scale.runs(usual, paper);
    bench.cached_runs(&name, count, |index| Game::new(&setting.turns(seed, index, c0)))
}

static FORMULAS: [Formula; 2] = [
    Formula { column: "M", inputs: &["v"], text: "M = 1 - v", value: |x| 1.0 - x[0] },
    Formula { column: "Ep", inputs: &["v"], text: "E_p = 2 M v^2", value: |x| energy(x[0]) },
];

pub(super) fn table_6(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "The normalised single conspiracy number of every turn, averaged, is the velocity of a game; \
        games of all depths are alike, with v about 0.39."
            .into();
    let (matrix, tables) = weights(WEIGHTS);
    let c0 = threshold(bench);
    let convention = format!("{CANDIDATE}; threshold {c0:.3}");
    let judge = Judge { formulas: &FORMULAS, convention: Some(&convention), ..Judge::of(table) };
    let sweep = sweep::play(&mut entry, bench, c0);
    let mut all = Vec::new();
    for (depth, usual, paper) in GAMES {
        let setting = Setting { rules: rules(P4), weights: matrix, linear: &tables, depth };
        let seed = bench.seed.named(&format!("d{depth}"));
        let count = bench.scale.runs(usual, paper);
        setting.played(seed, count, bench);
        let games = games_at(depth, bench);
        if !games.is_empty() {
            entry.figures.push(coaster(depth, &setting.turns(seed, 0, c0)));
        }
        all.push((depth, games));
    }
    let mut sizes = Vec::new();
    for row in 0..table.rows.len() {
        let depth = table.number(row, "d").unwrap_or(0.0) as u32;
        let tile = table.number(row, "highest_tile").unwrap_or(0.0) as u64;
        let games: Vec<&Game> = all
            .iter()
            .filter(|(d, _)| *d == depth)
            .flat_map(|(_, games)| games)
            .filter(|game| game.largest == tile)
            .collect();
        sizes.push(format!("{} at d = {depth} to {tile}", games.len()));
        cells(&mut entry, &judge, (row, depth, tile), &games, &sweep);
    }
    entry.computed = format!("Games that ended with the tile: {}.", sizes.join(", "));
    conventions(&mut entry);
    for (depth, usual, paper) in GAMES {
        entry.fewer_runs(bench.scale.runs(usual, paper), paper, &format!("games at d = {depth}"));
    }
    entry.convention(
        "threshold",
        format!("{c0:.4} x largest tile: the median of E / largest tile at d = 2; not printed"),
    );
    entry.convention("normalised over", "the game, finite numbers only; an infinite number counts as 1");
    entry.convention("v", "the normalised number itself, as equation 12 prints it");
    entry.convention(
        "p",
        "an average, as the caption says: of v(1 - v) over the turns of a game, then over games",
    );
    entry.convention("M and E_p", "of the mean v");
    entry.convention(
        "matters",
        format!(
            "{MATTERS} of v; and nothing is said to disagree that some weights, threshold or normalisation of the sweep would give"
        ),
    );
    text_means(&mut entry, table);
    entry.figures.extend(by_milestone(&all));
    entry
}

/// The means in the text over the printed rows: arithmetic.
fn text_means(entry: &mut Reproduced, table: &Table) {
    for (column, stated) in [("v", "0.38549"), ("M", "0.61451"), ("p", "0.20686"), ("Ep", "0.18101")] {
        let values: Vec<f64> = (0..table.rows.len()).filter_map(|row| table.number(row, column)).collect();
        let value = values.iter().sum::<f64>() / values.len() as f64;
        let stated = Printed::from(stated);
        // Both the rows and the mean are rounded.
        let half = 2.02 * stated.rounding();
        let test = Test::Arithmetic { accepts: Interval { low: value - half, high: value + half } };
        entry.cells.push(Cell::judged(("mean in the text", column), stated, number(value), test, None));
    }
}

/// The test of a printed value that depends on unprinted weights, threshold and normalisation: if the declared ones
/// would reject it but others of the sweep would not, it is undecided.
fn open_choice(held: NumericTest, sweep: Interval) -> NumericTest {
    if !held.enough {
        return held;
    }
    // The sampling error is assumed to be the same around the other choices as around the declared one.
    let half = (held.accepts.high - held.accepts.low) / 2.0;
    let accepts = Interval {
        low: held.accepts.low.min(sweep.low - half),
        high: held.accepts.high.max(sweep.high + half),
    };
    let wide = sweep.high - sweep.low;
    let sees = held.sees.map(|sees| sees + wide);
    // A printed value agrees only if it would agree under every choice.
    let agrees = held.agrees.filter(|_| sees.is_some_and(|sees| sees <= held.matters));
    NumericTest { accepts, agrees, sees, settled: Settled::Unknown, ..held }
}

fn cells(
    entry: &mut Reproduced,
    judge: &Judge<'_>,
    (row, depth, tile): (usize, u32, u64),
    games: &[&Game],
    sweep: &[Reach],
) {
    let printed = PRINTED_GAMES.iter().find(|(d, _)| *d == depth).map_or([7, 7], |(_, counts)| *counts);
    let runs = Some(printed[usize::from(tile == 2048)]);
    // Beyond depth 3 the sweep is not run: its effect there is assumed to be at least that at depth 3.
    let reach = sweep.iter().rev().find(|reach| reach.depth <= depth).copied().unwrap_or(Reach::FREE);
    for (column, range, of) in [
        ("v", reach.v, (|game| game.by_turn.v) as fn(&Game) -> f64),
        ("p", reach.p, |game| game.by_turn.mean_momentum),
    ] {
        let summary: Summary = games.iter().map(|game| of(game)).collect();
        let evidence = Evidence::Mean(summary);
        let print = Print { runs, rounding: judge.table.printed(row, column).rounding(), matters: MATTERS };
        let held = open_choice(evidence.against(&print), range);
        let mut cell = judge.held(row, column, summary.mean(), Test::Number(held));
        if games.is_empty() {
            cell.ours = serde_json::Value::Null;
        } else {
            cell.interval = Some(summary.estimate().interval);
        }
        cell.row = format!("d = {depth} to {tile}");
        entry.cells.push(cell.saying(format!("{} of our games ended with this tile", games.len())));
    }
    for column in ["M", "Ep"] {
        let mut cell = judge.derived(row, column);
        cell.row = format!("d = {depth} to {tile}");
        entry.cells.push(cell);
    }
    if games.is_empty() {
        return;
    }
    let name = format!("d = {depth} to {tile}");
    let average = |of: fn(&Game) -> f64| mean(games.iter().map(|game| of(game))).value;
    entry.mention(
        &format!("{name}: p as the mean over turns"),
        average(|g| g.by_turn.mean_momentum),
        "v(1 - v) turn by turn",
    );
    entry.mention(
        &format!("{name}: p as the mean over milestones"),
        average(Game::momentum_over_milestones),
        "v(1 - v) of each milestone's mean",
    );
    entry.mention(
        &format!("{name}: E_p as the mean over turns"),
        average(|g| g.by_turn.mean_energy),
        "2(1 - v)v² turn by turn",
    );
    entry.mention(
        &format!("{name}: v normalised within milestones"),
        average(|g| g.within_milestones.v),
        "the threshold doubles at each milestone, so this is the other reading of equation 11",
    );
    let (infinite, turns): (usize, usize) =
        games.iter().fold((0, 0), |sum, game| (sum.0 + game.infinite, sum.1 + game.turns));
    entry.mention(
        &format!("{name}: infinite numbers"),
        infinite as f64 / turns.max(1) as f64,
        "share of turns",
    );
}

pub(super) fn conclude(entry: &Reproduced) -> Vec<String> {
    let ep =
        entry.cells.iter().filter(|cell| cell.column == "Ep" && cell.verdict == Verdict::Arithmetic).count();
    let mut sentences = sweep::conclude(entry);
    sentences.push(format!(
        "E_p follows from the mean v in {ep} of its cells; p is an average of products, as the caption says."
    ));
    sentences.push(tally(entry));
    sentences
}

/// The normalised number through one game: figures 7, 8 and 9, and the same for d = 5.
fn coaster(depth: u32, turns: &[Turn]) -> Figure {
    let figure = match depth {
        2..=4 => format!("figure {}", depth + 5),
        _ => "as figures 7 to 9".into(),
    };
    let numbers = normalise(turns, Over::Game);
    let largest = turns.last().map_or(0, |turn| 1_u64 << turn.largest);
    let new_tiles = turns
        .windows(2)
        .enumerate()
        .filter(|(_, pair)| pair[1].largest > pair[0].largest)
        .map(|(turn, _)| (turn as f64 + 1.0, 1.0));
    Figure {
        title: format!("One game at d = {depth}, to {largest} ({figure})"),
        x_label: "turn".into(),
        y_label: "normalised single conspiracy number".into(),
        x_names: Vec::new(),
        series: vec![
            Series::new("SCN", Marks::Line, numbers.into_iter().enumerate().map(|(x, y)| (x as f64, y))),
            Series::new("new largest tile", Marks::Points, new_tiles),
        ],
        caption:
            "The first game of the seed. Low: the threshold is near. It doubles where a new largest tile \
            stands."
                .into(),
    }
}

/// Games without which no mean is drawn.
const FEWEST: usize = 10;

/// Figures 10 and 13: p, E_p and M over the milestones, for games that ended at 1024 and at 2048.
fn by_milestone(all: &[(u32, Vec<Game>)]) -> Vec<Figure> {
    let mut figures = Vec::new();
    for tile in [1024_u64, 2048] {
        let last = tile.trailing_zeros() as u8;
        let curve = |games: &[Game], measure: fn(f64) -> f64| -> Vec<Point> {
            (2..=last)
                .filter_map(|exponent| {
                    let ended = games.iter().filter(|game| game.largest == tile);
                    let values: Vec<f64> = ended
                        .flat_map(|game| game.milestones.iter().filter(|(largest, _)| *largest == exponent))
                        .map(|(_, v)| measure(*v))
                        .collect();
                    let count = values.len();
                    let estimate = mean(values);
                    (count >= FEWEST).then(|| Point {
                        x: f64::from(exponent) - 2.0,
                        y: estimate.value,
                        interval: Some(estimate.interval),
                    })
                })
                .collect()
        };
        for (title, label, measure) in [
            ("Momentum over the milestones (figure 10)", "p", momentum as fn(f64) -> f64),
            ("Potential energy over the milestones (figure 10)", "E_p", energy),
            ("M over the milestones (figure 13)", "M", |v| 1.0 - v),
        ] {
            let series = all
                .iter()
                .map(|(depth, games)| {
                    let name = format!("d = {depth}, 95 %");
                    Series { name, marks: Marks::Intervals, points: curve(games, measure) }
                })
                .filter(|series| !series.points.is_empty());
            let series: Vec<Series> = series.collect();
            if series.is_empty() {
                continue;
            }
            figures.push(Figure {
                title: format!("{title}, games to {tile}"),
                x_label: "largest tile".into(),
                y_label: label.into(),
                x_names: (2..=last).map(|exponent| (1_u64 << exponent).to_string()).collect(),
                series,
                caption:
                    "Means over the games that ended with this tile, where at least ten did; each point is the stretch with that \
                    largest tile on the board."
                        .into(),
            });
        }
    }
    figures
}
