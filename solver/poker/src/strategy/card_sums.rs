//! Sums over one card of a deck of ranks.

use std::borrow::Cow;
use std::cell::OnceCell;

use bluff_exact::{Piecewise, Rational};

/// The sums over one card, all its copies counted, of a product of reaches.
pub(super) struct CardSums<'a> {
    /// The product on the player's card.
    own: Cow<'a, Piecewise>,
    /// Over the cards below the own one; not every leaf asks for it.
    below: OnceCell<Piecewise>,
    /// Over all cards but the own one.
    elsewhere: OnceCell<Piecewise>,
    /// Over the whole deck.
    total: Rational,
    copies: Rational,
}

impl<'a> CardSums<'a> {
    pub(super) fn of(own: Cow<'a, Piecewise>, copies: u64) -> Self {
        let copies = Rational::from(copies);
        Self {
            below: OnceCell::new(),
            elsewhere: OnceCell::new(),
            total: own.total() * &copies,
            own,
            copies,
        }
    }

    /// True if no card has a share in them.
    pub(super) fn are_zero(&self) -> bool {
        self.own.is_zero()
    }

    pub(super) fn below(&self) -> &Piecewise {
        self.below.get_or_init(|| self.own.sum_below().into_scaled(&self.copies))
    }

    pub(super) fn elsewhere(&self) -> &Piecewise {
        self.elsewhere.get_or_init(|| self.own.subtracted_from(&self.total))
    }

    /// Over all cards but the own one and `tied` more copies of it.
    pub(super) fn elsewhere_but(&self, tied: u32) -> Piecewise {
        if tied == 0 {
            return self.elsewhere().clone();
        }
        self.own.scaled(&Rational::from(1 + tied)).subtracted_from(&self.total)
    }
}
