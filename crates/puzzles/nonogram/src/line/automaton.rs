//! Exact line solving in black and white.
//!
//! What the states are and how they move: [`super::states`]. Explanations fall out of the same sets: see
//! [`Automaton::explain`].

use super::Word;
use super::states::{Scratch, States};

/// A clue made ready for lines of one length.
#[derive(Clone, Debug)]
pub struct Automaton<W> {
    states: States<W, false>,
    block: W,
}

impl<W: Word> Automaton<W> {
    /// Bits that a line of `length` cells may need.
    pub const fn bits_for(length: usize) -> usize {
        length + 2
    }

    /// The automaton of `clue` for lines of `length` cells.
    ///
    /// # Panics
    /// When the clue does not fit into the line, or the line not into the word: both are decided before.
    pub fn new(clue: &[usize], length: usize) -> Automaton<W> {
        let mut block = W::ZERO;
        let states = States::new(clue, length, |_, state| block |= state);
        Automaton { states, block }
    }

    /// Number of cells.
    pub fn length(&self) -> usize {
        self.states.length()
    }

    #[inline]
    fn allowed(&self, filled: W, empty: W, cell: usize) -> W {
        self.block.when(!empty.has(cell)) | self.states.gap.when(!filled.has(cell))
    }

    /// All that follows from the known cells of one line: the black and the white cells common to all
    /// ways to complete it, or `None` when there is no way.
    ///
    /// `filled` and `empty` are disjoint sets of cells; the result includes them. O(length) word operations.
    ///
    /// ```
    /// use quandary_nonogram::line::{Automaton, Scratch};
    /// let clue = Automaton::<u64>::new(&[4], 6);
    /// let mut scratch = Scratch::new(6);
    /// assert_eq!(clue.solve(0, 0, &mut scratch), Some((0b001100, 0)));          // ..##..
    /// assert_eq!(clue.solve(0b000001, 0, &mut scratch), Some((0b001111, 0b110000)));
    /// assert_eq!(clue.solve(0, 0b000100, &mut scratch), None);
    /// ```
    #[inline]
    pub fn solve(&self, filled: W, empty: W, scratch: &mut Scratch<W>) -> Option<(W, W)> {
        let (mut filled, mut empty) = (filled, empty);
        let (mut may_fill, mut may_clear) = (W::ZERO, W::ZERO);
        let allowed = || {
            let allowed = self.allowed(filled, empty, 0);
            (filled, empty) = (filled.down(), empty.down());
            allowed
        };
        let met = |through: W| {
            may_fill = may_fill.up() | W::bit(0).when(!(through & self.block).is_zero());
            may_clear = may_clear.up() | W::bit(0).when(!(through & self.states.gap).is_zero());
        };
        self.states.read(scratch, allowed, met).then(|| (may_fill & !may_clear, may_clear & !may_fill))
    }

    /// Whether the line can be completed at all. O(length), about half the cost of [`Automaton::solve`].
    #[inline]
    pub fn feasible(&self, filled: W, empty: W) -> bool {
        self.states.readable(|cell| self.allowed(filled, empty, cell))
    }

    /// Why a line cannot be completed: a part of its known cells that alone already rules out every
    /// completion, and none of whose cells can be spared.
    ///
    /// * `filled`, `empty`: the known cells, which must make the line impossible.
    /// * `kept`: cells that cost nothing to name and are never dropped.
    ///
    /// Going from the left, a known cell is forgotten if no state reached over the cells decided so far can
    /// then read the rest. The mirrored walk is tried too, and the smaller answer wins.
    ///
    /// ```
    /// use quandary_nonogram::line::{Automaton, Scratch};
    /// let clue = Automaton::<u64>::new(&[2], 6);
    /// // #..#.# cannot hold one block of two; the first and the fourth cell alone show it.
    /// let why = clue.explain(0b101001, 0b010110, 0, &mut Scratch::new(6));
    /// assert_eq!(why.count_ones(), 2);
    /// ```
    // Apart from its caller: inlined there, its loops lose their registers and a search costs 5 % more instructions.
    #[inline(never)]
    pub fn explain(&self, filled: W, empty: W, kept: W, scratch: &mut Scratch<W>) -> W {
        let n = self.length();
        for (cell, allowed) in scratch.allowed[..n].iter_mut().enumerate() {
            *allowed = self.allowed(filled, empty, cell);
        }
        let (known, anything) = (filled | empty, self.block | self.states.gap);
        let (mut from_left, mut from_right) = (W::ZERO, W::ZERO);
        // Kept cells restrict, the others do not.
        let walk = |why: &mut W, cell: usize, met: W, allowed: W| {
            let keep = kept.has(cell) | (known.has(cell) & !met.is_zero());
            *why |= W::bit(cell).when(keep);
            allowed | anything.when(!keep)
        };
        self.states.widen(
            scratch,
            |cell, met, allowed| walk(&mut from_left, cell, met, allowed),
            |cell, met, allowed| walk(&mut from_right, cell, met, allowed),
        );
        if (from_left & !kept).count() <= (from_right & !kept).count() { from_left } else { from_right }
    }
}
