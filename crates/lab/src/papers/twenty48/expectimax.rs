//! Table 4: expectimax at three depths, 20 games each.

use quandary_core::stats::{Estimate, Rate, mean};
use quandary_twenty48::simulate::Finished;
use quandary_twenty48::strategy::linear;

use super::games::{CANDIDATE, P4, Setting, WEIGHTS, conventions, count, rules, weights};
use crate::papers::{Bench, Expected, Judge, Table};
use crate::reproduction::{Reproduced, Figure, Marks, Point, Series};

/// Games that are quick at each depth: the deeper, the slower.
const QUICK: [(u32, u64); 3] = [(2, 1000), (3, 1000), (4, 200)];

/// The article's number of games.
const PRINTED_GAMES: u64 = 20;

struct Played {
    depth: u32,
    games: Vec<Finished>,
}

impl Played {
    fn score(&self) -> Estimate {
        mean(self.games.iter().map(|game| game.score as f64))
    }

    fn steps(&self) -> Estimate {
        mean(self.games.iter().map(|game| game.moves as f64))
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
    let judge = Judge { table, formulas: &[], exact: &[], convention: Some(CANDIDATE) };
    let mut all = Vec::new();
    for (row, (depth, quick)) in QUICK.into_iter().enumerate() {
        let setting = Setting { rules: rules(P4), weights: matrix, linear: &tables, depth };
        let seed = bench.seed.named(&format!("d{depth}"));
        let (games, _) = bench
            .context
            .map(&format!("2048, depth {depth}"), count(bench, quick), |index| setting.play(seed, index));
        if games.is_empty() {
            continue;
        }
        let played = Played { depth, games };
        let n = played.games.len() as u64;
        for tile in [512, 1024, 2048, 4096] {
            entry.cells.push(judge.cell(row, &format!("t{tile}"), &count_of_twenty(played.ended_with(tile))));
        }
        let score = Expected::sampled(played.score(), n, PRINTED_GAMES);
        entry.cells.push(judge.cell(row, "avg_score", &score));
        let steps = Expected::sampled(played.steps(), n, PRINTED_GAMES);
        entry.cells.push(judge.cell(row, "avg_steps", &steps));
        entry.fact(&format!("d = {depth}: games"), n, "ours; the article played 20");
        let low = played.games.iter().filter(|game| game.board.largest() <= 8).count() as u64;
        entry.fact(&format!("d = {depth}: ended at 256 or less"), low, "the table has no column for them");
        all.push(played);
    }
    let sizes: Vec<String> = all.iter().map(|p| format!("{} at d = {}", p.games.len(), p.depth)).collect();
    entry.computed = format!("{} games with the declared candidate.", sizes.join(", "));
    entry.found = found(&all);
    conventions(&mut entry);
    entry.convention("interval", "of our mean at 95 %; verdicts allow for the article's 20 games, at 99.9 %");
    sensitivity(&mut entry, bench);
    entry.figures.push(score_figure(&all));
    entry.figures.push(tile_figure(&all, table));
    entry
}

/// How many of 20 games, from the share among ours.
fn count_of_twenty(rate: Rate) -> Expected {
    let (p, n, printed) = (rate.value(), rate.trials as f64, PRINTED_GAMES as f64);
    // A share of 0 among few games is not a certainty: one more game either way.
    let variance = (p * (1.0 - p)).max(1.0 / n / n.max(printed));
    Expected::with_deviation(printed * p, printed * (variance / printed + variance / n).sqrt())
}

fn found(all: &[Played]) -> String {
    let shown: Vec<String> = all
        .iter()
        .map(|played| {
            let (score, steps) = (played.score(), played.steps());
            format!("d = {}: {:.0} points in {:.0} steps", played.depth, score.value, steps.value)
        })
        .collect();
    format!(
        "{}. Depth helps where it adds a move (2 to 4) and hardly where it adds only chance (2 to 3). Nothing here \
         was chosen by looking at the table. Points per step at d = 2 are printed as 19.6, above ours although our games \
         are longer: this points to more fours than the game's own 10 % (the facts have both).",
        shown.join("; ")
    )
}

/// What other weights and another p4 would have given at d = 2.
fn sensitivity(entry: &mut Reproduced, bench: &Bench<'_>) {
    let games = count(bench, 200).min(400);
    let mut points = Vec::new();
    let mut names = Vec::new();
    for weights in linear::WEIGHTS {
        let tables = linear::Linear::new(weights);
        for p4 in ["0.1", "0.2"] {
            let setting = Setting { rules: rules(p4), weights, linear: &tables, depth: 2 };
            let seed = bench.seed.named(&format!("sensitivity {} {p4}", weights.name));
            let (played, _) =
                bench.context.map("2048, other weights", games, |index| setting.play(seed, index));
            let score = mean(played.iter().map(|game| game.score as f64));
            let steps = mean(played.iter().map(|game| game.moves as f64));
            let name = format!("{}, p4 {p4}", weights.name);
            let note =
                format!("mean score of {} games; {:.0} steps; {}", played.len(), steps.value, weights.about);
            entry.fact(&format!("d = 2 with {name}"), score.value.round(), &note);
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
        caption: "The weights decide the score more than the depth does; the article prints none.".into(),
    });
}

fn score_figure(all: &[Played]) -> Figure {
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

fn tile_figure(all: &[Played], table: &Table) -> Figure {
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
