//! Finds out which sources the program is made from, and their commit.

use std::path::{Path, PathBuf};
use std::process::Command;

use quandary_sources::{Hash, Workspace};

/// What every interface has in common, with everything that can affect an answer or a row. The interfaces themselves do
/// not count: the same sources give the same results on the command line, in Python and in the browser.
const ROOTS: [&str; 3] = ["quandary-api", "quandary-studies", "quandary-runtime"];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let workspace = Workspace::read(&root)
        .expect("the program is built within its workspace, whose sources say which build it is");
    let packages = workspace.reached(ROOTS.map(str::to_owned));
    let mut places: Vec<PathBuf> = workspace.places(&packages).collect();
    places.push(workspace.lock_file());
    for place in &places {
        println!("cargo:rerun-if-changed={}", place.display());
    }
    let mut hash = Hash::new();
    workspace.add_packages(&packages, &mut hash).expect("the sources can be read");
    println!("cargo:rustc-env=QUANDARY_SOURCES={:016x}", hash.value());
    if let Some(commit) = commit(&root, &places) {
        println!("cargo:rustc-env=QUANDARY_COMMIT={commit}");
    }
}

/// The commit, with `-dirty` if one of these places differs from it; none outside a repository.
fn commit(root: &Path, places: &[PathBuf]) -> Option<String> {
    let git = |arguments: &[&str]| Command::new("git").arg("-C").arg(root).args(arguments).output().ok();
    let said = |arguments: &[&str]| {
        let output = git(arguments).filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    };
    // Sources inside another repository have no commit of their own.
    let top = said(&["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    let log = said(&["rev-parse", "--git-path", "logs/HEAD"]).map(|path| root.join(path));
    if let Some(log) = log.filter(|log| log.exists()) {
        println!("cargo:rerun-if-changed={}", log.display());
    }
    let commit = said(&["rev-parse", "--short=12", "HEAD"])?;
    let mut changed = Command::new("git");
    changed.arg("-C").arg(root).args(["diff", "--quiet", "HEAD", "--"]).args(places);
    let clean = changed.status().is_ok_and(|status| status.success());
    Some(if clean { commit } else { commit + "-dirty" })
}
