use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bluff_batch::compute::{Pool, Quota};
use bluff_batch::limits::SWEEP_STOP;
use bluff_batch::sweeps::clear_abandoned;
use bluff_questions::error::Error;
use bluff_questions::unexpected;
use bluff_service::layers::metrics::{self, ConnectionCounts, Metrics};
use bluff_service::layers::tokens::Tokens;
use bluff_service::layers::{log, operated};
use bluff_service::limits::WORK_BURST;
use bluff_service::listener;
use bluff_service::router::routes;
use bluff_service::service::Service;
use bluff_service::settings::LogForm;
use clap::Args;
use rational_bluff::control::limit_threads;
use rational_bluff::solve::MemoryBudget;

use super::Answer;
use super::catalogue::CatalogueArgs;
use super::output::{message, stop_signal};
use super::serve_args::ServeArgs;
use super::supervisor;

/// Serves the pages and the HTTP API
#[derive(Args, Debug)]
#[command(mut_args(|argument| argument.hide_env(true)))]
#[command(after_help = "\
A flag overrides the environment (--rate is BLUFF_RATE), which overrides the file (rate = 50).
Beyond a limit, a client gets status 429 or 503.

Examples:
  bluff serve --listen 127.0.0.1:8080
  bluff serve --config bluff.toml --log json
  curl http://127.0.0.1:8080/api/v1/solutions/von-neumann/n28-b4")]
pub(super) struct ServeCommand {
    /// A TOML file of settings; flags and the environment override it
    #[arg(long, value_name = "FILE", env = "BLUFF_CONFIG")]
    config: Option<String>,
    /// Checks settings, tokens and catalogue, and ends
    #[arg(long)]
    check: bool,
    /// Prints the settings in force as such a file, and ends
    #[arg(long, conflicts_with = "check")]
    print_config: bool,
    #[command(flatten)]
    choices: ServeArgs,
    #[command(flatten)]
    at: CatalogueArgs,
}

impl ServeCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let choices = self.choices.beside(self.config.as_deref())?;
        let settings = choices.clone().settle()?;
        let is_taken = |metrics: &SocketAddr| metrics.port() > 0 && *metrics == settings.listen;
        if let Some(metrics) = settings.metrics.filter(is_taken) {
            let allowed = "another address than listen; without it they are under /metrics";
            return Err(unexpected("metrics", &metrics.to_string(), allowed));
        }
        if self.print_config {
            return Ok(choices.file(&settings).into());
        }
        let tokens = settings.token_file.as_deref().map(Tokens::read).transpose()?.map(Arc::new);
        if self.check {
            self.at.check()?;
            return Ok("The settings are right.\n".to_owned().into());
        }
        let _log = log::begin(settings.log);
        clear_abandoned();
        // The parts of one question share as many threads as all questions have.
        limit_threads(settings.threads);
        let catalogue = self.at.open_if_possible()?;
        let failed =
            |error| Error::System(format!("cannot listen on {}: {error}", settings.listen));
        let runtime =
            tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(failed)?;
        let served = runtime.block_on(async {
            let listener = listener::listen(settings.listen)?;
            let pool =
                Pool::new(settings.threads, settings.queue, Duration::from_secs(settings.seconds))?;
            let quota = (settings.rate > 0).then(|| Quota::new(WORK_BURST));
            let pool = pool.within(settings.memory).with_quota(quota);
            let pool = Arc::new(pool.with_questions_per_client(settings.questions));
            MemoryBudget::of_process().limit(settings.all_memory);
            let connections = ConnectionCounts::default();
            let address = listener.local_addr()?;
            match settings.log {
                LogForm::Json => tracing::info!(%address, "listening"),
                _ => message(&format!("listening on http://{address}{}", settings.base)),
            }
            let service = Service::new(Arc::clone(&pool), catalogue);
            service.relay.limit(settings.tables, settings.table_memory());
            if !settings.sweeps_are_on() {
                service.turn_sweeps_off();
            }
            if let Some(tokens) = tokens.clone() {
                tokio::spawn(reload_signals(tokens));
            }
            let counted = Arc::new(Metrics::new(&settings, &connections, &service));
            if let Some(address) = settings.metrics {
                let (listener, own) = (listener::listen(address)?, settings.clone());
                let routes = metrics::routes(Arc::clone(&counted));
                tokio::spawn(async move {
                    let (counts, never) =
                        (ConnectionCounts::default(), std::future::pending::<()>());
                    listener::serve(listener, routes, &own, counts, never).await;
                });
            }
            let sweeps = Arc::clone(&service.sweeps);
            let draining = service.clone();
            let signal = stop_signal();
            let stop = async {
                signal.await;
                supervisor::stopping();
                draining.drain();
                tokio::time::sleep(settings.drain).await;
                // Streams end with what they follow.
                sweeps.cancel();
                draining.relay.limit(0, 0);
                draining.classes.close();
            };
            supervisor::ready();
            supervisor::watched(&pool);
            listener::serve(
                listener,
                operated(routes(service), &settings, counted, tokens),
                &settings,
                connections,
                stop,
            )
            .await;
            sweeps.end(SWEEP_STOP).await;
            Ok(())
        });
        // Threads that still solve are not waited for.
        runtime.shutdown_background();
        served.map_err(failed)?;
        Ok(String::new().into())
    }
}

/// Reads the file of tokens again at every SIGHUP.
#[cfg(unix)]
async fn reload_signals(tokens: Arc<Tokens>) {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut hangups) = signal(SignalKind::hangup()) else { return };
    while hangups.recv().await.is_some() {
        tokens.reload();
    }
}

/// Without signals the service notices a change of the file by itself.
#[cfg(not(unix))]
async fn reload_signals(_: Arc<Tokens>) {}
