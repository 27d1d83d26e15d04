//! Bugs that can be planted in the protocols, for the checker to find.
//!
//! A planted bug replaces one step of a protocol. The code that deals knows none of them: without
//! the feature `planted-bugs` this room is not compiled.

mod steps;
#[cfg(test)]
mod tests;

pub(super) use steps::{Plant, altered, drawn, swap_with_any};

use steps::{PlantedProtocol, constant, modulo_bias, only_first, repeated, sattolo};

use super::card_cipher::IdealCipher;
use super::crepeau::Questions;
use super::cycle::over_graph_unsplit;
use super::setting::{NamedProtocol, Setting};
use super::{
    Graph, IdealLocks, Parties, Party, Permutation, Subgroup, barany_furedi, checking, crepeau,
    golle, grouping, insertion, padlocks, splitting, two_servers, verified_deck, voting, werewolf,
};

/// The bugs of a system by name, those of every shuffle last. Each makes it unfair.
pub(super) fn bugs(system: &str) -> impl Iterator<Item = (&'static str, Plant)> + use<> {
    let own = BUGS.iter().find(|bugs| bugs.0 == system).map_or(&[][..], |bugs| bugs.1);
    let shuffles = if UNSHUFFLED.contains(&system) { &[][..] } else { SHUFFLES };
    own.iter().chain(shuffles).copied()
}

/// The systems whose outcome does not depend on how a permutation is drawn: Golle's shuffle is one
/// ideal step, and an insertion turns the deck by a number.
const UNSHUFFLED: [&str; 2] = ["golle", "insertion"];

const SHUFFLES: &[(&str, Plant)] = &[
    ("sattolo", |system, setting| redrawn(system, setting, || Box::new(sattolo))),
    ("swap-with-any", |system, setting| redrawn(system, setting, || Box::new(swap_with_any))),
    ("modulo-bias", |system, setting| redrawn(system, setting, || Box::new(modulo_bias))),
];

const BUGS: &[(&str, &[(&str, Plant)])] = &[
    (
        "barany-furedi",
        &[
            ("constant-code", |system, setting| redrawn(system, setting, constant(Parties::FIRST))),
            ("constant-places", |system, setting| {
                redrawn(system, setting, constant(keeper(setting)))
            }),
            ("lowest-free-place", |_, setting| {
                altered(barany_furedi::named(setting), |deal| deal.place = |_, _| 0)
            }),
            ("constant-places-lowest-free", |_, setting| {
                let deal = altered(barany_furedi::named(setting), |deal| deal.place = |_, _| 0)?;
                Ok(drawn(deal, constant(keeper(setting))))
            }),
            ("composition-order", |_, setting| {
                altered(barany_furedi::named(setting), |deal| deal.reader = Permutation::then)
            }),
        ],
    ),
    (
        "cycle",
        &[("unsplit", |_, setting| {
            let deal = barany_furedi::named(setting)?;
            Ok(Box::new(over_graph_unsplit(deal, Graph::cycle(setting.players)?)))
        })],
    ),
    (
        "checking",
        &[
            ("constant-code", |system, setting| {
                redrawn(system, setting, constant(everybody(setting)))
            }),
            // A player who was told the code reads what another is sent.
            ("one-code", |system, setting| redrawn(system, setting, repeated(everybody(setting)))),
            ("one-pair-unchecked", |_, setting| {
                altered(checking::named(setting), |check| {
                    check.pairs.truncate(check.pairs.len() - 1)
                })
            }),
        ],
    ),
    (
        "splitting",
        &[
            // The first half says nothing, so the second says all.
            ("constant-half", |system, setting| redrawn(system, setting, constant(Parties::FIRST))),
            ("half-reused", |system, setting| redrawn(system, setting, repeated(Parties::FIRST))),
            ("shared-permutation-reused", |_, setting| {
                altered(splitting::named(setting), |split| split.shared = 1)
            }),
        ],
    ),
    (
        "padlocks",
        &[("individual-locks-first", |_, setting| {
            altered(padlocks::named::<IdealLocks>(setting), |deal| {
                deal.at_once = deal.at_once.and(Parties::FIRST)
            })
        })],
    ),
    (
        "verified-deck",
        &[("lone-shuffler", |_, setting| {
            altered(verified_deck::named::<IdealCipher>(setting), |deal| {
                deal.shufflers = Parties::FIRST
            })
        })],
    ),
    (
        "two-servers",
        &[
            ("lone-server", |_, setting| {
                altered(two_servers::named::<IdealCipher>(setting), |deal| {
                    deal.shufflers = Party::at(setting.players).into()
                })
            }),
            ("place-taken-twice", |_, setting| {
                altered(two_servers::named::<IdealCipher>(setting), |deal| deal.free = |_| true)
            }),
        ],
    ),
    ("golle", golle::planted::BUGS),
    (
        "crepeau",
        &[
            // Question groups are asked by the number of the entry.
            ("true-group-index", |_, setting| {
                let deal = crepeau::ideal(setting, Questions::Secret)?;
                Ok(drawn(Box::new(deal), only_first()))
            }),
            // As printed.
            ("check-after-permutation", |_, setting| {
                altered(crepeau::named(setting), |deal| deal.checked = Permutation::of)
            }),
        ],
    ),
    (
        "insertion",
        &[
            ("nobody-turns", |_, setting| {
                altered(insertion::named::<IdealCipher>(setting), |deck| {
                    deck.turning = Parties::NONE
                })
            }),
            ("one-other-turns", |_, setting| {
                altered(insertion::named::<IdealCipher>(setting), |deck| {
                    deck.turning = Party::at(1).into()
                })
            }),
        ],
    ),
    (
        "grouping",
        &[
            // The first player moves the group cards too, and nobody minds.
            ("group-cards-moved", |_, setting| {
                altered(grouping::named::<IdealCipher>(setting), |groups| {
                    groups.passes[0][0].1 = Subgroup::All
                })
            }),
            // The row that is opened was not moved again.
            ("no-second-scramble", |_, setting| {
                altered(grouping::named::<IdealCipher>(setting), |groups| groups.passes[1].clear())
            }),
        ],
    ),
    (
        "voting",
        &[("voter-one-scrambles-alone", |_, setting| {
            altered(voting::named::<IdealCipher>(setting), |vote| vote.scramblers = Parties::FIRST)
        })],
    ),
    ("werewolf", werewolf::planted::BUGS),
];

fn keeper(setting: &Setting) -> Parties {
    Party::at(setting.players - 1).into()
}

fn everybody(setting: &Setting) -> Parties {
    Parties::everybody(setting.players)
}

/// The protocol over ideal ciphertexts, with permutations drawn this way.
fn redrawn(
    system: &NamedProtocol,
    setting: &Setting,
    draw: impl Fn() -> super::table::Draw + Send + Sync + 'static,
) -> PlantedProtocol {
    Ok(drawn((system.ideal)(setting)?, draw))
}
