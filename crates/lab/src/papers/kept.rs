//! Entries that were made before by the same program, kept in the cache: the second run of an unchanged entry is free, and
//! a run that is killed loses the entry it was at and no other.

use std::sync::LazyLock;

use quandary_core::{Context, Signature};

use crate::Wanted;
use crate::reproduction::Reproduced;

/// This very program: the hash of the file that runs. Another build may find something else.
static PROGRAM: LazyLock<Option<String>> = LazyLock::new(|| {
    let bytes = std::fs::read(std::env::current_exe().ok()?).ok()?;
    let mut signature = Signature::new();
    signature.add(&bytes);
    Some(signature.to_string())
});

/// Where one entry is kept.
pub(super) struct Place<'c> {
    context: &'c Context<'c>,
    /// Nothing when the program cannot be told from another.
    name: Option<String>,
}

impl<'c> Place<'c> {
    pub(super) fn new(id: &str, wanted: &Wanted, context: &'c Context<'c>) -> Place<'c> {
        let name = PROGRAM.as_ref().map(|program| {
            format!("reproduced {id} scale {} seed {} by {program}", wanted.scale, wanted.seed)
        });
        Place { context, name }
    }

    /// The entry, if it is there and whole.
    pub(super) fn load(&self) -> Option<Reproduced> {
        serde_json::from_slice(&self.context.cache.load(self.name.as_deref()?)?).ok()
    }

    pub(super) fn store(&self, entry: &Reproduced) {
        if let (Some(name), Ok(bytes)) = (&self.name, serde_json::to_vec(entry)) {
            self.context.cache.store(name, &bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Mutex;

    use super::*;
    use crate::papers::reproduce;
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
    fn an_entry_is_made_once_for_each_seed_and_scale() {
        let cache = Memory::default();
        let context = Context { cache: &cache, ..Context::bare() };
        let made = |seed| {
            let wanted = Wanted { ids: vec!["thesis.F2.2".into()], seed, ..Wanted::default() };
            reproduce(&wanted, &context).unwrap().0.entries.remove(0)
        };
        let first = made(1);
        assert_eq!(cache.tables.lock().unwrap().len(), 1);
        assert_eq!(made(1).found, first.found);
        assert_eq!(cache.tables.lock().unwrap().len(), 1);
        made(2);
        assert_eq!(cache.tables.lock().unwrap().len(), 2);
        // What is found is what is kept: a kept entry with another sentence comes back as it is.
        let changed = |bytes: &mut Vec<u8>| {
            let mut entry: Reproduced = serde_json::from_slice(bytes).unwrap();
            entry.found = "kept".into();
            *bytes = serde_json::to_vec(&entry).unwrap();
        };
        cache.tables.lock().unwrap().values_mut().for_each(changed);
        assert_eq!(made(1).found, "kept");
    }
}
