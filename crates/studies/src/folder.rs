//! The folder of a study.
//!
//! ```text
//! study.json                        what is studied, by which build of the program
//! blocks/00003-00017-HASH.parquet   the games of block 17 of cell 3, under the hash of the file
//! steps/00003-00017-HASH.parquet    their decisions, when they are recorded
//! rows.parquet, steps.parquet       all of them in order           (made by merging)
//! summary.json                      the summary of each cell, for people (made by merging)
//! manifest.json                     which blocks were merged       (made by merging)
//! ```
//!
//! A file is written under a temporary name, synced and then linked to its final name: it is complete or does not
//! exist, and the first writer wins. A name contains the hash of the content, so damage is noticed, and so are two
//! different results for one block.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use quandary_core::{InputError, build};
use serde_json::{Value, json};

use crate::disk::{Disk, Files};
use crate::plan::{Block, Plan};
use crate::run::BlockFile;

/// The file that lists the merged blocks.
pub(crate) const MANIFEST: &str = "manifest.json";

/// What a file in the folder holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Rows,
    Steps,
}

impl Part {
    fn folder(self) -> &'static str {
        match self {
            Part::Rows => "blocks",
            Part::Steps => "steps",
        }
    }

    /// The path of a block with this content.
    pub(crate) fn place(self, block: Block, bytes: &[u8]) -> String {
        format!("{}/{:05}-{:05}-{}.parquet", self.folder(), block.cell, block.number, hash_of(bytes))
    }
}

/// The metadata of every file of rows about its study.
pub(crate) fn about(plan: &Plan, program: &str) -> Vec<(&'static str, String)> {
    let conventions: BTreeMap<_, _> = plan.conventions().iter().copied().collect();
    vec![
        ("study", plan.hash()),
        ("program", program.to_owned()),
        ("puzzle", plan.puzzle().to_owned()),
        ("plan", plan.canonical()),
        ("conventions", serde_json::to_string(&conventions).unwrap_or_default()),
    ]
}

/// The folder of a study.
pub struct Folder<'d> {
    path: PathBuf,
    disk: &'d dyn Disk,
    program: String,
}

impl Folder<'static> {
    /// Opens the folder for a study, or makes it. One that holds another study, or anything else, is refused.
    pub fn open(path: &Path, plan: &Plan) -> Result<Folder<'static>, InputError> {
        Folder::on(&Files, &build::name(), path, plan)
    }

    /// The study in a folder, if this build of the program made it.
    pub fn reopen(path: &Path) -> Result<(Plan, Folder<'static>), InputError> {
        let (plan, _) = Folder::label(path)?;
        let folder = Folder::open(path, &plan)?;
        Ok((plan, folder))
    }

    /// The same for reading: rows that another build has merged are complete, and reading them mixes nothing.
    pub fn look_into(path: &Path) -> Result<(Plan, Folder<'static>), InputError> {
        if !path.join(MANIFEST).exists() {
            return Folder::reopen(path);
        }
        let (plan, program) = Folder::label(path)?;
        let folder = Folder::on(&Files, &program, path, &plan)?;
        Ok((plan, folder))
    }

    /// The study of a folder, and the build of the program that made it.
    fn label(path: &Path) -> Result<(Plan, String), InputError> {
        let none = |why: String| {
            InputError::new(format!("{} does not contain a study: {why}", path.display()))
                .expected("the folder that `quandary run --out` made")
        };
        let text = fs::read_to_string(path.join("study.json")).map_err(|error| none(error.to_string()))?;
        let label: Value = serde_json::from_str(&text).map_err(|error| none(error.to_string()))?;
        let file = label["file"].as_str().ok_or_else(|| none("study.json has no `file`".into()))?;
        Ok((Plan::read(file)?, label["program"].as_str().unwrap_or_default().to_owned()))
    }
}

impl<'d> Folder<'d> {
    /// The same on a given disk, with a given build of the program.
    pub fn on(disk: &'d dyn Disk, program: &str, path: &Path, plan: &Plan) -> Result<Folder<'d>, InputError> {
        let folder = Folder { path: path.into(), disk, program: program.into() };
        let label = folder.path.join("study.json");
        let made = ["", Part::Rows.folder(), Part::Steps.folder()]
            .iter()
            .filter(|name| **name != Part::Steps.folder() || plan.record == crate::Record::Step)
            .try_for_each(|name| {
                let path = folder.path.join(name);
                if name.is_empty() && path.is_dir() && !label.exists() {
                    folder.must_be_new()?;
                }
                fs::create_dir_all(&path)
            });
        made.map_err(|error| folder.failed("cannot be used", &error))?;
        folder.remove_orphans();
        if !label.exists() {
            let about = json!({
                "program": folder.program,
                "commit": build::registered().and_then(|build| build.commit),
                "hash": plan.hash(),
                "file": plan.text(),
                "study": serde_json::from_str::<Value>(&plan.canonical()).unwrap_or_default(),
            });
            folder.put(&label, format!("{about:#}\n").as_bytes())?;
        }
        folder.must_hold(plan, &label)?;
        Ok(folder)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The build of the program that writes here: rows of two builds are not mixed.
    pub(crate) fn program(&self) -> &str {
        &self.program
    }

    /// Whether rows with this metadata belong here.
    pub(crate) fn belongs(&self, plan: &Plan, about: impl Fn(&str) -> Option<String>) -> Result<(), String> {
        for (key, value) in [("study", plan.hash()), ("program", self.program.clone())] {
            match about(key) {
                Some(found) if found == value => {}
                Some(found) if key == "program" => {
                    return Err(format!("it was made by the build {found}; this is {value}"));
                }
                _ => return Err("it belongs to another study".into()),
            }
        }
        Ok(())
    }

    /// The existing files of a kind, by cell and number of their block.
    pub(crate) fn files(&self, part: Part) -> Result<BTreeMap<(usize, u64), Vec<PathBuf>>, InputError> {
        let folder = self.path.join(part.folder());
        let failed = |error: io::Error| self.failed("cannot be read", &error);
        let mut files: BTreeMap<_, Vec<PathBuf>> = BTreeMap::new();
        for file in fs::read_dir(folder).map_err(failed)? {
            let path = file.map_err(failed)?.path();
            if let Some((cell, number, _)) = parse_name(&path) {
                files.entry((cell, number)).or_default().push(path);
            }
        }
        Ok(files)
    }

    /// Reads a file and compares its content with its name.
    pub(crate) fn read(&self, path: &Path) -> Result<Vec<u8>, InputError> {
        let bytes = fs::read(path).map_err(|error| self.failed("cannot be read", &error))?;
        let hash = parse_name(path).map(|(_, _, hash)| hash);
        if hash.is_none_or(|hash| hash != hash_of(&bytes)) {
            return Err(damaged(path, "its content does not have the hash in its name"));
        }
        Ok(bytes)
    }

    /// Stores a file of a block. A file from elsewhere must match its name.
    pub fn store(&self, file: &BlockFile) -> Result<(), InputError> {
        let place = self.path.join(&file.path);
        let ours = file.path.split_once('/').is_some_and(|(folder, name)| {
            [Part::Rows, Part::Steps].iter().any(|part| part.folder() == folder)
                && parse_name(Path::new(name)).is_some_and(|(_, _, hash)| hash == hash_of(&file.bytes))
        });
        if !ours {
            return Err(InputError::new(format!("`{}` is not a block of a study", file.path))
                .expected("the name that `play_block` gave it"));
        }
        self.put(&place, &file.bytes)
    }

    /// Writes a file into its place unless it is there.
    fn put(&self, place: &Path, bytes: &[u8]) -> Result<(), InputError> {
        self.written(place, bytes, |beside| match self.disk.link(beside, place) {
            // Another program was faster; the name contains the hash, so its file is the same.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => self.disk.remove(beside),
            Err(error) => Err(error),
            Ok(()) => self.disk.remove(beside),
        })
    }

    /// Writes a file, replacing any old one.
    pub(crate) fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), InputError> {
        let place = self.path.join(name);
        self.written(&place, bytes, |beside| self.disk.replace(beside, &place))
    }

    fn written(
        &self,
        place: &Path,
        bytes: &[u8],
        into_place: impl Fn(&Path) -> io::Result<()>,
    ) -> Result<(), InputError> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = place.file_name().unwrap_or_default().display();
        let put = || -> io::Result<()> {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let beside = place.with_file_name(format!("{name}.{}-{count}.part", std::process::id()));
            let held = self.disk.write(&beside, bytes);
            let done = held.and_then(|held| into_place(&beside).map(|()| drop(held)));
            if done.is_err() {
                let _ = self.disk.remove(&beside);
            }
            done?;
            self.disk.sync_folder(place.parent().unwrap_or(&self.path))
        };
        let mut done = put();
        // Before it is locked, a new file looks like an orphan, and another program may remove it.
        for _ in 1..TRIES {
            match &done {
                Err(error) if error.kind() == io::ErrorKind::NotFound => done = put(),
                _ => break,
            }
        }
        done.map_err(|error| {
            InputError::new(format!("{} cannot be written: {error}", place.display()))
                .expected("a folder with enough space; run the study again to continue")
        })
    }

    /// Removes files that a killed program left unfinished. A program that is still writing holds a lock.
    fn remove_orphans(&self) {
        for folder in ["", Part::Rows.folder(), Part::Steps.folder()] {
            let Ok(files) = fs::read_dir(self.path.join(folder)) else { continue };
            for path in files.filter_map(|file| Some(file.ok()?.path())) {
                if path.extension().is_some_and(|ending| ending == "part")
                    && fs::File::open(&path).is_ok_and(|file| file.try_lock().is_ok())
                {
                    let _ = self.disk.remove(&path);
                }
            }
        }
    }

    /// A folder with other files in it is refused.
    fn must_be_new(&self) -> io::Result<()> {
        let ours = |path: &Path| {
            path.extension().is_some_and(|ending| ending == "part")
                || path
                    .file_name()
                    .is_some_and(|name| name == Part::Rows.folder() || name == Part::Steps.folder())
        };
        for file in fs::read_dir(&self.path)? {
            let path = file?.path();
            if !ours(&path) {
                let what = format!("it holds {} and no study", path.display());
                return Err(io::Error::other(what));
            }
        }
        Ok(())
    }

    fn must_hold(&self, plan: &Plan, label: &Path) -> Result<(), InputError> {
        let text = fs::read_to_string(label).map_err(|error| self.failed("cannot be read", &error))?;
        let label: Value = serde_json::from_str(&text)
            .map_err(|error| damaged(label, &format!("it is not valid JSON ({error})")))?;
        self.belongs(plan, |key| {
            let key = if key == "study" { "hash" } else { key };
            label[key].as_str().map(ToOwned::to_owned)
        })
        .map_err(|why| {
            let what = if why.contains("another study") {
                format!("{} holds another study", self.path.display())
            } else {
                format!("{}: {why}", self.path.display())
            };
            InputError::new(what).expected("a folder of its own; nothing was changed")
        })
    }

    fn failed(&self, what: &str, error: &io::Error) -> InputError {
        InputError::new(format!("the folder {} {what}: {error}", self.path.display()))
            .expected("a folder that is new, empty, or already contains this study")
    }
}

/// How often a file is written again if it is removed before it is linked.
const TRIES: u32 = 8;

/// The error for a damaged file.
pub(crate) fn damaged(path: &Path, why: &str) -> InputError {
    InputError::new(format!("{} is damaged: {why}", path.display()))
        .expected("it to be intact; remove it and run the study again")
}

/// The hash that names a file.
fn hash_of(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..32].to_owned()
}

/// Cell, number and hash in the name of a block's file.
fn parse_name(path: &Path) -> Option<(usize, u64, String)> {
    let name = path.file_name()?.to_str()?.strip_suffix(".parquet")?;
    let mut parts = name.split('-');
    let (cell, number, hash) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?);
    parts.next().is_none().then(|| (cell, number, hash.to_owned()))
}
