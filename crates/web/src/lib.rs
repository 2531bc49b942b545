//! The lab over HTTP, on the user's own machine: `quandary serve`.
//!
//! `POST /api/ask` carries [`quandary_api`] as server-sent events, `/api/study/…` keeps the human study's attempts, and
//! everything else is the built page. `docs/openapi.json` describes it and is made from the types.
//!
//! The server listens on loopback unless it is told otherwise, answers its own pages alone (`guard`) and whoever has its
//! token (`callers`), bounds connections in number and in time (`connections`) and every request in size, time and memory,
//! and refuses at once what it has no room for (`lanes`).

mod alone;
mod ask;
mod body;
mod callers;
mod connections;
pub mod contract;
mod guard;
mod lanes;
mod page;
mod refusal;
mod store;
mod study;
mod work;

pub use alone::reproduction;
pub use callers::is_token;
pub use lanes::{Full, Lane, Lanes, Width};
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
    /// Where the study's database is; without, in memory alone.
    pub data: Option<PathBuf>,
    /// Whether tables are neither read from nor written to the user's cache folder.
    pub no_cache: bool,
    /// Whether CPU times are given as 0.
    pub no_clock: bool,
    /// What whoever asks must know; without, a random one. Beyond loopback it must be given.
    pub token: Option<String>,
    /// The lane of hints.
    pub short: Width,
    /// The lanes of hints that take longer, and of explanations.
    pub slow: Width,
    /// The lane of solvers and studies.
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
    store: Result<Store, Failure>,
    /// The port, which tells this server's cookies from those of others.
    port: u16,
    token: String,
}

impl Lab {
    /// Whether others than this machine's user may be asking.
    fn shared(&self) -> bool {
        !self.settings.host.is_loopback()
    }

    /// What keeps attempts from being kept, if anything does.
    fn study_failure(&self) -> Option<Failure> {
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
    /// Whether the study's attempts can be kept here.
    study: bool,
    /// Whether others than this machine's user are let in.
    shared: bool,
    /// Whether whoever asks has the token, and with it everybody's attempts.
    experimenter: bool,
}

impl Server {
    /// Takes the port and opens the database.
    pub fn bind(settings: Settings) -> std::io::Result<Server> {
        let token = match &settings.token {
            Some(token) if callers::is_token(token) => token.clone(),
            None if settings.host.is_loopback() => callers::secret()?,
            Some(_) => return Err(refused("a token has 8 letters or more: A to Z, a to z, 0 to 9, - . _ ~")),
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
            Lane::Thought | Lane::Explain => settings.slow,
            Lane::Long => settings.long,
        })?;
        let lab = Lab { settings, lanes, store, port: address.port(), token };
        Ok(Server { listener, lab: Arc::new(lab), address })
    }

    /// Where the page is, with the token that lets its reader in.
    pub fn url(&self) -> String {
        format!("http://{}/?token={}", self.address, self.lab.token)
    }

    /// Why the study's attempts cannot be kept, if they cannot.
    pub fn study_failure(&self) -> Option<Failure> {
        self.lab.study_failure()
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
            tokio::select! {
                () = connections::serve(listener, router(self.lab, names)) => Ok(()),
                () = end => Ok(()),
            }
        });
        runtime.shutdown_background();
        served
    }

    /// Serves until Ctrl-C.
    pub fn run_until_interrupted(self) -> std::io::Result<()> {
        self.run(async {
            if tokio::signal::ctrl_c().await.is_err() {
                // Without a signal there is no other end than the program's.
                std::future::pending::<()>().await;
            }
        })
    }
}

fn refused(what: &str) -> std::io::Error {
    std::io::Error::new(std::io::ErrorKind::InvalidInput, what)
}

fn router(lab: Arc<Lab>, names: Names) -> Router {
    Router::new()
        .route("/api/health", get(health))
        .route("/api/openapi.json", get(async || json(StatusCode::OK, &contract::openapi())))
        .route("/api/ask", post(ask::ask))
        .merge(study::routes())
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
        study: lab.study_failure().is_none(),
        shared: lab.shared(),
        experimenter: caller == Caller::Experimenter,
    };
    json(StatusCode::OK, &health)
}
