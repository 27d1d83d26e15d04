use super::super::{Cause, DealTable, OrFault, Party};
use super::store::{EntrySecret, ListStore};
use super::{Held, Play};

impl<S: ListStore> Play<'_, S> {
    /// GET A CARD: the identifier of a free card goes through all codes, in public before the
    /// drawer, in secret after him.
    pub(super) fn get_card(&mut self, table: &mut DealTable<'_>, drawer: Party) -> OrFault {
        table.promise(drawer);
        let free = self.used.iter().position(|used| !used).unwrap_or(self.used.len()) as u64;
        let identifier = table.publish(drawer, "the identifier of a free card", &free)?;
        let mut c = table.below(drawer, identifier, self.rules.cards)?;
        let used = std::mem::replace(&mut self.used[c], true);
        table.require(!used, drawer, Cause::Used { given: identifier })?;
        for p in Party::all(drawer.place()) {
            let image = self.store.decrypt(table, p, &[&self.lists[p.place()].images[c]])?;
            c = table.below(p, image.first().copied().unwrap_or(u64::MAX), self.rules.cards)?;
        }
        // The printed protocol applies the drawer's own code first, and asks about another entry.
        let entry = (self.rules.checked)(&self.lists[drawer.place()].code, c);
        for p in Party::all(drawer.place()) {
            let group = self.store.show_group(table, drawer, p, entry)?;
            self.spend(table, drawer, p, group)?;
        }
        self.hand_lists[drawer.place()].push(self.lists[drawer.place()].images[c].clone());
        c = self.code(drawer, c);
        let (own, mut path) = (c as u64, Vec::new());
        for p in self.after(drawer) {
            let secret = self.get(table, p, drawer, (self.rules.read)(self, p, c))?;
            // The images were proved to be a permutation: who reads none has asked for something
            // else.
            if table.reads(drawer) {
                c = table.below(drawer, secret.0, self.rules.cards)?;
            }
            path.push(secret);
        }
        let hand = &mut self.hands[drawer.place()];
        let new = !table.reads(drawer) || hand.iter().all(|held| held.card != c as u64);
        table.require(new, None, Cause::DuplicateCard { given: c as u64 + 1 })?;
        hand.push(Held { card: c as u64, own, path, place: hand.len() });
        table.gain(drawer, c as u64 + 1);
        Ok(())
    }

    /// GET A SECRET: one question group is asked and answered; only the asker knows for which
    /// entry.
    fn get(
        &mut self,
        table: &mut DealTable<'_>,
        owner: Party,
        asker: Party,
        c: usize,
    ) -> OrFault<EntrySecret> {
        let group = self.store.group(owner, asker, c);
        let group = table.publish(asker, "the question group that is asked", &group)?;
        self.spend(table, owner, asker, group.clone())?;
        self.store.answer(table, (owner, asker), &group, c)
    }

    /// A group is asked, or shown never to have been; neither can be if it was before.
    fn spend(
        &mut self,
        table: &DealTable<'_>,
        owner: Party,
        asker: Party,
        group: S::Group,
    ) -> OrFault {
        let spent = &mut self.lists[owner.place()].spent[asker.place()];
        let what = Cause::Reused { what: "the question group" };
        table.require(!spent.contains(&group), asker, what)?;
        spent.push(group);
        Ok(())
    }
}
