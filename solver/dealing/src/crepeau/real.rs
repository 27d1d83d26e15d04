use std::collections::HashMap;
use std::sync::Arc;

use super::super::cut_and_choose::RoundAnswer;
use super::super::residues::{
    OpenedBits, Pile, Piles, Residue, ResidueMask, ResiduePublicKey, SecretKey, andos, number,
};
use super::super::shuffle::{Masking, Shuffle, ShuffleMove};
use super::store::{Columns, EntrySecret, ListStore};
use crate::{Cause, CutAndChoose, DealTable, OrFault, Party, Permutation, Transcript};

/// Lists under Goldwasser–Micali keys, one residue a bit, with the proofs of
/// [`super::super::residues`].
///
/// What is decrypted comes with a proof of its class and never with a root: who knows another root
/// of the same number, because he made it, would have the key.
///
/// Cost: two players with 52 cards, 2048 bits, 128 rounds and traces of 20 bits send 39 MB and take
/// some 11 seconds of one core for a whole hand, nearly all of it before the first card. The
/// questions, which every pair of players needs, are most of it.
#[derive(Clone)]
pub struct ResidueStore {
    bits: u32,
    rounds: usize,
    lists: Vec<Posted>,
    questions: HashMap<(Party, Party), PreparedQuestions>,
}

/// A list as every party has it, and the key that only its owner has.
#[derive(Clone)]
struct Posted {
    secret: Arc<SecretKey>,
    /// The key of every bit of an entry, those of the image first.
    keys: Vec<ResiduePublicKey>,
    /// The bits of an image.
    width: usize,
    entries: Vec<Pile>,
}

/// Question groups as every party has them, and how they came about, which only the asker knows.
#[derive(Clone)]
struct PreparedQuestions {
    groups: Vec<Pile>,
    secret: ShuffleMove<Vec<ResidueMask>>,
}

impl ResidueStore {
    /// With moduli of so many bits, and so many rounds in every proof.
    pub fn new(bits: u32, rounds: usize) -> Self {
        Self { bits, rounds, lists: Vec::new(), questions: HashMap::new() }
    }

    /// The owner opens sealed bits for every party.
    fn show(
        &self,
        table: &mut DealTable<'_>,
        owner: Party,
        cards: &[Residue],
    ) -> OrFault<Vec<bool>> {
        let transcript = Transcript::new("crepeau open", table.turn(owner));
        let Posted { secret, keys, .. } = &self.lists[owner.place()];
        let shown = if table.reads(owner) {
            secret.show(cards, self.rounds, &transcript, &mut table.coins(owner))
        } else {
            // Another party's bits: as long a proof as it sends.
            Ok(OpenedBits {
                classes: Vec::new(),
                proof: vec![RoundAnswer::Seed([0; 32]); self.rounds],
            })
        };
        let shown = shown.map_err(|what| table.fault(owner, what))?;
        let classes = table.publish(owner, "opened bits", &shown.classes)?;
        let proof = RoundAnswer::sent(table, owner, &shown.proof)?;
        let shown = OpenedBits { classes, proof };
        let right = match keys.first() {
            Some(key) if shown.classes.len() == cards.len() => {
                shown.check(key, cards, self.rounds, &transcript)
            }
            Some(_) => Err(Cause::Malformed { expected: "as many opened bits as sealed ones" }),
            None => Ok(()),
        };
        right.map_err(|what| table.fault(owner, what))?;
        Ok(shown.classes)
    }

    /// Proves a statement about piles to all.
    fn prove<'a>(
        &self,
        table: &mut DealTable<'_>,
        by: Party,
        (piles, shuffle): (Piles<'a>, Shuffle<'a, Piles<'a>>),
        (secret, transcript): (&ShuffleMove<Vec<ResidueMask>>, Transcript),
    ) -> OrFault {
        let claim = CutAndChoose::new(&piles, shuffle, self.rounds, transcript);
        let proof = claim.prove(secret, &mut table.coins(by));
        let right = claim.check(&RoundAnswer::sent(table, by, &proof)?);
        table.require(right, by, Cause::BadShuffle)
    }
}

/// Sends piles of sealed bits; all that come must be bits under these keys, of which there is one
/// for every bit.
fn piles(
    table: &mut DealTable<'_>,
    by: Party,
    what: &'static str,
    piles: &Vec<Pile>,
    keys: &[ResiduePublicKey],
) -> OrFault<Vec<Pile>> {
    let read = table.publish(by, what, piles)?;
    let shape = read.len() == piles.len() && read.iter().all(|pile| pile.len() == keys.len());
    let sealed = match keys.first() {
        _ if !shape => Err(Cause::Malformed { expected: "one sealed number for every card" }),
        Some(key) => key.admits(read.iter().flatten()),
        None => Ok(()),
    };
    sealed.map_err(|what| table.fault(by, what))?;
    Ok(read)
}

impl ListStore for ResidueStore {
    type ListEntry = Pile;
    type Group = u64;

    fn post(
        &mut self,
        table: &mut DealTable<'_>,
        owner: Party,
        code: &Permutation,
        (traces, bits): (&[u64], u32),
    ) -> OrFault<Columns<Self::ListEntry>> {
        let k = code.len();
        let width = k.next_power_of_two().trailing_zeros() as usize;
        let transcript = Transcript::new("crepeau key", table.turn(owner));
        let (key, public) = SecretKey::posted(table, owner, (self.bits, self.rounds), &transcript)?;
        let keys = vec![public; width + bits as usize];

        let (images, secret) = andos::permuted(&keys[..width], code, &mut table.coins(owner));
        let images = piles(table, owner, "the sender's code, sealed", &images, &keys[..width])?;
        let transcript = Transcript::new("crepeau code", table.turn(owner));
        let open = andos::open(&keys[..width], k);
        let claim = (Piles::still(&keys[..width]), Piles::shuffled(&open, &images));
        self.prove(table, owner, claim, (&secret, transcript))?;
        let bits_of =
            |trace: u64| (0..bits).map(move |at| trace >> at & 1 == 1).collect::<Vec<bool>>();
        let seal = |trace: &u64| key.public().seal(&bits_of(*trace), &mut table.coins(owner)).0;
        let traces: Vec<Pile> = traces.iter().map(seal).collect();
        let traces = piles(table, owner, "its traces, sealed", &traces, &keys[width..])?;

        let entries =
            images.iter().zip(&traces).map(|(image, trace)| [&image[..], trace].concat()).collect();
        self.lists.push(Posted { secret: Arc::new(key), keys, width, entries });
        Ok((images, traces))
    }

    fn prepare(&mut self, table: &mut DealTable<'_>, owner: Party, asker: Party) -> OrFault {
        let transcript = Transcript::new("crepeau questions", table.turn(asker));
        let Posted { keys, entries, .. } = &self.lists[owner.place()];
        let asked = andos::ask(keys, entries, &mut table.coins(asker));
        let (groups, secret) = asked.map_err(|what| table.fault(owner, what))?;
        let groups = piles(table, asker, "question groups", &groups, keys)?;
        let claim = (andos::questions(keys), Piles::shuffled(entries, &groups));
        self.prove(table, asker, claim, (&secret, transcript))?;
        self.questions.insert((owner, asker), PreparedQuestions { groups, secret });
        Ok(())
    }

    fn group(&self, owner: Party, asker: Party, c: usize) -> u64 {
        self.questions[&(owner, asker)].secret.permutation.of(c) as u64
    }

    fn answer(
        &mut self,
        table: &mut DealTable<'_>,
        (owner, asker): (Party, Party),
        group: &u64,
        c: usize,
    ) -> OrFault<EntrySecret> {
        let groups = &self.questions[&(owner, asker)].groups;
        let asked = groups[table.below(asker, *group, groups.len())?].clone();
        let shown = self.show(table, owner, &asked)?;
        let bits = andos::read(&self.questions[&(owner, asker)].secret, c, &shown);
        let (image, trace) = bits.split_at(self.lists[owner.place()].width);
        Ok((number(image), number(trace)))
    }

    fn show_group(
        &mut self,
        table: &mut DealTable<'_>,
        owner: Party,
        asker: Party,
        c: usize,
    ) -> OrFault<u64> {
        let Posted { keys, entries, .. } = &self.lists[owner.place()];
        let PreparedQuestions { groups, secret } = &self.questions[&(owner, asker)];
        let place = secret.permutation.of(c);
        let shown = (place as u64, secret.masks[0][place].clone());
        let what = "which question group asks for an entry, and its masks";
        let (place, masks): (u64, Vec<ResidueMask>) = table.publish(asker, what, &shown)?;
        let masked = andos::questions(keys).masked(&entries[c], &masks);
        let right = masks.len() == keys.len() && groups.get(place as usize) == Some(&masked);
        table.require(right, asker, Cause::BadProof { of: "a question group" })?;
        Ok(place)
    }

    fn decrypt(
        &mut self,
        table: &mut DealTable<'_>,
        owner: Party,
        entries: &[&Self::ListEntry],
    ) -> OrFault<Vec<u64>> {
        let cards: Vec<Residue> = entries.iter().flat_map(|entry| entry.iter().copied()).collect();
        let bits = self.show(table, owner, &cards)?;
        let mut rest = &bits[..];
        let numbers = entries.iter().map(|entry| {
            let (first, others) = rest.split_at(entry.len());
            rest = others;
            number(first)
        });
        Ok(numbers.collect())
    }

    fn moved(
        &mut self,
        table: &mut DealTable<'_>,
        owner: Party,
        list: &[Self::ListEntry],
        permutation: &Permutation,
    ) -> OrFault<Vec<Self::ListEntry>> {
        let transcript = Transcript::new("crepeau hand", table.turn(owner));
        let Posted { keys, width, .. } = &self.lists[owner.place()];
        let (keys, list) = (&keys[..*width], list.to_vec());
        let secret =
            ShuffleMove::by(permutation.clone(), &Piles::still(keys), 1, &mut table.coins(owner));
        let moved = secret.row(&Piles::still(keys), 0, &list);
        let moved = piles(table, owner, "the hand list, moved and sealed anew", &moved, keys)?;
        let claim = (Piles::still(keys), Piles::shuffled(&list, &moved));
        self.prove(table, owner, claim, (&secret, transcript))?;
        Ok(moved)
    }
}
