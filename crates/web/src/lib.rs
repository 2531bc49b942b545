//! The lab over HTTP, on the user's own machine: `quandary serve`.
//!
//! `POST /api/ask` carries [`quandary_api`] as server-sent events, `/api/study/…` keeps the experiment's attempts, and
//! everything else is the built page. `docs/openapi.json` describes it and is made from the types.
//!
//! The server listens on loopback unless `--host` says otherwise. It answers only its own pages (`guard`) and only callers
//! who have its token (`callers`). It limits how many connections there are and how long a request may take to arrive
//! (`connections`), limits every request in size, time and memory (`work`), and refuses at once what it has no room for
//! (`lanes`).

mod ask;
mod body;
mod callers;
mod connections;
pub mod contract;
mod experiment;
mod guard;
mod hint;
mod lanes;
mod page;
mod refusal;
mod standalone;
mod store;
mod work;

pub use callers::{TOKENS, is_token};
pub use lanes::{Full, Lane, Lanes, Width};
pub use standalone::reproduction;
pub use store::{Failure, Store, Whose};

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Extension, Router};
use schemars::JsonSchema;
use serde::Serialize;

use crate::callers::Caller;
use crate::guard::Names;
use crate::refusal::{json, refusal};

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on. Anything but loopback lets others in.
    pub host: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// Threads that a long piece of work may use.
    pub threads: usize,
    /// How long a long piece of work may take.
    pub time: Duration,
    /// Bytes that the tables and trees of a long piece of work may take.
    pub memory: usize,
    /// Where the experiment's database is; without, in memory alone.
    pub data: Option<PathBuf>,
    /// Whether tables are neither read from nor written to the user's cache folder.
    pub no_cache: bool,
    /// Whether CPU times are given as 0.
    pub no_clock: bool,
    /// The token that callers must send [default: a random one]. Beyond loopback it must be given.
    pub token: Option<String>,
    /// How long the head of a request may take to arrive, and how long a connection may be idle between two requests.
    pub head: Duration,
    /// The lane of hints.
    pub short: Width,
    /// Each of the lanes of slow hints, of better hints, of explanations, of slow explanations and of the experiment's database.
    pub slow: Width,
    /// The lane of solvers, simulations and imports.
    pub long: Width,
}

impl Settings {
    /// Loopback, and as many threads as the machine has.
    pub fn usual() -> Settings {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            host: IpAddr::from([127, 0, 0, 1]),
            port: 8377,
            threads,
            time: Duration::from_secs(600),
            memory: 1 << 30,
            data: dirs::data_dir().map(|folder| folder.join("quandary").join("study.sqlite")),
            no_cache: false,
            no_clock: false,
            token: None,
            head: Duration::from_secs(15),
            // More threads than processors: a slow hint leaves others free for the quick ones behind it.
            short: Width { threads: (2 * threads).max(4), queue: 256 },
            slow: Width { threads: 2, queue: 64 },
            long: Width { threads: 2, queue: 8 },
        }
    }
}

/// What all requests share.
pub(crate) struct Lab {
    settings: Settings,
    lanes: Lanes,
    /// The games that were asked about last.
    sessions: quandary_api::Sessions,
    store: Result<Store, Failure>,
    /// The port: it is part of the names of cookies, since browsers send those of one port to every other.
    port: u16,
    /// What callers must know.
    token: String,
}

impl Lab {
    /// Whether others than this machine's user may be asking.
    fn shared(&self) -> bool {
        !self.settings.host.is_loopback()
    }

    /// Why the experiment's attempts cannot be kept, if they cannot.
    fn experiment_failure(&self) -> Option<Failure> {
        match &self.store {
            Ok(store) => store.damage(),
            Err(failure) => Some(failure.clone()),
        }
    }
}

/// A server that listens but does not answer yet.
pub struct Server {
    listener: std::net::TcpListener,
    lab: Arc<Lab>,
    /// Where it listens.
    pub address: SocketAddr,
}

/// What `GET /api/health` says.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Health {
    /// The program's version.
    version: &'static str,
    /// How the page reaches the lab: `serve`.
    transport: &'static str,
    /// Threads that a long piece of work may use.
    threads: usize,
    /// Whether the experiment's attempts can be kept here.
    study: bool,
    /// Whether the server also answers callers without the token, as participants of the experiment.
    shared: bool,
    /// Whether the caller has the token, and with it access to everybody's attempts.
    experimenter: bool,
}

impl Server {
    /// Takes the port and opens the database.
    pub fn bind(settings: Settings) -> std::io::Result<Server> {
        let token = match &settings.token {
            Some(token) if callers::is_token(token) => token.clone(),
            None if settings.host.is_loopback() => callers::secret()?,
            Some(_) => return Err(refused(callers::TOKENS)),
            None => return Err(refused("a server beyond loopback needs a token")),
        };
        let listener = std::net::TcpListener::bind((settings.host, settings.port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let store = match &settings.data {
            Some(path) => Store::open(path),
            None => Store::in_memory(),
        };
        let lanes = Lanes::open(|lane| match lane {
            Lane::Short => settings.short,
            Lane::SlowHint | Lane::BetterHint | Lane::Explain | Lane::SlowExplain | Lane::Experiment => {
                settings.slow
            }
            Lane::Long => settings.long,
        })?;
        let sessions = quandary_api::Sessions::new();
        let lab = Lab { settings, lanes, sessions, store, port: address.port(), token };
        Ok(Server { listener, lab: Arc::new(lab), address })
    }

    /// The address of the page, with the token.
    pub fn url(&self) -> String {
        format!("http://{}/?token={}", self.address, self.lab.token)
    }

    /// Why the experiment's attempts cannot be kept, if they cannot.
    pub fn experiment_failure(&self) -> Option<Failure> {
        self.lab.experiment_failure()
    }

    /// Serves until `end` is done; what is being answered then is cut short.
    pub fn run(self, end: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let served = runtime.block_on(async {
            let names = Names {
                host: self.lab.settings.host.to_string(),
                open: !self.lab.settings.host.is_loopback(),
            };
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let head = self.lab.settings.head;
            tokio::select! {
                () = connections::serve(listener, router(self.lab, names), head) => Ok(()),
                () = end => Ok(()),
            }
        });
        runtime.shutdown_background();
        served
    }

    /// Serves until Ctrl-C or SIGTERM.
    pub fn run_until_interrupted(self) -> std::io::Result<()> {
        self.run(async {
            tokio::select! {
                () = interrupted() => {}
                () = terminated() => {}
            }
        })
    }
}

async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        // Without the signal there is no other end than the program's.
        std::future::pending::<()>().await;
    }
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut signal) => drop(signal.recv().await),
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}

fn refused(what: &str) -> std::io::Error {
    std::io::Error::new(std::io::ErrorKind::InvalidInput, what)
}

fn router(lab: Arc<Lab>, names: Names) -> Router {
    Router::new()
        .route("/api/health", get(health))
        .route("/api/openapi.json", get(async || json(StatusCode::OK, &contract::openapi())))
        .route("/api/ask", post(ask::ask))
        .merge(experiment::routes())
        .route("/api/{*rest}", axum::routing::any(async || nothing()))
        .fallback(get(page::page))
        .method_not_allowed_fallback(async || {
            refusal(
                StatusCode::METHOD_NOT_ALLOWED,
                "not with this method",
                Some("what /api/openapi.json lists"),
            )
        })
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&lab), callers::callers))
        .layer(axum::middleware::from_fn_with_state(names, guard::guard))
        .with_state(lab)
}

fn nothing() -> Response {
    refusal(StatusCode::NOT_FOUND, "there is nothing here", Some("what /api/openapi.json lists"))
}

async fn health(State(lab): State<Arc<Lab>>, Extension(caller): Extension<Caller>) -> Response {
    let health = Health {
        version: env!("CARGO_PKG_VERSION"),
        transport: "serve",
        threads: lab.settings.threads,
        study: lab.experiment_failure().is_none(),
        shared: lab.shared(),
        experimenter: caller == Caller::Experimenter,
    };
    json(StatusCode::OK, &health)
}
