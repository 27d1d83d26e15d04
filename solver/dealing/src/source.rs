use std::collections::VecDeque;

use super::{CoinOdometer, Coins, Event, Party, Seeded};

/// The source of all parties' coins.
pub trait CoinSource {
    /// A number below `n` for this party; 0 stands for all 64 bits. `None` if there are no more.
    fn toss(&mut self, party: Party, n: u64) -> Option<u64>;
}

impl CoinSource for CoinOdometer {
    fn toss(&mut self, _party: Party, n: u64) -> Option<u64> {
        Some(Coins::toss(self, n))
    }
}

/// Every party with a seed of its own, which it reveals afterwards.
impl CoinSource for Vec<Seeded> {
    fn toss(&mut self, party: Party, n: u64) -> Option<u64> {
        self.get_mut(party.place()).map(|coins| coins.toss(n))
    }
}

/// The revealed coins of every party, in the order of tossing: faces with their bounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tape(pub Vec<VecDeque<u64>>);

impl Tape {
    /// The coins in a log.
    pub fn of(parties: usize, log: &[Event]) -> Self {
        let mut tape = Self(vec![Default::default(); parties]);
        for event in log {
            if let Event::Toss { party, face, .. } = event {
                tape.0[party.place()].push_back(*face);
            }
        }
        tape
    }
}

impl CoinSource for Tape {
    fn toss(&mut self, party: Party, n: u64) -> Option<u64> {
        let face = self.0.get_mut(party.place())?.pop_front()?;
        (n == 0 || face < n).then_some(face)
    }
}
