//! Studies: files, folders, single blocks for a cluster, and rows.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quandary_core::study::Study as Games;
use quandary_core::{Context, InputError, Stop};
use quandary_studies::{Block, BlockFile, Folder, Layout, Plan, Share};
use quandary_verbs::Answer;

use crate::error::{broken, raise};
use crate::rows::Rows;
use crate::work::WorkLimits;

/// An answer as JSON and as the command line prints it.
type AnswerText = (String, String);

fn as_text(answer: &Answer) -> AnswerText {
    (answer.json().to_string(), answer.text())
}

/// What a study file asks for.
#[pyclass(frozen, module = "quandary._native")]
pub(crate) struct Study {
    plan: Plan,
    /// The games of the cell that was played last: making them may mean training a player.
    games: Mutex<Option<(usize, Arc<dyn Games>)>>,
}

#[pymethods]
impl Study {
    /// Reads the text of a study file.
    #[new]
    fn new(py: Python<'_>, text: &str, source: Option<&str>) -> PyResult<Study> {
        let plan = Plan::read(text).map_err(|error| match source {
            Some(source) => error.in_source(source),
            None => error,
        });
        let plan = plan.map_err(|error| raise(py, &error.into()))?;
        Ok(Study { plan, games: Mutex::new(None) })
    }

    /// The hash of everything that decides the rows.
    fn hash(&self) -> String {
        self.plan.hash()
    }

    /// The file as it was read.
    fn text(&self) -> &str {
        self.plan.text()
    }

    /// The settings of every cell.
    fn cells(&self) -> Vec<Vec<(&'static str, String)>> {
        self.plan.cells().iter().map(|cell| cell.settings.clone()).collect()
    }

    /// Every block: its cell, its number within the cell, and its games.
    fn blocks(&self) -> Vec<(usize, u64, u64)> {
        let cells = 0..self.plan.cells().len();
        cells.flat_map(|cell| self.plan.blocks(cell)).map(|it| (it.cell, it.number, it.games)).collect()
    }

    /// Opens the folder for this study, or makes it. One that holds something else is refused.
    fn open(&self, py: Python<'_>, out: PathBuf) -> PyResult<()> {
        let opened = py.detach(|| Folder::open(&out, &self.plan).map(|_| ()));
        opened.map_err(|error| raise(py, &error.into()))
    }

    /// Plays it into a folder, or a part of it (`I/N`), and merges a whole one; without a folder it only says the cost.
    fn run(
        &self,
        py: Python<'_>,
        out: Option<PathBuf>,
        chunk: &str,
        limits: WorkLimits,
    ) -> PyResult<AnswerText> {
        answered(py, &limits, |context| {
            let share: Share = chunk.parse()?;
            let folder = out.map(|out| Folder::open(&out, &self.plan)).transpose()?;
            quandary_studies::answer_run(&self.plan, folder.as_ref(), share, context)
        })
    }

    /// Plays one block: the places and the contents of its files, in the order in which they are to be stored.
    fn play<'py>(
        &self,
        py: Python<'py>,
        cell: usize,
        number: u64,
        limits: WorkLimits,
    ) -> PyResult<Vec<(String, Bound<'py, PyBytes>)>> {
        let files = limits.work(py, |context, _| self.packed(cell, number, context))?;
        let files = files.map_err(|stop| raise(py, &stop))?;
        Ok(files.into_iter().map(|file| (file.path, PyBytes::new(py, &file.bytes))).collect())
    }

    /// Puts a file of a block into the folder of this study: whole, synced, and once.
    fn store(&self, py: Python<'_>, out: PathBuf, path: String, bytes: Vec<u8>) -> PyResult<()> {
        let stored = py.detach(|| {
            Folder::open(&out, &self.plan).and_then(|folder| folder.store(&BlockFile { path, bytes }))
        });
        stored.map_err(|error| raise(py, &error.into()))
    }
}

impl Study {
    fn packed(&self, cell: usize, number: u64, context: &Context<'_>) -> Result<Vec<BlockFile>, Stop> {
        let nothing = || InputError::new(format!("the study has no block {number} of cell {cell}"));
        let cells = self.plan.cells().len();
        let block: Block = Some(cell)
            .filter(|cell| *cell < cells)
            .and_then(|cell| self.plan.blocks(cell).nth(usize::try_from(number).ok()?))
            .ok_or_else(nothing)?;
        let kept = self.games.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let games = match kept {
            Some((of, games)) if of == cell => games,
            _ => Arc::from(self.plan.study(cell, context)?),
        };
        *self.games.lock().unwrap_or_else(PoisonError::into_inner) = Some((cell, games.clone()));
        quandary_studies::play_block(&self.plan, block, &*games, context)
    }
}

fn answered(
    py: Python<'_>,
    limits: &WorkLimits,
    task: impl FnOnce(&Context<'_>) -> Result<Answer, InputError> + Send,
) -> PyResult<AnswerText> {
    // The answer becomes text on the thread that made it, so it need not be sent to another.
    let outcome = limits.work(py, |context, _| task(context).map(|answer| as_text(&answer)))?;
    outcome.map_err(|error| raise(py, &error.into()))
}

/// Verifies and merges the blocks of a folder.
#[pyfunction]
pub(crate) fn merge(py: Python<'_>, folder: PathBuf, limits: WorkLimits) -> PyResult<AnswerText> {
    answered(py, &limits, |context| quandary_studies::answer_merge(&folder, context))
}

/// What the rows of a folder say, laid out as a table.
#[pyfunction]
pub(crate) fn table(
    py: Python<'_>,
    folder: PathBuf,
    layout: &str,
    limits: WorkLimits,
) -> PyResult<AnswerText> {
    answered(py, &limits, |context| {
        let known = Layout::NAMES.iter().position(|name| *name == layout).ok_or_else(|| {
            InputError::new(format!("there is no layout `{layout}`"))
                .expected(format!("one of {}", Layout::NAMES.join(", ")))
        })?;
        quandary_studies::answer_table(&folder, Layout::ALL[known], context)
    })
}

/// A measure over a setting, as what is to be drawn (JSON).
#[pyfunction]
pub(crate) fn chart(
    py: Python<'_>,
    folder: PathBuf,
    x: Option<String>,
    y: String,
    limits: WorkLimits,
) -> PyResult<String> {
    let figure = limits.work(py, |context, _| {
        let (plan, store) = Folder::look_into(&folder)?;
        quandary_studies::plot(&quandary_studies::summary(&plan, &store, context)?, x.as_deref(), &y)
    })?;
    let figure = figure.map_err(|error: InputError| raise(py, &error.into()))?;
    Ok(serde_json::to_string(&figure).expect("our own types serialise"))
}

/// The merged rows of a folder.
#[pyfunction]
pub(crate) fn rows(py: Python<'_>, folder: PathBuf, limits: WorkLimits) -> PyResult<Rows> {
    let table = limits.work(py, |context, _| {
        let (plan, store) = Folder::look_into(&folder)?;
        let (columns, rows) = quandary_studies::rows(&plan, &store, context)?;
        Ok((columns.to_vec(), rows))
    })?;
    let (columns, rows) = table.map_err(|error: InputError| raise(py, &error.into()))?;
    Rows::of_study(&columns, rows.into_columns()).map_err(|why| broken(&why))
}
