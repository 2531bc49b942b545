//! Depth-first proof-number search.

use std::convert::Infallible;

use quandary_core::{Budget, Exhausted};

use super::best_first::{Conclusion, Report};
use super::pns::{INFINITE, ProofNumberSearch, ProofNumbers};
use super::transposition::Transpositions;
use super::way::{Ground, Way};
use crate::tree::{Chooser, Look, Repetition, Tree};

/// The greatest depth of the search, so that a long path in a game with repetitions cannot use up the stack.
const DEEPEST: usize = 2000;

/// df-pn (Nagai 2002) with the 1 + ε trick (Pawlewicz and Lew 2007): proof-number search that goes depth-first
/// inside thresholds and keeps its numbers in a transposition table of fixed size instead of a tree.
///
/// A child is searched until its number exceeds (1 + ε) times the runner-up's, so that the search switches less often
/// and reads the table less. Positions reached by different paths share one entry.
///
/// Where positions [repeat](Tree::repetition), a value may depend on how its position was reached (the *graph history
/// interaction*; Kishimoto and Müller 2004). Only the value that the rule gives to a repetition can depend on the path:
/// a proof of the other value uses no repetition, and is valid on every path. So a solved position is kept for all
/// paths if it has the other value, or if all repetitions in its proof lie at or below itself; otherwise it is kept
/// while the search stays below the last of the positions that it would repeat.
///
/// - `epsilon`: 0 gives plain df-pn; 0.25 is usual.
/// - `bytes`: the size of the table, rounded down to a power of two entries.
///
/// Returns the report; `nodes` counts positions that entered the table, `iterations` positions expanded, again or for
/// the first time, and the budget is charged one for each of these. A path of more than 2000 positions counts as out of
/// memory.
pub fn depth_first<T: Tree>(tree: &T, epsilon: f64, bytes: usize, budget: &mut Budget) -> Report {
    // Values for one path share the memory with values for all paths.
    let (table_bytes, way_bytes) = match tree.repetition() {
        Repetition::Never => (bytes, 0),
        Repetition::Worth(_) => (bytes - bytes / 4, bytes / 4),
    };
    let mut search = DepthFirst {
        tree,
        epsilon,
        table: Transpositions::new(table_bytes),
        way: Way::new(way_bytes),
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
                Ok((numbers, _)) if numbers.proof == 0 => Conclusion::Proved,
                Ok((numbers, _)) if numbers.disproof == 0 => Conclusion::Disproved,
                // The sums are saturated: numbers this large mean that the tree is too large to solve.
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
        bytes: search.table.bytes() + search.way.bytes(),
        node_bytes: Transpositions::<T::Key>::entry_bytes(),
    }
}

struct DepthFirst<'a, T: Tree> {
    tree: &'a T,
    epsilon: f64,
    table: Transpositions<T::Key>,
    /// Unused if nothing repeats.
    way: Way<T::Key>,
    budget: &'a mut Budget,
    iterations: u64,
    /// The children of each node on the path, kept between visits to save allocations.
    frames: Vec<Vec<Child<T>>>,
}

struct Child<T: Tree> {
    position: T::Position,
    numbers: ProofNumbers,
    /// The positions of the path that its value depends on, if it is solved.
    ground: Ground,
    /// Who decides there, and the number of children; `None` if the game is over.
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
    ) -> Result<(ProofNumbers, Ground), Exhausted> {
        self.budget.spend(1)?;
        if depth == DEEPEST {
            return Err(Exhausted::Memory);
        }
        self.iterations += 1;
        let before = self.iterations;
        if self.frames.len() == depth {
            self.frames.push(Vec::new());
        }
        let repetition = self.tree.repetition();
        if repetition != Repetition::Never {
            self.way.enter(self.tree.key(position), depth);
        }
        let mut children = std::mem::take(&mut self.frames[depth]);
        self.look_at_children(position, count, &mut children);
        let numbers = loop {
            let (numbers, choice) = weigh(turn, &children);
            if is_solved(numbers) || numbers.proof >= limits.proof || numbers.disproof >= limits.disproof {
                break numbers;
            }
            let child_limits = self.child_limits(turn, limits, numbers, &choice);
            let Some((child_turn, child_count, _)) = children[choice.best].open else {
                // Only when all numbers are infinite, which the test above has excluded.
                break numbers;
            };
            let child = children[choice.best].position.clone();
            let (found, ground) = self.expand(&child, child_turn, child_count, child_limits, depth + 1)?;
            children[choice.best].numbers = found;
            children[choice.best].ground = ground;
            self.refresh(&mut children, choice.best);
        };
        self.frames[depth] = children;
        let work = (self.iterations - before + 1).min(u64::from(u32::MAX)) as u32;
        let ground = match repetition {
            Repetition::Never => Ground::NONE,
            Repetition::Worth(won) => {
                let ground = Ground::of(turn, numbers, won, &self.frames[depth]).above(depth);
                self.way.leave(self.tree.key(position));
                ground
            }
        };
        let key = self.tree.key(position);
        if ground != Ground::NONE {
            self.way.keep(key, ground);
        } else if repetition == Repetition::Never || is_solved(numbers) {
            self.table.put(key, numbers, work);
        } else {
            self.way.put(key, numbers, work);
        }
        Ok((numbers, ground))
    }

    fn look_at_children(&mut self, position: &T::Position, count: u32, children: &mut Vec<Child<T>>) {
        children.clear();
        let (tree, table, way) = (self.tree, &self.table, &self.way);
        let Ok(()) = tree.each_child(position, count, |child| {
            let (numbers, ground, open) = match tree.look(&child) {
                Look::Over(won) => (ProofNumberSearch::decided(won), Ground::NONE, None),
                Look::Open { turn, children } => {
                    let key = tree.key(&child);
                    let by_way = match tree.repetition() {
                        Repetition::Never => None,
                        Repetition::Worth(won) => {
                            way.ground_of(&key).map(|ground| (ProofNumberSearch::decided(won), ground))
                        }
                    };
                    let (numbers, ground) = by_way.unwrap_or_else(|| {
                        let mut known = table.get(&key);
                        if tree.repetition() != Repetition::Never {
                            known = known.or_else(|| way.get(key));
                        }
                        (known.unwrap_or(ProofNumbers { proof: 1, disproof: 1 }), Ground::NONE)
                    });
                    (numbers, ground, Some((turn, children, key)))
                }
            };
            children.push(Child { position: child, numbers, ground, open });
            Ok::<(), Infallible>(())
        });
    }

    /// A sibling may have been reached by another path in the meantime. The child just searched keeps the numbers that
    /// it returned, so that a table too small to hold them cannot send the search round in circles.
    fn refresh(&self, children: &mut [Child<T>], searched: usize) {
        for (index, child) in children.iter_mut().enumerate() {
            if index != searched
                && let Some((_, _, key)) = &child.open
                && let Some(numbers) = self.table.get(key)
            {
                child.numbers = numbers;
                child.ground = Ground::NONE;
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

fn is_solved(numbers: ProofNumbers) -> bool {
    numbers.proof == 0 || numbers.disproof == 0
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

impl Ground {
    /// The positions of the path that the value of a node depends on, given its children: none, unless the value is
    /// that of a repetition.
    fn of<T: Tree>(turn: Chooser, numbers: ProofNumbers, repetition: bool, children: &[Child<T>]) -> Ground {
        let worth = ProofNumberSearch::decided(repetition);
        if numbers != worth {
            return Ground::NONE;
        }
        let decisive = (turn == Chooser::Or) == repetition;
        let grounds = children.iter().filter(|child| child.numbers == worth).map(|child| child.ground);
        if decisive {
            // One of them is enough: the one that depends least on the path.
            grounds.min_by_key(|ground| ground.demand()).unwrap_or(Ground::NONE)
        } else {
            grounds.fold(Ground::NONE, Ground::and)
        }
    }
}
