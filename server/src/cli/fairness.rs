use std::sync::atomic::{AtomicU64, Ordering};

use clap::{Args, ValueEnum};
use rational_bluff::protocol::fairness::{Certificate, MAX_BRANCHES, Statistics};
use rational_bluff::protocol::{Setting, System};

use crate::asked::{parse_setting, parse_whole};
use crate::error::Error;
use crate::report;
use crate::report::fairness::{certificate, picture, statistics, unfair};

use super::Answer;
use super::output::paint;
use super::progress::{counted, watched};

/// Proves or tests that a dealing protocol is fair
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff fairness --protocol barany-furedi --players 3 --cards 4 --exact
  bluff fairness --protocol barany-furedi --players 3 --cards 3 --exact --plant lowest-free-place
  bluff fairness --protocol barany-furedi --players 3 --cards 52 --hand 2 --deals 200000 --seed 1
  bluff fairness --protocol barany-furedi --cards 52 --plant sattolo --format svg > table.svg

--exact plays every sequence of coins: every outcome must be equally likely, and after every message nobody may know more
than his own part. Ciphertexts are ideal ones there. Otherwise many deals are tested; all tests together call fair deals
unfair once in a million samples.
Exit code 0: fair; 1: not fair, with a witness; 2: no such question.")]
pub(super) struct Fairness {
    /// The protocol; a wrong name lists all
    #[arg(long, value_name = "NAME")]
    protocol: String,
    /// How many play
    #[arg(long, value_name = "P", default_value = "3", allow_hyphen_values = true)]
    players: String,
    /// Cards in the deck
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    cards: String,
    /// Cards for each player
    #[arg(long, value_name = "H", default_value = "1", allow_hyphen_values = true)]
    hand: String,
    /// A bug to plant, for the checker to find; a wrong name lists all
    #[arg(long, value_name = "BUG")]
    plant: Option<String>,
    /// Play every sequence of coins
    #[arg(long, conflicts_with_all = ["deals", "seed"])]
    exact: bool,
    /// With --exact: give up beyond so many sequences [default: 20000000]
    #[arg(long, value_name = "B", requires = "exact", allow_hyphen_values = true)]
    branches: Option<String>,
    /// Deals to test [default: 100000]
    #[arg(long, value_name = "D", allow_hyphen_values = true)]
    deals: Option<String>,
    /// What chance begins with [default: 1]
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    seed: Option<String>,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// In words
    #[default]
    Text,
    /// The certificate, or all tests with their tables
    Json,
    /// Cards by seats as a picture; of deals that were tested
    Svg,
}

impl Fairness {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let counts = [&*self.players, &*self.cards, &*self.hand];
        let (system, setting) = parse_setting(&self.protocol, counts, self.plant.as_deref())?;
        if self.exact { self.proved(system, &setting) } else { self.tested(system, &setting) }
    }

    fn proved(&self, system: &System, setting: &Setting) -> Result<Answer, Error> {
        let limit = self.branches.as_deref().map(|given| parse_whole("branches", given, 1..=u64::MAX));
        let limit = limit.unwrap_or(Ok(MAX_BRANCHES))?;
        let found = watched(system.name, |control| Ok(Certificate::new(system, setting, limit, control)?))?;
        let text = match self.format {
            Format::Text => certificate(&found, paint()),
            Format::Json => report::json(&found),
            Format::Svg => return Err(no_picture()),
        };
        Ok(Answer { text, no: unfair(found.fair, system.name, &found.offenders) })
    }

    fn tested(&self, system: &System, setting: &Setting) -> Result<Answer, Error> {
        let whole = |name, given: &Option<String>, least, default| {
            given.as_deref().map_or(Ok(default), |given| parse_whole(name, given, least..=u64::MAX))
        };
        let (deals, seed) = (whole("deals", &self.deals, 1, 100_000)?, whole("seed", &self.seed, 0, 1)?);
        let made = AtomicU64::new(0);
        let more = || format!(", {} of {deals} deals", made.load(Ordering::Relaxed));
        let found = counted(system.name, more, |control| {
            let progress = |more| _ = made.fetch_add(more, Ordering::Relaxed);
            Ok(Statistics::new(system, setting, (deals, seed), control, &progress)?)
        })?;
        let text = match self.format {
            Format::Text => statistics(&found, paint()),
            Format::Json => report::json(&found),
            Format::Svg => picture(&found).ok_or_else(no_picture)?,
        };
        Ok(Answer { text, no: unfair(found.fair, system.name, &[]) })
    }
}

fn no_picture() -> Error {
    Error::Malformed("format svg, expected text or json here: there is no table of cards by seats to draw".to_owned())
}
