use quandary_core::InputError;
use quandary_core::rules::{Rules, Side};

use super::{START_FEN, format_fen, format_iccs, name, parse_fen, parse_iccs, parse_wxf, why_illegal};
use crate::xiangqi::board::Move;
use crate::xiangqi::rules::{Position, Xiangqi};

/// A game: where it begins, and its moves.
#[derive(Clone, Debug)]
pub struct Game {
    /// Where it begins.
    pub start: Position,
    /// Its moves, all of them legal.
    pub moves: Vec<Move>,
    /// Where it ends, with the past that counts.
    pub end: Position,
}

/// Writes a position with the past that counts for repetition: a FEN, and the moves since the last that cannot be taken
/// back.
pub fn format_position(position: &Position) -> String {
    let (start, moves) = position.since_irreversible();
    let mut text = format_fen(&start);
    if !moves.is_empty() {
        text += " moves";
    }
    for chosen in moves {
        text.push(' ');
        text += &format_iccs(chosen);
    }
    text
}

/// Reads where a game stands: a FEN, `start`, either with moves, or a whole record.
pub fn parse_position(text: &str, rules: Xiangqi) -> Result<Position, InputError> {
    parse_game(text, rules).map(|game| game.end)
}

/// A word of a record, and where it stands.
struct Word<'t> {
    text: &'t str,
    line: usize,
    column: usize,
}

/// Reads a game: a FEN or `start`, then the moves in ICCS or WXF, `moves` before them or not; or a record with tags in
/// square brackets (of which `FEN` says where it begins), numbers before the moves, comments in braces or after `;`, and
/// a result.
///
/// ```
/// use quandary_games::xiangqi::notation::parse_game;
/// use quandary_games::xiangqi::Xiangqi;
/// let game = parse_game("[Event \"x\"]\n1. C2.5 H8+7 2. h0g2 {both notations} i9h9 *", Xiangqi::default()).unwrap();
/// assert_eq!(game.moves.len(), 4);
/// let wrong = parse_game("1. C2.5 H8+7 2. e0e5", Xiangqi::default()).unwrap_err();
/// assert_eq!(
///     wrong.to_string(),
///     "line 1, column 17: move 2 of Red: e0e5: the king on e0 does not go there; expected a legal move, such as \
///      h2e2 or C2.5"
/// );
/// ```
pub fn parse_game(text: &str, rules: Xiangqi) -> Result<Game, InputError> {
    let (tags, words) = split(text)?;
    let mut words = words.into_iter().peekable();
    while words.next_if(|word| matches!(word.text, "position" | "fen")).is_some() {}
    let mut start = match tags {
        Some(fen) => parse_fen(fen)?,
        None => parse_fen(START_FEN)?,
    };
    if words.next_if(|word| matches!(word.text, "start" | "startpos")).is_some() {
        start = parse_fen(START_FEN)?;
    } else if let Some(board) = words.next_if(|word| word.text.contains('/') && !is_result(word.text)) {
        let mut fen = board.text.to_owned();
        let mut numbers = 0;
        while let Some(word) = words.next_if(|word| {
            let number = word.text.bytes().all(|byte| byte.is_ascii_digit());
            numbers += u32::from(number);
            matches!(word.text, "w" | "r" | "b" | "-") || number && numbers <= 2
        }) {
            fen.push(' ');
            fen += word.text;
        }
        start = parse_fen(&fen).map_err(|error| match error.place {
            Some(place) => error.clone().at(board.line, board.column + place.column - 1),
            None => error,
        })?;
    } else if tags.is_none() && words.peek().is_none() {
        return Err(InputError::new("there is no position").expected(EXPECTED));
    }
    words.next_if(|word| word.text == "moves");
    let (mut end, mut moves) = (start.clone(), Vec::new());
    for Word { text, line, column } in words {
        if is_result(text) {
            continue;
        }
        let ply = end.ply();
        let number = ply / 2 + 1;
        let who = name(if ply.is_multiple_of(2) { Side::First } else { Side::Second });
        let place = |error: InputError| {
            let what = format!("move {number} of {who}: {}", error.what);
            InputError { what, ..error }.at(line, column)
        };
        if let Some(outcome) = rules.turn(&end).outcome() {
            let what = format!("`{text}` after the end of the game ({outcome:?})").to_lowercase();
            return Err(place(InputError::new(what).expected("no more moves")));
        }
        let chosen = read_move(&end, text).map_err(place)?;
        end = rules.apply(&end, chosen);
        moves.push(chosen);
    }
    Ok(Game { start, moves, end })
}

const EXPECTED: &str = "a FEN, `start`, or moves such as h2e2 or C2.5";

/// Reads a legal move in either notation.
fn read_move(position: &Position, text: &str) -> Result<Move, InputError> {
    if let Some(chosen) = parse_iccs(text) {
        return why_illegal(position, chosen).map_or(Ok(chosen), Err);
    }
    parse_wxf(position, text).ok_or_else(|| {
        let looks =
            matches!(text.as_bytes(), [_, b'1'..=b'9' | b'+' | b'-', b'.' | b'=' | b'+' | b'-', b'1'..=b'9']);
        let what =
            if looks { format!("{text} is not a legal move") } else { format!("`{text}` is not a move") };
        InputError::new(what).expected("a legal move, such as h2e2 or C2.5")
    })
}

fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
}

/// The tag `FEN`, and the words outside tags and comments. A number before a move is not a word.
fn split(text: &str) -> Result<(Option<&str>, Vec<Word<'_>>), InputError> {
    let (mut fen, mut words) = (None, Vec::new());
    let mut comment: Option<(usize, usize)> = None;
    for (number, line) in (1..).zip(text.lines()) {
        if comment.is_none() && line.trim_start().starts_with('[') {
            let Some(tag) = line.trim().strip_prefix('[').and_then(|tag| tag.strip_suffix(']')) else {
                return Err(InputError::new("a tag that does not end")
                    .at(number, 0)
                    .expected("[NAME \"VALUE\"]"));
            };
            let (tag, value) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
            if tag.eq_ignore_ascii_case("fen") {
                fen = Some(value.trim().trim_matches('"'));
            }
            continue;
        }
        let mut start = None;
        for (at, symbol) in line.char_indices().chain([(line.len(), ' ')]) {
            if comment.is_some() {
                comment = comment.filter(|_| symbol != '}');
                continue;
            }
            let ends = symbol.is_whitespace() || matches!(symbol, '{' | ';');
            match start {
                None if !ends => start = Some(at),
                Some(from) if ends => {
                    push_word(&mut words, &line[from..at], number, line[..from].chars().count() + 1);
                    start = None;
                }
                _ => {}
            }
            if symbol == ';' {
                break;
            }
            if symbol == '{' {
                comment = Some((number, line[..at].chars().count() + 1));
            }
        }
    }
    match comment {
        Some((line, column)) => {
            Err(InputError::new("a comment that does not end").at(line, column).expected("a closing }"))
        }
        None => Ok((fen, words)),
    }
}

/// A number with a full stop is taken off the move that follows it.
fn push_word<'t>(words: &mut Vec<Word<'t>>, text: &'t str, line: usize, column: usize) {
    let rest = text.trim_start_matches(|symbol: char| symbol.is_ascii_digit());
    // `25.6` is a move: a number is followed by a full stop and by something that is not a digit.
    let is_move = text.len() == 4 && text.as_bytes()[3].is_ascii_digit();
    let text = match rest.strip_prefix('.') {
        Some(rest) if rest.len() < text.len() - 1 && !is_move => rest.trim_start_matches('.'),
        _ => text,
    };
    if !text.is_empty() {
        words.push(Word { text, line, column });
    }
}
