//! Estimated cost of a sweep, and its limits.

use bluff_batch::limits::SWEEP_TIME;
use bluff_batch::sweeps::{CellTable, Plan};
use bluff_questions::error::Error;
use rational_bluff::game::{Game, parse_label};
use rational_bluff::solve::{Control, ProblemSize, size};
use rational_bluff::sweep::{GameQuestion, MAX_LISTED};
use serde::{Serialize, Serializer};

use crate::limits::{PROGRAM_SEQUENCES, SWEEP_NUMBERS, SWEEP_WORK};

use super::{affordable_by, beyond};
use bluff_questions::cost::{Estimate, Time};

/// Estimated cost of the cells of a plan. Numbers that may be large are text.
#[derive(Debug, Default, Serialize)]
pub(super) struct SweepQuote {
    cells: usize,
    times: Times,
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
        let mut refused = None;
        for table in &plan.tables {
            for choice in 0..table.variants.len() as u32 {
                control.check()?;
                refused = refused.or(quote.add(table, choice)?);
            }
        }
        quote.refused = refused.or_else(|| quote.refusal()).map(|error| error.to_string());
        quote.answered = quote.refused.is_none();
        Ok(quote)
    }

    /// Errors: `Beyond` above the limits of a sweep.
    pub(super) fn affordable(self) -> Result<(), Error> {
        self.refused.map_or(Ok(()), |words| Err(Error::Beyond(words)))
    }

    /// Adds the cells of a choice of stakes; returns why the largest deck is refused, if it is.
    fn add(&mut self, table: &CellTable, choice: u32) -> Result<Option<Error>, Error> {
        let decks = table.cells.iter().filter(|cell| cell.1 == choice).map(|cell| cell.0);
        let Some(largest) = decks.clone().next_back() else { return Ok(None) };
        let mut game = parse_label(&table.key((largest, choice)).label)?;
        let question = table.variant((largest, choice)).question;
        let refused = match question {
            GameQuestion::Equilibrium(method) => affordable_by(&game, method).err(),
            GameQuestion::Pure | GameQuestion::Cuts => None,
        };
        for n in decks {
            let copies = game.copies();
            game = game.with_deck(n, copies)?;
            self.count(&game, question);
        }
        Ok(refused)
    }

    fn count(&mut self, game: &Game, question: GameQuestion) {
        let (size, documents) = match question {
            GameQuestion::Equilibrium(method) => (size(game, method), 1),
            // Pure equilibria are documents of few runs, or of as many as cards.
            GameQuestion::Pure | GameQuestion::Cuts => {
                (Ok(ProblemSize::Cells(0)), MAX_LISTED as u128)
            }
        };
        let Ok(size) = size else {
            self.times.refused += 1;
            return;
        };
        let estimate = Estimate::sized(game, size);
        *match estimate.time {
            Time::Instant => &mut self.times.instant,
            Time::Seconds => &mut self.times.seconds,
            Time::UpToTheLimit => &mut self.times.up_to_the_limit,
        } += 1;
        if documents == 1 {
            self.work = self.work.saturating_add(work(size));
        }
        self.bytes += estimate.bytes;
        self.bytes_at_most += documents * estimate.bytes_at_most;
    }

    fn refusal(&self) -> Option<Error> {
        let Self { work, numbers, .. } = self;
        if *work > SWEEP_WORK {
            let programs = format!("sequences², and {PROGRAM_SEQUENCES}² for a table or a search");
            let given = format!("the linear programs of the plan come to {work} ({programs})");
            return Some(beyond(given, SWEEP_WORK));
        }
        let given = || format!("the plan comes to {numbers} cards × bets");
        (*numbers > SWEEP_NUMBERS).then(|| beyond(given(), SWEEP_NUMBERS))
    }
}

fn work(size: ProblemSize) -> u128 {
    match size {
        ProblemSize::Cells(_) | ProblemSize::Terms(_) => PROGRAM_SEQUENCES.pow(2),
        _ => size.sequences().saturating_pow(2),
    }
}
