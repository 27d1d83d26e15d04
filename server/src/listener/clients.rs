//! How many connections each client has open.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use prometheus_client::metrics::gauge::Gauge;

use crate::compute::lock;

/// The connections of each client, and of all together.
pub(super) struct Clients {
    most: usize,
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
    count: Gauge,
}

/// A connection in the counts, until it is dropped.
#[derive(Debug)]
pub(super) struct Seat {
    client: IpAddr,
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
    count: Gauge,
}

impl Clients {
    /// Nobody yet; each may have `most` connections. `count` counts all.
    pub(super) fn new(most: usize, count: Gauge) -> Self {
        Self { most, open: Arc::default(), count }
    }

    /// A seat for one more connection of a client; none if it has as many as it may and is no `proxy`.
    pub(super) fn seat(&self, client: IpAddr, proxy: bool) -> Option<Seat> {
        let mut open = lock(&self.open);
        let seats = open.entry(client).or_default();
        if *seats >= self.most && !proxy {
            return None;
        }
        *seats += 1;
        self.count.inc();
        Some(Seat { client, open: Arc::clone(&self.open), count: self.count.clone() })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.count.dec();
        let mut open = lock(&self.open);
        if let Some(seats) = open.get_mut(&self.client) {
            *seats -= 1;
            if *seats == 0 {
                open.remove(&self.client);
            }
        }
    }
}
