//! Positions, moves, passes and the count at the end.

use quandary_core::rules::{Rules, Side, Turn};
use quandary_core::{Outcome, Stream};

use super::bits::{Squares, flips, moves};

/// The board: 8x8, or 6x6 in its middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Board {
    /// The usual one.
    Eight,
    /// The small one, b2 to g7 of the usual one.
    Six,
}

impl Board {
    /// Its squares.
    #[inline]
    pub const fn squares(self) -> u64 {
        match self {
            Board::Eight => u64::MAX,
            Board::Six => 0x007E_7E7E_7E7E_7E00,
        }
    }

    /// Its corners.
    #[inline]
    pub const fn corners(self) -> u64 {
        match self {
            Board::Eight => 0x8100_0000_0000_0081,
            Board::Six => 0x0042_0000_0000_4200,
        }
    }

    /// The number of a square, given row and column from 0.
    #[inline]
    pub const fn square(self, row: u32, column: u32) -> u32 {
        match self {
            Board::Eight => 8 * row + column,
            Board::Six => 8 * (row + 1) + column + 1,
        }
    }

    /// Squares on a side.
    pub const fn side(self) -> u32 {
        match self {
            Board::Eight => 8,
            Board::Six => 6,
        }
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Discs of the player to move.
    pub mover: u64,
    /// Discs of the other.
    pub opponent: u64,
    /// Who is to move: black began.
    pub black_to_move: bool,
}

/// A move: a square, or a pass when there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A disc on this square, numbered as in `bits`.
    Place(u32),
    /// No square is legal.
    Pass,
}

/// The rules on one of the boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Othello(pub Board);

impl Othello {
    /// The starting position: black to move, black on d5 and e4, white on d4 and e5.
    pub const START: Position =
        Position { mover: 1 << 28 | 1 << 35, opponent: 1 << 27 | 1 << 36, black_to_move: true };

    /// The empty squares.
    #[inline]
    pub fn empty(self, position: Position) -> u64 {
        self.0.squares() & !(position.mover | position.opponent)
    }

    /// The legal squares.
    #[inline]
    pub fn legal(self, position: Position) -> u64 {
        moves(position.mover, position.opponent, self.empty(position))
    }

    /// Whether neither side can move.
    pub fn is_over(self, position: Position) -> bool {
        let empty = self.empty(position);
        moves(position.mover, position.opponent, empty) == 0
            && moves(position.opponent, position.mover, empty) == 0
    }

    /// The result for the player to move of a game that is over: the difference of discs, with the empty squares
    /// given to the winner.
    pub fn final_score(self, position: Position) -> i32 {
        let (own, other) = (position.mover.count_ones() as i32, position.opponent.count_ones() as i32);
        let empty = self.empty(position).count_ones() as i32;
        (own - other) + empty * (own - other).signum()
    }

    /// The position after a legal square.
    #[inline]
    pub fn place(self, position: Position, square: u32) -> Position {
        let flipped = flips(square, position.mover, position.opponent);
        Position {
            mover: position.opponent ^ flipped,
            opponent: position.mover ^ flipped ^ 1 << square,
            black_to_move: !position.black_to_move,
        }
    }

    /// The position after a pass.
    #[inline]
    pub fn pass(self, position: Position) -> Position {
        Position {
            mover: position.opponent,
            opponent: position.mover,
            black_to_move: !position.black_to_move,
        }
    }

    /// Plays uniformly random moves until `plies` discs have been placed or the game is over; passes are free.
    pub fn random_position(self, plies: u32, stream: &mut Stream) -> Position {
        let mut position = Othello::START;
        let mut placed = 0;
        while placed < plies {
            let legal = self.legal(position);
            if legal == 0 {
                if self.is_over(position) {
                    break;
                }
                position = self.pass(position);
                continue;
            }
            let choice = stream.below(u64::from(legal.count_ones())) as usize;
            let square = Squares(legal).nth(choice).expect("the choice is one of the legal squares");
            position = self.place(position, square);
            placed += 1;
        }
        position
    }
}

impl Rules for Othello {
    type State = Position;
    type Move = Action;

    fn turn(&self, position: &Position) -> Turn {
        let mover = if position.black_to_move { Side::First } else { Side::Second };
        if !self.is_over(*position) {
            return Turn::To(mover);
        }
        Turn::Over(match self.final_score(*position) {
            0 => Outcome::Drawn,
            score if score > 0 => mover.wins(),
            _ => mover.other().wins(),
        })
    }

    fn moves(&self, position: &Position, out: &mut Vec<Action>) {
        let legal = self.legal(*position);
        if legal != 0 {
            out.extend(Squares(legal).map(Action::Place));
        } else if !self.is_over(*position) {
            out.push(Action::Pass);
        }
    }

    fn apply(&self, position: &Position, action: Action) -> Position {
        match action {
            Action::Place(square) => self.place(*position, square),
            Action::Pass => self.pass(*position),
        }
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::rules::perft;
    use quandary_core::{Budget, Exhausted, StopFlag};

    use super::*;

    #[test]
    fn perft_gives_the_published_counts() {
        let rules = Othello(Board::Eight);
        let counts: Vec<u64> = (1..=8)
            .map(|depth| perft(&rules, &Othello::START, depth, &mut Budget::unlimited()).unwrap())
            .collect();
        assert_eq!(counts, [4, 12, 56, 244, 1396, 8200, 55092, 390216]);
    }

    #[test]
    fn counting_games_stops_within_a_poll_of_being_asked_to() {
        let stop = StopFlag::new();
        let mut budget = Budget::unlimited().with_stop(stop.clone());
        let rules = Othello(Board::Eight);
        assert_eq!(perft(&rules, &Othello::START, 5, &mut budget), Ok(1396));
        stop.raise(Exhausted::Time);
        let before = budget.spent();
        assert_eq!(perft(&rules, &Othello::START, 20, &mut budget), Err(Exhausted::Time));
        assert!(budget.spent() < before + 2000, "{}", budget.spent());
    }
}
