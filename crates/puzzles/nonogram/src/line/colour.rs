//! Exact line solving in colours: the same states, with a set of them for every colour.

use super::Word;
use super::states::{Scratch, States};
use crate::{Colour, ColourRun, Colours, Ink};

/// A clue of coloured blocks made ready for lines of one length.
#[derive(Clone, Debug)]
pub struct ColourAutomaton<W> {
    states: States<W, true>,
    /// For each colour, its states; those of the background are the gaps.
    of_colour: Vec<W>,
}

impl<W: Word> ColourAutomaton<W> {
    /// The automaton of `clue` for lines of `length` cells, in a puzzle of this many colours beside the background.
    ///
    /// # Panics
    /// When the clue does not fit into the line, or its states not into the word: both are decided before.
    pub fn new(clue: &[ColourRun], length: usize, colours: usize) -> ColourAutomaton<W> {
        let mut of_colour = vec![W::ZERO; colours + 1];
        let states = States::new(clue, length, |colour: Colour, state| of_colour[colour.index()] |= state);
        of_colour[Colour::BLANK.index()] = states.gap;
        ColourAutomaton { states, of_colour }
    }

    /// Number of cells.
    pub fn length(&self) -> usize {
        self.states.length()
    }

    #[inline]
    fn allowed(&self, colours: Colours) -> W {
        colours.iter().fold(W::ZERO, |set, colour| set | self.of_colour[colour.index()])
    }

    /// All that follows from what the cells may be: for every cell, from the **last to the first**, the colours that it
    /// has in some way to complete the line. False when there is no way.
    ///
    /// O(length × colours) word operations.
    ///
    /// ```
    /// use quandary_nonogram::line::{ColourAutomaton, Scratch};
    /// use quandary_nonogram::{Block, Colour, Colours, ColourRun};
    /// let [red, blue] = [1, 2].map(|index| Colour::new(index).unwrap());
    /// // Two red cells and three blue ones in five cells: they touch.
    /// let clue = ColourAutomaton::<u64>::new(&[ColourRun::new(2, red), ColourRun::new(3, blue)], 5, 2);
    /// let mut cells = Vec::new();
    /// assert!(clue.solve(&[Colours::all(2); 5], &mut Scratch::new(5), |colours| cells.push(colours.only())));
    /// assert_eq!(cells, [Some(blue), Some(blue), Some(blue), Some(red), Some(red)]);
    /// ```
    pub fn solve(
        &self,
        cells: &[Colours],
        scratch: &mut Scratch<W>,
        mut possible: impl FnMut(Colours),
    ) -> bool {
        let mut forward = cells.iter();
        let mut backward = cells.iter().rev();
        let allowed = || forward.next().map_or(W::ZERO, |&colours| self.allowed(colours));
        let met = |through: W| {
            let colours = backward.next().copied().unwrap_or(Colours::NONE);
            let mut left = colours;
            // What some reading passes with one colour, it passes with that one.
            if colours.len() > 1 {
                for colour in colours.iter() {
                    if (through & self.of_colour[colour.index()]).is_zero() {
                        left.remove(colour);
                    }
                }
            }
            possible(left);
        };
        self.states.read(scratch, allowed, met)
    }

    /// Whether the line can be completed at all.
    pub fn feasible(&self, cells: &[Colours]) -> bool {
        self.states.readable(|cell| self.allowed(cells[cell]))
    }

    /// Why a line cannot be completed: for each cell, colours it may not have, such that these exclusions alone already
    /// rule out every completion and none of them can be spared.
    ///
    /// * `cells`: what each cell may be, which must make the line impossible.
    /// * `free`: for each cell, excluded colours that cost nothing to name; they are not part of the answer.
    ///
    /// ```
    /// use quandary_nonogram::line::{ColourAutomaton, Scratch};
    /// use quandary_nonogram::{Block, Colour, Colours, Ink, ColourRun};
    /// let red = Colour::new(1).unwrap();
    /// let clue = ColourAutomaton::<u64>::new(&[ColourRun::new(2, red)], 3, 1);
    /// let cells = [Colours::all(1), Colours::one(Colour::BLANK), Colours::all(1)];
    /// let why = clue.explain(&cells, &[Colours::NONE; 3], &mut Scratch::new(3));
    /// assert_eq!(why, [Colours::NONE, Colours::one(red), Colours::NONE]);
    /// ```
    pub fn explain(&self, cells: &[Colours], free: &[Colours], scratch: &mut Scratch<W>) -> Vec<Colours> {
        for (allowed, &colours) in scratch.allowed.iter_mut().zip(cells) {
            *allowed = self.allowed(colours);
        }
        let all = Colours::all(self.of_colour.len() - 1);
        let mut whys = [vec![Colours::NONE; cells.len()], vec![Colours::NONE; cells.len()]];
        let walk = |why: &mut [Colours], cell: usize, met: W, mut allowed: W| {
            for colour in all.without(cells[cell]).without(free[cell]).iter() {
                let states = self.of_colour[colour.index()];
                if (met & states).is_zero() {
                    allowed |= states;
                } else {
                    why[cell].insert(colour);
                }
            }
            allowed
        };
        let [from_left, from_right] = &mut whys;
        self.states.widen(
            scratch,
            |cell, met, allowed| walk(from_left, cell, met, allowed),
            |cell, met, allowed| walk(from_right, cell, met, allowed),
        );
        let count = |why: &[Colours]| why.iter().map(|colours| colours.len()).sum::<usize>();
        let [from_left, from_right] = whys;
        if count(&from_left) <= count(&from_right) { from_left } else { from_right }
    }
}
