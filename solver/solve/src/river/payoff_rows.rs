//! Entries of the program of a restricted game: payoffs by unknown.

use super::sides::RestrictedSide;
use super::spot::RiverSpot;

/// Sequences of a hand, each added or taken off.
pub(super) type SignedSequences = Vec<(usize, i64)>;

/// Payoffs to the own player, by the other's hand and sequences.
pub(super) struct PayoffRows<'a> {
    spot: &'a RiverSpot,
    own: usize,
    /// By the other player's sequence: own sequence, payoff per deal and per lead.
    endings: Vec<Vec<(usize, [i64; 2])>>,
    /// By own class: unknowns with the sequences that they enter, and what is certain.
    unknowns: Vec<Vec<(usize, SignedSequences)>>,
    certain: Vec<SignedSequences>,
}

impl<'a> PayoffRows<'a> {
    pub(super) fn new(spot: &'a RiverSpot, own: usize, side: &RestrictedSide) -> Self {
        let classes = spot.len(own);
        let mut endings = vec![Vec::new(); spot.tree.sequences[1 - own]];
        for ending in &spot.tree.endings {
            endings[ending.sequences[1 - own]].push((ending.sequences[own], ending.pays(own)));
        }
        let mut unknowns = vec![Vec::new(); classes];
        for (at, unknown) in side.unknowns.iter().enumerate() {
            unknowns[unknown.action.class].push((at, unknown.enters.clone()));
        }
        let certain = (0..classes).map(|class| side.certain(class, classes)).collect();
        Self { spot, own, endings, unknowns, certain }
    }

    /// Payoff where a hand of a class of the other player enters these sequences: for each own
    /// unknown, and for certain.
    pub(super) fn row(&self, other: usize, enters: &[(usize, i64)]) -> (Vec<(usize, i128)>, i128) {
        let mut per = vec![[0_i128, 0]; self.spot.tree.sequences[self.own]];
        for (sequence, sign) in enters {
            for (own, [per_deal, per_lead]) in &self.endings[*sequence] {
                per[*own][0] += i128::from(*sign) * i128::from(*per_deal);
                per[*own][1] += i128::from(*sign) * i128::from(*per_lead);
            }
        }
        let (mut row, mut constant) = (Vec::new(), 0);
        for (class, [ways, lead]) in self.deals(other).into_iter().enumerate() {
            if ways == 0 {
                continue;
            }
            let [ways, lead] = [ways, lead].map(i128::from);
            let pay = |enters: &[(usize, i64)]| -> i128 {
                let each = enters.iter().map(|(sequence, sign)| (per[*sequence], *sign));
                each.map(|([per_deal, per_lead], sign)| {
                    i128::from(sign) * (ways * per_deal + lead * per_lead)
                })
                .sum()
            };
            let weight = self.spot.classes[self.own].weight[class];
            constant += pay(&self.certain[class]) * i128::from(weight);
            for (unknown, enters) in &self.unknowns[class] {
                let entry = pay(enters);
                if entry != 0 {
                    row.push((*unknown, entry));
                }
            }
        }
        (row, constant)
    }

    /// By own class: its hands beside a hand of the other's class, and those that win less those
    /// that lose.
    fn deals(&self, other: usize) -> Vec<[i64; 2]> {
        let own = &self.spot.classes[self.own];
        let other = self.spot.classes[1 - self.own].first[other];
        let mut deals = vec![[0, 0]; own.len()];
        for (hand, class) in own.of.iter().enumerate() {
            if let Some(class) = class {
                let [ways, lead] = self.spot.showdown.deal(hand, other);
                deals[*class][0] += ways;
                deals[*class][1] += lead;
            }
        }
        deals
    }
}
