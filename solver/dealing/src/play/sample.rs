use std::collections::HashMap;
use std::io::BufRead;

use super::{DealResult, all_alike, fits, no_end, payoffs, pays};
use crate::fairness::chunks::{Chunks, DealRun};
use crate::fairness::{DealLines, FAMILY_LEVEL, NotChecked};
use crate::{Allowed, Protocol, RefusedSetting, outcome};
use bluff_exact::control::Control;
use bluff_exact::{Rational, counted};
use bluff_poker::game::{Game, Player};
use bluff_poker::strategy::Profile;

/// The payoffs of a sample of hands.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampled {
    /// Deals that came to no end.
    pub unfinished: u64,
    /// Deals against the rules: one is enough to reject the protocol.
    pub illegal: u64,
    /// The payoffs, by player.
    pub players: Vec<Won>,
}

/// The payoff of a player in a sample of hands, beside the value of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Won {
    /// The payoff of the profile, in antes per hand.
    pub value: Rational,
    /// The mean payoff per hand: exactly, over the players' own chances too, so only the deal is
    /// left to chance.
    pub mean: Rational,
    /// The standard error of the mean, from the sample.
    pub standard_error: f64,
    /// A bound on the probability that fair deals come so far from the value, whatever the number
    /// of hands.
    pub p_value: f64,
    /// Rejected below this: [`FAMILY_LEVEL`], shared among the players.
    pub level: f64,
}

impl Won {
    /// True if fair deals come so far from the value with a probability below the level.
    pub fn rejected(&self) -> bool {
        self.p_value < self.level
    }
}

/// Plays so many hands and compares what is won with the payoff of the profile. The same seed, the
/// same hands, on any number of threads.
///
/// False alarms: fair deals are rejected with probability [`FAMILY_LEVEL`] at most, at any number
/// of hands. The p-value is not that of a normal law, which rare large pots do not follow: it is
/// the bound of Maurer and Pontil, *Empirical Bernstein bounds and sample variance penalization*
/// (2009), Theorem 4, to both sides. With a deviation `s` of what a deal pays and a range `R` from
/// the largest loss to the largest gain, a mean is `√(2L) s / √h + 7 R L / (3 (h − 1))` off with
/// probability `4 exp(−L)` at most.
///
/// Power: two players, a level of `5·10⁻⁷`, and `L = 15.9`: a bias is likely found from 5.7
/// standard errors on, if there are so many hands that the second term is small.
///
/// Each deal is a part that the control counts. Errors: a game and a protocol that do not fit;
/// fewer than two hands that come to an end; `Stopped` when cancelled.
pub fn sampled(
    protocol: &dyn Protocol,
    (game, profile): (&Game, &Profile),
    (deals, seed): (u64, u64),
    control: &Control,
) -> Result<Sampled, NotChecked> {
    fits(protocol, game)?;
    let chunks = Chunks { protocol, deals, seed, control, record: false };
    let payer = Payer { game, profile };
    let take = |sums: &mut Allowed<PayoffSums>, (ended, log): DealRun| {
        if let Ok(open) = sums
            && let Err(refused) = DealResult::of(game, protocol, &ended, &outcome(&log))
                .map(|deal| payer.take(open, deal))
        {
            *sums = Err(refused);
        }
    };
    let and = |one: Allowed<PayoffSums>, other: Allowed<PayoffSums>| Ok(payer.and(one?, other?));
    let sums = chunks.tally(|| Ok(PayoffSums::default()), take, and)??;
    if sums.hands < 2 && sums.illegal == 0 {
        return Err(no_end(deals).into());
    }
    Ok(payer.paid(sums))
}

/// Plays the hands that somebody has, with the card of each player, and compares what is won with
/// the payoff of the profile. Also the number of hands.
///
/// False alarms: as [`sampled()`].
///
/// Errors: a game whose cards these are not; a line that is no hand of it; fewer than two hands;
/// `Stopped` when cancelled.
pub fn won_by_hands(
    mut lines: DealLines<impl BufRead>,
    (game, profile): (&Game, &Profile),
    control: &Control,
) -> Result<(u64, Sampled), NotChecked> {
    all_alike(game)?;
    let payer = Payer { game, profile };
    let mut sums = PayoffSums::default();
    while let Some(deal) = lines.deal()? {
        if sums.hands.is_multiple_of(1024) {
            control.check()?;
        }
        if deal.len() != game.players().len() || deal.iter().any(|hand| hand.len() != 1) {
            let label = game.label();
            let expected = format!("one card that was seen for each player of {label}");
            let given = counted(deal.len(), "seat", "seats");
            let held: Vec<String> = deal.iter().map(|hand| hand.len().to_string()).collect();
            let held = held.join(", ");
            return Err(lines.refused(&format!("{given} with {held} cards"), expected).into());
        }
        payer.take(&mut sums, DealResult::Cards(deal.concat()));
    }
    if sums.hands < 2 {
        let given = counted(sums.hands, "deal", "deals");
        return Err(RefusedSetting::unexpected(given, "two or more, a line for each").into());
    }
    Ok((sums.hands, payer.paid(sums)))
}

/// The payoffs of one player in hands that were played, in antes, compared with the payoff of the
/// profile.
///
/// False alarms: as [`sampled()`], at [`FAMILY_LEVEL`].
pub fn won_by_player(
    (game, profile): (&Game, &Profile),
    player: Player,
    payoffs: &[Rational],
) -> Won {
    let value = super::payoffs(game, profile).swap_remove(player.index());
    let sums = (payoffs.iter().cloned().sum(), payoffs.iter().map(|one| one * one).sum());
    won(value, sums, payoffs.len() as u64, range(game, player), FAMILY_LEVEL)
}

impl Payer<'_> {
    /// Payoffs of all hands, those that are still open among them.
    fn paid(&self, mut sums: PayoffSums) -> Sampled {
        self.settle(&mut sums);
        let (game, profile) = (self.game, self.profile);
        let PayoffSums { hands, unfinished, illegal, sums, .. } = sums;
        let values = payoffs(game, profile);
        let sums = sums.into_iter().chain(std::iter::repeat_with(Default::default));
        let level = FAMILY_LEVEL / values.len() as f64;
        let won = |((value, sums), player): ((Rational, (Rational, Rational)), &Player)| {
            won(value, sums, hands, range(game, *player), level)
        };
        let players = values.into_iter().zip(sums).zip(game.players()).map(won).collect();
        Sampled { unfinished, illegal, players }
    }
}

/// From the sum of what was won, and of its squares, over so many hands. Too few hands say nothing.
fn won(
    value: Rational,
    (sum, squares): (Rational, Rational),
    hands: u64,
    range: Rational,
    level: f64,
) -> Won {
    if hands < 2 {
        return Won { value, mean: sum, standard_error: 0.0, p_value: 1.0, level };
    }
    let count = Rational::from(hands);
    let mean = &sum / &count;
    let rest = count - Rational::ONE;
    let variance = (squares - &sum * &mean) / &rest;
    let standard_error = (variance / Rational::from(hands)).to_f64().sqrt();
    let off = (&mean - &value).abs().to_f64();
    let narrow = 7.0 / 3.0 * (range / rest).to_f64();
    let p_value = bound(off, 2.0_f64.sqrt() * standard_error, narrow);
    Won { value, mean, standard_error, p_value, level }
}

/// The `4 exp(−L)` at which `wide √L + narrow L` is `off`.
fn bound(off: f64, wide: f64, narrow: f64) -> f64 {
    if off == 0.0 {
        return 1.0;
    }
    let root = 2.0 * off / (wide + (wide * wide + 4.0 * narrow * off).sqrt());
    (4.0 * (-root * root).exp()).min(1.0)
}

/// From the largest loss of a player to the largest gain.
fn range(game: &Game, player: Player) -> Rational {
    let most = |of: fn(Rational, Rational) -> Rational| {
        let leaf = |leaf: &bluff_poker::game::Leaf| {
            of(leaf.pot(), leaf.paid[player.index()].amount().clone())
        };
        game.leaves().iter().map(leaf).max().unwrap_or_default()
    };
    most(|pot, paid| pot - paid) + most(|_, paid| paid)
}

/// The payoffs of some deals.
#[derive(Default)]
struct PayoffSums {
    hands: u64,
    unfinished: u64,
    illegal: u64,
    /// Deals that are not yet paid out, each with its number.
    open: HashMap<Vec<u64>, u64>,
    /// By player: the sum of what was won, and of its squares.
    sums: Vec<(Rational, Rational)>,
}

/// So many different deals are paid out together: most come again and again if there are few.
const OPEN: usize = 1 << 14;

struct Payer<'a> {
    game: &'a Game,
    profile: &'a Profile,
}

impl Payer<'_> {
    fn take(&self, sums: &mut PayoffSums, deal: DealResult) {
        match deal {
            DealResult::Unfinished => sums.unfinished += 1,
            DealResult::Illegal => sums.illegal += 1,
            DealResult::Cards(cards) => {
                sums.hands += 1;
                *sums.open.entry(cards).or_default() += 1;
                if sums.open.len() >= OPEN {
                    self.settle(sums);
                }
            }
        }
    }

    /// Pays out.
    fn settle(&self, sums: &mut PayoffSums) {
        sums.sums.resize(self.game.players().len(), Default::default());
        for (cards, count) in sums.open.drain() {
            let count = Rational::from(count);
            for ((sum, squares), pays) in
                sums.sums.iter_mut().zip(pays(self.game, self.profile, &cards))
            {
                let all = &pays * &count;
                *squares += &(&all * &pays);
                *sum += &all;
            }
        }
    }

    /// These and those.
    fn and(&self, mut one: PayoffSums, other: PayoffSums) -> PayoffSums {
        one.hands += other.hands;
        one.unfinished += other.unfinished;
        one.illegal += other.illegal;
        for (cards, count) in other.open {
            *one.open.entry(cards).or_default() += count;
        }
        if one.open.len() >= OPEN {
            self.settle(&mut one);
        }
        one.sums.resize(one.sums.len().max(other.sums.len()), Default::default());
        one.sums.iter_mut().zip(&other.sums).for_each(|(one, other)| {
            one.0 += &other.0;
            one.1 += &other.1;
        });
        one
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bound solves its equation, and is none of a normal law: one hand of two cannot reject.
    #[test]
    fn p_values_are_those_of_the_bound() {
        for (off, wide, narrow) in [(0.1, 0.02, 0.001), (3.0, 0.0, 0.5), (1e-3, 1e-4, 1e-12)] {
            let l = (4.0 / bound(off, wide, narrow)).ln();
            assert!(
                (wide * l.sqrt() + narrow * l - off).abs() < 1e-9 * off,
                "{off} {wide} {narrow}"
            );
        }
        assert!((bound(0.0, 0.0, 0.0) - 1.0).abs() < 1e-12);
        let two = |pays: i64| {
            let (sum, squares) = (Rational::from(2 * pays), Rational::from(2 * pays * pays));
            won(Rational::ZERO, (sum, squares), 2, Rational::from(6), FAMILY_LEVEL)
        };
        assert!(!two(3).rejected() && two(3).standard_error == 0.0, "{:?}", two(3));
    }
}
