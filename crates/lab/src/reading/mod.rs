//! Readings: named ways to fill in what a document leaves open, and which of them explains a table.
//!
//! A [`Reading`] is a named value. A regenerator lists the readings of its table and measures **every** row and column
//! under each of them; [`RowFit`] compares one row of the print with one reading, [`TableReadings`] compares the whole
//! table with all of them: a joint test for each reading beside the cells' own, which reading explains the table best and by
//! how much, and the cells that no reading explains.
//!
//! The numbers of a row often come from the same games, and so do ours: their errors are not independent. The test of a
//! row is therefore Hotelling's, with the covariance of our own games; rows are assumed to be independent, and their
//! statistics are added.

mod joint;
mod table;

pub use joint::{Measurements, PrintedStatistic, RowFit, StatisticFit};
pub use table::{ChiSquareRecord, RowChoice, TableFit, TableReadings, Unexplained};

use serde::{Deserialize, Serialize};

/// One way to read what a document leaves open.
///
/// ```
/// use quandary_lab::reading::Reading;
/// let reading = Reading::new("lifo", "of equal nodes the one that was opened last");
/// assert_eq!(reading.name, "lifo");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// Its name, unique within the table.
    pub name: String,
    /// Its description.
    pub about: String,
}

impl Reading {
    /// A reading with a name and a description.
    pub fn new(name: impl Into<String>, about: impl Into<String>) -> Reading {
        Reading { name: name.into(), about: about.into() }
    }
}
