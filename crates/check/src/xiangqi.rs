//! Xiangqi: wins that are forced within a number of plies.
//!
//! The instance is a FEN: the rows from Black's side, `w` or `b` to move, two dashes, the moves since the last capture and
//! the number of the move. Claims are `win` and `loss`, evidence that of a [proof tree](crate::proof_tree) with goals of
//! 1 and -1, and `plies`: within how many moves of both sides it is over. A move is named by its points (`h2e2`), and
//! replies are walked in the order of the points they leave and then of those they reach, from a0 along the rows.
//!
//! A position is a board, a side to move and the plies that are left; a line that uses them up without an end is not
//! won, so every line that is walked ends. The rules about repetition are not needed. Let d(P) be the smallest number
//! of plies that were left when the board P was walked: a strategy that always plays in P as it did then reduces d with
//! every move of either side, so no position repeats. The only other rule that could end a line early is the draw after
//! 120 moves without a capture: `plies`, counted from the instance, may not reach beyond it.

use quandary_core::Certificate;

use crate::evidence::Evidence;
use crate::number::whole;
use crate::proof_tree;
use crate::walk::Position;
use crate::{Rejection, Verified, Work, malformed, wrong};

const FILES: usize = 9;
const POINTS: usize = 90;
/// Moves without a capture after which a game is drawn.
const QUIET: u64 = 120;

/// A board, letters as in a FEN and `.` for an empty point, a0 first; whose turn it is, and the plies left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    points: [u8; POINTS],
    red_to_move: bool,
    left: u64,
    /// The plies that were left at the beginning.
    within: u64,
}

/// Only wins and losses are proved by lines that end.
pub(crate) const CLAIMS: &[&str] = &["win", "loss"];

/// Verifies a certificate about a forced mate.
pub(crate) fn verify(certificate: &Certificate, work: &mut Work) -> Result<Verified, Rejection> {
    match certificate.claim.as_str() {
        "win" | "loss" => proof_tree::verify::<Board>(certificate, work),
        claim => Err(Rejection::Unknown { puzzle: certificate.puzzle.clone(), claim: claim.into() }),
    }
}

fn is_red(piece: u8) -> bool {
    piece.is_ascii_uppercase()
}

impl Board {
    /// How many pieces stand between two points of one rank or file; none if they are on different ones.
    fn between(&self, from: usize, to: usize) -> Option<usize> {
        let (low, high) = (from.min(to), from.max(to));
        let step = match (low / FILES == high / FILES, low % FILES == high % FILES) {
            (true, false) => 1,
            (false, true) => FILES,
            _ => return None,
        };
        Some((low + step..high).step_by(step).filter(|&at| self.points[at] != b'.').count())
    }

    /// Whether the piece on `from` can move to `to`, even if its king could then be captured. A king may capture the
    /// other king along an open file.
    fn goes(&self, from: usize, to: usize) -> bool {
        let (piece, target) = (self.points[from], self.points[to]);
        if piece == b'.' || target != b'.' && is_red(piece) == is_red(target) {
            return false;
        }
        let (file, row, to_file, to_row) = (from % FILES, from / FILES, to % FILES, to / FILES);
        let (across, along) = (file.abs_diff(to_file), row.abs_diff(to_row));
        let palace = (3..=5).contains(&to_file) && if is_red(piece) { to_row <= 2 } else { to_row >= 7 };
        match piece.to_ascii_lowercase() {
            b'k' => {
                let faces =
                    target.eq_ignore_ascii_case(&b'k') && across == 0 && self.between(from, to) == Some(0);
                palace && across + along == 1 || faces
            }
            b'a' => palace && across == 1 && along == 1,
            b'b' => {
                let home = if is_red(piece) { to_row <= 4 } else { to_row >= 5 };
                let eye = usize::midpoint(row, to_row) * FILES + usize::midpoint(file, to_file);
                home && across == 2 && along == 2 && self.points[eye] == b'.'
            }
            b'n' => {
                let leg = match (across, along) {
                    (1, 2) => usize::midpoint(row, to_row) * FILES + file,
                    (2, 1) => row * FILES + usize::midpoint(file, to_file),
                    _ => return false,
                };
                self.points[leg] == b'.'
            }
            b'r' => self.between(from, to) == Some(0),
            b'c' => self.between(from, to) == Some(usize::from(target != b'.')),
            _ => {
                let (ahead, crossed) =
                    if is_red(piece) { (to_row == row + 1, row >= 5) } else { (to_row + 1 == row, row <= 4) };
                across == 0 && ahead || crossed && along == 0 && across == 1
            }
        }
    }

    /// Whether a side's king could be captured.
    fn in_check(&self, red: bool) -> bool {
        let king = if red { b'K' } else { b'k' };
        let Some(place) = self.points.iter().position(|&piece| piece == king) else { return true };
        (0..POINTS).any(|from| self.goes(from, place))
    }

    /// The board after a move, whether or not it is legal.
    fn moved(&self, from: usize, to: usize) -> Board {
        let mut points = self.points;
        points[to] = points[from];
        points[from] = b'.';
        Board {
            points,
            red_to_move: !self.red_to_move,
            left: self.left.saturating_sub(1),
            within: self.within,
        }
    }

    fn is_legal(&self, from: usize, to: usize) -> bool {
        let piece = self.points[from];
        piece != b'.'
            && is_red(piece) == self.red_to_move
            && self.goes(from, to)
            && !self.moved(from, to).in_check(self.red_to_move)
    }

    fn any_legal(&self) -> bool {
        (0..POINTS).any(|from| (0..POINTS).any(|to| self.is_legal(from, to)))
    }

    /// The rows of a FEN.
    fn read_points(rows: &str) -> Option<[u8; POINTS]> {
        let mut points = [b'.'; POINTS];
        let rows: Vec<&str> = rows.split('/').collect();
        if rows.len() != POINTS / FILES {
            return None;
        }
        for (row, text) in rows.iter().rev().enumerate() {
            let mut file = 0;
            for symbol in text.bytes() {
                match symbol {
                    b'1'..=b'9' => file += usize::from(symbol - b'0'),
                    _ if b"kabnrcp".contains(&symbol.to_ascii_lowercase()) && file < FILES => {
                        points[row * FILES + file] = symbol;
                        file += 1;
                    }
                    _ => return None,
                }
            }
            if file != FILES {
                return None;
            }
        }
        Some(points)
    }
}

impl Position for Board {
    const NAME: usize = 4;
    const SCORE: &'static str = "1 when the side to move wins, -1 when it loses";
    const MORE: &'static [&'static str] = &["plies"];

    fn read(text: &str, more: Evidence<'_>) -> Result<Board, Rejection> {
        let fault = || malformed(format!("`{text}` is not a position of Xiangqi"));
        let fields: Vec<&str> = text.split(' ').collect();
        let [rows, side, "-", "-", quiet, number] = fields[..] else { return fault() };
        let (Some(points), Some(quiet), Some(_)) =
            (Board::read_points(rows), whole::<u64>(quiet), whole::<u64>(number))
        else {
            return fault();
        };
        let red_to_move = match side {
            "w" => true,
            "b" => false,
            _ => return fault(),
        };
        let one = |king: u8| {
            let mut kings = points.iter().filter(|&&piece| piece == king);
            kings.next().is_some() && kings.next().is_none()
        };
        let within = more.whole("plies")?;
        let board = Board { points, red_to_move, left: within, within };
        if !one(b'K') || !one(b'k') || board.in_check(!red_to_move) {
            return fault();
        }
        if quiet.checked_add(within).is_none_or(|last| last > QUIET) {
            return wrong(format!("{within} plies reach beyond {QUIET} moves without a capture"));
        }
        Ok(board)
    }

    fn binds(&self, _: &str, verified: Verified) -> Verified {
        verified.and(format!("within {} plies", self.within)).proves("plies", self.within)
    }

    fn size(&self) -> String {
        "10x9".into()
    }

    fn first_to_move(&self) -> bool {
        self.red_to_move
    }

    fn end(&self) -> Option<i64> {
        if !self.any_legal() {
            return Some(if self.red_to_move { -1 } else { 1 });
        }
        (self.left == 0).then_some(0)
    }

    fn moves(&self, moves: &mut Vec<usize>) {
        for from in 0..POINTS {
            moves.extend((0..POINTS).filter(|&to| self.is_legal(from, to)).map(|to| from * POINTS + to));
        }
    }

    fn named(&self, name: &[u8]) -> Option<usize> {
        let [file, row, to_file, to_row] = name else { return None };
        let point = |file: &u8, row: &u8| {
            let (file, row) = (usize::from(file.checked_sub(b'a')?), usize::from(row.checked_sub(b'0')?));
            (file < FILES && row <= 9).then_some(row * FILES + file)
        };
        Some(point(file, row)? * POINTS + point(to_file, to_row)?)
    }

    fn after(&self, chosen: usize) -> Board {
        self.moved(chosen / POINTS, chosen % POINTS)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn claim(claim: &str, fen: &str, evidence: Value) -> Result<Verified, Rejection> {
        crate::verify(&Certificate::new("xiangqi", claim, fen, evidence))
    }

    fn read(fen: &str) -> Board {
        let evidence = json!({"plies": 0});
        Board::read(fen, Evidence::with(&evidence, &["plies"]).unwrap()).unwrap()
    }

    fn perft(board: &Board, depth: u32) -> usize {
        let mut moves = Vec::new();
        board.moves(&mut moves);
        match depth {
            1 => moves.len(),
            _ => moves.into_iter().map(|chosen| perft(&board.after(chosen), depth - 1)).sum(),
        }
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
            let board = read(fen);
            let found: Vec<usize> = (1..).take(counts.len()).map(|depth| perft(&board, depth)).collect();
            assert_eq!(found, counts, "{fen}");
        }
    }

    /// Two rooks drive the king off the board's edge.
    const TWO_ROOKS: &str = "3k5/9/9/9/9/9/9/R8/1R7/5K3 w - - 0 1";

    #[test]
    fn a_mate_is_accepted_within_its_plies_and_not_within_fewer() {
        let mate = |plies: u64, tree: &str| {
            claim("win", TWO_ROOKS, json!({"at_least": {"goal": 1, "tree": tree}, "plies": plies}))
        };
        let proved = mate(3, "b1b8a2a9").unwrap();
        assert_eq!(proved.proves["plies"], [json!(3)]);
        assert_eq!(proved.proves["verdict"], [json!("win")]);
        assert!(mate(5, "b1b8a2a9").is_ok(), "within more plies as well");
        for (plies, tree) in
            [(1, "b1b8a2a9"), (2, "b1b8a2a9"), (3, "b1b8"), (3, "b1b8a2a9a9a8"), (3, "a2b8a2a9"), (3, "")]
        {
            assert!(matches!(mate(plies, tree), Err(Rejection::Wrong(_))), "{plies} {tree}");
        }
        assert!(matches!(mate(121, "b1b8a2a9"), Err(Rejection::Wrong(_))), "a draw comes first");
    }

    #[test]
    fn moving_back_and_forth_proves_nothing_and_a_draw_cannot_be_claimed() {
        for evidence in [
            json!({"at_least": {"goal": 0, "tree": ""}, "at_most": {"goal": 0, "tree": ""}, "plies": 0}),
            json!({"at_least": {"goal": 0, "tree": ""}, "plies": 0}),
        ] {
            for name in ["draw", "score"] {
                assert!(matches!(claim(name, TWO_ROOKS, evidence.clone()), Err(Rejection::Unknown { .. })));
            }
            assert!(claim("win", TWO_ROOKS, evidence).is_err());
        }
        let walked = json!({"at_least": {"goal": 1, "tree": "a2a3".repeat(40)}, "plies": 100});
        assert!(claim("win", TWO_ROOKS, walked).is_err());
    }

    #[test]
    fn nonsense_is_malformed() {
        for fen in [
            "",
            "w",
            "9/9 w - - 0 1",
            "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
            "3kk4/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
        ] {
            let evidence = json!({"at_least": {"goal": 1, "tree": ""}, "plies": 1});
            assert!(matches!(claim("win", fen, evidence), Err(Rejection::Malformed(_))), "{fen}");
        }
    }

    #[test]
    fn a_side_without_a_move_has_lost() {
        // Two rooks take both rows from a king.
        assert_eq!(read("3k5/9/9/9/9/9/9/9/r8/r3K4 w - - 0 1").end(), Some(-1));
        assert_eq!(read("R3k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1").end(), Some(1));
    }
}
