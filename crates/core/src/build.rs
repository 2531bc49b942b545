//! Which build of the program is at work: what it makes and keeps says so, and results of two builds are not mixed.
//!
//! Two builds of one version may differ by a line that changes every result. So a build is known by a hash of its sources,
//! which the program registers at its start (`quandary-identity`).

use std::fmt;
use std::sync::OnceLock;

/// A build of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Build {
    /// The version that was published.
    pub version: &'static str,
    /// The hash of the sources that can reach a result: two builds are the same when this is.
    pub sources: &'static str,
    /// The commit that the sources are of, where there is one; for people.
    pub commit: Option<&'static str>,
}

/// `0.1.0+0123456789abcdef`: what is written beside results and compared.
impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.version, self.sources)
    }
}

static REGISTERED: OnceLock<Build> = OnceLock::new();

/// Says which build this is. The first word counts: a program is one build.
pub fn register(build: Build) {
    let _ = REGISTERED.set(build);
}

/// The build at work, if the program said which it is; a test or an example of a library does not.
pub fn registered() -> Option<&'static Build> {
    REGISTERED.get()
}

/// The name of the build at work, to be written beside results.
pub fn name() -> String {
    registered().map_or_else(|| format!("{} of unknown sources", env!("CARGO_PKG_VERSION")), Build::to_string)
}
