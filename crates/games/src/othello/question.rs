//! "Does the player to move win?" as a tree for the proof-number searches.

use quandary_core::Stream;
use quandary_search::tree::{Chooser, Look, Tree};

use super::bits::Squares;
use super::rules::{Othello, Position};

/// The question whether the player to move at the root wins, or at least draws.
///
/// Children are the legal squares from a1 on; a forced pass is a node with one child.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The rules.
    pub rules: Othello,
    /// Where the game stands.
    pub root: Position,
    /// Whether a draw counts as a win.
    pub draw_wins: bool,
}

impl Question {
    fn is_ours(&self, position: &Position) -> bool {
        position.black_to_move == self.root.black_to_move
    }

    fn is_won(&self, position: &Position) -> bool {
        let score = self.rules.final_score(*position);
        let ours = if self.is_ours(position) { score } else { -score };
        ours > 0 || (ours == 0 && self.draw_wins)
    }
}

impl Tree for Question {
    type Position = Position;
    type Key = Position;

    fn root(&self) -> Position {
        self.root
    }

    fn look(&self, position: &Position) -> Look {
        let legal = self.rules.legal(*position);
        if legal == 0 && self.rules.is_over(*position) {
            return Look::Over(self.is_won(position));
        }
        let turn = if self.is_ours(position) { Chooser::Or } else { Chooser::And };
        Look::Open { turn, children: legal.count_ones().max(1) }
    }

    fn child(&self, position: &Position, index: u32) -> Position {
        match Squares(self.rules.legal(*position)).nth(index as usize) {
            Some(square) => self.rules.place(*position, square),
            None => self.rules.pass(*position),
        }
    }

    fn each_child<E>(
        &self,
        position: &Position,
        _: u32,
        mut visit: impl FnMut(Position) -> Result<(), E>,
    ) -> Result<(), E> {
        let legal = self.rules.legal(*position);
        if legal == 0 {
            return visit(self.rules.pass(*position));
        }
        Squares(legal).try_for_each(|square| visit(self.rules.place(*position, square)))
    }

    fn key(&self, position: &Position) -> Position {
        *position
    }

    fn playout(&self, position: &Position, stream: &mut Stream) -> bool {
        let mut position = *position;
        let mut passed = false;
        loop {
            let legal = self.rules.legal(position);
            if legal == 0 {
                if passed {
                    return self.is_won(&position);
                }
                passed = true;
                position = self.rules.pass(position);
                continue;
            }
            passed = false;
            let choice = stream.below(u64::from(legal.count_ones())) as usize;
            let square = Squares(legal).nth(choice).expect("the choice is one of the legal squares");
            position = self.rules.place(position, square);
        }
    }
}
