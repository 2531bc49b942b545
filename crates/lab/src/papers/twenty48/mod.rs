//! The 2048 of the access article (Primanita, Khalid and Iida 2021): sections III-B, IV-B, V and VI.
//!
//! The article prints neither its weights w (equation 9) nor its first threshold (equation 10) nor how often a 4
//! spawns. What is used here is declared in [`games`]; every entry says how much it depends on that.

mod claims;
mod exact;
mod expectimax;
mod games;
mod motion;
mod reading;
mod sweep;

use super::Regenerator;

/// Its entries.
pub(super) static REGENERATORS: &[Regenerator] = &[
    Regenerator { id: "access.T3", run: exact::table_3, conclude: exact::conclude },
    Regenerator { id: "access.T4", run: expectimax::table_4, conclude: expectimax::conclude },
    Regenerator { id: "access.T6", run: motion::table_6, conclude: motion::conclude },
    Regenerator { id: "access.C4", run: claims::sections_3_to_6, conclude: super::sentences::conclude },
    Regenerator { id: "access.T7", run: reading::table_7, conclude: reading::conclude },
];

/// Of the 12 cases of table 3: how many are a win under AND, and how many have a lucky line.
pub(super) use exact::forced_cases;
