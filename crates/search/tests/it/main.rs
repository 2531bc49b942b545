//! Searches over trees that belong to no puzzle.

mod learn;
mod repetition;
mod stopping;
