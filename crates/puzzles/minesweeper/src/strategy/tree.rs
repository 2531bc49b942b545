//! The search of G (kbs definitions 12 and 13, algorithm 4): all solutions of a frontier's equations, by a binary tree
//! over the free variables.
//!
//! Gauss–Jordan elimination splits the variables into leading ones, one a row, and free ones; a row gives its leading
//! variable once the free ones are known. The tree assigns the free variables in order, 0 on the left and 1 on the
//! right. A node is illegal, and not looked into, when its free variables hold more mines than are left on the board,
//! or when a leading variable can be neither 0 nor 1 any more: the definition asks for its value, which an inner node
//! does not have, so bounds stand for it. A leaf is a solution when every leading variable is 0 or 1 and all variables
//! together hold no more mines than are left (the kbs counts so in its example, figure 6).

use super::gauss::Matrix;

/// The kbs's cap: more free variables are not searched.
pub const MOST_FREE: usize = 20;

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solutions {
    /// How many there are.
    pub count: u64,
    /// For each variable the number of solutions in which it is 1.
    pub mined: Vec<u64>,
    /// Nodes that were made, the root and the illegal ones included.
    pub nodes: u64,
    /// How many of them were illegal.
    pub illegal: u64,
}

/// A frontier that is not searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} free variables are more than {MOST_FREE}")]
pub struct TooManyFree(pub usize);

/// All solutions of a reduced system with at most `mines` variables that are 1.
///
/// The example of figure 6: one mine is left, and x = x2 − x1. Three of the four leaves are illegal.
/// ```
/// use quandary_minesweeper::strategy::{Matrix, tree};
/// let mut matrix = Matrix::new(3, vec![vec![1, 1, -1, 0]]);
/// matrix.reduce();
/// let found = tree::search(&matrix, 1).unwrap();
/// assert_eq!((found.count, found.mined), (1, vec![0, 0, 0]));
/// // With two mines left, x2 = 1 may go with x = 1 or with x1 = 1; x1 = 1 alone would make x = -1.
/// let found = tree::search(&matrix, 2).unwrap();
/// assert_eq!((found.count, found.mined), (3, vec![1, 1, 2]));
/// ```
pub fn search(matrix: &Matrix, mines: usize) -> Result<Solutions, TooManyFree> {
    let variables = matrix.variables();
    let mut is_free = vec![true; variables];
    let mut rows = Vec::new();
    let mut possible = true;
    for row in matrix.rows() {
        match row[..variables].iter().position(|&a| a != 0) {
            Some(leading) => {
                is_free[leading] = false;
                rows.push((leading, row));
            }
            None => possible &= row[variables] == 0,
        }
    }
    let free: Vec<usize> = (0..variables).filter(|&variable| is_free[variable]).collect();
    if free.len() > MOST_FREE {
        return Err(TooManyFree(free.len()));
    }
    let leading = rows
        .into_iter()
        .map(|(variable, row)| {
            Leading::new(variable, row[variable], row[variables], free.iter().map(|&v| row[v]))
        })
        .collect();
    let found = Solutions { count: 0, mined: vec![0; variables], nodes: 0, illegal: 0 };
    let mut search = Search { free, leading, mines, values: vec![false; variables], found };
    if possible {
        search.visit(0, 0);
    }
    Ok(search.found)
}

/// A leading variable: `factor` · x + Σ aⱼ · (free variable j) = right side.
struct Leading {
    variable: usize,
    factor: i64,
    coefficients: Vec<i64>,
    /// What the free variables from j on can take away from the right side: at least and at most.
    least: Vec<i64>,
    most: Vec<i64>,
    /// The right side without the free variables that have a value.
    rest: i64,
}

impl Leading {
    fn new(variable: usize, factor: i64, right: i64, coefficients: impl Iterator<Item = i64>) -> Leading {
        let coefficients: Vec<i64> = coefficients.collect();
        let sums = |keep: fn(i64) -> i64| {
            let mut sums = vec![0; coefficients.len() + 1];
            for j in (0..coefficients.len()).rev() {
                sums[j] = sums[j + 1] + keep(coefficients[j]);
            }
            sums
        };
        let (least, most) = (sums(|a| a.min(0)), sums(|a| a.max(0)));
        Leading { variable, factor, coefficients, least, most, rest: right }
    }

    /// Whether it can still be 0 or 1 when the free variables before `depth` have their values.
    fn is_possible(&self, depth: usize) -> bool {
        let (low, high) = (self.rest - self.most[depth], self.rest - self.least[depth]);
        (low..=high).contains(&0) || (low..=high).contains(&self.factor)
    }
}

struct Search {
    free: Vec<usize>,
    leading: Vec<Leading>,
    mines: usize,
    values: Vec<bool>,
    found: Solutions,
}

impl Search {
    /// Looks into a node whose free variables before `depth` have values, `ones` of them 1.
    fn visit(&mut self, depth: usize, ones: usize) {
        self.found.nodes += 1;
        if ones > self.mines || !self.leading.iter().all(|leading| leading.is_possible(depth)) {
            self.found.illegal += 1;
            return;
        }
        if depth == self.free.len() {
            self.take(ones);
            return;
        }
        for value in [false, true] {
            self.values[self.free[depth]] = value;
            self.assign(depth, i64::from(value));
            self.visit(depth + 1, ones + usize::from(value));
            self.assign(depth, -i64::from(value));
        }
    }

    fn assign(&mut self, depth: usize, times: i64) {
        for leading in &mut self.leading {
            leading.rest -= times * leading.coefficients[depth];
        }
    }

    /// A leaf whose leading variables all have a value: a solution, unless it holds too many mines.
    fn take(&mut self, ones: usize) {
        let mut all = ones;
        for leading in &self.leading {
            let value = leading.rest != 0;
            self.values[leading.variable] = value;
            all += usize::from(value);
        }
        if all > self.mines {
            self.found.illegal += 1;
            return;
        }
        self.found.count += 1;
        for (mined, &value) in self.found.mined.iter_mut().zip(&self.values) {
            *mined += u64::from(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All assignments of a system with at most `mines` ones, by trying them all.
    fn brute(variables: usize, rows: &[Vec<i64>], mines: usize) -> Vec<u32> {
        let meets = |bits: u32| {
            rows.iter().all(|row| {
                let sum: i64 = (0..variables).map(|i| row[i] * i64::from(bits >> i & 1)).sum();
                sum == row[variables]
            })
        };
        (0..1 << variables).filter(|&bits: &u32| bits.count_ones() as usize <= mines && meets(bits)).collect()
    }

    #[test]
    fn the_tree_of_figure_6_keeps_the_leaf_of_zeros_alone() {
        let mut matrix = Matrix::new(3, vec![vec![1, 1, -1, 0]]);
        matrix.reduce();
        let found = search(&matrix, 1).unwrap();
        // The root, two children, four leaves: x1 = 1 forces x = -1 only when x2 = 0.
        assert_eq!(found, Solutions { count: 1, mined: vec![0, 0, 0], nodes: 7, illegal: 3 });
    }

    #[test]
    fn the_documents_system_has_its_two_solutions() {
        let rows = vec![
            vec![1, 1, 0, 0, 0, 0, 1],
            vec![1, 1, 1, 0, 0, 0, 2],
            vec![0, 1, 1, 1, 0, 0, 2],
            vec![0, 0, 1, 1, 1, 0, 2],
            vec![0, 0, 0, 1, 1, 1, 2],
        ];
        let mut matrix = Matrix::new(6, rows);
        matrix.reduce();
        let found = search(&matrix, 10).unwrap();
        // 011011 and 101101.
        assert_eq!((found.count, found.mined), (2, vec![1, 1, 2, 1, 1, 2]));
        assert_eq!(search(&matrix, 3).unwrap().count, 0, "both hold four mines");
    }

    #[test]
    fn the_tree_finds_what_trying_all_assignments_finds() {
        let mut stream = quandary_core::Seed(3).stream(0);
        for case in 0..300 {
            let variables = 1 + stream.index(9);
            let rows: Vec<Vec<i64>> = (0..=stream.index(5))
                .map(|_| {
                    let mut row: Vec<i64> = (0..variables).map(|_| stream.index(2) as i64).collect();
                    row.push(stream.index(4) as i64);
                    row
                })
                .collect();
            let mines = stream.index(variables + 1);
            let all = brute(variables, &rows, mines);
            let mut matrix = Matrix::new(variables, rows);
            matrix.reduce();
            let found = search(&matrix, mines).unwrap();
            let mined: Vec<u64> = (0..variables)
                .map(|i| all.iter().filter(|&&bits| bits >> i & 1 == 1).count() as u64)
                .collect();
            assert_eq!((found.count, found.mined), (all.len() as u64, mined), "case {case}");
        }
    }

    #[test]
    fn more_than_twenty_free_variables_are_refused() {
        let row = |variables: usize| vec![vec![1; variables + 1]];
        assert!(search(&Matrix::new(21, row(21)), 1).is_ok(), "one of them leads");
        assert_eq!(search(&Matrix::new(22, row(22)), 1), Err(TooManyFree(21)));
    }
}
