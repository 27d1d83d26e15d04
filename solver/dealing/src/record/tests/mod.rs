mod single_changes;

use super::*;
use crate::cipher::tests::work::Work;
use crate::tests::testing::played;
use crate::{PROTOCOLS, RefusedSetting};

fn dealt() -> DealDocument {
    deal_of("barany-furedi", (3, 52, 2))
}

pub(super) fn deal_of(name: &str, (players, cards, hand): (usize, usize, usize)) -> DealDocument {
    let setting = Setting::new(players, cards, hand);
    DealDocument::deal(NamedProtocol::named(name).unwrap(), &setting, [9; 32], &Control::new())
        .unwrap()
}

/// The same change in every copy of a message: of the public record, and of the seats.
fn everywhere(deal: &mut DealDocument, at: &str, change: impl FnMut(&mut MessageDocument)) {
    let seats = deal.seats.iter_mut().flat_map(|seat| &mut seat.messages);
    let all = deal.messages.iter_mut().chain(seats);
    all.filter(|message| message.at == at).for_each(change);
}

/// The same change in the words of message 0, wherever they are recorded.
fn first_words(deal: &mut DealDocument, mut change: impl FnMut(&mut Vec<String>)) {
    everywhere(deal, "0", |message| message.body.iter_mut().for_each(&mut change));
}

/// The session that fits the setting and the coins.
fn fitting_session(deal: &mut DealDocument) {
    let seeds: Vec<[u8; 32]> = deal.seats.iter().map(|seat| unhex(&seat.coins).unwrap()).collect();
    let (system, setting) = deal.setting().unwrap();
    deal.session = hex(&session(system, &setting, &seeds));
}

/// Other coins of P2, with all that hangs on them but the messages.
fn reseeded(deal: &mut DealDocument) {
    deal.seats[1].coins = hex(&[7; 32]);
    deal.seats[1].commitment = hex(&commitment(&[7; 32], Party::at(1)));
    fitting_session(deal);
}

#[test]
fn a_deal_is_verified_from_its_document() {
    let deal = dealt();
    assert_eq!(deal.seats.iter().map(|seat| seat.hand.len()).collect::<Vec<_>>(), [2, 2, 2]);
    let text = serde_json::to_string(&deal).unwrap();
    let read: DealDocument = serde_json::from_str(&text).unwrap();
    assert_eq!(read.verify(&Control::new()), Ok(()));
    // Private words stand in no public place.
    assert!(read.messages.iter().all(|message| message.body.is_none() == (message.to.len() < 2)));
}

/// Every message in turn is another one, in the records of all who saw it: its sender is named.
#[test]
fn the_first_cheat_is_named() {
    let deal = dealt();
    for at in 0..deal.messages.len() {
        let mut forged = deal.clone();
        everywhere(&mut forged, &at.to_string(), |message| {
            if let Some(body) = &mut message.body {
                *body.last_mut().unwrap() = "77".to_owned();
            }
        });
        let Err(DealError::Cheat { name, fault }) = forged.verify(&Control::new()) else {
            panic!("message {at}")
        };
        assert_eq!((name, fault.at), (deal.messages[at].from.clone(), at));
    }
}

/// A change of a record, and what is said of it.
type Lie = (fn(&mut DealDocument), &'static str);

/// In this deal P1 sends 0 to Q, the dealer P2 sends message 6 to P1 about his card.
const LIES: [Lie; 37] = [
    // Labels.
    (
        |deal| everywhere(deal, "0", |message| message.what = "the weather".to_owned()),
        "P1 cheated at message 0",
    ),
    (
        |deal| deal.messages[0].what = "the weather".to_owned(),
        "the public record at message 0: it is",
    ),
    (
        |deal| deal.seats[0].messages[0].what = "the weather".to_owned(),
        "P1 and Q recorded different",
    ),
    // Records of seats.
    (
        |deal| {
            let extra =
                MessageDocument { at: "999".to_owned(), ..deal.seats[1].messages[0].clone() };
            deal.seats[0].messages.push(extra);
        },
        "the record of P1: nothing more was sent, but it has message 999",
    ),
    (
        |deal| {
            let to = vec!["P1".to_owned()];
            let [at, from, what] =
                ["rubbish", "nobody", "P2 shows me all his cards"].map(str::to_owned);
            deal.seats[0].messages.push(MessageDocument {
                at,
                from,
                to,
                what,
                body: Some(vec!["51".to_owned()]),
            });
        },
        "the record of P1: nothing more was sent, but it has message rubbish",
    ),
    (
        |deal| deal.seats[0].messages.clear(),
        "the record of P1 at message 0: it has nothing, expected message 0",
    ),
    (
        |deal| drop(deal.seats[1].messages.remove(0)),
        "the record of P2 at message 1: it has message 2",
    ),
    (|deal| drop(deal.seats[2].messages.pop()), "the record of Q at message"),
    (
        |deal| {
            let foreign = deal.seats[0].messages[0].clone();
            deal.seats[1].messages.insert(0, foreign);
        },
        "the record of P2 at message 0: it has message 0",
    ),
    (|deal| deal.seats[0].messages.swap(0, 1), "the record of P1 at message 0: it has message 3"),
    (
        |deal| {
            let twice = deal.seats[0].messages[0].clone();
            deal.seats[0].messages.insert(1, twice);
        },
        "the record of P1 at message 3: it has message 0",
    ),
    (
        |deal| {
            let other = deal.seats[1].messages.clone();
            deal.seats[0].messages = other;
        },
        "the record of P1 at message 0: it has message 1",
    ),
    (
        |deal| deal.seats[0].messages[0].body = None,
        "P1 and Q recorded different messages at number 0",
    ),
    (
        |deal| deal.seats[0].messages[0].body = Some(vec!["5".to_owned()]),
        "P1 and Q recorded different",
    ),
    (
        |deal| deal.seats.iter_mut().for_each(|seat| seat.messages.clear()),
        "the record of P1 at message 0: it has nothing",
    ),
    // What the public record says of private messages.
    (
        |deal| deal.messages[0].body = deal.seats[0].messages[0].body.clone(),
        "the public record at message 0: it shows",
    ),
    (
        |deal| deal.messages[0].body = Some(vec!["1".to_owned()]),
        "the public record at message 0: it shows private",
    ),
    (
        |deal| deal.messages[3].at = "4".to_owned(),
        "the public record at message 3: it is message 4",
    ),
    (
        |deal| deal.messages[0].to[0] = "P9".to_owned(),
        "the public record at message 0: it is message 0",
    ),
    (|deal| deal.messages.swap(1, 2), "the public record at message 1: it is message 2"),
    (
        |deal| deal.messages.truncate(9),
        "P1 cheated at message 9: party 1: the revealed coins give another message",
    ),
    (
        |deal| {
            let last = deal.messages.last().unwrap().clone();
            deal.messages.push(last);
        },
        "the public record at message 16: nothing more was sent",
    ),
    // Messages, as all recorded them.
    (
        |deal| everywhere(deal, "0", |message| message.to = vec!["P2".to_owned()]),
        "P1 cheated at message 0",
    ),
    (
        |deal| everywhere(deal, "0", |message| message.from = "P2".to_owned()),
        "P1 cheated at message 0",
    ),
    (|deal| first_words(deal, Vec::clear), "P1 cheated at message 0"),
    (|deal| first_words(deal, |body| body.push("1".to_owned())), "P1 cheated at message 0"),
    (|deal| first_words(deal, |body| body[0] = "9".repeat(20 << 20)), "P1 cheated at message 0"),
    // Spelling.
    (|deal| first_words(deal, |body| body[0].insert(0, '+')), "P1 cheated at message 0"),
    (|deal| first_words(deal, |body| body[0].insert(0, '0')), "P1 cheated at message 0"),
    (|deal| deal.players = "+3".to_owned(), "players “+3”, expected a whole number"),
    (|deal| deal.cards = "052".to_owned(), "cards “052”, expected a whole number"),
    (
        |deal| deal.session = deal.session.to_uppercase(),
        "expected 64 hexadecimal digits in lower case",
    ),
    // Coins, session and hands.
    (|deal| deal.session = hex(&[5; 32]), "the public record: the session is 0505"),
    (|deal| deal.seats[1].coins = hex(&[7; 32]), "the record of P2: the commitment is"),
    (reseeded, "P2 cheated at message 1: party 2: the revealed coins give another message"),
    (|deal| deal.seats[2].hand[0] = "0".to_owned(), "the hand of Q is 0, "),
    (|deal| deal.seats[0].hand.swap(0, 1), "the hand of P1 is"),
];

#[test]
fn every_lie_is_refused_and_its_part_named() {
    let honest = dealt();
    for (number, (lie, expected)) in LIES.iter().enumerate() {
        let mut forged = honest.clone();
        lie(&mut forged);
        assert_ne!(forged, honest, "lie {number}");
        let error = forged.verify(&Control::new()).expect_err(expected).to_string();
        assert!(error.contains(expected), "lie {number}: {error}\nexpected: {expected}");
        assert!(error.len() < 1000, "lie {number}: {} bytes", error.len());
    }
}

#[test]
fn a_message_without_words_leaves_them_out() {
    let text = serde_json::to_string(&dealt()).unwrap();
    let words = text.find("\"body\":[").map(|at| at + 7).unwrap();
    let end = words + text[words..].find(']').unwrap() + 1;
    let null = format!("{}null{}", &text[..words], &text[end..]);
    let refused = serde_json::from_str::<DealDocument>(&null).unwrap_err().to_string();
    assert!(refused.starts_with("invalid type: null, expected a sequence"), "{refused}");
}

/// Every party gets every message of a verified deck but the shares: a lie in the public record is
/// its sender's, and one that a party keeps beside it is his.
#[test]
fn a_public_message_stands_in_the_public_record_alone() {
    let honest = deal_of("verified-deck", (3, 3, 1));
    let mut forged = honest.clone();
    let truth = forged.messages[1].clone();
    forged.seats[2].messages.insert(0, truth.clone());
    let refused = |deal: &DealDocument, expected: &str| {
        let said = deal.verify(&Control::new()).unwrap_err().to_string();
        assert!(said.contains(expected), "{said}\nexpected: {expected}");
    };
    refused(&forged, "the record of P3 at message 1: it has message 1");
    forged.messages[1].body.as_mut().unwrap()[0] =
        honest.messages[0].body.as_ref().unwrap()[0].clone();
    refused(&forged, "the record of P3 at message 1: it has message 1");
    forged.seats[2].messages.remove(0);
    refused(&forged, "P2 cheated at message 1");
    forged.messages[1].body = None;
    refused(&forged, "the public record at message 1: the words that everybody got");
}

#[test]
fn settings_that_cannot_be_played_cost_nothing() {
    for change in [
        |deal: &mut DealDocument| deal.hand = "18446744073709551615".to_owned(),
        |deal: &mut DealDocument| deal.cards = "1000000000000".to_owned(),
        |deal: &mut DealDocument| deal.players = "33".to_owned(),
    ] {
        let mut deal = dealt();
        change(&mut deal);
        assert!(matches!(
            deal.verify(&Control::new()),
            Err(DealError::Refused(RefusedSetting::Given { .. }))
        ));
    }
    for (change, expected) in [
        ((|deal| deal.format = 1) as fn(&mut DealDocument), "format 1, expected format 2"),
        (|deal| deal.players = "three".to_owned(), "players “three”, expected a whole number"),
        (|deal| deal.session.truncate(5), "expected 64 hexadecimal digits"),
        (|deal| deal.seats.truncate(2), "the seats, expected P1, P2, Q in this order"),
        (|deal| deal.seats.swap(0, 1), "the seats, expected P1, P2, Q in this order"),
    ] {
        let mut deal = dealt();
        change(&mut deal);
        let error = deal.verify(&Control::new()).unwrap_err();
        assert!(
            matches!(&error, DealError::Malformed { reason } if reason.contains(expected)),
            "{error}"
        );
    }
}

/// A record that holds fewer messages than any deal has is refused before the first power is taken.
#[test]
fn too_short_a_record_is_refused_unplayed() {
    for system in PROTOCOLS {
        for (players, hand) in [(2, 1), (3, 0), (3, 1), (4, 2)] {
            let setting = Setting::new(players, 8, hand);
            let Ok(protocol) = (system.ideal)(&setting) else { continue };
            let ((ended, log), least) =
                (played(&*protocol, 1, |_, _| {}), protocol.rules().least_messages);
            let sent = messages(&log).count();
            let enough = if system.name == "padlocks" { sent == least } else { sent >= least };
            assert!(enough || ended.is_err(), "{}: {sent} messages, {least}", system.name);
        }
    }
    let mut padlocks = deal_of("padlocks", (3, 3, 1));
    // Under 400 cards, with a name of the session to match.
    padlocks.cards = "400".to_owned();
    fitting_session(&mut padlocks);
    for kept in [0, 1, padlocks.messages.len() - 1] {
        let mut short = padlocks.clone();
        short.messages.truncate(kept);
        let expected = DealError::TooShort { given: kept, expected: padlocks.messages.len() };
        assert_eq!(short.verify(&Control::new()), Err(expected));
    }
}

/// The work ends with the first false message: so far it is that of the deal, and no more.
#[test]
fn a_false_record_costs_no_more_than_its_deal_so_far() {
    let honest = deal_of("verified-deck", (3, 8, 1));
    let work = |deal: &DealDocument| Work::of(|| deal.verify(&Control::new()));
    let (verdict, whole) = work(&honest);
    assert_eq!(verdict, Ok(()));
    let costs = (0..honest.messages.len()).map(|at| {
        let mut forged = honest.clone();
        everywhere(&mut forged, &at.to_string(), |message| message.what.clear());
        let (verdict, work) = work(&forged);
        assert!(matches!(verdict, Err(DealError::Cheat { fault, .. }) if fault.at == at));
        let mut short = honest.clone();
        short.messages.truncate(at);
        short.seats.iter_mut().for_each(|seat| {
            seat.messages.retain(|message| message.at.parse::<usize>().unwrap() < at)
        });
        assert!(at == 0 || Work::of(|| short.verify(&Control::new())).1 == work);
        work.exponentiations()
    });
    let costs: Vec<u64> = costs.collect();
    assert!(
        costs.is_sorted() && costs[costs.len() - 1] <= whole.exponentiations(),
        "{costs:?}, {whole:?}"
    );
    // A key is a power and the commitment of its proof, before any party has checked it.
    assert_eq!(costs[0], 2);
}
