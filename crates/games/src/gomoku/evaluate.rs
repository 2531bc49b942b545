//! What a position looks like it is worth, by its patterns.
//!
//! A *stretch* is as many points in a line as a row needs. One that holds stones of one side alone may still become a
//! row, and counts for that side by how many stones it lacks:
//!
//! | lacks | 1 | 2 | 3 | 4 | more |
//! |---|---|---|---|---|---|
//! | worth | 100 | 60 | 12 | 2 | 1 |
//!
//! An open three (`.XXX.`) is three stretches that lack two stones, a closed one (`OXXX..`) is one, so the sum tells them
//! apart without a table of shapes. Stretches that lack two stones count double for the side to move, which may turn
//! them into fours first. A side to move that can complete a row, or cannot meet what completes one for the opponent, is
//! worth [`DECIDED`] more or less.
//!
//! Under the exact rules a stretch next to a stone of its own side counts like any other: a slip of the judgement, not of
//! the rules. The weights were set by hand; `simulate` says how strong they play.

use quandary_core::rules::Side;
use quandary_search::minimax::Heuristic;

use super::rules::{Gomoku, Point, Position};
use super::sight::sign;
use super::stones::Stones;

/// More than all stretches of a large board are worth together.
pub const DECIDED: i32 = 1_000_000;

/// What an open stretch is worth that lacks this many stones.
fn weight(lacks: usize) -> i32 {
    match lacks {
        0 | 1 => 100,
        2 => 60,
        3 => 12,
        4 => 2,
        _ => 1,
    }
}

/// How far from a stone a point may be to be looked at.
const NEAR: usize = 2;

impl Gomoku {
    /// What the open stretches of a side are worth to it, and whether some lack a single stone.
    fn patterns(&self, position: &Position, side: Side, empty: Stones) -> (i32, bool) {
        let mut sum = 0;
        let counts = self.wanted(side).open_stretches(position.of(side), empty);
        for (stones, &stretches) in counts.iter().enumerate().take(self.row() + 1).skip(1) {
            let lacks = self.row() - stones;
            let tempo = if lacks == 2 && side == position.mover() { 2 } else { 1 };
            sum += tempo * weight(lacks) * stretches as i32;
        }
        (sum, counts[self.row() - 1] > 0)
    }

    /// The empty points at most two steps from a stone, in any direction; the middle of an empty board.
    pub fn near(&self, position: &Position) -> Stones {
        let mut reached = position.all();
        if reached.is_empty() {
            let middle = self.point((self.rows() - 1) / 2, (self.columns() - 1) / 2);
            return middle.map_or(Stones::NONE, |point| Stones::NONE.with(point.bit()));
        }
        for _ in 0..NEAR {
            let around = self
                .steps()
                .into_iter()
                .fold(reached, |all, step| all | reached.up(step) | reached.down(step));
            reached = around & self.points();
        }
        reached & self.empty(position)
    }

    /// How much a stone would change in the stretches through a point: for both sides, rows first.
    fn pull(&self, position: &Position, point: Point) -> i32 {
        let mover = position.mover();
        let (own, other) = (position.of(mover), position.of(mover.other()));
        let (length, bit) = (self.row(), point.bit());
        let free = self.points();
        let mut sum = 0;
        for step in self.steps() {
            let step = step as usize;
            for first in 0..length {
                // The stretch with the point at place `first` of it.
                let Some(start) = bit.checked_sub(first * step) else { break };
                let (mut mine, mut his, mut whole) = (0, 0, true);
                for at in 0..length {
                    let place = start + at * step;
                    mine += usize::from(own.has(place));
                    his += usize::from(other.has(place));
                    whole &= free.has(place);
                }
                if whole && his == 0 {
                    sum += urge(length - mine);
                }
                if whole && mine == 0 && his > 0 {
                    sum += urge(length - his) / 2;
                }
            }
        }
        sum
    }
}

/// How urgent a stone is in a stretch that lacks this many.
fn urge(lacks: usize) -> i32 {
    match lacks {
        0 | 1 => 100_000,
        2 => 1_000,
        3 => 50,
        4 => 5,
        _ => 1,
    }
}

impl Heuristic for Gomoku {
    fn worth(&self, position: &Position) -> i32 {
        let (mover, empty) = (position.mover(), self.empty(position));
        let (own, may_win) = self.patterns(position, mover, empty);
        let (other, may_lose) = self.patterns(position, mover.other(), empty);
        // Only a stretch that lacks a single stone can be completed.
        let decided = if may_win && !self.completions(position, mover).is_empty() {
            DECIDED
        } else if may_lose && self.completions(position, mover.other()).count() > 1 {
            -DECIDED
        } else {
            0
        };
        (own - other + decided) * sign(mover)
    }

    fn key(&self, position: &Position) -> u64 {
        let words = position.first.words().into_iter().chain(position.second.words());
        words.fold(u64::from(position.stones), |key, word| {
            (key.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        })
    }

    fn promise(&self, position: &Position, point: Point) -> i32 {
        self.pull(position, point)
    }

    /// Points near a stone; and where one of them completes a row, or stops one, those alone.
    fn candidates(&self, position: &Position, out: &mut Vec<Point>) {
        let points = |set: Stones| set.iter().map(|bit| Point(bit as u16));
        let mover = position.mover();
        let own = self.completions(position, mover);
        let threats = if own.is_empty() { self.completions(position, mover.other()) } else { own };
        let legal = self.legal(position);
        for set in [threats & legal, self.near(position) & legal, legal] {
            if !set.is_empty() {
                out.extend(points(set));
                return;
            }
        }
    }

    /// A row that can be completed is completed.
    fn noisy(&self, position: &Position, out: &mut Vec<Point>) {
        out.extend(self.completions(position, position.mover()).iter().take(1).map(|bit| Point(bit as u16)));
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;
    use quandary_core::rules::Rules;

    use super::super::notation::parse_record;
    use super::*;

    fn worth(text: &str) -> i32 {
        let record = parse_record(text, "15x15".parse().unwrap()).unwrap();
        record.rules.worth(&record.position)
    }

    #[test]
    fn rows_to_complete_decide_and_open_threes_are_worth_more_than_closed_ones() {
        assert!(worth("{d8 e8 f8 g8 / c8 a1 b1 c1}") > DECIDED / 2, "X completes h8");
        assert!(worth("{a1 c1 e1 a3 / d8 e8 f8 g8}") < -DECIDED / 2, "X cannot stop both ends");
        let open = worth("{f8 g8 h8 / a1 c1 o1}");
        let closed = worth("{f8 g8 h8 / a1 c1 e8}");
        assert!(open > closed && closed > 0, "{open} {closed}");
    }

    #[test]
    fn keys_tell_positions_apart_and_candidates_are_legal_and_near() {
        let rules: Gomoku = "15x15".parse().unwrap();
        let mut keys = std::collections::HashMap::new();
        for index in 0..300 {
            let position = rules.random_position(index as usize % 30, &mut Seed(2).stream(index));
            assert_eq!(*keys.entry(rules.key(&position)).or_insert(position), position);
            let (mut legal, mut candidates) = (Vec::new(), Vec::new());
            rules.moves(&position, &mut legal);
            rules.candidates(&position, &mut candidates);
            assert!(!candidates.is_empty() && candidates.iter().all(|point| legal.contains(point)));
        }
        assert!(keys.len() > 250);
    }
}
