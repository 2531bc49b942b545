//! The promise that everything but the interfaces runs in a browser: builds it, and compares node's answers with ours.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::tools::{TARGET, Toolchain, target, works};
use crate::{as_tested, cargo, run};

/// The module for the browser, and the JavaScript that calls it, in a folder.
pub(crate) struct Module {
    /// The folder.
    pub(crate) folder: PathBuf,
}

impl Module {
    /// Builds it.
    pub(crate) fn build(toolchain: &Toolchain) -> Result<Module, String> {
        run(toolchain.cargo().args([
            "build",
            "--profile",
            "page",
            "--target",
            TARGET,
            "-p",
            "quandary-wasm",
        ]))?;
        let module = Toolchain::folder().join(TARGET).join("page/quandary_wasm.wasm");
        let folder = target().join("lab");
        bind(&module, &folder)?;
        Ok(Module { folder })
    }
}

/// Writes the JavaScript that calls the module, and the module without debugging data.
fn bind(module: &Path, folder: &Path) -> Result<(), String> {
    let mut bind = cargo();
    bind.args(["run", "--quiet", "--locked", "--manifest-path", "xtask/bind/Cargo.toml", "--target-dir"]);
    run(bind.arg(target().join("bind")).arg("--").arg(module).arg(folder))
}

/// Builds for the browser and compares its answers with the native ones.
pub(crate) fn check(toolchain: &Toolchain) -> Result<Module, String> {
    if !works("node") {
        return Err("there is no `node` to run it; `apt-get install nodejs` installs it".into());
    }
    let module = Module::build(toolchain)?;
    compare(&module)?;
    Ok(module)
}

fn compare(module: &Module) -> Result<(), String> {
    let requests =
        std::fs::read_to_string("crates/wasm/requests.jsonl").map_err(|error| error.to_string())?;
    as_tested()?;
    let mut ours = Command::new(target().join("debug/examples/answer"));
    println!("> node crates/wasm/answer.mjs {}", module.folder.display());
    let ours = answers(&mut ours, &requests)?;
    let theirs = answers(Command::new("node").arg("crates/wasm/answer.mjs").arg(&module.folder), &requests)?;
    let (ours, theirs): (Vec<&str>, Vec<&str>) = (ours.lines().collect(), theirs.lines().collect());
    if ours.len() != requests.lines().count() || ours.len() != theirs.len() {
        return Err(format!(
            "{} requests, {} native answers, {} in node",
            requests.lines().count(),
            ours.len(),
            theirs.len()
        ));
    }
    for ((request, ours), theirs) in requests.lines().zip(ours).zip(theirs) {
        if ours != theirs {
            return Err(format!("{request}\n  native: {ours}\n  node:   {theirs}"));
        }
    }
    let size =
        std::fs::metadata(module.folder.join("quandary_wasm_bg.wasm")).map_or(0, |metadata| metadata.len());
    println!("wasm-check: {} answers equal; {} kB", requests.lines().count(), size / 1000);
    Ok(())
}

fn answers(command: &mut Command, requests: &str) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let fail = |error: std::io::Error| format!("`{name}`: {error}");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(fail)?;
    child.stdin.take().expect("it was piped").write_all(requests.as_bytes()).map_err(fail)?;
    let output = child.wait_with_output().map_err(fail)?;
    if !output.status.success() {
        return Err(format!("`{name}` failed ({})", output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    /// The version of a package in a lock file.
    fn version(lock: &str, name: &str) -> String {
        let mut lines = lock.lines().skip_while(|line| *line != format!("name = \"{name}\""));
        lines.nth(1).expect("the package is in the lock file").to_owned()
    }

    #[test]
    fn the_binding_tool_has_the_version_of_the_bindings_in_the_module() {
        let ours = version(include_str!("../../Cargo.lock"), "wasm-bindgen");
        assert_eq!(version(include_str!("../bind/Cargo.lock"), "wasm-bindgen-cli-support"), ours);
    }
}
