//! The start and the end of the server.

use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::sync::watch;

use cotulenh_games::{EnginePool, Games, LocalEvents, Storage, StorageError, open, open_default};

use crate::api::{AppState, router};

/// The port that is tried first.
pub const FIRST_PORT: u16 = 7878;
/// How many ports are tried.
const PORTS: u16 = 100;
/// How long open requests may take when the server shuts down.
const SHUTDOWN_TIME: Duration = Duration::from_secs(3);

/// The settings of a server.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The port; otherwise the first free one from [`FIRST_PORT`].
    pub port: Option<u16>,
    /// Where games are stored, as [`cotulenh_games::open`] takes it; otherwise in the user's data
    /// folder.
    pub data: Option<String>,
}

/// Why the server does not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The port is in use, or this user may not use it.
    #[error("cannot listen on port {port}: {error}")]
    Port {
        /// The port.
        port: u16,
        /// Why.
        error: io::Error,
    },
    /// None of the usual ports is free.
    #[error("found no free port from {FIRST_PORT} to {}", FIRST_PORT + PORTS - 1)]
    NoPort,
    /// The games cannot be opened.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// Another error of the system.
    #[error("cannot start: {0}")]
    System(#[from] io::Error),
}

/// A server with its port and its games, ready to run.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    runtime: Runtime,
    storage: Arc<dyn Storage>,
}

impl Server {
    /// Takes the port and opens the games.
    pub fn bind(config: &Config) -> Result<Server, StartError> {
        let storage = config.data.as_deref().map_or_else(open_default, open)?;
        let listener = match config.port {
            Some(port) => listen(port).map_err(|error| StartError::Port { port, error })?,
            None => first_free()?,
        };
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Server { listener, address, runtime: Runtime::new()?, storage })
    }

    /// The address to open in a browser.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Serves until Ctrl-C or SIGTERM.
    pub fn run(self) -> io::Result<()> {
        let Server { listener, address, runtime, storage } = self;
        let done = runtime.block_on(serve(listener, address.port(), storage));
        // Searches stop by themselves; a write is one atomic statement.
        runtime.shutdown_timeout(SHUTDOWN_TIME);
        done
    }
}

async fn serve(listener: TcpListener, port: u16, storage: Arc<dyn Storage>) -> io::Result<()> {
    let (end, ending) = watch::channel(false);
    let engines = Arc::new(EnginePool::default());
    let games = Games::new(storage, Arc::new(LocalEvents::default()), engines.clone());
    let state = AppState { games: Arc::new(games), engines, ending };
    tokio::spawn(state.games.clone().follow_other_processes());
    tokio::spawn(async move {
        shutdown_requested().await;
        let _ = end.send(true);
    });
    let shutdown = state.end();
    let server = axum::serve(tokio::net::TcpListener::from_std(listener)?, router(state.clone(), port))
        .with_graceful_shutdown(state.end());
    tokio::select! {
        done = server => done,
        // A connection that stays open does not keep the program running.
        () = async { shutdown.await; tokio::time::sleep(SHUTDOWN_TIME).await } => Ok(()),
    }
}

/// Resolves at Ctrl-C or SIGTERM.
fn shutdown_requested() -> impl Future<Output = ()> {
    let interrupted = async {
        // Without a handler the system ends the program itself.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => _ = signal.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    async {
        tokio::select! {
            () = interrupted => {}
            () = terminated => {}
        }
    }
}

/// Listens on the loopback address: only this machine can reach it.
fn listen(port: u16) -> io::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
}

fn first_free() -> Result<TcpListener, StartError> {
    for port in FIRST_PORT..FIRST_PORT + PORTS {
        match listen(port) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(StartError::Port { port, error }),
        }
    }
    Err(StartError::NoPort)
}
