//! Methods on many positions, compared with the truth.

use quandary_core::stats::{Estimate, Rate, Summary};
use quandary_core::{Budget, Exhausted, Seed};
use quandary_search::proof::{Conclusion, Method, Report, Settings};
use quandary_search::tree::Tree;
use serde::{Deserialize, Deserializer, Serialize};

use crate::papers::Bench;

/// A method with its settings for an experiment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contender {
    /// Its name in the article, or our name for it.
    pub(super) name: &'static str,
    pub(super) method: Method,
    /// Random games from each new leaf.
    pub(super) playouts: u32,
    pub(super) theta: f64,
    /// Nodes that it may make for one position.
    pub(super) nodes: u64,
    /// It gets the first 1/`one_in` of the positions, and at least one. More than 1 for slow methods.
    pub(super) one_in: u64,
}

impl Contender {
    /// With ten playouts, theta = 0.001 and no limits.
    pub(super) const fn new(name: &'static str, method: Method) -> Contender {
        Contender { name, method, playouts: 10, theta: 0.001, nodes: u64::MAX, one_in: 1 }
    }

    pub(super) const fn nodes(mut self, nodes: u64) -> Contender {
        self.nodes = nodes;
        self
    }

    pub(super) const fn playouts(mut self, playouts: u32) -> Contender {
        self.playouts = playouts;
        self
    }

    pub(super) const fn theta(mut self, theta: f64) -> Contender {
        self.theta = theta;
        self
    }

    pub(super) const fn one_in(mut self, one_in: u64) -> Contender {
        self.one_in = one_in;
        self
    }
}

/// The results of a contender: one report per position, and for PPNS one more for each `pr`.
pub(super) struct Run {
    pub(super) contender: Contender,
    /// Reports of the search for a proof.
    pub(super) proofs: Vec<Report>,
    /// Reports of the searches that stop at a `pr`, in the order of the precisions: each is the beginning of the search
    /// for a proof.
    pub(super) stops: Vec<Vec<Report>>,
    pub(super) cpu_seconds: f64,
}

impl Run {
    /// Runs a contender on the first `count` trees. Interrupted searches are left out.
    pub(super) fn new<T: Tree>(
        contender: &Contender,
        precisions: &[f64],
        (what, count): (&str, u64),
        (seed, bytes): (Seed, usize),
        bench: &Bench<'_>,
        tree: impl Fn(u64) -> T + Sync,
    ) -> Run {
        let stop = bench.context.budget.stop();
        let before = (bench.context.cpu_seconds)();
        let what = format!("{what} {}", contender.name);
        let count = count.min((count / contender.one_in).max(1));
        let (reports, _) = bench.context.map(&what, count, |index| {
            let settings = Settings {
                playouts: contender.playouts,
                theta: contender.theta,
                bytes,
                seed: seed.named("playouts"),
                index,
                ..Settings::default()
            };
            let mut budget = Budget::nodes(contender.nodes).with_stop(stop.clone());
            let tree = tree(index);
            if contender.method == Method::Ppns {
                settings.solve_with_stops(&tree, precisions, &mut budget)
            } else {
                (settings.solve(&tree, contender.method, &mut budget), Vec::new())
            }
        });
        let cpu_seconds = (bench.context.cpu_seconds)() - before;
        let interrupted = |report: &Report| {
            matches!(
                report.conclusion,
                Conclusion::Out(Exhausted::Cancelled | Exhausted::Time | Exhausted::CpuTime)
            )
        };
        let whole: Vec<_> = reports.into_iter().take_while(|(proof, _)| !interrupted(proof)).collect();
        let stops = (0..precisions.len())
            .map(|lane| whole.iter().filter_map(|(_, stops)| stops.get(lane).copied()).collect())
            .collect();
        Run {
            contender: *contender,
            proofs: whole.into_iter().map(|(proof, _)| proof).collect(),
            stops,
            cpu_seconds,
        }
    }
}

/// The report of the same search with fewer nodes, which is the beginning of this one. Not for df-pn and PN², whose
/// nodes are not counted by the budget.
pub(super) fn within(report: &Report, nodes: u64) -> Report {
    if report.nodes <= nodes {
        return *report;
    }
    Report { conclusion: Conclusion::Out(Exhausted::Nodes), nodes, ..*report }
}

/// Counts over positions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) positions: u64,
    /// A win, proved or estimated.
    pub(super) solved: u64,
    /// No win, proved or estimated.
    pub(super) unsolved: u64,
    pub(super) out: u64,
    /// Of the concluded ones, those by an estimate.
    pub(super) estimated: u64,
    /// Concluded, truth known.
    pub(super) checked: u64,
    /// Of these, wrong.
    pub(super) wrong: u64,
    pub(super) nodes: Summary,
}

impl Tally {
    /// Of reports and as many truths, as far as they are known.
    pub(super) fn of(reports: &[Report], truths: &[Option<bool>]) -> Tally {
        let mut tally = Tally::default();
        for (report, truth) in reports.iter().zip(truths) {
            tally.add(report, *truth);
        }
        tally
    }

    fn add(&mut self, report: &Report, truth: Option<bool>) {
        self.positions += 1;
        self.nodes.add(report.nodes as f64);
        self.estimated += u64::from(matches!(report.conclusion, Conclusion::Estimated(_)));
        match report.conclusion.answer() {
            Some(true) => self.solved += 1,
            Some(false) => self.unsolved += 1,
            None => self.out += 1,
        }
        if let (Some(answer), Some(truth)) = (report.conclusion.answer(), truth) {
            self.checked += 1;
            self.wrong += u64::from(answer != truth);
        }
    }

    pub(super) fn concluded(&self) -> u64 {
        self.solved + self.unsolved
    }

    pub(super) fn completion(&self) -> Rate {
        Rate::new(self.concluded(), self.positions)
    }

    /// As a fact: how many positions were concluded, how many of these wrongly, and the cost.
    pub(super) fn counts(&self) -> Counts {
        let Estimate { value, interval } = self.nodes.estimate();
        Counts {
            positions: self.positions,
            concluded: self.concluded(),
            solved: self.solved,
            unsolved: self.unsolved,
            out: self.out,
            estimated: self.estimated,
            checked: self.checked,
            wrong: self.wrong,
            mean_nodes: Nodes {
                value: value.round(),
                low: interval.low.round(),
                high: interval.high.round(),
            },
        }
    }
}

/// A tally as a fact.
#[derive(Serialize, Deserialize)]
pub(super) struct Counts {
    pub(super) positions: u64,
    pub(super) concluded: u64,
    solved: u64,
    unsolved: u64,
    out: u64,
    estimated: u64,
    pub(super) checked: u64,
    pub(super) wrong: u64,
    mean_nodes: Nodes,
}

/// A mean number of nodes with its interval; none without positions.
#[derive(Serialize, Deserialize)]
struct Nodes {
    #[serde(deserialize_with = "or_nan")]
    value: f64,
    #[serde(deserialize_with = "or_nan")]
    low: f64,
    #[serde(deserialize_with = "or_nan")]
    high: f64,
}

/// A number that is not finite is null in JSON.
fn or_nan<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(f64::NAN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scale;
    use quandary_core::Context;
    use quandary_games::pgame::PGame;

    #[test]
    fn a_smaller_budget_is_the_beginning_of_a_larger_one() {
        let context = Context::bare();
        let bench = Bench::new(&context, Scale::Usual, Seed(1), "access.PGAME");
        let tree = |index| PGame::new(3, 7, Seed(3), index);
        for method in [Method::Pns, Method::Mcpns, Method::Ppns] {
            let run = |nodes| {
                let contender = Contender::new("", method).nodes(nodes);
                Run::new(&contender, &[1e-3], ("", 20), (Seed(4), 1 << 22), &bench, tree)
            };
            let (large, small) = (run(u64::MAX), run(300));
            for (long, short) in large.proofs.iter().zip(&small.proofs) {
                assert_eq!(within(long, 301).conclusion, short.conclusion, "{method:?}");
            }
        }
    }

    #[test]
    fn a_tally_counts_wrong_answers_and_unknown_truths_separately() {
        let report = |conclusion| Report {
            conclusion,
            iterations: 1,
            nodes: 10,
            playouts: 0,
            bytes: 0,
            node_bytes: 16,
        };
        let reports = [
            report(Conclusion::Proved),
            report(Conclusion::Estimated(false)),
            report(Conclusion::Estimated(true)),
            report(Conclusion::Out(Exhausted::Nodes)),
        ];
        let tally = Tally::of(&reports, &[Some(true), Some(true), None, Some(true)]);
        assert_eq!((tally.solved, tally.unsolved, tally.out), (2, 1, 1));
        assert_eq!((tally.estimated, tally.checked, tally.wrong), (2, 2, 1));
    }
}
