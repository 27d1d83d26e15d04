//! Bugs that can be planted in the protocols, for the checker to find.
//!
//! A planted bug replaces one step of a protocol. The code that deals knows none of them: without
//! the feature `planted-bugs` this room is not compiled.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use super::card_cipher::IdealCipher;
use super::crepeau::Questions;
use super::cycle;
use super::setting::boxed;
use super::table::Draw;
use super::{
    Allowed, Arranged, Coins, DealTable, IdealLocks, Insertion, Moved, NamedProtocol, Padlocks,
    Parties, Party, PartyCoins, Permutation, Protocol, Setting, SplitRoute, Splitting, Subgroup,
    Voting, barany_furedi, checking, crepeau, golle, grouping, verified_deck, werewolf,
};

/// The bugs of a system by name, those of every shuffle last. Each makes it unfair.
pub(super) fn bugs(system: &str) -> impl Iterator<Item = (&'static str, Plant)> {
    let own = BUGS.iter().filter(move |bug| bug.0 == system).map(|bug| (bug.1, bug.2));
    let shuffles = if UNSHUFFLED.contains(&system) { &[][..] } else { &SHUFFLES };
    own.chain(shuffles.iter().copied())
}

/// The protocol of a setting with its bug, if it has one.
pub(super) fn planted(system: &NamedProtocol, setting: &Setting) -> Option<PlantedProtocol> {
    let (_, plant) = bugs(system.name).find(|bug| Some(bug.0) == setting.bug.as_deref())?;
    Some(plant(&BugSite { system, setting }))
}

/// The systems whose outcome does not depend on how a permutation is drawn: Golle's shuffle is one
/// ideal step, and an insertion turns the deck by a number.
const UNSHUFFLED: [&str; 2] = ["golle", "insertion"];

const SHUFFLES: [(&str, Plant); 3] = [
    ("sattolo", |site| site.redrawn(|| Box::new(sattolo))),
    ("swap-with-any", |site| site.redrawn(|| Box::new(swap_with_any))),
    ("modulo-bias", |site| site.redrawn(|| Box::new(modulo_bias))),
];

/// The bugs of single systems.
const BUGS: &[(&str, &str, Plant)] = &[
    ("barany-furedi", "constant-code", |site| site.redrawn(constant(Parties::FIRST))),
    ("barany-furedi", "constant-places", |site| site.redrawn(constant(site.keeper()))),
    ("barany-furedi", "lowest-free-place", |site| {
        site.altered(barany_furedi::named, |deal| deal.place = |_, _| 0)
    }),
    ("barany-furedi", "constant-places-lowest-free", |site| {
        let deal = site.altered(barany_furedi::named, |deal| deal.place = |_, _| 0)?;
        Ok(drawn(deal, constant(site.keeper())))
    }),
    ("barany-furedi", "composition-order", |site| {
        site.altered(barany_furedi::named, |deal| deal.reader = Permutation::then)
    }),
    ("cycle", "unsplit", |site| {
        let (deal, graph) = cycle::parts(site.setting)?;
        Ok(Box::new(cycle::routed(deal, SplitRoute { graph, below: 0, ways: 1 })))
    }),
    ("checking", "constant-code", |site| site.redrawn(constant(site.everybody()))),
    // A player who was told the code reads what another is sent.
    ("checking", "one-code", |site| site.redrawn(repeated(site.everybody()))),
    ("checking", "one-pair-unchecked", |site| {
        site.altered(checking::named, |check| check.pairs.truncate(check.pairs.len() - 1))
    }),
    // The first half says nothing, so the second says all.
    ("splitting", "constant-half", |site| site.redrawn(constant(Parties::FIRST))),
    ("splitting", "half-reused", |site| site.redrawn(repeated(Parties::FIRST))),
    ("splitting", "shared-permutation-reused", |site| {
        site.altered(Splitting::new, |split| split.shared = 1)
    }),
    ("padlocks", "individual-locks-first", |site| {
        site.altered(Padlocks::<IdealLocks>::new, |deal| {
            deal.at_once = deal.at_once.and(Parties::FIRST);
        })
    }),
    ("verified-deck", "lone-shuffler", |site| {
        site.altered(verified_deck::named::<IdealCipher>, |deal| deal.shufflers = Parties::FIRST)
    }),
    ("two-servers", "lone-server", |site| {
        let server = Party::at(site.setting.players).into();
        site.altered(verified_deck::served::<IdealCipher>, |deal| deal.shufflers = server)
    }),
    ("two-servers", "place-taken-twice", |site| {
        site.altered(verified_deck::served::<IdealCipher>, |deal| deal.free = |_| true)
    }),
    ("golle", "missing-commitment", |site| {
        boxed(golle::ideal(site.setting).map(golle::planted::uncommitted))
    }),
    ("golle", "quotient-shown", |site| {
        site.altered(golle::ideal, |deal| deal.moved = Moved::By(Subgroup::Identity))
    }),
    ("golle", "unreduced-sum", |site| site.altered(golle::ideal, |deal| deal.multiples = 0..=0)),
    // Question groups are asked by the number of the entry.
    ("crepeau", "true-group-index", |site| {
        let deal = crepeau::ideal(site.setting, Questions::Secret)?;
        Ok(drawn(Box::new(deal), only_first()))
    }),
    // As printed.
    ("crepeau", "check-after-permutation", |site| {
        site.altered(crepeau::named, |deal| deal.checked = Permutation::of)
    }),
    ("insertion", "nobody-turns", |site| {
        site.altered(Insertion::<IdealCipher>::new, |deck| deck.turning = Parties::NONE)
    }),
    ("insertion", "one-other-turns", |site| {
        site.altered(Insertion::<IdealCipher>::new, |deck| deck.turning = Party::at(1).into())
    }),
    // The first player moves the group cards too, and nobody minds.
    ("grouping", "group-cards-moved", |site| {
        let groups = grouping::named::<IdealCipher>;
        site.altered(groups, |groups| groups.passes[0][0].1 = Subgroup::All)
    }),
    // The row that is opened was not moved again.
    ("grouping", "no-second-scramble", |site| {
        site.altered(grouping::named::<IdealCipher>, |groups| groups.passes[1].clear())
    }),
    ("voting", "voter-one-scrambles-alone", |site| {
        site.altered(Voting::<IdealCipher>::new, |vote| vote.scramblers = Parties::FIRST)
    }),
    ("werewolf", "wolves-vote-alone", |site| {
        site.altered(werewolf::ideal, |game| game.blanks = false)
    }),
];

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

    /// The protocol with another step.
    fn altered<P: Protocol + 'static>(
        &self,
        make: impl FnOnce(&Setting) -> Allowed<P>,
        alter: impl FnOnce(&mut P),
    ) -> PlantedProtocol {
        let mut protocol = make(self.setting)?;
        alter(&mut protocol);
        Ok(Box::new(protocol))
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
