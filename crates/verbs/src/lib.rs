#![doc = include_str!("../README.md")]

pub mod figure;
pub mod hint;
pub mod play;
pub mod proving;
pub mod sheet;

mod answer;
mod boards;
mod entry;
mod items;
mod names;
mod option;
mod page;
mod request;
mod schema;
mod verb;

pub use answer::{Answer, Reply, SCHEMA, Status, error_json, item_json};
pub use boards::blocks;
pub use entry::Entry;
pub use hint::{Alternative, Hint, Recommendation, TakeBack};
pub use items::make_items;
pub use option::{Kind, OnlyWith, Opt, OptionSpec, join};
pub use page::Page;
pub use request::{Input, Options, Request};
pub use verb::{Command, Explanation, Games, InputSpec, Verb, VerbSpec};

/// The seed of everything random, for every verb that draws.
pub const SEED: Opt<u64> =
    Opt::whole("seed", "SEED", 0, u64::MAX, "Seed of everything random: the same seed, the same result")
        .or("1");

/// Where to draw the [figure](Reply::figure) of an answer: the interface writes it.
pub const FIGURE: Opt<String> = Opt::output("figure", "SVG", "Draw a figure into this file");

/// Where the [rows](quandary_core::study) of the games go: the interface writes them.
pub const ROWS: Opt<String> =
    Opt::output("rows", "FILE", "Write a row for each game: .csv, or .jsonl for JSON lines");

/// How many items to make, for the verbs that make lists.
pub const COUNT: Opt<u64> = Opt::whole("count", "N", 1, u64::MAX, "How many").or("1");

/// One line of JSON an item, at once, for the verbs that make lists.
pub const JSON_LINES: Opt<bool> =
    Opt::switch("json-lines", "Print each item as one line of JSON as soon as it is ready, and nothing else");
