//! A look into a search: the numbers of the root and of its children through the iterations.

use quandary_core::{Budget, Stream};
use quandary_search::proof::{
    BestFirst, INFINITE, MonteCarloProofNumberSearch, Node, ProbabilitySearch, ProofNumberSearch, Report,
    Rule,
};
use quandary_search::tree::Tree;

/// Most moments kept: enough for a figure, whatever the length of the search.
pub const MOMENTS: usize = 240;

/// What was seen at the root after this many iterations.
#[derive(Clone, Debug, PartialEq)]
pub struct RootSnapshot {
    /// Iterations so far.
    pub iteration: u64,
    /// The proof number, or the probability of a win.
    pub proof: f64,
    /// The disproof number, or the probability of no win.
    pub disproof: f64,
    /// The same pair for each child of the root that is not solved; nothing for the others.
    pub children: Vec<Option<(f64, f64)>>,
}

/// Keeps every n-th moment, with n doubling whenever there are too many.
struct Thin {
    seen: Vec<RootSnapshot>,
    every: u64,
}

impl Thin {
    fn add(&mut self, iteration: u64, moment: impl FnOnce() -> RootSnapshot) {
        if iteration.is_multiple_of(self.every) {
            self.seen.push(moment());
            if self.seen.len() > MOMENTS {
                self.every *= 2;
                let every = self.every;
                self.seen.retain(|moment| moment.iteration.is_multiple_of(every));
            }
        }
    }
}

/// What there is to see of a search now.
fn seen<T: Tree, R: Rule<T>>(
    search: &BestFirst<'_, T, R>,
    numbers: &impl Fn(&R::Numbers) -> (f64, f64),
) -> RootSnapshot {
    let (proof, disproof) = numbers(&search.root().numbers);
    let children = if search.root().is_expanded() { search.arena().children(0) } else { &[] };
    let open = |child: &Node<R::Numbers>| child.solved().is_none().then(|| numbers(&child.numbers));
    RootSnapshot {
        iteration: search.iterations(),
        proof,
        disproof,
        children: children.iter().map(open).collect(),
    }
}

/// Runs a best-first search under observation.
pub fn observe<T: Tree, R: Rule<T>>(
    tree: &T,
    rule: R,
    bytes: usize,
    budget: &mut Budget,
    numbers: impl Fn(&R::Numbers) -> (f64, f64),
) -> (Vec<RootSnapshot>, Report) {
    let mut thin = Thin { seen: Vec::new(), every: 1 };
    let mut search = BestFirst::new(tree, rule, bytes);
    let report =
        search.run_observed(budget, |search| thin.add(search.iterations(), || seen(search, &numbers)));
    // The end belongs to the story, wherever the thinning falls.
    if thin.seen.last().is_none_or(|seen| seen.iteration != search.iterations()) {
        thin.seen.push(seen(&search, &numbers));
    }
    (thin.seen, report)
}

/// A search that can be watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watchable {
    /// Proof-number search.
    Pns,
    /// Monte-Carlo proof-number search.
    Mcpns,
    /// Probability-based proof-number search.
    Ppns,
    /// Product propagation.
    Pp,
}

impl Watchable {
    /// The names of all of them.
    pub const NAMES: [&str; 4] = ["pns", "mcpns", "ppns", "pp"];

    /// Its name.
    pub fn name(self) -> &'static str {
        Watchable::NAMES[self as usize]
    }

    /// The one with this name.
    pub fn named(name: &str) -> Option<Watchable> {
        [Watchable::Pns, Watchable::Mcpns, Watchable::Ppns, Watchable::Pp]
            .into_iter()
            .find(|method| method.name() == name)
    }

    /// Whether its numbers are probabilities, not counts of leaves.
    pub fn has_chances(self) -> bool {
        matches!(self, Watchable::Ppns | Watchable::Pp)
    }

    /// Runs it under observation, with `playouts` random games a leaf and shares kept `theta` from 0 and 1 where it plays
    /// any. A number that is infinite is not a number here.
    pub fn observe<T: Tree>(
        self,
        tree: &T,
        (playouts, theta): (u32, f64),
        bytes: usize,
        stream: Stream,
        budget: &mut Budget,
    ) -> (Vec<RootSnapshot>, Report) {
        let finite = |number: u32| if number == INFINITE { f64::NAN } else { f64::from(number) };
        let chances = |tree: &T, rule: ProbabilitySearch, budget: &mut Budget| {
            observe(tree, rule, bytes, budget, |chance| (f64::from(chance.win), f64::from(chance.fail)))
        };
        match self {
            Watchable::Pns => observe(tree, ProofNumberSearch, bytes, budget, |numbers| {
                (finite(numbers.proof), finite(numbers.disproof))
            }),
            Watchable::Mcpns => {
                let rule = MonteCarloProofNumberSearch::new(playouts, theta, stream);
                observe(tree, rule, bytes, budget, |numbers| {
                    (f64::from(numbers.proof), f64::from(numbers.disproof))
                })
            }
            Watchable::Ppns => chances(tree, ProbabilitySearch::ppns(playouts, theta, stream), budget),
            Watchable::Pp => chances(tree, ProbabilitySearch::product_propagation(), budget),
        }
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;

    use super::*;
    use crate::pgame::PGame;

    #[test]
    fn a_watched_search_is_seen_from_its_first_leaf_to_its_end() {
        let tree = PGame::new(3, 7, Seed(2), 0);
        let stream = Seed(1).stream(0);
        let (seen, report) =
            Watchable::Pns.observe(&tree, (1, 0.0), 1 << 20, stream, &mut Budget::unlimited());
        assert_eq!((seen[0].iteration, seen[0].proof, seen[0].children.len()), (0, 1.0, 0));
        assert_eq!(seen.last().unwrap().iteration, report.iterations);
        assert!(seen.len() <= MOMENTS + 1 && seen.is_sorted_by_key(|seen| seen.iteration));
        // The root's proof number is the least of its open children's, as long as it is open.
        for moment in &seen[1..seen.len() - 1] {
            let least = moment.children.iter().flatten().map(|pair| pair.0).fold(f64::INFINITY, f64::min);
            assert_eq!(moment.proof, least, "{moment:?}");
        }
    }

    #[test]
    fn every_search_that_can_be_watched_has_its_name() {
        for name in Watchable::NAMES {
            assert_eq!(Watchable::named(name).unwrap().name(), name);
        }
    }
}
