use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use quandary_core::context::{Sequential, Workers};

/// This many threads, started for each list of tasks. Tasks are started in order.
#[derive(Clone, Copy, Debug)]
pub struct Threads(pub usize);

impl Workers for Threads {
    fn run(&self, tasks: u64, task: &(dyn Fn(u64) -> ControlFlow<()> + Sync)) {
        if self.0 <= 1 {
            return Sequential.run(tasks, task);
        }
        let (next, ended) = (AtomicU64::new(0), AtomicBool::new(false));
        std::thread::scope(|scope| {
            for _ in 0..(self.0 as u64).min(tasks) {
                scope.spawn(|| {
                    while !ended.load(Ordering::Relaxed) {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= tasks {
                            break;
                        }
                        if task(index).is_break() {
                            ended.store(true, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
    }

    fn threads(&self) -> usize {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quandary_core::Context;

    #[test]
    fn the_result_does_not_depend_on_the_number_of_threads() {
        let squares = |threads| {
            let workers = Threads(threads);
            let context = Context { workers: &workers, ..Context::bare() };
            let mut seen = Vec::new();
            let (done, why) =
                context.fold("squares", 5000, |i| Ok(i * i), |at, square| seen.push((at, square)));
            assert_eq!((done, why), (5000, None));
            seen
        };
        assert_eq!(squares(1), squares(2));
        assert_eq!(squares(1), squares(7));
    }
}
