use crate::engine::lp::{Bounds, Column, LinearProgram, Optimum};
use crate::exact::Rational;
use crate::game::{Game, Kernel, Leaf, Player};
use crate::strategy::Profile;

use super::index_map::{FamilySum, ReplyConstraint};
use super::linear::Linear;
use super::realization::{RealizationPlan, profile_of_plans};
use super::{IndexMap, ProgramError, Runs, rows};

/// The sparse sequence-form program of one player of a two-player game: choose a realization plan
/// that leaves the other player as little as possible.
///
/// Minimise `−Σ q` subject to: each information set of the other player leaves at most what each
/// action there leaves; the plan is at least 0 (its prefix sums do not fall). The dual values are
/// the other player's plan. Where a player has a range, the plan counts each card with its weight.
/// By runs of cards that are played alike, *card* reads *run* throughout, and the payoff of an
/// information set is that of a card of the run on average. Shape: per card, one column for each
/// own sequence but the first of a view, and one for each view of the other player. A comparison of
/// cards needs two prefix sums, so a row has a few entries where the dense form has `n`. Units:
/// antes × number of deals (by weight), the other player's copies of a card counted once. Source:
/// Koller, Megiddo & von Stengel (1994), with prefix sums as unknowns; KTZ24 (VN-I), (VN-II),
/// (DJN-I) and (DJN-II) are its dense forms.
#[derive(Clone, Debug)]
pub struct SequenceForm<'a> {
    pub(super) game: &'a Game,
    pub(super) map: IndexMap,
    pub(super) problem: LinearProgram,
    pub(super) runs: Runs,
    /// The weights of the own cards `1..=c`, by `c` from 0: their number, unless the player has a
    /// range.
    held: Vec<Rational>,
    /// The weights of the other player's cards, from card 1.
    pub(super) against: Vec<Rational>,
}

impl<'a> SequenceForm<'a> {
    /// The program with fewer rows of the two players'.
    ///
    /// Errors: `NotTwoPlayer`, `TooManyRows`.
    pub fn smaller(game: &'a Game) -> Result<Self, ProgramError> {
        Self::of_cards(game, rows::fewer(game)?)
    }

    /// True if a game has such a program, of however many rows. Errors: `NotTwoPlayer`.
    pub fn is_for(game: &Game) -> Result<(), ProgramError> {
        match game.players().len() {
            2 => Ok(()),
            players => Err(ProgramError::NotTwoPlayer { players }),
        }
    }

    /// True if [`Self::smaller`] would write a program, without writing it.
    ///
    /// Errors: `NotTwoPlayer`, `TooManyRows`.
    pub fn fits(game: &Game) -> Result<(), ProgramError> {
        rows::of_cards(game, &rows::fewer(game)?)
    }

    /// Check that [`Self::of`] would write a program, without writing it.
    ///
    /// Errors: `NotTwoPlayer`, `TooManyRows`.
    pub fn fits_for(game: &Game, own: Player) -> Result<(), ProgramError> {
        rows::of_cards(game, &rows::map(game, own)?)
    }

    /// The program of one player. Errors: `NotTwoPlayer`, `TooManyRows`.
    pub fn of(game: &'a Game, own: Player) -> Result<Self, ProgramError> {
        Self::of_cards(game, rows::map(game, own)?)
    }

    fn of_cards(game: &'a Game, map: IndexMap) -> Result<Self, ProgramError> {
        rows::of_cards(game, &map)?;
        Ok(Self::written(game, map, Runs::of_cards(game.n())))
    }

    /// The program of one player in the game in which both play the cards of a run alike. Players'
    /// ranges have one weight on a run.
    ///
    /// Errors: `NotTwoPlayer`, `TooManyRuns`, and `OtherDeck` if hands of another deck than one of
    /// ranks are joined.
    pub fn by_runs(game: &'a Game, own: Player, runs: Runs) -> Result<Self, ProgramError> {
        if !game.deck().is_ranks() && runs.count() < game.n() {
            return Err(ProgramError::OtherDeck { game: game.label(), method: "runs" });
        }
        let map = rows::map(game, own)?;
        rows::of_runs(game, &map, runs.count())?;
        Ok(Self::written(game, map, runs))
    }

    fn written(game: &'a Game, mut map: IndexMap, runs: Runs) -> Self {
        let mut problem = LinearProgram::new();
        map.prefix = (0..map.families.len())
            .map(|_| {
                runs.iter().map(|_| problem.add_column(Rational::ZERO, Bounds::free())).collect()
            })
            .collect();
        let against = runs.weights(game, map.other);
        for (view, _) in game.views_of(map.other) {
            let bounds = |weight: &Rational| {
                if weight.is_zero() { Bounds::exactly(Rational::ZERO) } else { Bounds::free() }
            };
            let payoffs =
                against.iter().map(|weight| problem.add_column(Rational::ZERO, bounds(weight)));
            map.payoff[view] = payoffs.collect();
        }
        let mut form =
            Self { game, problem, held: held(&runs.weights(game, map.own)), against, runs, map };
        form.add_plan_rows();
        form.add_reply_rows();
        form.add_lock_rows();
        form.add_objective();
        form
    }

    /// The player whose program it is, and the other one.
    pub fn players(&self) -> [Player; 2] {
        [self.map.own, self.map.other]
    }

    /// The problem for the engine.
    pub fn problem(&self) -> &LinearProgram {
        &self.problem
    }

    /// The plan is at least 0 on every card: `X(c) − X(c − 1) ≥ 0`.
    fn add_plan_rows(&mut self) {
        // Where an action's plan is the whole deck minus one family, its row is the upper side of
        // that family's.
        let mut at_most_one = vec![false; self.map.families.len()];
        let mut signed = Vec::new();
        for sum in &self.map.sums[1..] {
            match (sum.constant, sum.families.as_slice()) {
                (1, [(family, -1)]) => at_most_one[*family] = true,
                (0, [(_, 1)]) => {}
                _ => signed.push(sum.clone()),
            }
        }
        for (family, capped) in at_most_one.into_iter().enumerate() {
            let bounds = |card| Bounds {
                lower: Some(Rational::ZERO),
                upper: capped.then(|| self.weight(card)),
            };
            let bounds: Vec<Bounds> = (1..=self.runs.count()).map(bounds).collect();
            let columns = self.map.prefix[family].clone();
            self.problem.set_bounds(columns[0], bounds[0].clone());
            for (pair, bounds) in columns.windows(2).zip(&bounds[1..]) {
                self.problem.add_row(
                    bounds.clone(),
                    [(pair[1], Rational::ONE), (pair[0], Rational::from(-1))],
                );
            }
        }
        for sum in signed {
            for card in 1..=self.runs.count() {
                let step = self.step(&sum, card);
                self.problem.add_row(Bounds::at_least(-step.constant), step.entries);
            }
        }
    }

    /// At each information set, each action of the other player leaves at least the payoff of the
    /// set. A card that the other player never holds asks nothing.
    fn add_reply_rows(&mut self) {
        for (view, details) in self.game.views_of(self.map.other) {
            for sequence in details.first_sequence..details.first_sequence + details.actions.len() {
                for card in 1..=self.runs.count() {
                    if self.against[card as usize - 1].is_zero() {
                        self.map.replies[sequence].push(ReplyConstraint::Slack);
                        continue;
                    }
                    let column = self.map.payoff[view][card as usize - 1];
                    if self.game.is_locked() && self.is_locked_out(details.parent, card) {
                        self.problem.set_bounds(column, Bounds::exactly(Rational::ZERO));
                        self.map.replies[sequence].push(ReplyConstraint::Slack);
                        continue;
                    }
                    let at = sequence - details.first_sequence;
                    if let Some(row) = self.game.locked_row(view, self.first_card(card)) {
                        let reply =
                            self.locked_reply(details.first_sequence, at, card, column, row);
                        self.map.replies[sequence].push(reply);
                        continue;
                    }
                    let mut left = self.left_by(sequence, card);
                    let reply = if left.entries.is_empty() {
                        self.cap(view, card, column, left.constant)
                    } else {
                        left.entries.push((column, Rational::from(-1)));
                        ReplyConstraint::Row(
                            self.problem.add_row(Bounds::at_least(-left.constant), left.entries),
                        )
                    };
                    self.map.replies[sequence].push(reply);
                }
            }
        }
    }

    /// A constant caps the payoff of an information set: a bound instead of a row.
    fn cap(
        &mut self,
        view: usize,
        card: u64,
        column: Column,
        constant: Rational,
    ) -> ReplyConstraint {
        let first = self.game.views()[view].first_sequence;
        if self.problem.column_bounds(column).upper.as_ref().is_some_and(|upper| *upper <= constant)
        {
            return ReplyConstraint::Slack;
        }
        // The new bound is tighter than any before it.
        for earlier in &mut self.map.replies[first..] {
            if let Some(reply @ ReplyConstraint::Bound(_)) = earlier.get_mut(card as usize - 1)
                && matches!(reply, ReplyConstraint::Bound(bounded) if *bounded == column)
            {
                *reply = ReplyConstraint::Slack;
            }
        }
        self.problem.set_bounds(column, Bounds::at_most(constant));
        ReplyConstraint::Bound(column)
    }

    fn add_objective(&mut self) {
        let total = self.left_in_all();
        for (column, entry) in total.entries {
            let cost = self.problem.cost(column) - &entry;
            self.problem.set_cost(column, cost);
        }
    }

    /// Payoff that the other player's sequence leaves to the own player, with one card of the
    /// other's: the leaves that end there, and the payoffs of the information sets that follow.
    pub(super) fn left_by(&self, sequence: usize, card: u64) -> Linear {
        let mut left = Linear::default();
        self.ending_with(sequence)
            .for_each(|leaf| left.add(&self.leaf(leaf, card), &Rational::ONE));
        for (view, details) in self.game.views_of(self.map.other) {
            if details.parent == sequence {
                left.entries.push((self.map.payoff[view][card as usize - 1], Rational::ONE));
            }
        }
        left
    }

    /// The leaves that end with this sequence of the other player.
    pub(super) fn ending_with(&self, sequence: usize) -> impl Iterator<Item = &Leaf> {
        let other = self.map.other.index();
        self.game.leaves().iter().filter(move |leaf| leaf.sequences[other] == sequence)
    }

    /// The own payoff at a leaf against one card: lower own cards lose a showdown, higher ones win
    /// it, copies share the pot.
    pub(super) fn leaf(&self, leaf: &Leaf, card: u64) -> Linear {
        // The other cards of the run lie below this one as often as above it.
        let (first, last) = self.runs.at(card as usize - 1);
        let half = Rational::from(last - first) / Rational::from(2);
        self.leaf_within(leaf, card, [&half, &half])
    }

    /// [`Self::leaf`] against a card with so many cards of its run below it, and above.
    pub(super) fn leaf_within(
        &self,
        leaf: &Leaf,
        card: u64,
        [below, above]: [&Rational; 2],
    ) -> Linear {
        let (own, other) = (self.map.own, self.map.other);
        let [lost, tied, won] = leaf.payoffs_against(own, other);
        let sum = &self.map.sums[leaf.sequences[own.index()]];
        if let Some(kernel) = self.game.kernel(leaf.board) {
            return self.leaf_of_hands(kernel, sum, [&lost, &won], card);
        }
        let copies = Rational::from(self.game.copies());
        let (first, last) = self.runs.at(card as usize - 1);
        let neighbours = &copies * (below * &lost + above * &won);
        let ties =
            ((&copies - Rational::ONE) * tied + neighbours) / Rational::from(last - first + 1);
        let mut value = Linear::default();
        value.add(&self.prefix_sum(sum, card - 1), &(&copies * &lost - &ties));
        value.add(&self.prefix_sum(sum, self.runs.count()), &(&copies * &won));
        value.add(&self.prefix_sum(sum, card), &(ties - copies * won));
        value
    }

    /// The own payoff at a leaf against one hand of a deck that is not one of ranks: with each own
    /// hand by the deals that it wins. A prefix sum counts by what the next hand pays less.
    fn leaf_of_hands(
        &self,
        kernel: Kernel<'_>,
        sum: &FamilySum,
        [lost, won]: [&Rational; 2],
        other: u64,
    ) -> Linear {
        let payoff = |own: u64| {
            let [all, shown] = kernel.deal(own, other);
            all * lost + shown * (won - lost)
        };
        let mut value = Linear::default();
        let mut pays = payoff(1);
        for own in 1..=self.runs.count() {
            let next = if own < self.runs.count() { payoff(own + 1) } else { Rational::ZERO };
            value.add(&self.prefix_sum(sum, own), &(&pays - &next));
            pays = next;
        }
        value
    }

    /// Part of a prefix sum that one card adds.
    pub(super) fn step(&self, sum: &FamilySum, card: u64) -> Linear {
        let mut step = self.prefix_sum(sum, card);
        step.add(&self.prefix_sum(sum, card - 1), &Rational::from(-1));
        step
    }

    pub(super) fn prefix_sum(&self, sum: &FamilySum, card: u64) -> Linear {
        let constant = Rational::from(sum.constant) * &self.held[card as usize];
        let entry = |(family, sign): &(usize, i64)| {
            let columns = &self.map.prefix[*family];
            Some((columns[card.checked_sub(1)? as usize], Rational::from(*sign)))
        };
        Linear { constant, entries: sum.families.iter().filter_map(entry).collect() }
    }

    /// Both players' strategies from an optimal point and its dual values.
    ///
    /// Errors: [`ProgramError::Profile`] if they are none, which a verified optimum excludes.
    pub fn profile(&self, optimum: &Optimum) -> Result<Profile, ProgramError> {
        let (own, other) = (self.own_plan(&optimum.primal), self.other_plan(&optimum.dual));
        let plans = if self.map.own == Player::I { [own, other] } else { [other, own] };
        profile_of_plans(self.game, &self.runs, &plans, None)
    }

    /// The own realization plan at a point of the program, by sequence and card.
    pub fn own_plan(&self, primal: &[Rational]) -> RealizationPlan {
        let n = self.runs.count();
        let plan = |sum: &FamilySum| {
            let sums: Vec<Rational> =
                (0..=n).map(|card| self.prefix_sum(sum, card).at(primal)).collect();
            sums.windows(2).map(|pair| &pair[1] - &pair[0]).collect()
        };
        self.map.sums.iter().map(plan).collect()
    }

    /// The other player's realization plan from dual values, by sequence and card.
    pub(crate) fn other_plan(&self, dual: &[Rational]) -> RealizationPlan {
        let reduced_cost = self.problem.reduced_costs(dual);
        let plan = |replies: &Vec<ReplyConstraint>| {
            let weight = |reply: &ReplyConstraint| match reply {
                ReplyConstraint::Row(row) => dual[row.index()].clone(),
                ReplyConstraint::Bound(column) => -&reduced_cost[column.index()],
                ReplyConstraint::Share(row, share) => &dual[row.index()] * share,
                ReplyConstraint::Slack => Rational::ZERO,
            };
            replies.iter().map(weight).collect()
        };
        let mut plans: RealizationPlan = self.map.replies.iter().map(plan).collect();
        plans[0] = self.against.clone();
        plans
    }

    /// The value of the game to player I at an optimal point, in antes per hand.
    pub fn value(&self, optimum: &Optimum) -> Rational {
        let own = (self.constant() - &optimum.objective) * Rational::from(self.game.copies())
            / self.game.deals();
        if self.map.own == Player::I { own } else { -own }
    }

    /// Constant payoff of the own player, in antes × deals with one copy of each card of the other.
    pub(super) fn constant(&self) -> Rational {
        self.left_in_all().constant
    }

    /// Payoff left to the own player over all cards of the other's, by weight.
    fn left_in_all(&self) -> Linear {
        let mut total = Linear::default();
        for (card, weight) in (1..).zip(&self.against) {
            total.add(&self.left_by(0, card), weight);
        }
        total
    }

    /// The weight of a card in the own range.
    pub(super) fn weight(&self, card: u64) -> Rational {
        &self.held[card as usize] - &self.held[card as usize - 1]
    }
}

/// The weights of the cards `1..=c`, by `c` from 0.
fn held(weights: &[Rational]) -> Vec<Rational> {
    let mut held = vec![Rational::ZERO];
    for weight in weights {
        held.push(&held[held.len() - 1] + weight);
    }
    held
}
