use quandary_api::study::{Begun, Exported, Judged, Kept, Study, Table};
use quandary_api::{Catalogue, Checked, Event, Request, Seen, TimeLine};
use quandary_core::InputError;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema, json_schema};
use serde_json::{Map, Value};

use crate::Health;
use crate::study::Changed;

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
                "schema": {"const": quandary_core::face::SCHEMA},
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
    name::<Study>(&mut sent);
    name::<quandary_api::study::Attempted>(&mut sent);
    all.extend(definitions(sent));
    let mut answered = SchemaSettings::draft2020_12().for_serialize().into_generator();
    name::<Event>(&mut answered);
    name::<Refusal>(&mut answered);
    name::<Catalogue>(&mut answered);
    name::<Seen>(&mut answered);
    name::<TimeLine>(&mut answered);
    name::<Checked>(&mut answered);
    name::<Begun>(&mut answered);
    name::<Judged>(&mut answered);
    name::<Kept>(&mut answered);
    name::<Exported>(&mut answered);
    name::<Table>(&mut answered);
    name::<Changed>(&mut answered);
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
