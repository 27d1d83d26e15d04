//! A card explained: the value of each action with it, and the sum behind each value.

mod question;

pub use question::{NotExplained, card_number, explained};

use crate::document;
use crate::table::aligned;
use crate::text::{Paint, plain};
use rational_bluff::certificate::Solution;
use rational_bluff::exact::Rational;
use rational_bluff::game::Game;
use rational_bluff::strategy::{
    ActionExplanation, CardExplanation, Ending, PayoffTerm, ViewExplanation,
};

/// The explanation of a card in an equilibrium, as JSON. Units: antes; weights are numbers of
/// deals.
pub fn json(solution: &Solution, card: CardExplanation) -> String {
    let game = &solution.game;
    let views = card.views.iter().map(|explained| {
        let view = &game.views()[explained.view].name;
        object! { player: explained.player, view, ..explained: explained }
    });
    document::json(&object! {
        label: game.label(),
        method: &solution.method,
        card: card.card.to_string(),
        views: views.collect::<Vec<_>>(),
    })
}

/// The card as text: a table of actions for each view, and an equation for each action.
pub fn text(game: &Game, card: &CardExplanation, paint: Paint) -> String {
    let held = if game.deck().is_numbered() { "card" } else { "hand" };
    let title = format!("{}, {held} {}", game.label(), game.hand_name(card.card));
    let mut lines = vec![paint.heading(&title)];
    for view in &card.views {
        let place = &game.views()[view.view];
        lines.push(String::new());
        lines.push(paint.heading(&format!("Player {}, {}", view.player, plain(&place.name))));
        if view.weight.is_zero() {
            lines.push(format!("  Play never comes here with this {held}."));
            continue;
        }
        lines.extend(table(view));
        lines.push(String::new());
        lines.extend(view.actions.iter().map(|action| equation(view, action)));
        lines.push(format!("  {}", conclusion(view)));
    }
    lines.join("\n") + "\n"
}

/// Terms of an equation above which those that end alike and pay the same are one.
const TERMS: usize = 3;

/// The terms of an equation as people read it: few, or without the actions that lead to them.
pub fn terms(action: &ActionExplanation) -> Vec<PayoffTerm> {
    if action.terms.len() <= TERMS {
        return action.terms.clone();
    }
    let mut sums: Vec<PayoffTerm> = Vec::new();
    for term in &action.terms {
        let alike =
            |sum: &&mut PayoffTerm| (sum.ending, &sum.payoff) == (term.ending, &term.payoff);
        match sums.iter_mut().find(alike) {
            Some(sum) => sum.weight = &sum.weight + &term.weight,
            None => sums.push(PayoffTerm { then: Vec::new(), ..term.clone() }),
        }
    }
    sums
}

/// The actions that lead to the hands of a term: `II check, I bet 1`.
pub fn steps(term: &PayoffTerm) -> String {
    let actions = term.then.iter().map(|(player, action)| format!("{player} {action}"));
    actions.collect::<Vec<_>>().join(", ")
}

/// The word for an end of a hand in documents, in text and on pages.
pub fn ending_word(ending: Ending) -> &'static str {
    match ending {
        Ending::Folded => "folded",
        Ending::Uncontested => "uncontested",
        Ending::Won => "won",
        Ending::Shared(_) => "shared",
        Ending::Lost => "lost",
    }
}

/// Probability, value and gap of each action.
fn table(view: &ViewExplanation) -> Vec<String> {
    let head = ["action", "probability", "value", "gap"].map(str::to_owned).to_vec();
    let shown = |number: &Option<Rational>| {
        number.as_ref().map_or_else(|| "–".to_owned(), Rational::to_string)
    };
    let row = |action: &ActionExplanation| {
        let numbers = [action.probability.to_string(), shown(&action.value), shown(&action.gap)];
        std::iter::once(plain(&action.action)).chain(numbers).collect()
    };
    aligned([head].into_iter().chain(view.actions.iter().map(row)))
}

/// `bet 4 pays (25/3 [II call, lost] × (-5) + 56/3 [II fold] × 1) / 27 = -23/27`.
fn equation(view: &ViewExplanation, action: &ActionExplanation) -> String {
    let term = |term: &PayoffTerm| {
        let path = plain(&steps(term));
        let how = match (term.ending, path.as_str()) {
            (Ending::Uncontested, path) if !path.is_empty() => path.to_owned(),
            (other, "") => ending_word(other).to_owned(),
            (other, path) => format!("{path}, {}", ending_word(other)),
        };
        let payoff = if term.payoff.is_negative() {
            format!("({})", term.payoff)
        } else {
            term.payoff.to_string()
        };
        format!("{} [{how}] × {payoff}", term.weight)
    };
    let terms: Vec<String> = terms(action).iter().map(term).collect();
    let sum = if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") };
    let value = action.value.as_ref().map_or_else(String::new, |value| format!(" = {value}"));
    let weight = &view.weight;
    let weight = if weight.is_integer() { weight.to_string() } else { format!("({weight})") };
    format!("  {} pays ({sum}) / {weight}{value}", plain(&action.action))
}

/// A sentence on the best actions.
fn conclusion(view: &ViewExplanation) -> String {
    let best =
        view.actions.iter().filter(|action| action.gap.as_ref().is_some_and(Rational::is_zero));
    let best: Vec<String> = best.map(|action| plain(&action.action)).collect();
    match best.as_slice() {
        [one] => format!("So {one} pays most."),
        many => format!("So {} pay the same; a mixture may take each of them.", many.join(" and ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rational_bluff::game::parse_label;
    use rational_bluff::solve::{Control, Method, solve};
    use rational_bluff::strategy::{Evaluation, Explainer};

    #[test]
    fn the_terms_of_an_action_sum_to_its_value() {
        let game = parse_label("von-neumann/n28-b4").unwrap();
        let solution = solve(&game, Method::Auto, &Control::new()).unwrap().solution;
        let evaluation = Evaluation::new(&game, &solution.profile);
        let card = Explainer::new(&evaluation).card(3).unwrap();
        let document: serde_json::Value = serde_json::from_str(&json(&solution, card)).unwrap();
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

    #[test]
    fn the_equation_behind_an_indifferent_card() {
        let game = parse_label("von-neumann/n28-b4").unwrap();
        let solved = solve(&game, Method::Auto, &Control::new()).unwrap();
        let evaluation = Evaluation::new(&game, &solved.solution.profile);
        let mut card = Explainer::new(&evaluation).card(3).unwrap();
        card.views.truncate(1);
        let expected = "\
von-neumann/n28-b4, card 3

Player I, first to act
  action  probability  value   gap
  check   1/3          -23/27  0
  bet 4   2/3          -23/27  0

  check pays (2 [won] × 1 + 25 [lost] × (-1)) / 27 = -23/27
  bet 4 pays (25/3 [II call, lost] × (-5) + 56/3 [II fold] × 1) / 27 = -23/27
  So check and bet 4 pay the same; a mixture may take each of them.
";
        assert_eq!(text(&game, &card, Paint::Plain), expected);
    }
}
