//! Searches over trees that no puzzle knows.

mod repetition;
mod stopping;
