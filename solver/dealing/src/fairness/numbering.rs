use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

use indexmap::IndexSet;

/// Things with their numbers, in order of first appearance.
pub(super) type Numbering<T> = IndexSet<T, MixedHash>;

/// The number of a thing, a new one for a new thing.
pub(super) fn number<T: Clone + Eq + Hash>(things: &mut Numbering<T>, thing: &T) -> u32 {
    let known = things.get_index_of(thing);
    known.unwrap_or_else(|| things.insert_full(thing.clone()).0) as u32
}

/// Bytes as numbers of eight each, the last filled with zeros.
pub(super) fn words_of(bytes: &[u8]) -> impl Iterator<Item = u64> {
    bytes.chunks(8).map(|chunk| {
        let mut padded = [0; 8];
        padded[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(padded)
    })
}

/// The hash of all tables of numbers.
pub(super) type MixedHash = BuildHasherDefault<Mix>;

/// A number that stands for a thing; the same in every run.
pub(super) fn digest(thing: &impl Hash) -> u64 {
    MixedHash::default().hash_one(thing)
}

/// A quick hash of words; nothing here comes from strangers.
#[derive(Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        words_of(bytes).for_each(|word| self.write_u64(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}
