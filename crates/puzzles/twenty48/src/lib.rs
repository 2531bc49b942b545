//! 2048: slide the tiles, merge equal ones, and chance adds a 2 or a 4.
//!
//! Make a board, play a move, ask what it is worth:
//!
//! ```
//! use num_rational::BigRational;
//! use quandary_core::{Budget, Seed};
//! use quandary_twenty48::notation::{grid, parse_board};
//! use quandary_twenty48::rules::{Direction, Fours, Rules};
//! use quandary_twenty48::solve::{Question, solve};
//!
//! // Make one. Any size from 2x2 to 5x5; a dot is an empty cell.
//! let (shape, board) = parse_board("2 2 / . 4", None).unwrap();
//! let rules = Rules { shape, fours: Fours::USUAL };
//!
//! // Play one: the two 2s merge, then chance puts a new tile.
//! let (after, earned, changed) = rules.slide(board, Direction::Right);
//! assert_eq!((grid(shape, after).as_str(), earned, changed), (". 4\n. 4", 4, true));
//! let next = rules.spawn(after, &mut Seed(1).stream(0));
//!
//! // Ask one: how likely is the tile 16 from here, played as well as possible? Exactly this likely.
//! let question = Question { rules, target: 4, play_on: false, keep_all: false, memory: 1 << 20 };
//! let solution =
//!     solve::<BigRational>(&question, &[next], &mut Budget::unlimited(), |_, _, _| {}).unwrap();
//! assert!(!solution.worths[0].forced.by_both); // an opponent who placed the tiles could prevent it
//! ```
//!
//! | room | what is in it |
//! |---|---|
//! | [`line`], [`rules`] | the rules: one line, then boards of any size, exact for every tile |
//! | [`quad`] | the 4x4 board in one word, moved by tables (512 KiB): about 100 times as fast |
//! | [`notation`] | boards and records of games as text |
//! | [`solve`] | small boards valued completely: 2x2 in a millisecond, 3x3 (48,713,519 classes of positions) in 45 CPU seconds and 405 MB |
//! | [`strategy`] | players: random, the access article's expectimax, one with a judgement made by hand, and the strong one over a network of patterns |
//! | [`simulate`], [`generate`] | games to their end; positions to begin from |
//! | [`facts`], [`explain`], [`hint`] | the value of every move and why the best is best; a first hint within a second |
//! | [`measure`] | single conspiracy numbers and motion in mind through a game |
//! | [`play`] | the game as people play it |
//! | [`verbs`] | the verbs |
//!
//! # What the players cost
//! The judgement made by hand needs no training: 57,852 points on average at 70,803 moves a CPU second with 1,000
//! positions a move (100 games), 94,704 at 11,032 with 10,000 (40 games). A hint looks at millions, in some tenths of a
//! second.
//!
//! The other players look ahead over the strongest network in the cache. Where there is none, a small one is trained first
//! (less than 20 CPU seconds, the same on every machine). `quandary train 2048 --minutes N` goes on learning for as long as
//! one likes, in 768 MiB, or 1.5 GiB with all eight patterns; an interruption keeps what is done. Playing takes a third of
//! that.

pub mod explain;
pub mod facts;
pub mod generate;
pub mod hint;
pub mod line;
pub mod measure;
pub mod notation;
pub mod play;
pub mod quad;
pub mod rules;
mod setting;
pub mod simulate;
pub mod solve;
pub mod strategy;
pub mod verbs;

pub use play::Twenty48;
pub use verbs::ENTRY;
