//! Every solver by name, behind one call.

use quandary_core::{Budget, InputError, Seed};

use super::{
    BestFirst, Conclusion, MonteCarloProofNumberSearch, ProbabilitySearch, ProofNumberSearch, Report,
    SquaredProofNumberSearch, depth_first,
};
use crate::montecarlo::{MonteCarlo, ProofNumberGuide, Uct, Unguided};
use crate::tree::Tree;

/// An algorithm that proves or disproves a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Proof-number search.
    Pns,
    /// PN²: two levels.
    Pn2,
    /// Depth-first proof-number search.
    DfPn,
    /// Monte-Carlo proof-number search.
    Mcpns,
    /// Probability-based proof-number search.
    Ppns,
    /// Product propagation.
    Pp,
    /// The MCTS solver with UCT.
    Uct,
    /// UCT guided by proof numbers.
    PnMcts,
    /// The pure Monte-Carlo solver.
    Mc,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 9] = [
        Method::Pns,
        Method::Pn2,
        Method::DfPn,
        Method::Mcpns,
        Method::Ppns,
        Method::Pp,
        Method::Uct,
        Method::PnMcts,
        Method::Mc,
    ];

    /// The names of all of them.
    pub const NAMES: [&str; 9] = ["pns", "pn2", "df-pn", "mcpns", "ppns", "pp", "uct", "pn-mcts", "mc"];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Method::Pns => "pns",
            Method::Pn2 => "pn2",
            Method::DfPn => "df-pn",
            Method::Mcpns => "mcpns",
            Method::Ppns => "ppns",
            Method::Pp => "pp",
            Method::Uct => "uct",
            Method::PnMcts => "pn-mcts",
            Method::Mc => "mc",
        }
    }

    /// The method with this name.
    pub fn named(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// The settings of the algorithms; each uses the ones it knows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Playouts at each new leaf (MCPNS, PPNS, MC).
    pub playouts: u32,
    /// The least distance of a share of playouts from 0 and 1 (MCPNS, PPNS).
    pub theta: f64,
    /// The papers' *pr*: above 0, PPNS and PP stop with an estimate when the root comes this near to 0 or 1.
    pub precision: f64,
    /// The ε of df-pn's thresholds.
    pub epsilon: f64,
    /// UCT's exploration constant C; PN-MCTS also weighs proof numbers with it.
    pub exploration: f64,
    /// Most bytes for the tree or the table.
    pub bytes: usize,
    /// Where playouts draw from: `seed.stream(index)`.
    pub seed: Seed,
    /// Number of this search within a study.
    pub index: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            playouts: 10,
            theta: 0.001,
            precision: 0.0,
            epsilon: 0.25,
            exploration: 1.0,
            bytes: 1 << 30,
            seed: Seed(1),
            index: 0,
        }
    }
}

impl std::str::FromStr for Method {
    type Err = InputError;

    fn from_str(name: &str) -> Result<Method, InputError> {
        Method::named(name).ok_or_else(|| {
            InputError::new(format!("`{name}` is not a method")).expected(Method::NAMES.join(", "))
        })
    }
}

impl Settings {
    /// Solves a tree with the named method.
    ///
    /// ```
    /// use quandary_core::Budget;
    /// use quandary_search::proof::{Conclusion, Method, Settings};
    /// # use quandary_search::tree::{Look, Tree, Chooser};
    /// # struct Nim;
    /// # impl Tree for Nim {
    /// #     type Position = (u32, bool);
    /// #     type Key = (u32, bool);
    /// #     fn root(&self) -> (u32, bool) { (8, true) }
    /// #     fn look(&self, &(sticks, ours): &(u32, bool)) -> Look {
    /// #         if sticks == 0 { return Look::Over(!ours) }
    /// #         Look::Open { turn: if ours { Chooser::Or } else { Chooser::And }, children: sticks.min(3) }
    /// #     }
    /// #     fn child(&self, &(sticks, ours): &(u32, bool), index: u32) -> (u32, bool) { (sticks - 1 - index, !ours) }
    /// #     fn key(&self, position: &(u32, bool)) -> (u32, bool) { *position }
    /// # }
    /// // Eight sticks, take one to three, the last stick wins: a loss for the first player, by every method.
    /// for method in Method::ALL {
    ///     let report = Settings::default().solve(&Nim, method, &mut Budget::unlimited());
    ///     assert_eq!(report.conclusion, Conclusion::Disproved);
    /// }
    /// ```
    pub fn solve<T: Tree>(&self, tree: &T, method: Method, budget: &mut Budget) -> Report {
        let stream = self.seed.stream(self.index);
        let Settings { playouts, theta, precision, bytes, .. } = *self;
        match method {
            Method::Pns => BestFirst::new(tree, ProofNumberSearch, bytes).run(budget),
            Method::Pn2 => {
                // Both levels together stay within the limit.
                BestFirst::new(tree, SquaredProofNumberSearch::new(bytes / 2), bytes / 2).run(budget)
            }
            Method::DfPn => depth_first(tree, self.epsilon, bytes, budget),
            Method::Mcpns => {
                let rule = MonteCarloProofNumberSearch::new(playouts, theta, stream);
                BestFirst::new(tree, rule, bytes).run(budget)
            }
            Method::Ppns => {
                let rule = ProbabilitySearch::ppns(playouts, theta, stream).estimating(precision);
                BestFirst::new(tree, rule, bytes).run(budget)
            }
            Method::Pp => {
                let rule = ProbabilitySearch::product_propagation().estimating(precision);
                BestFirst::new(tree, rule, bytes).run(budget)
            }
            Method::Uct => Uct::new(tree, Unguided, self.exploration, bytes, stream).run(budget),
            Method::PnMcts => {
                let guide = ProofNumberGuide { weight: self.exploration };
                Uct::new(tree, guide, self.exploration, bytes, stream).run(budget)
            }
            Method::Mc => BestFirst::new(tree, MonteCarlo::new(playouts, stream), bytes).run(budget),
        }
    }

    /// One run of PPNS to a proof, and for each of `precisions` the report that a run with this `pr` would give.
    ///
    /// The stop rule changes nothing before it stops: with a `pr` the search is the beginning of the one without. So
    /// one run gives the results for every `pr`, and the comparison is exactly paired. `self.precision` is not used.
    ///
    /// Complexity: that of the proof, and a look at the root for each precision in each iteration.
    pub fn solve_with_stops<T: Tree>(
        &self,
        tree: &T,
        precisions: &[f64],
        budget: &mut Budget,
    ) -> (Report, Vec<Report>) {
        let rule = ProbabilitySearch::ppns(self.playouts, self.theta, self.seed.stream(self.index));
        let mut stopped: Vec<Option<Report>> = vec![None; precisions.len()];
        let report = BestFirst::new(tree, rule, self.bytes).run_observed(budget, |search| {
            let root = search.root();
            if root.solved().is_some() {
                return;
            }
            for (slot, &precision) in stopped.iter_mut().zip(precisions).filter(|(slot, _)| slot.is_none()) {
                *slot = root.numbers.estimate(precision).map(|won| search.report(Conclusion::Estimated(won)));
            }
        });
        (report, stopped.into_iter().map(|slot| slot.unwrap_or(report)).collect())
    }
}
