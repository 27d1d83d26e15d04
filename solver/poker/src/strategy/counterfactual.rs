//! The counterfactual value of every sequence of a player: payoff × the others' probability of
//! playing along.

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::game::{Game, Kernel, Leaf, Player};
use bluff_exact::{Piecewise, Rational};

use super::distinct_cards::{Class, DistinctCards};
use super::leaf_products::{LeafChoice, LeafProduct, products};

/// For each player and own sequence, the probability of playing it times the card's weight in the
/// player's range, as a function of the card.
pub(super) type Reach = Vec<Vec<Piecewise>>;

/// The realization plan of each player: `reach[player][sequence]`.
pub(super) fn reach(game: &Game, profile: &super::Profile) -> Reach {
    let mut reach: Reach =
        game.players().iter().map(|player| vec![game.weights(*player)]).collect();
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

/// The reaches of a profile, and the sums over the others' cards that many leaves share.
pub(super) struct Reaches<'a> {
    cards: DistinctCards<'a>,
    /// By player and sequence, the place of the reach among the distinct ones.
    of: Vec<Vec<u32>>,
    /// Of a game with more than two players, once they are asked for.
    products: Vec<LeafProduct<'a>>,
    /// Of players so far, by their own choices and the others' at each product: those who are alike
    /// have them in common.
    values: Vec<(Choices<'a>, Arc<[Piecewise]>)>,
    /// Of decks that are not of ranks: the weight of coming, by reach and board.
    by_board: HashMap<(u32, usize), Piecewise>,
}

/// Others who are alike: for each of their choices the reach, whether they are still in, and the
/// chips that each has paid; and how many they are.
type OthersAlike<'a> = (Vec<(u32, bool, &'a Rational)>, u32);

/// A player's choices at each product of leaves, and the others'.
type Choices<'a> = Vec<(Vec<LeafChoice<'a>>, Vec<OthersAlike<'a>>)>;

impl<'a> Reaches<'a> {
    pub(super) fn new(game: &Game, reach: &'a Reach) -> Self {
        const FEW: usize = 8;
        let mut distinct: Vec<&Piecewise> = Vec::new();
        let mut known: HashMap<&Piecewise, usize> = HashMap::new();
        let mut number = |reach: &'a Piecewise| {
            // Among a few, to compare is quicker than to hash.
            let alike = distinct.iter().take(FEW).position(|known| *known == reach);
            let number = alike.unwrap_or_else(|| {
                let new = distinct.len();
                let number = if new < FEW { new } else { *known.entry(reach).or_insert(new) };
                if number == new {
                    distinct.push(reach);
                }
                number
            });
            number as u32
        };
        let of = reach.iter().map(|own| own.iter().map(&mut number).collect()).collect();
        let distinct = distinct.into_iter().map(Cow::Borrowed).collect();
        Self {
            cards: DistinctCards::new(game.n(), game.copies(), distinct),
            of,
            products: Vec::new(),
            values: Vec::new(),
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
    pub(super) fn leaf_values(&mut self, game: &'a Game, player: Player) -> Arc<[Piecewise]> {
        let mut values: Vec<Vec<Piecewise>> = vec![Vec::new(); game.sequences(player)];
        let added = |values: &mut Vec<Piecewise>| added(game.n(), values);
        if let [one, two] = game.players() {
            let other = if player == *one { *two } else { *one };
            for leaf in game.leaves() {
                let value = self.against_one(player, other, leaf);
                values[leaf.sequences[player.index()]].push(value);
            }
            return values.iter_mut().map(added).collect();
        }
        if self.products.is_empty() {
            self.products = products(game.leaves());
        }
        let choices = |product: &LeafProduct<'a>| {
            (product[player.index()].clone(), self.others(player, product))
        };
        let choices: Choices<'a> = self.products.iter().map(choices).collect();
        if let Some((_, known)) = self.values.iter().find(|(known, _)| *known == choices) {
            return Arc::clone(known);
        }
        for (own, others) in &choices {
            for choice in own {
                values[choice.sequence].push(self.against_many(choice, others));
            }
        }
        let values: Arc<[Piecewise]> = values.iter_mut().map(added).collect();
        self.values.push((choices, Arc::clone(&values)));
        values
    }

    /// Value that a leaf adds to the player's sequence that ends there.
    fn against_one(&mut self, player: Player, other: Player, leaf: &Leaf) -> Piecewise {
        let reach = self.of[other.index()][leaf.sequences[other.index()]];
        let coming = self.cards.elsewhere(reach);
        let lost = -leaf.paid[player.index()].amount();
        match [player, other].map(|player| leaf.live.contains(&player)) {
            [false, _] => coming.scaled(&lost),
            [true, false] => coming.scaled(&(leaf.pot() + lost)),
            [true, true] => coming.combination(&lost, &self.cards.below(reach), &leaf.pot()),
        }
    }

    /// The others' choices at a product of leaves.
    fn others(&self, player: Player, product: &LeafProduct<'a>) -> Vec<OthersAlike<'a>> {
        let mut others: Vec<OthersAlike<'a>> = Vec::new();
        for (other, choices) in product.iter().enumerate().filter(|(at, _)| *at != player.index()) {
            let reaches = &self.of[other];
            let choices = choices.iter().map(|c| (reaches[c.sequence], c.live, c.paid.amount()));
            let choices: Vec<_> = choices.collect();
            match others.iter_mut().find(|(known, _)| *known == choices) {
                Some((_, count)) => *count += 1,
                None => others.push((choices, 1)),
            }
        }
        others
    }

    /// Value that a product of leaves adds to one of the player's sequences.
    ///
    /// The weight of winning is a product over the others, so each has one reach of being still in
    /// and one of having folded. The pot is a sum over the players: what one of the others has paid
    /// beyond the first choice counts where that player did choose otherwise.
    fn against_many(&mut self, own: &LeafChoice<'_>, others: &[OthersAlike<'_>]) -> Piecewise {
        let paid = own.paid.amount();
        let mut winning = Vec::with_capacity(others.len() + 1);
        let mut coming = Vec::with_capacity(others.len());
        for (choices, count) in others {
            winning.push(self.class(choices.iter().map(|choice| (choice.0, choice.1)), *count));
            coming.push(self.class(choices.iter().map(|choice| (choice.0, false)), *count));
        }
        let coming = self.cards.sum(coming);
        if !own.live {
            return coming.scaled(&-paid);
        }
        let mut pot = paid.clone();
        let mut more = Vec::new();
        for (at, (choices, count)) in others.iter().enumerate() {
            let count = Rational::from(*count);
            let (_, _, first) = choices[0];
            pot += &(first * &count);
            for (reach, live, paid) in choices.iter().filter(|(_, _, paid)| *paid != first) {
                let mut winning = winning.clone();
                winning[at].count -= 1;
                winning.push(Class::one(*reach, *live));
                more.push(self.cards.sum(winning).scaled(&((*paid - first) * &count)));
            }
        }
        more.push(self.cards.sum(winning).combination(&pot, &coming, &-paid));
        added(coming.cards(), &mut more)
    }

    /// Players who play alike, with these reaches, each with whether they are still in.
    fn class(&mut self, reaches: impl IntoIterator<Item = (u32, bool)>, count: u32) -> Class {
        let [mut folded, mut live] = [Vec::new(), Vec::new()];
        for (reach, still_in) in reaches {
            if still_in { live.push(reach) } else { folded.push(reach) }
        }
        Class { live: self.cards.any_of(live), folded: self.cards.any_of(folded), count }
    }

    /// The weight of the others' playing these sequences, one per player, to a board, as a function
    /// of the card of `player`.
    pub(super) fn coming(
        &mut self,
        game: &Game,
        player: Player,
        sequences: &[usize],
        board: usize,
    ) -> Rc<Piecewise> {
        let reaches = self.of_others(player, sequences);
        if let (Some(kernel), [reach]) = (game.kernel(board), reaches.as_slice()) {
            return Rc::new(self.coming_by(kernel, *reach, board).clone());
        }
        self.cards.sum(reaches.into_iter().map(|reach| Class::one(reach, false)).collect())
    }

    /// The others' reaches with these sequences, one per player.
    fn of_others(&self, player: Player, sequences: &[usize]) -> Vec<u32> {
        let all = self.of.iter().zip(sequences).map(|(reaches, sequence)| reaches[*sequence]);
        all.enumerate().filter(|(at, _)| *at != player.index()).map(|(_, reach)| reach).collect()
    }

    /// The weight of coming with one reach to a board, of a deck that is not one of ranks.
    fn coming_by(&mut self, kernel: Kernel<'_>, reach: u32, board: usize) -> &Piecewise {
        let entry = self.by_board.entry((reach, board));
        entry.or_insert_with(|| kernel.coming_by(self.cards.reach(reach)))
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
        let coming = self.coming(game, player, &leaf.sequences, leaf.board).at(card);
        if !leaf.live.contains(&player) || leaf.live.len() == 1 {
            return (coming, Vec::new());
        }
        let reaches = self.of_others(player, &leaf.sequences);
        let shown: Vec<Rc<Piecewise>> =
            if let (Some(kernel), [reach]) = (game.kernel(leaf.board), reaches.as_slice()) {
                kernel.shown_by(self.cards.reach(*reach)).map(Rc::new).into()
            } else {
                let others = game.players().iter().filter(|other| **other != player);
                let reaches = reaches.into_iter().zip(others);
                let classes =
                    reaches.map(|(reach, other)| Class::one(reach, leaf.live.contains(other)));
                let classes: Vec<Class> = classes.collect();
                let most = (leaf.live.len() as u64 - 1).min(game.copies() - 1) as u32;
                (0..=most).map(|tied| self.cards.tied(classes.clone(), tied)).collect()
            };
        (coming, (0..).zip(shown.iter().map(|weight| weight.at(card))).collect())
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
