//! Confidential play (Crépeau): cards can be drawn, discarded and opened, and nobody ever shows
//! more than the opened cards.

mod action;
mod discard_open;
mod get_card;
mod ideal;
mod preparation;
#[cfg(feature = "cryptography")]
mod real;
mod store;
#[cfg(test)]
mod tests;

use super::setting::{boxed, real};
use super::system::{at_least, deals, playable};
use super::{
    Allowed, DealCost, DealTable, Gain, GainKind, NamedProtocol, OrFault, Parties, Party,
    Permutation, Protocol, RefusedSetting, Setting, rounds,
};
pub use action::{CardAction, Pick};
pub use ideal::{IdealStore, QuestionGroup, Questions};
use preparation::PlayerList;
#[cfg(feature = "cryptography")]
pub use real::ResidueStore;
pub use store::{Columns, EntrySecret, ListStore};

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
    store: S,
    traces: u32,
    /// The entry whose question group the players before the drawer are shown: the one before the
    /// drawer's own code.
    pub(super) checked: fn(&Permutation, usize) -> usize,
    /// The entry of a later player that the drawer reads: the one he came to.
    read: fn(&Play<'_, S>, Party, usize) -> usize,
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
    /// that is not in the hand; traces of more than 63 bits.
    pub fn new(
        players: usize,
        cards: usize,
        script: Vec<CardAction>,
        store: S,
        traces: u32,
    ) -> Allowed<Self> {
        at_least(2, players, "one alone needs no protocol")?;
        let whose = |turn: &CardAction| match *turn {
            CardAction::Draw(party)
            | CardAction::Discard(party, _)
            | CardAction::Open(party, _) => party,
        };
        let drawers: Vec<Party> =
            script.iter().filter(|turn| matches!(turn, CardAction::Draw(_))).map(whose).collect();
        playable(players, cards, &drawers)?;
        if let Some(stranger) = script.iter().map(whose).find(|party| party.place() >= players) {
            return Err(RefusedSetting::UnknownPlayer { given: stranger.place() + 1, players });
        }
        if traces > 63 {
            let given = format!("traces of {traces} bits");
            return Err(RefusedSetting::unexpected(given, "at most 63"));
        }
        let rules =
            Self { players, cards, script, store, traces, checked: |_, c| c, read: |_, _, c| c };
        let (mut held, mut turns) = (vec![0; players], rules.script.iter());
        let missing = turns.find_map(|turn| {
            let held: &mut usize = &mut held[whose(turn).place()];
            match *turn {
                CardAction::Draw(_) => *held += 1,
                CardAction::Discard(_, pick) | CardAction::Open(_, pick) => {
                    if pick.first() >= *held {
                        return Some((whose(turn), pick.first() + 1, *held));
                    }
                    *held -= 1;
                }
            }
            None
        });
        match missing {
            Some((player, given, held)) => Err(RefusedSetting::unexpected(
                format!("card {given} of player {player}"),
                format!("one of the {held} in the hand"),
            )),
            None => Ok(rules),
        }
    }
}

/// A game under way.
struct Play<'r, S: ListStore> {
    rules: &'r Crepeau<S>,
    store: S,
    lists: Vec<PlayerList<S>>,
    /// The identifiers that are used.
    used: Vec<bool>,
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

impl<S: ListStore> Play<'_, S> {
    fn after(
        &self,
        party: Party,
    ) -> std::iter::Skip<impl ExactSizeIterator<Item = Party> + use<S>> {
        Party::all(self.rules.players).skip(party.place() + 1)
    }

    fn code(&self, party: Party, c: usize) -> usize {
        self.lists[party.place()].code.of(c)
    }
}

impl<S: ListStore> Protocol for Crepeau<S> {
    fn parties(&self) -> usize {
        self.players
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        let (store, lists) = Play::preparation(self, table)?;
        let mut play = Play {
            rules: self,
            store,
            lists,
            used: vec![false; self.cards],
            hand_lists: vec![Vec::new(); self.players],
            hands: std::iter::repeat_with(Vec::new).take(self.players).collect(),
        };
        self.script.iter().try_for_each(|&turn| match turn {
            CardAction::Draw(drawer) => play.get_card(table, drawer),
            CardAction::Discard(player, pick) => play.discard(table, player, pick),
            CardAction::Open(opener, pick) => play.open(table, opener, pick),
        })
    }

    /// No card is drawn twice; what leaves a hand was in it; what is opened is what was picked.
    fn legal(&self, outcome: &[Gain]) -> bool {
        let (mut hands, mut drawn) = (vec![Vec::new(); self.players], vec![false; self.cards]);
        let mut gains = outcome.iter();
        let mut gain =
            |to: Parties| gains.next().filter(|gain| gain.to == to).map(|gain| gain.value);
        let right = self.script.iter().all(|&turn| match turn {
            CardAction::Draw(party) => gain(party.into()).is_some_and(|card| {
                hands[party.place()].push(card);
                let drawn = (card as usize).checked_sub(1).and_then(|card| drawn.get_mut(card));
                drawn.is_some_and(|drawn| !std::mem::replace(drawn, true))
            }),
            CardAction::Discard(party, pick) | CardAction::Open(party, pick) => gain(party.into())
                .is_some_and(|card| {
                    let hand = &mut hands[party.place()];
                    let at = hand.iter().position(|&held| held == card);
                    let fits = at.is_some_and(|at| pick == Pick::Any || pick == Pick::Place(at));
                    hand.retain(|&held| held != card);
                    let open = matches!(turn, CardAction::Open(..));
                    fits && (!open || gain(Parties::everybody(self.players)) == Some(card))
                }),
        });
        right && gains.next().is_none()
    }

    fn gains(&self) -> GainKind {
        match self.script.iter().all(|turn| matches!(turn, CardAction::Draw(_))) {
            true => GainKind::Cards { deck: self.cards, dealt: self.script.len() },
            false => GainKind::Other("cards drawn, discarded and opened"),
        }
    }

    /// A list of every player, whose key takes long to make, and something for every turn.
    fn least_messages(&self) -> usize {
        self.players + self.script.len()
    }

    /// All deals, times the choices of those who pick any card.
    fn outcomes(&self) -> u128 {
        let (mut held, mut drawn) = (vec![0_u128; self.players], 0);
        let choices: u128 = self
            .script
            .iter()
            .map(|turn| match *turn {
                CardAction::Draw(party) => {
                    held[party.place()] += 1;
                    drawn += 1;
                    1
                }
                CardAction::Discard(party, pick) | CardAction::Open(party, pick) => {
                    let held = &mut held[party.place()];
                    *held -= 1;
                    if pick == Pick::Any { *held + 1 } else { 1 }
                }
            })
            .product();
        deals(self.cards, drawn) * choices
    }
}
