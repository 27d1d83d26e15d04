use std::sync::{Arc, LazyLock};

use bluff_exact::Rational;

use crate::cards::PreflopDeals;

use super::tree::{act, call, fold, over};
use super::{ANTE, Chips, Deck, Family, FamilyDeck, Game, GameError, Player, STACK, Stakes, Unit};

pub(super) static FAMILY: Family = Family {
    title: "Push or fold",
    about: "Two players of hold’em with equal stacks. The small blind, player I, goes all in or \
        folds; the big blind calls or folds. Amounts are in big blinds; both may pay an ante.",
    summary: "hold’em with short stacks: all in or fold",
    parameters: &[&STACK, &ANTE],
    deck: FamilyDeck::Own(169),
    unit: Unit::BigBlind,
    example: "push-fold/s10",
    map: &[(&STACK, "1..25")],
    ..Family::of("push-fold", |_, stakes| push_fold(stakes.number(&STACK), stakes.number(&ANTE)))
};

/// Push or fold (stack, ante): hold'em before the flop, where the small blind goes all in or folds,
/// and the big blind calls or folds.
///
/// The blinds are 1/2 and 1. Each player pays the ante, 0 or more, out of the stack before the
/// deal. Hands are the 169 classes of starting hands, in the order of
/// [`HandClass::all`](crate::cards::HandClass::all). All
/// boards are counted. Nothing is lost by classes: the average of an equilibrium over names of
/// suits is an equilibrium. Units: big blinds. Source: MS07 in `data/references.bib`.
///
/// Errors: `Outside` for an ante below 0, and for a stack below the ante and the big blind.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_poker::game::push_fold;
/// let game = push_fold(Rational::from(10), Rational::ZERO)?;
/// assert_eq!((game.label(), game.hand_name(2)), ("push-fold/s10".into(), "AKs".into()));
/// let game = push_fold(Rational::from(10), Rational::ratio(1, 8))?;
/// assert_eq!(game.label(), "push-fold/a1_8-s10");
/// # Ok::<(), bluff_poker::game::GameError>(())
/// ```
pub fn push_fold(stack: Rational, ante: Rational) -> Result<Game, GameError> {
    static TABLE: LazyLock<Arc<PreflopDeals>> = LazyLock::new(|| Arc::new(PreflopDeals::new()));
    let no_ante = || GameError::outside(&ANTE, &ante, "an ante of at least 0");
    let dead = Chips::new(ante.clone()).ok_or_else(no_ante)?;
    let short = || {
        let allowed = match ante.is_zero() {
            true => "a stack of at least 1, the big blind",
            false => "a stack of at least the ante and 1, the big blind",
        };
        GameError::outside(&STACK, &stack, allowed)
    };
    let big = Chips::ANTE + &dead;
    let small = Chips::new(Rational::ratio(1, 2)).unwrap_or(Chips::ANTE) + &dead;
    let all = Chips::new(stack.clone()).filter(|stack| *stack >= big).ok_or_else(short)?;
    let answered = [
        (fold(), over([&all, &big], &[Player::I])),
        (call(), over([&all, &all], &[Player::I, Player::II])),
    ];
    let pushed = act(Player::II, "facing a push", answered);
    let folded = over([&small, &big], &[Player::II]);
    let tree = act(Player::I, "first to act", [(fold(), folded), ("push".to_owned(), pushed)]);
    let deck = Deck::Table(TABLE.clone());
    let mut stakes = Stakes::default().with(&STACK, stack);
    if ante.is_positive() {
        stakes = stakes.with(&ANTE, ante);
    }
    Game::built_in_of("push-fold", (169, deck), stakes, tree)
}

#[cfg(test)]
mod tests {
    use super::super::{parse_label, read_label};
    use super::*;

    #[test]
    fn stacks_are_in_labels_without_a_deck() {
        for label in ["push-fold/s1", "push-fold/s15_2", "push-fold/a1_8-s10"] {
            assert_eq!(parse_label(label).unwrap().label(), label);
        }
        for label in ["push-fold/s20_2", "push-fold/a0-s10", "push-fold/s10-a0"] {
            assert_eq!(read_label(label).unwrap().label(), "push-fold/s10");
        }
        for label in ["push-fold/", "push-fold/b2", "push-fold/s10-b2", "push-fold/n169-s10"] {
            assert!(read_label(label).is_err(), "{label}");
        }
    }

    #[test]
    fn amounts_out_of_range_are_named() {
        let least = "expected a stack of at least";
        for (stack, ante, words) in [
            ("1/2", "0", format!("stack = 1/2, {least} 1, the big blind")),
            ("-3", "0", format!("stack = -3, {least} 1, the big blind")),
            ("1", "1/8", format!("stack = 1, {least} the ante and 1, the big blind")),
            ("10", "-1/8", "ante = -1/8, expected an ante of at least 0".to_owned()),
        ] {
            let game = push_fold(stack.parse().unwrap(), ante.parse().unwrap());
            assert_eq!(game.unwrap_err().to_string(), words);
        }
        let error = read_label("push-fold").unwrap_err().to_string();
        assert_eq!(error, "push-fold is played with a stack, for instance stack = 10");
    }
}
