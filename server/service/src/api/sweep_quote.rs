//! Estimated cost of a sweep, and its limits.

use std::collections::BTreeMap;

use bluff_batch::limits::SWEEP_TIME;
use bluff_batch::sweeps::Plan;
use bluff_questions::cost::Estimate;
use bluff_questions::error::Error;
use rational_bluff::game::{Game, parse_label};
use rational_bluff::solve::{Control, ProblemSize, size};
use rational_bluff::sweep::{GameQuestion, MAX_LISTED};
use serde::{Serialize, Serializer};

use crate::limits::{PROGRAM_SEQUENCES, SWEEP_NUMBERS, SWEEP_WORK};

use super::{affordable_by, beyond};

/// Estimated cost of the cells of a plan. Numbers that may be large are text.
#[derive(Debug, Default, Serialize)]
pub(super) struct SweepQuote {
    cells: usize,
    /// Number of cells by [`TIMES`].
    #[serde(serialize_with = "by_time")]
    times: [usize; TIMES.len()],
    /// Sum of sequences² over the linear programs of all cells; a table or a search counts as the
    /// largest program.
    #[serde(serialize_with = "text")]
    work: u128,
    /// Sum of cards × bets over all cells.
    #[serde(serialize_with = "text")]
    numbers: u128,
    /// Total size of the solution documents, in bytes.
    #[serde(serialize_with = "text")]
    bytes: u128,
    #[serde(serialize_with = "text")]
    bytes_at_most: u128,
    answered: bool,
    refused: Option<String>,
    seconds_at_most: u64,
}

fn text<S: Serializer>(number: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

/// The times of an [`Estimate`], and the name of cells that will have no answer: the method does
/// not fit the game, or the game is too large for it.
const TIMES: [&str; 4] = ["instant", "seconds", "up to the limit", "refused"];

fn by_time<S: Serializer>(cells: &[usize; 4], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(TIMES.iter().zip(cells))
}

impl SweepQuote {
    /// Estimates the cells of a plan. For each choice of stakes the limits of a game apply to its
    /// largest deck.
    ///
    /// Errors: those of the games, and `Stopped`.
    pub(super) fn of(plan: &Plan, control: &Control) -> Result<Self, Error> {
        let mut quote = Self {
            cells: plan.cells(),
            numbers: plan.numbers(),
            seconds_at_most: SWEEP_TIME.as_secs(),
            ..Self::default()
        };
        let mut places: Vec<_> = plan.places().collect();
        places.sort_by_key(|(table, (n, variant))| (&table.name, *variant, *n));
        let mut largest = BTreeMap::new();
        let mut before: Option<((&String, u32), Game)> = None;
        for (table, cell) in places {
            control.check()?;
            let stakes = (&table.name, cell.1);
            // Decks with the same stakes have one betting tree, which takes long to build.
            let game = match before {
                Some((known, game)) if known == stakes => {
                    let copies = game.copies();
                    game.with_deck(cell.0, copies)?
                }
                _ => parse_label(&table.key(cell).label)?,
            };
            let refused = quote.add(&game, table.variant(cell).question);
            largest.insert(stakes, refused);
            before = Some((stakes, game));
        }
        let refused = largest.into_values().flatten().next().or_else(|| quote.refusal());
        quote.refused = refused.map(|error| error.to_string());
        quote.answered = quote.refused.is_none();
        Ok(quote)
    }

    /// Errors: `Beyond` above the limits of a sweep.
    pub(super) fn affordable(self) -> Result<(), Error> {
        self.refused.map_or(Ok(()), |words| Err(Error::Beyond(words)))
    }

    /// Adds a cell; returns why it is refused, if it is.
    fn add(&mut self, game: &Game, question: GameQuestion) -> Option<Error> {
        let (size, documents, refused) = match question {
            GameQuestion::Equilibrium(method) => {
                (size(game, method).ok(), 1, affordable_by(game, method).err())
            }
            // Pure equilibria are documents of few runs, or of as many as cards.
            _ => (Some(ProblemSize::Cells(0)), MAX_LISTED as u128, None),
        };
        let Some(size) = size else {
            self.times[TIMES.len() - 1] += 1;
            return refused;
        };
        let estimate = Estimate::sized(game, size);
        self.times[estimate.time as usize] += 1;
        self.work = self.work.saturating_add(match size {
            _ if documents > 1 => 0,
            ProblemSize::Cells(_) | ProblemSize::Terms(_) => PROGRAM_SEQUENCES.pow(2),
            _ => size.sequences().saturating_pow(2),
        });
        self.bytes += estimate.bytes;
        self.bytes_at_most += documents * estimate.bytes_at_most;
        refused
    }

    fn refusal(&self) -> Option<Error> {
        let Self { work, numbers, .. } = *self;
        let squares = format!("sequences², and {PROGRAM_SEQUENCES}² for a table or a search");
        let programs = format!("the linear programs of the plan come to {work} ({squares})");
        let bets = format!("the plan comes to {numbers} cards × bets");
        let sums = [(work, SWEEP_WORK, programs), (numbers, SWEEP_NUMBERS, bets)];
        let (_, most, given) = sums.into_iter().find(|(sum, most, _)| sum > most)?;
        Some(beyond(given, most))
    }
}
