//! A game in progress as text, its secret included: what a face keeps between moves.
//!
//! The first line is `RxC/M RULE`. Before the first click all cells are `?`. Afterwards: digits are open,
//! `.` and `*` closed, `F` a flag on a mine, `f` a flag on a safe cell, `X` the mine that ended it.
//! A **record** is a full board and, below it, the moves: one `open R,C`, `flag R,C` or `chord R,C` a line.

use quandary_core::{InputError, Stream};

use crate::board::{Board, Cell, FirstClick, Grid};
use crate::notation::{FullBoard, sheet};
use crate::rules::{Action, Minefield, Minesweeper, Seen, World};
use crate::words::many;

/// A game as a face keeps it.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its rules.
    pub rules: Minesweeper,
    /// What happened so far; `None` before the first click.
    world: Option<World>,
    /// Flags set before the first click.
    early_flags: Vec<Cell>,
}

impl Game {
    /// A game before its first click.
    pub fn new(board: Board, rule: FirstClick) -> Game {
        Game { rules: Minesweeper::new(board, rule), world: None, early_flags: Vec::new() }
    }

    /// Reads a game.
    pub fn parse(text: &str) -> Result<Game, InputError> {
        let sheet = sheet(text)?;
        if let Some((_, place)) = sheet.first {
            return Err(InputError::new(
                "a game in progress has no first cell: it shows what is open already",
            )
            .at(place.line, place.column)
            .expected("RxC/M and a first-click rule"));
        }
        let rules = Minesweeper::new(sheet.board, sheet.first_click.unwrap_or(FirstClick::Safe));
        let (mut flags, mut opened, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
        let mut mined = Vec::with_capacity(sheet.cells.len());
        let mut hidden = 0;
        for &symbol in &sheet.cells {
            let cell = Cell::of(mined.len());
            mined.push(matches!(symbol.letter, '*' | 'F' | 'X'));
            match symbol.letter {
                '?' => hidden += 1,
                '.' | '*' => {}
                'F' | 'f' => flags.push(cell),
                'X' => opened.push(cell),
                '0'..='8' => {
                    opened.push(cell);
                    numbers.push((cell, symbol));
                }
                _ => return Err(symbol.is_no("a game", "0 to 8, `.`, `*`, `F`, `f`, `X`, or `?` everywhere")),
            }
        }
        if hidden + flags.len() == sheet.board.cells() && hidden > 0 {
            return Ok(Game { rules, world: None, early_flags: flags });
        }
        if hidden > 0 {
            return Err(InputError::new("some cells are `?` and others are not")
                .at(2, 0)
                .expected("`?` everywhere before the first click, nowhere afterwards"));
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
            let right = field.number(rules.grid(), cell);
            if symbol.letter != char::from(b'0' + right) {
                return Err(InputError::new(format!("this cell shows {}", symbol.letter))
                    .at(symbol.line, symbol.column)
                    .expected(format!("{right}: that many mines are around it")));
            }
        }
        let world = World::resume(rules.grid(), field, &flags, &opened);
        Ok(Game { rules, world: Some(world), early_flags: Vec::new() })
    }

    /// Writes it.
    pub fn text(&self) -> String {
        let board = self.rules.grid().board();
        let mut text = format!("{board} {}", self.rules.first_click());
        for cell in self.rules.grid().cells() {
            if cell.at() % board.cols() == 0 {
                text.push('\n');
            }
            text.push(self.symbol(cell));
        }
        text
    }

    fn symbol(&self, cell: Cell) -> char {
        let Some((world, field)) = self.world.as_ref().and_then(|world| Some((world, world.dealt()?))) else {
            return if self.early_flags.contains(&cell) { 'f' } else { '?' };
        };
        match (world.observation().at(cell), field.is_mine(cell)) {
            (Seen::Number(number), _) => char::from(b'0' + number),
            _ if world.exploded() == Some(cell) => 'X',
            (Seen::Flag, true) => 'F',
            (Seen::Flag, false) => 'f',
            (Seen::Hidden, true) => '*',
            (Seen::Hidden, false) => '.',
        }
    }

    /// The game so far; the mines are laid from `stream` if they are not yet.
    fn world(&self, stream: &Stream) -> World {
        self.world.clone().unwrap_or_else(|| {
            let mut world = self.rules.deal(stream.clone());
            for &cell in &self.early_flags {
                let _ = self.rules.try_play(&mut world, Action::Flag(cell));
            }
            world
        })
    }

    /// What happened so far, once there was a first click.
    pub fn played(&self) -> Option<&World> {
        self.world.as_ref()
    }

    /// The game after a move.
    pub fn after(&self, action: Action, stream: &mut Stream) -> Result<Game, InputError> {
        let mut world = self.world(stream);
        // The mines draw from a copy; moving the caller's stream on keeps later draws apart from them.
        stream.next_u64();
        self.rules.try_play(&mut world, action)?;
        let early_flags: Vec<Cell> =
            self.rules.grid().cells().filter(|&cell| world.observation().at(cell) == Seen::Flag).collect();
        let world = world.dealt().is_some().then_some(world);
        Ok(Game {
            rules: self.rules.clone(),
            early_flags: if world.is_some() { Vec::new() } else { early_flags },
            world,
        })
    }

    /// The legal moves: open, then flag, then chord, each row by row.
    pub fn actions(&self) -> Vec<Action> {
        let world = self.world(&Stream::from_u64(0));
        if world.outcome().is_some() {
            return Vec::new();
        }
        let grid: &Grid = self.rules.grid();
        let closed: Vec<Cell> =
            grid.cells().filter(|&cell| world.observation().at(cell).is_closed()).collect();
        let is_hidden = |cell: &Cell| world.observation().at(*cell) == Seen::Hidden;
        let fresh = self.world.is_none();
        let may_open = |cell: &Cell| is_hidden(cell) && (!fresh || self.rules.allows_first(*cell));
        let mut actions: Vec<Action> =
            closed.iter().copied().filter(|cell| may_open(cell)).map(Action::Open).collect();
        actions.extend(closed.iter().copied().map(Action::Flag));
        for cell in grid.cells().filter(|&cell| !world.observation().at(cell).is_closed()) {
            let mut trial = world.clone();
            let useful = grid.around(cell).iter().any(is_hidden);
            if useful && self.rules.try_play(&mut trial, Action::Chord(cell)).is_ok() {
                actions.push(Action::Chord(cell));
            }
        }
        actions
    }
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

/// Reads a move; a bare `3,4` opens.
pub fn parse_action(board: Board, text: &str) -> Result<Action, InputError> {
    let (verb, place) = text.trim().split_once(' ').unwrap_or(("open", text.trim()));
    let cell = board.parse_cell(place.trim())?;
    match verb {
        "open" => Ok(Action::Open(cell)),
        "flag" => Ok(Action::Flag(cell)),
        "chord" => Ok(Action::Chord(cell)),
        _ => {
            Err(InputError::new(format!("`{verb}` is no move")).expected("open, flag or chord, then a cell"))
        }
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
    use quandary_core::{Outcome, Seed};

    #[test]
    fn a_game_survives_being_written_and_read_at_every_move() {
        let mut stream = Seed(8).stream(0);
        for rule in [FirstClick::Any, FirstClick::Safe, FirstClick::Open] {
            let mut game = Game::new(Board::new(5, 6, 6).unwrap(), rule);
            loop {
                let text = game.text();
                let again = Game::parse(&text).unwrap();
                assert_eq!(again.text(), text);
                assert_eq!(again.actions(), game.actions());
                let actions = again.actions();
                if actions.is_empty() {
                    break;
                }
                let action = actions[stream.index(actions.len())];
                game = again.after(action, &mut stream).unwrap();
                assert_eq!(
                    parse_action(
                        Board::new(5, 6, 6).unwrap(),
                        &show_action(Board::new(5, 6, 6).unwrap(), action)
                    )
                    .unwrap(),
                    action
                );
            }
            assert!(matches!(game.played().unwrap().outcome(), Some(Outcome::Won | Outcome::Lost)));
        }
    }

    #[test]
    fn a_wrong_number_in_a_game_is_pointed_at() {
        let error = Game::parse("2x2/1 any\n2*\n..").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2, column 1: this cell shows 2; expected 1: that many mines are around it"
        );
    }
}
