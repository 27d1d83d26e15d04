use crate::setting::parse_party;
use crate::{Allowed, MAX_DECK, Party, RefusedSetting};
use bluff_exact::{excerpt, whole_number};

/// An action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardAction {
    /// He gets a card.
    Draw(Party),
    /// He lays one of his cards aside, closed.
    Discard(Party, Pick),
    /// He shows one of his cards to all.
    Open(Party, Pick),
}

/// One of the player's cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The one at this place of the hand, in order of drawing, from 0.
    Place(usize),
    /// Any of them, each equally likely.
    Any,
}

impl CardAction {
    /// Whose turn it is, and which of his cards leaves his hand; none if he draws one.
    pub(super) fn leaving(self) -> (Party, Option<Pick>) {
        match self {
            Self::Draw(party) => (party, None),
            Self::Discard(party, pick) | Self::Open(party, pick) => (party, Some(pick)),
        }
    }

    /// A turn from text: `draw:1`; `open:1:2` for the second card in the hand of player 1, `open:1`
    /// for any; `discard` alike.
    pub(super) fn parse(text: &str) -> Allowed<Self> {
        let unknown = || {
            let expected = "draw:PLAYER, open:PLAYER:CARD or discard:PLAYER:CARD";
            RefusedSetting::unexpected(format!("turn “{}”", excerpt(text)), expected)
        };
        let (word, player) = text.split_once(':').ok_or_else(unknown)?;
        let (player, card) = player.split_once(':').map_or((player, None), |(p, c)| (p, Some(c)));
        let number = |card| whole_number("card", card, 1..=MAX_DECK as u64);
        let card = card.map(number).transpose()?;
        let pick = card.map_or(Pick::Any, |card| Pick::Place(card as usize - 1));
        let player = parse_party(player)?;
        match word {
            "draw" if card.is_none() => Ok(Self::Draw(player)),
            "open" => Ok(Self::Open(player, pick)),
            "discard" => Ok(Self::Discard(player, pick)),
            _ => Err(unknown()),
        }
    }
}

impl Pick {
    pub(super) fn first(self) -> usize {
        if let Self::Place(place) = self { place } else { 0 }
    }
}
