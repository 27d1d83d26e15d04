//! Deals under real ciphers, played to the end, and with every message changed in turn.

use super::testing::{changing, coins, played};
use crate::{
    Cause, DealTable, NamedProtocol, Party, Protocol, Setting, WireWord, messages, outcome,
};

const SETTING: Setting = Setting::new(2, 4, 1);

fn real(system: &NamedProtocol, setting: &Setting) -> Option<Box<dyn Protocol>> {
    system.real.map(|make| make(setting).expect("allowed"))
}

/// One bit changed in the last word of any message, if that is bytes.
#[test]
fn a_bit_changed_in_any_message_names_its_sender() {
    let small = Setting { cards: 2, ..SETTING };
    // Only which deck comes next goes in a plain number; it is no secret, and free.
    for (name, plain) in [("verified-deck", 0), ("two-servers", 1), ("golle", 0), ("insertion", 0)]
    {
        let deal =
            real(NamedProtocol::named(name).expect("a system"), &small).expect("a real form");
        let (ended, log) = played(&*deal, 1, |_, _| {});
        assert_eq!(ended, Ok(()));
        let mut unchanged = 0;
        for (at, message) in messages(&log).enumerate() {
            if !matches!(message.body.last(), Some(WireWord::Bytes(_))) {
                unchanged += 1;
                continue;
            }
            let change = changing(at, |body| {
                if let Some(WireWord::Bytes(bytes)) = body.last_mut() {
                    bytes[0] ^= 1;
                }
            });
            let fault = played(&*deal, 1, change).0.expect_err(name);
            assert_eq!(fault.who, Some(message.from), "{name}");
        }
        assert_eq!(unchanged, plain, "{name}");
    }
}

/// Attacks 13 and 20 to 22 on padlocks: what is no box and no key is refused at once, with the name
/// of its sender.
#[test]
fn what_is_no_box_and_no_key_is_refused() {
    let deal = real(&crate::padlocks::PROTOCOL, &SETTING).expect("a real form");
    let replaced = |message: usize, word: usize, change: fn(&mut Vec<u8>)| {
        let change = changing(message, |body| {
            let WireWord::Bytes(bytes) = &mut body[word] else { panic!("no bytes") };
            change(bytes);
        });
        let fault = played(&*deal, 1, change).0.expect_err("somebody cheats");
        (fault.who.map(Party::place), fault.at, fault.what)
    };
    // The first player passes boxes on; after two passes, the publication and a request the second
    // sends a key.
    assert_eq!(replaced(0, 1, |bytes| set(bytes, 1)), (Some(0), 0, Cause::Identity));
    assert!(matches!(replaced(0, 1, |bytes| set(bytes, 0)), (Some(0), 0, Cause::Malformed { .. })));
    assert!(matches!(
        replaced(0, 1, |bytes| bytes.fill(255)),
        (Some(0), 0, Cause::Malformed { .. })
    ));
    assert!(matches!(
        replaced(0, 1, |bytes| bytes.truncate(9)),
        (Some(0), 0, Cause::Malformed { .. })
    ));
    // 11 is no square modulo this prime.
    assert_eq!(replaced(0, 1, |bytes| set(bytes, 11)), (Some(0), 0, Cause::NotInSubgroup));
    assert!(matches!(
        replaced(4, 0, |bytes| bytes[255] &= 254),
        (Some(1), 4, Cause::BadKey { .. })
    ));
}

/// Writes a small number over the bytes.
fn set(bytes: &mut [u8], number: u8) {
    bytes.fill(0);
    bytes[255] = number;
}

#[test]
#[ignore = "a full deck under locks of 2048 bits: seconds in release, minutes otherwise"]
fn a_full_deck_under_real_locks() {
    let setting = Setting::new(3, 52, 4);
    let deal = real(&crate::padlocks::PROTOCOL, &setting).expect("a real form");
    let mut coins = coins(3, 2);
    let mut table = DealTable::new(3, &mut coins);
    assert_eq!(deal.run(&mut table), Ok(()));
    assert!(deal.legal(&outcome(table.log())));
}
