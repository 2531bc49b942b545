use quandary_core::Budget;
use quandary_core::rules::Rules;

use crate::minimax::{WIN, WORTH_LIMIT};

/// A board on which moves are played and taken back: what [`AlphaBeta`](super::AlphaBeta) needs of a game.
///
/// The sides take turns; a game in which a side may move twice makes a pass a move. All values are for the side to move, as
/// [`minimax`](crate::minimax) has them: judgements stay below [`WORTH_LIMIT`](crate::minimax::WORTH_LIMIT), a win after n
/// moves is `WIN - n`.
///
/// Moves come in two lists. Noisy ones (captures) are also looked at where the search ends, until the position is quiet. Both
/// lists may hold moves that turn out to be illegal when they are played, so that legality is only asked of moves that are tried.
pub trait Board {
    /// A move.
    type Move: Copy + PartialEq;

    /// How many places the history of moves has: see [`Board::place`].
    const PLACES: usize;

    /// What a quiet move may change at most on an ordinary day, such as the worth of a pawn: the unit of all pruning.
    const MARGIN: i32 = 100;

    /// Gets what a search from here needs beside the board, such as tables that all searches share. It keeps to the time and the
    /// memory of the search. Nodes are not counted: whichever search comes first makes the tables for all, and which one that
    /// is must not change what it finds. A search whose time is over by then finds nothing.
    fn prepare(&mut self, _budget: &Budget) {}

    /// Plays a move. `false`: it was illegal, and nothing has changed.
    fn play(&mut self, chosen: Self::Move) -> bool;

    /// Takes back the last move.
    fn undo(&mut self);

    /// Lets the other side move, as if a move had been made that changes nothing.
    fn pass(&mut self) {}

    /// Takes back a pass.
    fn unpass(&mut self) {}

    /// Whether it is nearly always good to have the move here. Only then a search may [`pass`](Board::pass): a side that is
    /// still ahead after a pass is not searched to the full depth.
    fn may_pass(&self) -> bool {
        false
    }

    /// A key for the table: the same for positions with the same future.
    fn key(&self) -> u64;

    /// What the position looks like it is worth.
    fn evaluate(&mut self) -> i32;

    /// The value where it is known without a search: the game is over, or a table or a proof says so. A win or loss given
    /// here must be true; anything else may be an opinion. `depth` is how deep the search would go.
    fn settled(&mut self, _depth: i32) -> Option<i32> {
        None
    }

    /// The value where no move is legal: lost, unless the game says otherwise.
    fn without_moves(&self) -> i32 {
        -WIN
    }

    /// Whether the position is so sharp that it is searched a move deeper.
    fn in_check(&self) -> bool {
        false
    }

    /// Whether the side to move may not wait: it is in check, or must capture. Nothing is pruned by judgement then, and where a
    /// search ends it tries every move.
    fn must_move(&self) -> bool {
        self.in_check()
    }

    /// Appends the noisy moves.
    fn noisy(&self, _out: &mut Vec<Self::Move>) {}

    /// Appends all other moves.
    fn quiet(&self, out: &mut Vec<Self::Move>);

    /// Whether a move is among the noisy ones.
    fn is_noisy(&self, _chosen: Self::Move) -> bool {
        false
    }

    /// How soon to try a noisy move: the largest first.
    fn promise(&self, _chosen: Self::Move) -> i32 {
        0
    }

    /// How soon to try a quiet move, beside what its history says: 0 if there is nothing to say.
    fn inclination(&self, _chosen: Self::Move) -> i32 {
        0
    }

    /// What a noisy move wins at most; used to skip what cannot help.
    fn gain(&self, _chosen: Self::Move) -> i32 {
        WORTH_LIMIT
    }

    /// Whether a noisy move loses more than it takes, by the exchange on the square where it ends.
    fn is_losing(&self, _chosen: Self::Move) -> bool {
        false
    }

    /// A move as a number, for the table. Never 0.
    fn code(chosen: Self::Move) -> u32;

    /// The move with this number, if it is in one of the lists here.
    fn recall(&self, code: u32) -> Option<Self::Move>;

    /// Where the history of a move is kept, below [`Board::PLACES`]: moves that mean the same share a place.
    fn place(&self, chosen: Self::Move) -> usize;
}

/// Rules with a [`Board`].
pub trait OnBoard: Rules<Move: Send> {
    /// The board.
    type Board: Board<Move = Self::Move> + Send;

    /// The board with a position on it, its past included as far as it counts. Only asked while the game goes on.
    fn board(&self, state: &Self::State) -> Self::Board;
}
