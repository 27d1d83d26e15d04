//! The budget of bytes on their way: request bodies, and long answers.
//!
//! Slow clients hold them for as long as connections last, so their total has a limit.

use std::sync::Arc;

use axum::response::Response;
use bluff_batch::error::Error;
use hyper::body::Body;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::limits::{ANSWERS_BYTES, BODIES_BYTES, BODY_BYTES, SHORT_BYTES};
use crate::problem::Problem;

/// What a permit stands for, in bytes.
const UNIT: usize = 1 << 10;

/// The room for bodies and for long answers.
#[derive(Clone, Debug)]
pub(super) struct BodyBudget {
    bodies: Arc<Semaphore>,
    answers: Arc<Semaphore>,
}

/// The room that an answer takes, among its extensions; given back with the last byte.
#[derive(Clone, Debug)]
pub(super) struct BodyPermit(
    #[allow(dead_code, reason = "dropped in time")] Arc<OwnedSemaphorePermit>,
);

impl BodyBudget {
    /// All of it free.
    pub(super) fn new() -> Self {
        let room = |bytes| Arc::new(Semaphore::new(bytes / UNIT));
        Self { bodies: room(BODIES_BYTES), answers: room(ANSWERS_BYTES) }
    }

    /// Room for the body of a request.
    ///
    /// Errors: `Full`.
    pub(super) fn receive(&self, body: &impl Body) -> Result<OwnedSemaphorePermit, Problem> {
        let bytes = match body {
            none if none.is_end_stream() => 0,
            // Nobody sends more, and who does not say how much may send that.
            body => body.size_hint().upper().unwrap_or(u64::MAX).min(BODY_BYTES as u64),
        };
        Ok(take(&self.bodies, bytes).ok_or(Error::Full)?)
    }

    /// Room for a long answer, which the answer takes along.
    ///
    /// Errors: `Full`.
    pub(super) fn send(&self, mut response: Response) -> Result<Response, Problem> {
        // What is short, or made while it is read, waits with the system.
        if let Some(length) =
            response.body().size_hint().exact().filter(|length| *length > SHORT_BYTES)
        {
            let permit = take(&self.answers, length).ok_or(Error::Full)?;
            response.extensions_mut().insert(BodyPermit(Arc::new(permit)));
        }
        Ok(response)
    }
}

fn take(room: &Arc<Semaphore>, bytes: u64) -> Option<OwnedSemaphorePermit> {
    let units = u32::try_from(bytes.div_ceil(UNIT as u64)).ok()?;
    Arc::clone(room).try_acquire_many_owned(units).ok()
}
