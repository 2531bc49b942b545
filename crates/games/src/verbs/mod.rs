//! What the interfaces of the games have in common.

pub(crate) mod certified;
pub(crate) mod contest;
pub(crate) mod matches;
pub(crate) mod progress;
pub(crate) mod questions;
pub(crate) mod random_positions;
pub(crate) mod watched;

use quandary_core::Context;
use quandary_verbs::{Command, Opt, Verb};

use self::contest::Contest;
use self::matches::{Measure, Perft, Simulate};
use self::random_positions::{Generate, RandomPositions};
use crate::protocol::Protocols;

/// The verbs of a game on a board: those that are its own, and those that are the same for all, as help lists them.
pub(crate) const fn verbs<
    G: RandomPositions + Protocols,
    Solve: Command,
    Explain: Command,
    Watch: Command,
    Bench: Command,
>() -> [Verb; 9] {
    [
        Verb::of::<Solve>(),
        Verb::of::<Explain>(),
        Verb::of::<Generate<G>>(),
        Verb::of::<Simulate<G>>(),
        Verb::of::<Measure<G>>(),
        Verb::of::<Contest<G>>(),
        Verb::of::<Watch>(),
        Verb::of::<Perft<G>>(),
        Verb::of::<Bench>(),
    ]
}

/// Which exact or proof-number method.
pub(crate) const METHOD: Opt<&str> = Opt::choice(
    "method",
    "METHOD",
    &["alpha-beta", "pns", "pn2", "df-pn", "mcpns", "ppns", "pp", "uct", "pn-mcts", "mc"],
    "alpha-beta gives the exact score; the others prove or disprove a win",
)
.or("alpha-beta");

/// The bits of a table of entries of this many bytes: what is asked for, or less where the memory budget says so. An eighth of the
/// budget is left for everything else.
pub(crate) fn table_bits(asked: u64, entry_bytes: usize, context: &Context<'_>) -> u32 {
    let entries = context.budget.memory_or(usize::MAX) / 8 * 7 / entry_bytes;
    (asked as u32).min(entries.max(1).ilog2())
}
