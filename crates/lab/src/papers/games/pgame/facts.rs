//! The facts of the P-game experiment that its conclusion reads.

use quandary_core::stats::Interval;
use serde::{Deserialize, Serialize};

use crate::reproduction::Fact;

/// By shape, method and number of playouts.
pub(super) const ITERATIONS: Fact<Iterations> = Fact::new("{} {} k={}: mean iterations");
/// By shape and method.
pub(super) const RELAPSES: Fact<MoveChanges> = Fact::new("{} {}: relapses");
/// By shape.
pub(super) const SEARCHES: Fact<ProofCounts> = Fact::new("{}: searches of all methods");
/// By shape and precision.
pub(super) const WRONG_ESTIMATES: Fact<WrongEstimates> = Fact::new("{} PPNS* pr={} (estimate): wrong");

#[derive(Serialize, Deserialize)]
pub(super) struct Iterations {
    pub(super) value: f64,
    pub(super) over_trees: Interval,
    pub(super) sets: Vec<f64>,
    pub(super) over_sets: Option<Interval>,
    pub(super) proved: u64,
    pub(super) wrong: u64,
    pub(super) trees: usize,
    pub(super) mean_nodes: f64,
    pub(super) cpu_milliseconds_per_tree: f64,
}

#[derive(Serialize, Deserialize)]
pub(super) struct MoveChanges {
    pub(super) relapses: f64,
    pub(super) rises: f64,
    pub(super) trees: usize,
}

#[derive(Serialize, Deserialize)]
pub(super) struct ProofCounts {
    pub(super) searches: u64,
    pub(super) proved: u64,
    pub(super) wrong: u64,
}

#[derive(Serialize, Deserialize)]
pub(super) struct WrongEstimates {
    pub(super) wrong: u64,
    pub(super) trees: u64,
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) mean_iterations: f64,
    pub(super) estimated: usize,
}
