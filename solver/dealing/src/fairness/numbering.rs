use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

/// Numbers for things, in order of first appearance.
pub(super) struct Numbering<T>(Vec<T>, HashMap<T, u32, MixedHash>);

impl<T: Clone + Eq + Hash> Numbering<T> {
    pub(super) fn new() -> Self {
        Self(Vec::new(), HashMap::default())
    }

    pub(super) fn of(&mut self, thing: &T) -> u32 {
        if let Some(&name) = self.1.get(thing) {
            return name;
        }
        let name = self.0.len() as u32;
        self.0.push(thing.clone());
        self.1.insert(thing.clone(), name);
        name
    }

    pub(super) fn get(&self, name: u32) -> &T {
        &self.0[name as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

/// The hash of all tables of numbers.
pub(super) type MixedHash = BuildHasherDefault<Mix>;

/// Bytes as numbers of eight each, the last filled with zeros.
pub(super) fn words_of(bytes: &[u8]) -> impl Iterator<Item = u64> {
    bytes.chunks(8).map(|chunk| {
        let mut padded = [0; 8];
        padded[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(padded)
    })
}

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
