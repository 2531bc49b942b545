//! The server as a client meets it: over a socket, with nothing of the server's own code on this side.

mod client;
mod contract;
mod guests;
mod questions;
mod study;
