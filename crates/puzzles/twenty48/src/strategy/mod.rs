//! How to play: one idea a file.
//!
//! | strategy | what it does |
//! |---|---|
//! | [`random`](Random) | any legal move: the floor |
//! | [`linear`] | expectimax over a weighted sum of tiles, as the access article plays |
//! | [`hand`] | expectimax over a judgement of lines made by hand: strong without any training |
//! | [`best`] | expectimax over the strongest network ([`champion`]) |
//!
//! | a network | what it is |
//! |---|---|
//! | [`patterns`], [`network`] | six cells at a time, and what each way to fill them is worth |
//! | [`training`], [`late`] | how it teaches itself, and the positions in which its games begin |
//! | [`course`], [`record`] | a training from its last [`checkpoint`] to its goal, and its learning curve |

pub mod best;
pub mod champion;
pub mod checkpoint;
pub mod course;
pub mod hand;
pub mod late;
pub mod linear;
pub mod network;
pub mod patterns;
pub mod record;
pub mod training;
pub mod view;

use quandary_core::Stream;

use crate::rules::{Board, Direction, Rules};

/// A move, and how many there were to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Considered {
    /// The move.
    pub chosen: Direction,
    /// Legal moves.
    pub options: u8,
    /// Those the player holds to be as good as the best, within [`AS_GOOD`]; the chosen one among them.
    pub plausible: u8,
}

/// A move is as good as the best when its value falls short by at most this share of the best one's.
///
/// No evaluation here is exact to a percent; what differs by less is a matter of taste. Equal values (ties) are
/// within it whatever the unit.
pub const AS_GOOD: f64 = 0.01;

impl Considered {
    /// From the values of the legal moves: the best of them, the first among equals.
    ///
    /// ```
    /// use quandary_twenty48::rules::Direction::{Down, Left, Up};
    /// use quandary_twenty48::strategy::Considered;
    /// let found = Considered::best([(Left, 900.0), (Up, 1000.0), (Down, 995.0)]).unwrap();
    /// assert_eq!(found, Considered { chosen: Up, options: 3, plausible: 2 });
    /// ```
    pub fn best(values: impl IntoIterator<Item = (Direction, f64), IntoIter: Clone>) -> Option<Considered> {
        let values = values.into_iter();
        let (chosen, most) = values.clone().reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        let enough = most - AS_GOOD * most.abs();
        let (mut options, mut plausible) = (0, 0);
        for (_, value) in values {
            options += 1;
            plausible += u8::from(value >= enough);
        }
        Some(Considered { chosen, options, plausible })
    }
}

/// Chooses moves on a board of any shape.
pub trait Player {
    /// The move, with how many others there were and how many were as good; `None` when there is none.
    fn consider(&mut self, board: Board) -> Option<Considered>;

    /// The move alone.
    fn choose(&mut self, board: Board) -> Option<Direction> {
        self.consider(board).map(|considered| considered.chosen)
    }
}

/// Any legal move, each equally likely.
pub struct Random {
    /// The rules.
    pub rules: Rules,
    /// Where its choices come from.
    pub stream: Stream,
}

impl Player for Random {
    fn consider(&mut self, board: Board) -> Option<Considered> {
        let legal: Vec<Direction> =
            Direction::ALL.into_iter().filter(|&d| self.rules.slide(board, d).2).collect();
        let options = legal.len() as u8;
        // To chance every move is as good as any other.
        self.stream.choose(&legal).map(|&chosen| Considered { chosen, options, plausible: options })
    }
}
