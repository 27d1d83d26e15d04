use std::fmt;

use super::coins::Coins;
use super::fault::Kind;
use super::{Parties, Party, Permutation};

/// One entry of a message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Word {
    /// A plain number: a place, a card, an index.
    Number(u64),
    /// Bytes: a group element, a proof, a hash.
    Bytes(Vec<u8>),
    /// An ideal ciphertext; who lacks a key sees only which one it is.
    Sealed(Sealed),
    /// A party's share of the opening of an ideal ciphertext.
    Share(Sealed, Party),
    /// An ideal box under locks that commute.
    Boxed(Boxed),
    /// The key of one lock.
    Key(Lock),
}

/// An ideal ciphertext under the joint key of some parties: it hides its content perfectly, and two
/// of them never look alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sealed {
    /// The number of the ciphertext, in order of making.
    pub id: u64,
    /// The content.
    pub content: u64,
    /// Whose shares open it.
    pub keys: Parties,
}

/// A lock of a party on an ideal box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lock {
    /// Whose lock it is.
    pub owner: Party,
    /// The number of the lock among its owner's.
    pub number: u32,
}

/// An ideal box under locks that commute: the same content under the same locks looks the same,
/// whatever came first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Boxed {
    /// The content.
    pub content: u64,
    /// The locks on it, in order.
    pub locks: Vec<Lock>,
}

impl Word {
    /// The bytes it takes on a wire.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.len(),
            Self::Number(_) | Self::Sealed(_) | Self::Share(..) | Self::Boxed(_) | Self::Key(_) => {
                8
            }
        }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(formatter, "{number}"),
            Self::Bytes(bytes) => {
                bytes.iter().take(8).try_for_each(|byte| write!(formatter, "{byte:02x}"))
            }
            Self::Sealed(sealed) => write!(formatter, "E{}", sealed.id),
            Self::Share(sealed, by) => write!(formatter, "share of E{} by {by}", sealed.id),
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
    fn write(&self, words: &mut Vec<Word>);

    /// Takes this off the front of the words; `Malformed` or a closer word if it does not stand
    /// there.
    fn read(words: &mut Reader<'_>) -> Result<Self, Kind>;

    /// Two halves, each of which alone says nothing but how long they are: `j` becomes `a` and
    /// `j − a`, bytes are masked.
    ///
    /// Errors: `OutOfRange` for numbers that are not below `below`, where 0 stands for 2⁶⁴;
    /// `NotAllowed` for ideal ciphertexts.
    fn split(&self, below: u64, coins: &mut impl Coins) -> Result<[Vec<Word>; 2], Kind> {
        let (mut masks, mut words) = (Vec::new(), Vec::new());
        self.write(&mut words);
        for word in &mut words {
            masks.push(match word {
                Word::Number(given) if below > 0 && *given >= below => {
                    return Err(Kind::OutOfRange { given: *given, below });
                }
                Word::Number(number) => {
                    let mask = if below > 0 { coins.below(below) } else { coins.word() };
                    *number = sum(below, *number, below.wrapping_sub(mask));
                    Word::Number(mask)
                }
                Word::Bytes(bytes) => {
                    let mut mask = vec![0; bytes.len()];
                    coins.fill(&mut mask);
                    bytes.iter_mut().zip(&mask).for_each(|(byte, mask)| *byte ^= mask);
                    Word::Bytes(mask)
                }
                _ => {
                    return Err(Kind::NotAllowed {
                        what: word.to_string(),
                        why: "only numbers and bytes go two ways",
                    });
                }
            });
        }
        Ok([masks, words])
    }

    /// The value of two halves together.
    fn join(below: u64, one: &[Word], other: &[Word]) -> Result<Self, Kind> {
        let both = |(one, other): (&Word, &Word)| match (one, other) {
            (&Word::Number(a), &Word::Number(b)) => Word::Number(sum(below, a, b)),
            (Word::Bytes(a), Word::Bytes(b)) => {
                Word::Bytes(a.iter().zip(b).map(|(a, b)| a ^ b).collect())
            }
            _ => one.clone(),
        };
        Reader::whole(&one.iter().zip(other).map(both).collect::<Vec<Word>>())
    }

    /// Whether something can be half of such a message, like the half that was sent: all that the
    /// next on the way can tell.
    fn half(below: u64, given: &[Word], sent: &[Word]) -> Result<(), Kind> {
        let alike = |(given, sent): (&Word, &Word)| match (given, sent) {
            (Word::Number(given), Word::Number(_)) => below == 0 || *given < below,
            (Word::Bytes(given), Word::Bytes(sent)) => given.len() == sent.len(),
            _ => false,
        };
        let fits = given.len() == sent.len() && given.iter().zip(sent).all(alike);
        if fits { Ok(()) } else { Err(Kind::Malformed { expected: Self::NAME }) }
    }
}

/// The sum of two numbers below `below`, where 0 stands for 2⁶⁴, that is below it too.
fn sum(below: u64, a: u64, b: u64) -> u64 {
    if below == 0 {
        a.wrapping_add(b)
    } else {
        ((u128::from(a) + u128::from(b)) % u128::from(below)) as u64
    }
}

/// The words of a message that are still to be read.
#[derive(Clone, Debug)]
pub struct Reader<'a>(&'a [Word]);

impl<'a> Reader<'a> {
    /// Reads a whole message: nothing may be left over.
    pub fn whole<T: Wire>(words: &'a [Word]) -> Result<T, Kind> {
        let mut reader = Self(words);
        let value = T::read(&mut reader)?;
        if reader.0.is_empty() { Ok(value) } else { Err(Kind::Malformed { expected: T::NAME }) }
    }

    /// The next word.
    pub fn next(&mut self, expected: &'static str) -> Result<&'a Word, Kind> {
        let (first, rest) = self.0.split_first().ok_or(Kind::Malformed { expected })?;
        self.0 = rest;
        Ok(first)
    }

    /// The next word, which is a number.
    pub fn number(&mut self, expected: &'static str) -> Result<u64, Kind> {
        if let Word::Number(number) = self.next(expected)? {
            Ok(*number)
        } else {
            Err(Kind::Malformed { expected })
        }
    }

    /// The next word, which says how many entries follow.
    fn count(&mut self, expected: &'static str) -> Result<u64, Kind> {
        let count = self.number(expected)?;
        // Every entry takes a word, so a count beyond the words at hand is a lie and costs nothing.
        if count > self.0.len() as u64 { Err(Kind::Malformed { expected }) } else { Ok(count) }
    }

    /// The next word, which is bytes.
    pub fn bytes(&mut self, expected: &'static str) -> Result<&'a [u8], Kind> {
        if let Word::Bytes(bytes) = self.next(expected)? {
            Ok(bytes)
        } else {
            Err(Kind::Malformed { expected })
        }
    }
}

impl Wire for u64 {
    const NAME: &'static str = "a number";

    fn write(&self, words: &mut Vec<Word>) {
        words.push(Word::Number(*self));
    }

    fn read(words: &mut Reader<'_>) -> Result<Self, Kind> {
        words.number(Self::NAME)
    }
}

impl Wire for () {
    const NAME: &'static str = "an empty message";

    fn write(&self, _words: &mut Vec<Word>) {}

    fn read(_words: &mut Reader<'_>) -> Result<Self, Kind> {
        Ok(())
    }
}

impl Wire for Permutation {
    const NAME: &'static str = "a permutation";

    fn write(&self, words: &mut Vec<Word>) {
        words.reserve(self.len() + 1);
        words.push(Word::Number(self.len() as u64));
        words.extend(self.images().iter().map(|&image| Word::Number(image.into())));
    }

    fn read(words: &mut Reader<'_>) -> Result<Self, Kind> {
        let length = words.count(Self::NAME)?;
        // What is no place is none of `0..k` either.
        let image =
            |_| words.number(Self::NAME).map(|image| u32::try_from(image).unwrap_or(u32::MAX));
        Self::new((0..length).map(image).collect::<Result<_, _>>()?)
    }

    /// `π` becomes `α` and `α⁻¹ ∘ π`.
    fn split(&self, _below: u64, coins: &mut impl Coins) -> Result<[Vec<Word>; 2], Kind> {
        let alpha = coins.permutation(self.len());
        let beta = alpha.inverse().after(self);
        Ok([alpha, beta].map(|half| {
            let mut words = Vec::new();
            half.write(&mut words);
            words
        }))
    }

    fn join(_below: u64, one: &[Word], other: &[Word]) -> Result<Self, Kind> {
        let (alpha, beta): (Self, Self) = (Reader::whole(one)?, Reader::whole(other)?);
        let (given, expected) = (beta.len(), alpha.len());
        if given == expected {
            Ok(alpha.after(&beta))
        } else {
            Err(Kind::NotAPermutation { given })
        }
    }

    fn half(_below: u64, given: &[Word], sent: &[Word]) -> Result<(), Kind> {
        let malformed = Kind::Malformed { expected: Self::NAME };
        if given.len() != sent.len() {
            Err(malformed)
        } else {
            Reader::whole::<Self>(given).map(drop)
        }
    }
}

impl<T: Wire> Wire for Vec<T> {
    const NAME: &'static str = "a list";

    fn write(&self, words: &mut Vec<Word>) {
        words.push(Word::Number(self.len() as u64));
        self.iter().for_each(|item| item.write(words));
    }

    fn read(words: &mut Reader<'_>) -> Result<Self, Kind> {
        (0..words.count(Self::NAME)?).map(|_| T::read(words)).collect()
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    const NAME: &'static str = "a pair";

    fn write(&self, words: &mut Vec<Word>) {
        self.0.write(words);
        self.1.write(words);
    }

    fn read(words: &mut Reader<'_>) -> Result<Self, Kind> {
        Ok((A::read(words)?, B::read(words)?))
    }
}

/// Sends a structure as its fields, one after the other.
#[cfg(feature = "cryptography")]
macro_rules! fields {
    ($kind:ident, $name:literal, $($field:ident),+) => {
        impl Wire for $kind {
            const NAME: &'static str = $name;

            fn write(&self, words: &mut Vec<Word>) {
                $(self.$field.write(words);)+
            }

            fn read(words: &mut Reader<'_>) -> Result<Self, Kind> {
                Ok(Self { $($field: Wire::read(words)?),+ })
            }
        }
    };
}
#[cfg(feature = "cryptography")]
pub(super) use fields;

macro_rules! one_word {
    ($($kind:ident, $variant:ident, $name:literal;)*) => {$(
        impl Wire for $kind {
            const NAME: &'static str = $name;

            fn write(&self, words: &mut Vec<Word>) {
                words.push(Word::$variant(self.clone()));
            }

            fn read(words: &mut Reader<'_>) -> Result<Self, Kind> {
                match words.next(Self::NAME)? {
                    Word::$variant(value) => Ok(value.clone()),
                    _ => Err(Kind::Malformed { expected: Self::NAME }),
                }
            }
        }
    )*};
}

one_word! {
    Sealed, Sealed, "a ciphertext";
    Boxed, Boxed, "a locked box";
    Lock, Key, "the key of a lock";
}
