//! The lab in Python: [`quandary_api`], sessions and studies behind one extension module.
//!
//! The package `quandary` (in `python/`) is what people import; this is its `_native`. Answers are passed as the JSON
//! text that the command line prints, rows as Arrow. The interpreter's lock is free while work goes on.

mod error;
mod rows;
mod session;
mod study;
mod work;

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use quandary_api::{Event, Request, Sessions};
use quandary_core::context::Progress;

use crate::rows::{RowCollector, Rows};
use crate::work::WorkLimits;

/// The parts of an answer: its JSON, what the command line would print, a chart, and rows.
type AnswerParts = (String, Option<String>, Option<String>, Option<Rows>);

/// Answers a request of the api (JSON text). Bad input raises `InputError`.
#[pyfunction]
#[pyo3(signature = (request, limits))]
fn ask(py: Python<'_>, request: &str, limits: WorkLimits) -> PyResult<AnswerParts> {
    let request = quandary_api::read(request).map_err(|stop| error::raise(py, &stop.into()))?;
    let (text, figure, gathering) = (Mutex::new(None), Mutex::new(None), Mutex::new(RowCollector::default()));
    let answer = limits.work(py, |context, progress| {
        // The api has no event for the text that the command line prints for a check.
        if let Request::Check(check) = &request {
            let answer = check.answer(context)?;
            *locked(&text) = Some(answer.text());
            return Ok(answer.json());
        }
        quandary_api::respond(&request, &Sessions::new(), context, &|event| match event {
            Event::Progress { what, done, total } => progress.report(&what, done, total),
            Event::Note { text } => progress.note(&text),
            Event::Text { text: words } => *locked(&text) = Some(words),
            Event::Figure { figure: chart } => *locked(&figure) = serde_json::to_string(&chart).ok(),
            Event::Columns { columns } => locked(&gathering).begin(&columns),
            Event::Row { row } => locked(&gathering).add(row),
            Event::Hint { .. } | Event::Landed { .. } | Event::Item { .. } | Event::Answer { .. } => {}
        })
    })?;
    let answer = answer.map_err(|stop| error::raise(py, &stop))?;
    let rows = locked(&gathering).finish().map_err(|why| error::broken(&why))?;
    Ok((answer.to_string(), locked(&text).take(), locked(&figure).take(), rows))
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The lab, natively.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    quandary_identity::register();
    module.add("VERSION", quandary_identity::BUILD.version)?;
    module.add("BUILD", quandary_identity::BUILD.to_string())?;
    module.add("InputError", module.py().get_type::<error::InputError>())?;
    module.add("Exhausted", module.py().get_type::<error::Exhausted>())?;
    module.add_function(wrap_pyfunction!(ask, module)?)?;
    module.add_function(wrap_pyfunction!(study::merge, module)?)?;
    module.add_function(wrap_pyfunction!(study::table, module)?)?;
    module.add_function(wrap_pyfunction!(study::chart, module)?)?;
    module.add_function(wrap_pyfunction!(study::rows, module)?)?;
    module.add_class::<Rows>()?;
    module.add_class::<session::Session>()?;
    module.add_class::<study::Study>()
}
