//! The twelve methods of a published ladder (Liao, *Computer Gaming Theory Homework 1*, NTU 2016), as the
//! document describes them.
//!
//! | id | name | idea |
//! |---|---|---|
//! | 1–4 | `bruteforce`, `_rulecut`, `_wiki`, `_rulecut_wiki` | cell by cell |
//! | 5–8 | `DFS`, `_rulecut`, `_wiki`, `_rulecut_wiki` | row by row, each row one of its fillings |
//! | 9–10 | `DFS_possiblecut`, `_wiki` | the same, and the fillings of the columns are thinned out as rows are placed |
//! | 11 | `recursive_intersect` | what all fillings of a line have in common; guess when that stops |
//! | 12 | `recursive_intersect_greedy` | the same, guessing the most likely cell |
//!
//! `rulecut` looks at the clues after every placement, `wiki` paints at the start what all fillings of a line
//! have in common and keeps to it. The document prints id 8 twice; the second is 9.
//!
//! Conventions, where the document leaves room or its program differs: cells go column by column, each from
//! the top, black first; "randomly pick" is "take the next"; ties of the greedy choice go to white, then to
//! the first cell column by column; an emptied list of fillings is noticed at once. A node is one placement:
//! a cell painted (1–4), a row placed (5–10), a guess made (11–12, and one for the start).

mod bruteforce;
mod dfs;
mod fillings;
mod intersect;

use quandary_core::{Budget, Exhausted, InputError};

use crate::{Nonogram, Picture};

/// One of the twelve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Method(u8);

/// Their names, in the order of their ids.
pub const NAMES: [&str; 12] = [
    "bruteforce",
    "bruteforce_rulecut",
    "bruteforce_wiki",
    "bruteforce_rulecut_wiki",
    "DFS",
    "DFS_rulecut",
    "DFS_wiki",
    "DFS_rulecut_wiki",
    "DFS_possiblecut",
    "DFS_possiblecut_wiki",
    "recursive_intersect",
    "recursive_intersect_greedy",
];

impl Method {
    /// All twelve, in order.
    pub fn all() -> impl Iterator<Item = Method> {
        (1..=12).map(Method)
    }

    /// By id (1 to 12) or by name.
    ///
    /// ```
    /// use quandary_nonogram::methods::Method;
    /// assert_eq!(Method::named("9").unwrap().name(), "DFS_possiblecut");
    /// assert_eq!(Method::named("DFS").unwrap().id(), 5);
    /// assert!(Method::named("13").is_err());
    /// ```
    pub fn named(text: &str) -> Result<Method, InputError> {
        let by_id = text.parse::<u8>().ok().filter(|id| (1..=12).contains(id));
        let by_name = || NAMES.iter().position(|name| name.eq_ignore_ascii_case(text)).map(|i| i as u8 + 1);
        by_id.or_else(by_name).map(Method).ok_or_else(|| {
            InputError::new(format!("the method `{text}` is not known"))
                .expected(format!("1 to 12 or one of {}", NAMES.join(", ")))
        })
    }

    /// Its id.
    pub fn id(self) -> u8 {
        self.0
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        NAMES[usize::from(self.0) - 1]
    }

    fn cuts_by_rule(self) -> bool {
        matches!(self.0, 2 | 4 | 6 | 8)
    }

    fn starts_with_wiki(self) -> bool {
        matches!(self.0, 3 | 4 | 7 | 8 | 10)
    }
}

/// Solves a puzzle by one of the twelve methods: the first picture it comes to, or `None` when there is none.
///
/// Exponential, each in its own way; the budget ends it.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_nonogram::{Nonogram, Picture, methods::{Method, run}};
/// let picture = Picture::parse("##.\n.##\n#.#").unwrap();
/// for method in Method::all() {
///     let found = run(method, &Nonogram::of(&picture), &mut Budget::unlimited()).unwrap();
///     assert_eq!(found.as_ref(), Some(&picture));
/// }
/// ```
pub fn run(method: Method, puzzle: &Nonogram, budget: &mut Budget) -> Result<Option<Picture>, Exhausted> {
    if puzzle.width().max(puzzle.height()) > fillings::LONGEST {
        // A line that long has more fillings than fit in memory: the budget could not end it.
        return Err(Exhausted::Memory);
    }
    match method.id() {
        1..=4 => bruteforce::solve(puzzle, method.cuts_by_rule(), method.starts_with_wiki(), budget),
        5..=8 => dfs::solve(puzzle, method.cuts_by_rule(), method.starts_with_wiki(), budget),
        9 | 10 => dfs::solve_thinning(puzzle, method.starts_with_wiki(), budget),
        id => intersect::solve(puzzle, id == 12, budget),
    }
}
