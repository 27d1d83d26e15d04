use super::*;
use crate::fairness::Breach;
use crate::tests::testing::{blamed, changing, checked, coins, costs, fault, offenders, played};
use crate::{Event, Fault, IdealBox, IdealLock, WireWord, messages};

fn deal(players: usize, cards: usize, hand: usize) -> Padlocks<IdealLocks> {
    Padlocks::new(&Setting::new(players, cards, hand)).expect("allowed")
}

#[test]
fn the_deal_is_fair_against_all_but_one() {
    for (players, cards, hand, branches) in
        [(2, 3, 1, 36), (2, 4, 2, 576), (3, 3, 1, 216), (3, 4, 1, 13_824)]
    {
        let found = checked(&deal(players, cards, hand), &Parties::coalitions(players));
        assert_eq!((found.branches, found.breaches), (branches, Vec::new()));
    }
}

#[test]
fn the_first_must_not_lock_individually_at_once() {
    // The last player may, or wait for his turn.
    for at_once in [Parties::NONE, Party::at(2).into()] {
        let deal = Padlocks { at_once: at_once.and(Parties::FIRST), ..deal(3, 3, 1) };
        let found = checked(&deal, &Parties::coalitions(3));
        assert_eq!(offenders(&found), ["1", "1+2", "1+3"]);
        assert!(matches!(&found.breaches[0].1, Breach::Knows(witness) if !witness.laws.is_empty()));
    }
}

/// Messages point to point: one that goes to several counts for each.
fn copies(log: &[Event], what: &str) -> usize {
    let alike = messages(log).filter(|message| message.what.starts_with(what));
    alike.map(|message| message.to.len()).sum()
}

#[test]
fn the_cost_is_counted() {
    for (players, cards, hand) in [(2, 52, 5), (3, 52, 4), (5, 20, 4)] {
        let (n, k, t) = (players as u64, cards as u64, players * hand);
        let (log, work) = costs(&deal(players, cards, hand), &mut coins(players, 1));
        assert_eq!(work, (3 * n - 2) * k + n * t as u64);
        if (n, k, t) == (3, 52, 12) {
            assert_eq!(work, 400);
        }
        let counts = ["all boxes, passed", "all boxes, published", "the key", ""]
            .map(|what| copies(&log, what));
        let (passes, published, keys) = (2 * players - 2, players - 1, t * (players - 1));
        // Each card is asked for once, of every party.
        assert_eq!(counts, [passes, published, keys, passes + published + 2 * keys]);
    }
}

/// A deal of three players in which a cheat changes one message; it is played to its end, and then
/// every party reveals his coins.
fn cheated(at: usize, cheat: impl FnMut(&mut Vec<WireWord>)) -> (OrFault, (Option<Party>, usize)) {
    let deal = deal(3, 3, 1);
    let (ended, log) = played(&deal, 1, changing(at, cheat));
    (ended, blamed(&deal, &log))
}

/// Attack 15: nobody notices that two have the same card, until the coins are revealed.
#[test]
fn a_doubled_card_shows_when_coins_are_revealed() {
    // The second of the passes, from the second player.
    let (ended, blamed) = cheated(1, |body| body[2] = body[1].clone());
    assert_eq!((ended, blamed), (Ok(()), (Some(Party::at(1)), 1)));
}

/// Attack 17: no proof, so a made-up box opens to no card, and the coins name who made it up.
#[test]
fn a_made_up_box_opens_to_no_card() {
    let (ended, blamed) = cheated(2, |body| {
        let [_, WireWord::Boxed(IdealBox { content, .. }), ..] = &mut body[..] else {
            panic!("a box")
        };
        *content = 77;
    });
    assert!(matches!(ended, Err(Fault { who: None, what: Cause::UnknownCard, .. })), "{ended:?}");
    assert_eq!(blamed, (Some(Party::at(2)), 2));
}

/// After five passes and a request, the second player sends the first one a key.
fn other_key(change: impl Fn(&mut IdealLock)) -> (OrFault, (Option<Party>, usize)) {
    cheated(6, |body| {
        let WireWord::Key(lock) = &mut body[0] else { panic!("a key") };
        change(lock);
    })
}

/// Attack 18: the key of another lock of one's own opens nothing, and the coins name whose it was.
#[test]
fn a_wrong_key_opens_nothing() {
    let (ended, blamed) = other_key(|lock| lock.number += 1);
    assert!(matches!(ended, Err(Fault { who: None, what: Cause::UnknownCard, .. })), "{ended:?}");
    assert_eq!(blamed, (Some(Party::at(1)), 6));
}

/// Attack 13, ideal: what can be no key of the sender is refused with his name.
#[test]
fn what_is_no_key_is_refused() {
    let (ended, _) = other_key(|lock| lock.owner = Party::at(2));
    let why = "a key is for a lock of the sender's own";
    assert_eq!(ended, Err(fault(1, 6, Cause::BadKey { why })));
}

/// Attack 19: the keys of another party's box are not given, and the request stays in the log.
#[test]
fn a_key_is_given_for_ones_own_box_only() {
    // Each card takes a request and two keys: the second request is message 8. Asked for is another
    // party's box, one of later, and none at all.
    for asked in [0, 2, 3] {
        let (ended, blamed) = cheated(8, |body| body[0] = WireWord::Number(asked));
        let (what, why) = (format!("a key of box {asked}"), "the box is not the next one");
        assert_eq!(ended, Err(fault(1, 8, Cause::NotAllowed { what, why })));
        assert_eq!(blamed, (Some(Party::at(1)), 8));
    }
}
