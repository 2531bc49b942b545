//! What the player's options look like along shortest solutions, exactly and for every board at once.

use crate::rules::{Board, Slide};
use crate::solve::distances::{Distances, POLL};
use crate::solve::oracle::Oracle;
use quandary_core::{Decision, Exhausted, Outcome, Step, StopFlag, Stream, Trace};

/// Means over the steps of a shortest solution of one board, when every best slide is equally likely.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PathMeans {
    /// Moves of the solution.
    pub length: u32,
    /// n: the options a player considers. All slides at the first step, all but the undo afterwards.
    pub options: f64,
    /// The least and the most that n can be, over all ways to choose among best slides.
    pub options_range: (f64, f64),
    /// v: b/B, the best slides among all slides.
    pub progress: f64,
}

/// Sums along shortest solutions, from a board to the goal.
#[derive(Clone, Copy, Default)]
struct Sums {
    options: f64,
    options_least: f64,
    options_most: f64,
    progress: f64,
}

/// Exact path means of every solvable board except the goal, nearest first.
///
/// One pass from the goal outwards: the expected sum along a path is this board's own share plus the mean
/// (for the range: the least and the most) of the sums at the boards behind its best slides.
pub fn exact(distances: &Distances) -> Vec<PathMeans> {
    exact_within(distances, &StopFlag::new()).expect("nobody raises the flag")
}

/// The same, until the flag is raised.
pub fn exact_within(distances: &Distances, stop: &StopFlag) -> Result<Vec<PathMeans>, Exhausted> {
    let mut sums = vec![Sums::default(); distances.ranks()];
    let mut means = Vec::with_capacity(sums.len() / 2);
    for (place, rank) in distances.nearest_first(stop)?.into_iter().enumerate() {
        if place.is_multiple_of(POLL) {
            stop.raised().map_or(Ok(()), Err)?;
        }
        let (board, distance) = distances.board_at(rank as usize).expect("only boards that can be solved");
        if distance == 0 {
            continue;
        }
        let best = distances.best_slides(&board);
        let all = board.slides().count() as f64;
        let after = |&slide: &Slide| board.after(slide).expect("a best slide is legal");
        let behind: Vec<Sums> = best.iter().map(|slide| sums[distances.rank_of(&after(slide))]).collect();
        let count = best.len() as f64;
        let here = Sums {
            options: all + behind.iter().map(|sum| sum.options).sum::<f64>() / count,
            options_least: all + behind.iter().map(|sum| sum.options_least).fold(f64::INFINITY, f64::min),
            options_most: all + behind.iter().map(|sum| sum.options_most).fold(0.0, f64::max),
            progress: count / all + behind.iter().map(|sum| sum.progress).sum::<f64>() / count,
        };
        sums[rank as usize] = here;
        let length = f64::from(distance);
        // At every step but the first, one of the slides is the undo.
        let considered = |sum: f64| (sum - (length - 1.0)) / length;
        means.push(PathMeans {
            length: distance,
            options: considered(here.options),
            options_range: (considered(here.options_least), considered(here.options_most)),
            progress: here.progress / length,
        });
    }
    Ok(means)
}

/// Solves a board along best slides drawn uniformly: the trace of a perfect player. `None` when it cannot be
/// solved.
pub fn perfect_trace(
    oracle: &Oracle,
    board: &Board,
    stream: &mut Stream,
) -> Result<Option<Trace>, Exhausted> {
    let Some(mut left) = oracle.distance(board)? else { return Ok(None) };
    let mut at = board.clone();
    let mut steps = Vec::with_capacity(left as usize);
    while left > 0 {
        let best = oracle.best_slides(&at, left)?;
        let slide = *stream.choose(&best).expect("a solvable board has a best slide");
        steps.push(Step {
            options: at.slides().count() as u32,
            plausible: best.len() as u32,
            certain: true,
            probability: 1.0,
        });
        at = at.after(slide).expect("a best slide is legal");
        left -= 1;
    }
    Ok(Some(Trace { steps, outcome: Outcome::Won }))
}

/// Why a slide is recommended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// All slides that begin a shortest solution.
    pub best: Vec<Slide>,
    /// All slides.
    pub options: usize,
    /// Moves that a shortest solution still takes.
    pub distance: u32,
}

/// The next slide on a shortest solution with its reason; `None` when it is solved or cannot be.
pub fn decide(oracle: &Oracle, board: &Board) -> Result<Option<Decision<Slide, Shortest>>, Exhausted> {
    let Some(distance) = oracle.distance(board)? else { return Ok(None) };
    let best = oracle.best_slides(board, distance)?;
    Ok(best.first().copied().map(|chosen| {
        Decision::certain(chosen, Shortest { best, options: board.slides().count(), distance })
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Size, Sliding};
    use quandary_core::Seed;

    #[test]
    fn exact_means_agree_with_many_sampled_paths() {
        let puzzle = Sliding::ordered(Size::new(2, 3).unwrap());
        let distances = Distances::new(&puzzle).unwrap();
        let means = exact(&distances);
        let mut boards: Vec<(Board, u32)> = distances.boards().filter(|&(_, d)| d > 0).collect();
        boards.sort_by_key(|&(_, distance)| distance);
        let place = boards.len() - 1;
        let oracle = Oracle::Table(distances);
        let (board, distance) = &boards[place];
        let runs = 4000;
        let (mut options, mut progress) = (0.0, 0.0);
        for run in 0..runs {
            let trace = perfect_trace(&oracle, board, &mut Seed(2).stream(run)).unwrap().unwrap();
            assert_eq!(trace.length(), *distance as usize);
            options += trace.mean_options().unwrap() - (f64::from(*distance) - 1.0) / f64::from(*distance);
            progress += trace.mean_progress().unwrap();
        }
        assert_eq!(means[place].length, *distance);
        assert!((options / runs as f64 - means[place].options).abs() < 0.01);
        let (least, most) = means[place].options_range;
        assert!(least <= means[place].options && means[place].options <= most);
        assert!((progress / runs as f64 - means[place].progress).abs() < 0.01);
    }
}
