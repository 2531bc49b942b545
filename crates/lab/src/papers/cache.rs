//! The cache of entries: an entry that the same code has made before is not computed again, and a killed run loses only
//! the entry it was working on.
//!
//! The name of a cached entry includes everything it depends on: its id and what is printed there, the seed, the scale where
//! the scales differ for it, and the sources of its family (`build/families.rs`). So an entry of one puzzle stays
//! valid when another puzzle, the page or the report changes.

use std::sync::LazyLock;

use quandary_core::{Context, Signature};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::papers::Table;
use crate::reproduction::Reproduced;
use crate::{RunRequest, Scale};

/// The hash of each family's sources at build time; none outside the workspace.
const SOURCES: Option<&str> = option_env!("QUANDARY_SOURCES");

/// The hash of the running program, used where its sources are not known.
static PROGRAM: LazyLock<Option<String>> =
    LazyLock::new(|| std::fs::read(std::env::current_exe().ok()?).ok().map(|bytes| signature(&bytes)));

pub(super) fn signature(bytes: &[u8]) -> String {
    let mut signature = Signature::new();
    signature.add(bytes);
    signature.to_string()
}

/// A hash of the sources of a family; none if they are not known.
pub(super) fn maker(family: &str) -> Option<String> {
    let families = SOURCES.into_iter().flat_map(|all| all.split(','));
    let known = families.filter_map(|one| one.split_once('=')).find(|(name, _)| *name == family);
    known.map(|(_, hash)| hash.to_owned()).or_else(|| PROGRAM.clone())
}

/// The place of one entry in the cache.
pub(super) struct EntryCache<'c> {
    context: &'c Context<'c>,
    wanted: &'c RunRequest,
    /// The name without the scale; none if the entry's sources are not known.
    name: Option<String>,
}

/// The scale of an entry that is the same at `quick`, `usual` and `paper`.
const EVERY: &str = "every";

impl<'c> EntryCache<'c> {
    pub(super) fn new(
        family: &str,
        table: &Table,
        wanted: &'c RunRequest,
        context: &'c Context<'c>,
    ) -> EntryCache<'c> {
        let printed = signature(format!("{table:?}").as_bytes());
        let name = maker(family)
            .map(|maker| format!("reproduced {} of {printed} seed {} by {maker}", table.id, wanted.seed));
        let name = match wanted.positions.as_slice() {
            [] => name,
            given => name.map(|name| format!("{name} on {}", signature(given.join("\n\n").as_bytes()))),
        };
        EntryCache { context, wanted, name }
    }

    fn at(&self, scale: &str) -> Option<String> {
        self.name.as_ref().map(|name| format!("{name} scale {scale}"))
    }

    /// The entry, if it is cached and complete.
    pub(super) fn load(&self) -> Option<Reproduced> {
        let scale = self.wanted.scale.to_string();
        let scales: &[&str] =
            if matches!(self.wanted.scale, Scale::Runs(_)) { &[&scale] } else { &[&scale, EVERY] };
        let mut entry: Reproduced = scales
            .iter()
            .find_map(|scale| serde_json::from_slice(&self.context.cache.load(&self.at(scale)?)?).ok())?;
        if let Some(made) = &mut entry.made {
            made.scale = scale;
        }
        Some(entry)
    }

    /// Caches an entry; `scale_matters` means that the scales differ for it.
    pub(super) fn store(&self, entry: &Reproduced, scale_matters: bool) {
        let scale = self.wanted.scale.to_string();
        let every = !scale_matters && !matches!(self.wanted.scale, Scale::Runs(_));
        let name = self.at(if every { EVERY } else { &scale });
        if let (Some(name), Ok(bytes)) = (name, serde_json::to_vec(entry)) {
            self.context.cache.store(&name, &bytes);
        }
    }
}

/// An entry as it will come back from the cache. A number may change in its last digit on its way through JSON, and the
/// second run must print what the first one printed.
pub(super) fn as_cached(entry: Reproduced) -> Reproduced {
    let again = serde_json::to_vec(&entry).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    again.unwrap_or(entry)
}

/// A value from the cache with the CPU seconds that it took, or computed now (0 seconds) and cached unless it was
/// interrupted.
pub(super) fn value<T: Serialize + DeserializeOwned>(
    name: &str,
    maker: Option<&str>,
    context: &Context<'_>,
    make: impl FnOnce() -> T,
) -> (f64, T) {
    let name = maker.map(|maker| format!("value of {name} by {maker}"));
    let read = |bytes: &[u8]| serde_json::from_slice::<(f64, T)>(bytes).ok();
    let cached = name.as_ref().and_then(|name| context.cache.load(name));
    if let Some(cached) = cached.and_then(|bytes| read(&bytes)) {
        return cached;
    }
    let before = (context.cpu_seconds)();
    let made = make();
    let Ok(bytes) = serde_json::to_vec(&((context.cpu_seconds)() - before, &made)) else {
        return (0.0, made);
    };
    // Through JSON, so that the numbers are those that the cache will give.
    let again = read(&bytes);
    if let (Some(name), Some(_), None) = (name, &again, context.budget.stop().raised()) {
        context.cache.store(&name, &bytes);
    }
    (0.0, again.map_or(made, |(_, again)| again))
}

/// Expensive runs, cached in blocks under a name that includes everything they depend on.
pub(super) struct Blocks<'c> {
    context: &'c Context<'c>,
    what: &'c str,
    name: Option<String>,
}

impl<'c> Blocks<'c> {
    /// Runs per block: the most that a killed run loses.
    pub(super) const RUNS: u64 = 20;

    pub(super) fn new(name: &'c str, maker: Option<&str>, context: &'c Context<'c>) -> Blocks<'c> {
        Blocks { context, what: name, name: maker.map(|maker| format!("runs of {name} by {maker}")) }
    }

    /// The runs from `begin` on, and the CPU seconds that they took if they come from the cache (0 if they are made
    /// now). Only complete blocks are cached.
    pub(super) fn get<T: Serialize + DeserializeOwned + Send>(
        &self,
        begin: u64,
        runs: u64,
        run: impl Fn(u64) -> T + Sync,
    ) -> (f64, Vec<T>) {
        let name = self.name.as_ref().map(|name| format!("{name} from {begin}"));
        let read = |bytes: Vec<u8>| serde_json::from_slice::<(f64, Vec<T>)>(&bytes).ok();
        let cached = name.as_ref().and_then(|name| self.context.cache.load(name)).and_then(read);
        if let Some((seconds, block)) = cached.filter(|(_, block)| block.len() as u64 >= runs) {
            return (seconds, block.into_iter().take(runs as usize).collect());
        }
        let before = (self.context.cpu_seconds)();
        let (block, _) = self.context.map(self.what, runs, |index| run(begin + index));
        let seconds = (self.context.cpu_seconds)() - before;
        let Ok(bytes) = serde_json::to_vec(&(seconds, &block)) else { return (0.0, block) };
        if let Some(name) = name.filter(|_| block.len() as u64 == runs) {
            self.context.cache.store(&name, &bytes);
        }
        // Through JSON, so that the numbers are those that the cache will give.
        (0.0, read(bytes).map_or(block, |(_, block)| block))
    }
}

#[cfg(test)]
#[path = "../../build/families.rs"]
mod families;

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::fs;
    use std::path::Path;
    use std::sync::Mutex;

    use super::families::{FAMILIES, Families};
    use super::*;
    use crate::papers::{self, reproduce};
    use quandary_core::context::Cache;

    #[derive(Default)]
    struct Memory {
        tables: Mutex<HashMap<String, Vec<u8>>>,
    }

    impl Cache for Memory {
        fn load(&self, name: &str) -> Option<Vec<u8>> {
            self.tables.lock().unwrap().get(name).cloned()
        }

        fn store(&self, name: &str, bytes: &[u8]) {
            self.tables.lock().unwrap().insert(name.into(), bytes.into());
        }
    }

    #[test]
    fn an_entry_is_made_once_for_each_seed_and_for_each_scale_that_differs() {
        let cache = Memory::default();
        let context = Context { cache: &cache, ..Context::bare() };
        let made = |id: &str, seed, scale| {
            let wanted = RunRequest { ids: vec![id.into()], seed, scale, ..RunRequest::default() };
            reproduce(&wanted, &context).unwrap().0.entries.remove(0)
        };
        let kept = || cache.tables.lock().unwrap().len();
        let first = made("thesis.F2.2", 1, Scale::Usual);
        assert_eq!(kept(), 1);
        assert_eq!(made("thesis.F2.2", 1, Scale::Usual).cells, first.cells);
        // Nothing in it is sampled, so all scales share one cached entry.
        assert_eq!(made("thesis.F2.2", 1, Scale::Paper).made.unwrap().scale, "paper");
        assert_eq!(kept(), 1);
        made("thesis.F2.2", 2, Scale::Usual);
        made("thesis.F2.2", 1, Scale::Runs(3));
        assert_eq!(kept(), 3);
        // Cells come from the cache; the conclusion is computed again.
        let changed = |bytes: &mut Vec<u8>| {
            let mut entry: Reproduced = serde_json::from_slice(bytes).unwrap();
            entry.cells[0].note = "cached".into();
            entry.found = "long ago".into();
            *bytes = serde_json::to_vec(&entry).unwrap();
        };
        cache.tables.lock().unwrap().values_mut().for_each(changed);
        let again = made("thesis.F2.2", 1, Scale::Usual);
        assert_eq!((again.cells[0].note.as_str(), again.found), ("cached", first.found));
    }

    #[test]
    fn cached_runs_are_not_made_again_and_a_longer_series_begins_with_them() {
        let cache = Memory::default();
        let context = Context { cache: &cache, ..Context::bare() };
        let made = Mutex::new(Vec::new());
        let run = |index: u64| {
            made.lock().unwrap().push(index);
            (index, (index as f64).sqrt())
        };
        let bench = papers::Bench::new(&context, Scale::Usual, quandary_core::Seed(1), "access.T6");
        let some = bench.cached_runs("roots", Blocks::RUNS + 2, run);
        assert_eq!(made.lock().unwrap().len() as u64, Blocks::RUNS + 2);
        let more = bench.cached_runs("roots", 2 * Blocks::RUNS, run);
        // The incomplete block is made again.
        assert_eq!(made.lock().unwrap().len() as u64, 2 * Blocks::RUNS + 2);
        assert_eq!(some[..], more[..some.len()]);
        assert_eq!(bench.cached_runs("roots", 3, run), more[..3]);
        assert_eq!(made.lock().unwrap().len() as u64, 2 * Blocks::RUNS + 2);
        bench.cached_runs("other roots", 1, run);
        assert_eq!(made.lock().unwrap().len() as u64, 2 * Blocks::RUNS + 3);
        context.budget.stop().raise(quandary_core::Exhausted::Cancelled);
        assert_eq!(bench.cached_runs("roots", 3, run), []);
    }

    #[test]
    fn every_family_has_its_own_hash_of_sources() {
        let made_by: Vec<Option<String>> = papers::FAMILIES.iter().map(|(family, _)| maker(family)).collect();
        for (place, one) in made_by.iter().enumerate() {
            assert!(one.is_some() && made_by[..place].iter().all(|other| other != one), "{made_by:?}");
        }
        let mut named: Vec<&str> = papers::FAMILIES.iter().map(|(family, _)| *family).collect();
        named.sort_unstable();
        assert_eq!(named, FAMILIES);
    }

    /// A workspace of three packages: the lab, one that Minesweeper's entries use, and one under that.
    fn workspace(root: &Path) {
        let write = |path: &str, text: &str| {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write(
            "Cargo.lock",
            "[[package]]\nname = \"quandary-mines\"\nversion = \"1\"\ndependencies = [\n \"quandary-core\",\n]\n\n\
             [[package]]\nname = \"quandary-core\"\nversion = \"1\"\ndependencies = [\n \"far\",\n \"quandary-aside\",\n]\n\n\
             [[package]]\nname = \"quandary-aside\"\nversion = \"1\"\n\n\
             [[package]]\nname = \"quandary-lab\"\nversion = \"1\"\ndependencies = [\n \"quandary-mines\",\n]\n\n\
             [[package]]\nname = \"far\"\nversion = \"1.0.0\"\nchecksum = \"aa\"\n",
        );
        for (name, needs) in
            [("mines", "quandary-core.workspace = true"), ("core", "far = \"1\""), ("lab", "")]
        {
            let manifest = format!(
                "[package]\nname = \"quandary-{name}\"\n\n[dependencies]\n# Why.\n{needs}\n\n[dev-dependencies]\nquandary-aside = \"1\"\n"
            );
            write(&format!("crates/{name}/Cargo.toml"), &manifest);
            write(&format!("crates/{name}/src/lib.rs"), name);
        }
        write("crates/aside/Cargo.toml", "[package]\nname = \"quandary-aside\"\n");
        write("crates/aside/src/lib.rs", "aside");
        write("crates/lab/src/judge.rs", "/// use quandary_lab::Scale;");
        write("crates/lab/src/report/html.rs", "html");
        write("crates/lab/src/papers/minesweeper/mod.rs", "use quandary_mines::Board;");
        write("crates/lab/src/papers/nono.rs", "nono");
        write("crates/lab/src/papers/twenty48/mod.rs", "use crate::papers::nono;");
    }

    #[test]
    fn a_change_invalidates_only_the_families_that_depend_on_it() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let families = || Families::read(root).unwrap().hashes().unwrap();
        workspace(root);
        let watched = Families::read(root).unwrap().watched().unwrap();
        assert_eq!(watched, ["core", "lab", "mines"].map(|name| root.join("crates").join(name).join("src")));
        let cases: [(&str, &[&str]); 8] = [
            ("crates/aside/src/lib.rs", &[]),
            ("crates/mines/src/lib.rs", &["minesweeper"]),
            ("crates/core/src/lib.rs", &["minesweeper"]),
            ("Cargo.lock", &["minesweeper"]),
            ("crates/lab/src/papers/minesweeper/mod.rs", &["minesweeper"]),
            ("crates/lab/src/papers/nono.rs", &["nono", "twenty48"]),
            ("crates/lab/src/report/html.rs", &[]),
            ("crates/lab/src/judge.rs", &["games", "minesweeper", "nono", "thesis", "twenty48"]),
        ];
        for (path, expected) in cases {
            workspace(root);
            let before = families();
            let text = fs::read_to_string(root.join(path)).unwrap();
            // In the lock file, the version of a package that everything depends on.
            fs::write(root.join(path), text.replace("1.0.0", "1.0.1") + "\n").unwrap();
            let after = families();
            let changed: Vec<&str> =
                before.iter().zip(&after).filter(|(a, b)| a != b).map(|(a, _)| a.0).collect();
            assert_eq!(changed, expected, "{path}");
        }
    }
}
