//! Bases of the programs of both players of a restricted game, which are dual to each other.

use std::collections::HashMap;

use crate::control::{Control, Stopped};
use crate::engine::lp::{self, Basis, Guess, VariableStatus};

use super::restricted::{BaseLimit, RestrictedGame};
use super::sides::{BaseSequence, FreeSequence, HandAction, RestrictedSide};
use super::spot::{HandSpot, Numbers};

/// A basis of the program of either player: by player and action, whether the probability of the
/// action is free in it, or held at 0.
pub(super) struct BasicActions([HashMap<HandAction, bool>; 2]);

impl BasicActions {
    /// Reads a basis of a program.
    pub(super) fn of(restricted: &RestrictedGame, basis: &Basis) -> Self {
        let [mine, other] = restricted.mine_and_other();
        let (unknowns, prices) = basis.columns.split_at(mine.unknowns.len());
        let is_basic = |limit: &BaseLimit| match limit {
            BaseLimit::Row(row) => basis.rows[*row] == VariableStatus::Basic,
            BaseLimit::Bound(unknown) => unknowns[*unknown] != VariableStatus::AtUpper,
            BaseLimit::Locked(_) => true,
        };
        let unknowns = mine.unknowns.iter().zip(unknowns);
        let unknowns =
            unknowns.map(|(unknown, status)| (unknown.action, *status != VariableStatus::AtLower));
        let bases = mine.bases.iter().zip(&restricted.limits);
        let bases = bases.map(|(base, limit)| (base.action, is_basic(limit)));
        // The other's probabilities are dual values: free where a row or a price is at its bound.
        let rows = other.unknowns.iter().map(|unknown| unknown.action).zip(&basis.rows);
        // The price of a locked set is free.
        let columns = other.bases.iter().flat_map(|base| vec![base; base.limits().len()]);
        let prices = columns.zip(prices).filter(|(base, _)| !base.is_locked());
        let prices = prices.map(|(base, status)| (base.action, status));
        let others =
            rows.chain(prices).map(|(action, status)| (action, *status != VariableStatus::Basic));
        let mut basic = [unknowns.chain(bases).collect(), others.collect()];
        if restricted.own == 1 {
            basic.swap(0, 1);
        }
        Self(basic)
    }

    /// The same basis of a program, which may be that of the other player and have more actions.
    /// These are held at 0, but the bases among them are free.
    pub(super) fn basis(&self, restricted: &RestrictedGame) -> Basis {
        let [mine, other] = restricted.mine_and_other();
        let of = |player: usize, action: HandAction, new: bool| {
            self.0[player].get(&action).copied().unwrap_or(new)
        };
        let unknown = |player: usize| {
            let side: &RestrictedSide = &restricted.sides[player];
            move |unknown: &FreeSequence| {
                of(player, unknown.action, false) || side.is_locked(unknown)
            }
        };
        let base = |player| move |base: &BaseSequence| of(player, base.action, true);
        let basic_if = |basic: bool| {
            if basic { VariableStatus::Basic } else { VariableStatus::AtLower }
        };
        let own = restricted.own;
        let mut columns: Vec<VariableStatus> =
            mine.unknowns.iter().map(unknown(own)).map(basic_if).collect();
        let rows = other.unknowns.iter().map(unknown(1 - own));
        let mut rows: Vec<VariableStatus> = rows.map(|basic| basic_if(!basic)).collect();
        for (is_basic, limit) in mine.bases.iter().map(base(own)).zip(&restricted.limits) {
            match limit {
                BaseLimit::Locked(at) => rows.extend(at.clone().map(|_| VariableStatus::AtLower)),
                BaseLimit::Row(_) => rows.push(basic_if(is_basic)),
                BaseLimit::Bound(_) if is_basic => {}
                BaseLimit::Bound(unknown) => columns[*unknown] = VariableStatus::AtUpper,
            }
        }
        let is_basic = base(1 - own);
        for price in &other.bases {
            let basic = price.is_locked() || !is_basic(price);
            columns.extend(vec![basic_if(basic); price.limits().len()]);
        }
        Basis { columns, rows }
    }
}

/// An optimum in doubles, from the basis of the last program if there is one, else from near these
/// plans. The basis is kept.
///
/// Errors: [`Stopped`].
pub(super) fn guess(
    restricted: &RestrictedGame,
    basic: &mut Option<BasicActions>,
    (spot, plans): (&HandSpot, &[Numbers; 2]),
    control: &Control,
) -> Result<Guess, Stopped> {
    let problem = &restricted.problem;
    let start = match basic {
        Some(basic) => basic.basis(restricted),
        None => Basis::pushed(problem, &restricted.point(spot, plans), control)?,
    };
    let guess = lp::guess(problem, Some(&start), control)?;
    *basic = Some(BasicActions::of(restricted, &guess.basis));
    Ok(guess)
}
