use std::collections::BTreeMap;

use rational_bluff::game::parse_label;
use rational_bluff::solve::{Control, Method, solve};
use rational_bluff::strategy::{Evaluation, Gains};

use super::*;

/// Every outcome of chance, one after the other, each with its probability.
#[derive(Default)]
struct EveryOutcome {
    /// The numbers drawn, each with its bound.
    digits: Vec<(i64, i64)>,
    at: usize,
}

impl Chance for EveryOutcome {
    fn below(&mut self, bound: &Rational) -> Rational {
        let bound = i64::try_from(bound.to_i128().unwrap()).unwrap();
        if self.at == self.digits.len() {
            self.digits.push((0, bound));
        }
        let (digit, same) = self.digits[self.at];
        assert_eq!(same, bound);
        self.at += 1;
        Rational::from(digit)
    }
}

impl EveryOutcome {
    fn probability(&self) -> Rational {
        self.digits
            .iter()
            .map(|(_, bound)| Rational::ratio(1, *bound))
            .fold(Rational::ONE, |all, one| all * one)
    }

    /// On to the next outcome; `false` after the last.
    fn turn(&mut self) -> bool {
        self.at = 0;
        while let Some((digit, bound)) = self.digits.pop() {
            if digit + 1 < bound {
                self.digits.push((digit + 1, bound));
                return true;
            }
        }
        false
    }
}

/// Plays a hand to its end by a rule for (view, card); cards, payoffs, and what the decisions lose.
fn finished(
    (game, profile, costs): (&Game, &Profile, &Costs),
    (cards, seat): (Vec<u64>, Player),
    rule: impl Fn(usize, u64) -> usize,
    outcome: &mut EveryOutcome,
) -> (Vec<Rational>, Rational) {
    let (dealt, card) = (outcome.at, cards[seat.index()]);
    let (mut decisions, mut lost) = (Vec::new(), Rational::ZERO);
    loop {
        outcome.at = dealt;
        let hand = Hand::played(game, profile, (cards.clone(), seat), &decisions, outcome).unwrap();
        match hand.state(game) {
            HandState::Over(leaf) => return (leaf.payoffs(&hand.cards), lost),
            HandState::Turn(view) => {
                let action = rule(view, card);
                lost += &costs.choice(view, card).unwrap().loss(action);
                decisions.push(game.views()[view].actions[action].clone());
            }
        }
    }
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
    ];
    for label in labels {
        let game = parse_label(label).unwrap();
        let profile = solve(&game, Method::Auto, &Control::new()).unwrap().solution.profile.clone();
        for (seat, shift) in game.players().iter().flat_map(|seat| [(*seat, 0), (*seat, 1)]) {
            let rule =
                |view: usize, card: u64| (card as usize + shift) % game.views()[view].actions.len();
            let costs = Costs::of(&game, &profile, seat);
            let (mut all, mut won, mut lost) = (Rational::ZERO, Rational::ZERO, Rational::ZERO);
            let mut deals: BTreeMap<Vec<u64>, Rational> = BTreeMap::new();
            let mut outcome = EveryOutcome::default();
            loop {
                if let Some(cards) = attempt(&game, &mut outcome) {
                    let (payoffs, loss) = finished(
                        (&game, &profile, &costs),
                        (cards.clone(), seat),
                        rule,
                        &mut outcome,
                    );
                    assert!(payoffs.iter().cloned().sum::<Rational>().is_zero(), "{label}");
                    let probability = outcome.probability();
                    all += &probability;
                    won += &(&probability * &payoffs[seat.index()]);
                    lost += &(&probability * &loss);
                    *deals.entry(cards).or_default() += &probability;
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
            for (cards, probability) in deals {
                let ranks = |player: &Player| cards[player.index()];
                let weight = |player: &Player| {
                    game.range(*player).map_or(Rational::ONE, |range| range.at(ranks(player)))
                };
                // Copies of the card that those before do not hold.
                let left = |player: &Player| {
                    let before = cards[..player.index()]
                        .iter()
                        .filter(|card| **card == ranks(player))
                        .count();
                    Rational::from(game.copies() - before as u64)
                };
                let ways = game
                    .players()
                    .iter()
                    .fold(Rational::ONE, |ways, one| ways * weight(one) * left(one));
                assert_eq!(probability / &all, ways / game.deals(), "{label} {cards:?}");
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
            .entry(dealt(&game, &mut SeededChance::of(format!("kuhn/n3-b1 I {seed:016x}"))))
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
        .flat_map(|seed| dealt(&game, &mut SeededChance::of(format!("large {seed}"))))
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
        let game = parse_label(label).unwrap();
        let profile = solve(&game, Method::Auto, &Control::new()).unwrap().solution.profile.clone();
        let mut bytes = SeededChance::of("any".to_owned());
        // I surely bets the highest card.
        let hand =
            Hand::played(&game, &profile, (vec![4, 3, 2], Player::III), &[], &mut bytes).unwrap();
        let HandState::Turn(view) = hand.state(&game) else { unreachable!("III is bet at") };
        assert_eq!(hand.seen(&game, view), expected, "{label}");
    }
}

#[test]
fn a_decision_that_is_none_is_refused() {
    let game = parse_label("kuhn/n3-b1").unwrap();
    let profile = solve(&game, Method::Auto, &Control::new()).unwrap().solution.profile.clone();
    let played = |decisions: &[&str]| {
        let decisions: Vec<String> = decisions.iter().map(ToString::to_string).collect();
        let mut bytes = SeededChance::of("any".to_owned());
        Hand::played(&game, &profile, (vec![1, 3], Player::I), &decisions, &mut bytes)
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
