//! Games written as files. Subtrees that are alike after each card stand in the file once.

use std::collections::{BTreeSet, HashMap};

use bluff_exact::Rational;
use bluff_exact::json::{Entries, Object};

use super::super::{Deck, Game, GameError, MAX_NODES, Node, Player, View};
use super::cards::{FileBoard, FileDeck, texts_of};
use super::ranges::{FileRanges, weights_of};
use super::{FileAction, FileNode, GameFile, INDEPENDENT};

/// Node without its place in the tree: nodes that look alike, and so does what follows them.
#[derive(PartialEq, Eq, Hash)]
enum WrittenShape<'a> {
    Act(Player, String, &'a [String], Vec<usize>),
    Deal(Vec<(usize, usize)>),
    Over(Vec<&'a Rational>, &'a [Player]),
}

impl GameFile {
    /// Errors: `Outside` of a game with too many nodes for a file.
    pub fn fits(game: &Game) -> Result<(), GameError> {
        let given = game.nodes().len();
        if given > MAX_NODES { Err(GameError::node_count(given)) } else { Ok(()) }
    }

    /// The file of a game that fits, with node ids of its own: reading it gives the same tree,
    /// unless its hands are classes, whose deck no file has.
    pub fn of(game: &Game) -> Self {
        let alike = alike(game);
        let mut nodes = Vec::new();
        let mut open = vec![0];
        while let Some(number) = open.pop() {
            let (node, next) = file_node(game, number, &alike);
            open.extend(next.into_iter().rev());
            nodes.push(Object(node));
        }
        let (format, deck, board) = match FileDeck::of(game) {
            Some((deck, board)) => (2_usize, Some(deck), board),
            None => (1, None, FileBoard::default()),
        };
        let ranks = game.deck().is_numbered();
        let name = format!("{}{}", if game.family().is_some() { "my-" } else { "" }, game.name());
        let ranges = match ranks {
            true => FileRanges::Runs(weights_of(game)),
            false => FileRanges::Hands(texts_of(game)),
        };
        Self {
            format: format.into(),
            name,
            n: ranks.then(|| game.n().to_string().into()),
            copies: (game.copies() > 1).then(|| game.copies().to_string().into()),
            players: game.players().len().into(),
            deals: matches!(game.deck(), Deck::Independent(_)).then(|| INDEPENDENT.to_owned()),
            deck,
            board,
            ranges,
            betting: None,
            root: "0".to_owned(),
            nodes,
        }
    }
}

/// A node of the file, and the nodes that follow it there.
fn file_node(game: &Game, number: usize, alike: &[usize]) -> (FileNode, Vec<usize>) {
    let id = number.to_string();
    match &game.nodes()[number] {
        Node::Over(leaf) => {
            let leaf = &game.leaves()[*leaf];
            let paid = leaf.paid.iter().map(|paid| paid.amount().to_string().into()).collect();
            let live = leaf.live.iter().map(Player::to_string).collect();
            (FileNode { id, paid: Some(paid), live: Some(live), ..FileNode::default() }, Vec::new())
        }
        Node::Deal { children } => {
            let shapes: BTreeSet<usize> = children.iter().map(|(_, child)| alike[*child]).collect();
            let all_alike = shapes.len() == 1;
            let shown = if all_alike { &children[..1] } else { children };
            let card = |kind: usize| match game.deck() {
                Deck::Cards(cards) if !all_alike => cards.kinds()[kind].name.clone(),
                _ => "*".to_owned(),
            };
            let deal = shown.iter().map(|(kind, child)| (card(*kind), child.to_string())).collect();
            let next = shown.iter().map(|(_, child)| *child).collect();
            (FileNode { id, deal: Some(Entries(deal)), ..FileNode::default() }, next)
        }
        Node::Act { view, children } => {
            let view = &game.views()[*view];
            // Two players of one game may see the same words; a file keeps their information sets
            // apart by name.
            let taken = |other: &View| other.name == view.name && other.player != view.player;
            let shared = game.views().iter().any(taken);
            let name = own_name(game, number, &view.name);
            let name = if shared { format!("{}, {name}", view.player) } else { name.to_owned() };
            let action = |(action, to): (&String, &usize)| {
                Object(FileAction { action: action.clone(), to: to.to_string() })
            };
            let node = FileNode {
                id,
                player: Some(view.player.to_string()),
                view: Some(name),
                actions: Some(view.actions.iter().zip(children).map(action).collect()),
                ..FileNode::default()
            };
            (node, children.clone())
        }
    }
}

/// The name of a view without the board, which reading the file puts before it.
fn own_name<'a>(game: &Game, node: usize, name: &'a str) -> &'a str {
    let board = &game.boards()[game.board_at(node)].name;
    let rest = name.strip_prefix(board.as_str()).and_then(|rest| rest.strip_prefix(": "));
    if board.is_empty() { name } else { rest.unwrap_or(name) }
}

/// Numbers of the nodes such that two have the same if they and all that follows look alike.
fn alike(game: &Game) -> Vec<usize> {
    let mut numbers = vec![0; game.nodes().len()];
    let mut known: HashMap<WrittenShape<'_>, usize> = HashMap::new();
    if game.boards().len() < 2 {
        return numbers;
    }
    // Nodes are in depth-first order: children stand behind their parents.
    for (at, node) in game.nodes().iter().enumerate().rev() {
        let shape = match node {
            Node::Act { view, children } => {
                let view = &game.views()[*view];
                let name = own_name(game, at, &view.name).to_owned();
                let children = children.iter().map(|child| numbers[*child]).collect();
                WrittenShape::Act(view.player, name, &view.actions, children)
            }
            Node::Deal { children } => {
                let first = numbers[children[0].1];
                let all_alike = children.iter().all(|(_, child)| numbers[*child] == first);
                let card = |card: &usize| if all_alike { 0 } else { *card };
                let each = children.iter().map(|(kind, child)| (card(kind), numbers[*child]));
                let each: BTreeSet<(usize, usize)> = each.collect();
                WrittenShape::Deal(each.into_iter().collect())
            }
            Node::Over(leaf) => {
                let leaf = &game.leaves()[*leaf];
                WrittenShape::Over(leaf.paid.iter().map(|paid| paid.amount()).collect(), &leaf.live)
            }
        };
        let next = known.len();
        numbers[at] = *known.entry(shape).or_insert(next);
    }
    numbers
}
