//! The engine against searches that look at everything, on random trees.

use quandary_core::rules::{Rules, Side, Turn};
use quandary_core::{Budget, Seed};

use super::{AlphaBeta, Board, OnBoard, Pruning};
use crate::minimax::{Heuristic, WIN, ended, win_in};
use crate::random_tree::{RandomNode, RandomTree};

/// A random tree as a board: where a side moves twice, the other one passes in between.
#[derive(Clone, Debug)]
pub(crate) struct RandomBoard {
    tree: RandomTree,
    past: Vec<Spot>,
    spot: Spot,
}

/// Where the game stands, and who is to move here.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spot {
    node: RandomNode,
    side: Side,
}

/// The move of a side that is not to move in the tree.
const PASS: u8 = 9;

impl RandomBoard {
    fn new(tree: RandomTree) -> Option<RandomBoard> {
        let node = tree.root();
        let side = tree.turn(&node).side()?;
        Some(RandomBoard { tree, past: Vec::new(), spot: Spot { node, side } })
    }

    fn is_mine(&self) -> bool {
        self.tree.turn(&self.spot.node) == Turn::To(self.spot.side)
    }

    /// All moves and the noisy ones.
    fn lists(&self) -> (Vec<u8>, Vec<u8>) {
        let (mut all, mut noisy) = (Vec::new(), Vec::new());
        if self.is_mine() {
            self.tree.moves(&self.spot.node, &mut all);
            self.tree.noisy(&self.spot.node, &mut noisy);
        } else if self.tree.turn(&self.spot.node).side().is_some() {
            all.push(PASS);
            noisy.push(PASS);
        }
        (all, noisy)
    }

    fn go(&mut self, spot: Spot) {
        self.past.push(self.spot);
        self.spot = spot;
    }
}

impl Board for RandomBoard {
    type Move = u8;
    const PLACES: usize = 16;
    const MARGIN: i32 = 2;

    fn play(&mut self, chosen: u8) -> bool {
        // Now and then a listed move turns out to be illegal, but never the first.
        if chosen == 3 && self.spot.node.ply() % 3 == 2 {
            return false;
        }
        let Spot { node, side } = self.spot;
        let node = if chosen == PASS { node } else { self.tree.apply(&node, chosen) };
        self.go(Spot { node, side: side.other() });
        true
    }

    fn undo(&mut self) {
        self.spot = self.past.pop().unwrap();
    }

    fn pass(&mut self) {
        let Spot { node, side } = self.spot;
        self.go(Spot { node: self.tree.apply(&node, 7), side: side.other() });
    }

    fn unpass(&mut self) {
        self.undo();
    }

    fn may_pass(&self) -> bool {
        true
    }

    fn key(&self) -> u64 {
        self.tree.key(&self.spot.node) ^ u64::from(self.spot.side == Side::First)
    }

    fn evaluate(&mut self) -> i32 {
        let worth = self.tree.worth(&self.spot.node);
        if self.spot.side == Side::First { worth } else { -worth }
    }

    fn settled(&mut self, _: i32) -> Option<i32> {
        let outcome = self.tree.turn(&self.spot.node).outcome()?;
        Some(ended(outcome, self.spot.side, 0))
    }

    fn must_move(&self) -> bool {
        let (all, noisy) = self.lists();
        all.len() == noisy.len()
    }

    fn in_check(&self) -> bool {
        self.key().is_multiple_of(5)
    }

    fn noisy(&self, out: &mut Vec<u8>) {
        out.extend(self.lists().1);
    }

    fn quiet(&self, out: &mut Vec<u8>) {
        let (all, noisy) = self.lists();
        out.extend(all.into_iter().filter(|chosen| !noisy.contains(chosen)));
    }

    fn is_noisy(&self, chosen: u8) -> bool {
        self.lists().1.contains(&chosen)
    }

    fn is_losing(&self, chosen: u8) -> bool {
        chosen == 2
    }

    fn code(chosen: u8) -> u32 {
        u32::from(chosen) + 1
    }

    fn recall(&self, code: u32) -> Option<u8> {
        let chosen = (code - 1) as u8;
        self.lists().0.contains(&chosen).then_some(chosen)
    }

    fn place(&self, chosen: u8) -> usize {
        chosen.into()
    }
}

/// Minimax as the textbook has it: nothing is cut, nothing is remembered.
fn plain(board: &mut RandomBoard, depth: i32) -> i32 {
    if let Some(value) = board.settled(0) {
        return value;
    }
    let (all, noisy) = board.lists();
    let (mut value, tried) = match depth {
        0 if all.len() > noisy.len() => (board.evaluate(), noisy),
        0 => (-WIN - 1, noisy),
        _ => (-WIN - 1, all),
    };
    for chosen in tried {
        if board.play(chosen) {
            let of_move = later(-plain(board, (depth - 1).max(0)));
            board.undo();
            value = value.max(of_move);
        }
    }
    if value < -WIN { -WIN } else { value }
}

/// A win seen from a move before is a move further away.
fn later(value: i32) -> i32 {
    if win_in(value).is_some() { value - value.signum() } else { value }
}

/// Whether a side can force a win within these plies.
fn wins(board: &mut RandomBoard, plies: i32) -> bool {
    exact(board, plies) > 0
}

/// 1 for a win of the side to move within these plies, -1 for a loss, 0 for everything else.
fn exact(board: &mut RandomBoard, plies: i32) -> i32 {
    if let Some(value) = board.settled(0) {
        return value.signum();
    }
    if plies == 0 {
        return 0;
    }
    let mut best = -1;
    for chosen in board.lists().0 {
        if board.play(chosen) {
            best = best.max(-exact(board, plies - 1));
            board.undo();
        }
    }
    best
}

#[test]
fn without_pruning_a_value_is_that_of_minimax_whatever_the_table_holds() {
    let mut checked = 0;
    for seed in 0..300 {
        let tree = RandomTree::new(Seed(seed), 7);
        let Some(board) = RandomBoard::new(tree) else { continue };
        for depth in 1..=5 {
            for bytes in [1 << 20, 1 << 8] {
                let engine = AlphaBeta::new(bytes).with_pruning(Pruning::NONE).to_depth(depth).with_lines(9);
                let mut engine = engine;
                let thought = engine.ponder(board.clone(), &mut Budget::unlimited(), &mut |_, _| ()).unwrap();
                let mut own = board.clone();
                let depth = thought.depth as i32;
                assert_eq!(thought.value, plain(&mut own, depth), "seed {seed}, depth {depth}");
                for &(chosen, value) in &thought.ranked {
                    assert!(own.play(chosen));
                    assert_eq!(value, later(-plain(&mut own, depth - 1)), "seed {seed}, {chosen}");
                    own.undo();
                }
                let legal = own.lists().0.into_iter().filter(|&chosen| own.clone().play(chosen)).count();
                assert_eq!(thought.ranked.len(), legal, "every move has its value");
                checked += 1;
            }
        }
    }
    assert!(checked > 1000, "{checked}");
}

#[test]
fn a_proved_win_is_a_win_whatever_was_pruned() {
    let (mut won, mut lost, mut missed) = (0, 0, 0);
    for seed in 0..400 {
        let Some(board) = RandomBoard::new(RandomTree::new(Seed(seed), 6)) else { continue };
        let mut engine = AlphaBeta::new(1 << 14).to_depth(5);
        engine.ponder(board.clone(), &mut Budget::unlimited(), &mut |thought, _| {
            let mut own = board.clone();
            match win_in(thought.value) {
                Some(plies) if plies > 0 => {
                    assert!(thought.proved && wins(&mut own, plies), "seed {seed}: {thought:?}");
                    assert!(own.play(thought.best));
                    assert_eq!(exact(&mut own, plies - 1), -1, "seed {seed}: by this move");
                    won += 1;
                }
                Some(plies) => {
                    assert!(thought.proved);
                    assert_eq!(exact(&mut own, -plies), -1, "seed {seed}: {thought:?}");
                    lost += 1;
                }
                None => {
                    assert!(!thought.proved);
                    missed += i32::from(exact(&mut own, thought.depth as i32) != 0);
                }
            }
        });
    }
    assert!(won > 100 && lost > 50, "{won} {lost}, missed {missed}");
}

#[test]
fn the_same_budget_gives_the_same_thought_and_a_larger_one_begins_with_the_smaller() {
    for seed in 0..40 {
        let Some(board) = RandomBoard::new(RandomTree::new(Seed(seed), 12)) else { continue };
        let think = |nodes| {
            let mut heard = Vec::new();
            let mut budget = Budget::nodes(nodes);
            let last = AlphaBeta::new(1 << 14)
                .ponder(board.clone(), &mut budget, &mut |thought, _| heard.push(thought.clone()));
            assert_eq!(last.as_ref(), heard.last());
            heard
        };
        let (short, long) = (think(400), think(2000));
        assert_eq!(short, think(400));
        let whole = short.iter().filter(|thought| thought.nodes < 400).count().saturating_sub(1);
        assert_eq!(short[..whole], long[..whole], "seed {seed}");
        assert!(long.len() >= short.len());
    }
}

#[test]
fn a_budget_of_nothing_gives_no_thought() {
    let board = (0..).find_map(|seed| RandomBoard::new(RandomTree::new(Seed(seed), 5))).unwrap();
    let mut heard = 0;
    let thought = AlphaBeta::new(1 << 10).ponder(board, &mut Budget::nodes(0), &mut |_, _| heard += 1);
    assert_eq!((thought, heard), (None, 0));
}

impl OnBoard for RandomTree {
    type Board = RandomBoard;

    fn board(&self, node: &RandomNode) -> RandomBoard {
        let side = self.turn(node).side().unwrap_or(Side::First);
        RandomBoard { tree: *self, past: Vec::new(), spot: Spot { node: *node, side } }
    }
}
