use quandary_core::context::{Cache, NoCache, Nowhere, Progress, Sink, Workers};
use quandary_core::programs::{NoPrograms, Programs};
use quandary_core::{Budget, Context, StopFlag};

/// The limits of some work.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Nodes; none: no limit.
    pub nodes: Option<u64>,
    /// Seconds of wall time; none: no limit.
    pub seconds: Option<f64>,
    /// Bytes for the tables and trees of a search; none: the search's default.
    pub bytes: Option<usize>,
    /// Threads; 0 counts as 1.
    pub threads: usize,
    /// Whether the user's cache folder is neither read nor written.
    pub no_cache: bool,
    /// Whether progress is not shown.
    pub quiet: bool,
    /// Whether CPU time is not read: all times are 0, so that two runs can be compared byte for byte.
    pub no_clock: bool,
}

/// The environment of one command: budget, threads, cache and progress.
pub struct Runtime {
    budget: Budget,
    progress: Box<dyn Running>,
    workers: Box<dyn Workers + Send>,
    cache: Box<dyn Cache + Send>,
    sink: Box<dyn Sink + Send>,
    clock: fn() -> f64,
    programs: Box<dyn Programs + Send>,
}

/// Progress that can be cleared from the screen.
trait Running: Progress + Send {
    fn clear(&self) {}
}

impl Runtime {
    /// Sets up everything. The clock of the time limit starts now.
    pub fn open(limits: &Limits) -> Runtime {
        let budget = limits.nodes.map_or_else(Budget::unlimited, Budget::nodes);
        let budget = match limits.bytes {
            Some(bytes) => budget.with_memory(bytes),
            None => budget,
        };
        let clock = if limits.no_clock { || 0.0 } else { cpu_seconds };
        Runtime::over(limits, budget.with_stop(StopFlag::new()), clock)
    }

    /// The same runtime with a sink for items and rows.
    #[must_use]
    pub fn with_sink(mut self, sink: impl Sink + Send + 'static) -> Runtime {
        self.sink = Box::new(sink);
        self
    }

    /// The same runtime, which lends programs to work: for commands that a person typed, and for nothing else.
    #[must_use]
    pub fn with_programs(mut self, programs: impl Programs + Send + 'static) -> Runtime {
        self.programs = Box::new(programs);
        self
    }

    /// The flag that ends all work of this runtime.
    pub fn stop(&self) -> &StopFlag {
        self.budget.stop()
    }

    /// The context for the work.
    pub fn context(&self) -> Context<'_> {
        Context {
            budget: self.budget.clone(),
            progress: &*self.progress,
            workers: &*self.workers,
            cache: &*self.cache,
            cpu_seconds: &self.clock,
            sink: &*self.sink,
            programs: &*self.programs,
        }
    }

    /// Clears the progress from the screen: the work is done.
    pub fn clear(&self) {
        self.progress.clear();
    }
}

#[cfg(feature = "system")]
mod system {
    use super::{Budget, Cache, Limits, NoCache, NoPrograms, Nowhere, Running, Runtime};
    use crate::bar::Bar;
    use crate::{DiskCache, Threads};
    use quandary_core::Exhausted;
    use std::time::Duration;

    /// How often the CPU time is read.
    const CPU_PATIENCE: Duration = Duration::from_millis(10);

    impl Running for Bar {
        fn clear(&self) {
            Bar::clear(self);
        }
    }

    impl Runtime {
        pub(super) fn over(limits: &Limits, budget: Budget, clock: fn() -> f64) -> Runtime {
            if let Some(seconds) = limits.seconds {
                let timer = budget.stop().clone();
                std::thread::spawn(move || {
                    std::thread::sleep(Duration::from_secs_f64(seconds));
                    timer.raise(Exhausted::Time);
                });
            }
            let cache = if limits.no_cache { None } else { DiskCache::of_user() };
            Runtime {
                budget,
                progress: Box::new(Bar::new(limits.quiet)),
                workers: Box::new(Threads(limits.threads.max(1))),
                cache: cache
                    .map_or_else(|| Box::new(NoCache) as Box<dyn Cache + Send>, |cache| Box::new(cache)),
                sink: Box::new(Nowhere),
                clock,
                programs: Box::new(NoPrograms),
            }
        }

        /// Lets Ctrl-C, SIGTERM and SIGHUP end the work of this runtime: the first signal ends it with a partial
        /// result, the second ends the program.
        pub fn obey_signals(&self) {
            crate::signals::obey(self.stop());
        }

        /// Ends the work of this runtime once the whole process has spent this many seconds of CPU time, all threads
        /// together.
        pub fn end_after_cpu(&self, seconds: f64) {
            let timer = self.stop().clone();
            std::thread::spawn(move || {
                while timer.raised().is_none() {
                    if cpu_seconds() >= seconds {
                        timer.raise(Exhausted::CpuTime);
                    }
                    std::thread::sleep(CPU_PATIENCE);
                }
            });
        }
    }

    pub(super) fn cpu_seconds() -> f64 {
        cpu_time::ProcessTime::now().as_duration().as_secs_f64()
    }
}

#[cfg(feature = "system")]
use system::cpu_seconds;

#[cfg(not(feature = "system"))]
mod bare {
    use super::{Budget, Limits, NoCache, NoPrograms, Nowhere, Running, Runtime};
    use quandary_core::context::{Quiet, Sequential};

    impl Running for Quiet {}

    impl Runtime {
        pub(super) fn over(_: &Limits, budget: Budget, clock: fn() -> f64) -> Runtime {
            Runtime {
                budget,
                progress: Box::new(Quiet),
                workers: Box::new(Sequential),
                cache: Box::new(NoCache),
                sink: Box::new(Nowhere),
                clock,
                programs: Box::new(NoPrograms),
            }
        }
    }

    pub(super) fn cpu_seconds() -> f64 {
        0.0
    }
}

#[cfg(not(feature = "system"))]
use bare::cpu_seconds;
