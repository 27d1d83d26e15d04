use super::store::{EntrySecret, ListQuery, ListStore};
use super::{Crepeau, Pick};
use crate::{Cause, Coins, DealTable, OrFault, Parties, Party, Permutation};

/// A game under way at a table.
pub(super) struct Play<'p, 'a, S: ListStore> {
    rules: &'p Crepeau<S>,
    table: &'p mut DealTable<'a>,
    store: S,
    lists: Vec<PlayerList<S>>,
    /// The identifiers that are used.
    pub(super) used: Vec<bool>,
    /// The sealed entries of every hand, for every party to see.
    hand_lists: Vec<Vec<S::ListEntry>>,
    /// The cards of every player, which he alone knows.
    hands: Vec<Vec<Held>>,
}

/// A card in a hand.
struct Held {
    card: u64,
    /// `πi…π1(d)`.
    own: u64,
    /// The entries read in the lists of the later players.
    path: Vec<EntrySecret>,
    /// The place of its entry in the hand list.
    place: usize,
}

/// One player's list: what he knows of it, and what every party has of it.
struct PlayerList<S: ListStore> {
    /// His code of the cards, for himself.
    code: Permutation,
    /// Its images, sealed.
    images: Vec<S::ListEntry>,
    /// Their traces, sealed.
    traces: Vec<S::ListEntry>,
    /// The groups of each player before him that were asked, or shown in public: they are good for
    /// nothing more.
    spent: Vec<Vec<S::Group>>,
}

impl<'p, 'a, S: ListStore> Play<'p, 'a, S> {
    /// PREPARATION of every player: code, traces, key and proofs, then the questions of every party
    /// before him.
    pub(super) fn prepared(rules: &'p Crepeau<S>, table: &'p mut DealTable<'a>) -> OrFault<Self> {
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
        let (used, hand_lists) = (vec![false; rules.cards], vec![Vec::new(); rules.players]);
        let hands = std::iter::repeat_with(Vec::new).take(rules.players).collect();
        Ok(Self { rules, table, store, lists, used, hand_lists, hands })
    }

    fn after(&self, party: Party) -> impl ExactSizeIterator<Item = Party> + use<S> {
        Party::all(self.rules.players).skip(party.place() + 1)
    }

    pub(super) fn code(&self, party: Party, c: usize) -> usize {
        self.lists[party.place()].code.of(c)
    }

    /// A place in a list or the deck that a party names.
    fn below(&self, from: Party, given: u64) -> OrFault<usize> {
        self.table.below(from, given, self.rules.cards)
    }

    /// GET A CARD: the identifier of a free card goes through all codes, in public before the
    /// drawer, in secret after him.
    pub(super) fn get_card(&mut self, drawer: Party) -> OrFault {
        self.table.promise(drawer);
        let free = self.used.iter().position(|used| !used).unwrap_or(self.used.len()) as u64;
        let identifier = self.table.publish(drawer, "the identifier of a free card", &free)?;
        let mut c = self.below(drawer, identifier)?;
        let used = std::mem::replace(&mut self.used[c], true);
        self.table.require(!used, drawer, Cause::Used { given: identifier })?;
        for p in Party::all(drawer.place()) {
            let image = self.store.decrypt(self.table, p, &[&self.lists[p.place()].images[c]])?;
            c = self.below(p, image.first().copied().unwrap_or(u64::MAX))?;
        }
        // The printed protocol applies the drawer's own code first, and asks about another entry.
        let entry = (self.rules.checked)(&self.lists[drawer.place()].code, c);
        for asker in Party::all(drawer.place()) {
            let query = ListQuery { owner: drawer, asker, entry };
            let group = self.store.show_group(self.table, query)?;
            self.spend(query, group)?;
        }
        self.hand_lists[drawer.place()].push(self.lists[drawer.place()].images[c].clone());
        c = self.code(drawer, c);
        let (own, mut path) = (c as u64, Vec::new());
        for owner in self.after(drawer) {
            let entry = (self.rules.read)(self, owner, c);
            let secret = self.get(ListQuery { owner, asker: drawer, entry })?;
            // The images were proved to be a permutation: who reads none has asked for something
            // else.
            if self.table.reads(drawer) {
                c = self.below(drawer, secret.0)?;
            }
            path.push(secret);
        }
        let hand = &mut self.hands[drawer.place()];
        let new = !self.table.reads(drawer) || hand.iter().all(|held| held.card != c as u64);
        self.table.require(new, None, Cause::DuplicateCard { given: c as u64 + 1 })?;
        hand.push(Held { card: c as u64, own, path, place: hand.len() });
        self.table.gain(drawer, c as u64 + 1);
        Ok(())
    }

    /// GET A SECRET: one question group is asked and answered; only the asker knows for which
    /// entry.
    fn get(&mut self, query: ListQuery) -> OrFault<EntrySecret> {
        let group = self.store.group(query);
        let group = self.table.publish(query.asker, "the question group that is asked", &group)?;
        self.spend(query, group.clone())?;
        self.store.answer(self.table, query, &group)
    }

    /// A group is asked, or shown never to have been; neither can be if it was before.
    fn spend(&mut self, ListQuery { owner, asker, .. }: ListQuery, group: S::Group) -> OrFault {
        let spent = &mut self.lists[owner.place()].spent[asker.place()];
        let what = Cause::Reused { what: "the question group" };
        self.table.require(!spent.contains(&group), asker, what)?;
        spent.push(group);
        Ok(())
    }

    /// DISCARD: one entry leaves the hand list, and nobody knows when its card was drawn.
    pub(super) fn discard(&mut self, player: Party, pick: Pick) -> OrFault {
        let held = self.pick(player, pick)?;
        let place = held.place as u64;
        let place = self.table.publish(player, "the entry that is discarded", &place)?;
        self.leaves(player, place)?;
        self.table.announce(|| format!("player {player} discards a card"));
        Ok(())
    }

    /// OPEN A CARD: the opener tells the whole path of the card, and every party after him decrypts
    /// his step of it.
    pub(super) fn open(&mut self, opener: Party, pick: Pick) -> OrFault {
        let held = self.pick(opener, pick)?;
        let told = ((held.place as u64, held.own), held.path);
        let ((place, own), path) =
            self.table.publish(opener, "the path of an opened card", &told)?;
        let expected = "an image and a trace for every later player";
        let whole = path.len() == self.after(opener).len();
        self.table.require(whole, opener, Cause::Malformed { expected })?;
        let mut card = self.below(opener, own)?;
        for &(image, _) in &path {
            card = self.below(opener, image)?;
        }
        self.table.gain(Parties::everybody(self.rules.players), card as u64 + 1);
        let entry = self.leaves(opener, place)?;
        let held = self.store.decrypt(self.table, opener, &[&entry])?;
        let what = format!("opening the entry {own}");
        let why = "the hand list has another one there";
        self.table.require(held == [own], opener, Cause::NotAllowed { what, why })?;
        self.confirm(opener, own, path)?;
        self.table.announce(|| format!("player {opener} opens card {}", card + 1));
        Ok(())
    }

    /// Every party on the path decrypts the entry that was read: only who has read it knows its
    /// trace.
    fn confirm(&mut self, opener: Party, own: u64, path: Vec<EntrySecret>) -> OrFault {
        let mut c = own as usize;
        for (p, (image, trace)) in self.after(opener).zip(path) {
            let list = &self.lists[p.place()];
            let read = [&list.images[c], &list.traces[c]];
            let entry = self.store.decrypt(self.table, p, &read)?;
            let what = Cause::BadProof { of: "having read the entry" };
            self.table.require(entry == [image, trace], opener, what)?;
            c = image as usize;
        }
        Ok(())
    }

    /// The player takes a card out of the hand, after the hand list was moved: the entry no longer
    /// tells when it was drawn.
    fn pick(&mut self, player: Party, pick: Pick) -> OrFault<Held> {
        let (hand, list) = (&mut self.hands[player.place()], &mut self.hand_lists[player.place()]);
        let which = match pick {
            Pick::Any => self.table.coins(player).below(hand.len() as u64) as usize,
            Pick::Place(place) => place,
        };
        self.table.gain(player, hand[which].card + 1);
        let order = self.table.coins(player).permutation(hand.len());
        *list = self.store.moved(self.table, player, list, &order)?;
        hand.iter_mut().for_each(|held| held.place = order.of(held.place));
        let gone = hand.remove(which);
        let later = hand.iter_mut().filter(|held| held.place > gone.place);
        later.for_each(|held| held.place -= 1);
        Ok(gone)
    }

    /// An entry leaves the hand list.
    fn leaves(&mut self, player: Party, place: u64) -> OrFault<S::ListEntry> {
        let list = &mut self.hand_lists[player.place()];
        Ok(list.remove(self.table.below(player, place, list.len())?))
    }
}
