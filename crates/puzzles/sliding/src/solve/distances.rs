//! The exact distance of every board to the goal, by one breadth-first search.

use quandary_core::{Budget, Exhausted, StopFlag};

use crate::rules::{Board, Size, Slide, Sliding};

/// How many moves every solvable board needs, for boards of at most [`Distances::MAX_CELLS`] cells.
///
/// One byte a permutation: 362,880 for the 8-puzzle, of which 181,440 can be reached.
///
/// ```
/// use quandary_sliding::{Sliding, Size, notation::parse_board, solve::distances::Distances};
/// let distances = Distances::new(&Sliding::ordered(Size::new(3, 3).unwrap())).unwrap();
/// let hardest = parse_board("8 6 7 2 5 4 3 0 1", None).unwrap();
/// assert_eq!(distances.of(&hardest), Some(31));
/// assert_eq!(distances.by_length()[31], 2);
/// ```
pub struct Distances {
    size: Size,
    table: Box<[u8]>,
    by_length: Vec<u64>,
}

const UNREACHED: u8 = u8::MAX;

/// Bytes that a rank takes while the table is made, at most: one for good, and those of the boards that are looked at next.
const BYTES_PER_RANK: usize = 3;

/// Boards between two looks at the flag that ends the work.
pub(crate) const POLL: usize = 1 << 14;

impl Distances {
    /// The most cells a table is made for: 10! bytes are 3.6 MB; 12! would be 479 MB.
    pub const MAX_CELLS: usize = 10;

    /// Searches from the goal; `None` when the board is too large for a table.
    ///
    /// Every reachable board is visited once: time and memory are proportional to cells!.
    pub fn new(puzzle: &Sliding) -> Option<Distances> {
        Distances::within(puzzle, &Budget::unlimited()).expect("there is no limit")
    }

    /// How many boards a table looks at; `None` when the board is too large for one.
    pub fn price(size: Size) -> Option<u64> {
        (size.cells() <= Distances::MAX_CELLS).then(|| (3..=size.cells() as u64).product())
    }

    /// The same as [`Distances::new`], while time and memory last. The nodes are the caller's to pay: [`Distances::price`].
    pub fn within(puzzle: &Sliding, budget: &Budget) -> Result<Option<Distances>, Exhausted> {
        let size = puzzle.size();
        let cells = size.cells();
        if cells > Distances::MAX_CELLS {
            return Ok(None);
        }
        let neighbours: Vec<Vec<usize>> = (0..cells)
            .map(|blank| Slide::ALL.into_iter().filter_map(|slide| size.source(blank, slide)).collect())
            .collect();
        let states: usize = (1..=cells).product();
        if BYTES_PER_RANK * states > budget.memory_or(usize::MAX) {
            return Err(Exhausted::Memory);
        }
        let mut table = vec![UNREACHED; states].into_boxed_slice();
        let mut goal = [0; Distances::MAX_CELLS];
        goal[..cells].copy_from_slice(puzzle.goal().tiles());
        table[rank(&goal[..cells])] = 0;
        let mut frontier = vec![(goal, puzzle.goal().blank() as u8)];
        let mut by_length = Vec::new();
        let mut next = Vec::new();
        while !frontier.is_empty() {
            by_length.push(frontier.len() as u64);
            let depth = by_length.len() as u8;
            for (place, (tiles, blank)) in frontier.drain(..).enumerate() {
                if place.is_multiple_of(POLL) {
                    budget.poll()?;
                }
                let blank = usize::from(blank);
                for &source in &neighbours[blank] {
                    let mut after = tiles;
                    after.swap(blank, source);
                    let slot = &mut table[rank(&after[..cells])];
                    if *slot == UNREACHED {
                        *slot = depth;
                        next.push((after, source as u8));
                    }
                }
            }
            std::mem::swap(&mut frontier, &mut next);
        }
        Ok(Some(Distances { size, table, by_length }))
    }

    /// The fewest moves that solve a board; `None` when none do.
    pub fn of(&self, board: &Board) -> Option<u32> {
        debug_assert_eq!(board.size(), self.size);
        match self.table[rank(board.tiles())] {
            UNREACHED => None,
            distance => Some(distance.into()),
        }
    }

    /// How many boards need 0, 1, 2, … moves.
    pub fn by_length(&self) -> &[u64] {
        &self.by_length
    }

    /// The number of boards that can be solved.
    pub fn states(&self) -> u64 {
        self.by_length.iter().sum()
    }

    /// The mean number of moves over all boards that can be solved.
    pub fn mean(&self) -> f64 {
        let moves: u64 = self.by_length.iter().enumerate().map(|(length, count)| length as u64 * count).sum();
        moves as f64 / self.states() as f64
    }

    /// The slides that begin a shortest solution: b of them. Empty on the goal and on unsolvable boards.
    pub fn best_slides(&self, board: &Board) -> Vec<Slide> {
        let Some(distance) = self.of(board).filter(|&distance| distance > 0) else { return Vec::new() };
        board
            .slides()
            .filter(|&slide| board.after(slide).and_then(|next| self.of(&next)) == Some(distance - 1))
            .collect()
    }

    /// A shortest solution: the first best slide at every step.
    pub fn solution(&self, board: &Board) -> Option<Vec<Slide>> {
        let mut left = self.of(board)?;
        let mut at = board.clone();
        let mut path = Vec::with_capacity(left as usize);
        while left > 0 {
            let slide = *self.best_slides(&at).first().expect("a solvable board has a best slide");
            at = at.after(slide).expect("a best slide is legal");
            path.push(slide);
            left -= 1;
        }
        Some(path)
    }

    /// All solvable boards with their distances, in the order of their ranks.
    pub fn boards(&self) -> impl Iterator<Item = (Board, u32)> + '_ {
        self.table.iter().enumerate().filter(|&(_, &distance)| distance != UNREACHED).map(
            |(rank, &distance)| {
                let board = Board::new(self.size, &unrank(rank, self.size.cells()));
                (board.expect("a rank is a permutation"), distance.into())
            },
        )
    }

    /// The board with this rank, if it can be solved: for drawing boards uniformly.
    pub fn board_at(&self, rank: usize) -> Option<(Board, u32)> {
        match self.table[rank] {
            UNREACHED => None,
            distance => {
                let board = Board::new(self.size, &unrank(rank, self.size.cells()));
                Some((board.expect("a rank is a permutation"), distance.into()))
            }
        }
    }

    /// The rank of a board of this size.
    pub(crate) fn rank_of(&self, board: &Board) -> usize {
        debug_assert_eq!(board.size(), self.size);
        rank(board.tiles())
    }

    /// The ranks of all solvable boards, those nearest to the goal first, until the flag is raised.
    pub(crate) fn nearest_first(&self, stop: &StopFlag) -> Result<Vec<u32>, Exhausted> {
        // Where the boards of each length begin; then where the next of them goes.
        let mut places: Vec<usize> = Vec::with_capacity(self.by_length.len());
        let mut from = 0;
        for &count in &self.by_length {
            places.push(from);
            from += count as usize;
        }
        let mut ranks = vec![0; from];
        for (rank, &distance) in self.table.iter().enumerate() {
            if rank.is_multiple_of(POLL) {
                stop.raised().map_or(Ok(()), Err)?;
            }
            if distance != UNREACHED {
                let place = &mut places[usize::from(distance)];
                ranks[*place] = rank as u32;
                *place += 1;
            }
        }
        Ok(ranks)
    }

    /// The number of ranks: cells!.
    pub fn ranks(&self) -> usize {
        self.table.len()
    }
}

/// The place of a permutation in dictionary order.
///
/// ```text
/// digit i = how many smaller numbers stand right of position i
/// rank    = d0·(n-1)! + d1·(n-2)! + …            2 0 1  →  2·2! + 0·1! = 4
/// ```
#[inline]
fn rank(tiles: &[u8]) -> usize {
    let mut unused = (1_u32 << tiles.len()) - 1;
    let mut rank = 0;
    for (position, &tile) in tiles.iter().enumerate() {
        unused &= !(1 << tile);
        let smaller = (unused & ((1 << tile) - 1)).count_ones() as usize;
        rank = rank * (tiles.len() - position) + smaller;
    }
    rank
}

/// The permutation with this rank: the inverse of [`rank`].
fn unrank(mut rank: usize, cells: usize) -> Vec<u8> {
    let mut digits = vec![0; cells];
    for position in (0..cells).rev() {
        let base = cells - position;
        digits[position] = rank % base;
        rank /= base;
    }
    let mut unused: Vec<u8> = (0..cells as u8).collect();
    digits.into_iter().map(|digit| unused.remove(digit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_and_permutations_correspond_one_to_one() {
        for cells in 2..=7 {
            let states: usize = (1..=cells).product();
            for r in 0..states {
                assert_eq!(rank(&unrank(r, cells)), r);
            }
        }
        assert_eq!(rank(&[2, 0, 1]), 4);
    }

    #[test]
    fn the_eight_puzzle_has_its_known_distribution() {
        let distances = Distances::new(&Sliding::ordered(Size::new(3, 3).unwrap())).unwrap();
        assert_eq!(distances.states(), 181_440);
        let lengths = distances.by_length();
        assert_eq!((lengths.len(), lengths[31], lengths[30]), (32, 2, 221));
        assert!((distances.mean() - 21.9724).abs() < 5e-5);
    }

    #[test]
    fn solutions_are_as_long_as_the_distance_and_end_at_the_goal() {
        let puzzle = Sliding::ordered(Size::new(2, 4).unwrap());
        let distances = Distances::new(&puzzle).unwrap();
        assert_eq!(distances.states(), 20_160);
        for (board, distance) in distances.boards().step_by(97) {
            let path = distances.solution(&board).unwrap();
            assert_eq!(path.len(), distance as usize);
            let end = path.iter().fold(board, |at, &slide| at.after(slide).unwrap());
            assert_eq!(&end, puzzle.goal());
        }
    }
}
