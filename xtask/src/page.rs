//! The page in a real browser: `web/test` drives it through both transports.

use std::path::Path;
use std::process::Command;

use crate::tools::target;
use crate::wasm::Module;
use crate::{as_tested, run, site};

/// Writes the site, uses the program that the tests built, and plays every puzzle in both.
pub(crate) fn check(module: &Module) -> Result<(), String> {
    site::write(module)?;
    as_tested()?;
    let tests = Path::new("web/test");
    if !tests.join("node_modules").exists() {
        run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(tests))?;
    }
    let site = std::path::absolute("site").map_err(|error| error.to_string())?;
    let mut drive = Command::new("node");
    drive.arg("all.mjs").arg("--site").arg(site).arg("--program").arg(target().join("debug/quandary"));
    run(drive.current_dir(tests))
}
