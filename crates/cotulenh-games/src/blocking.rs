//! Work that may block, off the threads that answer requests.

/// The work ended with a panic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("something went wrong inside the server")]
pub struct Broken;

/// Runs something that may block or take long, to its end, even if nobody waits for it any more.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Broken> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Broken)
}
