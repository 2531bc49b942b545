use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use quandary_core::InputError;
use quandary_core::study::{Column, Field};
use quandary_core::words::csv_field;
use serde_json::{Map, Value};

/// The layouts of a file of rows, by its ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    Csv,
    JsonLines,
}

/// A file of rows, one game per line: CSV or JSON lines, by its ending.
///
/// It is written under a temporary name and renamed once it is complete, so that an incomplete file is never mistaken
/// for a complete one.
pub struct RowFile {
    path: PathBuf,
    beside: Unfinished,
    layout: Layout,
    open: Mutex<Open>,
}

struct Open {
    file: BufWriter<File>,
    names: Vec<&'static str>,
}

impl RowFile {
    /// Creates the file, before any work is done.
    pub fn create(path: &Path) -> Result<RowFile, InputError> {
        let layout = match path.extension().and_then(|ending| ending.to_str()) {
            Some("csv") => Layout::Csv,
            Some("jsonl" | "ndjson") => Layout::JsonLines,
            _ => {
                return Err(InputError::new(format!(
                    "`{}` does not say how rows are laid out",
                    path.display()
                ))
                .expected("a name that ends in .csv or .jsonl"));
            }
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let beside = path.with_file_name(format!("{name}.{}.part", std::process::id()));
        let file = File::create(&beside).map_err(|error| not_written(path, &error))?;
        let beside = Unfinished(beside);
        let open = Open { file: BufWriter::new(file), names: Vec::new() };
        Ok(RowFile { path: path.into(), beside, layout, open: Mutex::new(open) })
    }

    /// Writes the names of the columns.
    pub fn columns(&self, columns: &[Column]) -> Result<(), InputError> {
        let mut open = self.open.lock().expect("a writer panicked");
        open.names = columns.iter().map(|column| column.name).collect();
        if self.layout == Layout::Csv {
            let line = open.names.join(",");
            writeln!(open.file, "{line}").map_err(|error| not_written(&self.path, &error))?;
        }
        Ok(())
    }

    /// Writes one row.
    pub fn row(&self, row: &[Field]) -> Result<(), InputError> {
        let mut open = self.open.lock().expect("a writer panicked");
        let line = match self.layout {
            Layout::Csv => row
                .iter()
                .map(|field| csv_field(&field.to_string()).into_owned())
                .collect::<Vec<_>>()
                .join(","),
            Layout::JsonLines => {
                let value = |field: &Field| serde_json::to_value(field).unwrap_or(Value::Null);
                let pairs =
                    open.names.iter().zip(row).map(|(name, field)| ((*name).to_owned(), value(field)));
                Value::Object(pairs.collect::<Map<_, _>>()).to_string()
            }
        };
        writeln!(open.file, "{line}").map_err(|error| not_written(&self.path, &error))
    }

    /// Moves the file to its final name.
    pub fn finish(self) -> Result<PathBuf, InputError> {
        let put = |open: Mutex<Open>| -> std::io::Result<()> {
            let file = open.into_inner().expect("a writer panicked").file;
            file.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync_all()?;
            std::fs::rename(&self.beside.0, &self.path)
        };
        match put(self.open) {
            Ok(()) => Ok(self.path),
            Err(error) => Err(not_written(&self.path, &error)),
        }
    }
}

/// A file under its temporary name. It goes when it is not needed: one that was finished has another name by then.
struct Unfinished(PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn not_written(path: &Path, error: &std::io::Error) -> InputError {
    InputError::new(format!("`{}` cannot be written: {error}", path.display())).of_option("rows")
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [Column; 2] = [Column::whole("game", "number"), Column::word("word", "a word")];

    #[test]
    fn rows_come_out_as_csv_and_as_json_lines() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| {
            let rows = RowFile::create(&folder.path().join(name)).unwrap();
            rows.columns(&COLUMNS).unwrap();
            rows.row(&[Field::Whole(0), Field::Word("a,\"b\"".into())]).unwrap();
            rows.row(&[Field::Whole(1), Field::Word("c".into())]).unwrap();
            std::fs::read_to_string(rows.finish().unwrap()).unwrap()
        };
        assert_eq!(write("a.csv"), "game,word\n0,\"a,\"\"b\"\"\"\n1,c\n");
        assert_eq!(write("a.jsonl"), "{\"game\":0,\"word\":\"a,\\\"b\\\"\"}\n{\"game\":1,\"word\":\"c\"}\n");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left beside them");
    }

    #[test]
    fn rows_that_cannot_be_finished_leave_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let rows = RowFile::create(&folder.path().join("a.csv")).unwrap();
        rows.columns(&COLUMNS).unwrap();
        drop(rows);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_file_without_a_known_ending_is_refused_before_any_work() {
        let error = RowFile::create(Path::new("rows.txt")).err().unwrap();
        assert!(error.to_string().contains(".csv"), "{error}");
    }
}
