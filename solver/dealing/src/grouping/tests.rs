use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::fairness::Breach;
use crate::planted::{drawn, swap_with_any};
use crate::tests::testing::{checked, coins, every};
use crate::{WireWord, messages};

fn grouping(sizes: &[usize]) -> Grouping<IdealCipher> {
    Grouping::new(sizes.iter().sum(), sizes.to_vec()).expect("groups that sum up")
}

/// All of a conjugacy class of permutations of four, each as often with each opened row.
#[test]
fn conjugates_are_uniform_and_independent_of_the_opened_row() {
    for (map, class) in [([1, 2, 0, 3], 8), ([1, 0, 3, 2], 3), ([1, 2, 3, 0], 6), ([1, 0, 2, 3], 6)]
    {
        let map = Permutation::new(map.to_vec()).expect("a permutation");
        let mut found = BTreeMap::new();
        every(|coins| {
            let cipher = IdealCipher::new(Parties::everybody(1));
            let passes = passes(Parties::everybody(1), Subgroup::All);
            let (maps, mut table) = (std::slice::from_ref(&map), DealTable::new(1, coins));
            let conjugates = conjugates(maps, &passes, &cipher, &mut table);
            let (deck, opened) = conjugates.expect("an honest party");
            let hidden: Vec<u64> = (0..4).map(|place| deck.card(0, place).content).collect();
            *found.entry((hidden, opened)).or_insert(0) += 1;
        });
        assert_eq!(found.len(), class * 24, "{map:?}");
        assert!(found.values().all(|&count| count == 576 / (class * 24)), "{map:?}");
    }
}

/// Every party scrambles, all coalitions: 6³ ways to move three players, twice.
#[test]
fn three_players_whole() {
    for (sizes, outcomes) in [(&[2, 1][..], 3), (&[1, 1, 1], 6)] {
        let found = checked(&grouping(sizes), &Parties::coalitions(3));
        assert_eq!(
            (found.branches, found.outcomes, found.breaches),
            (46_656, outcomes, Vec::new())
        );
    }
}

/// A coalition lacks the secret of at least one party. What its own members do before and after is
/// a known permutation, which takes a uniform one to a uniform one; so against coalitions without a
/// party it is enough that this party scrambles.
fn one_honest_scrambler_is_enough(sizes: &[usize], outcomes: usize) {
    let n = sizes.iter().sum();
    let scrambles: u64 = (1..=n as u64).product();
    for honest in Party::all(n) {
        let without: Vec<Parties> =
            Parties::coalitions(n).into_iter().filter(|c| !c.has(honest)).collect();
        let found = checked(&grouping(sizes).scrambled_by(honest.into()), &without);
        let expected = (scrambles * scrambles, outcomes, Vec::new());
        assert_eq!(
            (found.branches, found.outcomes, found.breaches),
            expected,
            "{sizes:?} {honest}"
        );
    }
}

#[test]
fn three_and_four_players_against_all_coalitions() {
    for (sizes, outcomes) in [(&[2, 1][..], 3), (&[2, 1, 1], 12), (&[2, 2], 6)] {
        one_honest_scrambler_is_enough(sizes, outcomes);
    }
}

#[test]
#[ignore = "half a minute: five times 14,400 branches for each sizes, against 15 coalitions"]
fn five_players_against_all_coalitions() {
    for (sizes, outcomes) in [(&[3, 1, 1][..], 20), (&[2, 1, 1, 1], 60), (&[3, 2], 10)] {
        one_honest_scrambler_is_enough(sizes, outcomes);
    }
}

/// The argument above, shown where it can be: party 1 of the coalition scrambles too, 24² · 24²
/// branches.
#[test]
#[ignore = "half a minute: 331,776 branches for each sizes, against four coalitions"]
fn a_scrambler_in_the_coalition_does_not_help() {
    for sizes in [&[2, 1, 1][..], &[2, 2]] {
        let [first, second] = [0, 1].map(Party::at);
        let mut coalitions = Parties::coalitions(4);
        coalitions.retain(|coalition| coalition.has(first) && !coalition.has(second));
        let found = checked(&grouping(sizes).scrambled_by(Party::all(2).collect()), &coalitions);
        assert_eq!((found.branches, found.breaches), (331_776, Vec::new()), "{sizes:?}");
    }
}

#[test]
fn bugs_are_found() {
    let mut moved = grouping(&[2, 1]).scrambled_by(Party::at(0).into());
    moved.passes[0][0].1 = Subgroup::All;
    let moved = checked(&moved, &[]);
    assert_eq!(moved.branches, 120 * 6, "one party moves all five cards, then the three players");
    assert!(
        matches!(moved.breaches[..], [(Parties::NONE, Breach::Illegal(_)), ..]),
        "{:?}",
        moved.breaches
    );

    // One party alone moves the players: 27 ways, which six permutations do not share alike.
    let alone = grouping(&[1, 1, 1]).scrambled_by(Party::at(0).into());
    let any = checked(&*drawn(Box::new(alone), || Box::new(swap_with_any)), &[]);
    assert_eq!(any.branches, 27 * 27);
    assert!(
        matches!(any.breaches[..], [(Parties::NONE, Breach::Uneven(_)), ..]),
        "{:?}",
        any.breaches
    );
}

/// The others of the group and the group card; who is in a smaller group comes round to himself.
#[test]
fn cards_seen_and_cards_masked() {
    for sizes in [&[2, 1][..], &[3, 1, 1], &[3, 2], &[2, 2, 1]] {
        let (n, m, largest) = (sizes.iter().sum(), sizes.len(), sizes[0]);
        let mut coins = coins(n, 1);
        let mut table = DealTable::new(n, &mut coins);
        let cipher = IdealCipher::new(Parties::everybody(n));
        let groups = grouping(sizes).deal(&cipher, &mut table).expect("honest parties");
        for player in Party::all(n) {
            let member = groups.member(player);
            let seen: BTreeSet<u64> =
                (0..largest).map(|row| groups.deck.card(row, player.place()).content).collect();
            let mut due: BTreeSet<u64> =
                member.members.iter().map(|other| other.place() as u64).collect();
            due.insert((n + member.group) as u64);
            if sizes[member.group] == largest {
                due.remove(&(player.place() as u64));
            }
            assert_eq!(seen, due);
            assert_eq!(member.members.len(), sizes[member.group]);
        }
        let shuffles = messages(table.log())
            .filter(|message| message.what == "the deck, moved and masked, with its proof");
        let words = shuffles.flat_map(|message| &message.body);
        let masks = words.filter(|word| matches!(word, WireWord::Sealed(_))).count();
        assert_eq!(masks, 2 * n * (largest + 1) * (n + m));
        assert!(masks <= 2 * n * 2 * largest * (n + m), "never more than the rows of the article");
        // Each scrambles twice, gives one share to all, and one to each other player.
        assert_eq!(table.messages(), n * (2 + 1 + (n - 1)));
    }
}

#[test]
fn groups_that_cannot_be_and_places_that_stay_closed() {
    for (players, sizes) in
        [(4, vec![2, 1]), (3, vec![2, 2]), (3, vec![3, 0]), (3, vec![usize::MAX, 4])]
    {
        let refused = Grouping::<IdealCipher>::new(players, sizes).err();
        assert!(matches!(refused, Some(crate::RefusedSetting::Given { .. })), "{refused:?}");
    }
    let mut coins = coins(3, 1);
    let cipher = IdealCipher::new(Parties::everybody(3));
    let mut table = DealTable::new(3, &mut coins);
    let groups = grouping(&[2, 1]).deal(&cipher, &mut table).expect("honest parties");
    for player in Party::all(3) {
        assert_eq!(groups.show(&mut table, player), Ok(groups.member(player).group));
    }
    let said = groups.show(&mut table, Party::at(3)).map_err(|fault| fault.to_string());
    let why = "opening place 4 is not allowed here: places of groups stay closed, each would show \
        a member";
    assert!(said.as_ref().is_err_and(|said| said.ends_with(why)), "{said:?}");
}

/// A player who says that his group card lies where it does not is named.
#[test]
fn another_card_is_no_group_card() {
    let mut coins = coins(3, 1);
    let cipher = IdealCipher::new(Parties::everybody(3));
    let mut table = DealTable::new(3, &mut coins).attacked_by(|_, envelope| {
        if let Some([WireWord::Number(row)]) = envelope.body.as_deref_mut() {
            *row = 1 - *row;
        }
    });
    let groups = grouping(&[2, 1]).deal(&cipher, &mut table).expect("no lie yet");
    for player in Party::all(3) {
        let fault = groups.show(&mut table, player).expect_err("a player's card");
        assert_eq!(fault.who, Some(player));
    }
}
