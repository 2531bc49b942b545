//! What this crate promises, one subject a file.

mod exact;
mod expectimax;
mod games;
mod network;
mod playing;
mod verbs;
