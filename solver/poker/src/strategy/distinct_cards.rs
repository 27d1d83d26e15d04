//! Sums over distinct cards of several players, for a deck of ranks.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::iter;
use std::rc::Rc;

use bluff_exact::control::check_cancelled;
use bluff_exact::{Piecewise, Polynomial, Rational};

use super::power_series::{KeptTerms, PowerSeries};

/// Players who play alike, by reaches that are places in [`DistinctCards::reaches`]; `None` is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Class {
    /// The reach with which they are still in: only a card below the player's counts, or a copy.
    pub(super) live: Option<u32>,
    /// The reach with which they have folded: any card counts.
    pub(super) folded: Option<u32>,
    pub(super) count: u32,
}

impl Class {
    /// One player with a reach, who is still in or has folded.
    pub(super) fn one(reach: u32, still_in: bool) -> Self {
        let (live, folded) = if still_in { (Some(reach), None) } else { (None, Some(reach)) };
        Self { live, folded, count: 1 }
    }
}

/// Sums over the others' cards of the product of their reaches, as functions of the player's card.
pub(super) struct DistinctCards<'a> {
    n: u64,
    copies: u64,
    reaches: Vec<Cow<'a, Piecewise>>,
    /// The reach of taking any of several of them.
    any_of: HashMap<Vec<u32>, u32>,
    sums: HashMap<Vec<Class>, Rc<Piecewise>>,
    /// By reach, of one other player who has folded, and of one who is still in.
    of_one: Vec<[OnceCell<Rc<Piecewise>>; 2]>,
}

/// Cards on which the reaches of some classes are constant.
struct CardBlock {
    first: u64,
    last: u64,
    /// By class.
    live: Vec<Rational>,
    folded: Vec<Rational>,
    /// By which the reaches of a single card are multiplied to be whole.
    scale: Rational,
}

impl CardBlock {
    /// The reaches of having a card below the player's: still in, or folded.
    fn either(&self) -> Vec<Rational> {
        self.live.iter().zip(&self.folded).map(|(live, folded)| live + folded).collect()
    }
}

impl<'a> DistinctCards<'a> {
    pub(super) fn new(n: u64, copies: u64, reaches: Vec<Cow<'a, Piecewise>>) -> Self {
        let of_one = reaches.iter().map(|_| Default::default()).collect();
        Self { n, copies, reaches, any_of: HashMap::new(), sums: HashMap::new(), of_one }
    }

    pub(super) fn reach(&self, place: u32) -> &Piecewise {
        &self.reaches[place as usize]
    }

    /// The place of the sum of these reaches, `None` of none.
    pub(super) fn any_of(&mut self, reaches: Vec<u32>) -> Option<u32> {
        if reaches.len() < 2 {
            return reaches.first().copied();
        }
        let all = &mut self.reaches;
        let place = *self.any_of.entry(reaches).or_insert_with_key(|reaches| {
            let parts: Vec<&Piecewise> = reaches.iter().map(|at| &*all[*at as usize]).collect();
            let sum = Piecewise::sum(self.n, &parts);
            let known = all.iter().position(|known| **known == sum);
            known.unwrap_or_else(|| {
                all.push(Cow::Owned(sum));
                self.of_one.push(Default::default());
                all.len() - 1
            }) as u32
        });
        Some(place)
    }

    /// The sum where those still in hold no higher cards; where `t` of them hold copies of the
    /// player's, a share of `1/(t + 1)`.
    pub(super) fn sum(&mut self, classes: Vec<Class>) -> Rc<Piecewise> {
        let classes = in_order(classes);
        if let [Class { live: None, folded: Some(reach), count: 1 }] = *classes {
            return self.elsewhere(reach);
        }
        if let Some(known) = self.sums.get(&classes) {
            return Rc::clone(known);
        }
        let sum = Rc::new(self.of_many(&classes, |tied| Rational::ratio(1, i64::from(tied) + 1)));
        self.sums.insert(classes, Rc::clone(&sum));
        sum
    }

    /// The sum where those still in hold no higher cards, and so many of them copies of the
    /// player's.
    pub(super) fn tied(&mut self, classes: Vec<Class>, tied: u32) -> Rc<Piecewise> {
        if self.copies == 1 && tied == 0 {
            return self.sum(classes);
        }
        let share = |other| Rational::from(u32::from(other == tied));
        Rc::new(self.of_many(&in_order(classes), share))
    }

    /// [`Self::sum`] for one other player, who has folded.
    pub(super) fn elsewhere(&self, reach: u32) -> Rc<Piecewise> {
        let [elsewhere, _] = &self.of_one[reach as usize];
        Rc::clone(elsewhere.get_or_init(|| {
            let reach = self.reach(reach);
            Rc::new(reach.subtracted_from(&(reach.total() * Rational::from(self.copies))))
        }))
    }

    /// [`Self::sum`] for one other player, who is still in.
    pub(super) fn below(&mut self, reach: u32) -> Rc<Piecewise> {
        if self.copies > 1 {
            return self.sum(vec![Class::one(reach, true)]);
        }
        let [_, below] = &self.of_one[reach as usize];
        Rc::clone(below.get_or_init(|| Rc::new(self.reach(reach).sum_below())))
    }

    /// The coefficient of a product over all cards, each of which one player may hold; `share` is
    /// counted of the deals in which so many of those still in hold copies of the player's card.
    ///
    /// Source: docs/DERIVATIONS.md#sums-over-distinct-cards. Cost: some products of power series
    /// for each run of cards on which all these reaches are constant.
    fn of_many(&self, classes: &[Class], share: impl Fn(u32) -> Rational) -> Piecewise {
        let terms = KeptTerms::up_to(classes.iter().map(|class| class.count));
        let blocks = self.blocks(classes);
        let copies = i128::from(self.copies);
        let power =
            |factors: &[Rational], exponent: i128| PowerSeries::power(&terms, factors, exponent);
        let cards = |block: &CardBlock| copies * i128::from(block.last + 1 - block.first);
        let product = |block: &CardBlock, factors: &[Rational]| {
            if block.scale.is_one() {
                power(factors, cards(block))
            } else {
                PowerSeries::linear(&terms, &block.scale, factors)
            }
        };
        // Over the blocks above each one, and below it.
        let [mut above, mut below] = [(); 2].map(|()| vec![power(&[], 0)]);
        for block in blocks[1..].iter().rev() {
            above.push(above[above.len() - 1].times(&product(block, &block.folded)));
        }
        for block in &blocks[..blocks.len() - 1] {
            below.push(below[below.len() - 1].times(&product(block, &block.either())));
        }
        let orders = classes.iter().flat_map(|class| 1..=class.count).map(Rational::from);
        let orders = orders.fold(Rational::ONE, |orders, factor| orders * factor);
        let unit = blocks.iter().fold(orders, |unit, block| unit / &block.scale);
        let mut pieces = Vec::with_capacity(blocks.len());
        for (block, (below, above)) in blocks.iter().zip(below.iter().zip(above.iter().rev())) {
            check_cancelled();
            // All but the player's card.
            let unit = &unit * &block.scale;
            let mut others = below.times(above);
            if cards(block) > copies {
                others = others.times(&power(&block.folded, cards(block) - copies));
            }
            if copies > 1 {
                others = others.times(&self.other_copies(&terms, block, &share));
            }
            let mut differences = vec![others.last() * &unit];
            if block.first < block.last && block.live.iter().any(|live| !live.is_zero()) {
                // A step to the next rank multiplies the product by 1 plus this.
                let change = power(&block.either(), copies).times(&power(&block.folded, -copies));
                let change = change.plus(&PowerSeries::linear(&terms, &-Rational::ONE, &[]));
                for _ in block.first..block.last {
                    others = others.times(&change);
                    if others.is_zero() {
                        break;
                    }
                    differences.push(others.last() * &unit);
                }
            }
            pieces.push((block.last, Polynomial::of_differences(block.first, &differences)));
        }
        Piecewise::new(pieces)
    }

    /// The factor of the other copies of the player's card.
    fn other_copies(
        &self,
        terms: &Rc<KeptTerms>,
        block: &CardBlock,
        share: impl Fn(u32) -> Rational,
    ) -> PowerSeries {
        let live = PowerSeries::linear(terms, &Rational::ZERO, &block.live);
        let mut product = PowerSeries::linear(terms, &Rational::ZERO, &[]);
        // By the number of them that those still in hold.
        let mut ways = PowerSeries::power(terms, &[], 0);
        let mut left = i128::from(self.copies) - 1;
        for tied in 0.. {
            let held = ways.times(&PowerSeries::power(terms, &block.folded, left));
            product = product.plus(&held.scaled(&share(tied)));
            ways = ways.times(&live).scaled(&(Rational::from(left) / Rational::from(tied + 1)));
            left -= 1;
            if ways.is_zero() {
                break;
            }
        }
        product
    }

    /// The cards, cut where one of the reaches changes.
    fn blocks(&self, classes: &[Class]) -> Vec<CardBlock> {
        let reaches = classes.iter().flat_map(|class| [class.live, class.folded]).flatten();
        let mut lasts: Vec<u64> = reaches.flat_map(|place| self.reach(place).breaks()).collect();
        lasts.push(self.n);
        lasts.sort_unstable();
        lasts.dedup();
        let firsts = iter::once(1).chain(lasts.iter().map(|last| last + 1));
        let block = |(first, last): (u64, &u64)| {
            let at = |place: Option<u32>| {
                place.map_or(Rational::ZERO, |place| self.reach(place).at(first))
            };
            let mut live: Vec<Rational> = classes.iter().map(|class| at(class.live)).collect();
            let mut folded: Vec<Rational> = classes.iter().map(|class| at(class.folded)).collect();
            let mut scale = Rational::ONE;
            if first == *last && self.copies == 1 {
                scale = Rational::common_denominator(live.iter().chain(&folded));
                for reach in live.iter_mut().chain(&mut folded) {
                    *reach = &*reach * &scale;
                }
            }
            CardBlock { first, last: *last, live, folded, scale }
        };
        firsts.zip(&lasts).map(block).collect()
    }
}

/// Classes in order, each once and none without players.
fn in_order(mut classes: Vec<Class>) -> Vec<Class> {
    classes.retain(|class| class.count > 0);
    classes.sort_unstable();
    classes.dedup_by(|next, kept| {
        let alike = (next.live, next.folded) == (kept.live, kept.folded);
        kept.count += if alike { next.count } else { 0 };
        alike
    });
    classes
}
