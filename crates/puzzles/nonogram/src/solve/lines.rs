//! Lines alone: every line for itself, again and again, until none tells anything more.
//!
//! Most puzzles that people draw end here, and for those the search need not even be set up: its lists hold several
//! entries for every colour of every cell, and making them takes longer than all lines together.

use std::collections::VecDeque;

use super::canvas::Canvas;

/// What the lines tell, each solved again after another has changed it; `None` when one cannot be completed.
pub(super) fn settle<C: Canvas>(canvas: &mut C) -> Option<C::State> {
    let mut state = canvas.start();
    let mut queue: VecDeque<usize> = (0..canvas.constraints()).collect();
    let mut waits = vec![true; canvas.constraints()];
    while let Some(line) = queue.pop_front() {
        waits[line] = false;
        let possible = canvas.narrow(&mut state, line, |crossing| {
            if !std::mem::replace(&mut waits[crossing], true) {
                queue.push_back(crossing);
            }
        });
        if !possible {
            return None;
        }
    }
    Some(state)
}

#[cfg(test)]
mod tests {
    use quandary_core::{Budget, Seed};

    use super::*;
    use crate::generate::{PictureKind, random_colours};
    use crate::shape::Shape;
    use crate::solve::canvas::Coloured;
    use crate::{ColourRun, Nonogram, Size};
    use quandary_search::learn::{Constraints, Learner};

    #[test]
    fn a_search_that_begins_where_the_lines_end_finds_what_one_from_the_start_does() {
        let (mut settled, mut open) = (0, 0);
        for index in 0..60 {
            let size = Size { rows: 6 + index % 5, columns: 12 - index % 7 };
            let wanted = PictureKind { size, share: 0.7, unique: index % 2 == 0, shape: Shape::Noise };
            let picture =
                random_colours(&wanted, 1 + index % 4, Seed(5), index as u64, &mut Budget::unlimited());
            let puzzle = Nonogram::of(&picture.unwrap());
            let mut canvas = Coloured::<u64>::new(&puzzle);
            let state = settle(&mut canvas).expect("the puzzle has a solution");
            let mut from_start = Budget::unlimited();
            let whole = Learner::new(Coloured::<u64>::new(&puzzle)).search(&mut from_start).unwrap().unwrap();
            if canvas.is_settled(&state) {
                assert_eq!(canvas.solution(&state), whole);
                settled += 1;
            } else {
                let mut from_lines = Budget::unlimited();
                let found = Learner::resume(canvas, state).search(&mut from_lines).unwrap();
                assert_eq!((found, from_lines.spent()), (Some(whole), from_start.spent()), "{puzzle:?}");
                open += 1;
            }
        }
        assert!(settled > 10 && open > 10, "{settled} settled, {open} open");
    }

    #[test]
    fn a_line_that_cannot_be_completed_is_noticed() {
        let red = crate::Colour::new(1).unwrap();
        let block = |cells| <ColourRun as crate::Block>::new(cells, red);
        // The first row is full, and the second column empty.
        let clues = || vec![vec![block(2)], vec![]];
        let puzzle = Nonogram::new(clues(), clues()).unwrap();
        assert!(settle(&mut Coloured::<u64>::new(&puzzle)).is_none());
    }
}
