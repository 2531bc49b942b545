//! Passes the hash of the sources behind each family of entries to the crate. Outside the workspace there is no such
//! hash, and that of the program itself is used.

#[path = "build/families.rs"]
mod families;

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=build/families.rs");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let Ok(all) = families::Families::read(&root) else { return };
    println!("cargo:rerun-if-changed={}", root.join("Cargo.lock").display());
    for place in all.watched().unwrap_or_default() {
        println!("cargo:rerun-if-changed={}", place.display());
    }
    if let Ok(families) = all.hashes() {
        let hashes: Vec<String> = families.iter().map(|(name, hash)| format!("{name}={hash:016x}")).collect();
        println!("cargo:rustc-env=QUANDARY_SOURCES={}", hashes.join(","));
    }
}
