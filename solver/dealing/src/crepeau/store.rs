use crate::{DealTable, OrFault, Party, Permutation, Wire};

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
