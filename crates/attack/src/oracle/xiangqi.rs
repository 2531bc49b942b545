//! Xiangqi with few pieces: whether a side can force a win within a few moves, by trying everything.

use std::collections::HashMap;

use quandary_core::Certificate;
use serde_json::Value;

use super::Truth;

/// Positions looked at before an oracle gives up.
const MOST_POSITIONS: u64 = 300_000;

/// Moves without a capture after which a game is drawn.
const QUIET: u64 = 120;

/// Letters as in a FEN and `.` for nothing; rows from Red's side, and who is to move.
#[derive(Clone)]
struct Board {
    rows: [[u8; 9]; 10],
    red: bool,
    quiet: u64,
}

/// Column and row.
type Place = (i32, i32);

const STRAIGHT: [Place; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const SLANTED: [Place; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

impl Board {
    fn read(instance: &str) -> Result<Board, String> {
        let fields: Vec<&str> = instance.split(' ').collect();
        let [rows, side, _, _, quiet, _] = fields[..] else { return Err("no position".into()) };
        let mut board = Board {
            rows: [[b'.'; 9]; 10],
            red: side == "w",
            quiet: quiet.parse().map_err(|_| "no count of moves".to_owned())?,
        };
        let lines: Vec<&str> = rows.split('/').collect();
        if lines.len() != 10 {
            return Err("no ten rows".into());
        }
        for (row, line) in board.rows.iter_mut().rev().zip(lines) {
            let mut cells = Vec::new();
            for letter in line.bytes() {
                match letter {
                    b'1'..=b'9' => cells.extend(vec![b'.'; usize::from(letter - b'0')]),
                    _ => cells.push(letter),
                }
            }
            *row = cells.try_into().map_err(|_| "no nine files".to_owned())?;
        }
        Ok(board)
    }

    /// The piece on a point; none outside the board.
    fn at(&self, (x, y): Place) -> Option<u8> {
        let row = usize::try_from(y).ok().and_then(|y| self.rows.get(y))?;
        usize::try_from(x).ok().and_then(|x| row.get(x)).copied()
    }

    fn pieces(&self, red: bool) -> Vec<(Place, u8)> {
        let places = (0..10).flat_map(|y| (0..9).map(move |x| (x, y)));
        places
            .filter_map(|place| Some((place, self.at(place)?)))
            .filter(|(_, piece)| piece.is_ascii_alphabetic() && piece.is_ascii_uppercase() == red)
            .collect()
    }

    /// Where a piece can move, ignoring the safety of its king.
    fn targets(&self, (x, y): Place, piece: u8) -> Vec<Place> {
        let red = piece.is_ascii_uppercase();
        // Rows from the owner's side.
        let own = |y: i32| if red { y } else { 9 - y };
        let ahead = if red { 1 } else { -1 };
        let empty = |place: Place| self.at(place) == Some(b'.');
        let mut found: Vec<Place> = Vec::new();
        match piece.to_ascii_lowercase() {
            letter @ (b'k' | b'a') => {
                let ways = if letter == b'k' { STRAIGHT } else { SLANTED };
                let steps = ways.map(|(right, up)| (x + right, y + up));
                found.extend(steps.into_iter().filter(|&(x, y)| (3..=5).contains(&x) && own(y) <= 2));
                if letter == b'k' {
                    // Kings that face each other.
                    let next = |up: i32| (1..10).map(move |n| (x, y + n * up)).find(|&place| !empty(place));
                    let king = |&place: &Place| self.at(place) == Some(if red { b'k' } else { b'K' });
                    found.extend([next(1), next(-1)].into_iter().flatten().filter(king));
                }
            }
            b'b' => {
                for (right, up) in SLANTED {
                    if empty((x + right, y + up)) && own(y + 2 * up) <= 4 {
                        found.push((x + 2 * right, y + 2 * up));
                    }
                }
            }
            b'n' => {
                for (right, up) in STRAIGHT.into_iter().filter(|&(right, up)| empty((x + right, y + up))) {
                    for side in [1, -1] {
                        found.push((x + 2 * right + side * up, y + 2 * up + side * right));
                    }
                }
            }
            letter @ (b'r' | b'c') => {
                for (right, up) in STRAIGHT {
                    let line: Vec<Place> = (1..10).map(|n| (x + n * right, y + n * up)).collect();
                    let free = line.iter().take_while(|&&place| empty(place)).count();
                    found.extend(&line[..free]);
                    let mut met = line[free..].iter().copied().filter(|&place| !empty(place));
                    found.extend(if letter == b'r' { met.next() } else { met.nth(1) });
                }
            }
            _ => {
                found.push((x, y + ahead));
                if own(y) >= 5 {
                    found.extend([(x + 1, y), (x - 1, y)]);
                }
            }
        }
        let is_own = |piece: u8| piece != b'.' && piece.is_ascii_uppercase() == red;
        found.retain(|&place| self.at(place).is_some_and(|there| !is_own(there)));
        found
    }

    /// Whether a side's king could be taken, or is not there.
    fn in_danger(&self, red: bool) -> bool {
        let king = if red { b'K' } else { b'k' };
        let Some((place, _)) = self.pieces(red).into_iter().find(|(_, piece)| *piece == king) else {
            return true;
        };
        self.pieces(!red).into_iter().any(|(from, piece)| self.targets(from, piece).contains(&place))
    }

    /// The boards after every legal move.
    fn afters(&self) -> impl Iterator<Item = Board> {
        let pieces = self.pieces(self.red).into_iter();
        let moves = pieces
            .flat_map(|(from, piece)| self.targets(from, piece).into_iter().map(move |to| (from, to, piece)));
        moves
            .map(|((x, y), (to_x, to_y), piece)| {
                let mut after = self.clone();
                let taken = std::mem::replace(&mut after.rows[to_y as usize][to_x as usize], piece);
                after.rows[y as usize][x as usize] = b'.';
                after.red = !self.red;
                after.quiet = if taken == b'.' { self.quiet.saturating_add(1) } else { 0 };
                after
            })
            .filter(|after| !after.in_danger(self.red))
    }

    /// Whether a side forces the other to be without a move within this many moves of both.
    fn wins(&self, red: bool, left: u64, looked: &mut u64) -> Result<bool, String> {
        *looked += 1;
        if *looked > MOST_POSITIONS {
            return Err("too many positions".into());
        }
        let mut afters = self.afters().peekable();
        if afters.peek().is_none() {
            return Ok(self.red != red);
        }
        if left == 0 || self.quiet >= QUIET {
            return Ok(false);
        }
        for after in afters {
            if after.wins(red, left - 1, looked)? == (self.red == red) {
                return Ok(self.red == red);
            }
        }
        Ok(self.red != red)
    }
}

/// The fewest moves of both sides in which the claimed winner wins; none if it does not win within the claimed number.
#[derive(Clone)]
pub(super) struct Mate {
    claim: String,
    fewest: Option<u64>,
}

/// Results, by instance, claim and plies.
pub(super) type Mates = HashMap<(String, String, u64), Result<Mate, String>>;

impl Mate {
    pub(super) fn new(certificate: &Certificate, known: &mut Mates) -> Result<Mate, String> {
        let plies = certificate.evidence.get("plies").and_then(Value::as_u64).ok_or("no plies")?;
        let (instance, claim) = (certificate.instance.as_str(), certificate.claim.as_str());
        let key = (instance.to_owned(), claim.to_owned(), plies);
        known.entry(key).or_insert_with(|| Mate::within(instance, claim, plies)).clone()
    }

    fn within(instance: &str, claim: &str, plies: u64) -> Result<Mate, String> {
        let board = Board::read(instance)?;
        let mut looked = 0;
        // A win ends with a move of the winner.
        let (winner, first) = if claim == "win" { (board.red, 1) } else { (!board.red, 0) };
        for most in (first..=plies).step_by(2) {
            if board.wins(winner, most, &mut looked)? {
                return Ok(Mate { claim: claim.to_owned(), fewest: Some(most) });
            }
        }
        Ok(Mate { claim: claim.to_owned(), fewest: None })
    }
}

impl Truth for Mate {
    fn holds(&self, key: &str, value: &Value) -> Option<bool> {
        Some(match key {
            "board" => value.as_str() == Some("10x9"),
            "verdict" => self.fewest.is_some() && value.as_str() == Some(&self.claim),
            // Within this many plies: more of them are true as well.
            "plies" => self.fewest.zip(value.as_f64()).is_some_and(|(fewest, said)| fewest as f64 <= said),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Board, Mate};

    fn perft(board: &Board, depth: u32) -> usize {
        if depth == 0 { 1 } else { board.afters().map(|after| perft(&after, depth - 1)).sum() }
    }

    #[test]
    fn the_rules_give_the_published_counts() {
        // Fairy-Stockfish, tests/perft.sh, and the counts that chess programmers publish.
        for (fen, counts) in [
            ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", vec![44, 1920]),
            ("1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1", vec![7, 281, 8620]),
            ("5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1", vec![25, 424, 9850]),
            ("2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w - - 0 1", vec![21, 195, 3883]),
        ] {
            let board = Board::read(fen).unwrap();
            let found: Vec<usize> = (1..).take(counts.len()).map(|depth| perft(&board, depth)).collect();
            assert_eq!(found, counts, "{fen}");
        }
    }

    #[test]
    fn two_rooks_win_in_three_but_not_in_two_nor_after_too_many_moves_without_a_capture() {
        let rooks = |quiet: u64, plies: u64| {
            let fen = format!("3k5/9/9/9/9/9/9/R8/1R7/5K3 w - - {quiet} 1");
            Mate::within(&fen, "win", plies).unwrap().fewest
        };
        assert_eq!((rooks(0, 3), rooks(0, 2), rooks(0, 4)), (Some(3), None, Some(3)));
        assert_eq!((rooks(117, 3), rooks(118, 3)), (Some(3), None));
        let lost = "R2k5/1R7/9/9/9/9/9/9/9/5K3 b - - 0 1";
        assert_eq!(Mate::within(lost, "loss", 0).unwrap().fewest, Some(0));
        assert_eq!(Mate::within(lost, "win", 3).unwrap().fewest, None);
    }
}
