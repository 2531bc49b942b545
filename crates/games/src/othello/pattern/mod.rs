//! The learnt evaluation: what stands on the edges, in the corners and along the lines of the 8x8 board.
//!
//! Every pattern is some squares in a fixed order. What stands on them is a number in balanced base 3: +1 for a disc of the
//! player to move, -1 for the opponent's, 0 for none. So the numbers after a pass are the same with the other sign, and a
//! disc that is placed or flipped adds a constant to each pattern through its square: [`Features`] are brought up to date by
//! a few additions, never recounted. What a number is worth was learnt ([`learn`]), in eighths of a disc, for each phase of
//! the game; the worth of a position is the sum over all patterns.

mod format;
mod learn;

use std::sync::{Arc, OnceLock};

use super::bits::Squares;

pub use format::{BadWeights, read, write};
pub use learn::{LearntPhase, Lesson, SHIPPED_GAMES, Teacher};

/// One disc, in the unit of the evaluation.
pub(super) const DISC: i32 = 8;

/// Phases of the game, each with weights of its own.
pub(super) const PHASES: usize = 6;

/// The phase with this many empty squares: 0 is the last one.
pub(super) const fn phase(empty: u32) -> usize {
    match empty {
        0..=15 => 0,
        16..=23 => 1,
        24..=31 => 2,
        32..=39 => 3,
        40..=47 => 4,
        _ => 5,
    }
}

/// Patterns on the board: each kind in all its places.
pub(super) const LANES: usize = 46;
/// Lanes that are added at once: a whole number of vectors.
const WIDTH: usize = 48;

/// A square: column and row.
type Place = (u32, u32);

/// A kind of pattern: its squares in one place, and the places there are.
struct Kind {
    squares: &'static [Place],
    places: Places,
}

/// Where else a pattern is found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Places {
    /// By quarter turns: 4.
    Turned,
    /// By a quarter turn: 2.
    Crossed,
    /// By quarter turns and their mirror images: 8.
    Mirrored,
}

const KINDS: [Kind; 11] = [
    // The edge and the two squares diagonally beside its corners.
    Kind {
        squares: &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (1, 1), (6, 1)],
        places: Places::Turned,
    },
    // The corner, three by three.
    Kind {
        squares: &[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)],
        places: Places::Turned,
    },
    // The corner along the edge, five by two.
    Kind {
        squares: &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 1), (1, 1), (2, 1), (3, 1), (4, 1)],
        places: Places::Mirrored,
    },
    // The lines behind the edge.
    Kind {
        squares: &[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1)],
        places: Places::Turned,
    },
    Kind {
        squares: &[(0, 2), (1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (7, 2)],
        places: Places::Turned,
    },
    Kind {
        squares: &[(0, 3), (1, 3), (2, 3), (3, 3), (4, 3), (5, 3), (6, 3), (7, 3)],
        places: Places::Turned,
    },
    // The diagonals.
    Kind {
        squares: &[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7)],
        places: Places::Crossed,
    },
    Kind { squares: &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7)], places: Places::Turned },
    Kind { squares: &[(0, 2), (1, 3), (2, 4), (3, 5), (4, 6), (5, 7)], places: Places::Turned },
    Kind { squares: &[(0, 3), (1, 4), (2, 5), (3, 6), (4, 7)], places: Places::Turned },
    Kind { squares: &[(0, 4), (1, 5), (2, 6), (3, 7)], places: Places::Turned },
];

impl Kind {
    const fn len(&self) -> usize {
        self.squares.len()
    }

    const fn numbers(&self) -> usize {
        3_usize.pow(self.squares.len() as u32)
    }

    const fn count(&self) -> usize {
        match self.places {
            Places::Turned => 4,
            Places::Crossed => 2,
            Places::Mirrored => 8,
        }
    }
}

/// A square (column, row) in the place with this number.
const fn placed((mut x, mut y): Place, place: usize) -> u32 {
    if place >= 4 {
        (x, y) = (y, x);
    }
    let mut turn = 0;
    while turn < place % 4 {
        (x, y) = (7 - y, x);
        turn += 1;
    }
    8 * y + x
}

/// Numbers of all kinds of patterns together, kind after kind.
const NUMBERS: usize = {
    let (mut sum, mut kind) = (0, 0);
    while kind < KINDS.len() {
        sum += KINDS[kind].numbers();
        kind += 1;
    }
    sum
};

/// Where the number 0 of each lane's kind stands among [`NUMBERS`].
const BASES: [i32; LANES] = {
    let mut bases = [0; LANES];
    let (mut lane, mut begin, mut kind) = (0, 0, 0);
    while kind < KINDS.len() {
        let mut place = 0;
        while place < KINDS[kind].count() {
            bases[lane] = begin + (KINDS[kind].numbers() as i32 - 1) / 2;
            lane += 1;
            place += 1;
        }
        begin += KINDS[kind].numbers() as i32;
        kind += 1;
    }
    assert!(lane == LANES);
    bases
};

/// What a disc on each square adds to each lane.
static ADDED: [[i16; WIDTH]; 64] = {
    let mut added = [[0; WIDTH]; 64];
    let (mut lane, mut kind) = (0, 0);
    while kind < KINDS.len() {
        let mut place = 0;
        while place < KINDS[kind].count() {
            let (mut at, mut power) = (0, 1_i16);
            while at < KINDS[kind].len() {
                added[placed(KINDS[kind].squares[at], place) as usize][lane] = power;
                power = power.wrapping_mul(3);
                at += 1;
            }
            lane += 1;
            place += 1;
        }
        kind += 1;
    }
    added
};

/// What stands in every pattern, as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(super) struct Features([i16; WIDTH]);

impl Features {
    /// Those of a position, counted.
    pub(super) fn of(own: u64, other: u64) -> Features {
        let mut numbers = [0_i16; WIDTH];
        for square in Squares(own) {
            for (number, added) in numbers.iter_mut().zip(&ADDED[square as usize]) {
                *number = number.wrapping_add(*added);
            }
        }
        for square in Squares(other) {
            for (number, added) in numbers.iter_mut().zip(&ADDED[square as usize]) {
                *number = number.wrapping_sub(*added);
            }
        }
        Features(numbers)
    }

    /// Those after a move to `square` that flips `flipped`, as the opponent sees them.
    #[inline]
    pub(super) fn after(&self, square: u32, flipped: u64) -> Features {
        // Flipped discs turn from -1 to +1: twice what one disc adds.
        let mut flips = [0_i16; WIDTH];
        for square in Squares(flipped) {
            for (sum, added) in flips.iter_mut().zip(&ADDED[(square & 63) as usize]) {
                *sum = sum.wrapping_add(*added);
            }
        }
        let placed = &ADDED[(square & 63) as usize];
        let mut numbers = [0_i16; WIDTH];
        for (((number, before), placed), flips) in numbers.iter_mut().zip(&self.0).zip(placed).zip(&flips) {
            *number = before.wrapping_add(*placed).wrapping_add(flips.wrapping_mul(2)).wrapping_neg();
        }
        Features(numbers)
    }

    /// Those after a pass.
    #[inline]
    pub(super) fn passed(&self) -> Features {
        Features(self.0.map(i16::wrapping_neg))
    }

    /// Where the numbers stand among all numbers of all kinds.
    #[inline]
    fn places(&self) -> impl Iterator<Item = usize> {
        (0..LANES).map(|lane| (BASES[lane] + i32::from(self.0[lane])) as usize)
    }
}

/// The same weight serves a pattern and its mirror image where that lies on the same squares: for each number the lower of
/// the two, by which both are known.
fn shared() -> Vec<u32> {
    let mut shared = Vec::with_capacity(NUMBERS);
    for kind in &KINDS {
        let begin = shared.len() as u32;
        let image = mirror_of(kind);
        for number in 0..kind.numbers() {
            let mirrored = image.as_ref().map_or(number, |order| {
                let mut digits = [0; 10];
                let mut rest = number;
                for digit in &mut digits[..kind.len()] {
                    *digit = rest % 3;
                    rest /= 3;
                }
                order.iter().rev().fold(0, |sum, &at| 3 * sum + digits[at])
            });
            shared.push(begin + number.min(mirrored) as u32);
        }
    }
    shared
}

/// In which order the squares of a kind are seen in the mirror that keeps it in its place.
fn mirror_of(kind: &Kind) -> Option<Vec<usize>> {
    let mirrors: [fn(Place) -> Place; 3] = [|(x, y)| (7 - x, y), |(x, y)| (y, x), |(x, y)| (7 - y, 7 - x)];
    mirrors.into_iter().find_map(|mirror| {
        let order: Option<Vec<usize>> = kind
            .squares
            .iter()
            .map(|&square| kind.squares.iter().position(|&other| other == mirror(square)))
            .collect();
        // The long diagonal is its own mirror image square by square in one of them, which tells nothing.
        order.filter(|order| order.iter().enumerate().any(|(at, &image)| at != image))
    })
}

/// The weights of one phase.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Weights {
    /// For every number of every kind, mirror images included.
    numbers: Box<[i8]>,
}

/// How far a deeper search is from a shallower one, in eighths of a disc: what selective searches rest on.
///
/// The standard deviation is a plane over the empty squares, the deeper and the shallower depth, fitted by least squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// Constant, then per empty square, per ply of the deeper and per ply of the shallower search; in 1/1024 of the unit.
    pub plane: [i32; 4],
}

impl Spread {
    /// The standard deviation in eighths of a disc.
    pub(super) fn at(self, empty: u32, deep: u32, shallow: u32) -> f64 {
        let [constant, by_empty, by_deep, by_shallow] = self.plane.map(f64::from);
        let sum = constant
            + by_empty * f64::from(empty)
            + by_deep * f64::from(deep)
            + by_shallow * f64::from(shallow);
        (sum / 1024.0).max(f64::from(DISC))
    }
}

/// The learnt evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Judge {
    phases: Vec<Weights>,
    /// What it is worth to be on the move, by empty squares.
    turns: [i8; 64],
    /// Of a search some moves deep, against one of fewer.
    pub spread: Spread,
    /// Of a search to the end, against one of some moves.
    pub spread_at_end: Spread,
}

/// What ships with the program: the file that `cargo run --release -p quandary-games --example learn_othello -- FILE` writes.
static SHIPPED: &[u8] = include_bytes!("weights.bin");

impl Judge {
    /// The evaluation that ships with the program, unpacked at its first use.
    pub fn shipped() -> Arc<Judge> {
        static JUDGE: OnceLock<Arc<Judge>> = OnceLock::new();
        JUDGE.get_or_init(|| Arc::new(read(SHIPPED).unwrap_or_else(|_| Judge::blank()))).clone()
    }

    /// One that holds all positions to be even.
    pub fn blank() -> Judge {
        let weights = Weights { numbers: vec![0; NUMBERS].into() };
        Judge {
            phases: vec![weights; PHASES],
            turns: [0; 64],
            spread: Spread::default(),
            spread_at_end: Spread::default(),
        }
    }

    /// What a position is worth to the player to move, in eighths of a disc.
    #[inline]
    pub(super) fn worth(&self, features: &Features, empty: u32) -> i32 {
        let weights = &self.phases[phase(empty)].numbers[..NUMBERS];
        let mut sum = i32::from(self.turns[(empty & 63) as usize]);
        for (base, number) in BASES.iter().zip(&features.0) {
            sum += i32::from(weights[(base + i32::from(*number)) as usize]);
        }
        sum.clamp(-64 * DISC, 64 * DISC)
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;

    use super::super::rules::{Board, Othello, Position};
    use super::*;

    #[test]
    fn features_brought_up_to_date_are_those_counted() {
        let rules = Othello(Board::Eight);
        for index in 0..50 {
            let mut position = Othello::START;
            let mut features = Features::of(position.mover, position.opponent);
            let mut stream = Seed(3).stream(index);
            while !rules.is_over(position) {
                let legal: Vec<u32> = Squares(rules.legal(position)).collect();
                if let Some(&square) = stream.choose(&legal) {
                    let next = rules.place(position, square);
                    features = features.after(square, position.opponent & next.opponent);
                    position = next;
                } else {
                    position = rules.pass(position);
                    features = features.passed();
                }
                assert_eq!(features, Features::of(position.mover, position.opponent));
            }
        }
    }

    /// The board in one of its eight symmetries.
    fn image(discs: u64, symmetry: usize) -> u64 {
        Squares(discs).fold(0, |image, square| image | 1 << placed((square % 8, square / 8), symmetry))
    }

    #[test]
    fn the_eight_images_of_a_position_are_worth_the_same() {
        let shared = shared();
        let weights: Box<[i8]> =
            shared.iter().map(|&number| (number.wrapping_mul(2654435761) >> 24) as i8 / 4).collect();
        let judge = Judge { phases: vec![Weights { numbers: weights }; PHASES], ..Judge::blank() };
        let mut different = 0;
        for index in 0..60 {
            let Position { mover, opponent, .. } =
                Othello(Board::Eight).random_position(index as u32, &mut Seed(4).stream(index));
            let worth = judge.worth(&Features::of(mover, opponent), 60 - index as u32);
            different += u32::from(worth != 0);
            for symmetry in 1..8 {
                let features = Features::of(image(mover, symmetry), image(opponent, symmetry));
                assert_eq!(judge.worth(&features, 60 - index as u32), worth, "{index} {symmetry}");
            }
        }
        assert!(different > 50, "{different}");
    }

    #[test]
    fn what_ships_can_be_read_and_is_small() {
        let judge = read(SHIPPED).unwrap();
        assert!(SHIPPED.len() <= 300_000, "{} bytes", SHIPPED.len());
        assert_eq!(write(&judge), SHIPPED);
        assert_eq!(judge, *Judge::shipped());
        assert!(judge.phases.iter().all(|weights| weights.numbers.iter().any(|&weight| weight != 0)));
        assert!(judge.spread.at(30, 8, 4) > 4.0 && judge.spread_at_end.at(20, 20, 6) > 4.0);
    }
}
