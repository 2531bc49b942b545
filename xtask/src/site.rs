//! The static site: the built page with the WebAssembly, for any host that serves files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::wasm::Module;

/// The mark of the built page's transport, and its replacement on a host without our server.
const SERVED: &str = r#"name="quandary-transport" content="serve""#;
const ALONE: &str = r#"name="quandary-transport" content="worker""#;

/// Writes `site/`: the page, the WebAssembly, and the service worker that keeps both.
pub(crate) fn write(module: &Module) -> Result<(), String> {
    let site = Path::new("site");
    if site.exists() {
        fs::remove_dir_all(site).map_err(|error| format!("{}: {error}", site.display()))?;
    }
    for file in files(Path::new("web/dist"))? {
        let name = file.strip_prefix("web/dist").map_err(|error| error.to_string())?;
        // What is compressed is for our own server: hosts of files do it themselves.
        if name == Path::new("sources.txt") || name.extension().is_some_and(|kind| kind == "gz") {
            continue;
        }
        put(&site.join(name), &read(&file)?)?;
    }
    let index = site.join("index.html");
    let page = String::from_utf8(read(&index)?).map_err(|error| error.to_string())?;
    if !page.contains(SERVED) {
        return Err(format!("{} does not say which transport it has", index.display()));
    }
    put(&index, page.replace(SERVED, ALONE).as_bytes())?;

    for file in files(&module.folder)? {
        let name = file.strip_prefix(&module.folder).map_err(|error| error.to_string())?;
        put(&site.join("lab").join(name), &read(&file)?)?;
    }

    let kept: Vec<PathBuf> = files(site)?;
    let version = sum(&kept, Path::new(""))?;
    let names: Vec<String> = kept
        .iter()
        .filter_map(|file| file.strip_prefix(site).ok())
        .map(|name| format!("\"./{}\"", name.display().to_string().replace('\\', "/")))
        .chain(["\"./\"".to_owned()])
        .collect();
    let worker = String::from_utf8(read(Path::new("web/site/sw.js"))?).map_err(|error| error.to_string())?;
    let worker = worker.replace("VERSION", &version).replace("\"FILES\"", &names.join(", "));
    put(&site.join("sw.js"), worker.as_bytes())?;
    let bytes: u64 =
        files(site)?.iter().filter_map(|file| fs::metadata(file).ok()).map(|data| data.len()).sum();
    println!("site/: {} files, {} kB before compression", files(site)?.len(), bytes / 1000);
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn put(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(fail)?;
    }
    fs::write(path, bytes).map_err(fail)
}

/// Every file below a path, or the file itself; none if the path does not exist.
fn files(path: &Path) -> Result<Vec<PathBuf>, String> {
    if !path.is_dir() {
        return Ok(if path.exists() { vec![path.to_path_buf()] } else { Vec::new() });
    }
    let entries = fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut found = Vec::new();
    for entry in entries {
        found.extend(files(&entry.map_err(|error| error.to_string())?.path())?);
    }
    Ok(found)
}

/// FNV-1a over the names below `root` and the contents of files, as `web/belongs.js` computes it.
fn sum(files: &[PathBuf], root: &Path) -> Result<String, String> {
    let mut named: Vec<(String, &PathBuf)> = files
        .iter()
        .map(|file| {
            let name = file.strip_prefix(root).unwrap_or(file);
            (name.display().to_string().replace('\\', "/"), file)
        })
        .collect();
    named.sort();
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for (name, file) in named {
        for byte in name.bytes().chain(read(file)?).filter(|&byte| byte != b'\r') {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
    Ok(format!("{hash:016x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the page is built from, as `web/belongs.js` lists it.
    const MADE_OF: [&str; 9] = [
        "belongs.js",
        "index.html",
        "package-lock.json",
        "package.json",
        "svelte.config.js",
        "tsconfig.json",
        "vite.config.ts",
        "src",
        "public",
    ];

    fn web() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../web")
    }

    fn sum_of(parts: &[&str], left_out: &str) -> String {
        let found = parts.iter().flat_map(|part| files(&web().join(part)).unwrap());
        sum(
            &found.filter(|file| file.file_name().is_none_or(|name| name != left_out)).collect::<Vec<_>>(),
            &web(),
        )
        .unwrap()
    }

    #[test]
    fn the_built_page_belongs_to_its_sources() {
        let said = fs::read_to_string(web().join("dist/sources.txt")).expect("the built page is in web/dist");
        let wanted =
            format!("sources {}\nbuilt {}\n", sum_of(&MADE_OF, ""), sum_of(&["dist"], "sources.txt"));
        assert_eq!(said, wanted, "run `npm ci && npm run build` in web/ and commit web/dist");
    }

    #[test]
    fn the_built_page_names_no_other_host_and_has_nothing_inline() {
        for file in files(&web().join("dist")).unwrap() {
            let name = file.display().to_string();
            if file.extension().is_some_and(|kind| kind == "gz") {
                continue;
            }
            let text = String::from_utf8_lossy(&read(&file).unwrap()).into_owned();
            for address in text.match_indices("://").map(|(at, _)| &text[at..text.len().min(at + 40)]) {
                // Names of formats, addresses of this machine, and the one that is reserved for examples.
                let harmless =
                    ["://www.w3.org/", "://svelte.dev/", "://localhost", "://127.0.0.1", "://example.org/"];
                assert!(harmless.iter().any(|known| address.starts_with(known)), "{name}: {address}");
            }
            if file.extension().is_some_and(|kind| kind == "html") {
                assert!(
                    !text.contains("<style") && !text.contains(" style=") && !text.contains(" onload="),
                    "{name}"
                );
                assert!(
                    text.matches("<script").count() == text.matches(" src=").count(),
                    "{name}: a script inline"
                );
            }
        }
    }
}
