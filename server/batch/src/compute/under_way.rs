//! The questions of each client that wait or run, and their maximum.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use super::lock;
use super::schedule::Client;

/// Questions under way by client; a client without any is left out.
#[derive(Debug)]
pub(super) struct UnderWay {
    most: NonZeroUsize,
    clients: Mutex<HashMap<Client, usize>>,
}

/// A question under way, until this is dropped.
pub(super) struct QuestionUnderWay {
    under_way: Arc<UnderWay>,
    client: Client,
}

impl UnderWay {
    pub(super) fn new(most: NonZeroUsize) -> Arc<Self> {
        Arc::new(Self { most, clients: Mutex::default() })
    }

    /// Counts a question of a client.
    ///
    /// Errors: the maximum, if the client has as many under way.
    pub(super) fn begin(self: &Arc<Self>, client: Client) -> Result<QuestionUnderWay, usize> {
        let mut clients = lock(&self.clients);
        let count = clients.entry(client).or_default();
        if *count >= self.most.get() {
            return Err(*count);
        }
        *count += 1;
        Ok(QuestionUnderWay { under_way: Arc::clone(self), client })
    }
}

impl Drop for QuestionUnderWay {
    fn drop(&mut self) {
        let mut clients = lock(&self.under_way.clients);
        let left = clients.get_mut(&self.client).map(|count| {
            *count -= 1;
            *count
        });
        if left == Some(0) {
            clients.remove(&self.client);
        }
    }
}
