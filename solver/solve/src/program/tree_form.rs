use crate::engine::lp::{Bounds, Column, LinearProgram, Optimum, Row};
use crate::exact::Rational;
use crate::tree::{TreeError, TreeGame, TreeProfile, TreeSet};

/// The sequence-form program of one player of a tree: minimise `−v`, where
/// `v = Σ_s A[s,∅] x_s + Σ_J q_J` over the other's first sets `J`.
///
/// Columns: `x_s ≥ 0` for each own sequence, `x_∅ = 1`; `q_J` free for each set of the other, what
/// the other's best reply leaves there. Rows: `Σ_a x_{K,a} = x_parent` for each own set `K`; for
/// each sequence `t = (J, a)` of the other `Σ_s A[s,t] x_s + Σ_{J′ after t} q_{J′} ≥ q_J`, whose
/// dual value is the other's plan. `A` is payoff × probability of chance. Source: Koller, Megiddo &
/// von Stengel (1994).
pub(crate) struct TreeForm<'a> {
    game: &'a TreeGame,
    own: usize,
    problem: LinearProgram,
    plan: Vec<Column>,
    replies: Vec<Row>,
}

impl<'a> TreeForm<'a> {
    /// The program of the player whose program has fewer rows. Cost: outcomes of the tree.
    pub(crate) fn of(game: &'a TreeGame) -> Self {
        let sets = |player| game.sets().iter().filter(move |set| set.player == player);
        let rows = |own: usize| sets(own).count() + game.sequences(1 - own);
        Self::of_player(game, usize::from(rows(1) < rows(0)))
    }

    /// The program of a player, 0 or 1. Cost: outcomes of the tree.
    pub(crate) fn of_player(game: &'a TreeGame, own: usize) -> Self {
        let sets = |player| game.sets().iter().filter(move |set| set.player == player);
        let other = 1 - own;
        let mut problem = LinearProgram::new();
        let mut column = |bounds| problem.add_column(Rational::ZERO, bounds);
        let mut plan = vec![column(Bounds::exactly(Rational::ONE))];
        let probability = |_| column(Bounds::at_least(Rational::ZERO));
        plan.extend((1..game.sequences(own)).map(probability));
        let values: Vec<Column> = sets(other).map(|_| column(Bounds::free())).collect();
        // What each sequence of the other leaves, as entries of its row.
        let mut left = vec![Vec::new(); game.sequences(other)];
        for payment in game.payments() {
            let entry = (plan[payment.sequences[own]], payment.payoffs[own].clone());
            left[payment.sequences[other]].push(entry);
        }
        for (set, value) in sets(other).zip(&values) {
            left[set.parent].push((*value, Rational::ONE));
        }
        let minus = Rational::from(-1);
        for set in sets(own) {
            let actions = plan[set.first..set.first + set.actions].iter();
            let entries = actions.map(|action| (*action, Rational::ONE));
            let entries = entries.chain([(plan[set.parent], minus.clone())]);
            problem.add_row(Bounds::exactly(Rational::ZERO), entries);
        }
        for (column, entry) in std::mem::take(&mut left[0]) {
            problem.set_cost(column, problem.cost(column) - &entry);
        }
        let mut replies = Vec::new();
        for (set, value) in sets(other).zip(&values) {
            for entries in &mut left[set.first..set.first + set.actions] {
                let entries = std::mem::take(entries).into_iter().chain([(*value, minus.clone())]);
                replies.push(problem.add_row(Bounds::at_least(Rational::ZERO), entries));
            }
        }
        Self { game, own, problem, plan, replies }
    }

    /// The program.
    pub(crate) fn problem(&self) -> &LinearProgram {
        &self.problem
    }

    /// The columns of the plan, by sequence.
    pub(crate) fn plan(&self) -> &[Column] {
        &self.plan
    }

    /// Strategies of both players from an optimum; where a player's own plan never comes, the first
    /// action. Errors: `Mixture`, which a verified optimum excludes.
    pub(crate) fn profile(&self, optimum: &Optimum) -> Result<TreeProfile, TreeError> {
        let plan = |column: &Column| optimum.primal[column.index()].clone();
        let reply = |row: &Row| optimum.dual[row.index()].clone();
        let own: Vec<Rational> = self.plan.iter().map(plan).collect();
        let first = std::iter::once(Rational::ONE);
        let other: Vec<Rational> = first.chain(self.replies.iter().map(reply)).collect();
        let mut all = mixtures(self.game, |set| {
            let plan = if set.player == self.own { &own } else { &other };
            let actions = &plan[set.first..set.first + set.actions];
            let share = |part: &Rational| part / &plan[set.parent];
            (!plan[set.parent].is_zero()).then(|| actions.iter().map(share).collect())
        });
        for (set, mixture) in self.game.locks() {
            all[*set].clone_from(mixture);
        }
        TreeProfile::new(self.game, all)
    }
}

/// The mixtures of a tree's sets; the first action where `mixture` has none, and where chance
/// moves.
pub(crate) fn mixtures(
    game: &TreeGame,
    mixture: impl Fn(&TreeSet) -> Option<Vec<Rational>>,
) -> Vec<Vec<Rational>> {
    let first = |actions: usize| (0..actions).map(|at| Rational::from(i64::from(at == 0)));
    let sets = game.tree().sets().iter();
    let mut all: Vec<Vec<_>> = sets.map(|set| first(set.actions.len()).collect()).collect();
    for set in game.sets() {
        if let Some(mixture) = mixture(set) {
            all[set.index] = mixture;
        }
    }
    all
}
