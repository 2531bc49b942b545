//! Gomoku, renju and other games of stones in a row.
//!
//! The instance is a game: the board, `ROWSxCOLUMNS/ROW/RULE:`, unless it is 15x15 with rows of five under the rule
//! `free`; the stones that stood before, `{X points / O points}`, if any; and the points played (`h8 i9`), or `start`. A
//! point is the letter of its column from the left and the number of its row from the bottom.
//!
//! A row is long enough or longer (`free`), exactly long enough (`standard`), or of exactly five for X and five or more
//! for O (`renju`, which forbids to X what its rules call a double three, a double four and an overline). Scores are 1 for
//! a win, 0 for a draw and -1 for a loss of the player to move. Claims are `win`, `draw` and `loss`, with the evidence of a
//! [proof tree](crate::proof_tree); a point is named by two letters, those of its column and its row (`hh` for h8), and
//! replies are walked row by row from a1.
//!
//! Four consequences of the rules keep the trees short. (1) A side to move that can complete a row has won. (2) If it
//! cannot, and the opponent threatens to complete a row at two points, or at one that the side to move may not occupy,
//! the opponent has won; a single threat leaves one move. (3) A side with no segment left in which it could make a row
//! cannot win any more. (4) Nor can it if each of its remaining segments can be given two empty points of its own: the
//! opponent takes the second point of a pair whenever the side takes the first (except X in renju, who may be forbidden
//! to).

use crate::evidence::Evidence;
use crate::walk::Position;
use crate::{Rejection, Verified, malformed};
use serde_json::json;

/// What a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Rule {
    Free,
    Standard,
    Renju,
}

/// A board: a bit for each point and side, row by row from the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    /// Stones of X, who began, and of O.
    stones: [[u128; 3]; 2],
    /// How many there are.
    count: u16,
    rows: u8,
    columns: u8,
    length: u8,
    rule: Rule,
    /// Whether the last stone made a row.
    won: bool,
}

/// A place by row and column; it may lie beside the board.
type Place = (i32, i32);

/// Right, up, and the two diagonals.
const DIRECTIONS: [Place; 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// X and O.
const X: usize = 0;
const O: usize = 1;

/// The state of a place on a line: empty, a stone of X, or anything else.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LinePoint {
    Empty,
    Own,
    Wall,
}

impl Board {
    fn points(&self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }

    /// The number of a place on the board.
    fn number(&self, (row, column): Place) -> Option<usize> {
        let inside =
            (0..i32::from(self.rows)).contains(&row) && (0..i32::from(self.columns)).contains(&column);
        if inside { usize::try_from(row * i32::from(self.columns) + column).ok() } else { None }
    }

    fn place(&self, number: usize) -> Place {
        let columns = usize::from(self.columns);
        let whole = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        (whole(number / columns), whole(number % columns))
    }

    /// Whether a side has a stone on a place.
    fn has(&self, side: usize, place: Place) -> bool {
        self.number(place).is_some_and(|number| self.stones[side][number / 128] >> (number % 128) & 1 == 1)
    }

    fn is_empty(&self, place: Place) -> bool {
        self.number(place).is_some() && !self.has(X, place) && !self.has(O, place)
    }

    fn put(&mut self, side: usize, number: usize) {
        self.stones[side][number / 128] |= 1 << (number % 128);
        self.count += 1;
    }

    fn mover(&self) -> usize {
        usize::from(self.count % 2)
    }

    fn empties(&self) -> impl Iterator<Item = usize> {
        (0..self.points()).filter(|&number| self.is_empty(self.place(number)))
    }

    /// Stones of a side without a gap through a place, with one on the place itself.
    fn chain(&self, side: usize, (row, column): Place, (up, right): Place) -> u8 {
        let along = |sign: i32| {
            (1_u8..=19)
                .take_while(|&n| {
                    let far = sign * i32::from(n);
                    self.has(side, (row + far * up, column + far * right))
                })
                .last()
                .unwrap_or(0)
        };
        1 + along(1) + along(-1)
    }

    fn is_row(&self, side: usize, chain: u8) -> bool {
        let exact = match self.rule {
            Rule::Free => false,
            Rule::Standard => true,
            Rule::Renju => side == X,
        };
        if exact { chain == self.length } else { chain >= self.length }
    }

    /// Whether a stone of a side on a place is part of a row.
    fn makes_row(&self, side: usize, place: Place) -> bool {
        DIRECTIONS.iter().any(|&direction| self.is_row(side, self.chain(side, place, direction)))
    }

    /// The points that complete a row of a side, at most two of them.
    fn completes(&self, side: usize) -> Vec<usize> {
        self.empties().filter(|&number| self.makes_row(side, self.place(number))).take(2).collect()
    }

    /// Whether some segment that is long enough for a row has no stone of the other side.
    fn has_room(&self, side: usize) -> bool {
        (0..self.points()).map(|number| self.place(number)).any(|(row, column)| {
            DIRECTIONS.iter().any(|&(up, right)| {
                (0..i32::from(self.length)).all(|n| {
                    let place = (row + n * up, column + n * right);
                    self.number(place).is_some() && !self.has(1 - side, place)
                })
            })
        })
    }

    /// Whether a side can stop the other from making a row by pairs of points.
    fn holds(&self, side: usize) -> bool {
        let segments = self.segments(1 - side);
        if segments.is_empty() {
            return true;
        }
        let may_answer = self.rule != Rule::Renju || side == O;
        if !may_answer || 2 * segments.len() > self.empties().count() {
            return false;
        }
        // A matching: every segment needs two points. A point that is taken passes on if its owner can find another.
        let mut owners = vec![None; self.points()];
        (0..segments.len()).all(|segment| {
            (0..2).all(|_| find(segment, &segments, &mut owners, &mut vec![false; self.points()]))
        })
    }

    /// The empty points of every segment in which a side could still make a row.
    fn segments(&self, side: usize) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        for (row, column) in (0..self.points()).map(|number| self.place(number)) {
            for (up, right) in DIRECTIONS {
                let places = (0..i32::from(self.length))
                    .map(|n| (row + n * up, column + n * right))
                    .collect::<Vec<_>>();
                if places.iter().all(|&place| self.number(place).is_some() && !self.has(1 - side, place)) {
                    let empty = places.into_iter().filter(|&place| self.is_empty(place));
                    all.push(empty.filter_map(|place| self.number(place)).collect());
                }
            }
        }
        all
    }

    fn may(&self, number: usize) -> bool {
        self.rule != Rule::Renju || self.mover() == O || !self.is_forbidden(self.place(number))
    }

    /// Whether renju forbids X a stone on an empty place.
    fn is_forbidden(&self, place: Place) -> bool {
        let Some(number) = self.number(place) else { return true };
        let chains = DIRECTIONS.map(|direction| self.chain(X, place, direction));
        if chains.contains(&5) {
            return false;
        }
        if chains.iter().any(|&chain| chain > 5) {
            return true;
        }
        let mut next = *self;
        next.put(X, number);
        let lines = DIRECTIONS.map(|direction| (direction, next.line(place, direction)));
        let fours: usize = lines.iter().map(|(_, line)| fours(line)).sum();
        let threes = lines.iter().filter(|(direction, line)| next.is_three(place, *direction, line)).count();
        fours >= 2 || threes >= 2
    }

    /// A line as X reads it: from five places before to five behind.
    fn line(&self, (row, column): Place, (up, right): Place) -> [LinePoint; 11] {
        let mut line = [LinePoint::Wall; 11];
        for (far, seen) in (-5..).zip(&mut line) {
            let place = (row + far * up, column + far * right);
            if self.has(X, place) {
                *seen = LinePoint::Own;
            } else if self.is_empty(place) {
                *seen = LinePoint::Empty;
            }
        }
        line
    }

    /// Whether one more stone on a line turns it into four without a gap that both its ends turn into exactly five; the
    /// stone must be allowed, and not make five itself.
    fn is_three(&self, (row, column): Place, (up, right): Place, line: &[LinePoint; 11]) -> bool {
        (2..=8).filter(|&at| line[at] == LinePoint::Empty).any(|at| {
            let mut with = *line;
            with[at] = LinePoint::Own;
            let straight = (2..=5).any(|start| {
                (start..start + 4).contains(&at)
                    && with[start..start + 4].iter().all(|seen| *seen == LinePoint::Own)
                    && [start - 1, start + 4].iter().all(|&end| with[end] == LinePoint::Empty)
                    && [start - 2, start + 5].iter().all(|&beyond| with[beyond] != LinePoint::Own)
            });
            let far = i32::try_from(at).map_or(0, |at| at - 5);
            let place = (row + far * up, column + far * right);
            straight
                && !DIRECTIONS.iter().any(|&direction| self.chain(X, place, direction) == 5)
                && !self.is_forbidden(place)
        })
    }
}

/// Finds one more point for a segment.
fn find(segment: usize, segments: &[Vec<usize>], owners: &mut [Option<usize>], tried: &mut [bool]) -> bool {
    segments[segment].iter().any(|&point| {
        if tried[point] || owners[point] == Some(segment) {
            return false;
        }
        tried[point] = true;
        let free = owners[point].is_none_or(|owner| find(owner, segments, owners, tried));
        if free {
            owners[point] = Some(segment);
        }
        free
    })
}

/// How many fours there are on a line through its middle: stones that one more turns into exactly five. Those that two
/// stones do that for are one four if they stand without a gap.
fn fours(line: &[LinePoint; 11]) -> usize {
    let makes_five = |at: usize| {
        let mut with = *line;
        with[at] = LinePoint::Own;
        (1..=5).any(|start| {
            (start..start + 5).contains(&at)
                && with[start..start + 5].iter().all(|seen| *seen == LinePoint::Own)
                && with[start - 1] != LinePoint::Own
                && with[start + 5] != LinePoint::Own
        })
    };
    let fives: Vec<usize> = (1..=9).filter(|&at| line[at] == LinePoint::Empty && makes_five(at)).collect();
    match fives[..] {
        [low, high] if high - low == 5 => 1,
        _ => fives.len(),
    }
}

/// Reads the board before the colon.
fn read_board(text: &str) -> Option<Board> {
    let mut parts = text.split('/');
    let (rows, columns) = parts.next()?.split_once('x')?;
    let (rows, columns): (u8, u8) = (rows.parse().ok()?, columns.parse().ok()?);
    let (mut length, mut rule) = (5, Rule::Free);
    for part in parts {
        match part {
            "standard" => rule = Rule::Standard,
            "renju" => rule = Rule::Renju,
            length_of_row => length = length_of_row.parse().ok()?,
        }
    }
    let fits = (1..=19).contains(&rows) && (1..=19).contains(&columns);
    let fits = fits && (1..=rows.max(columns)).contains(&length) && (rule != Rule::Renju || length == 5);
    let empty = Board { stones: [[0; 3]; 2], count: 0, rows, columns, length, rule, won: false };
    (fits && empty.size() == text).then_some(empty)
}

/// The number of the point with a name such as `h8`.
fn read_point(board: &Board, name: &str) -> Option<usize> {
    let column = i32::from(*name.as_bytes().first()?) - i32::from(b'a');
    let digits = name.get(1..)?;
    let row: i32 = digits.parse().ok().filter(|row: &i32| row.to_string() == digits)?;
    board.number((row - 1, column))
}

fn read_game(text: &str) -> Option<Board> {
    let (mut board, text) = match text.split_once(": ") {
        Some((board, rest)) => (read_board(board)?, rest),
        None => (read_board("15x15")?, text),
    };
    let mut moves = text;
    if let Some(rest) = text.strip_prefix('{') {
        let (stones, rest) = rest.split_once('}')?;
        let (first, second) = stones.split_once('/')?;
        for (side, names) in [(X, first), (O, second)] {
            for name in names.split_whitespace() {
                let number =
                    read_point(&board, name).filter(|&number| board.is_empty(board.place(number)))?;
                board.put(side, number);
            }
        }
        let counts = [X, O].map(|side| board.stones[side].iter().map(|word| word.count_ones()).sum::<u32>());
        let has_row = |side: usize| {
            let own = |&number: &usize| board.has(side, board.place(number));
            (0..board.points()).filter(own).any(|number| board.makes_row(side, board.place(number)))
        };
        if (counts[X] != counts[O] && counts[X] != counts[O] + 1) || has_row(board.mover()) {
            return None;
        }
        board.won = has_row(1 - board.mover());
        moves = rest;
    } else if text == "start" {
        moves = "";
    } else if text.is_empty() {
        return None;
    }
    for name in moves.split_whitespace() {
        let number = read_point(&board, name).filter(|&number| board.is_empty(board.place(number)))?;
        if board.won || !board.may(number) {
            return None;
        }
        board = board.after(number);
    }
    Some(board)
}

impl Position for Board {
    const NAME: usize = 2;
    const SCORE: &'static str = "1 for a win, 0 for a draw, -1 for a loss";
    const REPLIES_KEPT: bool = true;

    fn read(text: &str, _: Evidence<'_>) -> Result<Board, Rejection> {
        match read_game(text) {
            Some(board) => Ok(board),
            None => malformed(format!("`{text}` is not a game of gomoku")),
        }
    }

    fn binds(&self, claim: &str, verified: Verified) -> Verified {
        // There is no more than a win and no less than a loss.
        let score = match claim {
            "win" => 1,
            "loss" => -1,
            _ => return verified,
        };
        verified.proves("score", score).proves("bounds", json!({"lower": score, "upper": score}))
    }

    fn size(&self) -> String {
        let mut text = format!("{}x{}", self.rows, self.columns);
        if self.length != 5 {
            text += &format!("/{}", self.length);
        }
        text + match self.rule {
            Rule::Free => "",
            Rule::Standard => "/standard",
            Rule::Renju => "/renju",
        }
    }

    fn first_to_move(&self) -> bool {
        self.mover() == X
    }

    fn end(&self) -> Option<i64> {
        let mover = self.mover();
        let won_by = |side: usize| Some(if side == X { 1 } else { -1 });
        if self.won {
            return won_by(1 - mover);
        }
        if !self.completes(mover).is_empty() {
            return won_by(mover);
        }
        match self.completes(1 - mover)[..] {
            [] => {}
            [only] if self.may(only) => return None,
            _ => return won_by(1 - mover),
        }
        let open = (self.has_room(X) || self.has_room(O)) && self.empties().any(|number| self.may(number));
        if open { None } else { Some(0) }
    }

    fn is_sure(&self, of_first: bool, goal: i64) -> bool {
        goal <= 0 && self.holds(if of_first { X } else { O })
    }

    fn moves(&self, moves: &mut Vec<usize>) {
        match self.completes(1 - self.mover())[..] {
            [only] => moves.push(only),
            _ => moves.extend(self.empties().filter(|&number| self.may(number))),
        }
    }

    fn named(&self, name: &[u8]) -> Option<usize> {
        let [column, row] = name else { return None };
        let from_a = |letter: u8| i32::from(letter) - i32::from(b'a');
        self.number((from_a(*row), from_a(*column)))
    }

    fn after(&self, number: usize) -> Board {
        let side = self.mover();
        let mut next = *self;
        next.put(side, number);
        next.won = next.makes_row(side, next.place(number));
        next
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::Certificate;

    use super::*;
    use crate::verify;

    fn claim(claim: &str, instance: &str, evidence: serde_json::Value) -> Result<Verified, Rejection> {
        verify(&Certificate::new("gomoku", claim, instance, evidence))
    }

    #[test]
    fn a_row_that_can_be_completed_needs_no_move_and_two_of_them_no_defence() {
        let nothing = json!({"at_least": {"goal": 1, "tree": ""}});
        // X completes the row at c1.
        assert!(claim("win", "3x3/3: a1 a2 b1 b2", nothing.clone()).is_ok());
        // O is to move and cannot stop both a3 and c1.
        let lost = json!({"at_most": {"goal": -1, "tree": ""}});
        assert!(claim("loss", "3x3/3: a1 b3 a2 b2 b1", lost.clone()).is_ok());
        assert!(claim("loss", "3x3/3: a1 c3 a2 c2 b1", lost).is_err(), "O completes c1 first");
        assert!(claim("win", "3x3/3: start", nothing).is_err());
        let exact = json!({"at_least": {"goal": 1, "tree": ""}, "at_most": {"goal": 1, "tree": ""}});
        let result = claim("score", "3x3/3: a1 a2 b1 b2", exact);
        assert!(
            matches!(result, Err(Rejection::Unknown { .. })),
            "the claim `win` says the same: {result:?}"
        );
    }

    #[test]
    fn a_strategy_is_walked_against_every_reply() {
        // X takes b2, which O must answer at c3, and then a2, which makes two rows to complete.
        let walked =
            |tree: &str| claim("win", "3x3/3: a1 b1", json!({"at_least": {"goal": 1, "tree": tree}}));
        assert!(walked("bbab").is_ok(), "{:?}", walked("bbab"));
        for tree in ["", "bb", "bbcb", "bbabab", "ba", "zz"] {
            assert!(matches!(walked(tree), Err(Rejection::Wrong(_))), "{tree}");
        }
    }

    #[test]
    fn a_draw_is_sure_where_there_is_no_room() {
        let evidence = json!({"at_least": {"goal": 0, "tree": ""}, "at_most": {"goal": 0, "tree": ""}});
        assert!(claim("draw", "2x2/2: start", evidence.clone()).is_err(), "X wins there");
        assert!(claim("draw", "3x3/3: start", evidence.clone()).is_err(), "no reply is named");
        assert!(claim("draw", "1x3/3: b1 a1", evidence.clone()).is_ok());
        // Twelve segments, twelve pairs.
        assert!(claim("draw", "5x5: start", evidence).is_ok());
    }

    #[test]
    fn renju_forbids_what_its_rules_say() {
        let at = |text: &str, point: &str| {
            let board = read_game(&format!("15x15/renju: {text}")).unwrap();
            let number = read_point(&board, point).unwrap();
            !board.may(number)
        };
        assert!(at("{f8 g8 h6 h7 / a1 c1 e1 o1}", "h8"), "two threes");
        assert!(!at("{f8 g8 h6 h7 / e8 c1 e1 o1}", "h8"), "one of them is closed");
        assert!(at("{e8 f8 g8 h5 h6 h7 / a1 c1 e1 o1 a9 c9}", "h8"), "two fours");
        assert!(at("{d8 f8 h8 j8 / a1 c1 e1 o1}", "g8"), "two fours in one line");
        assert!(at("{c8 d8 e8 g8 h8 / a1 c1 e1 o1 a9}", "f8"), "six");
        assert!(!at("{d8 e8 g8 h8 f6 f7 e7 / a1 c1 e1 o1 a9 c9 e9}", "f8"), "five is allowed");
        assert!(!at("{e8 f8 g8 h6 h7 / a1 c1 e1 o1 a9}", "h8"), "a four and a three are allowed");
    }

    #[test]
    fn nonsense_is_malformed() {
        for instance in [
            "",
            "h16",
            "h8 h8",
            "3x3/4: start",
            "3x3/0: start",
            "0x3/3: start",
            "3x0/3: start",
            "20x3: start",
            "{h8 / }x",
            "3x3/3: a1 b1 a2 b2 a3 c3",
            "i8 h08",
        ] {
            let evidence = json!({"at_least": {"goal": 1, "tree": "hh"}});
            let result = claim("win", instance, evidence);
            assert!(matches!(result, Err(Rejection::Malformed(_))), "{instance}: {result:?}");
        }
    }

    #[test]
    fn a_game_without_room_for_a_row_is_over() {
        let nothing = json!({});
        let end = |text: &str| Board::read(text, Evidence::with(&nothing, &[]).unwrap()).unwrap().end();
        assert_eq!(end("3x3/3: start"), None);
        // One stone of each side leaves no row of three to either.
        assert_eq!(end("1x4/3: b1 c1"), Some(0));
        assert_eq!(end("1x4/3: a1 b1"), None);
    }

    #[test]
    fn every_empty_point_is_a_reply() {
        let nothing = json!({});
        let board = Board::read("3x4/3: b1", Evidence::with(&nothing, &[]).unwrap()).unwrap();
        let mut moves = Vec::new();
        board.moves(&mut moves);
        let taken = read_point(&board, "b1").unwrap();
        assert_eq!(moves, (0..12).filter(|&number| number != taken).collect::<Vec<_>>());
    }

    #[test]
    fn a_win_scores_one_and_a_loss_minus_one() {
        let won = claim("win", "3x3/3: a1 a2 b1 b2", json!({"at_least": {"goal": 1, "tree": ""}})).unwrap();
        let lost =
            claim("loss", "3x3/3: a1 b3 a2 b2 b1", json!({"at_most": {"goal": -1, "tree": ""}})).unwrap();
        for (verified, score) in [(won, 1), (lost, -1)] {
            assert_eq!(verified.proves["score"], [json!(score)]);
            assert_eq!(verified.proves["bounds"], [json!({"lower": score, "upper": score})]);
        }
    }

    #[test]
    fn stones_that_no_game_could_have_put_there_are_malformed() {
        let read = |stones: &str| read_game(&format!("3x3/3: {{{stones}}}")).is_some();
        assert!(read("a1 a2 / b1 b2") && read("a1 a2 / b1"));
        for stones in ["a1 a2 a3 / b1", "a1 a2 c2 / b1", "a1 / b1 b2", "a1 a2 a3 / b1 b2 c3"] {
            assert!(!read(stones), "{stones}");
        }
        assert!(read_game("3x3/3: {a1 a2 a3 / b1 b2}").unwrap().won);
    }

    #[test]
    fn a_line_that_one_stone_turns_into_six_is_not_a_four() {
        // f8 would join c8, d8, e8 with g8 and h8: six, which renju does not count.
        let board = read_game("15x15/renju: {c8 d8 e8 g8 / a1 c1 e1 o1}").unwrap();
        let (row, column) = board.place(read_point(&board, "h8").unwrap());
        let mut line = board.line((row, column), (0, 1));
        line[5] = LinePoint::Own;
        assert_eq!(fours(&line), 0);
        // Four without a gap and with both ends free are one four, though two stones make five of them.
        let mut line = [LinePoint::Empty; 11];
        line[4..8].fill(LinePoint::Own);
        assert_eq!(fours(&line), 1);
    }

    #[test]
    fn on_the_largest_board_every_point_has_its_own_bit() {
        let empty = read_game("19x19: start").unwrap();
        for number in 0..361 {
            let mut board = empty;
            board.put(O, number);
            let stands: Vec<usize> = (0..361).filter(|&other| board.has(O, board.place(other))).collect();
            assert_eq!(stands, [number]);
            assert!(!board.is_empty(board.place(number)));
        }
    }

    #[test]
    fn a_side_without_room_for_a_row_cannot_win() {
        let board = read_game("1x4/3: b1 c1").unwrap();
        assert!(board.holds(X) && board.holds(O));
        assert!(
            !read_game("3x3/3: start").unwrap().holds(O),
            "eight segments need more points than there are"
        );
    }
}
