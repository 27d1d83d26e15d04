use std::collections::HashMap;

use crate::table::Draw;
use crate::{
    Allowed, Arranged, Coins, DealTable, NamedProtocol, Parties, Party, PartyCoins, Permutation,
    Protocol, Setting,
};

/// Makes the protocol of a setting with the bug.
pub(crate) type Plant = fn(&BugSite<'_>) -> PlantedProtocol;

/// A protocol with a bug, unless its setting is refused.
pub(crate) type PlantedProtocol = Allowed<Box<dyn Protocol>>;

/// A protocol, and the setting in which a bug is planted.
pub(crate) struct BugSite<'a> {
    pub(crate) system: &'a NamedProtocol,
    pub(crate) setting: &'a Setting,
}

impl BugSite<'_> {
    /// The last player: the keeper of Bárány and Füredi.
    pub(crate) fn keeper(&self) -> Parties {
        Party::at(self.setting.players - 1).into()
    }

    pub(crate) fn everybody(&self) -> Parties {
        Parties::everybody(self.setting.players)
    }

    /// The protocol over ideal ciphertexts, with permutations drawn this way.
    pub(crate) fn redrawn(
        &self,
        draw: impl Fn() -> Draw + Send + Sync + 'static,
    ) -> PlantedProtocol {
        Ok(drawn((self.system.ideal)(self.setting)?, draw))
    }
}

/// The protocol with permutations drawn this way.
pub(crate) fn drawn(
    protocol: Box<dyn Protocol>,
    draw: impl Fn() -> Draw + Send + Sync + 'static,
) -> Box<dyn Protocol> {
    Box::new(Arranged(protocol, move |table: &mut DealTable<'_>| table.draw = Some(draw())))
}

/// These parties move nothing.
pub(crate) fn constant(parties: Parties) -> impl Fn() -> Draw {
    move || {
        Box::new(move |coins, k| {
            if parties.has(coins.party) { Permutation::identity(k) } else { coins.permutation(k) }
        })
    }
}

/// These parties use their first permutation again and again.
pub(crate) fn repeated(parties: Parties) -> impl Fn() -> Draw {
    move || {
        let mut first = HashMap::new();
        Box::new(move |coins, k| match parties.has(coins.party) {
            true => first.entry(coins.party).or_insert_with(|| coins.permutation(k)).clone(),
            false => coins.permutation(k),
        })
    }
}

/// After its first permutation a party moves nothing.
pub(crate) fn only_first() -> impl Fn() -> Draw {
    || {
        let mut drawn = Parties::NONE;
        Box::new(move |coins, k| {
            let before = drawn;
            drawn = drawn.and(coins.party.into());
            if before.has(coins.party) { Permutation::identity(k) } else { coins.permutation(k) }
        })
    }
}

/// Each card changes places with another one, never with itself: only cycles of full length.
pub(crate) fn sattolo(coins: &mut PartyCoins<'_, '_>, k: usize) -> Permutation {
    Permutation::by_swaps(k, |left| coins.below(left.saturating_sub(1).max(1)))
}

/// Each card changes places with any of all the places: `k^k` ways do not share out among `k!`
/// permutations.
pub(crate) fn swap_with_any(coins: &mut PartyCoins<'_, '_>, k: usize) -> Permutation {
    Permutation::by_swaps(k, |_| coins.below(k as u64))
}

/// As many bits as the places left take, modulo their number: the first ones come up twice as
/// often.
pub(crate) fn modulo_bias(coins: &mut PartyCoins<'_, '_>, k: usize) -> Permutation {
    Permutation::by_swaps(k, |left| coins.below(left.next_power_of_two()) % left)
}

/// The protocol with another step.
pub(crate) fn altered<P: Protocol + 'static>(
    made: Allowed<P>,
    alter: impl FnOnce(&mut P),
) -> PlantedProtocol {
    let mut protocol = made?;
    alter(&mut protocol);
    Ok(Box::new(protocol))
}
