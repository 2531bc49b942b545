//! One hash of sources per family of entries. It changes with any code that the entries of the family depend on, but
//! not with another puzzle, the page or the command line.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use quandary_sources::{Hash, Workspace};

/// Folders and files of `papers` whose entries are made by the same code.
pub(super) const FAMILIES: [&str; 5] = ["games", "minesweeper", "nono", "thesis", "twenty48"];

/// Parts of this crate that entries do not depend on: reports, errata and the cache.
const NOT_MAKING: [&str; 4] = ["src/report", "src/papers/errata", "src/papers/cache.rs", "src/lib.rs"];

/// The families, read from a workspace on the disk.
pub(super) struct Families {
    workspace: Workspace,
    lab: PathBuf,
}

impl Families {
    /// Reads the lock file and finds the packages.
    pub(super) fn read(root: &Path) -> io::Result<Families> {
        Ok(Families { workspace: Workspace::read(root)?, lab: root.join("crates/lab") })
    }

    /// The hash of each family.
    pub(super) fn hashes(&self) -> io::Result<Vec<(&'static str, u64)>> {
        FAMILIES.into_iter().map(|family| Ok((family, self.hash(family)?))).collect()
    }

    /// The folders in which a change may change an entry.
    pub(super) fn watched(&self) -> io::Result<Vec<PathBuf>> {
        let mut watched = BTreeSet::from([self.lab.join("src")]);
        for family in FAMILIES {
            watched.extend(self.workspace.places(&self.reached(&self.texts(family)?)));
        }
        Ok(watched.into_iter().collect())
    }

    fn hash(&self, name: &str) -> io::Result<u64> {
        let mut hash = Hash::new();
        let texts = self.texts(name)?;
        for (path, text) in &texts {
            hash.add(path);
            hash.add(text);
        }
        self.workspace.add_packages(&self.reached(&texts), &mut hash)?;
        Ok(hash.value())
    }

    /// The sources of this crate that make the entries of a family, by path.
    fn texts(&self, name: &str) -> io::Result<BTreeMap<String, String>> {
        let files = quandary_sources::files(&self.lab, &self.lab.join("src"))?;
        let rust = |path: &String| Path::new(path).extension().is_some_and(|ending| ending == "rs");
        let texts = files.into_iter().filter(|(path, _)| rust(path));
        let mut all: BTreeMap<String, String> =
            texts.map(|(path, text)| (path, String::from_utf8_lossy(&text).into_owned())).collect();
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

    /// The packages that sources name, and all their dependencies.
    fn reached(&self, texts: &BTreeMap<String, String>) -> BTreeSet<String> {
        let named = |package: &&str| {
            let name = package.replace('-', "_");
            // For this crate we know which files make which entries.
            package.starts_with("quandary-")
                && *package != "quandary-lab"
                && texts.values().any(|text| text.contains(&name))
        };
        self.workspace.reached(self.workspace.names().filter(named).map(str::to_owned))
    }
}

fn of_family(path: &str, family: &str) -> bool {
    path.starts_with(&format!("src/papers/{family}/")) || path == format!("src/papers/{family}.rs")
}
