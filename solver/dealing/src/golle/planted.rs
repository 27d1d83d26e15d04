//! A bug that can be planted in Golle's deal.

use super::{Golle, IdealCipher, SumCipher};
use crate::{DealTable, OrFault, Party};

/// Without commitments.
pub(crate) fn uncommitted(deal: Golle<IdealCipher>) -> Golle<IdealCipher> {
    Golle { sum: chosen, begin: "a hidden number", ..deal }
}

/// The last player sees all others' ciphertexts, divides them out and puts in a card of his choice.
fn chosen<V: SumCipher>(
    golle: &Golle<V>,
    table: &mut DealTable<'_>,
    cipher: &V,
) -> OrFault<V::Card> {
    let turn = table.turn(Party::at(0));
    let mut sum = cipher.constant(0);
    for by in Party::all(golle.players) {
        let mut number = golle.number(table, cipher, turn.of(by)).0;
        if by.place() + 1 == golle.players {
            number = cipher.minus(&number, &sum);
        }
        let number = table.publish(by, "a hidden number", &number)?;
        sum = cipher.plus(&sum, &number);
    }
    Ok(sum)
}
