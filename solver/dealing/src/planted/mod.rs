//! Bugs that can be planted in the protocols, for the checker to find.
//!
//! A planted bug replaces one step of a protocol. The code that deals knows none of them: without
//! the feature `planted-bugs` this room is not compiled.

mod steps;

pub(super) use steps::{Draw, drawn, swap_with_any};

use steps::{constant, modulo_bias, only_first, repeated, sattolo};

use super::card_cipher::IdealCipher;
use super::crepeau::Questions;
use super::graph::over_graph_unsplit;
use super::named::{NamedProtocol, Setting};
use super::{
    Graph, Insertion, Order, Padlocks, Parties, Party, Permutation, Protocol, RefusedSetting,
    Splitting, Subgroup, TwoServers, VerifiedDeck, Voting, barany_furedi, checking, crepeau, golle,
    grouping, rounds, werewolf,
};

/// Makes the protocol of a setting with the bug.
pub(super) type Plant = fn(&NamedProtocol, &Setting) -> Made;

type Made = Result<Box<dyn Protocol>, RefusedSetting>;

/// The bugs of a system by name, those of every shuffle last.
pub(super) fn bugs(system: &str) -> impl Iterator<Item = (&'static str, Plant)> + use<> {
    let own = BUGS.iter().find(|bugs| bugs.0 == system).map_or(&[][..], |bugs| bugs.1);
    own.iter().chain(SHUFFLES).copied()
}

const SHUFFLES: &[(&str, Plant)] = &[
    ("sattolo", |system, setting| Ok(drawn((system.ideal)(setting)?, || Box::new(sattolo)))),
    ("swap-with-any", |system, setting| {
        Ok(drawn((system.ideal)(setting)?, || Box::new(swap_with_any)))
    }),
    ("modulo-bias", |system, setting| {
        Ok(drawn((system.ideal)(setting)?, || Box::new(modulo_bias)))
    }),
];

const BUGS: &[(&str, &[(&str, Plant)])] = &[
    (
        "barany-furedi",
        &[
            ("constant-code", |_, setting| {
                Ok(drawn(barany_furedi::named(setting)?, constant(Parties::FIRST)))
            }),
            ("constant-places", |_, setting| {
                Ok(drawn(barany_furedi::named(setting)?, constant(keeper(setting))))
            }),
            ("lowest-free-place", |_, setting| {
                altered(barany_furedi::named(setting), |deal| deal.place = |_, _| 0)
            }),
            ("constant-places-lowest-free", |_, setting| {
                let mut deal = barany_furedi::named(setting)?;
                deal.place = |_, _| 0;
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
            ("constant-code", |_, setting| {
                Ok(drawn(checking::named(setting)?, constant(everybody(setting))))
            }),
            // A player who was told the code reads what another is sent.
            ("one-code", |_, setting| {
                Ok(drawn(checking::named(setting)?, repeated(everybody(setting))))
            }),
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
            ("constant-half", |_, setting| {
                Ok(drawn(splitting(setting)?, constant(Parties::FIRST)))
            }),
            ("half-reused", |_, setting| Ok(drawn(splitting(setting)?, repeated(Parties::FIRST)))),
            ("shared-permutation-reused", |_, setting| {
                altered(splitting(setting), |split| split.shared = 1)
            }),
        ],
    ),
    (
        "padlocks",
        &[("individual-locks-first", |_, setting| {
            let draws = rounds(setting.players, setting.hand);
            let deal = Padlocks::<super::IdealLocks>::new(
                setting.players,
                setting.cards,
                draws,
                Order::Short,
            );
            altered(deal, |deal| deal.at_once = deal.at_once.and(Parties::FIRST))
        })],
    ),
    (
        "verified-deck",
        &[("lone-shuffler", |_, setting| {
            let draws = rounds(setting.players, setting.hand);
            let deal = VerifiedDeck::<IdealCipher>::new(setting.players, setting.cards, draws);
            altered(deal, |deal| deal.shufflers = Parties::FIRST)
        })],
    ),
    (
        "two-servers",
        &[
            ("lone-server", |_, setting| {
                altered(two_servers(setting), |deal| {
                    deal.shufflers = Party::at(setting.players).into()
                })
            }),
            ("place-taken-twice", |_, setting| {
                altered(two_servers(setting), |deal| deal.free = |_| true)
            }),
        ],
    ),
    ("golle", golle::planted::BUGS),
    (
        "crepeau",
        &[
            // Question groups are asked by the number of the entry.
            ("true-group-index", |_, setting| {
                Ok(drawn(crepeau::ideal(setting, Questions::Secret)?, only_first()))
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
                altered(insertion(setting), |deck| deck.turning = Parties::NONE)
            }),
            ("one-other-turns", |_, setting| {
                altered(insertion(setting), |deck| deck.turning = Party::at(1).into())
            }),
        ],
    ),
    (
        "grouping",
        &[
            // The first player moves the group cards too, and nobody minds.
            ("group-cards-moved", |_, setting| {
                altered(groups(setting), |groups| groups.passes[0][0].1 = Subgroup::All)
            }),
            // The row that is opened was not moved again.
            ("no-second-scramble", |_, setting| {
                altered(groups(setting), |groups| groups.passes[1].clear())
            }),
        ],
    ),
    (
        "voting",
        &[("voter-one-scrambles-alone", |_, setting| {
            altered(Voting::<IdealCipher>::new(setting.players, setting.cards), |vote| {
                vote.scramblers = Parties::FIRST
            })
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

fn splitting(setting: &Setting) -> Result<Splitting, RefusedSetting> {
    Splitting::new(setting.cards, setting.hand)
}

fn two_servers(setting: &Setting) -> Result<TwoServers<IdealCipher>, RefusedSetting> {
    TwoServers::new(setting.players, 2, setting.cards, rounds(setting.players, setting.hand))
}

fn insertion(setting: &Setting) -> Result<Insertion<IdealCipher>, RefusedSetting> {
    Insertion::new(setting.players, setting.cards)
}

fn groups(setting: &Setting) -> Result<super::Grouping<IdealCipher>, RefusedSetting> {
    grouping::named(setting)
}

/// The protocol with another step.
pub(super) fn altered<P: Protocol + 'static>(
    made: Result<P, RefusedSetting>,
    alter: impl FnOnce(&mut P),
) -> Made {
    let mut protocol = made?;
    alter(&mut protocol);
    Ok(Box::new(protocol))
}
