//! Where items and rows go: items to stdout as lines, rows to their file.

use quandary_core::InputError;
use quandary_core::context::Sink;
use quandary_core::study::{Column, Field};
use quandary_runtime::RowFile;
use quandary_verbs::item_json;
use serde_json::Value;
use std::sync::Arc;

use crate::output;

/// What this command does with what comes one by one.
pub(crate) struct Outlet {
    pub(crate) puzzle: &'static str,
    pub(crate) verb: &'static str,
    /// Whether items are printed as they come.
    pub(crate) lines: bool,
    pub(crate) rows: Option<Arc<RowFile>>,
}

impl Sink for Outlet {
    fn item(&self, item: &Value) {
        if self.lines {
            output::item(&item_json(Some(self.puzzle), self.verb, item));
        }
    }

    fn wants_rows(&self) -> bool {
        self.rows.is_some()
    }

    fn columns(&self, columns: &[Column]) -> Result<(), InputError> {
        self.rows.as_ref().map_or(Ok(()), |rows| rows.columns(columns))
    }

    fn row(&self, row: &[Field]) -> Result<(), InputError> {
        self.rows.as_ref().map_or(Ok(()), |rows| rows.row(row))
    }
}
