//! The bug that can be planted in Werewolf.

use super::{IdealCipher, PlayerMove, Werewolf};
use crate::card_cipher::CardCipher;
use crate::{DealTable, Gain, GainKind, OrFault, Parties, Protocol, Urn};

/// Villagers cast no blank ballots, as the article has it.
pub(crate) struct WolvesVoteAlone(pub(crate) Werewolf<IdealCipher>);

impl Protocol for WolvesVoteAlone {
    fn parties(&self) -> usize {
        self.0.parties()
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        let everybody = Parties::everybody(self.0.players);
        let cipher = IdealCipher::agree(table, everybody, self.0.roles.values())?;
        let mut village = self.0.settle(&cipher, table)?;
        let wolves = everybody.iter().filter(|&player| village.is_wolf(player)).collect();
        village.urn = Urn::new(&cipher, wolves, self.0.players as u64 + 1);
        for player in everybody.iter() {
            match village.uniform(table, player) {
                PlayerMove::Night(Some(victim)) => {
                    village.urn.cast(table, player, victim.place() as u64 + 1)?
                }
                _ => table.gain(player, 0),
            }
        }
        village.urn.count(table, village.hands()).map(|_| ())
    }

    /// With a tally of the blanks that were not cast, it is the outcome of a night.
    fn legal(&self, outcome: &[Gain]) -> bool {
        let mut outcome = outcome.to_vec();
        let blanks = outcome.get_mut(2 * self.0.players).filter(|count| count.value == 0);
        blanks.map(|count| count.value = (self.0.players - self.0.wolves) as u64).is_some()
            && self.0.legal(&outcome)
    }

    fn gains(&self) -> GainKind {
        self.0.gains()
    }

    fn outcomes(&self) -> u128 {
        self.0.outcomes()
    }
}
