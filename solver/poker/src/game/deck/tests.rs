use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::*;

/// Numbers that look random, the same on every machine.
struct Draws(u64);

impl Draws {
    fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

fn deck(draws: &mut Draws) -> Option<Cards> {
    let kinds = 2 + draws.below(4) as usize;
    let kind = |at: usize, copies| CardKind { name: format!("c{at}"), copies };
    let kinds: Vec<CardKind> = (0..kinds).map(|at| kind(at, 1 + draws.below(3))).collect();
    let size = 1 + draws.below(2) as usize;
    let rule = ShowdownRule::ALL[draws.below(2) as usize];
    let open: Vec<usize> =
        (0..draws.below(2)).map(|_| draws.below(kinds.len() as u64) as usize).collect();
    Cards::new(kinds, size, rule, &open).ok()
}

/// All single cards that are not open, by kind.
fn single_cards(deck: &Cards) -> Vec<usize> {
    let mut left: Vec<u64> = deck.kinds().iter().map(|kind| kind.copies).collect();
    deck.open().iter().for_each(|kind| left[*kind] -= 1);
    (0..left.len()).flat_map(|kind| vec![kind; left[kind] as usize]).collect()
}

/// The ways to take the cards of a hand, each with what is left.
fn hands_from(cards: &[usize], size: usize) -> Vec<(DealtHand, Vec<usize>)> {
    let without = |taken: &[usize]| {
        let left = cards.iter().enumerate().filter(|(at, _)| !taken.contains(at));
        left.map(|(_, kind)| *kind).collect::<Vec<_>>()
    };
    let mut hands = Vec::new();
    for one in 0..cards.len() {
        if size == 1 {
            hands.push((DealtHand { high: cards[one], low: None }, without(&[one])));
            continue;
        }
        for two in 0..one {
            let (high, low) = (cards[one].max(cards[two]), cards[one].min(cards[two]));
            hands.push((DealtHand { high, low: Some(low) }, without(&[one, two])));
        }
    }
    hands
}

/// The deals of single cards that end with these cards on the board, each with the chance that
/// these come: by both hands.
fn counted(deck: &Cards, dealt: &[usize]) -> BTreeMap<(DealtHand, DealtHand), Rational> {
    let mut deals = BTreeMap::new();
    for (one, rest) in hands_from(&single_cards(deck), deck.size()) {
        for (two, rest) in hands_from(&rest, deck.size()) {
            let mut rest = rest;
            let mut chance = Rational::ONE;
            for kind in dealt {
                let of_kind = rest.iter().filter(|card| *card == kind).count();
                chance = chance * Rational::from(of_kind) / Rational::from(rest.len().max(1));
                if let Some(at) = rest.iter().position(|card| card == kind) {
                    rest.remove(at);
                }
            }
            *deals.entry((one, two)).or_insert(Rational::ZERO) += &chance;
        }
    }
    deals
}

/// Weights of coming and of meeting a weaker, a level and a stronger hand, over all deals.
fn by_deals(
    deck: &Cards,
    board: &Board,
    reach: &[Rational],
    own: DealtHand,
) -> (Rational, [Rational; 3]) {
    let open: Vec<usize> = deck.open().iter().chain(&board.cards).copied().collect();
    let strength = |hand| deck.rule().strength(hand, &open);
    let (mut coming, mut shown) = (Rational::ZERO, [0; 3].map(Rational::from));
    for ((one, two), weight) in counted(deck, &board.cards) {
        let Some(at) = deck.hands().iter().position(|hand| *hand == two) else { continue };
        if one != own {
            continue;
        }
        let weight = weight * &reach[at];
        let place = match strength(two).cmp(&strength(own)) {
            Ordering::Less => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        };
        coming += &weight;
        shown[place] += &weight;
    }
    (coming, shown)
}

#[test]
fn kernels_count_what_all_deals_of_single_cards_do() {
    let mut draws = Draws(7);
    let mut compared = 0;
    while compared < 300 {
        let Some(deck) = deck(&mut draws) else { continue };
        let kept = draws.below(4);
        let kept = |hand: DealtHand| kept > 0 || hand.high > 0;
        let Ok(deck) = deck.with_hands(kept) else { continue };
        let mut boards = vec![deck.first_board()];
        for _ in 0..draws.below(3) {
            let last = boards[boards.len() - 1].clone();
            let kind = draws.below(deck.kinds().len() as u64) as usize;
            boards.extend(last.with(&deck, kind));
        }
        let reach: Vec<Rational> =
            deck.hands().iter().map(|_| Rational::ratio(draws.below(4) as i64, 3)).collect();
        for board in &boards {
            let kernel = Kernel::Cards(&deck, board);
            let weights = |sums: Vec<Rational>| -> Vec<Rational> {
                sums.into_iter().map(|sum| sum * kernel.chance()).collect()
            };
            let coming = weights(kernel.coming(&reach));
            let [below, level] = kernel.shown(&reach).map(weights);
            for (own, hand) in deck.hands().iter().enumerate() {
                let (all, shown) = by_deals(&deck, board, &reach, *hand);
                assert_eq!(coming[own], all, "{deck:?} {board:?} {hand:?}");
                assert_eq!(
                    [&below[own], &level[own]],
                    [&shown[0], &shown[1]],
                    "{deck:?} {board:?}"
                );
                let half = Rational::ratio(1, 2);
                let deal = |other: usize| kernel.deal(own as u64 + 1, other as u64 + 1);
                let sum = |which: usize| -> Rational {
                    (0..reach.len()).map(|other| &deal(other)[which] * &reach[other]).sum()
                };
                assert_eq!([sum(0), sum(1)], [all, &shown[0] + &shown[1] * half], "{deck:?}");
            }
        }
        compared += 1;
    }
}

#[test]
fn decks_that_are_none_are_refused() {
    let kinds = |names: &[&str], copies| -> Vec<CardKind> {
        names.iter().map(|name| CardKind { name: (*name).to_owned(), copies }).collect()
    };
    let refusal = |kinds, size, open: &[usize]| {
        Cards::new(kinds, size, ShowdownRule::Rank, open).unwrap_err().to_string()
    };
    for (refused, words) in [
        (refusal(kinds(&["A", "K"], 1), 3, &[]), "hands of 3 cards, expected 1 to 2"),
        (refusal(kinds(&["A"], 2), 1, &[]), "1 different card, expected 2 to 52"),
        (refusal(kinds(&["A", "A"], 1), 1, &[]), "“A” names two cards or hands"),
        (refusal(kinds(&["A", "K"], 0), 1, &[]), "0 copies of card “A”"),
        (refusal(kinds(&["A", "K"], 1), 1, &[1, 1]), "card “K” on the board"),
        (refusal(kinds(&["A", "K"], 1), 2, &[]), "exclude every deal"),
        (refusal(kinds(&["A", " K"], 1), 1, &[]), "card “ K”"),
        (refusal(kinds(&["1", "11", "111"], 9), 2, &[]), "“1111” names two cards or hands"),
    ] {
        assert!(refused.contains(words), "{refused}");
    }
}
