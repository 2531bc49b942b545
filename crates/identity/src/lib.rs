//! Which build of the program this is: a hash of all sources that can affect a result, and the commit if there is one.
//!
//! An interface registers it when it starts; code that stores results reads it from [`quandary_core::build`]. So a
//! changed line of a puzzle rebuilds that puzzle, the crates that depend on it, and the interfaces, but no other crate.

use quandary_core::build::Build;

/// This build.
pub const BUILD: Build = Build {
    version: env!("CARGO_PKG_VERSION"),
    sources: env!("QUANDARY_SOURCES"),
    commit: option_env!("QUANDARY_COMMIT"),
};

/// Registers this build, so that stored results can name it.
pub fn register() {
    quandary_core::build::register(BUILD);
}
