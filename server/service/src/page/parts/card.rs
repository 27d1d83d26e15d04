//! One card under the hand: what each action pays with it, and the equation behind each payoff.

use bluff_report::explain::{ending_word, terms};
use bluff_report::number::is_short;
use bluff_report::picture::advice::capital;
use bluff_report::picture::is_drawn;
use bluff_report::picture::strip::Stage;
use bluff_report::{has_classes, named_hand, noun};
use maud::{Markup, html};
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, Player};
use rational_bluff::strategy::{
    ActionExplanation, CardExplanation, Ending, Explainer, PayoffTerm, ViewExplanation,
};

use crate::page::parts::number::{brief, large, part};

/// Most other views of a card that have a line.
const OTHERS: usize = 3;
/// Most actions of a view that are all listed; of a longer menu the played ones are.
const MENU: usize = 14;
/// Most views of a card that have a table, and an equation.
const TABLES: usize = 8;
const EQUATIONS: usize = 4;

/// The parts of a page that speak of one card.
pub(crate) struct CardParts {
    /// The table of actions, beside the card.
    pub(crate) tip: Markup,
    /// The equations, below the strategies.
    pub(crate) why: Markup,
}

/// Both parts of the card of a stage; empty places for them where none is chosen.
pub(crate) fn explained(stage: &Stage<'_>) -> CardParts {
    let game = stage.game;
    let chosen = stage.card.zip(stage.values);
    let explained =
        chosen.and_then(|(card, (evaluation, _))| Explainer::new(evaluation).card(card).ok());
    match explained {
        Some(mut explained) => {
            explained.views.retain(|view| is_drawn(game, stage.profile, view.view));
            CardParts { tip: tip(stage, &explained), why: why(game, &explained) }
        }
        None => CardParts {
            tip: html! { div.tip data-part="card" hidden {} },
            why: html! { div.why data-part="why" hidden {} },
        },
    }
}

/// A table of actions for each view, of which the script shows one, and a line for each other view.
fn tip(stage: &Stage<'_>, explained: &CardExplanation) -> Markup {
    let (game, card) = (stage.game, explained.card);
    html! {
        div.tip data-part="card" id="card" role="status" tabindex="0" data-chosen=(card) {
            @for view in explained.views.iter().take(TABLES) {
                @let side = if view.player == Player::I { "above" } else { "below" };
                div data-tip=(view.view) data-side=(side) {
                    h3 {
                        (named_hand(game, "Card", card))
                        span { "player " (view.player) ", " (game.views()[view.view].name) }
                    }
                    @if view.weight.is_zero() {
                        p { "Play never comes here with this " (noun(game)) "." }
                    } @else {
                        table {
                            thead { tr {
                                th scope="col" { span.unseen { "Action" } }
                                th scope="col" { "plays" }
                                th scope="col" { "value" }
                                th scope="col" { "gap" }
                            } }
                            tbody { @for (at, action) in listed(view).into_iter().rev() { tr {
                                th.pic scope="row" {
                                    (stage.swatch(view.view, at, card))
                                    @if action.probability.is_zero() { (action.action) }
                                    @else { (stage.words(view.view, at, card)) }
                                }
                                td { (part(&action.probability, has_classes(game))) }
                                td { (shown(action.value.as_ref())) }
                                td { (shown(action.gap.as_ref())) }
                            } } }
                        }
                    }
                    @let others = explained.views.iter().filter(|other| other.view != view.view);
                    @let others: Vec<_> = others.filter(|other| !other.weight.is_zero()).collect();
                    // In hold'em the other player holds other cards than these.
                    @let alike = game.holdem_board().is_none();
                    @if alike && !others.is_empty() && view.actions.len() <= OTHERS {
                        p.others { @for other in others.into_iter().take(OTHERS) {
                            (line(game, other)) " "
                        } }
                    }
                }
            }
        }
    }
}

/// The actions that have room, with their places.
fn listed(view: &ViewExplanation) -> Vec<(usize, &ActionExplanation)> {
    let all = view.actions.iter().enumerate();
    let short = view.actions.len() <= MENU;
    all.filter(|(at, action)| short || *at == 0 || !action.probability.is_zero()).collect()
}

/// Another view of the same card: "As II, facing bet 4: fold, −1. Call pays −5/3, gap 2/3."
fn line(game: &Game, view: &ViewExplanation) -> Markup {
    let (played, left): (Vec<_>, Vec<_>) =
        view.actions.iter().partition(|action| !action.probability.is_zero());
    html! {
        span {
            "As " (view.player) ", " (game.views()[view.view].name) ": "
            @for (place, action) in played.iter().enumerate() {
                @if place > 0 { " or " }
                b { (action.action) }
                @if played.len() > 1 { " " (part(&action.probability, has_classes(game))) }
            }
            ", " (shown(played.first().and_then(|action| action.value.as_ref()))) "."
            @if let [other] = left.as_slice() {
                " " (capital(&other.action)) " pays " (shown(other.value.as_ref()))
                ", gap " (shown(other.gap.as_ref())) "."
            }
        }
    }
}

fn shown(number: Option<&Rational>) -> Markup {
    number.map_or_else(|| html! { "–" }, brief)
}

/// The equation of each action at each view, mixed views first.
fn why(game: &Game, explained: &CardExplanation) -> Markup {
    let mixes = |view: &ViewExplanation| {
        view.actions.iter().filter(|action| !action.probability.is_zero()).count() > 1
    };
    let reached = explained.views.iter().filter(|view| !view.weight.is_zero());
    let mut views: Vec<&ViewExplanation> = reached.collect();
    views.sort_by_key(|view| !mixes(view));
    let hand = named_hand(game, "card", explained.card);
    let question = match views.first() {
        Some(view) if mixes(view) => format!("Why does {hand} mix?"),
        _ => format!("What does {hand} pay?"),
    };
    html! {
        details.why data-part="why" open {
            summary { (question) }
            @for view in views.into_iter().take(EQUATIONS) {
                p.note { "Player " (view.player) ", " (game.views()[view.view].name) }
                div.equations { @for (_, action) in listed(view) { (equation(view, action)) } }
                (conclusion(game, (view, explained.card)))
            }
        }
    }
}

/// "bet 4 pays (18 2/3 × 1 − 8 1/3 × 5)/27 = −23/27".
fn equation(view: &ViewExplanation, action: &ActionExplanation) -> Markup {
    html! {
        div.equation {
            b { (action.action) } " pays "
            @if action.terms.is_empty() { "0" }
            @else {
                span.frac {
                    span { @for (place, term) in terms(action).iter().enumerate() {
                        @if place > 0 { @if term.payoff.is_negative() { " − " } @else { " + " } }
                        @else if term.payoff.is_negative() { "−" }
                        (mixed(&term.weight)) " " (ending(term)) " × " (brief(&term.payoff.abs()))
                    } }
                    span { (mixed(&view.weight)) " in all" }
                }
            }
            " = "
            @if let Some(value) = &action.value { (large(value)) }
        }
    }
}

/// Conclusion from the equations of a view.
fn conclusion(game: &Game, (view, card): (&ViewExplanation, u64)) -> Markup {
    if game.locked_row(view.view, card).is_some() {
        return html! { p { b { "Locked" } ": it is played so, whatever it pays." } };
    }
    let best: Vec<&str> = listed(view)
        .into_iter()
        .filter(|(_, action)| action.gap.as_ref().is_some_and(Rational::is_zero))
        .map(|(_, action)| action.action.as_str())
        .collect();
    html! {
        p {
            @match best.as_slice() {
                [one] => { b { (one) } " pays most, so it is played." }
                many => {
                    b { (many.join(" and ")) } " pay the same, so any mixture of them is as good \
                        for this card; the mixture leaves the other player with nothing better."
                }
            }
        }
    }
}

/// A number above 1 as whole part and fraction: 18 2/3.
fn mixed(number: &Rational) -> Markup {
    let whole = number.floor();
    let rest = number - &whole;
    html! {
        @if whole.is_zero() || rest.is_zero() || !is_short(number) { (brief(number)) }
        @else { (whole) span.part { " " (rest) } }
    }
}

/// End of the hands of a term, in a word or two.
fn ending(term: &PayoffTerm) -> String {
    let others: Vec<&str> = term.then.iter().map(|(_, action)| action.as_str()).collect();
    let path = others.join(", ");
    match term.ending {
        Ending::Folded => ending_word(Ending::Folded).to_owned(),
        Ending::Uncontested if path == "fold" => "folds".to_owned(),
        Ending::Lost | Ending::Won if path == "call" => {
            format!("calls {}", ending_word(term.ending))
        }
        ending => {
            let word = match ending {
                Ending::Uncontested => "all fold",
                shown => ending_word(shown),
            };
            if path.is_empty() { word.to_owned() } else { format!("{word} ({path})") }
        }
    }
}
