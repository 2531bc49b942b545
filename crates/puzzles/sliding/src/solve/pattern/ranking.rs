//! Numbers for where some tiles stand: which cells they take, and in which order.
//!
//! The cells are a bit mask, numbered in the order of the masks as numbers (the combinatorial number
//! system). The order is read along the cells and numbered by digits in the factorial base:
//!
//! ```text
//! cells   0 1 2 3 4 5       mask 110100 (bit 0 right)  =  cells 2, 4, 5
//!         . . b . c a       number of the mask = C(2,1) + C(4,2) + C(5,3) = 2 + 6 + 10 = 18
//!
//! order   b c a             digit of a tile = earlier tiles of the pattern that stand before it
//!                           a: 0   b: 0   c: 1         0·0! + 0·1! + 1·2! = 2
//! ```
//!
//! The digits have a use: a tile that passes another changes exactly one digit by one, that of the later
//! of the two. So a slide changes the number by a sum of factorials, one for each tile passed, and a slide
//! along the cells' own direction passes nobody.

/// All ways to choose some of up to 32 cells.
pub(super) struct Cells {
    low_bits: u32,
    high_bits: u32,
    /// The part of the number that the lower cells contribute.
    low: Vec<u32>,
    /// The part of the higher cells, by how many are chosen below them.
    high: Vec<u32>,
    /// Every choice, in the order of their numbers.
    masks: Vec<u32>,
}

impl Cells {
    /// Choices of `chosen` among `cells`.
    pub(super) fn new(cells: u32, chosen: u32) -> Cells {
        let low_bits = cells / 2;
        let high_bits = cells - low_bits;
        let part = |mask: u32, first_cell: u32, below: u32| -> u32 {
            (0..32)
                .filter(|bit| mask >> bit & 1 == 1)
                .zip(below + 1..)
                .map(|(bit, place)| binomial(first_cell + bit, place))
                .sum()
        };
        let low = (0..1 << low_bits).map(|mask| part(mask, 0, 0)).collect();
        let mut high = Vec::with_capacity(((chosen + 1) as usize) << high_bits);
        for below in 0..=chosen {
            high.extend((0..1 << high_bits).map(|mask: u32| {
                if mask.count_ones() + below > chosen { 0 } else { part(mask, low_bits, below) }
            }));
        }
        let first = (1_u64 << chosen) - 1;
        let masks = std::iter::successors(Some(first), |&mask| next_choice(mask))
            .take_while(|&mask| mask < 1 << cells)
            .map(|mask| mask as u32);
        Cells { low_bits, high_bits, low, high, masks: masks.collect() }
    }

    /// Every choice, in the order of their numbers.
    pub(super) fn masks(&self) -> &[u32] {
        &self.masks
    }

    /// The number of a choice.
    #[inline]
    pub(super) fn rank(&self, mask: u32) -> usize {
        let low = mask & ((1 << self.low_bits) - 1);
        let high = (low.count_ones() << self.high_bits) | (mask >> self.low_bits);
        (self.low[low as usize] + self.high[high as usize]) as usize
    }
}

/// The next larger number with as many bits, if a larger one exists (Gosper's trick: the lowest run of
/// bits sends its top one up and falls back to the bottom).
fn next_choice(mask: u64) -> Option<u64> {
    let lowest = mask & mask.wrapping_neg();
    let ripple = mask.checked_add(lowest).filter(|_| lowest != 0)?;
    Some(ripple | ((mask ^ ripple) / lowest) >> 2)
}

fn binomial(n: u32, k: u32) -> u32 {
    if k > n {
        return 0;
    }
    (0..u64::from(k)).fold(1_u64, |value, i| value * (u64::from(n) - i) / (i + 1)) as u32
}

/// n!.
pub(super) fn factorial(n: usize) -> usize {
    (1..=n).product()
}

/// The number of an order: `order[place]` is the tile there, from 0.
pub(super) fn rank_order(order: &[u8]) -> usize {
    order
        .iter()
        .enumerate()
        .map(|(place, &tile)| {
            order[..place].iter().filter(|&&other| other < tile).count() * factorial(tile.into())
        })
        .sum()
}

/// The order with this number: the inverse of [`rank_order`].
pub(super) fn unrank_order(mut rank: usize, tiles: usize) -> Vec<u8> {
    let mut order = Vec::with_capacity(tiles);
    let mut digits = vec![0; tiles];
    for tile in (0..tiles).rev() {
        digits[tile] = rank / factorial(tile);
        rank %= factorial(tile);
    }
    for (tile, digit) in digits.into_iter().enumerate() {
        order.insert(digit, tile as u8);
    }
    order
}

/// What becomes of the number when a tile passes another towards the later cells: the passed one's digit
/// falls, or the passing one's rises.
pub(super) fn passing(tile: usize, passed: usize) -> i32 {
    if tile > passed { factorial(tile) as i32 } else { -(factorial(passed) as i32) }
}

/// For every order, its number after the tile at place `from` has gone to place `to`.
pub(super) fn moved_orders(tiles: usize, from: usize, to: usize) -> Vec<u16> {
    (0..factorial(tiles))
        .map(|rank| {
            let mut order = unrank_order(rank, tiles);
            let tile = order.remove(from);
            order.insert(to, tile);
            rank_order(&order) as u16
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_numbered_in_their_order() {
        for (cells, chosen) in [(6, 3), (9, 4), (16, 7), (16, 0), (15, 1)] {
            let numbering = Cells::new(cells, chosen);
            for (number, &mask) in numbering.masks().iter().enumerate() {
                assert_eq!(numbering.rank(mask), number, "{mask:b}");
            }
        }
        assert_eq!(Cells::new(6, 3).rank(0b110100), 18);
    }

    #[test]
    fn orders_and_numbers_correspond_one_to_one() {
        for tiles in 1..=6 {
            for rank in 0..factorial(tiles) {
                assert_eq!(rank_order(&unrank_order(rank, tiles)), rank);
            }
        }
        assert_eq!(rank_order(&[1, 2, 0]), 2);
    }

    #[test]
    fn passing_a_tile_changes_one_digit() {
        let tiles = 5;
        for rank in 0..factorial(tiles) {
            let order = unrank_order(rank, tiles);
            for from in 0..tiles {
                let mut delta = 0;
                for to in from..tiles {
                    if to > from {
                        delta += passing(order[from].into(), order[to].into());
                    }
                    let moved = usize::from(moved_orders(tiles, from, to)[rank]);
                    assert_eq!(rank as i32 + delta, moved as i32);
                }
            }
        }
    }
}
