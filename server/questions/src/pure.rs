//! Questions about the pure equilibria of von Neumann's game.

use bluff_report::formula::{AllDecksReport, PureCountsReport};
use bluff_report::pure::PureReport;
use rational_bluff::continuous::{Bets, label};
use rational_bluff::game::{BET, Family, Game};
use rational_bluff::pure::PureCounts;
use rational_bluff::solve::{Control, SolveError};
use rational_bluff::sweep::{first_pure, pure_game};

use crate::error::Error;

/// A question about the pure equilibria of a game.
#[derive(Clone, Copy, Debug)]
pub struct PureQuestion {
    /// Only those in cuts: I checks the cards from A to B, II calls from C up.
    pub cuts: bool,
    /// Only their number.
    pub count: bool,
    /// Maximum number listed; all are counted.
    pub limit: usize,
}

impl PureQuestion {
    /// Their number, and the first of them, each certified before it is listed. No certificate
    /// covers the number; [`first_pure`] says what it rests on.
    ///
    /// Errors: `NotPure` for any game but von Neumann's, `Pure` for decks that are too large.
    pub fn answer(self, game: &Game, control: &Control) -> Result<PureReport, SolveError> {
        let (_, b) = pure_game(game)?;
        let limit = if self.count { 0 } else { self.limit };
        let (total, first) = first_pure(game, self.cuts, limit, control)?;
        Ok(PureReport::new(game, &b, self.cuts, &total, (!self.count).then_some(first)))
    }
}

/// A question about the number of pure equilibria at every deck size.
#[derive(Clone, Debug)]
pub struct PureCountsQuestion {
    /// The name of the game.
    pub game: String,
    /// Its bets.
    pub bets: Bets,
    /// A deck whose number is wanted too.
    pub at: Option<u64>,
}

impl PureCountsQuestion {
    /// The numbers, as a formula.
    ///
    /// Errors: `Malformed` for any game but von Neumann's with one bet, and those of
    /// [`PureCounts`].
    pub fn answer(&self) -> Result<AllDecksReport, Error> {
        let family = Family::known(&self.game)?;
        let stakes = self
            .bets
            .stakes()
            .filter(|stakes| family.name == "von-neumann" && family.takes(stakes));
        let stakes = stakes.ok_or_else(|| {
            Error::Malformed(format!(
                "pure equilibria of every deck of {}, expected one bet of von-neumann, such as \
                 von-neumann/b2",
                label(&self.game, &self.bets)
            ))
        })?;
        let counts = PureCounts::new(&stakes.number(&BET))?;
        let at = self.at.map(|n| Ok::<_, Error>((n, counts.count(n)?))).transpose()?;
        Ok(AllDecksReport::PureCounts(PureCountsReport { counts, at }))
    }
}

#[cfg(test)]
mod tests {
    use bluff_report::text::Paint;
    use rational_bluff::game::parse_label;

    use super::*;

    fn list(label: &str, question: PureQuestion) -> PureReport {
        question.answer(&parse_label(label).unwrap(), &Control::new()).unwrap()
    }

    #[test]
    fn the_three_of_seven_cards() {
        let all = list("von-neumann/n7-b2", PureQuestion { cuts: false, count: false, limit: 100 });
        assert_eq!(
            all.lprint(),
            "{[{1,6,7},{3,6,7},2/21], [{1,6,7},{4,6,7},2/21], [{1,6,7},{5,6,7},2/21]}\n"
        );
        let json: serde_json::Value = serde_json::from_str(&all.json()).unwrap();
        assert_eq!((&json["count"], &json["complete"]), (&"3".into(), &true.into()));
        assert_eq!(
            json["equilibria"][0],
            serde_json::json!({"bets": ["1","6","7"], "calls": ["3","6","7"], "value": "2/21"})
        );
    }

    #[test]
    fn a_limit_says_how_many_there_are() {
        let some = list("von-neumann/n7-b2", PureQuestion { cuts: false, count: false, limit: 2 });
        assert!(some.text(Paint::Plain).contains("Equilibria (pure)  3, the first 2\n"));
        let three = list("von-neumann/n7-b2", PureQuestion { cuts: false, count: true, limit: 2 });
        assert_eq!((three.lprint().as_str(), three.complete()), ("3\n", true));
        assert_eq!((three.partial(), some.partial().is_some()), (None, true));
    }

    #[test]
    fn none_is_an_answer_and_other_games_are_not() {
        let none = list("von-neumann/n7-b2", PureQuestion { cuts: true, count: false, limit: 2 });
        assert_eq!(none.lprint() == "{}\n", none.none().is_some());
        let kuhn = parse_label("kuhn/n3-b1").unwrap();
        let error = PureQuestion { cuts: true, count: false, limit: 2 }
            .answer(&kuhn, &Control::new())
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "pure equilibria are listed for von-neumann with one copy of each card, not kuhn/n3-b1"
        );
    }
}
