//! The MCTS solver: UCT that also proves.

use quandary_core::{Budget, Exhausted, Stream};

use super::pure::Tally;
use crate::proof::{Arena, Conclusion, Node, Report, combine_solved};
use crate::tree::{Look, Tree, Turn};

/// Monte-Carlo tree search with upper confidence bounds and proofs (Winands, Björnsson and Saito 2008).
///
/// Each iteration goes down by the largest upper confidence bound for whoever decides (unvisited children first),
/// expands a leaf on its second visit, plays one random game from there and counts it on the way back. Children
/// that are solved are passed by, and a node whose children decide it is solved.
pub struct Uct<'t, T: Tree> {
    tree: &'t T,
    arena: Arena<Tally>,
    exploration: f64,
    stream: Stream,
    iterations: u64,
}

impl<'t, T: Tree> Uct<'t, T> {
    /// A search with the exploration constant C, whose tree never takes more than `bytes`.
    pub fn new(tree: &'t T, exploration: f64, bytes: usize, stream: Stream) -> Uct<'t, T> {
        let root = fresh(tree.look(&tree.root()));
        Uct { tree, arena: Arena::new(root, bytes), exploration, stream, iterations: 0 }
    }

    /// Searches until the root is solved or the budget runs out; a node made costs 1.
    pub fn run(&mut self, budget: &mut Budget) -> Report {
        let conclusion = loop {
            if let Some(won) = self.arena.get(0).solved() {
                break if won { Conclusion::Proved } else { Conclusion::Disproved };
            }
            if let Err(why) = self.step(budget) {
                break Conclusion::Out(why);
            }
        };
        Report {
            conclusion,
            iterations: self.iterations,
            nodes: self.arena.len() as u64,
            playouts: self.iterations,
            bytes: self.arena.bytes(),
            node_bytes: size_of::<Node<Tally>>(),
        }
    }

    fn step(&mut self, budget: &mut Budget) -> Result<(), Exhausted> {
        // An iteration that makes no node must be charged too, or a budget would never end it.
        budget.spend(1)?;
        let mut position = self.tree.root();
        let mut path = vec![0_u32];
        loop {
            let node = path[path.len() - 1];
            let here = self.arena.get(node);
            if here.solved().is_some() {
                break;
            }
            if !here.is_expanded() {
                if here.numbers.games == 0 && node != 0 {
                    break;
                }
                self.expand(node, &position, budget)?;
                if let Some(won) = combine_solved(self.arena.get(node).turn(), self.arena.children(node)) {
                    self.arena.get_mut(node).solve(won);
                    break;
                }
            }
            let index = self.select(node, &position);
            position = self.tree.child(&position, index);
            path.push(self.arena.child(node, index));
        }
        let last = self.arena.get(path[path.len() - 1]);
        let won = last.solved().unwrap_or_else(|| self.tree.playout(&position, &mut self.stream));
        self.iterations += 1;
        self.count(&path, won);
        Ok(())
    }

    fn expand(&mut self, node: u32, position: &T::Position, budget: &mut Budget) -> Result<(), Exhausted> {
        let count = self.arena.get(node).children();
        budget.spend(u64::from(count))?;
        let tree = self.tree;
        self.arena.expand(node, (0..count).map(|index| fresh(tree.look(&tree.child(position, index)))))
    }

    fn count(&mut self, path: &[u32], won: bool) {
        for &node in path.iter().rev() {
            let here = self.arena.get(node);
            let solved = if here.solved().is_none() && here.is_expanded() {
                combine_solved(here.turn(), self.arena.children(node))
            } else {
                None
            };
            let here = self.arena.get_mut(node);
            here.numbers.games += 1;
            here.numbers.wins += u32::from(won);
            if let Some(won) = solved {
                here.solve(won);
            }
        }
    }

    /// The unsolved child with the largest upper confidence bound; where dice decide, a random one.
    fn select(&mut self, node: u32, position: &T::Position) -> u32 {
        let here = self.arena.get(node);
        let (turn, count) = (here.turn(), here.children());
        if turn == Turn::Chance {
            loop {
                let index = self.throw(position, count);
                if self.arena.children(node)[index as usize].solved().is_none() {
                    return index;
                }
            }
        }
        let log = f64::from(here.numbers.games.max(1)).ln();
        let mut best = (0, f64::NEG_INFINITY);
        for (index, child) in self.arena.children(node).iter().enumerate() {
            if child.solved().is_some() {
                continue;
            }
            let Tally { games, wins } = child.numbers;
            if games == 0 {
                return index as u32;
            }
            let share = f64::from(wins) / f64::from(games);
            let share = if turn == Turn::Or { share } else { 1.0 - share };
            let bound = share + self.exploration * (log / f64::from(games)).sqrt();
            if bound > best.1 {
                best = (index as u32, bound);
            }
        }
        best.0
    }

    fn throw(&mut self, position: &T::Position, count: u32) -> u32 {
        let mut left = self.stream.unit();
        for index in 0..count {
            left -= self.tree.probability(position, index, count);
            if left < 0.0 {
                return index;
            }
        }
        count - 1
    }
}

fn fresh(look: Look) -> Node<Tally> {
    let numbers = Tally { games: 0, wins: 0 };
    match look {
        Look::Over(won) => Node::over(numbers, won),
        Look::Open { turn, children } => Node::open(numbers, turn, children),
    }
}
