//! Proof trees: what a certificate of Othello holds. The format is that of `check`'s page on Othello.

use std::collections::HashSet;

use quandary_core::{Budget, Exhausted};

use super::bits::Squares;
use super::notation::format_action;
use super::rules::{Action, Board, Othello, Position};
use super::solve::Endgame;
use crate::proof_tree::{Unwritten, most_remembered};

/// Writes the strategy by which one colour reaches a goal.
pub struct StrategyWriter<'s> {
    board: Board,
    solver: &'s mut Endgame,
    budget: &'s mut Budget,
    limit: usize,
    /// Whose strategy it is.
    black: bool,
    goal: i32,
    seen: HashSet<Position>,
    /// As many positions as the memory holds.
    most_seen: usize,
    squares: String,
}

impl<'s> StrategyWriter<'s> {
    /// The squares by which black (or white) scores at least `goal` from `position`; at most `limit` of them.
    pub fn write(
        solver: &'s mut Endgame,
        position: Position,
        black: bool,
        goal: i32,
        limit: usize,
        budget: &'s mut Budget,
    ) -> Result<String, Unwritten> {
        let board = solver.board();
        let most_seen = most_remembered::<Position>(budget);
        let (seen, squares) = (HashSet::new(), String::new());
        let mut writer =
            StrategyWriter { board, solver, budget, limit, black, goal, seen, most_seen, squares };
        writer.from(position)?;
        Ok(writer.squares)
    }

    fn from(&mut self, position: Position) -> Result<(), Unwritten> {
        let rules = Othello(self.board);
        let legal = rules.legal(position);
        if legal == 0 {
            if !rules.is_over(position) {
                return self.from(rules.pass(position));
            }
            let score = rules.final_score(position);
            let score = if position.black_to_move == self.black { score } else { -score };
            return if score >= self.goal { Ok(()) } else { Err(Unwritten::Impossible) };
        }
        if position.black_to_move != self.black {
            return Squares(legal).try_for_each(|square| self.from(rules.place(position, square)));
        }
        if !self.seen.insert(position) {
            return Ok(());
        }
        if self.squares.len() >= 2 * self.limit {
            return Err(Unwritten::TooLong);
        }
        if self.seen.len() > self.most_seen {
            return Err(Exhausted::Memory.into());
        }
        for square in Squares(legal) {
            let child = rules.place(position, square);
            if !self.solver.reaches(child, 1 - self.goal, self.budget)? {
                self.squares += &format_action(self.board, Action::Place(square));
                return self.from(child);
            }
        }
        Err(Unwritten::Impossible)
    }
}
