//! Rows of games as Arrow: an object that pyarrow, polars and pandas take over without a copy.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, LargeStringArray, RecordBatch, RecordBatchIterator, UInt64Array,
};
use arrow_buffer::{Buffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field as ArrowField, Schema};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use quandary_core::study::{Column, Field, FieldKind};
use quandary_studies::Values;

/// Rows of games, a column each: whole numbers, numbers, yes and no, words. Give it to `polars.DataFrame`,
/// `pyarrow.table` or anything else that knows the Arrow C data interface.
#[pyclass(frozen, module = "quandary")]
pub(crate) struct Rows(RecordBatch);

#[pymethods]
impl Rows {
    /// The rows as a stream of the Arrow C data interface; nothing is copied.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The caller may request another schema; the protocol lets us answer with our own.
        drop(requested_schema);
        let reader = RecordBatchIterator::new([Ok(self.0.clone())], self.0.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    /// How many there are.
    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    /// What each column holds, by name.
    #[getter]
    fn columns(&self) -> Vec<(String, String)> {
        let schema = self.0.schema();
        let about = |field: &Arc<ArrowField>| field.metadata().get(ABOUT).cloned().unwrap_or_default();
        schema.fields().iter().map(|field| (field.name().clone(), about(field))).collect()
    }

    fn __repr__(&self) -> String {
        let names: Vec<String> = self.columns().into_iter().map(|(name, _)| name).collect();
        format!("<quandary.Rows: {} rows of {}>", self.0.num_rows(), names.join(", "))
    }
}

/// The key of a field's metadata under which it says what it holds.
const ABOUT: &str = "about";

impl Rows {
    /// The rows of a study; numbers are not copied.
    pub(crate) fn of_study(columns: &[Column], values: Vec<Values>) -> Result<Rows, ArrowError> {
        let arrays = values.into_iter().map(|values| -> Result<ArrayRef, ArrowError> {
            Ok(match values {
                Values::Whole(values) => whole(Buffer::from_vec(values)),
                Values::Real(values) => Arc::new(Float64Array::from(values)),
                Values::Flag(values) => Arc::new(BooleanArray::from(values)),
                Values::Word(values) => {
                    let words = values.iter().map(|word| word.as_utf8());
                    let words = words.collect::<Result<Vec<&str>, _>>();
                    let words = words.map_err(|error| ArrowError::ParseError(error.to_string()))?;
                    Arc::new(LargeStringArray::from_iter_values(words))
                }
            })
        });
        Rows::new(columns, arrays.collect::<Result<_, _>>()?)
    }

    fn new(columns: &[Column], arrays: Vec<ArrayRef>) -> Result<Rows, ArrowError> {
        let field = |column: &Column| {
            let kind = match column.kind {
                FieldKind::Whole => DataType::UInt64,
                FieldKind::Real => DataType::Float64,
                FieldKind::Flag => DataType::Boolean,
                FieldKind::Word => DataType::LargeUtf8,
            };
            let about = HashMap::from([(ABOUT.to_owned(), column.about.to_owned())]);
            ArrowField::new(column.name, kind, false).with_metadata(about)
        };
        let schema = Schema::new(columns.iter().map(field).collect::<Vec<_>>());
        RecordBatch::try_new(Arc::new(schema), arrays).map(Rows)
    }
}

/// Whole numbers, whose bits are taken as unsigned.
fn whole(bits: Buffer) -> ArrayRef {
    let count = bits.len() / size_of::<u64>();
    Arc::new(UInt64Array::new(ScalarBuffer::new(bits, 0, count), None))
}

/// Collects rows, game by game.
#[derive(Default)]
pub(crate) struct RowCollector {
    columns: Vec<Column>,
    values: Vec<ColumnValues>,
}

/// The values of a column so far.
enum ColumnValues {
    Whole(Vec<u64>),
    Real(Vec<f64>),
    Flag(Vec<bool>),
    Word(Vec<String>),
}

impl RowCollector {
    /// The columns, before the first row.
    pub(crate) fn begin(&mut self, columns: &[Column]) {
        let empty = |column: &Column| match column.kind {
            FieldKind::Whole => ColumnValues::Whole(Vec::new()),
            FieldKind::Real => ColumnValues::Real(Vec::new()),
            FieldKind::Flag => ColumnValues::Flag(Vec::new()),
            FieldKind::Word => ColumnValues::Word(Vec::new()),
        };
        self.values = columns.iter().map(empty).collect();
        self.columns = columns.to_vec();
    }

    /// A row.
    pub(crate) fn add(&mut self, row: Vec<Field>) {
        for (values, field) in self.values.iter_mut().zip(row) {
            match (values, field) {
                (ColumnValues::Whole(values), Field::Whole(value)) => values.push(value),
                (ColumnValues::Real(values), Field::Real(value)) => values.push(value),
                (ColumnValues::Flag(values), Field::Flag(value)) => values.push(value),
                (ColumnValues::Word(values), Field::Word(value)) => values.push(value),
                // Columns of different lengths are refused by `finish`.
                _ => {}
            }
        }
    }

    /// All of them; nothing when no columns were announced.
    pub(crate) fn finish(&mut self) -> Result<Option<Rows>, ArrowError> {
        if self.columns.is_empty() {
            return Ok(None);
        }
        let arrays = std::mem::take(&mut self.values).into_iter().map(|values| -> ArrayRef {
            match values {
                ColumnValues::Whole(values) => whole(Buffer::from_vec(values)),
                ColumnValues::Real(values) => Arc::new(Float64Array::from(values)),
                ColumnValues::Flag(values) => Arc::new(BooleanArray::from(values)),
                ColumnValues::Word(values) => Arc::new(LargeStringArray::from_iter_values(values)),
            }
        });
        Rows::new(&self.columns, arrays.collect()).map(Some)
    }
}
