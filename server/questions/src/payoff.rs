//! The worth of any strategies, and the table of all pairs of pure strategies.

use std::time::Duration;

use bluff_report::payoff::Worth;
use bluff_report::tree_worth::TreeWorth;
use bluff_report::{json, table};
use rational_bluff::certificate::format::{read_profile, read_tree_profile};
use rational_bluff::exact::counted;
use rational_bluff::game::Game;
use rational_bluff::pure::{PureEquilibrium, sets_profile};
use rational_bluff::solve::{PayTable, SolveError, best_replies, pay_table};
use rational_bluff::strategy::{Evaluation, Profile};
use rational_bluff::tree::{TreeFile, best_reply, expected_payoffs};
use serde_json::{Map, Value};

use crate::cards::parse_cards;
use crate::check::checkable;
use crate::context::AnswerContext;
use crate::cost::affordable;
use crate::error::Error;
use crate::field::{FieldKind, QuestionField};
use crate::game::with_deck_or_tree;
use crate::given::{Given, in_words, not_allowed};
use crate::over_http::{INSTANT, SHORT};
use crate::question::{GivenFields, Question, Report, ReportForm, TakenDocument};
use crate::tree::SolvedGame;

/// A question what strategies are worth.
#[derive(Clone, Debug)]
pub struct PayoffQuestion {
    game: SolvedGame,
    given: GivenStrategies,
}

/// The strategies of a [`PayoffQuestion`].
#[derive(Clone, Debug)]
enum GivenStrategies {
    /// A profile document.
    Profile(String),
    /// The cards with which player I bets, and those with which player II calls.
    Sets(String, String),
    /// Every pair of pure strategies.
    Pure,
}

/// The answer to a [`PayoffQuestion`].
#[derive(Debug)]
pub enum PayoffReport {
    /// The worth of a profile.
    Worth(Box<Worth>),
    /// Player I's payoff for every pair of pure strategies.
    Table(Box<Game>, PayTable),
    /// The worth of a profile of a tree.
    Tree(TreeWorth),
}

impl Question for PayoffQuestion {
    const NAME: &'static str = "payoff";
    const ABOUT: &'static str = "Evaluates strategies: payoffs, best replies, exploitability";
    const MORE: &'static str = "\
A profile is a solution document, or { \"strategies\": [ … ] } with strategies as they are written
in one. The game may be a file for Gambit (.efg or .nfg) of 1 to 10 players with perfect recall and
any payoffs.";
    const EXAMPLES: &'static [&'static str] = &[
        "von-neumann -n 9 -b 2 --bets 1,8,9 --calls 6..9",
        "kuhn -n 3 -b 1 --profile strategies.json",
        "von-neumann -n 2 -b 1 --table",
        "tree.efg --profile tree.json",
    ];
    const TOPIC: &'static str = "checking";
    const EXAMPLE: &'static [(&'static str, &'static str)] =
        &[("game", "von-neumann/n9-b2"), ("bets", "1,8,9"), ("calls", "6..9")];
    const DOCUMENT: Option<TakenDocument> = Some(TakenDocument {
        schema: "Profile",
        operation: "evaluate_strategies",
        fields: of_document,
    });
    type Report = PayoffReport;

    fn fields() -> Vec<QuestionField> {
        use FieldKind::{File, Flag, Optional};
        let profile = "Strategies from a file, - for standard input";
        let bets = "The cards with which player I bets, such as 1,6..7 or AA,AKs; all others check";
        let calls = "The cards with which player II calls; all others fold";
        let table = "Player I's payoff for every pair of pure strategies";
        let more = [
            QuestionField::new(File, "profile", "FILE", profile, "{\"strategies\": []}"),
            QuestionField::new(Optional, "bets", "C,C..C", bets, "1,6..7"),
            QuestionField::new(Optional, "calls", "C,C..C", calls, "6..9"),
            QuestionField::new(Flag, "table", "", table, "true"),
        ];
        with_deck_or_tree().chain(more).collect()
    }

    fn read(given: &Given) -> Result<Self, Error> {
        let sets = [given.text("bets"), given.text("calls")];
        let profile = given.text("profile");
        let strategies = match (profile, sets, given.flag("table")) {
            (Some(profile), [None, None], false) => GivenStrategies::Profile(profile.to_owned()),
            (None, [Some(bets), Some(calls)], false) => {
                GivenStrategies::Sets(bets.to_owned(), calls.to_owned())
            }
            (None, [None, None], true) => GivenStrategies::Pure,
            _ => {
                let allowed = "one of: profile, bets and calls, table";
                let several = [profile.is_some(), sets != [None, None], given.flag("table")];
                let given = match several.into_iter().filter(|given| *given).count() {
                    0 => "no strategies",
                    1 => "bets and calls one without the other",
                    _ => "several strategies",
                };
                return Err(not_allowed(given, allowed));
            }
        };
        Ok(Self { game: SolvedGame::read_any(given)?, given: strategies })
    }

    fn title(&self) -> String {
        self.game.title()
    }

    fn drawn_at(&self) -> Option<String> {
        Some(format!("/{}?tab=lock", self.game.poker()?.label()?))
    }

    fn cost(&self) -> Result<Duration, Error> {
        if let GivenStrategies::Profile(profile) = &self.given {
            checkable(profile)?;
        }
        match &self.game {
            SolvedGame::Poker(game) => game.known().map_or(Ok(()), affordable)?,
            SolvedGame::Bounded(spot) => return Err(spot.without_equilibria()),
            SolvedGame::Tree(_) => return Ok(SHORT),
        }
        Ok(INSTANT)
    }

    fn answer(self, work: AnswerContext<'_>) -> Result<PayoffReport, Error> {
        let game = match self.game {
            SolvedGame::Poker(game) => game.found(work.control)?.0,
            SolvedGame::Bounded(spot) => return Err(spot.without_equilibria()),
            SolvedGame::Tree(file) => return worth_of_tree(&file, &self.given, work),
        };
        if let GivenStrategies::Pure = self.given {
            let cells = pay_table(&game)?;
            return Ok(PayoffReport::Table(Box::new(game), cells));
        }
        let profile = self.given.read(&game)?;
        let worth = work.control.run(|| {
            let evaluation = Evaluation::new(&game, &profile);
            let replies = best_replies(&game, &evaluation).map_err(SolveError::from)?;
            Ok::<_, SolveError>(Worth::of(&game, &profile, &evaluation, &replies))
        })??;
        Ok(PayoffReport::Worth(Box::new(worth)))
    }
}

/// The worth of a profile of a tree. Errors: those of the profile.
fn worth_of_tree(
    file: &TreeFile,
    given: &GivenStrategies,
    work: AnswerContext<'_>,
) -> Result<PayoffReport, Error> {
    let GivenStrategies::Profile(profile) = given else {
        return Err(in_words("profile", "", "no profile", "one beside a tree"));
    };
    work.control.run(|| {
        let profile = read_tree_profile(file, profile)
            .map_err(|error| Error::Malformed(format!("the profile: {error}")))?;
        let payoffs = expected_payoffs(file.game(), &profile);
        let reply = |player| best_reply(file.game(), &profile, player);
        let replies = (0..payoffs.len()).map(reply).collect();
        Ok(PayoffReport::Tree(TreeWorth::of(file, payoffs, replies)))
    })?
}

impl GivenStrategies {
    fn read(&self, game: &Game) -> Result<Profile, Error> {
        let (bets, calls) = match self {
            Self::Profile(profile) => return Ok(read_profile(game, profile)?),
            Self::Sets(bets, calls) => (bets.as_str(), calls.as_str()),
            Self::Pure => ("", ""),
        };
        let set = |key, cards| parse_cards(game, cards).map_err(|error: Error| error.of_field(key));
        let sets = PureEquilibrium { bets: set("bets", bets)?, calls: set("calls", calls)? };
        let two_decisions = game.players().len() == 2
            && game.views().iter().map(|view| view.actions.len()).eq([2, 2]);
        if !two_decisions {
            let given =
                format!("{} has {}", game.label(), counted(game.views().len(), "view", "views"));
            let allowed = "two with two actions each, one of each player, for bets and calls; \
                           profile is for any game";
            return Err(not_allowed(given, allowed));
        }
        Ok(sets_profile(game, &sets)?)
    }
}

/// The fields of a profile document, which names its game.
fn of_document(object: Option<&Map<String, Value>>, text: &str) -> Option<GivenFields> {
    let object = object.filter(|object| object.contains_key("strategies"))?;
    // The solution of a tree holds the text of its file.
    let held = object.get("game").and_then(|game| game.get("text"));
    let game = held.or(object.get("label")).and_then(Value::as_str).unwrap_or_default();
    Some(vec![("game".to_owned(), game.to_owned()), ("profile".to_owned(), text.to_owned())])
}

impl Report for PayoffReport {
    const SCHEMA: &'static str = "PayoffAnswer";

    fn forms() -> Vec<ReportForm<Self>> {
        vec![
            ReportForm::text("In words", |report: &Self, paint| match report {
                Self::Worth(worth) => worth.text(paint),
                Self::Table(game, cells) => table::text(game, cells, paint),
                Self::Tree(worth) => worth.text(paint),
            }),
            ReportForm::json("For programs", |report: &Self| match report {
                Self::Worth(worth) => json(worth),
                Self::Table(game, cells) => table::json(game, cells),
                Self::Tree(worth) => json(worth),
            }),
            ReportForm::csv("For spreadsheets", |report: &Self| match report {
                Self::Worth(worth) => worth.csv(),
                Self::Table(_, cells) => table::csv(cells),
                Self::Tree(worth) => worth.csv(),
            }),
        ]
    }
}
