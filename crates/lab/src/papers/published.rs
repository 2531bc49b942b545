//! The published values as data.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Value, json};

/// A printed value.
#[derive(Clone, Debug, PartialEq)]
pub enum Printed {
    /// A number.
    Number(f64),
    /// Words, or a number with something around it.
    Text(String),
}

impl Printed {
    /// The number, if it is one.
    pub fn number(&self) -> Option<f64> {
        match self {
            Printed::Number(number) => Some(*number),
            Printed::Text(_) => None,
        }
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        match self {
            Printed::Number(number) => json!(number),
            Printed::Text(text) => json!(text),
        }
    }

    /// As it is shown.
    pub fn shown(&self) -> String {
        match self {
            Printed::Number(number) => number.to_string(),
            Printed::Text(text) => text.clone(),
        }
    }
}

/// A printed table, or the numbers that a figure and its text state.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its id, such as `thesis.T3.2`.
    pub id: String,
    /// Which document: thesis, kbs, access, nono or inria.
    pub document: String,
    /// Its title.
    pub title: String,
    /// experiment, derived, figure, formula, rule, definition, quoted or testcase.
    pub kind: String,
    /// How many runs the document made, where it says so.
    pub runs: Option<u64>,
    /// Names of the columns; the first names the rows.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<Printed>>,
    /// Names of the rows.
    names: Vec<String>,
}

impl Table {
    /// The name of a row: its first cell.
    pub fn row_name(&self, row: usize) -> &str {
        &self.names[row]
    }

    /// The place of a column.
    ///
    /// # Panics
    /// When there is no such column: regenerators and the data are kept together.
    pub fn column(&self, name: &str) -> usize {
        self.columns
            .iter()
            .position(|column| column == name)
            .unwrap_or_else(|| panic!("{} has no column {name}", self.id))
    }

    /// The number in a cell, if it is one.
    pub fn number(&self, row: usize, column: &str) -> Option<f64> {
        self.rows[row][self.column(column)].number()
    }

    /// All cells but the row names: row name, column name, value.
    pub fn cells(&self) -> impl Iterator<Item = (&str, &str, &Printed)> {
        self.rows.iter().zip(&self.names).flat_map(move |(row, name)| {
            row.iter()
                .zip(&self.columns)
                .skip(1)
                .map(move |(printed, column)| (name.as_str(), column.as_str(), printed))
        })
    }

    /// How many decimals a column is printed with: the most that any of its cells shows, since trailing
    /// zeros are not kept.
    pub fn decimals(&self, column: &str) -> i32 {
        let place = self.column(column);
        let shown = |number: f64| number.to_string().split_once('.').map_or(0, |(_, tail)| tail.len() as i32);
        self.rows.iter().filter_map(|row| row[place].number()).map(shown).max().unwrap_or(0)
    }

    /// Half a unit of the last printed decimal of a column.
    pub fn rounding(&self, column: &str) -> f64 {
        0.5 * 10_f64.powi(-self.decimals(column))
    }
}

#[derive(Deserialize)]
struct File {
    table: Vec<RawTable>,
}

#[derive(Deserialize)]
struct RawTable {
    id: String,
    document: String,
    title: String,
    kind: String,
    runs: Option<u64>,
    cols: Vec<String>,
    rows: Vec<Vec<toml::Value>>,
}

static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let file: File =
        toml::from_str(include_str!("published.toml")).expect("the published values are valid TOML");
    file.table.into_iter().map(read).collect()
});

/// All published entries, in the order of the documents.
pub fn tables() -> &'static [Table] {
    &TABLES
}

fn read(raw: RawTable) -> Table {
    let rows: Vec<Vec<Printed>> = raw
        .rows
        .into_iter()
        .map(|row| {
            row.into_iter()
                .map(|value| match value {
                    toml::Value::Integer(number) => Printed::Number(number as f64),
                    toml::Value::Float(number) => Printed::Number(number),
                    toml::Value::String(text) => Printed::Text(text),
                    other => Printed::Text(format!("{other:?}")),
                })
                .collect()
        })
        .collect();
    let names = rows.iter().map(|row| row.first().map(Printed::shown).unwrap_or_default()).collect();
    Table {
        id: raw.id,
        document: raw.document,
        title: raw.title,
        kind: raw.kind,
        runs: raw.runs,
        columns: raw.cols,
        rows,
        names,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_fifty_entries_are_there_and_every_row_is_as_wide_as_its_header() {
        assert_eq!(tables().len(), 53);
        for table in tables() {
            for row in &table.rows {
                assert_eq!(row.len(), table.columns.len(), "{}", table.id);
            }
        }
    }

    #[test]
    fn the_rounding_of_a_column_comes_from_its_longest_cell() {
        let table = tables().iter().find(|table| table.id == "thesis.T3.2").unwrap();
        assert_eq!(table.decimals("D"), 0);
        assert_eq!(table.rounding("v"), 0.00005);
    }
}
