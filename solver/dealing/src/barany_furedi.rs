use super::setting::{boxed, singles};
use super::system::{at_least, deals, enough_cards, is_deal, playable};
use super::{
    Allowed, Cause, Coins, DealCost, DealTable, Gain, GainKind, NamedProtocol, OrFault, Party,
    PartyCoins, Permutation, Protocol, Rules, Setting, rounds,
};

/// Dealing without any assumption but private channels, for three players or more (Theorem 1).
///
/// Players `P1 … P(n−1)` and the keeper `Q`, who is the last party and draws too. Each `Pi` has a
/// code `κi` of the cards, which the keeper knows; the keeper has a code `π` of the places, and
/// gives the next player `κi ∘ π⁻¹`. Nobody but the keeper knows `π`, and the keeper never learns
/// which places are taken. Source: Bárány and Füredi, *Mental poker with three or more players*,
/// with the corrections that a place is chosen at random and in private, and that the keeper sends
/// `π(Ln)`.
///
/// Holds against single parties; the keeper with any party, or two neighbours, learn everything.
///
/// Cost: `(n − 1)(2 + T)` messages for `T` cards drawn, `n(n − 1)` more if there are hands already;
/// no exponentiation.
#[derive(Clone, Debug)]
pub struct BaranyFuredi {
    players: usize,
    cards: usize,
    /// The cards of each player before the deal begins; empty if no player has any.
    given: Vec<usize>,
    draws: Vec<Party>,
    /// The dealer's choice among so many free places.
    pub(super) place: fn(PartyCoins<'_, '_>, u64) -> u64,
    /// A code of the cards read by places, from the code and the way back from places to cards.
    pub(super) reader: fn(&Permutation, &Permutation) -> Permutation,
}

/// The protocol by name: every player draws in turn, the keeper too. A variant has the sizes of the
/// hands before.
pub(super) const PROTOCOL: NamedProtocol = NamedProtocol {
    name: "barany-furedi",
    title: "Bárány and Füredi",
    about: "three or more players over private channels, without cryptography (Bárány and Füredi, \
        Theorem 1); a variant such as 1,2,0 has the sizes of the hands before the draws",
    assumes: "private channels",
    is_proved: false,
    ideal: |setting| boxed(named(setting)),
    real: None,
    cost: DealCost::Low,
    holds: |setting| singles(setting.players),
};

/// The deal of a setting.
pub(super) fn named(setting: &Setting) -> Allowed<BaranyFuredi> {
    let draws = rounds(setting.players, setting.hand);
    match setting.hand_sizes()? {
        sizes if sizes.is_empty() => BaranyFuredi::new(setting.players, setting.cards, draws),
        sizes => BaranyFuredi::from_hands(setting.cards, sizes, draws),
    }
}

impl BaranyFuredi {
    /// A deal of `draws.len()` of `cards` cards, in this order.
    ///
    /// Errors: fewer than three players; a player who is none of them; more draws than cards.
    pub fn new(players: usize, cards: usize, draws: Vec<Party>) -> Allowed<Self> {
        let why = "with two, one of them could always see more than its own hand (Theorem 3)";
        at_least(3, players, why)?;
        playable(players, cards, &draws)?;
        let place = |mut coins: PartyCoins<'_, '_>, free| coins.below(free);
        Ok(Self { players, cards, given: Vec::new(), draws, place, reader: Permutation::after })
    }

    /// The same where every player has a hand already, of so many cards. One more party, chance,
    /// deals these beforehand.
    ///
    /// Errors: those of [`BaranyFuredi::new`].
    pub fn from_hands(cards: usize, sizes: Vec<usize>, draws: Vec<Party>) -> Allowed<Self> {
        enough_cards(cards, &[&sizes[..], &[draws.len()]].concat())?;
        let plain = Self::new(sizes.len(), cards, draws)?;
        Ok(Self { given: sizes, ..plain })
    }

    /// Chance deals the hands every party has before it begins.
    fn hands(&self, table: &mut DealTable<'_>) -> OrFault<Vec<Vec<u64>>> {
        let chance = Party::at(self.players);
        let mut deck: Vec<u64> = (0..self.cards as u64).collect();
        let mut hands = vec![Vec::new(); self.players];
        for (party, &size) in Party::all(self.players).zip(&self.given) {
            let mut draw =
                |_| deck.swap_remove(table.coins(chance).below(deck.len() as u64) as usize);
            let mut hand: Vec<u64> = (0..size).map(&mut draw).collect();
            hand.sort_unstable();
            hands[party.place()] = table.send(chance, party, "the hand it has", &hand)?;
            for &card in &hands[party.place()] {
                table.below(chance, card, self.cards)?;
                table.gain(party, card + 1);
            }
        }
        Ok(hands)
    }
}

impl Protocol for BaranyFuredi {
    fn rules(&self) -> Rules {
        if self.given.is_empty() {
            let gains = GainKind::Cards { deck: self.cards, dealt: self.draws.len() };
            return Rules::new(self.players, gains);
        }
        let (mut left, mut ways) = (self.cards, 1_u128);
        for &size in &self.given {
            ways = ways.saturating_mul(deals(left, size) / deals(size, size));
            left -= size;
        }
        let outcomes = ways.saturating_mul(deals(left, self.draws.len()));
        let what = "hands that were held before, and draws";
        Rules::new(self.players + 1, GainKind::Other { what, outcomes })
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        let (ring, k) = (self.players - 1, self.cards);
        let keeper = Party::at(ring);
        let next = |party: Party| Party::at((party.place() + 1) % ring);

        let mut hands = self.hands(table)?;
        let mut codes = Vec::new();
        for party in Party::all(ring) {
            let code = table.coins(party).permutation(k);
            let what = "the sender's code of the cards";
            codes.push(table.send_permutation(party, keeper, what, &code)?);
        }
        let places = table.coins(keeper).permutation(k);
        let back = places.inverse();
        let mut readers = Vec::new();
        for party in Party::all(ring) {
            let reader = (self.reader)(&codes[party.place()], &back);
            let what = "the code of the player before, read by places";
            readers.push(table.send_permutation(keeper, next(party), what, &reader)?);
        }

        let mut used = vec![Used(vec![false; k]); ring];
        for (party, hand) in Party::all(self.players).zip(&hands).filter(|_| !self.given.is_empty())
        {
            // What its places are called is found out by the next player, who can read the code but
            // not the cards.
            let (teller, mut told) = if party == keeper {
                (keeper, hand.iter().map(|&card| places.of(card as usize) as u64).collect())
            } else {
                let mut coded: Vec<u64> = hand
                    .iter()
                    .map(|&card| codes[party.place()].of(card as usize) as u64)
                    .collect();
                coded.sort_unstable();
                let what = "the sender's hand in the sender's code";
                let coded = table.send(party, next(party), what, &coded)?;
                let reader = &readers[party.place()];
                let place = |&card: &u64| Ok(reader.origin(table.below(party, card, k)?) as u64);
                (next(party), coded.iter().map(place).collect::<OrFault<Vec<u64>>>()?)
            };
            told.sort_unstable();
            for other in Party::all(ring) {
                let heard = if other == teller {
                    told.clone()
                } else {
                    table.send(teller, other, "the places of a hand", &told)?
                };
                for place in heard.into_iter().filter(|_| table.reads(other)) {
                    // A place that is used may be a lie of those who had it used, or of the hand's
                    // owner.
                    let who =
                        |what: &Cause| matches!(what, Cause::OutOfRange { .. }).then_some(teller);
                    let taken = used[other.place()].take(place);
                    taken.map_err(|what| table.fault(who(&what), what))?;
                }
            }
        }
        for &drawer in &self.draws {
            let dealer = if drawer == keeper { Party::at(0) } else { next(drawer) };
            let mine = &used[dealer.place()];
            let chosen = (self.place)(table.coins(dealer), mine.free().count() as u64);
            let told = (mine.free().nth(chosen as usize).unwrap_or(u64::MAX), mine.words());
            for other in Party::all(ring).filter(|&other| other != dealer) {
                let (place, theirs) =
                    table.send(dealer, other, "a place, and those used before", &told)?;
                if !table.reads(other) {
                    continue;
                }
                let own = &mut used[other.place()];
                // Either this dealer or an earlier one told two players different places: the coins
                // will say which.
                table.require(own.words() == theirs, None, Cause::TablesDiffer)?;
                own.take(place).map_err(|what| table.fault(dealer, what))?;
            }
            let place = told.0;
            used[dealer.place()].take(place).map_err(|what| table.fault(dealer, what))?;
            let card = if drawer == keeper {
                let place = table.send(dealer, keeper, "a place", &place)?;
                places.origin(table.below(dealer, place, k)?)
            } else {
                let coded = readers[drawer.place()].of(place as usize) as u64;
                let coded = table.send(dealer, drawer, "the card in the drawer's code", &coded)?;
                codes[drawer.place()].origin(table.below(dealer, coded, k)?)
            } as u64;
            let hand = &mut hands[drawer.place()];
            // The dealer lied, or the keeper when he gave out the codes: the coins will say which.
            let new = !table.reads(drawer) || !hand.contains(&card);
            table.require(new, None, Cause::DuplicateCard { given: card + 1 })?;
            hand.push(card);
            table.gain(drawer, card + 1);
        }
        Ok(())
    }

    fn legal(&self, outcome: &[Gain]) -> bool {
        is_deal(self.cards, outcome)
    }

    fn name(&self, party: Party) -> String {
        match party.place() + 1 {
            place if place == self.players => "Q".to_owned(),
            place if place > self.players => "chance".to_owned(),
            place => format!("P{place}"),
        }
    }
}

/// The places, each true if it is used.
#[derive(Clone, Debug)]
struct Used(Vec<bool>);

impl Used {
    fn free(&self) -> impl Iterator<Item = u64> {
        (0..).zip(&self.0).filter(|(_, used)| !**used).map(|(place, _)| place)
    }

    fn take(&mut self, given: u64) -> Result<(), Cause> {
        let below = self.0.len() as u64;
        let used = self.0.get_mut(given as usize).ok_or(Cause::OutOfRange { given, below })?;
        if std::mem::replace(used, true) { Err(Cause::Used { given }) } else { Ok(()) }
    }

    /// As they are sent: one bit each.
    fn words(&self) -> Vec<u64> {
        let word = |word, &used: &bool| word << 1 | u64::from(used);
        self.0.chunks(64).map(|places| places.iter().rev().fold(0, word)).collect()
    }
}

#[cfg(test)]
mod tests;
