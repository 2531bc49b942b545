//! Weighing every move of a position, better and better: first what the learnt evaluation says some moves ahead, then looking
//! to the end with more and more confidence, at last exactly.

use quandary_core::rules::Rules;
use quandary_core::{Budget, Exhausted};

use super::engine::Aim;
use super::notation::OthelloPosition;
use super::pattern::DISC;
use super::rules::{Action, Board, Position};
use super::solve::Endgame;
use super::solve::core::Node;
use super::solve::table::MOST;
use crate::value::Bounds;

/// What an opinion rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// Looking this many moves ahead.
    Ahead(u32),
    /// Looking to the end, leaving out what is unlikely.
    ProbablyTheEnd,
    /// No learnt evaluation, only the rough judgement: the order of the moves and nothing else.
    Rough,
}

/// A move, and what is known of it.
#[derive(Clone, Copy)]
pub(super) struct WeighedMove {
    pub(super) action: Action,
    pub(super) child: Position,
    /// Where its score lies, for the opponent.
    pub(super) bounds: Bounds,
    /// What it is probably worth to the player who makes it, in eighths of a disc; rough points where sight is
    /// [`Sight::Rough`].
    pub(super) worth: i32,
}

impl WeighedMove {
    /// The estimate, held within what is proved.
    pub(super) fn likely(&self) -> i32 {
        let Bounds { lower, upper } = self.bounds.turned();
        self.worth.clamp(lower * DISC, upper * DISC)
    }
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Look(Aim),
    /// The score of every move, as far as this window tells.
    Narrow(i32, i32),
}

/// Weighs all moves of one position.
pub(super) struct Weighing<'s> {
    pub(super) solver: &'s mut Endgame,
    pub(super) moves: Vec<WeighedMove>,
    pub(super) sight: Sight,
    stages: std::vec::IntoIter<Stage>,
}

/// The depth of the rough judgement.
const ROUGH_DEPTH: u32 = 4;
/// A first guess is off by this much at most, in most positions: in eighths of a disc.
const USUAL_CHANGE: i32 = 5 * DISC;

impl<'s> Weighing<'s> {
    /// With a first look at every move, which costs next to nothing.
    pub(super) fn of(placed: &OthelloPosition, solver: &'s mut Endgame) -> Weighing<'s> {
        let (rules, position) = (placed.rules(), placed.position);
        let full = placed.board.squares().count_ones() as i32;
        let mut actions = Vec::new();
        rules.moves(&position, &mut actions);
        let is_learnt = placed.board == Board::Eight;
        let moves = actions
            .into_iter()
            .map(|action| {
                let child = rules.apply(&position, action);
                let worth = if is_learnt {
                    -solver.core.judge.worth(&Node::of(child).features, rules.empty(child).count_ones())
                } else {
                    solver.rough_worth(child, ROUGH_DEPTH)
                };
                WeighedMove { action, child, bounds: Bounds { lower: -full, upper: full }, worth }
            })
            .collect();
        let empty = rules.empty(position).count_ones();
        let looks = Aim::all(empty).filter(|aim| is_learnt && !aim.is_exact() && *aim != Aim::Ahead(1));
        let exact = [Stage::Narrow(-1, 1), Stage::Narrow(-full, full)];
        let stages: Vec<Stage> = looks.map(Stage::Look).chain(exact).collect();
        let sight = if is_learnt { Sight::Ahead(1) } else { Sight::Rough };
        let mut weighing = Weighing { solver, moves, sight, stages: stages.into_iter() };
        weighing.sort();
        weighing
    }

    /// One step better: `false` when there is nothing more to find out.
    pub(super) fn step(&mut self, budget: &mut Budget) -> Result<bool, Exhausted> {
        let Some(stage) = self.stages.next() else { return Ok(false) };
        match stage {
            Stage::Look(aim) => self.look(aim, budget)?,
            Stage::Narrow(low, high) => {
                let mut stopped = None;
                for index in 0..self.moves.len() {
                    if stopped.is_none() {
                        let WeighedMove { child, bounds, .. } = &mut self.moves[index];
                        stopped = self.solver.narrow(*child, bounds, (low, high), budget).err();
                    }
                }
                self.sort();
                if let Some(why) = stopped {
                    return Err(why);
                }
            }
        }
        Ok(true)
    }

    /// Weighs every move by one aim. What is not finished is forgotten: values of different depths cannot be compared.
    fn look(&mut self, aim: Aim, budget: &mut Budget) -> Result<(), Exhausted> {
        let mut worths = Vec::with_capacity(self.moves.len());
        for one in &self.moves {
            let node = Node::of(one.child);
            let (mut low, mut high) =
                ((-one.worth - USUAL_CHANGE).max(-MOST), (-one.worth + USUAL_CHANGE).min(MOST));
            let worth = loop {
                let worth =
                    self.solver.core.within(budget, |core| core.seek(&node, low, high, aim.below()))?;
                if worth <= low && low > -MOST {
                    (low, high) = (-MOST, worth + DISC);
                } else if worth >= high && high < MOST {
                    (low, high) = (worth - DISC, MOST);
                } else {
                    break worth;
                }
            };
            worths.push(-worth);
        }
        for (one, worth) in self.moves.iter_mut().zip(worths) {
            one.worth = worth;
        }
        self.sight = match aim {
            Aim::Ahead(depth) => Sight::Ahead(depth),
            Aim::End(_) => Sight::ProbablyTheEnd,
        };
        self.sort();
        Ok(())
    }

    /// The best first: what is proved counts, then what is likely.
    fn sort(&mut self) {
        let is_rough = self.sight == Sight::Rough;
        self.moves.sort_by_key(|one| {
            let Bounds { lower, upper } = one.bounds;
            let likely = if is_rough { one.worth } else { one.likely() };
            // An exact score is its own estimate; on the small board estimates are points of another kind.
            let likely = if one.bounds.is_exact() && !is_rough { -DISC * upper } else { likely };
            (upper.signum(), lower.signum(), -likely)
        });
        // Of moves that are all known, the score decides, and then the judgement.
        if self.moves.iter().all(|one| one.bounds.is_exact()) {
            self.moves.sort_by_key(|one| (one.bounds.upper, -one.worth));
        }
    }

    /// Whether the first move is proved to be the best.
    pub(super) fn is_settled(&self) -> bool {
        let Some((best, others)) = self.moves.split_first() else { return true };
        let bounds = best.bounds.turned();
        bounds.is_exact() && others.iter().all(|other| -other.bounds.lower <= bounds.lower)
    }
}
