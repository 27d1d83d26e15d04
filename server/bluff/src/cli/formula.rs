use bluff_batch::error::Error;
use bluff_batch::questions::formula::FormulaQuestion;
use bluff_report::formula::{FORMULA_FORMS, FormulaReport};
use clap::Args;
use rational_bluff::continuous::Bets;
use rational_bluff::game::{CARDS, Family};

use super::bet_args::named;
use super::bet_formula;
use super::game_args::{ParameterArgs, refuse_ranges};
use super::printing::{OutputFormat, Printable, Printing};
use super::progress::watched;
use super::{Answer, parse_whole};

/// Gives the value at every deck size at once, as a formula with its proof
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  bluff formula von-neumann -b 2
  bluff formula von-neumann/b2 --at 1000000000000
  bluff formula newman -b 3 --residue 5
  bluff formula one-street -s 1,5/2 --json
  bluff formula von-neumann -b 4 --format pari
  bluff formula newman -b max --at 10^100
  bluff formula von-neumann -n 3
  bluff formula von-neumann -n 3 --best-bet

v(n) = V - c(n mod P)/(n(n - 1)) for every n, where V is the value of large decks. The formula is
proved in docs/ALL_DECKS.md; one deck of each residue is checked when it is printed. With -n instead
of bets, the value of one deck is a function of the bet.")]
pub(super) struct FormulaCommand {
    #[arg(
        value_name = "GAME",
        help = "von-neumann, newman, one-street, or a label without a deck, such as von-neumann/b2"
    )]
    game: String,
    #[command(flatten)]
    bets: ParameterArgs<true>,
    /// A deck whose value is printed too
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    at: Option<String>,
    /// A residue of n modulo the period, whose strategies are printed too
    #[arg(long, value_name = "R", allow_hyphen_values = true)]
    residue: Option<String>,
    /// Only the bet that is best for player I, with -n
    #[arg(long, conflicts_with_all = ["b", "s", "at", "residue"])]
    best_bet: bool,
    #[command(flatten)]
    printing: Printing<FormulaReport>,
}

impl Printable for FormulaReport {
    fn formats() -> Vec<OutputFormat<Self>> {
        let text = Self::format("text", "In words", |view, paint| Ok(view.text(paint)));
        let written = FORMULA_FORMS
            .iter()
            .map(|form| Self::format(form.name, form.about, |view, _| Ok((form.write)(view)?)));
        [text].into_iter().chain(written).collect()
    }
}

impl FormulaCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        if self.best_bet || self.bets.0.iter().any(|(key, _)| *key == CARDS.key) {
            let beside = [("--at", self.at), ("--residue", self.residue)];
            let printing = self.printing.instead("the value as a function of the bet")?;
            return bet_formula::one_deck(self.game, self.bets.0, beside, self.best_bet, &printing);
        }
        refuse_ranges(&self.game, &self.bets.0, &format!("-n {}", CARDS.ranges))?;
        let (game, bets) = named(self.game, &self.bets.0)?;
        if bets == Bets::Whole && Family::known(&game)?.whole_bets {
            let printing = self.printing.instead("the formula of all whole bets")?;
            return bet_formula::whole_bets(self.at, self.residue, &printing);
        }
        let whole = |name, text: Option<String>, least| {
            text.map(|text| parse_whole(name, &text, least..=1_000_000_000_000_000_000)).transpose()
        };
        let (at, residue) = (whole("--at", self.at, 2)?, whole("--residue", self.residue, 0)?);
        let question = FormulaQuestion { game, bets, at, residue };
        let report = watched(&question.game, |control| question.answer(control))?;
        self.printing.answer(&report)
    }
}
