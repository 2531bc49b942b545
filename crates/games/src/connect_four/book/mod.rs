//! The opening book of a board: the exact score of every position up to some number of stones.
//!
//! What is stored is one byte for each position of the deepest level: its score. Which positions there are follows
//! from the rules, and the scores of those with fewer stones follow by minimax, so that neither takes any room. On the
//! standard board, one of each pair of mirror images:
//!
//! | stones | 4 | 5 | 6 | 7 | 8 |
//! |---|---|---|---|---|---|
//! | positions, and bytes | 568 | 2,144 | 8,231 | 27,109 | 91,295 |
//!
//! The book of the standard board up to [`SHIPPED_DEPTH`] stones is part of the program; a deeper one, or that of another
//! board, is computed once and lives in the cache. A [`Draft`] is a book that is being computed.

mod draft;
mod levels;

use std::sync::{Arc, LazyLock};

use quandary_core::{Budget, Context};

pub use self::draft::{BookCheck, Draft};
use self::levels::{Level, children, levels};
use super::geometry::{AnySize, Geometry, Standard};
use super::notation::format_size;
use super::rules::{ConnectFour, Position};
use super::solve::score_of_win;

/// Stones of the deepest book that can be asked for.
pub const MAX_DEPTH: u32 = 10;

/// Stones of the deepest positions in the book that comes with the program.
pub const SHIPPED_DEPTH: u32 = 7;

/// The scores of that book, as `train connect-four --depth 7 --table 28 --recompute` leaves them behind its header in the
/// cache.
const SHIPPED_SCORES: &[u8] = include_bytes!("standard.bin");

/// A score that has not been found yet.
const UNKNOWN: i8 = i8::MIN;

/// A finished book.
///
/// ```
/// use quandary_games::connect_four::{Position, book::Book, notation::parse_size};
/// // What the opponent scores after one stone in column 1, 2, 3 or 4; 5 to 7 are mirror images.
/// let scores = [2, 1, 0, -1].map(|score: i8| score as u8);
/// let book = Book::from_bytes(parse_size("6x7").unwrap(), 1, &scores).unwrap();
/// assert_eq!(book.score(Position::START), Some(1));
/// ```
pub struct Book {
    rules: ConnectFour<AnySize>,
    /// By stones.
    levels: Vec<Level>,
    scores: Vec<Vec<i8>>,
}

impl Book {
    /// A book from the scores of its deepest level, in the order of the keys; `None` when their number is wrong, one is
    /// not known yet or cannot be.
    pub fn from_bytes(size: AnySize, depth: u32, bytes: &[u8]) -> Option<Book> {
        let rules = ConnectFour(size);
        let deepest: Vec<i8> = bytes.iter().map(|&byte| byte as i8).collect();
        if depth > MAX_DEPTH.min(size.cells()) {
            return None;
        }
        let most = score_of_win(size.cells(), depth) as i8;
        if deepest.iter().any(|score| !(-most..=most).contains(score)) {
            return None;
        }
        let levels = levels(rules, depth, &Budget::unlimited()).ok()?;
        if deepest.len() != levels[depth as usize].len() {
            return None;
        }
        let mut scores = vec![deepest];
        for (ply, pair) in levels.windows(2).enumerate().rev() {
            let below = &scores[scores.len() - 1];
            let score = |position: Position| {
                let values = children(rules, position).map(|child| match pair[1].find(rules, child) {
                    Some(index) => -below[index],
                    // What is not among the undecided positions has just been won.
                    None => score_of_win(size.cells(), ply as u32) as i8,
                });
                values.max().unwrap_or(0)
            };
            let here: Vec<i8> = pair[0].positions().map(score).collect();
            scores.push(here);
        }
        scores.reverse();
        Some(Book { rules, levels, scores })
    }

    /// The book that comes with the program, if it is one of this board.
    ///
    /// ```
    /// use quandary_games::connect_four::{Position, AnySize, book::Book};
    /// let book = Book::shipped(AnySize::new(7, 6).unwrap()).unwrap();
    /// // The first player wins with the last stone.
    /// assert_eq!(book.score(Position::START), Some(1));
    /// assert!(Book::shipped(AnySize::new(5, 5).unwrap()).is_none());
    /// ```
    pub fn shipped(size: AnySize) -> Option<Arc<Book>> {
        static SHIPPED: LazyLock<Option<Arc<Book>>> = LazyLock::new(|| {
            let standard = AnySize::new(Standard.width(), Standard.height())?;
            Book::from_bytes(standard, SHIPPED_DEPTH, SHIPPED_SCORES).map(Arc::new)
        });
        SHIPPED.clone().filter(|book| book.rules.0 == size)
    }

    /// The deepest finished book of a board: from the cache, or the one that comes with the program.
    pub fn load(size: AnySize, context: &Context<'_>) -> Option<Arc<Book>> {
        let shipped = Book::shipped(size);
        let deeper = shipped.as_ref().map_or(1, |book| book.depth() + 1);
        let kept = (deeper..=MAX_DEPTH).rev().find_map(|depth| {
            let bytes = context.cache.load(&cache_name(size, depth))?;
            Book::from_bytes(size, depth, &bytes)
        });
        kept.map(Arc::new).or(shipped)
    }

    /// The exact score of a position for the player to move; `None` where it has too many stones or the game is over.
    pub fn score(&self, position: Position) -> Option<i32> {
        let ply = position.ply() as usize;
        let index = self.levels.get(ply)?.find(self.rules, position)?;
        Some(i32::from(self.scores[ply][index]))
    }

    /// Stones of its deepest positions.
    pub fn depth(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// The scores of the positions with this many stones, in the order of the keys.
    fn level(&self, stones: u32) -> Option<&[i8]> {
        self.scores.get(stones as usize).map(Vec::as_slice)
    }
}

/// What the cache calls a book, finished or not.
fn cache_name(size: AnySize, depth: u32) -> String {
    format!("connect-four-book-v1-{}-{depth}", format_size(size))
}
