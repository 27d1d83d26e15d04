use super::*;
use crate::seat::complaint::{Complaint, Grievance};
use crate::seat::key::hash;
use crate::seat::message::MessagePlace;
use crate::{DealCost, PROTOCOLS};

/// The last word of a message, altered.
fn last_word(words: &mut [WireWord]) {
    match words.last_mut() {
        Some(WireWord::Bytes(bytes)) => bytes[0] ^= 1,
        Some(WireWord::Number(number)) => *number ^= 1,
        _ => {}
    }
}

fn cheat(at: usize) -> Cheat {
    Cheat { at, change: last_word, sender: AtomicUsize::new(usize::MAX) }
}

fn blamed(ended: &Ended) -> Option<usize> {
    match ended {
        Err(TableFault::Blamed { who, .. }) => Some(who.place()),
        _ => None,
    }
}

/// A signed word that breaks the rules makes every seat and the spectator name its sender, also
/// where one seat alone can read it.
#[test]
fn a_signed_cheat_is_named_by_every_seat() {
    let (table, honest) = table("verified-deck", 3, 5, 1);
    let messages = honest[0].as_ref().expect("honest").messages;
    assert_eq!(messages, 12);
    for cheat in (0..messages).map(cheat) {
        let ended = all_seats(&table, 3, Some(&cheat), &|_, _, bytes, _| Some(bytes));
        let sender = cheat.sender.into_inner();
        let named = |ended| blamed(ended) == Some(sender);
        assert!(ended.iter().all(named), "{} by {sender}: {ended:?}", cheat.at);
    }
}

/// In no protocol does a signed cheat make anybody name an honest seat.
#[test]
fn no_honest_seat_is_named_for_a_signed_cheat() {
    for system in PROTOCOLS.iter().filter(|system| system.cost == DealCost::Low) {
        let players = if system.name == "cycle" { 4 } else { 3 };
        let (table, honest) = table(system.name, players, players, 1);
        let (parties, last) = (honest.len() - 1, honest[0].as_ref().expect("honest").messages - 1);
        for cheat in [last / 3, last / 2, last].map(cheat) {
            let ended = all_seats(&table, parties, Some(&cheat), &|_, _, bytes, _| Some(bytes));
            let sender = cheat.sender.into_inner();
            let fair = |ended| blamed(ended).is_none_or(|named| named == sender);
            let told = || format!("{} {} by {sender}: {ended:?}", system.name, cheat.at);
            assert!(sender < parties && ended.iter().all(fair), "{}", told());
        }
    }
}

/// A seat that complains of an honest one is named itself.
#[test]
fn a_false_complaint_names_the_accuser() {
    let (table, _) = table("verified-deck", 3, 5, 1);
    for (history, culprit) in [(1, 1), (1, 2), (0, 1)] {
        let inner = MemoryMailbox::default();
        let ended = std::thread::scope(|scope| {
            let others: Vec<_> = [Some(1), Some(2), None]
                .map(|place| {
                    let (inner, table) = (&inner, &table);
                    scope.spawn(move || seat(table, place, inner, None, &Control::new()))
                })
                .into();
            let (control, own) = (Control::new(), secret(0));
            let joined = Joined::at(&table, Some((1, &own)), &inner, &control, &mut |_, _| {});
            let joined = joined.expect("joined");
            // It says its key, and does not shuffle.
            let killed = Some((Slot::Message(3), &control));
            let gone = Meddled { inner: &inner, change: &unchanged, killed };
            assert!(seat(&table, Some(0), &gone, None, &control).is_err());
            let message = |at| inner.get(Slot::Message(at), Duration::from_secs(9));
            let messages = (0..2).map(|at| message(at).expect("memory").expect("said"));
            let history = if history == 0 { vec![b"forged".to_vec()] } else { messages.collect() };
            let complaint = Complaint {
                at: 1,
                culprit: Some(Party::at(culprit)),
                grievance: Grievance::Rules,
                key: Vec::new(),
                history,
            };
            let bytes = complaint.written(&joined.session, &own);
            assert_eq!(inner.put(Slot::Fault(Party::at(0)), &bytes), Ok(true));
            others.into_iter().map(|other| other.join().expect("no panic")).collect::<Vec<_>>()
        });
        assert!(ended.iter().all(|ended| blamed(ended) == Some(0)), "{ended:?}");
    }
}

/// Another message, signed by the same seat after the same history.
fn second_version(
    from: usize,
    at: usize,
    bytes: &[u8],
    session: [u8; 32],
    inner: &MemoryMailbox,
) -> Vec<u8> {
    let mut chain = session;
    for before in 0..at {
        let said = inner.get(Slot::Message(before), Duration::ZERO).expect("memory");
        chain = hash("chain", &[&chain, &said.expect("said")]);
    }
    let place = MessagePlace {
        session,
        chain,
        at,
        from: Party::at(from),
        to: crate::Parties::NONE,
        public: true,
    };
    let mut body = bytes[64..].to_vec();
    let last = body.len() - 8;
    body[last] ^= 1;
    [&secret(from).sign(&place.signed_text(&body))[..], &body].concat()
}

/// One seat gets another version of a public message than all others: its sender is named by every
/// seat. These second versions break the rules.
#[test]
fn two_versions_of_a_message_name_their_sender() {
    for (name, cards, at, from) in [
        ("verified-deck", 5, 0, 0),
        ("verified-deck", 5, 1, 1),
        ("verified-deck", 5, 4, 1),
        ("verified-deck", 5, 5, 2),
    ] {
        let (table, _) = table(name, 3, cards, 1);
        let ended = all_seats(&table, 3, None, &|place, slot, bytes, inner| {
            if slot != Slot::Message(at) || place != Some((from + 1) % 3) {
                return Some(bytes);
            }
            let join = |party| inner.get(Slot::Join(party), Duration::ZERO);
            let joins: Vec<Vec<u8>> =
                Party::all(3).map(|party| join(party).expect("memory").expect("joined")).collect();
            let joins: Vec<&[u8]> = joins.iter().map(Vec::as_slice).collect();
            let session = hash("session of a table", &joins);
            Some(second_version(from, at, &bytes, session, inner))
        });
        for (place, ended) in ended.iter().enumerate() {
            assert_eq!(blamed(ended), Some(from), "{name} {at}, seat {place}: {ended:?}");
        }
    }
}
