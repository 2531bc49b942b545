//! Which build of the program is running: results name it, and results of two builds are not mixed.
//!
//! Two builds of one version may differ by a line that changes every result. So a build is identified by a hash of its
//! sources, which the program registers when it starts (`quandary-identity`).

use std::fmt;
use std::sync::OnceLock;

/// A build of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Build {
    /// The version that was published.
    pub version: &'static str,
    /// The hash of the sources that can affect a result: builds with the same hash are the same.
    pub sources: &'static str,
    /// The commit of the sources, if there is one; for people.
    pub commit: Option<&'static str>,
}

/// `0.1.0+0123456789abcdef`: stored with results and compared.
impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.version, self.sources)
    }
}

static REGISTERED: OnceLock<Build> = OnceLock::new();

/// Registers this build. The first call counts: a program is one build.
pub fn register(build: Build) {
    let _ = REGISTERED.set(build);
}

/// The running build, if the program registered one; a test or an example of a library does not.
pub fn registered() -> Option<&'static Build> {
    REGISTERED.get()
}

/// The name of the running build, to be stored with results.
pub fn name() -> String {
    registered().map_or_else(|| format!("{} of unknown sources", env!("CARGO_PKG_VERSION")), Build::to_string)
}
