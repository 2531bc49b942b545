//! The lab in Python: [`quandary_api`], sessions and studies behind one extension module.
//!
//! The package `quandary` (in `python/`) is what people import; this is its `_native`. Answers cross the border as the JSON
//! text that the command line prints, rows as Arrow. While something is worked on, the interpreter's lock is free.

mod error;
mod rows;
mod session;
mod study;
mod work;

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use quandary_api::{Event, Request, Sessions};
use quandary_core::context::Progress;

use crate::rows::{Gathering, Rows};
use crate::work::WorkLimits;

/// What came of a request: its answer, what the command line would print, a chart, and rows.
type Answered = (String, Option<String>, Option<String>, Option<Rows>);

/// Works on a request of the api (JSON text). Bad input raises `InputError`.
#[pyfunction]
#[pyo3(signature = (request, means))]
fn ask(py: Python<'_>, request: &str, means: WorkLimits) -> PyResult<Answered> {
    let request = quandary_api::read(request).map_err(|stop| error::raise(py, &stop.into()))?;
    let (text, figure, gathering) = (Mutex::new(None), Mutex::new(None), Mutex::new(Gathering::default()));
    let answer = means.work(py, |context, told| {
        // What the command line says of a check is no event of the api.
        if let Request::Check(check) = &request {
            let answer = check.answer(context)?;
            *locked(&text) = Some(answer.text());
            return Ok(answer.json());
        }
        quandary_api::respond(&request, &Sessions::new(), context, &|event| match event {
            Event::Progress { what, done, total } => told.report(&what, done, total),
            Event::Note { text } => told.note(&text),
            Event::Text { text: words } => *locked(&text) = Some(words),
            Event::Figure { figure: chart } => *locked(&figure) = serde_json::to_string(&chart).ok(),
            Event::Columns { columns } => locked(&gathering).begin(&columns),
            Event::Row { row } => locked(&gathering).add(row),
            Event::Hint { .. } | Event::Item { .. } | Event::Answer { .. } => {}
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
