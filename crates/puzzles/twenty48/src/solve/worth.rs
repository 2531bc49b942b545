//! What a position is worth, in every sense at once, and how worths combine.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::rules::Fours;

/// The numbers in which probabilities and scores are computed.
pub trait Number: Clone + PartialOrd {
    /// A whole number.
    fn whole(value: u64) -> Self;

    /// A fraction.
    fn fraction(numerator: u64, denominator: u64) -> Self;

    /// `self + weight * value`.
    fn plus(&self, weight: &Self, value: &Self) -> Self;

    /// Nearest double.
    fn value(&self) -> f64;
}

impl Number for f64 {
    fn whole(value: u64) -> f64 {
        value as f64
    }

    fn fraction(numerator: u64, denominator: u64) -> f64 {
        numerator as f64 / denominator as f64
    }

    fn plus(&self, weight: &f64, value: &f64) -> f64 {
        self + weight * value
    }

    fn value(&self) -> f64 {
        *self
    }
}

impl Number for BigRational {
    fn whole(value: u64) -> BigRational {
        BigRational::from(BigInt::from(value))
    }

    fn fraction(numerator: u64, denominator: u64) -> BigRational {
        BigRational::new(BigInt::from(numerator), BigInt::from(denominator))
    }

    fn plus(&self, weight: &BigRational, value: &BigRational) -> BigRational {
        if value.is_zero() {
            self.clone()
        } else if weight.is_one() {
            self + value
        } else {
            self + weight * value
        }
    }

    fn value(&self) -> f64 {
        // The fractions here have a few dozen digits at most on boards where they are asked for: dividing
        // the leading 64 bits of each side is exact to the last place of a double.
        let scale = |n: &BigInt| {
            let shift = n.bits().saturating_sub(64);
            let top = (n >> shift).to_u64_digits().1.first().copied().unwrap_or(0);
            (top as f64, shift as i32)
        };
        let (top, top_shift) = scale(self.numer());
        let (bottom, bottom_shift) = scale(self.denom());
        top / bottom * 2_f64.powi(top_shift - bottom_shift)
    }
}

/// Whether the target is reached against an opponent who places the tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forced {
    /// Every spawn, 2 or 4, is the opponent's choice.
    pub by_both: bool,
    /// The opponent places 2s only.
    pub by_twos: bool,
    /// The opponent places 4s only.
    pub by_fours: bool,
}

/// What a position is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth<N> {
    /// The probability of reaching the target, played for that alone.
    pub win: N,
    /// The expected score still to come, played for that alone.
    pub score: N,
    /// Whether the target can be forced.
    pub forced: Forced,
    /// Whether the target can be reached with luck.
    pub possible: bool,
    /// The exponent of the largest tile that can be forced (2 or 4, the opponent's choice).
    pub guaranteed: u8,
}

/// The worths of one empty cell's next positions: with a 2, with a 4; `None` where chance never puts it.
pub type Spawned<'w, N> = (Option<&'w Worth<N>>, Option<&'w Worth<N>>);

/// How worths combine under given rules and a given target.
#[derive(Clone, Debug)]
pub struct Combine<N> {
    target: u8,
    two: N,
    four: N,
    spawns: (bool, bool),
}

impl<N: Number> Combine<N> {
    /// For a target exponent and a probability of a 4.
    pub fn new(target: u8, fours: Fours) -> Combine<N> {
        let (above, below) = (u64::from(fours.numerator()), u64::from(fours.denominator()));
        Combine {
            target,
            two: N::fraction(below - above, below),
            four: N::fraction(above, below),
            spawns: (above < below, above > 0),
        }
    }

    /// Which tiles chance may put: twos, fours.
    pub fn spawns(&self) -> (bool, bool) {
        self.spawns
    }

    /// The worth of a position without a move.
    pub fn dead(&self, largest: u8) -> Worth<N> {
        let won = largest >= self.target;
        Worth {
            win: N::whole(u64::from(won)),
            score: N::whole(0),
            forced: Forced { by_both: won, by_twos: won, by_fours: won },
            possible: won,
            guaranteed: largest,
        }
    }

    /// The worth of a position from its moves: what each earns and the worth of its afterstate.
    pub fn player<'w>(&self, largest: u8, moves: impl Iterator<Item = (u64, &'w Worth<N>)>) -> Worth<N>
    where
        N: 'w,
    {
        let one = N::whole(1);
        let mut best: Option<Worth<N>> = None;
        for (earned, after) in moves {
            let score = N::whole(earned).plus(&one, &after.score);
            match &mut best {
                None => best = Some(Worth { score, ..after.clone() }),
                Some(best) => {
                    if after.win > best.win {
                        best.win = after.win.clone();
                    }
                    if score > best.score {
                        best.score = score;
                    }
                    best.forced.by_both |= after.forced.by_both;
                    best.forced.by_twos |= after.forced.by_twos;
                    best.forced.by_fours |= after.forced.by_fours;
                    best.possible |= after.possible;
                    best.guaranteed = best.guaranteed.max(after.guaranteed);
                }
            }
        }
        let Some(mut best) = best else { return self.dead(largest) };
        if largest >= self.target {
            let won = self.dead(largest);
            (best.win, best.forced, best.possible) = (won.win, won.forced, won.possible);
        }
        best
    }

    /// The worth of an afterstate from its spawns: for each empty cell the worth after a 2 and after a 4,
    /// `None` where chance never puts that tile.
    pub fn chance(&self, spawns: &[Spawned<'_, N>]) -> Worth<N> {
        let cells = N::fraction(1, spawns.len() as u64);
        let zero = N::whole(0);
        let (mut win, mut score) = (zero.clone(), zero.clone());
        let mut forced = Forced { by_both: true, by_twos: true, by_fours: true };
        let (mut possible, mut guaranteed) = (false, u8::MAX);
        for (two, four) in spawns {
            for (weight, worth) in [(&self.two, two), (&self.four, four)] {
                let Some(worth) = worth else { continue };
                win = win.plus(weight, &worth.win);
                score = score.plus(weight, &worth.score);
                forced.by_both &= worth.forced.by_both;
                possible |= worth.possible;
                guaranteed = guaranteed.min(worth.guaranteed);
            }
            forced.by_twos &= two.is_some_and(|worth| worth.forced.by_twos);
            forced.by_fours &= four.is_some_and(|worth| worth.forced.by_fours);
        }
        let (win, score) = (zero.plus(&cells, &win), zero.plus(&cells, &score));
        Worth { win, score, forced, possible, guaranteed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_big_fraction_becomes_its_nearest_double() {
        let third = BigRational::fraction(1, 3);
        assert_eq!(third.value(), 1.0 / 3.0);
        let tiny = (0..40).fold(BigRational::one(), |product, _| product * BigRational::fraction(1, 1000));
        assert!((tiny.value() / 1e-120 - 1.0).abs() < 1e-14);
        assert_eq!(BigRational::zero().value(), 0.0);
    }
}
