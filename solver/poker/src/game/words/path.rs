use super::word::Word;
use crate::game::{Game, Node, Player};

/// Node with the action that leads to it.
#[derive(Clone, Copy)]
pub(super) struct LineStep<'a> {
    /// The node before.
    pub(super) above: Option<usize>,
    /// The action taken there; `None` of a card that is dealt.
    pub(super) taken: Option<Taken<'a>>,
}

/// Action on the way to a node.
#[derive(Clone, Copy)]
pub(super) struct Taken<'a> {
    pub(super) player: Player,
    pub(super) view: &'a str,
    pub(super) action: &'a str,
}

impl Taken<'_> {
    pub(super) fn word(self) -> Option<Word> {
        Word::read(self.action)
    }
}

/// The step to each node, in the order of the nodes.
pub(super) fn steps(game: &Game) -> Vec<LineStep<'_>> {
    let mut steps = vec![LineStep { above: None, taken: None }; game.nodes().len()];
    for (number, node) in game.nodes().iter().enumerate() {
        for (at, child) in node.children().into_iter().enumerate() {
            let taken = if let Node::Act { view, .. } = node {
                let view = &game.views()[*view];
                Some(Taken { player: view.player, view: &view.name, action: &view.actions[at] })
            } else {
                None
            };
            steps[child] = LineStep { above: Some(number), taken };
        }
    }
    steps
}

/// The actions on the way to a node, the first one first; `street`: on its street alone.
pub(super) fn line<'a>(steps: &[LineStep<'a>], mut node: usize, street: bool) -> Vec<Taken<'a>> {
    let mut line = Vec::new();
    while let Some(above) = steps[node].above {
        match steps[node].taken {
            Some(taken) => line.push(taken),
            None if street => break,
            None => {}
        }
        node = above;
    }
    line.reverse();
    line
}
