//! Dealing with locks that commute, without any proofs.

mod locks;
#[cfg(test)]
mod tests;

use std::marker::PhantomData;

pub use locks::{IdealLocks, Locks};

use super::setting::{boxed, real};
use super::system::{at_least_two, playable};
use super::{
    Allowed, Cause, Coins, DealCost, DealTable, GainKind, NamedProtocol, OrFault, Parties, Party,
    Protocol, Rules, Setting, rounds,
};

/// Dealing with locks that commute, for any number of players: cards in boxes, every player a lock
/// of his own on each.
///
/// First all players in turn put one common lock on all boxes and shuffle them; then, again in
/// turn, each replaces the common lock by one of his own for each box; the last one does both at
/// once. To draw, a player asks all others for the keys of a box nobody else has.
///
/// Holds against all players but one, as long as nobody cheats: there are no proofs, so a changed
/// box shows only when it is opened, and who changed it only when the coins are revealed. Sources:
/// Shamir, Rivest and Adleman; the Werewolf paper, whose last player need not be asked again.
///
/// Cost: `(3n − 2)k` exponentiations, and `n` a card; `2n − 2` passes, a publication to `n − 1`,
/// and for a card one request and `n − 1` keys.
#[derive(Clone, Debug)]
pub struct Padlocks<L> {
    players: usize,
    cards: usize,
    draws: Vec<Party>,
    /// The players who put locks of their own on when boxes first come to them.
    pub(super) at_once: Parties,
    locks: PhantomData<fn() -> L>,
}

/// The protocol by name.
pub(super) const PROTOCOL: NamedProtocol = NamedProtocol {
    name: "padlocks",
    title: "Commuting locks",
    about: "locks that commute, for any number of players, without proofs (Shamir, Rivest and \
        Adleman)",
    assumes: "Diffie–Hellman decision modulo a 2048-bit safe prime; cards hashed to squares; \
        channels that nobody alters",
    is_proved: false,
    ideal: |setting| boxed(Padlocks::<IdealLocks>::new(setting)),
    real: real!(|setting| boxed(Padlocks::<super::residues::SraGroup>::new(setting))),
    cost: DealCost::High,
    holds: |setting| Parties::coalitions(setting.players),
};

/// The locks of each player, by box.
type Keys<L> = Vec<Vec<<L as Locks>::Lock>>;

impl<L: Locks> Padlocks<L> {
    /// The deal of a setting.
    ///
    /// Errors: fewer than two players; more draws than cards.
    pub(super) fn new(setting: &Setting) -> Allowed<Self> {
        let &Setting { players, cards, hand, .. } = setting;
        let draws = rounds(players, hand);
        at_least_two(players)?;
        playable(players, cards, &draws)?;
        let at_once = Party::at(players - 1).into();
        Ok(Self { players, cards, draws, at_once, locks: PhantomData })
    }

    /// The boxes, shuffled and under the locks of all, and every party's keys by box.
    fn locked(&self, table: &mut DealTable<'_>, locks: &L) -> OrFault<(Vec<L::Boxed>, Keys<L>)> {
        let mut boxes: Vec<L::Boxed> =
            (0..self.cards as u64).map(|card| locks.face(card)).collect();
        let mut keys: Keys<L> = vec![Vec::new(); self.players];
        let again = Party::all(self.players).filter(|&party| !self.at_once.has(party));
        let turns: Vec<Party> = Party::all(self.players).chain(again).collect();
        for (turn, &party) in turns.iter().enumerate() {
            let first = turn < self.players;
            if first {
                let permutation = table.coins(party).permutation(self.cards);
                boxes = permutation.moved(&boxes);
                // A player with locks on finds his boxes again.
                let locked = keys.iter_mut().filter(|keys| !keys.is_empty());
                locked.for_each(|keys| *keys = permutation.moved(keys));
            }
            let mut draw = || locks.draw(party, &mut table.coins(party));
            let fresh = match first && !self.at_once.has(party) {
                true => vec![draw(); self.cards],
                false => std::iter::repeat_with(draw).take(self.cards).collect(),
            };
            let common = std::mem::replace(&mut keys[party.place()], fresh);
            if !first {
                let off = boxes.iter().zip(&common);
                boxes = off.map(|(boxed, lock)| locks.unlocked(boxed, lock)).collect();
            }
            let on = boxes.iter().zip(&keys[party.place()]);
            boxes = on.map(|(boxed, lock)| locks.locked(boxed, lock)).collect();
            let (to, what) = match turns.get(turn + 1) {
                Some(&next) => (next.into(), "all boxes, passed on"),
                None => (table.others(party), "all boxes, published"),
            };
            boxes = table.send(party, to, what, &boxes)?;
            let expected = "as many boxes as cards";
            table.require(boxes.len() == self.cards, party, Cause::Malformed { expected })?;
            let admitted = boxes.iter().try_for_each(|boxed| locks.admits(boxed));
            admitted.map_err(|what| table.fault(party, what))?;
        }
        Ok((boxes, keys))
    }
}

impl<L: Locks> Protocol for Padlocks<L> {
    /// The number of messages is fixed: a pass takes a power for every card, and nothing is said
    /// before the first.
    fn rules(&self) -> Rules {
        let gains = GainKind::Cards { deck: self.cards, dealt: self.draws.len() };
        let passes = 2 * self.players - self.at_once.len();
        let least_messages = passes + self.draws.len() * self.players;
        Rules { least_messages, ..Rules::new(self.players, gains) }
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        let locks = L::agree(table)?;
        let (boxes, keys) = self.locked(table, &locks)?;
        let mut dealt = Vec::new();
        for (place, &drawer) in self.draws.iter().enumerate() {
            let asked =
                table.publish(drawer, "the box whose keys are asked for", &(place as u64))?;
            // Boxes are drawn in order, so every party knows whose is whose.
            let (what, why) = (format!("a key of box {asked}"), "the box is not the next one");
            table.require(asked == place as u64, drawer, Cause::NotAllowed { what, why })?;
            let mut boxed = boxes[place].clone();
            for (party, keys) in Party::all(self.players).zip(&keys) {
                let mut lock = keys[place].clone();
                if party != drawer {
                    let key = table.send(party, drawer, "the key of a box", &locks.key(&lock))?;
                    lock = locks.fits(party, &key).map_err(|what| table.fault(party, what))?;
                }
                boxed = locks.unlocked(&boxed, &lock);
            }
            let opened =
                if table.reads(drawer) { locks.open(&boxed, self.cards as u64) } else { Some(0) };
            let card = opened.ok_or_else(|| table.fault(None, Cause::UnknownCard))?;
            // Nobody can say who doubled it, until the coins are revealed.
            let new = !table.reads(drawer) || !dealt.contains(&(drawer, card));
            table.require(new, None, Cause::DuplicateCard { given: card + 1 })?;
            dealt.push((drawer, card));
            table.gain(drawer, card + 1);
        }
        Ok(())
    }
}
