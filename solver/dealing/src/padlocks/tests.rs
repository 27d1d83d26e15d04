use super::*;
use crate::fairness::Breach;
use crate::tests::testing::{blamed, changing, checked, coins, fault, offenders, played, replayed};
use crate::{Event, Fault, IdealBox, IdealLock, WireWord, messages};

fn deal(players: usize, cards: usize, hand: usize, order: Order) -> Padlocks<IdealLocks> {
    Padlocks::new(players, cards, rounds(players, hand), order).expect("allowed")
}

#[test]
fn the_deal_is_fair_against_all_but_one_in_both_orders() {
    for (players, cards, hand, branches) in
        [(2, 3, 1, 36), (2, 4, 2, 576), (3, 3, 1, 216), (3, 4, 1, 13_824)]
    {
        let coalitions = Parties::coalitions(players);
        let found = [Order::Long, Order::Short].map(|order| {
            let found = checked(&deal(players, cards, hand, order), &coalitions);
            assert_eq!((found.branches, &found.breaches), (branches, &Vec::new()));
            found
        });
        assert_eq!(found[0].outcomes, found[1].outcomes);
        // Both orders show the same, but for two passes in the middle, when a coalition has only
        // its own shuffles to go by.
        let shuffles: usize = (1..=cards).product();
        for (long, short) in found[0].views.iter().zip(&found[1].views) {
            assert_eq!(
                (long.0, long.1),
                (short.0, short.1 + 2 * shuffles.pow(short.0.len() as u32))
            );
        }
    }
}

#[test]
fn the_first_must_not_lock_individually_at_once() {
    for order in [Order::Long, Order::Short] {
        let mut deal = deal(3, 3, 1, order);
        deal.at_once = deal.at_once.and(Parties::FIRST);
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
        for (order, locked, passes) in [
            (Order::Long, 3 * n * k, 2 * players),
            (Order::Short, (3 * n - 2) * k, 2 * players - 2),
        ] {
            let mut coins = coins(players, 1);
            let mut table = DealTable::new(players, &mut coins);
            let locks = IdealLocks::default();
            deal(players, cards, hand, order).deal(&mut table, &locks).expect("honest");
            assert_eq!(locks.exponentiations(), locked + n * t as u64);
            if (n, k, t, order) == (3, 52, 12, Order::Long) {
                assert_eq!(locks.exponentiations(), 504);
            }
            let counts = ["all boxes, passed", "all boxes, published", "the key", ""]
                .map(|what| copies(table.log(), what));
            let (published, keys) = (players - 1, t * (players - 1));
            // Each card is asked for once, of every party.
            assert_eq!(counts, [passes, published, keys, passes + published + 2 * keys]);
        }
    }
}

/// A deal of three players, all of it opened, in which a cheat changes one message; it is played to
/// its end, and then every party reveals his coins.
fn cheated(at: usize, cheat: impl FnMut(&mut Vec<WireWord>)) -> (Fault, (Option<Party>, usize)) {
    let deal = deal(3, 3, 1, Order::Short).opened();
    let (ended, log) = played(&deal, 1, changing(at, cheat));
    (ended.expect_err("somebody cheats"), blamed(&deal, &log))
}

#[test]
fn honest_deals_open_and_replay() {
    let deal = deal(3, 3, 1, Order::Short).opened();
    let (ended, log) = played(&deal, 1, |_, _| {});
    assert_eq!((ended, replayed(&deal, &log).map(drop)), (Ok(()), Ok(())));
}

/// Attack 15: nobody notices until the boxes are opened, and then nobody can be named without the
/// coins.
#[test]
fn a_doubled_card_shows_when_it_is_opened() {
    // The second of the passes, from the second player.
    let (fault, blamed) = cheated(1, |body| body[2] = body[1].clone());
    assert!(matches!(fault, Fault { who: None, what: Cause::DuplicateCard { .. }, .. }), "{fault}");
    assert_eq!(blamed, (Some(Party::at(1)), 1));
}

/// Attack 17: no proof, so a made-up box opens to no card, and the coins name who made it up.
#[test]
fn a_made_up_box_opens_to_no_card() {
    let (fault, blamed) = cheated(2, |body| {
        let [_, WireWord::Boxed(IdealBox { content, .. }), ..] = &mut body[..] else {
            panic!("a box")
        };
        *content = 77;
    });
    assert!(matches!(fault, Fault { who: None, what: Cause::UnknownCard, .. }), "{fault}");
    assert_eq!(blamed, (Some(Party::at(2)), 2));
}

/// After five passes and a request, the second player sends the first one a key.
fn other_key(change: impl Fn(&mut IdealLock)) -> (Fault, (Option<Party>, usize)) {
    cheated(6, |body| {
        let WireWord::Key(lock) = &mut body[0] else { panic!("a key") };
        change(lock);
    })
}

/// Attack 18: the key of another lock of one's own opens nothing, and the coins name whose it was.
#[test]
fn a_wrong_key_opens_nothing() {
    let (fault, blamed) = other_key(|lock| lock.number += 1);
    assert!(matches!(fault, Fault { who: None, what: Cause::UnknownCard, .. }), "{fault}");
    assert_eq!(blamed, (Some(Party::at(1)), 6));
}

/// Attack 13, ideal: what can be no key of the sender is refused with his name.
#[test]
fn what_is_no_key_is_refused() {
    let (fault, _) = other_key(|lock| lock.owner = Party::at(2));
    let why = "a key is for a lock of the sender's own";
    assert_eq!(fault, self::fault(1, 6, Cause::BadKey { why }));
}

/// Attack 19: the keys of another party's box are not given, and the request stays in the log.
#[test]
fn a_key_is_given_for_ones_own_box_only() {
    // Each card takes a request and two keys: the second request is message 8. Asked for is another
    // party's box, one of later, and none at all.
    for asked in [0, 2, 3] {
        let (fault, blamed) = cheated(8, |body| body[0] = WireWord::Number(asked));
        let (what, why) = (format!("a key of box {asked}"), "the box is not the next one");
        assert_eq!(fault, self::fault(1, 8, Cause::NotAllowed { what, why }));
        assert_eq!(blamed, (Some(Party::at(1)), 8));
    }
}
