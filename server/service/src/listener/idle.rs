//! Connections that wait for a request, so that the one idle longest can make room.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use bluff_batch::compute::lock;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

use super::connection::Requests;

/// The idle connections, the one idle longest first.
#[derive(Debug, Default)]
pub(super) struct IdleConnections {
    waiting: Mutex<Waiting>,
    /// Notified when a connection becomes idle.
    entered: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    number: u64,
    connections: BTreeMap<u64, Arc<Requests>>,
}

impl IdleConnections {
    /// Adds a connection; returns its place.
    pub(super) fn enter(&self, requests: &Arc<Requests>) -> u64 {
        let mut waiting = lock(&self.waiting);
        waiting.number += 1;
        let place = waiting.number;
        waiting.connections.insert(place, Arc::clone(requests));
        drop(waiting);
        self.entered.notify_one();
        place
    }

    /// Removes a connection that is no longer idle; `false` if it had to make room.
    pub(super) fn leave(&self, place: u64) -> bool {
        lock(&self.waiting).connections.remove(&place).is_some()
    }

    /// Closes the connection idle longest; `false` if none is idle.
    fn close_longest(&self) -> bool {
        let longest = lock(&self.waiting).connections.pop_first();
        longest.inspect(|(_, requests)| requests.close()).is_some()
    }

    /// One of the permits; if none is left, the connection idle longest makes room, and if all are
    /// busy, the next that becomes idle.
    pub(super) async fn make_room(
        &self,
        permits: &Arc<Semaphore>,
        closed: impl Fn(),
    ) -> Option<OwnedSemaphorePermit> {
        if let Ok(permit) = Arc::clone(permits).try_acquire_owned() {
            return Some(permit);
        }
        let acquired = Arc::clone(permits).acquire_owned();
        tokio::pin!(acquired);
        loop {
            let closing = self.close_longest();
            if closing {
                closed();
            }
            tokio::select! {
                // The semaphore is never closed, so there is always a permit in the end.
                permit = &mut acquired => return permit.ok(),
                () = self.entered.notified(), if !closing => {}
            }
        }
    }
}
