//! Searches over trees that no puzzle knows.

mod learn;
mod repetition;
mod stopping;
