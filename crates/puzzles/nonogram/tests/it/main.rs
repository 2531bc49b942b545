//! What the crate promises, over its public face.

mod certificates;
mod documents;
mod face;
mod formats;
mod verdicts;
