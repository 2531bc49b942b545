//! Which sources each family of entries is made by, as one hash a family: it changes when code does that an entry of the
//! family can reach, and not when some other puzzle, the page or the command line changes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Folders and files of `papers` whose entries are made by the same code.
pub(super) const FAMILIES: [&str; 5] = ["games", "minesweeper", "nono", "thesis", "twenty48"];

/// Parts of this crate that show what was made, find slips or keep entries: they make none.
const NOT_MAKING: [&str; 4] = ["src/report", "src/papers/errata", "src/papers/kept.rs", "src/lib.rs"];

/// A package of the lock file.
struct Package {
    /// Version and checksum of one from elsewhere.
    version: String,
    dependencies: Vec<String>,
}

/// A workspace as it lies on the disk.
pub(super) struct Workspace {
    packages: BTreeMap<String, Package>,
    /// The folders of its own packages.
    folders: BTreeMap<String, PathBuf>,
    lab: PathBuf,
}

impl Workspace {
    /// Reads the lock file and finds the packages.
    pub(super) fn read(root: &Path) -> io::Result<Workspace> {
        let mut packages = locked(&fs::read_to_string(root.join("Cargo.lock"))?);
        let mut folders = BTreeMap::new();
        for place in [root.join("crates"), root.join("crates/puzzles")] {
            for entry in fs::read_dir(place).into_iter().flatten() {
                let folder = entry?.path();
                if let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml"))
                    && let Some(name) = manifest.lines().find_map(|line| quoted(line, "name"))
                {
                    // The lock file has what its tests need, too.
                    if let Some(package) = packages.get_mut(name) {
                        package.dependencies = dependencies(&manifest);
                    }
                    folders.insert(name.to_owned(), folder);
                }
            }
        }
        Ok(Workspace { packages, folders, lab: root.join("crates/lab") })
    }

    /// The hash of each family.
    pub(super) fn families(&self) -> io::Result<Vec<(&'static str, u64)>> {
        FAMILIES.into_iter().map(|family| Ok((family, self.family(family)?))).collect()
    }

    /// The folders a change in which may change an entry.
    pub(super) fn watched(&self) -> io::Result<Vec<PathBuf>> {
        let mut watched = BTreeSet::from([self.lab.join("src")]);
        for family in FAMILIES {
            let packages = self.reached(&self.texts(family)?);
            watched
                .extend(packages.iter().filter_map(|package| Some(self.folders.get(package)?.join("src"))));
        }
        Ok(watched.into_iter().collect())
    }

    fn family(&self, name: &str) -> io::Result<u64> {
        let mut hash = Hash::new();
        let texts = self.texts(name)?;
        hash.add_all(&texts);
        for package in self.reached(&texts) {
            hash.add(&package);
            match self.folders.get(&package) {
                Some(folder) => {
                    let mut texts = BTreeMap::new();
                    gather(folder, &folder.join("src"), &mut texts)?;
                    hash.add_all(&texts);
                }
                None => hash.add(self.packages.get(&package).map_or("", |found| &found.version)),
            }
        }
        Ok(hash.0)
    }

    /// The sources of this crate that make the entries of a family, by path.
    fn texts(&self, name: &str) -> io::Result<BTreeMap<String, String>> {
        let mut all = BTreeMap::new();
        gather(&self.lab, &self.lab.join("src"), &mut all)?;
        let mut used = BTreeSet::new();
        let mut named = vec![name];
        while let Some(family) = named.pop() {
            if used.insert(family) {
                let own = all.iter().filter(|(path, _)| of_family(path, family));
                let names = |text: &String, other: &str| text.contains(&format!("papers::{other}"));
                let texts: Vec<&String> = own.map(|(_, text)| text).collect();
                named.extend(FAMILIES.iter().filter(|other| texts.iter().any(|text| names(text, other))));
            }
        }
        let foreign = |path: &str| {
            FAMILIES.iter().any(|&family| !used.contains(family) && of_family(path, family))
                || NOT_MAKING.iter().any(|part| path.starts_with(part))
        };
        all.retain(|path, _| !foreign(path));
        Ok(all)
    }

    /// The packages that sources name, and all that these depend on.
    fn reached(&self, texts: &BTreeMap<String, String>) -> BTreeSet<String> {
        let names = |package: &&String| {
            let name = package.replace('-', "_");
            // Of this crate it is known which part makes what.
            package.starts_with("quandary-")
                && *package != "quandary-lab"
                && texts.values().any(|text| text.contains(&name))
        };
        let mut wanted: Vec<String> = self.packages.keys().filter(names).cloned().collect();
        let mut reached = BTreeSet::new();
        while let Some(package) = wanted.pop() {
            if reached.insert(package.clone()) {
                wanted.extend(self.packages.get(&package).into_iter().flat_map(|p| p.dependencies.clone()));
            }
        }
        reached
    }
}

fn of_family(path: &str, family: &str) -> bool {
    path.starts_with(&format!("src/papers/{family}/")) || path == format!("src/papers/{family}.rs")
}

/// The Rust sources at or under a place, by their path within a folder; none where nothing is.
fn gather(within: &Path, place: &Path, into: &mut BTreeMap<String, String>) -> io::Result<()> {
    if place.is_dir() {
        for entry in fs::read_dir(place)? {
            gather(within, &entry?.path(), into)?;
        }
    } else if place.extension().is_some_and(|ending| ending == "rs") && place.is_file() {
        let path = place.strip_prefix(within).unwrap_or(place);
        // One spelling on every system.
        let path =
            path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
        into.insert(path, fs::read_to_string(place)?);
    }
    Ok(())
}

/// The value of `key = "value"`.
fn quoted<'l>(line: &'l str, key: &str) -> Option<&'l str> {
    line.strip_prefix(key)?.trim_start().strip_prefix('=')?.trim().strip_prefix('"')?.strip_suffix('"')
}

/// What a manifest names under `[dependencies]`, one a line.
fn dependencies(manifest: &str) -> Vec<String> {
    let lines = manifest.lines().skip_while(|line| line.trim() != "[dependencies]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let name = |line: &str| line.split(['.', ' ', '=']).next().unwrap_or("").to_owned();
    lines.map(name).filter(|name| name.starts_with(|c: char| c.is_ascii_alphanumeric())).collect()
}

/// The packages of a lock file. Where two versions of one are locked, they count together.
fn locked(text: &str) -> BTreeMap<String, Package> {
    let mut packages: BTreeMap<String, Package> = BTreeMap::new();
    let mut name = String::new();
    for line in text.lines() {
        if let Some(found) = quoted(line, "name") {
            found.clone_into(&mut name);
            packages
                .entry(name.clone())
                .or_insert_with(|| Package { version: String::new(), dependencies: Vec::new() });
        }
        let Some(package) = packages.get_mut(&name) else { continue };
        if let Some(found) = quoted(line, "version").or_else(|| quoted(line, "checksum")) {
            package.version += found;
        }
        // A dependency stands on a line of its own: ` "name",` or ` "name version",`.
        if let Some(found) = line.strip_prefix(" \"").and_then(|rest| rest.strip_suffix("\",")) {
            package.dependencies.extend(found.split(' ').next().map(str::to_owned));
        }
    }
    packages
}

/// 64-bit FNV-1a, each part closed off from the next.
struct Hash(u64);

impl Hash {
    fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    fn add_all(&mut self, texts: &BTreeMap<String, String>) {
        for (path, text) in texts {
            self.add(path);
            self.add(text);
        }
    }

    fn add(&mut self, part: &str) {
        for byte in part.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}
