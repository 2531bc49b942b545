//! Work on a thread of its own: the interpreter's lock stays free, Ctrl-C ends the work, and progress is reported.

use std::ops::ControlFlow;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use quandary_core::context::Progress;
use quandary_core::{Context, Exhausted};
use quandary_runtime::{Limits, Runtime};

/// How often the interpreter is asked whether to stop, and progress is passed on to it.
const LOOK: Duration = Duration::from_millis(50);
/// The stack of the thread that works: what the main thread of a program has.
const STACK: usize = 8 << 20;

/// The limits of some work, and the callback for its progress.
#[derive(FromPyObject)]
pub(crate) struct WorkLimits {
    nodes: Option<u64>,
    seconds: Option<f64>,
    bytes: Option<usize>,
    threads: usize,
    cache: bool,
    clock: bool,
    /// Called with (what, done, total); a sentence comes with `done` and `total` 0.
    progress: Option<Py<PyAny>>,
}

/// What has not been passed on yet: every note, and the latest progress.
type ProgressState = (Vec<String>, Option<(String, u64, u64)>);

/// Keeps notes and progress until they are passed on.
#[derive(Default)]
pub(crate) struct ProgressLog(Mutex<ProgressState>);

impl ProgressLog {
    fn take(&self) -> ProgressState {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Progress for ProgressLog {
    fn report(&self, what: &str, done: u64, total: u64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1 = Some((what.to_owned(), done, total));
    }

    fn note(&self, sentence: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0.push(sentence.to_owned());
    }
}

impl WorkLimits {
    /// Does the work on a thread of its own. What the interpreter raises in the meantime (Ctrl-C, an error in the
    /// callback) ends the work and is returned.
    pub(crate) fn work<T: Send>(
        &self,
        py: Python<'_>,
        task: impl FnOnce(&Context<'_>, &ProgressLog) -> T + Send,
    ) -> PyResult<T> {
        let runtime = Runtime::open(&Limits {
            nodes: self.nodes,
            seconds: self.seconds,
            bytes: self.bytes,
            threads: self.threads,
            no_cache: !self.cache,
            quiet: true,
            no_clock: !self.clock,
        });
        let log = ProgressLog::default();
        py.detach(move || {
            let (done, finished) = sync_channel::<()>(1);
            let stop = runtime.stop().clone();
            let log = &log;
            std::thread::scope(|scope| {
                let work = move || {
                    let context = Context { progress: log, ..runtime.context() };
                    let result = task(&context, log);
                    drop(done);
                    result
                };
                let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
                let mut raised = None;
                // Nothing is ever sent: the channel closes when the work ends, even by a panic.
                while finished.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                    if raised.is_none()
                        && let ControlFlow::Break(error) = self.look(log)
                    {
                        stop.raise(Exhausted::Cancelled);
                        raised = Some(error);
                    }
                }
                let result = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                match raised {
                    Some(error) => Err(error),
                    None => self.pass_on(log).map(|()| result),
                }
            })
        })
    }

    fn look(&self, log: &ProgressLog) -> ControlFlow<PyErr> {
        #[expect(
            clippy::redundant_closure_for_method_calls,
            reason = "the method alone is not general enough"
        )]
        let looked = Python::attach(|py| py.check_signals()).and_then(|()| self.pass_on(log));
        looked.map_or_else(ControlFlow::Break, ControlFlow::Continue)
    }

    fn pass_on(&self, log: &ProgressLog) -> PyResult<()> {
        let Some(progress) = &self.progress else { return Ok(()) };
        let (notes, last) = log.take();
        if notes.is_empty() && last.is_none() {
            return Ok(());
        }
        Python::attach(|py| {
            for note in notes {
                progress.call1(py, (note, 0, 0))?;
            }
            if let Some(last) = last {
                progress.call1(py, last)?;
            }
            Ok(())
        })
    }
}
