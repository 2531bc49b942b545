//! Solvers, one idea a file.

mod ancestry;
pub mod answer;
pub mod astar;
pub mod beam;
pub mod bound;
pub mod constructive;
pub mod detours;
pub mod distances;
pub mod exact;
pub mod heuristic;
pub mod idastar;
pub mod improve;
pub mod inhibitor;
pub mod linear_conflict;
pub mod oracle;
pub mod pattern;
pub mod pdb_beam;
pub mod turns;
pub mod walking;
