use bluff_questions::error::Error;
use bluff_questions::parse_starts;
use bluff_report as report;
use bluff_report::forms::FORMS;
use bluff_report::formula::coq_deck;
use clap::Args;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::formula::Menu;
use rational_bluff::game::Game;
use rational_bluff::solve::{
    Face, Method, Saturated, Search, Starts, TextFormat, face, mixture, program_text,
    solve_all_from, solve_from,
};

use super::Answer;
use super::game_args::{ChosenGame, GameArgs};
use super::output::message;
use super::printing::{OutputFormat, Printable, Printing};
use super::progress::{watched, watched_solve};

/// Finds a Nash equilibrium, with a certificate that proves it
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff solve von-neumann/n28-b4
  bluff solve von-neumann -n 28 -b 4 --json -o answer.json
  bluff solve newman -n 14 -b max --format lprint
  bluff solve one-street -n 28 -s 1,5/2,7
  bluff solve kuhn -n 3 -b 1 --face
  bluff solve three-player -n 4 -b 1 --all --method search --starts 500 --seed 1
  bluff solve my-game.json")]
pub(super) struct SolveCommand {
    #[command(flatten)]
    game: GameArgs,
    /// auto, threshold, readable, lp, runs, normal-form or search
    #[arg(long, default_value = "auto")]
    method: String,
    #[command(flatten)]
    printing: Printing<SolveQuestion>,
    /// Print what all optimal strategies have: least and greatest probability of each action
    #[arg(long)]
    face: bool,
    /// Print every equilibrium found, for three or more players
    #[arg(long, conflicts_with = "face")]
    all: bool,
    /// Number of starts of a search [default: 64]
    #[arg(long, value_name = "K", allow_hyphen_values = true, conflicts_with = "face")]
    starts: Option<String>,
    /// The seed of the starts of a search [default: 0]
    #[arg(long, value_name = "S", allow_hyphen_values = true, conflicts_with = "face")]
    seed: Option<String>,
}

/// A question about one equilibrium of a game, or about its linear program: the format decides.
#[derive(Debug)]
struct SolveQuestion {
    game: Game,
    method: Method,
    starts: Option<Starts>,
    saturated: Option<Saturated>,
}

impl SolveQuestion {
    /// The equilibrium, and the pivots that it took.
    fn solve(&self) -> Result<(Certified<Solution>, u64), Error> {
        let Self { game, method, starts, saturated } = self;
        match saturated {
            // Solved and checked with the proof.
            Some(Saturated { solution, .. })
                if starts.is_none() && matches!(method, Method::Auto | Method::Threshold) =>
            {
                Ok((solution.clone(), 0))
            }
            _ => {
                let solved = watched_solve(game, *method, |control| {
                    Ok(solve_from(game, *method, *starts, control)?)
                })?;
                Ok((solved.solution, solved.work.float_pivots + solved.work.exact_pivots))
            }
        }
    }

    /// The mixture over pure strategies.
    fn mix(&self) -> Result<String, Error> {
        if !matches!(self.method, Method::Auto | Method::NormalForm) {
            let reason = format!(
                "--format mix with method {}, expected normal-form: a mixture is over pure \
                 strategies",
                self.method
            );
            return Err(Error::Malformed(reason));
        }
        let found = watched(&self.game.label(), |control| Ok(mixture(&self.game, control)?))?;
        Ok(report::mixture::lprint(&found))
    }

    /// The linear program.
    fn program(&self, format: TextFormat) -> Result<String, Error> {
        if self.starts.is_some() {
            let reason = "--starts and --seed are for a search, not for --format lp or mps";
            return Err(Error::Malformed(reason.to_owned()));
        }
        Ok(program_text(&self.game, self.method, format)?)
    }

    /// The value of a one-street game as a theorem file.
    fn theorem(&self) -> Result<String, Error> {
        let label = self.game.label();
        if !self.game.is_one_street() || self.game.copies() != 1 {
            let expected = "expected a one-street game with one copy of each card";
            return Err(Error::Malformed(format!("--format coq of {label}, {expected}")));
        }
        let proof = Menu::new(self.game.bets())?.proof(self.game.n());
        let (solution, _) = self.solve()?;
        Ok(coq_deck(&label, &proof, &solution.values[0]))
    }
}

impl Printable for SolveQuestion {
    fn formats() -> Vec<OutputFormat<Self>> {
        let text = Self::format("text", "Advice in words", |question, paint| {
            let (solution, pivots) = question.solve()?;
            Ok(report::colour::solution(&solution, Some(pivots), paint))
        });
        let forms = FORMS.iter().map(|form| {
            Self::format(form.name, form.about, |question, _| {
                Ok((form.write)(&question.solve()?.0)?)
            })
        });
        let picture = Self::format("svg", "The strategies as a picture", |question, _| {
            Ok(report::picture::solution(&question.solve()?.0))
        });
        let lp =
            Self::format("lp", "The linear program itself, as CPLEX LP text", |question, _| {
                question.program(TextFormat::CplexLp)
            });
        let mps =
            Self::format("mps", "The linear program itself, as free MPS text", |question, _| {
                question.program(TextFormat::Mps)
            });
        let mix = Self::format(
            "mix",
            "The paper's mixture over pure strategies; with --method normal-form",
            |question, _| question.mix(),
        );
        let coq =
            Self::format("coq", "A theorem that coqc checks; one-street games", |question, _| {
                question.theorem()
            });
        [text].into_iter().chain(forms).chain([picture, lp, mps, mix, coq]).collect()
    }
}

impl Printable for (Game, Face) {
    fn formats() -> Vec<OutputFormat<Self>> {
        vec![
            Self::format("text", "In words", |(game, face), paint| {
                Ok(report::face::text(game, face, paint))
            }),
            Self::format("json", "For programs", |(game, face), _| {
                Ok(report::face::json(game, face))
            }),
        ]
    }
}

impl Printable for Search {
    fn formats() -> Vec<OutputFormat<Self>> {
        vec![
            Self::format("text", "In words", |found, paint| {
                Ok(report::text::solutions(found, paint))
            }),
            Self::format("json", "A list of solution documents", |found, _| {
                Ok(report::documents(&found.solutions))
            }),
        ]
    }
}

impl SolveCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let method: Method = self.method.parse()?;
        let starts = parse_starts(self.starts.as_deref(), self.seed.as_deref())?;
        let ChosenGame { game, saturated } = self.game.read()?;
        if let Some(Saturated { proof, .. }) = &saturated {
            message(&proof.to_string());
        }
        if self.face {
            let printing = self.printing.instead("--face")?;
            let face = watched(&game.label(), |control| Ok(face(&game, control)?))?;
            return printing.answer(&(game, face));
        }
        if self.all {
            let printing = self.printing.instead("--all")?;
            let found = watched(&game.label(), |control| {
                Ok(solve_all_from(&game, method, starts, control)?)
            })?;
            return printing.answer(&found);
        }
        self.printing.answer(&SolveQuestion { game, method, starts, saturated })
    }
}
