//! The peak memory of this process since a moment, where the system reports it (Linux); 0 elsewhere.

use std::fs;

/// Resets the peak, and returns how many bytes are in use now.
pub(crate) fn begin() -> u64 {
    // 5: the peak becomes the current use.
    let _ = fs::write("/proc/self/clear_refs", "5");
    read("VmRSS:")
}

/// The most bytes in use since [`begin`].
pub(crate) fn peak() -> u64 {
    read("VmHWM:")
}

fn read(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok())
        .map_or(0, |kibibytes| kibibytes << 10)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #[test]
    fn memory_that_was_freed_again_still_counts_for_the_peak() {
        let before = super::begin();
        drop(std::hint::black_box(vec![1_u8; 50 << 20]));
        let peak = super::peak() - before;
        // Memory that other threads free in the meantime is subtracted.
        assert!((40 << 20..200 << 20).contains(&peak), "{peak}");
    }
}
