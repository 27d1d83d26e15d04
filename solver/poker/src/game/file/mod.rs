//! Game files: betting trees that users bring, as JSON.

mod betting;
mod cards;
mod holdem;
mod ranges;
mod spot;
mod written;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use bluff_exact::{Piecewise, Rational, excerpt, whole_number};

use super::dealt::{deal_of_ranks, not_left};
use super::families::check_game_name;
use super::name::check_name;
use super::walk::{RawKind, RawNode};
use super::{
    CARDS, COPIES, Chips, Deck, Game, GameError, MAX_FILE_BYTES, MAX_FILE_PLAYERS, MAX_NODES,
    Player, ShowdownRule, Stakes,
};
use crate::json_text::from_json;
use bluff_exact::json::{Entries, NumberText, Object, present};

use betting::FileBetting;
use cards::{FileBoard, FileDeck, ranged, texts_of};
use holdem::dealt_holdem;
use ranges::{FileRanges, INDEPENDENT, numbered, ranges_of};

/// A game file: a deck and a betting tree with 2 to 4 players.
///
/// Shape: `nodes` in any order, each with an `id`, reached from `root` by exactly one path. A node
/// either acts (`player`, `view`, `actions`) or ends the hand (`paid`, one amount per player, and
/// `live`, who is still in). Nodes of one player with the same `view` look alike to that player.
/// `ranges` gives cards of players their weights, where they are not all dealt alike: `{ "player":
/// "I", "cards": ["1", "3"], "weight": "2/3" }`, first and last card; the cards that are left out
/// of a player's range are never dealt to that player. `"deals": "independent"` deals each of two
/// players any card, whatever the other holds. Units: chips; amounts as text, `"5/2"`.
///
/// Format 2 has a `deck` of cards with one or two of them a hand, a `board` of open cards, `ranges`
/// by the names of hands, and nodes that deal a card face up: `{ "id": "flop", "deal": { "*":
/// "second" } }`, where `*` stands for each card that is not named. Views below such a node have
/// the board before their names. The deck may be `hold'em`, with the five cards of a river on the
/// board and ranges as players write them.
///
/// In place of `root` and `nodes`, two players may have `betting`: chips paid, stacks, and per
/// street the sizes of bets and raises.
///
/// ```
/// use bluff_poker::game::GameFile;
/// let game = GameFile::read(
///     r#"{
///   "format": 1, "name": "coin", "n": "2", "players": 2, "root": "deal",
///   "nodes": [
/// { "id": "deal", "player": "I", "view": "first to act",
///   "actions": [ { "action": "give up", "to": "lost" }, { "action": "show", "to": "down" } ] },
/// { "id": "lost", "paid": ["1", "1"], "live": ["II"] },
/// { "id": "down", "paid": ["1", "1"], "live": ["I", "II"] } ] }"#,
/// )?;
/// assert_eq!(game.leaves().len(), 2);
/// # Ok::<(), bluff_poker::game::GameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameFile {
    /// The version of this format, 1 or 2.
    pub format: NumberText,
    /// A name of its own, for the label.
    pub name: String,
    /// The number of cards; left out in format 2.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub n: Option<NumberText>,
    /// The number of copies of each card; 1 if left out.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub copies: Option<NumberText>,
    /// The number of players, 2 to 4.
    pub players: NumberText,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    deals: Option<String>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    deck: Option<FileDeck>,
    #[serde(default, skip_serializing_if = "FileBoard::is_empty")]
    board: FileBoard,
    #[serde(default, skip_serializing_if = "FileRanges::is_empty")]
    ranges: FileRanges,
    /// The betting, in place of nodes.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    betting: Option<Object<FileBetting>>,
    /// The id of the node where play starts.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub root: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<Object<FileNode>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileNode {
    id: String,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    player: Option<String>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    view: Option<String>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    actions: Option<Vec<Object<FileAction>>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    paid: Option<Vec<NumberText>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    live: Option<Vec<String>>,
    /// A card is dealt: the node after each, `*` for those that are not named.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    deal: Option<Entries<String>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileAction {
    action: String,
    to: String,
}

impl GameFile {
    /// Reads and validates a game file.
    ///
    /// Errors: [`GameError`], naming the node. Cost: linear in the text, which is at most
    /// [`MAX_FILE_BYTES`].
    pub fn read(text: &str) -> Result<Game, GameError> {
        if text.len() > MAX_FILE_BYTES {
            return Err(GameError::FileTooLong { given: text.len() });
        }
        let Object(file): Object<Self> = from_json(text).map_err(GameError::malformed)?;
        let game = file.game()?;
        game.check_words()?;
        Ok(game)
    }

    /// The game of a file in a document, which spells numbers in lowest terms, and deck, board and
    /// hands in one way, as people need not. Its words are not compared yet.
    ///
    /// Errors: `NotRational`, `Malformed`, and as [`GameFile::read`].
    pub(crate) fn documented(self) -> Result<Game, GameError> {
        self.check_spelling()?;
        let game = self.clone().game()?;
        if self.deck.is_none() && self.format.text != "1" {
            return Err(GameError::malformed("format 2 without a deck, expected 1 in a document"));
        }
        if let Some((deck, board)) = FileDeck::of(&game) {
            if self.deck != Some(deck) {
                return Err(GameError::malformed("deck, expected copies of a card side by side"));
            }
            if self.board != board {
                return Err(GameError::malformed(format!(
                    "board, expected {board:?} in a document"
                )));
            }
            let (expected, given) = (texts_of(&game), self.ranges.texts());
            if let Some((player, text)) = expected.0.iter().find(|one| !given.contains(one)) {
                let text = excerpt(text);
                return Err(GameError::malformed(format!(
                    "range of player {player}, expected “{text}” in a document"
                )));
            }
            if given.len() > expected.0.len() {
                return Err(GameError::malformed(
                    "a range of all hands, expected none in a document",
                ));
            }
        }
        Ok(game)
    }

    /// Errors: `NotRational`, and `Malformed` of betting.
    fn check_spelling(&self) -> Result<(), GameError> {
        if self.betting.is_some() {
            return Err(GameError::malformed("betting, expected root and nodes in a document"));
        }
        if matches!(self.board, FileBoard::Text(_)) {
            return Err(GameError::malformed(
                "a board as one text, expected a list of cards in a document",
            ));
        }
        let paid = self.nodes.iter().filter_map(|Object(node)| node.paid.as_ref()).flatten();
        let numbers = self.n.iter().chain(&self.copies).chain(paid).chain(self.ranges.numbers());
        for NumberText { text, bare } in numbers {
            if *bare {
                return Err(GameError::malformed(format!(
                    "the number {text}, expected text in a document"
                )));
            }
            Rational::from_canonical(text)?;
        }
        let hand = self.deck.as_ref().and_then(FileDeck::hand);
        let counts = [&self.format, &self.players].into_iter().chain(hand);
        if let Some(NumberText { text, .. }) = counts.into_iter().find(|count| !count.bare) {
            let text = excerpt(text);
            return Err(GameError::malformed(format!(
                "the text “{text}”, expected a number in a document"
            )));
        }
        for weight in self.ranges.weights() {
            Rational::from_canonical(weight)?;
        }
        Ok(())
    }

    /// The game that this file describes, whatever its words say.
    fn game(self) -> Result<Game, GameError> {
        let format = whole_number("format", &self.format.text, 1..=2)
            .map_err(|_| GameError::UnknownFormat { given: excerpt(&self.format.text) })?;
        let players =
            whole_number("players", &self.players.text, 2..=MAX_FILE_PLAYERS as u64)? as usize;
        check_game_name(&self.name)?;
        if let Some(Object(betting)) = &self.betting {
            return self.bet(betting, format, players);
        }
        if self.root.is_empty() {
            return Err(GameError::malformed("missing field `root`, or `betting` in its place"));
        }
        if !(1..=MAX_NODES).contains(&self.nodes.len()) {
            return Err(GameError::node_count(self.nodes.len()));
        }
        let (n, deck, ranges) = self.dealt(format, players)?;
        let named = deck.clone();
        let kinds = if let Deck::Cards(cards) = &named { cards.kinds() } else { &[] };
        let kinds = kinds.iter().zip(0..).map(|(kind, at)| (kind.name.as_str(), at)).collect();
        let mut names = FileNames { kinds, ids: BTreeMap::new(), owners: BTreeMap::new() };
        for (index, Object(node)) in self.nodes.iter().enumerate() {
            check_name("node id", &node.id)?;
            if names.ids.insert(node.id.as_str(), index).is_some() {
                let given = format!("node “{}” is defined twice", node.id);
                return Err(GameError::expected(given, "each id once"));
            }
        }
        let root = *names.ids.get(self.root.as_str()).ok_or_else(|| {
            GameError::Tree(format!("the root is “{}”, which is not a node", excerpt(&self.root)))
        })?;
        let raw = self.nodes.iter().map(|Object(node)| node.raw(&mut names));
        let raw = raw.collect::<Result<_, _>>()?;
        Game::derive(self.name.clone().into(), Stakes::default(), (n, deck), players, raw, root)?
            .with_ranges(ranges)
    }

    /// The game of a file with betting in place of nodes.
    ///
    /// Errors: `Malformed`, `Outside`, and those of decks, ranges and betting.
    fn bet(&self, betting: &FileBetting, format: u64, players: usize) -> Result<Game, GameError> {
        if !self.root.is_empty() || !self.nodes.is_empty() {
            return Err(GameError::malformed("betting stands in place of root and nodes"));
        }
        if players != 2 {
            return Err(GameError::expected(format!("{players} players"), "2 with betting"));
        }
        let (n, deck, ranges) = self.dealt(format, players)?;
        let open_cards = match &deck {
            Deck::Cards(cards) if cards.rule() == ShowdownRule::BestFive => Some(5),
            _ => None,
        };
        let tree = betting.betting(matches!(deck, Deck::Cards(_)), open_cards)?.tree()?;
        Game::built_in_of(self.name.clone(), (n, deck), Stakes::default(), tree)?
            .with_ranges(ranges)
    }

    fn has_one_copy(&self) -> bool {
        self.copies.as_ref().is_none_or(|copies| copies.text == "1")
    }

    /// The deck and the players' ranges; of cards the number of hands.
    ///
    /// Errors: `Malformed` for keys of the other format, and those of decks and ranges.
    fn dealt(
        &self,
        format: u64,
        players: usize,
    ) -> Result<(u64, Deck, Vec<Option<Piecewise>>), GameError> {
        match (format, &self.deck, &self.ranges) {
            (_, None, FileRanges::Runs(runs))
                if self.board.is_empty() && (format == 1 || self.n.is_some()) =>
            {
                let n = self.n.as_ref().ok_or_else(|| GameError::malformed("missing field `n`"))?;
                let n = CARDS.whole(&n.text)?;
                let ranges = ranges_of(n, players, runs)?;
                let copies = self.copies.as_ref().map_or(Ok(1), |text| COPIES.whole(&text.text))?;
                let deck = numbered(self.deals.as_deref(), (n, copies), players)?;
                Ok((n, deck, ranges))
            }
            (1, ..) => Err(GameError::malformed("deck, board and ranges of hands are of format 2")),
            (_, Some(deck), ranges)
                if self.n.is_none() && self.has_one_copy() && self.deals.is_none() =>
            {
                let texts = ranges.by_player()?;
                let (deck, ranges) = if deck.is_holdem() {
                    dealt_holdem(&self.board, &texts)?
                } else {
                    ranged(deck.deck(&self.board)?, &texts)?
                };
                Ok((deck.hands().unwrap_or_default(), deck, ranges))
            }
            (_, Some(_), _) => {
                Err(GameError::malformed("a deck of cards has no n or copies, and no deals"))
            }
            _ => Err(GameError::malformed(
                "format 2 has a deck, or n and no board or ranges of hands",
            )),
        }
    }
}

/// Names of a file: the places of cards and of nodes, and the players of views.
struct FileNames<'a> {
    kinds: BTreeMap<&'a str, usize>,
    ids: BTreeMap<&'a str, usize>,
    owners: BTreeMap<&'a str, Player>,
}

impl FileNode {
    fn raw<'a>(&'a self, names: &mut FileNames<'a>) -> Result<RawNode<'a>, GameError> {
        let Self { id, player, view, actions, paid, live, deal } = self;
        let kind = match (player, view, actions, paid, live, deal) {
            (Some(player), Some(view), Some(actions), None, None, None) => {
                let player = player.parse()?;
                check_name("view", view)?;
                let owner = *names.owners.entry(view).or_insert(player);
                if owner != player {
                    return Err(GameError::Tree(format!(
                        "information set “{view}” mixes players {owner} and {player}"
                    )));
                }
                let target = |Object(FileAction { action, to }): &Object<FileAction>| {
                    check_name("action", action)?;
                    Ok((action.clone(), self.target(names, action, to)?))
                };
                let actions = actions.iter().map(target).collect::<Result<_, GameError>>()?;
                RawKind::Act { player, view: view.clone(), actions }
            }
            (None, None, None, Some(paid), Some(live), None) => {
                let chips = |amount: &NumberText| {
                    let amount: Rational = amount.text.parse()?;
                    let given = format!("amount {amount} paid at “{id}”");
                    Chips::new(amount).ok_or_else(|| GameError::expected(given, "0 or above"))
                };
                RawKind::Over {
                    paid: paid.iter().map(chips).collect::<Result<_, GameError>>()?,
                    live: live.iter().map(|player| player.parse()).collect::<Result<_, _>>()?,
                }
            }
            (None, None, None, None, None, Some(Entries(deal))) => self.raw_deal(deal, names)?,
            _ => {
                return Err(GameError::Tree(format!(
                    "node “{id}”: expected either player, view and actions, or paid and live"
                )));
            }
        };
        Ok(RawNode { id, kind })
    }

    /// A node that deals a card.
    fn raw_deal(
        &self,
        deal: &[(String, String)],
        names: &FileNames<'_>,
    ) -> Result<RawKind, GameError> {
        let (mut children, mut rest) = (Vec::new(), None);
        for (card, to) in deal {
            let to = self.target(names, &excerpt(card), to)?;
            match names.kinds.get(card.as_str()) {
                Some(kind) => children.push((*kind, to)),
                None if card == "*" => rest = Some(to),
                None if names.kinds.is_empty() => return Err(deal_of_ranks(&self.id)),
                None => return Err(not_left(&self.id, &excerpt(card))),
            }
        }
        Ok(RawKind::Deal { children, rest })
    }

    /// The place of the node to which an action, or a card, leads.
    fn target(&self, names: &FileNames<'_>, action: &str, to: &str) -> Result<usize, GameError> {
        names.ids.get(to).copied().ok_or_else(|| {
            let to = excerpt(to);
            let from = format!("action “{action}” at “{}”", self.id);
            GameError::Tree(format!("{from} leads to “{to}”, which is not a node"))
        })
    }
}
