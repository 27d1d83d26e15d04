use std::collections::{HashMap, HashSet};

use super::super::{Residue, SraGroup};

/// A product of powers of cards that is 1, as card and exponent: it holds under every lock.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Relation(pub(super) Vec<(usize, i32)>);

/// The properties of a deck that locks do not hide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Leak {
    /// The Legendre symbol of every card: the only invariant of an order that divides
    /// `(p − 1)/q = 2`.
    pub(super) symbols: Vec<i8>,
    /// Relations of at most three cards with exponents from −2 to 2, the first positive.
    pub(super) relations: Vec<Relation>,
}

impl Leak {
    /// The kinds of cards that can be told apart.
    pub(super) fn classes(&self) -> usize {
        self.symbols.iter().collect::<HashSet<_>>().len()
    }

    /// True if nothing was found.
    pub(super) fn is_none(&self) -> bool {
        self.classes() <= 1 && self.relations.is_empty()
    }
}

/// The largest exponent of a relation.
const LARGEST: i32 = 2;

/// The facts about locked cards of this deck that need no key: invariants and small relations.
///
/// Nothing found is no proof: relations with larger exponents, or of more cards, are not looked
/// for. In a small group there are always some by accident.
pub(super) fn leak(deck: &[Residue], group: &SraGroup) -> Leak {
    let modulus = &group.modulus;
    let mut powers: Vec<Vec<(i32, Residue)>> = Vec::new();
    for card in deck {
        let back = modulus.inverse(card).unwrap_or(Residue::ONE);
        let of = |base: Residue, sign: i32| {
            let next = move |power: &Residue| Some(modulus.product(power, &base));
            (1..=LARGEST)
                .map(move |exponent| sign * exponent)
                .zip(std::iter::successors(Some(base), next))
        };
        powers.push(of(*card, 1).chain(of(back, -1)).collect());
    }
    // Which power of which card is the inverse of this.
    let mut third: HashMap<Residue, Vec<(usize, i32)>> = HashMap::new();
    for (at, exponent, power) in
        powers.iter().enumerate().flat_map(|(at, all)| all.iter().map(move |(e, p)| (at, e, p)))
    {
        third.entry(*power).or_default().push((at, -exponent));
    }
    let mut relations = Vec::new();
    for (i, first) in powers.iter().enumerate() {
        for &(a, x) in first.iter().filter(|(a, _)| *a > 0) {
            if x == Residue::ONE {
                relations.push(Relation(vec![(i, a)]));
            }
            for (j, second) in powers.iter().enumerate().skip(i + 1) {
                for (b, y) in second {
                    let product = modulus.product(&x, y);
                    if product == Residue::ONE {
                        relations.push(Relation(vec![(i, a), (j, *b)]));
                    }
                    let thirds = third.get(&product).into_iter().flatten().filter(|(k, _)| *k > j);
                    relations.extend(thirds.map(|&(k, c)| Relation(vec![(i, a), (j, *b), (k, c)])));
                }
            }
        }
    }
    Leak { symbols: deck.iter().map(|card| modulus.symbol(card)).collect(), relations }
}
