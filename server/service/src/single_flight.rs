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
/// When the last client has gone, the work stops. A time limit counts from the first request.
pub struct SingleFlight<T> {
    open: Mutex<HashMap<String, WeakShared<Call<T>>>>,
    asked: AtomicU64,
    begun: AtomicU64,
}

impl<T> Default for SingleFlight<T> {
    fn default() -> Self {
        Self { open: Mutex::default(), asked: AtomicU64::new(0), begun: AtomicU64::new(0) }
    }
}

impl<T: Clone + Send + Sync + 'static> SingleFlight<T> {
    /// The answer to the question of this name; `answer` is awaited only if nobody is waiting for
    /// it yet.
    ///
    /// Errors: those of the answer, as [`Problem::Shared`].
    pub async fn join<E: Into<Problem>>(
        &self,
        name: &str,
        answer: impl Future<Output = Result<T, E>> + Send + 'static,
    ) -> Result<T, Problem> {
        self.call(name, answer).await.map_err(Problem::Shared)
    }

    /// How many questions were asked.
    pub fn asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }

    /// How many of them were not under way when they were asked.
    pub fn begun(&self) -> u64 {
        self.begun.load(Ordering::Relaxed)
    }

    fn call<E: Into<Problem>>(
        &self,
        name: &str,
        answer: impl Future<Output = Result<T, E>> + Send + 'static,
    ) -> Shared<Call<T>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        self.asked.fetch_add(1, Ordering::Relaxed);
        if let Some(call) = open.get(name).and_then(WeakShared::upgrade) {
            return call;
        }
        // Those that ended, or that nobody waited for any more.
        open.retain(|_, call| call.upgrade().is_some());
        self.begun.fetch_add(1, Ordering::Relaxed);
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

    use bluff_batch::error::Error;
    use tokio::sync::oneshot;
    use tokio::task::yield_now;

    use super::*;

    /// Says by its end that it was dropped.
    struct Told(Option<oneshot::Sender<()>>);

    impl Drop for Told {
        fn drop(&mut self) {
            let _ = self.0.take().map(|told| told.send(()));
        }
    }

    #[tokio::test]
    async fn the_first_to_leave_stops_nothing_and_the_last_one_does() {
        let single_flight = Arc::new(SingleFlight::<u32>::default());
        let (told, mut dropped) = oneshot::channel();
        let (release, released) = oneshot::channel::<()>();
        let told = Told(Some(told));
        let work = async move {
            let _told = told;
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
                single_flight.begun()
            ),
            (9, 2)
        );
    }

    #[tokio::test]
    async fn who_waits_after_the_first_left_gets_the_answer_and_errors_are_shared() {
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
