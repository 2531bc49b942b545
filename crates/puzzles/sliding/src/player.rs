//! Players that err: a stand-in for people.

use quandary_core::{Exhausted, Outcome, Step, Stream, Trace};

use crate::rules::Board;
use crate::solve::oracle::Oracle;

/// A player who finds a best slide with some probability and otherwise takes any slide at all.
///
/// With `skill` 1 the player is perfect; with 0 it walks at random. A random slide may happen to be a best
/// one, and may undo the last: that is what a lost player does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Erring {
    /// The probability of looking for, and finding, a best slide.
    pub skill: f64,
}

impl Erring {
    /// Plays a solvable board for at most `most` moves and returns what happened: won when it was solved,
    /// unfinished otherwise.
    ///
    /// Distances are looked up once and then followed: a slide leads one nearer or one farther, never
    /// anywhere else.
    pub fn play(
        &self,
        oracle: &Oracle,
        board: &Board,
        most: usize,
        stream: &mut Stream,
    ) -> Result<Trace, Exhausted> {
        let mut left = oracle.distance(board)?.unwrap_or(u32::MAX);
        let mut at = board.clone();
        let mut steps = Vec::new();
        while left > 0 && steps.len() < most {
            let best = oracle.best_slides(&at, left)?;
            let all: Vec<_> = at.slides().collect();
            let finds = stream.chance(self.skill) && !best.is_empty();
            let slide = *stream.choose(if finds { &best } else { &all }).expect("a slide exists");
            let right = best.contains(&slide);
            let by_luck = best.len() as f64 / all.len() as f64;
            steps.push(Step {
                options: all.len() as u32,
                plausible: best.len() as u32,
                certain: finds,
                probability: self.skill + (1.0 - self.skill) * by_luck,
            });
            left = if right { left - 1 } else { left.saturating_add(1) };
            at = at.after(slide).expect("the slide is legal");
        }
        let outcome = if left == 0 { Outcome::Won } else { Outcome::Unfinished };
        Ok(Trace { steps, outcome })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::uniform;
    use crate::rules::{Size, Sliding};
    use crate::solve::distances::Distances;
    use quandary_core::Seed;

    #[test]
    fn skill_one_is_perfect_and_less_skill_takes_longer() {
        let puzzle = Sliding::ordered(Size::new(3, 3).unwrap());
        let oracle = Oracle::Table(Distances::new(&puzzle).unwrap());
        let mut moves = [0; 2];
        for index in 0..40 {
            let mut stream = Seed(1).stream(index);
            let board = uniform(&puzzle, &mut stream);
            let distance = oracle.distance(&board).unwrap().unwrap() as usize;
            let perfect = Erring { skill: 1.0 }.play(&oracle, &board, 31, &mut stream).unwrap();
            assert_eq!((perfect.length(), perfect.outcome), (distance, Outcome::Won));
            for (total, skill) in moves.iter_mut().zip([0.95, 0.7]) {
                let trace = Erring { skill }.play(&oracle, &board, 2000, &mut stream).unwrap();
                assert_eq!(trace.outcome, Outcome::Won);
                assert_eq!(trace.length() % 2, distance % 2);
                *total += trace.length();
            }
        }
        assert!(moves[0] < moves[1], "{moves:?}");
    }
}
