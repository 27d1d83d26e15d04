//! Questions about one card of a solved game.

use rational_bluff::certificate::Solution;
use rational_bluff::exact::{NotWhole, Rational, did_you_mean, excerpt, nearest, whole_number};
use rational_bluff::game::{Game, GameError};
use rational_bluff::strategy::{CardExplanation, Evaluation, Explainer, NoSuchCard};

/// The maximum number of views that a refusal lists.
const LISTED: usize = 20;

/// The reason that a card is not explained.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotExplained {
    /// A text that is no card of the deck.
    #[error(transparent)]
    Card(#[from] NotWhole),
    /// A number that is no card of the deck.
    #[error(transparent)]
    Number(#[from] NoSuchCard),
    /// A hand that the game does not have.
    #[error(transparent)]
    Hand(#[from] GameError),
    /// A view that the game does not have.
    #[error("view “{given}”, expected one of: {expected}{}", did_you_mean(meant.as_deref()))]
    View {
        /// The start of the name.
        given: String,
        /// The names of views.
        expected: String,
        /// The one that was nearly given.
        meant: Option<String>,
    },
}

/// A card from text: its name or number, or of real cards the name of a hand.
///
/// Errors: `Card`, or `Hand` for what names no hand of the game.
///
/// ```
/// use bluff_report::explain::card_number;
/// use rational_bluff::game::parse_label;
/// assert_eq!(card_number(&parse_label("leduc")?, "K"), Ok(3));
/// assert!(card_number(&parse_label("leduc")?, "3").is_err());
/// assert_eq!(card_number(&parse_label("kuhn/n3-b1")?, "Q"), Ok(2));
/// let refused = card_number(&parse_label("kuhn/n3-b1")?, "4").unwrap_err();
/// assert!(refused.to_string().starts_with("card = 4, expected one of: J, Q, K; or "));
/// let refused = card_number(&parse_label("kuhn/n3-b1")?, "A").unwrap_err();
/// assert_eq!(refused.to_string(), "hand “A”, expected one that some player holds: J, Q, K");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn card_number(game: &Game, text: &str) -> Result<u64, NotExplained> {
    if !game.deck().is_ranks() {
        return Ok(game.hand_number(text)?);
    }
    // Nearly all texts are numbers: the error of a name takes longer.
    whole_number("card", text, 1..=game.n()).or_else(|mut refused| match game.card_names() {
        [] => Err(refused.into()),
        names if text.parse::<Rational>().is_ok() => {
            refused.value.allowed.insert_str(0, &format!("one of: {}; or ", names.join(", ")));
            Err(refused.into())
        }
        _ => Ok(game.hand_number(text)?),
    })
}

/// A card of an equilibrium explained, at all views or at those of one name, without regard to
/// case.
///
/// Errors: [`NotExplained`].
///
/// ```
/// use bluff_report::explain::explained;
/// use rational_bluff::game::parse_label;
/// use rational_bluff::solve::{Control, Method, solve};
/// let game = parse_label("kuhn/n3-b1")?;
/// let solution = solve(&game, Method::Auto, &Control::new())?.solution;
/// assert_eq!(explained(&solution, "2", Some("First to act"))?.views.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explained(
    solution: &Solution,
    card: &str,
    view: Option<&str>,
) -> Result<CardExplanation, NotExplained> {
    let game = &solution.game;
    let number = card_number(game, card)?;
    let evaluation = Evaluation::new(game, &solution.profile);
    let mut explained = Explainer::new(&evaluation).card(number)?;
    let Some(wanted) = view else { return Ok(explained) };
    let names: Vec<&str> = game.views().iter().map(|view| view.name.as_str()).collect();
    explained.views.retain(|view| names[view.view].eq_ignore_ascii_case(wanted));
    if explained.views.is_empty() {
        let mut listed = names.clone();
        listed.dedup();
        let more = if listed.len() > LISTED { "; …" } else { "" };
        listed.truncate(LISTED);
        let (expected, meant) = (listed.join("; ") + more, nearest(wanted, names));
        let meant = meant.map(str::to_owned);
        return Err(NotExplained::View { given: excerpt(wanted), expected, meant });
    }
    Ok(explained)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rational_bluff::game::parse_label;
    use rational_bluff::solve::{Control, Method, solve};

    /// The refusal of a question about a game.
    fn refused(label: &str, card: &str, view: Option<&str>) -> String {
        let game = parse_label(label).unwrap();
        let solution = solve(&game, Method::Auto, &Control::new()).unwrap().solution;
        explained(&solution, card, view).unwrap_err().to_string()
    }

    #[test]
    fn a_refusal_names_what_was_given_and_what_is_allowed() {
        assert_eq!(
            refused("von-neumann/n28-b4", "2", Some("facing bet 5")),
            "view “facing bet 5”, expected one of: first to act; facing bet 4; did you mean \
             facing bet 4?"
        );
        assert_eq!(
            refused("von-neumann/n28-b4", "29", None),
            "card = 29, expected a whole number from 1 to 28"
        );
        assert!(refused("leduc", "Z", None).starts_with("hand “Z”, expected"));
        assert!(refused("leduc", "3", None).starts_with("hand “3”, expected"));
    }

    #[test]
    fn a_long_list_of_views_is_cut_and_each_name_stands_once() {
        let menu = refused("newman/n60-b30", "2", Some("nowhere"));
        assert!(menu.ends_with("facing bet 19; …"), "{menu}");
        // II and III have a view of the same name.
        let three = refused("three-player/n4-b1", "2", Some("nowhere"));
        assert!(three.ends_with("first to act; facing bet 1"), "{three}");
        let long = refused("kuhn/n3-b1", "2", Some(&"x".repeat(1_000)));
        assert!(long.len() < 200, "{long}");
    }
}
