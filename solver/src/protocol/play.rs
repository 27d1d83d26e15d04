//! Cards that a protocol deals, played as a profile of a game says: what everybody wins.
//!
//! The first parties are the players of the game, each with the first card it gets; the others are helpers. All deals of a
//! fair protocol are equally likely, so what is won is the value of the game: exactly over all coins, and nearly on a sample.

use std::collections::HashMap;
use std::hash::Hash;

use super::coins::Odometer;
use super::fairness::chunks::{Chunks, Run};
use super::fairness::statistic::{Finding, judged, pearson};
use super::fairness::{Law, NotChecked, Test};
use super::system::{hands, outcome};
use super::{Event, Fault, Kind, Protocol, Refused, Table};
use crate::control::Control;
use crate::exact::Rational;
use crate::game::{Game, Node};
use crate::strategy::{Evaluation, Profile};

/// What a sample of hands paid.
#[derive(Clone, Debug, PartialEq)]
pub struct Winnings {
    /// Hands that were played; deals without an end are not.
    pub hands: u64,
    /// What each player won on average: exactly, over the players' own chances too, so only the deal is left to chance.
    pub mean: Vec<Rational>,
    /// What each should win: the payoff of the profile.
    pub value: Vec<Rational>,
    /// Whether every deal is as likely as the others, and whether each player but the last won what he should.
    pub tests: Vec<Test>,
}

/// What each player wins on average when the protocol deals, over every sequence of coins; given that it comes to an end.
///
/// Cost: one run for each sequence of coins, one hand for each different deal.
///
/// Errors: `TooManyBranches` beyond `limit`; a game or a deal that do not fit; `Stopped` when cancelled.
pub fn expected(
    protocol: &dyn Protocol,
    (game, profile): (&Game, &Profile),
    limit: u64,
    control: &Control,
) -> Result<Vec<Rational>, NotChecked> {
    fits(protocol, game)?;
    let too_many = || Refused::TooManyBranches { allowed: limit };
    let mut odometer = Odometer::new();
    let mut counts: HashMap<(Vec<u64>, u128), u64> = HashMap::new();
    for branches in 1.. {
        if branches % 1024 == 1 {
            control.check()?;
        }
        let mut table = Table::new(protocol.parties(), &mut odometer);
        table.record = false;
        let ended = protocol.run(&mut table);
        let dealt = dealt(game, protocol, ended, &table.into_log())?;
        // The first branch tells how many there will be, if all are alike.
        let ways = odometer.ways().filter(|&ways| branches > 1 || ways <= u128::from(limit)).ok_or_else(too_many)?;
        if let Some(cards) = dealt {
            more(&mut counts, (cards, ways), 1);
        }
        if !odometer.turn() {
            break;
        }
        if branches == limit {
            return Err(too_many().into());
        }
    }
    let mut weights: HashMap<Vec<u64>, Rational> = HashMap::new();
    for ((cards, ways), count) in counts {
        *weights.entry(cards).or_default() += &(Rational::from(count) / Rational::from(ways));
    }
    Ok(average(game, profile, weights))
}

/// Plays so many hands and compares what is won with the payoff of the profile. The same seed, the same hands.
///
/// Power: a bias of `β` antes is found with probability 0.999 from `(8.2 s / β)²` hands on, where `s` is the deviation of what a
/// deal pays.
///
/// Errors: a game or a deal that do not fit; `Stopped` when cancelled.
pub fn sampled(
    protocol: &dyn Protocol,
    (game, profile): (&Game, &Profile),
    (hands, seed): (u64, u64),
    control: &Control,
) -> Result<Winnings, NotChecked> {
    fits(protocol, game)?;
    let chunks = Chunks { protocol, deals: hands, seed, control, progress: &|_| () };
    type Counts = Result<HashMap<Vec<u64>, u64>, Refused>;
    let take = |counts: &mut Counts, (ended, log, _): Run<'_>| match (dealt(game, protocol, ended, &log), &mut *counts)
    {
        (Ok(Some(cards)), Ok(counts)) => more(counts, cards, 1),
        (Err(refused), Ok(_)) => *counts = Err(refused),
        _ => {}
    };
    let and = |counts: Counts, others: Counts| {
        let (mut counts, others) = (counts?, others?);
        others.into_iter().for_each(|(cards, count)| more(&mut counts, cards, count));
        Ok(counts)
    };
    let counts = chunks.tally(0..chunks.len(), || Ok(HashMap::new()), take, and)??;
    let mut deals: Vec<(Vec<u64>, u64)> = counts.into_iter().collect();
    deals.sort();
    let played: u64 = deals.iter().map(|deal| deal.1).sum();
    let mean = average(game, profile, deals.iter().map(|(cards, count)| (cards.clone(), Rational::from(*count))));
    let evaluation = Evaluation::new(game, profile);
    let value: Vec<Rational> = game.players().iter().map(|player| evaluation.payoff(*player)).collect();

    let mut findings = Vec::new();
    let deck = game.n() * game.copies();
    let due = (0..game.players().len() as u64).try_fold(1_u64, |due, gone| due.checked_mul(deck - gone));
    // Twenty of each deal or more; otherwise nothing can be said of single deals.
    if let Some(due) = due.filter(|due| *due <= played / 20) {
        let mut counts: Vec<u64> = deals.iter().map(|deal| deal.1).collect();
        counts.resize(due as usize, 0);
        let (statistic, freedom) = pearson(&counts, &vec![1.0 / due as f64; counts.len()]);
        let law = Law::ChiSquare(freedom);
        findings.push(Finding { name: "deals of cards".to_owned(), statistic, law, deals: played });
    }
    let pays: Vec<(Vec<Rational>, u64)> =
        deals.iter().map(|(cards, count)| (pays(game, profile, cards), *count)).collect();
    for (at, player) in game.players().iter().enumerate().take(value.len() - 1) {
        let square = |(pays, count): &(Vec<Rational>, u64)| (&pays[at] - &mean[at]).to_f64().powi(2) * *count as f64;
        let deviation = (pays.iter().map(square).sum::<f64>() / played as f64).sqrt();
        let bias = (&mean[at] - &value[at]).to_f64();
        let statistic = if mean[at] == value[at] { 0.0 } else { bias / deviation * (played as f64).sqrt() };
        findings.push(Finding { name: format!("winnings of {player}"), statistic, law: Law::Normal, deals: played });
    }
    Ok(Winnings { hands: played, mean, value, tests: judged(findings) })
}

fn more<K: Eq + Hash>(counts: &mut HashMap<K, u64>, key: K, count: u64) {
    *counts.entry(key).or_default() += count;
}

/// Whether there is a party for every player, and every deal of the game is equally likely.
fn fits(protocol: &dyn Protocol, game: &Game) -> Result<(), Refused> {
    let (parties, players) = (protocol.parties(), game.players().len());
    if parties < players {
        return Err(Refused::TooFewPlayers { given: parties, least: players, why: "one for each player of the game" });
    }
    if game.has_ranges() {
        let (given, expected) = ("a game with ranges", "one in which all deals are equally likely");
        return Err(Refused::Given { given: given.to_owned(), expected: expected.to_owned() });
    }
    Ok(())
}

/// The card of each player, from 1, copies told apart; `None` if the deal came to no end.
fn dealt(
    game: &Game,
    protocol: &dyn Protocol,
    ended: Result<(), Fault>,
    log: &[Event],
) -> Result<Option<Vec<u64>>, Refused> {
    let deck = game.n() * game.copies();
    let wrong = |given: String| Refused::Given { given, expected: format!("a card of 1 to {deck} for each player") };
    match ended {
        Err(Fault { what: Kind::Unfinished { .. }, .. }) => return Ok(None),
        Err(fault) => return Err(wrong(format!("a deal that ends with “{fault}”"))),
        Ok(()) => {}
    }
    let outcome = outcome(log);
    if !protocol.legal(&outcome) {
        return Err(wrong("a deal against the rules".to_owned()));
    }
    let hands = hands(protocol.parties(), &outcome);
    let first = |hand: &Vec<u64>| hand.first().copied().filter(|card| (1..=deck).contains(card));
    let cards: Option<Vec<u64>> = hands.iter().take(game.players().len()).map(first).collect();
    cards.map(Some).ok_or_else(|| wrong("a deal without it".to_owned()))
}

/// What everybody wins over these deals, by weight.
fn average(game: &Game, profile: &Profile, weights: impl IntoIterator<Item = (Vec<u64>, Rational)>) -> Vec<Rational> {
    let mut sums = vec![Rational::ZERO; game.players().len()];
    let mut all = Rational::ZERO;
    for (cards, weight) in weights {
        for (sum, pays) in sums.iter_mut().zip(pays(game, profile, &cards)) {
            *sum += &(pays * &weight);
        }
        all += &weight;
    }
    sums.into_iter().map(|sum| if all.is_zero() { sum } else { sum / &all }).collect()
}

/// What one deal pays each player on average when all follow the profile.
fn pays(game: &Game, profile: &Profile, cards: &[u64]) -> Vec<Rational> {
    let ranks: Vec<u64> = cards.iter().map(|card| (card - 1) / game.copies() + 1).collect();
    let mut sums = vec![Rational::ZERO; ranks.len()];
    let mut open = vec![(0, Rational::ONE)];
    while let Some((node, chance)) = open.pop() {
        match &game.nodes()[node] {
            Node::Over(leaf) => {
                let payoffs = game.leaves()[*leaf].payoffs(&ranks);
                sums.iter_mut().zip(payoffs).for_each(|(sum, payoff)| *sum += &(payoff * &chance));
            }
            Node::Act { view, children } => {
                let card = ranks[game.views()[*view].player.index()];
                let odds = profile.at(*view).iter().map(|action| action.at(card) * &chance);
                open.extend(children.iter().copied().zip(odds).filter(|branch| !branch.1.is_zero()));
            }
        }
    }
    sums
}
