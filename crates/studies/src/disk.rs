//! The operations that a study performs on a disk, so that a test can make each of them fail.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Operations on files, except reading: damage is found by the hash of the content.
pub trait Disk: Sync {
    /// Writes a new file and syncs it to the device. Until the returned value is dropped, the file is not an orphan.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<Box<dyn OpenFile>>;

    /// Gives a file a second name, unless that name is taken.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Replaces a file by another.
    fn replace(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a name.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Syncs the names in a folder to the device.
    fn sync_folder(&self, path: &Path) -> io::Result<()>;
}

/// A file that is being written, and so is not removed as an orphan.
pub trait OpenFile {}

impl OpenFile for fs::File {}

/// The files of this machine.
pub struct Files;

impl Disk for Files {
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<Box<dyn OpenFile>> {
        let mut file = fs::File::create_new(path)?;
        // On a file system without locks an orphan seems to belong to a running program and stays: that wastes a little
        // space and loses nothing.
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
        // On systems where folders cannot be opened (Windows), the system itself orders names and contents.
        match fs::File::open(path) {
            Ok(folder) => folder.sync_all(),
            Err(_) => Ok(()),
        }
    }
}
