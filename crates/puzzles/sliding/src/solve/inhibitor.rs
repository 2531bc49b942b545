//! The puzzle as a tree of two sides: the player, and the inhibitor, who limits the directions.
//!
//! The access article (Primanita, Khalid and Iida 2021, table 2) names "limited move direction" as what inhibits the
//! player of the 8-puzzle, to take the place of a second player; it says no more and does not try it. Read to the
//! letter, the walls limit the directions and nobody has a choice: the tree has the player's nodes alone, and a win
//! within this many moves is proved where the distance is no larger. That is the question with no bars. For a second side
//! to have something to decide, it gets this many *bars*: before a slide the inhibitor may bar one of the directions that
//! the walls leave, for that slide only, and never the last one.
//!
//! Without a limit on the bars an opponent would bar the last slide for ever.

use quandary_core::rules::Rules;
pub use quandary_search::inhibitor::Inhibitor;
use quandary_search::tree::{Chooser, Look, Tree};

use crate::packed::{PackedSliding, PackedState};
use crate::rules::{Board, Slide, Sliding};

/// The question whether the player solves a board within this many moves, though this many directions are barred.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_search::proof::{Conclusion, Method, Settings};
/// use quandary_sliding::solve::inhibitor::{Inhibitor, Limited};
/// use quandary_sliding::{Sliding, notation::parse_board};
///
/// // Two slides from the goal; a barred direction costs a detour.
/// let board = parse_board("1 2 3 / 4 5 6 / 0 7 8", None).unwrap();
/// let puzzle = Sliding::ordered(board.size());
/// let prove = |within, bars, inhibitor| {
///     let tree = Limited::new(&puzzle, &board, within, bars, inhibitor).unwrap();
///     Settings::default().solve(&tree, Method::DfPn, &mut Budget::unlimited()).conclusion
/// };
/// assert_eq!(prove(2, 0, Inhibitor::Opponent), Conclusion::Proved);
/// assert_eq!(prove(2, 1, Inhibitor::Opponent), Conclusion::Disproved);
/// assert_eq!(prove(4, 1, Inhibitor::Opponent), Conclusion::Proved);
/// assert_eq!(prove(2, 1, Inhibitor::Friend), Conclusion::Proved);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Limited {
    puzzle: PackedSliding<u64>,
    start: Place,
    inhibitor: Inhibitor,
}

/// Where the game stands: the board, what is left, and what is barred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    board: PackedState<u64>,
    moves_left: u16,
    bars_left: u16,
    phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// The inhibitor bars a direction or lets it be.
    Barring,
    /// The player slides, in any direction but this one.
    Sliding(Option<Slide>),
}

impl Limited {
    /// The most cells that a board may have.
    pub const MAX_CELLS: usize = 16;

    /// The question about a board of `puzzle`: solved within `within` slides, with `bars` bars for the inhibitor?
    /// `None` when the board has more than [`Limited::MAX_CELLS`] cells.
    pub fn new(
        puzzle: &Sliding,
        board: &Board,
        within: u16,
        bars: u16,
        inhibitor: Inhibitor,
    ) -> Option<Limited> {
        let puzzle = PackedSliding::new(puzzle)?;
        let start = Limited::turn_over(puzzle.pack(board), within, bars);
        Some(Limited { puzzle, start, inhibitor })
    }

    /// The inhibitor has a choice only while it has bars.
    fn turn_over(board: PackedState<u64>, moves_left: u16, bars_left: u16) -> Place {
        let phase = if bars_left > 0 { Phase::Barring } else { Phase::Sliding(None) };
        Place { board, moves_left, bars_left, phase }
    }

    fn slides(&self, place: &Place) -> Vec<Slide> {
        let mut slides = Vec::with_capacity(4);
        self.puzzle.moves(&place.board, &mut slides);
        if let Phase::Sliding(Some(barred)) = place.phase {
            slides.retain(|&slide| slide != barred);
        }
        slides
    }

    /// The letter of a choice: the slide, the direction barred, or a dot where nothing is.
    pub fn name(&self, place: &Place, index: u32) -> char {
        let chosen = match place.phase {
            Phase::Barring => (index as usize).checked_sub(1),
            Phase::Sliding(_) => Some(index as usize),
        };
        chosen.and_then(|at| self.slides(place).get(at).copied()).map_or('.', Slide::letter)
    }

    /// The answers open to the inhibitor: to let it be, then every direction in order. The last one is never barred.
    fn bars(&self, place: &Place) -> usize {
        let directions = self.slides(place).len();
        if directions > 1 { 1 + directions } else { 1 }
    }
}

impl Tree for Limited {
    type Position = Place;
    type Key = Place;

    fn root(&self) -> Place {
        self.start
    }

    fn look(&self, place: &Place) -> Look {
        if self.puzzle.is_solved(&place.board) {
            return Look::Over(true);
        }
        if place.moves_left == 0 {
            return Look::Over(false);
        }
        match place.phase {
            Phase::Barring => Look::Open { turn: self.inhibitor.turn(), children: self.bars(place) as u32 },
            Phase::Sliding(_) => Look::Open { turn: Chooser::Or, children: self.slides(place).len() as u32 },
        }
    }

    fn child(&self, place: &Place, index: u32) -> Place {
        match place.phase {
            Phase::Barring if index == 0 => Place { phase: Phase::Sliding(None), ..*place },
            Phase::Barring => {
                let barred = self.slides(place)[index as usize - 1];
                Place { bars_left: place.bars_left - 1, phase: Phase::Sliding(Some(barred)), ..*place }
            }
            Phase::Sliding(_) => {
                let board = self.puzzle.apply(&place.board, self.slides(place)[index as usize]);
                Limited::turn_over(board, place.moves_left - 1, place.bars_left)
            }
        }
    }

    fn key(&self, place: &Place) -> Place {
        *place
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use quandary_core::{Budget, Seed};
    use quandary_search::proof::{Conclusion, Method, Settings};
    use quandary_search::truth;

    use super::*;
    use crate::generate::uniform;
    use crate::rules::Size;
    use crate::solve::distances::Distances;

    /// Written again from the rules, over plain boards: the fewest moves are looked for, not a tree.
    fn forced(
        goal: &Board,
        board: &Board,
        moves: u32,
        bars: u32,
        known: &mut HashMap<(Board, u32, u32), bool>,
    ) -> bool {
        if board == goal || moves == 0 {
            return board == goal;
        }
        if let Some(&value) = known.get(&(board.clone(), moves, bars)) {
            return value;
        }
        let slides: Vec<Slide> = board.slides().collect();
        let winning = |barred: Option<Slide>, left: u32, known: &mut HashMap<_, _>| {
            slides
                .iter()
                .filter(|slide| Some(**slide) != barred)
                .any(|&slide| forced(goal, &board.after(slide).unwrap(), moves - 1, left, known))
        };
        let mut value = winning(None, bars, known);
        if bars > 0 && slides.len() > 1 {
            value = value && slides.iter().all(|&barred| winning(Some(barred), bars - 1, known));
        }
        known.insert((board.clone(), moves, bars), value);
        value
    }

    #[test]
    fn without_bars_a_win_is_proved_exactly_where_the_distance_allows_it() {
        let puzzle = Sliding::ordered(Size::new(2, 3).unwrap());
        let distances = Distances::new(&puzzle).unwrap();
        for index in 0..20 {
            let board = uniform(&puzzle, &mut Seed(4).stream(index));
            let distance = distances.of(&board).unwrap() as u16;
            for within in [distance.saturating_sub(1), distance, distance + 1] {
                let tree = Limited::new(&puzzle, &board, within, 0, Inhibitor::Opponent).unwrap();
                let report = Settings::default().solve(&tree, Method::DfPn, &mut Budget::unlimited());
                let expected = if within >= distance { Conclusion::Proved } else { Conclusion::Disproved };
                assert_eq!(report.conclusion, expected, "{board:?} within {within}");
            }
        }
    }

    #[test]
    fn every_method_agrees_with_brute_force_over_plain_boards() {
        let puzzle = Sliding::ordered(Size::new(3, 3).unwrap());
        let distances = Distances::new(&puzzle).unwrap();
        let mut stream = Seed(6).stream(0);
        let mut board = puzzle.goal().clone();
        let mut seen = [0, 0];
        for _ in 0..12 {
            let slides: Vec<Slide> = board.slides().collect();
            board = board.after(*stream.choose(&slides).unwrap()).unwrap();
            let distance = distances.of(&board).unwrap();
            if distance > 4 {
                continue;
            }
            for (extra, bars) in [(0, 1), (2, 1), (2, 2)] {
                let within = distance + extra;
                let wins = forced(puzzle.goal(), &board, within, bars, &mut HashMap::new());
                seen[usize::from(wins)] += 1;
                let question =
                    |inhibitor| Limited::new(&puzzle, &board, within as u16, bars as u16, inhibitor).unwrap();
                let tree = question(Inhibitor::Opponent);
                assert_eq!(truth::wins(&tree, &mut Budget::unlimited()), Ok(wins));
                let expected = if wins { Conclusion::Proved } else { Conclusion::Disproved };
                for method in Method::ALL {
                    let settings = Settings { bytes: 1 << 24, ..Settings::default() };
                    let report = settings.solve(&tree, method, &mut Budget::unlimited());
                    assert_eq!(report.conclusion, expected, "{method:?} on {board:?} {within} {bars}");
                }
                // A friend bars nothing, and dice lie between.
                assert_eq!(truth::wins(&question(Inhibitor::Friend), &mut Budget::unlimited()), Ok(true));
                let dice = question(Inhibitor::Dice);
                let p = truth::winning_probability(&dice, &mut Budget::unlimited()).unwrap();
                assert!(p > 0.0 && (p >= 1.0 - 1e-12) == wins, "{p} but {wins}");
            }
        }
        assert!(seen[0] > 3 && seen[1] > 3, "{seen:?}");
    }

    #[test]
    fn the_last_direction_is_never_barred() {
        let puzzle = Sliding::ordered(Size::new(1, 4).unwrap());
        let board = Board::with_blank_at(puzzle.size(), 0);
        let tree = Limited::new(&puzzle, &board, 3, 5, Inhibitor::Opponent).unwrap();
        assert_eq!(tree.look(&tree.root()), Look::Open { turn: Chooser::And, children: 1 });
        // In the middle of the row the opponent turns the player back until the moves are used up.
        assert_eq!(truth::wins(&tree, &mut Budget::unlimited()), Ok(false));
    }

    #[test]
    fn a_board_of_more_than_16_cells_is_refused() {
        let puzzle = Sliding::ordered(Size::new(5, 5).unwrap());
        assert!(Limited::new(&puzzle, puzzle.goal(), 3, 1, Inhibitor::Opponent).is_none());
    }
}
