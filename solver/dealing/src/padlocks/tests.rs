use super::*;
use crate::fairness::{Breach, MAX_BRANCHES, exact, replay};
use crate::word::{IdealBox, IdealLock, WireWord};
use crate::{Envelope, Event, Seeded, Tape};
use bluff_exact::control::Control;

type IdealPadlocks = Padlocks<IdealLocks>;

fn deal(players: usize, cards: usize, hand: usize, order: Order) -> IdealPadlocks {
    Padlocks::new(players, cards, rounds(players, hand), order).expect("allowed")
}

#[test]
fn the_deal_is_fair_against_all_but_one_in_both_orders() {
    for (players, cards, hand, branches) in
        [(2, 3, 1, 36), (2, 4, 2, 576), (3, 3, 1, 216), (3, 4, 1, 13_824)]
    {
        let coalitions = Parties::coalitions(players);
        let found = [Order::Long, Order::Short].map(|order| {
            let found = exact(
                &deal(players, cards, hand, order),
                &coalitions,
                MAX_BRANCHES,
                &Control::new(),
            );
            let found = found.expect("few branches");
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
        let found = exact(&deal, &Parties::coalitions(3), MAX_BRANCHES, &Control::new())
            .expect("few branches");
        let named: Vec<String> = found.offenders().iter().map(ToString::to_string).collect();
        assert_eq!(named, ["1", "1+2", "1+3"]);
        assert!(matches!(&found.breaches[0].1, Breach::Knows(witness) if !witness.laws.is_empty()));
    }
}

/// Messages point to point: one that goes to several counts for each.
fn copies(log: &[Event], what: &str) -> usize {
    let to = |event: &Event| match event {
        Event::Message(message) if message.what.starts_with(what) => Some(message.to.len()),
        _ => None,
    };
    log.iter().filter_map(to).sum()
}

fn coins(players: usize) -> Vec<Seeded> {
    (0..players as u64).map(|seed| Seeded::of(seed + 1)).collect()
}

#[test]
fn the_cost_is_counted() {
    for (players, cards, hand) in [(2, 52, 5), (3, 52, 4), (5, 20, 4)] {
        let (n, k, t) = (players as u64, cards as u64, players * hand);
        for (order, locked, passes) in [
            (Order::Long, 3 * n * k, 2 * players),
            (Order::Short, (3 * n - 2) * k, 2 * players - 2),
        ] {
            let mut coins = coins(players);
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

/// Plays a deal of three players, all of it opened, in which a cheat changes messages; then every
/// party reveals his coins.
fn cheated(cheat: impl FnMut(usize, &mut Vec<WireWord>)) -> (Result<(), Fault>, Result<(), Fault>) {
    let mut cheat = cheat;
    let deal = deal(3, 3, 1, Order::Short).opened();
    let mut coins = coins(3);
    let adversary = |at: usize, envelope: &mut Envelope| {
        envelope.body.iter_mut().for_each(|body| cheat(at, body))
    };
    let mut table = DealTable::new(3, &mut coins).attacked_by(adversary);
    let ended = deal.run(&mut table);
    let log = table.into_log();
    (ended, replay(&deal, [0; 32], &log, &mut Tape::of(3, &log)).map(drop))
}

#[test]
fn honest_deals_open_and_replay() {
    assert_eq!(cheated(|_, _| {}), (Ok(()), Ok(())));
}

fn blamed(replayed: Result<(), Fault>, who: usize, at: usize) {
    let fault = replayed.expect_err("somebody cheated");
    assert_eq!((fault.who, fault.at), (Some(Party::at(who)), at), "{fault}");
    assert!(matches!(fault.what, Cause::Differs { .. }), "{fault}");
}

/// Attack 15: nobody notices until the boxes are opened, and then nobody can be named without the
/// coins.
#[test]
fn a_doubled_card_shows_when_it_is_opened() {
    // The second of the passes, from the second player.
    let (ended, replayed) = cheated(|at, body| {
        if at == 1 {
            body[2] = body[1].clone();
        }
    });
    let fault = ended.expect_err("the card comes twice");
    assert!(matches!(fault, Fault { who: None, what: Cause::DuplicateCard { .. }, .. }), "{fault}");
    blamed(replayed, 1, 1);
}

/// Attack 17: no proof, so a made-up box opens to no card, and the coins name who made it up.
#[test]
fn a_made_up_box_opens_to_no_card() {
    let (ended, replayed) = cheated(|at, body| {
        if let (2, [_, WireWord::Boxed(IdealBox { content, .. }), ..]) = (at, &mut body[..]) {
            *content = 77;
        }
    });
    assert!(matches!(ended, Err(Fault { who: None, what: Cause::UnknownCard, .. })));
    blamed(replayed, 2, 2);
}

/// Attack 18: the key of another lock of one's own opens nothing, and the coins name whose it was.
#[test]
fn a_wrong_key_opens_nothing() {
    // After five passes and a request, the second player sends the first one a key.
    let (ended, replayed) = cheated(|at, body| {
        if let (6, WireWord::Key(IdealLock { number, .. })) = (at, &mut body[0]) {
            *number += 1;
        }
    });
    assert!(matches!(ended, Err(Fault { who: None, what: Cause::UnknownCard, .. })));
    blamed(replayed, 1, 6);
}

/// Attack 13, ideal: what can be no key of the sender is refused with his name.
#[test]
fn what_is_no_key_is_refused() {
    let (ended, _) = cheated(|at, body| {
        if let (6, WireWord::Key(IdealLock { owner, .. })) = (at, &mut body[0]) {
            *owner = Party::at(2);
        }
    });
    assert!(
        matches!(ended, Err(Fault { who: Some(who), what: Cause::BadKey { .. }, at: 6 }) if who == Party::at(1))
    );
}

/// Attack 19: the keys of another party's box are not given, and the request stays in the log.
#[test]
fn a_key_is_given_for_ones_own_box_only() {
    // Each card takes a request and two keys: the second request is message 8.
    let ask = |asked: u64| {
        cheated(move |at, body| {
            if at == 8 {
                body[0] = WireWord::Number(asked);
            }
        })
    };
    // Another party's, one of later, and none at all.
    for asked in [0, 2, 3] {
        let (ended, replayed) = ask(asked);
        let fault = ended.expect_err("not the next box");
        assert!(
            matches!(fault, Fault { who: Some(who), what: Cause::NotAllowed { .. }, at: 8 } if who == Party::at(1))
        );
        blamed(replayed, 1, 8);
    }
}

#[test]
fn who_may_not_play() {
    let draws = |n| vec![Party::at(0); n];
    assert!(matches!(
        IdealPadlocks::new(1, 3, draws(1), Order::Long),
        Err(RefusedSetting::TooFewPlayers { given: 1, .. })
    ));
    assert!(matches!(
        IdealPadlocks::new(2, 3, draws(4), Order::Long),
        Err(RefusedSetting::DeckTooSmall { cards: 3, dealt: 4 })
    ));
}
