//! Table 4: expectimax at three depths, 20 games each.

use quandary_core::stats::{Interval, Rate, Summary, mean};
use quandary_twenty48::simulate::Finished;
use quandary_twenty48::strategy::linear;

use super::games::{CANDIDATE, MANY, P4, Setting, WEIGHTS, conventions, count, rules, weights};
use crate::judge::{Evidence, Print, Test};
use crate::papers::conclusions::tally;
use crate::papers::{Bench, Judge, Table};
use crate::reproduction::{Fact, Figure, Marks, Point, Reproduced, Series};

/// Our means, and the ratio of the printed ones, by depth.
const POINTS: Fact<f64> = Fact::new("d = {}: points");
const STEPS: Fact<f64> = Fact::new("d = {}: steps");
const PRINTED_PER_STEP: Fact<f64> = Fact::new("d = {}: points per step, printed");
const APART: Fact<usize> = Fact::new("neighbouring depths whose intervals do not overlap");

/// Games at each depth, usually: with these the article's own 20 games are most of the uncertainty.
const GAMES: [(u32, u64); 3] = [(2, MANY), (3, MANY), (4, 400)];

/// The differences that matter: seven of twenty games, half of a mean score or length. Twenty games cannot show smaller
/// ones.
const OF_TWENTY: f64 = 7.0;
const HALF: f64 = 0.5;

/// The article's number of games.
const PRINTED_GAMES: u64 = 20;

struct GamesAtDepth {
    depth: u32,
    games: Vec<Finished>,
}

impl GamesAtDepth {
    fn score(&self) -> Summary {
        self.games.iter().map(|game| game.score as f64).collect()
    }

    fn steps(&self) -> Summary {
        self.games.iter().map(|game| game.moves as f64).collect()
    }

    /// How many games ended with exactly this largest tile.
    fn ended_with(&self, tile: u64) -> Rate {
        let count = self.games.iter().filter(|game| 1_u64 << game.board.largest() == tile).count();
        Rate::new(count as u64, self.games.len() as u64)
    }
}

pub(super) fn table_4(table: &Table, bench: &Bench<'_>) -> Reproduced {
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed =
        "Expectimax over a weighted sum of tiles plays better the deeper it looks: a rookie (d = 2), a \
        casual player (3) and an expert (4)."
            .into();
    let (matrix, tables) = weights(WEIGHTS);
    let judge = Judge { convention: Some(CANDIDATE), runs: Some(PRINTED_GAMES), ..Judge::of(table) };
    let mut all = Vec::new();
    for (row, (depth, quick)) in GAMES.into_iter().enumerate() {
        let setting = Setting { rules: rules(P4), weights: matrix, linear: &tables, depth };
        let seed = bench.seed.named(&format!("d{depth}"));
        let count = bench.scale.runs(quick, MANY);
        setting.played(seed, count, bench);
        let (games, _) =
            bench.context.map(&format!("2048, depth {depth}"), count, |index| setting.play(seed, index));
        if games.is_empty() {
            continue;
        }
        let played = GamesAtDepth { depth, games };
        let n = played.games.len() as u64;
        for tile in [512, 1024, 2048, 4096] {
            let (test, interval) = of_twenty(played.ended_with(tile));
            let ours = PRINTED_GAMES as f64 * played.ended_with(tile).value();
            let mut cell = judge.held(row, &format!("t{tile}"), ours, test);
            cell.interval = Some(interval);
            entry.cells.push(cell);
        }
        for (column, summary) in [("avg_score", played.score()), ("avg_steps", played.steps())] {
            let printed = table.number(row, column).unwrap_or(f64::NAN);
            entry.cells.push(judge.cell(row, column, &Evidence::Mean(summary), HALF * printed));
        }
        entry.state(&POINTS.of(&[&depth]), played.score().mean(), "mean of our games");
        entry.state(&STEPS.of(&[&depth]), played.steps().mean(), "mean of our games");
        let printed = |column: &str| table.number(row, column).unwrap_or(f64::NAN);
        entry.state(
            &PRINTED_PER_STEP.of(&[&depth]),
            printed("avg_score") / printed("avg_steps"),
            "more fours spawned make more points per step",
        );
        entry.mention(&format!("d = {depth}: games"), n, "ours; the article played 20");
        let low = played.games.iter().filter(|game| game.board.largest() <= 8).count() as u64;
        entry.mention(&format!("d = {depth}: ended at 256 or less"), low, "the table has no column for them");
        all.push(played);
    }
    let sizes: Vec<String> = all.iter().map(|p| format!("{} at d = {}", p.games.len(), p.depth)).collect();
    entry.computed = format!("{} games with the declared candidate.", sizes.join(", "));
    at_least_2048(&mut entry, table);
    conventions(&mut entry);
    entry.convention("interval", "of our mean at 95 %; verdicts allow for the article's 20 games, at 99.9 %");
    entry
        .convention("matters", format!("{OF_TWENTY} of 20 games, half of a mean: twenty games show no less"));
    sensitivity(&mut entry, bench);
    entry.figures.push(score_figure(&all));
    entry.figures.push(tile_figure(&all, table));
    entry
}

/// A count among 20 games compared with our share, with the interval of our share.
fn of_twenty(rate: Rate) -> (Test, Interval) {
    let twenty = PRINTED_GAMES as f64;
    let print = Print { runs: Some(PRINTED_GAMES), rounding: 0.0, matters: OF_TWENTY / twenty };
    let Interval { low, high } = rate.interval();
    let held = Evidence::Share(rate).against(&print).times(twenty);
    (Test::Number(held), Interval { low: twenty * low, high: twenty * high })
}

/// How many of the article's twenty games reached 2048, with the interval for twenty games.
fn at_least_2048(entry: &mut Reproduced, table: &Table) {
    let mut intervals = Vec::new();
    for row in 0..table.rows.len() {
        let count =
            ["t2048", "t4096"].iter().filter_map(|column| table.number(row, column)).sum::<f64>() as u64;
        let Interval { low, high } = Rate::new(count.min(PRINTED_GAMES), PRINTED_GAMES).interval();
        let name = format!("printed games that reached 2048, d = {}", table.row_name(row));
        entry.mention(
            &name,
            serde_json::json!({"games": count, "low": low, "high": high}),
            "of 20, with Wilson's 95 % interval",
        );
        intervals.push(Interval { low, high });
    }
    let apart = intervals.windows(2).filter(|pair| !pair[0].overlaps(&pair[1])).count();
    entry.state(&APART, apart, "of the printed games that reached 2048");
}

pub(super) fn conclude(entry: &Reproduced) -> Vec<String> {
    let depths = GAMES.map(|(depth, _)| depth);
    let points = |depth: u32| entry.number(&POINTS.of(&[&depth]));
    let steps = |depth: u32| entry.number(&STEPS.of(&[&depth]));
    let shown =
        depths.map(|depth| format!("d = {depth}: {:.0} points in {:.0} steps", points(depth), steps(depth)));
    let gain = |from: u32, to: u32| 100.0 * (points(to) / points(from) - 1.0);
    let rates = depths.map(|depth| {
        format!(
            "{:.1} against printed {:.1}",
            points(depth) / steps(depth),
            entry.number(&PRINTED_PER_STEP.of(&[&depth]))
        )
    });
    vec![
        format!("{}.", shown.join("; ")),
        format!(
            "From d = 2 to 3 the points change by {:+.0} %, from 3 to 4 by {:+.0} %.",
            gain(2, 3),
            gain(3, 4)
        ),
        format!("Points per step: {}.", rates.join(", ")),
        format!(
            "For {} of the two steps in depth the printed shares that reached 2048 differ significantly.",
            entry.number(&APART)
        ),
        tally(entry),
    ]
}

/// The results with other weights and another p4 at d = 2.
fn sensitivity(entry: &mut Reproduced, bench: &Bench<'_>) {
    let games = count(bench, 200).min(400);
    let mut points = Vec::new();
    let mut names = Vec::new();
    for weights in linear::WEIGHTS {
        let tables = linear::Linear::new(weights);
        for p4 in ["0.1", "0.2"] {
            let setting = Setting { rules: rules(p4), weights, linear: &tables, depth: 2 };
            let seed = bench.seed.named(&format!("sensitivity {} {p4}", weights.name));
            setting.played(seed, games, bench);
            let (played, _) =
                bench.context.map("2048, other weights", games, |index| setting.play(seed, index));
            let score = mean(played.iter().map(|game| game.score as f64));
            let steps = mean(played.iter().map(|game| game.moves as f64));
            let name = format!("{}, p4 {p4}", weights.name);
            let note =
                format!("mean score of {} games; {:.0} steps; {}", played.len(), steps.value, weights.about);
            entry.mention(&format!("d = 2 with {name}"), score.value.round(), &note);
            points.push(Point { x: names.len() as f64, y: score.value, interval: Some(score.interval) });
            names.push(name);
        }
    }
    let last = names.len() as f64;
    entry.figures.push(Figure {
        title: "Score at d = 2 under other weights and spawn probabilities".into(),
        x_label: "weights, probability of a 4".into(),
        y_label: "score".into(),
        x_names: names,
        series: vec![
            Series { name: "ours, 95 %".into(), marks: Marks::Intervals, points },
            Series::new("printed", Marks::Line, [(-0.4, 20212.0), (last - 0.6, 20212.0)]),
        ],
        caption: "The article prints neither weights nor the probability of a 4.".into(),
    });
}

fn score_figure(all: &[GamesAtDepth]) -> Figure {
    const WIDTH: f64 = 5000.0;
    let series = all
        .iter()
        .map(|played| {
            let mut shares = std::collections::BTreeMap::<u64, f64>::new();
            for game in &played.games {
                *shares.entry((game.score as f64 / WIDTH) as u64).or_default() +=
                    100.0 / played.games.len() as f64;
            }
            let points = shares.into_iter().map(|(class, share)| ((class as f64 + 0.5) * WIDTH, share));
            Series::new(&format!("d = {}", played.depth), Marks::Line, points)
        })
        .collect();
    Figure {
        title: "How the scores are distributed".into(),
        x_label: "score".into(),
        y_label: "% of games, classes of 5,000".into(),
        x_names: Vec::new(),
        series,
        caption: "The humps are the largest tiles: 1024, 2048, 4096.".into(),
    }
}

fn tile_figure(all: &[GamesAtDepth], table: &Table) -> Figure {
    const TILES: [u64; 4] = [512, 1024, 2048, 4096];
    let mut series = Vec::new();
    for (row, played) in all.iter().enumerate() {
        let shift = 0.18 * (row as f64 - 1.0);
        let points = TILES.iter().enumerate().map(|(x, &tile)| {
            let rate = played.ended_with(tile);
            Point { x: x as f64 + shift, y: rate.value(), interval: Some(rate.interval()) }
        });
        let name = format!("d = {}, ours", played.depth);
        series.push(Series { name, marks: Marks::Intervals, points: points.collect() });
        let printed = TILES.iter().enumerate().filter_map(|(x, tile)| {
            let count = table.number(row, &format!("t{tile}"))?;
            Some((x as f64 + shift + 0.06, count / PRINTED_GAMES as f64))
        });
        series.push(Series::new(&format!("d = {}, printed", played.depth), Marks::Points, printed));
    }
    Figure {
        title: "Largest tile at the end".into(),
        x_label: "largest tile".into(),
        y_label: "share of games".into(),
        x_names: TILES.iter().map(u64::to_string).collect(),
        series,
        caption: "Ours with 95 % intervals beside the shares of the article's 20 games.".into(),
    }
}
