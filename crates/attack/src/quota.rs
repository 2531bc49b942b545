//! How much must be tried before "nothing fell" means anything.

use std::collections::BTreeMap;
use std::path::Path;

/// The quotas are for an attack of this many seconds; a shorter one owes its share of them.
const SECONDS: f64 = 1800.0;

/// The quotas: a name, what counts towards it, and how many are owed in half an hour.
const QUOTAS: [(&str, &[&str], u64); 6] = [
    ("forged certificates", &["certificates forged"], 100_000),
    ("hostile commands and requests", &["commands", "requests"], 20_000),
    ("of them interrupted", &["interrupts"], 100),
    ("damaged inputs", &["inputs damaged"], 5_000_000),
    ("cache files damaged or exchanged", &["cache files"], 10),
    ("programs killed", &["programs killed"], 20),
];

/// How often each thing was tried.
///
/// ```
/// use quandary_attack::quota::{TrialCounts, table};
/// let half_an_hour = |forged| {
///     TrialCounts::default()
///         .with("certificates forged", forged)
///         .with("commands", 8_000)
///         .with("requests", 12_000)
///         .with("interrupts", 300)
///         .with("inputs damaged", 5_000_000)
///         .with("cache files", 60)
///         .with("programs killed", 60)
///         .with("claims", 30)
///         .with("claims that exist", 30)
/// };
/// assert_eq!(table(&half_an_hour(100_000), 1800.0), 0);
/// assert_eq!(table(&half_an_hour(99_999), 1800.0), 1);
/// assert_eq!(table(&half_an_hour(99_999), 1700.0), 0);
/// assert_eq!(table(&half_an_hour(100_000).with("claims that exist", 31), 1800.0), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrialCounts(BTreeMap<String, u64>);

impl TrialCounts {
    /// The same with a count.
    #[must_use]
    pub fn with(mut self, what: &str, count: u64) -> TrialCounts {
        self.0.insert(what.to_owned(), count);
        self
    }

    /// Adds the counts of another part.
    pub fn add(&mut self, other: TrialCounts) {
        for (what, count) in other.0 {
            *self.0.entry(what).or_default() += count;
        }
    }

    /// From a file; empty if there is none: what a killed part tried does not count.
    pub fn read(path: &Path) -> TrialCounts {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        TrialCounts(serde_json::from_str(&text).unwrap_or_default())
    }

    /// Into a file.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let text = serde_json::to_string(&self.0).map_err(|error| error.to_string())?;
        std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
    }

    fn count(&self, what: &[&str]) -> u64 {
        what.iter().filter_map(|what| self.0.get(*what)).sum()
    }
}

/// Prints what was tried beside what is owed, and returns how many quotas were missed.
pub fn table(tried: &TrialCounts, seconds: f64) -> usize {
    let share = (seconds / SECONDS).min(1.0);
    let owed = QUOTAS.iter().map(|&(name, what, least)| (name, what, (least as f64 * share) as u64));
    // A claim without a forgery is missed, however short the attack is.
    let claims = ("claims forged", &["claims"][..], tried.count(&["claims that exist"]).max(1));
    println!("{:<36}{:>12}{:>12}", "what", "tried", "at least");
    let mut missed = 0;
    for (name, what, least) in owed.chain([claims]) {
        let count = tried.count(what);
        let short = count < least;
        missed += usize::from(short);
        println!("{name:<36}{count:>12}{least:>12}{}", if short { "   MISSED" } else { "" });
    }
    missed
}
