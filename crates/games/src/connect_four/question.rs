//! "Does the player to move win?" as a tree for the proof-number searches.

use quandary_core::Stream;
use quandary_search::tree::{Chooser, Look, Tree};

use super::geometry::Geometry;
use super::rules::{ConnectFour, Position};

/// The question whether the player to move at the root wins, or at least draws.
///
/// Children are the open columns from left to right. With plain rules a game ends with a line of four, so that
/// searches can be compared with those of others; with `sight` it is decided one stone earlier, where somebody
/// completes a line next whatever is done. A position and its mirror image have one key.
#[derive(Clone, Copy, Debug)]
pub struct Question<G> {
    /// The rules.
    pub rules: ConnectFour<G>,
    /// Where the game stands.
    pub root: Position,
    /// Whether a draw counts as a win.
    pub draw_wins: bool,
    /// Whether wins with the next stone are seen without playing it.
    pub sight: bool,
}

impl<G: Geometry> Question<G> {
    fn is_ours(&self, position: Position) -> bool {
        (position.ply() - self.root.ply()).is_multiple_of(2)
    }
}

impl<G: Geometry> Tree for Question<G> {
    type Position = Position;
    type Key = u64;

    fn root(&self) -> Position {
        self.root
    }

    #[inline]
    fn look(&self, position: &Position) -> Look {
        let ours = self.is_ours(*position);
        if self.rules.has_four(position.opponent()) {
            return Look::Over(!ours);
        }
        let playable = self.rules.playable(position.stones);
        if playable == 0 {
            return Look::Over(self.draw_wins);
        }
        if self.sight {
            let wins = playable & self.rules.winning_cells(position.mover, position.stones);
            if wins != 0 {
                return Look::Over(ours);
            }
            let threats = playable & self.rules.winning_cells(position.opponent(), position.stones);
            if threats & threats.wrapping_sub(1) != 0 {
                return Look::Over(!ours);
            }
        }
        Look::Open { turn: if ours { Chooser::Or } else { Chooser::And }, children: playable.count_ones() }
    }

    #[inline]
    fn child(&self, position: &Position, index: u32) -> Position {
        let mut playable = self.rules.playable(position.stones);
        for _ in 0..index {
            playable &= playable - 1;
        }
        position.with(playable & playable.wrapping_neg())
    }

    #[inline]
    fn each_child<E>(
        &self,
        position: &Position,
        _: u32,
        mut visit: impl FnMut(Position) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut playable = self.rules.playable(position.stones);
        while playable != 0 {
            visit(position.with(playable & playable.wrapping_neg()))?;
            playable &= playable - 1;
        }
        Ok(())
    }

    fn key(&self, position: &Position) -> u64 {
        let image = self.rules.mirrored(*position);
        (position.mover + position.stones).min(image.mover + image.stones)
    }

    fn playout(&self, position: &Position, stream: &mut Stream) -> bool {
        let mut position = *position;
        loop {
            if self.rules.has_four(position.opponent()) {
                return !self.is_ours(position);
            }
            let playable = self.rules.playable(position.stones);
            if playable == 0 {
                return self.draw_wins;
            }
            let index = stream.below(u64::from(playable.count_ones())) as u32;
            position = self.child(&position, index);
        }
    }
}
