use quandary_core::stats::{Estimate, bootstrap};
use quandary_core::{Seed, Trace};
use serde::Serialize;

use crate::motion::{Energy, Motion};
use crate::refinement;

/// The measures of a set of traces; intervals are 95 % bootstrap intervals over traces.
///
/// v is the informational progress, the mean of b/B over the steps of a trace and then over traces.
/// Derived measures are functions of the mean v and the mean length (products of means, not means of
/// products).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TraceMeasures {
    /// How many traces there are.
    pub traces: usize,
    /// D: mean number of steps.
    pub length: Estimate,
    /// B: mean number of options.
    pub options: Estimate,
    /// v: mean progress.
    pub v: Estimate,
    /// m = 1 − v.
    pub m: Estimate,
    /// p1 = m·v.
    pub p1: Estimate,
    /// E_p = 2·m·v².
    pub energy: Estimate,
    /// p2 = E_p − p1.
    pub p2: Estimate,
    /// v2 = p2 / m.
    pub v2: Estimate,
    /// √(n(n−1)) / T with n the mean number of options.
    pub gr_branching: Estimate,
    /// √B / D.
    pub gr_board: Estimate,
    /// √(2v / D).
    pub gr_velocity: Estimate,
}

/// All measures of the traces that have at least one step; `None` when there are none.
pub fn of_traces(traces: &[Trace], seed: Seed) -> Option<TraceMeasures> {
    const RESAMPLES: usize = 1000;
    let rows: Vec<[f64; 3]> = traces
        .iter()
        .filter_map(|trace| Some([trace.length() as f64, trace.mean_options()?, trace.mean_progress()?]))
        .collect();
    if rows.is_empty() {
        return None;
    }
    let estimate = |name: &str, measure: &dyn Fn(f64, f64, f64) -> f64| {
        bootstrap(&rows, RESAMPLES, seed.named(name), |sample| {
            let n = sample.len() as f64;
            let mean = |column: usize| sample.iter().map(|row| row[column]).sum::<f64>() / n;
            measure(mean(0), mean(1), mean(2))
        })
    };
    Some(TraceMeasures {
        traces: rows.len(),
        length: estimate("D", &|d, _, _| d),
        options: estimate("B", &|_, b, _| b),
        v: estimate("v", &|_, _, v| v),
        m: estimate("m", &|_, _, v| 1.0 - v),
        p1: estimate("p1", &|_, _, v| Motion::new(v).p1),
        energy: estimate("E_p", &|_, _, v| Energy::Defined.of(v)),
        p2: estimate("p2", &|_, _, v| Motion::new(v).p2),
        v2: estimate("v2", &|_, _, v| Motion::new(v).v2),
        gr_branching: estimate("GR1", &|d, b, _| refinement::by_branching(b, d)),
        gr_board: estimate("GR2", &|d, b, _| refinement::by_board(b, d)),
        gr_velocity: estimate("GR3", &|d, _, v| refinement::by_velocity(v, d)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quandary_core::{Outcome, Step};

    #[test]
    fn identical_traces_give_measures_without_uncertainty() {
        let step = Step { options: 4, plausible: 1, certain: true, probability: 1.0 };
        let trace = Trace { steps: vec![step; 10], outcome: Outcome::Won };
        let measures = of_traces(&vec![trace; 5], Seed(1)).unwrap();
        assert_eq!(measures.v, Estimate::exact(0.25));
        assert_eq!(measures.length, Estimate::exact(10.0));
        assert!((measures.gr_board.value - 0.2).abs() < 1e-12);
        assert!(of_traces(&[], Seed(1)).is_none());
    }
}
