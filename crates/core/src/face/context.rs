use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;

use crate::{Budget, Exhausted};

/// Where long work says how far it is.
pub trait Progress: Sync {
    /// Some `what` is `done` of `total`. Called often; must be cheap.
    fn report(&self, what: &str, done: u64, total: u64);
}

/// Says nothing.
pub struct Quiet;

impl Progress for Quiet {
    fn report(&self, _: &str, _: u64, _: u64) {}
}

/// Runs independent tasks, on as many threads as the face allows.
pub trait Workers: Sync {
    /// Calls `task` once for each of `0..tasks`, in any order.
    fn run(&self, tasks: usize, task: &(dyn Fn(usize) + Sync));

    /// How many run at once.
    fn threads(&self) -> usize;
}

/// One after the other.
pub struct Sequential;

impl Workers for Sequential {
    fn run(&self, tasks: usize, task: &(dyn Fn(usize) + Sync)) {
        (0..tasks).for_each(task);
    }

    fn threads(&self) -> usize {
        1
    }
}

/// Where tables that take long to build are kept between runs. The face decides where that is.
pub trait Cache: Sync {
    /// A table stored before, if it is there and undamaged.
    fn load(&self, name: &str) -> Option<Vec<u8>>;

    /// Stores a table. Either all of it is there afterwards or nothing; failing to store is not an error.
    fn store(&self, name: &str, bytes: &[u8]);
}

/// Keeps nothing.
pub struct NoCache;

impl Cache for NoCache {
    fn load(&self, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn store(&self, _: &str, _: &[u8]) {}
}

/// What a face lends an entry while it works: the only way to time, threads, files and the screen.
pub struct Context<'f> {
    /// What a search may spend; its flag is raised by the time limit and by Ctrl-C.
    pub budget: Budget,
    /// Where to say how far it is.
    pub progress: &'f dyn Progress,
    /// Who runs independent tasks.
    pub workers: &'f dyn Workers,
    /// Where big tables are kept.
    pub cache: &'f dyn Cache,
    /// CPU seconds this process has used so far: take it twice and subtract.
    pub cpu_seconds: &'f (dyn Fn() -> f64 + Sync),
    /// Prints one JSON object as a line of its own, at once: for answers that come one by one.
    pub emit: &'f (dyn Fn(&Value) + Sync),
}

impl Context<'static> {
    /// Without threads, clock, cache or screen: for tests and for embedding.
    pub fn bare() -> Context<'static> {
        Context {
            budget: Budget::unlimited(),
            progress: &Quiet,
            workers: &Sequential,
            cache: &NoCache,
            cpu_seconds: &|| 0.0,
            emit: &|_| {},
        }
    }
}

impl Context<'_> {
    /// `work(i)` for each `i` in `0..count`, on all workers, with progress, in the order of `i`.
    ///
    /// The result does not depend on the number of threads. When the stop flag is raised, what is done is
    /// kept: the results up to the first missing one, and the reason.
    ///
    /// ```
    /// use quandary_core::face::Context;
    /// let (squares, stopped) = Context::bare().map("squares", 5, |i| i * i);
    /// assert_eq!(squares, [0, 1, 4, 9, 16]);
    /// assert_eq!(stopped, None);
    /// ```
    pub fn map<T: Send>(
        &self,
        what: &str,
        count: u64,
        work: impl Fn(u64) -> T + Sync,
    ) -> (Vec<T>, Option<Exhausted>) {
        // Chunks keep the lock out of the way of short games; many of them keep the threads equally busy.
        let chunk = (count / (self.workers.threads() as u64 * 64)).clamp(1, 256);
        let chunks = count.div_ceil(chunk) as usize;
        let slots: Vec<Mutex<Vec<T>>> = (0..chunks).map(|_| Mutex::new(Vec::new())).collect();
        let done = AtomicU64::new(0);
        self.workers.run(chunks, &|index| {
            let first = index as u64 * chunk;
            let mut results = Vec::new();
            for i in first..(first + chunk).min(count) {
                if self.budget.stop().raised().is_some() {
                    break;
                }
                results.push(work(i));
            }
            let now = done.fetch_add(results.len() as u64, Ordering::Relaxed) + results.len() as u64;
            self.progress.report(what, now, count);
            *slots[index].lock().expect("a worker panicked") = results;
        });
        let mut all = Vec::with_capacity(count as usize);
        for (index, slot) in slots.into_iter().enumerate() {
            let results = slot.into_inner().expect("a worker panicked");
            let whole = chunk.min(count - index as u64 * chunk) as usize;
            let complete = results.len() == whole;
            all.extend(results);
            if !complete {
                break;
            }
        }
        let stopped = (all.len() as u64) < count;
        (all, if stopped { self.budget.stop().raised() } else { None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StopFlag;

    #[test]
    fn a_raised_flag_keeps_what_is_done_and_says_why() {
        let stop = StopFlag::new();
        let context = Context { budget: Budget::unlimited().with_stop(stop.clone()), ..Context::bare() };
        let (done, why) = context.map("games", 1000, |i| {
            if i == 500 {
                stop.raise(Exhausted::Cancelled);
            }
            i
        });
        assert_eq!(done, (0..=500).collect::<Vec<_>>());
        assert_eq!(why, Some(Exhausted::Cancelled));
    }
}
