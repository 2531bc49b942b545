//! "Does the player to move win?" as a tree for the proof-number searches.

use quandary_core::rules::Side;
use quandary_search::tree::{Chooser, Look, Tree};

use super::rules::{Gomoku, Point, Position};
use super::sight::{Sight, can_hold, look, sign};

/// The question whether the player to move at the root wins, or at least draws. It sees one stone ahead
/// ([`sight`](super::sight)), so that a row that must be stopped leaves one child.
///
/// Children are the points that need to be looked at, from a1 on.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The rules.
    pub rules: Gomoku,
    /// Where the game stands.
    pub root: Position,
    /// Whether a draw counts as a win.
    pub draw_wins: bool,
}

impl Question {
    fn asker(&self) -> Side {
        self.root.mover()
    }

    /// The children of a position, or what is known of it.
    fn sight(&self, position: &Position) -> Sight {
        let asker = self.asker();
        match look(&self.rules, position) {
            // Nobody can change the answer any more.
            Sight::Open(_) if !self.draw_wins && can_hold(&self.rules, position, asker.other()) => {
                Sight::Decided(-sign(asker))
            }
            Sight::Open(_) if self.draw_wins && can_hold(&self.rules, position, asker) => {
                Sight::Decided(sign(asker))
            }
            sight => sight,
        }
    }
}

impl Tree for Question {
    type Position = Position;
    type Key = Position;

    fn root(&self) -> Position {
        self.root
    }

    fn look(&self, position: &Position) -> Look {
        match self.sight(position) {
            Sight::Decided(0) => Look::Over(self.draw_wins),
            Sight::Decided(value) => Look::Over(value == sign(self.asker())),
            Sight::Open(points) => {
                let turn = if position.mover() == self.asker() { Chooser::Or } else { Chooser::And };
                Look::Open { turn, children: points.count() }
            }
        }
    }

    fn child(&self, position: &Position, index: u32) -> Position {
        let Sight::Open(points) = self.sight(position) else { return *position };
        let bit = points.iter().nth(index as usize).unwrap_or_default();
        self.rules.after(position, Point(bit as u16))
    }

    fn each_child<E>(
        &self,
        position: &Position,
        _: u32,
        mut visit: impl FnMut(Position) -> Result<(), E>,
    ) -> Result<(), E> {
        let Sight::Open(points) = self.sight(position) else { return Ok(()) };
        points.iter().try_for_each(|bit| visit(self.rules.after(position, Point(bit as u16))))
    }

    fn key(&self, position: &Position) -> Position {
        *position
    }
}
