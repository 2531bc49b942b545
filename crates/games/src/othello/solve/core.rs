//! What the exact solver and the engine share: the board, the table, the evaluation and the count of positions.

use std::sync::Arc;

use quandary_core::{Budget, Exhausted};

use super::super::bits::stable;
use super::super::pattern::{Features, Judge};
use super::super::rules::{Board, Othello, Position};
use super::evaluate::Landmarks;
use super::table::Table;

/// A position with what stands in its patterns.
#[derive(Clone, Copy)]
pub(in super::super) struct Node {
    pub(in super::super) own: u64,
    pub(in super::super) other: u64,
    pub(in super::super) features: Features,
}

impl Node {
    pub(in super::super) fn of(position: Position) -> Node {
        let Position { mover: own, opponent: other, .. } = position;
        Node { own, other, features: Features::of(own, other) }
    }

    #[inline]
    pub(in super::super) fn empty(&self) -> u64 {
        !(self.own | self.other)
    }

    #[inline]
    pub(in super::super) fn after(&self, square: u32, flipped: u64) -> Node {
        Node {
            own: self.other ^ flipped,
            other: self.own ^ flipped ^ 1 << square,
            features: self.features.after(square, flipped),
        }
    }

    #[inline]
    pub(in super::super) fn passed(&self) -> Node {
        Node { own: self.other, other: self.own, features: self.features.passed() }
    }
}

/// A move to be tried, and how promising it is.
#[derive(Clone, Copy)]
pub(in super::super) struct Candidate {
    pub(in super::super) node: Node,
    pub(in super::super) square: u8,
    pub(in super::super) merit: i32,
}

/// The searches' common ground.
pub(in super::super) struct Core {
    pub(super) board: Board,
    /// The squares of the board, and how many there are.
    pub(super) squares: u64,
    pub(super) full: i32,
    pub(super) marks: Landmarks,
    pub(in super::super) table: Table,
    pub(in super::super) judge: Arc<Judge>,
    pub(in super::super) budget: Budget,
    /// Positions that are not in the budget yet: the smallest end games are not to be stopped within.
    pub(super) unspent: u64,
    /// Moves to be tried, of all nodes above each other.
    pub(in super::super) moves: Vec<Candidate>,
}

impl Core {
    pub(in super::super) fn new(board: Board, table_bits: u32, judge: Arc<Judge>) -> Core {
        Core {
            board,
            squares: board.squares(),
            full: board.squares().count_ones() as i32,
            marks: Landmarks::of(board),
            table: Table::new(table_bits.clamp(2, 30)),
            judge,
            budget: Budget::unlimited(),
            unspent: 0,
            moves: Vec::new(),
        }
    }

    /// Works on this budget, and gives it back with what was spent.
    pub(in super::super) fn within<T>(
        &mut self,
        budget: &mut Budget,
        work: impl FnOnce(&mut Core) -> Result<T, Exhausted>,
    ) -> Result<T, Exhausted> {
        std::mem::swap(&mut self.budget, budget);
        let result = work(self);
        self.moves.clear();
        // What was found stands, whether or not the last positions were still paid for.
        let _ = self.budget.spend(std::mem::take(&mut self.unspent));
        std::mem::swap(&mut self.budget, budget);
        result
    }

    /// Counts one position, and those that were not counted yet.
    #[inline]
    pub(in super::super) fn spend(&mut self) -> Result<(), Exhausted> {
        self.budget.spend(1 + std::mem::take(&mut self.unspent))
    }

    pub(in super::super) fn rules(&self) -> Othello {
        Othello(self.board)
    }

    /// The final count for the owner of `own`, empty squares given to the winner.
    #[inline]
    pub(in super::super) fn count(&self, own: u64, other: u64) -> i32 {
        let (own, other) = (own.count_ones() as i32, other.count_ones() as i32);
        own - other + (self.full - own - other) * (own - other).signum()
    }

    /// An upper bound at or below `alpha`, when the opponent's stable discs alone give one.
    #[inline]
    pub(in super::super) fn stability_bound(&self, own: u64, other: u64, alpha: i32) -> Option<i32> {
        // The discs of the opponent are a cheap bound on the stable ones among them.
        if self.full - 2 * other.count_ones() as i32 > alpha {
            return None;
        }
        let bound = self.full - 2 * stable(other, own, self.squares).count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }
}
