//! Cards that a protocol deals, played as a profile of a game says: the payoffs of the players.
//!
//! The first parties are the players of the game, each with the first card it gets; the others are
//! helpers. All deals of a fair protocol are equally likely, so what is won is the payoff of the
//! profile: exactly over all coins, and nearly on a sample.

mod exact;
mod sample;

pub use exact::{Dealt, ExpectedPayoffs, expected};
pub use sample::{Sampled, Winnings, Won, sampled, won_by_hands, won_by_player};

use super::fault::allow;
use super::system::at_least;
use super::{
    Allowed, Cause, Fault, Gain, GainKind, NamedProtocol, OrFault, PROTOCOLS, Protocol,
    RefusedSetting, Setting, hands,
};
use bluff_exact::{Rational, counted};
use bluff_poker::game::{Game, Node};
use bluff_poker::strategy::{Evaluation, Profile};
use serde::{Deserialize, Serialize};

/// A game, and how all play it; an equilibrium, if the caller has it certified.
pub type PlayedGame<'a> = (&'a Game, &'a Profile);

/// The setting in which a protocol deals the cards of a game, one to each player.
///
/// Without a number of players it is that of the game, or three where a protocol for two needs a
/// helper. Helpers draw a card too, and do not play.
///
/// Errors: a protocol that deals no cards; a game with ranges or copies of cards; fewer players
/// than the game has; what the protocol refuses.
///
/// ```
/// use bluff_poker::game::parse_label;
/// use bluff_dealing::{NamedProtocol, play};
/// let game = parse_label("kuhn/n3-b1")?;
/// let setting = play::setting(NamedProtocol::named("barany-furedi")?, &game, None, None)?;
/// assert_eq!((setting.players, setting.cards, setting.hand), (3, 3, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn setting(
    system: &NamedProtocol,
    game: &Game,
    players: Option<usize>,
    bug: Option<&'static str>,
) -> Allowed<Setting> {
    all_alike(game)?;
    let cards = usize::try_from(game.n()).unwrap_or(usize::MAX);
    let with = |players| {
        let bug = bug.map(str::to_owned);
        let setting = Setting { bug, ..Setting::new(players, cards, 1) };
        deck(&*system.protocol(&setting)?)?;
        Ok(setting)
    };
    if let Some(players) = players {
        enough(players, game)?;
        return with(players);
    }
    let least = game.players().len();
    with(least).or_else(|refused| if least < 3 { with(3) } else { Err(refused) })
}

/// The question: the head of both documents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DealtGame {
    /// The version of the document.
    pub format: u32,
    /// The name of the protocol; `None` of deals that somebody has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol: Option<String>,
    /// The label of the game.
    pub game: String,
    /// The parties of the deal: the players of the game, and helpers.
    pub players: usize,
    /// The planted bug, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bug: Option<String>,
}

/// The version of both documents.
const FORMAT: u32 = 1;

impl DealtGame {
    fn new(system: &NamedProtocol, setting: &Setting, game: &Game) -> Self {
        let (protocol, bug) = (Some(system.name.to_owned()), setting.bug.clone());
        Self { format: FORMAT, protocol, game: game.label(), players: setting.players, bug }
    }
}

/// The result of a run of a protocol.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum DealResult {
    /// The card of each player, from 1.
    Cards(Vec<u64>),
    /// No end, and nobody is to blame.
    Unfinished,
    /// A fault of honest parties, or an outcome against the rules.
    Illegal,
}

impl DealResult {
    /// Errors: a legal deal in which a player has no card.
    fn of(game: &Game, protocol: &dyn Protocol, ended: &OrFault, gains: &[Gain]) -> Allowed<Self> {
        match ended {
            Err(Fault { what: Cause::Unfinished { .. }, .. }) => return Ok(Self::Unfinished),
            Ok(()) if protocol.legal(gains) => {}
            _ => return Ok(Self::Illegal),
        }
        let hands = hands(protocol.parties(), gains);
        let first =
            |hand: &Vec<u64>| hand.first().copied().filter(|card| (1..=game.n()).contains(card));
        let cards: Option<Vec<u64>> = hands.iter().take(game.players().len()).map(first).collect();
        let allowed = format!("a card of 1 to {} for each player", game.n());
        cards
            .map(Self::Cards)
            .ok_or_else(|| RefusedSetting::unexpected("a deal without it", allowed))
    }
}

/// Refuses a protocol that does not deal the cards of the game, each equally likely, to all its
/// players.
fn fits(protocol: &dyn Protocol, game: &Game) -> Allowed {
    all_alike(game)?;
    let deck = deck(protocol)?;
    let allowed = format!("the {} of {}", game.n(), game.label());
    allow(deck as u64 == game.n(), format!("a deck of {deck} cards"), allowed)?;
    enough(protocol.parties(), game)
}

/// Refuses games whose deals are not all equally likely, have several copies of a card, or are of
/// hands with a board.
pub(crate) fn all_alike(game: &Game) -> Allowed {
    let with = |what: &str| format!("{} with {what}", game.label());
    let copies = with(&format!("{} copies of each card", game.copies()));
    allow(game.deck().is_ranks(), with("a deck of its own"), "a game with cards 1 to n")?;
    allow(game.copies() <= 1, copies, "a game with one of each")?;
    allow(!game.has_ranges(), with("ranges"), "a game in which all deals are equally likely")
}

/// Refuses fewer parties than the game has players.
fn enough(given: usize, game: &Game) -> Allowed {
    at_least(game.players().len(), given, "one for each player of the game")
}

/// The number of cards that a protocol deals from.
///
/// Errors: a protocol with another outcome.
fn deck(protocol: &dyn Protocol) -> Allowed<usize> {
    let what = match protocol.rules().gains {
        GainKind::Cards { deck, .. } => return Ok(deck),
        GainKind::Other { what, .. } => what,
    };
    let dealing: Vec<&str> =
        PROTOCOLS.iter().filter(|system| system.deals_cards()).map(|system| system.name).collect();
    let allowed = format!("one that deals cards to players: {}", dealing.join(", "));
    Err(RefusedSetting::unexpected(format!("a protocol whose outcome is {what}"), allowed))
}

/// The refusal of deals none of which came to an end.
fn no_end(deals: u64) -> RefusedSetting {
    let given = format!("{} of which none came to an end", counted(deals, "deal", "deals"));
    RefusedSetting::unexpected(given, "one at least: more deals, or fewer cards")
}

/// The payoff of the profile, by player.
fn payoffs(game: &Game, profile: &Profile) -> Vec<Rational> {
    let evaluation = Evaluation::new(game, profile);
    game.players().iter().map(|player| evaluation.payoff(*player)).collect()
}

/// Each player's mean payoff in one deal when all follow the profile: over their own chances
/// exactly.
fn pays(game: &Game, profile: &Profile, cards: &[u64]) -> Vec<Rational> {
    let mut sums = vec![Rational::ZERO; cards.len()];
    let mut open = vec![(0, Rational::ONE)];
    while let Some((node, chance)) = open.pop() {
        match &game.nodes()[node] {
            // Such games are refused.
            Node::Deal { .. } => {}
            Node::Over(leaf) => {
                let payoffs = game.payoffs(&game.leaves()[*leaf], cards);
                sums.iter_mut().zip(payoffs).for_each(|(sum, payoff)| *sum += &(payoff * &chance));
            }
            Node::Act { view, children } => {
                let card = cards[game.views()[*view].player.index()];
                let odds = profile.at(*view).iter().map(|action| action.at(card) * &chance);
                open.extend(
                    children.iter().copied().zip(odds).filter(|branch| !branch.1.is_zero()),
                );
            }
        }
    }
    sums
}
