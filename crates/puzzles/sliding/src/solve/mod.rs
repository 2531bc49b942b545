//! Solvers, one idea a file.

pub mod astar;
pub mod distances;
pub mod heuristic;
