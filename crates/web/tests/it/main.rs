//! The server as a client meets it: over a socket, with nothing of the server's own code on this side.

mod client;
mod contract;
mod experiment;
mod guests;
mod questions;
