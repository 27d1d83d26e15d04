//! Altered, withheld and late messages, and mailboxes that fail.

use super::*;
use crate::seat::message::MessagePlace;

/// The ways to alter what lies in a slot.
const CHANGES: [&str; 11] = [
    "signature",
    "body",
    "shorter",
    "empty",
    "longer",
    "before",
    "next",
    "doubled",
    "foreign",
    "2 MiB",
    "withheld",
];

fn changed(how: &str, at: usize, mut bytes: Vec<u8>, inner: &MemoryMailbox) -> Option<Vec<u8>> {
    let other = |at| inner.get(Slot::Message(at), Duration::ZERO).ok().flatten();
    match how {
        "signature" => bytes[at % 64] ^= 1 << (at % 8),
        "body" => {
            let last = bytes.len() - 1 - at % (bytes.len() - 64).max(1);
            bytes[last] ^= 0x10;
        }
        "shorter" => drop(bytes.pop()),
        "empty" => bytes.clear(),
        "longer" => bytes.push(0),
        "before" => bytes = at.checked_sub(1).and_then(other).unwrap_or_default(),
        "next" => bytes = other(at + 1).unwrap_or_default(),
        "doubled" => bytes.extend_from_within(..),
        "foreign" => {
            let place = MessagePlace {
                session: [9; 32],
                chain: [9; 32],
                at,
                from: Party::at(0),
                to: crate::Parties::NONE,
                public: true,
            };
            let body = bytes[64..].to_vec();
            bytes = [&secret(0).sign(&place.signed_text(&body))[..], &body].concat();
        }
        "2 MiB" => bytes.resize(2 << 20, 7),
        _ => return None,
    }
    Some(bytes)
}

/// Alters messages of a protocol, for one seat or the spectator each time: at most this many
/// messages, for so many of those who read; the number of cases.
///
/// Nothing altered is accepted, and no honest seat is named for it, but for the sender of what the
/// mailbox withholds: that is silence.
fn refused(name: &str, cards: usize, messages: usize, victims: usize) -> usize {
    let (table, honest) = table(name, if name == "crepeau" { 2 } else { 3 }, cards, 1);
    let sent = honest[0].as_ref().expect("honest").messages;
    // The clock of the other cases is never waited for.
    let short = with_clock(&table, 2);
    let mut cases = Vec::new();
    for at in (0..sent).step_by(sent.div_ceil(messages)) {
        for (number, how) in CHANGES.into_iter().enumerate() {
            if how != "withheld" || name == "verified-deck" {
                cases.extend((0..victims).map(|victim| (how, at, (at + number + victim))));
            }
        }
    }
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((how, at, victim)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let table = if *how == "withheld" { &short } else { &table };
            let place = Some(victim % honest.len()).filter(|place| *place + 1 < honest.len());
            let ended = all_seats(table, honest.len() - 1, None, &|reader, slot, bytes, inner| {
                let met = slot == Slot::Message(*at) && reader == place;
                if met { changed(how, *at, bytes, inner) } else { Some(bytes) }
            });
            // A seat does not read its own message.
            if ended.iter().all(Result::is_ok) {
                assert!(ended == *honest || *how == "withheld", "{how}");
                continue;
            }
            let told = format!("{name}, {how} at {at} for {place:?}: {ended:?}");
            // Seats that came to the end cannot know what a spectator finds later.
            let of = if place.is_some() { &ended[..] } else { &ended[honest.len() - 1..] };
            assert!(of.iter().all(Result::is_err), "{told}");
            let named = |end: &Ended| matches!(end, Err(TableFault::Blamed { .. }));
            assert!(*how == "withheld" || !ended.iter().any(named), "{told}");
        }
    };
    std::thread::scope(|scope| (0..12).for_each(|_| drop(scope.spawn(work))));
    cases.len()
}

#[test]
fn what_the_mailbox_alters_is_refused() {
    let names = ["verified-deck", "voting", "barany-furedi", "checking"];
    let cases: usize = names.iter().map(|name| refused(name, 3, 12, 1)).sum();
    assert!(cases > 300, "{cases}");
}

#[test]
#[ignore = "minutes of processor time"]
fn five_thousand_alterations_of_nine_protocols_are_refused() {
    let mut cases = 0;
    for (name, cards, messages, victims) in [
        ("verified-deck", 3, 99, 4),
        ("verified-deck", 5, 99, 4),
        ("verified-deck", 8, 99, 4),
        ("verified-deck", 13, 99, 4),
        ("two-servers", 3, 99, 4),
        ("two-servers", 6, 99, 4),
        ("voting", 3, 99, 4),
        ("voting", 5, 99, 4),
        ("golle", 3, 20, 4),
        ("padlocks", 3, 10, 1),
        ("insertion", 3, 4, 1),
        ("grouping", 3, 2, 1),
        ("werewolf", 3, 2, 1),
        ("crepeau", 2, 1, 1),
    ] {
        let before = cases;
        cases += refused(name, cards, messages, victims);
        println!("{name}: {}", cases - before);
    }
    assert!(cases >= 5_000, "{cases}");
}

/// Bytes or nothing from the mailbox, or an error, at a call of this number.
type Trouble =
    fn(call: usize, slot: Slot, lays: bool, wait: Duration) -> Result<bool, MailboxError>;

/// A mailbox in trouble.
struct Troubled<'a> {
    inner: &'a MemoryMailbox,
    calls: AtomicUsize,
    trouble: Trouble,
}

impl Troubled<'_> {
    fn goes(&self, slot: Slot, lays: bool, wait: Duration) -> Result<bool, MailboxError> {
        (self.trouble)(self.calls.fetch_add(1, Ordering::Relaxed), slot, lays, wait)
    }
}

impl Mailbox for Troubled<'_> {
    fn put(&self, slot: Slot, bytes: &[u8]) -> Result<bool, MailboxError> {
        self.goes(slot, true, Duration::ZERO).and_then(|_| self.inner.put(slot, bytes))
    }

    fn get(&self, slot: Slot, wait: Duration) -> Result<Option<Vec<u8>>, MailboxError> {
        match self.goes(slot, false, wait)? {
            true => self.inner.get(slot, wait),
            false => Ok(None),
        }
    }
}

/// A mailbox that takes its time is waited for, and so is one that fails now and then. Of a seat
/// whose mailbox is full, read-only or gone the others hear nothing, and name it for that alone.
#[test]
fn troubles_of_a_mailbox_are_waited_for_or_told() {
    let cases: [(&str, Trouble, bool); 7] = [
        (
            "slow",
            |_, _, _, _| {
                std::thread::sleep(Duration::from_millis(30));
                Ok(true)
            },
            true,
        ),
        (
            "late",
            |call, _, _, wait| {
                std::thread::sleep(wait);
                Ok(call % 5 == 0)
            },
            true,
        ),
        ("a clock that jumps over waits", |call, _, _, _| Ok(call % 31 == 0), true),
        (
            "fails now and then",
            |call, _, lays, _| {
                if lays || call % 3 == 0 { Ok(true) } else { Err(MailboxError("busy".to_owned())) }
            },
            true,
        ),
        (
            "read-only",
            |_, slot, lays, _| {
                let fits = !lays || matches!(slot, Slot::Join(_));
                if fits { Ok(true) } else { Err(MailboxError("read-only".to_owned())) }
            },
            false,
        ),
        (
            "full",
            |_, slot, lays, _| {
                let fits = !lays || slot != Slot::Message(2);
                if fits { Ok(true) } else { Err(MailboxError("full".to_owned())) }
            },
            false,
        ),
        (
            "gone",
            |_, slot, _, wait| match slot {
                Slot::Join(_) | Slot::Message(0) => Ok(true),
                _ => {
                    std::thread::sleep(wait);
                    Err(MailboxError("gone".to_owned()))
                }
            },
            false,
        ),
    ];
    let table = with_clock(&table("verified-deck", 2, 5, 1).0, 2);
    let run = |trouble: Trouble| {
        let inner = MemoryMailbox::default();
        std::thread::scope(|scope| {
            let seats: Vec<_> = [Some(0), Some(1), None]
                .map(|place| {
                    let (inner, table) = (&inner, &table);
                    scope.spawn(move || {
                        let sound: Trouble = |_, _, _, _| Ok(true);
                        let trouble = if place == Some(0) { trouble } else { sound };
                        let mailbox = Troubled { inner, calls: AtomicUsize::new(0), trouble };
                        seat(table, place, &mailbox, None, &Control::new())
                    })
                })
                .into();
            seats.into_iter().map(|seat| seat.join().expect("no panic")).collect::<Vec<_>>()
        })
    };
    for (name, trouble, ends) in cases {
        let ended = run(trouble);
        if ends {
            let chains: Vec<_> =
                ended.iter().map(|end| end.as_ref().map(|end| end.chain)).collect();
            assert!(
                chains.iter().all(|chain| chain.is_ok() && *chain == chains[0]),
                "{name}: {ended:?}"
            );
            continue;
        }
        assert!(matches!(ended[0], Err(TableFault::Mailbox(_))), "{name}: {ended:?}");
        let silent = |end: &Ended| {
            matches!(end, Err(TableFault::Blamed { who, why, .. })
                if who.place() == 0 && why.contains("nothing came"))
        };
        // Of two seats that wait, the first to complain is heard by the other.
        assert!(silent(&ended[1]) && ended[2].is_err(), "{name}: {ended:?}");
    }
}
