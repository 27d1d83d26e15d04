use crate::{Gain, Parties};
use bluff_exact::Rational;

/// The shape of a deal, as its first run shows: which draw goes to whom.
#[derive(Default)]
pub(super) struct DealShape {
    /// Cards in the deck.
    pub(super) cards: u64,
    /// The parties that may know some of the cards, and how many.
    pub(super) seats: Vec<(Parties, u64)>,
    /// The one of these that each draw goes to.
    pub(super) seat_of: Vec<usize>,
}

/// A question to each deal with finitely many answers, and the exact law of these if every deal is
/// equally likely.
pub(super) struct DealQuestion {
    pub(super) name: String,
    pub(super) law: Vec<Rational>,
    /// The number of the answer of a deal.
    pub(super) answer: NumberedAnswer,
}

/// The number of the answer, from the cards in the order of drawing, counted from 0.
type NumberedAnswer = Box<dyn Fn(&[u64]) -> usize + Send + Sync>;

/// Draws beyond these are not asked for their order.
const ORDERED: usize = 12;

impl DealShape {
    /// The shape of a deal of cards, from the gains of a legal run; empty without any.
    pub(super) fn of(cards: u64, gains: &[Gain]) -> Self {
        let mut seats: Vec<(Parties, u64)> = Vec::new();
        let mut seat_of = Vec::new();
        for gain in gains {
            let at = seats.iter().position(|seat| seat.0 == gain.to).unwrap_or(seats.len());
            if at == seats.len() {
                seats.push((gain.to, 0));
            }
            seats[at].1 += 1;
            seat_of.push(at);
        }
        Self { cards: if gains.is_empty() { 0 } else { cards }, seats, seat_of }
    }

    /// The cards of an outcome in the order of drawing, counted from 0; `None` if it has another
    /// shape.
    pub(super) fn dealt(&self, gains: &[Gain]) -> Option<Vec<u64>> {
        let fits = gains.len() == self.seat_of.len()
            && gains.iter().zip(&self.seat_of).all(|(gain, &seat)| gain.to == self.seats[seat].0);
        let card = |gain: &Gain| gain.value.checked_sub(1).filter(|card| *card < self.cards);
        if fits { gains.iter().map(card).collect() } else { None }
    }

    /// All there is to ask of so many deals.
    pub(super) fn questions(&self, deals: u64) -> Vec<DealQuestion> {
        let draws = self.seat_of.len();
        let mut questions = Vec::new();
        for other in
            [(draws > 1).then_some(1), (draws > 2).then(|| draws - 1)].into_iter().flatten()
        {
            questions.push(pair(self.cards, (0, other), deals));
        }
        for (at, &(seat, cards)) in self.seats.iter().enumerate() {
            let held: Vec<usize> = (0..draws).filter(|&draw| self.seat_of[draw] == at).collect();
            if self.cards == 52 && cards >= 5 {
                questions.push(hand_classes(seat, held[..5].to_vec()));
            } else if cards >= 2 {
                questions.push(odd_cards(seat, held, self.cards));
            }
        }
        let ordered = draws.min(ORDERED);
        if ordered > 1 {
            questions.push(ascents(ordered));
        }
        if ordered > 0 {
            questions.push(matches(self.cards, ordered));
        }
        questions
    }
}

/// The first and the last card, from 1, of each of some classes of neighbours.
pub(super) fn classes(cards: u64, classes: u64) -> Vec<(u64, u64)> {
    let first = |class: u64| (class * cards).div_ceil(classes);
    (0..classes).map(|class| (first(class) + 1, first(class + 1))).collect()
}

/// The number of cards in each of some classes of neighbours.
pub(super) fn class_sizes(cards: u64, count: u64) -> Vec<u64> {
    classes(cards, count).into_iter().map(|(first, last)| last + 1 - first).collect()
}

/// Two draws together, by as many classes of neighbouring cards as the deals allow.
fn pair(cards: u64, (one, other): (usize, usize), deals: u64) -> DealQuestion {
    let classes = (deals / 20).isqrt().clamp(1, cards.min(64));
    let sizes = class_sizes(cards, classes);
    let pairs = Rational::from(cards) * Rational::from(cards.saturating_sub(1).max(1));
    let mut law = Vec::new();
    for (a, size) in sizes.iter().enumerate() {
        for (b, rest) in sizes.iter().enumerate() {
            law.push(Rational::from(size * (rest - u64::from(a == b))) / &pairs);
        }
    }
    let class = move |card: u64| (card * classes / cards) as usize;
    let answer = move |drawn: &[u64]| class(drawn[one]) * classes as usize + class(drawn[other]);
    let name = format!("draws 1 and {} together", other + 1);
    DealQuestion { name, law, answer: Box::new(answer) }
}

/// Poker hands of five of 52 cards, and how many there are of each, from straight flush down to
/// nothing.
pub(super) const HANDS: [u64; 9] =
    [40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540];

fn hand_classes(seat: Parties, held: Vec<usize>) -> DealQuestion {
    let all: u64 = HANDS.iter().sum();
    let law = HANDS.iter().map(|&hands| Rational::from(hands) / Rational::from(all)).collect();
    let answer = move |drawn: &[u64]| hand_class(std::array::from_fn(|at| drawn[held[at]]));
    DealQuestion { name: format!("poker hand of {seat}"), law, answer: Box::new(answer) }
}

/// The class of [`HANDS`] of five cards below 52; suits are runs of thirteen.
pub(super) fn hand_class(cards: [u64; 5]) -> usize {
    let (mut ranks, mut suits) = ([0_u8; 13], 0_u8);
    for card in cards {
        ranks[(card % 13) as usize] += 1;
        suits |= 1 << (card / 13);
    }
    let present = (0..13).filter(|rank| ranks[*rank] > 0).fold(0_u32, |set, rank| set | 1 << rank);
    // The ace, rank 0, also stands above the king.
    let straight = (0..10).any(|low| (present | (present & 1) << 13) >> low & 0b11111 == 0b11111);
    let flush = suits.is_power_of_two();
    // The sizes of the two largest groups of one rank.
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    match (straight, flush, ranks[0], ranks[1]) {
        (true, true, ..) => 0,
        (_, _, 4, _) => 1,
        (_, _, 3, 2) => 2,
        (_, true, ..) => 3,
        (true, ..) => 4,
        (_, _, 3, _) => 5,
        (_, _, 2, 2) => 6,
        (_, _, 2, _) => 7,
        _ => 8,
    }
}

/// The number of odd cards in a hand: hypergeometric.
fn odd_cards(seat: Parties, held: Vec<usize>, cards: u64) -> DealQuestion {
    let law = marked(cards, cards.div_ceil(2), held.len() as u64);
    let answer =
        move |drawn: &[u64]| held.iter().filter(|&&draw| drawn[draw].is_multiple_of(2)).count();
    DealQuestion { name: format!("odd cards of {seat}"), law, answer: Box::new(answer) }
}

/// The law of the number of marked cards in a hand: hypergeometric.
pub(super) fn marked(cards: u64, marks: u64, hand: u64) -> Vec<Rational> {
    let ways = |k| choose(marks, k) * choose(cards - marks, hand - k) / choose(cards, hand);
    (0..=hand).map(ways).collect()
}

/// The number of cards that are higher than the one drawn before: Euler's numbers. Runs are one
/// more.
fn ascents(draws: usize) -> DealQuestion {
    let mut euler = vec![1_u64];
    for n in 2..=draws as u64 {
        let old = |at: u64| euler.get(at as usize).copied().unwrap_or(0);
        euler = (0..n)
            .map(|k| (k + 1) * old(k) + if k > 0 { (n - k) * old(k - 1) } else { 0 })
            .collect();
    }
    let all = Rational::from(euler.iter().sum::<u64>());
    let law = euler.into_iter().map(|ways| Rational::from(ways) / &all).collect();
    let answer =
        move |drawn: &[u64]| drawn[..draws].windows(2).filter(|pair| pair[0] < pair[1]).count();
    let name = "runs in the order of drawing".to_owned();
    DealQuestion { name, law, answer: Box::new(answer) }
}

/// The number of cards that have the number of their draw, by inclusion and exclusion.
fn matches(cards: u64, draws: usize) -> DealQuestion {
    let t = draws as u64;
    // The probability that some j given draws match is 1 / (k (k − 1) … (k − j + 1)).
    let given = |j: u64| (0..j).fold(Rational::ONE, |p, gone| p / Rational::from(cards - gone));
    let law = (0..=t).map(|m| {
        let term = |j: u64| {
            let term = choose(t, j) * choose(j, m) * given(j);
            if (j - m).is_multiple_of(2) { term } else { -term }
        };
        (m..=t).map(term).sum()
    });
    let answer = move |drawn: &[u64]| {
        (0..).zip(&drawn[..draws]).filter(|(draw, card)| draw == *card).count()
    };
    let name = "cards that match their draw".to_owned();
    DealQuestion { name, law: law.collect(), answer: Box::new(answer) }
}

fn choose(n: u64, k: u64) -> Rational {
    if k > n {
        return Rational::ZERO;
    }
    (0..k).fold(Rational::ONE, |ways, at| ways * Rational::from(n - at) / Rational::from(at + 1))
}

/// The law of the number of draws that hit a card dealt before and are made again, as far as
/// `most`, and of more together; given that no card took more than `tries` of them.
///
/// Source: draw t hits one of the t cards dealt with probability t / k, however often it was made
/// before.
pub(super) fn repeats(cards: u64, draws: usize, tries: u64, most: usize) -> Vec<f64> {
    let mut law = vec![0.0; most + 1];
    law[0] = 1.0;
    for gone in 0..draws {
        let hit = gone as f64 / cards as f64;
        let ends = 1.0 - hit.powf(tries as f64);
        let again: Vec<f64> =
            (0..=most).map(|hits| hit.powf(hits as f64) * (1.0 - hit) / ends).collect();
        let again = &again[..again.len().min(tries as usize)];
        law = (0..=most)
            .map(|sum| {
                let pairs = again.iter().zip(law[..=sum].iter().rev());
                pairs.map(|(again, before)| again * before).sum()
            })
            .collect();
    }
    let rest = 1.0 - law.iter().sum::<f64>();
    law.push(rest.max(0.0));
    law
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CoinOdometer, Subgroup};

    /// All orders of a small deck, answered one by one, give the law that the question claims.
    #[test]
    fn every_law_is_that_of_all_deals() {
        let seat = |at: usize| Parties::from(crate::Party::at(at));
        for cards in [5, 6, 7] {
            let seats = vec![(seat(0), 3), (seat(1), 1)];
            let shape = DealShape { cards, seats, seat_of: vec![0, 1, 0, 0] };
            let questions = shape.questions(1_000_000);
            assert_eq!(questions.len(), 5);
            for question in questions {
                let mut counts = vec![0_u64; question.law.len()];
                let mut odometer = CoinOdometer::new();
                loop {
                    let order = Subgroup::All.random(cards as usize, &mut odometer);
                    let dealt: Vec<u64> =
                        order.images()[..4].iter().map(|&card| card.into()).collect();
                    counts[(question.answer)(&dealt)] += 1;
                    if !odometer.turn() {
                        break;
                    }
                }
                let all = Rational::from(counts.iter().sum::<u64>());
                let law: Vec<Rational> =
                    counts.into_iter().map(|count| Rational::from(count) / &all).collect();
                assert_eq!(law, question.law, "{} of {cards}", question.name);
            }
        }
    }

    /// All 2 598 960 hands, one after the other.
    #[test]
    fn poker_hands_are_counted() {
        let mut counts = [0; 9];
        for a in 0..52 {
            for b in 0..a {
                for c in 0..b {
                    for d in 0..c {
                        (0..d).for_each(|e| counts[hand_class([a, b, c, d, e])] += 1);
                    }
                }
            }
        }
        assert_eq!(counts, HANDS);
    }

    #[test]
    fn repeated_draws() {
        // Two of two cards: the second draw hits the first card half of the time.
        let law = repeats(2, 2, u64::MAX, 3);
        assert_eq!(law, [0.5, 0.25, 0.125, 0.0625, 0.0625]);
        let mean = |cards, draws| -> f64 {
            (0..).zip(repeats(cards, draws, u64::MAX, 400)).map(|(r, p)| f64::from(r) * p).sum()
        };
        for (draws, expected) in [(4, 0.12), (9, 0.78), (15, 2.5), (25, 8.6)] {
            assert!((mean(52, draws) - expected).abs() < 0.05, "{draws}");
        }
        // With two tries at most, 1/2 and 1/4 of the second draws come to an end, at the first and
        // at the second try.
        let law = repeats(2, 2, 2, 3);
        assert!(
            (law[0] - 2.0 / 3.0).abs() + (law[1] - 1.0 / 3.0).abs() + law[2..].iter().sum::<f64>()
                < 1e-12
        );
    }

    #[test]
    fn classes_are_those_of_the_division() {
        for (cards, classes) in [(52, 52), (52, 7), (5, 2), (1, 1)] {
            let mut counts = vec![0; classes as usize];
            (0..cards).for_each(|card| counts[(card * classes / cards) as usize] += 1);
            assert_eq!(counts, class_sizes(cards, classes));
        }
    }
}
