//! From a betting tree to what it comes to, in one walk that refuses what is not a poker tree.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use bluff_exact::counted;

use super::derived::{Derived, enough_cards};
use super::tree::Tree;
use super::{
    CARDS, Chips, Deck, Game, GameError, Leaf, MAX_CARDS, MAX_CHIP_BITS, MAX_NODES, MAX_PLAYERS,
    Node, Player, Stakes, View,
};

/// Name in errors of the nodes of our own games, where only an amount at an end of the hand can
/// be wrong.
const BUILT_IN: &str = "an end of the hand";

/// A node before anything is derived: where its actions lead, by index.
pub(super) struct RawNode<'a> {
    pub(super) id: &'a str,
    pub(super) kind: RawKind,
}

#[derive(Clone)]
pub(super) enum RawKind {
    Act {
        player: Player,
        view: String,
        actions: Vec<(String, usize)>,
    },
    /// Places of cards that may come, with the node after each, and the node after all others.
    Deal {
        children: Vec<(usize, usize)>,
        rest: Option<usize>,
    },
    Over {
        paid: Vec<Chips>,
        live: Vec<Player>,
    },
}

impl Game {
    /// A game of this room from its tree; `Errors`: as [`Game::derive`].
    pub(super) fn built_in(
        name: &'static str,
        n: u64,
        stakes: Stakes,
        tree: Tree,
    ) -> Result<Self, GameError> {
        Self::built_in_of(name, (n, Deck::Ranks { copies: 1 }), stakes, tree)
    }

    /// A game of this room with another deck; `Errors`: as [`Game::derive`].
    pub(super) fn built_in_of(
        name: impl Into<Cow<'static, str>>,
        deck: (u64, Deck),
        stakes: Stakes,
        tree: Tree,
    ) -> Result<Self, GameError> {
        let mut raw = Vec::new();
        flatten(tree, &mut raw);
        let players = raw.iter().find_map(|node| match &node.kind {
            RawKind::Over { paid, .. } => Some(paid.len()),
            RawKind::Act { .. } | RawKind::Deal { .. } => None,
        });
        Self::derive(name.into(), stakes, deck, players.unwrap_or_default(), raw, 0)
    }

    /// Walks the tree once from `root`, numbering nodes, views and sequences, and refuses what is
    /// not a poker tree.
    pub(super) fn derive(
        name: Cow<'static, str>,
        stakes: Stakes,
        (n, deck): (u64, Deck),
        players: usize,
        mut raw: Vec<RawNode<'_>>,
        root: usize,
    ) -> Result<Self, GameError> {
        if !(2..=MAX_PLAYERS).contains(&players) {
            return Err(GameError::player_count(players));
        }
        if n > MAX_CARDS {
            CARDS.whole_within(n)?;
        }
        match deck.hands() {
            Some(_) if players != 2 => return Err(GameError::hand_players(players)),
            Some(n) if n < 2 => {
                let given = format!("{} that can be dealt", counted(n, "hand", "hands"));
                return Err(GameError::expected(given, "at least 2"));
            }
            Some(_) => {}
            None => enough_cards(n, deck.copies(), players)?,
        }
        let mut derived = Derived {
            players,
            nodes: Vec::with_capacity(raw.len()),
            views: Vec::new(),
            leaves: Vec::new(),
            boards: vec![deck.first_board()],
            board_at: Vec::with_capacity(raw.len()),
            sequences: vec![1; players],
        };
        derived.walk(&deck, &mut raw, root)?;
        let (n, derived) = (deck.hands().unwrap_or(n), Arc::new(derived));
        Ok(Self { name, stakes, n, deck, ranges: None, locks: Arc::default(), derived })
    }
}

/// A visit of a node: from a parent's action, with the own sequences and the board so far.
struct NodeVisit {
    raw: usize,
    parent: Option<(usize, usize)>,
    sequences: Vec<usize>,
    board: usize,
}

/// A step of the walk. A node is left, with its board, when all below it was visited.
enum WalkStep {
    Enter(NodeVisit),
    Leave(usize, usize),
}

#[derive(Clone, Copy, PartialEq)]
enum VisitState {
    New,
    OnPath,
    Done(usize),
}

impl Derived {
    /// Walks the tree; `Errors`: as [`Game::derive`].
    fn walk(&mut self, deck: &Deck, raw: &mut [RawNode<'_>], root: usize) -> Result<(), GameError> {
        let mut marks = vec![VisitState::New; raw.len()];
        let mut known: BTreeMap<(Player, String), usize> = BTreeMap::new();
        let sequences = vec![0; self.players];
        let first = NodeVisit { raw: root, parent: None, sequences, board: 0 };
        let mut steps = vec![WalkStep::Enter(first)];
        while let Some(step) = steps.pop() {
            let NodeVisit { raw: index, parent, sequences, board } = match step {
                WalkStep::Enter(visit) => visit,
                WalkStep::Leave(index, board) => {
                    marks[index] = VisitState::Done(board);
                    continue;
                }
            };
            let RawNode { id, ref mut kind } = raw[index];
            match marks[index] {
                VisitState::OnPath => {
                    let fault = format!("the tree has a cycle through node “{id}”");
                    return Err(GameError::Tree(fault));
                }
                VisitState::Done(before) if before == board => {
                    return Err(GameError::expected(
                        format!("node “{id}” is reached by two actions"),
                        "one: a betting tree has one path to each node",
                    ));
                }
                // With each board the node is another one.
                VisitState::New | VisitState::Done(_) => marks[index] = VisitState::OnPath,
            }
            let number = self.nodes.len();
            if let Some((above, action)) = parent {
                match &mut self.nodes[above] {
                    Node::Act { children, .. } => children[action] = number,
                    Node::Deal { children } => children[action].1 = number,
                    Node::Over(_) => {}
                }
            }
            self.board_at.push(board);
            steps.push(WalkStep::Leave(index, board));
            // Without a board nobody comes here again.
            let kind = match deck {
                Deck::Cards(_) if number >= MAX_NODES => {
                    return Err(GameError::too_many_nodes());
                }
                Deck::Cards(_) => kind.clone(),
                _ => std::mem::replace(kind, placeholder()),
            };
            match kind {
                RawKind::Over { paid, live } => {
                    let leaf = self.leaf(id, (sequences, board), paid, live)?;
                    self.nodes.push(Node::Over(self.leaves.len()));
                    self.leaves.push(leaf);
                }
                RawKind::Deal { mut children, rest } => {
                    let named = |kind: &usize| children.iter().any(|(known, _)| known == kind);
                    let others = rest.map_or_else(Vec::new, |to| {
                        let open = self.boards[board].next_cards();
                        open.filter(|kind| !named(kind)).map(|kind| (kind, to)).collect()
                    });
                    children.extend(others);
                    for (at, (kind, to)) in children.iter().enumerate().rev() {
                        let board = self.dealt(deck, id, board, *kind)?;
                        let (parent, sequences) = (Some((number, at)), sequences.clone());
                        let visit = NodeVisit { raw: *to, parent, sequences, board };
                        steps.push(WalkStep::Enter(visit));
                    }
                    self.complete(deck, id, board, &children)?;
                    self.nodes.push(Node::Deal { children });
                }
                RawKind::Act { player, view, actions } => {
                    let view = match self.boards[board].name.as_str() {
                        "" => view,
                        open => format!("{open}: {view}"),
                    };
                    let (actions, children): (Vec<String>, Vec<usize>) =
                        actions.into_iter().unzip();
                    let place = (player, view);
                    let found = match known.get(&place).copied() {
                        Some(found) => self.same_view(found, &actions, &sequences)?,
                        None => self.new_view(id, &place, actions, &sequences)?,
                    };
                    known.insert(place, found);
                    let first = self.views[found].first_sequence;
                    for (action, to) in children.iter().enumerate().rev() {
                        let mut sequences = sequences.clone();
                        sequences[player.index()] = first + action;
                        let parent = Some((number, action));
                        let visit = NodeVisit { raw: *to, parent, sequences, board };
                        steps.push(WalkStep::Enter(visit));
                    }
                    // Each is numbered when it is entered.
                    self.nodes.push(Node::Act { view: found, children });
                }
            }
        }
        match marks.iter().position(|mark| *mark == VisitState::New) {
            Some(missed) => {
                let id = raw[missed].id;
                Err(GameError::Tree(format!("node “{id}” cannot be reached from the root")))
            }
            None => Ok(()),
        }
    }

    fn new_view(
        &mut self,
        node: &str,
        (player, name): &(Player, String),
        actions: Vec<String>,
        sequences: &[usize],
    ) -> Result<usize, GameError> {
        let player = *player;
        if player.index() >= self.players {
            return Err(self.strange_player(node, player));
        }
        if actions.is_empty() {
            return Err(GameError::expected(
                format!("node “{node}” has no action"),
                "at least one",
            ));
        }
        let mut names: Vec<&str> = actions.iter().map(String::as_str).collect();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            let given = format!("action “{}” stands twice at “{node}”", twice[0]);
            return Err(GameError::expected(given, "each action once"));
        }
        let first_sequence = self.sequences[player.index()];
        self.sequences[player.index()] += actions.len();
        let parent = sequences[player.index()];
        self.views.push(View { player, name: name.to_owned(), actions, parent, first_sequence });
        Ok(self.views.len() - 1)
    }

    fn same_view(
        &self,
        found: usize,
        actions: &[String],
        sequences: &[usize],
    ) -> Result<usize, GameError> {
        let view = &self.views[found];
        let View { name, player, .. } = view;
        if view.actions != actions {
            return Err(GameError::Tree(format!(
                "information set “{name}” of player {player} offers different actions at its nodes"
            )));
        }
        if view.parent != sequences[player.index()] {
            return Err(GameError::Tree(format!(
                "player {player} would forget an own action at “{name}”: its nodes are reached by \
                 different own actions (imperfect recall)"
            )));
        }
        Ok(found)
    }

    fn leaf(
        &self,
        node: &str,
        (sequences, board): (Vec<usize>, usize),
        paid: Vec<Chips>,
        mut live: Vec<Player>,
    ) -> Result<Leaf, GameError> {
        if paid.len() != self.players {
            let given = counted(paid.len(), "amount", "amounts");
            let allowed = format!("one per player, {}", self.players);
            return Err(GameError::expected(format!("{given} paid at “{node}”"), allowed));
        }
        let mut bits = paid.iter().map(|paid| paid.amount().bits());
        if let Some(given) = bits.find(|bits| *bits > MAX_CHIP_BITS) {
            return Err(GameError::expected(
                format!("an amount of {given} bits paid at “{node}”"),
                format!("at most {MAX_CHIP_BITS} bits (about 300 digits)"),
            ));
        }
        live.sort();
        if let Some(twice) = live.windows(2).find(|pair| pair[0] == pair[1]) {
            let given = format!("player {} is still in twice at “{node}”", twice[0]);
            return Err(GameError::expected(given, "each player once"));
        }
        let Some(&one) = live.first() else {
            let given = format!("nobody is still in at “{node}”");
            return Err(GameError::expected(given, "at least one player"));
        };
        if let Some(&player) = live.iter().find(|player| player.index() >= self.players) {
            return Err(self.strange_player(node, player));
        }
        // Two players win and lose the same whatever each has paid; three would need side pots.
        let unmatched = Player::first(self.players).iter().find(|player| {
            let (theirs, ours) = (&paid[player.index()], &paid[one.index()]);
            self.players > 2 && (theirs > ours || theirs != ours && live.contains(player))
        });
        if let Some(&other) = unmatched {
            let [ours, theirs] = [one, other].map(|player| paid[player.index()].amount());
            return Err(GameError::Tree(format!(
                "chips do not match at “{node}”: player {one} paid {ours}, player {other} paid \
                 {theirs}; players still in pay the same, players out no more"
            )));
        }
        Ok(Leaf { sequences, paid, live, board })
    }

    fn strange_player(&self, node: &str, player: Player) -> GameError {
        let allowed = format!("one of the {} players", self.players);
        GameError::expected(format!("player {player} acts at “{node}”"), allowed)
    }
}

fn flatten(tree: Tree, raw: &mut Vec<RawNode<'_>>) -> usize {
    let number = raw.len();
    match tree {
        Tree::Over { paid, live } => {
            raw.push(RawNode { id: BUILT_IN, kind: RawKind::Over { paid, live } });
        }
        Tree::Deal { then } => {
            raw.push(RawNode { id: BUILT_IN, kind: placeholder() });
            let rest = Some(flatten(*then, raw));
            raw[number].kind = RawKind::Deal { children: Vec::new(), rest };
        }
        Tree::Act { player, view, actions } => {
            raw.push(RawNode { id: BUILT_IN, kind: placeholder() });
            let actions =
                actions.into_iter().map(|(name, child)| (name, flatten(child, raw))).collect();
            raw[number].kind = RawKind::Act { player, view, actions };
        }
    }
    number
}

/// A node that is filled in later, or that nobody comes to again.
fn placeholder() -> RawKind {
    RawKind::Over { paid: Vec::new(), live: Vec::new() }
}
