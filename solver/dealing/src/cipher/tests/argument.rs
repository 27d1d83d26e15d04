use super::*;

/// A shuffle of two keepers' cards, and the secret of whoever made it.
struct Shuffled {
    cipher: ElGamal,
    generators: Vec<Element>,
    before: Vec<Vec<Ciphertext>>,
    after: Vec<Vec<Ciphertext>>,
    secret: ShuffleMove<Exponent>,
}

impl Shuffled {
    fn new(values: &[&[u64]], permutation: Permutation, coins: &mut Seeded) -> Self {
        let cipher = cipher(2, 1);
        let number = |number| Element::hashed("test generator", number);
        let generators = (0..values[0].len() as u64).map(number).collect();
        let before = rows(&cipher, values, coins);
        let (after, secret) = shuffled(&cipher, &before, permutation, coins);
        Self { cipher, generators, before, after, secret }
    }

    fn statement(&self) -> Statement<'_> {
        self.about(&self.before, &self.after)
    }

    /// The same statement about other rows.
    fn about<'a>(
        &'a self,
        before: &'a [Vec<Ciphertext>],
        after: &'a [Vec<Ciphertext>],
    ) -> Statement<'a> {
        let (key, generators) = (self.cipher.key(), self.generators.clone());
        Statement { key, turn: turn(0, 5), generators, before, after }
    }

    fn proof(&self, coins: &mut Seeded) -> Argument {
        self.statement().prove(&self.secret.permutation, &self.secret.masks, coins)
    }
}

/// Every map of three places to three places.
fn maps() -> impl Iterator<Item = [usize; 3]> {
    (0..27).map(|claim| [claim / 9, claim / 3 % 3, claim % 3])
}

/// The map of a prover who says that the card at place `i` came from place `from[i]`.
fn picks(from: [usize; 3]) -> impl Fn(&[Scalar]) -> Vec<Scalar> {
    move |values| from.iter().map(|&place| values[place]).collect()
}

#[test]
fn honest_shuffles_pass_and_cost_what_the_formulas_say() {
    let coins = &mut Seeded::of(40);
    let values: Vec<u64> = (0..52).collect();
    for (n, count) in [(2, 1), (3, 1), (4, 2), (7, 3), (52, 1), (52, 2)] {
        let permutation = coins.permutation(n);
        let shuffled = Shuffled::new(&vec![&values[..n]; count], permutation, coins);
        let (proof, proving) = Work::of(|| shuffled.proof(coins));
        let (passes, checking) = Work::of(|| shuffled.statement().check(&proof));
        assert!(passes, "{count} rows of {n}");
        let (n, count) = (n as u64, count as u64);
        // Five commitments, two of them one shorter, and two halves of every row.
        assert_eq!((proving.terms, proving.fixed), (5 * n - 2 + 2 * n * count, 5 + 2 * count));
        assert_eq!(
            (checking.public_terms, checking.exponentiations()),
            (n + 7 + (4 * n + 2) * count, checking.public_terms)
        );
        // Six lists tell their lengths.
        assert_eq!(bytes(&proof) as u64, 32 * (5 + 2 * count + 2 * n + count) + 6 * 8);
    }
}

#[test]
fn every_byte_of_a_proof_counts() {
    let coins = &mut Seeded::of(41);
    for values in [&[&[0, 1, 2][..]][..], &[&[0, 1], &[2, 3]]] {
        let permutation = coins.permutation(values[0].len());
        let shuffled = Shuffled::new(values, permutation, coins);
        each_mutation(&shuffled.proof(coins).words(), |words| {
            WireReader::whole(words).is_ok_and(|proof| shuffled.statement().check(&proof))
        });
    }
}

#[test]
fn every_byte_of_the_rows_counts() {
    let coins = &mut Seeded::of(42);
    let shuffled = Shuffled::new(&[&[0, 1]], Permutation::rotation(2, 1), coins);
    let proof = shuffled.proof(coins);
    each_mutation(&(shuffled.before.clone(), shuffled.after.clone()).words(), |words| {
        type Rows = Vec<Vec<Ciphertext>>;
        WireReader::whole::<(Rows, Rows)>(words)
            .is_ok_and(|(before, after)| shuffled.about(&before, &after).check(&proof))
    });
}

/// Attacks 16 and 17: the cheat runs the prover on what he claims, and on every claim about places
/// there is.
#[test]
fn what_is_no_shuffle_cannot_be_proved() {
    let coins = &mut Seeded::of(43);
    let shuffled = Shuffled::new(&[&[0, 1, 2]], Permutation::identity(3), coins);
    let (cipher, masks) = (&shuffled.cipher, &shuffled.secret.masks);
    let masked = |card: &Ciphertext, mask: &Exponent| cipher.masked(card, mask);
    let strange = rows(cipher, &[&[7]], coins)[0][0];
    let [first, second, third] = [0, 1, 2].map(|place| shuffled.after[0][place]);
    let [off, left, right] = ["off", "left", "right"].map(|purpose| Element::hashed(purpose, 0));
    let again = masked(&shuffled.before[0][0], &masks[0][1]);
    let decks = [
        ("a card twice", [first, again, third]),
        ("another card", [first, second, strange]),
        ("a left half that is off", [first, second, Ciphertext { a: third.a + off, ..third }]),
        ("a right half that is off", [first, second, Ciphertext { b: third.b + off, ..third }]),
        ("another mask", [first, second, masked(&third, &masks[0][0])]),
        ("a random box", [first, second, Ciphertext { a: left, b: right }]),
        ("a copy of the neighbour", [first, first, third]),
    ];
    for (what, deck) in decks {
        let after = [deck.to_vec()];
        let statement = shuffled.about(&shuffled.before, &after);
        for from in maps() {
            let claim = statement.claim(&picks(from), &picks(from), masks, coins);
            assert!(!statement.check(&claim), "{what}, {from:?}");
        }
    }
}

#[test]
fn a_map_that_is_no_permutation_cannot_be_proved_even_of_itself() {
    let coins = &mut Seeded::of(44);
    let shuffled = Shuffled::new(&[&[0, 1, 2]], Permutation::identity(3), coins);
    for from in maps() {
        let masks = shuffled.cipher.masks(3, coins);
        let picked = from.iter().zip(&masks);
        let card = |(&place, mask): (&usize, &Exponent)| {
            shuffled.cipher.masked(&shuffled.before[0][place], mask)
        };
        let after = [picked.map(card).collect()];
        let statement = shuffled.about(&shuffled.before, &after);
        let permutation = Permutation::new(from.iter().map(|&place| place as u32).collect());
        let claim = statement.claim(&picks(from), &picks(from), &[masks], coins);
        assert_eq!(statement.check(&claim), permutation.is_ok(), "{from:?}");
    }
}

/// The permutation must be the one committed to before there were challenges.
#[test]
fn a_permutation_cannot_be_chosen_afterwards() {
    let coins = &mut Seeded::of(48);
    let shuffled = Shuffled::new(&[&[0, 1, 2]], Permutation::identity(3), coins);
    let (statement, masks) = (shuffled.statement(), &shuffled.secret.masks);
    for committed in maps() {
        let proof = statement.claim(&picks(committed), &picks([0, 1, 2]), masks, coins);
        assert_eq!(statement.check(&proof), committed == [0, 1, 2], "{committed:?}");
    }
}

/// Of one card twice, the mean map makes two others with the same sum: only the products show that
/// it is no permutation.
#[test]
fn a_linear_map_is_not_enough() {
    let coins = &mut Seeded::of(49);
    let mut twice = Shuffled::new(&[&[0, 0]], Permutation::identity(2), coins);
    let card = twice.before[0][0];
    twice.before = vec![vec![card, card]];
    (twice.after, twice.secret) =
        shuffled(&twice.cipher, &twice.before, Permutation::identity(2), coins);
    let off = Element::hashed("off", 0);
    let right = |card: &Ciphertext, off| Ciphertext { b: card.b + off, ..*card };
    let false_one =
        [vec![right(&twice.after[0][0], off), right(&twice.after[0][1], (-off.point()).into())]];
    let half = Scalar::from(2_u64).invert();
    let mean = |values: &[Scalar]| vec![(values[0] + values[1]) * half; 2];
    for after in [&twice.after[..], &false_one] {
        let statement = twice.about(&twice.before, after);
        assert!(!statement.check(&statement.claim(&mean, &mean, &twice.secret.masks, coins)));
    }
    assert!(twice.statement().check(&twice.proof(coins)));
}

#[test]
fn every_row_must_move_alike() {
    let coins = &mut Seeded::of(45);
    let rows = Shuffled::new(&[&[0, 1, 2], &[3, 4, 5]], Permutation::rotation(3, 1), coins);
    let proof = rows.proof(coins);
    assert!(rows.statement().check(&proof));
    let [first, second] = [0, 1].map(|row| rows.after[row].clone());
    let swapped = [second, first.clone()];
    assert!(!rows.about(&rows.before, &swapped).check(&proof), "rows swapped");
    let (other, mut moved) =
        shuffled(&rows.cipher, &rows.before, Permutation::rotation(3, 2), coins);
    moved.masks[0] = rows.secret.masks[0].clone();
    let apart = [first, other[1].clone()];
    let statement = rows.about(&rows.before, &apart);
    for by in 0..3 {
        let proof = statement.prove(&Permutation::rotation(3, by), &moved.masks, coins);
        assert!(!statement.check(&proof), "rows moved apart");
    }
}

/// Attack 24: a proof is bound to session, party and round, to the key and to the rows.
#[test]
fn a_proof_cannot_be_replayed() {
    let coins = &mut Seeded::of(46);
    let here = Shuffled::new(&[&[0, 1, 2]], Permutation::rotation(3, 1), coins);
    let (again, _) = shuffled(&here.cipher, &here.before, Permutation::rotation(3, 1), coins);
    let proof = here.proof(coins);
    assert!(here.statement().check(&proof));
    let keepers = super::cipher(3, 1);
    let others: Vec<Element> = (1..4).map(|number| Element::hashed("test", number)).collect();
    for elsewhere in [
        Statement { turn: turn(0, 6), ..here.statement() },
        Statement { turn: turn(1, 5), ..here.statement() },
        Statement { turn: Turn { session: [2; 32], ..turn(0, 5) }, ..here.statement() },
        Statement { key: keepers.key(), ..here.statement() },
        Statement { generators: others, ..here.statement() },
        here.about(&here.after, &here.before),
        here.about(&here.before, &again),
    ] {
        assert!(!elsewhere.check(&proof));
    }
}

/// Wrong shapes are refused before anything is reckoned.
#[test]
fn shapes_are_checked_first() {
    let coins = &mut Seeded::of(47);
    let shuffled = Shuffled::new(&[&[0, 1, 2]], Permutation::rotation(3, 1), coins);
    let (proof, before, after) = (shuffled.proof(coins), &shuffled.before, &shuffled.after);
    let short = [after[0][..2].to_vec()];
    let twice = [after[0].clone(), after[0].clone()];
    for (before, after) in
        [(&before[..], &short[..]), (before, &twice), (before, &[]), (&[], after), (&short, &short)]
    {
        assert!(!shuffled.about(before, after).check(&proof));
    }
    let few = shuffled.generators[..2].to_vec();
    assert!(!Statement { generators: few, ..shuffled.statement() }.check(&proof));
}
