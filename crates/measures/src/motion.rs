//! Motion in mind: what the success rate v says about a puzzle, in terms of mechanics.
//!
//! | symbol | is | formula |
//! |---|---|---|
//! | v | velocity: success rate | given |
//! | m | mass: hardness | 1 − v |
//! | a | acceleration | 2v / D |
//! | F | force | m·a = m·GR² |
//! | p1 | objective momentum | m·v |
//! | E_p | potential energy | 2·m·v² |
//! | p2 | subjective momentum | E_p − p1 = 2m³ − 3m² + m |
//! | v2 | subjective velocity | p2 / m = (1−m)(1−2m) |
//!
//! Source: Iida and Khalid 2020; Khalid and Iida 2021; thesis chapter 2.

/// How potential energy is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Energy {
    /// 2·m·v², as defined.
    Defined,
    /// 2·m·√v, as thesis table 3.3 computes it.
    RootAsPrinted,
}

impl Energy {
    /// E_p for a success rate.
    pub fn of(self, v: f64) -> f64 {
        let m = 1.0 - v;
        match self {
            Energy::Defined => 2.0 * m * v * v,
            Energy::RootAsPrinted => 2.0 * m * v.sqrt(),
        }
    }
}

/// How force is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Force {
    /// m·GR², as defined (GR² = a).
    Defined,
    /// m·GR, as thesis table 3.5 computes it.
    ProductAsPrinted,
}

impl Force {
    /// F for a hardness and a game refinement.
    pub fn of(self, m: f64, refinement: f64) -> f64 {
        match self {
            Force::Defined => m * refinement * refinement,
            Force::ProductAsPrinted => m * refinement,
        }
    }
}

/// The measures that depend on v alone.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Motion {
    /// Success rate.
    pub v: f64,
    /// Hardness.
    pub m: f64,
    /// Objective momentum.
    pub p1: f64,
    /// Potential energy, as defined.
    pub energy: f64,
    /// Subjective momentum.
    pub p2: f64,
    /// Subjective velocity. At m = 0 its limit, 1.
    pub v2: f64,
}

impl Motion {
    /// From the success rate.
    pub fn new(v: f64) -> Motion {
        let m = 1.0 - v;
        let p1 = m * v;
        let energy = Energy::Defined.of(v);
        Motion { v, m, p1, energy, p2: energy - p1, v2: v * (2.0 * v - 1.0) }
    }

    /// From the hardness.
    pub fn at_mass(m: f64) -> Motion {
        Motion::new(1.0 - m)
    }
}

/// a = 2v / D.
pub fn acceleration(v: f64, length: f64) -> f64 {
    2.0 * v / length
}

/// The hardness at which p2 is greatest, (3−√3)/6 ≈ 0.21: conjectured lower limit, easy win.
pub fn lower_limit() -> f64 {
    (3.0 - 3.0_f64.sqrt()) / 6.0
}

/// The hardness at which p2 is least, (3+√3)/6 ≈ 0.79: conjectured upper limit, competitive play.
pub fn upper_limit() -> f64 {
    (3.0 + 3.0_f64.sqrt()) / 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn energy_is_the_sum_of_the_two_momenta_and_the_cubic_holds() {
        for step in 0..=100 {
            let m = f64::from(step) / 100.0;
            let motion = Motion::at_mass(m);
            assert!((motion.energy - motion.p1 - motion.p2).abs() < 1e-12);
            assert!((motion.p2 - (2.0 * m.powi(3) - 3.0 * m * m + m)).abs() < 1e-12);
            assert!((motion.v2 * m - motion.p2).abs() < 1e-12);
        }
    }

    #[test]
    fn the_limits_are_where_the_subjective_momentum_turns() {
        let p2 = |m: f64| Motion::at_mass(m).p2;
        let h = 1e-5;
        for limit in [lower_limit(), upper_limit()] {
            assert!(((p2(limit + h) - p2(limit - h)) / (2.0 * h)).abs() < 1e-9);
        }
        assert!((lower_limit() - 0.2113).abs() < 5e-5 && (upper_limit() - 0.7887).abs() < 5e-5);
        assert!(p2(lower_limit()) > 0.0 && p2(upper_limit()) < 0.0 && p2(0.5).abs() < 1e-15);
    }

    #[test]
    fn the_printed_variants_give_the_printed_numbers() {
        // Thesis table 3.3, D = 13: v = 0.7, printed E_p 0.5020.
        assert!((Energy::RootAsPrinted.of(0.7) - 0.5020).abs() < 5e-5);
        assert!((Energy::Defined.of(0.7) - 0.294).abs() < 1e-12);
        // Thesis table 3.5, level 1: m = 0.4845, GR = 0.0642, printed F 0.0311.
        assert!((Force::ProductAsPrinted.of(0.4845, 0.0642) - 0.0311).abs() < 5e-5);
    }
}
