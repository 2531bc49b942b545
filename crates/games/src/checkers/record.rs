//! Records of games: PDN, the field's format.
//!
//! Tags such as `[Black "…"]` and `[FEN "…"]`, then moves with or without their numbers, and how it ended: `1-0` is a
//! win of the side that began, black. Comments (`{…}`, `;` to the end of a line), variations (`(…)`) and marks (`$1`,
//! `!`, `?`) are passed over. With tags the end must be there, `*` where it is not known: without it the record was cut
//! off. Without tags it may be a bare list of moves.
//!
//! ```
//! use quandary_games::checkers::{Checkers, Draws, record::Record};
//! let rules = Checkers { draws: Draws::Wcdf };
//! let record = Record::parse(rules, "1. 11-15 23-19 2. 8-11 22-17 *").unwrap();
//! assert_eq!(record.moves.len(), 4);
//! let error = Record::parse(rules, "1. 11-15 22-18 2. 8-11").unwrap_err();
//! assert_eq!(error.what, "move 2 of black, 8-11: a capture is open and must be made");
//! ```

use std::fmt::Write;

use quandary_core::rules::Rules;
use quandary_core::{InputError, Outcome};

use super::board::{Move, bit};
use super::notation::{format_move, parse_fen, side_name, squares_of};
use super::rules::{Checkers, State};

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Names and values, in their order.
    pub tags: Vec<(String, String)>,
    /// Where it begins.
    pub start: State,
    /// What was played.
    pub moves: Vec<Move>,
    /// How it ended as black sees it; unfinished where the record does not say.
    pub outcome: Outcome,
}

/// A piece of a record and where it stands.
struct Token<'t> {
    text: &'t str,
    line: usize,
    column: usize,
}

impl Token<'_> {
    fn error(&self, what: impl Into<String>) -> InputError {
        InputError::new(what).at(self.line, self.column)
    }
}

/// The text that is left, and how far into the whole it is.
struct Reader<'t> {
    left: &'t str,
    line: usize,
    column: usize,
}

impl<'t> Reader<'t> {
    /// Goes on by this many bytes.
    fn take(&mut self, bytes: usize) -> &'t str {
        let (taken, left) = self.left.split_at(bytes);
        for letter in taken.chars() {
            if letter == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        self.left = left;
        taken
    }

    /// What stands between here and `end`, which must be there; goes on behind it.
    fn until(&mut self, end: char, what: &str) -> Result<Token<'t>, InputError> {
        let (line, column) = (self.line, self.column);
        match self.left[1..].find(end) {
            Some(length) => {
                let text = &self.take(1 + length + end.len_utf8())[1..=length];
                Ok(Token { text, line, column })
            }
            None => {
                Err(InputError::new(format!("{what} that begins here does not end; the record is cut off"))
                    .at(line, column)
                    .expected(format!("`{end}`")))
            }
        }
    }

    /// The next word, comments and white space passed over; none at the end.
    fn word(&mut self) -> Result<Option<Token<'t>>, InputError> {
        let mut depth = 0_usize;
        let mut opened = (0, 0);
        loop {
            let Some(first) = self.left.chars().next() else {
                return match depth {
                    0 => Ok(None),
                    _ => Err(InputError::new(
                        "a variation that begins here does not end; the record is cut off",
                    )
                    .at(opened.0, opened.1)
                    .expected("`)`")),
                };
            };
            match first {
                '{' => {
                    self.until('}', "a comment")?;
                }
                ';' => {
                    let length = self.left.find('\n').unwrap_or(self.left.len());
                    self.take(length);
                }
                '(' => {
                    if depth == 0 {
                        opened = (self.line, self.column);
                    }
                    depth += 1;
                    self.take(1);
                }
                ')' if depth > 0 => {
                    depth -= 1;
                    self.take(1);
                }
                _ if first.is_whitespace() || first == ',' => drop(self.take(first.len_utf8())),
                _ => {
                    let (line, column) = (self.line, self.column);
                    let ends = |c: char| c.is_whitespace() || "{;(),[".contains(c);
                    let length = self.left[first.len_utf8()..].find(ends).map(|at| at + first.len_utf8());
                    let text = self.take(length.unwrap_or(self.left.len()));
                    if depth == 0 {
                        return Ok(Some(Token { text, line, column }));
                    }
                }
            }
        }
    }
}

impl Record {
    /// Reads a record and plays it by the rules. `rules` says when a game is drawn: a record may go on after that,
    /// since a draw must be claimed.
    pub fn parse(rules: Checkers, text: &str) -> Result<Record, InputError> {
        if text.trim().is_empty() {
            return Err(
                InputError::new("there is no position and no move").expected("a FEN, PDN, moves, or `start`")
            );
        }
        let mut reader = Reader { left: text, line: 1, column: 1 };
        let mut tags = Vec::new();
        let mut start = State::default();
        loop {
            reader.take(reader.left.len() - reader.left.trim_start().len());
            if !reader.left.starts_with('[') {
                break;
            }
            let tag = reader.until(']', "a tag")?;
            let Some((name, value)) = tag.text.trim().split_once(char::is_whitespace) else {
                return Err(tag.error(format!("`[{}]` is not a tag", tag.text)).expected("[Name \"value\"]"));
            };
            let value = value.trim().trim_matches('"');
            if name.eq_ignore_ascii_case("FEN") {
                start = parse_fen(value).map_err(|error| error.at(tag.line, 0))?;
            }
            tags.push((name.to_owned(), value.to_owned()));
        }
        let mut record = Record { tags, start, moves: Vec::new(), outcome: Outcome::Unfinished };
        let mut state = record.start.clone();
        let mut ended = false;
        while let Some(token) = reader.word()? {
            // `12.11-15` is a number and a move; `12...` only a number.
            let digits = token.text.bytes().take_while(u8::is_ascii_digit).count();
            let word = match token.text[digits..].strip_prefix('.') {
                Some(rest) if digits > 0 => rest.trim_start_matches('.'),
                _ => token.text,
            };
            let word = word.trim_end_matches(['!', '?', '.']);
            if ended {
                return Err(token
                    .error(format!("`{word}` stands after the end of the game"))
                    .expected("one game"));
            }
            if word.is_empty() || word.starts_with('$') {
                continue;
            }
            match word {
                "1-0" | "2-0" => (record.outcome, ended) = (Outcome::Won, true),
                "0-1" | "0-2" => (record.outcome, ended) = (Outcome::Lost, true),
                "1/2-1/2" | "1-1" => (record.outcome, ended) = (Outcome::Drawn, true),
                "*" | "0-0" => ended = true,
                _ => {
                    let chosen = record.read_move(rules, &state, word, &token)?;
                    record.moves.push(chosen);
                    state = rules.apply(&state, chosen);
                }
            }
        }
        if !ended && !record.tags.is_empty() {
            return Err(InputError::new(format!(
                "the record is cut off after {} moves of both sides: it does not say how the game ended",
                record.moves.len()
            ))
            .at(reader.line, reader.column)
            .expected("1-0, 0-1, 1/2-1/2, or * at the end"));
        }
        Ok(record)
    }

    /// The move that a word means, in a position of this record.
    fn read_move(
        &self,
        rules: Checkers,
        state: &State,
        word: &str,
        token: &Token<'_>,
    ) -> Result<Move, InputError> {
        let played = self.moves.len() + usize::from(!self.start.position.black_to_move);
        let who = side_name(state.position.black_to_move);
        let what = format!("move {} of {who}, {word}", played / 2 + 1);
        let Some(squares) = squares_of(word) else {
            return Err(token
                .error(format!("{what}: this is not a move"))
                .expected("squares from 1 to 32 such as 11-15 or 22x15x8, or how the game ended"));
        };
        let mut legal = Vec::new();
        state.position.each_move(|chosen| legal.push(chosen));
        // A capture may leave out squares on its way.
        let fits = |chosen: &&Move| {
            let way = chosen.squares();
            let mut rest = way.iter();
            way[0] == squares[0]
                && way.last() == squares.last()
                && squares.iter().all(|square| rest.any(|visited| visited == square))
        };
        let fitting: Vec<Move> = legal.iter().filter(fits).copied().collect();
        let names =
            |moves: &[Move]| moves.iter().map(|&chosen| format_move(chosen)).collect::<Vec<_>>().join(", ");
        match fitting[..] {
            [] if legal.is_empty() => {
                Err(token.error(format!("{what}: {who} cannot move, the game is over")))
            }
            [] => Err(token.error(format!("{what}: {}", why_not(state, &squares))).expected(names(&legal))),
            [chosen, ref more @ ..] => {
                let after = rules.apply(state, chosen);
                if more.iter().all(|&other| rules.apply(state, other) == after) {
                    Ok(chosen)
                } else {
                    Err(token
                        .error(format!("{what}: there are several such captures"))
                        .expected(names(&fitting)))
                }
            }
        }
    }

    /// Where it ends.
    pub fn last(&self, rules: Checkers) -> State {
        self.moves.iter().fold(self.start.clone(), |state, &chosen| rules.apply(&state, chosen))
    }
}

/// Why nobody may go along these squares.
fn why_not(state: &State, squares: &[u32]) -> String {
    let position = &state.position;
    let (own, other) = position.sides();
    let who = side_name(position.black_to_move);
    let from = bit(squares[0]);
    if other & from != 0 {
        return format!("the piece on {} is not {who}'s", squares[0]);
    }
    if own & from == 0 {
        return format!("there is no piece on {}", squares[0]);
    }
    let is_step = Move::along(squares).is_some_and(|chosen| chosen.captures() == 0);
    if is_step && position.jumpers() != 0 {
        return "a capture is open and must be made".into();
    }
    if let Some(taken) = squares[1..].iter().find(|&&to| (own | other) & bit(to) & !from != 0) {
        return format!("there is a piece on {taken}");
    }
    let up = squares[1] < squares[0];
    if position.kings & from == 0 && up == position.black_to_move {
        return "a man goes forward only".into();
    }
    if is_step {
        return "it is not allowed".into();
    }
    "there is no such capture".into()
}

/// Writes a record, moves in lines of at most 80 characters.
impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (name, value) in &self.tags {
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        let mut words = Vec::new();
        let mut black = self.start.position.black_to_move;
        let mut number = 1;
        for (index, &chosen) in self.moves.iter().enumerate() {
            let mut word = String::new();
            if black || index == 0 {
                let _ = write!(word, "{number}{} ", if black { "." } else { "..." });
            }
            word += &format_move(chosen);
            words.push(word);
            number += usize::from(!black);
            black = !black;
        }
        words.push(
            match self.outcome {
                Outcome::Won => "1-0",
                Outcome::Lost => "0-1",
                Outcome::Drawn => "1/2-1/2",
                Outcome::Unfinished => "*",
            }
            .into(),
        );
        let mut width = 0;
        for word in words {
            if width > 0 && width + 1 + word.len() > 80 {
                f.write_str("\n")?;
                width = 0;
            } else if width > 0 {
                f.write_str(" ")?;
                width += 1;
            }
            f.write_str(&word)?;
            width += word.len();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quandary_core::Seed;
    use quandary_core::rules::random_line;

    use super::super::rules::Draws;
    use super::*;

    const RULES: Checkers = Checkers { draws: Draws::Wcdf };

    #[test]
    fn a_record_with_everything_in_it_is_read_and_written_again() {
        let text = "[Event \"A game\"]\n[Result \"1/2-1/2\"]\n\n1. 11-15 {the Old Faithful} 22-18 2. 15x22 25x18 \
                    (2... 26x17 3. 8-11) 3.8-11! 29-25 $1 ; quiet\n4. 4-8 1/2-1/2";
        let record = Record::parse(RULES, text).unwrap();
        assert_eq!((record.moves.len(), record.outcome), (7, Outcome::Drawn));
        let written = record.to_string();
        assert_eq!(
            written,
            "[Event \"A game\"]\n[Result \"1/2-1/2\"]\n\
             1. 11-15 22-18 2. 15x22 25x18 3. 8-11 29-25 4. 4-8 1/2-1/2"
        );
        assert_eq!(Record::parse(RULES, &written).unwrap(), record);
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_its_number_and_its_reason() {
        let cases = [
            ("11-15 11-16", "move 1 of white, 11-16: there is no piece on 11"),
            ("11-15 22-18 8-11", "move 2 of black, 8-11: a capture is open and must be made"),
            ("11-15 15-18", "move 1 of white, 15-18: the piece on 15 is not white's"),
            ("8-11", "move 1 of black, 8-11: there is a piece on 11"),
            ("11-20", "move 1 of black, 11-20: there is no such capture"),
            ("11-15 24-20 15-11", "move 2 of black, 15-11: a man goes forward only"),
            ("11-15 e4", "move 1 of white, e4: this is not a move"),
            ("11-", "move 1 of black, 11-: this is not a move"),
            (
                "[FEN \"W:WK18:BK32\"] 1... 18-23 32-27 2. 22-17 *",
                "move 2 of white, 22-17: there is no piece on 22",
            ),
        ];
        for (text, what) in cases {
            assert_eq!(Record::parse(RULES, text).unwrap_err().what, what, "{text}");
        }
    }

    #[test]
    fn a_record_that_is_cut_off_says_so() {
        let whole = "[Event \"x\"]\n1. 11-15 {a} 23-19 (1... 22-18) 2. 8-11 *";
        assert!(Record::parse(RULES, whole).is_ok());
        for cut in ["[Event \"x", "{a", "(1...", "8-11", "8-"] {
            let text = &whole[..whole.find(cut).unwrap() + cut.len()];
            let error = Record::parse(RULES, text).unwrap_err();
            let is_clear = error.what.contains("cut off") || error.what.contains("not a move");
            assert!(is_clear && error.place.is_some(), "{text}: {error}");
        }
    }

    #[test]
    fn a_capture_may_leave_out_squares_unless_that_leaves_a_choice() {
        let one = "[FEN \"W:WK26:B22,14\"] 26x10 *";
        assert_eq!(Record::parse(RULES, one).unwrap().moves[0].squares(), [26, 17, 10]);
        // Both ways around take everything: the same move to everybody but the counters.
        let circle = "[FEN \"W:WK26:B22,14,15,23\"] 26x26 *";
        assert_eq!(Record::parse(RULES, circle).unwrap().moves[0].captures(), 4);
        let two = "[FEN \"W:WK26:B22,14,K23,15,1\"] 26x10 *";
        assert!(Record::parse(RULES, two).unwrap_err().what.ends_with("there is no such capture"));
        let choice = "[FEN \"W:W31:B26,18,27,19\"] 31x15 *";
        let error = Record::parse(RULES, choice).unwrap_err();
        assert_eq!(error.expected.as_deref(), Some("31x24x15, 31x22x15"));
    }

    proptest! {
        #[test]
        fn nothing_makes_the_reader_panic(text in "[\\[\\](){};$!?.*0-9x/\\-\" a-c\n]{0,60}") {
            let _ = Record::parse(RULES, &text);
        }

        #[test]
        fn games_by_chance_are_read_as_they_were_written(seed: u64) {
            let mut stream = Seed(seed).stream(0);
            let (moves, _) = random_line(&RULES, &State::default(), usize::MAX, &mut stream);
            let record = Record { tags: Vec::new(), start: State::default(), moves, outcome: Outcome::Drawn };
            prop_assert_eq!(Record::parse(RULES, &record.to_string()).unwrap(), record);
        }
    }
}
