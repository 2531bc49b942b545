//! What the crate promises, over its public interface.

mod certificates;
mod changing;
mod colours;
mod documents;
mod formats;
mod images;
mod shelf;
mod verbs;
mod verdicts;
