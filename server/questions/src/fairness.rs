//! Questions about the fairness of a protocol, or of a game whose cards it deals.

use bluff_dealing::fairness::{FairnessCertificate, Statistics};
use bluff_dealing::play::{self, Dealt, Winnings};
use bluff_dealing::{DealError, NamedProtocol, RefusedSetting, Setting};
use bluff_report::fairness::FairnessAnswer;
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::game::{Game, read_label};
use rational_bluff::solve::Control;

use crate::error::Error;
use crate::text::printable;

use crate::deal::parse_setting;

/// A question as text.
#[derive(Clone, Copy, Debug, Default)]
pub struct FairnessText<'a> {
    /// The name of a protocol.
    pub protocol: &'a str,
    /// Number of players; 3 by default.
    pub players: Option<&'a str>,
    /// Number of cards in the deck.
    pub cards: Option<&'a str>,
    /// Number of cards for each player; 1 by default.
    pub hand: Option<&'a str>,
    /// The name of a planted bug.
    pub bug: Option<&'a str>,
    /// The label of a game, which has its own number of cards.
    pub game: Option<&'a str>,
}

/// A question about fairness.
pub struct FairnessQuestion {
    /// The protocol.
    pub system: &'static NamedProtocol,
    /// Players, cards and cards for each player.
    pub setting: Setting,
    /// The game whose cards are dealt, if the question is what it pays.
    pub game: Option<Game>,
    /// Number of deals tested, and their seed; without them every sequence of coins is played.
    pub sample: Option<(u64, u64)>,
}

impl FairnessQuestion {
    /// Reads a question.
    ///
    /// Errors: `Malformed`; those of the library for names, games and settings.
    pub fn read(text: FairnessText<'_>, sample: Option<(u64, u64)>) -> Result<Self, Error> {
        let refused = |refused: RefusedSetting| Error::from(DealError::from(refused));
        let system = NamedProtocol::named(text.protocol).map_err(refused)?;
        let bug = text.bug.map(|bug| system.bug(bug)).transpose().map_err(refused)?;
        let Some(label) = text.game else {
            let cards = text.cards.ok_or_else(|| {
                Error::Malformed("no cards, expected a number or a game".to_owned())
            })?;
            let counts = [text.players.unwrap_or("3"), cards, text.hand.unwrap_or("1")];
            let (system, setting) = parse_setting(text.protocol, counts, text.bug)?;
            return Ok(Self { system, setting, game: None, sample });
        };
        for (name, value) in [("cards", text.cards), ("hand", text.hand)] {
            if let Some(value) = value {
                return Err(Error::Malformed(format!(
                    "{name} = {} beside a game, expected none: each player is dealt one card of \
                     the game",
                    printable(value)
                )));
            }
        }
        let players = text.players.map(Setting::parse_players).transpose().map_err(refused)?;
        let game = read_label(label)?;
        let setting = play::setting(system, &game, players, bug).map_err(refused)?;
        Ok(Self { system, setting, game: Some(game), sample })
    }

    /// Answers it, with at most so many sequences of coins; `solve` finds the equilibrium that is
    /// played, certified.
    ///
    /// Errors: those of the library.
    pub fn answer(
        &self,
        branches: u64,
        solve: impl FnOnce(&Game) -> Result<Certified<Solution>, Error>,
        control: &Control,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<FairnessAnswer, Error> {
        let Self { system, setting, .. } = self;
        let Some(game) = &self.game else {
            return Ok(match self.sample {
                None => FairnessAnswer::Proved(FairnessCertificate::new(
                    system, setting, branches, control,
                )?),
                Some(sample) => FairnessAnswer::Tested(Statistics::new(
                    system, setting, sample, control, progress,
                )?),
            });
        };
        let solution = solve(game)?;
        let played = (&solution.game, &solution.profile);
        Ok(match self.sample {
            None => FairnessAnswer::Dealt(Dealt::new(system, setting, played, branches, control)?),
            Some(sample) => FairnessAnswer::Won(Winnings::new(
                system, setting, played, sample, control, progress,
            )?),
        })
    }

    /// A text of everything that the answer depends on.
    pub fn key(&self) -> String {
        let game = self.game.as_ref().map(Game::label).unwrap_or_default();
        format!("{} {:?} {game} {:?}", self.system.name, self.setting, self.sample)
    }
}
