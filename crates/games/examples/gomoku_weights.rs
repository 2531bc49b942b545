//! Fits the weights of the engine's judgement of gomoku to games that it plays against itself.
//!
//! `cargo run --release -p quandary-games --example gomoku_weights -- GAMES NODES SEED` plays GAMES games from random openings
//! of three to six stones, with NODES positions per move, and fits the chance of the side to move to win by logistic regression
//! on what the judgement counts in every quiet position of them. It prints the weights, 100 for a factor e in the odds, and how
//! well they and the present ones predict games that were not fitted to.

use quandary_core::rules::{Rules, Turn};
use quandary_core::{Budget, Seed};
use quandary_games::gomoku::engine::{Patterns, judged};
use quandary_games::gomoku::{Gomoku, Position};
use quandary_search::engine::Engine;

/// What is counted in a position, and whether its side to move won.
type Sample = (Vec<f64>, f64);

fn play(rules: &Gomoku, nodes: u64, seed: u64, game: u64, out: &mut Vec<Sample>) -> Option<()> {
    let mut stream = Seed(seed).stream(game);
    let mut position = Position::START;
    for _ in 0..3 + game % 4 {
        let place = || 4 + stream.below(7) as usize;
        let mut place = place;
        let point = rules.point(place(), place())?;
        if !position.all().has(point.bit()) {
            position = rules.after(&position, point);
        }
    }
    let mut engine = Patterns::new(1 << 20);
    let mut met = Vec::new();
    let outcome = loop {
        if let Turn::Over(outcome) = rules.turn(&position) {
            break outcome;
        }
        if let Some((counts, _)) = judged(rules, &position) {
            met.push((counts, position.mover()));
        }
        let thought = engine.think(rules, &position, &mut Budget::nodes(nodes), &mut |_| ())?;
        if thought.proved {
            // Who wins is known; how long it takes says nothing more.
            let side = position.mover();
            break if thought.value > 0 { side.wins() } else { side.other().wins() };
        }
        position = rules.after(&position, thought.best);
    };
    for (counts, side) in met {
        let won = if outcome == side.wins() {
            1.0
        } else if outcome == side.other().wins() {
            0.0
        } else {
            0.5
        };
        out.push((counts.into_iter().map(f64::from).collect(), won));
    }
    Some(())
}

fn chance(counts: &[f64], weights: &[f64]) -> f64 {
    let sum: f64 = counts.iter().zip(weights).map(|(count, weight)| count * weight).sum();
    1.0 / (1.0 + (-sum / 100.0).exp())
}

/// The mean of the logarithm of what was predicted: less is better.
fn surprise(samples: &[Sample], weights: &[f64]) -> f64 {
    let one = |(counts, won): &Sample| {
        let p = chance(counts, weights).clamp(1e-6, 1.0 - 1e-6);
        -(won * p.ln() + (1.0 - won) * (1.0 - p).ln())
    };
    samples.iter().map(one).sum::<f64>() / samples.len() as f64
}

/// Descent with a step of its own for each weight (Adagrad), over all samples in their order.
fn fit(samples: &[Sample], rounds: usize) -> Vec<f64> {
    let size = samples[0].0.len();
    let (mut weights, mut seen) = (vec![0.0; size], vec![1e-3; size]);
    for _ in 0..rounds {
        for (counts, won) in samples {
            let off = won - chance(counts, &weights);
            for (at, &count) in counts.iter().enumerate().filter(|(_, count)| **count != 0.0) {
                let slope = off * count - 1e-6 * weights[at];
                seen[at] += slope * slope;
                weights[at] += 30.0 * slope / f64::sqrt(seen[at]);
            }
        }
    }
    weights
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("GAMES NODES SEED"));
    let mut next = |usual| numbers.next().unwrap_or(usual);
    let (games, nodes, seed) = (next(200), next(1_000), next(1));
    let rules: Gomoku = "15x15".parse().expect("a board");
    let mut samples = Vec::new();
    let mut ends = Vec::new();
    for game in 0..games {
        play(&rules, nodes, seed, game, &mut samples);
        ends.push(samples.len());
    }
    // The last fifth of the games is kept for judging.
    let (fitted, kept) = samples.split_at(ends[ends.len() * 4 / 5]);
    let weights = fit(fitted, 60);
    let present = judged(&rules, &Position::START).map(|(_, weights)| weights).unwrap_or_default();
    let present: Vec<f64> = present.into_iter().map(f64::from).collect();
    println!("{games} games, {} positions", samples.len());
    println!(
        "surprise of kept games: fitted {:.4}, present {:.4}, none 0.6931",
        surprise(kept, &weights),
        surprise(kept, &present)
    );
    let shown: Vec<i64> = weights.iter().map(|weight| weight.round() as i64).collect();
    println!("tempo {}", shown[0]);
    println!("mine {:?}\ntheirs {:?}", &shown[1..11], &shown[11..21]);
    println!("my points {:?}\ntheir points {:?}", &shown[21..29], &shown[29..37]);
}
