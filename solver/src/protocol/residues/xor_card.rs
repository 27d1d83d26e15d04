use super::{Flips, PublicKey, Residue, Shuffle};
use crate::protocol::{Party, Subgroup};

/// Cards of the toolbox by residues: a card is a matrix of players by bits of its type, each row sealed by its player's key,
/// and a bit of the type is the xor of its column. Anybody masks a card; only all players together open it.
///
/// A masked card is uniform among all cards of its type; flips that do not cancel out in a column would change the type, so the
/// proof shows that they do. A player's share is his own row, opened with [`super::SecretKey::show`]; all rows but one
/// say nothing about the type.
#[derive(Clone, Debug)]
pub struct XorCards {
    keys: Vec<PublicKey>,
    width: usize,
}

impl XorCards {
    /// Cards of these players, with types of `width` bits.
    pub fn new(players: &[PublicKey], width: usize) -> Self {
        let row = |key: &PublicKey| std::iter::repeat_n(key.clone(), width);
        Self { keys: players.iter().flat_map(row).collect(), width }
    }

    /// The key of every bit of a card.
    pub fn keys(&self) -> &[PublicKey] {
        &self.keys
    }

    /// Which masks keep the type.
    pub fn flips(&self) -> Flips {
        Flips::Balanced { width: self.width }
    }

    /// An open card: the first player's row is the type, the others are 0.
    pub fn face(&self, kind: u64) -> Vec<Residue> {
        let bit = |(at, key): (usize, &PublicKey)| key.face(at < self.width && kind >> at & 1 == 1);
        self.keys.iter().enumerate().map(bit).collect()
    }

    /// That these cards are those, moved by a permutation of the subgroup and masked: no type has changed.
    pub fn same<'a>(&'a self, among: Subgroup, before: &'a [Vec<Residue>], after: &'a [Vec<Residue>]) -> Shuffle<'a> {
        Shuffle { keys: &self.keys, among, flips: self.flips(), before, after }
    }

    /// The row of a player.
    pub fn row<'a>(&self, card: &'a [Residue], player: Party) -> &'a [Residue] {
        &card[player.place() * self.width..][..self.width]
    }

    /// The type, from the opened rows of all players.
    pub fn open<'a>(&self, rows: impl IntoIterator<Item = &'a Vec<bool>>) -> u64 {
        let number = |row: &Vec<bool>| row.iter().rev().fold(0, |number, &bit| number << 1 | u64::from(bit));
        rows.into_iter().fold(0, |kind, row| kind ^ number(row))
    }
}
