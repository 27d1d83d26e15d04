//! The queue of the thread pool, and the threads that take questions from it.
//!
//! A quote decides only where a question begins, and a network that committed much has no instant
//! questions. The processor time that a question has used decides how it goes on ([`Turns::look`]).
//! Past the limit of its lane it gives up its seat and waits in the next lane, as questions wait
//! that have not begun. A new thread sits down in its place.

use std::io;
use std::iter::repeat_n;
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use rational_bluff::solve::Control;

use super::clock::{QUESTIONS_BEHIND, come_behind};
use super::lane::{LANES, LAST, Load, lane_of};
use super::lock;
use super::per_client::PerClient;
use super::schedule::QueuePlace;
use super::turns::{Job, PoolQuestion, QueuedJob, Turns};

/// Maximum delay before a cell that waits for its turn notices that it is cancelled.
const NOTICE: Duration = Duration::from_millis(50);
/// Time between two looks at the questions that run.
const TICK: Duration = Duration::from_millis(5);
/// Time after the last question until nobody looks any more.
const QUIET: Duration = Duration::from_secs(1);
/// Time after which half of what a client used is forgotten.
const HALF_LIFE: Duration = Duration::from_secs(8);

/// The questions that wait, and the threads that answer them.
pub(super) struct WaitingQuestions {
    turns: Mutex<Turns>,
    /// Wakes a thread of a sweep that waits to begin a cell.
    cell_turn: Condvar,
    watch: OnceLock<Thread>,
    pub(super) load: Load,
}

impl WaitingQuestions {
    /// An empty queue of this length, and its threads: `threads` of the last lane, one for each of
    /// the others, and one that looks at what they do. Questions that overran count in `under_way`.
    ///
    /// Errors: those of the operating system.
    pub(super) fn start(
        length: usize,
        threads: usize,
        under_way: PerClient,
    ) -> io::Result<Arc<Self>> {
        let load = Load::default();
        let queue = Arc::new(Self {
            turns: Mutex::new(Turns::new(length, threads, under_way, load.clone())),
            cell_turn: Condvar::new(),
            watch: OnceLock::new(),
            load,
        });
        for lane in (0..LAST).filter(|_| threads > 0).chain(repeat_n(LAST, threads)) {
            queue.sit_down(lane)?;
        }
        let own = Arc::clone(&queue);
        let watch = thread::Builder::new().name("watch".to_owned()).spawn(move || own.watch())?;
        let _ = queue.watch.set(watch.thread().clone());
        Ok(queue)
    }

    /// Starts a thread that takes questions of a lane.
    fn sit_down(self: &Arc<Self>, lane: usize) -> io::Result<()> {
        let queue = Arc::clone(self);
        let name = format!("{}-answers", LANES[lane].0);
        thread::Builder::new().name(name).spawn(move || queue.work(lane)).map(drop)
    }

    /// Takes out a question that nobody waits for any more.
    pub(super) fn remove(&self, place: QueuePlace) {
        // In one statement, so that the lock is released before the question is dropped.
        let removed = lock(&self.turns).schedule.remove(place);
        removed.iter().for_each(|waiting| self.load.left(waiting.lane));
    }

    /// Adds a question and wakes one thread that may take it. One that loses its place is dropped,
    /// and its answer with it.
    pub(super) fn push(&self, question: PoolQuestion) -> QueuePlace {
        let mut turns = lock(&self.turns);
        let (client, cost) = (question.terms.client, question.terms.cost);
        let (place, lost) = turns.enter(client, cost, Job::New(question));
        let idle = turns.idle_from(lane_of(place.cost));
        drop(turns);
        drop(lost);
        match idle {
            Some(idle) => idle.unpark(),
            // Some question may give way to it.
            None => self.watch.get().into_iter().for_each(Thread::unpark),
        }
        place
    }

    /// Waits until a cell of a sweep may begin behind the questions, or is cancelled.
    pub(super) fn wait_for_cell(&self, control: &Control) {
        let mut turns = lock(&self.turns);
        turns.cells += 1;
        while !control.cancelled() && !turns.schedule.begin_cell() {
            let waited = self.cell_turn.wait_timeout(turns, NOTICE);
            turns = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        turns.cells -= 1;
    }

    /// Takes questions up to the limit of a lane, one after the other, until another thread gets
    /// its seat.
    fn work(&self, mut lane: usize) {
        let own = thread::current();
        let mut behind = false;
        let mut turns = lock(&self.turns);
        loop {
            if lane > 0 && !behind {
                come_behind(QUESTIONS_BEHIND);
                behind = true;
            }
            let Some(QueuedJob { job, since, lane: waited_in }) =
                turns.schedule.next(LANES[lane].1)
            else {
                turns.idle[lane].push(own.clone());
                drop(turns);
                thread::park();
                turns = lock(&self.turns);
                // It may have woken without a call.
                turns.idle[lane].retain(|idle| idle.id() != own.id());
                continue;
            };
            self.load.left(waited_in);
            let question = match job {
                Job::New(question) => question,
                Job::Paused(number) => {
                    turns.resume(number, lane);
                    self.wake(turns);
                    return;
                }
            };
            let number = turns.begin(question.terms, waited_in, lane, behind);
            self.wake(turns);
            self.load.waited(waited_in, since.elapsed());
            (question.run)();
            turns = lock(&self.turns);
            match turns.end(number) {
                // No thread comes before others again.
                Some(0) if behind => {
                    turns.empty_seats.push(0);
                    drop(turns);
                    self.watch.get().inspect(|watch| watch.unpark());
                    return;
                }
                Some(seat) => lane = seat,
                None => return,
            }
        }
    }

    /// Wakes those who have something to do after a thread took a question.
    fn wake(&self, mut turns: std::sync::MutexGuard<'_, Turns>) {
        // The question may be another than the one for which the thread was woken.
        let more = turns.schedule.waiting() > 0;
        let idle = if more { turns.idle_from(LAST) } else { None };
        let (cells, unwatched) = (turns.cells > 0, std::mem::take(&mut turns.unwatched));
        drop(turns);
        idle.iter().for_each(Thread::unpark);
        if cells {
            self.cell_turn.notify_one();
        }
        if unwatched {
            self.watch.get().inspect(|watch| watch.unpark());
        }
    }

    /// Looks at the questions that run, again and again while there are any.
    fn watch(self: Arc<Self>) {
        let (mut busy, mut forgot) = (Instant::now(), Instant::now());
        loop {
            let mut turns = lock(&self.turns);
            while forgot.elapsed() >= HALF_LIFE {
                turns.schedule.forget_half();
                forgot += HALF_LIFE;
            }
            let lost = turns.look();
            let (idle, seats) = (turns.taken_idle(), std::mem::take(&mut turns.empty_seats));
            if turns.is_running() {
                busy = Instant::now();
            }
            turns.unwatched = busy.elapsed() > QUIET;
            let unwatched = turns.unwatched;
            drop(turns);
            drop(lost);
            idle.iter().for_each(Thread::unpark);
            // If the system gives no thread now, it may give one later.
            let missing = seats.into_iter().filter(|lane| self.sit_down(*lane).is_err());
            let missing: Vec<usize> = missing.collect();
            lock(&self.turns).empty_seats.extend(missing);
            if unwatched { thread::park() } else { thread::park_timeout(TICK) }
        }
    }
}
