//! Endings of few pieces, solved exactly: who wins, and in how many moves.
//!
//! The value is that of play without an end: who can force a win does so in the fewest moves of both sides, who cannot
//! avoid a loss makes it last, and what nobody can force is drawn. No win repeats a position. The longest with kings
//! alone takes 49 moves, so the forty moves of each side of [`Draws::Wcdf`](super::Draws::Wcdf) never come between; the
//! longest of all, two men against two, takes 109, and whether a man always moves in time there is not looked at.
//!
//! Four pieces have 7,092,774 placements, as published (M. VandeWettering after J. Schaeffer,
//! <https://brainwagon.org/2008/04/25/total-number-of-checkers-positions>). Of those with both sides on the board the side
//! to move wins 2,574,304, loses 1,917,090, and draws 1,717,922. With those of fewer pieces they take 7,455,300 bytes and
//! 1.4 s of CPU (`quandary endings checkers --pieces 4`; 14 MB at the most while they are solved).
//!
//! ```
//! use quandary_core::Budget;
//! use quandary_games::checkers::endings::{Ending, Endings};
//! use quandary_games::checkers::notation::parse_fen;
//!
//! let position = parse_fen("B:WK32:BK1,K2").unwrap().position;
//! let endings = Endings::of(&position, &mut Budget::unlimited()).unwrap();
//! assert!(matches!(endings.value(&position), Some(Ending::Win(_))));
//! ```

mod material;
mod retrograde;

pub use material::Material;

use quandary_core::{Budget, Exhausted};

use self::retrograde::{DRAWN, MOST_PLIES, NOTHING};
use super::board::{Move, Position};
use crate::value::Value;

/// Most pieces of an ending that is solved.
pub const MOST_PIECES: u32 = 4;

/// What perfect play leads to, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// It wins: the other side has no move after this many moves of both sides.
    Win(u8),
    /// Nobody can force a win.
    Draw,
    /// It has no move after this many moves of both sides.
    Loss(u8),
}

impl Ending {
    /// What it is to the other side, a move earlier.
    #[must_use]
    pub fn before(self) -> Ending {
        match self {
            Ending::Win(plies) => Ending::Loss(plies + 1),
            Ending::Draw => Ending::Draw,
            Ending::Loss(plies) => Ending::Win(plies + 1),
        }
    }

    /// How good it is: sooner wins and later losses are better.
    pub fn worth(self) -> i32 {
        match self {
            Ending::Win(plies) => 1000 - i32::from(plies),
            Ending::Draw => 0,
            Ending::Loss(plies) => i32::from(plies) - 1000,
        }
    }

    /// The better of two.
    #[must_use]
    pub fn better(self, other: Ending) -> Ending {
        if other.worth() > self.worth() { other } else { self }
    }

    /// Win, draw or loss.
    pub fn verdict(self) -> Value {
        match self {
            Ending::Win(_) => Value::Win,
            Ending::Draw => Value::Draw,
            Ending::Loss(_) => Value::Loss,
        }
    }

    /// Moves of both sides to the end; none in a draw.
    pub fn plies(self) -> Option<u8> {
        match self {
            Ending::Win(plies) | Ending::Loss(plies) => Some(plies),
            Ending::Draw => None,
        }
    }
}

/// Values of all positions with certain pieces.
pub struct Endings {
    /// By the pieces' code; a byte a position.
    values: Vec<Option<Vec<u8>>>,
    solved: Vec<Material>,
}

/// What there is among the positions with certain pieces, the side to move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The pieces.
    pub material: Material,
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that nobody wins.
    pub draws: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// Moves of both sides in the longest win.
    pub longest: u8,
}

impl Endings {
    /// Nothing solved.
    fn none() -> Endings {
        Endings { values: vec![None; Material::CODES], solved: Vec::new() }
    }

    /// Solves these pieces, each after everything that it can lead to. A node of the budget is a position looked at.
    pub fn solve(
        order: &[Material],
        budget: &mut Budget,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<Endings, Exhausted> {
        let mut endings = Endings::none();
        for (done, &material) in order.iter().enumerate() {
            if endings.values[material.code()].is_none() {
                if endings.bytes() + 4 * material.numbers() > budget.memory_or(usize::MAX) {
                    return Err(Exhausted::Memory);
                }
                for (material, values) in retrograde::solve(material, &endings, budget)? {
                    endings.values[material.code()] = Some(values);
                    endings.solved.push(material);
                }
            }
            progress(done + 1, order.len());
        }
        Ok(endings)
    }

    /// Everything with up to this many pieces, four at most.
    pub fn up_to(
        pieces: u32,
        budget: &mut Budget,
        progress: impl FnMut(usize, usize),
    ) -> Result<Endings, Exhausted> {
        let mut order: Vec<Material> = (2..=pieces.min(MOST_PIECES) as u8).flat_map(Material::all).collect();
        order.sort_by_key(|material| (material.pieces(), material.men[0] + material.men[1]));
        Endings::solve(&order, budget, progress)
    }

    /// What is needed to know the value of a position with up to four pieces; nothing for one with more.
    pub fn of(position: &Position, budget: &mut Budget) -> Result<Endings, Exhausted> {
        if position.pieces() > MOST_PIECES {
            return Ok(Endings::none());
        }
        Endings::solve(&Material::of(position).reaches(), budget, |_, _| {})
    }

    /// The value of a position, if it is known.
    pub fn value(&self, position: &Position) -> Option<Ending> {
        let (own, other) = position.sides();
        if own == 0 {
            return Some(Ending::Loss(0));
        }
        if other == 0 {
            // There is nobody to be in the way.
            return Some(if position.can_move() { Ending::Win(1) } else { Ending::Loss(0) });
        }
        if position.pieces() > MOST_PIECES {
            return None;
        }
        let turned = if position.black_to_move { *position } else { position.turned() };
        let material = Material::of(&turned);
        match self.values[material.code()].as_ref()?[material.number(&turned)] {
            NOTHING => None,
            DRAWN => Some(Ending::Draw),
            plies if plies % 2 == 1 => Some(Ending::Win(plies)),
            plies => Some(Ending::Loss(plies)),
        }
    }

    /// The legal moves with what each leads to, for the side that makes it; best first. None where a value is not known.
    pub fn moves(&self, position: &Position) -> Option<Vec<(Move, Ending)>> {
        let mut moves = Vec::new();
        position.each_move(|chosen| moves.push(chosen));
        let worth = |chosen: Move| Some((chosen, self.value(&position.after(chosen))?.before()));
        let mut moves = moves.into_iter().map(worth).collect::<Option<Vec<_>>>()?;
        moves.sort_by_key(|(_, ending)| std::cmp::Reverse(ending.worth()));
        Some(moves)
    }

    /// Whether the value of a position is what its moves give it. If it is so everywhere, every value is right: by
    /// induction over the plies, a position that is won or lost in n has that value, and a value of n plies is that of a
    /// true win or loss.
    pub fn follows_from_its_moves(&self, position: &Position) -> bool {
        let best =
            self.moves(position).map(|moves| moves.first().map_or(Ending::Loss(0), |(_, ending)| *ending));
        best.is_some() && self.value(position) == best
    }

    /// Looks at every position again: how many there are, and how many have a value that does not follow from its moves.
    pub fn look_again(&self, budget: &mut Budget) -> Result<(u64, u64), Exhausted> {
        let (mut positions, mut wrong) = (0, 0);
        for &material in &self.solved {
            for number in 0..material.numbers() {
                budget.spend(1)?;
                if let Some(position) = material.position(number) {
                    positions += 1;
                    wrong += u64::from(!self.follows_from_its_moves(&position));
                }
            }
        }
        Ok((positions, wrong))
    }

    /// Bytes that the values take.
    pub fn bytes(&self) -> usize {
        self.values.iter().flatten().map(Vec::len).sum()
    }

    /// What there is among the positions of everything that was solved, in that order.
    pub fn tallies(&self) -> Vec<Tally> {
        let tally = |&material: &Material| {
            let mut tally = Tally { material, wins: 0, draws: 0, losses: 0, longest: 0 };
            for &value in self.values[material.code()].iter().flatten() {
                match value {
                    NOTHING => {}
                    DRAWN => tally.draws += 1,
                    plies if plies % 2 == 1 => {
                        tally.wins += 1;
                        tally.longest = tally.longest.max(plies);
                    }
                    _ => tally.losses += 1,
                }
            }
            debug_assert!(tally.longest < MOST_PLIES);
            tally
        };
        self.solved.iter().map(tally).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_of_up_to_three_pieces_follows_from_its_moves() {
        let mut budget = Budget::unlimited();
        let endings = Endings::up_to(3, &mut budget, |_, _| {}).unwrap();
        let (looked_at, wrong) = endings.look_again(&mut budget).unwrap();
        assert_eq!(wrong, 0);
        let mut positions = [0_u64; 4];
        for Tally { material, wins, draws, losses, .. } in endings.tallies() {
            positions[material.pieces() as usize] += wins + draws + losses;
        }
        assert_eq!(positions.iter().sum::<u64>(), looked_at);
        // The published numbers of positions, less those with one side only.
        let alone =
            |pieces: u32| -> u64 { (0..=pieces).map(|men| one_sided(men, pieces - men)).sum::<u64>() * 2 };
        assert_eq!(positions[2] + alone(2), 6_972);
        assert_eq!(positions[3] + alone(3), 261_224);
    }

    /// Ways to put this many men and kings of one side on the board.
    fn one_sided(men: u32, kings: u32) -> u64 {
        let choose = |n: u64, k: u32| (0..u64::from(k)).fold(1, |ways, i| ways * (n - i) / (i + 1));
        choose(28, men) * choose(32 - u64::from(men), kings)
    }

    #[test]
    fn king_against_king_is_as_published() {
        // E. Trice's report on this slice: https://damforum.nl/bb3/viewtopic.php?f=53&p=74138&t=2603
        let endings = Endings::up_to(2, &mut Budget::unlimited(), |_, _| {}).unwrap();
        let kings = Material { men: [0, 0], kings: [1, 1] };
        let tally = endings.tallies().into_iter().find(|tally| tally.material == kings).unwrap();
        assert_eq!((tally.wins, tally.draws, tally.losses, tally.longest), (230, 654, 108, 11));
    }
}
