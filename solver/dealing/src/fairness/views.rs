use std::collections::HashMap;

use super::law::OutcomeLaw;
use super::numbering::{MixedHash, Numbering, digest, number};

/// All views of a coalition as a tree: a node is what it has seen so far, its children what it may
/// see next.
///
/// Laws are kept at the leaves and added up towards the root, so that every prefix of every view is
/// checked for the price of the last one.
pub(super) struct Views {
    pub(super) nodes: Vec<ViewNode>,
    /// The view of one event.
    seen: Numbering<Vec<u64>>,
    /// Children by node and by what is seen, but for the first child of each node.
    children: HashMap<(u32, u32), u32, MixedHash>,
    /// The path of the branch before: nearly always the next one begins the same way.
    path: Vec<(u32, u32)>,
}

pub(super) struct ViewNode {
    parent: u32,
    /// The last view.
    seen: u32,
    /// The child that came first, and what is seen there: most events can be seen in one way only.
    first: (u32, u32),
    /// The coalition's part of the outcome here; `None` in the middle of an event.
    pub(super) entitled: Option<u32>,
    /// The outcomes of the branches that end here.
    pub(super) law: OutcomeLaw,
}

const NOBODY: u32 = u32::MAX;

impl Views {
    pub(super) fn new() -> Self {
        let (seen, children) = (Numbering::default(), HashMap::default());
        let mut views = Self { nodes: Vec::new(), seen, children, path: Vec::new() };
        views.grow(0, NOBODY);
        views.nodes[0].entitled = Some(0);
        views
    }

    fn grow(&mut self, parent: u32, seen: u32) -> u32 {
        let (first, law) = ((NOBODY, NOBODY), OutcomeLaw::default());
        self.nodes.push(ViewNode { parent, seen, first, entitled: None, law });
        self.nodes.len() as u32 - 1
    }

    /// The node after the first `depth` steps of this branch and what is seen next.
    pub(super) fn step(&mut self, depth: usize, seen: &Vec<u64>) -> u32 {
        if let Some(&(before, child)) = self.path.get(depth) {
            if self.seen[before as usize] == *seen {
                return child;
            }
            self.path.truncate(depth);
        }
        let node = if depth == 0 { 0 } else { self.path[depth - 1].1 };
        let first = self.nodes[node as usize].first;
        if first.0 != NOBODY && self.seen[first.0 as usize] == *seen {
            self.path.push(first);
            return first.1;
        }
        let seen = number(&mut self.seen, seen);
        let child = if first.0 == NOBODY {
            let child = self.grow(node, seen);
            self.nodes[node as usize].first = (seen, child);
            child
        } else if let Some(&child) = self.children.get(&(node, seen)) {
            child
        } else {
            let child = self.grow(node, seen);
            self.children.insert((node, seen), child);
            child
        };
        self.path.push((seen, child));
        child
    }

    /// A number for each node that decides all that was seen up to it, in whatever order views
    /// came.
    pub(super) fn paths(&self) -> Vec<u64> {
        let mut paths = vec![0_u64];
        for node in &self.nodes[1..] {
            paths.push(digest(&(paths[node.parent as usize], &self.seen[node.seen as usize])));
        }
        paths
    }

    /// Adds the law of every node to its parent's, children first, and shows each when nothing more
    /// comes to it, with what the coalition is entitled to there. A law that was shown moves on, so
    /// that a node with one child has its law for nothing.
    pub(super) fn add_up(&mut self, mut whole: impl FnMut(usize, Option<u32>, &OutcomeLaw)) {
        for at in (0..self.nodes.len()).rev() {
            let node = &mut self.nodes[at];
            let (law, parent) = (std::mem::take(&mut node.law), node.parent as usize);
            whole(at, node.entitled, &law);
            if at > 0 {
                self.nodes[parent].law.add(law);
            }
        }
    }
}
