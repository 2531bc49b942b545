//! The proof-number family: searches that prove or disprove a win.
//!
//! All of them take a [`Tree`](crate::tree::Tree) and give a [`Report`]; [`Method`] names them all.
//!
//! | file | algorithm |
//! |---|---|
//! | `pns` | proof-number search |
//! | `pn2` | PN², two levels |
//! | `dfpn` | depth-first, with a table instead of a tree |
//! | `mcpns` | numbers from random games |
//! | `ppns` | probabilities instead of numbers; product propagation |

mod arena;
mod best_first;
pub mod dfpn;
pub mod mcpns;
mod method;
pub(crate) mod playouts;
pub mod pn2;
pub mod pns;
pub mod ppns;
mod transposition;
mod way;

pub use arena::{Arena, Node};
pub(crate) use best_first::combine_solved;
pub use best_first::{BestFirst, Conclusion, Leaf, Report, Rule};
pub use dfpn::depth_first;
pub use mcpns::MonteCarloProofNumberSearch;
pub use method::{Method, Settings};
pub use pn2::SquaredProofNumberSearch;
pub use pns::{INFINITE, ProofNumberSearch, ProofNumbers};
pub use ppns::ProbabilitySearch;
