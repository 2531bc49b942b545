//! What the crate promises, over its public face.

mod certificates;
mod changing;
mod colours;
mod documents;
mod face;
mod formats;
mod images;
mod verdicts;
