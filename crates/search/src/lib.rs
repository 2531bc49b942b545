//! Searches over the rules of any puzzle. They know the traits of `quandary-core` and never name a puzzle.

pub mod expectimax;
pub mod scn;
