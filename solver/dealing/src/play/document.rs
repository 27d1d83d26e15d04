use std::io::BufRead;

use serde::{Deserialize, Serialize};

use super::{
    ExpectedPayoffs, PlayedGame, Sampled, all_alike, deck, enough, expected, sampled, won_by_hands,
};
use crate::fairness::{AnswerDocument, DealLines, NotChecked};
use crate::{Allowed, NamedProtocol, Setting};
use bluff_exact::control::Control;
use bluff_poker::game::Game;

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

/// The payoffs of a game that is dealt under every sequence of coins.
pub type Dealt = AnswerDocument<DealtGame, ExpectedPayoffs>;
/// The payoffs of a sample of hands of a game.
pub type Winnings = AnswerDocument<DealtGame, Sampled>;

/// The version of both documents.
const FORMAT: u32 = 1;

impl DealtGame {
    fn new(system: &NamedProtocol, setting: &Setting, game: &Game) -> Self {
        let (protocol, bug) = (Some(system.name.to_owned()), setting.bug.clone());
        Self { format: FORMAT, protocol, game: game.label(), players: setting.players, bug }
    }
}

impl Dealt {
    /// Deals the cards of a game under every sequence of coins and plays the profile.
    ///
    /// Errors: those of [`expected()`]; what the protocol refuses.
    pub fn new(
        system: &NamedProtocol,
        setting: &Setting,
        played: PlayedGame<'_>,
        limit: u64,
        control: &Control,
    ) -> Result<Self, NotChecked> {
        let found = expected(&*system.protocol(setting)?, played, limit, control)?;
        Ok(Self { asked: DealtGame::new(system, setting, played.0), found })
    }
}

impl Winnings {
    /// Deals the cards of a game so many times and plays the profile.
    ///
    /// Errors: those of [`sampled()`]; what the protocol refuses.
    pub fn new(
        system: &NamedProtocol,
        setting: &Setting,
        played: PlayedGame<'_>,
        sample: (u64, u64),
        control: &Control,
    ) -> Result<Self, NotChecked> {
        let found = sampled(&*system.protocol(setting)?, played, sample, control)?;
        Ok(Self { asked: DealtGame::new(system, setting, played.0), found })
    }

    /// Plays the deals that somebody has: see [`won_by_hands`].
    ///
    /// Errors: those of [`won_by_hands`].
    pub fn given(
        lines: DealLines<impl BufRead>,
        (game, profile): PlayedGame<'_>,
        control: &Control,
    ) -> Result<Self, NotChecked> {
        let found = won_by_hands(lines, (game, profile), control)?;
        let (players, game) = (game.players().len(), game.label());
        Ok(Self {
            asked: DealtGame { format: FORMAT, protocol: None, game, players, bug: None },
            found,
        })
    }
}
