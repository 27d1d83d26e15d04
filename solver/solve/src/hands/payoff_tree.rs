//! Betting tree of a game by sequences, with payoffs as whole numbers.

use crate::exact::Rational;
use crate::game::{Game, Leaf, Node, Player, View};

/// Payoffs are below this, so that no sum leaves 64 bits.
const LARGEST: i128 = 1 << 40;

/// Betting tree of two players: sequences are those of [`Game`].
#[derive(Clone, Debug)]
pub(super) struct PayoffTree {
    /// Number of sequences of each player.
    pub(super) sequences: [usize; 2],
    /// Views in the order of [`Game::views`]: each after those that lead to it.
    pub(super) decisions: Vec<Choices>,
    pub(super) endings: Vec<PayoffEnd>,
    /// By player: the endings in order of the player's sequence and the board.
    pub(super) by_sequence: [Vec<usize>; 2],
    /// The least pot of a showdown or fold, in the unit of payoffs.
    pub(super) pot: f64,
}

/// View at which a player acts.
#[derive(Clone, Debug)]
pub(super) struct Choices {
    pub(super) player: usize,
    /// Sequence of the player that leads here.
    pub(super) parent: usize,
    /// Sequence of the first action; the others follow.
    pub(super) first: usize,
    pub(super) actions: usize,
    /// Sequences of the other player that lead here.
    pub(super) met: Vec<usize>,
    /// The board here.
    pub(super) board: usize,
    /// By class, the probabilities that are rules; none of a view without a lock.
    pub(super) locked: Vec<Option<Vec<Rational>>>,
}

/// End of the hand: what it pays player I, per deal, and for each deal by which the hands won
/// outnumber those lost.
#[derive(Clone, Debug)]
pub(super) struct PayoffEnd {
    pub(super) sequences: [usize; 2],
    pub(super) board: usize,
    per_deal: i64,
    per_lead: i64,
}

impl Choices {
    fn of(view: &View) -> Self {
        Self {
            player: view.player.index(),
            parent: view.parent,
            first: view.first_sequence,
            actions: view.actions.len(),
            met: Vec::new(),
            board: 0,
            locked: Vec::new(),
        }
    }

    /// The probabilities that a lock prescribes for a class.
    pub(super) fn lock(&self, class: usize) -> Option<&[Rational]> {
        self.locked.get(class)?.as_deref()
    }

    /// The sequences of the actions.
    pub(super) fn after(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.actions
    }
}

/// The first sequence of the greatest value.
pub(super) fn greatest<'a, T: PartialOrd + 'a>(
    sequences: impl Iterator<Item = usize>,
    value: impl Fn(usize) -> &'a T,
) -> Option<usize> {
    sequences.reduce(|one, other| if value(other) > value(one) { other } else { one })
}

impl PayoffEnd {
    /// Payoff to a player per deal, and per deal of the lead.
    pub(super) fn pays(&self, player: usize) -> [i64; 2] {
        [if player == 0 { self.per_deal } else { -self.per_deal }, self.per_lead]
    }
}

impl PayoffTree {
    /// The views of a player, in order.
    pub(super) fn decisions_of(&self, player: usize) -> impl DoubleEndedIterator<Item = &Choices> {
        self.decisions.iter().filter(move |decision| decision.player == player)
    }

    /// The betting of a game of two players; `None` if its amounts are too long.
    pub(super) fn of(game: &Game) -> Option<Self> {
        let half = Rational::ratio(1, 2);
        let halves = |leaf: &Leaf| {
            let [lost, _, won] = leaf.payoffs_against(Player::I, Player::II);
            [(&won + &lost) * &half, (won - lost) * &half]
        };
        let pays: Vec<[Rational; 2]> = game.leaves().iter().map(halves).collect();
        let scale = Rational::common_denominator(pays.iter().flatten());
        let whole = |amount: &Rational| {
            let whole = (amount * &scale).to_i128().filter(|whole| whole.abs() < LARGEST)?;
            i64::try_from(whole).ok()
        };
        let endings = game.leaves().iter().zip(&pays).map(|(leaf, [per_deal, per_lead])| {
            let sequences = [leaf.sequences[0], leaf.sequences[1]];
            let (per_deal, per_lead) = (whole(per_deal)?, whole(per_lead)?);
            Some(PayoffEnd { sequences, board: leaf.board, per_deal, per_lead })
        });
        let pots = game.leaves().iter().map(|leaf| (leaf.pot() * &scale).to_f64());
        let endings: Vec<PayoffEnd> = endings.collect::<Option<_>>()?;
        let by_sequence = [0, 1].map(|player| {
            let mut order: Vec<usize> = (0..endings.len()).collect();
            order.sort_by_key(|at| (endings[*at].sequences[player], endings[*at].board));
            order
        });
        let mut betting = Self {
            sequences: [Player::I, Player::II].map(|player| game.sequences(player)),
            decisions: game.views().iter().map(Choices::of).collect(),
            endings,
            by_sequence,
            pot: pots.fold(f64::INFINITY, f64::min),
        };
        let mut open = vec![(0, [0, 0])];
        while let Some((node, sequences)) = open.pop() {
            let Node::Act { view, children } = &game.nodes()[node] else {
                open.extend(
                    game.nodes()[node].children().into_iter().map(|child| (child, sequences)),
                );
                continue;
            };
            let decision = &mut betting.decisions[*view];
            decision.board = game.board_at(node);
            decision.met.push(sequences[1 - decision.player]);
            for (action, child) in children.iter().enumerate() {
                let mut longer = sequences;
                longer[decision.player] = decision.first + action;
                open.push((*child, longer));
            }
        }
        Some(betting)
    }
}
