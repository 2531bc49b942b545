//! A training from its last checkpoint to its goal: blocks of games, checkpoints, and measurements on the way.

use quandary_core::context::{Sequential, Workers};
use quandary_core::stats::Summary;
use quandary_core::words::thousands;
use quandary_core::{Context, Exhausted, InputError, Stop};

use super::best::{Best, Setting, Worth};
use super::record::{Record, TrainingStrength};
use super::training::{Plan, Trainer};
use super::{champion, checkpoint};
use crate::rules::{Rules, Start};
use crate::simulate::play;

/// How long to learn, all runs of the same plan together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// Until this many moves have been learnt from: the same everywhere.
    Moves(u64),
    /// Until this many CPU seconds have been spent: how many moves that is depends on the machine.
    CpuSeconds(f64),
}

impl Goal {
    fn is_reached(self, record: &Record) -> bool {
        match self {
            Goal::Moves(moves) => record.moves >= moves,
            Goal::CpuSeconds(seconds) => record.cpu_seconds >= seconds,
        }
    }
}

/// A training to be done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// How.
    pub plan: Plan,
    /// For how long.
    pub goal: Goal,
    /// Games that measure the player at each point of its curve, for each look-ahead.
    pub games: u64,
}

/// How far a training came.
#[derive(Clone, Debug, PartialEq)]
pub struct Progressed {
    /// All that is known of it.
    pub record: Record,
    /// Moves learnt from in this run.
    pub moves: u64,
    /// CPU seconds of learning in this run.
    pub cpu_seconds: f64,
    /// CPU seconds of the games that measured, in this run.
    pub measuring_cpu_seconds: f64,
    /// Whether the players who look ahead over a network use it now: it is the strongest so far.
    pub is_strongest: bool,
    /// Why it ended before its goal.
    pub stopped: Option<Exhausted>,
}

/// CPU minutes after which a player is measured, beside the end.
const POINTS: [f64; 8] = [1.0, 5.0, 20.0, 60.0, 180.0, 600.0, 1800.0, 6000.0];

/// Look-aheads that are measured.
pub const MEASURED: [u32; 2] = [1, 3];

/// Moves between two looks at the clock: about a second.
const BLOCK: u64 = 1_000_000;

/// CPU seconds between two checkpoints. Writing one takes one or two.
const CHECKPOINT_SECONDS: f64 = 120.0;

/// Moves between two checkpoints where there is no clock.
const CHECKPOINT_MOVES: u64 = 100 * BLOCK;

impl Course {
    /// Learns until the goal is reached or the budget runs out. A move costs a node. A training that ended early leaves a
    /// checkpoint in the cache, and the next call goes on from there; with one thread, the network it ends in is the
    /// same to the last bit. At the points of its curve and at its end the network is measured, and kept for the players
    /// if it is the strongest so far.
    pub fn run(&self, context: &Context<'_>) -> Result<(Trainer, Progressed), Stop> {
        let Course { plan, goal, games } = *self;
        Trainer::fits(plan.size, &context.budget)?;
        let name = checkpoint::name(&plan);
        let kept = context.cache.load(&name).filter(|bytes| !bytes.is_empty());
        let resumed = kept.as_ref().and_then(|bytes| checkpoint::from_bytes(plan, bytes));
        match &resumed {
            Some(trainer) => {
                context.progress.note(&format!("it goes on after {} moves", thousands(trainer.moves())));
            }
            None if kept.is_some() => {
                context
                    .progress
                    .note("the checkpoint is of another version: the training starts from the beginning");
            }
            None => {}
        }
        drop(kept);
        let mut trainer = resumed.unwrap_or_else(|| Trainer::new(plan));
        let before = trainer.record();
        let affordable = before.moves.saturating_add(context.budget.remaining());
        let mut saved = (before.moves, before.cpu_seconds);
        let (mut measuring, mut stopped) = (0.0, None);
        while stopped.is_none() && !goal.is_reached(&trainer.record()) {
            let record = trainer.record();
            let begun = (context.cpu_seconds)();
            let wanted = if let Goal::Moves(moves) = goal { moves } else { u64::MAX };
            let until = (record.moves + BLOCK).min(wanted).min(affordable);
            let report = |moves: u64| match goal {
                Goal::Moves(all) => context.progress.report("moves of training", moves.min(all), all),
                Goal::CpuSeconds(all) => {
                    context.progress.report("CPU seconds of training", record.cpu_seconds as u64, all as u64);
                }
            };
            // The first block is learnt alone, so that whatever ends soon is the same with any number of threads.
            let workers: &dyn Workers = if record.moves < BLOCK { &Sequential } else { context.workers };
            let trained = trainer.train(until, workers, context.budget.stop(), &report);
            let took = (context.cpu_seconds)() - begun;
            trainer.took(took, workers.threads());
            stopped = trained.err().or((trainer.moves() >= affordable).then_some(Exhausted::Nodes));
            let now = trainer.record();
            if took == 0.0 && stopped.is_none() && matches!(goal, Goal::CpuSeconds(_)) {
                return Err(InputError::new("CPU minutes cannot be counted here").expected("--moves").into());
            }
            let passed = |minutes: &f64| (record.cpu_seconds..now.cpu_seconds).contains(&(60.0 * minutes));
            let reached = goal.is_reached(&now);
            if stopped.is_none() && (reached || POINTS.iter().any(passed)) {
                let begun = (context.cpu_seconds)();
                stopped = measure(&mut trainer, games, context).err();
                measuring += (context.cpu_seconds)() - begun;
                if stopped.is_none() {
                    champion::challenge(&trainer, context);
                }
            }
            let is_due =
                now.cpu_seconds - saved.1 >= CHECKPOINT_SECONDS || now.moves - saved.0 >= CHECKPOINT_MOVES;
            if now.moves > saved.0 && (is_due || stopped.is_some() || reached) {
                context.cache.store(&name, &checkpoint::to_bytes(&trainer));
                saved = (now.moves, now.cpu_seconds);
            }
        }
        let record = trainer.record();
        // A budget that ran out just as the goal was reached does not count.
        let stopped = stopped.filter(|_| !goal.is_reached(&record) || record.curve.is_empty());
        let progressed = Progressed {
            moves: record.moves - before.moves,
            cpu_seconds: record.cpu_seconds - before.cpu_seconds,
            measuring_cpu_seconds: measuring,
            is_strongest: champion::is_of(&plan, context),
            stopped,
            record,
        };
        Ok((trainer, progressed))
    }
}

/// Adds a point to the curve for each look-ahead.
fn measure(trainer: &mut Trainer, games: u64, context: &Context<'_>) -> Result<(), Exhausted> {
    let plan = trainer.plan();
    for moves_ahead in MEASURED {
        let (mut scores, mut largest) = (Summary::default(), Vec::new());
        let (_, stopped) = context.fold(
            "games that measure",
            games,
            |index| {
                let end = game(&*trainer, plan, moves_ahead, index, context);
                context.budget.poll()?;
                Ok(end)
            },
            |_, (score, tile)| {
                scores.add(score);
                largest.push(tile);
            },
        );
        if let Some(Stop::Exhausted(why)) = stopped {
            return Err(why);
        }
        trainer.measured(TrainingStrength::new(&trainer.record(), moves_ahead, &scores, &largest));
    }
    Ok(())
}

/// The score and the largest tile of one game.
fn game(worth: &impl Worth, plan: Plan, moves: u32, index: u64, context: &Context<'_>) -> (f64, u8) {
    let rules = Rules { fours: plan.fours, ..Rules::STANDARD };
    let mut player =
        Best::new(worth, Setting { name: "measured", moves, least_probability: 0.0 }, plan.fours);
    let mut stream = plan.seed.named("strength").stream(index);
    let first = rules.start(Start::Usual, &mut stream);
    let end = play(&rules, first, &mut player, &mut stream, |_, _| context.budget.poll().is_ok());
    (end.score as f64, end.board.largest())
}
