//! A protocol by name, and the setting of a deal; `named` lists all protocols.

use bluff_exact::{RefusedValue, counted, excerpt, whole_number};
use serde::{Deserialize, Serialize};

use super::fault::allow;
use super::{Allowed, MAX_DECK, MAX_PARTIES, Parties, Party, Protocol, RefusedSetting};

/// Makes the protocol for a setting, or refuses it.
pub type Make = fn(&Setting) -> Allowed<Box<dyn Protocol>>;

/// The field `real` of a protocol that needs ciphertexts: made over real ones, and refused by a
/// build without them.
macro_rules! real {
    ($make:expr) => {{
        #[cfg(feature = "cryptography")]
        {
            Some($make)
        }
        #[cfg(not(feature = "cryptography"))]
        {
            Some($crate::setting::without_ciphers)
        }
    }};
}
pub(super) use real;

#[cfg(not(feature = "cryptography"))]
pub(super) fn without_ciphers(_: &Setting) -> Allowed<Box<dyn Protocol>> {
    let given = "a deal over real ciphers in a build without them";
    Err(RefusedSetting::unexpected(given, "the feature cryptography"))
}

/// The assumption of ElGamal's ciphertexts and of their proofs.
pub(super) const CURVE: &str =
    "Diffie–Hellman decision in ristretto255, SHA-512 as a random function";

/// A protocol by name, as commands and addresses ask for it.
pub struct NamedProtocol {
    /// Its name.
    pub name: &'static str,
    /// Its title, for people.
    pub title: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// Its assumptions beyond parties who follow the rules and messages that all receive alike
    /// (docs/DEALING.md#protocols-what-is-proved-what-is-assumed).
    pub assumes: &'static str,
    /// True if every message has a proof that everybody can check.
    pub is_proved: bool,
    /// Over ideal ciphertexts, for exact checks and statistics.
    pub ideal: Make,
    /// Over real ones, for dealing; `None` if the ideal form needs no ciphertexts and is itself the
    /// real one.
    pub real: Option<Make>,
    /// The time of a real deal.
    pub cost: DealCost,
    /// Against whom it holds, for so many players; all of them are checked. Nobody where a setting
    /// is only played.
    pub holds: fn(&Setting) -> Vec<Parties>,
}

/// The time that a deal over real ciphers takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealCost {
    /// Milliseconds for a few cards.
    Low,
    /// Seconds for a few cards, as long for each pair of players and card.
    High,
    /// More than that, so that a service deals only so many pairs of players times cards.
    Bounded(usize),
}

/// The size of a deal, its planted bug, and its variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// The players; helpers and servers come on top.
    pub players: usize,
    /// Cards in the deck.
    pub cards: usize,
    /// Cards each player draws, one a round.
    pub hand: usize,
    /// The name of a planted bug.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bug: Option<String>,
    /// The variant of the protocol, as its text; [`VARIANTS`](super::VARIANTS) has examples.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
}

impl Setting {
    /// A deal of this size, without a bug, as the protocol is plainly played.
    pub const fn new(players: usize, cards: usize, hand: usize) -> Self {
        Self { players, cards, hand, bug: None, variant: None }
    }

    /// The setting with this variant; plainly played without one, or with an empty one.
    pub fn with_variant(self, variant: Option<&str>) -> Self {
        Self { variant: variant.filter(|text| !text.is_empty()).map(str::to_owned), ..self }
    }

    /// Refuses the variant unless this holds.
    pub(super) fn allow_variant(&self, holds: bool, expected: impl ToString) -> Allowed {
        let given = excerpt(self.variant.as_deref().unwrap_or_default());
        let refused = || RefusedSetting::Given(RefusedValue::of("variant", given, expected));
        if holds { Ok(()) } else { Err(refused()) }
    }

    /// The parts of the variant between its commas; none without a variant.
    pub(super) fn parts(&self) -> impl Iterator<Item = &str> {
        self.variant.iter().flat_map(|text| text.split(',')).map(str::trim)
    }

    /// The sizes in the variant, such as `2,1,1`; none without a variant.
    pub(super) fn sizes(&self) -> Allowed<Vec<usize>> {
        let size = |text| Ok(whole_number("size", text, 0..=MAX_DECK as u64)? as usize);
        self.parts().map(size).collect()
    }

    /// The sizes in the variant, one for each player; none without a variant.
    pub(super) fn hand_sizes(&self) -> Allowed<Vec<usize>> {
        let sizes = self.sizes()?;
        let given = format!("{} of hands", counted(sizes.len() as u64, "size", "sizes"));
        let fits = self.variant.is_none() || sizes.len() == self.players;
        allow(fits, given, format!("one for each of {} players", self.players))?;
        Ok(sizes)
    }
}

/// A party from text, counted from 1.
pub(super) fn parse_party(text: &str) -> Allowed<Party> {
    let number = whole_number("player", text, 1..=MAX_PARTIES as u64)?;
    Ok(Party::at(number as usize - 1))
}

/// A protocol as [`Make`] returns it.
pub(super) fn boxed<P: Protocol + 'static>(made: Allowed<P>) -> Allowed<Box<dyn Protocol>> {
    Ok(Box::new(made?))
}

/// Every single party of so many.
pub(super) fn singles(parties: usize) -> Vec<Parties> {
    super::Party::all(parties).map(Parties::from).collect()
}
