//! v, M, p and E_p of a game (equations 11 and 12 and table 5 of the access article).
//!
//! The article takes the mean of v first for E_p and the mean of the products for p: one table, two
//! averagings. Both are computed here for both, and over two units: the turn and the milestone.

use quandary_measures::motion;
pub use quandary_measures::progress::{Averaged as Motion, Velocity};

/// M · v.
pub fn momentum(v: f64) -> f64 {
    motion::Motion::new(v).p1
}

/// 2 · M · v².
pub fn energy(v: f64) -> f64 {
    motion::Motion::new(v).energy
}

/// The motion of units with these velocities; all 0 without units.
pub fn motion(velocities: &[f64]) -> Motion {
    Motion::of(velocities)
}
