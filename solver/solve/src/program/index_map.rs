use crate::engine::lp::{Column, Row};
use crate::exact::Rational;
use crate::game::{Game, Player, View};

/// Index of the unknowns in the program of one player: made once, used to write the program and to
/// read the answer.
///
/// The unknowns are prefix sums of the player's realization plan: for a sequence `σ`, `X_σ(c)` is
/// the sum of the plan over the cards `1..=c`. The first action of each view has no unknowns of its
/// own, since the plans of all actions sum to that of the sequence before; every `X_σ` is then a
/// signed sum of *families* of unknowns and perhaps `c` itself.
#[derive(Clone, Debug)]
pub(super) struct IndexMap {
    pub(super) own: Player,
    pub(super) other: Player,
    /// The sequence of each family, ascending.
    pub(super) families: Vec<usize>,
    /// Each own sequence in terms of families.
    pub(super) sums: Vec<FamilySum>,
    /// The unknowns of each family, by card from 1.
    pub(super) prefix: Vec<Vec<Column>>,
    /// The payoff of each information set of the other player, by view (index into [`Game::views`])
    /// and card.
    pub(super) payoff: Vec<Vec<Column>>,
    /// Constraints of the other player's sequences on those payoffs, by sequence and card; nothing
    /// for the empty one.
    pub(super) replies: Vec<Vec<ReplyConstraint>>,
}

/// `X_σ(c)` as `constant · c + Σ sign · family(c)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FamilySum {
    pub(super) constant: i64,
    pub(super) families: Vec<(usize, i64)>,
}

/// The constraint that an information set pays the other player's opponent at most what this action
/// leaves.
#[derive(Clone, Debug)]
pub(super) enum ReplyConstraint {
    /// A row of the program: its dual value is the other player's plan.
    Row(Row),
    /// The bound of a column: its reduced cost is the plan.
    Bound(Column),
    /// A row of all actions of a locked set, and the share of this one: the plan is that share of
    /// the dual value.
    Share(Row, Rational),
    /// Never tighter than another constant, or of a card never held: the plan is 0.
    Slack,
}

impl IndexMap {
    pub(super) fn new(game: &Game, own: Player, other: Player) -> Self {
        let mut families = Vec::new();
        let mut sums = vec![FamilySum { constant: 1, families: Vec::new() }];
        for (_, view) in game.views_of(own) {
            let first = families.len();
            let rest: Vec<usize> =
                (view.first_sequence + 1..view.first_sequence + view.actions.len()).collect();
            families.extend(&rest);
            let mut first_action = sums[view.parent].clone();
            first_action.families.extend((0..rest.len()).map(|at| (first + at, -1)));
            sums.push(first_action);
            sums.extend(
                (0..rest.len())
                    .map(|at| FamilySum { constant: 0, families: vec![(first + at, 1)] }),
            );
        }
        Self {
            own,
            other,
            families,
            sums,
            prefix: Vec::new(),
            payoff: vec![Vec::new(); game.views().len()],
            replies: vec![Vec::new(); game.sequences(other)],
        }
    }

    /// Legend of the names of unknowns and rows in the text of the program, one line each.
    pub(super) fn legend(&self, game: &Game) -> Vec<String> {
        let name = |view: &View, sequence: usize| {
            format!(
                "player {}, {}: {}",
                view.player,
                view.name,
                view.actions[sequence - view.first_sequence]
            )
        };
        let mut lines = Vec::new();
        for (_, view) in game.views_of(self.own) {
            for sequence in view.first_sequence..view.first_sequence + view.actions.len() {
                if self.families.contains(&sequence) {
                    let name = name(view, sequence);
                    lines.push(format!(
                        "X{sequence}_c = probability of ({name}), summed over cards 1..c"
                    ));
                }
            }
        }
        for (index, view) in game.views_of(self.other) {
            lines.push(format!(
                "q{index}_c = payoff left at (player {}, {}) with card c",
                view.player, view.name
            ));
            for sequence in view.first_sequence..view.first_sequence + view.actions.len() {
                lines.push(format!("reply{sequence}_c: ({}) with card c", name(view, sequence)));
            }
        }
        lines
    }
}
