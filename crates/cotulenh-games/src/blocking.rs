//! Work that may block, on threads that do not answer requests.

/// The work ended with a panic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("internal error: a task has panicked")]
pub struct Broken;

/// Runs work that may block or take long. It runs to its end even if the future is dropped.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Broken> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Broken)
}
