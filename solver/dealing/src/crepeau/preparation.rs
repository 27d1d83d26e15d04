use super::super::{Coins, DealTable, OrFault, Party, Permutation};
use super::store::ListStore;
use super::{Crepeau, Play};

/// One player's list: what he knows of it, and what every party has of it.
pub(super) struct PlayerList<S: ListStore> {
    /// His code of the cards, for himself.
    pub(super) code: Permutation,
    /// Its images, sealed.
    pub(super) images: Vec<S::ListEntry>,
    /// Their traces, sealed.
    pub(super) traces: Vec<S::ListEntry>,
    /// The groups of each player before him that were asked, or shown in public: they are good for
    /// nothing more.
    pub(super) spent: Vec<Vec<S::Group>>,
}

impl<S: ListStore> Play<'_, S> {
    /// PREPARATION of every player: code, traces, key and proofs, then the questions of every party
    /// before him.
    pub(super) fn preparation(
        rules: &Crepeau<S>,
        table: &mut DealTable<'_>,
    ) -> OrFault<(S, Vec<PlayerList<S>>)> {
        let mut store = rules.store.clone();
        let mut lists = Vec::new();
        for owner in Party::all(rules.players) {
            let code = table.coins(owner).permutation(rules.cards);
            let mut coins = table.coins(owner);
            let traces: Vec<u64> =
                (0..rules.cards).map(|_| coins.below(1 << rules.traces)).collect();
            let (images, traces) = store.post(table, owner, &code, (&traces, rules.traces))?;
            for asker in Party::all(owner.place()) {
                store.prepare(table, owner, asker)?;
            }
            lists.push(PlayerList { code, images, traces, spent: vec![Vec::new(); owner.place()] });
        }
        Ok((store, lists))
    }
}
