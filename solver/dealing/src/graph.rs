use std::collections::VecDeque;

use super::system::{at_least, playable, takes_part};
use super::{Allowed, Cause, DealTable, OrFault, Parties, Party, RefusedSetting, Wire, WireReader};

/// The private channels: the edges between parties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph(Vec<Parties>);

impl Graph {
    /// The graph with these edges.
    ///
    /// Errors: an end that is none of `n` players; too many players.
    pub fn new(n: usize, edges: impl IntoIterator<Item = (Party, Party)>) -> Allowed<Self> {
        playable(n, 0, &[])?;
        let mut beside = vec![Parties::NONE; n];
        for (a, b) in edges {
            for (end, other) in [(a, b), (b, a)] {
                takes_part(n, end)?;
                let row = &mut beside[end.place()];
                *row = row.and(Parties::from(other).without(end));
            }
        }
        Ok(Self(beside))
    }

    /// Every party in a ring.
    ///
    /// Errors: too many players.
    pub fn cycle(n: usize) -> Allowed<Self> {
        Self::new(n, (0..n).map(|place| (Party::at(place), Party::at((place + 1) % n))))
    }

    /// True if two have a channel; who is no vertex, as chance is, reaches every party.
    fn edge(&self, a: Party, b: Party) -> bool {
        a.place().max(b.place()) >= self.0.len() || self.0[a.place()].has(b)
    }

    /// Checks that any two parties have two ways, so that any protocol can be played (Theorem 7).
    ///
    /// Errors: `CutVertex` with the one on every way; two players; a graph in pieces.
    pub fn doubly_connected(&self) -> Allowed {
        at_least(3, self.0.len(), "a message needs two ways")?;
        let all = || Party::all(self.0.len());
        all().try_for_each(|a| {
            all().filter(|&b| b > a).try_for_each(|b| self.disjoint(a, b, 2).map(drop))
        })
    }

    /// Ways from one party to another with nobody but these on two of them.
    ///
    /// As many augmentations of a flow through the graph with every vertex cut into an entry and an
    /// exit (Menger's theorem).
    fn disjoint(&self, a: Party, b: Party, ways: usize) -> Allowed<Vec<Vec<Party>>> {
        // The entry of vertex v is 2v, its exit 2v + 1.
        let (size, from, to) = (2 * self.0.len(), 2 * a.place() + 1, 2 * b.place());
        let mut flow = vec![vec![false; size]; size];
        let arc = |x: usize, y: usize| {
            let edge = || y.is_multiple_of(2) && self.edge(Party::at(x / 2), Party::at(y / 2));
            if x.is_multiple_of(2) { y == x + 1 } else { edge() }
        };
        for _ in 0..ways {
            let mut came = vec![None; size];
            came[from] = Some(from);
            let mut queue = VecDeque::from([from]);
            while let Some(x) = queue.pop_front() {
                for y in 0..size {
                    // Channels are never full but for the one between the two: what is full is a
                    // party on the way.
                    let full = flow[x][y] && (x.is_multiple_of(2) || (x, y) == (from, to));
                    if came[y].is_none() && (flow[y][x] || arc(x, y) && !full) {
                        came[y] = Some(x);
                        queue.push_back(y);
                    }
                }
            }
            let mut y = to;
            while y != from {
                let Some(x) = came[y] else { return Err(self.cut(a, b, &came)) };
                let back = std::mem::take(&mut flow[y][x]);
                flow[x][y] = !back;
                y = x;
            }
        }
        let walk = |_| {
            let (mut path, mut x) = (vec![a], from);
            while let Some(y) = (0..size).find(|&y| flow[x][y]) {
                flow[x][y] = false;
                path.push(Party::at(y / 2));
                if y == to {
                    break;
                }
                x = y + 1;
            }
            path
        };
        Ok((0..ways).map(walk).collect())
    }

    /// The vertex that keeps `b` apart from `a`, by what can still be reached from `a`.
    fn cut(&self, a: Party, b: Party, came: &[Option<usize>]) -> RefusedSetting {
        let entered = |v: Party| came[2 * v.place()].is_some();
        let mut others = Party::all(self.0.len()).filter(|&v| v != a && v != b);
        if let Some(vertex) =
            others.clone().find(|&v| entered(v) && came[2 * v.place() + 1].is_none())
        {
            return RefusedSetting::CutVertex { vertex };
        }
        if !self.edge(a, b) {
            let given = format!("a graph where {a} cannot reach {b}");
            return RefusedSetting::unexpected(given, "a connected one");
        }
        // Their own channel is the only one between two parts: one of them has others behind him.
        RefusedSetting::CutVertex { vertex: if others.any(|v| !entered(v)) { b } else { a } }
    }
}

/// The way of messages where some private channels are missing: cut into two halves that go two
/// ways.
///
/// Each half alone says nothing, so nobody on the way learns anything. Source: Bárány and Füredi,
/// Theorem 7.
#[derive(Clone, Debug)]
pub struct SplitRoute {
    pub(super) graph: Graph,
    pub(super) below: u64,
    /// So many pieces of every message go different ways.
    pub(super) ways: usize,
}

impl SplitRoute {
    /// Sends a value to each of these in pieces, and returns what they read: the value itself where
    /// none of them sits here, who would see all pieces.
    pub(super) fn carry<T: Wire>(
        &self,
        table: &mut DealTable<'_>,
        from: Party,
        to: Parties,
        what: &'static str,
        value: &T,
    ) -> OrFault<T> {
        let mut read: Option<T> = None;
        for receiver in to.iter() {
            let ways = match self.graph.edge(from, receiver) {
                true => Ok(vec![vec![from, receiver]]),
                false => self.graph.disjoint(from, receiver, self.ways),
            };
            let ways = ways.map_err(|refused| {
                let (what, why) = (refused.to_string(), "no message can go there");
                table.fault(None, Cause::NotAllowed { what, why })
            })?;
            let halves = match ways.len() {
                1 => Ok(vec![value.words()]),
                _ => value.split(self.below, &mut table.coins(from)).map(Vec::from),
            };
            let mut halves = halves.map_err(|what| table.blame(from, what))?;
            for (half, way) in halves.iter_mut().zip(&ways) {
                for hop in way.windows(2) {
                    let arrived = table.post(hop[0], hop[1].into(), what, half.clone())?;
                    if ways.len() > 1 {
                        T::half(self.below, &arrived, half)
                            .map_err(|what| table.blame(hop[0], what))?;
                    }
                    *half = arrived;
                }
            }
            if !table.reads(receiver) {
                continue;
            }
            let arrived = match &halves[..] {
                [one, other] => T::join(self.below, one, other).map_err(|what| (None, what)),
                _ => WireReader::whole(&halves.concat()).map_err(|what| (Some(from), what)),
            };
            let arrived = arrived.map_err(|(who, what)| table.blame(who, what))?;
            let same = read.as_ref().is_none_or(|read: &T| read.words() == arrived.words());
            let what = Cause::Malformed { expected: "the same message for everybody" };
            table.require(same, None, what)?;
            read = Some(arrived);
        }
        let own = || WireReader::whole(&value.words()).map_err(|what| table.blame(from, what));
        read.map_or_else(own, Ok)
    }
}

#[cfg(test)]
mod tests;
