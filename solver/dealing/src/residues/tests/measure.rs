use std::time::Instant;

use super::*;

#[test]
fn squarings_are_as_many_as_the_formulas_say() {
    let (secret, mut coins) = (key(128), Seeded::of(1));
    // Six bits for 52 cards and s for the trace: 52·(6 + s) bits, one squaring each for the
    // question and for every round.
    for (rounds, bits, asked, compared) in [(20, 1352, 28_392, 6240), (40, 2392, 98_072, 12_480)] {
        let width = 6 + rounds;
        let keys = vec![secret.public().clone(); width];
        let posted: Vec<_> = (0..52).map(|_| keys[0].seal(&vec![true; width], &mut coins).0).collect();
        assert_eq!(posted.iter().map(Vec::len).sum::<usize>(), bits);
        let ((groups, moved), questions) = squarings(|| andos::ask(&keys, &posted, &mut coins).unwrap());
        let asking = andos::questions(&keys);
        let claim = claim(&asking, Subgroup::All, (&posted, &groups), rounds);
        let (_, proved) = squarings(|| claim.prove(&moved, &mut coins));
        assert_eq!(questions + proved, asked);
        let keys = &keys[..6];
        let (sealed, moved) = andos::permuted(keys, &coins.permutation(52), &mut coins);
        let open = andos::open(keys, 52);
        let still = Piles::still(keys);
        let claim = super::claim(&still, Subgroup::All, (&open, &sealed), rounds);
        let proof = claim.prove(&moved, &mut coins);
        assert_eq!(squarings(|| claim.check(&proof)), (true, compared));
    }
}

/// Prints what things take at 2048 bits:
/// `cargo test --release -p rational-bluff --lib residues -- --ignored --nocapture`.
#[test]
#[ignore = "prints times, judges nothing"]
fn times() {
    // Seconds this thread was computing: other programs do not count. By the clock where there is
    // no such file.
    let clock = Instant::now();
    let seconds = move || {
        let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
        let nanoseconds = spent.and_then(|spent| spent.split(' ').next()?.parse::<u64>().ok());
        nanoseconds.map_or_else(|| clock.elapsed().as_secs_f64(), |spent| spent as f64 / 1e9)
    };
    fn time<T>(what: &str, times: u32, seconds: impl Fn() -> f64, mut work: impl FnMut() -> T) -> T {
        let start = seconds();
        let mut done = work();
        (1..times).for_each(|_| done = work());
        println!("{what}: {:.3} ms", (seconds() - start) * 1e3 / f64::from(times));
        done
    }
    let mut coins = Seeded::of(1);
    let group = SraGroup::rfc_3526().unwrap();
    let lock = time("a lock", 20, seconds, || group.draw(&mut coins));
    let card = time("a hashed card", 20, seconds, || group.card(&[0; 32], 1));
    let locked = time("locking", 20, seconds, || group.lock(&lock, &card));
    time("checking an element", 20, seconds, || group.check(&locked)).unwrap();
    let deck: Vec<Residue> = (0..52).map(|number| group.card(&[0; 32], number)).collect();
    time("strict mode, 52 cards", 1, seconds, || group.strict(&deck)).unwrap();
    let secret = time("a key of 2048 bits", 5, seconds, || SecretKey::generate(2048, &mut coins).unwrap());
    let proof =
        time("proving its form, 128 rounds", 1, seconds, || FormProof::new(&secret, ROUNDS, &transcript(), &mut coins));
    time("checking its form", 1, seconds, || proof.check(secret.public(), ROUNDS, &transcript())).unwrap();
    let keys = vec![secret.public().clone(); 26];
    let bits = vec![true; 26];
    let posted: Vec<_> =
        time("sealing 1352 bits", 1, seconds, || (0..52).map(|_| keys[0].seal(&bits, &mut coins).0).collect());
    time("checking the symbols of 1352 bits", 1, seconds, || keys[0].admits(posted.iter().flatten())).unwrap();
    let (groups, moved) =
        time("asking 52 questions of 26 bits", 1, seconds, || andos::ask(&keys, &posted, &mut coins).unwrap());
    let questions = andos::questions(&keys);
    let claim = claim(&questions, Subgroup::All, (&posted, &groups), 20);
    let proof = time("proving them, 20 rounds", 1, seconds, || claim.prove(&moved, &mut coins));
    assert!(time("checking them", 1, seconds, || claim.check(&proof)));
    let shown =
        time("showing 26 bits, 20 rounds", 1, seconds, || secret.show(&groups[0], 20, &transcript(), &mut coins))
            .unwrap();
    time("checking 26 bits", 1, seconds, || shown.check(&keys[0], &groups[0], 20, &transcript())).unwrap();
    let keys = &keys[..6];
    let open = andos::open(keys, 52);
    let (sealed, moved) = andos::permuted(keys, &coins.permutation(52), &mut coins);
    let still = Piles::still(keys);
    let claim = super::claim(&still, Subgroup::All, (&open, &sealed), 20);
    let proof = time("proving a permutation of 52, 20 rounds", 1, seconds, || claim.prove(&moved, &mut coins));
    assert!(time("checking it", 1, seconds, || claim.check(&proof)));
}
