//! What the crate promises, over its public face.

mod certificates;
mod documents;
mod formats;
mod verdicts;
