use super::cards::counts;
use super::*;
use crate::card_cipher::{CardCipher, SHUFFLED};
use crate::tests::testing::{changing, coins, fault};
use crate::{Cause, DealTable, Envelope, MaskedDeck, Message, OrFault, Parties, Wire, WireWord};

/// Cards as sealed bits (Goldwasser and Micali), the first encoding of the toolbox: a card is a
/// matrix of keepers by bits of its value, each row sealed by its keeper's key, and a bit of the
/// value is the xor of its column.
///
/// A masked card is uniform among all cards of its value; flips that do not cancel out in a column
/// would change it, so the proof of a shuffle shows that they do. A keeper's share is his own row,
/// opened with proof; all rows but one say nothing of the value. *Proved*: the form of keys,
/// shares, shuffles. *Assumed*: residues look like other numbers of symbol +1, and SHA-512 is a
/// random oracle. Nobody from outside has audited it. Source: Schindelhauer's toolbox.
///
/// Cost: a shuffle of `k` cards of `w` bits by `n` keepers takes `(s + 1)·k·n·w` squarings for `s`
/// rounds, a check as many less one round.
struct XorCards {
    rounds: usize,
    width: usize,
    secrets: Vec<(Party, SecretKey)>,
    /// The key of every bit of a card, row by row.
    keys: Vec<ResiduePublicKey>,
}

impl XorCards {
    /// Keepers with moduli of so many bits, whose cards are below `values` and whose proofs have so
    /// many rounds.
    ///
    /// Errors: `BadKey` or `BadProof` for a key that is not of the right form.
    fn with(
        table: &mut DealTable<'_>,
        keepers: Parties,
        values: u64,
        (bits, rounds): (u32, usize),
    ) -> OrFault<Self> {
        let width = values.next_power_of_two().trailing_zeros().max(1) as usize;
        let mut cipher = Self { rounds, width, secrets: Vec::new(), keys: Vec::new() };
        for keeper in keepers.iter() {
            let asked = cipher.asked("key of sealed bits", table.turn(keeper));
            let (secret, public) = SecretKey::posted(table, keeper, bits, &asked)?;
            cipher.secrets.push((keeper, secret));
            cipher.keys.extend(std::iter::repeat_n(public, width));
        }
        Ok(cipher)
    }

    /// Cards of keepers with these keys, whose own secrets nobody asks for.
    fn public(width: usize, keys: Vec<ResiduePublicKey>) -> Self {
        Self { rounds: 20, width, secrets: Vec::new(), keys }
    }

    /// Flips of a card that leave its value: each column is flipped an even number of times.
    fn flips(&self, coins: &mut impl Coins) -> Vec<bool> {
        let free = self.keys.len() - self.width;
        let mut flips: Vec<bool> = (0..free).map(|_| coins.below(2) == 1).collect();
        let last: Vec<bool> = (0..self.width).map(|column| self.odd(&flips, column)).collect();
        flips.extend(last);
        flips
    }

    /// True if a column is flipped an odd number of times.
    fn odd(&self, flips: &[bool], column: usize) -> bool {
        flips.iter().skip(column).step_by(self.width).fold(false, |odd, flip| odd ^ flip)
    }

    fn asked(&self, purpose: &'static str, turn: Turn) -> ProofRounds {
        ProofRounds { count: self.rounds, transcript: Transcript::new(purpose, turn) }
    }

    /// The start of a keeper's row.
    fn row(&self, keeper: Party) -> Option<usize> {
        self.secrets.iter().position(|(party, _)| *party == keeper).map(|row| row * self.width)
    }
}

impl Masking for XorCards {
    type Card = Pile;
    type Mask = Vec<ResidueMask>;

    fn masks(&self, count: usize, coins: &mut impl Coins) -> Vec<Vec<ResidueMask>> {
        let mut card = |_| {
            let flips = self.flips(coins);
            let bits = self.keys.iter().zip(flips);
            bits.flat_map(|(key, flip)| key.masks(&[flip], coins)).collect()
        };
        (0..count).map(&mut card).collect()
    }

    fn masked(&self, card: &Pile, masks: &Vec<ResidueMask>) -> Pile {
        let bits = card.iter().zip(masks).zip(&self.keys);
        bits.map(|((bit, mask), key)| key.masked(bit, mask)).collect()
    }
}

impl Joining for XorCards {
    fn joined(&self, first: &Vec<ResidueMask>, then: &Vec<ResidueMask>) -> Vec<ResidueMask> {
        let masks = first.iter().zip(then).zip(&self.keys);
        masks.map(|((first, then), key)| key.both(first, then)).collect()
    }

    /// Units below their moduli, and flips that cancel out.
    fn admits(&self, cards: &[&Pile], masks: &[&Vec<ResidueMask>]) -> bool {
        let even = |masks: &&Vec<ResidueMask>| {
            let flips: Vec<bool> = masks.iter().map(|mask| mask.flip).collect();
            !(0..self.width).any(|column| self.odd(&flips, column))
        };
        let units = |at: usize| {
            let roots = masks.iter().map(|masks| &masks[at].root);
            self.keys[at].modulus.admits(cards.iter().map(|card| &card[at]).chain(roots))
        };
        let bits = self.keys.len();
        cards.iter().all(|card| card.len() == bits)
            && masks.iter().all(|masks| masks.len() == bits && even(masks))
            && (0..bits).all(units)
    }

    fn bind(&self, transcript: &mut Transcript) {
        transcript.number("width", self.width as u64);
        self.keys.iter().for_each(|key| key.bind(transcript));
    }
}

impl CardCipher for XorCards {
    type RevealToken = OpenedBits;

    /// Moduli of 2048 bits.
    fn agree(table: &mut DealTable<'_>, keepers: Parties, values: u64) -> OrFault<Self> {
        Self::with(table, keepers, values, (2048, ROUNDS))
    }

    fn keepers(&self) -> Parties {
        self.secrets.iter().map(|&(keeper, _)| keeper).collect()
    }

    /// The first keeper's row is the value, the others are 0.
    fn face(&self, value: u64) -> Pile {
        let bit = |at: usize| at < self.width && value >> at & 1 == 1;
        self.keys.iter().enumerate().map(|(at, key)| key.face(bit(at))).collect()
    }

    /// A party without a key makes a share that fits nothing.
    fn share(&self, turn: Turn, card: &Pile, coins: &mut impl Coins) -> OpenedBits {
        let asked = self.asked("share of a card", turn);
        let shown = self.row(turn.by).and_then(|row| {
            let secret = &self.secrets[row / self.width].1;
            secret.show(card.get(row..row + self.width)?, &asked, coins).ok()
        });
        shown.unwrap_or(OpenedBits { classes: Vec::new(), proof: Vec::new() })
    }

    fn fits(&self, turn: Turn, card: &Pile, share: &OpenedBits) -> Result<(), Cause> {
        let asked = self.asked("share of a card", turn);
        let row = self
            .row(turn.by)
            .and_then(|row| Some((&self.keys[row], card.get(row..row + self.width)?)));
        let (key, bits) = row.ok_or(Cause::BadProof { of: "the share" })?;
        share.check(key, bits, &asked)
    }

    fn open(&self, _card: &Pile, shares: &[OpenedBits], values: u64) -> Option<u64> {
        let value = shares.iter().fold(0, |value, share| value ^ number(&share.classes));
        (shares.len() == self.secrets.len() && value < values).then_some(value)
    }

    /// One answer of the proof a message: at real sizes it is too long for one.
    fn shuffle(
        &self,
        table: &mut DealTable<'_>,
        by: Party,
        among: Subgroup,
        before: &[Vec<Pile>],
        moved: &ShuffleMove<Vec<ResidueMask>>,
    ) -> OrFault<Vec<Vec<Pile>>> {
        let asked = self.asked("cut and choose", table.turn(by));
        let after = table.publish(by, SHUFFLED, &moved.rows(self, before))?;
        let shuffle = Shuffle { among, before, after: &after };
        CutAndChoose::new(self, shuffle, asked).prove_to_all(table, by, moved)?;
        Ok(after)
    }

    fn at_once<T: Wire>(
        &self,
        _table: &mut DealTable<'_>,
        _values: Vec<(Party, T)>,
    ) -> OrFault<Vec<T>> {
        unimplemented!("no game of sealed bits shows values at once")
    }
}

/// Two keepers with small keys shuffle four cards, cut, put a fifth in and open all; an
/// adversary sees every message.
fn played(adversary: impl FnMut(usize, &mut Envelope)) -> (Vec<u64>, OrFault, Vec<Message>) {
    let mut coins = coins(2, 60);
    let mut table = DealTable::new(2, &mut coins).attacked_by(adversary);
    let (both, mut opened) = (Parties::everybody(2), Vec::new());
    let ended = XorCards::with(&mut table, both, 5, (64, 12)).and_then(|cipher| {
        let mut deck = MaskedDeck::open(&cipher, 5, &[(0..4).collect()]);
        deck.scramble(&mut table, both, Subgroup::All)?;
        deck.scramble(&mut table, Party::at(1), Subgroup::Rotations)?;
        deck.insert(&mut table, Party::at(0), &[cipher.face(4)], 3, both)?;
        opened.push(deck.draw(&mut table, 0, Party::at(0))?);
        for place in 1..5 {
            opened.push(deck.show(&mut table, 0, place)?);
        }
        Ok(())
    });
    let sent = crate::messages(table.log()).cloned().collect();
    (opened, ended, sent)
}

#[test]
fn all_operations_of_the_toolbox_work_on_sealed_bits() {
    let (mut opened, ended, _) = played(|_, _| {});
    assert_eq!(ended, Ok(()));
    // The new card has three of the old ones under it, so it lies second.
    assert_eq!(opened[1], 4);
    opened.sort_unstable();
    assert_eq!(opened, [0, 1, 2, 3, 4]);
}

/// The first message of each kind with a bit of its last bytes changed, or a plain number: its
/// sender is named.
#[test]
fn whoever_changes_a_message_is_named() {
    let (_, _, sent) = played(|_, _| {});
    let kind = |at: usize| sent[at].what;
    let first = |at: &usize| (0..*at).all(|before| kind(before) != kind(*at));
    for changed in (0..sent.len()).filter(first) {
        let (_, ended, _) = played(changing(changed, |body| {
            match body.iter_mut().rfind(|word| matches!(word, WireWord::Bytes(_))) {
                Some(WireWord::Bytes(bytes)) => *bytes.last_mut().expect("bytes") ^= 1,
                _ => panic!("no bytes in “{}”", sent[changed].what),
            }
        }));
        let Message { from, what, .. } = sent[changed];
        assert_eq!(ended.expect_err(what).who, Some(from), "{what}");
    }
}

/// A key that is right but for its size: its owner is named.
#[test]
fn a_modulus_of_another_size_is_refused() {
    let agreed = |bits: u32, adversary: &mut dyn FnMut(usize, &mut Envelope)| {
        let mut coins = coins(2, 80);
        let mut table = DealTable::new(2, &mut coins).attacked_by(adversary);
        XorCards::with(&mut table, Parties::everybody(2), 5, (bits, 12)).map(drop)
    };
    let mut small = Vec::new();
    assert_eq!(agreed(64, &mut changing(0, |body| small.clone_from(body))), Ok(()));
    assert_eq!(agreed(128, &mut |_, _| {}), Ok(()));
    let what = Cause::BadKey { why: "its modulus has another size than agreed" };
    let put_in = &mut changing(0, |body| body.clone_from(&small));
    assert_eq!(agreed(128, put_in), Err(fault(0, 0, what)));
}

/// At real sizes: two keys of 2048 bits, 52 cards of 12 bits, 128 rounds; one party shuffles.
#[test]
fn a_full_deck_of_sealed_bits() {
    let mut coins = coins(2, 70);
    let mut table = DealTable::new(2, &mut coins);
    let both = Parties::everybody(2);
    let cipher = XorCards::agree(&mut table, both, 52).expect("honest");
    let mut deck = MaskedDeck::open(&cipher, 52, &[(0..52).collect()]);
    deck.scramble(&mut table, Party::at(0), Subgroup::All).expect("honest");
    let [one, other] = [0, 1].map(|at| deck.draw(&mut table, at, Party::at(at)).expect("honest"));
    assert!(one != other && one < 52 && other < 52);
}

#[test]
fn masks_that_cancel_out_keep_the_type_and_hide_all_else() {
    for (p, q) in [(3, 7), (3, 11)] {
        let (secret, n) = (toy(p, q), p * q);
        let plus = units(n)
            .iter()
            .filter(|&&a| secret.public().modulus.symbol(&Residue::from(a)) == 1)
            .count();
        // Two keepers, one bit each: the type is the xor of both.
        let keys = vec![secret.public().clone(); 2];
        let kind = |card: &Pile| card.iter().fold(false, |kind, bit| kind ^ secret.open(bit));
        let (mut types, mut firsts) = (Vec::new(), Vec::new());
        for face in [false, true] {
            let before = vec![keys[0].face(face), keys[1].face(false)];
            let cards = XorCards::public(1, keys.clone());
            let masked = every(n, |coins| cards.masked(&before, &cards.masks(1, coins)[0]));
            let seen = counts(masked);
            assert!(seen.keys().all(|after| kind(after) == face));
            // All cards of this type, which are half of all, equally often.
            assert_eq!(seen.len(), plus * plus / 2);
            let times = seen.values().next().copied().unwrap();
            assert!(seen.values().all(|&count| count == times));
            types.push(seen.len());
            // One row alone says nothing: the same law for both types.
            firsts
                .push([0, 1].map(|row| counts(seen.keys().map(|after| secret.open(&after[row])))));
            // Free flips change the type one time in two.
            let free = Piles::flipped(&keys[0], 2);
            let free = every(n, |coins| free.masked(&before, &free.masks(1, coins)[0]));
            assert_eq!(2 * free.iter().filter(|after| kind(after) != face).count(), free.len());
        }
        assert_eq!(firsts[0], firsts[1]);
        assert_eq!(types[0], types[1]);
    }
}

#[test]
fn a_mask_that_changes_the_type_cannot_be_proved() {
    let (secrets, mut coins) = ([key(256), key(258), key(260)], Seeded::of(12));
    let keys: Vec<ResiduePublicKey> =
        secrets.iter().flat_map(|secret| vec![secret.public().clone(); 6]).collect();
    let cards = XorCards::public(6, keys);
    let before = [[51, 0, 17].map(|value| cards.face(value)).to_vec()];
    let moved = ShuffleMove::by(coins.permutation(3), &cards, 1, &mut coins);
    let proved = |moved: &ShuffleMove<Vec<ResidueMask>>, coins: &mut Seeded| {
        let after = moved.rows(&cards, &before);
        let shuffle = Shuffle { among: Subgroup::All, before: &before, after: &after };
        let claim = CutAndChoose::new(&cards, shuffle, asked(20));
        claim.check(&claim.prove(moved, coins))
    };
    assert!(proved(&moved, &mut coins));
    let mut lie = moved;
    lie.masks[0][1][4].flip ^= true;
    assert!(!proved(&lie, &mut coins));
}
