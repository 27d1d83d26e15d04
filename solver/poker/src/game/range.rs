//! Ranges: which cards a player may hold, and how likely each is.

use bluff_exact::{Piecewise, Rational};

use super::{Game, GameError, MAX_CHIP_BITS, Player};

/// The ranges of a game's players, and what all deals weigh together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlayerRanges {
    /// By player; `None` where all cards weigh alike. Whole numbers without a common divisor.
    of: Vec<Option<Piecewise>>,
    pub(super) deals: Rational,
}

impl Game {
    /// The weight of each card in a player's range, or `None` if all weigh alike, as in most games.
    ///
    /// The probability of a deal is proportional to the product of the weights of the players'
    /// cards. Only the ratios of weights count, so they are kept as whole numbers without a common
    /// divisor.
    ///
    /// ```
    /// use bluff_exact::Rational;
    /// use bluff_poker::game::{Player, basic_endgame};
    /// let game = basic_endgame(Rational::from(2), Rational::ratio(1, 3))?;
    /// let weights = game.range(Player::I).map(|range| [1, 2, 3].map(|card| range.at(card)));
    /// assert_eq!(weights, Some([2, 0, 1].map(Rational::from)));
    /// # Ok::<(), bluff_poker::game::GameError>(())
    /// ```
    pub fn range(&self, player: Player) -> Option<&Piecewise> {
        self.ranges.as_ref()?.of[player.index()].as_ref()
    }

    /// Weight of a player's hand, 1 where all are alike.
    pub(crate) fn weight(&self, player: Player, hand: u64) -> Rational {
        self.range(player).map_or(Rational::ONE, |range| range.at(hand))
    }

    /// Weights of a player's hands, all alike without a range.
    pub(crate) fn weights(&self, player: Player) -> Piecewise {
        let alike = || Piecewise::constant(self.n(), Rational::ONE);
        self.range(player).cloned().unwrap_or_else(alike)
    }

    /// True if the weight of a card in a player's range is above 0.
    pub fn holds(&self, player: Player, card: u64) -> bool {
        self.range(player).is_none_or(|range| range.at(card).is_positive())
    }

    /// True if the player of a view may hold a hand there: it is in the range, and the open cards
    /// leave it. `view` is an index into [`Game::views`].
    pub fn holds_at(&self, view: usize, hand: u64) -> bool {
        let left = || match self.kernel(self.board_of(view)) {
            Some(kernel) => kernel.can_hold(hand),
            None => true,
        };
        self.holds(self.views()[view].player, hand) && left()
    }

    /// 1 at the hands that the player of a view may hold there, 0 at the others; `None` if all may
    /// be held.
    ///
    /// ```
    /// use bluff_exact::Rational;
    /// use bluff_poker::game::{basic_endgame, kuhn};
    /// let game = basic_endgame(Rational::from(2), Rational::ratio(1, 3))?;
    /// let held = game.held_at(0).map(|held| [1, 2, 3].map(|card| held.at(card)));
    /// assert_eq!(held, Some([1, 0, 1].map(Rational::from)));
    /// assert_eq!(kuhn(3, Rational::ONE)?.held_at(0), None);
    /// # Ok::<(), bluff_poker::game::GameError>(())
    /// ```
    pub fn held_at(&self, view: usize) -> Option<Piecewise> {
        let one_or_none = |held: bool| Rational::from(u64::from(held));
        if self.deck().is_ranks() {
            let runs = self.range(self.views()[view].player)?.runs()?;
            let held =
                |(_, last, weight): (u64, u64, Rational)| (last, one_or_none(weight.is_positive()));
            return Some(Piecewise::steps(runs.into_iter().map(held)));
        }
        let held: Vec<bool> = (1..=self.n()).map(|hand| self.holds_at(view, hand)).collect();
        let steps = || Piecewise::steps((1..).zip(held.iter().map(|held| one_or_none(*held))));
        held.contains(&false).then(steps)
    }

    /// True if some player's cards do not all weigh alike.
    pub fn has_ranges(&self) -> bool {
        self.ranges.is_some()
    }

    /// The same game with these ranges, by player; `None` for a player whose cards all weigh alike.
    ///
    /// Errors: `Outside`, and `NoDeal` if no deal has a positive weight.
    pub(super) fn with_ranges(mut self, ranges: Vec<Option<Piecewise>>) -> Result<Self, GameError> {
        let whole = |(range, player): (Option<Piecewise>, &Player)| {
            range.map(|range| whole(*player, &range)).transpose()
        };
        let of =
            ranges.into_iter().zip(self.players()).map(whole).collect::<Result<Vec<_>, _>>()?;
        let alike = Piecewise::constant(self.n, Rational::ONE);
        let of: Vec<_> =
            of.into_iter().map(|range| range.filter(|range| *range != alike)).collect();
        self.ranges = None;
        if of.iter().any(Option::is_some) {
            let each: Vec<Piecewise> =
                of.iter().map(|range| range.clone().unwrap_or_else(|| alike.clone())).collect();
            let deals = match (self.kernel(0), each.as_slice()) {
                (Some(kernel), [one, two]) => one.times(&kernel.coming_by(two)).total(),
                _ => weighed_deals(&each, &Rational::from(self.copies())),
            };
            if deals.is_zero() {
                return Err(GameError::NoDeal);
            }
            self.ranges = Some(PlayerRanges { of, deals });
        }
        Ok(self)
    }

    /// Weighs the deals again, after the number of copies changed. Errors: as
    /// [`Game::with_ranges`].
    pub(super) fn with_deals_weighed(mut self) -> Result<Self, GameError> {
        match self.ranges.take() {
            Some(ranges) => self.with_ranges(ranges.of),
            None => Ok(self),
        }
    }
}

/// The weights of a range as whole numbers without a common divisor.
fn whole(player: Player, range: &Piecewise) -> Result<Piecewise, GameError> {
    let weights: Vec<Rational> =
        range.runs().unwrap_or_default().into_iter().map(|(_, _, weight)| weight).collect();
    if let Some(given) = weights.iter().find(|weight| weight.is_negative()) {
        let given = format!("weight {given} in the range of player {player}");
        return Err(GameError::expected(given, "0 or above"));
    }
    let mut scale = Rational::ONE;
    for weight in &weights {
        scale =
            Rational::common_denominator([&scale.recip().unwrap_or_default(), weight].into_iter());
        let given = scale.bits().max(weight.bits());
        if given > MAX_CHIP_BITS {
            return Err(GameError::expected(
                format!(
                    "weights of {given} bits over their common denominator in the range of player \
                     {player}"
                ),
                format!("at most {MAX_CHIP_BITS} bits (about 300 digits)"),
            ));
        }
    }
    let first = weights.iter().find(|weight| weight.is_positive()).ok_or(GameError::NoDeal)?;
    let ratios: Vec<Rational> = weights.iter().map(|weight| weight / first).collect();
    Ok(range.scaled(&(Rational::common_denominator(ratios.iter()) / first)))
}

/// The sum over all deals of distinct cards of the product of the weights: the last player takes
/// any card, less those that the others hold.
fn weighed_deals(ranges: &[Piecewise], copies: &Rational) -> Rational {
    let Some((last, others)) = ranges.split_last() else { return Rational::ONE };
    let any = weighed_deals(others, copies) * last.total() * copies;
    let taken = (0..others.len()).map(|holder| {
        let mut others = others.to_vec();
        others[holder] = others[holder].times(last);
        weighed_deals(&others, copies)
    });
    any - taken.sum::<Rational>()
}
