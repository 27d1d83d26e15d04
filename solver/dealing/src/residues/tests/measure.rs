use super::*;

#[test]
fn squarings_are_as_many_as_the_formulas_say() {
    let (secret, mut coins) = (key(128), Seeded::of(1));
    // Six bits for 52 cards and s for the trace: 52·(6 + s) bits, one squaring each for the
    // question and for every round.
    for (rounds, bits, asked, compared) in [(20, 1352, 28_392, 6240), (40, 2392, 98_072, 12_480)] {
        let width = 6 + rounds;
        let (key, asking) = (secret.public(), Piles::flipped(secret.public(), width));
        let posted: Vec<_> = (0..52).map(|_| key.seal(&vec![true; width], &mut coins).0).collect();
        assert_eq!(posted.iter().map(Vec::len).sum::<usize>(), bits);
        let ((groups, moved), questions) =
            squarings(|| andos::ask(asking, &posted, &mut coins).unwrap());
        let claim = claim(&asking, Subgroup::All, (&posted, &groups), rounds);
        let (_, proved) = squarings(|| claim.prove(&moved, &mut coins));
        assert_eq!(questions + proved, asked);
        let still = Piles::still(key, 6);
        let (sealed, moved) = andos::permuted(still, &coins.permutation(52), &mut coins);
        let open = andos::open(still, 52);
        let claim = super::claim(&still, Subgroup::All, (&open, &sealed), rounds);
        let proof = claim.prove(&moved, &mut coins);
        assert_eq!(squarings(|| claim.check(&proof)), (true, compared));
    }
}
