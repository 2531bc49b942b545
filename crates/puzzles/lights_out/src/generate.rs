//! Random positions.

use quandary_core::Stream;

use crate::rules::LightsOut;

/// A position that has a solution and is not solved, every such position equally likely.
///
/// Presses are made on a dark board; the same presses put the lights out again. As many sets of presses lead to one
/// position as to any other.
pub fn uniform(rules: &LightsOut, stream: &mut Stream) -> u64 {
    loop {
        let pressed = (0..rules.cells()).filter(|_| stream.chance(0.5));
        let lit = pressed.fold(0, |lit, cell| lit ^ rules.toggled(cell));
        if lit != 0 {
            return lit;
        }
    }
}
