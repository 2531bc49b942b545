//! Stones in a row on few points: whether either side can force a row, over all continuations, on a board as a list of
//! cells. The forbidden moves of renju are not implemented here.

use std::collections::HashMap;

/// Cells of positions looked at before an oracle gives up: fewer positions of a larger board.
const MOST_CELLS: usize = 6_000_000;

/// With this many empty points or fewer, everything is searched without looking for short wins first.
const FEW: usize = 12;

/// Cells row by row from the bottom: 0 for nothing, 1 for the side that began, 2 for the other.
#[derive(Clone)]
pub(crate) struct Points {
    rows: usize,
    columns: usize,
    length: usize,
    /// Whether a longer row does not count.
    exact: bool,
    cells: Vec<u8>,
}

impl Points {
    pub(crate) fn empty(rows: usize, columns: usize, length: usize, exact: bool) -> Points {
        Points { rows, columns, length, exact, cells: vec![0; rows * columns] }
    }

    /// Points without a stone.
    pub(crate) fn open(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&cell| self.cells[cell] == 0).collect()
    }

    /// The name of a point.
    pub(crate) fn name(&self, cell: usize) -> String {
        format!("{}{}", char::from(b'a' + (cell % self.columns) as u8), cell / self.columns + 1)
    }

    /// Who is to move.
    fn mover(&self) -> u8 {
        if (self.cells.len() - self.open().len()).is_multiple_of(2) { 1 } else { 2 }
    }

    /// Puts a stone of the player to move and says whether it makes a row.
    pub(crate) fn put(&mut self, cell: usize) -> bool {
        let who = self.mover();
        self.cells[cell] = who;
        self.makes_row(cell, who)
    }

    /// The cell this many steps away, if it is on the board.
    fn away(&self, cell: usize, (right, up): (i32, i32), steps: i32) -> Option<usize> {
        let x = (cell % self.columns) as i32 + steps * right;
        let y = (cell / self.columns) as i32 + steps * up;
        let inside = (0..self.columns as i32).contains(&x) && (0..self.rows as i32).contains(&y);
        inside.then(|| y as usize * self.columns + x as usize)
    }

    /// Whether a stone on a cell is, or would be, part of a row.
    fn makes_row(&self, cell: usize, who: u8) -> bool {
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|way| {
            let run = |sign: i32| {
                (1..20)
                    .take_while(|step| {
                        self.away(cell, way, sign * step).is_some_and(|at| self.cells[at] == who)
                    })
                    .count()
            };
            let run = 1 + run(1) + run(-1);
            if self.exact { run == self.length } else { run >= self.length }
        })
    }

    /// Whether this side still has room for a row.
    fn has_place(&self, who: u8) -> bool {
        (0..self.cells.len()).any(|cell| {
            [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|way| {
                (0..self.length as i32).all(|step| {
                    self.away(cell, way, step).is_some_and(|at| [0, who].contains(&self.cells[at]))
                })
            })
        })
    }
}

/// Whether one side can force a row within some moves of both.
struct Force {
    side: u8,
    known: HashMap<Vec<u8>, bool>,
}

impl Force {
    fn wins(&mut self, points: &mut Points, left: usize, looked: &mut usize) -> Result<bool, String> {
        let open = points.open();
        if left == 0 || open.is_empty() || !points.has_place(self.side) {
            return Ok(false);
        }
        if let Some(&wins) = self.known.get(&points.cells) {
            return Ok(wins);
        }
        *looked += points.cells.len();
        if *looked > MOST_CELLS {
            return Err("too many positions".into());
        }
        let mover = points.mover();
        if open.iter().any(|&cell| points.makes_row(cell, mover)) {
            return Ok(mover == self.side);
        }
        // A side that does not stop a row that the other can complete has lost.
        let stop = open.iter().copied().find(|&cell| points.makes_row(cell, 3 - mover));
        let mut wins = mover != self.side;
        for cell in stop.map_or(open, |cell| vec![cell]) {
            points.cells[cell] = mover;
            let below = self.wins(points, left - 1, looked);
            points.cells[cell] = 0;
            if below? == (mover == self.side) {
                wins = mover == self.side;
                break;
            }
        }
        self.known.insert(points.cells.clone(), wins);
        Ok(wins)
    }
}

fn read_point(points: &Points, name: &str) -> Result<usize, String> {
    let fault = || format!("no point {name}");
    let column = name.bytes().next().and_then(|letter| letter.checked_sub(b'a')).ok_or_else(fault)?;
    let row: usize = name[1..].parse().map_err(|_| fault())?;
    let inside = usize::from(column) < points.columns && (1..=points.rows).contains(&row);
    let cell = (row.wrapping_sub(1)).wrapping_mul(points.columns).wrapping_add(column.into());
    if inside && points.cells[cell] == 0 { Ok(cell) } else { Err(fault()) }
}

/// The board and whether the last stone won.
fn read(instance: &str) -> Result<(Points, bool), String> {
    let (size, text) = instance.split_once(": ").unwrap_or(("15x15", instance));
    let mut parts = size.split('/');
    let number = |text: &str| text.parse::<usize>().ok().filter(|&side| (1..=19).contains(&side));
    let (rows, columns) = parts.next().and_then(|size| size.split_once('x')).ok_or("no size")?;
    let (rows, columns) = number(rows).zip(number(columns)).ok_or("no size")?;
    let (mut length, mut exact) = (5, false);
    for part in parts {
        match part {
            "standard" => exact = true,
            "renju" => return Err("the oracle does not know the forbidden moves of renju".into()),
            other => length = number(other).ok_or("no length")?,
        }
    }
    let mut points = Points::empty(rows, columns, length, exact);
    let mut moves = text;
    let mut won = false;
    if let Some((stones, rest)) = text.strip_prefix('{').and_then(|text| text.split_once('}')) {
        let (first, second) = stones.split_once('/').ok_or("no second side")?;
        for (who, names) in [(1, first), (2, second)] {
            for name in names.split_whitespace() {
                let cell = read_point(&points, name)?;
                points.cells[cell] = who;
            }
        }
        let last = 3 - points.mover();
        won = (0..points.cells.len()).any(|cell| points.cells[cell] == last && points.makes_row(cell, last));
        moves = rest;
    }
    for name in moves.split_whitespace().filter(|_| moves != "start") {
        if won {
            return Err("the game goes on after its end".into());
        }
        let cell = read_point(&points, name)?;
        won = points.put(cell);
    }
    Ok((points, won))
}

/// Rows, columns, length and rule, as an answer writes them.
pub(super) fn board(instance: &str) -> Result<String, String> {
    let (points, _) = read(instance)?;
    let length = if points.length == 5 { String::new() } else { format!("/{}", points.length) };
    let rule = if points.exact { "/standard" } else { "" };
    Ok(format!("{}x{}{length}{rule}", points.rows, points.columns))
}

/// 1 when the player to move wins, 0 for a draw, -1 for a loss.
pub(super) fn score(instance: &str) -> Result<i64, String> {
    let (mut points, won) = read(instance)?;
    if won {
        return Ok(-1);
    }
    let (left, mover) = (points.open().len(), points.mover());
    let mut looked = 0;
    // On a larger board short wins are searched for first.
    for most in if left <= FEW { left..=left } else { 1..=left } {
        for (side, score) in [(mover, 1), (3 - mover, -1)] {
            let mut force = Force { side, known: HashMap::new() };
            if force.wins(&mut points, most, &mut looked)? {
                return Ok(score);
            }
        }
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::{board, score};

    #[test]
    fn the_smallest_games_have_their_known_values() {
        assert_eq!(score("3x3/3: start"), Ok(0));
        assert_eq!(score("3x4/3: start"), Ok(1));
        assert_eq!(score("2x2/2: start"), Ok(1));
        assert_eq!(score("3x3/3: a1 b1"), Ok(1));
        assert_eq!(score("3x3/3: a1 b3 a2 b2 b1"), Ok(-1));
        assert_eq!(score("3x3/3: {a1 a2 a3 / b1 b2}"), Ok(-1));
    }

    #[test]
    fn a_longer_row_counts_unless_the_rule_says_otherwise() {
        assert_eq!(score("1x6/2: a1 f1 c1 d1"), Ok(1));
        assert_eq!(score("1x6/2/standard: a1 f1 c1 d1"), Ok(0));
        assert_eq!(board("1x5/2/standard: start"), Ok("1x5/2/standard".into()));
    }

    #[test]
    fn a_short_win_is_found_on_a_board_too_large_to_search_completely() {
        assert_eq!(score("h8 a1 h9 a2 h10 a3 h11 a5"), Ok(1));
        assert!(score("15x15/renju: h8").is_err());
        assert!(score("start").is_err());
    }
}
