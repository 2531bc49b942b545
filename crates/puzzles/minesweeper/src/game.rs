//! Games as text: moves, games in progress with their secret, and records.
//!
//! A **game in progress** is what a session keeps and a link holds. Before the first click it is one line,
//! `RxC/M RULE deal STREAM`, followed by `flag` and the cells flagged so far, if any; the mines are drawn from the
//! stream once the first cell is known. Afterwards the header is `RxC/M RULE`, and the rows have letters that stay as
//! they are in a link:
//!
//! | letter | cell |
//! |---|---|
//! | `0`–`8` | open |
//! | `s`, `m` | closed: safe, or a mine |
//! | `f`, `F` | flagged: safe, or a mine |
//! | `X` | the mine that ended it |
//!
//! A position or a full board ([`crate::notation`]) can be gone on with as well: the mines of a position are drawn
//! among those that agree with it, always the same ones for the same text; a full board with a first cell begins with
//! that cell open.
//!
//! A **record** is a full board and, below it, the moves: one `open R,C`, `flag R,C` or `chord R,C` a line.

use std::fmt::Write;

use quandary_core::{InputError, Signature, Stream};

use crate::board::{Board, Cell, FirstClick};
use crate::contradiction;
use crate::inference::{Inference, NoAnswer};
use crate::knowledge::Knowledge;
use crate::notation::{AnyPosition, FullBoard, Position, Sheet, sheet};
use crate::rules::{Action, CellView, Minefield, Minesweeper, World};
use crate::words::many;

/// Writes a game in progress, the mines included.
pub fn write(game: &Minesweeper, world: &World) -> String {
    let board = game.grid().board();
    let mut text = format!("{board} {}", game.first_click());
    let seen = world.observation();
    if let Some(stream) = world.to_be_dealt() {
        let _ = write!(text, " deal {stream}");
        let mut flags = game.grid().cells().filter(|&cell| seen.at(cell) == CellView::Flag).peekable();
        if flags.peek().is_some() {
            text.push_str(" flag");
        }
        flags.for_each(|cell| text.push_str(&format!(" {}", board.name(cell))));
        return text;
    }
    for cell in game.grid().cells() {
        if cell.at() % board.cols() == 0 {
            text.push('\n');
        }
        let mine = world.dealt().is_some_and(|field| field.is_mine(cell));
        text.push(match (seen.at(cell), mine) {
            (CellView::Number(number), _) => char::from(b'0' + number),
            _ if world.exploded() == Some(cell) => 'X',
            (CellView::Flag, true) => 'F',
            (CellView::Flag, false) => 'f',
            (CellView::Hidden, true) => 'm',
            (CellView::Hidden, false) => 's',
        });
    }
    text
}

/// Reads a game in progress, a position or a full board of this game.
pub fn read(game: &Minesweeper, text: &str) -> Result<World, InputError> {
    let header = text.split_whitespace().next().unwrap_or_default();
    if let Ok(board) = header.parse::<Board>()
        && board != game.grid().board()
    {
        return Err(InputError::new(format!("this is a game on {board}, not on {}", game.grid().board()))
            .at(1, 1)
            .expected(format!("the setting board={board}")));
    }
    if let Some((before, after)) = text.split_once(" deal ") {
        return read_fresh(game, before, after);
    }
    let sheet = sheet(text)?;
    let world = if sheet.cells.iter().any(|symbol| "smfX".contains(symbol.letter)) {
        read_dealt(game, &sheet)?
    } else {
        match AnyPosition::try_from(sheet)? {
            AnyPosition::Position(position) => read_position(game, &position)?,
            AnyPosition::Full(full) => read_full(game, full),
        }
    };
    Ok(world)
}

/// Two rules for the first click cannot both hold.
fn same_rule(game: &Minesweeper, rule: Option<FirstClick>) -> Result<(), InputError> {
    match rule {
        Some(rule) if rule != game.first_click() => Err(InputError::new(format!(
            "this game has the first-click rule `{rule}`, not `{}`",
            game.first_click()
        ))
        .at(1, 1)
        .expected(format!("the setting first-click={rule}"))),
        _ => Ok(()),
    }
}

fn read_fresh(game: &Minesweeper, before: &str, after: &str) -> Result<World, InputError> {
    let rule = before.split_whitespace().nth(1).map(str::parse).transpose();
    same_rule(game, rule.map_err(|error: InputError| error.at(1, 0))?)?;
    let mut words = after.split_whitespace();
    let stream: Stream =
        words.next().unwrap_or_default().parse().map_err(|error: InputError| error.at(1, 0))?;
    let mut world = game.deal(stream);
    if let Some(word) = words.next()
        && word != "flag"
    {
        return Err(InputError::new(format!("`{word}` does not belong here"))
            .at(1, 0)
            .expected("flag R,C …"));
    }
    for word in words {
        let cell = game.grid().board().parse_cell(word).map_err(|error| error.at(1, 0))?;
        game.try_play(&mut world, Action::Flag(cell)).map_err(|error| error.at(1, 0))?;
    }
    Ok(world)
}

fn read_dealt(game: &Minesweeper, sheet: &Sheet) -> Result<World, InputError> {
    if let Some((_, place)) = sheet.first {
        return Err(InputError::new("a game in progress has no first cell: it shows what is open already")
            .at(place.line, place.column)
            .expected("RxC/M and a first-click rule"));
    }
    let (mut flags, mut opened, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
    let mut mined = Vec::with_capacity(sheet.cells.len());
    for &symbol in &sheet.cells {
        let cell = Cell::of(mined.len());
        mined.push(matches!(symbol.letter, 'm' | 'F' | 'X'));
        match symbol.letter {
            's' | 'm' => {}
            'F' | 'f' => flags.push(cell),
            'X' => opened.push(cell),
            '0'..='8' => {
                opened.push(cell);
                numbers.push((cell, symbol));
            }
            _ => return Err(symbol.is_no("a game in progress", "0 to 8, `s`, `m`, `f`, `F` or `X`")),
        }
    }
    let field = Minefield::new(sheet.board.rows(), sheet.board.cols(), mined)?;
    if field.board() != sheet.board {
        return Err(InputError::new(format!(
            "the header says {}, the rows have {}",
            many(sheet.board.mines(), "mine"),
            field.board().mines()
        ))
        .at(1, 1)
        .expected("the same number"));
    }
    for (cell, symbol) in numbers {
        let right = field.number(game.grid(), cell);
        if symbol.letter != char::from(b'0' + right) {
            return Err(InputError::new(format!("this cell shows {}", symbol.letter))
                .at(symbol.line, symbol.column)
                .expected(format!("{right}: that many mines are around it")));
        }
    }
    Ok(World::resume(game.grid(), field, &flags, &opened))
}

/// Draws mines that agree with a position.
fn read_position(game: &Minesweeper, position: &Position) -> Result<World, InputError> {
    let seen = &position.observation;
    let mut hash = Signature::new();
    hash.add(position.to_string().as_bytes());
    let mut stream = Stream::from_u64(hash.value());
    let flags: Vec<Cell> = game.grid().cells().filter(|&cell| seen.at(cell) == CellView::Flag).collect();
    if seen.opened().is_empty() {
        same_rule(game, position.first_click)?;
        let mut world = game.deal(stream);
        for cell in flags {
            game.try_play(&mut world, Action::Flag(cell))?;
        }
        return Ok(world);
    }
    let known = Knowledge::of(seen);
    let mut engine = Inference::<f64>::new(game.grid());
    engine.run(&known).map_err(|error| refusal(&position.observation, &error))?;
    let field = engine.sample(&known, &mut stream);
    Ok(World::resume(game.grid(), field, &flags, seen.opened()))
}

/// Why a position cannot be used.
pub(crate) fn refusal(seen: &crate::Observation, error: &NoAnswer) -> InputError {
    match (error, contradiction::find_clash(seen)) {
        (NoAnswer::Impossible { .. }, Some(clash)) => InputError::new(contradiction::in_words(seen, &clash)),
        _ => InputError::new(error.to_string()),
    }
    .expected("a position that some minefield agrees with")
}

/// Starts on a given board; with its first cell open, if it has one that is not a mine.
fn read_full(game: &Minesweeper, full: FullBoard) -> World {
    let first = full.first.filter(|&cell| !full.field.is_mine(cell));
    let mut world = game.world_on(full.field);
    if let Some(cell) = first {
        game.play(&mut world, Action::Open(cell));
    }
    world
}

/// A move as text: `open 3,4`.
pub fn show_action(board: Board, action: Action) -> String {
    let verb = match action {
        Action::Open(_) => "open",
        Action::Flag(_) => "flag",
        Action::Chord(_) => "chord",
    };
    format!("{verb} {}", board.name(action.cell()))
}

/// Reads a move: `open 3,4`, `flag 3 4`, `c 3,4`; a bare `3,4` opens.
///
/// ```
/// use quandary_minesweeper::{Action, Board, Cell, game::parse_action};
/// let board: Board = "9x9/10".parse().unwrap();
/// for text in ["open 1,2", "1,2", "1 2", "Open 1, 2", "o 1 2"] {
///     assert_eq!(parse_action(board, text), Ok(Action::Open(Cell(1))));
/// }
/// assert_eq!(parse_action(board, "F 2,1"), Ok(Action::Flag(Cell(9))));
/// assert!(parse_action(board, "open 0,1").is_err());
/// ```
pub fn parse_action(board: Board, text: &str) -> Result<Action, InputError> {
    let text = text.trim();
    let start = text.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(text.len());
    let (verb, place) = text.split_at(start);
    let place = place.trim();
    let cell = if place.contains(',') {
        board.parse_cell(place)?
    } else {
        board.parse_cell(&place.split_whitespace().collect::<Vec<_>>().join(","))?
    };
    match verb.to_ascii_lowercase().as_str() {
        "" | "open" | "o" => Ok(Action::Open(cell)),
        "flag" | "f" => Ok(Action::Flag(cell)),
        "chord" | "c" => Ok(Action::Chord(cell)),
        _ => Err(InputError::new(format!("`{verb}` is not a valid move"))
            .expected("open, flag or chord, then a cell")),
    }
}

/// A finished or unfinished game, recorded.
#[derive(Clone, Debug)]
pub struct Record {
    /// Where the mines were.
    pub field: Minefield,
    /// The first-click rule it was played under, if the header names it.
    pub first_click: Option<FirstClick>,
    /// The moves, in order.
    pub actions: Vec<Action>,
}

impl std::str::FromStr for Record {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Record, InputError> {
        let is_move = |line: &str| {
            let line = line.trim();
            line.contains(',') && !line.contains('/')
        };
        let first_move = text.lines().position(is_move).unwrap_or(text.lines().count());
        let board: Vec<&str> = text.lines().take(first_move).collect();
        let FullBoard { field, first_click, .. } = board.join("\n").parse()?;
        let mut actions = Vec::new();
        for (index, line) in text.lines().enumerate().skip(first_move) {
            if !line.trim().is_empty() {
                actions.push(parse_action(field.board(), line).map_err(|error| error.at(index + 1, 1))?);
            }
        }
        Ok(Record { field, first_click, actions })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::FirstClick;
    use quandary_core::rules::Rules;
    use quandary_core::{Outcome, Seed};

    #[test]
    fn a_game_survives_being_written_and_read_at_every_move() {
        let mut stream = Seed(8).stream(0);
        for rule in [FirstClick::Any, FirstClick::Safe, FirstClick::Open] {
            let game = Minesweeper::new(Board::new(5, 6, 6).unwrap(), rule);
            let mut world = game.deal(Stream::from_u64(stream.next_u64()));
            loop {
                let text = write(&game, &world);
                let again = read(&game, &text).unwrap();
                assert_eq!(write(&game, &again), text);
                let (mut moves, mut same) = (Vec::new(), Vec::new());
                game.moves(&world, &mut moves);
                game.moves(&again, &mut same);
                assert_eq!(moves, same);
                let Some(&action) = stream.choose(&moves) else { break };
                let board = game.grid().board();
                assert_eq!(parse_action(board, &show_action(board, action)), Ok(action));
                assert_eq!(
                    write(&game, &game.apply(&world, action)),
                    write(&game, &game.apply(&again, action))
                );
                world = game.apply(&again, action);
            }
            assert!(matches!(world.outcome(), Some(Outcome::Won | Outcome::Lost)));
        }
    }

    #[test]
    fn a_wrong_number_in_a_game_is_pointed_at() {
        let game = Minesweeper::new("2x2/1".parse().unwrap(), FirstClick::Any);
        let error = read(&game, "2x2/1 any\n2m\nss").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2, column 1: this cell shows 2; expected 1: that many mines are around it"
        );
        let error = read(&game, "2x3/1 any\n1ms\nsss").unwrap_err().to_string();
        assert!(error.contains("this is a game on 2x3/1, not on 2x2/1"), "{error}");
    }

    #[test]
    fn a_position_is_gone_on_with_on_mines_that_agree_with_it() {
        let text = "3x3/2\n???\n121\n000";
        let game = Minesweeper::new("3x3/2".parse().unwrap(), FirstClick::Safe);
        let world = read(&game, text).unwrap();
        assert_eq!(write(&game, &world), "3x3/2 safe\nmsm\n121\n000");
        let error = read(&game, "3x3/2\n0??\n1??\n0??").unwrap_err().to_string();
        assert!(error.starts_with("the 0 at 1,1, the 1 at 2,1 and the 0 at 3,1 contradict"), "{error}");
    }

    #[test]
    fn a_full_board_begins_with_its_first_cell_open() {
        let game = Minesweeper::new("2x3/1".parse().unwrap(), FirstClick::Safe);
        let world = read(&game, "2x3/1 open 1,1\n..*\n...").unwrap();
        assert_eq!(write(&game, &world), "2x3/1 safe\n01m\n01s");
        let world = read(&game, "2x3/1\n..*\n...").unwrap();
        assert_eq!(write(&game, &world), "2x3/1 safe\nssm\nsss");
    }
}
