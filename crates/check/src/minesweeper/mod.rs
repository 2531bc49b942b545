//! Minesweeper.
//!
//! | claim | instance | evidence | checked |
//! |---|---|---|---|
//! | `certain` | a position | `safe`, `mines`: cells as `row,column` | no minefield that agrees with the numbers and the mine count has a mine in a cell of `safe`, or none in a cell of `mines` |
//! | `chances` | a position | `safe`, `mines`: all cells that are certain | the minefields that agree are counted, and for each cell those with a mine in it: `chances` proves the probability of every cell |
//! | `no-guess` | a full board, its header with the first-click rule and the first cell where they are known | `opened`: cells in order | the first cell is safe and what the header says; every later one is proved safe by what is open when it is opened; in the end every safe cell is open |
//! | `graded` | the same | `opened`, `level`: 1 to 4 | the same, each cell by deductions up to the level; those below do not win the board |
//! | `needs-guess` | the same | `opened`: cells in order | every cell is proved safe as above; then safe cells are closed, and each closed cell is a mine in some minefield that agrees |
//! | `first-is-mine` | the same | `first_cell` | it is the header's, and a mine |
//! | `impossible` | a position | `numbers`: open cells, `mine_count`: whether the count takes part | no minefield agrees with these numbers (and the count) |
//! | `optimum` | a board `RxC/M` | `first_click`, `wins`, `boards`, `first_cell`, `tree` | the tree wins this many, and a search for more finds none, on boards of at most 64 cells |
//!
//! What is possible is found by deciding the cells of a connected group of numbers one after the other. Rules are
//! restated here: a number counts the mines among its eight neighbours; a zero opens its neighbours.

mod bits;
mod certain;
mod chances;
mod graded;
mod group;
mod optimum;
mod position;
mod sheet;
#[cfg(test)]
mod tests;
mod walk;

use quandary_core::Certificate;

use crate::evidence::Evidence;
use crate::{Rejection, Verified, Work};
use sheet::Sheet;

pub(crate) const CLAIMS: &[&str] =
    &["certain", "chances", "no-guess", "graded", "needs-guess", "first-is-mine", "impossible", "optimum"];

pub(crate) fn verify(certificate: &Certificate, work: &mut Work) -> Result<Verified, Rejection> {
    let parts: &[&str] = match certificate.claim.as_str() {
        "certain" | "chances" => &["safe", "mines"],
        "no-guess" | "needs-guess" => &["opened"],
        "graded" => &["opened", "level"],
        "first-is-mine" => &["first_cell"],
        "impossible" => &["numbers", "mine_count"],
        "optimum" => &["first_click", "wins", "boards", "first_cell", "tree"],
        claim => return Err(Rejection::Unknown { puzzle: "minesweeper".into(), claim: claim.into() }),
    };
    let evidence = Evidence::with(&certificate.evidence, parts)?;
    let budget = &mut work.budget;
    let sheet = || Sheet::read(&certificate.instance);
    match certificate.claim.as_str() {
        "certain" => certain::certain(&sheet()?, evidence, budget),
        "chances" => chances::verify(&sheet()?, evidence, budget),
        "no-guess" => walk::no_guess(&sheet()?, evidence, budget),
        "graded" => graded::graded(&sheet()?, evidence, budget),
        "needs-guess" => walk::needs_guess(&sheet()?, evidence, budget),
        "first-is-mine" => walk::first_is_mine(&sheet()?, evidence),
        "impossible" => certain::impossible(&sheet()?, evidence, budget),
        _ => optimum::verify(&certificate.instance, evidence, budget),
    }
}
