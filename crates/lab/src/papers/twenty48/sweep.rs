//! v and p of table 6 with other weights, thresholds and normalisations: none of them is printed.

use quandary_core::stats::{Interval, Summary};
use quandary_twenty48::strategy::linear::{Linear, WEIGHTS as ALL_WEIGHTS, Weights};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::games::{P4, Setting, WEIGHTS, count, rules, threshold_with, weights};
use super::motion::Game;
use crate::papers::Bench;
use crate::reproduction::{Fact, Figure, Marks, Reproduced, Series};

/// Depths of the sweep; deeper ones are too expensive.
const DEPTHS: [u32; 2] = [2, 3];

/// Thresholds around the declared one.
const FACTORS: [f64; 8] = [0.7, 0.85, 1.0, 1.15, 1.3, 1.5, 2.0, 3.0];

/// Thresholds around the one that the declared rule gives for other weights.
const FEWER_FACTORS: [f64; 3] = [1.0, 1.3, 2.0];

/// Games from which the threshold of other weights is taken: some ten thousand turns.
const PILOT_GAMES: u64 = 10;

/// v at a depth and a multiple of the declared threshold.
const V_AT: Fact<f64> = Fact::new("d = {}: v at {} times the threshold");
/// The range of the sweep at a depth.
const REACHED: Fact<SweepRange> = Fact::new("d = {}: reach of the sweep");

#[derive(Serialize, Deserialize)]
struct SweepRange {
    v_low: f64,
    v_high: f64,
    p_low: f64,
    p_high: f64,
}

/// The ranges of values that the unprinted choices give at one depth.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    pub(super) depth: u32,
    pub(super) v: Interval,
    pub(super) p: Interval,
}

impl Reach {
    /// Unknown: any value is possible.
    pub(super) const FREE: Reach =
        Reach { depth: 0, v: Interval { low: 0.0, high: 1.0 }, p: Interval { low: 0.0, high: 1.0 } };

    /// No value yet.
    fn none(depth: u32) -> Reach {
        let nothing = Interval { low: f64::INFINITY, high: f64::NEG_INFINITY };
        Reach { depth, v: nothing, p: nothing }
    }

    fn add(&mut self, (v, p): (f64, f64)) {
        let with =
            |range: Interval, value: f64| Interval { low: range.low.min(value), high: range.high.max(value) };
        (self.v, self.p) = (with(self.v, v), with(self.p, p));
    }
}

/// The mean v and p of games with one choice: normalised over the game, and within milestones.
fn choice(setting: &Setting<'_>, c0: f64, games: u64, bench: &Bench<'_>) -> [(f64, f64); 2] {
    let seed = bench.seed.named("threshold");
    let (played, _) = bench
        .context
        .map("2048, other thresholds", games, |index| Game::new(&setting.turns(seed, index, c0)));
    let mean = |of: &dyn Fn(&Game) -> f64| played.iter().map(of).collect::<Summary>().mean();
    [
        (mean(&|game| game.by_turn.v), mean(&|game| game.by_turn.mean_momentum)),
        (mean(&|game| game.within_milestones.v), mean(&|game| game.within_milestones.mean_momentum)),
    ]
}

/// Plays the sweep at each of its depths: facts, a figure, and the ranges.
pub(super) fn play(entry: &mut Reproduced, bench: &Bench<'_>, declared: f64) -> Vec<Reach> {
    let (matrix, tables) = weights(WEIGHTS);
    let games = count(bench, 60).min(200);
    let mut reaches = DEPTHS.map(Reach::none);
    let mut curves = Vec::new();
    for reach in &mut reaches {
        let depth = reach.depth;
        let setting = Setting { rules: rules(P4), weights: matrix, linear: &tables, depth };
        let curve = FACTORS.map(|factor| {
            let c0 = factor * declared;
            let [over_game, within] = choice(&setting, c0, games, bench);
            reach.add(over_game);
            reach.add(within);
            let note = format!("{games} games, any largest tile");
            entry.state(&V_AT.of(&[&depth, &factor]), over_game.0, &note);
            (c0, over_game.0)
        });
        curves.push(curve);
    }
    // A third of the games: only the means are needed.
    let fewer = (games / 3).max(1);
    for other in ALL_WEIGHTS.iter().filter(|other| other.name != matrix.name) {
        let tables = Linear::new(other);
        let c0 = threshold_with(other, &tables, PILOT_GAMES, bench.seed, bench);
        for reach in &mut reaches {
            other_weights(entry, reach, (other, &tables, c0), fewer, bench);
        }
    }
    for reach in &reaches {
        let (v, p) = (reach.v, reach.p);
        entry.state(
            &REACHED.of(&[&reach.depth]),
            SweepRange { v_low: v.low, v_high: v.high, p_low: p.low, p_high: p.high },
            "over all weights, thresholds and both normalisations that were tried",
        );
    }
    entry.figures.push(figure(&curves));
    reaches.into()
}

/// The sweep of one depth with other weights.
fn other_weights(
    entry: &mut Reproduced,
    reach: &mut Reach,
    (other, tables, c0): (&'static Weights, &Linear, f64),
    games: u64,
    bench: &Bench<'_>,
) {
    let setting = Setting { rules: rules(P4), weights: other, linear: tables, depth: reach.depth };
    let mut values = Vec::new();
    for factor in FEWER_FACTORS {
        let both = choice(&setting, factor * c0, games, bench);
        values.extend(both.map(|(v, _)| v));
        for value in both {
            reach.add(value);
        }
    }
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let note = format!("{games} games at {FEWER_FACTORS:?} times its own threshold, both normalisations");
    entry.mention(
        &format!("d = {}: v with weights {}", reach.depth, other.name),
        json!({"low": low, "high": high}),
        &note,
    );
}

fn figure(curves: &[[(f64, f64); FACTORS.len()]]) -> Figure {
    let mut series = Vec::new();
    // The printed values of games to 1024.
    for ((depth, curve), printed) in DEPTHS.iter().zip(curves).zip([0.32782, 0.49763]) {
        series.push(Series::new(&format!("d = {depth}, ours"), Marks::Line, *curve));
        let line = curve.map(|(c0, _)| (c0, printed));
        series.push(Series::new(&format!("d = {depth}, printed"), Marks::Line, line));
    }
    Figure {
        title: "How much v depends on the threshold that is not printed".into(),
        x_label: "threshold / largest tile".into(),
        y_label: "v".into(),
        x_names: Vec::new(),
        series,
        caption: "The declared weights. Printed: games to 1024.".into(),
    }
}

/// The conclusion from the sweep.
pub(super) fn conclude(entry: &Reproduced) -> Vec<String> {
    let at = |depth: u32, factor: f64| entry.number(&V_AT.of(&[&depth, &factor]));
    let ranges = DEPTHS.map(|depth| {
        let reached = entry.fact(&REACHED.of(&[&depth]));
        let (low, high) = reached.map_or((f64::NAN, f64::NAN), |reached| (reached.v_low, reached.v_high));
        format!("{low:.3} to {high:.3} at d = {depth}")
    });
    let falls = FACTORS.iter().filter(|factor| at(3, **factor) < at(2, **factor)).count();
    vec![
        format!(
            "Weights, threshold and normalisation are not printed; over those tried v goes from {}.",
            ranges.join(" and from ")
        ),
        format!(
            "From d = 2 to d = 3 ours falls at {falls} of {} thresholds with the declared weights.",
            FACTORS.len()
        ),
    ]
}
