use bluff_batch::error::Error;
use bluff_batch::questions::cards::parse_decks;
use bluff_batch::questions::continuous::ComparisonQuestion;
use bluff_report::compare::ComparisonReport;
use clap::Args;
use rational_bluff::continuous::names;

use super::Answer;
use super::bet_args::named;
use super::game_args::{ParameterArgs, refuse_ranges};
use super::printing::{OutputFormat, Printable, Printing};
use super::progress::watched;

/// Compares a range of decks with the continuous game that they approach
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff compare von-neumann -b 2 -n 2..40
  bluff compare von-neumann/b2 -n 2..40
  bluff compare newman -b max -n 2..200 --format svg > newman.svg
  bluff compare one-street -s 1,5/2 -n 10..20 --format csv
  bluff compare three-player -b 2 -n 5..65 --format json
  bluff compare borel -b 2 -n 2..40
  bluff compare one-raise -b 2 --raise 6 -n 10..20")]
pub(super) struct CompareCommand {
    #[arg(value_name = "GAME", help = names() + ", or a label without a deck, such as \
        von-neumann/b2")]
    game: String,
    /// Numbers of cards: 2..40, or 2,3,5..9
    #[arg(short, long = "cards", value_name = "FROM..TO", allow_hyphen_values = true)]
    n: String,
    #[command(flatten)]
    bets: ParameterArgs<false>,
    #[command(flatten)]
    printing: Printing<ComparisonReport>,
}

impl Printable for ComparisonReport {
    fn formats() -> Vec<OutputFormat<Self>> {
        vec![
            Self::format("text", "An aligned table", |view, paint| Ok(view.text(paint))),
            Self::format("json", "For programs", |view, _| Ok(view.json())),
            Self::format("csv", "A line per deck", |view, _| Ok(view.csv())),
            Self::format("svg", "A picture", |view, _| Ok(view.svg())),
        ]
    }
}

impl CompareCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let decks = parse_decks(&self.n)?;
        refuse_ranges(&self.game, &self.bets.0, &format!("-n {}", self.n))?;
        let (game, bets) = named(self.game, &self.bets.0)?;
        let label = format!("{game}, n = {}", self.n.replace("..", " to "));
        let question = |(from, to): &(u64, u64)| ComparisonQuestion {
            bets: bets.clone(),
            game: game.clone(),
            from: *from,
            to: *to,
        };
        let report = watched(&label, |control| {
            let mut parts = decks.iter().map(|range| question(range).answer(control));
            let mut report = parts.next().transpose()?;
            for part in parts {
                let more = part?.comparison.decks;
                if let Some(report) = &mut report {
                    report.comparison.decks.extend(more);
                }
            }
            report
                .ok_or_else(|| Error::Malformed("no deck, expected for instance 2..40".to_owned()))
        })?;
        self.printing.answer(&report)
    }
}
