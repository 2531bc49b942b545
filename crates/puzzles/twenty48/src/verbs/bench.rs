use std::fmt;

use num_rational::BigRational;
use quandary_core::context::Sequential;
use quandary_core::words::thousands;
use quandary_core::{Budget, Context, Exhausted, Seed, Signature, Stop};
use quandary_search::expectimax::Depth;
use quandary_verbs::{Command, InputSpec, Opt, Reply, Request, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use crate::rules::{Board, Fours, Rules, Shape, Start};
use crate::simulate::play;
use crate::solve::{Question, solve};
use crate::strategy::Player;
use crate::strategy::best::{Best, SETTINGS};
use crate::strategy::champion::{BEGINNER, strongest};
use crate::strategy::linear::{Linear, LinearPlayer, WEIGHTS};
use crate::strategy::training::Trainer;

const STRONG: Opt<bool> = Opt::switch(
    "strong",
    "Also the strong player with the strongest network there is: the signature depends on it",
);

pub(super) struct Bench;

/// Fixed work.
#[derive(Serialize, JsonSchema)]
pub(super) struct BenchAnswer {
    /// CPU seconds of all parts.
    cpu_seconds: f64,
    /// The pieces of work that were finished.
    parts: Vec<Part>,
}

/// One piece of work.
#[derive(Serialize, JsonSchema)]
struct Part {
    #[serde(rename = "part")]
    name: &'static str,
    count: u64,
    /// What was counted.
    of: &'static str,
    cpu_seconds: f64,
    /// Null where the clock is too coarse.
    per_cpu_second: Option<f64>,
}

/// A piece of work: its name, what it counts, and how it is done.
type Work = (&'static str, &'static str, fn(&mut Signature, &Context<'_>) -> Result<u64, Stop>);

const WORK: &[Work] = &[
    ("exact 2x2 to 32, fractions", "positions", exact_small),
    ("exact 2x3 to 128", "positions", exact_wide),
    ("expectimax d=2, 30 games", "moves", |hash, context| linear_games(hash, 2, 30, context)),
    ("expectimax d=3, 4 games", "moves", |hash, context| linear_games(hash, 3, 4, context)),
    ("training, 300,000 moves", "moves", training),
];

impl Command for Bench {
    const SPEC: VerbSpec = VerbSpec {
        name: "bench",
        about: "Fixed work: a signature of every decision, counts and CPU seconds",
        input: InputSpec::None,
        options: &[STRONG.spec],
        examples: &["bench 2048", "bench 2048 --strong"],
        conventions: &[],
    };
    type Answer = BenchAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<BenchAnswer>, Stop> {
        let strong: &[Work] = &[("best, 2 games", "moves", strong_games)];
        let more = if request.is_on(STRONG) { strong } else { &[] };
        let mut hash = Signature::new();
        let (mut parts, mut cut) = (Vec::new(), None);
        for &(name, of, work) in WORK.iter().chain(more) {
            let before = (context.cpu_seconds)();
            match context.budget.poll().map_err(Stop::from).and_then(|()| work(&mut hash, context)) {
                Ok(count) => {
                    let cpu_seconds = (context.cpu_seconds)() - before;
                    let per_cpu_second = (cpu_seconds > 0.0).then(|| count as f64 / cpu_seconds);
                    parts.push(Part { name, count, of, cpu_seconds, per_cpu_second });
                }
                Err(Stop::Exhausted(why)) => {
                    cut = Some(why);
                    break;
                }
                Err(refused) => return Err(refused),
            }
        }
        let cpu_seconds = parts.iter().map(|part| part.cpu_seconds).sum();
        let reply = Reply::from(BenchAnswer { cpu_seconds, parts }).cut(cut);
        // Half of the work would sign something else.
        Ok(if cut.is_none() { reply.signed(hash) } else { reply })
    }
}

fn question(rows: usize, cols: usize, target: u8) -> Result<(Question, Vec<Board>), Stop> {
    let rules = Rules { shape: Shape::new(rows, cols)?, fours: Fours::USUAL };
    let starts = rules.starts(Start::Usual).into_iter().map(|(board, _)| board).collect();
    Ok((Question { rules, target, play_on: true, keep_all: false, memory: 1 << 30 }, starts))
}

/// Fixed work knows no limit of nodes, but it can be interrupted.
fn unlimited(context: &Context<'_>) -> Budget {
    Budget::unlimited().with_stop(context.budget.stop().clone())
}

fn exact_small(hash: &mut Signature, context: &Context<'_>) -> Result<u64, Stop> {
    let (question, starts) = question(2, 2, 5)?;
    let solution = solve::<BigRational>(&question, &starts, &mut unlimited(context), |_, _, _| {})?;
    for worth in &solution.worths {
        hash.add(worth.win.to_string().as_bytes());
        hash.add(worth.score.to_string().as_bytes());
    }
    Ok(solution.counts.states)
}

fn exact_wide(hash: &mut Signature, context: &Context<'_>) -> Result<u64, Stop> {
    let (question, starts) = question(2, 3, 7)?;
    let solution = solve::<f64>(&question, &starts, &mut unlimited(context), |_, _, _| {})?;
    for worth in &solution.worths {
        hash.add(&worth.win.to_bits().to_le_bytes());
    }
    Ok(solution.counts.states)
}

fn games(
    hash: &mut Signature,
    count: u64,
    player: &mut impl Player,
    context: &Context<'_>,
) -> Result<u64, Stop> {
    let mut moves = 0;
    for index in 0..count {
        context.budget.poll()?;
        let mut stream = Seed(2048).stream(index);
        let first = Rules::STANDARD.start(Start::Usual, &mut stream);
        let end = play(&Rules::STANDARD, first, player, &mut stream, |_, chosen| {
            hash.add(&[chosen.letter() as u8]);
            true
        });
        moves += end.moves;
    }
    Ok(moves)
}

fn linear_games(hash: &mut Signature, depth: u32, count: u64, context: &Context<'_>) -> Result<u64, Stop> {
    let weights = &WEIGHTS[0];
    let linear = Linear::new(weights);
    let mut player = LinearPlayer::new(Rules::STANDARD, weights, &linear, Depth::BelowRoot(depth));
    games(hash, count, &mut player, context)
}

fn training(hash: &mut Signature, context: &Context<'_>) -> Result<u64, Stop> {
    let plan = BEGINNER.plan;
    Trainer::fits(plan.size, &context.budget)?;
    let mut trainer = Trainer::new(plan);
    trainer.train(300_000, &Sequential, context.budget.stop(), &|_| {})?;
    let moves = games(hash, 3, &mut Best::new(&trainer, SETTINGS[0], Fours::USUAL), context)?;
    Ok(trainer.moves() + moves)
}

fn strong_games(hash: &mut Signature, context: &Context<'_>) -> Result<u64, Stop> {
    let champion = strongest(Fours::USUAL, context).map_err(|unfinished| -> Exhausted { unfinished.why })?;
    games(hash, 2, &mut Best::new(&champion.network, SETTINGS[1], Fours::USUAL), context)
}

impl fmt::Display for BenchAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Part { name, count, of, cpu_seconds, per_cpu_second } in &self.parts {
            let speed = per_cpu_second.map_or_else(String::new, |speed| thousands(speed as u64) + "/s");
            writeln!(f, "  {name:<28}{count:>10} {of:<10}{cpu_seconds:>8.2} s{speed:>14}")?;
        }
        Ok(())
    }
}
