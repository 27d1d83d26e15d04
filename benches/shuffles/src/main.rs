//! One verified shuffle of 52 cards: by this project's argument, by its plain rounds, and by the
//! crates `ziffle` and `zshuffle`.
//!
//! Times are what all processors spent on this process (Linux), so that other work on the machine
//! does not count, and runs are interleaved, so that what it does to caches falls on all alike.
//! *Prove* is drawing a permutation, masking the deck and making the proof; *check* is checking the
//! proof, with deck and proof already read; *read* is decoding both from bytes. Arguments: how many
//! runs of the fast ones (default 31), of the plain rounds (5) and of `zshuffle` (1, after its
//! set-up).

use ark_serialize::CanonicalSerialize;
use bluff_dealing::card_cipher::{CardCipher, ElGamal, ShuffleProof};
use bluff_dealing::cipher::{Ciphertext, Exponent};
use bluff_dealing::cut_and_choose::RoundAnswer;
use bluff_dealing::shuffle::{Masking, Shuffle, ShuffleMove};
use bluff_dealing::{Coins, DealTable, Parties, Party, Seeded, Subgroup, Wire, WireReader, WireWord};
use rand_chacha::rand_core::SeedableRng;

const CARDS: usize = 52;

/// One way to shuffle with proof, and what its runs took, in milliseconds.
struct Peer {
    name: &'static str,
    runs: usize,
    run: Box<dyn FnMut() -> Run>,
    taken: Vec<Run>,
}

struct Run {
    prove: f64,
    read: Option<f64>,
    check: f64,
    bytes: usize,
}

fn timed<T>(task: impl FnOnce() -> T) -> (T, f64) {
    let start = processor_time();
    let done = task();
    (done, processor_time() - start)
}

/// Milliseconds all processors have spent on this process.
fn processor_time() -> f64 {
    #[repr(C)]
    #[derive(Default)]
    struct Time {
        seconds: i64,
        nanoseconds: i64,
    }
    unsafe extern "C" {
        fn clock_gettime(clock: i32, time: *mut Time) -> i32;
    }
    const CLOCK_PROCESS_CPUTIME_ID: i32 = 2;
    let mut time = Time::default();
    // SAFETY: `time` has the layout of a `timespec` on 64-bit Linux and outlives the call.
    let failed = unsafe { clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    assert_eq!(failed, 0, "no clock of this process");
    time.seconds as f64 * 1e3 + time.nanoseconds as f64 / 1e6
}

fn bytes(words: &[WireWord]) -> usize {
    words.iter().map(WireWord::bytes).sum()
}

/// A deck masked once, and a new shuffle of it in every run.
fn ours(plain: bool) -> Box<dyn FnMut() -> Run> {
    let mut source = vec![Seeded::of(1), Seeded::of(2)];
    let mut table = DealTable::new(2, &mut source);
    let card_cipher =
        ElGamal::agree(&mut table, Parties::everybody(2), CARDS as u64).expect("honest keepers");
    let coins = &mut Seeded::of(3);
    let before = [(0..CARDS as u64)
        .map(|card| card_cipher.masked(&card_cipher.face(card), &Exponent::random(coins)))
        .collect::<Vec<_>>()];
    let (mut coins, mut turn) = (Seeded::of(4), table.turn(Party::at(0)));
    Box::new(move || {
        turn.round += 1;
        let ((after, words), prove) = timed(|| {
            let secret = ShuffleMove::by(coins.permutation(CARDS), &card_cipher, 1, &mut coins);
            let after = secret.rows(&card_cipher, &before);
            let shuffle = Shuffle { among: Subgroup::All, before: &before, after: &after };
            let proof = match plain {
                true => card_cipher.rounds(turn, shuffle).prove(&secret, &mut coins).words(),
                false => card_cipher.prove(turn, shuffle, &secret, &mut coins).words(),
            };
            (after, proof)
        });
        let deck = after.words();
        let bytes = bytes(&words);
        let (after, read_deck) =
            timed(|| WireReader::whole::<Vec<Vec<Ciphertext>>>(&deck).expect("a deck"));
        let shuffle = Shuffle { among: Subgroup::All, before: &before, after: &after };
        let (passes, read, check) = if plain {
            let (answers, read) =
                timed(|| WireReader::whole::<Vec<RoundAnswer<Exponent>>>(&words).expect("answers"));
            let (passes, check) = timed(|| card_cipher.rounds(turn, shuffle).check(&answers));
            (passes, read, check)
        } else {
            let (proof, read) =
                timed(|| WireReader::whole::<ShuffleProof>(&words).expect("a proof"));
            let (passes, check) = timed(|| card_cipher.check(turn, shuffle, &proof));
            (passes, read, check)
        };
        assert!(passes);
        Run { prove, read: Some(read_deck + read), check, bytes }
    })
}

fn ziffle() -> Box<dyn FnMut() -> Run> {
    let shuffle = ziffle::Shuffle::<CARDS>::default();
    let mut coins = ark_std::test_rng();
    let context = b"peers";
    let mut key = || {
        let (_, key, proof) = shuffle.keygen(&mut coins, context);
        proof.verify(key, context).expect("an honest key")
    };
    let keys = ziffle::AggregatePublicKey::new(&[key(), key()]);
    let (deck, proof) = shuffle.shuffle_initial_deck(&mut coins, keys, context);
    let before =
        shuffle.verify_initial_shuffle(keys, deck, proof, context).expect("an honest shuffle");
    Box::new(move || {
        let ((deck, proof), prove) =
            timed(|| shuffle.shuffle_deck(&mut coins, keys, &before, context));
        let bytes = proof.compressed_size();
        let (passes, check) =
            timed(|| shuffle.verify_shuffle(keys, &before, deck, proof, context).is_some());
        assert!(passes);
        Run { prove, read: None, check, bytes }
    })
}

fn zshuffle() -> Box<dyn FnMut() -> Run> {
    use zshuffle::build_cs::{prove_shuffle, verify_shuffle};
    use zshuffle::gen_params::{
        gen_shuffle_prover_params, get_shuffle_verifier_params, refresh_prover_params_public_key,
    };

    let mut coins = rand_chacha::ChaChaRng::from_seed([5; 32]);
    let key = zshuffle::keygen::Keypair::generate(&mut coins).public;
    let ((prover, verifier), set_up) = timed(|| {
        let mut prover = gen_shuffle_prover_params(CARDS).expect("parameters");
        refresh_prover_params_public_key(&mut prover, &key).expect("parameters");
        let mut verifier = get_shuffle_verifier_params(CARDS).expect("parameters");
        verifier.verifier_params = prover.prover_params.verifier_params.clone();
        (prover, verifier)
    });
    println!("set-up/zshuffle/cards=52: {set_up:.0} ms");
    let before: Vec<zshuffle::MaskedCard> =
        (0..CARDS).map(|_| zshuffle::MaskedCard::rand(&mut coins)).collect();
    Box::new(move || {
        let ((proof, after), prove) =
            timed(|| prove_shuffle(&mut coins, &key, &before, &prover).expect("an honest shuffle"));
        let bytes = proof.to_bytes_be().len();
        let (passes, check) = timed(|| verify_shuffle(&verifier, &before, &after, &proof).is_ok());
        assert!(passes);
        Run { prove, read: None, check, bytes }
    })
}

fn median(runs: &[Run], of: impl Fn(&Run) -> f64) -> f64 {
    let mut values: Vec<f64> = runs.iter().map(of).collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let number = |runs: String| runs.parse().expect("a number of runs");
    let asked: Vec<usize> = std::env::args().skip(1).map(number).collect();
    let runs = |place: usize, default: usize| asked.get(place).copied().unwrap_or(default);
    let (fast, plain, slow) = (runs(0, 31), runs(1, 5), runs(2, 1));
    let mut peers = vec![
        Peer { name: "argument", runs: fast, run: ours(false), taken: Vec::new() },
        Peer { name: "rounds, s=128", runs: plain, run: ours(true), taken: Vec::new() },
        Peer { name: "ziffle 0.1", runs: fast, run: ziffle(), taken: Vec::new() },
    ];
    if slow > 0 {
        peers.push(Peer { name: "zshuffle 0.1.2", runs: slow, run: zshuffle(), taken: Vec::new() });
    }
    for turn in 0..fast.max(plain).max(slow) {
        for peer in peers.iter_mut().filter(|peer| turn < peer.runs) {
            let taken = (peer.run)();
            peer.taken.push(taken);
        }
    }
    let ours = (median(&peers[0].taken, |run| run.prove), median(&peers[0].taken, |run| run.check));
    for Peer { name, taken, .. } in &peers {
        let (prove, check) = (median(taken, |run| run.prove), median(taken, |run| run.check));
        println!("shuffle/{name}/cards={CARDS}, median of {}:", taken.len());
        println!("  prove {prove:9.2} ms, {:7.1} times ours", prove / ours.0);
        println!("  check {check:9.2} ms, {:7.1} times ours", check / ours.1);
        if taken.iter().all(|run| run.read.is_some()) {
            println!("  read  {:9.2} ms", median(taken, |run| run.read.unwrap_or(0.0)));
        }
        println!("  proof {:9} bytes", taken[0].bytes);
    }
}
