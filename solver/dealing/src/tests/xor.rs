use crate::card_cipher::{CardCipher, SHUFFLED};
use crate::cut_and_choose::{ROUNDS, RoundAnswer};
use crate::residues::{
    Flips, OpenedBits, Pile, Piles, ResidueMask, ResiduePublicKey, SecretKey, face, number,
};
use crate::shuffle::{Masking, Shuffle, ShuffleMove};
use crate::tests::testing::{changing, coins, fault};
use crate::{
    Cause, Coins, CutAndChoose, DealTable, OrFault, Parties, Party, Subgroup, Transcript, Turn,
};
use crate::{Envelope, MaskedDeck, Message, Wire, WireWord};

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
pub(super) struct XorCards {
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
    pub(super) fn with(
        table: &mut DealTable<'_>,
        keepers: Parties,
        values: u64,
        (bits, rounds): (u32, usize),
    ) -> OrFault<Self> {
        let width = values.next_power_of_two().trailing_zeros().max(1) as usize;
        let mut cipher = Self { rounds, width, secrets: Vec::new(), keys: Vec::new() };
        for keeper in keepers.iter() {
            let transcript = Transcript::new("key of sealed bits", table.turn(keeper));
            let (secret, public) = SecretKey::posted(table, keeper, (bits, rounds), &transcript)?;
            cipher.secrets.push((keeper, secret));
            cipher.keys.extend(std::iter::repeat_n(public, width));
        }
        Ok(cipher)
    }

    fn piles(&self) -> Piles<'_> {
        Piles { keys: &self.keys, flips: Flips::Balanced { width: self.width } }
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
        self.piles().masks(count, coins)
    }

    fn masked(&self, card: &Pile, mask: &Vec<ResidueMask>) -> Pile {
        self.piles().masked(card, mask)
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
        face(&self.keys, value)
    }

    /// A party without a key makes a share that fits nothing.
    fn share(&self, turn: Turn, card: &Pile, coins: &mut impl Coins) -> OpenedBits {
        let transcript = Transcript::new("share of a card", turn);
        let shown = self.row(turn.by).and_then(|row| {
            let secret = &self.secrets[row / self.width].1;
            secret.show(card.get(row..row + self.width)?, self.rounds, &transcript, coins).ok()
        });
        shown.unwrap_or(OpenedBits { classes: Vec::new(), proof: Vec::new() })
    }

    fn fits(&self, turn: Turn, card: &Pile, share: &OpenedBits) -> Result<(), Cause> {
        let transcript = Transcript::new("share of a card", turn);
        let row = self
            .row(turn.by)
            .and_then(|row| Some((&self.keys[row], card.get(row..row + self.width)?)));
        let (key, bits) = row.ok_or(Cause::BadProof { of: "the share" })?;
        share.check(key, bits, self.rounds, &transcript)
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
        let transcript = Transcript::new("cut and choose", table.turn(by));
        let piles = self.piles();
        let after = table.publish(by, SHUFFLED, &moved.rows(self, before))?;
        let shuffle = Shuffle { among, before, after: &after };
        let claim = CutAndChoose::new(&piles, shuffle, self.rounds, transcript);
        let proof = claim.prove(moved, &mut table.coins(by));
        let right = claim.check(&RoundAnswer::sent(table, by, &proof)?);
        table.require(right, by, Cause::BadShuffle)?;
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
        deck.scramble_jointly(&mut table, both, Subgroup::All)?;
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
