//! Metrics and health of a worker over HTTP.

use std::future::ready;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::http::{StatusCode, header};
use axum::routing::get;
use bluff_batch::catalogue::Queue;
use bluff_batch::error::Error;
use bluff_batch::sweeps::WorkerStatus;
use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
use tokio::net::TcpListener;

/// Works while an address, if there is one, answers for the health of the work.
///
/// Errors: `System` for an address that is taken.
pub(super) fn beside<T>(
    address: Option<SocketAddr>,
    queue: &Arc<Queue>,
    status: &Arc<WorkerStatus>,
    say: fn(&str),
    work: impl FnOnce() -> T,
) -> Result<T, Error> {
    let Some(address) = address else { return Ok(work()) };
    let failed = |error| Error::System(format!("cannot listen on {address}: {error}"));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(failed)?;
    let listener = runtime.block_on(TcpListener::bind(address)).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    say(&format!("listening on http://{address}"));
    let app = routes(Arc::clone(queue), Arc::clone(status));
    runtime.spawn(async { axum::serve(listener, app).await });
    let worked = work();
    runtime.shutdown_background();
    Ok(worked)
}

fn routes(queue: Arc<Queue>, status: Arc<WorkerStatus>) -> Router {
    let mut registry = Registry::default();
    status.register(&mut registry);
    let registry = Arc::new(registry);
    let asked = Arc::clone(&queue);
    let readyz = move || {
        ready(match asked.is_away() {
            true => Err((StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n")),
            false => Ok("ready\n"),
        })
    };
    let metrics = move || {
        status.refresh(queue.is_away());
        let mut text = String::new();
        let media = "application/openmetrics-text; version=1.0.0; charset=utf-8";
        let encoded =
            encode(&mut text, &registry).map(|()| ([(header::CONTENT_TYPE, media)], text));
        ready(encoded.map_err(|_| StatusCode::INTERNAL_SERVER_ERROR))
    };
    Router::new()
        .route("/healthz", get(|| ready("ok\n")))
        .route("/readyz", get(readyz))
        .route("/metrics", get(metrics))
}
