//! Minesweeper on tiny boards: every minefield.

use std::collections::HashMap;
use std::rc::Rc;

use quandary_core::Certificate;
use serde_json::Value;

use super::{Truth, is_about, is_whole, words};

/// Boards with more ways to put mines are not looked at.
const MOST_FIELDS: u64 = 300_000;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Board {
    rows: usize,
    cols: usize,
    mines: usize,
}

impl Board {
    fn read(text: &str) -> Result<Board, String> {
        let board = Board::of_any_size(text)?;
        if board.rows.saturating_mul(board.cols) > 24 { Err("too many cells".into()) } else { Ok(board) }
    }

    fn of_any_size(text: &str) -> Result<Board, String> {
        let (size, mines) = text.trim().split_once('/').ok_or("no mines")?;
        let (rows, cols) = size.split_once('x').ok_or("no size")?;
        let number = |text: &str| text.parse::<usize>().map_err(|_| "no number".to_owned());
        Ok(Board { rows: number(rows)?, cols: number(cols)?, mines: number(mines)? })
    }

    fn cells(self) -> usize {
        self.rows * self.cols
    }

    fn cell(self, name: &str) -> Option<usize> {
        let (row, col) = name.split_once(',')?;
        let (row, col): (usize, usize) = (row.parse().ok()?, col.parse().ok()?);
        let inside = (1..=self.rows).contains(&row) && (1..=self.cols).contains(&col);
        inside.then(|| (row - 1) * self.cols + col - 1)
    }

    fn cells_of(self, names: &Value) -> Option<Vec<usize>> {
        words(names)?.into_iter().map(|name| self.cell(name)).collect()
    }

    /// The number that a cell shows in a minefield.
    fn number(self, field: u32, cell: usize) -> u32 {
        let (row, col) = (cell / self.cols, cell % self.cols);
        (0..self.cells())
            .filter(|&other| other != cell && field >> other & 1 == 1)
            .filter(|&other| (other / self.cols).abs_diff(row) <= 1 && (other % self.cols).abs_diff(col) <= 1)
            .count() as u32
    }

    /// All minefields with this many mines; with any number of mines if none is given.
    fn fields(self, mines: Option<usize>) -> Result<Vec<u32>, String> {
        let all = 0..1_u32 << self.cells();
        match mines {
            None if self.cells() > 16 => Err("too many minefields".into()),
            None => Ok(all.collect()),
            Some(mines) => {
                let ways = (0..mines.min(self.cells())).try_fold(1_u64, |ways, chosen| {
                    Some(ways.checked_mul((self.cells() - chosen) as u64)? / (chosen as u64 + 1))
                });
                if ways.is_none_or(|ways| ways > MOST_FIELDS) {
                    return Err("too many minefields".into());
                }
                Ok(all.filter(|field| field.count_ones() as usize == mines).collect())
            }
        }
    }
}

/// The header's words and the cells.
fn read(instance: &str) -> Result<(Board, Vec<&str>, Vec<char>), String> {
    let (header, rows) = instance.split_once('\n').unwrap_or((instance, ""));
    let mut header = header.split_whitespace();
    let board = Board::read(header.next().unwrap_or_default())?;
    let cells: Vec<char> = rows.split_whitespace().flat_map(str::chars).collect();
    if cells.len() != board.cells() {
        return Err("the rows do not fit".into());
    }
    Ok((board, header.collect(), cells))
}

/// The claim decides which kind of instance it is about.
pub(super) fn truth(certificate: &Certificate, optima: &mut Optima) -> Result<Box<dyn Truth>, String> {
    match certificate.claim.as_str() {
        "optimum" => Ok(Box::new(optima.perfect_play(certificate)?)),
        "no-guess" | "graded" | "needs-guess" | "first-is-mine" => Ok(Box::new(Clicks::new(certificate)?)),
        _ => Ok(Box::new(Fields::new(certificate)?)),
    }
}

/// The minefields that agree with a position.
struct Fields {
    board: Board,
    open: Vec<Option<u32>>,
    agreeing: Vec<u32>,
    /// Whether lists name everything that is certain, or some of it.
    whole: bool,
    evidence: Value,
}

fn agrees(board: Board, open: &[Option<u32>], used: &[usize], field: u32) -> bool {
    let no_open_mine = (0..open.len()).all(|cell| open[cell].is_none() || field >> cell & 1 == 0);
    no_open_mine && used.iter().all(|&cell| open[cell] == Some(board.number(field, cell)))
}

impl Fields {
    fn new(certificate: &Certificate) -> Result<Fields, String> {
        let (board, _, cells) = read(&certificate.instance)?;
        let open: Vec<Option<u32>> = cells.iter().map(|cell| cell.to_digit(9)).collect();
        let numbers: Vec<usize> = (0..open.len()).filter(|&cell| open[cell].is_some()).collect();
        let mut agreeing = board.fields(Some(board.mines))?;
        agreeing.retain(|&field| agrees(board, &open, &numbers, field));
        let whole = certificate.claim == "chances";
        Ok(Fields { board, open, agreeing, whole, evidence: certificate.evidence.clone() })
    }

    fn mined(&self, cell: usize) -> Option<usize> {
        let count = || self.agreeing.iter().filter(|&&field| field >> cell & 1 == 1).count();
        self.open[cell].is_none().then(count)
    }

    /// The closed cells that are mines in all minefields, or in none.
    fn certain(&self, mine: bool) -> Vec<usize> {
        let all = if mine { self.agreeing.len() } else { 0 };
        (0..self.open.len()).filter(|&cell| self.mined(cell) == Some(all)).collect()
    }

    fn lists(&self, value: &Value, mine: bool) -> bool {
        let certain = self.certain(mine);
        self.board.cells_of(value).is_some_and(|mut named| {
            named.sort_unstable();
            if self.whole { named == certain } else { named.iter().all(|cell| certain.contains(cell)) }
        })
    }

    fn table(&self, value: &Value, fits: impl Fn(&Value, Option<usize>) -> bool) -> bool {
        let rows = value.as_array().filter(|rows| rows.len() == self.board.rows);
        rows.is_some_and(|rows| {
            rows.iter().enumerate().all(|(row, cells)| {
                let cells = cells.as_array().filter(|cells| cells.len() == self.board.cols);
                cells.is_some_and(|cells| {
                    cells
                        .iter()
                        .enumerate()
                        .all(|(col, said)| fits(said, self.mined(row * self.board.cols + col)))
                })
            })
        })
    }

    /// Whether numbers contradict each other, with the count of mines or without.
    fn contradict(&self, names: &Value) -> bool {
        let count = self.evidence["mine_count"].as_bool() == Some(true);
        let fields = self.board.fields(count.then_some(self.board.mines));
        let used = self.board.cells_of(names);
        used.zip(fields.ok()).is_some_and(|(used, fields)| {
            used.iter().all(|&cell| self.open[cell].is_some())
                && !fields.iter().any(|&field| agrees(self.board, &self.open, &used, field))
        })
    }
}

impl Truth for Fields {
    fn holds(&self, key: &str, value: &Value) -> Option<bool> {
        let count = self.agreeing.len();
        Some(match key {
            "board" => {
                let Board { rows, cols, mines } = self.board;
                value.as_str() == Some(&format!("{rows}x{cols}/{mines}"))
            }
            "verdict" => {
                let certain = self.certain(false).len() + self.certain(true).len() > 0;
                match value.as_str() {
                    Some("impossible") => count == 0,
                    Some("certain") => count > 0 && certain,
                    Some("open") => count > 0 && !certain,
                    _ => false,
                }
            }
            "status" => (value.as_str() == Some("negative")) == (count == 0),
            "safe" => self.lists(value, false),
            "mines" => self.lists(value, true),
            "mine_count_known" => value.as_bool() == Some(true),
            "probabilities" => self.table(value, |said, mined| match mined {
                Some(mined) => is_about(said, mined as f64 / count as f64),
                None => said.is_null(),
            }),
            "mined" => self.table(value, |said, mined| match mined {
                Some(mined) => said.as_str() == Some(&mined.to_string()),
                None => said.is_null(),
            }),
            "minefields" => value.as_str() == Some(&count.to_string()),
            "ln_minefields" => is_about(value, (count as f64).ln()),
            "contradiction" => self.contradict(value),
            "mine_count" => *value == self.evidence["mine_count"],
            _ => return None,
        })
    }
}

/// A full board and the cells opened on it.
struct Clicks {
    board: Board,
    field: u32,
    words: Vec<String>,
    fields: Vec<u32>,
    opened: Value,
    /// The cell of a board that is lost at once.
    first: Value,
}

impl Clicks {
    fn new(certificate: &Certificate) -> Result<Clicks, String> {
        let (board, words, cells) = read(&certificate.instance)?;
        let field = (0..cells.len()).filter(|&cell| cells[cell] == '*').fold(0, |all, cell| all | 1 << cell);
        let words = words.into_iter().map(str::to_owned).collect();
        let fields = board.fields(Some(board.mines))?;
        let (opened, first) = (&certificate.evidence["opened"], &certificate.evidence["first_cell"]);
        let first = if first.is_null() { opened[0].clone() } else { first.clone() };
        Ok(Clicks { board, field, words, fields, opened: opened.clone(), first })
    }

    /// The open cells at the end, if every cell after the first is safe in all minefields that agree with the cells
    /// open before it.
    fn walk(&self, order: &Value) -> Option<Vec<Option<u32>>> {
        let order = self.board.cells_of(order)?;
        let mut open = vec![None; self.board.cells()];
        for (place, &cell) in order.iter().enumerate() {
            let numbers: Vec<usize> = (0..open.len()).filter(|&cell| open[cell].is_some()).collect();
            let may_be_mine = place > 0
                && self
                    .fields
                    .iter()
                    .any(|&field| field >> cell & 1 == 1 && agrees(self.board, &open, &numbers, field));
            if self.field >> cell & 1 == 1 || may_be_mine || open[cell].is_some() {
                return None;
            }
            let mut waiting = vec![cell];
            while let Some(cell) = waiting.pop() {
                let number = self.board.number(self.field, cell);
                if open[cell].replace(number).is_none() && number == 0 {
                    waiting.extend((0..open.len()).filter(|&other| self.board.number(1 << other, cell) == 1));
                }
            }
        }
        Some(open)
    }

    /// Whether it wins the board.
    fn wins(&self, order: &Value) -> bool {
        let won = |open: Vec<Option<u32>>| {
            (0..open.len()).all(|cell| open[cell].is_some() != (self.field >> cell & 1 == 1))
        };
        self.walk(order).is_some_and(won)
    }

    /// The position it leads to, if the board is not won and every closed cell may be a mine there.
    fn stuck(&self, order: &Value) -> Option<String> {
        if order.as_array().is_none_or(Vec::is_empty) || self.wins(order) {
            return None;
        }
        let open = self.walk(order)?;
        let numbers: Vec<usize> = (0..open.len()).filter(|&cell| open[cell].is_some()).collect();
        let may_be_mine = |cell: usize| {
            let agreeing = |field: &u32| agrees(self.board, &open, &numbers, *field);
            self.fields.iter().any(|field| field >> cell & 1 == 1 && agreeing(field))
        };
        if !(0..open.len()).all(|cell| open[cell].is_some() || may_be_mine(cell)) {
            return None;
        }
        let Board { rows, cols, mines } = self.board;
        let symbols: Vec<String> = open
            .iter()
            .map(|shown| shown.map_or_else(|| "?".to_owned(), |shown| shown.to_string()))
            .collect();
        let lines: Vec<String> = symbols.chunks(cols).map(<[String]>::concat).collect();
        Some(format!("{rows}x{cols}/{mines}\n{}", lines.join("\n")))
    }

    /// Whether deductions from one number, from two, from all, or from all and the number of mines open every safe
    /// cell, where what is deduced stays known. `None` when there are too many minefields to try.
    fn wins_by(&self, level: u64) -> Option<bool> {
        let first = self.board.cell(self.opened[0].as_str()?)?;
        let any = self.board.fields(None).ok()?;
        let around = |cell: usize| -> u32 {
            (0..self.board.cells())
                .filter(|&other| self.board.number(1 << other, cell) == 1)
                .map(|at| 1 << at)
                .sum()
        };
        // Cells as bits: known to be safe, of these open, known to be mines.
        let (mut safe, mut mines, mut open) = (1_u32 << first, 0_u32, 0_u32);
        loop {
            while let Some(cell) = (0..self.board.cells()).find(|cell| (safe & !open) >> cell & 1 == 1) {
                open |= 1 << cell;
                if self.board.number(self.field, cell) == 0 {
                    safe |= around(cell);
                }
            }
            let numbers: Vec<usize> = (0..self.board.cells()).filter(|cell| open >> cell & 1 == 1).collect();
            let mut premises: Vec<Vec<usize>> = numbers.iter().map(|&one| vec![one]).collect();
            if level == 2 {
                premises.extend(numbers.iter().flat_map(|&a| numbers.iter().map(move |&b| vec![a, b])));
            }
            if level >= 3 {
                premises = vec![numbers.clone()];
            }
            let fields = if level == 4 { &self.fields } else { &any };
            let before = (safe, mines);
            for premise in premises {
                let seen = premise.iter().map(|&cell| around(cell)).fold(0, |all, own| all | own);
                let counted = |field: u32| {
                    premise.iter().all(|&cell| {
                        (field & around(cell)).count_ones() == self.board.number(self.field, cell)
                    })
                };
                let agreeing = fields
                    .iter()
                    .filter(|&&field| field & safe == 0 && field & mines == mines && counted(field));
                let (always, ever) =
                    agreeing.fold((u32::MAX, 0), |(all, any), &field| (all & field, any | field));
                // One or two numbers say something only about the cells around them.
                let sees = if level >= 3 { u32::MAX } else { seen };
                let cells = (1_u32 << self.board.cells()) - 1;
                safe |= !ever & sees & cells;
                mines |= always & sees & cells;
            }
            if (safe, mines) == before {
                return Some(open.count_ones() as usize == self.board.cells() - self.board.mines);
            }
        }
    }

    fn is_mine(&self, name: &Value) -> bool {
        let cell = name.as_str().and_then(|name| self.board.cell(name));
        cell.is_some_and(|cell| self.field >> cell & 1 == 1)
    }
}

impl Truth for Clicks {
    fn holds(&self, key: &str, value: &Value) -> Option<bool> {
        let first = self.first.as_str().and_then(|name| self.board.cell(name));
        Some(match key {
            "board" => {
                let Board { rows, cols, mines } = self.board;
                value.as_str() == Some(&format!("{rows}x{cols}/{mines}"))
            }
            "verdict" => match value.as_str() {
                Some("no-guess") => self.wins(&self.opened),
                Some("needs-guess") => self.stuck(&self.opened).is_some(),
                Some("first-is-mine") => self.is_mine(&self.first),
                _ => false,
            },
            "status" => (value.as_str() == Some("negative")) != self.wins(&self.opened),
            "no_guess" => match value.as_bool() {
                Some(true) => self.wins(&self.opened),
                Some(false) => self.is_mine(&self.first) || self.stuck(&self.opened).is_some(),
                None => false,
            },
            "grade" => value.as_u64().is_some_and(|level| {
                self.wins_by(level) == Some(true) && (level == 1 || self.wins_by(level - 1) == Some(false))
            }),
            "stuck" => self.stuck(&self.opened).as_deref() == value.as_str(),
            "mine_count_known" => value.as_bool() == Some(true),
            "first_cell" => value.as_str().and_then(|name| self.board.cell(name)) == first,
            "opened" if value.as_array().is_some_and(Vec::is_empty) => self.is_mine(&self.first),
            "opened" => self.wins(value) || self.stuck(value).is_some(),
            "first_click" => {
                let zero = first.is_some_and(|first| self.board.number(self.field, first) == 0);
                let named = self.words.first().map(String::as_str) == value.as_str();
                named && (value.as_str() != Some("open") || zero || self.is_mine(&self.first))
            }
            _ => return None,
        })
    }
}

/// The results of perfect play, by board and rule.
#[derive(Default)]
pub(super) struct Optima(HashMap<(Board, String), Each>);

/// For each first cell the wins and the minefields.
type Each = Rc<Vec<(u64, u64)>>;

impl Optima {
    fn perfect_play(&mut self, certificate: &Certificate) -> Result<Perfect, String> {
        // A board without mines has a single minefield, however large it is.
        let mut board = Board::of_any_size(&certificate.instance)?;
        if board.mines > 0 || board.rows.saturating_mul(board.cols) > 10_000 {
            board = Board::read(&certificate.instance)?;
        }
        let rule = certificate.evidence["first_click"].as_str().ok_or("no rule")?.to_owned();
        let key = (board, rule.clone());
        if board.mines == 0 {
            // Whatever is opened first, nothing can be lost.
            self.0.entry(key.clone()).or_insert_with(|| Rc::new(vec![(1, 1); board.cells()]));
        } else if !self.0.contains_key(&key) {
            let fields = board.fields(Some(board.mines))?;
            if fields.len() > 250 {
                return Err("too many minefields for every strategy".into());
            }
            let mut known = HashMap::new();
            let each = (0..board.cells()).map(|first| {
                let clear = |field: &u32| match rule.as_str() {
                    "any" => true,
                    "safe" => field >> first & 1 == 0,
                    _ => field >> first & 1 == 0 && board.number(*field, first) == 0,
                };
                let own: Vec<u32> = fields.iter().copied().filter(clear).collect();
                (opening(board, &own, first, &mut known), own.len() as u64)
            });
            self.0.insert(key.clone(), Rc::new(each.collect()));
        }
        let first = certificate.evidence["first_cell"].as_str().and_then(|name| board.cell(name));
        Ok(Perfect { board, rule, each: Rc::clone(&self.0[&key]), first: first.ok_or("no first cell")? })
    }
}

/// The most minefields of a set that can be won when a cell is opened now.
fn opening(board: Board, set: &[u32], cell: usize, known: &mut HashMap<Vec<u32>, u64>) -> u64 {
    let mut by_number: HashMap<u32, Vec<u32>> = HashMap::new();
    for &field in set.iter().filter(|&&field| field >> cell & 1 == 0) {
        by_number.entry(board.number(field, cell)).or_default().push(field);
    }
    by_number.into_values().map(|part| best(board, &part, known)).sum()
}

fn best(board: Board, set: &[u32], known: &mut HashMap<Vec<u32>, u64>) -> u64 {
    if set.len() < 2 {
        return set.len() as u64;
    }
    if let Some(&wins) = known.get(set) {
        return wins;
    }
    // A cell that is safe and shows the same number in all of them changes nothing.
    let shows = |field: u32, cell: usize| (field >> cell & 1 == 0).then(|| board.number(field, cell));
    let tells = |cell: usize| set.iter().any(|&field| shows(field, cell) != shows(set[0], cell));
    let most =
        (0..board.cells()).filter(|&cell| tells(cell)).map(|cell| opening(board, set, cell, known)).max();
    let wins = most.unwrap_or(0);
    known.insert(set.to_vec(), wins);
    wins
}

/// Perfect play from every first cell, and the one that is claimed to be best.
struct Perfect {
    board: Board,
    rule: String,
    each: Each,
    first: usize,
}

impl Truth for Perfect {
    fn holds(&self, key: &str, value: &Value) -> Option<bool> {
        let (wins, boards) = self.each[self.first];
        let best = self.each.iter().all(|&(other, among)| other * boards <= wins * among);
        Some(match key {
            "board" => {
                let Board { rows, cols, mines } = self.board;
                value.as_str() == Some(&format!("{rows}x{cols}/{mines}"))
            }
            "first_click" => value.as_str() == Some(&self.rule),
            "verdict" => value.as_str() == Some("optimal") && best && boards > 0,
            "wins" => is_whole(value, i128::from(wins)),
            "boards" => is_whole(value, i128::from(boards)),
            "win_rate" => is_about(value, wins as f64 / boards as f64),
            "first_cell" => value.as_str().and_then(|name| self.board.cell(name)) == Some(self.first),
            _ => return None,
        })
    }
}

/// The position that shows these cells of a minefield, for drawing instances.
pub(crate) fn position(rows: usize, cols: usize, field: u32, open: u32) -> String {
    let board = Board { rows, cols, mines: field.count_ones() as usize };
    let mut text = format!("{rows}x{cols}/{}", board.mines);
    for cell in 0..board.cells() {
        if cell % cols == 0 {
            text.push('\n');
        }
        if open >> cell & 1 == 1 && field >> cell & 1 == 0 {
            text.push_str(&board.number(field, cell).to_string());
        } else {
            text.push('?');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perfect_play_on_a_tiny_board_is_known() {
        // One mine among two cells, the first of them safe: always won. Without the rule, every second time.
        for (rule, wins, boards) in [("safe", 1, 1), ("any", 1, 2)] {
            let evidence = serde_json::json!({"first_click": rule, "first_cell": "1,1"});
            let certificate = Certificate::new("minesweeper", "optimum", "1x2/1", evidence);
            let truth = Optima::default().perfect_play(&certificate).unwrap();
            assert_eq!(truth.each[0], (wins, boards));
        }
    }

    #[test]
    fn a_board_without_mines_is_won_whatever_its_size() {
        let evidence = serde_json::json!({"first_click": "any", "first_cell": "1,34"});
        let certificate = Certificate::new("minesweeper", "optimum", "1x34/0", evidence);
        let truth = Optima::default().perfect_play(&certificate).unwrap();
        assert_eq!((truth.each.len(), truth.each[33]), (34, (1, 1)));
    }
}
