use bluff_exact::{Rational, counted};

/// Proof of the value of a one-street game with one copy of each card, without its strategies.
///
/// One number guides player II: she calls a bet `s` with the mass `2(N − eta)/(s + 2)` of her top
/// cards, `N = n − 1/2`, and concedes at most `G(eta)/(n(n − 1))`. The masses guide player I: he
/// bets the `j`-th size or a larger one with `masses[j]` of his top cards, bluffs with the lowest
/// ones so that she is indifferent, and gets at least `D(masses)/(n(n − 1))`. Where `G = D`, that
/// is the value. Source: docs/ALL_DECKS.md, which derives both bounds.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_poker::certificate::OneStreetProof;
/// // Ten cards, bet 2: the value is 1/9.
/// let (bets, eta) = (vec![Rational::from(2)], Rational::ratio(3, 2));
/// let proof = OneStreetProof { n: 10, bets, eta, masses: vec![Rational::from(2)] };
/// assert_eq!(proof.check().unwrap(), Rational::ratio(1, 9));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneStreetProof {
    /// The number of cards.
    pub n: u64,
    /// The bet sizes above 0, ascending, in antes.
    pub bets: Vec<Rational>,
    /// The number that guides player II.
    pub eta: Rational,
    /// For each size, the mass of cards that bet it or a larger one for value.
    pub masses: Vec<Rational>,
}

/// Reason why a [`OneStreetProof`] proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum ProofGap {
    /// The deck has no two cards.
    #[error("{}, expected at least 2", counted(n, "card", "cards"))]
    Deck { n: u64 },
    /// The bets do not ascend from above 0.
    #[error("the bets are not ascending and above 0")]
    Bets,
    /// II would call with more than all cards, or with less than none.
    #[error("eta = {eta}, expected a number from −1/2 to {end}")]
    Eta { eta: Rational, end: Rational },
    /// The masses do not descend, or there is not one for each bet.
    #[error("the masses are not one for each bet, from n down to 0")]
    Masses,
    /// A card would both bluff and bet for value; the numbers of cards are rounded up.
    #[error(
        "bluffs need {} and value bets {bets}, and there are {n}",
        counted(bluffs, "card", "cards")
    )]
    Overlap { bluffs: Rational, bets: Rational, n: u64 },
    /// The bounds differ.
    #[error("player I gets {lower} and player II concedes {upper}, both times n(n − 1)")]
    Bounds { lower: Rational, upper: Rational },
}

impl OneStreetProof {
    /// The mass of cards that bluff: the lowest ones.
    pub fn bluffs(&self) -> Rational {
        let steps = Self::steps(&self.bets).zip(&self.masses);
        steps.map(|((step, edge), mass)| step * edge * mass).sum()
    }

    /// For each bet, its step from the one before, and `2/((s + 2)(t + 2))` of the two.
    pub(super) fn steps(bets: &[Rational]) -> impl Iterator<Item = (Rational, Rational)> {
        let two = Rational::from(2);
        let before = std::iter::once(Rational::ZERO).chain(bets.iter().cloned());
        bets.iter().zip(before).map(move |(bet, before)| {
            let edge = &two / &((&before + &two) * (bet + &two));
            (bet - &before, edge)
        })
    }

    /// The value that this proves, in antes per hand to player I.
    ///
    /// Errors: [`ProofGap`]. Cost: linear in the bets.
    pub fn check(&self) -> Result<Rational, ProofGap> {
        if self.n < 2 {
            return Err(ProofGap::Deck { n: self.n });
        }
        let (zero, half) = (Rational::ZERO, Rational::ratio(1, 2));
        let sizes: Vec<&Rational> = std::iter::once(&zero).chain(&self.bets).collect();
        if sizes.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(ProofGap::Bets);
        }
        let deck = Rational::from(self.n);
        let end = &deck - &half;
        let mu = &end - &self.eta;
        if mu.is_negative() || mu > deck {
            return Err(ProofGap::Eta { eta: self.eta.clone(), end });
        }
        let ends = std::iter::once(&deck).chain(&self.masses).chain([&zero]);
        let ends: Vec<&Rational> = ends.collect();
        if self.masses.len() != self.bets.len() || ends.windows(2).any(|pair| pair[0] < pair[1]) {
            return Err(ProofGap::Masses);
        }

        let bluffs = self.bluffs();
        let (mut upper, mut lower) = (phi(&self.eta), Rational::ZERO);
        for ((step, edge), mass) in Self::steps(&self.bets).zip(&self.masses) {
            upper += &(&step * phi(&(edge * &mu)));
            lower -= &(&step * psi(mass));
        }
        let [bluffing, betting] = [Some(&bluffs), self.masses.first()]
            .map(|mass| mass.map_or(Rational::ZERO, |mass| -(-mass).floor()));
        if &bluffing + &betting > deck {
            return Err(ProofGap::Overlap { bluffs: bluffing, bets: betting, n: self.n });
        }
        lower += &(&end * &bluffs * Rational::from(2) - psi(&bluffs));
        if lower != upper {
            return Err(ProofGap::Bounds { lower, upper });
        }
        Ok(upper / (&deck * &(&deck - &Rational::ONE)))
    }
}

/// `φ(t) = t² − d²`, where `d` is the distance of `t` to the nearest whole number: the maximum of
/// `2kt − k²` over whole `k`.
fn phi(t: &Rational) -> Rational {
    let k = (t + &Rational::ratio(1, 2)).floor();
    &k * &(t + t - &k)
}

/// `ψ(x)`, which is `x²` at whole `x ≥ 0` and straight between.
fn psi(x: &Rational) -> Rational {
    let k = x.floor();
    &k * &k + (&k + &k + Rational::ONE) * (x - &k)
}
