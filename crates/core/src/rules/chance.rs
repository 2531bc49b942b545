use super::Rules;

/// Rules whose dice a search can look into: 2048.
///
/// A move leads to an *afterstate* ([`Rules::apply`]), from which the dice choose the next state.
pub trait Chance: Rules {
    /// The afterstate of a legal move, and what the move earns.
    fn earn(&self, state: &Self::State, chosen: Self::Move) -> (Self::State, f64);

    /// Appends what the dice may make of an afterstate, with probabilities that sum to 1.
    fn outcomes(&self, after: &Self::State, out: &mut Vec<(Self::State, f64)>);
}
