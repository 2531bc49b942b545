//! v, M, p and E_p of a game (equations 11 and 12 and table 5 of the access article).
//!
//! The article takes the mean of v first for E_p and the mean of the products for p: one table, two
//! averagings. Both are computed here for both, and over two units: the turn and the milestone.

use quandary_measures::motion;
use schemars::JsonSchema;
use serde::Serialize;

/// Which way round v is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Velocity {
    /// v = normalised SCN, as equation 12 prints it.
    Printed,
    /// v = 1 - normalised SCN: SCN is difficulty, and velocity is success (section IV-A).
    Ease,
}

impl Velocity {
    /// v of a normalised number.
    pub fn of(self, number: f64) -> f64 {
        match self {
            Velocity::Printed => number,
            Velocity::Ease => 1.0 - number,
        }
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Velocity::Printed => "printed",
            Velocity::Ease => "ease",
        }
    }
}

/// Motion in mind, averaged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Motion {
    /// Mean velocity.
    pub v: f64,
    /// Hardness, 1 - v.
    pub mass: f64,
    /// Momentum from the mean: M · v.
    pub momentum_of_mean: f64,
    /// Momentum as the mean of v(1 - v) over the units.
    pub mean_momentum: f64,
    /// Potential energy from the mean: 2 · M · v².
    pub energy_of_mean: f64,
    /// Potential energy as the mean of 2(1 - v)v² over the units.
    pub mean_energy: f64,
}

/// M · v.
pub fn momentum(v: f64) -> f64 {
    motion::Motion::new(v).p1
}

/// 2 · M · v².
pub fn energy(v: f64) -> f64 {
    motion::Motion::new(v).energy
}

/// The motion of units with these velocities; all 0 without units.
///
/// ```
/// use quandary_twenty48::measure::motion::motion;
/// let game = motion(&[0.0, 0.5, 1.0]);
/// assert_eq!((game.v, game.momentum_of_mean), (0.5, 0.25));
/// assert!((game.mean_momentum - 0.25 / 3.0).abs() < 1e-15); // the same game, a third of the momentum
/// ```
pub fn motion(velocities: &[f64]) -> Motion {
    if velocities.is_empty() {
        return Motion::default();
    }
    let mean = |measure: fn(f64) -> f64| {
        velocities.iter().map(|&v| measure(v)).sum::<f64>() / velocities.len() as f64
    };
    let v = mean(|v| v);
    Motion {
        v,
        mass: 1.0 - v,
        momentum_of_mean: momentum(v),
        mean_momentum: mean(momentum),
        energy_of_mean: energy(v),
        mean_energy: mean(energy),
    }
}
