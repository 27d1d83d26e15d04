use bluff_questions::error::Error;
use bluff_report::explain::{explained, json, text};
use clap::Args;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::solve::{Method, solve};
use rational_bluff::strategy::CardExplanation;

use super::Answer;
use super::game_args::GameArgs;
use super::printing::{OutputFormat, Printable, Printing};
use super::progress::watched_solve;

/// Explains a card: what each action pays, and the equation behind it
#[derive(Args, Debug)]
#[command(after_help = "\
A term of an equation is: the number of hands, how they go on, and what each pays.

Examples:
  bluff explain von-neumann/n28-b4 --card 3
  bluff explain kuhn -n 3 -b 1 --card 2 --view 'facing bet 1'
  bluff explain newman/n14-b5 --card 14 --json
  bluff explain leduc --card K")]
pub(super) struct ExplainCommand {
    #[command(flatten)]
    game: GameArgs,
    /// The card, 1 for the lowest, or the hand, such as K or AhKd
    #[arg(long, short, value_name = "C", allow_hyphen_values = true)]
    card: String,
    /// One view only, such as 'first to act' or 'facing bet 2'
    #[arg(long, value_name = "VIEW")]
    view: Option<String>,
    /// The method by which the equilibrium is found, as for bluff solve
    #[arg(long, default_value = "auto")]
    method: String,
    #[command(flatten)]
    printing: Printing<Explained>,
}

/// A card of an equilibrium.
#[derive(Debug)]
struct Explained(Certified<Solution>, CardExplanation);

impl Printable for Explained {
    fn formats() -> Vec<OutputFormat<Self>> {
        vec![
            Self::format("text", "In words", |card, paint| Ok(text(&card.0.game, &card.1, paint))),
            Self::format("json", "For programs", |card, _| Ok(json(&card.0, card.1.clone()))),
        ]
    }
}

impl ExplainCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let method: Method = self.method.parse()?;
        let game = self.game.read()?.game;
        let solved =
            watched_solve(&game, method, |control| Ok(solve(&game, method, control)?))?.solution;
        let card = explained(&solved, &self.card, self.view.as_deref())?;
        self.printing.answer(&Explained(solved, card))
    }
}
