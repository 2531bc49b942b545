use quandary_core::stats::{Estimate, percentiles};
use quandary_core::{Seed, Trace};

use crate::motion::{Energy, Force, Motion};
use crate::refinement;

/// The measures of a set of traces; intervals are 95 % bootstrap intervals over traces.
///
/// v is the informational progress, the mean of b/B over the steps of a trace and then over traces.
/// Derived measures are functions of the mean v and the mean length (products of means, not means of
/// products).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TraceMeasures {
    /// How many traces there are.
    pub traces: u64,
    /// D: mean number of steps.
    pub length: Estimate,
    /// B: mean number of options.
    pub options: Estimate,
    /// v: mean progress.
    pub v: Estimate,
    /// m = 1 − v.
    pub m: Estimate,
    /// F = m·2v/D.
    pub force: Estimate,
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

/// How many samples are drawn with replacement.
const RESAMPLES: usize = 1000;
/// Above this many groups, two become one.
const MOST_GROUPS: usize = 4096;

/// Length, options and progress of a trace, or their sums over several.
type Row = [f64; 3];

/// Collects traces, reduced to what the measures need: sums over groups of traces.
///
/// A group is a single trace until there are many; then neighbours are joined, so that memory and the time for the
/// intervals do not grow with the number of traces. Traces are independent, so drawing groups of equal size with
/// replacement gives the interval that drawing traces gives.
///
/// ```
/// use quandary_core::{Outcome, Seed, Step, Trace};
/// use quandary_measures::Gathered;
/// let step = Step { options: 4, plausible: 1, certain: true, probability: 1.0 };
/// let mut gathered = Gathered::default();
/// for length in [10, 20] {
///     gathered.add(&Trace { steps: vec![step; length], outcome: Outcome::Won });
/// }
/// let measures = gathered.measures(Seed(1)).unwrap();
/// assert_eq!((measures.traces, measures.length.value, measures.v.value), (2, 15.0, 0.25));
/// ```
#[derive(Clone, Debug)]
pub struct Gathered {
    /// Sums over `size` traces each.
    groups: Vec<Row>,
    /// How many traces make a group.
    size: u64,
    /// The current group, and how many traces it has.
    last: Row,
    in_last: u64,
}

impl Default for Gathered {
    fn default() -> Gathered {
        Gathered { groups: Vec::new(), size: 1, last: [0.0; 3], in_last: 0 }
    }
}

fn plus(a: Row, b: Row) -> Row {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

impl Gathered {
    /// Adds a trace; one without steps is left out.
    pub fn add(&mut self, trace: &Trace) {
        if let Some(progress) = trace.mean_progress() {
            let options = trace.steps.iter().map(|step| u64::from(step.options)).sum();
            self.add_game(trace.length() as u64, options, progress);
        }
    }

    /// Adds a game from its row: its decisions, the sum of their options, its mean progress.
    pub fn add_game(&mut self, length: u64, options: u64, progress: f64) {
        if length == 0 {
            return;
        }
        self.last = plus(self.last, [length as f64, options as f64 / length as f64, progress]);
        self.in_last += 1;
        if self.in_last < self.size {
            return;
        }
        self.groups.push(std::mem::take(&mut self.last));
        self.in_last = 0;
        if self.groups.len() >= MOST_GROUPS {
            self.groups =
                self.groups.chunks(2).map(|pair| pair.iter().copied().fold([0.0; 3], plus)).collect();
            self.size *= 2;
        }
    }

    /// How many traces there are.
    pub fn len(&self) -> u64 {
        self.groups.len() as u64 * self.size + self.in_last
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All measures; `None` when there is nothing to measure.
    pub fn measures(&self, seed: Seed) -> Option<TraceMeasures> {
        if self.is_empty() {
            return None;
        }
        let n = self.len() as f64;
        let whole = self.groups.iter().copied().fold(self.last, plus).map(|sum| sum / n);
        // One set of samples for all measures: they are functions of the same three means.
        let mut stream = seed.named("traces").stream(0);
        let drawn = (self.groups.len() as u64 * self.size) as f64;
        let samples: Vec<Row> = (0..RESAMPLES)
            .map(|_| {
                let mut sums = [0.0; 3];
                for _ in 0..self.groups.len() {
                    sums = plus(sums, self.groups[stream.index(self.groups.len())]);
                }
                sums.map(|sum| sum / drawn)
            })
            .collect();
        let estimate = |measure: &dyn Fn(f64, f64, f64) -> f64| {
            let of = |[d, b, v]: Row| measure(d, b, v);
            percentiles(of(whole), samples.iter().copied().map(of).collect())
        };
        Some(TraceMeasures {
            traces: self.len(),
            length: estimate(&|d, _, _| d),
            options: estimate(&|_, b, _| b),
            v: estimate(&|_, _, v| v),
            m: estimate(&|_, _, v| 1.0 - v),
            force: estimate(&|d, _, v| Force::Defined.of(1.0 - v, refinement::by_velocity(v, d))),
            p1: estimate(&|_, _, v| Motion::new(v).p1),
            energy: estimate(&|_, _, v| Energy::Defined.of(v)),
            p2: estimate(&|_, _, v| Motion::new(v).p2),
            v2: estimate(&|_, _, v| Motion::new(v).v2),
            gr_branching: estimate(&|d, b, _| refinement::by_branching(b, d)),
            gr_board: estimate(&|d, b, _| refinement::by_board(b, d)),
            gr_velocity: estimate(&|d, _, v| refinement::by_velocity(v, d)),
        })
    }
}

/// All measures of the traces that have at least one step; `None` when there are none.
pub fn of_traces(traces: &[Trace], seed: Seed) -> Option<TraceMeasures> {
    let mut gathered = Gathered::default();
    for trace in traces {
        gathered.add(trace);
    }
    gathered.measures(seed)
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
        assert!((measures.force.value - 0.75 * 0.05).abs() < 1e-12);
        assert!(of_traces(&[], Seed(1)).is_none());
    }

    #[test]
    fn many_traces_take_no_more_memory_and_give_the_same_means_and_about_the_same_interval() {
        let mut stream = Seed(3).stream(0);
        let (mut gathered, mut lengths) = (Gathered::default(), Vec::new());
        for _ in 0..50_000 {
            let length = 1 + stream.index(9);
            let step =
                Step { options: 4, plausible: 1 + stream.index(4) as u32, certain: false, probability: 1.0 };
            gathered.add(&Trace { steps: vec![step; length], outcome: Outcome::Won });
            lengths.push(length as f64);
        }
        assert!(gathered.groups.len() < MOST_GROUPS && gathered.size > 1);
        let measures = gathered.measures(Seed(1)).unwrap();
        let normal = quandary_core::stats::mean(lengths);
        assert_eq!(measures.traces, 50_000);
        assert!((measures.length.value - normal.value).abs() < 1e-9);
        let (ours, theirs) = (measures.length.interval, normal.interval);
        assert!((ours.high - ours.low) / (theirs.high - theirs.low) > 0.85, "{ours:?} {theirs:?}");
        assert!((ours.high - ours.low) / (theirs.high - theirs.low) < 1.15, "{ours:?} {theirs:?}");
    }
}
