use super::setting::{boxed, singles};
use super::system::{deals, playable};
use super::{
    Allowed, Cause, Coins, DealCost, DealTable, Gain, GainKind, NamedProtocol, OrFault, Parties,
    Party, Permutation, Protocol, Rules, Setting,
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
    title: "Two halves over two relays",
    about: "a permutation sent in two halves over two relays, who learn nothing (Bárány and \
        Füredi, Theorem 7)",
    assumes: "private channels; relays do not collude",
    is_proved: false,
    ideal: |setting| boxed(Splitting::new(setting)),
    real: None,
    cost: DealCost::Low,
    holds: |_| singles(4),
};

impl Splitting {
    /// As many permutations as a hand has cards, one after the other, of as many places as the
    /// deck.
    ///
    /// Errors: more than [`super::MAX_DECK`] places.
    pub(super) fn new(setting: &Setting) -> Allowed<Self> {
        let &Setting { cards, hand: messages, .. } = setting;
        playable(4, cards, &[])?;
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
    fn rules(&self) -> Rules {
        let outcomes = deals(self.cards, self.cards).saturating_pow(self.messages as u32);
        Rules::new(5, GainKind::Other { what: "permutations", outcomes })
    }

    fn run(&self, table: &mut DealTable<'_>) -> OrFault {
        let k = self.cards;
        let [sender, first, second, receiver, chance] = [0, 1, 2, 3, 4].map(Party::at);
        let relays = [first, second];
        // The permutation that the relays share, for one message only.
        let mut shared = None;
        for message in 0..self.messages {
            if message < self.shared {
                let gamma = table.coins(relays[0]).permutation(k);
                let what = "what the relays share";
                let gamma = table.send_permutation(relays[0], relays[1], what, &gamma)?;
                shared = Some(gamma);
            }
            let secret = table.coins(chance).permutation(k);
            let secret = table.send_permutation(chance, sender, "what is to be sent", &secret)?;
            table.gain(sender, Self::number(&secret));
            let alpha = table.coins(sender).permutation(k);
            let halves = [alpha.clone(), alpha.inverse().after(&secret)];
            let mut arrived = Vec::new();
            let reused = Cause::Reused { what: "the permutation that the relays share" };
            let gamma = shared.take().ok_or_else(|| table.fault(relays[0], reused))?;
            for (at, (relay, half)) in relays.into_iter().zip(&halves).enumerate() {
                let half = table.send_permutation(sender, relay, "a half", half)?;
                let half = if at == 0 { half.after(&gamma) } else { gamma.inverse().after(&half) };
                let half = table.send_permutation(relay, receiver, "a half, passed on", &half)?;
                arrived.push(half);
            }
            table.gain(receiver, Self::number(&arrived[0].after(&arrived[1])));
        }
        Ok(())
    }

    /// A legal outcome: what arrives is what was sent.
    fn legal(&self, outcome: &[Gain]) -> bool {
        outcome.chunks(2).all(|pair| matches!(pair, [sent, arrived] if sent.value == arrived.value))
    }

    fn told(&self, _: Parties, known: &[u64]) -> Option<String> {
        let (k, &(mut number)) = (self.cards as u64, known.last()?);
        if k.checked_pow(k as u32).is_none() {
            return Some(format!("permutation of {k} with number {number} modulo 2⁶⁴"));
        }
        let mut images = vec![String::new(); self.cards];
        for image in images.iter_mut().rev() {
            (*image, number) = ((number % k + 1).to_string(), number / k);
        }
        Some(format!("permutation {}", images.join(" ")))
    }

    fn name(&self, party: Party) -> String {
        let names = ["sender", "first relay", "second relay", "receiver", "chance"];
        names.get(party.place()).unwrap_or(&"nobody").to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::{blamed, changing, fault, permutations as all, played};
    use crate::{WireWord, outcome};

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

    /// A relay that alters its half: what is no permutation is refused at once, another one is
    /// found by replay.
    #[test]
    fn a_relay_that_lies_is_named() {
        let splitting = Splitting::new(&Setting::new(2, 5, 1)).expect("few");
        let lied = |lie: fn(&mut Vec<WireWord>)| played(&splitting, 7, changing(3, lie));
        let relay = Party::at(1);
        let (ended, _) = lied(|body| body[1] = body[2].clone());
        assert_eq!(ended, Err(fault(1, 3, Cause::NotAPermutation { given: 5 })));
        let (ended, _) = lied(|body| drop(body.pop()));
        assert_eq!(ended, Err(fault(1, 3, Cause::Malformed { expected: "a permutation" })));
        let (ended, log) = lied(|body| body.swap(1, 2));
        assert_eq!(ended, Ok(()));
        assert!(!splitting.legal(&outcome(&log)));
        assert_eq!(blamed(&splitting, &log), (Some(relay), 3));
    }
}
