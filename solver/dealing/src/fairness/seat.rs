use std::collections::HashMap;

use super::branches::Branch;
use super::numbering::{Numbering, number, words_of};
use super::views::Views;
use crate::{
    Event, Gain, IdealBox, IdealCiphertext, IdealLock, IdealRevealToken, Parties, WireWord,
};

/// The part of the outcome that a coalition is entitled to, with its values.
pub(super) type Entitled = Vec<(usize, Gain)>;

/// One coalition, and all it may see.
pub(super) struct CoalitionSeat {
    pub(super) coalition: Parties,
    pub(super) views: Views,
    pub(super) entitled: Numbering<Entitled>,
    pub(super) forgets: Option<String>,
    coalition_view: CoalitionView,
    /// The coalition's part of the outcome in this branch.
    mine: Entitled,
    /// The state after each event of the branch before: the next one begins the same way.
    marks: Vec<SeatState>,
}

#[derive(Clone, Copy, Default)]
struct SeatState {
    depth: usize,
    node: u32,
    gains: usize,
    mine: usize,
    entitled: u32,
    /// True if a card is on its way to the coalition.
    promised: bool,
}

impl CoalitionSeat {
    pub(super) fn new(coalition: Parties) -> Self {
        let entitled = [Entitled::new()].into_iter().collect();
        let (views, coalition_view) = (Views::new(), CoalitionView::new(coalition));
        let (mine, marks) = (Vec::new(), Vec::new());
        Self { coalition, views, entitled, forgets: None, coalition_view, mine, marks }
    }

    /// Takes in a chunk of branches, each with its outcome and its weight; `None` for those without
    /// an end.
    pub(super) fn take(&mut self, chunk: &[Branch], ends: &[Option<(u32, u128)>]) {
        let mut log: Vec<&Event> = Vec::new();
        for (branch, end) in chunk.iter().zip(ends) {
            log.truncate(branch.kept);
            log.extend(&branch.tail);
            self.marks.truncate(branch.kept);
            if let &Some((outcome, weight)) = end {
                self.watch(&log);
                let leaf = self.marks.last().map_or(0, |mark| mark.node);
                self.views.nodes[leaf as usize].law.put(outcome, weight);
            }
        }
    }

    /// The view after each event of a log that is one of the branches, and what the coalition is
    /// entitled to there.
    pub(super) fn follow(&mut self, log: &[Event]) -> Vec<(u32, u32)> {
        self.marks.clear();
        self.watch(&log.iter().collect::<Vec<_>>());
        self.marks.iter().map(|mark| (mark.node, mark.entitled)).collect()
    }

    fn watch(&mut self, log: &[&Event]) {
        let mut seen = Vec::new();
        if self.coalition_view.remember() {
            self.coalition_view.reset();
            log[..self.marks.len()]
                .iter()
                .for_each(|event| self.coalition_view.see(event, &mut seen));
        }
        let mut mark = self.marks.last().copied().unwrap_or_default();
        self.mine.truncate(mark.mine);
        for at in self.marks.len()..log.len() {
            self.coalition_view.see(log[at], &mut seen);
            if !seen.is_empty() {
                mark.node = self.views.step(mark.depth, &seen);
                mark.depth += 1;
            }
            if let Event::EarlyRelease(to) = log[at] {
                mark.promised = to.meet(self.coalition);
            }
            if let Event::Gain(gain) = log[at] {
                mark.promised = false;
                if gain.to.meet(self.coalition) {
                    self.mine.push((mark.gains, *gain));
                    mark.entitled = number(&mut self.entitled, &self.mine);
                    mark.mine = self.mine.len();
                }
                mark.gains += 1;
            }
            self.marks.push(mark);
            // What is seen before a promised card has come is judged with it: it is in the view
            // still.
            if mark.promised || brings_gain(log[at], &log[at + 1..]) {
                continue;
            }
            let here = &mut self.views.nodes[mark.node as usize].entitled;
            match *here {
                Some(other) if other != mark.entitled => {
                    let who = self.coalition;
                    let what =
                        || format!("coalition {who} cannot tell from its view what it has got");
                    self.forgets.get_or_insert_with(what);
                }
                _ => *here = Some(mark.entitled),
            }
        }
    }
}

/// True if what is gained next is known with this event already: the gain is written down right
/// after the messages that bring it, and messages of one kind are sent at once, so that a coalition
/// may know with the first what others learn with the last.
fn brings_gain(event: &Event, rest: &[&Event]) -> bool {
    let alike = |later: &Event| match (event, later) {
        (Event::Message(message), Event::Message(later)) => message.what == later.what,
        _ => false,
    };
    matches!(rest.iter().find(|later| !alike(later)), Some(Event::Gain(_)))
}

/// A coalition's view of the ideal ciphertexts that pass: which one it is, in order of first
/// appearance, and what is inside once it holds every key.
#[derive(Default)]
pub(super) struct CoalitionView {
    coalition: Parties,
    sealed: HashMap<u64, (u64, Parties)>,
    boxes: Vec<IdealBox>,
    keys: Vec<IdealLock>,
}

/// The view as numbers: equal views are equal lists.
type Seen = Vec<u64>;

const TOSS: u64 = 1 << 60;
const MESSAGE: u64 = 2 << 60;
const GAIN: u64 = 3 << 60;
const HIDDEN: u64 = u64::MAX;

impl CoalitionView {
    pub(super) fn new(coalition: Parties) -> Self {
        Self { coalition, ..Self::default() }
    }

    /// True if what was seen changes what the same words say later.
    pub(super) fn remember(&self) -> bool {
        !(self.sealed.is_empty() && self.boxes.is_empty() && self.keys.is_empty())
    }

    /// Forgets all, for another branch.
    fn reset(&mut self) {
        self.sealed.clear();
        self.boxes.clear();
        self.keys.clear();
    }

    /// The coalition's view of an event: of its own messages all, of others that they were sent.
    pub(super) fn see(&mut self, event: &Event, seen: &mut Seen) {
        seen.clear();
        match event {
            Event::Toss { party, face, .. } => {
                if self.coalition.has(*party) {
                    seen.push(TOSS | face);
                }
            }
            Event::Message(message) => {
                seen.push(
                    MESSAGE | (message.from.place() as u64) << 32 | u64::from(message.to.bits()),
                );
                if self.coalition.has(message.from) || self.coalition.meet(message.to) {
                    seen.push(message.body.len() as u64);
                    message.body.iter().for_each(|word| self.read(word, seen));
                }
            }
            Event::Gain(gain) => seen.push(GAIN | u64::from(gain.to.bits())),
            Event::Announcement(_) | Event::EarlyRelease(_) => {}
        }
    }

    fn read(&mut self, word: &WireWord, seen: &mut Seen) {
        match word {
            WireWord::Number(number) => seen.push(*number),
            WireWord::Bytes(bytes) => {
                seen.push(bytes.len() as u64);
                seen.extend(words_of(bytes));
            }
            WireWord::Sealed(sealed) => seen.extend(self.opened(sealed, Parties::NONE)),
            WireWord::RevealToken(IdealRevealToken { of: sealed, by }) => {
                let [name, content] = self.opened(sealed, (*by).into());
                seen.extend([name, by.place() as u64, content]);
            }
            WireWord::Boxed(boxed) => {
                self.boxes.push(boxed.clone());
                self.look(seen, self.boxes.len() - 1);
            }
            WireWord::Key(lock) => {
                seen.extend([lock.owner.place() as u64, u64::from(lock.number)]);
                if !self.coalition.has(lock.owner) && !self.keys.contains(lock) {
                    self.keys.push(*lock);
                    // A new key may show that boxes of long ago were the same, or open them.
                    self.look(seen, 0);
                }
            }
        }
    }

    /// A ciphertext, by its number among those that passed, and its content once the shares that
    /// came, these among them, open it.
    fn opened(&mut self, sealed: &IdealCiphertext, by: Parties) -> [u64; 2] {
        let next = self.sealed.len() as u64;
        let (name, shares) = self.sealed.entry(sealed.id).or_insert((next, self.coalition));
        *shares = shares.and(by);
        [*name, if sealed.keys.within(*shares) { sealed.content } else { HIDDEN }]
    }

    /// The boxes from this one on, without the locks the coalition can take off: each named by the
    /// first that looks like it.
    fn look(&self, seen: &mut Seen, from: usize) {
        let foreign =
            |lock: &&IdealLock| !self.coalition.has(lock.owner) && !self.keys.contains(lock);
        let bare = |boxed: &IdealBox| {
            (boxed.content, boxed.locks.iter().filter(foreign).copied().collect::<Vec<IdealLock>>())
        };
        let bared: Vec<_> = self.boxes.iter().map(bare).collect();
        for (boxed, (content, locks)) in self.boxes.iter().zip(&bared).skip(from) {
            let first = bared.iter().position(|other| other == &(*content, locks.clone()));
            seen.push(first.unwrap_or(0) as u64);
            seen.push(if locks.is_empty() { *content } else { HIDDEN });
            let own = boxed.locks.iter().filter(|lock| !foreign(lock));
            own.for_each(|lock| {
                seen.push((lock.owner.place() as u64) << 32 | u64::from(lock.number))
            });
        }
    }
}
