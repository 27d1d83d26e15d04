//! Game files: betting trees that users bring, as JSON.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use bluff_exact::{Piecewise, Rational, excerpt};

use super::name::check_name;
use super::walk::{RawKind, RawNode};
use super::{Chips, Deck, Family, Game, GameError, Node, Player, Stakes, parse_copies, parse_deck};
use bluff_exact::json::{Object, present};

/// The largest game file read, in bytes.
pub const MAX_FILE_BYTES: usize = 4 << 20;
/// The most players of a game file.
pub const MAX_FILE_PLAYERS: usize = 4;
/// The most nodes of a game file.
pub const MAX_NODES: usize = 10_000;

/// A game file: a deck and a betting tree with 2 to 4 players.
///
/// Shape: `nodes` in any order, each with an `id`, reached from `root` by exactly one path. A node
/// either acts (`player`, `view`, `actions`) or ends the hand (`paid`, one amount per player, and
/// `live`, who is still in). Nodes of one player with the same `view` look alike to that player.
/// `ranges` gives cards of players their weights, where they are not all dealt alike: `{ "player":
/// "I", "cards": ["1", "3"], "weight": "2/3" }`, first and last card; the cards that are left out
/// of a player's range are never dealt to that player. Units: antes; amounts as text, `"5/2"`.
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
    /// The version of this format, 1.
    pub format: u32,
    /// A name of its own, for the label.
    pub name: String,
    /// The number of cards, as text.
    pub n: String,
    /// The number of copies of each card, as text; 1 if left out.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub copies: String,
    /// The number of players, 2 to 4.
    pub players: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ranges: Vec<Object<FileWeight>>,
    /// The id of the node where play starts.
    pub root: String,
    nodes: Vec<Object<FileNode>>,
}

/// A weight of cards in a player's range.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileWeight {
    player: String,
    cards: [String; 2],
    weight: String,
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
    paid: Option<Vec<String>>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    live: Option<Vec<String>>,
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
        let Object(file): Object<Self> = serde_json::from_str(text)
            .map_err(|error| GameError::Malformed { reason: error.to_string() })?;
        file.game()
    }

    /// Refuses a file that spells a number otherwise than in lowest terms, which people may and
    /// solution documents may not.
    ///
    /// Errors: `NotRational`.
    pub(crate) fn check_spelling(&self) -> Result<(), GameError> {
        let weights =
            self.ranges.iter().flat_map(|Object(range)| range.cards.iter().chain([&range.weight]));
        let paid = self.nodes.iter().filter_map(|Object(node)| node.paid.as_ref()).flatten();
        for number in [&self.n, &self.copies].into_iter().chain(weights).chain(paid) {
            Rational::from_canonical(number)?;
        }
        Ok(())
    }

    /// The game that this file describes. Errors: as [`GameFile::read`].
    pub fn game(self) -> Result<Game, GameError> {
        if self.format != 1 {
            return Err(GameError::UnknownFormat { given: self.format });
        }
        if !(2..=MAX_FILE_PLAYERS).contains(&self.players) {
            return Err(GameError::FilePlayerCount { given: self.players });
        }
        let name_fits = (1..=40).contains(&self.name.len())
            && self.name.starts_with(|first: char| first.is_ascii_lowercase())
            && self
                .name
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        if !name_fits || Family::named(&self.name).is_some() {
            return Err(GameError::BadName { given: excerpt(&self.name) });
        }
        if !(1..=MAX_NODES).contains(&self.nodes.len()) {
            return Err(GameError::NodeCount { given: self.nodes.len() });
        }
        let n = parse_deck(&self.n)?;
        let mut ids = BTreeMap::new();
        for (index, Object(node)) in self.nodes.iter().enumerate() {
            check_name("node id", &node.id)?;
            if ids.insert(node.id.as_str(), index).is_some() {
                return Err(GameError::NodeTwice { node: node.id.clone() });
            }
        }
        let root = *ids
            .get(self.root.as_str())
            .ok_or_else(|| GameError::NoSuchRoot { given: excerpt(&self.root) })?;
        let mut owners = BTreeMap::new();
        let raw = self
            .nodes
            .iter()
            .map(|Object(node)| node.raw(&ids, &mut owners))
            .collect::<Result<_, _>>()?;
        let deck = (n, Deck::Ranks { copies: parse_copies(&self.copies)? });
        let ranges = ranges_of(n, self.players, &self.ranges)?;
        Game::derive(self.name.clone().into(), Stakes::default(), deck, self.players, raw, root)?
            .with_ranges(ranges)
    }

    /// The file of any game, with node ids of its own: reading it gives the same tree.
    pub fn of(game: &Game) -> Self {
        let node = |(number, node): (usize, &Node)| {
            Object(match node {
                Node::Deal { .. } => FileNode::default(),
                Node::Over(leaf) => {
                    let leaf = &game.leaves()[*leaf];
                    FileNode {
                        id: number.to_string(),
                        player: None,
                        view: None,
                        actions: None,
                        paid: Some(
                            leaf.paid.iter().map(|paid| paid.amount().to_string()).collect(),
                        ),
                        live: Some(leaf.live.iter().map(Player::to_string).collect()),
                    }
                }
                Node::Act { view, children } => {
                    let view = &game.views()[*view];
                    // Two players of one game may see the same words; a file keeps their
                    // information sets apart by name.
                    let shared = game
                        .views()
                        .iter()
                        .any(|other| other.name == view.name && other.player != view.player);
                    let name = if shared {
                        format!("{}, {}", view.player, view.name)
                    } else {
                        view.name.clone()
                    };
                    let action = |(action, to): (&String, &usize)| {
                        Object(FileAction { action: action.clone(), to: to.to_string() })
                    };
                    FileNode {
                        id: number.to_string(),
                        player: Some(view.player.to_string()),
                        view: Some(name),
                        actions: Some(view.actions.iter().zip(children).map(action).collect()),
                        paid: None,
                        live: None,
                    }
                }
            })
        };
        Self {
            format: 1,
            name: if game.family().is_some() {
                format!("my-{}", game.name())
            } else {
                game.name().to_owned()
            },
            n: game.n().to_string(),
            copies: game.copies().to_string(),
            players: game.players().len(),
            ranges: weights_of(game),
            root: "0".to_owned(),
            nodes: game.nodes().iter().enumerate().map(node).collect(),
        }
    }
}

impl FileNode {
    fn raw<'a>(
        &'a self,
        ids: &BTreeMap<&str, usize>,
        owners: &mut BTreeMap<&'a str, Player>,
    ) -> Result<RawNode<'a>, GameError> {
        let node = || self.id.clone();
        let kind = match (&self.player, &self.view, &self.actions, &self.paid, &self.live) {
            (Some(player), Some(view), Some(actions), None, None) => {
                let player = player.parse()?;
                check_name("view", view)?;
                let owner = *owners.entry(view).or_insert(player);
                if owner != player {
                    return Err(GameError::MixedPlayers {
                        view: view.clone(),
                        one: owner,
                        other: player,
                    });
                }
                let target = |Object(FileAction { action, to }): &Object<FileAction>| {
                    check_name("action", action)?;
                    let found = ids.get(to.as_str()).copied();
                    let missing = || GameError::NoSuchNode {
                        node: node(),
                        action: action.clone(),
                        to: excerpt(to),
                    };
                    Ok((action.clone(), found.ok_or_else(missing)?))
                };
                RawKind::Act {
                    player,
                    view: view.clone(),
                    actions: actions.iter().map(target).collect::<Result<_, GameError>>()?,
                }
            }
            (None, None, None, Some(paid), Some(live)) => {
                let chips = |amount: &String| {
                    let amount: Rational = amount.parse()?;
                    let negative =
                        || GameError::PaidNegative { node: node(), given: amount.clone() };
                    Chips::new(amount.clone()).ok_or_else(negative)
                };
                RawKind::Over {
                    paid: paid.iter().map(chips).collect::<Result<_, GameError>>()?,
                    live: live.iter().map(|player| player.parse()).collect::<Result<_, _>>()?,
                }
            }
            _ => return Err(GameError::NeitherActNorEnd { node: node() }),
        };
        Ok(RawNode { id: &self.id, kind })
    }
}

/// The range of each player of a file, where one is given: cards left out weigh nothing.
fn ranges_of(
    n: u64,
    players: usize,
    weights: &[Object<FileWeight>],
) -> Result<Vec<Option<Piecewise>>, GameError> {
    let mut steps: Vec<Vec<(u64, Rational)>> = vec![Vec::new(); players];
    for Object(FileWeight { player, cards: [first, last], weight }) in weights {
        let player: Player = player.parse()?;
        let steps =
            steps.get_mut(player.index()).ok_or(GameError::RangeOfNobody { player, players })?;
        let before = steps.last().map_or(0, |(last, _)| *last);
        let card = |text: &str| {
            text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
        };
        let (from, to) = card(first)
            .zip(card(last))
            .filter(|(from, to)| before < *from && from <= to && *to <= n)
            .ok_or_else(|| GameError::BadRange {
                player,
                first: excerpt(first),
                last: excerpt(last),
                n,
            })?;
        if before + 1 < from {
            steps.push((from - 1, Rational::ZERO));
        }
        steps.push((to, weight.parse()?));
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
fn weights_of(game: &Game) -> Vec<Object<FileWeight>> {
    let mut weights = Vec::new();
    for player in game.players() {
        let runs = game.range(*player).and_then(Piecewise::runs).unwrap_or_default();
        for (first, last, weight) in runs.into_iter().filter(|(_, _, weight)| !weight.is_zero()) {
            let cards = [first, last].map(|card| card.to_string());
            weights.push(Object(FileWeight {
                player: player.to_string(),
                cards,
                weight: weight.to_string(),
            }));
        }
    }
    weights
}

fn one() -> String {
    "1".to_owned()
}

fn is_one(copies: &String) -> bool {
    copies == "1"
}
