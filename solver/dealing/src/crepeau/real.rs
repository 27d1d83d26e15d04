use std::collections::HashMap;
use std::sync::Arc;

use super::super::cut_and_choose::{ProofRounds, RoundAnswer};
use super::super::residues::{
    OpenedBits, Pile, Piles, Residue, ResidueMask, ResiduePublicKey, SecretKey, andos, number,
};
use super::super::shuffle::{Masking, ShuffleMove};
use super::store::{Columns, EntrySecret, ListQuery, ListStore};
use crate::{Cause, CutAndChoose, DealTable, OrFault, Party, Permutation, Transcript, Turn};

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
    key: ResiduePublicKey,
    /// The bits of an image.
    width: usize,
    /// Those of an image and its trace.
    whole: usize,
    entries: Vec<Pile>,
}

impl Posted {
    /// Questions about whole entries.
    fn questions(&self) -> Piles<'_> {
        Piles::flipped(&self.key, self.whole)
    }
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

    fn prepared(&self, query: ListQuery) -> &PreparedQuestions {
        &self.questions[&(query.owner, query.asker)]
    }

    /// The questions of a proof for this purpose.
    fn rounds(&self, purpose: &'static str, turn: Turn) -> ProofRounds {
        ProofRounds { count: self.rounds, transcript: Transcript::new(purpose, turn) }
    }

    /// The owner opens sealed bits for every party.
    fn show(
        &self,
        table: &mut DealTable<'_>,
        owner: Party,
        cards: &[Residue],
    ) -> OrFault<Vec<bool>> {
        let rounds = self.rounds("crepeau open", table.turn(owner));
        let Posted { secret, key, .. } = &self.lists[owner.place()];
        let shown = if table.reads(owner) {
            secret.show(cards, &rounds, &mut table.coins(owner))
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
        let expected = "as many opened bits as sealed ones";
        let right = match shown.classes.len() == cards.len() {
            true => shown.check(key, cards, &rounds),
            false => Err(Cause::Malformed { expected }),
        };
        right.map_err(|what| table.fault(owner, what))?;
        Ok(shown.classes)
    }
}

/// Sends sealed piles; all that come must be of this form.
fn piles(
    table: &mut DealTable<'_>,
    by: Party,
    what: &'static str,
    piles: &Vec<Pile>,
    form: Piles<'_>,
) -> OrFault<Vec<Pile>> {
    let read = table.publish(by, what, piles)?;
    let shaped = read.len() == piles.len() && read.iter().all(|pile| pile.len() == form.width);
    let expected = "one sealed number for every card";
    table.require(shaped, by, Cause::Malformed { expected })?;
    form.key.admits(read.iter().flatten()).map_err(|what| table.fault(by, what))?;
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
        let rounds = self.rounds("crepeau key", table.turn(owner));
        let (key, public) = SecretKey::posted(table, owner, self.bits, &rounds)?;
        let (form, coins) = (Piles::still(&public, width), &mut table.coins(owner));
        let (images, secret) = andos::permuted(form, code, coins);
        let images = piles(table, owner, "the sender's code, sealed", &images, form)?;
        let rounds = self.rounds("crepeau code", table.turn(owner));
        let open = andos::open(form, k);
        let claim = CutAndChoose::new(&form, Piles::shuffled(&open, &images), rounds);
        claim.prove_to_all(table, owner, &secret)?;
        let bits_of =
            |trace: u64| (0..bits).map(move |at| trace >> at & 1 == 1).collect::<Vec<bool>>();
        let seal = |trace: &u64| key.public().seal(&bits_of(*trace), &mut table.coins(owner)).0;
        let traces: Vec<Pile> = traces.iter().map(seal).collect();
        let form = Piles::still(&public, bits as usize);
        let traces = piles(table, owner, "its traces, sealed", &traces, form)?;

        let entries =
            images.iter().zip(&traces).map(|(image, trace)| [&image[..], trace].concat()).collect();
        let (secret, whole) = (Arc::new(key), width + bits as usize);
        self.lists.push(Posted { secret, key: public, width, whole, entries });
        Ok((images, traces))
    }

    fn prepare(&mut self, table: &mut DealTable<'_>, owner: Party, asker: Party) -> OrFault {
        let rounds = self.rounds("crepeau questions", table.turn(asker));
        let list = &self.lists[owner.place()];
        let (questions, entries) = (list.questions(), &list.entries);
        let asked = andos::ask(questions, entries, &mut table.coins(asker));
        let (groups, secret) = asked.map_err(|what| table.fault(owner, what))?;
        let groups = piles(table, asker, "question groups", &groups, questions)?;
        let claim = CutAndChoose::new(&questions, Piles::shuffled(entries, &groups), rounds);
        claim.prove_to_all(table, asker, &secret)?;
        self.questions.insert((owner, asker), PreparedQuestions { groups, secret });
        Ok(())
    }

    fn group(&self, query: ListQuery) -> u64 {
        self.prepared(query).secret.permutation.of(query.entry) as u64
    }

    fn answer(
        &mut self,
        table: &mut DealTable<'_>,
        query: ListQuery,
        group: &u64,
    ) -> OrFault<EntrySecret> {
        let PreparedQuestions { groups, secret } = self.prepared(query);
        let asked = &groups[table.below(query.asker, *group, groups.len())?];
        let shown = self.show(table, query.owner, asked)?;
        let bits = andos::read(secret, query.entry, &shown);
        let (image, trace) = bits.split_at(self.lists[query.owner.place()].width);
        Ok((number(image), number(trace)))
    }

    fn show_group(&self, table: &mut DealTable<'_>, query: ListQuery) -> OrFault<u64> {
        let list = &self.lists[query.owner.place()];
        let PreparedQuestions { groups, secret } = self.prepared(query);
        let place = secret.permutation.of(query.entry);
        let shown = (place as u64, secret.masks[0][place].clone());
        let what = "which question group asks for an entry, and its masks";
        let (place, masks): (u64, Vec<ResidueMask>) = table.publish(query.asker, what, &shown)?;
        let masked = list.questions().masked(&list.entries[query.entry], &masks);
        let right = masks.len() == list.whole && groups.get(place as usize) == Some(&masked);
        table.require(right, query.asker, Cause::BadProof { of: "a question group" })?;
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
        let mut rest = bits.into_iter();
        let mut first = |length| rest.by_ref().take(length).collect::<Vec<bool>>();
        Ok(entries.iter().map(|entry| number(&first(entry.len()))).collect())
    }

    fn moved(
        &mut self,
        table: &mut DealTable<'_>,
        owner: Party,
        list: &[Self::ListEntry],
        permutation: &Permutation,
    ) -> OrFault<Vec<Self::ListEntry>> {
        let rounds = self.rounds("crepeau hand", table.turn(owner));
        let Posted { key, width, .. } = &self.lists[owner.place()];
        let (form, list) = (Piles::still(key, *width), list.to_vec());
        let secret = ShuffleMove::by(permutation.clone(), &form, 1, &mut table.coins(owner));
        let moved = secret.row(&form, 0, &list);
        let moved = piles(table, owner, "the hand list, moved and sealed anew", &moved, form)?;
        let claim = CutAndChoose::new(&form, Piles::shuffled(&list, &moved), rounds);
        claim.prove_to_all(table, owner, &secret)?;
        Ok(moved)
    }
}
