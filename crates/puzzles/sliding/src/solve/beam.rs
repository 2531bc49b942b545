//! Good solutions of large boards: a beam search that looks at the whole board at once. Where pattern databases reach,
//! [their beam](super::pdb_beam) is better.
//!
//! All boards of a beam are equally many moves from the start. Each level makes every move on every board, leaves out
//! what has been seen lately, and keeps the best `width` boards by a judgement:
//!
//! ```text
//! judgement = Σ over tiles  weight(line) · steps from home   +   CONFLICT · pairs in the wrong order in their own line
//!             + LINE · lines from the first that is not home to the last
//! ```
//!
//! Lines are those that the constructive solver peels off, in its order, and those that come first weigh most: what is
//! left to do shrinks towards the empty cell's home. A line that is home, with all before it, stays as it is.
//!
//! The last tiles of a line have to push others of it aside for some moves, which looks worse than anything that can be
//! done meanwhile elsewhere; a beam that keeps the best boards alone fills up with boards that differ far from the
//! line, and never finishes it. So boards that have the line's tiles and the empty cell in the same places are
//! [`ALIKE`], and only a few of each are kept as long as there are others: then the beam is a search over where the
//! line's tiles are, and all else comes home on the way. On three random boards of 10 x 10, at a width of 1,000 and with
//! two weightings each, none of six beams reached the goal without this rule, five with it.
//!
//! The judgement bounds nothing, and a beam can still end where every way out looks worse for too long: then it gives
//! the way to the best board that it has seen, from where the constructive solver finishes the line, and a new beam goes
//! on.

use quandary_core::{Budget, Exhausted};

use crate::rules::{Board, Size, Slide, Sliding};
use crate::solve::ancestry::Ancestry;
use crate::solve::constructive;

/// What one step of a tile of the last line counts.
const STEP: f64 = 64.0;
/// How many times as much a step of a tile of the first line counts, less one.
const FARTHER: f64 = 1.0;
/// What a pair of tiles counts that stand in their own line in the wrong order.
const CONFLICT: i32 = 128;
/// What each line counts that is not home with all before it: so a board that has just finished one is not dropped for
/// what it cost elsewhere. Half and twice as much gave the same lengths within one percent, on three boards.
const LINE: i32 = 640;
/// Boards that are kept of those that have the tiles of the first open line and the empty cell in the same places, as
/// long as there are enough others. On three boards of 10 x 10, width 8,000: 1 gave 1,169 moves, 2 1,152, 4 1,190.
const ALIKE: u32 = 2;
/// Levels without a better board after which a search gives up, for each row and column.
const PATIENCE: usize = 4;
/// Places for what was seen lately, for each board of the beam.
const SEEN_PER_BOARD: usize = 16;

/// A beam search for one goal.
///
/// ```
/// use quandary_core::{Budget, Seed};
/// use quandary_sliding::{Size, Sliding, generate::uniform, solve::beam::Beam};
///
/// let puzzle = Sliding::ordered(Size::new(6, 6).unwrap());
/// let board = uniform(&puzzle, &mut Seed(1).stream(0));
/// let beam = Beam::new(&puzzle);
/// let path = beam.approach(&board, 100, 1000, &mut Budget::unlimited()).unwrap();
/// let end = path.iter().fold(board.clone(), |at, &slide| at.after(slide).unwrap());
/// assert!(beam.judgement(&end) < beam.judgement(&board));
/// ```
pub struct Beam {
    size: Size,
    /// By tile: row and column of its home.
    home: Vec<(u8, u8)>,
    /// By cell: row and column.
    place: Vec<(u8, u8)>,
    /// By tile and cell: what the tile counts there.
    away: Vec<i32>,
    /// By cell: the tile at home there.
    goal: Vec<u8>,
    /// By tile: the line in which it is at home, in the order in which they are peeled off; for the empty cell one
    /// more than the last.
    line: Vec<u8>,
    /// How many lines there are.
    lines: u8,
    /// By tile and cell: a number of its own, for the hashes.
    mark: Vec<u64>,
    /// By empty cell: the slides that are possible, and where the tile comes from.
    steps: Vec<Vec<(Slide, u8)>>,
}

/// What a search keeps of a board beside its tiles.
#[derive(Clone, Copy)]
struct Entry {
    judgement: i32,
    hash: u64,
    blank: u8,
    /// The slide that led here.
    last: Option<Slide>,
    front: Front,
}

/// The first line of a board that is not home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Front {
    line: u8,
    /// Tiles of the line that are not at home.
    left: u8,
    /// A hash of where the line's tiles are.
    key: u64,
}

/// A board that may be kept: which board of the beam it comes from, and how.
#[derive(Clone, Copy)]
struct Candidate {
    judgement: i32,
    hash: u64,
    front: Front,
    parent: u32,
    slide: Slide,
    from: u8,
}

impl Beam {
    /// Prepares the judgement.
    pub fn new(puzzle: &Sliding) -> Beam {
        let size = puzzle.size();
        let cells = size.cells();
        let mut home = vec![(0, 0); cells];
        for (cell, &tile) in puzzle.goal().tiles().iter().enumerate() {
            let (row, column) = size.place(cell);
            home[usize::from(tile)] = (row as u8, column as u8);
        }
        let lines = constructive::lines(puzzle);
        let mut line = vec![lines.len() as u8; cells];
        for (number, tiles) in lines.iter().enumerate() {
            for &tile in tiles {
                line[usize::from(tile)] = number as u8;
            }
        }
        let last = (lines.len() as f64 - 1.0).max(1.0);
        let mut away = vec![0; cells * cells];
        for tile in 1..cells {
            let weight = STEP * (1.0 + FARTHER * (1.0 - f64::from(line[tile]) / last));
            for cell in 0..cells {
                let (row, column) = size.place(cell);
                let steps = row.abs_diff(home[tile].0.into()) + column.abs_diff(home[tile].1.into());
                away[tile * cells + cell] = (weight * steps as f64) as i32;
            }
        }
        // Any fixed numbers without a pattern do.
        let mut stream = quandary_core::Seed(0).stream(0);
        let mark: Vec<u64> = (0..cells * cells).map(|_| stream.next_u64()).collect();
        let steps = (0..cells)
            .map(|blank| {
                let from = |slide| Some((slide, size.source(blank, slide)? as u8));
                Slide::ALL.into_iter().filter_map(from).collect()
            })
            .collect();
        let place = |cell| {
            let (row, column) = size.place(cell);
            (row as u8, column as u8)
        };
        Beam {
            size,
            home,
            place: (0..cells).map(place).collect(),
            away,
            goal: puzzle.goal().tiles().to_vec(),
            line,
            lines: lines.len() as u8,
            mark,
            steps,
        }
    }

    /// Nodes that a search of this width may take for a solution of this many moves: at most three slides a board.
    pub fn nodes(width: usize, moves: usize) -> u64 {
        3 * width as u64 * moves as u64
    }

    /// What a board is judged to be: 0 for the goal, more for all others.
    pub fn judgement(&self, board: &Board) -> i32 {
        self.entry(board).judgement
    }

    /// A solution: a beam, where it is stuck the line that it is at by the constructive solver, the next beam, and so on.
    /// `None` where the board cannot be solved. Once it is longer than `longest`, the constructive solver does all the rest.
    ///
    /// Ends, since each beam leaves the lines alone that are home.
    pub fn solve(
        &self,
        puzzle: &Sliding,
        board: &Board,
        width: usize,
        longest: usize,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Slide>>, Exhausted> {
        let (mut at, mut path) = (board.clone(), Vec::new());
        loop {
            path.extend(self.approach(&at, width, longest.saturating_sub(path.len()), budget)?);
            let Some(end) = path.iter().try_fold(board.clone(), |at, &slide| at.after(slide)) else {
                return Ok(None);
            };
            let line = if path.len() < longest { constructive::next_line(puzzle, &end) } else { None };
            // Out of moves, or stuck in the last rectangle, which has a table.
            let Some(line) = line.filter(|line| !line.is_empty()) else {
                let rest = constructive::solve(puzzle, &end);
                return Ok(rest.map(|rest| path.into_iter().chain(rest).collect()));
            };
            let Some(next) = line.iter().try_fold(end, |at, &slide| at.after(slide)) else { return Ok(None) };
            path.extend(line);
            at = next;
        }
    }

    /// The way to the best board within `longest` moves that the beam comes by: to the goal, if it gets there.
    ///
    /// Takes time in proportion to `width` times the number of moves, and memory for twice `width` boards. Not
    /// shortest: a wider beam finds shorter ways as a rule, not always.
    pub fn approach(
        &self,
        board: &Board,
        width: usize,
        longest: usize,
        budget: &mut Budget,
    ) -> Result<Vec<Slide>, Exhausted> {
        let patience = PATIENCE * (self.size.rows() + self.size.columns());
        let mut best = (self.judgement(board), Vec::new());
        if best.0 == 0 {
            return Ok(best.1);
        }
        let cells = self.size.cells();
        let (mut tiles, mut next_tiles) = (board.tiles().to_vec(), Vec::new());
        let mut beam = vec![self.entry(board)];
        let mut ancestry = Ancestry::default();
        let mut seen = vec![0_u64; (width * SEEN_PER_BOARD).next_power_of_two()];
        let mut choice = Choice::new(width);
        let mut candidates = Vec::new();
        for level in 1..=longest {
            candidates.clear();
            budget.spend(3 * beam.len() as u64)?;
            for (parent, (entry, tiles)) in beam.iter().zip(tiles.chunks_exact(cells)).enumerate() {
                let undo = entry.last.map(Slide::undo);
                for &(slide, from) in &self.steps[usize::from(entry.blank)] {
                    let is_done = self.line_of_cell(from) < entry.front.line;
                    let hash = self.hash_after(entry, tiles, from);
                    if Some(slide) == undo || is_done || seen[hash as usize & (seen.len() - 1)] == hash {
                        continue;
                    }
                    let front = self.front_after(entry, tiles, from);
                    let judgement = entry.judgement
                        + self.change(tiles, from, entry.blank)
                        + (self.lines_left(front) - self.lines_left(entry.front)) * LINE;
                    candidates.push(Candidate { judgement, hash, front, parent: parent as u32, slide, from });
                }
            }
            let Some(first) = candidates.iter().min_by_key(|found| found.judgement) else { break };
            if first.judgement < best.0 {
                best = (first.judgement, ancestry.path_to(first.parent, first.slide));
            }
            if best.0 == 0 || level > best.1.len() + patience {
                break;
            }
            choice.keep(&mut candidates, |found| found.front.key ^ self.mark[usize::from(found.from)]);
            next_tiles.clear();
            let mut next = Vec::with_capacity(candidates.len());
            for found in &candidates {
                let parent = found.parent as usize;
                let start = next_tiles.len();
                next_tiles.extend_from_slice(&tiles[parent * cells..(parent + 1) * cells]);
                next_tiles.swap(start + usize::from(found.from), start + usize::from(beam[parent].blank));
                let place = found.hash as usize & (seen.len() - 1);
                seen[place] = found.hash;
                next.push(Entry {
                    judgement: found.judgement,
                    hash: found.hash,
                    blank: found.from,
                    last: Some(found.slide),
                    front: found.front,
                });
            }
            ancestry.push(candidates.iter().map(|found| (found.parent, found.slide)).collect());
            beam = next;
            std::mem::swap(&mut tiles, &mut next_tiles);
        }
        Ok(best.1)
    }

    fn entry(&self, board: &Board) -> Entry {
        let tiles = board.tiles();
        let cells = self.size.cells();
        let placed = || tiles.iter().enumerate().map(|(cell, &tile)| (usize::from(tile), cell));
        let apart: i32 = placed().map(|(tile, cell)| self.away[tile * cells + cell]).sum();
        let conflicts: i32 = placed()
            .filter(|&(tile, _)| tile != 0)
            .map(|(tile, cell)| {
                self.conflicts(tiles, tile, cell, true) + self.conflicts(tiles, tile, cell, false)
            })
            .sum();
        let front = self.front(tiles, 0);
        Entry {
            // Each pair was counted from both sides.
            judgement: apart + conflicts / 2 * CONFLICT + self.lines_left(front) * LINE,
            hash: placed().fold(0, |hash, (tile, cell)| hash ^ self.mark[tile * cells + cell]),
            front,
            blank: board.blank() as u8,
            last: None,
        }
    }

    /// The line in which the tile is at home that belongs to a cell.
    #[inline]
    fn line_of_cell(&self, cell: u8) -> u8 {
        self.line[usize::from(self.goal[usize::from(cell)])]
    }

    /// The first line that is not home, from `line` on, before which all are; the last one if all are.
    fn front(&self, tiles: &[u8], line: u8) -> Front {
        let cells = self.size.cells();
        let mut front = Front { line, left: 0, key: 0 };
        for (cell, &tile) in tiles.iter().enumerate() {
            if self.line[usize::from(tile)] == line {
                front.left += u8::from(tile != self.goal[cell]);
                front.key ^= self.mark[usize::from(tile) * cells + cell];
            }
        }
        if front.left == 0 && line + 1 < self.lines { self.front(tiles, line + 1) } else { front }
    }

    /// Lines from the first that is not home to the last, the last one not counted.
    #[inline]
    fn lines_left(&self, front: Front) -> i32 {
        i32::from(self.lines - 1 - front.line)
    }

    /// The front after a slide.
    #[inline]
    fn front_after(&self, entry: &Entry, tiles: &[u8], from: u8) -> Front {
        let (from, to, cells) = (usize::from(from), usize::from(entry.blank), self.size.cells());
        let (tile, mut front) = (tiles[from], entry.front);
        if self.line[usize::from(tile)] != front.line {
            return front;
        }
        let number = usize::from(tile) * cells;
        front.key ^= self.mark[number + from] ^ self.mark[number + to];
        front.left += u8::from(self.goal[from] == tile);
        front.left -= u8::from(self.goal[to] == tile);
        if front.left == 0 && front.line + 1 < self.lines {
            let mut after = tiles.to_vec();
            after.swap(from, to);
            return self.front(&after, front.line + 1);
        }
        front
    }

    #[inline]
    fn hash_after(&self, entry: &Entry, tiles: &[u8], from: u8) -> u64 {
        let (from, to, cells) = (usize::from(from), usize::from(entry.blank), self.size.cells());
        let tile = usize::from(tiles[from]) * cells;
        entry.hash ^ self.mark[tile + from] ^ self.mark[tile + to] ^ self.mark[from] ^ self.mark[to]
    }

    /// How the judgement changes when the tile at `from` slides to `to`.
    #[inline]
    fn change(&self, tiles: &[u8], from: u8, to: u8) -> i32 {
        let (from, to, cells) = (usize::from(from), usize::from(to), self.size.cells());
        let tile = usize::from(tiles[from]);
        let steps = self.away[tile * cells + to] - self.away[tile * cells + from];
        // The tile goes from one line to the next: only if one of them is its own can a pair come or go.
        let (left, entered) = (self.place[from], self.place[to]);
        let is_row = left.1 == entered.1;
        let home = self.home[tile];
        let (left, entered, own) =
            if is_row { (left.0, entered.0, home.0) } else { (left.1, entered.1, home.1) };
        let pairs = if entered == own {
            self.conflicts(tiles, tile, to, is_row)
        } else if left == own {
            -self.conflicts(tiles, tile, from, is_row)
        } else {
            0
        };
        steps + pairs * CONFLICT
    }

    /// With how many tiles of its own line a tile is in the wrong order, if it stood at `cell`: 0 outside its line.
    fn conflicts(&self, tiles: &[u8], tile: usize, cell: usize, is_row: bool) -> i32 {
        let (row, column) = self.place[cell];
        let (home_row, home_column) = self.home[tile];
        let columns = self.size.columns();
        let (line, place, own, home, length, first, stride) = if is_row {
            (row, usize::from(column), home_row, home_column, columns, usize::from(row) * columns, 1)
        } else {
            (column, usize::from(row), home_column, home_row, self.size.rows(), column.into(), columns)
        };
        if line != own {
            return 0;
        }
        let mut pairs = 0;
        for other_place in 0..length {
            let other = usize::from(tiles[first + other_place * stride]);
            let (other_row, other_column) = self.home[other];
            let (other_own, other_home) =
                if is_row { (other_row, other_column) } else { (other_column, other_row) };
            let wrong = (other_place < place) != (other_home < home);
            pairs +=
                i32::from(wrong && other_own == own && other != 0 && other != tile && other_place != place);
        }
        pairs
    }
}

/// Chooses the boards of the next beam.
struct Choice {
    width: usize,
    /// How many were kept of each kind, by a part of its key: the key, the level and the count.
    kinds: Vec<(u64, u32, u32)>,
    level: u32,
    /// What is kept only if there is room.
    alike: Vec<Candidate>,
}

impl Choice {
    fn new(width: usize) -> Choice {
        Choice { width, kinds: vec![(0, 0, 0); (4 * width).next_power_of_two()], level: 0, alike: Vec::new() }
    }

    /// Keeps the best, no more than [`ALIKE`] with the same key unless there are too few others.
    fn keep(&mut self, candidates: &mut Vec<Candidate>, key: impl Fn(&Candidate) -> u64) {
        // The hash decides between equals: any rule that does not prefer a part of the board does.
        candidates.sort_unstable_by_key(|found| (found.judgement, found.hash));
        candidates.dedup_by_key(|found| found.hash);
        self.level += 1;
        self.alike.clear();
        let (mask, mut kept) = (self.kinds.len() - 1, 0);
        candidates.retain(|found| {
            if kept == self.width {
                return false;
            }
            let key = key(found);
            let kind = &mut self.kinds[key as usize & mask];
            if (kind.0, kind.1) != (key, self.level) {
                *kind = (key, self.level, 0);
            }
            kind.2 += 1;
            let is_kept = kind.2 <= ALIKE;
            if is_kept {
                kept += 1;
            } else if self.alike.len() < self.width {
                self.alike.push(*found);
            }
            is_kept
        });
        candidates.extend(self.alike.drain(..).take(self.width - kept));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{uniform, walk};
    use crate::solve::distances::Distances;
    use quandary_core::Seed;

    fn after(board: &Board, path: &[Slide]) -> Board {
        path.iter().fold(board.clone(), |at, &slide| at.after(slide).expect("a legal slide"))
    }

    #[test]
    fn boards_of_many_shapes_and_goals_come_close_to_the_goal_by_legal_moves() {
        for (rows, columns) in [(2, 5), (3, 3), (4, 4), (6, 6), (5, 7)] {
            let size = Size::new(rows, columns).unwrap();
            for (index, blank) in [size.cells() - 1, 0, size.cells() / 2].into_iter().enumerate() {
                let puzzle = Sliding::new(Board::with_blank_at(size, blank));
                let board = uniform(&puzzle, &mut Seed(7).stream(index as u64));
                let beam = Beam::new(&puzzle);
                let path = beam.approach(&board, 100, 1000, &mut Budget::unlimited()).unwrap();
                let end = after(&board, &path);
                assert!(beam.judgement(&end) < beam.judgement(&board), "{size} {blank}");
                if let Some(distances) = Distances::new(&puzzle) {
                    let (from, to) = (distances.of(&board).unwrap(), distances.of(&end).unwrap());
                    assert!(path.len() as u32 >= from.abs_diff(to));
                }
            }
        }
    }

    #[test]
    fn narrow_beams_that_get_stuck_are_helped_to_a_solution() {
        for (rows, columns) in [(1, 6), (2, 5), (3, 3), (4, 4), (6, 6), (5, 7)] {
            let size = Size::new(rows, columns).unwrap();
            for (index, blank) in [size.cells() - 1, 0, size.cells() / 2].into_iter().enumerate() {
                let puzzle = Sliding::new(Board::with_blank_at(size, blank));
                let board = uniform(&puzzle, &mut Seed(17).stream(index as u64));
                for (width, longest) in [(1, 1000), (10, 1000), (10, 20)] {
                    let found =
                        Beam::new(&puzzle).solve(&puzzle, &board, width, longest, &mut Budget::unlimited());
                    assert_eq!(&after(&board, &found.unwrap().unwrap()), puzzle.goal(), "{size} {blank}");
                }
            }
        }
        let puzzle = Sliding::ordered(Size::new(4, 4).unwrap());
        let mut swapped = puzzle.goal().tiles().to_vec();
        swapped.swap(0, 1);
        let board = Board::new(puzzle.size(), &swapped).unwrap();
        assert_eq!(Beam::new(&puzzle).solve(&puzzle, &board, 10, 100, &mut Budget::unlimited()), Ok(None));
    }

    #[test]
    fn a_board_that_is_a_few_moves_away_is_solved() {
        let puzzle = Sliding::ordered(Size::new(7, 7).unwrap());
        let board = walk(&puzzle, 12, &mut Seed(7).stream(3));
        let path = Beam::new(&puzzle).approach(&board, 2000, 1000, &mut Budget::unlimited()).unwrap();
        assert_eq!(&after(&board, &path), puzzle.goal());
    }

    #[test]
    fn a_judgement_kept_up_along_a_walk_equals_one_made_anew() {
        let puzzle = Sliding::ordered(Size::new(5, 6).unwrap());
        let beam = Beam::new(&puzzle);
        let mut stream = Seed(8).stream(0);
        // Near the goal lines are finished and broken now and then.
        let mut board = walk(&puzzle, 30, &mut stream);
        let mut entry = beam.entry(&board);
        for _ in 0..500 {
            let all: Vec<_> = beam.steps[board.blank()].clone();
            let (slide, from) = *stream.choose(&all).unwrap();
            let front = beam.front_after(&entry, board.tiles(), from);
            let judgement = entry.judgement
                + beam.change(board.tiles(), from, entry.blank)
                + (beam.lines_left(front) - beam.lines_left(entry.front)) * LINE;
            let hash = beam.hash_after(&entry, board.tiles(), from);
            // A search leaves finished lines alone; a walk that does not may fall behind.
            let is_done = beam.line_of_cell(from) < entry.front.line;
            board = board.after(slide).unwrap();
            entry = beam.entry(&board);
            if !is_done {
                assert_eq!((judgement, hash, from), (entry.judgement, entry.hash, entry.blank));
                assert_eq!(front, entry.front);
            }
        }
        assert_eq!(beam.entry(puzzle.goal()).judgement, 0);
    }

    #[test]
    fn nothing_longer_than_asked_for_is_given_and_an_empty_budget_ends_it() {
        let puzzle = Sliding::ordered(Size::new(6, 6).unwrap());
        let board = uniform(&puzzle, &mut Seed(9).stream(0));
        let beam = Beam::new(&puzzle);
        assert!(beam.approach(&board, 100, 50, &mut Budget::unlimited()).unwrap().len() <= 50);
        assert_eq!(beam.approach(&board, 100, 1000, &mut Budget::nodes(1000)), Err(Exhausted::Nodes));
        assert_eq!(beam.approach(puzzle.goal(), 1, 0, &mut Budget::unlimited()), Ok(Vec::new()));
    }
}
