use crate::engine::lp::{Bounds, Column, LinearProgram, Optimum, TextFormat};
use crate::exact::Rational;
use crate::game::{Game, Player};
use crate::strategy::Profile;

use super::realization::{RealizationPlan, profile_of_plans};
use super::{ProgramError, Runs};

/// The most cells of a normal form.
pub const MAX_TABLE: u64 = 1 << 18;

/// The normal form of a two-player game: I's expected payoff for every pair of pure strategies
/// (`PayTable`, and the slow linear program of the paper).
///
/// A pure strategy chooses an action for every view and card. Shape: `table[i][j]`, I's strategies
/// by II's; units: antes per hand. Source: KTZ24 section 2, *Slow LPs*.
#[derive(Clone, Debug)]
pub struct NormalForm<'a> {
    game: &'a Game,
    strategies: [Vec<PureStrategy>; 2],
    table: Vec<Vec<Rational>>,
}

/// A pure strategy as a realization plan of zeros and ones: for each own sequence, the cards that
/// play it.
#[derive(Clone, Debug)]
pub(super) struct PureStrategy {
    pub(super) plays: Vec<Vec<bool>>,
}

impl<'a> NormalForm<'a> {
    /// The table of a game. Errors: `NotTwoPlayer`, `TableTooLarge`.
    pub fn of(game: &'a Game) -> Result<Self, ProgramError> {
        Self::cells(game)?;
        let strategies = [Player::I, Player::II].map(|player| pure_strategies(game, player));
        let copies = Rational::from(game.copies());
        let table = strategies[0]
            .iter()
            .map(|first| {
                let values = values_against(game, first);
                strategies[1]
                    .iter()
                    .map(|second| second.payoff(&values) * &copies / game.deals())
                    .collect()
            })
            .collect();
        Ok(Self { game, strategies, table })
    }

    /// The cells of the table of a game, without writing it. Errors: `NotTwoPlayer`,
    /// `TableTooLarge`.
    pub fn cells(game: &Game) -> Result<u64, ProgramError> {
        if game.players().len() != 2 {
            return Err(ProgramError::NotTwoPlayer { players: game.players().len() });
        }
        let cells = Player::first(2)
            .iter()
            .try_fold(1_u64, |cells, player| cells.checked_mul(pure_count(game, *player)?));
        cells.filter(|cells| *cells <= MAX_TABLE).ok_or_else(|| {
            let cells = cells.map_or_else(|| "over 10^19".to_owned(), |cells| cells.to_string());
            ProgramError::TableTooLarge { game: game.label(), cells, limit: MAX_TABLE }
        })
    }

    /// The payoffs of I, by I's and II's pure strategies.
    pub fn table(&self) -> &[Vec<Rational>] {
        &self.table
    }

    /// A pure strategy in words, `[{1,4}]` for the cards that take each action but a view's first.
    pub fn name(&self, player: Player, strategy: usize) -> String {
        let pure = &self.strategies[player.index()][strategy];
        let mut sets = Vec::new();
        for (_, view) in self.game.views_of(player) {
            for sequence in view.first_sequence + 1..view.first_sequence + view.actions.len() {
                let cards = pure.plays[sequence].iter().zip(1..).filter(|(plays, _)| **plays);
                sets.push(format!(
                    "{{{}}}",
                    cards.map(|(_, card)| card.to_string()).collect::<Vec<_>>().join(",")
                ));
            }
        }
        sets.join(" ")
    }

    /// Player I's program: maximise `v` subject to `Σ_i x_i m_ij ≥ v` for every `j`, `Σ x = 1`,
    /// `x ≥ 0`; stated as a minimum of `−v`. Columns: `x` in order, then `v`. The dual values of
    /// the first rows are II's mixture.
    pub fn problem(&self) -> LinearProgram {
        zero_sum_program(&self.table)
    }

    /// The program as text: `x0`, `x1`, … in the order of I's strategies, and `v`.
    pub fn text(&self, format: TextFormat) -> String {
        let comment = format.comment();
        let strategies = self.strategies[0].len();
        let legend = (0..strategies).map(|i| {
            format!("{comment} x{i} = probability of I taking {}\n", self.name(Player::I, i))
        });
        let header = format!(
            "{comment} {}: the program of player I over pure strategies; minus the optimum is the \
             value.\n",
            self.game.label()
        );
        let column = |column: Column| {
            if column.index() == strategies {
                "v".to_owned()
            } else {
                format!("x{}", column.index())
            }
        };
        header
            + &legend.collect::<String>()
            + &self.problem().to_text(format, column, |row| format!("reply{}", row.index()))
    }

    /// Both players' behavior strategies from an optimum of [`NormalForm::problem`].
    ///
    /// Errors: [`ProgramError::Profile`] if they are none, which a verified optimum excludes.
    pub fn profile(&self, optimum: &Optimum) -> Result<Profile, ProgramError> {
        // By Kuhn's theorem.
        let plan = |player: Player, weights: &[Rational]| {
            let cards = vec![Rational::ZERO; self.game.n() as usize];
            let mut plan: RealizationPlan = vec![cards; self.game.sequences(player)];
            let mixed = self.strategies[player.index()].iter().zip(weights);
            for (pure, weight) in mixed.filter(|(_, weight)| !weight.is_zero()) {
                for (totals, plays) in plan.iter_mut().zip(&pure.plays) {
                    let played = totals.iter_mut().zip(plays).filter(|(_, plays)| **plays);
                    played.for_each(|(total, _)| *total += weight);
                }
            }
            plan
        };
        let first = plan(Player::I, &optimum.primal[..self.strategies[0].len()]);
        let second = plan(Player::II, &optimum.dual[..self.strategies[1].len()]);
        profile_of_plans(self.game, &Runs::of_cards(self.game.n()), &[first, second], None)
    }
}

/// The program of the player of the rows of a matrix: see [`NormalForm::problem`].
pub(crate) fn zero_sum_program(table: &[Vec<Rational>]) -> LinearProgram {
    let mut problem = LinearProgram::new();
    let weight = |_| problem.add_column(Rational::ZERO, Bounds::at_least(Rational::ZERO));
    let weights: Vec<_> = table.iter().map(weight).collect();
    let value = problem.add_column(Rational::from(-1), Bounds::free());
    for reply in 0..table.first().map_or(0, Vec::len) {
        let entries = weights.iter().zip(table).map(|(weight, row)| (*weight, row[reply].clone()));
        let entries = entries.chain([(value, Rational::from(-1))]);
        problem.add_row(Bounds::at_least(Rational::ZERO), entries);
    }
    let all = weights.iter().map(|weight| (*weight, Rational::ONE));
    problem.add_row(Bounds::exactly(Rational::ONE), all);
    problem
}

pub(super) fn pure_count(game: &Game, player: Player) -> Option<u64> {
    let exponent = u32::try_from(game.n()).ok()?;
    game.views_of(player).try_fold(1_u64, |count, (_, view)| {
        count.checked_mul((view.actions.len() as u64).checked_pow(exponent)?)
    })
}

/// All pure strategies of a player: the digits of a counter are the actions, the highest view and
/// card last.
pub(super) fn pure_strategies(game: &Game, player: Player) -> Vec<PureStrategy> {
    let n = game.n() as usize;
    let digits: Vec<(usize, usize)> = game
        .views_of(player)
        .flat_map(|(index, _)| (0..n).map(move |card| (index, card)))
        .collect();
    let count = pure_count(game, player).unwrap_or_default();
    let strategy = |mut number: u64| {
        let mut plays = vec![vec![false; n]; game.sequences(player)];
        plays[0] = vec![true; n];
        for (view, card) in &digits {
            let view = &game.views()[*view];
            let actions = view.actions.len() as u64;
            let action = (number % actions) as usize;
            number /= actions;
            plays[view.first_sequence + action][*card] = plays[view.parent][*card];
        }
        PureStrategy { plays }
    };
    (0..count).map(strategy).collect()
}

/// I's payoff by II's sequence and card, against a pure strategy of I; units: antes × deals of both
/// cards by weight, II's copies counted once.
fn values_against(game: &Game, first: &PureStrategy) -> Vec<Vec<Rational>> {
    let n = game.n() as usize;
    let copies = Rational::from(game.copies());
    let cards = Runs::of_cards(game.n());
    let [first_weights, second_weights] =
        [Player::I, Player::II].map(|player| cards.weights(game, player));
    let mut values = vec![vec![Rational::ZERO; n]; game.sequences(Player::II)];
    for leaf in game.leaves() {
        let [lost, tied, won] = leaf.payoffs_against(Player::I, Player::II);
        let ties = (&copies - Rational::ONE) * tied;
        let plays = &first.plays[leaf.sequences[0]];
        for (card, value) in values[leaf.sequences[1]].iter_mut().enumerate() {
            if let Some(kernel) = game.kernel(leaf.board) {
                for own in (0..n).filter(|own| plays[*own]) {
                    let [all, shown] = kernel.deal(own as u64 + 1, card as u64 + 1);
                    let payoff = all * &lost + shown * (&won - &lost);
                    *value += &(payoff * &first_weights[own] * &second_weights[card]);
                }
                continue;
            }
            let held = |cards: std::ops::Range<usize>| -> Rational {
                cards.filter(|card| plays[*card]).map(|card| first_weights[card].clone()).sum()
            };
            let shown = &lost * &held(0..card) + &won * &held(card + 1..n);
            *value += &((shown * &copies + &ties * &held(card..card + 1)) * &second_weights[card]);
        }
    }
    values
}

impl PureStrategy {
    fn payoff(&self, values: &[Vec<Rational>]) -> Rational {
        let played =
            self.plays.iter().zip(values).flat_map(|(plays, values)| plays.iter().zip(values));
        played.filter(|(plays, _)| **plays).map(|(_, value)| value.clone()).sum()
    }
}
