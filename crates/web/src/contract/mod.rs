//! What the server and the page have agreed on, made from the types: `docs/openapi.json`, and the page's own
//! `types.ts`. `cargo xtask types` writes both; a test compares them.

mod openapi;
mod schemas;
mod typescript;

pub use openapi::openapi;
pub use typescript::typescript;
