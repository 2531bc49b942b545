//! Work away from the interpreter: its lock is free meanwhile, Ctrl-C ends the work, and progress is told.

use std::ops::ControlFlow;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use quandary_core::context::Progress;
use quandary_core::{Context, Exhausted};
use quandary_runtime::{Limits, Runtime};

/// How often the interpreter is asked whether somebody wants to stop, and told how far it is.
const LOOK: Duration = Duration::from_millis(50);
/// The stack of the thread that works: what the main thread of a program has.
const STACK: usize = 8 << 20;

/// What work may take, and who is told about it.
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

/// What was said since somebody listened: every sentence, and how far the work was last.
type ProgressState = (Vec<String>, Option<(String, u64, u64)>);

/// Remembers what is said until somebody listens.
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
    /// Does the work on a thread of its own. What the interpreter raises meanwhile (Ctrl-C, an error of the one who
    /// listens) ends it and comes back.
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
        let told = ProgressLog::default();
        py.detach(move || {
            let (done, finished) = sync_channel::<()>(1);
            let stop = runtime.stop().clone();
            let told = &told;
            std::thread::scope(|scope| {
                let work = move || {
                    let context = Context { progress: told, ..runtime.context() };
                    let result = task(&context, told);
                    drop(done);
                    result
                };
                let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
                let mut raised = None;
                // Nothing is ever sent: the channel closes when the work is done, whatever became of it.
                while finished.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                    if raised.is_none()
                        && let ControlFlow::Break(error) = self.look(told)
                    {
                        stop.raise(Exhausted::Cancelled);
                        raised = Some(error);
                    }
                }
                let result = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                match raised {
                    Some(error) => Err(error),
                    None => self.tell(told).map(|()| result),
                }
            })
        })
    }

    fn look(&self, told: &ProgressLog) -> ControlFlow<PyErr> {
        #[expect(
            clippy::redundant_closure_for_method_calls,
            reason = "the method alone is not general enough"
        )]
        let looked = Python::attach(|py| py.check_signals()).and_then(|()| self.tell(told));
        looked.map_or_else(ControlFlow::Break, ControlFlow::Continue)
    }

    fn tell(&self, told: &ProgressLog) -> PyResult<()> {
        let Some(progress) = &self.progress else { return Ok(()) };
        let (notes, last) = told.take();
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
