//! The trained network, from the cache or trained now.

use quandary_core::Context;
use quandary_core::{Exhausted, Seed};

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

/// The network of a plan: from the cache where it is there and undamaged, otherwise trained with progress
/// and stored.
pub fn network(plan: Plan, context: &Context<'_>) -> Result<Trained, Exhausted> {
    let name = plan.cache_name();
    if let Some(network) = context.cache.load(&name).and_then(|bytes| Network::from_bytes(&bytes)) {
        return Ok(Trained { network, cpu_seconds: None });
    }
    let before = (context.cpu_seconds)();
    let network = Trainer::new(plan).run(context.budget.stop(), |done, total| {
        context.progress.report("training the 2048 network", done, total);
    })?;
    let cpu_seconds = (context.cpu_seconds)() - before;
    context.cache.store(&name, &network.to_bytes());
    Ok(Trained { network, cpu_seconds: Some(cpu_seconds) })
}
