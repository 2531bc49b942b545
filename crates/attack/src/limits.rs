//! What may be taken, and how it is judged on a machine that has other work, too.

/// Mebibytes that a question is given.
pub(crate) const MEMORY: u64 = 64;
/// Seconds that it may take longer than it was given.
pub(crate) const GRACE: f64 = 1.0;
/// Seconds that it may go on after Ctrl-C.
pub(crate) const GRACE_AFTER_INTERRUPT: f64 = 0.5;

/// Says what was overrun: time by more than its grace, memory by more than a tenth. `peak` is what was taken beyond
/// what doing nothing takes.
///
/// Time is overrun when the clock on the wall and the processor both say so: who waits for a processor is slow on the
/// first alone, and several threads are on the second.
pub(crate) fn overrun(seconds: f64, grace: f64, wall: f64, cpu: f64, peak: u64) -> Option<String> {
    if wall.min(cpu) > seconds + grace {
        return Some(format!("time: {wall:.2} s (CPU {cpu:.2}) of {seconds}"));
    }
    (peak > (MEMORY << 20) * 11 / 10).then(|| format!("memory: {} MiB of {MEMORY}", peak >> 20))
}

#[cfg(test)]
mod tests {
    use super::{GRACE, overrun};

    #[test]
    fn waiting_is_no_overrun_and_neither_are_threads() {
        assert_eq!(overrun(0.1, GRACE, 9.0, 0.2, 0), None);
        assert_eq!(overrun(0.9, GRACE, 1.0, 2.7, 0), None);
        assert!(overrun(0.1, GRACE, 1.2, 1.2, 0).is_some_and(|what| what.starts_with("time")));
    }

    #[test]
    fn a_tenth_of_the_memory_is_allowed_beyond_it() {
        assert_eq!(overrun(1.0, GRACE, 0.0, 0.0, 70 << 20), None);
        assert!(overrun(1.0, GRACE, 0.0, 0.0, 71 << 20).is_some_and(|what| what.starts_with("memory")));
    }
}
