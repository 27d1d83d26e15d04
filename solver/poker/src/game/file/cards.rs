//! Decks of cards in game files of format 2, and ranges by the names of hands.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use bluff_exact::json::{Entries, NumberText};
use bluff_exact::{Piecewise, Rational, excerpt, whole_number};

use super::super::deck::not_in_deck;
use super::super::{
    CardKind, Cards, DealtHand, Deck, Game, GameError, MAX_HAND_CARDS, Player, ShowdownRule,
};

/// Name of the deck of hold'em.
const HOLDEM: &str = "hold'em";
/// Longest text of a range, in bytes.
const MAX_RANGE_BYTES: usize = 1 << 20;

/// Deck of a game file of format 2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum FileDeck {
    /// A deck that has a name.
    Named(String),
    /// Any other.
    Cards(FileCards),
}

/// Cards, the lowest first, each as often as it is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileCards {
    cards: Vec<String>,
    /// Number of cards of a hand.
    hand: NumberText,
    order: String,
}

/// Open cards: a list, or one text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "board: expected one text such as \"Ks9d6h3c2s\", or a list of cards"
)]
pub(super) enum FileBoard {
    List(Vec<String>),
    Text(String),
}

impl Default for FileBoard {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

impl FileBoard {
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::List(cards) if cards.is_empty())
    }

    /// The names of the cards; a text has blanks or commas between them.
    pub(super) fn names(&self) -> Vec<&str> {
        let separates = |letter: char| letter == ',' || letter.is_whitespace();
        match self {
            Self::List(cards) => cards.iter().map(String::as_str).collect(),
            Self::Text(text) => text.split(separates).filter(|name| !name.is_empty()).collect(),
        }
    }
}

impl FileDeck {
    /// The deck with these open cards, and with those hands only that some player may hold.
    ///
    /// Errors: `Outside`, and those of [`Cards::new`].
    pub(super) fn deck(&self, board: &FileBoard) -> Result<Cards, GameError> {
        let file = match self {
            Self::Cards(cards) => cards.clone(),
            Self::Named(name) if name == "leduc" => FileCards {
                cards: ["J", "J", "Q", "Q", "K", "K"].map(str::to_owned).to_vec(),
                hand: 1.into(),
                order: ShowdownRule::PairThenRank.name().to_owned(),
            },
            Self::Named(name) => {
                let allowed = "leduc, hold'em, or an object with cards, hand and order";
                return Err(GameError::expected(format!("deck “{}”", excerpt(name)), allowed));
            }
        };
        let mut kinds: Vec<CardKind> = Vec::new();
        let mut places = BTreeMap::new();
        for card in &file.cards {
            let place = *places.entry(card.as_str()).or_insert(kinds.len());
            match kinds.get_mut(place) {
                Some(kind) => kind.copies += 1,
                None => kinds.push(CardKind { name: card.clone(), copies: 1 }),
            }
        }
        let rule = ShowdownRule::ALL.into_iter().find(|rule| rule.name() == file.order);
        let rule = rule.ok_or_else(|| {
            let given = format!("order “{}”", excerpt(&file.order));
            GameError::expected(given, "“rank” or “pair, then rank”")
        })?;
        let open =
            |card: &str| places.get(card).copied().ok_or_else(|| not_in_deck(&excerpt(card)));
        let open = board.names().into_iter().map(open).collect::<Result<Vec<_>, _>>()?;
        let most = MAX_HAND_CARDS as u64;
        Cards::new(kinds, whole_number("hand", &file.hand.text, 1..=most)? as usize, rule, &open)
    }

    /// The number of cards of a hand, as the file spells it.
    pub(super) fn hand(&self) -> Option<&NumberText> {
        if let Self::Cards(cards) = self { Some(&cards.hand) } else { None }
    }

    pub(super) fn is_holdem(&self) -> bool {
        matches!(self, Self::Named(name) if name == HOLDEM)
    }

    /// The deck of a game; `None` of ranks and of a table.
    pub(super) fn of(game: &Game) -> Option<(Self, FileBoard)> {
        let Deck::Cards(cards) = game.deck() else { return None };
        let open = cards.open().iter().map(|kind| cards.kinds()[*kind].name.clone());
        let open = FileBoard::List(open.collect());
        if cards.rule() == ShowdownRule::BestFive {
            return Some((Self::Named(HOLDEM.to_owned()), open));
        }
        let each = |kind: &CardKind| vec![kind.name.clone(); kind.copies as usize];
        let file = FileCards {
            cards: cards.kinds().iter().flat_map(each).collect(),
            hand: cards.size().into(),
            order: cards.rule().name().to_owned(),
        };
        Some((Self::Cards(file), open))
    }
}

/// A deck without the hands that no player may hold, and the ranges of its hands.
///
/// Errors: `Outside`, `NotRational`, `NoDeal`.
pub(super) fn ranged(
    cards: Cards,
    ranges: &Entries<String>,
) -> Result<(Deck, Vec<Option<Piecewise>>), GameError> {
    let mut weights: [Option<BTreeMap<DealtHand, Rational>>; 2] = [None, None];
    for (player, text) in of_players(ranges)? {
        weights[player.index()] = Some(weights_of(&cards, player, text)?);
    }
    let holds = |hand: DealtHand| {
        weights.iter().any(|weights| {
            let weight = weights.as_ref().map(|weights| weights.get(&hand));
            weight.is_none_or(|weight| weight.is_some_and(|weight| !weight.is_zero()))
        })
    };
    let cards = cards.with_hands(holds)?;
    let range = |weights: Option<BTreeMap<DealtHand, Rational>>| {
        let weight = |weights: &BTreeMap<DealtHand, Rational>, hand| {
            weights.get(hand).cloned().unwrap_or_default()
        };
        weights.map(|weights| {
            Piecewise::steps((1..).zip(cards.hands().iter().map(|hand| weight(&weights, hand))))
        })
    };
    let ranges = weights.map(range).to_vec();
    Ok((Deck::Cards(Arc::new(cards)), ranges))
}

/// The ranges with their players, who are two.
pub(super) fn of_players(ranges: &Entries<String>) -> Result<Vec<(Player, &str)>, GameError> {
    let ranges = ranges.0.iter().map(|(player, text)| {
        let player: Player = player.parse()?;
        let taken = (player.index() < 2).then_some((player, text.as_str()));
        taken.ok_or_else(|| GameError::range_of_nobody(player, 2))
    });
    ranges.collect()
}

/// The weights of the hands in a text such as `K, Q:1/2`; `all` is every hand.
fn weights_of(
    cards: &Cards,
    player: Player,
    text: &str,
) -> Result<BTreeMap<DealtHand, Rational>, GameError> {
    let unknown = |name: &str, example: &str| {
        let given = format!("“{}” in the range of player {player}", excerpt(name));
        GameError::expected(given, format!("hands that can be dealt: {example}"))
    };
    if text.len() > MAX_RANGE_BYTES {
        return Err(unknown(text, ""));
    }
    let named = cards.by_name();
    let mut weights = BTreeMap::new();
    for part in text.split(',').map(str::trim) {
        let (name, weight) = part.split_once(':').unwrap_or((part, "1"));
        let weight: Rational = weight.trim().parse()?;
        if name == "all" {
            weights.extend(cards.hands().iter().map(|hand| (*hand, weight.clone())));
            continue;
        }
        let hand = named.get(name.trim()).ok_or_else(|| {
            let example = cards.hands().iter().take(8).map(|hand| cards.name(*hand));
            unknown(name, &example.collect::<Vec<_>>().join(", "))
        })?;
        if weights.insert(*hand, weight).is_some() {
            let hand = excerpt(name);
            let given = format!("hand “{hand}” stands twice in the range of player {player}");
            return Err(GameError::expected(given, "once"));
        }
    }
    Ok(weights)
}

/// The ranges of a game as files of format 2 spell them.
pub(super) fn texts_of(game: &Game) -> Entries<String> {
    let whole = matches!(game.deck(), Deck::Cards(cards) if cards.is_whole());
    let text = |player: &Player| {
        if whole && game.range(*player).is_none() {
            return None;
        }
        if let Some(range) = game.hand_range(*player) {
            return Some((player.to_string(), range.to_string()));
        }
        let weight = |hand| (game.hand_name(hand), game.weight(*player, hand));
        let hands = (1..=game.n()).map(weight);
        let held = hands.filter(|(_, weight)| !weight.is_zero());
        let spelled = held.map(|(name, weight)| match weight.is_one() {
            true => name,
            false => format!("{name}:{weight}"),
        });
        Some((player.to_string(), spelled.collect::<Vec<_>>().join(", ")))
    };
    Entries(game.players().iter().filter_map(text).collect())
}

impl<'de> Deserialize<'de> for FileDeck {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct DeckVisitor;
        impl<'de> Visitor<'de> for DeckVisitor {
            type Value = FileDeck;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("the name of a deck, or an object with cards, hand and order")
            }
            fn visit_str<E>(self, name: &str) -> Result<FileDeck, E> {
                Ok(FileDeck::Named(name.to_owned()))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<FileDeck, A::Error> {
                FileCards::deserialize(MapAccessDeserializer::new(map)).map(FileDeck::Cards)
            }
        }
        deserializer.deserialize_any(DeckVisitor)
    }
}
