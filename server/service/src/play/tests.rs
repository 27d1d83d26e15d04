use std::collections::BTreeMap;

use rational_bluff::exact::Rational;
use rational_bluff::game::{SeededChance, parse_label};
use rational_bluff::solve::{Control, Method, solve};
use rational_bluff::strategy::{Evaluation, Gains};

use super::*;

mod means;

/// Every outcome of chance, one after the other, each with its probability.
#[derive(Default)]
struct EveryOutcome {
    /// The draws: the choice taken, and all choices with their probabilities.
    draws: Vec<(usize, Vec<(u64, Rational)>)>,
    at: usize,
}

impl EveryOutcome {
    fn next(&mut self, choices: impl FnOnce() -> Vec<(u64, Rational)>) -> u64 {
        if self.at == self.draws.len() {
            self.draws.push((0, choices()));
        }
        let (taken, choices) = &self.draws[self.at];
        self.at += 1;
        choices[*taken].0
    }

    fn probability(&self) -> Rational {
        let chances = self.draws.iter().map(|(taken, choices)| &choices[*taken].1);
        chances.fold(Rational::ONE, |all, one| all * one)
    }

    /// On to the next outcome; `false` after the last.
    fn turn(&mut self) -> bool {
        self.at = 0;
        while let Some((taken, choices)) = self.draws.pop() {
            if taken + 1 < choices.len() {
                self.draws.push((taken + 1, choices));
                return true;
            }
        }
        false
    }
}

impl Chance for EveryOutcome {
    fn below(&mut self, bound: &Rational) -> Rational {
        let count = u64::try_from(bound.to_i128().unwrap()).unwrap();
        let each = bound.recip().unwrap();
        Rational::from(self.next(|| (0..count).map(|at| (at, each.clone())).collect()))
    }

    fn drawn(&mut self, weights: &Piecewise) -> u64 {
        let all = weights.total().recip().unwrap();
        self.next(|| {
            let places = (1..=weights.cards()).map(|place| (place, weights.at(place) * &all));
            places.filter(|(_, chance)| chance.is_positive()).collect()
        })
    }
}

/// Plays a hand to its end by a rule for (view, card); cards, payoffs, and what the decisions lose.
fn finished(
    (game, profile, costs): (&Game, &Profile, &Costs),
    (held, seat): (HeldCards, Player),
    rule: impl Fn(usize, u64) -> usize,
    outcome: &mut EveryOutcome,
) -> (Vec<Rational>, Rational) {
    let (dealt, card) = (outcome.at, held.hands[seat.index()]);
    let (mut decisions, mut lost) = (Vec::new(), Rational::ZERO);
    loop {
        outcome.at = dealt;
        let hand = Hand::played(game, profile, (held.clone(), seat), &decisions, outcome).unwrap();
        match hand.state {
            HandState::Over(leaf) => {
                return (game.payoffs_of(&game.leaves()[leaf], &hand.held), lost);
            }
            HandState::Turn(view) => {
                let action = rule(view, card);
                if let Some(decision) = costs.choice(view, card) {
                    lost += &decision.loss(action);
                }
                decisions.push(game.views()[view].actions[action].clone());
            }
        }
    }
}

/// Hands of ranks.
fn equilibrium(label: &str) -> (Game, Profile, Vec<Rational>) {
    let game = parse_label(label).unwrap();
    let solved = solve(&game, Method::Auto, &Control::new()).unwrap();
    (game, solved.solution.profile.clone(), solved.solution.values.clone())
}

fn held(hands: &[u64]) -> HeldCards {
    HeldCards { hands: hands.to_vec(), holdem: None }
}

/// All deals and all choices of the others, weighed: what a seat wins on average is what the
/// library says, and what its decisions lose is what a best reply would gain.
#[test]
fn over_all_outcomes_payoffs_and_losses_are_those_of_the_library() {
    let labels = [
        "von-neumann/n4-b1",
        "kuhn/n3-b1",
        "kuhn/n2-b1-r2",
        "newman/n4-b2",
        "three-player/n4-b1",
        "in-turn/n4-b1",
        "one-raise/n4-b2-raise6",
        "hand-flip/n4-b2-flip1_6",
        "basic-endgame/n3-b2-w1_3",
        "leduc",
    ];
    for label in labels {
        let (game, profile, _) = equilibrium(label);
        for (seat, shift) in game.players().iter().flat_map(|seat| [(*seat, 0), (*seat, 1)]) {
            let rule =
                |view: usize, card: u64| (card as usize + shift) % game.views()[view].actions.len();
            let costs = Costs::of(&game, &profile, seat);
            let (mut all, mut won, mut lost) = (Rational::ZERO, Rational::ZERO, Rational::ZERO);
            let mut deals: BTreeMap<Vec<u64>, Rational> = BTreeMap::new();
            let mut outcome = EveryOutcome::default();
            loop {
                if let Some(held) = game.try_deal(&mut outcome) {
                    let (payoffs, loss) = finished(
                        (&game, &profile, &costs),
                        (held.clone(), seat),
                        rule,
                        &mut outcome,
                    );
                    assert!(payoffs.iter().cloned().sum::<Rational>().is_zero(), "{label}");
                    let probability = outcome.probability();
                    all += &probability;
                    won += &(&probability * &payoffs[seat.index()]);
                    lost += &(&probability * &loss);
                    *deals.entry(held.hands).or_default() += &probability;
                }
                if !outcome.turn() {
                    break;
                }
            }
            let theirs = game.views().iter().enumerate().map(|(at, view)| {
                let mine = |action: usize| {
                    let card =
                        |card: u64| (card, Rational::from(u32::from(rule(at, card) == action)));
                    Piecewise::steps((1..=game.n()).map(card))
                };
                let actions = 0..view.actions.len();
                if view.player == seat {
                    actions.map(mine).collect()
                } else {
                    profile.at(at).to_vec()
                }
            });
            let theirs = Profile::new(&game, theirs.collect()).unwrap();
            let gains = Gains::of(&game, &Evaluation::new(&game, &theirs));
            assert_eq!(won / &all, gains.payoffs[seat.index()], "{label} {seat}");
            assert_eq!(lost / &all, gains.gains[seat.index()], "{label} {seat}");
            let weights: BTreeMap<Vec<u64>, Rational> = game.all_deals().into_iter().collect();
            assert_eq!(deals.len(), weights.len(), "{label}");
            for (cards, probability) in deals {
                let expected = &weights[&cards] / &game.deals();
                assert_eq!(probability / &all, expected, "{label} {cards:?}");
            }
        }
    }
}

#[test]
fn seeds_deal_every_deal_equally_often() {
    let game = parse_label("kuhn/n3-b1").unwrap();
    let mut counts: BTreeMap<Vec<u64>, i64> = BTreeMap::new();
    for seed in 0..6_000 {
        *counts
            .entry(game.deal(&mut SeededChance::of(format!("kuhn/n3-b1 I {seed:016x}"))).hands)
            .or_default() += 1;
    }
    // Six standard deviations from 1000; seeds and so counts are the same in every run.
    assert!(
        counts.len() == 6 && counts.values().all(|count| (count - 1000).abs() < 174),
        "{counts:?}"
    );
}

#[test]
fn the_largest_deck_is_dealt_from_end_to_end() {
    let game = parse_label("three-player/n1000000000000000000-b2").unwrap();
    let cards: Vec<u64> = (0..200)
        .flat_map(|seed| game.deal(&mut SeededChance::of(format!("large {seed}"))).hands)
        .collect();
    let tenths: Vec<u64> = cards.iter().map(|card| (card - 1) / 100_000_000_000_000_000).collect();
    for tenth in 0..10 {
        // 60 on average.
        assert!(
            (30..95).contains(&tenths.iter().filter(|found| **found == tenth).count()),
            "{tenths:?}"
        );
    }
}

/// III sees what II did where the game says so, and not where callers do not see each other.
#[test]
fn what_a_player_does_not_see_is_not_told() {
    for (label, expected) in
        [("three-player/n4-b1", [true, false]), ("in-turn/n4-b1", [true, true])]
    {
        let (game, profile, _) = equilibrium(label);
        let mut bytes = SeededChance::of("any".to_owned());
        // I surely bets the highest card.
        let hand = Hand::played(&game, &profile, (held(&[4, 3, 2]), Player::III), &[], &mut bytes)
            .unwrap();
        assert!(matches!(hand.state, HandState::Turn(_)), "III is bet at");
        assert_eq!(hand.seen(&game), expected, "{label}");
    }
}

#[test]
fn a_decision_that_is_none_is_refused() {
    let (game, profile, _) = equilibrium("kuhn/n3-b1");
    let played = |decisions: &[&str]| {
        let decisions: Vec<String> = decisions.iter().map(ToString::to_string).collect();
        let mut bytes = SeededChance::of("any".to_owned());
        Hand::played(&game, &profile, (held(&[1, 3]), Player::I), &decisions, &mut bytes)
            .map_err(|error| error.to_string())
    };
    let refused = |decisions: &[&str]| played(decisions).err().unwrap_or_default();
    assert_eq!(refused(&["jump"]), "do = jump, expected one of: check, bet 1");
    let end = "do = fold, expected none after the end of the hand";
    assert!(
        [refused(&["bet 1", "fold"]), refused(&["check", "fold", "fold"])]
            .iter()
            .all(|words| words == end)
    );
}
