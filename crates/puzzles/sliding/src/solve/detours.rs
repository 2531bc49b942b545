//! Ways that need not be tried, because another way leads to the same board.
//!
//! A depth-first search meets a board again on every way that leads to it. Many such ways are alike wherever they are
//! gone: around a square of four cells, six moves one way lead where six moves the other way do. This module finds all
//! short ways that another way makes superfluous, and makes one automaton of them, which tells after each move which
//! moves would complete such a way.
//!
//! A way may be left out when a way that comes before it (shorter, or as long and earlier in the alphabet) leads to the
//! same board without leaving the rectangle that the first one takes: then it is possible wherever the first one is.
//! Nothing is lost: of all shortest solutions take the first in the alphabet; if it went a way that is left out,
//! putting the other one there would give a shortest solution that comes before it.
//!
//! Source: Taylor and Korf 1993.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::OnceLock;

use crate::rules::Slide;

/// An automaton over slides that refuses superfluous ways.
///
/// ```
/// use quandary_sliding::Slide;
/// use quandary_sliding::solve::detours::Detours;
///
/// let detours = Detours::up_to(6);
/// let goes = |way: &[Slide]| way.iter().try_fold(Detours::START, |at, &slide| detours.after(at, slide)).is_some();
/// let (up, left, right, down) = (Slide::Up, Slide::Left, Slide::Right, Slide::Down);
/// assert!(!goes(&[up, down]), "the undo");
/// // Six moves around a square: one of the two ways.
/// assert!(goes(&[up, left, down, right, up, left]) != goes(&[left, up, right, down, left, up]));
/// ```
pub struct Detours {
    /// By state and slide.
    next: Vec<[u16; 4]>,
}

/// What short searches leave out: more would take longer to find than they take.
const SHORT: usize = 8;
/// What searches of many millions of nodes leave out. With 12 a 24-puzzle takes a third
/// less nodes than without (instance 38 of Korf and Felner: 13,798,982 for 19,971,367).
const LONG: usize = 12;

/// No such state: the slide would complete a superfluous way.
const REFUSED: u16 = u16::MAX;

impl Detours {
    /// The state before the first slide.
    pub const START: u16 = 0;

    /// Nothing but the undo of a slide.
    pub fn undo() -> &'static Detours {
        static DETOURS: OnceLock<Detours> = OnceLock::new();
        DETOURS.get_or_init(|| Detours::up_to(2))
    }

    /// Those that pay in a search of some milliseconds.
    pub fn short() -> &'static Detours {
        static DETOURS: OnceLock<Detours> = OnceLock::new();
        DETOURS.get_or_init(|| Detours::up_to(SHORT))
    }

    /// Those that pay in a search of seconds: they take one to find.
    pub fn long() -> &'static Detours {
        static DETOURS: OnceLock<Detours> = OnceLock::new();
        DETOURS.get_or_init(|| Detours::up_to(LONG))
    }

    /// All superfluous ways of at most this many moves; 2 leaves out nothing but the undo. Takes time and memory
    /// threefold for each move more: 10 takes some hundredths of a second.
    ///
    /// # Panics
    /// When there are more than 65,534 states.
    pub fn up_to(longest: usize) -> Detours {
        let mut ways = Trie::default();
        // By hash of the board: the first way that leads there.
        let mut first: HashMap<u64, Way> = HashMap::from([(0, Way::default())]);
        let mut sheet = Sheet::new(longest);
        let mut level = vec![Way::default()];
        for _ in 0..longest {
            let mut next_level = Vec::new();
            for way in &level {
                for slide in Slide::ALL {
                    let longer = way.then(slide);
                    if ways.ends_with_one(&longer) {
                        continue;
                    }
                    let (hash, area) = sheet.walk(&longer);
                    let earlier = *first.entry(hash).or_insert(longer);
                    if earlier == longer {
                        next_level.push(longer);
                    } else if area.holds(&sheet.walk(&earlier).1) && sheet.same_board(&earlier, &longer) {
                        ways.add(&longer);
                    } else {
                        next_level.push(longer);
                    }
                }
            }
            level = next_level;
        }
        Detours { next: ways.automaton() }
    }

    /// The state after a slide; `None` when it would complete a superfluous way.
    #[inline]
    pub fn after(&self, state: u16, slide: Slide) -> Option<u16> {
        let next = self.next[usize::from(state)][slide as usize];
        (next != REFUSED).then_some(next)
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.next.len()
    }
}

/// Up to 32 slides, two bits each, the last one lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Way {
    slides: u64,
    length: u8,
}

impl Way {
    fn then(self, slide: Slide) -> Way {
        Way { slides: self.slides << 2 | slide as u64, length: self.length + 1 }
    }

    fn slides(&self) -> impl DoubleEndedIterator<Item = usize> {
        let slides = self.slides;
        (0..self.length).rev().map(move |place| (slides >> (2 * place) & 3) as usize)
    }
}

/// The rectangle that the empty cell visits: rows and columns, from first to last.
#[derive(Clone, Copy)]
struct Area {
    rows: (usize, usize),
    columns: (usize, usize),
}

impl Area {
    fn grow(&mut self, (row, column): (usize, usize)) {
        self.rows = (self.rows.0.min(row), self.rows.1.max(row));
        self.columns = (self.columns.0.min(column), self.columns.1.max(column));
    }

    fn holds(&self, other: &Area) -> bool {
        let within = |a: (usize, usize), b: (usize, usize)| a.0 <= b.0 && b.1 <= a.1;
        within(self.rows, other.rows) && within(self.columns, other.columns)
    }
}

/// A board without borders, as far as ways of some length reach.
struct Sheet {
    side: usize,
    /// By cell: which tile is there, named by where it was.
    tiles: Vec<u32>,
    centre: usize,
}

impl Sheet {
    fn new(longest: usize) -> Sheet {
        let side = 2 * longest + 1;
        Sheet { side, tiles: (0..(side * side) as u32).collect(), centre: longest * side + longest }
    }

    fn step(&self, blank: usize, slide: usize) -> usize {
        // The empty cell goes where the tile comes from.
        match Slide::ALL[slide] {
            Slide::Up => blank + self.side,
            Slide::Left => blank + 1,
            Slide::Right => blank - 1,
            Slide::Down => blank - self.side,
        }
    }

    /// A hash of the board at the end of a way, and where it went. The sheet is as before afterwards.
    fn walk(&mut self, way: &Way) -> (u64, Area) {
        let (mut blank, mut hash) = (self.centre, 0);
        let place = |cell: usize, side: usize| (cell / side, cell % side);
        let (row, column) = place(blank, self.side);
        let mut area = Area { rows: (row, row), columns: (column, column) };
        for slide in way.slides() {
            let from = self.step(blank, slide);
            hash ^= mix(self.tiles[from], from) ^ mix(self.tiles[from], blank);
            hash ^= mix(self.tiles[blank], blank) ^ mix(self.tiles[blank], from);
            self.tiles.swap(blank, from);
            blank = from;
            area.grow(place(blank, self.side));
        }
        self.back(way, blank);
        (hash, area)
    }

    fn back(&mut self, way: &Way, end: usize) {
        let mut blank = end;
        for slide in way.slides().rev() {
            let to = self.step(blank, Slide::ALL[slide].undo() as usize);
            self.tiles.swap(blank, to);
            blank = to;
        }
    }

    /// Whether two ways lead to the same board: hashes may be equal by chance.
    fn same_board(&mut self, one: &Way, other: &Way) -> bool {
        let mut end = |way: &Way| {
            let mut blank = self.centre;
            for slide in way.slides() {
                let from = self.step(blank, slide);
                self.tiles.swap(blank, from);
                blank = from;
            }
            let board = self.tiles.clone();
            self.back(way, blank);
            (board, blank)
        };
        end(one) == end(other)
    }
}

/// A number without a pattern for a tile at a cell (the last steps of splitmix64).
fn mix(tile: u32, cell: usize) -> u64 {
    let mut number = (u64::from(tile) << 32 | cell as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
    number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// The superfluous ways, none of which has another inside.
struct Trie {
    /// By node and slide; node 0 is the empty way.
    children: Vec<[Option<u32>; 4]>,
    is_end: Vec<bool>,
    /// The same ways, to be found by their slides.
    known: HashSet<(u8, u64)>,
}

impl Default for Trie {
    fn default() -> Trie {
        Trie { children: vec![[None; 4]], is_end: vec![false], known: HashSet::new() }
    }
}

impl Trie {
    fn add(&mut self, way: &Way) {
        let mut at = 0;
        for slide in way.slides() {
            let fresh = self.children.len() as u32;
            let child = *self.children[at][slide].get_or_insert(fresh);
            if child == fresh {
                self.children.push([None; 4]);
                self.is_end.push(false);
            }
            at = child as usize;
        }
        self.is_end[at] = true;
        self.known.insert((way.length, way.slides));
    }

    /// Whether a way ends with a superfluous one.
    fn ends_with_one(&self, way: &Way) -> bool {
        (2..=way.length).any(|length| {
            let slides = way.slides & ((1_u64 << (2 * length)) - 1);
            self.known.contains(&(length, slides))
        })
    }

    /// From each node by each slide to the longest end of the way that is a node (Aho and Corasick 1975).
    fn automaton(&self) -> Vec<[u16; 4]> {
        // What is complete is refused, and is no state: the others are renumbered.
        let mut states = 0..;
        let number = |is_end: &bool| if *is_end { REFUSED } else { states.next().unwrap_or(REFUSED) };
        let state: Vec<u16> = self.is_end.iter().map(number).collect();
        let mut next = vec![[REFUSED; 4]; self.is_end.iter().filter(|is_end| !**is_end).count()];
        assert!(next.len() < usize::from(REFUSED), "too many states");
        // Each node with the state that it falls back to.
        let mut queue = VecDeque::from([(0, 0)]);
        while let Some((node, fallback)) = queue.pop_front() {
            let through = if node == 0 { [Detours::START; 4] } else { next[usize::from(fallback)] };
            let here = usize::from(state[node]);
            next[here] = through;
            for (slide, child) in self.children[node].iter().enumerate() {
                let Some(child) = child.map(|child| child as usize) else { continue };
                next[here][slide] = state[child];
                if !self.is_end[child] {
                    // No way has another inside, so what is fallen back to is never refused.
                    queue.push_back((child, through[slide]));
                }
            }
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, Size, Sliding};
    use crate::solve::distances::Distances;

    #[test]
    fn every_board_is_still_reached_by_a_shortest_way() {
        for (rows, columns, longest) in [(3, 3, 12), (2, 4, 12), (2, 5, 8), (4, 2, 2)] {
            let size = Size::new(rows, columns).unwrap();
            let detours = Detours::up_to(longest);
            for blank in [0, size.cells() / 2, size.cells() - 1] {
                let puzzle = Sliding::new(Board::with_blank_at(size, blank));
                let distances = Distances::new(&puzzle).unwrap();
                // Breadth-first from the goal over boards with the automaton's state: ways are ways, whichever end is
                // called the start.
                let mut level = HashSet::from([(puzzle.goal().clone(), Detours::START)]);
                let mut reached: HashSet<Board> = HashSet::from([puzzle.goal().clone()]);
                let mut depth = 0;
                while !level.is_empty() && depth < 14 {
                    depth += 1;
                    let mut next = HashSet::new();
                    for (board, state) in &level {
                        for slide in board.slides() {
                            let Some(state) = detours.after(*state, slide) else { continue };
                            let after = board.after(slide).unwrap();
                            if distances.of(&after) == Some(depth) {
                                reached.insert(after.clone());
                                next.insert((after, state));
                            }
                        }
                    }
                    level = next;
                }
                let all: u64 = distances.by_length().iter().take(15).sum();
                assert_eq!(reached.len() as u64, all, "{size} {blank} {longest}");
            }
        }
    }

    #[test]
    fn the_shortest_automaton_knows_the_undo_alone() {
        let detours = Detours::up_to(2);
        assert_eq!(detours.states(), 5);
        for slide in Slide::ALL {
            let after = detours.after(Detours::START, slide).unwrap();
            let refused: Vec<Slide> =
                Slide::ALL.into_iter().filter(|&next| detours.after(after, next).is_none()).collect();
            assert_eq!(refused, [slide.undo()]);
        }
        // Around a square of four cells it takes six moves.
        assert_eq!(Detours::up_to(5).states(), 5);
        assert!(Detours::up_to(6).states() > 5);
    }
}
