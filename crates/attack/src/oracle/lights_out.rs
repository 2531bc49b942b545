//! Lights Out on few cells: every set of presses.

use quandary_core::Certificate;
use serde_json::Value;

use super::{Truth, words};

/// More cells are not looked at.
const MOST_CELLS: usize = 16;

/// The lights after every set of presses.
pub(super) struct Presses {
    rows: usize,
    columns: usize,
    lit: u32,
    fewest: Option<u32>,
}

impl Presses {
    pub(super) fn new(certificate: &Certificate) -> Result<Presses, String> {
        let lines: Vec<Vec<bool>> =
            certificate.instance.lines().map(|line| line.chars().map(|cell| cell == '#').collect()).collect();
        let (rows, columns) = (lines.len(), lines.first().map_or(0, Vec::len));
        if rows * columns > MOST_CELLS || lines.iter().any(|line| line.len() != columns) {
            return Err("the board is not valid or too large".into());
        }
        let lit = lines.concat().iter().rev().fold(0, |all, &lit| all << 1 | u32::from(lit));
        let mut presses = Presses { rows, columns, lit, fewest: None };
        presses.fewest = (0..1_u32 << (rows * columns))
            .filter(|&pressed| presses.after(pressed) == 0)
            .map(u32::count_ones)
            .min();
        Ok(presses)
    }

    fn after(&self, pressed: u32) -> u32 {
        let mut lit = self.lit;
        for cell in (0..self.rows * self.columns).filter(|cell| pressed >> cell & 1 == 1) {
            let (row, column) = (cell / self.columns, cell % self.columns);
            lit ^= 1 << cell;
            if row > 0 {
                lit ^= 1 << (cell - self.columns);
            }
            if row + 1 < self.rows {
                lit ^= 1 << (cell + self.columns);
            }
            if column > 0 {
                lit ^= 1 << (cell - 1);
            }
            if column + 1 < self.columns {
                lit ^= 1 << (cell + 1);
            }
        }
        lit
    }

    fn cell(&self, name: &str) -> Option<usize> {
        let (row, column) = name.split_once(',')?;
        let (row, column): (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
        let inside = (1..=self.rows).contains(&row) && (1..=self.columns).contains(&column);
        inside.then(|| (row - 1) * self.columns + column - 1)
    }
}

impl Truth for Presses {
    fn holds(&self, key: &str, value: &Value) -> Option<bool> {
        Some(match key {
            "verdict" => value.as_str() == Some(if self.fewest.is_some() { "optimal" } else { "unsolvable" }),
            "moves" if value.is_null() => true,
            "moves" => {
                let cells: Option<Vec<usize>> =
                    words(value).and_then(|names| names.into_iter().map(|name| self.cell(name)).collect());
                cells.is_some_and(|cells| {
                    let pressed = cells.iter().fold(0, |all, cell| all ^ 1 << cell);
                    self.fewest == u32::try_from(cells.len()).ok() && self.after(pressed) == 0
                })
            }
            _ => return None,
        })
    }
}
