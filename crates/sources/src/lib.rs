//! A hash of the sources of a part of this workspace: of the packages that it depends on, by the lock file and the
//! manifests. Our own packages count with their files, others with their versions.
//!
//! Only for build scripts: it reads the workspace on the disk.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A package of the lock file.
struct Package {
    /// Version and checksum of an external package.
    version: String,
    dependencies: Vec<String>,
}

/// A workspace on the disk.
pub struct Workspace {
    root: PathBuf,
    packages: BTreeMap<String, Package>,
    /// The folders of its own packages.
    folders: BTreeMap<String, PathBuf>,
}

impl Workspace {
    /// Reads the lock file and finds the packages.
    pub fn read(root: &Path) -> io::Result<Workspace> {
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
        Ok(Workspace { root: root.into(), packages, folders })
    }

    /// The names of all packages, ours and others.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.packages.keys().map(String::as_str)
    }

    /// Some packages, and all their dependencies.
    pub fn reached(&self, from: impl IntoIterator<Item = String>) -> BTreeSet<String> {
        let mut wanted: Vec<String> = from.into_iter().collect();
        let mut reached = BTreeSet::new();
        while let Some(package) = wanted.pop() {
            if reached.insert(package.clone()) {
                wanted.extend(self.packages.get(&package).into_iter().flat_map(|p| p.dependencies.clone()));
            }
        }
        reached
    }

    /// The source folders of our own packages among these.
    pub fn places<'w>(&'w self, packages: &'w BTreeSet<String>) -> impl Iterator<Item = PathBuf> + 'w {
        packages.iter().filter_map(|package| Some(self.folders.get(package)?.join("src")))
    }

    /// Adds packages to a hash: the files of our own ones, the versions of the others.
    pub fn add_packages(&self, packages: &BTreeSet<String>, hash: &mut Hash) -> io::Result<()> {
        for package in packages {
            hash.add(package);
            match self.folders.get(package) {
                Some(folder) => hash.add_all(&files(folder, &folder.join("src"))?),
                None => hash.add(self.packages.get(package).map_or("", |found| &found.version)),
            }
        }
        Ok(())
    }

    /// The file with the versions of external packages.
    pub fn lock_file(&self) -> PathBuf {
        self.root.join("Cargo.lock")
    }
}

/// The files at or under a path, by their path within a folder; empty if there are none.
pub fn files(within: &Path, place: &Path) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let mut found = BTreeMap::new();
    gather(within, place, &mut found)?;
    Ok(found)
}

fn gather(within: &Path, place: &Path, into: &mut BTreeMap<String, Vec<u8>>) -> io::Result<()> {
    if place.is_dir() {
        for entry in fs::read_dir(place)? {
            gather(within, &entry?.path(), into)?;
        }
    } else if place.is_file() {
        let path = place.strip_prefix(within).unwrap_or(place);
        // The same spelling on every system.
        let path =
            path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
        into.insert(path, fs::read(place)?);
    }
    Ok(())
}

/// The value of `key = "value"`.
fn quoted<'l>(line: &'l str, key: &str) -> Option<&'l str> {
    line.strip_prefix(key)?.trim_start().strip_prefix('=')?.trim().strip_prefix('"')?.strip_suffix('"')
}

/// The names under `[dependencies]` in a manifest, one per line.
fn dependencies(manifest: &str) -> Vec<String> {
    let lines = manifest.lines().skip_while(|line| line.trim() != "[dependencies]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let name = |line: &str| line.split(['.', ' ', '=']).next().unwrap_or("").to_owned();
    lines.map(name).filter(|name| name.starts_with(|c: char| c.is_ascii_alphanumeric())).collect()
}

/// The packages of a lock file. Two locked versions of one package count together.
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
        // A dependency is on its own line: ` "name",` or ` "name version",`.
        if let Some(found) = line.strip_prefix(" \"").and_then(|rest| rest.strip_suffix("\",")) {
            package.dependencies.extend(found.split(' ').next().map(str::to_owned));
        }
    }
    packages
}

/// 64-bit FNV-1a; each part is followed by its length, so that parts cannot run together.
pub struct Hash(u64);

impl Hash {
    /// Of nothing.
    #[expect(clippy::new_without_default, reason = "a default hash is not needed")]
    pub fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    /// Adds files with their paths.
    pub fn add_all(&mut self, files: &BTreeMap<String, Vec<u8>>) {
        for (path, content) in files {
            self.add(path);
            self.add(content);
        }
    }

    /// Adds one part.
    pub fn add(&mut self, part: impl AsRef<[u8]>) {
        let part = part.as_ref();
        for &byte in (part.len() as u64).to_le_bytes().iter().chain(part) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    /// The hash of everything added.
    pub fn value(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(root: &Path, path: &str, text: &str) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn hash(root: &Path) -> u64 {
        let workspace = Workspace::read(root).unwrap();
        let mut hash = Hash::new();
        workspace.add_packages(&workspace.reached(["quandary-a".to_owned()]), &mut hash).unwrap();
        hash.value()
    }

    #[test]
    fn the_hash_changes_with_every_line_data_file_or_version_of_a_dependency_and_with_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let lock = "[[package]]\nname = \"quandary-a\"\nversion = \"1\"\n\n[[package]]\nname = \"quandary-b\"\nversion = \"1\"\n\n\
                    [[package]]\nname = \"far\"\nversion = \"1.0.0\"\nchecksum = \"aa\"\n";
        write(root, "Cargo.lock", lock);
        write(
            root,
            "crates/a/Cargo.toml",
            "[package]\nname = \"quandary-a\"\n\n[dependencies]\nfar = \"1\"\n",
        );
        write(root, "crates/a/src/lib.rs", "fn a() {}");
        write(root, "crates/a/src/book.bin", "book");
        write(root, "crates/a/tests/it.rs", "test");
        write(root, "crates/b/Cargo.toml", "[package]\nname = \"quandary-b\"\n");
        write(root, "crates/b/src/lib.rs", "fn b() {}");
        let first = hash(root);
        for (path, counts) in [
            ("crates/a/src/lib.rs", true),
            ("crates/a/src/book.bin", true),
            ("Cargo.lock", true),
            ("crates/a/tests/it.rs", false),
            ("crates/b/src/lib.rs", false),
        ] {
            let before = fs::read_to_string(root.join(path)).unwrap();
            write(root, path, &(before.replace("1.0.0", "1.0.1") + " "));
            assert_eq!(hash(root) != first, counts, "{path}");
            write(root, path, &before);
            assert_eq!(hash(root), first, "{path}");
        }
    }
}
