//! How a puzzle shows itself to the command line, the browser, Python and a cluster: one [`Entry`] each.
//!
//! An entry reads top to bottom as the life of a puzzle: its name, its presets, how it is played
//! ([`AnySession`](crate::play::AnySession)), and the verbs it answers. Interfaces know entries only; entries know nothing of
//! faces. Options are data ([`OptionSpec`]), so that help, completion, validation and a form are written once; answers
//! are values, so that JSON, its schema and the text for people come from the same place.

mod answer;
mod entry;
mod items;
mod names;
mod option;
mod request;
mod schema;
mod verb;

pub use crate::verbs;
pub use answer::{Answer, Reply, SCHEMA, Status, error_json, item_json};
pub use entry::Entry;
pub use items::make_items;
pub use option::{Kind, OnlyWith, Opt, OptionSpec, join};
pub use request::{Input, Options, Request};
pub use verb::{Command, Explanation, Games, InputSpec, Verb, VerbSpec};

/// The seed of everything random, for every verb that draws.
pub const SEED: Opt<u64> =
    Opt::whole("seed", "SEED", 0, u64::MAX, "Seed of everything random: the same seed, the same result")
        .or("1");

/// Where to draw the [figure](Reply::figure) of an answer: the interface writes it.
pub const FIGURE: Opt<String> = Opt::output("figure", "SVG", "Draw a figure into this file");

/// Where the [rows](crate::study) of the games go: the interface writes them.
pub const ROWS: Opt<String> =
    Opt::output("rows", "FILE", "Write a row for each game: .csv, or .jsonl for JSON lines");

/// How many items to make, for the verbs that make lists.
pub const COUNT: Opt<u64> = Opt::whole("count", "N", 1, u64::MAX, "How many").or("1");

/// One line of JSON an item, at once, for the verbs that make lists.
pub const JSON_LINES: Opt<bool> =
    Opt::switch("json-lines", "Print each item as one line of JSON as soon as it is ready, and nothing else");
