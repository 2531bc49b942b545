//! Exact line solving, bit-parallel over the states of the clue's automaton.
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
//! Reading a black cell moves every state one bit up, if that lands in a block; reading a white cell moves
//! one bit up if that lands in a gap, and gaps also stay where they are. So a set of states advances over a
//! cell of any knowledge with one shift, two ANDs and one OR:
//!
//! ```text
//! next = (set << 1 | set & gap) & allowed      allowed = block (if it may be black) | gap (if it may be white)
//! ```
//!
//! `forward[i]` is the set after the first i cells, `backward[i]` the set from which the rest can still be
//! read. Cell i may be black exactly when `forward[i + 1] & backward[i + 1]` meets `block`, white when it
//! meets `gap`. That is exact (it is the product of the automaton with the line), and costs O(n) word
//! operations whatever the clue: the number of states is the clue's length plus two.
//!
//! Explanations fall out of the same sets: see [`Automaton::explain`].

use super::Word;

/// A clue made ready for lines of one length.
#[derive(Clone, Debug)]
pub struct Automaton<W> {
    length: usize,
    gap: W,
    block: W,
    accept: W,
}

/// Room for the state sets of one line, kept between calls so that no call has to allocate or clear it.
#[derive(Clone, Debug)]
pub struct Scratch<W> {
    forward: Vec<W>,
    backward: Vec<W>,
    allowed: Vec<W>,
}

impl<W: Word> Scratch<W> {
    /// Room for lines of up to `length` cells.
    pub fn new(length: usize) -> Scratch<W> {
        let sets = vec![W::ZERO; length + 1];
        Scratch { forward: sets.clone(), backward: sets.clone(), allowed: sets }
    }
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
        let needed = clue.iter().sum::<usize>() + clue.len().saturating_sub(1);
        assert!(
            needed <= length && Self::bits_for(length) <= W::WIDTH,
            "{clue:?} does not fit {length} cells"
        );
        let (mut gap, mut block, mut state) = (W::bit(0), W::ZERO, 0);
        for &cells in clue {
            for _ in 0..cells {
                state += 1;
                block |= W::bit(state);
            }
            state += 1;
            gap |= W::bit(state);
        }
        // The clue is read when its last block is, with or without white cells after it.
        let accept = W::bit(state) | if state > 0 { W::bit(state - 1) } else { W::ZERO };
        Automaton { length, gap, block, accept }
    }

    /// Number of cells.
    pub fn length(&self) -> usize {
        self.length
    }

    #[inline]
    fn step(&self, set: W, allowed: W) -> W {
        (set.up() | (set & self.gap)) & allowed
    }

    #[inline]
    fn step_back(&self, set: W, allowed: W) -> W {
        let target = set & allowed;
        target.down() | (target & self.gap)
    }

    #[inline]
    fn allowed(&self, filled: W, empty: W, cell: usize) -> W {
        self.block.when(!empty.has(cell)) | self.gap.when(!filled.has(cell))
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
        let n = self.length;
        let forward = &mut scratch.forward[..n];
        let allowed = &mut scratch.allowed[..n];
        let mut ahead = W::bit(0);
        let (mut filled, mut empty) = (filled, empty);
        for (allowed, forward) in allowed.iter_mut().zip(forward.iter_mut()) {
            *allowed = self.allowed(filled, empty, 0);
            (filled, empty) = (filled.down(), empty.down());
            ahead = self.step(ahead, *allowed);
            *forward = ahead;
        }
        if (ahead & self.accept).is_zero() {
            return None;
        }
        // `forward` holds the sets after each cell; from the right, each is met by what can read the rest.
        let mut behind = self.accept;
        let (mut may_fill, mut may_clear) = (W::ZERO, W::ZERO);
        for (&allowed, &ahead) in allowed.iter().zip(forward.iter()).rev() {
            let through = ahead & behind;
            may_fill = may_fill.up() | W::bit(0).when(!(through & self.block).is_zero());
            may_clear = may_clear.up() | W::bit(0).when(!(through & self.gap).is_zero());
            behind = self.step_back(behind, allowed);
        }
        Some((may_fill & !may_clear, may_clear & !may_fill))
    }

    /// Whether the line can be completed at all. O(length), about half the cost of [`Automaton::solve`].
    #[inline]
    pub fn feasible(&self, filled: W, empty: W) -> bool {
        let ahead =
            (0..self.length).fold(W::bit(0), |set, cell| self.step(set, self.allowed(filled, empty, cell)));
        !(ahead & self.accept).is_zero()
    }

    /// Why a line cannot be completed: a part of its known cells that alone already rules out every
    /// completion, and none of whose cells can be spared.
    ///
    /// * `filled`, `empty`: the known cells, which must make the line impossible.
    /// * `kept`: cells that cost nothing to name and are never dropped.
    ///
    /// Going from the left, a known cell is forgotten if no state reached over the cells decided so far can
    /// then read the rest; the sets for "the rest" come from one pass from the right, so the whole costs
    /// two passes where deletion by re-solving would cost one pass for every known cell. The mirrored walk
    /// is tried too, and the smaller answer wins.
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
        let n = self.length;
        let allowed = &mut scratch.allowed[..n];
        for (cell, allowed) in allowed.iter_mut().enumerate() {
            *allowed = self.allowed(filled, empty, cell);
        }
        let forward = &mut scratch.forward[..=n];
        let backward = &mut scratch.backward[..=n];
        let (mut ahead, mut behind) = (W::bit(0), self.accept);
        for i in 0..n {
            forward[i] = ahead;
            backward[n - i] = behind;
            ahead = self.step(ahead, allowed[i]);
            behind = self.step_back(behind, allowed[n - 1 - i]);
        }
        let (known, anything) = (filled | empty, self.block | self.gap);
        let (mut from_left, mut from_right) = (W::ZERO, W::ZERO);
        let (mut ahead, mut behind) = (W::bit(0), self.accept);
        // The walk from the left and its mirror image, side by side; kept cells restrict, the others do not.
        for i in 0..n {
            let freed = self.step(ahead, anything);
            let keep = kept.has(i) | (known.has(i) & !(freed & backward[i + 1]).is_zero());
            from_left |= W::bit(i).when(keep);
            ahead = freed & (allowed[i] | anything.when(!keep));

            let cell = n - 1 - i;
            let freed = self.step_back(behind, anything);
            let keep = kept.has(cell) | (known.has(cell) & !(freed & forward[cell]).is_zero());
            from_right |= W::bit(cell).when(keep);
            behind = self.step_back(behind, allowed[cell] | anything.when(!keep));
        }
        if (from_left & !kept).count() <= (from_right & !kept).count() { from_left } else { from_right }
    }
}
