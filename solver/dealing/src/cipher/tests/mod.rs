mod argument;
mod deal;
mod golle;
mod rounds;
pub(crate) mod work;

use super::*;
use crate::card_cipher::{CardCipher, ElGamal};
use crate::shuffle::{Masking, ShuffleMove};
use crate::{
    Coins, DealTable, Parties, Party, Permutation, Seeded, Turn, Wire, WireReader, WireWord,
};
use work::Work;

/// The keys of so many keepers, in the session with this name.
fn cipher(keepers: usize, session: u8) -> ElGamal {
    let mut source = crate::tests::testing::coins(keepers, 9);
    let mut table = DealTable::new(keepers, &mut source);
    table.session = [session; 32];
    ElGamal::agree(&mut table, Parties::everybody(keepers), 52).expect("honest keepers agree")
}

/// Rows of masked cards.
fn rows(cipher: &ElGamal, rows: &[&[u64]], coins: &mut Seeded) -> Vec<Vec<Ciphertext>> {
    let card = |&value: &u64, coins: &mut Seeded| {
        cipher.masked(&cipher.face(value), &Exponent::random(coins))
    };
    rows.iter().map(|row| row.iter().map(|value| card(value, coins)).collect()).collect()
}

/// The rows moved and masked, and the secret of it.
fn shuffled(
    cipher: &ElGamal,
    rows: &[Vec<Ciphertext>],
    permutation: Permutation,
    coins: &mut Seeded,
) -> (Vec<Vec<Ciphertext>>, ShuffleMove<Exponent>) {
    let moved = ShuffleMove::by(permutation, cipher, rows.len(), coins);
    (moved.rows(cipher, rows), moved)
}

/// The turn of a party in this round of the first session.
fn turn(party: usize, round: u64) -> Turn {
    Turn { session: [1; 32], by: Party::at(party), round }
}

fn bytes(value: &impl Wire) -> usize {
    value.words().iter().map(WireWord::bytes).sum()
}

/// Changes every byte and every number of a message in turn; whoever passes one of them has
/// overlooked something.
pub(super) fn each_mutation(words: &[WireWord], passes: impl Fn(&[WireWord]) -> bool) {
    assert!(passes(words), "the message itself");
    let mut changed = words.to_vec();
    for at in 0..words.len() {
        let bytes = if let WireWord::Bytes(bytes) = &words[at] { bytes.len() } else { 1 };
        for byte in 0..bytes {
            spoil(&mut changed[at], byte);
            assert!(!passes(&changed), "word {at}, byte {byte}");
            changed[at] = words[at].clone();
        }
    }
    assert!(!passes(&words[1..]) && !passes(&words[..words.len() - 1]));
}

/// Changes a bit of a real message: of this byte, or of a number.
fn spoil(word: &mut WireWord, byte: usize) {
    match word {
        WireWord::Bytes(bytes) => bytes[byte] ^= 1 << (byte % 8),
        WireWord::Number(number) => *number ^= 1,
        other => panic!("{other:?} in a real message"),
    }
}

/// The mask that does nothing.
fn zero() -> Exponent {
    WireReader::whole(&Scalar::ZERO.words()).expect("a scalar")
}
