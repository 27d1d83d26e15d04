use super::super::{Cause, Coins, DealTable, OrFault, Parties, Party};
use super::store::{EntrySecret, ListStore};
use super::{Held, Pick, Play};

impl<S: ListStore> Play<'_, S> {
    /// DISCARD: one entry leaves the hand list, and nobody knows when its card was drawn.
    pub(super) fn discard(
        &mut self,
        table: &mut DealTable<'_>,
        player: Party,
        pick: Pick,
    ) -> OrFault {
        let held = self.pick(table, player, pick)?;
        let place = table.publish(player, "the entry that is discarded", &(held.place as u64))?;
        self.leaves(table, player, place)?;
        table.announce(|| format!("player {player} discards a card"));
        Ok(())
    }

    /// OPEN A CARD: the opener tells the whole path of the card, and every party after him decrypts
    /// his step of it.
    pub(super) fn open(&mut self, table: &mut DealTable<'_>, opener: Party, pick: Pick) -> OrFault {
        let held = self.pick(table, opener, pick)?;
        let told = ((held.place as u64, held.own), held.path);
        let ((place, own), path) = table.publish(opener, "the path of an opened card", &told)?;
        let steps = self.after(opener);
        let expected = "an image and a trace for every later player";
        table.require(path.len() == steps.len(), opener, Cause::Malformed { expected })?;
        let mut card = table.below(opener, own, self.rules.cards)?;
        for &(image, _) in &path {
            card = table.below(opener, image, self.rules.cards)?;
        }
        table.gain(Parties::everybody(self.rules.players), card as u64 + 1);
        let entry = self.leaves(table, opener, place)?;
        let held = self.store.decrypt(table, opener, &[&entry])?;
        let what = format!("opening the entry {own}");
        let why = "the hand list has another one there";
        table.require(held == [own], opener, Cause::NotAllowed { what, why })?;
        self.confirm(table, opener, own, steps.zip(path))?;
        table.announce(|| format!("player {opener} opens card {}", card + 1));
        Ok(())
    }

    /// Every party on the path decrypts the entry that was read: only who has read it knows its
    /// trace.
    fn confirm(
        &mut self,
        table: &mut DealTable<'_>,
        opener: Party,
        own: u64,
        steps: impl Iterator<Item = (Party, EntrySecret)>,
    ) -> OrFault {
        let mut c = own as usize;
        for (p, (image, trace)) in steps {
            let list = &self.lists[p.place()];
            let entry = self.store.decrypt(table, p, &[&list.images[c], &list.traces[c]])?;
            let what = Cause::BadProof { of: "having read the entry" };
            table.require(entry == [image, trace], opener, what)?;
            c = image as usize;
        }
        Ok(())
    }

    /// The player takes a card out of the hand, after the hand list was moved: the entry no longer
    /// tells when it was drawn.
    fn pick(&mut self, table: &mut DealTable<'_>, player: Party, pick: Pick) -> OrFault<Held> {
        let at = player.place();
        let which = match pick {
            Pick::Any => table.coins(player).below(self.hands[at].len() as u64) as usize,
            Pick::Place(place) => place,
        };
        table.gain(player, self.hands[at][which].card + 1);
        let order = table.coins(player).permutation(self.hands[at].len());
        self.hand_lists[at] = self.store.moved(table, player, &self.hand_lists[at], &order)?;
        self.hands[at].iter_mut().for_each(|held| held.place = order.of(held.place));
        let gone = self.hands[at].remove(which);
        let later = self.hands[at].iter_mut().filter(|held| held.place > gone.place);
        later.for_each(|held| held.place -= 1);
        Ok(gone)
    }

    /// An entry leaves the hand list.
    fn leaves(
        &mut self,
        table: &DealTable<'_>,
        player: Party,
        place: u64,
    ) -> OrFault<S::ListEntry> {
        let list = &mut self.hand_lists[player.place()];
        Ok(list.remove(table.below(player, place, list.len())?))
    }
}
