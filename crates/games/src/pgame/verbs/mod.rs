//! The verbs of P-games: one file per verb.

mod bench;
mod contest;
mod explain;
mod generate;
mod matches;
mod solve;
mod watch;

use quandary_core::{Budget, Exhausted, InputError};
use quandary_search::truth;
use quandary_verbs::{Entry, Request, verbs};

use super::notation::{Place, parse_place};
use super::play::Match;
use super::rules::{Node, PGame};
use crate::verbs::matches::{Measure, Simulate};

/// P-games.
pub static ENTRY: Entry = Entry::of::<Match>(
    "pgame",
    "P-games: random trees whose value brute force knows",
    verbs![
        solve::Solve,
        explain::Explain,
        generate::Generate,
        Simulate<Match>,
        Measure<Match>,
        contest::Contest,
        watch::Watch,
        bench::Bench
    ],
);

/// What INPUT is, for the verbs that take a whole tree.
const A_TREE: &str = "A tree: BxD/SEED/INDEX, such as 2x20/1/0";

/// What all trees have in common.
const THE_TREE: (&str, &str) = (
    "tree",
    "edges hold 0 to 127, equally likely; MAX adds at even depth, MIN subtracts at odd depth, MAX wins above 0",
);

/// The tree in INPUT.
fn root(request: &Request) -> Result<Place, InputError> {
    let place = parse_place(request.input_text()?)?;
    if !place.path.is_empty() {
        return Err(InputError::new("a node inside a tree").expected("a whole tree, such as 2x20/1/0"));
    }
    Ok(place)
}

/// Leaves up to which brute force is asked for the truth.
const MOST_LEAVES: f64 = 1e9;

/// Whether MAX wins below a node, by brute force; `None` where that cannot be afforded.
fn truth_of(tree: &PGame, node: &Node, budget: &Budget) -> Result<Option<bool>, Exhausted> {
    if f64::from(tree.branching).powi((tree.depth - node.depth()) as i32) > MOST_LEAVES {
        return Ok(None);
    }
    truth::wins_from(tree, node, &mut budget.clone()).map(Some)
}

/// The value of a node for MAX.
fn value(max_wins: bool) -> &'static str {
    if max_wins { "win" } else { "loss" }
}
