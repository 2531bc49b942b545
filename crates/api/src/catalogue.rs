use quandary_verbs::{OptionSpec, SCHEMA, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

/// Every puzzle with its settings, presets and verbs, as data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Catalogue {
    schema: u32,
    status: &'static str,
    /// The puzzles, in the order in which they are listed.
    pub puzzles: Vec<Puzzle>,
}

/// A puzzle: how it can be set up, and what it can do.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Puzzle {
    /// Its name.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Settings people ask for by name; the first is the default.
    pub presets: Vec<Preset>,
    /// What can be chosen before a game.
    pub setup: &'static [OptionSpec],
    /// What it can do.
    pub verbs: Vec<VerbSpec>,
}

/// A named setting.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// The setting as text: `name=value`, several joined by `; `.
    pub setup: &'static str,
}

pub(crate) fn catalogue() -> Catalogue {
    let puzzles = quandary_registry::all().iter().map(|entry| Puzzle {
        name: entry.name,
        about: entry.about,
        presets: entry.presets.iter().map(|it| Preset { name: it.name, setup: it.setup }).collect(),
        setup: entry.setup,
        verbs: entry.verbs.iter().map(|verb| verb.spec).collect(),
    });
    Catalogue { schema: SCHEMA, status: "answered", puzzles: puzzles.collect() }
}
