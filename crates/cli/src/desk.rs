//! What this face lends to the work: clock, threads, cache, progress, and a way to stop.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quandary_core::face::{Cache, Context, NoCache, Progress, Workers};
use quandary_core::{Budget, Exhausted, StopFlag};
use quandary_lab::DiskCache;

use crate::arguments::Common;
use crate::output;

/// Everything a [`Context`] borrows.
pub(crate) struct Desk {
    budget: Budget,
    bar: Bar,
    threads: Threads,
    cache: Box<dyn Cache>,
}

impl Desk {
    /// Sets up the limits the user gave, and Ctrl-C.
    pub(crate) fn open(common: &Common) -> Desk {
        let stop = StopFlag::new();
        let interrupted = stop.clone();
        // The first Ctrl-C asks the work to end and keep what is done; the second ends the program.
        let handler = ctrlc::set_handler(move || {
            if interrupted.raised() == Some(Exhausted::Cancelled) {
                std::process::exit(130);
            }
            eprintln!("quandary: stopping; press Ctrl-C again to stop at once");
            interrupted.raise(Exhausted::Cancelled);
        });
        if let Err(error) = handler {
            eprintln!("quandary: Ctrl-C will end the program at once ({error})");
        }
        if let Some(seconds) = common.time {
            let timer = stop.clone();
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_secs_f64(seconds));
                timer.raise(Exhausted::Time);
            });
        }
        let budget = common.nodes.map_or_else(Budget::unlimited, Budget::nodes).with_stop(stop);
        let cache: Box<dyn Cache> = if common.no_cache {
            Box::new(NoCache)
        } else {
            DiskCache::of_user().map_or_else(|| Box::new(NoCache) as Box<dyn Cache>, |cache| Box::new(cache))
        };
        Desk { budget, bar: Bar::new(), threads: Threads(common.threads), cache }
    }

    /// Calls `work` with the context of this desk.
    pub(crate) fn with_context<T>(&self, work: impl FnOnce(&Context<'_>) -> T) -> T {
        let result = work(&Context {
            budget: self.budget.clone(),
            progress: &self.bar,
            workers: &self.threads,
            cache: &*self.cache,
            cpu_seconds: &cpu_seconds,
            emit: &|line| output::line(&line.to_string()),
        });
        self.bar.clear();
        result
    }
}

fn cpu_seconds() -> f64 {
    cpu_time::ProcessTime::now().as_duration().as_secs_f64()
}

/// A progress bar on a terminal; elsewhere one line on stderr for each kind of work.
struct Bar {
    bar: ProgressBar,
    /// What is shown now, and everything that was announced in a log before.
    shown: Mutex<(String, Vec<String>)>,
}

impl Bar {
    fn new() -> Bar {
        let bar = if std::io::stderr().is_terminal() {
            ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr_with_hz(8))
        } else {
            ProgressBar::hidden()
        };
        bar.set_style(
            ProgressStyle::with_template("{msg:28} {wide_bar} {pos}/{len} {eta:>4}")
                .unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        Bar { bar, shown: Mutex::default() }
    }

    fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Bar {
    fn report(&self, what: &str, done: u64, total: u64) {
        if let Ok(mut shown) = self.shown.lock()
            && shown.0 != what
        {
            shown.0 = what.to_owned();
            self.bar.reset();
            self.bar.set_length(total);
            self.bar.set_message(what.to_owned());
            if self.bar.is_hidden() && !shown.1.iter().any(|known| known == what) {
                shown.1.push(what.to_owned());
                // Nobody watches a bar in a log, but somebody may wonder whether anything happens.
                let _ = writeln!(std::io::stderr(), "quandary: {what} ({total})");
            }
        }
        self.bar.set_position(done);
    }
}

/// Plain threads that take the next task when they are free.
struct Threads(usize);

impl Workers for Threads {
    fn run(&self, tasks: usize, task: &(dyn Fn(usize) + Sync)) {
        if self.0 <= 1 {
            return (0..tasks).for_each(task);
        }
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..self.0.min(tasks) {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= tasks {
                            break;
                        }
                        task(index);
                    }
                });
            }
        });
    }

    fn threads(&self) -> usize {
        self.0
    }
}
