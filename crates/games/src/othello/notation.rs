//! Positions and moves as text.
//!
//! A position is the board row by row from a1 (`X` or `*` black, `O` white, `-` or `.` empty; 64 characters, or 36 for
//! 6x6), optional white space, then the side to move: `X` or `O`, or `X to move`. The letters above and the numbers
//! beside a drawn board are passed over. Or it is a transcript: the squares played from the start, such as `f5d6c3`,
//! with optional spaces or commas between them. `start` is the starting position, `start6` that of 6x6.
//!
//! On 6x6 squares run from a1 to f6.

use std::fmt;
use std::str::FromStr;

use quandary_core::InputError;

use super::rules::{Action, Board, Othello, Position};

/// A position with its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OthelloPosition {
    /// The board.
    pub board: Board,
    /// The position.
    pub position: Position,
}

impl OthelloPosition {
    /// The rules of its board.
    pub fn rules(&self) -> Othello {
        Othello(self.board)
    }

    /// Black's and white's discs.
    pub fn colours(&self) -> (u64, u64) {
        let Position { mover, opponent, black_to_move } = self.position;
        if black_to_move { (mover, opponent) } else { (opponent, mover) }
    }

    /// Empty squares.
    pub fn empties(&self) -> u32 {
        self.rules().empty(self.position).count_ones()
    }
}

/// Reads `8x8` or `6x6`.
pub fn parse_board_size(text: &str) -> Result<Board, InputError> {
    match text.trim() {
        "8x8" => Ok(Board::Eight),
        "6x6" => Ok(Board::Six),
        other => Err(InputError::new(format!("`{other}` is not a board")).expected("8x8 or 6x6")),
    }
}

impl FromStr for Board {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Board, InputError> {
        parse_board_size(text)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.side())
    }
}

/// `d3`, or `pass`.
pub fn format_action(board: Board, action: Action) -> String {
    let Action::Place(square) = action else { return "pass".into() };
    let rim = u32::from(board == Board::Six);
    let (row, column) = (square / 8 - rim, square % 8 - rim);
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// Reads `d3` or `pass`.
pub fn parse_action(board: Board, text: &str) -> Option<Action> {
    let text = text.to_ascii_lowercase();
    if text == "pass" {
        return Some(Action::Pass);
    }
    let mut letters = text.chars();
    let (column, row) = (letters.next()?, letters.next()?);
    let column = (column as u32).checked_sub('a' as u32)?;
    let row = row.to_digit(10)?.checked_sub(1)?;
    let inside = letters.next().is_none() && column < board.side() && row < board.side();
    inside.then(|| Action::Place(board.square(row, column)))
}

/// The one standard way to write a position: the board and who is to move.
pub fn format_position(placed: &OthelloPosition) -> String {
    let OthelloPosition { board, position } = *placed;
    let (black, white) = placed.colours();
    let side = board.side();
    let mut text = String::new();
    for row in 0..side {
        for column in 0..side {
            let square = board.square(row, column);
            text.push(match (black >> square & 1, white >> square & 1) {
                (1, _) => 'X',
                (_, 1) => 'O',
                _ => '-',
            });
        }
    }
    text.push_str(if position.black_to_move { " X" } else { " O" });
    text
}

/// The board for a person, legal squares marked with a dot, and who is to move.
pub fn draw(placed: &OthelloPosition) -> String {
    let OthelloPosition { board, position } = *placed;
    let (black, white) = placed.colours();
    let legal = placed.rules().legal(position);
    let mut text = String::from(" ");
    for column in 0..board.side() {
        text.push(' ');
        text.push(char::from(b'a' + column as u8));
    }
    text.push('\n');
    for row in 0..board.side() {
        text += &(row + 1).to_string();
        for column in 0..board.side() {
            let square = board.square(row, column);
            let mark = match (black >> square & 1, white >> square & 1, legal >> square & 1) {
                (1, ..) => " X",
                (_, 1, _) => " O",
                (_, _, 1) => " .",
                _ => " -",
            };
            text += mark;
        }
        text.push('\n');
    }
    text + if position.black_to_move { "X to move" } else { "O to move" }
}

/// Reads a position or a transcript.
///
/// ```
/// use quandary_games::othello::notation::{draw, format_position, parse_position};
/// let start = parse_position("start").unwrap();
/// assert_eq!(parse_position(&format_position(&start)).unwrap(), start);
/// assert_eq!(parse_position(&draw(&start)).unwrap(), start);
/// assert_eq!(parse_position("f5 d6").unwrap().empties(), 58);
/// let error = parse_position(&format!("{} X", "-".repeat(63))).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "a board of 63 squares; expected 64 characters (36 for 6x6) of X, O and -, then who is to move: X or O"
/// );
/// ```
pub fn parse_position(text: &str) -> Result<OthelloPosition, InputError> {
    let trimmed = text.trim();
    let start = |board| OthelloPosition { board, position: Othello::START };
    match trimmed {
        "" => {
            return Err(InputError::new("the position is empty").expected("a board, a transcript or `start`"));
        }
        "start" => return Ok(start(Board::Eight)),
        "start6" => return Ok(start(Board::Six)),
        _ => {}
    }
    let is_square = |letter: char| matches!(letter.to_ascii_lowercase(), 'a'..='h');
    let drawn = trimmed.lines().next().is_some_and(is_ruler);
    if !drawn && (trimmed.starts_with(is_square) || trimmed.starts_with("pass")) {
        return parse_transcript(text, Board::Eight, |_| {});
    }
    if let Some(moves) = trimmed.strip_prefix("start6") {
        return parse_transcript(moves, Board::Six, |_| {});
    }
    parse_diagram(text)
}

/// Reads a transcript as a game: the board, and what was played from the start; a pass that nobody wrote is among it.
///
/// ```
/// use quandary_games::othello::notation::parse_record;
/// assert_eq!(parse_record("f5 d6 c3").unwrap().1.len(), 3);
/// assert!(parse_record(&format!("{} X", "-".repeat(64))).is_err());
/// ```
pub fn parse_record(text: &str) -> Result<(Board, Vec<Action>), InputError> {
    let trimmed = text.trim();
    let (board, moves) = match trimmed.strip_prefix("start6") {
        Some(moves) => (Board::Six, moves),
        None => (Board::Eight, trimmed.strip_prefix("start").unwrap_or(text)),
    };
    let is_square = |letter: char| matches!(letter.to_ascii_lowercase(), 'a'..='h' | 'p');
    if !moves.trim().is_empty() && !moves.trim_start().starts_with(is_square)
        || is_ruler(trimmed.lines().next().unwrap_or(""))
    {
        return Err(InputError::new("a board does not say what was played")
            .expected("squares played from the start, such as f5d6c3"));
    }
    let mut actions = Vec::new();
    parse_transcript(moves, board, |action| actions.push(action))?;
    Ok((board, actions))
}

/// Reads squares played from the start, each handed to `played`.
fn parse_transcript(
    text: &str,
    board: Board,
    mut played: impl FnMut(Action),
) -> Result<OthelloPosition, InputError> {
    let rules = Othello(board);
    let mut position = Othello::START;
    let letters: Vec<(usize, usize, char)> = text
        .lines()
        .enumerate()
        .flat_map(|(line, row)| {
            row.chars().enumerate().map(move |(column, letter)| (line + 1, column + 1, letter))
        })
        .filter(|(_, _, letter)| !letter.is_whitespace() && *letter != ',')
        .collect();
    let mut at = 0;
    while at < letters.len() {
        let (line, column, _) = letters[at];
        let word = |length: usize| letters[at..].iter().take(length).map(|(_, _, l)| l).collect::<String>();
        let (action, length) = if word(4).eq_ignore_ascii_case("pass") {
            (Some(Action::Pass), 4)
        } else {
            (parse_action(board, &word(2)), 2)
        };
        let Some(action) = action else {
            return Err(InputError::new(format!("`{}` is not a square", word(2)))
                .at(line, column)
                .expected("squares such as f5"));
        };
        // A pass that nobody wrote is understood.
        if rules.legal(position) == 0 && action != Action::Pass && !rules.is_over(position) {
            position = rules.pass(position);
            played(Action::Pass);
        }
        played(action);
        position = play(board, position, action).map_err(|error| error.at(line, column))?;
        at += length;
    }
    Ok(OthelloPosition { board, position })
}

/// The position after a move, or which would be legal.
pub fn play(board: Board, position: Position, action: Action) -> Result<Position, InputError> {
    let rules = Othello(board);
    let legal = rules.legal(position);
    match action {
        Action::Place(square) if legal >> square & 1 == 1 => Ok(rules.place(position, square)),
        Action::Pass if legal == 0 && !rules.is_over(position) => Ok(rules.pass(position)),
        _ => {
            let names: Vec<String> = super::bits::Squares(legal)
                .map(|square| format_action(board, Action::Place(square)))
                .collect();
            let expected = match (names.is_empty(), rules.is_over(position)) {
                (true, true) => "nothing: the game is over".into(),
                (true, false) => "pass".into(),
                _ => format!("one of {}", names.join(", ")),
            };
            Err(InputError::new(format!("`{}` is not legal here", format_action(board, action)))
                .expected(expected))
        }
    }
}

/// Whether a line holds the letters of the columns: `a b c …`.
fn is_ruler(row: &str) -> bool {
    let letters: String = row.chars().filter(|letter| !letter.is_whitespace()).collect();
    letters == "abcdefgh" || letters == "abcdef"
}

/// Reads a board of letters and who is to move.
fn parse_diagram(text: &str) -> Result<OthelloPosition, InputError> {
    const EXPECTED: &str = "64 characters (36 for 6x6) of X, O and -, then who is to move: X or O";
    let mut squares: Vec<Option<bool>> = Vec::new();
    // Whether the last letter stands apart from those before it, as the side to move does.
    let mut apart = false;
    for (line, row) in text.lines().enumerate().filter(|(_, row)| !is_ruler(row)) {
        // Behind a semicolon stands what is said of the position, not the position.
        let row = row.split_once(';').map_or(row, |(row, _)| row).trim_end();
        let row = row.strip_suffix("to move").unwrap_or(row);
        let mut after_space = true;
        for (column, letter) in row.chars().enumerate() {
            if letter.is_whitespace() || (column == 0 && matches!(letter, '1'..='8')) {
                after_space = true;
                continue;
            }
            (apart, after_space) = (after_space, false);
            squares.push(match letter {
                'X' | 'x' | '*' => Some(true),
                'O' | 'o' => Some(false),
                '-' | '.' => None,
                letter => {
                    return Err(InputError::new(format!("`{letter}` is not a square"))
                        .at(line + 1, column + 1)
                        .expected(EXPECTED));
                }
            });
        }
    }
    let board = match squares.len() {
        65 => Board::Eight,
        37 => Board::Six,
        len => {
            let count = len - usize::from(apart && len > 0);
            let mover = if matches!(count, 36 | 64) && count == len { ", and nobody is to move" } else { "" };
            let squares = if count == 1 { "square" } else { "squares" };
            return Err(InputError::new(format!("a board of {count} {squares}{mover}")).expected(EXPECTED));
        }
    };
    let Some(black_to_move) = squares.pop().flatten() else {
        return Err(InputError::new("nobody is to move").expected(EXPECTED));
    };
    let (mut black, mut white) = (0_u64, 0_u64);
    for (index, square) in squares.iter().enumerate() {
        let at = 1 << board.square(index as u32 / board.side(), index as u32 % board.side());
        match square {
            Some(true) => black |= at,
            Some(false) => white |= at,
            None => {}
        }
    }
    let (mover, opponent) = if black_to_move { (black, white) } else { (white, black) };
    Ok(OthelloPosition { board, position: Position { mover, opponent, black_to_move } })
}

/// Reads lines of `board side; MOVE:score; …`: each position with the best score named.
pub fn parse_cases(text: &str) -> Result<Vec<(OthelloPosition, i32)>, InputError> {
    let mut cases = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.trim_start().starts_with(['#', '%']) {
            continue;
        }
        let at = |error: InputError| {
            let column = error.place.map_or(0, |place| place.column);
            error.at(index + 1, column)
        };
        let (board, moves) = line.split_once(';').unwrap_or((line, ""));
        let placed = parse_position(board).map_err(at)?;
        let scores = moves.split(';').filter_map(|part| part.split_once(':')?.1.trim().parse::<i32>().ok());
        let Some(best) = scores.max() else {
            return Err(at(InputError::new("no move has a score").expected("`board side; MOVE:score;`")));
        };
        cases.push((placed, best));
    }
    if cases.is_empty() {
        return Err(
            InputError::new("there are no positions").expected("`board side; MOVE:score;` on each line")
        );
    }
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quandary_core::Seed;

    use super::*;
    use crate::othello::play::View;

    #[test]
    fn squares_have_their_names_on_both_boards() {
        for board in [Board::Eight, Board::Six] {
            for name in ["a1", "d3", "f6"] {
                let action = parse_action(board, name).unwrap();
                assert_eq!(format_action(board, action), name);
            }
            assert_eq!(parse_action(board, "i1"), None);
        }
        assert_eq!(parse_action(Board::Six, "g1"), None);
    }

    #[test]
    fn a_board_of_the_wrong_length_is_counted_without_the_side_to_move() {
        let count = |text: &str| parse_position(text).unwrap_err().to_string();
        for text in ["-".repeat(63), format!("{} X", "-".repeat(63)), format!("{}X X", "-".repeat(62))] {
            assert!(count(&text).starts_with("a board of 63 squares; expected 64 characters"), "{text}");
        }
        let rows = ["--------"; 8].join("\n");
        assert!(count(&rows).starts_with("a board of 64 squares, and nobody is to move; expected"));
        assert!(count(&format!("{rows}-\nX")).starts_with("a board of 65 squares; expected"));
        assert!(count(&"X".repeat(36)).starts_with("a board of 36 squares, and nobody is to move"));
        assert!(parse_position(&format!("{}\nX", rows.replacen('-', "O", 1))).is_ok());
        assert!(parse_position(" ").is_err());
    }

    #[test]
    fn the_board_that_is_drawn_is_read_back() {
        for board in [Board::Eight, Board::Six] {
            for index in 0..50 {
                let position = Othello(board).random_position(index as u32, &mut Seed(2).stream(index));
                let placed = OthelloPosition { board, position };
                assert_eq!(parse_position(&draw(&placed)), Ok(placed), "{}", draw(&placed));
                if !placed.rules().is_over(position) {
                    let shown = View(placed).to_string();
                    assert_eq!(parse_position(&shown), Ok(placed), "{shown}");
                }
            }
        }
        assert_eq!(parse_position("f5, d6").unwrap(), parse_position("f5d6").unwrap());
    }

    #[test]
    fn an_illegal_square_in_a_transcript_is_placed() {
        let sentence = parse_position("f5a1").unwrap_err().to_string();
        assert_eq!(sentence, "line 1, column 3: `a1` is not legal here; expected one of f4, d6, f6");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_without_panicking(text in "\\PC{0,80}") {
            let _ = parse_position(&text);
            let _ = parse_cases(&text);
        }

        #[test]
        fn boards_with_noise_are_read_or_refused(text in "[XO*.\\-]{35,66} ?[XO]?") {
            if let Ok(placed) = parse_position(&text) {
                prop_assert_eq!(parse_position(&format_position(&placed)).unwrap(), placed);
            }
        }

        #[test]
        fn transcripts_with_noise_are_read_or_refused(text in "(f5|d6|c3|d3|c4|f4|pass|e6|[a-h][1-8]| ){0,30}") {
            let _ = parse_position(&text);
        }
    }
}
