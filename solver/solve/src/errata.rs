//! Refutations of what was printed: the numbers that prove a correction, computed anew.

use serde::Deserialize;

use crate::compare::CompareError;
use crate::continuous::{Bets, Digits, Real, continuous};
use crate::exact::{Piecewise, Rational};
use crate::game::{Game, Stakes, parse_label};
use crate::pure::{CutForm, PureError, count_pure_equilibria, cut_equilibria};
use crate::solve::{Control, Method, SolveError, newman_saturation, solve};
use crate::strategy::{Evaluation, Gains, Profile, ProfileError, two_actions};

/// The deck of Newman's game that is set beside the limit of large ones.
const LARGE: u64 = 1_000;

/// A three-player game as a paper prints it, with one bet: probabilities by card.
#[derive(Clone, Debug, Deserialize)]
pub struct PrintedProfile {
    /// The label of the game.
    pub label: String,
    /// The value to player I, where another one is right.
    pub printed: Option<Rational>,
    /// Player I's probability of the bet.
    pub bet: Vec<Rational>,
    /// The probability of a call by either of the others.
    pub call: Vec<Rational>,
}

/// Strategies, what they pay, and what each player would gain by deviating.
#[derive(Debug)]
pub struct Judged {
    /// The game.
    pub game: Game,
    /// The strategies.
    pub profile: Profile,
    /// Payoffs and gains, per player in antes per hand.
    pub gains: Gains,
}

/// The value and the pure equilibria of a deck of von Neumann's game.
#[derive(Debug)]
pub struct PureDeck {
    /// The game.
    pub game: Game,
    /// The value to player I.
    pub value: Rational,
    /// The equilibria in cuts.
    pub cuts: Vec<CutForm>,
    /// Number of pure equilibria.
    pub count: Rational,
}

/// Proof of a correction.
#[derive(Debug)]
pub enum Refutation {
    /// The printed strategies have another value than the printed one.
    Value {
        /// The printed strategies.
        judged: Judged,
        /// The printed value.
        printed: Rational,
    },
    /// Newman's game with all whole bets has another limit.
    WholeBets {
        /// The value that large decks approach.
        limit: Real,
        /// The cards of a large deck.
        cards: u64,
        /// The largest bet that matters there.
        bet: u64,
        /// Its value.
        value: Rational,
    },
    /// Another bet is better for player I of the continuous three-player game.
    BestBet {
        /// The value with the printed bet.
        printed: Real,
        /// The value with the best one.
        best: Real,
    },
    /// The pure equilibria of decks with b = 2.
    Pure(Vec<PureDeck>),
    /// The printed sum falls below its value at an equilibrium: where the callers play alike, and
    /// where one leaves a card to the other.
    Objective([Judged; 2]),
}

/// Why there is no refutation.
#[derive(Debug, thiserror::Error)]
pub enum RefutationError {
    /// The printed strategies are none of the game.
    #[error(transparent)]
    Profile(ProfileError),
    /// A game has no answer.
    #[error(transparent)]
    Compare(CompareError),
}

impl<E: Into<CompareError>> From<E> for RefutationError {
    fn from(error: E) -> Self {
        Self::Compare(error.into())
    }
}

impl Refutation {
    /// The refutation that a correction of this name needs; `None` where words are enough.
    ///
    /// Errors: those of the library.
    pub fn new(
        id: &str,
        printed: &[PrintedProfile],
        control: &Control,
    ) -> Result<Option<Self>, RefutationError> {
        let printed = |label| printed.iter().find(|printed| printed.label == label);
        Ok(match id {
            "value-65-2" => {
                printed("three-player/n65-b2").map(PrintedProfile::value).transpose()?
            }
            "integer-bet-limit" => Some(Self::whole_bets()?),
            "best-bet" => Some(Self::best_bet()?),
            "cuts-22-to-24" => Some(Self::pure(&[22, 23, 24], control)?),
            "multiples-of-9" => Some(Self::pure(&[9, 10, 18, 19], control)?),
            "fast-nlp-objective" => {
                printed("three-player/n4-b1").map(PrintedProfile::objective).transpose()?
            }
            _ => None,
        })
    }

    fn whole_bets() -> Result<Self, RefutationError> {
        let limit = continuous("newman", &Bets::Whole, Digits::default())?.value();
        let saturated = newman_saturation(LARGE)?;
        Ok(Self::WholeBets {
            limit,
            cards: LARGE,
            bet: saturated.bet(),
            value: saturated.value().clone(),
        })
    }

    fn best_bet() -> Result<Self, RefutationError> {
        let value = |bets: &Bets| continuous("three-player", bets, Digits::default());
        let (printed, best) = (
            value(&Bets::Stakes(Stakes::bet(Rational::ratio(207, 100))))?,
            value(&Bets::Best(None))?,
        );
        Ok(Self::BestBet { printed: printed.value(), best: best.value() })
    }

    fn pure(decks: &[u64], control: &Control) -> Result<Self, RefutationError> {
        let b = Rational::from(2);
        let deck = |&n: &u64| -> Result<PureDeck, RefutationError> {
            let game = parse_label(&format!("von-neumann/n{n}-b2"))?;
            let value = solve(&game, Method::Auto, control)?.solution.values[0].clone();
            let failed = |error: PureError| SolveError::from(error);
            let cuts = cut_equilibria(n, &b).map_err(failed)?;
            let count = count_pure_equilibria(n, &b).map_err(failed)?;
            Ok(PureDeck { game, value, cuts, count })
        };
        Ok(Self::Pure(decks.iter().map(deck).collect::<Result<_, _>>()?))
    }
}

impl PrintedProfile {
    fn value(&self) -> Result<Refutation, RefutationError> {
        let judged = self.judged([&self.bet, &self.call, &self.call])?;
        Ok(Refutation::Value { judged, printed: self.printed.clone().unwrap_or_default() })
    }

    fn objective(&self) -> Result<Refutation, RefutationError> {
        // One of the callers leaves card 3 to the other.
        let apart = |third: Rational| {
            self.call.iter().take(2).cloned().chain([third, Rational::ONE]).collect::<Vec<_>>()
        };
        let (bold, timid) = (apart(Rational::ratio(1, 2)), apart(Rational::ZERO));
        let alike = self.judged([&self.bet, &self.call, &self.call])?;
        Ok(Refutation::Objective([alike, self.judged([&self.bet, &bold, &timid])?]))
    }

    /// Strategies by card, judged; the first is that of player I, who bets, the others call.
    fn judged(&self, by_card: [&[Rational]; 3]) -> Result<Judged, RefutationError> {
        let game = parse_label(&self.label)?;
        let view =
            |taken: &[Rational]| two_actions(Piecewise::steps((1..).zip(taken.iter().cloned())));
        let profile =
            Profile::new(&game, by_card.map(view).into()).map_err(RefutationError::Profile)?;
        let gains = Gains::of(&game, &Evaluation::new(&game, &profile));
        Ok(Judged { game, profile, gains })
    }
}

impl Judged {
    /// The sum of what best responses pay, as printed, with player II's twice, and corrected.
    pub fn sums(&self) -> (Rational, Rational) {
        let Gains { gains, payoffs } = &self.gains;
        let best: Vec<Rational> =
            payoffs.iter().zip(gains).map(|(payoff, gain)| payoff + gain).collect();
        (&best[0] + &best[1] + &best[1], &best[0] + &best[1] + &best[2])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(label: &str, bet: &[&str], call: &[&str]) -> PrintedProfile {
        let numbers = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect();
        PrintedProfile {
            label: label.to_owned(),
            printed: None,
            bet: numbers(bet),
            call: numbers(call),
        }
    }

    #[test]
    fn the_printed_sum_is_less_at_another_equilibrium() {
        let paper = printed("three-player/n4-b1", &["2/3", "0", "0", "1"], &["0", "0", "1/4", "1"]);
        let found = Refutation::new("fast-nlp-objective", &[paper], &Control::new()).unwrap();
        let Some(Refutation::Objective([alike, apart])) = found else { panic!("no sums") };
        assert!(
            alike.gains.gains.iter().chain(&apart.gains.gains).all(|gain| *gain == Rational::ZERO)
        );
        assert_eq!(alike.sums(), (Rational::ZERO, Rational::ZERO));
        assert_eq!(apart.sums(), (Rational::ratio(-1, 72), Rational::ZERO));
    }

    #[test]
    fn decks_have_the_pure_equilibria_that_stand_in_the_correction() {
        let decks = |id| match Refutation::new(id, &[], &Control::new()).unwrap() {
            Some(Refutation::Pure(decks)) => decks,
            found => panic!("{found:?}"),
        };
        assert!(
            decks("cuts-22-to-24")
                .iter()
                .all(|deck| deck.cuts.is_empty() && deck.count == Rational::ZERO)
        );
        let nineteen = &decks("multiples-of-9")[3];
        assert_eq!((nineteen.game.n(), &nineteen.value), (19, &Rational::ratio(1, 9)));
        assert_eq!(nineteen.cuts, [CutForm { check_from: 3, check_to: 15, call_from: 12 }]);
    }

    #[test]
    fn a_better_bet_and_a_lower_limit() {
        let control = Control::new();
        let Some(Refutation::BestBet { printed, best }) =
            Refutation::new("best-bet", &[], &control).unwrap()
        else {
            panic!("no bets")
        };
        assert!(best.to_f64() > printed.to_f64());
        let found = Refutation::new("integer-bet-limit", &[], &control).unwrap();
        let Some(Refutation::WholeBets { limit, value, .. }) = found else { panic!("no limit") };
        assert!(limit.to_f64() < 1.0 / 7.0 && value.to_f64() < 1.0 / 7.0);
    }

    #[test]
    fn words_are_enough_for_others() {
        assert!(Refutation::new("float-digits", &[], &Control::new()).unwrap().is_none());
    }
}
