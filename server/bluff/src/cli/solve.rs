use bluff_batch::error::Error;
use bluff_batch::questions::parse_starts;
use bluff_report as report;
use bluff_report::algebra::System;
use clap::{Args, ValueEnum};
use rational_bluff::solve::{Method, Saturated, Search, TextFormat, face, program_text, solve_all_from, solve_from};

use super::Answer;
use super::game_args::{GameArgs, Given};
use super::output::{message, paint};
use super::progress::{watched, watched_solve};

/// Finds a Nash equilibrium, with a certificate that proves it
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff solve von-neumann -n 28 -b 4
  bluff solve von-neumann/n28-b4
  bluff solve newman -n 14 -b max --format lprint
  bluff solve one-street -n 28 -s 1,5/2,7 --format json
  bluff solve kuhn -n 3 -b 1 --face
  bluff solve three-player -n 7 -b 2 --all
  bluff solve three-player -n 4 -b 1 --all --method search --starts 500 --seed 1
  bluff solve three-player -n 4 -b 1 --all --method normal-form
  bluff solve callers -n 40 -b 2 --players 5
  bluff solve kuhn -n 13 -b 1 --copies 4
  bluff solve kuhn -n 3 -b 1 --format lp > kuhn.lp
  bluff solve kuhn -n 3 -b 1 --format pari > kuhn.gp
  bluff solve my-game.json")]
pub(super) struct Solve {
    #[command(flatten)]
    game: GameArgs,
    /// The method: auto, threshold, lp, runs, normal-form or search; the certificate does not depend on it
    #[arg(long, default_value = "auto")]
    method: String,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Print the least and greatest probability of each action over all optimal strategies
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Advice in words
    #[default]
    Text,
    /// Solution document, which bluff verify checks again
    Json,
    /// The paper's list
    Lprint,
    /// A line per run of cards and action
    Csv,
    /// A LaTeX document
    Latex,
    /// A file for Maple
    Maple,
    /// A file for Sage, or Python alone
    Sage,
    /// A file for PARI/GP
    Pari,
    /// The linear program itself, as CPLEX LP text
    Lp,
    /// The linear program itself, as free MPS text
    Mps,
}

impl Format {
    /// The format of the linear program, if it is that.
    fn of_program(self) -> Option<TextFormat> {
        match self {
            Self::Lp => Some(TextFormat::CplexLp),
            Self::Mps => Some(TextFormat::Mps),
            _ => None,
        }
    }
}

impl Solve {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let method: Method = self.method.parse()?;
        let starts = parse_starts(self.starts.as_deref(), self.seed.as_deref())?;
        let Given { game, saturated } = self.game.read()?;
        if let Some(Saturated { proof, .. }) = &saturated {
            message(&proof.to_string());
        }
        if self.face {
            let shown = match self.format {
                Format::Text => |game: &_, face: &_| report::face::text(game, face, paint()),
                Format::Json => report::face::json,
                _ => return Err(Error::Malformed("--face is printed as text or json".to_owned())),
            };
            let face = watched(&game.label(), |control| Ok(face(&game, control)?))?;
            return Ok(shown(&game, &face).into());
        }
        if self.all {
            let shown = match self.format {
                Format::Text => |all: &_| report::text::solutions(all, paint()),
                Format::Json => |all: &Search| report::documents(&all.solutions),
                _ => return Err(Error::Malformed("--all is printed as text or json".to_owned())),
            };
            return Ok(
                shown(&watched(&game.label(), |control| Ok(solve_all_from(&game, method, starts, control)?))?).into()
            );
        }
        if let Some(format) = self.format.of_program() {
            if starts.is_some() {
                let reason = "--starts and --seed are for a search, not for --format lp or mps";
                return Err(Error::Malformed(reason.to_owned()));
            }
            return Ok(program_text(&game, method, format)?.into());
        }
        let (solution, pivots) = match saturated {
            // Solved and checked with the proof.
            Some(Saturated { solution, .. })
                if starts.is_none() && matches!(method, Method::Auto | Method::Threshold) =>
            {
                (solution, 0)
            }
            _ => {
                let solved = watched_solve(&game, method, |control| Ok(solve_from(&game, method, starts, control)?))?;
                (solved.solution, solved.work.float_pivots + solved.work.exact_pivots)
            }
        };
        let solution = &solution;
        let text = match self.format {
            Format::Json => report::document(solution),
            Format::Lprint => report::lprint::solution(solution)?,
            Format::Csv => report::csv::solution(solution),
            Format::Latex => report::latex::solution(solution),
            Format::Maple => report::algebra::solution(solution, System::Maple)?,
            Format::Sage => report::algebra::solution(solution, System::Sage)?,
            Format::Pari => report::algebra::solution(solution, System::Pari)?,
            Format::Text | Format::Lp | Format::Mps => report::text::solution(solution, Some(pivots), paint()),
        };
        Ok(text.into())
    }
}
