//! Questions about the pure equilibria of von Neumann's game.

use std::time::Duration;

use bluff_report::formula::{AllDecksReport, FORMULA_FORMS, PureCountsReport};
use bluff_report::json;
use bluff_report::pure::PureReport;
use bluff_report::text::Paint;
use rational_bluff::continuous::{Bets, label};
use rational_bluff::game::{BET, CARDS, COPIES, Family, Game, MAX_CARDS, Stakes};
use rational_bluff::pure::PureCounts;
use rational_bluff::solve::{Control, SolveError};
use rational_bluff::sweep::{first_pure, pure_game};

use crate::context::AnswerContext;
use crate::error::Error;
use crate::field::{FieldKind, QuestionField, whole};
use crate::game::{AskedGame, parameter, refuse_ranges};
use crate::given::{Given, not_allowed};
use crate::limits::{CUT_DECK, PURE_DECK, PURE_EQUILIBRIA};
use crate::over_http::{SHORT, limited_field};
use crate::question::{FormName, Question, Report, ReportForm};

/// A question about pure equilibria: a list of one deck, or their number at every deck size.
#[derive(Clone, Debug)]
pub enum PureQuestion {
    /// Those of one deck.
    OfDeck {
        /// The game.
        game: Box<Game>,
        /// Only those in cuts: I checks the cards from A to B, II calls from C up.
        cuts: bool,
        /// Only their number.
        count: bool,
        /// Maximum number listed; all are counted.
        limit: usize,
    },
    /// Their number at every deck size.
    Counts {
        /// The name of the game.
        game: String,
        /// Its bets.
        bets: Bets,
        /// A deck whose number is wanted too.
        at: Option<u64>,
    },
}

/// The number of pure equilibria at every deck size, and that at a deck.
///
/// Errors: `Refused` for any game but von Neumann's with one bet, and those of [`PureCounts`].
fn counts(game: &str, bets: &Bets, at: Option<u64>) -> Result<PureCountsReport, Error> {
    let family = Family::known(game)?;
    let fits = |stakes: &&Stakes| family.name == "von-neumann" && family.takes(stakes);
    let stakes = bets.stakes().filter(fits).ok_or_else(|| {
        let given = label(game, bets);
        let allowed = "one bet of von-neumann, such as von-neumann/b2";
        not_allowed(format!("pure equilibria of every deck of {given}"), allowed)
    })?;
    let counts = PureCounts::new(&stakes.number(&BET))?;
    let at = at.map(|n| Ok::<_, Error>((n, counts.count(n)?))).transpose()?;
    Ok(PureCountsReport { counts, at })
}

/// Pure equilibria of a game: their number, and the first of them, each certified before it is
/// listed. No certificate covers the number; [`first_pure`] says what it rests on.
///
/// Errors: `NotPure` for any game but von Neumann's, `Pure` for decks that are too large.
fn listed(
    game: &Game,
    cuts: bool,
    limit: Option<usize>,
    control: &Control,
) -> Result<PureReport, SolveError> {
    let (_, b) = pure_game(game)?;
    let (total, first) = first_pure(game, cuts, limit.unwrap_or(0), control)?;
    Ok(PureReport::new(game, &b, cuts, &total, limit.map(|_| first)))
}

/// Pure equilibria of one deck, or their number at every deck size.
#[derive(Debug)]
pub enum PureEquilibriaReport {
    /// Those of one deck.
    OfDeck(PureReport),
    /// Their number at every deck size.
    Counts(AllDecksReport),
}

impl Question for PureQuestion {
    const NAME: &'static str = "pure";
    const ABOUT: &'static str = "Lists the pure equilibria of von Neumann's game, each certified";
    const MORE: &'static str = "\
In a pure equilibrium no card mixes: player I bets with a set of cards, player II calls with a set.
Sets are listed in the order of their cards, I's first. Each equilibrium is certified. The count,
and that the list is complete, rest on a derivation; docs/PURE_EQUILIBRIA.md proves the formula.
Tests compare them with a search of all sets for n up to 14, and with each other for n up to 300.";
    const EXAMPLES: &'static [&'static str] = &[
        "von-neumann -n 7 -b 2 --format lprint",
        "von-neumann -n 1000 -b 2 --cuts",
        "von-neumann -n 200 -b 2 --limit 10",
        "von-neumann -n 200 -b 2 --count",
        "von-neumann -b 2 --formula",
        "von-neumann -b 2 -n 18 --formula --format latex",
    ];
    const TOPIC: &'static str = "solutions";
    const EXAMPLE: &'static [(&'static str, &'static str)] = &[("game", "von-neumann/n7-b2")];
    type Report = PureEquilibriaReport;

    fn fields() -> Vec<QuestionField> {
        use FieldKind::Flag;
        let cuts = "Only equilibria in cuts: I checks the cards from A to B, with A < B, and II \
            calls from C up";
        let formula = "Their number at every deck size, for a whole bet; with n, at that deck too";
        let limit = "Maximum number listed [default: 1000]";
        let more = [
            QuestionField::new(Flag, "cuts", "", cuts, "true"),
            QuestionField::new(Flag, "count", "", "Only their number", "true"),
            QuestionField::new(Flag, "formula", "", formula, "true"),
            QuestionField::new(whole(1, u64::MAX), "limit", "K", limit, "10"),
        ];
        let game = "von-neumann, or a label such as von-neumann/n7-b2 or, with formula, \
            von-neumann/b2";
        let game = QuestionField::game(FieldKind::Place, game, "von-neumann/n7-b2");
        let game = [game, parameter(&CARDS), parameter(&BET), parameter(&COPIES)];
        game.into_iter().chain(more).collect()
    }

    fn read(given: &Given) -> Result<Self, Error> {
        let limit = given.whole("limit", 1..=u64::MAX)?;
        let (cuts, count) = (given.flag("cuts"), given.flag("count"));
        if given.flag("formula") {
            if cuts || count || limit.is_some() {
                return Err(not_allowed("formula beside cuts, count or limit", "it without them"));
            }
            let at = given.whole(CARDS.key, 2..=MAX_CARDS)?;
            let (game, bets) = given.without_deck("--pure", [])?;
            return Ok(Self::Counts { game, bets, at });
        }
        refuse_ranges(given.needed("game"), &given.arguments(), "--pure")?;
        let limit = limit.map_or(PURE_EQUILIBRIA, |most| most.try_into().unwrap_or(usize::MAX));
        let game = Box::new(AskedGame::read(given)?.into_known()?);
        Ok(Self::OfDeck { game, cuts, count, limit })
    }

    fn title(&self) -> String {
        match self {
            Self::OfDeck { game, .. } => game.label(),
            Self::Counts { game, bets, .. } => label(game, bets),
        }
    }

    fn drawn_at(&self) -> Option<String> {
        let Self::OfDeck { game, cuts, .. } = self else { return None };
        Some(format!("/pure/{}{}", game.label(), if *cuts { "?cuts" } else { "" }))
    }

    fn has_form(&self, form: &str) -> bool {
        match self {
            Self::OfDeck { .. } => ["text", "json", "lprint"].contains(&form),
            Self::Counts { .. } => form != "lprint",
        }
    }

    fn cost(&self) -> Result<Duration, Error> {
        if let Self::OfDeck { game, cuts, limit, .. } = self {
            check_deck(game.n(), *cuts)?;
            limited_field("limit", *limit, PURE_EQUILIBRIA)?;
        }
        Ok(SHORT)
    }

    fn answer(self, work: AnswerContext<'_>) -> Result<PureEquilibriaReport, Error> {
        Ok(match self {
            Self::OfDeck { game, cuts, count, limit } => {
                let limit = (!count).then_some(limit);
                PureEquilibriaReport::OfDeck(listed(&game, cuts, limit, work.control)?)
            }
            Self::Counts { game, bets, at } => {
                let counts = AllDecksReport::PureCounts(counts(&game, &bets, at)?);
                PureEquilibriaReport::Counts(counts)
            }
        })
    }
}

impl Report for PureEquilibriaReport {
    const SCHEMA: &'static str = "PureAnswer";

    fn forms() -> Vec<ReportForm<Self>> {
        let text =
            ReportForm::text("A line per equilibrium", |report: &Self, paint| match report {
                Self::OfDeck(list) => list.text(paint),
                Self::Counts(counts) => counts.written().text(paint),
            });
        let lprint = FormName::new(["lprint", "lprint", "text/x-lprint"], "The paper's set");
        let lprint = ReportForm::new(lprint, |report: &Self, _| match report {
            Self::OfDeck(list) => Ok(list.lprint()),
            Self::Counts(counts) => Ok(counts.written().text(Paint::Plain)),
        });
        let counted = FORMULA_FORMS.iter().filter(|form| form.counts_pure());
        let forms = counted.map(|form| {
            ReportForm::new(form.name, |report, _| match report {
                Self::OfDeck(list) => Ok(json(list)),
                Self::Counts(counts) => Ok(form.write(counts)?),
            })
        });
        let mut forms: Vec<_> = [text].into_iter().chain(forms).collect();
        forms.insert(2, lprint);
        forms
    }

    fn no(&self) -> Option<String> {
        let Self::OfDeck(list) = self else { return None };
        list.none()
    }

    fn note(&self) -> Option<String> {
        let Self::OfDeck(list) = self else { return None };
        list.partial()
    }
}

/// Refuses decks that are too large for a list over HTTP.
///
/// Errors: `Beyond`.
pub fn check_deck(n: u64, cuts: bool) -> Result<(), Error> {
    let (listed, most) = match cuts {
        true => ("equilibria in cuts", CUT_DECK),
        false => ("all pure equilibria", PURE_DECK),
    };
    if n > most {
        let words = format!("n = {n}, expected n ≤ {most} for {listed} over HTTP");
        return Err(Error::Beyond(words));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use rational_bluff::game::parse_label;

    use super::*;

    fn list(cuts: bool, count: bool, limit: usize) -> PureReport {
        let game = parse_label("von-neumann/n7-b2").unwrap();
        listed(&game, cuts, (!count).then_some(limit), &Control::new()).unwrap()
    }

    #[test]
    fn the_three_of_seven_cards() {
        let all = list(false, false, 100);
        assert_eq!(
            all.lprint(),
            "{[{1,6,7},{3,6,7},2/21], [{1,6,7},{4,6,7},2/21], [{1,6,7},{5,6,7},2/21]}\n"
        );
        let json: serde_json::Value = serde_json::from_str(&json(&all)).unwrap();
        assert_eq!((&json["count"], &json["complete"]), (&"3".into(), &true.into()));
        assert_eq!(
            json["equilibria"][0],
            serde_json::json!({"bets": ["1","6","7"], "calls": ["3","6","7"], "value": "2/21"})
        );
    }

    #[test]
    fn a_limit_says_how_many_there_are() {
        let some = list(false, false, 2);
        assert!(some.text(Paint::Plain).contains("Equilibria (pure)  3, the first 2\n"));
        let three = list(false, true, 2);
        assert_eq!(three.lprint(), "3\n");
        assert_eq!((three.partial(), some.partial().is_some()), (None, true));
    }

    #[test]
    fn none_is_an_answer_and_other_games_are_not() {
        let none = list(true, false, 2);
        assert_eq!(none.lprint() == "{}\n", none.none().is_some());
        let kuhn = parse_label("kuhn/n3-b1").unwrap();
        let error = listed(&kuhn, true, Some(2), &Control::new()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "pure equilibria are listed for von-neumann with one copy of each card, not kuhn/n3-b1"
        );
    }
}
