//! Entries of the program of a restricted game: payoffs by unknown.

use super::sides::RestrictedSide;
use super::spot::HandSpot;

/// Sequences of a hand, each added or taken off.
pub(super) type SignedSequences = Vec<(usize, i64)>;

/// Payoffs to the own player, by the other's hand and sequences.
pub(super) struct PayoffRows<'a> {
    spot: &'a HandSpot,
    own: usize,
    /// By the other player's sequence: own sequence, board, payoff per deal and per lead.
    endings: Vec<Vec<(usize, usize, [i64; 2])>>,
    /// By own class: unknowns with the sequences that they enter, and what is certain.
    unknowns: Vec<Vec<(usize, SignedSequences)>>,
    certain: Vec<SignedSequences>,
}

impl<'a> PayoffRows<'a> {
    pub(super) fn new(spot: &'a HandSpot, own: usize, side: &RestrictedSide) -> Self {
        let classes = spot.len(own);
        let mut endings = vec![Vec::new(); spot.tree.sequences[1 - own]];
        for ending in &spot.tree.endings {
            let pays = (ending.sequences[own], ending.board, ending.pays(own));
            endings[ending.sequences[1 - own]].push(pays);
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
        // By own sequence: boards, and payoffs per deal and per lead with each.
        let mut pays: Vec<Vec<(usize, [i128; 2])>> =
            vec![Vec::new(); self.spot.tree.sequences[self.own]];
        let mut deals = vec![Vec::new(); self.spot.boards.len()];
        for (sequence, sign) in enters {
            for (own, board, per) in &self.endings[*sequence] {
                let per = per.map(|pay| i128::from(*sign) * i128::from(pay));
                match pays[*own].iter_mut().find(|(at, _)| at == board) {
                    Some((_, sum)) => (sum[0], sum[1]) = (sum[0] + per[0], sum[1] + per[1]),
                    None => pays[*own].push((*board, per)),
                }
                if deals[*board].is_empty() {
                    deals[*board] = self.deals(other, *board);
                }
            }
        }
        let (mut row, mut constant) = (Vec::new(), 0);
        for (class, weight) in self.spot.classes[self.own].weight.iter().enumerate() {
            let pay = |enters: &[(usize, i64)]| -> i128 {
                let each = |(sequence, sign): &(usize, i64)| {
                    let at_board = |(board, [per_deal, per_lead]): &(usize, [i128; 2])| {
                        let [ways, lead]: [i64; 2] = deals[*board][class];
                        i128::from(ways) * per_deal + i128::from(lead) * per_lead
                    };
                    i128::from(*sign) * pays[*sequence].iter().map(at_board).sum::<i128>()
                };
                enters.iter().map(each).sum()
            };
            constant += pay(&self.certain[class]) * i128::from(*weight);
            for (unknown, enters) in &self.unknowns[class] {
                let entry = pay(enters);
                if entry != 0 {
                    row.push((*unknown, entry));
                }
            }
        }
        (row, constant)
    }

    /// By own class: deals of its hands with a hand of the other's class and a board, and those
    /// that win less those that lose.
    fn deals(&self, other: usize, board: usize) -> Vec<[i64; 2]> {
        let own = &self.spot.classes[self.own];
        let other = self.spot.classes[1 - self.own].first[other];
        let mut deals = vec![[0, 0]; own.len()];
        for (hand, class) in own.of.iter().enumerate() {
            if let Some(class) = class {
                let [ways, lead] = self.spot.boards[board].deal(hand, other);
                deals[*class][0] += ways;
                deals[*class][1] += lead;
            }
        }
        deals
    }
}
