//! The thread pool, apart from the event loop.

mod quota;
mod schedule;

use std::any::Any;
use std::collections::HashMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use rational_bluff::solve::{Control, Stopped};
use tokio::sync::oneshot;

use crate::error::Error;

pub use quota::Quota;
pub use schedule::{Client, QueuePlace, Schedule};

type Job = Box<dyn FnOnce() + Send>;

/// A fixed number of threads behind a queue of fixed length, with a time limit for every answer.
#[derive(Debug)]
pub struct Pool {
    queue: SyncSender<Job>,
    time: Duration,
    memory: Option<u64>,
    load: Load,
    watched: Arc<Mutex<HashMap<String, Arc<Control>>>>,
}

/// The load of the pool.
#[derive(Clone, Debug, Default)]
pub struct Load {
    /// Requests in the queue.
    pub waiting: Gauge,
    /// Requests in the thread pool.
    pub running: Gauge,
    /// Requests refused because the queue was full.
    pub refused: Counter,
}

/// Cancels its computation when it is dropped: the client has left, or the time is over.
struct CancelOnDrop(Arc<Control>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Pool {
    /// Starts `threads` threads; `queue` questions may wait for one, and each has `time` in all.
    ///
    /// Errors: those of the operating system.
    pub fn new(threads: usize, queue: usize, time: Duration) -> io::Result<Self> {
        let (sender, receiver) = sync_channel(queue);
        let receiver = Arc::new(Mutex::new(receiver));
        for number in 1..=threads {
            let receiver = Arc::clone(&receiver);
            thread::Builder::new()
                .name(format!("solve-{number}"))
                .spawn(move || work(&receiver))?;
        }
        Ok(Self {
            queue: sender,
            time,
            memory: None,
            load: Load::default(),
            watched: Arc::default(),
        })
    }

    /// The pool with a memory limit per answer, in bytes.
    pub fn within(self, bytes: u64) -> Self {
        Self { memory: Some(bytes), ..self }
    }

    /// The memory limit of an answer, in bytes, if there is one.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// The time limit of an answer.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// The current load.
    pub fn load(&self) -> &Load {
        &self.load
    }

    /// The control of the question of this name, while it is worked on.
    pub fn watched(&self, name: &str) -> Option<Arc<Control>> {
        lock(&self.watched).get(name).cloned()
    }

    /// Answers a question on one of the threads, under a name by which it can be
    /// [`watched`](Self::watched).
    ///
    /// Errors: those of [`run`](Self::run).
    pub async fn run_as<T: Send + 'static>(
        &self,
        name: &str,
        question: impl FnOnce(&Control) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let (watched, name) = (Arc::clone(&self.watched), name.to_owned());
        self.begin(move |control| {
            lock(&watched).insert(name.clone(), Arc::clone(control));
            let result = catch_unwind(AssertUnwindSafe(|| question(control)));
            lock(&watched).remove(&name);
            result.unwrap_or_else(|panic| resume_unwind(panic))
        })
        .await
    }

    /// Answers a question on one of the threads.
    ///
    /// Errors: `Full`, `TimedOut`, `TooMuchMemory`, `Internal` if the question panicked, and those
    /// of the question itself.
    pub async fn run<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Control) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.begin(|control| question(control)).await
    }

    async fn begin<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Arc<Control>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let control = self.memory.map_or_else(Control::new, Control::within);
        let guard = CancelOnDrop(Arc::new(control));
        let control = Arc::clone(&guard.0);
        let (answer, answered) = oneshot::channel();
        let load = self.load.clone();
        let job = move || {
            load.waiting.dec();
            load.running.inc();
            let result = run_within(&control, || question(&control));
            load.running.dec();
            // The client may have left.
            let _ = answer.send(result);
        };
        // The job is counted before it can start.
        self.load.waiting.inc();
        if self.queue.try_send(Box::new(job)).is_err() {
            self.load.waiting.dec();
            self.load.refused.inc();
            return Err(Error::Full);
        }
        match tokio::time::timeout(self.time, answered).await {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => Err(internal(&"the question was dropped")),
            Err(_) => Err(Error::TimedOut(self.time.as_secs())),
        }
    }
}

/// Works on this thread within a control: cancelled, the work stops inside exact arithmetic too.
///
/// Errors: those of the work, `Internal` if it panicked, `TooMuchMemory`, and those of a cancelled
/// solve.
pub(crate) fn run_within<T>(
    control: &Control,
    work: impl FnOnce() -> Result<T, Error>,
) -> Result<T, Error> {
    match catch_unwind(AssertUnwindSafe(|| control.run(work))) {
        Ok(Ok(result)) => result,
        Ok(Err(Stopped)) => Err(match control.memory() {
            Some(bytes) if !control.cancelled() => Error::TooMuchMemory(bytes),
            _ => Stopped.into(),
        }),
        Err(panic) => Err(internal(panic.as_ref())),
    }
}

/// Locks a mutex, of a thread that panicked too: nothing panics while it has changed half of what
/// is locked with this.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn work(receiver: &Mutex<Receiver<Job>>) {
    loop {
        // In one statement, so that the lock is released before the job starts.
        let job = lock(receiver).recv();
        let Ok(job) = job else { return };
        job();
    }
}

/// The error of a panic: a number for the client, the message for the log.
pub fn internal(panic: &(dyn Any + Send)) -> Error {
    static COUNT: AtomicU64 = AtomicU64::new(1);
    let seconds = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs();
    let id = format!("{seconds:x}-{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let message = panic.downcast_ref::<&str>().copied();
    let message = message.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    tracing::error!(number = id, words = message.unwrap_or("no words"), "internal error");
    Error::Internal(id)
}

#[cfg(test)]
mod tests {
    use rational_bluff::exact::{Piecewise, Rational};

    use super::*;

    #[tokio::test]
    async fn a_panic_is_an_error_and_the_thread_lives_on() {
        let pool = Pool::new(1, 1, Duration::from_secs(5)).unwrap();
        let panicked = pool.run(|_| -> Result<(), Error> { panic!("on purpose") }).await;
        assert!(matches!(panicked, Err(Error::Internal(_))));
        assert_eq!(pool.run(|_| Ok(2)).await.unwrap(), 2);
    }

    #[tokio::test]
    async fn the_time_limit_cancels() {
        let pool = Pool::new(1, 1, Duration::from_millis(100)).unwrap();
        let (cancelled, seen) = std::sync::mpsc::channel();
        let slow = pool.run(move |control| {
            while !control.cancelled() {
                thread::sleep(Duration::from_millis(1));
            }
            let _ = cancelled.send(());
            Ok(())
        });
        assert!(matches!(slow.await, Err(Error::TimedOut(0))));
        seen.recv_timeout(Duration::from_secs(10)).unwrap();
    }

    #[tokio::test]
    async fn exact_work_that_looks_at_nothing_is_cancelled_too() {
        let pool = Pool::new(1, 1, Duration::from_millis(500)).unwrap();
        let third = Rational::ratio(1, 3);
        let endless = pool.run(move |_| -> Result<(), Error> {
            loop {
                let _ = Piecewise::constant(3, third.clone()).total();
            }
        });
        assert!(matches!(endless.await, Err(Error::TimedOut(0))));
        // The thread is free again, or this would find the queue full or time out.
        assert_eq!(pool.run(|_| Ok(4)).await.unwrap(), 4);
    }

    #[tokio::test]
    async fn a_full_queue_refuses_and_a_client_that_leaves_cancels() {
        let pool = Arc::new(Pool::new(1, 1, Duration::from_secs(60)).unwrap());
        let (started, start) = std::sync::mpsc::channel();
        let endless = move |pool: Arc<Pool>| {
            let started = started.clone();
            tokio::spawn(async move {
                let question = move |control: &Control| {
                    let _ = started.send(());
                    while !control.cancelled() {
                        thread::sleep(Duration::from_millis(1));
                    }
                    Ok(())
                };
                pool.run(question).await
            })
        };
        // One is worked on, one waits, the third is too much.
        let first = endless(Arc::clone(&pool));
        while start.try_recv().is_err() {
            tokio::task::yield_now().await;
        }
        let second = endless(Arc::clone(&pool));
        let third = loop {
            tokio::task::yield_now().await;
            if let Err(error) = pool.run(|_| Ok(())).await {
                break error;
            }
        };
        assert!(matches!(third, Error::Full));
        // Both go away; the thread is free again.
        first.abort();
        second.abort();
        loop {
            if let Ok(answer) = pool.run(|_| Ok(3)).await {
                assert_eq!(answer, 3);
                break;
            }
            tokio::task::yield_now().await;
        }
    }
}
