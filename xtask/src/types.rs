//! `cargo xtask types`: writes the interface between server and page from the Rust types.

use std::path::Path;

/// The files, and the arguments of the example that prints each.
const WRITTEN: [(&str, &str); 2] = [("web/src/lib/types.ts", "typescript"), ("docs/openapi.json", "openapi")];

pub(crate) fn write() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the workspace has no folder")?;
    for (file, what) in WRITTEN {
        let mut command = crate::cargo();
        command.current_dir(root);
        command.args(["run", "--quiet", "-p", "quandary-web", "--example", "contract", "--", what]);
        let made = command.output().map_err(|error| format!("cargo cannot be run: {error}"))?;
        if !made.status.success() || made.stdout.is_empty() {
            return Err(format!("`{what}` was not made: {}", String::from_utf8_lossy(&made.stderr)));
        }
        let path = root.join(file);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        std::fs::write(&path, made.stdout).map_err(|error| format!("{file}: {error}"))?;
        println!("> wrote {file}");
    }
    Ok(())
}
