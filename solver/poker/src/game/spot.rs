//! Rivers of hold'em: two ranges, a board, and the betting that is left.

use std::sync::Arc;

use bluff_exact::{Piecewise, Rational, whole_within};

use crate::cards::{HandRange, HoleCards, MAX_WEIGHT_BYTES, OpenCards, no_deal, none_left};

use super::families::check_game_name;
use super::{Betting, Cards, Deck, Game, GameError, Player, ShowdownRule, Stakes};

/// A place in a hand of hold'em, from which it is played to its end.
///
/// The first player is out of position and acts first. Values are chips won beyond the half of the
/// pot that each has paid.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_poker::game::{BetSize, Betting, HoldemSpot, Street};
/// let spot = HoldemSpot {
///     board: "Ks9d6h3c2s".parse()?,
///     ranges: ["22+,A2s+,KTo+,76s:1/2".parse()?, "all".parse()?],
///     betting: Betting {
///         pot: Rational::from(10), blinds: [Rational::ZERO; 2],
///         stacks: Some([40, 40].map(Rational::from)),
///         round: None,
///         all_in_above: None,
///         streets: vec![Street::new(vec!["pot".parse()?], vec![BetSize::AllIn], 2)],
///     },
/// };
/// let game = spot.game("river")?;
/// let views: Vec<&str> = game.views().iter().map(|view| view.name.as_str()).collect();
/// let expected = [
///     "first to act",
///     "facing a check",
///     "facing bet 10 after a check",
///     "facing raise to 40 after check, bet 10",
///     "facing bet 10",
///     "facing raise to 40 after bet 10",
/// ];
/// assert_eq!((game.n(), views), (1081, expected.to_vec()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoldemSpot {
    /// The five cards of a river.
    pub board: OpenCards,
    /// The hands of each player with their weights; the board takes some away.
    pub ranges: [HandRange; 2],
    /// The betting that is left, on one street.
    pub betting: Betting,
}

impl HoldemSpot {
    /// The game of this spot. Its hands are those that some player may hold, the weakest first.
    ///
    /// Errors: `BadName`, `SpotBoard`, `SpotRange`, `WeightRatio`, `Card` where no deal is left,
    /// `NotWhole` of more than one street, and those of betting.
    pub fn game(&self, name: &str) -> Result<Game, GameError> {
        check_game_name(name)?;
        let (deck, ranges) = holdem_deck(&self.board, &self.ranges)?;
        whole_within("streets", self.betting.streets.len() as u64, 1..=1)?;
        let tree = self.betting.tree()?;
        Game::built_in_of(name.to_owned(), (0, deck), Stakes::default(), tree)?.with_ranges(ranges)
    }
}

impl Game {
    /// The two cards of a hand from 1 to `n`; `None` unless the deck is that of hold'em.
    pub fn hole_cards(&self, hand: u64) -> Option<HoleCards> {
        let Deck::Cards(cards) = self.deck() else { return None };
        cards.hole_cards(*cards.hands().get((hand as usize).checked_sub(1)?)?)
    }

    /// The board before the first card is dealt in the tree; `None` unless the deck is that of
    /// hold'em.
    pub fn holdem_board(&self) -> Option<OpenCards> {
        let Deck::Cards(cards) = self.deck() else { return None };
        let names = cards.open().iter().map(|kind| cards.kinds()[*kind].name.as_str());
        names.collect::<String>().parse().ok().filter(|_| cards.rule() == ShowdownRule::BestFive)
    }

    /// The weights of a player's hands beside the heaviest; `None` unless the deck is that of
    /// hold'em.
    pub fn hand_range(&self, player: Player) -> Option<HandRange> {
        let weight = |hand| self.weight(player, hand);
        let most = (1..=self.n()).map(weight).max()?.recip()?;
        (1..=self.n()).map(|hand| Some((self.hole_cards(hand)?, weight(hand) * &most))).collect()
    }
}

/// Errors: `SpotRange` of a range of which the board leaves no hand, those of `check` of the hands
/// that it leaves, and `Card` if each two of them share a card.
pub(crate) fn check_ranges(
    board: &OpenCards,
    ranges: &[HandRange; 2],
    check: impl Fn(Player, &[(HoleCards, &Rational)]) -> Result<(), GameError>,
) -> Result<(), GameError> {
    let left = ranges.each_ref().map(|range| {
        let left = range.hands().filter(|(hand, _)| hand.cards().is_disjoint(board.cards()));
        left.collect::<Vec<_>>()
    });
    for ((range, left), player) in ranges.iter().zip(&left).zip([Player::I, Player::II]) {
        if left.is_empty() {
            return Err(GameError::SpotRange { player, error: none_left(range, board) });
        }
        check(player, left)?;
    }
    let [hands, others] = left;
    let meets =
        |hand: HoleCards| others.iter().any(|(other, _)| other.cards().is_disjoint(hand.cards()));
    match hands.into_iter().any(|(hand, _)| meets(hand)) {
        true => Ok(()),
        false => Err(no_deal(&ranges[0], &ranges[1]).into()),
    }
}

/// The hands of a river that some player may hold, and the weights of each player.
pub(super) fn holdem_deck(
    board: &OpenCards,
    ranges: &[HandRange; 2],
) -> Result<(Deck, Vec<Option<Piecewise>>), GameError> {
    let count = board.dealt().len();
    if count != 5 {
        return Err(GameError::no_river(&board.to_string(), count));
    }
    check_ranges(board, ranges, |player, left| {
        let most = left.iter().map(|(_, weight)| *weight).max().and_then(Rational::recip);
        let most = most.unwrap_or_default();
        // Documents spell weights beside the heaviest.
        let given = left.iter().map(|(_, weight)| (*weight * &most).to_string().len()).max();
        match given.filter(|given| *given > MAX_WEIGHT_BYTES) {
            Some(given) => Err(GameError::expected(
                format!(
                    "a weight of {given} characters beside the heaviest hand in the range of \
                     player {player}"
                ),
                format!("at most {MAX_WEIGHT_BYTES}"),
            )),
            None => Ok(()),
        }
    })?;
    let cards = Cards::holdem(board)?;
    let weight = |range: &HandRange, cards: &Cards, hand| {
        cards.hole_cards(hand).map_or(Rational::ZERO, |hand| range.weight(hand).clone())
    };
    let all = cards.clone();
    let held = |hand| ranges.iter().any(|range| weight(range, &all, hand).is_positive());
    let cards = cards.with_hands(held)?;
    let of = |range: &HandRange| {
        let weights = cards.hands().iter().map(|hand| weight(range, &cards, *hand));
        Some(Piecewise::steps((1..).zip(weights)))
    };
    let weights = ranges.iter().map(of).collect();
    Ok((Deck::Cards(Arc::new(cards)), weights))
}

#[cfg(test)]
mod tests;
