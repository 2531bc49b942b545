//! Which pieces there are, and the number of a position among all with the same pieces.
//!
//! Black is to move; where white is, the board is turned around and the colours exchanged. A man's place is one of 28,
//! counted from its own first row; a king's one of 32. The places of each kind, a < b < c < …, have the number
//! C(a,1) + C(b,2) + C(c,3) + … among all choices, and the four numbers make one as digits do:
//!
//! ```text
//!   black's men, white's men, black's kings, white's kings
//!   a black man on 1 and white kings on 2 and 4:  0, 0 (none), 0 (none), C(1,1) + C(3,2) = 4
//! ```
//!
//! Two pieces on one square have a number, too, and no position: 14 % of the numbers with four pieces go unused, which
//! is cheaper than what would avoid it.

use crate::checkers::board::{Bits, Position, bit, number};

/// Most pieces of a kind.
const MOST: usize = 4;

/// C(n, k) for n up to 32 and k up to 4.
const CHOICES: [[u32; MOST + 1]; 33] = {
    let mut table = [[0; MOST + 1]; 33];
    let mut n = 0;
    while n < 33 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MOST && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

const _: () = assert!(CHOICES[28][2] == 378 && CHOICES[32][4] == 35_960);

/// Places of men and of kings.
const PLACES: [usize; 2] = [28, 32];

/// How many men and kings each side has; the first is the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// Men of the side to move and of the other.
    pub men: [u8; 2],
    /// The same for kings.
    pub kings: [u8; 2],
}

impl Material {
    /// What is on the board.
    pub fn of(position: &Position) -> Material {
        let (own, other) = position.sides();
        let count = |set: u64| set.count_ones() as u8;
        let (men, kings) = (!position.kings, position.kings);
        Material {
            men: [count(own & men), count(other & men)],
            kings: [count(own & kings), count(other & kings)],
        }
    }

    /// The same with the other side to move.
    #[must_use]
    pub fn turned(self) -> Material {
        Material { men: [self.men[1], self.men[0]], kings: [self.kings[1], self.kings[0]] }
    }

    /// Pieces of a side.
    pub fn side(self, side: usize) -> u8 {
        self.men[side] + self.kings[side]
    }

    /// All pieces.
    pub fn pieces(self) -> u8 {
        self.side(0) + self.side(1)
    }

    /// A number below [`Material::CODES`] that no other has.
    pub(super) fn code(self) -> usize {
        let digits = [self.men[0], self.men[1], self.kings[0], self.kings[1]];
        digits.iter().fold(0, |code, &digit| code * (MOST + 1) + usize::from(digit))
    }

    /// How many codes there are.
    pub(super) const CODES: usize = (MOST + 1).pow(4);

    /// Every choice of this many pieces with both sides on the board.
    pub fn all(pieces: u8) -> Vec<Material> {
        let mut all = Vec::new();
        for own in 1..pieces {
            for (own_men, other_men) in
                (0..=own).flat_map(|men| (0..=pieces - own).map(move |other| (men, other)))
            {
                let kings = [own - own_men, pieces - own - other_men];
                all.push(Material { men: [own_men, other_men], kings });
            }
        }
        all
    }

    /// What play can lead to from here, both sides on the board: fewer pieces, and kings where there were men. Itself
    /// included, and each after everything that it can lead to.
    pub fn reaches(self) -> Vec<Material> {
        let fits = |to: Material| {
            (0..2).all(|side| to.men[side] <= self.men[side] && to.side(side) <= self.side(side))
        };
        let mut all: Vec<Material> = (2..=self.pieces()).flat_map(Material::all).collect();
        // The sides change their places with every move.
        all.retain(|&to| fits(to) || fits(to.turned()));
        all.sort_by_key(|to| (to.pieces(), to.men[0] + to.men[1], to.turned().min(*to)));
        all
    }

    /// How many numbers there are.
    pub fn numbers(self) -> usize {
        let kinds = [(28, self.men[0]), (28, self.men[1]), (32, self.kings[0]), (32, self.kings[1])];
        kinds.iter().map(|&(places, count)| CHOICES[places][usize::from(count)] as usize).product()
    }

    /// The number of a position with these pieces in which black is to move.
    pub fn number(self, position: &Position) -> usize {
        let men = !position.kings;
        let (black, white) = (position.black, position.white);
        let digit = |number: usize, set: u64, places: usize, count: u8, turned: bool| {
            let mut rank = 0;
            let mut add = |nth: usize, place: usize| rank += CHOICES[place][nth];
            if turned {
                // White's men are counted from their own side: the highest square first.
                let turned = set.reverse_bits() >> 29;
                Bits(turned).enumerate().for_each(|(nth, piece)| add(nth + 1, place_of(piece)));
            } else {
                Bits(set).enumerate().for_each(|(nth, piece)| add(nth + 1, place_of(piece)));
            }
            number * CHOICES[places][usize::from(count)] as usize + rank as usize
        };
        let number = digit(0, black & men, PLACES[0], self.men[0], false);
        let number = digit(number, white & men, PLACES[0], self.men[1], true);
        let number = digit(number, black & position.kings, PLACES[1], self.kings[0], false);
        digit(number, white & position.kings, PLACES[1], self.kings[1], false)
    }

    /// The position with a number, black to move; none where two pieces would share a square.
    pub fn position(self, number: usize) -> Option<Position> {
        let mut left = number;
        let mut set = |places: usize, count: u8| {
            let choices = CHOICES[places][usize::from(count)] as usize;
            let mut rank = (left % choices) as u32;
            left /= choices;
            let (mut set, mut place) = (0, places);
            for nth in (1..=usize::from(count)).rev() {
                place -= 1;
                while CHOICES[place][nth] > rank {
                    place -= 1;
                }
                rank -= CHOICES[place][nth];
                set |= bit(place as u32 + 1);
            }
            set
        };
        let white_kings = set(PLACES[1], self.kings[1]);
        let black_kings = set(PLACES[1], self.kings[0]);
        let white_men = set(PLACES[0], self.men[1]).reverse_bits() >> 29;
        let black_men = set(PLACES[0], self.men[0]);
        let position = Position {
            black: black_men | black_kings,
            white: white_men | white_kings,
            kings: black_kings | white_kings,
            black_to_move: true,
        };
        let apart = position.pieces() == u32::from(self.pieces())
            && position.kings.count_ones() == u32::from(self.kings[0] + self.kings[1])
            && (white_men | black_men) & position.kings == 0;
        apart.then_some(position)
    }
}

/// The place of a piece on the board, from 0.
#[inline]
fn place_of(piece: u64) -> usize {
    number(piece) as usize - 1
}

impl std::fmt::Display for Material {
    /// `2 kings v 1 man 1 king`, the side to move first.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for side in 0..2 {
            let kinds = [(self.men[side], "man", "men"), (self.kings[side], "king", "kings")];
            let kinds = kinds.into_iter().filter(|(count, ..)| *count > 0);
            let words: Vec<String> = kinds
                .map(|(count, one, more)| format!("{count} {}", if count == 1 { one } else { more }))
                .collect();
            write!(f, "{}{}", if side == 1 { " v " } else { "" }, words.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_positions_are_two_names_of_one_thing() {
        for pieces in 2..=3 {
            for material in Material::all(pieces) {
                for number in 0..material.numbers() {
                    if let Some(position) = material.position(number) {
                        assert_eq!(Material::of(&position), material);
                        assert_eq!(material.number(&position), number, "{material} {position:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_reached_comes_before_what_reaches_it() {
        let start = Material { men: [1, 1], kings: [1, 1] };
        let order = start.reaches();
        assert!(order.contains(&start) && order.contains(&Material { men: [0, 0], kings: [1, 1] }));
        for (at, material) in order.iter().enumerate() {
            for later in &order[at + 1..] {
                let smaller = later.pieces() < material.pieces();
                let crowned = later.pieces() == material.pieces()
                    && later.men[0] + later.men[1] < material.men[0] + material.men[1];
                assert!(!smaller && !crowned, "{material} before {later}");
            }
        }
    }
}
