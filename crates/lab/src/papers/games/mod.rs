//! Proof-number search in the access article (Primanita, Khalid and Iida 2021): P-games, Connect Four, Othello, the
//! 8-puzzle of its table 2 and, for its table 3, the iterations and nodes on 2x2 2048.
//!
//! The article prints neither its time nor its memory limits, nor the playouts of its experiments with two players.
//! Numbers that depend on them are judged under a declared set-up and also with other values of the open parameters; a
//! smaller budget costs nothing, because its search is the beginning of the larger one. Every answer is compared with
//! the truth where that is known.

pub(super) mod authors;
mod claims;
mod connect_four;
mod limited;
mod othello;
mod pgame;
mod progress;
mod sentences;
mod side_by_side;
mod tally;
pub(super) mod tiny;
mod validity;

use super::Regenerator;

/// Its entries.
pub(super) static REGENERATORS: &[Regenerator] = &[
    Regenerator { id: "access.T1", run: othello::table_1, conclude: othello::conclude },
    Regenerator { id: "access.T2", run: limited::table_2, conclude: limited::conclude },
    Regenerator { id: "access.F2", run: connect_four::figure_2, conclude: connect_four::conclude },
    Regenerator { id: "access.PGAME", run: pgame::experiment, conclude: pgame::conclude },
    Regenerator { id: "access.F3", run: progress::figure_3, conclude: progress::conclude },
    Regenerator { id: "access.F4", run: progress::figure_4, conclude: progress::conclude },
    Regenerator { id: "access.C3", run: sentences::section_3, conclude: super::sentences::conclude },
    Regenerator { id: "access.GAMES", run: side_by_side::table, conclude: side_by_side::conclude },
];
