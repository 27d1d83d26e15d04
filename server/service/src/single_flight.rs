//! Single flight: identical requests at the same time share one computation.

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::future::{FutureExt, Shared, WeakShared};

use crate::problem::Problem;

type Call<T> = Pin<Box<dyn Future<Output = Result<T, Arc<Problem>>> + Send>>;

/// The running computations, by name. Coalesced requests get the same answer, or the same error.
///
/// When the last client has left, the work stops. A time limit counts from the first request.
pub struct SingleFlight<T> {
    open: Mutex<HashMap<String, WeakShared<Call<T>>>>,
    joined: AtomicU64,
    started: AtomicU64,
}

impl<T> Default for SingleFlight<T> {
    fn default() -> Self {
        Self { open: Mutex::default(), joined: AtomicU64::new(0), started: AtomicU64::new(0) }
    }
}

impl<T: Clone + Send + Sync + 'static> SingleFlight<T> {
    /// The answer to the question of this name. `answer` computes it if no computation of this name
    /// is running.
    ///
    /// Errors: those of the answer, as [`Problem::Shared`].
    pub async fn join<E: Into<Problem>>(
        &self,
        name: &str,
        answer: impl Future<Output = Result<T, E>> + Send + 'static,
    ) -> Result<T, Problem> {
        self.call(name, answer).await.map_err(Problem::Shared)
    }

    /// Number of requests so far.
    pub fn joined(&self) -> u64 {
        self.joined.load(Ordering::Relaxed)
    }

    /// Number of computations that they started.
    pub fn started(&self) -> u64 {
        self.started.load(Ordering::Relaxed)
    }

    fn call<E: Into<Problem>>(
        &self,
        name: &str,
        answer: impl Future<Output = Result<T, E>> + Send + 'static,
    ) -> Shared<Call<T>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        self.joined.fetch_add(1, Ordering::Relaxed);
        if let Some(call) = open.get(name).and_then(WeakShared::upgrade) {
            return call;
        }
        // Removes computations that have ended or that no client waits for.
        open.retain(|_, call| call.upgrade().is_some());
        self.started.fetch_add(1, Ordering::Relaxed);
        let call: Call<T> =
            Box::pin(answer.map(|found| found.map_err(|error| Arc::new(error.into()))));
        let call = call.shared();
        open.extend(call.downgrade().map(|weak| (name.to_owned(), weak)));
        call
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bluff_questions::error::Error;
    use tokio::sync::oneshot;
    use tokio::task::yield_now;

    use super::*;

    /// Sends when it is dropped.
    struct DropSignal(Option<oneshot::Sender<()>>);

    impl Drop for DropSignal {
        fn drop(&mut self) {
            let _ = self.0.take().map(|sender| sender.send(()));
        }
    }

    #[tokio::test]
    async fn the_first_to_leave_stops_nothing_and_the_last_one_does() {
        let single_flight = Arc::new(SingleFlight::<u32>::default());
        let (signal, mut dropped) = oneshot::channel();
        let (release, released) = oneshot::channel::<()>();
        let signal = DropSignal(Some(signal));
        let work = async move {
            let _signal = signal;
            let _ = released.await;
            Ok::<_, Problem>(7)
        };
        let ask = |single_flight: &Arc<SingleFlight<u32>>| {
            let single_flight = Arc::clone(single_flight);
            tokio::spawn(
                async move { single_flight.join("a", async { Ok::<_, Problem>(8) }).await },
            )
        };
        let first = {
            let single_flight = Arc::clone(&single_flight);
            tokio::spawn(async move { single_flight.join("a", work).await })
        };
        yield_now().await;
        let (second, third) = (ask(&single_flight), ask(&single_flight));
        yield_now().await;
        first.abort();
        second.abort();
        assert!(first.await.is_err() && second.await.is_err());
        assert!(dropped.try_recv().is_err(), "the third still waits");
        third.abort();
        assert!(third.await.is_err());
        tokio::time::timeout(Duration::from_secs(9), dropped).await.unwrap().unwrap();
        drop(release);
        assert_eq!(
            (
                single_flight.join("a", async { Ok::<_, Problem>(9) }).await.unwrap(),
                single_flight.started()
            ),
            (9, 2)
        );
    }

    #[tokio::test]
    async fn a_client_gets_the_answer_after_the_first_left_and_errors_are_shared() {
        let single_flight = SingleFlight::<u32>::default();
        let (release, released) = oneshot::channel::<()>();
        let mut first = Box::pin(single_flight.join("a", async move {
            let _ = released.await;
            Err(Error::TimedOut(3))
        }));
        assert!(futures_util::poll!(first.as_mut()).is_pending());
        let mut second = Box::pin(single_flight.join("a", async { Ok::<_, Problem>(1) }));
        assert!(futures_util::poll!(second.as_mut()).is_pending());
        drop(first);
        release.send(()).unwrap();
        let error = second.await.unwrap_err();
        let alone = Problem::from(Error::TimedOut(3));
        assert_eq!((error.to_string(), error.status()), (alone.to_string(), alone.status()));
    }
}
