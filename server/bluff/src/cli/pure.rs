use bluff_questions::error::Error;
use bluff_questions::game::named;
use bluff_questions::pure::{PureCountsQuestion, PureQuestion};
use bluff_report::formula::{AllDecksReport, FORMULA_FORMS, FormulaForm};
use bluff_report::pure::PureReport;
use bluff_service::limits::PURE_EQUILIBRIA;
use clap::Args;
use rational_bluff::game::Spelling;

use super::game_args::{GameArgs, hidden};
use super::output::message;
use super::printing::{OutputFormat, Printable, Printing};
use super::progress::watched;
use super::{Answer, parse_whole};

/// Lists the pure equilibria of von Neumann's game, each certified
#[derive(Args, Debug)]
#[command(
    mut_args(|argument| hidden(
        argument,
        &["s", "players", "raise", "flip", "win", "stack", "ante", "copies"],
    )),
    after_help = "\
Examples:
  bluff pure von-neumann -n 7 -b 2 --format lprint
  bluff pure von-neumann -n 1000 -b 2 --cuts
  bluff pure von-neumann -n 200 -b 2 --limit 10
  bluff pure von-neumann -n 200 -b 2 --count
  bluff pure von-neumann -b 2 --formula
  bluff pure von-neumann -b 2 -n 18 --formula --format latex

In a pure equilibrium no card mixes: player I bets with a set of cards, player II calls with a set.
Sets are listed in the order of their cards, I's first. Each equilibrium is certified. The count,
and that the list is complete, rest on a derivation; docs/PURE_EQUILIBRIA.md proves the formula.
Tests compare them with a search of all sets for n up to 14, and with each other for n up to 300.")]
pub(super) struct PureCommand {
    #[command(flatten)]
    game: GameArgs,
    /// Only equilibria in cuts: I checks the cards from A to B, with A < B, and II calls from C up
    #[arg(long)]
    cuts: bool,
    /// Only their number
    #[arg(long)]
    count: bool,
    /// Their number at every deck size, for a whole bet; with -n, at that deck too
    #[arg(long, conflicts_with_all = ["cuts", "count", "limit"])]
    formula: bool,
    /// Maximum number listed [default: 1000]
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    limit: Option<String>,
    #[command(flatten)]
    printing: Printing<ListOrFormula>,
}

impl Printable for PureReport {
    fn formats() -> Vec<OutputFormat<Self>> {
        vec![
            Self::format("text", "A line per equilibrium", |list, paint| Ok(list.text(paint))),
            Self::format("json", "For programs", |list, _| Ok(list.json())),
            Self::format("lprint", "The paper's set", |list, _| Ok(list.lprint())),
        ]
    }
}

/// The number of equilibria at every deck size.
#[derive(Debug)]
struct PureFormula(AllDecksReport);

impl Printable for PureFormula {
    fn formats() -> Vec<OutputFormat<Self>> {
        let text = Self::format("text", "In words", |counts, paint| Ok(counts.0.text(paint)));
        let forms = FORMULA_FORMS.iter().filter(|form| form.counts_pure());
        let written = |form: &'static FormulaForm| {
            Self::format(form.name, form.about, |counts, _| Ok(form.write(&counts.0)?))
        };
        [text].into_iter().chain(forms.map(written)).collect()
    }
}

/// A list or a formula: the formats of both, of which each has its own.
#[derive(Debug)]
enum ListOrFormula {}

impl Printable for ListOrFormula {
    fn formats() -> Vec<OutputFormat<Self>> {
        let (lists, mut formulas) = (PureReport::formats(), PureFormula::formats());
        formulas.retain(|form| lists.iter().all(|list| list.name != form.name));
        let lists = lists.into_iter().map(|format| (format.name, format.about));
        let named = lists.chain(formulas.into_iter().map(|format| (format.name, format.about)));
        named.map(|(name, about)| Self::format(name, about, |never, _| match *never {})).collect()
    }
}

impl PureCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        if self.formula {
            return self.every_deck();
        }
        let limit = self.limit.map(|text| parse_whole("limit", &text, 1..=u64::MAX)).transpose()?;
        let limit = limit.map_or(PURE_EQUILIBRIA, |limit| limit.try_into().unwrap_or(usize::MAX));
        self.game.refuse_ranges("--pure")?;
        let game = self.game.read()?.game;
        let printing = self.printing.instead::<PureReport>("a list")?;
        let question = PureQuestion { cuts: self.cuts, count: self.count, limit };
        let list = watched(&game.label(), |control| Ok(question.answer(&game, control)?))?;
        if let Some(partial) = list.partial() {
            message(&partial);
        }
        Ok(Answer { no: list.none(), ..printing.answer(&list)? })
    }

    fn every_deck(self) -> Result<Answer, Error> {
        self.game.refuse_ranges("--pure")?;
        let printing = self.printing.instead("--formula")?;
        let (game, deck, bets) = self.game.beside_deck();
        let at = deck.map(|text| parse_whole("n", &text, 2..=u64::MAX)).transpose()?;
        let (game, bets) = named(&game, &bets, Spelling::Options)?;
        printing.answer(&PureFormula(PureCountsQuestion { game, bets, at }.answer()?))
    }
}
