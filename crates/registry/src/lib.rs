//! Every puzzle and game that Quandary knows, in the order in which they are listed.
//!
//! A face finds its puzzle here by name. Adding one is its own folder and one line in this list; the
//! conformance tests in `tests/` then run over it.

use quandary_core::face::Entry;

static ENTRIES: &[&dyn Entry] = &[
    &quandary_sliding::face::ENTRY,
    &quandary_minesweeper::face::ENTRY,
    &quandary_nonogram::face::ENTRY,
    &quandary_twenty48::face::ENTRY,
    &quandary_games::connect_four::face::ENTRY,
    &quandary_games::othello::face::ENTRY,
    &quandary_games::pgame::face::ENTRY,
];

/// All of them.
pub fn all() -> &'static [&'static dyn Entry] {
    ENTRIES
}

/// The one with this name.
pub fn find(name: &str) -> Option<&'static dyn Entry> {
    all().iter().copied().find(|entry| entry.name() == name)
}
