//! Which build of the program this is: a hash of all sources that can reach a result, and the commit where there is one.
//!
//! An interface registers it at its start, and [`quandary_core::build`] tells it to whoever makes something that outlives the
//! program. So a changed line of a puzzle rebuilds that puzzle, what depends on it, and the interfaces, and no other crate.

use quandary_core::build::Build;

/// This build.
pub const BUILD: Build = Build {
    version: env!("CARGO_PKG_VERSION"),
    sources: env!("QUANDARY_SOURCES"),
    commit: option_env!("QUANDARY_COMMIT"),
};

/// Lets everything that this program makes say by which build it was made.
pub fn register() {
    quandary_core::build::register(BUILD);
}
