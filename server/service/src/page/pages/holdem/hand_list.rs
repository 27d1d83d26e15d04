//! The hands of a class one by one, and the whole range: what they play, win and hold.

use bluff_report::number::with_minus;
use bluff_report::picture::hands::{bar, whole};
use bluff_report::picture::strip::padlock;
use maud::{Markup, html};
use rational_bluff::cards::{CardSet, HandClass, HoleCards};
use rational_bluff::exact::Rational;
use rational_bluff::spot::NodeHand;

use crate::page::pages::play::{rank, suit};
use crate::page::parts::frame::columns;
use crate::page::parts::number::part;

use super::filter::{MadeRow, by_made, filters};
use super::place::{HandsByClass, STAGE, SpotPage, by_deals, fields};
use super::walk::plain;

impl SpotPage {
    /// The cards on the board here.
    pub(super) fn board(&self) -> CardSet {
        self.node().board.iter().copied().collect()
    }

    /// True of a hand that the filter means.
    pub(super) fn keeps(&self, hand: &NodeHand) -> bool {
        self.filter.keeps(hand.hand, self.board())
    }

    /// The address here with another filter; the same one again takes it away.
    pub(super) fn filtered(&self, text: &str) -> String {
        let text = if text == self.filter.text { "" } else { text };
        self.address(&self.path, self.shown, text)
    }

    /// The fields of this place in a form.
    pub(super) fn kept(&self) -> Vec<(String, String)> {
        let kept = fields(&self.label, [("path", &self.path), ("show", self.shown)]);
        kept.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
    }

    /// The field and the words of the filter.
    pub(super) fn filters(&self) -> Markup {
        filters(&self.filter, &self.kept(), |text| self.filtered(text))
    }

    /// The actions of a class, then hand by hand.
    pub(super) fn class_panel(
        &self,
        classes: &HandsByClass<'_>,
        class: Option<HandClass>,
    ) -> Markup {
        let node = self.node();
        let hands = class.and_then(|class| Some((class, classes.get(&class)?)));
        html! {
            @match hands {
                Some((class, hands)) => section data-part="class" aria-labelledby="class" {
                    h3 id="class" { (class) span.soft { " " (hands.len()) " of "
                        (class.hands().count()) " hands" } }
                    @if node.player.is_some() { table.plays {
                        (columns(["action", "plays", "EV"]))
                        tbody { @for (at, action) in self.actions.iter().enumerate() { tr {
                            th scope="row" { span.pic { (plain(node, at)) } (action) }
                            td { (part(&share(hands, at), true)) }
                            td { (shown_mean(hands, |hand| hand.action_evs[at], 2)) }
                        } } }
                    } }
                    table.plays {
                        @let play = if node.player.is_some() { "plays most" } else { "weight" };
                        (columns(["hand", play, "EV", "equity"]))
                        tbody { @for (hand, weight) in hands { tr.faded[!self.keeps(hand)] {
                            th scope="row" { (faces(hand.hand)) @if hand.is_locked {
                                svg.key width="12" height="14" role="img" aria-label="locked" {
                                    svg y="13" overflow="visible" { (padlock(0.0)) }
                                }
                            } }
                            td { @if node.player.is_some() {
                                @let parts = self.parts(&[(*hand, weight.clone())]);
                                span.pic { (bar(&self.actions, &parts, STAGE)) }
                                (self.most_played(hand))
                            } @else { (part(weight, true)) } }
                            td { (hand.ev.map_or_else(String::new, |ev| decimal(ev, 2))) }
                            td { (hand.equity.map_or_else(String::new, per_cent)) }
                        } } }
                    }
                    @if node.player.is_some() { (self.lock_form(class, hands)) }
                },
                None => section data-part="class" {
                    p.note { "No hand of this class comes here." }
                },
            }
        }
    }

    /// The action that a hand takes most, with its probability.
    fn most_played(&self, hand: &NodeHand) -> Markup {
        let most = hand.probabilities.iter().enumerate().max_by_key(|(_, share)| *share);
        html! { @if let Some((at, share)) = most { (self.actions[at]) " " (part(share, true)) } }
    }

    /// The actions of the whole range, and its EV.
    pub(super) fn range(&self, classes: &HandsByClass<'_>, pot: &Rational) -> Markup {
        let hands: Vec<(&NodeHand, Rational)> = classes.values().flatten().cloned().collect();
        let node = self.node();
        let (ev, equity) = (mean(&hands, |hand| hand.ev), mean(&hands, |hand| hand.equity));
        html! {
            @if node.player.is_some() { (whole(&self.actions, &self.parts(&hands), STAGE)) }
            @if let (Some(ev), Some(equity)) = (ev, equity) { p.note {
                "EV " (decimal(ev, 2)) " chips, " (per_cent(ev / pot.to_f64()))
                " of the pot at the start; equity " (per_cent(equity)) "."
            } }
            (self.by_made(&hands))
        }
    }

    /// The hands by what they make, from the best: share of the range, actions and EV.
    fn by_made(&self, hands: &[(&NodeHand, Rational)]) -> Markup {
        let row = |hands: &[(&NodeHand, Rational)]| MadeRow {
            bar: html! { @if self.node().player.is_some() {
            span.pic { (bar(&self.actions, &self.parts(hands), STAGE)) } } },
            ev: Some(shown_mean(hands, |hand| hand.ev, 1)),
            is_faded: !hands.iter().any(|(hand, _)| self.keeps(hand)),
        };
        let hands = by_deals(hands).into_iter().map(|(hand, weight)| (hand.hand, (hand, weight)));
        by_made(hands, self.board(), row, (&self.filter, |text: &str| self.filtered(text)))
    }
}

/// The class that mixes most: whose most frequent action is the least frequent.
pub(super) fn mixed(classes: &HandsByClass<'_>) -> Option<HandClass> {
    let most = |hands: &[(&NodeHand, Rational)]| {
        let actions = hands.first().map_or(0, |(hand, _)| hand.probabilities.len());
        (0..actions).map(|action| share(hands, action)).max()
    };
    classes.iter().min_by_key(|(_, hands)| most(hands)).map(|(class, _)| *class)
}

/// The part of the deals of these hands in which an action is taken.
pub(super) fn share(hands: &[(&NodeHand, Rational)], action: usize) -> Rational {
    let hands = by_deals(hands);
    let all: Rational = hands.iter().map(|(_, weight)| weight.clone()).sum();
    let taken: Rational =
        hands.iter().map(|(hand, weight)| weight * &hand.probabilities[action]).sum();
    taken / all
}

/// The mean of a number over all deals of these hands.
pub(super) fn mean(
    hands: &[(&NodeHand, Rational)],
    number: impl Fn(&NodeHand) -> Option<f64>,
) -> Option<f64> {
    let (mut all, mut sum) = (0.0, 0.0);
    for (hand, _) in hands {
        let Some(value) = number(hand) else { continue };
        let deals = hand.dealt().to_f64();
        (all, sum) = (all + deals, sum + deals * value);
    }
    (all > 0.0).then(|| sum / all)
}

fn shown_mean(
    hands: &[(&NodeHand, Rational)],
    number: impl Fn(&NodeHand) -> Option<f64>,
    places: usize,
) -> String {
    mean(hands, number).map_or_else(String::new, |value| decimal(value, places))
}

pub(super) fn decimal(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    let is_zero = text.trim_start_matches('-').bytes().all(|byte| b"0.".contains(&byte));
    with_minus(if is_zero { text.trim_start_matches('-') } else { &text })
}

/// Per cent of a number that carries no certificate, to a tenth.
fn per_cent(part: f64) -> String {
    decimal(part * 100.0, 1) + "\u{a0}%"
}

/// The two cards of a hand in the colours of their suits.
pub(super) fn faces(hand: HoleCards) -> Markup {
    html! {
        span.faces role="img" aria-label=(hand) { @for card in hand.pair() {
            @let (class, sign) = suit(card);
            span class=(class) { (rank(card)) (sign) }
        } }
    }
}
