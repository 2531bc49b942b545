//! Judges one printed value against our result: would a difference that matters have been seen?
//!
//! [`Evidence`] is what we have: an exact value, a share, a mean, a median, the top of a curve. Compared with a printed
//! value it gives a [`Test`]: which printed values are compatible with ours, and the smallest difference that would
//! have been seen. The verdict depends only on the test and the printed value, so a stored cell can be judged again
//! with another printed value ([`mutation`]), without running anything.
//!
//! A value is off when it lies outside 99.9 % of what samples equal to ours would print; it then disagrees, or differs slightly
//! where the difference is smaller than the one that matters, which each table states: the one that its document argues
//! about. A value agrees where the 95 % interval of the difference lies within what matters; where the printed value is a
//! sample too, both samples count. In between the verdict is `undecided`, and the note says how many runs would settle it.
//!
//! ```
//! use quandary_core::stats::Rate;
//! use quandary_lab::judge::{Evidence, Print};
//! use quandary_lab::reproduction::Verdict;
//!
//! // Printed: 87.1 % of 10,000 games; three points matter.
//! let print = Print { runs: Some(10_000), rounding: 0.0005, matters: 0.03 };
//! let verdict = |wins, games| Evidence::Share(Rate::new(wins, games)).against(&print).verdict(0.871);
//! assert_eq!(verdict(8_730, 10_000), Verdict::Agrees);
//! assert_eq!(verdict(8_530, 10_000), Verdict::DiffersSlightly);
//! assert_eq!(verdict(8_330, 10_000), Verdict::Disagrees);
//! assert_eq!(verdict(436, 500), Verdict::Undecided);
//! ```

mod border;
mod evidence;
mod extreme;
pub mod mutation;
mod quantile;
mod share;
mod test;

pub use border::Classes;
pub use evidence::{Evidence, Print, Ratio};
pub use extreme::{End, Tail};
pub use quantile::{AGREE, LEVEL, POWER, student};
pub use share::{newcombe, runs_to_see};
pub(crate) use test::short;
pub use test::{LEAST, NumericTest, Settled, Test, agreeing};
