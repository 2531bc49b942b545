#![doc = include_str!("../README.md")]

use quandary_check::{Rejection, VERIFIERS, Verified, Verifier, Work, verify_among};
use quandary_core::Certificate;
use quandary_verbs::Entry;

static ENTRIES: &[&Entry] = &[
    &quandary_sliding::verbs::ENTRY,
    &quandary_minesweeper::verbs::ENTRY,
    &quandary_nonogram::verbs::ENTRY,
    &quandary_twenty48::verbs::ENTRY,
    &quandary_games::connect_four::verbs::ENTRY,
    &quandary_games::othello::verbs::ENTRY,
    &quandary_games::checkers::verbs::ENTRY,
    &quandary_games::gomoku::verbs::ENTRY,
    &quandary_games::xiangqi::verbs::ENTRY,
    &quandary_games::pgame::verbs::ENTRY,
    &quandary_lights_out::verbs::ENTRY,
];

/// Verifiers that live in their puzzle's folder; the others are in `check`.
#[rustfmt::skip] // One per line: `cargo xtask new-puzzle` adds lines.
static MORE_VERIFIERS: &[Verifier] = &[
    quandary_lights_out::verify::VERIFIER,
];

/// All of them.
pub fn all() -> &'static [&'static Entry] {
    ENTRIES
}

/// The one with this name.
pub fn find(name: &str) -> Option<&'static Entry> {
    all().iter().copied().find(|entry| entry.name == name)
}

/// What verifies the claims about each puzzle.
pub fn verifiers() -> impl Iterator<Item = Verifier> {
    VERIFIERS.into_iter().chain(MORE_VERIFIERS.iter().copied())
}

/// Verifies a certificate with code that shares nothing with the solvers.
pub fn verify(certificate: &Certificate, work: &mut Work) -> Result<Verified, Rejection> {
    verify_among(certificate, verifiers(), work)
}
