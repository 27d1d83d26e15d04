use super::chunks::Chunks;
use super::document::{Certificate, Statistics};
use super::{NotChecked, Test, Verdict};
use crate::{Event, Refused, Setting, System};
use bluff_exact::control::Control;

/// How a planted bug comes to light.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// The most telling test of a sample of so many deals, with its power.
    Sample {
        /// Deals made.
        deals: u64,
        /// The test.
        test: Test,
    },
    /// By the exact check of a small deal, with the witness.
    Exact {
        /// What was dealt.
        setting: Setting,
        /// What was unfair, in words.
        witness: String,
    },
    /// The bug changes nothing: the protocol draws no permutation.
    Unused,
    /// Neither way.
    Missed,
}

/// Small deals for the exact check: players, cards, and how many each gets.
const SMALL: [(usize, usize, usize); 5] = [(2, 3, 1), (3, 3, 1), (2, 3, 2), (2, 4, 1), (3, 4, 1)];
const FEW_BRANCHES: u64 = 2_000_000;

/// Plants a bug and looks for it: in a small sample, in one of `deals` deals, and over all coins of
/// small deals. Without a bug it is the control: what it then finds is a false alarm.
///
/// Errors: what the protocol refuses; `Stopped` when cancelled.
pub fn planted(
    system: &System,
    setting: &Setting,
    (deals, seed): (u64, u64),
    control: &Control,
) -> Result<Found, NotChecked> {
    if setting.bug.is_some() && unused(system, setting, control)? {
        return Ok(Found::Unused);
    }
    for deals in [deals / 8, deals] {
        let found = Statistics::new(system, setting, (deals, seed), control, &|_| ())?;
        let rejected = found.tests.into_iter().filter(|test| test.verdict == Verdict::Rejected);
        if let Some(test) = rejected.min_by(|one, other| one.p_value.total_cmp(&other.p_value)) {
            return Ok(Found::Sample { deals, test });
        }
    }
    for (players, cards, hand) in SMALL {
        let setting = Setting { players, cards, hand, bug: setting.bug };
        match Certificate::new(system, &setting, FEW_BRANCHES, control) {
            Ok(certificate) if !certificate.fair => {
                let witness = certificate.witness.into_iter().next().unwrap_or_default();
                return Ok(Found::Exact { setting, witness });
            }
            Err(NotChecked::Stopped(stopped)) => return Err(stopped.into()),
            _ => {}
        }
    }
    Ok(Found::Missed)
}

/// Whether the same coins give the same messages with the bug and without.
fn unused(system: &System, setting: &Setting, control: &Control) -> Result<bool, Refused> {
    let logs = |bug: Option<&'static str>| -> Result<Vec<Vec<Event>>, Refused> {
        let protocol = system.protocol(&Setting { bug, ..*setting })?;
        let chunks = Chunks { protocol: &*protocol, deals: 0, seed: 0, control, progress: &|_| () };
        let mut logs = Vec::new();
        (0..64).for_each(|stream| chunks.runs(stream, 1, |(_, log, _)| logs.push(log)));
        Ok(logs)
    };
    Ok(logs(setting.bug)? == logs(None)?)
}
