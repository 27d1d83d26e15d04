use std::cell::RefCell;

use super::*;
use crate::tests::testing::{changing, fault};
use crate::{Cause, Envelope, Fault, MaskedDeck, OrFault, Subgroup};

/// Three players scramble a deck of six and draw two cards each: all cards of all hands, seat by
/// seat.
fn deal(adversary: impl FnMut(usize, &mut Envelope)) -> OrFault<Vec<u64>> {
    let mut source = crate::tests::testing::coins(3, 60);
    let mut table = DealTable::new(3, &mut source).attacked_by(adversary);
    let everybody = Parties::everybody(3);
    let cipher = ElGamal::agree(&mut table, everybody, 6)?;
    let mut deck = MaskedDeck::open(&cipher, 6, &[(0..6).collect()]);
    deck.scramble(&mut table, everybody, Subgroup::All)?;
    deck.scramble(&mut table, Party::at(0), Subgroup::Rotations)?;
    (0..6).map(|place| deck.draw(&mut table, place, Party::at(place % 3))).collect()
}

/// Numbers of the messages of this deal.
const KEY: usize = 1;
const SHUFFLE: usize = 4;
const CUT: usize = 6;
const SHARE: usize = 9;

fn blame(at: usize, change: impl FnMut(&mut Vec<WireWord>)) -> Fault {
    deal(changing(at, change)).expect_err("a changed message")
}

fn encoded(element: &Element) -> WireWord {
    element.words().remove(0)
}

#[test]
fn a_deal_gives_every_card_once() {
    let mut cards = deal(|_, _| ()).expect("an honest deal");
    cards.sort();
    assert_eq!(cards, [0, 1, 2, 3, 4, 5]);
}

#[test]
fn open_cards_open_and_foreign_ones_are_unknown() {
    let cipher = cipher(2, 1);
    let coins = &mut Seeded::of(61);
    let shares = |card: &Ciphertext, coins: &mut Seeded| -> Vec<RevealToken> {
        (0..2).map(|keeper| cipher.share(turn(keeper, 0), card, coins)).collect()
    };
    for value in 0..4 {
        let face = cipher.face(value);
        let card = cipher.masked(&face, &Exponent::random(coins));
        for card in [face, card] {
            let shares = shares(&card, coins);
            assert_eq!(cipher.open(&card, &shares, 4), Some(value));
            assert_eq!(cipher.open(&card, &shares, value), None);
            assert_eq!(cipher.open(&card, &shares[..1], 4), None);
        }
    }
}

/// Attacks 16 and 17, and a change of any word of a shuffle.
#[test]
fn whoever_shuffles_falsely_is_named_before_anything_is_dealt() {
    // One row of six cards of two elements each, after the two lengths.
    let card = |at: usize| 2 + 2 * at;
    for (who, at) in [(1, SHUFFLE), (0, CUT)] {
        let wrong = fault(who, at, Cause::BadShuffle);
        let twice = blame(at, |body| {
            let first = body[card(0)..card(1)].to_vec();
            body[card(1)..card(2)].clone_from_slice(&first);
        });
        assert_eq!(twice, wrong, "a card twice");
        let random = blame(at, |body| {
            body[card(3)] = encoded(&Element::hashed("box", 0));
            body[card(3) + 1] = encoded(&Element::hashed("box", 1));
        });
        assert_eq!(random, wrong, "a random box");
        assert_eq!(blame(at, |body| body.swap(card(0), card(1))), wrong, "halves swapped");
    }
}

/// Attack 18: a share that belongs to another card.
#[test]
fn a_share_of_another_card_is_refused() {
    let kept = RefCell::new(Vec::new());
    let replayed = deal(|at, envelope| match at {
        SHARE => kept.replace(envelope.body.clone().unwrap_or_default()).clear(),
        // The same keeper, the next card that he does not own.
        _ if at == SHARE + 2 => envelope.body = Some(kept.borrow().clone()),
        _ => (),
    });
    let what = Cause::BadProof { of: "the share" };
    assert!(
        matches!(replayed, Err(Fault { what: found, at, .. }) if found == what && at == SHARE + 2)
    );
    assert_eq!(blame(SHARE, |body| body[1] = encoded(&Element::generator())).what, what);
}

/// Attacks 20 and 22, in every place where an element is sent.
#[test]
fn malformed_elements_and_the_identity_are_faults_of_the_sender() {
    for (who, at, word) in [(1, KEY, 0), (1, SHUFFLE, 2), (1, SHUFFLE, 16), (0, CUT, 5)] {
        let identity = blame(at, |body| body[word] = WireWord::Bytes(vec![0; 32]));
        assert_eq!(identity, fault(who, at, Cause::Identity));
        for bytes in [vec![0xff; 32], vec![1; 32], vec![0; 31], vec![]] {
            let malformed = blame(at, |body| body[word] = WireWord::Bytes(bytes.clone()));
            assert!(matches!(malformed.what, Cause::Malformed { .. }), "{malformed:?}");
            assert_eq!((malformed.who, malformed.at), (Some(Party::at(who)), at));
        }
        let number = blame(at, |body| body[word] = WireWord::Number(1));
        assert!(matches!(number.what, Cause::Malformed { .. }));
        assert!(matches!(blame(at, |body| body.truncate(word)).what, Cause::Malformed { .. }));
    }
}

/// Attack 23: a key made out of the others' keys, so that all together are a key the cheat knows.
#[test]
fn a_rogue_key_has_no_proof() {
    let known = Exponent::random(&mut Seeded::of(62));
    let first = RefCell::new(Vec::new());
    let rogue = |with: &dyn Fn(&[WireWord], &mut Vec<WireWord>)| {
        deal(|at, envelope| match (at, &mut envelope.body) {
            (0, Some(body)) => first.replace(body.clone()).clear(),
            (KEY, Some(body)) => with(&first.borrow(), body),
            _ => (),
        })
        .expect_err("a rogue key")
    };
    let expected =
        fault(1, KEY, Cause::BadKey { why: "no proof that its owner knows the secret key" });
    let target = |first: &[WireWord]| {
        let others: Element = WireReader::whole(&first[..1]).expect("a key");
        encoded(&(Element::generator().times(known.scalar()) - others))
    };
    assert_eq!(
        rogue(&|first, body| body[0] = target(first)),
        expected,
        "with an honest proof of another key"
    );
    let forged = |first: &[WireWord], body: &mut Vec<WireWord>| {
        let owner = Turn { session: [0; 32], ..turn(1, KEY as u64) };
        *body = ElGamalPublicKey::of(&known, owner, &mut Seeded::of(63)).words();
        body[0] = target(first);
    };
    assert_eq!(rogue(&forged), expected, "with a proof for the sum");
    assert_eq!(
        rogue(&|first, body| *body = first.to_vec()),
        expected,
        "another one's key and proof"
    );
}
