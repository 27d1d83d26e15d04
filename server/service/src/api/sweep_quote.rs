//! Estimated cost of a sweep.

use bluff_batch::error::Error;
use bluff_batch::limits::SWEEP_TIME;
use bluff_batch::sweeps::{CellTable, Plan};
use rational_bluff::game::{Game, parse_label};
use rational_bluff::solve::{Control, ProblemSize, size};
use rational_bluff::sweep::{GameQuestion, MAX_LISTED};
use serde::Serialize;

use crate::limits::{PROGRAM_SEQUENCES, SWEEP_NUMBERS, SWEEP_WORK};

use super::estimate::{Estimate, Time};
use super::{affordable_by, beyond};

/// Estimated cost of the cells of a plan. Numbers that may be large are text.
#[derive(Debug, Default, Serialize)]
pub(super) struct SweepQuote {
    cells: usize,
    times: Times,
    /// Sum of sequences² over the linear programs of all cells; a table or a search counts as the
    /// largest program.
    work: String,
    /// Sum of cards × bets over all cells.
    numbers: String,
    /// Total size of the solution documents, in bytes.
    bytes: String,
    bytes_at_most: String,
    answered: bool,
    refused: Option<String>,
    seconds_at_most: u64,
}

/// Number of cells by the time they take.
#[derive(Debug, Default, Serialize)]
struct Times {
    instant: usize,
    seconds: usize,
    #[serde(rename = "up to the limit")]
    up_to_the_limit: usize,
    /// Cells that will have no answer: the method does not fit the game, or the game is too large
    /// for it.
    refused: usize,
}

/// The sums while cells are counted.
#[derive(Debug, Default)]
struct SweepSums {
    times: Times,
    work: u128,
    bytes: u128,
    bytes_at_most: u128,
    refused: Option<Error>,
}

impl SweepQuote {
    /// Estimates the cells of a plan. For each choice of stakes the limits of a game apply to its
    /// largest deck.
    ///
    /// Errors: those of the games, and `Stopped`.
    pub(super) fn of(plan: &Plan, control: &Control) -> Result<Self, Error> {
        let mut sums = SweepSums::default();
        for table in &plan.tables {
            for choice in 0..table.variants.len() as u32 {
                control.check()?;
                sums.add(table, choice)?;
            }
        }
        let numbers = plan.numbers();
        let refusal = sums.refused.or_else(|| refusal(sums.work, numbers));
        Ok(Self {
            cells: plan.cells(),
            times: sums.times,
            work: sums.work.to_string(),
            numbers: numbers.to_string(),
            bytes: sums.bytes.to_string(),
            bytes_at_most: sums.bytes_at_most.to_string(),
            answered: refusal.is_none(),
            refused: refusal.map(|error| error.to_string()),
            seconds_at_most: SWEEP_TIME.as_secs(),
        })
    }

    /// Errors: `Beyond` above the limits of a sweep.
    pub(super) fn affordable(self) -> Result<(), Error> {
        self.refused.map_or(Ok(()), |words| Err(Error::Beyond(words)))
    }
}

impl SweepSums {
    fn add(&mut self, table: &CellTable, choice: u32) -> Result<(), Error> {
        let cells: Vec<u64> =
            table.cells.iter().filter(|cell| cell.1 == choice).map(|cell| cell.0).collect();
        let Some(largest) = cells.last() else { return Ok(()) };
        let mut game = parse_label(&table.key((*largest, choice)).label)?;
        let question = table.variant((*largest, choice)).question;
        if let GameQuestion::Equilibrium(method) = question
            && let Err(error) = affordable_by(&game, method)
        {
            self.refused.get_or_insert(error);
        }
        for n in cells {
            let copies = game.copies();
            game = game.with_deck(n, copies)?;
            self.count(&game, question);
        }
        Ok(())
    }

    fn count(&mut self, game: &Game, question: GameQuestion) {
        let Times { instant, seconds, up_to_the_limit, refused } = &mut self.times;
        let (sized, documents) = match question {
            GameQuestion::Equilibrium(method) => (size(game, method).ok(), 1),
            // Pure equilibria are documents of few runs, or of as many as cards.
            GameQuestion::Pure | GameQuestion::Cuts => {
                (Some(ProblemSize::Cells(0)), MAX_LISTED as u128)
            }
        };
        let Some(size) = sized else {
            *refused += 1;
            return;
        };
        let estimate = Estimate::sized(game, size);
        *match estimate.time {
            Time::Instant => instant,
            Time::Seconds => seconds,
            Time::UpToTheLimit => up_to_the_limit,
        } += 1;
        self.work = self.work.saturating_add(if documents == 1 { work(size) } else { 0 });
        self.bytes += estimate.bytes;
        self.bytes_at_most += documents * estimate.bytes_at_most;
    }
}

fn work(size: ProblemSize) -> u128 {
    match size {
        ProblemSize::Runs | ProblemSize::PerRun { .. } | ProblemSize::Sequences(_) => {
            size.sequences().saturating_pow(2)
        }
        ProblemSize::Cells(_) | ProblemSize::Terms(_) => PROGRAM_SEQUENCES.pow(2),
    }
}

fn refusal(work: u128, numbers: u128) -> Option<Error> {
    if work > SWEEP_WORK {
        let programs = format!("sequences², and {PROGRAM_SEQUENCES}² for a table or a search");
        return Some(beyond(
            format!("the linear programs of the plan come to {work} ({programs})"),
            SWEEP_WORK,
        ));
    }
    (numbers > SWEEP_NUMBERS)
        .then(|| beyond(format!("the plan comes to {numbers} cards × bets"), SWEEP_NUMBERS))
}
