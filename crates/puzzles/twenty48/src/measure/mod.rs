//! What a game felt like: single conspiracy numbers turn by turn, and the motion in mind they make.
//!
//! * [`turns`]: the single conspiracy number of every turn against a threshold that doubles with the
//!   largest tile (equations 5 to 10 of the access article), normalised (equation 11).
//! * [`follow`]: a game followed turn by turn, as far as a budget goes.
//! * [`motion`]: v, M, p and E_p from them, with the averagings that the article mixes kept apart.
//! * [`reading`]: milestones, the changeover gap between them, table 7's reading, and the stability trap.

pub mod follow;
pub mod motion;
pub mod reading;
pub mod turns;
