//! The counterfactual value of every sequence of a player: payoff × the others' probability of
//! playing along.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;

use crate::game::{Game, Kernel, Leaf, Player};
use bluff_exact::{Piecewise, Rational};

use super::card_sums::CardSums;
use super::multinomial::{factorial, multi_indices};

/// For each player and own sequence, the probability of playing it times the card's weight in the
/// player's range, as a function of the card.
pub(super) type Reach = Vec<Vec<Piecewise>>;

/// The realization plan of each player: `reach[player][sequence]`.
pub(super) fn reach(game: &Game, profile: &super::Profile) -> Reach {
    let mut reach: Reach = game
        .players()
        .iter()
        .map(|player| {
            let mut own = Vec::with_capacity(game.sequences(*player));
            own.push(
                game.range(*player)
                    .cloned()
                    .unwrap_or_else(|| Piecewise::constant(game.n(), Rational::ONE)),
            );
            own
        })
        .collect();
    // Views are numbered as the walk of the tree meets them, so a parent sequence is known before
    // its children, and sequences are numbered in the same order.
    for (index, view) in game.views().iter().enumerate() {
        let own = &mut reach[view.player.index()];
        for action in profile.at(index) {
            own.push(own[view.parent].times(action));
        }
    }
    reach
}

/// Players who play alike here: their common reach (an index into [`Reaches::distinct`]), whether
/// they are still in, and how many they are.
pub(super) type Class = (usize, bool, u32);

/// Leaves after one sequence of a player that pay the player alike, against others who play alike.
struct LeavesAlike<'a> {
    /// The first of them.
    leaf: &'a Leaf,
    classes: Vec<Class>,
    count: u64,
}

impl LeavesAlike<'_> {
    /// True if a leaf with these classes is one of them.
    fn has(&self, player: Player, leaf: &Leaf, classes: &[Class]) -> bool {
        let in_at_end = |leaf: &Leaf| (leaf.live.contains(&player), leaf.live.len() == 1);
        self.classes == classes
            && in_at_end(self.leaf) == in_at_end(leaf)
            && self.leaf.paid[player.index()] == leaf.paid[player.index()]
            && self.leaf.pot() == leaf.pot()
    }
}

/// The distinct reaches of a profile, and the sums that many leaves share.
pub(super) struct Reaches<'a> {
    pub(super) n: u64,
    copies: u64,
    distinct: Vec<&'a Piecewise>,
    /// Which of them each player's sequences have.
    of: Vec<Vec<usize>>,
    /// Of each distinct reach alone.
    single: Vec<OnceCell<CardSums<'a>>>,
    /// By powers of the distinct reaches.
    sums: HashMap<Vec<(usize, u32)>, CardSums<'a>>,
    /// By classes: all others come here, and with `true` those still in hold lower cards, shared
    /// pots counted in.
    weights: [HashMap<Vec<Class>, Piecewise>; 2],
    /// By classes, `winning` and `tied` of [`Self::distinct_cards`]: sums over distinct cards of
    /// fewer players than a leaf has.
    pub(super) coefficients: HashMap<(Vec<Class>, bool, u32), Piecewise>,
    /// Of decks that are not of ranks: the weight of coming, by reach and board.
    by_board: HashMap<(usize, usize), Piecewise>,
}

impl<'a> Reaches<'a> {
    pub(super) fn new(game: &Game, reach: &'a Reach) -> Self {
        const FEW: usize = 8;
        let mut distinct: Vec<&Piecewise> = Vec::new();
        let mut known: HashMap<&Piecewise, usize> = HashMap::new();
        let mut number = |reach: &'a Piecewise| {
            // Among a few, to compare is quicker than to hash.
            let alike = distinct.iter().take(FEW).position(|known| *known == reach);
            alike.unwrap_or_else(|| {
                let new = distinct.len();
                let number = if new < FEW { new } else { *known.entry(reach).or_insert(new) };
                if number == new {
                    distinct.push(reach);
                }
                number
            })
        };
        let of = reach.iter().map(|own| own.iter().map(&mut number).collect()).collect();
        let single = distinct.iter().map(|_| OnceCell::new()).collect();
        Self {
            n: game.n(),
            copies: game.copies(),
            single,
            distinct,
            of,
            sums: HashMap::new(),
            weights: Default::default(),
            coefficients: HashMap::new(),
            by_board: HashMap::new(),
        }
    }

    /// For each own sequence of `player`, the sum over the leaves that end there of `Σ payoff × Π
    /// (reach of each other player)` over the others' cards, as a function of the player's card:
    /// `pot × (weight of winning) − paid × (weight of coming here)`.
    ///
    /// Units: antes × number of deals of the others' cards, by weight. A showdown is won when the
    /// cards of all others still in lie below the own one, and shared with those who hold its
    /// copies; folded players' cards may lie anywhere.
    pub(super) fn leaf_values(&mut self, game: &Game, player: Player) -> Vec<Piecewise> {
        let mut leaves: Vec<&Leaf> = game.leaves().iter().collect();
        leaves.sort_by_key(|leaf| leaf.sequences[player.index()]);
        let mut leaves = leaves.into_iter().peekable();
        let (mut others, mut classes) = Default::default();
        let (mut alike, mut values) = (Vec::<LeavesAlike<'_>>::new(), Vec::new());
        let ending = |sequence| {
            while let Some(leaf) = leaves.next_if(|leaf| leaf.sequences[player.index()] == sequence)
            {
                self.group(game, player, leaf, &mut others, &mut classes);
                match alike.iter_mut().find(|known| known.has(player, leaf, &classes)) {
                    Some(known) => known.count += 1,
                    None => alike.push(LeavesAlike { leaf, classes: classes.clone(), count: 1 }),
                }
            }
            values.extend(alike.drain(..).map(|leaves| self.leaf_value(player, &leaves)));
            added(self.n, &mut values)
        };
        (0..game.sequences(player)).map(ending).collect()
    }

    /// Sorts the others at a leaf into classes.
    fn group(
        &self,
        game: &Game,
        player: Player,
        leaf: &Leaf,
        others: &mut Vec<(usize, bool)>,
        classes: &mut Vec<Class>,
    ) {
        let all = game.players().iter().filter(|other| **other != player);
        others.clear();
        others.extend(all.map(|other| {
            (self.of[other.index()][leaf.sequences[other.index()]], leaf.live.contains(other))
        }));
        others.sort_unstable();
        let alike = others.chunk_by(|one, next| one == next);
        classes.clear();
        classes.extend(alike.map(|alike| (alike[0].0, alike[0].1, alike.len() as u32)));
    }

    /// Value that leaves alike add to the player's sequence that ends there.
    fn leaf_value(&mut self, player: Player, leaves: &LeavesAlike<'_>) -> Piecewise {
        let LeavesAlike { leaf, classes, count } = leaves;
        let (count, lost) = (Rational::from(*count), -leaf.paid[player.index()].amount());
        let live = leaf.live.contains(&player);
        let alone = live && leaf.live.len() == 1;
        let share = &count * &(if alone { leaf.pot() + lost } else { lost });
        self.work_out(classes, false);
        if !live || alone {
            return self.weight(classes, false).scaled(&share);
        }
        self.work_out(classes, true);
        let pot = count * leaf.pot();
        self.weight(classes, false).combination(&share, self.weight(classes, true), &pot)
    }

    /// The weight of the others' playing these sequences, one per player, to a board, as a function
    /// of the card of `player`.
    pub(super) fn coming(
        &mut self,
        game: &Game,
        player: Player,
        sequences: &[usize],
        board: usize,
    ) -> Piecewise {
        let others = sequences.iter().enumerate().filter(|(other, _)| *other != player.index());
        let mut reaches: Vec<usize> =
            others.map(|(other, sequence)| self.of[other][*sequence]).collect();
        reaches.sort_unstable();
        if let (Some(kernel), [reach]) = (game.kernel(board), reaches.as_slice()) {
            return self.coming_by(kernel, *reach, board).clone();
        }
        let classes: Vec<Class> = reaches
            .chunk_by(|one, next| one == next)
            .map(|alike| (alike[0], false, alike.len() as u32))
            .collect();
        self.work_out(&classes, false);
        self.weight(&classes, false).clone()
    }

    /// The weight of coming with one reach to a board, of a deck that is not one of ranks.
    fn coming_by(&mut self, kernel: Kernel<'_>, reach: usize, board: usize) -> &Piecewise {
        let entry = self.by_board.entry((reach, board));
        entry.or_insert_with(|| kernel.coming_by(self.distinct[reach]))
    }

    /// The one other, if the sums of that reach alone are the weight.
    fn alone(&self, classes: &[Class], winning: bool) -> Option<(usize, bool)> {
        match *classes {
            [(reach, still_in, 1)] if self.copies == 1 || !winning => Some((reach, still_in)),
            _ => None,
        }
    }

    /// Makes [`Self::weight`] known.
    fn work_out(&mut self, classes: &[Class], winning: bool) {
        let known = &self.weights[usize::from(winning)];
        if self.alone(classes, winning).is_none() && !known.contains_key(classes) {
            let weight = if winning {
                self.winning(classes)
            } else {
                self.distinct_cards(classes, false, 0)
            };
            self.weights[usize::from(winning)].insert(classes.to_vec(), weight);
        }
    }

    /// The weight of coming here, or of winning here, as a function of the player's card; it was
    /// worked out.
    fn weight(&self, classes: &[Class], winning: bool) -> &Piecewise {
        match self.alone(classes, winning) {
            Some((reach, true)) if winning => self.single(reach).below(),
            Some((reach, _)) => self.single(reach).elsewhere(),
            None => &self.weights[usize::from(winning)][classes],
        }
    }

    /// The weight of coming to a leaf with a card; and of a showdown there in which no card is
    /// higher, by how many of the others still in have a copy of the card.
    pub(super) fn ends(
        &mut self,
        game: &Game,
        player: Player,
        leaf: &Leaf,
        card: u64,
    ) -> (Rational, Vec<(u32, Rational)>) {
        let (mut others, mut classes) = Default::default();
        self.group(game, player, leaf, &mut others, &mut classes);
        let shown = leaf.live.contains(&player) && leaf.live.len() > 1;
        if let (Some(kernel), [(reach, ..)]) = (game.kernel(leaf.board), classes.as_slice()) {
            let coming = self.coming_by(kernel, *reach, leaf.board).at(card);
            let ends = (0..).zip(kernel.shown_by(self.distinct[*reach]));
            let ends = ends.map(|(tied, weight)| (tied, weight.at(card)));
            return (coming, if shown { ends.collect() } else { Vec::new() });
        }
        self.work_out(&classes, false);
        let coming = self.weight(&classes, false).at(card);
        if !shown {
            return (coming, Vec::new());
        }
        if self.copies == 1 {
            self.work_out(&classes, true);
            return (coming, vec![(0, self.weight(&classes, true).at(card))]);
        }
        let highest = self.highest(&classes);
        (coming, highest.into_iter().map(|(tied, weight)| (tied, weight.at(card))).collect())
    }

    /// The weight of winning, shared pots counted in: `1/(t + 1)` where `t` others still in hold
    /// copies of the player's card.
    fn winning(&mut self, classes: &[Class]) -> Piecewise {
        let share = |(tied, weight): (u32, Piecewise)| {
            weight.into_scaled(&Rational::ratio(1, i64::from(tied) + 1))
        };
        let mut parts = self.highest(classes).into_iter().map(share).collect();
        added(self.n, &mut parts)
    }

    /// The weights of no card being higher, each with the number of others still in who hold copies
    /// of the player's card.
    fn highest(&mut self, classes: &[Class]) -> Vec<(u32, Piecewise)> {
        let others_still_in: Vec<u32> =
            classes.iter().map(|class| if class.1 { class.2 } else { 0 }).collect();
        let left = Rational::from(self.copies - 1);
        let mut parts = Vec::new();
        for tied in multi_indices(&others_still_in) {
            let count: u32 = tied.iter().sum();
            if u64::from(count) >= self.copies {
                continue;
            }
            let dealt = (0..count)
                .fold(Rational::ONE, |ways, dealt| ways * (&left - Rational::from(dealt)));
            let chosen = classes.iter().zip(&tied).fold(dealt, |ways, (class, tied)| {
                ways * factorial(class.2) / (factorial(*tied) * factorial(class.2 - tied))
            });
            let rest: Vec<Class> = classes
                .iter()
                .zip(&tied)
                .map(|(class, tied)| (class.0, class.1, class.2 - tied))
                .collect();
            let mut part = self.distinct_cards(&rest, true, count);
            for (class, tied) in classes.iter().zip(&tied) {
                for _ in 0..*tied {
                    part = part.times(self.distinct[class.0]);
                }
            }
            parts.push((count, part.into_scaled(&chosen)));
        }
        parts
    }

    /// The sums of one reach alone.
    fn single(&self, reach: usize) -> &CardSums<'a> {
        self.single[reach]
            .get_or_init(|| CardSums::of(Cow::Borrowed(self.distinct[reach]), self.copies))
    }

    /// The sums of a product of powers of reaches.
    pub(super) fn sums(&mut self, powers: impl IntoIterator<Item = (usize, u32)>) -> &CardSums<'a> {
        // Two classes may have one reach, one of them still in and one not.
        let mut key: Vec<(usize, u32)> = Vec::new();
        for (reach, power) in powers {
            match key.last_mut() {
                Some((last, total)) if *last == reach => *total += power,
                _ => key.push((reach, power)),
            }
        }
        let (n, distinct, copies) = (self.n, &self.distinct, self.copies);
        self.sums.entry(key).or_insert_with_key(|key| {
            let factors =
                key.iter().flat_map(|(reach, power)| (0..*power).map(|_| distinct[*reach]));
            let product = factors.cloned().reduce(|product, factor| product.times(&factor));
            let product = product.unwrap_or_else(|| Piecewise::constant(n, Rational::ONE));
            CardSums::of(Cow::Owned(product), copies)
        })
    }
}

/// The sum of functions, one alone untouched; they are gone then.
pub(super) fn added(n: u64, functions: &mut Vec<Piecewise>) -> Piecewise {
    if functions.len() == 1
        && let Some(only) = functions.pop()
    {
        return only;
    }
    let sum = Piecewise::sum(n, functions);
    functions.clear();
    sum
}
