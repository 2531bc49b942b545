//! The states of a clue's automaton and how sets of them move along a line: exact, and bit-parallel.
//!
//! A clue is a regular expression: 2 1 is `white* black black white+ black white*`. Its automaton has one
//! state for every cell of every block and one for every gap, in the order of the clue. For 2 1, with the
//! start state `g0` in bit 0:
//!
//! ```text
//! bit     0    1    2    3    4    5
//! state   g0   b1   b2   g1   b3   g2        gap   = bits 0, 3, 5
//!         ^start     \____\____ accept: 4, 5  block = bits 1, 2, 4
//! ```
//!
//! Reading a painted cell moves every state one bit up, if that lands in a block of its ink; reading a blank
//! cell moves one bit up if that lands in a gap, and gaps also stay where they are. So a set of states advances
//! over a cell of any knowledge with one shift, two ANDs and one OR:
//!
//! ```text
//! next = (set << 1 | set & gap) & allowed      allowed = the states of every ink that the cell may have
//! ```
//!
//! Where two blocks of different colours follow each other, the gap between them may be left out: from the last
//! cell of the first (`loose`) one may also go two bits up. In black and white that never happens, and the
//! compiler leaves it out.
//!
//! `forward[i]` is the set after the first i cells, `backward[i]` the set from which the rest can still be
//! read. Cell i may have an ink exactly when `forward[i + 1] & backward[i + 1]` meets its states. That is exact
//! (it is the product of the automaton with the line), and costs O(n) word operations whatever the clue: the
//! number of states is that of its cells and blocks plus one.

use super::Word;
use crate::Block;
use crate::rules::{cells_needed, states};

/// Room for the state sets of one line, kept between calls so that no call has to allocate or clear it.
#[derive(Clone, Debug)]
pub struct Scratch<W> {
    forward: Vec<W>,
    backward: Vec<W>,
    /// For each cell, the states that it allows.
    pub(super) allowed: Vec<W>,
}

impl<W: Word> Scratch<W> {
    /// Room for lines of up to `length` cells.
    pub fn new(length: usize) -> Scratch<W> {
        let sets = vec![W::ZERO; length + 1];
        Scratch { forward: sets.clone(), backward: sets.clone(), allowed: sets }
    }
}

/// The states of a clue on lines of one length. `TOUCH`: blocks may follow each other without a gap.
#[derive(Clone, Debug)]
pub(super) struct States<W, const TOUCH: bool> {
    length: usize,
    pub(super) gap: W,
    /// The last state of every block that the next one may touch.
    loose: W,
    accept: W,
    all: W,
}

impl<W: Word, const TOUCH: bool> States<W, TOUCH> {
    /// The states of `clue`; `paint` gets the ink of each block's states.
    ///
    /// # Panics
    /// When the clue does not fit into the line, or its states not into the word: both are decided before.
    pub(super) fn new<B: Block>(clue: &[B], length: usize, mut paint: impl FnMut(B::Ink, W)) -> Self {
        assert!(
            cells_needed(clue) <= length && states(clue) <= W::WIDTH,
            "{clue:?} does not fit {length} cells"
        );
        let (mut gap, mut loose, mut state) = (W::bit(0), W::ZERO, 0);
        for (index, block) in clue.iter().enumerate() {
            for _ in 0..block.cells() {
                state += 1;
                paint(block.ink(), W::bit(state));
            }
            if clue.get(index + 1).is_some_and(|next| next.ink() != block.ink()) {
                loose |= W::bit(state);
            }
            state += 1;
            gap |= W::bit(state);
        }
        // The clue is read when its last block is, with or without blank cells after it.
        let accept = W::bit(state) | if state > 0 { W::bit(state - 1) } else { W::ZERO };
        States { length, gap, loose, accept, all: W::low(state + 1) }
    }

    pub(super) fn length(&self) -> usize {
        self.length
    }

    #[inline]
    fn step(&self, set: W, allowed: W) -> W {
        let mut next = set.up() | (set & self.gap);
        if TOUCH {
            next |= (set & self.loose).up().up();
        }
        next & allowed
    }

    #[inline]
    fn step_back(&self, set: W, allowed: W) -> W {
        let target = set & allowed;
        let mut before = target.down() | (target & self.gap);
        if TOUCH {
            before |= target.down().down() & self.loose;
        }
        before
    }

    /// Reads a line. `allowed` gives the states that each cell allows, from the first cell to the last; then `met`
    /// gets, from the last cell to the first, the states that some reading has there. False when there is none.
    #[inline]
    pub(super) fn read(
        &self,
        scratch: &mut Scratch<W>,
        mut allowed: impl FnMut() -> W,
        mut met: impl FnMut(W),
    ) -> bool {
        let n = self.length;
        let forward = &mut scratch.forward[..n];
        let cells = &mut scratch.allowed[..n];
        let mut ahead = W::bit(0);
        for (cell, forward) in cells.iter_mut().zip(forward.iter_mut()) {
            *cell = allowed();
            ahead = self.step(ahead, *cell);
            *forward = ahead;
        }
        if (ahead & self.accept).is_zero() {
            return false;
        }
        // `forward` holds the sets after each cell; from the right, each is met by what can read the rest.
        let mut behind = self.accept;
        for (&cell, &ahead) in cells.iter().zip(forward.iter()).rev() {
            met(ahead & behind);
            behind = self.step_back(behind, cell);
        }
        true
    }

    /// Whether there is a reading at all. About half the cost of [`States::read`].
    #[inline]
    pub(super) fn readable(&self, mut allowed: impl FnMut(usize) -> W) -> bool {
        let ahead = (0..self.length).fold(W::bit(0), |set, cell| self.step(set, allowed(cell)));
        !(ahead & self.accept).is_zero()
    }

    /// Walks along a line that has no reading and asks at every cell which more states it might allow, so that there
    /// still is none.
    ///
    /// `scratch.allowed` holds what the cells allow. `widen(cell, met, allowed)` gets the states that would lead
    /// from the cells decided so far to a reading of the others, and answers with `allowed` and any states that are
    /// not among those. One walk goes from the left and asks the first of the two, its mirror image the second; both
    /// cost one pass together with the sets for the rest, where trying each cell by reading again would cost a pass
    /// for every cell.
    // The widening closures are small; the loops need their registers.
    #[inline]
    pub(super) fn widen(
        &self,
        scratch: &mut Scratch<W>,
        mut from_left: impl FnMut(usize, W, W) -> W,
        mut from_right: impl FnMut(usize, W, W) -> W,
    ) {
        let n = self.length;
        let allowed = &scratch.allowed[..n];
        let forward = &mut scratch.forward[..=n];
        let backward = &mut scratch.backward[..=n];
        let (mut ahead, mut behind) = (W::bit(0), self.accept);
        for i in 0..n {
            forward[i] = ahead;
            backward[n - i] = behind;
            ahead = self.step(ahead, allowed[i]);
            behind = self.step_back(behind, allowed[n - 1 - i]);
        }
        let (mut ahead, mut behind) = (W::bit(0), self.accept);
        for i in 0..n {
            let freed = self.step(ahead, self.all);
            ahead = freed & from_left(i, freed & backward[i + 1], allowed[i]);

            let cell = n - 1 - i;
            let met = self.step(forward[cell], behind);
            behind = self.step_back(behind, from_right(cell, met, allowed[cell]));
        }
    }
}
