//! Tables that are expensive to build, stored in the user's cache folder.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use quandary_core::context::Cache;

/// A folder of tables. A file is a line that says what it is, a checksum, and the table:
///
/// ```text
/// quandary table 3\n   32 bytes BLAKE3 of the table   the table
/// ```
///
/// A table is written under a temporary name and renamed, so a killed program leaves no incomplete table; a table with
/// a wrong checksum is built again.
pub struct DiskCache {
    folder: PathBuf,
}

const HEADER: &[u8] = b"quandary table 3\n";
const CHECKSUM: usize = blake3::OUT_LEN;

/// The checksum of a table covers its name and its content, so that a file under another name is not mistaken for this
/// one. The name includes the program that made it only if that matters ([`Cache`]): a changed line elsewhere does not
/// discard hours of work.
fn checksum(name: &str, bytes: &[u8]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&(name.len() as u64).to_le_bytes());
    hasher.update(name.as_bytes());
    hasher.update(bytes);
    hasher.finalize()
}

impl DiskCache {
    /// In the cache folder of this user, if the system has one.
    pub fn of_user() -> Option<DiskCache> {
        dirs::cache_dir().map(|folder| DiskCache::in_folder(folder.join("quandary")))
    }

    /// In a given folder. Half-written files of killed programs are removed there.
    pub fn in_folder(folder: impl Into<PathBuf>) -> DiskCache {
        let cache = DiskCache { folder: folder.into() };
        cache.remove_orphans();
        cache
    }

    /// Removes files that no program is writing any more: a writer holds a lock, which ends with its process.
    fn remove_orphans(&self) {
        let Ok(files) = fs::read_dir(&self.folder) else { return };
        for path in files.filter_map(|file| Some(file.ok()?.path())) {
            if path.extension().is_some_and(|ending| ending == "part")
                && fs::File::open(&path).is_ok_and(|file| file.try_lock().is_ok())
            {
                let _ = fs::remove_file(&path);
            }
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        // Names come from our own code; this makes sure that they stay inside the folder.
        let safe: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' })
            .collect();
        self.folder.join(format!("{safe}.table"))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> std::io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let path = self.path(name);
        let beside = self.folder.join(format!(
            "{}.{}.part",
            path.file_name().unwrap_or_default().display(),
            std::process::id()
        ));
        let mut file = fs::File::create(&beside)?;
        let written = file
            .lock()
            .and_then(|()| file.write_all(HEADER))
            .and_then(|()| file.write_all(checksum(name, bytes).as_bytes()))
            .and_then(|()| file.write_all(bytes))
            .and_then(|()| file.sync_all())
            .and_then(|()| fs::rename(&beside, &path));
        if written.is_err() {
            let _ = fs::remove_file(&beside);
        }
        written
    }
}

impl Cache for DiskCache {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        let mut bytes = fs::read(self.path(name)).ok()?;
        let start = HEADER.len() + CHECKSUM;
        if bytes.len() < start || !bytes.starts_with(HEADER) {
            return None;
        }
        if checksum(name, &bytes[start..]).as_bytes() != &bytes[HEADER.len()..start] {
            return None;
        }
        bytes.drain(..start);
        Some(bytes)
    }

    fn store(&self, name: &str, bytes: &[u8]) {
        // A full disk or a read-only home costs time on the next run, nothing more.
        let _ = self.write(name, bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_written_files_of_a_killed_program_are_removed_at_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let (left, held) = (folder.path().join("a.table.1.part"), folder.path().join("b.table.2.part"));
        fs::write(&left, "half").unwrap();
        let writing = fs::File::create(&held).unwrap();
        writing.lock().unwrap();
        DiskCache::in_folder(folder.path());
        assert!(!left.exists() && held.exists());
        drop(writing);
        DiskCache::in_folder(folder.path());
        assert!(!held.exists());
    }

    #[test]
    fn a_stored_table_comes_back_and_a_damaged_one_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let cache = DiskCache::in_folder(folder.path());
        assert_eq!(cache.load("a/b 1"), None);
        let table: Vec<u8> = (0..=255).collect();
        cache.store("a/b 1", &table);
        assert_eq!(cache.load("a/b 1"), Some(table.clone()));

        let path = cache.path("a/b 1");
        let whole = fs::read(&path).unwrap();
        for place in [0, HEADER.len() + 3, whole.len() - 1] {
            let mut damaged = whole.clone();
            damaged[place] ^= 1;
            fs::write(&path, &damaged).unwrap();
            assert_eq!(cache.load("a/b 1"), None, "byte {place}");
        }
        assert_ne!(
            cache.path("walls 1.5"),
            cache.path("walls 1.6"),
            "a dot in a name does not merge two tables"
        );
        fs::write(cache.path("b"), &whole).unwrap();
        assert_eq!(cache.load("b"), None, "a table under another name is another table");
        fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        assert_eq!(cache.load("a/b 1"), None, "cut in half");
        cache.store("a/b 1", &table);
        assert_eq!(cache.load("a/b 1"), Some(table));
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_not_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, b"x").unwrap();
        let cache = DiskCache::in_folder(file.join("below"));
        cache.store("t", b"bytes");
        assert_eq!(cache.load("t"), None);
    }
}
