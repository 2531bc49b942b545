//! The rules as seen by a player who overlooks some moves.

use quandary_core::rules::{Rules, Turn};
use quandary_search::minimax::Heuristic;

use super::Levelled;

/// A game in which some moves are overlooked: always the same ones in the same position.
pub(super) struct Blinkered<'r, G: Levelled> {
    rules: &'r G::Rules,
    seed: u64,
    /// How often a move is overlooked that is as hard to see as any, in 1000.
    overlooks: u32,
}

/// Nobody overlooks a move more often than this, in 1000.
const MOST: u32 = 950;

impl<'r, G: Levelled> Blinkered<'r, G> {
    pub(super) fn new(rules: &'r G::Rules, seed: u64, overlooks: u32) -> Blinkered<'r, G> {
        Blinkered { rules, seed, overlooks }
    }

    /// Takes the overlooked moves out of `moves` from `from` on. With `some`, one is left where there was one: a move has
    /// to be made, and the plainest one is seen.
    fn overlook(
        &self,
        state: &<G::Rules as Rules>::State,
        moves: &mut Vec<<G::Rules as Rules>::Move>,
        from: usize,
        some: bool,
    ) {
        let here = mixed(self.rules.key(state) ^ self.seed);
        let hidden = |chosen| G::hidden(self.rules, state, chosen);
        let plainest = moves[from..].iter().copied().min_by_key(|&chosen| hidden(chosen));
        let mut at = 0;
        moves.retain(|&chosen| {
            at += 1;
            if at <= from {
                return true;
            }
            let often = (self.overlooks * hidden(chosen).min(1000) / 1000).min(MOST);
            // A move is known by its place: in the same position the list is the same.
            mixed(here ^ (at as u64).rotate_left(32)) % 1000 >= u64::from(often)
        });
        if some && moves.len() == from {
            moves.extend(plainest);
        }
    }
}

/// The finaliser of SplitMix64: every bit of the result depends on every bit of the number.
fn mixed(mut number: u64) -> u64 {
    number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

impl<G: Levelled> Rules for Blinkered<'_, G> {
    type State = <G::Rules as Rules>::State;
    type Move = <G::Rules as Rules>::Move;

    fn turn(&self, state: &Self::State) -> Turn {
        self.rules.turn(state)
    }

    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>) {
        let from = out.len();
        self.rules.moves(state, out);
        self.overlook(state, out, from, true);
    }

    fn apply(&self, state: &Self::State, chosen: Self::Move) -> Self::State {
        self.rules.apply(state, chosen)
    }
}

impl<G: Levelled> Heuristic for Blinkered<'_, G> {
    fn worth(&self, state: &Self::State) -> i32 {
        self.rules.worth(state)
    }

    fn key(&self, state: &Self::State) -> u64 {
        self.rules.key(state)
    }

    fn promise(&self, state: &Self::State, chosen: Self::Move) -> i32 {
        self.rules.promise(state, chosen)
    }

    fn candidates(&self, state: &Self::State, out: &mut Vec<Self::Move>) {
        let from = out.len();
        self.rules.candidates(state, out);
        self.overlook(state, out, from, true);
    }

    fn noisy(&self, state: &Self::State, out: &mut Vec<Self::Move>) {
        let from = out.len();
        self.rules.noisy(state, out);
        self.overlook(state, out, from, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect_four::play::Match;
    use crate::connect_four::{AnySize, ConnectFour, Position};

    fn seen(position: &Position, seed: u64, overlooks: u32) -> Vec<u32> {
        let rules = ConnectFour(AnySize::new(7, 6).unwrap());
        let mut moves = Vec::new();
        Blinkered::<Match>::new(&rules, seed, overlooks).moves(position, &mut moves);
        moves
    }

    #[test]
    fn the_same_seed_overlooks_the_same_moves_and_somebody_always_moves() {
        let mut counts = [0; 8];
        for seed in 0..500 {
            let moves = seen(&Position::START, seed, 1000);
            assert_eq!(moves, seen(&Position::START, seed, 1000));
            counts[moves.len()] += 1;
        }
        assert_eq!(counts[0], 0);
        assert!(counts.iter().filter(|&&count| count > 0).count() > 3, "{counts:?}");
        assert_eq!(seen(&Position::START, 1, 0).len(), 7, "a player who overlooks nothing sees all");
    }

    #[test]
    fn a_column_is_overlooked_less_often_than_a_diagonal() {
        let rules = ConnectFour(AnySize::new(7, 6).unwrap());
        let count = |columns: &[u32], wins: u32| {
            let position = rules.after(columns.iter().copied()).unwrap();
            (0..1000).filter(|&seed| !seen(&position, seed, 1000).contains(&wins)).count()
        };
        // X completes four on top of three, and from the lower left to the upper right.
        let column = count(&[0, 1, 0, 1, 0, 1], 0);
        let diagonal = count(&[0, 1, 1, 2, 2, 3, 2, 3, 3, 5], 3);
        assert!(column < 150 && diagonal > 2 * column, "{column} {diagonal}");
    }
}
