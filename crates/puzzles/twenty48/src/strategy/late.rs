//! Positions late in a game, for games of the training to begin in (after the carousel shaping of Jaśkowski 2018).
//!
//! Games that reach 8192 are as good as over for a young network: it has seldom seen what comes then, and from the start
//! it takes thousands of moves to come back. So positions in which a stage had just begun are kept. A stage is how many
//! 2048s the large tiles are worth together: 4 when 8192 stands, 6 with 4096 beside it, 7 with 2048 beside them, 8 when
//! 16384 stands. It never falls while a game goes on.

use quandary_core::Stream;

use crate::quad::Quad;

/// The first stage that is kept: 8192, or as much in smaller tiles.
pub(super) const FIRST: usize = 4;

/// Stages that are kept, from [`FIRST`] on; the last is 32768 with 16384, 8192, 4096 and 2048 beside it.
pub(super) const STAGES: usize = 28;

/// Positions kept for each stage.
pub(super) const KEPT: usize = 4096;

/// From this many on a stage can be begun in.
const ENOUGH: usize = 16;

/// How many 2048s the large tiles of a board are worth.
///
/// ```
/// use quandary_twenty48::quad::Quad;
/// use quandary_twenty48::strategy::late::stage;
/// assert_eq!(stage(Quad(0xA987_6543_2110_0000)), 0);
/// assert_eq!(stage(Quad(0xDCB0_0000_0000_0001)), 7);
/// assert_eq!(stage(Quad(0xEBB0_0000_0000_0001)), 10);
/// ```
pub fn stage(board: Quad) -> usize {
    (0..16).map(|cell| board.get(cell)).filter(|&exponent| exponent >= 11).map(|e| 1 << (e - 11)).sum()
}

/// What is kept of each stage.
#[derive(Default)]
pub(super) struct Late {
    pub(super) stages: [Vec<Quad>; STAGES],
}

impl Late {
    /// A position of any stage of which enough are kept, each stage equally likely; none while there is no such stage.
    pub(super) fn choose(&self, stream: &mut Stream) -> Option<Quad> {
        let ready: usize = self.stages.iter().filter(|boards| boards.len() >= ENOUGH).count();
        if ready == 0 {
            return None;
        }
        let chosen = stream.index(ready);
        let boards = self.stages.iter().filter(|boards| boards.len() >= ENOUGH).nth(chosen)?;
        stream.choose(boards).copied()
    }

    /// Keeps a position of a stage that has just begun.
    pub(super) fn keep(&mut self, board: Quad, stage: usize, stream: &mut Stream) {
        let Some(boards) = stage.checked_sub(FIRST).and_then(|index| self.stages.get_mut(index)) else {
            return;
        };
        if boards.len() < KEPT {
            boards.push(board);
        } else {
            boards[stream.index(KEPT)] = board;
        }
    }
}
