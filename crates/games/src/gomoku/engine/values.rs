//! Values of the search: wins and losses that are proved, those that only look so, and judgements.

use quandary_search::minimax::WIN;

/// A loss after every move that was looked at, where not every move was.
const LOOKS_LOST: i32 = 90_000_000;
/// No game lasts longer.
const MOST_PLIES: i32 = 1_000;
/// More than every value.
pub(crate) const INFINITE: i32 = WIN + 1;

/// A win `ply` stones from the root.
pub(crate) fn win(ply: i32) -> i32 {
    WIN - ply
}

/// A loss `ply` stones from the root.
pub(crate) fn loss(ply: i32) -> i32 {
    ply - WIN
}

/// Whether a value is a win or a loss whatever the loser does.
pub(crate) fn is_proved(value: i32) -> bool {
    value.abs() > WIN - MOST_PLIES
}

/// Whether a value is a win or a loss, if only by what was looked at.
pub(crate) fn is_decided(value: i32) -> bool {
    value.abs() > LOOKS_LOST - MOST_PLIES
}

/// The value of a node where some moves were not looked at: a loss only looks like one.
pub(crate) fn doubted(value: i32) -> i32 {
    if value < MOST_PLIES - WIN { value + (WIN - LOOKS_LOST) } else { value }
}

/// A value as a table keeps it, from where the position stands.
pub(crate) fn to_table(value: i32, ply: i32) -> i32 {
    if is_decided(value) { value + value.signum() * ply } else { value }
}

/// A value of a table as seen from the root.
pub(crate) fn from_table(value: i32, ply: i32) -> i32 {
    if is_decided(value) { value - value.signum() * ply } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubt_keeps_the_order_of_losses_and_takes_the_proof_from_them() {
        let (near, far) = (doubted(loss(4)), doubted(loss(8)));
        assert!(near < far && is_decided(near) && !is_proved(near));
        assert!(loss(30) < near && doubted(win(3)) == win(3) && doubted(-7) == -7);
        assert_eq!(from_table(to_table(near, 6), 6), near);
        assert_eq!(from_table(to_table(win(9), 4), 2), win(7));
    }
}
