//! Messages as bytes: words of a body, and bodies that are sealed for some.

use chacha20poly1305::aead::Aead;
use chacha20poly1305::{ChaCha20Poly1305, KeyInit};

use super::key::{Seat, SeatKeys};
use crate::cipher::{Element, Exponent, RevealToken, generator_times};
use crate::{
    Cause, Coins, IdealLock, Parties, Party, Transcript, Turn, Wire, WireReader, WireWord,
};

/// The bytes of words. An ideal ciphertext, which nobody can send, becomes a byte that no reader
/// takes.
pub(super) fn to_bytes(words: &[WireWord]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for word in words {
        match word {
            WireWord::Number(number) => {
                bytes.push(0);
                bytes.extend(number.to_le_bytes());
            }
            WireWord::Bytes(own) => {
                bytes.push(1);
                bytes.extend((own.len() as u32).to_le_bytes());
                bytes.extend(own);
            }
            _ => bytes.push(2),
        }
    }
    bytes
}

/// The words in some bytes, if these are words and nothing else.
pub(super) fn from_bytes(mut bytes: &[u8]) -> Option<Vec<WireWord>> {
    let mut words = Vec::new();
    while let Some((&kind, rest)) = bytes.split_first() {
        let (word, rest) = match kind {
            0 => {
                let (number, rest) = rest.split_first_chunk()?;
                (WireWord::Number(u64::from_le_bytes(*number)), rest)
            }
            1 => {
                let (length, rest) = rest.split_first_chunk()?;
                let (own, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
                (WireWord::Bytes(own.to_vec()), rest)
            }
            _ => return None,
        };
        words.push(word);
        bytes = rest;
    }
    Some(words)
}

/// Words that no real protocol reads: they stand for bytes that are no words, so that the sender is
/// to blame.
pub(super) fn unreadable(from: Party) -> Vec<WireWord> {
    vec![WireWord::Key(IdealLock { owner: from, number: 0 })]
}

/// The place of a message: its session, number, sender and receivers, and the history before it.
#[derive(Clone, Copy)]
pub(super) struct MessagePlace {
    pub(super) session: [u8; 32],
    /// The hash of all messages before it.
    pub(super) chain: [u8; 32],
    pub(super) at: usize,
    pub(super) from: Party,
    pub(super) to: Parties,
    /// True if everybody reads it.
    pub(super) public: bool,
}

impl MessagePlace {
    /// The text that the sender of this body signs.
    pub(super) fn signed_text(&self, body: &[u8]) -> Vec<u8> {
        let (at, from) = ((self.at as u32).to_le_bytes(), [self.from.place() as u8]);
        [b"bluff table 1", &self.session[..], &self.chain, &at, &from, body].concat()
    }

    fn transcript(&self, purpose: &'static str, by: Party) -> Transcript {
        let turn = Turn { session: self.session, by, round: self.at as u64 };
        let mut transcript = Transcript::new(purpose, turn);
        transcript.bytes("chain", &self.chain);
        transcript
    }

    /// The cipher of one message for one receiver.
    fn cipher(&self, shared: &Element, to: Party) -> ChaCha20Poly1305 {
        let mut transcript = self.transcript("seal", self.from);
        transcript.number("to", to.place() as u64);
        transcript.wire("shared", shared);
        ChaCha20Poly1305::new(&transcript.hash("key").into())
    }

    /// Seals a body: an element that is used once, and a box for each of the receivers in order.
    pub(super) fn sealed(&self, plain: &[u8], keys: &[SeatKeys], seat: &Seat) -> Vec<WireWord> {
        let once = Exponent::random(&mut seat.coins("seals", &self.chain));
        let mut words = Element::from(generator_times(once.scalar())).words();
        words.extend(self.to.iter().map(|to| {
            let shared = keys[to.place()].sealing.times(once.scalar());
            let cipher = self.cipher(&shared, to);
            WireWord::Bytes(cipher.encrypt(&Default::default(), plain).unwrap_or_default())
        }));
        words
    }

    /// The body in one's own box.
    pub(super) fn opened(&self, sealed: &[u8], me: Party, key: &Exponent) -> Option<Vec<WireWord>> {
        let (once, own) = self.unsealed(sealed, me)?;
        self.opened_by(&once.times(key.scalar()), me, &own)
    }

    fn opened_by(&self, shared: &Element, receiver: Party, own: &[u8]) -> Option<Vec<WireWord>> {
        from_bytes(&self.cipher(shared, receiver).decrypt(&Default::default(), own).ok()?)
    }

    /// The key that opens one's own box of this message and no other, with a proof that it is the
    /// right one.
    pub(super) fn evidence(
        &self,
        sealed: &[u8],
        me: Party,
        (public, key): (Element, &Exponent),
        coins: &mut impl Coins,
    ) -> Option<Vec<u8>> {
        let (once, _) = self.unsealed(sealed, me)?;
        let share = RevealToken::new(self.transcript("evidence", me), (public, key), once, coins);
        Some(to_bytes(&share.words()))
    }

    /// The words that a box held, by the evidence of its owner.
    ///
    /// Errors: evidence that is wrong.
    pub(super) fn shown(
        &self,
        sealed: &[u8],
        receiver: Party,
        public: Element,
        evidence: &[u8],
    ) -> Result<Vec<WireWord>, Cause> {
        // A body without a box is the sender's fault, and takes no evidence.
        let Some((once, own)) = self.unsealed(sealed, receiver) else {
            return Ok(unreadable(self.from));
        };
        let words = from_bytes(evidence).unwrap_or_default();
        let share: RevealToken = WireReader::whole(&words)?;
        share.check(self.transcript("evidence", receiver), public, once, "the evidence")?;
        let opened = self.opened_by(&share.part, receiver, &own);
        Ok(opened.unwrap_or_else(|| unreadable(self.from)))
    }

    /// The element of a sealed body, and the box of one receiver.
    fn unsealed(&self, sealed: &[u8], receiver: Party) -> Option<(Element, Vec<u8>)> {
        let words = from_bytes(sealed)?;
        let (once, boxes) = words.split_first()?;
        let at = self.to.iter().position(|party| party == receiver)?;
        let WireWord::Bytes(own) = boxes.get(at)? else { return None };
        let once = WireReader::whole(std::slice::from_ref(once)).ok()?;
        (boxes.len() == self.to.len()).then(|| (once, own.clone()))
    }
}
