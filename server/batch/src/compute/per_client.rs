//! Things that each client may have only so many of at once: questions under way, open connections.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::client::Client;
use super::lock;

/// The number that each client has now; a client without any is left out.
#[derive(Clone, Debug, Default)]
pub struct PerClient(Arc<Mutex<HashMap<Client, usize>>>);

/// One thing that a client has, until this is dropped.
#[derive(Debug)]
pub struct OneOfClient {
    all: PerClient,
    client: Client,
    count: usize,
}

impl PerClient {
    /// Counts one more of a client, which may have at most `most`.
    ///
    /// Errors: the number that the client has, if that is as many.
    ///
    /// ```
    /// use bluff_batch::compute::{Client, PerClient};
    /// let (open, client) = (PerClient::default(), Client::at([192, 0, 2, 1].into()));
    /// let first = open.begin(client, 1);
    /// assert_eq!(open.begin(client, 1).err(), Some(1));
    /// drop(first);
    /// assert!(open.begin(client, 1).is_ok());
    /// ```
    pub fn begin(&self, client: Client, most: usize) -> Result<OneOfClient, usize> {
        self.take(client, 1, most)
    }

    /// Counts more of a client. If it has none it may have one lot of any number.
    ///
    /// Errors: the number that the client has, if more would be above `most`.
    pub fn take(&self, client: Client, more: usize, most: usize) -> Result<OneOfClient, usize> {
        let mut clients = lock(&self.0);
        let count = clients.get(&client).copied().unwrap_or_default();
        if count.saturating_add(more) > most && (count > 0 || more == 1) {
            return Err(count);
        }
        clients.insert(client, count + more);
        Ok(OneOfClient { all: self.clone(), client, count: more })
    }
}

impl Drop for OneOfClient {
    fn drop(&mut self) {
        let mut clients = lock(&self.all.0);
        if let Some(count) = clients.get_mut(&self.client) {
            *count -= self.count;
            if *count == 0 {
                clients.remove(&self.client);
            }
        }
    }
}
