//! The game as a tree of two sides: the player, and the inhibitor, who places the new tiles.
//!
//! The proof-number searches prove wins in such trees. It matters a lot who places the tiles: against an
//! [opponent](Inhibitor::Opponent) a win is forced, with a [friend](Inhibitor::Friend) some lucky line leads there, and
//! under [dice](Inhibitor::Dice) it is proved when no fall of them can prevent it.

pub use quandary_search::inhibitor::Inhibitor;
use quandary_search::tree::{Chooser, Look, Tree};

use crate::rules::{Board, Direction, Rules};

/// The question whether the player reaches a tile.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_search::proof::{Conclusion, Method, Settings};
/// use quandary_twenty48::rules::{Board, Fours, Rules, Shape};
/// use quandary_twenty48::solve::inhibitor::{Inhibitor, Reach};
/// let rules = Rules { shape: Shape::new(2, 2).unwrap(), fours: Fours::USUAL };
/// let reach = |target, inhibitor| {
///     let tree = Reach { rules, start: Board::from_exponents(&[1, 1, 0, 0]), target, inhibitor };
///     Settings::default().solve(&tree, Method::DfPn, &mut Budget::unlimited()).conclusion
/// };
/// assert_eq!(reach(3, Inhibitor::Opponent), Conclusion::Proved); // 8 can be forced
/// assert_eq!(reach(4, Inhibitor::Opponent), Conclusion::Disproved); // 16 cannot
/// assert_eq!(reach(4, Inhibitor::Friend), Conclusion::Proved); // but it is possible
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// The rules.
    pub rules: Rules,
    /// The player is to move here.
    pub start: Board,
    /// The exponent of the tile to reach.
    pub target: u8,
    /// Who places the new tiles.
    pub inhibitor: Inhibitor,
}

/// A board, and whether a tile is to be placed next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    board: Board,
    spawning: bool,
}

impl Reach {
    fn kinds(&self) -> u32 {
        let Rules { fours, .. } = self.rules;
        if fours.numerator() == 0 || fours.numerator() == fours.denominator() { 1 } else { 2 }
    }

    /// The exponent of the tile that child `index` of a spawn places: 2s and 4s take turns where both occur.
    fn tile(&self, index: u32) -> u8 {
        if self.kinds() == 2 {
            1 + (index % 2) as u8
        } else if self.rules.fours.numerator() == 0 {
            1
        } else {
            2
        }
    }

    /// The letter of a choice: of a push L, R, U or D; of a placed 2 the cell's small letter in reading order, of a 4
    /// its capital.
    pub fn name(&self, place: &Place, index: u32) -> char {
        if !place.spawning {
            let pushes = |direction: &Direction| self.rules.slide(place.board, *direction).2;
            let chosen = Direction::ALL.into_iter().filter(pushes).nth(index as usize);
            return chosen.map_or('.', Direction::letter);
        }
        let cell = self.rules.empty_cells(place.board).nth((index / self.kinds()) as usize).unwrap_or(0);
        char::from(if self.tile(index) == 1 { b'a' } else { b'A' } + cell as u8)
    }

    fn pushes(&self, board: Board) -> impl Iterator<Item = Board> {
        let rules = self.rules;
        Direction::ALL.into_iter().filter_map(move |direction| {
            let (after, _, changed) = rules.slide(board, direction);
            changed.then_some(after)
        })
    }
}

impl Tree for Reach {
    type Position = Place;
    type Key = Place;

    fn root(&self) -> Place {
        Place { board: self.start, spawning: false }
    }

    fn look(&self, place: &Place) -> Look {
        if place.board.largest() >= self.target {
            return Look::Over(true);
        }
        if !place.spawning {
            return match self.pushes(place.board).count() as u32 {
                0 => Look::Over(false),
                children => Look::Open { turn: Chooser::Or, children },
            };
        }
        let children = self.rules.empty_cells(place.board).count() as u32 * self.kinds();
        Look::Open { turn: self.inhibitor.turn(), children }
    }

    fn child(&self, place: &Place, index: u32) -> Place {
        if !place.spawning {
            let board = self.pushes(place.board).nth(index as usize).unwrap_or(place.board);
            return Place { board, spawning: true };
        }
        let cell = self.rules.empty_cells(place.board).nth((index / self.kinds()) as usize).unwrap_or(0);
        Place { board: place.board.with(cell, self.tile(index)), spawning: false }
    }

    fn key(&self, place: &Place) -> Place {
        *place
    }

    fn probability(&self, _: &Place, index: u32, children: u32) -> f64 {
        let cells = f64::from(children / self.kinds());
        let fours = self.rules.fours.value();
        let kind = match (self.kinds(), self.tile(index)) {
            (1, _) => 1.0,
            (_, 2) => fours,
            _ => 1.0 - fours,
        };
        kind / cells
    }
}
