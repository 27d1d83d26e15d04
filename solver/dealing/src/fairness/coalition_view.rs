use std::collections::HashMap;

use crate::{Event, IdealBox, IdealLock, Parties, WireWord};

/// A coalition's view of the ideal ciphertexts that pass: which one it is, in order of first
/// appearance, and what is inside once it holds every key.
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
        Self { coalition, sealed: HashMap::new(), boxes: Vec::new(), keys: Vec::new() }
    }

    /// True if what was seen changes what the same words say later.
    pub(super) fn remember(&self) -> bool {
        !(self.sealed.is_empty() && self.boxes.is_empty() && self.keys.is_empty())
    }

    /// Forgets all, for another branch.
    pub(super) fn reset(&mut self) {
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
                for chunk in bytes.chunks(8) {
                    let mut padded = [0; 8];
                    padded[..chunk.len()].copy_from_slice(chunk);
                    seen.push(u64::from_le_bytes(padded));
                }
            }
            WireWord::Sealed(sealed) => {
                let next = self.sealed.len() as u64;
                let (name, shares) =
                    *self.sealed.entry(sealed.id).or_insert((next, self.coalition));
                seen.extend([
                    name,
                    if sealed.keys.within(shares) { sealed.content } else { HIDDEN },
                ]);
            }
            WireWord::RevealToken(sealed, by) => {
                let next = self.sealed.len() as u64;
                let (name, shares) = self.sealed.entry(sealed.id).or_insert((next, self.coalition));
                *shares = shares.and((*by).into());
                let content = if sealed.keys.within(*shares) { sealed.content } else { HIDDEN };
                seen.extend([*name, by.place() as u64, content]);
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
