//! The most memory that this process held since a moment, where the system says it (Linux); 0 elsewhere.

use std::fs;

/// Forgets the peak, and says how many bytes are held now.
pub(crate) fn begin() -> u64 {
    // 5: the peak becomes what is held now.
    let _ = fs::write("/proc/self/clear_refs", "5");
    read("VmRSS:")
}

/// The most bytes that were held since [`begin`].
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
    fn what_was_held_and_given_back_is_the_peak() {
        let before = super::begin();
        drop(std::hint::black_box(vec![1_u8; 50 << 20]));
        let peak = super::peak() - before;
        // What other threads give back meanwhile is taken off.
        assert!((40 << 20..200 << 20).contains(&peak), "{peak}");
    }
}
