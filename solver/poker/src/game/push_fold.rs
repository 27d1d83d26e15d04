use std::sync::{Arc, LazyLock};

use bluff_exact::Rational;

use crate::cards::{HandClass, PreflopDeals};

use super::tree::{act, call, fold, over};
use super::{Chips, Deck, Family, Game, GameError, MatchupTable, Player, STACK, Stakes, TreeShape};

pub(super) static FAMILY: Family = Family {
    name: "push-fold",
    title: "Push or fold",
    about: "Two players of hold’em with equal stacks. The small blind, player I, goes all in or \
        folds; the big blind calls or folds. Amounts are in big blinds.",
    summary: "hold’em with short stacks: all in or fold",
    parameters: &[&STACK],
    deck: Some(169),
    shape: TreeShape::Other,
    whole_bets: false,
    example: "push-fold/s10",
    map: &[],
    make: |_, stakes| push_fold(stakes.number(&STACK)),
};

/// Push or fold (stack): hold'em before the flop, where the small blind goes all in or folds, and
/// the big blind calls or folds.
///
/// The blinds are 1/2 and 1. Hands are the 169 classes of starting hands, in the order of
/// [`HandClass::all`]. All boards are counted. Nothing is lost by classes: the average of an
/// equilibrium over names of suits is an equilibrium. Units: big blinds. Source: MS07 in
/// `data/references.bib`.
///
/// Errors: `Outside` for a stack below the big blind.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_poker::game::push_fold;
/// let game = push_fold(Rational::from(10))?;
/// assert_eq!((game.label(), game.hand_name(2)), ("push-fold/s10".into(), "AKs".into()));
/// # Ok::<(), bluff_poker::game::GameError>(())
/// ```
pub fn push_fold(stack: Rational) -> Result<Game, GameError> {
    static TABLE: LazyLock<Result<Arc<MatchupTable>, GameError>> = LazyLock::new(|| {
        let PreflopDeals { deals, won } = PreflopDeals::new();
        let names = HandClass::all().map(|class| class.to_string()).collect();
        Ok(Arc::new(MatchupTable::new(names, deals, won)?))
    });
    let outside = || GameError::outside(&STACK, &stack, "a stack of at least 1, the big blind");
    let all =
        Chips::new(stack.clone()).filter(|stack| *stack >= Chips::ANTE).ok_or_else(outside)?;
    let (small, big) = (Chips::new(Rational::ratio(1, 2)).unwrap_or(Chips::ANTE), Chips::ANTE);
    let answered = [
        (fold(), over([&all, &big], &[Player::I])),
        (call(), over([&all, &all], &[Player::I, Player::II])),
    ];
    let pushed = act(Player::II, "facing a push", answered);
    let folded = over([&small, &big], &[Player::II]);
    let tree = act(Player::I, "first to act", [(fold(), folded), ("push".to_owned(), pushed)]);
    let deck = Deck::Table(TABLE.clone()?);
    Game::built_in_of("push-fold", (169, deck), Stakes::default().with(&STACK, stack), tree)
}

#[cfg(test)]
mod tests {
    use super::super::{parse_label, read_label};
    use super::*;

    #[test]
    fn stacks_are_in_labels_without_a_deck() {
        for label in ["push-fold/s1", "push-fold/s15_2", "push-fold/s25"] {
            assert_eq!(parse_label(label).unwrap().label(), label);
        }
        assert_eq!(read_label("push-fold/s20_2").unwrap().label(), "push-fold/s10");
        for label in ["push-fold/", "push-fold/b2", "push-fold/s10-b2", "push-fold/n169-s10"] {
            assert!(read_label(label).is_err(), "{label}");
        }
    }

    #[test]
    fn stacks_below_the_blind_are_named() {
        for stack in ["1/2", "0", "-3"] {
            let error = push_fold(stack.parse().unwrap()).unwrap_err().to_string();
            let expected = "expected a stack of at least 1, the big blind";
            assert_eq!(error, format!("stack = {stack}, {expected}"));
        }
        let error = read_label("push-fold").unwrap_err().to_string();
        assert_eq!(error, "push-fold is played with a stack, for instance stack = 10");
    }

    #[test]
    fn every_class_is_dealt_as_often_as_it_is_in_the_deck() {
        let game = push_fold(Rational::from(10)).unwrap();
        let kernel = game.kernel(0).unwrap();
        let all = vec![Rational::ONE; 169];
        let coming = kernel.coming(&all);
        let pairs = Rational::from(2_i64 * 1_712_304 * 1225);
        for (class, weight) in HandClass::all().zip(coming) {
            assert_eq!(weight, Rational::from(class.hands().count()) * &pairs, "{class}");
        }
    }
}
