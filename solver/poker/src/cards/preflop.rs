//! Before the flop: the boards on which one hand beats another.

use std::cmp::Reverse;
use std::sync::LazyLock;

use bluff_exact::Rational;

use super::{CLASSES, Card, HANDS, HandClass, HoleCards, SuitExchange, suit_exchanges};

/// Number of boards of five cards beside two hands: 48 choose 5.
pub(super) const BOARDS: u32 = 1_712_304;

/// Numbers of boards on which the first hand of a matchup beats the second, three bytes each, the
/// lowest first, in the order of [`Matchups`]. A test counts all boards and makes the file again.
const WINS: &[u8] = include_bytes!("../../data/preflop.bin");

/// Numbers of the matchups: pairs of hands, of which one stands for all that differ in the names of
/// suits alone.
static MATCHUPS: LazyLock<Matchups> = LazyLock::new(Matchups::new);

/// Number of boards on which `hand` beats `other`, of the 1,712,304 that hold no card of either.
///
/// The hands have no card in common.
pub(super) fn wins(hand: HoleCards, other: HoleCards) -> u32 {
    let other = other.exchanged(&to_first(hand));
    let place = MATCHUPS.places[hand.class().index() * HANDS + other.index()] as usize;
    let bytes = WINS.get(3 * place..3 * place + 3).unwrap_or_default();
    bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u32::from(*byte))
}

/// Deals of two hands before the flop, by class of both: how many there are, and how many of these
/// the first wins, a tie counted half.
///
/// A deal is two hands without a common card and a board. Numbers are of half deals, so that they
/// are whole: `deals` is 3,424,608 for each pair of hands, and `won[a][b] + won[b][a]` is
/// `deals[a][b]`.
///
/// ```
/// use bluff_poker::cards::PreflopDeals;
/// let PreflopDeals { deals, won } = PreflopDeals::new();
/// // Aces beat kings in 36 pairs of hands, some 82 % of the time.
/// assert_eq!(deals[0][14], 36 * 3_424_608);
/// assert_eq!(won[0][14] * 1000 / deals[0][14], 819);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreflopDeals {
    /// Number of half deals.
    pub deals: Vec<Vec<u64>>,
    /// Number of half deals that the first hand wins.
    pub won: Vec<Vec<u64>>,
}

impl PreflopDeals {
    /// Number of all ways to deal both players a hand, times twice the boards.
    pub(crate) const ALL: u64 = 1326 * 1225 * 2 * BOARDS as u64;

    /// The deals of all classes, in the order of [`HandClass::all`].
    #[expect(clippy::new_without_default, reason = "no deals would be the default")]
    pub fn new() -> Self {
        let (mut deals, mut won) =
            (vec![vec![0; CLASSES]; CLASSES], vec![vec![0; CLASSES]; CLASSES]);
        for class in HandClass::all() {
            // All hands of a class are alike but for the names of suits.
            let (hand, hands) = (first(class), class.hands().count() as u64);
            for other in HoleCards::all().filter(|other| hand.cards().is_disjoint(other.cards())) {
                let at = (class.index(), other.class().index());
                let more = BOARDS + wins(hand, other) - wins(other, hand);
                deals[at.0][at.1] += hands * 2 * u64::from(BOARDS);
                won[at.0][at.1] += hands * u64::from(more);
            }
        }
        Self { deals, won }
    }
}

/// All classes of hands, those with the most equity against any other hand first.
pub(super) fn by_equity() -> &'static [HandClass] {
    static CLASSES_BY_EQUITY: LazyLock<Vec<HandClass>> = LazyLock::new(|| {
        let PreflopDeals { deals, won } = PreflopDeals::new();
        let sum = |row: &[u64]| Rational::from(row.iter().sum::<u64>());
        let equity = |class: HandClass| &sum(&won[class.index()]) / &sum(&deals[class.index()]);
        let mut classes: Vec<HandClass> = HandClass::all().collect();
        classes.sort_by_cached_key(|class| Reverse(equity(*class)));
        classes
    });
    &CLASSES_BY_EQUITY
}

/// The matchups in order: by class of the first hand, which is the first of its class; then by
/// number of the second hand, where no renaming of suits that leaves the first in place makes this
/// number smaller.
struct Matchups {
    /// By class of the first hand, then by number of the second; those with a card in common have
    /// no number.
    places: Vec<u32>,
}

impl Matchups {
    fn new() -> Self {
        let (mut places, mut count) = (vec![u32::MAX; CLASSES * HANDS], 0);
        for class in HandClass::all() {
            let (first, from) = (first(class), class.index() * HANDS);
            let fixed: Vec<SuitExchange> =
                suit_exchanges().filter(|renaming| first.exchanged(renaming) == first).collect();
            for other in HoleCards::all().filter(|other| first.cards().is_disjoint(other.cards())) {
                let least = fixed.iter().map(|renaming| other.exchanged(renaming)).min();
                let least = least.unwrap_or(other);
                if least == other {
                    places[from + other.index()] = count;
                    count += 1;
                }
                places[from + other.index()] = places[from + least.index()];
            }
        }
        Self { places }
    }
}

/// The first hand of a class: the one of clubs if it is suited, else one of clubs and diamonds.
fn first(class: HandClass) -> HoleCards {
    class.hands().min().unwrap_or_else(|| unreachable!("a class without a hand"))
}

/// The renaming that makes a hand the first of its class.
fn to_first(hand: HoleCards) -> SuitExchange {
    let [high, low] = hand.pair().map(Card::suit);
    // Of a pair the lower suit is that of the lower card.
    let (clubs, diamonds) = if hand.class().is_pair() { (low, high) } else { (high, low) };
    let mut order = [0, 1, 2, 3];
    order.sort_by_key(|suit| (*suit != clubs, *suit != diamonds));
    let mut renaming = order;
    (0..).zip(order).for_each(|(name, suit)| renaming[suit] = name);
    renaming
}

#[cfg(test)]
mod tests;
