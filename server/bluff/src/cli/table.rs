use bluff_batch::file::printable;
use bluff_batch::sweeps::GridQuestion;
use bluff_questions::error::Error;
use bluff_report::grid::{GridNumber, GridReport};
use clap::Args;
use rational_bluff::continuous;
use rational_bluff::game::{ArgumentError, CARDS, Family, GameError, Spelling, Stakes, read_label};

use super::Answer;
use super::game_args::ParameterArgs;
use super::printing::{OutputFormat, Printable, Printing};
use super::progress::watched;

/// Prints values, or counts of pure equilibria, over ranges of decks and bets
#[derive(Args, Debug)]
#[command(after_help = "\
A range is 2..40, a list 2,3,5..9. Sets of bet sizes are separated by semicolons. Without ranges the
table has those of the game's map.

Examples:
  bluff table von-neumann -n 2..40 -b 1..10
  bluff table von-neumann/b2 -n 2..40 --format csv
  bluff table newman -n 2..14 -b 1..max --format svg > newman.svg
  bluff table one-street -n 5..9 -s '1;1,2'
  bluff table von-neumann -n 2..20 -b 2 --format bfile
  bluff table von-neumann -n 2..20 -b 2 --pure --format bfile")]
pub(super) struct TableCommand {
    #[arg(value_name = "GAME", help = format!(
        "{}, or a label such as von-neumann/b2",
        Family::names()
    ))]
    game: String,
    #[command(flatten)]
    ranges: ParameterArgs<true>,
    /// Count the pure equilibria of von-neumann instead
    #[arg(long)]
    pure: bool,
    #[command(flatten)]
    printing: Printing<GridReport>,
}

impl Printable for GridReport {
    fn formats() -> Vec<OutputFormat<Self>> {
        vec![
            Self::format("text", "A row per deck, a column per bet", |grid, paint| {
                Ok(grid.text(paint))
            }),
            Self::format("csv", "A line per game", |grid, _| Ok(grid.csv())),
            Self::format("json", "For programs", |grid, _| Ok(grid.json())),
            Self::format("svg", "A heat map", |grid, _| Ok(grid.svg())),
            Self::format(
                "bfile",
                "A b-file of the OEIS over n: counts, or numerators of values",
                |grid, _| Ok(grid.b_file(false)?),
            ),
            Self::format("bfile-denominators", "The same of denominators", |grid, _| {
                Ok(grid.b_file(true)?)
            }),
        ]
    }
}

impl TableCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let (game, mut ranges) = named(&self.game, self.ranges.0)?;
        if ranges.is_empty() {
            let map = Family::known(&game)?.map.iter();
            ranges.extend(map.map(|(key, text)| (key.key.to_owned(), (*text).to_owned())));
        }
        let number = if self.pure { GridNumber::PureCount } else { GridNumber::Value };
        let question = GridQuestion::read(&game, &ranges, number)?;
        self.printing.answer(&watched(&game, |control| question.answer(control))?)
    }
}

/// The name and the ranges: a label gives some of them.
///
/// Errors: those of labels; `Contradiction` for an option that the label has.
fn named(
    game: &str,
    options: Vec<(&'static str, String)>,
) -> Result<(String, Vec<(String, String)>), Error> {
    let mut ranges: Vec<(String, String)> =
        options.into_iter().map(|(key, text)| (key.to_owned(), text)).collect();
    let Some((name, rest)) = game.split_once('/') else { return Ok((game.to_owned(), ranges)) };
    let (n, stakes) = if rest.starts_with(CARDS.prefix) {
        let game = read_label(game)?;
        (Some(game.n()), game.stakes().clone())
    } else {
        let bets = continuous::read_label(game)?.1;
        (None, bets.stakes().cloned().unwrap_or_else(Stakes::default))
    };
    let stakes = stakes.iter().map(|(parameter, value)| (parameter, value.to_string()));
    for (parameter, value) in n.map(|n| (&CARDS, n.to_string())).into_iter().chain(stakes) {
        if let Some((_, given)) = ranges.iter().find(|(key, _)| key == parameter.key) {
            let argument = Spelling::Options.argument(parameter, given);
            let label = printable(game);
            return Err(GameError::from(ArgumentError::Contradiction { label, argument }).into());
        }
        ranges.push((parameter.key.to_owned(), value));
    }
    Ok((name.to_owned(), ranges))
}
