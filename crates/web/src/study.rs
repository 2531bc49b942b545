//! `/api/study/…`: the study as this machine keeps it. Levels and judging are the api's; here is what is kept.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use axum::routing::{get, post};
use quandary_api::study::{Attempt, Attempted, Judged, Kept, export, import, table};
use quandary_core::face::SCHEMA;
use quandary_core::{Budget, Context, InputError, Stop};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Lab;
use crate::body::{self, Kind};
use crate::refusal::{json, refusal, refused};
use crate::store::{Failure, Store};

/// Whose attempts.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Whose {
    /// A player's name; everybody's without.
    pub(crate) player: Option<String>,
}

/// How many attempts were added or deleted.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct Changed {
    schema: u32,
    status: &'static str,
    /// How many attempts were added or deleted.
    pub(crate) attempts: usize,
}

impl Changed {
    fn new(attempts: usize) -> Changed {
        Changed { schema: SCHEMA, status: "answered", attempts }
    }
}

pub(crate) fn routes() -> Router<Arc<Lab>> {
    Router::new()
        .route("/api/study/attempts", get(list).post(keep).delete(delete))
        .route("/api/study/table", get(shown))
        .route("/api/study/export", get(exported))
        .route("/api/study/import", post(imported))
}

/// Works on the database, away from the thread that serves.
async fn with<T: Send + 'static>(
    lab: &Arc<Lab>,
    work: impl FnOnce(&Store) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Response> {
    let lab = Arc::clone(lab);
    let done = tokio::task::spawn_blocking(move || match &lab.store {
        Ok(store) => work(store),
        Err(failure) => Err(failure.clone()),
    });
    done.await.unwrap_or_else(|_| Err("the program failed here".into())).map_err(|failure| {
        let what = format!("the study's database cannot be used: {failure}");
        refusal(StatusCode::SERVICE_UNAVAILABLE, &what, None)
    })
}

/// What the judges may spend on one request: a class's attempts, not a world's.
fn judges() -> Context<'static> {
    Context::bare().with_budget(Budget::nodes(100_000_000))
}

/// The player that is asked for; or why that cannot be read.
fn asked(whose: Result<Query<Whose>, QueryRejection>) -> Result<Option<String>, String> {
    whose.map(|Query(Whose { player })| player).map_err(|error| error.body_text())
}

fn unasked(why: &str) -> Response {
    refusal(StatusCode::BAD_REQUEST, why, Some("player=NAME, or nothing"))
}

fn told<T>(result: Result<T, Response>, answer: impl FnOnce(T) -> Response) -> Response {
    result.map_or_else(|response| response, answer)
}

async fn attempts(
    lab: &Arc<Lab>,
    whose: Result<Query<Whose>, QueryRejection>,
) -> Result<Vec<Attempt>, Response> {
    let player = asked(whose).map_err(|why| unasked(&why))?;
    with(lab, move |store| store.attempts(player.as_deref())).await
}

async fn list(State(lab): State<Arc<Lab>>, whose: Result<Query<Whose>, QueryRejection>) -> Response {
    told(attempts(&lab, whose).await, |attempts| json(StatusCode::OK, &Kept::new(attempts)))
}

async fn shown(State(lab): State<Arc<Lab>>, whose: Result<Query<Whose>, QueryRejection>) -> Response {
    told(attempts(&lab, whose).await, |attempts| json(StatusCode::OK, &table(&attempts)))
}

async fn exported(State(lab): State<Arc<Lab>>, whose: Result<Query<Whose>, QueryRejection>) -> Response {
    told(attempts(&lab, whose).await, |attempts| {
        let mut response = Response::new(Body::from(export(&attempts)));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
        let name = HeaderValue::from_static("attachment; filename=\"quandary-study.csv\"");
        headers.insert(CONTENT_DISPOSITION, name);
        response
    })
}

async fn delete(State(lab): State<Arc<Lab>>, whose: Result<Query<Whose>, QueryRejection>) -> Response {
    let gone = match asked(whose) {
        Ok(player) => with(&lab, move |store| store.delete(player.as_deref())).await,
        Err(why) => Err(unasked(&why)),
    };
    told(gone, |gone| json(StatusCode::OK, &Changed::new(gone)))
}

async fn keep(State(lab): State<Arc<Lab>>, request: Request) -> Response {
    let text = match body::read(request, Kind::Json).await {
        Ok(text) => text,
        Err(response) => return response,
    };
    let attempted: Attempted = match serde_json::from_str(&text) {
        Ok(attempted) => attempted,
        Err(error) => {
            let error = InputError::new(format!("the attempt cannot be read: {error}"));
            return refused(StatusCode::BAD_REQUEST, &error.into());
        }
    };
    let judged = with(&lab, move |store| {
        Ok(match attempted.judge(&judges()) {
            Ok(attempt) => {
                store.keep(std::slice::from_ref(&attempt))?;
                Ok(attempt)
            }
            Err(stop) => Err(stop),
        })
    });
    told(judged.await, |judged| match judged {
        Ok(attempt) => json(StatusCode::CREATED, &Judged::new(attempt)),
        Err(stop) => refused(StatusCode::UNPROCESSABLE_ENTITY, &stop),
    })
}

async fn imported(State(lab): State<Arc<Lab>>, request: Request) -> Response {
    let csv = match body::read(request, Kind::Csv).await {
        Ok(csv) => csv,
        Err(response) => return response,
    };
    let added = with(&lab, move |store| {
        Ok(match import(&csv, &judges()) {
            Ok(attempts) => Ok(store.keep(&attempts)?),
            Err(stop) => Err::<usize, Stop>(stop),
        })
    });
    told(added.await, |added| match added {
        Ok(new) => json(StatusCode::OK, &Changed::new(new)),
        Err(stop) => refused(StatusCode::UNPROCESSABLE_ENTITY, &stop),
    })
}
