use bluff_questions::all_decks::{AllDecksQuestion, BesideFormula};
use bluff_questions::error::Error;
use bluff_questions::every_bet::BetFunctionQuestion;
use bluff_questions::family::FamilyQuestion;
use bluff_questions::game::{named, refuse_ranges};
use bluff_report::formula::{AllDecksReport, FORMULA_FORMS, FormulaForm};
use clap::Args;
use rational_bluff::formula::MAX_BET_DECK;
use rational_bluff::game::{ARGUMENTS, CARDS, Family, Spelling};

use super::game_args::{ParameterArgs, game_file, hidden};
use super::printing::{OutputFormat, Printable, Printing};
use super::progress::watched;
use super::{Answer, parse_whole};

/// Beginning of the names of options.
const DASHES: &str = "--";

/// Gives the value at every deck size at once, as a formula with its proof
#[derive(Args, Debug)]
#[command(
    mut_args(|argument| hidden(argument, &["players", "win", "stack", "ante", "copies"])),
    after_help = "\
Examples:
  bluff formula von-neumann -b 2
  bluff formula kuhn/b1 --at 1000000000000 --residue 4
  bluff formula one-street -s 1,5/2 --json
  bluff formula kuhn -b 1 --json | bluff verify -
  bluff formula von-neumann -b 4 --format pari
  bluff formula data/games/half-street-kuhn.json
  bluff formula newman -b max --at 10^100
  bluff formula von-neumann -n 3 --best-bet

A game of the same bets has a value at each deck size n. In many games of two players n(n - 1) times
the value is a square in n plus a constant that repeats with n. One-street games have a closed form
(docs/ALL_DECKS.md), and --certificate adds a proof by strategies; in other games strategies are
found and proved for every deck. bluff verify checks both. Exit code 1: no formula was proved.
With -n instead of bets the value of one deck is a function of the bet.")]
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
    printing: Printing<AllDecksReport>,
}

impl Printable for AllDecksReport {
    fn formats() -> Vec<OutputFormat<Self>> {
        let text = Self::format("text", "In words", |view, paint| Ok(view.text(paint)));
        let line = Self::format("jsonl", "The same on one line", |view, _| Ok(view.json_line()));
        let written = |form: &'static FormulaForm| {
            Self::format(form.name, form.about, |view, _| Ok(form.write(view)?))
        };
        let mut formats: Vec<OutputFormat<Self>> = FORMULA_FORMS.iter().map(written).collect();
        formats.insert(1, line);
        [text].into_iter().chain(formats).collect()
    }
}

impl FormulaCommand {
    pub(super) fn run(self) -> Result<Answer, Error> {
        let Self { game, bets, at, residue, certificate, best_bet, printing } = self;
        let beside = BesideFormula { at, residue, certificate };
        let question = if best_bet || bets.0.iter().any(|(key, _)| *key == CARDS.key) {
            AllDecksQuestion::EveryBet(one_deck(game, bets.0, &beside, best_bet)?)
        } else {
            refuse_ranges(&game, &bets.0, &format!("-n {}", CARDS.ranges))?;
            if is_file(&game) {
                let game = game_file(&game, &bets.0)?;
                let (at, residue) = beside.numbers(DASHES)?;
                AllDecksQuestion::Family(Box::new(FamilyQuestion { game, at, residue }))
            } else {
                let (game, bets) = named(&game, &bets.0, Spelling::Options)?;
                AllDecksQuestion::new(game, bets, beside, DASHES)?
            }
        };
        printing.answer(&watched(question.name(), |control| question.answer(control))?)
    }
}

/// True of the name of a file: no label of a family.
fn is_file(game: &str) -> bool {
    let name = game.split_once('/').map_or(game, |(name, _)| name);
    Family::named(name).is_none() && game.contains(['/', '\\', '.'])
}

/// The value of one deck as a function of the bet.
///
/// Errors: `Malformed` without a deck, or with options that ask for other things.
fn one_deck(
    game: String,
    parameters: Vec<(&'static str, String)>,
    beside: &BesideFormula,
    best_only: bool,
) -> Result<BetFunctionQuestion, Error> {
    let (decks, others): (Vec<_>, Vec<_>) =
        parameters.into_iter().partition(|(key, _)| *key == CARDS.key);
    let Some((_, n)) = decks.into_iter().next() else {
        let expected = "expected -n N beside it; large decks: bluff continuous --best-bet";
        return Err(Error::Malformed(format!("--best-bet, {expected}")));
    };
    let option = |(key, text): &(&'static str, String)| {
        let parameter = ARGUMENTS.into_iter().find(|parameter| parameter.key == *key)?;
        Some(Spelling::Options.argument(parameter, text))
    };
    let options = others.iter().filter_map(option);
    let given = [("--at", &beside.at), ("--residue", &beside.residue)];
    let given = given.into_iter().filter(|(_, text)| text.is_some());
    if let Some(beside) = options.chain(given.map(|(name, _)| name.to_owned())).next() {
        let expected = format!("expected no {beside}; for one deck of a formula: --at {n}");
        return Err(Error::Malformed(format!("-n {n} asks for every bet, {expected}")));
    }
    Ok(BetFunctionQuestion { game, n: parse_whole("n", &n, 2..=MAX_BET_DECK)?, best_only })
}
