//! The exact endgame.

mod evaluate;
mod last;
mod search;
mod table;

use quandary_core::{Budget, Exhausted};

use self::evaluate::Landmarks;
use self::table::Table;
use super::bits::Squares;
use super::rules::{Action, Board, Othello, Position};
use crate::value::Bounds;

/// Solves endgames exactly.
///
/// Principal variation search; positions remembered with both bounds and their best move; moves ordered by the
/// opponent's mobility, by parity and, far from the end, by a small search with a rough evaluation; cuts by stable
/// discs. Nothing is pruned on a guess, so every score is exact.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_games::othello::{Board, Endgame, Othello};
/// # use quandary_core::Seed;
/// let position = Othello(Board::Eight).random_position(52, &mut Seed(1).stream(0));
/// let solution = Endgame::new(Board::Eight, 12).solve(position, &mut Budget::unlimited()).unwrap();
/// assert_eq!(solution.score % 2, 0);
/// ```
pub struct Endgame {
    board: Board,
    marks: Landmarks,
    table: Table,
    budget: Budget,
}

/// An exact answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The difference of discs for the player to move, empty squares given to the winner.
    pub score: i32,
    /// A move that reaches it; `None` when the game is over.
    pub best: Option<Action>,
    /// Positions searched.
    pub nodes: u64,
}

impl Endgame {
    /// A solver with a table of `2^table_bits` entries of 24 bytes.
    pub fn new(board: Board, table_bits: u32) -> Endgame {
        Endgame {
            board,
            marks: Landmarks::of(board),
            table: Table::new(table_bits.clamp(2, 30)),
            budget: Budget::unlimited(),
        }
    }

    /// The board it plays on.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The exact score of a position and a best move, from an empty table.
    pub fn solve(&mut self, position: Position, budget: &mut Budget) -> Result<Solution, Exhausted> {
        self.table.clear();
        self.solve_within(position, -64, 64, budget)
    }

    /// Whether the player to move reaches at least `goal`; nothing is forgotten between calls.
    pub fn reaches(&mut self, position: Position, goal: i32, budget: &mut Budget) -> Result<bool, Exhausted> {
        let empty = Othello(self.board).empty(position);
        std::mem::swap(&mut self.budget, budget);
        let score = self.search(position.mover, position.opponent, empty, goal - 1, goal);
        std::mem::swap(&mut self.budget, budget);
        Ok(score? >= goal)
    }

    /// The exact score of every legal move for the player who makes it.
    pub fn scores(
        &mut self,
        position: Position,
        budget: &mut Budget,
    ) -> Result<Vec<(Action, Solution)>, Exhausted> {
        let rules = Othello(self.board);
        let legal = rules.legal(position);
        let mut scores = Vec::new();
        if legal == 0 && !rules.is_over(position) {
            let solution = self.solve(rules.pass(position), budget)?;
            scores.push((Action::Pass, Solution { score: -solution.score, ..solution }));
        }
        for square in Squares(legal) {
            let solution = self.solve(rules.place(position, square), budget)?;
            scores.push((Action::Place(square), Solution { score: -solution.score, ..solution }));
        }
        Ok(scores)
    }

    /// Narrows bounds that hold the score until they meet, or until the score is known to lie at or beyond an end of
    /// the window. What was proved before the budget ran out stays in them, and nothing is forgotten.
    pub fn narrow(
        &mut self,
        position: Position,
        bounds: &mut Bounds,
        (low, high): (i32, i32),
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let (low, high) = (low.max(bounds.lower), high.min(bounds.upper));
        if low >= high {
            return Ok(());
        }
        let empty = Othello(self.board).empty(position);
        // The search is told apart from its window's ends by fail-soft: at an end it still gives a bound.
        let (alpha, beta) =
            if bounds.lower == low && bounds.upper == high { (low - 1, high + 1) } else { (low, high) };
        std::mem::swap(&mut self.budget, budget);
        let score = self.search(position.mover, position.opponent, empty, alpha, beta);
        std::mem::swap(&mut self.budget, budget);
        let score = score?;
        if score > alpha {
            bounds.lower = bounds.lower.max(score);
        }
        if score < beta {
            bounds.upper = bounds.upper.min(score);
        }
        Ok(())
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// A move that reaches `score`, the exact score of the position; `None` when the game is over or the budget is.
    /// Nothing is forgotten: right after the score was found this costs little.
    pub fn best_action(&mut self, position: Position, score: i32, budget: &mut Budget) -> Option<Action> {
        let legal = Othello(self.board).legal(position);
        std::mem::swap(&mut self.budget, budget);
        let best = self.best_move(position, legal, score);
        std::mem::swap(&mut self.budget, budget);
        best
    }

    fn solve_within(
        &mut self,
        position: Position,
        low: i32,
        high: i32,
        budget: &mut Budget,
    ) -> Result<Solution, Exhausted> {
        let rules = Othello(self.board);
        let before = budget.spent();
        let empty = rules.empty(position);
        std::mem::swap(&mut self.budget, budget);
        let score = self.search(position.mover, position.opponent, empty, low, high);
        std::mem::swap(&mut self.budget, budget);
        let score = score?;
        let best = self.best_action(position, score, budget);
        Ok(Solution { score, best, nodes: budget.spent() - before })
    }

    /// A move that reaches the score: the remembered one, or the first that does.
    fn best_move(&mut self, position: Position, legal: u64, score: i32) -> Option<Action> {
        let rules = Othello(self.board);
        if legal == 0 {
            return (!rules.is_over(position)).then_some(Action::Pass);
        }
        let remembered = self.table.get(position.mover, position.opponent).map(|known| u32::from(known.best));
        let reaches = |this: &mut Endgame, square: u32| {
            let child = rules.place(position, square);
            let below = this.search(child.mover, child.opponent, rules.empty(child), -score, -score + 1);
            below.is_ok_and(|below| -below >= score)
        };
        let candidates = remembered.filter(|&square| square < 64).into_iter().chain(Squares(legal));
        for square in candidates {
            if legal >> square & 1 == 1 && reaches(self, square) {
                return Some(Action::Place(square));
            }
        }
        None
    }

    /// The final count for the owner of `own`, empty squares given to the winner.
    #[inline]
    fn count(&self, own: u64, other: u64) -> i32 {
        let (own, other) = (own.count_ones() as i32, other.count_ones() as i32);
        let empty = self.board.squares().count_ones() as i32 - own - other;
        own - other + empty * (own - other).signum()
    }
}
