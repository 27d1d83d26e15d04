use std::collections::BTreeMap;

use bluff_exact::{Piecewise, Rational};

use super::super::{DealtDecision, NodeHand, SpotNode};
use super::*;
use crate::game::Chance;

/// Every outcome of chance, one after the other.
#[derive(Default)]
struct EachOutcome {
    /// The places drawn, each with the weights that it was drawn from.
    draws: Vec<(u64, Piecewise)>,
    at: usize,
}

impl Chance for EachOutcome {
    fn below(&mut self, _: &Rational) -> Rational {
        Rational::ZERO
    }

    fn drawn(&mut self, weights: &Piecewise) -> u64 {
        if self.at == self.draws.len() {
            let first = (1..).find(|place| !weights.at(*place).is_zero()).unwrap();
            self.draws.push((first, weights.clone()));
        }
        self.at += 1;
        self.draws[self.at - 1].0
    }
}

impl EachOutcome {
    fn probability(&self) -> Rational {
        self.draws
            .iter()
            .fold(Rational::ONE, |all, (place, weights)| all * weights.at(*place) / weights.total())
    }

    /// Goes to the next outcome, if there is one.
    fn go_on(&mut self) -> bool {
        self.at = 0;
        while let Some((place, weights)) = self.draws.pop() {
            let mut later = place + 1..=weights.cards();
            if let Some(next) = later.find(|place| !weights.at(*place).is_zero()) {
                self.draws.push((next, weights));
                return true;
            }
        }
        false
    }
}

/// Probabilities of decisions by path and hand, one of those that exchange spades and hearts.
fn dealt(text: &str, merged: bool, plan: ReferencePlan) -> BTreeMap<[String; 2], Rational> {
    let tree = SpotTree::within(&Spot::read(text).unwrap(), u64::MAX, merged).unwrap();
    let (mut each, mut all) = (EachOutcome::default(), BTreeMap::new());
    loop {
        let decision = DealtDecision::deal(&tree, &plan, Some(1), &mut each).unwrap();
        let cards = decision.path.split(',').map(|step| match step.len() {
            2 => step.replace('h', "s"),
            _ => step.to_owned(),
        });
        let name = [cards.collect::<String>(), decision.hand.to_string().replace('h', "s")];
        *all.entry(name).or_insert(Rational::ZERO) += &each.probability();
        if !each.go_on() {
            return all;
        }
    }
}

#[test]
fn decisions_come_as_often_as_cards_and_plan_say() {
    let text = spot_text("8s8h3c5d", FLOP, [10, 10], &["50%/a", "a/a"]);
    for plan in [ReferencePlan::Passive, ReferencePlan::Mix] {
        let all = dealt(&text, false, plan);
        assert_eq!(all.values().cloned().sum::<Rational>(), Rational::ONE);
        assert_eq!(dealt(&text, true, plan), all, "{plan:?}, suits merged");
    }
    // Of two checks a street, each decision of player II is drawn half of the time.
    let tree = SpotTree::within(&Spot::read(&text).unwrap(), u64::MAX, false).unwrap();
    let mut rows = vec![0; tree.entries()];
    for place in super::super::plan::places(&tree) {
        let at = usize::from(tree.actions(place.place).next() == Some("fold"));
        rows[place.entry + at * place.rows..][..place.rows].fill(256);
    }
    let plan = StoredPlan::new(&tree, 256, rows).unwrap();
    let all = dealt(&text, false, ReferencePlan::Passive);
    for (path, cards) in [("check", 1.0), ("check,check,2c,check", 44.0)] {
        let node = SpotNode::find(&tree, &plan, path).unwrap();
        let deals = |hand: &NodeHand| hand.dealt().to_f64();
        let pairs: f64 = node.hands[1].iter().map(deals).sum();
        let mut parts = BTreeMap::<String, f64>::new();
        for hand in &node.hands[1] {
            let name = hand.hand.to_string().replace('h', "s");
            *parts.entry(name).or_default() += deals(hand) / pairs / cards / 2.0;
        }
        for (hand, part) in parts {
            let found = all[&[path.replace(',', ""), hand]].to_f64();
            assert!((found - part).abs() < 1e-12, "{path}: {found}, expected {part}");
        }
    }
}
