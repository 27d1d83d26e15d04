//! One card explained: what each action pays, and the sum behind it.

use rational_bluff::exact::Rational;
use rational_bluff::game::Game;
use rational_bluff::strategy::{
    ActionExplanation, CardExplanation, Ending, PayoffTerm, ViewExplanation,
};
use serde::Serialize;

use crate::document::json;
use crate::table::aligned;
use crate::text::{Paint, plain};

/// A card of a game with the views that are shown.
#[derive(Debug)]
pub struct ExplanationReport<'a> {
    /// The game.
    pub game: &'a Game,
    /// The card, with its views.
    pub card: CardExplanation,
}

#[derive(Serialize)]
struct Document<'a> {
    label: String,
    card: String,
    views: Vec<ViewDocument<'a>>,
}

#[derive(Serialize)]
struct ViewDocument<'a> {
    player: String,
    view: &'a str,
    own_reach: &'a Rational,
    weight: &'a Rational,
    deals: &'a Rational,
    actions: Vec<ActionDocument<'a>>,
}

#[derive(Serialize)]
struct ActionDocument<'a> {
    action: &'a str,
    probability: &'a Rational,
    value: Option<&'a Rational>,
    gap: Option<&'a Rational>,
    terms: Vec<TermDocument<'a>>,
}

#[derive(Serialize)]
struct TermDocument<'a> {
    then: Vec<String>,
    ending: &'static str,
    weight: &'a Rational,
    payoff: &'a Rational,
}

impl ExplanationReport<'_> {
    /// The card as text: a table of actions for each view, and an equation for each action.
    pub fn text(&self, paint: Paint) -> String {
        let title = format!("{}, card {}", self.game.label(), self.card.card);
        let mut lines = vec![paint.heading(&title)];
        for view in &self.card.views {
            let place = &self.game.views()[view.view];
            lines.push(String::new());
            lines.push(paint.heading(&format!("Player {}, {}", view.player, plain(&place.name))));
            if view.weight.is_zero() {
                lines.push("  Play never comes here with this card.".to_owned());
                continue;
            }
            lines.extend(table(view));
            lines.push(String::new());
            lines.extend(view.actions.iter().map(|action| equation(view, action)));
            lines.push(format!("  {}", conclusion(view)));
        }
        lines.join("\n") + "\n"
    }

    /// The card as JSON.
    pub fn json(&self) -> String {
        let views = self.card.views.iter().map(|view| ViewDocument {
            player: view.player.to_string(),
            view: &self.game.views()[view.view].name,
            own_reach: &view.own_reach,
            weight: &view.weight,
            deals: &view.deals,
            actions: view.actions.iter().map(action_document).collect(),
        });
        json(&Document {
            label: self.game.label(),
            card: self.card.card.to_string(),
            views: views.collect(),
        })
    }
}

fn action_document(action: &ActionExplanation) -> ActionDocument<'_> {
    ActionDocument {
        action: &action.action,
        probability: &action.probability,
        value: action.value.as_ref(),
        gap: action.gap.as_ref(),
        terms: action.terms.iter().map(term_document).collect(),
    }
}

fn term_document(term: &PayoffTerm) -> TermDocument<'_> {
    TermDocument {
        then: term.then.iter().map(|(player, action)| format!("{player} {action}")).collect(),
        ending: ending(term.ending),
        weight: &term.weight,
        payoff: &term.payoff,
    }
}

/// The word for an end of a hand in documents.
fn ending(ending: Ending) -> &'static str {
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
    aligned(&std::iter::once(head).chain(view.actions.iter().map(row)).collect::<Vec<_>>())
}

/// `bet 4 pays (25/3 [II call, lost] × (-5) + 56/3 [II fold] × 1) / 27 = -23/27`.
fn equation(view: &ViewExplanation, action: &ActionExplanation) -> String {
    let term = |term: &PayoffTerm| {
        let actions = term.then.iter().map(|(player, action)| format!("{player} {action}"));
        let path = plain(&actions.collect::<Vec<_>>().join(", "));
        let how = match (term.ending, path.as_str()) {
            (Ending::Uncontested, path) if !path.is_empty() => path.to_owned(),
            (other, "") => ending(other).to_owned(),
            (other, path) => format!("{path}, {}", ending(other)),
        };
        let payoff = if term.payoff.is_negative() {
            format!("({})", term.payoff)
        } else {
            term.payoff.to_string()
        };
        format!("{} [{how}] × {payoff}", term.weight)
    };
    let terms: Vec<String> = action.terms.iter().map(term).collect();
    let sum = if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") };
    let value = action.value.as_ref().map_or_else(String::new, |value| format!(" = {value}"));
    format!("  {} pays ({sum}) / {}{value}", plain(&action.action), view.weight)
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
    use rational_bluff::game::parse_label;
    use rational_bluff::solve::{Control, Method, solve};
    use rational_bluff::strategy::{Evaluation, Explainer};

    use super::*;

    #[test]
    fn the_equation_behind_an_indifferent_card() {
        let game = parse_label("von-neumann/n28-b4").unwrap();
        let solved = solve(&game, Method::Auto, &Control::new()).unwrap();
        let evaluation = Evaluation::new(&game, &solved.solution.profile);
        let mut card = Explainer::new(&evaluation).card(3).unwrap();
        card.views.truncate(1);
        let report = ExplanationReport { game: &game, card };
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
        assert_eq!(report.text(Paint::Plain), expected);
        let json: serde_json::Value = serde_json::from_str(&report.json()).unwrap();
        let bet = &json["views"][0]["actions"][1];
        assert_eq!(bet["value"], "-23/27");
        assert_eq!(bet["terms"][1]["then"][0], "II fold");
    }
}
