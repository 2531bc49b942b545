//! The player: looks ahead with the learnt evaluation, leaves out what is unlikely, and plays the end without fault.
//!
//! One move deeper each time; where the end is near enough, to the end: first with little confidence, then with more, at last
//! exactly. Nothing is measured with it ([`Heuristic`](quandary_search::minimax::Heuristic) serves there): it is a player.

mod mid;

use std::sync::Arc;

use quandary_core::{Budget, Exhausted};
use quandary_search::engine::{ByMinimax, Engine, Thought};

use super::bits::{Squares, flips};
use super::pattern::{DISC, Judge};
use super::rules::{Action, Board, Othello, Position};
use super::solve::core::Node;
use super::solve::table::{MOST, SURE};
use super::solve::{Core, Endgame};

/// How far a search looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// Some moves ahead.
    Ahead(u32),
    /// To the end, with a level of confidence.
    End(u8),
}

/// With at most this many empty squares left below the horizon, the end is looked at instead.
const END_WITHIN: u32 = 11;
/// At least this many moves are looked ahead before the end is.
const LEAST_AHEAD: u32 = 3;
/// Levels of confidence with which the engine looks to the end.
const LEVELS: [u8; 4] = [0, 1, 3, SURE];
/// With at most this many empty squares the small board is solved at once.
const SMALL_SOLVED_FROM: u32 = 14;
/// The confidence of searches that do not reach the end.
const AHEAD: u8 = 0;

impl Aim {
    /// What is searched in a position with this many empty squares, one after the other.
    pub(super) fn all(empty: u32) -> impl Iterator<Item = Aim> {
        // Something is known at once, however little may be spent.
        let deepest = empty.saturating_sub(END_WITHIN).max(LEAST_AHEAD).min(empty);
        let ahead = (1..=deepest).map(Aim::Ahead);
        // Where the end is near, it is found at once.
        let levels = if empty <= END_WITHIN + 3 { &LEVELS[LEVELS.len() - 1..] } else { &LEVELS[..] };
        ahead.chain(levels.iter().copied().map(Aim::End))
    }

    /// Whether it leaves nothing out up to the end.
    pub(super) fn is_exact(self) -> bool {
        self == Aim::End(SURE)
    }

    /// The same, seen from the position after a move.
    pub(super) fn below(self) -> Aim {
        match self {
            Aim::Ahead(depth) => Aim::Ahead(depth - 1),
            end @ Aim::End(_) => end,
        }
    }
}

impl Core {
    /// What a position is worth, in eighths of a disc, between `alpha` and `beta` (fail-soft).
    pub(super) fn seek(&mut self, node: &Node, alpha: i32, beta: i32, aim: Aim) -> Result<i32, Exhausted> {
        match aim {
            Aim::Ahead(depth) => self.mid(node, alpha, beta, depth, AHEAD),
            Aim::End(sureness) => {
                let (alpha, beta) = (alpha.div_euclid(DISC), -(-beta).div_euclid(DISC));
                Ok(self.far(node, alpha, beta, sureness)? * DISC)
            }
        }
    }
}

impl Core {
    /// How the game goes on after a move, as far as the table remembers.
    pub(super) fn line(&self, position: Position, first: Action, most: u32) -> Vec<Action> {
        let rules = self.rules();
        let mut line = Vec::new();
        let (mut at, mut next) = (position, Some(first));
        while let Some(action) = next.filter(|_| line.len() < most as usize) {
            line.push(action);
            at = match action {
                Action::Place(square) => rules.place(at, square),
                Action::Pass => rules.pass(at),
            };
            let legal = rules.legal(at);
            next = if legal == 0 {
                (!rules.is_over(at)).then_some(Action::Pass)
            } else {
                let known = self.table.get(at.mover, at.opponent);
                known
                    .map(|known| u32::from(known.best))
                    .filter(|&square| square < 64 && legal >> square & 1 == 1)
                    .map(Action::Place)
            };
        }
        line
    }
}

/// A move at the root.
#[derive(Clone, Copy)]
struct Choice {
    action: Action,
    child: Node,
    /// In eighths of a disc; of moves that are not the best, at most this.
    worth: i32,
}

/// The engine of Othello on the 8x8 board; the small board is played by its exact solver and the rough judgement.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_games::othello::{Board, Othello, Thinker};
/// use quandary_search::engine::Engine;
///
/// let mut depths = Vec::new();
/// let mut hear = |thought: &quandary_search::engine::Thought<_>| depths.push(thought.depth);
/// let rules = Othello(Board::Eight);
/// let thought = Thinker::new(12).think(&rules, &Othello::START, &mut Budget::nodes(20_000), &mut hear).unwrap();
/// assert!(thought.depth >= 4 && !thought.proved);
/// assert_eq!(depths, (1..=thought.depth).collect::<Vec<u32>>());
/// ```
pub struct Thinker {
    core: Core,
    /// For the small board.
    small: Option<(Endgame, ByMinimax)>,
    table_bits: u32,
}

/// A value of [`Thought`] is in hundredths of a disc.
fn hundredths(worth: i32) -> i32 {
    worth * 100 / DISC
}

impl Thinker {
    /// With a table of `2^table_bits` entries of 24 bytes.
    pub fn new(table_bits: u32) -> Thinker {
        Thinker::with_judge(table_bits, Judge::shipped())
    }

    /// One that plays by another evaluation.
    pub fn with_judge(table_bits: u32, judge: Arc<Judge>) -> Thinker {
        Thinker { core: Core::new(Board::Eight, table_bits, judge), small: None, table_bits }
    }

    /// The small board has no learnt evaluation: its end is solved, and before it serves the plain judgement.
    fn think_small(
        &mut self,
        rules: Othello,
        position: &Position,
        budget: &mut Budget,
        hear: &mut dyn FnMut(&Thought<Action>),
    ) -> Option<Thought<Action>> {
        let bits = self.table_bits;
        let (solver, judging) =
            self.small.get_or_insert_with(|| (Endgame::new(Board::Six, bits), ByMinimax::new(bits)));
        let empty = rules.empty(*position).count_ones();
        if empty > SMALL_SOLVED_FROM || rules.is_over(*position) {
            return judging.think(&rules, position, budget, hear);
        }
        let found = solver.solve(*position, budget).ok()?;
        let best = found.best?;
        let value = 100 * found.score;
        let thought = Thought {
            best,
            value,
            proved: true,
            depth: empty,
            nodes: found.nodes,
            line: vec![best],
            ranked: vec![(best, value)],
        };
        hear(&thought);
        Some(thought)
    }

    /// The choices, in the order in which they are tried.
    fn choices(&self, position: Position) -> Vec<Choice> {
        let rules = self.core.rules();
        let node = Node::of(position);
        let legal = rules.legal(position);
        if legal == 0 {
            let passed = Choice { action: Action::Pass, child: node.passed(), worth: 0 };
            return if rules.is_over(position) { Vec::new() } else { vec![passed] };
        }
        Squares(legal)
            .map(|square| {
                let child = node.after(square, flips(square, node.own, node.other));
                Choice { action: Action::Place(square), child, worth: 0 }
            })
            .collect()
    }

    /// The best of the choices, brought to the front, and its worth between `alpha` and `beta` (fail-soft).
    fn best_of(
        core: &mut Core,
        choices: &mut [Choice],
        mut alpha: i32,
        beta: i32,
        aim: Aim,
    ) -> Result<i32, Exhausted> {
        let aim = aim.below();
        let (mut best, mut chosen) = (i32::MIN, 0);
        for (index, choice) in choices.iter_mut().enumerate() {
            let child = choice.child;
            let mut worth = if index == 0 {
                -core.seek(&child, -beta, -alpha, aim)?
            } else {
                -core.seek(&child, -alpha - 1, -alpha, aim)?
            };
            if index > 0 && worth > alpha && worth < beta {
                worth = -core.seek(&child, -beta, -worth, aim)?;
            }
            choice.worth = worth;
            if worth > best {
                (best, chosen) = (worth, index);
                alpha = alpha.max(worth);
                if best >= beta {
                    break;
                }
            }
        }
        choices[..=chosen].rotate_right(1);
        Ok(best)
    }

    /// The worth of the position by one aim, where it is probably near `about`.
    fn look(core: &mut Core, choices: &mut [Choice], about: i32, aim: Aim) -> Result<i32, Exhausted> {
        let mut width = match aim {
            Aim::Ahead(1..=3) => MOST,
            Aim::Ahead(_) => 3 * DISC,
            Aim::End(_) => DISC,
        };
        // Scores at the end are even.
        let about = if matches!(aim, Aim::End(_)) { about / (2 * DISC) * (2 * DISC) } else { about };
        let (mut low, mut high) = ((about - width).max(-MOST), (about + width).min(MOST));
        loop {
            width *= 3;
            // Searches that leave something out may contradict each other without end.
            if width > 8 * MOST {
                return Self::best_of(core, choices, -MOST, MOST, aim);
            }
            let worth = Self::best_of(core, choices, low, high, aim)?;
            if worth <= low && low > -MOST {
                (low, high) = ((worth - width).max(-MOST), worth + 1);
            } else if worth >= high && high < MOST {
                (low, high) = (worth - 1, (worth + width).min(MOST));
            } else {
                return Ok(worth);
            }
        }
    }
}

impl Engine<Othello> for Thinker {
    fn think(
        &mut self,
        rules: &Othello,
        position: &Position,
        budget: &mut Budget,
        hear: &mut dyn FnMut(&Thought<Action>),
    ) -> Option<Thought<Action>> {
        if rules.0 == Board::Six {
            return self.think_small(*rules, position, budget, hear);
        }
        let before = budget.spent();
        let empty = rules.empty(*position).count_ones();
        let mut choices = self.choices(*position);
        let mut thought: Option<Thought<Action>> = None;
        let mut about = 0;
        if choices.is_empty() {
            return None;
        }
        for aim in Aim::all(empty) {
            let found = self.core.within(budget, |core| Self::look(core, &mut choices, about, aim));
            let Ok(worth) = found else { break };
            about = worth;
            let best = choices[0].action;
            let (depth, proved) = match aim {
                Aim::Ahead(depth) => (depth, false),
                Aim::End(sureness) => (empty, sureness == SURE),
            };
            let deeper = Thought {
                best,
                value: hundredths(worth),
                proved,
                depth,
                nodes: budget.spent() - before,
                line: self.core.line(*position, best, depth),
                ranked: vec![(best, hundredths(worth))],
            };
            hear(&deeper);
            thought = Some(deeper);
        }
        thought
    }

    fn forget(&mut self) {
        self.core.table.clear();
        self.small = None;
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;
    use quandary_core::rules::Rules;

    use super::super::bits::moves;
    use super::*;

    fn think(position: Position, nodes: u64) -> Option<Thought<Action>> {
        Thinker::new(14).think(&Othello(Board::Eight), &position, &mut Budget::nodes(nodes), &mut |_| ())
    }

    #[test]
    fn what_is_proved_is_the_exact_score() {
        for (board, plies) in [(Board::Eight, 46), (Board::Eight, 49), (Board::Six, 21)] {
            for index in 0..8 {
                let rules = Othello(board);
                let position = rules.random_position(plies, &mut Seed(51).stream(index));
                let thought =
                    Thinker::new(14).think(&rules, &position, &mut Budget::unlimited(), &mut |_| ());
                let Some(thought) = thought else {
                    assert!(rules.is_over(position));
                    continue;
                };
                let exact = Endgame::new(board, 14).solve(position, &mut Budget::unlimited()).unwrap();
                assert!(thought.proved);
                assert_eq!(thought.value, 100 * exact.score);
                let after = rules.apply(&position, thought.best);
                let below = Endgame::new(board, 14).solve(after, &mut Budget::unlimited()).unwrap();
                assert_eq!(-below.score, exact.score);
            }
        }
    }

    /// Minimax over the learnt evaluation, without any cut.
    fn plainly(core: &Core, node: &Node, depth: u32) -> i32 {
        let count = node.empty().count_ones();
        let legal = moves(node.own, node.other, node.empty());
        if depth == 0 && count > 0 {
            return core.judge.worth(&node.features, count);
        }
        if legal == 0 {
            if moves(node.other, node.own, node.empty()) == 0 {
                return core.count(node.own, node.other) * DISC;
            }
            return -plainly(core, &node.passed(), depth);
        }
        let worth =
            |square| -plainly(core, &node.after(square, flips(square, node.own, node.other)), depth - 1);
        Squares(legal).map(worth).max().unwrap()
    }

    #[test]
    fn a_search_that_leaves_out_nothing_gives_the_value_of_minimax() {
        for index in 0..12 {
            let position =
                Othello(Board::Eight).random_position(8 + 4 * index, &mut Seed(52).stream(index.into()));
            let node = Node::of(position);
            let mut core = Core::new(Board::Eight, 12, Judge::shipped());
            for depth in 1..=4 {
                assert_eq!(core.mid(&node, -MOST, MOST, depth, SURE).unwrap(), plainly(&core, &node, depth));
            }
        }
    }

    #[test]
    fn the_same_nodes_give_the_same_thought() {
        for index in 0..4 {
            let position = Othello(Board::Eight).random_position(20, &mut Seed(53).stream(index));
            assert_eq!(think(position, 30_000), think(position, 30_000));
        }
        assert_eq!(think(Othello::START, 0), None);
    }

    #[test]
    fn it_beats_the_plain_judgement_with_as_many_nodes() {
        const NODES: u64 = 2000;
        const GAMES: u64 = 20;
        let rules = Othello(Board::Eight);
        let mut points = 0;
        for game in 0..GAMES {
            let mut position = rules.random_position(8, &mut Seed(54).stream(game / 2));
            let (mut ours, mut plain) = (Thinker::new(12), ByMinimax::new(12));
            while !rules.is_over(position) {
                let is_ours = position.black_to_move == (game % 2 == 0);
                let player: &mut dyn Engine<Othello> = if is_ours { &mut ours } else { &mut plain };
                let thought = player.think(&rules, &position, &mut Budget::nodes(NODES), &mut |_| ());
                position = rules.apply(&position, thought.unwrap().best);
            }
            let score = rules.final_score(position);
            let score = if position.black_to_move == (game % 2 == 0) { score } else { -score };
            points += 1 + score.signum();
        }
        // Of two equals one gets 15 wins of 20 or more once in 48 such matches.
        assert!(points >= 30, "{points} of {} points", 2 * GAMES);
    }
}
