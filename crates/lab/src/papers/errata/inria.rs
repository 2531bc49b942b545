//! Slips of Inria's report: rows that should differ and do not, and a value that is printed twice and differs.

use quandary_minesweeper::border::needing_a_guess;
use quandary_minesweeper::inference::probabilities;
use quandary_minesweeper::{Board, FirstClick, Minesweeper, Position};

use super::{Check, Published};
use crate::papers::Table;

pub(super) static CHECKS: &[Check] = &[
    Check { id: "I5", place: "inria.T5 and T6", look: identical_rows },
    Check { id: "I6", place: "inria.T5 and T8", look: printed_twice },
    Check { id: "I7", place: "inria figure 2", look: more_is_known },
    Check { id: "I8", place: "no guess, 9x9|2", look: without_the_count },
    Check { id: "I9", place: "inria.T8 and T12", look: one_run_in_two_tables },
];

/// The numbers of a row except times.
fn statistics(table: &Table, row: usize) -> Vec<(String, f64)> {
    let columns = table.columns.iter().skip(6).filter(|column| !column.starts_with("GameDuration"));
    columns.filter_map(|column| Some((column.clone(), table.number(row, column)?))).collect()
}

fn identical_rows(published: &Published<'_>) -> Option<String> {
    let tables = ["inria.T5", "inria.T6"].map(|id| published.table(id));
    let [Some(first), Some(second)] = tables else { return None };
    let all = |row: usize| {
        let name = first.row_name(row);
        let other = (0..second.rows.len()).find(|&other| second.row_name(other) == name);
        let mut numbers = statistics(first, row);
        numbers.extend(other.map(|row| statistics(second, row)).unwrap_or_default());
        numbers
    };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for row in 0..first.rows.len() {
        // A strategy that enumerates nothing has no statistics that could differ.
        if !first.row_name(row).contains("Enu") {
            continue;
        }
        match groups.iter_mut().find(|group| all(group[0]) == all(row)) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    let alike = groups.into_iter().find(|group| group.len() > 1)?;
    let names: Vec<&str> = alike.iter().map(|&row| first.row_name(row)).collect();
    Some(format!(
        "{} have the same {} statistics: the option in which they differ had no effect",
        names.join(", "),
        all(alike[0]).len()
    ))
}

fn printed_twice(published: &Published<'_>) -> Option<String> {
    let (first, second) = (published.table("inria.T5")?, published.table("inria.T8")?);
    let settings = ["cols", "lines", "mines", "first_x", "first_y"];
    for one in 0..first.rows.len() {
        for other in 0..second.rows.len() {
            let same = |column: &&str| first.number(one, column) == second.number(other, column);
            if first.row_name(one) != second.row_name(other) || !settings.iter().all(same) {
                continue;
            }
            let (mine, theirs) = (statistics(first, one), statistics(second, other));
            // If the means are equal too, it is the same run: then everything else must be equal.
            let means = |all: &[(String, f64)]| -> Vec<f64> {
                all.iter().filter(|(column, _)| column.ends_with("_avg")).map(|(_, value)| *value).collect()
            };
            if means(&mine) != means(&theirs) {
                continue;
            }
            let differ: Vec<String> = mine
                .iter()
                .filter_map(|(column, value)| {
                    let (_, twin) = theirs.iter().find(|(name, _)| name == column)?;
                    (value != twin).then(|| format!("{column} is {value} and {twin}"))
                })
                .collect();
            if !differ.is_empty() {
                return Some(format!(
                    "{} is printed in both tables: {}; all {} other statistics are equal",
                    first.row_name(one),
                    differ.join(", "),
                    mine.len() - differ.len()
                ));
            }
        }
    }
    None
}

/// Rows of two tables that agree in every statistic: one run, printed twice.
fn one_run_in_two_tables(published: &Published<'_>) -> Option<String> {
    let (first, second) = (published.table("inria.T8")?, published.table("inria.T12")?);
    let settings = ["cols", "lines", "mines", "first_x", "first_y"];
    let mut alike = Vec::new();
    for one in 0..first.rows.len() {
        let same_run = |&other: &usize| {
            first.row_name(one) == second.row_name(other)
                && settings.iter().all(|column| first.number(one, column) == second.number(other, column))
                && statistics(first, one) == statistics(second, other)
        };
        if (0..second.rows.len()).any(|other| same_run(&other)) {
            alike.push(first.row_name(one));
        }
    }
    (!alike.is_empty()).then(|| {
        format!(
            "{} from the corner have the same statistics in both tables, extremes included: one run printed twice, or the same \
             seeds; the second table is not further evidence",
            alike.join(", ")
        )
    })
}

/// Boards of 9x9 with two mines that need a guess from the centre: with the mine count, and by the numbers alone.
fn without_the_count(published: &Published<'_>) -> Option<String> {
    let board = Board::new(9, 9, 2).ok()?;
    let game = Minesweeper::new(board, FirstClick::Open);
    let counted = needing_a_guess(&game, board.cell(5, 5)?, published.context)?;
    let blind = Blind::unsolved();
    (counted.stopped.is_none() && blind.0 != counted.need_a_guess).then(|| {
        format!(
            "\"without a guess\" needs a convention: with the mine count {} of {} boards of 9x9|2 need one from the centre, by \
             the numbers alone {} of {}",
            counted.need_a_guess, counted.boards, blind.0, blind.1
        )
    })
}

/// A player on 9x9 who knows the numbers but not how many mines there are.
struct Blind {
    mines: [usize; 2],
    open: [bool; 81],
}

impl Blind {
    /// The number of boards with two mines, none of them around the centre, that it does not finish; and of all such
    /// boards.
    fn unsolved() -> (u64, u64) {
        let allowed: Vec<usize> = (0..81).filter(|&cell| cell != 40 && !around(40).contains(&cell)).collect();
        let (mut open, mut all) = (0, 0);
        for (at, &first) in allowed.iter().enumerate() {
            for &second in &allowed[at + 1..] {
                all += 1;
                let mut player = Blind { mines: [first, second], open: [false; 81] };
                player.open(40);
                while player.deduce() {}
                open += u64::from(player.open.iter().filter(|open| !**open).count() > 2);
            }
        }
        (open, all)
    }

    fn number(&self, cell: usize) -> usize {
        around(cell).iter().filter(|near| self.mines.contains(near)).count()
    }

    fn open(&mut self, cell: usize) {
        if !std::mem::replace(&mut self.open[cell], true) && self.number(cell) == 0 {
            for near in around(cell) {
                self.open(near);
            }
        }
    }

    /// Opens every cell that is safe in all assignments of the closed cells beside numbers; false if there is none.
    fn deduce(&mut self) -> bool {
        let numbers: Vec<usize> = (0..81).filter(|&cell| self.open[cell] && self.number(cell) > 0).collect();
        let fringe: Vec<usize> = (0..81)
            .filter(|&cell| !self.open[cell] && around(cell).iter().any(|near| self.open[*near]))
            .collect();
        let mut mined = vec![false; fringe.len()];
        let mut ever = vec![false; fringe.len()];
        self.assign(&numbers, &fringe, &mut mined, 0, &mut ever);
        let safe: Vec<usize> =
            fringe.iter().zip(&ever).filter(|(_, ever)| !**ever).map(|(cell, _)| *cell).collect();
        for &cell in &safe {
            self.open(cell);
        }
        !safe.is_empty()
    }

    fn assign(
        &self,
        numbers: &[usize],
        fringe: &[usize],
        mined: &mut [bool],
        next: usize,
        ever: &mut [bool],
    ) {
        let fits = numbers.iter().all(|&number| {
            let near = around(number);
            let placed = fringe.iter().zip(mined.iter()).take(next);
            let count = placed.filter(|(cell, mined)| **mined && near.contains(cell)).count();
            let open = fringe.iter().skip(next).filter(|cell| near.contains(cell)).count();
            (count..=count + open).contains(&self.number(number))
        });
        if !fits {
            return;
        }
        if next == fringe.len() {
            for (ever, mined) in ever.iter_mut().zip(mined.iter()) {
                *ever |= *mined;
            }
            return;
        }
        for value in [false, true] {
            mined[next] = value;
            self.assign(numbers, fringe, mined, next + 1, ever);
        }
        mined[next] = false;
    }
}

/// The neighbours of a cell of 9x9.
fn around(cell: usize) -> Vec<usize> {
    let (row, column) = (cell / 9, cell % 9);
    let near = |at: usize| at.saturating_sub(1)..=(at + 1).min(8);
    near(row).flat_map(|r| near(column).map(move |c| 9 * r + c)).filter(|&other| other != cell).collect()
}

fn more_is_known(_: &Published<'_>) -> Option<String> {
    let text = "8x8/10 ???????? ???????? 12?????? 01?????? 01112??? 00002??? 00012??? 0001????";
    let position: Position = text.parse().ok()?;
    let seen = &position.observation;
    let found = probabilities(seen).ok()?;
    let name = |cell: quandary_minesweeper::Cell| {
        let (row, col) = seen.board().place(cell);
        format!("({col},{row})")
    };
    // The cells that the figure marks.
    let shown = ["(3,4)", "(5,8)", "(3,2)", "(3,3)", "(4,4)", "(5,4)"];
    let more = |probability: f64| -> Vec<String> {
        let certain = seen.grid().cells().filter(|cell| found.mine[cell.at()] == Some(probability)).map(name);
        certain.filter(|cell| !shown.contains(&cell.as_str())).collect()
    };
    let (mined, safe) = (more(1.0), more(0.0));
    (!mined.is_empty() || !safe.is_empty()).then(|| {
        format!(
            "counting all minefields also proves {} mined and {} safe, which the figure leaves open",
            mined.join(" "),
            safe.join(" ")
        )
    })
}
