use super::*;
use crate::Coins;
use crate::fairness::{Breach, FairnessReport};
use crate::planted::drawn;
use crate::tests::testing::{checked, offenders, small};

/// F1 to F3 against every coalition.
fn found(game: &dyn Protocol) -> FairnessReport {
    checked(game, &Parties::coalitions(game.parties()))
}

fn fair(cases: &[(usize, usize, &[CardAction], Questions, u64)]) {
    for &(players, cards, script, questions, branches) in cases {
        let found = found(&game(players, cards, script, questions, 0));
        assert_eq!(
            (found.branches, found.breaches),
            (branches, Vec::new()),
            "{players} {cards} {script:?}"
        );
    }
}

#[test]
fn deals_are_fair_against_all_but_one() {
    fair(&[
        // Two codes and one order of questions: (k!)³.
        (2, 3, &draw(&[0, 1]), Secret, 216),
        (2, 3, &draw(&[1, 0, 1]), Secret, 216),
        (2, 4, &draw(&[0, 1, 0, 1]), Secret, 13_824),
        (2, 4, &draw(&[1, 1, 0]), Secret, 13_824),
        // Three codes and three orders, or the codes alone.
        (3, 3, &draw(&[0, 1, 2]), Secret, 46_656),
        (3, 4, &draw(&[2, 1, 0, 0]), Opaque, 13_824),
    ]);
}

/// A player who picks a card at random tells nobody when it was drawn: opened, every card of the
/// hand is as likely as the others. Each pick takes a toss, and the order of the list.
#[test]
fn discarding_and_opening_tell_nothing_but_the_opened_card() {
    let two = [draw(&[0, 1, 0]), vec![open(0, Any), open(1, Any)]].concat();
    fair(&[
        (2, 3, &two, Secret, 216 * 4),
        (2, 3, &[draw(&[1, 1, 0]), vec![discard(1, Any), open(1, Any)]].concat(), Secret, 216 * 4),
        (
            2,
            3,
            &[draw(&[0, 0]), vec![discard(0, Any)], draw(&[0]), vec![open(0, Any); 2]].concat(),
            Secret,
            216 * 16,
        ),
        (
            2,
            3,
            &[draw(&[0, 1]), vec![open(0, Place(0))], draw(&[1]), vec![open(1, Place(1))]].concat(),
            Secret,
            216 * 2,
        ),
        (
            3,
            3,
            &[draw(&[1, 1]), vec![open(1, Any)], draw(&[0]), vec![open(0, Any)]].concat(),
            Opaque,
            216 * 4,
        ),
        (
            3,
            3,
            &[draw(&[0, 0, 2]), vec![discard(0, Any), open(2, Any), open(0, Any)]].concat(),
            Opaque,
            216 * 4,
        ),
    ]);
    // The first player sees the only card of the second.
    let still = drawn(Box::new(game(2, 3, &two, Secret, 0)), || {
        Box::new(|coins, k| if k < 3 { Permutation::identity(k) } else { coins.permutation(k) })
    });
    assert_eq!(offenders(&found(&*still)), ["2"]);
}

#[test]
#[ignore = "two minutes, most of a gigabyte"]
fn more_orders_of_play_are_fair() {
    fair(&[
        (3, 3, &draw(&[2, 0, 1]), Secret, 46_656),
        (3, 3, &draw(&[1, 2]), Secret, 46_656),
        (3, 4, &draw(&[0, 1, 2]), Opaque, 13_824),
        (3, 4, &draw(&[1, 0, 1, 2]), Opaque, 13_824),
        (3, 3, &[draw(&[1, 1]), vec![open(1, Any)]].concat(), Secret, 46_656 * 4),
        (
            3,
            4,
            &[draw(&[0, 0, 2]), vec![discard(0, Any)], draw(&[0]), vec![open(0, Any)]].concat(),
            Opaque,
            13_824 * 16,
        ),
    ]);
}

/// Traces that are tossed are part of the views, and change nothing.
#[test]
fn traces_tell_nothing() {
    let script = [draw(&[0, 1, 0]), vec![open(0, Any)]].concat();
    let found = found(&game(2, 3, &script, Secret, 1));
    // The last two for the card opened and the order of the list.
    assert_eq!(found.branches, 6 * 6 * 6 * 64 * 2 * 2);
    assert_eq!(found.breaches, Vec::new());
}

#[test]
fn every_precaution_is_needed() {
    let broken = |bug| found(&*small("crepeau", (2, 3, 1), Some(bug))).breaches;
    // Who answers a question under its true name reads the card of who asks: only the second player
    // is asked.
    let [(holder, Breach::Knows(witness))] = &broken("true-group-index")[..] else {
        panic!("one offender")
    };
    assert_eq!(holder.to_string(), "2");
    assert_eq!((witness.entitled.as_str(), witness.laws.len()), ("nothing yet", 6));
    // The entry after the last code is the card: to show which group asks for it shows the card.
    // And the honest are accused if another card has led them to that entry; if not, the second
    // player knows that none has.
    let printed = broken("check-after-permutation");
    assert!(
        matches!(&printed[0].1, Breach::Illegal(what) if what.contains("the question group was \
            used before"))
    );
    let offenders: Vec<String> = printed.iter().map(|breach| breach.0.to_string()).collect();
    assert_eq!(offenders, ["", "", "1", "2"]);
}
