//! The question for a formula: of all decks of a game, proved or guessed, or of one deck with every
//! bet.

use std::time::Duration;

use bluff_report::JsonLines;
use bluff_report::formula::{AllDecksReport, BetFunctionReport, FORMULA_FORMS, FormulaForm};
use rational_bluff::continuous::{Bets, label};
use rational_bluff::formula::MAX_BET_DECK;
use rational_bluff::game::{CARDS, Family, Game, MAX_CARDS, PARAMETERS};

use crate::closed_form::{ClosedFormQuestion, has_formula};
use crate::context::{AnswerContext, Solver};
use crate::error::Error;
use crate::every_bet::{CARD, WHOLE_BETS, bet_function, whole_bets};
use crate::family::FamilyQuestion;
use crate::field::{FieldKind, QuestionField, whole};
use crate::fit::{FIT, FitQuestion, MAX_FIT, beside_own_deck};
use crate::game::{AskedGame, parameter, split_deck, stakes};
use crate::given::{Given, unexpected};
use crate::number::parse_whole;
use crate::over_http::{INSTANT, few_sizes};
use crate::question::{FormName, Question, Report, ReportForm};
use crate::text::is_game_file;

/// A question for a formula, by the way in which it is proved.
#[derive(Clone, Debug)]
pub enum FormulaQuestion {
    /// The closed form of a one-street game.
    Closed(ClosedFormQuestion),
    /// Strategies for every deck.
    Family(Box<FamilyQuestion>),
    /// Newman's game with all whole bets.
    WholeBets {
        /// A deck that is wanted too, as it is typed.
        at: Option<String>,
    },
    /// One deck with every bet.
    EveryBet {
        /// The name of the game.
        game: String,
        /// The number of cards.
        n: u64,
        /// True if only the best bets are wanted.
        best_only: bool,
    },
    /// A guess that fits many decks.
    Fit(Box<FitQuestion>),
}

impl FormulaQuestion {
    /// The question for the formula of a game with these bets, and what is given beside them.
    ///
    /// Errors: `Malformed` and `Beyond` for what stands beside the bets, and those of the game.
    fn of_bets(game: String, bets: Bets, given: &Given) -> Result<Self, Error> {
        let family = Family::known(&game)?;
        if bets == Bets::Whole && family.whole_bets {
            given.refuse([RESIDUE, FIT], "none: the formula of all whole bets has no period")?;
            return Ok(Self::WholeBets { at: digits(given, AT) });
        }
        if let Some(last) = given.text(FIT) {
            if family.has_own_deck() {
                return Err(beside_own_deck(last));
            }
            return Self::of_game(FamilyQuestion::game(&game, &bets)?, given);
        }
        let (at, residue) = numbers(given)?;
        Ok(match given.flag(CERTIFICATE) || !has_formula(family) {
            true => {
                let game = FamilyQuestion::game(&game, &bets)?;
                Self::Family(Box::new(FamilyQuestion { game, at, residue }))
            }
            false => Self::Closed(ClosedFormQuestion { game, bets, at, residue }),
        })
    }

    /// The question for strategies of all decks of a game, or for a fit.
    ///
    /// Errors: `Malformed` for what stands beside the game, and those of [`FitQuestion::new`].
    fn of_game(game: Game, given: &Given) -> Result<Self, Error> {
        let (at, residue) = numbers(given)?;
        let Some(last) = given.whole(FIT, 2..=MAX_FIT)? else {
            return Ok(Self::Family(Box::new(FamilyQuestion { game, at, residue })));
        };
        given.refuse([RESIDUE, CERTIFICATE], "none beside fit, which proves nothing")?;
        Ok(Self::Fit(Box::new(FitQuestion::new(game, last, at)?)))
    }

    /// The value of one deck as a function of the bet.
    ///
    /// Errors: `Malformed` for fields that ask for other things, `Beyond` for large decks.
    fn of_deck(game: String, n: &str, given: &Given) -> Result<Self, Error> {
        let n = parse_whole(CARDS.key, n, 2..=MAX_BET_DECK)?;
        let bets = PARAMETERS.into_iter().map(|parameter| parameter.key);
        let others = bets.chain([AT, RESIDUE, CERTIFICATE, FIT]);
        let expected = format!("none beside n = {n}, which asks for every bet of one deck");
        given.refuse(others, &expected)?;
        Ok(Self::EveryBet { game, n, best_only: given.flag(BEST) })
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        match self {
            Self::Closed(question) => &question.game,
            Self::Family(question) => question.game.name(),
            Self::WholeBets { .. } => "newman",
            Self::EveryBet { game, .. } => game,
            Self::Fit(question) => question.game.name(),
        }
    }
}

/// A whole number as it is typed: digits may be in groups.
fn digits(given: &Given, key: &str) -> Option<String> {
    Some(given.text(key)?.split_whitespace().collect())
}

/// The deck and the residue.
fn numbers(given: &Given) -> Result<(Option<u64>, Option<u64>), Error> {
    let whole = |key: &'static str, least| {
        let text = digits(given, key);
        text.map(|text| parse_whole(key, &text, least..=MAX_CARDS)).transpose()
    };
    Ok((whole(AT, 2)?, whole(RESIDUE, 0)?))
}

/// Keys of what is asked for beside the bets.
const AT: &str = "at";
const RESIDUE: &str = "residue";
const CERTIFICATE: &str = "certificate";
const BEST: &str = "best-bet";

impl Question for FormulaQuestion {
    const NAME: &'static str = "formula";
    const ABOUT: &'static str =
        "Gives the value at every deck size at once, as a formula with its proof";
    const MORE: &'static str = "\
A game of the same bets has a value at each deck size n. In many games of two players n(n - 1) times
the value is a square in n plus a constant that repeats with n. One-street games have a closed form
(docs/ALL_DECKS.md), and certificate adds a proof by strategies; in other games strategies are
found and proved for every deck. bluff verify checks both. Exit code 1: no formula was proved. A
proof takes some 10 ms of processor time for each residue of n, and more for small bets: kuhn -b 7/3
has 1,690, and kuhn -b 1/10 takes two minutes.
With n instead of bets the value of one deck is a function of the bet. Where no formula is proved,
also of three players, fit guesses one on the smaller decks and tests it on the larger ones.";
    const EXAMPLES: &'static [&'static str] = &[
        "von-neumann -b 2",
        "kuhn/b1 --at 1000000000000 --residue 4",
        "one-street -s 1,5/2 --json",
        "kuhn -b 1 --json | bluff verify -",
        "von-neumann -b 4 --format pari",
        "data/games/half-street-kuhn.json",
        "newman -b max --at 10^100",
        "von-neumann -n 3 --best-bet",
        "kuhn -b 1 --fit 60",
    ];
    const TOPIC: &'static str = "formulas";
    const EXAMPLE: &'static [(&'static str, &'static str)] = &[("game", "von-neumann/b2")];
    type Report = AllDecksReport;

    fn fields() -> Vec<QuestionField> {
        use FieldKind::{Flag, Optional};
        let game = "A game of two players, a label without a deck, such as kuhn/b1, or a game file";
        let game = QuestionField::game(FieldKind::Game { needed: true }, game, "von-neumann/b2");
        let at = "A deck whose value is wanted too";
        let residue = "A residue of n modulo the period, whose strategies are wanted too";
        let certificate = "Prove a one-street game by strategies too";
        let best = "Only the bet that is best for player I, with n";
        let fit = "Guess a formula without a proof, from all decks up to this one";
        let more = [
            QuestionField::new(Optional, AT, "N", at, "1000003"),
            QuestionField::new(whole(0, MAX_CARDS), RESIDUE, "R", residue, "4"),
            QuestionField::new(Flag, CERTIFICATE, "", certificate, "true"),
            QuestionField::new(Flag, BEST, "", best, "true"),
            QuestionField::new(whole(2, MAX_FIT), FIT, "N", fit, "60"),
        ];
        [game, parameter(&CARDS)].into_iter().chain(stakes()).chain(more).collect()
    }

    fn read(given: &Given) -> Result<Self, Error> {
        let game = given.needed("game");
        if is_game_file(game) {
            return Self::of_game(AskedGame::read(given)?.into_known()?, given);
        }
        let is_digit = |letter: u8| letter.is_ascii_digit();
        let of_label = split_deck(game).filter(|(_, rest)| rest.bytes().all(is_digit));
        match (of_label, given.text(CARDS.key)) {
            (Some((name, n)), None) => Self::of_deck(name.to_owned(), n, given),
            (None, Some(n)) => Self::of_deck(game.to_owned(), n, given),
            _ if given.flag(BEST) => {
                let expected = "n, or a deck without bets, such as von-neumann/n3";
                Err(unexpected(BEST, "true", &format!("{expected}, beside it")))
            }
            _ => {
                let ranges = format!("-n {}", CARDS.ranges);
                let (name, bets) = given.without_deck(&ranges, [])?;
                Self::of_bets(name, bets, given)
            }
        }
    }

    fn title(&self) -> String {
        self.name().to_owned()
    }

    fn drawn_at(&self) -> Option<String> {
        Some(match self {
            Self::Closed(question) => {
                format!("/formulas/{}", label(&question.game, &question.bets))
            }
            Self::Family(question) if Family::named(question.game.name()).is_some() => {
                format!("/formulas/{}", question.game.label_without_deck())
            }
            Self::Family(_) | Self::Fit(_) => return None,
            Self::WholeBets { .. } => "/formulas/newman/bmax".to_owned(),
            Self::EveryBet { game, n, .. } => format!("/formulas/{game}/n{n}"),
        })
    }

    fn cost(&self) -> Result<Duration, Error> {
        match self {
            Self::Closed(question) => {
                few_sizes(&question.game, &question.bets)?;
                question.cost()
            }
            Self::Family(question) => FamilyQuestion::cost_of(&question.game),
            Self::WholeBets { .. } => Ok(WHOLE_BETS),
            Self::EveryBet { n, .. } => Ok(CARD * *n as u32),
            Self::Fit(question) => question.cost(),
        }
    }

    fn cost_with(&self, solver: &dyn Solver) -> Result<Duration, Error> {
        match self {
            Self::Family(question) if solver.has_proof(&question.game) => Ok(INSTANT),
            question => question.cost(),
        }
    }

    fn answer(self, work: AnswerContext<'_>) -> Result<AllDecksReport, Error> {
        let control = work.control;
        Ok(match self {
            Self::Closed(question) => AllDecksReport::Closed(question.answer(control)?),
            Self::Family(question) => {
                let proved = work.solver.prove(&question.game, control)?;
                AllDecksReport::Family(question.report(proved)?)
            }
            Self::WholeBets { at } => {
                AllDecksReport::WholeBets(whole_bets(at.as_deref(), control)?)
            }
            Self::EveryBet { game, n, best_only } => {
                let function = bet_function(&game, n, control)?;
                AllDecksReport::EveryBet(BetFunctionReport { function, best_only })
            }
            Self::Fit(question) => AllDecksReport::Fit(question.answer(work)?),
        })
    }
}

impl Report for AllDecksReport {
    const SCHEMA: &'static str = "AllDecks";

    fn forms() -> Vec<ReportForm<Self>> {
        let written = |form: &'static FormulaForm| {
            ReportForm::new(form.name, |report: &Self, _| Ok(form.write(report)?))
        };
        let line = FormName::new(["jsonl", "jsonl", "application/jsonl"], "The same on one line");
        let mut forms: Vec<_> = FORMULA_FORMS.iter().map(written).collect();
        let on_one_line = |report: &Self, _| Ok(report.written().json(JsonLines::Single));
        forms.insert(1, ReportForm::new(line, on_one_line));
        forms.insert(
            0,
            ReportForm::text("In words", |report: &Self, paint| report.written().text(paint)),
        );
        forms
    }
}
