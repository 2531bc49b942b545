use super::Rules;

/// Rules with dice whose outcomes a search can list, such as 2048.
///
/// A move leads to an *afterstate* ([`Rules::apply`]), from which the dice choose the next state.
pub trait Chance: Rules {
    /// The afterstate of a legal move, and its reward.
    fn earn(&self, state: &Self::State, chosen: Self::Move) -> (Self::State, f64);

    /// Appends the states that may follow an afterstate, with probabilities that sum to 1.
    fn outcomes(&self, after: &Self::State, out: &mut Vec<(Self::State, f64)>);
}
