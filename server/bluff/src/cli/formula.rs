use bluff_batch::error::Error;
use bluff_batch::questions::family::FamilyQuestion;
use bluff_batch::questions::formula::{FormulaQuestion, has_formula};
use bluff_report::formula::{FORMULA_FORMS, FamilyReport, FormulaReport};
use clap::Args;
use rational_bluff::continuous::Bets;
use rational_bluff::game::{CARDS, Family};

use super::bet_args::named;
use super::bet_formula;
use super::game_args::{ParameterArgs, game_file, refuse_ranges};
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
  bluff formula kuhn -b 1 --json | bluff verify -
  bluff formula von-neumann -b 2 --certificate --residue 5
  bluff formula data/games/half-street-kuhn.json
  bluff formula newman -b max --at 10^100
  bluff formula von-neumann -n 3
  bluff formula von-neumann -n 3 --best-bet

In a one-street game v(n) = V - c(n mod P)/(n(n - 1)) for every n, where V is the value of large
decks. The formula is proved in docs/ALL_DECKS.md; one deck of each residue is checked when it is
printed. The formula of another game of two players is found and proved by strategies for every
deck. bluff verify checks both. Exit code 1: no formula was proved. With -n instead of bets, the
value of one deck is a function of the bet.")]
pub(super) struct FormulaCommand {
    #[arg(
        value_name = "GAME",
        help = "A game of two players, a label without a deck, such as kuhn/b1, or a game file"
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
    /// Prove a one-street game by strategies too
    #[arg(long)]
    certificate: bool,
    /// Only the bet that is best for player I, with -n
    #[arg(long, conflicts_with_all = ["b", "s", "at", "residue", "certificate"])]
    best_bet: bool,
    #[command(flatten)]
    printing: Printing<AllDecks>,
}

/// A formula for all decks, by its proof.
#[derive(Debug)]
enum AllDecks {
    /// The closed form of a one-street game.
    Closed(FormulaReport),
    /// Strategies for every deck.
    Family(Box<FamilyReport>),
}

impl Printable for AllDecks {
    fn formats() -> Vec<OutputFormat<Self>> {
        let text = Self::format("text", "In words", |view, paint| match view {
            Self::Closed(view) => Ok(view.text(paint)),
            Self::Family(view) => Ok(view.text(paint)),
        });
        let line = Self::format("jsonl", "The same on one line", |view, _| match view {
            Self::Closed(view) => Ok(view.json_line()),
            Self::Family(view) => Ok(view.json_line()),
        });
        let mut formats: Vec<OutputFormat<Self>> = FORMULA_FORMS
            .iter()
            .map(|form| {
                Self::format(form.name, form.about, |view, _| match (view, form.family) {
                    (Self::Closed(view), _) => Ok((form.write)(view)?),
                    (Self::Family(view), Some(write)) => Ok(write(view)),
                    (Self::Family(view), None) => Err(Error::Malformed(format!(
                        "--format {} of {}, expected a one-street game without --certificate",
                        form.name,
                        view.family.label()
                    ))),
                })
            })
            .collect();
        formats.insert(1, line);
        [text].into_iter().chain(formats).collect()
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
        if is_file(&self.game) {
            let game = game_file(&self.game, &self.bets.0)?;
            let (at, residue) = numbers(self.at, self.residue)?;
            return proved(FamilyQuestion { game, at, residue }, &self.printing);
        }
        let (game, bets) = named(self.game, &self.bets.0)?;
        let family = Family::known(&game)?;
        if bets == Bets::Whole && family.whole_bets {
            let printing = self.printing.instead("the formula of all whole bets")?;
            return bet_formula::whole_bets(self.at, self.residue, &printing);
        }
        let (at, residue) = numbers(self.at, self.residue)?;
        if self.certificate || !has_formula(family) {
            let game = FamilyQuestion::game(&game, &bets)?;
            return proved(FamilyQuestion { game, at, residue }, &self.printing);
        }
        let question = FormulaQuestion { game, bets, at, residue };
        let report = watched(&question.game, |control| question.answer(control))?;
        self.printing.answer(&AllDecks::Closed(report))
    }
}

/// True of the name of a file: no label of a family.
fn is_file(game: &str) -> bool {
    let name = game.split_once('/').map_or(game, |(name, _)| name);
    Family::named(name).is_none() && game.contains(['/', '\\', '.'])
}

/// The deck and the residue that are wanted too.
fn numbers(
    at: Option<String>,
    residue: Option<String>,
) -> Result<(Option<u64>, Option<u64>), Error> {
    let whole = |name, text: Option<String>, least| {
        text.map(|text| parse_whole(name, &text, least..=1_000_000_000_000_000_000)).transpose()
    };
    Ok((whole("--at", at, 2)?, whole("--residue", residue, 0)?))
}

/// A formula that is proved by strategies.
fn proved(question: FamilyQuestion, printing: &Printing<AllDecks>) -> Result<Answer, Error> {
    let name = question.game.name().to_owned();
    let report = watched(&name, |control| question.answer(control))?;
    printing.answer(&AllDecks::Family(Box::new(report)))
}
