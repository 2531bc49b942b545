//! How the boards of a beam came about, in little memory.

use crate::rules::Slide;

/// By level of a beam: the number of the parent in the level above, and the slide.
#[derive(Default)]
pub(super) struct Ancestry {
    levels: Vec<Vec<(u32, Slide)>>,
}

/// Levels between two times that the ancestors of what is still in the beam are sorted out.
const COMPACT_EVERY: usize = 32;

impl Ancestry {
    /// The boards of the next level.
    pub(super) fn push(&mut self, level: Vec<(u32, Slide)>) {
        self.levels.push(level);
        if self.levels.len().is_multiple_of(COMPACT_EVERY) {
            self.compact();
        }
    }

    /// The slides to a board of the last level, and one more.
    pub(super) fn path_to(&self, board: u32, slide: Slide) -> Vec<Slide> {
        let mut path = vec![slide];
        let mut at = board;
        for level in self.levels.iter().rev() {
            let (parent, slide) = level[at as usize];
            path.push(slide);
            at = parent;
        }
        path.reverse();
        path
    }

    /// Drops the boards that have no descendant in the last level: nearly all of them, some levels up.
    fn compact(&mut self) {
        for level in (1..self.levels.len()).rev() {
            let (above, below) = self.levels.split_at_mut(level);
            let (above, below) = (&mut above[level - 1], &mut below[0]);
            let mut place = vec![u32::MAX; above.len()];
            let mut kept = Vec::new();
            for (parent, _) in below.iter_mut() {
                let place = &mut place[*parent as usize];
                if *place == u32::MAX {
                    *place = kept.len() as u32;
                    kept.push(above[*parent as usize]);
                }
                *parent = *place;
            }
            *above = kept;
        }
    }
}
