//! The few things a study does to a disk, so that a test can let each of them fail.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// What is done to files. Reading is not among it: what was read wrong is found by its hash.
pub trait Disk: Sync {
    /// Writes a new file, all of it, down to the device. The file counts as somebody's as long as what comes back lives.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<Box<dyn OpenFile>>;

    /// Gives a file a second name, unless something has that name already.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Puts a file in the place of another.
    fn replace(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Takes a name away.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Brings the names in a folder down to the device.
    fn sync_folder(&self, path: &Path) -> io::Result<()>;
}

/// A file that is being written: nobody takes it for an orphan.
pub trait OpenFile {}

impl OpenFile for fs::File {}

/// The files of this machine.
pub struct Files;

impl Disk for Files {
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<Box<dyn OpenFile>> {
        let mut file = fs::File::create_new(path)?;
        // Where a file system knows no locks, an orphan is taken for somebody's and stays: a little litter, no loss.
        let _ = file.lock();
        file.write_all(bytes)?;
        file.sync_all()?;
        Ok(Box::new(file))
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::hard_link(from, to)
    }

    fn replace(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        // Where folders cannot be opened (Windows) the system orders names and contents by itself.
        match fs::File::open(path) {
            Ok(folder) => folder.sync_all(),
            Err(_) => Ok(()),
        }
    }
}
