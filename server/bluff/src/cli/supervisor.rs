//! The service manager, which is told that the service is ready, lives and stops: systemd with
//! `Type=notify`. Without one, nothing happens.

#[cfg(target_os = "linux")]
mod systemd {
    use std::sync::Arc;

    use bluff_batch::compute::Pool;
    use bluff_questions::error::Error;
    use sd_notify::{NotifyState, notify, watchdog_enabled};

    fn tell(state: NotifyState) {
        if let Err(error) = notify(&[state]) {
            tracing::warn!(%error, "the service manager cannot be told");
        }
    }

    /// The service answers.
    pub(in super::super) fn ready() {
        tell(NotifyState::Ready);
    }

    /// From now on a watchdog hears of the service while the event loop and a thread of the pool
    /// answer.
    pub(in super::super) fn watched(pool: &Arc<Pool>) {
        let Some(limit) = watchdog_enabled() else { return };
        let pool = Arc::clone(pool);
        tokio::spawn(async move {
            let mut often = tokio::time::interval(limit / 3);
            loop {
                often.tick().await;
                // A full queue is no sign of death.
                if let Ok(()) | Err(Error::Full) =
                    pool.run_quoted(std::time::Duration::ZERO, |_| Ok(())).await
                {
                    tell(NotifyState::Watchdog);
                }
            }
        });
    }

    /// The service was told to stop.
    pub(in super::super) fn stopping() {
        tell(NotifyState::Stopping);
    }
}

#[cfg(target_os = "linux")]
pub(super) use systemd::{ready, stopping, watched};

#[cfg(not(target_os = "linux"))]
pub(super) fn ready() {}

#[cfg(not(target_os = "linux"))]
pub(super) fn watched(_: &std::sync::Arc<bluff_batch::compute::Pool>) {}

#[cfg(not(target_os = "linux"))]
pub(super) fn stopping() {}
