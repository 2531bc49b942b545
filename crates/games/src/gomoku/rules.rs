//! The rules: stones are placed in turn, and the first to get enough of them in a row wins.

use std::fmt;
use std::str::FromStr;

use quandary_core::rules::{Rules, Side, Turn, random_line};
use quandary_core::{InputError, Outcome, Stream};

use super::renju::{self, Forbidden};
use super::rows::Rows;
use super::stones::{MOST, Stones};

/// What a row that wins is. Each is a named convention of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// A row that is long enough, or longer.
    Free,
    /// A row that is exactly long enough; a longer one counts for nothing.
    Standard,
    /// The second side wins as under `Free`. The first side wins with a row of exactly five, and may not make a double
    /// three, a double four or a longer row unless it makes five with the same stone.
    Renju,
}

impl Rule {
    /// The names of all of them.
    pub const NAMES: [&str; 3] = ["free", "standard", "renju"];

    /// Its name.
    pub fn name(self) -> &'static str {
        Rule::NAMES[self as usize]
    }
}

impl FromStr for Rule {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Rule, InputError> {
        [Rule::Free, Rule::Standard, Rule::Renju].into_iter().find(|rule| rule.name() == text).ok_or_else(
            || InputError::new(format!("`{text}` is not a valid rule")).expected("free, standard or renju"),
        )
    }
}

/// The game on one board: its size, the length of a row and what a row is.
///
/// `Gomoku::new(3, 3, 3, Rule::Free)` is noughts and crosses; m,n,k-games are `Gomoku::new(n, m, k, Rule::Free)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gomoku {
    rows: u8,
    columns: u8,
    row: u8,
    rule: Rule,
    points: Stones,
}

/// A point of the board: its bit, as [`stones`](super::stones) numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(pub u16);

impl Point {
    /// Its bit.
    #[inline]
    pub fn bit(self) -> usize {
        usize::from(self.0)
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Stones of the side that began.
    pub first: Stones,
    /// Stones of the other.
    pub second: Stones,
    /// How many stones there are; the first side moves when it is even.
    pub stones: u16,
    /// Whether the last stone made a row.
    pub won: bool,
}

impl Position {
    /// The empty board.
    pub const START: Position = Position { first: Stones::NONE, second: Stones::NONE, stones: 0, won: false };

    /// Who is to move, or would be if the game were not over.
    #[inline]
    pub fn mover(&self) -> Side {
        if self.stones.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// The stones of a side.
    #[inline]
    pub fn of(&self, side: Side) -> Stones {
        match side {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }

    /// All stones.
    #[inline]
    pub fn all(&self) -> Stones {
        self.first | self.second
    }
}

impl Gomoku {
    /// A board of 1 to 19 rows and columns, with rows of 1 to 19 stones; renju is for rows of five.
    pub fn new(rows: usize, columns: usize, row: usize, rule: Rule) -> Result<Gomoku, InputError> {
        let longest = rows.max(columns);
        if !(1..=MOST).contains(&rows) || !(1..=MOST).contains(&columns) {
            return Err(InputError::new(format!("a board of {rows}x{columns}"))
                .expected(format!("1 to {MOST} rows and columns")));
        }
        if !(1..=longest).contains(&row) {
            return Err(InputError::new(format!("rows of {row} do not fit a board of {rows}x{columns}"))
                .expected(format!("rows of 1 to {longest} stones")));
        }
        if rule == Rule::Renju && row != 5 {
            return Err(InputError::new(format!("renju with rows of {row}")).expected("rows of five"));
        }
        let points = (0..rows).flat_map(|row| (0..columns).map(move |column| row * (columns + 1) + column));
        Ok(Gomoku {
            rows: rows as u8,
            columns: columns as u8,
            row: row as u8,
            rule,
            points: points.collect(),
        })
    }

    /// Rows of the board.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows.into()
    }

    /// Columns of the board.
    #[inline]
    pub fn columns(&self) -> usize {
        self.columns.into()
    }

    /// Stones in a row that wins.
    #[inline]
    pub fn row(&self) -> usize {
        self.row.into()
    }

    /// What a row is.
    #[inline]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// How many points there are.
    #[inline]
    pub fn cells(&self) -> usize {
        self.rows() * self.columns()
    }

    /// All points.
    #[inline]
    pub fn points(&self) -> Stones {
        self.points
    }

    /// The point in a row and a column, from 0 at the bottom left.
    pub fn point(&self, row: usize, column: usize) -> Option<Point> {
        let inside = row < self.rows() && column < self.columns();
        inside.then(|| Point((row * (self.columns() + 1) + column) as u16))
    }

    /// Row and column of a point, from 0 at the bottom left.
    pub fn place(&self, point: Point) -> (usize, usize) {
        (point.bit() / (self.columns() + 1), point.bit() % (self.columns() + 1))
    }

    /// How far it is in bits from a point to its neighbour in each of the four directions.
    #[inline]
    pub fn steps(&self) -> [u32; 4] {
        let up = u32::from(self.columns) + 1;
        [1, up, up + 1, up - 1]
    }

    /// The empty points.
    #[inline]
    pub fn empty(&self, position: &Position) -> Stones {
        self.points.minus(position.all())
    }

    /// What a row of a side is.
    #[inline]
    pub fn wanted(&self, side: Side) -> Rows {
        let exact = match self.rule {
            Rule::Free => false,
            Rule::Standard => true,
            Rule::Renju => side == Side::First,
        };
        Rows { length: self.row(), exact, steps: self.steps() }
    }

    /// The empty points at which a side would complete a row.
    #[inline]
    pub fn completions(&self, position: &Position, side: Side) -> Stones {
        self.wanted(side).completions(position.of(side), self.empty(position))
    }

    /// Why a point is forbidden to the player to move, if it is.
    #[inline]
    pub fn forbidden(&self, position: &Position, point: Point) -> Option<Forbidden> {
        if self.rule != Rule::Renju || position.mover() == Side::Second {
            return None;
        }
        renju::forbidden(self, position.first, position.second, point.bit())
    }

    /// The points at which a stone may be placed, in a game that is not over.
    pub fn legal(&self, position: &Position) -> Stones {
        let empty = self.empty(position);
        if self.rule != Rule::Renju
            || position.mover() == Side::Second
            || position.first.count() < renju::FEWEST
        {
            return empty;
        }
        empty.iter().filter(|&bit| self.forbidden(position, Point(bit as u16)).is_none()).collect()
    }

    /// The position after a stone of the player to move.
    #[inline]
    pub fn after(&self, position: &Position, point: Point) -> Position {
        let mut next = Position { stones: position.stones + 1, ..*position };
        let side = position.mover();
        let own = match side {
            Side::First => &mut next.first,
            Side::Second => &mut next.second,
        };
        *own = own.with(point.bit());
        next.won = self.wanted(side).through(*own, point.bit());
        next
    }

    /// A position from stones that stand already. The sides have equally many, or the first has one more; a row may
    /// only be one of the player of the last stone.
    pub fn set_up(&self, first: Stones, second: Stones) -> Result<Position, InputError> {
        if !(first & second).is_empty() {
            return Err(InputError::new("a point with a stone of both sides"));
        }
        let (x, o) = (first.count(), second.count());
        if x != o && x != o + 1 {
            return Err(InputError::new(format!("X has {x} stones and O has {o}"))
                .expected("as many of each, or one more of X, who begins"));
        }
        let mut position = Position { first, second, stones: (x + o) as u16, won: false };
        let mover = position.mover();
        let has_row = |side: Side| {
            let (own, wanted) = (position.of(side), self.wanted(side));
            own.iter().any(|bit| wanted.through(own, bit))
        };
        if has_row(mover) {
            let letter = if mover == Side::First { "X" } else { "O" };
            return Err(InputError::new(format!("{letter} has a row already and is to move"))
                .expected("a game that ends with its first row"));
        }
        position.won = has_row(mover.other());
        Ok(position)
    }

    /// Plays uniformly random legal moves until `plies` stones stand or the game is over.
    pub fn random_position(&self, plies: usize, stream: &mut Stream) -> Position {
        random_line(self, &Position::START, plies, stream).1
    }
}

impl fmt::Display for Gomoku {
    /// The size; then the length of a row and the rule where they are not five and free: `15x15`, `3x3/3`,
    /// `15x15/renju`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)?;
        if self.row != 5 {
            write!(f, "/{}", self.row)?;
        }
        if self.rule != Rule::Free {
            write!(f, "/{}", self.rule.name())?;
        }
        Ok(())
    }
}

impl FromStr for Gomoku {
    type Err = InputError;

    /// `ROWSxCOLUMNS`, then the length of a row and the rule where they are not five and free.
    ///
    /// ```
    /// use quandary_games::gomoku::Gomoku;
    /// for text in ["15x15", "3x3/3", "19x19/standard", "15x15/renju", "4x5/4/standard"] {
    ///     assert_eq!(text.parse::<Gomoku>().unwrap().to_string(), text);
    /// }
    /// assert_eq!("15x15/5/free".parse::<Gomoku>(), "15x15".parse());
    /// assert_eq!(
    ///     "3x3/4".parse::<Gomoku>().unwrap_err().to_string(),
    ///     "rows of 4 do not fit a board of 3x3; expected rows of 1 to 3 stones"
    /// );
    /// ```
    fn from_str(text: &str) -> Result<Gomoku, InputError> {
        let bad = || {
            InputError::new(format!("`{text}` is not a board"))
                .expected("ROWSxCOLUMNS, /ROW and /RULE, such as 15x15, 3x3/3 or 15x15/renju")
        };
        let mut parts = text.trim().split('/');
        let size = parts.next().and_then(|size| size.split_once(['x', 'X', '×'])).ok_or_else(bad)?;
        let number = |digits: &str| digits.trim().parse::<usize>().map_err(|_| bad());
        let (rows, columns) = (number(size.0)?, number(size.1)?);
        let (mut row, mut rule) = (None, None);
        for part in parts {
            match part.trim().parse::<usize>() {
                Ok(length) if row.is_none() && rule.is_none() => row = Some(length),
                _ if rule.is_none() => rule = Some(part.trim().parse()?),
                _ => return Err(bad()),
            }
        }
        Gomoku::new(rows, columns, row.unwrap_or(5), rule.unwrap_or(Rule::Free))
    }
}

impl Rules for Gomoku {
    type State = Position;
    type Move = Point;

    fn turn(&self, position: &Position) -> Turn {
        let mover = position.mover();
        if position.won {
            return Turn::Over(mover.other().wins());
        }
        let full = usize::from(position.stones) == self.cells();
        // Renju may leave the first side without a legal point: nobody wins then.
        let stuck = self.rule == Rule::Renju
            && mover == Side::First
            && position.first.count() >= renju::FEWEST
            && self.empty(position).iter().all(|bit| self.forbidden(position, Point(bit as u16)).is_some());
        if full || stuck { Turn::Over(Outcome::Drawn) } else { Turn::To(mover) }
    }

    /// The legal points from a1 on, row by row.
    fn moves(&self, position: &Position, out: &mut Vec<Point>) {
        if !position.won {
            out.extend(self.legal(position).iter().map(|bit| Point(bit as u16)));
        }
    }

    fn apply(&self, position: &Position, point: Point) -> Position {
        self.after(position, point)
    }

    fn options(&self, position: &Position) -> usize {
        if position.won {
            0
        } else if self.rule == Rule::Renju && position.mover() == Side::First {
            self.legal(position).count() as usize
        } else {
            self.cells() - usize::from(position.stones)
        }
    }
}
