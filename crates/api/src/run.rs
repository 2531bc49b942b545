use std::collections::BTreeMap;

use quandary_core::face::{Answer, Input, Request};
use quandary_core::{Context, InputError, Stop};
use schemars::JsonSchema;
use serde::Deserialize;

/// A verb of a puzzle, with its input and options as text: the same words as on the command line.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The puzzle's name.
    pub puzzle: String,
    /// The verb's name.
    pub verb: String,
    /// INPUT, where the verb takes one.
    pub input: Option<String>,
    /// The options by name, without dashes; a switch that is on has an empty value.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The most nodes, within what the surroundings allow.
    pub nodes: Option<u64>,
}

impl Run {
    /// What the verb answers.
    pub fn answer(&self, context: &Context<'_>) -> Result<Answer, Stop> {
        let entry = crate::entry(&self.puzzle)?;
        let verb = entry.verb(&self.verb).ok_or_else(|| {
            let known: Vec<&str> = entry.verbs.iter().map(|verb| verb.spec.name).collect();
            InputError::new(format!("{} has no verb of that name", entry.name))
                .expected(format!("one of {}", known.join(", ")))
        })?;
        let given = self.options.iter().map(|(name, value)| (name.as_str(), value.clone()));
        let request = Request::new(&verb.spec, self.input.as_deref().map(Input::inline), given)?;
        let context = self.nodes.map_or_else(|| context.clone(), |nodes| context.at_most(nodes));
        Ok(verb.run(entry.name, &request, &context)?)
    }
}
