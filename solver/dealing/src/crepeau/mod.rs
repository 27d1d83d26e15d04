//! Confidential play (Crépeau): cards can be drawn, discarded and opened, and nobody ever shows
//! more than the opened cards.

mod play;
#[cfg(feature = "cryptography")]
mod real;
mod store;
#[cfg(test)]
mod tests;

use super::fault::allow;
use super::setting::{boxed, parse_party, real};
use super::system::{at_least, deals, is_deal, playable, takes_part};
use super::{
    Allowed, DealCost, DealTable, Gain, GainKind, MAX_DECK, NamedProtocol, OrFault, Parties, Party,
    Permutation, Protocol, RefusedSetting, Rules, Setting, rounds,
};
use bluff_exact::{excerpt, whole_number};
use play::Play;
#[cfg(feature = "cryptography")]
pub use real::ResidueStore;
pub use store::{Columns, EntrySecret, IdealStore, ListQuery, ListStore, Questions};

/// Poker for two players or more in which even the strategy stays secret.
///
/// Player `Pi` has a code `πi` of the deck, sealed in a list under his own key, every entry with a
/// random *trace*. The card of identifier `d` is `πN…π2π1(d)`. Who draws it hears `π1 … π(i−1)` in
/// public, knows `πi`, and reads one entry of every later list without its owner learning which
/// (all-or-nothing disclosure): the groups of questions are prepared beforehand, in a secret order.
/// Before he goes on, the players before him show which of their groups asks for the entry that he
/// uses, so that nobody has read it or ever will. The sealed entry joins his *hand list*, which is
/// sealed anew and moved before a card is discarded or opened: nobody can tell when it was drawn.
/// An opened card is believed because of its traces. No code is ever shown. Source: Crépeau, *A
/// zero-knowledge poker protocol that achieves confidentiality of the players' strategy* (Crypto
/// ’86), with two corrections: the entry that is checked is the one before the drawer's own code
/// (as printed it catches one cheat in `k`, and shows the entry), and no square root is ever handed
/// out (two roots of one number give the key away).
///
/// What is proved, what is assumed, what is not audited: over ideal ciphertexts and proofs, F1 to
/// F3 hold exactly, against all coalitions up to `N − 1` players, for two players and up to four
/// cards and for three players with three and four cards, in several orders of drawing, discarding
/// and opening (the tests enumerate every sequence of coins). Over residues the same code plays;
/// that sealed bits hide their content is an *assumption* (quadratic residuosity). A trace of `t`
/// bits is guessed with probability 2⁻ᵗ. A false proof passes with probability 2⁻ˢ in `s` rounds;
/// here a hash asks the questions, so a cheat may try again at home, and all rests on the hash
/// being as good as random: hence 128 rounds. A player who stops is named, but the play cannot go
/// on without him. A player may read an entry that nobody owns yet, if he draws for it; he can
/// never open it. Nobody outside has audited this.
///
/// Cost: for `k` cards and traces of `t` bits, `L = ⌈log₂ k⌉ + t`: `k·L` ciphertexts a player; with
/// `s` rounds `(s + 1)·k·L` squarings for the questions of each pair of players, and `s·k·⌈log₂ k⌉`
/// for the check of each code.
#[derive(Clone, Debug)]
pub struct Crepeau<S: ListStore> {
    players: usize,
    cards: usize,
    script: Vec<CardAction>,
    /// The number of draws in it.
    drawn: usize,
    /// The ways to pick the cards that leave hands.
    picks: u128,
    store: S,
    traces: u32,
    /// The entry whose question group the players before the drawer are shown: the one before the
    /// drawer's own code.
    pub(super) checked: fn(&Permutation, usize) -> usize,
    /// The entry of a later player that the drawer reads: the one he came to.
    read: fn(&Play<'_, '_, S>, Party, usize) -> usize,
}

/// The protocol by name: every player draws in turn; then come the turns of a variant.
pub(super) const PROTOCOL: NamedProtocol = NamedProtocol {
    name: "crepeau",
    title: "Crépeau",
    about: "two players or more, whose strategy stays secret even when cards are discarded and \
        opened (Crépeau); a variant has the turns after the deal, such as \
        open:1:1,discard:2,draw:2",
    assumes: "quadratic residuosity, SHA-512 as a random function; 2⁻ᵗ for a guessed trace, 128 \
        rounds of proof",
    is_proved: false,
    ideal: |setting| boxed(named(setting)),
    real: real!(|setting| {
        let store = ResidueStore::new(2048, super::cut_and_choose::ROUNDS);
        Ok(Box::new(Crepeau::new(setting.players, setting.cards, script(setting)?, store, 20)?))
    }),
    // Proofs take some 7 MiB for each pair of players and card.
    cost: DealCost::Bounded(24),
    holds: |setting| Parties::coalitions(setting.players),
};

/// The deal of a setting over ideal ciphers. For three players the orders of the questions about
/// more than three cards are too many to enumerate.
pub(super) fn named(setting: &Setting) -> Allowed<Crepeau<IdealStore>> {
    let many = setting.players > 2 && setting.cards > 3;
    ideal(setting, if many { Questions::Opaque } else { Questions::Secret })
}

/// The same with question groups named like this.
pub(super) fn ideal(setting: &Setting, questions: Questions) -> Allowed<Crepeau<IdealStore>> {
    Crepeau::new(setting.players, setting.cards, script(setting)?, IdealStore::new(questions), 0)
}

/// The turns of a setting: the deal, and those of its variant.
fn script(setting: &Setting) -> Allowed<Vec<CardAction>> {
    let deal = rounds(setting.players, setting.hand).into_iter().map(CardAction::Draw);
    deal.map(Ok).chain(setting.parts().map(CardAction::parse)).collect()
}

impl<S: ListStore> Crepeau<S> {
    /// A game in which the players do this, with traces of so many bits.
    ///
    /// Errors: fewer than two players; a party who is none of them; more draws than cards; a card
    /// that is not in the hand.
    pub fn new(
        players: usize,
        cards: usize,
        script: Vec<CardAction>,
        store: S,
        traces: u32,
    ) -> Allowed<Self> {
        at_least(2, players, "one alone needs no protocol")?;
        let turns = script.iter().map(|turn| turn.leaving());
        let draws = turns.clone().filter(|turn| turn.1.is_none());
        let drawers: Vec<Party> = draws.map(|turn| turn.0).collect();
        playable(players, cards, &drawers)?;
        turns.clone().try_for_each(|(player, _)| takes_part(players, player))?;
        let (mut held, mut picks) = (vec![0; players], 1);
        for (player, leaving) in turns {
            let held: &mut usize = &mut held[player.place()];
            let Some(pick) = leaving else {
                *held += 1;
                continue;
            };
            let given = format!("card {} of player {player}", pick.first() + 1);
            allow(pick.first() < *held, given, format!("one of the {held} in the hand"))?;
            picks *= if pick == Pick::Any { *held as u128 } else { 1 };
            *held -= 1;
        }
        let (drawn, checked) = (drawers.len(), |_: &Permutation, c| c);
        let read = |_: &Play<'_, '_, S>, _, c| c;
        Ok(Self { players, cards, script, drawn, picks, store, traces, checked, read })
    }
}

impl<S: ListStore> Protocol for Crepeau<S> {
    /// All deals, times the choices of those who pick any card. A list of every player, whose key
    /// takes long to make, and something for every turn are the least messages.
    fn rules(&self) -> Rules {
        let cards = GainKind::Cards { deck: self.cards, dealt: self.drawn };
        let outcomes = deals(self.cards, self.drawn).saturating_mul(self.picks);
        let more = GainKind::Other { what: "cards drawn, discarded and opened", outcomes };
        let gains = if self.drawn == self.script.len() { cards } else { more };
        let least_messages = self.players + self.script.len();
        Rules { least_messages, ..Rules::new(self.players, gains) }
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        let mut play = Play::prepared(self, table)?;
        self.script.iter().try_for_each(|&turn| match turn {
            CardAction::Draw(drawer) => play.get_card(drawer),
            CardAction::Discard(player, pick) => play.discard(player, pick),
            CardAction::Open(opener, pick) => play.open(opener, pick),
        })
    }

    /// No card is drawn twice; what leaves a hand was in it; what is opened is what was picked.
    fn legal(&self, outcome: &[Gain]) -> bool {
        let (mut hands, mut drawn) = (vec![Vec::new(); self.players], Vec::new());
        let mut gains = outcome.iter();
        let mut gain = |to: Parties| gains.next().filter(|gain| gain.to == to).copied();
        let right = self.script.iter().all(|&turn| {
            let (party, leaving) = turn.leaving();
            let hand = &mut hands[party.place()];
            let Some(own) = gain(party.into()) else { return false };
            let Some(pick) = leaving else {
                drawn.push(own);
                hand.push(own.value);
                return true;
            };
            let at = hand.iter().position(|&held| held == own.value);
            let fits = at.is_some_and(|at| pick == Pick::Any || pick == Pick::Place(at));
            hand.retain(|&held| held != own.value);
            let shown = Gain { to: Parties::everybody(self.players), ..own };
            fits && (!matches!(turn, CardAction::Open(..)) || gain(shown.to) == Some(shown))
        });
        right && is_deal(self.cards, &drawn) && gains.next().is_none()
    }
}

/// An action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardAction {
    /// He gets a card.
    Draw(Party),
    /// He lays one of his cards aside, closed.
    Discard(Party, Pick),
    /// He shows one of his cards to all.
    Open(Party, Pick),
}

/// One of the player's cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The one at this place of the hand, in order of drawing, from 0.
    Place(usize),
    /// Any of them, each equally likely.
    Any,
}

impl CardAction {
    /// Whose turn it is, and which of his cards leaves his hand; none if he draws one.
    pub(super) fn leaving(self) -> (Party, Option<Pick>) {
        match self {
            Self::Draw(party) => (party, None),
            Self::Discard(party, pick) | Self::Open(party, pick) => (party, Some(pick)),
        }
    }

    /// A turn from text: `draw:1`; `open:1:2` for the second card in the hand of player 1, `open:1`
    /// for any; `discard` alike.
    pub(super) fn parse(text: &str) -> Allowed<Self> {
        let unknown = || {
            let expected = "draw:PLAYER, open:PLAYER:CARD or discard:PLAYER:CARD";
            RefusedSetting::unexpected(format!("turn “{}”", excerpt(text)), expected)
        };
        let (word, player) = text.split_once(':').ok_or_else(unknown)?;
        let (player, card) = player.split_once(':').map_or((player, None), |(p, c)| (p, Some(c)));
        let number = |card| whole_number("card", card, 1..=MAX_DECK as u64);
        let card = card.map(number).transpose()?;
        let pick = card.map_or(Pick::Any, |card| Pick::Place(card as usize - 1));
        let player = parse_party(player)?;
        match word {
            "draw" if card.is_none() => Ok(Self::Draw(player)),
            "open" => Ok(Self::Open(player, pick)),
            "discard" => Ok(Self::Discard(player, pick)),
            _ => Err(unknown()),
        }
    }
}

impl Pick {
    pub(super) fn first(self) -> usize {
        if let Self::Place(place) = self { place } else { 0 }
    }
}
