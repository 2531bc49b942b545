//! `/api/study/…`: the experiment as this machine keeps it. Levels and judging are the api's; here is what is kept.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Extension, Router};
use quandary_api::experiment::{
    Attempt, AttemptAnswer, AttemptsAnswer, FinishedAttempt, export, import, table,
};
use quandary_core::{Context, InputError, Stop};
use quandary_verbs::SCHEMA;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use crate::Lab;
use crate::body::{self, Kind};
use crate::callers::{Caller, unknown};
use crate::lanes::Lane;
use crate::refusal::{json, refusal, refused};
use crate::store::{self, Failure, Store};
use crate::work::{Client, busy};

/// Whose attempts.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Whose {
    /// A player's name [default: everybody's].
    pub(crate) player: Option<String>,
}

/// How many attempts were added or deleted.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct ChangeAnswer {
    schema: u32,
    status: &'static str,
    /// How many attempts were added or deleted.
    pub(crate) attempts: usize,
}

impl ChangeAnswer {
    fn new(attempts: usize) -> ChangeAnswer {
        ChangeAnswer { schema: SCHEMA, status: "answered", attempts }
    }
}

pub(crate) fn routes() -> Router<Arc<Lab>> {
    Router::new()
        .route("/api/study/attempts", get(list).post(keep).delete(delete))
        .route("/api/study/table", get(shown))
        .route("/api/study/export", get(exported))
        .route("/api/study/import", post(imported))
}

/// Works on the database in a lane, until the work is done or the client has left.
async fn with<T: Send + 'static>(
    lab: &Arc<Lab>,
    lane: Lane,
    work: impl FnOnce(&Store, &Context<'_>) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Response> {
    let asked = Client::arrives();
    let (sender, receiver) = oneshot::channel();
    let shared = Arc::clone(lab);
    let submitted = asked.client().enters(lab, lane, move |runtime| {
        let done = match &shared.store {
            Ok(store) => work(store, &runtime.context()),
            Err(failure) => Err(failure.clone()),
        };
        let _ = sender.send(done);
    });
    if submitted.is_err() {
        return Err(busy(lane));
    }
    receiver.await.unwrap_or_else(|_| Err("the program failed here".into())).map_err(|failure| {
        let what = format!("the experiment's database cannot be used: {failure}");
        refusal(StatusCode::SERVICE_UNAVAILABLE, &what, None)
    })
}

/// Which attempts a caller reaches: the experimenter all of them, a participant those that the same participant posted.
/// A participant has to name the player.
#[derive(Clone, Debug)]
struct Reach {
    player: Option<String>,
    participant: Option<String>,
}

impl Reach {
    fn of(caller: Caller, whose: Result<Query<Whose>, QueryRejection>) -> Result<Reach, Box<Response>> {
        let player = asked(whose).map_err(|why| Box::new(unasked(&why)))?;
        match caller {
            Caller::Experimenter => Ok(Reach { player, participant: None }),
            Caller::Participant(id) if player.is_some() => Ok(Reach { player, participant: Some(id) }),
            Caller::Participant(_) => Err(Box::new(unknown("everybody's attempts are the experimenter's"))),
        }
    }

    fn whose(&self) -> store::Whose<'_> {
        store::Whose { player: self.player.as_deref(), participant: self.participant.as_deref() }
    }
}

/// The player that is asked for; or why that cannot be read.
fn asked(whose: Result<Query<Whose>, QueryRejection>) -> Result<Option<String>, String> {
    whose.map(|Query(Whose { player })| player).map_err(|error| error.body_text())
}

fn unasked(why: &str) -> Response {
    refusal(StatusCode::BAD_REQUEST, why, Some("player=NAME, or nothing"))
}

fn or_refusal<T>(result: Result<T, Response>, answer: impl FnOnce(T) -> Response) -> Response {
    result.map_or_else(|response| response, answer)
}

/// Reads the attempts and answers with what `tell` makes of them.
async fn telling<T: Send + 'static>(
    lab: &Arc<Lab>,
    caller: Caller,
    whose: Result<Query<Whose>, QueryRejection>,
    tell: impl FnOnce(Vec<Attempt>) -> T + Send + 'static,
) -> Result<T, Response> {
    let reach = Reach::of(caller, whose).map_err(|refused| *refused)?;
    with(lab, Lane::Experiment, move |store, _| Ok(tell(store.attempts(reach.whose())?))).await
}

type Asking = Result<Query<Whose>, QueryRejection>;

async fn list(State(lab): State<Arc<Lab>>, Extension(caller): Extension<Caller>, whose: Asking) -> Response {
    or_refusal(telling(&lab, caller, whose, AttemptsAnswer::new).await, |kept| json(StatusCode::OK, &kept))
}

async fn shown(State(lab): State<Arc<Lab>>, Extension(caller): Extension<Caller>, whose: Asking) -> Response {
    or_refusal(telling(&lab, caller, whose, |all| table(&all)).await, |table| json(StatusCode::OK, &table))
}

async fn exported(
    State(lab): State<Arc<Lab>>,
    Extension(caller): Extension<Caller>,
    whose: Asking,
) -> Response {
    or_refusal(telling(&lab, caller, whose, |all| export(&all)).await, |csv| {
        let mut response = Response::new(Body::from(csv));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
        let name = HeaderValue::from_static("attachment; filename=\"quandary-study.csv\"");
        headers.insert(CONTENT_DISPOSITION, name);
        response
    })
}

async fn delete(
    State(lab): State<Arc<Lab>>,
    Extension(caller): Extension<Caller>,
    whose: Asking,
) -> Response {
    let gone = match Reach::of(caller, whose) {
        Ok(reach) => with(&lab, Lane::Experiment, move |store, _| store.delete(reach.whose())).await,
        Err(refused) => Err(*refused),
    };
    or_refusal(gone, |gone| json(StatusCode::OK, &ChangeAnswer::new(gone)))
}

async fn keep(
    State(lab): State<Arc<Lab>>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Response {
    let text = match body::read(request, Kind::Json).await {
        Ok(text) => text,
        Err(response) => return response,
    };
    let attempted: FinishedAttempt = match serde_json::from_str(&text) {
        Ok(attempted) => attempted,
        Err(error) => {
            let error = InputError::new(format!("the attempt cannot be read: {error}"));
            return refused(StatusCode::BAD_REQUEST, &error.into());
        }
    };
    let judged = with(&lab, Lane::Experiment, move |store, context| {
        Ok(match attempted.judge(context) {
            Ok(attempt) => {
                store.keep(std::slice::from_ref(&attempt), caller.participant())?;
                Ok(attempt)
            }
            Err(stop) => Err(stop),
        })
    });
    or_refusal(judged.await, |judged| match judged {
        Ok(attempt) => json(StatusCode::CREATED, &AttemptAnswer::new(attempt)),
        Err(stop) => refused(StatusCode::UNPROCESSABLE_ENTITY, &stop),
    })
}

async fn imported(
    State(lab): State<Arc<Lab>>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Response {
    if caller != Caller::Experimenter {
        return unknown("files of attempts are the experimenter's to add");
    }
    let csv = match body::read(request, Kind::Csv).await {
        Ok(csv) => csv,
        Err(response) => return response,
    };
    let added = with(&lab, Lane::Long, move |store, context| {
        Ok(match import(&csv, context) {
            Ok(attempts) => Ok(store.keep(&attempts, caller.participant())?),
            Err(stop) => Err::<usize, Stop>(stop),
        })
    });
    or_refusal(added.await, |added| match added {
        Ok(new) => json(StatusCode::OK, &ChangeAnswer::new(new)),
        Err(stop) => refused(StatusCode::UNPROCESSABLE_ENTITY, &stop),
    })
}
