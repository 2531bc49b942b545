//! What the crate promises, over its public face.

mod certificates;
mod colours;
mod documents;
mod face;
mod formats;
mod verdicts;
