//! Questions that have begun, and the time that they use.

use std::time::{Duration, Instant};

use super::clock::{QUESTIONS_BEHIND, ThreadId};
use super::lane::{SHORT, lane_of};
use super::per_client::OneOfClient;
use super::schedule::QueuePlace;
use super::turns::{EndedBy, Terms};

/// Processor time after which a question gives up its seat to another that waits for it.
const SLICE: Duration = Duration::from_millis(10);

/// A question that has begun.
pub(super) struct Begun {
    pub(super) terms: Terms,
    pub(super) thread: ThreadId,
    /// Processor time of its thread when it began.
    pub(super) began: Duration,
    /// True if its thread has a lower priority.
    pub(super) behind: bool,
    /// The lane of its seat; none while it waits.
    pub(super) seat: Option<usize>,
    pub(super) place: Option<QueuePlace>,
    pub(super) seated: Instant,
    /// Processor time that it had used when it got its seat, and that its client was charged.
    pub(super) used_before: Duration,
    pub(super) charged: Duration,
    /// The lane that its time so far needs, or that its quote named.
    pub(super) lane: usize,
    pub(super) counted: Option<OneOfClient>,
    /// True if it stands still on its seat while others run.
    pub(super) held: bool,
}

impl Begun {
    /// The processor time since the last call, of all its threads, at their last checkpoints.
    pub(super) fn charge(&mut self) -> Duration {
        self.charge_up_to(self.terms.control.used())
    }

    /// The same while it runs: what its first thread uses between checkpoints counts too.
    pub(super) fn charge_running(&mut self) -> Duration {
        let time = self.seat.map_or(Duration::ZERO, |_| self.thread.time());
        self.charge_up_to(self.terms.control.used().max(time.saturating_sub(self.began)))
    }

    fn charge_up_to(&mut self, used: Duration) -> Duration {
        let before = self.charged;
        self.charged = used.max(before);
        self.charged - before
    }

    /// Notes that it needs a lane behind the one of its quote; true for the first time in a lane.
    /// Past the limit of instant ones its thread comes behind others.
    pub(super) fn overruns(&mut self) -> bool {
        let lane = lane_of(self.charged);
        let overruns = lane > self.lane;
        self.lane = self.lane.max(lane);
        if lane > 0 && !self.behind {
            self.thread.put_behind(QUESTIONS_BEHIND);
            self.behind = true;
        }
        overruns
    }

    /// True if it had its seat for a slice, or waits for something else than a processor on it.
    pub(super) fn slice_is_over(&self) -> bool {
        self.charged.saturating_sub(self.used_before) >= SLICE || self.seated.elapsed() >= SHORT
    }

    /// Lets it stand still on its seat, or go on.
    pub(super) fn hold(&mut self, held: bool) {
        if std::mem::replace(&mut self.held, held) == held {
            return;
        }
        if held { self.terms.control.pause() } else { self.terms.control.resume() }
    }

    pub(super) fn end(&mut self, by: EndedBy) {
        let _ = self.terms.ended_by.set(by);
        self.terms.control.cancel();
    }
}
