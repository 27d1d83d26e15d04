use std::collections::HashMap;

use crate::{
    Cause, Coins, DealTable, IdealCiphertext, OrFault, Parties, Party, Permutation, Wire, WireWord,
};

/// One entry of a player's list: the image under his code, and the trace that shows who has read
/// it.
pub type EntrySecret = (u64, u64);

/// A question for one entry of the owner's list.
#[derive(Clone, Copy, Debug)]
pub struct ListQuery {
    /// The owner of the list.
    pub owner: Party,
    /// The asking player.
    pub asker: Party,
    /// The place in the list; only the asker knows it.
    pub entry: usize,
}

/// A list as every party has it: its sealed images and its sealed traces.
pub type Columns<E> = (Vec<E>, Vec<E>);

/// The lists: every player has one, under his own key, and gives out single entries without
/// learning which.
///
/// Every message of it goes to all, with its proof; each method plays whoever takes part and checks
/// for every party.
pub trait ListStore: Clone + Send + Sync {
    /// A sealed number under the key of one player.
    type ListEntry: Wire + Clone + PartialEq;
    /// The name of a question group.
    type Group: Wire + Clone + PartialEq;

    /// The owner makes a key, posts his list sealed, `(code.of(c), traces[c])` for every `c`, and
    /// proves that the key is of the right form and that the images are a permutation. Traces have
    /// so many bits. The first player comes first.
    fn post(
        &mut self,
        table: &mut DealTable<'_>,
        owner: Party,
        code: &Permutation,
        traces: (&[u64], u32),
    ) -> OrFault<Columns<Self::ListEntry>>;

    /// The asker prepares question groups for all entries of the owner, in a secret order, and
    /// proves that each asks for one.
    fn prepare(&mut self, table: &mut DealTable<'_>, owner: Party, asker: Party) -> OrFault;

    /// The group that asks for the entry; only the asker knows.
    fn group(&self, query: ListQuery) -> Self::Group;

    /// The owner answers a group of the asker. Returns what the asker, who wants the entry, reads
    /// in it.
    fn answer(
        &mut self,
        table: &mut DealTable<'_>,
        query: ListQuery,
        group: &Self::Group,
    ) -> OrFault<EntrySecret>;

    /// The asker shows every party which group asks for the entry.
    fn show_group(&self, table: &mut DealTable<'_>, query: ListQuery) -> OrFault<Self::Group>;

    /// The owner decrypts entries for every party.
    fn decrypt(
        &mut self,
        table: &mut DealTable<'_>,
        owner: Party,
        entries: &[&Self::ListEntry],
    ) -> OrFault<Vec<u64>>;

    /// The owner seals the numbers of a list anew, moves them, and proves that they are the same.
    fn moved(
        &mut self,
        table: &mut DealTable<'_>,
        owner: Party,
        list: &[Self::ListEntry],
        permutation: &Permutation,
    ) -> OrFault<Vec<Self::ListEntry>>;
}

/// Lists under ideal ciphertexts, which hide everything, and ideal proofs, which never err: for the
/// logic of who learns what.
#[derive(Clone, Debug)]
pub struct IdealStore {
    questions: Questions,
    made: u64,
    lists: Vec<Vec<EntrySecret>>,
    groups: HashMap<(Party, Party), Vec<WireWord>>,
}

/// The names of question groups in a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Questions {
    /// By place, in an order that the asker tosses.
    Secret,
    /// By a handle that tells nothing: the same without the asker's toss, for larger decks.
    Opaque,
}

impl IdealStore {
    /// With question groups named like this.
    pub fn new(questions: Questions) -> Self {
        Self { questions, made: 0, lists: Vec::new(), groups: HashMap::new() }
    }

    fn seal(&mut self, content: u64, key: Party) -> IdealCiphertext {
        self.made += 1;
        IdealCiphertext { id: self.made, content, keys: key.into() }
    }

    fn sealed(&mut self, numbers: &[u64], key: Party) -> Vec<IdealCiphertext> {
        numbers.iter().map(|&number| self.seal(number, key)).collect()
    }
}

/// Sends what an ideal proof goes with: anything but the truth is refused.
fn proved<T: Wire + PartialEq>(
    table: &mut DealTable<'_>,
    by: Party,
    what: &'static str,
    of: &'static str,
    truth: &T,
) -> OrFault<T> {
    let told = table.publish(by, what, truth)?;
    if told == *truth { Ok(told) } else { Err(table.fault(by, Cause::BadProof { of })) }
}

impl ListStore for IdealStore {
    type ListEntry = IdealCiphertext;
    type Group = WireWord;

    fn post(
        &mut self,
        table: &mut DealTable<'_>,
        owner: Party,
        code: &Permutation,
        (traces, _): (&[u64], u32),
    ) -> OrFault<Columns<IdealCiphertext>> {
        let images: Vec<u64> = code.images().iter().map(|&image| image.into()).collect();
        self.lists.push(images.iter().copied().zip(traces.iter().copied()).collect());
        let posted = (self.sealed(&images, owner), self.sealed(traces, owner));
        proved(table, owner, "the sender's code and its traces, sealed", "a permutation", &posted)
    }

    fn prepare(&mut self, table: &mut DealTable<'_>, owner: Party, asker: Party) -> OrFault {
        let k = self.lists[owner.place()].len();
        let groups = match self.questions {
            Questions::Opaque => {
                (0..k as u64).map(|c| WireWord::Sealed(self.seal(c, asker))).collect()
            }
            Questions::Secret => {
                let order = table.coins(asker).permutation(k);
                order.images().iter().map(|&place| WireWord::Number(place.into())).collect()
            }
        };
        self.groups.insert((owner, asker), groups);
        table.publish(asker, "question groups are ready", &())
    }

    fn group(&self, ListQuery { owner, asker, entry }: ListQuery) -> WireWord {
        self.groups[&(owner, asker)][entry].clone()
    }

    fn answer(
        &mut self,
        table: &mut DealTable<'_>,
        ListQuery { owner, asker, .. }: ListQuery,
        group: &WireWord,
    ) -> OrFault<EntrySecret> {
        let asked = self.groups[&(owner, asker)].iter().position(|other| other == group);
        let unknown = Cause::Malformed { expected: "a question group" };
        let asked = asked.ok_or_else(|| table.fault(asker, unknown))?;
        let (image, trace) = self.lists[owner.place()][asked];
        let answer = (self.seal(image, asker), self.seal(trace, asker));
        let (image, trace) =
            proved(table, owner, "the answer to a question group", "an answer", &answer)?;
        Ok((image.content, trace.content))
    }

    fn show_group(&self, table: &mut DealTable<'_>, query: ListQuery) -> OrFault<WireWord> {
        let truth = (query.entry as u64, self.group(query));
        let what = "which question group asks for an entry";
        Ok(proved(table, query.asker, what, "a question group", &truth)?.1)
    }

    fn decrypt(
        &mut self,
        table: &mut DealTable<'_>,
        owner: Party,
        entries: &[&IdealCiphertext],
    ) -> OrFault<Vec<u64>> {
        let opened = |&&entry: &&IdealCiphertext| IdealCiphertext { keys: Parties::NONE, ..entry };
        let truth: Vec<IdealCiphertext> = entries.iter().map(opened).collect();
        let open = proved(table, owner, "entries, decrypted", "a decryption", &truth)?;
        Ok(open.iter().map(|entry| entry.content).collect())
    }

    fn moved(
        &mut self,
        table: &mut DealTable<'_>,
        owner: Party,
        list: &[IdealCiphertext],
        permutation: &Permutation,
    ) -> OrFault<Vec<IdealCiphertext>> {
        let contents: Vec<u64> = list.iter().map(|entry| entry.content).collect();
        let moved = self.sealed(&permutation.moved(&contents), owner);
        proved(table, owner, "the hand list, moved and sealed anew", "the hand list", &moved)
    }
}
