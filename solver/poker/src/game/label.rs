//! Names of games, forever: `von-neumann/n28-b4`, `one-street/n28-s1-5_2-7`.

use std::str::FromStr;

use bluff_exact::{Rational, excerpt};

use super::{
    ArgumentError, Family, Game, GameArguments, GameError, NamedGame, Spelling, Stakes, TreeShape,
};

/// The game that a label names, in any spelling of its numbers: `n028`, `b8_2`.
///
/// Errors: `BadLabel`, `SaturationLabel`, and those of [`GameArguments::game`].
pub fn read_label(text: &str) -> Result<Game, GameError> {
    match GameArguments::from_label(text)?.game(Spelling::Fields)? {
        NamedGame::Game(game) => Ok(*game),
        NamedGame::Saturated(n) => Err(ArgumentError::SaturationLabel { n }.into()),
    }
}

/// The game that a label names.
///
/// Errors: those of [`read_label`]; `LabelNotCanonical`, because a game has one label: reduced,
/// ascending, no leading zeros.
///
/// ```
/// use bluff_poker::game::{parse_label, read_label};
/// assert_eq!(parse_label("one-street/n28-s1-5_2-7")?.n(), 28);
/// assert!(parse_label("kuhn/n3-b2_2").is_err());
/// assert_eq!(read_label("kuhn/n3-b2_2")?.label(), "kuhn/n3-b1");
/// # Ok::<(), bluff_poker::game::GameError>(())
/// ```
pub fn parse_label(text: &str) -> Result<Game, GameError> {
    let game = read_label(text)?;
    game.check_label(text)?;
    Ok(game)
}

/// A label in any spelling of its numbers, as [`read_label`] takes it.
///
/// ```
/// use bluff_poker::game::Game;
/// assert_eq!("kuhn/n03-b2_2".parse::<Game>()?.label(), "kuhn/n3-b1");
/// # Ok::<(), bluff_poker::game::GameError>(())
/// ```
impl FromStr for Game {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Self, GameError> {
        read_label(text)
    }
}

/// The label of a game with this name, deck and stakes, which are those of [`Game::stakes`]. The
/// label of a family with a deck of its own has no number of cards.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_poker::game::{Stakes, label};
/// assert_eq!(label("kuhn", 13, 4, &Stakes::bet(Rational::ratio(3, 2))), "kuhn/n13-b3_2-r4");
/// ```
pub fn label(name: &str, n: u64, copies: u64, stakes: &Stakes) -> String {
    let own_deck = Family::named(name).is_some_and(Family::has_own_deck);
    let deck = if own_deck { String::new() } else { format!("n{n}") };
    let copies = if copies == 1 { String::new() } else { format!("r{copies}") };
    let parts = [deck, stakes.to_string(), copies];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { name.to_owned() } else { format!("{name}/{}", parts.join("-")) }
}

impl Game {
    /// The family, `None` of a game file.
    pub fn family(&self) -> Option<&'static Family> {
        Family::named(self.name())
    }

    /// True if this is the one-street game or one of its special cases: I bets one of a set of
    /// sizes, II folds or calls.
    pub fn is_one_street(&self) -> bool {
        self.family().is_some_and(|family| family.shape == TreeShape::OneStreet)
    }

    /// The name of this game forever. A game file's is its own name and the deck: `my-game/n4`.
    pub fn label(&self) -> String {
        label(self.name(), self.n(), self.copies(), self.stakes())
    }

    /// The name of this game with any deck: `kuhn/b1`. A game file's is its own name.
    pub fn label_without_deck(&self) -> String {
        let (name, stakes) = (self.name(), self.stakes().to_string());
        if stakes.is_empty() { name.to_owned() } else { format!("{name}/{stakes}") }
    }

    /// Errors: `LabelNotCanonical` unless this is the label of the game.
    pub fn check_label(&self, given: &str) -> Result<(), GameError> {
        let expected = self.label();
        if expected == given {
            Ok(())
        } else {
            Err(GameError::LabelNotCanonical { given: excerpt(given), expected })
        }
    }

    /// The bet sizes, the check's 0 first; none of a game file, or of a family with a deck of
    /// its own.
    pub fn bets(&self) -> Vec<Rational> {
        let bets = |family: &Family| [vec![Rational::ZERO], family.sizes(self.stakes())].concat();
        let family = self.family().filter(|family| !family.has_own_deck());
        family.map_or_else(Vec::new, bets)
    }
}
