//! The thread pool, apart from the event loop.
//!
//! The quote of a question decides where it begins. Processor time that it has used decides the
//! rest: its lane, its priority, its place in the queue, what its client is charged, and its end.

mod begun;
mod client;
mod clock;
mod lane;
mod per_client;
mod queue;
mod quota;
mod schedule;
mod turns;

use std::any::Any;
use std::collections::HashMap;
use std::io;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use rational_bluff::control::count_time;
use rational_bluff::solve::{Control, Stopped};
use tokio::sync::oneshot;
use tokio::time::timeout;

use bluff_questions::error::Error;

pub use client::Client;
use clock::QUESTIONS_BEHIND;
pub(crate) use clock::{SWEEPS_BEHIND, come_behind};
pub use lane::{CountedBy, Counts, INSTANT, LONG, Load, SHORT, counts};
pub use per_client::{OneOfClient, PerClient};
pub use quota::Quota;
pub use schedule::{BEFORE_A_CELL, QueuePlace, Schedule};

use queue::WaitingQuestions;
use turns::{EndedBy, PoolQuestion, Terms};

/// The time for which a client waits for an answer is at most this number of times the processor
/// time of an answer: others may use the processors meanwhile.
pub const WAIT: u32 = 6;

tokio::task_local! {
    /// The client for whom this task works.
    static CLIENT: Client;
    /// Nanoseconds of processor time that are left for the answer that this task works on.
    static LEFT: Arc<AtomicU64>;
}

/// Work for a client: its questions to a pool take the turns of this client.
pub fn work_for<F: Future>(client: Client, work: F) -> impl Future<Output = F::Output> {
    CLIENT.scope(client, work)
}

/// The client for whom this task works.
pub fn current_client() -> Client {
    CLIENT.try_with(|client| *client).unwrap_or(Client::OWN)
}

/// Work on one answer: all its questions to a pool together use at most this processor time.
pub fn answer_within<F: Future>(time: Duration, work: F) -> impl Future<Output = F::Output> {
    let left = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    LEFT.scope(Arc::new(AtomicU64::new(left)), work)
}

/// A fixed number of threads, and a queue of fixed length in which clients take turns, with a time
/// limit for every answer.
pub struct Pool {
    threads: usize,
    queue: Arc<WaitingQuestions>,
    time: Duration,
    memory: Option<u64>,
    quota: Option<Arc<Quota>>,
    under_way: PerClient,
    questions_per_client: Option<NonZeroUsize>,
    watched: Arc<Mutex<HashMap<String, Arc<Control>>>>,
}

/// Cancels its computation when it is dropped: the client has left, or the time is over. Takes it
/// out of the queue if it still waits.
struct CancelOnDrop {
    control: Arc<Control>,
    queue: Arc<WaitingQuestions>,
    place: QueuePlace,
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.control.cancel();
        self.queue.remove(self.place);
    }
}

/// A network has the quota of this many of its clients.
const CLIENTS_OF_NETWORK: u32 = 4;

/// A charge on the quotas of a client and of its network. When it is dropped, it becomes what was
/// used.
struct Charge {
    quota: Arc<Quota>,
    client: Client,
    cost: Duration,
    control: Arc<Control>,
}

impl Charge {
    /// Those who pay, and the parts of the cost that they pay.
    fn shares(client: Client) -> impl Iterator<Item = (Client, u32)> {
        let network = client.whole_network();
        let other = (network != client).then_some((network, CLIENTS_OF_NETWORK));
        [(client, 1)].into_iter().chain(other)
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        let used = self.control.used();
        for (payer, part) in Self::shares(self.client) {
            self.quota.refund(payer, self.cost.saturating_sub(used) / part);
            self.quota.debit(payer, used.saturating_sub(self.cost) / part);
        }
    }
}

impl Pool {
    /// Starts `threads` threads, and one more for each of the lanes before the last, which live as
    /// long as the process. `queue` questions may wait for them. Each has `time` on a processor,
    /// and its client waits [six times](Self::wait) as long at most, for an answer so far longer.
    ///
    /// Errors: those of the operating system.
    pub fn new(threads: usize, queue: usize, time: Duration) -> io::Result<Self> {
        count_time(clock::thread_time);
        let under_way = PerClient::default();
        let queue = WaitingQuestions::start(queue, threads, under_way.clone())?;
        Ok(Self {
            threads,
            queue,
            time,
            memory: None,
            quota: None,
            under_way,
            questions_per_client: None,
            watched: Arc::default(),
        })
    }

    /// The pool with a memory limit per answer, in bytes.
    pub fn within(self, bytes: u64) -> Self {
        Self { memory: Some(bytes), ..self }
    }

    /// The pool with a quota of work for each client, in seconds of threads, if there is one.
    pub fn with_quota(self, quota: Option<Quota>) -> Self {
        Self { quota: quota.map(Arc::new), ..self }
    }

    /// The pool with a maximum number of questions of each client that wait or run, if there is
    /// one.
    pub fn with_questions_per_client(self, most: Option<NonZeroUsize>) -> Self {
        Self { questions_per_client: most, ..self }
    }

    /// Number of threads that may be busy with long questions.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The memory limit of an answer, in bytes, if there is one.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// Processor time of an answer, at most.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Time for which a client waits for an answer, at most.
    pub fn wait(&self) -> Duration {
        WAIT * self.time
    }

    /// The current load.
    pub fn load(&self) -> &Load {
        &self.queue.load
    }

    /// Waits until a cell of a sweep may begin behind the questions, or is cancelled.
    pub fn wait_for_cell(&self, control: &Control) {
        self.queue.wait_for_cell(control);
    }

    /// The control of the question of this name, while it is worked on.
    pub fn watched(&self, name: &str) -> Option<Arc<Control>> {
        lock(&self.watched).get(name).cloned()
    }

    /// Works for a question that has begun, on a thread of its own behind others. The time counts
    /// as the question's, and its end is the end of this work.
    ///
    /// Errors: those of the operating system.
    pub fn work_beside(
        question: Arc<Control>,
        work: impl FnOnce(&Arc<Control>) + Send + 'static,
    ) -> io::Result<()> {
        let work = move || {
            come_behind(QUESTIONS_BEHIND);
            // The question ends with an error of its own.
            let _ = run_within(&question, || {
                work(&question);
                Ok(())
            });
        };
        thread::Builder::new().name("progress".to_owned()).spawn(work).map(drop)
    }

    /// Answers a question of this cost on one of the threads, under a name by which it can be
    /// [`watched`](Self::watched).
    ///
    /// Errors: those of [`run_quoted`](Self::run_quoted).
    pub async fn run_as<T: Send + 'static>(
        &self,
        name: &str,
        cost: Duration,
        question: impl FnOnce(&Control) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let (watched, name) = (Arc::clone(&self.watched), name.to_owned());
        self.begin(cost, move |control| {
            lock(&watched).insert(name.clone(), Arc::clone(control));
            let result = catch_unwind(AssertUnwindSafe(|| question(control)));
            lock(&watched).remove(&name);
            result.unwrap_or_else(|panic| resume_unwind(panic))
        })
        .await
    }

    /// Answers a question on one of the threads. Its cost says where it begins: [`INSTANT`],
    /// [`SHORT`] or [`LONG`].
    ///
    /// Errors: `Full`, `OverQuota`, `ManyQuestions`, `TimedOut`, `TooMuchMemory`, `MemoryFull`,
    /// `Internal` if the question panicked, and those of the question itself.
    pub async fn run_quoted<T: Send + 'static>(
        &self,
        cost: Duration,
        question: impl FnOnce(&Control) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.begin(cost, |control| question(control)).await
    }

    /// Charges a client for a question what it is quoted, until it is known what it uses. An
    /// instant one costs nothing before.
    ///
    /// Errors: `OverQuota`.
    fn charge(
        &self,
        client: Client,
        cost: Duration,
        control: &Arc<Control>,
    ) -> Result<Option<Charge>, Error> {
        let Some(quota) = &self.quota else { return Ok(None) };
        let cost = if cost > INSTANT { cost.min(self.time) } else { Duration::ZERO };
        for (paid, (payer, part)) in Charge::shares(client).enumerate() {
            let Err(wait) = quota.charge(payer, cost / part) else { continue };
            for (payer, part) in Charge::shares(client).take(paid) {
                quota.refund(payer, cost / part);
            }
            self.queue.load.over_quota.inc();
            return Err(Error::OverQuota(wait.as_secs() + 1));
        }
        let control = Arc::clone(control);
        Ok(Some(Charge { quota: Arc::clone(quota), client, cost, control }))
    }

    /// Counts a question of a client, unless it is instant or the service's own.
    ///
    /// Errors: `ManyQuestions`.
    fn count(&self, client: Client, cost: Duration) -> Result<Option<OneOfClient>, Error> {
        let counted = cost > INSTANT && client != Client::OWN;
        let Some(most) = self.questions_per_client.filter(|_| counted) else { return Ok(None) };
        self.under_way.begin(client, most.get()).map(Some).map_err(Error::ManyQuestions)
    }

    async fn begin<T: Send + 'static>(
        &self,
        cost: Duration,
        question: impl FnOnce(&Arc<Control>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let client = current_client();
        let left = LEFT.try_with(Arc::clone).ok();
        let nanoseconds = left.as_ref().map_or(u64::MAX, |left| left.load(Ordering::Relaxed));
        let most = self.time.min(Duration::from_nanos(nanoseconds));
        let counted = self.count(client, cost)?;
        let control = Arc::new(self.memory.map_or_else(Control::new, Control::within));
        let charge = self.charge(client, cost, &control)?;
        let (answer, mut answered) = oneshot::channel();
        let (running, own) = (self.queue.load.running.clone(), Arc::clone(&control));
        let run = Box::new(move || {
            running.inc();
            let result = run_within(&own, || question(&own));
            running.dec();
            drop((charge, counted));
            // The client may have left.
            let _ = answer.send(result);
        });
        let ended_by = Arc::new(OnceLock::new());
        let (own, ended) = (Arc::clone(&control), Arc::clone(&ended_by));
        let terms = Terms { client, cost, most, control: own, ended_by };
        let place = self.queue.push(PoolQuestion { terms, run });
        let used = Arc::clone(&control);
        let _guard = CancelOnDrop { control, queue: Arc::clone(&self.queue), place };
        let answer = match timeout(self.wait(), &mut answered).await {
            // What it has so far is better than none. Its processor time is the bound that counts:
            // where others have the processors, little work takes long.
            Err(_) if used.end_early() => timeout(WAIT * self.wait(), answered).await,
            answer => answer,
        };
        if let Some(left) = left {
            let used = u64::try_from(used.used().as_nanos()).unwrap_or(u64::MAX);
            // The closure always returns a number.
            let less = |left: u64| Some(left.saturating_sub(used));
            let _ = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        }
        match (answer, ended.get()) {
            (Ok(Ok(Ok(answer))), _) => Ok(answer),
            // The question lost its place in the queue, before it began or after.
            (Ok(Err(_)), _) | (Ok(Ok(Err(_))), Some(EndedBy::FullQueue)) => Err(Error::Full),
            (Err(_), _) | (Ok(Ok(Err(_))), Some(EndedBy::Time)) => {
                Err(Error::TimedOut(self.time.as_secs()))
            }
            (Ok(Ok(Err(error))), None) => Err(error),
        }
    }
}

/// Works on this thread within a control: cancelled, the work stops inside exact arithmetic too.
///
/// Errors: those of the work, `Internal` if it panicked, `TooMuchMemory`, `MemoryFull`, and those
/// of a cancelled solve.
pub(crate) fn run_within<T>(
    control: &Control,
    work: impl FnOnce() -> Result<T, Error>,
) -> Result<T, Error> {
    match catch_unwind(AssertUnwindSafe(|| control.run(work))) {
        Ok(Ok(result)) => result,
        Ok(Err(Stopped)) => Err(match control.memory() {
            _ if control.budget_was_used_up() && !control.cancelled() => Error::MemoryFull,
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
mod tests;
