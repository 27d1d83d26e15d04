use std::fmt;

use super::{Cause, Coins, Parties, Party, Permutation};

/// One entry of a message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum WireWord {
    /// A plain number: a place, a card, an index.
    Number(u64),
    /// Bytes: a group element, a proof, a hash.
    Bytes(Vec<u8>),
    /// An ideal ciphertext; who lacks a key sees only which one it is.
    Sealed(IdealCiphertext),
    /// A party's share of the opening of an ideal ciphertext.
    RevealToken(IdealRevealToken),
    /// An ideal box under locks that commute.
    Boxed(IdealBox),
    /// The key of one lock.
    Key(IdealLock),
}

/// An ideal ciphertext under the joint key of some parties: it hides its content perfectly, and two
/// of them never look alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IdealCiphertext {
    /// The number of the ciphertext, in order of making.
    pub id: u64,
    /// The content.
    pub content: u64,
    /// Whose shares open it.
    pub keys: Parties,
}

/// A share of the opening of an ideal ciphertext.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IdealRevealToken {
    /// The ciphertext that it opens.
    pub of: IdealCiphertext,
    /// Whose share it is.
    pub by: Party,
}

/// A lock of a party on an ideal box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IdealLock {
    /// Whose lock it is.
    pub owner: Party,
    /// The number of the lock among its owner's.
    pub number: u32,
}

/// An ideal box under locks that commute: the same content under the same locks looks the same,
/// whatever came first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IdealBox {
    /// The content.
    pub content: u64,
    /// The locks on it, in order.
    pub locks: Vec<IdealLock>,
}

impl WireWord {
    /// The bytes it takes on a wire.
    pub fn bytes(&self) -> usize {
        if let Self::Bytes(bytes) = self { bytes.len() } else { 8 }
    }
}

impl fmt::Display for WireWord {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(formatter, "{number}"),
            Self::Bytes(bytes) => {
                bytes.iter().take(8).try_for_each(|byte| write!(formatter, "{byte:02x}"))
            }
            Self::Sealed(sealed) => write!(formatter, "E{}", sealed.id),
            Self::RevealToken(token) => {
                write!(formatter, "share of E{} by {}", token.of.id, token.by)
            }
            Self::Boxed(boxed) => write!(formatter, "box under {} locks", boxed.locks.len()),
            Self::Key(lock) => write!(formatter, "key {} of {}", lock.number, lock.owner),
        }
    }
}

/// A value that can be sent: written as words and read back with nothing taken on trust.
pub trait Wire: Clone {
    /// The expected form, in words.
    const NAME: &'static str;

    /// Appends the words of this.
    fn write(&self, words: &mut Vec<WireWord>);

    /// The words of this alone.
    fn words(&self) -> Vec<WireWord> {
        let mut words = Vec::new();
        self.write(&mut words);
        words
    }

    /// Takes this off the front of the words; `Malformed` or a closer word if it does not stand
    /// there.
    fn read(words: &mut WireReader<'_>) -> Result<Self, Cause>;

    /// Two halves, each of which alone says nothing but how long they are: `j` becomes `a` and
    /// `j − a`, bytes are masked.
    ///
    /// Errors: `OutOfRange` for numbers that are not below `below`, where 0 stands for 2⁶⁴;
    /// `NotAllowed` for ideal ciphertexts.
    fn split(&self, below: u64, coins: &mut impl Coins) -> Result<[Vec<WireWord>; 2], Cause> {
        let (mut masks, mut words) = (Vec::new(), self.words());
        for word in &mut words {
            masks.push(match word {
                WireWord::Number(given) if below > 0 && *given >= below => {
                    return Err(Cause::OutOfRange { given: *given, below });
                }
                WireWord::Number(number) => {
                    let mask = if below > 0 { coins.below(below) } else { coins.word() };
                    *number = sum(below, *number, below.wrapping_sub(mask));
                    WireWord::Number(mask)
                }
                WireWord::Bytes(bytes) => {
                    let mut mask = vec![0; bytes.len()];
                    coins.fill(&mut mask);
                    bytes.iter_mut().zip(&mask).for_each(|(byte, mask)| *byte ^= mask);
                    WireWord::Bytes(mask)
                }
                _ => {
                    return Err(Cause::NotAllowed {
                        what: word.to_string(),
                        why: "only numbers and bytes go two ways",
                    });
                }
            });
        }
        Ok([masks, words])
    }

    /// The value of two halves together.
    fn join(below: u64, one: &[WireWord], other: &[WireWord]) -> Result<Self, Cause> {
        let both = |(one, other): (&WireWord, &WireWord)| match (one, other) {
            (&WireWord::Number(a), &WireWord::Number(b)) => WireWord::Number(sum(below, a, b)),
            (WireWord::Bytes(a), WireWord::Bytes(b)) => {
                WireWord::Bytes(a.iter().zip(b).map(|(a, b)| a ^ b).collect())
            }
            _ => one.clone(),
        };
        WireReader::whole(&one.iter().zip(other).map(both).collect::<Vec<WireWord>>())
    }

    /// Checks that something can be half of such a message, like the half that was sent: all that
    /// the next on the way can tell.
    fn half(below: u64, given: &[WireWord], sent: &[WireWord]) -> Result<(), Cause> {
        let alike = |(given, sent): (&WireWord, &WireWord)| match (given, sent) {
            (WireWord::Number(given), WireWord::Number(_)) => below == 0 || *given < below,
            (WireWord::Bytes(given), WireWord::Bytes(sent)) => given.len() == sent.len(),
            _ => false,
        };
        let fits = given.len() == sent.len() && given.iter().zip(sent).all(alike);
        if fits { Ok(()) } else { Err(Cause::Malformed { expected: Self::NAME }) }
    }
}

/// The sum of two numbers below `below`, where 0 stands for 2⁶⁴, that is below it too.
fn sum(below: u64, a: u64, b: u64) -> u64 {
    let below = if below == 0 { 1 << 64 } else { u128::from(below) };
    ((u128::from(a) + u128::from(b)) % below) as u64
}

/// The words of a message that are still to be read.
#[derive(Clone, Debug)]
pub struct WireReader<'a>(&'a [WireWord]);

impl<'a> WireReader<'a> {
    /// Reads a whole message: nothing may be left over.
    pub fn whole<T: Wire>(words: &'a [WireWord]) -> Result<T, Cause> {
        let mut reader = Self(words);
        let value = T::read(&mut reader)?;
        if reader.0.is_empty() { Ok(value) } else { Err(Cause::Malformed { expected: T::NAME }) }
    }

    /// The next word.
    pub fn next(&mut self, expected: &'static str) -> Result<&'a WireWord, Cause> {
        let (first, rest) = self.0.split_first().ok_or(Cause::Malformed { expected })?;
        self.0 = rest;
        Ok(first)
    }

    /// The next word, which is a number.
    pub fn number(&mut self, expected: &'static str) -> Result<u64, Cause> {
        let WireWord::Number(number) = self.next(expected)? else {
            return Err(Cause::Malformed { expected });
        };
        Ok(*number)
    }

    /// The next word, which says how many entries follow.
    fn count(&mut self, expected: &'static str) -> Result<u64, Cause> {
        let count = self.number(expected)?;
        // Every entry takes a word, so a count beyond the words at hand is a lie and costs nothing.
        if count > self.0.len() as u64 { Err(Cause::Malformed { expected }) } else { Ok(count) }
    }

    /// The next word, which is bytes.
    pub fn bytes(&mut self, expected: &'static str) -> Result<&'a [u8], Cause> {
        let WireWord::Bytes(bytes) = self.next(expected)? else {
            return Err(Cause::Malformed { expected });
        };
        Ok(bytes)
    }

    /// The next word, which is this many bytes.
    pub fn array<const N: usize>(&mut self, expected: &'static str) -> Result<[u8; N], Cause> {
        self.bytes(expected)?.try_into().map_err(|_| Cause::Malformed { expected })
    }
}

impl Wire for bool {
    const NAME: &'static str = "a bit";

    fn write(&self, words: &mut Vec<WireWord>) {
        u64::from(*self).write(words);
    }

    fn read(words: &mut WireReader<'_>) -> Result<Self, Cause> {
        match words.number(Self::NAME)? {
            bit @ 0..=1 => Ok(bit == 1),
            given => Err(Cause::OutOfRange { given, below: 2 }),
        }
    }
}

impl Wire for () {
    const NAME: &'static str = "an empty message";

    fn write(&self, _words: &mut Vec<WireWord>) {}

    fn read(_words: &mut WireReader<'_>) -> Result<Self, Cause> {
        Ok(())
    }
}

impl Wire for Permutation {
    const NAME: &'static str = "a permutation";

    fn write(&self, words: &mut Vec<WireWord>) {
        words.reserve(self.len() + 1);
        words.push(WireWord::Number(self.len() as u64));
        words.extend(self.images().iter().map(|&image| WireWord::Number(image.into())));
    }

    fn read(words: &mut WireReader<'_>) -> Result<Self, Cause> {
        let length = words.count(Self::NAME)?;
        // What is no place is none of `0..k` either.
        let image =
            |_| words.number(Self::NAME).map(|image| u32::try_from(image).unwrap_or(u32::MAX));
        Self::new((0..length).map(image).collect::<Result<_, _>>()?)
    }

    /// `π` becomes `α` and `α⁻¹ ∘ π`.
    fn split(&self, _below: u64, coins: &mut impl Coins) -> Result<[Vec<WireWord>; 2], Cause> {
        let alpha = coins.permutation(self.len());
        let beta = alpha.inverse().after(self);
        Ok([alpha, beta].map(|half| half.words()))
    }

    fn join(_below: u64, one: &[WireWord], other: &[WireWord]) -> Result<Self, Cause> {
        let (alpha, beta): (Self, Self) = (WireReader::whole(one)?, WireReader::whole(other)?);
        let (given, expected) = (beta.len(), alpha.len());
        let joined = (given == expected).then(|| alpha.after(&beta));
        joined.ok_or(Cause::NotAPermutation { given })
    }

    fn half(_below: u64, given: &[WireWord], sent: &[WireWord]) -> Result<(), Cause> {
        if given.len() != sent.len() {
            return Err(Cause::Malformed { expected: Self::NAME });
        }
        WireReader::whole::<Self>(given).map(drop)
    }
}

impl<T: Wire> Wire for Vec<T> {
    const NAME: &'static str = "a list";

    fn write(&self, words: &mut Vec<WireWord>) {
        words.push(WireWord::Number(self.len() as u64));
        self.iter().for_each(|item| item.write(words));
    }

    fn read(words: &mut WireReader<'_>) -> Result<Self, Cause> {
        (0..words.count(Self::NAME)?).map(|_| T::read(words)).collect()
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    const NAME: &'static str = "a pair";

    fn write(&self, words: &mut Vec<WireWord>) {
        self.0.write(words);
        self.1.write(words);
    }

    fn read(words: &mut WireReader<'_>) -> Result<Self, Cause> {
        Ok((A::read(words)?, B::read(words)?))
    }
}

impl Wire for WireWord {
    const NAME: &'static str = "a word";

    fn write(&self, words: &mut Vec<WireWord>) {
        words.push(self.clone());
    }

    fn read(words: &mut WireReader<'_>) -> Result<Self, Cause> {
        words.next(Self::NAME).cloned()
    }
}

/// Sends a structure as its fields, one after the other.
macro_rules! fields {
    ($kind:ident$(<$of:ident>)?, $name:literal, $($field:tt),+) => {
        impl$(<$of: $crate::Wire>)? $crate::Wire for $kind$(<$of>)? {
            const NAME: &'static str = $name;

            fn write(&self, words: &mut Vec<$crate::WireWord>) {
                $($crate::Wire::write(&self.$field, words);)+
            }

            fn read(words: &mut $crate::WireReader<'_>) -> Result<Self, $crate::Cause> {
                Ok(Self { $($field: $crate::Wire::read(words)?),+ })
            }
        }
    };
}
pub(super) use fields;

/// Sends a value as one word of so many bytes.
#[cfg(feature = "cryptography")]
macro_rules! byte_word {
    ($kind:ty, $name:literal, $own:ident => $written:expr, $bytes:ident[$n:expr] => $read:expr) => {
        impl $crate::Wire for $kind {
            const NAME: &'static str = $name;

            fn write(&self, words: &mut Vec<$crate::WireWord>) {
                let $own = self;
                words.push($crate::WireWord::Bytes($written.to_vec()));
            }

            fn read(words: &mut $crate::WireReader<'_>) -> Result<Self, $crate::Cause> {
                let $bytes: [u8; $n] = words.array(Self::NAME)?;
                $read
            }
        }
    };
}
#[cfg(feature = "cryptography")]
pub(super) use byte_word;

/// Sends a value as one word of its kind.
macro_rules! one_word {
    ($($kind:ident, $variant:ident, $name:literal;)*) => {$(
        impl Wire for $kind {
            const NAME: &'static str = $name;

            fn write(&self, words: &mut Vec<WireWord>) {
                words.push(WireWord::$variant(self.clone()));
            }

            fn read(words: &mut WireReader<'_>) -> Result<Self, Cause> {
                match words.next(Self::NAME)? {
                    WireWord::$variant(value) => Ok(value.clone()),
                    _ => Err(Cause::Malformed { expected: Self::NAME }),
                }
            }
        }
    )*};
}

one_word! {
    u64, Number, "a number";
    IdealRevealToken, RevealToken, "a share of an opening";
    IdealCiphertext, Sealed, "a ciphertext";
    IdealBox, Boxed, "a locked box";
    IdealLock, Key, "the key of a lock";
}
