//! The budget of bytes in flight: request bodies and long answers.
//!
//! Slow clients keep them in memory for as long as connections last, so their total has a limit.

use std::sync::Arc;

use axum::response::Response;
use bluff_batch::compute::{Client, OneOfClient, PerClient};
use bluff_questions::error::Error;
use hyper::body::Body;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::limits::{ANSWERS_BYTES, BODIES_BYTES, BODY_BYTES, SHORT_BYTES};
use crate::problem::{Problem, ReplyResult};

/// Size of one permit of a semaphore, in bytes.
const UNIT: usize = 1 << 10;
/// Size of most questions, at most, in bytes.
const FEW_BYTES: u64 = 4 << 10;

/// The budgets of bodies and of long answers.
#[derive(Clone, Debug)]
pub(super) struct BodyBudget {
    bodies: Budget,
    /// Bodies of at most [`FEW_BYTES`]: long ones that come slowly do not keep questions out.
    short_bodies: Budget,
    answers: Budget,
}

/// A budget of all clients, of which each may have a quarter.
#[derive(Clone, Debug)]
struct Budget {
    all: Arc<Semaphore>,
    units: usize,
    by_client: PerClient,
}

/// The part of a budget that one body takes.
#[derive(Debug)]
pub(super) struct BodyShare {
    _of_all: OwnedSemaphorePermit,
    _of_client: OneOfClient,
}

/// The share of an answer, among its extensions; given back with the last byte.
#[derive(Clone, Debug)]
pub(super) struct BodyPermit(#[allow(dead_code, reason = "dropped in time")] Arc<BodyShare>);

impl BodyBudget {
    /// The whole budget.
    pub(super) fn new() -> Self {
        let budget = |bytes| {
            let units = bytes / UNIT;
            let all = Arc::new(Semaphore::new(units));
            Budget { all, units, by_client: PerClient::default() }
        };
        let (bodies, short_bodies) = (budget(BODIES_BYTES), budget(BODIES_BYTES / 4));
        Self { bodies, short_bodies, answers: budget(ANSWERS_BYTES) }
    }

    /// The share of the body of a request.
    ///
    /// Errors: `Full`.
    pub(super) fn receive(&self, client: Client, body: &impl Body) -> Result<BodyShare, Problem> {
        let bytes = match body {
            empty if empty.is_end_stream() => 0,
            // Without a declared length the limit counts.
            body => body.size_hint().upper().unwrap_or(u64::MAX).min(BODY_BYTES as u64),
        };
        let budget = if bytes <= FEW_BYTES { &self.short_bodies } else { &self.bodies };
        Ok(budget.take(client, bytes).ok_or(Error::Full)?)
    }

    /// The answer with its share, if it is long.
    ///
    /// Errors: `Full`.
    pub(super) fn send(&self, client: Client, mut response: Response) -> ReplyResult {
        // The system buffers a short answer. One that is made while it is read has no length.
        if let Some(length) =
            response.body().size_hint().exact().filter(|length| *length > SHORT_BYTES)
        {
            let permit = self.answers.take(client, length).ok_or(Error::Full)?;
            response.extensions_mut().insert(BodyPermit(Arc::new(permit)));
        }
        Ok(response)
    }
}

impl Budget {
    fn take(&self, client: Client, bytes: u64) -> Option<BodyShare> {
        let units = u32::try_from(bytes.div_ceil(UNIT as u64)).ok()?;
        let most = if client == Client::OWN { self.units } else { self.units / 4 };
        let of_client = self.by_client.take(client, units as usize, most).ok()?;
        let of_all = Arc::clone(&self.all).try_acquire_many_owned(units).ok()?;
        Some(BodyShare { _of_all: of_all, _of_client: of_client })
    }
}
