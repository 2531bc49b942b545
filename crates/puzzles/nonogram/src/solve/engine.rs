//! Every way to solve, by name: ours, and the twelve methods of the literature.

use std::str::FromStr;

use quandary_core::{Budget, InputError};

use super::{Goal, Method, Solved, Verdict, solve};
use crate::{Nonogram, methods};

/// A way to solve.
///
/// ```
/// use quandary_nonogram::solve::Engine;
/// assert_eq!("12".parse::<Engine>().unwrap().name(), "recursive_intersect_greedy");
/// assert!(Engine::NAMES.iter().all(|name| name.parse::<Engine>().unwrap().name() == *name));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// One of ours.
    Ours(Method),
    /// One of the twelve, which find a first solution and do not ask for another.
    Document(methods::Method),
}

impl Engine {
    /// Their names.
    pub const NAMES: [&'static str; 16] = {
        let [a, b, c, d, e, f, g, h, i, j, k, l] = methods::NAMES;
        ["best", "line", "probe", "search", a, b, c, d, e, f, g, h, i, j, k, l]
    };

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Ours(Method::Best) => "best",
            Engine::Ours(Method::Line) => "line",
            Engine::Ours(Method::Probe) => "probe",
            Engine::Ours(Method::Search) => "search",
            Engine::Document(method) => method.name(),
        }
    }

    /// Solves a puzzle.
    pub fn solve(self, puzzle: &Nonogram, goal: Goal, budget: &mut Budget) -> Solved {
        match self {
            Engine::Ours(method) => solve(puzzle, goal, method, budget),
            Engine::Document(method) => {
                let spent = budget.spent();
                let verdict = match methods::run(method, puzzle, budget) {
                    Ok(Some(picture)) => Verdict::Solved(picture),
                    Ok(None) => Verdict::None,
                    Err(why) => Verdict::Budget { why, found: None },
                };
                Solved { verdict, nodes: budget.spent() - spent, steps: None }
            }
        }
    }
}

impl FromStr for Engine {
    type Err = InputError;

    fn from_str(name: &str) -> Result<Engine, InputError> {
        Ok(Engine::Ours(match name {
            "best" => Method::Best,
            "line" => Method::Line,
            "probe" => Method::Probe,
            "search" => Method::Search,
            other => {
                let known = |_| {
                    InputError::new(format!("the method `{other}` is not known"))
                        .expected(format!("one of {}, or 1 to 12", Engine::NAMES.join(", ")))
                };
                return methods::Method::named(other).map(Engine::Document).map_err(known);
            }
        }))
    }
}
