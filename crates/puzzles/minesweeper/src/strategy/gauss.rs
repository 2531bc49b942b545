//! Advanced reasoning (A): Gauss–Jordan elimination over the numbers of a frontier, and the conjectures.
//!
//! Each row of the reduced matrix says Σ aⱼxⱼ = b with xⱼ in {0, 1}. The left side is at most the sum of
//! the positive coefficients and at least the sum of the negative ones. When b equals the maximum, all
//! positive variables are 1 and all negative ones 0; when it equals the minimum, the other way round
//! (conjecture 3; 1 and 2 are special cases). The documents print the second test with the wrong sign:
//! [`Sign::Printed`] is that rule, kept to show what it does.
//!
//! Source: thesis 4.3.2, kbs 3.1.2. Rows are kept in whole numbers, so nothing is rounded.

use crate::board::Cell;
use crate::inference::Part;
use crate::knowledge::{Knowledge, Mark};

/// Which second half of conjecture 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// b = +Σ of the negative coefficients: the minimum of the row. Right.
    Corrected,
    /// b = −Σ of the negative coefficients, as the documents print it. Wrong.
    Printed,
}

/// What elimination concluded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conclusions {
    /// Cells said to be safe.
    pub safe: Vec<Cell>,
    /// Cells said to be mines.
    pub mines: Vec<Cell>,
}

/// A system of linear equations over 0/1 variables: each row is its coefficients and then b.
#[derive(Clone, Debug)]
pub struct Matrix {
    columns: usize,
    rows: Vec<Vec<i64>>,
}

/// What is known about one variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// Which variable.
    pub variable: usize,
    /// Its value.
    pub value: bool,
}

impl Matrix {
    /// Equations of `variables` variables; each row has one more entry, the right side.
    ///
    /// # Panics
    /// When a row has another length.
    pub fn new(variables: usize, rows: Vec<Vec<i64>>) -> Matrix {
        assert!(rows.iter().all(|row| row.len() == variables + 1), "coefficients and a right side");
        Matrix { columns: variables, rows }
    }

    /// Brings the system into reduced row echelon form, up to positive factors of the rows.
    pub fn reduce(&mut self) {
        let mut pivot_row = 0;
        for column in 0..self.columns {
            let Some(found) = (pivot_row..self.rows.len()).find(|&row| self.rows[row][column] != 0) else {
                continue;
            };
            self.rows.swap(pivot_row, found);
            if self.rows[pivot_row][column] < 0 {
                for entry in &mut self.rows[pivot_row] {
                    *entry = -*entry;
                }
            }
            let pivot = self.rows[pivot_row].clone();
            for (index, row) in self.rows.iter_mut().enumerate() {
                let factor = row[column];
                if index == pivot_row || factor == 0 {
                    continue;
                }
                for (entry, &other) in row.iter_mut().zip(&pivot) {
                    *entry = *entry * pivot[column] - other * factor;
                }
                let divisor = row.iter().fold(0, |divisor, &entry| gcd(divisor, entry.unsigned_abs()));
                if divisor > 1 {
                    for entry in row.iter_mut() {
                        *entry /= divisor as i64;
                    }
                }
            }
            pivot_row += 1;
        }
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.columns
    }

    /// The rows: coefficients and right side.
    pub(super) fn rows(&self) -> &[Vec<i64>] {
        &self.rows
    }

    /// Applies the conjectures to every row.
    ///
    /// ```
    /// use quandary_minesweeper::strategy::{Fixed, Matrix, Sign};
    /// // x1 + x2 - x3 = 2: both at their most, so x1 = x2 = 1 and x3 = 0.
    /// let matrix = Matrix::new(3, vec![vec![1, 1, -1, 2]]);
    /// let fixed = matrix.conclude(Sign::Corrected);
    /// assert_eq!(fixed.iter().map(|f| f.value).collect::<Vec<_>>(), [true, true, false]);
    /// // x1 + x2 - x3 = 1 fixes nothing, but the rule as printed claims x1 = x2 = 0 and x3 = 1.
    /// let matrix = Matrix::new(3, vec![vec![1, 1, -1, 1]]);
    /// assert!(matrix.conclude(Sign::Corrected).is_empty());
    /// assert_eq!(matrix.conclude(Sign::Printed).len(), 3);
    /// ```
    pub fn conclude(&self, sign: Sign) -> Vec<Fixed> {
        let mut fixed = Vec::new();
        for row in &self.rows {
            let (coefficients, right) = (&row[..self.columns], row[self.columns]);
            let most: i64 = coefficients.iter().filter(|&&a| a > 0).sum();
            let least: i64 = coefficients.iter().filter(|&&a| a < 0).sum();
            if most == 0 && least == 0 {
                continue;
            }
            let terms = coefficients.iter().filter(|&&a| a != 0).count();
            // The order of tests is the printed one: a single variable, then all zero, then the two bounds.
            let positive_is = if terms == 1 {
                // The variable is 1 exactly when the right side is not 0, whatever the coefficient's sign.
                Some((right != 0) == (most > 0))
            } else if right == 0 && (most == 0 || least == 0) {
                Some(most == 0)
            } else if right == most {
                Some(true)
            } else if right == if sign == Sign::Corrected { least } else { -least } {
                Some(false)
            } else {
                None
            };
            let Some(positive_is) = positive_is else { continue };
            for (variable, &a) in coefficients.iter().enumerate().filter(|&(_, &a)| a != 0) {
                fixed.push(Fixed { variable, value: (a > 0) == positive_is });
            }
        }
        fixed.sort_unstable_by_key(|f| (f.variable, f.value));
        fixed.dedup();
        fixed
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The equations of one part of the frontier; variable i is its cell i.
pub(crate) fn equations(known: &Knowledge, part: &Part<f64>) -> Matrix {
    let cells = &part.system.cells;
    let column = |cell: Cell| cells.iter().position(|&other| other == cell);
    let rows = part
        .witnesses
        .iter()
        .map(|&witness| {
            let mut row = vec![0; cells.len() + 1];
            for &near in known.grid().around(witness) {
                if known.mark(near) == Mark::Unknown {
                    row[column(near).expect("a part holds its witnesses' cells")] = 1;
                }
            }
            row[cells.len()] = i64::from(known.need(witness));
            row
        })
        .collect();
    Matrix::new(cells.len(), rows)
}

/// How many of a part's cells elimination fixes once `cell` is assumed safe.
pub(crate) fn fixed_without(known: &Knowledge, part: &Part<f64>, cell: Cell) -> usize {
    let mut matrix = equations(known, part);
    if let Some(column) = part.system.cells.iter().position(|&other| other == cell) {
        for row in &mut matrix.rows {
            row[column] = 0;
        }
    }
    matrix.reduce();
    matrix.conclude(Sign::Corrected).len()
}

/// Eliminates one part of the frontier and adds what follows to `out`.
pub(crate) fn conclude_part(known: &Knowledge, part: &Part<f64>, sign: Sign, out: &mut Conclusions) {
    let cells = &part.system.cells;
    let mut matrix = equations(known, part);
    matrix.reduce();
    for Fixed { variable, value } in matrix.conclude(sign) {
        if value { out.mines.push(cells[variable]) } else { out.safe.push(cells[variable]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documents_example_system_fixes_x3_and_x6() {
        // thesis (4.2), kbs (3): x1+x2=1; x1+x2+x3=2; x2+x3+x4=2; x3+x4+x5=2; x4+x5+x6=2.
        let rows = vec![
            vec![1, 1, 0, 0, 0, 0, 1],
            vec![1, 1, 1, 0, 0, 0, 2],
            vec![0, 1, 1, 1, 0, 0, 2],
            vec![0, 0, 1, 1, 1, 0, 2],
            vec![0, 0, 0, 1, 1, 1, 2],
        ];
        let mut matrix = Matrix::new(6, rows);
        matrix.reduce();
        let fixed = matrix.conclude(Sign::Corrected);
        assert_eq!(fixed, [Fixed { variable: 2, value: true }, Fixed { variable: 5, value: true }]);
    }

    #[test]
    fn the_minimum_of_a_row_fixes_it_only_with_the_corrected_sign() {
        // kbs's own example: -x1 - x2 + x3 = -2.
        let matrix = Matrix::new(3, vec![vec![-1, -1, 1, -2]]);
        let values: Vec<bool> = matrix.conclude(Sign::Corrected).iter().map(|f| f.value).collect();
        assert_eq!(values, [true, true, false]);
        assert!(matrix.conclude(Sign::Printed).is_empty());
    }

    #[test]
    fn a_single_variable_takes_the_value_of_its_row() {
        for (row, value) in
            [(vec![1, 0], false), (vec![1, 1], true), (vec![-1, 0], false), (vec![-1, -1], true)]
        {
            let fixed = Matrix::new(1, vec![row]).conclude(Sign::Corrected);
            assert_eq!(fixed, [Fixed { variable: 0, value }]);
        }
    }
}
