//! Cards dealt to all players by the exact weights of the deck, and what they win.

use bluff_exact::{Piecewise, Rational};

use crate::cards::{Card, CardSet, HoleCards, Strength};

use super::{Chance, Deck, Game, Kernel, Leaf, Player};

/// Hands that all players hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldCards {
    /// Number of each player's hand, `1..=n`.
    pub hands: Vec<u64>,
    /// The nine cards of hold'em behind two classes of starting hands; `None` of other decks.
    pub holdem: Option<HoldemDeal>,
}

/// Two cards for each of two players of hold'em, and the board that a showdown opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HoldemDeal {
    /// The cards of players I and II.
    pub held: [HoleCards; 2],
    /// The flop, the turn and the river.
    pub board: [Card; 5],
}

impl HoldemDeal {
    /// Nine cards of 52, each equally likely to be any of those left: two for each player in turn,
    /// then the board.
    fn drawn(chance: &mut impl Chance) -> Option<Self> {
        let mut left: Vec<Card> = Card::deck().collect();
        let mut next = || {
            let place = chance.below(&Rational::from(left.len() as u64)).to_i128();
            left.remove(place.and_then(|place| usize::try_from(place).ok()).unwrap_or_default())
        };
        let [one, two] = [[next(), next()], [next(), next()]];
        let held = [HoleCards::new(one[0], one[1])?, HoleCards::new(two[0], two[1])?];
        Some(Self { held, board: [next(), next(), next(), next(), next()] })
    }

    /// The best five of seven cards, by player.
    fn strengths(&self) -> [Strength; 2] {
        let board: CardSet = self.board.into_iter().collect();
        self.held.map(|hand| Strength::of(hand.cards() | board))
    }
}

impl Game {
    /// All deals of positive weight: the players' cards, and the number of ways in which the copies
    /// give them, times the weights of the cards in the players' ranges. Cards on the board are not
    /// counted.
    ///
    /// Cost: as many deals as [`Game::count_deals`] says.
    ///
    /// ```
    /// use bluff_exact::Rational;
    /// use bluff_poker::game::kuhn;
    /// let deals = kuhn(3, Rational::ONE)?.with_deck(3, 2)?.all_deals();
    /// assert_eq!(deals[..2], [(vec![1, 1], Rational::from(2)), (vec![1, 2], Rational::from(4))]);
    /// # Ok::<(), bluff_poker::game::GameError>(())
    /// ```
    pub fn all_deals(&self) -> Vec<(Vec<u64>, Rational)> {
        if let Some(kernel) = self.kernel(0) {
            let deal = |one: u64, two: u64| {
                let [ways, _] = kernel.deal(one, two);
                (vec![one, two], ways * self.weight(Player::I, one) * self.weight(Player::II, two))
            };
            let all = (1..=self.n()).flat_map(|one| (1..=self.n()).map(move |two| deal(one, two)));
            return all.filter(|(_, weight)| weight.is_positive()).collect();
        }
        let mut deals = vec![(Vec::new(), Rational::ONE)];
        for player in self.players() {
            let longer = |(cards, weight): &(Vec<u64>, Rational)| {
                let with = |card: u64| {
                    let held = cards.iter().filter(|held| **held == card).count() as u64;
                    let left = Rational::from(self.copies().saturating_sub(held));
                    let weight = weight * &left * self.weight(*player, card);
                    ([cards.as_slice(), &[card]].concat(), weight)
                };
                let dealt = (1..=self.n()).map(with);
                dealt.filter(|(_, weight)| weight.is_positive()).collect::<Vec<_>>()
            };
            deals = deals.iter().flat_map(longer).collect();
        }
        deals
    }

    /// Number of deals from a deck of `n` cards; with several copies of each card as if any number
    /// of players could hold the same. `None` if it is more than 64 bits hold.
    pub fn count_deals(&self, n: u64) -> Option<u64> {
        let again = self.copies() > 1 || !self.deck().is_ranks();
        let left = |dealt: u64| if again { n } else { n.saturating_sub(dealt) };
        (0..self.players().len() as u64)
            .try_fold(1_u64, |deals, dealt| deals.checked_mul(left(dealt)))
    }
    /// Cards for all players; the probability of a deal is proportional to its weight.
    ///
    /// ```
    /// use bluff_exact::Rational;
    /// use bluff_poker::game::{Chance, kuhn};
    /// /// The first of all outcomes.
    /// struct First(u64);
    /// impl Chance for First {
    ///     fn below(&mut self, bound: &Rational) -> Rational {
    ///         self.0 += 1;
    ///         Rational::from(self.0 - 1).min(bound - &Rational::ONE)
    ///     }
    /// }
    /// // Card 1, its only copy, then card 3: the last of the places.
    /// let held = kuhn(3, Rational::ONE)?.deal(&mut First(0));
    /// assert_eq!(held.hands, [1, 3]);
    /// # Ok::<(), bluff_poker::game::GameError>(())
    /// ```
    pub fn deal(&self, chance: &mut impl Chance) -> HeldCards {
        loop {
            if let Some(held) = self.try_deal(chance) {
                return held;
            }
        }
    }

    /// One attempt of [`Game::deal`]; `None` if all must be drawn anew, which keeps the proportions
    /// of all other deals.
    pub fn try_deal(&self, chance: &mut impl Chance) -> Option<HeldCards> {
        let (holdem, hands) = match (self.deck(), self.kernel(0)) {
            (Deck::Table(_), _) => {
                let deal = HoldemDeal::drawn(chance)?;
                let hands = deal.held.map(|hand| hand.class().index() as u64 + 1).to_vec();
                (Some(deal), self.kept_by_ranges(&hands, chance).then_some(hands)?)
            }
            (_, Some(kernel)) => (None, self.drawn_by(kernel, chance)),
            (_, None) => (None, self.drawn_ranks(chance)?),
        };
        Some(HeldCards { hands, holdem })
    }

    /// A card and one of its copies for each player, drawn by that player's range alone; `None` if
    /// two players hold the same copy.
    fn drawn_ranks(&self, chance: &mut impl Chance) -> Option<Vec<u64>> {
        let copies = Rational::from(self.copies());
        let mut held: Vec<(u64, Rational)> = Vec::new();
        for player in self.players() {
            let card = (chance.drawn(&self.weights(*player)), chance.below(&copies));
            if held.contains(&card) {
                return None;
            }
            held.push(card);
        }
        Some(held.into_iter().map(|(card, _)| card).collect())
    }

    /// Player I's hand by its ways beside all hands of player II, then II's by its ways beside it.
    fn drawn_by(&self, kernel: Kernel<'_>, chance: &mut impl Chance) -> Vec<u64> {
        let theirs = self.weights(Player::II);
        let own = chance.drawn(&self.weights(Player::I).times(&kernel.coming_by(&theirs)));
        let beside = |other: u64| {
            let [ways, _] = kernel.deal(own, other);
            (other, ways * theirs.at(other))
        };
        vec![own, chance.drawn(&Piecewise::steps((1..=self.n()).map(beside)))]
    }

    /// Keeps a deal with a probability proportional to the weights of its hands.
    fn kept_by_ranges(&self, hands: &[u64], chance: &mut impl Chance) -> bool {
        self.players().iter().zip(hands).all(|(player, hand)| {
            let Some(range) = self.range(*player) else { return true };
            let weights = range.runs().unwrap_or_default().into_iter().map(|run| run.2);
            weights.max().is_some_and(|most| chance.below(&most) < range.at(*hand))
        })
    }

    /// The node after a card is dealt face up at a node, one of [`Game::nodes`]: each card that is
    /// neither open nor in a hand is equally likely. `children` are those of the node.
    pub fn open_card(
        &self,
        node: usize,
        children: &[(usize, usize)],
        hands: &[u64],
        chance: &mut impl Chance,
    ) -> usize {
        let Some(unseen) = self.unseen(node, children, hands) else { return node };
        let weights = Piecewise::steps((1..).zip(unseen.into_iter().map(Rational::from)));
        children[chance.drawn(&weights) as usize - 1].1
    }

    /// The number of each card that may be dealt face up at a node which is in no hand; `None` of a
    /// deck without cards. `children` are those of the node.
    pub(crate) fn unseen(
        &self,
        node: usize,
        children: &[(usize, usize)],
        hands: &[u64],
    ) -> Option<Vec<u64>> {
        let Deck::Cards(cards) = self.deck() else { return None };
        let board = &self.boards()[self.board_at(node)];
        let hands: Vec<_> = hands.iter().map(|hand| cards.hands()[*hand as usize - 1]).collect();
        Some(children.iter().map(|(kind, _)| board.unseen(*kind, &hands)).collect())
    }

    /// Part of the pot that each player wins at the end of a hand: all of it if the others have
    /// folded, else what the deck says of these hands on the board of the end. Of a table it is the
    /// mean over all boards. The hands can be dealt together, and beside that board.
    pub fn shares(&self, leaf: &Leaf, hands: &[u64]) -> Vec<Rational> {
        match (self.kernel(leaf.board), leaf.live.len()) {
            (Some(kernel), 2) => {
                let [ways, won] = kernel.deal(hands[0], hands[1]);
                let first = won * ways.recip().unwrap_or_default();
                vec![first.clone(), Rational::ONE - first]
            }
            _ => shared(leaf, hands),
        }
    }

    /// Net gain of each player with these hands: the mean, where a table counts all boards.
    ///
    /// ```
    /// use bluff_exact::Rational;
    /// use bluff_poker::game::three_player;
    /// // Bet 2, called by both: each has paid 3. With cards 2, 5 and 5, II and III share 9.
    /// let game = three_player(5, Rational::from(2))?.with_deck(5, 2)?;
    /// let called = game
    ///     .leaves()
    ///     .iter()
    ///     .find(|leaf| leaf.live.len() == 3 && leaf.pot() == Rational::from(9));
    /// let gains = called.map(|leaf| game.payoffs(leaf, &[2, 5, 5]));
    /// assert_eq!(
    ///     gains,
    ///     Some(vec![Rational::from(-3), Rational::ratio(3, 2), Rational::ratio(3, 2)])
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn payoffs(&self, leaf: &Leaf, hands: &[u64]) -> Vec<Rational> {
        gains(leaf, self.shares(leaf, hands))
    }

    /// Net gain of each player with these cards: of hold'em by the board that was dealt.
    pub fn payoffs_of(&self, leaf: &Leaf, held: &HeldCards) -> Vec<Rational> {
        match held.holdem {
            Some(deal) => leaf.payoffs_by(&deal.strengths()),
            None => self.payoffs(leaf, &held.hands),
        }
    }
}

impl Leaf {
    /// Net gain of each player, where the greatest strength of those still in takes the pot.
    pub fn payoffs_by<C: Ord>(&self, strengths: &[C]) -> Vec<Rational> {
        gains(self, shared(self, strengths))
    }
}

/// Part of the pot of each player: the strongest of those still in take it, equal ones share it.
fn shared<C: Ord>(leaf: &Leaf, strengths: &[C]) -> Vec<Rational> {
    let strength = |player: &Player| strengths.get(player.index());
    let best = leaf.live.iter().map(strength).max().flatten();
    let wins = |player: &Player| leaf.live.contains(player) && strength(player) == best;
    let players = Player::first(leaf.paid.len());
    let winners = players.iter().filter(|player| wins(player)).count().max(1);
    let share = |player| Rational::ratio(i64::from(wins(player)), winners as i64);
    players.iter().map(share).collect()
}

/// Each player's part of the pot, less the payment of the player.
fn gains(leaf: &Leaf, shares: Vec<Rational>) -> Vec<Rational> {
    let pot = leaf.pot();
    let gain = |(share, paid): (Rational, &super::Chips)| share * &pot - paid.amount();
    shares.into_iter().zip(&leaf.paid).map(gain).collect()
}

#[cfg(test)]
mod tests;
