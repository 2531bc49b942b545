//! The keys of answers. The checker depends on no solver, so they are listed here; a test of the command line compares
//! them with the schemas of every answer that may carry a certificate.

/// Keys about how an answer was made, not about the puzzle. They are neither proved nor reported as unproved.
pub(crate) const ABOUT_THE_WORK: [&str; 14] = [
    "schema",
    "puzzle",
    "verb",
    "build",
    "status",
    "stopped",
    "signature",
    "cpu_seconds",
    "conventions",
    "certificate",
    "certificates",
    "no_certificate",
    "items",
    "index",
];

/// Every key that an answer with a certificate, or an item of one, may have.
#[rustfmt::skip]
pub const ANSWER_KEYS: [&str; 120] = [
    "3bv", "adversarial", "adversarial_with", "afterstates_canonical", "alternatives", "asked_plies",
    "at_least", "attack", "bars", "best", "board", "boards", "bounds", "build", "bytes", "bytes_per_node",
    "canonical", "cells", "certificate", "certificates", "changed", "changes", "colours", "conclusion",
    "contradiction", "conventions", "cost", "count", "cpu_seconds", "decision", "differences", "drawn",
    "empty", "ended", "error", "expected_score", "fewest", "first_cell", "first_click", "gap", "goal",
    "grade", "guaranteed_tile", "how", "index", "inhibitor", "items", "iterations", "largest", "length",
    "line", "line_wxf", "ln_minefields", "longest_game", "lower_bound", "means", "method", "milestones",
    "mine_count", "mine_count_known", "mined", "minefields", "mines", "moves", "nin", "no_certificate",
    "no_guess", "nodes", "objective", "opened", "openings", "options", "other", "out_of", "p4", "picture",
    "playouts", "plies", "position", "probabilities", "proof_steps", "protected", "proved", "puzzle",
    "questions", "reachability", "report", "safe", "schema", "score", "seed", "seen", "settings",
    "signature", "solution", "solver_bound", "start", "states", "states_are", "status", "stopped", "stuck",
    "take_back", "target", "text", "threats", "title", "training", "truth", "unsolvable_because", "until_target",
    "value", "value_is", "verb", "verdict", "warnings", "win_probability", "win_rate", "wins", "within",
];
