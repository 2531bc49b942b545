//! What every column is worth, searched with one table and shown step by step.

use quandary_core::rules::Rules;
use quandary_core::{Budget, Exhausted};

use super::{Bounds, Solver, bounds_by_stones};
use crate::connect_four::geometry::Geometry;
use crate::connect_four::rules::Position;

/// What is proved of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// From 0.
    pub column: u32,
    /// Where its score lies, for the player who chooses it.
    pub bounds: Bounds,
}

/// A column that is being examined.
struct Open {
    column: u32,
    child: Position,
    /// For the player who chooses the column.
    bounds: Bounds,
}

impl<G: Geometry> Solver<G> {
    /// Examines every column, from an empty table that all of them share: first who wins after each, then by how much; the
    /// better a column still may be, the earlier its turn. `known` are scores that need no search, those of a book.
    ///
    /// `show` gets what is proved so far, from left to right: at once what needs no search, then after every step. The last
    /// state is returned, with what ended the search early, if anything did.
    ///
    /// ```
    /// use quandary_core::Budget;
    /// use quandary_games::connect_four::{STANDARD, Solver};
    /// let position = STANDARD.after([1, 6, 3, 4, 4, 1, 1, 1, 3, 0, 2, 0, 5, 5, 0]).unwrap();
    /// let (mut steps, mut solver) = (0, Solver::new(STANDARD, 20));
    /// let (columns, stopped) =
    ///     solver.columns(position, &|_| None, &mut Budget::unlimited(), &mut |_| steps += 1);
    /// let best = columns.iter().max_by_key(|known| known.bounds.lower).unwrap();
    /// let score = solver.solve(position, &mut Budget::unlimited()).unwrap().score;
    /// assert!(stopped.is_none() && steps > 1 && columns.iter().all(|known| known.bounds.is_exact()));
    /// assert_eq!(best.bounds.lower, score);
    /// ```
    pub fn columns(
        &mut self,
        position: Position,
        known: &dyn Fn(Position) -> Option<i32>,
        budget: &mut Budget,
        show: &mut dyn FnMut(&[Column]),
    ) -> (Vec<Column>, Option<Exhausted>) {
        let rules = self.rules();
        self.forget();
        let mut columns = Vec::new();
        rules.moves(&position, &mut columns);
        // What the position is worth is the most that a column can be.
        let best = known(position);
        let mut open: Vec<Open> = columns
            .into_iter()
            .map(|column| {
                let child = rules.apply(&position, column);
                let mut bounds = match known(child) {
                    Some(score) => Bounds { lower: -score, upper: -score },
                    None => bounds_by_stones(rules, position),
                };
                bounds.upper = bounds.upper.min(best.unwrap_or(i32::MAX));
                Open { column, child, bounds }
            })
            .collect();
        let is_symmetric = rules.mirrored(position) == position;
        let (cells, last) = (rules.0.cells() as i32, rules.0.width() - 1);
        conclude(&mut open, best, is_symmetric.then_some(last));
        show(&known_so_far(&open));
        let mut stopped = None;
        for window in [(-1, 1), (-cells, cells)] {
            let mut turns: Vec<usize> = (0..open.len()).collect();
            turns.sort_by_key(|&turn| {
                let Open { column, bounds, .. } = open[turn];
                (-bounds.upper, -bounds.lower, (2 * column).abs_diff(last))
            });
            for turn in turns {
                let Open { child, bounds, .. } = &mut open[turn];
                let (before, mut theirs) = (*bounds, bounds.turned());
                if stopped.is_none() {
                    stopped = self.narrow(*child, &mut theirs, window, budget).err();
                }
                *bounds = theirs.turned();
                if *bounds != before {
                    conclude(&mut open, best, is_symmetric.then_some(last));
                    show(&known_so_far(&open));
                }
            }
        }
        (known_so_far(&open), stopped)
    }
}

/// What the columns say of each other: mirror images of a symmetric board (whose `last` column is given) are worth the same,
/// and where only one can still be worth what the position is (`best`), that one is.
fn conclude(open: &mut [Open], best: Option<i32>, last: Option<u32>) {
    if let Some(last) = last {
        for at in 0..open.len() {
            let image = open.iter().find(|image| image.column == last - open[at].column);
            if let Some(Bounds { lower, upper }) = image.map(|image| image.bounds) {
                let bounds = &mut open[at].bounds;
                *bounds = Bounds { lower: bounds.lower.max(lower), upper: bounds.upper.min(upper) };
            }
        }
    }
    if let Some(best) = best {
        let mut able = open.iter_mut().filter(|open| open.bounds.upper >= best);
        if let (Some(only), None) = (able.next(), able.next()) {
            only.bounds = Bounds { lower: best, upper: best };
        }
    }
}

/// What is known of the columns so far.
fn known_so_far(open: &[Open]) -> Vec<Column> {
    open.iter().map(|open| Column { column: open.column, bounds: open.bounds }).collect()
}
