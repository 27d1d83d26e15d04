use std::collections::HashMap;

use super::NotChecked;
use super::exact::ExactCheck;
use super::law::OutcomeLaw;
use crate::{Event, Parties, Protocol};
use bluff_exact::Rational;
use bluff_exact::control::Control;

/// A coalition's knowledge of the whole outcome at one moment of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoalitionKnowledge {
    /// The number of outcomes still possible, as far as it can tell.
    pub possible: usize,
    /// The probability of the likeliest of them.
    pub likeliest: Rational,
    /// True if that is all as it is for a party that knows what the coalition is entitled to, and
    /// no more.
    pub entitled: bool,
}

/// A coalition's knowledge after each message of a deal, from the law of the outcome over every
/// sequence of coins given what it has seen until then. The log has all tosses in it.
///
/// Errors: `TooManyBranches` beyond `limit`; `Stopped` when cancelled.
///
/// ```
/// use bluff_exact::control::Control;
/// use bluff_dealing::{BaranyFuredi, Party, Protocol, Seeded, DealTable, fairness, rounds};
/// let deal = BaranyFuredi::new(3, 3, rounds(3, 1))?;
/// let mut coins: Vec<Seeded> = (0..3).map(Seeded::of).collect();
/// let mut table = DealTable::new(3, &mut coins);
/// deal.run(&mut table)?;
/// let (first, log) = (Party::at(0).into(), table.into_log());
/// let known = fairness::knowledge(&deal, first, &log, 2_000, &Control::new())?;
/// let possible: Vec<usize> = known.iter().map(|known| known.possible).collect();
/// // Six deals until the player's card has come, then two.
/// assert_eq!(possible, [6, 6, 6, 6, 6, 2, 2, 2, 2, 2]);
/// assert!(known.iter().all(|known| known.entitled));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn knowledge(
    protocol: &dyn Protocol,
    coalition: Parties,
    log: &[Event],
    limit: u64,
    control: &Control,
) -> Result<Vec<CoalitionKnowledge>, NotChecked> {
    let mut check = ExactCheck::played(protocol, &[coalition], limit, control)?;
    let mut seats = std::mem::take(&mut check.seats);
    let mut known = Vec::new();
    for seat in &mut seats {
        let path = seat.follow(log);
        let mut laws: HashMap<u32, (bool, OutcomeLaw)> =
            path.iter().map(|&(node, _)| (node, (false, OutcomeLaw::default()))).collect();
        seat.views.add_up(|at, entitled, law| {
            if let Some(view) = laws.get_mut(&(at as u32)) {
                *view = (entitled.is_some(), law.clone());
            }
        });
        for (at, event) in log.iter().enumerate() {
            let Event::Message(_) = event else { continue };
            // What a message brings is written down right after it.
            let gained =
                log[at + 1..].iter().take_while(|later| matches!(later, Event::Gain(_))).count();
            let (node, entitled) = path[at + gained];
            let (judged, law) = &laws[&node];
            let most = law.weights().iter().max_by_key(|entry| entry.1);
            let likeliest = most.map(|entry| law.probability(entry.0));
            known.push(CoalitionKnowledge {
                possible: law.weights().len(),
                likeliest: likeliest.unwrap_or_default(),
                // In the middle of what brings a card it is judged once the card has come.
                entitled: !judged || check.given(&seat.entitled[entitled as usize]).same(law),
            });
        }
    }
    Ok(known)
}
