use super::named::{DealCost, NamedProtocol, singles};
use super::{
    Cause, Coins, DealTable, Fault, Gain, GainKind, Party, Permutation, Protocol, RefusedSetting,
};

/// A secret permutation goes from a sender to a receiver in two halves, by two relays who learn
/// nothing.
///
/// The sender cuts `π` into a random `α` and `β = α⁻¹ ∘ π`. So that he cannot talk to the receiver
/// by his choice of `α`, the relays share a random `γ` that neither end knows, for this one
/// message, and pass on `α ∘ γ` and `γ⁻¹ ∘ β`.
/// Source: Bárány and Füredi, last section.
///
/// Parties: sender, two relays, receiver, and chance, who gives the sender what he is to send.
#[derive(Clone, Debug)]
pub struct Splitting {
    cards: usize,
    messages: usize,
    /// So many permutations the relays draw to share, one for each message.
    pub(super) shared: usize,
}

/// The protocol by name: `hand` permutations one after the other.
pub(super) const PROTOCOL: NamedProtocol = NamedProtocol {
    name: "splitting",
    about: "a permutation sent in two halves over two relays, who learn nothing (Bárány and \
        Füredi, Theorem 7)",
    ideal: |setting| Ok(Box::new(Splitting::new(setting.cards, setting.hand)?)),
    real: None,
    cost: DealCost::Low,
    holds: |_| singles(4),
};

const SENDER: usize = 0;
const RELAYS: [usize; 2] = [1, 2];
const RECEIVER: usize = 3;
const CHANCE: usize = 4;

/// The permutation two relays share, for one message only.
struct Shared(Option<Permutation>);

impl Shared {
    fn spend(&mut self) -> Result<Permutation, Cause> {
        self.0.take().ok_or(Cause::Reused { what: "the permutation that the relays share" })
    }
}

impl Splitting {
    /// So many permutations of `cards` places, one after the other.
    ///
    /// Errors: more than [`super::MAX_DECK`] places.
    pub fn new(cards: usize, messages: usize) -> Result<Self, RefusedSetting> {
        super::system::playable(4, cards, &[])?;
        Ok(Self { cards, messages, shared: messages })
    }

    /// The number of a permutation, by which it stands in the outcome.
    fn number(permutation: &Permutation) -> u64 {
        permutation.images().iter().fold(0, |number: u64, &image| {
            number.wrapping_mul(permutation.len() as u64).wrapping_add(image.into())
        })
    }
}

impl Protocol for Splitting {
    fn parties(&self) -> usize {
        5
    }

    fn run(&self, table: &mut DealTable<'_>) -> Result<(), Fault> {
        let k = self.cards;
        let [sender, receiver, chance] = [SENDER, RECEIVER, CHANCE].map(Party::at);
        let relays = RELAYS.map(Party::at);
        let mut shared = Shared(None);
        for message in 0..self.messages {
            if message < self.shared {
                let gamma = table.coins(relays[0]).permutation(k);
                let gamma = table.send_permutation(
                    relays[0],
                    relays[1],
                    "what the relays share",
                    &gamma,
                    k,
                )?;
                shared = Shared(Some(gamma));
            }
            let secret = table.coins(chance).permutation(k);
            let secret =
                table.send_permutation(chance, sender, "what is to be sent", &secret, k)?;
            table.gain(sender, Self::number(&secret));
            let alpha = table.coins(sender).permutation(k);
            let halves = [alpha.clone(), alpha.inverse().after(&secret)];
            let mut arrived = Vec::new();
            let gamma = shared.spend().map_err(|what| table.fault(relays[0], what))?;
            for (at, (relay, half)) in relays.into_iter().zip(&halves).enumerate() {
                let half = table.send_permutation(sender, relay, "a half", half, k)?;
                let half = if at == 0 { half.after(&gamma) } else { gamma.inverse().after(&half) };
                arrived.push(table.send_permutation(
                    relay,
                    receiver,
                    "a half, passed on",
                    &half,
                    k,
                )?);
            }
            table.gain(receiver, Self::number(&arrived[0].after(&arrived[1])));
        }
        Ok(())
    }

    /// A legal outcome: what arrives is what was sent.
    fn legal(&self, outcome: &[Gain]) -> bool {
        outcome.chunks(2).all(|pair| matches!(pair, [sent, arrived] if sent.value == arrived.value))
    }

    fn gains(&self) -> GainKind {
        GainKind::Other("permutations")
    }

    fn outcomes(&self) -> u128 {
        let all: u128 = (1..=self.cards as u128).fold(1, u128::saturating_mul);
        (0..self.messages).fold(1, |outcomes: u128, _| outcomes.saturating_mul(all))
    }

    fn name(&self, party: Party) -> String {
        ["sender", "first relay", "second relay", "receiver", "chance"]
            .get(party.place())
            .unwrap_or(&"nobody")
            .to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fairness::{Breach, MAX_BRANCHES, exact, replay};
    use crate::{Envelope, Parties, Seeded, Setting, Subgroup, Tape, WireWord};
    use bluff_exact::control::Control;

    fn all(k: usize) -> Vec<Permutation> {
        crate::permutation::every(k, Subgroup::All)
    }

    /// True if each of `k!` permutations comes up equally often.
    fn uniform(mut drawn: Vec<Permutation>, k: usize) -> bool {
        let often = drawn.len() / all(k).len();
        drawn.sort();
        drawn.chunk_by(|a, b| a == b).map(<[_]>::len).eq(vec![often; all(k).len()])
    }

    #[test]
    fn each_half_is_uniform_and_both_say_all() {
        for k in [3, 4] {
            for pi in all(k) {
                let halves = |alpha: &Permutation| (alpha.clone(), alpha.inverse().after(&pi));
                assert!(all(k).iter().all(|alpha| halves(alpha).0.after(&halves(alpha).1) == pi));
                assert!(uniform(all(k).iter().map(|alpha| halves(alpha).1).collect(), k));
                // Whatever the sender takes for a half, what arrives is uniform among all pairs
                // that say the same.
                for (alpha, beta) in all(k).iter().map(halves) {
                    let arrives =
                        |gamma: &Permutation| (alpha.after(gamma), gamma.inverse().after(&beta));
                    assert!(
                        all(k).iter().all(|gamma| arrives(gamma).0.after(&arrives(gamma).1) == pi)
                    );
                    assert!(uniform(all(k).iter().map(|gamma| arrives(gamma).0).collect(), k));
                }
            }
        }
        // The same for numbers: j becomes a and j − a.
        for (k, j) in [(3, 2), (4, 1), (5, 0)] {
            let mut others: Vec<u64> = (0..k).map(|a| (j + k - a) % k).collect();
            others.sort_unstable();
            assert!(others.into_iter().eq(0..k));
        }
    }

    #[test]
    fn relays_learn_nothing() {
        let found = |cards, hand, bug| {
            let setting = Setting { players: 2, cards, hand, bug };
            let splitting = PROTOCOL.protocol(&setting).expect("few cards");
            exact(&splitting, &singles(4), MAX_BRANCHES, &Control::new()).expect("few branches")
        };
        for (cards, hand, branches) in [(3, 1, 216), (4, 1, 13_824), (3, 2, 46_656)] {
            let found = found(cards, hand, None);
            assert_eq!((found.branches, found.breaches), (branches, Vec::new()));
        }
        let second = [Parties::from(Party::at(RELAYS[1]))];
        assert_eq!(found(3, 1, Some("constant-half")).offenders(), second);
        assert_eq!(found(3, 2, Some("half-reused")).offenders(), second);
        let reused = &found(3, 2, Some("shared-permutation-reused")).breaches[0].1;
        assert!(
            matches!(reused, Breach::Illegal(what) if what.contains("was used before")),
            "{reused}"
        );
    }

    /// A relay that alters its half: what is no permutation is refused at once, another one is
    /// found by replay.
    #[test]
    fn a_relay_that_lies_is_named() {
        let splitting = Splitting::new(5, 1).expect("few");
        let played = |lie: fn(&mut Vec<WireWord>)| {
            let mut coins: Vec<Seeded> = (0..5).map(|party| Seeded::new([7; 32], party)).collect();
            let adversary = |at: usize, envelope: &mut Envelope| {
                if let (3, Some(body)) = (at, &mut envelope.body) {
                    lie(body);
                }
            };
            let mut table = DealTable::new(5, &mut coins).attacked_by(adversary);
            (splitting.run(&mut table), table.into_log())
        };
        let relay = Some(Party::at(RELAYS[0]));
        let (ended, _) = played(|body| body[1] = body[2].clone());
        assert_eq!(
            ended,
            Err(Fault { who: relay, what: Cause::NotAPermutation { given: 5 }, at: 3 })
        );
        let (ended, _) = played(|body| drop(body.pop()));
        assert!(
            matches!(ended, Err(Fault { who, what: Cause::Malformed { .. }, at: 3 }) if who == relay),
            "{ended:?}"
        );
        let (ended, log) = played(|body| body.swap(1, 2));
        assert_eq!(ended, Ok(()));
        assert!(!splitting.legal(&crate::outcome(&log)));
        let blamed = replay(&splitting, [0; 32], &log, &mut Tape::of(5, &log)).expect_err("a lie");
        assert_eq!((blamed.who, blamed.at), (relay, 3));
    }
}
