use quandary_api::experiment::{AttemptAnswer, AttemptsAnswer, Experiment, ExportAnswer, LevelAnswer, Table};
use quandary_api::{Catalogue, CheckAnswer, Event, HintAnswer, Request, SessionView, TimeLine};
use quandary_core::InputError;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema, json_schema};
use serde_json::{Map, Value};

use crate::Health;
use crate::experiment::ChangeAnswer;

/// A refusal, as every request may be answered.
struct Refusal;

impl JsonSchema for Refusal {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Refusal".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let error = generator.subschema_for::<InputError>();
        json_schema!({
            "description": "What was wrong with a request, in words.",
            "type": "object",
            "properties": {
                "schema": {"const": quandary_verbs::SCHEMA},
                "status": {"enum": ["refused", "exhausted"]},
                "error": error,
                "stopped": {"enum": ["nodes", "time", "cancelled", "memory"]},
            },
            "required": ["schema", "status"],
        })
    }
}

/// All types of the protocol by name: what is sent, and what is answered.
pub(super) fn schemas() -> Map<String, Value> {
    let mut all = Map::new();
    let mut sent = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    name::<Request>(&mut sent);
    name::<Experiment>(&mut sent);
    name::<quandary_api::experiment::FinishedAttempt>(&mut sent);
    all.extend(definitions(sent));
    let mut answered = SchemaSettings::draft2020_12().for_serialize().into_generator();
    name::<Event>(&mut answered);
    name::<Refusal>(&mut answered);
    name::<Catalogue>(&mut answered);
    name::<SessionView>(&mut answered);
    name::<HintAnswer>(&mut answered);
    name::<TimeLine>(&mut answered);
    name::<CheckAnswer>(&mut answered);
    name::<LevelAnswer>(&mut answered);
    name::<AttemptAnswer>(&mut answered);
    name::<AttemptsAnswer>(&mut answered);
    name::<ExportAnswer>(&mut answered);
    name::<Table>(&mut answered);
    name::<ChangeAnswer>(&mut answered);
    name::<Health>(&mut answered);
    all.extend(definitions(answered));
    all
}

fn name<T: JsonSchema>(generator: &mut SchemaGenerator) {
    generator.subschema_for::<T>();
}

fn definitions(mut generator: SchemaGenerator) -> Map<String, Value> {
    generator.take_definitions(true)
}
