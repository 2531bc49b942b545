//! The trained network, from the cache or trained now.

use quandary_core::context::Cache;
use quandary_core::words::thousands;
use quandary_core::{Context, Exhausted, Seed};

use super::checkpoint;
use super::network::Network;
use super::training::{Plan, Trainer};
use crate::rules::Fours;

/// What [`network`] trains to: a strong player after a few CPU minutes.
pub const STANDARD: Plan =
    Plan { moves: 200_000_000, seed: Seed(2048), fours: Fours::USUAL, lambda: 0.5, late_from: 100_000_000 };

/// A network and what it cost.
pub struct Trained {
    /// The network.
    pub network: Network,
    /// CPU seconds of training; `None` when it came from the cache.
    pub cpu_seconds: Option<f64>,
}

/// A training that was interrupted. What is done is kept in the cache, and the next call goes on from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// Why.
    pub why: Exhausted,
    /// Moves trained so far, in this call and in all before it.
    pub moves: u64,
    /// Moves of the whole plan.
    pub of: u64,
}

/// Moves between two checkpoints: about half a minute. Writing one takes about a second.
const CHECKPOINT_MOVES: u64 = 20_000_000;

/// What the user is told before a training: it may be the first thing he meets.
const ANNOUNCED: &str = "the 2048 network is trained now, which is needed once and takes some CPU minutes and 768 MiB; an \
     interruption keeps what is done";

/// The network of a plan, if it is in the cache and undamaged.
pub fn load(plan: Plan, cache: &dyn Cache) -> Option<Network> {
    cache.load(&plan.cache_name()).and_then(|bytes| Network::from_bytes(&bytes))
}

/// The network of a plan: from the cache where it is there and undamaged, otherwise trained with progress
/// and stored. A move of training costs a node. An interrupted training leaves a checkpoint there and is taken up again by
/// the next call; the network it ends in is the same to the last bit.
pub fn network(plan: Plan, context: &Context<'_>) -> Result<Trained, Unfinished> {
    if let Some(network) = load(plan, context.cache) {
        return Ok(Trained { network, cpu_seconds: None });
    }
    if let Err(why) = Trainer::fits(&context.budget) {
        return Err(Unfinished { why, moves: 0, of: plan.moves });
    }
    let before = (context.cpu_seconds)();
    let name = checkpoint::name(&plan);
    let kept = context.cache.load(&name).and_then(|bytes| checkpoint::from_bytes(plan, &bytes));
    let mut trainer = kept.unwrap_or_else(|| Trainer::new(plan));
    context.progress.note(ANNOUNCED);
    if trainer.moves() > 0 {
        let (done, of) = (thousands(trainer.moves()), thousands(plan.moves));
        context.progress.note(&format!("it goes on after {done} of {of} moves"));
    }
    let report = |done, total| context.progress.report("moves of training", done, total);
    report(trainer.moves().min(plan.moves), plan.moves);
    let affordable = trainer.moves().saturating_add(context.budget.remaining());
    while trainer.moves() < plan.moves {
        let begun = trainer.moves();
        let until = (begun + CHECKPOINT_MOVES).min(affordable);
        let trained = trainer.train(until, context.budget.stop(), report);
        let ended = trained.and(if trainer.moves() < affordable { Ok(()) } else { Err(Exhausted::Nodes) });
        if trainer.moves() > begun && trainer.moves() < plan.moves {
            context.cache.store(&name, &checkpoint::to_bytes(&trainer));
        }
        if let Err(why) = ended
            && trainer.moves() < plan.moves
        {
            return Err(Unfinished { why, moves: trainer.moves(), of: plan.moves });
        }
    }
    let network = trainer.into_network();
    let cpu_seconds = (context.cpu_seconds)() - before;
    context.cache.store(&plan.cache_name(), &network.to_bytes());
    // The checkpoint is three times as large as the network, and of no use any more.
    context.cache.store(&name, &[]);
    Ok(Trained { network, cpu_seconds: Some(cpu_seconds) })
}
