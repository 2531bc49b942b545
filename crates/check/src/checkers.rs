//! English checkers: endings.
//!
//! The instance is a FEN as `quandary` writes it: the side to move, white's pieces and black's, kings marked with `K`:
//! `B:W21,K30:B1,K10`. A side that is to move and cannot has lost; play that never ends is drawn.
//!
//! | claim | evidence | proves |
//! |---|---|---|
//! | `win` | `plies`, `attack` of the side to move, `defence` of the other | it wins in exactly this many moves of both sides |
//! | `loss` | `plies`, `attack` of the other side, `defence` of the side to move | it loses in exactly this many |
//! | `draw` | the strategies of the `mover` and of the `opponent` | neither side can force a win |
//!
//! A strategy is a text of letters. Positions are visited breadth first. In a position in which the strategy's side is
//! to move, the move with the next letter is played (`a` the first of the legal moves, ordered by the squares they
//! visit, one square after the other; `b` the second, …); in the others all moves are, in that order. A position is
//! visited once. A `defence` ends after `plies` moves. Checked:
//!
//! - `attack`: every line of play ends, the other side without a move, after at most `plies` moves;
//! - `defence`: no line ends with its own side without a move before `plies` moves were made;
//! - `mover`, `opponent`: no line ends with its own side without a move;
//! - and no letter is left over.

use std::collections::HashMap;

use quandary_core::{Budget, Certificate, Exhausted};

use crate::evidence::Evidence;
use crate::hash::Fast;
use crate::number::whole;
use crate::{Rejection, Verified, Work, fault, malformed, wrong};

/// A piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Piece {
    black: bool,
    king: bool,
}

/// The 32 squares, from 1, and who is to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Board {
    squares: [Option<Piece>; 32],
    black_to_move: bool,
}

/// A move: the squares it visits, from 1, and what it takes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Move {
    squares: Vec<usize>,
    taken: Vec<usize>,
}

/// The square this many rows down and columns to the right.
fn beside(square: usize, down: i8, right: i8) -> Option<usize> {
    let row = (square - 1) / 4;
    let column = 2 * ((square - 1) % 4) + 1 - row % 2;
    let row = row.checked_add_signed(down.into()).filter(|row| *row < 8)?;
    let column = column.checked_add_signed(right.into()).filter(|column| *column < 8)?;
    Some(4 * row + column / 2 + 1)
}

impl Board {
    fn read(text: &str) -> Result<Board, Rejection> {
        let fault = || malformed(format!("`{text}` is not a position of checkers"));
        let parts: Vec<&str> = text.split(':').collect();
        let [mover @ ("B" | "W"), white, black] = parts[..] else { return fault() };
        let mut board = Board { squares: [None; 32], black_to_move: mover == "B" };
        for (list, letter) in [(white, 'W'), (black, 'B')] {
            let Some(pieces) = list.strip_prefix(letter) else { return fault() };
            for piece in pieces.split(',').filter(|_| !pieces.is_empty()) {
                let (king, number) = piece.strip_prefix('K').map_or((false, piece), |number| (true, number));
                let Some(square) = whole(number).filter(|square| (1..=32_usize).contains(square)) else {
                    return fault();
                };
                let piece = Piece { black: letter == 'B', king };
                if board.squares[square - 1].replace(piece).is_some() || !king && crowns(piece, square) {
                    return fault();
                }
            }
        }
        Ok(board)
    }

    fn at(&self, square: usize) -> Option<Piece> {
        self.squares[square - 1]
    }

    /// The legal moves by the squares they visit.
    fn moves(&self) -> Vec<Move> {
        let (mut steps, mut jumps) = (Vec::new(), Vec::new());
        for from in 1..=32 {
            let Some(piece) = self.at(from).filter(|piece| piece.black == self.black_to_move) else {
                continue;
            };
            for (down, right) in ways(piece) {
                if let Some(to) = beside(from, down, right).filter(|&to| self.at(to).is_none()) {
                    steps.push(Move { squares: vec![from, to], taken: Vec::new() });
                }
            }
            self.jump_on(piece, &Move { squares: vec![from], taken: Vec::new() }, &mut jumps);
        }
        let mut moves = if jumps.is_empty() { steps } else { jumps };
        moves.sort();
        moves
    }

    /// Every way to continue a capture until there is nothing more to take.
    fn jump_on(&self, piece: Piece, so_far: &Move, all: &mut Vec<Move>) {
        let (first, last) = (so_far.squares[0], so_far.squares[so_far.squares.len() - 1]);
        let mut ended = true;
        for (down, right) in ways(piece) {
            let Some((over, to)) = beside(last, down, right).zip(beside(last, 2 * down, 2 * right)) else {
                continue;
            };
            let enemy = self.at(over).is_some_and(|other| other.black != piece.black);
            let free = self.at(to).is_none() || to == first;
            if !enemy || !free || so_far.taken.contains(&over) {
                continue;
            }
            ended = false;
            let mut longer = so_far.clone();
            longer.squares.push(to);
            longer.taken.push(over);
            if !piece.king && crowns(piece, to) {
                all.push(longer);
            } else {
                self.jump_on(piece, &longer, all);
            }
        }
        if ended && !so_far.taken.is_empty() {
            all.push(so_far.clone());
        }
    }

    fn after(&self, chosen: &Move) -> Board {
        let mut next = Board { black_to_move: !self.black_to_move, ..self.clone() };
        let (first, last) = (chosen.squares[0], chosen.squares[chosen.squares.len() - 1]);
        let mut piece = next.squares[first - 1].take();
        for &taken in &chosen.taken {
            next.squares[taken - 1] = None;
        }
        if let Some(piece) = &mut piece {
            piece.king |= crowns(*piece, last);
        }
        next.squares[last - 1] = piece;
        next
    }
}

/// The diagonals along which a piece goes.
fn ways(piece: Piece) -> impl Iterator<Item = (i8, i8)> {
    let all = [(1, -1), (1, 1), (-1, -1), (-1, 1)];
    all.into_iter().filter(move |(down, _)| piece.king || (*down == 1) == piece.black)
}

/// Whether a man of this colour becomes a king on a square.
fn crowns(piece: Piece, square: usize) -> bool {
    if piece.black { square > 28 } else { square < 5 }
}

/// What can be claimed about an ending.
pub(crate) const CLAIMS: &[&str] = &["win", "draw", "loss"];

/// Verifies a certificate about an ending.
pub(crate) fn verify(certificate: &Certificate, work: &mut Work) -> Result<Verified, Rejection> {
    let parts: &[&str] = match certificate.claim.as_str() {
        "win" | "loss" => &["plies", "attack", "defence"],
        "draw" => &["mover", "opponent"],
        claim => return Err(Rejection::Unknown { puzzle: certificate.puzzle.clone(), claim: claim.into() }),
    };
    let evidence = Evidence::with(&certificate.evidence, parts)?;
    let start = Board::read(&certificate.instance)?;
    let (mover, opponent) = (start.black_to_move, !start.black_to_move);
    let budget = &mut work.budget;
    let claim = certificate.claim.as_str();
    let mut verified = Verified::default().proves("verdict", claim);
    if claim == "draw" {
        for (part, who, black) in
            [("mover", "the side to move", mover), ("opponent", "the other side", opponent)]
        {
            let walk = Walk::along(&start, evidence.text(part)?, black, None, budget)?;
            walk.never_loses(black)?;
            verified = verified.and(format!("{who} never loses: {} positions walked", walk.boards.len()));
        }
        return Ok(verified.proves("plies", serde_json::Value::Null));
    }
    let plies = evidence.whole("plies")?;
    let attacker = if claim == "win" { mover } else { opponent };
    let attack = Walk::along(&start, evidence.text("attack")?, attacker, None, budget)?;
    let longest = attack.wins_within(attacker)?;
    if longest > plies {
        return wrong(format!("the attack takes {longest} moves of both sides, not {plies}"));
    }
    let defence = Walk::along(&start, evidence.text("defence")?, !attacker, Some(plies), budget)?;
    defence.never_loses(!attacker)?;
    // The attack's first move begins a win in the fewest moves.
    if let Some(first) = attack.first.filter(|_| claim == "win") {
        verified = verified.proves("best", name(&first));
    }
    let who = if claim == "win" { "the side to move" } else { "the other side" };
    Ok(verified
        .and(format!(
            "{who} wins within {plies} moves of both sides: {} positions walked",
            attack.boards.len()
        ))
        .and(format!("and not sooner: {} positions walked", defence.boards.len()))
        .proves("plies", plies))
}

/// A move as an answer writes it.
fn name(chosen: &Move) -> String {
    let squares: Vec<String> = chosen.squares.iter().map(usize::to_string).collect();
    squares.join(if chosen.taken.is_empty() { "-" } else { "x" })
}

/// What is met when one side follows a strategy and the other plays anything.
struct Walk {
    /// The positions in the order in which they were met.
    boards: Vec<Board>,
    /// The positions after the moves that were followed; empty where there is no move, and where the walk ended.
    children: Vec<Vec<usize>>,
    /// The positions that were looked at: all, or those before the walk ended.
    looked: usize,
    /// The strategy's move in the first position, if it is to move there.
    first: Option<Move>,
}

impl Walk {
    /// Follows a strategy of black (or white), for at most `most` moves of both sides, or without a limit.
    fn along(
        start: &Board,
        letters: &str,
        black: bool,
        most: Option<u64>,
        budget: &mut Budget,
    ) -> Result<Walk, Rejection> {
        let mut letters = letters.bytes();
        let mut walk = Walk { boards: vec![start.clone()], children: Vec::new(), looked: 0, first: None };
        let mut met: HashMap<Board, usize, Fast> = HashMap::from_iter([(start.clone(), 0)]);
        // A board is stored twice, and its children once.
        let room = budget.memory_or(usize::MAX) / (4 * size_of::<Board>());
        // The last position that is as many moves away as the one looked at.
        let (mut plies, mut layer_end) = (0, 1);
        while walk.looked < walk.boards.len() {
            if walk.looked == layer_end {
                plies += 1;
                layer_end = walk.boards.len();
            }
            if most == Some(plies) {
                break;
            }
            budget.spend(1)?;
            if walk.boards.len() > room {
                return Err(Exhausted::Memory.into());
            }
            let board = walk.boards[walk.looked].clone();
            let mut moves = board.moves();
            if board.black_to_move == black && !moves.is_empty() {
                let Some(letter) = letters.next() else {
                    return wrong("a strategy ends before the game does");
                };
                let index = usize::from(letter.wrapping_sub(b'a'));
                if index >= moves.len() {
                    let letter = char::from(letter);
                    return wrong(format!("there is no move `{letter}` among {}", moves.len()));
                }
                moves = vec![moves.swap_remove(index)];
                if walk.looked == 0 {
                    walk.first = Some(moves[0].clone());
                }
            }
            let mut children = Vec::with_capacity(moves.len());
            for chosen in &moves {
                let child = board.after(chosen);
                let next = walk.boards.len();
                let number = *met.entry(child.clone()).or_insert(next);
                if number == next {
                    walk.boards.push(child);
                }
                children.push(number);
            }
            walk.children.push(children);
            walk.looked += 1;
        }
        match letters.len() {
            0 => Ok(walk),
            left => wrong(format!("{left} letters of a strategy are left over")),
        }
    }

    /// The positions that were looked at and have no move.
    fn ends(&self) -> impl Iterator<Item = usize> {
        (0..self.looked).filter(|&at| self.children[at].is_empty())
    }

    /// No end is a loss of this side.
    fn never_loses(&self, black: bool) -> Result<(), Rejection> {
        match self.ends().find(|&at| self.boards[at].black_to_move == black) {
            Some(_) => wrong("a line of play ends with the strategy's own side without a move"),
            None => Ok(()),
        }
    }

    /// Every line ends with a win of this side; the moves in the longest of them.
    fn wins_within(&self, black: bool) -> Result<u64, Rejection> {
        self.never_loses(black)?;
        // Positions are taken once everything that leads to them has been.
        let mut before = vec![0_u32; self.boards.len()];
        for &child in self.children.iter().flatten() {
            before[child] += 1;
        }
        let mut longest = vec![0_u64; self.boards.len()];
        let mut free: Vec<usize> = (0..self.boards.len()).filter(|&at| before[at] == 0).collect();
        let mut taken = 0;
        while let Some(at) = free.pop() {
            taken += 1;
            for &child in &self.children[at] {
                longest[child] = longest[child].max(longest[at] + 1);
                before[child] -= 1;
                if before[child] == 0 {
                    free.push(child);
                }
            }
        }
        if taken < self.boards.len() {
            return wrong("the attack can be led in a circle");
        }
        self.ranks(&longest)?;
        Ok(self.ends().map(|at| longest[at]).max().unwrap_or(0))
    }

    /// Audits the number of moves that may have been made in each position: it is 0 at the start at least, and grows with
    /// every move. So no line of play comes back, and none that ends has more moves than the largest of them.
    fn ranks(&self, longest: &[u64]) -> Result<(), Rejection> {
        let grows =
            |(at, children): (usize, &Vec<usize>)| children.iter().all(|&to| longest[to] > longest[at]);
        if self.children.iter().enumerate().all(grows) {
            Ok(())
        } else {
            fault("a move does not lead further from the start")
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::verify;

    fn certificate(claim: &str, instance: &str, evidence: serde_json::Value) -> Certificate {
        Certificate::new("checkers", claim, instance, evidence)
    }

    #[test]
    fn a_neighbour_is_a_row_and_a_column_away() {
        assert_eq!((beside(1, 1, -1), beside(1, 1, 1), beside(4, 1, 1)), (Some(5), Some(6), None));
        assert_eq!((beside(32, -1, -1), beside(32, -1, 1), beside(14, -2, 2)), (Some(27), Some(28), Some(7)));
        assert_eq!((beside(5, -1, -1), beside(29, 1, 1)), (None, None));
    }

    #[test]
    fn the_number_of_first_moves_is_the_published_one() {
        fn count(board: &Board, plies: usize) -> usize {
            let moves = board.moves();
            if plies == 1 {
                moves.len()
            } else {
                moves.iter().map(|one| count(&board.after(one), plies - 1)).sum()
            }
        }
        let men =
            |from: usize| (from..from + 12).map(|square| square.to_string()).collect::<Vec<_>>().join(",");
        let start = Board::read(&format!("B:W{}:B{}", men(21), men(1))).unwrap();
        let counts: Vec<usize> = (1..=6).map(|plies| count(&start, plies)).collect();
        assert_eq!(counts, [7, 49, 302, 1469, 7361, 36_768]);
    }

    #[test]
    fn a_capture_goes_on_over_each_piece_once_and_ends_where_a_man_is_crowned() {
        let named = |fen: &str| {
            let mut names: Vec<String> = Board::read(fen).unwrap().moves().iter().map(name).collect();
            names.sort();
            names
        };
        // A king goes round four pieces and comes back to where it stood, either way.
        assert_eq!(named("W:WK22:B9,10,17,18"), ["22x13x6x15x22", "22x15x6x13x22"]);
        // A man is crowned and stays, though a king could go on.
        assert_eq!(named("W:W11:B7,6"), ["11x2"]);
        assert_eq!(named("W:WK11:B7,6"), ["11x2x9"]);
        // It must take, and goes on as a man as long as it can.
        assert_eq!(named("W:W22:B18,11,27"), ["22x15x8"]);
    }

    #[test]
    fn a_capture_of_the_last_piece_wins_in_one_move_and_nothing_else_does() {
        // Black takes the last piece.
        let one = json!({"plies": 1, "attack": "a", "defence": ""});
        let verified = verify(&certificate("win", "B:W6:B1", one.clone())).unwrap();
        assert_eq!(verified.proves["best"], [json!("1x10")]);
        for (claim, evidence) in [
            ("win", json!({"plies": 2, "attack": "a", "defence": ""})),
            ("win", json!({"plies": 0, "attack": "a", "defence": ""})),
            ("win", json!({"plies": 1, "attack": "b", "defence": ""})),
            ("win", json!({"plies": 1, "attack": "aa", "defence": ""})),
            ("win", json!({"plies": 1, "attack": "", "defence": ""})),
            ("win", json!({"plies": 1, "attack": "a", "defence": "a"})),
            ("loss", one.clone()),
            ("draw", json!({"mover": "a", "opponent": ""})),
        ] {
            let result = verify(&certificate(claim, "B:W6:B1", evidence.clone()));
            assert!(matches!(result, Err(Rejection::Wrong(_))), "{claim} {evidence}: {result:?}");
        }
    }

    #[test]
    fn a_side_that_cannot_move_has_lost() {
        let evidence = json!({"plies": 0, "attack": "", "defence": ""});
        assert!(verify(&certificate("loss", "W:W5:B1", evidence.clone())).is_ok());
        assert!(verify(&certificate("win", "W:W5:B1", evidence)).is_err());
    }

    #[test]
    fn an_attack_in_a_circle_wins_nothing() {
        // Two kings far apart move back and forth.
        let evidence =
            json!({"plies": 9, "attack": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "defence": ""});
        let result = verify(&certificate("win", "B:WK32:BK1", evidence));
        assert!(matches!(result, Err(Rejection::Wrong(_))), "{result:?}");
    }

    #[test]
    fn nonsense_is_malformed() {
        for instance in
            ["", "B", "B:W1", "X:W5:B1", "B:W5:B5", "B:W1:B5", "B:W33:B1", "B:W0:B1", "B:B1:W5", "B:W5,:B1"]
        {
            let result = verify(&certificate("draw", instance, json!({"mover": "", "opponent": ""})));
            assert!(matches!(result, Err(Rejection::Malformed(_))), "{instance}: {result:?}");
        }
    }

    #[test]
    fn a_man_is_crowned_on_the_last_row_of_the_other_side_and_nowhere_else() {
        let crowned =
            |black: bool| (1..=32).filter(move |&square| crowns(Piece { black, king: false }, square));
        assert_eq!(crowned(true).collect::<Vec<_>>(), [29, 30, 31, 32]);
        assert_eq!(crowned(false).collect::<Vec<_>>(), [1, 2, 3, 4]);
    }
}
