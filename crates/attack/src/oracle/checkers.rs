//! Endings of checkers: everything that can be reached, valued backwards from the positions without a move.

use std::collections::HashMap;

use quandary_core::Certificate;
use serde_json::Value;

use super::{Truth, is_whole};

/// Positions looked at before an oracle gives up.
const MOST_POSITIONS: usize = 700_000;

/// Letters on an 8x8 board, as its rows are printed: `b`, `w`, kings `B` and `W`, and `.`; and who is to move.
type Cells = [u8; 64];

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Board {
    cells: Cells,
    black: bool,
}

/// Where a numbered square is: the dark ones of each row are counted from the left, the second one first at the top.
fn cell_of(square: usize) -> usize {
    let dark = (0..64).filter(|cell| (cell / 8 + cell % 8) % 2 == 1);
    dark.into_iter().nth(square - 1).unwrap_or(0)
}

/// The number of a dark square.
fn square_of(cell: usize) -> usize {
    (0..=cell).filter(|cell| (cell / 8 + cell % 8) % 2 == 1).count()
}

fn step(cell: usize, down: i32, right: i32) -> Option<usize> {
    let (row, column) = ((cell / 8) as i32 + down, (cell % 8) as i32 + right);
    ((0..8).contains(&row) && (0..8).contains(&column)).then_some((row * 8 + column) as usize)
}

/// The piece, a king where it reaches the far row.
fn crowned(piece: u8, cell: usize) -> u8 {
    match (piece, cell / 8) {
        (b'b', 7) => b'B',
        (b'w', 0) => b'W',
        _ => piece,
    }
}

impl Board {
    fn owns(&self, piece: u8) -> bool {
        piece.eq_ignore_ascii_case(if self.black { &b'b' } else { &b'w' })
    }

    fn ways(piece: u8) -> Vec<(i32, i32)> {
        let mut ways = Vec::new();
        if piece != b'w' {
            ways.extend([(1, -1), (1, 1)]);
        }
        if piece != b'b' {
            ways.extend([(-1, -1), (-1, 1)]);
        }
        ways
    }

    /// All legal moves: the cells visited and the board after. Captures are forced and must be completed.
    fn plays(&self) -> Vec<(Vec<usize>, Board)> {
        let own: Vec<usize> = (0..64).filter(|&cell| self.owns(self.cells[cell])).collect();
        let mut found = Vec::new();
        for &from in &own {
            let mut lifted = *self;
            lifted.cells[from] = b'.';
            lifted.takes(self.cells[from], &mut vec![from], &mut found);
        }
        if !found.is_empty() {
            return found;
        }
        for from in own {
            let piece = self.cells[from];
            for (down, right) in Board::ways(piece) {
                if let Some(to) = step(from, down, right).filter(|&to| self.cells[to] == b'.') {
                    let mut after = Board { black: !self.black, ..*self };
                    after.cells[from] = b'.';
                    after.cells[to] = crowned(piece, to);
                    found.push((vec![from, to], after));
                }
            }
        }
        found
    }

    /// Continues a capture with a piece that was lifted from the board. A captured piece is removed at once, so that it
    /// cannot be jumped twice; jumps end an even number of rows from where they began, and no captured piece stood
    /// there.
    fn takes(&self, piece: u8, path: &mut Vec<usize>, found: &mut Vec<(Vec<usize>, Board)>) {
        let at = path[path.len() - 1];
        let mut more = false;
        // A man that is crowned on the way ends its move.
        let ways =
            if crowned(piece, at) == piece || path.len() == 1 { Board::ways(piece) } else { Vec::new() };
        for (down, right) in ways {
            let Some((over, to)) = step(at, down, right).zip(step(at, 2 * down, 2 * right)) else { continue };
            let enemy = self.cells[over] != b'.' && !self.owns(self.cells[over]);
            if enemy && self.cells[to] == b'.' {
                more = true;
                let mut next = *self;
                next.cells[over] = b'.';
                path.push(to);
                next.takes(piece, path, found);
                path.pop();
            }
        }
        if !more && path.len() > 1 {
            let mut after = Board { black: !self.black, ..*self };
            after.cells[at] = crowned(piece, at);
            found.push((path.clone(), after));
        }
    }
}

fn read(instance: &str) -> Result<Board, String> {
    let parts: Vec<&str> = instance.split(':').collect();
    let [mover, white, black] = parts[..] else { return Err("no position".into()) };
    let mut board = Board { cells: [b'.'; 64], black: mover == "B" };
    for (list, letter, man) in [(white, 'W', b'w'), (black, 'B', b'b')] {
        let list = list.strip_prefix(letter).ok_or("no side")?;
        for piece in list.split(',').filter(|_| !list.is_empty()) {
            let (king, number) = piece.strip_prefix('K').map_or((false, piece), |number| (true, number));
            let square = number.parse().ok().filter(|square| (1..=32).contains(square)).ok_or("no square")?;
            board.cells[cell_of(square)] = if king { man.to_ascii_uppercase() } else { man };
        }
    }
    Ok(board)
}

/// How a position ends for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Win(u32),
    Loss(u32),
}

/// Every position that can be reached, and how it ends where it does.
struct ReachableSet {
    numbers: HashMap<Board, usize>,
    ends: Vec<Option<End>>,
}

impl ReachableSet {
    fn from(start: Board) -> Result<ReachableSet, String> {
        let mut numbers = HashMap::from([(start, 0)]);
        let mut boards = vec![start];
        let mut parents: Vec<Vec<usize>> = vec![Vec::new()];
        // The number of replies that are not known to lose yet.
        let mut open = Vec::new();
        let mut at = 0;
        while at < boards.len() {
            if boards.len() > MOST_POSITIONS {
                return Err("too many positions".into());
            }
            let plays = boards[at].plays();
            open.push(plays.len());
            for (_, after) in plays {
                let number = *numbers.entry(after).or_insert(boards.len());
                if number == boards.len() {
                    boards.push(after);
                    parents.push(Vec::new());
                }
                parents[number].push(at);
            }
            at += 1;
        }
        let mut ends = vec![None; boards.len()];
        let mut layer: Vec<usize> = (0..boards.len()).filter(|&at| open[at] == 0).collect();
        for &at in &layer {
            ends[at] = Some(End::Loss(0));
        }
        // Layer by layer, so that wins are the shortest and losses the longest.
        for plies in 1.. {
            if layer.is_empty() {
                break;
            }
            let mut next = Vec::new();
            for at in layer {
                let lost = matches!(ends[at], Some(End::Loss(_)));
                for &parent in &parents[at] {
                    if ends[parent].is_some() {
                        continue;
                    }
                    open[parent] -= usize::from(!lost);
                    if lost {
                        ends[parent] = Some(End::Win(plies));
                        next.push(parent);
                    } else if open[parent] == 0 {
                        ends[parent] = Some(End::Loss(plies));
                        next.push(parent);
                    }
                }
            }
            layer = next;
        }
        Ok(ReachableSet { numbers, ends })
    }

    fn end(&self, board: &Board) -> Option<End> {
        self.numbers.get(board).and_then(|&number| self.ends[number])
    }
}

/// The value of an ending, and the moves that win it fastest.
#[derive(Clone)]
pub(super) struct Ending {
    end: Option<End>,
    best: Vec<String>,
}

/// Endings that were solved, by instance.
pub(super) type Endings = HashMap<String, Result<Ending, String>>;

impl Ending {
    pub(super) fn new(certificate: &Certificate, known: &mut Endings) -> Result<Ending, String> {
        let instance = &certificate.instance;
        known.entry(instance.clone()).or_insert_with(|| Ending::of(instance)).clone()
    }

    fn of(instance: &str) -> Result<Ending, String> {
        let start = read(instance)?;
        let reached = ReachableSet::from(start)?;
        let end = reached.end(&start);
        let mut best = Vec::new();
        if let Some(End::Win(plies)) = end {
            let pieces = |board: &Board| board.cells.iter().filter(|&&piece| piece != b'.').count();
            for (path, after) in start.plays() {
                if reached.end(&after) == Some(End::Loss(plies - 1)) {
                    let squares: Vec<String> = path.iter().map(|&cell| square_of(cell).to_string()).collect();
                    best.push(squares.join(if pieces(&after) < pieces(&start) { "x" } else { "-" }));
                }
            }
        }
        Ok(Ending { end, best })
    }
}

impl Truth for Ending {
    fn holds(&self, key: &str, value: &Value) -> Option<bool> {
        Some(match key {
            "verdict" => {
                let verdict = match self.end {
                    Some(End::Win(_)) => "win",
                    Some(End::Loss(_)) => "loss",
                    None => "draw",
                };
                value.as_str() == Some(verdict)
            }
            "plies" => match self.end {
                Some(End::Win(plies) | End::Loss(plies)) => is_whole(value, plies.into()),
                None => value.is_null(),
            },
            "best" => self.best.iter().any(|best| value.as_str() == Some(best)),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ending(instance: &str) -> (Option<End>, Vec<String>) {
        let Ending { end, best } = Ending::of(instance).unwrap();
        (end, best)
    }

    #[test]
    fn squares_are_numbered_as_in_books() {
        assert_eq!((cell_of(1), cell_of(4), cell_of(5), cell_of(32)), (1, 7, 8, 62));
        assert!((1..=32).all(|square| square_of(cell_of(square)) == square));
    }

    #[test]
    fn endings_have_their_known_values() {
        assert_eq!(ending("B:W6:B1"), (Some(End::Win(1)), vec!["1x10".into()]));
        assert_eq!(ending("W:W5:B1"), (Some(End::Loss(0)), vec![]));
        assert_eq!(ending("B:WK32:BK1").0, None);
        // One move captures two pieces.
        assert_eq!(ending("B:W6,14:B1"), (Some(End::Win(1)), vec!["1x10x17".into()]));
        // A man is crowned and stops, though a king could go on.
        let paths: Vec<Vec<usize>> =
            read("B:W26,27:B22").unwrap().plays().into_iter().map(|play| play.0).collect();
        assert_eq!(paths, [[cell_of(22), cell_of(31)]]);
        let king: Vec<Vec<usize>> =
            read("B:W26,27:BK22").unwrap().plays().into_iter().map(|play| play.0).collect();
        assert_eq!(king, [[22, 31, 24].map(cell_of)]);
    }
}
