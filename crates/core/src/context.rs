//! The environment of a piece of work: a budget, threads, a cache, a clock, and a place to report progress.
//!
//! These are the interfaces; `quandary-runtime` implements them. Solvers use nothing else of their environment, so the
//! same solver runs on the command line, in a browser and on a cluster.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::programs::{NoPrograms, Programs};
use crate::study::{Column, Field};
use crate::{Budget, Exhausted, InputError, Stop};

/// Where long work reports its progress.
pub trait Progress: Sync {
    /// `done` of `total` units of `what` are done. Called often; must be cheap.
    fn report(&self, what: &str, done: u64, total: u64);

    /// A note for the user during the work, such as that a table is being built and what it costs.
    fn note(&self, _sentence: &str) {}
}

/// Says nothing.
pub struct Quiet;

impl Progress for Quiet {
    fn report(&self, _: &str, _: u64, _: u64) {}
}

/// Runs independent tasks, on as many threads as there are.
pub trait Workers: Sync {
    /// Calls `task` once for each of `0..tasks`, starting them in order; once one returns `Break`, no other is started.
    fn run(&self, tasks: u64, task: &(dyn Fn(u64) -> ControlFlow<()> + Sync));

    /// How many tasks run at the same time.
    fn threads(&self) -> usize;
}

/// One after the other.
pub struct Sequential;

impl Workers for Sequential {
    fn run(&self, tasks: u64, task: &(dyn Fn(u64) -> ControlFlow<()> + Sync)) {
        let _ = (0..tasks).try_for_each(task);
    }

    fn threads(&self) -> usize {
        1
    }
}

/// Where tables that are expensive to build are kept between runs.
///
/// The cache outlives builds of the program, so the name of a table includes everything that its content depends on.
/// For computed tables that must be right (pattern databases, entries of the reproduction) that is a hash of the
/// sources that made them. For tables that took hours and stay valid whichever build made them (trained networks with
/// their cards; books of exact scores, of which a sample is solved again) it is the version of the format.
pub trait Cache: Sync {
    /// A stored table, if it exists and is undamaged.
    fn load(&self, name: &str) -> Option<Vec<u8>>;

    /// Stores a table, all of it or nothing; failing to store is not an error.
    fn store(&self, name: &str, bytes: &[u8]);

    /// Whether stored tables survive until the next run.
    fn keeps(&self) -> bool {
        true
    }
}

/// Keeps nothing.
pub struct NoCache;

impl Cache for NoCache {
    fn load(&self, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn store(&self, _: &str, _: &[u8]) {}

    fn keeps(&self) -> bool {
        false
    }
}

/// Where results go one by one.
pub trait Sink: Sync {
    /// One finished item of a list, as JSON. Ignored unless the user asked for lines.
    #[cfg(feature = "json")]
    fn item(&self, _item: &serde_json::Value) {}

    /// Whether rows of games are wanted.
    fn wants_rows(&self) -> bool {
        false
    }

    /// The names of the columns, once, before the first row.
    fn columns(&self, _columns: &[Column]) -> Result<(), InputError> {
        Ok(())
    }

    /// One row.
    fn row(&self, _row: &[Field]) -> Result<(), InputError> {
        Ok(())
    }
}

/// Ignores everything.
pub struct Nowhere;

impl Sink for Nowhere {}

/// The environment of a piece of work: its only access to time, threads, files and the screen.
#[derive(Clone)]
pub struct Context<'f> {
    /// The budget; its flag is raised by the time limit and by Ctrl-C.
    pub budget: Budget,
    /// Where to report progress.
    pub progress: &'f dyn Progress,
    /// Who runs independent tasks.
    pub workers: &'f dyn Workers,
    /// Where big tables are kept.
    pub cache: &'f dyn Cache,
    /// CPU seconds that this process has used so far: read it twice and subtract.
    pub cpu_seconds: &'f (dyn Fn() -> f64 + Sync),
    /// Where items and rows go.
    pub sink: &'f dyn Sink,
    /// Who starts external programs.
    pub programs: &'f dyn Programs,
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
            sink: &Nowhere,
            programs: &NoPrograms,
        }
    }
}

/// How many results one worker computes before it hands them over.
const MOST_AT_ONCE: u64 = 256;

impl<'f> Context<'f> {
    /// The same environment with another budget, such as a smaller one for a hint.
    #[must_use]
    pub fn with_budget(&self, budget: Budget) -> Context<'f> {
        Context { budget, ..self.clone() }
    }

    /// The same environment with at most this many nodes, or fewer if fewer are left.
    #[must_use]
    pub fn at_most(&self, nodes: u64) -> Context<'f> {
        self.with_budget(self.budget.with_nodes(nodes.min(self.budget.remaining())))
    }

    /// Hands over one finished item of a list.
    #[cfg(feature = "json")]
    pub fn emit(&self, item: &impl serde::Serialize) {
        // Our own types always serialise; anything else is not an item.
        if let Ok(value) = serde_json::to_value(item) {
            self.sink.item(&value);
        }
    }

    /// Computes `work(i)` for each `i` in `0..count` on all workers, and passes each result to `take` in the order of
    /// `i`.
    ///
    /// What `take` sees does not depend on the number of threads, and only results that are ahead of their turn wait in
    /// memory, however large `count` is. It ends early if the stop flag is raised or `work` stops; the results taken
    /// until then have no gaps. Returns the number taken and why it ended.
    ///
    /// ```
    /// use quandary_core::{Context, Exhausted};
    /// let mut sum = 0;
    /// let (done, why) = Context::bare().fold(
    ///     "squares",
    ///     5,
    ///     |i| if i < 3 { Ok(i * i) } else { Err(Exhausted::Nodes.into()) },
    ///     |_, square| sum += square,
    /// );
    /// assert_eq!((done, sum), (3, 5));
    /// assert_eq!(why, Some(Exhausted::Nodes.into()));
    /// ```
    pub fn fold<T: Send>(
        &self,
        what: &str,
        count: u64,
        work: impl Fn(u64) -> Result<T, Stop> + Sync,
        mut take: impl FnMut(u64, T) + Send,
    ) -> (u64, Option<Stop>) {
        self.fold_while(what, count, work, |index, result| {
            take(index, result);
            Ok(())
        })
    }

    /// Like [`Context::fold`], but `take` may end it too: a refused result is not counted.
    pub fn fold_while<T: Send>(
        &self,
        what: &str,
        count: u64,
        work: impl Fn(u64) -> Result<T, Stop> + Sync,
        take: impl FnMut(u64, T) -> Result<(), Stop> + Send,
    ) -> (u64, Option<Stop>) {
        // Chunks keep the lock out of the way of short games; many of them keep the threads equally busy.
        let chunk = (count / (self.workers.threads() as u64 * 64)).clamp(1, MOST_AT_ONCE);
        let order = Mutex::new(InOrder { next: 0, waiting: BTreeMap::new(), taken: 0, ended: None, take });
        // The first chunk that ended early: later chunks cannot be taken, so they need not be computed.
        let ended = AtomicU64::new(u64::MAX);
        self.workers.run(count.div_ceil(chunk), &|index| {
            if ended.load(Ordering::Relaxed) < index {
                return ControlFlow::Break(());
            }
            let first = index * chunk;
            let mut results = Vec::new();
            let mut stopped = None;
            for i in first..first.saturating_add(chunk).min(count) {
                match self.budget.poll().map_err(Stop::from).and_then(|()| work(i)) {
                    Ok(result) => results.push(result),
                    Err(why) => {
                        ended.fetch_min(index, Ordering::Relaxed);
                        stopped = Some(why);
                        break;
                    }
                }
            }
            let mut order = order.lock().expect("a worker panicked");
            order.add(index, results, stopped);
            if order.ended.is_some() {
                ended.fetch_min(order.next, Ordering::Relaxed);
            }
            self.progress.report(what, order.taken, count);
            ControlFlow::Continue(())
        });
        let order = order.into_inner().expect("a worker panicked");
        (order.taken, order.ended)
    }

    /// Collects `work(i)` for each `i` in `0..count`, in the order of `i`.
    ///
    /// If the stop flag is raised, returns the results up to the first missing one, and the reason.
    ///
    /// ```
    /// use quandary_core::Context;
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
        let mut all = Vec::new();
        let (_, stopped) = self.fold(what, count, |i| Ok(work(i)), |_, result| all.push(result));
        let why = match stopped {
            Some(Stop::Exhausted(why)) => Some(why),
            // This work never reports bad input.
            Some(Stop::Input(_)) | None => None,
        };
        (all, why)
    }
}

/// Puts results that arrive in any order back into their order.
struct InOrder<T, F> {
    next: u64,
    waiting: BTreeMap<u64, (Vec<T>, Option<Stop>)>,
    taken: u64,
    ended: Option<Stop>,
    take: F,
}

impl<T, F: FnMut(u64, T) -> Result<(), Stop>> InOrder<T, F> {
    fn add(&mut self, index: u64, results: Vec<T>, stopped: Option<Stop>) {
        self.waiting.insert(index, (results, stopped));
        while self.ended.is_none() {
            let Some((results, stopped)) = self.waiting.remove(&self.next) else { break };
            self.next += 1;
            for result in results {
                if let Err(why) = (self.take)(self.taken, result) {
                    self.ended = Some(why);
                    return;
                }
                self.taken += 1;
            }
            self.ended = stopped;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StopFlag;

    #[test]
    fn a_raised_flag_keeps_the_finished_results_and_says_why() {
        let stop = StopFlag::new();
        let context = Context::bare().with_budget(Budget::unlimited().with_stop(stop.clone()));
        let (done, why) = context.map("games", 1000, |i| {
            if i == 500 {
                stop.raise(Exhausted::Cancelled);
            }
            i
        });
        assert_eq!(done, (0..=500).collect::<Vec<_>>());
        assert_eq!(why, Some(Exhausted::Cancelled));
    }

    /// Starts the tasks in order and ends them in reverse, two at a time.
    struct Crossed;

    impl Workers for Crossed {
        fn run(&self, tasks: u64, task: &(dyn Fn(u64) -> ControlFlow<()> + Sync)) {
            for first in (0..tasks).step_by(2) {
                let ends = [first + 1, first].map(|index| index < tasks && task(index).is_break());
                if ends.contains(&true) {
                    return;
                }
            }
        }

        fn threads(&self) -> usize {
            2
        }
    }

    #[test]
    fn an_endless_count_ends_with_the_budget() {
        for workers in [&Sequential as &dyn Workers, &Crossed] {
            let context = Context { workers, ..Context::bare() };
            let (done, why) = context.fold(
                "games",
                u64::MAX,
                |i| if i < 1000 { Ok(()) } else { Err(Exhausted::Nodes.into()) },
                |_, ()| (),
            );
            assert_eq!((done, why), (1000, Some(Exhausted::Nodes.into())));
        }
    }

    #[test]
    fn results_are_taken_in_order_and_without_gaps_on_any_workers() {
        let context = Context { workers: &Crossed, ..Context::bare() };
        let (all, why) = context.map("numbers", 1000, |i| i);
        assert_eq!(all, (0..1000).collect::<Vec<_>>());
        assert_eq!(why, None);
        let mut taken = Vec::new();
        let (done, why) = context.fold(
            "numbers",
            1000,
            |i| if i == 300 { Err(Exhausted::Memory.into()) } else { Ok(i) },
            |at, i| taken.push((at, i)),
        );
        assert_eq!((done, why), (300, Some(Exhausted::Memory.into())));
        assert_eq!(taken, (0..300).map(|i| (i, i)).collect::<Vec<_>>());
    }
}
