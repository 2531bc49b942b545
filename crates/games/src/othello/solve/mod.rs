//! The exact endgame.

pub(super) mod core;
mod evaluate;
mod far;
mod last;
mod near;
pub(super) mod table;

use std::sync::Arc;

use quandary_core::{Budget, Exhausted};

pub(super) use self::core::Core;
use self::core::Node;
use self::near::NEAR;
use self::table::SURE;
use super::bits::Squares;
use super::pattern::{DISC, Judge};
use super::rules::{Action, Board, Othello, Position};
use crate::value::Bounds;

/// Solves endgames exactly.
///
/// Principal variation search; positions remembered with both bounds and their best move; moves ordered by the
/// opponent's mobility, by parity and, far from the end, by a small search with the learnt evaluation; cuts by stable
/// discs. Searches that leave out what is unlikely come first, to find out which moves to try first and about where the
/// score lies; the last one leaves out nothing, so every score is exact.
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
    pub(super) core: Core,
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
        Endgame::with_judge(board, table_bits, Judge::shipped())
    }

    /// A solver that orders moves by another evaluation.
    pub(super) fn with_judge(board: Board, table_bits: u32, judge: Arc<Judge>) -> Endgame {
        Endgame { core: Core::new(board, table_bits, judge) }
    }

    /// The board it plays on.
    pub fn board(&self) -> Board {
        self.core.board
    }

    /// The exact score of a position and a best move, from an empty table.
    pub fn solve(&mut self, position: Position, budget: &mut Budget) -> Result<Solution, Exhausted> {
        self.core.table.clear();
        self.solve_within(position, -64, 64, budget)
    }

    /// Whether the player to move reaches at least `goal`; nothing is forgotten between calls.
    pub fn reaches(&mut self, position: Position, goal: i32, budget: &mut Budget) -> Result<bool, Exhausted> {
        let score = self.core.within(budget, |core| core.score_within(position, goal - 1, goal))?;
        Ok(score >= goal)
    }

    /// The exact score of every legal move for the player who makes it.
    pub fn scores(
        &mut self,
        position: Position,
        budget: &mut Budget,
    ) -> Result<Vec<(Action, Solution)>, Exhausted> {
        let rules = Othello(self.core.board);
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
        // The search is fail-soft: a score at an end of the window is still a bound.
        let (alpha, beta) =
            if bounds.lower == low && bounds.upper == high { (low - 1, high + 1) } else { (low, high) };
        let score = self.core.within(budget, |core| core.score_within(position, alpha, beta))?;
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
        self.core.table.clear();
    }

    /// A move that reaches `score`, the exact score of the position; `None` when the game is over or the budget is.
    /// Nothing is forgotten: right after the score was found this costs little.
    pub fn best_action(&mut self, position: Position, score: i32, budget: &mut Budget) -> Option<Action> {
        let legal = Othello(self.core.board).legal(position);
        self.core.within(budget, |core| Ok(core.best_move(position, legal, score))).unwrap_or(None)
    }

    /// What a move is worth by the rough judgement after `depth` more moves: good enough to say what to try first.
    pub(super) fn rough_worth(&self, child: Position, depth: u32) -> i32 {
        self.core.rough_worth(child, depth)
    }

    fn solve_within(
        &mut self,
        position: Position,
        low: i32,
        high: i32,
        budget: &mut Budget,
    ) -> Result<Solution, Exhausted> {
        let before = budget.spent();
        let score = self.core.within(budget, |core| core.score_within(position, low, high))?;
        let best = self.best_action(position, score, budget);
        Ok(Solution { score, best, nodes: budget.spent() - before })
    }
}

/// Levels of confidence of the searches that come before the exact one.
const LEVELS: [u8; 2] = [0, 2];
/// Looking ahead, which comes before those, is not worth more moves.
const DEEPEST_LOOK: u32 = 12;
/// From this many empty squares on, searches that leave something out come before the exact one.
const PREPARE_FROM: u32 = 15;

impl Core {
    /// The exact score of a position, between `alpha` and `beta` (fail-soft).
    pub(super) fn score_within(
        &mut self,
        position: Position,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Exhausted> {
        let empty = self.rules().empty(position);
        let count = empty.count_ones();
        if self.board == Board::Six || count <= NEAR {
            return self.near(position.mover, position.opponent, empty, alpha, beta);
        }
        let node = Node::of(position);
        if count < PREPARE_FROM {
            return self.far(&node, alpha, beta, SURE);
        }
        if let Some(known) = self.table.get(node.own, node.other).filter(|known| known.effort.is_exact()) {
            let (lower, upper) = (known.lower / DISC, known.upper / DISC);
            if lower >= beta || lower == upper {
                return Ok(lower);
            }
            if upper <= alpha {
                return Ok(upper);
            }
        }
        let mut about = 0;
        for depth in (2..=(count - 10).min(DEEPEST_LOOK)).step_by(2) {
            about = self.mid(&node, alpha * DISC, beta * DISC, depth, 0)?;
        }
        let mut about = about / DISC / 2 * 2;
        for sureness in LEVELS {
            about = self.around(&node, about, (alpha, beta), sureness)?;
        }
        self.around(&node, about, (alpha, beta), SURE)
    }

    /// The score between `alpha` and `beta` (fail-soft), where it is probably near `about`: narrow windows tell more quickly,
    /// and a score is even, so that there is one in each.
    fn around(
        &mut self,
        node: &Node,
        about: i32,
        (alpha, beta): (i32, i32),
        sureness: u8,
    ) -> Result<i32, Exhausted> {
        let (mut low, mut high) = ((about - 1).clamp(alpha, beta - 1), (about + 1).clamp(alpha + 1, beta));
        let mut step = 2;
        loop {
            let score = self.far(node, low, high, sureness)?;
            if score <= low && low > alpha {
                (low, high) = ((score - step).max(alpha), (score + 1).min(beta));
            } else if score >= high && high < beta {
                (low, high) = ((score - 1).max(alpha), (score + step).min(beta));
            } else {
                return Ok(score);
            }
            step *= 2;
            // Searches that leave something out may contradict each other without end.
            if step > 64 {
                return self.far(node, alpha, beta, sureness);
            }
        }
    }

    /// A move that reaches the score: the remembered one, or the first that does.
    fn best_move(&mut self, position: Position, legal: u64, score: i32) -> Option<Action> {
        let rules = self.rules();
        if legal == 0 {
            return (!rules.is_over(position)).then_some(Action::Pass);
        }
        let remembered = self.table.get(position.mover, position.opponent).map(|known| u32::from(known.best));
        let reaches = |this: &mut Core, square: u32| {
            let child = rules.place(position, square);
            let below = this.score_within(child, -score, -score + 1);
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
}
