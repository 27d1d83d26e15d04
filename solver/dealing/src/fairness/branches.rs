use crate::{CoinOdometer, DealTable, Event, Gain, OrFault, Protocol, RefusedSetting};
use bluff_exact::control::{Control, Stopped, map, threads};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum NotChecked {
    /// A setting that is not begun with.
    #[error(transparent)]
    Refused(#[from] RefusedSetting),
    /// Stopped from another thread.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A test without a verdict, which is a bug here and no property of the protocol.
    #[error("the statistic of the test “{test}” is no number")]
    NoNumber { test: String },
}

/// One sequence of coins, played to the end.
pub(crate) struct Branch {
    /// So many events at the beginning are those of the branch before.
    pub(super) kept: usize,
    /// The events after them.
    pub(super) tail: Vec<Event>,
    pub(crate) ended: OrFault,
    pub(crate) outcome: Vec<Gain>,
    /// The number of equally likely branches that would be as likely as this one.
    pub(crate) ways: u128,
}

/// About so many branches begin with the same coins and are played on one thread.
const CHUNK: u64 = 512;
/// A chunk that has kept so many events ends, and its other branches are played with the next
/// batch: where branches are very unlike, one could otherwise hold all of them.
const EVENTS: usize = 100_000;

/// All branches of a protocol, a batch of chunks at a time; the first branch of a chunk keeps
/// nothing.
pub(crate) struct Branches<'a> {
    protocol: &'a dyn Protocol,
    /// The rest of chunks that ended early.
    rest: Vec<CoinOdometer>,
    odometer: CoinOdometer,
    limit: u64,
    control: &'a Control,
    /// The number of branches if all are as likely as the first one; 0 before it.
    quoted: u128,
    over: bool,
}

impl<'a> Branches<'a> {
    pub(crate) fn new(protocol: &'a dyn Protocol, limit: u64, control: &'a Control) -> Self {
        let (rest, odometer) = (Vec::new(), CoinOdometer::new());
        Self { protocol, rest, odometer, limit, control, quoted: 0, over: false }
    }

    /// Why branches cannot be taken: there are too many of them, or the check was cancelled.
    pub(crate) fn refused(&self) -> NotChecked {
        match self.control.check() {
            Err(stopped) => NotChecked::Stopped(stopped),
            Ok(()) => RefusedSetting::TooManyBranches { allowed: self.limit }.into(),
        }
    }

    /// The next batch, empty after the last branch.
    ///
    /// Errors: `TooManyBranches`; `Stopped` when cancelled.
    pub(crate) fn batch(&mut self) -> Result<Vec<Vec<Branch>>, NotChecked> {
        self.next_batch().ok_or_else(|| self.refused())
    }

    fn next_batch(&mut self) -> Option<Vec<Vec<Branch>>> {
        let mut heads = std::mem::take(&mut self.rest);
        while !self.over && heads.len() < 4 * threads() {
            let _ = play(self.protocol, &mut self.odometer, usize::MAX);
            if self.quoted == 0 {
                let quoted = self.odometer.ways().and_then(|ways| u64::try_from(ways).ok());
                let quoted = quoted.filter(|&quoted| quoted <= self.limit)?;
                self.control.begin_parts(quoted);
                self.quoted = quoted.into();
            }
            heads.push(self.odometer.cut(CHUNK));
            self.over = !self.odometer.turn();
        }
        let played = map(heads, |mut head| {
            let (branches, over) = self.chunk(&mut head)?;
            Some((branches, (!over).then_some(head)))
        });
        let (batch, rest): (Vec<_>, Vec<_>) =
            played.into_iter().collect::<Option<Vec<_>>>()?.into_iter().unzip();
        self.rest = rest.into_iter().flatten().collect();
        // Likelier branches stand for several parts.
        let parts = batch.iter().flatten().map(|branch| self.quoted as f64 / branch.ways as f64);
        self.control.count_parts(parts.sum::<f64>().round() as u64);
        Some(batch)
    }

    /// The next branches of an odometer, and whether these were the last ones; `None` if there are
    /// too many or nobody wants them.
    fn chunk(&self, odometer: &mut CoinOdometer) -> Option<(Vec<Branch>, bool)> {
        let (mut branches, mut kept, mut events) = (Vec::new(), 0, 0);
        // Where the coins and the parts of the outcome stand among the events of this branch.
        let (mut tosses, mut gains) = (Vec::new(), Vec::new());
        loop {
            let (ended, tail) = play(self.protocol, odometer, kept);
            for (at, event) in (kept..).zip(&tail) {
                match event {
                    Event::Toss { .. } => tosses.push(at),
                    Event::Gain(gain) => gains.push((at, *gain)),
                    Event::Message(_) | Event::Announcement(_) | Event::EarlyRelease(_) => {}
                }
            }
            events += tail.len();
            let outcome = gains.iter().map(|&(_, gain)| gain).collect();
            branches.push(Branch { kept, tail, ended, outcome, ways: odometer.ways()? });
            let over = !odometer.turn();
            if over || events > EVENTS {
                return Some((branches, over));
            }
            if branches.len() as u64 == self.limit || self.control.check().is_err() {
                return None;
            }
            // Everything before the coin that is another one stays as it is.
            kept = tosses[odometer.turned()];
            tosses.truncate(odometer.turned());
            gains.truncate(gains.partition_point(|&(at, _)| at < kept));
        }
    }
}

/// Plays one branch and returns how it ended, and what happened after the first `known` events.
fn play(
    protocol: &dyn Protocol,
    odometer: &mut CoinOdometer,
    known: usize,
) -> (OrFault, Vec<Event>) {
    let mut table = DealTable::new(protocol.parties(), odometer);
    table.known = known;
    let ended = protocol.run(&mut table);
    (ended, table.into_log())
}
