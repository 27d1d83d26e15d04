use bluff_exact::Piecewise;

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

/// Payoffs against the loop over all deals of single cards are compared in `tests/cards.rs`.
#[test]
fn kernels_count_what_their_deals_do() {
    let mut draws = Draws(7);
    let mut compared = 0;
    while compared < 300 {
        let Some(deck) = deck(&mut draws) else { continue };
        let kept = draws.below(4);
        let Ok(deck) = deck.with_hands(|hand| kept > 0 || hand.high > 0) else { continue };
        let mut boards = vec![deck.first_board()];
        for _ in 0..draws.below(3) {
            let last = boards[boards.len() - 1].clone();
            let kind = draws.below(deck.kinds().len() as u64) as usize;
            boards.extend(last.with(&deck, kind));
        }
        let reach = deck.hands().iter().map(|_| Rational::ratio(draws.below(4) as i64, 3));
        let reach = Piecewise::steps((1..).zip(reach));
        for board in &boards {
            let kernel = Kernel::Cards(&deck, board);
            let coming = kernel.coming_by(&reach);
            let [below, level] = kernel.shown_by(&reach);
            for own in 1..=reach.cards() {
                let sum = |which: usize| -> Rational {
                    let deal = |other| &kernel.deal(own, other)[which] * &reach.at(other);
                    (1..=reach.cards()).map(deal).sum()
                };
                let won = below.at(own) + level.at(own) * Rational::ratio(1, 2);
                assert_eq!([sum(0), sum(1)], [coming.at(own), won], "{deck:?} {board:?}");
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
    let refusal =
        |kinds, size| Cards::new(kinds, size, ShowdownRule::Rank, &[]).unwrap_err().to_string();
    for (refused, words) in [
        (refusal(kinds(&["A", "K"], 1), 3), "hands of 3 cards, expected 1 to 2"),
        (refusal(kinds(&["A", "A"], 1), 1), "“A” names two cards or hands"),
        (refusal(kinds(&["A", "K"], 0), 1), "0 copies of card “A”"),
        (refusal(kinds(&["A", " K"], 1), 1), "card “ K”"),
        (refusal(kinds(&["1", "11", "111"], 9), 2), "“1111” names two cards or hands"),
    ] {
        assert!(refused.contains(words), "{refused}");
    }
}
