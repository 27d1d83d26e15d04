use super::*;
use crate::cut_and_choose::ROUNDS;
use crate::residues::{FormProof, Pile, Piles, Residue, ResiduePublicKey};
use crate::shuffle::Masking;
use crate::tests::testing::{coins, fault, fits, played};
use crate::{Coins, Event, Fault, Seeded, Wire, WireReader, messages, outcome};

fn real(
    players: usize,
    cards: usize,
    script: &[CardAction],
    bits: u32,
    rounds: usize,
    traces: u32,
) -> Crepeau<ResidueStore> {
    Crepeau::new(players, cards, script.to_vec(), ResidueStore::new(bits, rounds), traces)
        .expect("a game")
}

/// The residues in all messages of this kind.
fn residues<'a>(log: &'a [Event], what: &'a str) -> impl Iterator<Item = Residue> + 'a {
    let words =
        messages(log).filter(move |message| message.what == what).flat_map(|message| &message.body);
    words
        .filter(|word| matches!(word, WireWord::Bytes(_)))
        .map(|word| WireReader::whole(std::slice::from_ref(word)).unwrap())
}

/// A whole hand: everything that can be done is done.
fn hand() -> Vec<CardAction> {
    [
        draw(&[1, 0, 0, 1]),
        vec![discard(0, Any), open(1, Any)],
        draw(&[0]),
        vec![open(0, Any), open(1, Place(0))],
    ]
    .concat()
}

#[test]
fn real_hands_are_what_the_codes_say() {
    for (players, cards, bits, rounds) in
        [(2, 5, 16, 8), (2, 8, 64, 4), (3, 6, 16, 4), (3, 5, 128, 2)]
    {
        for seed in 0..2 {
            let game = real(players, cards, &hand(), bits, rounds, 5);
            let (ended, log) = played(&game, seed, |_, _| {});
            assert_eq!(ended, Ok(()), "{seed}");
            let gains = outcome(&log);
            assert!(game.legal(&gains), "{gains:?}");
            let codes: Vec<_> =
                coins(players, seed).iter_mut().map(|coins| coins.permutation(cards)).collect();
            let card = |identifier| codes.iter().fold(identifier, |c, code| code.of(c)) as u64 + 1;
            // Five draws, in the order of the identifiers; the fifth comes after three gains of a
            // discard and an opening.
            let drawn: Vec<u64> = [0, 1, 2, 3, 7].map(|at: usize| gains[at].value).to_vec();
            assert_eq!(drawn, (0..5).map(card).collect::<Vec<u64>>());
        }
    }
    // The smallest deck: one card, no bits at all.
    assert_eq!(
        played(&real(2, 1, &[draw(&[0]), vec![open(0, Any)]].concat(), 16, 1, 0), 1, |_, _| {}).0,
        Ok(())
    );
}

/// 13 cards and traces of s bits: 13·(4 + s) ciphertexts, one squaring each for its question and
/// every round of the proof.
#[test]
fn the_work_is_what_the_formulas_say() {
    let (s, ciphertexts, questions, code) = (20, 312, 6552, 1040);
    let game = real(2, 13, &[], 16, s, s as u32);
    let (ended, log) = played(&game, 1, |_, _| {});
    assert_eq!(ended, Ok(()));
    let posted = ["the sender's code, sealed", "its traces, sealed"]
        .map(|what| residues(&log, what).count());
    assert_eq!(posted.iter().sum::<usize>(), 2 * ciphertexts); // two players
    // The masks of the answers, or a seed that stands for as many: two proofs of codes, then one of
    // questions, in this order.
    let masks: Vec<usize> = messages(&log)
        .filter(|message| message.what == "an answer of a proof")
        .map(|message| {
            message.body.iter().filter(|word| matches!(word, WireWord::Bytes(_))).count()
        })
        .collect();
    let squarings = |proof: &[usize]| s * proof.iter().max().copied().unwrap_or(0);
    let [one, other, asking] = [0, 1, 2].map(|at| &masks[at * s..(at + 1) * s]);
    assert_eq!((squarings(one), squarings(other), masks.len()), (code, code, 3 * s));
    let asked = residues(&log, "question groups").count();
    assert_eq!(asked + squarings(asking), questions);
}

/// Cases 35 and 36: what is no key is refused when it is posted, whatever roots come with it.
#[test]
fn bad_keys_are_refused() {
    let game = real(2, 3, &[], 16, 20, 2);
    // Three primes, a prime, a square, both exponents even; y a residue, y of symbol −1, y no unit.
    let bad = [(105, 2), (23, 2), (121, 2), (225, 2), (33, 4), (33, 5), (33, 3), (32, 3)];
    for (modulus, y) in bad {
        let (ended, _) = played(&game, 1, |at, envelope| {
            if at == 0 {
                let key = (Residue::from(modulus), Residue::from(y)).words();
                envelope.body.as_mut().expect("a message").splice(..2, key);
            }
        });
        let fault = ended.expect_err("no key");
        let named = matches!(
            fault.what,
            Cause::BadKey { .. } | Cause::BadProof { of: "the form of the key" }
        );
        assert!(fault.who == Some(party(0)) && fault.at == 0 && named, "{modulus} {y}: {fault}");
    }
}

/// The words of a proof of three piles by guessing.
fn guessed(piles: &Piles<'_>, rounds: usize, coins: &mut Seeded) -> Vec<Vec<WireWord>> {
    let answers = crate::tests::testing::guessed(piles, 3, rounds, coins);
    answers.iter().map(Wire::words).collect()
}

/// Number of cheats that pass, of so many: piles are posted by message `at` under the key of
/// message `key`, `lie` changes them and makes the proof that comes next.
fn passed(
    game: &Crepeau<ResidueStore>,
    (key, at): (usize, usize),
    trials: u64,
    lie: impl Fn(Piles<'_>, &mut Vec<Pile>, &mut Seeded) -> Vec<Vec<WireWord>>,
) -> u64 {
    let passes = |seed: &u64| {
        let (mut all, mut proof, mut coins) =
            (Vec::<Vec<WireWord>>::new(), Vec::<Vec<WireWord>>::new(), Seeded::of(*seed));
        let (ended, _) = played(game, *seed, |message, envelope| {
            let body = envelope.body.as_mut().expect("a message");
            if message == at {
                let (public, _): (ResiduePublicKey, FormProof) =
                    WireReader::whole(&all[key]).expect("a key");
                let mut piles: Vec<Vec<Residue>> = WireReader::whole(body).expect("piles");
                proof = lie(Piles::still(&public, piles[0].len()), &mut piles, &mut coins);
                body.clear();
                piles.write(body);
            }
            if let Some(words) = message.checked_sub(at + 1).and_then(|step| proof.get(step)) {
                body.clone_from(words);
            }
            all.push(body.clone());
        });
        let wrong = |fault: &Fault| *fault == self::fault(0, at + proof.len(), Cause::BadShuffle);
        assert!(ended.as_ref().err().is_none_or(wrong), "{ended:?}");
        ended.is_ok()
    };
    (0..trials).filter(passes).count() as u64
}

/// Cases 37 and 38: a card that is doubled in a code, and a question group that mixes two secrets.
#[test]
fn false_piles_pass_only_by_guessing_every_question() {
    let (trials, rounds) = (100, 2);
    let game = real(2, 3, &[], 16, rounds, 1);
    let doubled = passed(&game, (0, 1), trials, |still, images, coins| {
        images[0] = still.masked(&images[1], &still.masks(1, coins)[0]);
        guessed(&still, rounds, coins)
    });
    // Six messages and two proofs of codes come before the questions; the second list is asked.
    let at = 2 * (rounds + 3);
    let mixed = passed(&game, (at / 2, at), trials, |still, groups, coins| {
        (groups[0][0], groups[1][0]) = (groups[1][0], groups[0][0]);
        guessed(&Piles { flips: true, ..still }, rounds, coins)
    });
    for passed in [doubled, mixed] {
        assert!(fits(passed, trials, 0.5_f64.powi(rounds as i32)), "{rounds} rounds: {passed}");
    }
}

/// Case 42: nothing that is ever sent is a root of a sealed bit that is opened or could be, nor of
/// it times y.
#[test]
fn no_root_is_ever_sent() {
    let (ended, log) = played(&real(2, 4, &hand()[..6], 128, 6, 3), 3, |_, _| {});
    assert_eq!(ended, Ok(()));
    let keys = messages(&log).filter_map(|message| {
        WireReader::whole::<(ResiduePublicKey, FormProof)>(&message.body).ok()
    });
    let keys: Vec<ResiduePublicKey> = keys.map(|(key, _)| key).collect();
    assert_eq!(keys.len(), 2);
    let kinds = [
        "the sender's code, sealed",
        "its traces, sealed",
        "question groups",
        "the hand list, moved and sealed anew",
    ];
    let sealed: Vec<Residue> = kinds.iter().flat_map(|kind| residues(&log, kind)).collect();
    let of_256 = |word: &&WireWord| word.bytes() == 256;
    let words: Vec<&WireWord> =
        messages(&log).flat_map(|message| &message.body).filter(of_256).collect();
    // Codes of two bits, traces of three, their questions, and two lists of two that were moved.
    assert_eq!(sealed.len(), 2 * 4 * 5 + 4 * 5 + 2 * 2 * 2);
    assert!(words.len() > 200, "{}", words.len());
    for key in &keys {
        let targets: std::collections::HashSet<Residue> =
            sealed.iter().flat_map(|&bit| [bit, key.modulus.product(&bit, &key.y)]).collect();
        for word in &words {
            let sent: Residue = WireReader::whole(std::slice::from_ref(*word)).expect("a residue");
            assert!(!targets.contains(&key.modulus.square(&sent)));
        }
    }
}

/// The first and the last message of every kind changed in several ways: a fault of its sender, or
/// no harm.
#[test]
fn whatever_is_sent_the_sender_is_named() {
    let game = real(
        2,
        3,
        &[draw(&[0, 1, 0]), vec![discard(0, Any), open(1, Any), open(0, Any)]].concat(),
        16,
        8,
        2,
    );
    let (ended, log) = played(&game, 1, |_, _| {});
    assert_eq!(ended, Ok(()));
    let senders: Vec<(Party, &str)> =
        messages(&log).map(|message| (message.from, message.what)).collect();
    let mut faults = 0;
    let like = |at: &usize| {
        let kind = senders[*at];
        senders.iter().enumerate().filter(move |(_, other)| **other == kind).map(|(at, _)| at)
    };
    let ends: Vec<usize> = (0..senders.len())
        .filter(|at| like(at).min() == Some(*at) || like(at).max() == Some(*at))
        .collect();
    for &changed in &ends {
        let (sender, what) = senders[changed];
        for change in 0..5 {
            let (ended, _) = played(&game, 1, |at, envelope| {
                let Some(body) = envelope.body.as_mut().filter(|_| at == changed) else { return };
                let middle = body.len() / 2;
                match (change, body.get_mut(middle)) {
                    (0, _) => envelope.body = None,
                    (1, _) => body.truncate(middle),
                    (2, _) => body.push(WireWord::Number(0)),
                    (_, Some(WireWord::Number(number))) => {
                        *number = if change == 3 { *number ^ 1 } else { u64::MAX }
                    }
                    (_, Some(WireWord::Bytes(bytes))) => {
                        bytes.fill(if change == 3 { 0 } else { 255 })
                    }
                    _ => {}
                }
            });
            faults += u32::from(ended.is_err());
            let who = ended.err().map(|fault| fault.who);
            assert!(who.is_none_or(|who| who == Some(sender)), "{what}, change {change}: {who:?}");
        }
    }
    assert!(faults as usize > 4 * ends.len(), "{faults} of {}", 5 * ends.len());
}

/// Two players, 52 cards, keys of 2048 bits and proofs that nobody needs to ask for; prints what it
/// takes.
#[test]
#[ignore = "half a minute and a gigabyte"]
fn a_hand_at_full_size() {
    let start = std::time::Instant::now();
    let game = real(2, 52, &hand(), 2048, ROUNDS, 20);
    let (ended, log) = played(&game, 1, |at, _| {
        if [0, 1000].contains(&at) {
            println!("message {at}: {:?}", start.elapsed());
        }
    });
    assert_eq!(ended, Ok(()));
    assert!(game.legal(&outcome(&log)));
    let bytes: usize = messages(&log).flat_map(|message| &message.body).map(WireWord::bytes).sum();
    println!("{} messages, {bytes} bytes, {:?}", messages(&log).count(), start.elapsed());
}
