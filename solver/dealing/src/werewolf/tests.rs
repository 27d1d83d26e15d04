use std::collections::BTreeMap;

use super::*;
use crate::fairness::Breach;
use crate::planted::{drawn, swap_with_any};
use crate::tests::testing::{checked, coins, small};
use crate::{Cause, Event};

/// Everything at a table of `n` with one wolf, up to the first night.
fn settled(n: usize, run: impl FnOnce(&mut Village<'_, IdealCipher>, &mut DealTable<'_>)) {
    let mut coins = coins(n, 1);
    let mut table = DealTable::new(n, &mut coins);
    let cipher = IdealCipher::new(Parties::everybody(n));
    let game = Werewolf::new(n, 1).expect("a village");
    let village = Village::settle(&game.roles, &cipher, &mut table);
    run(&mut village.expect("honest parties"), &mut table);
}

fn wolf_of(village: &Village<'_, IdealCipher>) -> Party {
    village.living.iter().find(|&player| village.is_wolf(player)).expect("a living wolf")
}

/// Every living player votes.
fn vote(
    village: &mut Village<'_, IdealCipher>,
    table: &mut DealTable<'_>,
    choice: impl Fn(Party) -> Option<Party>,
) {
    for player in village.living.iter() {
        assert_eq!(village.vote(table, player, choice(player)), Ok(()));
    }
}

/// The wolf kills this player.
fn kill(village: &mut Village<'_, IdealCipher>, table: &mut DealTable<'_>, victim: Party) {
    let wolf = wolf_of(village);
    vote(village, table, |player| (player == wolf).then_some(victim));
}

/// Two scramblers move three players twice and three ballots once, 6² ways each; the wolf has two
/// to choose from. Neither messages nor anything else show who is the wolf, also to coalitions that
/// lack a scrambler.
#[test]
fn the_first_night_shows_no_wolf() {
    let both: Parties = Party::all(2).collect();
    let mut without_one = Parties::coalitions(3);
    without_one.retain(|coalition| !both.within(*coalition));
    assert!(singles(3).iter().all(|single| without_one.contains(single)));
    let found = checked(&*small("werewolf", (3, 0, 1), None), &without_one);
    let expected = (6_u64.pow(6) * 2, 12, Vec::new());
    assert_eq!((found.branches, found.outcomes, found.breaches), expected);
}

/// One party alone moves three players twice and three ballots once, and six permutations do not
/// share its 27 ways alike.
#[test]
fn swaps_with_any_place_are_seen_to_favour_some_wolves() {
    let game = Werewolf::<IdealCipher>::new(3, 1).expect("a village");
    let game = Werewolf { roles: game.roles.scrambled_by(Party::at(0).into()), ..game };
    let any = checked(&*drawn(Box::new(game), || Box::new(swap_with_any)), &[]);
    assert_eq!(any.branches, 27_u64.pow(3) * 2);
    assert!(
        matches!(any.breaches[..], [(Parties::NONE, Breach::Uneven(_)), ..]),
        "{:?}",
        any.breaches
    );
}

/// Header of a message, which every party sees.
fn header(event: &Event) -> Option<(Party, Parties, &'static str, usize)> {
    let Event::Message(message) = event else { return None };
    Some((
        message.from,
        message.to,
        message.what,
        message.body.iter().map(crate::WireWord::bytes).sum(),
    ))
}

#[test]
fn headers_are_the_same_whoever_is_a_wolf() {
    let headers = |seed| {
        let mut coins = coins(7, seed);
        let mut table = DealTable::new(7, &mut coins);
        Werewolf::<IdealCipher>::new(7, 2)
            .expect("a village")
            .run(&mut table)
            .expect("honest players");
        let roles: Vec<u64> =
            crate::outcome(table.log())[..7].iter().map(|gain| gain.value >> 32).collect();
        (roles, table.log().iter().filter_map(header).collect::<Vec<_>>())
    };
    let (first, expected) = headers(0);
    let others: Vec<_> = (1..60).map(headers).collect();
    assert!(others.iter().any(|(roles, _)| *roles != first), "seeds with other wolves");
    assert!(others.iter().all(|(_, headers)| *headers == expected));
}

/// In whole games, until a party opens a role: between two phases every living player sends as many
/// messages, as long, as any other.
#[test]
fn all_living_players_send_alike_every_night_and_day() {
    for seed in 0..20 {
        let mut coins = coins(9, seed);
        let mut table = DealTable::new(9, &mut coins);
        let cipher = IdealCipher::new(Parties::everybody(9));
        let game = Werewolf::<IdealCipher>::new(9, 2).expect("a village");
        let village = Village::settle(&game.roles, &cipher, &mut table);
        let mut village = village.expect("honest players");
        while !matches!(village.phase, Phase::Over(_)) {
            let (living, before) = (village.living, table.log().len());
            for player in living.iter() {
                let vote = village.uniform(&mut table, player);
                village.vote(&mut table, player, vote).expect("honest players");
            }
            let mut sent: BTreeMap<Party, Vec<_>> = BTreeMap::new();
            for (from, to, what, bytes) in table.log()[before..].iter().filter_map(header) {
                sent.entry(from).or_default().push((what, to.len(), bytes));
            }
            let alike: Vec<_> = living.iter().map(|player| &sent[&player]).collect();
            assert!(alike.windows(2).all(|pair| pair[0] == pair[1]), "seed {seed}: {alike:?}");
        }
    }
}

#[test]
fn illegal_moves_are_refused_and_named() {
    settled(5, |village, table| {
        let wolf = wolf_of(village);
        let villagers: Vec<Party> = village.living.without(wolf).iter().collect();
        let dead = villagers[0];
        let refused = |village: &mut Village<'_, IdealCipher>,
                       table: &mut DealTable<'_>,
                       by: Party,
                       vote: Option<Option<Party>>,
                       why: &str| {
            let ended = match vote {
                Some(vote) => village.vote(table, by, vote),
                None => village.declare(table, by),
            };
            let fault = ended.expect_err("an illegal move");
            assert_eq!(
                (fault.who, fault.what.to_string().ends_with(why)),
                (Some(by), true),
                "{fault}"
            );
        };
        kill(village, table, dead);
        assert_eq!(
            (village.phase, village.living),
            (Phase::Day, Parties::everybody(5).without(dead))
        );
        // By day nobody gives a blank ballot.
        refused(village, table, wolf, Some(None), "nobody of that name lives here");
        refused(village, table, dead, Some(Some(wolf)), "he has no vote here");
        refused(village, table, wolf, Some(Some(dead)), "nobody of that name lives here");
        refused(village, table, dead, None, "he is dead");
        village.vote(table, wolf, Some(villagers[1])).expect("a vote");
        refused(village, table, wolf, Some(Some(villagers[1])), "he has voted");
        refused(village, table, villagers[1], None, "he opens as a villager");
        let early = village.reckon(table).expect_err("too early").what;
        assert!(matches!(early, Cause::NotAllowed { .. }));
    });
}

/// One wolf and three villagers: not yet. One wolf and one villager: now.
#[test]
fn a_declaration_wins_or_loses() {
    for (rounds, side) in [(0, WerewolfSide::Villagers), (1, WerewolfSide::Wolves)] {
        settled(4, |village, table| {
            let wolf = wolf_of(village);
            let villagers: Vec<Party> = village.living.without(wolf).iter().collect();
            if rounds == 1 {
                kill(village, table, villagers[0]);
                vote(village, table, |_| Some(villagers[1]));
            }
            village.declare(table, wolf).expect("a wolf may");
            assert_eq!(village.phase, Phase::Over(side));
            let fault = village.declare(table, wolf).expect_err("the game is over");
            assert_eq!(fault.who, Some(wolf));
            assert_eq!(village.reckon(table), Ok(()));
        });
    }
}

#[test]
fn a_night_without_a_victim_is_the_end_of_the_wolves() {
    settled(4, |village, table| {
        let wolf = wolf_of(village);
        let villagers: Vec<Party> = village.living.without(wolf).iter().collect();
        kill(village, table, villagers[0]);
        vote(village, table, |_| Some(wolf));
        assert_eq!((village.phase, village.living.len()), (Phase::Night, 2));
        vote(village, table, |_| None);
        assert_eq!(village.phase, Phase::Over(WerewolfSide::Villagers));
    });
}

/// Nobody sees a villager's ballot in the night; it is opened when the game is over.
#[test]
fn a_villager_who_kills_is_named_after_the_game() {
    settled(4, |village, table| {
        let wolf = wolf_of(village);
        let killer = village.living.without(wolf).iter().next().expect("a villager");
        let name = |player| (player == wolf || player == killer).then_some(wolf);
        vote(village, table, name);
        assert!(!village.living.has(wolf));
        vote(village, table, |_| Some(killer));
        vote(village, table, |_| None);
        assert_eq!(village.phase, Phase::Over(WerewolfSide::Villagers));
        assert_eq!(village.reckon(table).expect_err("a villager killed").who, Some(killer));
    });
}

/// Three who each vote for the next: the vote is repeated once with all players alive, then the lot
/// takes one of them.
#[test]
fn a_tie_is_voted_on_again_and_then_drawn() {
    settled(4, |village, table| {
        let wolf = wolf_of(village);
        let victim = village.living.without(wolf).iter().next().expect("a villager");
        kill(village, table, victim);
        for (phase, living) in [(Phase::Day, 3), (Phase::Night, 2)] {
            let circle: Vec<Party> = village.living.iter().collect();
            for (at, &player) in circle.iter().enumerate() {
                village.vote(table, player, Some(circle[(at + 1) % 3])).expect("a vote");
            }
            assert_eq!((village.phase, village.living.len()), (phase, living));
        }
    });
}

/// Games through grouping and voting against the recurrence. Six tests at |z| < 5.2, each a false
/// alarm in one of five million.
fn agree(games: u64) {
    for (players, wolves) in [(4, 1), (5, 1), (6, 1), (7, 2), (9, 2), (12, 2)] {
        let game = Werewolf::<IdealCipher>::new(players, wolves).expect("a village");
        let won = |seed| {
            let mut coins = coins(players, seed);
            game.game(&mut DealTable::new(players, &mut coins)).expect("honest players")
                == WerewolfSide::Wolves
        };
        let won = (0..games).filter(|&seed| won(seed)).count() as f64;
        let chance: Rational = chance_of_wolves(players as u64, wolves as u64);
        let (p, n) = (chance.to_f64(), games as f64);
        let z = (won - n * p) / (n * p * (1.0 - p)).sqrt();
        println!(
            "{players} players, {wolves} wolves: {won} of {games}, expected {chance}, z = {z:.2}"
        );
        assert!(z.abs() < 5.2, "{players} players, {wolves} wolves: {won} of {games}, z = {z}");
    }
}

#[test]
fn a_few_games_agree_with_the_exact_chance() {
    agree(300);
}

#[test]
#[ignore = "20,000 games of each of six villages: a minute or two"]
fn twenty_thousand_games_agree_with_the_exact_chance() {
    agree(20_000);
}

#[test]
fn six_villages() {
    let expected = [
        ((4, 1), "2/3"),
        ((5, 1), "3/4"),
        ((6, 1), "8/15"),
        ((7, 2), "11/12"),
        ((9, 2), "27/32"),
        ((12, 2), "449/693"),
    ];
    for ((players, wolves), chance) in expected {
        assert_eq!(
            chance_of_wolves(players, wolves).to_string(),
            chance,
            "{players} players, {wolves} wolves"
        );
    }
    assert_eq!(chance_of_wolves(5, 0).to_string(), "0");
    assert_eq!(chance_of_wolves(4, 3).to_string(), "1");
}
