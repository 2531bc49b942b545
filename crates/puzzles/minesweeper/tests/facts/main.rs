//! Facts about the whole crate, checked against brute force and golden values.

mod arguments;
mod brute;
mod counting;
mod grades;
mod parsing;
mod playing;
mod readings;
mod replays;
mod verbs;
mod writers;
