//! `bench`: fixed work with one signature over all decisions.

use num_rational::BigRational;
use quandary_core::face::{Answer, Context, InputSpec, OptionSpec, Request, VerbSpec};
use quandary_core::{Budget, Exhausted, Seed, Signature};
use quandary_search::expectimax::Depth;
use serde_json::{Value, json};

use super::common;
use crate::play::play;
use crate::rules::{Board, Fours, Rules, Shape, Start};
use crate::solve::{Question, solve};
use crate::strategy::Player;
use crate::strategy::best::Best;
use crate::strategy::cached::{STANDARD, network};
use crate::strategy::linear::{Linear, LinearPlayer, WEIGHTS};
use crate::strategy::training::{Plan, Trainer};

pub(super) const SPEC: VerbSpec = VerbSpec {
    name: "bench",
    about: "fixed work: a signature of every decision, counts and CPU seconds",
    input: InputSpec::None,
    options: &[OptionSpec::switch(
        "strong",
        "also the strong player with its full network (trains it if need be)",
    )],
    examples: &["bench 2048", "bench 2048 --strong"],
};

/// One piece of work.
struct Part {
    name: &'static str,
    count: u64,
    what: &'static str,
    cpu_seconds: f64,
}

pub(super) fn run(request: &Request, context: &Context<'_>) -> Answer {
    let mut hash = Signature::new();
    let mut parts = vec![
        timed(context, "exact 2x2 to 32, fractions", "positions", || exact_small(&mut hash)),
        timed(context, "exact 2x3 to 128", "positions", || exact_wide(&mut hash)),
        timed(context, "expectimax d=2, 30 games", "moves", || linear_games(&mut hash, 2, 30)),
        timed(context, "expectimax d=3, 4 games", "moves", || linear_games(&mut hash, 3, 4)),
        timed(context, "training, 300,000 moves", "moves", || training(&mut hash)),
    ];
    if request.is_on("strong") {
        let mut stopped: Option<Exhausted> = None;
        parts.push(timed(context, "best, 2 games", "moves", || match strong_games(&mut hash, context) {
            Ok(moves) => moves,
            Err(why) => {
                stopped = Some(why);
                0
            }
        }));
        if let Some(why) = stopped {
            return Answer::new(json!({"schema": 1}), format!("no answer: {why}")).exhausted(why);
        }
    }
    let signature = hash.to_string();
    let rows: Vec<Value> = parts
        .iter()
        .map(|p| json!({"part": p.name, "count": p.count, "of": p.what, "cpu_seconds": p.cpu_seconds, "per_cpu_second": p.speed()}))
        .collect();
    let mut lines: Vec<String> = parts
        .iter()
        .map(|p| {
            let speed = common::thousands(p.speed() as u64);
            format!("{:<28}{:>10} {:<10}{:>8.2} s{speed:>12}/s", p.name, p.count, p.what, p.cpu_seconds)
        })
        .collect();
    lines.push(format!("signature {signature}"));
    let json = json!({"schema": 1, "puzzle": "2048", "signature": signature, "parts": rows});
    Answer::new(json, lines.join("\n"))
}

impl Part {
    fn speed(&self) -> f64 {
        if self.cpu_seconds > 0.0 { self.count as f64 / self.cpu_seconds } else { 0.0 }
    }
}

fn timed(context: &Context<'_>, name: &'static str, what: &'static str, work: impl FnOnce() -> u64) -> Part {
    let before = (context.cpu_seconds)();
    let count = work();
    Part { name, count, what, cpu_seconds: (context.cpu_seconds)() - before }
}

fn question(rows: usize, cols: usize, target: u8) -> (Question, Vec<Board>) {
    let shape = Shape::new(rows, cols).expect("a known size");
    let rules = Rules { shape, fours: Fours::USUAL };
    let starts = rules.starts(Start::Usual).into_iter().map(|(board, _)| board).collect();
    (Question { rules, target, play_on: true, keep_all: false, memory: 1 << 30 }, starts)
}

fn exact_small(hash: &mut Signature) -> u64 {
    let (question, starts) = question(2, 2, 5);
    let solution = solve::<BigRational>(&question, &starts, &mut Budget::unlimited(), |_, _, _| {});
    let Ok(solution) = solution else { return 0 };
    for worth in &solution.worths {
        hash.add(worth.win.to_string().as_bytes());
        hash.add(worth.score.to_string().as_bytes());
    }
    solution.counts.states
}

fn exact_wide(hash: &mut Signature) -> u64 {
    let (question, starts) = question(2, 3, 7);
    let Ok(solution) = solve::<f64>(&question, &starts, &mut Budget::unlimited(), |_, _, _| {}) else {
        return 0;
    };
    for worth in &solution.worths {
        hash.add(&worth.win.to_bits().to_le_bytes());
    }
    solution.counts.states
}

fn games(hash: &mut Signature, count: u64, player: &mut impl Player) -> u64 {
    let mut moves = 0;
    for index in 0..count {
        let mut stream = Seed(2048).stream(index);
        let first = Rules::STANDARD.start(Start::Usual, &mut stream);
        let end = play(&Rules::STANDARD, first, player, &mut stream, |_, chosen| {
            hash.add(&[chosen.letter() as u8]);
            true
        });
        moves += end.moves;
    }
    moves
}

fn linear_games(hash: &mut Signature, depth: u32, count: u64) -> u64 {
    let weights = &WEIGHTS[0];
    let linear = Linear::new(weights);
    games(hash, count, &mut LinearPlayer::new(Rules::STANDARD, weights, &linear, Depth::BelowRoot(depth)))
}

fn training(hash: &mut Signature) -> u64 {
    let plan = Plan { moves: 300_000, ..STANDARD };
    let stop = quandary_core::StopFlag::new();
    let Ok(network) = Trainer::new(plan).run(&stop, |_, _| {}) else { return 0 };
    let moves = games(hash, 3, &mut Best::new(&network, common::SETTINGS[0], Fours::USUAL));
    plan.moves + moves
}

fn strong_games(hash: &mut Signature, context: &Context<'_>) -> Result<u64, Exhausted> {
    let trained = network(STANDARD, context).map_err(|unfinished| unfinished.why)?;
    Ok(games(hash, 2, &mut Best::new(&trained.network, common::SETTINGS[1], Fours::USUAL)))
}
