use sha2::{Digest, Sha512};

use crate::protocol::{Coins, Party, Seeded};

/// Questions from a hash (Fiat and Shamir): it takes in what was said, and answers like a verifier that nobody can sway.
///
/// Bound to its label, session, party and round, so that no proof can be used a second time elsewhere.
#[derive(Clone)]
pub struct Transcript(Sha512);

impl Transcript {
    /// A new one for this kind of proof, by this party, in this round of the session.
    pub fn new(label: &str, session: &[u8; 32], party: Party, round: u64) -> Self {
        let mut new = Self(Sha512::new_with_prefix(b"rational-bluff residues"));
        let (party, round) = ((party.place() as u64).to_le_bytes(), round.to_le_bytes());
        [label.as_bytes(), session, &party, &round].into_iter().for_each(|item| new.absorb(item));
        new
    }

    /// Takes in one more item, with its length.
    pub fn absorb(&mut self, item: &[u8]) {
        self.0.update((item.len() as u64).to_le_bytes());
        self.0.update(item);
    }

    /// Public coins that depend on all that was taken in.
    pub fn coins(self) -> Seeded {
        let mut seed = [0; 32];
        seed.copy_from_slice(&self.0.finalize()[..32]);
        Seeded::new(seed, 0)
    }

    /// So many questions of yes or no.
    pub fn bits(self, count: usize) -> Vec<bool> {
        let mut coins = self.coins();
        (0..count).map(|_| coins.below(2) == 1).collect()
    }
}
