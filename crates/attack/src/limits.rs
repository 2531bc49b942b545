//! The limits, and how overruns are judged on a busy machine.

/// The memory limit of a question, in mebibytes.
pub(crate) const MEMORY: u64 = 64;
/// Seconds that it may take beyond its limit.
pub(crate) const GRACE: f64 = 1.0;
/// Seconds that it may go on after Ctrl-C.
pub(crate) const GRACE_AFTER_INTERRUPT: f64 = 0.5;

/// Says which limit was overrun: time by more than its grace, memory by more than a tenth. `peak` is the memory beyond
/// that of an idle program.
///
/// Time is overrun only if both wall time and CPU time are: waiting for a processor adds to the first alone, and
/// several threads to the second alone.
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
    fn neither_waiting_nor_threads_count_as_an_overrun() {
        assert_eq!(overrun(0.1, GRACE, 9.0, 0.2, 0), None);
        assert_eq!(overrun(0.9, GRACE, 1.0, 2.7, 0), None);
        assert!(overrun(0.1, GRACE, 1.2, 1.2, 0).is_some_and(|what| what.starts_with("time")));
    }

    #[test]
    fn memory_may_exceed_its_limit_by_a_tenth() {
        assert_eq!(overrun(1.0, GRACE, 0.0, 0.0, 70 << 20), None);
        assert!(overrun(1.0, GRACE, 0.0, 0.0, 71 << 20).is_some_and(|what| what.starts_with("memory")));
    }
}
