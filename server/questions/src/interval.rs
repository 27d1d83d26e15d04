//! Spots of hold'em between proved bounds, among the games of a solve.

use std::time::{Duration, Instant};

use bluff_report::equity::{later_weight, overridden};
use bluff_report::number::percent_up;
use bluff_report::pio::PlaceRanges;
use bluff_report::text::{Paint, exact_and_decimal};
use rational_bluff::cards::OpenCards;
use rational_bluff::exact::{Rational, RefusedValue, counted};
use rational_bluff::intervals::{SavedRounds, approach};
use rational_bluff::solve::Control;
use rational_bluff::spot::{
    Spot, SpotBounds, SpotLock, SpotLockError, SpotNode, SpotTree, bounds_document, first_shares,
    read_plan,
};

use crate::context::{AnswerContext, WorkNews};
use crate::error::Error;
use crate::field::{FieldKind, QuestionField, whole};
use crate::given::{Given, not_allowed, unexpected};
use crate::over_http::SHORT;

/// The most seconds and the most MiB that may be asked for.
const MOST: [u64; 2] = [31_536_000, 1_048_576];

/// Entries of a tree whose bounds come close in about a second.
const SHORT_ENTRIES: u64 = 1 << 16;

/// Seconds after which rounds are stored for the first time, and at most so many apart later.
const STORED: [Duration; 2] = [Duration::from_secs(10), Duration::from_secs(60)];

/// Times the duration of a store for which the next one waits at least.
const STORE_RARITY: u32 = 50;

/// The fields that only spots take.
pub(crate) fn fields() -> [QuestionField; 3] {
    let seconds = "Seconds after which the bounds so far are the answer, of a spot with within";
    let path = "Actions and cards to the place of a spot whose ranges the form pio has";
    let memory = "MiB that such a spot may take [default: what the system allows]";
    [
        QuestionField::new(whole(1, MOST[0]), "seconds", "S", seconds, "60"),
        QuestionField::new(whole(1, MOST[1]), "memory", "MIB", memory, "4000"),
        QuestionField::new(FieldKind::Optional, "path", "PATH", path, "check,bet 5"),
    ]
}

/// A spot whose value is wanted between bounds.
#[derive(Clone, Debug)]
pub struct BoundedSpot {
    spot: Spot,
    /// The exploitability that is small enough, as a part of the pot.
    within: Rational,
    time: Option<Duration>,
    memory: Option<u64>,
    lock: Option<SpotLock>,
}

/// A spot, the bounds that were proved, and their document.
#[derive(Debug)]
pub struct BoundsReport {
    /// The label of the spot.
    pub label: String,
    is_locked: bool,
    pot: Rational,
    /// Rounds that were played.
    pub rounds: u32,
    /// The bounds, in chips.
    pub bounds: SpotBounds,
    /// The actions of the first decision, and the part of all deals in which each is taken.
    pub first: Vec<(String, Rational)>,
    /// The sum over all deals of the products of both weights.
    pub deals: Rational,
    /// The document with the plan, in JSON.
    pub document: String,
}

impl BoundedSpot {
    /// The spot of the fields; `None` of other games, and of a river without `within`.
    ///
    /// Errors: a turn or a flop without `within`, fields beside it, and those of spots.
    pub(crate) fn read(given: &Given) -> Result<Option<Self>, Error> {
        let text = given.needed("game");
        let board = Spot::board_of(text).filter(|cards| *cards >= 3);
        let within = given.text("within");
        let (Some(cards), Some(within)) = (board, within) else {
            return match board {
                Some(cards @ (3 | 4)) => Err(no_exact_solve(cards)),
                _ => Ok(None),
            };
        };
        let method = (given.text("method") != Some("auto")).then_some("method");
        let beside = ["all", "face", "starts", "seed"].into_iter().chain(method);
        if let Some((key, text)) = given.beside(beside) {
            let street = ["flop", "turn", "river"][cards - 3];
            return Err(unexpected(key, &text, &format!("none beside a {street} with within")));
        }
        Ok(Some(Self {
            spot: Spot::read(text).map_err(|error| Error::from(error).of_field("game"))?,
            within: read_within(within)?,
            time: given.whole("seconds", 1..=MOST[0])?.map(Duration::from_secs),
            memory: given.whole("memory", 1..=MOST[1])?.map(|mib| mib << 20),
            lock: given.text("lock").map(SpotLock::read).transpose().map_err(no_lock)?,
        }))
    }

    /// The spot.
    pub fn spot(&self) -> &Spot {
        &self.spot
    }

    /// The exploitability that is small enough, as a part of the pot.
    pub fn within(&self) -> &Rational {
        &self.within
    }

    /// The rows that are rules, if there are any.
    pub fn lock(&self) -> Option<&SpotLock> {
        self.lock.as_ref()
    }

    /// The same about another board, with the rows that it leaves.
    ///
    /// Errors: those of boards.
    pub fn on_board(&self, board: &OpenCards) -> Result<Self, Error> {
        let lock = self.lock.clone().map(|lock| lock.on_board(board.cards()));
        let lock = lock.transpose().map_err(no_lock)?.flatten();
        Ok(Self { spot: self.spot.on_board(board)?, lock, ..self.clone() })
    }

    /// The label of the spot.
    pub(crate) fn title(&self) -> String {
        self.spot.label()
    }

    /// The error where equilibria are wanted, not bounds.
    pub(crate) fn without_equilibria(&self) -> Error {
        no_exact_solve(self.spot.board.dealt().len())
    }

    /// The cost by which its answer is scheduled. One that a limit of time cuts short has the
    /// bounds so far.
    ///
    /// Errors: those of sizes.
    pub fn cost(&self) -> Result<Duration, Error> {
        let is_short = self.spot.entries() <= SHORT_ENTRIES;
        Ok(self.time.unwrap_or(Duration::MAX).min(if is_short { SHORT } else { Duration::MAX }))
    }

    /// The bounds, once they are close enough, out of time, or told to end.
    ///
    /// Errors: those of trees and of judges.
    pub fn answer(self, work: AnswerContext<'_>) -> Result<BoundsReport, Error> {
        let control: &Control = work.control;
        let start = Instant::now();
        control.allow_early_end();
        let limits = [self.memory, control.memory()].into_iter().flatten();
        let memory = limits.min().unwrap_or(u64::MAX);
        let mut tree = SpotTree::within(&self.spot, memory, self.lock.is_none())?;
        if let Some(lock) = &self.lock {
            tree = tree.locked(lock).map_err(no_lock)?;
        }
        let entries = counted(tree.entries(), "entry", "entries");
        let label = tree.label(&self.spot);
        let line = format!("{label}: {entries}, {} MiB", tree.entries() >> 17);
        (work.say)(WorkNews::Line(&line));
        if let Some(hands) = overridden(self.spot.ranges.each_ref()) {
            (work.say)(WorkNews::Line(&later_weight(&hands)));
        }
        let mut look =
            |rounds: u32, bounds: &SpotBounds| (work.say)(WorkNews::Bounds(rounds, bounds));
        // Fewer rounds have the same answer as before; more are not lost for it.
        let saved = work.solver.rounds(&label, &tree)?;
        let is_past = saved.as_ref().is_some_and(|saved| saved.is_past(&self.within));
        let (left, taken) = if is_past { (saved, None) } else { (None, saved) };
        let mut due = STORED[0];
        let mut stop = |so_far: &SavedRounds| {
            if !is_past && start.elapsed() >= due {
                due = store_in_passing(&work, (&label, so_far), start);
            }
            control.should_end() || self.time.is_some_and(|time| start.elapsed() >= time)
        };
        let end = approach(&tree, taken, &self.within, &mut look, &mut stop)
            .map_err(|refusal| Error::Beyond(refusal.to_string()))?;
        if end.bounds.of_pot > self.within {
            let [reached, asked] = [&end.bounds.of_pot, &self.within].map(percent_up);
            let line = format!("ended at {reached} % of the pot, asked for {asked} %");
            (work.say)(WorkNews::Line(&line));
        }
        let report = BoundsReport {
            is_locked: self.lock.is_some(),
            pot: self.spot.betting.pot.clone(),
            rounds: end.rounds.count(),
            first: first_shares(&tree, &end.plan()),
            deals: tree.deals(&self.spot),
            document: bounds_document(&self.spot, &tree, &end.plan(), &end.bounds),
            bounds: end.bounds.clone(),
            label,
        };
        let rounds = left.unwrap_or_else(|| end.saved());
        if !is_past {
            work.solver.store_rounds(&report.label, &rounds)?;
        }
        work.solver.keep_rounds(&report.label, rounds);
        work.solver.keep_bounds(&report.label, &report.bounds, &report.document);
        Ok(report)
    }
}

/// Stores rounds between two of them, and says when the next store is due, from the start of the
/// work. The work goes on where they cannot be stored: only the end must be.
fn store_in_passing(
    work: &AnswerContext<'_>,
    (label, rounds): (&str, &SavedRounds),
    start: Instant,
) -> Duration {
    let begin = start.elapsed();
    if let Err(error) = work.solver.store_rounds(label, rounds) {
        (work.say)(WorkNews::Line(&error.to_string()));
    }
    let end = start.elapsed();
    end + end.min(STORED[1]).max((end - begin) * STORE_RARITY)
}

/// The part of the pot that proved bounds may leave.
///
/// Errors: those of numbers; `Outside` unless it is above 0 and at most 1.
pub fn read_within(text: &str) -> Result<Rational, Error> {
    let allowed = "a part of the pot above 0, at most 1, such as 1/1000";
    let part = Rational::part(text).map_err(|_| unexpected("within", text, allowed))?;
    if !part.is_positive() || part > Rational::ONE {
        return Err(Error::Outside(RefusedValue::of("within", text, allowed)));
    }
    Ok(part)
}

/// The error of a lock that is none of the spot.
pub fn no_lock(error: SpotLockError) -> Error {
    Error::Malformed(error.to_string()).of_field("lock")
}

fn no_exact_solve(cards: usize) -> Error {
    let street = ["flop", "turn", "river within bounds"][cards - 3];
    let allowed = "within, the part of the pot that the proved bounds may leave, such as 1/1000";
    not_allowed(format!("a {street} is not solved exactly"), allowed).of_field("within")
}

/// Bounds in words.
pub(crate) fn bounds_text(
    (label, is_locked): (&str, bool),
    pot: &Rational,
    bounds: &SpotBounds,
    paint: Paint,
) -> String {
    let half = pot / &Rational::from(2);
    let hundred = Rational::from(100);
    let of = if is_locked { " of the game with a lock" } else { "" };
    let ev = [&bounds.lower, &bounds.upper].map(|end| (end + &half).decimal(6));
    format!(
        "{}\nLower bound  {} chips\nUpper bound  {} chips\nEV           player I keeps {} to {} of \
         the pot of {pot}\nExploitability  {} chips, {} % of the pot\n",
        paint.heading(&format!("{label}: certified bounds{of}")),
        exact_and_decimal(&bounds.lower),
        exact_and_decimal(&bounds.upper),
        ev[0],
        ev[1],
        bounds.exploitability.decimal(9),
        (&bounds.of_pot * &hundred).decimal(6),
    )
}

impl BoundsReport {
    pub(crate) fn text(&self, paint: Paint) -> String {
        let rounds = counted(self.rounds, "round", "rounds");
        let label = (self.label.as_str(), self.is_locked);
        bounds_text(label, &self.pot, &self.bounds, paint) + &format!("Plan  {rounds}\n")
    }

    pub(crate) fn json(&self) -> String {
        self.document.clone() + "\n"
    }

    /// The ranges of both players at a place of the spot.
    ///
    /// Errors: those of paths.
    pub(crate) fn ranges_at(&self, path: &str) -> Result<String, Error> {
        let read = read_plan(&self.document);
        let (spot, tree, plan) = read.map_err(|error| Error::Internal(error.to_string()))?;
        Ok(PlaceRanges::of_node(&spot, &SpotNode::find(&tree, &plan, path)?)?.text())
    }
}
