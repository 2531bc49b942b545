//! The folder of a report: the page, and the entries it was made from, so that one entry can be recomputed without losing
//! the others.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{html, pages};
use crate::Scale;
use crate::papers::{DOCUMENTS, ids, maker_of};
use crate::reproduction::{Reproduced, Reproduction};

/// The entries of a report as they are stored.
#[derive(Serialize, Deserialize)]
struct StoredEntries {
    schema: u32,
    /// For each entry, a hash of the sources that made it.
    makers: BTreeMap<String, String>,
    entries: Vec<Reproduced>,
}

/// The layout of the stored entries.
const SCHEMA: u32 = 5;

/// Checks that a report can be written to the folder, before anything is run.
pub fn check(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let probe = folder.join(format!("probe.{}.part", std::process::id()));
    std::fs::write(&probe, b"")?;
    std::fs::remove_file(&probe)
}

/// A report that grows while its entries are made: its pages exist from the start, and each entry appears when it is
/// finished.
pub struct Filling {
    folder: PathBuf,
    all: Reproduction,
    /// Complete entries, by id: each is drawn once.
    sections: BTreeMap<String, String>,
    made: usize,
}

impl Filling {
    /// Starts with the entries of an earlier report that were made by the same sources.
    pub fn open(folder: &Path, scale: Scale, seed: u64) -> io::Result<Filling> {
        std::fs::create_dir_all(folder)?;
        let mut filling = Filling {
            folder: folder.to_owned(),
            all: Reproduction { entries: Vec::new(), scale, seed, cpu_seconds: 0.0 },
            sections: BTreeMap::new(),
            made: 0,
        };
        for entry in read(&folder.join("entries.json")) {
            filling.take(&entry);
        }
        replace(&folder.join("index.html"), &pages::overview(&filling.all, ids().len()))?;
        Ok(filling)
    }

    fn take(&mut self, entry: &Reproduced) {
        let mut section = String::new();
        if !entry.computed.is_empty() {
            html::section(&mut section, entry);
        }
        self.sections.insert(entry.id.clone(), section);
        self.all.entries.retain(|known| known.id != entry.id);
        self.all.entries.push(entry.clone());
        sort(&mut self.all.entries);
    }

    /// Adds an entry, given the total number of entries, and writes its pages again.
    pub fn add(&mut self, entry: &Reproduced, of: usize) -> io::Result<()> {
        self.made += 1;
        self.take(entry);
        let waiting = of - self.made.min(of);
        self.write(waiting, Some(pages::document_of(&entry.id)))
    }

    /// Writes the overview, and the pages of one document or of all.
    fn write(&self, waiting: usize, only: Option<&str>) -> io::Result<()> {
        for document in DOCUMENTS.iter().filter(|document| only.is_none_or(|only| only == document.short)) {
            let mut entries = self
                .all
                .entries
                .iter()
                .filter(|entry| pages::document_of(&entry.id) == document.short)
                .peekable();
            if entries.peek().is_none() {
                continue;
            }
            let sections: String =
                entries.filter_map(|entry| self.sections.get(&entry.id)).map(String::as_str).collect();
            let page = self.folder.join(format!("{}.html", document.short));
            replace(&page, &pages::document(&self.all, document, &sections, waiting))?;
        }
        replace(&self.folder.join("index.html"), &pages::overview(&self.all, waiting))
    }
}

fn sort(entries: &mut [Reproduced]) {
    entries.sort_by_key(|entry| ids().iter().position(|id| *id == entry.id));
}

/// Writes the pages and the entries into a folder, which is created if necessary. Entries that are there already and were
/// not recomputed stay. Returns the path of the first page, and everything in the report.
pub fn write(made: &Reproduction, folder: &Path) -> io::Result<(PathBuf, Reproduction)> {
    std::fs::create_dir_all(folder)?;
    let kept = folder.join("entries.json");
    let mut all = made.clone();
    for entry in read(&kept) {
        if !all.entries.iter().any(|new| new.id == entry.id) {
            all.entries.push(entry);
        }
    }
    sort(&mut all.entries);
    let makers = all.entries.iter().filter_map(|entry| Some((entry.id.clone(), maker_of(&entry.id)?)));
    let data = StoredEntries { schema: SCHEMA, makers: makers.collect(), entries: all.entries.clone() };
    replace(&kept, &serde_json::to_string(&data)?)?;
    let mut filling = Filling {
        folder: folder.to_owned(),
        all: Reproduction { entries: Vec::new(), ..made.clone() },
        sections: BTreeMap::new(),
        made: 0,
    };
    all.entries.iter().for_each(|entry| filling.take(entry));
    filling.write(0, None)?;
    Ok((folder.join("index.html"), all))
}

/// The entries of an earlier report that were made by the same sources; others may have different numbers.
fn read(path: &Path) -> Vec<Reproduced> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let Ok(StoredEntries { schema: SCHEMA, makers, mut entries }) = serde_json::from_str(&text) else {
        return Vec::new();
    };
    entries.retain(|entry: &Reproduced| {
        makers.get(&entry.id).is_some_and(|maker| Some(maker) == maker_of(&entry.id).as_ref())
    });
    entries
}

/// Writes a temporary file and renames it, so that a reader never sees an incomplete file. A device or a pipe is
/// written directly, since renaming would replace it.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    if std::fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return std::fs::write(path, text);
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!("{name}.{}.part", std::process::id()));
    let written = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_device_is_written_to_and_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("null");
        std::os::unix::fs::symlink("/dev/null", &name).unwrap();
        replace(&name, "text").unwrap();
        assert!(name.is_symlink() && std::fs::read(&name).unwrap().is_empty());
        replace(&folder.path().join("file"), "text").unwrap();
        assert_eq!(std::fs::read_to_string(folder.path().join("file")).unwrap(), "text");
    }

    fn of(ids: &[&str]) -> Reproduction {
        let entries = ids.iter().map(|id| Reproduced::new(id, "a table")).collect();
        Reproduction { entries, scale: Scale::Usual, seed: 1, cpu_seconds: 0.0 }
    }

    #[test]
    fn a_recomputed_entry_replaces_only_itself() {
        let folder = tempfile::tempdir().unwrap();
        write(&of(&["thesis.T3.1", "thesis.T3.2"]), folder.path()).unwrap();
        let mut again = of(&["thesis.T3.1"]);
        again.entries[0].found = "something new".into();
        write(&again, folder.path()).unwrap();
        let kept = read(&folder.path().join("entries.json"));
        let found: Vec<(&str, &str)> =
            kept.iter().map(|entry| (entry.id.as_str(), entry.found.as_str())).collect();
        assert_eq!(found, [("thesis.T3.1", "something new"), ("thesis.T3.2", "")]);
    }

    #[test]
    fn a_report_exists_from_the_start_and_grows() {
        let folder = tempfile::tempdir().unwrap();
        let page = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap_or_default();
        let mut filling = Filling::open(folder.path(), Scale::Quick, 1).unwrap();
        assert!(page("index.html").contains("still being made") && page("thesis.html").is_empty());
        let entries = of(&["thesis.T3.1", "kbs.F7a"]).entries;
        filling.add(&entries[0], 2).unwrap();
        assert!(page("thesis.html").contains("thesis.T3.1") && page("index.html").contains("http-equiv"));
        filling.add(&entries[1], 2).unwrap();
        assert!(!page("index.html").contains("http-equiv") && page("index.html").contains("kbs.html"));
    }

    #[test]
    fn an_entry_made_by_other_sources_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        write(&of(&["thesis.T3.1", "thesis.T3.2"]), folder.path()).unwrap();
        let kept = folder.path().join("entries.json");
        let mut data: StoredEntries = serde_json::from_str(&std::fs::read_to_string(&kept).unwrap()).unwrap();
        data.makers.insert("thesis.T3.2".into(), "other sources".into());
        std::fs::write(&kept, serde_json::to_string(&data).unwrap()).unwrap();
        let left: Vec<String> = read(&kept).into_iter().map(|entry| entry.id).collect();
        assert_eq!(left, ["thesis.T3.1"]);
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_refused_before_the_run() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "x").unwrap();
        assert!(check(&file.join("report")).is_err());
        assert!(check(&folder.path().join("report")).is_ok());
        assert_eq!(std::fs::read_dir(folder.path().join("report")).unwrap().count(), 0);
    }
}
