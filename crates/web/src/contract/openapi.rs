use serde_json::{Value, json};

use super::schemas::schemas;
use crate::body::MOST;

/// The server as OpenAPI 3.1: what `GET /api/openapi.json` answers and `docs/openapi.json` holds.
pub fn openapi() -> Value {
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Quandary",
            "version": env!("CARGO_PKG_VERSION"),
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
            "description": "The lab on the user's own machine: `quandary serve`. Callers send \
                the token that `serve` printed: as a bearer token, as the cookie that the printed address sets, or as `token` \
                in the query. Beyond loopback, callers without it are participants of the experiment: they play, and reach only \
                the attempts that were posted with their cookie. Another `Host` is answered with 421, another `Origin` with 403.",
        },
        "servers": [{"url": "/", "description": "Where the page comes from."}],
        "paths": {
            "/api/health": {"get": {
                "operationId": "health",
                "summary": "Whether somebody is here, and who.",
                "responses": answers(json!({"200": answer("Here.", "Health")}), &[]),
            }},
            "/api/openapi.json": {"get": {
                "operationId": "openapi",
                "summary": "This document.",
                "responses": answers(json!({"200": {
                    "description": "OpenAPI 3.1.",
                    "content": {"application/json": {"schema": {"type": "object"}}},
                }}), &[]),
            }},
            "/api/ask": {"post": {
                "operationId": "ask",
                "summary": "A request in, events out, the last of them the answer.",
                "description": "Each message of the stream has the event's name as `event` and the event as JSON as \
                    `data`. Closing the connection ends the work. What is refused before anything was sent has a \
                    status of its own; later it is an answer whose `status` is `refused`.",
                "requestBody": sent("application/json", &reference("Request")),
                "responses": answers(json!({"200": {
                    "description": "Events.",
                    "content": {"text/event-stream": {
                        "schema": {"type": "string"},
                        "itemSchema": {
                            "type": "object",
                            "properties": {
                                "event": {"type": "string"},
                                "data": {
                                    "type": "string",
                                    "contentMediaType": "application/json",
                                    "contentSchema": reference("Event"),
                                },
                            },
                        },
                    }},
                }}), &[BODY, &[("422", "The request is refused, in the words of the command line.")], BUSY]),
            }},
            "/api/study/attempts": {
                "get": {
                    "operationId": "attempts",
                    "summary": "The attempts that are kept here.",
                    "parameters": [whose()],
                    "responses": answers(json!({"200": answer("The attempts.", "AttemptsAnswer")}), &[QUERY, BASE]),
                },
                "post": {
                    "operationId": "keep",
                    "summary": "Keeps an attempt that is over, once it was judged.",
                    "requestBody": sent("application/json", &reference("FinishedAttempt")),
                    "responses": answers(
                        json!({"201": answer("It is kept.", "AttemptAnswer")}),
                        &[BODY, &[("422", "What it says cannot be.")], BASE],
                    ),
                },
                "delete": {
                    "operationId": "delete",
                    "summary": "Deletes a player's attempts, or all, for good.",
                    "parameters": [whose()],
                    "responses": answers(json!({"200": answer("They are gone.", "ChangeAnswer")}), &[QUERY, BASE]),
                },
            },
            "/api/study/table": {"get": {
                "operationId": "table",
                "summary": "Table 3.3 of these attempts, beside the printed one.",
                "parameters": [whose()],
                "responses": answers(json!({"200": answer("The table.", "ExperimentTable")}), &[QUERY, BASE]),
            }},
            "/api/study/export": {"get": {
                "operationId": "export",
                "summary": "The attempts as CSV.",
                "parameters": [whose()],
                "responses": answers(json!({"200": {
                    "description": "A header and a line for each attempt.",
                    "content": {"text/csv": {"schema": {"type": "string"}}},
                }}), &[QUERY, BASE]),
            }},
            "/api/study/import": {"post": {
                "operationId": "import",
                "summary": "Adds attempts from CSV, all or none; those that are here already are passed over.",
                "requestBody": sent("text/csv", &json!({"type": "string"})),
                "responses": answers(
                    json!({"200": answer("They are added.", "ChangeAnswer")}),
                    &[BODY, &[("422", "A line says what cannot be.")], BASE],
                ),
            }},
        },
        "components": {"schemas": schemas(), "securitySchemes": {
            "token": {"type": "http", "scheme": "bearer"},
        }},
        "security": [{"token": []}],
    });
    relocate(&mut document);
    document
}

type Refusals = &'static [(&'static str, &'static str)];

const BODY: Refusals = &[
    ("400", "The body is not what it should be."),
    ("408", "The body did not arrive in time."),
    ("413", "The body is too large."),
    ("415", "The body is of another kind."),
];
const BUSY: Refusals = &[("503", "Too many questions are waiting; `Retry-After` says when to ask again.")];
const BASE: Refusals = &[("503", "The experiment's database cannot be used.")];
const QUERY: Refusals = &[("400", "The query is not what it should be.")];

/// The answers of an operation: its own, and the refusals that it may meet.
fn answers(mut own: Value, refusals: &[Refusals]) -> Value {
    let always: Refusals = &[
        ("401", "The token is missing or wrong."),
        ("403", "A page from elsewhere asks."),
        ("421", "The server has another name."),
    ];
    for &(status, what) in refusals.iter().copied().chain([always]).flatten() {
        own[status] = answer(what, "Refusal");
        if status == "503" {
            own[status]["headers"] = json!({"Retry-After": {
                "description": "Seconds.", "schema": {"type": "integer"},
            }});
        }
    }
    own
}

fn answer(what: &str, name: &str) -> Value {
    json!({"description": what, "content": {"application/json": {"schema": reference(name)}}})
}

fn sent(kind: &str, schema: &Value) -> Value {
    let description = format!("At most {MOST} bytes.");
    json!({"required": true, "description": description, "content": {kind: {"schema": schema}}})
}

fn whose() -> Value {
    json!({
        "name": "player", "in": "query", "required": false,
        "description": "A player's name [default: all players].", "schema": {"type": "string"},
    })
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// Schemas refer to each other where this document keeps them.
fn relocate(value: &mut Value) {
    match value {
        Value::Object(object) => {
            if let Some(Value::String(name)) = object.get_mut("$ref")
                && let Some(short) = name.strip_prefix("#/$defs/")
            {
                *name = format!("#/components/schemas/{short}");
            }
            object.values_mut().for_each(relocate);
        }
        Value::Array(all) => all.iter_mut().for_each(relocate),
        _ => {}
    }
}
