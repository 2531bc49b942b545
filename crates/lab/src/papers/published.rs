//! The published values as data: tables of printed cells.

use std::sync::LazyLock;

use serde::Deserialize;

use super::printed::Printed;

/// A printed table, or the numbers that a figure and its text state.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its id, such as `thesis.T3.2`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// experiment, derived, figure, formula, rule, definition, quoted, testcase or claims.
    pub kind: String,
    /// How many runs the document made, if it says so.
    pub runs: Option<u64>,
    /// Names of the columns; the first names the rows.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<Printed>>,
}

impl Table {
    /// The name of a row: its first cell.
    pub fn row_name(&self, row: usize) -> &str {
        self.rows[row].first().map_or("", |printed| &printed.text)
    }

    /// The place of a column.
    ///
    /// # Panics
    /// If there is no such column: regenerators and the data belong together.
    pub fn column(&self, name: &str) -> usize {
        self.columns
            .iter()
            .position(|column| column == name)
            .unwrap_or_else(|| panic!("{} has no column {name}", self.id))
    }

    /// The printed value of a cell.
    pub fn printed(&self, row: usize, column: &str) -> &Printed {
        &self.rows[row][self.column(column)]
    }

    /// The number in a cell, if it is one.
    pub fn number(&self, row: usize, column: &str) -> Option<f64> {
        self.printed(row, column).number
    }

    /// All cells but the row names: row name, column name, value.
    pub fn cells(&self) -> impl Iterator<Item = (&str, &str, &Printed)> {
        (0..self.rows.len()).flat_map(move |row| {
            let cells = self.rows[row].iter().zip(&self.columns).skip(1);
            cells.map(move |(printed, column)| (self.row_name(row), column.as_str(), printed))
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    table: Vec<RawTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTable {
    id: String,
    title: String,
    kind: String,
    runs: Option<u64>,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// The published values as text: the input of a reproduction.
pub const PUBLISHED: &str = include_str!("published.toml");

static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let file: File = toml::from_str(PUBLISHED).expect("the published values are valid TOML");
    file.table.into_iter().map(Table::from).collect()
});

/// All published entries, in the order of the documents.
pub fn tables() -> &'static [Table] {
    &TABLES
}

impl From<RawTable> for Table {
    fn from(raw: RawTable) -> Table {
        let RawTable { id, title, kind, runs, columns, rows } = raw;
        // The readings of a figure are numbers of different kinds, one below the other; a table has one kind per column.
        let listed = matches!(kind.as_str(), "figure" | "formula");
        let mut printed: Vec<Vec<Printed>> = vec![Vec::new(); rows.len()];
        for place in 0..columns.len() {
            let texts = || rows.iter().map(|row| row.get(place).map_or("", String::as_str));
            let column = if listed { texts().map(Printed::from).collect() } else { Printed::column(texts()) };
            for (row, cell) in printed.iter_mut().zip(column) {
                row.push(cell);
            }
        }
        Table { id, title, kind, runs, columns, rows: printed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_every_entry_is_as_wide_as_its_header() {
        let file: File = toml::from_str(include_str!("published.toml")).unwrap();
        assert_eq!(file.table.len(), 59);
        for table in &file.table {
            for row in &table.rows {
                assert_eq!(row.len(), table.columns.len(), "{}", table.id);
            }
        }
    }

    fn table(id: &str) -> &'static Table {
        tables().iter().find(|table| table.id == id).unwrap()
    }

    #[test]
    fn a_cell_is_as_precise_as_it_is_printed() {
        let people = table("thesis.T3.3");
        assert_eq!((people.printed(5, "F").text.as_str(), people.printed(5, "F").decimals), ("0.0320", 4));
        let nodes = table("access.T3");
        assert_eq!([3, 4].map(|row| nodes.printed(row, "nodes").decimals), [2, 1]);
        // One strategy of another document is quoted with two decimals; the others have one.
        let strategies = table("thesis.T4.2");
        assert_eq!([0, 9].map(|row| strategies.printed(row, "expert").decimals), [1, 2]);
    }

    #[test]
    fn a_whole_number_is_as_precise_as_its_column_in_a_table_but_not_in_a_list() {
        let certain = table("thesis.T3.2").printed(19, "v");
        assert_eq!((certain.text.as_str(), certain.decimals), ("1", 4));
        let figure = table("access.F2");
        assert_eq!([0, 2].map(|row| figure.printed(row, "value").decimals), [3, 0]);
    }
}
