//! "Does this side win within this many plies?" as a tree for the proof-number searches.

use quandary_core::rules::Side;
use quandary_search::tree::{Chooser, Look, Tree};

use super::board::Move;
use super::mate::Attack;
use super::rules::Diagram;

/// The question whether `winner` wins within this many plies, the last one being its own. Children are the legal moves,
/// or of the winner's moves those that give check.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Where the game stands.
    pub root: Diagram,
    /// Who is to win.
    pub winner: Side,
    /// Within how many plies.
    pub plies: u8,
    /// Which moves the winner may use.
    pub attack: Attack,
}

impl Question {
    fn moves(&self, diagram: &Diagram) -> Vec<Move> {
        let mut moves = diagram.legal();
        if diagram.side == self.winner && self.attack == Attack::Checks {
            moves.retain(|&chosen| diagram.after(chosen).0.in_check);
        }
        moves
    }
}

impl Tree for Question {
    /// What can be seen, and the plies left.
    type Position = (Diagram, u8);
    type Key = (u64, u8);

    fn root(&self) -> (Diagram, u8) {
        (self.root, self.plies)
    }

    fn look(&self, (diagram, left): &(Diagram, u8)) -> Look {
        let ours = diagram.side == self.winner;
        if !ours && diagram.is_lost() {
            return Look::Over(true);
        }
        // The last ply must be the winner's.
        if *left < if ours { 1 } else { 2 } {
            return Look::Over(false);
        }
        match self.moves(diagram).len() as u32 {
            0 => Look::Over(false),
            children => Look::Open { turn: if ours { Chooser::Or } else { Chooser::And }, children },
        }
    }

    fn child(&self, (diagram, left): &(Diagram, u8), index: u32) -> (Diagram, u8) {
        (diagram.after(self.moves(diagram)[index as usize]).0, left - 1)
    }

    fn each_child<E>(
        &self,
        (diagram, left): &(Diagram, u8),
        _: u32,
        mut visit: impl FnMut((Diagram, u8)) -> Result<(), E>,
    ) -> Result<(), E> {
        self.moves(diagram).into_iter().try_for_each(|chosen| visit((diagram.after(chosen).0, left - 1)))
    }

    fn key(&self, (diagram, left): &(Diagram, u8)) -> (u64, u8) {
        (diagram.key, *left)
    }
}
