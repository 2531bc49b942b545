//! Game refinement, GR. One thesis uses three definitions and compares all of them with the same zone; here each has
//! its own name.

use std::fmt;

/// The zone in which the literature places sophisticated games.
pub const ZONE: (f64, f64) = (0.07, 0.08);

/// Which definition of GR.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Definition {
    /// √(n(n−1)) / T (thesis 2.4).
    Branching,
    /// √B / D (board games).
    Board,
    /// √(2v / D), the root of the acceleration a.
    Velocity,
}

impl Definition {
    /// All three.
    pub const ALL: [Definition; 3] = [Definition::Branching, Definition::Board, Definition::Velocity];
}

impl fmt::Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Definition::Branching => "GR = sqrt(n(n-1))/T",
            Definition::Board => "GR = sqrt(B)/D",
            Definition::Velocity => "GR = sqrt(2v/D)",
        })
    }
}

/// √(n(n−1)) / T for n options per step and T steps. NaN when n lies between 0 and 1.
///
/// ```
/// // The 8-puzzle of the thesis: n = 1.94, T = 21.03.
/// assert!((quandary_measures::refinement::by_branching(1.94, 21.03) - 0.0642).abs() < 5e-5);
/// ```
pub fn by_branching(options: f64, length: f64) -> f64 {
    (options * (options - 1.0)).sqrt() / length
}

/// √B / D for B options per step and D steps.
pub fn by_board(options: f64, length: f64) -> f64 {
    options.sqrt() / length
}

/// √(2v / D) for success rate v and D steps.
pub fn by_velocity(velocity: f64, length: f64) -> f64 {
    (2.0 * velocity / length).sqrt()
}
