//! Laws of every protocol under bad input and cheats: all registered protocols,
//! ideal and real.

#[cfg(feature = "cryptography")]
mod locality;
#[cfg(feature = "cryptography")]
mod real_deals;
pub(crate) mod testing;
mod told;
mod two_players;
#[cfg(feature = "cryptography")]
mod variants;

use std::collections::BTreeSet;

use super::fairness::{NotChecked, exact};
use super::*;
use bluff_exact::control::Control;
use testing::{blamed, checked, played, replay, replayed};

/// A small form of a protocol, with a seed under which it comes to an end, and its honest record.
struct Small {
    name: &'static str,
    setting: Setting,
    real: bool,
    protocol: Box<dyn Protocol>,
    seed: u64,
    honest: Vec<Event>,
}

/// All systems over ideal ciphertexts, and what has no name of its own.
fn all() -> Vec<Small> {
    forms(false)
}

/// These, and if wanted over real ciphers the systems of low cost; the others have tests of their
/// own.
fn forms(with_real: bool) -> Vec<Small> {
    let settings = [(3, 3), (3, 4), (2, 3), (2, 4), (4, 4), (5, 5)];
    let four = BaranyFuredi::new(4, 5, rounds(4, 1)).expect("four");
    let bridge = over_graph(four, Graph::cycle(4).expect("few"), 0).expect("a cycle");
    let hands = BaranyFuredi::from_hands(6, vec![1, 2, 1], rounds(2, 1)).expect("three");
    let setting = Setting::new(4, 5, 1);
    let small = |name, setting, real, protocol: Box<dyn Protocol>| {
        let seed = (0..1000).find(|&seed| played(&*protocol, seed, |_, _| {}).0.is_ok());
        let seed = seed.unwrap_or_else(|| panic!("{name} never comes to an end"));
        let honest = played(&*protocol, seed, |_, _| {}).1;
        Small { name, setting, real, protocol, seed, honest }
    };
    let mut found = vec![
        small("four on a cycle", setting.clone(), false, Box::new(bridge)),
        small("with hands", setting, false, Box::new(hands)),
    ];
    for system in PROTOCOLS {
        let named = |(players, cards)| Setting::new(players, cards, 1);
        let setting =
            settings.map(named).into_iter().find(|setting| (system.ideal)(setting).is_ok());
        let setting =
            setting.unwrap_or_else(|| panic!("{} takes none of these settings", system.name));
        let quick = system.real.filter(|_| with_real && system.cost == DealCost::Low);
        for (real, make) in [(false, Some(system.ideal)), (true, quick)] {
            let Some(make) = make else { continue };
            let protocol = make(&setting).expect("both forms take the same settings");
            found.push(small(system.name, setting.clone(), real, protocol));
        }
    }
    found
}

/// Another word of the same kind.
fn alter(word: &mut WireWord) {
    match word {
        WireWord::Number(number) => *number ^= 1,
        WireWord::Bytes(bytes) if bytes.is_empty() => bytes.push(0),
        WireWord::Bytes(bytes) => bytes[0] ^= 1,
        WireWord::Sealed(sealed) => sealed.content ^= 1,
        WireWord::RevealToken(token) => token.of.content ^= 1,
        WireWord::Boxed(boxed) => boxed.content ^= 1,
        WireWord::Key(lock) => lock.number ^= 1,
    }
}

#[test]
fn every_small_form_is_fair() {
    for Small { name, setting, protocol, .. } in all() {
        let Ok(system) = NamedProtocol::named(name) else { continue };
        match exact(&*protocol, &(system.holds)(&setting), 20_000, &Control::new()) {
            Ok(found) => assert_eq!(found.breaches, [], "{name}"),
            Err(NotChecked::Refused(RefusedSetting::TooManyBranches { .. })) => {}
            Err(other) => panic!("{name}: {other}"),
        }
    }
}

/// Larger deals than the small forms: all are fair, after as many sequences of coins and with as
/// many outcomes as can be counted by hand.
#[test]
fn deals_are_fair_over_all_their_branches() {
    let cases = [
        ("barany-furedi", (3, 3, 1), 1_296, 6),
        ("barany-furedi", (3, 4, 1), 331_776, 24),
        ("splitting", (2, 3, 1), 216, 6),
        ("splitting", (2, 4, 1), 13_824, 24),
        ("splitting", (2, 3, 2), 46_656, 36),
        ("verified-deck", (2, 3, 1), 36, 6),
        ("verified-deck", (2, 4, 2), 576, 24),
        ("verified-deck", (3, 3, 1), 216, 6),
        ("verified-deck", (3, 4, 1), 13_824, 24),
        ("two-servers", (1, 3, 1), 36 * 3, 3),
        ("two-servers", (2, 3, 1), 36 * 81, 6),
        ("two-servers", (2, 4, 1), 576 * 256, 12),
        ("insertion", (2, 1, 1), 4, 1),
        ("insertion", (2, 4, 1), 4 * 25, 4),
        ("insertion", (3, 3, 1), 3 * 64, 3),
        ("insertion", (3, 5, 1), 5 * 216, 5),
        // Every way to vote, times 3! ways to scramble for each voter.
        ("voting", (3, 2, 0), 8 * 216, 8),
        ("voting", (3, 3, 0), 27 * 216, 27),
    ];
    for (name, (players, cards, hand), branches, outcomes) in cases {
        let setting = Setting::new(players, cards, hand);
        let system = NamedProtocol::named(name).expect("a protocol");
        let protocol = system.protocol(&setting).expect("allowed");
        let found = checked(&*protocol, &(system.holds)(&setting));
        let expected = (branches, outcomes, Vec::new());
        assert_eq!((found.branches, found.outcomes, found.breaches), expected, "{name} {cards}");
    }
}

#[test]
fn settings_that_cannot_be_are_refused() {
    let cases = [
        ("barany-furedi", (2, 4, 1), "2 players, expected at least 3: with two, one of them could"),
        ("barany-furedi", (3, 5, 2), "5 cards, expected at least 6: one for every card dealt"),
        ("checking", (2, 4, 1), "2 players, expected at least 3: somebody has to compare"),
        ("checking", (3, 4, 2), "4 cards, expected at least 6: one for every card dealt"),
        ("padlocks", (1, 3, 1), "1 player, expected at least 2: cards are hidden from somebody"),
        ("padlocks", (2, 3, 2), "3 cards, expected at least 4: one for every card dealt"),
        ("voting", (1, 2, 0), "1 player, expected at least 2: the tally would be the vote"),
        ("voting", (33, 2, 0), "33 players, expected at most 32"),
        ("voting", (3, 0, 0), "0 options, expected 1 to 10000 options"),
        ("werewolf", (3, 0, 0), "0 wolves among 3 players, expected at least one, and fewer"),
        ("werewolf", (4, 0, 2), "2 wolves among 4 players, expected at least one, and fewer"),
        ("werewolf", (3, 0, 5), "5 wolves among 3 players, expected at least one, and fewer"),
        ("werewolf", (2, 0, 1), "1 wolf among 2 players, expected at least one, and fewer"),
        ("werewolf", (0, 0, 0), "0 wolves among 0 players, expected at least one, and fewer"),
    ];
    for (name, (players, cards, hand), expected) in cases {
        let setting = Setting::new(players, cards, hand);
        let system = NamedProtocol::named(name).expect("a protocol");
        let refused = (system.ideal)(&setting).err().map(|refused| refused.to_string());
        assert!(refused.as_ref().is_some_and(|said| said.starts_with(expected)), "{refused:?}");
    }
}

/// Whoever keeps silent is named, and what was said before is what is said in an honest deal: its
/// prefixes are proved to tell nobody more than his part. Over real ciphers, whose deals are long,
/// with the first message of each kind from each party.
#[test]
fn whoever_keeps_silent_is_named() {
    for Small { name, real, protocol, seed, honest, .. } in forms(true) {
        let mut kinds = BTreeSet::new();
        for (at, message) in messages(&honest).enumerate() {
            if !kinds.insert((message.from.place(), message.what)) && real {
                continue;
            }
            let (ended, log) = played(&*protocol, seed, |now, envelope| {
                envelope.body.take_if(|_| now == at).map_or((), drop)
            });
            let expected = Fault { who: Some(message.from), what: Cause::Silent, at };
            assert_eq!(ended, Err(expected), "{name}");
            assert!(
                log.len() <= honest.len() && log[..log.len() - 1] == honest[..log.len() - 1],
                "{name} {at}"
            );
        }
    }
}

#[test]
fn what_cannot_be_read_is_refused_and_its_sender_named() {
    type Damage = fn(&mut Envelope);
    type Expected = fn(&Cause) -> bool;
    let damages: [(Damage, Expected); 7] = [
        (
            |e| e.from = Party::at(e.from.place() + 1),
            |kind| matches!(kind, Cause::WrongSender { .. }),
        ),
        (|e| e.at += 1, |kind| matches!(kind, Cause::OutOfOrder { .. })),
        (
            |e| e.body = Some(vec![WireWord::Bytes(vec![0; MAX_MESSAGE + 1])]),
            |kind| matches!(kind, Cause::TooLong { .. }),
        ),
        (
            |e| e.body = Some(vec![WireWord::Number(0); MAX_MESSAGE / 8 + 1]),
            |kind| matches!(kind, Cause::TooLong { .. }),
        ),
        // Truncated; too long by a word; of another kind.
        (|e| e.body.iter_mut().for_each(|body| drop(body.pop())), |_| true),
        (|e| e.body.iter_mut().for_each(|body| body.push(WireWord::Number(0))), |_| true),
        (
            |e| {
                for word in e.body.iter_mut().flatten().take(1) {
                    *word = if matches!(word, WireWord::Number(_)) {
                        WireWord::Bytes(vec![1])
                    } else {
                        WireWord::Number(u64::MAX)
                    };
                }
            },
            |_| true,
        ),
    ];
    for Small { name, protocol, seed, honest, .. } in all() {
        for (at, message) in
            messages(&honest).enumerate().filter(|(_, message)| !message.body.is_empty())
        {
            for (which, (damage, expected)) in damages.iter().enumerate() {
                let (ended, log) = played(&*protocol, seed, |now, envelope| {
                    if now == at {
                        damage(envelope)
                    }
                });
                let fault = ended.expect_err("damaged");
                assert_eq!(
                    (fault.who, fault.at),
                    (Some(message.from), at),
                    "{name}, damage {which}: {fault}"
                );
                assert!(expected(&fault.what), "{name}, damage {which}: {fault}");
                let kept: usize =
                    messages(&log).flat_map(|message| &message.body).map(WireWord::bytes).sum();
                assert!(kept <= MAX_MESSAGE, "{name} keeps {kept} bytes");
            }
        }
    }
}

/// A record that was altered afterwards, at any message: replay names its sender.
#[test]
fn every_altered_record_names_the_sender() {
    for Small { name, protocol, honest, .. } in all() {
        assert_eq!(replayed(&*protocol, &honest).map(drop), Ok(()), "{name}");
        let places =
            honest.iter().enumerate().filter(|(_, event)| matches!(event, Event::Message(_)));
        for (at, (place, _)) in places.enumerate() {
            let mut forged = honest.clone();
            let Event::Message(message) = &mut forged[place] else { continue };
            if let Some(word) = message.body.last_mut() {
                alter(word);
            }
            if messages(&honest).nth(at) == Some(&*message) {
                continue;
            }
            let sender = message.from;
            assert_eq!(blamed(&*protocol, &forged), (Some(sender), at), "{name}");
        }
    }
}

/// A message that says something else than it should: nobody but its sender is blamed, at once or
/// by replay.
#[test]
fn every_lie_names_the_liar() {
    for Small { name, protocol, seed, honest, .. } in all() {
        for (at, message) in messages(&honest).enumerate() {
            for word in 0..message.body.len().min(20) {
                let (ended, log) = played(&*protocol, seed, |now, envelope| {
                    envelope
                        .body
                        .iter_mut()
                        .flatten()
                        .skip(word)
                        .take(usize::from(now == at))
                        .for_each(alter);
                });
                let named = ended.as_ref().err().and_then(|fault| fault.who);
                let fair = named.is_none_or(|who| who == message.from);
                assert!(fair, "{name}: message {at} of {}, but {ended:?}", message.from);
                assert_eq!(blamed(&*protocol, &log), (Some(message.from), at), "{name}");
            }
        }
    }
}

/// Coins that are not those that were tossed: their owner is named, unless nothing he said hangs on
/// them.
#[test]
fn altered_coins_name_their_owner() {
    for Small { name, protocol, honest, .. } in all() {
        let mut named = 0;
        for toss in 0..honest.len() {
            let Event::Toss { party, below, .. } = honest[toss] else { continue };
            let mut forged = honest.clone();
            if let Event::Toss { face, .. } = &mut forged[toss] {
                *face = if below == 0 { *face ^ 1 } else { (*face + 1) % below };
            }
            if let Err(fault) = replay(&*protocol, &honest, &forged) {
                assert_eq!(fault.who, Some(party), "{name}: {fault}");
                named += 1;
            }
        }
        assert!(named > 0, "{name}");
    }
}
