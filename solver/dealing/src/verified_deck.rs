#[cfg(test)]
mod tests;

use std::marker::PhantomData;

use super::card_cipher::{CardCipher, IdealCipher};
use super::fault::{allow, allow_field};
use super::setting::{boxed, real};
use super::system::{at_least, playable};
use super::{
    Allowed, Cause, Coins, DealCost, DealTable, GainKind, MAX_PARTIES, MaskedDeck, NamedProtocol,
    OrFault, Parties, Party, Protocol, Rules, Setting, Subgroup, rounds,
};

/// One deck that all players, or servers in their stead, shuffle and mask in turn, each with a
/// proof; a card is opened by the shares of all of them.
///
/// Where players have the keys, they draw from the top, and it holds against all of them but one.
/// Source: the verified shuffle of Schindelhauer's toolbox.
///
/// Cost: `n` messages and one share of every other party a card; `n(2k + T)` exponentiations
/// besides the proofs.
///
/// Servers do not tell each other what they know. They shuffle before the game; their deck has a
/// number and serves once. To draw, all players commit to a number and show it; the sum says the
/// place, or the next one that is free. The places are public, what lies there is not: each server
/// sends the drawer its share. The parties are the players, then the servers. It holds against all
/// players with all servers but one; nobody but the servers needs to be honest.
///
/// Cost: a card takes `2n` messages and one share of every server; a deck `2k` exponentiations of
/// every server.
#[derive(Clone, Debug)]
pub struct VerifiedDeck<V> {
    players: usize,
    /// The servers, who come after the players.
    servers: usize,
    cards: usize,
    draws: Vec<Party>,
    /// Those who have the keys.
    keepers: Parties,
    /// Those who shuffle: the keepers.
    pub(super) shufflers: Parties,
    /// True if a place may be dealt, by whether it was dealt before.
    pub(super) free: fn(bool) -> bool,
    cipher: PhantomData<fn() -> V>,
}

/// The protocol by name.
pub(super) const PROTOCOL: NamedProtocol = NamedProtocol {
    name: "verified-deck",
    title: "Deck shuffled with proofs",
    about: "all players shuffle one masked deck in turn, each with a proof",
    assumes: super::setting::CURVE,
    is_proved: true,
    ideal: |setting| boxed(named::<IdealCipher>(setting)),
    real: real!(|setting| boxed(named::<super::card_cipher::ElGamal>(setting))),
    cost: DealCost::Low,
    holds: |setting| Parties::coalitions(setting.players),
};

/// The protocol by name: two servers, one hand.
pub(super) const TWO_SERVERS: NamedProtocol = NamedProtocol {
    name: "two-servers",
    title: "Two servers",
    about: "two servers who do not collude shuffle beforehand; players draw by joint coins",
    assumes: "Diffie–Hellman decision in ristretto255, SHA-512 as a random function, and servers \
        that do not collude",
    is_proved: true,
    ideal: |setting| boxed(served::<IdealCipher>(setting)),
    real: real!(|setting| boxed(served::<super::card_cipher::ElGamal>(setting))),
    cost: DealCost::Low,
    holds: |setting| honest_server(setting.players, 2),
};

/// The coalitions in which not all servers are.
fn honest_server(players: usize, servers: usize) -> Vec<Parties> {
    let all: Parties = Party::all(players + servers).skip(players).collect();
    let mut coalitions = Parties::coalitions(players + servers);
    coalitions.retain(|coalition| !all.within(*coalition));
    coalitions
}

/// The deal of a setting.
pub(super) fn named<V: CardCipher>(setting: &Setting) -> Allowed<VerifiedDeck<V>> {
    VerifiedDeck::new(setting.players, 0, setting.cards, rounds(setting.players, setting.hand))
}

/// The deal of a setting, with two servers.
pub(super) fn served<V: CardCipher>(setting: &Setting) -> Allowed<VerifiedDeck<V>> {
    VerifiedDeck::new(setting.players, 2, setting.cards, rounds(setting.players, setting.hand))
}

impl<V: CardCipher> VerifiedDeck<V> {
    /// A deal of `draws.len()` of `cards` cards, in this order. The servers have the keys; where
    /// there are none, the players have them.
    ///
    /// Errors: fewer than two players, or with servers none; a server alone, who would see all; a
    /// player who is none of them; more draws than cards.
    pub fn new(players: usize, servers: usize, cards: usize, draws: Vec<Party>) -> Allowed<Self> {
        let least = if servers > 0 { 1 } else { 2 };
        at_least(least, players, "cards are hidden from somebody")?;
        allow(servers != 1, "1 server", "none, or two at least")?;
        let most = MAX_PARTIES.saturating_sub(servers);
        let words = format!("{players} players");
        allow_field(players <= most, ("players", players), words, format!("at most {most}"))?;
        playable(players, cards, &draws)?;
        let first = if servers > 0 { players } else { 0 };
        let keepers = Party::all(players + servers).skip(first).collect();
        let (shufflers, cipher) = (keepers, PhantomData);
        let free = |taken: bool| !taken;
        Ok(Self { players, servers, cards, draws, keepers, shufflers, free, cipher })
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
        let number = |player| (player, (deck, table.coins(player).below(k)));
        let numbers = Party::all(self.players).map(number).collect();
        let mut sum = 0;
        let shown = cipher.at_once(table, numbers)?;
        for (player, (of, number)) in Party::all(self.players).zip(shown) {
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

impl<V: CardCipher> Protocol for VerifiedDeck<V> {
    fn rules(&self) -> Rules {
        let gains = GainKind::Cards { deck: self.cards, dealt: self.draws.len() };
        Rules::new(self.players + self.servers, gains)
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        let cipher = V::agree(table, self.keepers, self.cards as u64)?;
        let served = self.servers > 0;
        let first = Party::at(self.players);
        let number = if served { table.publish(first, "the number of the deck", &0)? } else { 0 };
        let mut deck =
            MaskedDeck::open(&cipher, self.cards as u64, &[(0..self.cards as u64).collect()]);
        deck.scramble(table, self.shufflers, Subgroup::All)?;
        let mut taken = vec![false; self.cards];
        for (top, &drawer) in self.draws.iter().enumerate() {
            let place = if served { self.place(table, &cipher, number, &mut taken)? } else { top };
            let card = deck.draw(table, place, drawer)?;
            table.gain(drawer, card + 1);
        }
        Ok(())
    }

    fn name(&self, party: Party) -> String {
        match party.place().checked_sub(self.players) {
            Some(server) => format!("S{}", server + 1),
            None => format!("P{party}"),
        }
    }
}
