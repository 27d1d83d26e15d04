use std::sync::atomic::{AtomicU64, Ordering};

use crate::{DealTable, Event, OrFault, Protocol, Seeded};
use bluff_exact::control::{Control, Stopped, map, threads};

/// Deals from one stream of coins.
pub(crate) const CHUNK: u64 = 4096;

/// Many runs of a protocol, in chunks with coins of their own: the same on any number of threads.
pub(crate) struct Chunks<'a> {
    pub(crate) protocol: &'a dyn Protocol,
    pub(crate) deals: u64,
    pub(crate) seed: u64,
    pub(crate) control: &'a Control,
    /// True if the tosses are among what is recorded.
    pub(crate) record: bool,
}

/// A run: its end, and what was said.
pub(crate) type DealRun = (OrFault, Vec<Event>);

impl Chunks<'_> {
    /// Takes every run in. `and` must not care for the order.
    pub(crate) fn tally<T: Send>(
        &self,
        empty: impl Fn() -> T + Sync + Send,
        take: impl Fn(&mut T, DealRun) + Sync + Send,
        and: impl Fn(T, T) -> T + Sync + Send,
    ) -> Result<T, Stopped> {
        let (next, chunks) = (AtomicU64::new(0), self.deals.div_ceil(CHUNK));
        let tallies = map((0..threads()).collect(), |_| {
            let mut tally = empty();
            let draw =
                || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|chunk| *chunk < chunks);
            while let Some(chunk) = draw() {
                let deals = CHUNK.min(self.deals - chunk * CHUNK);
                self.runs(chunk, deals, |run| take(&mut tally, run))?;
                self.control.count_parts(deals);
            }
            Ok(tally)
        });
        tallies.into_iter().try_fold(empty(), |all, tally| Ok(and(all, tally?)))
    }

    /// So many runs from one stream of coins.
    ///
    /// Errors: [`Stopped`].
    pub(super) fn runs(
        &self,
        stream: u64,
        runs: u64,
        mut take: impl FnMut(DealRun),
    ) -> Result<(), Stopped> {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.seed.to_le_bytes());
        let parties = self.protocol.parties();
        let mut source = Seeded::new(seed, stream);
        for _ in 0..runs {
            self.control.check()?;
            let mut table = DealTable::new(parties, &mut source);
            table.record = self.record;
            let ended = self.protocol.run(&mut table);
            take((ended, table.into_log()));
        }
        Ok(())
    }
}
