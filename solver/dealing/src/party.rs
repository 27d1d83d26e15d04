use std::fmt;

/// A party of a protocol, counted from 1 as the papers do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Party(u8);

impl Party {
    /// The party at this place, from 0.
    pub fn at(place: usize) -> Self {
        Self(place as u8)
    }

    /// Its place, from 0.
    pub fn place(self) -> usize {
        self.0.into()
    }

    /// All parties of a table of `n`.
    pub fn all(n: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..n as u8).map(Self)
    }
}

impl fmt::Display for Party {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", u32::from(self.0) + 1)
    }
}

/// A set of parties: a coalition, or those who get a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Parties(u32);

/// The most parties at one table.
pub const MAX_PARTIES: usize = 32;

impl Parties {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// The first party alone.
    #[cfg(any(test, feature = "planted-bugs"))]
    pub(super) const FIRST: Self = Self(1);

    /// Every party at a table of `n`.
    pub fn everybody(n: usize) -> Self {
        Party::all(n).collect()
    }

    /// True if the party is one of them.
    pub fn has(self, party: Party) -> bool {
        self.0 >> party.0 & 1 == 1
    }

    /// These without one.
    #[must_use]
    pub fn without(self, party: Party) -> Self {
        Self(self.0 & !(1 << party.0))
    }

    /// These and those.
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// True if both sets have a party in common.
    pub fn meet(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// True if all of these are among the others.
    pub fn within(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }

    /// One bit for each party of them.
    pub(super) fn bits(self) -> u32 {
        self.0
    }

    /// The number of parties.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if this is nobody.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One after the other.
    pub fn iter(self) -> impl Iterator<Item = Party> {
        (0..MAX_PARTIES as u8).map(Party).filter(move |party| self.has(*party))
    }

    /// Every coalition of a table of `n` but the empty one and the whole table, small ones first.
    pub fn coalitions(n: usize) -> Vec<Self> {
        let mut found: Vec<Self> = (1..(1_u64 << n) - 1).map(|bits| Self(bits as u32)).collect();
        found.sort_by_key(|coalition| coalition.len());
        found
    }
}

impl From<Party> for Parties {
    fn from(party: Party) -> Self {
        Self(1 << party.0)
    }
}

impl FromIterator<Party> for Parties {
    fn from_iter<I: IntoIterator<Item = Party>>(parties: I) -> Self {
        Self(parties.into_iter().fold(0, |bits, party| bits | 1 << party.0))
    }
}

impl fmt::Display for Parties {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parties: Vec<String> = self.iter().map(|party| party.to_string()).collect();
        formatter.write_str(&parties.join("+"))
    }
}

/// The turn of a party in a session. Proofs and commitments are bound to it, so that each counts
/// there and nowhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The name of the session.
    pub session: [u8; 32],
    /// The party.
    pub by: Party,
    /// The number of the message.
    pub round: u64,
}

impl Turn {
    /// The turn of another party in the same round.
    #[must_use]
    pub fn of(self, by: Party) -> Self {
        Self { by, ..self }
    }
}
