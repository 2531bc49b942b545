use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use quandary_core::{Context, InputError, Stop};
use quandary_verbs::{Answer, FIGURE, Input, Kind, ROWS, Request};
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
    pub input: Option<RunInput>,
    /// The options by name, without dashes; a switch that is on has an empty value. An option that takes a file has
    /// the text that the file holds.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Whether the games come as rows, too, for the verbs that have `--rows`.
    #[serde(default)]
    pub rows: bool,
    /// Whether what the command line prints without `--json` comes as an event, too.
    #[serde(default)]
    pub text: bool,
    /// The most nodes, within what the surroundings allow.
    pub nodes: Option<u64>,
}

/// INPUT: the text itself, or a file.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum RunInput {
    /// Text.
    Text(String),
    /// A file, which need not be text: a replay, an image.
    File(Upload),
}

/// A file that somebody chose, dropped or pasted.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Upload {
    /// Its name, for messages.
    pub name: String,
    /// What it holds, in base64.
    pub base64: String,
}

impl RunInput {
    fn input(&self) -> Result<Input, InputError> {
        match self {
            RunInput::Text(text) => Ok(Input::inline(text)),
            RunInput::File(Upload { name, base64 }) => {
                let bytes = STANDARD.decode(base64).map_err(|error| {
                    InputError::new(format!("the file came in damaged: {error}")).expected("base64")
                })?;
                Ok(Input { source: name.clone(), bytes })
            }
        }
    }
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
        for written in verb.spec.options.iter().filter(|option| matches!(option.kind, Kind::Output)) {
            if self.options.contains_key(written.name) {
                let instead = match written.name {
                    name if name == ROWS.spec.name => "`rows` beside the options: each row is an event",
                    name if name == FIGURE.spec.name => "nothing: a figure is an event whenever there is one",
                    _ => "nothing: no file is written here",
                };
                return Err(InputError::new("it names a file to write")
                    .expected(instead)
                    .of_option(written.name)
                    .into());
            }
        }
        if self.rows && !verb.spec.options.iter().any(|option| option.name == ROWS.spec.name) {
            return Err(InputError::new(format!("`{}` has no rows", verb.spec.name)).into());
        }
        let given = self.options.iter().map(|(name, value)| (name.as_str(), value.clone()));
        let input = self.input.as_ref().map(RunInput::input).transpose()?;
        let request = Request::new(&verb.spec, input, given)?;
        let context = self.nodes.map_or_else(|| context.clone(), |nodes| context.at_most(nodes));
        Ok(verb.run(entry.name, &request, &context)?)
    }
}
