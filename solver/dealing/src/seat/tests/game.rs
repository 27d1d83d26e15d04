//! Hands of games at a table, with players who decide by rules of their own.

use std::sync::{Arc, Mutex};

use bluff_exact::Rational;
use bluff_poker::cards::{Card, CardSet, Strength};
use bluff_poker::game::{FAMILIES, Game, Node, parse_label};

use super::*;

/// Plays action `(hand + card + view) % actions`, and keeps what became of each hand.
struct Ruled(Game, Arc<Mutex<Vec<TableHand>>>);

impl TablePlayer for Ruled {
    fn choose(&mut self, decision: TableDecision<'_>) -> Option<usize> {
        let actions = self.0.views()[decision.view].actions.len();
        Some((decision.hand + decision.card) as usize % actions)
    }

    fn ended(&mut self, hand: TableHand) {
        self.1.lock().expect("no panic").push(hand);
    }
}

/// The hands as each seat and a spectator know them at the end.
pub(super) fn played(
    label: &str,
    hands: u64,
    cheat: Option<&Cheat>,
) -> Vec<(Ended, Vec<TableHand>)> {
    let table = TableDocument::of_game(label, &hands.to_string(), 60, [7; 32]).expect("allowed");
    assert_eq!(TableDocument::parse(table.text()).expect("a table").name(), table.name());
    let (mailbox, game) = (MemoryMailbox::default(), table.game().expect("a game"));
    std::thread::scope(|scope| {
        let (mailbox, table) = (&mailbox, &table);
        let places = (0..table.seats()).map(Some).chain([None]);
        let seats: Vec<_> = places
            .map(|place| {
                scope.spawn(move || {
                    let known = Arc::default();
                    let player = Box::new(Ruled(game.clone(), Arc::clone(&known)));
                    let (control, secret) = (Control::new(), secret(place.unwrap_or(99)));
                    let seat = place.map(|place| (place + 1, &secret));
                    let ended = Joined::at(table, seat, mailbox, &control, &mut |_, _| {})
                        .and_then(|joined| joined.played_by(player))
                        .and_then(|joined| cheated(&joined, place, cheat));
                    let hands = known.lock().expect("no panic").clone();
                    (ended, hands)
                })
            })
            .collect();
        seats.into_iter().map(|seat| seat.join().expect("no panic")).collect()
    })
}

#[test]
fn hands_pay_exactly_what_the_game_says_and_losers_never_show() {
    let (mut refused, mut mucked) = (Vec::new(), 0);
    for family in FAMILIES {
        let (label, hands) = (family.example, if family.name == "kuhn" { 24 } else { 6 });
        if TableDocument::of_game(label, "1", 60, [7; 32]).is_err() {
            refused.push(family.name);
            continue;
        }
        if family.name == "push-fold" {
            continue;
        }
        let game = parse_label(label).expect("a game");
        let all = played(label, hands, None);
        let (players, (_, watched)) = (&all[..all.len() - 1], &all[all.len() - 1]);
        for (ended, _) in players {
            let SeatRecord { hand, told, .. } = ended.as_ref().expect("honest");
            assert!(hand.iter().map(|card| game.hand_name(*card)).eq(told.iter().cloned()));
        }
        let chains: Vec<_> =
            all.iter().map(|(ended, _)| ended.as_ref().map(|end| end.chain)).collect();
        assert!(chains[0].is_ok() && chains.iter().all(|one| *one == chains[0]), "{chains:?}");
        for number in 0..hands as usize {
            let cards: Vec<u64> = players.iter().map(|(_, known)| known[number].card).collect();
            let hand = &watched[number];
            let mut node = 0;
            for (_, action) in &hand.steps {
                let Node::Act { children, .. } = &game.nodes()[node] else { panic!("over") };
                node = children[*action];
            }
            let Node::Over(leaf) = game.nodes()[node] else { panic!("not over") };
            let leaf = &game.leaves()[leaf];
            assert_eq!(hand.payoffs, game.payoffs(leaf, &cards), "{label} {hand:?} {cards:?}");
            assert!(
                hand.card == 0
                    && players.iter().all(|(_, known)| {
                        TableHand { card: 0, ..known[number].clone() } == *hand
                    })
            );
            let shown = hand.shown.iter().filter(|card| **card > 0).count();
            assert!(hand.shown.iter().zip(&cards).all(|(shown, card)| [0, *card].contains(shown)));
            assert_eq!(shown > 0, leaf.live.len() > 1);
            mucked += leaf.live.len().saturating_sub(shown.max(1));
        }
    }
    assert_eq!(refused, ["basic-endgame", "leduc"]);
    assert!(mucked > 10, "{mucked} lost without showing");
}

/// Two cards each and a board: the better hand of seven cards wins, equal ones share, and who lost
/// does not show.
#[test]
fn hands_of_holdem_are_won_by_the_best_of_seven_cards() {
    let hands = 24;
    let all = played("push-fold/s10", hands, None);
    let [one, two, watched] = [0, 1, 2].map(|at| (&all[at].0, &all[at].1));
    assert!(one.0.is_ok() && [two.0, watched.0].iter().all(|ended| ended.is_ok()), "{:?}", one.0);
    let ended = one.0.as_ref().expect("honest");
    let names = one.1.iter().flat_map(|hand| &hand.known[0]);
    let names = names.filter_map(|card| Card::deck().nth(*card as usize));
    assert!(names.map(|card| card.to_string()).eq(ended.told.iter().cloned()));
    let (mut mucked, mut called) = (0, 0);
    for ((one, two), hand) in one.1.iter().zip(two.1).zip(watched.1) {
        let mut seen: Vec<u64> = [&one.known[0][..], &two.known[1], &hand.known[2]].concat();
        let cards = |of: &[u64]| -> CardSet {
            of.iter().filter_map(|card| Card::deck().nth(*card as usize)).collect()
        };
        let board = cards(&hand.known[2]);
        let strengths = [&one.known[0], &two.known[1]].map(|own| Strength::of(cards(own) | board));
        let sum: Rational = hand.payoffs.iter().cloned().sum();
        assert!(sum.is_zero() && one.payoffs == hand.payoffs && two.payoffs == hand.payoffs);
        if hand.known[2].is_empty() {
            assert_eq!(hand.shown, [0, 0]);
            continue;
        }
        called += 1;
        let order = strengths[0].cmp(&strengths[1]) as i64;
        assert_eq!(hand.payoffs[0], Rational::from(10 * order), "{hand:?}");
        // Player I was called and shows; II shows unless that is better.
        assert_eq!((hand.shown[0], hand.shown[1] > 0), (one.card, order <= 0));
        mucked += usize::from(order > 0);
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 9);
    }
    assert!(called > 3 && mucked > 0, "{called} {mucked}");
}

#[test]
fn an_action_against_the_rules_is_named_by_every_seat() {
    // The key, its proof, two shuffles and two shares go before the first action.
    let first = |words: &mut [WireWord]| {
        if let [WireWord::Number(action)] = words {
            *action += 7;
        }
    };
    let named = (0..12).any(|at| {
        let cheat = Cheat { at, change: first, sender: AtomicUsize::new(usize::MAX) };
        let all = played("kuhn/n3-b1", 1, Some(&cheat));
        let sender = cheat.sender.load(Ordering::Relaxed);
        let blames = |ended: &Ended| {
            matches!(ended, Err(TableFault::Blamed { who, at: named, why })
                if who.place() == sender && *named == at && why.contains("a number below 2"))
        };
        let others = all.iter().enumerate().filter(|(place, _)| *place != sender);
        others.clone().count() == 2 && others.into_iter().all(|(_, (ended, _))| blames(ended))
    });
    assert!(named);
}

#[test]
fn what_is_no_game_of_a_table_is_refused() {
    for (label, hands, said) in [
        ("kuhn/n3-b1", "0", "hands = 0, expected a whole number from 1 to 1000"),
        ("kuhn/n13-b1-r4", "1", "4 copies of each card, expected a game with one of each"),
        ("kuhn/n20000-b1", "1", "expected at most 10000 cards at a table"),
        ("chess/n3", "1", "chess"),
    ] {
        let refused = TableDocument::of_game(label, hands, 60, [7; 32]).err().expect("refused");
        assert!(refused.to_string().contains(said), "{refused}");
    }
}
