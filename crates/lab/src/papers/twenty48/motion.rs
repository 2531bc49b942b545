//! Table 6 and figures 7 to 10 and 13: single conspiracy numbers as motion in mind.

use quandary_core::stats::mean;
use quandary_twenty48::measure::motion::{Motion, energy, momentum, motion};
use quandary_twenty48::measure::reading::{Milestone, milestones};
use quandary_twenty48::measure::turns::{Over, Turn, normalise};

use super::games::{CANDIDATE, P4, Setting, WEIGHTS, conventions, count, rules, threshold, weights};
use crate::papers::{Bench, Expected, Formula, Judge, Table};
use crate::reproduction::{Cell, Reproduced, Figure, Marks, Series, Verdict, number};

/// Games that are quick at each depth.
const QUICK: [(u32, u64); 4] = [(2, 600), (3, 300), (4, 60), (5, 6)];

/// The article's games that ended at 1024 and 2048 (table 4); for d = 5 it does not say.
const PRINTED_GAMES: [(u32, [u64; 2]); 4] = [(2, [7, 7]), (3, [9, 10]), (4, [4, 10]), (5, [7, 7])];

/// What is kept of a game.
struct Game {
    largest: u64,
    by_turn: Motion,
    milestones: Vec<Milestone>,
    /// The same game normalised within each milestone.
    v_over_milestones: f64,
    infinite: usize,
    turns: usize,
}

impl Game {
    fn new(turns: &[Turn]) -> Game {
        let numbers = normalise(turns, Over::Game);
        let within = normalise(turns, Over::Milestone);
        Game {
            largest: turns.last().map_or(0, |turn| 1 << turn.largest),
            by_turn: motion(&numbers),
            milestones: milestones(turns, &numbers),
            v_over_milestones: motion(&within).v,
            infinite: turns.iter().filter(|turn| turn.scn.finite().is_none()).count(),
            turns: turns.len(),
        }
    }

    /// Mean of v(1 - v) over the milestones.
    fn momentum_over_milestones(&self) -> f64 {
        motion(&self.milestones.iter().map(|m| m.v).collect::<Vec<_>>()).mean_momentum
    }
}

static FORMULAS: [Formula; 3] = [
    Formula { column: "M", inputs: &["v"], text: "M = 1 - v", value: |x| 1.0 - x[0] },
    Formula { column: "p", inputs: &["v"], text: "p = M v", value: |x| momentum(x[0]) },
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
    let judge = Judge { table, formulas: &FORMULAS, exact: &[], convention: Some(&convention) };
    let mut all = Vec::new();
    for (depth, quick) in QUICK {
        let setting = Setting { rules: rules(P4), weights: matrix, linear: &tables, depth };
        let seed = bench.seed.named(&format!("d{depth}"));
        let what = format!("2048 SCN, depth {depth}");
        let (games, _) =
            bench.context.map(&what, count(bench, quick), |index| Game::new(&setting.turns(seed, index, c0)));
        let first = setting.turns(seed, 0, c0);
        entry.figures.push(coaster(depth, &first));
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
        cells(&mut entry, &judge, row, depth, tile, &games);
    }
    entry.computed = format!("Games that ended with the tile: {}.", sizes.join(", "));
    conventions(&mut entry);
    entry.convention(
        "threshold",
        format!("{c0:.4} x largest tile: the median of E / largest tile at d = 2; not printed"),
    );
    entry.convention("normalised over", "the game, finite numbers only; an infinite number counts as 1");
    entry.convention("v", "the normalised number itself, as equation 12 prints it");
    entry.convention(
        "p and E_p",
        "of the mean v, as the formulas read; means of products are among the facts",
    );
    let said = sensitivity(&mut entry, bench, c0);
    entry.found = format!(
        "E_p follows from the mean v, p does not: it is a mean of products, so one table holds two averagings. What v \
         is depends on the threshold, which is not printed: {said}."
    );
    entry.figures.extend(by_milestone(&all));
    entry
}

fn cells(entry: &mut Reproduced, judge: &Judge<'_>, row: usize, depth: u32, tile: u64, games: &[&Game]) {
    let printed = PRINTED_GAMES.iter().find(|(d, _)| *d == depth).map_or([7, 7], |(_, counts)| *counts);
    let printed = printed[usize::from(tile == 2048)];
    if games.len() < FEWEST {
        too_few(entry, judge, row, games.len());
        return;
    }
    let v = mean(games.iter().map(|game| game.by_turn.v));
    let v = Expected::sampled(v, games.len() as u64, printed);
    entry.cells.push(judge.cell(row, "v", &v));
    entry.cells.push(judge.cell(row, "M", &v.map(|v| 1.0 - v)));
    entry.cells.push(judge.cell(row, "p", &v.map(momentum)));
    entry.cells.push(judge.cell(row, "Ep", &v.map(energy)));
    let name = format!("d = {depth} to {tile}");
    let average = |of: fn(&Game) -> f64| mean(games.iter().map(|game| of(game))).value;
    entry.fact(
        &format!("{name}: p as the mean over turns"),
        average(|g| g.by_turn.mean_momentum),
        "v(1 - v) turn by turn",
    );
    entry.fact(
        &format!("{name}: p as the mean over milestones"),
        average(Game::momentum_over_milestones),
        "v(1 - v) of each milestone's mean",
    );
    entry.fact(
        &format!("{name}: E_p as the mean over turns"),
        average(|g| g.by_turn.mean_energy),
        "2(1 - v)v² turn by turn",
    );
    entry.fact(
        &format!("{name}: v normalised within milestones"),
        average(|g| g.v_over_milestones),
        "the threshold doubles at each milestone, so this is the other reading of equation 11",
    );
    let (infinite, turns): (usize, usize) =
        games.iter().fold((0, 0), |sum, game| (sum.0 + game.infinite, sum.1 + game.turns));
    entry.fact(&format!("{name}: infinite numbers"), infinite as f64 / turns.max(1) as f64, "share of turns");
}

/// Fewer games than this say nothing about their own spread.
const FEWEST: usize = 5;

/// The row when hardly any of our games ended with its tile: only the printed numbers can be compared.
fn too_few(entry: &mut Reproduced, judge: &Judge<'_>, row: usize, games: usize) {
    let printed = judge.table.number(row, "v").unwrap_or(f64::NAN);
    let note = format!("only {games} of our games ended with this tile");
    let name = judge.table.row_name(row);
    entry.cells.push(Cell::without_ours(name, "v", number(printed), Verdict::NotReproducible, &note));
    for (column, formula) in ["M", "p", "Ep"].into_iter().zip(&FORMULAS) {
        entry.cells.push(judge.derived(row, column, Expected::exact((formula.value)(&[printed]))));
    }
}

/// Thresholds around the declared one.
const FACTORS: [f64; 6] = [0.7, 0.85, 1.0, 1.15, 1.3, 1.5];

/// v at d = 2 and d = 3 for other thresholds: facts and a figure. Returns what they say, in words.
fn sensitivity(entry: &mut Reproduced, bench: &Bench<'_>, declared: f64) -> String {
    let (matrix, tables) = weights(WEIGHTS);
    let seed = bench.seed.named("threshold");
    let games = count(bench, 60).min(200);
    let curves = [2, 3].map(|depth| {
        let setting = Setting { rules: rules(P4), weights: matrix, linear: &tables, depth };
        FACTORS.map(|factor| {
            let c0 = factor * declared;
            let (values, _) = bench.context.map("2048, other thresholds", games, |index| {
                Game::new(&setting.turns(seed, index, c0)).by_turn.v
            });
            let v = mean(values).value;
            let note = format!("{games} games, any largest tile");
            entry.fact(&format!("d = {depth}: v with threshold {c0:.3}"), v, &note);
            (c0, v)
        })
    });
    let [two, three] = &curves;
    let falls = two.iter().zip(three).filter(|(two, three)| three.1 < two.1).count();
    let (least, most) = (two[0].1, two[FACTORS.len() - 1].1);
    entry.figures.push(Figure {
        title: "How much v depends on the threshold that is not printed".into(),
        x_label: "threshold / largest tile".into(),
        y_label: "v".into(),
        x_names: Vec::new(),
        series: vec![
            Series::new("d = 2, ours", Marks::Line, *two),
            Series::new("d = 3, ours", Marks::Line, *three),
            Series::new("d = 2, printed", Marks::Line, two.map(|(c0, _)| (c0, 0.32782))),
            Series::new("d = 3, printed", Marks::Line, three.map(|(c0, _)| (c0, 0.49763))),
        ],
        caption: "v says as much about the threshold as about the game. Printed: games to 1024.".into(),
    });
    format!(
        "at d = 2 it goes from {least:.3} to {most:.3} between 0.7 and 1.5 times the declared threshold. From d = 2 to \
         d = 3 the print rises from 0.33 to 0.50; ours falls at {falls} of {} thresholds",
        FACTORS.len()
    )
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

/// Figures 10 and 13: p, E_p and M over the milestones, for games that ended at 1024 and at 2048.
fn by_milestone(all: &[(u32, Vec<Game>)]) -> Vec<Figure> {
    let mut figures = Vec::new();
    for tile in [1024_u64, 2048] {
        let last = tile.trailing_zeros() as u8;
        let curve = |games: &[Game], measure: fn(f64) -> f64| -> Vec<(f64, f64)> {
            (2..=last)
                .filter_map(|exponent| {
                    let ended = games.iter().filter(|game| game.largest == tile);
                    let values: Vec<f64> = ended
                        .flat_map(|game| game.milestones.iter().filter(|m| m.largest == exponent))
                        .map(|m| measure(m.v))
                        .collect();
                    (!values.is_empty()).then(|| (f64::from(exponent) - 2.0, mean(values).value))
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
                    Series::new(&format!("d = {depth}"), Marks::Line, curve(games, measure))
                })
                .filter(|series| !series.points.is_empty());
            figures.push(Figure {
                title: format!("{title}, games to {tile}"),
                x_label: "largest tile".into(),
                y_label: label.into(),
                x_names: (2..=last).map(|exponent| (1_u64 << exponent).to_string()).collect(),
                series: series.collect(),
                caption:
                    "Means over the games that ended with this tile; each point is the stretch with that \
                    largest tile on the board."
                        .into(),
            });
        }
    }
    figures
}
