//! Proof-number search in the access article (Primanita, Khalid and Iida 2021): P-games, Connect Four, Othello and,
//! for its table 3, the iterations and nodes on 2x2 2048.
//!
//! The article prints neither its time nor its memory limits, nor the range, threshold and playouts of its trees.
//! Counts of what was solved within a limit can therefore not be judged cell by cell; they stand beside ours with our
//! budget named, and the claims are judged instead, with the truth beside every answer.

mod connect_four;
mod othello;
mod pgame;
mod tally;
pub(super) mod tiny;

use super::Regenerator;

/// Its entries.
pub(super) static REGENERATORS: &[Regenerator] = &[
    Regenerator { id: "access.T1", run: othello::table_1 },
    Regenerator { id: "access.F2", run: connect_four::figure_2 },
    Regenerator { id: "access.PGAME", run: pgame::experiment },
];
