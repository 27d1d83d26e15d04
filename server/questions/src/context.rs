//! The context in which a question is answered.

use std::fmt::{Display, Formatter};
use std::io::BufRead;
use std::sync::Arc;
use std::thread::available_parallelism;

use rational_bluff::certificate::family::CertifiedFamily;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::{Rational, counted};
use rational_bluff::formula::family;
use rational_bluff::game::Game;
use rational_bluff::intervals::SavedRounds;
use rational_bluff::solve::{Control, Method, Starts, solve_from};
use rational_bluff::spot::{SpotBounds, SpotTree};

use crate::error::Error;

/// Finds what is certified, or knows it from before.
pub trait Solver: Sync {
    /// The equilibrium of a game that a method finds, from these starts of a search if any are
    /// chosen.
    ///
    /// Errors: those of the library.
    fn solve(
        &self,
        game: &Game,
        method: Method,
        starts: Option<Starts>,
        control: &Control,
    ) -> Result<Certified<Solution>, Error> {
        Ok(solve_from(game, method, starts, control)?.solution)
    }

    /// The equilibrium of one of many games, which need not be kept.
    ///
    /// Errors: those of the library.
    fn one_of_many(&self, game: &Game, control: &Control) -> Result<Certified<Solution>, Error> {
        self.solve(game, Method::Auto, None, control)
    }

    /// Number of threads on which many games may be solved.
    fn threads(&self) -> usize {
        available_parallelism().map_or(1, usize::from)
    }

    /// True if the proof of all decks of a game is known.
    fn has_proof(&self, _game: &Game) -> bool {
        false
    }

    /// The proof of all decks of a game.
    ///
    /// Errors: those of the library.
    fn prove(&self, game: &Game, control: &Control) -> Result<Arc<CertifiedFamily>, Error> {
        Ok(Arc::new(family(game, control)?))
    }

    /// Keeps the document of a spot's bounds under its label, where somebody may ask for it again.
    fn keep_bounds(&self, _label: &str, _bounds: &SpotBounds, _document: &str) {}

    /// The rounds of a spot that were put down, if any are kept.
    ///
    /// Errors: those of the place where they are.
    fn rounds(&self, _label: &str, _tree: &SpotTree) -> Result<Option<SavedRounds>, Error> {
        Ok(None)
    }

    /// Stores rounds of a spot, now and then while they are played and at their end, so that a
    /// solve goes on from them even where this process is killed.
    ///
    /// Errors: those of the place where they are stored.
    fn store_rounds(&self, _label: &str, _rounds: &SavedRounds) -> Result<(), Error> {
        Ok(())
    }

    /// Keeps the rounds of a spot that has its answer, for the next solve of this process. They
    /// are stored, if they can be.
    fn keep_rounds(&self, _label: &str, _rounds: SavedRounds) {}

    /// The document of a spot's bounds that is kept under this label.
    fn bounds(&self, _label: &str) -> Option<String> {
        None
    }
}

/// The solver itself, which knows nothing from before.
#[derive(Clone, Copy, Debug)]
pub struct Library;

impl Solver for Library {}

/// Opens a file for reading line by line, or names what is wrong with it.
pub type OpenLines = fn(&str) -> Result<Box<dyn BufRead>, Error>;

/// Shows a text to a person and reads a line; `None` at the end.
pub type AskPerson<'a> = &'a (dyn Fn(&str) -> Option<String> + Sync);

/// The context in which a question is answered.
#[derive(Clone, Copy)]
pub struct AnswerContext<'a> {
    /// The name of the form that is wanted: some need no solve.
    pub form: &'a str,
    /// Stops the work.
    pub control: &'a Control,
    /// Finds equilibria.
    pub solver: &'a dyn Solver,
    /// Opens the file that a field of lines names; `None` where the field has the lines themselves.
    pub open: Option<OpenLines>,
    /// Takes news of the work under way.
    pub say: &'a (dyn Fn(WorkNews<'_>) + Sync),
    /// Shows a text to a person and reads a line; `None` where there is nobody.
    pub ask: Option<AskPerson<'a>>,
}

/// News of the work under way, in words for people.
#[derive(Clone, Copy, Debug)]
pub enum WorkNews<'a> {
    /// A line.
    Line(&'a str),
    /// Bounds of a spot that were proved after this number of rounds.
    Bounds(u32, &'a SpotBounds),
}

impl Display for WorkNews<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Line(line) => out.write_str(line),
            Self::Bounds(rounds, bounds) => write!(
                out,
                "{}: value of player I from {} to {}, exploitability {} % of the pot",
                counted(rounds, "round", "rounds"),
                bounds.lower.decimal(6),
                bounds.upper.decimal(6),
                (&bounds.of_pot * &Rational::from(100)).decimal(6),
            ),
        }
    }
}

impl<'a> AnswerContext<'a> {
    /// The context of a document, by the solver itself.
    pub fn of(control: &'a Control) -> Self {
        Self { form: "json", control, solver: &Library, open: None, say: &|_| {}, ask: None }
    }

    /// The lines of a field.
    ///
    /// Errors: a file that cannot be opened.
    pub fn lines<'t>(&self, field: &'t str) -> Result<Box<dyn BufRead + 't>, Error> {
        match self.open {
            Some(open) => open(field).map(|file| file as Box<dyn BufRead>),
            None => Ok(Box::new(field.as_bytes())),
        }
    }

    /// The equilibrium of a game that a method finds.
    ///
    /// Errors: those of [`Solver::solve`].
    pub fn solve(&self, game: &Game, method: Method) -> Result<Certified<Solution>, Error> {
        self.solver.solve(game, method, None, self.control)
    }
}
