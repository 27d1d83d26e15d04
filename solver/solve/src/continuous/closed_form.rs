use serde::Serialize;

use crate::exact::Rational;
use crate::game::{FLIP, Family, Game, Player, RAISE, Stakes, View};

use super::ContinuousError;
use super::error::check_length;

/// A two-player game with hands uniform on [0, 1] that is known in closed form: its value, and what
/// each hand does.
///
/// Everything is a fraction, and every hand plays one action. It is an equilibrium; others may
/// differ where hands are indifferent, bluffs above all. Units: antes. A test computes both
/// players' best responses from the betting tree.
///
/// ```
/// use rational_bluff::{continuous::ClosedForm, exact::Rational};
/// let borel = ClosedForm::borel(Rational::from(2))?;
/// assert_eq!(borel.value, Rational::ratio(-1, 4));
/// let calls = &borel.strategies[1].hands[1];
/// assert_eq!((calls.from.to_string(), calls.action.as_str()), ("1/2".to_owned(), "call"));
/// # Ok::<(), rational_bluff::continuous::ContinuousError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedForm {
    /// The value to player I, in antes per hand.
    pub value: Rational,
    /// The strategies, one for each view of the betting tree, in its order.
    pub strategies: Vec<ByHand>,
}

/// A player's actions at one view, by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ByHand {
    /// The player to act.
    pub player: Player,
    /// The player's view.
    pub view: String,
    /// Hands of like action, from 0 to 1.
    pub hands: Vec<HandInterval>,
}

/// Hands next to each other that do the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HandInterval {
    /// The lowest of them.
    pub from: Rational,
    /// The lowest of the next ones, or 1.
    pub to: Rational,
    /// Their action.
    pub action: String,
}

/// The betting tree of a continuous game, which its finite game with two cards tells.
///
/// Errors: those of the game; `TooLong` for amounts of more than
/// [`MAX_BET_BITS`](super::MAX_BET_BITS) bits.
fn tree(name: &str, stakes: Stakes) -> Result<Game, ContinuousError> {
    let numbers: Vec<Rational> =
        stakes.iter().map(|(parameter, _)| stakes.number(parameter)).collect();
    check_length(&numbers)?;
    Ok(Family::known(name)?.game(2, 1, &stakes)?)
}

impl ClosedForm {
    /// The closed form over a betting tree: for each view the lowest hands and the index of their
    /// action. Runs without hands are left out.
    fn over<const VIEWS: usize>(
        tree: &Game,
        value: Rational,
        views: [&[(&Rational, usize)]; VIEWS],
    ) -> Self {
        let strategy = |(view, runs): (&View, &[(&Rational, usize)])| {
            let end =
                |at: usize| runs.get(at + 1).map_or(Rational::ONE, |(from, _)| (*from).clone());
            let held = runs.iter().enumerate().filter(|(at, (from, _))| **from < end(*at));
            let hands = held.map(|(at, (from, action))| HandInterval {
                from: (*from).clone(),
                to: end(at),
                action: view.actions[*action].clone(),
            });
            ByHand { player: view.player, view: view.name.clone(), hands: hands.collect() }
        };
        Self { value, strategies: tree.views().iter().zip(views).map(strategy).collect() }
    }

    /// La relance: value `−c²` with `c = b/(b + 2)`. II calls from `c`; I bets from `c²`, the hands
    /// below `c` as bluffs.
    ///
    /// II at `c` is indifferent: `b (1 − c) = (b + 2) c (1 − c)`. A bluff wins 1 from `c` of the
    /// hands and loses `b + 1` to the rest: −1, as folding does; so any bluffs of mass `c (1 − c)`
    /// below `c` do. Source: Bor38; FF03. Errors: those of the game, `TooLong`.
    pub fn borel(b: Rational) -> Result<Self, ContinuousError> {
        let tree = tree("borel", Stakes::bet(b.clone()))?;
        let c = &b / &(&b + &Rational::from(2));
        let (zero, square) = (&Rational::ZERO, c.pow(2));
        Ok(Self::over(&tree, -&square, [&[(zero, 0), (&square, 1)], &[(zero, 0), (&c, 1)]]))
    }

    /// Kuhn's game with hands from [0, 1], a full street without raises: value
    /// `−b²/((b + 1)(b + 2)²)`.
    ///
    /// Both call from `b/(b + 2)`. I bets below `2b/((b + 1)(b + 2)²)` and from
    /// `b(b + 3)/((b + 1)(b + 2))`; after a check II bets below `b/((b + 1)(b + 2))` and from
    /// `b/(b + 1)`. The value is least at `b = 1 + √5`, where it is `−φ⁻⁵ = −0.0901…`, and tends to
    /// 0 as b tends to 0 or grows: no bet is best for I. Source: derived here; compare CA06.
    /// Errors: those of the game, `TooLong`.
    pub fn kuhn(b: Rational) -> Result<Self, ContinuousError> {
        let tree = tree("kuhn", Stakes::bet(b.clone()))?;
        let (one, two, three) = (Rational::ONE, Rational::from(2), Rational::from(3));
        let (b1, b2) = (&(&b + &one), &(&b + &two));
        let value = -b.pow(2) / (b1 * &b2.pow(2));
        let zero = &Rational::ZERO;
        let (bluff, bet) = (&two * &b / (b1 * &b2.pow(2)), &b * &(&b + &three) / (b1 * b2));
        let (answered, answer, call) = (&b / &(b1 * b2), &b / b1, &b / b2);
        let calls: &[_] = &[(zero, 0), (&call, 1)];
        let bets = |below, from| [(zero, 1), (below, 0), (from, 1)];
        // In the order of the tree: first to act, II after a check, I after a check and a bet, II
        // after a bet.
        Ok(Self::over(&tree, value, [&bets(&bluff, &bet), &bets(&answered, &answer), calls, calls]))
    }

    /// One raise of `r` after the bet `b`: I bluffs below A and bets from B, II calls from C and
    /// raises from D, I calls a raise from E.
    ///
    /// II also raises as a bluff, with mass `m`, the best hands that she would fold. With
    /// `s = 2b + r + 2` and `K = b(b + 4)s² + r(b + 1)(b + 2)²`, indifference at the five cuts and
    /// of II's bluffs is linear and gives
    ///
    /// - the value and A: `b²s²/((b + 1)K)`; `1 − B = A(b + 2)/b`; `C = m + (2A + b)/(b + 2)`;
    /// - `1 − E = 2(1 − B)(b + 1)/s`; `1 − D = (1 − E)/2`; `m = r(1 − D)/s`.
    ///
    /// Source: a game of FFG07; derived here. Errors: those of the game, `TooLong`.
    pub fn one_raise(b: Rational, raise: Rational) -> Result<Self, ContinuousError> {
        let tree = tree("one-raise", Stakes::bet(b.clone()).with(&RAISE, raise.clone()))?;
        let (zero, one, two) = (&Rational::ZERO, &Rational::ONE, &Rational::from(2));
        let (b1, b2) = (&(&b + one), &(&b + two));
        let s = &(two * b1 + &raise);
        let k = &b * &(&b + &Rational::from(4)) * s.pow(2) + &raise * b1 * b2.pow(2);
        let value = b.pow(2) * s.pow(2) / (b1 * &k);
        let bets = &value * b2 / &b;
        let calls_raise = two * &bets * b1 / s;
        let raises = &calls_raise / two;
        let bluffs = &raise * &raises / s;
        let folds = (two * &value + &b) / b2;
        let (call, [bet, raise_from, call_raise]) =
            (&folds + &bluffs, [&bets, &raises, &calls_raise].map(|mass| one - mass));
        let facing_bet = [(zero, 0), (&folds, 2), (&call, 1), (&raise_from, 2)];
        let first = [(zero, 1), (&value, 0), (&bet, 1)];
        Ok(Self::over(&tree, value.clone(), [&first, &facing_bet, &[(zero, 0), (&call_raise, 1)]]))
    }

    /// Hand flip: von Neumann's game in which the lower hand wins with probability `flip`, so that
    /// a showdown is worth `d = 1 − 2 flip` of its chips.
    ///
    /// With `k = d(b + 1)`, what a called bet is worth: if `k ≤ 1` folding never pays, I bets the
    /// upper half, and the value is `db/4`. Otherwise, with `N = b(k + 1)² + (k − 1)²`, I bluffs
    /// below `b(k − 1)/N` and bets from `1 − b(k + 1)/N`, II calls from `db(b(k + 1) + k − 1)/N`,
    /// and the value is `db²/N`. At a given bet it is greatest where `k = 1`. Source: the model is
    /// that of BLS11; derived here from the indifference of I at both cuts and of II at hers.
    /// Errors: those of the game, `TooLong`.
    pub fn hand_flip(b: Rational, flip: Rational) -> Result<Self, ContinuousError> {
        let tree = tree("hand-flip", Stakes::bet(b.clone()).with(&FLIP, flip.clone()))?;
        let (zero, one) = (&Rational::ZERO, &Rational::ONE);
        let d = one - &(&flip + &flip);
        let k = &d * &(&b + one);
        if k <= *one {
            let half = Rational::ratio(1, 2);
            return Ok(Self::over(
                &tree,
                &d * &b / Rational::from(4),
                [&[(zero, 0), (&half, 1)], &[(zero, 1)]],
            ));
        }
        let (more, less) = (&(&k + one), &(&k - one));
        let n = &(&b * &more.pow(2) + less.pow(2));
        let (bluff, bet) = (&b * less / n, one - &(&b * more / n));
        let call = &d * &b * (&b * more + less) / n;
        let value = &d * &b.pow(2) / n;
        Ok(Self::over(
            &tree,
            value,
            [&[(zero, 1), (&bluff, 0), (&bet, 1)], &[(zero, 0), (&call, 1)]],
        ))
    }
}
