//! Few changes that make a picture the only one with its clues, and how few are proved to be needed.
//!
//! | file | what |
//! |---|---|
//! | `switch` | cells that can be exchanged without changing a clue, and the lemma about where they can be broken |
//! | `objective` | what a change costs, and the outline of a picture |
//! | `steps` | a first change that suffices, one cell after the other |
//! | `search` | a cheaper one, or a proof that there is none: the bound and what proves it |

mod objective;
mod search;
mod steps;
mod switch;

use quandary_core::{Budget, Certificate, Exhausted};
use serde_json::json;

pub use objective::{Objective, edges, visibility};
pub use switch::Switch;

use crate::notation::write_nin;
use crate::solve::{Goal, Method, digest, solve};
use crate::{Nonogram, Picture};
use search::{Search, SearchOutcome};
use steps::{step_by_step, take_back};

/// What is wanted of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// What is to be kept small.
    pub objective: Objective,
    /// Cells that may not be changed: the black ones of a picture of the same size. `None`: every cell may be.
    pub protected: Option<Picture>,
    /// Pictures to look at for a cheaper change and a proof.
    pub effort: u64,
}

impl Wish {
    /// Pictures looked at when nothing is said: a second or two on 30×30 cells. Ten times as many raise the bounds of the
    /// pictures of `examples/make_unique.rs` by at most 1.
    pub const EFFORT: u64 = 100_000;
}

impl Default for Wish {
    /// As few cells as possible, any of them.
    fn default() -> Wish {
        Wish { objective: Objective::Cells, protected: None, effort: Wish::EFFORT }
    }
}

/// A picture made unique, or as far as the budget went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeUnique {
    /// The picture.
    pub picture: Picture,
    /// The cells (x, y) that differ from the picture given.
    pub changed: Vec<(usize, usize)>,
    /// What the changes cost, by the objective.
    pub cost: u64,
    /// Whatever makes it unique costs at least this.
    pub at_least: u64,
    /// The switches that prove it, by [the rule of the search](self).
    pub switches: Vec<Switch>,
    /// What is so.
    pub outcome: Outcome,
    /// Why it ended early, if it did: less may be enough, and it may not be unique yet.
    pub stopped: Option<Exhausted>,
}

/// How far a picture was brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No other picture has its clues.
    Unique,
    /// Another has, and nothing better was found.
    Multiple,
    /// Nothing can make it unique: it has a switch whose lines are protected from end to end.
    Impossible,
}

impl MadeUnique {
    /// Whether nothing cheaper would do.
    pub fn is_cheapest(&self) -> bool {
        self.outcome == Outcome::Unique && self.cost == self.at_least
    }

    /// What proves that the picture is unique and how much must be changed at least, or that nothing can make it
    /// unique; `None` when neither is known.
    ///
    /// * `given`: the picture that was to be made unique, under this wish.
    /// * `budget`: one node is one decision of the solver.
    pub fn certificate(&self, given: &Picture, wish: &Wish, budget: &mut Budget) -> Option<Certificate> {
        let mask = wish.protected.clone();
        let mask = mask.unwrap_or_else(|| Picture::white(given.width(), given.height()));
        let switches: Vec<Vec<usize>> =
            self.switches.iter().map(|switch| switch.cells().iter().map(|cell| cell + 1).collect()).collect();
        let mut evidence = json!({ "picture": given.rows(), "protected": mask.rows(), "switches": switches });
        match self.outcome {
            Outcome::Unique => {
                let claim = "made-unique";
                let puzzle = Nonogram::of(&self.picture);
                let instance = write_nin(&puzzle);
                let rows = self.picture.rows();
                let steps = solve(&puzzle, Goal::Unique, Method::Best, budget).steps?;
                let head = [instance.as_str(), claim];
                let lines = head.into_iter().chain(rows.iter().chain(&steps).map(String::as_str));
                evidence["digest"] = json!(digest(lines));
                evidence["steps"] = json!(steps);
                evidence["solution"] = json!(rows);
                evidence["objective"] = json!(wish.objective.name());
                evidence["at_least"] = json!(self.at_least);
                Some(Certificate::new("nonogram", claim, instance, evidence))
            }
            Outcome::Impossible => {
                Some(Certificate::new("nonogram", "never-unique", write_nin(&Nonogram::of(given)), evidence))
            }
            Outcome::Multiple => None,
        }
    }
}

/// Changes a picture as little as it can until it is the only one with its clues.
///
/// The cost of what it finds is an upper bound; `at_least` is a lower one, proved by switches that must all be hit and by
/// trying everything cheaper as far as the effort goes. Where both are equal nothing cheaper exists. When the budget
/// runs out, the best so far is returned.
///
/// * `budget`: one node is one picture tried, or one decision of the solver.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_nonogram::{Picture, make_unique::{Wish, make_unique}};
/// let made = make_unique(&Picture::parse("#.\n.#").unwrap(), &Wish::default(), &mut Budget::unlimited());
/// assert_eq!((made.changed.len(), made.is_cheapest()), (1, true));
/// ```
///
/// # Panics
/// When the protected cells are those of another size.
pub fn make_unique(picture: &Picture, wish: &Wish, budget: &mut Budget) -> MadeUnique {
    if let Some(mask) = &wish.protected {
        assert_eq!((mask.width(), mask.height()), (picture.width(), picture.height()), "a mask of this size");
    }
    let is_open = |cell: usize| wish.protected.as_ref().is_none_or(|mask| !mask.cells()[cell]);
    let costs = wish.objective.costs(picture);
    let costs = costs.into_iter().enumerate().map(|(cell, cost)| is_open(cell).then_some(cost)).collect();
    let mut work = Work {
        given: picture,
        made: picture.clone(),
        search: Search::new(picture.clone(), costs),
        outcome: Outcome::Multiple,
        at_least: 0,
        switches: Vec::new(),
    };
    let stopped = work.run(wish.effort, budget).err();
    MadeUnique {
        changed: picture.differences(&work.made),
        cost: work.cost(),
        at_least: work.at_least,
        switches: work.switches,
        outcome: work.outcome,
        stopped,
        picture: work.made,
    }
}

/// What is known at any time.
struct Work<'p> {
    given: &'p Picture,
    made: Picture,
    search: Search,
    outcome: Outcome,
    at_least: u64,
    switches: Vec<Switch>,
}

impl Work<'_> {
    fn run(&mut self, effort: u64, budget: &mut Budget) -> Result<(), Exhausted> {
        if !self.search.pack(budget)? {
            self.outcome = Outcome::Unique;
            return Ok(());
        }
        if let Some(switch) = self.protected_switch(budget)? {
            (self.outcome, self.switches) = (Outcome::Impossible, vec![switch]);
            return Ok(());
        }
        self.at_least = self.search.at_least();
        self.switches.clone_from(&self.search.switches);
        let costs = self.search.costs().to_vec();
        if !step_by_step(&mut self.made, &costs, budget)? {
            return Ok(());
        }
        self.outcome = Outcome::Unique;
        take_back(&mut self.made, self.given, &costs, budget)?;
        // The effort is a limit of its own: to reach it is not a fault.
        let mut lent = budget.with_nodes(effort.min(budget.remaining()));
        let ended = self.improve(&mut lent).and_then(|()| self.prove(&mut lent));
        budget.spend(lent.spent())?;
        match ended {
            Err(Exhausted::Nodes) => Ok(()),
            ended => ended,
        }
    }

    /// A switch in lines that are protected from end to end.
    fn protected_switch(&self, budget: &mut Budget) -> Result<Option<Switch>, Exhausted> {
        let (width, height) = (self.given.width(), self.given.height());
        let mut frozen = vec![false; height + width];
        for (cell, cost) in self.search.costs().iter().enumerate() {
            if cost.is_some() {
                frozen[cell / width] = true;
                frozen[height + cell % width] = true;
            }
        }
        Ok(switch::find(self.given, &frozen, budget)?.and_then(|found| found.into_iter().next()))
    }

    fn changed(&self) -> Vec<usize> {
        let width = self.given.width();
        self.given.differences(&self.made).into_iter().map(|(x, y)| y * width + x).collect()
    }

    fn cost_of(&self, cells: &[usize]) -> u64 {
        cells.iter().filter_map(|&cell| self.search.costs()[cell]).map(u64::from).sum()
    }

    fn cost(&self) -> u64 {
        self.cost_of(&self.changed())
    }

    /// Replaces a few changes by cheaper ones, as long as that is possible with a part of the effort.
    fn improve(&mut self, lent: &mut Budget) -> Result<(), Exhausted> {
        let mut effort = lent.with_nodes(lent.remaining() / 3);
        let ended = self.exchange(&mut effort);
        lent.spend(effort.spent().min(lent.remaining()))?;
        match ended {
            Err(Exhausted::Nodes) => Ok(()),
            ended => ended,
        }
    }

    fn exchange(&mut self, effort: &mut Budget) -> Result<(), Exhausted> {
        'again: loop {
            let changed = self.changed();
            if self.cost() <= self.at_least {
                return Ok(());
            }
            for group in groups(changed.len()) {
                let (out, kept): (Vec<usize>, Vec<usize>) = {
                    let is_out = |index: &usize| group.contains(index);
                    let (out, kept): (Vec<_>, Vec<_>) = (0..changed.len()).partition(is_out);
                    (
                        out.iter().map(|&at| changed[at]).collect(),
                        kept.iter().map(|&at| changed[at]).collect(),
                    )
                };
                let left = u32::try_from(self.cost_of(&out)).unwrap_or(u32::MAX).saturating_sub(1);
                self.search.picture.clone_from(self.given);
                for &cell in &kept {
                    self.search.flip(cell);
                }
                let found = self.search.run(left, &kept, effort);
                self.search.picture.clone_from(self.given);
                if let SearchOutcome::Cells(cells) = found? {
                    self.rebuild(&[kept, cells].concat());
                    continue 'again;
                }
            }
            return Ok(());
        }
    }

    fn rebuild(&mut self, cells: &[usize]) {
        self.made.clone_from(self.given);
        for &cell in cells {
            let (x, y) = (cell % self.given.width(), cell / self.given.width());
            self.made.paint(x, y, !self.given.is_black(x, y));
        }
    }

    /// Raises the bound by trying everything cheaper, until it meets what was found.
    fn prove(&mut self, lent: &mut Budget) -> Result<(), Exhausted> {
        while self.at_least < self.cost() {
            let left = u32::try_from(self.at_least).unwrap_or(u32::MAX);
            match self.search.run(left, &[], lent)? {
                SearchOutcome::Cells(cells) => self.rebuild(&cells),
                SearchOutcome::Nothing => {
                    self.at_least += 1;
                    self.switches = self.search.proof();
                }
            }
        }
        Ok(())
    }
}

/// Pairs, then triples of numbers below `count`.
fn groups(count: usize) -> impl Iterator<Item = Vec<usize>> {
    let pairs = (0..count).flat_map(move |a| (a + 1..count).map(move |b| vec![a, b]));
    let triples = (0..count)
        .flat_map(move |a| (a + 1..count).flat_map(move |b| (b + 1..count).map(move |c| vec![a, b, c])));
    pairs.chain(triples)
}
