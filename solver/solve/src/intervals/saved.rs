//! Rounds that are put down, and taken up again.

use std::io::{self, Read, Write};

use bluff_exact::Rational;
use bluff_poker::spot::SpotTree;

use super::Looks;

/// The first bytes of a file of rounds.
const MARK: &[u8; 16] = b"bluff rounds v2\n";
/// Numbers that are read or written at once.
const BLOCK: usize = 1 << 14;

/// The state of an approach: who takes it up goes on as if nothing had come between.
///
/// Shape: the rows, the number of rounds, and what the looks at them remember. `rows` has, at each
/// place of a player, the regrets by action and hand, then as many sums of the average strategy;
/// places in the order of the tree. Memory: 8 bytes an entry of the tree.
#[derive(Clone, Debug)]
pub struct SavedRounds {
    pub(super) rows: Vec<f32>,
    pub(super) count: u32,
    pub(super) looks: Looks,
}

impl SavedRounds {
    /// No rounds yet.
    pub(super) fn new(tree: &SpotTree) -> Self {
        Self { rows: vec![0.0; 2 * tree.entries()], count: 0, looks: Looks::default() }
    }

    /// Number of rounds.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// True if fewer rounds were enough for this part of the pot.
    pub fn is_past(&self, within: &Rational) -> bool {
        self.looks.least <= within.to_f64()
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> usize {
        size_of_val(self.rows.as_slice())
    }

    /// True if these are rounds of a tree of this size.
    pub(super) fn fits(&self, tree: &SpotTree) -> bool {
        self.rows.len() == 2 * tree.entries()
    }

    /// True of the bytes of a file that [`Self::write`] began.
    pub fn are_rounds(bytes: &[u8]) -> bool {
        bytes.starts_with(MARK)
    }

    /// Writes the state of a spot with this label. Errors: those of the writer.
    pub fn write(&self, label: &str, out: &mut impl Write) -> io::Result<()> {
        out.write_all(MARK)?;
        out.write_all(&(label.len() as u64).to_le_bytes())?;
        out.write_all(label.as_bytes())?;
        let Looks { fineness, next, before, best, least } = self.looks;
        let before = before.unwrap_or_default();
        for number in [self.rows.len() as u64, fineness as u64] {
            out.write_all(&number.to_le_bytes())?;
        }
        for number in [self.count, next, best.0] {
            out.write_all(&number.to_le_bytes())?;
        }
        for number in [before.0, before.1, best.1, least] {
            out.write_all(&number.to_le_bytes())?;
        }
        for rows in self.rows.chunks(BLOCK) {
            let bytes: Vec<u8> = rows.iter().flat_map(|number| number.to_le_bytes()).collect();
            out.write_all(&bytes)?;
        }
        Ok(())
    }

    /// Reads what [`Self::write`] wrote for the spot with this label and this tree.
    ///
    /// Errors: `InvalidData` for another file, spot or size, and for numbers that no rounds give;
    /// those of the reader.
    ///
    /// ```
    /// # use rational_bluff::exact::Rational;
    /// # use rational_bluff::intervals::{SavedRounds, approach};
    /// # use rational_bluff::spot::{Spot, SpotTree};
    /// # let spot = Spot::read(
    /// #     r#"{ "format": 2, "name": "river", "players": 2, "deck": "hold'em",
    /// #          "board": "Ks9d6h3c2s", "ranges": { "I": "AA,76s", "II": "KK-JJ" },
    /// #          "betting": { "pot": "10", "stacks": "10", "river": { "bets": ["a"] } } }"#,
    /// # )?;
    /// let tree = SpotTree::new(&spot)?;
    /// let end = approach(&tree, None, &Rational::ratio(1, 10), &mut |_, _| {}, &mut |_| false)?;
    /// let mut file = Vec::new();
    /// end.saved().write(&spot.label(), &mut file)?;
    /// let saved = SavedRounds::read(&spot.label(), &tree, &mut file.as_slice())?;
    /// let within = Rational::ratio(1, 1000);
    /// let closer = approach(&tree, Some(saved), &within, &mut |_, _| {}, &mut |_| false)?;
    /// assert!(closer.bounds.of_pot <= Rational::ratio(1, 1000));
    /// assert!(SavedRounds::read("spot/other", &tree, &mut file.as_slice()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(label: &str, tree: &SpotTree, from: &mut impl Read) -> io::Result<Self> {
        let refused = |words: &str| io::Error::new(io::ErrorKind::InvalidData, words.to_owned());
        if !bytes::<16>(from).is_ok_and(|mark| Self::are_rounds(&mark)) {
            return Err(refused("no file of rounds"));
        }
        let length = u64::from_le_bytes(bytes(from)?);
        let mut name = vec![0; label.len()];
        if length != label.len() as u64 || from.read_exact(&mut name).is_err() {
            return Err(refused("rounds of another spot"));
        }
        let [length, fineness] = [bytes(from)?, bytes(from)?].map(u64::from_le_bytes);
        let [count, next, best] =
            [bytes(from)?, bytes(from)?, bytes(from)?].map(u32::from_le_bytes);
        let [earlier, wider, gap, least] =
            [bytes(from)?, bytes(from)?, bytes(from)?, bytes(from)?].map(f64::from_le_bytes);
        if name != label.as_bytes() || length != 2 * tree.entries() as u64 {
            return Err(refused("rounds of another spot"));
        }
        if fineness >= super::PARTS.len() as u64 || count > next || best > count {
            return Err(refused("damaged rounds"));
        }
        let mut rows = vec![0.0; 2 * tree.entries()];
        let mut block = vec![0; size_of::<f32>() * BLOCK.min(rows.len())];
        for rows in rows.chunks_mut(BLOCK) {
            let block = &mut block[..size_of_val(rows)];
            from.read_exact(block).map_err(|_| refused("rounds that end too early"))?;
            for (number, bytes) in rows.iter_mut().zip(block.as_chunks::<4>().0) {
                *number = f32::from_le_bytes(*bytes);
                if !number.is_finite() {
                    return Err(refused("damaged rounds"));
                }
            }
        }
        let before = (earlier > 0.0).then_some((earlier, wider));
        let looks = Looks { fineness: fineness as usize, next, before, best: (best, gap), least };
        Ok(Self { rows, count, looks })
    }
}

fn bytes<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes).map(|()| bytes)
}
