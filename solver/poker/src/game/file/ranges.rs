//! Ranges of game files: runs of cards in format 1, hands by name in format 2.

use std::fmt;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use bluff_exact::json::{Entries, NumberText, Object};
use bluff_exact::{Piecewise, Rational, excerpt, whole_number, whole_within};

use super::super::{Deck, Game, GameError, MAX_INDEPENDENT, Player};

/// The word for deals in which players may hold the same card.
pub(super) const INDEPENDENT: &str = "independent";

/// A deck of numbered cards, each with as many copies.
///
/// Errors: `Outside` of other words, players or copies, `NotWhole` of too many cards.
pub(super) fn numbered(
    deals: Option<&str>,
    (n, copies): (u64, u64),
    players: usize,
) -> Result<Deck, GameError> {
    match deals {
        None => Ok(Deck::Ranks { copies }),
        Some(INDEPENDENT) if (players, copies) == (2, 1) => {
            Ok(Deck::Independent(whole_within("n", n, 2..=MAX_INDEPENDENT)?))
        }
        Some(INDEPENDENT) => {
            let given = format!("independent deals of {players} players, {copies} of each card");
            Err(GameError::expected(given, "2 players, and 1 of each card"))
        }
        Some(other) => {
            let given = format!("deals “{}”", excerpt(other));
            Err(GameError::expected(given, format!("“{INDEPENDENT}”")))
        }
    }
}

/// Ranges as a file spells them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum FileRanges {
    /// Weights of runs of cards.
    Runs(Vec<Object<FileWeight>>),
    /// By player, a text with hands.
    Hands(Entries<String>),
}

/// A weight of cards in a player's range.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileWeight {
    player: String,
    cards: [NumberText; 2],
    weight: NumberText,
}

impl Default for FileRanges {
    fn default() -> Self {
        Self::Runs(Vec::new())
    }
}

impl FileRanges {
    /// The ranges of hands by player.
    ///
    /// Errors: `Malformed` of ranges of cards.
    pub(super) fn by_player(&self) -> Result<Entries<String>, GameError> {
        match self {
            Self::Hands(texts) => Ok(texts.clone()),
            Self::Runs(runs) if runs.is_empty() => Ok(Entries::default()),
            Self::Runs(_) => Err(GameError::malformed("ranges of cards by number are of format 1")),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::Runs(runs) => runs.is_empty(),
            Self::Hands(Entries(texts)) => texts.is_empty(),
        }
    }

    /// The ranges of hands, by player.
    pub(super) fn texts(&self) -> &[(String, String)] {
        if let Self::Hands(Entries(texts)) = self { texts } else { &[] }
    }

    /// The cards and weights of runs.
    pub(super) fn numbers(&self) -> impl Iterator<Item = &NumberText> {
        let runs = if let Self::Runs(runs) = self { &runs[..] } else { &[] };
        runs.iter().flat_map(|Object(range)| range.cards.iter().chain([&range.weight]))
    }

    /// The weights of hands, as they are spelled.
    pub(super) fn weights(&self) -> impl Iterator<Item = &str> {
        let texts = if let Self::Hands(Entries(texts)) = self { &texts[..] } else { &[] };
        let hands = texts.iter().flat_map(|(_, text)| text.split(','));
        hands.filter_map(|hand| Some(hand.split_once(':')?.1.trim()))
    }
}

/// The range of each player of a file, where one is given: cards left out weigh nothing.
pub(super) fn ranges_of(
    n: u64,
    players: usize,
    weights: &[Object<FileWeight>],
) -> Result<Vec<Option<Piecewise>>, GameError> {
    let mut steps: Vec<Vec<(u64, Rational)>> = vec![Vec::new(); players];
    for Object(FileWeight { player, cards: [first, last], weight }) in weights {
        let player: Player = player.parse()?;
        let nobody = || GameError::range_of_nobody(player, players);
        let steps = steps.get_mut(player.index()).ok_or_else(nobody)?;
        let before = steps.last().map_or(0, |(last, _)| *last);
        let card = |card: &NumberText| whole_number("card", &card.text, 1..=n).ok();
        let cards = card(first).zip(card(last));
        let cards = cards.filter(|(from, to)| before < *from && from <= to && *to <= n);
        let (from, to) = cards.ok_or_else(|| {
            let [first, last] = [first, last].map(|card| excerpt(&card.text));
            let given = format!("the range of player {player} has cards {first} to {last}");
            let allowed = format!("runs within 1 to {n}, in order, each card once");
            GameError::expected(given, allowed)
        })?;
        if before + 1 < from {
            steps.push((from - 1, Rational::ZERO));
        }
        steps.push((to, weight.text.parse()?));
    }
    let range = |mut steps: Vec<(u64, Rational)>| {
        let (last, _) = steps.last()?;
        if *last < n {
            steps.push((n, Rational::ZERO));
        }
        Some(Piecewise::steps(steps))
    };
    Ok(steps.into_iter().map(range).collect())
}

/// The ranges of a game as files spell them.
pub(super) fn weights_of(game: &Game) -> Vec<Object<FileWeight>> {
    let mut weights = Vec::new();
    for player in game.players() {
        let runs = game.range(*player).and_then(Piecewise::runs).unwrap_or_default();
        for (first, last, weight) in runs.into_iter().filter(|(_, _, weight)| !weight.is_zero()) {
            let cards = [first, last].map(|card| card.to_string().into());
            let (player, weight) = (player.to_string(), weight.to_string().into());
            weights.push(Object(FileWeight { player, cards, weight }));
        }
    }
    weights
}

impl<'de> Deserialize<'de> for FileRanges {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RangesVisitor;
        impl<'de> Visitor<'de> for RangesVisitor {
            type Value = FileRanges;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a sequence")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<FileRanges, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(seq)).map(FileRanges::Runs)
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<FileRanges, A::Error> {
                Entries::deserialize(MapAccessDeserializer::new(map)).map(FileRanges::Hands)
            }
        }
        deserializer.deserialize_any(RangesVisitor)
    }
}
