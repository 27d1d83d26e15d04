//! Deals: a card for each player.

use bluff_exact::Rational;

use super::{Game, Player};

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
            let weight = |player: Player, hand| {
                self.range(player).map_or(Rational::ONE, |range| range.at(hand))
            };
            let deal = |one: u64, two: u64| {
                let [ways, _] = kernel.deal(one, two);
                (vec![one, two], ways * weight(Player::I, one) * weight(Player::II, two))
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
                    let in_range =
                        self.range(*player).map_or(Rational::ONE, |range| range.at(card));
                    ([cards.as_slice(), &[card]].concat(), weight * &left * in_range)
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
}
