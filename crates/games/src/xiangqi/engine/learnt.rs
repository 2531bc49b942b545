//! What learning added to the numbers of [`weights`](super::weights): written by the example `tune_xiangqi`.

use super::weights::{EXTRAS, HALF};

/// For each kind and each point of the half board, in the opening and in the ending.
pub(super) const LEARNT_POINTS: [[(i16, i16); HALF]; 7] = [[(0, 0); HALF]; 7];

/// For each of the extras, in the opening and in the ending.
pub(super) const LEARNT_EXTRAS: [(i16, i16); EXTRAS] = [(0, 0); EXTRAS];
