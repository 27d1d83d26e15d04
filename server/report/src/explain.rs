//! A card explained: the value of each action with it, and the sum behind each value.

use rational_bluff::certificate::Solution;
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, Player};
use rational_bluff::strategy::{
    ActionExplanation, CardExplanation, Ending, PayoffTerm, ViewExplanation,
};
use serde::Serialize;

/// The explanation as JSON shows it. Units: antes; weights are numbers of deals.
#[derive(Debug, Serialize)]
struct CardDocument {
    label: String,
    /// The method that found the equilibrium.
    method: String,
    card: String,
    views: Vec<ViewDocument>,
}

#[derive(Debug, Serialize)]
struct ViewDocument {
    player: String,
    view: String,
    own_reach: Rational,
    weight: Rational,
    deals: Rational,
    actions: Vec<ActionDocument>,
}

#[derive(Debug, Serialize)]
struct ActionDocument {
    action: String,
    probability: Rational,
    /// `None` where no hand comes here.
    value: Option<Rational>,
    gap: Option<Rational>,
    terms: Vec<TermDocument>,
}

#[derive(Debug, Serialize)]
struct TermDocument {
    then: Vec<StepDocument>,
    ending: &'static str,
    /// Number of others who share the pot.
    #[serde(skip_serializing_if = "Option::is_none")]
    shared_with: Option<u32>,
    weight: Rational,
    payoff: Rational,
}

#[derive(Debug, Serialize)]
struct StepDocument {
    player: String,
    action: String,
}

/// The explanation of a card in an equilibrium, as JSON.
pub fn json(solution: &Solution, card: CardExplanation) -> String {
    let game = &solution.game;
    crate::document::json(&CardDocument {
        label: game.label(),
        method: solution.method.clone(),
        card: card.card.to_string(),
        views: card.views.into_iter().map(|view| ViewDocument::of(game, view)).collect(),
    })
}

impl ViewDocument {
    fn of(game: &Game, explained: ViewExplanation) -> Self {
        let ViewExplanation { view, player, own_reach, weight, deals, actions } = explained;
        let view = game.views()[view].name.clone();
        let actions = actions.into_iter().map(ActionDocument::of).collect();
        let player = player.to_string();
        Self { player, view, own_reach, weight, deals, actions }
    }
}

impl ActionDocument {
    fn of(explained: ActionExplanation) -> Self {
        let ActionExplanation { action, probability, value, gap, terms } = explained;
        let terms = terms.into_iter().map(TermDocument::of).collect();
        Self { action, probability, value, gap, terms }
    }
}

impl TermDocument {
    fn of(term: PayoffTerm) -> Self {
        let PayoffTerm { then, ending, weight, payoff } = term;
        let step =
            |(player, action): (Player, _)| StepDocument { player: player.to_string(), action };
        let then = then.into_iter().map(step).collect();
        let (ending, shared_with) = match ending {
            Ending::Folded => ("folded", None),
            Ending::Uncontested => ("uncontested", None),
            Ending::Won => ("won", None),
            Ending::Shared(others) => ("shared", Some(others)),
            Ending::Lost => ("lost", None),
        };
        Self { then, ending, shared_with, weight, payoff }
    }
}

#[cfg(test)]
mod tests {
    use rational_bluff::game::parse_label;
    use rational_bluff::solve::{Control, Method, solve};
    use rational_bluff::strategy::{Evaluation, Explainer};

    #[test]
    fn the_terms_of_an_action_sum_to_its_value() {
        let game = parse_label("von-neumann/n28-b4").unwrap();
        let solution = solve(&game, Method::Auto, &Control::new()).unwrap().solution;
        let evaluation = Evaluation::new(&game, &solution.profile);
        let card = Explainer::new(&evaluation).card(3).unwrap();
        let document: serde_json::Value =
            serde_json::from_str(&super::json(&solution, card)).unwrap();
        assert_eq!(
            (&document["label"], &document["card"]),
            (&"von-neumann/n28-b4".into(), &"3".into())
        );
        let view = &document["views"][0];
        assert_eq!((&view["player"], &view["view"]), (&"I".into(), &"first to act".into()));
        // The bet pays (56/3 × 1 − 25/3 × 5)/27.
        let bet = &view["actions"][1];
        assert_eq!((&bet["value"], &bet["gap"]), (&"-23/27".into(), &"0".into()));
        assert_eq!(
            bet["terms"][1],
            serde_json::json!({
                "then": [{ "player": "II", "action": "fold" }],
                "ending": "uncontested", "weight": "56/3", "payoff": "1"
            })
        );
    }
}
