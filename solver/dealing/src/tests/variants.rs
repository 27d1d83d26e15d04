//! Variants: fair where they are small, recorded and verified, and refused where they do not fit.

use crate::fairness::{FairnessCertificate, MAX_BRANCHES};
use crate::*;
use bluff_exact::control::Control;

fn setting((players, cards, hand): (usize, usize, usize), variant: &str) -> Setting {
    Setting::new(players, cards, hand).with_variant(Some(variant))
}

fn named(name: &str) -> &'static NamedProtocol {
    NamedProtocol::named(name).expect("a protocol")
}

#[test]
fn variants_are_fair_over_all_their_branches() {
    for (name, size, variant, branches) in [
        // One of four cards is held before: 4 · 24³ for the codes, and 3 · 2 places.
        ("barany-furedi", (3, 4, 1), "1,0,0", 331_776),
        ("cycle", (3, 3, 1), "1-2,2-3,3-1", 1_296),
        // Of 3 · 3 hands three clash at the first of three codes.
        ("checking", (3, 3, 0), "1,1,0", 1_314),
        ("grouping", (3, 1, 0), "1,1,1", 46_656),
    ] {
        let (system, setting) = (named(name), setting(size, variant));
        let found = FairnessCertificate::new(system, &setting, MAX_BRANCHES, &Control::new());
        let FairnessCertificate { asked, found } = found.expect("few branches");
        assert_eq!((found.fair, found.branches), (true, branches), "{name}");
        assert_eq!(asked.setting.variant.as_deref(), Some(variant));
    }
}

/// Another variant and other events are refused; what all parties learned is in the record.
#[test]
fn every_variant_is_verified_from_its_record() {
    for (name, sizes, variant) in VARIANTS {
        let (system, setting) = Setting::parse(name, sizes, Some(variant), None).expect("sizes");
        let control = Control::new();
        let deal = DealDocument::deal(system, &setting, [9; 32], &control).expect("a deal");
        assert_eq!(deal.verify(&control), Ok(()), "{name}");
        let (mut plain, mut silent) = (deal.clone(), deal.clone());
        plain.variant = None;
        assert!(plain.verify(&control).is_err(), "{name}");
        let last = match name {
            "crepeau" => "player 2 discards a card",
            "werewolf" => "all roles are opened: wolves ",
            _ => {
                assert_eq!(deal.events, [""; 0], "{name}");
                continue;
            }
        };
        assert!(silent.events.pop().is_some_and(|event| event.starts_with(last)), "{name}");
        let refused = silent.verify(&control).expect_err("an event is missing").to_string();
        assert!(refused.contains("the events are not"), "{refused}");
    }
}

/// Messages of a record that are forged in turn.
const FORGED: usize = 8;

/// Without seats nobody shows coins: a record of a protocol with proofs passes, one with another
/// word in a public message is refused and names nobody, and one of other protocols is refused.
#[test]
fn public_proofs_are_checked_without_coins() {
    let control = Control::new();
    for system in PROTOCOLS {
        let deal = DealDocument::deal(system, &Setting::new(3, 4, 1), [9; 32], &control);
        let public = DealDocument { seats: Vec::new(), ..deal.expect("a deal") };
        if !system.is_proved {
            let refused = public.verify(&control).expect_err("no proofs").to_string();
            assert!(refused.contains("no seats, expected them"), "{refused}");
            continue;
        }
        assert_eq!(public.verify(&control), Ok(()), "{}", system.name);
        let spoken =
            |message: &MessageDocument| message.body.as_ref().is_some_and(|it| !it.is_empty());
        let spoken: Vec<usize> =
            (0..public.messages.len()).filter(|at| spoken(&public.messages[*at])).collect();
        for &at in spoken.iter().step_by(spoken.len().div_ceil(FORGED)) {
            let mut forged = public.clone();
            let last = forged.messages[at].body.as_mut().and_then(|body| body.last_mut());
            let last = last.expect("a word");
            let other = if last.ends_with('1') { "2" } else { "1" };
            last.replace_range(last.len() - 1.., other);
            let refused = forged.verify(&control).expect_err("a forged word").to_string();
            let found = refused.starts_with("the public record at message ");
            assert!(found || refused.starts_with("not a deal"), "{}: {refused}", system.name);
        }
        let mut renamed = public.clone();
        renamed.messages[0].what.push('s');
        let refused = renamed.verify(&control).expect_err("another message").to_string();
        let words = "the public record at message 0: the rules give another message: message 0 ";
        assert!(refused.starts_with(words), "{}: {refused}", system.name);
    }
}

#[test]
fn variants_that_do_not_fit_are_refused() {
    for (name, players, variant, expected) in [
        ("padlocks", 3, "2", "variant = 2, expected none for padlocks, only for barany-furedi, "),
        ("barany-furedi", 3, "1,2", "2 sizes of hands, expected one for each of 3 players"),
        ("barany-furedi", 3, "1,x,2", "size = x, expected a whole number"),
        ("barany-furedi", 3, "2,2,2", "8 cards, expected at least 9: one for every card dealt"),
        ("checking", 3, "4,4,4", "8 cards, expected at least 12"),
        ("cycle", 4, "1-2,2-3,3-4,4-9", "player 9, expected one of 1 to 4"),
        ("cycle", 4, "1-2,3", "edge “3”, expected two different players, such as 1-2"),
        ("cycle", 4, "1-1", "edge “1-1”, expected two different players"),
        ("cycle", 4, "2-3,3-4,4-2", "a graph where 1 cannot reach 2, expected a connected one"),
        ("cycle", 4, "1-2,2-3,3-4", "the graph has no two disjoint paths between some players"),
        ("crepeau", 3, "open", "turn “open”, expected draw:PLAYER, open:PLAYER:CARD or"),
        ("crepeau", 3, "show:1", "turn “show:1”, expected draw:PLAYER"),
        ("crepeau", 3, "open:4", "player 4, expected one of 1 to 3"),
        ("crepeau", 3, "open:1:2", "card 2 of player 1, expected one of the 1 in the hand"),
        ("crepeau", 3, "open:1:0", "card = 0, expected a whole number"),
        ("grouping", 6, "3,2", "groups of 3, 2, expected groups of at least 1 that sum to 6"),
        ("grouping", 3, "3,0", "groups of 3, 0, expected groups of at least 1"),
        ("werewolf", 5, "night", "variant = night, expected game: all nights and days"),
    ] {
        let setting = setting((players, 8, 1), variant);
        let refused = named(name).protocol(&setting).err().expect("refused").to_string();
        assert!(refused.starts_with(expected), "{refused}");
    }
    let game = setting((5, 1, 1), "game");
    let refused = FairnessCertificate::new(named("werewolf"), &game, 9, &Control::new());
    let words = "variant = game, expected none: a whole game is played, and its parts checked";
    assert_eq!(refused.expect_err("no law is known").to_string(), words);
}
