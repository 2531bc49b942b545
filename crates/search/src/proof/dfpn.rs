//! Depth-first proof-number search.

use quandary_core::{Budget, Exhausted};

use super::best_first::{Conclusion, Report};
use super::pns::{INFINITE, ProofNumbers};
use super::transposition::Transpositions;
use crate::tree::{Chooser, Look, Tree};

/// df-pn (Nagai 2002) with the 1 + ε trick (Pawlewicz and Lew 2007): proof-number search that goes depth-first
/// inside thresholds and keeps its numbers in a transposition table of fixed size instead of a tree.
///
/// A child is searched until its number exceeds (1 + ε) times the runner-up's, so that the search changes its mind
/// less often and the table is read less. Positions reached by different ways share one entry. For trees without
/// cycles.
///
/// - `epsilon`: 0 gives plain df-pn; 0.25 is usual.
/// - `bytes`: the size of the table, rounded down to a power of two entries.
///
/// Returns the report; `nodes` counts positions that entered the table, `iterations` positions expanded, again or
/// for the first time, and the budget is charged one for each of these.
pub fn depth_first<T: Tree>(tree: &T, epsilon: f64, bytes: usize, budget: &mut Budget) -> Report {
    let mut search = DepthFirst {
        tree,
        epsilon,
        table: Transpositions::new(bytes),
        budget,
        iterations: 0,
        frames: Vec::new(),
    };
    let root = tree.root();
    let conclusion = match tree.look(&root) {
        Look::Over(won) => {
            if won {
                Conclusion::Proved
            } else {
                Conclusion::Disproved
            }
        }
        Look::Open { turn, children } => {
            let limits = ProofNumbers { proof: INFINITE - 1, disproof: INFINITE - 1 };
            match search.expand(&root, turn, children, limits, 0) {
                Ok(numbers) if numbers.proof == 0 => Conclusion::Proved,
                Ok(numbers) if numbers.disproof == 0 => Conclusion::Disproved,
                // The sums saturated: numbers this large mean that the tree is beyond us.
                Ok(_) => Conclusion::Out(Exhausted::Nodes),
                Err(why) => Conclusion::Out(why),
            }
        }
    };
    Report {
        conclusion,
        iterations: search.iterations,
        nodes: search.table.entered(),
        playouts: 0,
        bytes: search.table.bytes(),
        node_bytes: Transpositions::<T::Key>::entry_bytes(),
    }
}

struct DepthFirst<'a, T: Tree> {
    tree: &'a T,
    epsilon: f64,
    table: Transpositions<T::Key>,
    budget: &'a mut Budget,
    iterations: u64,
    /// The children of each node on the path, kept between visits to save allocations.
    frames: Vec<Vec<Child<T>>>,
}

struct Child<T: Tree> {
    position: T::Position,
    numbers: ProofNumbers,
    /// Who decides there and between how many; `None` when the game is over.
    open: Option<(Chooser, u32, T::Key)>,
}

impl<T: Tree> DepthFirst<'_, T> {
    /// Searches below an open position until one of its numbers reaches its limit.
    fn expand(
        &mut self,
        position: &T::Position,
        turn: Chooser,
        count: u32,
        limits: ProofNumbers,
        depth: usize,
    ) -> Result<ProofNumbers, Exhausted> {
        self.budget.spend(1)?;
        self.iterations += 1;
        let before = self.iterations;
        if self.frames.len() == depth {
            self.frames.push(Vec::new());
        }
        let mut children = std::mem::take(&mut self.frames[depth]);
        self.look_at_children(position, count, &mut children);
        let numbers = loop {
            let (numbers, choice) = weigh(turn, &children);
            let done = numbers.proof == 0 || numbers.disproof == 0;
            if done || numbers.proof >= limits.proof || numbers.disproof >= limits.disproof {
                break numbers;
            }
            let child_limits = self.child_limits(turn, limits, numbers, &choice);
            let Some((child_turn, child_count, _)) = children[choice.best].open else {
                // Only when all numbers are infinite, which the test above has excluded.
                break numbers;
            };
            let child = children[choice.best].position.clone();
            children[choice.best].numbers =
                self.expand(&child, child_turn, child_count, child_limits, depth + 1)?;
            self.refresh(&mut children, choice.best);
        };
        self.frames[depth] = children;
        let work = self.iterations - before + 1;
        self.table.put(self.tree.key(position), numbers, work.min(u64::from(u32::MAX)) as u32);
        Ok(numbers)
    }

    fn look_at_children(&mut self, position: &T::Position, count: u32, children: &mut Vec<Child<T>>) {
        children.clear();
        for index in 0..count {
            let child = self.tree.child(position, index);
            let (numbers, open) = match self.tree.look(&child) {
                Look::Over(won) => (super::pns::ProofNumberSearch::decided(won), None),
                Look::Open { turn, children } => {
                    let key = self.tree.key(&child);
                    let known = self.table.get(&key);
                    let numbers = known.unwrap_or(ProofNumbers { proof: 1, disproof: 1 });
                    (numbers, Some((turn, children, key)))
                }
            };
            children.push(Child { position: child, numbers, open });
        }
    }

    /// Another way may have led to a sibling meanwhile. The child just searched keeps what it returned, so that
    /// a table too small to hold it cannot send the search round in circles.
    fn refresh(&self, children: &mut [Child<T>], searched: usize) {
        for (index, child) in children.iter_mut().enumerate() {
            if index != searched
                && let Some((_, _, key)) = &child.open
                && let Some(numbers) = self.table.get(key)
            {
                child.numbers = numbers;
            }
        }
    }

    fn child_limits(
        &self,
        turn: Chooser,
        limits: ProofNumbers,
        numbers: ProofNumbers,
        choice: &Choice,
    ) -> ProofNumbers {
        // Up to (1 + ε) times the runner-up, and at least one more than it.
        let stretched = (f64::from(choice.runner_up) * (1.0 + self.epsilon)) as u32;
        let patience = stretched.max(choice.runner_up.saturating_add(1));
        let rest = |limit: u32, sum: u32, own: u32| limit.saturating_sub(sum).saturating_add(own);
        if turn == Chooser::Or {
            ProofNumbers {
                proof: limits.proof.min(patience),
                disproof: rest(limits.disproof, numbers.disproof, choice.numbers.disproof),
            }
        } else {
            ProofNumbers {
                proof: rest(limits.proof, numbers.proof, choice.numbers.proof),
                disproof: limits.disproof.min(patience),
            }
        }
    }
}

/// The child to search and the least number among the others.
struct Choice {
    best: usize,
    numbers: ProofNumbers,
    runner_up: u32,
}

/// The numbers of a node and the child to search next.
fn weigh<T: Tree>(turn: Chooser, children: &[Child<T>]) -> (ProofNumbers, Choice) {
    let own = |numbers: &ProofNumbers| if turn == Chooser::Or { numbers.proof } else { numbers.disproof };
    let other = |numbers: &ProofNumbers| if turn == Chooser::Or { numbers.disproof } else { numbers.proof };
    let (mut best, mut least, mut runner_up) = (0, INFINITE, INFINITE);
    let mut sum = 0_u32;
    for (index, child) in children.iter().enumerate() {
        sum = sum.saturating_add(other(&child.numbers));
        let number = own(&child.numbers);
        if number < least {
            (best, runner_up, least) = (index, least, number);
        } else {
            runner_up = runner_up.min(number);
        }
    }
    let numbers = if turn == Chooser::Or {
        ProofNumbers { proof: least, disproof: sum }
    } else {
        ProofNumbers { proof: sum, disproof: least }
    };
    (numbers, Choice { best, numbers: children[best].numbers, runner_up })
}
