//! A family of games: an entry beside the function that makes its games. `families` lists all.

use bluff_exact::{Rational, RefusedValue};

use super::{
    BET, Game, GameError, MAX_CHIP_BITS, MAX_PLAYERS, Parameter, SIZES, Spelling, Stakes, Unit,
    Value,
};

/// The games of one name: what they are, what they take, and how they are made.
#[derive(Debug)]
pub struct Family {
    /// The name in labels and commands.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The rules in two sentences.
    pub about: &'static str,
    /// The rules in few words, for a list of games.
    pub summary: &'static str,
    /// The parameters besides the deck; those that may be left out stand last.
    pub parameters: &'static [&'static Parameter],
    /// The decks it is played with.
    pub deck: FamilyDeck,
    /// The unit of stakes and payoffs.
    pub unit: Unit,
    /// The kind of betting tree.
    pub shape: TreeShape,
    /// True if all whole bets up to `b` are allowed, so that `b` may be `max`, the saturation size.
    pub whole_bets: bool,
    /// The label of one of its games.
    pub example: &'static str,
    /// Names of the cards in the deck of as many; none where cards have numbers alone.
    pub card_names: &'static [&'static str],
    /// The ranges that a map shows by default, as batch plans spell them.
    pub map: &'static [(&'static Parameter, &'static str)],
    pub(super) make: MakeGame,
}

/// The function that makes a game of a number of cards and stakes.
type MakeGame = fn(u64, &Stakes) -> Result<Game, GameError>;

/// The decks that a family is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FamilyDeck {
    /// Cards `1..=n`, for any `n`.
    Any,
    /// Cards `1..=n`, for this `n` only.
    Only(u64),
    /// Cards of its own, of this many kinds. Labels have no number of cards: `leduc`,
    /// `push-fold/s10`.
    Own(u64),
}

/// The kinds of betting trees that have a threshold form, and all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeShape {
    /// I bets one of a set of sizes, II folds or calls.
    OneStreet,
    /// I bets one size, the others fold or call without seeing each other.
    Callers,
    /// Any other.
    Other,
}

impl Family {
    /// A family of any deck of ranks, in antes, which its file describes.
    pub(super) const fn of(name: &'static str, make: MakeGame) -> Self {
        Self {
            name,
            title: "",
            about: "",
            summary: "",
            parameters: &[],
            deck: FamilyDeck::Any,
            unit: Unit::Ante,
            shape: TreeShape::Other,
            whole_bets: false,
            example: "",
            card_names: &[],
            map: &[],
            make,
        }
    }

    /// True if the deck is [its own](FamilyDeck::Own).
    pub fn has_own_deck(&self) -> bool {
        matches!(self.deck, FamilyDeck::Own(_))
    }

    /// The number of cards of the only deck; `None` if any deck will do.
    pub fn only_deck(&self) -> Option<u64> {
        match self.deck {
            FamilyDeck::Any => None,
            FamilyDeck::Only(n) | FamilyDeck::Own(n) => Some(n),
        }
    }

    /// True if these stakes are parameters of the family, and all that it needs.
    pub fn takes(&self, stakes: &Stakes) -> bool {
        stakes.iter().all(|(parameter, _)| self.parameters.contains(&parameter))
            && self.needed().all(|parameter| stakes.get(parameter).is_some())
    }

    /// The parameters that may not be left out.
    fn needed(&self) -> impl Iterator<Item = &'static Parameter> {
        self.parameters.iter().copied().filter(|parameter| parameter.default.is_none())
    }

    /// The game with this deck, cards and copies of each, and these stakes.
    ///
    /// Errors: `WrongStakes`, those of the game, and those of [`Game::with_deck`].
    ///
    /// ```
    /// use bluff_poker::game::{Family, RAISE, Stakes};
    /// let game = Family::known("one-raise")?.game(10, 1, &Stakes::bet(2).with(&RAISE, 6))?;
    /// assert_eq!(game.label(), "one-raise/n10-b2-raise6");
    /// # Ok::<(), bluff_poker::game::GameError>(())
    /// ```
    pub fn game(&'static self, n: u64, copies: u64, stakes: &Stakes) -> Result<Game, GameError> {
        if !self.takes(stakes) {
            return Err(self.wrong_stakes(Spelling::Fields));
        }
        // Payoffs are longer than the numbers that they are made of.
        let mut numbers = stakes.iter().filter_map(|(parameter, value)| match value {
            Value::Number(number) => Some((parameter, number)),
            _ => None,
        });
        if let Some((parameter, number)) = numbers.find(|(_, one)| one.bits() > MAX_CHIP_BITS) {
            let given = format!("a number of {} bits", number.bits());
            let allowed = format!("at most {MAX_CHIP_BITS} bits (about 300 digits)");
            return Err(GameError::Outside(RefusedValue::of(parameter.key, given, allowed)));
        }
        // With several copies of each, fewer cards than players may do.
        let game = (self.make)(if copies == 1 { n } else { n.max(MAX_PLAYERS as u64) }, stakes)?;
        if (game.n(), game.copies()) == (n, copies) { Ok(game) } else { game.with_deck(n, copies) }
    }

    /// The game with these bet sizes, 0 first, and the other stakes, as a solution document spells
    /// it.
    ///
    /// Errors: those of [`Family::game`]; `WrongStakes` if no such game has these bets and stakes.
    pub fn from_bets(
        &'static self,
        (n, copies): (u64, u64),
        bets: &[Rational],
        beside: &Stakes,
    ) -> Result<Game, GameError> {
        if beside.iter().any(|(parameter, _)| !self.parameters.contains(&parameter)) {
            return Err(self.wrong_stakes(Spelling::Fields));
        }
        let sizes = || bets.iter().filter(|size| !size.is_zero()).cloned().collect();
        let value = |parameter: &&'static Parameter| {
            let value = match *parameter {
                bet if *bet == BET => Some(Value::Number(bets.last().cloned().unwrap_or_default())),
                set if *set == SIZES => Some(Value::Numbers(sizes())),
                other => beside.get(other).cloned(),
            };
            Some((*parameter, value?))
        };
        let game = self.game(n, copies, &self.parameters.iter().filter_map(value).collect())?;
        if game.bets() != bets || game.stakes().beside_bets() != *beside {
            let expected =
                "its own bet sizes, 0 first and ascending, and nothing of other games".to_owned();
            return Err(GameError::WrongStakes { game: self.name, expected });
        }
        Ok(game)
    }

    /// The bet sizes above 0 with these stakes, ascending.
    pub fn sizes(&self, stakes: &Stakes) -> Vec<Rational> {
        let b = stakes.number(&BET);
        match self.parameters {
            _ if self.has_own_deck() => Vec::new(),
            [set] if **set == SIZES => stakes.numbers(&SIZES).to_vec(),
            _ if self.whole_bets => {
                (1..=b.to_i128().unwrap_or_default()).map(Rational::from).collect()
            }
            _ => vec![b],
        }
    }

    /// The number of [`Family::sizes`], without listing any.
    pub fn count_sizes(&self, stakes: &Stakes) -> u128 {
        match stakes.number(&BET).to_i128() {
            Some(b) if self.whole_bets => b.unsigned_abs(),
            _ => stakes.numbers(&SIZES).len().max(1) as u128,
        }
    }

    /// The error of stakes that this family is not played with.
    pub(super) fn wrong_stakes(&self, spelling: Spelling) -> GameError {
        let nouns: Vec<&str> = self.needed().map(|parameter| parameter.noun).collect();
        let example =
            |parameter: &'static Parameter| spelling.argument(parameter, parameter.example);
        let examples: Vec<String> = self.needed().map(example).collect();
        let mut expected =
            format!("{}, for instance {}", nouns.join(" and "), examples.join(spelling.between()));
        if self.whole_bets {
            expected = format!(
                "{expected}, or {} for the saturation size",
                spelling.argument(&BET, "max")
            );
        }
        GameError::WrongStakes { game: self.name, expected }
    }
}
