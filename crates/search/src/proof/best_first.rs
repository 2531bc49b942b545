//! The loop that all best-first solvers share: descend, expand, update.
//!
//! A [`Rule`] says which numbers a leaf gets, how they are combined and which child to follow; everything else (the
//! arena, the path, solved nodes, budgets, statistics) is here. A node is solved by logic alone: numbers never prove
//! anything, however close to 0 or 1 they come.

use quandary_core::{Budget, Exhausted, StopFlag};

use super::arena::{Arena, Node};
use crate::tree::{Chooser, Look, Repetition, Tree};

/// The numbers of a best-first solver.
pub trait Rule<T: Tree> {
    /// Its numbers in a node; 8 bytes make nodes of 16.
    type Numbers: Copy + PartialEq + std::fmt::Debug;

    /// The numbers of a leaf that is won or not.
    fn over(&self, won: bool) -> Self::Numbers;

    /// The numbers of a new leaf where the game goes on; a rule that takes long polls `stop`.
    fn leaf(&mut self, tree: &T, position: &T::Position, stop: &StopFlag)
    -> Result<Self::Numbers, Exhausted>;

    /// The numbers of an inner node. `weights` gives the chance of each child where dice decide.
    fn combine(
        &self,
        turn: Chooser,
        children: &[Node<Self::Numbers>],
        weights: impl Fn(u32) -> f64,
    ) -> Self::Numbers;

    /// The child to follow, which must not be solved. There is always one.
    fn select(&self, turn: Chooser, children: &[Node<Self::Numbers>]) -> usize;

    /// A verdict from the numbers of the root alone, which is not a proof. Only the estimate mode has one.
    fn estimate(&self, _root: Self::Numbers) -> Option<bool> {
        None
    }

    /// Makes the children of a leaf.
    fn open(
        &mut self,
        leaf: &Leaf<'_, T>,
        budget: &mut Budget,
        out: &mut Vec<Node<Self::Numbers>>,
    ) -> Result<(), Exhausted> {
        let Leaf { tree, position, children, path, .. } = *leaf;
        tree.each_child(position, children, |child| {
            let look = match tree.repetition().verdict(path, || tree.key(&child)) {
                Some(won) => Look::Over(won),
                None => tree.look(&child),
            };
            out.push(match look {
                Look::Over(won) => Node::over(self.over(won), won),
                Look::Open { turn, children } => {
                    Node::open(self.leaf(tree, &child, budget.stop())?, turn, children)
                }
            });
            Ok(())
        })
    }

    /// Playouts so far.
    fn playouts(&self) -> u64 {
        0
    }
}

/// A leaf that is to be expanded.
pub struct Leaf<'l, T: Tree> {
    /// Its node.
    pub tree: &'l T,
    /// Its position.
    pub position: &'l T::Position,
    /// How many children it has.
    pub children: u32,
    /// How many nodes the search has made so far.
    pub nodes: usize,
    /// The keys of the positions from the root to here, where positions [repeat](Tree::repetition); empty elsewhere.
    pub path: &'l [T::Key],
}

/// The conclusion of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// A win is proved.
    Proved,
    /// It is proved that there is no win.
    Disproved,
    /// The numbers suggest a win (`true`) or none (`false`). This is not a proof.
    Estimated(bool),
    /// The budget ran out.
    Out(Exhausted),
}

impl Conclusion {
    /// The answer, proved or estimated.
    pub fn answer(self) -> Option<bool> {
        match self {
            Conclusion::Proved => Some(true),
            Conclusion::Disproved => Some(false),
            Conclusion::Estimated(won) => Some(won),
            Conclusion::Out(_) => None,
        }
    }

    /// Whether it is proved either way.
    pub fn is_proof(self) -> bool {
        matches!(self, Conclusion::Proved | Conclusion::Disproved)
    }

    /// The budget that ran out, if one did.
    pub fn out(self) -> Option<Exhausted> {
        match self {
            Conclusion::Out(why) => Some(why),
            _ => None,
        }
    }

    /// `win`, `loss`, the same with `estimated ` before it if it is not a proof, or `unknown`.
    pub fn verdict(self) -> &'static str {
        match self {
            Conclusion::Proved => "win",
            Conclusion::Disproved => "loss",
            Conclusion::Estimated(true) => "estimated win",
            Conclusion::Estimated(false) => "estimated loss",
            Conclusion::Out(_) => "unknown",
        }
    }

    /// `proved`, `disproved`, `estimated win`, `estimated no win` or `out`.
    pub fn name(self) -> &'static str {
        match self {
            Conclusion::Proved => "proved",
            Conclusion::Disproved => "disproved",
            Conclusion::Estimated(true) => "estimated win",
            Conclusion::Estimated(false) => "estimated no win",
            Conclusion::Out(_) => "out",
        }
    }
}

/// The conclusion and the cost of a search: the same record for every algorithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// What it concluded.
    pub conclusion: Conclusion,
    /// How many times a leaf was expanded (for the Monte-Carlo tree searches: playouts from a leaf; for df-pn:
    /// positions expanded, again or for the first time).
    pub iterations: u64,
    /// Nodes made.
    pub nodes: u64,
    /// Random games played.
    pub playouts: u64,
    /// Bytes taken by nodes or tables at the end.
    pub bytes: usize,
    /// Bytes of one node.
    pub node_bytes: usize,
}

/// A best-first search in progress.
///
/// A node belongs to one path from the root, so its value may depend on that path: positions that
/// [repeat](Tree::repetition) only need to be recognised.
pub struct BestFirst<'t, T: Tree, R: Rule<T>> {
    tree: &'t T,
    /// Its rule.
    pub rule: R,
    arena: Arena<R::Numbers>,
    /// The nodes from the root to the one where the next descent begins, with positions.
    path: Vec<(u32, T::Position)>,
    /// The keys of the path and of the positions before the root, if positions can repeat; empty otherwise.
    keys: Vec<T::Key>,
    iterations: u64,
    /// Whether the root still needs its numbers, which may take time.
    is_new: bool,
}

impl<'t, T: Tree, R: Rule<T>> BestFirst<'t, T, R> {
    /// A search whose tree never takes more than `bytes`.
    pub fn new(tree: &'t T, rule: R, bytes: usize) -> BestFirst<'t, T, R> {
        let root = tree.root();
        let keys = if tree.repetition() == Repetition::Never { Vec::new() } else { vec![tree.key(&root)] };
        BestFirst::at(tree, rule, bytes, root, keys)
    }

    /// A search below a leaf of another one.
    pub(super) fn below(leaf: &Leaf<'t, T>, rule: R, bytes: usize) -> BestFirst<'t, T, R> {
        BestFirst::at(leaf.tree, rule, bytes, leaf.position.clone(), leaf.path.to_vec())
    }

    fn at(
        tree: &'t T,
        rule: R,
        bytes: usize,
        position: T::Position,
        keys: Vec<T::Key>,
    ) -> BestFirst<'t, T, R> {
        let (root, is_new) = match tree.look(&position) {
            Look::Over(won) => (Node::over(rule.over(won), won), false),
            Look::Open { turn, children } => (Node::open(rule.over(false), turn, children), true),
        };
        let arena = Arena::new(root, bytes);
        let path = vec![(0, position)];
        BestFirst { tree, rule, arena, path, keys, iterations: 0, is_new }
    }

    /// Searches until the root is solved (or estimated) or the budget runs out; a new node costs 1.
    pub fn run(&mut self, budget: &mut Budget) -> Report {
        self.run_observed(budget, |_| {})
    }

    /// The same, calling `observe` with the search before each iteration and once more at the end.
    pub fn run_observed(&mut self, budget: &mut Budget, mut observe: impl FnMut(&Self)) -> Report {
        if self.is_new {
            match self.rule.leaf(self.tree, &self.path[0].1, budget.stop()) {
                Ok(numbers) => self.arena.get_mut(0).numbers = numbers,
                Err(why) => return self.report(Conclusion::Out(why)),
            }
            self.is_new = false;
        }
        let conclusion = loop {
            observe(self);
            let root = self.arena.get(0);
            if let Some(won) = root.solved() {
                break if won { Conclusion::Proved } else { Conclusion::Disproved };
            }
            if let Some(won) = self.rule.estimate(root.numbers) {
                break Conclusion::Estimated(won);
            }
            if let Err(why) = self.step(budget) {
                break Conclusion::Out(why);
            }
        };
        self.report(conclusion)
    }

    /// One iteration: goes down to a leaf, expands it, and updates the way back.
    fn step(&mut self, budget: &mut Budget) -> Result<(), Exhausted> {
        let leaf = self.descend();
        let position = &self.path.last().expect("the path holds the root").1;
        let children = self.arena.get(leaf).children();
        budget.spend(u64::from(children))?;
        let opened = Leaf { tree: self.tree, position, children, nodes: self.arena.len(), path: &self.keys };
        self.arena.expand(leaf, |out| self.rule.open(&opened, budget, out))?;
        self.iterations += 1;
        self.update();
        Ok(())
    }

    fn descend(&mut self) -> u32 {
        loop {
            let (node, position) = self.path.last().expect("the path holds the root");
            let node = *node;
            let here = self.arena.get(node);
            if !here.is_expanded() {
                return node;
            }
            let index = self.rule.select(here.turn(), self.arena.children(node)) as u32;
            let child = self.tree.child(position, index);
            if self.tree.repetition() != Repetition::Never {
                self.keys.push(self.tree.key(&child));
            }
            self.path.push((self.arena.child(node, index), child));
        }
    }

    /// Recomputes the nodes of the path from its end. It stops at the first one that did not change: nothing above it
    /// changes either, and the next descent would pass through it again.
    fn update(&mut self) {
        loop {
            let (node, position) = self.path.last().expect("the path holds the root");
            let node = *node;
            let children = self.arena.children(node);
            let here = self.arena.get(node);
            let turn = here.turn();
            let count = here.children();
            let solved = combine_solved(turn, children);
            let numbers = match solved {
                Some(won) => self.rule.over(won),
                None => {
                    self.rule.combine(turn, children, |index| self.tree.probability(position, index, count))
                }
            };
            let here = self.arena.get_mut(node);
            let unchanged = here.numbers == numbers && solved.is_none();
            here.numbers = numbers;
            if let Some(won) = solved {
                here.solve(won);
            }
            if unchanged || self.path.len() == 1 {
                return;
            }
            self.path.pop();
            if self.tree.repetition() != Repetition::Never {
                self.keys.pop();
            }
        }
    }

    /// The report of the search, if this is its conclusion.
    pub(super) fn report(&self, conclusion: Conclusion) -> Report {
        Report {
            conclusion,
            iterations: self.iterations,
            nodes: self.arena.len() as u64,
            playouts: self.rule.playouts(),
            bytes: self.arena.bytes(),
            node_bytes: size_of::<Node<R::Numbers>>(),
        }
    }

    /// The root.
    pub fn root(&self) -> &Node<R::Numbers> {
        self.arena.get(0)
    }

    /// Leaves expanded so far.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The tree.
    pub fn arena(&self) -> &Arena<R::Numbers> {
        &self.arena
    }
}

/// Whether the children already decide.
#[inline]
pub(crate) fn combine_solved<N>(turn: Chooser, children: &[Node<N>]) -> Option<bool> {
    let decisive = turn == Chooser::Or;
    let mut all_solved = true;
    for child in children {
        match child.solved() {
            Some(won) if won == decisive => return Some(decisive),
            Some(_) => {}
            None => all_solved = false,
        }
    }
    all_solved.then_some(!decisive)
}
