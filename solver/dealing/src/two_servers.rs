use std::marker::PhantomData;

use super::card_cipher::{CardCipher, IdealCipher};
use super::commit::{Commit, at_once};
use super::setting::{boxed, real};
use super::system::{deals, is_deal, playable};
use super::{
    Allowed, Cause, Coins, DealCost, DealTable, Gain, GainKind, MAX_PARTIES, MaskedDeck,
    NamedProtocol, OrFault, Parties, Party, Protocol, RefusedSetting, Setting, Subgroup, rounds,
};

/// Dealing by servers who do not tell each other what they know: two, or more.
///
/// Before the game the servers shuffle and mask decks in turn, with proofs; each deck has a number
/// and serves once. To draw, all players commit to a number and show it; the sum says the place, or
/// the next one that is free. The places are public, what lies there is not: each server sends the
/// drawer its share. The parties are the players, then the servers.
///
/// Holds against all players with all servers but one; nobody but the servers needs to be honest.
///
/// Cost: a card takes `2n` messages and one share of every server; a deck `2k` exponentiations of
/// every server.
#[derive(Clone, Debug)]
pub struct TwoServers<V> {
    players: usize,
    servers: usize,
    cards: usize,
    draws: Vec<Party>,
    /// The numbers of the decks, one for every hand played.
    hands: Vec<u64>,
    /// The servers who shuffle: all.
    pub(super) shufflers: Parties,
    /// True if a place may be dealt, by whether it was dealt before.
    pub(super) free: fn(bool) -> bool,
    cipher: PhantomData<fn() -> V>,
}

/// The protocol by name: two servers, one hand.
pub(super) const PROTOCOL: NamedProtocol = NamedProtocol {
    name: "two-servers",
    title: "Two servers",
    about: "two servers who do not collude shuffle beforehand; players draw by joint coins",
    assumes: "Diffie–Hellman decision in ristretto255, SHA-512 as a random function, and servers \
        that do not collude",
    is_proved: true,
    ideal: |setting| boxed(named::<IdealCipher>(setting)),
    real: real!(|setting| boxed(named::<super::card_cipher::ElGamal>(setting))),
    cost: DealCost::Low,
    holds: |setting| honest_server(setting.players, 2),
};

/// The deal of a setting, with two servers.
pub(super) fn named<V: CardCipher + Commit>(setting: &Setting) -> Allowed<TwoServers<V>> {
    TwoServers::new(setting.players, 2, setting.cards, rounds(setting.players, setting.hand))
}

/// The coalitions in which not all servers are.
fn honest_server(players: usize, servers: usize) -> Vec<Parties> {
    let all = servers_of(players, servers);
    let mut coalitions = Parties::coalitions(players + servers);
    coalitions.retain(|coalition| !all.within(*coalition));
    coalitions
}

fn servers_of(players: usize, servers: usize) -> Parties {
    Party::all(players + servers).skip(players).collect()
}

impl<V: CardCipher + Commit> TwoServers<V> {
    /// One hand with deck 0: a deal of `draws.len()` of `cards` cards, in this order.
    ///
    /// Errors: no player or fewer than two servers; a player who is none of them; more draws than
    /// cards.
    pub fn new(players: usize, servers: usize, cards: usize, draws: Vec<Party>) -> Allowed<Self> {
        if players == 0 || servers < 2 {
            let given = format!("{players} players and {servers} servers");
            return Err(RefusedSetting::unexpected(given, "a player and two servers at least"));
        }
        if players + servers > MAX_PARTIES {
            let most = MAX_PARTIES.saturating_sub(servers);
            return Err(RefusedSetting::TooManyPlayers { given: players, most });
        }
        playable(players, cards, &draws)?;
        let shufflers = servers_of(players, servers);
        let (hands, free) = (vec![0], (|taken| !taken) as fn(bool) -> bool);
        Ok(Self { players, servers, cards, draws, hands, shufflers, free, cipher: PhantomData })
    }

    /// The same for several hands, each with the deck of this number.
    #[must_use]
    pub fn with_decks(self, hands: Vec<u64>) -> Self {
        Self { hands, ..self }
    }

    fn servers(&self) -> Parties {
        servers_of(self.players, self.servers)
    }

    /// Plays it under this cipher.
    ///
    /// Errors: `Reused` with the name of the server who takes a deck twice; whatever a party does
    /// wrong.
    pub fn deal(&self, table: &mut DealTable<'_>, cipher: &V) -> OrFault {
        let first = Party::at(self.players);
        let mut used = Vec::new();
        for hand in &self.hands {
            let number = table.publish(first, "the number of the deck", hand)?;
            table.require(!used.contains(&number), first, Cause::Reused { what: "the deck" })?;
            used.push(number);
            let mut deck =
                MaskedDeck::open(cipher, self.cards as u64, &[(0..self.cards as u64).collect()]);
            deck.scramble_jointly(table, self.shufflers, Subgroup::All)?;
            let mut taken = vec![false; self.cards];
            for &drawer in &self.draws {
                let place = self.place(table, cipher, number, &mut taken)?;
                let card = deck.draw(table, 0, place, drawer)?;
                table.gain(drawer, card + 1);
            }
        }
        Ok(())
    }

    /// A place that is not taken, by the numbers of all players; it is taken then.
    fn place(
        &self,
        table: &mut DealTable<'_>,
        cipher: &V,
        deck: u64,
        taken: &mut [bool],
    ) -> OrFault<usize> {
        let k = self.cards as u64;
        let mut numbers = Vec::new();
        for player in Party::all(self.players) {
            numbers.push((player, (deck, table.coins(player).below(k))));
        }
        let mut sum = 0;
        for (player, (of, number)) in
            Party::all(self.players).zip(at_once(table, cipher, &numbers)?)
        {
            let what = Cause::Reused { what: "a number for another deck" };
            table.require(of == deck, player, what)?;
            table.below(player, number, self.cards)?;
            sum += number;
        }
        let mut places = (0..k).map(|step| ((sum + step) % k) as usize);
        let place = places
            .find(|&place| (self.free)(taken[place]))
            .ok_or_else(|| table.fault(None, Cause::Used { given: sum % k }))?;
        taken[place] = true;
        Ok(place)
    }
}

impl<V: CardCipher + Commit> Protocol for TwoServers<V> {
    fn parties(&self) -> usize {
        self.players + self.servers
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        let cipher = V::agree(table, self.servers(), self.cards as u64)?;
        self.deal(table, &cipher)
    }

    fn legal(&self, outcome: &[Gain]) -> bool {
        outcome.chunks(self.draws.len().max(1)).all(|hand| is_deal(self.cards, hand))
    }

    fn gains(&self) -> GainKind {
        match self.hands.len() {
            1 => GainKind::Cards { deck: self.cards, dealt: self.draws.len() },
            _ => GainKind::Other("cards of several decks"),
        }
    }

    fn outcomes(&self) -> u128 {
        self.hands.iter().map(|_| deals(self.cards, self.draws.len())).product()
    }

    fn name(&self, party: Party) -> String {
        match party.place().checked_sub(self.players) {
            Some(server) => format!("S{}", server + 1),
            None => format!("P{party}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WireWord;
    use crate::fairness::Breach;
    use crate::tests::testing::{changing, checked, coins, fault, offenders, played, small};

    #[test]
    fn more_servers_or_more_players() {
        for (players, servers, draws, branches) in [(2, 3, 1, 216 * 9), (3, 2, 2, 36 * 729)] {
            let draws = Party::all(draws).collect();
            let deal = TwoServers::<IdealCipher>::new(players, servers, 3, draws).expect("allowed");
            let found = checked(&deal, &honest_server(players, servers));
            assert_eq!((found.branches, found.breaches), (branches, Vec::new()));
        }
    }

    /// Attack 34: both servers together know all, and so does nobody else.
    #[test]
    fn both_servers_together_know_all() {
        let found = checked(&*small("two-servers", (2, 3, 1), None), &Parties::coalitions(4));
        assert_eq!(offenders(&found), ["3+4", "1+3+4", "2+3+4"]);
        assert!(matches!(&found.breaches[0].1, Breach::Knows(witness) if witness.laws.len() == 6));
    }

    /// One card for the first of two players, from each of these decks.
    fn one_card(decks: &[u64]) -> TwoServers<IdealCipher> {
        let deal = TwoServers::new(2, 2, 5, vec![Party::at(0)]).expect("allowed");
        deal.with_decks(decks.to_vec())
    }

    /// Attack 33: a deck serves once.
    #[test]
    fn a_deck_used_twice_is_refused() {
        assert_eq!(played(&one_card(&[7, 8]), 1, |_, _| {}).0, Ok(()));
        let (ended, log) = played(&one_card(&[7, 7]), 1, |_, _| {});
        let at = crate::messages(&log).count() - 1;
        assert_eq!(ended, Err(fault(2, at, Cause::Reused { what: "the deck" })));
    }

    #[test]
    fn numbers_are_bound_to_the_deck_and_shown_as_committed() {
        for word in [0, 1] {
            // Messages: the deck, two shuffles, two commitments; the sixth shows the first number.
            let change = changing(5, |body| {
                let WireWord::Number(number) = &mut body[word] else { panic!("a number") };
                *number ^= 1;
            });
            let (ended, _) = played(&one_card(&[0]), 1, change);
            assert_eq!(ended, Err(fault(0, 5, Cause::BadCommitment)));
        }
    }

    #[test]
    fn the_cost_of_a_card() {
        let mut coins = coins(5, 1);
        let mut table = DealTable::new(5, &mut coins);
        let cipher = IdealCipher::new(servers_of(3, 2));
        let deal = TwoServers::new(3, 2, 52, rounds(3, 5)).expect("allowed");
        deal.deal(&mut table, &cipher).expect("honest");
        // The number of the deck and two shuffles; 2n + 2 messages a card; 2k for each server and a
        // share of each a card.
        assert_eq!(table.messages(), 3 + 15 * (2 * 3 + 2));
        assert_eq!(cipher.exponentiations(), 2 * (2 * 52 + 15));
    }
}
