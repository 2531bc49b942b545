//! The MCTS solver: UCT that also proves, plain or guided by proof numbers.

use quandary_core::{Budget, Exhausted, Stream};

use crate::proof::{Arena, Conclusion, Node, Report, combine_solved};
use crate::tree::{Chooser, Look, Repetition, Tree};

/// Random games through a node, how many of them were won, and the data of a [`Guide`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visits<E> {
    /// Games.
    pub games: u32,
    /// Games won.
    pub wins: u32,
    /// The guide's data.
    pub extra: E,
}

/// Something that guides the descent in addition to the upper confidence bounds.
pub trait Guide {
    /// Its data in a node.
    type Extra: Copy + std::fmt::Debug;

    /// For a leaf where the game goes on.
    fn leaf(&self) -> Self::Extra;

    /// For a solved node, won or not.
    fn decided(&self, won: bool) -> Self::Extra;

    /// For an inner node.
    fn combine(&self, turn: Chooser, children: &[Node<Visits<Self::Extra>>]) -> Self::Extra;

    /// Writes into `bonus` what to add to the bound of each child.
    fn bonus(&self, turn: Chooser, children: &[Node<Visits<Self::Extra>>], bonus: &mut Vec<f64>);
}

/// No guide: plain UCT.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unguided;

impl Guide for Unguided {
    type Extra = ();

    fn leaf(&self) {}
    fn decided(&self, _: bool) {}
    fn combine(&self, _: Chooser, _: &[Node<Visits<()>>]) {}

    fn bonus(&self, _: Chooser, children: &[Node<Visits<()>>], bonus: &mut Vec<f64>) {
        bonus.clear();
        bonus.resize(children.len(), 0.0);
    }
}

/// Monte-Carlo tree search with upper confidence bounds and proofs (Winands, Björnsson and Saito 2008).
///
/// Each iteration descends by the largest upper confidence bound for the side that decides (unvisited children first),
/// expands a leaf on its second visit, plays one random game from there and counts it on the way back. Solved children
/// are skipped, and a node is solved if its children decide it. A [`Guide`] may add to the bounds.
pub struct Uct<'t, T: Tree, G: Guide = Unguided> {
    tree: &'t T,
    guide: G,
    arena: Arena<Visits<G::Extra>>,
    exploration: f64,
    stream: Stream,
    iterations: u64,
    bonus: Vec<f64>,
    /// The keys of the path of this iteration, where positions repeat; empty elsewhere.
    keys: Vec<T::Key>,
}

impl<'t, T: Tree, G: Guide> Uct<'t, T, G> {
    /// A search with the exploration constant C, whose tree never takes more than `bytes`.
    pub fn new(tree: &'t T, guide: G, exploration: f64, bytes: usize, stream: Stream) -> Uct<'t, T, G> {
        let root = fresh(&guide, tree.look(&tree.root()));
        let arena = Arena::new(root, bytes);
        let (bonus, keys) = (Vec::new(), Vec::new());
        Uct { tree, guide, arena, exploration, stream, iterations: 0, bonus, keys }
    }

    /// Searches until the root is solved or the budget runs out; an iteration costs 1, and so does a new node.
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
            node_bytes: size_of::<Node<Visits<G::Extra>>>(),
        }
    }

    fn step(&mut self, budget: &mut Budget) -> Result<(), Exhausted> {
        // An iteration that makes no node must be charged too, or a budget would never end it.
        budget.spend(1)?;
        let mut position = self.tree.root();
        let mut path = vec![0_u32];
        self.keys.clear();
        loop {
            if self.tree.repetition() != Repetition::Never {
                self.keys.push(self.tree.key(&position));
            }
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
                if combine_solved(self.arena.get(node).turn(), self.arena.children(node)).is_some() {
                    // The way back marks it as solved.
                    break;
                }
            }
            let index = self.select(node, &position);
            position = self.tree.child(&position, index);
            path.push(self.arena.child(node, index));
        }
        let last = path[path.len() - 1];
        let decided = self.arena.get(last).solved().or_else(|| {
            let here = self.arena.get(last);
            if here.is_expanded() { combine_solved(here.turn(), self.arena.children(last)) } else { None }
        });
        let won = decided.unwrap_or_else(|| self.tree.playout(&position, &mut self.stream));
        self.iterations += 1;
        self.count(&path, won);
        Ok(())
    }

    fn expand(&mut self, node: u32, position: &T::Position, budget: &mut Budget) -> Result<(), Exhausted> {
        let count = self.arena.get(node).children();
        budget.spend(u64::from(count))?;
        let (tree, guide, keys) = (self.tree, &self.guide, &self.keys);
        self.arena.expand(node, |out| {
            tree.each_child(position, count, |child| {
                let repeated = tree.repetition().verdict(keys, || tree.key(&child));
                out.push(fresh(guide, repeated.map_or_else(|| tree.look(&child), Look::Over)));
                Ok(())
            })
        })
    }

    fn count(&mut self, path: &[u32], won: bool) {
        for &node in path.iter().rev() {
            let here = self.arena.get(node);
            let mut extra = here.numbers.extra;
            let mut solved = None;
            if here.solved().is_none() && here.is_expanded() {
                let children = self.arena.children(node);
                solved = combine_solved(here.turn(), children);
                extra = match solved {
                    Some(won) => self.guide.decided(won),
                    None => self.guide.combine(here.turn(), children),
                };
            }
            let here = self.arena.get_mut(node);
            here.numbers.games += 1;
            here.numbers.wins += u32::from(won);
            here.numbers.extra = extra;
            if let Some(won) = solved {
                here.solve(won);
            }
        }
    }

    /// The unsolved child with the largest upper confidence bound; where dice decide, a random one.
    fn select(&mut self, node: u32, position: &T::Position) -> u32 {
        let here = self.arena.get(node);
        let (turn, count) = (here.turn(), here.children());
        if turn == Chooser::Chance {
            loop {
                let index = self.throw(position, count);
                if self.arena.children(node)[index as usize].solved().is_none() {
                    return index;
                }
            }
        }
        let log = f64::from(here.numbers.games.max(1)).ln();
        let children = self.arena.children(node);
        self.guide.bonus(turn, children, &mut self.bonus);
        let mut best = (0, f64::NEG_INFINITY);
        for (index, child) in children.iter().enumerate() {
            if child.solved().is_some() {
                continue;
            }
            let Visits { games, wins, .. } = child.numbers;
            if games == 0 {
                return index as u32;
            }
            let share = f64::from(wins) / f64::from(games);
            let share = if turn == Chooser::Or { share } else { 1.0 - share };
            let bound = share + self.exploration * (log / f64::from(games)).sqrt() + self.bonus[index];
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

fn fresh<G: Guide>(guide: &G, look: Look) -> Node<Visits<G::Extra>> {
    let visits = |extra| Visits { games: 0, wins: 0, extra };
    match look {
        Look::Over(won) => Node::over(visits(guide.decided(won)), won),
        Look::Open { turn, children } => Node::open(visits(guide.leaf()), turn, children),
    }
}
