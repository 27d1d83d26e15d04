use std::net::SocketAddr;
use std::sync::Arc;

use clap::Args;
use tokio::net::TcpListener;

use crate::compute::Pool;
use crate::error::Error;
use crate::limits::{CONNECTIONS, FAREWELL, QUEUE, SOLVE_TIME};
use crate::listener::Listener;
use crate::router::router;
use crate::service::Service;

use super::Answer;
use super::catalogue::At;
use super::output::{message, stop_signal};

/// Answers over HTTP
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff serve --listen 127.0.0.1:8080
  curl http://127.0.0.1:8080/api/v1/solutions/von-neumann/n28-b4")]
pub(super) struct Serve {
    /// Address and port to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: String,
    #[command(flatten)]
    at: At,
}

impl Serve {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let address: SocketAddr = self.listen.parse().map_err(|_| {
            let given = crate::file::printable(&self.listen);
            Error::Malformed(format!("--listen {given}, expected an address and a port, for instance 127.0.0.1:8080"))
        })?;
        let catalogue = self.at.open_if_possible()?;
        let failed = |error| Error::System(format!("cannot listen on {address}: {error}"));
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(failed)?;
        let served = runtime.block_on(async {
            let listener = TcpListener::bind(address).await?;
            let threads = std::thread::available_parallelism()?.get();
            let pool = Arc::new(Pool::new(threads, QUEUE, SOLVE_TIME)?);
            message(&format!("listening on http://{}", listener.local_addr()?));
            let (told, mut tell) = tokio::sync::oneshot::channel();
            let stop = async move {
                stop_signal().await;
                let _ = told.send(());
            };
            let server = axum::serve(Listener::new(listener, CONNECTIONS), router(Service::new(pool, catalogue)))
                .with_graceful_shutdown(stop);
            let overdue = async {
                let _ = (&mut tell).await;
                tokio::time::sleep(FAREWELL).await;
            };
            tokio::select! {
                served = std::future::IntoFuture::into_future(server) => served,
                () = overdue => Ok(()),
            }
        });
        // Threads in the middle of a solve are not waited for.
        runtime.shutdown_background();
        served.map_err(failed)?;
        Ok(String::new().into())
    }
}
