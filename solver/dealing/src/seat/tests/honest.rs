use super::*;
use crate::{GainKind, PROTOCOLS, VARIANTS};

/// `cycle` relays no message among fewer than four.
#[test]
fn every_protocol_is_played_by_seats_alone() {
    for system in PROTOCOLS {
        let allowed = |players: &usize| {
            let setting = Setting::new(*players, *players, 1);
            system.dealing(&setting).is_ok() && (system.name != "cycle" || *players > 3)
        };
        let players = (2..5).find(allowed).expect("a size");
        let (table, ended) = table(system.name, players, players, 1);
        let protocol = system.dealing(&table.setting).expect("allowed");
        let ended: Vec<SeatRecord> = ended
            .into_iter()
            .map(|ended| ended.unwrap_or_else(|fault| panic!("{}: {fault}", system.name)))
            .collect();
        assert!(ended.windows(2).all(|two| two[0].chain == two[1].chain));
        if let GainKind::Cards { deck, dealt } = protocol.rules().gains {
            let (watching, seats) = ended.split_last().expect("a spectator");
            let mut cards: Vec<u64> = seats.iter().flat_map(|seat| seat.hand.clone()).collect();
            cards.sort();
            cards.dedup();
            let fits = cards.iter().all(|card| (1..=deck as u64).contains(card));
            assert!(fits && cards.len() == dealt, "{}: {cards:?}", system.name);
            assert!(watching.hand.is_empty(), "a spectator sees no card");
        }
    }
}

/// A variant stands in the table, so all seats play it: the plain protocol deals otherwise.
#[test]
fn every_variant_is_played_by_seats_alone() {
    for (name, counts, variant) in VARIANTS {
        let (system, setting) =
            Setting::parse(name, counts, Some(variant), None).expect("an example");
        // A whole game of werewolves asks for roles that a seat does not know.
        if name == "werewolf" {
            let refused = TableDocument::new(system, &setting, 60, [0; 32]).err();
            let words = "variant = game, expected none";
            assert!(refused.is_some_and(|fault| fault.to_string().contains(words)));
            continue;
        }
        let (table, ended) = table_of(system, &setting);
        assert!(table.text().contains(&format!("\"variant\":\"{variant}\"")), "{}", table.text());
        assert!(TableDocument::parse(table.text()).is_ok_and(|read| read.text() == table.text()));
        let parties = system.dealing(&setting).expect("allowed").parties();
        let sizes: Vec<usize> = ended.iter().flatten().map(|seat| seat.hand.len()).collect();
        assert_eq!(sizes.len(), parties + 1, "{name}: {ended:?}");
        let expected = match name {
            "checking" => [2, 1, 1],
            "barany-furedi" => [2, 3, 1],
            _ => continue,
        };
        assert_eq!(sizes[..3], expected, "{name}");
    }
}

/// Killed at any message and started again, a seat says the same and gets the same cards.
#[test]
fn a_seat_that_was_killed_comes_back() {
    let (table, first) = table("verified-deck", 2, 5, 1);
    let messages = first[0].as_ref().expect("honest").messages;
    for at in (0..messages).map(Slot::Message).chain([0, 1].map(|at| Slot::End(Party::at(at)))) {
        let inner = MemoryMailbox::default();
        let again = std::thread::scope(|scope| {
            let seats: Vec<_> = [0, 1]
                .map(|place| {
                    let (inner, table) = (&inner, &table);
                    scope.spawn(move || {
                        let control = Control::new();
                        let killed = Some((at, &control));
                        let mailbox = Meddled { inner, change: &unchanged, killed };
                        let gone = seat(table, Some(place), &mailbox, None, &control);
                        assert!(gone.is_err(), "{at}: {gone:?}");
                        seat(table, Some(place), inner, None, &Control::new())
                    })
                })
                .into();
            seats.into_iter().map(|seat| seat.join().expect("no panic")).collect::<Vec<_>>()
        });
        assert_eq!(again[..], first[..2], "{at}");
    }
}

/// After another history a seat draws other coins, so no nonce serves two challenges.
#[test]
fn another_history_has_other_coins() {
    use crate::Coins;
    let drawn = |chain| {
        let mut coins = secret(0).coins("coins", &[chain; 32]);
        (0..100).map(|_| coins.word()).collect::<std::collections::BTreeSet<u64>>()
    };
    assert!(drawn(1).is_disjoint(&drawn(2)) && drawn(1) == drawn(1));
}

#[test]
fn seats_and_tables_are_refused_with_the_reason() {
    let (table, _) = table("verified-deck", 2, 5, 1);
    let (inner, control) = (MemoryMailbox::default(), Control::new());
    control.cancel();
    let join = |number, own: &Seat| {
        let joined = Joined::at(&table, Some((number, own)), &inner, &control, &mut |_, _| {});
        joined.err().expect("nobody else is there").to_string()
    };
    let name = &table.name()[..8];
    assert_eq!(join(1, &secret(0)), "stopped");
    assert_eq!(join(1, &secret(0)), "stopped", "the same seat comes back");
    for (number, own, reason) in [
        (0, secret(0), "seat = 0, expected one of 1 to 2".to_owned()),
        (3, secret(0), "seat = 3, expected one of 1 to 2".to_owned()),
        (2, secret(0), format!("this secret joined as seat 1 of table {name}")),
        (
            1,
            secret(1),
            "seat 1 is taken by another secret, expected a free seat, or the secret with which it \
             was taken"
                .to_owned(),
        ),
    ] {
        assert_eq!(join(number, &own), reason);
    }
    let text = table.text();
    for (from, to, reason) in [
        ("\"format\":1", "\"format\":2", "not a table: format 2, expected format 1"),
        ("\"hand\":\"1\",", "", "not a table: other keys, expected protocol, players"),
        ("\"hand\"", "\"more\":1,\"hand\"", "not a table: unknown field `more`"),
        ("\"players\":\"2\"", "\"players\":\"33\"", "players = 33, expected a whole number"),
        ("\"clock\":\"60\"", "\"clock\":\"0\"", "clock = 0, expected a whole number from 1 to"),
        ("\"table\":\"", "\"table\":\"x", "not a table: table “x"),
    ] {
        let refused = TableDocument::parse(&text.replace(from, to)).err().expect(to).to_string();
        assert!(refused.contains(reason), "{refused}");
    }
    // One byte more makes another table: nobody joins it by accident.
    assert_ne!(TableDocument::parse(&format!("{text} ")).expect("a table").name(), table.name());
}
