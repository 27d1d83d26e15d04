//! All equilibria of two players, of poker, of a tree or of a matrix; those found of more players.

use std::time::Duration;

use bluff_report::equilibria::EquilibriaReport;
use bluff_report::{documents, text};
use rational_bluff::corners::optimal_strategies;
use rational_bluff::exchange::Extensive;
use rational_bluff::game::Game;
use rational_bluff::solve::{Control, Method, Search, SolveError, solve_all_from};
use rational_bluff::tree::TreeGame;

use crate::context::AnswerContext;
use crate::cost::affordable_in_full;
use crate::error::Error;
use crate::field::QuestionField;
use crate::game::with_deck_or_tree;
use crate::given::Given;
use crate::over_http::SHORT;
use crate::question::{Question, Report, ReportForm};
use crate::tree::SolvedGame;

/// The equilibria of a game.
#[derive(Debug)]
pub enum FoundEquilibria {
    /// All, of two players.
    All(Box<EquilibriaReport>),
    /// Those that a search found, of more players.
    Some(Search),
}

/// A question for the equilibria of a game.
#[derive(Clone, Debug)]
pub struct EquilibriaQuestion {
    game: SolvedGame,
}

/// Nodes of a tree whose optimal strategies are found in about a second.
pub const SHORT_NODES: u64 = 2_000;

impl Question for EquilibriaQuestion {
    const NAME: &'static str = "equilibria";
    const ABOUT: &'static str = "Lists all equilibria of two players, and those found of more";
    const MORE: &'static str = "\
The equilibria of two players are all pairs of an optimal strategy of each. Those of a player are
the mixtures of the extreme ones. Probabilities that move together are functions of λ; a list that
is complete has been proved to be so. A game may also be a file for Gambit (.efg or .nfg) of two
players and a constant sum, or the rows of a matrix. Of three players and more, the equilibria that
bluff solve --all finds are listed; there may be others.";
    const EXAMPLES: &'static [&'static str] =
        &["kuhn -n 3 -b 1", "von-neumann/n5-b1 --json", "three-player/n4-b1", "game.txt"];
    const TOPIC: &'static str = "solutions";
    const EXAMPLE: &'static [(&'static str, &'static str)] = &[("game", "kuhn/n3-b1")];
    type Report = FoundEquilibria;

    fn fields() -> Vec<QuestionField> {
        with_deck_or_tree().collect()
    }

    fn read(given: &Given) -> Result<Self, Error> {
        Ok(Self { game: SolvedGame::read(given, Method::Auto)? })
    }

    fn title(&self) -> String {
        self.game.title()
    }

    fn drawn_at(&self) -> Option<String> {
        let game = self.game.poker()?;
        game.known().filter(|game| game.players().len() == 2)?;
        Some(format!("/{}?tab=optimal", game.label()?))
    }

    fn cost(&self) -> Result<Duration, Error> {
        let nodes = match &self.game {
            SolvedGame::Tree(file) => file.game().tree().nodes().len() as u64,
            SolvedGame::Bounded(spot) => return Err(spot.without_equilibria()),
            SolvedGame::Poker(game) => {
                let Some(known) = game.known() else { return game.cost(Method::Lp) };
                if known.players().len() > 2 {
                    return game.cost(Method::Auto);
                }
                affordable_in_full(known)?;
                nodes(known)?
            }
        };
        Ok(if nodes > SHORT_NODES { Duration::MAX } else { SHORT })
    }

    fn answer(self, work: AnswerContext<'_>) -> Result<FoundEquilibria, Error> {
        let all = match self.game {
            SolvedGame::Poker(game) => {
                let (game, _) = game.found(work.control)?;
                if game.players().len() > 2 {
                    let found = solve_all_from(&game, Method::Auto, None, work.control)?;
                    return Ok(FoundEquilibria::Some(found));
                }
                all_equilibria(&game, work.control)?
            }
            SolvedGame::Bounded(spot) => return Err(spot.without_equilibria()),
            SolvedGame::Tree(file) => {
                let strategies = optimal_strategies(file.game(), work.control)?;
                EquilibriaReport::new(file.label(), file.game().clone(), None, strategies)
            }
        };
        Ok(FoundEquilibria::All(Box::new(all)))
    }
}

/// All equilibria of a game of poker.
///
/// Errors: `Beyond` for a game that is too large, or not for two, and those of
/// [`optimal_strategies`].
pub fn all_equilibria(game: &Game, control: &Control) -> Result<EquilibriaReport, Error> {
    nodes(game)?;
    let (tree, places) = control.run(|| Extensive::dealt(game))??;
    let tree = control.run(|| TreeGame::of(&tree))?.map_err(SolveError::from)?;
    let strategies = optimal_strategies(&tree, control)?;
    Ok(EquilibriaReport::new(game.label(), tree, Some((game, places)), strategies))
}

/// The number of nodes of a game for two, dealt out.
///
/// Errors: `Beyond` for a game that is too large, or not for two.
pub fn nodes(game: &Game) -> Result<u64, Error> {
    if game.players().len() != 2 {
        let (label, players) = (game.label(), game.players().len());
        let found = "expected 2; bluff solve --all lists some equilibria of more";
        return Err(Error::Beyond(format!("{label} has {players} players, {found}")));
    }
    Extensive::fits(game).map_err(|error| {
        Error::Beyond(format!("{error}; bluff face gives the bounds of all optimal strategies"))
    })
}

impl Report for FoundEquilibria {
    const SCHEMA: &'static str = "Equilibria";

    fn forms() -> Vec<ReportForm<Self>> {
        let text = |found: &Self, paint| match found {
            Self::All(all) => all.text(paint),
            Self::Some(found) => text::solutions(found, paint),
        };
        let json = |found: &Self| match found {
            Self::All(all) => all.json(),
            Self::Some(found) => documents(&found.solutions),
        };
        vec![ReportForm::text("In words", text), ReportForm::json("For programs", json)]
    }
}

#[cfg(test)]
mod tests {
    use bluff_report::text::Paint;

    use super::*;

    fn asked(game: &str, form: &str) -> Result<String, String> {
        let given = Given::new(&EquilibriaQuestion::fields(), [("game", game.to_owned())]);
        let question =
            EquilibriaQuestion::read(&given.unwrap()).map_err(|error| error.to_string())?;
        question.cost().map_err(|error| error.to_string())?;
        let report = question.answer(AnswerContext::of(&Control::new())).unwrap();
        let form = FoundEquilibria::forms().into_iter().find(|known| known.name.name == form);
        Ok((form.unwrap().write)(&report, Paint::Plain).unwrap())
    }

    #[test]
    fn a_matrix_a_file_and_a_label_are_asked_alike() {
        let matrix = asked("1 0 0\n0, 1 0\n1/2 1/2 1/2\n", "text").unwrap();
        assert!(matrix.contains("Pure        1 pure equilibrium\n"), "{matrix}");
        assert!(matrix.contains("Player I, rows: one optimal strategy"), "{matrix}");
        assert!(matrix.contains("set 1 “columns”  2  = λ1\n"), "{matrix}");
        let kuhn = rational_bluff::game::parse_label("kuhn/n3-b1").unwrap();
        let file = asked(&Extensive::of(&kuhn).unwrap().to_string(), "json").unwrap();
        let of = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        let (file, label) = (of(&file), of(&asked("kuhn/n3-b1", "json").unwrap()));
        for key in ["values", "dimension", "count", "inequalities", "blocks"] {
            assert_eq!(file[key], label[key], "{key}");
        }
        assert_eq!((&label["pure"], &label["together"][2]["value"]), (&"0".into(), &"3λ".into()));
        // Six places of I, and two extreme strategies.
        assert_eq!(label["I"].as_array().unwrap().len(), 2);
        assert_eq!(label["I"][1][0]["probabilities"], serde_json::json!(["2/3", "1/3"]));
    }

    /// A unique optimal strategy is listed too, and so is what was found of more players.
    #[test]
    fn every_probability_is_listed() {
        let kuhn = asked("kuhn/n3-b1", "text").unwrap();
        let (_, second) = kuhn.split_once("Player II: one optimal strategy").unwrap();
        assert!(second.contains("card Q") && second.contains("= 1/3\n"), "{kuhn}");
        let three = asked("three-player/n4-b1", "json").unwrap();
        let found: Vec<serde_json::Value> = serde_json::from_str(&three).unwrap();
        assert!(found.iter().all(|solution| solution["values"].as_array().unwrap().len() == 3));
    }

    #[test]
    fn other_games_are_refused_by_name() {
        let large = asked("von-neumann/n200-b1", "text").unwrap_err();
        assert!(
            large.ends_with("; bluff face gives the bounds of all optimal strategies"),
            "{large}"
        );
    }
}
